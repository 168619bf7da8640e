//! `solusrex discover`.

use std::{
    fs,
    path::PathBuf,
    process::{self, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    FAILED, WRONG_INPUT, answer, check_refusal, folder, json, refusal, repository, solusrex, text,
};

/// Tibor Orban, Die Schwalbe 1976.
const ORBAN: &str = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";
const KNIGHTS: &str = "rnbqkb1r/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKB1R";

#[test]
fn a_proof_game_is_unique() {
    let told = answer(&["discover", "game", "--to", ORBAN, "--moves", "4"]);
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some("1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8"));
    assert!(told.contains("\n\nC+: one game of 4 moves\nNo other game of this length ("), "{told}");
}

#[test]
fn games_are_counted_and_written_down() {
    let game = ["discover", "game", "--to", KNIGHTS, "--moves", "4"];
    let all = answer(&game);
    assert!(all.contains("Not unique: 4 games of 4 moves"), "{all}");
    assert_eq!(all.lines().filter(|line| line.starts_with("1. Nf3")).count(), 4);
    let one = answer(&[&game[..], &["--limit", "1"]].concat());
    assert!(one.contains("... and 3 more (--all writes down all)"), "{one}");
    let count = answer(&[&game[..], &["--count"]].concat());
    assert!(count.starts_with("Not unique: 4 games"), "{count}");
    let value = json(&game);
    assert_eq!(value["count"], 4);
    assert_eq!(value["unique"], false);
    assert_eq!(value["games"][0].as_array().map(Vec::len), Some(8));
}

#[test]
fn games_have_constraints() {
    let game = ["discover", "game", "--to", KNIGHTS, "--moves", "4", "--count"];
    let count = |more: &[&str]| json(&[&game[..], more].concat())["count"].as_u64();
    assert_eq!(count(&["--first-move", "Nf3", "--move", "1...d5"]), Some(2));
    assert_eq!(count(&["--never", "Ne5"]), Some(2));
    assert_eq!(count(&["--still", "g8"]), Some(0));
    assert_eq!(count(&["--active", "b8,g8,g1,d7"]), Some(4));
    assert_eq!(count(&["--last", "Nxb8[N]"]), Some(4));
    assert_eq!(count(&["--winner", "black"]), Some(4));
}

#[test]
fn the_shortest_game_comes_with_a_proof() {
    let told = answer(&["discover", "game", "--to", ORBAN, "--moves", "4", "--shortest"]);
    assert!(told.contains("Not unique: 4 games of 3 moves\nNo game of fewer than 6 half-moves ("));
    let none = answer(&["discover", "game", "--to", ORBAN, "--moves", "2.5", "--shortest"]);
    assert!(none.starts_with("No game of up to 2.5 moves ("), "{none}");
}

#[test]
fn a_quickmate_is_proved() {
    let told = answer(&["discover", "quickmate", "Qh4#", "--count"]);
    assert!(told.contains("Qh4#\n\n8 games of 4 half-moves\n"), "{told}");
    assert!(told.contains("No game of fewer than 4 half-moves ("), "{told}");
    let scholar = json(&["discover", "quickmate", "Qxf7#"]);
    assert_eq!(scholar["plies"], 7);
    let both = answer(&["discover", "quickmate", "3.Qh5#", "--all"]);
    assert!(both.contains("games of 5 half-moves"), "{both}");
    let none = answer(&["discover", "quickmate", "castles", "--at-most", "2"]);
    assert!(none.starts_with("No game of up to 4 half-moves ("), "{none}");
}

