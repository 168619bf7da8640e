//! Atlases of quickmates, and their pictures.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_discovery::{
    atlas::{Atlas, HEADER},
    picture,
};
use solusrex_fuzz::check_error;

fuzz_target!(|text: &str| {
    // few texts begin with the header by chance
    match format!("{HEADER}\n{text}").parse::<Atlas>() {
        Ok(atlas) => {
            assert_eq!(atlas.to_string().parse(), Ok(atlas.clone()));
            assert!(picture::html(&atlas).ends_with("</html>\n"));
        }
        Err(error) => check_error(&error),
    }
});
