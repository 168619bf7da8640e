//! `solusrex play`, typed through a pipe.

use std::{fs, path::Path, sync::OnceLock};

use crate::{FAILED, WRONG_INPUT, answer_to, folder, refusal, solusrex, tables::with_tables, text};

/// A folder with Černo's ending, built by the trainer itself on first use.
fn queen_against_rook() -> &'static str {
    static FOLDER: OnceLock<String> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = folder("play_kqkr").to_str().expect("a plain name").to_owned();
        let told =
            answer_to(&["play", "KQKR", "--yes", "--seed", "1", "--tables", &folder], "exit\n");
        assert!(told.contains("KQKR.dtm "), "the table is built: {told}");
        assert!(told.contains("you are White, win."), "{told}");
        folder
    })
}

/// What is told when something is typed.
fn played(args: &[&str], typed: &str) -> String {
    answer_to(&with_tables(&[&["play"], args].concat()), typed)
}

/// A session of Černo's program (2005): new game, a wrong move, the end, back, hint, todo.
#[test]
fn the_session_of_cerno() {
    let args = ["play", "--tables", queen_against_rook(), "8/K7/2k5/2r5/8/Q7/8/8 w - -"];
    let told = answer_to(&args, "qc3\nqb4\nback\nhint\ntodo\na3b4\nexit\n");
    let mut rest = told.as_str();
    for expected in [
        "Your position: you are White, win.",
        "1. Qc3\n",
        "Game over: the win is thrown away.\n",
        "1. Qc3 loses; Ka6, Qa4+, Qb4 and 10 more win (at best mate in 32 moves).\n",
        "The game is over: `back` takes your move back, `new` begins another one.\n",
        // a move after the end
        "The game is over: ",
        // back
        " 3  Q  .  .  .  .  .  .  .\n",
        "Best: Ka6, Qa4+, Qb4, Qf3+ (mate in 32 moves).\n",
        "You can mate in 32 moves.\n",
        "1. Qb4  best\n1... ",
        "2 moves, 1 best; 0 moves lost against best play; 1 result thrown away; 1 move taken back; \
         help asked for 2 times.\n",
    ] {
        let at = rest.find(expected).unwrap_or_else(|| panic!("{expected:?} in {rest}\n\n{told}"));
        rest = &rest[at + expected.len()..];
    }
    assert!(!told.contains('\x1b'), "a pipe gets no colours");
}

#[test]
fn a_difficult_position_of_the_ending_is_chosen() {
    let args = |seed| ["play", "KQKR", "--tables", queen_against_rook(), "--seed", seed];
    let told = answer_to(&args("5"), "todo\n");
    let left = told.split("mate in ").nth(1).and_then(|rest| rest.split(' ').next());
    let left: u32 = left.and_then(|left| left.parse().ok()).unwrap_or_else(|| panic!("{told}"));
    assert!((32..=35).contains(&left), "{told}");
    assert_eq!(answer_to(&args("5"), "fen\n"), answer_to(&args("5"), "fen\n"));
    assert_ne!(answer_to(&args("5"), "fen\n"), answer_to(&args("6"), "fen\n"));
    let new = answer_to(&args("5"), "new\nfen\n");
    assert!(new.contains("--seed 6"), "{new}");
}

#[test]
fn strict_play_gives_no_help() {
    let rook = "8/8/8/8/8/2k5/1R6/K7 w - -";
    let told =
        played(&[rook, "--strict", "--seed", "1"], "hint\ntodo\nmoves\nback\nRb8\nRb1\nfen\n");
    assert_eq!(told.matches("There is no help in strict play.").count(), 4, "{told}");
    assert!(!told.contains("best\n") && !told.contains("costs"), "{told}");
    let told = played(&["KRK", "--level", "longest", "--seed", "4"], "todo\nhint\nmoves\n");
    assert!(
        told.contains("You can mate in 16 moves.") && told.contains("(mate in 16 moves)."),
        "{told}"
    );
    assert!(told.contains(" +16  "), "{told}");
}

#[test]
fn a_whole_game_is_played_and_saved() {
    let folder = folder("play_save");
    let file = folder.join("game.pgn");
    let file = file.to_str().expect("a plain name");
    let typed = format!("Kf7\nsave {file}\nQg7\nsave {file}\nsave {file}.2\nfen\nscore\nQa1\n");
    let told = played(&["7k/8/5K2/8/8/8/8/6Q1 w - -"], &typed);
    assert!(told.contains("1. Kf7  costs 1 move, Qg7# was better\n1... Kh7\n"), "{told}");
    assert!(
        told.contains("2. Qg7#\n") && told.contains("Mate in 2 moves: 1 more than needed."),
        "{told}"
    );
    assert!(told.contains("is there already (choose another name)"), "{told}");
    assert!(
        told.contains("Goal reached in 1 of 1 game. 2 moves, 1 best; 1 move lost against"),
        "{told}"
    );
    let pgn = fs::read_to_string(Path::new(&format!("{file}.2"))).unwrap();
    assert!(
        pgn.contains("[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]") && pgn.contains("1-0"),
        "{pgn}"
    );
    assert!(pgn.contains("1. Kf7 {+2") && pgn.contains("[White \"Trainee\"]"), "{pgn}");
    let elsewhere = played(&["7k/8/5K2/8/8/8/8/6Q1 w - -"], "save /nowhere/game.pgn\nsave\n");
    assert!(
        elsewhere.contains("cannot write /nowhere/game.pgn") && elsewhere.contains("Save where?")
    );
}

