//! The order of slots in the file: which man's squares come innermost, and in which order squares come.
//!
//! A slot of the caller's array (*logical*) is a number in a mixed base, one digit per dimension. In
//! the file (*physical*) the first dimension stays first, the others may change places, and a dimension
//! of 64 squares may be counted along the diagonals of one colour and then of the other, so that
//! neighbours are what a bishop makes of one another.

use super::{Presence, token::ROW};

/// The squares along the diagonals, to and fro, those of a1's colour first.
pub(super) fn diagonals() -> [u8; 64] {
    let mut squares = [0; 64];
    let mut count = 0;
    for colour in 0..2u8 {
        for (turn, sum) in (colour..15).step_by(2).enumerate() {
            for step in 0..8u8 {
                let file = if turn % 2 == 0 { step } else { 7 - step };
                if let Some(rank) = sum.checked_sub(file).filter(|&rank| rank < 8) {
                    squares[count] = rank * 8 + file;
                    count += 1;
                }
            }
        }
    }
    squares
}

/// What a file says about the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// The logical dimensions in physical order; the first is 0.
    pub(super) dims: Vec<u8>,
    /// By logical dimension: counted along the diagonals?
    pub(super) diagonal: Vec<bool>,
}

impl Order {
    /// The caller's order.
    pub(super) fn natural(dims: usize) -> Order {
        Order { dims: (0..dims as u8).collect(), diagonal: vec![false; dims] }
    }

    /// All orders of the dimensions.
    pub(super) fn permutations(dims: usize) -> Vec<Order> {
        let mut found = Vec::new();
        let mut dims: Vec<u8> = (0..dims as u8).collect();
        fn extend(dims: &mut Vec<u8>, from: usize, found: &mut Vec<Order>) {
            if from >= dims.len() {
                found.push(Order { dims: dims.clone(), diagonal: vec![false; dims.len()] });
                return;
            }
            for other in from..dims.len() {
                dims.swap(from, other);
                extend(dims, from + 1, found);
                dims.swap(from, other);
            }
        }
        extend(&mut dims, 1, &mut found);
        found
    }
}

/// One dimension.
#[derive(Clone, Debug)]
struct Dim {
    size: u64,
    /// Set if the size is a power of two.
    shift: Option<u32>,
    logical: u64,
    physical: u64,
    /// Physical digit to logical digit and back, if counted along the diagonals.
    squares: Option<Box<([u8; 64], [u8; 64])>>,
}

/// Slots from one order to the other.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// In logical order.
    dims: Vec<Dim>,
    order: Order,
    slots: u64,
}

impl Layout {
    /// `None` if the sizes are too large or the order is none.
    pub(super) fn new(sizes: &[u32], order: Order) -> Option<Layout> {
        if sizes.is_empty()
            || order.dims.len() != sizes.len()
            || order.diagonal.len() != sizes.len()
        {
            return None;
        }
        let mut sorted = order.dims.clone();
        sorted.sort_unstable();
        let permuted = sorted.iter().enumerate().all(|(at, &dim)| at == usize::from(dim));
        if !permuted || order.dims[0] != 0 {
            return None;
        }
        let mut dims = Vec::new();
        let mut slots = 1u64;
        for (&size, &diagonal) in sizes.iter().zip(&order.diagonal).rev() {
            if size == 0 || (diagonal && size != 64) {
                return None;
            }
            let squares = diagonal.then(|| {
                let there = diagonals();
                let mut back = [0; 64];
                there.iter().enumerate().for_each(|(at, &sq)| back[usize::from(sq)] = at as u8);
                Box::new((there, back))
            });
            let size = u64::from(size);
            let shift = size.is_power_of_two().then(|| size.trailing_zeros());
            dims.push(Dim { size, shift, logical: slots, physical: 0, squares });
            slots = slots.checked_mul(size).filter(|&slots| slots < 1 << 48)?;
        }
        dims.reverse();
        let mut stride = 1;
        for &dim in order.dims.iter().rev() {
            dims[usize::from(dim)].physical = stride;
            stride *= dims[usize::from(dim)].size;
        }
        Some(Layout { dims, order, slots })
    }

    pub(super) fn slots(&self) -> u64 {
        self.slots
    }

    pub(super) fn order(&self) -> &Order {
        &self.order
    }

    /// How many slots belong to one index of the first dimension: these stay together.
    pub(super) fn inner(&self) -> u64 {
        self.dims[0].physical
    }

