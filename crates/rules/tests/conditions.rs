//! Circe and Madrasi by example, and every hook of a condition by one made for the purpose.

use std::sync::Arc;

use solusrex_rules::{
    Colour, Effect, Geometry, Man, Move, Position, Rules, Setting, Side, Topology,
    conditions::{self, Condition, ConditionError},
};

/// A setting with the conditions of these names, on the ordinary board.
fn setting(names: &[&str]) -> Setting {
    let conditions = names.iter().map(|name| conditions::parse(name).unwrap()).collect();
    Setting { conditions, ..Setting::default() }
}

fn position(conditions: &[&str], pieces: &str, side: Side) -> Position {
    Position::from_pieces_for(pieces, &setting(conditions), side).unwrap()
}

fn moves(position: &mut Position) -> Vec<String> {
    let mut names: Vec<String> =
        position.legal_moves().iter().map(|mv| position.long(mv)).collect();
    names.sort();
    names
}

fn has(position: &mut Position, name: &str) -> bool {
    moves(position).iter().any(|mv| mv == name)
}

/// The moves that begin so.
fn moves_of(position: &mut Position, man: &str) -> Vec<String> {
    moves(position).into_iter().filter(|mv| mv.starts_with(man)).collect()
}

fn play(position: &mut Position, name: &str) {
    let found = moves(position);
    let mv = position.parse_long(name).unwrap_or_else(|_| panic!("{name} among {found:?}"));
    position.play(&mv);
}

const CIRCE: &[&str] = &["Circe"];
const MADRASI: &[&str] = &["Madrasi"];

#[test]
fn circe_men_are_reborn_by_the_colour_of_the_square_of_capture() {
    // d4 is dark, d5 is light
    for (kind, from_dark, from_light) in [("R", "h8", "a8"), ("S", "b8", "g8"), ("B", "f8", "c8")] {
        for (square, home) in [("d4", from_dark), ("d5", from_light)] {
            let mut black =
                position(CIRCE, &format!("White Qd1 Black {kind}{square}"), Side::White);
            let capture = format!("Qd1*{square}[+b{kind}{home}]");
            assert_eq!(moves_of(&mut black, "Qd1*"), [capture]);
        }
    }
    for (kind, from_dark, from_light) in [("R", "a1", "h1"), ("S", "g1", "b1"), ("B", "c1", "f1")] {
        for (square, home) in [("d4", from_dark), ("d5", from_light)] {
            let mut white =
                position(CIRCE, &format!("White {kind}{square} Black Qd8"), Side::Black);
            let capture = format!("Qd8*{square}[+w{kind}{home}]");
            assert_eq!(moves_of(&mut white, "Qd8*"), [capture]);
        }
    }
}

#[test]
fn circe_queens_are_reborn_at_home_pawns_on_their_file_and_fairy_men_at_its_end() {
    for (victim, capture) in [
        ("Qf4", "Ra4*f4[+bQd8]"),
        ("Qf4 Pe7", "Ra4*f4[+bQd8]"),
        ("Pf4", "Ra4*f4[+bPf7]"),
        ("BPf4", "Ra4*f4[+bBPf7]"),
        ("Gf4", "Ra4*f4[+bGf1]"),
        ("Nf4", "Ra4*f4[+bNf1]"),
        ("DUf4", "Ra4*f4[+bDUf1]"),
    ] {
        let mut white = position(CIRCE, &format!("White Ra4 Black {victim}"), Side::White);
        assert_eq!(moves_of(&mut white, "Ra4*"), [capture], "{victim}");
    }
    for (victim, capture) in
        [("Qf4", "Ra4*f4[+wQd1]"), ("Pf4", "Ra4*f4[+wPf2]"), ("Gf4", "Ra4*f4[+wGf8]")]
    {
        let mut black = position(CIRCE, &format!("White {victim} Black Ra4"), Side::Black);
        assert_eq!(moves_of(&mut black, "Ra4*"), [capture], "{victim}");
    }
}

