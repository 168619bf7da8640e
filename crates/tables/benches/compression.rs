//! Coders for the codes of a table, side by side: size, time to write, time to look one slot up.
//!
//! `cargo bench -p solusrex-tables --bench compression` takes KQKR; `SOLUSREX_BENCH=KBBKN` another
//! ending, which is generated first. Times are processor times of one thread,
//! of lookups the best of several turns.

use std::{
    cell::RefCell,
    collections::{BinaryHeap, HashMap},
    env,
    hint::black_box,
    io::Write,
    ops::ControlFlow,
    time::Instant,
};

use shakmaty::Color;
use solusrex_tables::{
    Ending, Layout, Metric, Positions,
    file::{self, File, Meta},
    generate::{self, Tables},
};

/// The codes of an ending as they are written: 0 where a slot only repeats another.
fn codes(ending: Ending) -> [Vec<u8>; 2] {
    let mut tables = Tables::new();
    for ending in ending.closure() {
        let table = generate::solve(ending, Metric::Dtm, &tables, &|_| Ok(())).expect("a table");
        tables.insert(table);
    }
    let (ending, _) = ending.canonical();
    let table = tables.get(ending, Metric::Dtm).expect("just made");
    let layout = Layout::new(ending);
    [Color::White, Color::Black].map(|side| {
        let codes = table.codes(side).iter().enumerate();
        codes
            .map(|(slot, &code)| if layout.is_representative(slot as u64) { code } else { 0 })
            .collect()
    })
}

/// Slots without a position as the slot before: long runs for coders that know no better.
fn filled(array: &[u8]) -> Vec<u8> {
    let mut last = 1;
    let fill = |&code: &u8| {
        last = if code == 0 { last } else { code };
        last
    };
    array.iter().map(fill).collect()
}

/// What a coder made of a table.
struct Made {
    bytes: usize,
    /// The code of a slot of a side, if it can look one up.
    lookup: Option<Box<dyn Fn(usize, usize) -> u8 + Send>>,
}

/// Blocks of so many slots, each compressed by itself, with two bytes of index; `more` bytes once, and
/// `known` bytes at the start of each block not counted, since they are always the same.
fn blocks(
    arrays: &[Vec<u8>; 2],
    block: usize,
    (more, known): (usize, usize),
    compress: impl Fn(usize, &[u8]) -> Vec<u8>,
    expand: impl Fn(usize, &[u8]) -> Vec<u8> + Send + 'static,
) -> Made {
    let sides: Vec<Vec<Vec<u8>>> = arrays
        .iter()
        .enumerate()
        .map(|(side, array)| array.chunks(block).map(|part| compress(side, part)).collect())
        .collect();
    let bytes = more + sides.iter().flatten().map(|part| part.len() + 2 - known).sum::<usize>();
    let lookup =
        move |side: usize, slot: usize| expand(side, &sides[side][slot / block])[slot % block];
    Made { bytes, lookup: Some(Box::new(lookup)) }
}

/// zstd with a dictionary trained on blocks.
fn zstd_blocks(arrays: &[Vec<u8>; 2], block: usize, level: i32) -> Made {
    let dictionaries = arrays.each_ref().map(|array| {
        let step = (array.len() / block / 4000).max(1);
        let sample: Vec<&[u8]> = array.chunks(block).step_by(step).collect();
        zstd::dict::from_samples(&sample, 110_000).unwrap_or_default()
    });
    let more = dictionaries.iter().map(Vec::len).sum();
    let coders = dictionaries.each_ref().map(|dictionary| {
        let mut coder = zstd::bulk::Compressor::with_dictionary(level, dictionary).expect("zstd");
        coder.include_checksum(false).expect("zstd");
        coder.include_contentsize(false).expect("zstd");
        coder.include_dictid(false).expect("zstd");
        RefCell::new(coder)
    });
    let compress =
        |side: usize, part: &[u8]| coders[side].borrow_mut().compress(part).expect("zstd");
    let known = dictionaries.each_ref().map(|dictionary| {
        RefCell::new(zstd::bulk::Decompressor::with_dictionary(dictionary).expect("zstd"))
    });
    let expand = move |side: usize, part: &[u8]| {
        known[side].borrow_mut().decompress(part, block).expect("zstd")
    };
    blocks(arrays, block, (more, 4), compress, expand)
}

