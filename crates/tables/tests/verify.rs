//! What the generator makes is proved by plain moves on the board, and the plain way has the values
//! that have been known for long.

mod common;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use shakmaty::Color;
use solusrex_tables::{Ending, Metric, Table, Verification, VerifyError, plain, verify};

use common::with_sources;

fn ending(name: &str) -> Ending {
    name.parse().unwrap()
}

fn check(table: &Table, subtables: &[Arc<Table>]) -> Verification {
    verify(table, subtables, &|_| (), &AtomicBool::new(false)).unwrap()
}

fn longest(table: &Table) -> [u32; 2] {
    Color::ALL.map(|side| {
        let used = |code: &u8| table.codes(side).contains(code);
        let values = table.palette(side).iter().filter(|(code, _)| used(code));
        values.filter_map(|(_, value)| value.plies()).map(|plies| plies.0).max().unwrap_or(0)
    })
}

/// Ströhlein (1970) has 10 and 16 moves for queen and rook.
#[test]
fn longest_mates_of_three_men() {
    for (name, plies) in [("KQK", [19, 20]), ("KRK", [31, 32]), ("KPK", [55, 56]), ("KBK", [0, 0])]
    {
        let tables = plain::solve_all(ending(name), Metric::Dtm).unwrap();
        assert_eq!(longest(tables.last().unwrap()), plies, "{name}");
    }
}

#[test]
fn the_plain_way_and_the_generator_agree_on_three_men() {
    for metric in ["dtm", "dtc", "dtz", "stalemate", "take-wp", "helpmate-w"] {
        let metric: Metric = metric.parse().unwrap();
        let fast = with_sources("KPK", metric);
        let slow = plain::solve_all(ending("KPK"), metric).unwrap();
        for fast in fast {
            let same = |slow: &&Arc<Table>| slow.ending() == fast.ending();
            let slow = slow.iter().find(same).unwrap();
            let layout = &fast.layout;
            for slot in (0..layout.slots()).filter(|&slot| layout.is_representative(slot)) {
                for side in Color::ALL {
                    let (fast, slow) = (fast.value(side, slot), slow.value(side, slot));
                    assert_eq!(fast, slow, "{metric} {side} {slot}");
                }
            }
        }
    }
}

/// Two pieces, like men, and pawns that can capture en passant; every metric.
#[test]
fn generated_tables_are_proved() {
    for (name, metrics) in [
        ("KRKN", "dtm dtc dtz stalemate take-bn"),
        ("KBBK", "dtm dtz"),
        ("KPKP", "dtm dtc dtz stalemate take-bp"),
    ] {
        for metric in metrics.split(' ') {
            let tables = with_sources(name, metric.parse().unwrap());
            let verification = check(tables.last().unwrap(), &tables);
            assert!(verification.is_proved(), "{name} {metric} {verification:?}");
            assert!(verification.mismatches.is_empty());
        }
    }
}

/// 1978 counted 1,347,906 positions with White to move and 1,567,222 with Black.
#[test]
fn every_position_is_looked_at() {
    let tables = with_sources("KRKN", Metric::Dtc);
    let told = AtomicU64::new(0);
    let progress = |more| {
        told.fetch_add(more, Ordering::Relaxed);
    };
    let table = tables.last().unwrap();
    let verification = verify(table, &tables, &progress, &AtomicBool::new(false)).unwrap();
    assert_eq!(verification.positions, 1_347_906 + 1_567_222);
    assert_eq!(told.into_inner(), table.layout.slots());
}

#[test]
fn nothing_is_proved_without_the_smaller_tables() {
    let tables = with_sources("KPK", Metric::Dtm);
    let pawn = tables.last().unwrap();
    let mut without_queen = tables.clone();
    without_queen.retain(|table| table.ending() != ending("KQK"));
    let error = verify(pawn, &without_queen, &|_| (), &AtomicBool::new(false)).unwrap_err();
    assert_eq!(error.to_string(), "the dtm table of KQK is missing");
    let error = verify(pawn, &tables, &|_| (), &AtomicBool::new(true)).unwrap_err();
    assert_eq!(error, VerifyError::Cancelled);
}

/// A table proves nothing for another metric: the smaller tables must count the same.
#[test]
fn smaller_tables_of_another_metric_are_not_taken() {
    let pawn = with_sources("KPK", Metric::Dtm);
    let others = with_sources("KPK", Metric::Dtc);
    let told = verify(pawn.last().unwrap(), &others, &|_| (), &AtomicBool::new(false));
    assert!(matches!(told, Err(VerifyError::Missing(_))));
}

#[test]
fn what_is_needed_follows_from_captures_and_promotions() {
    let names = |name: &str, metric: Metric| -> Vec<String> {
        let needed = plain::needed(ending(name), metric);
        needed.iter().map(|table| format!("{}.{}", table.ending, table.metric)).collect()
    };
    assert_eq!(names("KQK", Metric::Dtm), [""; 0]);
    assert_eq!(names("KQKR", Metric::Dtz), ["KRK.dtz", "KQK.dtz"]);
    // the rook can only be taken as long as it is there
    assert_eq!(names("KQKR", "take-br".parse().unwrap()), ["KRK.take-wr"]);
}
