//! Diagrams of positions, as text and as SVG.
//!
//! A [`Diagram`] is a picture, not a position: a board of any size up to 16×16, a [`Figure`] on
//! some of its squares, and a caption. It knows no rules, so any position of any kind of chess can
//! be shown by naming, for each man, the figure that problemists draw for it: a grasshopper is a
//! queen upside down, a nightrider a knight upside down, and a kind without a figure of its own is
//! a disc that bears its letters.
//!
//! ```
//! use solusrex_rules::diagram::{Diagram, Figure, Shape, SvgOptions, Tint, Turn};
//!
//! let mut diagram = Diagram::default();
//! diagram
//!     .set(4, 0, Figure::new(Shape::King, Tint::White, "K"))?
//!     .set(4, 7, Figure::new(Shape::King, Tint::Black, "K"))?
//!     .set(3, 3, Figure::new(Shape::Queen, Tint::Neutral, "G").turned(Turn::UpsideDown))?
//!     .set_caption("h#3");
//!
//! assert_eq!(diagram.count().to_string(), "1+1+1n");
//! assert_eq!(diagram.in_words(), "White: Ke1. Black: Ke8. Neutral: Gd4.");
//! assert_eq!(
//!     diagram.to_string(),
//!     "\
//! +---a---b---c---d---e---f---g---h---+
//! |                                   |
//! 8   .   .   .   .  -K   .   .   .   8
//! |                                   |
//! 7   .   .   .   .   .   .   .   .   7
//! |                                   |
//! 6   .   .   .   .   .   .   .   .   6
//! |                                   |
//! 5   .   .   .   .   .   .   .   .   5
//! |                                   |
//! 4   .   .   .  =G   .   .   .   .   4
//! |                                   |
//! 3   .   .   .   .   .   .   .   .   3
//! |                                   |
//! 2   .   .   .   .   .   .   .   .   2
//! |                                   |
//! 1   .   .   .   .   K   .   .   .   1
//! |                                   |
//! +---a---b---c---d---e---f---g---h---+
//! h#3                        1 + 1 + 1n
//! "
//! );
//! assert!(diagram.to_svg(&SvgOptions::default()).starts_with("<svg "));
//! # Ok::<(), solusrex_rules::diagram::DiagramError>(())
//! ```
//!
//! | file         | what it knows                                    |
//! |--------------|--------------------------------------------------|
//! | `mod.rs`     | what a diagram shows                             |
//! | `text.rs`    | the frame of letters (`Display` for [`Diagram`]) |
//! | `svg.rs`     | the drawing ([`Diagram::to_svg`])                |
//! | `figures.rs` | the outline of each [`Shape`]: a line in a table |
//! | `position.rs`| which figure stands for which kind               |

mod figures;
mod position;
mod svg;
mod text;

use std::fmt;

pub use svg::{Escaped, SvgOptions};

/// The longest side of a board that can be shown: files a to p, ranks 1 to 16.
pub const MAX_SIDE: usize = crate::geometry::MAX_SIDE as usize;

/// What a diagram shows: a board, the figures on it, and a caption.
///
/// Files and ranks count from 0, so e1 is file 4, rank 0. [`Display`](fmt::Display) writes the
/// text diagram, [`to_svg`](Self::to_svg) the drawing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    width: usize,
    height: usize,
    /// Rank by rank from a1; `width * height` entries.
    men: Vec<Option<Figure>>,
    caption: Option<String>,
}

