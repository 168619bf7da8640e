//! Protean Chess: captors become what they capture.

use super::{Condition, Hooks, Kind, Stage};
use crate::{
    attributes::protean::{as_its_victim, pawn},
    moves::Move,
    position::Position,
};

/// Protean Chess: a captor other than a king becomes of the kind of its victim. Who captures a pawn goes
/// on in the pawn's direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Protean;

impl Condition for Protean {
    fn name(&self) -> String {
        "Protean".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn kinds(&self) -> Vec<Kind> {
        pawn().into_iter().cloned().collect()
    }

    fn stage(&self) -> Stage {
        Stage::Kind
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        each(as_its_victim(position, mv));
    }
}
