//! Every hook of [`Condition`], each by a condition written here in a few lines.

use std::sync::Arc;

use solusrex_rules::{
    Geometry, Move, Position, Rules, Setting, Side, Square,
    conditions::{Condition, Kinds},
};

fn under(condition: impl Condition + 'static, pieces: &str) -> Position {
    let setting = Setting { conditions: vec![Arc::new(condition)], ..Setting::default() };
    Position::from_pieces(pieces, &setting).unwrap()
}

fn moves(position: &mut Position) -> String {
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|mv| position.long(mv)).collect();
    moves.sort();
    moves.join("; ")
}

/// Men stay on squares of one colour.
#[derive(Debug)]
struct Monochromatic;

impl Condition for Monochromatic {
    fn name(&self) -> String {
        "Monochromatic".into()
    }

    fn may_go(&self, geometry: &Geometry, from: Square, to: Square) -> bool {
        geometry.is_dark(from) == geometry.is_dark(to)
    }
}

#[test]
fn a_monochromatic_knight_neither_moves_nor_checks() {
    assert_eq!(
        moves(&mut under(Monochromatic, "White Sd4 Ra1 Pa3h2 Black Kc5")),
        "Ra1-c1; Ra1-e1; Ra1-g1; h2-h4"
    );
    assert!(!under(Monochromatic, "White Ka1 Black Sb3").in_check(Side::White));
    assert!(under(Monochromatic, "White Ka1 Black Ra5").in_check(Side::White));
    assert!(!under(Monochromatic, "White Ka1 Black Ra4").in_check(Side::White));
}

/// A man moves as the man of its own side that stands straight behind it.
#[derive(Debug)]
struct Annan;

impl Condition for Annan {
    fn name(&self) -> String {
        "Annan".into()
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let back = if side == Side::White { -1 } else { 1 };
        let behind = position.man(position.geometry().step(square, (0, back))?)?;
        (behind.colour == side.colour()).then(|| behind.kind.into())
    }
}

#[test]
fn an_annan_pawn_moves_and_checks_as_the_man_behind_it() {
    assert_eq!(
        moves(&mut under(Annan, "White Pd4 Sd3 Pa2 Black Pd5e6")),
        "Sd3-b2; Sd3-b4; Sd3-c1; Sd3-c5; Sd3-e1; Sd3-e5; Sd3-f2; Sd3-f4; a2-a3; a2-a4; d4*e6; d4-b3; \
         d4-b5; d4-c2; d4-c6; d4-e2; d4-f3; d4-f5"
    );
    assert!(under(Annan, "White Ka5 Black Pd5 Rd6").in_check(Side::White));
    assert!(!under(Annan, "White Ka5 Black Pd5 Bd6").in_check(Side::White));
}

/// A man arrives only next to another man.
#[derive(Debug)]
struct Koeko;

impl Condition for Koeko {
    fn name(&self) -> String {
        "Köko".into()
    }

    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let neighbours = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        neighbours
            .into_iter()
            .filter_map(|step| after.geometry().step(mv.to, step))
            .any(|square| after.man(square).is_some())
    }
}

#[test]
fn what_comes_after_a_move_may_forbid_it() {
    assert_eq!(moves(&mut under(Koeko, "White Ra1 Black Bc7")), "");
    assert_eq!(moves(&mut under(Koeko, "White Ra1 Black Bb8")), "Ra1-a7; Ra1-a8");
}

/// The longest moves only, counted by files.
#[derive(Debug)]
struct Longest;

impl Condition for Longest {
    fn name(&self) -> String {
        "Longest".into()
    }

    fn precedence(&self, position: &Position, mv: &Move) -> u32 {
        let file = |square| position.geometry().file(square);
        file(mv.from).abs_diff(file(mv.to)).into()
    }
}

#[test]
fn the_legal_moves_may_be_chosen_among() {
    assert_eq!(moves(&mut under(Longest, "White Rb1 Sd4 Black Kh8")), "Rb1-h1");
}
