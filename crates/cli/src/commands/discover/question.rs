//! The arguments that say what is asked of a game.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Square, fen::Fen};
use solusrex_discovery::{Length, MovePattern, Terms, conf::Conf};

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
        let Some(text) = &self.from else { return Ok(Chess::default()) };
        let wrong = |what: String| {
            Error::input(format!("no position to start from in {text:?}: {what} (give a FEN)"))
        };
        let fen: Fen = text.trim().parse().map_err(|error| wrong(format!("{error}")))?;
        fen.into_position(CastlingMode::Standard).map_err(|error| wrong(format!("{error}")))
    }

    /// Adds what the flags ask for, the length first.
    pub(crate) fn add_to(&self, terms: Terms, length: Option<Length>) -> Result<Terms, Error> {
        let mut terms = match length {
            Some(length) => terms.of_length(length).map_err(Error::input)?,
            None => terms,
        };
        if let Some(winner) = &self.winner {
            let winner = if winner == "white" { Color::White } else { Color::Black };
            terms = terms.won_by(winner).map_err(Error::input)?;
        }
        if let Some(first) = &self.first_move {
            let pattern = pattern(first)?;
            if pattern.number.is_some() {
                let what = format!("--first-move {first} has a number");
                return Err(Error::input(format!("{what} (leave it out, or use --move)")));
            }
            terms = terms.with_move_at(1, pattern).map_err(Error::input)?;
        }
        for text in &self.prescribed {
            terms = terms.with_move(pattern(text)?).map_err(Error::input)?;
        }
        for text in &self.never {
            terms = terms.without(pattern(text)?);
        }
        if let Some(active) = &self.active {
            terms = terms.moving_only(squares(active)?);
        }
        if let Some(still) = &self.still {
            terms = terms.keeping_still(squares(still)?);
        }
        Ok(terms)
    }
}

/// A pattern; what is wrong with it is told with a caret.
pub(crate) fn pattern(text: &str) -> Result<MovePattern, Error> {
    text.parse().map_err(|wrong: solusrex_discovery::PatternError| {
        error::tell(&wrong.to_string());
        let _ = write!(io::stderr(), "{}", wrong.snippet());
        Error::Told
    })
}

/// The half-moves of a number of moves: 4, or 4.5 for one half-move more.
pub(crate) fn plies(text: &str) -> Result<u32, Error> {
    let (moves, half) = match text.split_once('.') {
        Some((moves, "5")) => (moves, 1),
        Some((moves, "0")) => (moves, 0),
        Some(_) => ("", 0),
        None => (text, 0),
    };
    let plies = moves.parse().ok().filter(|&moves: &u32| moves <= 1_000);
    plies.map(|moves| 2 * moves + half).filter(|&plies| plies > 0).ok_or_else(|| {
        let what = format!("{text:?} is no number of moves");
        Error::input(format!("{what} (from 0.5 to 1000, such as 4, or 4.5 if White moves last)"))
    })
}

/// Squares with commas, blanks or nothing between them.
fn squares(text: &str) -> Result<Bitboard, Error> {
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let mut squares = Bitboard::EMPTY;
    for pair in symbols.chunks(2) {
        let name: String = pair.iter().collect();
        let square: Square = name.parse().map_err(|_| {
            Error::input(format!("{name:?} is no square in {text:?} (such as e2,e7,g1)"))
        })?;
        squares.add(square);
    }
    Ok(squares)
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
