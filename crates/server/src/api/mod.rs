//! `/api/v1`: everything but the interface of other servers and the page. One module a subject.

pub(crate) mod builds;
pub(crate) mod catalogue;
pub(crate) mod discover;
pub(crate) mod lesson;
pub(crate) mod line;
pub(crate) mod mine;
pub(crate) mod position;
pub(crate) mod problem;
pub(crate) mod solve;
pub(crate) mod stats;
mod stream;
pub(crate) mod tables;

use std::{sync::Arc, time::Duration};

use axum::http::{StatusCode, Uri};
use solusrex_tables::{Ending, Layout, Metric, Table, Tablebase};
use tokio::sync::OwnedSemaphorePermit;

use crate::{
    app::{App, Shared},
    params::shortened,
    refusal::Refusal,
};

/// How long a request waits for its turn before it is sent away.
const PATIENCE: Duration = Duration::from_secs(1);

/// Any other path.
pub(crate) async fn unknown(uri: Uri) -> Refusal {
    let what = format!("no path {} (see /api/v1/docs)", shortened(uri.path()));
    Refusal::new(StatusCode::NOT_FOUND, what)
}

/// Does work that takes a while off the threads that answer requests, when its turn comes.
async fn aside<T: Send + 'static>(
    app: &Shared,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let turn = tokio::time::timeout(PATIENCE, app.work.clone().acquire_owned()).await;
    let Ok(Ok(turn)) = turn else {
        return Err(Refusal::busy("the server has its hands full"));
    };
    let work = move || {
        let _turn = turn;
        work()
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => {
            tracing::error!(%error, "a request's work has failed");
            let what = "the server could not do this (see its log)";
            Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, what))
        }
    }
}

/// The metric asked for, else the first of dtm, dtc and dtz that the ending has a table for.
fn choose(asked: Option<Metric>, tables: &Tablebase, ending: Ending) -> Metric {
    let at_hand = || Metric::TO_MATE.into_iter().find(|&metric| tables.has(ending, metric));
    asked.or_else(at_hand).unwrap_or(Metric::Dtm)
}

/// Waits for its turn to load a whole table.
async fn turn(app: &Shared) -> Result<OwnedSemaphorePermit, Refusal> {
    match tokio::time::timeout(PATIENCE, app.loads.clone().acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(Refusal::busy("another table is being looked through")),
    }
}

/// A whole table, unless it is too large for the server.
fn load(app: &App, ending: Ending, metric: Metric) -> Result<Arc<Table>, Refusal> {
    check_size(app, ending, metric)?;
    app.tables.load(ending, metric).map_err(|error| Refusal::probe(app, error))
}

/// Refuses a table that is too large to be loaded.
fn check_size(app: &App, ending: Ending, metric: Metric) -> Result<(), Refusal> {
    let mib = (2 * Layout::new(ending.canonical().0).slots()).div_ceil(1 << 20);
    let most = app.config.memory;
    if mib <= most || !app.tables.has(ending, metric) {
        return Ok(());
    }
    Err(Refusal::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        format!(
            "the table of {ending} takes {mib} MiB of memory and {most} may be used (start the server \
             with --memory {mib}, or ask the solusrex command)"
        ),
    ))
}
