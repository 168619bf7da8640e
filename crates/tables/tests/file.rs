//! Table files: every code comes back, and no damaged file gives a wrong one.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use solusrex_tables::file::{self, Everywhere, File, FileError, Meta, Presence};

/// A folder of its own for a test, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("solusrex-file-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Numbers that look random and are the same every time (Marsaglia 2003, xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

fn meta(dims: &[u32]) -> Meta {
    Meta {
        name: "KBBKN".into(),
        metric: "dtm".into(),
        dims: dims.to_vec(),
        palettes: [vec![0, 1, -1, 300], vec![-7; 256]],
        extra: b"counts".to_vec(),
    }
}

/// Codes somewhat like those of a table: draws, distances that change slowly, holes.
fn like_a_table(slots: usize, codes: u64, noise: u64, random: &mut Random) -> Vec<u8> {
    let mut level = 2 + random.below(codes);
    (0..slots)
        .map(|slot| {
            if slot % 64 == 0 {
                level = 2 + random.below(codes);
            }
            match random.below(16) {
                0 | 1 => 0,
                2 | 3 if slot / 512 % 3 > 0 => 1,
                _ if slot / 640 % 4 == 0 => 1,
                _ => (level + random.below(noise)).min(255) as u8,
            }
        })
        .collect()
}

fn write(path: &Path, meta: &Meta, arrays: [&[u8]; 2]) -> Result<u64, FileError> {
    file::write(path, meta, arrays, &Everywhere, &|_| ControlFlow::Continue(()))
}

/// Positions are where the codes of a table say so.
#[derive(Clone)]
struct Known {
    dims: Vec<u32>,
    arrays: [Vec<u8>; 2],
}

impl Presence for Known {
    fn present(&self, side: usize, slot: u64, dim: usize) -> u64 {
        let stride: u64 = self.dims[dim + 1..].iter().map(|&size| u64::from(size)).product();
        let first = slot - slot / stride % 64 * stride;
        (0..64).fold(0, |present, column| {
            let code = self.arrays[side][(first + column * stride) as usize];
            present | u64::from(code != 0) << column
        })
    }
}

/// Both ways of reading give the codes that were written.
fn assert_reads_back(path: &Path, arrays: [&[u8]; 2]) {
    assert_holds(&File::open(path, Everywhere).unwrap(), arrays);
}

fn assert_holds(file: &File, arrays: [&[u8]; 2]) {
    file.check().unwrap();
    for (side, array) in arrays.into_iter().enumerate() {
        let mut all = vec![77; array.len()];
        file.read_all(side, &mut all).unwrap();
        for (slot, (&code, &read)) in array.iter().zip(&all).enumerate() {
            assert!(code == 0 || code == read, "side {side} slot {slot}: {code} read as {read}");
        }
        let step = (array.len() / 20_000).max(1);
        for slot in (0..array.len()).step_by(step) {
            // where there is no position too, one answer
            assert_eq!(file.code(side, slot as u64).unwrap(), all[slot], "side {side} slot {slot}");
        }
    }
}

#[test]
fn every_code_comes_back() {
    let folder = Folder::new("shapes");
    let mut random = Random(88_172_645_463_325_252);
    let shapes: &[&[u32]] = &[
        &[1],
        &[63],
        &[462, 64],
        &[10, 64, 64],
        &[7, 64, 3, 64],
        &[3, 10, 7],
        &[2, 64, 64, 64],
        &[5000],
    ];
    for dims in shapes {
        for (codes, noise) in [(1, 1), (3, 2), (60, 12), (250, 250)] {
            let slots = dims.iter().product::<u32>() as usize;
            let white = like_a_table(slots, codes, noise, &mut random);
            let black = like_a_table(slots, codes, noise, &mut random);
            let path = folder.path("table");
            let bytes = write(&path, &meta(dims), [&white, &black]).unwrap();
            assert_eq!(bytes, fs::metadata(&path).unwrap().len());
            assert_eq!(File::open(&path, Everywhere).unwrap().meta(), &meta(dims));
            assert_reads_back(&path, [&white, &black]);
            // nothing is said about slots that are known to be empty
            let known = Known { dims: dims.to_vec(), arrays: [white.clone(), black.clone()] };
            let go_on = |_| ControlFlow::Continue(());
            let less = file::write(&path, &meta(dims), [&white, &black], &known, &go_on).unwrap();
            assert_holds(&File::open(&path, known).unwrap(), [&white, &black]);
            let rows = dims.len() > 1 && dims.last() == Some(&64);
            assert!(less < bytes || !rows || noise < 9, "{dims:?}: {less} of {bytes}");
        }
    }
}

