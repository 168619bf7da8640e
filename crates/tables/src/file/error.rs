//! Why a table file cannot be written or read.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a table file cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be opened or mapped.
    #[error("cannot read {path}: {source} (is the name right?)", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error(
        "cannot write {path}: {source} (is there room, and may you write there?)",
        path = path.display()
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file does not start as a table does.
    #[error("{path} is no table file (name a file made by this program)", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file has another version.
    #[error(
        "{path} has table format {found}, this program reads {known} (build the table anew)",
        path = path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version known here.
        known: u32,
    },
    /// A checksum or length is wrong.
    #[error("{path} is damaged: {what} (delete it and build the table anew)", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The part that is.
        what: &'static str,
    },
    /// A slot the table does not have.
    #[error("no slot {slot} for side {side} (the table has {slots} for each of two sides)")]
    Slot {
        /// The side asked for.
        side: usize,
        /// The slot asked for.
        slot: u64,
        /// How many there are.
        slots: u64,
    },
    /// The arrays or what is said about them do not fit each other.
    #[error("the table does not fit its description: {0}")]
    Description(&'static str),
    /// The caller had it stopped.
    #[error("stopped before the table was written")]
    Stopped,
}

impl FileError {
    pub(super) fn read(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
        |source| FileError::Read { path: path.to_owned(), source }
    }

    pub(super) fn write(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
        |source| FileError::Write { path: path.to_owned(), source }
    }

    pub(super) fn damaged(path: &Path, what: &'static str) -> FileError {
        FileError::Damaged { path: path.to_owned(), what }
    }
}
