//! The fairy conditions, each by a position that can be worked out by hand.

use solusrex_rules::{Move, Position, Rules, Setting, Side, conditions};

fn setting(names: &[&str]) -> Setting {
    let conditions = names.iter().map(|name| conditions::parse(name).unwrap()).collect();
    Setting { conditions, ..Setting::default() }
}

fn position(condition: &str, pieces: &str) -> Position {
    Position::from_pieces(pieces, &setting(&[condition])).unwrap()
}

/// White's moves that begin so.
fn moves(condition: &str, pieces: &str, begin: &str) -> Vec<String> {
    written(&mut position(condition, pieces), begin)
}

fn written(position: &mut Position, begin: &str) -> Vec<String> {
    let legal = position.legal_moves();
    let mut names: Vec<String> = legal.iter().map(|mv| position.long(mv)).collect();
    names.retain(|name| name.starts_with(begin));
    names.sort();
    names
}

fn black_to_move(condition: &str, pieces: &str) -> Position {
    Position::from_pieces_for(pieces, &setting(&[condition]), Side::Black).unwrap()
}

fn black_in_check(condition: &str, pieces: &str) -> bool {
    black_to_move(condition, pieces).in_check(Side::Black)
}

const NONE: [&str; 0] = [];

#[test]
fn circe_forms_differ_in_the_square_of_rebirth() {
    // f4 is dark: the knight's home square is b8
    for (condition, reborn) in [
        ("Circe", "[+bSb8]"),
        ("Circe Mirror", "[+bSg1]"),
        ("MirrorCirce", "[+bSg1]"),
        ("Circe Couscous", "[+bSa1]"),
        ("PWC", "[+bSa4]"),
        ("Circe Rank", "[+bSb4]"),
        ("Circe File", "[+bSf8]"),
        ("Circe Symmetry", "[+bSc5]"),
        ("Circe Diametral", "[+bSg1]"),
        ("Circe Antipodes", "[+bSb8]"),
    ] {
        let captures = moves(condition, "White Ra4 Black Sf4", "Ra4*");
        assert_eq!(captures, [format!("Ra4*f4{reborn}")], "{condition}");
    }
}

#[test]
fn circe_forms_differ_in_what_is_reborn() {
    for (condition, reborn) in [
        ("Circe Chameleon", "[+bBf8]"),
        ("ChameleonCirce", "[+bBf8]"),
        ("Circe Einstein", "[+bPf7]"),
        ("Circe ReversalEinstein", "[+bBf8]"),
    ] {
        let captures = moves(condition, "White Ra4 Black Sf4", "Ra4*");
        assert_eq!(captures, [format!("Ra4*f4{reborn}")], "{condition}");
    }
}

#[test]
fn a_pawn_reborn_on_its_last_rank_is_promoted() {
    assert_eq!(
        moves("PWC", "White Ra1 Black Pa4", "Ra1*"),
        ["Ra1*a4[+bPa1=B]", "Ra1*a4[+bPa1=Q]", "Ra1*a4[+bPa1=R]", "Ra1*a4[+bPa1=S]"]
    );
}

#[test]
fn anticirce_captors_are_reborn_or_do_not_capture() {
    assert_eq!(moves("AntiCirce", "White Ra4 Black Sf4", "Ra4*"), ["Ra4*f4[wRf4->a1]"]);
    assert_eq!(moves("AntiCirce", "White Ra4 Ba1 Black Sf4", "Ra4*"), NONE);
    assert!(black_in_check("AntiCirce", "White Ra4 Black Kf4"));
    assert!(!black_in_check("AntiCirce", "White Ra4 Ba1 Black Kf4"));
    // a promoted pawn is reborn as what it has become
    let promoted = moves("AntiCirce", "White Pa7 Black Rb8", "a7*b8=Q");
    assert_eq!(promoted, ["a7*b8=Q[wQb8->d1]"]);
}

#[test]
fn anticirce_on_the_square_of_rebirth_itself() {
    assert_eq!(moves("AntiCirce", "White Ra4 Black Ba1", "Ra4*"), ["Ra4*a1"]);
    assert_eq!(moves("AntiCirce Calvet", "White Ra4 Black Ba1", "Ra4*"), ["Ra4*a1"]);
    assert_eq!(moves("AntiCirce Cheylan", "White Ra4 Black Ba1", "Ra4*"), NONE);
}

#[test]
fn anticirce_captors_may_change_or_make() {
    let chameleon = moves("AntiCirce Chameleon", "White Sb3 Black Sc5", "Sb3*");
    assert_eq!(chameleon, ["Sb3*c5[wSc5->Bc1]"]);
    let make = moves("AntiCirce Take&Make", "White Ra4 Black Pf4", "Ra4*");
    assert_eq!(make, ["Ra4*f4[wRf4->f3]"]);
}

#[test]
fn take_and_make_goes_on_as_the_man_taken() {
    assert_eq!(
        moves("Take&Make", "White Ra4 Black Sf4 Pd3e2", "Ra4*"),
        ["Ra4*f4-d5", "Ra4*f4-e6", "Ra4*f4-g2", "Ra4*f4-g6", "Ra4*f4-h3", "Ra4*f4-h5"]
    );
    // a black pawn goes down the board
    assert_eq!(moves("Take&Make", "White Ra4 Black Pf4", "Ra4*"), ["Ra4*f4-f3"]);
    assert_eq!(moves("Take&Make", "White Ra4 Black Pf4f3", "Ra4*"), NONE);
}

#[test]
fn take_and_make_pawns_are_promoted_where_they_end() {
    assert_eq!(
        moves("Take&Make", "White Pe7 Black Sd8", "e7*"),
        ["e7*d8-b7", "e7*d8-c6", "e7*d8-e6", "e7*d8-f7"]
    );
    // seven squares with four promotions each, and d7 to d2 but not d1
    assert_eq!(moves("Take&Make", "White Pe7 Black Rd8", "e7*").len(), 7 * 4 + 6);
}

#[test]
fn take_and_make_checks_without_a_move_to_make() {
    let walled = "White Sc2 Black Ka1 Pa2b2 Sb1";
    assert!(black_in_check("Take&Make", walled));
    assert!(!black_in_check("Take&Make Absolute", walled));
    assert!(black_in_check("Take&Make Absolute", "White Sc2 Black Ka1 Pa2 Sb1"));
}

#[test]
fn take_and_make_comes_before_circe_in_either_order() {
    for names in [["Take&Make", "Circe"], ["Circe", "Take&Make"]] {
        let pieces = "White Ra4 Black Pf4";
        let mut white = Position::from_pieces(pieces, &setting(&names)).unwrap();
        assert_eq!(written(&mut white, "Ra4*"), ["Ra4*f4-f3[+bPf7]"]);
    }
}

