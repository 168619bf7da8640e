//! Conditions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::check_error;
use solusrex_rules::conditions;

fuzz_target!(|text: &str| {
    match conditions::parse(text) {
        Ok(condition) => {
            let name = condition.name();
            let again = conditions::parse(&name).map(|condition| condition.name());
            assert_eq!(again, Ok(name));
        }
        Err(error) => check_error(&error),
    }
});
