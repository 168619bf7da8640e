//! Builds tables into a folder: what is asked for and everything it is made from, each once.
//!
//! What is there is not built again, so that a build that was ended goes on where it was. Endings of
//! the same number of men and pawns do not depend on each other; the small ones are built side by
//! side, in the larger ones all threads work on one table.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use rayon::prelude::*;

use crate::{
    ending::Ending,
    generate::{self, GenerateError, Tables, Workspace},
    layout::Layout,
    metric::Metric,
    table::Table,
    tablebase::{ProbeError, TableError, TableName, Tablebase, canonical},
};

/// Endings up to this number of men are built side by side.
const SMALL: usize = 4;

/// One table to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Which ending.
    pub ending: Ending,
    /// What it counts.
    pub metric: Metric,
}

impl Task {
    /// The positions of the table: slots for both sides to move.
    pub fn slots(&self) -> u64 {
        2 * Layout::new(self.ending).slots()
    }

    /// The memory that building it takes, in bytes, the tables it is made from included.
    pub fn memory(&self, threads: usize) -> u64 {
        let sources =
            self.ending.successors().into_iter().map(|ending| 2 * Layout::new(ending).slots());
        self.slots() + self.work(threads) + sources.sum::<u64>()
    }

    /// The memory that building it takes besides the codes of tables.
    fn work(&self, threads: usize) -> u64 {
        // For each frame that is solved: six sets of a bit for each slot, with pawns eight, the log of
        // what was found, and for pawn moves a byte a slot and side. This stays in the workspace while
        // the table is written.
        let layout = Layout::new(self.ending);
        let (slots, frame) = (layout.slots(), layout.slots_of_slice() as u64);
        if self.ending.has_pawns() {
            let at_once = (threads as u64).min(slots / frame);
            8 * frame * at_once
        } else {
            7 * slots / 2
        }
    }
}

/// The tables to build, in an order in which each can be built.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    tasks: Vec<Task>,
}

impl Plan {
    /// What is missing of the endings asked for, and of what they are made from. A file that cannot be
    /// opened as a table, being damaged or of another version, counts as missing.
    ///
    /// ```
    /// use solusrex_tables::{Metric, Tablebase, build::Plan};
    ///
    /// let plan = Plan::new(["KRKN".parse()?], &[Metric::Dtm], &Tablebase::in_memory());
    /// let names: Vec<String> = plan.tasks().iter().map(|task| task.ending.to_string()).collect();
    /// assert_eq!(names, ["KNK", "KRK", "KRKN"]);
    /// # Ok::<(), solusrex_tables::EndingNameError>(())
    /// ```
    pub fn new(
        endings: impl IntoIterator<Item = Ending>,
        metrics: &[Metric],
        tables: &Tablebase,
    ) -> Plan {
        let endings: Vec<Ending> = endings.into_iter().collect();
        let mut tasks = Vec::new();
        for &metric in metrics {
            let mut wanted: Vec<Task> = Vec::new();
            let add = |wanted: &mut Vec<Task>, (ending, metric): TableName| {
                let task = Task { ending, metric };
                let there = ending == Ending::KINGS || tables.info(ending, metric).is_ok();
                if !there && !wanted.contains(&task) {
                    wanted.push(task);
                }
            };
            for &ending in &endings {
                add(&mut wanted, canonical(ending, metric));
            }
            let mut next = 0;
            while let Some(&task) = wanted.get(next) {
                for source in sources(task) {
                    add(&mut wanted, source);
                }
                next += 1;
            }
            wanted.sort_by_key(|task| task.ending.building_order());
            tasks.extend(wanted);
        }
        Plan { tasks }
    }

    /// The tables to build, in order.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The table whose building takes the most memory.
    pub fn largest(&self, threads: usize) -> Option<(Task, u64)> {
        let sized = self.tasks.iter().map(|task| (*task, task.memory(threads)));
        sized.max_by_key(|&(_, memory)| memory)
    }

    /// The memory that all its tables take, in bytes, and the work on them where they stay in memory.
    ///
    /// ```
    /// use solusrex_tables::{Metric, Tablebase, build::Plan};
    ///
    /// let plan = Plan::new(["KRKN".parse()?], &[Metric::Dtm], &Tablebase::in_memory());
    /// assert_eq!(plan.slots(), 2 * 462 * (64 + 64 + 64 * 64));
    /// assert!(plan.memory(1) > plan.slots());
    /// # Ok::<(), solusrex_tables::EndingNameError>(())
    /// ```
    pub fn memory(&self, threads: usize) -> u64 {
        let work = self.tasks.iter().map(|task| {
            // without pawns each of the small ones has its thread
            let alone = task.ending.has_pawns() || task.ending.men() > SMALL;
            task.work(threads) * if alone { 1 } else { threads as u64 }
        });
        self.slots() + work.max().unwrap_or(0)
    }

    /// The slots of all its tables, with either side to move.
    pub fn slots(&self) -> u64 {
        self.tasks.iter().map(Task::slots).sum()
    }
}

