//! Edge mover: a side must go to the edge of the board if it can.

use super::{Condition, Hooks, Tampering};
use crate::{man::Side, moves::Move, position::Position};

/// Edge mover: of its legal moves a side may choose only those to the edge, if there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeMover {
    /// The side that is bound.
    pub side: Side,
}

impl Condition for EdgeMover {
    fn name(&self) -> String {
        format!("{}EdgeMover", self.side)
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

    fn precedence(&self, position: &Position, mv: &Move) -> u32 {
        u32::from(position.geometry().is_edge(mv.to))
    }
}
