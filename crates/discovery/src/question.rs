//! Questions about games as people and programs write them: every part a text.
//!
//! ```
//! use solusrex_discovery::question::{Question, Sought};
//!
//! let question = Question {
//!     quickmate: Some("5...exd1=N#".to_owned()),
//!     first_move: Some("d3".to_owned()),
//!     still: Some("h2,h7".to_owned()),
//!     ..Question::default()
//! };
//! let Sought::Quickmate(terms) = question.sought()? else { unreachable!() };
//! assert_eq!(terms.to_string(), "5...exd1=N#; half-move 1 d3; still h2 h7");
//!
//! let wrong = Question { quickmate: Some("5...exd9=N#".to_owned()), ..Question::default() };
//! assert!(wrong.sought().unwrap_err().pattern().is_some());
//! # Ok::<(), solusrex_discovery::question::QuestionError>(())
//! ```

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Square, fen::Fen};

use crate::{
    construct::{ConstructError, Construction, Diagram},
    pattern::{MovePattern, PatternError},
    terms::{Length, Terms, TermsError},
};

/// The most half-moves that may be asked for: a thousand moves and a half.
pub const LONGEST: u32 = 2001;

/// Stack of a thread that searches games move by move to the last of [`LONGEST`], in bytes.
const STACK: usize = 64 << 20;

/// Threads for searches; their stacks suffice for the longest games.
///
/// # Errors
///
/// There are no threads to be had.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
}

/// A question about games. What is not given is not asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Question {
    /// The last move, in the language of `docs/discovery.md`; mate is meant unless it says otherwise. One of `quickmate` and
    /// `game` is needed.
    #[cfg_attr(feature = "openapi", schema(example = "5...exd1=N#"))]
    pub quickmate: Option<String>,
    /// The position that the games lead to.
    pub game: Option<Target>,
    /// Of a quickmate: after how many moves to give up, `8` or `7.5`.
    pub at_most: Option<String>,
    /// The position at the start, else the initial array.
    pub from: Option<String>,
    /// The first move: `e4`, `N??`.
    pub first_move: Option<String>,
    /// Moves with their numbers: `3.Bxf7+`.
    pub moves: Vec<String>,
    /// Moves that are never played: `castles`.
    pub never: Vec<String>,
    /// Only the men of these squares move: `e2,e7`.
    pub active: Option<String>,
    /// The men of these squares do not move: `e1,e8`.
    pub still: Option<String>,
    /// Who makes the last move, white or black.
    pub winner: Option<String>,
    /// Whether all games are to be told.
    pub all: bool,
    /// Whether games are to be counted, and of a quickmate one be told.
    pub count: bool,
    /// How many games are to be told; all are counted.
    pub limit: Option<usize>,
}

/// A position that games lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Target {
    /// A FEN, or its first field.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR")
    )]
    pub to: String,
    /// After how many moves, `4` or `4.5`.
    #[cfg_attr(feature = "openapi", schema(example = "4"))]
    pub moves: String,
    /// The shortest games of at most so many moves.
    pub shortest: bool,
    /// With no other rights to castle and no other en passant than the FEN gives.
    pub exactly: bool,
    /// The last move: `Kxe8`.
    pub last: Option<String>,
}

/// What is sought.
#[derive(Clone, Debug)]
pub enum Sought {
    /// The shortest games that end with a move.
    Quickmate(Terms),
    /// The games to a position.
    Game(Construction),
}

impl Sought {
    /// What is asked of the games.
    pub fn terms(&self) -> &Terms {
        match self {
            Sought::Quickmate(terms) => terms,
            Sought::Game(construction) => construction.terms(),
        }
    }
}

/// How many games are to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// As many as is usual.
    Usual,
    /// Their number above all.
    Number,
    /// So many.
    UpTo(usize),
    /// Every one.
    All,
}

/// Why something is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// Neither a last move nor a position.
    #[error("nothing is sought (give quickmate, a move such as \"Qh4#\", or game)")]
    Nothing,
    /// A last move and a position.
    #[error("quickmate and game are two questions (ask one of them)")]
    Both,
    /// A limit of quickmates for a position.
    #[error("at_most is for quickmates (of a game give moves, and shortest)")]
    AtMost,
    /// Two of `all`, `count` and `limit`.
    #[error("all, count and limit say how many games are told (give one of them)")]
    HowMany,
    /// No position to start from.
    #[error("no position to start from in {text:?}: {what} (give a FEN)")]
    Start {
        /// The text.
        text: String,
        /// What is wrong with it.
        what: String,
    },
    /// The first move has a number.
    #[error("the first move {0} has a number (leave it out, or give it with the other moves)")]
    NumberedFirst(MovePattern),
    /// No number of moves.
    #[error(
        "{0:?} is no number of moves (from 0.5 to 1000, such as 4, or 4.5 if White moves last)"
    )]
    Moves(String),
    /// More half-moves than can be asked for.
    #[error("{0} half-moves are too many (ask for {LONGEST} at most)")]
    TooLong(u32),
    /// No square.
    #[error("{name:?} is no square in {text:?} (such as e2,e7,g1)")]
    Square {
        /// The part that is none.
        name: String,
        /// The text.
        text: String,
    },
    /// No side.
    #[error("the winner {0:?} is no side (white or black)")]
    Winner(String),
    /// A move cannot be read.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The parts do not fit together.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The position is none, or does not fit.
    #[error(transparent)]
    Construct(#[from] ConstructError),
}

