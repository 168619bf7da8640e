//! The solver: every position's value, backwards from the ends of the game.
//!
//! Ströhlein (1970, S5.3, S5.4 and §8) works in levels, looking back only from the newest one:
//! a position is won one ply after the first of its moves is known to reach a loss; it is lost one
//! ply after the *last* of its moves is known to reach a win. The second cannot be seen from the
//! newest level alone (his remark after S5.4), so every position counts the moves that are not yet
//! known to lose, and the newest level only counts down. Each move is looked at once.
//!
//! Values given from outside enter at the level of their distance, so that the levels stay exact.
//!
//! # Memory
//!
//! Beside the graph and its reversal, one *cell* per position, one, two or eight bytes as the largest
//! out-degree requires, holds everything that the inner loop needs, and four bytes per
//! position hold the value.
//!
//! ```text
//!   cell     n n n n n n d s     s  side to move    d  decided    n  moves not yet known to lose
//! ```
//!
//! A move counts as one memory access to the cell of the position it comes from; with ten million
//! positions all the cells lie in a level-3 cache.
//!
//! ```
//! use solusrex_game::{GameBuilder, Moves, Side, Value};
//!
//! // White: a -> b;  Black: b -> a, b -> c;  White: c -> d;  Black in d cannot move.
//! let mut builder = GameBuilder::new();
//! let [a, c] = [(); 2].map(|()| builder.position(Side::White));
//! let [b, d] = [(); 2].map(|()| builder.position(Side::Black));
//! builder.moves(a, b).moves(b, a).moves(b, c).moves(c, d);
//! let solution = builder.finish().unwrap().solve();
//! assert_eq!(solution.value(a), Value::Drawn);
//! assert_eq!(solution.move_number(c), Some(Moves(1)));
//! assert_eq!(solution.best_moves(b), [a]);
//! ```

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::game::{FreeGame, Game};
use crate::graph::{Graph, Node, NodeSet};
use crate::value::{Moves, Packed, Plies, Side, Value};

impl Game {
    /// Solves the game.
    #[must_use]
    pub fn solve(self) -> Solution {
        Solution { values: values(&self), game: self }
    }
}

impl FreeGame {
    /// Solves the game as it stands: distances count single moves, whoever makes them.
    #[must_use]
    pub fn solve(self) -> Solution<FreeGame> {
        Solution { values: values(&self), game: self }
    }
}

/// A solved game: the value of every position.
#[derive(Debug, Clone)]
pub struct Solution<G = Game> {
    game: G,
    values: Vec<Packed>,
}

impl<G: AsRef<FreeGame>> Solution<G> {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Gives the game back.
    #[must_use]
    pub fn into_game(self) -> G {
        self.game
    }

    /// What `node` is worth to the side to move there.
    ///
    /// # Panics
    /// When the game has no such position.
    #[must_use]
    pub fn value(&self, node: Node) -> Value {
        self.values[node.index()].unpack()
    }

