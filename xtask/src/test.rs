//! `cargo xtask test`: every check that a change must pass.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{cargo, succeed, target, web};

/// A part of the checks; a new one is a line in [`PARTS`].
struct Part {
    name: &'static str,
    run: fn(&mut Tally) -> Result<(), String>,
}

const PARTS: &[Part] = &[
    Part { name: "fmt", run: |_| succeed(&mut cargo(&["fmt", "--all", "--check"])) },
    // the page comes before what has it inside, which is then built once
    Part {
        name: "web",
        run: |tally| {
            web::build()?;
            succeed(&mut web::npm(&["run", "--silent", "check"]))?;
            tests(&mut web::npm(&["run", "--silent", "test"]), tally)
        },
    },
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
    Part {
        name: "rust",
        run: |tally| tests(&mut cargo(&["test", "--workspace", "--no-fail-fast"]), tally),
    },
    Part { name: "browser", run: browser },
    Part { name: "uci", run: crate::uci::run },
];

/// The page in a browser, with a server and tables of its own.
fn browser(tally: &mut Tally) -> Result<(), String> {
    let chromium = web::chromium()?;
    web::build()?;
    let mut command = web::npm(&["run", "--silent", "browser"]);
    command.env("CHROMIUM", chromium).env("SOLUSREX", program()?);
    tests(&mut command, tally)
}

/// The program as it was built for the tests: built alone its packages would have other features, and all
/// would be built once more.
pub(crate) fn program() -> Result<PathBuf, String> {
    succeed(&mut cargo(&["build", "--quiet", "--workspace", "--bins", "--tests"]))?;
    Ok(target().join("debug/solusrex"))
}

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

/// Runs tests, counted as they go by.
fn tests(command: &mut Command, tally: &mut Tally) -> Result<(), String> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{command:?}: {error} (is it installed?)"))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            if is_summary(&line) {
                tally.passed += count(&line, "passed");
                tally.failed += count(&line, "failed");
            }
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        _ => Err("tests failed (see above)".to_owned()),
    }
}

/// Whether a line sums up tests: `test result: ok. 12 passed; ..` or `12 passed, 3 failed`.
fn is_summary(line: &str) -> bool {
    line.starts_with("test result: ")
        || line.split_once(" passed, ").is_some_and(|(passed, failed)| {
            passed.parse::<u64>().is_ok() && failed.ends_with(" failed")
        })
}

/// The number before a word, as in `ok. 12 passed; 0 failed`.
fn count(counts: &str, word: &str) -> u64 {
    let words: Vec<&str> = counts.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
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

    #[test]
    fn other_runners_end_with_a_line_of_the_same_meaning() {
        let line = "12 passed, 3 failed";
        assert!(is_summary(line) && !is_summary("Tests  12 passed (12)"));
        assert_eq!((count(line, "passed"), count(line, "failed")), (12, 3));
    }
}