impl Diagram {
    /// An empty board of `width` files and `height` ranks.
    ///
    /// # Errors
    ///
    /// [`DiagramError::Size`] unless both are within 1 to [`MAX_SIDE`].
    ///
    /// ```
    /// use solusrex_rules::diagram::Diagram;
    ///
    /// assert!(Diagram::new(10, 8).is_ok());
    /// assert!(Diagram::new(0, 8).is_err());
    /// assert!(Diagram::new(8, 17).is_err());
    /// ```
    pub fn new(width: usize, height: usize) -> Result<Self, DiagramError> {
        let sides = 1..=MAX_SIDE;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Self { width, height, men: vec![None; width * height], caption: None })
        } else {
            Err(DiagramError::Size { width, height })
        }
    }

    /// How many files the board has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many ranks the board has.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The figure on a square; `None` if the square is empty or off the board.
    pub fn get(&self, file: usize, rank: usize) -> Option<&Figure> {
        self.men.get(self.index(file, rank)?)?.as_ref()
    }

    /// Puts a figure on a square, in place of what stood there.
    ///
    /// # Errors
    ///
    /// [`DiagramError::OffBoard`] if the board has no such square; the diagram is unchanged.
    ///
    /// ```
    /// use solusrex_rules::diagram::{Diagram, Figure, Shape, Tint};
    ///
    /// let mut diagram = Diagram::default();
    /// let error = diagram.set(8, 0, Figure::new(Shape::Rook, Tint::White, "R")).unwrap_err();
    /// assert_eq!(error.to_string(), "file 8, rank 0 (counted from 0) is off the 8x8 board");
    /// ```
    pub fn set(
        &mut self,
        file: usize,
        rank: usize,
        figure: Figure,
    ) -> Result<&mut Self, DiagramError> {
        let (width, height) = (self.width, self.height);
        let index =
            self.index(file, rank).ok_or(DiagramError::OffBoard { file, rank, width, height })?;
        self.men[index] = Some(figure);
        Ok(self)
    }

    /// The line below the board on the left, such as `h#3`.
    pub fn caption(&self) -> Option<&str> {
        self.caption.as_deref()
    }

    /// Sets the line below the board on the left, such as `h#3`.
    pub fn set_caption(&mut self, caption: impl Into<String>) -> &mut Self {
        self.caption = Some(caption.into());
        self
    }

    /// The number of men of each tint.
    pub fn count(&self) -> Count {
        let of = |tint| self.men.iter().flatten().filter(|figure| figure.tint == tint).count();
        Count { white: of(Tint::White), black: of(Tint::Black), neutral: of(Tint::Neutral) }
    }

    /// The position in words, for those who listen to it.
    ///
    /// The men of a side come as in a printed list: king first, pawns last, then fairy men.
    ///
    /// ```
    /// use solusrex_rules::diagram::{Diagram, Figure, Shape, Tint};
    ///
    /// let mut diagram = Diagram::new(10, 10)?;
    /// assert_eq!(diagram.in_words(), "Board of 10x10 squares. No men.");
    /// diagram.set(0, 9, Figure::new(Shape::Disc, Tint::Black, "ZE").made_royal())?;
    /// assert_eq!(diagram.in_words(), "Board of 10x10 squares. Black: royal ZEa10.");
    /// # Ok::<(), solusrex_rules::diagram::DiagramError>(())
    /// ```
    pub fn in_words(&self) -> String {
        let mut sentences = Vec::new();
        if (self.width, self.height) != (8, 8) {
            sentences.push(format!("Board of {}x{} squares.", self.width, self.height));
        }
        for (tint, side) in
            [(Tint::White, "White"), (Tint::Black, "Black"), (Tint::Neutral, "Neutral")]
        {
            let mut men: Vec<_> = self.men().filter(|(_, _, figure)| figure.tint == tint).collect();
            if men.is_empty() {
                continue;
            }
            men.sort_by_key(|&(file, rank, f)| (f.shape, f.turn, &f.label, file, rank));
            let men: Vec<_> = men.into_iter().map(|(file, rank, f)| f.named(file, rank)).collect();
            sentences.push(format!("{side}: {}.", men.join(", ")));
        }
        if self.men().next().is_none() {
            sentences.push("No men.".to_owned());
        }
        sentences.join(" ")
    }

    /// The drawing as a self-contained `<svg>` element.
    ///
    /// Its `<title>` and `<desc>` tell the caption and the position in words. Every label and
    /// caption is escaped, so the result is well-formed whatever they contain.
    ///
    /// ```
    /// use solusrex_rules::diagram::{Diagram, SvgOptions};
    ///
    /// let plain = SvgOptions { coordinates: false, ..SvgOptions::default() };
    /// let svg = Diagram::default().to_svg(&plain);
    /// assert!(svg.contains("<desc>No men.</desc>"));
    /// ```
    pub fn to_svg(&self, options: &SvgOptions) -> String {
        svg::draw(self, options)
    }

    /// The figures with their files and ranks, from a1 along the ranks.
    fn men(&self) -> impl Iterator<Item = (usize, usize, &Figure)> {
        self.men.iter().enumerate().filter_map(|(index, figure)| {
            figure.as_ref().map(|figure| (index % self.width, index / self.width, figure))
        })
    }

    fn index(&self, file: usize, rank: usize) -> Option<usize> {
        (file < self.width && rank < self.height).then(|| rank * self.width + file)
    }
}

