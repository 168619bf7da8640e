//! The HTTP server: endgame tables as Lichess's table server has them, problems solved while one looks on,
//! and the page. `docs/http.md` describes the interface.
//!
//! ```no_run
//! use solusrex_server::{Config, serve};
//! use solusrex_tables::Tablebase;
//!
//! let address = "127.0.0.1:7340".parse()?;
//! serve(address, Tablebase::open("tables"), Config::default(), |address| {
//!     println!("http://{address}");
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod app;
mod builds;
mod config;
mod headers;
mod listen;
mod log;
mod metrics;
mod openapi;
mod page;
mod params;
mod refusal;
mod standard;

use std::{io, net::SocketAddr, sync::Arc};

use solusrex_tables::Tablebase;
use tokio::net::TcpListener;

pub use self::{
    config::Config,
    log::{LogFormat, begin_log},
};

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Nobody can listen there.
    #[error("cannot listen on {0}: {1} ({2})")]
    Listen(SocketAddr, io::Error, &'static str),
    /// There are no threads to be had.
    #[error("cannot start: {0} (end other programs)")]
    Start(#[from] io::Error),
}

/// Serves until Ctrl-C or SIGTERM. `ready` is told where, once connections are taken.
///
/// # Errors
///
/// See [`ServeError`].
pub fn serve(
    address: SocketAddr,
    tables: Tablebase,
    config: Config,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(address, tables, config).await?;
        ready(server.address());
        server.run(interrupted()).await;
        Ok(())
    })
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: app::Shared,
}

impl Server {
    /// Takes an address; port 0 is any that is free.
    ///
    /// # Errors
    ///
    /// [`ServeError::Listen`].
    pub async fn bind(
        address: SocketAddr,
        tables: Tablebase,
        config: Config,
    ) -> Result<Server, ServeError> {
        let refused = |error: io::Error| {
            let remedy = match error.kind() {
                io::ErrorKind::AddrInUse => {
                    "another program listens there: choose another port with --bind"
                }
                io::ErrorKind::PermissionDenied => "choose a port above 1023 with --bind",
                io::ErrorKind::AddrNotAvailable => "choose an address of this machine with --bind",
                _ => "choose another address with --bind",
            };
            ServeError::Listen(address, error, remedy)
        };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Server { listener, address, app: Arc::new(app::App::new(tables, config)) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `ending` is there, and then finishes what is under way.
    pub async fn run(self, ending: impl Future<Output = ()>) {
        let router = app::router(self.app.clone());
        listen::serve(self.listener, self.app, router, ending).await;
    }
}

/// Ctrl-C, or where there is such a thing SIGTERM.
async fn interrupted() {
    let ctrl_c = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // without the signal there is nothing to wait for, and nothing to end for either
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = ctrl_c => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    ctrl_c.await;
}
