//! Layers: all positions that games of a given number of plies lead to, each once, with how many
//! games lead there.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
    ops::{ControlFlow, Range},
};

use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _};

use crate::{guide::Guide, packed::Packed};

/// Tells which positions are worth keeping.
pub trait Sieve: Sync {
    /// What is known of all moves of a position.
    type Known;

    /// Looks at a position after so many plies.
    fn look(&self, position: &Chess, ply: u32) -> Self::Known;

    /// Makes a legal move, if what it leads to is worth keeping.
    fn pass(&self, known: &Self::Known, position: &Chess, mv: Move) -> Option<Chess>;
}

/// Keeps every position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Every;

impl Sieve for Every {
    type Known = ();

    fn look(&self, _: &Chess, _: u32) {}

    fn pass(&self, (): &(), position: &Chess, mv: Move) -> Option<Chess> {
        Some(played(position, mv))
    }
}

/// The position after a legal move.
pub(crate) fn played(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// Positions and the number of games that lead to each.
///
/// ```
/// use shakmaty::Chess;
/// use solusrex_discovery::{guide::Free, layers::{Every, Layer}};
///
/// let start = Layer::start(&Chess::default(), &Free);
/// let layer = start.next(&Free, &Every).next(&Free, &Every).next(&Free, &Every);
/// assert_eq!((layer.positions(), layer.games()), (5362, 8902));
/// ```
#[derive(Clone, Debug)]
pub struct Layer<S> {
    turn: Color,
    ply: u32,
    shards: Vec<Vec<Entry<S>>>,
}

/// A position with what the guide remembers, and the number of games that lead there: [`u64::MAX`]
/// if there are as many or more.
pub type Entry<S> = ((Packed, S), u64);

/// Parts of a layer that are filled independently.
pub const SHARDS: usize = 256;
/// Positions whose successors are gathered before they are put in their places: what is in flight
/// is some thirty times as much.
const BATCH: usize = 1 << 16;

type Shard<S> = HashMap<(Packed, S), u64, BuildHasherDefault<Mixed>>;

/// Positions come with a well mixed number; what a guide remembers is mixed in.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mixed());
    }
}

impl<S: Copy + Eq + Hash + Send + Sync> Layer<S> {
    /// The layer of one position.
    pub fn start(position: &Chess, guide: &impl Guide<State = S>) -> Layer<S> {
        let mut shards: Vec<Vec<Entry<S>>> = (0..SHARDS).map(|_| Vec::new()).collect();
        shards[shard(position)].push(((Packed::new(position), guide.start()), 1));
        Layer { turn: position.turn(), ply: 0, shards }
    }

    /// The positions one ply later that are worth keeping.
    pub fn next(&self, guide: &impl Guide<State = S>, sieve: &impl Sieve) -> Layer<S> {
        self.next_within(0..SHARDS, guide, sieve)
    }

    /// Some parts only of the positions one ply later: the others are empty. All of them may be more than
    /// memory can hold.
    ///
    /// ```
    /// use shakmaty::Chess;
    /// use solusrex_discovery::{guide::Free, layers::{Every, Layer, SHARDS}};
    ///
    /// let layer = Layer::start(&Chess::default(), &Free).next(&Free, &Every);
    /// let parts = [0..100, 100..SHARDS].map(|shards| layer.next_within(shards, &Free, &Every));
    /// assert_eq!(parts.iter().map(Layer::positions).sum::<u64>(), 400);
    /// ```
    pub fn next_within(
        &self,
        shards: Range<usize>,
        guide: &impl Guide<State = S>,
        sieve: &impl Sieve,
    ) -> Layer<S> {
        let all = shards == (0..SHARDS);
        let mut filling: Vec<Shard<S>> = (0..SHARDS).map(|_| Shard::default()).collect();
        let chunks: Vec<&[Entry<S>]> =
            self.shards.iter().flat_map(|shard| shard.chunks(BATCH / SHARDS)).collect();
        for batch in chunks.chunks(SHARDS) {
            let found: Vec<Vec<Vec<Entry<S>>>> = batch
                .par_iter()
                .map(|entries| {
                    let mut found: Vec<Vec<Entry<S>>> = (0..SHARDS).map(|_| Vec::new()).collect();
                    for &((packed, state), games) in *entries {
                        let position = packed.unpack(self.turn);
                        let known = sieve.look(&position, self.ply);
                        for &mv in &position.legal_moves() {
                            if !all && !shards.contains(&shard_of(standing_after(&position, mv))) {
                                continue;
                            }
                            let Some(state) = guide.step(self.ply + 1, &position, mv, state) else {
                                continue;
                            };
                            if let Some(after) = sieve.pass(&known, &position, mv) {
                                found[shard(&after)].push(((Packed::new(&after), state), games));
                            }
                        }
                    }
                    found
                })
                .collect();
            filling.par_iter_mut().enumerate().for_each(|(shard, filling)| {
                for &(key, games) in found.iter().flat_map(|found| &found[shard]) {
                    let known = filling.entry(key).or_insert(0);
                    *known = known.saturating_add(games);
                }
            });
        }
        let shards = filling.into_par_iter().map(|shard| shard.into_iter().collect()).collect();
        Layer { turn: !self.turn, ply: self.ply + 1, shards }
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// How many plies have been played.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// Bytes that it takes.
    fn bytes(&self) -> u64 {
        self.positions() * size_of::<Entry<S>>() as u64
    }

    /// Bytes that the next layer may take while it is made, to judge by the one before.
    pub(crate) fn expected_bytes(&self, before: Option<&Layer<S>>) -> u64 {
        let growth = before.map_or(20.0, |before| {
            (self.positions() as f64 / before.positions().max(1) as f64).clamp(1.0, 40.0)
        });
        // a table of positions is on average two thirds full
        let bytes = 1.5 * size_of::<Entry<S>>() as f64;
        (self.positions() as f64 * growth * bytes) as u64
    }

    /// How many games lead to them.
    pub fn games(&self) -> u64 {
        self.shards.iter().flatten().map(|&(_, games)| games).fold(0, u64::saturating_add)
    }

    /// The positions in [`SHARDS`] parts. Positions in which the men of the side not to move stand
    /// alike are in the same part: their successors have much in common.
    pub fn shards(&self) -> &[Vec<Entry<S>>] {
        &self.shards
    }
}

/// Layers from the start on, as far as they have been made.
#[derive(Clone, Debug)]
pub(crate) struct Stack<S> {
    layers: Vec<Layer<S>>,
}

impl<S: Copy + Eq + Hash + Send + Sync> Stack<S> {
    pub(crate) fn new(start: &Chess, guide: &impl Guide<State = S>) -> Stack<S> {
        Stack { layers: vec![Layer::start(start, guide)] }
    }

