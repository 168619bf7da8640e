//! Other boards: small problems on 5x5, 10x10, cylinders and the torus, against solvers that have
//! nothing in common with ours but the moves.

use std::collections::BTreeSet;

use proptest::{prelude::*, sample::select, test_runner::TestRunner};
use solusrex_game::Value;
use solusrex_problems::{
    Limits, Problem,
    solution::{Found, Merit},
    solve,
};
use solusrex_rules::{Geometry, Position, Rules, Setting, Side, Topology};
use solusrex_tables::{Material, reference::ExplicitEnding};

use super::cases;

const BOARDS: [(&str, &str); 6] = [
    ("5x5", "plane"),
    ("10x10", "plane"),
    ("8x8", "cylinder"),
    ("8x8", "horizontal-cylinder"),
    ("8x8", "torus"),
    ("5x4", "torus"),
];

/// Random men on a board: White's letters, Black's letters, and a seed for their squares.
fn position(board: &Geometry, white: &str, black: &str, seed: u64) -> Option<String> {
    let mut text = String::new();
    let mut taken = BTreeSet::new();
    let mut state = seed;
    for (colour, letters) in [("White", white), ("Black", black)] {
        text += &format!(" {colour}");
        for letter in letters.chars() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let square = board.squares().nth((state >> 33) as usize % board.size())?;
            let edge = [0, board.height() - 1].contains(&board.rank(square));
            if !taken.insert(square) || letter == 'P' && edge {
                return None;
            }
            text += &format!(" {letter}{}", board.name(square));
        }
    }
    Some(text)
}

fn geometry((size, topology): (&str, &str)) -> Geometry {
    let topology: Topology = topology.parse().unwrap();
    Geometry::from_size(size, topology).unwrap()
}

/// The position, if no king stands to be captured.
fn set_up(board: Geometry, men: &str, side: Side) -> Option<Position> {
    let setting = Setting { geometry: board, ..Setting::default() };
    Position::from_pieces_for(men.trim(), &setting, side).ok()
}

/// What `solve` finds: keys, or whole lines.
fn solutions((size, topology): (&str, &str), men: &str, stipulation: &str) -> BTreeSet<String> {
    let text = format!(
        "BeginProblem Option Board {size} Topology {topology} Pieces {men} \
         Stipulation {stipulation} EndProblem"
    );
    let problem = &Problem::parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"))[0];
    let solution = solve(problem, &Limits::default(), &mut |_| {});
    match &solution.twins[0].phases[0].found {
        Found::Lines(lines) => {
            let line = |moves: Vec<&str>| moves.join(" ");
            let told = lines.iter().map(|found| {
                line(found.moves.iter().map(|step| step.played.text.as_str()).collect())
            });
            told.collect()
        }
        Found::Attacks(attacks) => {
            let keys = attacks.iter().filter(|attack| attack.merit == Merit::Key);
            keys.map(|attack| attack.played.text.clone()).collect()
        }
        Found::Aftermath(_) => BTreeSet::new(),
    }
}

fn runner(usual: u32) -> TestRunner {
    TestRunner::new(cases(usual))
}

#[test]
fn direct_mates_are_those_of_the_abstract_game() {
    // one ending on each board, solved as a graph once and asked many times
    let endings = [
        ("5x5", "plane", "KRK"),
        ("6x5", "torus", "KQK"),
        ("6x6", "cylinder", "KQK"),
        ("10x10", "plane", "KQK"),
    ];
    for (size, topology, letters) in endings {
        let board = geometry((size, topology));
        let setting = Setting { geometry: board, ..Setting::default() };
        let material = Material::parse(letters, &setting).unwrap();
        let ending = ExplicitEnding::solve(&material, &setting, 4_000_000).unwrap();
        let (white, black) = letters.split_at(letters.len() - 1);
        runner(60)
            .run(&(any::<u64>(), 1..4u16), |(seed, moves)| {
                let Some(men) = position(&board, white, black, seed) else { return Ok(()) };
                let Some(mut now) = set_up(board, &men, Side::White) else { return Ok(()) };
                let mut expected = BTreeSet::new();
                for mv in now.legal_moves() {
                    let text = now.long(&mv);
                    let undo = now.play(&mv);
                    if let Ok(Value::Lost(plies)) = ending.value(&now)
                        && plies.0 <= u32::from(2 * (moves - 1))
                    {
                        expected.insert(text);
                    }
                    now.undo(undo);
                }
                let found = solutions((size, topology), &men, &format!("#{moves}"));
                prop_assert_eq!(found, expected, "{} {}:{} #{}", size, topology, men, moves);
                Ok(())
            })
            .unwrap();
    }
}

