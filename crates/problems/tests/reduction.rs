//! The reduction loses no solution: with it and without it the answers are the same, on positions in
//! which kings stand crowded and solutions are many.

mod positions;

use positions::{BOARDS, cases, crowded, sparse};
use proptest::prelude::*;
use solusrex_problems::{Limits, Problem, solve, write};

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