#[test]
fn circe_no_rebirth_on_an_occupied_square() {
    for guard in
        ["White Qd1 Sh8 Black Rd4", "White Qd1 Black Rd4 Sh8", "White Qd1 Black Rd4 Neutral Sh8"]
    {
        let mut white = position(CIRCE, guard, Side::White);
        assert!(has(&mut white, "Qd1*d4"), "{guard}");
    }
    // the captor itself stands on the square
    let mut white = position(CIRCE, "White Rh1 Black Rh8", Side::White);
    assert!(has(&mut white, "Rh1*h8"));
    let mut white = position(CIRCE, "White Pc6 Black Pd7", Side::White);
    assert!(has(&mut white, "c6*d7"));
}

#[test]
fn circe_a_square_left_by_the_move_itself_is_free() {
    let mut white = position(CIRCE, "White Qd8 Black Qd5", Side::White);
    assert!(has(&mut white, "Qd8*d5[+bQd8]"));
    let mut white = position(CIRCE, "White Ra8 Black Re8", Side::White);
    // e8 is light: the rook is reborn where its captor came from
    assert!(has(&mut white, "Ra8*e8[+bRa8]"));
    // a locust leaves the square of capture empty
    let mut white = position(CIRCE, "White Ld5 Black Pd7", Side::White);
    assert_eq!(moves(&mut white), ["Ld5*d7-d8[+bPd7]"]);
    let mut white = position(CIRCE, "White Lb4 Black Sd4", Side::White);
    assert_eq!(moves(&mut white), ["Lb4*d4-e4[+bSb8]"]);
}

#[test]
fn circe_in_passing_the_pawn_goes_back_where_it_came_from() {
    let mut game = position(CIRCE, "White Pe5 Black Pd7", Side::Black);
    play(&mut game, "d7-d5");
    play(&mut game, "e5*d6 ep.[+bPd7]");
    assert_eq!(game.pieces(), "White Pd6 Black Pd7");
    // and may step twice again
    let mut game = position(CIRCE, "White Ra4 Sa1 Black Pf4", Side::White);
    play(&mut game, "Ra4*f4[+bPf7]");
    assert_eq!(moves(&mut game), ["f7-f5", "f7-f6"]);
}

#[test]
fn circe_a_promotion_is_written_before_the_rebirth() {
    let mut white = position(CIRCE, "White Pa7 Black Rb8", Side::White);
    assert_eq!(
        moves_of(&mut white, "a7*"),
        ["a7*b8=B[+bRh8]", "a7*b8=Q[+bRh8]", "a7*b8=R[+bRh8]", "a7*b8=S[+bRh8]"]
    );
    // a knight taken at home is lost
    let mut white = position(CIRCE, "White Pa7 Black Sb8", Side::White);
    assert!(has(&mut white, "a7*b8=Q"));
    let mut white = position(CIRCE, "White Pd7 Black Se8", Side::White);
    assert!(has(&mut white, "d7*e8=Q[+bSg8]"));
}

#[test]
fn circe_a_rebirth_must_not_attack_the_captors_king() {
    let mut white = position(CIRCE, "White Kh1 Qd1 Black Rd4", Side::White);
    assert_eq!(moves_of(&mut white, "Qd1*"), [""; 0]);
    // from a light square the rook goes to a8
    let mut white = position(CIRCE, "White Kh1 Qd1 Black Rd5", Side::White);
    assert!(has(&mut white, "Qd1*d5[+bRa8]"));
    // a king may not capture a rook that is reborn in sight of it
    let mut white = position(CIRCE, "White Ka5 Black Ra6", Side::White);
    assert!(!moves(&mut white).iter().any(|mv| mv.contains('*')));
    let mut white = position(CIRCE, "White Kb5 Black Rb6 Ka1", Side::White);
    assert!(has(&mut white, "Kb5*b6[+bRh8]"));
}

#[test]
fn circe_a_rebirth_may_shut_off_or_give_check() {
    // the bishop reborn on f8 stands between the rook and the king
    let mut white = position(CIRCE, "White Ra8 Qd1 Ke1 Black Kh7 Bd4", Side::White);
    play(&mut white, "Qd1*d4[+bBf8]");
    assert!(!white.in_check(Side::Black));
    // a man of White's reborn by Black's own capture mates nobody, but it checks
    let mut black = position(CIRCE, "White Rd4 Black Qd8 Ka7", Side::Black);
    assert!(!has(&mut black, "Qd8*d4[+wRa1]"));
}

