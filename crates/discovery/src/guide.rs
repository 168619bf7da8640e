//! What a game may do besides being legal.

use std::{
    fmt::Debug,
    hash::Hash,
    sync::atomic::{AtomicBool, Ordering},
};

use shakmaty::{Bitboard, Chess, Move};

use crate::terms::{Terms, is_active, step};

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

    /// Whether a legal move may be the last.
    fn ends(&self, before: &Chess, mv: Move) -> bool;
}

/// Every legal move may be played, and every one may be the last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Free;

impl Guide for Free {
    type State = ();

    fn start(&self) {}

    #[inline]
    fn step(&self, _: u32, _: &Chess, _: Move, (): ()) -> Option<()> {
        Some(())
    }

    #[inline]
    fn ends(&self, _: &Chess, _: Move) -> bool {
        true
    }
}

/// Terms that ask something of the last move only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByItsEnd<'a>(pub(crate) &'a Terms);

impl Guide for ByItsEnd<'_> {
    type State = ();

    fn start(&self) {}

    fn step(&self, _: u32, _: &Chess, _: Move, (): ()) -> Option<()> {
        Some(())
    }

    fn ends(&self, before: &Chess, mv: Move) -> bool {
        self.0.ends(before, mv)
    }
}

/// A guide until it is called off: then no move may be played any more, and whatever is being
/// searched comes to an end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until<'a, G> {
    pub(crate) guide: &'a G,
    pub(crate) cancelled: &'a AtomicBool,
}

impl<G: Guide> Guide for Until<'_, G> {
    type State = G::State;

    fn start(&self) -> G::State {
        self.guide.start()
    }

    #[inline]
    fn step(&self, ply: u32, before: &Chess, mv: Move, state: G::State) -> Option<G::State> {
        if self.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        self.guide.step(ply, before, mv, state)
    }

    fn ends(&self, before: &Chess, mv: Move) -> bool {
        self.guide.ends(before, mv)
    }
}

/// Any terms. The state is the squares of the men that may move.
impl Guide for Terms {
    type State = Bitboard;

    fn start(&self) -> Bitboard {
        self.active().unwrap_or(Bitboard::FULL)
    }

    fn step(&self, ply: u32, before: &Chess, mv: Move, active: Bitboard) -> Option<Bitboard> {
        if !is_active(active, mv) || !self.allows(ply, before, mv) {
            return None;
        }
        // without inactive men there is nothing to remember
        Some(if self.active().is_some() { step(active, mv) } else { active })
    }

    fn ends(&self, before: &Chess, mv: Move) -> bool {
        Terms::ends(self, before, mv)
    }
}
