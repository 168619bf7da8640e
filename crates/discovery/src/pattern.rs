//! Moves with parts left open, as composers ask for them: `5...exd1=N#`, `?xf7#`, `castles#`.
//!
//! ```
//! use shakmaty::{Chess, Position, san::San};
//! use solusrex_discovery::MovePattern;
//!
//! let any_knight_move: MovePattern = "N??".parse()?;
//! let array = Chess::default();
//! let fits = |mv: &&shakmaty::Move| any_knight_move.matches(&array, **mv);
//! assert_eq!(array.legal_moves().iter().filter(fits).count(), 4);
//!
//! let wrong = "5...exd9=N#".parse::<MovePattern>().unwrap_err();
//! assert_eq!(
//!     wrong.snippet(),
//!     "5...exd9=N#\n       ^\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The language
//!
//! A pattern is a move in algebraic notation, short or long, in which parts may be left open.
//!
//! | written | means |
//! |---|---|
//! | `Nxf7`, `Qh5xf7`, `e4`, `e2-e4`, `Nbd2` | what it means in a game; no origin is any origin, no `x` is no capture |
//! | `?` | any man, file or rank: `?xf7`, `N?7`, `?8=Q`; any man may also promote or castle |
//! | `*` | any move |
//! | `{QR}xf7` | a queen or a rook |
//! | `Pxd5`, `xd5` | a pawn from any file |
//! | `N(x)f7` | capturing or not |
//! | `Nxf7[R]`, `Nxf7[QR]` | what is captured |
//! | `b8=N`, `b8N`, `b8={RBN}`, `b8=?` | what a pawn becomes |
//! | `P?(x)??(=)` | promoting or not |
//! | `bxc8=x` | a pawn becomes what it captures |
//! | `exd6 e.p.` | en passant; without it, either |
//! | `O-O`, `0-0-0`, `castles` | castling; the word is for either wing |
//! | `changes-colour`, `knight-changes-colour` | a pawn becomes what it captures; so does a knight |
//! | `+`, `#`, `=` at the end | check that is no mate, mate, stalemate; without them, whatever comes |
//! | `5.`, `5...` at the beginning | White's or Black's fifth move; `.` and `...` any move of that side |

use std::{
    fmt,
    num::{NonZeroU32, ParseIntError},
    ops::Range,
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square};
use winnow::{
    LocatingSlice, ModalParser, ModalResult, Parser,
    ascii::{digit1, space0},
    combinator::{alt, delimited, empty, opt, preceded},
    error::ContextError,
    stream::Location,
    token::{one_of, take_while},
};

/// A move with parts left open. [The module](self) has the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct MovePattern {
    /// Whose move it is, where that is said.
    pub side: Option<Color>,
    /// Which move of that side it is.
    pub number: Option<NonZeroU32>,
    /// Which man goes where.
    pub shape: Shape,
    /// What comes of it, where that matters.
    pub outcome: Option<Outcome>,
}

/// Which man goes where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Castling, to that wing or to either.
    Castling(Option<CastlingSide>),
    /// A man goes from square to square.
    Man(ManMove),
}

/// A man goes from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ManMove {
    /// Which man; if it may be any man, then also a king that castles.
    pub man: Roles,
    /// Where it comes from.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
    /// What it captures.
    pub capture: Capture,
    /// What it becomes.
    pub promotion: Promotion,
    /// Whether it must be a capture en passant.
    pub en_passant: bool,
}

/// A square, a file, a rank, or any square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, if it is given.
    pub file: Option<File>,
    /// The rank, if it is given.
    pub rank: Option<Rank>,
}

/// Whether a move captures, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// It does not.
    Never,
    /// It may.
    Maybe,
    /// It captures one of these.
    Of(Roles),
}

/// Whether a pawn promotes, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// It does not.
    Never,
    /// It may.
    Maybe,
    /// It becomes one of these.
    Into(Roles),
    /// It becomes what it captures.
    IntoCaptured,
}

/// What comes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Check, but not mate.
    Check,
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
}

