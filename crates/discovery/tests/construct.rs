//! Construction tasks: published ones, and agreement with the plain search.

use std::sync::atomic::Ordering;

use proptest::prelude::*;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Position, Square, fen::Fen,
    san::SanPlus,
};
use solusrex_discovery::{
    Length, MovePattern, Terms,
    construct::{Answer, ConstructError, Construction, Diagram, Effort},
};
use solusrex_rules::retro::agrees;

fn exactly(plies: u32) -> Terms {
    Terms::from(Chess::default()).of_length(Length::Exactly(plies)).unwrap()
}

fn games(terms: Terms, diagram: &str) -> Answer {
    let construction = Construction::new(terms, diagram.parse().unwrap()).unwrap();
    construction.games(&Effort::default(), &|_| {}).unwrap()
}

/// Games as people write them, in order.
fn written(terms: Terms, diagram: &str) -> Vec<String> {
    let start = terms.start().clone();
    let answer = games(terms, diagram);
    assert_eq!(answer.count, answer.games.len() as u128);
    let mut games: Vec<String> = answer.games.iter().map(|game| san(&start, game)).collect();
    games.sort();
    games
}

fn san(start: &Chess, game: &[Move]) -> String {
    let mut position = start.clone();
    let moves = game.iter().map(|&mv| SanPlus::from_move_and_play_unchecked(&mut position, mv));
    moves.map(|san| san.to_string()).collect::<Vec<_>>().join(" ")
}

/// Rizvič 2016, figure 4.5, which he solved with hand-picked men.
const KNIGHTS: &str = "rnbqkb1r/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKB1R";
/// Rizvič 2016, figure 4.6: Tibor Orban, Die Schwalbe 1976.
const ORBAN: &str = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";
/// Gerhard Schweig, Tukon 1938.
const SCHWEIG: &str = "r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR";
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn the_first_task_of_the_thesis_has_four_games() {
    assert_eq!(
        written(exactly(8), KNIGHTS),
        [
            "Nf3 Nf6 Nd4 d5 Nc6 Nfd7 Nxb8 Nxb8",
            "Nf3 Nf6 Ne5 d5 Nc6 Nfd7 Nxb8 Nxb8",
            "Nf3 d5 Nd4 Nf6 Nc6 Nfd7 Nxb8 Nxb8",
            "Nf3 d5 Ne5 Nf6 Nc6 Nfd7 Nxb8 Nxb8",
        ]
    );
}

#[test]
fn the_second_task_of_the_thesis_has_one_game() {
    assert_eq!(written(exactly(8), ORBAN), ["e4 e6 Bb5 Ke7 Bxd7 c6 Be8 Kxe8"]);
}

#[test]
fn an_impostor_knight_stands_at_home() {
    assert_eq!(written(exactly(8), SCHWEIG), ["Nc3 d6 Nd5 Nd7 Nxe7 Ndf6 Nxg8 Nxg8"]);
}

#[test]
fn the_shortest_game_is_found_with_its_proof() {
    let terms = Terms::from(Chess::default()).of_length(Length::AtMost(8)).unwrap();
    let answer = games(terms, &format!("{ORBAN} w"));
    // quicker, but not unique: Bxc6 or Bxe6
    assert_eq!((answer.plies, answer.count), (6, 4));
    assert_eq!(answer.excluded, [1, 2, 3, 4, 5]);
}

#[test]
fn a_diagram_demands_what_it_says() {
    let knights = written(exactly(4), ARRAY);
    assert_eq!(knights.len(), 16);
    assert_eq!(written(exactly(4), &format!("{ARRAY} w KQkq")), knights);
    // White has lost a right, or may have lost it
    let silent = games(exactly(8), &format!("{ARRAY} w Qkq"));
    let exact: Diagram = format!("{ARRAY} w Qkq").parse().unwrap();
    let exact = Construction::new(exactly(8), exact.exactly()).unwrap();
    let exact = exact.games(&Effort::default(), &|_| {}).unwrap();
    assert!(0 < exact.count && exact.count < silent.count);
    assert!(exact.games.iter().all(|game| san(&Chess::default(), game).contains("Rg1")));
}

#[test]
fn en_passant_and_castling_are_found() {
    // with 1...d5 2.e5 g6 it would be too late to take in passing
    assert_eq!(
        written(exactly(5), "rnbqkbnr/ppp1pp1p/3P2p1/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -"),
        ["e4 d5 exd5 g6 d6", "e4 d6 e5 g6 exd6", "e4 g6 e5 d5 exd6", "e4 g6 e5 d6 exd6"]
    );
    let castled = written(exactly(8), "rnbqkbnr/pppp4/4pppp/8/8/5NP1/PPPPPPBP/RNBQ1RK1 w kq -");
    assert!(!castled.is_empty());
    assert!(castled.iter().all(|game| game.contains("O-O")));
}

