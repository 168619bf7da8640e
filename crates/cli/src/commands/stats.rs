//! `solusrex stats`: an ending in numbers.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use shakmaty::Color;
use solusrex_game::Moves;
use solusrex_tables::{
    Ending, Metric, Tablebase,
    build::Task,
    generate::{Count, GenerateError, Told},
    plot,
    reference::Longest,
    stats::{
        Census, CountError, CountPlan, Counting, PawnCensus, PawnSquare, by_moves, by_pawn,
        described, percent, thousands,
    },
};

use super::{
    build::{free_memory, read_size},
    line::read_metric,
    probe::name,
};
use crate::{
    args::{Format, Global},
    error::Error,
    interrupt, output,
    tables::open,
};

/// Count the positions of an ending by result and distance
#[derive(Args, Debug)]
#[command(after_help = "\
An ending is looked at with its stronger side White: KRKQ is KQKR. One position of each symmetry
class is counted (eight images without pawns, two with), with --all every placement of the men.

With --count the ending is solved for its numbers alone: no table of it is needed or made, which takes
a tenth of the memory. Tables of what it can become are read if they are there, else made in memory.
Six men take minutes. Endings with pawns are not counted.

Examples:
  solusrex stats KRK
  solusrex stats KQK --metric dtm --all --format json
  solusrex stats KPK --by-pawn --plot kpk.svg
  solusrex stats KRKN --metric dtc --count")]
pub(crate) struct Stats {
    /// The ending: KQKR, KRPvKR, ..
    #[arg(value_name = "MATERIAL", value_parser = read_ending)]
    ending: Ending,

    /// What is counted: dtm, dtc, dtz, stalemate, take-bn .. [default: what there is a table for]
    #[arg(long, value_name = "METRIC", value_parser = read_metric)]
    metric: Option<Metric>,

    /// Count every placement, not one of each symmetry class
    #[arg(long)]
    all: bool,

    /// For an ending with one pawn: who wins, by the pawn's square
    #[arg(long)]
    by_pawn: bool,

    /// Solve the ending for its numbers, without a table of it
    #[arg(long, conflicts_with = "by_pawn")]
    count: bool,

    /// With --count, the memory that may be used, such as 8G [default: four fifths of what is free]
    #[arg(long, value_name = "SIZE", requires = "count", value_parser = read_size)]
    memory: Option<u64>,

    /// Draw the distances as SVG into this file; - is standard output
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// An ending by its name.
pub(super) fn read_ending(text: &str) -> Result<Ending, String> {
    text.parse().map_err(|error| format!("{error}"))
}

/// The metric asked for, else the first of dtm, dtc and dtz that the ending has a table for.
pub(super) fn choose(asked: Option<Metric>, tables: &Tablebase, ending: Ending) -> Metric {
    let at_hand = || Metric::TO_MATE.into_iter().find(|&metric| tables.has(ending, metric));
    asked.or_else(at_hand).unwrap_or(Metric::Dtm)
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    census: Census,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_pawn: Option<Vec<PawnSquare>>,
}

impl Stats {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        if self.by_pawn && self.ending.pawns().count() != 1 {
            return Err(Error::input(format!(
                "{} has not one pawn (--by-pawn is for endings like KRPKR)",
                self.ending
            )));
        }
        let (census, by_pawn) = self.take(global)?;
        if let Some(path) = &self.plot {
            let drawing = plot::svg(&census)
                .map_err(|error| Error::Failure(format!("{error} (ask without --plot)")))?;
            output::write_file(path, &drawing)?;
            if path == Path::new("-") {
                return Ok(());
            }
        }
        let mut out = output::stdout();
        match (global.format, &by_pawn) {
            (Format::Json, _) => output::json_line(&mut out, &Answer { census, by_pawn })?,
            (Format::Text, None) => write_census(&mut out, &census)?,
            (Format::Text, Some(squares)) => write_by_pawn(&mut out, &census, squares)?,
        }
        Ok(out.flush()?)
    }

    fn take(&self, global: &Global) -> Result<(Census, Option<Vec<PawnSquare>>), Error> {
        let counting = if self.all { Counting::Placements } else { Counting::Classes };
        let tables = open(global)?;
        if self.count {
            return Ok((Census::of_count(&self.count(&tables, global)?, counting), None));
        }
        let table = tables.load(self.ending, choose(self.metric, &tables, self.ending))?;
        let by_pawn = if self.by_pawn { by_pawn(&table, counting) } else { None };
        Ok((Census::of(&table, counting), by_pawn))
    }

