//! Pages: 32 rows of 64 slots, each page readable by itself.
//!
//! ```text
//!   checksum  32 bits
//!   filler     8      the code of the rows that are not told
//!   told      32      which rows are told, the first row in the highest bit
//!   flat       1      are there told rows with one code only?
//!   flat rows  1 for each told row, if so: is it such a row?
//!   codes      8 for each flat row
//!   absent     4      how many columns have no position in any told row
//!   columns    6 for each of them
//!   shortest  11      the length in bits of the shortest row that is told and not flat
//!   width      4      bits for the difference from it
//!   styles     3 for each chain of such rows
//!   lengths    width for each such row: what its length is beyond the shortest
//!   the rows
//! ```

use super::{
    bits::{BitWriter, field, window},
    model::{Model, Reader, STYLE_BITS},
    token::{
        BORDER, CHAIN, COPY, ESCAPE, NOTHING, RANK, REPEAT, ROW, RUNS, SYMBOL_BITS, border_context,
        context,
    },
};

/// Rows in a page.
pub(super) const ROWS: usize = 32;
/// Slots in a page.
pub(super) const PAGE: usize = ROWS * ROW;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;
const LENGTH_BITS: u32 = 11;
const WIDTH_BITS: u32 = 4;
const ABSENT_BITS: u32 = 4;
const COLUMN_BITS: u32 = 6;

/// The one code of slots that have only one besides [`NOTHING`], or none.
pub(super) fn only_code(slots: &[u8]) -> Option<u8> {
    let first = slots.iter().copied().find(|&code| code != NOTHING).unwrap_or(1);
    slots.iter().all(|&code| code == first || code == NOTHING).then_some(first)
}

/// The checksum of a page: bytes and place, so that one page is not taken for another.
fn checksum(side: usize, number: u64, bytes: &[u8]) -> u32 {
    let place = number << 1 | side as u64;
    let mut hasher =
        crc32fast::Hasher::new_with_initial(0x5014_5e0c ^ place as u32 ^ (place >> 32) as u32);
    hasher.update(bytes);
    hasher.finalize()
}

/// A page before it is put into bits.
pub(super) struct Draft {
    filler: u8,
    told: u32,
    flat: Vec<Option<u8>>,
    /// The rows that are told and not flat.
    pub(super) chains: Vec<Chain>,
}

/// Rows told one by the other.
pub(super) struct Chain {
    pub(super) rows: Vec<[u8; ROW]>,
    /// Columns left out, the first in the lowest bit.
    pub(super) absent: u64,
}

/// The columns that have no position in any of these rows; so many as can be told.
fn absent(rows: &[[u8; ROW]]) -> u64 {
    let mut absent = 0;
    let mut room = (1 << ABSENT_BITS) - 1;
    for column in 0..ROW {
        if room > 0 && rows.iter().all(|row| row[column] == NOTHING) {
            absent |= 1 << column;
            room -= 1;
        }
    }
    absent
}

impl Draft {
    /// Sorts the rows of a page, in chains so long.
    pub(super) fn new(slots: &[u8; PAGE], chain: usize) -> Draft {
        let (rows, _) = slots.as_chunks::<ROW>();
        let mut only = [None; ROWS];
        let mut often = [0u8; 256];
        for (only, row) in only.iter_mut().zip(rows) {
            *only = only_code(row);
            if let Some(code) = only.filter(|code| row.contains(code)) {
                often[usize::from(code)] += 1;
            }
        }
        let filler = (1..=255u8).max_by_key(|&code| (often[usize::from(code)], 255 - code));
        let filler = filler.unwrap_or(1);
        let mut draft = Draft { filler, told: 0, flat: Vec::new(), chains: Vec::new() };
        let mut told = Vec::new();
        for (index, (row, &only)) in rows.iter().zip(&only).enumerate() {
            if only.is_some_and(|code| code == filler || !row.contains(&code)) {
                continue;
            }
            draft.told |= 1 << (ROWS - 1 - index);
            draft.flat.push(only);
            if only.is_none() {
                told.push(*row);
            }
        }
        let absent = absent(&told);
        let chains = told.chunks(chain).map(|rows| Chain { rows: rows.to_vec(), absent });
        draft.chains = chains.collect();
        draft
    }

