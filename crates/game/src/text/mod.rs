//! Games as text files.
//!
//! A file is UTF-8 text, line by line; words are separated by blanks, `#` begins a comment. The
//! first line says what kind of game it is and gives it a title. There are four kinds.
//!
//! # `game`: a graph, written out
//!
//! ```text
//! game Four positions
//! start a              # optional
//! a W -> b c           # White to move in a, to b or c
//! b B -> a
//! c B                  # Black cannot move: he has lost
//! d W draw             # a dead end that is drawn
//! e B lost 4           # a dead end known to be lost in 4 plies for Black, who is to move
//! f W won 3            # ... won in 3 plies for White, who is to move
//! ```
//!
//! A move may lead to a position of the same side; see [`alternate`](crate::alternate). Lines
//! `node a -> b c` (and `node a`, `node a draw`, ...) instead make a graph without sides: at each
//! node either side may be to move, and `start a B` lets Black begin there.
//!
//! # `board`: one piece each, each on its own graph
//!
//! ```text
//! board Spider and fly
//! squares a b c d      # optional, otherwise they come from the paths
//! both a-b-c-a         # steps for both pieces; a-b goes both ways, a>b one way
//! white c>d            # steps for White's piece only
//! black d-a
//! start a d white      # White's square, Black's square, who begins (White if it is left out)
//! onto white wins      # White moves onto Black's square: wins, loses, draws or never (default)
//! onto black loses
//! goal black d         # Black wins on arriving at d
//! pass white           # White need not move; also: black, both
//! stuck both draws     # who cannot move: loses (default) or draws
//! ```
//!
//! # `morris`: placing and moving men, a row wins
//!
//! ```text
//! morris Three in a row
//! points a b c d
//! edges a-b-c-d
//! line a b c           # one row of one's own men wins; as many lines as needed
//! men 3                # each
//! jump                 # optional: men move to any free point
//! first not b          # optional: not the place for the first man
//! stuck draws          # loses (default) or draws
//! ```
//!
//! # `heap`: take some, who cannot has lost
//!
//! ```text
//! heap Take one, two or three
//! size 21
//! take 1 2 3
//! last wins            # or loses
//! ```
//!
//! # Use
//!
//! [`read`] goes from text to a [`NamedGame`]; [`parse`] stops at the [`Description`], which can be
//! looked at, changed, and written again with `to_string`.
//!
//! ```
//! use solusrex_game::{Limits, text};
//!
//! let game = text::read("heap Take one or two\nsize 7\ntake 1 2", Limits::default()).unwrap();
//! let solution = game.solve();
//! assert_eq!(solution.report().start.unwrap().best, ["6/B"]);
//!
//! let error = text::read("heap Nothing\nsize -1", Limits::default()).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 6: expected a number, found '-1'");
//! ```

mod board;
mod graph;
mod heap;
mod morris;
mod words;

use std::fmt;

use thiserror::Error;

use self::words::Line;
use crate::alternate::AlternateError;
use crate::board_game::{BoardGame, Stuck};
use crate::explore::ExploreError;
use crate::game::GameError;
use crate::graph_game::GraphGame;
use crate::heap::Heap;
use crate::limits::{LimitError, Limits};
use crate::morris::Morris;
use crate::named::NamedGame;
use crate::value::Side;

/// Something in a text is not as expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What was expected and what was found, on one line.
    pub message: String,
}

/// A description that cannot be made into a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BuildError {
    /// It is too large.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A morris board is too large.
    #[error("a morris board has at most {limit} points (write the game as a graph instead)")]
    TooManyPoints {
        /// The largest number.
        limit: usize,
    },
    /// It is not a game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Its alternating form is too large.
    #[error(transparent)]
    Alternate(#[from] AlternateError),
}

impl From<ExploreError> for BuildError {
    fn from(error: ExploreError) -> BuildError {
        match error {
            ExploreError::Limit(error) => error.into(),
            ExploreError::Game(error) => error.into(),
        }
    }
}