#[test]
fn circe_a_reborn_rook_may_castle() {
    let castles = |pieces: &str, capture: &str| {
        let mut game = position(CIRCE, pieces, Side::Black);
        play(&mut game, capture);
        moves_of(&mut game, "0-0")
    };
    assert_eq!(castles("White Ke1 Rd5 Black Qd8", "Qd8*d5[+wRh1]"), ["0-0"]);
    assert_eq!(castles("White Ke1 Rb2 Black Qb8", "Qb8*b2[+wRa1]"), [""; 0]); // c1 is attacked
    assert_eq!(castles("White Ke1 Rf6 Black Sd7", "Sd7*f6[+wRa1]"), ["0-0-0"]);
    // a king that has moved may not
    let mut game = position(CIRCE, "White Kd1 Rd5 Black Sb6 Ka8", Side::White);
    play(&mut game, "Kd1-e1");
    play(&mut game, "Sb6*d5[+wRh1]");
    assert_eq!(moves_of(&mut game, "0-0"), [""; 0]);
}

#[test]
fn circe_kings_are_reborn_where_that_is_agreed() {
    let inclusive = &["Circe RexInclusive"];
    // the black king would be reborn on e8: no check, and White may capture it
    let mut white = position(inclusive, "White Rb5 Ka1 Black Kg5", Side::White);
    assert!(!white.in_check(Side::Black));
    play(&mut white, "Rb5*g5[+bKe8]");
    assert_eq!(white.pieces(), "White Ka1 Rg5 Black Ke8");
    // with e8 occupied it is check
    let occupied = "White Rb5 Ka1 Black Kg5 Se8";
    assert!(Position::from_pieces(occupied, &setting(inclusive)).is_err());
    let black = position(inclusive, occupied, Side::Black);
    assert!(black.in_check(Side::Black));
    // and so it is on the home square itself
    assert!(position(inclusive, "White Re1 Black Ke8", Side::Black).in_check(Side::Black));
    // nobody's king is safe without the agreement
    assert!(Position::from_pieces("White Rb5 Ka1 Black Kg5", &setting(CIRCE)).is_err());
    // kings may stand side by side
    let mut white = position(inclusive, "White Kd4 Black Kd5", Side::White);
    assert!(has(&mut white, "Kd4*d5[+bKe8]"));
    // a reborn king may castle
    for (pieces, capture, castling) in [
        ("White Sf3 Kh1 Black Kg5 Ra8", "Sf3*g5[+bKe8]", "0-0-0"),
        // over an attacked square, from which it would be reborn on e8
        ("White Bd2 Kh1 Black Kg5 Ra8", "Bd2*g5[+bKe8]", "0-0-0"),
        ("White Ra5 Kh1 Black Kg5 Rh8", "Ra5*g5[+bKe8]", "0-0"),
    ] {
        let mut game = position(inclusive, pieces, Side::White);
        play(&mut game, capture);
        assert!(has(&mut game, castling), "{pieces}");
    }
    // but not out of check
    let mut game = position(inclusive, "White Ra5 Kh1 Black Ke5 Rh8", Side::White);
    play(&mut game, "Ra5*e5[+bKe8]");
    assert!(game.in_check(Side::Black) && !has(&mut game, "0-0"));
}

#[test]
fn circe_a_neutral_man_is_reborn_as_the_other_sides() {
    let mut white = position(CIRCE, "White Qd1 Neutral Rd4", Side::White);
    assert!(has(&mut white, "Qd1*d4[+nRh8]"));
    let mut black = position(CIRCE, "Black Qd8 Neutral Rd4", Side::Black);
    assert!(has(&mut black, "Qd8*d4[+nRa1]"));
    let mut white = position(CIRCE, "White Qa4 Neutral Gd4", Side::White);
    assert!(has(&mut white, "Qa4*d4[+nGd1]"));
    let mut white = position(CIRCE, "Black Sd4 Neutral Qd1", Side::White);
    assert!(has(&mut white, "nQd1*d4[+bSb8]"));
}