/// LZMA, as in xz without its frame.
fn lzma_blocks(arrays: &[Vec<u8>; 2], block: usize) -> Made {
    let filters = move || {
        let mut options = liblzma::stream::LzmaOptions::new_preset(6).expect("lzma");
        options.dict_size(block.max(4096) as u32).position_bits(0).literal_context_bits(4);
        let mut filters = liblzma::stream::Filters::new();
        filters.lzma2(&options);
        filters
    };
    let compress = move |_: usize, part: &[u8]| {
        let stream = liblzma::stream::Stream::new_raw_encoder(&filters()).expect("lzma");
        let mut coder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
        coder.write_all(part).expect("lzma");
        coder.finish().expect("lzma")
    };
    let expand = move |_: usize, part: &[u8]| {
        let stream = liblzma::stream::Stream::new_raw_decoder(&filters()).expect("lzma");
        let mut coder = liblzma::write::XzDecoder::new_stream(Vec::new(), stream);
        coder.write_all(part).expect("lzma");
        coder.finish().expect("lzma")
    };
    blocks(arrays, block, (0, 0), compress, expand)
}

/// Pairs of symbols become symbols (Larsson & Moffat 1999), as Syzygy's tables have it: `rules` of them,
/// learnt from a sample, then Huffman's code. Only the size: the sum of the lengths of all codes, three
/// bytes for a rule, and three for a block of 64 bytes.
fn pairs(arrays: &[Vec<u8>; 2], rules: usize) -> Made {
    const END: u16 = u16::MAX;
    let symbols = |rows: &mut dyn Iterator<Item = &[u8]>| {
        let mut symbols = Vec::new();
        for row in rows.filter(|row| row.iter().any(|code| *code != row[0])) {
            symbols.extend(row.iter().map(|&code| u16::from(code)));
            symbols.push(END);
        }
        symbols
    };
    let replace = |symbols: &[u16], rules: &HashMap<(u16, u16), u16>| {
        let mut replaced = Vec::with_capacity(symbols.len());
        let mut at = 0;
        while at < symbols.len() {
            let rule = symbols.get(at + 1).and_then(|&next| rules.get(&(symbols[at], next)));
            replaced.push(*rule.unwrap_or(&symbols[at]));
            at += 1 + usize::from(rule.is_some());
        }
        replaced
    };
    let mut bits = 0;
    for array in arrays {
        let step = (array.len() / (1 << 22)).max(1);
        let mut sample = symbols(&mut array.chunks(64).step_by(step));
        let mut all = symbols(&mut array.chunks(64));
        let mut next = 256;
        while usize::from(next) < 256 + rules {
            let mut counts: HashMap<(u16, u16), u32> = HashMap::new();
            let inner = |pair: &&[u16]| pair[0] != END && pair[1] != END;
            for pair in sample.windows(2).filter(inner) {
                *counts.entry((pair[0], pair[1])).or_default() += 1;
            }
            let mut often: Vec<_> = counts.into_iter().filter(|&(_, count)| count > 2).collect();
            often.sort_unstable_by_key(|&(pair, count)| (std::cmp::Reverse(count), pair));
            let most = often.first().map_or(0, |&(_, count)| count);
            // several at once, as long as they do not take each other's symbols
            let mut new = HashMap::new();
            let mut taken = [false; 1 << 16];
            for (pair, count) in often {
                let free = !taken[usize::from(pair.0)] && !taken[usize::from(pair.1)];
                if count < most / 2 || usize::from(next) >= 256 + rules {
                    break;
                }
                if free {
                    (taken[usize::from(pair.0)], taken[usize::from(pair.1)]) = (true, true);
                    new.insert(pair, next);
                    next += 1;
                }
            }
            if new.is_empty() {
                break;
            }
            sample = replace(&sample, &new);
            all = replace(&all, &new);
        }
        let mut counts: HashMap<u16, u64> = HashMap::new();
        for symbol in all.into_iter().filter(|&symbol| symbol != END) {
            *counts.entry(symbol).or_default() += 1;
        }
        // the length of all codes is the sum of all joined weights (Huffman 1952)
        let mut heap: BinaryHeap<_> = counts.into_values().map(std::cmp::Reverse).collect();
        while let (Some(one), Some(other)) = (heap.pop(), heap.pop()) {
            bits += one.0 + other.0;
            heap.push(std::cmp::Reverse(one.0 + other.0));
            if heap.len() == 1 {
                break;
            }
        }
        bits += 24 * u64::from(next);
    }
    Made { bytes: (bits / 8 * 67 / 64) as usize, lookup: None }
}

