//! Every position of an ending, valued exactly.
//!
//! [`reference`](mod@reference) pours the positions of an ending under any rules into a game graph
//! and solves that: slow, obvious, and right for every kind, board and topology. Faster ways to the
//! same numbers are measured against it.

mod board;
mod ending;
mod layout;
pub mod material;
mod metric;
pub mod reference;
mod symmetry;
mod table;

pub use ending::{Ending, EndingNameError, MOST_MEN, Man, PROMOTIONS, ROLES};
pub use layout::{Layout, Squares};
pub use material::{Material, MaterialError};
pub use metric::{FIFTY_MOVES, Metric, MetricNameError, Step, preference};
pub use table::{DRAW, NO_POSITION, Palette, Table};
