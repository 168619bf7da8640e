//! `solusrex game`: finite two-player games.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use serde::Serialize;
use solusrex_game::named::NamedKernelError;
use solusrex_game::text::{BuildError, ReadError};
use solusrex_game::{
    Limits, Moves, NamedSolution, NamedValue, Report, SideCensus, Value, dot, text,
};
use solusrex_tables::{
    Material,
    reference::{Census, EndingError, ExplicitEnding},
};

use crate::{
    args::{Format, Global},
    error::Error,
    output,
    position::SettingArgs,
};

/// Solve a finite two-player game, or a chess ending as one
#[derive(Args, Debug)]
#[command(after_help = "\
A file describes a graph, two pieces on graphs of their own, a game of morris or a heap; the format
is in docs/game-format.md. Distances are in plies; an m-move game is one whose longest win takes m
moves of the winner. --ending builds the graph of a chess ending from the rules: any kinds, boards
and topologies, promotions and captures into the sub-endings included.

Examples:
  solusrex game examples/games/spider-and-fly-wheel.game
  solusrex game examples/games/kernels-of-section-6.game --all-kernels
  solusrex game examples/games/take-1-3-4.game --from 8/W --dot heap.dot
  solusrex game --ending KRK --from '8/8/8/8/8/2k5/1R6/K7 w - -'
  solusrex game --ending 'White K G Black K'
  solusrex game --ending KRK --topology vertical-cylinder")]
pub(crate) struct Game {
    /// The file that describes the game; - is standard input
    #[arg(required_unless_present = "ending")]
    file: Option<PathBuf>,

    /// A chess ending instead: KRKN, or 'White K G Black K' with the letters of `solusrex pieces`
    #[arg(long, value_name = "MEN", conflicts_with_all = ["file", "kernels", "all_kernels", "values", "dot"])]
    ending: Option<String>,

    /// Value, best moves and an optimal line from this position
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// The value of every position
    #[arg(long)]
    values: bool,

    /// The two distinguished kernels of the graph
    #[arg(long)]
    kernels: bool,

    /// Every kernel of a small graph
    #[arg(long)]
    all_kernels: bool,

    /// Write a drawing for Graphviz to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,

    /// How many guesses the search for all kernels may make
    #[arg(long, value_name = "N", default_value_t = 10_000_000, requires = "all_kernels")]
    guesses: u64,

    /// The most positions that may be built
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    limit: usize,

    #[command(flatten)]
    setting: SettingArgs,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<From>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<NamedValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kernels: Option<Kernels>,
}

#[derive(Serialize)]
struct From {
    #[serde(flatten)]
    value: NamedValue,
    line: Vec<String>,
    line_repeats: Option<usize>,
}

#[derive(Serialize)]
struct Kernels {
    k1: Vec<String>,
    k2: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<Vec<String>>>,
}

/// What to do about an ending that is too large.
const ALLOW_MORE: &str = "allow more with --limit, or take fewer men or a smaller board";

impl Game {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        match (&self.ending, &self.file) {
            (Some(ending), _) => self.run_ending(ending, global),
            (None, Some(file)) => self.run_file(file, global),
            (None, None) => Err(Error::input("no game (name a file or an --ending)")),
        }
    }

    fn run_file(&self, file: &Path, global: &Global) -> Result<(), Error> {
        let shown = file.display();
        let mut bytes = Vec::new();
        let read = if file == Path::new("-") {
            io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
        } else {
            fs::read(file).map(|found| bytes = found)
        };
        read.map_err(|error| {
            Error::input(format!("{shown}: {error} (name a file that can be read)"))
        })?;
        let limits = Limits { positions: self.limit, ..Limits::NONE };
        let game = text::read_bytes(&bytes, limits).map_err(|error| match error {
            ReadError::Text(error) => {
                Error::input(format!("{shown}: {error} (see docs/game-format.md)"))
            }
            ReadError::Build(BuildError::Limit(_)) => Error::input(format!(
                "{shown}: more than {} positions (allow more with --limit, or make it smaller)",
                self.limit
            )),
            ReadError::Build(error) => Error::input(format!("{shown}: {error}")),
        })?;
        let all = self.all_kernels.then(|| game.kernels(self.guesses)).transpose();
        let all = all.map_err(|error| match error {
            NamedKernelError::Search(_) => Error::input(format!(
                "{shown}: too many kernels to try (allow more with --guesses, or ask for --kernels)"
            )),
            NamedKernelError::DeadEnds => Error::input(format!("{shown}: {error}")),
        })?;
        let solved = game.solve();
        if let Some(path) = &self.dot {
            output::write_file(path, &dot::drawing(&solved))?;
            if path == Path::new("-") {
                return Ok(());
            }
        }
        let answer = Answer {
            report: solved.report(),
            from: self.from.as_ref().map(|name| from(&solved, name)).transpose()?,
            values: self.values.then(|| {
                let positions = solved.solution.game().positions();
                positions.take(solved.names.len()).map(|node| solved.named_value(node)).collect()
            }),
            kernels: (self.kernels || self.all_kernels).then(|| {
                let (k1, k2) = solved.distinguished_kernels();
                Kernels { k1, k2, all }
            }),
        };
        let mut out = output::stdout();
        match global.format {
            Format::Json => output::json_line(&mut out, &answer)?,
            Format::Text => write_answer(&mut out, &answer)?,
        }
        Ok(out.flush()?)
    }

    fn run_ending(&self, men: &str, global: &Global) -> Result<(), Error> {
        let setting = self.setting.setting()?;
        let material = Material::parse(men, &setting).map_err(Error::input)?;
        // read before the work, so that a slip is told at once
        let position = self.from.as_ref().map(|from| self.setting.read(from, &setting));
        let position = position.transpose()?;
        let bar = output::progress(0, "positions", global);
        let ending = ExplicitEnding::solve_watched(&material, &setting, self.limit, |done, own| {
            bar.set_length(own.max(done));
            bar.set_position(done);
        })
        .map_err(|error| match error {
            EndingError::Large { .. } => Error::input(format!("{error} ({ALLOW_MORE})")),
            EndingError::Size(_) => Error::input(format!(
                "{material} has more than {} positions ({ALLOW_MORE})",
                self.limit
            )),
            other => Error::input(other),
        })?;
        bar.finish_and_clear();
        let mut out = output::stdout();
        let Some(position) = position else {
            let census = ending.census();
            match global.format {
                Format::Json => output::json_line(&mut out, &census)?,
                Format::Text => write_census(&mut out, &census)?,
            }
            return Ok(out.flush()?);
        };
        let value = ending.value(&position).map_err(Error::input)?;
        let line = ending.line(&position).map_err(Error::input)?;
        let moves: Vec<String> = line.into_iter().map(|(mv, _)| mv).collect();
        match global.format {
            Format::Json => {
                let fen = position.fen();
                output::json_line(
                    &mut out,
                    &EndingLine { fen, value, moves: value.moves(), line: moves },
                )?;
            }
            Format::Text => {
                writeln!(out, "{} to move: {}", position.side_to_move(), in_words(value))?;
                writeln!(out, "{}", moves.join(" "))?;
            }
        }
        Ok(out.flush()?)
    }
}

