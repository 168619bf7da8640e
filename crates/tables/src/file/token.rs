//! Rows of codes as tokens in contexts: what is left to say about a slot when its neighbours are known.
//!
//! ```text
//!   above      the same slot of the row before in the chain, if there is one;
//!              in the first row of a chain, eight slots before: the next square of the file
//!   west       the slot before: the next square of the rank
//! ```
//!
//! A token is a code, or a run: the code to the west again so many times, or what stands above copied
//! so many times. Its context is the code above and how the code to the west compares with it. Columns
//! without a position in the whole page are left out; other slots without one take what is cheap.

/// Slots in a row: the squares of one man.
pub(super) const ROW: usize = 64;
/// Rows at most that are told one by the other.
pub(super) const CHAIN: usize = 4;
/// Slots in a rank.
pub(super) const RANK: usize = 8;
/// The code of a slot without a position.
pub(super) const NOTHING: u8 = 0;
/// The code that stands west of the first row of a chain.
pub(super) const BORDER: u8 = 1;

/// How many columns a run takes.
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
/// Fewer columns at the end of a row are no run.
const SHORTEST: usize = 3;

/// A symbol and where it is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The context in the first rank of the first row of a chain.
#[inline]
pub(super) fn border_context(west: u8) -> usize {
    usize::from(west) * 2 * RELATIONS + RELATIONS - 1
}

/// The context elsewhere, in the first or in another row of a chain: 0 if above and west are the same, 1
/// if the draw is to the west, 2 if it is above, 3 if the code to the west is less, 4 if it is greater.
#[inline]
pub(super) fn context(first: bool, above: u8, west: u8) -> usize {
    let greater = 3 + usize::from(west > above);
    let drawn = if above == 1 { 2 } else { greater };
    let different = if west == 1 { 1 } else { drawn };
    let relation = if west == above { 0 } else { different };
    (usize::from(above) * 2 + usize::from(!first)) * RELATIONS + relation
}

/// A row about to become tokens.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// Its codes, where they are known already.
    pub(super) codes: [u8; ROW],
    /// The row before in the chain.
    pub(super) before: Option<&'a [u8; ROW]>,
    /// The columns without any position in the page, the first in the lowest bit.
    pub(super) absent: u64,
}

impl Row<'_> {
    fn west(&self, column: usize) -> u8 {
        match column.checked_sub(1) {
            Some(west) => self.codes[west],
            None => self.before.map_or(BORDER, |before| before[0]),
        }
    }

    /// The code above a slot.
    pub(super) fn above(&self, column: usize) -> u8 {
        match self.before {
            Some(before) => before[column],
            None if column < RANK => self.west(column),
            None => self.codes[column - RANK],
        }
    }

    /// The context of a slot with this code to the west.
    pub(super) fn context(&self, column: usize, west: u8) -> u16 {
        let context = match self.before {
            None if column < RANK => border_context(west),
            None => context(true, self.codes[column - RANK], west),
            Some(before) => context(false, before[column], west),
        };
        context as u16
    }

    /// Appends the tokens. Slots without a position get a code: in a run that of the run, elsewhere what
    /// `fill` says for a column and the code to its west.
    pub(super) fn tokens(
        &mut self,
        out: &mut Vec<Token>,
        mut fill: impl FnMut(&Row<'_>, usize, u8) -> u8,
    ) {
        let mut column = 0;
        while column < ROW {
            let west = self.west(column);
            if self.absent >> column & 1 == 1 {
                self.codes[column] = west;
                column += 1;
                continue;
            }
            let context = self.context(column, west);
            let rest = self.codes[column..].iter();
            let repeated =
                rest.clone().take_while(|&&code| code == west || code == NOTHING).count();
            let copied = self.before.map_or(0, |before| {
                let pairs = rest.zip(&before[column..]);
                pairs.take_while(|&(&code, &above)| code == above || code == NOTHING).count()
            });
            let matched = repeated.max(copied);
            let to_the_end = column + matched == ROW && matched >= SHORTEST;
            if to_the_end || matched >= usize::from(RUNS[0]) {
                let run = if to_the_end {
                    RUNS.iter().position(|&length| usize::from(length) >= matched)
                } else {
                    RUNS.iter().rposition(|&length| usize::from(length) <= matched)
                };
                let run = run.unwrap_or(0);
                let end = (column + usize::from(RUNS[run])).min(ROW);
                let symbol = match self.before {
                    Some(before) if copied > repeated => {
                        self.codes[column..end].copy_from_slice(&before[column..end]);
                        COPY
                    }
                    _ => {
                        self.codes[column..end].fill(west);
                        REPEAT
                    }
                };
                out.push(Token { context, symbol: symbol + run as u16 });
                column = end;
            } else {
                if self.codes[column] == NOTHING {
                    self.codes[column] = fill(self, column, west);
                }
                out.push(Token { context, symbol: u16::from(self.codes[column]) });
                column += 1;
            }
        }
    }
}
