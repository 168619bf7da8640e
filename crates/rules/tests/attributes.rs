//! Attributes of men by example, and what must hold of every game with them.

use proptest::{
    collection::vec,
    prelude::*,
    sample::{select, subsequence},
};
use solusrex_rules::{
    Attribute, Attributes, Geometry, Man, Position, Rules, Setting, Side, Square,
};

fn position(pieces: &str, side: Side) -> Position {
    Position::from_pieces_for(pieces, &Setting::default(), side).unwrap()
}

fn white(pieces: &str) -> Position {
    position(pieces, Side::White)
}

/// The moves that begin so.
fn moves(position: &mut Position, man: &str) -> Vec<String> {
    let moves = position.legal_moves();
    let mut names: Vec<String> = moves.iter().map(|mv| position.long(mv)).collect();
    names.retain(|name| name.starts_with(man));
    names.sort();
    names
}

fn play(position: &mut Position, name: &str) {
    let found = moves(position, "");
    let mv = position.parse_long(name).unwrap_or_else(|_| panic!("{name} among {found:?}"));
    position.play(&mv);
}

#[test]
fn a_kamikaze_vanishes_with_its_victim() {
    let mut rook = white("White Kh1 Kamikaze Ra1 Black Ka8 Pa7");
    assert_eq!(moves(&mut rook, "kRa1*"), ["kRa1*a7[-wkRa7]"]);
    play(&mut rook, "kRa1*a7[-wkRa7]");
    assert_eq!(rook.pieces(), "White Kh1 Black Ka8");
    // it gives check all the same
    assert!(position("White Kh1 Kamikaze Ra1 Black Ka8", Side::Black).in_check(Side::Black));
}

#[test]
fn a_paralysing_man_holds_enemies_and_takes_none() {
    let mut held = position("White Kh1 Paralysing Rd1 Black Ka8 Qd5", Side::Black);
    assert!(moves(&mut held, "Q").is_empty());
    held.set_side_to_move(Side::White);
    assert!(moves(&mut held, "pRd1*").is_empty());
    // it gives no check, but a king that it attacks cannot move
    let mut king = position("White Kh1 Paralysing Rd1 Black Kd5 Pa7", Side::Black);
    assert!(!king.in_check(Side::Black));
    assert_eq!(moves(&mut king, ""), ["a7-a5", "a7-a6"]);
    // a man that is held gives no check
    let pinned = white("White Kd8 Black Kh8 Qd4 White Paralysing Ba1");
    assert!(!pinned.in_check(Side::White));
}

#[test]
fn a_chameleon_goes_from_knight_to_bishop_to_rook_to_queen() {
    let mut man = white("White Chameleon Sb1 Black Kh7");
    for (ours, theirs) in [
        ("cSb1-c3=cB", "Kh7-h6"),
        ("cBc3-a1=cR", "Kh6-h7"),
        ("cRa1-a2=cQ", "Kh7-h6"),
        ("cQa2-b1=cS", "Kh6-g7"),
    ] {
        play(&mut man, ours);
        play(&mut man, theirs);
    }
    assert_eq!(man.pieces(), "White Chameleon Sb1 Black Kg7");
}

#[test]
fn a_pawn_may_become_a_chameleon_where_there_is_one() {
    let mut pawn = white("White Pa7 White Chameleon Sh1");
    let mut promotions = moves(&mut pawn, "a7");
    promotions.retain(|name| name.starts_with("a7-a8=S"));
    assert_eq!(promotions, ["a7-a8=S", "a7-a8=S=c"]);
    play(&mut pawn, "a7-a8=S=c");
    pawn.set_side_to_move(Side::White);
    assert_eq!(moves(&mut pawn, "cSa8"), ["cSa8-b6=cB", "cSa8-c7=cB"]);
}

#[test]
fn a_jigger_keeps_in_touch() {
    let mut rook = white("White Kh8 Jigger Ra1 Black Kf5 Sc2");
    assert_eq!(moves(&mut rook, "jRa1"), ["jRa1-b1", "jRa1-c1", "jRa1-d1"]);
    // it gives check only where it would be in touch
    assert!(!position("White Kh8 Jigger Ra1 Black Ka5", Side::Black).in_check(Side::Black));
    assert!(position("White Kh8 Jigger Ra1 Black Ka5 Pb5", Side::Black).in_check(Side::Black));
}

