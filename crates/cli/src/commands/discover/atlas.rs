//! `solusrex discover atlas`: the shortest game to every mating move.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Args;
use solusrex_discovery::{
    atlas::{Atlas, Event, Manner, Mark, Row, SHARDS, Search},
    picture,
};

use super::checkpoint::Checkpoints;

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
  solusrex discover atlas --plies 8 --file atlas.tsv
  solusrex discover atlas --plies 11 --file atlas.tsv --one-by-one 60
  solusrex discover atlas --plies 0 --file atlas.tsv --html atlas.html")]
pub(crate) struct AtlasCommand {
    /// Search all games of up to so many half-moves; 0 only shows what the file knows
    #[arg(long, value_name = "N", default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(0..=40))]
    plies: u32,

    /// Promotions only
    #[arg(long)]
    promotions: bool,

    /// Look for games only, among so many promising positions of each half-move: the more, the
    /// longer it takes and the more is found; nothing is proved
    #[arg(long, value_name = "WIDTH", value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    look: Option<u32>,

    /// Search all games for one move after the other, none longer than so many seconds: what is left
    /// over can be tried again with more
    #[arg(long, value_name = "SECONDS", conflicts_with = "look",
        value_parser = clap::value_parser!(u32).range(1..))]
    one_by_one: Option<u32>,

    /// Go on from the atlas in this file, if it is there, and write it back; also while it is made,
    /// with a mark beside it that says how far the search has come
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Write it every so many seconds while it is made; 0 writes after every part
    #[arg(long, value_name = "SECONDS", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(0..=86_400))]
    checkpoint: u32,

    /// Draw it: a square for each move, coloured by length; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write it as a page: the drawing and a table of the games; - is standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// How many MiB the positions may take
    #[arg(long, value_name = "MIB", default_value_t = 6144,
        value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: u32,
}

impl AtlasCommand {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let pictures = [&self.svg, &self.html];
        let on_stdout =
            pictures.iter().filter(|path| path.as_deref() == Some(Path::new("-"))).count();
        if on_stdout > 1 {
            let what = "--svg and --html cannot both go to standard output";
            return Err(Error::input(format!("{what} (name a file for one of them)")));
        }
        let mut atlas = self.known()?;
        let complete = self.plies == 0 || self.search(&mut atlas, global)?;
        if let Some(path) = &self.svg {
            output::write_file(path, &picture::svg(&atlas))?;
        }
        if let Some(path) = &self.html {
            output::write_file(path, &picture::html(&atlas))?;
        }
        if on_stdout == 0 {
            self.tell(&atlas, global)?;
        }
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

    /// Searches on, and keeps the files up to date. Returns whether it came to the end.
    fn search(&self, atlas: &mut Atlas, global: &Global) -> Result<bool, Error> {
        let checkpoints =
            self.file.as_deref().map(|file| Checkpoints::beside(file, self.promotions));
        // who goes from move to move does not disturb a search for all of them
        let together = self.manner() == Manner::Together;
        let resume = match &checkpoints {
            Some(checkpoints) if together => checkpoints.mark(atlas)?,
            _ => None,
        };
        let search = Search {
            plies: self.plies,
            promotions: self.promotions,
            manner: self.manner(),
            memory: u64::from(self.memory) << 20,
            resume,
        };
        interrupt::listen();
        let bar = output::progress(0, "parts", global);
        let pause = Duration::from_secs(self.checkpoint.into());
        let mut written = Instant::now();
        let mut write = |atlas: &Atlas, mark: Option<Mark>| match &checkpoints {
            Some(checkpoints) if written.elapsed() >= pause || interrupt::asked() => {
                written = Instant::now();
                checkpoints.write(atlas, mark)
            }
            _ => Ok(()),
        };
        let mut failed = Ok(());
        let complete = atlas.search(&search, |event| {
            match event {
                Event::Layer { ply, positions } => {
                    bar.set_message(format!("({positions} positions after {ply} half-moves)"));
                }
                Event::Part { atlas, mark, left, .. } => {
                    output::advance(&bar, mark.done as u64, SHARDS as u64);
                    bar.set_message(format!("({} half-moves, {left} moves sought)", mark.plies));
                    failed = write(atlas, Some(mark));
                }
                Event::Classes { atlas, plies, done, of } => {
                    output::advance(&bar, done as u64, of as u64);
                    bar.set_message(format!("({plies} half-moves, move after move)"));
                    failed = write(atlas, None);
                }
            }
            failed.is_ok() && !interrupt::asked()
        });
        bar.finish_and_clear();
        failed?;
        if let Some(checkpoints) = checkpoints.filter(|_| complete) {
            checkpoints.write(atlas, None)?;
            if together {
                checkpoints.finish(self.plies)?;
            }
        }
        Ok(complete)
    }

    /// How games are searched.
    fn manner(&self) -> Manner {
        match (self.look, self.one_by_one) {
            (Some(width), _) => Manner::Looking(width as usize),
            (_, Some(seconds)) => Manner::OneByOne(Duration::from_secs(seconds.into())),
            _ => Manner::Together,
        }
    }

    /// What is known, as it was asked for.
    fn tell(&self, atlas: &Atlas, global: &Global) -> Result<(), Error> {
        let mut out = output::stdout();
        match global.format {
            Format::Json => {
                for row in atlas.rows() {
                    output::json_line(&mut out, row)?;
                }
            }
            Format::Text if self.file.is_none() && self.svg.is_none() && self.html.is_none() => {
                write!(out, "{atlas}")?;
            }
            Format::Text => summary(&mut out, atlas)?,
        }
        Ok(out.flush()?)
    }

    /// What is known already.
    fn known(&self) -> Result<Atlas, Error> {
        let Some(path) = &self.file else {
            return match self.plies {
                0 => Err(Error::input(
                    "--plies 0 searches nothing (name an atlas with --file, or search further)",
                )),
                _ => Ok(Atlas::new()),
            };
        };
        match fs::read_to_string(path) {
            Ok(text) => {
                text.parse().map_err(|error| Error::input(format!("{}: {error}", path.display())))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.plies > 0 => {
                Ok(Atlas::new())
            }
            Err(error) => Err(Error::input(format!(
                "cannot read {}: {error} (name an atlas)",
                path.display()
            ))),
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
