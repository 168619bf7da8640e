//! Where the positions of an ending stand in its table.
//!
//! A table is two arrays, White to move and Black to move, of the same *slots*. Without pawns a slot
//! is (pair of kings, square of each piece); with pawns it is (placement of the pawns, square of
//! each king, square of each piece). A slot in which two men share a square is no position; it is
//! kept because its place is then found by shifts alone.

use std::{
    cmp::Ordering,
    sync::{Arc, LazyLock, Mutex},
};

use shakmaty::{Color, Role};

use crate::{
    board::{self, DIAGONAL, KING_PAIRS, Symmetry},
    ending::{Ending, MOST_MEN, Man},
};

/// The squares of the men, in the order of [`Layout::men`]; 0 = a1, 63 = h8.
pub type Squares = [u8; MOST_MEN];

/// The order of an ending's men and the numbers of its positions.
///
/// ```
/// use solusrex_tables::{Ending, Layout};
///
/// let layout = Layout::new("KQK".parse()?);
/// assert_eq!(layout.slots(), 462 * 64);
/// // White Ka1 Qb1, Black Kh8
/// let slot = layout.slot(&[0, 63, 1, 0, 0, 0]).expect("the kings stand apart");
/// assert_eq!(layout.squares(slot)[..3], [0, 63, 1]);
/// # Ok::<(), solusrex_tables::EndingNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    ending: Ending,
    men: Vec<Man>,
    pieces: usize,
    pawns: Option<Arc<PawnPlacements>>,
}

impl Layout {
    /// The layout of an ending; of its canonical form, when the colours are to be exchanged.
    pub fn new(ending: Ending) -> Layout {
        let (ending, _) = ending.canonical();
        let king = |colour| Man { colour, role: Role::King };
        let mut pieces: Vec<Man> = ending.pieces().collect();
        // Outermost first. The generator's inner two men are the ones it moves inside a block; a
        // leaper is cheapest there, and like men stand next to each other.
        pieces.sort_by_key(|man| {
            (man.role as u8 == Role::Knight as u8, man.role, man.colour.is_black())
        });
        pieces.reverse();
        let count = pieces.len();
        let men = [king(Color::White), king(Color::Black)]
            .into_iter()
            .chain(pieces)
            .chain(ending.pawns())
            .collect();
        let pawns = ending.has_pawns().then(|| PawnPlacements::of(&ending));
        Layout { ending, men, pieces: count, pawns }
    }

    /// Whose layout it is.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The men in the order of their squares: White's king, Black's, pieces, pawns.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// How many men are neither kings nor pawns.
    pub(crate) fn pieces(&self) -> usize {
        self.pieces
    }

    /// The extents of the array: king pairs or pawn placements, then 64 for each man.
    pub fn dimensions(&self) -> Vec<u32> {
        let (first, men) = match &self.pawns {
            Some(pawns) => (pawns.len(), self.pieces + 2),
            None => (KING_PAIRS, self.pieces),
        };
        std::iter::once(first as u32).chain(std::iter::repeat_n(64, men)).collect()
    }

    /// How many slots there are for each side to move.
    pub fn slots(&self) -> u64 {
        self.dimensions().iter().map(|&extent| u64::from(extent)).product()
    }

    /// The slots of one placement of the pawns, or of one pair of kings.
    pub(crate) fn slots_of_slice(&self) -> usize {
        let men = if self.pawns.is_some() { self.pieces + 2 } else { self.pieces };
        1 << (6 * men)
    }

    /// The man whose square alone changes within 64 slots; none where there are only kings.
    pub(crate) fn innermost(&self) -> Option<usize> {
        (self.men.len() > 2).then_some(1 + self.pieces)
    }

    /// The placements of pawns, for an ending that has some.
    pub(crate) fn pawn_placements(&self) -> Option<&Arc<PawnPlacements>> {
        self.pawns.as_ref()
    }

