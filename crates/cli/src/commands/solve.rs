//! `solusrex solve`: chess problems.

use std::{
    fs,
    io::{self, Read, Write},
    mem,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
};

use clap::Args;
use solusrex_problems::{
    Event, LanguageError, Limits, Parts, Problem, Solution,
    solution::{State, Statistics},
    solve, write,
};
use solusrex_rules::diagram::SvgOptions;

use crate::{
    args::{Format, Global},
    error::{self, Error},
    output, tables,
};

/// Solve chess problems
#[derive(Args, Debug)]
#[command(after_help = "\
Files are in Popeye's language:
  BeginProblem
  Pieces  White Kb6 Sa4 Pa7
          Black Ka8 Pc7
  Stipulation #2
  Option  Variations
  EndProblem

Stipulations: #2, s#3, r#2, h#2.5, hs#3, ser-h=4, dia4, =2, x1, zd41, ...
Options: SetPlay Try Variations Duplex MaxSolutions n ...; ours are Board 10x10, Topology torus,
MatingPiece S, MateOn h8, Move 1 Ka1-b1, Still a2b2 (also --mating-piece S and so on).

Examples:
  solusrex solve examples/problems/first-steps.inp
  solusrex solve --pieces 'White Kf1 Qc2 Black Kh1 Pa7h2' --stip '#3' --option Variations
  solusrex solve --fen '8/8/8/8/8/k1K5/8/1R6 w - -' --stip 'h#2'
  solusrex solve --pieces 'White Ka1 Gd4 Black Kh8' --stip 'h#2' --cond Circe
  solusrex solve --board 5x5 --pieces 'White Kc3 Re1 Black Ka3' --stip 'h#2' --mating-piece R
  solusrex solve --topology torus --pieces 'White Kd4 Qb2 Black Kf6' --stip '#2' --still d4")]
pub(crate) struct Solve {
    /// Files of problems; - is standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["fen", "pieces"])]
    files: Vec<PathBuf>,

    /// A position as FEN
    #[arg(long, value_name = "FEN", conflicts_with_all = ["files", "pieces"], requires = "stip")]
    fen: Option<String>,

    /// A position as a list of pieces: 'White Ke1 Qd1 Black Ke8'
    #[arg(long, value_name = "LIST", conflicts_with = "files", requires = "stip")]
    pieces: Option<String>,

    /// What is asked: '#2', 'h#3', 'ser-h=4'
    #[arg(long, value_name = "STIPULATION", conflicts_with = "files")]
    stip: Option<String>,

    /// A condition: 'Circe', 'Madrasi RexInclusive'; may be given again
    #[arg(long = "cond", value_name = "CONDITION", conflicts_with = "files")]
    conditions: Vec<String>,

    /// Options: 'SetPlay Variations'; may be given again, also for files
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,

    /// Only solutions whose last move is made by such a man: S, or G for a grasshopper
    #[arg(long, value_name = "LETTERS", help_heading = "Constraints on solutions")]
    mating_piece: Option<String>,

    /// Only solutions at whose end the king of the other side stands on one of these squares: a1h8
    #[arg(long, value_name = "SQUARES", help_heading = "Constraints on solutions")]
    mate_on: Option<String>,

    /// Only solutions with this half-move: 1=Ka1-b1; may be given again
    #[arg(long = "move", value_name = "PLY=MOVE", help_heading = "Constraints on solutions")]
    moves: Vec<String>,

    /// Only solutions in which the men of these squares do not move: a2b2
    #[arg(long, value_name = "SQUARES", help_heading = "Constraints on solutions")]
    still: Option<String>,

    /// Board size, width x height, from 1x1 to 16x16
    #[arg(long, value_name = "WxH", conflicts_with = "files")]
    board: Option<String>,

    /// plane, vertical-cylinder, horizontal-cylinder or torus
    #[arg(long, value_name = "NAME", conflicts_with = "files")]
    topology: Option<String>,

    /// Write the diagram as SVG to this file; of several problems, to FILE-1.svg, FILE-2.svg, ...
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How many MiB the tables of a search may take
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    memory: u32,

    /// Also how many positions the search visited, and how many it visits without the reduction (which
    /// is counted to a thousand times as many, and to a hundred millions at most)
    #[arg(long)]
    statistics: bool,

    /// Without the fast path for orthodox positions: the answers are the same
    #[arg(long)]
    general: bool,
}