    /// The value of every position in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value> + '_ {
        self.values.iter().map(|value| value.unpack())
    }

    /// The optimal moves from `node` in the order of the graph, each target once: the shortest
    /// wins, the longest losses, all moves that keep the draw (Ströhlein 1970, D4.3). A strategy
    /// that plays only such moves is optimal everywhere (S4.5).
    ///
    /// # Panics
    /// When the game has no such position.
    #[must_use]
    pub fn best_moves(&self, node: Node) -> Vec<Node> {
        let mut best = Vec::new();
        for &target in self.game.as_ref().moves(node) {
            if self.is_best(node, target) && !best.contains(&target) {
                best.push(target);
            }
        }
        best
    }

    /// Is the move from `node` to `target` optimal?
    ///
    /// # Panics
    /// When the game has no such positions.
    #[must_use]
    pub fn is_best(&self, node: Node, target: Node) -> bool {
        let after = self.value_after(node, target);
        match self.value(node) {
            Value::Drawn => after == Value::Drawn,
            Value::Won(plies) => plies.0 > 0 && after == Value::Won(Plies(plies.0 - 1)),
            Value::Lost(plies) => plies.0 > 0 && after == Value::Lost(Plies(plies.0 - 1)),
        }
    }

    /// What `target` is worth to the side that is to move in `node`.
    ///
    /// # Panics
    /// When the game has no such positions.
    #[must_use]
    pub fn value_after(&self, node: Node, target: Node) -> Value {
        let game = self.game.as_ref();
        let value = self.value(target);
        if game.side(node) == game.side(target) { value } else { value.mirrored() }
    }

    /// A line of best play from `node`, at each position the first optimal move of the graph.
    ///
    /// A won or lost line runs to the end of the game or to a position whose value is given; a
    /// drawn one to a drawn dead end or until a position comes back.
    ///
    /// # Panics
    /// When the game has no such position.
    #[must_use]
    pub fn line(&self, node: Node) -> Line {
        let mut positions = vec![node];
        let mut seen = HashSet::from([node]);
        let mut here = node;
        loop {
            let moves = self.game.as_ref().moves(here);
            let Some(&next) = moves.iter().find(|&&target| self.is_best(here, target)) else {
                return Line { positions, repeats: None };
            };
            if !seen.insert(next) {
                let repeats = positions.iter().position(|&position| position == next);
                return Line { positions, repeats };
            }
            positions.push(next);
            here = next;
        }
    }

    /// How many positions are won, drawn and lost, and in how many plies.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        for (node, value) in self.game.as_ref().positions().zip(self.values()) {
            let side = match self.game.as_ref().side(node) {
                Side::White => &mut census.white,
                Side::Black => &mut census.black,
            };
            match value {
                Value::Won(plies) => *side.won.entry(plies).or_default() += 1,
                Value::Drawn => side.drawn += 1,
                Value::Lost(plies) => *side.lost.entry(plies).or_default() += 1,
            }
        }
        census
    }

    /// The positions with the longest way to a forced end, none when every position is drawn.
    #[must_use]
    pub fn longest(&self) -> Option<Longest> {
        let plies = self.values().filter_map(Value::plies).max()?;
        let positions = (0..).map(Node).zip(self.values());
        let positions = positions
            .filter(|(_, value)| value.plies() == Some(plies))
            .map(|(node, _)| node)
            .collect();
        Some(Longest { plies, positions })
    }
}

impl Solution<Game> {
    /// Ströhlein's move number z (1970, D4.1), see [`Value::moves`]; none for a draw.
    ///
    /// # Panics
    /// When the game has no such position.
    #[must_use]
    pub fn move_number(&self, node: Node) -> Option<Moves> {
        self.value(node).moves()
    }

    /// The m for which this is an "m-move game": the largest finite move number (Ströhlein 1970,
    /// D4.4). None when every position is drawn.
    #[must_use]
    pub fn length(&self) -> Option<Moves> {
        self.values().filter_map(Value::moves).max()
    }

    /// The two distinguished kernels K1 and K2 (Ströhlein 1970, S6.3):
    ///
    /// * K1 = {White to move and does not win} ∪ {Black to move and loses},
    /// * K2 = {White to move and loses} ∪ {Black to move and does not win}.
    ///
    /// K1 ∩ K2 are the lost positions, K1 \ K2 White's draws, K2 \ K1 Black's draws.
    ///
    /// When no dead end is drawn or given a win, both are kernels of the game's graph. A drawn dead
    /// end has no move and so lies in every kernel of the bare graph, but only in one of K1 and K2:
    /// with such endings K1 and K2 are kernels of the graph in which Ströhlein's §2 c gives each
    /// drawn dead end one move into an endless cycle, cut down to the game's own positions. The
    /// module [`kernel`](crate::kernel) builds that graph.
    #[must_use]
    pub fn kernels(&self) -> (NodeSet, NodeSet) {
        let of = |draws_of: Side| {
            NodeSet::filled(self.game.len(), |node| match self.value(node) {
                Value::Won(_) => false,
                Value::Drawn => self.game.side(node) == draws_of,
                Value::Lost(_) => true,
            })
        };
        (of(Side::White), of(Side::Black))
    }
}

/// A line of best play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The positions, from the first to the last.
    pub positions: Vec<Node>,
    /// The index of the position to which the move after the last leads back: play goes round for
    /// ever. None when the last position has no move.
    pub repeats: Option<usize>,
}

/// The counts of one side to move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SideCensus {
    /// Positions that the side to move wins, by distance.
    pub won: BTreeMap<Plies, u64>,
    /// Drawn positions.
    pub drawn: u64,
    /// Positions that the side to move loses, by distance.
    pub lost: BTreeMap<Plies, u64>,
}

impl SideCensus {
    /// How many positions are won in all.
    #[must_use]
    pub fn won_total(&self) -> u64 {
        self.won.values().sum()
    }