/// A set of roles.
///
/// ```
/// use shakmaty::Role;
/// use solusrex_discovery::pattern::Roles;
///
/// let rooks_and_queens = Roles::from(Role::Rook).with(Role::Queen);
/// assert!(rooks_and_queens.contains(Role::Rook));
/// assert_eq!(rooks_and_queens.to_string(), "{QR}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roles(u8);

/// Why a text is no pattern: what is wrong, where, and what could be written instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} in {text:?} ({remedy})")]
pub struct PatternError {
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub remedy: String,
    /// The text.
    pub text: String,
    /// The place in bytes of the text.
    pub at: Range<usize>,
}

impl Roles {
    /// Every role.
    pub const ANY: Roles = Roles(0b111_1110);
    /// What can be captured.
    pub const CAPTURABLE: Roles = Roles(0b011_1110);
    /// What a pawn can become.
    pub const PROMOTED: Roles = Roles(0b011_1100);

    /// Whether a role is one of these.
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> (role as u8) & 1 != 0
    }

    /// These and one more.
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << (role as u8))
    }

    /// Whether all of these are among others.
    pub const fn is_subset(self, of: Roles) -> bool {
        self.0 & !of.0 == 0
    }

    fn iter(self) -> impl Iterator<Item = Role> {
        const STRONGEST_FIRST: [Role; 6] =
            [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
        STRONGEST_FIRST.into_iter().filter(move |&role| self.contains(role))
    }

    fn letters(self) -> String {
        self.iter().map(Role::upper_char).collect()
    }
}

impl From<Role> for Roles {
    fn from(role: Role) -> Roles {
        Roles(1 << (role as u8))
    }
}

/// `N`, `{QR}`, or `?` for any.
impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters();
        match letters.len() {
            6 => f.write_str("?"),
            1 => f.write_str(&letters),
            _ => write!(f, "{{{letters}}}"),
        }
    }
}

impl Place {
    /// Any square.
    pub const ANY: Place = Place { file: None, rank: None };

    /// Whether a square lies there.
    pub fn contains(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// The one square.
    pub fn square(self) -> Option<Square> {
        Some(Square::from_coords(self.file?, self.rank?))
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Place {
        Place { file: Some(square.file()), rank: Some(square.rank()) }
    }
}

/// Both symbols: `e4`, `e?`, `??`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.map_or('?', File::char))?;
        write!(f, "{}", self.rank.map_or('?', Rank::char))
    }
}

impl ManMove {
    /// Any man goes anywhere.
    pub const ANY: ManMove = ManMove {
        man: Roles::ANY,
        from: Place::ANY,
        to: Place::ANY,
        capture: Capture::Maybe,
        promotion: Promotion::Maybe,
        en_passant: false,
    };

    /// A king that goes two squares from its own castles: some write it so.
    pub(crate) fn or_castling(self) -> Shape {
        let castled = |side: &CastlingSide| {
            let king = |color: Color| {
                let home = Square::from_coords(File::E, color.backrank());
                self.from == home.into() && self.to == side.king_to(color).into()
            };
            self.man == Role::King.into() && Color::ALL.into_iter().any(king)
        };
        let wing = CastlingSide::ALL.into_iter().find(castled);
        wing.map_or(Shape::Man(self), |wing| Shape::Castling(Some(wing)))
    }

    fn is_of_pawn(&self) -> bool {
        self.man == Role::Pawn.into()
    }

    fn fits(&self, turn: Color, mv: Move) -> bool {
        let castles = mv.castling_side();
        let to = castles.map_or(mv.to(), |side| side.king_to(turn));
        let captured = match self.capture {
            Capture::Never => !mv.is_capture(),
            Capture::Maybe => true,
            Capture::Of(roles) => mv.capture().is_some_and(|role| roles.contains(role)),
        };
        let promoted = match self.promotion {
            Promotion::Never => !mv.is_promotion(),
            Promotion::Maybe => true,
            Promotion::Into(roles) => mv.promotion().is_some_and(|role| roles.contains(role)),
            Promotion::IntoCaptured => mv.is_promotion() && mv.promotion() == mv.capture(),
        };
        self.man.contains(mv.role())
            && self.to.contains(to)
            && mv.from().is_some_and(|from| self.from.contains(from))
            && captured
            && promoted
            && (mv.is_en_passant() || !self.en_passant)
            && (castles.is_none() || self.man == Roles::ANY)
    }
}