    /// Appends the page to `out`.
    pub(super) fn write(&self, model: &Model, side: usize, number: u64, out: &mut Vec<u8>) {
        let mut head = BitWriter::default();
        head.put(u32::from(self.filler), 8);
        head.put(self.told, 32);
        let flat = self.flat.iter().any(Option::is_some);
        head.put(u32::from(flat), 1);
        if flat {
            self.flat.iter().for_each(|row| head.put(u32::from(row.is_some()), 1));
            self.flat.iter().flatten().for_each(|&code| head.put(u32::from(code), 8));
        }
        let mut bits = BitWriter::default();
        let mut lengths = Vec::new();
        let mut styles = Vec::new();
        for chain in &self.chains {
            let ((tokens, ends), style) = model.settle(chain);
            styles.push(style as u32);
            let mut from = 0;
            for end in ends {
                let before = bits.len();
                model.put(style, &tokens[from..end], &mut bits);
                lengths.push((bits.len() - before) as u32);
                from = end;
            }
        }
        if let (Some(&shortest), Some(&longest)) = (lengths.iter().min(), lengths.iter().max()) {
            let absent = self.chains[0].absent;
            head.put(absent.count_ones(), ABSENT_BITS);
            for column in (0..ROW as u32).filter(|column| absent >> column & 1 == 1) {
                head.put(column, COLUMN_BITS);
            }
            let width = 32 - (longest - shortest).leading_zeros();
            head.put(shortest, LENGTH_BITS);
            head.put(width, WIDTH_BITS);
            styles.iter().for_each(|&style| head.put(style, STYLE_BITS));
            lengths.iter().for_each(|&length| head.put(length - shortest, width));
        }
        head.append(&bits);
        let bytes = head.finish();
        out.extend_from_slice(&checksum(side, number, &bytes).to_le_bytes());
        out.extend_from_slice(&bytes);
    }
}

/// Where a page is and what is known about it from its first bytes.
pub(super) struct Page<'a> {
    bytes: &'a [u8],
    filler: u8,
    told: u32,
    /// Which told rows are flat, from the highest bit on.
    flat: u32,
    /// Bit positions of parts of the page.
    flat_codes: usize,
    columns: usize,
}

/// Bytes that are no page, or not this one.
#[derive(Debug)]
pub(super) struct Damage;

impl<'a> Page<'a> {
    /// Checks the bytes of a page.
    #[inline]
    pub(super) fn new(side: usize, number: u64, bytes: &'a [u8]) -> Result<Page<'a>, Damage> {
        let (sum, bytes) = bytes.split_first_chunk::<CHECKSUM>().ok_or(Damage)?;
        if checksum(side, number, bytes) != u32::from_le_bytes(*sum) {
            return Err(Damage);
        }
        let filler = field(bytes, 0, 8) as u8;
        let told = field(bytes, 8, 32);
        let mut position = 41;
        let mut flat = 0;
        if field(bytes, 40, 1) == 1 && told != 0 {
            let count = told.count_ones();
            flat = field(bytes, position, count) << (32 - count);
            position += count as usize;
        }
        let flat_codes = position;
        let columns = position + 8 * flat.count_ones() as usize;
        Ok(Page { bytes, filler, told, flat, flat_codes, columns })
    }

    /// What row `row` is: its code, or its place among the coded rows.
    #[inline]
    fn place(&self, row: usize) -> Result<u8, usize> {
        let bit = 1 << (ROWS - 1 - row);
        if self.told & bit == 0 {
            return Ok(self.filler);
        }
        let before = (u64::from(self.told) >> (ROWS - row)).count_ones();
        let flat_before = (u64::from(self.flat) >> (32 - before)).count_ones();
        if self.flat << before >> 31 == 1 {
            let at = self.flat_codes + 8 * flat_before as usize;
            return Ok(field(self.bytes, at, 8) as u8);
        }
        Err((before - flat_before) as usize)
    }

    /// The head of the part with told rows that are not flat.
    #[inline]
    fn rows(&self, chain: usize) -> Rows<'a> {
        let mut at = self.columns + ABSENT_BITS as usize;
        let mut absent = 0;
        for _ in 0..field(self.bytes, self.columns, ABSENT_BITS) {
            absent |= 1 << field(self.bytes, at, COLUMN_BITS);
            at += COLUMN_BITS as usize;
        }
        let shortest = field(self.bytes, at, LENGTH_BITS) as usize;
        let width = field(self.bytes, at + LENGTH_BITS as usize, WIDTH_BITS);
        let styles = at + (LENGTH_BITS + WIDTH_BITS) as usize;
        let count = (self.told.count_ones() - self.flat.count_ones()) as usize;
        let lengths = styles + STYLE_BITS as usize * count.div_ceil(chain);
        let at = lengths + width as usize * count;
        Rows { bytes: self.bytes, absent, shortest, width, styles, lengths, at, chain }
    }

    /// The code of one slot.
    #[inline]
    pub(super) fn code(&self, model: &Reader, slot: usize) -> Result<u8, Damage> {
        let place = match self.place(slot / ROW) {
            Ok(code) => return Ok(code),
            Err(place) => place,
        };
        let mut rows = self.rows(model.chain());
        let last = rows.skip(place);
        let columns = slot % ROW + 1;
        let mut decoded = [[0; ROW]; CHAIN];
        rows.next(model, last + 1, columns, &mut decoded)?;
        Ok(decoded[last][columns - 1])
    }

