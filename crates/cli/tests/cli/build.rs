//! `solusrex build`: what is made, what is refused, and what a killed build leaves behind.

use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

use crate::{FAILED, WRONG_INPUT, answer, folder, json, refusal, solusrex};

/// All endings up to four men in three metrics, each position of each table proved from its
/// successors, and the published counts.
#[test]
fn all_tables_of_four_men_are_proved() {
    let folder = folder("four_men");
    let tables = folder.to_str().expect("a plain name");
    let all = ["--men", "4", "--metric", "dtm,dtc,dtz", "--tables", tables];
    let run = |command: &str| {
        let hour = Duration::from_secs(3600);
        let assert = solusrex().timeout(hour).arg(command).args(all).assert().success();
        crate::text(&assert.get_output().stdout)
    };
    let built = run("build");
    assert_eq!(built.lines().count(), 3 * 35, "{built}");
    let proved = run("verify");
    let lines = proved.lines().filter(|line| line.contains("proved, ")).count();
    assert_eq!(lines, 3 * 35, "{proved}");
    assert_eq!(run("build"), "everything is there\n");

    // Syzygy's own statistics: won, drawn, lost for the side to move, White first
    let counts: [(&str, [u64; 3], [u64; 3]); 3] = [
        ("KQKR", [1_108_111, 8_963, 2_142], [386_313, 78_518, 883_075]),
        ("KRKN", [651_492, 696_413, 1], [4, 1_396_546, 170_672]),
        ("KRKB", [473_447, 874_459, 0], [0, 1_431_462, 47_736]),
    ];
    for (ending, white, black) in counts {
        let stats = json(&["stats", ending, "--metric", "dtz", "--tables", tables]);
        for (side, expected) in [("white_to_move", white), ("black_to_move", black)] {
            let found = ["win", "draw", "loss"].map(|what| stats[side][what].as_u64().unwrap());
            assert_eq!(found, expected, "{ending} {side}");
        }
    }
    for (ending, moves) in [("KQKR", 35), ("KRKN", 40), ("KRKB", 29), ("KBNK", 33)] {
        let stats = json(&["stats", ending, "--metric", "dtm", "--tables", tables]);
        assert_eq!(stats["white_to_move"]["longest_win"]["moves"], moves, "{ending}");
    }
}

/// A build that is killed again and again, at any moment, goes on where it was, and every table it
/// has made is right.
#[test]
fn a_killed_build_goes_on() {
    let folder = folder("killed");
    let tables = folder.to_str().expect("a plain name");
    let args = ["build", "KRKN", "KPPK", "--metric", "dtm,dtz", "--tables", tables];
    for round in 0..20 {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("solusrex"))
            .args(args)
            .stdout(Stdio::null())
            .spawn()
            .expect("a binary that starts");
        // moments without a pattern, from the first file to the last
        std::thread::sleep(Duration::from_millis(round * 7919 % 400));
        let _ = child.kill();
        let _ = child.wait();
    }
    solusrex().timeout(Duration::from_secs(600)).args(args).assert().success();
    let proved =
        answer(&["verify", "KRKN", "KPPK", "KPK", "--metric", "dtm,dtz", "--tables", tables]);
    assert_eq!(proved.lines().filter(|line| line.contains("proved, ")).count(), 6, "{proved}");
    let left = fs::read_dir(&folder).expect("the folder");
    for entry in left {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        assert!(name.ends_with(".srx"), "{name} is left over");
    }
}

#[test]
fn an_estimate_builds_nothing() {
    let folder = folder("estimate");
    let tables = folder.to_str().expect("a plain name");
    let estimate = answer(&["build", "KRPKR", "--estimate", "--tables", tables]);
    assert!(estimate.contains("KRPKR.dtm"), "{estimate}");
    let last = estimate.lines().last().unwrap_or_default();
    assert!(last.contains("tables to build, ") && last.ends_with(" of memory"), "{estimate}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

#[test]
fn what_cannot_be_built_is_refused_with_the_figure() {
    let folder = folder("refused");
    let tables = folder.to_str().expect("a plain name");
    let refuse = |args: &[&str], code| refusal(&[args, &["--tables", tables]].concat(), code);
    let told = refuse(&["build", "KRPKR", "--memory", "100M"], FAILED);
    assert!(told.contains("KRPKR") && told.contains("GiB of memory"), "{told}");
    assert!(told.contains("fewer men"), "{told}");
    let told = refuse(&["build", "KRBKNN", "--metric", "dtc", "--memory", "8G"], FAILED);
    assert!(told.contains("KRBKNN.dtc takes") && told.contains("GiB of memory"), "{told}");
    assert!(told.contains("solusrex stats KRBKNN --metric dtc --count"), "{told}");
    for wrong in ["KQ", "KXK", "KQQQQQKR"] {
        refuse(&["build", wrong], WRONG_INPUT);
    }
    refuse(&["build", "KQK", "--metric", "dtx"], WRONG_INPUT);
    refuse(&["build", "KQK", "--memory", "much"], WRONG_INPUT);
    refuse(&["build"], WRONG_INPUT);
}
