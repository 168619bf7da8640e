//! What the writer learns from a sample: in each context the prefix code of the symbols met there.
//!
//! Chains of rows are of several styles (near the win or far from it, quiet or full of tactics); each
//! style has its own codes, as each group of symbols has in Seward's bzip2 (1996). Styles are found by
//! turns: statistics from the chains of a style, then for each chain the style in which it is shortest
//! (Lloyd 1957 for the idea).

use rayon::prelude::*;

use super::{
    bits::{BitWriter, field},
    page::Chain,
    prefix::{self, Decoders, Lengths},
    token::{CHAIN, ESCAPE, NOTHING, REPEAT, ROW, Row, SYMBOL_BITS, SYMBOLS, Token, contexts},
};

/// Bits that tell the style of a chain.
pub(super) const STYLE_BITS: u32 = 3;
/// Styles at most.
const STYLES: usize = 1 << STYLE_BITS;
/// How often styles are settled anew.
const TURNS: usize = 6;
/// Chains for each turn: more would not settle it better.
const TURN_CHAINS: usize = 6_000;
/// The table has at least so many chains for each style.
const CHAINS_PER_STYLE: usize = 600;
/// The first bit of the number of bits in an encoder.
const COUNT: u32 = 24;
/// Parts of a bit in which costs are counted.
const PARTS: f32 = 8.0;

/// The codes as the writer needs them.
pub(super) struct Model {
    codes: usize,
    /// Rows in a chain.
    pub(super) chain: usize,
    styles: usize,
    /// Which code is used, by style and context.
    chosen: Vec<u16>,
    lengths: Vec<Lengths>,
    /// By code and symbol, as [`Costs`] have them: the bits to put, and how many from [`COUNT`] on.
    encoders: Vec<u32>,
    costs: Costs,
}

/// What each token costs in each style, in [`PARTS`] of a bit; all styles side by side so that one
/// look serves all.
struct Costs {
    symbols: usize,
    table: Vec<[u8; STYLES]>,
}

impl Costs {
    fn new(codes: usize) -> Costs {
        let symbols = codes + usize::from(ESCAPE - REPEAT);
        Costs { symbols, table: vec![[u8::MAX; STYLES]; contexts(codes) * symbols] }
    }

    /// Symbols without gaps: the runs follow the codes.
    #[inline]
    fn symbol(&self, symbol: u16) -> usize {
        let runs = self.symbols - usize::from(ESCAPE - REPEAT);
        let symbol = usize::from(symbol);
        if symbol < usize::from(REPEAT) { symbol } else { symbol - usize::from(REPEAT) + runs }
    }

    #[inline]
    fn place(&self, token: Token) -> usize {
        usize::from(token.context) * self.symbols + self.symbol(token.symbol)
    }

    /// The cheapest style for a row.
    fn style(&self, row: &[Token], styles: usize) -> usize {
        let mut sums = [0u16; STYLES];
        for &token in row {
            let costs = &self.table[self.place(token)];
            sums.iter_mut().zip(costs).for_each(|(sum, &cost)| *sum += u16::from(cost));
        }
        (0..styles).min_by_key(|&style| sums[style]).unwrap_or(0)
    }
}

/// How often each token was met in each style.
struct Counts {
    symbols: Costs,
    styles: Vec<Vec<u32>>,
}

impl Counts {
    fn new(codes: usize, styles: usize, rows: &[Vec<Token>], style: &[u8]) -> Counts {
        let symbols = Costs { table: Vec::new(), ..Costs::new(codes) };
        let size = contexts(codes) * symbols.symbols;
        let mut counts = vec![vec![0; size]; styles];
        for (row, &style) in rows.iter().zip(style) {
            let counts = &mut counts[usize::from(style)];
            row.iter().for_each(|&token| counts[symbols.place(token)] += 1);
        }
        Counts { symbols, styles: counts }
    }

