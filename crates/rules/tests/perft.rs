//! The number of lines from well-known positions, by both paths, against the published counts.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    thread,
};

use solusrex_rules::{Orthodox, Position, Rules};

/// A position, a number of half-moves, and how many lines of that length there are.
struct Claim {
    fen: &'static str,
    depth: u32,
    nodes: u64,
}

fn claims() -> Vec<Claim> {
    include_str!("data/perft.tsv")
        .lines()
        .skip(2)
        .map(|line| {
            let [fen, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("three columns: {line}");
            };
            Claim { fen, depth: depth.parse().unwrap(), nodes: nodes.parse().unwrap() }
        })
        .collect()
}

/// The number of lines of `depth` half-moves, the first moves shared out among threads.
fn perft<R>(position: &R, depth: u32) -> u64
where
    R: Rules + Sync,
    R::Move: Sync,
{
    let moves = position.clone().legal_moves();
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        let mut position = position.clone();
        while let Some(mv) = moves.get(next.fetch_add(1, Relaxed)) {
            let undo = position.play(mv);
            nodes.fetch_add(position.perft(depth - 1), Relaxed);
            position.undo(undo);
        }
    };
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    nodes.into_inner()
}

#[test]
fn the_general_path_counts_every_line() {
    for Claim { fen, depth, nodes } in claims() {
        let position = Position::from_fen(fen, &Default::default()).unwrap();
        assert_eq!(perft(&position, depth), nodes, "{fen}, {depth} half-moves");
    }
}

#[test]
fn the_fast_path_counts_every_line() {
    for Claim { fen, depth, nodes } in claims() {
        let position = Orthodox::from_fen(fen).unwrap();
        assert_eq!(perft(&position, depth), nodes, "{fen}, {depth} half-moves");
    }
}

#[test]
fn the_data_holds_five_depths_of_six_positions() {
    assert_eq!(claims().len(), 30);
    assert_eq!(claims().iter().filter(|claim| claim.depth == 5).count(), 6);
}
