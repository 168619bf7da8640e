//! 4096 positions at a time.
//!
//! A [`Block`] holds one bit for each pair of squares of an ending's two inner men, the others fixed:
//!
//! ```text
//!            lane = file of the lane man
//!           0     1     2   ...   7
//! row 0   word  word  word      word      row = rank of the lane man
//! row 1   word  word  word      word
//! ...                                     bit b of a word = the bit man stands on square b
//! row 7   word  word  word      word
//! ```
//!
//! The functions here answer, for all 4096 at once: from which of these positions does a man have a
//! move into the given set? A man's moves are the same forwards and backwards, so this is also where
//! its un-moves lead. (Ströhlein 1970, §9, had 64 positions in a machine word.)

use shakmaty::{Bitboard, Role};

use crate::board::Symmetry;

use super::lanes::{Lanes, Row};

/// One bit for each placement of the two inner men.
pub(crate) type Block = [Row; 8];

pub(crate) const EMPTY: Block = [Row([0; 8]); 8];
pub(crate) const FULL: Block = [Row([!0; 8]); 8];

/// An array of eight rows. (`std::array::from_fn` may be compiled apart from its caller, without
/// the caller's vector instructions.)
macro_rules! rows {
    (|$r:ident| $row:expr) => {
        [
            {
                let $r = 0;
                $row
            },
            {
                let $r = 1;
                $row
            },
            {
                let $r = 2;
                $row
            },
            {
                let $r = 3;
                $row
            },
            {
                let $r = 4;
                $row
            },
            {
                let $r = 5;
                $row
            },
            {
                let $r = 6;
                $row
            },
            {
                let $r = 7;
                $row
            },
        ]
    };
}

#[inline(always)]
pub(crate) fn load<L: Lanes>(block: &Block) -> [L; 8] {
    rows!(|r| L::load(&block[r]))
}

#[inline(always)]
pub(crate) fn stored<L: Lanes>(rows: [L; 8]) -> Block {
    let mut block = EMPTY;
    for r in 0..8 {
        rows[r].store(&mut block[r]);
    }
    block
}

#[inline(always)]
pub(crate) fn zero<L: Lanes>() -> [L; 8] {
    [L::splat(0); 8]
}

#[inline(always)]
pub(crate) fn or_into<L: Lanes>(acc: &mut [L; 8], rows: [L; 8]) {
    for r in 0..8 {
        acc[r] = acc[r].or(rows[r]);
    }
}

/// Whether everything wanted has been found.
#[inline(always)]
pub(crate) fn is_complete<L: Lanes>(wanted: &[L; 8], found: &[L; 8]) -> bool {
    let mut missing = L::splat(0);
    for r in 0..8 {
        missing = missing.or(wanted[r].without(found[r]));
    }
    missing.is_zero()
}

/// The positions in both.
#[inline(always)]
pub(crate) fn common<L: Lanes>(a: &[L; 8], b: &[L; 8]) -> [L; 8] {
    rows!(|r| a[r].and(b[r]))
}

/// The positions of `a` that are not in `b`.
#[inline(always)]
pub(crate) fn minus<L: Lanes>(a: &[L; 8], b: &[L; 8]) -> [L; 8] {
    rows!(|r| a[r].without(b[r]))
}

#[inline(always)]
pub(crate) fn is_empty<L: Lanes>(rows: &[L; 8]) -> bool {
    let mut any = rows[0];
    for &row in &rows[1..] {
        any = any.or(row);
    }
    any.is_zero()
}

/// The positions of `a` that are not in `b`.
pub(crate) fn without(a: &Block, b: &Block) -> Block {
    let mut out = *a;
    for (out, b) in out.iter_mut().zip(b) {
        out.0.iter_mut().zip(b.0).for_each(|(out, b)| *out &= !b);
    }
    out
}

/// Word `(r, l)`: all squares but the lane man's own.
static APART: Block = {
    let mut block = EMPTY;
    let mut square = 0;
    while square < 64 {
        block[square / 8].0[square % 8] = !(1 << square);
        square += 1;
    }
    block
};