    /// The slot of a placement; none when the kings touch or a pawn stands where none can.
    ///
    /// Like men are sorted and the board is turned into the table's position first, so that equal
    /// placements have equal slots.
    pub fn slot(&self, squares: &Squares) -> Option<u64> {
        let mut squares = *squares;
        let (head, mirror) = match &self.pawns {
            Some(pawns) => {
                let (slice, symmetry) = pawns.find(&squares[2 + self.pieces..self.men.len()])?;
                self.turn(&mut squares, symmetry);
                (slice, pawns.is_symmetric(slice).then_some(Symmetry::MIRROR_FILES))
            }
            None => {
                let (pair, symmetry) = board::king_pair(squares[0], squares[1])?;
                self.turn(&mut squares, symmetry);
                (pair, board::on_diagonal(pair).then_some(DIAGONAL))
            }
        };
        self.sort_like_men(&mut squares);
        // both mirror images have slots: the lesser one stands for them
        if let Some(mirror) = mirror {
            let mut image = squares;
            self.turn(&mut image, mirror);
            self.sort_like_men(&mut image);
            let men = 2 + self.pieces;
            if image[..men] < squares[..men] {
                squares = image;
            }
        }
        let men = if self.pawns.is_some() { 0 } else { 2 };
        let squares = &squares[men..2 + self.pieces];
        Some(squares.iter().fold(head as u64, |slot, &square| slot << 6 | u64::from(square)))
    }

    /// A slot of a placement, quickly: the men where the table's symmetry puts them, neither sorted
    /// nor mirrored. It may hold no position although [`Layout::slot`] does.
    pub(crate) fn any_slot(&self, squares: &Squares) -> Option<usize> {
        let men = 2 + self.pieces;
        let (head, symmetry, first) = match &self.pawns {
            Some(pawns) => {
                let (slice, symmetry) = pawns.find(&squares[men..self.men.len()])?;
                (slice, symmetry, 0)
            }
            None => {
                let (pair, symmetry) = board::king_pair(squares[0], squares[1])?;
                (pair, symmetry, 2)
            }
        };
        let images = symmetry.images();
        let image = |square: u8| usize::from(images[usize::from(square & 63)]);
        Some(squares[first..men].iter().fold(head, |slot, &square| slot << 6 | image(square)))
    }

    /// The squares of the men in a slot, pawns included.
    pub fn squares(&self, slot: u64) -> Squares {
        let mut squares = [0; MOST_MEN];
        let mut rest = slot;
        for square in squares[2..2 + self.pieces].iter_mut().rev() {
            *square = (rest & 63) as u8;
            rest >>= 6;
        }
        match &self.pawns {
            Some(pawns) => {
                squares[1] = (rest & 63) as u8;
                squares[0] = (rest >> 6 & 63) as u8;
                let placed = pawns.squares((rest >> 12) as usize);
                squares[2 + self.pieces..self.men.len()].copy_from_slice(placed);
            }
            None => squares[..2].copy_from_slice(&board::kings_of_pair(rest as usize)),
        }
        squares
    }

    /// Whether the slot is the one that stands for its symmetry class, so that counting such slots
    /// counts classes. Like men count as one placement whichever of them stands where.
    pub fn is_representative(&self, slot: u64) -> bool {
        self.is_one_to_one(slot) || self.slot(&self.squares(slot)) == Some(slot)
    }