impl MovePattern {
    /// Any move.
    pub const ANY: MovePattern =
        MovePattern { side: None, number: None, shape: Shape::Man(ManMove::ANY), outcome: None };

    /// Whether a legal move is of this pattern, whatever its number.
    ///
    /// ```
    /// use shakmaty::{CastlingMode, Chess, fen::Fen, san::San};
    /// use solusrex_discovery::MovePattern;
    ///
    /// let before: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"
    ///     .parse::<Fen>()?
    ///     .into_position(CastlingMode::Standard)?;
    /// let mate = "Ra8#".parse::<San>()?.to_move(&before)?;
    /// assert!("R?8#".parse::<MovePattern>()?.matches(&before, mate));
    /// assert!(!"R?8+".parse::<MovePattern>()?.matches(&before, mate));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, before: &Chess, mv: Move) -> bool {
        self.fits(before.turn(), mv) && self.outcome_is_right(before, mv)
    }

    /// Whether a move of a side is of this pattern, whatever its number and whatever comes of it.
    pub fn fits(&self, turn: Color, mv: Move) -> bool {
        self.side.is_none_or(|side| side == turn)
            && match self.shape {
                Shape::Castling(None) => mv.is_castle(),
                Shape::Castling(wing) => mv.castling_side() == wing,
                Shape::Man(man) => man.fits(turn, mv),
            }
    }

    fn outcome_is_right(&self, before: &Chess, mv: Move) -> bool {
        let Some(outcome) = self.outcome else { return true };
        let mut after = before.clone();
        after.play_unchecked(mv);
        match outcome {
            Outcome::Check => after.is_check() && !after.is_checkmate(),
            Outcome::Mate => after.is_checkmate(),
            Outcome::Stalemate => after.is_stalemate(),
        }
    }

    /// The side that can make such a move, if only one can: the one named, or the one whose pawns
    /// go there.
    ///
    /// ```
    /// use shakmaty::Color;
    /// use solusrex_discovery::MovePattern;
    ///
    /// let side = |text: &str| Some(text.parse::<MovePattern>().ok()?.only_side()?);
    /// assert_eq!(side("exd1=N#"), Some(Color::Black));
    /// assert_eq!(side("5.Nd5#"), Some(Color::White));
    /// assert_eq!(side("Nd5#"), None);
    /// ```
    pub fn only_side(&self) -> Option<Color> {
        self.side.or(match self.shape {
            Shape::Man(man) => man.only_side(),
            Shape::Castling(_) => None,
        })
    }

    /// The same pattern, of a move that mates if nothing else is said of what comes of it.
    pub fn or_mate(mut self) -> MovePattern {
        self.outcome.get_or_insert(Outcome::Mate);
        self
    }
}

impl ManMove {
    fn only_side(&self) -> Option<Color> {
        let promotes = matches!(self.promotion, Promotion::Into(_) | Promotion::IntoCaptured);
        if !promotes && !self.en_passant && !self.is_of_pawn() {
            return None;
        }
        let can = |side: Color| {
            let up = |rank: Rank| match side {
                Color::White => u32::from(rank),
                Color::Black => 7 - u32::from(rank),
            };
            let (from, to) = (self.from.rank.map(up), self.to.rank.map(up));
            let goal_is_right = to.is_none_or(|to| match (promotes, self.en_passant) {
                (true, _) => to == 7,
                (_, true) => to == 5,
                _ => to >= 2,
            });
            goal_is_right
                && from.is_none_or(|from| (1..7).contains(&from))
                && from.zip(to).is_none_or(|(from, to)| from < to)
        };
        match (can(Color::White), can(Color::Black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}

/// The text from which the pattern can be read again.
impl fmt::Display for MovePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}")?;
        }
        f.write_str(match self.side {
            Some(Color::White) => ".",
            Some(Color::Black) => "...",
            None => "",
        })?;
        match self.shape {
            Shape::Castling(Some(CastlingSide::KingSide)) => f.write_str("O-O")?,
            Shape::Castling(Some(CastlingSide::QueenSide)) => f.write_str("O-O-O")?,
            Shape::Castling(None) => f.write_str("castles")?,
            Shape::Man(man) => man.fmt(f)?,
        }
        f.write_str(match self.outcome {
            Some(Outcome::Check) => "+",
            Some(Outcome::Mate) => "#",
            Some(Outcome::Stalemate) => "=",
            None => "",
        })
    }
}

