//! `/api/v1/pieces` and the like: what there is to choose from. It never changes while the server runs.

use std::sync::LazyLock;

use axum::{
    extract::Path,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use solusrex_problems::language::{self, Vocabulary};
use solusrex_rules::{
    diagram::{Figure, Tint},
    kind::catalogue,
};

use super::position::svg;
use crate::{
    params::{Params, shortened},
    refusal::Refusal,
};

/// A kind of piece.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Piece {
    /// As in lists of pieces: `S` is the knight.
    letters: &'static str,
    name: &'static str,
    /// piece, pawn, reverse pawn, king or dummy
    nature: &'static str,
    /// How it moves, in the language of `docs/pieces.md`.
    movement: &'static str,
    /// king, queen, rook, bishop, knight, pawn, equihopper, or disc with the letters on it
    figure: &'static str,
    /// How far the figure is turned, in degrees, clockwise.
    turn: u16,
}

static PIECES: LazyLock<Vec<Piece>> = LazyLock::new(|| {
    let piece = |kind: &'static solusrex_rules::Kind| {
        let figure = Figure::of(kind, Tint::White);
        Piece {
            letters: kind.letters(),
            name: kind.name(),
            nature: kind.nature().name(),
            movement: catalogue::movement(kind.letters()).unwrap_or_default(),
            figure: figure.shape.name(),
            turn: figure.turn.degrees(),
        }
    };
    catalogue::all().iter().map(piece).collect()
});

static WORDS: LazyLock<Vocabulary> = LazyLock::new(language::vocabulary);

/// The kinds of pieces: letters, name, movement, figure
#[utoipa::path(get, path = "/api/v1/pieces", tag = "positions", responses((status = 200, body = Vec<Piece>)))]
pub(crate) async fn pieces() -> Response {
    lasting(&*PIECES)
}

/// What may be written in a problem: stipulations, conditions, options, attributes
#[utoipa::path(get, path = "/api/v1/words", tag = "problems", responses((status = 200, body = Object)))]
pub(crate) async fn words() -> Response {
    lasting(&*WORDS)
}

/// How stipulations begin
#[utoipa::path(get, path = "/api/v1/stipulations", tag = "problems", responses((status = 200, body = Vec<Object>)))]
pub(crate) async fn stipulations() -> Response {
    lasting(&WORDS.stipulations)
}

/// The conditions and what may follow each of them
#[utoipa::path(get, path = "/api/v1/conditions", tag = "problems", responses((status = 200, body = Vec<Object>)))]
pub(crate) async fn conditions() -> Response {
    lasting(&WORDS.conditions)
}

/// The options and what follows each of them
#[utoipa::path(get, path = "/api/v1/options", tag = "problems", responses((status = 200, body = Vec<Object>)))]
pub(crate) async fn options() -> Response {
    lasting(&WORDS.options)
}

/// One man as a drawing on no ground
#[utoipa::path(
    get,
    path = "/api/v1/figures/{colour}/{file}",
    tag = "positions",
    params(
        ("colour" = String, Path, example = "white", description = "white, black or neutral"),
        ("file" = String, Path, example = "G.svg", description = "the letters of its kind, and .svg"),
        ("royal" = Option<bool>, Query, description = "with a small crown"),
    ),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = 404, body = crate::refusal::Told),
    ),
)]
pub(crate) async fn figure(
    Path((colour, file)): Path<(String, String)>,
    params: Params,
) -> Result<Response, Refusal> {
    let missing = |what: String| Refusal::new(StatusCode::NOT_FOUND, what);
    let tint = match colour.as_str() {
        "white" => Tint::White,
        "black" => Tint::Black,
        "neutral" => Tint::Neutral,
        other => {
            return Err(missing(format!("colour {} (white, black or neutral)", shortened(other))));
        }
    };
    let letters = file.strip_suffix(".svg").unwrap_or(&file);
    let kind = catalogue::find(letters).ok_or_else(|| {
        missing(format!("no kind {} (/api/v1/pieces lists all)", shortened(letters)))
    })?;
    let mut figure = Figure::of(kind, tint);
    if params.flag("royal")? {
        figure = figure.made_royal();
    }
    Ok(kept(svg(figure.to_svg())))
}

/// What never changes while the server runs.
pub(super) fn lasting(answer: &impl Serialize) -> Response {
    kept(axum::Json(answer).into_response())
}

/// May be kept by a browser for a while.
fn kept(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}
