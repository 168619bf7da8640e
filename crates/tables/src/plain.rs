//! The slow, obvious way: the value of a position from the values after its moves.
//!
//! Moves are made one by one on squares (`Placement`), and what they lead to is looked up in the
//! table of the ending itself or of the smaller ending. Whatever clever way a table was made, this
//! is what its values have to satisfy; [`verify`](crate::verify()) asks it of every position, and
//! [`solve`] makes small tables by nothing else.

use std::{collections::BTreeMap, ops::ControlFlow, sync::Arc};

use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Role, Square};
use solusrex_game::{Plies, Value};

use crate::{
    board::{self, Symmetry},
    ending::{Ending, MOST_MEN, Man, PROMOTIONS, index},
    layout::{Layout, Squares},
    metric::{Metric, Step},
    placement::{Move, Placement},
    table::{DRAW, NO_MOVE, NO_POSITION, Palette, Table},
};

/// A value as a number, so that the better one for the side to move is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score(i32);

impl Score {
    /// Worse than any value: there is no move.
    const NO_MOVE: Score = Score(i32::MIN);
    /// A draw because there is no move.
    pub(crate) const STUCK: Score = Score(i32::MIN + 1);
    /// Better than any value, so that it is not lost: a legal move leads where no position is.
    const NOWHERE: Score = Score(i32::MAX);
    /// A win on the spot; more than any distance.
    const WIN: i32 = 1 << 24;

    pub(crate) const fn of(value: Value) -> Score {
        match value {
            Value::Won(Plies(plies)) => Score(Score::WIN - plies as i32),
            Value::Drawn => Score(0),
            Value::Lost(Plies(plies)) => Score(plies as i32 - Score::WIN),
        }
    }

    /// What a code stands for; a slot that is no position has no move.
    pub(crate) fn of_code(palette: &Palette, code: u8) -> Score {
        match palette.value(code) {
            _ if code == NO_MOVE => Score::STUCK,
            Some(value) => Score::of(value),
            None => Score::NO_MOVE,
        }
    }

    /// The value; none for the two marks that are none.
    pub(crate) const fn value(self) -> Option<Value> {
        match self {
            Score::NO_MOVE | Score::NOWHERE => None,
            Score::STUCK | Score(0) => Some(Value::Drawn),
            Score(won @ 1..) => Some(Value::Won(Plies((Score::WIN - won) as u32))),
            Score(lost) => Some(Value::Lost(Plies((lost + Score::WIN) as u32))),
        }
    }
}

/// For each code of a table, what a move that leads there is worth to the side that makes it.
type Scores = [Score; 256];

fn scores(palette: &Palette, metric: Metric, step: Step) -> Scores {
    let mut scores = [Score::NOWHERE; 256];
    for (code, value) in palette.iter() {
        scores[usize::from(code)] = Score::of(metric.before(step, value));
    }
    scores
}

fn both_scores(table: &Table, step: Step) -> [Scores; 2] {
    Color::ALL.map(|side| scores(table.palette(side), table.metric, step))
}

/// A table that is needed and was not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {metric} table of {ending} is missing")]
pub struct MissingTable {
    /// Of this ending.
    pub ending: Ending,
    /// For this metric.
    pub metric: Metric,
}

/// What comes of a move that changes the men.
enum Destination {
    /// It is worth so much, whatever follows.
    Settled(Value),
    /// What a table says; colours may be exchanged in it.
    Table { needed: MissingTable, exchanged: bool },
}

/// Where a capture or promotion leads.
fn destination(after: Ending, victim: Option<Man>, metric: Metric) -> Destination {
    if let Metric::Take(wanted) = metric {
        if victim == Some(wanted) {
            return Destination::Settled(Value::Won(Plies(1)));
        }
        let pawns = after.count(Man { role: Role::Pawn, ..wanted });
        if after.count(wanted) == 0 && (pawns == 0 || wanted.role == Role::Pawn) {
            return Destination::Settled(Value::Drawn);
        }
    }
    if after == Ending::KINGS {
        return Destination::Settled(Value::Drawn);
    }
    let (ending, exchanged) = after.canonical();
    let metric = if exchanged { metric.exchanged() } else { metric };
    Destination::Table { needed: MissingTable { ending, metric }, exchanged }
}

