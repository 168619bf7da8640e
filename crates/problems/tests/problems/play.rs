//! Each way of playing, by positions small enough to check by hand.

use super::{lines, solved};
use solusrex_problems::{
    Event, Limits, Problem,
    solution::{Found, Phase},
    solve,
    verdict::Finding,
    write,
};

/// Paul Morphy's two-mover: zugzwang.
const MORPHY: &str = "Pieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7b7 Stipulation #2";

#[test]
fn a_direct_mate_is_told_as_a_tree() {
    let text = solved(&format!("{MORPHY} Option Variations"));
    let expected = "
   1.Ra1-a6 ! zugzwang.
      1...b7*a6
          2.b6-b7 #
      1...Bb8-c7
          2.Ra6*a7 #
      1...Bb8-d6
          2.Ra6*a7 #
      1...Bb8-e5
          2.Ra6*a7 #
      1...Bb8-f4
          2.Ra6*a7 #
      1...Bb8-g3
          2.Ra6*a7 #
      1...Bb8-h2
          2.Ra6*a7 #


solution finished.
Verdict: C+, 1 solution
";
    assert_eq!(text.trim_end(), expected.trim_end());
}

#[test]
fn tries_come_with_their_refutations() {
    let found = lines(&format!("{MORPHY} Option Try"));
    assert!(found.contains(&"1.Ra1-a6 !".to_owned()));
    // the rook leaves the corner, but the bishop has a move that keeps a7
    assert!(found.iter().any(|line| line.ends_with('?')), "{found:?}");
}

#[test]
fn set_play_lets_the_other_side_begin() {
    let found =
        lines("Pieces White Ka6 Rc6 Black Kb8 Pc5 Stipulation #2 Option SetPlay Variations");
    assert_eq!(found[..2], ["1...Kb8-a8", "2.Rc6-c8 #"]);
    assert!(found.contains(&"1.Rc6*c5 ! zugzwang.".to_owned()));
}

#[test]
fn a_threat_hides_the_defences_that_do_not_parry_it() {
    let found = lines("Pieces White Ka6 Se8 Pa7 Black Ka8 Ph6 Stipulation #2 Option Variations");
    assert_eq!(found, ["1.Se8-c7 # !", "1.Ka6-b6 ! threat:", "2.Se8-c7 #"]);
}

#[test]
fn self_play_forces_the_other_side() {
    let found = lines("Pieces White Ka1 Rh3 Black Ka3 Pa2b3 Stipulation s#1 Option Variations");
    assert_eq!(found, ["1.Rh3-h4 !", "1...b3-b2 #"]);
}

#[test]
fn reflex_play_obliges_both_sides() {
    // White could mate himself and so must
    let found = lines("Pieces White Ka1 Bg7 Black Ka3 Pa2a4b3 Stipulation r#3");
    assert_eq!(found, ["1.Bg7-f8 # ?!?"]);
    let semi = "Pieces White Ka1 Bg7 Black Ka3 Pa2a4b3 Stipulation semi-r#1 Option Variations";
    assert_eq!(lines(semi), ["1.Bg7-h6 !", "1...b3-b2 #"]);
}

#[test]
fn help_play_is_told_in_lines_with_set_play_before() {
    let found = lines("Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 Option SetPlay");
    assert_eq!(found, ["1...Rh1-a1 #", "1.Ka7-a8 Rh1-a1 #"]);
}

#[test]
fn half_a_move_more_lets_white_begin() {
    let found = lines("Pieces White Kc7 Rh2 Black Ka8 Pb5 Stipulation h#1.5");
    assert!(found.iter().all(|line| line.starts_with("1...")), "{found:?}");
    assert!(found.contains(&"1...Rh2-a2 #".to_owned()), "{found:?}");
}

#[test]
fn a_series_gives_no_check_before_its_end() {
    let found = lines("Pieces White Kh4 Pg2 Black Kh6 Pg6g7h7 Stipulation ser-#2");
    assert_eq!(found, ["1.g2-g4 2.g4-g5 #"]);
    let found = lines("Pieces White Kc7 Rh1 Black Kb5 Stipulation ser-h#2");
    assert_eq!(found, ["1.Kb5-a6 2.Ka6-a7 Rh1-a1 #"]);
}

#[test]
fn helpself_play_ends_by_force() {
    let found = lines("Pieces White Ka1 Rh3 Black Ka4 Pa2b4 Stipulation hs#2");
    assert!(found.iter().all(|line| line.ends_with('#')), "{found:?}");
}

#[test]
fn other_goals_are_seen_in_the_move() {
    assert_eq!(lines("Pieces White Ke1 Rh1 Stipulation 001 Option NoBk"), ["1.0-0 !"]);
    assert_eq!(
        lines("Pieces White Sb3 Black Sc5 Stipulation x1 Option NoWk NoBk"),
        ["1.Sb3*c5 x !"]
    );
    assert_eq!(lines("Pieces White Kc1 Black Ke8 Stipulation zb21"), ["1.Kc1-b2 z !"]);
    let found = lines("Pieces White Kf6 Pd5 Black Kh8 Pe5 Stipulation ep1 Option EnPassant e7e6e5");
    assert_eq!(found, ["1.d5*e6 ep. !"]);
}

#[test]
fn a_proof_game_reaches_the_diagram() {
    let found =
        lines("Forsyth rsbqkbsr/pppp1ppp/8/4p3/4P3/5S2/PPPP1PPP/RSBQKB1R Stipulation dia1.5");
    assert_eq!(
        found,
        ["1.Sg1-f3 e7-e5 2.e2-e4 dia", "1.e2-e4 e7-e5 2.Sg1-f3 dia"].map(String::from)
    );
}