#[test]
fn a_volage_man_changes_sides_once() {
    let mut man = white("White Ke1 Volage Sb1 Black Ke8");
    play(&mut man, "vSb1-c3=b");
    assert_eq!(man.pieces(), "White Ke1 Black Ke8 Sc3");
    play(&mut man, "Sc3-d5");
    assert_eq!(man.pieces(), "White Ke1 Black Ke8 Sd5");
}

#[test]
fn a_functionary_moves_only_under_attack() {
    let mut idle = white("White Kh1 Functionary Qd4 Black Ka8 Bg1");
    assert!(!moves(&mut idle, "fQ").is_empty());
    let mut idle = white("White Kh1 Functionary Qd4 Black Ka8 Bg2");
    assert!(moves(&mut idle, "fQ").is_empty());
    assert!(!position("White Kh1 Functionary Qd4 Black Kd8", Side::Black).in_check(Side::Black));
}

#[test]
fn a_half_neutral_man_takes_the_colour_of_its_mover_and_loses_it() {
    let mut man = white("White Ka1 Black Ka8 Neutral HalfNeutral Sd4");
    play(&mut man, "nhnSd4-e6=wh");
    assert_eq!(man.pieces(), "White Ka1 HalfNeutral Se6 Black Ka8");
    play(&mut man, "Ka8-a7");
    play(&mut man, "hnSe6-f4=nh");
    assert_eq!(man.pieces(), "White Ka1 Black Ka7 Neutral HalfNeutral Sf4");
}

#[test]
fn a_hurdle_changes_its_colour() {
    let mut hopper = white("White HurdleColourChanging Ga1 Pa2 Black Kd1 Pb2");
    assert_eq!(moves(&mut hopper, "hccG"), ["hccGa1-a3[a2=b]", "hccGa1-c3[b2=w]", "hccGa1-e1"]);
}

#[test]
fn a_protean_man_becomes_what_it_takes() {
    let mut rook = white("White Protean Ra1 Black Ba5 Kh8");
    play(&mut rook, "pRa1*a5=pB");
    assert_eq!(rook.pieces(), "White Protean Ba5 Black Kh8");
    // a man that takes a pawn goes the pawn's way
    let mut rook = white("White Protean Ra1 Black Pa5 Kh8");
    play(&mut rook, "pRa1*a5=pPP");
    play(&mut rook, "Kh8-h7");
    assert_eq!(moves(&mut rook, "pPP"), ["pPPa5-a4"]);
}

#[test]
fn an_uncapturable_man_cannot_be_taken() {
    let mut king = white("White Ka1 Black Uncapturable Pa2 Kh8");
    assert_eq!(moves(&mut king, ""), ["Ka1-b2"]);
}

#[test]
fn a_patrol_man_captures_only_under_its_own_eyes() {
    let mut rook = white("White Kh1 Patrol Ra1 Black Ka8 Pa5");
    assert!(moves(&mut rook, "pRa1*").is_empty());
    assert!(!moves(&mut rook, "pRa1-").is_empty());
    let mut rook = white("White Kh1 Bg7 Patrol Ra1 Black Ka8 Pa5");
    assert_eq!(moves(&mut rook, "pRa1*"), ["pRa1*a5"]);
    assert!(!position("White Kh1 Patrol Ra1 Black Ka8", Side::Black).in_check(Side::Black));
}

#[test]
fn a_bul_hopper_makes_its_hurdle_hop() {
    // from c3 the pawn goes over the hopper that has just passed it
    let mut hopper = white("White Bul Ga1 Black Pc3 Kh1");
    assert_eq!(moves(&mut hopper, "bG"), ["bGa1-d4[bPc3->e5]"]);
    // with no man to hop over itself the hurdle cannot move, and there is no hop
    let mut hopper = white("White Bul Ga1 Black Pa2 Kh8");
    assert_eq!(moves(&mut hopper, "bGa1"), ["bGa1-a3[bPa2->a4]"]);
    let stuck = position("White Pa7 Bul Ga1 Black Ka8", Side::Black);
    assert!(!stuck.in_check(Side::Black), "the pawn has nothing to hop over");
    let free = position("White Pa7b7 Bul Ga1 Black Ka8", Side::Black);
    assert!(free.in_check(Side::Black), "the pawn would hop to c7");
}