/// A change of the men by a move: a pawn becomes another man, a man is captured, or both.
#[derive(Clone, Copy)]
struct Change {
    promotion: Option<(usize, Role)>,
    victim: Option<usize>,
}

/// Every change that can come about.
fn changes(men: &[Man]) -> impl Iterator<Item = Change> + '_ {
    let captures = (2..men.len()).map(|man| Change { promotion: None, victim: Some(man) });
    let pawns = (2..men.len()).filter(|&man| men[man].role == Role::Pawn);
    let promotions = pawns.flat_map(move |pawn| {
        let victims = (2..men.len())
            .filter(move |&man| men[man].colour != men[pawn].colour)
            .map(Some)
            .chain([None]);
        victims.flat_map(move |victim| {
            PROMOTIONS.map(|role| Change { promotion: Some((pawn, role)), victim })
        })
    });
    captures.chain(promotions)
}

impl Change {
    /// The ending that is left.
    fn apply(self, ending: Ending, men: &[Man]) -> Ending {
        let mut after = ending;
        if let Some((pawn, role)) = self.promotion {
            after = after.without(men[pawn]).with(Man { role, ..men[pawn] });
        }
        if let Some(victim) = self.victim {
            after = after.without(men[victim]);
        }
        after
    }

    /// Its place among all changes: `[pawn or nobody][role][victim or nobody]`.
    fn number(self) -> usize {
        let (pawn, role) = match self.promotion {
            Some((pawn, role)) => (pawn, role as usize % 8),
            None => (0, 0),
        };
        (pawn * 8 + role) * MOST_MEN + self.victim.unwrap_or(0)
    }
}

/// The tables from which the values of an ending's table follow, besides itself.
///
/// ```
/// use solusrex_tables::{Metric, plain};
/// let needed = plain::needed("KPK".parse()?, Metric::Dtm);
/// let names: Vec<String> = needed.iter().map(|table| table.ending.to_string()).collect();
/// assert_eq!(names, ["KQK", "KRK", "KBK", "KNK"]);
/// # Ok::<(), solusrex_tables::EndingNameError>(())
/// ```
pub fn needed(ending: Ending, metric: Metric) -> Vec<MissingTable> {
    let layout = Layout::new(ending);
    let metric = if ending.canonical().1 { metric.exchanged() } else { metric };
    let mut found = Vec::new();
    for change in changes(layout.men()) {
        let after = change.apply(layout.ending(), layout.men());
        let victim = change.victim.map(|man| layout.men()[man]);
        if let Destination::Table { needed, .. } = destination(after, victim, metric)
            && !found.contains(&needed)
        {
            found.push(needed);
        }
    }
    found
}

/// Where a change leads, ready to be looked up.
enum Beyond<'a> {
    Settled(Score),
    Table {
        table: &'a Table,
        exchanged: bool,
        /// Who stands in the table's places.
        order: [usize; MOST_MEN],
        scores: Box<[Scores; 2]>,
    },
}

/// A table and those its moves lead to: what every move from a position is worth.
pub(crate) struct Neighbours<'a> {
    table: &'a Table,
    quiet: [Scores; 2],
    pawn_step: [Scores; 2],
    /// How far the square of each man is shifted in a slot, where it is only shifted.
    shifts: [Option<u32>; MOST_MEN],
    /// By [`Change::number`].
    beyond: Vec<Option<Beyond<'a>>>,
}

