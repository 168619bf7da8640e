//! Input that nobody would write: huge, malformed, or with nobody left to read the answer.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    time::Duration,
};

use crate::{FAILED, WRONG_INPUT, answer, answer_to, refusal, refusal_to, solusrex, text};

const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - -";
const KINGS_MOVES: &str = "Ka1-a2; Ka1-b1; Ka1-b2\n";

#[test]
fn a_line_of_ten_megabytes_is_refused_and_the_next_one_answered() {
    for huge in ["K", "1/", "White ", "99x99", "8x8 ", "é", " "] {
        let mut input = huge.repeat(10_000_000 / huge.len());
        input += "\n";
        input += KINGS;
        let output = solusrex().args(["moves", "-"]).write_stdin(input).output().unwrap();
        assert_eq!(text(&output.stdout), format!("\n{KINGS_MOVES}"), "{huge:?}");
        let told = text(&output.stderr);
        match huge {
            " " => assert_eq!(told, ""),
            _ => {
                crate::check_refusal(told.trim_end_matches('\n'));
                assert!(told.starts_with("error: line 1: "), "{huge:?}: {told}");
            }
        }
    }
}

#[test]
fn texts_of_a_hundred_thousand_characters_are_refused_in_one_line() {
    let long = |part: &str| part.repeat(100_000 / part.len());
    let king = KINGS;
    for args in [
        &["moves", &long("K")][..],
        &["moves", &long("8/")],
        &["moves", &format!("{king} {}", long("9"))],
        &["moves", &format!("8x8 {}", long("99"))],
        &["moves", &format!("8x8 {} w", long("/"))],
        &["moves", &format!("8x8 {} w", long("=!."))],
        &["moves", &format!("{}x8 8", long("8"))],
        &["moves", &format!("White {}", long("K"))],
        &["moves", &format!("White {}", long("a1"))],
        &["moves", &long("White ")],
        &["moves", king, "--board", &long("8x")],
        &["moves", king, "--topology", &long("torus")],
        &["moves", king, "--cond", &long("Circe")],
        &["moves", king, "--cond", &format!("Circe {}", long("Rex "))],
        &["moves", king, "--kind", &long("X")],
        &["moves", king, "--kind", &format!("X = {}", long("leap"))],
        &["moves", king, "--kind", &format!("X = leap {}", long("1,"))],
        &["moves", king, "--kind", &format!("X = hop 0,1 {}", long("over "))],
        &["moves", king, "--depth", &long("9")],
        &["moves", king, "--notation", &long("san")],
        &["pieces", &long("G")],
        &["man", &long("moves")],
        &[&long("moves")],
        &["game", "--ending", &long("K")],
        &["game", "--ending", &format!("White K {} Black K", long("Q "))],
    ] {
        refusal(args, WRONG_INPUT);
    }
}

#[test]
fn boards_beyond_all_bounds_are_refused() {
    for size in [
        "99999999999x8",
        "8x99999999999999999999999999999999",
        "0x0",
        "-8x8",
        "17x17",
        "8x8x8",
        "8",
        "x",
        "",
        "８x８",
    ] {
        let board = format!("--board={size}");
        let line = refusal(&["moves", "--pieces", "White Ka1", &board], WRONG_INPUT);
        assert!(line.contains(size), "{line}");
    }
}

#[test]
fn a_kind_of_ten_thousand_terms_is_a_kind() {
    let terms = vec!["leap 1,2"; 10_000].join(" + ");
    let kind = format!("XY = {terms}");
    let moves = answer(&["moves", "--kind", &kind, "--pieces", "White XYa1"]);
    assert_eq!(moves, "XYa1-b3; XYa1-c2\n");
    let nonsense = format!("XY = {}", "leap 1,2 + ".repeat(10_000));
    let line = refusal(&["moves", KINGS, "--kind", &nonsense], WRONG_INPUT);
    assert!(line.contains("expected a manner"), "{line}");
}

