//! Grid Chess (Stead, 1953): every move crosses a line of the grid.

use super::{Condition, Hooks};
use crate::geometry::{Geometry, Square};

/// Grid Chess: lines part the board into cells of 2 x 2 squares, from a1 on. A move, a capture or a
/// check must lead into another cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid;

impl Condition for Grid {
    fn name(&self) -> String {
        "Grid".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::GOES
    }

    fn may_go(&self, geometry: &Geometry, from: Square, to: Square) -> bool {
        let cell = |square| (geometry.file(square) / 2, geometry.rank(square) / 2);
        cell(from) != cell(to)
    }
}
