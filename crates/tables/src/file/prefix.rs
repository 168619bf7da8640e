//! Prefix codes: Huffman's (1952), no code longer than [`LONGEST`], in canonical form (Schwartz &
//! Kallick 1964), so that the lengths say everything.

/// No code is longer.
pub(super) const LONGEST: usize = 12;
/// Codes up to this length are found with one look.
const SHORT: usize = 7;
/// Marks the start of longer codes in the table of short ones: no symbol has length zero.
const LONG: u16 = 0;

/// A prefix code: symbols and the lengths of their codes, in the order of (length, symbol).
pub(super) type Lengths = Vec<(u16, u8)>;

/// The lengths of an optimal prefix code for these weights (all positive, at least two).
pub(super) fn lengths(weights: &[u64]) -> Vec<u8> {
    debug_assert!(weights.len() >= 2 && weights.len() <= 1 << LONGEST);
    let mut weights = weights.to_vec();
    loop {
        let lengths = unlimited(&weights);
        if lengths.iter().all(|&length| usize::from(length) <= LONGEST) {
            return lengths;
        }
        // flatter weights give shorter longest codes; the loss is far below a thousandth
        weights.iter_mut().for_each(|weight| *weight = *weight / 2 + 1);
    }
}

/// Huffman's algorithm with two queues (van Leeuwen 1976): sorted leaves, and the joined nodes, which
/// come out sorted by themselves.
fn unlimited(weights: &[u64]) -> Vec<u8> {
    let count = weights.len();
    let mut leaves: Vec<usize> = (0..count).collect();
    leaves.sort_unstable_by_key(|&leaf| (weights[leaf], leaf));
    let mut weight = weights.to_vec();
    let mut parent = vec![0; 2 * count - 1];
    let (mut leaf, mut joined) = (0, count);
    for node in count..2 * count - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let take_leaf =
                leaf < count && (joined >= node || weight[leaves[leaf]] <= weight[joined]);
            let child = if take_leaf {
                leaf += 1;
                leaves[leaf - 1]
            } else {
                joined += 1;
                joined - 1
            };
            parent[child] = node;
            sum += weight[child];
        }
        weight.push(sum);
    }
    let mut depth = vec![0u8; 2 * count - 1];
    for node in (0..2 * count - 2).rev() {
        depth[node] = depth[parent[node]].saturating_add(1);
    }
    depth.truncate(count);
    depth
}

/// The canonical codes for symbols in the order of their lengths; `None` if they leave gaps or overlap.
pub(super) fn canonical(lengths: impl Iterator<Item = u8>) -> Option<Vec<u16>> {
    let mut next = 0u32;
    let mut last = 0;
    let mut codes = Vec::new();
    for length in lengths {
        let length = usize::from(length);
        if length < last || length == 0 || length > LONGEST || next >= 1 << LONGEST {
            return None;
        }
        last = length;
        codes.push((next >> (LONGEST - length)) as u16);
        next += 1 << (LONGEST - length);
    }
    (next == 1 << LONGEST).then_some(codes)
}

/// What is needed to read symbols of many codes, close together in memory. For each code:
///
/// ```text
///  128 words   by the next seven bits: symbol and length (symbol << 4 | length), or LONG
///    5 words   for each longer length: below which left-aligned code it ends
///    5 words   what to add to a code of this length to get its place among
///    the symbols with longer codes
/// ```
#[derive(Default)]
pub(super) struct Decoders(Vec<u16>);

/// Codes start at multiples of this many words, so that a short number tells where.
const UNIT: usize = 32;
const ENDS: usize = 1 << SHORT;
const SHIFTS: usize = ENDS + LONGEST - SHORT;
const LONG_SYMBOLS: usize = SHIFTS + LONGEST - SHORT;

