//! Looking positions up: the value of a position is that of its best move.

mod common;

use std::fs;

use common::{folder, four_men, position, saved, three_men};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};
use solusrex_game::{
    Plies,
    Value::{self, Drawn, Lost, Won},
};
use solusrex_tables::{
    Category, Metric, ProbeError, Report, Syzygy, TableError, Tablebase, best_moves, line, report,
};

/// Positions met in random games from a start, until nobody can move.
fn wanderings(fen: &str, games: u64) -> Vec<Chess> {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut met = Vec::new();
    for _ in 0..games {
        let mut now = position(fen);
        for _ in 0..60 {
            met.push(now.clone());
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            now.play_unchecked(moves[random(moves.len())]);
        }
    }
    met
}

/// What the moves make of a position.
fn by_moves(tables: &Tablebase, position: &Chess, metric: Metric) -> Value {
    match best_moves(tables, position, metric).unwrap().first() {
        Some(&(_, value)) => value,
        None if position.is_check() => Value::LOST_NOW,
        None => Drawn,
    }
}

#[test]
fn a_position_is_worth_its_best_move() {
    for fen in [
        "8/8/8/8/8/2k5/1R6/K7 w - -",
        "8/8/8/8/8/2K5/1q6/k7 w - -",
        "8/8/8/8/4k3/8/4P3/4K3 w - -",
        "4k3/4p3/8/4K3/8/8/8/8 w - -",
    ] {
        for met in wanderings(fen, 40) {
            for metric in Metric::TO_MATE {
                let value = three_men().probe(&met, metric).unwrap();
                assert_eq!(value, by_moves(three_men(), &met, metric), "{metric} {met:?}");
            }
        }
    }
}

/// Random games with pawns that pass each other: en-passant captures occur.
#[test]
fn en_passant_captures_count() {
    let mut captures = 0;
    for fen in ["4k3/8/8/8/2p5/8/3P4/4K3 w - -", "7k/3p4/8/4P3/8/8/8/K7 b - -"] {
        for met in wanderings(fen, 400) {
            captures += u32::from(met.legal_ep_square().is_some());
            for metric in Metric::TO_MATE {
                let value = four_men().probe(&met, metric).unwrap();
                assert_eq!(value, by_moves(four_men(), &met, metric), "{metric} {met:?}");
            }
        }
    }
    assert!(captures > 20);
}

/// White has just played b2-b4: without the capture Black would be stalemated.
#[test]
fn an_en_passant_capture_may_be_the_only_move() {
    let with = position("8/8/8/8/1Pp5/k1K5/8/8 b - b3");
    let without = position("8/8/8/8/1Pp5/k1K5/8/8 b - -");
    assert_eq!(with.legal_moves().len(), without.legal_moves().len() + 1);
    for metric in Metric::TO_MATE {
        for position in [&with, &without] {
            let value = four_men().probe(position, metric).unwrap();
            assert_eq!(value, by_moves(four_men(), position, metric));
        }
    }
}

#[test]
fn colours_may_be_exchanged() {
    for fen in ["8/8/8/8/8/2k5/1R6/K7 w - -", "8/8/8/8/4k3/8/4P3/4K3 b - -"] {
        for met in wanderings(fen, 20) {
            let mut exchanged = met.clone().to_setup(EnPassantMode::Legal);
            exchanged.mirror();
            let exchanged: Chess = exchanged.position(CastlingMode::Standard).unwrap();
            for metric in Metric::TO_MATE {
                assert_eq!(
                    three_men().probe(&met, metric).unwrap(),
                    three_men().probe(&exchanged, metric).unwrap()
                );
            }
        }
    }
}

#[test]
fn a_table_comes_back_from_its_file() {
    let endings = ["KQK", "KRK", "KBK", "KNK", "KPK"];
    let files = saved("comes_back", three_men(), &endings);
    assert_eq!(files.list().unwrap().len(), 15);
    for ending in endings.map(|name| name.parse().unwrap()) {
        for metric in Metric::TO_MATE {
            assert!(files.has(ending, metric) && files.check(ending, metric).is_ok());
            let (made, read) =
                (three_men().load(ending, metric).unwrap(), files.load(ending, metric).unwrap());
            for side in Color::ALL {
                assert!(made.codes(side) == read.codes(side), "{ending} {metric} {side}");
                assert_eq!(made.palette(side), read.palette(side));
            }
        }
    }
    for met in wanderings("8/8/8/8/4k3/8/4P3/4K3 w - -", 20) {
        for metric in Metric::TO_MATE {
            let value = files.probe(&met, metric).unwrap();
            assert_eq!(value, three_men().probe(&met, metric).unwrap());
        }
    }
    let longest = |name: &str| files.info(name.parse().unwrap(), Metric::Dtm).unwrap().longest;
    assert_eq!(["KQK", "KRK", "KPK", "KNK"].map(longest), [19, 31, 55, 0].map(some_plies));
}

fn some_plies(plies: u32) -> Option<Plies> {
    (plies > 0).then_some(Plies(plies))
}

