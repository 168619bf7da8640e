//! All that the tables say about a position: the object that table servers answer with.

use std::{cmp::Reverse, collections::BTreeSet, ops::Neg};

use serde::Serialize;
use shakmaty::{
    CastlingMode, Chess, Move, Position, Role, Square,
    san::{San, SanPlus, Suffix},
};
use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded, Wdl};
use solusrex_game::{Plies, Value};

use crate::{
    ending::Ending,
    metric::{FIFTY_MOVES, Metric, Step},
    tablebase::{ProbeError, TableError, Tablebase, step},
};

/// The result for the side to move, as the fifty-move rule and the clock leave it.
///
/// The order is that of moves by what they leave to the opponent, best first. What is unknown comes
/// right after what is lost: it may be as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Category {
    /// Lost.
    Loss,
    /// No table tells.
    Unknown,
    /// Lost if the clock stood at 0.
    SyzygyLoss,
    /// Lost, or saved by the fifty-move rule: the tables at hand do not tell which.
    MaybeLoss,
    /// Lost but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule.
    CursedWin,
    /// Won, or spoilt by the fifty-move rule: the tables at hand do not tell which.
    MaybeWin,
    /// Won if the clock stood at 0.
    SyzygyWin,
    /// Won.
    Win,
}

impl Category {
    /// Whether the side to move wins, the fifty-move rule aside.
    pub fn is_won(self) -> bool {
        self > Category::Draw
    }

    /// Whether the side to move loses, the fifty-move rule aside.
    pub fn is_lost(self) -> bool {
        self < Category::Draw && self != Category::Unknown
    }
}

impl Neg for Category {
    type Output = Category;

    /// As the opponent sees it.
    fn neg(self) -> Category {
        match self {
            Category::Loss => Category::Win,
            Category::Unknown => Category::Unknown,
            Category::SyzygyLoss => Category::SyzygyWin,
            Category::MaybeLoss => Category::MaybeWin,
            Category::BlessedLoss => Category::CursedWin,
            Category::Draw => Category::Draw,
            Category::CursedWin => Category::BlessedLoss,
            Category::MaybeWin => Category::MaybeLoss,
            Category::SyzygyWin => Category::SyzygyLoss,
            Category::Win => Category::Loss,
        }
    }
}

impl From<AmbiguousWdl> for Category {
    fn from(wdl: AmbiguousWdl) -> Category {
        match wdl {
            AmbiguousWdl::Loss => Category::Loss,
            AmbiguousWdl::MaybeLoss => Category::MaybeLoss,
            AmbiguousWdl::BlessedLoss => Category::BlessedLoss,
            AmbiguousWdl::Draw => Category::Draw,
            AmbiguousWdl::CursedWin => Category::CursedWin,
            AmbiguousWdl::MaybeWin => Category::MaybeWin,
            AmbiguousWdl::Win => Category::Win,
        }
    }
}

/// What is known about one position. Distances are plies, positive when the side to move wins, 0
/// for a draw; a side that is mated has `dtz` -1 and no other distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Facts {
    /// The side to move is mated.
    pub checkmate: bool,
    /// The side to move is stalemated.
    pub stalemate: bool,
    /// For variants of chess.
    pub variant_win: bool,
    /// For variants of chess.
    pub variant_loss: bool,
    /// Neither side has men to mate with.
    pub insufficient_material: bool,
    /// Plies to the next capture or pawn move that keeps the result; Syzygy tables may be off by one.
    pub dtz: Option<i32>,
    /// The same, if exact.
    pub precise_dtz: Option<i32>,
    /// Plies to mate.
    pub dtm: Option<i32>,
    /// For variants of chess.
    pub dtw: Option<i32>,
    /// Plies to mate, or to a capture or promotion that keeps the result.
    pub dtc: Option<i32>,
    /// The result.
    pub category: Category,
}

/// A legal move and the position that it leads to, as the opponent sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveReport {
    /// The move, such as `e7e8q`.
    pub uci: String,
    /// The move, such as `e8=Q+`.
    pub san: String,
    /// Capture or pawn move.
    pub zeroing: bool,
    /// Capture or promotion.
    pub conversion: bool,
    /// What it leads to.
    #[serde(flatten)]
    pub after: Facts,
}

/// What the tables say about a position and each of its moves, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The position itself.
    #[serde(flatten)]
    pub position: Facts,
    /// Its legal moves, best first.
    pub moves: Vec<MoveReport>,
    /// The endings that were asked for and have no table of any kind.
    #[serde(skip)]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub missing: BTreeSet<Ending>,
}

