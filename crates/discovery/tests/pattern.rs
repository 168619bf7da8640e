//! Patterns of moves: what they mean, how they are written, what is told of wrong ones.

use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen, san::San};
use solusrex_discovery::MovePattern;

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn pattern(text: &str) -> MovePattern {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The moves of a position that a pattern means, in SAN, in order.
fn meant(fen: &str, text: &str) -> Vec<String> {
    let position = position(fen);
    let pattern = pattern(text);
    let moves = position.legal_moves();
    let moves = moves.iter().filter(|&&mv| pattern.matches(&position, mv));
    let mut moves: Vec<String> =
        moves.map(|&mv| San::from_move(&position, mv).to_string()).collect();
    moves.sort();
    moves
}

const PROMOTING: &str = "r1n1k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1";

#[test]
fn moves_as_in_a_game() {
    assert_eq!(meant(PROMOTING, "bxc8=N"), ["bxc8=N"]);
    assert_eq!(meant(PROMOTING, "b8=Q"), ["b8=Q"]);
    assert_eq!(meant(PROMOTING, "b8Q"), ["b8=Q"]);
    assert_eq!(meant(PROMOTING, "b7-b8=Q"), ["b8=Q"]);
    assert_eq!(meant(PROMOTING, "Rxa8"), ["Rxa8"]);
    assert!(meant(PROMOTING, "Ra8").is_empty(), "it is a capture");
    assert_eq!(meant(PROMOTING, "O-O"), ["O-O"]);
    assert_eq!(meant(PROMOTING, "0-0-0"), ["O-O-O"]);
    assert_eq!(meant(PROMOTING, "Ke1g1"), ["O-O"]);
    assert!(meant(PROMOTING, "Kg1").is_empty(), "castling is written otherwise");
    assert_eq!(meant(PROMOTING, "Rf1"), ["Rf1"]);
    assert_eq!(meant(PROMOTING, "Raf1"), Vec::<String>::new());
}

#[test]
fn open_parts() {
    assert_eq!(meant(PROMOTING, "?x?8=?").len(), 8);
    assert_eq!(meant(PROMOTING, "b8={RBN}"), ["b8=B", "b8=N", "b8=R"]);
    assert_eq!(meant(PROMOTING, "?(x)a8"), ["Rxa8", "bxa8=B", "bxa8=N", "bxa8=Q", "bxa8=R"]);
    assert_eq!(meant(PROMOTING, "R(x)a?").len(), 7);
    assert_eq!(meant(PROMOTING, "*").len(), position(PROMOTING).legal_moves().len());
    assert_eq!(meant(PROMOTING, "castles"), ["O-O", "O-O-O"]);
    assert_eq!(meant(PROMOTING, "{KR}1?1").len(), 7);
}

#[test]
fn captured_men() {
    assert_eq!(meant(PROMOTING, "?x?8[R]").len(), 5);
    assert_eq!(meant(PROMOTING, "bx?8=Q[N]"), ["bxc8=Q"]);
    assert_eq!(meant(PROMOTING, "bxc8[N]=Q"), ["bxc8=Q"]);
    assert_eq!(meant(PROMOTING, "changes-colour"), ["bxa8=R", "bxc8=N"]);
    assert_eq!(meant(PROMOTING, "knight-changes-colour"), ["bxc8=N"]);
    assert_eq!(meant(PROMOTING, "bx?8=x"), ["bxa8=R", "bxc8=N"]);
}

#[test]
fn en_passant() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(meant(fen, "exd6"), ["exd6"]);
    assert_eq!(meant(fen, "exd6 e.p."), ["exd6"]);
    assert_eq!(meant(fen, "x?? ep"), ["exd6"]);
    assert!(meant("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 2", "exd6 e.p.").is_empty());
}

#[test]
fn what_comes_of_a_move() {
    let corner = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    assert_eq!(meant(corner, "*#"), ["Rh8"]);
    assert!(meant(corner, "Rh8+").is_empty(), "a mate is more than check");
    assert_eq!(meant(corner, "R??+"), ["Ra1"]);
    let stalemate = "k7/8/K7/8/8/8/8/1R6 w - - 0 1";
    assert_eq!(meant(stalemate, "*="), ["Rb2", "Rb3", "Rb4", "Rb5", "Rb6", "Rb7"]);
}

