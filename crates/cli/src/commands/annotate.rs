//! `solusrex annotate`: games with the tables' verdict on every move.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use solusrex_tables::{
    Metric,
    annotate::{AnnotateError, annotate},
};

use super::{line::read_metric, probe::no_tables};
use crate::{
    args::{Format, Global},
    error::{self, Error},
    output,
    tables::open,
};

/// Mark every move of games that the tables know
#[derive(Args, Debug)]
#[command(after_help = "\
After each move in reach of the tables a comment tells its value: {+31} the side that moved wins and
needs 31 moves, this one counted; {-30} it loses, the opponent needs 30; {=} is a draw. Moves of equal
value follow in brackets. $2 (?) marks a move that gives away half a point, $4 (??) a whole one.
Variations and comments are kept.

Examples:
  solusrex annotate game.pgn
  solusrex annotate game.pgn --metric dtm > annotated.pgn
  solusrex annotate - --format json < game.pgn      one game per line")]
pub(crate) struct Annotate {
    /// A file of games in PGN; - is standard input
    #[arg(value_name = "PGN")]
    file: PathBuf,

    /// What is counted: dtm, dtc, dtz .. [default: what the first ending has a table for]
    #[arg(long, value_name = "METRIC", value_parser = read_metric)]
    metric: Option<Metric>,
}

impl Annotate {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let tables = open(global)?;
        let shown = self.file.display();
        let unreadable = |error: io::Error| {
            Error::input(format!("{shown}: {error} (name a file that can be read)"))
        };
        let pgn: Box<dyn Read> = if self.file == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(&self.file).map_err(unreadable)?)
        };
        let mut out = output::stdout();
        let mut missing = BTreeSet::new();
        let mut all_right = true;
        for (number, game) in (1..).zip(annotate(&tables, pgn, self.metric)) {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    out.flush()?;
                    return Err(match error {
                        AnnotateError::Read(error) => unreadable(error),
                        AnnotateError::Table(error) => error.into(),
                    });
                }
            };
            match global.format {
                Format::Json => output::json_line(&mut out, &game)?,
                Format::Text if number > 1 => write!(out, "\n{game}")?,
                Format::Text => write!(out, "{game}")?,
            }
            if let Some(trouble) = &game.trouble {
                all_right = false;
                error::tell(&format!("game {number}: {trouble}"));
            }
            missing.extend(game.missing);
        }
        out.flush()?;
        if !missing.is_empty() && !global.quiet {
            let _ = writeln!(io::stderr(), "note: {}", no_tables(&missing));
        }
        if all_right { Ok(()) } else { Err(Error::Told) }
    }
}