#[test]
fn isardam_forbids_what_madrasi_would_paralyse() {
    // not to a8 or h1, where the rooks would see each other
    assert_eq!(moves("Isardam", "White Ra1 Black Rh8", "R").len(), 12);
    // the king's captor would stand in sight of the other rook
    let guarded = "White Rd1 Black Kd8 Ra8";
    assert!(!black_in_check("Isardam", guarded));
    assert!(black_in_check("Isardam TypeB", guarded));
    assert!(black_in_check("Isardam", "White Rd1 Black Kd8 Ba8"));
}

#[test]
fn andernach_captors_change_sides_and_anti_andernach_movers() {
    let pieces = "White Ra4 Black Sc4";
    assert_eq!(
        moves("Andernach", pieces, "Ra4"),
        [
            "Ra4*c4=b", "Ra4-a1", "Ra4-a2", "Ra4-a3", "Ra4-a5", "Ra4-a6", "Ra4-a7", "Ra4-a8",
            "Ra4-b4"
        ]
    );
    assert_eq!(moves("AntiAndernach", pieces, "Ra4*"), ["Ra4*c4"]);
    assert_eq!(moves("AntiAndernach", pieces, "Ra4-b"), ["Ra4-b4=b"]);
    // kings stay what they are
    assert_eq!(moves("Andernach", "White Kb4 Black Sc4", "Kb4*"), ["Kb4*c4"]);
    // neutral men are the mover's before
    assert_eq!(moves("Andernach", "Neutral Ra4 Black Sc4", "nRa4*"), ["nRa4*c4=b"]);
}

#[test]
fn patrol_men_capture_when_observed_and_ultra_patrol_men_move_then() {
    assert_eq!(moves("Patrol", "White Ra1 Black Sa5", "Ra1*"), NONE);
    assert_eq!(moves("Patrol", "White Ra1 Kb2 Black Sa5", "Ra1*"), ["Ra1*a5"]);
    assert!(!black_in_check("Patrol", "White Ra1 Black Ka5"));
    assert!(black_in_check("Patrol", "White Ra1 Kb2 Black Ka5"));
    assert_eq!(moves("UltraPatrol", "White Ra1 Black Sh8", ""), NONE);
    // the king observes the rook, the rook not the king
    let both = moves("UltraPatrol", "White Ra1 Kb2 Black Sh8", "");
    assert_eq!(both.len(), 14);
    assert!(both.iter().all(|mv| mv.starts_with('R')));
}

#[test]
fn grid_moves_and_checks_cross_a_line() {
    assert_eq!(moves("Grid", "White Ka1 Black Sh8", ""), NONE);
    assert_eq!(moves("Grid", "White Kb1 Black Sh8", ""), ["Kb1-c1", "Kb1-c2"]);
    assert!(!black_in_check("Grid", "White Rc1 Black Kd1"));
    assert!(black_in_check("Grid", "White Rb1 Black Kc1"));
}

#[test]
fn maximummer_longest_and_minimummer_shortest() {
    assert_eq!(moves("WhiteMaximummer", "White Qd1", ""), ["Qd1-d8"]);
    assert_eq!(moves("WhiteMinimummer", "White Qd1", ""), ["Qd1-c1", "Qd1-d2", "Qd1-e1"]);
    assert_eq!(moves("BlackMaximummer", "White Qd1", "").len(), 21);
    // castling is as long as both ways together
    let fen = "8/8/8/8/7P/8/8/4K2R w K -";
    let mut white = Position::from_fen(fen, &setting(&["WhiteMaximummer"])).unwrap();
    assert_eq!(written(&mut white, ""), ["0-0"]);
}

#[test]
fn strict_maximummers_capture_a_king_only_by_their_longest_moves() {
    // the bishop's way to h7 is longer than the rook's to the king
    let pieces = "White Ka3 Ra8 Bb1 Black Kh8";
    assert!(black_in_check("WhiteMaximummer", pieces));
    assert!(!black_in_check("WhiteMaximummer Exact", pieces));
    assert!(!black_in_check("WhiteMaximummer Ultra", pieces));
    // a pinned bishop cannot legally go there
    let pinned = "White Ka1 Ra8 Bb1 Black Kh8 Rh1";
    assert!(black_in_check("WhiteMaximummer Exact", pinned));
    assert!(!black_in_check("WhiteMaximummer Ultra", pinned));
}

#[test]
fn checkless_chess_knows_mate_but_no_check() {
    assert_eq!(moves("Checkless", "White Ra1 Black Kh8", "Ra1-a8"), NONE);
    assert_eq!(moves("Checkless", "White Ra1 Black Kh8 Pg7h7", "Ra1-a8"), ["Ra1-a8"]);
    // the bishop could step in on d8, but from there it would check a king on a5
    assert_eq!(moves("Checkless", "White Rb1 Ka4 Black Kh8 Pg7h7 Bh4", "Rb1-b8"), NONE);
    assert_eq!(moves("Checkless", "White Rb1 Ka5 Black Kh8 Pg7h7 Bh4", "Rb1-b8"), ["Rb1-b8"]);
}

#[test]
fn without_captures_kings_are_still_threatened() {
    assert_eq!(moves("NoCapture", "White Ra1 Black Sa3", "Ra1-a"), ["Ra1-a2"]);
    assert_eq!(moves("NoCapture", "White Ra1 Black Sa3", "Ra1*"), NONE);
    assert_eq!(moves("BlackNoCapture", "White Ra1 Black Sa3", "Ra1*"), ["Ra1*a3"]);
    assert!(black_in_check("NoCapture", "White Ra1 Black Ka3"));
}

#[test]
fn immune_men_are_those_that_could_not_be_reborn() {
    assert_eq!(moves("Immun", "White Ra4 Black Sf4", "Ra4*"), ["Ra4*f4"]);
    assert_eq!(moves("Immun", "White Ra4 Black Sf4 Qb8", "Ra4*"), NONE);
    // the white king's square e1 is occupied, the black king's e8 is not
    let kings = black_to_move("Immun RexInclusive", "White Kg6 Re1 Black Kf6");
    assert!(kings.in_check(Side::Black));
    assert!(!kings.in_check(Side::White));
}

#[test]
fn transmuted_kings_move_as_the_men_that_check_them() {
    assert_eq!(
        moves("TransmutedKings", "White Kd4 Black Sb3", ""),
        ["Kd4*b3", "Kd4-b5", "Kd4-c2", "Kd4-c6", "Kd4-e2", "Kd4-e6", "Kd4-f3", "Kd4-f5"]
    );
    assert_eq!(moves("BlackTransmutedKing", "White Kd4 Black Sb3", "").len(), 7);
}

#[test]
fn annan_men_walk_as_the_men_behind_them() {
    // thirteen squares, and four promotions on one of them
    assert_eq!(moves("Annan", "White Pd4 Bd3", "d4").len(), 12 + 4);
    assert!(black_in_check("Annan", "White Pd4 Bd3 Black Kf6"));
    assert!(!black_in_check("Annan", "White Pd4 Rd3 Black Ke5"));
}