#[test]
fn sides_and_numbers() {
    assert_eq!(pattern("5...exd1=N#").only_side(), Some(Color::Black));
    assert_eq!(pattern("5... exd1=N#").number.map(u32::from), Some(5));
    assert_eq!(pattern("7.Ka3#").side, Some(Color::White));
    assert_eq!(pattern("...Qh4#").side, Some(Color::Black));
    assert_eq!(pattern("…Qh4#").side, Some(Color::Black));
    assert_eq!(pattern("b8=?").only_side(), Some(Color::White));
    assert_eq!(pattern("exd6 e.p.").only_side(), Some(Color::White));
    assert_eq!(pattern("a2").only_side(), Some(Color::Black));
    assert_eq!(pattern("exd5").only_side(), None);
    assert_eq!(pattern("changes-colour").only_side(), None);
}

#[test]
fn a_pattern_is_written_as_it_is_read() {
    for (text, written) in [
        ("5...exd1=N#", "5...exd1=N#"),
        (" 7. Ka3 # ", "7.Ka3#"),
        ("0-0-0#", "O-O-O#"),
        ("Pxd5", "xd5"),
        ("Sf3", "Nf3"),
        ("??e4", "?e4"),
        ("{RQ}xf7", "{QR}xf7"),
        ("?(x)??", "*"),
        ("e2e4", "e2e4"),
        ("Qh5:f7", "Qh5xf7"),
        ("bxc8[R]=N", "bxc8=N[R]"),
        ("knight-changes-colour", "x??=x[N]"),
        ("castles=", "castles="),
        ("P(x)??(=)", "(x)??(=)"),
    ] {
        assert_eq!(pattern(text).to_string(), written);
        assert_eq!(pattern(written), pattern(text));
    }
}

/// What is wrong, and the text with its caret.
fn refused(text: &str) -> (String, String) {
    let error = text.parse::<MovePattern>().expect_err(text);
    (error.what.clone(), error.snippet())
}

#[test]
fn a_caret_shows_the_place() {
    for (text, what, caret) in [
        ("5...exd9=N#", "'9' cannot stand here", "       ^"),
        ("", "no square to go to", "^"),
        ("N", "no square to go to", " ^"),
        ("Nx", "the move ends without a square", "  ^"),
        ("Zf7", "'Z' is no man", "^"),
        ("nf7", "'n' cannot stand here", "^"),
        ("5exd1=N#", "\"5e\" is no origin", "^^"),
        ("5.exd1=N#", "White's pawns do not go there", " ^"),
        ("b8", "a pawn on the last rank promotes", "^^"),
        ("Nb8=Q", "only pawns promote", "   ^^"),
        ("b8=K", "'K' is not what a pawn becomes", "  ^^"),
        ("b5=Q", "a pawn promotes on the last rank", "  ^^"),
        ("exg5", "a pawn captures on the next file", "^"),
        ("Nf7[R]", "a captured man in a move that is no capture", "   ^^^"),
        ("Nxf7[K]", "'K' cannot be captured", "    ^^^"),
        ("Nf3 e.p.", "en passant is a pawn's capture", "    ^^^^"),
        ("b8=x", "nothing is captured that the pawn could become", "  ^^"),
        ("0.e4", "no such move number", "^"),
        ("Qd4!", "'!' cannot stand here", "   ^"),
        ("e4 e5", "'e' cannot stand here", "   ^"),
        ("Nä4", "'ä' cannot stand here", " ^"),
    ] {
        let (told, snippet) = refused(text);
        assert_eq!(told, what, "{text}");
        assert_eq!(snippet, format!("{text}\n{caret}\n"));
    }
}

proptest! {
    /// Every move is meant by its own notation.
    #[test]
    fn san_means_its_move(choices in prop::collection::vec(any::<u16>(), 1..60)) {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            let san = San::from_move(&position, mv).to_string();
            let pattern = pattern(&san);
            prop_assert!(pattern.matches(&position, mv), "{san}");
            prop_assert!(pattern.only_side().is_none_or(|side| side == position.turn()), "{san}");
            let others = moves.iter().filter(|&&other| pattern.matches(&position, other));
            prop_assert_eq!(others.count(), 1, "{}", san);
            position.play_unchecked(mv);
        }
    }

    /// What can be read can be written and read again, and nothing makes it stumble.
    #[test]
    fn any_text_is_read_or_refused(text in "[1-9.KQNPa-h1-8x?*()\\[\\]{}=#+ O-]{0,12}|\\PC{0,8}") {
        match text.parse::<MovePattern>() {
            Ok(pattern) => prop_assert_eq!(pattern.to_string().parse(), Ok(pattern)),
            Err(error) => {
                let told = error.to_string();
                prop_assert!(!told.contains(char::is_control), "{told:?}");
                prop_assert!(told.contains('(') && told.ends_with(')'), "{told}");
                prop_assert!(error.snippet().contains('^'), "{told}");
            }
        }
    }
}
