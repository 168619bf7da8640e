//! `solusrex discover`: games to a goal.

mod atlas;
mod checkpoint;
mod game;
mod question;
mod quickmate;

use clap::{Args, Subcommand};

use crate::{args::Global, error::Error};

/// Find games: quickmates, construction tasks and proof games
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = true,
    after_help = "\
Examples:
  solusrex discover quickmate 'exd1=N#'
  solusrex discover quickmate '5...d1=B#' --all
  solusrex discover game --to rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --moves 4
  solusrex discover game --to r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR --moves 9 --shortest"
)]
pub(crate) struct Discover {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Quickmate(quickmate::Quickmate),
    Game(game::Game),
    Atlas(atlas::AtlasCommand),
}

impl Discover {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        match &self.what {
            What::Quickmate(quickmate) => quickmate.run(global),
            What::Game(game) => game.run(global),
            What::Atlas(atlas) => atlas.run(global),
        }
    }
}
