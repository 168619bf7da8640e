//! Finite games: a graph of positions, a side to move in each, and what dead ends are worth.
//!
//! Ströhlein (1970, D2.1) calls a game a quadruple (P_w, P_s, p0, Γ): positions with White to move,
//! positions with Black to move, a start, and moves that always lead to the other side's positions.
//! **Who cannot move has lost.** A [`Game`] is that without the start, and with two additions that
//! chess needs (§2 c, §8): a dead end may be drawn (stalemate), and it may have a value that is known
//! from elsewhere, such as "lost in 14 plies" after a promotion into a solved ending.
//!
//! * [`FreeGame`]: positions with an owner, moves anywhere; the same player may move twice running.
//! * [`Game`]: a free game whose moves alternate. Only here do move numbers and kernels make sense.
//!
//! Three ways to build either:
//!
//! * [`GameBuilder`]: positions and moves in any order;
//! * [`GameStream`]: position 0 with its moves, position 1 with its moves, ... written straight into
//!   the rows of the graph, so that 200 million moves never stand in a list of pairs;
//! * [`explore`](crate::explore::explore): from the rules, starting at some positions.
//!
//! ```
//! use solusrex_game::{GameBuilder, Side, Value};
//!
//! let mut builder = GameBuilder::new();
//! let start = builder.position(Side::White);
//! let trap = builder.position(Side::Black);
//! let stalemate = builder.position(Side::Black);
//! builder.moves(start, trap).moves(start, stalemate).ends(stalemate, Value::Drawn);
//! let solution = builder.finish().unwrap().solve();
//! assert_eq!(solution.value(start).to_string(), "won in 1 ply");
//! assert_eq!(solution.best_moves(start), [trap]);
//! ```

use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;

use thiserror::Error;

use crate::graph::{Graph, GraphError, Node, NodeSet};
use crate::value::{Packed, Side, Value};

/// Why a game could not be built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// The graph itself is impossible.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A position has moves and a given value.
    #[error("position {0} has moves and also a given value (leave out one of them)")]
    EndingWithMoves(Node),
    /// A given value is too far away.
    #[error(
        "position {node} is given a distance of {plies} plies, the limit is {} (give a smaller one)",
        Packed::MAX_GIVEN_PLIES
    )]
    TooManyPlies {
        /// The position.
        node: Node,
        /// Its given distance.
        plies: u32,
    },
    /// A move keeps the turn.
    #[error(
        "the move from position {from} to {to} leaves {side} to move \
         (finish it as a free game and bring that into alternating form)"
    )]
    NotAlternating {
        /// Where the move begins.
        from: Node,
        /// Where it leads.
        to: Node,
        /// Who moves twice running.
        side: Side,
    },
}

/// A game in which the same player may move several times running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeGame {
    graph: Graph,
    black: NodeSet,
    /// Dead ends that are not lost on the spot, by position.
    endings: Vec<(Node, Value)>,
    exits: usize,
}

impl FreeGame {
    /// The graph of positions and moves.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of positions, exits included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Has the game no position?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// How many of the positions, always the last ones, stand for [exits](GameStream::exit).
    #[must_use]
    pub fn exit_count(&self) -> usize {
        self.exits
    }

    /// Who is to move.
    #[must_use]
    pub fn side(&self, node: Node) -> Side {
        if self.black.contains(node) { Side::Black } else { Side::White }
    }

    /// The positions that a move can reach.
    ///
    /// # Panics
    /// When the game has no such position.
    #[must_use]
    pub fn moves(&self, node: Node) -> &[Node] {
        self.graph.successors(node)
    }

    /// All positions in order.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        self.graph.nodes()
    }

    /// What a dead end is worth by the rules; nothing for a position with moves.
    #[must_use]
    pub fn ending(&self, node: Node) -> Option<Value> {
        match self.endings.binary_search_by_key(&node, |&(ending, _)| ending) {
            Ok(at) => Some(self.endings[at].1),
            Err(_) => (self.graph.out_degree(node) == 0).then_some(Value::LOST_NOW),
        }
    }

    /// The dead ends that are not simply lost, in order.
    #[must_use]
    pub fn given_endings(&self) -> &[(Node, Value)] {
        &self.endings
    }

    /// The first move, if there is one, after which the same side is to move.
    #[must_use]
    pub fn repeated_turn(&self) -> Option<(Node, Node)> {
        self.positions().find_map(|from| {
            let side = self.side(from);
            let to = self.moves(from).iter().find(|&&to| self.side(to) == side)?;
            Some((from, *to))
        })
    }
}