    /// How many positions are lost in all.
    #[must_use]
    pub fn lost_total(&self) -> u64 {
        self.lost.values().sum()
    }
}

/// The counts of a solved game; won and lost are meant for the side to move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Census {
    /// Positions with White to move.
    pub white: SideCensus,
    /// Positions with Black to move.
    pub black: SideCensus,
}

/// The longest forced ends of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// The largest distance.
    pub plies: Plies,
    /// The positions that have it.
    pub positions: Vec<Node>,
}

/// What the inner loop knows about a position; see the module page.
trait Cell: Copy {
    /// The largest number of moves that fits.
    const MAX_MOVES: u32;

    fn new(side: Side, moves: u32) -> Self;
    fn is_decided(self) -> bool;
    fn decide(&mut self);
    fn is_to_move(self, side: Side) -> bool;
    /// One more move is known to lose; was it the last?
    fn count_down(&mut self) -> bool;
}

macro_rules! cell {
    ($int:ty) => {
        impl Cell for $int {
            const MAX_MOVES: u32 = (<$int>::MAX >> 2) as u32;

            fn new(side: Side, moves: u32) -> $int {
                (moves as $int) << 2 | side as $int
            }
            fn is_decided(self) -> bool {
                self & 2 != 0
            }
            fn decide(&mut self) {
                *self |= 2;
            }
            fn is_to_move(self, side: Side) -> bool {
                self & 1 == side as $int
            }
            fn count_down(&mut self) -> bool {
                *self -= 4;
                *self < 4
            }
        }
    };
}

cell!(u8);
cell!(u16);
cell!(u64);

/// The values of all positions.
fn values(game: &FreeGame) -> Vec<Packed> {
    let graph = game.graph();
    let most = graph.nodes().map(|node| graph.out_degree(node)).max().unwrap_or(0);
    if most <= u8::MAX_MOVES {
        values_with::<u8>(game)
    } else if most <= u16::MAX_MOVES {
        values_with::<u16>(game)
    } else {
        values_with::<u64>(game)
    }
}

fn values_with<C: Cell>(game: &FreeGame) -> Vec<Packed> {
    let graph = game.graph();
    let mut levels = Levels::<C> {
        backwards: graph.reversed(),
        cells: graph.nodes().map(|v| C::new(game.side(v), graph.out_degree(v))).collect(),
        values: vec![Packed::DRAWN; game.len()],
    };
    let mut given = given_by_distance(game);
    let mut level = 0;
    // The positions decided at this level, by winner.
    let mut newest = [Vec::new(), Vec::new()];
    loop {
        if newest.iter().all(Vec::is_empty) {
            match given.first_key_value() {
                Some((&plies, _)) => level = plies,
                None => return levels.values,
            }
        }
        for (node, winner) in given.remove(&level).unwrap_or_default() {
            levels.decide(node, game.side(node) == winner, level);
            newest[winner.index()].push(node);
        }
        let mut next = [Vec::new(), Vec::new()];
        for winner in Side::BOTH {
            levels.look_back(&newest[winner.index()], winner, level + 1, &mut next);
        }
        newest = next;
        level += 1;
    }
}

/// The dead ends somebody has won, by distance, with the winner.
fn given_by_distance(game: &FreeGame) -> BTreeMap<u32, Vec<(Node, Side)>> {
    let mut given = BTreeMap::<u32, Vec<_>>::new();
    let mut endings = game.given_endings().iter().copied().peekable();
    for node in game.positions() {
        let value = match endings.next_if(|&(ending, _)| ending == node) {
            Some((_, value)) => value,
            None if game.graph().out_degree(node) == 0 => Value::LOST_NOW,
            None => continue,
        };
        if let (Some(plies), Some(winner)) = (value.plies(), value.winner(game.side(node))) {
            given.entry(plies.0).or_default().push((node, winner));
        }
    }
    given
}

struct Levels<C> {
    backwards: Graph,
    cells: Vec<C>,
    values: Vec<Packed>,
}

impl<C: Cell> Levels<C> {
    fn decide(&mut self, node: Node, won: bool, level: u32) {
        self.cells[node.index()].decide();
        self.values[node.index()] = if won { Packed::won(level) } else { Packed::lost(level) };
    }