    /// Where a logical slot is.
    #[inline]
    pub(super) fn physical(&self, slot: u64) -> u64 {
        let mut rest = slot;
        let mut place = 0;
        for dim in self.dims[1..].iter().rev() {
            let digit = match dim.shift {
                Some(shift) => {
                    let digit = rest & (dim.size - 1);
                    rest >>= shift;
                    digit
                }
                None => {
                    let digit = rest % dim.size;
                    rest /= dim.size;
                    digit
                }
            };
            let digit = match &dim.squares {
                Some(squares) => u64::from(squares.1[digit as usize & 63]),
                None => digit,
            };
            place += digit * dim.physical;
        }
        place + rest * self.dims[0].physical
    }

    /// Which logical slot is at a physical place.
    pub(super) fn logical(&self, place: u64) -> u64 {
        let mut rest = place;
        let mut slot = 0;
        for dim in self.order.dims.iter().map(|&dim| &self.dims[usize::from(dim)]) {
            // all strides but that of sizes in the caller's order are powers of two
            let mut digit;
            if dim.physical.is_power_of_two() {
                digit = rest >> dim.physical.trailing_zeros();
                rest &= dim.physical - 1;
            } else {
                digit = rest / dim.physical;
                rest %= dim.physical;
            }
            if let Some(squares) = &dim.squares {
                digit = u64::from(squares.0[digit as usize & 63]);
            }
            slot += digit * dim.logical;
        }
        slot
    }

    /// The first logical slot of the row at a physical place (a multiple of the row) and the stride to
    /// the others; `None` if they are not so regular.
    #[inline]
    fn row(&self, place: u64) -> Option<(u64, u64)> {
        let innermost = &self.dims[usize::from(*self.order.dims.last().expect("dimensions"))];
        let regular = innermost.size.is_multiple_of(ROW as u64) && innermost.squares.is_none();
        regular.then(|| (self.logical(place), innermost.logical))
    }

    /// Which slots of the row at a physical place (a multiple of the row) hold positions. Of rows that do
    /// not go along one dimension nothing is known, and all slots count.
    #[inline]
    pub(super) fn present(&self, presence: &dyn Presence, side: usize, place: u64) -> u64 {
        let dim = usize::from(*self.order.dims.last().expect("dimensions"));
        if dim == 0 || self.dims[dim].size != ROW as u64 || place >= self.slots {
            return u64::MAX;
        }
        presence.present(side, self.logical(place), dim)
    }

    /// Which slots of the row at a physical place (a multiple of the row) anybody asks for. Of rows that
    /// do not go along one dimension all count.
    pub(super) fn asked(&self, presence: &dyn Presence, place: u64) -> u64 {
        let dim = usize::from(*self.order.dims.last().expect("dimensions"));
        if dim == 0 || self.dims[dim].size != ROW as u64 || place >= self.slots {
            return u64::MAX;
        }
        presence.asked(self.logical(place), dim)
    }

    /// Where rows from a physical place on (a multiple of the row) lie side by side in the array, so that
    /// slots of one column follow each other: the first logical slot, and the stride from column to
    /// column.
    fn beside(&self, place: u64, rows: usize) -> Option<(usize, usize)> {
        let [.., outer, _] = *self.order.dims else { return None };
        let outer = &self.dims[usize::from(outer)];
        let (start, stride) = self.row(place)?;
        let row = place / ROW as u64;
        let together = outer.logical == 1
            && outer.squares.is_none()
            && outer.physical == ROW as u64
            && outer.size.is_multiple_of(rows as u64)
            && row.is_multiple_of(rows as u64);
        together.then_some((start as usize, stride as usize))
    }

    /// Copies rows from a logical array; what is beyond its end becomes `beyond`.
    pub(super) fn gather(&self, array: &[u8], place: u64, beyond: u8, out: &mut [u8]) {
        let rows = out.len() / ROW;
        if rows.is_multiple_of(TILE)
            && out.len().is_multiple_of(ROW)
            && place + out.len() as u64 <= self.slots
            && let Some((start, stride)) = self.beside(place, rows)
        {
            return gather_columns(&array[start..], stride, out);
        }
        for (index, row) in out.chunks_mut(ROW).enumerate() {
            let place = place + (index * ROW) as u64;
            match self.row(place) {
                _ if place >= self.slots => row.fill(beyond),
                Some((start, 1)) => {
                    row.copy_from_slice(&array[start as usize..start as usize + row.len()]);
                }
                Some((start, stride)) => {
                    let from = array[start as usize..].iter().step_by(stride as usize);
                    row.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                }
                None => {
                    for (column, to) in row.iter_mut().enumerate() {
                        let place = place + column as u64;
                        let inside = place < self.slots;
                        *to = if inside { array[self.logical(place) as usize] } else { beyond };
                    }
                }
            }
        }
    }

