//! FEN and extended FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::{check_error, check_position};
use solusrex_rules::{Orthodox, Position, Setting};

fuzz_target!(|text: &str| {
    let setting = Setting::default();
    match Position::from_fen(text, &setting) {
        Ok(position) => check_position(&position, &setting),
        Err(error) => check_error(&error),
    }
    if let Err(error) = Orthodox::from_fen(text) {
        check_error(&error);
    }
});
