//! Connections: taken, served and, when the server ends, let finish.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tower::ServiceExt;

use crate::app::Shared;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(20);

/// How long answers may take when the server is to end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Serves connections until `ending` is there; then no more are taken, streams end, answers under way are
/// finished.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Shared,
    router: Router,
    ending: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(app.config.connections));
    let mut ending = std::pin::pin!(ending);
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place,
            () = &mut ending => break,
        };
        let (stream, client) = tokio::select! {
            taken = accept(&listener) => taken,
            () = &mut ending => break,
        };
        let service =
            TowerToHyperService::new(router.clone().map_request(
                |request: hyper::Request<Incoming>| request.map(axum::body::Body::new),
            ));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = connection.await {
                tracing::debug!(%client, %error, "a connection has failed");
            }
        });
    }
    drop(listener);
    tracing::info!("ending");
    app.closing.cancel();
    if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    let app = app.clone();
    // waits for the build under way, which ends at its next look
    let _ = tokio::task::spawn_blocking(move || app.builder.close()).await;
}

/// The next connection. Errors of a client's making, and too many open files, go by.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, client)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%client, %error, "small answers may wait");
                }
                return (stream, client);
            }
            Err(error) if is_the_clients(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