    /// The squares of one man, the others staying where they are, with which a slot stands for its
    /// symmetry class; of a slot without a position anything may be said.
    pub(crate) fn representatives(&self, slot: u64, one: usize) -> u64 {
        let slice = (slot >> self.slots_of_slice().ilog2()) as usize;
        let men = 2 + self.pieces;
        let like = |man: usize| self.men[man - 1] == self.men[man];
        let mirror = match &self.pawns {
            Some(pawns) => pawns.is_symmetric(slice).then_some(Symmetry::MIRROR_FILES),
            None => board::on_diagonal(slice).then_some(DIAGONAL),
        };
        let squares = self.squares(slot);
        match mirror {
            None => (3..men).filter(|&man| like(man)).fold(u64::MAX, |set, man| {
                let (lower, upper) = (squares[man - 1], squares[man]);
                if man == one {
                    set & u64::MAX << lower
                } else if man - 1 == one {
                    set & u64::MAX >> (63 - upper)
                } else if lower > upper {
                    0
                } else {
                    set
                }
            }),
            Some(mirror) if !(3..men).any(like) => {
                // the first man that the mirror moves decides
                let decides = |man: usize| squares[man].cmp(&mirror.image(squares[man]));
                match (0..one).map(decides).find(|order| order.is_ne()) {
                    Some(Ordering::Less) => u64::MAX,
                    Some(_) => 0,
                    None => {
                        let after = (one + 1..men).map(decides).find(|order| order.is_ne());
                        (0..64).fold(0, |set, square| {
                            let order = square.cmp(&mirror.image(square));
                            let counts = order.then(after.unwrap_or(Ordering::Equal)).is_le();
                            set | u64::from(counts) << square
                        })
                    }
                }
            }
            Some(_) => {
                let step = 1 << (6 * (men - 1 - one));
                let first = slot - u64::from(squares[one]) * step;
                (0..64).fold(0, |set, square| {
                    set | u64::from(self.is_representative(first + square * step)) << square
                })
            }
        }
    }

    /// Whether every slot of a position stands for its symmetry class.
    pub(crate) fn has_no_images(&self) -> bool {
        let slices = self.slots() >> self.slots_of_slice().ilog2();
        (0..slices).all(|slice| self.is_one_to_one(slice << self.slots_of_slice().ilog2()))
    }

    /// Whether no slot in the slice of this one is the image of another: there are no like men, and
    /// the kings or the pawns are not their own mirror image. Then all classes there are seen in
    /// equally many placements.
    pub(crate) fn is_one_to_one(&self, slot: u64) -> bool {
        let slice = (slot >> self.slots_of_slice().ilog2()) as usize;
        let symmetric = match &self.pawns {
            Some(pawns) => pawns.is_symmetric(slice),
            None => board::on_diagonal(slice),
        };
        !symmetric && self.men[2..].windows(2).all(|men| men[0] != men[1])
    }

    /// Whether, without pawns, the slots with the same outer men all stand for classes of their
    /// own, or none of them does; unknown where it depends on the inner men. `block` is a slot
    /// divided by 4096.
    pub(crate) fn block_counts(&self, block: usize) -> Option<bool> {
        let outer = self.pieces - 2;
        let pieces = &self.men[2..];
        let inner_alike = (outer.max(1) - 1..pieces.len() - 1)
            .any(|i| i + 1 >= outer && pieces[i] == pieces[i + 1]);
        if board::on_diagonal(block >> (6 * outer)) || inner_alike {
            return None;
        }
        let square = |man: usize| block >> (6 * (outer - 1 - man)) & 63;
        let sorted = |i: usize| pieces[i] != pieces[i + 1] || square(i) <= square(i + 1);
        Some((1..outer).all(|i| sorted(i - 1)))
    }

    /// In how many placements of the men on the board a class is seen: its images under the
    /// symmetries of the ending.
    pub fn placements_of_class(&self, slot: u64) -> u32 {
        let squares = self.squares(slot);
        let symmetries = if self.pawns.is_some() { 2 } else { 8 };
        let mut images: Vec<Squares> = (0..symmetries)
            .map(|symmetry| {
                let mut image = squares;
                self.turn(&mut image, Symmetry(symmetry));
                self.sort_like_men(&mut image);
                image
            })
            .collect();
        images.sort_unstable();
        images.dedup();
        images.len() as u32
    }

    fn turn(&self, squares: &mut Squares, symmetry: Symmetry) {
        if symmetry != Symmetry::IDENTITY {
            for square in &mut squares[..self.men.len()] {
                *square = symmetry.image(*square);
            }
        }
    }

