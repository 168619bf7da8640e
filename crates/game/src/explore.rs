//! From rules to a graph: follow the moves from some positions, give each new one a number.
//!
//! ```
//! use solusrex_game::explore::{Options, explore};
//! use solusrex_game::{Limits, Side};
//!
//! // One heap, take one or two; who cannot take has lost.
//! let from = [(Side::White, 4_u32)];
//! let found = explore(from, Limits::default(), |&(side, _)| side, |&(side, heap)| {
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
use crate::limits::{LimitError, Limits};
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
    /// There are more positions or moves than the caller allowed.
    #[error(transparent)]
    Limit(#[from] LimitError),
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
    /// The game, and the positions with their numbers, apart: a game is consumed when it is solved.
    #[must_use]
    pub fn split(self) -> (G, Explored<P, ()>) {
        let Explored { game, positions, index } = self;
        (game, Explored { game: (), positions, index })
    }

    /// The number of a position, if the exploration met it.
    #[must_use]
    pub fn node(&self, position: &P) -> Option<Node> {
        self.index.get(position).copied()
    }
}

/// Explores an alternating game from `roots`, breadth first.
///
/// `side` says who is to move in a position, `expand` what he can do.
///
/// # Errors
/// When it is larger than `limits`, or the moves do not alternate.
pub fn explore<P: Hash + Eq + Clone>(
    roots: impl IntoIterator<Item = P>,
    limits: Limits,
    side: impl FnMut(&P) -> Side,
    expand: impl FnMut(&P) -> Options<P>,
) -> Result<Explored<P>, ExploreError> {
    let Explored { game, positions, index } = explore_free(roots, limits, side, expand)?;
    Ok(Explored { game: game.try_into()?, positions, index })
}

/// Explores a game in which a side may move twice running; otherwise as [`explore`].
///
/// # Errors
/// When it is larger than `limits`.
pub fn explore_free<P: Hash + Eq + Clone>(
    roots: impl IntoIterator<Item = P>,
    limits: Limits,
    mut side: impl FnMut(&P) -> Side,
    mut expand: impl FnMut(&P) -> Options<P>,
) -> Result<Explored<P, FreeGame>, ExploreError> {
    let mut numbers = Numbers { index: HashMap::new(), positions: Vec::new(), limits };
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
                limits.check(0, stream.move_count())?;
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
    limits: Limits,
}

impl<P: Hash + Eq + Clone> Numbers<P> {
    fn of(&mut self, position: P) -> Result<Node, LimitError> {
        if let Some(&node) = self.index.get(&position) {
            return Ok(node);
        }
        self.limits.check(self.positions.len() + 1, 0)?;
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
        let error = explore(
            [0_u64],
            Limits::positions(10),
            |n| Side::BOTH[(n % 2) as usize],
            |n| Options::Moves(vec![n + 1]),
        )
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the game has more than 10 positions (raise the limit or make the game smaller)"
        );
    }

    #[test]
    fn rules_that_do_not_alternate_need_a_free_game() {
        let expand = |&n: &u8| Options::Moves((n < 3).then_some(n + 1).into_iter().collect());
        assert!(explore([0], Limits::default(), |_| Side::White, expand).is_err());
        assert_eq!(
            explore_free([0], Limits::default(), |_| Side::White, expand).unwrap().game.len(),
            4
        );
    }
}