impl fmt::Display for ManMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ManMove::ANY {
            return f.write_str("*");
        }
        if !self.is_of_pawn() {
            write!(f, "{}", self.man)?;
        }
        match (self.from.file, self.from.rank) {
            (None, None) => {}
            (Some(file), None) => write!(f, "{}", file.char())?,
            (None, Some(rank)) => write!(f, "{}", rank.char())?,
            _ => write!(f, "{}", self.from)?,
        }
        f.write_str(match self.capture {
            Capture::Never => "",
            Capture::Maybe => "(x)",
            Capture::Of(_) => "x",
        })?;
        write!(f, "{}", self.to)?;
        match self.promotion {
            Promotion::Maybe if self.man != Roles::ANY => f.write_str("(=)")?,
            Promotion::Never | Promotion::Maybe => {}
            Promotion::Into(Roles::PROMOTED) => f.write_str("=?")?,
            Promotion::Into(roles) => write!(f, "={roles}")?,
            Promotion::IntoCaptured => f.write_str("=x")?,
        }
        if let Capture::Of(roles) = self.capture
            && roles != Roles::CAPTURABLE
        {
            write!(f, "[{}]", roles.letters())?;
        }
        f.write_str(if self.en_passant { " e.p." } else { "" })
    }
}

impl From<MovePattern> for String {
    fn from(pattern: MovePattern) -> String {
        pattern.to_string()
    }
}

impl TryFrom<String> for MovePattern {
    type Error = PatternError;

    fn try_from(text: String) -> Result<MovePattern, PatternError> {
        text.parse()
    }
}

impl PatternError {
    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.text.get(..self.at.start).unwrap_or(&self.text).chars().count() + 1
    }

    /// The text with a caret below the place.
    pub fn snippet(&self) -> String {
        let place = self.text.get(self.at.clone()).unwrap_or_default();
        let shown: String =
            self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let indent = " ".repeat(self.column() - 1);
        format!("{shown}\n{indent}{}\n", "^".repeat(place.chars().count().max(1)))
    }
}

/// No move needs more characters.
const LONGEST: usize = 60;

impl FromStr for MovePattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<MovePattern, PatternError> {
        if let Some((end, _)) = text.char_indices().nth(LONGEST) {
            let what = format!("{} characters", text.chars().count());
            let remedy = "give one move, such as Nxf7#".to_owned();
            return Err(PatternError { what, remedy, at: 0..0, text: text[..end].to_owned() });
        }
        let mut rest = LocatingSlice::new(text);
        let read = draft.parse_next(&mut rest);
        let there = rest.current_token_start();
        let read = match read {
            Ok(draft) if there == text.len() => draft.pattern(),
            _ => Err(Complaint::unexpected(text, there)),
        };
        read.map_err(|Complaint { at, what, remedy }| PatternError {
            what,
            remedy,
            at,
            text: text.to_owned(),
        })
    }
}

/// How a pattern is written, place by place.
#[derive(Clone)]
struct Draft {
    number: Option<(Range<usize>, Result<NonZeroU32, ParseIntError>)>,
    side: Option<(Range<usize>, Color)>,
    body: Body,
    outcome: Option<Outcome>,
}

