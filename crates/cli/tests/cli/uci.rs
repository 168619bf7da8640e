//! `solusrex uci`: the protocol, line by line.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use crate::{answer_to, tables::with_tables};

const ROOK: &str = "position fen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1";

/// What is said when all that is heard comes at once.
fn said(heard: &str) -> String {
    answer_to(&with_tables(&["uci"]), heard)
}

/// An engine that is talked with.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"));
        let command = command.args(with_tables(&["uci"]));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Engine { child, input, output: BufReader::new(output) }
    }

    fn hear(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// What is said up to a line that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "no {start} in {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }

    fn quit(mut self) {
        self.hear("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn it_introduces_itself() {
    let told = said("uci\nisready\nquit\n");
    assert!(told.starts_with("id name Solus Rex "), "{told}");
    for option in
        ["Hash", "Threads", "MultiPV", "Ponder", "UCI_ShowWDL", "TablesPath", "SyzygyPath"]
    {
        assert!(told.contains(&format!("\noption name {option} type ")), "{told}");
    }
    assert!(told.ends_with("uciok\nreadyok\n"), "{told}");
}

#[test]
fn tables_give_the_best_move_at_once() {
    let told = said(&format!("{ROOK}\ngo\n"));
    let line = told.lines().find(|line| line.contains(" pv ")).expect("a line");
    assert!(line.contains(" score mate 16 "), "{told}");
    assert_eq!(line.split(" pv ").nth(1).map(|pv| pv.split(' ').count()), Some(31), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{told}");
    // Black, too, knows how long it lasts
    let told =
        said(&format!("{ROOK} moves b2b1\nsetoption name UCI_ShowWDL value true\ngo depth 5\n"));
    assert!(told.contains(" score mate -15 wdl 0 0 1000 "), "{told}");
}

#[test]
fn several_lines_come_best_first() {
    let told = said(&format!("setoption name MultiPV value 3\n{ROOK}\ngo movetime 100\n"));
    let ranks: Vec<&str> =
        told.lines().filter_map(|line| line.split(" multipv ").nth(1)?.split(' ').next()).collect();
    assert_eq!(ranks, ["1", "2", "3"], "{told}");
    let some = said(&format!("{ROOK}\ngo searchmoves b2b3\n"));
    assert!(some.contains("bestmove b2b3"), "{some}");
    assert!(some.contains(" score cp 0 "), "the rook is taken: {some}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mated = said("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n");
    assert_eq!(mated, "info depth 0 score mate 0\nbestmove 0000\n");
    let stalemated = said("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n");
    assert_eq!(stalemated, "info depth 0 score cp 0\nbestmove 0000\n");
}

#[test]
fn outside_the_tables_forced_mates_are_found() {
    let told = said("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 3\n");
    assert!(told.contains("info string not in the tables"), "{told}");
    assert!(told.contains(" score mate 2 ") && told.contains("bestmove a1a6 ponder "), "{told}");
    // Black to move is mated by either rook
    let told = said("position fen 7k/R7/1R6/8/8/8/p6p/7K b - - 0 1\ngo depth 6\n");
    assert!(told.contains("bestmove "), "{told}");
    let none = said("position startpos moves e2e4\ngo depth 2\n");
    assert!(none.contains("info string no forced mate found"), "{none}");
    assert!(none.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{none}");
}

#[test]
fn missing_tables_are_named() {
    let told = said("position fen 7r/8/8/8/2k5/8/8/KQ6 w - - 0 1\ngo depth 1\n");
    assert!(
        told.contains("info string no tables of KQKR") && told.contains("solusrex build KQKR"),
        "{told}"
    );
    assert!(told.contains("bestmove "), "{told}");
}

#[test]
fn castling_and_en_passant_are_played() {
    let castling = "position fen r3k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(said(&format!("{castling}\ngo searchmoves e1g1 depth 1\n")).contains("bestmove e1g1"));
    let castled = said(&format!("{castling} moves e1g1\ngo searchmoves a8a1 depth 1\n"));
    assert!(castled.contains("bestmove a8a1"), "{castled}");
    let passing = "position fen 8/8/8/8/5p2/8/4P3/k1K5 w - - 0 1 moves e2e4";
    assert!(said(&format!("{passing}\ngo searchmoves f4e3 depth 1\n")).contains("bestmove f4e3"));
}

#[test]
fn infinite_searches_wait_for_stop() {
    let mut engine = Engine::start();
    for position in [ROOK, "position startpos"] {
        engine.hear(position);
        engine.hear("go infinite");
        engine.hear("isready");
        let before = engine.until("readyok");
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
        engine.hear("go depth 1");
        engine.until("info string a search is under way");
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        engine.hear("stop");
        let lines = engine.until("bestmove");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
    engine.quit();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut engine = Engine::start();
    engine.hear(ROOK);
    engine.hear("go ponder wtime 1000 btime 1000");
    engine.hear("isready");
    let before = engine.until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    engine.hear("ponderhit");
    engine.until("bestmove");
    engine.hear("position startpos");
    engine.hear("go ponder movetime 200");
    std::thread::sleep(Duration::from_millis(400));
    engine.hear("ponderhit");
    engine.until("bestmove");
    engine.hear("go movetime 100");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn clocks_and_nodes_are_limits() {
    let mut engine = Engine::start();
    engine.hear("position startpos");
    for go in [
        "go nodes 5000",
        "go movetime 100",
        "go wtime 3000 btime 3000 winc 10 binc 10",
        "go depth 3",
    ] {
        let begun = Instant::now();
        engine.hear(go);
        engine.until("bestmove");
        assert!(begun.elapsed() < Duration::from_secs(20), "{go}");
    }
    engine.hear("ucinewgame");
    engine.hear("isready");
    engine.until("readyok");
    engine.quit();
}

#[test]
fn nonsense_is_ignored_with_a_remark() {
    let long = "x".repeat(3_000_000);
    let heard = format!(
        "cook\ngo north\nposition fen x\nposition startpos moves e2e5\nsetoption name Cook value 1\n\
         setoption name MultiPV value 0\nsetoption name SyzygyPath value /nowhere\nsetoption name Threads value x\n\
         setoption name Hash value 99999999\nposition startpos\ngo depth 1 searchmoves e2e5\n\
         {long}\n\0\nisready\n"
    );
    let told = said(&heard);
    assert_eq!(told.lines().filter(|line| line.starts_with("info string ")).count(), 14, "{told}");
    assert!(told.contains("\nreadyok\n") && told.contains("\nbestmove "), "{told}");
    assert!(told.lines().all(|line| line.len() < 300), "{told}");
}

/// With the clock far on, a win by the shortest way to mate may come too late.
#[test]
fn the_fifty_move_rule_is_regarded() {
    let late = said("position fen 8/8/8/8/8/2k5/1R6/K7 w - - 90 100\ngo\n");
    assert!(late.contains(" score cp 1 "), "won, but not in time: {late}");
    let in_time = said("position fen 8/8/8/8/8/2k5/1R6/K7 w - - 60 100\ngo\n");
    assert!(in_time.contains(" score mate 16 "), "{in_time}");
}
