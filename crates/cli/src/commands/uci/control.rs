//! The strings by which a search is held: when to end it, and when to speak.

use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Shared by a search and whoever may stop it.
#[derive(Debug)]
pub(super) struct Control {
    state: Mutex<State>,
    changed: Condvar,
    /// What the search looks at often.
    stopped: AtomicBool,
    /// The move is being told: what comes now belongs to the next search.
    answered: AtomicBool,
    nodes: AtomicU64,
    most_nodes: u64,
}

#[derive(Debug)]
struct State {
    /// The move must not be told before a stop.
    infinite: bool,
    /// The clock does not run yet.
    pondering: bool,
    began: Instant,
    time: Option<Duration>,
}

/// The search must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 1 << 10;

impl Control {
    pub(super) fn new(
        infinite: bool,
        pondering: bool,
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Control {
        let state = State { infinite, pondering, began: Instant::now(), time };
        Control {
            state: Mutex::new(state),
            changed: Condvar::new(),
            stopped: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: nodes.unwrap_or(u64::MAX),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        (state.infinite, state.pondering) = (false, false);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The opponent has played the expected move: the clock runs from now on.
    pub(super) fn ponder_hit(&self) {
        let mut state = self.state();
        state.pondering = false;
        state.began = Instant::now();
        self.changed.notify_all();
    }

    /// Whether the search ends by itself.
    pub(super) fn is_finite(&self) -> bool {
        let state = self.state();
        !state.infinite && !state.pondering
    }

    /// Waits until the move may be told.
    pub(super) fn wait(&self) {
        let waits = |state: &mut State| state.infinite || state.pondering;
        drop(self.changed.wait_while(self.state(), waits));
    }

    /// The move is about to be told.
    pub(super) fn answer(&self) {
        self.answered.store(true, Ordering::Release);
    }

    pub(super) fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts a position; an error if the search must end.
    pub(super) fn visit(&self) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed);
        if nodes >= self.most_nodes {
            self.stopped.store(true, Ordering::Relaxed);
        }
        if nodes.is_multiple_of(PATIENCE) {
            let state = self.state();
            let late = state.time.is_some_and(|time| state.began.elapsed() >= time);
            if late && !state.pondering {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        if self.stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}