impl Default for Diagram {
    /// The empty 8×8 board.
    fn default() -> Self {
        Self { width: 8, height: 8, men: vec![None; 64], caption: None }
    }
}

/// A man as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// The outline.
    pub shape: Shape,
    /// How far the outline is turned. A [`Shape::Disc`] stays upright, so that it can be read.
    pub turn: Turn,
    /// Whose man it is.
    pub tint: Tint,
    /// The letters of its kind, such as `K`, `S` or `NH`. Text diagrams and discs show them.
    pub label: String,
    /// Whether it is royal. Drawings mark royal men with a small crown, except those labelled `K`.
    pub royal: bool,
}

impl Figure {
    /// An upright figure that is not marked as royal.
    ///
    /// ```
    /// use solusrex_rules::diagram::{Figure, Shape, Tint, Turn};
    ///
    /// let grasshopper = Figure::new(Shape::Queen, Tint::Black, "G").turned(Turn::UpsideDown);
    /// assert_eq!(grasshopper.turn.degrees(), 180);
    /// ```
    pub fn new(shape: Shape, tint: Tint, label: impl Into<String>) -> Self {
        Self { shape, turn: Turn::Upright, tint, label: label.into(), royal: false }
    }

    /// The same figure, turned.
    pub fn turned(self, turn: Turn) -> Self {
        Self { turn, ..self }
    }

    /// The same figure, royal.
    pub fn made_royal(self) -> Self {
        Self { royal: true, ..self }
    }

    /// The figure alone as an SVG of 100 x 100 units on no ground, for boards that are drawn by others.
    pub fn to_svg(&self) -> String {
        svg::draw_figure(self)
    }

    /// Whether a crown is drawn: a man labelled `K` needs none.
    fn is_crowned(&self) -> bool {
        self.royal && self.label != "K"
    }

    fn named(&self, file: usize, rank: usize) -> String {
        let royal = if self.is_crowned() { "royal " } else { "" };
        format!("{royal}{}{}{}", printable(&self.label), file_letter(file), rank + 1)
    }
}

/// The outline of a [`Figure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A crown with a cross.
    King,
    /// A coronet of five points.
    Queen,
    /// A tower.
    Rook,
    /// A mitre.
    Bishop,
    /// A horse's head, looking left.
    Knight,
    /// A small round head on a foot.
    Pawn,
    /// The problemists' sign of the equihopper: a ball with two arcs. Half a turn leaves it as
    /// it is.
    Equihopper,
    /// A circle with the label in it, for any other kind.
    Disc,
}

/// How far a [`Figure`] is turned, clockwise from [`Upright`](Turn::Upright).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Not turned.
    #[default]
    Upright,
    /// An eighth of a turn clockwise.
    Right45,
    /// Lying on its right side: a quarter turn clockwise.
    Right90,
    /// Three eighths of a turn clockwise.
    Right135,
    /// Half a turn.
    UpsideDown,
    /// Three eighths of a turn anticlockwise.
    Left135,
    /// Lying on its left side: a quarter turn anticlockwise.
    Left90,
    /// An eighth of a turn anticlockwise.
    Left45,
}

impl Shape {
    /// The name: `king`, `disc`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::King => "king",
            Shape::Queen => "queen",
            Shape::Rook => "rook",
            Shape::Bishop => "bishop",
            Shape::Knight => "knight",
            Shape::Pawn => "pawn",
            Shape::Equihopper => "equihopper",
            Shape::Disc => "disc",
        }
    }
}

impl Turn {
    /// Clockwise degrees, 0 to 315.
    pub const fn degrees(self) -> u16 {
        self as u16 * 45
    }
}

/// Whose man a [`Figure`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tint {
    /// White with a dark outline.
    White,
    /// Dark with light inner lines.
    Black,
    /// Either side's: the left half white, the right half black, however the figure is turned.
    Neutral,
}

/// The number of men of each tint: `3+4`, or `3+4+1n` if there are neutral men.
///
/// The alternate form spreads the terms.
///
/// ```
/// use solusrex_rules::diagram::Count;
///
/// let count = Count { white: 3, black: 4, neutral: 0 };
/// assert_eq!(format!("{count}"), "3+4");
/// assert_eq!(format!("{count:#}"), "3 + 4");
/// assert_eq!(Count { neutral: 1, ..count }.to_string(), "3+4+1n");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// White men.
    pub white: usize,
    /// Black men.
    pub black: usize,
    /// Neutral men.
    pub neutral: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if f.alternate() { " + " } else { "+" };
        write!(f, "{}{plus}{}", self.white, self.black)?;
        if self.neutral > 0 {
            write!(f, "{plus}{}n", self.neutral)?;
        }
        Ok(())
    }
}

