//! The arguments that say what is asked of a game.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use shakmaty::Chess;
use solusrex_discovery::{
    Length, MovePattern, PatternError, Terms,
    conf::Conf,
    question::{self, QuestionError},
};

use crate::error::{self, Error};

/// What is asked of a game, besides its end.
#[derive(Args, Debug)]
pub(crate) struct Question {
    /// The position at the start [default: the initial array]
    #[arg(long, value_name = "FEN", conflicts_with = "conf")]
    from: Option<String>,

    /// A question in a file of Rizvič's program; - is standard input
    #[arg(long, value_name = "FILE")]
    conf: Option<PathBuf>,

    /// The first move: 'e4', 'N??'
    #[arg(long, value_name = "MOVE", help_heading = "Constraints on games")]
    first_move: Option<String>,

    /// A move with its number: '3.Bxf7+', '2...?x??'; may be given again
    #[arg(long = "move", value_name = "MOVE", help_heading = "Constraints on games")]
    prescribed: Vec<String>,

    /// A move that is never played: 'castles', '?x??'; may be given again
    #[arg(long, value_name = "MOVE", help_heading = "Constraints on games")]
    never: Vec<String>,

    /// Only the men of these squares move: e2,e7,g1
    #[arg(long, value_name = "SQUARES", help_heading = "Constraints on games")]
    active: Option<String>,

    /// The men of these squares do not move: e1,e8
    #[arg(long, value_name = "SQUARES", help_heading = "Constraints on games")]
    still: Option<String>,

    /// Who makes the last move
    #[arg(long, value_name = "SIDE", value_parser = ["white", "black"],
        help_heading = "Constraints on games")]
    winner: Option<String>,
}

impl Question {
    /// The question of a file, if one is given.
    pub(crate) fn conf(&self) -> Result<Option<Conf>, Error> {
        let Some(path) = &self.conf else { return Ok(None) };
        let text = read(path)?;
        text.parse::<Conf>().map(Some).map_err(|wrong| {
            error::tell(&format!("{}: {wrong}", path.display()));
            let _ = write!(io::stderr(), "{}", wrong.snippet());
            Error::Told
        })
    }

    /// Where the game starts.
    pub(crate) fn start(&self) -> Result<Chess, Error> {
        self.asked().start().map_err(told)
    }

    /// Adds what the flags ask for, the length first, and the mating move last.
    pub(crate) fn add_to(
        &self,
        terms: Terms,
        length: Option<Length>,
        mate: Option<&String>,
    ) -> Result<Terms, Error> {
        let terms = match length {
            Some(length) => terms.of_length(length).map_err(Error::input)?,
            None => terms,
        };
        let asked = question::Question { quickmate: mate.cloned(), ..self.asked() };
        asked.add_to(terms).map_err(told)
    }

    fn asked(&self) -> question::Question {
        question::Question {
            from: self.from.clone(),
            first_move: self.first_move.clone(),
            moves: self.prescribed.clone(),
            never: self.never.clone(),
            active: self.active.clone(),
            still: self.still.clone(),
            winner: self.winner.clone(),
            ..question::Question::default()
        }
    }
}

/// What is wrong with a question; of a pattern it is shown with a caret.
fn told(wrong: QuestionError) -> Error {
    let Some(pattern) = wrong.pattern() else { return Error::input(wrong) };
    error::tell(&pattern.to_string());
    let _ = write!(io::stderr(), "{}", pattern.snippet());
    Error::Told
}

/// A pattern.
pub(crate) fn pattern(text: &str) -> Result<MovePattern, Error> {
    text.parse().map_err(|wrong: PatternError| told(wrong.into()))
}

/// The half-moves of a number of moves: 4, or 4.5 for one half-move more.
pub(crate) fn plies(text: &str) -> Result<u32, Error> {
    question::plies(text).map_err(told)
}

fn read(path: &Path) -> Result<String, Error> {
    let text = if path.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    text.map_err(|error| {
        Error::input(format!("cannot read {}: {error} (give a file of keys)", path.display()))
    })
}
