//! Moves in long algebraic notation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::check_error;
use solusrex_rules::{Position, Setting, conditions};

const POSITIONS: [(&str, Option<&str>); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", None),
    ("r3k2r/1P4P1/8/3pP3/8/8/8/R3K2R w KQkq d6", None),
    ("r3k2r/1P4P1/8/3pP3/8/8/8/R3K2R w KQkq d6", Some("Circe")),
    ("8x8 4k3/8/3g4/2l5/1.NH6/5=s2/=p7/4K3 w - -", None),
    ("10x10t 10/10/4k5/10/10/5!b4/10/10/1R8/4K5 w - -", None),
];

fuzz_target!(|input: (u8, &str)| {
    let (fen, condition) = POSITIONS[input.0 as usize % POSITIONS.len()];
    let conditions = condition.into_iter().filter_map(|name| conditions::parse(name).ok());
    let setting = Setting { conditions: conditions.collect(), ..Setting::default() };
    let mut position = Position::from_fen(fen, &setting).expect("a position as it should be");
    match position.parse_long(input.1) {
        Ok(mv) => assert_eq!(position.long(&mv), input.1.trim()),
        Err(error) => check_error(&error),
    }
});
