//! What is asked of a game: where it starts, how long it is, which moves and men it has.
//!
//! ```
//! use shakmaty::{Bitboard, Chess, Square};
//! use solusrex_discovery::{Length, Terms};
//!
//! let terms = Terms::from(Chess::default())
//!     .ending_with("5...exd1=N#".parse()?)?
//!     .with_move("1.d3".parse()?)?
//!     .keeping_still(Bitboard::from_iter([Square::H2, Square::H7]));
//! assert_eq!(terms.length(), Length::Exactly(10));
//! assert_eq!(terms.to_string(), "5...exd1=N#; 1.d3; still h2 h7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Half-moves, *plies*, are counted from the start: the first one is ply 1. Move numbers are those of
//! the start position, so that in a game from the array `5...` is ply 10.
//!
//! # Active men
//!
//! Only active men move. Activity belongs to the man, so the set of their squares changes with every
//! move ([`step`]); two searches that meet in one position with other active men go on differently.
//! Who castles moves king and rook: both have to be active.

use std::{fmt, num::NonZeroU32};

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Square};

use crate::pattern::MovePattern;

/// What is asked of a game.
#[derive(Clone, Debug)]
pub struct Terms {
    start: Chess,
    length: Length,
    winner: Option<Color>,
    last: MovePattern,
    moves: Vec<(u32, MovePattern)>,
    never: Vec<MovePattern>,
    active: Option<Bitboard>,
}

/// How many half-moves a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Length {
    /// The fewest possible, however many that is.
    #[default]
    Shortest,
    /// The fewest possible, but no more than these.
    AtMost(u32),
    /// This number.
    Exactly(u32),
}

/// Why something cannot be asked of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// The number is not one of the game.
    #[error("{pattern} comes before the start, where {first} is played (count on from there)")]
    BeforeStart {
        /// The move asked for.
        pattern: MovePattern,
        /// The first move number, with its dots.
        first: String,
    },
    /// A move inside the game without a number.
    #[error("{0} does not say when (number it, such as 3.{0} or 3...{0})")]
    Unnumbered(MovePattern),
    /// A move beyond the end.
    #[error("{pattern} comes after the end of a game of {plies} half-moves (ask for a longer one)")]
    AfterEnd {
        /// The move asked for.
        pattern: MovePattern,
        /// The half-moves of the game.
        plies: u32,
    },
    /// The last move is numbered, and the length is another.
    #[error("{pattern} is half-move {ply}, but the game has {wanted} (leave one of them out)")]
    OtherLength {
        /// The last move asked for.
        pattern: MovePattern,
        /// The half-move it is.
        ply: u32,
        /// The length asked for.
        wanted: Length,
    },
    /// The last move is not the winner's.
    #[error("{pattern} is not a move of {} (name the other side, or none)", name(*.winner))]
    OtherWinner {
        /// The last move asked for.
        pattern: MovePattern,
        /// Who is to win.
        winner: Color,
    },
    /// The side that makes the last move cannot do so after so many half-moves.
    #[error("after {plies} half-moves it is not {} who has moved (ask for one more or less)", name(*.winner))]
    OtherTurn {
        /// The half-moves of the game.
        plies: u32,
        /// Who is to make the last move.
        winner: Color,
    },
}

impl From<Chess> for Terms {
    /// Any game from a position.
    fn from(start: Chess) -> Terms {
        Terms {
            start,
            length: Length::Shortest,
            winner: None,
            last: MovePattern::ANY,
            moves: Vec::new(),
            never: Vec::new(),
            active: None,
        }
    }
}

impl Terms {
    /// With this last move; a number fixes the length.
    ///
    /// # Errors
    ///
    /// If the number, the length or the winner contradict it.
    pub fn ending_with(mut self, pattern: MovePattern) -> Result<Terms, TermsError> {
        if let Some(ply) = self.ply_of(&pattern)? {
            let fits = match self.length {
                Length::Shortest => true,
                Length::AtMost(most) => ply <= most,
                Length::Exactly(plies) => ply == plies,
            };
            if !fits {
                return Err(TermsError::OtherLength { pattern, ply, wanted: self.length });
            }
            self.length = Length::Exactly(ply);
        }
        self.last = pattern;
        self.checked()
    }