#[test]
fn circe_brings_captured_men_back() {
    let found = lines("Pieces White Bd3 Black Rb5 Stipulation x1 Condition Circe Option NoWk NoBk");
    assert_eq!(found, ["1.Bd3*b5[+bRa8] x !"]);
}

#[test]
fn cylinders_and_other_boards_are_played_on() {
    let body = "Option Board 4x4 Pieces White Kb3 Rd3 Black Ka1 Stipulation #1";
    assert_eq!(lines(body), ["1.Rd3-d1 # !"]);
    let round = "Option Topology cylinder Pieces White Kd3 Ra1 Pb1 Black Kd8 Stipulation zh11";
    assert_eq!(lines(round), ["1.Ra1-h1 z !"]);
}

#[test]
fn constraints_choose_among_solutions() {
    let body = "Pieces White Kb6 Qg7 Rh2 Black Ka8 Stipulation #1";
    let all = lines(body);
    assert!(all.len() > 1, "{all:?}");
    let rook = lines(&format!("{body} Option MatingPiece R"));
    assert!(!rook.is_empty() && rook.iter().all(|line| line.starts_with("1.R")), "{rook:?}");
    let still = lines(&format!("{body} Option Still h2"));
    assert!(!still.is_empty() && still.iter().all(|line| !line.starts_with("1.R")));
    assert!(lines(&format!("{body} Option MateOn b8")).is_empty());
    let fixed = lines(&format!("{body} Option Move 1 Qg7-g8"));
    assert_eq!(fixed, ["1.Qg7-g8 # !"]);
}

#[test]
fn twins_are_made_one_after_the_other() {
    let text = solved(
        "Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 Twin move a7 a6 Twin continued add Black Pb6",
    );
    let labels: Vec<&str> = text.lines().filter(|line| line.contains(") ")).collect();
    assert_eq!(labels[..3], ["a) ", "b) bKa7-->a6", "+c) +bPb6"]);
}

#[test]
fn duplex_exchanges_the_sides() {
    let found = lines("Pieces White Ka8 Black Kb6 Rh1 Stipulation h#1 Option Duplex");
    assert_eq!(found, ["1.Ka8-b8 Rh1-h8 #"]);
}

#[test]
fn verdicts_tell_cooks_short_solutions_and_none() {
    let finding = |body: &str| {
        let text = format!("BeginProblem {body} EndProblem");
        let problem = &Problem::parse(&text).unwrap()[0];
        solve(problem, &Limits::default(), &mut |_| {}).twins[0].verdict.finding
    };
    assert_eq!(finding(MORPHY), Finding::Sound);
    assert_eq!(finding("Pieces White Ka1 Black Kh8 Stipulation #2"), Finding::NoSolution);
    assert_eq!(finding("Pieces White Kb6 Qg7 Rh2 Black Ka8 Stipulation #1"), Finding::Cooked);
    assert_eq!(
        finding("Pieces White Ka6 Se8 Pa7 Black Ka8 Ph6 Stipulation #2"),
        Finding::ShortSolution
    );
}

#[test]
fn most_solutions_end_the_search() {
    let body = "Pieces White Kb6 Qg7 Rh2 Black Ka8 Stipulation #1 Option MaxSolutions 1";
    assert_eq!(lines(body).len(), 1);
    assert!(solved(body).contains("Partial solution"));
}

#[test]
fn a_search_that_is_called_off_says_so() {
    let text = "BeginProblem Pieces White Ka1 Qb1 Black Kh8 Stipulation h#4 EndProblem";
    let problem = &Problem::parse(text).unwrap()[0];
    let limits = Limits::default();
    limits.cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
    let solution = solve(problem, &limits, &mut |_| {});
    assert!(write::text(problem, &solution).contains("solving interrupted."));
}

#[test]
fn who_is_helped_to_the_goal_parries_for_the_series() {
    // the king has other ways out of check
    let men = "Pieces White Kd5 Re2 Black Kd8 Ra4 Bg4";
    let found = lines(&format!("{men} Stipulation pser-h#2"));
    assert_eq!(found, ["1.Ra4-a5 + Kd5-c6 2.Kd8-c8 Re2-e8 #"]);
}

#[test]
fn after_a_helpful_parry_the_series_is_as_long_as_asked() {
    // each line is told once, whatever the other parries allow
    let men = "Pieces White Kb3 Qh7 Black Ka1 Pc3";
    let found = lines(&format!("{men} Stipulation phser-#2"));
    let mut once = found.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), found.len());
    assert!(found.iter().all(|line| line.contains("2.") || line == "1.Qh7-h1 #"));
}

/// Lines of shorter scripts are not told again with those of longer ones.
#[test]
fn each_line_is_told_once() {
    let text =
        "BeginProblem Pieces White Kc3 Rb1 Black Ka4 Stipulation h#3 Option SetPlay EndProblem";
    for threads in [1, 2] {
        let problem = &Problem::parse(text).unwrap()[0];
        let mut told = 0;
        let limits = Limits { threads, ..Limits::default() };
        let solution = solve(problem, &limits, &mut |event| {
            told += usize::from(matches!(event, Event::Line(_)));
        });
        let lines = |phase: &Phase| match &phase.found {
            Found::Lines(lines) => lines.len(),
            _ => 0,
        };
        let found: usize = solution.twins[0].phases.iter().map(lines).sum();
        assert!(found > 1);
        assert_eq!(told, found);
    }
}