/// An alternating game: every move hands the turn to the other player.
///
/// It dereferences to the [`FreeGame`] that it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game(FreeGame);

impl Game {
    /// Forgets that the moves alternate.
    #[must_use]
    pub fn into_free(self) -> FreeGame {
        self.0
    }
}

impl Deref for Game {
    type Target = FreeGame;

    fn deref(&self) -> &FreeGame {
        &self.0
    }
}

impl AsRef<FreeGame> for Game {
    fn as_ref(&self) -> &FreeGame {
        &self.0
    }
}

impl AsRef<FreeGame> for FreeGame {
    fn as_ref(&self) -> &FreeGame {
        self
    }
}

impl TryFrom<FreeGame> for Game {
    type Error = GameError;

    fn try_from(game: FreeGame) -> Result<Game, GameError> {
        match game.repeated_turn() {
            Some((from, to)) => Err(GameError::NotAlternating { from, to, side: game.side(from) }),
            None => Ok(Game(game)),
        }
    }
}

/// Builds a game from positions and moves in any order.
#[derive(Debug, Clone, Default)]
pub struct GameBuilder {
    sides: Vec<Side>,
    edges: Vec<(u32, u32)>,
    endings: BTreeMap<Node, Value>,
}

impl GameBuilder {
    /// No position yet.
    #[must_use]
    pub fn new() -> GameBuilder {
        GameBuilder::default()
    }

    /// Adds a position.
    pub fn position(&mut self, to_move: Side) -> Node {
        self.sides.push(to_move);
        Node(self.sides.len() as u32 - 1)
    }

    /// Adds a move.
    pub fn moves(&mut self, from: Node, to: Node) -> &mut GameBuilder {
        self.edges.push((from.0, to.0));
        self
    }

    /// Says what the dead end `node` is worth to the side to move there.
    pub fn ends(&mut self, node: Node, value: Value) -> &mut GameBuilder {
        self.endings.insert(node, value);
        self
    }

    /// The game, if it is one and alternates.
    ///
    /// # Errors
    /// See [`GameError`].
    pub fn finish(self) -> Result<Game, GameError> {
        self.finish_free()?.try_into()
    }

    /// The game, in which a side may move twice running.
    ///
    /// # Errors
    /// See [`GameError`].
    pub fn finish_free(self) -> Result<FreeGame, GameError> {
        let nodes = self.sides.len();
        let graph = Graph::from_edges(nodes, &self.edges)?;
        if let Some((&node, _)) = self.endings.iter().find(|(node, _)| node.index() >= nodes) {
            return Err(GraphError::UnknownTarget { from: node, to: node, nodes }.into());
        }
        let black = NodeSet::filled(nodes, |node| self.sides[node.index()] == Side::Black);
        assemble(graph, black, self.endings.into_iter().collect(), 0)
    }
}

/// Builds a game position by position, in order, straight into its final rows.
///
/// [`position`](GameStream::position) begins the next position (the first is number 0), then come
/// its moves; a move may lead to a position that is yet to come. Mistakes are reported by
/// [`finish`](GameStream::finish).
///
/// ```
/// use solusrex_game::{GameStream, Node, Plies, Side, Value};
///
/// let mut stream = GameStream::new();
/// stream.position(Side::White).move_to(Node(1));
/// // Black may leave into a solved ending in which White, then to move, is lost in 6 plies.
/// stream.position(Side::Black).move_to(Node(0)).exit(Value::Lost(Plies(6)));
/// let solution = stream.finish().unwrap().solve();
/// assert_eq!(solution.value(Node(0)), Value::Lost(Plies(8)));
/// ```
#[derive(Debug, Clone, Default)]
pub struct GameStream {
    starts: Vec<u32>,
    targets: Vec<Node>,
    black: Vec<u64>,
    endings: Vec<(Node, Value)>,
    exits: Vec<(Side, Value)>,
    exit_numbers: HashMap<(Side, Value), u32>,
    mover: Option<Side>,
}

