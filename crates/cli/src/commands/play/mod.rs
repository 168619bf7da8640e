//! `solusrex play`: an ending against an opponent who never errs.

mod board;
mod input;
mod reader;
mod session;
mod words;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
};

use clap::{Args, ValueEnum};
use shakmaty::{Chess, Color, Position as _};
use solusrex_tables::{
    Ending, Metric, Tablebase,
    build::Plan,
    trainer::{Goal, Level},
};

use self::{
    board::Look,
    reader::Reader,
    session::{Next, Session, Setting, Start},
};
use super::build::build_missing;
use crate::{
    args::{Format, Global},
    error::Error,
    tables::{open, read_position},
};

/// Train an ending against an opponent who never errs
#[derive(Args, Debug)]
#[command(after_help = "\
You get a difficult position and play it against the tables. Who throws a win away is told so at once,
and by which move it could have been kept. In the game `help` lists what can be typed.

Examples:
  solusrex play KRK
  solusrex play KPK --side black --goal hold --level medium
  solusrex play '8/8/8/8/8/2k5/1R6/K7 w - -' --side black")]
pub(crate) struct Play {
    /// An ending such as KQKR (the default), or a position as FEN or list of pieces
    #[arg(value_name = "ENDING or POSITION")]
    what: Vec<String>,

    /// Your side [default: the stronger one; in a position the one to move]
    #[arg(long, value_enum)]
    side: Option<Side>,

    /// win, hold (a draw) or last (in a lost position) [default: what your side usually has to do]
    #[arg(long, value_parser = read::<Goal>)]
    goal: Option<Goal>,

    /// easy, medium, hard (the upper tenth of the distances to mate) or longest
    #[arg(long, default_value = "hard", value_parser = read::<Level>)]
    level: Level,

    /// The same seed gives the same position [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// No help: no hint, todo, moves or back, no remark on a move
    #[arg(long)]
    strict: bool,

    /// Build missing tables without asking
    #[arg(long)]
    yes: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

fn read<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Černo's ending.
const USUAL: &str = "KQKR";

impl Play {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        if global.format == Format::Json {
            return Err(Error::input(
                "play is for people (leave out --format json; for programs there are probe and uci)",
            ));
        }
        let (start, ending) = self.start()?;
        let tables = open(global)?;
        self.provide(ending, &tables, global)?;
        let usual = match &start {
            Start::Position(position) => position.turn(),
            Start::Ending(ending) => Color::from_black(ending.canonical().1),
        };
        let setting = Setting {
            start,
            side: self.side.map_or(usual, Color::from),
            goal: self.goal,
            level: self.level,
            seed: self.seed.unwrap_or_else(random_seed),
            strict: self.strict,
            look: Look::detect(),
        };
        let mut session = Session::begin(&tables, setting, anstream::stdout())?;
        let mut reader = Reader::new()?;
        while let Some(line) = reader.line(&session.prompt(), session.completions())? {
            if session.obey(&line)? == Next::Exit {
                break;
            }
        }
        session.finish()
    }

    /// What is to be played, and the ending whose tables it takes.
    fn start(&self) -> Result<(Start, Ending), Error> {
        let text = self.what.join(" ");
        let name = if text.trim().is_empty() { USUAL } else { text.trim() };
        // a FEN has ranks and a list of pieces has words; neither can be an ending's name
        if !name.contains(['/', ' ']) {
            let ending: Ending = name.parse().map_err(Error::input)?;
            return Ok((Start::Ending(ending), ending));
        }
        if self.goal.is_some() {
            return Err(Error::input(
                "a position has one goal, what it is worth (leave out --goal, or name an ending)",
            ));
        }
        let position: Chess = read_position(name)?;
        if position.is_game_over() {
            return Err(Error::input(format!(
                "{name}: the game is over (choose another position)"
            )));
        }
        if position.castles().any() {
            return Err(solusrex_tables::ProbeError::Castling.into());
        }
        let men = position.board().occupied().count();
        let ending = Ending::of_board(position.board())
            .ok_or_else(|| Error::from(solusrex_tables::ProbeError::Men(men)))?;
        Ok((Start::Position(Box::new(position)), ending))
    }

    /// Builds the tables that are missing, if that is wanted.
    fn provide(&self, ending: Ending, tables: &Tablebase, global: &Global) -> Result<(), Error> {
        let plan = Plan::new([ending], &[Metric::Dtm], tables);
        let count = plan.tasks().len();
        if count == 0 {
            return Ok(());
        }
        let what = if count == 1 { "its table".to_owned() } else { format!("{count} tables") };
        if !self.yes {
            if !reader::is_terminal() {
                return Err(Error::Failure(format!(
                    "{ending} needs {what} first (give --yes, or run `solusrex build {ending}`)"
                )));
            }
            let mut out = io::stdout();
            write!(out, "{ending} needs {what} first. Build now? [Y/n] ")?;
            out.flush()?;
            let mut answer = String::new();
            io::stdin().read_line(&mut answer)?;
            if !matches!(answer.trim().to_ascii_lowercase().as_str(), "" | "y" | "yes") {
                return Err(Error::Failure(format!(
                    "{ending} cannot be played without {what} (build later with `solusrex build {ending}`)"
                )));
            }
        }
        build_missing(&plan, tables, None, global)
    }
}

/// A number that is easily typed again.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
