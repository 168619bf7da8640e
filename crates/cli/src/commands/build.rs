//! `solusrex build`: tables, and everything they are made from.

use std::{
    io::Write,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use solusrex_tables::{
    Ending, MOST_MEN, Metric,
    build::{self, BuildError, Built, Event, Plan, Task},
    generate,
};

use super::line::read_metric;
use crate::{
    args::{Format, Global},
    error::Error,
    interrupt, output, tables,
};

/// Build tables of endings, and everything they are made from
///
/// Tables that are there are not built again: a build that was ended goes on where it was.
#[derive(Args, Debug)]
#[command(after_help = "\
An ending is written KQKR, KQvKR or krkn. Metrics: dtm counts plies to mate, dtc to mate or to a
capture or promotion that keeps the win, dtz to mate, capture or pawn move (fifty-move rule);
stalemate, and take-bn for the capture of Black's knight (or another man), are goals of their own;
helpmate-w and helpstalemate-b count plies to mate by White, to stalemate by Black, if both help.

Examples:
  solusrex build KQK
  solusrex build KPK --metric dtm,dtz
  solusrex build --men 3
  solusrex build KRPKR --estimate
  solusrex build KRKN --metric stalemate --estimate")]
pub(crate) struct Build {
    /// Endings
    #[arg(value_name = "ENDING", value_parser = read_ending, required_unless_present = "men")]
    endings: Vec<Ending>,

    /// All endings up to so many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=MOST_MEN as i64))]
    men: Option<u8>,

    /// With --men, only endings without pawns
    #[arg(long, requires = "men")]
    pawnless: bool,

    /// What the tables count
    #[arg(long, value_name = "METRIC", value_delimiter = ',', default_value = "dtm",
        value_parser = read_metric)]
    metric: Vec<Metric>,

    /// Only say what would be built, and the memory it takes
    #[arg(long)]
    estimate: bool,

    /// The memory that may be used, such as 8G [default: four fifths of what is free]
    #[arg(long, value_name = "SIZE", value_parser = read_size)]
    memory: Option<u64>,
}

pub(crate) fn read_ending(text: &str) -> Result<Ending, String> {
    text.parse().map_err(|error: solusrex_tables::EndingNameError| error.to_string())
}

/// `8G`, `512M`, or a number of bytes.
pub(super) fn read_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("size {text:?} (a number with K, M or G, such as 8G)");
    let (digits, shift) = match text
        .trim_end_matches(['B', 'b', 'i'])
        .split_at_checked(text.trim_end_matches(['B', 'b', 'i']).len().saturating_sub(1))
    {
        Some((digits, "K" | "k")) => (digits, 10),
        Some((digits, "M" | "m")) => (digits, 20),
        Some((digits, "G" | "g")) => (digits, 30),
        _ => (text, 0),
    };
    let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
    number.checked_shl(shift).filter(|size| size >> shift == number).ok_or_else(wrong)
}

/// What is free now; without a way to know, as much as is asked for.
pub(super) fn free_memory() -> u64 {
    let known = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib << 10)
    });
    known.map_or(u64::MAX, |free| free / 5 * 4)
}

#[derive(Serialize)]
struct Line {
    material: Ending,
    metric: Metric,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
    slots: u64,
}

impl Build {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let tables = tables::open(global)?;
        let all = self.men.into_iter().flat_map(|men| (3..=usize::from(men)).flat_map(Ending::all));
        let all = all.filter(|ending| !self.pawnless || !ending.has_pawns());
        let plan = Plan::new(self.endings.iter().copied().chain(all), &self.metric, &tables);
        let threads = rayon::current_num_threads();
        if self.estimate {
            return self.estimate(&plan, threads, global);
        }
        if plan.tasks().is_empty() {
            if global.format == Format::Text {
                output::write_text(b"everything is there\n")?;
            }
            return Ok(());
        }
        build_missing(&plan, &tables, self.memory, global)
    }

    fn estimate(&self, plan: &Plan, threads: usize, global: &Global) -> Result<(), Error> {
        let mut out = output::stdout();
        for task in plan.tasks() {
            let memory = task.memory(threads);
            if global.format == Format::Json {
                let line = Line {
                    material: task.ending,
                    metric: task.metric,
                    bytes: None,
                    longest_plies: None,
                    seconds: None,
                    memory: Some(memory),
                    slots: task.slots(),
                };
                output::json_line(&mut out, &line)?;
            } else {
                let name = format!("{}.{}", task.ending, task.metric);
                let (slots, memory) = (HumanCount(task.slots()), HumanBytes(memory).to_string());
                writeln!(out, "{name:14} {slots:>16} positions {memory:>12} of memory")?;
            }
        }
        if global.format == Format::Text {
            match plan.largest(threads) {
                None => writeln!(out, "everything is there")?,
                Some((_, memory)) => writeln!(
                    out,
                    "{} {} to build, {} of memory",
                    plan.tasks().len(),
                    if plan.tasks().len() == 1 { "table" } else { "tables" },
                    HumanBytes(memory)
                )?,
            }
        }
        Ok(out.flush()?)
    }
}

