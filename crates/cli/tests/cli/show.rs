//! `solusrex show`.

use std::fs;

use predicates::prelude::*;

use crate::{FAILED, WRONG_INPUT, answer, folder, json, refusal};

const FEN: &str = "8/8/8/8/8/2k5/8/K1q5 w - -";

#[test]
fn a_position_is_drawn_as_text() {
    let drawn = answer(&["show", FEN]);
    assert!(drawn.starts_with("+---a---b---c---d---e---f---g---h---+\n"));
    assert!(drawn.contains("\n1   K   .  -Q   .   .   .   .   .   1\n"), "{drawn}");
    assert!(drawn.trim_end().ends_with("1 + 2"), "{drawn}");
    let caption = answer(&["show", "--pieces", "White Kf3 Black Kf1", "--caption", "h#3"]);
    assert!(caption.lines().last().is_some_and(|line| line.contains("h#3")), "{caption}");
}

#[test]
fn json_has_the_position_in_three_texts() {
    let told = json(&["show", FEN]);
    assert_eq!(told["fen"], "8/8/8/8/8/2k5/8/K1q5 w - - 0 1");
    assert_eq!(told["pieces"], "White Ka1 Black Kc3 Qc1");
    assert_eq!(told["diagram"], answer(&["show", FEN]));
}

#[test]
fn a_drawing_goes_to_a_file_or_to_standard_output() {
    let file = folder("a_drawing").join("diagram.svg");
    let path = file.to_str().unwrap();
    assert_eq!(answer(&["show", FEN, "--svg", path]), "");
    let drawing = fs::read_to_string(&file).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.trim_end().ends_with("</svg>"));
    assert_eq!(answer(&["show", FEN, "--svg", "-"]), drawing);
    // an older file is replaced
    let fairy = ["show", "--pieces", "White Gd4 Neutral NHd6", "--no-coordinates", "--svg", path];
    assert_eq!(answer(&fairy), "");
    assert_ne!(fs::read_to_string(&file).unwrap(), drawing);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn a_drawing_that_cannot_be_written_leaves_nothing_behind() {
    let folder = folder("no_drawing");
    let inside = folder.join("missing/diagram.svg");
    let line = refusal(&["show", FEN, "--svg", inside.to_str().unwrap()], FAILED);
    assert!(predicate::str::contains("diagram.svg").eval(&line), "{line}");
    // a folder is no file
    let line = refusal(&["show", FEN, "--svg", folder.to_str().unwrap()], FAILED);
    assert!(line.contains("no_drawing"), "{line}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    let beside = fs::read_dir(folder.parent().unwrap()).unwrap();
    let names = beside.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.ends_with(".part")).count(), 0);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    assert!(refusal(&["show", "-"], WRONG_INPUT).contains("one position"));
    assert!(refusal(&["show", "nonsense"], WRONG_INPUT).contains("column 2"));
    assert!(refusal(&["show", FEN, "--no-coordinates"], WRONG_INPUT).contains("--svg"));
    assert!(refusal(&["show", FEN, "--svg", "/"], WRONG_INPUT).contains("no file"));
}
