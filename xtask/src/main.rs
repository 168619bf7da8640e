//! The project's own chores: `cargo xtask test`, `cargo xtask bench`, `cargo xtask verify-five`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod load;
mod test;
mod uci;

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use clap::Parser;

/// The project's own chores
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Check everything: format, lints, documentation, tests
    Test {
        /// Only these parts [default: all]
        parts: Vec<String>,
    },
    /// Time whole commands and print CPU seconds; `bench server` loads the server instead
    Bench {
        /// Only those whose name contains this
        filter: Option<String>,
        /// With `server`: how long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// With `server`: a folder of tables [default: target/bench-server, built first]
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,
    },
    /// Build five endings of five men and prove every position of them: an hour or more
    VerifyFive {
        /// Only these endings
        #[arg(default_values = FIVE)]
        endings: Vec<String>,
        /// What the tables count
        #[arg(long, default_value = "dtm,dtc,dtz")]
        metric: String,
    },
}

/// Endings that between them have everything: bishops of both colours, heavy pieces against each
/// other, a pawn, pawns on both sides with en passant.
const FIVE: [&str; 5] = ["KBBKN", "KQRKQ", "KRPKR", "KPPKP", "KPKPP"];

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Test { parts } => test::run(&parts),
        Chore::Bench { filter, seconds, tables } if filter.as_deref() == Some("server") => {
            load::run(seconds, tables)
        }
        Chore::Bench { filter, .. } => bench::run(filter.as_deref()),
        Chore::VerifyFive { endings, metric } => verify_five(&endings, &metric),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds endings into `target/verify-five`, where they stay, and proves them.
fn verify_five(endings: &[String], metric: &str) -> Result<(), String> {
    succeed(&mut cargo(&["build", "--release", "--quiet", "--package", "solusrex"]))?;
    for command in ["build", "verify"] {
        let mut solusrex = Command::new(root().join("target/release/solusrex"));
        solusrex.arg("--tables").arg(root().join("target/verify-five"));
        succeed(solusrex.arg(command).args(endings).args(["--metric", metric]))?;
    }
    Ok(())
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Where cargo puts what it builds with `--release`.
fn release() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release")
}

/// A cargo command at the root of the workspace.
fn cargo(args: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root()).args(args);
    command
}

/// Runs a command; a failure says which.
fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{command:?} failed (see above)")),
        Err(error) => Err(format!("{command:?}: {error} (is it installed?)")),
    }
}
