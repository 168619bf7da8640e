//! Construction tasks and proof games: which games lead to a position in a given number of moves?
//!
//! ```
//! use shakmaty::Chess;
//! use solusrex_discovery::{Length, Terms, construct::{Construction, Diagram, Effort}};
//!
//! // Tibor Orban, Die Schwalbe 1976: after Black's fourth move
//! let diagram: Diagram = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR".parse()?;
//! let terms = Terms::from(Chess::default()).of_length(Length::Exactly(8))?;
//! let answer = Construction::new(terms, diagram)?.games(&Effort::default(), &|_| {})?;
//! assert!(answer.is_unique());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a diagram says
//!
//! A diagram may be a whole FEN, or its first field alone. Only what it says is asked for: a right to
//! castle, or a square of en passant, has to be there if it is given, and need not be missing if it is
//! not; the side to move follows from the number of moves. [`Diagram::exactly`] asks for no other
//! rights and no other en passant than those given.
//!
//! # How games are found
//!
//! From both ends. Moves from the start make layers of positions, un-moves from the diagram
//! ([`solusrex_rules::retro`]) layers of what they state; what takes less work grows until both meet in
//! the middle. In each layer remain the positions that are near enough to the other end (`bound`).
//! Where a position agrees with a statement, the games are put together, and every move of them is
//! held against the terms again.

mod bound;
mod meet;

use std::{
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position,
    PositionError, Setup, Square, fen::Fen,
};

use crate::{
    quickmate::Exhausted,
    terms::{Length, Terms, name},
};

/// A position to be reached, of which some things may be left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    board: Board,
    turn: Option<Color>,
    rights: Bitboard,
    en_passant: Option<Square>,
    exact: bool,
}

/// A question about games.
#[derive(Clone, Debug)]
pub struct Construction {
    terms: Terms,
    diagram: Diagram,
}

/// How much work may be done, and how much is wanted.
#[derive(Clone, Debug)]
pub struct Effort {
    /// How many games are written down; all are counted.
    pub games: usize,
    /// How many bytes the layers may take.
    pub memory: usize,
    /// Set this to end the search.
    pub cancelled: Arc<AtomicBool>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { games: usize::MAX, memory: 4 << 30, cancelled: Arc::default() }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The half-moves of the games, or of the longest that were looked for.
    pub plies: u32,
    /// How many games there are.
    pub count: u128,
    /// The games, as many as were wanted.
    pub games: Vec<Vec<Move>>,
    /// Numbers of half-moves proved not to suffice.
    pub excluded: Vec<u32>,
    /// How many positions were searched.
    pub positions: u64,
    /// The lengths that were searched to the end: of these there are no other games.
    pub exhausted: Vec<Exhausted>,
}

impl Answer {
    /// Whether there is one game and no other.
    pub fn is_unique(&self) -> bool {
        self.count == 1
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The half-moves of the games that are looked for.
    pub plies: u32,
    /// The half-moves played from the start.
    pub forward: u32,
    /// The half-moves taken back from the diagram.
    pub backward: u32,
    /// The positions of all layers.
    pub positions: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstructError {
    /// No such diagram.
    #[error("no diagram: {what} in {text:?} (give a FEN, or its first field)")]
    Diagram {
        /// The text.
        text: String,
        /// What is wrong with it.
        what: String,
    },
    /// The side to move does not fit the number of half-moves.
    #[error("after {plies} half-moves it is {} to move, not {} (leave the side out, or ask for one more or less)",
        name(!*.turn), name(*.turn))]
    OtherTurn {
        /// The half-moves asked for.
        plies: u32,
        /// Who is to move in the diagram.
        turn: Color,
    },
    /// The shortest game is asked for without a limit.
    #[error(
        "without a limit the search for the shortest game may never end (say at most how many moves)"
    )]
    NoLimit,
    /// The layers outgrew the memory.
    #[error(
        "{positions} positions are more than {mib} MiB hold (allow more memory, or ask for less)"
    )]
    Memory {
        /// The positions at hand.
        positions: u64,
        /// The memory that was allowed.
        mib: usize,
    },
    /// More games than can be counted.
    #[error("there are more than 10^38 games (ask for fewer moves)")]
    TooMany,
    /// The search was ended.
    #[error("interrupted before the answer (give it more time)")]
    Cancelled,
}

impl FromStr for Diagram {
    type Err = ConstructError;

