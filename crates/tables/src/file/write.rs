//! Writing a table file.

use std::{
    collections::HashMap,
    io::{Seek, SeekFrom, Write},
    ops::ControlFlow,
    path::Path,
};

use rayon::prelude::*;

use super::{
    FileError, Meta,
    aside::Aside,
    header::{CONSTANT, Header, SideHeader},
    layout::{Layout, Order},
    model::{Model, first_tokens},
    page::{Chain, Draft, PAGE, ROWS, only_code},
    token::{CHAIN, NOTHING, Token},
};

/// Pages that are looked at to settle the order of slots.
const TRIAL: u64 = 384;
/// What another innermost dimension counts for.
const DEARER: f64 = 1.04;
/// Chains that the codes are learnt from.
const LESSONS: usize = 32_000;
/// Where more than this part of the rows is coded, chains are short, so that a lookup stays fast.
const SPARSE: f64 = 0.3;
/// Pages between two looks whether to go on.
const BATCH: u64 = 4096;
/// Pages a thread takes at once.
const TAKEN: u64 = 32;

/// Writes the codes of a table to a file, in parallel on the current rayon pool.
///
/// `arrays` are the codes with White and with Black to move, in the order of `meta.dims` with the last
/// dimension innermost. Code 0 means that there is no such position; anything may be read back there.
/// Every now and then `progress` hears how many slots are done (of both arrays together) and says
/// whether to go on.
///
/// The file is written aside, synced and renamed: under `path` there is the old file or all of the new
/// one. The length of the file is returned.
pub fn write(
    path: &Path,
    meta: &Meta,
    arrays: [&[u8]; 2],
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
    let encoders = arrays.map(|array| Encoder::new(&meta.dims, array));
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
                .map(|&start| encoder.encode(side, start..(start + TAKEN).min(to)))
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
    array: &'a [u8],
    layout: Layout,
    model: Model,
}

impl<'a> Encoder<'a> {
    fn new(dims: &[u32], array: &'a [u8]) -> Encoder<'a> {
        let codes = array.par_chunks(1 << 16).map(|part| part.iter().copied().max().unwrap_or(0));
        let codes = usize::from(codes.max().unwrap_or(0)).max(1) + 1;
        let layout = best_layout(dims, array);
        let pages = layout.slots().div_ceil(PAGE as u64);
        let mut count = pages.min(1024);
        let mut chains = chains_of(&layout, array, pages, count, 1);
        let share = chains.len() as f64 / (count as usize * ROWS) as f64;
        let chain = if share < SPARSE { CHAIN } else { CHAIN / 2 };
        chains = chains_of(&layout, array, pages, count, chain);
        if count < pages && chains.len() < LESSONS {
            count = (count * LESSONS as u64 / chains.len().max(1) as u64).min(pages);
            chains = chains_of(&layout, array, pages, count, chain);
        }
        let model = Model::learn(codes, chain, &chains, count as f64 / pages as f64);
        Encoder { array, layout, model }
    }

    fn pages(&self) -> u64 {
        self.layout.slots().div_ceil(PAGE as u64)
    }

    /// The index and the bytes of some pages.
    fn encode(&self, side: usize, pages: std::ops::Range<u64>) -> (Vec<u16>, Vec<u8>) {
        let mut bytes = Vec::new();
        let index = pages.map(|number| {
            let slots = page_of(&self.layout, self.array, number);
            if let Some(code) = only_code(&slots) {
                return CONSTANT | u16::from(code);
            }
            let before = bytes.len();
            Draft::new(&slots, self.model.chain).write(&self.model, side, number, &mut bytes);
            (bytes.len() - before) as u16
        });
        (index.collect(), bytes)
    }
}

/// The slots of a page.
fn page_of(layout: &Layout, array: &[u8], number: u64) -> [u8; PAGE] {
    let mut slots = [NOTHING; PAGE];
    layout.gather(array, number * PAGE as u64, NOTHING, &mut slots);
    slots
}

/// The chains of a sample of pages.
fn chains_of(layout: &Layout, array: &[u8], pages: u64, count: u64, chain: usize) -> Vec<Chain> {
    let pages = sample(pages, count).into_par_iter();
    pages
        .flat_map_iter(|number| Draft::new(&page_of(layout, array, number), chain).chains)
        .collect()
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

/// The order of slots that needs the fewest bits, tried on a sample: first the order of dimensions, then
/// for each of them but the innermost, squares or diagonals. Another innermost dimension than the
/// caller's must be worth it, for whole tables are read and written more slowly then.
fn best_layout(dims: &[u32], array: &[u8]) -> Layout {
    let tried = |orders: Vec<Order>| -> Option<(f64, Layout)> {
        let tried = orders.into_par_iter().filter_map(|order| {
            let kept = usize::from(*order.dims.last()?) == dims.len() - 1;
            let layout = Layout::new(dims, order)?;
            let bits = trial(&layout, array);
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
fn trial(layout: &Layout, array: &[u8]) -> f64 {
    let pages = layout.slots().div_ceil(PAGE as u64);
    let mut counts: HashMap<Token, u32> = HashMap::new();
    let mut bits = 0.0;
    for number in sample(pages, TRIAL) {
        let slots = page_of(layout, array, number);
        if only_code(&slots).is_some() {
            continue;
        }
        bits += 80.0;
        for chain in Draft::new(&slots, CHAIN).chains {
            bits += 8.0 * chain.rows.len() as f64;
            let (tokens, _) = first_tokens(&chain);
            tokens.into_iter().for_each(|token| *counts.entry(token).or_default() += 1);
        }
    }
    let mut totals: HashMap<u16, u32> = HashMap::new();
    counts.iter().for_each(|(token, count)| *totals.entry(token.context).or_default() += count);
    let entropy = |(token, &count): (&Token, &u32)| {
        f64::from(count) * (f64::from(totals[&token.context]) / f64::from(count)).log2() + 6.0
    };
    bits + counts.iter().map(entropy).sum::<f64>()
}
