//! With tables or without, with bounds or without, by the fast path or the general one, by one thread
//! or two: the answers are the same. And no text makes the reader panic.
//!
//! `SOLUSREX_CASES=10000 cargo test --release -p solusrex-problems agreement` takes longer.

use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_problems::{Limits, Problem, solve, write};

use super::cases;

/// Every play and every goal, short enough for a plain search.
const STIPULATIONS: [&str; 58] = [
    "#1",
    "#2",
    "=2",
    "#=2",
    "==1",
    "!=2",
    "##1",
    "##!1",
    "!#1",
    "+2",
    "x2",
    "%1",
    "zd42",
    "ke51",
    "ct2",
    "<>2",
    "ep1",
    "001",
    "~1",
    "exact-#2",
    "s#1",
    "s#2",
    "s=2",
    "sx1",
    "s+2",
    "r#2",
    "r=1",
    "semi-r#2",
    "h#1",
    "h#1.5",
    "h#2",
    "h=1.5",
    "h=2",
    "h#2.5",
    "h##1",
    "h!=1",
    "h==1.5",
    "h#=2",
    "hzd41.5",
    "hct1.5",
    "hx1",
    "hs#2",
    "hs#1.5",
    "hr#2",
    "reci-h#2",
    "reci-h(=)#2",
    "ser-#3",
    "ser-=3",
    "ser-h#2",
    "ser-h=3",
    "ser-s#2",
    "ser-r#2",
    "ser-hs#2",
    "ser-reci-h#2",
    "1->ser-#2",
    "pser-#3",
    "phser-#2",
    "pser-h#2",
];

const OPTIONS: [&str; 15] = [
    "SetPlay Try Variations",
    "SetPlay Try Variations",
    "SetPlay Variations",
    "Defence 2 Variations",
    "Variations NoThreat",
    "Variations NoShortVariations",
    "Variations Threat 1",
    "Variations MaxFlightsquares 1",
    "Variations NonTrivial 1 1",
    "Variations NonTrivial 0 0",
    "PostKeyPlay",
    "Duplex Variations",
    "HalfDuplex SetPlay",
    "Quodlibet Variations",
    "Intelligent 1 GoalIsEnd",
];

/// Kinds of men: orthodox ones, and some that hop, leap and ride.
const ORTHODOX: [&str; 5] = ["Q", "R", "B", "S", "P"];
const FAIRY: [&str; 8] = ["G", "N", "L", "CA", "Q", "R", "S", "P"];

const SIDES: [&str; 2] = ["White", "Black"];

/// Men that belong to both sides or change by what they do.
const CHANGING: [&str; 10] = [
    "White",
    "White",
    "Black",
    "Black",
    "Black",
    "Neutral",
    "Neutral Anda",
    "Black Chameleon",
    "White Bul",
    "Neutral Dob",
];

/// A problem with kings and a few men.
fn problem(
    kinds: &'static [&'static str],
    colours: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let man = (select(kinds), select(colours), 0..64u8);
    let asked = (select(&STIPULATIONS[..]), select(&OPTIONS[..]));
    (vec(man, 1..5), 0..64u8, 0..64u8, asked).prop_map(
        |(men, white, black, (stipulation, options))| {
            let name = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
            let mut text =
                format!("BeginProblem Pieces White K{} Black K{}", name(white), name(black));
            for (kind, colour, square) in men {
                let pawn = kind == "P" && !(8..56).contains(&square);
                let kind = if pawn { "S" } else { kind };
                text += &format!(" {colour} {kind}{}", name(square));
            }
            text + &format!(" Stipulation {stipulation} Option {options} EndProblem")
        },
    )
}

fn answer(text: &str, limits: &Limits) -> String {
    let problems = Problem::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let solution = solve(&problems[0], limits, &mut |_| {});
    write::text(&problems[0], &solution)
}

/// The plain search may visit so many positions; what is larger says no more, only later.
const MOST_POSITIONS: u64 = 4_000_000;

