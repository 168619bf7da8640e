//! Classes of final moves.