#[test]
fn a_dob_hopper_lets_its_hurdle_move() {
    let mut hopper = white("White Dob Ga1 Black Sa3 Kh8");
    assert_eq!(
        moves(&mut hopper, "dG"),
        ["dGa1-a4[bSa3->b1]", "dGa1-a4[bSa3->b5]", "dGa1-a4[bSa3->c2]", "dGa1-a4[bSa3->c4]"]
    );
    // a pawn may be promoted by it
    let mut hopper = white("White Pd7 Dob Gd1 Black Kh5");
    assert!(moves(&mut hopper, "dG").is_empty(), "the hopper stands in the pawn's way");
    let mut hopper = white("White Pd7 Dob Gc6 Black Kh5");
    assert_eq!(
        moves(&mut hopper, "dG"),
        ["B", "G", "Q", "R", "S"].map(|kind| format!("dGc6-e8[wPd7->d8={kind}]"))
    );
}

#[test]
fn a_pawn_may_become_a_dob_hopper_where_there_is_one() {
    let mut pawn = white("White Pa7 Black Kh1 Black Dob Gh5");
    let promotions: Vec<String> =
        moves(&mut pawn, "a7").into_iter().filter(|name| name.contains("=G")).collect();
    assert_eq!(promotions, ["a7-a8=G", "a7-a8=G=d"]);
}

#[test]
fn an_anda_man_becomes_neutral_by_giving_check() {
    let mut rook = white("White Kh1 Anda Ra1 Black Ke8");
    assert!(moves(&mut rook, "aRa1-b1").contains(&"aRa1-b1".to_owned()));
    play(&mut rook, "aRa1-a8[=na]");
    assert_eq!(rook.pieces(), "White Kh1 Black Ke8 Neutral Anda Ra8");
    // Black moves it away with check, and has it
    play(&mut rook, "naRa8-a1[=ba]");
    assert_eq!(rook.pieces(), "White Kh1 Black Ke8 Anda Ra1");
}

#[test]
fn an_inverse_anda_man_becomes_neutral_by_giving_no_check() {
    let mut rook = white("White Kh2 AndaInverse Ra1 Black Ke8");
    assert_eq!(moves(&mut rook, "aiRa1-a8"), ["aiRa1-a8"]);
    play(&mut rook, "aiRa1-b1[=nai]");
    assert_eq!(rook.pieces(), "White Kh2 Black Ke8 Neutral AndaInverse Rb1");
    // Black moves it, and has it
    assert_eq!(moves(&mut rook, "naiRb1-b2"), ["naiRb1-b2"]);
    play(&mut rook, "naiRb1-a1[=bai]");
    assert_eq!(rook.pieces(), "White Kh2 Black Ke8 AndaInverse Ra1");
}

#[test]
fn a_magic_man_turns_whom_it_comes_to_observe() {
    let mut rook = white("White Kh1 Pd3 Magic Ra1 Black Kh8 Sa5 Bd6 Qa6");
    // the knight is observed already, the pawn and the bishop newly; kings stay
    assert!(moves(&mut rook, "mRa1-d1").contains(&"mRa1-d1[d3=b]".to_owned()));
    assert!(moves(&mut rook, "mRa1-a2").contains(&"mRa1-a2".to_owned()));
    assert_eq!(moves(&mut rook, "mRa1-a3"), ["mRa1-a3[d3=b]"]);
    assert_eq!(moves(&mut rook, "mRa1*"), ["mRa1*a5[a6=w]"]);
    // a man that comes into view turns, and so does the one that it uncovers
    rook.set_side_to_move(Side::Black);
    assert_eq!(moves(&mut rook, "Sa5-b3"), ["Sa5-b3[a6=w]"]);
    assert!(moves(&mut rook, "Bd6-a3").contains(&"Bd6-a3[a3=w]".to_owned()));
    play(&mut rook, "Bd6-a3[a3=w]");
    assert_eq!(rook.pieces(), "White Kh1 Ba3 Pd3 Magic Ra1 Black Kh8 Qa6 Sa5");
}

#[test]
fn two_magic_men_at_once_turn_nobody() {
    let mut rooks = white("White Kh2 Magic Ra1d8 Black Kh7 Sc3");
    rooks.set_side_to_move(Side::Black);
    let twice = moves(&mut rooks, "Sc3-d1");
    assert_eq!(twice, ["Sc3-d1"], "observed from a1 and from d8");
    assert_eq!(moves(&mut rooks, "Sc3-d5"), ["Sc3-d5[d5=w]"]);
}

