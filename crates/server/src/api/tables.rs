//! `/api/v1/tables`: what has been built.

use axum::{Json, extract::State};
use serde::Serialize;
use solusrex_tables::{Ending, Metric};

use super::aside;
use crate::{app::Shared, refusal::Refusal};

/// The tables at hand.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Tables {
    /// Missing tables of up to so many men are built on demand.
    auto_build: usize,
    /// The tables, each after those it is made from.
    tables: Vec<Listed>,
}

/// A table.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Listed {
    #[schema(value_type = String, example = "KQKR")]
    ending: Ending,
    men: usize,
    #[schema(value_type = String, example = "dtm")]
    metric: Metric,
    /// The size of its file.
    bytes: u64,
    /// The longest win, in plies; none if nobody wins.
    longest: Option<u32>,
    /// The same in moves.
    longest_moves: Option<u32>,
}

/// The tables that have been built
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", responses((status = 200, body = Tables)))]
pub(crate) async fn tables(State(app): State<Shared>) -> Result<Json<Tables>, Refusal> {
    aside(&app.clone(), move || {
        let mut tables = Vec::new();
        for (ending, metric) in app.tables.list()? {
            // a file that cannot be opened is no table; the log tells of it
            let info = match app.tables.info(ending, metric) {
                Ok(info) => info,
                Err(error) => {
                    tracing::warn!(%error, "a file of the folder is left out");
                    continue;
                }
            };
            tables.push(Listed {
                ending,
                men: ending.men(),
                metric,
                bytes: info.bytes,
                longest: info.longest.map(|plies| plies.0),
                longest_moves: info.longest.map(|plies| plies.moves().0),
            });
        }
        Ok(Json(Tables { auto_build: app.builder.men(), tables }))
    })
    .await
}