#[test]
fn extremes_come_back() {
    let folder = Folder::new("extremes");
    let slots = 20 * 64 * 64;
    let mut random = Random(1);
    let nothing = vec![0; slots];
    let one = vec![255; slots];
    let noise: Vec<u8> = (0..slots).map(|_| random.below(256) as u8).collect();
    let mut needle = vec![1; slots];
    needle[54_321] = 200;
    let stripes: Vec<u8> = (0..slots).map(|slot| 1 + (slot / 64 % 255) as u8).collect();
    let arrays = [&nothing, &one, &noise, &needle, &stripes];
    for white in arrays {
        for black in arrays {
            let path = folder.path("table");
            write(&path, &meta(&[20, 64, 64]), [white, black]).unwrap();
            assert_reads_back(&path, [white, black]);
        }
    }
}

#[test]
fn what_has_no_position_costs_nothing() {
    let folder = Folder::new("free");
    let slots = 40 * 64 * 64;
    let nothing = vec![0; slots];
    let empty = write(&folder.path("empty"), &meta(&[40, 64, 64]), [&nothing, &nothing]).unwrap();
    assert!(empty < 2000, "{empty} bytes");
    // holes in a draw
    let mut random = Random(5);
    let holes: Vec<u8> = (0..slots).map(|_| u8::from(random.below(3) > 0)).collect();
    assert_eq!(
        write(&folder.path("holes"), &meta(&[40, 64, 64]), [&holes, &holes]).unwrap(),
        empty
    );
}

#[test]
fn the_same_table_gives_the_same_file() {
    let folder = Folder::new("same");
    let mut random = Random(9);
    let white = like_a_table(100 * 64 * 64, 60, 10, &mut random);
    let black = like_a_table(100 * 64 * 64, 90, 30, &mut random);
    let with_threads = |threads, name: &str| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let path = folder.path(name);
        pool.install(|| write(&path, &meta(&[100, 64, 64]), [&white, &black])).unwrap();
        fs::read(path).unwrap()
    };
    assert!(with_threads(1, "one") == with_threads(3, "three"));
}