/// The tables a table is made from.
fn sources(task: Task) -> Vec<TableName> {
    let mut names = Vec::new();
    for ending in task.ending.after_one_move() {
        let name = canonical(ending, task.metric);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What is happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A table is begun.
    Started(Task),
    /// It is being solved.
    Solving(Task, generate::Told),
    /// It is being written; so many slots are done.
    Writing(Task, u64),
    /// It is in the folder.
    Finished(Task, Built),
}

/// A table that has been built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// The size of its file.
    pub bytes: u64,
    /// The longest win in it.
    pub longest: Option<solusrex_game::Plies>,
    /// How long it took.
    pub took: Duration,
}

/// Why a build ended early. Tables that were finished stay.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A table could not be solved.
    #[error("{0}: {1}")]
    Generate(Ending, GenerateError),
    /// A table could not be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table it is made from could not be read.
    #[error(transparent)]
    Source(#[from] ProbeError),
    /// It was asked to end.
    #[error("interrupted (the same command goes on from here)")]
    Interrupted,
}

/// Carries out a plan. `watch` hears what happens, from any thread, and says whether to go on.
///
/// Tables are kept in memory while others are made from them, as long as they take no more than
/// `memory` bytes together; beyond that they are read again from the folder.
///
/// # Errors
///
/// See [`BuildError`].
pub fn build(
    plan: &Plan,
    tables: &Tablebase,
    memory: u64,
    watch: &(dyn Fn(Event) -> ControlFlow<()> + Sync),
) -> Result<(), BuildError> {
    tables.tidy()?;
    let kept = Kept::default();
    let mut workspace = Workspace::new();
    let mut rest = plan.tasks();
    while let Some(first) = rest.first() {
        let class = |task: &Task| (task.metric, task.ending.men(), task.ending.pawns().count());
        let same = rest.iter().take_while(|task| class(task) == class(first)).count();
        let (wave, later) = rest.split_at(same);
        if first.ending.men() <= SMALL {
            let alone = |&task| one(task, tables, &kept, &mut Workspace::new(), watch);
            wave.par_iter().try_for_each(alone)?;
        } else {
            for (i, &task) in wave.iter().enumerate() {
                one(task, tables, &kept, &mut workspace, watch)?;
                kept.trim(memory, wave[i + 1..].iter().chain(later), &mut workspace);
            }
        }
        rest = later;
        kept.trim(memory, rest.iter(), &mut workspace);
    }
    Ok(())
}

fn one(
    task: Task,
    tables: &Tablebase,
    kept: &Kept,
    workspace: &mut Workspace,
    watch: &(dyn Fn(Event) -> ControlFlow<()> + Sync),
) -> Result<(), BuildError> {
    let tell = |event| match watch(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(BuildError::Interrupted),
    };
    let start = Instant::now();
    tell(Event::Started(task))?;
    let mut needed = Tables::new();
    for (ending, metric) in sources(task) {
        needed.insert(kept.get((ending, metric), tables)?);
    }
    let progress = |told| tell(Event::Solving(task, told)).map_err(|_| GenerateError::Interrupted);
    let solved = workspace.solve(task.ending, task.metric, &needed, &progress);
    let table = solved.map_err(|error| match error {
        GenerateError::Interrupted => BuildError::Interrupted,
        error => BuildError::Generate(task.ending, error),
    })?;
    drop(needed);
    let table = Arc::new(table);
    if tables.folder().is_none() {
        tables.insert(table.clone());
    } else if let Err(error) = tables.save(&table, &|slots| watch(Event::Writing(task, slots))) {
        let stopped = tell(Event::Writing(task, 0)).is_err();
        return Err(if stopped { BuildError::Interrupted } else { error.into() });
    }
    kept.put(task, table);
    let info = tables.info(task.ending, task.metric)?;
    let built = Built { bytes: info.bytes, longest: info.longest, took: start.elapsed() };
    tell(Event::Finished(task, built))
}

/// Tables in memory from which others will be made.
#[derive(Default)]
struct Kept {
    tables: Mutex<HashMap<TableName, Arc<Table>>>,
}

impl Kept {
    fn get(&self, name: TableName, tables: &Tablebase) -> Result<Arc<Table>, BuildError> {
        if name.0 == Ending::KINGS {
            return Ok(Arc::new(generate::kings(name.1)));
        }
        if let Some(table) = self.lock().get(&name) {
            return Ok(table.clone());
        }
        let table = tables.load(name.0, name.1)?;
        self.lock().insert(name, table.clone());
        Ok(table)
    }

    fn put(&self, task: Task, table: Arc<Table>) {
        self.lock().insert((task.ending, task.metric), table);
    }

    /// Lets go of the tables that nothing will be made from, to a workspace that may take their memory,
    /// and of the largest if the rest is more than may be kept.
    fn trim<'a>(
        &self,
        memory: u64,
        rest: impl Iterator<Item = &'a Task>,
        workspace: &mut Workspace,
    ) {
        let needed: Vec<TableName> = rest.flat_map(|&task| sources(task)).collect();
        let mut tables = self.lock();
        for (_, table) in tables.extract_if(|name, _| !needed.contains(name)) {
            if let Some(table) = Arc::into_inner(table) {
                workspace.recycle(table);
            }
        }
        let size = |table: &Table| 2 * table.layout.slots();
        while tables.values().map(|table| size(table)).sum::<u64>() > memory {
            let largest = tables.iter().max_by_key(|(_, table)| size(table)).map(|(&name, _)| name);
            match largest {
                Some(name) => tables.remove(&name),
                None => break,
            };
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TableName, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
