//! The folder of tables and the positions that are looked up in it, shared by all commands that ask.

use std::{env, ffi::OsString, path::PathBuf};

use clap::Args;
use directories::ProjectDirs;
use shakmaty::Chess;
use solusrex_rules::{Orthodox, Position, Setting, Side, notation::pieces};
use solusrex_tables::{ProbeError, Syzygy, TableError, Tablebase};

use crate::{args::Global, error::Error};

/// Where the tables are: `--tables`, else `$SOLUSREX_TABLES`, else the user's data folder.
pub(crate) fn folder(global: &Global) -> Result<PathBuf, Error> {
    let own = || ProjectDirs::from("", "", "solusrex").map(|dirs| dirs.data_dir().join("tables"));
    global
        .tables
        .clone()
        .or_else(|| set("SOLUSREX_TABLES").map(PathBuf::from))
        .or_else(own)
        .ok_or_else(|| Error::input("there is no folder for tables (name one with --tables)"))
}

/// The tables of that folder.
pub(crate) fn open(global: &Global) -> Result<Tablebase, Error> {
    Ok(Tablebase::open(folder(global)?))
}

fn set(variable: &str) -> Option<OsString> {
    env::var_os(variable).filter(|value| !value.is_empty())
}

/// Other tables to ask where ours are missing.
#[derive(Args, Debug)]
pub(crate) struct SyzygyArgs {
    /// A folder of Syzygy tables, asked where a table is missing [default: $SYZYGY_PATH]
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

impl SyzygyArgs {
    /// Our tables, backed by Syzygy's if there are any.
    pub(crate) fn open(&self, global: &Global) -> Result<Tablebase, Error> {
        let tables = open(global)?;
        let named = self.syzygy.clone().map(OsString::from);
        let Some(folders) = named.clone().or_else(|| set("SYZYGY_PATH")) else {
            return Ok(tables);
        };
        let syzygy = Syzygy::open(&folders).map_err(Error::input)?;
        if named.is_some() && syzygy.files() == 0 {
            return Err(Error::input(format!(
                "no Syzygy tables in {} (name a folder with .rtbw and .rtbz files)",
                folders.display()
            )));
        }
        Ok(tables.with_syzygy(syzygy))
    }
}

/// A position of orthodox chess from FEN or a list of pieces, White to move.
pub(crate) fn read_position(text: &str) -> Result<Chess, Error> {
    let text = text.trim();
    let position = if pieces::looks_like_pieces(text) {
        let listed = Position::from_pieces_for(text, &Setting::default(), Side::White)?;
        Orthodox::try_from(&listed)?
    } else {
        Orthodox::from_fen(text)?
    };
    Ok(position.as_chess().clone())
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Error {
        Error::Failure(error.to_string())
    }
}

impl From<ProbeError> for Error {
    fn from(error: ProbeError) -> Error {
        match error {
            ProbeError::Castling | ProbeError::Men(_) => Error::input(error),
            ProbeError::Missing(..) | ProbeError::Broken(_) => Error::Failure(error.to_string()),
        }
    }
}
