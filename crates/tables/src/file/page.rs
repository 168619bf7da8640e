//! Pages: 32 rows of 64 slots, each page readable by itself.
//!
//! ```text
//!   checksum   32 bits
//!   filler      8      the code of the rows that are not told
//!   told       32      which rows are told, the first row in the highest bit
//!   flat        1      are there told rows with one code only?
//!   flat rows   1 for each told row, if so: is it such a row?
//!   codes       8 for each flat row
//!   shortest   11      the length in bits of the shortest part of a row that is told and not flat, a
//!                      full row
//!   width       4      bits for the difference from it
//!   references  for each full row: 0, or the number of the full row before that it refers to, the
//!               first of them being 1; in as many bits as the number of full rows before has
//!   styles      3 for each full row
//!   lengths     width for each part of each full row: what its length is beyond the shortest
//!   the parts of the full rows
//! ```

use std::hint::black_box;

use super::{
    bits::{BitWriter, field, window},
    model::{MOST_DEPTH, MOST_PARTS, Model, Reader, STYLE_BITS},
    token::{
        BORDER, COPY, ESCAPE, NOTHING, RANK, REPEAT, ROW, RUNS, Row, SYMBOL_BITS, Token, around,
        columns,
    },
};

/// Rows in a page.
pub(super) const ROWS: usize = 32;
/// Slots in a page.
pub(super) const PAGE: usize = ROWS * ROW;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;
/// Bytes that come from memory together on most machines.
const CACHE_LINE: usize = 64;
const LENGTH_BITS: u32 = 11;
const WIDTH_BITS: u32 = 4;

/// The one code of slots that have only one besides [`NOTHING`], or none.
pub(super) fn only_code(slots: &[u8]) -> Option<u8> {
    let most = slots.iter().fold(0, |most, &code| code.max(most));
    // less one, so that what is nothing is more than all codes
    let least = slots.iter().fold(u8::MAX, |least, &code| code.wrapping_sub(1).min(least));
    match most {
        NOTHING => Some(1),
        _ => (least + 1 == most).then_some(most),
    }
}

/// The checksum of a page: bytes and place, so that one page is not taken for another.
fn checksum(side: usize, number: u64, bytes: &[u8]) -> u32 {
    let place = number << 1 | side as u64;
    let mut hasher =
        crc32fast::Hasher::new_with_initial(0x5014_5e0c ^ place as u32 ^ (place >> 32) as u32);
    hasher.update(bytes);
    hasher.finalize()
}

/// Bits for the reference of the full row with so many full rows before it.
fn reference_bits(before: usize) -> u32 {
    usize::BITS - before.leading_zeros()
}

/// Where the reference of each full row starts, behind that of the first.
const REFERENCES: [u16; ROWS + 1] = {
    let mut starts = [0; ROWS + 1];
    let mut row = 0;
    while row < ROWS {
        starts[row + 1] = starts[row] + (usize::BITS - row.leading_zeros()) as u16;
        row += 1;
    }
    starts
};

/// How many slots of a row hold the code of another one.
fn likeness(row: &[u8; ROW], other: &[u8; ROW]) -> u8 {
    let pairs = row.iter().zip(other);
    pairs.fold(0, |sum, (one, other)| sum + u8::from(one == other && *one != NOTHING))
}

/// How many slots of a row hold the code of the same slot of the next rank.
fn inner_likeness(row: &[u8; ROW]) -> u8 {
    let pairs = row[RANK..].iter().zip(&row[..ROW - RANK]);
    pairs.fold(0, |sum, (one, other)| sum + u8::from(one == other && *one != NOTHING))
}

/// A page before it is put into bits.
pub(super) struct Draft {
    filler: u8,
    told: u32,
    flat: Vec<Option<u8>>,
    /// The rows that are told and not flat.
    full: Vec<FullRow>,
}

/// A row with several codes.
struct FullRow {
    row: Row,
    /// The full row it refers to.
    reference: Option<usize>,
    /// How many rows must be read before it.
    depth: usize,
}

impl Draft {
    /// Sorts the rows of a page. No row is to be further than `depth` from one that refers to no other;
    /// `present` says which slots of a row hold positions.
    pub(super) fn new(slots: &[u8; PAGE], depth: usize, present: impl Fn(usize) -> u64) -> Draft {
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
        let (flat, full) = (Vec::with_capacity(ROWS), Vec::with_capacity(ROWS));
        let mut draft = Draft { filler, told: 0, flat, full };
        for (index, (row, &only)) in rows.iter().zip(&only).enumerate() {
            if only.is_some_and(|code| code == filler || !row.contains(&code)) {
                continue;
            }
            draft.told |= 1 << (ROWS - 1 - index);
            draft.flat.push(only);
            if only.is_none() {
                draft.add(row, present(index), depth);
            }
        }
        draft
    }

