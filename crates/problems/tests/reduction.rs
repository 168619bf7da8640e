//! The reduction loses no solution: with it and without it the answers are the same, on positions in
//! which kings stand crowded and solutions are many.

mod positions;

use positions::{BOARDS, cases, changing, crowded, sparse};
use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_problems::{Limits, Problem, solve, write};
use solusrex_rules::{Position, Rules, Side, conditions, notation::Setting};

fn answer(text: &str, limits: &Limits) -> (String, usize) {
    let problems = Problem::parse(text).unwrap();
    let solution = solve(&problems[0], limits, &mut |_| {});
    let written = write::text(&problems[0], &solution);
    let solutions = written.lines().filter(|line| line.starts_with("  1.")).count();
    (written, solutions)
}

fn agree(text: &str) -> Result<(), TestCaseError> {
    let limits = Limits { threads: 1, ..Limits::default() };
    let plain = Limits { bounds: false, ..limits.clone() };
    let (without, solutions) = answer(text, &plain);
    prop_assume!(solutions < 20_000);
    prop_assert_eq!(answer(text, &limits).0, without, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn orthodox_men(text in crowded(vec!["Q", "R", "B", "S", "P", "P"], &BOARDS[..1])) {
        agree(&text)?;
    }

    #[test]
    fn men_that_hop_over_others(text in crowded(vec!["PA", "VA", "LE", "G", "LI", "Q", "P"], &BOARDS[..1])) {
        agree(&text)?;
    }

    #[test]
    fn fairy_men(text in crowded(vec!["G", "N", "LE", "NA", "Z", "P", "R", "DU", "LO"], &BOARDS[..1])) {
        agree(&text)?;
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn men_that_change(text in changing()) {
        agree(&text)?;
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn few_men_with_more_moves(text in sparse()) {
        agree(&text)?;
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn other_boards(text in crowded(vec!["Q", "R", "B", "S", "P"], &BOARDS)) {
        agree(&text)?;
    }
}

/// The question for the game that leads from a position to another, where chosen moves have led.
fn journey(men: &str, condition: &str, choices: &[usize]) -> Option<String> {
    let named = conditions::parse(condition).ok();
    let setting = Setting { conditions: named.into_iter().collect(), ..Setting::default() };
    let mut position = Position::from_pieces(men, &setting).ok()?;
    if position.in_check(Side::Black) {
        return None;
    }
    for choice in choices {
        let moves = position.legal_moves();
        position.play(&moves[choice % moves.len().max(1)..].first().copied()?);
    }
    let asked = if condition.is_empty() { String::new() } else { format!("Condition {condition}") };
    let length = choices.len() as f32 / 2.0;
    let there = position.pieces();
    Some(format!(
        "BeginProblem {asked} Option WhiteToPlay Pieces {men} Stipulation a=>b{length} Pieces {there} \
         EndProblem"
    ))
}

/// Games of a few men of which some may capture each other at once, and castle.
fn games() -> impl Strategy<Value = String> {
    const CONDITIONS: [&str; 8] =
        ["AndernachChess", "AntiAndernachChess", "AndernachChess", "Madrasi", "", "", "", "Alice"];
    let kinds = select(&["Q", "R", "B", "S", "P", "P"][..]);
    let men = || vec((kinds.clone(), 0..8u8, 1..7u8), 0..5);
    let choices = vec(0..1000usize, 2..5);
    let kings = select(&["Ke1 Rh1", "Ke1 Ra1", "Kd1 Rh1", "Kf3"][..]);
    let question = |(white, black, king, condition, choices): (Vec<_>, Vec<_>, _, _, Vec<_>)| {
        let write = |men: Vec<(&str, u8, u8)>| -> String {
            let name = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
            men.into_iter()
                .map(|(kind, file, rank)| format!(" {kind}{}", name(file, rank)))
                .collect()
        };
        let men = format!("White {king}{} Black Kg8{}", write(white), write(black));
        journey(&men, condition, &choices)
    };
    (men(), men(), kings, select(&CONDITIONS[..]), choices)
        .prop_filter_map("no such game", question)
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn games_from_position_to_position(text in games()) {
        agree(&text)?;
        let (written, _) = answer(&text, &Limits::default());
        prop_assert!(written.contains("1."), "there is the game that was played: {text}");
    }
}

#[test]
fn many_of_these_positions_have_solutions() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let strategy = crowded(vec!["Q", "R", "B", "S", "P"], &BOARDS[..1]);
    let solved = (0..60).filter(|_| {
        let text = strategy.new_tree(&mut runner).unwrap().current();
        answer(&text, &Limits::default()).1 > 0
    });
    let solved = solved.count();
    assert!(solved >= 6, "{solved} of 60");
}
