//! `/api/v1/lesson`: a position to train.

use axum::{Json, extract::State};
use serde::Serialize;
use shakmaty::Color;
use solusrex_game::{Moves, Value};
use solusrex_tables::{
    Ending, Metric,
    trainer::{Goal, LessonError, Level, Wish, lesson as choose},
};

use super::{aside, turn};
use crate::{app::Shared, params::Params, refusal::Refusal};

/// A position to train.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Lesson {
    /// The position; the trainee is to move.
    fen: String,
    /// The ending, White's men first.
    #[schema(value_type = String, example = "KQKR")]
    material: Ending,
    /// The trainee's side.
    #[schema(example = "white")]
    side: &'static str,
    /// What is to be done: win, hold (a draw) or last (in a lost position).
    #[schema(value_type = String, example = "win")]
    goal: Goal,
    /// easy, medium, hard or longest
    #[schema(value_type = String, example = "hard")]
    level: Level,
    /// Asked for again with the same seed, the position is the same.
    seed: u64,
    #[schema(value_type = String, example = "dtm")]
    metric: Metric,
    /// What it is worth to the trainee.
    #[serde(flatten)]
    value: Value,
    /// The same in moves of the winner.
    #[schema(value_type = Option<u32>)]
    moves: Option<Moves>,
}

/// A position to train, as hard as asked for
#[utoipa::path(
    get,
    path = "/api/v1/lesson",
    tag = "tables",
    params(
        ("material" = String, Query, example = "KQKR", description = "the ending, White's men first"),
        ("side" = Option<String>, Query, description = "the trainee's: white (default) or black"),
        ("goal" = Option<String>, Query, description = "win, hold or last; else what is usual for the side"),
        ("level" = Option<String>, Query, description = "easy, medium, hard (default) or longest"),
        ("seed" = Option<u64>, Query, description = "chosen and told if not given"),
    ),
    responses(
        (status = 200, body = Lesson),
        (status = 400, body = crate::refusal::Told, description = "There is no such position, or no such ending"),
        (status = 404, body = crate::refusal::Told, description = "A table is not there; `building` tells whether it will be"),
        (status = 429, body = crate::refusal::Told),
    ),
)]
pub(crate) async fn lesson(
    State(app): State<Shared>,
    params: Params,
) -> Result<Json<Lesson>, Refusal> {
    params.needed("material", "KQKR")?;
    let ending: Ending = params.read("material")?.unwrap_or(Ending::KINGS);
    let side = params.choice("side", &[("white", Color::White), ("black", Color::Black)])?;
    let side = side.unwrap_or(Color::White);
    let goal = params.read("goal")?;
    let level = params.read("level")?.unwrap_or_default();
    // JSON numbers are exact up to here
    const LARGEST: u64 = 1 << 53;
    let seed = params.number("seed", LARGEST)?.unwrap_or_else(|| fastrand::u64(..LARGEST));
    let turn = turn(&app).await?;
    aside(&app.clone(), move || {
        let _turn = turn;
        let lesson = choose(&app.tables, &Wish { ending, side, goal, level, seed });
        let lesson = lesson.map_err(|error| match error {
            LessonError::Probe(error) => Refusal::probe(&app, error),
            error => Refusal::input(error),
        })?;
        Ok(Json(Lesson {
            fen: lesson.fen,
            material: lesson.ending,
            side: if side.is_white() { "white" } else { "black" },
            goal: lesson.goal,
            level,
            seed,
            metric: Metric::Dtm,
            value: lesson.value,
            moves: lesson.moves,
        }))
    })
    .await
}
