//! `solusrex mine`.

use std::{
    io::Read,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{FAILED, WRONG_INPUT, answer, refusal, tables::with_tables};

fn lines(args: &[&str]) -> Vec<String> {
    answer(&with_tables(args)).lines().map(str::to_owned).collect()
}

#[test]
fn positions_are_fens_one_per_line() {
    let longest = lines(&["mine", "KRK", "longest"]);
    assert_eq!(longest.len(), 121);
    assert!(longest.iter().all(|fen| fen.ends_with(" w - - 0 1")), "{longest:?}");
    let some = lines(&["mine", "KRK", "longest", "--limit", "3"]);
    assert_eq!(some, longest[..3]);
    assert_eq!(lines(&["mine", "KRK", "longest", "--side", "black"]), [""; 0]);
}

#[test]
fn positions_come_with_their_values_when_asked() {
    let told = lines(&["mine", "KRK", "longest", "--limit", "1", "--values"]);
    assert!(told[0].ends_with("\twon in 16 moves"), "{told:?}");
    let told = lines(&["mine", "KPK", "zugzwang", "--half", "--metric", "dtm", "--values"]);
    assert_eq!(told.len(), 80, "the mutual zugzwangs of king and pawn against king");
    let first =
        "1k6/1P6/K7/8/8/8/8/8 b - - 0 1\tlost in 9 moves; with the other side to move drawn";
    assert_eq!(told[0], first);
    let told = lines(&["mine", "KPK", "underpromotion", "--piece", "Kf6", "--piece", "kh7"]);
    assert!(told.contains(&"8/5P1k/5K2/8/8/8/8/8 w - - 0 1".to_owned()), "{told:?}");
}

#[test]
fn positions_come_as_objects_for_programs() {
    let args = ["mine", "KPK", "stalemate-trap", "--metric", "dtm", "--format", "json"];
    for line in lines(&args) {
        let found: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&found["metric"], &found["result"]), (&"dtm".into(), &"won".into()));
        assert!(found["keys"].as_array().is_some_and(|keys| !keys.is_empty()), "{line}");
        assert!(found["fen"].is_string() && found["plies"].is_u64() && found["moves"].is_u64());
    }
}

#[test]
fn positions_are_chosen_by_distance_and_square() {
    let ten = lines(&["mine", "KQK", "--metric", "dtm", "--distance", "10", "--side", "white"]);
    let nineteen = lines(&["mine", "KQK", "--metric", "dtm", "--plies", "19"]);
    assert_eq!(ten, nineteen);
    let corner = lines(&["mine", "KQK", "--plies", "0", "--piece", "kh8", "--piece", "Qg7"]);
    let mates = ["5K1k/6Q1/8/8/8/8/8/8", "7k/5KQ1/8/8/8/8/8/8", "7k/6Q1/5K2/8/8/8/8/8"];
    assert_eq!(corner, mates.map(|placement| format!("{placement} b - - 0 1")));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut mine = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"));
    let mine =
        mine.args(with_tables(&["mine", "KPK"])).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut mine = mine.spawn().unwrap();
    let mut start = [0; 16];
    mine.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = mine.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn what_cannot_be_mined_is_told() {
    for (args, code, part) in [
        (&["mine", "KXK", "longest"][..], WRONG_INPUT, "\"KXK\""),
        (&["mine", "KRK", "gold"], WRONG_INPUT, "gold"),
        (&["mine", "KRK", "--piece", "Qz9"], WRONG_INPUT, "\"Qz9\""),
        (&["mine", "KRK", "longest", "--half"], WRONG_INPUT, "--half"),
        (&["mine", "KRK", "longest", "--distance", "3"], WRONG_INPUT, "--distance"),
        (&["mine", "KRK", "--plies", "3", "--distance", "2"], WRONG_INPUT, "--plies"),
        (&["mine", "KQKR", "zugzwang"], FAILED, "solusrex build KQKR"),
    ] {
        let line = refusal(&with_tables(args), code);
        assert!(line.contains(part), "{args:?}: {part:?} in {line}");
    }
}
