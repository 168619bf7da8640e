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
#[inline(always)]
fn border_context(west: u8) -> u16 {
    u16::from(west) * 2 * RELATIONS as u16 + RELATIONS as u16 - 1
}

/// The context elsewhere: 0 if above and west are the same, 1 if the draw is to the west, 2 if it is
/// above, 3 if the code to the west is less, 4 if it is greater.
#[inline(always)]
fn context(refers: bool, above: u8, west: u8) -> u16 {
    let greater = 3 + u8::from(west > above);
    let drawn = if above == 1 { 2 } else { greater };
    let different = if west == 1 { 1 } else { drawn };
    let relation = if west == above { 0 } else { different };
    (u16::from(above) * 2 + u16::from(refers)) * RELATIONS as u16 + u16::from(relation)
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
) -> (u8, u16) {
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
    let from = u64::MAX.unbounded_shl(part.start as u32);
    from & u64::MAX.unbounded_shr((ROW - part.end) as u32)
}

/// The codes in some columns side by side, then anything.
#[inline]
fn squeezed(codes: &[u8; ROW], columns: u64) -> [u8; ROW] {
    let mut out = [NOTHING; ROW + RANK];
    let mut count = 0;
    for (rank, eight) in codes.as_chunks::<RANK>().0.iter().enumerate() {
        let columns = (columns >> (RANK * rank)) as u8;
        if columns == u8::MAX {
            out[count..count + RANK].copy_from_slice(eight);
            count += RANK;
        } else if columns != 0 {
            for (column, &code) in eight.iter().enumerate() {
                out[count] = code;
                count += usize::from(columns >> column & 1);
            }
        }
    }
    let mut squeezed = [NOTHING; ROW];
    squeezed.copy_from_slice(&out[..ROW]);
    squeezed
}

/// In which places two rows are equal.
#[inline]
fn equal(one: &[u8; ROW], other: &[u8; ROW]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let eights = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    eights.enumerate().fold(0, |places, (i, (one, other))| {
        let different = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        // the top bit of each byte that is zero, then the eight of them side by side
        let zero = !((different & LOW).wrapping_add(LOW) | different | LOW);
        places | ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i)
    })
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
        if equal(codes, &[NOTHING; ROW]) & present == 0 {
            return row;
        }
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

    /// The tokens of the row, told in so many parts, and where the parts end in them.
    pub(super) fn tokens(
        &self,
        parts: usize,
        reference: Option<&[u8; ROW]>,
        out: &mut Vec<Token>,
        ends: &mut Vec<usize>,
    ) {
        let size = ROW / parts;
        // all slots that are told side by side, so that each step is one for many of them
        let before = |column: usize| (self.present & columns(&(0..column))).count_ones() as usize;
        let starts = (0..parts).map(|part| before(part * size));
        let codes = squeezed(&self.codes, self.present);
        let mut west = [BORDER; ROW];
        west[1..].copy_from_slice(&codes[..ROW - 1]);
        starts.filter(|&start| start < ROW).for_each(|start| west[start] = BORDER);
        let mut above = match reference {
            Some(reference) => squeezed(reference, self.present),
            None => {
                let mut ranks = [NOTHING; ROW];
                ranks[RANK..].copy_from_slice(&self.codes[..ROW - RANK]);
                let firsts = ranks.chunks_mut(size).map(|part| &mut part[..RANK]);
                firsts.for_each(|first| first.fill(NOTHING));
                squeezed(&ranks, self.present)
            }
        };
        above.iter_mut().zip(&west).for_each(|(above, &west)| {
            *above = if *above == NOTHING { west } else { *above };
        });
        let refers = reference.is_some();
        let mut contexts = [0; ROW];
        for ((to, &above), &west) in contexts.iter_mut().zip(&above).zip(&west) {
            *to = context(refers, above, west);
        }
        let repeats = equal(&codes, &west);
        let copies = if refers { equal(&codes, &above) } else { 0 };
        for part in 0..parts {
            let (start, end) = (before(part * size), before((part + 1) * size));
            if !refers {
                for at in start..before(part * size + RANK) {
                    contexts[at] = border_context(west[at]);
                }
            }
            let told = Told { codes: &codes, contexts: &contexts, repeats, copies };
            told.tokens(start..end, out);
            ends.push(out.len());
        }
    }
}

/// The slots of a row that are told.
struct Told<'a> {
    codes: &'a [u8; ROW],
    contexts: &'a [u16; ROW],
    /// Which are as the slot to the west, and which as the one above.
    repeats: u64,
    copies: u64,
}

