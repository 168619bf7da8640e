//! `/api/v1/solve`: problems solved while the client looks on.

use std::{
    convert::Infallible,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    body::Bytes,
    extract::State,
    http::HeaderMap,
    response::sse::{self, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use solusrex_problems::{
    Event, Limits, Problem, Solution, Stage, replay,
    solution::{Attack, Line, Part, State as Ended},
    solve as search, write,
};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::task::AbortOnDropHandle;

use super::{PATIENCE, builds::event, problem};
use crate::{app::Shared, config::Config, refusal::Refusal};

/// Events that may wait for a slow client.
const BACKLOG: usize = 64;

/// How often progress is told.
const BETWEEN: Duration = Duration::from_millis(200);

/// How long a client may leave events unread once its search is over.
const GRACE: Duration = Duration::from_secs(10);

/// A solution of more moves than this is told without the positions after them.
const MOST_PLACED: usize = 20_000;

/// Solve problems
///
/// The body is either text in Popeye's language (`text/plain`) or fields (`application/json`). The answer is a
/// stream of server-sent events: `accepted`, then for each problem `twin`, `progress` and `solution` as it goes and
/// `result` at its end, at last `end`. Closing the connection calls the search off.
#[utoipa::path(
    post,
    path = "/api/v1/solve",
    tag = "problems",
    request_body(content((String = "text/plain"), (problem::Fields = "application/json"))),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, body = crate::refusal::Told),
        (status = 429, body = crate::refusal::Told, description = "Other searches are running; `retry-after` says when to ask again"),
    ),
)]
pub(crate) async fn solve(
    State(app): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Refusal> {
    let problems = super::aside(&app, move || problem::read(&headers, &body)).await?;
    let turn = tokio::time::timeout(PATIENCE, app.solves.clone().acquire_owned()).await;
    let Ok(Ok(turn)) = turn else {
        return Err(Refusal::busy("other searches are running"));
    };
    let (sender, events) = mpsc::channel(BACKLOG);
    let calling_off = Arc::new(CallingOff::default());
    let audience = Audience { app: app.clone(), calling_off: calling_off.clone() };
    let closing = app.closing.clone();
    let run = Run { app, sender, calling_off, begun: Instant::now(), told: None, solutions: 0 };
    tokio::task::spawn_blocking(move || run.all(&problems, turn));
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

/// One request's searches.
struct Run {
    app: Shared,
    sender: mpsc::Sender<sse::Event>,
    calling_off: Arc<CallingOff>,
    begun: Instant,
    /// When progress was told last.
    told: Option<Instant>,
    solutions: usize,
}

#[derive(Serialize)]
struct Accepted {
    #[serde(flatten)]
    problems: problem::Problems,
    limits: AcceptedLimits,
}

#[derive(Serialize)]
struct AcceptedLimits {
    seconds: u32,
    memory_mib: usize,
    threads: usize,
    solutions: usize,
}

#[derive(Serialize)]
struct Begun<'a> {
    problem: usize,
    twin: usize,
    label: &'a str,
    stip: String,
    fen: Option<String>,
}

#[derive(Serialize)]
struct Progress {
    problem: usize,
    twin: usize,
    done: usize,
    of: usize,
}

#[derive(Serialize)]
struct Found<'a> {
    problem: usize,
    twin: usize,
    part: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attack: Option<&'a Attack>,
}

#[derive(Serialize)]
struct Solved<'a> {
    problem: usize,
    solution: &'a Solution,
    text: String,
    verdicts: Vec<String>,
    state: Ended,
    limit: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct Trouble {
    error: String,
}

#[derive(Serialize)]
struct Nothing {}

impl Run {
    /// Solves all problems, one after the other, within one request's time.
    fn all(mut self, problems: &[Problem], turn: OwnedSemaphorePermit) {
        let _turn = turn;
        self.app.metrics.solving.inc();
        let _running = Running(self.app.clone());
        let _timer = self.timer();
        let config = &self.app.config;
        let limits = AcceptedLimits {
            seconds: config.solve_seconds,
            memory_mib: config.solve_memory,
            threads: config.solve_threads,
            solutions: config.solve_solutions,
        };
        self.send("accepted", &Accepted { problems: problem::described(problems), limits });
        let solved = panic::catch_unwind(AssertUnwindSafe(|| {
            problems.iter().enumerate().all(|(nth, problem)| self.one(nth, problem))
        }));
        if solved.is_err() {
            let error = "the search has failed (see the server's log)".to_owned();
            self.send("error", &Trouble { error });
        }
        self.calling_off.over.store(true, Ordering::Relaxed);
        self.send("end", &Nothing {});
    }