impl<'a> Neighbours<'a> {
    /// The table among its smaller ones.
    pub(crate) fn new(
        table: &'a Table,
        subtables: &'a [Arc<Table>],
    ) -> Result<Neighbours<'a>, MissingTable> {
        let layout = &table.layout;
        let men = layout.men();
        let mut beyond = Vec::new();
        for change in changes(men) {
            let number = change.number();
            if beyond.len() <= number {
                beyond.resize_with(number + 1, || None);
            }
            let after = change.apply(layout.ending(), men);
            let victim = change.victim.map(|man| men[man]);
            beyond[number] = Some(match destination(after, victim, table.metric) {
                Destination::Settled(value) => Beyond::Settled(Score::of(value)),
                Destination::Table { needed, exchanged } => {
                    let found = subtables
                        .iter()
                        .find(|sub| sub.ending() == needed.ending && sub.metric == needed.metric);
                    let table = found.ok_or(needed)?;
                    Beyond::Table {
                        table,
                        exchanged,
                        order: order(men, change, table.layout.men(), exchanged),
                        scores: Box::new(both_scores(table, Step::Conversion)),
                    }
                }
            });
        }
        let pieces = layout.pieces() as u32;
        let shifts = std::array::from_fn(|man| match man as u32 {
            king @ 0..2 => layout.ending().has_pawns().then(|| 6 * (pieces + 1 - king)),
            man => (man < 2 + pieces).then(|| 6 * (pieces + 1 - man)),
        });
        let quiet = both_scores(table, Step::Quiet);
        let pawn_step = both_scores(table, Step::PawnMove);
        Ok(Neighbours { table, quiet, pawn_step, shifts, beyond })
    }

    /// The value of the position in a slot, from the values after its moves; [`Score::NOWHERE`] when a
    /// move leads to a slot that should hold a position and does not.
    pub(crate) fn expected(&self, placement: &Placement<'_>, slot: usize, to_move: Color) -> Score {
        Row::new(self, &placement.squares).expected(placement, slot, to_move)
    }

    /// What it means for a side to have no move.
    fn without_move(&self, to_move: Color, in_check: bool) -> Score {
        match self.table.metric.without_move(to_move, in_check) {
            Value::Drawn => Score::STUCK,
            value => Score::of(value),
        }
    }

    /// What a legal move is worth to the side that makes it.
    #[inline]
    pub(crate) fn score(&self, placement: &Placement<'_>, to_move: Color, mv: &Move) -> Score {
        if mv.victim.is_some() || mv.promotion.is_some() {
            return self.score_beyond(placement, to_move, mv);
        }
        let mut squares = placement.squares;
        squares[mv.man] = mv.to;
        let code = code(self.table, !to_move, &squares);
        let scores = match placement.men[mv.man].role {
            Role::Pawn if placement.is_double_step(mv) => {
                return self.score_double_step(placement, to_move, mv, code);
            }
            Role::Pawn => &self.pawn_step,
            _ => &self.quiet,
        };
        scores[index(!to_move)][usize::from(code)]
    }

    /// After a double step the opponent may have an en-passant capture that the table knows nothing
    /// of; it may be better than what the table has, and it may be the only move there is.
    fn score_double_step(
        &self,
        placement: &Placement<'_>,
        to_move: Color,
        mv: &Move,
        code: u8,
    ) -> Score {
        let stands = self.pawn_step[index(!to_move)][usize::from(code)];
        let after = placement.after_quiet(mv);
        let captures = after.en_passant(mv.man);
        let Some(capture) = captures.map(|mv| self.score_beyond(&after, !to_move, &mv)).max()
        else {
            return stands;
        };
        let table = self.table.palette(!to_move).value(code).map_or(Score::NOWHERE, Score::of);
        let best = if after.has_move(!to_move) { table.max(capture) } else { capture };
        best.value().map_or(Score::NOWHERE, |value| {
            Score::of(self.table.metric.before(Step::PawnMove, value))
        })
    }

    /// A capture, a promotion, or both.
    fn score_beyond(&self, placement: &Placement<'_>, to_move: Color, mv: &Move) -> Score {
        let promotion = mv.promotion.map(|role| (mv.man, role));
        let number = Change { promotion, victim: mv.victim }.number();
        match self.beyond.get(number) {
            Some(Some(Beyond::Settled(score))) => *score,
            Some(Some(Beyond::Table { table, exchanged, order, scores })) => {
                let mut squares = placement.squares;
                squares[mv.man] = mv.to;
                let (turned, reply) = if *exchanged { (56, to_move) } else { (0, !to_move) };
                let squares = order.map(|man| squares[man] ^ turned);
                scores[index(reply)][usize::from(code(table, reply, &squares))]
            }
            _ => Score::NOWHERE,
        }
    }
}

/// The slots in which all men but the innermost stand still: what a king's move does to the slot is
/// the same in all of them, and the dearest thing to find.
pub(crate) struct Row<'a> {
    neighbours: &'a Neighbours<'a>,
    /// For each king and each square he may go to, the row there and how the board is turned.
    kings: [[(usize, Symmetry); 64]; 2],
}