/// Whether the side to move forces the other to mate it within so many moves.
fn forces_selfmate(position: &mut Position, moves: u32) -> bool {
    moves > 0 && {
        let own = position.legal_moves();
        own.iter().any(|mv| is_selfmate_key(position, mv, moves))
    }
}

fn is_selfmate_key(position: &mut Position, mv: &<Position as Rules>::Move, moves: u32) -> bool {
    let undo = position.play(mv);
    let replies = position.legal_moves();
    let forced = !replies.is_empty()
        && replies.iter().all(|reply| {
            let undo = position.play(reply);
            let good = position.is_checkmate() || forces_selfmate(position, moves - 1);
            position.undo(undo);
            good
        });
    position.undo(undo);
    forced
}

#[test]
fn selfmates_are_those_of_a_plain_search() {
    let men = select(vec![("KR", "KP"), ("KQ", "KR"), ("KQR", "KB"), ("KS", "KQ")]);
    runner(150)
        .run(&(select(&BOARDS[..]), men, any::<u64>(), 1..3u32), |(kind, men, seed, moves)| {
            let board = geometry(kind);
            // ten files and three men are enough for one move
            let moves = if board.size() > 64 { 1 } else { moves };
            let Some(men) = position(&board, men.0, men.1, seed) else { return Ok(()) };
            let Some(mut now) = set_up(board, &men, Side::White) else { return Ok(()) };
            let own = now.legal_moves();
            let keys = own.iter().filter(|mv| is_selfmate_key(&mut now, mv, moves));
            let keys: Vec<_> = keys.copied().collect();
            let expected: BTreeSet<String> = keys.iter().map(|mv| now.long(mv)).collect();
            let found = solutions(kind, &men, &format!("s#{moves}"));
            prop_assert_eq!(found, expected, "{:?}:{} s#{}", kind, men, moves);
            Ok(())
        })
        .unwrap();
}

/// All lines of exactly so many half-moves that end in mate.
fn lines_to_mate(
    position: &mut Position,
    left: u32,
    trail: &mut Vec<String>,
    all: &mut BTreeSet<String>,
) {
    if left == 0 {
        if position.is_checkmate() {
            all.insert(trail.join(" "));
        }
        return;
    }
    for mv in position.legal_moves() {
        trail.push(position.long(&mv));
        let undo = position.play(&mv);
        lines_to_mate(position, left - 1, trail, all);
        position.undo(undo);
        trail.pop();
    }
}

#[test]
fn helpmates_are_those_of_a_plain_walk() {
    let men = select(vec![("KR", "K"), ("KQ", "K"), ("KS", "KP"), ("KB", "KR")]);
    runner(100)
        .run(&(select(&BOARDS[..]), men, any::<u64>(), 2..5u32), |(kind, men, seed, half_moves)| {
            let board = geometry(kind);
            let half_moves = if board.size() > 30 { half_moves.min(3) } else { half_moves };
            let Some(men) = position(&board, men.0, men.1, seed) else { return Ok(()) };
            let first = if half_moves % 2 == 0 { Side::Black } else { Side::White };
            let Some(mut now) = set_up(board, &men, first) else { return Ok(()) };
            let mut expected = BTreeSet::new();
            for length in (1..=half_moves).filter(|length| length % 2 == half_moves % 2) {
                lines_to_mate(&mut now, length, &mut Vec::new(), &mut expected);
            }
            let half = if half_moves % 2 == 1 { ".5" } else { "" };
            let found = solutions(kind, &men, &format!("h#{}{half}", half_moves / 2));
            prop_assert_eq!(found, expected, "{:?}:{} {} half-moves", kind, men, half_moves);
            Ok(())
        })
        .unwrap();
}
