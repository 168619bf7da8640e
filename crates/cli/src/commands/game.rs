//! `solusrex game`: finite two-player games.

use clap::Args;

use crate::{args::Global, error::Error};

/// Solve a finite two-player game
#[derive(Args, Debug)]
pub(crate) struct Game {}

impl Game {
    pub(crate) fn run(&self, _global: &Global) -> Result<(), Error> {
        Ok(())
    }
}