impl QuestionError {
    /// The move that cannot be read, with its place.
    pub fn pattern(&self) -> Option<&PatternError> {
        match self {
            QuestionError::Pattern(error) => Some(error),
            _ => None,
        }
    }
}

impl Question {
    /// What is sought, all parts read.
    ///
    /// # Errors
    ///
    /// See [`QuestionError`].
    pub fn sought(&self) -> Result<Sought, QuestionError> {
        match (&self.quickmate, &self.game) {
            (None, None) => Err(QuestionError::Nothing),
            (Some(_), Some(_)) => Err(QuestionError::Both),
            (Some(_), None) => Ok(Sought::Quickmate(self.terms()?)),
            (None, Some(_)) if self.at_most.is_some() => Err(QuestionError::AtMost),
            (None, Some(target)) => {
                Ok(Sought::Game(Construction::new(self.terms()?, target.diagram()?)?))
            }
        }
    }

    fn terms(&self) -> Result<Terms, QuestionError> {
        self.add_to(Terms::from(self.start()?))
    }

    /// Where the game starts.
    ///
    /// # Errors
    ///
    /// [`QuestionError::Start`].
    pub fn start(&self) -> Result<Chess, QuestionError> {
        let Some(text) = &self.from else { return Ok(Chess::default()) };
        let wrong = |what: String| QuestionError::Start { text: beginning(text), what };
        let fen: Fen = text.trim().parse().map_err(|error| wrong(format!("{error}")))?;
        fen.into_position(CastlingMode::Standard).map_err(|error| wrong(format!("{error}")))
    }

    /// Adds all that is asked, but for the start and the diagram, to what is asked already.
    ///
    /// # Errors
    ///
    /// A part that cannot be read, or that contradicts another.
    pub fn add_to(&self, mut terms: Terms) -> Result<Terms, QuestionError> {
        if let Some(length) = self.length()? {
            terms = terms.of_length(length)?;
        }
        if let Some(winner) = &self.winner {
            let side: Result<Color, _> = winner.parse();
            terms = terms.won_by(side.map_err(|_| QuestionError::Winner(beginning(winner)))?)?;
        }
        if let Some(first) = &self.first_move {
            let pattern: MovePattern = first.parse()?;
            if pattern.number.is_some() {
                return Err(QuestionError::NumberedFirst(pattern));
            }
            terms = terms.with_move_at(1, pattern)?;
        }
        for text in &self.moves {
            terms = terms.with_move(text.parse()?)?;
        }
        for text in &self.never {
            terms = terms.without(text.parse()?);
        }
        if let Some(active) = &self.active {
            terms = terms.moving_only(squares(active)?);
        }
        if let Some(still) = &self.still {
            terms = terms.keeping_still(squares(still)?);
        }
        if let Some(last) = &self.quickmate {
            terms = terms.ending_with(last.parse::<MovePattern>()?.or_mate())?;
        }
        if let Some(last) = self.game.as_ref().and_then(|target| target.last.as_ref()) {
            terms = terms.ending_with(last.parse()?)?;
        }
        let least = terms.lengths().next().unwrap_or(0);
        match terms.length() {
            Length::AtMost(plies) | Length::Exactly(plies) if plies > LONGEST => {
                Err(QuestionError::TooLong(plies))
            }
            _ if least > LONGEST => Err(QuestionError::TooLong(least)),
            _ => Ok(terms),
        }
    }

