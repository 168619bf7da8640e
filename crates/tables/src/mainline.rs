//! Best play under the fifty-move rule, as table servers tell it.

use std::cmp::Reverse;

use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Move, Position};
use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use crate::{
    line::san,
    metric::{FIFTY_MOVES, Metric},
    report::signed,
    tablebase::{ProbeError, Tablebase},
};

/// Best play by plies to the next capture or pawn move, up to mate or the fiftieth move without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mainline {
    /// The moves; none if the position is drawn.
    pub mainline: Vec<MainlineMove>,
    /// `w` or `b`: who has mated at the end.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "w"))]
    pub winner: Option<char>,
    /// Plies to the next capture or pawn move that keeps the result; Syzygy tables may be off by one.
    pub dtz: i32,
    /// The same, if exact.
    pub precise_dtz: Option<i32>,
}

/// A move of best play, and the position after it as the opponent sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MainlineMove {
    /// The move, such as `e7e8q`.
    pub uci: String,
    /// The move, such as `e8=Q+`.
    pub san: String,
    /// Plies to the next capture or pawn move; -1 for a mate.
    pub dtz: i32,
    /// The same, if exact.
    pub precise_dtz: Option<i32>,
}

/// Best play by dtz.
///
/// # Errors
///
/// No table tells the dtz of the position or of one of those that best play leads to.
///
/// ```
/// use solusrex_rules::Orthodox;
/// use solusrex_tables::{Tablebase, mainline};
///
/// let mated = Orthodox::from_fen("7k/6Q1/5K2/8/8/8/8/8 b - -")?;
/// let line = mainline(&Tablebase::in_memory(), mated.as_chess())?;
/// assert_eq!((line.dtz, line.mainline.len(), line.winner), (-1, 0, Some('w')));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mainline(tables: &Tablebase, position: &Chess) -> Result<Mainline, ProbeError> {
    let dtz = self::dtz(tables, position)?;
    let mut position = position.clone();
    let mut mainline = Vec::new();
    if !dtz.is_zero() {
        while position.halfmoves() < FIFTY_MOVES {
            let Some((mv, after)) = best_move(tables, &position)? else { break };
            mainline.push(MainlineMove {
                uci: mv.to_uci(CastlingMode::Standard).to_string(),
                san: san(&position, mv),
                dtz: after.ignore_rounding().0,
                precise_dtz: after.precise().map(|dtz| dtz.0),
            });
            position.play_unchecked(mv);
        }
    }
    Ok(Mainline {
        mainline,
        winner: position.is_checkmate().then(|| (!position.turn()).char()),
        dtz: dtz.ignore_rounding().0,
        precise_dtz: dtz.precise().map(|dtz| dtz.0),
    })
}

/// The move that table servers choose, the first of several: mate; then, if winning, captures and pawn
/// moves, and the shortest way to them; if losing, the other way round.
fn best_move(
    tables: &Tablebase,
    position: &Chess,
) -> Result<Option<(Move, MaybeRounded<Dtz>)>, ProbeError> {
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let dtz = self::dtz(tables, &after)?;
        let result = Wdl::from_dtz_after_zeroing(dtz);
        let key = (
            result,
            Reverse(after.is_checkmate()),
            mv.is_zeroing() ^ dtz.is_negative(),
            Reverse(dtz.ignore_rounding()),
        );
        moves.push((key, (mv, dtz)));
    }
    Ok(moves.into_iter().min_by_key(|&(key, _)| key).map(|(_, best)| best))
}

/// Plies to the next capture or pawn move, -1 for a side that is mated.
fn dtz(tables: &Tablebase, position: &Chess) -> Result<MaybeRounded<Dtz>, ProbeError> {
    if position.castles().any() {
        return Err(ProbeError::Castling);
    }
    let exact = |plies| MaybeRounded::Precise(Dtz(plies));
    if position.legal_moves().is_empty() {
        return Ok(exact(if position.is_check() { -1 } else { 0 }));
    }
    match tables.probe(position, Metric::Dtz) {
        Ok(value) => Ok(exact(signed(value))),
        Err(error @ (ProbeError::Missing(..) | ProbeError::Men(_))) => {
            let syzygy = tables.syzygy().map(|syzygy| syzygy.dtz(position)).transpose()?.flatten();
            syzygy.ok_or(error)
        }
        Err(error) => Err(error),
    }
}
