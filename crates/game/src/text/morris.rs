//! Files that begin with `morris`.

use std::fmt;

use super::board::add_step;
use super::words::{Line, Names, Word, chain, quoted};
use super::{TextError, stuck, stuck_word, write_title};
use crate::board_game::Stuck;
use crate::morris::Morris;

pub(super) fn parse<'t>(
    title: String,
    lines: impl Iterator<Item = Line<'t>>,
    kind: Word<'t>,
) -> Result<Morris, TextError> {
    let mut points = Names::default();
    let mut edges = Vec::new();
    let mut rows = Vec::new();
    let mut men = None;
    let mut jump = false;
    let mut not_first = Vec::new();
    let mut when_stuck = Stuck::Loses;
    for mut line in lines {
        let what = "'points', 'edges', 'line', 'men', 'jump', 'first' or 'stuck'";
        let first = line.expect(what)?;
        let find = |points: &Names, word: Word<'_>, name: &str| {
            let message = format!("expected a point, found {}, which is not one", quoted(name));
            points.find(name).ok_or_else(|| word.error(message))
        };
        match first.text {
            "points" => {
                for word in line.words("a point")? {
                    if word.text.contains(['-', '>']) {
                        return Err(word.expected("a name without '-' and '>'"));
                    }
                    if points.find(word.text).is_some() {
                        let found = quoted(word.text);
                        return Err(
                            word.error(format!("expected a new point, found {found} again"))
                        );
                    }
                    if points.list.len() == Morris::MAX_POINTS {
                        let most = Morris::MAX_POINTS;
                        return Err(word.expected(&format!("at most {most} points")));
                    }
                    points.add(word.text);
                }
            }
            "edges" => {
                for word in line.words("a path such as a-b-c")? {
                    for (from, to) in chain(word)? {
                        add_step(&mut edges, find(&points, word, from)?, find(&points, word, to)?);
                    }
                }
            }
            "line" => {
                let mut row = Vec::new();
                for word in line.words("the points of a row")? {
                    row.push(find(&points, word, word.text)?);
                }
                row.sort_unstable();
                row.dedup();
                rows.push(row);
            }
            "men" => {
                let what = "a number of men from 1 to 32";
                let word = line.expect(what)?;
                let number = word.number(what)?;
                if !(1..=Morris::MAX_POINTS as u32).contains(&number) {
                    return Err(word.expected(what));
                }
                men = Some(number);
            }
            "jump" => jump = true,
            "first" => {
                let word = line.expect("'not' and points")?;
                if word.text != "not" {
                    return Err(word.expected("'not' and points"));
                }
                for word in line.words("a point")? {
                    not_first.push(find(&points, word, word.text)?);
                }
            }
            "stuck" => when_stuck = stuck(&mut line)?,
            _ => return Err(first.expected(what)),
        }
        line.end()?;
    }
    let missing = |what: &str| kind.error(format!("expected a line '{what}', found none"));
    if points.list.is_empty() {
        return Err(missing("points ..."));
    }
    let men = men.ok_or_else(|| missing("men N"))?;
    edges.resize(points.list.len(), Vec::new());
    for list in edges.iter_mut().chain([&mut not_first]) {
        list.sort_unstable();
        list.dedup();
    }
    rows.sort_unstable();
    rows.dedup();
    let points = points.list;
    Ok(Morris { title, points, edges, lines: rows, men, jump, not_first, stuck: when_stuck })
}

pub(super) fn write(game: &Morris, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_title(f, "morris", &game.title)?;
    let name = |at: usize| game.points.get(at).map_or("?", String::as_str);
    let list = |f: &mut fmt::Formatter<'_>, word: &str, points: &[usize]| {
        f.write_str(word)?;
        points.iter().try_for_each(|&point| write!(f, " {}", name(point)))?;
        writeln!(f)
    };
    list(f, "points", &(0..game.points.len()).collect::<Vec<_>>())?;
    for (from, edges) in game.edges.iter().enumerate().filter(|(_, edges)| !edges.is_empty()) {
        f.write_str("edges")?;
        edges.iter().try_for_each(|&to| write!(f, " {}>{}", name(from), name(to)))?;
        writeln!(f)?;
    }
    game.lines.iter().try_for_each(|line| list(f, "line", line))?;
    writeln!(f, "men {}", game.men)?;
    if game.jump {
        writeln!(f, "jump")?;
    }
    if !game.not_first.is_empty() {
        list(f, "first not", &game.not_first)?;
    }
    if game.stuck != Stuck::Loses {
        writeln!(f, "stuck {}", stuck_word(game.stuck))?;
    }
    Ok(())
}
