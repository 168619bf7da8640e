//! Problems for the comparison of searches: many of them have solutions.

use proptest::{collection::vec, prelude::*, sample::select};

const STIPULATIONS: [&str; 16] = [
    "h#1", "h#1.5", "h#2", "h=1", "h=1.5", "h=2", "h#=1.5", "h==1.5", "hs#2", "hs=2", "reci-h#2",
    "ser-h#2", "ser-h=2", "ser-h=3", "ser-#2", "ser-=2",
];

/// The ordinary board and others.
pub(crate) const BOARDS: [&str; 4] =
    ["", " Topology cylinder", " Board 5x6", " Board 7x7 Topology torus"];

/// Crowds round a corner and round an edge.
pub(crate) fn crowded(
    kinds: Vec<&'static str>,
    boards: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let near = (0..4u8, 0..4u8);
    let black = vec((select(kinds.clone()), near.clone()), 0..5);
    let white = vec((select(kinds), (0..5u8, 0..5u8)), 1..4);
    let kings = ((0..2u8, 0..3u8), (0..5u8, 0..5u8));
    let turn = (any::<bool>(), any::<bool>(), any::<bool>());
    let rest = (select(&STIPULATIONS[..]), select(boards), turn);
    (black, white, kings, rest).prop_map(|(black, white, kings, rest)| {
        let (stipulation, board, (flip, mirror, swap)) = rest;
        let size: u8 = if board.contains("5x6") {
            5
        } else if board.contains('7') {
            7
        } else {
            8
        };
        let name = |(file, rank): (u8, u8)| {
            let (file, rank) = if swap { (rank, file) } else { (file, rank) };
            let file = if mirror { size - 1 - file } else { file };
            let rank = if flip { size - 1 - rank } else { rank };
            format!("{}{}", char::from(b'a' + file), rank + 1)
        };
        let men = |men: Vec<(&'static str, (u8, u8))>| {
            let on_edge = |(file, rank): (u8, u8)| file == 0 || rank == 0 || file > 3 || rank > 3;
            let kind = move |kind, at| if kind == "P" && on_edge(at) { "S" } else { kind };
            let write = |(k, at): (&'static str, (u8, u8))| format!(" {}{}", kind(k, at), name(at));
            men.into_iter().map(write).collect::<String>()
        };
        format!(
            "BeginProblem Option SetPlay{board} Pieces White K{}{} Black K{}{} Stipulation {stipulation} \
             EndProblem",
            name(kings.1),
            men(white),
            name(kings.0),
            men(black),
        )
    })
}

/// Men that serve both sides, or change by moving, among others.
pub(crate) fn changing() -> impl Strategy<Value = String> {
    const COLOURS: [&str; 12] = [
        "Neutral",
        "Neutral",
        "Neutral Anda",
        "White Anda",
        "Black Anda Chameleon",
        "Neutral Chameleon",
        "Black Chameleon",
        "White Chameleon",
        "White Volage",
        "Black HalfNeutral",
        "White Kamikaze",
        "Black Kamikaze",
    ];
    let kind = select(&["Q", "R", "B", "S", "G", "N", "LE", "P"][..]);
    let man = (select(&COLOURS[..]), kind, (0..8u8, 1..7u8));
    let crowd = crowded(vec!["Q", "R", "B", "S", "P", "P", "DU", "G"], &BOARDS[..1]);
    (crowd, vec(man, 1..4)).prop_map(|(text, men)| {
        let write = |(colour, kind, (file, rank)): (&str, &str, (u8, u8))| {
            format!("{colour} {kind}{}{} ", char::from(b'a' + file), rank + 1)
        };
        let men: String = men.into_iter().map(write).collect();
        text.replace("Stipulation", &format!("{men}Stipulation"))
    })
}

/// A few men far apart and some moves more: pawns about to promote or to be taken in passing, a king
/// and a rook that may castle, men that never move.
pub(crate) fn sparse() -> impl Strategy<Value = String> {
    const LONGER: [&str; 14] = [
        "h=2", "h=2.5", "h=2.5", "h=3", "h=3", "ser-h=3", "ser-h=4", "ser-h=5", "h#2.5", "h#3",
        "reci-h#3", "ser-h#4", "ser-=4", "hs=3",
    ];
    // kinds with the ranks on which they stand
    let pawn = (Just("P"), 0..8u8, prop_oneof![4..7u8, 1..7u8]);
    let officer = (select(&["Q", "R", "B", "S", "B", "S"][..]), 0..8u8, 0..8u8);
    let dummy = (Just("DU"), 0..8u8, 0..8u8);
    let man = prop_oneof![4 => pawn, 3 => officer, 1 => dummy];
    let king = prop_oneof![(select(&[0, 1, 6, 7][..]), select(&[0, 7, 1][..])), (0..8u8, 0..8u8)];
    let rest = (any::<bool>(), any::<bool>(), select(&LONGER[..]));
    (vec(man.clone(), 1..3), vec(man, 0..4), (0..8u8, 0..8u8), king, rest).prop_map(
        |(white, black, white_king, king, (castles, swap, stipulation))| {
            let name = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
            let men = |men: Vec<(&'static str, u8, u8)>, down: bool| {
                let rank = |rank: u8| if down { 7 - rank } else { rank };
                let write = |(kind, file, at): (&str, u8, u8)| format!(" {kind}{}", name(file, rank(at)));
                men.into_iter().map(write).collect::<String>()
            };
            let white_king = if castles { "Ke1 Rh1".into() } else { format!("K{}", name(white_king.0, white_king.1)) };
            let white = format!("{} {white_king}", men(white, false));
            let black = format!("{} K{}", men(black, true), name(king.0, king.1));
            let duplex = if swap { " Option Duplex" } else { "" };
            format!("BeginProblem{duplex} Pieces White {white} Black {black} Stipulation {stipulation} EndProblem")
        },
    )
}

/// How many problems are tried: `SOLUSREX_CASES`, or a few.
pub(crate) fn cases(few: u32) -> ProptestConfig {
    let asked = std::env::var("SOLUSREX_CASES").ok().and_then(|number| number.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(few))
}
