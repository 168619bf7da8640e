//! Tables for tests, made once.

#![allow(dead_code)]

use std::{
    fs,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use shakmaty::Chess;
use solusrex_rules::Orthodox;
use solusrex_tables::{
    Ending, Metric, Table, Tablebase,
    build::{Plan, build},
    plain,
};

/// The position of a FEN.
pub(crate) fn position(fen: &str) -> Chess {
    Orthodox::from_fen(fen).unwrap().as_chess().clone()
}

/// An ending and all it leads to, in every metric to mate, in memory.
pub(crate) fn in_memory(ending: &str) -> Tablebase {
    let tables = Tablebase::in_memory();
    let plan = Plan::new([ending.parse::<Ending>().unwrap()], &Metric::TO_MATE, &tables);
    build(&plan, &tables, 1 << 30, &|_| ControlFlow::Continue(())).unwrap();
    tables
}

/// A table and those it follows from; itself last.
pub(crate) fn with_sources(name: &str, metric: Metric) -> Vec<Arc<Table>> {
    let ending: Ending = name.parse().unwrap();
    let tables = Tablebase::in_memory();
    let plan = Plan::new([ending], &[metric], &tables);
    build(&plan, &tables, 1 << 30, &|_| ControlFlow::Continue(())).unwrap();
    let needed = plain::needed(ending, metric);
    let names = needed.iter().map(|needed| (needed.ending, needed.metric));
    names.chain([(ending, metric)]).map(|(e, m)| tables.load(e, m).unwrap()).collect()
}

/// The endings of three men in memory.
pub(crate) fn three_men() -> &'static Tablebase {
    static TABLES: OnceLock<Tablebase> = OnceLock::new();
    TABLES.get_or_init(|| in_memory("KPK"))
}

/// A pawn for each side, and all they lead to.
pub(crate) fn four_men() -> &'static Tablebase {
    static TABLES: OnceLock<Tablebase> = OnceLock::new();
    TABLES.get_or_init(|| in_memory("KPKP"))
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder with some of these tables.
pub(crate) fn saved(name: &str, tables: &Tablebase, endings: &[&str]) -> Tablebase {
    let saved = Tablebase::open(folder(name));
    for ending in endings {
        for metric in Metric::TO_MATE {
            let table = tables.load(ending.parse().unwrap(), metric).unwrap();
            saved.save(&table, &|_| ControlFlow::Continue(())).unwrap();
        }
    }
    saved
}
