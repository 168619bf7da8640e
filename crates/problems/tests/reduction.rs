//! The reduction loses no solution: with it and without it the answers are the same, on positions in
//! which kings stand crowded and solutions are many.

use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_problems::{Limits, Problem, solve, write};

const STIPULATIONS: [&str; 16] = [
    "h#1", "h#1.5", "h#2", "h=1", "h=1.5", "h=2", "h#=1.5", "h==1.5", "hs#2", "hs=2", "reci-h#2",
    "ser-h#2", "ser-h=2", "ser-h=3", "ser-#2", "ser-=2",
];

const BOARDS: [&str; 4] = ["", " Topology cylinder", " Board 5x6", " Board 7x7 Topology torus"];

/// Crowds round a corner and round an edge.
fn crowded(
    kinds: Vec<&'static str>,
    boards: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let near = (0..4u8, 0..4u8);
    let black = vec((select(kinds.clone()), near.clone()), 0..5);
    let white = vec((select(kinds), (0..5u8, 0..5u8)), 1..4);
    let kings = ((0..2u8, 0..3u8), (0..5u8, 0..5u8));
    let turn = (any::<bool>(), any::<bool>(), any::<bool>());
    let rest = (select(&STIPULATIONS[..]), select(boards), turn);
    (black, white, kings, rest).prop_map(|(black, white, kings, rest)| {
        let (stipulation, board, (flip, mirror, swap)) = rest;
        let size: u8 = if board.contains("5x6") {
            5
        } else if board.contains('7') {
            7
        } else {
            8
        };
        let name = |(file, rank): (u8, u8)| {
            let (file, rank) = if swap { (rank, file) } else { (file, rank) };
            let file = if mirror { size - 1 - file } else { file };
            let rank = if flip { size - 1 - rank } else { rank };
            format!("{}{}", char::from(b'a' + file), rank + 1)
        };
        let men = |men: Vec<(&'static str, (u8, u8))>| {
            let on_edge = |(file, rank): (u8, u8)| file == 0 || rank == 0 || file > 3 || rank > 3;
            let kind = move |kind, at| if kind == "P" && on_edge(at) { "S" } else { kind };
            let write = |(k, at): (&'static str, (u8, u8))| format!(" {}{}", kind(k, at), name(at));
            men.into_iter().map(write).collect::<String>()
        };
        format!(
            "BeginProblem Option SetPlay{board} Pieces White K{}{} Black K{}{} Stipulation {stipulation} \
             EndProblem",
            name(kings.1),
            men(white),
            name(kings.0),
            men(black),
        )
    })
}

fn answer(text: &str, limits: &Limits) -> (String, usize) {
    let problems = Problem::parse(text).unwrap();
    let solution = solve(&problems[0], limits, &mut |_| {});
    let written = write::text(&problems[0], &solution);
    let solutions = written.lines().filter(|line| line.starts_with("  1.")).count();
    (written, solutions)
}

/// How many problems are tried: `SOLUSREX_CASES`, or a few.
fn cases(few: u32) -> ProptestConfig {
    let asked = std::env::var("SOLUSREX_CASES").ok().and_then(|number| number.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(few))
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
