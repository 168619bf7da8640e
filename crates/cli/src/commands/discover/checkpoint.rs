//! An atlas in the making, on disk: the atlas, and beside it a mark that says how far the search has
//! come.
//!
//! Each file is replaced whole, the atlas first: killed in between, the atlas knows more than the mark
//! says, and part of the search is done again. The other way round games would be lost: a mark
//! says of parts that they hold no other games than those in the atlas. So a mark names the moves that
//! were known when it was made, and counts for an atlas that knows them too, not for an older copy.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use solusrex_discovery::{
    atlas::{Atlas, Mark, SHARDS},
    class::Class,
};

use crate::{error::Error, output};

/// Where an atlas and its mark are kept.
pub(super) struct Checkpoints {
    file: PathBuf,
    progress: PathBuf,
}

impl Checkpoints {
    /// An atlas and, beside it, the mark of a search for all moves or for promotions.
    pub(super) fn beside(file: &Path, promotions: bool) -> Checkpoints {
        let mut name = file.as_os_str().to_owned();
        name.push(if promotions { ".promotions.progress" } else { ".progress" });
        Checkpoints { file: file.to_owned(), progress: name.into() }
    }

    /// Where the search was broken off, if it was.
    pub(super) fn mark(&self, atlas: &Atlas) -> Result<Option<Mark>, Error> {
        let wrong = |what: String| {
            let remedy = "remove it to search this length anew";
            Error::input(format!("{}: {what} ({remedy})", self.progress.display()))
        };
        let text = match fs::read_to_string(&self.progress) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(error.to_string())),
        };
        let (mark, moves) =
            text.split_once('\n').ok_or_else(|| wrong("the list of moves is missing".into()))?;
        let mark: Mark = mark.parse().map_err(|error| wrong(format!("{error}")))?;
        if mark.done > SHARDS {
            return Err(wrong(format!("{} of {SHARDS} parts cannot be done", mark.done)));
        }
        for name in moves.split_whitespace() {
            let class =
                Class::parse(mark.mover(), name).map_err(|error| wrong(error.to_string()))?;
            if atlas.row(class).plies().is_none_or(|plies| plies > mark.plies) {
                let what = format!("made with another atlas, which has a game to {name}");
                return Err(wrong(what));
            }
        }
        Ok(Some(mark))
    }

    /// Writes the atlas, then how far it is.
    pub(super) fn write(&self, atlas: &Atlas, mark: Option<Mark>) -> Result<(), Error> {
        output::write_file(&self.file, &atlas.to_string())?;
        let Some(mark) = mark else { return Ok(()) };
        let known = atlas.rows().filter(|row| row.class.color() == mark.mover());
        let known = known.filter(|row| row.plies() == Some(mark.plies));
        let moves: Vec<String> = known.map(|row| row.class.to_string()).collect();
        output::write_file(&self.progress, &format!("{mark}\n{}\n", moves.join(" ")))
    }

    /// Removes the mark when all games of up to so many half-moves have been searched; that of a
    /// longer search stays.
    pub(super) fn finish(&self, plies: u32) -> Result<(), Error> {
        let Ok(text) = fs::read_to_string(&self.progress) else { return Ok(()) };
        let mark = text.lines().next().and_then(|line| line.parse::<Mark>().ok());
        if mark.is_some_and(|mark| mark.plies > plies) {
            return Ok(());
        }
        match fs::remove_file(&self.progress) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}
