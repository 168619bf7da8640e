//! Slots that nobody asks for.
//!
//! Another slot stands for a slot when like men are out of order in it, or when it is the mirror
//! image of a symmetric placement. A file tells nothing of such slots, which makes it smaller; what is
//! read in their place, and in place of slots that are no position, may be anything, so that both are
//! restored from the rules.

use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::{
    board,
    ending::{Man, index},
    file::Presence,
    layout::{Layout, Squares},
    placement::attacked_by,
    table::NO_POSITION,
};

/// Slots of a row: all squares of the innermost man.
const ROW: usize = 64;

/// Whether mirror images have two slots in a slice.
fn is_symmetric(layout: &Layout, slice: usize) -> bool {
    match layout.pawn_placements() {
        Some(pawns) => pawns.is_symmetric(slice),
        None => board::on_diagonal(slice),
    }
}

/// Restores what a file has made of a side's codes: slots that are no
/// position are marked so, and every other slot has the code of its class.
pub(crate) fn restore(layout: &Layout, to_move: Color, codes: &mut [u8]) {
    if layout.men().len() == 2 {
        return;
    }
    let digits = Digits::new(layout);
    codes.par_chunks_mut(layout.slots_of_slice()).enumerate().for_each(|(slice, codes)| {
        let first = slice * codes.len();
        for (row, codes) in codes.chunks_mut(ROW).enumerate() {
            let squares = layout.squares((first + row * ROW) as u64);
            let legal = legal_squares(layout.men(), &squares, digits.innermost, to_move);
            for square in !legal {
                codes[square as usize] = NO_POSITION;
            }
        }
        if is_symmetric(layout, slice) {
            for at in 0..codes.len() {
                if let Some(home) = layout.slot(&layout.squares((first + at) as u64)) {
                    codes[at] = codes[home as usize - first];
                }
            }
        } else if digits.has_like_men() {
            for row in 0..codes.len() / ROW {
                for at in row * ROW..row * ROW + digits.unsorted(row) {
                    codes[at] = codes[digits.sorted(at)];
                }
            }
        }
    });
}

/// The squares inside a slice as digits to the base of 64, and which neighbours are like men.
struct Digits {
    /// For each digit but the last, whether the next one is the square of a like man.
    like_next: Vec<bool>,
    /// The man of the last digit.
    innermost: usize,
}

impl Digits {
    fn new(layout: &Layout) -> Digits {
        let first = if layout.pawn_placements().is_some() { 0 } else { 2 };
        let end = 2 + layout.pieces();
        let men = &layout.men()[first..end];
        let like_next = men.windows(2).map(|pair| pair[0] == pair[1]).collect();
        Digits { like_next, innermost: end - 1 }
    }

    fn has_like_men(&self) -> bool {
        self.like_next.contains(&true)
    }

    /// How many slots at the start of a row have like men out of order.
    fn unsorted(&self, row: usize) -> usize {
        let mut rest = row;
        let mut next = None;
        let mut first = 0;
        for &like in self.like_next.iter().rev() {
            let square = rest & 63;
            match next {
                None if like => first = square,
                Some(next) if like && square > next => return ROW,
                _ => {}
            }
            next = Some(square);
            rest >>= 6;
        }
        first
    }

    /// The slot inside a slice with like men in order.
    fn sorted(&self, slot: usize) -> usize {
        let places = self.like_next.len();
        let mut digits = [0; 8];
        for (place, digit) in digits[..=places].iter_mut().enumerate() {
            *digit = slot >> (6 * (places - place)) & 63;
        }
        for end in 1..=places {
            let mut place = end;
            while place > 0 && self.like_next[place - 1] && digits[place - 1] > digits[place] {
                digits.swap(place - 1, place);
                place -= 1;
            }
        }
        digits[..=places].iter().fold(0, |slot, digit| slot << 6 | digit)
    }
}

/// Which slots of an ending's tables are asked for, as its files know it: positions with like men in
/// order. (Of mirror images in one slice both count.)
///
/// ```
/// use solusrex_tables::{Layout, Positions, file::Presence};
///
/// let layout = Layout::new("KQK".parse()?);
/// let kings_and_queen = layout.slot(&[0, 18, 9, 0, 0, 0]).expect("a placement");
/// // White to move: the queen may stand on 38 of the 62 squares that are free
/// let queen = Positions::of(&layout).present(0, kings_and_queen, 1);
/// assert_eq!(queen.count_ones(), 38);
/// # Ok::<(), solusrex_tables::EndingNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Positions {
    layout: Layout,
    has_images: bool,
}

impl Positions {
    /// Those of an ending with this layout.
    pub fn of(layout: &Layout) -> Positions {
        Positions { layout: layout.clone(), has_images: !layout.has_no_images() }
    }

    /// The man whose squares are a dimension.
    fn man(&self, dim: usize) -> usize {
        if self.layout.pawn_placements().is_some() { dim - 1 } else { dim + 1 }
    }
}

impl Presence for Positions {
    fn present(&self, side: usize, slot: u64, dim: usize) -> u64 {
        let men = self.layout.men();
        let one = self.man(dim);
        let to_move = if side == index(Color::White) { Color::White } else { Color::Black };
        let squares = self.layout.squares(slot);
        let Bitboard(mut present) = legal_squares(men, &squares, one, to_move);
        if one > 0 && men[one - 1] == men[one] {
            present &= u64::MAX << squares[one - 1];
        }
        if men.get(one + 1) == Some(&men[one]) {
            present &= !(u64::MAX << squares[one + 1]);
        }
        present
    }

    fn asks_everywhere(&self) -> bool {
        !self.has_images
    }