impl<'a> Row<'a> {
    /// The row of some squares.
    pub(crate) fn new(neighbours: &'a Neighbours<'a>, squares: &Squares) -> Row<'a> {
        let mut kings = [[(0, Symmetry::IDENTITY); 64]; 2];
        if neighbours.shifts[0].is_none() {
            for (king, rows) in kings.iter_mut().enumerate() {
                for to in Bitboard(board::reach(Role::King, squares[king])) {
                    let mut squares = *squares;
                    squares[king] = to as u8;
                    if let Some((_, symmetry)) = board::king_pair(squares[0], squares[1])
                        && let Some(slot) = neighbours.table.layout.any_slot(&squares)
                    {
                        rows[usize::from(to)] = (slot & !63, symmetry);
                    }
                }
            }
        }
        Row { neighbours, kings }
    }

    /// As [`Neighbours::expected`].
    #[inline]
    pub(crate) fn expected(&self, placement: &Placement<'_>, slot: usize, to_move: Color) -> Score {
        let Neighbours { table, quiet, shifts, .. } = self.neighbours;
        let reply = index(!to_move);
        let codes = table.codes(!to_move);
        let empty = !placement.occupied();
        let innermost = table.layout.innermost();
        let mut best = Score::NO_MOVE;
        let _: ControlFlow<()> = placement.targets(to_move, |man, targets| {
            let mut others = targets & !empty;
            let mut look = |to: Square, slot: usize| match codes[slot] {
                // the same position is kept elsewhere
                NO_POSITION => others.add(to),
                code => best = best.max(quiet[reply][usize::from(code)]),
            };
            match (shifts[man], innermost) {
                (Some(shift), _) => {
                    let slot = slot ^ usize::from(placement.squares[man]) << shift;
                    for to in targets & empty {
                        look(to, slot | usize::from(to) << shift);
                    }
                }
                (None, Some(innermost)) if man < 2 => {
                    for to in targets & empty {
                        let (row, symmetry) = self.kings[man][usize::from(to)];
                        let last = symmetry.image(placement.squares[innermost]);
                        look(to, row | usize::from(last));
                    }
                }
                _ => others = targets,
            }
            placement.moves_of(man, others, |mv| {
                best = best.max(self.neighbours.score(placement, to_move, &mv));
                ControlFlow::Continue(())
            })
        });
        if best == Score::NO_MOVE {
            return self.neighbours.without_move(to_move, placement.in_check(to_move));
        }
        best
    }
}

/// For each man of a smaller ending, who of the larger one he is.
fn order(men: &[Man], change: Change, smaller: &[Man], exchanged: bool) -> [usize; MOST_MEN] {
    let mut left: Vec<usize> = (0..men.len()).filter(|&man| Some(man) != change.victim).collect();
    let now = |man: usize| match change.promotion {
        Some((pawn, role)) if pawn == man => Man { role, ..men[man] },
        _ => men[man],
    };
    let mut order = [0; MOST_MEN];
    for (place, &wanted) in order.iter_mut().zip(smaller) {
        let colour = if exchanged { !wanted.colour } else { wanted.colour };
        let wanted = Man { colour, ..wanted };
        if let Some(found) = left.iter().position(|&man| now(man) == wanted) {
            *place = left.swap_remove(found);
        }
    }
    order
}

/// The code of a placement, wherever the table keeps it.
#[inline]
fn code(table: &Table, to_move: Color, squares: &Squares) -> u8 {
    let codes = table.codes(to_move);
    match table.layout.any_slot(squares).map(|slot| codes[slot]) {
        Some(NO_POSITION) => {
            table.layout.slot(squares).map_or(NO_POSITION, |slot| codes[slot as usize])
        }
        Some(code) => code,
        None => NO_POSITION,
    }
}

/// Why an ending cannot be solved in the plain way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlainError {
    /// A smaller table is not there.
    #[error(transparent)]
    Missing(#[from] MissingTable),
    /// A table has room for 254 values with a side to move.
    #[error("{0} has more different values than a table can hold")]
    Values(Ending),
}

