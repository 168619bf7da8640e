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

/// Threads that make and drop many small things do not wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match args::parse().and_then(|cli| commands::run(&cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
