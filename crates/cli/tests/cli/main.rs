//! What a user of `solusrex` sees: answers, errors, exit codes.

mod annotate;
mod build;
mod discover;
mod game;
mod help;
mod hostile;
mod line;
mod mine;
mod moves;
mod play;
mod probe;
mod readme;
mod reproduce;
mod serve;
mod show;
mod solve;
mod stats;
mod tables;
mod uci;
mod verify;

use std::{fs, path::PathBuf, time::Duration};

use assert_cmd::{Command, cargo::cargo_bin_cmd};
use serde_json::Value;

/// The two ways in which a command may fail.
const WRONG_INPUT: i32 = 2;
const FAILED: i32 = 1;

/// The command, which answers in seconds.
fn solusrex() -> Command {
    let mut command = cargo_bin_cmd!("solusrex");
    command.timeout(Duration::from_secs(60));
    command
}

/// What is answered, when all is well and nothing is complained about.
fn answer(args: &[&str]) -> String {
    answer_to(args, "")
}

/// The same, with something on standard input.
fn answer_to(args: &[&str], input: &str) -> String {
    let assert = solusrex().args(args).write_stdin(input).assert().success().stderr("");
    text(&assert.get_output().stdout)
}

/// An answer in JSON.
fn json(args: &[&str]) -> Value {
    let answer = answer(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error} in {answer}"))
}

/// The one line in which a command is refused, checked: short, plain, with a remedy.
fn refusal(args: &[&str], code: i32) -> String {
    refusal_to(args, "", code)
}

/// The same, with something on standard input.
fn refusal_to(args: &[&str], input: impl Into<Vec<u8>>, code: i32) -> String {
    let output = solusrex().args(args).write_stdin(input).output().expect("a binary that starts");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:.80?} told {told}");
    let line = told.strip_suffix('\n').expect("a line");
    check_refusal(line);
    line.to_owned()
}

/// One line, as every error has to be.
fn check_refusal(line: &str) {
    assert!(line.starts_with("error: "), "{line}");
    assert!(!line.contains(char::is_control), "{line:?} is more than one line");
    assert!(!line.contains("panicked"), "{line}");
    assert!(line.chars().count() < 1_000, "{line} is too long");
    assert!(line.ends_with(')') && line.contains('('), "{line} names no remedy");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A file of the repository.
fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}
