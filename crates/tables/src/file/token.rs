//! Rows of codes as tokens in contexts: what is left to say about a slot when its neighbours are known.
//!
//! ```text
//!   above      the same slot of the row that this one refers to; in a row that refers to none,
//!              eight slots before: the next square of the file
//!   west       the last slot before with a position
//! ```
//!
//! A token is a code, or a run: the code to the west again so many times, or what stands above copied
//! so many times. Its context is the code above and how the code to the west compares with it. Slots
//! without a position are passed over, by the writer and by the reader. A row is told whole or in parts,
//! each of which can be read without the others.

use std::ops::Range;

/// Slots in a row: the squares of one man.
pub(super) const ROW: usize = 64;
/// Slots in a rank.
pub(super) const RANK: usize = 8;
/// The code of a slot without a position.
pub(super) const NOTHING: u8 = 0;
/// The code that stands west of the first slot.
pub(super) const BORDER: u8 = 1;

/// How many slots a run takes.
pub(super) const RUNS: [u8; 6] = [6, 9, 14, 22, 36, 64];
/// The symbol for the first run of codes as to the west; those below are codes.
pub(super) const REPEAT: u16 = 256;
/// The symbol for the first run of codes as above.
pub(super) const COPY: u16 = REPEAT + RUNS.len() as u16;
/// The symbol after which another one is told in [`SYMBOL_BITS`] bits.
pub(super) const ESCAPE: u16 = COPY + RUNS.len() as u16;
/// How many symbols there are.
pub(super) const SYMBOLS: usize = ESCAPE as usize + 1;
/// Bits of a symbol told outright.
pub(super) const SYMBOL_BITS: u32 = 9;
/// Fewer slots at the end of a row are no run.
const SHORTEST: usize = 3;

/// A symbol and where it is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) context: u16,
    pub(super) symbol: u16,
}

/// Ways in which the code to the west compares with the one above.
const RELATIONS: usize = 6;

/// How many contexts there are with codes below `codes`.
pub(super) fn contexts(codes: usize) -> usize {
    2 * RELATIONS * codes
}

/// The context in the first rank of a part that refers to no other row.
#[inline]
fn border_context(west: u8) -> usize {
    usize::from(west) * 2 * RELATIONS + RELATIONS - 1
}

/// The context elsewhere: 0 if above and west are the same, 1 if the draw is to the west, 2 if it is
/// above, 3 if the code to the west is less, 4 if it is greater.
#[inline]
fn context(refers: bool, above: u8, west: u8) -> usize {
    let greater = 3 + usize::from(west > above);
    let drawn = if above == 1 { 2 } else { greater };
    let different = if west == 1 { 1 } else { drawn };
    let relation = if west == above { 0 } else { different };
    (usize::from(above) * 2 + usize::from(refers)) * RELATIONS + relation
}

/// The code above a slot and its context, in a part of a row that starts with column `origin`. Above is
/// the row referred to, or the next rank; where there is none, the code to the west counts for it.
#[inline(always)]
pub(super) fn around(
    row: &[u8; ROW],
    origin: usize,
    column: usize,
    west: u8,
    reference: Option<&[u8; ROW]>,
) -> (u8, usize) {
    let found = match reference {
        Some(reference) => reference[column],
        None if column < origin + RANK => return (west, border_context(west)),
        None => row[column - RANK],
    };
    let above = if found == NOTHING { west } else { found };
    (above, context(reference.is_some(), above, west))
}

/// Some columns, the first in the lowest bit.
#[inline]
pub(super) fn columns(part: &Range<usize>) -> u64 {
    u64::MAX << part.start & u64::MAX >> (ROW - part.end)
}

/// A row as it is told.
#[derive(Clone)]
pub(super) struct Row {
    /// A code in every slot that is told, nothing in the others.
    pub(super) codes: [u8; ROW],
    /// The slots that are told, the first in the lowest bit.
    present: u64,
}

impl Row {
    /// Slots without a position that are told nevertheless get the code above, or that to the west.
    pub(super) fn new(codes: &[u8; ROW], present: u64, reference: Option<&[u8; ROW]>) -> Row {
        let mut row = Row { codes: *codes, present };
        let mut west = BORDER;
        let mut left = present;
        while left != 0 {
            let column = left.trailing_zeros() as usize;
            left &= left - 1;
            if row.codes[column] == NOTHING {
                row.codes[column] = around(&row.codes, 0, column, west, reference).0;
            }
            west = row.codes[column];
        }
        row
    }

    /// The tokens of a part of the row.
    pub(super) fn tokens(
        &self,
        part: Range<usize>,
        reference: Option<&[u8; ROW]>,
        out: &mut Vec<Token>,
    ) {
        let mut contexts = [0; ROW];
        let mut codes = [0; ROW];
        let (mut repeats, mut copies) = (0u64, 0u64);
        let mut west = BORDER;
        let mut count = 0;
        let mut left = self.present & columns(&part);
        while left != 0 {
            let column = left.trailing_zeros() as usize;
            left &= left - 1;
            let code = self.codes[column];
            let (above, context) = around(&self.codes, part.start, column, west, reference);
            contexts[count] = context as u16;
            codes[count] = code;
            repeats |= u64::from(code == west) << count;
            copies |= u64::from(code == above) << count;
            west = code;
            count += 1;
        }
        if reference.is_none() {
            copies = 0;
        }
        let mut at = 0;
        while at < count {
            let repeated = (repeats >> at).trailing_ones() as usize;
            let copied = (copies >> at).trailing_ones() as usize;
            let matched = repeated.max(copied);
            let to_the_end = at + matched == count && matched >= SHORTEST;
            let mut symbol = u16::from(codes[at]);
            let mut taken = 1;
            if to_the_end || matched >= usize::from(RUNS[0]) {
                let run = if to_the_end {
                    RUNS.iter().position(|&length| usize::from(length) >= matched)
                } else {
                    RUNS.iter().rposition(|&length| usize::from(length) <= matched)
                };
                let run = run.unwrap_or(0);
                symbol = run as u16 + if copied > repeated { COPY } else { REPEAT };
                taken = usize::from(RUNS[run]);
            }
            out.push(Token { context: contexts[at], symbol });
            at += taken;
        }
    }
}
