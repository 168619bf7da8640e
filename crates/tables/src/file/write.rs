//! Writing a table file.

use std::{
    io::{Seek, SeekFrom, Write},
    ops::ControlFlow,
    path::Path,
};

use rayon::prelude::*;

use super::{
    FileError, Meta, Presence,
    aside::Aside,
    header::{CONSTANT, Header, SideHeader},
    layout::{Layout, Order},
    model::{Model, Shape},
    page::{Draft, PAGE, ROWS, only_code},
    token::{NOTHING, ROW, SYMBOLS, Token, contexts},
};

/// Pages at least and at most that are looked at to settle the order of slots, and which part of all.
const TRIAL: std::ops::RangeInclusive<u64> = 48..=384;
const TRIAL_SHARE: u64 = 8;
/// Pages that are looked at to see how many rows are full.
const LOOK: u64 = 192;
/// What another innermost dimension counts for.
const DEARER: f64 = 1.04;
/// Rows that the codes are learnt from.
const LESSONS: usize = 80_000;
/// Where more than this part of the rows is full, little must be read for a slot, so that a lookup stays
/// fast.
const SPARSE: f64 = 0.3;
/// For tables with few full rows, and for others.
const DEEP: Shape = Shape { depth: 4, parts: 1 };
const SHALLOW: Shape = Shape { depth: 1, parts: 2 };
/// Pages between two looks whether to go on.
const BATCH: u64 = 4096;
/// Pages a thread takes at once: two dimensions of squares and another, so that whichever of them is
/// innermost in the array, lines of memory are read once and stay at hand.
const TAKEN: u64 = 128;

/// Writes the codes of a table to a file, in parallel on the current rayon pool.
///
/// `arrays` are the codes with White and with Black to move, in the order of `meta.dims` with the last
/// dimension innermost. Code 0 means that there is no such position; anything may be read back there.
/// `presence` knows where there is none, and must know the same when the file is read.
/// Every now and then `progress` hears how many slots are done (of both arrays together) and says
/// whether to go on.
///
/// The file is written aside, synced and renamed: under `path` there is the old file or all of the new
/// one. The length of the file is returned.
pub fn write(
    path: &Path,
    meta: &Meta,
    arrays: [&[u8]; 2],
    presence: &dyn Presence,
    progress: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
) -> Result<u64, FileError> {
    if !Header::fits(meta) {
        return Err(FileError::Description(
            "a name, a palette or the list of dimensions is too long",
        ));
    }
    let natural = Layout::new(&meta.dims, Order::natural(meta.dims.len())).ok_or(
        FileError::Description("dimensions must be positive, and their product below 2^48"),
    )?;
    if arrays.iter().any(|array| array.len() as u64 != natural.slots()) {
        return Err(FileError::Description("an array has not as many slots as its dimensions say"));
    }
    if natural.slots().div_ceil(PAGE as u64) > u64::from(u32::MAX) {
        return Err(FileError::Description("there are more slots than a file can hold"));
    }
    let failed = FileError::write(path);
    let mut done = 0;
    let encoders = [0, 1].map(|side| Encoder::new(&meta.dims, arrays[side], (side, presence)));
    let mut header = Header {
        meta: meta.clone(),
        sides: encoders.each_ref().map(|encoder| SideHeader {
            order: encoder.layout.order().clone(),
            model: encoder.model.to_bytes(),
            index: vec![0; encoder.pages() as usize],
        }),
    };
    let start = header.to_bytes(0).len() as u64;
    let mut aside = Aside::new(path).map_err(&failed)?;
    aside.file().seek(SeekFrom::Start(start)).map_err(&failed)?;
    let mut data = 0;
    for (side, encoder) in encoders.iter().enumerate() {
        let index = &mut header.sides[side].index;
        index.clear();
        for from in (0..encoder.pages()).step_by(BATCH as usize) {
            let to = (from + BATCH).min(encoder.pages());
            let starts: Vec<u64> = (from..to).step_by(TAKEN as usize).collect();
            let parts: Vec<(Vec<u16>, Vec<u8>)> = starts
                .par_iter()
                .map(|&start| encoder.encode(start..(start + TAKEN).min(to)))
                .collect();
            for (lengths, bytes) in parts {
                index.extend(lengths);
                data += bytes.len() as u64;
                aside.file().write_all(&bytes).map_err(&failed)?;
            }
            let slots = (to * PAGE as u64).min(natural.slots()) - from * PAGE as u64;
            done += slots;
            if progress(done).is_break() {
                return Err(FileError::Stopped);
            }
        }
    }
    aside.file().seek(SeekFrom::Start(0)).map_err(&failed)?;
    aside.file().write_all(&header.to_bytes(data)).map_err(&failed)?;
    aside.keep().map_err(&failed)?;
    Ok(start + data)
}

