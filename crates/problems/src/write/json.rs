//! Solutions as JSON: a tree of plain values.
//!
//! `docs/problems.md` describes it.

use serde::Serialize;
use solusrex_rules::Side;

use crate::{problem::Problem, solution::Solution};

#[derive(Serialize)]
struct Document<'a> {
    problem: Asked<'a>,
    #[serde(flatten)]
    solution: &'a Solution,
}

#[derive(Serialize)]
struct Asked<'a> {
    heading: Vec<&'a str>,
    fen: Option<String>,
    stipulation: String,
    conditions: Vec<String>,
}

/// A problem and its solution as one line of JSON.
pub fn json(problem: &Problem, solution: &Solution) -> String {
    let setup = &problem.diagram;
    let problem = Asked {
        heading: problem.heading.iter().map(|line| line.text.as_str()).collect(),
        fen: setup.position(Side::White).ok().map(|position| position.fen()),
        stipulation: setup.asked(),
        conditions: setup.conditions.iter().map(|condition| condition.name()).collect(),
    };
    serde_json::to_string(&Document { problem, solution })
        .unwrap_or_else(|error| format!("{{\"error\":{:?}}}", error.to_string()))
}
