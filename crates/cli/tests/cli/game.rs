//! `solusrex game`.

use std::fs;

use crate::{WRONG_INPUT, answer, answer_to, folder, json, refusal, refusal_to, repository};

fn example(name: &str) -> String {
    repository(&format!("examples/games/{name}.game")).to_str().unwrap().to_owned()
}

/// The title, the length of the game and what becomes of the start, as the files themselves say.
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    ("kernels-of-section-6", "Four kernels", "a 1-move game", "drawn"),
    ("knights-race", "Knights' race", "a 5-move game", "won in 5 plies (3 moves)"),
    ("spider-and-fly-orb", "Spider and fly on an orb web", "a 1-move game", "drawn"),
    ("spider-and-fly-wheel", "Spider and fly on a wheel", "a 2-move game", "lost in 4 plies"),
    ("take-1-3-4", "Take one, three or four", "a 29-move game", "lost in 58 plies"),
    ("three-mens-morris", "Three men's morris", "a 5-move game", "won in 9 plies (5 moves)"),
    ("two-steps", "Two steps to one", "a 2-move game", "won in 3 plies (2 moves)"),
];

#[test]
fn every_example_is_solved_as_its_comment_says() {
    let files = fs::read_dir(repository("examples/games")).unwrap();
    assert_eq!(files.count(), EXAMPLES.len(), "an example without an answer here");
    for (name, title, length, start) in EXAMPLES {
        let told = answer(&["game", &example(name)]);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!((lines[0], lines[2]), (*title, *length), "{name}");
        let line = lines.iter().find(|line| line.starts_with("start: ")).expect("a start");
        assert!(line.contains(start), "{name}: {line}");
        assert_eq!(json(&["game", &example(name)])["title"], *title);
    }
}

#[test]
fn a_game_can_be_asked_about_one_position() {
    let told = answer(&["game", &example("take-1-3-4"), "--from", "8/W"]);
    assert!(told.contains("from:    8/W (White to move) won in 5 plies (3 moves); best: 7/B\n"));
    assert!(told.ends_with("line:    8/W 7/B 6/W 2/B 1/W 0/B\n"), "{told}");
    let from = &json(&["game", &example("two-steps"), "--from", "w3"])["from"];
    assert_eq!((&from["result"], &from["plies"]), (&"won".into(), &1.into()));
    assert_eq!(from["line"], serde_json::json!(["w3", "b2"]));
    let nowhere = ["game", &example("two-steps"), "--from", "nowhere"];
    assert!(refusal(&nowhere, WRONG_INPUT).contains("\"nowhere\""));
}

#[test]
fn every_value_is_told_when_asked() {
    let told = answer(&["game", &example("two-steps"), "--values"]);
    assert!(told.ends_with("b2 (Black to move) lost in 0 plies (0 moves)\n"), "{told}");
    let values = &json(&["game", &example("take-1-3-4"), "--values"])["values"];
    assert_eq!(values.as_array().unwrap().len(), 202);
}

#[test]
fn kernels_are_told_when_asked() {
    let file = example("kernels-of-section-6");
    let two = answer(&["game", &file, "--kernels"]);
    assert!(two.ends_with("K1 = {1, 2, 4, 8}\nK2 = {4, 5, 6, 8}\n"), "{two}");
    let all = answer(&["game", &file, "--all-kernels"]);
    assert!(all.contains("4 kernels:\n  {1, 2, 4, 8}\n  {1, 4, 6, 8}\n"), "{all}");
    let told = json(&["game", &file, "--all-kernels"]);
    assert_eq!(told["kernels"]["all"].as_array().unwrap().len(), 4);
}

#[test]
fn a_game_is_drawn_for_graphviz() {
    let drawing = answer(&["game", &example("two-steps"), "--dot", "-"]);
    assert!(drawing.starts_with("digraph \"Two steps to one\" {\n"), "{drawing}");
    assert!(drawing.ends_with("}\n"), "{drawing}");
    let file = folder("a_graph").join("two-steps.dot");
    let told = answer(&["game", &example("two-steps"), "--dot", file.to_str().unwrap()]);
    assert!(told.starts_with("Two steps to one\n"));
    assert_eq!(fs::read_to_string(file).unwrap(), drawing);
}

