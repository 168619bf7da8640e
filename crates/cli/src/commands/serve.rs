//! `solusrex serve`: the HTTP server.

use std::{io::Write, net::SocketAddr};

use clap::{Args, ValueEnum};
use serde::Serialize;
use solusrex_server::{Config, LogFormat, ServeError, begin_log};

use crate::{
    args::{Format, Global},
    error::Error,
    output,
    tables::SyzygyArgs,
};

/// Answer over HTTP: tables, problems and the page
#[derive(Args, Debug)]
#[command(after_help = "\
/standard answers as Lichess's table server does; /api/v1/docs describes the rest; / is the page.
Ctrl-C ends it. RUST_LOG=info logs every request.

Examples:
  solusrex serve
  solusrex serve --bind 127.0.0.1:8080 --auto-build 0
  curl 'http://127.0.0.1:7340/standard?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-'
  curl 'http://127.0.0.1:7340/api/v1/moves?pieces=White+Ke1+Gd4+Black+Ke8'")]
pub(crate) struct Serve {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7340")]
    bind: SocketAddr,

    /// Build missing tables of up to so many men when they are asked for; 0 never
    #[arg(long, value_name = "MEN", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=5))]
    auto_build: u8,

    /// End the search for the solution of a problem after so long
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Limits",
        value_parser = clap::value_parser!(u32).range(1..=86_400))]
    solve_seconds: u32,

    /// How many MiB the tables of a search may take
    #[arg(long, value_name = "MIB", default_value_t = 256, help_heading = "Limits",
        value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    solve_memory: u32,

    /// How many solutions of a problem are told
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = "Limits",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    solve_solutions: u32,

    /// How many threads a search may use [default: --threads]
    #[arg(long, value_name = "N", help_heading = "Limits",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    solve_threads: Option<u16>,

    /// How many searches may run at once
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Limits",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    solves: u16,

    /// The largest table, in MiB, that is loaded for statistics and the like
    #[arg(long, value_name = "MIB", default_value_t = 1024, help_heading = "Limits")]
    memory: u64,

    /// How many connections may be open at once
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = "Limits",
        value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    connections: u32,

    /// How the log on standard error is written
    #[arg(long, value_enum, default_value_t)]
    log: Log,

    #[command(flatten)]
    syzygy: SyzygyArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Log {
    // for people
    #[default]
    Text,
    // for programs
    Json,
}

#[derive(Serialize)]
struct Listening {
    url: String,
}

impl Serve {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        begin_log(match self.log {
            Log::Text => LogFormat::Text,
            Log::Json => LogFormat::Json,
        });
        let usual = Config::default();
        let threads = self.solve_threads.or(global.threads);
        let config = Config {
            auto_build: self.auto_build.into(),
            solve_seconds: self.solve_seconds,
            solve_memory: self.solve_memory as usize,
            solve_threads: threads.map_or(usual.solve_threads, usize::from),
            solves: self.solves.into(),
            solve_solutions: self.solve_solutions as usize,
            memory: self.memory,
            connections: self.connections as usize,
        };
        let tables = self.syzygy.open(global)?;
        let mut told = Ok(());
        let served = solusrex_server::serve(self.bind, tables, config, |address| {
            told = tell(address, global);
        });
        match (served, told) {
            (Err(error @ ServeError::Listen(..)), _) => Err(Error::input(error)),
            (Err(error), _) => Err(Error::Failure(error.to_string())),
            // nobody read the address: the server ran all the same
            (Ok(()), Err(Error::ClosedPipe) | Ok(())) => Ok(()),
            (Ok(()), Err(error)) => Err(error),
        }
    }
}

/// Where the server listens, as soon as it does.
fn tell(address: SocketAddr, global: &Global) -> Result<(), Error> {
    let url = format!("http://{address}");
    let mut out = output::stdout();
    match global.format {
        Format::Json => output::json_line(&mut out, &Listening { url })?,
        Format::Text => writeln!(out, "{url}")?,
    }
    Ok(out.flush()?)
}
