//! `solusrex probe`.

use std::fs;

use serde_json::Value;

use crate::{
    FAILED, WRONG_INPUT, answer, answer_to, check_refusal, folder, json, refusal, solusrex,
    tables::with_tables, text,
};

const ROOK: &str = "8/8/8/8/8/2k5/1R6/K7 w - -";

#[test]
fn a_position_is_told_in_words() {
    let told = answer(&with_tables(&["probe", ROOK]));
    assert!(told.contains("White to move"), "{told}");
    assert!(told.contains("\nWhite wins.\n  mate in "), "{told}");
    assert!(told.contains("   dtm   dtc   dtz\n"), "{told}");
    let rows: Vec<&str> = told.lines().skip_while(|line| !line.ends_with("dtz")).skip(1).collect();
    assert_eq!(rows.len(), 16, "{told}");
    assert!(rows[0].contains('+') && rows[15].contains('='), "{told}");
    let short = answer(&with_tables(&["probe", ROOK, "--no-moves"]));
    assert!(told.starts_with(&short), "{short}");
}

#[test]
fn a_list_of_pieces_is_a_position_too() {
    let told = answer(&with_tables(&["probe", "White", "Ke6", "Pe5", "Black", "Ke8"]));
    assert!(told.contains("White wins") && told.contains("\nKd6 "), "{told}");
    let drawn = answer(&with_tables(&["probe", "8/8/8/8/8/8/4k3/K7 w"]));
    assert!(drawn.contains("Drawn: there are no men to mate with."), "{drawn}");
}

#[test]
fn json_is_what_table_servers_answer() {
    let told = json(&with_tables(&["probe", ROOK]));
    assert_eq!((&told["category"], &told["checkmate"]), (&"win".into(), &false.into()));
    assert_eq!(told["dtz"], told["precise_dtz"]);
    assert!(told["dtm"].as_i64().is_some_and(|plies| plies > 0), "{told}");
    assert!(told["dtw"].is_null());
    let moves = told["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 16);
    assert_eq!((&moves[0]["category"], &moves[15]["category"]), (&"loss".into(), &"draw".into()));
    let dtm = |value: &Value| value["dtm"].as_i64().expect("a distance");
    assert_eq!(dtm(&told), 1 - dtm(&moves[0]));
    let values = json(&with_tables(&["probe", ROOK, "--no-moves"]));
    assert!(values.get("moves").is_none());
    assert_eq!(values["dtm"], told["dtm"]);
}

#[test]
fn many_positions_are_answered_line_by_line() {
    let input = format!("{ROOK}\n\n7k/6Q1/6K1/8/8/8/8/8 b\n");
    let told = answer_to(&with_tables(&["probe", "-"]), &input);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("White wins, dtm +"), "{told}");
    assert_eq!(lines[1..], ["", "Black is mated"]);
    let args = with_tables(&["probe", "-", "--format", "json", "--no-moves"]);
    let told = solusrex().args(args).write_stdin(format!("{ROOK}\nnonsense\n")).output().unwrap();
    assert_eq!(told.status.code(), Some(WRONG_INPUT));
    let error = text(&told.stderr);
    assert!(error.starts_with("error: line 2: "), "{error}");
    check_refusal(error.trim_end());
    let answers: Vec<Value> =
        text(&told.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["category"], &answers[1]["line"]), (&"win".into(), &2.into()));
}

#[test]
fn missing_tables_are_named_with_the_remedy() {
    let queen = "8/8/8/8/8/2k5/1r6/K2Q4 w - -";
    let line = refusal(&with_tables(&["probe", queen]), FAILED);
    assert_eq!(line, "error: no tables of KQKR (run `solusrex build KQKR`)");
    assert_eq!(json(&with_tables(&["probe", queen]))["category"], "unknown");
    let told = answer_to(&with_tables(&["probe", "-"]), &format!("{queen}\n"));
    assert_eq!(told, "unknown, no tables of KQKR (run `solusrex build KQKR`)\n");
}

#[test]
fn what_no_table_can_hold_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert!(refusal(&with_tables(&["probe", start]), WRONG_INPUT).contains("castling"));
    let many = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
    assert!(refusal(&with_tables(&["probe", many]), WRONG_INPUT).contains("32 men"));
    for wrong in ["", "8/8 w", "8/8/8/8/8/2k5/1R6/8 w", "8/8/8/8/8/8/1k6/K7 w", "White Gd4"] {
        refusal(&with_tables(&["probe", wrong]), WRONG_INPUT);
    }
}

#[test]
fn folders_of_syzygy_tables_may_be_anything() {
    let folder = folder("syzygy");
    let name = folder.to_str().unwrap();
    let line = refusal(&with_tables(&["probe", ROOK, "--syzygy", name]), WRONG_INPUT);
    assert!(line.contains("no Syzygy tables"), "{line}");
    refusal(&with_tables(&["probe", ROOK, "--syzygy", "no/such/folder"]), WRONG_INPUT);
    fs::write(folder.join("KQvK.rtbw"), [7; 80]).unwrap();
    // ours come first
    answer(&with_tables(&["probe", "8/8/8/8/8/2k5/8/K6Q w", "--syzygy", name]));
    let broken = ["probe", "8/8/8/8/8/2k5/8/K6Q w", "--syzygy", name, "--tables", name];
    assert!(refusal(&broken, FAILED).contains("KQvK"));
}
