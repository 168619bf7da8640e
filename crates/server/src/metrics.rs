//! Numbers about the server, for Prometheus.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

use crate::app::Shared;

/// Numbers about the server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    /// Searches that run.
    pub(crate) solving: IntGauge,
    /// Searches that a limit ended.
    pub(crate) cut: IntCounter,
    /// Searches whose client went away.
    pub(crate) abandoned: IntCounter,
}

/// From a tenth of a millisecond to seconds.
const BUCKETS: [f64; 10] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0];

impl Default for Metrics {
    fn default() -> Metrics {
        let new = || -> prometheus::Result<Metrics> {
            let registry = Registry::new();
            let requests = IntCounterVec::new(
                Opts::new("solusrex_requests_total", "Requests by path and status"),
                &["path", "status"],
            )?;
            let seconds = HistogramVec::new(
                HistogramOpts::new("solusrex_request_seconds", "Seconds to the head of an answer")
                    .buckets(BUCKETS.to_vec()),
                &["path"],
            )?;
            let solving = IntGauge::new("solusrex_solving", "Searches that run")?;
            let cut = IntCounter::new("solusrex_solves_cut_total", "Searches ended by a limit")?;
            let abandoned =
                IntCounter::new("solusrex_solves_abandoned_total", "Searches whose client went")?;
            registry.register(Box::new(requests.clone()))?;
            registry.register(Box::new(seconds.clone()))?;
            registry.register(Box::new(solving.clone()))?;
            registry.register(Box::new(cut.clone()))?;
            registry.register(Box::new(abandoned.clone()))?;
            Ok(Metrics { registry, requests, seconds, solving, cut, abandoned })
        };
        new().expect("names of metrics are well formed and different")
    }
}

/// Counts a request and logs it.
pub(crate) async fn count(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    // paths as they are known here: what a client makes up is one path
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let path = path.unwrap_or("other").to_owned();
    let line = tracing::enabled!(tracing::Level::INFO)
        .then(|| (request.method().clone(), request.uri().clone()));
    let response = next.run(request).await;
    let (took, status) = (begun.elapsed(), response.status());
    app.metrics.requests.with_label_values(&[path.as_str(), status.as_str()]).inc();
    app.metrics.seconds.with_label_values(&[&path]).observe(took.as_secs_f64());
    if let Some((method, uri)) = line {
        let ms = took.as_secs_f64() * 1e3;
        tracing::info!(%method, %uri, status = status.as_u16(), ms, "request");
    }
    response
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): State<Shared>) -> Response {
    match TextEncoder::new().encode_to_string(&app.metrics.registry.gather()) {
        Ok(text) => ([(header::CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
