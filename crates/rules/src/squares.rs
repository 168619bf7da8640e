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

    /// Whether there are more squares than so many.
    #[inline]
    pub(crate) fn has_more_than(&self, count: usize) -> bool {
        let mut squares = self.iter();
        (0..=count).all(|_| squares.next().is_some())
    }

    /// How many of its squares come before this one.
    #[inline]
    pub(crate) fn rank_of(&self, square: Square) -> usize {
        let (word, bit) = (square.index() / 64, square.0 % 64);
        let before: u32 = self.0[..word].iter().map(|word| word.count_ones()).sum();
        (before + (self.0[word] & ((1 << bit) - 1)).count_ones()) as usize
    }

    /// The only square, if there is just one.
    #[inline]
    pub fn single(&self) -> Option<Square> {
        let mut squares = self.iter();
        squares.next().filter(|_| squares.next().is_none())
    }

    /// The lowest square.
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
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
    words: [u64; 4],
    at: u8,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.at < 4 {
            let word = &mut self.words[self.at as usize];
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Square(self.at * 64 + bit));
            }
            self.at += 1;
        }
        None
    }
}
