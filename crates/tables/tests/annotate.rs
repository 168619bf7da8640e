//! Games with the tables' verdict on every move.

mod common;

use std::sync::OnceLock;

use common::{in_memory, three_men};
use solusrex_game::Moves;
use solusrex_tables::{
    Metric, Tablebase,
    annotate::{AnnotatedGame, Item, annotate},
};

fn annotated(tables: &Tablebase, pgn: &str, metric: Option<Metric>) -> Vec<AnnotatedGame> {
    annotate(tables, pgn.as_bytes(), metric).map(|game| game.unwrap()).collect()
}

fn three_men_say(pgn: &str) -> String {
    let games = annotated(three_men(), pgn, None);
    games.iter().map(|game| game.to_string()).collect::<Vec<_>>().join("\n")
}

fn queen_against_rook() -> &'static Tablebase {
    static TABLES: OnceLock<Tablebase> = OnceLock::new();
    TABLES.get_or_init(|| in_memory("KQKR"))
}

/// The counts after White's moves in a game of queen against rook from White Ka8 Qa5, Black Kf6 Re8.
fn counts(moves: &str) -> Vec<u32> {
    let pgn = format!("[FEN \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\"]\n\n{moves} *");
    let games = annotated(queen_against_rook(), &pgn, Some(Metric::Dtc));
    assert_eq!(games[0].trouble, None);
    let white = games[0].moves.iter().filter_map(|item| match item {
        Item::Move(mv) if !mv.black => mv.verdict.as_ref(),
        _ => None,
    });
    let won = white.filter(|verdict| verdict.value.is_won());
    won.filter_map(|verdict| verdict.value.moves()).map(|Moves(count)| count).collect()
}

/// The line that Thompson's table gave, as printed; at its 13th move the scan cannot be read.
#[test]
fn the_line_of_thompsons_table() {
    let moves = "1.Ka7 Re7+ 2.Kb8 Re8+ 3.Kc7 Re7+ 4.Kd8 Re4 5.Qa8 Re3 6.Kc7 Ke5 7.Qa5+ Ke4 8.Kd6 Kf4 \
        9.Qh5 Rd3+ 10.Kc5 Ra3 11.Qh2+ Kg5 12.Qd2+ Kf5";
    assert_eq!(counts(moves), [31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20]);
}

/// Walter Browne against that table, 1978: the printed counts of the first five moves. From the sixth
/// on the printed ones do not fit the printed moves.
#[test]
fn browne_against_the_table() {
    let moves = "1.Kb7 Re7+ 2.Kc6 Re6+ 3.Kd7 Re7+ 4.Kd8 Re4 5.Qc5 Re5";
    assert_eq!(counts(moves), [31, 30, 29, 28, 27]);
}

/// The queen is thrown away, and with it the rook wins.
#[test]
fn a_lost_point_is_marked() {
    let pgn = "[FEN \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\"]\n\n1. Qd8+ Rxd8+ *";
    let games = annotated(queen_against_rook(), pgn, Some(Metric::Dtm));
    let told = games[0].to_string();
    assert!(told.contains("1. Qd8+ $4 {-9} 1... Rxd8+ {+"), "{told}");
}

/// 1.Kd6 wins; after 1.Kd5 Black holds the draw.
#[test]
fn a_lost_half_point_is_marked() {
    let told =
        three_men_say("[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd5 Kd7 2. e6+ Ke8 *");
    assert!(told.contains("1. Kd5 $2 {="), "{told}");
    assert!(told.contains("1... Kd7 {="), "{told}");
    assert_eq!(told.matches('$').count(), 1, "{told}");
}

#[test]
fn equal_moves_stand_in_brackets() {
    let told = three_men_say("[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd6 Kd8 *");
    assert!(told.contains("1. Kd6 {+11} 1... Kd8 {-10 (Kf7 Kf8)}"), "{told}");
}

#[test]
fn what_was_there_is_kept() {
    let pgn = "[Event \"A \\\"study\\\"\"]\n[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 40\"]\n\n\
        {Only two moves win.} 40. Kd6! (40. Kd5? {a mistake} Kd7 (40... Ke7)) Kd8 {the best} 41. e6 1-0";
    let told = three_men_say(pgn);
    assert!(told.starts_with("[Event \"A \\\"study\\\"\"]\n[FEN "), "{told}");
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "{Only two moves win.} 40. Kd6 $1 {+",
        "(40. Kd5 $2 {= ",
        "{a mistake} 40... Kd7 {=",
        "(40... Ke7 {=",
        "40... Kd8 {-",
        "{the best} 41. e6 {+",
    ] {
        assert!(flat.contains(part), "{part} in {flat}");
    }
    assert!(flat.ends_with(" 1-0"), "{flat}");
    assert!(told.lines().all(|line| line.len() <= 80), "{told}");
    assert_eq!(three_men_say(&told), told, "a second time changes nothing");
}

#[test]
fn positions_out_of_range_pass() {
    let pgn = "1. e4 e5 2. Nf3 *\n\n[Variant \"Atomic\"]\n[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n\
        1. Kd6 *\n\n1. e4 e5 2. Ke3 Ke6 *\n";
    let games = annotated(three_men(), pgn, None);
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].to_string(), "1. e4 e5 2. Nf3 *\n");
    assert!(!games[1].to_string().contains('{'));
    assert_eq!(games[2].to_string(), "1. e4 e5 2. Ke3 Ke6 *\n");
    let trouble = games[2].trouble.as_deref().unwrap_or("");
    assert_eq!(trouble, "2.Ke3 cannot be played (correct it)");
}

#[test]
fn missing_tables_are_told() {
    let pgn = "[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd6 *";
    let games = annotated(&Tablebase::in_memory(), pgn, None);
    assert!(!games[0].to_string().contains('{'));
    assert_eq!(games[0].missing.iter().map(|e| e.to_string()).collect::<Vec<_>>(), ["KPK"]);
}

#[test]
fn hostile_games_do_no_harm() {
    let deep = format!("1. e4 {} *", "(".repeat(100_000));
    let open = "1. e4 ) ) { never closed".to_owned();
    let tag = format!("[Event \"{}\"]\n\n*", "x".repeat(10_000));
    let bad = "[FEN \"no such board\"]\n\n1. e4 *".to_owned();
    for pgn in [deep, open, tag, bad, "\0\u{1f600}$$$((((".to_owned()] {
        for game in annotate(three_men(), pgn.as_bytes(), None).flatten() {
            assert!(!game.to_string().is_empty());
        }
    }
}
