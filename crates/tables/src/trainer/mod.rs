//! Training an ending: positions to start from, what a move is worth, an opponent who never errs.
//!
//! A [`Wish`] becomes a [`Lesson`]: a position of an ending, as hard as asked for, chosen by a seed.
//! A [`Game`] plays it: the trainee's moves are [judged](judge) against the best, the program answers
//! with best play, and the game ends by the rules of chess or when the trainee has given away what the
//! position was worth. A [`Score`] adds up a session. All counts are to mate.
//!
//! ```
//! use std::{ops::ControlFlow, sync::Arc};
//! use shakmaty::Color;
//! use solusrex_tables::{Metric, Tablebase, plain, trainer::{Game, Goal, Level, Wish, lesson}};
//!
//! let tables = Tablebase::in_memory();
//! tables.insert(Arc::new(plain::solve("KRK".parse()?, Metric::Dtm, &[])?));
//! let wish = Wish {
//!     ending: "KRK".parse()?,
//!     side: Color::White,
//!     goal: None,
//!     level: Level::Hard,
//!     seed: 1,
//! };
//! let lesson = lesson(&tables, &wish)?;
//! assert_eq!(lesson.goal, Goal::Win);
//! assert!(lesson.value.moves().is_some_and(|moves| moves.0 >= 15));
//!
//! let mut game = Game::new(&tables, lesson.position, Color::White, 1)?;
//! while game.end().is_none() {
//!     let best = game.choices()?[0].mv;
//!     assert_eq!(game.play(best)?.cost.map(|moves| moves.0), Some(0));
//!     game.answer()?;
//! }
//! assert_eq!(game.end().map(|end| end.to_string()), Some("White mates".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod judge;
mod lesson;
mod score;

use std::{fmt, str::FromStr};

use serde::Serialize;
use solusrex_game::Value;

pub use game::{End, Game, HELD, Ply};
pub use judge::{Choice, Judgement, choices, judge};
pub use lesson::{Lesson, LessonError, Wish, lesson, usual_goal};
pub use score::Score;

use crate::metric::Metric;

/// What a trainer's counts are: moves to mate, which is what one trains for.
const METRIC: Metric = Metric::Dtm;

/// What the trainee is to do with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Win a won position.
    Win,
    /// Hold a drawn one.
    Hold,
    /// Last as long as possible in a lost one.
    Last,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 3] = [Goal::Win, Goal::Hold, Goal::Last];

    /// What can be done with a position of this value for the trainee.
    pub fn of(value: Value) -> Goal {
        match value {
            Value::Won(_) => Goal::Win,
            Value::Drawn => Goal::Hold,
            Value::Lost(_) => Goal::Last,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::Win => "win",
            Goal::Hold => "hold",
            Goal::Last => "last",
        })
    }
}

/// How hard a position is.
///
/// Where somebody wins it is the distance to mate that counts, measured by the longest of its kind
/// (the same side to move, the same result). In a draw it is how few of the moves hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Up to half of the longest distance, but no mate on the move; a draw that some move loses.
    Easy,
    /// Between half and nine tenths; a draw that at most every third move holds.
    Medium,
    /// The upper tenth of the distances; a draw that one move holds of three or more.
    #[default]
    Hard,
    /// The longest distance; draws have none.
    Longest,
}

impl Level {
    /// All of them, easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Longest];

    /// Whether a distance is of this level where the longest is `longest`, both in moves.
    fn admits(self, moves: u32, longest: u32) -> bool {
        let (moves, longest) = (u64::from(moves), u64::from(longest));
        let hard = 10 * moves >= 9 * longest;
        let medium = 2 * moves > longest;
        match self {
            Level::Easy => !medium && moves > 1,
            Level::Medium => medium && !hard,
            Level::Hard => hard,
            Level::Longest => moves == longest,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Longest => "longest",
        })
    }
}

/// A word that is none of those that can stand here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {word:?} (one of {known})")]
pub struct WordError {
    what: &'static str,
    word: String,
    known: String,
}

/// The value that is written so.
fn named<T: Copy + fmt::Display>(
    what: &'static str,
    all: &[T],
    word: &str,
) -> Result<T, WordError> {
    let found = all.iter().find(|value| value.to_string().eq_ignore_ascii_case(word));
    found.copied().ok_or_else(|| {
        let known: Vec<String> = all.iter().map(T::to_string).collect();
        WordError { what, word: word.to_owned(), known: known.join(", ") }
    })
}

impl FromStr for Goal {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Goal, WordError> {
        named("goal", &Goal::ALL, word)
    }
}

impl FromStr for Level {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Level, WordError> {
        named("level", &Level::ALL, word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distance_but_a_mate_on_the_move_has_one_level() {
        for longest in 1..60 {
            for moves in 2..=longest {
                let levels = [Level::Easy, Level::Medium, Level::Hard];
                let count = levels.iter().filter(|level| level.admits(moves, longest)).count();
                assert_eq!(count, 1, "{moves} of {longest}");
            }
        }
        // Černo's ending, 35 moves at most
        let hard: Vec<u32> = (1..=35).filter(|&moves| Level::Hard.admits(moves, 35)).collect();
        assert_eq!(hard, [32, 33, 34, 35]);
    }

    #[test]
    fn words() {
        assert_eq!("HARD".parse(), Ok(Level::Hard));
        assert_eq!("hold".parse(), Ok(Goal::Hold));
        let error = "harder".parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "level \"harder\" (one of easy, medium, hard, longest)");
    }
}
