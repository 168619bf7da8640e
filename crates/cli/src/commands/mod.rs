//! One module a command.

pub(crate) mod annotate;
pub(crate) mod build;
pub(crate) mod completions;
pub(crate) mod discover;
pub(crate) mod game;
pub(crate) mod line;
pub(crate) mod man;
pub(crate) mod mine;
pub(crate) mod moves;
pub(crate) mod pieces;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod reproduce;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod tables;
pub(crate) mod uci;
pub(crate) mod verify;

use crate::{
    args::{Cli, Command},
    error::Error,
};

/// Runs the command that was asked for.
pub(crate) fn run(cli: &Cli) -> Result<(), Error> {
    // a solver calls its own threads, if it comes to that
    let in_pool = !matches!(cli.command, Command::Solve(_));
    if let Some(threads) = cli.global.threads.filter(|_| in_pool) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.map_err(|error| Error::Failure(format!("{error} (try fewer --threads)")))?;
    }
    match &cli.command {
        Command::Moves(moves) => moves.run(&cli.global),
        Command::Solve(solve) => solve.run(&cli.global),
        Command::Discover(discover) => discover.run(&cli.global),
        Command::Show(show) => show.run(&cli.global),
        Command::Pieces(pieces) => pieces.run(&cli.global),
        Command::Game(game) => game.run(&cli.global),
        Command::Build(build) => build.run(&cli.global),
        Command::Probe(probe) => probe.run(&cli.global),
        Command::Line(line) => line.run(&cli.global),
        Command::Annotate(annotate) => annotate.run(&cli.global),
        Command::Stats(stats) => stats.run(&cli.global),
        Command::Mine(mine) => mine.run(&cli.global),
        Command::Play(play) => play.run(&cli.global),
        Command::Verify(verify) => verify.run(&cli.global),
        Command::Reproduce(reproduce) => reproduce.run(&cli.global),
        Command::Tables(tables) => tables.run(&cli.global),
        Command::Uci(uci) => uci.run(&cli.global),
        Command::Serve(serve) => serve.run(&cli.global),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}