#[test]
fn what_no_table_holds_is_refused_with_a_remedy() {
    let tables = three_men();
    let probe = |fen: &str| tables.probe(&position(fen), Metric::Dtm);
    assert!(matches!(probe("4k3/8/8/8/8/8/8/4K2R w K -"), Err(ProbeError::Castling)));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
    assert!(matches!(probe(start), Err(ProbeError::Men(32))));
    let missing = probe("8/8/8/8/8/2k5/1r6/K2Q4 w - -").unwrap_err();
    assert_eq!(
        missing.to_string(),
        "no dtm table of KQKR (run `solusrex build KQKR --metric dtm`)"
    );
    // no table is needed where no man can mate
    for fen in ["8/8/8/8/8/2k5/8/K7 w - -", "8/8/8/8/4k3/8/8/KN6 w - -"] {
        let value = Tablebase::in_memory().probe(&position(fen), Metric::Dtz);
        assert_eq!(value.unwrap(), Drawn);
    }
}

#[test]
fn a_file_must_be_what_its_name_says() {
    let files = saved("names", three_men(), &["KQK", "KRK"]);
    let path = |name: &str| files.folder().unwrap().join(name);
    let rook = position("8/8/8/8/8/2k5/1R6/K7 w - -");
    fs::copy(path("KQK.dtm.srx"), path("KRK.dtm.srx")).unwrap();
    fs::copy(path("KRK.dtc.srx"), path("KRK.dtz.srx")).unwrap();
    fs::write(path("KRK.dtc.srx"), "nothing of that kind").unwrap();
    for metric in Metric::TO_MATE {
        let error = files.probe(&rook, metric).unwrap_err();
        assert!(matches!(error, ProbeError::Broken(_)), "{metric}: {error}");
        let told = error.to_string();
        assert!(told.contains("KRK.") && told.ends_with(')'), "{told}");
    }
    // neither tables nor mistaken for some
    for name in ["KRK.srx", "krk.dtm.srx", "KKR.dtm.srx", "KXK.dtm.srx", "KRK.dtm", "notes.txt"] {
        fs::write(path(name), "").unwrap();
    }
    assert_eq!(files.list().unwrap().len(), 6);
}

#[test]
fn tables_are_deleted_and_seen_to_be_gone() {
    let files = saved("deleted", three_men(), &["KRK"]);
    let rook = position("8/8/8/8/8/2k5/1R6/K7 w - -");
    let ending = "KRK".parse().unwrap();
    assert!(files.probe(&rook, Metric::Dtm).is_ok());
    assert!(files.delete(ending, Metric::Dtm).unwrap());
    assert!(!files.delete(ending, Metric::Dtm).unwrap());
    assert!(matches!(files.probe(&rook, Metric::Dtm), Err(ProbeError::Missing(..))));
    assert!(files.probe(&rook, Metric::Dtz).is_ok());
    assert!(Tablebase::open("no/such/folder").list().unwrap().is_empty());
}

fn report_on(fen: &str) -> Report {
    report(three_men(), &position(fen)).unwrap()
}

#[test]
fn a_report_lists_the_best_moves_first() {
    // Grandmasters know that only 1.Kd6 and its mirror image 1.Kf6 win.
    let report = report_on("4k3/8/4K3/4P3/8/8/8/8 w - -");
    let sans: Vec<&str> = report.moves.iter().map(|mv| mv.san.as_str()).collect();
    assert_eq!(report.position.category, Category::Win);
    assert_eq!(sans[..2], ["Kd6", "Kf6"]);
    let winning = report.moves.iter().filter(|mv| mv.after.category == Category::Loss).count();
    assert_eq!(winning, 2);
    for mv in &report.moves {
        let value = mv.value(Metric::Dtm).unwrap();
        assert_eq!(value.is_won(), mv.after.category == Category::Loss, "{}", mv.san);
    }
    assert_eq!(report.moves[0].value(Metric::Dtm), report.position.value(Metric::Dtm));
}

#[test]
fn the_end_of_a_game_is_told() {
    let mate = report_on("7k/6Q1/6K1/8/8/8/8/8 b - -").position;
    assert!(mate.checkmate && mate.category == Category::Loss);
    assert_eq!((mate.dtz, mate.precise_dtz, mate.dtm, mate.dtc), (Some(-1), Some(-1), None, None));
    let stalemate = report_on("7k/5Q2/6K1/8/8/8/8/8 b - -").position;
    assert!(stalemate.stalemate && stalemate.category == Category::Draw);
    assert_eq!((stalemate.dtz, stalemate.dtm), (Some(0), Some(0)));
    let bare = report_on("7k/8/6K1/8/8/8/8/8 b - -").position;
    assert!(bare.insufficient_material && bare.category == Category::Draw);
}