/// A text that cannot be made into a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is right but the game impossible.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// What a file describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Description {
    /// A graph, written out.
    Graph(GraphGame),
    /// A board game with one piece each.
    Board(BoardGame),
    /// A game of the morris family.
    Morris(Morris),
    /// A subtraction game.
    Heap(Heap),
}

impl Description {
    /// Makes the game.
    ///
    /// # Errors
    /// When it is larger than `limits` allow.
    pub fn build(&self, limits: Limits) -> Result<NamedGame, BuildError> {
        match self {
            Description::Graph(game) => game.build(limits),
            Description::Board(game) => game.build(limits),
            Description::Morris(game) => game.build(limits),
            Description::Heap(game) => game.build(limits),
        }
    }
}

/// Writes the file again, without its comments. What was parsed comes back when the names have no
/// blanks and no `#` in them.
impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Description::Graph(game) => graph::write(game, f),
            Description::Board(game) => board::write(game, f),
            Description::Morris(game) => morris::write(game, f),
            Description::Heap(game) => heap::write(game, f),
        }
    }
}

/// Reads a description.
///
/// # Errors
/// At the first word that is not as expected.
pub fn parse(text: &str) -> Result<Description, TextError> {
    let mut lines = Line::all(text);
    let expected = "'game', 'board', 'morris' or 'heap' and a title";
    let mut first = lines.next().ok_or_else(|| TextError {
        line: text.lines().count().max(1),
        column: 1,
        message: format!("expected {expected}, found the end of the file"),
    })?;
    let kind = first.expect(expected)?;
    let title = first.title();
    match kind.text {
        "game" => graph::parse(title, lines).map(Description::Graph),
        "board" => board::parse(title, lines).map(Description::Board),
        "morris" => morris::parse(title, lines, kind).map(Description::Morris),
        "heap" => heap::parse(title, lines, kind).map(Description::Heap),
        _ => Err(kind.expected(expected)),
    }
}

/// Reads a description from bytes, which need not be text.
///
/// # Errors
/// At the first byte that is not UTF-8, or the first word that is not as expected.
pub fn parse_bytes(bytes: &[u8]) -> Result<Description, TextError> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return parse(text),
        Err(error) => error,
    };
    let good = &bytes[..error.valid_up_to()];
    let line_start = good.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    Err(TextError {
        line: good.iter().filter(|&&byte| byte == b'\n').count() + 1,
        // Count characters: every byte but the continuation bytes of UTF-8.
        column: good[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1,
        message: format!("expected UTF-8 text, found the byte {:#04x}", bytes[good.len()]),
    })
}

/// Reads a game.
///
/// # Errors
/// When the text is wrong or the game larger than `limits` allow.
pub fn read(text: &str, limits: Limits) -> Result<NamedGame, ReadError> {
    Ok(parse(text)?.build(limits)?)
}

/// Reads a game from bytes.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(bytes: &[u8], limits: Limits) -> Result<NamedGame, ReadError> {
    Ok(parse_bytes(bytes)?.build(limits)?)
}

const WHO: &str = "'white', 'black' or 'both'";

/// The sides that a word names.
fn sides(word: words::Word<'_>) -> Result<&'static [Side], TextError> {
    match word.text {
        "white" => Ok(&[Side::White]),
        "black" => Ok(&[Side::Black]),
        "both" => Ok(&Side::BOTH),
        _ => Err(word.expected(WHO)),
    }
}

fn stuck(line: &mut Line<'_>) -> Result<Stuck, TextError> {
    let what = "'loses' or 'draws'";
    let word = line.expect(what)?;
    match word.text {
        "loses" => Ok(Stuck::Loses),
        "draws" => Ok(Stuck::Draws),
        _ => Err(word.expected(what)),
    }
}

fn stuck_word(stuck: Stuck) -> &'static str {
    match stuck {
        Stuck::Loses => "loses",
        Stuck::Draws => "draws",
    }
}

/// The first line of a file: a kind and a title, if there is one.
fn write_title(f: &mut fmt::Formatter<'_>, kind: &str, title: &str) -> fmt::Result {
    writeln!(f, "{}", format!("{kind} {title}").trim_end())
}
