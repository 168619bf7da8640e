//! Solutions as JSON: a tree of plain values.
//!
//! ```text
//! {"problem": {"heading": [..], "fen": "..", "stipulation": "#2", "conditions": [..]},
//!  "state": "finished" | "partial" | "interrupted",
//!  "twins": [{"label": "a", "changes": [..], "stipulation": "#2", "notices": [..],
//!             "verdict": {"finding": "sound", "solutions": 1},
//!             "phases": [{"part": "set" | "actual" | "postkey", "white": "white",
//!                         "king_capturable": false, "found": FOUND}]}]}
//! FOUND   := {"lines": [{"opening": "full" | "half" | "skipped", "moves": [MOVE..]}..]}
//!          | {"attacks": [ATTACK..]} | {"aftermath": AFTER}
//! MOVE    := {"number": 1, "move": "Ka1-b1", "check": false, "goal": "#"}
//! ATTACK  := {"move": .., "check": .., "goal": .., "merit": "key" | "try" | "forced" |
//!             "continuation", "after": AFTER}
//! AFTER   := {"idea": "none" | "zugzwang" | {"threats": [ATTACK..]},
//!             "defences": [{"move": .., "check": .., "answers": [ATTACK..]}..],
//!             "refutations": [MOVE..]}
//! ```

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
    heading: &'a [String],
    fen: Option<String>,
    stipulation: String,
    conditions: Vec<String>,
}

/// A problem and its solution as one line of JSON.
pub fn json(problem: &Problem, solution: &Solution) -> String {
    let setup = &problem.diagram;
    let problem = Asked {
        heading: &problem.heading,
        fen: setup.position(Side::White).ok().map(|position| position.fen()),
        stipulation: setup.stipulation.text(&setup.board),
        conditions: setup.conditions.iter().map(|condition| condition.name()).collect(),
    };
    serde_json::to_string(&Document { problem, solution })
        .unwrap_or_else(|error| format!("{{\"error\":{:?}}}", error.to_string()))
}
