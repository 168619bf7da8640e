//! What a move is worth against the best one.

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Move, Position};
use solusrex_game::{Moves, Value};

use super::METRIC;
use crate::{
    line::san,
    metric::preference,
    tablebase::{ProbeError, Tablebase},
};

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move.
    #[serde(skip)]
    pub mv: Move,
    /// The move, such as `e7e8q`.
    pub uci: String,
    /// The move, such as `e8=Q+`.
    pub san: String,
    /// Its value for the side that plays it.
    #[serde(flatten)]
    pub value: Value,
    /// The same in moves of the winner, this one counted if it is his.
    pub moves: Option<Moves>,
}

/// A move that was played, against the best that there was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// The move.
    #[serde(flatten)]
    pub choice: Choice,
    /// What the position was worth.
    pub best: Value,
    /// The half-points that it gives away.
    pub half_points_lost: u8,
    /// By how many moves it makes a win longer or a loss shorter, 0 for the best moves and for all
    /// that keep a draw; none if it gives away half-points.
    pub cost: Option<Moves>,
    /// The moves that are better, best first.
    pub better: Vec<Choice>,
}

impl Choice {
    fn new(tables: &Tablebase, position: &Chess, mv: Move) -> Result<Choice, ProbeError> {
        let value = tables.probe_move(position, mv, METRIC)?;
        Ok(Choice {
            mv,
            uci: mv.to_uci(CastlingMode::Standard).to_string(),
            san: san(position, mv),
            value,
            moves: value.moves(),
        })
    }

    /// Better moves have greater ranks.
    fn rank(&self) -> impl Ord + use<> {
        preference(&self.value)
    }
}

impl Judgement {
    /// Whether no move was better.
    pub fn is_best(&self) -> bool {
        self.better.is_empty()
    }

    /// Whether the position keeps its result.
    pub fn keeps(&self) -> bool {
        self.half_points_lost == 0
    }

    /// The better moves that would have kept the result, best first.
    pub fn keepers(&self) -> impl Iterator<Item = &Choice> {
        let points = points(self.best);
        self.better.iter().filter(move |choice| points == self::points(choice.value))
    }
}

/// Half-points for the side to move.
fn points(value: Value) -> u8 {
    match value {
        Value::Won(_) => 2,
        Value::Drawn => 1,
        Value::Lost(_) => 0,
    }
}

/// The legal moves of a position with their values, best first.
///
/// # Errors
///
/// A position after one of the moves cannot be looked up.
pub fn choices(tables: &Tablebase, position: &Chess) -> Result<Vec<Choice>, ProbeError> {
    let mut choices = Vec::new();
    for mv in position.legal_moves() {
        choices.push(Choice::new(tables, position, mv)?);
    }
    choices.sort_by(|a, b| b.rank().cmp(&a.rank()).then_with(|| a.san.cmp(&b.san)));
    Ok(choices)
}

/// What a legal move keeps, what it costs against the best, and which moves are better.
///
/// # Errors
///
/// A position after one of the moves cannot be looked up.
///
/// ```
/// use std::sync::Arc;
/// use shakmaty::{san::San, Position};
/// use solusrex_rules::Orthodox;
/// use solusrex_tables::{Metric, Tablebase, plain, trainer::judge};
///
/// let tables = Tablebase::in_memory();
/// tables.insert(Arc::new(plain::solve("KQK".parse()?, Metric::Dtm, &[])?));
/// let position = Orthodox::from_fen("7k/8/5K2/8/8/8/8/6Q1 w - -")?.as_chess().clone();
/// let judged = judge(&tables, &position, "Kf7".parse::<San>()?.to_move(&position)?)?;
/// assert_eq!(judged.cost.map(|moves| moves.0), Some(1)); // Kf7 mates next; Qg7 mates at once
/// assert_eq!(judged.better[0].san, "Qg7#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(tables: &Tablebase, position: &Chess, mv: Move) -> Result<Judgement, ProbeError> {
    let choice = Choice::new(tables, position, mv)?;
    let mut better = choices(tables, position)?;
    better.retain(|other| other.rank() > choice.rank());
    let best = better.first().map_or(choice.value, |first| first.value);
    let half_points_lost = points(best) - points(choice.value);
    let count = |value: Value| value.moves().map_or(0, |moves| moves.0);
    let cost = (half_points_lost == 0).then(|| Moves(count(choice.value).abs_diff(count(best))));
    Ok(Judgement { choice, best, half_points_lost, cost, better })
}