#[test]
fn circe_needs_the_home_squares() {
    let on = |size: &str| {
        let geometry = Geometry::from_size(size, Topology::Plane).unwrap();
        let setting = Setting { geometry, ..setting(CIRCE) };
        Position::from_pieces("White Ra1 Black Pa4", &setting).map(|mut p| moves_of(&mut p, "Ra1*"))
    };
    assert_eq!(on("8x8").unwrap(), ["Ra1*a4[+bPa7]"]);
    assert_eq!(on("8x10").unwrap(), ["Ra1*a4[+bPa9]"]);
    for size in ["10x10", "7x8", "8x3"] {
        assert!(on(size).is_err(), "{size}");
    }
    let board = Geometry::from_size("10x10", Topology::Plane).unwrap();
    let refused = conditions::parse("Circe").unwrap().check(&board);
    assert!(matches!(refused, Err(ConditionError::Board { .. })));
}

#[test]
fn madrasi_men_of_a_kind_paralyse_each_other() {
    for (white, black) in [
        ("Rd1", "Rd8"),
        ("Ba1", "Bh8"),
        ("Sd4", "Se6"),
        ("Qa4", "Qd7"),
        ("Pe4", "Pd5"),
        ("Nb1", "Nd5"),
        ("AMa1", "AMb3"),
        ("FEc3", "FEd4"),
    ] {
        let pieces = format!("White {white} Black {black}");
        for side in Side::BOTH {
            assert_eq!(moves(&mut position(MADRASI, &pieces, side)), [""; 0], "{pieces}, {side}");
        }
    }
}

#[test]
fn madrasi_only_men_of_one_kind_in_sight_of_each_other() {
    for pieces in [
        "White Rd1 Pd4 Black Rd8",
        "White Rd1 Black Rd8 Pd5",
        "White Rd1 Black Qd8",
        "White Rd1 Black Re8",
        "White Rd1d8",
        "White Rd1 Black WRd8",
    ] {
        let mut white = position(MADRASI, pieces, Side::White);
        assert_ne!(moves_of(&mut white, "R"), [""; 0], "{pieces}");
    }
    // pawns face to face block, but do not paralyse
    let mut white = position(MADRASI, "White Pe4 Black Pe5 Sd5", Side::White);
    assert_eq!(moves(&mut white), ["e4*d5"]);
}

#[test]
fn madrasi_a_man_can_be_paralysed_by_one_that_is_not() {
    // the knight on b2 bars only the black mao's way
    let pieces = "White MAa1 Sb2 Black MAb3";
    assert_eq!(moves_of(&mut position(MADRASI, pieces, Side::White), "MA"), ["MAa1*b3", "MAa1-c2"]);
    assert_eq!(moves(&mut position(MADRASI, pieces, Side::Black)), [""; 0]);
    // only the black grasshopper comes down where the other stands
    let pieces = "White Ga1 Pa2 Black Ga4";
    assert_eq!(moves_of(&mut position(MADRASI, pieces, Side::White), "G"), [""; 0]);
    assert_eq!(moves(&mut position(MADRASI, pieces, Side::Black)), ["Ga4*a1"]);
}

#[test]
fn madrasi_a_paralysed_man_still_paralyses() {
    // the rooks on the file paralyse each other, and the black one also the rook on a8
    let mut white = position(MADRASI, "White Rd1a8 Black Rd8", Side::White);
    assert_eq!(moves_of(&mut white, "R"), [""; 0]);
}

#[test]
fn madrasi_a_paralysed_man_gives_no_check() {
    let mut white = position(MADRASI, "White Kd1 Rh8 Sg6 Black Rd8", Side::White);
    assert!(!white.in_check(Side::White));
    // a knight between the rooks would set the black one free
    assert!(!has(&mut white, "Sg6-f8"));
    assert!(has(&mut white, "Sg6-e5"));
    // unless it shuts the other line
    let mut white = position(MADRASI, "White Kd1 Rh8 Qg7 Black Rd8", Side::White);
    assert!(!has(&mut white, "Qg7-g8"));
    assert!(has(&mut white, "Qg7-d7"));
    // without the white rook it is check
    assert!(position(MADRASI, "White Kd1 Black Rd8", Side::White).in_check(Side::White));
}