    /// Adds a full row, with reference to the row that is most like it.
    fn add(&mut self, codes: &[u8; ROW], present: u64, depth: usize) {
        let full = self.full.iter().enumerate().filter(|(_, full)| full.depth < depth);
        let alike = full.map(|(number, full)| (likeness(codes, &full.row.codes), number));
        let best = alike.max().filter(|&(alike, _)| alike >= inner_likeness(codes));
        let reference = best.map(|(_, number)| number);
        let other = reference.map(|number| &self.full[number]);
        let depth = other.map_or(0, |other| other.depth + 1);
        let row = Row::new(codes, present, other.map(|other| &other.row.codes));
        self.full.push(FullRow { row, reference, depth });
    }

    /// Tells the full rows one after the other, each in so many parts: the tokens, and where the parts
    /// end in them.
    pub(super) fn tell(&self, parts: usize, mut heard: impl FnMut(&[Token], &[usize])) {
        let mut tokens = Vec::with_capacity(ROW);
        let mut ends = Vec::with_capacity(parts);
        for FullRow { row, reference, .. } in &self.full {
            tokens.clear();
            ends.clear();
            let reference = reference.map(|number| &self.full[number].row.codes);
            row.tokens(parts, reference, &mut tokens, &mut ends);
            heard(&tokens, &ends);
        }
    }

    /// Appends the page to `out`.
    pub(super) fn write(&self, model: &Model, side: usize, number: u64, out: &mut Vec<u8>) {
        let mut head = BitWriter::with_room(PAGE);
        head.put(u32::from(self.filler), 8);
        head.put(self.told, 32);
        let flat = self.flat.iter().any(Option::is_some);
        head.put(u32::from(flat), 1);
        if flat {
            self.flat.iter().for_each(|row| head.put(u32::from(row.is_some()), 1));
            self.flat.iter().flatten().for_each(|&code| head.put(u32::from(code), 8));
        }
        let mut bits = BitWriter::with_room(PAGE);
        let mut lengths = Vec::with_capacity(ROWS * MOST_PARTS);
        let mut styles = Vec::with_capacity(ROWS);
        self.tell(model.shape.parts, |tokens, ends| {
            let style = model.style(tokens);
            styles.push(style as u32);
            let mut from = 0;
            for &end in ends {
                let before = bits.len();
                model.put(style, &tokens[from..end], &mut bits);
                lengths.push((bits.len() - before) as u32);
                from = end;
            }
        });
        if let (Some(&shortest), Some(&longest)) = (lengths.iter().min(), lengths.iter().max()) {
            let width = 32 - (longest - shortest).leading_zeros();
            head.put(shortest, LENGTH_BITS);
            head.put(width, WIDTH_BITS);
            for (before, full) in self.full.iter().enumerate() {
                let reference = full.reference.map_or(0, |number| number as u32 + 1);
                head.put(reference, reference_bits(before));
            }
            styles.iter().for_each(|&style| head.put(style, STYLE_BITS));
            lengths.iter().for_each(|&length| head.put(length - shortest, width));
        }
        head.append(&bits);
        let bytes = head.finish();
        out.extend_from_slice(&checksum(side, number, &bytes).to_le_bytes());
        out.extend_from_slice(&bytes);
    }
}

/// Whether these are the bytes of this page.
pub(super) fn is_sound(side: usize, number: u64, bytes: &[u8]) -> bool {
    bytes
        .split_first_chunk::<CHECKSUM>()
        .is_some_and(|(sum, bytes)| checksum(side, number, bytes) == u32::from_le_bytes(*sum))
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
    rows: usize,
}

/// Bytes that are no page.
#[derive(Debug)]
pub(super) struct Damage;

