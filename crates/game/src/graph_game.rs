//! A game written out as a graph, position by position.

use crate::game::GameStream;
use crate::graph::{Graph, Node};
use crate::limits::Limits;
use crate::named::{NamedGame, PlainGraph};
use crate::text::BuildError;
use crate::value::{Side, Value};

/// A game given by its positions and moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphGame {
    /// What the game is called.
    pub title: String,
    /// The positions.
    pub positions: GraphPositions,
    /// Where play begins and, in a graph without sides, who begins.
    pub start: Option<(usize, Side)>,
}

/// The positions of a written graph. Moves are indices into the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GraphPositions {
    /// Each position belongs to a side.
    Sided(Vec<(Side, GraphPosition)>),
    /// Either side may be to move at each node.
    Plain(Vec<GraphPosition>),
}

/// One written position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphPosition {
    /// Its name.
    pub name: String,
    /// Where the moves lead.
    pub moves: Vec<usize>,
    /// What a dead end is worth if it is not lost on the spot.
    pub ending: Option<Value>,
}

impl GraphGame {
    /// The game; a graph on which a side can move twice running is brought into alternating form.
    ///
    /// # Errors
    /// When it is larger than `limits` allow, or a move leads nowhere.
    pub fn build(&self, limits: Limits) -> Result<NamedGame, BuildError> {
        match &self.positions {
            GraphPositions::Sided(positions) => self.build_sided(positions, limits),
            GraphPositions::Plain(positions) => self.build_plain(positions, limits),
        }
    }

    fn build_sided(
        &self,
        positions: &[(Side, GraphPosition)],
        limits: Limits,
    ) -> Result<NamedGame, BuildError> {
        limits.check(positions.len(), positions.iter().map(|(_, p)| p.moves.len()).sum())?;
        let mut stream = GameStream::new();
        for (side, position) in positions {
            stream.position(*side).moves_to(position.moves.iter().map(|&to| Node(to as u32)));
            position.ending.map(|ending| stream.ends(ending).len());
        }
        let free = stream.finish_free()?;
        let (game, free) = match free.repeated_turn() {
            None => (free.try_into()?, None),
            Some(_) => (free.alternating(limits.moves)?, Some(free)),
        };
        Ok(NamedGame {
            title: self.title.clone(),
            names: positions.iter().map(|(_, position)| position.name.clone()).collect(),
            start: self
                .start
                .filter(|(at, _)| *at < positions.len())
                .map(|(at, _)| Node(at as u32)),
            game,
            free,
            plain: None,
        })
    }

    fn build_plain(
        &self,
        positions: &[GraphPosition],
        limits: Limits,
    ) -> Result<NamedGame, BuildError> {
        let moves: usize = positions.iter().map(|position| position.moves.len()).sum();
        limits.check(positions.len().saturating_mul(2), moves.saturating_mul(2))?;
        let node = |at: usize, side: Side| Node((2 * at + side.index()) as u32);
        let mut stream = GameStream::new();
        let mut names = Vec::new();
        let mut edges = Vec::new();
        for (at, position) in positions.iter().enumerate() {
            edges.extend(position.moves.iter().map(|&to| (at as u32, to as u32)));
            for side in Side::BOTH {
                names.push(format!("{}/{}", position.name, letter(side)));
                let targets = position.moves.iter().map(|&to| node(to, side.other()));
                stream.position(side).moves_to(targets);
                position.ending.map(|ending| stream.ends(ending).len());
            }
        }
        let plain = PlainGraph {
            graph: Graph::from_edges(positions.len(), &edges).map_err(crate::GameError::from)?,
            names: positions.iter().map(|position| position.name.clone()).collect(),
            dead_ends_lose: positions.iter().all(|p| p.ending.is_none_or(Value::is_lost)),
        };
        Ok(NamedGame {
            title: self.title.clone(),
            names,
            start: self
                .start
                .filter(|(at, _)| *at < positions.len())
                .map(|(at, side)| node(at, side)),
            game: stream.finish()?,
            free: None,
            plain: Some(plain),
        })
    }
}

/// W or B, as positions are marked.
pub(crate) fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
