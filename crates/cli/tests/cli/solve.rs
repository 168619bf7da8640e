//! `solusrex solve`.

use std::fs;

use super::{WRONG_INPUT, answer, answer_to, folder, json, solusrex, text};

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

/// The solution without blank lines.
fn solved(args: &[&str]) -> Vec<String> {
    let text = answer(&[&["solve", "--option", "NoBoard"], args].concat());
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

#[test]
fn constraints_are_flags_that_can_be_combined() {
    let queen_and_rook = ["--pieces", "White Kb6 Qg7 Rh2 Black Ka8", "--stip", "#1"];
    let with = |flags: &[&str]| solved(&[&queen_and_rook, flags].concat());
    assert_eq!(with(&[])[0..3], ["   1.Rh2-h8 # !", "   1.Qg7-f8 # !", "   1.Qg7-h8 # !"]);
    assert_eq!(with(&["--mating-piece", "R"])[0], "   1.Rh2-h8 # !");
    assert_eq!(with(&["--still", "h2", "--move", "1=Qg7-g8"])[0], "   1.Qg7-g8 # !");
    assert_eq!(with(&["--mating-piece", "R", "--still", "h2"])[1], "Verdict: no solution");
    assert_eq!(with(&["--mate-on", "b8"])[1], "Verdict: no solution");
    assert_eq!(with(&["--mate-on", "a8b8", "--mating-piece", "R"])[0], "   1.Rh2-h8 # !");
}

#[test]
fn flags_hold_for_files_too() {
    let file = format!("BeginProblem Pieces {MORPHY} Stipulation #2 EndProblem");
    let text = answer_to(&["solve", "-", "--option", "Variations NoBoard", "--still", "a1"], &file);
    assert!(text.contains("no solution"), "{text}");
}

#[test]
fn boards_are_given_by_flags_or_with_the_fen() {
    let mate = |args: &[&str]| solved(args)[0].clone();
    assert_eq!(
        mate(&["--board", "4x4", "--pieces", "White Kb3 Rd3 Black Ka1", "--stip", "#1"]),
        "   1.Rd3-d1 # !"
    );
    let ten = "k9/10/1K8/10/10/10/10/10/10/9R w - -";
    assert_eq!(mate(&["--board", "10x10", "--fen", ten, "--stip", "#1"]), "   1.Rj1-j10 # !");
    let named = format!("10x10 {ten}");
    assert_eq!(mate(&["--fen", &named, "--stip", "#1"]), "   1.Rj1-j10 # !");
    let passing = "7k/8/5K2/3Pp3/8/8/8/8 w - e6";
    assert_eq!(mate(&["--fen", passing, "--stip", "ep1"]), "   1.d5*e6 ep. !");
    for topology in ["cylinder", "torus"] {
        let args = ["--topology", topology, "--pieces", "White Kd3 Ra1 Pb1 Black Kd8"];
        assert_eq!(mate(&[&args[..], &["--stip", "zh11"]].concat()), "   1.Ra1-h1 z !");
    }
    assert_eq!(
        solved(&["--board", "1x1", "--pieces", "White Ka1", "--stip", "#1", "--option", "NoBk"])[1],
        "Verdict: no solution"
    );
}

#[test]
fn statistics_stand_beside_the_answer() {
    let args = ["solve", "--pieces", MORPHY, "--stip", "#2"];
    let plain = answer(&args);
    let told = solusrex().args(args).args(["--statistics", "--threads", "2"]).output().unwrap();
    assert_eq!(text(&told.stdout), plain);
    assert!(text(&told.stderr).ends_with(" positions visited\n"), "{}", text(&told.stderr));
}

/// The count without the reduction ends somewhere, and says so.
#[test]
fn an_endless_count_is_cut_short() {
    let told = solusrex()
        .args(["solve", "--pieces", "White Ka1 Sc1 Black Ke8 Sh1", "--stip", "h#5"])
        .args(["--statistics", "--threads", "2"])
        .output()
        .unwrap();
    let told = text(&told.stderr);
    assert!(told.contains(", more than ") && told.contains(" times as many)"), "{told}");
}

#[test]
fn tables_settle_direct_mates() {
    let tables = folder("solve-with-tables");
    let tables = ["--tables", tables.to_str().unwrap()];
    let men = "White Ka1 Rh1 Black Ke5";
    let solved = |stipulation: &str| {
        let problem = ["solve", "--pieces", men, "--stip", stipulation];
        text(&solusrex().args(problem).args(tables).output().unwrap().stdout).to_owned()
    };
    let plain = solved("#3");
    solusrex().args(["build", "KRK", "--quiet"]).args(tables).assert().success();
    assert_eq!(solved("#3"), plain);
    // longer than a search would last
    assert!(solved("#14").contains("Verdict: no solution"));
    assert!(solved("#16").contains("Verdict: cooked"));
}

#[test]
fn wrong_flags_are_told_in_one_line() {
    let problem = ["solve", "--pieces", MORPHY, "--stip", "#2"];
    for (flags, words) in [
        (["--move", "Ra1-a6"], "such as --move 1=Ka1-b1"),
        (["--move", "0=Ra1-a6"], "no half-move has the number"),
        (["--move", "2=Ka8-a7"], "only the first move"),
        (["--still", "z9"], "no squares for Still"),
        (["--mating-piece", "ZZ"], "unknown kind"),
        (["--option", "Variatoins"], "did you mean Variations?"),
        (["--board", "99x99"], "1x1 to 16x16"),
        (["--topology", "cube"], "cube"),
        (["--cond", "Crice"], "did you mean Circe?"),
    ] {
        let output = solusrex().args(problem).args(flags).output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(WRONG_INPUT), "{told}");
        assert!(told.lines().next().is_some_and(|line| line.contains(words)), "{told}");
    }
}

#[test]
fn diagrams_are_drawn_to_files() {
    let folder = std::env::temp_dir().join(format!("solusrex-diagrams-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("morphy.svg");
    let name = path.to_str().unwrap();
    answer(&["solve", "--pieces", MORPHY, "--stip", "#2", "--svg", name]);
    let drawing = fs::read_to_string(&path).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.contains("#2"), "{drawing}");
    let two = format!(
        "BeginProblem Pieces {MORPHY} Stipulation #1 NextProblem Pieces {MORPHY} Stipulation #1 \
         EndProblem"
    );
    answer_to(&["solve", "-", "--svg", name], &two);
    for part in ["morphy-1.svg", "morphy-2.svg"] {
        assert!(folder.join(part).exists(), "{part}");
    }
    fs::remove_dir_all(&folder).unwrap();
}
