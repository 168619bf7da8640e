//! Every position of an ending, valued exactly.
//!
//! [`reference`](mod@reference) pours the positions of an ending under any rules into a game graph
//! and solves that: slow, obvious, and right for every kind, board and topology. Faster ways to the
//! same numbers are measured against it.

pub mod material;
pub mod reference;
mod symmetry;

pub use material::{Material, MaterialError};
pub use reference::{Census, Ending, EndingError, Longest, SideCensus};
