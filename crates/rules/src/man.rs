//! Sides, colours and men.

use std::{fmt, ops::Not};

use serde::{Deserialize, Serialize};

use crate::attribute::{Attribute, Attributes};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Plays up the board.
    White,
    /// Plays down the board.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The colour of this side's own men.
    #[inline]
    pub const fn colour(self) -> Colour {
        match self {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The colour of a man. Neutral men are moved, and captured, by either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Everybody's.
    Neutral,
}

impl Colour {
    /// The three colours.
    pub const ALL: [Colour; 3] = [Colour::White, Colour::Black, Colour::Neutral];

    /// Whether `side` may move men of this colour.
    #[inline]
    pub const fn serves(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Colour::Neutral, _) | (Colour::White, Side::White) | (Colour::Black, Side::Black)
        )
    }

    /// The colour of a man that has changed sides; a neutral one has none.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
            Colour::Neutral => Colour::Neutral,
        }
    }

    /// `w`, `b` or `n`.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
            Colour::Neutral => 'n',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "White",
            Colour::Black => "Black",
            Colour::Neutral => "Neutral",
        })
    }
}

/// A kind's number within its [`Variant`](crate::Variant).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub(crate) u8);

impl KindId {
    /// The king: every variant knows the six orthodox kinds.
    pub const KING: KindId = KindId(0);
    /// The queen.
    pub const QUEEN: KindId = KindId(1);
    /// The rook.
    pub const ROOK: KindId = KindId(2);
    /// The bishop.
    pub const BISHOP: KindId = KindId(3);
    /// The knight.
    pub const KNIGHT: KindId = KindId(4);
    /// The pawn.
    pub const PAWN: KindId = KindId(5);

    /// The number as used in tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A man on the board. Eight bytes, so that a square is read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// What it is.
    pub kind: KindId,
    /// Whose it is.
    pub colour: Colour,
    /// Whether it must not be left to capture.
    pub royal: bool,
    /// What else it is.
    pub attributes: Attributes,
    /// Its square in the diagram, counted from 1, where a condition asks for it; otherwise 0.
    pub origin: u8,
}

impl Man {
    /// A man without attributes.
    #[inline]
    pub const fn plain(kind: KindId, colour: Colour, royal: bool) -> Man {
        Man { kind, colour, royal, attributes: Attributes::NONE, origin: 0 }
    }

    /// The same man on the other side; a neutral one stays as it is.
    #[must_use]
    pub const fn turncoat(self) -> Man {
        Man { colour: self.colour.other(), ..self }
    }

    /// Whether it has an attribute.
    #[inline]
    pub const fn has(&self, attribute: Attribute) -> bool {
        self.attributes.has(attribute)
    }
}
