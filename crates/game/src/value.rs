//! The small words of the theory: who is to move, what a position is worth, how long it takes.
//!
//! ```
//! use solusrex_game::{Moves, Plies, Side, Value};
//!
//! assert_eq!(Side::White.other(), Side::Black);
//! // The side to move wins with its third move, the fifth half-move from here.
//! let value = Value::Won(Plies(5));
//! assert_eq!(value.moves(), Some(Moves(3)));
//! assert_eq!(value.to_string(), "won in 5 plies");
//! ```

use std::fmt;

use serde::Serialize;

/// One of the two players, Ströhlein's *w* and *s*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// *Weiß*, w.
    White,
    /// *Schwarz*, s.
    Black,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black: an index into a pair.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
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

/// A number of half-moves: one ply is one player moving once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Plies(pub u32);

impl Plies {
    /// The moves that the side to move makes in a game of so many plies: half of them, rounded up.
    ///
    /// Ströhlein (1970, D3.1) gives a play of *n* positions, that is of *n - 1* plies, the length
    /// ⌊n/2⌋, "so that it counts the moves of the party who was to move in the initial position".
    ///
    /// ```
    /// use solusrex_game::{Moves, Plies};
    /// assert_eq!([0, 1, 2, 3, 4].map(|d| Plies(d).moves().0), [0, 1, 1, 2, 2]);
    /// ```
    #[must_use]
    pub const fn moves(self) -> Moves {
        Moves(self.0.div_ceil(2))
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "ply" } else { "plies" })
    }
}

/// A number of moves of the side to move: Ströhlein's *Zugzahl* z (1970, D4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moves(pub u32);

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "move" } else { "moves" })
    }
}

/// What a position is worth to the side to move there, both sides playing their best.
///
/// The distance counts plies to the end of the game: the winner makes it as short, the loser as
/// long as he can. In an alternating game whose endings are losses on the spot a win takes an odd
/// and a loss an even number of plies. Values given from outside (an exit into another game that is
/// solved already) may have any distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "result", content = "plies", rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Value {
    /// The side to move wins in so many plies.
    Won(Plies),
    /// Neither side wins.
    Drawn,
    /// The side to move loses in so many plies.
    Lost(Plies),
}

impl Value {
    /// The value of a position in which the side to move cannot move: lost on the spot.
    pub const LOST_NOW: Value = Value::Lost(Plies(0));

    /// Does the side to move win?
    #[must_use]
    pub const fn is_won(self) -> bool {
        matches!(self, Value::Won(_))
    }

    /// Does the side to move lose?
    #[must_use]
    pub const fn is_lost(self) -> bool {
        matches!(self, Value::Lost(_))
    }

    /// Is the position drawn?
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        matches!(self, Value::Drawn)
    }

    /// The distance to the end, none for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<Plies> {
        match self {
            Value::Won(plies) | Value::Lost(plies) => Some(plies),
            Value::Drawn => None,
        }
    }

    /// Ströhlein's move number z (1970, D4.1); none stands for his ∞, a draw.
    ///
    /// z is the least n such that the winner has a strategy with which no play, however the other
    /// side defends, is longer than n moves of the side that is to move *here*. A position lost on
    /// the spot has z = 0, a win with the next move z = 1; a loss in z takes 2z plies, a win in z
    /// takes 2z - 1.
    #[must_use]
    pub const fn moves(self) -> Option<Moves> {
        match self.plies() {
            Some(plies) => Some(plies.moves()),
            None => None,
        }
    }

    /// The same position seen by the other player.
    #[must_use]
    pub const fn mirrored(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies),
        }
    }

    /// Who wins when `to_move` is to move, if anybody does.
    #[must_use]
    pub const fn winner(self, to_move: Side) -> Option<Side> {
        match self {
            Value::Won(_) => Some(to_move),
            Value::Drawn => None,
            Value::Lost(_) => Some(to_move.other()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Won(plies) => write!(f, "won in {plies}"),
            Value::Drawn => f.write_str("drawn"),
            Value::Lost(plies) => write!(f, "lost in {plies}"),
        }
    }
}

/// A [`Value`] in four bytes, because there is one for every position: 0 is a draw, otherwise the
/// lowest bit says lost, the next one won, and the other thirty are the plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed(u32);

impl Packed {
    pub(crate) const DRAWN: Packed = Packed(0);
    /// Twice this still fits: the largest distance is a given one plus one ply per position.
    pub(crate) const MAX_GIVEN_PLIES: u32 = (1 << 29) - 1;

    pub(crate) const fn won(plies: u32) -> Packed {
        Packed(plies << 2 | 2)
    }

    pub(crate) const fn lost(plies: u32) -> Packed {
        Packed(plies << 2 | 1)
    }

    pub(crate) const fn unpack(self) -> Value {
        let plies = Plies(self.0 >> 2);
        match self.0 & 3 {
            0 => Value::Drawn,
            1 => Value::Lost(plies),
            _ => Value::Won(plies),
        }
    }
}

impl From<Value> for Packed {
    fn from(value: Value) -> Packed {
        match value {
            Value::Won(plies) => Packed::won(plies.0),
            Value::Drawn => Packed::DRAWN,
            Value::Lost(plies) => Packed::lost(plies.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_value_is_the_value() {
        let far = Plies(2 * Packed::MAX_GIVEN_PLIES);
        for value in [
            Value::Drawn,
            Value::LOST_NOW,
            Value::Won(Plies(0)),
            Value::Won(Plies(71)),
            Value::Won(far),
            Value::Lost(far),
        ] {
            assert_eq!(Packed::from(value).unpack(), value);
        }
    }

    #[test]
    fn values_are_written_in_words_and_in_json() {
        assert_eq!(Value::Lost(Plies(1)).to_string(), "lost in 1 ply");
        assert_eq!(
            serde_json::to_string(&Value::Won(Plies(5))).unwrap(),
            r#"{"result":"won","plies":5}"#
        );
        assert_eq!(serde_json::to_string(&Value::Drawn).unwrap(), r#"{"result":"drawn"}"#);
    }
}