/// Solves an ending by looking at every position again and again until nothing changes.
///
/// At first all positions count as drawn; after `n` rounds everything that is decided within `n`
/// plies, and no more, is known. Good for three men, and for four with patience.
///
/// ```
/// use solusrex_tables::{Metric, plain};
/// use solusrex_game::{Plies, Value};
/// use shakmaty::Color;
///
/// let table = plain::solve("KQK".parse()?, Metric::Dtm, &[])?;
/// let longest = table.palette(Color::White).iter().filter_map(|(_, value)| value.plies()).max();
/// assert_eq!(longest, Some(Plies(19)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    ending: Ending,
    metric: Metric,
    subtables: &[Arc<Table>],
) -> Result<Table, PlainError> {
    let metric = if ending.canonical().1 { metric.exchanged() } else { metric };
    let layout = Layout::new(ending);
    let mut table = all_drawn(layout, metric);
    loop {
        let neighbours = Neighbours::new(&table, subtables)?;
        let round = Color::ALL.map(|side| next_round(&table, &neighbours, side));
        let mut next = table.clone();
        for (side, scores) in Color::ALL.into_iter().zip(&round) {
            let (codes, palette) =
                encode(scores).ok_or_else(|| PlainError::Values(table.ending()))?;
            next.codes[index(side)] = codes;
            next.palettes[index(side)] = palette;
        }
        let settled = next.codes == table.codes && next.palettes == table.palettes;
        table = next;
        if settled {
            fill_images(&mut table);
            return Ok(table);
        }
    }
}

/// Solves an ending and everything it can become, smallest first; the ending itself comes last.
pub fn solve_all(ending: Ending, metric: Metric) -> Result<Vec<Arc<Table>>, PlainError> {
    fn add(wanted: MissingTable, tables: &mut Vec<Arc<Table>>) -> Result<(), PlainError> {
        let is_wanted =
            |table: &Arc<Table>| table.ending() == wanted.ending && table.metric == wanted.metric;
        if !tables.iter().any(is_wanted) {
            for smaller in needed(wanted.ending, wanted.metric) {
                add(smaller, tables)?;
            }
            tables.push(Arc::new(solve(wanted.ending, wanted.metric, tables)?));
        }
        Ok(())
    }
    let (canonical, exchanged) = ending.canonical();
    let metric = if exchanged { metric.exchanged() } else { metric };
    let mut tables = Vec::new();
    add(MissingTable { ending: canonical, metric }, &mut tables)?;
    Ok(tables)
}

/// Every position a draw; of each class only the one slot that stands for it is filled.
fn all_drawn(layout: Layout, metric: Metric) -> Table {
    let codes = Color::ALL.map(|side| {
        let code = |slot: u64| {
            let placement = Placement::new(layout.men(), layout.squares(slot));
            let position = placement.is_some_and(|placement| placement.is_position(side))
                && layout.is_representative(slot);
            if position { DRAW } else { NO_POSITION }
        };
        (0..layout.slots()).into_par_iter().map(code).collect()
    });
    Table { layout, metric, codes, palettes: Default::default() }
}

/// Writes the code of each class into its other slots.
fn fill_images(table: &mut Table) {
    let layout = &table.layout;
    for side in Color::ALL {
        let class = |slot: u64| {
            let squares = layout.squares(slot);
            let placement = Placement::new(layout.men(), squares)?;
            placement.is_position(side).then(|| layout.slot(&squares)).flatten()
        };
        let codes = table.codes(side);
        let code = |slot| class(slot).map_or(NO_POSITION, |class| codes[class as usize]);
        let filled = (0..layout.slots()).into_par_iter().map(code).collect();
        table.codes[index(side)] = filled;
    }
}

/// The value of every position from those of the last round; [`Score::NO_MOVE`] where none is.
fn next_round(table: &Table, neighbours: &Neighbours<'_>, side: Color) -> Vec<Score> {
    let score = |(slot, &code): (usize, &u8)| {
        let placement = Placement::new(table.layout.men(), table.layout.squares(slot as u64));
        placement
            .filter(|_| code != NO_POSITION)
            .map_or(Score::NO_MOVE, |placement| neighbours.expected(&placement, slot, side))
    };
    table.codes(side).par_iter().enumerate().map(score).collect()
}

fn encode(scores: &[Score]) -> Option<(Vec<u8>, Palette)> {
    let mut palette = Palette::default();
    let mut known = BTreeMap::from([(Score::NO_MOVE, NO_POSITION), (Score::STUCK, NO_MOVE)]);
    let codes = scores.iter().map(|&score| {
        if let Some(&code) = known.get(&score) {
            return Some(code);
        }
        let code = palette.code(score.value()?)?;
        known.insert(score, code);
        Some(code)
    });
    let codes = codes.collect::<Option<Vec<u8>>>()?;
    Some((codes, palette))
}
