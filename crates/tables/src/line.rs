//! Best play from a position to the end.

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, san::SanPlus};
use solusrex_game::Value;

use crate::{
    metric::{Metric, preference},
    tablebase::{ProbeError, Tablebase},
};

/// Best play of both sides, as one metric counts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// What is counted.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "dtm"))]
    pub metric: Metric,
    /// The value of the first position for the side to move.
    #[serde(flatten)]
    pub value: Value,
    /// The moves; none when the position is drawn.
    pub moves: Vec<LineMove>,
    /// Why there are no more.
    pub end: LineEnd,
}

/// One move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineMove {
    /// The move, such as `e7e8q`.
    pub uci: String,
    /// The move, such as `e8=Q+`.
    pub san: String,
    /// The value for the side that moves.
    #[serde(flatten)]
    pub value: Value,
    /// The other moves of the same value.
    pub equals: Vec<String>,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum LineEnd {
    /// Mate, or what else the metric counts towards.
    Goal,
    /// Nobody can win.
    Draw,
    /// The table of the ending that has been reached is missing.
    Table,
}

/// The best moves of a position with their values for the side that moves, all equal, in an order
/// that never changes: where a count ends with the move, the quickest in the next count first, then
/// the larger promotion or capture.
///
/// # Errors
///
/// A position after one of the moves cannot be looked up.
pub fn best_moves(
    tables: &Tablebase,
    position: &Chess,
    metric: Metric,
) -> Result<Vec<(Move, Value)>, ProbeError> {
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        moves.push((mv, tables.probe_move(position, mv, metric)?));
    }
    let Some(best) = moves.iter().map(|(_, value)| preference(value)).max() else {
        return Ok(moves);
    };
    moves.retain(|(_, value)| preference(value) == best);
    moves.sort_by_cached_key(|&(mv, _)| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        // what cannot be looked up ends the game in another way than by mate
        let next = tables.probe(&after, metric).unwrap_or(Value::Drawn);
        let worth = (mv.promotion(), mv.capture());
        (preference(&next), std::cmp::Reverse(worth), mv.to_uci(CastlingMode::Standard).to_string())
    });
    Ok(moves)
}

/// The first of the [`best_moves`]; none when there is no move.
///
/// # Errors
///
/// As for [`best_moves`].
pub fn best_move(
    tables: &Tablebase,
    position: &Chess,
    metric: Metric,
) -> Result<Option<(Move, Value)>, ProbeError> {
    Ok(best_moves(tables, position, metric)?.into_iter().next())
}

/// Best play to the end: the winner takes the shortest way, the loser the longest, as the metric
/// counts it. A count that ends with a capture, promotion or pawn move is followed by that of the
/// next phase.
///
/// # Errors
///
/// The position cannot be looked up.
pub fn line(tables: &Tablebase, position: &Chess, metric: Metric) -> Result<Line, ProbeError> {
    let value = tables.probe(position, metric)?;
    let mut line = Line { metric, value, moves: Vec::new(), end: LineEnd::Goal };
    if value == Value::Drawn {
        line.end = LineEnd::Draw;
        return Ok(line);
    }
    let mut position = position.clone();
    loop {
        let best = match best_moves(tables, &position, metric) {
            Ok(best) => best,
            Err(ProbeError::Missing(..)) if !line.moves.is_empty() => {
                line.end = LineEnd::Table;
                break;
            }
            Err(error) => return Err(error),
        };
        let Some((&(mv, value), others)) = best.split_first() else { break };
        line.moves.push(LineMove {
            uci: mv.to_uci(CastlingMode::Standard).to_string(),
            san: san(&position, mv),
            value,
            equals: others.iter().map(|&(other, _)| san(&position, other)).collect(),
        });
        if is_goal(&position, mv, metric) {
            break;
        }
        position.play_unchecked(mv);
    }
    Ok(line)
}

/// Whether a move reaches a goal other than mate.
fn is_goal(position: &Chess, mv: Move, metric: Metric) -> bool {
    match metric {
        Metric::Take(man) => man.colour != position.turn() && mv.capture() == Some(man.role),
        Metric::Stalemate | Metric::HelpStalemate(_) => {
            let mut after = position.clone();
            after.play_unchecked(mv);
            after.is_stalemate()
        }
        _ => false,
    }
}

pub(crate) fn san(position: &Chess, mv: Move) -> String {
    SanPlus::from_move(position.clone(), mv).to_string()
}

impl Line {
    /// Who wins when a side is to move at the start, if anybody does.
    pub fn winner(&self, to_move: Color) -> Option<Color> {
        match self.value {
            Value::Won(_) => Some(to_move),
            Value::Drawn => None,
            Value::Lost(_) => Some(!to_move),
        }
    }
}
