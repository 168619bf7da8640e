//! `solusrex line`.

use crate::{FAILED, WRONG_INPUT, answer, json, refusal, tables::with_tables};

const ROOK: &str = "8/8/8/8/8/2k5/1R6/K7 w - -";

#[test]
fn a_line_goes_to_mate() {
    let told = answer(&with_tables(&["line", ROOK]));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("White wins in ") && lines[0].ends_with(", dtm"), "{told}");
    assert!(told.trim_end().ends_with('#'), "{told}");
    let line = json(&with_tables(&["line", ROOK]));
    assert_eq!(line["moves"].as_array().map(Vec::len), line["plies"].as_u64().map(|n| n as usize));
    assert_eq!((&line["result"], &line["end"]), (&"won".into(), &"goal".into()));
}

#[test]
fn equal_moves_stand_in_brackets() {
    let told = answer(&with_tables(&["line", ROOK, "--equals"]));
    assert!(told.contains("  16    1. Ka2 (Kb1 Ra2 Rb1 Rb7 Rb8 Rg2 Rh2) "), "{told}");
    let alone = answer(&with_tables(&["line", ROOK]));
    assert!(alone.contains("  16    1. Ka2 ") && !alone.contains("(Kb1"), "{alone}");
}

#[test]
fn black_may_be_to_move() {
    let told = answer(&with_tables(&["line", "8/8/8/8/8/2K5/1r6/k7 b - -"]));
    assert!(told.starts_with("Black wins in ") && told.contains("   1. ...  "), "{told}");
}

#[test]
fn a_draw_has_no_line() {
    assert_eq!(answer(&with_tables(&["line", "8/8/8/8/8/4k3/4p3/4K3 w - -"])), "drawn\n");
}

#[test]
fn a_metric_without_a_table_is_refused() {
    let line = refusal(&with_tables(&["line", ROOK, "--metric", "stalemate"]), FAILED);
    assert!(line.contains("solusrex build KRK --metric stalemate"), "{line}");
    refusal(&with_tables(&["line", ROOK, "--metric", "dtx"]), WRONG_INPUT);
}
