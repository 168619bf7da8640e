//! Every goal, by positions small enough to check by hand.

use super::lines;

/// The solutions of a problem whose sides need no kings.
fn without_kings(body: &str) -> Vec<String> {
    lines(&format!("{body} Option NoWk NoBk"))
}

#[test]
fn mate_and_stalemate() {
    let queen = "Pieces White Kb6 Qg1 Black Ka8";
    assert_eq!(lines(&format!("{queen} Stipulation #1")), ["1.Qg1-g8 # !"]);
    assert_eq!(
        lines(&format!("{queen} Stipulation =1")),
        ["1.Qg1-h2 = !", "1.Qg1-g3 = !", "1.Kb6-c7 = !"]
    );
    let either = lines(&format!("{queen} Stipulation #=1"));
    assert_eq!(either, ["1.Qg1-h2 #= !", "1.Qg1-g3 #= !", "1.Qg1-g8 #= !", "1.Kb6-c7 #= !"]);
}

#[test]
fn a_diagram_does_not_show_who_may_still_change_sides() {
    let men = "White Ke1 Qd1 Ra1h1 Bc1f1 Sg1a6 Pa2b2c2d2e2f2g2h2 \
               Black Ke8 Qd8 Ra8h8 Bc8f8 Sg8a3 Pa7b7c7d7e7f7g7h7";
    let found = lines(&format!("Pieces {men} Stipulation dia1.0 Condition Volage"));
    assert_eq!(found, ["1.Sb1-a3=b Sb8-a6=w dia"]);
}

#[test]
fn stalemates_of_the_mover_and_of_both() {
    assert_eq!(without_kings("Pieces White Pa2 Black Pa4 Stipulation ==1"), ["1.a2-a3 == !"]);
    assert_eq!(without_kings("Pieces White Pa2 Black Pa4h7 Stipulation ==1"), [""; 0]);
    assert_eq!(without_kings("Pieces White Pa2 Black Pa4h7 Stipulation !=1"), ["1.a2-a3 != !"]);
}

#[test]
fn a_double_mate_leaves_both_kings_in_check_without_a_move() {
    let smothered = "Pieces White Kh1 Rg1 Pg2h2 Ra7 Black Kg8 Pf7g7h7 Sf2 Stipulation ##1";
    assert_eq!(lines(smothered), ["1.Ra7-a8 ## !"]);
}

#[test]
fn a_counter_mate_answers_mate() {
    let mated = "Pieces White Kh1 Rg1 Pg2h2 Ra7 Black Kg8 Pf7g7h7 Sf2 Stipulation ##!1";
    assert_eq!(lines(mated), ["1.Ra7-a8 ##! !"]);
    // a check alone is not enough: the rook on g1 could give way
    let checked = "Pieces White Kh1 Ph2 Ra7 Black Kg8 Pf7g7h7 Sf2 Stipulation ##!1";
    assert_eq!(lines(checked), [""; 0]);
}

#[test]
fn an_auto_mate_is_one_s_own_doing() {
    let found = lines("Pieces White Kh1 Bg1 Ph2e4 Black Kc2 Ba8 Stipulation !#1");
    assert_eq!(found, ["1.e4-e5 !# !"]);
}

#[test]
fn a_circuit_ends_where_it_began() {
    let found = lines("Option Board 1x3 Pieces White Ka1 Stipulation ser-ct2 Option NoBk");
    assert_eq!(found, ["1.Ka1-a2 2.Ka2-a1 ct"]);
    // the other knight's square will not do
    let two = "Option Board 3x4 Pieces White Sa1c1 Black Pa2b2c2 Stipulation ser-ct2";
    let found = without_kings(two);
    assert!(!found.is_empty());
    for line in &found {
        let home = &line["1.S".len()..][..2];
        assert!(line.ends_with(&format!("{home} ct")), "{line}");
    }
}

