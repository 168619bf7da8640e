//! Answers on standard output and in files, and progress on the terminal.

use std::{
    fs,
    io::{self, BufWriter, IsTerminal, StdoutLock, Write},
    path::Path,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{args::Global, error::Error};

/// Standard output, buffered: flush it at the end, or what goes wrong then stays unknown.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// A text on standard output.
pub(crate) fn write_text(text: &[u8]) -> Result<(), Error> {
    let mut out = stdout();
    out.write_all(text)?;
    Ok(out.flush()?)
}

/// One value as one line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Writes a file aside, syncs it and renames it, so that it is never seen half-written; `-` is
/// standard output.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    if path == Path::new("-") {
        return write_text(text.as_bytes());
    }
    let failed = |error: io::Error| {
        Error::Failure(format!("cannot write {}: {error} (choose another place)", path.display()))
    };
    let name = path.file_name().ok_or_else(|| {
        Error::input(format!("{} is no file (name the file to write)", path.display()))
    })?;
    let mut aside = name.to_owned();
    aside.push(format!(".{}.part", std::process::id()));
    let aside = path.with_file_name(aside);
    let written = fs::File::create(&aside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&aside, path)).map_err(|error| {
        let _ = fs::remove_file(&aside);
        failed(error)
    })
}

/// A bar that counts `what` on the terminal, nothing elsewhere.
pub(crate) fn progress(length: u64, what: &str, global: &Global) -> ProgressBar {
    if global.quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template =
        format!("{{bar:30}} {{human_pos}}/{{human_len}} {what}, {{per_sec}}, {{eta}} left {{msg}}");
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Shows how much is done of work that comes in parts: what the parts before took tells nothing of
/// the time that this one takes.
pub(crate) fn advance(bar: &ProgressBar, done: u64, of: u64) {
    let another = bar.length() != Some(of) || done < bar.position();
    bar.set_length(of);
    bar.set_position(done);
    if another {
        bar.reset_eta();
    }
}
