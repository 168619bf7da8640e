//! Tables built in the background, on demand.
//!
//! One thread takes endings from a queue and builds all that they lack, at a lower priority than requests have. Who wants to know listens to [`Builder::listen`].

use std::{
    collections::{HashSet, VecDeque},
    ops::ControlFlow,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use serde::Serialize;
use solusrex_tables::{
    Ending, MOST_MEN, Metric, Tablebase,
    build::{self, Built, Event, Plan, Task},
};
use thread_priority::{ThreadPriority, ThreadPriorityValue};
use tokio::sync::broadcast;

use crate::config::Config;

/// How many events a listener may lag behind.
const BACKLOG: usize = 256;

/// The priority of builds, of 100: niceness 5 on Unix.
const MILD: u8 = 36;

/// How often progress is told.
const BETWEEN: Duration = Duration::from_millis(200);

/// Builds tables in the background.
#[derive(Debug)]
pub(crate) struct Builder {
    shared: Arc<Shared>,
    men: usize,
    worker: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Shared {
    tables: Arc<Tablebase>,
    queue: Mutex<Queue>,
    filled: Condvar,
    /// Endings that need not be looked at again: all their tables are there, or cannot be built.
    settled: RwLock<HashSet<Ending>>,
    events: broadcast::Sender<News>,
    closing: AtomicBool,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Ending>,
    /// The ending asked for that is being built, and which of its tables.
    building: Option<(Ending, Option<Task>)>,
}

/// The state of affairs.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct State {
    /// The table being built.
    building: Option<Name>,
    /// Endings asked for and not yet begun.
    #[schema(value_type = Vec<String>, example = json!(["KRPKR"]))]
    waiting: Vec<Ending>,
}

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TableName)]
pub(crate) struct Name {
    /// The ending.
    #[schema(value_type = String, example = "KQKR")]
    ending: Ending,
    /// What it counts.
    #[schema(value_type = String, example = "dtm")]
    metric: Metric,
}

/// What happens to builds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum News {
    Started(Name),
    Progress {
        #[serde(flatten)]
        name: Name,
        stage: &'static str,
        /// The share of the work that is behind, where it can be told.
        fraction: Option<f64>,
        /// The plies from the end that are being looked at.
        level: Option<u32>,
    },
    Finished {
        #[serde(flatten)]
        name: Name,
        bytes: u64,
        longest: Option<u32>,
        seconds: f64,
    },
    Failed {
        ending: Ending,
        error: String,
    },
    Idle {},
}

impl News {
    /// The name of the event.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            News::Started(_) => "started",
            News::Progress { .. } => "progress",
            News::Finished { .. } => "finished",
            News::Failed { .. } => "failed",
            News::Idle {} => "idle",
        }
    }
}

impl From<Task> for Name {
    fn from(Task { ending, metric }: Task) -> Name {
        Name { ending, metric }
    }
}

impl Builder {
    pub(crate) fn new(tables: Arc<Tablebase>, config: &Config) -> Builder {
        let shared = Arc::new(Shared {
            tables,
            queue: Mutex::default(),
            filled: Condvar::new(),
            settled: RwLock::default(),
            events: broadcast::Sender::new(BACKLOG),
            closing: AtomicBool::new(false),
        });
        Builder { shared, men: config.auto_build.min(MOST_MEN), worker: Mutex::default() }
    }

    /// The number of men up to which tables are built.
    pub(crate) fn men(&self) -> usize {
        self.men
    }

    /// Sees to it that all tables of an ending are built, if it has few enough men; whether any of them
    /// is still to come.
    pub(crate) fn want(&self, ending: Ending) -> bool {
        if ending.men() > self.men || ending == Ending::KINGS || self.is_settled(ending) {
            return false;
        }
        let ending = ending.canonical().0;
        if self.is_settled(ending) {
            // the other way round is asked for as well: next time it is found at once
            self.shared.settle(ending.exchanged());
            return false;
        }
        let mut queue = self.shared.lock();
        let under_way = queue.building.is_some_and(|(building, _)| building == ending);
        if !under_way && !queue.waiting.contains(&ending) {
            queue.waiting.push_back(ending);
            self.shared.filled.notify_one();
            drop(queue);
            self.start();
        }
        true
    }

    fn is_settled(&self, ending: Ending) -> bool {
        self.shared.settled.read().unwrap_or_else(PoisonError::into_inner).contains(&ending)
    }

    /// Starts the thread when there is first something to do.
    fn start(&self) {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        if worker.is_some() || self.shared.closing.load(Ordering::Relaxed) {
            return;
        }
        let shared = self.shared.clone();
        let thread = std::thread::Builder::new().name("builds".to_owned());
        match thread.spawn(move || shared.work()) {
            Ok(handle) => *worker = Some(handle),
            Err(error) => tracing::error!(%error, "no thread for builds"),
        }
    }

    /// The state of affairs and, from then on, what happens.
    pub(crate) fn listen(&self) -> (State, broadcast::Receiver<News>) {
        let queue = self.shared.lock();
        // nothing is told while the queue is held, so nothing is told twice or never
        let events = self.shared.events.subscribe();
        (queue.state(), events)
    }

    pub(crate) fn state(&self) -> State {
        self.shared.lock().state()
    }

