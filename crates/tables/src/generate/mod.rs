//! The generator: every position of an ending from the positions that are decided, backwards.
//!
//! The idea is Ströhlein's (1970, §8 and §9), carried from a machine word to blocks of 4096
//! positions: `block` knows the blocks, `frame` how they lie together, `pass` the levels, `relay` those
//! of sides that help each other;
//! `source`, `captures` and `pawns` bring in what lies beyond the frame.

mod block;
mod captures;
mod count;
mod frame;
mod lanes;
mod log;
mod outcomes;
mod pass;
mod pawns;
mod relay;
mod source;
mod tally;
mod workspace;

use std::{collections::HashMap, sync::Arc};

use rayon::prelude::*;

use crate::{
    ending::{Ending, Man, index},
    layout::Layout,
    metric::Metric,
    table::{DRAW, Palette, Table},
};

pub use self::{
    count::{Count, Decided, count, memory_of_count},
    tally::Numbers,
    workspace::Workspace,
};

use self::{
    frame::Frame,
    lanes::Instructions,
    log::Log,
    pass::{Question, Set, Watch},
    source::{Slices, Solved},
    workspace::Lent,
};

/// Why a table could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A table this one is built from is not there.
    #[error("the table of {0} is missing (solusrex build {0})")]
    Missing(Ending),
    /// More different values than a byte can tell apart.
    #[error("more than 253 different distances (ask for dtc or dtz, which are shorter)")]
    Palette,
    /// Only counted without pawns and from four men on.
    #[error("{0} is not counted without its table (solusrex build {0})")]
    Uncountable(Ending),
    /// The work was ended from outside.
    #[error("interrupted")]
    Interrupted,
}

/// Tables from which others are made.
#[derive(Clone, Debug, Default)]
pub struct Tables(HashMap<(Ending, Metric), Arc<Table>>);

impl Tables {
    /// None yet.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// Adds a table.
    pub fn insert(&mut self, table: impl Into<Arc<Table>>) {
        let table = table.into();
        self.0.insert((table.ending(), table.metric), table);
    }

    /// All of them.
    pub fn into_values(self) -> impl Iterator<Item = Arc<Table>> {
        self.0.into_values()
    }

    /// The table of a canonical ending.
    pub fn get(&self, ending: Ending, metric: Metric) -> Option<&Arc<Table>> {
        self.0.get(&(ending, metric))
    }
}

/// The table of the two bare kings: nobody can win, and somebody can always move.
pub fn kings(metric: Metric) -> Table {
    let layout = Layout::new(Ending::KINGS);
    let codes = [0, 1].map(|_| vec![DRAW; layout.slots() as usize]);
    Table { layout, metric, codes, palettes: Default::default() }
}

/// Told from time to time which share of the work is behind, and how many positions have been
/// decided; may end the work.
pub type Progress<'a> = &'a (dyn Fn(Told) -> Result<(), GenerateError> + Sync);

/// What is told of a running build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The level just finished: plies to the goal.
    pub level: u32,
    /// Positions decided in the pass so far.
    pub found: u64,
    /// Slices finished, and how many there are.
    pub slices: (usize, usize),
}

/// Solves an ending. The tables of all its [successors](Ending::successors) must be among those
/// given, made for the same metric. Who solves many endings does so in one [`Workspace`].
///
/// ```
/// use solusrex_tables::{Ending, Metric, generate::{self, Tables}};
/// use solusrex_game::{Plies, Value};
///
/// let mut tables = Tables::new();
/// for ending in "KQK".parse::<Ending>()?.closure() {
///     let table = generate::solve(ending, Metric::Dtm, &tables, &|_| Ok(()))?;
///     tables.insert(table);
/// }
/// let queen = tables.get("KQK".parse()?, Metric::Dtm).unwrap();
/// let values = queen.palette(shakmaty::Color::White).iter().map(|(_, value)| value);
/// let longest = values.filter(|value| value.is_won()).filter_map(Value::plies).max();
/// assert_eq!(longest, Some(Plies(19)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    ending: Ending,
    metric: Metric,
    tables: &Tables,
    progress: Progress,
) -> Result<Table, GenerateError> {
    Workspace::new().solve(ending, metric, tables, progress)
}

