//! Problems written in the language they were read from, and solutions played again.

use solusrex_problems::{Limits, Problem, replay, solve, write};
use solusrex_rules::Side;

/// What a problem says, twin by twin, and how it is to be solved.
fn told(problem: &Problem) -> String {
    let mut told = format!("{:?} {:?}", problem.options, problem.heading);
    for task in problem.tasks() {
        let setup = &task.setup;
        let fen = setup.position(Side::White).map(|position| position.fen());
        let start = setup.start(Side::White).map(|position| position.fen());
        let conditions: Vec<String> = setup.conditions.iter().map(|c| c.name()).collect();
        let (asked, board) = (setup.asked(), setup.board);
        told += &format!(
            "\n{} {:?} {fen:?} {start:?} {asked} {conditions:?} {board}",
            task.label, task.changes
        );
    }
    told
}

fn assert_the_same_again(text: &str) {
    for problem in Problem::parse(text).unwrap_or_else(|error| panic!("{error} in {text}")) {
        let written = write::language(&problem);
        let again = Problem::parse(&written).unwrap_or_else(|error| panic!("{error} in {written}"));
        assert_eq!(again.len(), 1);
        assert_eq!(told(&again[0]), told(&problem), "{written}");
        assert_eq!(write::language(&again[0]), written);
    }
}

#[test]
fn the_examples_read_the_same_again() {
    assert_the_same_again(include_str!("../../../../examples/problems/first-steps.inp"));
    assert_the_same_again(include_str!("../../../../examples/problems/goals-and-options.inp"));
}

#[test]
fn options_twins_boards_and_attributes_read_the_same_again() {
    let men = "Pieces White Ke1 Ra1h1 Gd4 Bul Gb2 Royal Sc3 Black Ke8 Chameleon Sb8 Neutral Pa7 Stipulation";
    for more in [
        "#3 Option SetPlay Defence 2 TrivialTriesAvoid Variations NoThreat NoShortVariations Threat 2 MaxFlightsquares 3 NonTrivial 1 2",
        "h#2.5 Option WhiteToPlay Duplex NoWk NoBk MaxSolutions 3 MaxTime 4 StopOnShortSolutions NoBoard Intelligent 2",
        "s#2 Option PostKeyPlay Quodlibet GoalIsEnd HalfDuplex EnPassant e3 NoCastling a1e1 CastlingMutuallyExclusive a1h1",
        "#2 Option Try Intelligent StartMoveNumber 2:3 UpToMoveNumber 5:1 MatingPiece S MateOn h8g8 Move 1 Ke1-e2 Still a1h1",
        "ser-h=4 Twin move a1 a2 Twin continued exchange a2 h1 remove d4 Twin add white Qa4 black Bul Gh8 Twin substitute G Q",
        "exact-#3 Twin rotate 90 Twin mirror a1<-->h1 Twin shift a1 b1 Twin polish Twin stipulation h#2 condition Circe Madrasi",
        "h#2 Condition Circe Mirror Condition Madrasi RexInclusive ZeroPosition move a1 a2",
        "r#2 Condition Koeko Neighbour S AntiCirce Calvet",
        "zd42 Condition GridChess Orthogonal bdf246 VaultingKings EQ",
    ] {
        assert_the_same_again(&format!(
            "BeginProblem Author A. Name\nTitle none\n{men} {more} EndProblem"
        ));
    }
    assert_the_same_again(
        "BeginProblem Option Board 10x6 Topology torus Pieces White Kj6 Black Ka1 Stipulation #2 EndProblem",
    );
    assert_the_same_again(
        "BeginProblem Pieces White Ka1 Black Ka8 Stipulation a=>b2 Pieces White Ka2 Black Ka7 EndProblem",
    );
    assert_the_same_again("BeginProblem Pieces White Ke1 Black Ke8 Stipulation dia4.5 EndProblem");
}

/// Every move of a solution has a position, whatever the play.
#[test]
fn solutions_can_be_played_again() {
    for problem in [
        "Pieces White Kc3 Rb1 Black Ka3 Stipulation h#2 Option SetPlay Duplex Twin move a3 a4",
        "Pieces White Kf6 Rd4 Sf4 Black Ke8 Pd5 Stipulation #2 Option Try Variations SetPlay",
        "Option Topology vertical-cylinder Pieces White Kg5 Bh3 Sg6 Black Ke8 Stipulation h#2",
        "Pieces White Kc1 Black Kg7 Pa7 Stipulation ser-h=12 Option MaxSolutions 4",
        "Pieces White Ka1 Rh3 Black Ka3 Pa2b4 Stipulation ser-hs#2",
        "Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 Condition Circe",
        "Pieces White Ka1 Black Kh8 Pe6 Neutral Sd4 Stipulation x1",
        "Pieces White Kb3 Qh7 Black Ka1 Stipulation pser-#2",
        "Pieces White Ke1 Qd1 Ra1h1 Bc1f1 Sb1g1 Pa2b2c2d2e4f2g2h2 Black Ke8 Qd8 Ra8h8 Bc8f8 Sb8f6 Pa7b7c7d7e7f7g7h7 Stipulation dia1.5",
        "Pieces White Kb6 Rc1 Black Ka8 Stipulation #1 Option PostKeyPlay",
    ] {
        let text = format!("BeginProblem {problem} EndProblem");
        let problem = &Problem::parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"))[0];
        let mut solution = solve(problem, &Limits::default(), &mut |_| {});
        replay(problem, &mut solution);
        let json = write::json(problem, &solution);
        let (_, solved) = json.split_once("\"twins\"").unwrap();
        let count = |what: &str| solved.matches(what).count();
        assert!(solution.moves() > 0, "{text}");
        assert_eq!(count("\"move\":"), solution.moves(), "{text}");
        assert_eq!(count("\"fen\":"), solution.moves() + count("\"part\":"), "{text}: {json}");
    }
}
