//! Every option that changes what is found or shown.

use std::collections::BTreeSet;

use super::{cases, lines, solved};
use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_problems::{
    Limits, Problem,
    solution::{Found, Merit},
    solve,
};

const LADDER: &str = "Pieces White Kf6 Rd4 Sf4 Black Ke8 Pd5 Stipulation #2";
const QUEEN: &str = "Pieces White Ke6 Qb1 Black Ke8 Stipulation #2";

#[test]
fn tries_may_be_many_few_or_not_trivial() {
    let tries = |options: &str| {
        let found = lines(&format!("{QUEEN} Option {options}"));
        found.into_iter().filter(|line| line.ends_with('?')).collect::<Vec<_>>()
    };
    assert!(tries("Variations").is_empty());
    // every move of the king refutes the queen's move to d3
    let all = tries("Try");
    assert!(all.contains(&"1.Qb1-d3 ?".to_owned()) && all.contains(&"1.Qb1-a1 ?".to_owned()));
    let good = tries("Try TrivialTriesAvoid");
    assert!(!good.contains(&"1.Qb1-d3 ?".to_owned()) && good.contains(&"1.Qb1-a1 ?".to_owned()));
    assert!(tries("Defence 2").len() > all.len());
}

#[test]
fn threats_and_flights_can_be_limited() {
    let key = |options: &str| lines(&format!("{LADDER} Option {options}"));
    // the key is quiet, and without it the king has one square
    assert_eq!(key("MaxFlightsquares 1"), ["1.Rd4*d5 !"]);
    assert_eq!(key("MaxFlightsquares 0"), [""; 0]);
    assert_eq!(key("Threat 0"), [""; 0]);
    assert_eq!(key("Threat 1"), ["1.Rd4*d5 !"]);
    let threat = "Pieces White Ka3 Rb4 Sd4 Black Ka8 Pf4 Stipulation #2 Option Variations";
    assert_eq!(lines(threat), ["1.Sd4-c6 ! threat:", "2.Rb4-b8 #"]);
    let all = lines(&format!("{threat} NoThreat"));
    assert_eq!(all[0], "1.Sd4-c6 ! zugzwang.");
    assert_eq!(all.len(), 3);
}

#[test]
fn set_play_threatens_nothing_and_is_told_once() {
    // that White could mate at once is no reason to leave defences out
    let short = "Pieces White Kg1 Ra7 Rb1 Black Kh8 Ph4 Stipulation #2 Option SetPlay Variations";
    assert_eq!(lines(short)[..4], ["1...h4-h3", "2.Rb1-b8 #", "1...Kh8-g8", "2.Rb1-b8 #"]);
    // the set play of a series is its last move
    let series = "Pieces White Rh1 Kd3 Se3 Black Ra4 Ke8 Stipulation ser-h+3 Option SetPlay";
    let set: Vec<String> = lines(series).into_iter().filter(|line| line.contains("...")).collect();
    assert_eq!(set, ["1...Rh1-h8 +"]);
}

#[test]
fn what_reaches_the_goal_after_a_try_is_a_variation() {
    let sought = "Pieces White Kg1 Qf2 Pb6 Black Kd1 Pd4 Stipulation sx1 Option Try";
    let reached = |text: &str| lines(text).iter().any(|line| line == "1...Kd1*e1 x");
    assert!(!reached(sought) && reached(&format!("{sought} Variations")));
}

#[test]
fn defences_that_last_can_be_limited() {
    let waits = "Pieces White Kc6 Rb7 Black Ka8 Stipulation #3";
    assert_eq!(lines(waits), ["1.Rb7-b6 !", "1.Rb7-c7 !"]);
    // one defence lasts longer than a move: so many are allowed, but not in the whole play
    assert_eq!(lines(&format!("{waits} Option NonTrivial 0 1")), ["1.Rb7-b6 !", "1.Rb7-c7 !"]);
    let two = "Pieces White Kc6 Qh7 Black Ka8 Pa6 Stipulation #3";
    assert!(
        lines(&format!("{two} Option NonTrivial 9 1")).len()
            >= lines(&format!("{two} Option NonTrivial 0 1")).len()
    );
    // who allows two such defences at first may allow but one later
    let later = "Pieces White Kd7 Qf1 Black Kh8 Ph6 Stipulation #4 Option NonTrivial";
    assert_eq!(lines(&format!("{later} 1 1")), ["1.Qf1-f7 !"]);
    let three = lines(&format!("{later} 2 1"));
    assert!(three.contains(&"1.Qf1-g2 !".to_owned()), "{three:?}");
}

