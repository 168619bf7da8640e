//! The atlas kept with the project: `data/quickmates.tsv`.

use shakmaty::Color;
use solusrex_discovery::{
    atlas::{Atlas, Row},
    class::Class,
};

use crate::replay;

#[test]
fn every_game_mates_as_it_says() {
    let atlas = Atlas::kept();
    for row in atlas.rows() {
        if let Some(game) = &row.game {
            assert_eq!(replay(game), row.class);
        }
    }
}

#[test]
fn as_many_moves_are_settled_as_is_known() {
    let atlas = Atlas::kept();
    let settled = |plies: u32| {
        let is_settled = |row: &&Row| row.plies().is_some_and(|length| length <= plies);
        atlas.rows().filter(is_settled).filter(|row| row.class.is_of_1456()).count()
    };
    let searched = atlas.rows().filter(|row| row.game.is_none()).map(|row| row.searched).min();
    let searched = searched.expect("some moves have no game yet");
    let known = [(4, 1), (5, 6), (6, 22), (7, 47), (8, 94), (9, 225), (10, 457)];
    for (plies, expected) in known.into_iter().filter(|&(plies, _)| plies <= searched) {
        assert_eq!(settled(plies), expected, "through ply {plies}");
    }
    assert!(searched >= 10, "the atlas is searched through ply {searched} only");
    let proved = atlas.rows().filter(|row| row.is_proved() && row.class.is_of_1456()).count();
    assert!(proved >= 900, "only {proved} of 1456 are proved");
}

/// Of the games in the table of the thesis (Rizvič 2016, appendix A), none is shorter than a game
/// that is said to be the shortest.
#[test]
fn no_game_of_the_thesis_is_shorter_than_what_is_proved() {
    let atlas = Atlas::kept();
    for line in include_str!("../../data/thesis.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[side, name, moves, _] = fields.as_slice() else { panic!("{line}") };
        let color = if side == "W" { Color::White } else { Color::Black };
        let class = class_of(color, name).unwrap_or_else(|| panic!("{line}"));
        let moves: u32 = moves.parse().expect("a number of moves");
        let plies = color.fold_wb(2 * moves - 1, 2 * moves);
        let row = atlas.row(class);
        if row.is_proved() {
            assert!(row.plies().is_some_and(|best| best <= plies), "{line}");
        }
        assert!(row.game.is_some() || row.searched < plies, "{line} was overlooked");
    }
}

/// `a7xb8N` in the words of a class: `axb8=N`.
fn class_of(color: Color, name: &str) -> Option<Class> {
    let (file, rest) = (name.get(..1)?, name.get(2..)?);
    let (to, role) = rest.trim_start_matches('x').split_at_checked(2)?;
    let text =
        if to.starts_with(file) { format!("{to}={role}") } else { format!("{file}x{to}={role}") };
    Class::parse(color, &text).ok()
}
