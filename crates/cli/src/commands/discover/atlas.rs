//! `solusrex discover atlas`: the shortest game to every mating move.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use serde::Serialize;
use solusrex_discovery::atlas::{Atlas, Event, Mark, Row, SHARDS, Search};

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

    /// Look for games only, among so many promising positions of each half-move: the more, the
    /// longer it takes and the more is found; nothing is proved
    #[arg(long, value_name = "WIDTH", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    look: Option<u32>,

    /// Go on from the atlas in this file, if it is there, and write it back; also every 20 seconds
    /// while it is made, with a mark beside it that says how far the search has come
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// How many MiB the positions may take
    #[arg(long, value_name = "MIB", default_value_t = 6144,
        value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: u32,
}

/// How often an atlas in the making is written down.
const CHECKPOINT: Duration = Duration::from_secs(20);

impl AtlasCommand {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let mut atlas = self.known()?;
        let search = Search {
            plies: self.plies,
            promotions: self.promotions,
            look: self.look.map(|width| width as usize),
            memory: u64::from(self.memory) << 20,
            resume: self.mark(),
        };
        interrupt::listen();
        let bar = output::progress(0, "parts", global);
        let mut written = Instant::now();
        let mut failed = Ok(());
        let complete = atlas.search(&search, |event| {
            match event {
                Event::Layer { ply, positions } => {
                    bar.set_message(format!("({positions} positions after {ply} half-moves)"));
                }
                Event::Part { atlas, mark, left, .. } => {
                    bar.set_length(SHARDS as u64);
                    bar.set_position(mark.done as u64);
                    bar.set_message(format!("({} half-moves, {left} moves sought)", mark.plies));
                    if written.elapsed() > CHECKPOINT || interrupt::asked() {
                        written = Instant::now();
                        failed = self.write(atlas, Some(mark));
                    }
                }
                Event::Look { atlas, plies, done, of } => {
                    bar.set_length(of as u64);
                    bar.set_position(done as u64);
                    bar.set_message(format!("(looking for {plies} half-moves)"));
                    if written.elapsed() > CHECKPOINT || interrupt::asked() {
                        written = Instant::now();
                        failed = self.write(atlas, None);
                    }
                }
            }
            failed.is_ok() && !interrupt::asked()
        });
        bar.finish_and_clear();
        failed?;
        if complete {
            self.write(&atlas, None)?;
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
        match (complete, &self.file) {
            (true, _) => Ok(()),
            (false, Some(_)) => {
                Err(Error::Failure("interrupted (the same command goes on from here)".into()))
            }
            (false, None) => {
                Err(Error::Failure("interrupted (with --file it could go on from here)".into()))
            }
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

    /// The file that says how far a search has come.
    fn progress_file(&self) -> Option<PathBuf> {
        let mut name = self.file.clone()?.into_os_string();
        name.push(if self.promotions { ".promotions.progress" } else { ".progress" });
        Some(name.into())
    }

    /// Where the same search was broken off. What cannot be read is no mark: the length is searched
    /// anew.
    fn mark(&self) -> Option<Mark> {
        fs::read_to_string(self.progress_file()?).ok()?.parse().ok()
    }

    /// Writes the atlas, then how far it is; a finished search leaves no mark.
    fn write(&self, atlas: &Atlas, mark: Option<Mark>) -> Result<(), Error> {
        let (Some(file), Some(progress)) = (&self.file, self.progress_file()) else {
            return Ok(());
        };
        output::write_file(file, &atlas.to_string())?;
        match mark {
            Some(mark) => output::write_file(&progress, &format!("{mark}\n")),
            // who looks for games does not disturb a search
            None if self.look.is_some() => Ok(()),
            None => match fs::remove_file(&progress) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            },
        }
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