#[test]
fn monochromatic_and_bichromatic_moves() {
    assert_eq!(moves("Monochromatic", "White Sd4", ""), NONE);
    assert_eq!(moves("Monochromatic", "White Rd4", "").len(), 6);
    assert_eq!(moves("Bichromatic", "White Rd4", "").len(), 8);
    assert_eq!(moves("Bichromatic", "White Bd4", ""), NONE);
    // the rook from h1 keeps its colour, that from a1 does not
    let fen = "8/8/8/8/8/8/8/R3K2R w KQ -";
    let mut white = Position::from_fen(fen, &setting(&["Monochromatic"])).unwrap();
    assert_eq!(written(&mut white, "0"), ["0-0"]);
}

#[test]
fn koeko_men_arrive_in_touch_and_anti_koeko_men_out_of_it() {
    let pieces = "White Ra1 Black Bb8";
    assert_eq!(moves("Koeko", pieces, ""), ["Ra1-a7", "Ra1-a8"]);
    assert_eq!(moves("AntiKoeko", pieces, "").len(), 12);
    // who captures the king must be in touch too
    assert!(!black_in_check("Koeko", "White Ra1 Black Ka8"));
    assert!(black_in_check("Koeko", "White Ra1 Black Ka8 Pb7"));
}

#[test]
fn new_koeko_men_stay_in_touch_or_out_of_it() {
    assert_eq!(moves("NewKoeko", "White Ra1 Black Bb8", "").len(), 12);
    assert_eq!(
        moves("NewKoeko", "White Ra1 Black Bb2 Ph2", "Ra1"),
        ["Ra1-a2", "Ra1-a3", "Ra1-b1", "Ra1-c1", "Ra1-g1", "Ra1-h1"]
    );
    assert!(!black_in_check("NewKoeko", "White Ra1 Black Ka8 Pb7"));
    assert!(black_in_check("NewKoeko", "White Ra1 Pb2 Black Ka8 Pb7"));
}

#[test]
fn chameleons_change_when_they_move() {
    assert_eq!(
        moves("Chameleon", "White Sb1 Pa2", ""),
        ["Sb1-a3=B", "Sb1-c3=B", "Sb1-d2=B", "a2-a3", "a2-a4"]
    );
    assert!(moves("Chameleon", "White Qh1", "Qh1-a").contains(&"Qh1-a8=S".to_owned()));
    // other kinds in turn
    assert_eq!(moves("Chameleon S G", "White Sa1", ""), ["Sa1-b3=G", "Sa1-c2=G"]);
    assert_eq!(moves("Chameleon S G", "White Ga1 Pa2", "G"), ["Ga1-a3=S"]);
}

#[test]
fn the_rook_of_a_castling_has_moved() {
    for (condition, expected) in [
        ("Einstein", "0-0[f1=B]"),
        ("ReversalEinstein", "0-0[f1=Q]"),
        ("Chameleon", "0-0[f1=Q]"),
        ("NorskSjakk", "0-0[f1=B]"),
    ] {
        assert_eq!(moves(condition, "White Ke1 Rh1 Black Ka8", "0-0"), [expected], "{condition}");
    }
}

#[test]
fn einstein_men_lose_by_moving_and_gain_by_capturing() {
    let pieces = "White Bb1 Black Sc2";
    assert_eq!(moves("Einstein", pieces, ""), ["Bb1*c2=R", "Bb1-a2=S"]);
    assert_eq!(moves("ReversalEinstein", pieces, ""), ["Bb1*c2=S", "Bb1-a2=R"]);
    // a pawn has nothing to lose, a queen nothing to gain
    assert_eq!(moves("Einstein", "White Pa2 Black Pb3", ""), ["a2*b3=S", "a2-a3", "a2-a4"]);
    assert_eq!(moves("Einstein", "White Qa1 Black Ra2", "Qa1*"), ["Qa1*a2"]);
    // a knight that becomes a pawn on the last rank is promoted
    assert_eq!(moves("Einstein", "White Sa6", "Sa6-b8").len(), 4);
    assert_eq!(moves("Einstein", "White Sa6", "Sa6-b4"), ["Sa6-b4=P"]);
    // and a pawn that becomes a knight there is not
    assert_eq!(moves("Einstein", "White Pa7 Black Rb8", "a7*"), ["a7*b8=S"]);
    assert_eq!(moves("Einstein", "White Pa7", "").len(), 4);
    assert_eq!(moves("ReversalEinstein", "White Pa7", ""), ["a7-a8=S"]);
}

#[test]
fn who_takes_in_passing_makes_a_move_from_there() {
    let mut game = black_to_move("Take&Make", "White Pe5 Black Pd7");
    let double = game.parse_long("d7-d5").unwrap();
    game.play(&double);
    assert_eq!(written(&mut game, "e5*"), ["e5*d6 ep.-d5"]);
}

#[test]
fn a_pawn_that_changes_sides_cannot_be_taken_in_passing_by_its_new_side() {
    let mut game = black_to_move("AntiAndernach", "White Pe5 Black Pd7");
    let double = game.parse_long("d7-d5=w").unwrap();
    game.play(&double);
    assert_eq!(written(&mut game, "e5*"), NONE);
}

#[test]
fn conditions_combine() {
    // the rook is reborn on a1, where its victim would be; one of them finds the square taken
    for names in [["AntiCirce", "Circe Couscous"], ["Circe Couscous", "AntiCirce"]] {
        let mut white = Position::from_pieces("White Ra4 Black Sf4", &setting(&names)).unwrap();
        assert!(written(&mut white, "Ra4*f4[+bSa1][").is_empty());
    }
    let names = ["Andernach", "AntiCirce Chameleon", "Circe"];
    let mut white = Position::from_pieces("White Ra4 Black Sf4", &setting(&names)).unwrap();
    let captures = written(&mut white, "Ra4*");
    assert_eq!(captures.len(), 1);
    let mv = white.parse_long(&captures[0]).unwrap();
    let before = white.clone();
    let undo = white.play(&mv);
    white.undo(undo);
    assert_eq!(white, before);
}

#[test]
fn more_forms_of_circe() {
    for (condition, reborn) in [
        ("Circe VerticalMirror", "[+bSg8]"),
        ("VerticalMirrorCirce", "[+bSg8]"),
        ("Circe VerticalSymmetry", "[+bSc4]"),
        ("Circe HorizontalSymmetry", "[+bSf5]"),
        ("MirrorFileCirce", "[+bSf1]"),
        ("Circe File Mirror", "[+bSf1]"),
        ("CirceClone", "[+bRh8]"),
        ("CirceTurncoats", "[+wSb8]"),
        ("CirceDoubleAgents", "[+wSg1]"),
        ("AprilChess S", "[+bSb8]"),
        ("AprilChess B R", ""),
    ] {
        let captures = moves(condition, "White Ra4 Black Sf4", "Ra4*");
        assert_eq!(captures, [format!("Ra4*f4{reborn}")], "{condition}");
    }
}