    /// The length, as far as it is given in moves.
    fn length(&self) -> Result<Option<Length>, QuestionError> {
        match (&self.game, &self.at_most) {
            (Some(target), _) => target.length().map(Some),
            (None, Some(moves)) => plies(moves).map(Length::AtMost).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// How many games are to be told.
    ///
    /// # Errors
    ///
    /// [`QuestionError::HowMany`].
    pub fn wanted(&self) -> Result<Wanted, QuestionError> {
        match (self.all, self.count, self.limit) {
            (false, false, None) => Ok(Wanted::Usual),
            (true, false, None) => Ok(Wanted::All),
            (false, true, None) => Ok(Wanted::Number),
            (false, false, Some(most)) => Ok(Wanted::UpTo(most)),
            _ => Err(QuestionError::HowMany),
        }
    }
}

impl Target {
    fn diagram(&self) -> Result<Diagram, ConstructError> {
        let diagram: Diagram = self.to.parse()?;
        Ok(if self.exactly { diagram.exactly() } else { diagram })
    }

    fn length(&self) -> Result<Length, QuestionError> {
        let plies = plies(&self.moves)?;
        Ok(if self.shortest { Length::AtMost(plies) } else { Length::Exactly(plies) })
    }
}

/// The half-moves of a number of moves: 4, or 4.5 for one half-move more.
///
/// ```
/// use solusrex_discovery::question::plies;
///
/// assert_eq!((plies("4")?, plies("4.5")?), (8, 9));
/// assert!(plies("4.2").is_err());
/// # Ok::<(), solusrex_discovery::question::QuestionError>(())
/// ```
///
/// # Errors
///
/// [`QuestionError::Moves`].
pub fn plies(text: &str) -> Result<u32, QuestionError> {
    let (moves, half) = match text.split_once('.') {
        Some((moves, "5")) => (moves, 1),
        Some((moves, "0")) => (moves, 0),
        Some(_) => ("", 0),
        None => (text, 0),
    };
    let moves: Option<u32> = moves.parse().ok().filter(|&moves| moves <= LONGEST / 2);
    let plies = moves.map(|moves| 2 * moves + half).filter(|&plies| plies > 0);
    plies.ok_or_else(|| QuestionError::Moves(beginning(text)))
}

/// Squares with commas, blanks or nothing between them.
///
/// ```
/// use shakmaty::{Bitboard, Square};
/// use solusrex_discovery::question::squares;
///
/// assert_eq!(squares("e2, e7 g1")?, Bitboard::from_iter([Square::E2, Square::E7, Square::G1]));
/// # Ok::<(), solusrex_discovery::question::QuestionError>(())
/// ```
///
/// # Errors
///
/// [`QuestionError::Square`].
pub fn squares(text: &str) -> Result<Bitboard, QuestionError> {
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let mut squares = Bitboard::EMPTY;
    for pair in symbols.chunks(2) {
        let name: String = pair.iter().collect();
        let square: Result<Square, _> = name.parse();
        squares.add(square.map_err(|_| QuestionError::Square { name, text: beginning(text) })?);
    }
    Ok(squares)
}

/// Of a text without end the beginning tells enough.
fn beginning(text: &str) -> String {
    text.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quickmate(text: &str) -> Question {
        Question { quickmate: Some(text.to_owned()), ..Question::default() }
    }

    fn game(moves: &str) -> Question {
        let to = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR".to_owned();
        let target = Target { to, moves: moves.to_owned(), ..Target::default() };
        Question { game: Some(target), ..Question::default() }
    }

    fn told(question: &Question) -> String {
        question.sought().unwrap_err().to_string()
    }

    #[test]
    fn a_move_without_a_sign_mates() {
        let Ok(Sought::Quickmate(terms)) = quickmate("Nf7").sought() else { panic!("a quickmate") };
        assert_eq!(terms.to_string(), "Nf7#");
    }

    #[test]
    fn errors_name_the_input_and_the_remedy() {
        assert!(told(&Question::default()).starts_with("nothing is sought (give quickmate"));
        let both = Question { game: game("4").game, ..quickmate("Qh4#") };
        assert!(told(&both).starts_with("quickmate and game are two questions"));
        let at_most = Question { at_most: Some("4".to_owned()), ..game("4") };
        assert!(told(&at_most).starts_with("at_most is for quickmates"));
        let winner = Question { winner: Some("grey".to_owned()), ..quickmate("Qh4#") };
        assert_eq!(told(&winner), "the winner \"grey\" is no side (white or black)");
        let first = Question { first_move: Some("1.e4".to_owned()), ..quickmate("Qh4#") };
        assert!(told(&first).starts_with("the first move 1.e4 has a number"));
        let still = Question { still: Some("e2,x9".to_owned()), ..quickmate("Qh4#") };
        assert_eq!(told(&still), "\"x9\" is no square in \"e2,x9\" (such as e2,e7,g1)");
        let from = Question { from: Some("8/".repeat(9000)), ..quickmate("Qh4#") };
        assert!(told(&from).len() < 300, "{}", told(&from));
        for moves in ["", "0", "x", "4.2", "1001", "-1", "4294967296", "1e3", "4.5.5"] {
            assert!(told(&game(moves)).contains("is no number of moves"), "{moves}");
        }
        let many = Question { all: true, count: true, ..quickmate("Qh4#") };
        assert_eq!(many.wanted(), Err(QuestionError::HowMany));
    }

    #[test]
    fn no_game_is_longer_than_can_be_searched() {
        for last in ["1001...Qh4#", "4294967295.Qh5#"] {
            assert!(told(&quickmate(last)).contains("half-moves are too many"), "{last}");
        }
        let late = Question { moves: vec!["1002.e4".to_owned()], ..quickmate("Qh5#") };
        assert!(told(&late).contains("half-moves are too many"), "{}", told(&late));
        assert!(quickmate("1000...Qh4#").sought().is_ok());
        assert!(game("1000.5").sought().is_ok());
    }

    #[test]
    fn fields_that_are_not_known_are_refused() {
        let error = serde_json::from_str::<Question>(r#"{"quickmate": "Qh4#", "nevre": []}"#);
        assert!(error.unwrap_err().to_string().contains("unknown field `nevre`"));
        let read: Question =
            serde_json::from_str(r#"{"game": {"to": "8/8", "moves": "4"}, "limit": 3}"#).unwrap();
        assert_eq!((read.game.unwrap().moves.as_str(), read.limit), ("4", Some(3)));
    }
}
