//! Andernach (1993) and Anti-Andernach: men that change sides.

use super::{Condition, Hooks, Stage, Tampering, arrived};
use crate::{
    man::Man,
    moves::{Move, Special},
    position::Position,
};

/// Andernach: a captor other than a king changes its colour after the capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Andernach;

impl Condition for Andernach {
    fn name(&self) -> String {
        "Andernach".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithMover
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn stage(&self) -> Stage {
        Stage::Side
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if mv.captured.is_some() {
            change_sides(position, &mut mv);
        }
        each(mv);
    }
}

/// Anti-Andernach: a man other than a king changes its colour when it moves without capture.
/// Castling changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AntiAndernach;

impl Condition for AntiAndernach {
    fn name(&self) -> String {
        "AntiAndernach".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithMover
    }

    fn hooks(&self) -> Hooks {
        Hooks::QUIET
    }

    fn stage(&self) -> Stage {
        Stage::Side
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if mv.captured.is_none() && !matches!(mv.special, Special::Castling(_)) {
            change_sides(position, &mut mv);
        }
        each(mv);
    }
}

/// A neutral man is the mover's when it moves, and so becomes the other side's.
pub(super) fn change_sides(position: &Position, mv: &mut Move) {
    if let Some((square, man)) = arrived(position, mv)
        && !man.royal
    {
        let colour = (!position.side_to_move()).colour();
        mv.effects.change(square, Man { colour, ..man });
    }
}