#[test]
fn parts_of_a_rebirth_combine() {
    for (condition, reborn) in [
        ("Circe Couscous File", "[+bSf1]"),
        ("Circe Mirror Rank", "[+bSg4]"),
        ("Circe Symmetry VerticalMirror", "[+bSf5]"),
        ("Circe Mirror Clone", "[+bRa1]"),
        ("Circe Chameleon S G Strict", "[+bGf1]"),
        ("Circe Rank Turncoats", "[+wSb4]"),
    ] {
        let captures = moves(condition, "White Ra4 Black Sf4", "Ra4*");
        assert_eq!(captures, [format!("Ra4*f4{reborn}")], "{condition}");
    }
    let captures = moves("AntiCirce PWC Turncoats", "White Ra4 Black Sf4", "Ra4*");
    assert_eq!(captures, ["Ra4*f4[wRf4->ba4]"]);
}

#[test]
fn promoted_men_are_reborn_as_fairy_men_are() {
    let mut white = position("FrischaufCirce", "White Pa7 Rd1 Black Sd4 Frischauf Sd8");
    let names = written(&mut white, "");
    assert!(names.contains(&"a7-a8=Q=f".to_owned()), "{names:?}");
    // an ordinary knight goes home, a promoted one to the promotion square of the file
    assert_eq!(written(&mut white, "Rd1*d4"), ["Rd1*d4[+bSb8]"]);
    let captures = moves("Circe Frischauf", "White Rd2 Black Frischauf Sd4", "Rd2*");
    assert_eq!(captures, ["Rd2*d4[+bfSd1]"]);
    let captures = moves("Circe", "White Rd2 Black Frischauf Sd4", "Rd2*");
    assert_eq!(captures, ["Rd2*d4[+bfSb8]"]);
}

#[test]
fn who_finds_the_square_of_rebirth_taken() {
    let (circe, anticirce) = ("White Ra4 Black Sf4 Rb8", "White Ra4 Ba1 Black Sf4");
    for (condition, pieces, captures) in [
        ("Circe", circe, &["Ra4*f4"][..]),
        ("Circe Strict", circe, &[]),
        ("Circe Assassin", circe, &["Ra4*f4[-bRb8][+bSb8]"]),
        ("AntiCirce", anticirce, &[]),
        ("AntiCirce Relaxed", anticirce, &["Ra4*f4"]),
    ] {
        assert_eq!(moves(condition, pieces, "Ra4*"), captures, "{condition}");
    }
}

#[test]
fn equipollent_rebirth_is_as_far_beyond() {
    assert_eq!(moves("EquipollentsCirce", "White Ra4 Black Sc4", "Ra4*"), ["Ra4*c4[+bSe4]"]);
    // off the board, or occupied: lost
    assert_eq!(moves("EquipollentsCirce", "White Ra4 Black Sf4", "Ra4*"), ["Ra4*f4"]);
    assert_eq!(moves("EquipollentsCirce", "White Ra4 Black Sc4 Pe4", "Ra4*"), ["Ra4*c4"]);
}

#[test]
fn super_circe_leaves_the_choice_to_the_captor() {
    // 63 empty squares, or none
    assert_eq!(moves("SuperCirce", "White Ra4 Black Sf4", "Ra4*").len(), 64);
}

#[test]
fn circe_take_and_make_goes_on_as_the_captor() {
    assert_eq!(
        moves("CirceTake&Make", "White Sb2 Pe1c1 Black Pd3 Sf4", "Sb2*"),
        ["Sb2*d3[+bPb2]", "Sb2*d3[+bPb4]", "Sb2*d3[+bPc5]", "Sb2*d3[+bPe5]", "Sb2*d3[+bPf2]"]
    );
}

#[test]
fn an_assassin_takes_the_place_of_who_stands_there() {
    let pieces = "White Ra4 Black Sf4 Qb8";
    assert_eq!(moves("CirceAssassin", pieces, "Ra4*"), ["Ra4*f4[-bQb8][+bSb8]"]);
    // a king on the square of rebirth is in check
    assert!(black_in_check("CirceAssassin", "White Ra4 Black Sf4 Kb8"));
    assert!(!black_in_check("CirceAssassin", "White Ra4 Black Sf4 Kh8"));
    // and nobody may kill his own
    assert_eq!(moves("CirceAssassin", "White Ra4 Kb8 Black Sf4", "Ra4*"), NONE);
    // a man that turns by giving check looks at attacks: kills depend on who turns
    let turning = "White Ka1 Anda Sc3 Black Kh8 Anda Sf6 Rg7";
    assert!(moves("CirceAssassin", turning, "aSc3-").contains(&"aSc3-d5".to_owned()));
}

#[test]
fn parrain_reborn_by_the_next_move() {
    let mut game = position("ParrainCirce", "White Ra4 Black Sf4 Kh8");
    let capture = game.parse_long("Ra4*f4").unwrap();
    game.play(&capture);
    assert_eq!(written(&mut game, "K"), ["Kh8-g7[+bSe3]", "Kh8-g8[+bSe4]", "Kh8-h7[+bSf3]"]);
    let mut game = position("ContraParrain", "White Ra4 Black Sf4 Kh8");
    let capture = game.parse_long("Ra4*f4").unwrap();
    game.play(&capture);
    assert_eq!(written(&mut game, "K"), ["Kh8-g7[+bSg5]", "Kh8-g8[+bSg4]", "Kh8-h7[+bSf5]"]);
    let step = game.parse_long("Kh8-h7[+bSf5]").unwrap();
    let before = (game.clone(), game.key());
    let undo = game.play(&step);
    assert!(game.captive().is_none());
    game.undo(undo);
    assert_eq!((game.clone(), game.key()), before);
}

#[test]
fn anticirce_kings_may_be_exempt() {
    assert_eq!(moves("AntiCirce", "White Kb4 Black Sc4", "Kb4*"), ["Kb4*c4[wKc4->e1]"]);
    assert_eq!(moves("AntiCirce RexExclusive", "White Kb4 Black Sc4", "Kb4*"), ["Kb4*c4"]);
}

#[test]
fn vogtlaender_checks_are_the_other_sides() {
    // the rook must not attack the black king
    assert!(!moves("Vogtlaender", "White Ra1 Kc1 Black Kh8", "R").contains(&"Ra1-a8".to_owned()));
    // White is in check when the black king is attacked
    assert!(position("Vogtlaender", "White Ra1 Kc1 Black Ka8").in_check(Side::White));
    // the king goes into an attack: Black is in check, and his rook must leave the file
    let mut white = position("Vogtlaender", "White Kb3 Black Ra1 Ka8 Pb7");
    let step = white.parse_long("Kb3-a3").unwrap();
    white.play(&step);
    assert!(white.in_check(Side::Black));
    assert!(white.has_legal_move());
    // rook and bishop look at the king, which they cannot capture, and only one of them can leave: mate
    let mut white = position("Vogtlaender", "White Kc4 Black Ka8 Rd8 Bg7");
    let step = white.parse_long("Kc4-d4").unwrap();
    white.play(&step);
    assert!(white.is_checkmate());
}