impl<'a> Page<'a> {
    /// The page in these bytes, which are sound.
    #[inline]
    pub(super) fn new(bytes: &'a [u8]) -> Result<Page<'a>, Damage> {
        let bytes = bytes.get(CHECKSUM..).ok_or(Damage)?;
        // what comes far apart from memory comes sooner when it is asked for at once
        black_box(bytes.iter().step_by(CACHE_LINE).fold(0, |all, byte| all ^ byte));
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
        let rows = position + 8 * flat.count_ones() as usize;
        Ok(Page { bytes, filler, told, flat, flat_codes, rows })
    }

    /// What row `row` is: its code, or its number among the full rows.
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

    /// Which rows of the page are full, the first one in the highest bit.
    #[inline]
    fn full_rows(&self) -> u32 {
        let mut full = self.told;
        let mut flat = self.flat;
        let mut told = self.told;
        while flat != 0 {
            let row = 1 << (31 - told.leading_zeros());
            told ^= row;
            if flat >> 31 == 1 {
                full ^= row;
            }
            flat <<= 1;
        }
        full
    }

    /// The head of the part with full rows.
    #[inline]
    fn head(&self, parts: usize) -> Head<'a> {
        let count = (self.told.count_ones() - self.flat.count_ones()) as usize;
        let shortest = field(self.bytes, self.rows, LENGTH_BITS) as usize;
        let width = field(self.bytes, self.rows + LENGTH_BITS as usize, WIDTH_BITS);
        let references = self.rows + (LENGTH_BITS + WIDTH_BITS) as usize;
        let styles = references + usize::from(REFERENCES[count]);
        let lengths = styles + STYLE_BITS as usize * count;
        let start = lengths + width as usize * count * parts;
        Head { bytes: self.bytes, count, shortest, width, references, styles, lengths, start }
    }

    /// The code of one slot; `present` says which slots of a row hold positions.
    #[inline]
    pub(super) fn code(
        &self,
        model: &Reader,
        slot: usize,
        present: impl Fn(usize) -> u64,
    ) -> Result<u8, Damage> {
        let number = match self.place(slot / ROW) {
            Ok(code) => return Ok(code),
            Err(number) => number,
        };
        let parts = model.parts();
        let head = self.head(parts);
        let full = self.full_rows();
        let (column, size) = (slot % ROW, ROW / parts);
        let part = column / size;
        let asked = columns(&(part * size..column + 1));
        let starts = head.starts(number * parts + part);
        // from the row that is asked for to one that refers to no other
        let mut path = [Told::default(); MOST_DEPTH + 1];
        let mut first = path.len();
        let mut next = Some(number);
        while let Some(number) = next {
            first = first.checked_sub(1).ok_or(Damage)?;
            path[first] = Told {
                style: model.style(head.style(number)).ok_or(Damage)?,
                position: starts[number * parts + part],
                present: present(row_of(full, number)) & asked,
                ..Told::default()
            };
            next = head.reference(number)?;
        }
        let (source, path) =
            (Source { bytes: self.bytes, model, origin: part * size }, &path[first..]);
        let row = match path.len() {
            1 => source.walk::<1>(path),
            2 => source.walk::<2>(path),
            3 => source.walk::<3>(path),
            4 => source.walk::<4>(path),
            _ => source.walk::<5>(path),
        };
        Ok(row?[column])
    }

    /// All slots.
    pub(super) fn all(
        &self,
        model: &Reader,
        out: &mut [u8; PAGE],
        present: impl Fn(usize) -> u64,
    ) -> Result<(), Damage> {
        let (slots, _) = out.as_chunks_mut::<ROW>();
        for (index, row) in slots.iter_mut().enumerate() {
            if let Ok(code) = self.place(index) {
                row.fill(code);
            }
        }
        let parts = model.parts();
        let head = self.head(parts);
        let full = self.full_rows();
        let starts = head.starts(head.count * parts);
        for number in 0..head.count {
            let index = row_of(full, number);
            let reference = head.reference(number)?.map(|number| slots[row_of(full, number)]);
            let style = model.style(head.style(number)).ok_or(Damage)?;
            let present = present(index);
            let mut row = [NOTHING; ROW];
            for part in 0..parts {
                let size = ROW / parts;
                let source = Source { bytes: self.bytes, model, origin: part * size };
                let position = starts[number * parts + part];
                let mut told = Told { style, position, present, ..Told::default() };
                let mut left = present & columns(&(part * size..(part + 1) * size));
                while left != 0 {
                    let column = left.trailing_zeros() as usize;
                    left &= left - 1;
                    match &reference {
                        Some(reference) => {
                            source.step(&mut told, column, &mut row, Some(reference))
                        }
                        None => source.step(&mut told, column, &mut row, None),
                    }?;
                }
            }
            slots[index] = row;
        }
        Ok(())
    }
}

/// The place of the row with so many rows before it in a set, the first row in the highest bit.
#[inline]
fn row_of(mut rows: u32, before: usize) -> usize {
    rows = rows.reverse_bits();
    for _ in 0..before {
        rows &= rows.wrapping_sub(1);
    }
    (rows.trailing_zeros() as usize).min(ROWS - 1)
}