#[test]
fn a_question_is_read_from_a_file() {
    let folder = std::env::temp_dir().join(format!("solusrex-conf-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("fool.conf");
    fs::write(&path, "PROBLEM=1\nMOVES=2\nWINCOLOR=B\nENDMOVE=d8h4\nENDPIECE=Q\nSEARCHALL=1\n")
        .unwrap();
    let path = path.to_str().unwrap();
    let told = answer(&["discover", "quickmate", "--conf", path]);
    assert!(told.contains("8 games of 4 half-moves"), "{told}");
    assert!(refusal(&["discover", "game", "--conf", path], WRONG_INPUT).contains("END"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_examples_are_answered() {
    for (name, end) in [
        ("queen-f7", "4. Qxf7#"),
        ("knight-h1", "5. Qe1 Nxh1#"),
        ("rook-e5", "5. Rxe5#"),
        ("knight-d1", "Nxd1#"),
        ("promotion-f8", "6. gxf8=N#"),
        ("king-a3", "7. Ka3#"),
        ("knight-d5", "7. Nd5#"),
        ("knight-changes-colour", "cxb1=N#"),
        ("promotion-d1", "7 games of 10 half-moves"),
        ("rook-puzzle", "2 games of 10 half-moves"),
        ("middle-move", "308 games of 7 half-moves"),
        ("construction", "C+: one game of 4 moves"),
    ] {
        let file = repository(&format!("examples/quickmates/{name}.conf"));
        let question = if name == "construction" { "game" } else { "quickmate" };
        let told = answer(&["discover", question, "--conf", file.to_str().expect("a plain name")]);
        assert!(told.contains(end), "{name}: {told}");
    }
}

#[test]
fn the_atlas_is_a_table() {
    let told = answer(&["discover", "atlas", "--plies", "5"]);
    assert!(told.starts_with("side\tmove\tplies\tproved\tsearched\tgame\n"), "{told}");
    assert_eq!(told.lines().filter(|line| line.contains("\tyes\t")).count(), 6);
}

#[test]
fn the_atlas_is_drawn() {
    let file = repository("data/quickmates.tsv");
    let file = file.to_str().expect("a plain name");
    let before = fs::read_to_string(file).unwrap();
    let show = ["discover", "atlas", "--plies", "0", "--file", file];
    let drawing = answer(&[&show[..], &["--svg", "-"]].concat());
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert!(drawing.contains("<title>Black Qh4: 4 half-moves, proved\n1. "));
    let folder = folder("atlas-drawn");
    let (svg, html) = (folder.join("atlas.svg"), folder.join("atlas.html"));
    let pictures = ["--svg", svg.to_str().unwrap(), "--html", html.to_str().unwrap()];
    let told = answer(&[&show[..], &pictures].concat());
    assert!(told.starts_with("4 half-moves: 1 moves, 1 proved\n"), "{told}");
    assert_eq!(fs::read_to_string(svg).unwrap(), drawing);
    assert!(fs::read_to_string(html).unwrap().contains(&drawing));
    // looking changes nothing
    assert_eq!(fs::read_to_string(file).unwrap(), before);
    for (args, what) in [
        (&["--plies", "0"][..], "--plies 0 searches nothing"),
        (&["--plies", "0", "--file", "missing.tsv"], "cannot read missing.tsv"),
        (&["--svg", "-", "--html", "-"], "cannot both go to standard output"),
        (&["--plies", "0", "--file", file, "--svg", "no/such/folder.svg"], "cannot write"),
    ] {
        let code = if what == "cannot write" { FAILED } else { WRONG_INPUT };
        let told = refusal(&[&["discover", "atlas"], args].concat(), code);
        assert!(told.contains(what), "{told}");
    }
}

/// A search for the atlas in a folder of its own, which writes a mark after every part.
struct Making {
    folder: PathBuf,
}

impl Making {
    const PLIES: &str = "7";

    fn new(name: &str) -> Making {
        Making { folder: folder(name) }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("atlas.tsv")
    }

    fn progress(&self) -> PathBuf {
        self.folder.join("atlas.tsv.progress")
    }

    fn command(&self) -> process::Command {
        let mut command = process::Command::new(assert_cmd::cargo::cargo_bin!("solusrex"));
        command.args([
            "discover",
            "atlas",
            "--checkpoint",
            "0",
            "--plies",
            Making::PLIES,
            "--file",
        ]);
        command.arg(self.file()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// The length and the number of parts done of the last mark.
    fn mark(&self) -> Option<(u32, u32)> {
        let text = fs::read_to_string(self.progress()).ok()?;
        let numbers: Vec<u32> =
            text.lines().next()?.split(' ').map(|number| number.parse().unwrap()).collect();
        Some((numbers[0], numbers[2]))
    }

    /// Starts the search and waits until it has come some parts further with games of full length.
    fn start_and_see_it_move(&self) -> process::Child {
        let full = Making::PLIES.parse().unwrap();
        let goal = self.mark().filter(|mark| mark.0 == full).map_or(4, |(_, done)| done + 4);
        let mut child = self.command().spawn().expect("a binary that starts");
        let started = Instant::now();
        while self.mark().is_none_or(|mark| mark < (full, goal)) {
            assert!(started.elapsed() < Duration::from_secs(120), "no mark");
            let ended = child.try_wait().expect("a child");
            assert!(ended.is_none(), "the search ended before it could be broken off");
            thread::sleep(Duration::from_millis(1));
        }
        child
    }

    /// Lets the search come to its end.
    fn finish(&self) -> String {
        let output = self.command().output().expect("a binary that starts");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(!self.progress().exists(), "a finished search leaves no mark");
        fs::read_to_string(self.file()).expect("the atlas")
    }
}

/// However often a search is broken off, it goes on from its last mark and ends with the same atlas.
#[test]
fn a_killed_search_goes_on() {
    let whole = Making::new("atlas-whole").finish();
    assert_eq!(whole.lines().filter(|line| line.contains("\tyes\t")).count(), 47);

    let killed = Making::new("atlas-killed");
    let mut last = None;
    for _ in 0..3 {
        let mut child = killed.start_and_see_it_move();
        child.kill().unwrap();
        child.wait().unwrap();
        let mark = killed.mark();
        assert!(mark > last, "{mark:?} is no further than {last:?}");
        last = mark;
    }
    assert_eq!(killed.finish(), whole);

    if cfg!(unix) {
        let stopped = Making::new("atlas-stopped");
        for _ in 0..2 {
            let child = stopped.start_and_see_it_move();
            let kill =
                process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(FAILED));
            let told = text(&output.stderr);
            assert_eq!(told, "error: interrupted (the same command goes on from here)\n");
        }
        assert_eq!(stopped.finish(), whole);
    }
}

/// A mark says what parts hold: with an atlas that has lost their games it would prove too much.
#[test]
fn a_mark_belongs_to_its_atlas() {
    let making = Making::new("atlas-marks");
    let file = making.file();
    let search = |plies: &str| {
        let file = file.to_str().expect("a plain name");
        ["discover", "atlas", "--plies", plies, "--file", file].map(str::to_owned)
    };
    let with = |plies: &str, mark: &str| {
        fs::write(making.progress(), mark).unwrap();
        let args = search(plies);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        solusrex().args(args).output().expect("a binary that starts")
    };
    for (mark, what) in [
        ("5 2 128\nQh5 Bg6\n", "made with another atlas, which has a game to Qh5 ("),
        ("5 2\n\n", "not three numbers such as `10 7 124` ("),
        ("5 2 128", "the list of moves is missing ("),
        ("5 2 257\n\n", "257 of 256 parts cannot be done ("),
        ("5 2 128\nQh9\n", "\"Qh9\" names no class of final moves"),
    ] {
        let output = with("5", mark);
        assert_eq!(output.status.code(), Some(WRONG_INPUT));
        let told = text(&output.stderr);
        check_refusal(told.trim_end());
        assert!(told.contains(what) && told.contains("atlas.tsv.progress: "), "{told}");
        assert!(!file.exists(), "nothing was searched");
    }
    // the mark of a longer search is none of this one's business
    let longer = "10 7 124\n\n";
    assert!(with("4", longer).status.success());
    assert_eq!(fs::read_to_string(making.progress()).unwrap(), longer);
    let looked = ["--look", "2"].map(str::to_owned);
    solusrex().args([search("4").as_slice(), &looked].concat()).assert().success();
    assert_eq!(fs::read_to_string(making.progress()).unwrap(), longer);
}

#[test]
fn a_wrong_move_is_shown_with_a_caret() {
    let output = solusrex().args(["discover", "quickmate", "5...exd9=N#"]).output().unwrap();
    assert_eq!(output.status.code(), Some(WRONG_INPUT));
    let told = text(&output.stderr);
    assert!(told.starts_with("error: '9' cannot stand here in \"5...exd9=N#\" ("), "{told}");
    assert!(told.ends_with("\n5...exd9=N#\n       ^\n"), "{told}");
}

#[test]
fn wrong_questions_are_refused() {
    let game = ["discover", "game", "--to", ORBAN];
    for (more, what) in [
        (&["--moves", "4.3"][..], "\"4.3\" is no number of moves"),
        (&["--moves", "0"], "\"0\" is no number of moves"),
        (&["--moves", "4", "--from", "8/8"], "no position to start from"),
        (&["--moves", "4", "--active", "e2,e9"], "\"e9\" is no square"),
        (&["--moves", "4", "--first-move", "2.Nf3"], "the first move 2.Nf3 has a number"),
        (&["--moves", "4", "--move", "Nf3"], "Nf3 does not say when"),
        (&["--moves", "4", "--move", "9.Nf3"], "9.Nf3 comes after the end"),
        (&["--moves", "4", "--winner", "white"], "it is not White who has moved"),
        (&["--moves", "4", "--memory", "0"], "--memory"),
    ] {
        let told = refusal(&[&game[..], more].concat(), WRONG_INPUT);
        assert!(told.contains(what), "{told}");
    }
    let black = format!("{ORBAN} b");
    let told = refusal(&["discover", "game", "--to", &black, "--moves", "4"], WRONG_INPUT);
    assert!(told.contains("after 8 half-moves it is White to move, not Black"), "{told}");
    let told = refusal(&["discover", "game", "--to", "8/8", "--moves", "4"], WRONG_INPUT);
    assert!(told.contains("no diagram"), "{told}");
    let told = refusal(&["discover", "quickmate", "5...Qh4", "--winner", "white"], WRONG_INPUT);
    assert!(told.contains("is not a move of White"), "{told}");
}
