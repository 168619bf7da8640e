//! Games with the tables' verdict on every move: PGN in, PGN out.
//!
//! A comment after each move that the tables know tells the count, in the way of the printed game
//! Browne against Thompson's table (1978): the moves that the winner still needs, the move just
//! played counted if it was his. `+` says that the side that moved wins, `-` that it loses, `=` is a
//! draw; other moves of the same value follow in brackets.
//!
//! ```text
//! 1. Kb7 {+31 (Ka7)} 1... Re7+ {-30} 2. Kc6 {+30} 2... Re6+ {-29}
//! ```
//!
//! A move that gives away half a point is marked `$2` (`?`), one that gives away a whole point `$4`
//! (`??`); the fifty-move rule is not considered. A longer way to the same result shows in the count
//! alone.

use std::{
    collections::BTreeSet,
    fmt,
    io::{self, Read},
    mem,
    ops::ControlFlow,
};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position};
use solusrex_game::{Moves, Value};
use solusrex_rules::{Orthodox, notation::NotationError};

use crate::{
    ending::Ending,
    line::san,
    metric::Metric,
    tablebase::{ProbeError, TableError, Tablebase},
};

/// A game with what the tables say about its moves.
///
/// [`Display`](fmt::Display) writes it as PGN.
#[derive(Clone, Debug, Serialize)]
pub struct AnnotatedGame {
    /// The tags, such as `White`, in their order.
    pub tags: Vec<(String, String)>,
    /// What is counted; none if no position of the game was found in a table.
    pub metric: Option<Metric>,
    /// The moves, with comments and variations.
    pub moves: Vec<Item>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The endings that were asked for and have no table.
    #[serde(skip)]
    pub missing: BTreeSet<Ending>,
    /// Why some moves could not be followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// A piece of a game's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Item {
    /// A move.
    Move(AnnotatedMove),
    /// A sign such as `!`, by its number.
    Nag(u8),
    /// A comment that was there before.
    Comment(String),
    /// Other moves instead of the last one.
    Variation(Vec<Item>),
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnnotatedMove {
    /// The number of the move.
    pub number: u32,
    /// Whether it is Black's.
    pub black: bool,
    /// The move, such as `e8=Q+`.
    pub san: String,
    /// What the tables say.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
}

/// What the tables say about a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The value of the move for the side that plays it.
    #[serde(flatten)]
    pub value: Value,
    /// The half-points that it gives away.
    pub half_points_lost: u8,
    /// Other moves of the same value.
    pub equals: Vec<String>,
}

/// Why games cannot be annotated.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// The games cannot be read.
    #[error("{0} (give a file of games in PGN)")]
    Read(#[from] io::Error),
    /// A table is broken.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The games of a PGN text, one after the other, annotated.
///
/// Without a metric each game is counted to mate, or in what else its first ending has a table for.
pub fn annotate<R: Read>(
    tables: &Tablebase,
    pgn: R,
    metric: Option<Metric>,
) -> impl Iterator<Item = Result<AnnotatedGame, AnnotateError>> {
    /// More than anybody writes; longer ones are refused or put together from parts.
    const LONG_LINE: usize = 1 << 16;
    let reader = Reader::build(pgn).set_supported_tag_line_length(LONG_LINE);
    let mut reader = reader.set_supported_comment_length(LONG_LINE).finish();
    let mut annotator = Annotator { tables, metric, broken: None };
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let game = reader.read_game(&mut annotator);
        let game = match (annotator.broken.take(), game) {
            (Some(error), _) => Err(error.into()),
            (None, Err(error)) => Err(error.into()),
            (None, Ok(game)) => Ok(game?),
        };
        ended = game.is_err();
        Some(game)
    })
}

/// Reads games and asks the tables.
struct Annotator<'t> {
    tables: &'t Tablebase,
    metric: Option<Metric>,
    broken: Option<TableError>,
}

/// A game half read: the main line and, while inside them, its variations.
struct Reading {
    game: AnnotatedGame,
    lines: Vec<Variation>,
    /// The beginning of a long comment.
    comment: Vec<u8>,
}

/// The main line or a variation.
struct Variation {
    items: Vec<Item>,
    now: Place,
    before: Place,
}

/// Where a game stands. Moves are numbered even when they cannot be followed.
#[derive(Clone)]
struct Place {
    position: Option<Chess>,
    number: u32,
    turn: Color,
}

impl Place {
    fn of(position: Chess) -> Place {
        Place {
            number: position.fullmoves().get(),
            turn: position.turn(),
            position: Some(position),
        }
    }

    fn after(&self, mv: Option<Move>) -> Place {
        let position = self.position.clone().zip(mv).map(|(mut position, mv)| {
            position.play_unchecked(mv);
            position
        });
        let number = self.number + u32::from(self.turn.is_black());
        Place { position, number, turn: !self.turn }
    }
}

