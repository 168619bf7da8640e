//! A file written aside: under its name only when it is complete and on the disk.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

/// A file that takes its name when [`Aside::keep`] is called, and is removed otherwise.
pub(super) struct Aside {
    file: fs::File,
    aside: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl Aside {
    /// Starts a file next to `path`.
    pub(super) fn new(path: &Path) -> io::Result<Aside> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut unique = name.to_owned();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        unique.push(format!(".{}-{count}.part", process::id()));
        let aside = path.with_file_name(unique);
        // a file of this name can only be left over from a process that had our number before
        let file = fs::File::create(&aside)?;
        Ok(Aside { file, aside, path: path.to_owned(), kept: false })
    }

    /// Where to write.
    pub(super) fn file(&mut self) -> &mut fs::File {
        &mut self.file
    }

    /// Syncs the file, gives it its name, and syncs the folder that has the name.
    pub(super) fn keep(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.aside, &self.path)?;
        self.kept = true;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if cfg!(unix) {
            fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(())
    }
}

/// Removes what processes that are gone have left aside in a folder.
pub(crate) fn remove_leftovers(folder: &Path, extension: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| {
            let (name, count) = name.strip_suffix(".part")?.rsplit_once('-')?;
            let (name, process) = name.rsplit_once('.')?;
            let ours = name.ends_with(extension) && count.parse::<u64>().is_ok();
            process.parse::<u32>().ok().filter(|_| ours)
        });
        if process.is_some_and(|process| !is_running(process)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether a process is there; where one cannot know, it is taken to be.
fn is_running(process: u32) -> bool {
    let processes = Path::new("/proc");
    !processes.join("self").exists() || processes.join(process.to_string()).exists()
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_file(&self.aside);
        }
    }
}
