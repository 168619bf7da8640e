//! From rules to a graph: follow the moves from some positions, give each new one a number.
//!
//! ```
//! use solusrex_game::explore::{Options, explore};
//! use solusrex_game::{Side, Value};
//!
//! // One heap, take one or two; who cannot take has lost.
//! let found = explore([(Side::White, 4_u32)], 100, |&(side, _)| side, |&(side, heap)| {
//!     Options::Moves((1..=heap.min(2)).map(|taken| (side.other(), heap - taken)).collect())
//! })
//! .unwrap();
//! let start = found.node(&(Side::White, 4)).unwrap();
//! let positions = found.positions;
//! let solution = found.game.solve();
//! assert!(solution.value(start).is_won());
//! assert_eq!(positions[solution.best_moves(start)[0].index()], (Side::Black, 3));
//! ```

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

use crate::game::{FreeGame, Game, GameError, GameStream};
use crate::graph::Node;
use crate::value::{Side, Value};

/// What the side to move can do in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Options<P> {
    /// Move to one of these; none at all means that it has lost.
    Moves(Vec<P>),
    /// Nothing: the game is over with this value for the side to move.
    Ended(Value),
}

/// Why the exploration stopped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// There are more positions than the caller allowed.
    #[error("the game has more than {limit} positions (raise the limit or make the game smaller)")]
    TooManyPositions {
        /// The largest number allowed.
        limit: usize,
    },
    /// What was found is not a game.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// An explored game: position `positions[n]` is node *n*.
#[derive(Debug, Clone)]
pub struct Explored<P, G = Game> {
    /// The graph with its sides and endings.
    pub game: G,
    /// The position of each node, in the order in which they were found.
    pub positions: Vec<P>,
    index: HashMap<P, Node>,
}

impl<P: Hash + Eq, G> Explored<P, G> {
    /// The number of a position, if the exploration met it.
    #[must_use]
    pub fn node(&self, position: &P) -> Option<Node> {
        self.index.get(position).copied()
    }
}

/// Explores an alternating game from `roots`, breadth first, up to `limit` positions.
///
/// `side` says who is to move in a position, `expand` what he can do.
///
/// # Errors
/// When there are more positions than `limit`, or the moves do not alternate.
pub fn explore<P: Hash + Eq + Clone>(
    roots: impl IntoIterator<Item = P>,
    limit: usize,
    side: impl FnMut(&P) -> Side,
    expand: impl FnMut(&P) -> Options<P>,
) -> Result<Explored<P>, ExploreError> {
    let Explored { game, positions, index } = explore_free(roots, limit, side, expand)?;
    Ok(Explored { game: game.try_into()?, positions, index })
}

/// Explores a game in which a side may move twice running; otherwise as [`explore`].
///
/// # Errors
/// When there are more positions than `limit`.
pub fn explore_free<P: Hash + Eq + Clone>(
    roots: impl IntoIterator<Item = P>,
    limit: usize,
    mut side: impl FnMut(&P) -> Side,
    mut expand: impl FnMut(&P) -> Options<P>,
) -> Result<Explored<P, FreeGame>, ExploreError> {
    let mut numbers = Numbers { index: HashMap::new(), positions: Vec::new(), limit };
    for root in roots {
        numbers.of(root)?;
    }
    let mut stream = GameStream::new();
    while let Some(position) = numbers.positions.get(stream.len()).cloned() {
        stream.position(side(&position));
        match expand(&position) {
            Options::Moves(targets) => {
                for target in targets {
                    stream.move_to(numbers.of(target)?);
                }
            }
            Options::Ended(value) => {
                stream.ends(value);
            }
        }
    }
    let Numbers { index, positions, .. } = numbers;
    Ok(Explored { game: stream.finish_free()?, positions, index })
}

struct Numbers<P> {
    index: HashMap<P, Node>,
    positions: Vec<P>,
    limit: usize,
}

impl<P: Hash + Eq + Clone> Numbers<P> {
    fn of(&mut self, position: P) -> Result<Node, ExploreError> {
        if let Some(&node) = self.index.get(&position) {
            return Ok(node);
        }
        if self.positions.len() >= self.limit {
            return Err(ExploreError::TooManyPositions { limit: self.limit });
        }
        let node = Node(self.positions.len() as u32);
        self.positions.push(position.clone());
        self.index.insert(position, node);
        Ok(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_game_stops_at_the_limit_with_a_remedy() {
        let error =
            explore([0_u64], 10, |n| Side::BOTH[(n % 2) as usize], |n| Options::Moves(vec![n + 1]))
                .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the game has more than 10 positions (raise the limit or make the game smaller)"
        );
    }

    #[test]
    fn rules_that_do_not_alternate_need_a_free_game() {
        let expand = |&n: &u8| Options::Moves((n < 3).then_some(n + 1).into_iter().collect());
        assert!(explore([0], 10, |_| Side::White, expand).is_err());
        assert_eq!(explore_free([0], 10, |_| Side::White, expand).unwrap().game.len(), 4);
    }
}
