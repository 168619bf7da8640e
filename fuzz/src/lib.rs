//! What the fuzz targets share: the promises that every answer has to keep.

use std::fmt::{Debug, Display};

use solusrex_rules::{Position, Rules, Setting, Side, Wing};

/// An error is one line of sensible length that names a remedy in parentheses.
pub fn check_error(error: &impl Display) {
    let line = error.to_string();
    assert!(!line.chars().any(char::is_control), "{line:?} is not one line");
    assert!(line.chars().count() < 1_000, "{line} is too long");
    assert!(line.contains('(') && line.ends_with(')'), "{line} has no remedy");
}

/// A position comes back from its FEN, and its legal moves are legal.
pub fn check_position(position: &Position, setting: &Setting) {
    let fen = position.fen();
    let again = Position::from_fen(&fen, setting).map(|position| position.fen());
    assert_eq!(again.as_ref(), Ok(&fen));
    let mut played = position.clone();
    check_moves(&mut played);
}

/// Every legal move can be taken back, has a name of its own and leaves no king in check.
pub fn check_moves(position: &mut Position) {
    let mut names = Vec::new();
    for mv in position.legal_moves() {
        names.push(position.long(&mv));
        let mover = position.side_to_move();
        let before = everything(position);
        let undo = position.play(&mv);
        assert!(!position.in_check(mover), "{} leaves the king in check", names[names.len() - 1]);
        position.undo(undo);
        assert_eq!(everything(position), before, "{} taken back", names[names.len() - 1]);
    }
    names.sort();
    let many = names.len();
    names.dedup();
    assert_eq!(names.len(), many, "two moves of one name in {names:?} of {}", position.fen());
}

/// All that can be seen of a position.
fn everything(position: &Position) -> impl PartialEq + Debug + use<> {
    let rights = Side::BOTH.map(|side| Wing::BOTH.map(|wing| position.may_castle(side, wing)));
    (
        position.men().collect::<Vec<_>>(),
        Side::BOTH.map(|side| position.royals(side)),
        (position.side_to_move(), rights, position.en_passant()),
        (position.halfmove_clock(), position.move_number(), position.key()),
    )
}
