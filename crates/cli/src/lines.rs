//! Questions on standard input, one a line.

use std::io::{self, BufRead, BufReader, Write};

use serde::Serialize;

use crate::{
    args::{Format, Global},
    error::{self, Error},
    output,
};

/// The answer to a line that has none.
#[derive(Serialize)]
struct Wrong {
    line: usize,
    error: String,
}

/// An answer a line, also for a line that has none; a blank line is answered by a blank line.
pub(crate) fn answer_each<W: Write>(
    global: &Global,
    out: &mut W,
    mut answer: impl FnMut(&str, &mut W) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut bytes = Vec::new();
    let mut all_right = true;
    for number in 1.. {
        if !input.buffer().contains(&b'\n') {
            // whoever writes the next line may be waiting for the answers so far
            out.flush()?;
        }
        bytes.clear();
        let length = input.read_until(b'\n', &mut bytes).map_err(|error| {
            Error::Failure(format!("cannot read standard input: {error} (give a file or pipe)"))
        })?;
        if length == 0 {
            break;
        }
        let answered = match std::str::from_utf8(&bytes) {
            Err(error) => Err(Error::input(format!("{error} (write UTF-8)"))),
            Ok(line) if line.trim().is_empty() => Ok(writeln!(out)?),
            Ok(line) => answer(line, out),
        };
        match answered {
            Ok(()) => {}
            Err(Error::Input(text)) => {
                all_right = false;
                error::tell(&format!("line {number}: {text}"));
                match global.format {
                    Format::Text => writeln!(out)?,
                    Format::Json => output::json_line(out, &Wrong { line: number, error: text })?,
                }
            }
            Err(other) => return Err(other),
        }
    }
    if all_right { Ok(()) } else { Err(Error::Told) }
}
