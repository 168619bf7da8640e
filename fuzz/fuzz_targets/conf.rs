//! Questions in the files of Rizvič's program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_discovery::conf::Conf;
use solusrex_fuzz::check_error;

fuzz_target!(|text: &str| {
    match text.parse::<Conf>() {
        Ok(conf) => assert!(conf.terms.lengths().take(9).is_sorted()),
        Err(error) => {
            check_error(&error);
            assert!(error.snippet().contains('^'));
        }
    }
});
