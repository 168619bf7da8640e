//! The text form of a kind: characteristic and steps, freely combined.
//!
//! ```text
//! kind  := LETTERS [name] "=" term { "+" term }        XY frog = leap 0,3 + leap 1,1
//! term  := manner [line] { step } { limit }
//! step  := x,y                                         every symmetric image is meant
//! ```
//!
//! | manner | the man goes | a kind made of it |
//! |---|---|---|
//! | `leap` | one step | knight `leap 1,2` |
//! | `ride` | any number of steps | bishop `ride 1,1` |
//! | `hop` | over the first man to the next square | grasshopper `hop 0,1 1,1` |
//! | `lion` | over the first man, any distance | rook-lion `lion 0,1` |
//! | `chinese` | as a rider; captures as a lion | pao `chinese 0,1` |
//! | `argentine` | as a lion; captures as a rider | faro `argentine 0,1` |
//! | `locust` | over an enemy, which it captures, to the next square | locust `locust 0,1 1,1` |
//! | `marine` | as a rider; captures as a locust | triton `marine 0,1` |
//! | `rebound` | to the square before the first man | hamster `rebound 0,1 1,1` |
//! | `recoil` | away from a neighbouring man | contra-hamster `recoil 0,1 1,1` |
//! | `bounce` | away from a man or edge, as far as that is | bouncer `bounce 0,1 1,1` |
//! | `equihop`, `equihop-free` | over a man, as far again; free: whatever stands between | equihopper `equihop` |
//! | `equistop`, `equistop-free` | half-way to a man | `equistop` |
//! | `echo` | as far as some man stands, in another direction | leafhopper `echo 0,1 1,1` |
//! | `advance` | a pawn's march: forward, two steps from the second rank | pawn `advance 0,1 + ..` |
//! | `wander` | any number of leaps over empty squares | ubi-ubi `wander 1,2` |
//! | `carom` | as a rider; from an edge square on in any direction | bouncy nightrider `carom 1,2` |
//! | `hop-twice` | two hops in one move | double grasshopper `hop-twice 0,1 1,1` |
//! | `borrow-own`, `borrow-enemy` | as the men that protect (attack) it | friend, orphan |
//!
//! A kind that takes the letter K is a king, one that takes P a pawn; any other is a piece.
//!
//! A **line** word before the steps bends the line: `rose`, `mao`, `moa` (these three take no
//! step), `zigzag` and `bent` (two steps), `reflected`, `once-reflected`, `cushioned` (one step).
//!
//! **Limits**: `move`, `capture` (only that); `forward`, `back`, `sideways`; `range n` (steps at
//! most); `over n` (hurdles), `beyond n` or `beyond any` (how far behind the hurdle), `near` (the
//! hurdle is a neighbour), `turn 45|90|135|knight` for hops; `turn 90|any` and `enemy` (the hurdle
//! is one) for equihops, whose `range` is that of the hurdle; `off-base`
//! (not from the first rank), `river` (only from the far half), `edge` (from the edge to the inside
//! or the reverse), `files abc`.

use std::{iter::Peekable, str::FromStr, str::SplitWhitespace};

use super::{Facing, Kind, Lender, Limits, Lines, Manner, Nature, Onward, Purpose, Term, Turn};
use crate::{
    geometry::{MAX_SIDE, Step},
    notation::shown,
};

/// Why a text describes no kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KindError {
    /// No `=` between letters and terms.
    #[error("kind {0:?} (write LETTERS = terms, such as XY = leap 1,2 + ride 0,1)")]
    Form(String),
    /// Letters that cannot stand in a list of pieces.
    #[error("letters {0:?} of a kind (one or two of A-Z, 0-9)")]
    Letters(String),
    /// A word that means nothing here.
    #[error("kind {kind}: {word:?} (expected {expected})")]
    Word {
        /// The letters of the kind.
        kind: String,
        /// What was found.
        word: String,
        /// What could stand there.
        expected: &'static str,
    },
}

impl FromStr for Kind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Kind, KindError> {
        let (head, terms) = text.split_once('=').ok_or_else(|| KindError::Form(shown(text)))?;
        let (letters, name) = match head.trim().split_once(char::is_whitespace) {
            Some((letters, name)) => (letters, name.trim()),
            None => (head.trim(), head.trim()),
        };
        if !(1..=2).contains(&letters.len()) || !letters.bytes().all(|b| b.is_ascii_alphanumeric())
        {
            return Err(KindError::Letters(shown(letters)));
        }
        let nature = match letters {
            "K" | "k" => Nature::King,
            "P" | "p" => Nature::Pawn,
            _ => Nature::Piece,
        };
        Ok(Kind::new(letters, name, nature, terms_of(letters, terms)?))
    }
}

