//! Grid Chess (Stead, 1953): every move crosses a line of the grid.

use super::{Condition, Tampering};
use crate::{geometry::Square, position::Position};

/// Grid Chess: lines part the board into cells of 2 x 2 squares, from a1 on. A move, a capture or a
/// check must lead into another cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid;

impl Condition for Grid {
    fn name(&self) -> String {
        "Grid".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn may_go(&self, position: &Position, from: Square, to: Square) -> bool {
        let geometry = position.geometry();
        let cell = |square| (geometry.file(square) / 2, geometry.rank(square) / 2);
        cell(from) != cell(to)
    }
}
