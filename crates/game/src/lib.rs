//! Finite two-player games.
pub mod alternate;
pub mod explore;
pub mod game;
pub mod graph;
pub mod kernel;
pub mod reference;
pub mod solve;
pub mod value;
pub use crate::game::{FreeGame, Game, GameBuilder, GameError, GameStream};
pub use crate::graph::{Graph, GraphError, Node, NodeSet};
pub use crate::solve::{Census, Line, Longest, SideCensus, Solution};
pub use crate::value::{Moves, Plies, Side, Value};