    /// Ends the build that is under way; what is finished stays.
    pub(crate) fn close(&self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.filled.notify_all();
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(worker) = worker
            && worker.join().is_err()
        {
            tracing::error!("a build has panicked");
        }
    }
}

impl Queue {
    fn state(&self) -> State {
        State {
            building: self.building.and_then(|(_, task)| task).map(Name::from),
            waiting: self.waiting.iter().copied().collect(),
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn settle(&self, ending: Ending) {
        self.settled.write().unwrap_or_else(PoisonError::into_inner).insert(ending);
    }

    fn tell(&self, news: News) {
        // nobody need be listening
        let _ = self.events.send(news);
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Builds what is asked for, until the server ends.
    fn work(&self) {
        // one processor less than there are
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.saturating_sub(1).max(1))
            .thread_name(|n| format!("build-{n}"))
            .start_handler(|_| {
                // mildly: on a busy machine the lowest priority would never have its turn
                let mild = ThreadPriorityValue::try_from(MILD).map(ThreadPriority::Crossplatform);
                let set = mild.map(thread_priority::set_current_thread_priority);
                if let Ok(Err(error)) = set {
                    tracing::debug!(?error, "builds run at the usual priority");
                }
            })
            .build();
        let pool = match pool {
            Ok(pool) => pool,
            Err(error) => return tracing::error!(%error, "no threads for builds"),
        };
        while let Some(ending) = self.next() {
            let built = pool.install(|| self.build(ending));
            if self.is_closing() {
                return;
            }
            if let Err(error) = built {
                tracing::error!(%ending, %error, "a table cannot be built");
                self.tell(News::Failed { ending, error: error.to_string() });
            }
            // what failed would fail again
            self.settle(ending);
            self.settle(ending.exchanged());
            let mut queue = self.lock();
            queue.building = None;
            if queue.waiting.is_empty() {
                self.tell(News::Idle {});
            }
        }
    }

    /// The next ending; none when the server ends.
    fn next(&self) -> Option<Ending> {
        let mut queue = self.lock();
        loop {
            if self.is_closing() {
                return None;
            }
            if let Some(ending) = queue.waiting.pop_front() {
                queue.building = Some((ending, None));
                return Some(ending);
            }
            queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn build(&self, ending: Ending) -> Result<(), build::BuildError> {
        /// What may be kept in memory between the tables of one ending.
        const KEPT: u64 = 256 << 20;
        let plan = Plan::new([ending], &Metric::TO_MATE, &self.tables);
        let told = Mutex::new(Instant::now());
        build::build(&plan, &self.tables, KEPT, &|event| {
            if self.is_closing() {
                return ControlFlow::Break(());
            }
            self.watch(event, &told);
            ControlFlow::Continue(())
        })
    }

    fn watch(&self, event: Event, told: &Mutex<Instant>) {
        let is_due = || {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            let due = told.elapsed() >= BETWEEN;
            if due {
                *told = Instant::now();
            }
            due
        };
        match event {
            Event::Started(task) => {
                tracing::info!(ending = %task.ending, metric = %task.metric, "building");
                let mut queue = self.lock();
                if let Some((_, building)) = &mut queue.building {
                    *building = Some(task);
                }
                self.tell(News::Started(task.into()));
            }
            Event::Solving(task, progress) if is_due() => {
                let (done, of) = progress.slices;
                let fraction = (of > 1).then(|| done as f64 / of as f64);
                let (name, level) = (task.into(), Some(progress.level));
                self.tell(News::Progress { name, stage: "solving", fraction, level });
            }
            Event::Writing(task, slots) if is_due() => {
                let fraction = Some(slots as f64 / task.slots() as f64);
                let name = task.into();
                self.tell(News::Progress { name, stage: "writing", fraction, level: None });
            }
            Event::Solving(..) | Event::Writing(..) => {}
            Event::Finished(task, Built { bytes, longest, took }) => {
                let (longest, seconds) = (longest.map(|plies| plies.0), took.as_secs_f64());
                self.tell(News::Finished { name: task.into(), bytes, longest, seconds });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn an_ending_is_built_once_with_all_that_it_needs() {
        let tables = Arc::new(Tablebase::in_memory());
        let builder = Builder::new(tables.clone(), &Config { auto_build: 3, ..Config::default() });
        let (state, mut events) = builder.listen();
        assert_eq!(state, State { building: None, waiting: Vec::new() });
        let krk: Ending = "KRK".parse().unwrap();
        assert!(builder.want(krk.exchanged()));
        let mut finished = Vec::new();
        loop {
            match events.recv().await.unwrap() {
                News::Finished { name, .. } => {
                    finished.push(format!("{}.{}", name.ending, name.metric))
                }
                News::Idle {} => break,
                News::Failed { error, .. } => panic!("{error}"),
                _ => {}
            }
        }
        assert_eq!(finished, ["KRK.dtm", "KRK.dtc", "KRK.dtz"]);
        assert!(!builder.want(krk));
        assert!(!builder.want("KRKN".parse().unwrap()), "too many men");
        assert!(Metric::TO_MATE.iter().all(|&metric| tables.has(krk, metric)));
        builder.close();
        builder.close();
    }
}
