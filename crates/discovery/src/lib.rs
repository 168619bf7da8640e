//! Finds games from the initial array, or from any position, to a goal, and proves that no shorter
//! one exists.

pub mod class;
