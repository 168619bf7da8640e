//! A position to train with, as hard as asked for.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use shakmaty::{Chess, Color, EnPassantMode, Position, Role, fen::Fen};
use solusrex_game::{Moves, Value};

use super::{Goal, Level, METRIC, judge::choices};
use crate::{
    board::Symmetry,
    ending::{Ending, Man},
    layout::Squares,
    placement::Placement,
    tablebase::{ProbeError, Tablebase},
};

/// Which position is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The ending, with the colours as they shall be: in `KRKQ` White has the rook.
    pub ending: Ending,
    /// The trainee's side, which is to move.
    pub side: Color,
    /// What is to be done; if none, what is [usual](usual_goal).
    pub goal: Option<Goal>,
    /// How hard it shall be.
    pub level: Level,
    /// The same seed gives the same position.
    pub seed: u64,
}

/// A position to train with. The trainee is to move.
#[derive(Clone, Debug, Serialize)]
pub struct Lesson {
    /// The position.
    #[serde(skip)]
    pub position: Chess,
    /// The same as a text.
    pub fen: String,
    /// The ending.
    pub ending: Ending,
    /// What is to be done.
    pub goal: Goal,
    /// How hard it is.
    pub level: Level,
    /// What it is worth to the trainee.
    #[serde(flatten)]
    pub value: Value,
    /// The same in moves of the winner.
    pub moves: Option<Moves>,
}

/// Why there is no such position.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// Nothing to win or to lose.
    #[error("{0}: nobody wins (choose another ending, such as KQKR)")]
    NobodyWins(Ending),
    /// The ending has no such position.
    #[error(
        "{ending}: {side} to move has no {level} position to {goal} (try another level, goal or side)"
    )]
    None {
        /// The ending.
        ending: Ending,
        /// The trainee's side.
        side: Color,
        /// What was to be done.
        goal: Goal,
        /// How hard it was to be.
        level: Level,
    },
    /// None was found by chance.
    #[error(
        "{ending}: no {level} draw for {side} to hold among {tried} positions (try another level, goal or seed)"
    )]
    NotFound {
        /// The ending.
        ending: Ending,
        /// The trainee's side.
        side: Color,
        /// How hard it was to be.
        level: Level,
        /// How many positions were looked at.
        tried: u32,
    },
    /// A draw has no length.
    #[error("draws have no length (for a draw take the level easy, medium or hard)")]
    EndlessDraw,
    /// A table is missing or broken.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

/// Random placements that are looked at before a table is searched from end to end.
const TRIES: u32 = 1 << 15;

/// Chooses a position.
///
/// Random placements are looked up until one is as wanted. Where such positions are rare, and always for
/// [`Level::Longest`], the table is read from end to end; only the wanted positions are kept.
///
/// # Errors
///
/// See [`LessonError`].
pub fn lesson(tables: &Tablebase, wish: &Wish) -> Result<Lesson, LessonError> {
    let &Wish { ending, side, level, seed, .. } = wish;
    if ending == Ending::KINGS {
        return Err(LessonError::NobodyWins(ending));
    }
    let goal = match wish.goal {
        Some(goal) => goal,
        None => usual_goal(tables, ending, side)?,
    };
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let position = match goal {
        Goal::Hold => draw(tables, wish, &mut chance)?,
        Goal::Win | Goal::Last => decided(tables, wish, goal, &mut chance)?,
    };
    let value = tables.probe(&position, METRIC)?;
    let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
    Ok(Lesson { position, fen, ending, goal, level, value, moves: value.moves() })
}

/// What a side usually trains in an ending: the stronger one to win; the other one to hold the draw
/// or, where it mostly has none, to last.
///
/// # Errors
///
/// Nobody wins, or a table is missing or broken.
pub fn usual_goal(tables: &Tablebase, ending: Ending, side: Color) -> Result<Goal, LessonError> {
    if longest(tables, ending, side, Goal::Win)?.is_none()
        && longest(tables, ending, side, Goal::Last)?.is_none()
    {
        return Err(LessonError::NobodyWins(ending));
    }
    let stronger = if ending.canonical().1 { Color::Black } else { Color::White };
    if side == stronger || ending == ending.exchanged() {
        return Ok(Goal::Win);
    }
    /// Enough to see what is common; always the same positions.
    const SAMPLE: usize = 400;
    let mut chance = ChaCha8Rng::seed_from_u64(0);
    let (mut lost, mut drawn) = (0, 0);
    for _ in 0..TRIES {
        if lost + drawn == SAMPLE {
            break;
        }
        let Some(position) = random(ending, side, &mut chance) else { continue };
        match tables.probe(&position, METRIC)? {
            Value::Lost(_) => lost += 1,
            Value::Drawn => drawn += 1,
            Value::Won(_) => {}
        }
    }
    Ok(if lost > drawn { Goal::Last } else { Goal::Hold })
}