#[test]
fn on_two_boards_men_see_their_own_only_and_change_over() {
    let mut alice = white("White Ka1 Rd1 Black Kh8 AliceB Pd4");
    let moves_of_rook = moves(&mut alice, "Rd1-d");
    // the pawn of the other board is passed, but its square is not free
    let squares = ["d2", "d3", "d5", "d6", "d7", "d8"];
    assert_eq!(moves_of_rook, squares.map(|square| format!("Rd1-{square}B")));
    play(&mut alice, "Rd1-d3B");
    assert_eq!(alice.pieces(), "White AliceA Ka1 AliceB Rd3 Black AliceA Kh8 AliceB Pd4");
    alice.set_side_to_move(Side::White);
    assert_eq!(moves(&mut alice, "Rd3*"), ["Rd3*d4A"]);
}

#[test]
fn on_two_boards_a_king_must_be_safe_on_both() {
    // the first rank is watched on the first board, the second rank on the second
    let mut king = white("White Ka1 Black Kh7 Rc1 AliceB Rh2");
    assert!(king.in_check(Side::White) && !king.has_legal_move());
    let mut king = white("White Ka1 Black Kh7 Rc1 AliceB Rh3");
    assert_eq!(moves(&mut king, ""), ["Ka1-a2B", "Ka1-b2B"]);
}

#[test]
fn on_two_boards_a_check_is_parried_from_the_other() {
    let mut alice = white("White Ka1 AliceB Rh2 Black Kg8 Ra8");
    assert!(alice.in_check(Side::White));
    assert!(moves(&mut alice, "Rh2").contains(&"Rh2-a2A".to_owned()));
    // on its own board a man would leave the line at once
    let mut alice = white("White Ka1 Rh2 Black Kg8 Ra8");
    assert!(moves(&mut alice, "Rh2").contains(&"Rh2-a2".to_owned()));
    let mut alice = white("White Ka1 Rh2 AliceB Sg4 Black Kg8 Ra8");
    assert!(moves(&mut alice, "Rh2").is_empty());
}

/// All attributes but those of the boards, or one of the boards alone.
fn attributes() -> impl Strategy<Value = Attributes> {
    let usual: Vec<Attribute> =
        Attribute::ALL.into_iter().filter(|attribute| !attribute.is_board()).collect();
    prop_oneof![
        4 => subsequence(usual, 0..3).prop_map(|some| some.into_iter().collect()),
        1 => select(vec![Attribute::AliceA, Attribute::AliceB]).prop_map(Attributes::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn games_keep_their_keys_and_can_be_taken_back(
        men in vec((0..64u8, 0..9usize, 0..3usize, attributes()), 2..12),
        picks in vec(any::<u16>(), 1..12),
    ) {
        let words = ["K", "Q", "R", "B", "S", "P", "G", "LI", "PA"];
        let mut text = String::new();
        let mut taken = Vec::new();
        for (square, kind, colour, attributes) in men {
            if taken.contains(&square) {
                continue;
            }
            taken.push(square);
            let colour = ["White", "Black", "Neutral"][colour];
            let square = Geometry::CHESS.name(Square(square));
            text += &format!("{colour} {attributes} {}{square} ", words[kind]);
        }
        let Ok(mut position) = Position::from_pieces(&text, &Setting::default()) else {
            return Ok(());
        };
        for pick in picks {
            let moves = position.legal_moves();
            prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
            let before = position.clone();
            for mv in &moves {
                let undo = position.play(mv);
                let men: Vec<(Square, Man)> = position.men().collect();
                let side = position.side_to_move();
                let again = Position::new(position.variant().clone(), men, side);
                if position.en_passant().is_none() && !has_men_at_home(&position) {
                    prop_assert_eq!(again.key(), position.key(), "{} {}", text, before.long(mv));
                }
                position.undo(undo);
                prop_assert!(position == before, "{} {}", text, before.long(mv));
                prop_assert_eq!(position.key(), before.key());
            }
            let Some(mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
            position.play(mv);
        }
    }

    #[test]
    fn attributes_are_written_and_read_again(
        square in 0..64u8,
        some in attributes(),
    ) {
        let square = Geometry::CHESS.name(Square(square));
        let text = format!("White {some} G{square}").replace("  ", " ");
        let position = Position::from_pieces(&text, &Setting::default()).unwrap();
        prop_assert_eq!(position.pieces(), text);
        let again = Position::from_fen(&position.fen(), &Setting::default()).unwrap();
        prop_assert_eq!(again.fen(), position.fen());
        prop_assert!(again == position);
    }
}

/// Whether a man stands where kings and rooks have rights to castle.
fn has_men_at_home(position: &Position) -> bool {
    [0, 4, 7, 56, 60, 63].iter().any(|&home| position.man(Square(home)).is_some())
}
