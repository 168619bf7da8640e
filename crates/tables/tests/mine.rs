//! Positions that are known to be worth a look are found.

mod common;

use std::ops::ControlFlow;

use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen, san::SanPlus};
use solusrex_game::{Moves, Plies, Value};
use solusrex_tables::{
    Metric,
    mine::{Distance, Filter, Found, Query, Standing, mine},
};

use common::with_sources;

fn find(name: &str, query: &Query) -> Vec<Found> {
    let tables = with_sources(name, Metric::Dtm);
    let mut all = Vec::new();
    let show = |found| {
        all.push(found);
        ControlFlow::Continue(())
    };
    mine(tables.last().unwrap(), &tables, query, show).unwrap();
    all
}

fn standing(men: &str) -> Vec<Standing> {
    men.split(' ').map(|man| man.parse().unwrap()).collect()
}

fn position(found: &Found) -> Chess {
    found.fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn the_longest_wins() {
    let found = find("KRK", &Query { filter: Filter::Longest, ..Query::default() });
    assert!(!found.is_empty());
    for found in found {
        assert_eq!((found.value, found.moves), (Value::Won(Plies(31)), Some(Moves(16))));
        assert_eq!(position(&found).turn(), Color::White);
    }
    // with the queen where one wants her, the longest of those
    let query = Query { filter: Filter::Longest, standing: standing("Qd4"), ..Query::default() };
    for found in find("KQK", &query) {
        assert!(found.fen.split('/').nth(4).unwrap().contains('Q'), "{found:?}");
        assert!(found.moves.unwrap() < Moves(10), "{found:?}");
    }
    let black = Query { filter: Filter::Longest, side: Some(Color::Black), ..Query::default() };
    assert!(find("KRK", &black).is_empty(), "the bare king never wins");
}

/// The trébuchet: whoever is to move loses his pawn and the game.
#[test]
fn mutual_zugzwangs() {
    let query = Query {
        filter: Filter::Zugzwang { half: false },
        standing: standing("Kd5 Pe4 kf4 pe5"),
        ..Query::default()
    };
    let found = find("KPKP", &query);
    let [trebuchet] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(trebuchet.fen, "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
    assert!(trebuchet.value.is_lost() && trebuchet.other_to_move.unwrap().is_lost());
    // in the ending of one pawn nobody but White can win, so half a point is all there is
    let full = Query { filter: Filter::Zugzwang { half: false }, ..Query::default() };
    assert!(find("KPK", &full).is_empty());
    let half = Query { filter: Filter::Zugzwang { half: true }, ..Query::default() };
    let found = find("KPK", &half);
    let opposition = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1";
    let opposition: Chess =
        opposition.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mirrored = |found: &&Found| {
        let mut board = position(found).board().clone();
        board.flip_horizontal();
        board == *opposition.board()
    };
    assert_eq!(found.iter().filter(mirrored).count(), 1, "the kings in opposition");
    for found in found {
        assert_eq!(position(&found).turn(), Color::Black);
        assert!(found.value.is_lost() && found.other_to_move == Some(Value::Drawn));
    }
}

#[test]
fn only_moves() {
    let query = Query {
        filter: Filter::OnlyMove,
        distance: Some(Distance::Moves(Moves(28))),
        ..Query::default()
    };
    let found = find("KPK", &query);
    assert!(!found.is_empty());
    for found in found {
        assert_eq!((found.value, found.keys.len()), (Value::Won(Plies(55)), 1));
        assert!(position(&found).legal_moves().len() > 1);
    }
}

/// Saavedra (1895), colours exchanged: c1=Q is met by Rc5+ and stalemate, c1=R wins.
#[test]
fn saavedras_rook() {
    let query = Query {
        filter: Filter::Underpromotion,
        standing: standing("Ka8 Rd5 kc7 pc2"),
        ..Query::default()
    };
    let found = find("KRKP", &query);
    let [saavedra] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(saavedra.keys, ["c1=R"]);
    assert_eq!(position(saavedra).turn(), Color::Black);
}

#[test]
fn stalemate_traps() {
    let query = Query {
        filter: Filter::StalemateTrap,
        standing: standing("Kf6 Pf7 kh7"),
        ..Query::default()
    };
    let found = find("KPK", &query);
    let [trap] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(trap.keys, ["f8=Q"]);
    for trap in find("KPK", &Query { filter: Filter::StalemateTrap, ..Query::default() }) {
        let position = position(&trap);
        for key in &trap.keys {
            let key: SanPlus = key.parse().unwrap();
            let mv = key.san.to_move(&position).unwrap();
            assert!(position.clone().play(mv).unwrap().is_stalemate(), "{trap:?}");
        }
    }
}

#[test]
fn by_distance_and_side() {
    let query = Query {
        side: Some(Color::Black),
        distance: Some(Distance::Plies(Plies(0))),
        ..Query::default()
    };
    let mates = find("KRK", &query);
    assert!(!mates.is_empty());
    assert!(mates.iter().all(|found| position(found).is_checkmate()));
}

#[test]
fn the_viewer_says_when_it_is_enough() {
    let tables = with_sources("KRK", Metric::Dtm);
    let mut seen = 0;
    let show = |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    mine(tables.last().unwrap(), &[], &Query::default(), show).unwrap();
    assert_eq!(seen, 3);
}

#[test]
fn men_on_squares_are_read() {
    for text in ["", "Q", "Qi9", "Xd4", "d4", "Qd44", "é4"] {
        let error = text.parse::<Standing>().unwrap_err();
        assert!(error.to_string().contains("Qd4 for White's queen"), "{error}");
    }
}