    /// Of this length.
    ///
    /// # Errors
    ///
    /// If a numbered move or the winner contradict it.
    pub fn of_length(mut self, length: Length) -> Result<Terms, TermsError> {
        self.length = length;
        let last = std::mem::replace(&mut self.last, MovePattern::ANY);
        self.ending_with(last)
    }

    /// In which this side makes the last move.
    ///
    /// # Errors
    ///
    /// If the last move or the length contradict it.
    pub fn won_by(mut self, winner: Color) -> Result<Terms, TermsError> {
        self.winner = Some(winner);
        self.checked()
    }

    /// With this move, which has a number.
    ///
    /// # Errors
    ///
    /// If it has none, or one that is not in the game.
    pub fn with_move(self, pattern: MovePattern) -> Result<Terms, TermsError> {
        match self.ply_of(&pattern)? {
            Some(ply) => self.with_move_at(ply, pattern),
            None => Err(TermsError::Unnumbered(pattern)),
        }
    }

    /// With this move at a half-move, counted from 1.
    ///
    /// # Errors
    ///
    /// If the game is shorter.
    pub fn with_move_at(mut self, ply: u32, pattern: MovePattern) -> Result<Terms, TermsError> {
        self.moves.push((ply, pattern));
        self.checked()
    }

    /// In which no such move is played.
    pub fn without(mut self, pattern: MovePattern) -> Terms {
        self.never.push(pattern);
        self
    }

    /// In which only the men on these squares move.
    pub fn moving_only(mut self, squares: Bitboard) -> Terms {
        let occupied = self.start.board().occupied();
        self.active = Some(self.active.unwrap_or(occupied) & squares);
        self
    }

    /// In which the men on these squares do not move; they may be captured.
    pub fn keeping_still(self, squares: Bitboard) -> Terms {
        self.moving_only(!squares)
    }

    fn checked(self) -> Result<Terms, TermsError> {
        if let (Some(winner), Some(side)) = (self.winner, self.last.only_side())
            && winner != side
        {
            return Err(TermsError::OtherWinner { pattern: self.last, winner });
        }
        if let Length::Exactly(plies) = self.length
            && let Some(winner) = self.last_side()
            && (plies == 0 || self.side_at(plies) != winner)
        {
            return Err(TermsError::OtherTurn { plies, winner });
        }
        if let Length::Exactly(plies) | Length::AtMost(plies) = self.length
            && let Some((_, pattern)) = self.moves.iter().find(|&&(ply, _)| ply > plies || ply == 0)
        {
            return Err(TermsError::AfterEnd { pattern: pattern.clone(), plies });
        }
        Ok(self)
    }

    /// The half-move of a numbered move.
    fn ply_of(&self, pattern: &MovePattern) -> Result<Option<u32>, TermsError> {
        let (Some(number), Some(side)) = (pattern.number, pattern.side) else { return Ok(None) };
        let count =
            |number: NonZeroU32, side: Color| 2 * u64::from(number.get()) + side.fold_wb(0, 1);
        let first = count(self.start.fullmoves(), self.start.turn());
        let ply = (count(number, side) + 1).checked_sub(first).filter(|&ply| ply > 0);
        match ply {
            // beyond all games that are searched; the side stays the same
            Some(ply) => {
                let beyond = u32::MAX - u32::from(ply.is_multiple_of(2));
                Ok(Some(u32::try_from(ply).unwrap_or(beyond)))
            }
            None => {
                let dots = self.start.turn().fold_wb(".", "...");
                let first = format!("{}{dots}", self.start.fullmoves());
                Err(TermsError::BeforeStart { pattern: pattern.clone(), first })
            }
        }
    }

    /// Where the game starts.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// How long it is to be.
    pub fn length(&self) -> Length {
        self.length
    }

    /// What the last move is to be.
    pub fn last(&self) -> &MovePattern {
        &self.last
    }

    /// Who makes the last move, as far as the winner and the last move say.
    pub fn last_side(&self) -> Option<Color> {
        self.winner.or(self.last.only_side())
    }

    /// Who makes a half-move.
    pub fn side_at(&self, ply: u32) -> Color {
        if ply % 2 == 1 { self.start.turn() } else { !self.start.turn() }
    }

