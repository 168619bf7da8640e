//! `/api/v1/stats`: an ending in numbers.

use std::sync::PoisonError;

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use solusrex_tables::{
    Ending,
    stats::{Census, Counting, PawnSquare, by_pawn},
};

use super::{aside, choose, load, turn};
use crate::{
    app::{App, Shared},
    params::{OfTable, Params, read_path},
    refusal::{NoTable, NotLoaded, Refusal},
};

/// An ending in numbers.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Stats {
    #[serde(flatten)]
    census: Census,
    /// For an ending with one pawn, who wins by the pawn's square.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_pawn: Option<Vec<PawnSquare>>,
}

/// How many positions of an ending are won, drawn and lost, and how far from the end they are
///
/// The JSON of `solusrex stats`. An ending is looked at with its stronger side White.
#[utoipa::path(
    get,
    path = "/api/v1/stats/{material}",
    tag = "tables",
    params(
        ("material" = String, Path, example = "KQKR"),
        OfTable,
        ("counting" = Option<String>, Query, description = "classes (default), or placements: every placement of the men"),
        ("by_pawn" = Option<bool>, Query, description = "for an ending with one pawn"),
    ),
    responses(
        (status = 200, body = Stats),
        NoTable,
        NotLoaded,
    ),
)]
pub(crate) async fn stats(
    State(app): State<Shared>,
    Path(material): Path<String>,
    params: Params,
) -> Result<Response, Refusal> {
    let ending: Ending = read_path(&material)?;
    let counting = [("classes", Counting::Classes), ("placements", Counting::Placements)];
    let counting = params.choice("counting", &counting)?.unwrap_or_default();
    let pawn = params.flag("by_pawn")?;
    if pawn && ending.pawns().count() != 1 {
        let what = format!("{ending} has not one pawn (by_pawn is for endings like KRPKR)");
        return Err(Refusal::input(what));
    }
    let metric = choose(params.read("metric")?, &app.tables, ending);
    let asked = format!("{} {metric} {counting:?} {pawn}", ending.canonical().0);
    if let Some(known) = known(&app, &asked) {
        return Ok(json(known));
    }
    let turn = turn(&app).await?;
    // somebody else may have asked for the same meanwhile
    if let Some(known) = known(&app, &asked) {
        return Ok(json(known));
    }
    aside(&app.clone(), move || {
        let _turn = turn;
        let table = load(&app, ending, metric)?;
        let by_pawn = if pawn { by_pawn(&table, counting) } else { None };
        let stats = Stats { census: Census::of(&table, counting), by_pawn };
        let counted = Bytes::from(serde_json::to_vec(&stats).map_err(Refusal::input)?);
        let mut censuses = app.censuses.lock().unwrap_or_else(PoisonError::into_inner);
        censuses.insert(asked, counted.clone());
        Ok(json(counted))
    })
    .await
}

/// What was counted before; there is only so much to ask for.
fn known(app: &App, asked: &str) -> Option<Bytes> {
    app.censuses.lock().unwrap_or_else(PoisonError::into_inner).get(asked).cloned()
}

fn json(bytes: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], bytes).into_response()
}
