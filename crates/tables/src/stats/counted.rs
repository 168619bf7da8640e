//! Endings counted without their tables, from the tables of what they can become.

use crate::{
    build::{Plan, Task},
    ending::Ending,
    generate::{self, Count, GenerateError, Tables, Told, Workspace},
    layout::Layout,
    metric::Metric,
    tablebase::{ProbeError, Tablebase, canonical},
};

/// What it takes to count an ending.
///
/// ```
/// use solusrex_tables::{Metric, Tablebase, stats::{Census, CountPlan, Counting}};
///
/// let tables = Tablebase::in_memory();
/// let plan = CountPlan::new("KRKN".parse()?, Metric::Dtc, &tables)?;
/// let count = plan.run(&tables, &|_, _| Ok(()))?;
/// let census = Census::of_count(&count, Counting::Classes);
/// assert_eq!(census.white_to_move.longest_win.map(|longest| longest.moves), Some(27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountPlan {
    counted: Task,
    missing: Plan,
}

/// Why an ending could not be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// It, or a table it is made from, could not be solved.
    #[error("{0}: {1}")]
    Generate(Ending, GenerateError),
    /// A table it is made from could not be read.
    #[error(transparent)]
    Source(#[from] ProbeError),
}

/// Told what is being solved and how far it is; may end the work.
pub type WatchCount<'a> = &'a (dyn Fn(Task, Told) -> Result<(), GenerateError> + Sync);

impl CountPlan {
    /// The tables that are missing will be made in memory, the others are read.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Uncountable`] for endings with pawns or of three men.
    pub fn new(
        ending: Ending,
        metric: Metric,
        tables: &Tablebase,
    ) -> Result<CountPlan, GenerateError> {
        generate::memory_of_count(ending)?;
        let (ending, metric) = canonical(ending, metric);
        let missing = Plan::new(ending.after_one_move(), &[metric], tables);
        Ok(CountPlan { counted: Task { ending, metric }, missing })
    }

    /// The endings to be solved, the one to be counted last.
    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        self.missing.tasks().iter().copied().chain([self.counted])
    }

    /// The memory it takes, in bytes.
    pub fn memory(&self, threads: usize) -> u64 {
        let tables = self.missing.tasks().iter();
        let made: u64 = tables.map(|task| 2 * Layout::new(task.ending).slots()).sum();
        let making = self.missing.largest(threads).map_or(0, |(_, memory)| memory);
        let counting = generate::memory_of_count(self.counted.ending).unwrap_or(u64::MAX);
        counting.max(made + making)
    }

    /// Counts the ending.
    ///
    /// # Errors
    ///
    /// See [`CountError`].
    pub fn run(&self, tables: &Tablebase, watch: WatchCount) -> Result<Count, CountError> {
        let failed = |ending| move |error| CountError::Generate(ending, error);
        let mut made = Tables::new();
        let mut workspace = Workspace::new();
        for &task in self.missing.tasks() {
            let sources = sources(task, &made, tables)?;
            let progress = |told| watch(task, told);
            progress(Told::default()).map_err(failed(task.ending))?;
            let table = workspace.solve(task.ending, task.metric, &sources, &progress);
            made.insert(table.map_err(failed(task.ending))?);
        }
        let sources = sources(self.counted, &made, tables)?;
        drop((made, workspace));
        let Task { ending, metric } = self.counted;
        let progress = |told| watch(self.counted, told);
        progress(Told::default()).map_err(failed(ending))?;
        generate::count(ending, metric, sources, &progress).map_err(failed(ending))
    }
}

/// The tables that an ending is solved from: those made before, else those at hand.
fn sources(task: Task, made: &Tables, tables: &Tablebase) -> Result<Tables, ProbeError> {
    let mut sources = Tables::new();
    for ending in task.ending.after_one_move() {
        let (ending, metric) = canonical(ending, task.metric);
        if sources.get(ending, metric).is_some() {
            continue;
        }
        match made.get(ending, metric) {
            Some(table) => sources.insert(table.clone()),
            None if ending == Ending::KINGS => sources.insert(generate::kings(metric)),
            None => sources.insert(tables.load(ending, metric)?),
        }
    }
    Ok(sources)
}