#[test]
fn a_game_may_come_from_standard_input() {
    let told = answer_to(&["game", "-"], "heap Take one or two\nsize 7\ntake 1 2\n");
    assert!(told.contains("start:   7/W (White to move) won in 5 plies"), "{told}");
}

#[test]
fn an_ending_is_solved_from_the_rules() {
    let told = answer(&["game", "--ending", "KQK"]);
    assert!(told.starts_with("White K Q Black K: one position of each symmetry class"), "{told}");
    assert!(told.contains("longest win: 10 moves (19 plies)"), "{told}");
    let told = json(&["game", "--ending", "White K Q Black K", "--board", "4x4"]);
    assert_eq!(told["white_to_move"]["longest_win"]["moves"], 4);
    assert_eq!(told["black_to_move"]["mates"], 14);
}

#[test]
fn a_position_of_an_ending_has_a_value_and_a_line() {
    let mate = ["game", "--ending", "KQK", "--from", "k7/8/1K6/8/8/8/7Q/8 w - -"];
    let told = answer(&mate);
    assert!(told.starts_with("White to move: won in 1 ply (1 move)\nQh2-"), "{told}");
    let told = json(&mate);
    assert_eq!((&told["result"], &told["moves"]), (&"won".into(), &1.into()));
    assert_eq!(told["line"].as_array().unwrap().len(), 1);
    let list = ["game", "--ending", "KQK", "--from", "White Kb6 Qh3 Black Ka8", "--side", "black"];
    assert!(answer(&list).starts_with("Black to move: lost in 2 plies (1 move)\n"));
}

#[test]
fn wrong_endings_are_refused() {
    for (args, part) in [
        (&["--ending", "KQ"][..], "one king for each side"),
        (&["--ending", "KXK"], "\"X\""),
        (&["--ending", "KQQQQQK"], "7 men"),
        (&["--ending", "White K ?? Black K"], "\"??\""),
        (&["--ending", "KQK", "--from", "nonsense"], "column 2"),
        (&["--ending", "KQK", "--from", "8/8/8/8/8/2k5/1R6/K7 w - -"], "is no position of"),
        (&["--ending", "KQK", "--limit", "100"], "more than 100 (allow more with --limit"),
        (&["--ending", "KQK", "--values"], "--values"),
        (&["--ending", "KQK", "--board", "0x0"], "0x0"),
        (&[], "<FILE>"),
    ] {
        let line = refusal(&[&["game"], args].concat(), WRONG_INPUT);
        assert!(line.contains(part), "{args:?}: {part:?} in {line}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let line = refusal(&["game", "no/such.game"], WRONG_INPUT);
    assert!(line.contains("no/such.game: "), "{line}");
    let folder = folder("no_game");
    assert!(refusal(&["game", folder.to_str().unwrap()], WRONG_INPUT).contains("no_game"));
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_its_place() {
    for (file, part) in [
        ("", "line 1, column 1: expected 'game'"),
        ("chess\n", "line 1, column 1"),
        ("heap Nothing\nsize -1\n", "line 2, column 6: expected a number, found '-1'"),
        ("heap Nothing\nsize 3\n", "expected a line 'take ...'"),
        ("game G\na W -> b\n", "line 2, column 8"),
        ("game G\na W\na W\n", "line 3, column 1"),
        ("game G\na X\n", "line 2, column 3"),
        ("game G\na W lost many\n", "line 2, column 10"),
        ("board B\nboth a-\n", "line 2, column 6"),
        ("board B\nboth a-b\nstart a a\n", "line 3, column 9"),
        ("morris M\npoints a\nmen 0\n", "line 3, column 5"),
        ("game G\na W lost 4294967295\n", "4294967295"),
        (
            "heap Large\nsize 4294967295\ntake 1\n",
            "more than 5000000 positions (allow more with --limit",
        ),
    ] {
        let line = refusal_to(&["game", "-"], file, WRONG_INPUT);
        assert!(line.contains(part), "{file:?}: {part:?} in {line}");
    }
    let line = refusal_to(&["game", "-"], b"game G\na \xff\n", WRONG_INPUT);
    assert!(line.contains("line 2, column 3: expected UTF-8 text"), "{line}");
}
