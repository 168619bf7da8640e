//! An ending solved for its numbers alone: nothing is kept but counts.
//!
//! The table of an ending with six men does not fit into the memory of most machines, and writing
//! down every distance costs more than finding it. Who only wants to know how many positions are won,
//! and how long the longest win is, needs four sets of a bit for each slot.

use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::Color;
use solusrex_game::Value;

use crate::{ending::Ending, layout::Layout, metric::Metric, tablebase::canonical};

use super::{
    GenerateError, Progress, Tables, Told,
    block::Block,
    captures, colour,
    frame::Frame,
    lanes::Instructions,
    log::Log,
    pass::{self, Found, Question},
    source::Solved,
    tally::{self, Counter, Numbers},
    workspace::Workspace,
};

/// What counting an ending tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The canonical ending.
    pub ending: Ending,
    /// What was counted towards.
    pub metric: Metric,
    /// Legal positions with White to move, and with Black to move.
    pub legal: [Numbers; 2],
    /// Mates that are not the goal, by side to move.
    pub drawn_mates: [Numbers; 2],
    /// Stalemates that are not the goal, by side to move.
    pub drawn_stalemates: [Numbers; 2],
    /// The decided positions, by value.
    pub decided: Vec<Decided>,
}

/// Positions of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Who is to move.
    pub to_move: Color,
    /// The value for the side to move.
    pub value: Value,
    /// How many there are.
    pub numbers: Numbers,
    /// The slots of the first few, one of each class.
    pub examples: Vec<u64>,
}

impl Count {
    /// The decided positions with a side to move.
    pub fn decided(&self, to_move: Color) -> impl Iterator<Item = &Decided> {
        self.decided.iter().filter(move |decided| decided.to_move == to_move)
    }
}

/// Solves an ending without pawns of four men or more, keeping nothing but counts. The tables of its
/// [successors](Ending::successors) are let go as soon as they have been read, unless somebody else
/// holds them.
///
/// ```
/// use solusrex_tables::{Ending, Metric, generate::{self, Tables}};
/// use solusrex_game::{Plies, Value};
///
/// let mut tables = Tables::new();
/// for ending in ["KK", "KNK", "KRK"] {
///     let table = generate::solve(ending.parse()?, Metric::Dtc, &tables, &|_| Ok(()))?;
///     tables.insert(table);
/// }
/// let count = generate::count("KRKN".parse()?, Metric::Dtc, tables, &|_| Ok(()))?;
/// let decided = count.decided(shakmaty::Color::White);
/// let wins = decided.map(|decided| decided.value).filter(|value| value.is_won());
/// assert_eq!(wins.filter_map(Value::plies).max(), Some(Plies(53)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`GenerateError::Uncountable`] for other endings.
pub fn count(
    ending: Ending,
    metric: Metric,
    tables: Tables,
    progress: Progress,
) -> Result<Count, GenerateError> {
    let (ending, metric) = canonical(ending, metric);
    let layout = countable(ending)?;
    let frame = Frame::new(layout.men()[2..].to_vec(), true, Vec::new()).folded();
    let captures =
        captures::captures(&frame, metric, &Solved { tables: &tables, metric, slices: None })?;
    drop(tables);
    let workspace = Workspace::new();
    let question = Question {
        frame: &frame,
        captures: &captures,
        pawn_moves: [None, None],
        metric,
        instructions: Instructions::best(),
        parallel: true,
        sets: &workspace.sets,
    };
    let log = || Log::new(&workspace.logs, question.instructions);
    let logs = || log().counting(Counter::new(layout.clone()));
    let mut logs: Vec<Log> = std::iter::repeat_with(logs).take(frame.groups()).collect();
    let mut count = Count {
        ending,
        metric,
        legal: Default::default(),
        drawn_mates: Default::default(),
        drawn_stalemates: Default::default(),
        decided: Vec::new(),
    };
    let watch = |level, found| progress(Told { level, found, slices: (0, 1) });
    for attacker in [0, 1] {
        // found twice, which is quicker than it looks and saves two sets
        let legal = pass::legal(&question);
        count.legal = legal.each_ref().map(|set| numbers(&layout, set));
        let mut palettes = Default::default();
        let found = pass::solve(&question, attacker, legal, &mut palettes, &mut logs, &watch)?;
        found.into_iter().for_each(|found| count.add(found));
    }
    Ok(count)
}

impl Count {
    fn add(&mut self, found: Found) {
        let Found { side, value, tally } = found;
        let [mates, stalemates] = tally.stuck;
        self.drawn_mates[side] += mates;
        self.drawn_stalemates[side] += stalemates;
        if tally.found.classes > 0 {
            let (numbers, examples) = (tally.found, tally.examples);
            self.decided.push(Decided { to_move: colour(side), value, numbers, examples });
        }
    }
}

/// The memory that [`count`] takes, in bytes, the tables it is made from included.
///
/// # Errors
///
/// [`GenerateError::Uncountable`] for endings that are not counted.
pub fn memory_of_count(ending: Ending) -> Result<u64, GenerateError> {
    let layout = countable(ending.canonical().0)?;
    let slots = layout.slots();
    // Four sets, and a bit a block and set to find one's way.
    let sets = 4 * (slots / 8 + slots / 4096 / 8);
    // A byte for each position after a capture of a man, and where each value is.
    let captures = (layout.men().len() as u64 - 2) * (slots / 64) * 3 / 2;
    let successors = ending.successors();
    let sources: u64 = successors.iter().map(|&ending| 2 * Layout::new(ending).slots()).sum();
    Ok(captures + sets.max(sources))
}

fn countable(ending: Ending) -> Result<Arc<Layout>, GenerateError> {
    if ending.has_pawns() || ending.men() < 4 {
        return Err(GenerateError::Uncountable(ending));
    }
    Ok(Arc::new(Layout::new(ending)))
}

fn numbers(layout: &Layout, set: &[Block]) -> Numbers {
    let blocks = set.par_iter().enumerate();
    blocks.map(|(number, block)| tally::count(layout, number, block)).sum()
}
