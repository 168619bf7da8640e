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
        Hooks::SELECTS
    }

    fn select(&self, position: &Position, moves: &mut Vec<Move>) {
        let to_edge = |mv: &Move| position.geometry().is_edge(mv.to);
        if position.side_to_move() == self.side && moves.iter().any(to_edge) {
            moves.retain(to_edge);
        }
    }
}
