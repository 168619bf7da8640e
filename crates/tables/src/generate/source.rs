//! Positions that are solved already, seen from a frame.
//!
//! A capture or a pawn move leads from a frame into another ending, or into another placement of the
//! pawns of the same. [`Source`] reads the values there in the frame's own order, colours exchanged
//! and board turned as that table wants it.

use solusrex_game::Value;

use crate::{
    board::{self, Symmetry},
    ending::{Ending, Man, index},
    layout::Layout,
    metric::Metric,
    table::{NO_POSITION, Palette},
};

use super::{GenerateError, Tables, frame::Frame, outcomes::Scale, pass::Stand};

/// The tables a frame may lead into, and the finished slices of its own ending.
pub(crate) struct Solved<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) metric: Metric,
    pub(crate) slices: Option<Slices<'a>>,
}

/// Finished placements of pawns of the ending that is being solved.
pub(crate) struct Slices<'a> {
    pub(crate) layout: &'a Layout,
    /// For White and for Black to move, slice after slice.
    pub(crate) codes: [&'a [u8]; 2],
    pub(crate) palettes: &'a [[Palette; 2]],
}

/// A solved array seen from a frame.
pub(crate) struct Source<'a> {
    /// For White and for Black to move, as the frame sees them.
    codes: [&'a [u8]; 2],
    palettes: [&'a Palette; 2],
    head: Head,
    /// Whose squares the digits of a slot are.
    digits: Vec<Stand>,
    /// 56 where the ranks are turned round, for colours exchanged.
    flip: u8,
}

enum Head {
    /// A pair of kings, White's and Black's in the table.
    Kings([Stand; 2]),
    /// The pawns are where they are; the board is mirrored or not.
    Pawns(Symmetry),
}

impl<'a> Solved<'a> {
    /// The position with these men; pawns must stand on squares.
    pub(crate) fn source(&self, men: &[(Man, Stand)]) -> Result<Source<'a>, GenerateError> {
        let kings = |man: &Man| man.role == shakmaty::Role::King;
        let others = men.iter().map(|&(man, _)| man).filter(|man| !kings(man));
        let ending = others.fold(Ending::KINGS, |ending, man| ending.with(man));
        let (ending, exchanged) = ending.canonical();
        let own = self.slices.as_ref().filter(|slices| slices.layout.ending() == ending);
        let missing = || GenerateError::Missing(ending);
        let metric = if exchanged { self.metric.exchanged() } else { self.metric };
        let table = self.tables.get(ending, metric);
        let layout = match (own, table) {
            (Some(slices), _) => slices.layout,
            (None, table) => &table.ok_or_else(missing)?.layout,
        };
        let mut left = men.to_vec();
        let stands: Vec<Stand> = layout
            .men()
            .iter()
            .filter_map(|&man| {
                let colour = if exchanged { !man.colour } else { man.colour };
                let found = left.iter().position(|(m, _)| *m == Man { colour, ..man })?;
                Some(left.swap_remove(found).1)
            })
            .collect();
        let flip = if exchanged && layout.pawn_placements().is_some() { 56 } else { 0 };
        let pieces = layout.pieces();
        let (head, digits, slice) = match layout.pawn_placements() {
            None => (Head::Kings([stands[0], stands[1]]), stands[2..].to_vec(), None),
            Some(placements) => {
                let squares: Vec<u8> = stands[2 + pieces..]
                    .iter()
                    .filter_map(|stand| match stand {
                        Stand::Square(square) => Some(square ^ flip),
                        _ => None,
                    })
                    .collect();
                let (slice, symmetry) = placements.find(&squares).ok_or_else(missing)?;
                (Head::Pawns(symmetry), stands[..2 + pieces].to_vec(), Some(slice))
            }
        };
        let (codes, palettes) = match (own, table) {
            (Some(slices), _) => {
                let palettes = &slices.palettes[slice.unwrap_or(0)];
                (slices.codes, [&palettes[0], &palettes[1]])
            }
            (None, table) => {
                let table = table.ok_or_else(missing)?;
                let codes = [&table.codes[0][..], &table.codes[1][..]];
                (codes, [&table.palettes[0], &table.palettes[1]])
            }
        };
        let size = layout.slots_of_slice();
        let codes = codes.map(|codes| match slice {
            Some(slice) => &codes[slice * size..(slice + 1) * size],
            None => codes,
        });
        let (codes, palettes) = if exchanged {
            ([codes[1], codes[0]], [palettes[1], palettes[0]])
        } else {
            (codes, palettes)
        };
        Ok(Source { codes, palettes, head, digits, flip })
    }
}

