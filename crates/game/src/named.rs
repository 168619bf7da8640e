//! Games whose positions have names, and the answers in those names.
//!
//! ```
//! use solusrex_game::{Limits, text};
//!
//! let game = text::read("game Two steps\nstart a\na W -> b\nb B -> c\nc W", Limits::default());
//! let solution = game.unwrap().solve();
//! let report = solution.report();
//! assert_eq!(report.start.unwrap().value.to_string(), "lost in 2 plies");
//! ```

use std::borrow::Cow;

use serde::Serialize;
use thiserror::Error;

use crate::game::{FreeGame, Game};
use crate::graph::{Graph, Node, NodeSet};
use crate::kernel::{self, KernelError};
use crate::solve::{Census, Solution};
use crate::value::{Moves, Side, Value};

/// A game with a title and with names for its positions.
#[derive(Debug, Clone)]
pub struct NamedGame {
    /// What the game is called.
    pub title: String,
    /// The name of each position. [Exits](crate::GameStream::exit) come after these.
    pub names: Vec<String>,
    /// Where play begins.
    pub start: Option<Node>,
    /// The game in alternating form.
    pub game: Game,
    /// The game as it was described, if a side may move twice running in it: the same positions
    /// with the same numbers, see [`alternate`](crate::alternate).
    pub free: Option<FreeGame>,
    /// The graph as it was described, if its nodes say nothing about who is to move. Node n stands
    /// for position 2n with White and for position 2n + 1 with Black to move.
    pub plain: Option<PlainGraph>,
}

/// A directed graph without sides.
#[derive(Debug, Clone)]
pub struct PlainGraph {
    /// The graph.
    pub graph: Graph,
    /// The name of each node.
    pub names: Vec<String>,
    /// Is every dead end a loss? Otherwise the graph's kernels say nothing about the game.
    pub dead_ends_lose: bool,
}

/// Why a game's kernels cannot be listed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NamedKernelError {
    /// A graph without sides has dead ends that are not lost.
    #[error(
        "kernels of a graph without sides need dead ends that are lost \
         (write each node twice, once for White and once for Black)"
    )]
    DeadEnds,
    /// The search was too long.
    #[error(transparent)]
    Search(#[from] KernelError),
}

impl NamedGame {
    /// The name of a position, or what an exit is worth.
    #[must_use]
    pub fn name(&self, node: Node) -> Cow<'_, str> {
        match (self.names.get(node.index()), self.game.ending(node)) {
            (Some(name), _) => Cow::Borrowed(name),
            (None, Some(value)) => Cow::Owned(format!("({value})")),
            (None, None) => Cow::Owned(node.to_string()),
        }
    }

    /// The position with a name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<Node> {
        self.names.iter().position(|other| other == name).map(|at| Node(at as u32))
    }

    /// All kernels, as sets of names: those of the graph as it was described, or of the game when
    /// it was not described as a graph without sides.
    ///
    /// # Errors
    /// When the search needs more than `limit` guesses, see [`kernel::kernels`].
    pub fn kernels(&self, limit: u64) -> Result<Vec<Vec<String>>, NamedKernelError> {
        let named = |names: &[String], kernels: Vec<NodeSet>| {
            let name = |node: Node| {
                names.get(node.index()).cloned().unwrap_or_else(|| self.name(node).into_owned())
            };
            kernels.iter().map(|kernel| kernel.iter().map(name).collect()).collect()
        };
        match &self.plain {
            Some(plain) if !plain.dead_ends_lose => Err(NamedKernelError::DeadEnds),
            Some(plain) => Ok(named(&plain.names, kernel::kernels(&plain.graph, limit)?)),
            None => Ok(named(&self.names, self.game.all_kernels(limit)?)),
        }
    }

    /// Solves the game.
    #[must_use]
    pub fn solve(self) -> NamedSolution {
        let NamedGame { title, names, start, game, free, plain } = self;
        NamedSolution {
            title,
            names,
            start,
            solution: game.solve(),
            free: free.map(FreeGame::solve),
            plain,
        }
    }
}

