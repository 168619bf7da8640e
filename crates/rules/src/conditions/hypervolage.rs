//! Hypervolage: men that change sides whenever they move.

use super::{Condition, Hooks, Stage, Tampering, andernach::change_sides};
use crate::{
    moves::{Move, Special},
    position::Position,
};

/// Hypervolage: a man other than a king changes its colour whenever it moves. Castling changes
/// nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hypervolage;

impl Condition for Hypervolage {
    fn name(&self) -> String {
        "Hypervolage".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithMover
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn stage(&self) -> Stage {
        Stage::Side
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if !matches!(mv.special, Special::Castling(_)) {
            change_sides(position, &mut mv);
        }
        each(mv);
    }
}