/// Exits are numbered downwards from here until the number of positions is known.
const FIRST_EXIT: u32 = u32::MAX;

/// The first number that no position can have.
const BEYOND_ALL: Node = Node(Graph::MAX_NODES as u32);

impl GameStream {
    /// No position yet.
    #[must_use]
    pub fn new() -> GameStream {
        GameStream::default()
    }

    /// Reserves room, so that the rows need not be copied as they grow.
    #[must_use]
    pub fn with_capacity(positions: usize, moves: usize) -> GameStream {
        GameStream {
            starts: Vec::with_capacity(positions + 1),
            targets: Vec::with_capacity(moves),
            black: Vec::with_capacity(positions.div_ceil(64)),
            ..GameStream::default()
        }
    }

    /// How many positions have been begun.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Has no position been begun?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many moves have been added.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.targets.len()
    }

    /// Begins the next position.
    pub fn position(&mut self, to_move: Side) -> &mut GameStream {
        let number = self.starts.len();
        // Beyond the limit the offset is wrong; `finish` refuses before anybody reads it.
        self.starts.push(self.targets.len() as u32);
        if number.is_multiple_of(64) {
            self.black.push(0);
        }
        if to_move == Side::Black {
            self.black[number / 64] |= 1 << (number % 64);
        }
        self.mover = Some(to_move);
        self
    }

    /// Adds a move from the current position.
    ///
    /// # Panics
    /// Before the first position.
    pub fn move_to(&mut self, target: Node) -> &mut GameStream {
        self.moves_to([target])
    }

    /// Adds several moves from the current position.
    ///
    /// # Panics
    /// Before the first position.
    pub fn moves_to(&mut self, targets: impl IntoIterator<Item = Node>) -> &mut GameStream {
        assert!(self.mover.is_some(), "a move before the first position");
        // A number that no position can have must not be taken for an exit's.
        self.targets.extend(targets.into_iter().map(|target| target.min(BEYOND_ALL)));
        self
    }

    /// Adds a move that leaves the game: the other side is to move then, and `value` is what the
    /// position is worth to it.
    ///
    /// Exits of equal value share one extra position; these come after all others.
    ///
    /// # Panics
    /// Before the first position.
    pub fn exit(&mut self, value: Value) -> &mut GameStream {
        let mover = self.mover.expect("an exit before the first position");
        let exit = (mover.other(), value);
        let number = *self.exit_numbers.entry(exit).or_insert_with(|| {
            self.exits.push(exit);
            self.exits.len() as u32 - 1
        });
        self.targets.push(Node(FIRST_EXIT - number));
        self
    }

    /// Says what the current position, a dead end, is worth to the side to move.
    ///
    /// # Panics
    /// Before the first position.
    pub fn ends(&mut self, value: Value) -> &mut GameStream {
        assert!(self.mover.is_some(), "an ending before the first position");
        let node = Node(self.starts.len() as u32 - 1);
        match self.endings.last_mut() {
            Some(last) if last.0 == node => last.1 = value,
            _ => self.endings.push((node, value)),
        }
        self
    }

    /// The game, if it is one and alternates.
    ///
    /// # Errors
    /// See [`GameError`].
    pub fn finish(self) -> Result<Game, GameError> {
        self.finish_free()?.try_into()
    }

    /// The game, in which a side may move twice running.
    ///
    /// # Errors
    /// See [`GameError`].
    pub fn finish_free(mut self) -> Result<FreeGame, GameError> {
        let positions = self.starts.len();
        let exits = std::mem::take(&mut self.exits);
        let nodes = positions + exits.len();
        if nodes > Graph::MAX_NODES {
            return Err(GraphError::TooManyNodes.into());
        }
        if self.targets.len() > Graph::MAX_EDGES {
            return Err(GraphError::TooManyEdges.into());
        }
        if let Some(at) = self.renumber_targets(positions, exits.len()) {
            let from = self.starts.partition_point(|&start| start as usize <= at) - 1;
            let (from, to) = (Node(from as u32), self.targets[at]);
            return Err(GraphError::UnknownTarget { from, to, nodes: positions }.into());
        }
        for &(side, value) in &exits {
            self.position(side).ends(value);
        }
        self.starts.push(self.targets.len() as u32);
        let black = NodeSet::from_words(self.black, nodes);
        let graph = Graph::from_rows(self.starts, self.targets);
        assemble(graph, black, self.endings, exits.len())
    }

    /// Gives the exits their final numbers; returns the place of a target that does not exist.
    fn renumber_targets(&mut self, positions: usize, exits: usize) -> Option<usize> {
        let positions = positions as u32;
        for (at, target) in self.targets.iter_mut().enumerate() {
            if target.0 >= positions {
                let exit = FIRST_EXIT - target.0;
                if exit as usize >= exits {
                    return Some(at);
                }
                target.0 = positions + exit;
            }
        }
        None
    }
}

