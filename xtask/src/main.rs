//! The project's own chores: `cargo xtask workbench`, `test`, `bench`, `verify-five`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod load;
mod test;
mod uci;
mod web;

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use clap::Parser;

/// The project's own chores
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Build the page and the program, and start the server
    Workbench {
        /// What goes to `solusrex serve`, such as --bind 127.0.0.1:8000
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Check everything: format, lints, documentation, tests, the page in a browser
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
        Chore::Workbench { arguments } => web::workbench(&arguments),
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
        let mut solusrex = Command::new(target().join("release/solusrex"));
        solusrex.arg("--tables").arg(target().join("verify-five"));
        succeed(solusrex.arg(command).args(endings).args(["--metric", metric]))?;
    }
    Ok(())
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
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