#[derive(Serialize)]
struct EndingLine {
    fen: String,
    #[serde(flatten)]
    value: Value,
    moves: Option<Moves>,
    line: Vec<String>,
}

fn from(solved: &NamedSolution, name: &str) -> Result<From, Error> {
    let node = solved.position(name).ok_or_else(|| {
        Error::input(format!("no position {name:?} in {} (--values lists them)", solved.title))
    })?;
    let line = solved.solution.line(node);
    Ok(From {
        value: solved.named_value(node),
        line: line.positions.iter().map(|&node| solved.name(node).into_owned()).collect(),
        line_repeats: line.repeats,
    })
}

fn in_words(value: Value) -> String {
    match (value, value.moves()) {
        (Value::Drawn, _) | (_, None) => "drawn".to_owned(),
        (value, Some(moves)) => format!("{value} ({moves})"),
    }
}

fn write_answer(out: &mut impl Write, answer: &Answer) -> Result<(), Error> {
    let report = &answer.report;
    writeln!(out, "{}", report.title)?;
    writeln!(out, "{} positions, {} moves between them", report.positions, report.moves)?;
    match report.length {
        Some(Moves(m)) => writeln!(out, "a {m}-move game")?,
        None => writeln!(out, "nobody can force a win anywhere")?,
    }
    for (side, census) in [("White", &report.census.white), ("Black", &report.census.black)] {
        writeln!(out, "{side} to move: {}", counts(census))?;
    }
    for (n, value) in report.longest.iter().enumerate() {
        let label = if n == 0 { "longest: " } else { "         " };
        writeln!(out, "{label}{}", written(value))?;
    }
    if let Some(start) = &report.start {
        writeln!(out, "start:   {}", written(start))?;
        if let Some(value) = report.start_in_single_moves {
            writeln!(out, "         counted in single moves: {value}")?;
        }
        writeln!(out, "line:    {}", line(&report.line, report.line_repeats))?;
    }
    if let Some(from) = &answer.from {
        writeln!(out, "from:    {}", written(&from.value))?;
        writeln!(out, "line:    {}", line(&from.line, from.line_repeats))?;
    }
    if let Some(kernels) = &answer.kernels {
        writeln!(out, "K1 = {}", set(&kernels.k1))?;
        writeln!(out, "K2 = {}", set(&kernels.k2))?;
        if let Some(all) = &kernels.all {
            writeln!(out, "{} kernels:", all.len())?;
            for kernel in all {
                writeln!(out, "  {}", set(kernel))?;
            }
        }
    }
    for value in answer.values.iter().flatten() {
        writeln!(out, "{}", written(value))?;
    }
    Ok(())
}

fn counts(census: &SideCensus) -> String {
    format!("{} won, {} drawn, {} lost", census.won_total(), census.drawn, census.lost_total())
}

fn written(value: &NamedValue) -> String {
    let NamedValue { position, to_move, value, best, .. } = value;
    let best = if best.is_empty() { String::new() } else { format!("; best: {}", best.join(" ")) };
    format!("{position} ({to_move} to move) {}{best}", in_words(*value))
}

fn line(positions: &[String], repeats: Option<usize>) -> String {
    let round = repeats.and_then(|at| positions.get(at));
    let round = round.map(|name| format!(" ... round and round from {name}")).unwrap_or_default();
    positions.join(" ") + &round
}

fn set(names: &[String]) -> String {
    format!("{{{}}}", names.join(", "))
}

fn write_census(out: &mut impl Write, census: &Census) -> Result<(), Error> {
    writeln!(out, "{}: one position of each symmetry class, distances to mate", census.material)?;
    for (name, side) in [("White", &census.white_to_move), ("Black", &census.black_to_move)] {
        writeln!(
            out,
            "{name} to move: {} legal, {} won, {} drawn ({} stalemates), {} lost ({} mated)",
            side.legal, side.win, side.draw, side.stalemates, side.loss, side.mates
        )?;
        if let Some(longest) = &side.longest_win {
            writeln!(
                out,
                "  longest win: {} moves ({} plies), {} positions",
                longest.moves, longest.plies.0, longest.positions
            )?;
            for example in &longest.examples {
                writeln!(out, "    {example}")?;
            }
        }
    }
    Ok(())
}