impl Source<'_> {
    /// The values that may occur with a side to move.
    pub(crate) fn values(&self, side: usize) -> impl Iterator<Item = Value> {
        self.palettes[side].iter().map(|(_, value)| value)
    }

    /// For each code with a side to move, a rank on a scale.
    pub(crate) fn ranks(
        &self,
        side: usize,
        scale: &Scale,
        outcome: impl Fn(Value) -> Value,
    ) -> [u8; 256] {
        let mut ranks = [0; 256];
        for (code, value) in self.palettes[side].iter() {
            ranks[usize::from(code)] = scale.rank(outcome(value));
        }
        ranks
    }

    /// Reads all positions with a side to move: for each pair of kings and each placement of the
    /// free men but the last, the codes for the 64 squares of the last one.
    pub(crate) fn read(
        &self,
        frame: &Frame,
        free: &[usize],
        side: usize,
        mut each: impl FnMut(usize, &[u8; 64]),
    ) {
        let Some((&last, others)) = free.split_last() else { return };
        let codes = self.codes[side];
        let mut out = [NO_POSITION; 64];
        let mut squares = [0u8; 8];
        for row in 0..frame.heads() << (6 * others.len()) {
            let mut rest = row;
            for &man in others.iter().rev() {
                squares[man] = (rest & 63) as u8;
                rest >>= 6;
            }
            let place = |stand: Stand, squares: &[u8; 8]| match stand {
                Stand::King(side) => frame.king_square(rest, side),
                Stand::Man(man) => squares[man],
                Stand::Square(square) => square,
            };
            let start = match &self.head {
                Head::Pawns(symmetry) => Some((0, *symmetry)),
                Head::Kings(kings) if kings.contains(&Stand::Man(last)) => {
                    // the pair of kings changes with the last man
                    for (square, out) in out.iter_mut().enumerate() {
                        squares[last] = square as u8;
                        let [white, black] = kings.map(|king| place(king, &squares));
                        *out = board::king_pair(white, black).map_or(NO_POSITION, |start| {
                            let (slot, _) = self.slot(start, last, |stand| place(stand, &squares));
                            codes[slot]
                        });
                    }
                    each(row, &out);
                    continue;
                }
                Head::Kings(kings) => {
                    let [white, black] = kings.map(|king| place(king, &squares));
                    board::king_pair(white, black)
                }
            };
            match start {
                None => out.fill(NO_POSITION),
                Some(start) => {
                    squares[last] = 0;
                    let (slot, stride) = self.slot(start, last, |stand| place(stand, &squares));
                    if stride == 1 && start.1 == Symmetry::IDENTITY && self.flip == 0 {
                        // the squares of the last man as they stand
                        if let Some(codes) = codes[slot..].first_chunk::<64>() {
                            each(row, codes);
                        }
                        continue;
                    }
                    let images = start.1.images();
                    for (square, out) in out.iter_mut().enumerate() {
                        let image = images[square ^ usize::from(self.flip)];
                        *out = codes[slot + stride * usize::from(image)];
                    }
                }
            }
            each(row, &out);
        }
    }

    /// The slot with the last man on no square, and how far apart its squares are.
    #[inline(always)]
    fn slot(
        &self,
        (start, symmetry): (usize, Symmetry),
        last: usize,
        place: impl Fn(Stand) -> u8,
    ) -> (usize, usize) {
        let mut slot = start;
        let mut stride = 0;
        for &stand in &self.digits {
            slot <<= 6;
            stride <<= 6;
            if stand == Stand::Man(last) {
                stride |= 1;
            } else {
                slot |= usize::from(symmetry.image(place(stand) ^ self.flip));
            }
        }
        (slot, stride)
    }
}

/// The men of a frame where they stand, without one of them.
pub(crate) fn men_of(frame: &Frame, without: Option<usize>) -> Vec<(Man, Stand)> {
    use shakmaty::{Color, Role};
    let kings = Color::ALL
        .into_iter()
        .filter(|_| frame.pairs)
        .map(|colour| (Man { colour, role: Role::King }, Stand::King(index(colour))));
    let men = frame.men.iter().enumerate().filter(|&(man, _)| Some(man) != without);
    kings.chain(men.map(|(i, &man)| (man, Stand::Man(i)))).collect()
}