/// Builds what a plan says, with progress on the terminal and a line for each table.
pub(super) fn build_missing(
    plan: &Plan,
    tables: &solusrex_tables::Tablebase,
    memory: Option<u64>,
    global: &Global,
) -> Result<(), Error> {
    let memory = memory.unwrap_or_else(free_memory);
    let largest = plan.largest(rayon::current_num_threads());
    if let Some((task, needed)) = largest
        && needed > memory
    {
        return Err(too_large(task, needed, memory));
    }
    let needed = largest.map_or(0, |(_, needed)| needed);
    watch(plan, tables, memory - needed, global).map_err(|error| match error {
        Ok(error) => Error::Failure(error.to_string()),
        Err(error) => error,
    })
}

fn watch(
    plan: &Plan,
    tables: &solusrex_tables::Tablebase,
    keep: u64,
    global: &Global,
) -> Result<(), Result<BuildError, Error>> {
    interrupt::listen();
    let total = plan.tasks().iter().map(Task::slots).sum();
    let bar = output::progress(total, "positions", global);
    let before = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let watch = |event: Event| {
        match event {
            Event::Started(_) => {}
            Event::Solving(task, told) => {
                let slices = match told.slices {
                    (_, 0 | 1) => String::new(),
                    (done, all) => format!(", {done} of {all} placements of pawns"),
                };
                bar.set_message(format!(
                    "{}.{}: {} plies{slices}",
                    task.ending, task.metric, told.level
                ));
                bar.tick();
            }
            Event::Writing(task, slots) => {
                bar.set_message(format!("{}.{}: writing", task.ending, task.metric));
                bar.set_position(before.load(Ordering::Relaxed) + slots.min(task.slots()));
            }
            Event::Finished(task, built) => {
                before.fetch_add(task.slots(), Ordering::Relaxed);
                bar.set_position(before.load(Ordering::Relaxed));
                let told = bar.suspend(|| tell(task, built, global));
                if let Err(error) = told {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return ControlFlow::Break(());
                }
            }
        }
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let built = build::build(plan, tables, keep, &watch);
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(Err(error));
    }
    built.map_err(Ok)
}

/// A table that does not fit, and what to do instead.
fn too_large(task: Task, needed: u64, memory: u64) -> Error {
    let Task { ending, metric } = task;
    let instead = match generate::memory_of_count(ending) {
        Ok(counting) if counting < needed => format!(
            "count its positions in {}: solusrex stats {ending} --metric {metric} --count",
            HumanBytes(counting)
        ),
        _ => "ask for fewer men".to_owned(),
    };
    Error::Failure(format!(
        "building {ending}.{metric} takes {} of memory and {} may be used (allow more with --memory, \
         or {instead})",
        HumanBytes(needed),
        HumanBytes(memory),
    ))
}

/// One line for a table that has been built.
fn tell(task: Task, built: Built, global: &Global) -> Result<(), Error> {
    let mut out = output::stdout();
    let seconds = built.took.as_secs_f64();
    if global.format == Format::Json {
        let line = Line {
            material: task.ending,
            metric: task.metric,
            bytes: Some(built.bytes),
            longest_plies: built.longest.map(|plies| plies.0),
            seconds: Some(seconds),
            memory: None,
            slots: task.slots(),
        };
        output::json_line(&mut out, &line)?;
    } else {
        let longest = match built.longest {
            Some(plies) => format!("longest win {}", plies.moves()),
            None => "nobody wins".to_owned(),
        };
        let name = format!("{}.{}", task.ending, task.metric);
        let bytes = HumanBytes(built.bytes).to_string();
        writeln!(out, "{name:14} {bytes:>12}  {longest:24} {seconds:8.1} s")?;
    }
    Ok(out.flush()?)
}
