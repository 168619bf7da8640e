//! Syzygy tables, asked where our own are missing.

use std::{env, ffi::OsStr, fmt, fs, io, path::Path};

use shakmaty::Chess;
use shakmaty_syzygy::{Dtz, MaybeRounded, SyzygyError, Tablebase, Wdl};

use crate::tablebase::TableError;

/// A folder of Syzygy tables, or several.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    files: usize,
}

/// Why a folder of Syzygy tables cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("Syzygy tables: {path}: {error} ({remedy})")]
pub struct SyzygyFolderError {
    path: String,
    error: io::Error,
    remedy: &'static str,
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Syzygy {
    /// The tables of one or more folders, written as in `SYZYGY_PATH`. Files are opened when they
    /// are first asked for.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, or a file that is cut short.
    pub fn open(folders: impl AsRef<OsStr>) -> Result<Syzygy, SyzygyFolderError> {
        let mut syzygy = Syzygy { tables: Tablebase::new(), files: 0 };
        for folder in env::split_paths(folders.as_ref()).filter(|path| path != Path::new("")) {
            let unreadable = |error| SyzygyFolderError {
                path: folder.display().to_string(),
                error,
                remedy: "name a folder with .rtbw and .rtbz files",
            };
            for entry in fs::read_dir(&folder).map_err(unreadable)? {
                syzygy.add(&entry.map_err(unreadable)?.path())?;
            }
        }
        Ok(syzygy)
    }

    fn add(&mut self, path: &Path) -> Result<(), SyzygyFolderError> {
        match self.tables.add_file(path) {
            Ok(()) => self.files += 1,
            // not named like a table
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            Err(error) => {
                return Err(SyzygyFolderError {
                    path: path.display().to_string(),
                    error,
                    remedy: "download the file again, or remove it",
                });
            }
        }
        Ok(())
    }

    /// How many table files there are.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Plies to the next capture or pawn move, rounded or not; none if no table tells.
    pub(crate) fn dtz(&self, position: &Chess) -> Result<Option<MaybeRounded<Dtz>>, TableError> {
        known(self.tables.probe_dtz(position))
    }

    /// The result if the clock of the fifty-move rule stood at 0; none if no table tells.
    pub(crate) fn wdl(&self, position: &Chess) -> Result<Option<Wdl>, TableError> {
        known(self.tables.probe_wdl_after_zeroing(position))
    }
}

/// A missing table is no answer, a broken one an error.
fn known<T>(answer: Result<T, SyzygyError>) -> Result<Option<T>, TableError> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(SyzygyError::ProbeFailed { metric, material, error }) => {
            let cause = match *error {
                shakmaty_syzygy::ProbeError::Read { error } => error.to_string(),
                shakmaty_syzygy::ProbeError::Magic { .. } => "not a Syzygy table".to_owned(),
                shakmaty_syzygy::ProbeError::CorruptedTable { .. } => "corrupt".to_owned(),
            };
            Err(TableError::Syzygy(format!("Syzygy {metric} table {material}: {cause}")))
        }
        Err(_) => Ok(None),
    }
}
