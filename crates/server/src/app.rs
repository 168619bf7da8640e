//! What all requests share, and the way from a path to an answer.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state},
    routing::{get, post},
};
use solusrex_tables::Tablebase;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer, csrf::CsrfLayer};

use crate::{
    api, builds::Builder, config::Config, headers, metrics::Metrics, openapi, page, standard,
};

/// The longest body of a request, in bytes.
pub(crate) const LONGEST_BODY: usize = 64 << 10;

/// Pieces of work done at once besides searches: enough to keep all processors busy, no more.
const WORK_AT_ONCE: usize = 32;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) tables: Arc<Tablebase>,
    pub(crate) config: Config,
    pub(crate) builder: Builder,
    pub(crate) metrics: Metrics,
    /// Pieces of work that may still be taken off the threads that answer requests.
    pub(crate) work: Arc<Semaphore>,
    /// Searches that may still begin.
    pub(crate) solves: Arc<Semaphore>,
    /// Whole tables that may still be loaded; one at a time.
    pub(crate) loads: Arc<Semaphore>,
    /// Statistics that were asked for, by what was asked: a table is read once for them.
    pub(crate) censuses: Mutex<HashMap<String, Bytes>>,
    /// Told when the server is to end: streams end then.
    pub(crate) closing: CancellationToken,
}

/// The same for every request.
pub(crate) type Shared = Arc<App>;

impl App {
    pub(crate) fn new(tables: Tablebase, config: Config) -> App {
        let tables = Arc::new(tables);
        App {
            builder: Builder::new(tables.clone(), &config),
            metrics: Metrics::default(),
            work: Arc::new(Semaphore::new(WORK_AT_ONCE)),
            solves: Arc::new(Semaphore::new(config.solves)),
            loads: Arc::new(Semaphore::new(1)),
            censuses: Mutex::default(),
            closing: CancellationToken::new(),
            tables,
            config,
        }
    }
}

/// All paths.
pub(crate) fn router(app: Shared) -> Router {
    let api = Router::new()
        .route("/tables", get(api::tables::tables))
        .route("/stats/{material}", get(api::stats::stats))
        .route("/mine/{material}", get(api::mine::mine))
        .route("/line", get(api::line::line))
        .route("/lesson", get(api::lesson::lesson))
        .route("/builds", get(api::builds::builds))
        .route("/moves", get(api::position::moves))
        .route("/diagram", get(api::position::diagram))
        .route("/figures/{colour}/{file}", get(api::catalogue::figure))
        .route("/pieces", get(api::catalogue::pieces))
        .route("/words", get(api::catalogue::words))
        .route("/stipulations", get(api::catalogue::stipulations))
        .route("/conditions", get(api::catalogue::conditions))
        .route("/options", get(api::catalogue::options))
        .route("/problem", post(api::problem::problem))
        .route("/solve", post(api::solve::solve))
        .route("/discover", post(api::discover::discover))
        .route("/discover/atlas", get(api::discover::atlas))
        .route("/openapi.json", get(openapi::document))
        .route("/docs", get(openapi::page))
        .fallback(api::unknown)
        .layer(CsrfLayer::new());
    Router::new()
        .nest("/api/v1", api)
        // bodies beyond this are refused before they are read to the end
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .route("/", get(page::index))
        .fallback(page::other)
        .layer(CompressionLayer::new())
        // nothing here is worth packing on the way to a program next door
        .route("/standard", get(standard::standard))
        .route("/standard/mainline", get(standard::mainline))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(crate::metrics::metrics))
        .layer(from_fn(headers::headers))
        .layer(from_fn_with_state(app.clone(), crate::metrics::count))
        .layer(CatchPanicLayer::new())
        .with_state(app)
}
