//! `solusrex discover quickmate`: the shortest game that ends with a move.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use solusrex_discovery::{
    Length, Terms,
    heuristic::Heuristic,
    question::pool,
    quickmate::{Answer, Asked, Event, Exhausted, Search, search},
    score::{san, score},
};

use super::question::{Question, plies};
use crate::{
    args::{Format, Global},
    error::Error,
    interrupt, output,
};

/// Find the shortest game that ends with a mating move, and prove that it is the shortest
#[derive(Args, Debug)]
#[command(after_help = "\
The move is in algebraic notation, and parts of it may be left open:
  Nxf7#  exd1=N#  O-O#  Qh5xf7#     as in a game; # may be left out, mate is meant
  ?xf7  N??  {QR}?8  *              ? is any man, file or rank, {QR} either of them, * any move
  N(x)f7  Nxf7[R]  b8=?  bxc8=x     captures or not; what it captures; becomes anything, or that
  castles  knight-changes-colour    names
  5.Re5  5...exd1=N  ...Nh1         White's fifth move, Black's fifth, any of Black's
  Kb6=  Nf7+                        the game ends with stalemate, with check

Examples:
  solusrex discover quickmate 'exd1=N#'
  solusrex discover quickmate '5...exd1=N#' --count
  solusrex discover quickmate '4.Qxf7#' --first-move e4 --count
  solusrex discover quickmate castles --at-most 3
  solusrex discover quickmate '7.Ka3#' --active d2,f7,e1,e8,c2,d1,h7")]
pub(crate) struct Quickmate {
    /// The last move
    #[arg(value_name = "MOVE", required_unless_present = "conf")]
    last: Option<String>,

    /// Give up after so many moves, 8 or 7.5
    #[arg(long, value_name = "N")]
    at_most: Option<String>,

    #[command(flatten)]
    question: Question,

    /// Write down all games
    #[arg(long, conflicts_with = "count")]
    all: bool,

    /// Count the games, and write down one
    #[arg(long)]
    count: bool,

    /// Give the first game that is found, without proof that it is the shortest
    #[arg(long, conflicts_with_all = ["all", "count"])]
    first: bool,

    /// Which positions are tried first when a game is looked for: `goal` by what the last move
    /// needs, `cover`, `manhattan` and `both` by Rizvič's measures, `none`; without this, the games
    /// of the atlas are asked, and then `goal`
    #[arg(long, value_name = "NAME", value_parser = Heuristic::ALL.map(Heuristic::name))]
    heuristic: Option<String>,

    /// How many MiB the positions may take
    #[arg(long, value_name = "MIB", default_value_t = 4096,
        value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    memory: u32,
}

impl Quickmate {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let (terms, all) = self.asked()?;
        let asked = match (self.all || all, self.count) {
            (true, _) => Asked::All,
            (_, true) => Asked::Number,
            _ => Asked::One,
        };
        let heuristic: Option<Heuristic> =
            self.heuristic.as_deref().map(str::parse).transpose().map_err(Error::input)?;
        let sought = Search {
            terms,
            asked,
            memory: u64::from(self.memory) << 20,
            heuristic: Some(heuristic.unwrap_or_default()),
            known: heuristic.is_none(),
            proof: !self.first,
        };
        interrupt::listen();
        let bar = output::progress(0, "positions", global);
        let threads = pool(rayon::current_num_threads())
            .map_err(|error| Error::Failure(format!("no threads: {error} (end other programs)")))?;
        let tell_of = |event| {
            match event {
                Event::Layer { plies, ply, positions } => {
                    bar.set_message(format!(
                        "({plies} half-moves: {positions} positions after {ply})"
                    ));
                }
                Event::Look { plies, width } => {
                    bar.set_message(format!("({plies} half-moves: {width} promising positions)"));
                }
                Event::Part { plies, done, of } => {
                    output::advance(&bar, done, of);
                    bar.set_message(format!("({plies} half-moves)"));
                }
            }
            !interrupt::asked()
        };
        let answer = threads.install(|| search(&sought, tell_of));
        bar.finish_and_clear();
        let mut out = output::stdout();
        match global.format {
            Format::Json => output::json_line(&mut out, &Told::new(&sought.terms, &answer))?,
            Format::Text => tell(&mut out, &sought, &answer)?,
        }
        out.flush()?;
        match answer.interrupted {
            true => Err(Error::Failure("interrupted before the answer (give it more time)".into())),
            false => Ok(()),
        }
    }

    /// The terms, and whether a file asks for all games.
    fn asked(&self) -> Result<(Terms, bool), Error> {
        let (terms, all) = match self.question.conf()? {
            Some(conf) if conf.goal.is_some() => {
                let what = "the file asks for a position, not for a mate";
                return Err(Error::input(format!("{what} (see `solusrex discover game`)")));
            }
            Some(conf) => (conf.terms, conf.all),
            None => (Terms::from(self.question.start()?), false),
        };
        let length = self.at_most.as_deref().map(plies).transpose()?.map(Length::AtMost);
        Ok((self.question.add_to(terms, length, self.last.as_ref())?, all))
    }
}

