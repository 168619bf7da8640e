//! Games in which a side may move twice running, brought into alternating form.
//!
//! Ströhlein (1970, §2 a) keeps the positions and "neglects the ways inside P_w and P_s": in the new
//! game a player moves from p straight to every position of the *opponent* that he can reach from p
//! through positions of his own. One move of the new game is a whole **turn** of the old one.
//!
//! That leaves open what becomes of a turn that never reaches the opponent. The old game is the
//! judge, an endless play being a draw (D3.2) and a dead end what it was:
//!
//! * a player who can go round among his own positions for ever gets a move to a draw;
//! * a player who can reach a dead end of his own that is drawn, or has a given value, gets a move
//!   that is worth the same;
//! * a dead end of his own in which he has lost gives him nothing. If his turn can end nowhere else
//!   he has no move in the new game, and so has lost.
//!
//! Every position keeps its number and its result. What a distance means changes:
//!
//! | solved as | a ply is | use |
//! |---|---|---|
//! | the [`FreeGame`] itself, [`FreeGame::solve`] | one single move of the old game | the exact distance, and which single move to make |
//! | its alternating form, [`Game::solve`](Game::solve) | one turn, however many moves it has | Ströhlein's move number z, kernels |
//!
//! The two measures may prefer different moves: few long turns or many short ones.
//!
//! ```
//! use solusrex_game::{GameBuilder, Moves, Plies, Side, Value};
//!
//! // White walks a -> b -> c, all his own, then on to d, where Black cannot move.
//! let mut builder = GameBuilder::new();
//! let [a, b, c] = [(); 3].map(|()| builder.position(Side::White));
//! let d = builder.position(Side::Black);
//! builder.moves(a, b).moves(b, c).moves(c, d);
//! let free = builder.finish_free().unwrap();
//! let turns = free.alternating(1000).unwrap().solve();
//! assert_eq!(turns.move_number(a), Some(Moves(1)));
//! assert_eq!(turns.best_moves(a), [d]);
//! assert_eq!(free.solve().value(a), Value::Won(Plies(3)));
//! ```

use thiserror::Error;

use crate::game::{FreeGame, Game, GameError, GameStream};
use crate::graph::{Node, NodeSet};
use crate::value::{Plies, Value};

/// Why a game could not be brought into alternating form.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AlternateError {
    /// The turns are too long.
    #[error(
        "walking through all turns takes more than {limit} single moves \
         (raise the limit, or solve the free game as it stands)"
    )]
    TooManyMoves {
        /// The largest number allowed.
        limit: usize,
    },
    /// The result is too large for a game.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl FreeGame {
    /// The alternating form (Ströhlein 1970, §2 a; see the [module page](crate::alternate)).
    ///
    /// The turns from every position are walked through, which can take as many single moves as the
    /// square of the game's size; `limit` is the largest number of them, and so of moves in the
    /// result.
    ///
    /// Positions keep their numbers; the moves to a draw or to a given value lead to
    /// [exits](GameStream::exit), which come after them.
    ///
    /// # Errors
    /// When it takes more than `limit` single moves.
    pub fn alternating(&self, limit: usize) -> Result<Game, AlternateError> {
        let endless = endless_turns(self);
        let mut stream =
            GameStream::with_capacity(self.len(), self.graph().edge_count().min(limit));
        // The position whose turn saw a position last, so that nothing need be cleared.
        let mut seen_from = vec![None; self.len()];
        let mut open = Vec::new();
        let mut walked = 0;
        for start in self.positions() {
            let side = self.side(start);
            stream.position(side);
            if let Some(ending) = self.ending(start) {
                stream.ends(ending);
                continue;
            }
            if endless.contains(start) {
                stream.exit(Value::Drawn);
            }
            open.push(start);
            seen_from[start.index()] = Some(start);
            while let Some(here) = open.pop() {
                walked += self.moves(here).len();
                if walked > limit {
                    return Err(AlternateError::TooManyMoves { limit });
                }
                for &next in self.moves(here) {
                    if seen_from[next.index()].replace(start) == Some(start) {
                        continue;
                    }
                    if self.side(next) != side {
                        stream.move_to(next);
                    } else if let Some(ending) = self.ending(next) {
                        end_of_turn(&mut stream, ending);
                    } else {
                        open.push(next);
                    }
                }
            }
        }
        Ok(stream.finish()?)
    }
}