impl Decoders {
    /// Adds a code and says where it is; `None` if the lengths leave gaps or overlap.
    pub(super) fn add(&mut self, lengths: &Lengths) -> Option<u16> {
        let codes = canonical(lengths.iter().map(|&(_, length)| length))?;
        let place = u16::try_from(self.0.len() / UNIT).ok()?;
        let mut words = vec![LONG; LONG_SYMBOLS];
        for (&(symbol, length), &code) in lengths.iter().zip(&codes) {
            let bits = usize::from(length);
            if bits <= SHORT {
                let from = usize::from(code) << (SHORT - bits);
                words[from..from + (1 << (SHORT - bits))].fill(symbol << 4 | u16::from(length));
            }
        }
        for bits in SHORT + 1..=LONGEST {
            let first = lengths.partition_point(|&(_, length)| usize::from(length) < bits);
            let last = lengths.partition_point(|&(_, length)| usize::from(length) <= bits);
            if first < last {
                let end = (codes[last - 1] + 1) << (LONGEST - bits);
                let at = (words.len() - LONG_SYMBOLS) as u16;
                words[ENDS + bits - SHORT - 1] = end;
                words[SHIFTS + bits - SHORT - 1] = at.wrapping_sub(codes[first]);
                words.extend(lengths[first..last].iter().map(|&(symbol, _)| symbol));
            }
        }
        words.resize(words.len().next_multiple_of(UNIT), LONG);
        self.0.extend(words);
        Some(place)
    }

    /// The symbol whose code in the code at `place` starts the left-aligned `window`, and its length.
    #[inline]
    pub(super) fn read(&self, place: u16, window: u64) -> (u16, u32) {
        let words = &self.0[usize::from(place) * UNIT..];
        let entry = words[(window >> (64 - SHORT)) as usize];
        if entry != LONG {
            return (entry >> 4, u32::from(entry & 15));
        }
        Decoders::read_long(words, window)
    }

    #[cold]
    fn read_long(words: &[u16], window: u64) -> (u16, u32) {
        let code = (window >> (64 - LONGEST)) as u16;
        for bits in SHORT + 1..=LONGEST {
            if code < words[ENDS + bits - SHORT - 1] {
                let shift = words[SHIFTS + bits - SHORT - 1];
                let at = (code >> (LONGEST - bits)).wrapping_add(shift);
                let symbol = words.get(LONG_SYMBOLS + usize::from(at));
                return (symbol.copied().unwrap_or(0), bits as u32);
            }
        }
        (0, LONGEST as u32) // a complete code never comes here
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(weights: &[u64]) -> (Lengths, Vec<u16>) {
        let mut symbols: Lengths =
            lengths(weights).into_iter().enumerate().map(|(s, l)| (s as u16, l)).collect();
        symbols.sort_by_key(|&(symbol, length)| (length, symbol));
        let codes = canonical(symbols.iter().map(|&(_, length)| length)).unwrap();
        (symbols, codes)
    }

    #[test]
    fn every_symbol_is_read_back() {
        let fibonacci: Vec<u64> = std::iter::successors(Some((1, 1)), |&(a, b)| Some((b, a + b)))
            .map(|p| p.0)
            .take(40)
            .collect();
        let flat = vec![7; 300];
        let mixed: Vec<u64> = (0..270u64).map(|i| 1 + (i * i * 7919) % 1000).collect();
        for weights in [vec![1, 1], vec![1, 1000], fibonacci, flat, mixed] {
            let (symbols, codes) = pack(&weights);
            let mut decoders = Decoders::default();
            decoders.add(&vec![(3, 1), (4, 1)]).unwrap();
            let place = decoders.add(&symbols).unwrap();
            for (&(symbol, length), &code) in symbols.iter().zip(&codes) {
                let window = u64::from(code) << (64 - u32::from(length)) | 0x5555_5555;
                assert_eq!(decoders.read(place, window), (symbol, u32::from(length)));
            }
        }
    }

    #[test]
    fn codes_with_gaps_are_refused() {
        let add = |lengths: &[(u16, u8)]| Decoders::default().add(&lengths.to_vec());
        assert!(add(&[(0, 1)]).is_none());
        assert!(add(&[(0, 1), (1, 1), (2, 1)]).is_none());
        assert!(add(&[(0, 2), (1, 1)]).is_none());
        assert!(add(&[(0, 1), (1, 1)]).is_some());
    }
}
