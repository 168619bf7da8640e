//! How large a game may become that is described in a few words.

use thiserror::Error;

use crate::graph::Graph;

/// The largest game that a caller is ready to build.
///
/// The default, a million positions and sixteen million moves, takes a few hundred megabytes at
/// most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of positions.
    pub positions: usize,
    /// The largest number of moves.
    pub moves: usize,
}

impl Limits {
    /// Whatever a graph can hold.
    pub const NONE: Limits = Limits { positions: Graph::MAX_NODES, moves: Graph::MAX_EDGES };

    /// At most so many positions, and any number of moves.
    #[must_use]
    pub const fn positions(positions: usize) -> Limits {
        Limits { positions, ..Limits::NONE }
    }

    pub(crate) fn check(&self, positions: usize, moves: usize) -> Result<(), LimitError> {
        if positions > self.positions {
            Err(LimitError::TooManyPositions { limit: self.positions })
        } else if moves > self.moves {
            Err(LimitError::TooManyMoves { limit: self.moves })
        } else {
            Ok(())
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { positions: 1_000_000, moves: 16_000_000 }
    }
}

/// A game is larger than its [`Limits`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LimitError {
    /// It has too many positions.
    #[error("the game has more than {limit} positions (raise the limit or make the game smaller)")]
    TooManyPositions {
        /// The largest number allowed.
        limit: usize,
    },
    /// It has too many moves.
    #[error("the game has more than {limit} moves (raise the limit or make the game smaller)")]
    TooManyMoves {
        /// The largest number allowed.
        limit: usize,
    },
}