/// A turn that ends in a dead end of the mover's own, worth `ending` to him.
fn end_of_turn(stream: &mut GameStream, ending: Value) {
    // One ply less, because the move to the exit is the one that the mover still has to make.
    let rest = |plies: Plies| Plies(plies.0.saturating_sub(1));
    match ending {
        Value::LOST_NOW => {}
        Value::Drawn => drop(stream.exit(Value::Drawn)),
        Value::Won(plies) => drop(stream.exit(Value::Lost(rest(plies)))),
        Value::Lost(plies) => drop(stream.exit(Value::Won(rest(plies)))),
    }
}

/// The positions from which the side to move can move on for ever without the other.
fn endless_turns(game: &FreeGame) -> NodeSet {
    // Take away, again and again, the positions without a move to one of the same side that is left.
    let own = |from: Node, to: &Node| game.side(from) == game.side(*to);
    let mut left: Vec<u32> = game
        .positions()
        .map(|from| game.moves(from).iter().filter(|to| own(from, to)).count() as u32)
        .collect();
    let backwards = game.graph().reversed();
    let mut gone: Vec<Node> = game.positions().filter(|node| left[node.index()] == 0).collect();
    while let Some(node) = gone.pop() {
        for &from in backwards.successors(node).iter().filter(|from| own(node, from)) {
            left[from.index()] -= 1;
            if left[from.index()] == 0 {
                gone.push(from);
            }
        }
    }
    NodeSet::filled(game.len(), |node| left[node.index()] > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameBuilder;
    use crate::value::{Moves, Side};

    #[test]
    fn an_alternating_game_is_its_own_alternating_form() {
        let mut builder = GameBuilder::new();
        let [a, b] = Side::BOTH.map(|side| builder.position(side));
        let c = builder.position(Side::White);
        builder.moves(a, b).moves(b, a).moves(b, c).ends(c, Value::Drawn);
        let game = builder.finish().unwrap();
        assert_eq!(game.alternating(3).unwrap(), game);
    }

    #[test]
    fn who_can_only_run_round_by_himself_draws() {
        // White: a <-> b, b -> c; Black in c wins by moving to d, where White cannot move.
        let mut builder = GameBuilder::new();
        let [a, b, d] = [(); 3].map(|()| builder.position(Side::White));
        let c = builder.position(Side::Black);
        builder.moves(a, b).moves(b, a).moves(b, c).moves(c, d);
        let free = builder.finish_free().unwrap();
        let turns = free.alternating(100).unwrap().solve();
        assert_eq!(turns.value(a), Value::Drawn);
        assert_eq!(turns.value(c), Value::Won(Plies(1)));
        assert_eq!(free.solve().value(a), Value::Drawn);
    }

    #[test]
    fn a_turn_that_ends_in_ones_own_dead_end_is_worth_that_dead_end() {
        for (ending, moves) in [
            (Value::LOST_NOW, Some(Moves(0))),
            (Value::Lost(Plies(6)), Some(Moves(3))),
            (Value::Won(Plies(5)), Some(Moves(3))),
            (Value::Drawn, None),
        ] {
            let mut builder = GameBuilder::new();
            let [a, b] = [(); 2].map(|()| builder.position(Side::Black));
            builder.moves(a, b).ends(b, ending);
            let free = builder.finish_free().unwrap();
            let turns = free.alternating(10).unwrap().solve();
            assert_eq!(turns.move_number(a), moves);
            assert_eq!(turns.value(a).winner(Side::Black), ending.winner(Side::Black));
            let plies = free.solve().value(a).plies();
            assert_eq!(plies, ending.plies().map(|Plies(plies)| Plies(plies + 1)));
        }
    }

    #[test]
    fn long_turns_are_refused_with_a_remedy() {
        let mut builder = GameBuilder::new();
        let white: Vec<Node> = (0..20).map(|_| builder.position(Side::White)).collect();
        let black = builder.position(Side::Black);
        for pair in white.windows(2) {
            builder.moves(pair[0], pair[1]).moves(pair[0], black);
        }
        let free = builder.finish_free().unwrap();
        // From the first position a turn can take 2 * 19 single moves, from the next 2 * 18, ...
        assert!(free.alternating(380).is_ok());
        assert_eq!(free.alternating(379), Err(AlternateError::TooManyMoves { limit: 379 }));
    }
}