    /// The numbers of half-moves that a game can have, the least first; without end if it is to be
    /// the shortest.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use solusrex_discovery::{Length, Terms};
    ///
    /// let terms = Terms::from(Chess::default()).ending_with("exd1=N#".parse()?)?;
    /// assert!(terms.lengths().take(3).eq([2, 4, 6]));
    /// let terms = terms.of_length(Length::AtMost(5))?;
    /// assert!(terms.lengths().eq([2, 4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lengths(&self) -> impl Iterator<Item = u32> + use<> {
        let (least, most) = match self.length {
            Length::Shortest => (1, u32::MAX),
            Length::AtMost(most) => (1, most),
            Length::Exactly(plies) => (plies, plies),
        };
        // every prescribed move has to come
        let least = self.moves.iter().map(|&(ply, _)| ply).fold(least, u32::max);
        let (side, turn) = (self.last_side(), self.start.turn());
        (least..=most).filter(move |ply| side.is_none_or(|side| (side == turn) == (ply % 2 == 1)))
    }

    /// The squares of the men that may move at the start; none if all may.
    pub fn active(&self) -> Option<Bitboard> {
        self.active
    }

    /// Whether the terms let a legal move be played at a half-move, counted from 1. Of active men
    /// ([`is_active`]) and of the last move ([`Terms::ends`]) nothing is said.
    pub fn allows(&self, ply: u32, before: &Chess, mv: Move) -> bool {
        self.moves.iter().all(|(at, pattern)| *at != ply || pattern.matches(before, mv))
            && !self.never.iter().any(|pattern| pattern.matches(before, mv))
    }

    /// Whether a legal move may be the last.
    pub fn ends(&self, before: &Chess, mv: Move) -> bool {
        self.winner.is_none_or(|winner| winner == before.turn()) && self.last.matches(before, mv)
    }

    /// Whether nothing is asked of the moves of a game, so that any of its men may play any move.
    pub fn are_free(&self) -> bool {
        self.moves.is_empty() && self.never.is_empty() && self.active.is_none()
    }
}

/// Whether a move moves active men only.
pub fn is_active(active: Bitboard, mv: Move) -> bool {
    match mv {
        Move::Castle { king, rook } => active.contains(king) && active.contains(rook),
        _ => mv.from().is_some_and(|from| active.contains(from)),
    }
}

/// The squares of the active men after a move of one of them.
///
/// ```
/// use shakmaty::{Bitboard, Chess, Square, san::San};
/// use solusrex_discovery::terms::step;
///
/// let active = Bitboard::from_iter([Square::G1, Square::E2]);
/// let mv = "Nf3".parse::<San>()?.to_move(&Chess::default())?;
/// assert_eq!(step(active, mv), Bitboard::from_iter([Square::F3, Square::E2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn step(active: Bitboard, mv: Move) -> Bitboard {
    match mv {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let on_rank = |file| Square::from_coords(file, king.rank());
            let (king_to, rook_to) = (side.king_to_file(), side.rook_to_file());
            active.without(king).without(rook).with(on_rank(king_to)).with(on_rank(rook_to))
        }
        Move::EnPassant { from, to } => {
            let captured = Square::from_coords(to.file(), from.rank());
            active.without(from).without(captured).with(to)
        }
        Move::Normal { from, to, .. } => active.without(from).with(to),
        Move::Put { to, .. } => active.with(to),
    }
}

pub(crate) fn name(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

/// `at most 12 half-moves`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Shortest => f.write_str("as few half-moves as possible"),
            Length::AtMost(plies) => write!(f, "at most {plies} half-moves"),
            Length::Exactly(plies) => write!(f, "{plies} half-moves"),
        }
    }
}

/// The terms in one line: `5...exd1=N#; 1.d3; still h2 h7`.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.last)?;
        for (ply, pattern) in &self.moves {
            match pattern.number {
                Some(_) => write!(f, "; {pattern}")?,
                None => write!(f, "; half-move {ply} {pattern}")?,
            }
        }
        for pattern in &self.never {
            write!(f, "; never {pattern}")?;
        }
        if let Some(active) = self.active {
            let still = self.start.board().occupied() & !active;
            let (word, squares) =
                if active.count() <= still.count() { ("only", active) } else { ("still", still) };
            write!(f, "; {word}")?;
            squares.into_iter().try_for_each(|square| write!(f, " {square}"))?;
        }
        Ok(())
    }
}
