//! Damaged table files.
#![no_main]

use std::{fs, ops::ControlFlow, path::PathBuf, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::check_error;
use solusrex_tables::file::{self, Everywhere, File, Meta};

/// Codes somewhat like those of a table.
static CODES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let code = |slot: usize| match slot / 64 % 5 {
        0 => 1,
        row => (2 + row + slot % 64 / 9 + (slot * slot / 7) % 3) as u8,
    };
    (0..3 * 64 * 64).map(code).collect()
});

static PATH: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("solusrex-fuzz-{}", std::process::id())));

static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let meta = Meta { name: "KRK".into(), dims: vec![3, 64, 64], ..Meta::default() };
    let go_on = |_| ControlFlow::Continue(());
    file::write(&PATH, &meta, [&CODES, &CODES], &Everywhere, &go_on).expect("a folder to write to");
    fs::read(&*PATH).expect("just written")
});

fuzz_target!(|change: (bool, Option<u32>, Vec<(u32, u8)>)| {
    let (summed, length, edits) = change;
    let mut bytes = GOOD.clone();
    for (at, byte) in edits {
        let at = at as usize % bytes.len();
        bytes[at] = byte;
    }
    if let Some(length) = length {
        bytes.truncate(length as usize % (bytes.len() + 1));
    }
    if summed && bytes.len() > 24 {
        let end = u64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes"));
        let end = end.clamp(16, bytes.len() as u64) as usize;
        let sum = crc32fast::hash(&bytes[16..end]);
        bytes[12..16].copy_from_slice(&sum.to_le_bytes());
    }
    fs::write(&*PATH, &bytes).expect("a folder to write to");
    let file = match File::open(&PATH, Everywhere) {
        Ok(file) => file,
        Err(error) => return check_error(&error),
    };
    for slot in (0..file.slots()).step_by(1 + file.slots() as usize / 500) {
        for side in [0, 1] {
            match file.code(side, slot) {
                Ok(code) => assert!(summed || code == CODES[slot as usize]),
                Err(error) => check_error(&error),
            }
        }
    }
    if file.slots() < 1 << 20 {
        let _ = file.read_all(1, &mut vec![0; file.slots() as usize]);
    }
});
