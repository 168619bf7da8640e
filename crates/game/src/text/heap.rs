//! Files that begin with `heap`.

use std::fmt;

use super::words::{Line, Word};
use super::{TextError, write_title};
use crate::heap::Heap;

pub(super) fn parse<'t>(
    title: String,
    lines: impl Iterator<Item = Line<'t>>,
    kind: Word<'t>,
) -> Result<Heap, TextError> {
    let mut size = None;
    let mut take = Vec::new();
    let mut last_loses = false;
    for mut line in lines {
        let what = "'size', 'take' or 'last'";
        let first = line.expect(what)?;
        match first.text {
            "size" => size = Some(line.expect("a number")?.number("a number")?),
            "take" => {
                for word in line.words("a number from 1")? {
                    match word.number("a number from 1")? {
                        0 => return Err(word.expected("a number from 1")),
                        number => take.push(number),
                    }
                }
            }
            "last" => {
                let word = line.expect("'wins' or 'loses'")?;
                last_loses = match word.text {
                    "wins" => false,
                    "loses" => true,
                    _ => return Err(word.expected("'wins' or 'loses'")),
                };
            }
            _ => return Err(first.expected(what)),
        }
        line.end()?;
    }
    let missing = |what: &str| kind.error(format!("expected a line '{what}', found none"));
    let size = size.ok_or_else(|| missing("size N"))?;
    if take.is_empty() {
        return Err(missing("take ..."));
    }
    take.sort_unstable();
    take.dedup();
    Ok(Heap { title, size, take, last_loses })
}

pub(super) fn write(game: &Heap, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_title(f, "heap", &game.title)?;
    write!(f, "size {}\ntake", game.size)?;
    game.take.iter().try_for_each(|taken| write!(f, " {taken}"))?;
    writeln!(f, "\nlast {}", if game.last_loses { "loses" } else { "wins" })
}