#[derive(Clone)]
enum Body {
    Castling(Option<CastlingSide>),
    Any,
    /// A pawn becomes what it captures, one of these.
    ChangesColour(Roles),
    Man(Box<ManDraft>),
}

#[derive(Clone)]
struct ManDraft {
    man: Option<Written>,
    /// The symbols of squares before the sign of a capture, and behind it.
    first: (String, Range<usize>),
    sign: Option<Sign>,
    second: (String, Range<usize>),
    becomes: Option<(Becomes, Range<usize>)>,
    captured: Option<Written>,
    en_passant: Option<Range<usize>>,
}

/// Letters of men, or `?`, and where they stand.
type Written = (String, Range<usize>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Goes,
    Captures,
    MayCapture,
}

#[derive(Clone)]
enum Becomes {
    /// Something, or it stays a pawn.
    Maybe,
    Captured,
    Letters(String),
}

/// What is wrong, where, and what to do.
struct Complaint {
    at: Range<usize>,
    what: String,
    remedy: String,
}

type Input<'a> = LocatingSlice<&'a str>;

fn draft(input: &mut Input<'_>) -> ModalResult<Draft> {
    let dots = || {
        let black = alt(("...", "…")).value(Color::Black);
        alt((black, ".".value(Color::White))).with_span().map(|(side, at)| (at, side))
    };
    let digits = digit1.with_span().map(|(digits, at): (&str, _)| (at, digits.parse()));
    // without a dot, digits are the 0-0 of castling
    let number_and_side = alt((
        (digits.map(Some), preceded(space0, dots())).map(|(number, side)| (number, Some(side))),
        dots().map(|side| (None, Some(side))),
        empty.value((None, None)),
    ));
    let (number, side) = delimited(space0, number_and_side, space0).parse_next(input)?;
    let body = alt((
        castling.map(Body::Castling),
        "*".value(Body::Any),
        "changes-colour".value(Body::ChangesColour(Roles::CAPTURABLE)),
        "knight-changes-colour".value(Body::ChangesColour(Role::Knight.into())),
        man_draft.map(|draft| Body::Man(Box::new(draft))),
    ))
    .parse_next(input)?;
    let outcome =
        alt(("#".value(Outcome::Mate), "+".value(Outcome::Check), "=".value(Outcome::Stalemate)));
    let outcome = delimited(space0, opt(outcome), space0).parse_next(input)?;
    Ok(Draft { number, side, body, outcome })
}

fn castling(input: &mut Input<'_>) -> ModalResult<Option<CastlingSide>> {
    alt((
        alt(("O-O-O", "0-0-0", "o-o-o")).value(Some(CastlingSide::QueenSide)),
        alt(("O-O", "0-0", "o-o")).value(Some(CastlingSide::KingSide)),
        "castles".value(None),
    ))
    .parse_next(input)
}

fn man_draft(input: &mut Input<'_>) -> ModalResult<ManDraft> {
    let captured = || opt(delimited("[", alt((letters, open)), "]").with_span());
    let sign = alt((
        "(x)".value(Sign::MayCapture),
        alt(("x", ":")).value(Sign::Captures),
        "-".value(Sign::Goes),
    ));
    let man = opt(alt((choice, letter)).with_span()).parse_next(input)?;
    let first = symbols(5).with_span().parse_next(input)?;
    let sign = opt(sign).parse_next(input)?;
    let second = symbols(if sign.is_some() { 2 } else { 0 }).with_span().parse_next(input)?;
    let before = captured().parse_next(input)?;
    let named = alt((choice, letter, open)).map(Becomes::Letters);
    let becomes = opt(alt((
        "(=)".map(|_| Becomes::Maybe),
        preceded("=", alt(("x".map(|_| Becomes::Captured), named))),
        letter.map(Becomes::Letters),
    ))
    .with_span())
    .parse_next(input)?;
    let captured = if before.is_some() { before } else { captured().parse_next(input)? };
    let en_passant = opt(preceded(space0, alt(("e.p.", "ep.", "ep")).span())).parse_next(input)?;
    Ok(ManDraft { man, first, sign, second, becomes, captured, en_passant })
}

