//! Files that describe games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_game::{Limits, dot, text};

fuzz_target!(|bytes: &[u8]| {
    let described = match text::parse_bytes(bytes) {
        Ok(described) => described,
        Err(error) => {
            let line = error.to_string();
            assert!(error.line >= 1 && error.column >= 1, "{line}");
            assert!(!line.chars().any(char::is_control), "{line:?} is not one line");
            assert!(line.chars().count() < 1_000, "{line} is too long");
            return;
        }
    };
    assert_eq!(text::parse(&described.to_string()), Ok(described.clone()));
    let Ok(game) = described.build(Limits { positions: 2_000, moves: 20_000 }) else { return };
    // none may be found, and there may be too many
    let _ = game.kernels(100);
    let solved = game.solve();
    let _ = (solved.report(), dot::drawing(&solved), solved.distinguished_kernels());
});