    /// Calls the search off when its time is up.
    fn timer(&self) -> AbortOnDropHandle<()> {
        let calling_off = self.calling_off.clone();
        let seconds = Duration::from_secs(self.app.config.solve_seconds.into());
        AbortOnDropHandle::new(tokio::spawn(async move {
            tokio::time::sleep(seconds).await;
            calling_off.late.store(true, Ordering::Relaxed);
            calling_off.cancelled.store(true, Ordering::Relaxed);
        }))
    }

    /// Solves a problem; whether to go on with the next.
    fn one(&mut self, nth: usize, problem: &Problem) -> bool {
        let config = &self.app.config;
        let limits = Limits {
            cancelled: self.calling_off.cancelled.clone(),
            memory: config.solve_memory << 20,
            threads: config.solve_threads,
            ..Limits::default()
        };
        let begun = Instant::now();
        let tasks = problem.tasks();
        let mut twin = 0;
        let mut twins_begun = 0;
        let mut stage: Option<(Part, Stage)> = None;
        self.solutions = 0;
        let mut solution = search(problem, &limits, &mut |event| match event {
            Event::Twin(task) => {
                twin = twins_begun;
                twins_begun += 1;
                let (stip, fen) = (task.setup.asked(), problem::fen(&task.setup));
                let begun = Begun { problem: nth, twin, label: &task.label, stip, fen };
                self.send("twin", &begun);
            }
            Event::Phase(part, white) => {
                stage = tasks
                    .get(twin)
                    .and_then(|task| Stage::new(&problem.options, &task.setup, white, part))
                    .map(|stage| (part, stage));
            }
            Event::Line(line) => {
                let mut line = line.clone();
                if let Some((part, stage)) = &stage {
                    stage.line(&mut line);
                    self.found(Found {
                        problem: nth,
                        twin,
                        part: *part,
                        line: Some(&line),
                        attack: None,
                    });
                }
            }
            Event::Attack(attack) => {
                let mut attack = attack.clone();
                if let Some((part, stage)) = &stage {
                    if attack.moves() <= MOST_PLACED {
                        stage.attack(&mut attack);
                    }
                    self.found(Found {
                        problem: nth,
                        twin,
                        part: *part,
                        line: None,
                        attack: Some(&attack),
                    });
                }
            }
            Event::Progress { done, of }
                if self.told.is_none_or(|told| told.elapsed() >= BETWEEN) =>
            {
                self.told = Some(Instant::now());
                self.send("progress", &Progress { problem: nth, twin, done, of });
            }
            _ => {}
        });
        if self.calling_off.alone.load(Ordering::Relaxed) {
            return false;
        }
        if solution.moves() <= MOST_PLACED {
            replay(problem, &mut solution);
        }
        let interrupted = solution.state == Ended::Interrupted;
        let result = Solved {
            problem: nth,
            text: write::text(problem, &solution),
            verdicts: solution.twins.iter().map(|twin| twin.verdict.to_string()).collect(),
            state: solution.state,
            limit: interrupted.then(|| self.limit()),
            seconds: begun.elapsed().as_secs_f64(),
            solution: &solution,
        };
        if interrupted {
            self.app.metrics.cut.inc();
        }
        self.send("result", &result);
        !interrupted
    }

    /// Tells a solution; with too many of them the search ends.
    fn found(&mut self, found: Found<'_>) {
        self.solutions += 1;
        if self.solutions >= self.app.config.solve_solutions {
            self.calling_off.cancelled.store(true, Ordering::Relaxed);
        }
        self.send("solution", &found);
    }

    /// Which limit has ended a search.
    fn limit(&self) -> String {
        let Config { solve_seconds, solve_solutions, .. } = self.app.config;
        if self.calling_off.late.load(Ordering::Relaxed) {
            format!(
                "its {solve_seconds} seconds are over (solve it with the solusrex command, or start the \
                 server with a larger --solve-seconds)"
            )
        } else if self.solutions >= solve_solutions {
            format!("{solve_solutions} solutions were found (ask for fewer with MaxSolutions)")
        } else {
            "the server is ending (start it again)".to_owned()
        }
    }

    /// Hands an event on. A client that does not read is waited for while its search may run, and a little
    /// longer.
    fn send(&self, name: &str, data: &impl Serialize) {
        let mut event = event(name, data);
        let seconds = Duration::from_secs(self.app.config.solve_seconds.into());
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
