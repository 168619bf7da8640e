//! `solusrex solve`.

use super::{WRONG_INPUT, answer, answer_to, json, solusrex, text};

const MORPHY: &str = "White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7b7";

#[test]
fn a_problem_is_given_by_flags() {
    let text = answer(&["solve", "--pieces", MORPHY, "--stip", "#2"]);
    assert!(text.contains("   1.Ra1-a6 !\n"), "{text}");
    assert!(text.ends_with("solution finished.\nVerdict: C+, 1 solution\n\n"), "{text}");
    let fen = answer(&["solve", "--fen", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "--stip", "#2"]);
    assert_eq!(fen, text);
}

#[test]
fn problems_are_read_from_standard_input() {
    let file = format!(
        "BeginProblem Pieces {MORPHY} Stipulation #1 NextProblem \
        Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 EndProblem"
    );
    let text = answer_to(&["solve", "-"], &file);
    assert_eq!(text.matches("solution finished.").count(), 2);
    assert!(text.contains("  1.Ka7-a8 Rh1-a1 #"), "{text}");
}

#[test]
fn json_is_a_tree() {
    let value = json(&["solve", "--pieces", MORPHY, "--stip", "#2", "--option", "Variations"]);
    let key = &value["twins"][0]["phases"][0]["found"]["attacks"][0];
    assert_eq!(key["move"], "Ra1-a6");
    assert_eq!(key["merit"], "key");
    assert_eq!(key["after"]["idea"], "zugzwang");
    assert_eq!(value["twins"][0]["verdict"]["finding"], "sound");
}

#[test]
fn both_paths_give_the_same_answer() {
    let args = ["solve", "--pieces", MORPHY, "--stip", "#2", "--option", "Variations Try"];
    assert_eq!(answer(&args), answer(&[&args[..], &["--general"]].concat()));
}

#[test]
fn a_mistake_is_shown_with_a_caret() {
    let file = "BeginProblem\nPieces White Ka1\nStipulaton #2\nEndProblem\n";
    let output = solusrex().args(["solve", "-"]).write_stdin(file).output().unwrap();
    assert_eq!(output.status.code(), Some(WRONG_INPUT));
    let told = text(&output.stderr);
    assert!(told.starts_with("error: -: line 3, column 1: no man: \"Stipulaton\""), "{told}");
    assert!(told.contains("did you mean Stipulation?"), "{told}");
    assert!(told.ends_with("3 | Stipulaton #2\n  | ^^^^^^^^^^\n"), "{told}");
}
