//! Sets of squares, large enough for every board.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::geometry::Square;

/// A set of squares of one board: 256 bits.
///
/// ```
/// use solusrex_rules::{Square, Squares};
///
/// let mut set = Squares::EMPTY;
/// set.insert(Square(3));
/// set.insert(Square(200));
/// assert!(set.contains(Square(200)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Square(3), Square(200)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares([u64; 4]);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares([0; 4]);
    /// Every square of the largest board.
    pub const ALL: Squares = Squares([!0; 4]);

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.0 % 64);
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.0 % 64));
    }

    /// Whether the square belongs to the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.0 % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of squares.
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// The first 64 squares as bits.
    #[inline]
    pub(crate) const fn low(&self) -> u64 {
        self.0[0]
    }

    /// The set of some of the first 64 squares.
    #[inline]
    pub(crate) const fn from_low(bits: u64) -> Squares {
        Squares([bits, 0, 0, 0])
    }

    /// Whether there are more squares than so many.
    #[inline]
    pub(crate) fn has_more_than(&self, count: usize) -> bool {
        self.missing_to(count).is_none()
    }

    /// Whether there are just so many squares.
    #[inline]
    pub(crate) fn are(&self, count: usize) -> bool {
        self.missing_to(count) == Some(0)
    }

    /// How many more squares there might be if there are to be so many; `None` if there are too many.
    #[inline]
    fn missing_to(&self, count: usize) -> Option<usize> {
        let mut missing = count;
        for mut word in self.0 {
            while word != 0 {
                missing = missing.checked_sub(1)?;
                word &= word - 1;
            }
        }
        Some(missing)
    }

    /// The only square, if there is just one.
    #[inline]
    pub fn single(&self) -> Option<Square> {
        if self.are(1) { self.first() } else { None }
    }

    /// The lowest square.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        let [word, rest @ ..] = self.0;
        Iter { word, at: 0, rest, ended: rest == [0; 3] }
    }
}

impl From<Square> for Squares {
    /// The set of just this square.
    #[inline]
    fn from(square: Square) -> Squares {
        let mut set = Squares::EMPTY;
        set.insert(square);
        set
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Squares::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        *self = *self | other;
    }
}

impl Not for Squares {
    type Output = Squares;

    fn not(self) -> Squares {
        Squares(self.0.map(|word| !word))
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Iter {
    /// What is left of the word that is gone through, and which of them it is.
    word: u64,
    at: u8,
    rest: [u64; 3],
    /// Whether nothing is left behind this word: most boards have no more than 64 squares.
    ended: bool,
}

impl Iter {
    /// Goes to the next word that has a square.
    #[cold]
    fn advance(&mut self) -> bool {
        while self.at < 3 {
            self.word = self.rest[self.at as usize];
            self.at += 1;
            if self.word != 0 {
                return true;
            }
        }
        self.ended = true;
        false
    }
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.word == 0 && (self.ended || !self.advance()) {
            return None;
        }
        let bit = self.word.trailing_zeros() as u8;
        self.word &= self.word - 1;
        Some(Square(self.at * 64 + bit))
    }
}