impl Told<'_> {
    /// The tokens of some slots.
    fn tokens(&self, part: Range<usize>, out: &mut Vec<Token>) {
        let within = columns(&part);
        let (repeats, copies) = (self.repeats & within, self.copies & within);
        // where a run can start: so many alike, or fewer at the end
        let last = (part.end as u32).wrapping_sub(1) & 63;
        let at_the_end = |alike: u64| (alike << (63 - last)).leading_ones() as usize;
        let tail = at_the_end(repeats).max(at_the_end(copies)).min(part.len());
        let mut runs = alike_in_a_row(repeats) | alike_in_a_row(copies);
        if tail >= SHORTEST {
            runs |= columns(&(part.end - tail..part.end + 1 - SHORTEST));
        }
        let mut at = part.start;
        while at < part.end {
            let literals = ((runs >> at).trailing_zeros() as usize).min(part.end - at);
            let contexts = self.contexts[at..at + literals].iter();
            out.extend(
                contexts
                    .zip(&self.codes[at..])
                    .map(|(&context, &code)| Token { context, symbol: code.into() }),
            );
            at += literals;
            if at == part.end {
                break;
            }
            let repeated = (repeats >> at).trailing_ones() as usize;
            let copied = (copies >> at).trailing_ones() as usize;
            let matched = repeated.max(copied);
            let run = if at + matched == part.end {
                RUNS.iter().position(|&length| usize::from(length) >= matched)
            } else {
                RUNS.iter().rposition(|&length| usize::from(length) <= matched)
            };
            let run = run.unwrap_or(0);
            let symbol = run as u16 + if copied > repeated { COPY } else { REPEAT };
            out.push(Token { context: self.contexts[at], symbol });
            at += usize::from(RUNS[run]);
        }
    }
}

/// Where as many bits as the shortest run has are set, one after the other.
fn alike_in_a_row(bits: u64) -> u64 {
    (1..RUNS[0]).fold(bits, |alike, step| alike & bits >> step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slot by slot, with [`around`].
    fn plain(row: &Row, part: Range<usize>, reference: Option<&[u8; ROW]>) -> Vec<(u16, u8, bool)> {
        let mut west = BORDER;
        let told = columns(&part) & row.present;
        let mut tokens = Vec::new();
        for column in (0..ROW).filter(|column| told >> column & 1 != 0) {
            let (above, context) = around(&row.codes, part.start, column, west, reference);
            tokens.push((context, row.codes[column], above == row.codes[column]));
            west = row.codes[column];
        }
        tokens
    }

    /// Tokens tell every slot, in the context in which a reader will be.
    #[test]
    fn tokens_are_read_in_their_contexts() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for turn in 0..2000 {
            let codes = |random: &mut dyn FnMut() -> u64| -> [u8; ROW] {
                let kinds = 2 + turn % 5;
                let mut last = 1;
                std::array::from_fn(|_| {
                    if random().is_multiple_of(3) {
                        last = (random() % kinds) as u8;
                    }
                    last
                })
            };
            let reference = codes(&mut random);
            let reference = (turn % 2 == 0).then_some(&reference);
            let present = random() | random() & random().wrapping_neg();
            let row = Row::new(&codes(&mut random), present, reference);
            let cases = [1, 2, 4].into_iter().flat_map(|parts| (0..parts).map(move |n| (parts, n)));
            for (parts, part) in cases {
                let (mut all, mut ends) = (Vec::new(), vec![0]);
                row.tokens(parts, reference, &mut all, &mut ends);
                let size = ROW / parts;
                let expected = plain(&row, part * size..(part + 1) * size, reference);
                let mut at = 0;
                let mut west = BORDER;
                for token in &all[ends[part]..ends[part + 1]] {
                    assert_eq!(token.context, expected[at].0);
                    if token.symbol < REPEAT {
                        assert_eq!(token.symbol, u16::from(expected[at].1));
                        west = expected[at].1;
                        at += 1;
                        continue;
                    }
                    let run = usize::from(RUNS[usize::from(token.symbol - REPEAT) % RUNS.len()]);
                    for slot in expected[at..].iter().take(run) {
                        assert!(if token.symbol < COPY { slot.1 == west } else { slot.2 });
                        west = slot.1;
                    }
                    at = (at + run).min(expected.len());
                }
                assert_eq!(at, expected.len());
            }
        }
    }
}
