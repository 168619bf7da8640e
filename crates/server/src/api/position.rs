//! `/api/v1/moves` and `/api/v1/diagram`: positions of any kind of chess.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use shakmaty::{CastlingMode, san::SanPlus};
use solusrex_rules::{
    Geometry, Kind, Orthodox, Position, Rules, Setting, Side, Topology, conditions,
    diagram::{Diagram, SvgOptions},
    notation::pieces,
};

use super::aside;
use crate::{app::Shared, params::Params, refusal::Refusal};

/// A position and its legal moves.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Moves {
    /// The position, as extended FEN where FEN cannot say it.
    fen: String,
    /// The same as a list of pieces.
    pieces: String,
    #[schema(value_type = String, example = "white")]
    side_to_move: Side,
    check: bool,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    board: Board,
    men: Vec<Man>,
    /// The legal moves, sorted as text.
    moves: Vec<Played>,
}

/// A board.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Board {
    width: u8,
    height: u8,
    /// plane, vertical-cylinder, horizontal-cylinder or torus
    topology: String,
}

/// A man on the board.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Man {
    square: String,
    /// The letters of its kind: `S` is the knight.
    letters: String,
    /// white, black or neutral
    colour: String,
    royal: bool,
    attributes: Vec<&'static str>,
}

/// A legal move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Played {
    /// As composers write it.
    #[serde(rename = "move")]
    text: String,
    from: String,
    to: String,
    /// The letters of what a pawn becomes.
    promotion: Option<String>,
    /// For orthodox positions.
    uci: Option<String>,
    /// For orthodox positions.
    san: Option<String>,
    /// The position after it.
    fen: String,
}

impl From<&Geometry> for Board {
    fn from(geometry: &Geometry) -> Board {
        Board {
            width: geometry.width(),
            height: geometry.height(),
            topology: geometry.topology().to_string(),
        }
    }
}

/// The men of a position, square by square.
pub(super) fn men(position: &Position) -> Vec<Man> {
    let men = position.men().map(|(square, man)| Man {
        square: position.geometry().name(square).to_string(),
        letters: position.variant().kind(man.kind).letters().to_owned(),
        colour: man.colour.to_string().to_lowercase(),
        royal: man.royal,
        attributes: man.attributes.iter().map(|attribute| attribute.name()).collect(),
    });
    men.collect()
}

/// The parameters that give a position, for the description.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "a description only")]
struct OfPosition {
    /// FEN or extended FEN
    #[param(example = "8x8 4k3/8/4g3/8/2.NH5/5=s2/8/4K3 w - -")]
    fen: Option<String>,
    /// or a list of pieces: White Ke1 Gd4 Black Ke8
    pieces: Option<String>,
    /// 8x8, up to 16x16
    board: Option<String>,
    /// plane, vertical-cylinder, horizontal-cylinder, torus
    topology: Option<String>,
    /// a kind of your own: XY frog = leap 0,3 + leap 1,1
    kind: Option<Vec<String>>,
}

/// The legal moves of a position, with any men on any board
#[utoipa::path(
    get,
    path = "/api/v1/moves",
    tag = "positions",
    params(
        OfPosition,
        ("side" = Option<String>, Query, description = "who is to move in a list of pieces"),
        ("cond" = Option<Vec<String>>, Query, description = "a condition: Circe"),
    ),
    responses((status = 200, body = Moves), (status = 400, body = crate::refusal::Told)),
)]
pub(crate) async fn moves(
    State(app): State<Shared>,
    params: Params,
) -> Result<Json<Moves>, Refusal> {
    aside(&app, move || Ok(Json(listed(read(&params)?)))).await
}