#[test]
fn who_makes_mates_up_first_numbers_no_moves() {
    let help = "Pieces White Kb6 Rh1 Black Ka8 Pd4 Stipulation h#1 Option StartMoveNumber";
    let all = ["1.d4-d3 Rh1-h8 #", "1.Ka8-b8 Rh1-h8 #"];
    assert_eq!(lines(&format!("{help} 1")), all);
    assert_eq!(lines(&format!("{help} 2")), all[1..]);
    assert_eq!(lines(&format!("{help} 2 Intelligent")), all);
    // under a condition moves are looked at in turn
    assert_eq!(lines(&format!("{help} 2 Intelligent Condition Circe")), all[1..]);
}

#[test]
fn short_variations_can_be_left_out() {
    let body = "Pieces White Kc7 Rh2 Black Ka8 Pa7b7 Stipulation #3 Option Variations";
    let all = lines(body);
    let long = lines(&format!("{body} NoShortVariations"));
    let keys = |found: &[String]| {
        let keys = found.iter().filter(|line| line.starts_with("1.") && line.contains('!'));
        keys.cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&all), keys(&long));
    assert!(long.len() < all.len(), "{all:?} {long:?}");
}

#[test]
fn quodlibet_lets_white_reach_the_goal_himself() {
    let mate = "Pieces White Kb6 Rh1 Black Ka8";
    assert_eq!(lines(&format!("{mate} Stipulation s#1")), [""; 0]);
    assert_eq!(lines(&format!("{mate} Stipulation s#1 Option Quodlibet")), ["1.Rh1-h8 # !"]);
    assert_eq!(lines(&format!("{mate} Stipulation r#1")), ["1.Rh1-h8 # ?!?"]);
    assert_eq!(lines(&format!("{mate} Stipulation r#1 Option Quodlibet")), ["1.Rh1-h8 # !"]);
    let longer = lines(&format!("{mate} Stipulation s#2 Option Quodlibet Variations"));
    assert!(longer.contains(&"2.Rg1-g8 #".to_owned()), "{longer:?}");
}

#[test]
fn the_goal_may_be_the_end() {
    let body = "Pieces White Ka1 Bh2 Black Kh8 Pb8c7 Stipulation ser-x2";
    assert!(lines(body).contains(&"1.Bh2*c7 2.Bc7*b8 x".to_owned()));
    let ended = lines(&format!("{body} Option GoalIsEnd"));
    assert!(!ended.is_empty() && !ended.contains(&"1.Bh2*c7 2.Bc7*b8 x".to_owned()), "{ended:?}");
}

#[test]
fn castlings_may_exclude_each_other() {
    let body = "Pieces White Ke1 Ra1 Black Ke8 Rh8 Stipulation h001 Option Move 1 0-0";
    assert_eq!(lines(body), ["1.0-0 0-0-0"]);
    assert_eq!(lines(&format!("{body} CastlingMutuallyExclusive a1h8")), [""; 0]);
    assert_eq!(lines(&format!("{body} CastlingMutuallyExclusive h1h8")), ["1.0-0 0-0-0"]);
    assert_eq!(lines(&format!("{body} NoCastling a1")), [""; 0]);
}

#[test]
fn solutions_can_be_cut_short() {
    let series = "Pieces White Kh4 Pg2 Black Kh6 Pg6g7h7 Stipulation ser-#3";
    assert_eq!(lines(series).len(), 2);
    let short = format!("{series} Option StopOnShortSolutions");
    assert_eq!(lines(&short), ["1.g2-g4 2.g4-g5 #"]);
    assert!(solved(&short).contains("Partial solution"));
    let one = "Pieces White Kb6 Qg7 Rh2 Black Ka8 Stipulation #1 Option MaxSolutions 2";
    assert_eq!(lines(one).len(), 2);
    let late = "Pieces White Ka1 Qb1 Rc1 Black Kh8 Qg8 Rf8 Pa7b7 Stipulation h#6 Option MaxTime 0";
    assert!(solved(late).contains("Partial solution"));
}

