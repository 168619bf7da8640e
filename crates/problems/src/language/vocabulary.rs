//! What may be written in a problem, for those who help to write it.

use serde::Serialize;
use solusrex_rules::conditions::{self, ConditionError};

use super::{
    conditions::{CONDITIONS, Takes},
    men::{ADJECTIVES, Adjective},
    options::{Choice, OPTIONS},
};

/// The words of the language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Vocabulary {
    /// Beginnings of stipulations; a number of moves follows.
    pub stipulations: Vec<StipulationWord>,
    /// Conditions.
    pub conditions: Vec<ConditionWord>,
    /// Options.
    pub options: Vec<OptionWord>,
    /// Attributes of men.
    pub attributes: Vec<&'static str>,
}

/// The beginning of a stipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StipulationWord {
    /// What is written before the number of moves.
    pub word: &'static str,
    /// What it asks.
    pub meaning: &'static str,
}

/// The name of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionWord {
    /// The name.
    pub word: &'static str,
    /// Words that may follow it.
    pub takes: Vec<&'static str>,
    /// What else may follow it: `squares`, `kinds` or `numbers`.
    pub also: Option<&'static str>,
    /// Whether it can be played; others are known by name only.
    pub playable: bool,
}

/// The name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionWord {
    /// The name.
    pub word: &'static str,
    /// What follows it.
    pub takes: &'static str,
    /// Whether it can be used; others are known by name only.
    pub playable: bool,
}

/// The words of the language.
///
/// ```
/// let words = solusrex_problems::language::vocabulary();
/// let circe = words.conditions.iter().find(|condition| condition.word == "Circe").unwrap();
/// assert!(circe.playable && circe.takes.contains(&"Mirror"));
/// ```
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        stipulations: STIPULATIONS
            .iter()
            .map(|&(word, meaning)| StipulationWord { word, meaning })
            .collect(),
        conditions: CONDITIONS.iter().map(|&(word, takes)| condition(word, takes)).collect(),
        options: OPTIONS.iter().map(|&(word, choice)| option(word, choice)).collect(),
        attributes: ADJECTIVES
            .iter()
            .filter(|(_, adjective)| {
                matches!(adjective, Adjective::Royal | Adjective::Attribute(_))
            })
            .map(|&(word, _)| word)
            .collect(),
    }
}

fn condition(word: &'static str, takes: Takes) -> ConditionWord {
    let words = |words: &'static [(&'static str, ())]| words.iter().map(|&(word, ())| word);
    let (takes, also): (Vec<_>, _) = match takes {
        Takes::Nothing => (Vec::new(), None),
        Takes::Words(some) => (words(some).collect(), None),
        Takes::Squares => (Vec::new(), Some("squares")),
        Takes::Walks => (Vec::new(), Some("kinds")),
        Takes::WalksAndWords(some) => (words(some).collect(), Some("kinds")),
        Takes::Numbers => (Vec::new(), Some("numbers")),
    };
    let known =
        |text: &str| !matches!(conditions::parse(text), Err(ConditionError::Unknown { .. }));
    let playable = known(word);
    // of the words that others use, only those that are played here
    let played = |sub: &&str| {
        let more = match *sub {
            "April" | "Neighbour" => " S",
            "Orthogonal" => " bdf246",
            "Irregular" => " a1a2",
            _ => "",
        };
        playable && conditions::parse(&format!("{word} {sub}{more}")).is_ok()
    };
    let takes = takes.into_iter().filter(played).collect();
    ConditionWord { word, takes, also, playable }
}