fn listed(mut position: Position) -> Moves {
    let geometry = *position.geometry();
    let legal = position.legal_moves();
    // the players' and the engines' names of moves, where the position has them
    let names: Vec<(String, String, String)> = Orthodox::try_from(&position)
        .map(|orthodox| {
            let named = |mv: &shakmaty::Move| {
                let chess = orthodox.as_chess();
                let uci = mv.to_uci(CastlingMode::Standard).to_string();
                (orthodox.long(mv), uci, SanPlus::from_move(chess.clone(), *mv).to_string())
            };
            let legal = Rules::legal_moves(&mut orthodox.clone());
            legal.iter().map(named).collect()
        })
        .unwrap_or_default();
    let mut moves: Vec<Played> = legal
        .iter()
        .map(|mv| {
            let text = position.long(mv);
            let undo = position.play(mv);
            let fen = position.fen();
            position.undo(undo);
            let name = names.iter().find(|(long, ..)| *long == text);
            let kind = |kind| position.variant().kind(kind).letters().to_owned();
            Played {
                from: geometry.name(mv.from).to_string(),
                to: geometry.name(mv.to).to_string(),
                promotion: mv.promotion.map(kind),
                uci: name.map(|(_, uci, _)| uci.clone()),
                san: name.map(|(.., san)| san.clone()),
                text,
                fen,
            }
        })
        .collect();
    moves.sort_by(|one, other| one.text.cmp(&other.text));
    let check = position.in_check(position.side_to_move());
    Moves {
        fen: position.fen(),
        pieces: position.pieces(),
        side_to_move: position.side_to_move(),
        check,
        checkmate: check && moves.is_empty(),
        stalemate: !check && moves.is_empty(),
        insufficient_material: position.is_insufficient_material(),
        board: Board::from(&geometry),
        men: men(&position),
        moves,
    }
}

/// A position as a drawing
#[utoipa::path(
    get,
    path = "/api/v1/diagram",
    tag = "positions",
    params(
        OfPosition,
        ("caption" = Option<String>, Query, description = "a line below, such as the stipulation"),
        ("coordinates" = Option<bool>, Query, description = "true unless given"),
        ("square" = Option<u64>, Query, description = "the width of a square in pixels, 48 unless given"),
    ),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = 400, body = crate::refusal::Told),
    ),
)]
pub(crate) async fn diagram(
    State(app): State<Shared>,
    params: Params,
) -> Result<Response, Refusal> {
    let coordinates = params.get("coordinates").is_none() || params.flag("coordinates")?;
    let square = params.number("square", 400)?.unwrap_or(48) as u32;
    aside(&app, move || {
        let mut diagram = Diagram::from(&read(&params)?);
        if let Some(caption) = params.get("caption") {
            diagram.set_caption(caption);
        }
        Ok(svg(diagram.to_svg(&SvgOptions { coordinates, square, ..SvgOptions::default() })))
    })
    .await
}

/// A drawing as an answer.
pub(super) fn svg(drawing: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], drawing).into_response()
}

/// The position of the parameters.
fn read(params: &Params) -> Result<Position, Refusal> {
    let topology: Topology = params.read("topology")?.unwrap_or_default();
    let size = params.get("board").unwrap_or("8x8");
    let kinds: Result<Vec<Kind>, _> = params.all("kind").map(str::parse).collect();
    let conditions: Result<Vec<Arc<_>>, _> = params.all("cond").map(conditions::parse).collect();
    let setting = Setting {
        geometry: Geometry::from_size(size, topology).map_err(Refusal::input)?,
        kinds: kinds.map_err(Refusal::input)?,
        conditions: conditions.map_err(Refusal::input)?,
    };
    let side = params.choice("side", &[("white", Side::White), ("black", Side::Black)])?;
    match (params.get("fen"), params.get("pieces")) {
        (Some(_), Some(_)) => {
            Err(Refusal::input("fen and pieces both give the men (give one of them)"))
        }
        (None, Some(list)) => {
            Ok(Position::from_pieces_for(list, &setting, side.unwrap_or(Side::White))?)
        }
        (Some(fen), None) if pieces::looks_like_pieces(fen) => {
            Err(Refusal::input("fen begins like a list of pieces (send it as pieces)"))
        }
        (Some(fen), None) => Ok(Position::from_fen(fen, &setting)?),
        (None, None) => Err(Refusal::input(
            "there is no position (send fen, or pieces such as White Ke1 Black Ke8)",
        )),
    }
}
