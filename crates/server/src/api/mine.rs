//! `/api/v1/mine`: positions worth a look.

use std::{ops::ControlFlow, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Serialize;
use shakmaty::Color;
use solusrex_game::{Moves, Plies};
use solusrex_tables::{
    Ending, Metric, Table,
    mine::{Distance, Filter, Found, Query, Standing, mine as look},
    plain,
};

use super::{aside, choose, load, turn};
use crate::{
    app::{App, Shared},
    params::{OfTable, Params, read_path},
    refusal::{NoTable, NotLoaded, Refusal},
};

/// How many positions are told unless another number is asked for, and at most.
const USUAL: u64 = 20;
const MOST: u64 = 1000;

/// Positions worth a look.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Positions {
    #[schema(value_type = String, example = "KPK")]
    material: Ending,
    #[schema(value_type = String, example = "dtm")]
    metric: Metric,
    /// One of each symmetry class.
    positions: Vec<Found>,
    /// Whether there are more than were asked for.
    more: bool,
}

/// The filters by their names.
const FILTERS: [(&str, Filter); 6] = [
    ("any", Filter::Any),
    ("longest", Filter::Longest),
    ("zugzwang", Filter::Zugzwang { half: false }),
    ("only-move", Filter::OnlyMove),
    ("underpromotion", Filter::Underpromotion),
    ("stalemate-trap", Filter::StalemateTrap),
];

/// Positions of an ending: longest wins, zugzwangs, only moves, traps
#[utoipa::path(
    get,
    path = "/api/v1/mine/{material}",
    tag = "tables",
    params(
        ("material" = String, Path, example = "KPK"),
        ("filter" = Option<String>, Query, example = "zugzwang",
            description = "any, longest, zugzwang, only-move, underpromotion, stalemate-trap"),
        ("half" = Option<bool>, Query, description = "zugzwangs worth half a point too"),
        ("side" = Option<String>, Query, description = "white or black to move"),
        ("distance" = Option<u32>, Query, description = "won or lost in so many moves"),
        ("plies" = Option<u32>, Query, description = "won or lost in so many plies"),
        ("piece" = Option<Vec<String>>, Query, description = "a man on a square: Qd4 White's, qd4 Black's"),
        OfTable,
        ("limit" = Option<u64>, Query, description = "20 unless given, at most 1000"),
    ),
    responses(
        (status = 200, body = Positions),
        NoTable,
        NotLoaded,
    ),
)]
pub(crate) async fn mine(
    State(app): State<Shared>,
    Path(material): Path<String>,
    params: Params,
) -> Result<Json<Positions>, Refusal> {
    let ending: Ending = read_path(&material)?;
    let query = query(&params)?;
    let limit = params.number("limit", MOST)?.unwrap_or(USUAL) as usize;
    let metric = choose(params.read("metric")?, &app.tables, ending);
    let turn = turn(&app).await?;
    aside(&app.clone(), move || {
        let _turn = turn;
        let table = load(&app, ending, metric)?;
        let smaller = if query.filter.needs_moves() { smaller(&app, &table)? } else { Vec::new() };
        let mut positions = Vec::new();
        let mut more = false;
        let found = look(&table, &smaller, &query, |found| {
            more = positions.len() == limit;
            if more {
                return ControlFlow::Break(());
            }
            positions.push(found);
            ControlFlow::Continue(())
        });
        found.map_err(|missing| Refusal::missing(&app, missing.ending, missing.to_string()))?;
        Ok(Json(Positions { material: table.ending(), metric: table.metric, positions, more }))
    })
    .await
}

fn query(params: &Params) -> Result<Query, Refusal> {
    let mut filter = params.choice("filter", &FILTERS)?.unwrap_or_default();
    if let Filter::Zugzwang { half } = &mut filter {
        *half = params.flag("half")?;
    }
    let moves = params.number("distance", 10_000)?.map(|n| Distance::Moves(Moves(n as u32)));
    let plies = params.number("plies", 20_000)?.map(|n| Distance::Plies(Plies(n as u32)));
    let distance = match (moves, plies) {
        (Some(_), Some(_)) => {
            return Err(Refusal::input("distance and plies say the same (give one of them)"));
        }
        (Some(_), None) | (None, Some(_)) if filter == Filter::Longest => {
            let what = "the longest wins have a distance already (leave out distance and plies)";
            return Err(Refusal::input(what));
        }
        (moves, plies) => moves.or(plies),
    };
    let standing = params.all("piece").map(str::parse).collect::<Result<Vec<Standing>, _>>();
    Ok(Query {
        filter,
        side: params.choice("side", &[("white", Color::White), ("black", Color::Black)])?,
        distance,
        standing: standing.map_err(Refusal::input)?,
    })
}

/// The tables of what an ending can become.
fn smaller(app: &App, table: &Table) -> Result<Vec<Arc<Table>>, Refusal> {
    let needed = plain::needed(table.ending(), table.metric);
    needed.into_iter().map(|smaller| load(app, smaller.ending, smaller.metric)).collect()
}
