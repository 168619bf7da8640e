//! Finite two-player games, solved exactly.
//!
//! This is Thomas Ströhlein's theory (*Untersuchungen über kombinatorische Spiele*, thesis, Munich
//! 1970) as code. Positions are the nodes of a finite graph, each with a side to move; who cannot
//! move has lost. Working back from there, level by level, every position gets its value, and with
//! it the optimal moves and the two kernels of the graph.
//!
//! ```
//! use solusrex_game::{GameBuilder, Plies, Side, Value};
//!
//! let mut builder = GameBuilder::new();
//! let [a, c] = [(); 2].map(|()| builder.position(Side::White));
//! let [b, d] = [(); 2].map(|()| builder.position(Side::Black));
//! builder.moves(a, b).moves(b, c).moves(c, d);
//! let solution = builder.finish().unwrap().solve();
//! assert_eq!(solution.value(a), Value::Won(Plies(3)));
//! assert_eq!(solution.line(a).positions, [a, b, c, d]);
//! ```
//!
//! # Where to find what
//!
//! | module | thesis | holds |
//! |---|---|---|
//! | [`value`] | D3.1, D4.1 | sides, plies, moves, values |
//! | [`graph`] | §1 | compact directed graphs, sets of nodes |
//! | [`game`] | §2 | games and their builders |
//! | [`mod@explore`] | | from rules to a game |
//! | [`alternate`] | §2 a | games in which a side may move twice running |
//! | [`solve`] | §4, §5 | the solver, optimal moves, lines, counts |
//! | [`kernel`] | §6 | all kernels of a graph |
//! | [`mod@reference`] | §5 | the same by Boolean matrices, for tests |
//! | [`graph_game`], [`board_game`], [`morris`], [`heap`] | §7 | kinds of games that a file can describe |
//! | [`text`] | | the files |
//! | [`limits`] | | how large a game may become |
//! | [`named`] | | games with names, and the answers in them |
//! | [`dot`] | | drawings |

pub mod alternate;
pub mod board_game;
pub mod dot;
pub mod explore;
pub mod game;
pub mod graph;
pub mod graph_game;
pub mod heap;
pub mod kernel;
pub mod limits;
pub mod morris;
pub mod named;
pub mod reference;
pub mod solve;
pub mod text;
pub mod value;

pub use crate::alternate::AlternateError;
pub use crate::explore::{ExploreError, Explored, Options, explore};
pub use crate::game::{FreeGame, Game, GameBuilder, GameError, GameStream};
pub use crate::graph::{Graph, GraphError, Node, NodeSet};
pub use crate::kernel::KernelError;
pub use crate::limits::{LimitError, Limits};
pub use crate::named::{NamedGame, NamedSolution, NamedValue, Report};
pub use crate::solve::{Census, Line, Longest, SideCensus, Solution};
pub use crate::value::{Moves, Plies, Side, Value};