/// One side on its way into the file.
struct Encoder<'a> {
    source: Source<'a>,
    layout: Layout,
    model: Model,
}

/// The codes of one side.
#[derive(Clone, Copy)]
struct Source<'a> {
    side: usize,
    array: &'a [u8],
    presence: &'a dyn Presence,
}

impl<'a> Encoder<'a> {
    fn new(
        dims: &[u32],
        array: &'a [u8],
        (side, presence): (usize, &'a dyn Presence),
    ) -> Encoder<'a> {
        let source = Source { side, array, presence };
        let codes = array.par_chunks(1 << 16).map(|part| part.iter().fold(0, |a, &b| b.max(a)));
        let codes = usize::from(codes.max().unwrap_or(0)).max(1) + 1;
        let layout = source.best_layout(dims, codes);
        let pages = layout.slots().div_ceil(PAGE as u64);
        let mut count = pages.min(LOOK);
        let mut rows = source.rows(&layout, count, DEEP);
        let share = rows.len() as f64 / (count as usize * ROWS) as f64;
        let shape = if share < SPARSE { DEEP } else { SHALLOW };
        if count < pages && rows.len() < LESSONS {
            count = (count * LESSONS as u64 / rows.len().max(1) as u64).min(pages);
        }
        rows = source.rows(&layout, count, shape);
        let model = Model::learn(codes, shape, &rows, count as f64 / pages as f64);
        Encoder { source, layout, model }
    }

    fn pages(&self) -> u64 {
        self.layout.slots().div_ceil(PAGE as u64)
    }

    /// The index and the bytes of some pages.
    fn encode(&self, pages: std::ops::Range<u64>) -> (Vec<u16>, Vec<u8>) {
        let mut bytes = Vec::new();
        let index = pages.map(|number| {
            let slots = self.source.page(&self.layout, number);
            if let Some(code) = only_code(&slots) {
                return CONSTANT | u16::from(code);
            }
            let before = bytes.len();
            let draft = self.source.draft(&self.layout, number, &slots, self.model.shape.depth);
            draft.write(&self.model, self.source.side, number, &mut bytes);
            (bytes.len() - before) as u16
        });
        (index.collect(), bytes)
    }
}

