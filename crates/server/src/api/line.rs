//! `/api/v1/line`: best play to the end.

use axum::{Json, extract::State};
use shakmaty::Chess;
use solusrex_tables::{self as tables, Line, Metric, Tablebase};

use super::aside;
use crate::{
    app::Shared,
    params::{OfTable, Params},
    refusal::{NoTable, Refusal},
    standard,
};

/// Best play from a position to the end
///
/// The JSON of `solusrex line`.
#[utoipa::path(
    get,
    path = "/api/v1/line",
    tag = "tables",
    params(
        ("fen" = String, Query, example = "8/8/8/8/8/2k5/1R6/K7_w_-_-"),
        OfTable,
        ("equals" = Option<bool>, Query, description = "every move of equal value too"),
    ),
    responses(
        (status = 200, body = Line),
        NoTable,
    ),
)]
pub(crate) async fn line(State(app): State<Shared>, params: Params) -> Result<Json<Line>, Refusal> {
    let position = standard::position(params.needed("fen", "8/8/8/8/8/2k5/1R6/K7_w_-_-")?)?;
    let equals = params.flag("equals")?;
    let metric = params.read("metric")?;
    aside(&app.clone(), move || {
        let metric = choose(metric, &app.tables, &position);
        let line = tables::line(&app.tables, &position, metric);
        let mut line = line.map_err(|error| Refusal::probe(&app, error))?;
        if !equals {
            line.moves.iter_mut().for_each(|mv| mv.equals.clear());
        }
        Ok(Json(line))
    })
    .await
}

/// The metric asked for, else the first of dtm, dtz and dtc that the position has a table for.
fn choose(asked: Option<Metric>, tables: &Tablebase, position: &Chess) -> Metric {
    let choices = [Metric::Dtm, Metric::Dtz, Metric::Dtc];
    let at_hand = |metric: &Metric| tables.probe(position, *metric).is_ok();
    asked.or_else(|| choices.into_iter().find(at_hand)).unwrap_or(Metric::Dtm)
}
