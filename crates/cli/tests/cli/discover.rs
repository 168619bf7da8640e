//! `solusrex discover`.

use std::fs;

use super::{WRONG_INPUT, answer, json, refusal, solusrex, text};

/// Tibor Orban, Die Schwalbe 1976.
const ORBAN: &str = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";
const KNIGHTS: &str = "rnbqkb1r/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKB1R";

#[test]
fn a_proof_game_is_unique() {
    let told = answer(&["discover", "game", "--to", ORBAN, "--moves", "4"]);
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some("1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8"));
    assert!(told.contains("\n\nC+: one game of 4 moves\nNo other game of this length ("), "{told}");
}

#[test]
fn games_are_counted_and_written_down() {
    let game = ["discover", "game", "--to", KNIGHTS, "--moves", "4"];
    let all = answer(&game);
    assert!(all.contains("Not unique: 4 games of 4 moves"), "{all}");
    assert_eq!(all.lines().filter(|line| line.starts_with("1. Nf3")).count(), 4);
    let one = answer(&[&game[..], &["--limit", "1"]].concat());
    assert!(one.contains("... and 3 more (--all writes down all)"), "{one}");
    let count = answer(&[&game[..], &["--count"]].concat());
    assert!(count.starts_with("Not unique: 4 games"), "{count}");
    let value = json(&game);
    assert_eq!(value["count"], 4);
    assert_eq!(value["unique"], false);
    assert_eq!(value["games"][0].as_array().map(Vec::len), Some(8));
}

#[test]
fn games_have_constraints() {
    let game = ["discover", "game", "--to", KNIGHTS, "--moves", "4", "--count"];
    let count = |more: &[&str]| json(&[&game[..], more].concat())["count"].as_u64();
    assert_eq!(count(&["--first-move", "Nf3", "--move", "1...d5"]), Some(2));
    assert_eq!(count(&["--never", "Ne5"]), Some(2));
    assert_eq!(count(&["--still", "g8"]), Some(0));
    assert_eq!(count(&["--active", "b8,g8,g1,d7"]), Some(4));
    assert_eq!(count(&["--last", "Nxb8[N]"]), Some(4));
    assert_eq!(count(&["--winner", "black"]), Some(4));
}

#[test]
fn the_shortest_game_comes_with_a_proof() {
    let told = answer(&["discover", "game", "--to", ORBAN, "--moves", "4", "--shortest"]);
    assert!(told.contains("Not unique: 4 games of 3 moves\nNo game of fewer than 6 half-moves ("));
    let none = answer(&["discover", "game", "--to", ORBAN, "--moves", "2.5", "--shortest"]);
    assert!(none.starts_with("No game of up to 2.5 moves ("), "{none}");
}

#[test]
fn a_quickmate_is_proved() {
    let told = answer(&["discover", "quickmate", "Qh4#", "--count"]);
    assert!(told.contains("Qh4#\n\n8 games of 4 half-moves\n"), "{told}");
    assert!(told.contains("No game of fewer than 4 half-moves ("), "{told}");
    let scholar = json(&["discover", "quickmate", "Qxf7#"]);
    assert_eq!(scholar["plies"], 7);
    let both = answer(&["discover", "quickmate", "3.Qh5#", "--all"]);
    assert!(both.contains("games of 5 half-moves"), "{both}");
    let none = answer(&["discover", "quickmate", "castles", "--at-most", "2"]);
    assert!(none.starts_with("No game of up to 4 half-moves ("), "{none}");
}

#[test]
fn a_question_is_read_from_a_file() {
    let folder = std::env::temp_dir().join(format!("solusrex-conf-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("fool.conf");
    fs::write(&path, "PROBLEM=1\nMOVES=2\nWINCOLOR=B\nENDMOVE=d8h4\nENDPIECE=Q\nSEARCHALL=1\n")
        .unwrap();
    let path = path.to_str().unwrap();
    let told = answer(&["discover", "quickmate", "--conf", path]);
    assert!(told.contains("8 games of 4 half-moves"), "{told}");
    assert!(refusal(&["discover", "game", "--conf", path], WRONG_INPUT).contains("END"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_atlas_is_a_table() {
    let told = answer(&["discover", "atlas", "--plies", "5"]);
    assert!(told.starts_with("side\tmove\tplies\tproved\tsearched\tgame\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.contains("\tyes\t")).count(), 6);
}

#[test]
fn a_wrong_move_is_shown_with_a_caret() {
    let output = solusrex().args(["discover", "quickmate", "5...exd9=N#"]).output().unwrap();
    assert_eq!(output.status.code(), Some(WRONG_INPUT));
    let told = text(&output.stderr);
    assert!(told.starts_with("error: '9' cannot stand here in \"5...exd9=N#\" ("), "{told}");
    assert!(told.ends_with("\n5...exd9=N#\n       ^\n"), "{told}");
}

#[test]
fn wrong_questions_are_refused() {
    let game = ["discover", "game", "--to", ORBAN];
    for (more, what) in [
        (&["--moves", "4.3"][..], "\"4.3\" is no number of moves"),
        (&["--moves", "0"], "\"0\" is no number of moves"),
        (&["--moves", "4", "--from", "8/8"], "no position to start from"),
        (&["--moves", "4", "--active", "e2,e9"], "\"e9\" is no square"),
        (&["--moves", "4", "--first-move", "2.Nf3"], "--first-move 2.Nf3 has a number"),
        (&["--moves", "4", "--move", "Nf3"], "Nf3 does not say when"),
        (&["--moves", "4", "--move", "9.Nf3"], "9.Nf3 comes after the end"),
        (&["--moves", "4", "--winner", "white"], "it is not White who has moved"),
        (&["--moves", "4", "--memory", "0"], "--memory"),
    ] {
        let told = refusal(&[&game[..], more].concat(), WRONG_INPUT);
        assert!(told.contains(what), "{told}");
    }
    let black = format!("{ORBAN} b");
    let told = refusal(&["discover", "game", "--to", &black, "--moves", "4"], WRONG_INPUT);
    assert!(told.contains("after 8 half-moves it is White to move, not Black"), "{told}");
    let told = refusal(&["discover", "game", "--to", "8/8", "--moves", "4"], WRONG_INPUT);
    assert!(told.contains("no diagram"), "{told}");
    let told = refusal(&["discover", "quickmate", "5...Qh4", "--winner", "white"], WRONG_INPUT);
    assert!(told.contains("is not a move of White"), "{told}");
}