    /// All slots.
    pub(super) fn all(&self, model: &Reader, out: &mut [u8; PAGE]) -> Result<(), Damage> {
        let (slots, _) = out.as_chunks_mut::<ROW>();
        let mut places = [0; ROWS];
        let mut count = 0;
        for (index, row) in slots.iter_mut().enumerate() {
            match self.place(index) {
                Ok(code) => row.fill(code),
                Err(place) => {
                    places[place] = index;
                    count = place + 1;
                }
            }
        }
        let mut rows = self.rows(model.chain());
        for places in places[..count].chunks(rows.chain) {
            let mut decoded = [[0; ROW]; CHAIN];
            rows.next(model, places.len(), ROW, &mut decoded)?;
            places.iter().zip(&decoded).for_each(|(&place, row)| slots[place] = *row);
        }
        Ok(())
    }
}

/// Rows that are told and not flat, from one chain on; bit positions.
struct Rows<'a> {
    bytes: &'a [u8],
    absent: u64,
    shortest: usize,
    width: u32,
    styles: usize,
    lengths: usize,
    at: usize,
    /// Rows in a chain.
    chain: usize,
}

impl Rows<'_> {
    /// Passes over the chains before that of row `place`, and says which row of its chain it is.
    #[inline]
    fn skip(&mut self, place: usize) -> usize {
        let chains = place / self.chain;
        let rows = chains * self.chain;
        self.styles += chains * STYLE_BITS as usize;
        self.at += rows * self.shortest;
        if self.width > 0 {
            for _ in 0..rows {
                self.at += field(self.bytes, self.lengths, self.width) as usize;
                self.lengths += self.width as usize;
            }
        }
        place - rows
    }

    /// Where the rows of the next chain start; passes over it.
    #[inline]
    fn starts(&mut self) -> [usize; CHAIN] {
        let mut starts = [0; CHAIN];
        for start in starts.iter_mut().take(self.chain) {
            *start = self.at;
            self.at += self.shortest;
            if self.width > 0 {
                self.at += field(self.bytes, self.lengths, self.width) as usize;
                self.lengths += self.width as usize;
            }
        }
        starts
    }

    /// The first `columns` of the first `count` rows of the next chain.
    #[inline]
    fn next(
        &mut self,
        model: &Reader,
        count: usize,
        columns: usize,
        rows: &mut [[u8; ROW]; CHAIN],
    ) -> Result<(), Damage> {
        let style = field(self.bytes, self.styles, STYLE_BITS) as usize;
        self.styles += STYLE_BITS as usize;
        let codes = model.style(style).ok_or(Damage)?;
        let starts = self.starts();
        match count {
            1 => self.walk::<1>(model, codes, starts, columns, rows),
            2 => self.walk::<2>(model, codes, starts, columns, rows),
            3 => self.walk::<3>(model, codes, starts, columns, rows),
            _ => self.walk::<4>(model, codes, starts, columns, rows),
        }
    }

    /// Column by column, so that the processor works on the rows, each at its own place in the bits,
    /// side by side.
    #[inline]
    fn walk<const COUNT: usize>(
        &self,
        model: &Reader,
        codes: &[u32],
        mut position: [usize; CHAIN],
        columns: usize,
        rows: &mut [[u8; ROW]; CHAIN],
    ) -> Result<(), Damage> {
        // columns still to come of a run, and whether it copies
        let mut left = [0u8; COUNT];
        let mut copies = [false; COUNT];
        let mut west = [BORDER; COUNT];
        for column in 0..columns {
            let absent = self.absent >> column & 1 == 1;
            for row in 0..COUNT {
                let above = match row.checked_sub(1) {
                    Some(before) => rows[before][column],
                    None if column < RANK => west[0],
                    None => rows[0][column - RANK],
                };
                if column == 0 && row > 0 {
                    west[row] = above;
                }
                if left[row] == 0 && !absent {
                    let context = match row {
                        0 if column < RANK => border_context(west[0]),
                        _ => context(row == 0, above, west[row]),
                    };
                    let code = *codes.get(context).ok_or(Damage)?;
                    let bits = window(self.bytes, position[row]);
                    let (mut symbol, length) = model.read(code, bits);
                    position[row] += length as usize;
                    if symbol >= REPEAT {
                        if symbol == ESCAPE {
                            symbol = (bits << length >> (64 - SYMBOL_BITS)) as u16;
                            position[row] += SYMBOL_BITS as usize;
                        }
                        if symbol >= ESCAPE {
                            return Err(Damage);
                        }
                    }
                    if symbol < REPEAT {
                        west[row] = symbol as u8;
                    } else {
                        left[row] = RUNS[usize::from(symbol - REPEAT) % RUNS.len()];
                        copies[row] = symbol >= COPY;
                    }
                }
                if left[row] > 0 {
                    left[row] -= 1;
                    if copies[row] {
                        west[row] = above;
                    }
                }
                rows[row][column] = west[row];
            }
        }
        Ok(())
    }
}