fn option(word: &'static str, choice: Choice) -> OptionWord {
    let takes = match choice {
        Choice::Defence
        | Choice::Threat
        | Choice::MaxFlights
        | Choice::MaxSolutions
        | Choice::MaxTime
        | Choice::FromMove
        | Choice::ToMove
        | Choice::Intelligent
        | Choice::IdleNumber => "number",
        Choice::NonTrivial => "two numbers",
        Choice::EnPassant
        | Choice::NoCastling
        | Choice::ExclusiveCastling
        | Choice::MateOn
        | Choice::Still => "squares",
        Choice::Board => "size",
        Choice::Topology => "topology",
        Choice::MatingPiece => "kind",
        Choice::Move => "number and move",
        _ => "",
    };
    OptionWord { word, takes, playable: choice != Choice::NotYet }
}

const STIPULATIONS: [(&str, &str); 31] = [
    ("#", "White mates in so many moves against any defence"),
    ("=", "White stalemates"),
    ("#=", "White mates or stalemates"),
    ("==", "White makes both sides stalemated"),
    ("!=", "White stalemates himself"),
    ("##", "White mates both sides at once"),
    ("##!", "White is answered by mate, his king left in check"),
    ("!#", "White mates himself"),
    ("+", "White gives check"),
    ("x", "White captures"),
    ("%", "White captures a man that is not reborn"),
    ("z", "White comes to a square: zd4"),
    ("k", "White comes next to a man: kd4"),
    ("ct", "White makes a circuit"),
    ("<>", "White exchanges the places of two men"),
    ("ep", "White captures en passant"),
    ("00", "White castles"),
    ("s#", "White forces Black to mate"),
    ("r#", "as s#, and both sides must mate when they can"),
    ("semi-r#", "as s#, and Black must mate when he can"),
    ("h#", "both help White to mate; Black begins"),
    ("h=", "both help White to stalemate; Black begins"),
    ("hs#", "both help, then White forces Black to mate"),
    ("hr#", "both help, then Black must mate because he can"),
    ("reci-h#", "at the end Black can mate himself, or help White to it"),
    ("ser-#", "White moves alone, and his last move mates"),
    ("ser-h#", "Black moves alone, then White mates"),
    ("ser-h=", "Black moves alone, then White stalemates"),
    ("ser-s#", "White moves alone, then Black is forced to mate"),
    ("pser-#", "as ser-#, but Black parries checks"),
    ("dia", "a game from the array to the diagram"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    #[test]
    fn what_is_playable_can_be_read() {
        let words = vocabulary();
        let read = |more: &str| {
            let men = "Pieces White Ke1 Black Ke8 Stipulation";
            Problem::parse(&format!("BeginProblem {men} {more} EndProblem"))
        };
        for StipulationWord { word, .. } in words.stipulations {
            let square = if ["z", "k"].contains(&word) { "d4" } else { "" };
            let read = read(&format!("{word}{square}2"));
            assert!(read.is_ok(), "{word}: {}", read.unwrap_err());
        }
        for ConditionWord { word, takes, also, playable } in words.conditions {
            if !playable || also.is_some() {
                continue;
            }
            let read_one = |text: &str| read(&format!("#2 Condition {text}"));
            assert!(read_one(word).is_ok(), "{word}: {}", read_one(word).unwrap_err());
            for sub in takes {
                let more = match sub {
                    "April" | "Neighbour" => " S",
                    "Orthogonal" => " bdf246",
                    "Irregular" => " a1a2",
                    _ => "",
                };
                let text = format!("{word} {sub}{more}");
                assert!(read_one(&text).is_ok(), "{text}: {}", read_one(&text).unwrap_err());
            }
        }
        for OptionWord { word, takes, playable } in words.options {
            let argument = match takes {
                "number" => "3",
                "two numbers" => "1 2",
                "squares" if word == "CastlingMutuallyExclusive" => "a1a8",
                "squares" if word == "EnPassant" => "e3",
                "squares" => "a1",
                "size" | "topology" => continue,
                "kind" => "S",
                "number and move" => "1 Ke1-e2",
                _ => "",
            };
            let read = read(&format!("#2 Option {word} {argument}"));
            assert_eq!(read.is_ok(), playable, "{word}: {:?}", read.err());
        }
    }
}