#[test]
fn progress_is_told_and_the_writer_stops_when_asked() {
    let folder = Folder::new("stop");
    let codes = vec![1; 3 * 64 * 64 * 64];
    let dims = [3, 64, 64, 64];
    let last = AtomicU64::new(0);
    let path = folder.path("table");
    file::write(&path, &meta(&dims), [&codes, &codes], &Everywhere, &|slots| {
        assert!(last.swap(slots, Ordering::Relaxed) < slots);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(last.into_inner(), 2 * codes.len() as u64);
    let old = fs::read(&path).unwrap();

    let other = vec![2; codes.len()];
    let stopped =
        file::write(
            &path,
            &meta(&dims),
            [&other, &other],
            &Everywhere,
            &|_| ControlFlow::Break(()),
        );
    assert!(matches!(stopped, Err(FileError::Stopped)));
    // the old file is there, and nothing else
    assert!(fs::read(&path).unwrap() == old);
    assert_eq!(folder.files(), 1);
}

#[test]
fn descriptions_that_do_not_fit_are_refused() {
    let folder = Folder::new("misfit");
    let codes = vec![1; 64];
    let path = folder.path("table");
    for dims in [&[][..], &[0, 64], &[2, 64], &[63], &[u32::MAX; 4], &[1; 40]] {
        let refused = write(&path, &meta(dims), [&codes, &codes]);
        assert!(matches!(refused, Err(FileError::Description(_))), "{dims:?}");
    }
    let long = Meta { palettes: [vec![0; 257], vec![]], ..meta(&[64]) };
    assert!(matches!(write(&path, &long, [&codes, &codes]), Err(FileError::Description(_))));
    let nowhere = write(&folder.path("no/such/folder"), &meta(&[64]), [&codes, &codes]);
    assert!(matches!(nowhere, Err(FileError::Write { .. })));
    assert_eq!(folder.files(), 0);
}

#[test]
fn slots_that_are_not_there_are_refused() {
    let folder = Folder::new("slots");
    let codes = vec![1; 640];
    let path = folder.path("table");
    write(&path, &meta(&[10, 64]), [&codes, &codes]).unwrap();
    let file = File::open(&path, Everywhere).unwrap();
    assert!(file.code(1, 639).is_ok());
    for (side, slot) in [(0, 640), (1, u64::MAX), (2, 0), (usize::MAX, 5)] {
        assert!(matches!(file.code(side, slot), Err(FileError::Slot { .. })));
    }
    assert!(file.read_all(0, &mut [0; 639]).is_err());
    assert!(file.read_all(2, &mut [0; 640]).is_err());
}

#[test]
fn errors_name_the_file_and_the_remedy() {
    let folder = Folder::new("errors");
    let open = |name: &str| File::open(&folder.path(name), Everywhere).unwrap_err().to_string();
    let at = |name: &str| folder.path(name).display().to_string();
    assert!(open("absent").starts_with(&format!("cannot read {}: ", at("absent"))));
    for (name, bytes) in
        [("empty", &b""[..]), ("short", b"Sol"), ("text", b"[Event \"?\"]\n[Site \"?\"]\n")]
    {
        fs::write(folder.path(name), bytes).unwrap();
        let expected = format!("{} is no table file (name a file made by this program)", at(name));
        assert_eq!(open(name), expected);
    }
    let codes = vec![1; 64];
    write(&folder.path("table"), &meta(&[64]), [&codes, &codes]).unwrap();
    let mut bytes = fs::read(folder.path("table")).unwrap();
    bytes[8] = 99;
    fs::write(folder.path("newer"), &bytes).unwrap();
    let expected =
        format!("{} has table format 99, this program reads 2 (build the table anew)", at("newer"));
    assert_eq!(open("newer"), expected);
    bytes[8] = 2;
    bytes.push(0);
    fs::write(folder.path("longer"), &bytes).unwrap();
    assert!(open("longer").contains("is damaged"), "{}", open("longer"));
}

/// Opens damaged bytes and reads everything: errors, or what was written.
fn assert_no_wrong_answer(path: &Path, bytes: &[u8], arrays: [&[u8]; 2], what: &str) -> bool {
    fs::write(path, bytes).unwrap();
    let Ok(file) = File::open(path, Everywhere) else { return false };
    let mut sound = file.check().is_ok();
    if file.slots() != arrays[0].len() as u64 {
        panic!("{what}: another table");
    }
    for (side, array) in arrays.into_iter().enumerate() {
        let mut all = vec![0; array.len()];
        match file.read_all(side, &mut all) {
            Err(_) => sound = false,
            Ok(()) => {
                let right = array.iter().zip(&all).all(|(&code, &read)| code == 0 || code == read);
                assert!(right, "{what}: wrong codes");
            }
        }
        for slot in (0..array.len()).step_by(61) {
            match file.code(side, slot as u64) {
                Err(_) => sound = false,
                Ok(read) => assert!(array[slot] == 0 || array[slot] == read, "{what}: slot {slot}"),
            }
        }
    }
    sound
}

#[test]
fn a_damaged_file_never_gives_a_wrong_answer() {
    let folder = Folder::new("damage");
    let mut random = Random(2_463_534_242);
    let white = like_a_table(3 * 64 * 64, 40, 9, &mut random);
    let black = like_a_table(3 * 64 * 64, 20, 3, &mut random);
    let arrays: [&[u8]; 2] = [&white, &black];
    let path = folder.path("table");
    write(&path, &meta(&[3, 64, 64]), arrays).unwrap();
    let good = fs::read(&path).unwrap();
    assert!(assert_no_wrong_answer(&path, &good, arrays, "as written"));

    for turn in 0..3000 {
        let mut bytes = good.clone();
        let at = random.below(bytes.len() as u64) as usize;
        let what = match turn % 6 {
            0 => {
                bytes[at] ^= 1 << random.below(8);
                "a flipped bit"
            }
            1 => {
                bytes[at] = bytes[at].wrapping_add(1 + random.below(255) as u8);
                "another byte"
            }
            2 => {
                bytes.truncate(at);
                "a lost end"
            }
            3 => {
                let length = 1 + random.below(32) as usize;
                let end = (at + length).min(bytes.len());
                if bytes[at..end].iter().all(|&byte| byte == 0) {
                    continue;
                }
                bytes[at..end].fill(0);
                "zeros"
            }
            4 => {
                bytes.remove(at);
                "a lost byte"
            }
            _ => {
                let from = random.below(bytes.len() as u64) as usize;
                let length = (1 + random.below(300) as usize).min(bytes.len() - at.max(from));
                bytes.copy_within(from..from + length, at);
                if bytes == good {
                    continue;
                }
                "a part in another place"
            }
        };
        let sound = assert_no_wrong_answer(&path, &bytes, arrays, what);
        assert!(!sound, "{what} at {at} of {} was not noticed", good.len());
    }
}

#[test]
fn a_header_with_a_right_checksum_may_still_lie() {
    // somebody who computes checksums: no wrong answer can be told from a right one then, but nothing
    // breaks, and nothing huge is asked for
    let folder = Folder::new("hostile");
    let mut random = Random(77);
    let white = like_a_table(2 * 64 * 64, 40, 9, &mut random);
    let black = like_a_table(2 * 64 * 64, 20, 3, &mut random);
    let path = folder.path("table");
    write(&path, &meta(&[2, 64, 64]), [&white, &black]).unwrap();
    let good = fs::read(&path).unwrap();
    let header = u64::from_le_bytes(good[16..24].try_into().unwrap()) as usize;
    for turn in 0..4000 {
        let mut bytes = good.clone();
        for _ in 0..1 + turn % 3 {
            // the first fields and the rest by turns
            let bound = if turn % 2 == 0 { 120 } else { header };
            let at = 16 + random.below(bound as u64 - 16) as usize;
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, random.below(256) as u8][random.below(6) as usize];
        }
        let end =
            u64::from_le_bytes(bytes[16..24].try_into().unwrap()).min(bytes.len() as u64) as usize;
        let checksum = crc32fast::hash(&bytes[16..end.max(16)]);
        bytes[12..16].copy_from_slice(&checksum.to_le_bytes());
        fs::write(&path, &bytes).unwrap();
        if let Ok(file) = File::open(&path, Everywhere) {
            let _ = file.check();
            for _ in 0..50 {
                let slot = random.below(file.slots());
                let _ = file.code(random.below(2) as usize, slot);
            }
            if file.slots() < 1 << 20 {
                let _ = file.read_all(0, &mut vec![0; file.slots() as usize]);
            }
        }
    }
}

#[test]
fn threads_share_an_open_file() {
    let folder = Folder::new("threads");
    let mut random = Random(3);
    let white = like_a_table(20 * 64 * 64, 40, 9, &mut random);
    let path = folder.path("table");
    write(&path, &meta(&[20, 64, 64]), [&white, &white]).unwrap();
    let file = File::open(&path, Everywhere).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let (file, white) = (&file, &white);
            scope.spawn(move || {
                let mut random = Random(thread + 1);
                for _ in 0..5000 {
                    let slot = random.below(white.len() as u64);
                    let read = file.code(1, slot).unwrap();
                    assert!(white[slot as usize] == 0 || white[slot as usize] == read);
                }
            });
        }
    });
}
