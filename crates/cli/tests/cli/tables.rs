//! `solusrex tables`, and the tables that other tests ask.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use solusrex_tables::{
    Ending, Metric, Tablebase,
    build::{Plan, build},
};

use crate::{FAILED, WRONG_INPUT, answer, folder, json, refusal};

/// A folder with the tables of three men, made once.
pub(crate) fn three_men() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = folder("three_men");
        let tables = Tablebase::open(&folder);
        let pawn: Ending = "KPK".parse().expect("an ending");
        let plan = Plan::new([pawn], &Metric::TO_MATE, &tables);
        build(&plan, &tables, 1 << 30, &|_| ControlFlow::Continue(())).expect("tables");
        folder
    })
}

/// Arguments that name this folder.
pub(crate) fn with_tables<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let folder: &'static str = three_men().to_str().expect("a plain name");
    [args, &["--tables", folder]].concat()
}

/// Some of the tables in a folder of their own.
fn copied(name: &str, tables: &[&str]) -> String {
    let folder = folder(name);
    for table in tables {
        let file = format!("{table}.srx");
        fs::copy(three_men().join(&file), folder.join(&file)).expect("a table");
    }
    folder.to_str().expect("a plain name").to_owned()
}

#[test]
fn tables_are_listed_with_their_longest_wins() {
    let list = answer(&with_tables(&["tables"]));
    assert_eq!(list.lines().count(), 1 + 15 + 1, "{list}");
    assert!(list.contains("\nKRK      dtm "), "{list}");
    assert!(list.contains("16 moves (31 plies)"), "{list}");
    assert!(list.lines().last().is_some_and(|total| total.starts_with("15 tables in ")), "{list}");
    let some = json(&with_tables(&["tables", "list", "KQK", "KRK.dtm"]));
    assert_eq!(some.as_array().map(Vec::len), Some(4), "{some}");
    let none = folder("no_tables");
    let empty = answer(&["tables", "--tables", none.to_str().unwrap()]);
    assert!(empty.starts_with("no tables in ") && empty.contains("solusrex build"), "{empty}");
}

#[test]
fn tables_are_checked() {
    let folder = copied("checked", &["KRK.dtm", "KQK.dtm"]);
    let told = answer(&["tables", "check", "--tables", &folder]);
    assert_eq!(told, "KRK.dtm ok\nKQK.dtm ok\n");
    let path = Path::new(&folder).join("KRK.dtm.srx");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 0x55;
    fs::write(&path, bytes).unwrap();
    let line = refusal(&["tables", "check", "--tables", &folder], FAILED);
    assert!(line.contains("1 of 2 tables"), "{line}");
}

#[test]
fn a_truncated_table_is_named_and_built_anew() {
    let folder = copied("truncated", &["KRK.dtm", "KQK.dtm"]);
    let path = Path::new(&folder).join("KRK.dtm.srx");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let line = refusal(&["tables", "--tables", &folder], FAILED);
    assert!(line.contains("KRK.dtm.srx is damaged"), "{line}");
    answer(&["build", "KRK", "--metric", "dtm", "--tables", &folder]);
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn tables_are_deleted_by_name() {
    let folder = copied("deleted", &["KRK.dtm", "KRK.dtz", "KQK.dtm"]);
    let delete = |name: &str| answer(&["tables", "delete", name, "--tables", &folder]);
    assert_eq!(delete("KRK.dtm"), "deleted KRK.dtm\n");
    assert_eq!(delete("kkq"), "deleted KQK.dtm\n");
    let gone = refusal(&["tables", "delete", "KQK", "--tables", &folder], FAILED);
    assert!(gone.contains("KQK") && gone.contains("solusrex build KQK"), "{gone}");
    for name in ["KXK", "KRK.xyz", "K", ""] {
        refusal(&["tables", "delete", name, "--tables", &folder], WRONG_INPUT);
    }
}

#[test]
fn the_folder_may_be_named_by_the_environment() {
    let told = crate::solusrex()
        .args(["tables", "list", "KRK"])
        .env("SOLUSREX_TABLES", three_men())
        .assert()
        .success();
    assert!(crate::text(&told.get_output().stdout).contains("KRK"));
}