#[test]
fn annan_kings_lend_and_borrow_by_type() {
    let lends = |name: &str| moves(name, "White Pd4 Kd3", "d4").len() == 7;
    let borrows = |name: &str| moves(name, "White Kd4 Sd3", "Kd4-b").len() == 2;
    for (name, lent, borrowed) in [
        ("Annan", true, true),
        ("Annan TypeA", true, true),
        ("Annan TypeB", false, true),
        ("Annan TypeC", true, false),
        ("Annan TypeD", false, false),
    ] {
        assert_eq!((lends(name), borrows(name)), (lent, borrowed), "{name}");
    }
}

#[test]
fn reflective_and_vaulting_kings_keep_their_moves() {
    assert_eq!(moves("ReflectiveKings", "White Kd4 Black Sb3", "K").len(), 8 + 7);
    // over the knight, or over its own pawn
    let vaults = moves("VaultingKings", "White Kd4 Pf4 Black Sb3", "K");
    assert!(vaults.contains(&"Kd4-h4".to_owned()));
    assert!(vaults.contains(&"Kd4-d5".to_owned()));
    let only = moves("VaultingKings Transmuting", "White Kd4 Pf4 Black Sb3", "K");
    assert_eq!(only, ["Kd4-h4"]);
    assert!(!moves("VaultingKings", "White Kd4 Pf4 Black Sb8", "K").contains(&"Kd4-h4".to_owned()));
    // nobody is promoted to an equihopper
    assert_eq!(moves("VaultingKings", "White Pa7", "").len(), 4);
}

#[test]
fn grids_of_other_cells() {
    assert_eq!(moves("Grid HorizontalShift", "White Ka1 Black Sh8", ""), ["Ka1-b1", "Ka1-b2"]);
    assert_eq!(moves("Grid VerticalShift", "White Ka1 Black Sh8", ""), ["Ka1-a2", "Ka1-b2"]);
    assert_eq!(moves("Grid DiagonalShift", "White Ka1 Black Sh8", "").len(), 3);
    assert_eq!(moves("Grid Orthogonal a", "White Ka1 Black Sh8", ""), ["Ka1-b1", "Ka1-b2"]);
    assert_eq!(moves("Grid Irregular a1a2b1 h8", "White Ka1 Black Sh8", ""), ["Ka1-b2"]);
}

#[test]
fn neighbours_may_be_a_knights_move_apart() {
    assert_eq!(moves("Koeko Neighbour S", "White Ra1 Black Bb8", ""), ["Ra1-a6"]);
}

#[test]
fn hypervolage_men_always_change_and_edge_movers_go_to_the_edge() {
    assert_eq!(moves("Hypervolage", "White Sa1 Kh1 Black Pb3", "S"), ["Sa1*b3=b", "Sa1-c2=b"]);
    assert_eq!(moves("WhiteEdgeMover", "White Kb2 Sf4", "").len(), 5 + 2);
    assert_eq!(moves("WhiteEdgeMover", "White Kc3", "").len(), 8);
}

#[test]
fn eiffel_men_are_paralysed_by_lesser_ones() {
    assert_eq!(moves("Eiffel", "White Rd4 Black Bf6", "R"), NONE);
    assert!(!moves("Eiffel", "White Rd4 Black Qf6", "R").is_empty());
    assert_eq!(moves("Eiffel", "White Pd4 Black Qf6", ""), NONE);
}

#[test]
fn promotions_may_be_limited() {
    assert_eq!(moves("PromOnly G S", "White Pa7", ""), ["a7-a8=G", "a7-a8=S"]);
}

#[test]
fn promotions_may_be_elsewhere() {
    // also at the end of a double step; the last rank is a dead end
    let squares = "WhitePromSquares a4c5";
    assert_eq!(moves(squares, "White Pa2c7", "a").len(), 1 + 4);
    assert_eq!(moves(squares, "White Pa2c7", "c"), ["c7-c8"]);
    assert_eq!(moves("BlackPromSquares c8", "White Pc7", "").len(), 4);
    assert_eq!(moves("PromSquares c5", "White Pb4 Black Sc5", "b4*").len(), 4);
    let both = |conditions: [&str; 2], pieces: &str, begin: &str| {
        written(&mut Position::from_pieces(pieces, &setting(&conditions)).unwrap(), begin).len()
    };
    assert_eq!(both(["Take&Make", "PromSquares c7"], "White Pb4 Black Rc5", "b4*c5-c7"), 4);
    // a rebirth may lead there
    assert_eq!(both(["Circe", "BlackPromSquares d7"], "White Rd4 Black Pd5", "Rd4*"), 4);
}

#[test]
fn a_pawn_that_goes_backwards_is_promoted_there_when_it_makes_a_move() {
    assert_eq!(moves("Take&Make", "White PPb3 Black Rc2", "PPb3*c2-c1").len(), 4);
    assert_eq!(moves("Take&Make", "White PPb3 Black Rc2", "PPb3*c2-c8"), NONE);
}

#[test]
fn einstein_pawns_leave_the_first_rank() {
    assert_eq!(moves("Einstein", "White Pa1", ""), ["a1-a2", "a1-a3", "a1-a4"]);
    assert_eq!(moves("Circe", "White Pa1", ""), NONE);
}

#[test]
fn a_rook_that_changes_sides_at_home_may_castle() {
    let mut white = position("Andernach", "White Rh1 Ka1 Black Ke8 Bh8");
    white.grant_all_castling();
    let capture = white.parse_long("Rh1*h8=b").unwrap();
    white.play(&capture);
    assert_eq!(written(&mut white, "0"), ["0-0"]);
}

#[test]
fn who_is_observed_captures_or_moves() {
    // the king observes the rook, or the bishop does
    for (condition, own, enemys, nobodys) in [("Patrol", 1, 0, 0), ("Lortap", 0, 1, 1)] {
        let captures = |pieces: &str| moves(condition, pieces, "Ra1*").len();
        assert_eq!(captures("White Ra1 Kb2 Black Sa5"), own, "{condition}");
        assert_eq!(captures("White Ra1 Black Sa5 Bd4"), enemys, "{condition}");
        assert_eq!(captures("White Ra1 Black Sa5"), nobodys, "{condition}");
    }
    assert!(black_in_check("Lortap", "White Ra1 Black Ka5"));
    assert!(!black_in_check("Lortap", "White Ra1 Kb2 Black Ka5"));
    assert_eq!(moves("Functionary", "White Ra1 Black Bd5", ""), NONE);
    assert_eq!(moves("BeamtenSchach", "White Ra1 Black Bd4", "").len(), 14);
}

#[test]
fn central_men_are_in_touch_with_their_king() {
    // the king supports the rook, the rook the knight, nobody the bishop
    let all = moves("Central", "White Ka1 Ra2 Sa5 Bh8 Black Kh1", "");
    assert!(all.iter().any(|mv| mv.starts_with('R')) && all.iter().any(|mv| mv.starts_with('S')));
    assert!(!all.iter().any(|mv| mv.starts_with('B')));
    assert!(!black_in_check("Central", "White Ka1 Bb5 Black Ke8"));
    assert!(black_in_check("Central", "White Ka4 Bb5 Black Ke8"));
}

