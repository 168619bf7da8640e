//! What a game may do besides being legal.

use std::{fmt::Debug, hash::Hash};

use shakmaty::{Chess, Move};

/// Says which moves a game may contain.
///
/// What a guide must remember of the game so far, beyond the position, is its state: games that
/// come to the same position with the same state have the same continuations.
pub trait Guide: Sync {
    /// What it remembers of a game.
    type State: Copy + Debug + Eq + Hash + Send + Sync;

    /// Before the first move.
    fn start(&self) -> Self::State;

    /// After a legal move, or nothing if the move may not be played. The first ply of a game is 1.
    fn step(&self, ply: u32, before: &Chess, mv: Move, state: Self::State) -> Option<Self::State>;
}

/// Every legal move may be played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Free;

impl Guide for Free {
    type State = ();

    fn start(&self) {}

    #[inline]
    fn step(&self, _: u32, _: &Chess, _: Move, (): ()) -> Option<()> {
        Some(())
    }
}
