//! Files that begin with `game`.

use std::fmt;

use super::words::{Line, Names, Word, quoted};
use super::{TextError, write_title};
use crate::graph_game::{GraphGame, GraphPosition, GraphPositions, letter};
use crate::value::{Plies, Side, Value};

/// One line as it stands, targets still by name.
struct Entry<'t> {
    name: Word<'t>,
    side: Option<Side>,
    moves: Vec<Word<'t>>,
    ending: Option<Value>,
}

pub(super) fn parse<'t>(
    title: String,
    lines: impl Iterator<Item = Line<'t>>,
) -> Result<GraphGame, TextError> {
    let mut entries: Vec<Entry<'t>> = Vec::new();
    let mut start = None;
    let mut names = Names::default();
    for mut line in lines {
        let what = "'start', 'node' or the name of a position";
        let first = line.expect(what)?;
        if first.text == "start" {
            if start.is_some() {
                return Err(first.error("a second 'start', expected only one".to_owned()));
            }
            start = Some((line.expect("the name of a position")?, line.word()));
            line.end()?;
            continue;
        }
        let entry = parse_entry(first, &mut line)?;
        if names.find(entry.name.text).is_some() {
            return Err(entry.name.error(format!(
                "expected a new position, found {} a second time",
                quoted(entry.name.text)
            )));
        }
        names.add(entry.name.text);
        if let Some(before) = entries.first()
            && before.side.is_some() != entry.side.is_some()
        {
            return Err(first.error(
                "expected lines of one kind, found 'node' lines and lines with W or B".to_owned(),
            ));
        }
        entries.push(entry);
    }

    let find = |word: Word<'_>| {
        names.find(word.text).ok_or_else(|| {
            let found = quoted(word.text);
            word.error(format!("expected the name of a position, found {found}, which has no line"))
        })
    };
    let sided = entries.first().is_none_or(|entry| entry.side.is_some());
    let start = match start {
        None => None,
        Some((word, who)) => {
            let at = find(word)?;
            let side = match (who, sided) {
                (None, true) => entries[at].side.unwrap_or(Side::White),
                (None, false) => Side::White,
                (Some(who), true) => return Err(who.expected("the end of the line")),
                (Some(who), false) => parse_side(who)?,
            };
            Some((at, side))
        }
    };
    let mut positions = Vec::with_capacity(entries.len());
    // The position whose moves named a position last: to see the same move twice.
    let mut named_by = vec![usize::MAX; entries.len()];
    for (from, entry) in entries.iter().enumerate() {
        let mut moves = Vec::with_capacity(entry.moves.len());
        for &word in &entry.moves {
            let to = find(word)?;
            if std::mem::replace(&mut named_by[to], from) == from {
                let found = quoted(word.text);
                return Err(word.error(format!("expected each move once, found {found} again")));
            }
            moves.push(to);
        }
        let name = entry.name.text.to_owned();
        positions.push((entry.side, GraphPosition { name, moves, ending: entry.ending }));
    }
    let positions = if sided {
        let side = |side: Option<Side>| side.unwrap_or(Side::White);
        GraphPositions::Sided(positions.into_iter().map(|(s, p)| (side(s), p)).collect())
    } else {
        GraphPositions::Plain(positions.into_iter().map(|(_, p)| p).collect())
    };
    Ok(GraphGame { title, positions, start })
}

fn parse_entry<'t>(first: Word<'t>, line: &mut Line<'t>) -> Result<Entry<'t>, TextError> {
    let (name, side) = if first.text == "node" {
        (line.expect("the name of a node")?, None)
    } else {
        (first, Some(parse_side(line.expect("W or B, who is to move")?)?))
    };
    if matches!(name.text, "start" | "node" | "->") {
        return Err(name.expected("a name other than 'start', 'node' and '->'"));
    }
    let mut entry = Entry { name, side, moves: Vec::new(), ending: None };
    let Some(word) = line.word() else { return Ok(entry) };
    let plies = |line: &mut Line<'t>| {
        let number = line.expect("a number of plies")?.number("a number of plies")?;
        Ok::<_, TextError>(Plies(number))
    };
    match word.text {
        "->" => entry.moves = line.words("the name of a position")?,
        "draw" => entry.ending = Some(Value::Drawn),
        "lost" => entry.ending = Some(Value::Lost(plies(line)?)),
        "won" => entry.ending = Some(Value::Won(plies(line)?)),
        _ => return Err(word.expected("'->' and moves, 'draw', 'lost' or 'won'")),
    }
    line.end()?;
    Ok(entry)
}

fn parse_side(word: Word<'_>) -> Result<Side, TextError> {
    match word.text {
        "W" => Ok(Side::White),
        "B" => Ok(Side::Black),
        _ => Err(word.expected("W or B, who is to move")),
    }
}

pub(super) fn write(game: &GraphGame, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_title(f, "game", &game.title)?;
    let positions: Vec<(Option<Side>, &GraphPosition)> = match &game.positions {
        GraphPositions::Sided(list) => list.iter().map(|(side, p)| (Some(*side), p)).collect(),
        GraphPositions::Plain(list) => list.iter().map(|p| (None, p)).collect(),
    };
    let name = |at: usize| positions.get(at).map_or("?", |(_, position)| position.name.as_str());
    match (game.start, &game.positions) {
        (None, _) => {}
        (Some((at, _)), GraphPositions::Sided(_)) => writeln!(f, "start {}", name(at))?,
        (Some((at, side)), GraphPositions::Plain(_)) => {
            writeln!(f, "start {} {}", name(at), letter(side))?;
        }
    }
    for (side, position) in &positions {
        match side {
            Some(side) => write!(f, "{} {}", position.name, letter(*side))?,
            None => write!(f, "node {}", position.name)?,
        }
        if !position.moves.is_empty() {
            f.write_str(" ->")?;
            position.moves.iter().try_for_each(|&to| write!(f, " {}", name(to)))?;
        }
        match position.ending {
            None => writeln!(f)?,
            Some(Value::Drawn) => writeln!(f, " draw")?,
            Some(Value::Lost(plies)) => writeln!(f, " lost {}", plies.0)?,
            Some(Value::Won(plies)) => writeln!(f, " won {}", plies.0)?,
        }
    }
    Ok(())
}