impl Source<'_> {
    /// The slots of a page.
    fn page(self, layout: &Layout, number: u64) -> [u8; PAGE] {
        let mut slots = [NOTHING; PAGE];
        let place = number * PAGE as u64;
        layout.gather(self.array, place, NOTHING, &mut slots);
        if !self.presence.asks_everywhere() {
            for (place, row) in (place..).step_by(ROW).zip(slots.as_chunks_mut::<ROW>().0) {
                let asked = layout.asked(self.presence, place);
                if asked != u64::MAX {
                    let columns = row.iter_mut().enumerate();
                    columns.for_each(|(at, code)| *code *= (asked >> at & 1) as u8);
                }
            }
        }
        slots
    }

    fn draft(self, layout: &Layout, number: u64, slots: &[u8; PAGE], depth: usize) -> Draft {
        Draft::new(slots, depth, |row| {
            let place = number * PAGE as u64 + (row * ROW) as u64;
            layout.present(self.presence, self.side, place)
        })
    }

    /// The tokens of full rows of a sample of pages.
    fn rows(self, layout: &Layout, count: u64, shape: Shape) -> Vec<Vec<Token>> {
        let pages = layout.slots().div_ceil(PAGE as u64);
        let rows = sample(pages, count).into_par_iter().flat_map_iter(|number| {
            let slots = self.page(layout, number);
            let mut rows = Vec::new();
            if only_code(&slots).is_none() {
                let draft = self.draft(layout, number, &slots, shape.depth);
                draft.tell(shape.parts, |tokens, _| rows.push(tokens.to_vec()));
            }
            rows
        });
        rows.collect()
    }

    /// The order of slots that needs the fewest bits, tried on a sample: first the order of dimensions,
    /// then for each of them but the innermost, squares or diagonals. Another innermost dimension than
    /// the caller's must be worth it, for whole tables are read and written more slowly then.
    fn best_layout(self, dims: &[u32], codes: usize) -> Layout {
        let tried = |orders: Vec<Order>| -> Option<(f64, Layout)> {
            let tried = orders.into_par_iter().filter_map(|order| {
                let kept = usize::from(*order.dims.last()?) == dims.len() - 1;
                let layout = Layout::new(dims, order)?;
                let bits = self.trial(&layout, codes);
                Some((if kept { bits } else { bits * DEARER }, layout))
            });
            tried.min_by(|one, other| one.0.total_cmp(&other.0))
        };
        let natural = Order::natural(dims.len());
        let orders = if dims.len() <= 6 { Order::permutations(dims.len()) } else { vec![natural] };
        let (mut least, mut best) = tried(orders).expect("the natural order is there");
        for dim in (1..dims.len()).filter(|&dim| dims[dim] == 64) {
            let mut order = best.order().clone();
            if usize::from(*order.dims.last().expect("dimensions")) == dim {
                continue;
            }
            order.diagonal[dim] = true;
            if let Some((bits, layout)) = tried(vec![order]).filter(|tried| tried.0 < least) {
                (least, best) = (bits, layout);
            }
        }
        best
    }

    /// About how many bits a sample of pages needs.
    fn trial(self, layout: &Layout, codes: usize) -> f64 {
        let symbols = SYMBOLS;
        let mut counts = vec![0u32; contexts(codes) * symbols];
        let mut bits = 0.0;
        let pages = layout.slots().div_ceil(PAGE as u64);
        let count = (pages / TRIAL_SHARE).clamp(*TRIAL.start(), *TRIAL.end());
        for number in sample(pages, count) {
            let slots = self.page(layout, number);
            if only_code(&slots).is_some() {
                continue;
            }
            bits += 80.0;
            self.draft(layout, number, &slots, DEEP.depth).tell(DEEP.parts, |tokens, _| {
                bits += 14.0;
                for token in tokens {
                    counts[usize::from(token.context) * symbols + usize::from(token.symbol)] += 1;
                }
            });
        }
        for counts in counts.chunks(symbols) {
            let total = f64::from(counts.iter().sum::<u32>());
            for &count in counts.iter().filter(|&&count| count > 0) {
                bits += f64::from(count) * (total / f64::from(count)).log2() + 6.0;
            }
        }
        bits
    }
}

/// `count` of `pages` page numbers, evenly spread but for a little unrest.
fn sample(pages: u64, count: u64) -> Vec<u64> {
    let count = count.clamp(1, pages.max(1));
    (0..count)
        .map(|place| {
            let from = place * pages / count;
            let room = ((place + 1) * pages / count - from).max(1);
            from + place.wrapping_mul(0x9e37_79b9_7f4a_7c15) % (1 << 40) % room
        })
        .collect()
}
