//! Grid Chess (Stead, 1953): every move crosses a line of the grid.

use super::{Condition, Hooks, Tampering};
use crate::geometry::{Geometry, Square};

/// Grid Chess: lines part the board into cells. A move, a capture or a check must lead into another
/// cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Which squares belong together.
    pub cells: Cells,
}

/// How the board is parted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Cells of 2 x 2 squares, the first beginning so many files and ranks before a1.
    Regular(u8, u8),
    /// Lines to the right of these files and above these ranks, counted from 0.
    Lines(Vec<u8>, Vec<u8>),
    /// Cells of the named squares; those not named are one more.
    Irregular(Vec<Vec<Square>>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Regular(0, 0)
    }
}

impl Grid {
    fn cell(&self, geometry: &Geometry, square: Square) -> (usize, usize) {
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        match &self.cells {
            Cells::Regular(files, ranks) => {
                (usize::from((file + files) / 2), usize::from((rank + ranks) / 2))
            }
            Cells::Lines(files, ranks) => {
                let crossed = |lines: &[u8], at| lines.iter().filter(|&&line| line < at).count();
                (crossed(files, file), crossed(ranks, rank))
            }
            Cells::Irregular(cells) => {
                let named = cells.iter().position(|cell| cell.contains(&square));
                (named.unwrap_or(cells.len()), 0)
            }
        }
    }
}

impl Condition for Grid {
    fn name(&self) -> String {
        let name = |square: &Square| Geometry::CHESS.name(*square).to_string();
        match &self.cells {
            Cells::Regular(0, 0) => "Grid".into(),
            Cells::Regular(0, _) => "Grid VerticalShift".into(),
            Cells::Regular(_, 0) => "Grid HorizontalShift".into(),
            Cells::Regular(..) => "Grid DiagonalShift".into(),
            Cells::Lines(files, ranks) => {
                let files = files.iter().map(|file| char::from(b'a' + file));
                let ranks = ranks.iter().map(|rank| char::from(b'1' + rank));
                format!("Grid Orthogonal {}", files.chain(ranks).collect::<String>())
            }
            Cells::Irregular(cells) => {
                let cells = cells.iter().map(|cell| cell.iter().map(name).collect::<String>());
                format!("Grid Irregular {}", cells.collect::<Vec<String>>().join(" "))
            }
        }
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::GOES
    }

    fn may_go(&self, geometry: &Geometry, from: Square, to: Square) -> bool {
        self.cell(geometry, from) != self.cell(geometry, to)
    }
}