#[test]
fn terms_hold_in_every_game() {
    let pattern = |text: &str| text.parse::<MovePattern>().unwrap();
    let with = exactly(8).with_move(pattern("1...d5")).unwrap();
    assert_eq!(written(with, KNIGHTS).len(), 2);
    let without = exactly(8).without(pattern("Ne5"));
    assert_eq!(written(without, KNIGHTS).len(), 2);
    let squares = |list: &str| -> Bitboard {
        list.split(' ').map(|square| square.parse::<Square>().unwrap()).collect()
    };
    let active = exactly(8).moving_only(squares("b8 g8 g1 d7"));
    assert_eq!(written(active, KNIGHTS).len(), 4);
    let still = exactly(8).keeping_still(squares("g8"));
    assert_eq!(written(still, KNIGHTS).len(), 0);
    let quiet = exactly(8).ending_with(pattern("Nb8")).unwrap();
    assert_eq!(written(quiet, KNIGHTS).len(), 0);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let shortest = Terms::from(Chess::default());
    let refused = Construction::new(shortest, ORBAN.parse().unwrap()).unwrap_err();
    assert_eq!(refused, ConstructError::NoLimit);
    let black: Diagram = format!("{ORBAN} b").parse().unwrap();
    let refused = Construction::new(exactly(8), black).unwrap_err();
    assert_eq!(refused, ConstructError::OtherTurn { plies: 8, turn: Color::Black });
    for wrong in ["", "8/8", "8/8/8/8/8/8/8/8", "P6k/8/8/8/8/8/8/K7", "k7/8/8/8/8/8/8/K7 x"] {
        assert!(matches!(wrong.parse::<Diagram>(), Err(ConstructError::Diagram { .. })), "{wrong}");
    }
    let task = Construction::new(exactly(8), KNIGHTS.parse().unwrap()).unwrap();
    let little = Effort { memory: 1 << 10, ..Effort::default() };
    assert!(matches!(task.games(&little, &|_| {}), Err(ConstructError::Memory { .. })));
    let effort = Effort::default();
    effort.cancelled.store(true, Ordering::Relaxed);
    assert_eq!(task.games(&effort, &|_| {}), Err(ConstructError::Cancelled));
}

/// All games of so many half-moves to what is stated, by trying everything.
fn plain(position: &Chess, plies: u32, stated: &Chess) -> u128 {
    if plies == 0 {
        return u128::from(agrees(position, stated));
    }
    let after = |&mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        plain(&after, plies - 1, stated)
    };
    position.legal_moves().iter().map(after).sum()
}

/// A position after some moves, chosen by numbers; none if the game ends before.
fn wander(start: &Chess, choices: &[u16]) -> Option<Chess> {
    let mut position = start.clone();
    for &choice in choices {
        let moves = position.legal_moves();
        let mv = *moves.get(usize::from(choice).checked_rem(moves.len())?)?;
        position.play_unchecked(mv);
    }
    Some(position)
}

/// Positions with much to capture, promote and castle.
const SHARP: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/R3K2R w KQ - 0 1",
];

fn check(start: &Chess, choices: &[u16]) -> Result<(), TestCaseError> {
    let Some(goal) = wander(start, choices) else { return Ok(()) };
    let plies = choices.len() as u32;
    let terms = Terms::from(start.clone()).of_length(Length::Exactly(plies)).unwrap();
    for silent in [false, true] {
        let mut stated = goal.to_setup(EnPassantMode::Always);
        let mut text = Fen::from_position(&goal, EnPassantMode::Always).to_string();
        if silent {
            stated.castling_rights = Bitboard::EMPTY;
            stated.ep_square = None;
            text = text.split(' ').next().unwrap_or_default().to_owned();
        }
        let stated: Chess = stated.position(CastlingMode::Standard).unwrap();
        let found = games(terms.clone(), &text);
        prop_assert_eq!(found.count, plain(start, plies, &stated), "{}", text);
        prop_assert_eq!(found.count, found.games.len() as u128);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_game_is_found(choices in prop::collection::vec(any::<u16>(), 4)) {
        check(&Chess::default(), &choices)?;
    }

    #[test]
    fn every_game_from_a_sharp_position_is_found(
        which in 0..SHARP.len(),
        choices in prop::collection::vec(any::<u16>(), 3),
    ) {
        let start: Fen = SHARP[which].parse().unwrap();
        check(&start.into_position(CastlingMode::Standard).unwrap(), &choices)?;
    }
}
