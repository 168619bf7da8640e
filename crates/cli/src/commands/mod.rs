//! One module a command.

pub(crate) mod completions;
pub(crate) mod game;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod pieces;
pub(crate) mod show;

use crate::{
    args::{Cli, Command},
    error::Error,
};

/// Runs the command that was asked for.
pub(crate) fn run(cli: &Cli) -> Result<(), Error> {
    if let Some(threads) = cli.global.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.map_err(|error| Error::Failure(format!("{error} (try fewer --threads)")))?;
    }
    match &cli.command {
        Command::Moves(moves) => moves.run(&cli.global),
        Command::Show(show) => show.run(&cli.global),
        Command::Pieces(pieces) => pieces.run(&cli.global),
        Command::Game(game) => game.run(&cli.global),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}