impl Facts {
    /// The value in a metric; none if unknown or not exact.
    pub fn value(&self, metric: Metric) -> Option<Value> {
        if self.checkmate {
            return Some(Value::LOST_NOW);
        }
        let plies = match metric {
            Metric::Dtm => self.dtm,
            Metric::Dtc => self.dtc,
            Metric::Dtz => self.precise_dtz,
            _ => None,
        }?;
        Some(match plies {
            0 => Value::Drawn,
            1.. => Value::Won(Plies(plies.unsigned_abs())),
            _ => Value::Lost(Plies(plies.unsigned_abs())),
        })
    }
}

impl MoveReport {
    /// The value of the move in a metric for the side that plays it; none if unknown or not exact.
    pub fn value(&self, metric: Metric) -> Option<Value> {
        let step = match (self.conversion, self.zeroing) {
            (true, _) => Step::Conversion,
            (false, true) => Step::PawnMove,
            (false, false) => Step::Quiet,
        };
        Some(metric.before(step, self.after.value(metric)?))
    }
}

/// All that the tables say about a position.
///
/// Positions that no table holds (too many men, castling rights, tables not built) are no error:
/// they are of unknown category, unless a move settles it.
///
/// # Errors
///
/// A table that is broken.
///
/// ```
/// use solusrex_rules::Orthodox;
/// use solusrex_tables::{Category, Tablebase, report};
///
/// let position = Orthodox::from_fen("7k/8/5KQ1/8/8/8/8/8 w - -")?;
/// let answer = report(&Tablebase::in_memory(), position.as_chess())?;
/// assert_eq!(answer.moves[0].san, "Qg7#");
/// assert_eq!(answer.position.category, Category::Win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn report(tables: &Tablebase, position: &Chess) -> Result<Report, TableError> {
    let mut missing = BTreeSet::new();
    let legal = position.legal_moves();
    let mut facts = facts(tables, position, legal.is_empty(), &mut missing)?;
    let mut moves = Vec::with_capacity(legal.len());
    for &mv in &legal {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let after_facts =
            self::facts(tables, &after, after.legal_moves().is_empty(), &mut missing)?;
        let suffix = match (after_facts.checkmate, after.is_check()) {
            (true, _) => Some(Suffix::Checkmate),
            (false, check) => check.then_some(Suffix::Check),
        };
        let report = MoveReport {
            uci: mv.to_uci(CastlingMode::Standard).to_string(),
            san: SanPlus { san: San::disambiguate(mv, &legal), suffix }.to_string(),
            zeroing: mv.is_zeroing(),
            conversion: step(mv) == Step::Conversion,
            after: after_facts,
        };
        moves.push((order(mv, &report), report));
    }
    moves.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let moves: Vec<MoveReport> = moves.into_iter().map(|(_, report)| report).collect();
    if let Some(best) = moves.first()
        && best.after.category != Category::Unknown
    {
        facts.category = -best.after.category;
    }
    Ok(Report { position: facts, moves, missing })
}

/// What is known about a position, its moves aside.
///
/// # Errors
///
/// A table that is broken.
pub fn position_facts(tables: &Tablebase, position: &Chess) -> Result<Facts, TableError> {
    facts(tables, position, position.legal_moves().is_empty(), &mut BTreeSet::new())
}

fn facts(
    tables: &Tablebase,
    position: &Chess,
    no_move: bool,
    missing: &mut BTreeSet<Ending>,
) -> Result<Facts, TableError> {
    let checkmate = no_move && position.is_check();
    let stalemate = no_move && !checkmate;
    let insufficient_material = position.is_insufficient_material();
    let mut facts = Facts {
        checkmate,
        stalemate,
        variant_win: false,
        variant_loss: false,
        insufficient_material,
        dtz: None,
        precise_dtz: None,
        dtm: None,
        dtw: None,
        dtc: None,
        category: Category::Unknown,
    };
    if checkmate {
        facts.dtz = Some(-1);
        facts.precise_dtz = Some(-1);
        facts.category = Category::Loss;
    } else if stalemate || insufficient_material {
        for distance in [&mut facts.dtz, &mut facts.precise_dtz, &mut facts.dtm, &mut facts.dtc] {
            *distance = Some(0);
        }
        facts.category = Category::Draw;
    } else {
        look_up(tables, position, &mut facts)?;
        if facts.category == Category::Unknown
            && position.castles().is_empty()
            && let Some(ending) = Ending::of_board(position.board())
        {
            missing.insert(ending.canonical().0);
        }
    }
    Ok(facts)
}