#[test]
fn moves_are_chosen_by_their_numbers() {
    let all = lines("Pieces White Kb6 Qg7 Rh2 Black Ka8 Stipulation #1");
    let body = |options: &str| {
        format!("Pieces White Kb6 Qg7 Rh2 Black Ka8 Stipulation #1 Option {options}")
    };
    let mut parts = lines(&body("UpToMoveNumber 15"));
    assert!(!parts.is_empty() && parts.len() < all.len(), "{parts:?}");
    parts.extend(lines(&body("StartMoveNumber 16")));
    assert_eq!(parts, all);
    // the rest has not been looked at
    assert!(solved(&body("StartMoveNumber 16")).contains("Verdict: cooked"));
    assert!(solved(&body("StartMoveNumber 999")).contains("not decided, 0 solutions so far"));
}

#[test]
fn each_mating_position_may_have_few_solutions() {
    let body = "Pieces White Kc7 Rh4 Black Ka7 Stipulation h#2 Option Intelligent";
    let all = lines(body);
    let few = lines(&format!("{body} 1"));
    let mates = |found: &[String]| {
        let last = found.iter().map(|line| line.rsplit('-').next().unwrap_or_default().to_owned());
        last.collect::<BTreeSet<_>>()
    };
    assert!(few.len() < all.len());
    assert_eq!(mates(&few), mates(&all));
    assert!(few.iter().all(|line| all.contains(line)));
    assert_eq!(lines(&format!("{body} 1000")), all);
}

/// Plays in which both sides can take either part.
const PLAYS: [&str; 20] = [
    "#2",
    "=1",
    "+1",
    "s#1",
    "s#2",
    "r#2",
    "semi-r#2",
    "h#1",
    "h#1.5",
    "h=2",
    "hs#1.5",
    "hs#2",
    "hr#2",
    "reci-h#2",
    "ser-#2",
    "ser-h=2",
    "ser-s#2",
    "ser-r#2",
    "1->ser-#2",
    "pser-#2",
];

/// Keys and tries, or lines; squares are turned over if asked.
fn found(text: &str, turned: bool) -> BTreeSet<String> {
    let problem = &Problem::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"))[0];
    let solution = solve(problem, &Limits::default(), &mut |_| {});
    let mut all = BTreeSet::new();
    for phase in &solution.twins[0].phases {
        match &phase.found {
            Found::Lines(lines) => all.extend(lines.iter().map(|line| {
                let moves = line.moves.iter().map(|step| step.played.text.as_str());
                format!("{:?} {}", phase.part, moves.collect::<Vec<_>>().join(" "))
            })),
            Found::Attacks(attacks) => all.extend(attacks.iter().map(|attack| {
                let key = if attack.merit == Merit::Key { "!" } else { "?" };
                format!("{:?} {}{key}", phase.part, attack.played.text)
            })),
            Found::Aftermath(after) => all.extend(
                after
                    .defences
                    .iter()
                    .map(|defence| format!("{:?} {}", phase.part, defence.played.text)),
            ),
        }
    }
    let turn = |text: String| -> String {
        let mut before = ' ';
        let turned = text.chars().map(|c| {
            let rank = ('a'..='h').contains(&before) && ('1'..='8').contains(&c);
            before = c;
            if rank { char::from(b'1' + b'8' - c as u8) } else { c }
        });
        turned.collect()
    };
    if turned { all.into_iter().map(turn).collect() } else { all }
}

proptest! {
    #![proptest_config(cases(200))]

    /// Black's part in a position is White's in the one with colours changed, seen from the other
    /// side.
    #[test]
    fn duplex_is_the_same_problem_from_the_other_side(
        men in vec((select(vec!["Q", "R", "B", "S", "P"]), any::<bool>(), 8..56u8), 1..5),
        kings in (0..64u8, 0..64u8),
        play in select(&PLAYS[..]),
    ) {
        let text = |turned: bool, option: &str| {
            let mut text = String::from("BeginProblem Pieces");
            let kings = [("K", true, kings.0), ("K", false, kings.1)];
            for (kind, white, square) in kings.into_iter().chain(men.iter().copied()) {
                let (file, rank) = (char::from(b'a' + square % 8), square / 8);
                let rank = if turned { 8 - rank } else { rank + 1 };
                let colour = if white != turned { "White" } else { "Black" };
                text += &format!(" {colour} {kind}{file}{rank}");
            }
            text + &format!(" Stipulation {play} Option Try SetPlay Variations {option} EndProblem")
        };
        let other_side = found(&text(true, "NoBoard"), true);
        prop_assert_eq!(found(&text(false, "HalfDuplex"), false), other_side, "{}", text(false, ""));
    }
}
