//! Patterns of moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_discovery::MovePattern;
use solusrex_fuzz::check_error;

fuzz_target!(|text: &str| {
    match text.parse::<MovePattern>() {
        Ok(pattern) => assert_eq!(pattern.to_string().parse(), Ok(pattern)),
        Err(error) => {
            check_error(&error);
            assert!(error.snippet().contains('^'));
        }
    }
});