#[test]
fn a_circuit_by_rebirth_brings_the_captured_man_home() {
    let found = without_kings("Pieces White Bd7 Black Ra8 Stipulation hctr1 Condition Circe");
    let captures = ["a4", "c8", "e8"].map(|at| format!("1.Ra8-{at} Bd7*{at}[+bRa8] ctr"));
    assert_eq!(found, captures);
}

#[test]
fn an_exchange_takes_two_men_of_a_side() {
    let found = lines("Pieces White Ka1 Rb1 Black Kh8 Stipulation ser-<>3");
    assert_eq!(found, ["1.Ka1-b2 2.Rb1-a1 3.Kb2-b1 <>", "1.Ka1-a2 2.Rb1-a1 3.Ka2-b1 <>"]);
}

#[test]
fn a_kiss_is_an_arrival_next_to_a_man_wherever_it_went() {
    let still = without_kings("Pieces White Sb1 Black Pd4 Stipulation kd41");
    assert_eq!(still, ["1.Sb1-c3 k !"]);
    let moving = without_kings("Pieces White Sb1 Black Pe4 Stipulation hke41");
    assert_eq!(moving, ["1.e4-e3 Sb1-d2 k"]);
}

#[test]
fn goals_that_are_seen_in_the_move() {
    let check = lines("Pieces White Kc1 Rh1 Black Ke8 Stipulation +1");
    assert_eq!(check, ["1.Rh1-e1 + !", "1.Rh1-h8 + !"]);
    let any = without_kings("Pieces White Pa2 Stipulation ~1");
    assert_eq!(any, ["1.a2-a3 !", "1.a2-a4 !"]);
    let capture = without_kings("Pieces White Sb3 Black Sc5 Stipulation x1");
    assert_eq!(capture, ["1.Sb3*c5 x !"]);
    let arrival = lines("Pieces White Kc1 Rb8 Black Kh7 Stipulation zb21");
    assert_eq!(arrival, ["1.Kc1-b2 z !", "1.Rb8-b2 z !"]);
    let castling = lines("Pieces White Ke1 Ra1h1 Black Kg7 Stipulation 001");
    assert_eq!(castling, ["1.0-0-0 !", "1.0-0 !"]);
    let passing = without_kings("Pieces White Pd4 Black Pc4 Stipulation hep1 Option WhiteToPlay");
    assert_eq!(passing, [""; 0]);
    let passing = without_kings("Pieces White Pd5 Black Pe7 Stipulation hep1");
    assert_eq!(passing, ["1.e7-e5 d5*e6 ep."]);
}

#[test]
fn a_win_is_a_capture_without_rebirth() {
    let found = without_kings("Pieces White Bd3 Black Rb5 Sa8 Pf5 Stipulation %1 Condition Circe");
    assert_eq!(found, ["1.Bd3*b5 % !"]);
}

#[test]
fn a_series_help_selfmate_ends_by_force() {
    let found = lines("Pieces White Ka1 Rh3 Black Ka3 Pa2b4 Stipulation ser-hs#2");
    assert_eq!(found, ["1.b4-b3 2.Rh3-h4 b3-b2 #"]);
}

#[test]
fn a_series_reciprocal_helpmate_ends_in_the_one_mate_or_the_other() {
    let found = lines("Pieces White Kh1 Ra7 Pg2h2 Black Kh8 Re8 Pg7h7 Stipulation ser-reci-h#2");
    let by = |rook: &str| {
        let begins = |line: &&String| line.starts_with(&format!("1.{rook} "));
        found.iter().filter(begins).cloned().collect::<Vec<_>>()
    };
    assert_eq!(by("Re8-e2"), ["1.Re8-e2 2.Re2-e1 #", "1.Re8-e2 2.Re2*g2 Ra7-a8 #"]);
    assert_eq!(by("Re8-d8"), ["1.Re8-d8 2.Rd8-d1 #", "1.Re8-d8 2.Rd8-a8 Ra7*a8 #"]);
    // from g8 Black can help White, but not mate
    assert!(by("Re8-g8").is_empty());
}
