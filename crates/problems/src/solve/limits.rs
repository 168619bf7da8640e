//! When a search must end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use solusrex_tables::Tablebase;

/// What a search may use, and how it is called off.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Set to call the search off: what was found until then is kept.
    pub cancelled: Arc<AtomicBool>,
    /// How many bytes its tables may take.
    pub memory: usize,
    /// How many threads may search at once.
    pub threads: usize,
    /// Whether orthodox positions may take the fast path of the rules.
    pub fast: bool,
    /// Whether positions met before are remembered.
    pub tables: bool,
    /// Whether positions from which no solution can come are passed over, and moves that are seen to
    /// lead to none.
    pub bounds: bool,
    /// Tables of endings that are asked where they can tell: `dtm` in direct mates, `helpmate` and
    /// `helpstalemate` in help play. None of them is built into the folder.
    pub endings: Option<Arc<Tablebase>>,
    /// After about so many positions a search is called off.
    pub nodes: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cancelled: Arc::default(),
            memory: 256 << 20,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            fast: true,
            tables: true,
            bounds: true,
            endings: None,
            nodes: None,
        }
    }
}

/// Watches over one search.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    cancelled: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// How many nodes all threads may visit, and how many they had at their last looks.
    most_nodes: u64,
    seen_nodes: Arc<AtomicU64>,
    /// Set when the work of another, with which this one helps, is done.
    until: Option<Arc<AtomicBool>>,
    until_look: u32,
    /// How many nodes were visited.
    pub(crate) nodes: u64,
    /// How many of them were given up because of a bound.
    pub(crate) hopeless: u64,
    /// Whether the search has been called off.
    pub(crate) called_off: bool,
    /// Whether it ended because its time was up.
    pub(crate) late: bool,
}

/// How many nodes pass between two looks at the clock, and of one who helps another.
const PATIENCE: u32 = 1 << 12;
const PATIENCE_OF_HELPERS: u32 = 1 << 5;

impl Watch {
    pub(crate) fn new(limits: &Limits, seconds: Option<u32>) -> Watch {
        Watch {
            cancelled: limits.cancelled.clone(),
            deadline: seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds.into())),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            seen_nodes: Arc::default(),
            until: None,
            until_look: 0,
            nodes: 0,
            hopeless: 0,
            called_off: false,
            late: false,
        }
    }

    /// Whether the search must end; asked at every node.
    #[inline]
    pub(crate) fn must_end(&mut self) -> bool {
        self.nodes += 1;
        match self.until_look {
            0 => self.look(),
            _ => self.until_look -= 1,
        }
        self.called_off
    }

    /// Counts nodes that are known without being visited.
    pub(crate) fn pass_over(&mut self, nodes: u32) {
        self.nodes += u64::from(nodes);
        self.until_look = self.until_look.saturating_sub(nodes);
    }

    /// Whether the search must end, seen from beside it.
    pub(crate) fn is_over(&self) -> bool {
        self.is_late() || self.cancelled.load(Ordering::Relaxed)
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Takes over what another watch of the same search saw.
    pub(crate) fn join(&mut self, other: &Watch) {
        self.nodes += other.nodes;
        self.hopeless += other.hopeless;
        self.called_off |= other.called_off;
        self.late |= other.late;
    }

    /// The same for another thread.
    pub(crate) fn another(&self) -> Watch {
        Watch { nodes: 0, hopeless: 0, until_look: PATIENCE, ..self.clone() }
    }

    /// Watches over a search that helps another until that is done.
    pub(crate) fn join_in(&mut self, until: Arc<AtomicBool>) {
        self.until = Some(until);
        self.until_look = 0;
    }

    /// Watches over a search of its own again.
    pub(crate) fn turn_back(&mut self) {
        self.until = None;
        self.called_off = self.must_not_go_on();
    }

    fn look(&mut self) {
        let helps = self.until.is_some();
        let patience = if helps { PATIENCE_OF_HELPERS } else { PATIENCE };
        self.until_look = patience;
        self.late |= self.is_late();
        self.called_off |= self.must_not_go_on()
            || self.until.as_ref().is_some_and(|done| done.load(Ordering::Relaxed));
        self.seen_nodes.fetch_add(patience.into(), Ordering::Relaxed);
    }

    /// Whether time or nodes are used up, or somebody has called the search off.
    fn must_not_go_on(&self) -> bool {
        self.late
            || self.seen_nodes.load(Ordering::Relaxed) >= self.most_nodes
            || self.cancelled.load(Ordering::Relaxed)
    }
}