#[test]
fn stalemate_and_the_other_side_are_told() {
    let told = played(&["7k/8/5K2/8/8/8/8/6Q1 w - -"], "Qg6\nback\nQg7\n");
    let why = "Game over, stalemate: the win is gone.\n1. Qg6 only draws; Qg7#, Kf7, Qa7 and 23 more win ";
    assert!(told.contains(why), "{told}");
    assert!(told.contains("Mate in 1 move: nobody could have done it faster."), "{told}");
    let told = played(&["8/8/8/4k3/8/8/8/KQ6 w - -", "--side", "black"], "moves\nexit\n");
    assert!(
        told.contains("you are Black, last as long as you can.") && told.contains("\n1. "),
        "{told}"
    );
}

#[test]
fn a_draw_can_be_trained() {
    let held = "4k3/8/3KP3/8/8/8/8/8 b - -";
    let told = played(&[held, "--seed", "2"], "todo\nmoves\nKf8\nback\nhint\nKd8\n");
    assert!(told.contains("you are Black, hold the draw."), "{told}");
    assert!(told.contains("It is a draw: hold it for 25 moves."), "{told}");
    assert!(told.contains("   =  Kd8"), "{told}");
    assert!(
        told.contains("Game over: the draw is thrown away.\n1... Kf8 loses; only Kd8 holds."),
        "{told}"
    );
    assert!(told.contains("1... Kd8  holds\n2. "), "{told}");
    let hard = played(&["KPK", "--side", "black", "--goal", "hold", "--seed", "3"], "moves\n");
    let holding = hard.lines().find(|line| line.starts_with("   =  ")).expect("a move that holds");
    assert_eq!(holding.split_whitespace().count(), 2, "{hard}");
}

#[test]
fn sides_boards_levels_and_goals_are_changed() {
    let typed = "flip\nside\nside black\nside purple\nlevel easy\nlevel\nlevel odd\ngoal hold\ngoal odd\nnew KQK\n";
    let told =
        played(&["KRK", "--seed", "1"], &(typed.to_owned() + "new KQKB\nnew KX\nhelp\nscore\n"));
    for expected in [
        "    h  g  f  e  d  c  b  a",
        "You are Black, last as long as you can.\n1. ",
        "You are Black already.",
        "side \"purple\" (white or black).",
        "New positions are easy.",
        "level \"odd\" (one of easy, medium, hard, longest).",
        "In new positions you are to hold.",
        "KQK (easy, --seed 2): you are Black, ",
        "solusrex build KQKB",
        "ending \"KX\"",
        "take your last move back",
        "No move has been made yet.",
    ] {
        assert!(told.contains(expected), "{expected:?} in {told}");
    }
}

#[test]
fn nonsense_is_answered_in_a_line() {
    let long = "x".repeat(100_000);
    let typed = format!("cook\nhnit\nQ\n\x1b[31m\né\n{long}\n\nRd9\nKb4\nqd4\n\0\n");
    let told = played(&["8/8/8/8/8/2k5/1R6/K7 w - -"], &typed);
    assert!(told.contains("cook: a move is written Qd6"), "{told}");
    assert!(told.contains("did you mean `hint`?"), "{told}");
    assert!(told.contains("qd4: you have no queen."), "{told}");
    assert!(!told.contains('\x1b') && !told.contains('\0'), "{told:?}");
    assert!(told.lines().all(|line| line.len() < 200), "{told}");
}

#[test]
fn missing_tables_are_named() {
    let empty = folder("play_empty");
    let empty = empty.to_str().expect("a plain name");
    let line = refusal(&["play", "KQKR", "--tables", empty], FAILED);
    assert!(line.contains("--yes") && line.contains("solusrex build KQKR"), "{line}");
    let line = refusal(&["play", "--tables", empty], FAILED);
    assert!(line.contains("KQKR"), "the usual ending: {line}");
}

#[test]
fn wrong_positions_and_words_are_refused() {
    for args in [
        &["KX"][..],
        &["KK"],
        &["KK", "--goal", "win"],
        &["KQQQQQQK"],
        &["8/8/8 w"],
        &["7k/6Q1/6K1/8/8/8/8/8 b - -"],
        &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"],
        &["4k3/8/8/8/8/8/8/4K2R w K -"],
        &["KRK", "--level", "harder"],
        &["KRK", "--goal", "lose"],
        &["KRK", "--side", "red"],
        &["KRK", "--seed", "x"],
        &["KRK", "--format", "json"],
        &["8/8/8/8/8/2k5/1R6/K7 w - -", "--goal", "win"],
    ] {
        refusal(&with_tables(&[&["play"], args].concat()), WRONG_INPUT);
    }
    let nobody = refusal(&with_tables(&["play", "KNK"]), WRONG_INPUT);
    assert!(nobody.contains("nobody wins"), "{nobody}");
    let endless = ["play", "KPK", "--side", "black", "--goal", "hold", "--level", "longest"];
    refusal(&with_tables(&endless), WRONG_INPUT);
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let args = with_tables(&["play", "KRK", "--seed", "1"]);
    let output = solusrex().args(args).write_stdin(vec![0xff; 10_000]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}