/// Some capital letters.
fn letters(input: &mut Input<'_>) -> ModalResult<String> {
    take_while(1.., |c: char| c.is_ascii_uppercase()).map(str::to_owned).parse_next(input)
}

/// One capital letter.
fn letter(input: &mut Input<'_>) -> ModalResult<String> {
    one_of(|c: char| c.is_ascii_uppercase()).map(String::from).parse_next(input)
}

/// Some letters of which one is meant.
fn choice(input: &mut Input<'_>) -> ModalResult<String> {
    delimited("{", letters, "}").parse_next(input)
}

fn open(input: &mut Input<'_>) -> ModalResult<String> {
    "?".map(str::to_owned).parse_next(input)
}

/// Up to so many symbols of squares.
fn symbols<'a>(most: usize) -> impl ModalParser<Input<'a>, String, ContextError> {
    take_while(0..=most, ('a'..='h', '1'..='8', '?')).map(str::to_owned)
}

impl Draft {
    fn pattern(self) -> Result<MovePattern, Complaint> {
        let number = match self.number {
            Some((at, Err(_))) => {
                return Err(Complaint::new(at, "no such move number", "count from 1"));
            }
            Some((_, Ok(number))) => Some(number),
            None => None,
        };
        let shape = match self.body {
            Body::Castling(wing) => Shape::Castling(wing),
            Body::Any => Shape::Man(ManMove::ANY),
            Body::ChangesColour(roles) => Shape::Man(ManMove {
                man: Role::Pawn.into(),
                capture: Capture::Of(roles),
                promotion: Promotion::IntoCaptured,
                ..ManMove::ANY
            }),
            Body::Man(draft) => draft.shape()?,
        };
        if let (Some((at, side)), Shape::Man(man)) = (&self.side, shape)
            && man.only_side().is_some_and(|only| only != *side)
        {
            let (who, dots) = match side {
                Color::White => ("White's pawns do not go there", "..."),
                Color::Black => ("Black's pawns do not go there", "."),
            };
            let remedy = format!("write {dots} behind the number for the other side");
            return Err(Complaint::new(at.clone(), who, remedy));
        }
        let side = self.side.map(|(_, side)| side);
        Ok(MovePattern { side, number, shape, outcome: self.outcome })
    }
}

impl ManDraft {
    fn shape(self) -> Result<Shape, Complaint> {
        let (mut origin, goal) = self.squares()?;
        let man = match &self.man {
            Some(written) => roles(written, Roles::ANY, "is no man", "K, Q, R, B, N or P")?,
            None if origin.0.starts_with('?') => {
                origin = (origin.0[1..].to_owned(), origin.1.start + 1..origin.1.end);
                Roles::ANY
            }
            None => Role::Pawn.into(),
        };
        let from = origin_of(&origin)?;
        let to = goal_of(&goal)?;
        let capture = self.capture()?;
        let promotion = self.promotion(man, to)?;
        if let Some(at) = &self.en_passant
            && !(man.contains(Role::Pawn) && matches!(capture, Capture::Of(_)))
        {
            let what = "en passant is a pawn's capture";
            return Err(Complaint::new(at.clone(), what, "such as exd6 e.p."));
        }
        let en_passant = self.en_passant.is_some();
        let shape = ManMove { man, from, to, capture, promotion, en_passant };
        if shape.is_of_pawn() {
            shape.check_pawn(&origin.1, &goal.1)?;
        }
        Ok(shape.or_castling())
    }

    /// The symbols of the origin and those of the goal.
    fn squares(&self) -> Result<(Written, Written), Complaint> {
        let (text, at) = &self.first;
        if self.sign.is_some() {
            return Ok((self.first.clone(), self.second.clone()));
        }
        let Some(origin) = text.len().checked_sub(2) else {
            let remedy = "such as Nf7, e4, ?8=Q or N??";
            return Err(Complaint::new(at.end..at.end, "no square to go to", remedy));
        };
        let split = at.start + origin;
        let (origin, goal) = text.split_at(origin);
        Ok(((origin.to_owned(), at.start..split), (goal.to_owned(), split..at.end)))
    }

