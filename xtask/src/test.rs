//! `cargo xtask test`: every check that a change must pass.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use crate::{cargo, succeed};

/// A part of the checks; a new one is a line in [`PARTS`].
struct Part {
    name: &'static str,
    run: fn(&mut Tally) -> Result<(), String>,
}

const PARTS: &[Part] = &[
    Part { name: "fmt", run: |_| succeed(&mut cargo(&["fmt", "--all", "--check"])) },
    Part {
        name: "clippy",
        run: |_| {
            let args =
                ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
            succeed(&mut cargo(&args))
        },
    },
    Part {
        name: "doc",
        run: |_| {
            let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
            succeed(doc.env("RUSTDOCFLAGS", "-D warnings"))
        },
    },
    Part { name: "rust", run: rust_tests },
    Part { name: "uci", run: crate::uci::run },
];

/// How many tests have run.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

/// Runs the parts and closes with one line that counts the tests.
pub(crate) fn run(wanted: &[String]) -> Result<(), String> {
    let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    if let Some(unknown) = wanted.iter().find(|part| !names.contains(&part.as_str())) {
        return Err(format!("no part {unknown:?} (one of {})", names.join(", ")));
    }
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for part in
        PARTS.iter().filter(|part| wanted.is_empty() || wanted.iter().any(|w| w == part.name))
    {
        println!("== {}", part.name);
        if let Err(error) = (part.run)(&mut tally) {
            failures.push(format!("{}: {error}", part.name));
        }
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if failures.is_empty() { Ok(()) } else { Err(failures.join("; ")) }
}

/// All Rust tests, counted as they go by.
fn rust_tests(tally: &mut Tally) -> Result<(), String> {
    let mut command = cargo(&["test", "--workspace", "--no-fail-fast"]);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{command:?}: {error} (is cargo installed?)"))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            if let Some(counts) = line.strip_prefix("test result: ") {
                tally.passed += count(counts, "passed");
                tally.failed += count(counts, "failed");
            }
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        _ => Err("tests failed (see above)".to_owned()),
    }
}

/// The number before a word, as in `ok. 12 passed; 0 failed`.
fn count(counts: &str, word: &str) -> u64 {
    let words: Vec<&str> = counts.split([' ', ';']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|&other| other == word);
    at.and_then(|at| words.get(at.checked_sub(1)?)).and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runner_s_summary_is_read() {
        let line = "ok. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!((count(line, "passed"), count(line, "failed")), (12, 3));
    }
}
