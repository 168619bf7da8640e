//! Boards: width, height, and which edges are joined.
//!
//! ```
//! use solusrex_rules::{Geometry, Topology};
//!
//! let cylinder = Geometry::new(8, 8, Topology::VerticalCylinder)?;
//! let a4 = cylinder.square("a4").unwrap();
//! let h5 = cylinder.step(a4, (-1, 1)).unwrap();
//! assert_eq!(cylinder.name(h5).to_string(), "h5");
//! # Ok::<(), solusrex_rules::GeometryError>(())
//! ```

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::notation::shown;

/// The widest and the highest board.
pub const MAX_SIDE: u8 = 16;

/// A square of some board: its index, files first (`a1`, `b1`, ..).
///
/// The same index means another square on a board of another width, so names come from
/// [`Geometry::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(pub u8);

impl Square {
    /// The index as used in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A displacement by files and ranks.
pub type Step = (i8, i8);

/// Which edges of the board are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// The ordinary board.
    #[default]
    Plane,
    /// The first and the last file are neighbours.
    VerticalCylinder,
    /// The first and the last rank are neighbours.
    HorizontalCylinder,
    /// Both: the anchor ring.
    Torus,
}

impl Topology {
    /// Every topology with the names under which it is accepted, the usual one first.
    pub const NAMES: [(Topology, &'static [&'static str]); 4] = [
        (Topology::Plane, &["plane"]),
        (Topology::VerticalCylinder, &["vertical-cylinder", "vertical", "cylinder"]),
        (Topology::HorizontalCylinder, &["horizontal-cylinder", "horizontal"]),
        (Topology::Torus, &["torus", "anchor-ring"]),
    ];

    const fn joins_files(self) -> bool {
        matches!(self, Topology::VerticalCylinder | Topology::Torus)
    }

    const fn joins_ranks(self) -> bool {
        matches!(self, Topology::HorizontalCylinder | Topology::Torus)
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, names) = Topology::NAMES[*self as usize];
        f.write_str(names[0])
    }
}

impl FromStr for Topology {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.to_ascii_lowercase();
        Topology::NAMES
            .iter()
            .find(|(_, names)| names.contains(&wanted.as_str()))
            .map(|(topology, _)| *topology)
            .ok_or_else(|| GeometryError::Topology(shown(text)))
    }
}

/// Why a board cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// A side is 0 or above [`MAX_SIDE`].
    #[error("board {0}x{1} (sizes go from 1x1 to 16x16)")]
    Size(usize, usize),
    /// Not of the form `8x8`.
    #[error("board {0:?} (write width x height, such as 8x8 or 10x10)")]
    Form(String),
    /// No such topology.
    #[error("topology {0:?} (one of plane, vertical-cylinder, horizontal-cylinder, torus)")]
    Topology(String),
}

/// A board: its size and its topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Geometry {
    width: u8,
    height: u8,
    topology: Topology,
    /// Squares of the board of 8 x 8 that are not there.
    #[serde(skip)]
    holes: u64,
}

impl Default for Geometry {
    fn default() -> Self {
        Geometry::CHESS
    }
}

impl Geometry {
    /// The ordinary board of 8 x 8 squares.
    pub const CHESS: Geometry =
        Geometry { width: 8, height: 8, topology: Topology::Plane, holes: 0 };

    /// A board of `width` files and `height` ranks, each from 1 to 16.
    pub fn new(width: usize, height: usize, topology: Topology) -> Result<Self, GeometryError> {
        let sizes = 1..=MAX_SIDE as usize;
        if !sizes.contains(&width) || !sizes.contains(&height) {
            return Err(GeometryError::Size(width, height));
        }
        Ok(Geometry { width: width as u8, height: height as u8, topology, holes: 0 })
    }

    /// A board from its size as text, `8x8`.
    pub fn from_size(text: &str, topology: Topology) -> Result<Self, GeometryError> {
        let form = || GeometryError::Form(shown(text));
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(form)?;
        Geometry::new(
            width.parse().map_err(|_| form())?,
            height.parse().map_err(|_| form())?,
            topology,
        )
    }

    /// The number of files.
    #[inline]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of ranks.
    #[inline]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Which edges are joined.
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// Whether this is the plane board of 8 x 8.
    pub fn is_chess(&self) -> bool {
        *self == Geometry::CHESS
    }

    /// The number of squares.
    #[inline]
    pub const fn size(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// All squares, `a1` first.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.size()).map(|index| Square(index as u8))
    }

