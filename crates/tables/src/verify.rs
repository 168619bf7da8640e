//! Re-proves a table.
//!
//! Every value is compared with the one that follows from the values after the position's moves.
//! If they agree everywhere the table is right, not only consistent: a win in `n` plies then has a
//! move to a loss in fewer, or to a smaller table that is right already, or to pawns further
//! advanced, so by induction it is a win, and the shortest; and where neither side has such a claim
//! both can go on for ever without one arising, which is a draw. Nothing is taken from the way in
//! which the table was made.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Color;
use solusrex_game::Value;

use crate::{
    ending::{Ending, index},
    layout::Layout,
    metric::Metric,
    placement::{self, Placement},
    plain::{MissingTable, Neighbours, Row, Score},
    table::{NO_POSITION, Table},
};

/// What came of checking every slot of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whose table.
    pub material: Ending,
    /// What it counts.
    pub metric: Metric,
    /// Positions proved or refuted, both sides to move, one of each symmetry class.
    pub positions: u64,
    /// How many slots hold something else than they should.
    pub wrong: u64,
    /// The first of them.
    pub mismatches: Vec<Mismatch>,
}

impl Verification {
    /// Whether the table is proved.
    pub fn is_proved(&self) -> bool {
        self.wrong == 0
    }
}

/// A slot that holds something else than it should.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// What stands there.
    pub fen: String,
    /// What the table says; nothing when it says that this is no position.
    pub found: Option<Value>,
    /// What follows from the moves; nothing when this is no position, or when the table has no
    /// value after one of its moves.
    pub expected: Option<Value>,
    /// Whether the side to move has no move; a draw of that sort has a code of its own.
    pub no_move: bool,
}

/// Why a table could not be checked to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// A smaller table is not there.
    #[error(transparent)]
    Missing(#[from] MissingTable),
    /// The caller broke it off.
    #[error("broken off")]
    Cancelled,
}

/// How many mismatches are written out.
const SHOWN: usize = 10;

/// Slots that one thread checks before it reports.
const CHUNK: usize = 1 << 14;

/// Checks every slot of a table, with either side to move, against the slots its moves lead to.
///
/// The smaller tables ([`plain::needed`](crate::plain::needed)) are taken to be right. `progress` is
/// told how many more slots are done, from any thread.
///
/// ```
/// use solusrex_tables::{Metric, plain, verify};
/// use std::sync::atomic::AtomicBool;
///
/// let table = plain::solve("KRK".parse()?, Metric::Dtm, &[])?;
/// let verification = verify(&table, &[], &|_| (), &AtomicBool::new(false))?;
/// assert!(verification.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    table: &Table,
    subtables: &[Arc<Table>],
    progress: &(dyn Fn(u64) + Sync),
    cancel: &AtomicBool,
) -> Result<Verification, VerifyError> {
    let check = Check { table, neighbours: Neighbours::new(table, subtables)? };
    let slots = table.layout.slots() as usize;
    let positions = AtomicU64::new(0);
    let wrong = AtomicU64::new(0);
    let chunks = (0..slots.div_ceil(CHUNK)).into_par_iter();
    let mut mismatches: Vec<(usize, Color)> = chunks
        .map(|chunk| {
            if cancel.load(Ordering::Relaxed) {
                return Err(VerifyError::Cancelled);
            }
            let mut found = Vec::new();
            let chunk = chunk * CHUNK..slots.min((chunk + 1) * CHUNK);
            let done = chunk.len() as u64;
            positions.fetch_add(check.slots(chunk, &mut found), Ordering::Relaxed);
            wrong.fetch_add(found.len() as u64, Ordering::Relaxed);
            found.truncate(SHOWN);
            progress(done);
            Ok(found)
        })
        .try_reduce(Vec::new, |mut some, more| {
            some.extend(more);
            some.truncate(SHOWN);
            Ok(some)
        })?;
    mismatches.truncate(SHOWN);
    Ok(Verification {
        material: table.ending(),
        metric: table.metric,
        positions: positions.into_inner(),
        wrong: wrong.into_inner(),
        mismatches: mismatches.into_iter().map(|(slot, side)| check.mismatch(slot, side)).collect(),
    })
}

struct Check<'a> {
    table: &'a Table,
    neighbours: Neighbours<'a>,
}