/// What is said about the full rows of a page; bit positions.
struct Head<'a> {
    bytes: &'a [u8],
    count: usize,
    shortest: usize,
    width: u32,
    references: usize,
    styles: usize,
    lengths: usize,
    start: usize,
}

impl Head<'_> {
    /// Where the parts up to this one start.
    #[inline]
    fn starts(&self, last: usize) -> [u32; ROWS * MOST_PARTS + 1] {
        let mut starts = [self.start as u32; ROWS * MOST_PARTS + 1];
        let mut at = self.lengths;
        let mut start = self.start as u32;
        for after in &mut starts[1..=last] {
            start += self.shortest as u32;
            if self.width > 0 {
                start += field(self.bytes, at, self.width);
                at += self.width as usize;
            }
            *after = start;
        }
        starts
    }

    #[inline]
    fn style(&self, number: usize) -> usize {
        field(self.bytes, self.styles + STYLE_BITS as usize * number, STYLE_BITS) as usize
    }

    /// The row to which one refers.
    #[inline]
    fn reference(&self, number: usize) -> Result<Option<usize>, Damage> {
        if number == 0 {
            return Ok(None);
        }
        let at = self.references + usize::from(REFERENCES[number]);
        let reference = field(self.bytes, at, reference_bits(number)) as usize;
        if reference > number {
            return Err(Damage);
        }
        Ok(reference.checked_sub(1))
    }
}

/// A part of a row being read.
#[derive(Clone, Copy)]
struct Told<'a> {
    /// Where its codes are, by context.
    style: &'a [u16],
    /// The next bit.
    position: u32,
    present: u64,
    west: u8,
    /// Slots still to come of a run, and whether it copies.
    left: u8,
    copies: bool,
}

impl Default for Told<'_> {
    fn default() -> Self {
        Told { style: &[], position: 0, present: 0, west: BORDER, left: 0, copies: false }
    }
}

/// What parts of rows are read from.
#[derive(Clone, Copy)]
struct Source<'a> {
    bytes: &'a [u8],
    model: &'a Reader,
    /// The first column of the part.
    origin: usize,
}

impl Source<'_> {
    /// Reads the slot in a column of a row that refers to `reference`.
    #[inline(always)]
    fn step(
        self,
        told: &mut Told<'_>,
        column: usize,
        row: &mut [u8; ROW],
        reference: Option<&[u8; ROW]>,
    ) -> Result<(), Damage> {
        if told.present >> column & 1 == 0 {
            return Ok(());
        }
        let (above, context) = around(row, self.origin, column, told.west, reference);
        if told.left == 0 {
            let code = *told.style.get(usize::from(context)).ok_or(Damage)?;
            let bits = window(self.bytes, told.position as usize);
            let (mut symbol, length) = self.model.read(code, bits);
            told.position += length;
            if symbol >= REPEAT {
                if symbol == ESCAPE {
                    symbol = (bits << length >> (64 - SYMBOL_BITS)) as u16;
                    told.position += SYMBOL_BITS;
                }
                if symbol >= ESCAPE {
                    return Err(Damage);
                }
            }
            if symbol < REPEAT {
                told.west = symbol as u8;
            } else {
                told.left = RUNS[usize::from(symbol - REPEAT) % RUNS.len()];
                told.copies = symbol >= COPY;
            }
        }
        if told.left > 0 {
            told.left -= 1;
            if told.copies {
                told.west = above;
            }
        }
        row[column] = told.west;
        Ok(())
    }

    /// Reads the last of some rows, each of which refers to the one before it. They take turns, each
    /// behind the one it refers to, so that a processor works on them side by side.
    #[inline(always)]
    fn walk<const COUNT: usize>(self, path: &[Told<'_>]) -> Result<[u8; ROW], Damage> {
        let mut path: [Told<'_>; COUNT] = path.try_into().map_err(|_| Damage)?;
        let mut rows = [[NOTHING; ROW]; COUNT];
        let mut left = path.iter().fold(0, |all, told| all | told.present);
        let mut columns = [0u8; ROW];
        let mut count = 0;
        while left != 0 {
            columns[count] = left.trailing_zeros() as u8;
            count += 1;
            left &= left - 1;
        }
        for turn in 0..count + COUNT - 1 {
            for (row, told) in path.iter_mut().enumerate() {
                let turn = turn.checked_sub(row).and_then(|turn| columns[..count].get(turn));
                let Some(&column) = turn else { continue };
                let (before, from) = rows.split_at_mut(row);
                self.step(told, usize::from(column), &mut from[0], before.last())?;
            }
        }
        Ok(rows[COUNT - 1])
    }
}
