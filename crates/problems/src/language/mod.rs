//! Popeye's input language, in English, with a few words of ours.
//!
//! A file is a row of words; line breaks mean nothing but for headings. Words may be shortened as
//! long as they stay unique among those that may stand there:
//!
//! ```text
//! BeginProblem
//! Author   Sam Loyd
//! Pieces   White Kf1 Qc2 Black Kh1 Pa7h2
//! Option   Variations Try
//! Stipulation #3
//! Twin     move a7 b7
//! EndProblem
//! ```
//!
//! Ours are the options `Board 10x10`, `Topology torus` (both before the pieces), `MatingPiece S`,
//! `MateOn h8`, `Move 3 Ka1-b1` and `Still a2b2`.

mod conditions;
mod error;
mod lex;
mod men;
mod options;
mod read;
mod structured;
mod vocabulary;
mod words;

pub use error::LanguageError;
pub(crate) use read::{read, read_options};
pub use vocabulary::{ConditionWord, OptionWord, StipulationWord, Vocabulary, vocabulary};

/// Whether a condition has this name, written in full.
pub(crate) fn is_condition(name: &str) -> bool {
    conditions::CONDITIONS.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}