    /// Like men in the order of their squares.
    fn sort_like_men(&self, squares: &mut Squares) {
        // an insertion sort that never passes a different man
        for i in 3..self.men.len() {
            let mut j = i;
            while j > 2 && self.men[j - 1] == self.men[j] && squares[j - 1] > squares[j] {
                squares.swap(j - 1, j);
                j -= 1;
            }
        }
    }
}

/// The placements of pawns that the mirror of the files leaves, those further advanced first: a pawn
/// move leads to an earlier placement of the same ending, or to another ending.
#[derive(Debug)]
pub(crate) struct PawnPlacements {
    /// How many pawns White has, and Black.
    counts: [usize; 2],
    placements: Vec<[u8; MOST_MEN - 2]>,
    /// Where each run of equally advanced placements ends.
    waves: Vec<usize>,
    /// By the pawns' squares counted from a2, 48 to a pawn.
    numbers: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;
/// Squares on which a pawn can stand.
const PAWN_SQUARES: usize = 48;

impl PawnPlacements {
    /// Made once for each number of pawns.
    fn of(ending: &Ending) -> Arc<PawnPlacements> {
        static MADE: LazyLock<Mutex<Vec<Arc<PawnPlacements>>>> = LazyLock::new(Default::default);
        let pawns = |colour| ending.count(Man { colour, role: Role::Pawn }).into();
        let counts = [pawns(Color::White), pawns(Color::Black)];
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = made.iter().find(|placements| placements.counts == counts) {
            return found.clone();
        }
        let placements = Arc::new(PawnPlacements::new(counts));
        made.push(placements.clone());
        placements
    }

    fn new(counts: [usize; 2]) -> PawnPlacements {
        let count = counts[0] + counts[1];
        let mut placements: Vec<[u8; MOST_MEN - 2]> = Vec::new();
        let all = PAWN_SQUARES.pow(count as u32);
        for number in 0..all {
            let mut squares = [0; MOST_MEN - 2];
            let mut rest = number;
            for square in squares[..count].iter_mut().rev() {
                *square = (rest % PAWN_SQUARES + 8) as u8;
                rest /= PAWN_SQUARES;
            }
            let placed = &squares[..count];
            let apart = (1..count).all(|i| !placed[..i].contains(&placed[i]));
            let sorted = placed[..counts[0]].is_sorted() && placed[counts[0]..].is_sorted();
            if apart && sorted && squares <= Self::mirrored(counts, &squares) {
                placements.push(squares);
            }
        }
        let advance = |squares: &[u8; MOST_MEN - 2]| -> usize {
            let ranks = squares[..count].iter().enumerate();
            ranks.map(|(i, s)| usize::from(if i < counts[0] { s / 8 } else { 7 - s / 8 })).sum()
        };
        placements.sort_by_key(|squares| std::cmp::Reverse(advance(squares)));
        let waves = placements.chunk_by(|a, b| advance(a) == advance(b)).scan(0, |end, wave| {
            *end += wave.len();
            Some(*end)
        });
        let waves = waves.collect();
        let mut made = PawnPlacements { counts, placements, waves, numbers: vec![NOWHERE; all] };
        for (slice, squares) in made.placements.iter().enumerate() {
            made.numbers[Self::number(&squares[..count])] = slice as u32;
        }
        made
    }

    fn mirrored(counts: [usize; 2], squares: &[u8; MOST_MEN - 2]) -> [u8; MOST_MEN - 2] {
        let mut image = *squares;
        let (white, black) = image[..counts[0] + counts[1]].split_at_mut(counts[0]);
        for side in [white, black] {
            side.iter_mut().for_each(|square| *square ^= 7);
            side.sort_unstable();
        }
        image
    }

    fn number(squares: &[u8]) -> usize {
        squares.iter().fold(0, |number, &s| number * PAWN_SQUARES + usize::from(s) - 8)
    }

