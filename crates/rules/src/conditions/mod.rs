//! Conditions: rules laid over the ordinary ones.
//!
//! A condition is a value with named hooks. Each has a default that changes nothing, so a condition
//! is one file with the hooks it needs and a line in [`parse`].
//!
//! ```
//! use solusrex_rules::conditions;
//!
//! let circe = conditions::parse("Circe RexInclusive")?;
//! assert_eq!(circe.name(), "Circe RexInclusive");
//! assert!(conditions::parse("Cierce").unwrap_err().to_string().contains("Circe"));
//! # Ok::<(), solusrex_rules::conditions::ConditionError>(())
//! ```

mod circe;
mod madrasi;

use std::{fmt::Debug, sync::Arc};

pub use circe::Circe;
pub use madrasi::Madrasi;

use crate::{
    geometry::{Geometry, Square},
    man::{KindId, Side},
    moves::Move,
    notation::shown,
    position::Position,
};

/// A rule laid over the ordinary ones.
pub trait Condition: Debug + Send + Sync {
    /// The name as composers write it.
    fn name(&self) -> String;

    /// Whether the condition means something on this board.
    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        let _ = geometry;
        Ok(())
    }

    /// Whether the man on `square` may move, capture and give check for `side`.
    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        let _ = (position, square, side);
        true
    }

    /// Whether the man on `from` may go to `to`, be it to move, to capture or to give check.
    fn may_go(&self, position: &Position, from: Square, to: Square) -> bool {
        let _ = (position, from, to);
        true
    }

    /// Whether [`Condition::walks`] ever changes a man's walk.
    fn transforms(&self) -> bool {
        false
    }

    /// As what kinds the man on `square` moves and gives check for `side`, instead of its own.
    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Vec<KindId>> {
        let _ = (position, square, side);
        None
    }

    /// Whether [`Condition::consequences`] may bring a captured royal man back. An attack is then
    /// no check unless the capture would be for good.
    fn revives(&self) -> bool {
        false
    }

    /// What comes of a move: itself with effects added, several moves, or none.
    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let _ = position;
        each(mv);
    }

    /// Whether a move may have been played, seen from the position after it.
    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let _ = (after, mv);
        true
    }

    /// Keeps those of the legal moves that may be chosen.
    fn select(&self, position: &Position, moves: &mut Vec<Move>) {
        let _ = (position, moves);
    }
}

/// Why a condition cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// No such name.
    #[error("condition {name:?} (known: {}; did you mean {nearest}?)", NAMES.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The known name most like it.
        nearest: &'static str,
    },
    /// No such sub-option of a known condition.
    #[error("{condition}: {word:?} (it takes {takes})")]
    Variant {
        /// The condition.
        condition: &'static str,
        /// What was found.
        word: String,
        /// What it takes.
        takes: &'static str,
    },
    /// The board does not suit the condition.
    #[error("{condition} on a board of {board} ({remedy})")]
    Board {
        /// The condition.
        condition: &'static str,
        /// The board.
        board: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The same condition twice, perhaps in two forms.
    #[error("condition {0} twice (give each condition once)")]
    Twice(String),
    /// More kinds than a variant can hold.
    #[error("too many kinds in one position (at most {})", crate::variant::MAX_KINDS)]
    TooManyKinds,
}

const NAMES: [&str; 2] = ["Circe", "Madrasi"];

/// A condition from its name and sub-options, in either case: `Circe`, `madrasi RexInclusive`.
pub fn parse(text: &str) -> Result<Arc<dyn Condition>, ConditionError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or("");
    let rex_inclusive = |condition| {
        let mut inclusive = false;
        for word in words {
            match word.to_ascii_lowercase().as_str() {
                "rexinclusive" => inclusive = true,
                "rexexclusive" => inclusive = false,
                _ => {
                    let takes = "RexInclusive or RexExclusive";
                    return Err(ConditionError::Variant { condition, word: shown(word), takes });
                }
            }
        }
        Ok(inclusive)
    };
    match name.to_ascii_lowercase().as_str() {
        "circe" => Ok(Arc::new(Circe { rex_inclusive: rex_inclusive("Circe")? })),
        "madrasi" => Ok(Arc::new(Madrasi { rex_inclusive: rex_inclusive("Madrasi")? })),
        _ => {
            let nearest = NAMES.into_iter().min_by_key(|known| distance(known, name));
            Err(ConditionError::Unknown { name: shown(text), nearest: nearest.unwrap_or("") })
        }
    }
}

/// How many letters must be changed, added or dropped to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<u8> = b.to_ascii_lowercase().into_bytes();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_ascii_lowercase().bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
