//! `solusrex annotate`.

use std::fs;

use crate::{
    WRONG_INPUT, answer, answer_to, folder, refusal, refusal_to, solusrex, tables::with_tables,
    text,
};

const STUDY: &str = "[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd6 Kd8 2. e6 *\n";

#[test]
fn games_are_marked() {
    let told = answer_to(&with_tables(&["annotate", "-"]), STUDY);
    assert!(told.contains("1. Kd6 {+11} 1... Kd8 {-10 (Kf7 Kf8)}"), "{told}");
    let folder = folder("annotate");
    let file = folder.join("study.pgn");
    fs::write(&file, STUDY.repeat(2)).unwrap();
    let twice = answer(&with_tables(&["annotate", file.to_str().unwrap()]));
    assert_eq!(twice, format!("{told}\n{told}"));
    let lines = answer_to(&with_tables(&["annotate", "-", "--format", "json"]), STUDY);
    let game: serde_json::Value = serde_json::from_str(&lines).unwrap();
    assert_eq!((&game["metric"], &game["result"]), (&"dtm".into(), &"*".into()));
    assert_eq!(game["moves"][1]["move"]["equals"][0], "Kf7");
}

#[test]
fn what_cannot_be_followed_is_told() {
    let line = refusal_to(&with_tables(&["annotate", "-"]), "1. e4 Ke3 *", WRONG_INPUT);
    assert_eq!(line, "error: game 1: 1...Ke3 cannot be played (correct it)");
    assert!(refusal(&["annotate", "no/such.pgn"], WRONG_INPUT).contains("no/such.pgn"));
    assert_eq!(answer_to(&with_tables(&["annotate", "-"]), ""), "");
}

#[test]
fn missing_tables_are_noted() {
    let args = ["annotate", "-", "--tables", "no/such/folder"];
    let told = solusrex().args(args).write_stdin(STUDY).output().unwrap();
    assert!(told.status.success());
    assert_eq!(text(&told.stderr), "note: no tables of KPK (run `solusrex build KPK`)\n");
    assert!(!text(&told.stdout).contains('{'));
}
