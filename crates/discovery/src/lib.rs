//! Finds games from the initial array, or from any position, to a goal, and proves that no shorter
//! one exists.

mod aim;
pub mod atlas;
mod beam;
mod bound;
pub mod class;
pub mod conf;
pub mod construct;
mod exchange;
mod flights;
mod geometry;
mod goal;
pub mod guide;
pub mod heuristic;
pub mod layers;
pub mod mates;
pub mod packed;
pub mod pattern;
pub mod picture;
pub mod question;
pub mod quickmate;
mod routes;
pub mod score;
mod tail;
pub mod terms;
mod walls;

pub use pattern::{MovePattern, PatternError};
pub use question::{Question, QuestionError};
pub use terms::{Length, Terms, TermsError};