fn tell(out: &mut impl Write, sought: &Search, answer: &Answer) -> Result<(), Error> {
    let terms = &sought.terms;
    for game in &answer.games {
        writeln!(out, "{}", score(terms.start(), game))?;
    }
    if !answer.games.is_empty() {
        writeln!(out)?;
    }
    let found = answer.games.first().map(|game| game.len() as u32);
    let number = answer.number.filter(|&number| number > 0);
    if let Some(plies) = found {
        match number {
            None => writeln!(out, "A game of {plies} half-moves")?,
            Some(1) => writeln!(out, "C+: one game of {plies} half-moves")?,
            Some(number) => writeln!(out, "{number} games of {plies} half-moves")?,
        }
    }
    let (same, shorter): (Vec<Exhausted>, Vec<Exhausted>) =
        answer.exhausted.iter().partition(|exhausted| Some(exhausted.plies) == found);
    let positions = |exhausted: &[Exhausted]| -> u64 {
        exhausted.iter().map(|exhausted| exhausted.positions).sum()
    };
    if !same.is_empty() {
        writeln!(out, "No other game of this length ({} positions searched)", positions(&same))?;
    }
    let fixed = matches!(terms.length(), Length::Exactly(_));
    match (found, shorter.last()) {
        (None, Some(last)) if fixed => {
            let (plies, searched) = (last.plies, positions(&shorter));
            writeln!(out, "No game of {plies} half-moves ({searched} positions searched)")?;
        }
        (None, Some(last)) => {
            let (plies, searched) = (last.plies, positions(&shorter));
            writeln!(out, "No game of up to {plies} half-moves ({searched} positions searched)")?;
        }
        (Some(plies), Some(_)) => {
            let searched = positions(&shorter);
            writeln!(
                out,
                "No game of fewer than {plies} half-moves ({searched} positions searched)"
            )?;
        }
        (Some(_), None) if !sought.proof && !fixed => {
            writeln!(out, "Whether there is a shorter one is not proved (leave out --first)")?;
        }
        (None, None) if !sought.proof => {
            writeln!(out, "No game found, which proves nothing (leave out --first)")?;
        }
        (_, None) => {}
    }
    Ok(())
}

/// The answer for programs.
#[derive(Serialize)]
struct Told {
    terms: String,
    plies: Option<usize>,
    games: Vec<Vec<String>>,
    count: Option<u64>,
    exhausted: Vec<Exhausted>,
    interrupted: bool,
}

impl Told {
    fn new(terms: &Terms, answer: &Answer) -> Told {
        Told {
            terms: terms.to_string(),
            plies: answer.games.first().map(Vec::len),
            games: answer.games.iter().map(|game| san(terms.start(), game)).collect(),
            count: answer.number,
            exhausted: answer.exhausted.clone(),
            interrupted: answer.interrupted,
        }
    }
}
