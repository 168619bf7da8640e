//! `/api/v1/solve`: problems solved while the client looks on.

use std::{convert::Infallible, sync::atomic::Ordering, time::Instant};

use axum::{
    body::Bytes,
    extract::State,
    http::HeaderMap,
    response::sse::{self, Sse},
};
use futures_util::Stream;
use serde::Serialize;
use solusrex_problems::{
    Event, Limits, Problem, Solution, Stage, replay,
    solution::{Attack, Line, Part, State as Ended},
    solve as search, write,
};

use super::{
    problem,
    stream::{self, Teller},
};
use crate::{app::Shared, refusal::Refusal};

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
    stream::search(app, move |teller| Run { teller, solutions: 0 }.all(&problems)).await
}

/// One request's searches.
struct Run<'a> {
    teller: &'a Teller,
    solutions: usize,
}

#[derive(Serialize)]
struct Accepted {
    #[serde(flatten)]
    problems: problem::Problems,
    limits: stream::Limits,
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

impl Run<'_> {
    /// Solves all problems, one after the other.
    fn all(mut self, problems: &[Problem]) {
        let limits = self.teller.config().into();
        self.teller.send("accepted", &Accepted { problems: problem::described(problems), limits });
        let _ = problems.iter().enumerate().all(|(nth, problem)| self.one(nth, problem));
    }

    /// Solves a problem; whether to go on with the next.
    fn one(&mut self, nth: usize, problem: &Problem) -> bool {
        let config = self.teller.config();
        let limits = Limits {
            cancelled: self.teller.cancelled().clone(),
            memory: config.solve_memory << 20,
            threads: config.solve_threads,
            endings: Some(self.teller.tables().clone()),
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
                self.teller.send("twin", &begun);
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
            Event::Progress { done, of } => {
                self.teller.progress(&Progress { problem: nth, twin, done, of });
            }
            _ => {}
        });
        if self.teller.is_alone() {
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
            self.teller.count_cut();
        }
        self.teller.send("result", &result);
        !interrupted
    }

    /// Tells a solution; with too many of them the search ends.
    fn found(&mut self, found: Found<'_>) {
        self.solutions += 1;
        if self.solutions >= self.teller.config().solve_solutions {
            self.teller.cancelled().store(true, Ordering::Relaxed);
        }
        self.teller.send("solution", &found);
    }

    /// Which limit has ended a search.
    fn limit(&self) -> String {
        let most = self.teller.config().solve_solutions;
        match self.teller.is_late() {
            false if self.solutions >= most => {
                format!("{most} solutions were found (ask for fewer with MaxSolutions)")
            }
            _ => self.teller.why(),
        }
    }
}
