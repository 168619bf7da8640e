//! `solusrex moves`.

use predicates::prelude::*;

use crate::{WRONG_INPUT, answer, answer_to, check_refusal, json, refusal, solusrex, text};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
const CASTLING: &str = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6";

fn list(args: &[&str]) -> Vec<String> {
    let answer = answer(&[&["moves"], args].concat());
    let line = answer.strip_suffix('\n').expect("a line");
    assert!(!line.contains('\n'), "{line:?} is more than one line");
    line.split("; ").map(str::to_owned).collect()
}

#[test]
fn a_position_may_be_quoted_or_not() {
    let quoted = list(&["8/8/8/8/8/2k5/1R6/K7 w - -"]);
    assert_eq!(list(&["8/8/8/8/8/2k5/1R6/K7", "w", "-", "-"]), quoted);
    assert_eq!(list(&["8/8/8/8/8/2k5/1R6/K7", "w", "-", "-", "0", "1"]), quoted);
    assert_eq!(list(&["8/8/8/8/8/2k5/1R6/K7_w_-_-"]), quoted);
    assert_eq!(list(&["  8/8/8/8/8/2k5/1R6/K7 w "]), quoted);
    assert_eq!(quoted.len(), 16);
}

#[test]
fn a_list_of_pieces_is_a_position_too() {
    let fen = list(&["8/8/8/8/8/2k5/1R6/K7 w - -"]);
    assert_eq!(list(&["--pieces", "White Ka1 Rb2 Black Kc3"]), fen);
    assert_eq!(list(&["White Ka1 Rb2 Black Kc3"]), fen);
    assert_eq!(list(&["white", "king", "a1", "Rb2", "black", "Kc3"]), fen);
    assert_eq!(list(&["--pieces", "White Gd4 Pd5 Black Se5"]), ["Gd4-d6", "Gd4-f6", "d5-d6"]);
}

#[test]
fn moves_are_sorted_by_bytes_and_joined_by_semicolons() {
    let moves = list(&[KIWIPETE]);
    assert!(moves.is_sorted());
    assert_eq!(moves.len(), 48);
    assert_eq!(answer(&["moves", "7k/8/8/8/8/8/8/K7 w"]), "Ka1-a2; Ka1-b1; Ka1-b2\n");
}

#[test]
fn moves_are_written_as_asked() {
    let long = list(&[CASTLING]);
    let san = list(&[CASTLING, "--notation", "san"]);
    let uci = list(&[CASTLING, "--notation", "uci"]);
    assert_eq!([long.len(), san.len(), uci.len()], [28; 3]);
    for moves in [&long, &san, &uci] {
        assert!(moves.is_sorted());
    }
    for (moves, some) in [
        (&long, ["0-0", "0-0-0", "Ra1*a8", "e5*d6 ep."]),
        (&san, ["O-O", "O-O-O", "Rxa8", "exd6"]),
        (&uci, ["e1g1", "e1c1", "a1a8", "e5d6"]),
    ] {
        for mv in some {
            assert!(moves.iter().any(|found| found == mv), "{mv} in {moves:?}");
        }
    }
    assert_eq!(list(&[CASTLING, "--notation", "long"]), long);
    let fairy = ["moves", "--notation", "san", "--pieces", "White Ka1 Gb2 Black Kh8"];
    assert!(refusal(&fairy, WRONG_INPUT).contains("orthodox"));
}

#[test]
fn boards_may_have_other_sizes_and_joined_edges() {
    let rook = ["--pieces", "White Ra1", "--board", "3x2"];
    assert_eq!(list(&rook), ["Ra1-a2", "Ra1-b1", "Ra1-c1"]);
    let king = |topology| list(&["--pieces", "White Ka1", "--topology", topology]);
    assert_eq!(king("plane"), ["Ka1-a2", "Ka1-b1", "Ka1-b2"]);
    assert_eq!(king("cylinder"), ["Ka1-a2", "Ka1-b1", "Ka1-b2", "Ka1-h1", "Ka1-h2"]);
    assert_eq!(king("horizontal-cylinder"), ["Ka1-a2", "Ka1-a8", "Ka1-b1", "Ka1-b2", "Ka1-b8"]);
    assert_eq!(king("torus").len(), 8);
    let far = list(&["--pieces", "White Kp16", "--board", "16x16"]);
    assert_eq!(far, ["Kp16-o15", "Kp16-o16", "Kp16-p15"]);
}

#[test]
fn extended_fen_names_its_own_board() {
    let moves = list(&["3x4h k2/3/=p2/2K w - -"]);
    assert_eq!(moves, ["Kc1-b2", "Kc1-c2", "Kc1-c4", "nPa2-a3"]);
    // `--board` is for texts that leave the board unsaid
    assert_eq!(list(&["3x4h k2/3/=p2/2K w - -", "--board", "10x10"]), moves);
}