/// Why a diagram cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagramError {
    /// A side of the board is not within 1 to [`MAX_SIDE`].
    Size {
        /// The files asked for.
        width: usize,
        /// The ranks asked for.
        height: usize,
    },
    /// The board has no such square.
    OffBoard {
        /// The file asked for, counted from 0.
        file: usize,
        /// The rank asked for, counted from 0.
        rank: usize,
        /// The files of the board.
        width: usize,
        /// The ranks of the board.
        height: usize,
    },
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height } => {
                write!(f, "no diagram of {width}x{height} squares: sides are 1 to {MAX_SIDE}")
            }
            Self::OffBoard { file, rank, width, height } => write!(
                f,
                "file {file}, rank {rank} (counted from 0) is off the {width}x{height} board"
            ),
        }
    }
}

impl std::error::Error for DiagramError {}

/// The letter of a file on the board, `a` to `p`.
fn file_letter(file: usize) -> char {
    debug_assert!(file < MAX_SIDE);
    char::from(b'a' + file as u8)
}

/// The text without what would break a line or an XML document: control characters become spaces,
/// and the two characters that XML has no way to write become U+FFFD.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => ' ',
            '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knight(tint: Tint) -> Figure {
        Figure::new(Shape::Knight, tint, "S")
    }

    #[test]
    fn sides_are_one_to_sixteen() {
        for side in 1..=MAX_SIDE {
            assert!(Diagram::new(side, 1).is_ok() && Diagram::new(1, side).is_ok());
        }
        for (width, height) in [(0, 8), (8, 0), (17, 8), (8, 17), (usize::MAX, usize::MAX)] {
            assert_eq!(Diagram::new(width, height), Err(DiagramError::Size { width, height }));
        }
    }

    #[test]
    fn a_square_off_the_board_is_refused_and_reads_as_empty() {
        let mut diagram = Diagram::new(3, 2).unwrap();
        let before = diagram.clone();
        for (file, rank) in [(3, 0), (0, 2), (usize::MAX, usize::MAX)] {
            let error = DiagramError::OffBoard { file, rank, width: 3, height: 2 };
            assert_eq!(diagram.set(file, rank, knight(Tint::White)), Err(error));
            assert_eq!(diagram.get(file, rank), None);
        }
        assert_eq!(diagram, before);
    }

    #[test]
    fn a_figure_stands_where_it_was_last_put() {
        let mut diagram = Diagram::new(3, 2).unwrap();
        diagram.set(2, 1, knight(Tint::White)).unwrap().set(2, 1, knight(Tint::Black)).unwrap();
        assert_eq!(diagram.get(2, 1), Some(&knight(Tint::Black)));
        assert_eq!(diagram.get(1, 1), None);
        assert_eq!(diagram.count(), Count { white: 0, black: 1, neutral: 0 });
    }

    #[test]
    fn neutral_men_are_counted_apart() {
        let mut diagram = Diagram::default();
        assert_eq!(diagram.count().to_string(), "0+0");
        diagram.set(0, 0, knight(Tint::White)).unwrap().set(1, 0, knight(Tint::Black)).unwrap();
        assert_eq!(diagram.count().to_string(), "1+1");
        diagram.set(2, 0, knight(Tint::Neutral)).unwrap().set(3, 0, knight(Tint::Neutral)).unwrap();
        assert_eq!(diagram.count().to_string(), "1+1+2n");
    }

    #[test]
    fn the_words_start_with_the_king_and_end_with_fairy_men() {
        let mut diagram = Diagram::default();
        for (file, rank, shape, label) in [
            (0, 0, Shape::Disc, "ZE"),
            (1, 1, Shape::Pawn, "P"),
            (3, 0, Shape::Queen, "Q"),
            (4, 0, Shape::King, "K"),
        ] {
            diagram.set(file, rank, Figure::new(shape, Tint::White, label).made_royal()).unwrap();
        }
        assert_eq!(diagram.in_words(), "White: Ke1, royal Qd1, royal Pb2, royal ZEa1.");
    }

    #[test]
    fn turns_go_round_clockwise() {
        let turns = [Turn::Upright, Turn::Right90, Turn::UpsideDown, Turn::Left90, Turn::Left45];
        assert_eq!(turns.map(Turn::degrees), [0, 90, 180, 270, 315]);
    }
}
