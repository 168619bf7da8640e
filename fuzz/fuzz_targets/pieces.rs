//! Lists of pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::{check_error, check_position};
use solusrex_rules::{Position, Setting};

fuzz_target!(|text: &str| {
    let setting = Setting::default();
    match Position::from_pieces(text, &setting) {
        Ok(position) => {
            let list = position.pieces();
            let again = Position::from_pieces(&list, &setting).map(|position| position.pieces());
            assert_eq!(again, Ok(list));
            check_position(&position, &setting);
        }
        Err(error) => check_error(&error),
    }
});
