//! Searches told while the client looks on: their turn, their time, their audience.

use std::{
    convert::Infallible,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::response::sse::{self, KeepAlive, Sse};
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use solusrex_tables::Tablebase;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::task::AbortOnDropHandle;

use super::PATIENCE;
use crate::{app::Shared, config::Config, refusal::Refusal};

/// Events that may wait for a slow client.
const BACKLOG: usize = 64;

/// How often progress is told.
const BETWEEN: Duration = Duration::from_millis(200);

/// How long a client may leave events unread once its search is over.
const GRACE: Duration = Duration::from_secs(10);

/// Searches in a thread of its own, when its turn comes, and tells what it finds. At last comes `end`.
pub(super) async fn search(
    app: Shared,
    search: impl FnOnce(&Teller) + Send + 'static,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Refusal> {
    let turn = tokio::time::timeout(PATIENCE, app.solves.clone().acquire_owned()).await;
    let Ok(Ok(turn)) = turn else {
        return Err(Refusal::busy("other searches are running"));
    };
    let (sender, events) = mpsc::channel(BACKLOG);
    let calling_off = Arc::new(CallingOff::default());
    let audience = Audience { app: app.clone(), calling_off: calling_off.clone() };
    let closing = app.closing.clone();
    let teller = Teller { app, sender, calling_off, begun: Instant::now(), told: Mutex::default() };
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        teller.all_of(search);
    });
    // the audience leaves with the stream
    let events = ReceiverStream::new(events).map(move |event| {
        let _here = &audience;
        Ok(event)
    });
    let events = events.take_until(closing.cancelled_owned());
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// How a search is called off.
#[derive(Debug, Default)]
struct CallingOff {
    /// What the search looks at.
    cancelled: Arc<AtomicBool>,
    /// Whether its time is up.
    late: AtomicBool,
    /// Whether nobody listens any more.
    alone: AtomicBool,
    /// Whether it is over.
    over: AtomicBool,
}

/// Those who listen to a search: with them goes the search.
struct Audience {
    app: Shared,
    calling_off: Arc<CallingOff>,
}

impl Drop for Audience {
    fn drop(&mut self) {
        self.calling_off.alone.store(true, Ordering::Relaxed);
        self.calling_off.cancelled.store(true, Ordering::Relaxed);
        if !self.calling_off.over.load(Ordering::Relaxed) {
            self.app.metrics.abandoned.inc();
        }
    }
}

/// Counts a search for as long as it runs, however it ends.
struct Running(Shared);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.metrics.solving.dec();
    }
}

/// The limits of a search, as they are told.
#[derive(Serialize)]
pub(super) struct Limits {
    seconds: u32,
    memory_mib: usize,
    threads: usize,
    solutions: usize,
}

impl From<&Config> for Limits {
    fn from(config: &Config) -> Limits {
        Limits {
            seconds: config.solve_seconds,
            memory_mib: config.solve_memory,
            threads: config.solve_threads,
            solutions: config.solve_solutions,
        }
    }
}

#[derive(Serialize)]
struct Trouble {
    error: String,
}

#[derive(Serialize)]
struct Nothing {}

/// Tells the client of a search what comes of it.
pub(super) struct Teller {
    app: Shared,
    sender: mpsc::Sender<sse::Event>,
    calling_off: Arc<CallingOff>,
    begun: Instant,
    /// When progress was told last.
    told: Mutex<Option<Instant>>,
}

impl Teller {
    /// Searches within one request's time.
    fn all_of(self, search: impl FnOnce(&Teller)) {
        self.app.metrics.solving.inc();
        let _running = Running(self.app.clone());
        let _timer = self.timer();
        let searched = panic::catch_unwind(AssertUnwindSafe(|| search(&self)));
        if searched.is_err() {
            self.fail("the search has failed (see the server's log)");
        }
        self.calling_off.over.store(true, Ordering::Relaxed);
        self.send("end", &Nothing {});
    }

    /// Calls the search off when its time is up.
    fn timer(&self) -> AbortOnDropHandle<()> {
        let calling_off = self.calling_off.clone();
        let seconds = Duration::from_secs(self.config().solve_seconds.into());
        AbortOnDropHandle::new(tokio::spawn(async move {
            tokio::time::sleep(seconds).await;
            calling_off.late.store(true, Ordering::Relaxed);
            calling_off.cancelled.store(true, Ordering::Relaxed);
        }))
    }

    /// What the server may do.
    pub(super) fn config(&self) -> &Config {
        &self.app.config
    }

    /// The server's tables.
    pub(super) fn tables(&self) -> &Arc<Tablebase> {
        &self.app.tables
    }

    /// What the search has to look at: set, it is called off.
    pub(super) fn cancelled(&self) -> &Arc<AtomicBool> {
        &self.calling_off.cancelled
    }

    /// Whether nobody listens any more.
    pub(super) fn is_alone(&self) -> bool {
        self.calling_off.alone.load(Ordering::Relaxed)
    }

    /// Counts a search that a limit has ended.
    pub(super) fn count_cut(&self) {
        self.app.metrics.cut.inc();
    }

    /// Whether its time is up.
    pub(super) fn is_late(&self) -> bool {
        self.calling_off.late.load(Ordering::Relaxed)
    }

    /// Why the search was called off, if not for what it found.
    pub(super) fn why(&self) -> String {
        if self.is_late() {
            format!(
                "its {} seconds are over (ask the solusrex command, or start the server with a larger \
                 --solve-seconds)",
                self.config().solve_seconds
            )
        } else {
            "the server is ending (start it again)".to_owned()
        }
    }

    /// Tells that there is no answer.
    pub(super) fn fail(&self, why: &str) {
        self.send("error", &Trouble { error: why.to_owned() });
    }

    /// Tells how far the search is, unless that was told a moment ago.
    pub(super) fn progress(&self, data: &impl Serialize) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            *told = Some(Instant::now());
            drop(told);
            self.send("progress", data);
        }
    }

    /// Hands an event on. A client that does not read is waited for while its search may run, and a little
    /// longer.
    pub(super) fn send(&self, name: &str, data: &impl Serialize) {
        let mut event = event(name, data);
        let seconds = Duration::from_secs(self.config().solve_seconds.into());
        loop {
            match self.sender.try_send(event) {
                Err(mpsc::error::TrySendError::Full(unsent))
                    if self.begun.elapsed() < seconds + GRACE =>
                {
                    event = unsent;
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(()) => return,
                // nobody is there to read it
                Err(_) => {
                    self.calling_off.alone.store(true, Ordering::Relaxed);
                    self.calling_off.cancelled.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}

/// An event with its data.
pub(super) fn event(name: &str, data: &impl Serialize) -> sse::Event {
    let plain = sse::Event::default().event(name);
    match serde_json::to_string(data) {
        Ok(json) => plain.data(json),
        Err(error) => plain.data(error.to_string()),
    }
}
