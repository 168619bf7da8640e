//! How long it takes to turn a random game's graph round, and to solve it.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use solusrex_game::{Game, GameStream, Node, Side};

/// A random alternating game; each position has between none and twice `mean` moves.
fn random_game(positions: u32, mean: u32) -> Game {
    let mut state = 1970_u64;
    let mut below = |bound: u32| {
        // Knuth's MMIX generator, its high half.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 32) * u64::from(bound)) >> 32) as u32
    };
    let mut stream = GameStream::new();
    for position in 0..positions {
        stream.position(Side::BOTH[position as usize % 2]);
        for _ in 0..below(2 * mean + 1) {
            stream.move_to(Node(below(positions / 2) * 2 + 1 - position % 2));
        }
    }
    stream.finish().expect("the moves alternate")
}

fn solve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random game, 20 moves a position");
    group.sample_size(10);
    for positions in [10_000, 300_000] {
        let game = random_game(positions, 20);
        group.bench_function(format!("reverse {positions}"), |bencher| {
            bencher.iter(|| black_box(game.graph().reversed()));
        });
        group.bench_function(format!("solve {positions}"), |bencher| {
            bencher.iter_batched(|| game.clone(), Game::solve, BatchSize::LargeInput);
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