/// All ways to search give one answer.
fn agrees(text: &str) -> Result<(), TestCaseError> {
    let usual = || Limits { threads: 1, ..Limits::default() };
    let nodes = Some(MOST_POSITIONS);
    let plain = answer(text, &Limits { tables: false, bounds: false, nodes, ..usual() });
    if plain.contains("solving interrupted") {
        return Ok(());
    }
    let ways = [
        ("clever", usual()),
        ("little memory", Limits { memory: 1 << 12, ..usual() }),
        ("general rules", Limits { fast: false, ..usual() }),
        ("two threads", Limits { threads: 2, ..usual() }),
    ];
    for (way, limits) in ways {
        prop_assert_eq!(&answer(text, &limits), &plain, "{}: {}", way, text);
    }
    Ok(())
}

/// They differ in where the grasshopper puts the man that it hopped over.
#[test]
fn moves_that_look_alike_are_told_in_one_order() {
    let problem = "BeginProblem Pieces White Kb1 Qe1 Qa1 Black Kf6 Neutral Dob Ga2 \
        Stipulation h#=2 Condition Take&MakeChess EndProblem";
    let told = |threads| answer(problem, &Limits { threads, ..Limits::default() });
    let alone = told(1);
    assert!((0..4).all(|_| told(2) == alone));
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn orthodox_problems_are_solved_alike_in_every_way(text in problem(&ORTHODOX, &SIDES)) {
        agrees(&text)?;
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn fairy_problems_are_solved_alike_in_every_way(
        text in problem(&FAIRY, &SIDES),
        condition in select(vec!["", "Circe", "Madrasi", "AntiCirce", "KoeKo", "AndernachChess"]),
    ) {
        let text = match condition {
            "" => text,
            _ => text.replace("EndProblem", &format!("Condition {condition} EndProblem")),
        };
        agrees(&text)?;
    }

    #[test]
    fn problems_with_changing_men_are_solved_alike_in_every_way(
        text in problem(&FAIRY, &CHANGING),
        condition in select(vec!["", "", "Take&MakeChess", "Take&MakeChess Circe", "NoCapture"]),
    ) {
        let text = match condition {
            "" => text,
            _ => text.replace("EndProblem", &format!("Condition {condition} EndProblem")),
        };
        agrees(&text)?;
    }
}

const WORDS: &[&str] = &[
    "BeginProblem",
    "EndProblem",
    "NextProblem",
    "Pieces",
    "White",
    "Black",
    "Neutral",
    "Royal",
    "Ka1",
    "Pa2b2",
    "NHc3",
    "R",
    "h8",
    "Stipulation",
    "#1",
    "h#1",
    "s#",
    "2",
    "1.5",
    "dia1",
    "zb2",
    "Condition",
    "Circe",
    "Madrasi",
    "RexInclusive",
    "Option",
    "SetPlay",
    "Try",
    "Variations",
    "MaxSolutions",
    "Twin",
    "move",
    "a1",
    "b2",
    "continued",
    "rotate",
    "90",
    "mirror",
    "a1<-->h1",
    "shift",
    "polishtype",
    "substitute",
    "S",
    "Q",
    "add",
    "remove",
    "zeroposition",
    "Forsyth",
    "8/k7/.NH3",
    "Board",
    "4x4",
    "Topology",
    "torus",
    "Move",
    "Still",
    "exchange",
    "EnPassant",
    "NoCastling",
    "e1",
    "Duplex",
    "\n",
    "é",
    "\"",
    "Author x\n",
    "99999999999",
    "->",
    "ser-#1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn soups_of_words_never_panic(words in vec(select(WORDS), 0..24), begun in any::<bool>()) {
        let mut text = if begun { "BeginProblem ".to_owned() } else { String::new() };
        text += &words.join(" ");
        if begun {
            text += " EndProblem";
        }
        match Problem::parse(&text) {
            Ok(problems) => {
                for problem in &problems {
                    prop_assert!(!write::diagram(problem).is_empty());
                    prop_assert!(problem.tasks().len() <= 30);
                }
            }
            Err(error) => {
                prop_assert!(error.line >= 1 && error.column >= 1);
                prop_assert!(error.snippet().contains('^'));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = Problem::parse(&format!("BeginProblem {text}"));
        let _ = Problem::parse(&text);
    }
}
