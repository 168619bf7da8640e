//! Men that are neutral every other move.

use super::turned;
use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    moves::Move,
    position::Position,
};

/// A half-neutral man becomes neutral when it moves, and of the mover's colour if it was neutral.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfNeutral;

impl Condition for HalfNeutral {
    fn name(&self) -> String {
        Attribute::HalfNeutral.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::HalfNeutral)
        {
            mv.effects.change(square, turned(man, position.side_to_move()));
        }
        each(mv);
    }
}