    /// Costs in parts of a bit: the statistics of the style, eked out by those of all styles, and these
    /// by those of all contexts.
    fn costs(&self, codes: usize) -> Costs {
        let mut costs = Costs::new(codes);
        let symbols = costs.symbols;
        let mut general = vec![0.5f32; symbols];
        for counts in &self.styles {
            for (at, &count) in counts.iter().enumerate() {
                general[at % symbols] += count as f32;
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

    /// The counts of one context by symbol, in one style or in all.
    fn of(&self, context: usize, style: Option<usize>) -> Vec<u32> {
        let symbols = self.symbols.symbols;
        let range = context * symbols..(context + 1) * symbols;
        let mut sum = vec![0; SYMBOLS];
        let codes = symbols - usize::from(ESCAPE - REPEAT);
        for counts in style.map_or(&self.styles[..], |style| &self.styles[style..=style]) {
            for (symbol, &count) in counts[range.clone()].iter().enumerate() {
                let runs = usize::from(REPEAT) - codes;
                sum[if symbol < codes { symbol } else { symbol + runs }] += count;
            }
        }
        sum
    }
}

fn code_for(counts: &[u32]) -> Lengths {
    let met: Vec<u16> =
        (0..SYMBOLS as u16).filter(|&s| s == ESCAPE || counts[usize::from(s)] > 0).collect();
    if met.len() == 1 {
        return vec![(0, 1), (ESCAPE, 1)];
    }
    // what a sample has not shown comes about as often as what it has shown once (Good 1953)
    let once = counts.iter().filter(|&&count| count == 1).count() as u64;
    let weights: Vec<u64> = met
        .iter()
        .map(|&symbol| match symbol {
            ESCAPE => once * 2 + 1,
            _ => u64::from(counts[usize::from(symbol)]) * 4,
        })
        .collect();
    let mut lengths: Lengths = met.into_iter().zip(prefix::lengths(&weights)).collect();
    lengths.sort_unstable_by_key(|&(symbol, length)| (length, symbol));
    lengths
}

fn encoder(lengths: &Lengths) -> Vec<(u32, u8)> {
    let codes = prefix::canonical(lengths.iter().map(|&(_, length)| length)).expect("complete");
    let mut encoder = vec![(0, 0); SYMBOLS];
    for (&(symbol, length), code) in lengths.iter().zip(codes) {
        encoder[usize::from(symbol)] = (u32::from(code), length);
    }
    let (escape, length) = encoder[usize::from(ESCAPE)];
    for (symbol, entry) in encoder.iter_mut().enumerate() {
        if entry.1 == 0 {
            *entry = (escape << SYMBOL_BITS | symbol as u32, length + SYMBOL_BITS as u8);
        }
    }
    encoder
}

/// The tokens of a chain and where each row ends in them.
pub(super) type Told = (Vec<Token>, Vec<usize>);

/// The tokens of the first rows of a chain, slots without a position filled as `fill` says.
fn tell(chain: &Chain, rows: usize, fill: impl Fn(&Row<'_>, usize, u8) -> u8) -> Told {
    let mut tokens = Vec::with_capacity(ROW * chain.rows.len());
    let mut ends = Vec::new();
    let mut before: Option<[u8; ROW]> = None;
    for &codes in chain.rows.iter().take(rows) {
        let mut row = Row { codes, before: before.as_ref(), absent: chain.absent };
        row.tokens(&mut tokens, &fill);
        ends.push(tokens.len());
        before = Some(row.codes);
    }
    (tokens, ends)
}

/// The tokens of a chain before anything is known: slots without a position as above.
pub(super) fn first_tokens(chain: &Chain) -> Told {
    tell(chain, CHAIN, |row, column, _| row.above(column))
}

impl Model {
    /// Learns from sampled rows; `share` is the part of the table they are.
    pub(super) fn learn(codes: usize, chain: usize, rows: &[Chain], share: f64) -> Model {
        let expected = rows.len() as f64 / share.max(1e-9);
        let styles = (expected as usize / CHAINS_PER_STYLE).clamp(1, STYLES);
        let every = (rows.len() / TURN_CHAINS).max(1);
        let few = rows.par_iter().step_by(every).map(|row| first_tokens(row).0);
        let few: Vec<Vec<Token>> = few.collect();
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
        let mut costs = Counts::new(codes, styles, &few, &style).costs(codes);
        for _ in 0..if styles > 1 { TURNS } else { 0 } {
            style = few.par_iter().map(|row| costs.style(row, styles) as u8).collect();
            costs = Counts::new(codes, styles, &few, &style).costs(codes);
        }
        // then all rows, filled as suits their style
        let settled: Vec<(Vec<Token>, u8)> = rows
            .par_iter()
            .map(|row| {
                let (told, style) = settle(&costs, styles, row);
                (told.0, style as u8)
            })
            .collect();
        let (rows, style): (Vec<_>, Vec<_>) = settled.into_iter().unzip();
        let counts = Counts::new(codes, styles, &rows, &style);
        Model { chain, ..Model::with_counts(codes, &counts, share) }
    }

    /// The codes when the styles of the rows are known.
    fn with_counts(codes: usize, counts: &Counts, share: f64) -> Model {
        let styles = counts.styles.len();
        let contexts = contexts(codes);
        let mut all = vec![0; SYMBOLS];
        let by_context: Vec<Vec<u32>> =
            (0..contexts).into_par_iter().map(|context| counts.of(context, None)).collect();
        for counts in &by_context {
            all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        // code 0 for everything; one for a context in all styles, and one for a style and a context,
        // where they save more than they take to tell
        let general = code_for(&all);
        let general_encoder = encoder(&general);
        type Found = (Lengths, Vec<(u32, u8)>);
        let saves = |counts: &[u32], old: &[(u32, u8)]| -> Option<Found> {
            if counts.iter().all(|&count| count == 0) {
                return None;
            }
            let own = code_for(counts);
            let new = encoder(&own);
            let saved: i64 = counts
                .iter()
                .zip(old.iter().zip(&new))
                .map(|(&count, (old, new))| {
                    i64::from(count) * (i64::from(old.1) - i64::from(new.1))
                })
                .sum();
            (saved as f64 / share > (150 + 12 * own.len()) as f64).then_some((own, new))
        };
        type InContext = (Option<Found>, Vec<Option<Found>>);
        let found: Vec<InContext> = (0..contexts)
            .into_par_iter()
            .map(|context| {
                let shared = saves(&by_context[context], &general_encoder);
                let old = shared.as_ref().map_or(&general_encoder, |shared| &shared.1);
                let own = (0..styles).map(|style| saves(&counts.of(context, Some(style)), old));
                let own = own.collect();
                (shared, own)
            })
            .collect();
        let mut lengths = vec![general];
        let mut encoders = vec![general_encoder];
        let mut chosen = vec![0; styles * contexts];
        let mut add = |found: Option<Found>, otherwise: u16| match found {
            Some((own, new)) if lengths.len() < usize::from(u16::MAX) => {
                lengths.push(own);
                encoders.push(new);
                (lengths.len() - 1) as u16
            }
            _ => otherwise,
        };
        for (context, (shared, own)) in found.into_iter().enumerate() {
            let shared = add(shared, 0);
            for (style, own) in own.into_iter().enumerate() {
                chosen[style * contexts + context] = add(own, shared);
            }
        }
        let mut costs = Costs::new(codes);
        let symbols = costs.symbols;
        costs.table.par_chunks_mut(symbols).enumerate().for_each(|(context, costs)| {
            for style in 0..styles {
                let encoder = &encoders[usize::from(chosen[style * contexts + context])];
                for (symbol, cost) in costs.iter_mut().enumerate() {
                    let runs = usize::from(REPEAT) - codes;
                    let symbol = if symbol < codes { symbol } else { symbol + runs };
                    cost[style] = encoder[symbol].1 * PARTS as u8;
                }
            }
        });
        let symbols = (0..codes as u16).chain(REPEAT..ESCAPE);
        let encoders = encoders.iter().flat_map(|encoder| {
            symbols.clone().map(|symbol| {
                let (bits, count) = encoder[usize::from(symbol)];
                u32::from(count) << COUNT | bits
            })
        });
        let encoders = encoders.collect();
        Model { codes, chain: CHAIN, styles, chosen, lengths, encoders, costs }
    }

    /// The tokens and the style for a row, so that it gets short.
    pub(super) fn settle(&self, chain: &Chain) -> (Told, usize) {
        settle(&self.costs, self.styles, chain)
    }

    /// Appends the tokens of a row.
    pub(super) fn put(&self, style: usize, tokens: &[Token], out: &mut BitWriter) {
        let chosen = &self.chosen[style * contexts(self.codes)..];
        for token in tokens {
            let code = usize::from(chosen[usize::from(token.context)]);
            let entry = self.encoders[code * self.costs.symbols + self.costs.symbol(token.symbol)];
            out.put(entry & ((1 << COUNT) - 1), entry >> COUNT);
        }
    }

    /// As bytes in the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = BitWriter::default();
        out.put(self.codes as u32, 16);
        out.put(self.chain as u32, 8);
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
        for &code in &self.chosen {
            out.put(u32::from(code), 16);
        }
        out.finish()
    }
}

/// The cheapest style for a chain, and its tokens with slots without a position filled as suits it.
fn settle(costs: &Costs, styles: usize, chain: &Chain) -> (Told, usize) {
    let style = match styles {
        1 => 0,
        // half of the chain shows its style
        _ => costs.style(&tell(chain, 2, |row, column, _| row.above(column)).0, styles),
    };
    let cost = |row: &Row<'_>, column: usize, west: u8, code: u8| {
        let token = Token { context: row.context(column, west), symbol: u16::from(code) };
        u32::from(costs.table[costs.place(token)][style])
    };
    let told = tell(chain, CHAIN, |row, column, west| {
        // as above, as to the west, or as next: what is cheapest with what follows
        let next = row.codes[column..].iter().copied().find(|&code| code != NOTHING);
        let price = |&code: &u8| {
            let then = match row.codes.get(column + 1) {
                Some(&after) if after != NOTHING => cost(row, column + 1, code, after),
                _ => 0,
            };
            cost(row, column, west, code) + then
        };
        let candidates = [row.above(column), west, next.unwrap_or(west)];
        candidates.into_iter().min_by_key(price).unwrap_or(west)
    });
    (told, style)
}

/// The codes as the reader needs them.
pub(super) struct Reader {
    chain: usize,
    contexts: usize,
    /// Where a code is in `decoders`, by style and context.
    chosen: Vec<u32>,
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
        let chain = take(8)? as usize;
        let styles = take(8)? as usize;
        let tables = take(16)? as usize;
        let sizes = (2..=256).contains(&codes) && (1..=CHAIN).contains(&chain);
        if !sizes || !(1..=STYLES).contains(&styles) || tables == 0 {
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
        let chosen: Option<Vec<u32>> =
            (0..styles * contexts).map(|_| places.get(take(16)? as usize).copied()).collect();
        Some(Reader { chain, contexts, chosen: chosen?, decoders })
    }

    /// How many rows are in a chain.
    #[inline]
    pub(super) fn chain(&self) -> usize {
        self.chain
    }

    /// Where the codes of one style are, by context; `None` for an unknown style.
    #[inline]
    pub(super) fn style(&self, style: usize) -> Option<&[u32]> {
        self.chosen.get(style * self.contexts..(style + 1) * self.contexts)
    }

    /// The symbol of the code at `place` that starts the left-aligned `window`, and its length.
    #[inline]
    pub(super) fn read(&self, place: u32, window: u64) -> (u16, u32) {
        self.decoders.read(place, window)
    }
}
