//! What the problem solver finds, shows and refuses.

mod agreement;
mod boards;
mod goals;
mod language;
mod layout;
mod options;
mod play;
mod written;

use proptest::prelude::ProptestConfig;
use solusrex_problems::{Limits, Problem, solve, write};

/// So many cases, or as many as `SOLUSREX_CASES` says.
fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("SOLUSREX_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(usual);
    ProptestConfig { cases, failure_persistence: None, ..Default::default() }
}

/// The solution of a problem as text without the diagram.
fn solved(body: &str) -> String {
    let text = format!("BeginProblem {body} Option NoBoard EndProblem");
    let problems = Problem::parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let problem = &problems[0];
    write::text(problem, &solve(problem, &Limits::default(), &mut |_| {}))
}

/// The lines that tell of moves, without blanks around them.
fn lines(body: &str) -> Vec<String> {
    let text = solved(body);
    let moves = text.lines().map(str::trim).filter(|line| line.starts_with(char::is_numeric));
    moves.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
