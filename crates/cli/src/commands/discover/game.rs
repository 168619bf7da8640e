//! `solusrex discover game`: construction tasks and proof games.

use std::{
    io::Write,
    sync::{Arc, atomic::Ordering},
};

use clap::Args;
use serde::Serialize;
use solusrex_discovery::{
    Length, Terms,
    construct::{Answer, ConstructError, Construction, Diagram, Effort},
    score::{san, score},
};

use super::question::{Question, pattern, plies};
use crate::{
    args::{Format, Global},
    error::Error,
    output,
};

/// Find all games that lead to a position in a number of moves
#[derive(Args, Debug)]
#[command(after_help = "\
The position is a FEN, or its first field. What it says is asked for: a right to castle or an
en-passant square that is given must be there, one that is not given may be.
docs/discovery.md has the language of moves.

Examples:
  solusrex discover game --to rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --moves 4
  solusrex discover game --to rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR --moves 4 --shortest
  solusrex discover game --to r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR --moves 5 --never '?xe7'
  solusrex discover game --from '4k3/8/8/8/8/8/7P/4K3 w - -' --to 4k2Q/8/8/8/8/8/8/4K3 --moves 4.5")]
pub(crate) struct Game {
    /// The position at the end
    #[arg(long, value_name = "FEN", required_unless_present = "conf")]
    to: Option<String>,

    /// How many moves, 4 or 4.5
    #[arg(long, value_name = "N", required_unless_present = "conf")]
    moves: Option<String>,

    /// The shortest games of at most so many moves, with proof
    #[arg(long, requires = "moves")]
    shortest: bool,

    /// No other rights to castle and no other en passant at the end than the FEN gives
    #[arg(long)]
    exactly: bool,

    /// The last move: 'Kxe8', 'N??'
    #[arg(long, value_name = "MOVE", help_heading = "Constraints on games")]
    last: Option<String>,

    #[command(flatten)]
    question: Question,

    /// Write down all games, however many
    #[arg(long, conflicts_with_all = ["count", "limit"])]
    all: bool,

    /// Write down none, only how many there are
    #[arg(long, conflicts_with = "limit")]
    count: bool,

    /// Write down so many; all are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,

    /// How many MiB the positions may take
    #[arg(long, value_name = "MIB", default_value_t = 4096,
        value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: u32,
}

impl Game {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let (terms, diagram, all) = self.asked()?;
        let construction = Construction::new(terms, diagram).map_err(Error::input)?;
        let effort = Effort {
            games: match (self.all || all, self.count) {
                (true, _) => usize::MAX,
                (_, true) => 0,
                _ => self.limit,
            },
            memory: (self.memory as usize) << 20,
            ..Effort::default()
        };
        let cancelled = Arc::clone(&effort.cancelled);
        // without a handler Ctrl-C ends the program at once, which is as good
        let _ = ctrlc::set_handler(move || cancelled.store(true, Ordering::Relaxed));
        let bar = output::progress(0, "half-moves", global);
        let answer = construction.games(&effort, &|progress| {
            output::advance(
                &bar,
                (progress.forward + progress.backward).into(),
                progress.plies.into(),
            );
            bar.set_message(format!("({} positions)", progress.positions));
        });
        bar.finish_and_clear();
        let answer = answer.map_err(|error| match error {
            ConstructError::Memory { .. } | ConstructError::TooMany | ConstructError::Cancelled => {
                Error::Failure(error.to_string())
            }
            error => Error::input(error),
        })?;
        let mut out = output::stdout();
        match global.format {
            Format::Json => output::json_line(&mut out, &Told::new(&construction, &answer))?,
            Format::Text => self.tell(&mut out, construction.terms(), &answer)?,
        }
        Ok(out.flush()?)
    }

    /// The terms, the diagram, and whether a file asks for all games.
    fn asked(&self) -> Result<(Terms, Diagram, bool), Error> {
        let conf = self.question.conf()?;
        let length = match &self.moves {
            None => None,
            Some(text) => Some(match self.shortest {
                true => Length::AtMost(plies(text)?),
                false => Length::Exactly(plies(text)?),
            }),
        };
        let (terms, goal, all) = match conf {
            Some(conf) => (conf.terms, conf.goal, conf.all),
            None => (Terms::from(self.question.start()?), None, false),
        };
        let diagram = match &self.to {
            Some(text) => text.parse::<Diagram>().map_err(Error::input)?,
            None => goal.ok_or_else(|| {
                Error::input("no position at the end (add END to the file, or give --to)")
            })?,
        };
        let mut terms = self.question.add_to(terms, length, None)?;
        if let Some(last) = &self.last {
            terms = terms.ending_with(pattern(last)?).map_err(Error::input)?;
        }
        Ok((terms, if self.exactly { diagram.exactly() } else { diagram }, all))
    }

    fn tell(&self, out: &mut impl Write, terms: &Terms, answer: &Answer) -> Result<(), Error> {
        for game in &answer.games {
            writeln!(out, "{}", score(terms.start(), game))?;
        }
        let left = answer.count - answer.games.len() as u128;
        if left > 0 && !self.count {
            writeln!(out, "... and {left} more (--all writes down all)")?;
        }
        if !answer.games.is_empty() {
            writeln!(out)?;
        }
        let length = in_moves(answer.plies);
        let searched = format!("{} positions searched", answer.positions);
        match answer.count {
            0 => match answer.excluded.as_slice() {
                [] | [_] => writeln!(out, "No game of {length} ({searched})")?,
                _ => writeln!(out, "No game of up to {length} ({searched})")?,
            },
            1 => writeln!(out, "C+: one game of {length}")?,
            count => writeln!(out, "Not unique: {count} games of {length}")?,
        }
        if answer.count > 0 {
            match answer.excluded.is_empty() {
                true => writeln!(out, "No other game of this length ({searched})")?,
                false => {
                    let plies = answer.plies;
                    writeln!(out, "No game of fewer than {plies} half-moves ({searched})")?;
                }
            }
        }
        Ok(())
    }
}

/// `4 moves`, `4.5 moves`.
fn in_moves(plies: u32) -> String {
    let half = if plies % 2 == 1 { ".5" } else { "" };
    format!("{}{half} {}", plies / 2, if plies == 2 { "move" } else { "moves" })
}

/// The answer for programs.
#[derive(Serialize)]
struct Told {
    terms: String,
    plies: u32,
    count: u128,
    unique: bool,
    games: Vec<Vec<String>>,
    excluded: Vec<u32>,
    positions: u64,
}

impl Told {
    fn new(construction: &Construction, answer: &Answer) -> Told {
        let terms = construction.terms();
        Told {
            terms: terms.to_string(),
            plies: answer.plies,
            count: answer.count,
            unique: answer.is_unique(),
            games: answer.games.iter().map(|game| san(terms.start(), game)).collect(),
            excluded: answer.excluded.clone(),
            positions: answer.positions,
        }
    }
}