#[test]
fn men_become_others_where_they_arrive() {
    assert_eq!(moves("Degradierung", "White Sa1", ""), ["Sa1-b3", "Sa1-c2=P"]);
    assert_eq!(moves("Degradierung", "White Ka1", "").len(), 3);
    assert_eq!(moves("NorskSjakk", "White Sa1", ""), ["Sa1-b3=Q", "Sa1-c2=Q"]);
    assert_eq!(moves("NorskSjakk", "White Pa7", "a7-a8=Q"), ["a7-a8=Q"]);
    assert_eq!(moves("MagicSquares c2", "White Sa1", ""), ["Sa1-b3", "Sa1-c2=b"]);
    assert_eq!(moves("Glasgow", "White Pa6", "").len(), 4);
    assert_eq!(moves("Glasgow", "White Pa5", ""), ["a5-a6"]);
}

#[test]
fn protean_captors_become_their_victims() {
    let pieces = "White Ra4 Kg5 Black Sa7 Bg6 Pc4";
    assert_eq!(moves("ProteanChess", pieces, "Ra4*"), ["Ra4*a7=S", "Ra4*c4=PP"]);
    assert_eq!(moves("ProteanChess", pieces, "Kg5*"), ["Kg5*g6"]);
    // a promoted pawn becomes its victim
    let promoted = moves("ProteanChess", "White Pa7 Black Sb8", "a7*b8=Q");
    assert_eq!(promoted, ["a7*b8=Q=S"]);
}

#[test]
fn tibet_captors_of_another_kind_change_sides() {
    let pieces = "White Ra4 Black Sc4 Ra8";
    assert_eq!(moves("Tibet", pieces, "Ra4*"), ["Ra4*a8", "Ra4*c4"]);
    assert_eq!(moves("DoubleTibet", pieces, "Ra4*"), ["Ra4*a8", "Ra4*c4=b"]);
    let mut black = black_to_move("Tibet", "White Ra4 Bh8 Black Ra8");
    assert_eq!(written(&mut black, "Ra8*"), ["Ra8*a4", "Ra8*h8=w"]);
}

#[test]
fn sentinels_stay_behind() {
    assert_eq!(moves("Sentinelles", "White Sb3", "Sb3-d4"), ["Sb3-d4[+wPb3]"]);
    assert_eq!(moves("Sentinelles", "White Sb1", "Sb1-a3"), ["Sb1-a3"]);
    assert_eq!(moves("Sentinelles", "White Kb3 Pg2", "Kb3-c4"), ["Kb3-c4[+wPb3]"]);
    assert_eq!(moves("Sentinelles PionAdvers", "White Sb3", "Sb3-d4"), ["Sb3-d4[+bPb3]"]);
    assert_eq!(moves("Sentinelles PionNeutre", "White Sb3", "Sb3-d4"), ["Sb3-d4[+nPb3]"]);
    assert_eq!(moves("Sentinelles MaximumWhite 1", "White Sb3 Pg2", "Sb3-d4"), ["Sb3-d4"]);
    // a pawn captured makes room for another
    let full = "White Sb3 Black Pd4 Pa7";
    let enemy = "Sentinelles PionAdvers MaximumBlack 2";
    assert_eq!(moves(enemy, full, "Sb3*"), ["Sb3*d4[+bPb3]"]);
    assert_eq!(moves(enemy, full, "Sb3-c5"), ["Sb3-c5"]);
}

#[test]
fn men_that_touch_lend_each_other_their_walks() {
    let walks = |condition, pieces| moves(condition, pieces, "Sd4");
    assert_eq!(walks("FaceToFace", "White Sd4 Black Rd5").len(), 11);
    assert_eq!(walks("BackToBack", "White Sd4 Black Rd5").len(), 8);
    assert_eq!(walks("BackToBack", "White Sd4 Black Rd3").len(), 12);
    assert_eq!(walks("CheekToCheek", "White Sd4 Black Rc4").len(), 12);
    assert_eq!(walks("CheekToCheek", "White Sd4 Black Rc4 Be4").len(), 9 + 13);
    // d4 and e5 are symmetric
    assert_eq!(walks("PointReflection", "White Sd4 Black Re5").len(), 14);
    assert_eq!(walks("PointReflection", "White Sd4 Black Re4").len(), 8);
}

#[test]
fn antikings_must_be_attacked() {
    assert!(black_in_check("Antikings", "White Ra1 Black Kb8"));
    assert!(!black_in_check("Antikings", "White Ra1 Black Ka8"));
    let mut black = black_to_move("Antikings", "White Ra1 Black Kb8");
    assert_eq!(written(&mut black, ""), ["Kb8-a7", "Kb8-a8"]);
}

#[test]
fn exclusive_mates_are_the_only_ones() {
    // either rook mates on the last rank, one of them alone does
    let two = "White Ra1 Rb1 Kg1 Black Kh8 Pg7h7";
    assert_eq!(moves("Exclusive", two, "Ra1-a8"), NONE);
    assert!(!moves("Exclusive", two, "Ra1-a7").is_empty());
    assert_eq!(moves("Exclusive", "White Ra1 Kg1 Black Kh8 Pg7h7", "Ra1-a8"), ["Ra1-a8"]);
}

#[test]
fn some_must_capture_or_give_check() {
    assert_eq!(moves("MustCapture", "White Ra4 Kh1 Black Sa7", ""), ["Ra4*a7"]);
    assert_eq!(moves("BlackMustCapture", "White Ra4 Black Sa7", "").len(), 13);
    assert_eq!(moves("WhiteChecks", "White Ra4 Kb1 Black Kh8", ""), ["Ra4-a8", "Ra4-h4"]);
}

#[test]
fn geneva_captors_could_be_reborn() {
    // a rook on a4, a light square, would be reborn on h1
    assert_eq!(moves("Geneva", "White Ra4 Sh1 Black Sa7", "Ra4*"), NONE);
    assert_eq!(moves("Geneva", "White Ra4 Sa1 Black Sa7", "Ra4*"), ["Ra4*a7"]);
    assert!(!black_in_check("Geneva", "White Ra4 Sh1 Black Ka7"));
    assert_eq!(moves("Geneva", "White Kb7 Se1 Black Sa7", "Kb7*"), ["Kb7*a7"]);
}

#[test]
fn supertransmuting_kings_become_what_checks_them() {
    let mut game = position("SuperTransmutingKings", "White Ka1 Black Sc2 Kh8");
    assert_eq!(written(&mut game, "K"), ["Ka1*c2=rS", "Ka1-b3=rS"]);
    let step = game.parse_long("Ka1-b3=rS").unwrap();
    game.play(&step);
    game.set_side_to_move(Side::White);
    assert_eq!(written(&mut game, "rSb3-d2"), ["rSb3-d2"]);
}

