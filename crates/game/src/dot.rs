//! Drawings of solved games for Graphviz.
//!
//! Won positions are green, lost ones red, drawn ones grey, each as seen by the side to move there;
//! White's positions are boxes, Black's ovals. Optimal moves are bold, the start has a double edge.
//!
//! ```
//! use solusrex_game::{Limits, dot, text};
//!
//! let game = text::read("game Step\nstart a\na W -> b\nb B", Limits::default()).unwrap();
//! let drawing = dot::drawing(&game.solve());
//! assert!(drawing.starts_with("digraph \"Step\" {"));
//! assert!(drawing.contains("0 -> 1 [style=bold]"));
//! ```

use std::fmt::Write as _;

use crate::named::NamedSolution;
use crate::value::{Side, Value};

/// The game as a `dot` file.
#[must_use]
pub fn drawing(solved: &NamedSolution) -> String {
    let mut text = String::new();
    write(solved, &mut text).expect("writing to a string does not fail");
    text
}

fn write(solved: &NamedSolution, out: &mut String) -> std::fmt::Result {
    let solution = &solved.solution;
    let game = solution.game();
    writeln!(out, "digraph {} {{", quoted(&solved.title))?;
    writeln!(out, "  node [style=filled fontname=\"sans-serif\"]")?;
    for node in game.positions() {
        let (colour, mark) = match solution.value(node) {
            Value::Won(plies) => ("palegreen", format!("+{}", plies.0)),
            Value::Drawn => ("lightgrey", "=".to_owned()),
            Value::Lost(plies) => ("lightcoral", format!("-{}", plies.0)),
        };
        let shape = match game.side(node) {
            Side::White => "box",
            Side::Black => "ellipse",
        };
        let rings = if solved.start == Some(node) { " peripheries=2" } else { "" };
        let label = quoted(&format!("{} {mark}", solved.name(node)));
        writeln!(out, "  {node} [label={label} shape={shape} fillcolor={colour}{rings}]")?;
    }
    for node in game.positions() {
        for &target in game.moves(node) {
            let style = if solution.is_best(node, target) { " [style=bold]" } else { "" };
            writeln!(out, "  {node} -> {target}{style}")?;
        }
    }
    writeln!(out, "}}")
}

/// A string of the dot language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