    /// The square on a file and a rank, both counted from 0.
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        let inside =
            (0..self.width as i32).contains(&file) && (0..self.height as i32).contains(&rank);
        let square = inside.then(|| Square((rank * self.width as i32 + file) as u8));
        square.filter(|&square| self.has(square))
    }

    /// The same board of up to 64 squares without these.
    #[must_use]
    pub fn without(self, squares: &[Square]) -> Geometry {
        let within = squares.iter().filter(|square| square.0 < 64);
        let holes = within.fold(self.holes, |holes, square| holes | 1 << square.0);
        Geometry { holes, ..self }
    }

    /// Whether a square has not been taken away from the board.
    #[inline]
    pub const fn has(&self, square: Square) -> bool {
        self.holes == 0 || square.0 >= 64 || self.holes >> square.0 & 1 == 0
    }

    /// The file of a square, counted from 0.
    #[inline]
    pub const fn file(&self, square: Square) -> u8 {
        // the usual board is spared a division
        if self.width == 8 { square.0 % 8 } else { square.0 % self.width }
    }

    /// The rank of a square, counted from 0.
    #[inline]
    pub const fn rank(&self, square: Square) -> u8 {
        if self.width == 8 { square.0 / 8 } else { square.0 / self.width }
    }

    /// Whether the square is dark, as `a1` is.
    pub const fn is_dark(&self, square: Square) -> bool {
        (self.file(square) + self.rank(square)).is_multiple_of(2)
    }

    /// Whether the square lies on an edge of the board as drawn.
    pub fn is_edge(&self, square: Square) -> bool {
        let (file, rank) = (self.file(square), self.rank(square));
        file == 0 || rank == 0 || file + 1 == self.width || rank + 1 == self.height
    }

    /// The square a step away, round the joined edges; `None` outside the board.
    ///
    /// A step may lead to the square itself on a small wrapped board.
    pub fn step(&self, from: Square, step: Step) -> Option<Square> {
        let mut file = self.file(from) as i32 + step.0 as i32;
        let mut rank = self.rank(from) as i32 + step.1 as i32;
        if self.topology.joins_files() {
            file = file.rem_euclid(self.width as i32);
        }
        if self.topology.joins_ranks() {
            rank = rank.rem_euclid(self.height as i32);
        }
        self.at(file, rank)
    }

    /// The same square with the board turned upside down by reflection (`a1` and `a8`).
    pub fn flip(&self, square: Square) -> Square {
        let rank = self.height - 1 - self.rank(square);
        Square(rank * self.width + self.file(square))
    }

    /// The square with this name, such as `e4` or `j10`.
    pub fn square(&self, name: &str) -> Option<Square> {
        let (square, rest) = self.square_prefix(name)?;
        rest.is_empty().then_some(square)
    }

    /// The longest name of a square at the start of the text, and the rest.
    pub fn square_prefix<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let file = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
        (1..=digits).rev().find_map(|digits| {
            let (rank, rest) = text[1..].split_at(digits);
            let rank: i32 = rank.parse().ok()?;
            let square = self.at(file as i32, rank - 1)?;
            Some((square, rest)).filter(|_| !text[1..].starts_with('0'))
        })
    }

    /// The name of a square.
    pub fn name(&self, square: Square) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        match self.topology {
            Topology::Plane => Ok(()),
            other => write!(f, " {other}"),
        }
    }
}

/// The name of a square, to be written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file) as char, self.rank + 1)
    }
}

/// The distinct images of a step under the symmetries of the square.
///
/// ```
/// # use solusrex_rules::geometry::images;
/// assert_eq!(images((0, 1)).len(), 4);
/// assert_eq!(images((1, 2)).len(), 8);
/// ```
pub fn images(step: Step) -> Vec<Step> {
    let mut all: Vec<Step> = symmetries().map(|s| s.apply(step)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A symmetry of the square: a reflection in the file axis, one in the rank axis, an exchange.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    mirror_files: bool,
    mirror_ranks: bool,
    exchange: bool,
}

impl Symmetry {
    /// The image of a step.
    pub const fn apply(self, (x, y): Step) -> Step {
        let (x, y) = if self.exchange { (y, x) } else { (x, y) };
        (if self.mirror_files { -x } else { x }, if self.mirror_ranks { -y } else { y })
    }
}

/// The eight symmetries of the square.
pub fn symmetries() -> impl Iterator<Item = Symmetry> {
    (0..8).map(|bits| Symmetry {
        mirror_files: bits & 1 != 0,
        mirror_ranks: bits & 2 != 0,
        exchange: bits & 4 != 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_agree_on_every_board() {
        for (width, height) in [(1, 1), (8, 8), (10, 10), (16, 16), (3, 12)] {
            let board = Geometry::new(width, height, Topology::Plane).unwrap();
            for square in board.squares() {
                assert_eq!(board.square(&board.name(square).to_string()), Some(square));
            }
        }
    }

    #[test]
    fn a_name_outside_the_board_is_no_square() {
        for name in ["", "a", "a0", "a9", "i1", "a01", "a11", "é4", "a1 "] {
            assert_eq!(Geometry::CHESS.square(name), None, "{name}");
        }
    }

    #[test]
    fn edges_are_joined_as_the_topology_says() {
        let reach = |topology, step| {
            let board = Geometry::new(8, 8, topology).unwrap();
            board.step(board.square("a1").unwrap(), step).map(|s| board.name(s).to_string())
        };
        assert_eq!(reach(Topology::Plane, (-1, -1)), None);
        assert_eq!(reach(Topology::VerticalCylinder, (-1, 1)).as_deref(), Some("h2"));
        assert_eq!(reach(Topology::VerticalCylinder, (0, -1)), None);
        assert_eq!(reach(Topology::HorizontalCylinder, (1, -1)).as_deref(), Some("b8"));
        assert_eq!(reach(Topology::Torus, (-1, -1)).as_deref(), Some("h8"));
    }

    #[test]
    fn sizes_beyond_sixteen_are_refused() {
        assert_eq!(Geometry::new(17, 8, Topology::Plane), Err(GeometryError::Size(17, 8)));
        assert_eq!(Geometry::new(0, 8, Topology::Plane), Err(GeometryError::Size(0, 8)));
        assert!(Geometry::from_size("8by8", Topology::Plane).is_err());
    }
}