    fn capture(&self) -> Result<Capture, Complaint> {
        let Some(written) = &self.captured else {
            return Ok(match self.sign {
                Some(Sign::Captures) => Capture::Of(Roles::CAPTURABLE),
                Some(Sign::MayCapture) => Capture::Maybe,
                _ => Capture::Never,
            });
        };
        let (what, remedy) = ("a captured man in a move that is no capture", "write x: Nxf7[R]");
        if self.sign != Some(Sign::Captures) {
            return Err(Complaint::new(written.1.clone(), what, remedy));
        }
        let captured = roles(written, Roles::CAPTURABLE, "cannot be captured", "Q, R, B, N or P")?;
        Ok(Capture::Of(captured))
    }

    fn promotion(&self, man: Roles, to: Place) -> Result<Promotion, Complaint> {
        let last = matches!(to.rank, Some(Rank::First | Rank::Eighth));
        let Some((becomes, at)) = &self.becomes else {
            let at = if self.sign.is_some() { &self.second.1 } else { &self.first.1 };
            return match man {
                Roles::ANY => Ok(Promotion::Maybe),
                pawn if last && pawn == Role::Pawn.into() => {
                    let what = "a pawn on the last rank promotes";
                    Err(Complaint::new(at.clone(), what, "write what it becomes: b8=N, b8=?"))
                }
                _ => Ok(Promotion::Never),
            };
        };
        if !man.contains(Role::Pawn) {
            return Err(Complaint::new(at.clone(), "only pawns promote", "leave it out"));
        }
        if to.rank.is_some() && !last && !matches!(becomes, Becomes::Maybe) {
            let what = "a pawn promotes on the last rank";
            return Err(Complaint::new(at.clone(), what, "such as b8=N or bxc1=?"));
        }
        match becomes {
            Becomes::Maybe => Ok(Promotion::Maybe),
            Becomes::Captured if self.sign == Some(Sign::Captures) => Ok(Promotion::IntoCaptured),
            Becomes::Captured => {
                let what = "nothing is captured that the pawn could become";
                Err(Complaint::new(at.clone(), what, "write x: bxc8=x"))
            }
            Becomes::Letters(letters) => {
                let written = (letters.clone(), at.clone());
                let no_promotion = "is not what a pawn becomes";
                roles(&written, Roles::PROMOTED, no_promotion, "Q, R, B or N").map(Promotion::Into)
            }
        }
    }
}

impl ManMove {
    /// Whether a pawn can go so at all.
    fn check_pawn(&self, origin: &Range<usize>, goal: &Range<usize>) -> Result<(), Complaint> {
        if let (Some(from), Some(to)) = (self.from.file, self.to.file) {
            let aside = from.distance(to);
            let right = match self.capture {
                Capture::Never => aside == 0,
                Capture::Maybe => aside <= 1,
                Capture::Of(_) => aside == 1,
            };
            if !right {
                let (what, remedy) = match self.capture {
                    Capture::Of(_) => ("a pawn captures on the next file", "such as exd5 or exf5"),
                    _ => ("a pawn that does not capture keeps its file", "write x: exd5"),
                };
                return Err(Complaint::new(origin.clone(), what, remedy));
            }
        }
        let is_last = matches!(self.to.rank, Some(Rank::First | Rank::Eighth));
        if let (Some(from), Some(to)) = (self.from.rank, self.to.rank) {
            let up = from.distance(to);
            let double = matches!(
                (from, to, self.capture),
                (
                    Rank::Second | Rank::Seventh,
                    Rank::Fourth | Rank::Fifth,
                    Capture::Never | Capture::Maybe
                )
            );
            if matches!(from, Rank::First | Rank::Eighth) || up != 1 && !(up == 2 && double) {
                let remedy = "such as e2e4 or e7-e6";
                return Err(Complaint::new(origin.clone(), "no pawn goes so", remedy));
            }
        }
        let is_third = matches!(self.to.rank, None | Some(Rank::Third | Rank::Sixth));
        if self.en_passant && (is_last || !is_third) {
            let what = "en passant ends on the third or the sixth rank";
            return Err(Complaint::new(goal.clone(), what, "such as exd6 e.p."));
        }
        Ok(())
    }
}