/// As [`APART`], for rows and lanes exchanged.
static APART_EXCHANGED: Block = {
    let mut block = EMPTY;
    let mut square = 0;
    while square < 64 {
        block[square % 8].0[square / 8] = !(1 << square);
        square += 1;
    }
    block
};

/// All ones in the lanes whose bit is set.
static LANES: [Row; 256] = {
    let mut rows = [Row([0; 8]); 256];
    let mut set = 0;
    while set < 256 {
        let mut lane = 0;
        while lane < 8 {
            if set >> lane & 1 != 0 {
                rows[set].0[lane] = !0;
            }
            lane += 1;
        }
        set += 1;
    }
    rows
};

#[inline(always)]
fn only_lanes<L: Lanes>(row: L, lanes: u64) -> L {
    row.and(L::load(&LANES[(lanes & 255) as usize]))
}

/// The squares a moving inner man may pass: those without the other inner man, and none of those the
/// fixed men occupy.
struct Passable {
    occupied: u64,
}

impl Passable {
    #[inline(always)]
    fn row<L: Lanes>(&self, r: usize) -> L {
        only_lanes(L::load(&APART[r]), !self.occupied >> (8 * r))
    }

    #[inline(always)]
    fn exchanged_row<L: Lanes>(occupied: u64, r: usize) -> L {
        only_lanes(L::load(&APART_EXCHANGED[r]), !occupied >> (8 * r))
    }
}

/// The placements in which no two men share a square.
#[inline(always)]
pub(crate) fn only_apart<L: Lanes>(rows: [L; 8], occupied: u64) -> [L; 8] {
    let free = L::splat(!occupied);
    rows!(|r| rows[r].and(Passable { occupied }.row(r)).and(free))
}

/// A run along the ranks in both directions.
#[inline(always)]
fn slide_rows<L: Lanes>(from: &[L; 8], passable: impl Fn(usize) -> L, acc: &mut [L; 8]) {
    let mut run = from[7];
    acc[6] = acc[6].or(run);
    for r in (0..6).rev() {
        run = from[r + 1].or_and(run, passable(r + 1));
        acc[r] = acc[r].or(run);
    }
    let mut run = from[0];
    acc[1] = acc[1].or(run);
    for r in 2..8 {
        run = from[r - 1].or_and(run, passable(r - 1));
        acc[r] = acc[r].or(run);
    }
}

#[inline(always)]
fn slide_diagonals<L: Lanes>(from: &[L; 8], passable: impl Fn(usize) -> L, acc: &mut [L; 8]) {
    let mut right = from[7].lanes_down::<1>();
    let mut left = from[7].lanes_up::<1>();
    acc[6] = acc[6].or(right).or(left);
    for r in (0..6).rev() {
        let mask = passable(r + 1);
        right = from[r + 1].or_and(right, mask).lanes_down::<1>();
        left = from[r + 1].or_and(left, mask).lanes_up::<1>();
        acc[r] = acc[r].or(right).or(left);
    }
    let mut right = from[0].lanes_down::<1>();
    let mut left = from[0].lanes_up::<1>();
    acc[1] = acc[1].or(right).or(left);
    for r in 2..8 {
        let mask = passable(r - 1);
        right = from[r - 1].or_and(right, mask).lanes_down::<1>();
        left = from[r - 1].or_and(left, mask).lanes_up::<1>();
        acc[r] = acc[r].or(right).or(left);
    }
}

#[inline(always)]
fn slide_lanes<L: Lanes>(from: &[L; 8], occupied: u64, acc: &mut [L; 8]) {
    let exchanged = Bitboard(occupied).flip_diagonal().0;
    let mut moved = zero();
    let passable = |r| Passable::exchanged_row::<L>(exchanged, r);
    slide_rows(&L::transpose(*from), passable, &mut moved);
    or_into(acc, L::transpose(moved));
}