    /// Copies rows to a part of a logical array that starts at slot `base`.
    pub(super) fn scatter(&self, rows: &[u8], place: u64, array: &mut [u8], base: u64) {
        for (index, row) in rows.chunks(ROW).enumerate() {
            let place = place + (index * ROW) as u64;
            match self.row(place) {
                _ if place >= self.slots => return,
                Some((start, 1)) => {
                    let start = (start - base) as usize;
                    array[start..start + row.len()].copy_from_slice(row);
                }
                Some((start, stride)) => {
                    let to = array[(start - base) as usize..].iter_mut().step_by(stride as usize);
                    to.zip(row).for_each(|(to, from)| *to = *from);
                }
                None => {
                    for (column, from) in row.iter().enumerate() {
                        let place = place + column as u64;
                        if place < self.slots {
                            array[(self.logical(place) - base) as usize] = *from;
                        }
                    }
                }
            }
        }
    }
}

/// Rows and columns that are exchanged together.
const TILE: usize = 8;

/// Copies rows whose columns are `stride` apart in an array, each column in one piece. Taking a row at a
/// time would touch as many lines of memory for each of them as for all.
fn gather_columns(array: &[u8], stride: usize, out: &mut [u8]) {
    let rows = out.len() / ROW;
    for column in (0..ROW).step_by(TILE) {
        for row in (0..rows).step_by(TILE) {
            let mut words = [0; TILE];
            for (i, word) in words.iter_mut().enumerate() {
                let from = &array[(column + i) * stride + row..];
                *word = from.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            }
            for (i, word) in exchanged(words).into_iter().enumerate() {
                let to = (row + i) * ROW + column;
                out[to..to + TILE].copy_from_slice(&word.to_le_bytes());
            }
        }
    }
}

/// Byte `i` of word `j` becomes byte `j` of word `i`, by squares of four, two and one bytes (Warren,
/// *Hacker's Delight*, 7-3).
#[inline(always)]
fn exchanged(mut words: [u64; TILE]) -> [u64; TILE] {
    for (size, low) in
        [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)]
    {
        for i in (0..TILE).filter(|i| i & size == 0) {
            let different = (words[i] >> (8 * size) ^ words[i + size]) & low;
            words[i] ^= different << (8 * size);
            words[i + size] ^= different;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{super::page::PAGE, *};

    #[test]
    fn there_and_back() {
        for sizes in [&[5, 64, 64][..], &[3, 64, 7, 64], &[100], &[10, 64], &[2, 3, 4, 5]] {
            for mut order in Order::permutations(sizes.len()) {
                for diagonal in [false, true] {
                    for (flag, &size) in order.diagonal.iter_mut().zip(sizes).skip(1) {
                        *flag = diagonal && size == 64;
                    }
                    let layout = Layout::new(sizes, order.clone()).unwrap();
                    for slot in (0..layout.slots()).step_by(7) {
                        assert_eq!(layout.logical(layout.physical(slot)), slot);
                    }
                    let array: Vec<u8> =
                        (0..layout.slots()).map(|slot| (slot * 31) as u8).collect();
                    let mut rows = vec![0; array.len().next_multiple_of(ROW)];
                    for (index, rows) in rows.chunks_mut(PAGE).enumerate() {
                        layout.gather(&array, (index * PAGE) as u64, 9, rows);
                    }
                    for place in (0..layout.slots()).step_by(5) {
                        let slot = layout.logical(place);
                        assert_eq!(rows[place as usize], array[slot as usize]);
                    }
                    let mut back = vec![0; array.len()];
                    layout.scatter(&rows, 0, &mut back, 0);
                    assert_eq!(array, back);
                }
            }
        }
    }

    #[test]
    fn squares_come_once() {
        let mut squares = diagonals();
        assert!(squares.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) % 7 == 0).count() > 40);
        squares.sort_unstable();
        assert!(squares.iter().enumerate().all(|(at, &square)| at == usize::from(square)));
    }
}