impl Solve {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let limits = Limits {
            memory: (self.memory as usize) << 20,
            fast: !self.general,
            // without a folder the search runs by itself
            endings: tables::open(global).ok().map(Arc::new),
            ..Limits::default()
        };
        let limits =
            Limits { threads: global.threads.map_or(limits.threads, usize::from), ..limits };
        let cancelled = Arc::clone(&limits.cancelled);
        // without a handler Ctrl-C ends the program at once, which is as good
        let _ = ctrlc::set_handler(move || cancelled.store(true, Ordering::Relaxed));
        let mut all_right = true;
        if self.files.is_empty() {
            all_right &= self.solve_text(&self.composed()?, None, &limits, global)?;
        }
        for path in &self.files {
            all_right &= self.solve_text(&read(path)?, Some(path), &limits, global)?;
        }
        if all_right { Ok(()) } else { Err(Error::Told) }
    }

    /// The problem given by flags, in the language of files.
    fn composed(&self) -> Result<String, Error> {
        let parts = Parts {
            fen: self.fen.clone(),
            pieces: self.pieces.clone().unwrap_or_default(),
            board: self.board.clone(),
            topology: self.topology.clone(),
            stipulation: self.stip.clone().unwrap_or_default(),
            conditions: self.conditions.clone(),
            ..Parts::default()
        };
        Ok(parts.text()?)
    }

    /// The options given by flags, in the language of files.
    fn options(&self) -> Result<Vec<String>, Error> {
        let mut options = self.options.clone();
        for (name, value) in
            [("MatingPiece", &self.mating_piece), ("MateOn", &self.mate_on), ("Still", &self.still)]
        {
            options.extend(value.as_ref().map(|value| format!("{name} {value}")));
        }
        for given in &self.moves {
            let Some((half_move, mv)) = given.split_once('=') else {
                let what = format!("no half-move and move in --move {given:?}");
                return Err(Error::input(format!("{what} (such as --move 1=Ka1-b1)")));
            };
            options.push(format!("Move {half_move} {mv}"));
        }
        Ok(options)
    }

    /// Tells what a search took, beside the answer, which is the same however it was found.
    fn tell_statistics(
        &self,
        problem: &Problem,
        solution: &Solution,
        limits: &Limits,
    ) -> io::Result<()> {
        let Statistics { nodes, hopeless } = solution.statistics;
        if hopeless == 0 || solution.state == State::Interrupted {
            return writeln!(io::stderr(), "{nodes} positions visited");
        }
        let most = (1000 * nodes).clamp(FEWEST_COUNTED, MOST_COUNTED).max(2 * nodes);
        let plain = Limits { bounds: false, nodes: Some(most), ..limits.clone() };
        let again = solve(problem, &plain, &mut |_| {});
        let without = again.statistics.nodes;
        let sign = if again.state == State::Interrupted { "more than " } else { "" };
        let times = without as f64 / nodes.max(1) as f64;
        writeln!(
            io::stderr(),
            "{nodes} positions visited, {sign}{without} without the reduction ({sign}{times:.0} times as many)"
        )
    }

    /// Solves the problems of a text; whether it could be read.
    fn solve_text(
        &self,
        text: &str,
        path: Option<&Path>,
        limits: &Limits,
        global: &Global,
    ) -> Result<bool, Error> {
        let mut problems = match Problem::parse(text) {
            Ok(problems) => problems,
            Err(wrong) => {
                tell(&wrong, path.map(|path| path.display().to_string()));
                return Ok(false);
            }
        };
        for options in self.options()? {
            for problem in &mut problems {
                if let Err(wrong) = problem.add_options(&options) {
                    tell(&wrong, Some("options".to_owned()));
                    return Ok(false);
                }
            }
        }
        if let Some(path) = &self.svg {
            draw(&problems, path)?;
        }
        let mut out = output::stdout();
        for (nth, problem) in problems.iter().enumerate() {
            let bar = output::progress(0, "first moves", global);
            let solution = solve(problem, limits, &mut |event| {
                if let Event::Progress { done, of } = event {
                    output::advance(&bar, done as u64, of as u64);
                }
            });
            bar.finish_and_clear();
            match global.format {
                Format::Text => write::text_in_parts(problem, &solution)
                    .iter()
                    .try_for_each(|part| out.write_all(part.as_bytes()))?,
                Format::Json => writeln!(out, "{}", write::json(problem, &solution))?,
            }
            out.flush()?;
            if self.statistics {
                self.tell_statistics(problem, &solution, limits)?;
            }
            if solution.state == State::Interrupted {
                break;
            }
            if nth + 1 == problems.len() {
                // the program is about to end: to take lines by the ten thousand apart would keep it waiting
                mem::forget(solution);
            }
        }
        Ok(true)
    }
}

/// Without the reduction positions are counted up to a thousand times those with it, but never to fewer
/// than these, nor to more.
const FEWEST_COUNTED: u64 = 1_000_000;
const MOST_COUNTED: u64 = 100_000_000;

/// Writes the diagrams of problems, numbered if there are several.
fn draw(problems: &[Problem], path: &Path) -> Result<(), Error> {
    for (nth, problem) in problems.iter().enumerate() {
        let Some(diagram) = write::drawn(problem) else { continue };
        let path = match problems.len() {
            1 => path.to_owned(),
            _ => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                path.with_file_name(format!("{stem}-{}.svg", nth + 1))
            }
        };
        output::write_file(&path, &diagram.to_svg(&SvgOptions::default()))?;
    }
    Ok(())
}

/// The text of a file; bytes that are no UTF-8 are kept out, for they can only stand in headings.
fn read(path: &Path) -> Result<String, Error> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| {
        Error::input(format!("cannot read {}: {error} (give a file of problems)", path.display()))
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What is wrong with a text, and where.
fn tell(wrong: &LanguageError, source: Option<String>) {
    let place = source.map(|source| format!("{source}: ")).unwrap_or_default();
    error::tell(&format!("{place}{wrong}"));
    let _ = write!(io::stderr(), "{}", wrong.snippet());
}
