//! What the language understands, and what it says when it does not.

use proptest::{prelude::*, sample::select};
use solusrex_problems::{LanguageError, Problem, write};

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
fn conditions_take_squares_numbers_and_words() {
    for (text, names) in [
        ("Sentinelles PionAdvers MaximumBlack 3", &["Sentinelles PionAdvers MaximumBlack 3"][..]),
        ("Hole d4 e5 Volage", &["Hole d4e5", "Volage"]),
        ("MagicSquares c1c5 BeamtenSchach", &["MagicSquares c1c5", "Functionary"]),
        ("DiagramCirce FaceToFace TypeB", &["Circe Diagram", "FaceToFace TypeB"]),
    ] {
        let text = format!("BeginProblem Pieces White Ka1 Stip ~1 Condition {text} EndProblem");
        let problem = Problem::parse(&text).unwrap().remove(0);
        let found: Vec<String> = problem.diagram.conditions.iter().map(|law| law.name()).collect();
        assert_eq!(found, names);
    }
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
fn attributes_hold_up_to_the_next_attribute_or_colour() {
    let text = "BeginProblem Pieces White Bul Chameleon Ga1 Gb1 Dob Gc1 Black Kh8 White Gd1 \
                Stipulation #1 EndProblem";
    let problem = Problem::parse(text).unwrap().remove(0);
    let letters: Vec<String> =
        problem.diagram.men.values().map(|figure| figure.attributes.letters()).collect();
    assert_eq!(letters, ["cb", "cb", "d", "", ""]);
}

#[test]
fn what_is_not_there_is_never_ignored() {
    let with = |word: &str| format!("BeginProblem Pieces White {word} Stipulation #1 EndProblem");
    assert!(wrong(&with("TotalInvisible Ga1")).contains("TotalInvisible"));
    assert!(wrong(&with("XXa1")).contains("unknown kind"));
    assert!(wrong("BeginProblem Condition Crice EndProblem").contains("did you mean Circe?"));
    assert!(wrong("BeginProblem Option NullMoves EndProblem").contains("NullMoves"));
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

const SOUND: &str = "BeginProblem\nPieces White Ka1 Rb2 Black Kh8\nStipulation #2\n";

/// What is wrong, in which line and column, what was expected, and what may have been meant.
fn told(text: &str) -> LanguageError {
    let error = Problem::parse(text).map(|_| ()).unwrap_err();
    let line = error.to_string();
    assert!(!line.contains('\n') && line.chars().count() < 800, "{line}");
    assert!(error.snippet().contains('^'));
    error
}

#[test]
fn every_mistake_has_its_own_words() {
    let after = |more: &str| format!("{SOUND}{more}\nEndProblem\n");
    let men = |men: &str| format!("BeginProblem\nPieces {men}\nStipulation #1\nEndProblem");
    let cases: &[(String, (usize, usize), &str)] = &[
        (String::new(), (1, 1), "does not begin with BeginProblem"),
        ("BegnProblem".into(), (1, 1), "\"BegnProblem\""),
        ("BeginProblem\0".into(), (1, 13), "belongs to no word"),
        (SOUND.into(), (3, 15), "does not end before the end of the text"),
        (men("White Ki1"), (2, 14), "no square i1"),
        (men("White Ka1 Pa2a9"), (2, 18), "no square a9"),
        (men("White XXa1"), (2, 14), "unknown kind \"XX\""),
        (men("Ka1"), (2, 8), "no colour before \"Ka1\""),
        (men("White Ka1\nStipulaton #1"), (3, 1), "did you mean Stipulation?"),
        (men(&format!("White {}", "K".repeat(100_000))), (2, 14), "no man: \"KKKK"),
        (after("Option MaxSolutions 99999999999"), (4, 21), "a number from 0 to 4294967295"),
        (after("Option MaxSolutions -3"), (4, 21), "no number for MaxSolutions"),
        (after("Option MaxSolutions"), (5, 1), "no number for MaxSolutions"),
        (after("Option Variatoins"), (4, 8), "did you mean Variations?"),
        (after("Option N"), (4, 8), "one of NoThreat, NonTrivial"),
        (after("Option \"Try\""), (4, 8), "belongs to no word"),
        (after("Option Board 9x9"), (4, 8), "squares of the board have been named before"),
        (after("Option EnPassant a9"), (4, 18), "no squares for EnPassant"),
        (after("Option MatingPiece ZZ"), (4, 20), "unknown kind \"ZZ\""),
        (after("Option Move 0 Ka1-a2"), (4, 13), "no half-move has the number \"0\""),
        (after("Option StartMoveNumber 1:x"), (4, 24), "joined by colons"),
        (after("Option CastlingMutuallyExclusive a1"), (4, 8), "two rooks"),
        (after("Condition Crice"), (4, 11), "did you mean Circe?"),
        (after("Twin mvoe a1 a2"), (4, 6), "did you mean Move?"),
        (after("Twin move a1 z9"), (4, 14), "no squares for Move"),
        (after("Twin move c3 c4"), (4, 6), "no man stands on c3"),
        (after("Twin rotate 45"), (4, 13), "90, 180 or 270"),
        (after("Twin mirror a1<-->b1"), (4, 13), "no such mirror"),
        (after("Stipulation #2.5"), (4, 13), "half a move"),
        (after("Stipulation #-2"), (4, 13), "no length of a solution in \"-2\""),
        (after("Stipulation #99999"), (4, 13), "from 0 to 500"),
        (after("Stipulation zz9 2"), (4, 13), "unknown goal"),
        (after("Stipulation c81 2"), (4, 13), "c81"),
        (after("Stipulation 2->#3"), (4, 13), "no series"),
        (after(&format!("Stipulation {}", "#".repeat(100_000))), (4, 13), "no length"),
        (after("SStipulation white 3q[#]d"), (4, 20), "3q[#]d"),
        (after("SStipulation green 3a[#]d"), (4, 14), "no side begins"),
        (after("Forsyth kk9kkXYZ"), (4, 9), "unknown kind \"X\""),
        (after("Forsyth 8/8/8/8/8/8/8/8/k"), (4, 9), "more men than squares"),
        ("BeginProblem Option Board 99x99".into(), (1, 27), "1x1 to 16x16"),
        ("BeginProblem Option Topology cube".into(), (1, 30), "cube"),
        ("BeginProblem Option Board 4x4 InitialGameArray".into(), (1, 31), "no game array"),
        ("BeginProblem Stipulation dia2 Option Board 4x4".into(), (1, 38), "named before"),
        ("BeginProblem Pieces White Ka1 EndProblem".into(), (1, 41), "no stipulation"),
    ];
    for (text, place, words) in cases {
        let error = told(text);
        let shown: String = text.chars().take(120).collect();
        assert!(error.to_string().contains(words), "{words:?} not in {error} for {shown}");
        assert_eq!((error.line, error.column), *place, "{error} for {shown}");
    }
}

#[test]
fn structured_stipulations_say_what_plain_ones_say() {
    let text = |asked: &str| {
        let text = format!("BeginProblem Pieces White Ka1 Black Kh8 {asked} EndProblem");
        write::diagram(&Problem::parse(&text).unwrap()[0])
    };
    for (structured, plain) in [
        ("white 3a[#]d", "#2"),
        ("white 4ad[#]", "s#2"),
        ("black 4hh[#]", "h#2"),
        ("white 5s[#]", "ser-#5"),
        ("white 3a[1a[#]d]d{!1a[#]d}", "r#2"),
    ] {
        let plain = text(&format!("Stipulation {plain}"));
        assert_eq!(text(&format!("SStipulation {structured}")), plain);
    }
}

#[test]
fn options_can_be_added_to_what_was_read() {
    let mut problem = Problem::parse(&format!("{SOUND} EndProblem")).unwrap().remove(0);
    problem.add_options("Variations Still b2").unwrap();
    assert!(problem.options.variations);
    assert_eq!(problem.options.constraints.still.len(), 1);
    let before = problem.options.clone();
    assert!(problem.add_options("Try Variatoins").is_err());
    assert!(problem.add_options("Board 9x9").is_err());
    assert!(problem.add_options("Move 2 Kh8-h7").is_err());
    assert_eq!(problem.options, before);
}

const VALID: [&str; 4] = [
    "BeginProblem\nAuthor Sam Loyd\nPieces White Kf1 Qc2 Black Kh1 Pa7h2\nStipulation #3\n\
     Option Variations Try SetPlay\nTwin move a7 b7 Twin continued rotate 90\nEndProblem\n",
    "BeginProblem\nOption Board 10x10 Topology torus\nPieces White Ka10 Royal Gc3 Neutral Nd4\n\
     Stipulation h#2.5\nCondition Circe Madrasi RexInclusive\nOption Duplex Move 1 Ka10-a9\n\
     NextProblem\nForsyth 8/k7/.NH3\nStipulation ser-h= 4\nEndProblem\n",
    "BeginProblem\nPieces White Ke1 Rh1 Pa5 Black Ke8 Pb5\nStipulation exact-zd43\n\
     Option EnPassant b7b6b5 NoCastling h1 MaxSolutions 3 Intelligent 2\n\
     ZeroPosition stipulation #1 Twin add White Qd1 remove a5 Twin mirror a1<-->h1\nEndProblem\n",
    "BeginProblem\nPieces White Ka1\nStipulation a=>b2\nPieces White Ka3\nOption NoBk\n\
     Condition GridChess Hole a5b5\nSStipulation white 3a[#]d\nEndProblem\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn what_was_valid_and_was_damaged_is_read_or_refused(
        text in select(&VALID[..]),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<char>()), 1..6),
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, what, letter) in damages {
            if letters.is_empty() {
                break;
            }
            let at = at.index(letters.len());
            match what {
                0 => drop(letters.remove(at)),
                1 => letters[at] = letter,
                2 => letters.insert(at, (b' ' + (letter as u32 % 95) as u8) as char),
                _ => letters.truncate(at),
            }
        }
        let text: String = letters.into_iter().collect();
        match Problem::parse(&text) {
            Ok(problems) => {
                for problem in &problems {
                    prop_assert!(!write::diagram(problem).is_empty());
                    prop_assert!(!problem.tasks().is_empty());
                }
            }
            Err(error) => {
                let line = error.to_string();
                prop_assert!(!line.chars().any(char::is_control), "{line:?}");
                prop_assert!(line.ends_with(')') && line.chars().count() < 1_000, "{line}");
                prop_assert!(error.snippet().contains('^'));
            }
        }
    }
}
