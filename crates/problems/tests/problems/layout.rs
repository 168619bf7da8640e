//! How solutions are set down: one test for each part of the layout.

use solusrex_problems::{Limits, Problem, solve, write};

use super::solved;

/// The text begins with these lines, blank ones included.
fn check(body: &str, expected: &str) {
    let text = solved(body);
    assert_eq!(text.trim_end(), expected.trim_end_matches([' ', '\n']), "{body}");
}

#[test]
fn set_play_comes_first_without_a_key() {
    check(
        "Pieces White Ka6 Rc6 Black Kb8 Pc5 Stipulation #2 Option SetPlay Variations",
        "
      1...Kb8-a8
          2.Rc6-c8 #

   1.Rc6*c5 ! zugzwang.
      1...Kb8-a8
          2.Rc5-c8 #


solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn tries_have_their_refutations_below() {
    check(
        "Pieces White Kf6 Rd4 Sf4 Black Ke8 Pd5 Stipulation #2 Option Try Variations",
        "
   1.Rd4*d5 ! zugzwang.
      1...Ke8-f8
          2.Rd5-d8 #

   1.Sf4-e6 ? zugzwang.
    but
      1...Ke8-d7 !


solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn threats_stand_two_steps_in() {
    check(
        "Pieces White Ka3 Rb4 Sd4 Black Ka8 Pf4 Stipulation #2 Option Variations",
        "
   1.Sd4-c6 ! threat:
          2.Rb4-b8 #


solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn what_follows_the_key_may_be_all() {
    check(
        "Pieces White Kf6 Rd5 Sf4 Black Ke8 Stipulation #2 Option PostKeyPlay",
        "
 zugzwang.
      1...Ke8-f8
          2.Rd5-d8 #

solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn a_check_has_its_sign_and_a_promotion_its_man() {
    check(
        "Pieces White Kf7 Pg7 Black Kh7 Stipulation #2 Option Variations",
        "
   1.g7-g8=Q + !
      1...Kh7-h6
          2.Qg8-g6 #


solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn twins_have_labels_and_verdicts() {
    check(
        "Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 Twin move c7 e5 \
         Twin continued add White Rb2 stipulation #1",
        "
a) 

  1.Ka7-a8 Rh1-a1 #


b) wKc7-->e5



+c) +wRb2  #1

   1.Rh1-a1 # !

solution finished.
Verdict: a) C+, 1 solution
Verdict: b) no solution
Verdict: c) C+, 1 solution
",
    );
}

#[test]
fn duplex_is_told_one_side_after_the_other() {
    check(
        "Pieces White Ka8 Black Kb6 Rh1 Stipulation h#1 Option Duplex SetPlay",
        "


  1...Rh1-h8 #

  1.Ka8-b8 Rh1-h8 #

solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn series_number_every_move() {
    check(
        "Pieces White Kh4 Pg2 Black Kh6 Pg6g7h7 Stipulation ser-#2",
        "
  1.g2-g4   2.g4-g5 #

solution finished.
Verdict: C+, 1 solution
",
    );
    check(
        "Pieces White Kc7 Rh1 Black Kb5 Stipulation ser-h#2",
        "
  1.Kb5-a6   2.Ka6-a7 Rh1-a1 #

solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn half_a_move_leaves_a_gap() {
    check(
        "Option Topology cylinder Pieces White Kc6 Rg1 Black Ka8 Stipulation h#1.5",
        "
  1...Kc6-b6   2.Ka8-b8 Rg1-g8 #

solution finished.
Verdict: C+, 1 solution
",
    );
    let set = solved("Pieces White Kc7 Rh2 Black Ka8 Pb5 Stipulation h#1.5 Option SetPlay");
    assert!(set.starts_with("\n  1...  ...   2.b5-b4 Rh2-a2 #\n"), "{set}");
}

#[test]
fn castling_and_en_passant_are_written_out() {
    check(
        "Pieces White Ke1 Rh1 Ph6 Black Kf8 Ph7 Sb5 Stipulation h#2",
        "
  1.Kf8-g8 0-0   2.Kg8-h8 Rf1-f8 #
  1.Kf8-g8 Rh1-f1   2.Kg8-h8 Rf1-f8 #

solution finished.
Verdict: C+, 2 solutions
",
    );
    check(
        "Pieces White Pd5 Black Pe7 Stipulation hep1 Option NoWk NoBk",
        "
  1.e7-e5 d5*e6 ep.

solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn neutral_men_and_rebirths_are_marked() {
    check(
        "Pieces White Ka1 Black Kh8 Pe6 Neutral Sd4 Stipulation x1",
        "
   1.nSd4*e6 x !

solution finished.
Verdict: C+, 1 solution
",
    );
    check(
        "Pieces White Kc7 Re4 Black Ka8 Bd3 Pa7e5 Stipulation h#1 Condition Circe",
        "
  1.Bd3*e4[+wRh1] Rh1-h8 #

solution finished.
Verdict: C+, 1 solution
",
    );
}

#[test]
fn a_game_from_one_position_to_another_is_asked_as_such() {
    let text = "BeginProblem Pieces White Ka1 Black Kh8 Stipulation a=>b1 Pieces White Ka2 \
                Black Kh7 EndProblem";
    let problem = &Problem::parse(text).unwrap()[0];
    let solution = solve(problem, &Limits::default(), &mut |_| {});
    let text = write::text(problem, &solution);
    assert!(text.contains("\na=>b1 "), "{text}");
    assert!(text.contains("  1.Kh8-h7 Ka1-a2 a=>b\n"), "{text}");
}

#[test]
fn every_verdict_has_its_words() {
    let verdict = |body: &str| {
        let text = solved(body);
        let line = text.lines().find_map(|line| line.strip_prefix("Verdict: "));
        line.unwrap_or_default().to_owned()
    };
    let queen = "Pieces White Kb6 Qg1 Black Ka8";
    assert_eq!(verdict(&format!("{queen} Stipulation #1")), "C+, 1 solution");
    assert_eq!(verdict(&format!("{queen} Stipulation =1")), "cooked, 3 solutions");
    assert_eq!(verdict(&format!("{queen} Stipulation s#1")), "no solution");
    let short = "Pieces White Ka6 Se8 Pa7 Black Ka8 Ph6 Stipulation #2";
    assert_eq!(verdict(short), "short solution, 2 solutions");
    // after the key Black's only move has two answers
    let dual = "Pieces White Kg7 Bh2 Sf8 Pc7 Black Ka8 Pa6g5 Stipulation #2 Option Variations";
    assert_eq!(verdict(dual), "dual, 1 solution");
}
