//! Finds games from the initial array, or from any position, to a goal, and proves that no shorter
//! one exists.

mod bound;
pub mod class;
pub mod conf;
pub mod construct;
pub mod layers;
pub mod mates;
pub mod packed;
pub mod pattern;
pub mod tail;
pub mod terms;

pub use pattern::{MovePattern, PatternError};
pub use terms::{Length, Terms, TermsError};