/// King and rook against king: mate in 16 moves at most, so that the clock decides.
#[test]
fn the_clock_of_the_fifty_move_rule_counts() {
    let category = |clock: u32| {
        let report = report_on(&format!("8/8/8/8/8/2k5/1R6/K7 w - - {clock} 90"));
        (report.position.dtz.unwrap(), report.position.category)
    };
    let (plies, at_once) = category(0);
    assert_eq!(at_once, Category::Win);
    let last = 100 - plies as u32;
    assert_eq!(category(last).1, Category::Win);
    assert_eq!(category(last + 1).1, Category::CursedWin);
    // with mate in one the clock does not matter any more
    let mate = report_on("7k/8/5KQ1/8/8/8/8/8 w - - 99 90");
    assert_eq!((mate.position.category, mate.position.dtz), (Category::Win, Some(1)));
}

#[test]
fn without_tables_a_move_may_settle_it() {
    let tables = Tablebase::in_memory();
    let on = |fen: &str| report(&tables, &position(fen)).unwrap();
    let unknown = on("8/8/8/8/8/2k5/1R6/K7 w - -");
    assert_eq!(unknown.position.category, Category::Unknown);
    assert_eq!(unknown.missing.iter().map(|e| e.to_string()).collect::<Vec<_>>(), ["KRK"]);
    assert_eq!(unknown.moves.len(), 16);
    let mate = on("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    assert_eq!(mate.position.category, Category::Win);
    assert_eq!((mate.moves[0].san.as_str(), mate.position.dtm), ("Qxf7#", None));
    // nothing else can be played than to take the last man
    let taken = on("8/8/8/8/8/1k6/8/Kr6 w - -");
    assert_eq!(taken.position.category, Category::Draw);
}

#[test]
fn json_is_what_table_servers_answer() {
    let report = report_on("7k/8/5KQ1/8/8/8/8/8 w - -");
    let told: serde_json::Value = serde_json::to_value(&report).unwrap();
    let fields: Vec<&str> = told.as_object().unwrap().keys().map(String::as_str).collect();
    let facts = [
        "category",
        "checkmate",
        "dtc",
        "dtm",
        "dtw",
        "dtz",
        "insufficient_material",
        "moves",
        "precise_dtz",
        "stalemate",
        "variant_loss",
        "variant_win",
    ];
    assert_eq!(fields, facts);
    assert_eq!(told["category"], "win");
    let best = &told["moves"][0];
    assert_eq!(best["uci"], "g6g7");
    assert_eq!((&best["san"], &best["zeroing"]), (&"Qg7#".into(), &false.into()));
    assert_eq!((&best["category"], &best["checkmate"]), (&"loss".into(), &true.into()));
}

#[test]
fn a_line_is_as_long_as_its_count() {
    for fen in
        ["8/8/8/8/8/2k5/1R6/K7 w - -", "8/8/8/8/4k3/8/4P3/4K3 b - -", "4k3/8/4K3/4P3/8/8/8/8 w - -"]
    {
        let start = position(fen);
        let best = line(three_men(), &start, Metric::Dtm).unwrap();
        match three_men().probe(&start, Metric::Dtm).unwrap() {
            Drawn => assert!(best.moves.is_empty()),
            Won(Plies(plies)) | Lost(Plies(plies)) => {
                assert_eq!(best.moves.len(), plies as usize, "{fen}");
                assert!(best.moves.last().unwrap().san.ends_with('#'));
            }
        }
        assert_eq!(line(three_men(), &start, Metric::Dtm).unwrap(), best);
    }
    // by pawn moves and promotion to mate, one count after the other
    let counted = line(three_men(), &position("4k3/8/4K3/4P3/8/8/8/8 w - -"), Metric::Dtz).unwrap();
    assert!(counted.moves.iter().any(|mv| mv.san.contains("=Q")));
    assert!(counted.moves.last().unwrap().san.ends_with('#'));
}

#[test]
fn folders_of_syzygy_tables_may_be_anything() {
    let empty = folder("syzygy_empty");
    assert_eq!(Syzygy::open(&empty).unwrap().files(), 0);
    assert!(Syzygy::open(empty.join("missing")).is_err());
    fs::write(empty.join("readme.txt"), "").unwrap();
    assert_eq!(Syzygy::open(&empty).unwrap().files(), 0);
    // cut short
    fs::write(empty.join("KQvK.rtbw"), "garbage").unwrap();
    let told = Syzygy::open(&empty).unwrap_err().to_string();
    assert!(told.contains("KQvK.rtbw") && told.ends_with(')'), "{told}");
    // of a possible length
    fs::write(empty.join("KQvK.rtbw"), [7; 80]).unwrap();
    fs::write(empty.join("KQvK.rtbz"), [7; 80]).unwrap();
    let syzygy = Syzygy::open(&empty).unwrap();
    assert_eq!(syzygy.files(), 2);
    let tables = Tablebase::in_memory().with_syzygy(syzygy);
    let queen = position("8/8/8/8/8/2k5/8/K6Q w - -");
    let error = report(&tables, &queen).unwrap_err();
    assert!(matches!(error, TableError::Syzygy(_)), "{error}");
    assert!(error.to_string().contains("KQvK"), "{error}");
    // what they do not hold they do not spoil
    let rook = report(&tables, &position("8/8/8/8/8/2k5/1R6/K7 w - -")).unwrap();
    assert_eq!(rook.position.category, Category::Unknown);
}
