//! What the writer learns from a sample: which prefix code tells a symbol in each context.
//!
//! Rows are of several styles (near the win or far from it, quiet or full of tactics), and a context
//! has a code for each style, as each group of symbols has in Seward's bzip2 (1996). Styles are found
//! by turns: statistics from the rows of a style, then for each row the style in which it is shortest.
//! In the same way the many pairs of style and context share a few codes, so that a reader has them all
//! close by (Lloyd 1957 for the idea of both).

use rayon::prelude::*;

use super::{
    bits::{BitWriter, field},
    prefix::{self, Decoders, Lengths},
    token::{ESCAPE, REPEAT, SYMBOL_BITS, SYMBOLS, Token, contexts},
};

/// Bits that tell the style of a row.
pub(super) const STYLE_BITS: u32 = 3;
/// Styles at most.
const STYLES: usize = 1 << STYLE_BITS;
/// How often styles are settled anew.
const STYLE_TURNS: usize = 5;
/// Rows for each turn: more would not settle it better.
const STYLE_ROWS: usize = 12_000;
/// The table has at least so many rows for each style.
const ROWS_PER_STYLE: usize = 2_000;
/// Codes at most: a number of one byte.
const CODES: usize = 256;
/// The table has at least so many tokens for each code.
const TOKENS_PER_CODE: f64 = 4_000.0;
/// How often the codes are settled anew.
const CODE_TURNS: usize = 3;
/// The first bit of the number of bits in an encoder.
const COUNT: u32 = 24;
/// Parts of a bit in which costs are counted.
const PARTS: f32 = 8.0;
/// Bits for the number of a code.
const CODE_BITS: u32 = 8;

/// Symbols without gaps: the runs follow the codes, then comes the escape.
#[derive(Clone, Copy)]
struct Alphabet {
    codes: usize,
}

impl Alphabet {
    /// How many symbols there are without the escape.
    fn len(self) -> usize {
        self.codes + usize::from(ESCAPE - REPEAT)
    }

    #[inline]
    fn number(self, symbol: u16) -> usize {
        let symbol = usize::from(symbol);
        if symbol < usize::from(REPEAT) {
            symbol
        } else {
            symbol - usize::from(REPEAT) + self.codes
        }
    }

    fn symbol(self, number: usize) -> u16 {
        let symbol =
            if number < self.codes { number } else { number - self.codes + usize::from(REPEAT) };
        symbol as u16
    }

    #[inline]
    fn place(self, token: Token) -> usize {
        usize::from(token.context) * self.len() + self.number(token.symbol)
    }
}

/// What each token costs in each style, in [`PARTS`] of a bit; all styles side by side so that one
/// look serves all.
struct Costs {
    alphabet: Alphabet,
    table: Vec<[u8; STYLES]>,
}

impl Costs {
    fn new(alphabet: Alphabet) -> Costs {
        let size = contexts(alphabet.codes) * alphabet.len();
        Costs { alphabet, table: vec![[u8::MAX; STYLES]; size] }
    }

    /// The cheapest style for a row; half of it shows that.
    fn style(&self, row: &[Token], styles: usize) -> usize {
        let mut sums = [0u16; STYLES];
        for &token in row.iter().step_by(2) {
            let costs = &self.table[self.alphabet.place(token)];
            sums.iter_mut().zip(costs).for_each(|(sum, &cost)| *sum += u16::from(cost));
        }
        (0..styles).min_by_key(|&style| sums[style]).unwrap_or(0)
    }
}

/// How often each token was met in each style.
struct Counts {
    alphabet: Alphabet,
    styles: Vec<Vec<u32>>,
}

impl Counts {
    fn new(alphabet: Alphabet, styles: usize, rows: &[Vec<Token>], style: &[u8]) -> Counts {
        let size = contexts(alphabet.codes) * alphabet.len();
        let mut counts = vec![vec![0; size]; styles];
        for (row, &style) in rows.iter().zip(style) {
            let counts = &mut counts[usize::from(style)];
            row.iter().for_each(|&token| counts[alphabet.place(token)] += 1);
        }
        Counts { alphabet, styles: counts }
    }

