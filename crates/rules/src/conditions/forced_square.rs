//! Forced squares: a side must go there if it can.

use super::{Condition, Hooks, Tampering, magic_squares::named};
use crate::{geometry::Square, man::Side, moves::Move, position::Position};

/// Forced squares: of its legal moves a side may choose only those to one of them, if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedSquare {
    /// The side that is bound.
    pub side: Side,
    /// The squares.
    pub squares: Vec<Square>,
}

impl Condition for ForcedSquare {
    fn name(&self) -> String {
        named(&format!("{}ForcedSquare", self.side), &self.squares)
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::PREFERS
    }

    fn prefers(&self, side: Side) -> bool {
        side == self.side
    }

    fn precedence(&self, _: &Position, mv: &Move) -> u32 {
        u32::from(self.squares.contains(&mv.to))
    }
}
