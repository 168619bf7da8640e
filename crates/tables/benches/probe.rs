//! Probes a second, from a file in memory: random positions of one ending on one core.
//!
//! `cargo bench -p solusrex-tables --bench probe` takes KQKR; `SOLUSREX_BENCH=KBBKN` another ending,
//! which is built first.

use std::{env, hint::black_box, ops::ControlFlow};

use criterion::{Criterion, Throughput};
use shakmaty::{Board, CastlingMode, Chess, Color, Piece, Setup, Square};
use solusrex_tables::{
    Ending, Layout, Metric, Tablebase,
    build::{Plan, build},
};

/// Positions of the ending, either side to move.
fn positions(ending: Ending, count: usize) -> Vec<Chess> {
    let layout = Layout::new(ending);
    let mut seed = 1u64;
    let mut found = Vec::new();
    while found.len() < count {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let squares = layout.squares((seed >> 16) % layout.slots());
        let mut board = Board::empty();
        for (man, square) in layout.men().iter().zip(squares) {
            let piece = Piece { color: man.colour, role: man.role };
            board.set_piece_at(Square::new(square.into()), piece);
        }
        let turn = if seed & 1 << 40 == 0 { Color::White } else { Color::Black };
        let setup = Setup { board, turn, ..Setup::empty() };
        let all = setup.board.occupied().count() == ending.men();
        if let (true, Ok(position)) = (all, setup.position(CastlingMode::Standard)) {
            found.push(position);
        }
    }
    found
}

fn main() {
    let name = env::var("SOLUSREX_BENCH").unwrap_or_else(|_| "KQKR".to_owned());
    let ending: Ending = name.parse().expect("an ending such as KQKR");
    let folder = env::temp_dir().join("solusrex-bench");
    let tablebase = Tablebase::open(&folder);
    let plan = Plan::new([ending], &[Metric::Dtm], &tablebase);
    build(&plan, &tablebase, 1 << 32, &|_| ControlFlow::Continue(())).expect("room for the tables");
    let positions = positions(ending, 100_000);
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("probe");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.sample_size(20);
    group.bench_function(&name, |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(tablebase.probe(position, Metric::Dtm).expect("a value"));
            }
        });
    });
    group.finish();
    criterion.final_summary();
}