    /// Costs in parts of a bit: the statistics of the style, eked out by those of all styles, and these
    /// by those of all contexts.
    fn costs(&self) -> Costs {
        let mut costs = Costs::new(self.alphabet);
        let symbols = self.alphabet.len();
        let mut general = vec![0.5f32; symbols];
        for counts in &self.styles {
            for counts in counts.chunks(symbols) {
                general.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += count as f32);
            }
        }
        let all: f32 = general.iter().sum();
        general.iter_mut().for_each(|share| *share /= all);
        costs.table.par_chunks_mut(symbols).enumerate().for_each(|(context, costs)| {
            let range = context * symbols..(context + 1) * symbols;
            let mut shared: Vec<f32> = general.iter().map(|share| 2.0 * share).collect();
            for counts in &self.styles {
                let counts = &counts[range.clone()];
                shared.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += count as f32);
            }
            let all: f32 = shared.iter().sum();
            for (style, counts) in self.styles.iter().enumerate() {
                let counts = &counts[range.clone()];
                let total = counts.iter().sum::<u32>() as f32;
                for ((cost, &count), shared) in costs.iter_mut().zip(counts).zip(&shared) {
                    let chance = (count as f32 + 4.0 * shared / all) / (total + 4.0);
                    cost[style] = (-chance.log2() * PARTS).clamp(0.0, 255.0) as u8;
                }
            }
        });
        costs
    }

    /// What was met in each style and context, where anything was, the most often met first.
    fn cells(&self) -> Vec<Cell> {
        let symbols = self.alphabet.len();
        let contexts = contexts(self.alphabet.codes);
        let mut cells = Vec::new();
        for (style, counts) in self.styles.iter().enumerate() {
            for (context, counts) in counts.chunks(symbols).enumerate() {
                let met: Vec<(u16, u32)> =
                    (0..).zip(counts.iter().copied()).filter(|met| met.1 > 0).collect();
                if !met.is_empty() {
                    let total = met.iter().map(|met| met.1).sum();
                    cells.push(Cell { place: style * contexts + context, met, total });
                }
            }
        }
        cells.sort_by_key(|cell| (std::cmp::Reverse(cell.total), cell.place));
        cells
    }
}

/// A style and context with the symbols met there.
struct Cell {
    /// `style * contexts + context`
    place: usize,
    /// Numbers of symbols and how often they were met.
    met: Vec<(u16, u32)>,
    total: u32,
}

impl Cell {
    fn cost(&self, costs: &[f32]) -> f32 {
        self.met.iter().map(|&(symbol, count)| count as f32 * costs[usize::from(symbol)]).sum()
    }
}

/// Shares out at most `most` codes among the cells: which one each takes, and how often each symbol is
/// told by each code.
fn share_codes(alphabet: Alphabet, cells: &[Cell], most: usize) -> (Vec<usize>, Vec<Vec<u32>>) {
    let add = |sums: &mut [u32], cell: &Cell| {
        cell.met.iter().for_each(|&(symbol, count)| sums[usize::from(symbol)] += count);
    };
    let none = || vec![0; alphabet.len()];
    let mut sums: Vec<Vec<u32>> = cells
        .iter()
        .take(most.max(1))
        .map(|cell| {
            let mut sums = none();
            add(&mut sums, cell);
            sums
        })
        .collect();
    let mut taken = Vec::new();
    for _ in 0..CODE_TURNS {
        let costs: Vec<Vec<f32>> = sums.iter().map(|sums| ideal_lengths(sums)).collect();
        let cheapest = |cell: &Cell| {
            let costs = costs.iter().map(|costs| cell.cost(costs));
            let best = costs.enumerate().min_by(|one, other| one.1.total_cmp(&other.1));
            best.map_or(0, |(code, _)| code)
        };
        taken = cells.par_iter().map(cheapest).collect();
        sums.iter_mut().for_each(|sums| *sums = none());
        for (cell, &code) in cells.iter().zip(&taken) {
            add(&mut sums[code], cell);
        }
    }
    (taken, sums)
}

/// How many bits each symbol is worth by its share; what was not met is dear.
fn ideal_lengths(sums: &[u32]) -> Vec<f32> {
    let total = sums.iter().sum::<u32>() as f32 + 1.0;
    let length = |&count: &u32| match count {
        0 => (total.log2() + SYMBOL_BITS as f32).min(20.0),
        _ => (total / count as f32).log2().max(0.2),
    };
    sums.iter().map(length).collect()
}

fn code_for(alphabet: Alphabet, counts: &[u32]) -> Lengths {
    let met = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
    let mut symbols: Vec<u16> = met.clone().map(|(number, _)| alphabet.symbol(number)).collect();
    // what a sample has not shown comes about as often as what it has shown once (Good 1953)
    let once = counts.iter().filter(|&&count| count == 1).count() as u64;
    let mut weights: Vec<u64> = met.map(|(_, &count)| u64::from(count) * 4).collect();
    symbols.push(ESCAPE);
    weights.push(once * 2 + 1);
    if symbols.len() == 1 {
        return vec![(0, 1), (ESCAPE, 1)];
    }
    let mut lengths: Lengths = symbols.into_iter().zip(prefix::lengths(&weights)).collect();
    lengths.sort_unstable_by_key(|&(symbol, length)| (length, symbol));
    lengths
}