#[test]
fn conditions_and_kinds_of_ones_own_are_obeyed() {
    let circe = list(&["--pieces", "White Bd3 Black Rb5", "--cond", "Circe"]);
    assert!(circe.contains(&"Bd3*b5[+bRa8]".to_owned()), "{circe:?}");
    // a rook that a rook observes may not move
    let rooks = ["--pieces", "White Ra1 Black Ra8", "--cond", "madrasi"];
    assert_eq!(list(&rooks), [""]);
    let both = ["--pieces", "White Ra1 Black Bd1", "--cond", "Circe", "--cond", "Madrasi"];
    assert!(list(&both).contains(&"Ra1*d1[+bBc8]".to_owned()));
    let own = ["--kind", "XY frog = leap 0,3 + ride 1,1 range 2", "--pieces", "White XYa1"];
    assert_eq!(list(&own), ["XYa1-a4", "XYa1-b2", "XYa1-c3", "XYa1-d1"]);
}

#[test]
fn either_side_may_be_to_move_in_a_list_of_pieces() {
    let men = ["--pieces", "White Ra1 Black Kh8"];
    let black = [&men[..], &["--side", "black"]].concat();
    assert_eq!(list(&black), ["Kh8-g7", "Kh8-g8", "Kh8-h7"]);
    assert!(
        list(&[&men[..], &["--side", "white"]].concat()).iter().all(|mv| mv.starts_with("Ra1"))
    );
    assert!(refusal(&["moves", "8/8 w", "--side", "red"], WRONG_INPUT).contains("white, black"));
}

#[test]
fn leaves_are_counted() {
    assert_eq!(answer(&["moves", START, "--depth", "0"]), "1\n");
    assert_eq!(answer(&["moves", START, "--depth", "3"]), "8902\n");
    assert_eq!(answer(&["moves", KIWIPETE, "--depth", "3", "--threads", "1"]), "97862\n");
    assert_eq!(answer(&["moves", KIWIPETE, "--depth", "2", "--path", "general"]), "2039\n");
}

#[test]
fn leaves_are_divided_among_the_first_moves() {
    let kings = ["moves", "7k/8/8/8/8/8/8/K7 w", "--depth", "2", "--divide"];
    assert_eq!(answer(&kings), "Ka1-a2 3\nKa1-b1 3\nKa1-b2 3\n9\n");
    let told = json(&kings);
    assert_eq!(told["leaves"], 9);
    assert_eq!(told["depth"], 2);
    assert_eq!(told["divide"][2], serde_json::json!(["Ka1-b2", 3]));
    let whole = json(&["moves", START, "--depth", "2"]);
    assert_eq!((&whole["fen"], &whole["leaves"]), (&START.into(), &400.into()));
    assert!(whole.get("divide").is_none());
    assert!(refusal(&["moves", START, "--divide"], WRONG_INPUT).contains("--depth"));
}

#[test]
fn the_two_implementations_of_the_rules_agree() {
    for fen in [
        START,
        KIWIPETE,
        CASTLING,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - -",
    ] {
        for rest in [&["--depth", "2", "--divide"][..], &["--format", "json"], &[]] {
            let path = |path| answer(&[&["moves", fen, "--path", path], rest].concat());
            assert_eq!(path("general"), path("fast"), "{fen} {rest:?}");
            assert_eq!(path("general"), path("auto"), "{fen} {rest:?}");
        }
    }
    let alone = ["moves", "--pieces", "White Ra1", "--path", "fast"];
    assert!(refusal(&alone, WRONG_INPUT).contains("king"));
}