impl Check<'_> {
    /// Checks some slots, collects the wrong ones, and says how many positions were among them.
    fn slots(&self, slots: Range<usize>, wrong: &mut Vec<(usize, Color)>) -> u64 {
        let layout = &self.table.layout;
        let mut positions = 0;
        let Some(innermost) = layout.innermost() else {
            for slot in slots {
                let squares = layout.squares(slot as u64);
                let row = Row::new(&self.neighbours, &squares);
                positions += self.slot(&row, slot, Placement::new(layout.men(), squares), wrong);
            }
            return positions;
        };
        for start in slots.step_by(64) {
            let squares = layout.squares(start as u64);
            let row = Row::new(&self.neighbours, &squares);
            let others = Placement::without(layout.men(), squares, innermost);
            for at in 0..64 {
                let placement = others.and_then(|others| others.with(innermost, at));
                positions += self.slot(&row, start + usize::from(at), placement, wrong);
            }
        }
        positions
    }

    /// Checks a slot with both sides to move.
    #[inline]
    fn slot(
        &self,
        row: &Row<'_>,
        slot: usize,
        placement: Option<Placement<'_>>,
        wrong: &mut Vec<(usize, Color)>,
    ) -> u64 {
        let mut positions = 0;
        for side in Color::ALL {
            let code = self.table.codes[index(side)][slot];
            let right = match placement.filter(|placement| placement.is_position(side)) {
                None => code == NO_POSITION,
                Some(placement) if self.table.layout.is_representative(slot as u64) => {
                    positions += 1;
                    let found = Score::of_code(self.table.palette(side), code);
                    code != NO_POSITION && found == row.expected(&placement, slot, side)
                }
                Some(_) => code == NO_POSITION || code == self.code_of_class(slot, side),
            };
            if !right {
                wrong.push((slot, side));
            }
        }
        positions
    }

    /// What stands in the slot that stands for all images of this one.
    fn code_of_class(&self, slot: usize, side: Color) -> u8 {
        let layout: &Layout = &self.table.layout;
        let class = layout.slot(&layout.squares(slot as u64));
        class.map_or(NO_POSITION, |slot| self.table.codes(side)[slot as usize])
    }

    fn mismatch(&self, slot: usize, side: Color) -> Mismatch {
        let layout = &self.table.layout;
        let squares = layout.squares(slot as u64);
        let placement = Placement::new(layout.men(), squares);
        let position = placement.filter(|placement| placement.is_position(side));
        Mismatch {
            fen: placement::fen(layout.men(), &squares, side),
            found: self.table.value(side, slot as u64),
            expected: position.and_then(|it| self.neighbours.expected(&it, slot, side).value()),
            no_move: position.is_some_and(|it| !it.has_move(side)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        plain,
        table::{DRAW, NO_MOVE},
    };

    fn check(table: &Table) -> Verification {
        verify(table, &[], &|_| (), &AtomicBool::new(false)).unwrap()
    }

    /// A slot of KRK: White Ka1 Rb2, Black Kd4, or what stands for it.
    fn slot(table: &Table, squares: [u8; 3]) -> usize {
        let [white, black, rook] = squares;
        table.layout.slot(&[white, black, rook, 0, 0, 0]).unwrap() as usize
    }

    #[test]
    fn a_wrong_value_is_found_and_told() {
        let right = plain::solve("KRK".parse().unwrap(), Metric::Dtm, &[]).unwrap();
        assert!(check(&right).is_proved());
        let slot = slot(&right, [0, 27, 9]);
        let mut table = right.clone();
        table.codes[0][slot] = DRAW;
        let verification = check(&table);
        assert!(!verification.is_proved());
        let found = verification.mismatches.iter().find(|it| it.found == Some(Value::Drawn));
        assert_eq!(found.unwrap().expected, right.value(Color::White, slot as u64));
        assert!(found.unwrap().fen.ends_with(" w - - 0 1"));
    }

    #[test]
    fn positions_that_are_none_must_be_marked_so() {
        let right = plain::solve("KRK".parse().unwrap(), Metric::Dtm, &[]).unwrap();
        // the rook on the white king's square; and gives check while White is to move
        let nothing = slot(&right, [0, 27, 9]) & !63;
        let check_given = slot(&right, [0, 27, 24]);
        for (slot, code) in [(nothing, DRAW), (check_given, DRAW)] {
            let mut table = right.clone();
            assert_eq!(table.codes[0][slot], NO_POSITION);
            table.codes[0][slot] = code;
            let verification = check(&table);
            assert!(verification.mismatches.iter().any(|it| it.expected.is_none()));
        }
        let hole = slot(&right, [0, 27, 9]);
        let mut table = right.clone();
        table.codes[1][hole] = NO_POSITION;
        assert!(check(&table).mismatches.iter().any(|it| it.found.is_none()));
    }

    /// Stalemate: White Kc6 Rb7, Black Ka8, Black to move.
    #[test]
    fn a_draw_without_moves_has_its_own_code() {
        let mut table = plain::solve("KRK".parse().unwrap(), Metric::Dtm, &[]).unwrap();
        let slot = slot(&table, [42, 56, 49]);
        assert_eq!(table.codes[1][slot], NO_MOVE);
        table.codes[1][slot] = DRAW;
        let verification = check(&table);
        assert_eq!(verification.wrong, 1);
        assert!(verification.mismatches[0].no_move);
    }

    /// Both mirror images of a position with the kings on the long diagonal have slots.
    #[test]
    fn images_may_be_empty_or_right() {
        let mut table = plain::solve("KRK".parse().unwrap(), Metric::Dtm, &[]).unwrap();
        let squares = |rook| [0, 27, rook, 0, 0, 0];
        let class = table.layout.slot(&squares(1)).unwrap() as usize;
        let image = [1, 8]
            .map(|rook| table.layout.any_slot(&squares(rook)).unwrap())
            .into_iter()
            .find(|&slot| slot != class)
            .unwrap();
        assert_eq!(table.codes[0][image], table.codes[0][class]);
        table.codes[0][image] = NO_POSITION;
        assert!(check(&table).is_proved());
        table.codes[0][image] = DRAW;
        // and so are the positions from which it is reached
        assert!(check(&table).wrong > 1);
    }
}
