//! Finds games from the initial array, or from any position, to a goal, and proves that no shorter
//! one exists.

pub mod class;
pub mod pattern;
pub mod terms;

pub use pattern::{MovePattern, PatternError};
pub use terms::{Length, Terms, TermsError};