#[test]
fn a_listing_in_json_says_how_things_stand() {
    let told = json(&["moves", "7k/6Q1/6K1/8/8/8/8/8 b - -"]);
    assert_eq!(told["fen"], "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(told["side_to_move"], "black");
    for (field, value) in [("check", true), ("checkmate", true), ("stalemate", false)] {
        assert_eq!(told[field], value, "{field}");
    }
    assert_eq!(told["moves"], serde_json::json!([]));
    assert_eq!(json(&["moves", "7k/5Q2/6K1/8/8/8/8/8 b - -"])["stalemate"], true);
    let kings = json(&["moves", "7k/8/8/8/8/8/8/K7 w"]);
    assert_eq!(kings["insufficient_material"], true);
    assert_eq!(kings["moves"], serde_json::json!(["Ka1-a2", "Ka1-b1", "Ka1-b2"]));
}

#[test]
fn a_position_without_moves_gives_an_empty_line() {
    assert_eq!(answer(&["moves", "7k/6Q1/6K1/8/8/8/8/8 b - -"]), "\n");
    assert_eq!(answer(&["moves", "7k/6Q1/6K1/8/8/8/8/8 b - -", "--depth", "7"]), "0\n");
}

#[test]
fn standard_input_has_a_position_a_line_and_gets_an_answer_a_line() {
    let input = "7k/8/8/8/8/8/8/K7 w - -\n\nWhite Gd4 Pd5 Black Se5\r\n3x4h k2/3/=p2/2K w - -";
    let answers = answer_to(&["moves", "-"], input);
    assert_eq!(
        answers.lines().collect::<Vec<_>>(),
        ["Ka1-a2; Ka1-b1; Ka1-b2", "", "Gd4-d6; Gd4-f6; d5-d6", "Kc1-b2; Kc1-c2; Kc1-c4; nPa2-a3"]
    );
    assert_eq!(answer_to(&["moves", "-", "--depth", "2"], "7k/8/8/8/8/8/8/K7 w - -\n"), "9\n");
    assert_eq!(answer_to(&["moves", "-"], ""), "");
}

#[test]
fn a_wrong_line_costs_only_its_own_answer() {
    let input: &[u8] = b"7k/8/8/8/8/8/8/K7 w\n\nnonsense\n\xff\xfe\n7k/8/8/8/8/8/8/K7 w\n";
    let output = solusrex().args(["moves", "-"]).write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(WRONG_INPUT));
    let kings = "Ka1-a2; Ka1-b1; Ka1-b2";
    assert_eq!(text(&output.stdout), format!("{kings}\n\n\n\n{kings}\n"));
    let told = text(&output.stderr);
    let lines: Vec<&str> = told.lines().collect();
    lines.iter().for_each(|line| check_refusal(line));
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].starts_with("error: line 3: bad placement at column 2 of \"nonsense"));
    assert!(lines[1].starts_with("error: line 4: "));
}

#[test]
fn json_is_one_object_a_line_also_for_wrong_lines() {
    let input = "7k/8/8/8/8/8/8/K7 w\nnonsense\n7k/8/8/8/8/8/8/K7 b\n";
    let output =
        solusrex().args(["moves", "-", "--format", "json"]).write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(WRONG_INPUT));
    let stdout = text(&output.stdout);
    let objects: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["side_to_move"], "white");
    assert_eq!(objects[1]["line"], 2);
    assert!(objects[1]["error"].as_str().is_some_and(|error| error.contains("bad placement")));
    assert_eq!(objects[2]["side_to_move"], "black");
}

#[test]
fn wrong_positions_are_refused_and_the_place_is_named() {
    for (args, part) in [
        (&["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w"][..], "column 43"),
        (&["7k/8/8/8/8/8/8/K7 x"], "bad side to move at column 19"),
        (&["7k/8/8/8/8/8/8/K7 w kx -"], "castling"),
        (&["7k/8/8/8/8/8/8/K7 w - z9"], "en-passant"),
        (&["7k/8/8/8/8/8/8/K7 w - - 4294967295 1"], "below a million"),
        (&["8/8/8/8/8/8/8/Kr1k4 b - -"], "not White's move"),
        (&[""], "bad FEN at column 1 of \"\""),
        (&["--pieces", "Ke1"], "no colour"),
        (&["--pieces", "White Ke9"], "no man \"Ke9\""),
        (&["--pieces", "White ?e1"], "unknown kind \"?\""),
        (&["--pieces", "White Ke1 Qe1"], "second man"),
        (&["--pieces", "White"], "no men"),
        (&["8x8 8/8 w"], "2 ranks"),
        (&["8x8 8/8/8/8/8/8/8/9 w"], "a rank of 9 squares"),
        (&["17x8 8 w"], "17x8"),
        (&["7k/8/8/8/8/8/8/K7 w", "--board", "10x10"], "10x10"),
        (&["7k/8/8/8/8/8/8/K7 w", "--board", "8by8"], "8by8"),
        (&["7k/8/8/8/8/8/8/K7 w", "--topology", "moebius"], "moebius"),
        (&["7k/8/8/8/8/8/8/K7 w", "--cond", "Cierce"], "did you mean Circe"),
        (&["7k/8/8/8/8/8/8/K7 w", "--cond", "Circe Rex"], "\"Rex\""),
        (&["7k/8/8/8/8/8/8/K7 w", "--kind", "XY = jump 1,2"], "\"jump\""),
        (&["7k/8/8/8/8/8/8/K7 w", "--path", "slow"], "'slow'"),
        (&["7k/8/8/8/8/8/8/K7 w", "--notation", "short"], "'short'"),
        (&["7k/8/8/8/8/8/8/K7 w", "--depth", "-1"], "-1"),
        (&["7k/8/8/8/8/8/8/K7 w", "--depth", "many"], "'many'"),
        (&["7k/8/8/8/8/8/8/K7 w", "--pieces", "White Ka1"], "--pieces"),
        (&[], "POSITION"),
    ] {
        let line = refusal(&[&["moves"], args].concat(), WRONG_INPUT);
        assert!(predicate::str::contains(part).eval(&line), "{args:?}: {part:?} in {line}");
    }
}