    /// Decides at `level` what follows from the positions that `winner` has newly won.
    fn look_back(&mut self, newest: &[Node], winner: Side, level: u32, next: &mut [Vec<Node>; 2]) {
        let next = &mut next[winner.index()];
        for &node in newest {
            for &from in self.backwards.successors(node) {
                let cell = &mut self.cells[from.index()];
                if cell.is_decided() {
                    continue;
                }
                let won = cell.is_to_move(winner);
                if won || cell.count_down() {
                    cell.decide();
                    self.values[from.index()] =
                        if won { Packed::won(level) } else { Packed::lost(level) };
                    next.push(from);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameStream;

    /// White and Black in turn; position i moves to i - 1, position 0 is a dead end.
    fn ladder(rungs: u32, bottom: Value) -> Game {
        let mut stream = GameStream::new();
        for rung in 0..rungs {
            stream.position(Side::BOTH[rung as usize % 2]);
            if rung == 0 {
                stream.ends(bottom)
            } else {
                stream.move_to(Node(rung - 1))
            };
        }
        stream.finish().unwrap()
    }

    #[test]
    fn on_a_ladder_the_distance_is_the_rung() {
        let solution = ladder(6, Value::LOST_NOW).solve();
        for rung in 0..6 {
            let plies = Plies(rung);
            let value = if rung % 2 == 0 { Value::Lost(plies) } else { Value::Won(plies) };
            assert_eq!(solution.value(Node(rung)), value);
        }
        assert_eq!(solution.length(), Some(Moves(3)));
        assert_eq!(solution.longest().unwrap().positions, [Node(5)]);
        assert_eq!(solution.line(Node(3)).positions, [3, 2, 1, 0].map(Node));
    }

    #[test]
    fn a_stalemate_at_the_bottom_draws_the_whole_ladder() {
        let solution = ladder(5, Value::Drawn).solve();
        assert!(solution.values().all(Value::is_drawn));
        assert_eq!(solution.length(), None);
        assert_eq!(
            solution.line(Node(2)),
            Line { positions: [2, 1, 0].map(Node).into(), repeats: None }
        );
    }

    #[test]
    fn a_far_given_value_costs_no_memory_and_is_kept_exactly() {
        let far = Packed::MAX_GIVEN_PLIES;
        let solution = ladder(3, Value::Lost(Plies(far))).solve();
        assert_eq!(solution.value(Node(2)), Value::Lost(Plies(far + 2)));
    }

    #[test]
    fn the_winner_takes_the_near_exit_and_the_loser_the_far_one() {
        let mut stream = GameStream::new();
        stream.position(Side::White).exit(Value::Lost(Plies(9))).exit(Value::Lost(Plies(4)));
        stream.position(Side::White).exit(Value::Won(Plies(7))).exit(Value::Won(Plies(3)));
        stream.position(Side::White).exit(Value::Won(Plies(7))).exit(Value::Drawn);
        let solution = stream.finish().unwrap().solve();
        assert_eq!(solution.value(Node(0)), Value::Won(Plies(5)));
        assert_eq!(solution.value(Node(1)), Value::Lost(Plies(8)));
        assert_eq!(solution.value(Node(2)), Value::Drawn);
        let best = solution.best_moves(Node(1));
        assert_eq!(best.len(), 1);
        assert_eq!(solution.game().ending(best[0]), Some(Value::Won(Plies(7))));
    }

    #[test]
    fn a_drawn_line_ends_where_it_comes_round() {
        let mut stream = GameStream::new();
        stream.position(Side::White).move_to(Node(1));
        stream.position(Side::Black).move_to(Node(2));
        stream.position(Side::White).move_to(Node(1));
        let line = stream.finish().unwrap().solve().line(Node(0));
        assert_eq!(line, Line { positions: [0, 1, 2].map(Node).into(), repeats: Some(1) });
    }

    #[test]
    fn parallel_moves_and_many_moves_are_counted_right() {
        for count in [1, 63, 64, 16_383, 16_384, 70_000] {
            let mut stream = GameStream::new();
            stream.position(Side::White).moves_to((0..count).map(|_| Node(1)));
            stream.position(Side::Black).move_to(Node(2));
            stream.position(Side::White);
            let solution = stream.finish().unwrap().solve();
            assert_eq!(solution.value(Node(0)), Value::Lost(Plies(2)), "{count} moves");
            assert_eq!(solution.best_moves(Node(0)), [Node(1)]);
        }
    }

    #[test]
    fn the_census_counts_each_position_once() {
        let census = ladder(6, Value::LOST_NOW).solve().census();
        assert_eq!(census.white.lost.len(), 3);
        assert_eq!((census.white.lost_total(), census.black.won_total()), (3, 3));
    }
}