/// The module itself.
fn table_file(layout: &Layout, arrays: &[Vec<u8>; 2]) -> Made {
    let path = env::temp_dir().join(format!("solusrex-compression-{}", std::process::id()));
    let meta = Meta { name: "bench".into(), dims: layout.dimensions(), ..Meta::default() };
    let progress = |_| ControlFlow::Continue(());
    let bytes =
        file::write(&path, &meta, [&arrays[0], &arrays[1]], &Positions::of(layout), &progress)
            .expect("room for it");
    let file = File::open(&path, Positions::of(layout)).expect("just written");
    std::fs::remove_file(&path).expect("just written");
    let lookup = move |side, slot: usize| file.code(side, slot as u64).expect("sound");
    Made { bytes: bytes as usize, lookup: Some(Box::new(lookup)) }
}

/// Nanoseconds this thread has had the processor, where the system tells (Linux), otherwise since `start`:
/// others may be at work on the same machine.
fn clock(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    told.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e9)
}

/// Nanoseconds for a lookup at each of these slots.
fn lookup_time(lookup: &dyn Fn(usize, usize) -> u8, slots: &[(usize, usize)]) -> f64 {
    let turn = || {
        let start = Instant::now();
        let before = clock(start);
        slots.iter().for_each(|&(side, slot)| {
            black_box(lookup(side, slot));
        });
        (clock(start) - before) / slots.len() as f64
    };
    (0..5).map(|_| turn()).fold(f64::MAX, f64::min)
}

fn main() {
    let name = env::var("SOLUSREX_BENCH").unwrap_or_else(|_| "KQKR".to_owned());
    let ending: Ending = name.parse().expect("an ending such as KQKR");
    let layout = Layout::new(ending.canonical().0);
    let exact = codes(ending);
    let easy = exact.each_ref().map(|array| filled(array));
    let mut seed = 88_172_645_463_325_252u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed as usize & 1, (seed >> 1) as usize % exact[0].len())
    };
    let any: Vec<_> = (0..200_000).map(|_| random()).collect();
    let mut decided = Vec::new();
    while decided.len() < 50_000 {
        decided.extend(Some(random()).filter(|&(side, slot)| exact[side][slot] > 1));
    }
    let mut out = std::io::stdout();
    let mut line = |text: String| writeln!(out, "{text}").expect("somebody reads");
    line(format!("{name}, both sides, {} slots\n", 2 * exact[0].len()));
    line("| coder | block | bytes | write, ns/slot | any slot, ns | a decided one, ns |".into());
    line("|---|---|---|---|---|---|".into());
    type Coder<'a> = (&'a str, usize, Box<dyn Fn() -> Made + Send + Sync + 'a>);
    let (exact, easy, layout) = (&exact, &easy, &layout);
    let coders: Vec<Coder<'_>> = vec![
        ("this module", 2048, Box::new(move || table_file(layout, exact))),
        ("zstd 12, dictionary", 512, Box::new(move || zstd_blocks(easy, 512, 12))),
        ("zstd 12, dictionary", 2048, Box::new(move || zstd_blocks(easy, 2048, 12))),
        ("zstd 12, dictionary", 32_768, Box::new(move || zstd_blocks(easy, 32_768, 12))),
        ("LZMA", 4096, Box::new(move || lzma_blocks(easy, 4096))),
        ("LZMA", 262_144, Box::new(move || lzma_blocks(easy, 262_144))),
        ("pairs and Huffman, 4096 symbols", 64, Box::new(move || pairs(easy, 3840))),
    ];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (coder, block, make) in coders {
        let (made, time) = pool.install(|| {
            let start = Instant::now();
            let before = clock(start);
            (make(), clock(start) - before)
        });
        let write = time / (2 * exact[0].len()) as f64;
        let times = made.lookup.as_deref().map(|lookup| {
            let few = if block > 10_000 { 400 } else { any.len() };
            let time =
                |slots: &[(usize, usize)]| lookup_time(lookup, &slots[..few.min(slots.len())]);
            (time(&any), time(&decided))
        });
        let times =
            times.map_or("- | -".to_owned(), |(any, decided)| format!("{any:.0} | {decided:.0}"));
        line(format!("| {coder} | {block} | {} | {write:.1} | {times} |", made.bytes));
    }
}
