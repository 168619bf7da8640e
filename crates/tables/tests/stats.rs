//! Endings counted, against the counts of others.

use std::{ops::ControlFlow, sync::Arc};

use shakmaty::Color;
use solusrex_tables::{
    Ending, Metric, Table, Tablebase,
    build::{Plan, build},
    plot,
    stats::{Census, Counting, by_moves, by_pawn, thousands},
};

fn table(name: &str, metric: Metric) -> Arc<Table> {
    let ending: Ending = name.parse().unwrap();
    let tables = Tablebase::in_memory();
    let plan = Plan::new([ending], &[metric], &tables);
    build(&plan, &tables, 1 << 30, &|_| ControlFlow::Continue(())).unwrap();
    tables.load(ending, metric).unwrap()
}

/// The table of 1978: White to move, by plies to mate or to the winning capture of the knight.
const KRKN_1978: [u64; 27] = [
    378_518, 95_450, 46_269, 30_749, 20_055, 15_071, 11_740, 9_495, 8_562, 7_415, 6_308, 5_356,
    4_133, 3_356, 2_290, 1_621, 1_333, 1_046, 727, 556, 458, 373, 302, 178, 111, 18, 2,
];

#[test]
fn rook_against_knight_as_in_1978() {
    let census = Census::of(&table("KRKN", Metric::Dtc), Counting::Classes);
    let white = &census.white_to_move;
    assert_eq!((white.legal, census.black_to_move.legal), (1_347_906, 1_567_222));
    let counts: Vec<(u32, u64)> = white.win_by_plies.iter().map(|(&p, &n)| (p, n)).collect();
    let expected: Vec<(u32, u64)> = (0..).map(|n| 2 * n + 1).zip(KRKN_1978).collect();
    assert_eq!(counts, expected);
    let longest = white.longest_win.as_ref().unwrap();
    assert_eq!((longest.plies.0, longest.moves, longest.positions), (53, 27, 2));
    assert_eq!(longest.examples.len(), 2);
    assert_eq!(census.black_to_move.mates, 1166);
}

/// Wins, draws and losses of either side to move: the statistics of the Syzygy tables.
#[test]
fn results_are_syzygys() {
    for (name, white, black) in [
        ("KQKR", [1_108_111, 8_963, 2_142], [386_313, 78_518, 883_075]),
        ("KRKN", [651_492, 696_413, 1], [4, 1_396_546, 170_672]),
        ("KRKB", [473_447, 874_459, 0], [0, 1_431_462, 47_736]),
    ] {
        for metric in Metric::TO_MATE {
            let census = Census::of(&table(name, metric), Counting::Classes);
            for (side, expected) in [(Color::White, white), (Color::Black, black)] {
                let side = census.side(side);
                assert_eq!([side.win, side.draw, side.loss], expected, "{name} {metric}");
                assert_eq!(side.legal, side.win + side.draw + side.loss);
                assert_eq!(side.win, side.win_by_plies.values().sum::<u64>());
                assert_eq!(side.loss, side.loss_by_plies.values().sum::<u64>());
            }
        }
    }
}

/// 18 moves in 29 classes, 232 placements, and 31 moves in 2 classes, 16 placements, by brute force.
#[test]
fn classes_and_placements_of_the_longest_wins() {
    for (name, moves, classes, placements) in [("KRKB", 18, 29, 232), ("KQKR", 31, 2, 16)] {
        let table = table(name, Metric::Dtc);
        for (counting, positions) in
            [(Counting::Classes, classes), (Counting::Placements, placements)]
        {
            let census = Census::of(&table, counting);
            let longest = census.white_to_move.longest_win.unwrap();
            assert_eq!((longest.moves, longest.positions), (moves, positions), "{name}");
        }
    }
}

/// 3612 pairs of kings and 62 squares for the rook; those in which Black is in check with White to
/// move are no positions, with Black to move all are.
#[test]
fn every_placement_is_counted() {
    let census = Census::of(&table("KRK", Metric::Dtm), Counting::Placements);
    assert_eq!(census.black_to_move.legal, 3612 * 62);
    assert!(census.white_to_move.legal < 3612 * 62);
    assert_eq!(census.white_to_move.draw, 0);
}

#[test]
fn stalemates_and_mates_are_told_apart() {
    let census = Census::of(&table("KPK", Metric::Dtm), Counting::Classes);
    let other = Census::of(&table("KPK", Metric::Stalemate), Counting::Classes);
    assert_eq!(census.black_to_move.stalemates, other.black_to_move.stalemates);
    assert_eq!(census.black_to_move.mates, other.black_to_move.mates);
    assert_eq!(census.black_to_move.mates, 0, "a pawn alone never mates");
    assert!(census.black_to_move.stalemates > 0);
    let queen = Census::of(&table("KQK", Metric::Dtm), Counting::Classes);
    assert_eq!(queen.black_to_move.loss_by_plies[&0], queen.black_to_move.mates);
}

/// A pawn on the seventh rank is worth more than one on the second, and a centre pawn more than one
/// on the edge.
#[test]
fn by_the_square_of_the_pawn() {
    let table = table("KPK", Metric::Dtz);
    let squares = by_pawn(&table, Counting::Classes).unwrap();
    assert_eq!(squares.len(), 24);
    assert_eq!((squares[0].square.as_str(), squares[23].square.as_str()), ("a2", "d7"));
    let share =
        |name: &str| squares.iter().find(|pawn| pawn.square == name).unwrap().own_move.percent();
    assert!(share("a7") > share("a2") && share("d2") > share("a2"));
    let census = Census::of(&table, Counting::Classes);
    let wins: u64 = squares.iter().map(|pawn| pawn.own_move.win).sum();
    assert_eq!(wins, census.white_to_move.win);
    let losses: u64 = squares.iter().map(|pawn| pawn.other_move.win).sum();
    assert_eq!(losses, census.black_to_move.loss);
    assert!(by_pawn(&self::table("KRK", Metric::Dtm), Counting::Classes).is_none());
}

#[test]
fn fifty_moves_are_counted_by_dtz_alone() {
    let dtz = Census::of(&table("KRKB", Metric::Dtz), Counting::Classes);
    assert_eq!(dtz.white_to_move.cursed_win, Some(0));
    let dtm = Census::of(&table("KRK", Metric::Dtm), Counting::Classes);
    assert_eq!(dtm.white_to_move.cursed_win, None);
}

#[test]
fn distances_are_drawn() {
    let census = Census::of(&table("KRKN", Metric::Dtc), Counting::Classes);
    let drawing = plot::svg(&census).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
    for text in ["KRKN, distance to mate or conversion", "White wins, Black to move", "100,000"] {
        assert!(drawing.contains(text), "{text}");
    }
    let nothing = Census::of(&table("KBK", Metric::Dtm), Counting::Classes);
    assert!(plot::svg(&nothing).unwrap().contains("KBK"), "an ending that nobody wins");
}

#[test]
fn numbers_are_written_for_people() {
    for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_347_906, "1,347,906")] {
        assert_eq!(thousands(number), text);
    }
    let plies = [(1, 10), (3, 20), (4, 5)].into();
    assert_eq!(by_moves(&plies), [(1, 10), (2, 25)].into());
}