/// Adds the positions from which the lane man moves into `from`.
#[inline(always)]
pub(crate) fn lane_moves<L: Lanes>(role: Role, from: &[L; 8], occupied: u64, acc: &mut [L; 8]) {
    let passable = |r| Passable { occupied }.row::<L>(r);
    match role {
        Role::Knight => lane_knight(from, acc),
        Role::King => lane_king(from, acc),
        Role::Bishop => slide_diagonals(from, passable, acc),
        Role::Rook => {
            slide_rows(from, passable, acc);
            slide_lanes(from, occupied, acc);
        }
        Role::Queen => {
            slide_rows(from, passable, acc);
            slide_lanes(from, occupied, acc);
            slide_diagonals(from, passable, acc);
        }
        Role::Pawn => {}
    }
}

/// Adds the positions from which the bit man moves into `from`.
#[inline(always)]
pub(crate) fn bit_moves<L: Lanes>(role: Role, from: &[L; 8], occupied: u64, acc: &mut [L; 8]) {
    match role {
        Role::Knight => bit_knight(from, acc),
        Role::King => bit_king(from, acc),
        Role::Pawn => {}
        Role::Bishop | Role::Rook | Role::Queen => {
            // with lane man and bit man exchanged it is the same question
            let mut moved = zero();
            lane_moves(role, &exchange_men(*from), occupied, &mut moved);
            or_into(acc, exchange_men(moved));
        }
    }
}

#[inline(always)]
fn lane_king<L: Lanes>(from: &[L; 8], acc: &mut [L; 8]) {
    for r in 0..8 {
        let beside = from[r].lanes_down::<1>().or(from[r].lanes_up::<1>());
        let three = beside.or(from[r]);
        acc[r] = acc[r].or(beside);
        if r > 0 {
            acc[r - 1] = acc[r - 1].or(three);
        }
        if r < 7 {
            acc[r + 1] = acc[r + 1].or(three);
        }
    }
}