/// A solved game with its names.
#[derive(Debug, Clone)]
pub struct NamedSolution {
    /// What the game is called.
    pub title: String,
    /// The name of each position.
    pub names: Vec<String>,
    /// Where play begins.
    pub start: Option<Node>,
    /// The values in the alternating form: distances count turns.
    pub solution: Solution,
    /// The values in the game as it was described, if a side may move twice running in it:
    /// distances count single moves.
    pub free: Option<Solution<FreeGame>>,
    /// The graph without sides, if the game was described by one.
    pub plain: Option<PlainGraph>,
}

/// A position of a game and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedValue {
    /// The position's name.
    pub position: String,
    /// Who is to move.
    pub to_move: Side,
    /// What it is worth to him.
    #[serde(flatten)]
    pub value: Value,
    /// Ströhlein's move number, none for a draw.
    pub moves: Option<Moves>,
    /// The positions that the optimal moves reach.
    pub best: Vec<String>,
}

/// The answers of a solved game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What the game is called.
    pub title: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of moves between them.
    pub moves: usize,
    /// "An m-move game" (Ströhlein 1970, D4.4); none when everything is drawn.
    pub length: Option<Moves>,
    /// The positions that take longest, at most [`Report::MAX_LONGEST`] of them.
    pub longest: Vec<NamedValue>,
    /// The start, if the game has one.
    pub start: Option<NamedValue>,
    /// The value of the start counted in single moves, if a side may move twice running; all other
    /// distances count turns then.
    pub start_in_single_moves: Option<Value>,
    /// Best play from the start.
    pub line: Vec<String>,
    /// Where in the line play begins to go round, if it does.
    pub line_repeats: Option<usize>,
    /// Counts by side to move, result and distance.
    pub census: Census,
}

impl Report {
    /// How many of the longest positions are named.
    pub const MAX_LONGEST: usize = 10;
}

impl NamedSolution {
    /// The name of a position, or what an exit is worth.
    #[must_use]
    pub fn name(&self, node: Node) -> Cow<'_, str> {
        match self.names.get(node.index()) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(format!("({})", self.solution.value(node))),
        }
    }

    /// The position with a name.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<Node> {
        self.names.iter().position(|other| other == name).map(|at| Node(at as u32))
    }

    /// A position with its value and optimal moves.
    ///
    /// # Panics
    /// When the game has no such position.
    #[must_use]
    pub fn named_value(&self, node: Node) -> NamedValue {
        let best = self.solution.best_moves(node);
        NamedValue {
            position: self.name(node).into_owned(),
            to_move: self.solution.game().side(node),
            value: self.solution.value(node),
            moves: self.solution.move_number(node),
            best: best.into_iter().map(|node| self.name(node).into_owned()).collect(),
        }
    }

    /// The two distinguished kernels in names, see [`Solution::kernels`].
    #[must_use]
    pub fn distinguished_kernels(&self) -> (Vec<String>, Vec<String>) {
        let names = |set: &NodeSet| set.iter().map(|node| self.name(node).into_owned()).collect();
        let (k1, k2) = self.solution.kernels();
        (names(&k1), names(&k2))
    }

    /// The answers.
    #[must_use]
    pub fn report(&self) -> Report {
        let game = self.solution.game();
        let longest = self.solution.longest().map(|longest| longest.positions).unwrap_or_default();
        let line = self.start.map(|start| self.solution.line(start));
        Report {
            title: self.title.clone(),
            positions: game.len(),
            moves: game.graph().edge_count(),
            length: self.solution.length(),
            longest: longest
                .into_iter()
                .take(Report::MAX_LONGEST)
                .map(|node| self.named_value(node))
                .collect(),
            start: self.start.map(|start| self.named_value(start)),
            start_in_single_moves: self
                .start
                .and_then(|start| self.free.as_ref().map(|free| free.value(start))),
            line_repeats: line.as_ref().and_then(|line| line.repeats),
            line: line.map_or_else(Vec::new, |line| {
                line.positions.iter().map(|&node| self.name(node).into_owned()).collect()
            }),
            census: self.solution.census(),
        }
    }
}
