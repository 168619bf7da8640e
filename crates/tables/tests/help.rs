//! Tables of mates and stalemates by help: every slot proved by plain moves, and positions compared
//! with a search by breadth that knows nothing of tables.

mod common;

use std::{
    collections::HashSet,
    sync::{Arc, atomic::AtomicBool},
};

use common::with_sources;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Position as _, Setup,
    zobrist::Zobrist128,
};
use solusrex_game::{Plies, Value};
use solusrex_tables::{Layout, Metric, Table, verify};

/// The fewest half-moves to the goal, up to `most`, by trying everything.
fn by_breadth(start: &Chess, goal: impl Fn(&Chess) -> bool, most: u32) -> Option<u32> {
    let mut seen = HashSet::new();
    let mut layer = vec![start.clone()];
    for plies in 0..=most {
        if layer.iter().any(&goal) {
            return Some(plies);
        }
        let mut next = Vec::new();
        for position in &layer {
            for mv in position.legal_moves() {
                let after = position.clone().play(mv).unwrap();
                let key = after.zobrist_hash::<Zobrist128>(EnPassantMode::Legal);
                if seen.insert(key.0) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    None
}

/// The position in a slot, if it is one.
fn position(layout: &Layout, slot: u64, side: Color) -> Option<Chess> {
    let mut setup = Setup::empty();
    let squares = layout.squares(slot);
    for (man, &square) in layout.men().iter().zip(&squares) {
        let square = shakmaty::Square::new(square.into());
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, man.role.of(man.colour));
    }
    setup.turn = side;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn agrees_with_breadth(table: &Table, goal: impl Fn(&Chess) -> bool, most: u32, wanted: usize) {
    let layout = &table.layout;
    let (mut near, mut far) = (0, 0);
    for i in 1.. {
        let slot = u64::wrapping_mul(i, 0x9e37_79b9_7f4a_7c15) % layout.slots();
        let side = if i % 2 == 0 { Color::White } else { Color::Black };
        let Some(position) = position(layout, slot, side) else { continue };
        let plies = match table.value(side, slot).unwrap() {
            Value::Won(Plies(plies)) => Some(plies).filter(|&plies| plies <= most),
            Value::Drawn => None,
            Value::Lost(_) => panic!("nobody loses by help"),
        };
        // most positions are far from the goal: of these a few will do
        let count = if plies.is_some() { &mut near } else { &mut far };
        *count += 1;
        if plies.is_some() || far <= wanted / 4 {
            let squares = layout.squares(slot);
            assert_eq!(by_breadth(&position, &goal, most), plies, "{squares:?} {side}");
        }
        if near == wanted {
            break;
        }
    }
}

/// A table that the ones before it prove.
fn proved(tables: &[Arc<Table>]) -> &Table {
    let (table, sources) = tables.split_last().unwrap();
    let verification = verify(table, sources, &|_| (), &AtomicBool::new(false)).unwrap();
    assert!(verification.is_proved(), "{verification:?}");
    table
}

#[test]
fn every_slot_with_pawns_on_both_sides_is_proved() {
    let metric = Metric::Helpmate(Color::White);
    let tables = with_sources("KPKP", metric);
    let table = proved(&tables);
    let longest = |side| {
        let values = table.palette(side).iter().filter_map(|(_, value)| value.plies());
        values.map(|plies| plies.0).max()
    };
    assert_eq!(Color::ALL.map(longest), [Some(29), Some(28)]);
    let mated = |position: &Chess| position.turn().is_black() && position.is_checkmate();
    agrees_with_breadth(table, mated, 4, 40);
}

#[test]
fn what_is_found_by_breadth_is_in_the_table() {
    for (name, by) in [("KRKN", Color::White), ("KRKN", Color::Black), ("KPK", Color::White)] {
        let tables = with_sources(name, Metric::Helpmate(by));
        let mated = |position: &Chess| position.turn() != by && position.is_checkmate();
        agrees_with_breadth(proved(&tables), mated, 3, 30);
    }
    for (name, by) in [("KPK", Color::White), ("KPK", Color::Black), ("KBKN", Color::Black)] {
        let tables = with_sources(name, Metric::HelpStalemate(by));
        let stalemated = |position: &Chess| position.turn() != by && position.is_stalemate();
        agrees_with_breadth(proved(&tables), stalemated, 3, 30);
    }
}
