//! `solusrex discover atlas`: the shortest game to every mating move.

use std::{fs, io::Write, path::PathBuf};

use clap::Args;
use serde::Serialize;
use solusrex_discovery::atlas::{Atlas, Event, Row, Search};

use crate::{
    args::{Format, Global},
    error::Error,
    interrupt, output,
};

/// For every mating move, the shortest game that ends with it and how far that is proved
#[derive(Args, Debug)]
#[command(after_help = "\
Moves are told apart as in algebraic notation without origin: 1456 moves of men and promotions,
and 224 of pawns and castling. A line has the side, the move, the half-moves of the shortest game
known, whether it is proved to be the shortest, up to which length all games are searched, the game.

Examples:
  solusrex discover atlas --plies 6
  solusrex discover atlas --plies 9 --promotions
  solusrex discover atlas --plies 8 --file atlas.tsv")]
pub(crate) struct AtlasCommand {
    /// Search all games of up to so many half-moves
    #[arg(long, value_name = "N", default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(1..=40))]
    plies: u32,

    /// Promotions only
    #[arg(long)]
    promotions: bool,

    /// Go on from the atlas in this file, if it is there, and write it back
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// How many MiB the positions may take
    #[arg(long, value_name = "MIB", default_value_t = 4096,
        value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: u32,
}

impl AtlasCommand {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let mut atlas = self.known()?;
        let memory = u64::from(self.memory) << 20;
        let (plies, promotions) = (self.plies, self.promotions);
        let search = Search { plies, promotions, memory, ..Search::default() };
        interrupt::listen();
        let bar = output::progress(0, "parts", global);
        let complete = atlas.search(&search, |event| {
            if let Event::Part { plies, done, parts, left, .. } = event {
                bar.set_length(parts as u64);
                bar.set_position(done as u64);
                bar.set_message(format!("({plies} half-moves, {left} moves sought)"));
            }
            !interrupt::asked()
        });
        bar.finish_and_clear();
        if let Some(path) = &self.file {
            output::write_file(path, &atlas.to_string())?;
        }
        let mut out = output::stdout();
        match global.format {
            Format::Json => {
                for row in atlas.rows() {
                    output::json_line(&mut out, &Told::from(row))?;
                }
            }
            Format::Text if self.file.is_none() => write!(out, "{atlas}")?,
            Format::Text => summary(&mut out, &atlas)?,
        }
        out.flush()?;
        match complete {
            true => Ok(()),
            false => Err(Error::Failure("interrupted before the end (run it again)".into())),
        }
    }

    /// What is known already.
    fn known(&self) -> Result<Atlas, Error> {
        let Some(path) = self.file.as_ref().filter(|path| path.exists()) else {
            return Ok(Atlas::new());
        };
        let text = fs::read_to_string(path).map_err(|error| {
            Error::input(format!("cannot read {}: {error} (name an atlas)", path.display()))
        })?;
        text.parse().map_err(|error| {
            Error::input(format!("{}: {error} (name an atlas, or a new file)", path.display()))
        })
    }
}

/// How many moves have games of each length.
fn summary(out: &mut impl Write, atlas: &Atlas) -> Result<(), Error> {
    let longest = atlas.rows().filter_map(Row::plies).max().unwrap_or(0);
    for plies in 1..=longest {
        let of_length = || atlas.rows().filter(|row| row.plies() == Some(plies));
        let (all, proved) =
            (of_length().count(), of_length().filter(|row| row.is_proved()).count());
        if all > 0 {
            writeln!(out, "{plies} half-moves: {all} moves, {proved} proved")?;
        }
    }
    let open = atlas.rows().filter(|row| row.game.is_none()).count();
    Ok(writeln!(out, "no game known: {open} moves")?)
}

/// A move for programs.
#[derive(Serialize)]
struct Told<'a> {
    side: &'static str,
    #[serde(rename = "move")]
    class: String,
    plies: Option<u32>,
    proved: bool,
    searched: u32,
    game: Option<&'a [String]>,
}

impl<'a> From<&'a Row> for Told<'a> {
    fn from(row: &'a Row) -> Told<'a> {
        Told {
            side: row.class.color().fold_wb("white", "black"),
            class: row.class.to_string(),
            plies: row.plies(),
            proved: row.is_proved(),
            searched: row.searched,
            game: row.game.as_deref(),
        }
    }
}