/// The longest win or loss of a side to move.
fn longest(
    tables: &Tablebase,
    ending: Ending,
    side: Color,
    goal: Goal,
) -> Result<Option<u32>, ProbeError> {
    let values = tables.values(ending, METRIC, side)?;
    let moves = values.into_iter().filter(|&value| Goal::of(value) == goal && goal != Goal::Hold);
    Ok(moves.filter_map(|value| Some(value.moves()?.0)).filter(|&moves| moves > 0).max())
}

/// A position that somebody wins.
fn decided(
    tables: &Tablebase,
    wish: &Wish,
    goal: Goal,
    chance: &mut ChaCha8Rng,
) -> Result<Chess, LessonError> {
    let &Wish { ending, side, level, .. } = wish;
    let none = || LessonError::None { ending, side, goal, level };
    let longest = longest(tables, ending, side, goal)?.ok_or_else(none)?;
    let wanted = |value: Value| {
        Goal::of(value) == goal
            && value.moves().is_some_and(|moves| moves.0 > 0 && level.admits(moves.0, longest))
    };
    // the longest are mostly too few to be met by chance
    for _ in 0..if level == Level::Longest { 0 } else { TRIES } {
        if let Some(position) = random(ending, side, chance)
            && wanted(tables.probe(&position, METRIC)?)
        {
            return Ok(position);
        }
    }
    search(tables, ending, side, wanted, chance)?.ok_or_else(none)
}

/// A random placement of the men, if it is a position in which something can be played.
fn random(ending: Ending, side: Color, chance: &mut ChaCha8Rng) -> Option<Chess> {
    let kings = Color::ALL.map(|colour| Man { colour, role: Role::King });
    let men: Vec<Man> = kings.into_iter().chain(ending.all_but_kings()).collect();
    let mut squares = Squares::default();
    for (square, man) in squares.iter_mut().zip(&men) {
        *square = match man.role {
            Role::Pawn => chance.random_range(8..56),
            _ => chance.random_range(0..64),
        };
    }
    let placement =
        Placement::new(&men, squares).filter(|placement| placement.is_position(side))?;
    placement.chess(side).filter(|position| !position.legal_moves().is_empty())
}

/// A random one of all positions with a wanted value, each symmetry class being as likely.
fn search(
    tables: &Tablebase,
    ending: Ending,
    side: Color,
    wanted: impl Fn(Value) -> bool,
    chance: &mut ChaCha8Rng,
) -> Result<Option<Chess>, ProbeError> {
    let (canonical, exchanged) = ending.canonical();
    let at_table = if exchanged { !side } else { side };
    let (layout, slots) = tables.find((canonical, METRIC), at_table, wanted)?;
    if slots.is_empty() {
        return Ok(None);
    }
    let slot = slots[chance.random_range(0..slots.len())];
    let symmetry = Symmetry(chance.random_range(0..if ending.has_pawns() { 2 } else { 8 }));
    let turned = if exchanged { 56 } else { 0 };
    let squares = layout.squares(slot).map(|square| symmetry.image(square) ^ turned);
    let colours =
        |&man: &Man| Man { colour: if exchanged { !man.colour } else { man.colour }, ..man };
    let men: Vec<Man> = layout.men().iter().map(colours).collect();
    Ok(Placement::new(&men, squares).and_then(|placement| placement.chess(side)))
}

/// A draw that is not held by itself.
fn draw(tables: &Tablebase, wish: &Wish, chance: &mut ChaCha8Rng) -> Result<Chess, LessonError> {
    let &Wish { ending, side, level, .. } = wish;
    if level == Level::Longest {
        return Err(LessonError::EndlessDraw);
    }
    for _ in 0..TRIES {
        let Some(position) = random(ending, side, chance) else { continue };
        if !tables.probe(&position, METRIC)?.is_drawn() {
            continue;
        }
        let moves = choices(tables, &position)?;
        let (all, holding) = (moves.len(), moves.iter().filter(|mv| mv.value.is_drawn()).count());
        let wanted = match level {
            Level::Easy => holding < all && 3 * holding > all,
            Level::Medium => 3 * holding <= all && (holding > 1 || all < 3),
            Level::Hard | Level::Longest => holding == 1 && all >= 3,
        };
        if wanted && !moves.iter().any(|choice| is_over_after(&position, choice.mv)) {
            return Ok(position);
        }
    }
    Err(LessonError::NotFound { ending, side, level, tried: TRIES })
}

/// Whether a move ends the game in a draw: nothing is left to hold.
fn is_over_after(position: &Chess, mv: shakmaty::Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.is_insufficient_material() || after.is_stalemate()
}
