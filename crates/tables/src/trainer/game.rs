//! A game of the trainee against the tables.

use std::fmt;

use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist64};
use solusrex_game::Value;

use super::{
    Goal, METRIC,
    judge::{Choice, Judgement, choices, judge},
};
use crate::{
    ProbeError, Tablebase,
    metric::{FIFTY_MOVES, preference},
};

/// The moves after which a draw has been held long enough.
pub const HELD: u32 = 25;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// This side has mated.
    Mate(#[serde(serialize_with = "colour")] Color),
    /// The side to move has no move.
    Stalemate,
    /// Nobody has men to mate with.
    InsufficientMaterial,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// The trainee has given away half a point or more, and the game would go on.
    Thrown,
    /// The trainee has held the draw for [`HELD`] moves.
    Held,
}

fn colour<S: serde::Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(side)
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Mate(Color::White) => write!(f, "White mates"),
            End::Mate(Color::Black) => write!(f, "Black mates"),
            End::Stalemate => write!(f, "stalemate"),
            End::InsufficientMaterial => write!(f, "nobody has men to mate with"),
            End::Repetition => write!(f, "the position is there for the third time"),
            End::FiftyMoves => write!(f, "fifty moves without capture or pawn move"),
            End::Thrown => write!(f, "the result is given away"),
            End::Held => write!(f, "the draw has been held for {HELD} moves"),
        }
    }
}

/// A move of a game and what it was worth.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The position in which it was played.
    pub before: Chess,
    /// The move.
    pub judgement: Judgement,
}

/// A game of the trainee against the tables; see the [module](super) for an example.
#[derive(Debug)]
pub struct Game<'t> {
    tables: &'t Tablebase,
    start: Chess,
    position: Chess,
    side: Color,
    goal: Goal,
    fifty_moves: bool,
    plies: Vec<Ply>,
    chance: ChaCha8Rng,
}