fn solve_in(
    workspace: &mut Workspace,
    ending: Ending,
    metric: Metric,
    tables: &Tables,
    progress: Progress,
) -> Result<Table, GenerateError> {
    let (ending, exchanged) = ending.canonical();
    let metric = if exchanged { metric.exchanged() } else { metric };
    let layout = Layout::new(ending);
    workspace.fit(layout.slots());
    if ending.has_pawns() {
        with_pawns(workspace, layout, metric, tables, progress)
    } else {
        without_pawns(workspace, layout, metric, tables, progress)
    }
}

fn without_pawns(
    workspace: &Workspace,
    layout: Layout,
    metric: Metric,
    tables: &Tables,
    progress: Progress,
) -> Result<Table, GenerateError> {
    let men = layout.men();
    if men.len() == 2 {
        return Ok(kings(metric));
    }
    let solved = Solved { tables, metric, slices: None };
    let watch = |level, found| progress(Told { level, found, slices: (0, 1) });
    // A block needs two men; with one beside the kings these wander as well, without symmetry.
    let pairs = men.len() > 3;
    let wandering = if pairs { men[2..].to_vec() } else { men.to_vec() };
    let frame = Frame::new(wandering, pairs, Vec::new());
    let mut codes = [0, 1].map(|_| workspace.codes.lend_used(frame.slots()));
    let [white, black] = &mut codes;
    let work = Work { workspace, metric, solved: &solved, parallel: frame.blocks() > 1000 };
    let palettes = work.solve(&frame, [white, black], &watch)?;
    let codes = codes.map(|codes| {
        if pairs {
            return codes.into_inner();
        }
        let at = |slot| {
            let squares = layout.squares(slot);
            squares[..3].iter().fold(0, |slot, &square| slot << 6 | usize::from(square))
        };
        (0..layout.slots()).map(|slot| codes[at(slot)]).collect()
    });
    Ok(Table { layout, metric, codes, palettes })
}

fn with_pawns(
    workspace: &Workspace,
    layout: Layout,
    metric: Metric,
    tables: &Tables,
    progress: Progress,
) -> Result<Table, GenerateError> {
    let Some(placements) = layout.pawn_placements().cloned() else { unreachable!() };
    let size = layout.slots_of_slice();
    let men = &layout.men()[..2 + layout.pieces()];
    let pawn_men = &layout.men()[2 + layout.pieces()..];
    let mut codes = [0, 1].map(|_| workspace.codes.lend_used(placements.len() * size));
    let mut palettes: Vec<[Palette; 2]> = vec![Default::default(); placements.len()];
    let done = std::sync::atomic::AtomicUsize::new(0);
    for wave in placements.waves() {
        let [white, black] = &mut codes;
        let (white_done, white_open) = white.split_at_mut(wave.start * size);
        let (black_done, black_open) = black.split_at_mut(wave.start * size);
        let (palettes_done, palettes_open) = palettes.split_at_mut(wave.start);
        let slices =
            Slices { layout: &layout, codes: [white_done, black_done], palettes: palettes_done };
        let solved = Solved { tables, metric, slices: Some(slices) };
        let work = Work { workspace, metric, solved: &solved, parallel: false };
        let watch = |level, found| {
            let done = done.load(std::sync::atomic::Ordering::Relaxed);
            progress(Told { level, found, slices: (done, placements.len()) })
        };
        white_open
            .par_chunks_mut(size)
            .zip(black_open.par_chunks_mut(size))
            .zip(palettes_open)
            .zip(wave)
            .try_for_each(|(((white, black), palettes), slice)| {
                let pawns: Vec<(Man, u8)> = pawn_men
                    .iter()
                    .zip(placements.squares(slice))
                    .map(|(&man, &square)| (man, square))
                    .collect();
                let frame = Frame::new(men.to_vec(), false, pawns);
                *palettes = work.solve(&frame, [white, black], &watch)?;
                done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                Ok(())
            })?;
    }
    let mut codes = codes.map(Lent::into_inner);
    let unified = unify(&mut codes, &palettes, size)?;
    Ok(Table { layout, metric, codes, palettes: unified })
}

