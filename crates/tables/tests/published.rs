//! Endings poured from the rules into the game graph, against published numbers.

use solusrex_rules::{Position, Setting};
use solusrex_tables::{Material, reference::ExplicitEnding};

fn solve(material: &str, setting: &Setting) -> ExplicitEnding {
    let material = Material::parse(material, setting).unwrap();
    ExplicitEnding::solve(&material, setting, 1 << 23).unwrap()
}

/// Ströhlein 1970, §9: the longest win of the queen takes 10 moves, in one class of positions.
#[test]
fn kqk_takes_ten_moves_in_one_class() {
    let white = solve("KQK", &Setting::default()).census().white_to_move;
    let longest = white.longest_win.unwrap();
    assert_eq!((longest.moves, longest.positions), (10, 1));
    assert_eq!((white.draw, white.loss), (0, 0));
}

/// Ströhlein 1970, §9: the longest win of the rook takes 16 moves, in 121 classes of positions.
#[test]
fn krk_takes_sixteen_moves_in_121_classes() {
    let ending = solve("KRK", &Setting::default());
    let white = ending.census().white_to_move;
    let longest = white.longest_win.unwrap();
    assert_eq!((longest.moves, longest.positions), (16, 121));
    // one of the two examples he prints
    let example = Position::from_pieces("White Ka1 Rb2 Black Kc3", &Setting::default()).unwrap();
    assert_eq!(ending.line(&example).unwrap().len(), 31);
}

/// The pawn promotes into the sub-endings; longest DTM 55 plies with White, 56 with Black to move.
#[test]
fn kpk_takes_28_moves() {
    let census = solve("KPK", &Setting::default()).census();
    assert_eq!(census.white_to_move.longest_win.unwrap().plies.0, 55);
    assert_eq!(census.black_to_move.loss_by_plies.keys().last(), Some(&56));
}

/// Legal positions in symmetry classes and results as Syzygy's statistics have them; the longest
/// mate takes 40 moves.
#[test]
fn krkn_has_1347906_and_1567222_legal_positions() {
    let census = solve("KRKN", &Setting::default()).census();
    let (white, black) = (census.white_to_move, census.black_to_move);
    assert_eq!((white.legal, black.legal), (1_347_906, 1_567_222));
    assert_eq!((white.win, white.draw, white.loss), (651_492, 696_413, 1));
    assert_eq!((black.win, black.draw, black.loss), (4, 1_396_546, 170_672));
    assert_eq!(white.longest_win.unwrap().moves, 40);
}
