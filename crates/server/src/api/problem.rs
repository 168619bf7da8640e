//! `/api/v1/problem`: a problem as text and as fields.

use axum::{
    Json,
    body::Bytes,
    extract::State,
    http::{HeaderMap, header},
};
use serde::{Deserialize, Serialize};
use solusrex_problems::{Parts, Problem, problem::Setup, write};
use solusrex_rules::Side;

use super::{
    aside,
    position::{Board, Man, men},
};
use crate::{app::Shared, refusal::Refusal};

/// A problem as fields.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub(crate) struct Fields {
    /// The position as FEN or extended FEN; else `pieces` has the men.
    #[schema(example = "8/8/8/8/8/k1K5/8/1R6 w - -")]
    fen: Option<String>,
    /// A list of pieces.
    #[schema(example = "White Kc3 Rb1 Black Ka3")]
    pieces: Option<String>,
    /// What is asked.
    #[schema(example = "h#2")]
    stip: String,
    /// The conditions.
    cond: Vec<String>,
    /// As behind `Option`.
    options: Vec<String>,
    /// Each as behind `Twin`.
    twins: Vec<String>,
    /// The board, 8x8 unless given.
    board: Option<String>,
    /// plane, vertical-cylinder, horizontal-cylinder or torus
    topology: Option<String>,
    /// Author, title and the like, each with its word, `Author ..`; without one it is a remark.
    title: Vec<String>,
}

/// What was read.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Problems {
    problems: Vec<Described>,
}

/// A problem as text and as fields.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub(crate) struct Described {
    /// The problem in Popeye's language.
    text: String,
    /// The diagram; none if men, board and conditions do not go together.
    fen: Option<String>,
    board: Board,
    men: Vec<Man>,
    pieces: String,
    stip: String,
    cond: Vec<String>,
    options: Vec<String>,
    title: Vec<String>,
    /// The diagram and its twins; empty where there are none.
    twins: Vec<Twin>,
}

/// A twin.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Twin {
    label: String,
    continued: bool,
    /// What makes the twin, as composers write it.
    changes: Vec<String>,
    /// The same as behind `Twin`.
    words: String,
    stip: String,
    fen: Option<String>,
}

/// Read a problem and tell it as text and as fields
///
/// The body is either text in Popeye's language (`text/plain`) or fields (`application/json`).
#[utoipa::path(
    post,
    path = "/api/v1/problem",
    tag = "problems",
    request_body(content((String = "text/plain"), (Fields = "application/json"))),
    responses((status = 200, body = Problems), (status = 400, body = crate::refusal::Told)),
)]
pub(crate) async fn problem(
    State(app): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Problems>, Refusal> {
    aside(&app, move || Ok(Json(described(&read(&headers, &body)?)))).await
}

/// The problems of a body.
pub(super) fn read(headers: &HeaderMap, body: &[u8]) -> Result<Vec<Problem>, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let text = match kind {
        Some(kind) if kind.trim_start().starts_with("application/json") => {
            let fields: Fields = serde_json::from_slice(body).map_err(|error| {
                Refusal::input(format!("{error} (send fields such as fen and stip as JSON)"))
            })?;
            Parts::try_from(fields)?.text()?
        }
        // what is no UTF-8 can only stand in headings
        _ => String::from_utf8_lossy(body).into_owned(),
    };
    let problems = Problem::parse(&text)?;
    match problems.is_empty() {
        true => {
            Err(Refusal::input("there is no problem (send text that begins with BeginProblem)"))
        }
        false => Ok(problems),
    }
}

impl TryFrom<Fields> for Parts {
    type Error = Refusal;

    fn try_from(fields: Fields) -> Result<Parts, Refusal> {
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (fen, pieces) = (given(fields.fen), given(fields.pieces));
        let wrong = match (&fen, &pieces) {
            (Some(_), Some(_)) => Some("fen and pieces both give the men (give one of them)"),
            (None, None) => Some("there are no men (send fen, or pieces)"),
            _ if fields.stip.trim().is_empty() => Some("nothing is asked (send stip, such as h#2)"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(Refusal::input(wrong));
        }
        Ok(Parts {
            heading: fields.title,
            fen,
            pieces: pieces.unwrap_or_default(),
            board: given(fields.board),
            topology: given(fields.topology),
            stipulation: fields.stip,
            conditions: fields.cond,
            options: fields.options,
            twins: fields.twins,
        })
    }
}

/// Problems as text and as fields.
pub(super) fn described(problems: &[Problem]) -> Problems {
    Problems { problems: problems.iter().map(describe).collect() }
}

fn describe(problem: &Problem) -> Described {
    let setup = &problem.diagram;
    let position = setup.position(Side::White).ok();
    Described {
        text: write::language(problem),
        fen: position.as_ref().map(|position| position.fen()),
        board: Board::from(&setup.board),
        men: position.as_ref().map(men).unwrap_or_default(),
        pieces: write::men(&setup.men, &setup.board),
        stip: setup.asked(),
        cond: setup.conditions.iter().map(|condition| condition.name()).collect(),
        options: write::options(&problem.options, &setup.board),
        title: problem.heading.iter().map(|line| line.to_string()).collect(),
        twins: twins(problem),
    }
}

fn twins(problem: &Problem) -> Vec<Twin> {
    if problem.twins.is_empty() {
        return Vec::new();
    }
    let board = &problem.diagram.board;
    let words = problem.twins.iter().map(|twin| write::twin(twin, board));
    let words = (!problem.zero_position).then(String::new).into_iter().chain(words);
    let tasks = problem.tasks().into_iter().zip(words);
    let twin = |(task, words): (solusrex_problems::Task, String)| Twin {
        label: task.label,
        continued: task.continued,
        changes: task.changes,
        words,
        stip: task.setup.asked(),
        fen: fen(&task.setup),
    };
    tasks.map(twin).collect()
}

/// The position of a setup; none if men, board and conditions do not go together.
pub(super) fn fen(setup: &Setup) -> Option<String> {
    setup.position(Side::White).ok().map(|position| position.fen())
}