#[test]
fn forced_squares_are_gone_to() {
    assert_eq!(moves("WhiteForcedSquare d4", "White Ra4 Kh1", ""), ["Ra4-d4"]);
    assert_eq!(moves("BlackForcedSquare d4", "White Ra4", "").len(), 14);
}

#[test]
fn holes_are_no_squares() {
    let rook = ["Ra1-a2", "Ra1-a3", "Ra1-b1"];
    assert_eq!(moves("Hole c1a4", "White Ra1", ""), rook);
    // a hole is no hurdle
    assert_eq!(moves("Hole c1", "White Ga1", ""), NONE);
    assert_eq!(moves("Circe", "White Ra4 Black Sf4", "Ra4*"), ["Ra4*f4[+bSb8]"]);
    let both = setting(&["Circe", "Hole b8"]);
    let mut white = Position::from_pieces("White Ra4 Black Sf4", &both).unwrap();
    assert_eq!(written(&mut white, "Ra4*"), ["Ra4*f4"]);
}

#[test]
fn volage_men_change_sides_by_their_first_move() {
    let mut game = position("Volage", "White Sb1 Kh1 Black Ke8");
    let step = game.parse_long("Sb1-c3=b").unwrap();
    game.play(&step);
    let back = game.parse_long("Sc3-b1").unwrap();
    game.play(&back);
    assert_eq!(game.pieces(), "White Kh1 Black Ke8 Sb1");
    assert_eq!(moves("Volage", "White Pa7", "a7-a8=S"), ["a7-a8=S=b"]);
}

#[test]
fn diagram_circe_men_go_back_to_the_diagram() {
    let mut game = position("DiagramCirce", "White Ra4 Black Sc7 Pg3");
    for name in ["Ra4-b4", "Sc7-d5", "Rb4-b5"] {
        let step = game.parse_long(name).unwrap();
        game.play(&step);
    }
    let step = game.parse_long("g3-g2").unwrap();
    game.play(&step);
    assert_eq!(written(&mut game, "Rb5*"), ["Rb5*d5[+bSc7]"]);
    let step = game.parse_long("Rb5-b1").unwrap();
    game.play(&step);
    // a promoted pawn stood where the pawn did
    let step = game.parse_long("g2-g1=Q").unwrap();
    game.play(&step);
    assert_eq!(written(&mut game, "Rb1*"), ["Rb1*g1[+bQg3]"]);
    let anticirce = moves("DiagramAntiCirce", "White Ra4 Black Sc4", "Ra4*");
    assert_eq!(anticirce, ["Ra4*c4[wRc4->a4]"]);
}

#[test]
fn alice_men_begin_on_the_first_board() {
    assert_eq!(moves("AliceChess", "White Sa1", ""), ["Sa1-b3B", "Sa1-c2B"]);
}

#[test]
fn einstein_knights_become_pawns_before_they_are_promoted() {
    let promotions = moves("Einstein", "White Sb6", "Sb6-a8");
    assert_eq!(promotions, ["B", "Q", "R", "S"].map(|kind| format!("Sb6-a8=P={kind}")));
}

#[test]
fn a_clone_of_a_pawn_is_a_pawn_and_a_locust_is_reborn_by_the_square_of_capture() {
    assert_eq!(moves("CirceClone", "White Ra4 Black Pf4", "Ra4*"), ["Ra4*f4[+bPf7]"]);
    assert_eq!(moves("AntiCirce", "White La4 Black Sf4", "La4*"), ["La4*f4-g4[wLg4->f8]"]);
}

#[test]
fn opposites_do_not_go_together() {
    for names in [
        ["Einstein", "ReversalEinstein"],
        ["BlackMaximummer", "BlackMinimummer"],
        ["Maximummer", "WhiteMaximummer"],
        ["Circe", "PWC"],
        ["Monochromatic", "Bichromatic"],
        ["Koeko", "AntiKoeko"],
    ] {
        let error = Position::from_pieces("White Ka1", &setting(&names)).unwrap_err().to_string();
        assert!(error.contains("together"), "{error}");
    }
    let sides = setting(&["BlackMaximummer", "WhiteMaximummer"]);
    assert!(Position::from_pieces("White Ka1", &sides).is_ok());
}

const ALL: [&str; 84] = [
    "Antikings",
    "BackToBack",
    "BlackForcedSquare e5d3",
    "Central",
    "CheekToCheek TypeD",
    "Degradierung",
    "DoubleTibet",
    "Protean",
    "SuperTransmutingKings",
    "Geneva",
    "BlackChecks",
    "MustCapture",
    "Exclusive",
    "Circe Diagram",
    "Circe Frischauf",
    "FaceToFace TypeB",
    "Functionary",
    "Glasgow",
    "Hole d5f4",
    "Lortap",
    "MagicSquares d5e4c6",
    "NorskSjakk",
    "PointReflection",
    "Sentinelles",
    "Sentinelles PionNeutre Berolina MaximumWhite 3",
    "Volage",
    "AntiCirce PWC Turncoats Relaxed",
    "BlackMaximummer Ultra",
    "Circe Mirror Couscous Strict",
    "NewKoeko",
    "WhiteMaximummer Exact",
    "Annan TypeD",
    "AntiCirce Super",
    "AntiCirce RexExclusive",
    "Circe Assassin",
    "Circe Clone RexInclusive",
    "Circe Equipollents Turncoats",
    "Circe Parrain",
    "Circe Super",
    "Circe Take&Make",
    "Eiffel",
    "Grid DiagonalShift",
    "Hypervolage",
    "Immun Mirror File",
    "Koeko Neighbour S",
    "Madrasi RexInclusive",
    "PromOnly G",
    "WhitePromSquares d5e4",
    "ReflectiveKings",
    "VaultingKings",
    "Vogtlaender",
    "WhiteEdgeMover",
    "Andernach",
    "Annan",
    "AntiAndernach",
    "AntiCirce",
    "AntiCirce Chameleon Cheylan",
    "AntiCirce Take&Make",
    "AntiKoeko",
    "Bichromatic",
    "BlackMaximummer",
    "Chameleon",
    "Checkless",
    "Circe Couscous",
    "Circe Mirror Einstein RexInclusive",
    "Circe Rank ReversalEinstein",
    "Circe Symmetry",
    "Einstein",
    "Grid",
    "Immun RexInclusive",
    "Isardam",
    "Isardam TypeB RexInclusive",
    "Koeko",
    "Madrasi",
    "Monochromatic",
    "NoCapture",
    "PWC",
    "Patrol",
    "ReversalEinstein",
    "Take&Make",
    "Take&Make Absolute",
    "TransmutedKings",
    "UltraPatrol",
    "WhiteMinimummer",
];

