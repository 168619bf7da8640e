//! Problems in Popeye's language: read or refused, and what is read can be drawn and twinned.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::check_error;
use solusrex_problems::{Problem, write};

fuzz_target!(|text: &str| {
    match Problem::parse(text) {
        Ok(problems) => {
            for problem in &problems {
                assert!(!write::diagram(problem).is_empty());
                let tasks = problem.tasks();
                assert_eq!(tasks.len(), problem.twins.len() + usize::from(!problem.zero_position));
            }
        }
        Err(error) => {
            check_error(&error);
            assert!(error.line >= 1 && error.column >= 1);
            assert!(error.snippet().contains('^'));
        }
    }
});
