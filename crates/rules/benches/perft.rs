//! The speed of both paths side by side: lines of play per second.
//!
//! `cargo bench -p solusrex-rules` prints the two throughputs of each position one below the other.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use solusrex_rules::{Orthodox, Position, Rules};

/// name, position, half-moves, lines
const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("initial array", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
];

fn perft(c: &mut Criterion) {
    for (name, fen, depth, nodes) in POSITIONS {
        let mut group = c.benchmark_group(format!("perft {depth}, {name}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(20);
        let general = Position::from_fen(fen, &Default::default()).unwrap();
        let orthodox = Orthodox::from_fen(fen).unwrap();
        assert_eq!(general.clone().perft(depth), nodes);
        assert_eq!(orthodox.clone().perft(depth), nodes);
        group.bench_function("general", |b| {
            b.iter_batched_ref(|| general.clone(), |p| p.perft(depth), BatchSize::SmallInput)
        });
        group.bench_function("shakmaty", |b| {
            b.iter_batched_ref(|| orthodox.clone(), |p| p.perft(depth), BatchSize::SmallInput)
        });
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