#[test]
fn madrasi_release_gives_check() {
    let mut white = position(MADRASI, "White Ka5 Rd1 Sg3 Black Kd8 Rh1", Side::White);
    assert!(!white.in_check(Side::Black));
    play(&mut white, "Sg3-f1");
    assert!(white.in_check(Side::Black));
    // Black answers by paralysing the rook again
    play(&mut white, "Rh1*f1");
    assert!(!white.in_check(Side::Black));
}

#[test]
fn madrasi_kings_paralyse_only_where_that_is_agreed() {
    let pieces = "White Kd4 Black Kd5";
    assert!(Position::from_pieces(pieces, &setting(MADRASI)).is_err());
    let mut white = position(&["Madrasi RexInclusive"], pieces, Side::White);
    assert!(!white.in_check(Side::White));
    assert_eq!(moves(&mut white), [""; 0]);
    assert!(white.is_stalemate());
    // a royal man of another kind is exempt as well
    let mut white = position(MADRASI, "White Royal Rd1 Black Rd8", Side::White);
    assert_ne!(moves(&mut white), [""; 0]);
    let mut white = position(&["Madrasi RexInclusive"], "White Royal Rd1 Black Rd8", Side::White);
    assert_eq!(moves(&mut white), [""; 0]);
}

#[test]
fn madrasi_castling_is_a_move_of_the_king() {
    let mut white = position(MADRASI, "White Ke1 Rh1 Black Rh8", Side::White);
    assert_eq!(moves_of(&mut white, "R"), [""; 0]);
    assert!(has(&mut white, "0-0"));
}

#[test]
fn madrasi_a_capture_in_passing_does_not_paralyse() {
    let mut game = position(MADRASI, "White Pe5 Black Pd7", Side::Black);
    play(&mut game, "d7-d5");
    assert_eq!(moves(&mut game), ["e5*d6 ep.", "e5-e6"]);
}

#[test]
fn madrasi_neutral_men_serve_both_sides() {
    for side in Side::BOTH {
        assert_eq!(moves(&mut position(MADRASI, "Neutral Rd1d8", side)), [""; 0]);
    }
    // Black's turn: the neutral rook is his own, and the white one an enemy
    let pieces = "White Rd1 Neutral Rd8";
    assert_eq!(moves(&mut position(MADRASI, pieces, Side::Black)), [""; 0]);
    // White's turn: only the white rook is faced by an enemy, since Black could move the neutral
    let mut white = position(MADRASI, pieces, Side::White);
    assert_eq!(moves_of(&mut white, "R"), [""; 0]);
    assert_eq!(moves_of(&mut white, "nR").len(), 13);
}

#[test]
fn circe_and_madrasi_together() {
    let both = &["Circe", "Madrasi"];
    // reborn on h8 the rook would check the king
    let mut white = position(both, "White Kh1 Qd1 Black Rd4", Side::White);
    assert!(!has(&mut white, "Qd1*d4[+bRh8]"));
    // the rook on a8 paralyses it there
    let mut white = position(both, "White Kh1 Qd1 Ra8 Black Rd4", Side::White);
    play(&mut white, "Qd1*d4[+bRh8]");
    assert_eq!(moves(&mut white), [""; 0]);
    // a paralysed man can be captured, and is free again when reborn
    let mut white = position(both, "White Rd1 Ba2 Black Rd5", Side::White);
    assert_eq!(moves_of(&mut white, "R"), [""; 0]);
    play(&mut white, "Ba2*d5[+bRa8]");
    assert_ne!(moves_of(&mut white, "R"), [""; 0]);
}

/// Every captor leaves the board with its victim (kamikaze).
#[derive(Debug)]
struct Kamikaze;

impl Condition for Kamikaze {
    fn name(&self) -> String {
        "Kamikaze".into()
    }

    fn consequences(&self, _: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if mv.captured.is_some() {
            mv.effects.push(Effect::Vanishes(mv.to));
        }
        each(mv);
    }
}

