//! Questions in the files of Rizvič's program (Ljubljana 2016).
//!
//! ```
//! use solusrex_discovery::{Length, conf::Conf};
//!
//! let conf: Conf = "\
//! PROBLEM=1
//! MOVES=7
//! WINCOLOR=W
//! ENDMOVE=b4a3
//! ENDPIECE=K
//! ACTIVE=d2,f7,e1,e8,c2,d1,h7
//! ".parse()?;
//! assert_eq!(conf.terms.length(), Length::Exactly(13));
//! assert_eq!(conf.terms.to_string(), "Kb4(x)a3#; only d1 e1 c2 d2 f7 h7 e8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A line is a key, `=` and a value; empty lines and lines that begin with `#` are skipped.
//!
//! | key | value |
//! |---|---|
//! | `PROBLEM` | `1`: exactly `MOVES`; `2`: at most so many, the shortest |
//! | `MOVES` | the moves of the side that ends the game |
//! | `WINCOLOR` | `W` or `B`: who makes the last move |
//! | `START`, `END` | FEN of the first position (the array if missing) and of the last; without `END` the game ends with mate |
//! | `STARTMOVE` | the first move: `e2e4`, `--e4`, `e2--` |
//! | `FMOVENUMBER`, `FMOVE`, `FMOVEPIECE` | a move in between: which half-move, its squares, its man |
//! | `ENDMOVE`, `ENDPIECE` | the last move and its man, `K`, `Q`, `R`, `B`, `N` or `P` |
//! | `PROMOTIONPIECE` | what a pawn becomes with it |
//! | `CAPTURE`, `CAPTURED` | whether it captures, `1` or `0`, and what |
//! | `ACTIVE` | the squares of the men that may move, with commas |
//! | `SEARCHALL` | `1`: all games; `0`: one |
//! | `H`, `TRANSP_TABLE` | heuristic and table of that program; read, but not needed here |
//!
//! Squares say nothing of men and captures, so a move by squares may be any man's, capturing or not.

use std::str::FromStr;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position as _, Role, Square, fen::Fen};

use crate::{
    construct::Diagram,
    pattern::{Capture, ManMove, MovePattern, Outcome, Place, Promotion, Roles, Shape},
    terms::{Length, Terms},
};

/// A question as a file asks it.
#[derive(Clone, Debug)]
pub struct Conf {
    /// What is asked of a game; without a diagram it ends with mate.
    pub terms: Terms,
    /// The position at the end, if that is the goal.
    pub goal: Option<Diagram>,
    /// Whether all games are asked for.
    pub all: bool,
}

/// Why a text is no question: in which line, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what} ({remedy})")]
pub struct ConfError {
    /// The line, counted from 1; the last one if something is missing.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: String,
    /// The text of the line.
    pub text: String,
    /// Where the value begins in the line, in characters.
    pub column: usize,
}

const KEYS: [&str; 18] = [
    "PROBLEM",
    "MOVES",
    "WINCOLOR",
    "H",
    "START",
    "END",
    "STARTMOVE",
    "FMOVENUMBER",
    "FMOVE",
    "FMOVEPIECE",
    "ENDMOVE",
    "ENDPIECE",
    "PROMOTIONPIECE",
    "CAPTURE",
    "CAPTURED",
    "ACTIVE",
    "TRANSP_TABLE",
    "SEARCHALL",
];

impl ConfError {
    /// The line with a caret below the value.
    pub fn snippet(&self) -> String {
        let shown: String =
            self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let width = shown.chars().count().saturating_sub(self.column).max(1);
        let (number, indent) = (self.line, " ".repeat(self.column));
        let margin = " ".repeat(number.to_string().len());
        format!("{number} | {shown}\n{margin} | {indent}{}\n", "^".repeat(width))
    }
}

/// A line that gives a key its value.
#[derive(Clone, Copy)]
struct Entry<'a> {
    line: usize,
    source: &'a str,
    key: &'a str,
    value: &'a str,
}

impl<'a> Entry<'a> {
    fn wrong(self, what: impl Into<String>, remedy: impl Into<String>) -> ConfError {
        let before = self.source.find('=').map_or(0, |sign| {
            let value = &self.source[sign + 1..];
            self.source[..=sign].chars().count() + value.chars().count()
                - value.trim_start().chars().count()
        });
        ConfError {
            line: self.line,
            what: what.into(),
            remedy: remedy.into(),
            text: self.source.to_owned(),
            column: before,
        }
    }

    fn number(self) -> Result<u32, ConfError> {
        self.value.parse().ok().filter(|&number| number > 0 && number <= 1_000).ok_or_else(|| {
            let what = format!("{} is no number for {}", self.quoted(), self.key);
            self.wrong(what, "from 1 to 1000")
        })
    }

    fn yes_or_no(self) -> Result<bool, ConfError> {
        match self.value.to_ascii_lowercase().as_str() {
            "1" | "y" | "yes" | "true" => Ok(true),
            "0" | "n" | "no" | "false" => Ok(false),
            _ => Err(self.wrong(format!("{} is neither 1 nor 0", self.quoted()), "1 is yes, 0 no")),
        }
    }

