//! What the server writes about itself, on standard error.

use tracing_subscriber::{EnvFilter, fmt};

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: an object a line.
    Json,
}

/// Begins the log. It tells of warnings and errors unless `RUST_LOG` asks for more: `RUST_LOG=info` for
/// every request.
pub fn begin_log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // a log that was begun before goes on as it is
    let _ = match format {
        LogFormat::Text => log.with_target(false).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
}