    /// Counts the ending without its table.
    fn count(&self, tables: &Tablebase, global: &Global) -> Result<Count, Error> {
        let metric = self.metric.unwrap_or(Metric::Dtm);
        let plan = CountPlan::new(self.ending, metric, tables).map_err(Error::input)?;
        let needed = plan.memory(rayon::current_num_threads());
        let memory = self.memory.unwrap_or_else(free_memory);
        if needed > memory {
            return Err(Error::Failure(format!(
                "counting {} takes {} of memory and {} may be used (allow more with --memory)",
                self.ending,
                HumanBytes(needed),
                HumanBytes(memory),
            )));
        }
        interrupt::listen();
        let bar =
            output::progress(plan.tasks().map(|task| task.slots()).sum(), "positions", global);
        let watch = |task: Task, told: Told| {
            // of the endings before this one, everything is done
            let before = plan.tasks().take_while(|&other| other != task);
            bar.set_position(before.map(|task| task.slots()).sum());
            bar.set_message(format!(
                "{}.{}: {} plies, {} decided",
                task.ending,
                task.metric,
                told.level,
                HumanCount(told.found)
            ));
            if interrupt::asked() { Err(GenerateError::Interrupted) } else { Ok(()) }
        };
        let count = plan.run(tables, &watch);
        bar.finish_and_clear();
        Ok(count?)
    }
}

impl From<CountError> for Error {
    fn from(error: CountError) -> Error {
        match error {
            CountError::Generate(_, GenerateError::Interrupted) => {
                Error::Failure("interrupted (the same command counts from the start)".to_owned())
            }
            error => Error::Failure(error.to_string()),
        }
    }
}

fn write_title(out: &mut impl Write, census: &Census) -> io::Result<()> {
    let counting = match census.counting {
        Counting::Classes => "one position of each symmetry class",
        Counting::Placements => "every placement",
    };
    writeln!(out, "{}: {}; {counting}", census.material, described(census.metric))
}

fn write_census(out: &mut impl Write, census: &Census) -> io::Result<()> {
    write_title(out, census)?;
    writeln!(out)?;
    write_results(out, census)?;
    if census.metric.helped().is_some() {
        return write_ways(out, census);
    }
    for winner in Color::ALL {
        write_wins(out, census, winner)?;
    }
    Ok(())
}

/// Who wins, with either side to move.
fn write_results(out: &mut impl Write, census: &Census) -> io::Result<()> {
    let sides = [&census.white_to_move, &census.black_to_move];
    let [white, black] = sides;
    writeln!(out, "{:18}{:>22}{:>26}", "", "White to move", "Black to move")?;
    let reach = [
        ("within reach", sides.map(|side| side.win)),
        ("out of reach", sides.map(|side| side.draw)),
    ];
    let results = [
        ("White wins", [white.win, black.loss]),
        ("  cursed", [white.cursed_win, black.blessed_loss].map(|n| n.unwrap_or(0))),
        ("drawn", [white.draw, black.draw]),
        ("Black wins", [white.loss, black.win]),
        ("  cursed", [white.blessed_loss, black.cursed_win].map(|n| n.unwrap_or(0))),
    ];
    let shares: &[_] = if census.metric.helped().is_some() { &reach } else { &results };
    for &(name, counts) in shares {
        if name.starts_with(' ') && counts == [0; 2] {
            continue;
        }
        let [white, black] = [0, 1].map(|side| {
            let (count, legal) = (counts[side], sides[side].legal);
            format!("{:>15} {:6.2} %", thousands(count), percent(count, legal))
        });
        writeln!(out, "{name:18}{white}  {black}")?;
    }
    let counts = [
        ("legal positions", sides.map(|side| side.legal)),
        ("  mated", sides.map(|side| side.mates)),
        ("  stalemated", sides.map(|side| side.stalemates)),
    ];
    for (name, [white, black]) in counts {
        writeln!(out, "{name:18}{:>15}{:>26}", thousands(white), thousands(black))?;
    }
    Ok(())
}