    fn role(self, among: Roles, remedy: &str) -> Result<Role, ConfError> {
        let mut letters = self.value.chars();
        let role = letters.next().and_then(Role::from_char).filter(|&role| among.contains(role));
        role.filter(|_| letters.next().is_none()).ok_or_else(|| {
            self.wrong(format!("{} is no man for {}", self.quoted(), self.key), remedy)
        })
    }

    /// Two squares, either of which may be open.
    fn squares(self) -> Result<(Place, Place), ConfError> {
        let place = |text: Option<&str>| match text? {
            "--" => Some(Place::ANY),
            square => square.parse::<Square>().ok().map(Place::from),
        };
        let (from, to) = (place(self.value.get(..2)), place(self.value.get(2..)));
        from.zip(to).ok_or_else(|| {
            let what = format!("{} is no move for {}", self.quoted(), self.key);
            self.wrong(what, "two squares such as e2e4, -- for an open one: --d1")
        })
    }

    fn quoted(self) -> String {
        quoted(self.value)
    }
}

/// The beginning of a text, between quotation marks.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

impl FromStr for Conf {
    type Err = ConfError;

    fn from_str(text: &str) -> Result<Conf, ConfError> {
        Entries::read(text)?.conf()
    }
}

struct Entries<'a> {
    all: Vec<Entry<'a>>,
    last: Entry<'a>,
}

impl<'a> Entries<'a> {
    fn read(text: &'a str) -> Result<Entries<'a>, ConfError> {
        let mut all: Vec<Entry<'a>> = Vec::new();
        let mut last = Entry { line: 1, source: "", key: "", value: "" };
        for (nth, source) in text.lines().enumerate() {
            let trimmed = source.trim().trim_start_matches('\u{feff}');
            let (key, value) = trimmed.split_once('=').unwrap_or((trimmed, ""));
            let entry = Entry { line: nth + 1, source, key: key.trim(), value: value.trim() };
            last = entry;
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            if !KEYS.contains(&entry.key) {
                let what = format!("{} is no key", quoted(entry.key));
                return Err(entry.wrong(what, format!("keys are {}", KEYS.join(", "))));
            }
            if let Some(other) = all.iter().find(|other| other.key == entry.key) {
                let what = format!("{} was given in line {} already", entry.key, other.line);
                return Err(entry.wrong(what, "give it once"));
            }
            // a key without a value is one that is not given
            if !entry.value.is_empty() {
                all.push(entry);
            }
        }
        Ok(Entries { all, last })
    }

    fn get(&self, key: &str) -> Option<Entry<'a>> {
        self.all.iter().copied().find(|entry| entry.key == key)
    }

