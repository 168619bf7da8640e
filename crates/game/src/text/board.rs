//! Files that begin with `board`.

use std::fmt;

use super::words::{Line, Names, Word, chain, quoted};
use super::{TextError, WHO, sides, stuck, stuck_word, write_title};
use crate::board_game::{BoardGame, BoardSide, Meeting, Stuck};
use crate::value::Side;

pub(super) fn parse<'t>(
    title: String,
    lines: impl Iterator<Item = Line<'t>>,
) -> Result<BoardGame, TextError> {
    let mut squares = Names::default();
    let mut both = [(); 2].map(|()| BoardSide::new(0));
    let mut start = None;
    let mut goals = Vec::new();
    for mut line in lines {
        let what =
            "'squares', 'both', 'white', 'black', 'start', 'onto', 'goal', 'pass' or 'stuck'";
        let first = line.expect(what)?;
        match first.text {
            "squares" => {
                for word in line.words("a square")? {
                    if word.text.contains(['-', '>']) {
                        return Err(word.expected("a name without '-' and '>'"));
                    }
                    squares.add(word.text);
                }
            }
            "both" | "white" | "black" => {
                let who = sides(first)?;
                for word in line.words("a path such as a-b-c, or a>b for one way")? {
                    for (from, to) in chain(word)? {
                        let [from, to] = [from, to].map(|name| squares.add(name));
                        for side in who {
                            add_step(&mut both[side.index()].steps, from, to);
                        }
                    }
                }
            }
            "start" => {
                if start.is_some() {
                    return Err(first.error("a second 'start', expected only one".to_owned()));
                }
                let white = line.expect("White's square")?;
                let black = line.expect("Black's square")?;
                let begins = match line.word() {
                    None => Side::White,
                    Some(word) => match sides(word)? {
                        [side] => *side,
                        _ => return Err(word.expected("'white' or 'black', who begins")),
                    },
                };
                start = Some((white, black, begins));
            }
            "onto" => {
                let who = sides(line.expect(WHO)?)?;
                let what = "'wins', 'loses', 'draws' or 'never'";
                let meeting = meeting(line.expect(what)?, what)?;
                who.iter().for_each(|side| both[side.index()].onto = meeting);
            }
            "goal" => {
                let who = sides(line.expect(WHO)?)?;
                for word in line.words("a square")? {
                    goals.extend(who.iter().map(|side| (side.index(), word)));
                }
            }
            "pass" => {
                let who = sides(line.expect(WHO)?)?;
                who.iter().for_each(|side| both[side.index()].may_pass = true);
            }
            "stuck" => {
                let who = sides(line.expect(WHO)?)?;
                let stuck = stuck(&mut line)?;
                who.iter().for_each(|side| both[side.index()].stuck = stuck);
            }
            _ => return Err(first.expected(what)),
        }
        line.end()?;
    }

    let find = |word: Word<'_>| {
        let found = quoted(word.text);
        let message = format!("expected a square, found {found}, which has no path");
        squares.find(word.text).ok_or_else(|| word.error(message))
    };
    for (side, word) in goals {
        both[side].goals.push(find(word)?);
    }
    for side in &mut both {
        side.steps.resize(squares.list.len(), Vec::new());
        for list in side.steps.iter_mut().chain([&mut side.goals]) {
            list.sort_unstable();
            list.dedup();
        }
    }
    let [white, black] = both;
    let start = match start {
        None => None,
        Some((word, other, side)) => match (find(word)?, find(other)?) {
            (a, b) if a == b => return Err(other.expected("another square than White's")),
            (a, b) => Some((a, b, side)),
        },
    };
    Ok(BoardGame { title, squares: squares.list, white, black, start })
}

/// Adds a step to a list that grows with the squares.
pub(super) fn add_step(steps: &mut Vec<Vec<usize>>, from: usize, to: usize) {
    if steps.len() <= from {
        steps.resize(from + 1, Vec::new());
    }
    steps[from].push(to);
}

fn meeting(word: Word<'_>, what: &str) -> Result<Meeting, TextError> {
    match word.text {
        "wins" => Ok(Meeting::Wins),
        "loses" => Ok(Meeting::Loses),
        "draws" => Ok(Meeting::Draws),
        "never" => Ok(Meeting::Never),
        _ => Err(word.expected(what)),
    }
}

pub(super) fn write(game: &BoardGame, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_title(f, "board", &game.title)?;
    let name = |at: usize| game.squares.get(at).map_or("?", String::as_str);
    if !game.squares.is_empty() {
        writeln!(f, "squares {}", game.squares.join(" "))?;
    }
    for (word, side) in [("white", &game.white), ("black", &game.black)] {
        for (from, steps) in side.steps.iter().enumerate().filter(|(_, steps)| !steps.is_empty()) {
            f.write_str(word)?;
            steps.iter().try_for_each(|&to| write!(f, " {}>{}", name(from), name(to)))?;
            writeln!(f)?;
        }
    }
    if let Some((white, black, begins)) = game.start {
        let begins = if begins == Side::White { "white" } else { "black" };
        writeln!(f, "start {} {} {begins}", name(white), name(black))?;
    }
    for (word, side) in [("white", &game.white), ("black", &game.black)] {
        match side.onto {
            Meeting::Wins => writeln!(f, "onto {word} wins")?,
            Meeting::Loses => writeln!(f, "onto {word} loses")?,
            Meeting::Draws => writeln!(f, "onto {word} draws")?,
            Meeting::Never => {}
        }
        if !side.goals.is_empty() {
            write!(f, "goal {word}")?;
            side.goals.iter().try_for_each(|&goal| write!(f, " {}", name(goal)))?;
            writeln!(f)?;
        }
        if side.may_pass {
            writeln!(f, "pass {word}")?;
        }
        if side.stuck != Stuck::Loses {
            writeln!(f, "stuck {word} {}", stuck_word(side.stuck))?;
        }
    }
    Ok(())
}
