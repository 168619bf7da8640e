//! `solusrex discover`: games to a goal.

mod game;
mod question;

use clap::{Args, Subcommand};

use crate::{args::Global, error::Error};

/// Find games: construction tasks and proof games
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  solusrex discover game --to rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --moves 4
  solusrex discover game --to r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR --moves 9 --shortest"
)]
pub(crate) struct Discover {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Game(game::Game),
}

impl Discover {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        match &self.what {
            What::Game(game) => game.run(global),
        }
    }
}
