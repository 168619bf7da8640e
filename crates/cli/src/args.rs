//! The command line itself.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum, error::ErrorKind};

use crate::{
    commands::{
        annotate, build, completions, discover, game, line, man, mine, moves, pieces, play, probe,
        reproduce, serve, show, solve, stats, tables, uci, verify,
    },
    error::Error,
};

/// Settles chess questions exactly.
///
/// Builds endgame tables and answers from them, lists the legal moves of any position with any piece
/// on any board, solves chess problems and any finite two-player game. What it says is proved.
#[derive(Parser, Debug)]
#[command(name = "solusrex", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) global: Global,
}

/// What every command understands.
#[derive(clap::Args, Debug)]
pub(crate) struct Global {
    /// Answers as text for people or as JSON for programs
    #[arg(long, global = true, value_enum, default_value_t, help_heading = "Global options")]
    pub(crate) format: Format,

    /// The folder of the tables [default: $SOLUSREX_TABLES, else the user's data folder]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options")]
    pub(crate) tables: Option<PathBuf>,

    /// How many threads may work at once [default: all]
    #[arg(long, global = true, value_name = "N", help_heading = "Global options",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// No progress on the terminal
    #[arg(long, short, global = true, help_heading = "Global options")]
    pub(crate) quiet: bool,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    // for people
    #[default]
    Text,
    // for programs
    Json,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Moves(moves::Moves),
    Solve(solve::Solve),
    Discover(discover::Discover),
    Show(show::Show),
    Pieces(pieces::Pieces),
    Game(game::Game),
    Build(build::Build),
    Probe(probe::Probe),
    Line(line::Line),
    Annotate(annotate::Annotate),
    Play(play::Play),
    Stats(stats::Stats),
    Mine(mine::Mine),
    Verify(verify::Verify),
    Reproduce(reproduce::Reproduce),
    Tables(tables::Tables),
    Uci(uci::Uci),
    Serve(serve::Serve),
    Completions(completions::Completions),
    Man(man::Man),
}

const EXAMPLES: &str = "\
Examples:
  solusrex moves --pieces 'White Ka1 Gb2 Nd4 Black Kh8 Gd6' --cond Circe
  solusrex solve --pieces 'White Kc7 Rh1 Black Ka7' --stip 'h#1'
  solusrex build KPK
  solusrex probe '8/8/8/8/8/2k5/1R6/K7 w - -'

`solusrex help <command>` has more. Errors are one line on standard error; the exit code is 2 for
wrong input and 1 for work that failed.";

/// Reads the command line; what is wrong with it becomes one line.
pub(crate) fn parse() -> Result<Cli, Error> {
    Cli::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Error::Help(error.render().ansi().to_string())
        }
        _ => {
            let text = error.render().to_string();
            let paragraph: Vec<&str> =
                text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
            let what = paragraph.join(" ");
            let what = what.strip_prefix("error: ").unwrap_or(&what).to_owned();
            let tip =
                text.lines().find_map(|line| line.trim().strip_prefix("tip: ")).map(str::trim);
            Error::Input(match tip {
                Some(tip) => format!("{what} ({tip})"),
                None => format!("{what} (see `solusrex help` and `solusrex help <command>`)"),
            })
        }
    })
}

/// The command line as clap knows it, for completions and the manual.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}
