//! `solusrex stats`.

use std::fs;

use crate::{FAILED, WRONG_INPUT, answer, folder, json, refusal, tables::with_tables};

#[test]
fn an_ending_is_counted_for_people() {
    let told = answer(&with_tables(&["stats", "KPK", "--metric", "dtm"]));
    for part in [
        "KPK: distance to mate; one position of each symmetry class\n",
        "\nWhite wins                 62,480  76.51 %           48,802  58.09 %\n",
        "\nlegal positions            81,664                    84,012\n",
        "\nWhite's longest win, White to move: 28 moves (55 plies), 3 positions\n  8/",
        "\nWhite's longest win, Black to move: 28 moves (56 plies), 2 positions\n  8/",
        "\n                28              3                         2\n",
    ] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    assert!(!told.contains("Black's longest"), "{told}");
    assert!(told.lines().all(|line| line == line.trim_end()), "{told}");
}

#[test]
fn an_ending_is_counted_for_programs() {
    let told = json(&with_tables(&["stats", "KRK", "--metric", "dtm"]));
    assert_eq!((&told["material"], &told["metric"]), (&"KRK".into(), &"dtm".into()));
    assert_eq!(told["counting"], "classes");
    let white = &told["white_to_move"];
    assert_eq!((&white["legal"], &white["win"]), (&21_959.into(), &21_959.into()));
    assert_eq!((&white["draw"], &white["loss"]), (&0.into(), &0.into()));
    assert_eq!(white["win_by_plies"]["31"], 121);
    assert_eq!(white["longest_win"]["moves"], 16);
    assert_eq!(white["longest_win"]["positions"], 121);
    let black = &told["black_to_move"];
    assert_eq!(black["loss_by_plies"]["0"], black["mates"]);
    assert!(black["stalemates"].as_u64() > Some(0));
    let all = json(&with_tables(&["stats", "KRK", "--metric", "dtm", "--all"]));
    assert_eq!(all["counting"], "placements");
    assert_eq!(all["black_to_move"]["legal"], 3612 * 62);
}

#[test]
fn one_pawn_is_counted_square_by_square() {
    let told = answer(&with_tables(&["stats", "KPK", "--metric", "dtz", "--by-pawn"]));
    assert!(told.contains("White wins, by the square of the pawn\n"), "{told}");
    assert!(told.contains("\n  a2       53.47 %        6        34.73 %        6\n"), "{told}");
    let told = json(&with_tables(&["stats", "KPK", "--metric", "dtz", "--by-pawn"]));
    assert_eq!(told["by_pawn"].as_array().map(Vec::len), Some(24));
    assert_eq!(told["by_pawn"][23]["square"], "d7");
    let line = refusal(&with_tables(&["stats", "KRK", "--by-pawn"]), WRONG_INPUT);
    assert!(line.contains("KRK has not one pawn"), "{line}");
}

#[test]
fn distances_are_drawn() {
    let file = folder("a_chart").join("krk.svg");
    let told = answer(&with_tables(&["stats", "KRK", "--plot", file.to_str().unwrap()]));
    assert!(told.starts_with("KRK: "), "{told}");
    let drawing = fs::read_to_string(file).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.contains("moves to mate"), "{drawing:.200}");
    assert_eq!(answer(&with_tables(&["stats", "KRK", "--plot", "-"])), drawing);
}

/// From the tables of the folder and from others made in memory; nothing is left in the folder.
#[test]
fn an_ending_is_counted_without_its_table() {
    let told = json(&with_tables(&["stats", "KNKR", "--metric", "dtc", "--count"]));
    assert_eq!((&told["material"], &told["metric"]), (&"KRKN".into(), &"dtc".into()));
    let white = &told["white_to_move"];
    // 1978: White to move, one of each symmetry class
    assert_eq!(
        (&white["legal"], &white["win_by_plies"]["1"]),
        (&1_347_906.into(), &378_518.into())
    );
    assert_eq!(
        (&white["longest_win"]["moves"], &white["longest_win"]["positions"]),
        (&27.into(), &2.into())
    );
    assert_eq!(white["longest_win"]["examples"].as_array().map(Vec::len), Some(2));
    assert_eq!(told["black_to_move"]["mates"], 1166);
    let folder = folder("counted");
    let tables = folder.to_str().unwrap();
    let args = ["stats", "KRKN", "--metric", "dtc", "--all", "--tables", tables];
    let counted = answer(&[&args[..], &["--count"]].concat());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    answer(&["build", "KRKN", "--metric", "dtc", "--tables", tables]);
    assert_eq!(counted, answer(&args));
}

#[test]
fn what_cannot_be_counted_is_told() {
    for (args, code, part) in [
        (&["stats", "KXK"][..], WRONG_INPUT, "\"KXK\""),
        (&["stats", "KQ"], WRONG_INPUT, "one king for each side"),
        (&["stats", "KRK", "--metric", "dtx"], WRONG_INPUT, "\"dtx\""),
        (&["stats", "KQKR"], FAILED, "solusrex build KQKR"),
        (&["stats", "KRPKR", "--count"], WRONG_INPUT, "solusrex build KRPKR"),
        (&["stats", "KQK", "--count"], WRONG_INPUT, "solusrex build KQK"),
        (&["stats", "KQKR", "--memory", "1G"], WRONG_INPUT, "--count"),
        (&["stats", "KRBKNN", "--count", "--memory", "1G"], FAILED, "GiB of memory and 1.00 GiB"),
        (&["stats", "KRK", "--plot", "no/such/folder.svg"], FAILED, "no/such/folder.svg"),
    ] {
        let line = refusal(&with_tables(args), code);
        assert!(line.contains(part), "{args:?}: {part:?} in {line}");
    }
}