    fn asked(&self, slot: u64, dim: usize) -> u64 {
        self.layout.representatives(slot, self.man(dim))
    }
}

/// Where one man may stand among the others so that it is a position: squares that are free, and
/// from which the side not to move is not in check.
fn legal_squares(men: &[Man], squares: &Squares, one: usize, to_move: Color) -> Bitboard {
    let others = || {
        let all = men.iter().zip(squares).enumerate();
        all.filter(|&(i, _)| i != one).map(|(_, (&man, &at))| (man, Square::new(at.into())))
    };
    let mut occupied = Bitboard::EMPTY;
    for (_, at) in others() {
        if occupied.contains(at) {
            return Bitboard::EMPTY;
        }
        occupied.add(at);
    }
    let attackers = || others().filter(|(man, _)| man.colour == to_move);
    let king = others().find(|(man, _)| man.colour != to_move && man.role == Role::King);
    let Some((_, king)) = king else {
        // the one man is that king: he stays out of reach
        let reach = |(man, at)| attacked_by(man, at, occupied);
        return attackers().map(reach).fold(!occupied, |free, reach| free & !reach);
    };
    let mut legal = !occupied;
    for (man, at) in attackers() {
        if attacked_by(man, at, occupied).contains(king) {
            // only in between the man may stand; next to a leaper nothing is in between
            legal &= match man.role {
                Role::Bishop | Role::Rook | Role::Queen => attacks::between(at, king),
                _ => Bitboard::EMPTY,
            };
        }
    }
    if men[one].colour == to_move {
        // no pawn is innermost, and other men look back from where they look to
        legal &= !attacked_by(men[one], king, occupied);
    }
    legal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, Table, placement::Placement, plain};

    fn solved(name: &str) -> Vec<std::sync::Arc<Table>> {
        plain::solve_all(name.parse().unwrap(), Metric::Dtm).unwrap()
    }

    /// Blanks what is not asked for, in rows along a dimension.
    fn blanked(table: &Table, side: Color, dim: usize) -> Vec<u8> {
        let positions = Positions::of(&table.layout);
        let mut codes = table.codes(side).to_vec();
        let step = 64usize.pow((table.layout.dimensions().len() - 1 - dim) as u32);
        for slot in (0..codes.len()).filter(|slot| (slot / step).is_multiple_of(64)) {
            let asked = positions.asked(slot as u64, dim);
            for square in (0..64).filter(|square| asked >> square & 1 == 0) {
                codes[slot + square * step] = NO_POSITION;
            }
        }
        codes
    }

    #[test]
    fn a_table_comes_back_whole() {
        for table in ["KPK", "KQK"].into_iter().flat_map(solved) {
            for side in Color::ALL {
                let last = table.layout.dimensions().len() - 1;
                let mut codes = blanked(&table, side, last);
                for slot in 0..table.layout.slots() {
                    let code = &mut codes[slot as usize];
                    let expected = if table.layout.is_representative(slot) {
                        table.codes(side)[slot as usize]
                    } else {
                        NO_POSITION
                    };
                    assert_eq!(*code, expected, "{} {slot}", table.ending());
                    if *code == NO_POSITION {
                        *code = (slot % 5) as u8;
                    }
                }
                restore(&table.layout, side, &mut codes);
                assert!(codes == table.codes(side), "{} {side}", table.ending());
            }
        }
    }

    /// Row by row, along any dimension, the same slots are asked for as slot by slot.
    #[test]
    fn rows_of_representatives() {
        for name in ["KQKR", "KNNK", "KBBKN", "KBBBK", "KRPKP", "KPPK", "KPPKR", "KPPKN", "KNNKP"] {
            let layout = Layout::new(name.parse().unwrap());
            let positions = Positions::of(&layout);
            let dims = layout.dimensions();
            let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
            for dim in 1..dims.len() {
                let step = 64u64.pow((dims.len() - 1 - dim) as u32);
                for _ in 0..2000 {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let slot = seed % layout.slots();
                    let slot = slot - slot / step % 64 * step;
                    let asked = positions.asked(slot, dim);
                    for square in 0..64 {
                        let slot = slot + square * step;
                        let squares = layout.squares(slot);
                        if Placement::new(layout.men(), squares).is_some() {
                            let asked = asked >> square & 1 != 0;
                            assert_eq!(asked, layout.is_representative(slot), "{name} {slot}");
                        }
                    }
                    assert!(!positions.asks_everywhere() || asked == u64::MAX, "{name}");
                }
            }
        }
    }

    /// Every slot of a slice or two of larger endings against making the placement.
    #[test]
    fn positions_and_classes_of_larger_endings() {
        for name in ["KQKR", "KBBKN", "KNNK", "KRPKP", "KPPK", "KPKP", "KQPK"] {
            let layout = Layout::new(name.parse().unwrap());
            let slice = layout.slots_of_slice();
            for to_move in Color::ALL {
                // codes that tell the class
                let class = |slot: u64| (slot % 251) as u8 + 1;
                let mut codes = vec![77; layout.slots() as usize];
                let end = codes.len().min(3 * slice);
                for (slot, code) in codes[..end].iter_mut().enumerate() {
                    *code = class(slot as u64);
                }
                restore(&layout, to_move, &mut codes);
                for slot in 0..end as u64 {
                    let placement = Placement::new(layout.men(), layout.squares(slot));
                    let expected = match placement.filter(|placed| placed.is_position(to_move)) {
                        Some(_) => layout.slot(&layout.squares(slot)).map_or(0, class),
                        None => NO_POSITION,
                    };
                    assert_eq!(codes[slot as usize], expected, "{name} {slot} {to_move}");
                }
            }
        }
    }
}
