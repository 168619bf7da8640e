//! What the language understands, and what it says when it does not.

use solusrex_problems::Problem;

fn wrong(text: &str) -> String {
    Problem::parse(text).unwrap_err().to_string()
}

#[test]
fn words_may_be_shortened_and_come_in_any_order() {
    let text = "begin stip #2 opt var piec white ka1 Rb2 black kh8 end";
    let problem = &Problem::parse(text).unwrap()[0];
    assert!(problem.options.variations);
    assert_eq!(problem.diagram.men.len(), 3);
}

#[test]
fn a_file_may_hold_several_problems() {
    let one = "Pieces White Ka1 Black Kc1 Stipulation #1";
    let text = format!("BeginProblem {one} NextProblem {one} Twin move a1 b3 EndProblem and more");
    let problems = Problem::parse(&text).unwrap();
    assert_eq!(problems.iter().map(|p| p.tasks().len()).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_zero_position_is_not_solved_itself() {
    let text = "BeginProblem Pieces White Ka1 Rb1 Black Kc3 Stipulation #1 \
                ZeroPosition move a1 a3 Twin move b1 b8 EndProblem";
    let tasks = Problem::parse(text).unwrap()[0].tasks();
    let labels: Vec<&str> = tasks.iter().map(|task| task.label.as_str()).collect();
    assert_eq!(labels, ["a", "b"]);
    assert_eq!(tasks[0].changes, ["wKa1-->a3"]);
}

#[test]
fn the_board_is_turned_counter_clockwise() {
    let text = "BeginProblem Pieces White Kb2 Black Kh8 Stipulation #1 Twin rotate 90 EndProblem";
    let problem = &Problem::parse(text).unwrap()[0];
    let turned = &problem.tasks()[1].setup;
    let squares: Vec<String> =
        turned.men.keys().map(|&square| turned.board.name(square).to_string()).collect();
    assert_eq!(squares, ["g2", "a8"]);
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let error =
        Problem::parse("BeginProblem\nPieces White Ka1\nOptoin Try\nEndProblem").unwrap_err();
    assert_eq!((error.line, error.column), (3, 1));
    assert_eq!(error.nearest.as_deref(), Some("Option"));
    assert_eq!(error.snippet(), "3 | Optoin Try\n  | ^^^^^^\n");
}

#[test]
fn what_is_not_there_is_never_ignored() {
    let with = |word: &str| format!("BeginProblem Pieces White {word} Stipulation #1 EndProblem");
    assert!(wrong(&with("Bul Ga1")).contains("Bul"));
    assert!(wrong(&with("XXa1")).contains("unknown kind"));
    assert!(wrong("BeginProblem Condition Crice EndProblem").contains("did you mean Circe?"));
    assert!(wrong("BeginProblem Option Quodlibet EndProblem").contains("Quodlibet"));
    let later = |stipulation: &str| {
        format!(
            "BeginProblem Pieces White Ka1 Rb1 Black Kc3 Stipulation {stipulation} \
             Option Move 3 Ka1-a2 EndProblem"
        )
    };
    assert!(wrong(&later("#3")).contains("only the first move"));
    assert!(Problem::parse(&later("h#3")).is_ok());
    assert!(wrong("BeginProblem Pieces White Ka1 EndProblem").contains("no stipulation"));
    assert!(wrong("Pieces White Ka1").contains("BeginProblem"));
    assert!(wrong("BeginProblem Stipulation #x EndProblem").contains("column 26"));
}
