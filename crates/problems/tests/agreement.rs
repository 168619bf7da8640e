//! With tables or without, by the fast path or the general one: the answers are the same. And no
//! text makes the reader panic.

use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_problems::{Limits, Problem, solve, write};

const STIPULATIONS: [&str; 24] = [
    "#1", "#2", "=2", "s#1", "s#2", "r#2", "semi-r#2", "h#1", "h#1.5", "h#2", "h=1.5", "hs#2",
    "hr#2", "ser-#3", "ser-h#2", "ser-s#2", "pser-#3", "reci-h#2", "h=2", "h#2.5", "ser-=3",
    "ser-h=3", "h#=2", "+2",
];

/// A problem with kings and a few men.
fn problem() -> impl Strategy<Value = String> {
    let man = (select(vec!["Q", "R", "B", "S", "P"]), 0..2u8, 0..64u8);
    (vec(man, 1..5), 0..64u8, 0..64u8, select(&STIPULATIONS[..])).prop_map(
        |(men, white, black, stipulation)| {
            let name = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
            let mut text =
                format!("BeginProblem Pieces White K{} Black K{}", name(white), name(black));
            for (kind, colour, square) in men {
                let pawn = kind == "P" && !(8..56).contains(&square);
                let kind = if pawn { "S" } else { kind };
                let colour = if colour == 0 { "White" } else { "Black" };
                text += &format!(" {colour} {kind}{}", name(square));
            }
            text + &format!(" Stipulation {stipulation} Option SetPlay Try Variations EndProblem")
        },
    )
}

fn answer(text: &str, limits: &Limits) -> String {
    let problems = Problem::parse(text).unwrap();
    let solution = solve(&problems[0], limits, &mut |_| {});
    write::text(&problems[0], &solution)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plain_and_clever_searches_agree(text in problem()) {
        let clever = answer(&text, &Limits::default());
        let plain = Limits { tables: false, bounds: false, ..Limits::default() };
        prop_assert_eq!(&answer(&text, &plain), &clever, "{}", text);
        let small = Limits { memory: 1 << 12, ..Limits::default() };
        prop_assert_eq!(&answer(&text, &small), &clever, "{}", text);
        let general = Limits { fast: false, ..Limits::default() };
        prop_assert_eq!(&answer(&text, &general), &clever, "{}", text);
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