/// The roles of letters, all of them among some.
fn roles(
    (letters, at): &Written,
    among: Roles,
    wrong: &str,
    remedy: &str,
) -> Result<Roles, Complaint> {
    if letters == "?" {
        return Ok(among);
    }
    let mut roles = Roles::default();
    for letter in letters.chars() {
        // S, Springer, is the knight of many composers
        let role = if letter == 'S' { Some(Role::Knight) } else { Role::from_char(letter) };
        let Some(role) = role.filter(|&role| among.contains(role)) else {
            return Err(Complaint::new(at.clone(), format!("{letter:?} {wrong}"), remedy));
        };
        roles = roles.with(role);
    }
    Ok(roles)
}

/// A file, a rank, a square or nothing.
fn origin_of((symbols, at): &Written) -> Result<Place, Complaint> {
    let mut symbols_left = symbols.chars().peekable();
    let file = symbols_left.next_if(|c| c.is_ascii_alphabetic() || *c == '?');
    let rank = symbols_left.next_if(|c| c.is_ascii_digit() || *c == '?');
    if symbols_left.next().is_some() {
        let what = format!("{symbols:?} is no origin");
        let remedy = match symbols.starts_with(|c: char| c.is_ascii_digit()) {
            true => "a number has dots: 5. or 5...; an origin is as in Nbd2, N1f3, e2e4",
            false => "a file, a rank or a square: Nbd2, N1f3, e2e4",
        };
        return Err(Complaint::new(at.clone(), what, remedy));
    }
    Ok(Place { file: file.and_then(File::from_char), rank: rank.and_then(Rank::from_char) })
}

/// A file and a rank, each of which may be open.
fn goal_of((symbols, at): &Written) -> Result<Place, Complaint> {
    let complain = |at: Range<usize>, what: &str, remedy: &str| Complaint::new(at, what, remedy);
    let mut symbols = symbols.chars();
    let (Some(file), Some(rank)) = (symbols.next(), symbols.next()) else {
        let what = "the move ends without a square";
        return Err(complain(at.end..at.end, what, "such as Nxf7, exd5 or Qx??"));
    };
    let place = Place { file: File::from_char(file), rank: Rank::from_char(rank) };
    match (place.file, place.rank) {
        (None, _) if file != '?' => {
            Err(complain(at.start..at.start + 1, "no file", "a to h, or ? for any"))
        }
        (_, None) if rank != '?' => {
            Err(complain(at.start + 1..at.end, "no rank", "1 to 8, or ? for any"))
        }
        _ => Ok(place),
    }
}

impl Complaint {
    fn new(at: Range<usize>, what: impl Into<String>, remedy: impl Into<String>) -> Complaint {
        Complaint { at, what: what.into(), remedy: remedy.into() }
    }

    /// Something at a place cannot stand there.
    fn unexpected(text: &str, start: usize) -> Complaint {
        let Some(found) = text[start..].chars().next() else {
            return Complaint::new(start..start, "no move", "such as Nxf7#, exd1=N# or castles#");
        };
        let what = format!("{found:?} cannot stand here");
        let remedy = match found {
            '0'..='9' => "ranks are 1 to 8, or ? for any; a number has dots: 5. or 5...",
            '(' => "(x) is for capturing or not: N(x)f7",
            '[' => "a captured man stands behind the square: Nxf7[R]",
            '{' => "a choice of men is written {QR}",
            'q' | 'r' | 'n' | 'k' | 's' => "men have capital letters: Nf7, b8=Q",
            'i'..='z' => "files are a to h, or ? for any",
            '!' => "leave out comments",
            _ => "a move is written such as Nxf7#, exd1=N#, ?xf7# or castles#",
        };
        Complaint::new(start..start + found.len_utf8(), what, remedy)
    }
}