    pub(crate) fn len(&self) -> usize {
        self.placements.len()
    }

    /// Runs of slices that do not depend on each other, in building order.
    pub(crate) fn waves(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.waves.iter().copied());
        starts.zip(self.waves.iter().copied()).map(|(start, end)| start..end)
    }

    /// White's pawns, then Black's.
    pub(crate) fn squares(&self, slice: usize) -> &[u8] {
        &self.placements[slice][..self.counts[0] + self.counts[1]]
    }

    /// The slice of White's and Black's pawns in any order within a side, and the symmetry that
    /// brings them there.
    pub(crate) fn find(&self, pawns: &[u8]) -> Option<(usize, Symmetry)> {
        let count = self.counts[0] + self.counts[1];
        if pawns.len() != count || pawns.iter().any(|square| !(8..56).contains(square)) {
            return None;
        }
        let mut squares = [0; MOST_MEN - 2];
        squares[..count].copy_from_slice(pawns);
        squares[..self.counts[0]].sort_unstable();
        squares[self.counts[0]..count].sort_unstable();
        let image = Self::mirrored(self.counts, &squares);
        let (home, symmetry) = if squares <= image {
            (squares, Symmetry::IDENTITY)
        } else {
            (image, Symmetry::MIRROR_FILES)
        };
        let slice = self.numbers[Self::number(&home[..count])];
        (slice != NOWHERE).then_some((slice as usize, symmetry))
    }

    /// Whether the mirror of the files leaves a placement as it is.
    pub(crate) fn is_symmetric(&self, slice: usize) -> bool {
        // no file is its own mirror image, so that each pawn has another one as its image
        if self.counts.iter().any(|count| count % 2 != 0) {
            return false;
        }
        let squares = &self.placements[slice];
        Self::mirrored(self.counts, squares) == *squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_and_its_squares() {
        for name in ["KQK", "KBBKN", "KRPKR", "KPPKP", "KPPK"] {
            let layout = Layout::new(name.parse().unwrap());
            let slots = layout.slots();
            for i in 0..20_000 {
                let slot = u64::wrapping_mul(i, 0x9e37_79b9_7f4a_7c15) % slots;
                let home = layout.slot(&layout.squares(slot)).unwrap();
                assert!(layout.is_representative(home), "{name} {slot} {home}");
                assert_eq!(layout.placements_of_class(slot), layout.placements_of_class(home));
            }
        }
    }

    /// 3612 pairs of kings stand apart; with a queen beside them, 223,944 placements.
    #[test]
    fn classes_and_placements() {
        let layout = Layout::new("KQK".parse().unwrap());
        let apart = |slot: &u64| {
            let [wk, bk, queen, ..] = layout.squares(*slot);
            queen != wk && queen != bk && layout.is_representative(*slot)
        };
        let classes: Vec<u64> = (0..layout.slots()).filter(apart).collect();
        let placements: u32 = classes.iter().map(|&slot| layout.placements_of_class(slot)).sum();
        assert_eq!(placements, 3612 * 62);
    }

    #[test]
    fn pawns_go_to_earlier_slices() {
        for name in ["KPK", "KPKP", "KPPKP"] {
            let layout = Layout::new(name.parse().unwrap());
            let placements = layout.pawn_placements().unwrap();
            assert_eq!(placements.waves().map(|wave| wave.len()).sum::<usize>(), placements.len());
            for wave in placements.waves() {
                for slice in wave.clone() {
                    let pawns = placements.squares(slice).to_vec();
                    assert_eq!(placements.find(&pawns).unwrap(), (slice, Symmetry::IDENTITY));
                    let mut pushed = pawns.clone();
                    pushed[0] += 8;
                    if pushed[0] < 56 && !pawns.contains(&pushed[0]) {
                        assert!(placements.find(&pushed).unwrap().0 < wave.start);
                    }
                }
            }
        }
    }
}