#[inline(always)]
fn lane_knight<L: Lanes>(from: &[L; 8], acc: &mut [L; 8]) {
    for r in 0..8 {
        let one = from[r].lanes_down::<1>().or(from[r].lanes_up::<1>());
        let two = from[r].lanes_down::<2>().or(from[r].lanes_up::<2>());
        if r > 0 {
            acc[r - 1] = acc[r - 1].or(two);
        }
        if r < 7 {
            acc[r + 1] = acc[r + 1].or(two);
        }
        if r > 1 {
            acc[r - 2] = acc[r - 2].or(one);
        }
        if r < 6 {
            acc[r + 2] = acc[r + 2].or(one);
        }
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

#[inline(always)]
fn bit_king<L: Lanes>(from: &[L; 8], acc: &mut [L; 8]) {
    for (acc, &from) in acc.iter_mut().zip(from) {
        let west = from.without(L::splat(FILE_A)).shr::<1>();
        let east = from.without(L::splat(FILE_H)).shl::<1>();
        let beside = west.or(east);
        let three = beside.or(from);
        *acc = acc.or(beside).or(three.shl::<8>()).or(three.shr::<8>());
    }
}

#[inline(always)]
fn bit_knight<L: Lanes>(from: &[L; 8], acc: &mut [L; 8]) {
    let (two_left, two_right) = (L::splat(FILE_A | FILE_A << 1), L::splat(FILE_H | FILE_H >> 1));
    for (acc, &from) in acc.iter_mut().zip(from) {
        let west = from.without(L::splat(FILE_A)).shr::<1>();
        let east = from.without(L::splat(FILE_H)).shl::<1>();
        let one = west.or(east);
        let two = from.without(two_left).shr::<2>().or(from.without(two_right).shl::<2>());
        let up = one.shl::<16>().or(two.shl::<8>());
        let down = one.shr::<16>().or(two.shr::<8>());
        *acc = acc.or(up).or(down);
    }
}

/// Exchanges the two inner men: bit `b` of lane `l` becomes bit `l` of lane `b`.
#[inline(always)]
pub(crate) fn exchange_men<L: Lanes>(block: [L; 8]) -> [L; 8] {
    // By files: word (l, r) holds rows as lanes, so that files meet in one register each.
    let mut rows = L::transpose(block);
    exchange_bits::<L, 4, 4>(&mut rows, 0x0f0f_0f0f_0f0f_0f0f);
    exchange_bits::<L, 2, 2>(&mut rows, 0x3333_3333_3333_3333);
    exchange_bits::<L, 1, 1>(&mut rows, 0x5555_5555_5555_5555);
    let mut rows = L::transpose(rows);
    exchange_bits::<L, 4, 32>(&mut rows, 0x0000_0000_ffff_ffff);
    exchange_bits::<L, 2, 16>(&mut rows, 0x0000_ffff_0000_ffff);
    exchange_bits::<L, 1, 8>(&mut rows, 0x00ff_00ff_00ff_00ff);
    rows
}

/// One step of a bit-matrix transposition (Warren, *Hacker's Delight*, 7-3): exchanges the high
/// parts of row `i` with the low parts of row `i + STRIDE`.
#[inline(always)]
fn exchange_bits<L: Lanes, const STRIDE: usize, const SHIFT: u32>(rows: &mut [L; 8], low: u64) {
    let low = L::splat(low);
    for i in 0..8 {
        if i & STRIDE == 0 {
            let different = rows[i].shr::<SHIFT>().xor(rows[i + STRIDE]).and(low);
            rows[i] = rows[i].xor(different.shl::<SHIFT>());
            rows[i + STRIDE] = rows[i + STRIDE].xor(different);
        }
    }
}

/// The block whose position with inner men on `a` and `b` is the given one's with them on the images
/// of `a` and `b`.
#[inline(always)]
pub(crate) fn turned<L: Lanes>(block: [L; 8], symmetry: Symmetry) -> [L; 8] {
    let mut rows = block;
    // what a symmetry does to the squares of the lane man it does to the bits of each word too
    if symmetry.0 & 4 != 0 {
        rows = L::transpose(rows);
        exchange_within::<L, 7>(&mut rows, 0x00aa_00aa_00aa_00aa);
        exchange_within::<L, 14>(&mut rows, 0x0000_cccc_0000_cccc);
        exchange_within::<L, 28>(&mut rows, 0x0000_0000_f0f0_f0f0);
    }
    if symmetry.0 & 1 != 0 {
        rows = rows!(|r| rows[r].reversed());
        exchange_within::<L, 1>(&mut rows, 0x5555_5555_5555_5555);
        exchange_within::<L, 2>(&mut rows, 0x3333_3333_3333_3333);
        exchange_within::<L, 4>(&mut rows, 0x0f0f_0f0f_0f0f_0f0f);
    }
    if symmetry.0 & 2 != 0 {
        rows = rows!(|r| rows[7 - r]);
        exchange_within::<L, 8>(&mut rows, 0x00ff_00ff_00ff_00ff);
        exchange_within::<L, 16>(&mut rows, 0x0000_ffff_0000_ffff);
        exchange_within::<L, 32>(&mut rows, 0x0000_0000_ffff_ffff);
    }
    rows
}

/// In every word, each bit of `low` changes places with the one `DISTANCE` above it.
#[inline(always)]
fn exchange_within<L: Lanes, const DISTANCE: u32>(rows: &mut [L; 8], low: u64) {
    let (moving, others) = (L::splat(low), L::splat(!(low | low << DISTANCE)));
    for row in rows {
        let up = row.and(moving).shl::<DISTANCE>();
        let down = row.shr::<DISTANCE>().and(moving);
        *row = row.and(others).or(up).or(down);
    }
}

/// The places of two men, as far as a block fixes them.
#[derive(Clone, Copy)]
pub(crate) enum Where {
    At(u8),
    Lane,
    Bit,
}

/// Adds the positions in which two men share a square.
pub(crate) fn add_shared(a: Where, b: Where, block: &mut Block) {
    use Where::*;
    match (a, b) {
        (At(a), At(b)) => {
            if a == b {
                *block = [Row([!0; 8]); 8];
            }
        }
        (At(square), other) | (other, At(square)) => add_standing(other, 1 << square, block),
        (Lane, _) | (_, Lane) => {
            for square in 0..64 {
                block[square / 8].0[square % 8] |= 1 << square;
            }
        }
        (Bit, Bit) => {}
    }
}

/// Adds the positions in which a man stands on one of the squares.
pub(crate) fn add_standing(man: Where, squares: u64, block: &mut Block) {
    for (r, row) in block.iter_mut().enumerate() {
        for (l, word) in row.0.iter_mut().enumerate() {
            *word |= match man {
                Where::At(square) => (squares >> square & 1).wrapping_neg(),
                Where::Lane => (squares >> (8 * r + l) & 1).wrapping_neg(),
                Where::Bit => squares,
            };
        }
    }
}

/// Removes the positions with an inner man on a square.
#[inline(always)]
pub(crate) fn clear_square<L: Lanes>(rows: &mut [L; 8], square: u8) {
    let others = L::splat(!(1 << square));
    let rank = usize::from(square / 8);
    rows[rank] = only_lanes(rows[rank], !(1u64 << (square % 8)));
    for row in rows.iter_mut() {
        *row = row.and(others);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::lanes::*, *};
    use shakmaty::{Square, attacks};

    fn random_block(seed: &mut u64, density: u32) -> Block {
        let mut word = || {
            let mut word = !0;
            for _ in 0..density {
                *seed ^= *seed << 13;
                *seed ^= *seed >> 7;
                *seed ^= *seed << 17;
                word &= *seed;
            }
            word
        };
        std::array::from_fn(|_| Row(std::array::from_fn(|_| word())))
    }

    fn get(block: &Block, lane: u32, bit: u32) -> bool {
        block[lane as usize / 8].0[lane as usize % 8] >> bit & 1 != 0
    }

    struct Moves<'a> {
        role: Role,
        lane_man: bool,
        occupied: u64,
        from: &'a Block,
    }

    impl Task for Moves<'_> {
        type Output = Block;
        #[inline(always)]
        fn run<L: Lanes>(self) -> Block {
            let from = load::<L>(self.from);
            let mut acc = zero();
            if self.lane_man {
                lane_moves(self.role, &from, self.occupied, &mut acc);
            } else {
                bit_moves(self.role, &from, self.occupied, &mut acc);
            }
            stored(acc)
        }
    }

    struct Turned<'a>(&'a Block, Symmetry);

    impl Task for Turned<'_> {
        type Output = Block;
        #[inline(always)]
        fn run<L: Lanes>(self) -> Block {
            stored(turned::<L>(load(self.0), self.1))
        }
    }

    #[test]
    fn a_turned_block_has_the_images() {
        let mut seed = 0x9e37_79b9;
        let block = random_block(&mut seed, 1);
        for symmetry in (0..8).map(Symmetry) {
            let image = |square: u32| u32::from(symmetry.image(square as u8));
            for instructions in Instructions::available() {
                let found = run(instructions, Turned(&block, symmetry));
                for (lane, bit) in (0..64).flat_map(|lane| (0..64).map(move |bit| (lane, bit))) {
                    let expected = get(&block, image(lane), image(bit));
                    assert_eq!(get(&found, lane, bit), expected, "{symmetry:?} {lane} {bit}");
                }
            }
        }
    }

    /// Every inner move, square by square, with shakmaty's attacks.
    #[test]
    fn inner_moves_are_attacks() {
        let mut seed = 0x9e37_79b9;
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for density in [1, 4] {
                let from = random_block(&mut seed, density);
                let occupied = random_block(&mut seed, 5)[0].0[0];
                for lane_man in [true, false] {
                    for instructions in Instructions::available() {
                        let task = Moves { role, lane_man, occupied, from: &from };
                        let found = run(instructions, task);
                        for lane in 0..64 {
                            for bit in 0..64 {
                                let (man, other) = if lane_man { (lane, bit) } else { (bit, lane) };
                                if Bitboard(occupied).contains(Square::new(man)) || man == other {
                                    continue;
                                }
                                let all = Bitboard(occupied | 1 << other);
                                let piece = role.of(shakmaty::Color::White);
                                let to = attacks::attacks(Square::new(man), piece, all);
                                let expected = to.into_iter().any(|to| {
                                    let to = u32::from(to);
                                    if lane_man {
                                        get(&from, to, bit)
                                    } else {
                                        get(&from, lane, to)
                                    }
                                });
                                assert_eq!(
                                    get(&found, lane, bit),
                                    expected,
                                    "{role:?} {man} {other}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
