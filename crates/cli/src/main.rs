//! Solus Rex on the command line.

mod args;
mod commands;
mod error;
mod interrupt;
mod lines;
mod output;
mod position;
mod tables;

use std::process::ExitCode;

fn main() -> ExitCode {
    match args::parse().and_then(|cli| commands::run(&cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
