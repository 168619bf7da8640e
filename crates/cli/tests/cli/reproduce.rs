//! `solusrex reproduce`.

use crate::{WRONG_INPUT, answer, json, refusal};

#[test]
fn every_number_stands_beside_the_printed_one() {
    let text = answer(&["reproduce", "strohlein"]);
    assert!(text.starts_with("strohlein: Ströhlein 1970"), "{text}");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["KQKR,", "classes", "4", "4", "exact"]), "{text}");
    assert!(rows.contains(&vec!["KRKB,", "classes", "28", "29", "differs"]), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn without_a_name_what_takes_seconds() {
    let text = answer(&["reproduce"]);
    for document in ["strohlein", "krkn", "cerno", "browne"] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{document}: "))), "{text}");
    }
    assert!(text.contains("`solusrex reproduce --all`"), "{text}");
    assert!(text.contains("stiller --six-men"), "{text}");
}

#[test]
fn json_has_one_object_for_a_document() {
    let told = json(&["reproduce", "cerno"]);
    assert_eq!(told["document"], "cerno");
    let finding = &told["findings"][0];
    assert_eq!(finding["about"], "positions indexed");
    assert_eq!(finding["claim"], "2,131,072");
    assert_eq!(finding["computed"], "2,131,072");
    assert_eq!(finding["verdict"], "exact");
}

#[test]
fn what_is_unknown_or_too_large_is_refused() {
    assert!(refusal(&["reproduce", "fine"], WRONG_INPUT).contains("strohlein"));
    assert!(refusal(&["reproduce", "stiller"], WRONG_INPUT).contains("--six-men"));
    assert!(refusal(&["reproduce", "krkn", "--all"], WRONG_INPUT).contains("--all"));
}