/// The terms of a kind from their text.
pub(super) fn terms_of(kind: &str, text: &str) -> Result<Vec<Term>, KindError> {
    let mut terms = Vec::new();
    for part in text.split('+') {
        let words = part.split_whitespace().peekable();
        Reader { kind, words }.term(&mut terms)?;
    }
    Ok(terms)
}

/// What a manner word stands for: one term, or a moving and a capturing one.
enum Gait {
    One(Manner),
    MoveAndCapture(Manner, Manner),
}

const HOP: Manner = Manner::Hop { over: 1, beyond: Some(1), near: false };
const LION: Manner = Manner::Hop { over: 1, beyond: None, near: false };

fn equihop(free: bool) -> Manner {
    Manner::Equihop { free, onward: Onward::Straight, enemy: false }
}

struct Reader<'a> {
    kind: &'a str,
    words: Peekable<SplitWhitespace<'a>>,
}

impl<'a> Reader<'a> {
    fn wrong<T>(&self, word: &str, expected: &'static str) -> Result<T, KindError> {
        Err(KindError::Word { kind: self.kind.to_owned(), word: shown(word), expected })
    }

    fn term(mut self, terms: &mut Vec<Term>) -> Result<(), KindError> {
        let word = self.words.next().unwrap_or("");
        let gait = match word {
            "leap" | "ride" => Gait::One(Manner::Ride),
            "hop" => Gait::One(HOP),
            "lion" => Gait::One(LION),
            "chinese" => Gait::MoveAndCapture(Manner::Ride, LION),
            "argentine" => Gait::MoveAndCapture(LION, Manner::Ride),
            "locust" => Gait::One(Manner::Locust),
            "marine" => Gait::MoveAndCapture(Manner::Ride, Manner::Locust),
            "rebound" => Gait::One(Manner::Rebound),
            "recoil" => Gait::One(Manner::Recoil),
            "bounce" => Gait::One(Manner::Bounce),
            "equihop" => Gait::One(equihop(false)),
            "equihop-free" => Gait::One(equihop(true)),
            "equistop" => Gait::One(Manner::Equistop { free: false }),
            "equistop-free" => Gait::One(Manner::Equistop { free: true }),
            "echo" => Gait::One(Manner::Echo),
            "advance" => Gait::One(Manner::Advance),
            "wander" => Gait::One(Manner::Wander),
            "carom" => Gait::One(Manner::Carom),
            "hop-twice" => Gait::One(Manner::HopTwice),
            "borrow-own" => Gait::One(Manner::Borrow(Lender::Own)),
            "borrow-enemy" => Gait::One(Manner::Borrow(Lender::Enemy)),
            _ => {
                return self.wrong(word, "a manner such as leap, ride, hop, lion, chinese, locust");
            }
        };
        let lines = self.lines(word)?;
        let mut limits = Limits { range: (word == "leap").then_some(1), ..Limits::default() };
        match gait {
            Gait::One(mut manner) => {
                self.limits(&mut manner, &mut limits)?;
                terms.push(Term { manner, lines, limits });
            }
            Gait::MoveAndCapture(quiet, mut capture) => {
                self.limits(&mut capture, &mut limits)?;
                if limits.purpose != Purpose::Any {
                    return self
                        .wrong(word, "a manner that does not itself part moves from captures");
                }
                let part = |manner, purpose| {
                    let limits = Limits { purpose, ..limits.clone() };
                    Term { manner, lines: lines.clone(), limits }
                };
                terms.push(part(quiet, Purpose::Move));
                terms.push(part(capture, Purpose::Capture));
            }
        }
        Ok(())
    }

    fn lines(&mut self, manner: &str) -> Result<Lines, KindError> {
        let lines = match self.words.peek().copied() {
            Some("rose") => Lines::Rose,
            Some("mao") => Lines::Mao,
            Some("moa") => Lines::Moa,
            Some(word @ ("zigzag" | "bent" | "reflected" | "once-reflected" | "cushioned")) => {
                self.words.next();
                let step = self.step()?;
                return Ok(match word {
                    "zigzag" => Lines::Zigzag(step, self.step()?),
                    "bent" => Lines::Bent(step, self.step()?),
                    "reflected" => Lines::Reflected { step, once: false },
                    "once-reflected" => Lines::Reflected { step, once: true },
                    _ => Lines::Cushioned(step),
                });
            }
            _ => {
                let mut steps = Vec::new();
                while self.words.peek().is_some_and(|word| word.contains(',')) {
                    steps.push(self.step()?);
                }
                let stepless = ["equihop", "equistop", "echo", "borrow"];
                if !steps.is_empty() {
                    return Ok(Lines::Straight(steps));
                } else if stepless.iter().any(|word| manner.starts_with(word)) {
                    return Ok(Lines::All);
                }
                let found = self.words.peek().copied().unwrap_or("");
                return self.wrong(found, "a step such as 1,2 or a line such as rose, mao, zigzag");
            }
        };
        self.words.next();
        Ok(lines)
    }