/// A captor other than a king changes sides (Andernach).
#[derive(Debug)]
struct Andernach;

impl Condition for Andernach {
    fn name(&self) -> String {
        "Andernach".into()
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some(man) = position.man(mv.from)
            && mv.captured.is_some()
            && !man.royal
        {
            let kind = mv.promotion.unwrap_or(man.kind);
            let colour = (!position.side_to_move()).colour();
            mv.effects.push(Effect::Becomes(mv.to, Man { kind, colour, ..man }));
        }
        each(mv);
    }
}

/// A captor goes on to a1; if that is occupied, there is no capture.
#[derive(Debug)]
struct ToTheCorner;

impl Condition for ToTheCorner {
    fn name(&self) -> String {
        "ToTheCorner".into()
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if mv.captured.is_some() {
            let corner = position.geometry().square("a1").expect("a1 is on every board");
            if position.man(corner).is_some() && corner != mv.from {
                return;
            }
            mv.effects.push(Effect::Transfers(mv.to, corner));
        }
        each(mv);
    }
}

/// A captor may leave a neutral man of its kind behind: two moves for one.
#[derive(Debug)]
struct OrNot;

impl Condition for OrNot {
    fn name(&self) -> String {
        "OrNot".into()
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        each(mv);
        if mv.captured.is_some() {
            let man = position.man(mv.from).expect("a man moves");
            let mut other = mv;
            other.effects.push(Effect::Appears(Man { colour: Colour::Neutral, ..man }, mv.from));
            each(other);
        }
    }
}

/// Nobody gives check.
#[derive(Debug)]
struct Checkless;

impl Condition for Checkless {
    fn name(&self) -> String {
        "Checkless".into()
    }

    fn permits(&self, after: &Position, _: &Move) -> bool {
        !after.in_check(after.side_to_move())
    }
}

/// Captures must be made.
#[derive(Debug)]
struct MustCapture;

impl Condition for MustCapture {
    fn name(&self) -> String {
        "MustCapture".into()
    }

    fn precedence(&self, _: &Position, mv: &Move) -> u32 {
        u32::from(mv.captured.is_some())
    }
}

fn under(conditions: &[Arc<dyn Condition>], pieces: &str) -> Position {
    let setting = Setting { conditions: conditions.to_vec(), ..Setting::default() };
    Position::from_pieces(pieces, &setting).unwrap()
}

/// Plays every legal move and takes it back; gives the moves and the positions after them.
fn outcomes(position: &mut Position) -> Vec<(String, String)> {
    let before = position.clone();
    let mut found = Vec::new();
    for mv in position.legal_moves() {
        let name = position.long(&mv);
        let undo = position.play(&mv);
        let anew =
            Position::new(position.variant().clone(), position.men(), position.side_to_move());
        assert_eq!(position.pieces(), anew.pieces());
        found.push((name.clone(), position.pieces()));
        position.undo(undo);
        assert!(*position == before, "{name}");
        assert_eq!(position.key(), before.key(), "{name}");
    }
    found.sort();
    found
}

fn captures(position: &mut Position) -> Vec<(String, String)> {
    outcomes(position).into_iter().filter(|(name, _)| name.contains('*')).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(name, pieces)| (name.to_owned(), pieces.to_owned())).collect()
}

#[test]
fn a_man_may_vanish() {
    let kamikaze: &[Arc<dyn Condition>] = &[Arc::new(Kamikaze)];
    let mut white = under(kamikaze, "White Ra1 Kh1 Black Sa5 Kh8");
    let expected = pairs(&[("Ra1*a5[-wRa5]", "White Kh1 Black Kh8")]);
    assert_eq!(captures(&mut white), expected);
    // a promoted man vanishes as what it has become
    let mut white = under(kamikaze, "White Pa7 Kh1 Black Sb8 Kf1");
    let names: Vec<String> = captures(&mut white).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names[1], "a7*b8=Q[-wQb8]");
    // a pinned man may not capture: it would open the line
    let mut white = under(kamikaze, "White Kd1 Rd4 Black Rd8 Sd6");
    assert_eq!(captures(&mut white), pairs(&[]));
    // with one capture on the line of check, both men are gone
    let mut white = under(kamikaze, "White Ke1 Bb4 Black Re7 Kh8");
    assert_eq!(captures(&mut white), pairs(&[("Bb4*e7[-wBe7]", "White Ke1 Black Kh8")]));
}

