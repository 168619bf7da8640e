//! What tests of solutions share.

use solusrex_problems::{Limits, Problem, solve, write};

/// The solution of a problem as text without the diagram.
pub(crate) fn solved(body: &str) -> String {
    let text = format!("BeginProblem {body} Option NoBoard EndProblem");
    let problems = Problem::parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let problem = &problems[0];
    write::text(problem, &solve(problem, &Limits::default(), &mut |_| {}))
}

/// The lines that tell of moves, without blanks around them.
pub(crate) fn lines(body: &str) -> Vec<String> {
    let text = solved(body);
    let moves = text.lines().map(str::trim).filter(|line| line.starts_with(char::is_numeric));
    moves.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