    fn step(&mut self) -> Result<Step, KindError> {
        let word = self.words.next().unwrap_or("");
        let parsed = word
            .split_once(',')
            .and_then(|(x, y)| Some((x.parse::<i8>().ok()?, y.parse::<i8>().ok()?)));
        match parsed {
            Some((x, y)) if (x, y) != (0, 0) && x.abs().max(y.abs()) < MAX_SIDE as i8 => Ok((x, y)),
            _ => self.wrong(word, "a step x,y other than 0,0, each from -15 to 15"),
        }
    }

    fn number(&mut self) -> Result<u8, KindError> {
        let word = self.words.next().unwrap_or("");
        match word.parse::<u8>() {
            Ok(n @ 1..=15) => Ok(n),
            _ => self.wrong(word, "a number from 1 to 15"),
        }
    }

    fn limits(&mut self, manner: &mut Manner, limits: &mut Limits) -> Result<(), KindError> {
        while let Some(word) = self.words.next() {
            match (word, &mut *manner) {
                ("move", _) => limits.purpose = Purpose::Move,
                ("capture", _) => limits.purpose = Purpose::Capture,
                ("forward", _) => limits.facing = Facing::Forward,
                ("back", _) => limits.facing = Facing::Back,
                ("sideways", _) => limits.facing = Facing::Sideways,
                ("range", _) => limits.range = Some(self.number()?),
                ("off-base", _) => limits.off_base = true,
                ("river", _) => limits.beyond_river = true,
                ("edge", _) => limits.edge_change = true,
                ("files", _) => {
                    for byte in self.words.next().unwrap_or("").bytes() {
                        match byte.to_ascii_lowercase() {
                            file @ b'a'..=b'p' => limits.files |= 1 << (file - b'a'),
                            _ => return self.wrong("files", "files from a to p, such as abc"),
                        }
                    }
                }
                ("over", Manner::Hop { over, .. }) => *over = self.number()?,
                ("near", Manner::Hop { near, .. }) => *near = true,
                ("beyond", Manner::Hop { beyond, .. }) => {
                    *beyond = if self.words.next_if_eq(&"any").is_some() {
                        None
                    } else {
                        Some(self.number()?)
                    }
                }
                ("turn", Manner::Hop { .. }) => {
                    *manner = Manner::TurnedHop(match self.words.next().unwrap_or("") {
                        "45" => Turn::Eighth,
                        "90" => Turn::Quarter,
                        "135" => Turn::ThreeEighths,
                        "knight" => Turn::Knight,
                        other => return self.wrong(other, "turn 45, 90, 135 or knight"),
                    })
                }
                ("turn", Manner::Equihop { onward, .. }) => {
                    *onward = match self.words.next().unwrap_or("") {
                        "90" => Onward::Quarter,
                        "any" => Onward::Any,
                        other => return self.wrong(other, "turn 90 or any"),
                    }
                }
                ("enemy", Manner::Equihop { enemy, .. }) => *enemy = true,
                _ => {
                    return self
                        .wrong(word, "a limit that fits the manner, or + before a new term");
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_the_sum_of_its_terms() {
        let kind: Kind = "XY frog = leap 0,3 + chinese 1,1 range 4".parse().unwrap();
        assert_eq!((kind.letters(), kind.name(), kind.terms().len()), ("XY", "frog", 3));
        assert_eq!(kind.terms()[2].limits.range, Some(4));
    }

    #[test]
    fn wrong_texts_say_what_was_expected() {
        for (text, part) in [
            ("leap 1,2", "write LETTERS"),
            ("ABC = leap 1,2", "one or two"),
            ("X = jump 1,2", "a manner"),
            ("X = leap", "a step"),
            ("X = leap 0,0", "other than 0,0"),
            ("X = leap 1,99", "-15 to 15"),
            ("X = leap 1,2 near", "a limit"),
            ("X = hop 1,2 over 0", "1 to 15"),
            ("X = leap 1,2 +", "a manner"),
            ("X = chinese 0,1 move", "does not itself part"),
        ] {
            let error = text.parse::<Kind>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