#[test]
fn a_man_may_become_another() {
    let andernach: &[Arc<dyn Condition>] = &[Arc::new(Andernach)];
    let mut white = under(andernach, "White Ra1 Kh1 Black Sa5 Kh8");
    let expected = pairs(&[("Ra1*a5=b", "White Kh1 Black Kh8 Ra5")]);
    assert_eq!(captures(&mut white), expected);
    // it must not check its former king
    let mut white = under(andernach, "White Ra1 Kh5 Black Sa5 Kh8");
    assert_eq!(captures(&mut white), pairs(&[]));
}

#[test]
fn a_man_may_go_on() {
    let corner: &[Arc<dyn Condition>] = &[Arc::new(ToTheCorner)];
    let mut white = under(corner, "White Rb5 Kh1 Black Sf5 Kh8");
    assert_eq!(captures(&mut white), pairs(&[("Rb5*f5[wRf5->a1]", "White Kh1 Ra1 Black Kh8")]));
    // back to where it came from
    let mut white = under(corner, "White Ra1 Kh1 Black Sa5 Kh8");
    assert_eq!(captures(&mut white), pairs(&[("Ra1*a5[wRa5->a1]", "White Kh1 Ra1 Black Kh8")]));
    // no move at all
    let mut white = under(corner, "White Sa1 Rb5 Kh1 Black Sf5 Kh8");
    assert_eq!(captures(&mut white), pairs(&[]));
}

#[test]
fn one_move_may_have_several_consequences() {
    let mut white = under(&[Arc::new(OrNot)], "White Sb1 Kh1 Black Pc3 Kh8");
    assert_eq!(
        captures(&mut white),
        pairs(&[
            ("Sb1*c3", "White Kh1 Sc3 Black Kh8"),
            ("Sb1*c3[+nSb1]", "White Kh1 Sc3 Black Kh8 Neutral Sb1"),
        ])
    );
}

#[test]
fn conditions_act_by_their_stages_however_they_are_given() {
    let circe = conditions::parse("Circe").unwrap();
    let kamikaze: Arc<dyn Condition> = Arc::new(Kamikaze);
    let expected = pairs(&[("Rd4*a4[-wRa4][+bSg8]", "White Kh1 Black Kh7 Sg8")]);
    for given in [[circe.clone(), kamikaze.clone()], [kamikaze, circe]] {
        let mut white = under(&given, "White Rd4 Kh1 Black Sa4 Kh7");
        assert_eq!(captures(&mut white), expected);
    }
}

#[test]
fn a_move_may_be_forbidden_by_what_it_leads_to() {
    let mut white = under(&[Arc::new(Checkless)], "White Ra1 Kh1 Black Kh8");
    let rook = moves_of(&mut white, "R");
    assert!(rook.contains(&"Ra1-a7".to_owned()) && !rook.contains(&"Ra1-a8".to_owned()));
    // also where no king has to be kept safe
    let mut white = under(&[Arc::new(Checkless)], "White Ra1 Black Kh8");
    assert!(!has(&mut white, "Ra1-a8"));
}

#[test]
fn moves_may_be_chosen_among_the_legal_ones() {
    let must: &[Arc<dyn Condition>] = &[Arc::new(MustCapture)];
    let mut white = under(must, "White Ra1 Kh1 Black Sa5 Kh8");
    assert_eq!(moves(&mut white), ["Ra1*a5"]);
    // an illegal capture obliges nobody
    let mut white = under(must, "White Rd4 Kd1 Black Sa4 Rd8 Kh8");
    assert_eq!(moves(&mut white), ["Rd4*d8"]);
    let mut white = under(must, "White Bd4 Kd1 Black Sf6 Rd8 Kh8");
    assert!(!has(&mut white, "Bd4*f6") && has(&mut white, "Kd1-e1"));
}