/// The longest wins of a side, and how many there are of each length.
fn write_wins(out: &mut impl Write, census: &Census, winner: Color) -> io::Result<()> {
    let (own, other) = (census.side(winner), census.side(!winner));
    let longest = [&own.longest_win, &other.longest_loss];
    if longest.iter().all(|longest| longest.is_none()) {
        return Ok(());
    }
    let winner_name = name(winner);
    writeln!(out)?;
    for (to_move, longest) in [winner, !winner].into_iter().zip(longest) {
        write_longest(out, &format!("{winner_name}'s longest win"), to_move, longest.as_ref())?;
    }
    let lengths = [by_moves(&own.win_by_plies), by_moves(&other.loss_by_plies)];
    write_lengths(out, &format!("{winner_name} wins in"), [winner, !winner], lengths)
}

/// The longest ways to a goal that both sides want, and how many there are of each length.
fn write_ways(out: &mut impl Write, census: &Census) -> io::Result<()> {
    writeln!(out)?;
    for to_move in Color::ALL {
        let longest = census.side(to_move).longest_win.as_ref();
        write_longest(out, "longest way", to_move, longest)?;
    }
    let lengths = Color::ALL.map(|side| by_moves(&census.side(side).win_by_plies));
    write_lengths(out, "moves", Color::ALL, lengths)
}

fn write_longest(
    out: &mut impl Write,
    what: &str,
    to_move: Color,
    longest: Option<&Longest>,
) -> io::Result<()> {
    let Some(Longest { plies, moves, positions, examples }) = longest else { return Ok(()) };
    let noun = if *positions == 1 { "position" } else { "positions" };
    let (moves, positions) = (Moves(*moves), thousands(*positions));
    let to_move = name(to_move);
    writeln!(out, "{what}, {to_move} to move: {moves} ({plies}), {positions} {noun}")?;
    for example in examples {
        writeln!(out, "  {example}")?;
    }
    Ok(())
}

/// How many positions there are of each length, with either side to move.
fn write_lengths(
    out: &mut impl Write,
    what: &str,
    to_move: [Color; 2],
    lengths: [BTreeMap<u32, u64>; 2],
) -> io::Result<()> {
    let most = lengths.iter().filter_map(|counts| counts.keys().next_back()).max();
    writeln!(out)?;
    let heads = to_move.map(|side| format!("{} to move", name(side)));
    writeln!(out, "{what:>18}{:>15}{:>26}", heads[0], heads[1])?;
    for moves in 0..=most.copied().unwrap_or(0) {
        let counts = lengths.each_ref().map(|counts| counts.get(&moves).copied().unwrap_or(0));
        if counts != [0; 2] {
            let [own, other] = counts.map(|n| if n == 0 { "-".to_owned() } else { thousands(n) });
            writeln!(out, "{moves:>18}{own:>15}{other:>26}")?;
        }
    }
    Ok(())
}

fn write_by_pawn(out: &mut impl Write, census: &Census, squares: &[PawnSquare]) -> io::Result<()> {
    write_title(out, census)?;
    let Some(pawn) = census.material.pawns().next() else { return Ok(()) };
    let (owner, other) = (pawn.colour, !pawn.colour);
    writeln!(out)?;
    writeln!(out, "{} wins, by the square of the pawn", name(owner))?;
    let heads = [owner, other].map(|side| format!("{} to move", name(side)));
    writeln!(out, "      {:>12}  longest   {:>12}  longest", heads[0], heads[1])?;
    let longest = |census: &PawnCensus| {
        let longest = census.longest.as_ref();
        longest.map_or("-".to_owned(), |longest| longest.moves.to_string())
    };
    for PawnSquare { square, own_move, other_move } in squares {
        writeln!(
            out,
            "  {square}  {:>10.2} % {:>8}   {:>10.2} % {:>8}",
            own_move.percent(),
            longest(own_move),
            other_move.percent(),
            longest(other_move)
        )?;
    }
    let longest = squares
        .iter()
        .max_by_key(|square| square.own_move.longest.as_ref().map_or(0, |longest| longest.moves));
    if let Some(longest) = longest.and_then(|square| square.own_move.longest.as_ref()) {
        writeln!(out)?;
        writeln!(out, "longest: {} ({})", Moves(longest.moves), longest.plies)?;
        for example in &longest.examples {
            writeln!(out, "  {example}")?;
        }
    }
    Ok(())
}