/// The checks common to both builders.
fn assemble(
    graph: Graph,
    black: NodeSet,
    endings: Vec<(Node, Value)>,
    exits: usize,
) -> Result<FreeGame, GameError> {
    for &(node, value) in &endings {
        if graph.out_degree(node) > 0 {
            return Err(GameError::EndingWithMoves(node));
        }
        if let Some(plies) = value.plies()
            && plies.0 > Packed::MAX_GIVEN_PLIES
        {
            return Err(GameError::TooManyPlies { node, plies: plies.0 });
        }
    }
    Ok(FreeGame { graph, black, endings, exits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Plies;

    #[test]
    fn a_stream_and_a_builder_make_the_same_game() {
        let mut stream = GameStream::new();
        stream.position(Side::White).move_to(Node(1)).move_to(Node(2));
        stream.position(Side::Black);
        stream.position(Side::Black).ends(Value::Drawn);
        let mut builder = GameBuilder::new();
        let (a, b, c) = (
            builder.position(Side::White),
            builder.position(Side::Black),
            builder.position(Side::Black),
        );
        builder.ends(c, Value::Drawn).moves(a, b).moves(a, c);
        assert_eq!(stream.finish().unwrap(), builder.finish().unwrap());
    }

    #[test]
    fn equal_exits_share_one_position_after_all_others() {
        let mut stream = GameStream::new();
        let lost = Value::Lost(Plies(2));
        stream.position(Side::White).exit(lost).exit(Value::Drawn).exit(lost);
        stream.position(Side::Black).exit(lost);
        let game = stream.finish().unwrap();
        assert_eq!((game.len(), game.exit_count()), (5, 3));
        assert_eq!(game.moves(Node(0)), [Node(2), Node(3), Node(2)]);
        assert_eq!(game.ending(Node(2)), Some(lost));
        assert_eq!((game.side(Node(2)), game.side(Node(4))), (Side::Black, Side::White));
    }

    #[test]
    fn a_wild_number_is_not_taken_for_an_exit() {
        let mut stream = GameStream::new();
        stream.position(Side::White).exit(Value::Drawn).move_to(Node(u32::MAX));
        assert!(matches!(
            stream.finish(),
            Err(GameError::Graph(GraphError::UnknownTarget { from: Node(0), .. }))
        ));
    }

    #[test]
    fn a_mistake_is_named_with_its_position() {
        let mut stream = GameStream::new();
        stream.position(Side::White).move_to(Node(1));
        stream.position(Side::Black).move_to(Node(0)).move_to(Node(7));
        assert_eq!(
            stream.finish().unwrap_err().to_string(),
            "a move leads from position 1 to 7, but there are only 2 positions"
        );

        let mut stream = GameStream::new();
        stream.position(Side::White).move_to(Node(1)).ends(Value::Drawn);
        stream.position(Side::Black);
        assert_eq!(stream.finish(), Err(GameError::EndingWithMoves(Node(0))));

        let mut stream = GameStream::new();
        stream.position(Side::White).move_to(Node(1));
        stream.position(Side::White);
        let error = stream.clone().finish().unwrap_err();
        assert!(matches!(error, GameError::NotAlternating { side: Side::White, .. }));
        assert!(stream.finish_free().is_ok());

        let mut builder = GameBuilder::new();
        builder.position(Side::White);
        builder.ends(Node(0), Value::Lost(Plies(u32::MAX)));
        assert!(matches!(builder.finish(), Err(GameError::TooManyPlies { .. })));
    }
}
