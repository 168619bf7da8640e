//! What a program says to the engine, read word by word.

use std::time::Duration;

use shakmaty::{Chess, Color, Position as _, uci::UciMove};

use crate::tables::read_position;

/// A line from the other program.
#[derive(Debug)]
pub(super) enum Said {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position(Box<Chess>),
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// Nothing that needs an answer.
    Nothing,
}

/// How long to think, and about which moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// None: all.
    pub(super) search_moves: Vec<UciMove>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<Duration>,
    /// The clocks of White and Black, and what each move adds.
    pub(super) clocks: [Option<Duration>; 2],
    pub(super) increments: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
}

impl Go {
    /// The time that a side may take; none if nothing limits it.
    pub(super) fn time(&self, side: Color) -> Option<Duration> {
        let side = usize::from(side.is_black());
        let from_clock = self.clocks[side].map(|clock| {
            let moves = self.moves_to_go.unwrap_or(30).clamp(1, 30);
            let share = clock / moves + self.increments[side] * 3 / 4;
            // some time is lost on the way to the other program
            share
                .min(clock / 2)
                .saturating_sub(Duration::from_millis(20))
                .max(Duration::from_millis(1))
        });
        match (self.move_time, from_clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Whether nothing says when to end.
    pub(super) fn is_unlimited(&self) -> bool {
        let Go { depth, nodes, mate, move_time, clocks, infinite, .. } = self;
        depth.is_none()
            && nodes.is_none()
            && mate.is_none()
            && move_time.is_none()
            && clocks.iter().all(Option::is_none)
            && !infinite
    }
}

/// Reads a line; what cannot be understood is told in a line.
pub(super) fn read(line: &str) -> Result<Said, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok(match word {
        "uci" => Said::Uci,
        "isready" => Said::IsReady,
        "ucinewgame" => Said::NewGame,
        "setoption" => set_option(rest)?,
        "position" => Said::Position(Box::new(position(rest)?)),
        "go" => Said::Go(Box::new(go(rest)?)),
        "stop" => Said::Stop,
        "ponderhit" => Said::PonderHit,
        "quit" => Said::Quit,
        "" | "debug" | "register" => Said::Nothing,
        other => return Err(format!("{} is no UCI command (ignored)", short(other))),
    })
}

fn short(text: &str) -> String {
    text.chars().take(40).filter(|c| !c.is_control()).collect()
}

fn set_option(rest: &str) -> Result<Said, String> {
    let rest = rest.trim_start().strip_prefix("name ");
    let rest = rest.ok_or("setoption without name (write: setoption name MultiPV value 3)")?;
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    Ok(Said::SetOption { name: name.trim().to_owned(), value: value.trim().to_owned() })
}

fn position(rest: &str) -> Result<Chess, String> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (rest.trim(), ""),
    };
    let mut position = match start.strip_prefix("fen") {
        Some(fen) => read_position(fen.trim()).map_err(|error| match error {
            crate::error::Error::Input(why) => format!("{why}; the last position stays"),
            _ => "a position that cannot be read (the last one stays)".to_owned(),
        })?,
        None if start == "startpos" => Chess::default(),
        None => return Err("position needs startpos or fen (the last position stays)".to_owned()),
    };
    for text in moves.split_whitespace() {
        let mv = text.parse::<UciMove>().ok().and_then(|mv| mv.to_move(&position).ok());
        let mv =
            mv.ok_or_else(|| format!("illegal move {} (the last position stays)", short(text)))?;
        position.play_unchecked(mv);
    }
    Ok(position)
}

fn go(rest: &str) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut number = || -> Result<u64, String> {
            let given = words.next().unwrap_or("nothing");
            // clocks may run below zero
            let number: i64 = given.parse().map_err(|_| {
                format!("go {word} needs a number, not {} (go ignored)", short(given))
            })?;
            Ok(number.max(0).unsigned_abs())
        };
        let time = |millis: u64| Duration::from_millis(millis.min(1 << 40));
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "depth" => go.depth = Some(small(number()?)),
            "nodes" => go.nodes = Some(number()?),
            "mate" => go.mate = Some(small(number()?)),
            "movetime" => go.move_time = Some(time(number()?)),
            "wtime" => go.clocks[0] = Some(time(number()?)),
            "btime" => go.clocks[1] = Some(time(number()?)),
            "winc" => go.increments[0] = time(number()?),
            "binc" => go.increments[1] = time(number()?),
            "movestogo" => go.moves_to_go = Some(small(number()?)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                    go.search_moves.push(mv);
                    words.next();
                }
            }
            other => return Err(format!("go {} is not known (go ignored)", short(other))),
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match read(line) {
            Ok(Said::Go(go)) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn limits() {
        let all = go("go wtime 60000 btime 1000 winc 1000 movestogo 10 depth 7 nodes 9 mate 3");
        assert_eq!((all.depth, all.nodes, all.mate), (Some(7), Some(9), Some(3)));
        assert_eq!(all.time(Color::White), Some(Duration::from_millis(6730)));
        assert!(all.time(Color::Black).is_some_and(|time| time <= Duration::from_millis(100)));
        assert_eq!(go("go movetime 50").time(Color::Black), Some(Duration::from_millis(50)));
        assert!(go("go wtime -20 btime -20").time(Color::White).is_some());
        assert!(go("go").is_unlimited() && !go("go infinite").is_unlimited());
        let some = go("go infinite searchmoves e2e4 d2d4 depth 3");
        assert_eq!((some.search_moves.len(), some.depth, some.infinite), (2, Some(3), true));
    }

    #[test]
    fn nonsense_is_told() {
        for line in [
            "cook",
            "go depth",
            "go depth x",
            "go north",
            "position",
            "position fen x",
            "position startpos moves e2e5",
            "position startpos moves e2e4 e2e4",
            "setoption MultiPV",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
        for line in ["", "debug on", "register later"] {
            assert!(matches!(read(line), Ok(Said::Nothing)), "{line}");
        }
    }

    #[test]
    fn positions() {
        let Ok(Said::Position(position)) = read("position startpos moves e2e4 e7e5 e1e2") else {
            panic!("a position");
        };
        assert_eq!(position.turn(), Color::Black);
        let Ok(Said::Position(position)) = read("position fen 8/8/8/8/8/2k5/1R6/K7 w - - 12 34")
        else {
            panic!("a position");
        };
        assert_eq!(position.halfmoves(), 12);
    }

    #[test]
    fn options_have_names_with_blanks() {
        let Ok(Said::SetOption { name, value }) = read("setoption name Clear Hash value a b")
        else {
            panic!("an option");
        };
        assert_eq!((name.as_str(), value.as_str()), ("Clear Hash", "a b"));
    }
}