/// By the number of a symbol: the bits to put, and how many from [`COUNT`] on.
fn encoder(alphabet: Alphabet, lengths: &Lengths) -> Vec<u32> {
    let codes = prefix::canonical(lengths.iter().map(|&(_, length)| length)).expect("complete");
    let mut told = vec![None; alphabet.len()];
    let mut escape = (0, 0);
    for (&(symbol, length), code) in lengths.iter().zip(codes) {
        match symbol {
            ESCAPE => escape = (u32::from(code), u32::from(length)),
            _ => told[alphabet.number(symbol)] = Some((u32::from(code), u32::from(length))),
        }
    }
    let entry = |(number, told): (usize, Option<(u32, u32)>)| {
        let (bits, count) = told.unwrap_or_else(|| {
            let symbol = u32::from(alphabet.symbol(number));
            (escape.0 << SYMBOL_BITS | symbol, escape.1 + SYMBOL_BITS)
        });
        count << COUNT | bits
    };
    told.into_iter().enumerate().map(entry).collect()
}

/// What a reader must read to get at a slot: little where there is much to tell.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// Rows at most between a row and one that refers to no other.
    pub(super) depth: usize,
    /// In how many parts a row is told.
    pub(super) parts: usize,
}

/// The codes as the writer needs them.
pub(super) struct Model {
    alphabet: Alphabet,
    pub(super) shape: Shape,
    styles: usize,
    /// Which code is used, by style and context.
    chosen: Vec<u8>,
    lengths: Vec<Lengths>,
    /// By code and number of the symbol: see [`encoder`].
    encoders: Vec<u32>,
    costs: Costs,
}

impl Model {
    /// Learns from the tokens of sampled rows; `share` is the part of the table they are.
    pub(super) fn learn(codes: usize, shape: Shape, rows: &[Vec<Token>], share: f64) -> Model {
        let alphabet = Alphabet { codes };
        let share = share.max(1e-9);
        let styles = ((rows.len() as f64 / share) as usize / ROWS_PER_STYLE).clamp(1, STYLES);
        let style = settle_styles(alphabet, styles, rows);
        let cells = Counts::new(alphabet, styles, rows, &style).cells();
        let tokens: u64 = cells.iter().map(|cell| u64::from(cell.total)).sum();
        let most = (tokens as f64 / share / TOKENS_PER_CODE) as usize;
        let (taken, sums) = share_codes(alphabet, &cells, most.clamp(1, CODES));
        let lengths: Vec<Lengths> = match sums.is_empty() {
            true => vec![code_for(alphabet, &[])],
            false => sums.par_iter().map(|sums| code_for(alphabet, sums)).collect(),
        };
        let contexts = contexts(codes);
        let mut found = vec![None; styles * contexts];
        cells.iter().zip(taken).for_each(|(cell, code)| found[cell.place] = Some(code as u8));
        // where nothing was met, the code of the context before is the cheapest to tell
        let mut before = 0;
        let chosen: Vec<u8> = found
            .into_iter()
            .map(|code| {
                before = code.unwrap_or(before);
                before
            })
            .collect();
        let encoders: Vec<Vec<u32>> = lengths.iter().map(|code| encoder(alphabet, code)).collect();
        let mut costs = Costs::new(alphabet);
        let symbols = alphabet.len();
        costs.table.par_chunks_mut(symbols).enumerate().for_each(|(context, costs)| {
            for style in 0..styles {
                let encoder = &encoders[usize::from(chosen[style * contexts + context])];
                for (cost, entry) in costs.iter_mut().zip(encoder) {
                    cost[style] = (entry >> COUNT) as u8 * PARTS as u8;
                }
            }
        });
        let encoders = encoders.concat();
        Model { alphabet, shape, styles, chosen, lengths, encoders, costs }
    }

    /// The style for a row, so that it gets short.
    pub(super) fn style(&self, tokens: &[Token]) -> usize {
        if self.styles == 1 { 0 } else { self.costs.style(tokens, self.styles) }
    }

    /// Appends the tokens of a row.
    pub(super) fn put(&self, style: usize, tokens: &[Token], out: &mut BitWriter) {
        let chosen = &self.chosen[style * contexts(self.alphabet.codes)..];
        for token in tokens {
            let code = usize::from(chosen[usize::from(token.context)]);
            let number = self.alphabet.number(token.symbol);
            let entry = self.encoders[code * self.alphabet.len() + number];
            out.put(entry & ((1 << COUNT) - 1), entry >> COUNT);
        }
    }

