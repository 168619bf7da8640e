//! `/standard`: the interface of Lichess's table server.

use axum::{
    extract::State,
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use shakmaty::{CastlingMode, Chess, Position, PositionError, fen::Fen};
use solusrex_rules::Orthodox;
use solusrex_tables::{self as tables, Ending, Mainline, ProbeError, Report};

use crate::{
    app::{App, Shared},
    params::Params,
    refusal::Refusal,
};

/// What the tables say about a position and each of its moves
///
/// The answer is the same as that of Lichess's table server. A position that no table holds is of category
/// `unknown`, unless a move settles it; if it has few enough men, its tables are being built from then on.
#[utoipa::path(
    get,
    path = "/standard",
    tag = "tables",
    params(("fen" = String, Query, example = "8/8/8/8/8/2k5/1R6/K7_w_-_-",
        description = "The position; `_` may stand for blanks, and fields at the end may be left out")),
    responses(
        (status = 200, body = Report, description = "Moves are best first; with each stands the position after it"),
        (status = 400, body = String, description = "No FEN, or no position"),
    ),
)]
pub(crate) async fn standard(State(app): State<Shared>, uri: Uri) -> Response {
    let position = match read(&uri) {
        Ok(position) => position,
        Err(refusal) => return refusal.as_text(),
    };
    want(&app, &position);
    match tables::report(&app.tables, &position) {
        Ok(report) => json(&report),
        Err(error) => Refusal::from(error).as_text(),
    }
}

/// Best play to mate or to the fiftieth move
///
/// Chosen by plies to the next capture or pawn move, as Lichess's table server does.
#[utoipa::path(
    get,
    path = "/standard/mainline",
    tag = "tables",
    params(("fen" = String, Query, example = "8/8/8/8/8/2k5/1R6/K7_w_-_-")),
    responses(
        (status = 200, body = Mainline),
        (status = 400, body = String, description = "No FEN, or no position"),
        (status = 404, body = String, description = "No table serves"),
    ),
)]
pub(crate) async fn mainline(State(app): State<Shared>, uri: Uri) -> Response {
    let position = match read(&uri) {
        Ok(position) => position,
        Err(refusal) => return refusal.as_text(),
    };
    want(&app, &position);
    match tables::mainline(&app.tables, &position) {
        Ok(line) => json(&line),
        Err(ProbeError::Broken(error)) => Refusal::from(error).as_text(),
        Err(error) => {
            let what = match error {
                ProbeError::Men(_) => "too many pieces".to_owned(),
                error => error.to_string(),
            };
            Refusal::new(StatusCode::NOT_FOUND, what).as_text()
        }
    }
}

/// Has the tables of a position built that are missing.
fn want(app: &App, position: &Chess) {
    if position.castles().is_empty()
        && position.board().occupied().count() <= app.builder.men()
        && let Some(ending) = Ending::of_board(position.board())
    {
        app.builder.want(ending);
    }
}

fn json(answer: &impl serde::Serialize) -> Response {
    match serde_json::to_vec(answer) {
        Ok(bytes) => ([(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// The position of the parameter `fen`.
fn read(uri: &Uri) -> Result<Chess, Refusal> {
    let params = Params::of(uri)?;
    position(params.needed("fen", "8/8/8/8/8/2k5/1R6/K7_w_-_-")?)
}

/// A position of orthodox chess. Castling rights and en-passant squares that cannot be are ignored, and so
/// are checks that no move can have given.
pub(crate) fn position(text: &str) -> Result<Chess, Refusal> {
    let fen: Fen = text.trim().parse().map_err(|error| match Orthodox::from_fen(text) {
        // tells the place in the text, too
        Err(wrong) => Refusal::from(wrong),
        Ok(_) => Refusal::input(format!("{error} (write FEN, such as 8/8/8/8/8/2k5/1R6/K7 w - -)")),
    })?;
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error: PositionError<Chess>| {
            let remedy = "each side has one king, pawns stand on ranks 2 to 7, and the side that has \
                          just moved is not in check";
            Refusal::input(format!("{error} ({remedy})"))
        })
}