    fn needed(&self, key: &str, remedy: &str) -> Result<Entry<'a>, ConfError> {
        self.get(key).ok_or_else(|| self.last.wrong(format!("{key} is missing"), remedy))
    }

    fn conf(&self) -> Result<Conf, ConfError> {
        let moves = self.needed("MOVES", "add a line such as MOVES=5")?;
        let start = self.start()?;
        let turn = start.turn();
        let goal = match self.get("END") {
            None => None,
            Some(entry) => Some(entry.value.parse::<Diagram>().map_err(|_| {
                let what = format!("no diagram in {}", entry.quoted());
                entry.wrong(what, "give the FEN of a legal position, or its first field")
            })?),
        };
        let winner = match self.get("WINCOLOR") {
            None => None,
            Some(entry) => Some(match entry.value {
                "W" | "w" => Color::White,
                "B" | "b" => Color::Black,
                _ => {
                    let what = format!("{} is no side", entry.quoted());
                    return Err(entry.wrong(what, "W is White, B is Black"));
                }
            }),
        };
        let exact = match self.get("PROBLEM") {
            None => true,
            Some(entry) => match entry.value {
                "1" => true,
                "2" => false,
                _ => {
                    let what = format!("{} is no kind of problem", entry.quoted());
                    return Err(entry.wrong(what, "1 is exactly MOVES, 2 is at most MOVES"));
                }
            },
        };
        // whole moves, but for a side that begins and ends
        let plies = 2 * moves.number()? - u32::from(winner == Some(turn));
        if exact && winner.is_none() && goal.is_none() {
            self.needed("WINCOLOR", "add WINCOLOR=W or WINCOLOR=B, or PROBLEM=2")?;
        }
        let length = if exact { Length::Exactly(plies) } else { Length::AtMost(plies) };
        let refused = |entry: Entry<'_>, error: crate::TermsError| {
            let text = error.to_string();
            match text.strip_suffix(')').and_then(|text| text.split_once(" (")) {
                Some((what, remedy)) => entry.wrong(what, remedy),
                None => entry.wrong(text, "ask for something else"),
            }
        };
        let mut terms = Terms::from(start);
        terms = terms.of_length(length).map_err(|error| refused(moves, error))?;
        if let (Some(winner), Some(entry)) = (winner, self.get("WINCOLOR")) {
            terms = terms.won_by(winner).map_err(|error| refused(entry, error))?;
        }
        if let Some(entry) = self.get("STARTMOVE") {
            let (from, to) = entry.squares()?;
            let pattern = pattern(ManMove { from, to, ..ManMove::ANY }, None);
            terms = terms.with_move_at(1, pattern).map_err(|error| refused(entry, error))?;
        }
        if let Some((entry, ply, pattern)) = self.move_between()? {
            terms = terms.with_move_at(ply, pattern).map_err(|error| refused(entry, error))?;
        }
        let outcome = goal.is_none().then_some(Outcome::Mate);
        let (entry, last) = self.last_move(outcome)?;
        terms = terms.ending_with(last).map_err(|error| refused(entry.unwrap_or(moves), error))?;
        if let Some(entry) = self.get("ACTIVE") {
            terms = terms.moving_only(active(entry)?);
        }
        let all = self.get("SEARCHALL").map(Entry::yes_or_no).transpose()?.unwrap_or(false);
        Ok(Conf { terms, goal, all })
    }

    fn start(&self) -> Result<Chess, ConfError> {
        let Some(entry) = self.get("START") else { return Ok(Chess::default()) };
        let fen: Result<Fen, _> = entry.value.parse();
        let fen = fen.map_err(|error| entry.wrong(format!("no FEN: {error}"), "give a FEN"))?;
        fen.into_position(CastlingMode::Standard).map_err(|error| {
            entry.wrong(format!("no position: {error}"), "give the FEN of a legal position")
        })
    }

    /// The move in between, if one is asked for.
    fn move_between(&self) -> Result<Option<(Entry<'a>, u32, MovePattern)>, ConfError> {
        let Some(number) = self.get("FMOVENUMBER") else {
            return match self.get("FMOVE").or(self.get("FMOVEPIECE")) {
                Some(entry) => {
                    let what = format!("{} does not say which half-move it is", entry.key);
                    Err(entry.wrong(what, "add a line such as FMOVENUMBER=3"))
                }
                None => Ok(None),
            };
        };
        let mut man = ManMove::ANY;
        if let Some(entry) = self.get("FMOVE") {
            (man.from, man.to) = entry.squares()?;
        }
        let piece = self.get("FMOVEPIECE");
        let role = piece.map(|entry| entry.role(Roles::ANY, "K, Q, R, B, N or P")).transpose()?;
        Ok(Some((number, number.number()?, pattern(man, role))))
    }

    /// The last move, and the line that says most of it.
    fn last_move(
        &self,
        outcome: Option<Outcome>,
    ) -> Result<(Option<Entry<'a>>, MovePattern), ConfError> {
        let mut man = ManMove::ANY;
        let squares = self.get("ENDMOVE");
        if let Some(entry) = squares {
            (man.from, man.to) = entry.squares()?;
        }
        let piece = self.get("ENDPIECE");
        let role = piece.map(|entry| entry.role(Roles::ANY, "K, Q, R, B, N or P")).transpose()?;
        if let Some(entry) = self.get("PROMOTIONPIECE") {
            man.promotion = Promotion::Into(entry.role(Roles::PROMOTED, "Q, R, B or N")?.into());
            if role.is_some_and(|role| role != Role::Pawn) {
                return Err(entry.wrong("only pawns promote", "write ENDPIECE=P, or leave it out"));
            }
        }
        if let Some(entry) = self.get("CAPTURE") {
            man.capture = match entry.yes_or_no()? {
                true => Capture::Of(Roles::CAPTURABLE),
                false => Capture::Never,
            };
        }
        if let Some(entry) = self.get("CAPTURED") {
            if man.capture == Capture::Never {
                let what = "a captured man in a move that is no capture";
                return Err(entry.wrong(what, "write CAPTURE=1, or leave it out"));
            }
            man.capture = Capture::Of(entry.role(Roles::CAPTURABLE, "Q, R, B, N or P")?.into());
        }
        let role = match man.promotion {
            Promotion::Into(_) => Some(Role::Pawn),
            _ => role,
        };
        Ok((squares.or(piece), MovePattern { outcome, ..pattern(man, role) }))
    }
}

/// The pattern of a move by squares, of a man or of any.
fn pattern(mut man: ManMove, role: Option<Role>) -> MovePattern {
    let anything = MovePattern { shape: Shape::Man(man), ..MovePattern::ANY };
    let Some(role) = role else { return anything };
    man.man = role.into();
    if role != Role::Pawn {
        man.promotion = Promotion::Never;
    }
    MovePattern { shape: man.or_castling(), ..MovePattern::ANY }
}

fn active(entry: Entry<'_>) -> Result<Bitboard, ConfError> {
    let mut squares = Bitboard::EMPTY;
    for word in entry.value.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        squares.add(word.parse::<Square>().map_err(|_| {
            entry.wrong(format!("{} is no square", quoted(word)), "squares with commas: e2,e7,g1")
        })?);
    }
    Ok(squares)
}