    /// As bytes in the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = BitWriter::default();
        out.put(self.alphabet.codes as u32, 16);
        out.put(self.shape.parts as u32, 8);
        out.put(self.styles as u32, 8);
        out.put(self.lengths.len() as u32, 16);
        for lengths in &self.lengths {
            let mut all = [0u8; SYMBOLS];
            lengths.iter().for_each(|&(symbol, length)| all[usize::from(symbol)] = length);
            let codes = &all[..usize::from(REPEAT)];
            let first = codes.iter().position(|&length| length > 0).unwrap_or(0);
            let end = codes.iter().rposition(|&length| length > 0).map_or(first, |last| last + 1);
            out.put(first as u32, 9);
            out.put(end as u32, 9);
            for &length in codes[first..end].iter().chain(&all[usize::from(REPEAT)..]) {
                out.put(u32::from(length), 4);
            }
        }
        let mut before = 0;
        for &code in &self.chosen {
            out.put(u32::from(code == before), 1);
            if code != before {
                out.put(u32::from(code), CODE_BITS);
            }
            before = code;
        }
        out.finish()
    }
}

/// The style of each row.
fn settle_styles(alphabet: Alphabet, styles: usize, rows: &[Vec<Token>]) -> Vec<u8> {
    if styles == 1 {
        return vec![0; rows.len()];
    }
    let every = (rows.len() / STYLE_ROWS).max(1);
    let few: Vec<Vec<Token>> = rows.iter().step_by(every).cloned().collect();
    // to begin with, by the mean of the codes
    let mut order: Vec<usize> = (0..few.len()).collect();
    order.sort_by_cached_key(|&row| {
        let literals = few[row].iter().filter(|token| token.symbol < REPEAT);
        let (sum, count) =
            literals.fold((0, 0), |(sum, count), t| (sum + u64::from(t.symbol), count + 1));
        (sum * 256).checked_div(count).unwrap_or(0)
    });
    let mut style = vec![0; few.len()];
    for (place, &row) in order.iter().enumerate() {
        style[row] = (place * styles / few.len()) as u8;
    }
    let mut costs = Counts::new(alphabet, styles, &few, &style).costs();
    for _ in 0..STYLE_TURNS {
        style = few.par_iter().map(|row| costs.style(row, styles) as u8).collect();
        costs = Counts::new(alphabet, styles, &few, &style).costs();
    }
    rows.par_iter().map(|row| costs.style(row, styles) as u8).collect()
}

/// The codes as the reader needs them.
pub(super) struct Reader {
    parts: usize,
    contexts: usize,
    /// Where a code is in `decoders`, by style and context.
    chosen: Vec<u16>,
    decoders: Decoders,
}

impl Reader {
    /// From the bytes in the file; `None` if they make no sense.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Reader> {
        let mut position = 0;
        let mut take = |count: u32| {
            let value = field(bytes, position, count);
            position += count as usize;
            (position <= bytes.len() * 8).then_some(value)
        };
        let codes = take(16)? as usize;
        let parts = take(8)? as usize;
        let styles = take(8)? as usize;
        let tables = take(16)? as usize;
        let halved = (1..=MOST_PARTS).contains(&parts) && parts.is_power_of_two();
        let sizes = halved && (2..=256).contains(&codes) && (1..=STYLES).contains(&styles);
        if !sizes || !(1..=CODES).contains(&tables) {
            return None;
        }
        let mut decoders = Decoders::default();
        let mut places = Vec::new();
        for _ in 0..tables {
            let (first, end) = (take(9)? as u16, take(9)? as u16);
            if first > end || end > REPEAT {
                return None;
            }
            let mut symbols = Lengths::new();
            for symbol in (first..end).chain(REPEAT..SYMBOLS as u16) {
                let length = take(4)? as u8;
                if length > 0 {
                    symbols.push((symbol, length));
                }
            }
            symbols.sort_unstable_by_key(|&(symbol, length)| (length, symbol));
            places.push(decoders.add(&symbols)?);
        }
        let contexts = contexts(codes);
        let mut before = 0;
        let mut chosen = Vec::with_capacity(styles * contexts);
        for _ in 0..styles * contexts {
            if take(1)? == 0 {
                before = take(CODE_BITS)? as usize;
            }
            chosen.push(*places.get(before)?);
        }
        Some(Reader { parts, contexts, chosen, decoders })
    }

    /// In how many parts a row is told.
    #[inline]
    pub(super) fn parts(&self) -> usize {
        self.parts
    }

    /// Where the codes of one style are, by context; `None` for an unknown style.
    #[inline]
    pub(super) fn style(&self, style: usize) -> Option<&[u16]> {
        self.chosen.get(style * self.contexts..(style + 1) * self.contexts)
    }

    /// The symbol of the code at `place` that starts the left-aligned `window`, and its length.
    #[inline]
    pub(super) fn read(&self, place: u16, window: u64) -> (u16, u32) {
        self.decoders.read(place, window)
    }
}

/// No file has rows further from one that refers to no other.
pub(super) const MOST_DEPTH: usize = 4;
/// No row is told in more parts.
pub(super) const MOST_PARTS: usize = 4;
