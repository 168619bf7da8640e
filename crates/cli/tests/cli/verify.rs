//! `solusrex verify`.

use std::fs;

use crate::{
    FAILED, WRONG_INPUT, answer, folder, json, refusal, solusrex,
    tables::{three_men, with_tables},
    text,
};

#[test]
fn tables_are_proved() {
    let told = answer(&with_tables(&["verify", "KRK", "KPK", "--metric", "dtm,dtz"]));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(
        lines,
        [
            "KRK.dtm proved, 50,015 positions",
            "KRK.dtz proved, 50,015 positions",
            "KPK.dtm proved, 165,676 positions",
            "KPK.dtz proved, 165,676 positions",
        ]
    );
    let told = json(&with_tables(&["verify", "KQK", "--metric", "dtc"]));
    assert_eq!((&told["material"], &told["metric"]), (&"KQK".into(), &"dtc".into()));
    assert_eq!((&told["proved"], &told["wrong"]), (&true.into(), &0.into()));
    let all = answer(&with_tables(&["verify", "--men", "3"]));
    assert_eq!(all.lines().count(), 15, "{all}");
}

/// Tables before the broken one are proved all the same.
#[test]
fn what_is_wrong_is_told() {
    let folder = folder("broken");
    for table in ["KRK.dtm", "KRK.dtz"] {
        let file = format!("{table}.srx");
        fs::copy(three_men().join(&file), folder.join(&file)).unwrap();
    }
    let path = folder.join("KRK.dtz.srx");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(&path, bytes).unwrap();
    let folder = folder.to_str().unwrap();
    let output = solusrex().args(["verify", "KRK", "--tables", folder]).output().unwrap();
    assert_eq!(output.status.code(), Some(FAILED));
    assert_eq!(text(&output.stdout), "KRK.dtm proved, 50,015 positions\n");
    assert!(text(&output.stderr).contains("KRK.dtz"), "{}", text(&output.stderr));
}

#[test]
fn what_is_missing_is_told() {
    let alone = folder("alone");
    let file = "KPK.dtm.srx";
    fs::copy(three_men().join(file), alone.join(file)).unwrap();
    let alone = alone.to_str().unwrap();
    let line = refusal(&["verify", "KPK", "--tables", alone], FAILED);
    assert!(line.contains("solusrex build K"), "{line}");
    let line = refusal(&with_tables(&["verify", "KQKR"]), FAILED);
    assert!(line.contains("solusrex build KQKR"), "{line}");
    let line = refusal(&with_tables(&["verify", "KRK", "--metric", "dtx"]), WRONG_INPUT);
    assert!(line.contains("\"dtx\""), "{line}");
    let empty = folder("no_tables_to_prove");
    let line = refusal(&["verify", "--tables", empty.to_str().unwrap()], FAILED);
    assert!(line.contains("solusrex build KRK"), "{line}");
}