impl Annotator<'_> {
    /// What the tables say about a move; none if the position is out of their range.
    fn verdict(
        &self,
        game: &mut AnnotatedGame,
        position: &Chess,
        mv: Move,
    ) -> Result<Option<Verdict>, TableError> {
        let choices = match (game.metric, self.metric) {
            (Some(metric), _) | (None, Some(metric)) => vec![metric],
            (None, None) => vec![Metric::Dtm, Metric::Dtz, Metric::Dtc],
        };
        for metric in choices {
            let value = self.tables.probe_move(position, mv, metric);
            let best = self.tables.probe(position, metric);
            match (value, best) {
                (Ok(value), Ok(best)) => {
                    game.metric = Some(metric);
                    return Ok(Some(Verdict {
                        value,
                        half_points_lost: half_points(best).saturating_sub(half_points(value)),
                        equals: self.equals(position, mv, metric, value)?,
                    }));
                }
                (Err(ProbeError::Broken(error)), _) | (_, Err(ProbeError::Broken(error))) => {
                    return Err(error);
                }
                (value, best) => {
                    for outcome in [value, best] {
                        if let Err(ProbeError::Missing(ending, _)) = outcome {
                            game.missing.insert(ending);
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// The other moves of the same value.
    fn equals(
        &self,
        position: &Chess,
        played: Move,
        metric: Metric,
        value: Value,
    ) -> Result<Vec<String>, TableError> {
        let mut equals = Vec::new();
        for mv in position.legal_moves().into_iter().filter(|&mv| mv != played) {
            match self.tables.probe_move(position, mv, metric) {
                Ok(other) if other == value => equals.push(san(position, mv)),
                Err(ProbeError::Broken(error)) => return Err(error),
                _ => {}
            }
        }
        Ok(equals)
    }
}

fn half_points(value: Value) -> u8 {
    match value {
        Value::Won(_) => 2,
        Value::Drawn => 1,
        Value::Lost(_) => 0,
    }
}

impl Reading {
    fn line(&mut self) -> &mut Variation {
        if self.lines.is_empty() {
            self.lines.push(Variation::at(Place::of(Chess::default())));
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn end_variation(&mut self) {
        // a bracket that closes nothing is left out
        if self.lines.len() > 1
            && let Some(variation) = self.lines.pop()
        {
            self.line().items.push(Item::Variation(variation.items));
        }
    }
}

impl Variation {
    fn at(place: Place) -> Variation {
        Variation { items: Vec::new(), before: place.clone(), now: place }
    }
}

impl Visitor for Annotator<'_> {
    type Tags = Vec<(String, String)>;
    type Movetext = Reading;
    type Output = AnnotatedGame;

    fn begin_tags(&mut self) -> ControlFlow<AnnotatedGame, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<AnnotatedGame> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<AnnotatedGame, Reading> {
        let (place, trouble) = match start(&tags) {
            Ok(place) => (place, None),
            Err(error) => {
                let nowhere = Place { position: None, ..Place::of(Chess::default()) };
                (nowhere, Some(error.to_string()))
            }
        };
        let game = AnnotatedGame {
            tags,
            metric: None,
            moves: Vec::new(),
            result: "*".to_owned(),
            missing: BTreeSet::new(),
            trouble,
        };
        let lines = vec![Variation::at(place)];
        ControlFlow::Continue(Reading { game, lines, comment: Vec::new() })
    }

    fn san(&mut self, reading: &mut Reading, san: SanPlus) -> ControlFlow<AnnotatedGame> {
        let place = reading.line().now.clone();
        let mut mv = None;
        let mut verdict = None;
        if let Some(position) = &place.position {
            match san.san.to_move(position) {
                Ok(legal) => {
                    mv = Some(legal);
                    match self.verdict(&mut reading.game, position, legal) {
                        Ok(told) => verdict = told,
                        Err(error) => self.broken = Some(error),
                    }
                }
                Err(_) => {
                    let dots = if place.turn.is_white() { "." } else { "..." };
                    reading.game.trouble.get_or_insert_with(|| {
                        format!("{}{dots}{san} cannot be played (correct it)", place.number)
                    });
                }
            }
        }
        let line = reading.line();
        line.items.push(Item::Move(AnnotatedMove {
            number: place.number,
            black: place.turn.is_black(),
            san: san.to_string(),
            verdict,
        }));
        line.now = place.after(mv);
        line.before = place;
        ControlFlow::Continue(())
    }

    fn nag(&mut self, reading: &mut Reading, nag: Nag) -> ControlFlow<AnnotatedGame> {
        reading.line().items.push(Item::Nag(nag.0));
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        reading: &mut Reading,
        comment: RawComment<'_>,
    ) -> ControlFlow<AnnotatedGame> {
        reading.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        reading: &mut Reading,
        comment: RawComment<'_>,
    ) -> ControlFlow<AnnotatedGame> {
        let mut bytes = mem::take(&mut reading.comment);
        bytes.extend_from_slice(comment.as_bytes());
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        reading.line().items.push(Item::Comment(text));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, reading: &mut Reading) -> ControlFlow<AnnotatedGame, Skip> {
        let place = reading.line().before.clone();
        reading.lines.push(Variation::at(place));
        ControlFlow::Continue(Skip(reading.lines.len() > DEEPEST))
    }

    fn end_variation(&mut self, reading: &mut Reading) -> ControlFlow<AnnotatedGame> {
        reading.end_variation();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, reading: &mut Reading, outcome: Outcome) -> ControlFlow<AnnotatedGame> {
        reading.game.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut reading: Reading) -> AnnotatedGame {
        while reading.lines.len() > 1 {
            reading.end_variation();
        }
        let moves = mem::take(&mut reading.line().items);
        AnnotatedGame { moves, ..reading.game }
    }
}

/// Where a game begins. Other chess is followed nowhere.
fn start(tags: &[(String, String)]) -> Result<Place, NotationError> {
    let tag = |wanted: &str| {
        tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    };
    let orthodox = ["", "standard", "chess", "normal", "from position"];
    let variant = tag("Variant").map(|variant| variant.trim().to_ascii_lowercase());
    let mut place = match tag("FEN") {
        Some(fen) => Place::of(Orthodox::from_fen(fen)?.as_chess().clone()),
        None => Place::of(Chess::default()),
    };
    if variant.is_some_and(|variant| !orthodox.contains(&variant.as_str())) {
        place.position = None;
    }
    Ok(place)
}

/// How deep variations may be nested; deeper ones, which nobody could follow, are left out.
const DEEPEST: usize = 100;

/// How many moves of equal value are named.
const MOST_EQUALS: usize = 5;

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moves(count) = self.value.moves().unwrap_or_default();
        match self.value {
            Value::Won(_) => write!(f, "+{count}")?,
            Value::Drawn => write!(f, "=")?,
            Value::Lost(_) => write!(f, "-{count}")?,
        }
        if self.equals.is_empty() {
            return Ok(());
        }
        let named = &self.equals[..self.equals.len().min(MOST_EQUALS)];
        let more = if named.len() < self.equals.len() { " .." } else { "" };
        write!(f, " ({}{more})", named.join(" "))
    }
}

impl Verdict {
    /// `?` or `??`, as a number.
    fn nag(&self) -> Option<u8> {
        match self.half_points_lost {
            0 => None,
            1 => Some(Nag::MISTAKE.0),
            _ => Some(Nag::BLUNDER.0),
        }
    }
}

impl fmt::Display for AnnotatedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut words = Vec::new();
        write_items(&self.moves, &mut words);
        words.push(self.result.clone());
        wrap(f, &words)
    }
}

/// The text of a line as words that may stand on different lines.
fn write_items(items: &[Item], words: &mut Vec<String>) {
    // after a comment or a variation, and at the start, Black's move needs a number
    let mut numbered = false;
    let mut rest = items;
    while let Some((item, tail)) = rest.split_first() {
        rest = tail;
        match item {
            Item::Move(mv) => {
                if !mv.black {
                    words.push(format!("{}.", mv.number));
                } else if !numbered {
                    words.push(format!("{}...", mv.number));
                }
                words.push(mv.san.clone());
                let signs = rest.iter().take_while(|item| matches!(item, Item::Nag(_))).count();
                let (nags, tail) = rest.split_at(signs);
                rest = write_verdict(mv, nags, tail, words);
                numbered = mv.verdict.is_none();
            }
            Item::Nag(nag) => words.push(format!("${nag}")),
            Item::Comment(text) => {
                write_comment(text, words);
                numbered = false;
            }
            Item::Variation(items) => {
                let first = words.len();
                write_items(items, words);
                if words.len() > first {
                    words[first].insert(0, '(');
                    let last = words.len() - 1;
                    words[last].push(')');
                }
                numbered = false;
            }
        }
    }
}

/// The signs of a move, its own and the tables', then the tables' comment; what is left to write.
fn write_verdict<'i>(
    mv: &AnnotatedMove,
    nags: &[Item],
    tail: &'i [Item],
    words: &mut Vec<String>,
) -> &'i [Item] {
    for nag in nags {
        if let Item::Nag(nag) = nag {
            words.push(format!("${nag}"));
        }
    }
    let Some(verdict) = &mv.verdict else { return tail };
    if let Some(nag) = verdict.nag().filter(|&nag| !nags.contains(&Item::Nag(nag))) {
        words.push(format!("${nag}"));
    }
    let text = verdict.to_string();
    // a game annotated before keeps its comments, but not twice
    let tail = match tail.split_first() {
        Some((Item::Comment(old), tail)) if *old == text => tail,
        _ => tail,
    };
    write_comment(&text, words);
    tail
}

fn write_comment(text: &str, words: &mut Vec<String>) {
    let first = words.len();
    words.extend(text.split_whitespace().map(str::to_owned));
    if words.len() == first {
        words.push(String::new());
    }
    words[first].insert(0, '{');
    let last = words.len() - 1;
    words[last].push('}');
}

/// Words on lines of at most 80 characters.
fn wrap(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    const WIDTH: usize = 80;
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            writeln!(f)?;
            column = 0;
        }
        if column > 0 {
            write!(f, " ")?;
            column += 1;
        }
        write!(f, "{word}")?;
        column += width;
    }
    writeln!(f)
}