impl<'t> Game<'t> {
    /// A game from a position with the trainee on one side. The seed decides between equal answers.
    ///
    /// # Errors
    ///
    /// The position cannot be looked up.
    pub fn new(
        tables: &'t Tablebase,
        position: Chess,
        side: Color,
        seed: u64,
    ) -> Result<Game<'t>, ProbeError> {
        let value = tables.probe(&position, METRIC)?;
        let plies = value.plies().map_or(0, |plies| plies.0);
        Ok(Game {
            tables,
            start: position.clone(),
            side,
            goal: Goal::of(if position.turn() == side { value } else { value.mirrored() }),
            fifty_moves: plies + position.halfmoves() <= FIFTY_MOVES,
            position,
            plies: Vec::new(),
            chance: ChaCha8Rng::seed_from_u64(seed),
        })
    }

    /// Where it began.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Where it is.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The trainee's side.
    pub fn side(&self) -> Color {
        self.side
    }

    /// What the trainee is to do.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether the fifty-move rule ends the game. It does not where best play may take longer: the
    /// counts to mate know nothing of it.
    pub fn regards_fifty_moves(&self) -> bool {
        self.fifty_moves
    }

    /// The moves so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Whether the trainee is to move.
    pub fn is_trainees_turn(&self) -> bool {
        self.position.turn() == self.side
    }

    /// What the position is worth to the side to move.
    ///
    /// # Errors
    ///
    /// It cannot be looked up.
    pub fn value(&self) -> Result<Value, ProbeError> {
        self.tables.probe(&self.position, METRIC)
    }

    /// The legal moves with their values, best first.
    ///
    /// # Errors
    ///
    /// A position after one of them cannot be looked up.
    pub fn choices(&self) -> Result<Vec<Choice>, ProbeError> {
        choices(self.tables, &self.position)
    }

    /// Plays a legal move of either side.
    ///
    /// # Errors
    ///
    /// A position after one of the moves cannot be looked up; the game is as it was.
    pub fn play(&mut self, mv: Move) -> Result<&Judgement, ProbeError> {
        let judgement = judge(self.tables, &self.position, mv)?;
        let before = self.position.clone();
        self.position.play_unchecked(mv);
        self.plies.push(Ply { before, judgement });
        Ok(&self.plies[self.plies.len() - 1].judgement)
    }

    /// Plays the program's move, if it is its turn and the game is not over: the shortest win, the
    /// longest defence, in a draw the move after which the fewest replies hold, new positions first;
    /// between equals chance decides.
    ///
    /// # Errors
    ///
    /// A position that can come about cannot be looked up; the game is as it was.
    pub fn answer(&mut self) -> Result<Option<&Judgement>, ProbeError> {
        if self.is_trainees_turn() || self.end().is_some() {
            return Ok(None);
        }
        let mut best = self.choices()?;
        let Some(first) = best.first() else { return Ok(None) };
        let value = first.value;
        best.retain(|choice| preference(&choice.value) == preference(&value));
        if value.is_drawn() {
            best = self.trickiest(best)?;
        }
        match best.choose(&mut self.chance).map(|choice| choice.mv) {
            Some(mv) => self.play(mv).map(Some),
            None => Ok(None),
        }
    }

    /// Of moves that draw, those after which the opponent has the fewest moves that hold; of these
    /// those into positions that have occurred least.
    fn trickiest(&self, drawing: Vec<Choice>) -> Result<Vec<Choice>, ProbeError> {
        let mut ranked = Vec::new();
        for choice in drawing {
            let mut after = self.position.clone();
            after.play_unchecked(choice.mv);
            let replies = choices(self.tables, &after)?;
            let losing = replies.iter().filter(|reply| reply.value.is_lost()).count();
            let holding = replies.len() - losing;
            // where nothing loses there is nothing to hold
            let rank = (self.occurred(&after), losing == 0, holding);
            ranked.push((rank, choice));
        }
        let least = ranked.iter().map(|(rank, _)| *rank).min();
        Ok(ranked.into_iter().filter(|(rank, _)| Some(*rank) == least).map(|(_, c)| c).collect())
    }

    /// How often a position has occurred.
    fn occurred(&self, position: &Chess) -> usize {
        let key = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
        let wanted = key(position);
        let earlier = self.plies.iter().map(|ply| &ply.before).chain([&self.position]);
        earlier.filter(|earlier| key(earlier) == wanted).count()
    }

    /// Why the game is over, if it is.
    pub fn end(&self) -> Option<End> {
        let position = &self.position;
        let thrown = self
            .plies
            .last()
            .is_some_and(|ply| ply.before.turn() == self.side && !ply.judgement.keeps());
        if position.is_checkmate() {
            Some(End::Mate(!position.turn()))
        } else if position.is_stalemate() {
            Some(End::Stalemate)
        } else if position.is_insufficient_material() {
            Some(End::InsufficientMaterial)
        } else if self.occurred(position) >= 3 {
            Some(End::Repetition)
        } else if self.fifty_moves && position.halfmoves() >= FIFTY_MOVES {
            Some(End::FiftyMoves)
        } else if thrown {
            Some(End::Thrown)
        } else if self.goal == Goal::Hold && self.trainees_moves() >= HELD as usize {
            Some(End::Held)
        } else {
            None
        }
    }

    /// How many moves the trainee has made.
    fn trainees_moves(&self) -> usize {
        self.plies.iter().filter(|ply| ply.before.turn() == self.side).count()
    }

    /// Whether the trainee has done what was to be done when the game ends so. Who is lost has done it
    /// if no move cost anything.
    pub fn is_done(&self, end: End) -> bool {
        let mut own = self.plies.iter().filter(|ply| ply.before.turn() == self.side);
        match self.goal {
            Goal::Win => end == End::Mate(self.side),
            Goal::Hold => {
                !matches!(end, End::Mate(side) if side != self.side) && end != End::Thrown
            }
            Goal::Last => own.all(|ply| ply.judgement.is_best()),
        }
    }

    /// Takes back the trainee's last move and the answer to it; whether there was one.
    pub fn back(&mut self) -> bool {
        let own = self.plies.iter().rposition(|ply| ply.before.turn() == self.side);
        let Some(at) = own else { return false };
        self.position = self.plies[at].before.clone();
        self.plies.truncate(at);
        true
    }

    /// Lets the trainee take the other side; the goal becomes what the position is worth to it.
    ///
    /// # Errors
    ///
    /// The position cannot be looked up; nothing changes.
    pub fn change_sides(&mut self) -> Result<(), ProbeError> {
        let value = self.value()?;
        self.side = !self.side;
        self.goal = Goal::of(if self.is_trainees_turn() { value } else { value.mirrored() });
        Ok(())
    }
}