/// The legal moves, each of them made and looked at.
fn tried_out(game: &mut Position) -> Vec<Move> {
    let side = game.side_to_move();
    let royals = game.royals(side).len();
    let variant = game.variant().clone();
    let mut moves = Vec::new();
    game.pseudo_legal_moves(&mut moves);
    moves.retain(|mv| {
        let undo = game.play(mv);
        let legal = game.royals(side).len() == royals
            && !game.in_check(side)
            && variant.conditions().iter().all(|condition| condition.permits(game, mv));
        game.undo(undo);
        legal
    });
    for condition in variant.conditions().iter().filter(|condition| condition.prefers(side)) {
        let foremost = moves.iter().map(|mv| condition.precedence(game, mv)).max();
        moves.retain(|mv| Some(condition.precedence(game, mv)) == foremost);
    }
    for condition in variant.conditions() {
        condition.exclude(game, &mut moves);
    }
    moves
}

#[test]
fn what_comes_of_a_move_has_an_order_of_its_own() {
    for (conditions, pieces, move_of, expected) in [
        // lowered or raised before it is promoted, and before its victim is reborn
        (["Circe", "Einstein"], "White Ka1 Pf7 Black Kh1 Be8", "f7*", "f7*e8=S[+bBc8]"),
        (["Andernach", "Einstein"], "White Ka1 Pf7 Black Kh1 Sg8", "f7*", "f7*g8=S=b"),
        // a captor that has changed sides is reborn at its new home
        (["AntiCirce", "Andernach"], "White Ka1 Bc3 Black Kh1 Se5", "Bc3*", "Bc3*e5=b[bBe5->f8]"),
        (["Circe", "Andernach"], "White Ka1 Rc7 Black Kh1 Pc3", "Rc7*", "Rc7*c3=b[+bPc7]"),
        // the reborn pawn makes contact
        (["PWC", "NewKoeko"], "White Ka1 Bd4 Black Kh8 Pc5", "Bd4*", "Bd4*c5[+bPd4]"),
    ] {
        let [first, second] = conditions;
        for named in [[first, second], [second, first]] {
            let mut white = Position::from_pieces(pieces, &setting(&named)).unwrap();
            assert_eq!(written(&mut white, move_of), [expected], "{named:?}");
        }
    }
}

#[test]
fn a_king_does_not_castle_over_a_square_on_which_it_would_vanish() {
    // after Rd7*d6 the queen is reborn on d1
    let pieces = "White Ke1 Ra1 Qd6 Black Kg8 Rd7";
    assert_eq!(moves("CirceAssassin", pieces, "Ke1-d1"), NONE);
    assert_eq!(moves("CirceAssassin", pieces, "0-0"), NONE);
}

#[test]
fn men_observe_as_they_walk() {
    // the bishop in front of the rook walks as a rook
    let setting = setting(&["Annan", "Patrol"]);
    let pieces = "White Ka8 Sd4 Bg7 Rg6 Black Kh1 Pc6";
    assert_eq!(written(&mut Position::from_pieces(pieces, &setting).unwrap(), "Sd4*"), NONE);
    let pieces = "White Ka8 Sd4 Bg4 Rg3 Black Kh1 Pc6";
    assert_eq!(written(&mut Position::from_pieces(pieces, &setting).unwrap(), "Sd4*"), ["Sd4*c6"]);
}

/// Every pair of conditions is played for a while, in whatever order they are named: moves are told apart
/// by what is written, do not leave a king to capture, and are taken back without a trace.
#[test]
fn any_two_conditions_can_be_played_together() {
    let crowded =
        "White Ke1 Qd4 Ra1 Bb3 Sf3 Pb7c5g4h2 Black Ke8 Qd6 Rh8 Bc4 Se5 Pa2b4f7h3 Neutral Sg6";
    let open = "White Kc3 Rd7 Sa3 Pb6 Gf2 Black Kf6 Bb2 Pe3g7 Nd5 Qa8 Neutral Rh4";
    let mut dice = 1u64;
    for (i, first) in ALL.iter().enumerate() {
        for second in &ALL[i + 1..] {
            // a condition and its reverse make no sense together
            let family = |name: &&str| {
                let word = name.split(' ').next().unwrap();
                word.replace("PWC", "Circe").trim_start_matches("Reversal").to_owned()
            };
            if family(first) == family(second) {
                continue;
            }
            let turned = setting(&[second, first]);
            let setting = setting(&[first, second]);
            let Ok(mut game) = Position::from_pieces(crowded, &setting) else { continue };
            for pieces in [crowded, open] {
                let written = |setting| {
                    Position::from_pieces(pieces, setting).map(|mut game| written(&mut game, ""))
                };
                assert_eq!(written(&setting).ok(), written(&turned).ok(), "{first}, {second}");
            }
            for ply in 0..12 {
                if ply == 6 {
                    let Ok(other) = Position::from_pieces(open, &setting) else { break };
                    game = other;
                }
                let legal = game.legal_moves();
                let tried_out = tried_out(&mut game);
                assert!(legal == tried_out, "{first}, {second}: {}", game.pieces());
                assert_eq!(game.has_legal_move(), !legal.is_empty());
                let mut names: Vec<String> = legal.iter().map(|mv| game.long(mv)).collect();
                names.sort();
                names.dedup();
                // a pawn left behind, and a pawn reborn there, are written alike
                let alike = first.starts_with("Sentinelles") && second.ends_with("Super");
                let told_apart = alike || names.len() == legal.len();
                assert!(told_apart, "{first}, {second}: {}", game.pieces());
                for mv in &legal {
                    let before = game.clone();
                    let undo = game.play(mv);
                    let left = game.in_check(before.side_to_move());
                    game.undo(undo);
                    assert!(!left, "{first}, {second}: {}", game.long(mv));
                    assert_eq!((&game, game.key()), (&before, before.key()));
                }
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if legal.is_empty() {
                    continue;
                }
                game.play(&legal[(dice >> 33) as usize % legal.len()]);
            }
        }
    }
}

#[test]
fn names_of_the_problem_language_are_known() {
    for (text, name) in [
        ("AndernachChess", "Andernach"),
        ("AnnanChess", "Annan"),
        ("ChecklessChess", "Checkless"),
        ("OhneSchach", "Checkless"),
        ("GridChess", "Grid"),
        ("ImmunChess RexInclusive", "Immun RexInclusive"),
        ("Patrouille", "Patrol"),
        ("Take&MakeChess", "Take&Make"),
        ("EinsteinChess", "Einstein"),
        ("ReversalEinsteinChess", "ReversalEinstein"),
        ("MonochromChess", "Monochromatic"),
        ("BichromChess", "Bichromatic"),
        ("ChameleonChess", "Chameleon"),
        ("KoeKo", "Köko"),
        ("Maximummer", "Maximummer"),
        ("AntipodeanCirce RexInclusive", "Circe Antipodes RexInclusive"),
    ] {
        assert_eq!(conditions::parse(text).unwrap().name(), name);
    }
}

#[test]
fn a_condition_that_is_not_there_is_an_error_that_names_it() {
    for text in ["Imitator", "Circe Cage", "AntiCirce Volcanic", "Koeko Neighbour", "Annan TypeE"] {
        let error = conditions::parse(text).unwrap_err().to_string();
        let last = text.split(' ').next_back().unwrap();
        assert!(error.contains(last), "{error}");
    }
}