/// One palette for all slices of each side.
fn unify(
    codes: &mut [Vec<u8>; 2],
    palettes: &[[Palette; 2]],
    size: usize,
) -> Result<[Palette; 2], GenerateError> {
    let mut unified: [Palette; 2] = Default::default();
    for side in [0, 1] {
        let mut maps = Vec::with_capacity(palettes.len());
        for palettes in palettes {
            let mut map: [u8; 256] = std::array::from_fn(|code| code as u8);
            for (code, value) in palettes[side].iter().skip(2) {
                let code_there = unified[side].code(value).ok_or(GenerateError::Palette)?;
                map[usize::from(code)] = code_there;
            }
            maps.push(map);
        }
        codes[side].par_chunks_mut(size).zip(maps).for_each(|(codes, map)| {
            codes.iter_mut().for_each(|code| *code = map[usize::from(*code)]);
        });
    }
    Ok(unified)
}

/// What is the same for all frames that are solved together.
struct Work<'a> {
    workspace: &'a Workspace,
    metric: Metric,
    solved: &'a Solved<'a>,
    /// Whether the groups of a frame are worked on in parallel.
    parallel: bool,
}

/// A group's log, its legal positions and its codes, with White and with Black to move.
type Group<'a> = (Log<'a>, [&'a [block::Block]; 2], [&'a mut [u8]; 2]);

impl Work<'_> {
    /// Solves one frame into its codes.
    fn solve(
        &self,
        frame: &Frame,
        codes: [&mut [u8]; 2],
        watch: Watch,
    ) -> Result<[Palette; 2], GenerateError> {
        let &Work { workspace, metric, solved, parallel } = self;
        let captures = captures::captures(frame, metric, solved)?;
        let pawn_moves = [
            pawns::pawn_moves(workspace, frame, metric, 0, solved)?,
            pawns::pawn_moves(workspace, frame, metric, 1, solved)?,
        ];
        let instructions = Instructions::best();
        let question = Question {
            frame,
            captures: &captures,
            pawn_moves: [pawn_moves[0].as_ref(), pawn_moves[1].as_ref()],
            metric,
            instructions,
            parallel,
            sets: &workspace.sets,
        };
        let legal = pass::legal(&question);
        let log = || Log::new(&workspace.logs, instructions);
        let mut logs: Vec<Log> = std::iter::repeat_with(log).take(frame.groups()).collect();
        let mut palettes: [Palette; 2] = Default::default();
        for attacker in [0, 1] {
            let legal = legal.each_ref().map(|legal| workspace.sets.lend_copy(legal));
            pass::solve(&question, attacker, legal, &mut palettes, &mut logs, watch)?;
        }
        self.write_codes(frame, &legal, logs, codes);
        Ok(palettes)
    }

    fn write_codes(&self, frame: &Frame, legal: &[Set; 2], logs: Vec<Log>, codes: [&mut [u8]; 2]) {
        let blocks = frame.blocks_per_group();
        let slots = blocks * 4096;
        let [white, black] = codes;
        let codes = white.chunks_mut(slots).zip(black.chunks_mut(slots));
        let legal = legal[0].chunks(blocks).zip(legal[1].chunks(blocks));
        let groups = logs.into_iter().zip(legal).zip(codes);
        let groups: Vec<Group> =
            groups.map(|((log, legal), codes)| (log, legal.into(), codes.into())).collect();
        pass::for_each(self.parallel, groups, |(mut log, legal, codes)| log.replay(legal, codes));
    }
}

/// The inverse of [`index`].
fn colour(side: usize) -> shakmaty::Color {
    if side == index(shakmaty::Color::White) {
        shakmaty::Color::White
    } else {
        shakmaty::Color::Black
    }
}