    /// Forgets all but the start.
    pub(crate) fn clear(&mut self) {
        self.layers.truncate(1);
    }

    /// Makes layers of positions worth keeping through a ply, as far as memory suffices and none has more
    /// than so many positions. Tells each, and stops when told to.
    pub(crate) fn extend(
        &mut self,
        ply: u32,
        guide: &impl Guide<State = S>,
        sieve: &impl Sieve,
        (memory, positions): (u64, u64),
        mut tell: impl FnMut(u32, u64) -> bool,
    ) -> ControlFlow<()> {
        while !self.reaches(ply) && self.last().positions() <= positions {
            if self.shards_of_next(memory) < SHARDS {
                break;
            }
            let next = self.last().ply + 1;
            let layer = self.last().next(guide, sieve);
            let positions = layer.positions();
            self.layers.push(layer);
            if !tell(next, positions) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// How many parts of the layer after the last memory has room for.
    pub(crate) fn shards_of_next(&self, memory: u64) -> usize {
        let before = self.layers.len().checked_sub(2).map(|index| &self.layers[index]);
        let held: u64 = self.layers.iter().map(Layer::bytes).sum();
        let of_one = self.last().expected_bytes(before) / SHARDS as u64;
        (memory.saturating_sub(held) / of_one.max(1)).min(SHARDS as u64) as usize
    }

    /// How many positions the layers through a ply may have that have not been made, if they grow less and
    /// less as they did so far.
    pub(crate) fn expected_positions(&self, ply: u32) -> u64 {
        let sizes: Vec<f64> = self.layers.iter().map(|layer| layer.positions() as f64).collect();
        let growth = |nth: usize| sizes[nth] / sizes[nth - 1].max(1.0);
        let last = sizes.len() - 1;
        let mut size = sizes[last];
        let mut growths = if last > 1 { growth(last) } else { f64::INFINITY };
        let slower = if last > 2 { (growth(last) / growth(last - 1)).min(1.0) } else { 1.0 };
        let mut expected = 0.0;
        for _ in self.last().ply..ply {
            growths *= slower;
            size *= growths;
            expected += size;
        }
        expected as u64
    }

    /// Whether the layer of a ply has been made.
    pub(crate) fn reaches(&self, ply: u32) -> bool {
        self.last().ply >= ply
    }

    fn last(&self) -> &Layer<S> {
        &self.layers[self.layers.len() - 1]
    }

    /// The deepest layer that is not beyond a ply.
    pub(crate) fn at_most(&self, ply: u32) -> &Layer<S> {
        &self.layers[(ply as usize).min(self.layers.len() - 1)]
    }

    /// Positions of all layers through a ply.
    pub(crate) fn positions(&self, ply: u32) -> u64 {
        self.layers.iter().filter(|layer| layer.ply <= ply).map(Layer::positions).sum()
    }
}

/// A number for how the men of the side not to move stand.
pub(crate) fn standing(position: &Chess) -> u64 {
    mixed(groups(position.board(), !position.turn()))
}

/// The same after a legal move, of the side that makes it.
fn standing_after(position: &Chess, mv: Move) -> u64 {
    let Move::Normal { from, to, promotion: None, .. } = mv else {
        return standing(&played(position, mv));
    };
    let mut groups = groups(position.board(), position.turn());
    for group in groups.iter_mut().filter(|group| group.contains(from)) {
        *group = group.without(from).with(to);
    }
    mixed(groups)
}

/// The men of a side in groups that tell them apart.
fn groups(board: &Board, side: Color) -> [Bitboard; 4] {
    let men = board.by_color(side);
    [board.pawns(), board.steppers(), board.rooks_and_queens(), board.bishops_and_queens()]
        .map(|group| group & men)
}

fn mixed(groups: [Bitboard; 4]) -> u64 {
    let mut mixed = Mixed::default();
    groups.into_iter().for_each(|group| mixed.write_u64(group.0));
    mixed.finish()
}

fn shard(position: &Chess) -> usize {
    shard_of(standing(position))
}

fn shard_of(standing: u64) -> usize {
    (standing >> 24) as usize % SHARDS
}