#[test]
fn a_depth_beyond_all_bounds_is_refused() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - -";
    assert_eq!(answer(&["moves", mated, "--depth", "1000"]), "0\n");
    for position in [mated, KINGS] {
        let line = refusal(&["moves", position, "--depth", "4294967295"], WRONG_INPUT);
        assert!(line.contains("4294967295 is not in 0..=1000"), "{line}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let output = solusrex().args(["moves", "-"]).write_stdin(b"\0\0\n\x80\n".to_vec()).output();
    let output = output.unwrap();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(WRONG_INPUT), &b"\n\n"[..]));
    for line in text(&output.stderr).lines() {
        crate::check_refusal(line);
    }
    refusal_to(&["game", "-"], vec![0; 1_000], WRONG_INPUT);
    refusal_to(&["game", "-"], vec![0xff; 1_000], WRONG_INPUT);
    refusal_to(&["game", "-"], "game ".repeat(1_000_000) + "\n?", WRONG_INPUT);
}

#[test]
#[cfg(unix)]
fn arguments_that_are_no_text_are_refused() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let output = solusrex().arg("moves").arg(OsStr::from_bytes(b"\xff\xfe")).output().unwrap();
    assert_eq!(output.status.code(), Some(WRONG_INPUT));
    crate::check_refusal(text(&output.stderr).trim_end_matches('\n'));
}

#[test]
fn sixty_malformed_texts_are_refused_without_a_panic() {
    let slips = ["", "é", "\n", "\t", "\u{1f451}", "/", "99", "=", "!", "-", ".", " "];
    let mut refused = 0;
    for (text, before) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &["moves"][..]),
        ("8x8 4k3/8/3g4/8/2.NH5/5=s2/8/4K3 w - -", &["moves"]),
        ("White Ke1 Qd1 Black Royal Be8 Neutral Sd5", &["show", "--pieces"]),
        ("XY frog = leap 0,3 + chinese 1,1 range 4", &["moves", KINGS, "--kind"]),
        ("Madrasi RexInclusive", &["moves", KINGS, "--cond"]),
    ] {
        for (n, slip) in slips.iter().enumerate() {
            // in place of a letter further and further on
            let at = 1 + n * (text.len() - 2) / slips.len();
            let malformed = format!("{}{slip}{}", &text[..at], &text[at + 1..]);
            let output = solusrex().args(before).arg("--").arg(&malformed).output();
            let output = if before.last().is_some_and(|flag| flag.starts_with("--")) {
                let (flag, rest) = before.split_last().unwrap();
                solusrex().args(rest).arg(format!("{flag}={malformed}")).output().unwrap()
            } else {
                output.unwrap()
            };
            let told = crate::text(&output.stderr);
            match output.status.code() {
                Some(0) => assert_eq!(told, "", "{malformed}"),
                Some(WRONG_INPUT) => {
                    refused += 1;
                    crate::check_refusal(told.strip_suffix('\n').expect("a line"));
                }
                code => panic!("{malformed} ends with {code:?} and {told}"),
            }
        }
    }
    assert!(refused > 40, "only {refused}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [&["pieces"][..], &["completions", "bash"], &["man"], &["--help"]] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut stdout = BufReader::with_capacity(16, child.stdout.take().unwrap());
        stdout.read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), text(&output.stderr).as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_ends_a_long_list_of_answers() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"))
        .args(["moves", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // until the other end notices
    while input.write_all(format!("{KINGS}\n").as_bytes()).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn answers_come_while_the_next_question_is_awaited() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"))
        .args(["moves", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(input, "{KINGS}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, KINGS_MOVES);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_is_a_failure() {
    for args in [
        &["moves", KINGS][..],
        &["moves", KINGS, "--depth", "2", "--format", "json"],
        &["show", KINGS],
        &["show", KINGS, "--svg", "-"],
        &["pieces", "king"],
        &["pieces"],
        &["game", "--ending", "KQK", "--board", "3x3"],
        &["completions", "fish"],
        &["man"],
        &["--help"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"));
        let mut child = command.args(args).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(FAILED), "{args:?}");
        crate::check_refusal(told.strip_suffix('\n').expect("a line"));
    }
}

#[test]
fn many_lines_are_answered_quickly() {
    let input = format!("{KINGS}\n").repeat(20_000);
    let begun = std::time::Instant::now();
    assert_eq!(answer_to(&["moves", "-"], &input).lines().count(), 20_000);
    assert!(begun.elapsed() < Duration::from_secs(30));
}