/// Distances and category of a position in which play goes on.
fn look_up(tables: &Tablebase, position: &Chess, facts: &mut Facts) -> Result<(), TableError> {
    let exact = |value| match value {
        Ok(value) => Ok(Some(signed(value))),
        Err(ProbeError::Broken(error)) => Err(error),
        Err(_) => Ok(None),
    };
    let [dtm, dtc, dtz] = tables.probe_each(position, Metric::TO_MATE).map(exact);
    (facts.dtm, facts.dtc) = (dtm?, dtc?);
    let mut dtz = dtz?.map(|plies| MaybeRounded::Precise(Dtz(plies)));
    if let (None, Some(syzygy)) = (dtz, tables.syzygy()) {
        dtz = syzygy.dtz(position)?;
    }
    facts.dtz = dtz.map(|dtz| dtz.ignore_rounding().0);
    facts.precise_dtz = dtz.and_then(|dtz| dtz.precise()).map(|dtz| dtz.0);
    facts.category = match (dtz, facts.dtm.or(facts.dtc)) {
        (Some(dtz), _) => AmbiguousWdl::from_dtz_and_halfmoves(dtz, position.halfmoves()).into(),
        (None, Some(0)) => Category::Draw,
        (None, Some(plies)) => {
            let won = if is_in_time(position, facts) { Category::Win } else { Category::MaybeWin };
            if plies > 0 { won } else { -won }
        }
        (None, None) => match tables.syzygy() {
            Some(syzygy) => by_wdl(syzygy.wdl(position)?, position.halfmoves()),
            None => Category::Unknown,
        },
    };
    Ok(())
}

pub(crate) fn signed(value: Value) -> i32 {
    match value {
        Value::Won(Plies(plies)) => plies as i32,
        Value::Drawn => 0,
        Value::Lost(Plies(plies)) => -(plies as i32),
    }
}

/// Whether a win is in time for the fifty-move rule, as far as DTM and DTC can tell: if mate comes
/// first, or a capture or promotion into an ending of four men, where the next one or mate is never
/// more than 65 plies away (bishop and knight).
fn is_in_time(position: &Chess, facts: &Facts) -> bool {
    let in_time = |plies: Option<i32>| {
        plies.is_some_and(|plies| {
            plies.unsigned_abs().saturating_add(position.halfmoves()) <= FIFTY_MOVES
        })
    };
    let board = position.board();
    let most = if board.pawns().is_empty() { 5 } else { 4 };
    in_time(facts.dtm) || in_time(facts.dtc) && board.occupied().count() <= most
}

/// The category when only the result after a zeroing move is known.
fn by_wdl(wdl: Option<Wdl>, halfmoves: u32) -> Category {
    match wdl {
        None => Category::Unknown,
        Some(Wdl::Loss) if halfmoves > 0 => Category::SyzygyLoss,
        Some(Wdl::Win) if halfmoves > 0 => Category::SyzygyWin,
        Some(wdl) => AmbiguousWdl::from(wdl).into(),
    }
}

/// Best moves first: what is left to the opponent, then the shortest way to win or the longest to
/// lose.
fn order(mv: Move, report: &MoveReport) -> impl Ord + use<> {
    let after = &report.after;
    let (won, lost) = (after.category.is_won(), after.category.is_lost());
    let conversion = match (after.dtc, lost, won) {
        (Some(_), true, _) => !report.conversion,
        (Some(_), _, true) => report.conversion,
        _ => false,
    };
    (
        (after.category, !after.checkmate),
        Reverse(after.dtm),
        (conversion, Reverse(after.dtc)),
        report.zeroing == won,
        Reverse(after.dtz),
        (Reverse(worth(mv.capture())), Reverse(worth(mv.promotion()))),
        alphabetical(mv),
    )
}

/// Moves in the order of their UCI names, which settles ties.
fn alphabetical(mv: Move) -> impl Ord + use<> {
    let place = |square: Square| (square.file(), square.rank());
    (mv.from().map(place), place(mv.to()), mv.promotion().map(Role::char))
}

fn worth(role: Option<Role>) -> usize {
    role.map_or(0, |role| role as usize)
}
