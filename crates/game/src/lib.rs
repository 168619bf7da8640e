//! Finite two-player games.
