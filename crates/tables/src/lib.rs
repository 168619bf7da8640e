//! Every position of an ending, valued exactly.
//!
//! [`reference`](mod@reference) pours the positions of an ending under any rules into a game graph
//! and solves that: slow, obvious, and right for every kind, board and topology. Faster ways to the
//! same numbers are measured against it.

pub mod annotate;
mod blank;
mod board;
pub mod build;
mod ending;
pub mod file;
pub mod generate;
mod layout;
mod line;
mod mainline;
pub mod material;
mod metric;
pub mod mine;
mod placement;
pub mod plain;
pub mod plot;
pub mod reference;
mod report;
pub mod reproduce;
pub mod stats;
mod symmetry;
mod syzygy;
mod table;
mod tablebase;
pub mod trainer;
mod verify;

pub use blank::Positions;
pub use ending::{Ending, EndingNameError, MOST_MEN, Man, PROMOTIONS, ROLES};
pub use layout::{Layout, Squares};
pub use line::{Line, LineEnd, LineMove, best_move, best_moves, line};
pub use mainline::{Mainline, MainlineMove, mainline};
pub use material::{Material, MaterialError};
pub use metric::{FIFTY_MOVES, Metric, MetricNameError, Step, preference};
pub use report::{Category, Facts, MoveReport, Report, position_facts, report};
pub use syzygy::{Syzygy, SyzygyFolderError};
pub use table::{DRAW, NO_MOVE, NO_POSITION, Palette, Table};
pub use tablebase::{ProbeError, TableError, TableInfo, TableName, Tablebase};
pub use verify::{Mismatch, Verification, VerifyError, verify};