    fn from_str(text: &str) -> Result<Diagram, ConstructError> {
        // of a text without end the beginning tells enough
        let shown: String = text.chars().take(120).collect();
        let wrong = |what: String| ConstructError::Diagram { text: shown.clone(), what };
        let fen: Fen = text.trim().parse().map_err(|error| wrong(format!("{error}")))?;
        let says_turn = text.trim().split([' ', '_']).nth(1).is_some();
        let setup = fen.into_setup();
        let diagram = Diagram {
            turn: says_turn.then_some(setup.turn),
            board: setup.board,
            rights: setup.castling_rights,
            en_passant: setup.ep_square,
            exact: false,
        };
        let possible = [Color::White, Color::Black]
            .into_iter()
            .filter(|&turn| diagram.turn.is_none_or(|given| given == turn))
            .map(|turn| diagram.stated(turn));
        let mut last = Ok(());
        for stated in possible {
            match stated {
                Ok(_) => return Ok(diagram),
                Err(error) => last = Err(wrong(error.to_string())),
            }
        }
        last.map(|()| diagram)
    }
}

impl Diagram {
    /// With no other rights to castle and no other en passant than those given.
    pub fn exactly(mut self) -> Diagram {
        self.exact = true;
        self
    }

    /// What it states, with a side to move.
    fn stated(&self, turn: Color) -> Result<Chess, Box<PositionError<Chess>>> {
        let setup = Setup {
            board: self.board.clone(),
            turn,
            castling_rights: self.rights,
            ep_square: self.en_passant,
            ..Setup::empty()
        };
        Chess::from_setup(setup, CastlingMode::Standard).map_err(Box::new)
    }

    /// Whether a position is the one stated, rights and en passant included, where that is asked.
    fn is_exact(&self, position: &Chess, stated: &Chess) -> bool {
        let rights = |position: &Chess| position.castles().castling_rights();
        !self.exact
            || rights(position) == rights(stated)
                && position.ep_square(EnPassantMode::Legal)
                    == stated.ep_square(EnPassantMode::Legal)
    }
}

impl Construction {
    /// Asks for games with these terms to a diagram.
    ///
    /// # Errors
    ///
    /// [`ConstructError::NoLimit`] for the shortest game of any length, and
    /// [`ConstructError::OtherTurn`] if the diagram gives another side to move than the length.
    pub fn new(terms: Terms, diagram: Diagram) -> Result<Construction, ConstructError> {
        match terms.length() {
            Length::Shortest => Err(ConstructError::NoLimit),
            Length::Exactly(plies) => match diagram.turn {
                Some(turn) if turn != terms.side_at(plies + 1) => {
                    Err(ConstructError::OtherTurn { plies, turn })
                }
                _ => Ok(Construction { terms, diagram }),
            },
            Length::AtMost(_) => Ok(Construction { terms, diagram }),
        }
    }

    /// The terms of the games.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// All games of the least number of half-moves that the terms allow.
    ///
    /// # Errors
    ///
    /// If the search was cancelled or outgrew the memory.
    pub fn games(
        &self,
        effort: &Effort,
        told: &(dyn Fn(Progress) + Sync),
    ) -> Result<Answer, ConstructError> {
        let mut answer = Answer::default();
        self.search(effort, told, &mut answer)?;
        Ok(answer)
    }

    /// The same, which leaves in the answer what was proved before a search is broken off.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use solusrex_discovery::{Length, Terms, construct::{Answer, Construction, Effort}};
    ///
    /// let terms = Terms::from(Chess::default()).of_length(Length::AtMost(8))?;
    /// let diagram = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR".parse()?;
    /// let mut answer = Answer::default();
    /// Construction::new(terms, diagram)?.search(&Effort::default(), &|_| {}, &mut answer)?;
    /// assert_eq!((answer.plies, answer.excluded), (6, vec![1, 2, 3, 4, 5]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the search was cancelled or outgrew the memory.
    pub fn search(
        &self,
        effort: &Effort,
        told: &(dyn Fn(Progress) + Sync),
        answer: &mut Answer,
    ) -> Result<(), ConstructError> {
        for plies in self.terms.lengths() {
            if effort.cancelled.load(Ordering::Relaxed) {
                return Err(ConstructError::Cancelled);
            }
            let turn = self.terms.side_at(plies.saturating_add(1));
            answer.plies = plies;
            let stated = self.diagram.turn.is_none_or(|given| given == turn);
            let mut positions = 0;
            // a king that could be taken: no game of this length
            if let Some(Ok(stated)) = stated.then(|| self.diagram.stated(turn)) {
                let found = meet::search(self, plies, &stated, effort, told)?;
                positions = found.positions;
                (answer.count, answer.games) = (found.count, found.games);
            }
            answer.positions += positions;
            answer.exhausted.push(Exhausted { plies, positions });
            if answer.count > 0 {
                break;
            }
            answer.excluded.push(plies);
        }
        Ok(())
    }
}
