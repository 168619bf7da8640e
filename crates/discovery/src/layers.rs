//! Layers: all positions that games of a given number of plies lead to, each once, with how many
//! games lead there.

use std::hash::{BuildHasherDefault, Hasher};

use rayon::prelude::*;
use shakmaty::{Chess, Color, Position as _};

use crate::packed::Packed;

/// Positions and the number of games that lead to each.
///
/// ```
/// use shakmaty::Chess;
/// use solusrex_discovery::layers::Layer;
///
/// let layer = Layer::start(&Chess::default()).next(|_| true).next(|_| true);
/// assert_eq!(layer.positions(), 400);
/// assert_eq!(layer.games(), 400);
/// ```
#[derive(Clone, Debug)]
pub struct Layer {
    turn: Color,
    ply: u32,
    shards: Vec<Vec<Entry>>,
}

/// A position and the number of games that lead to it.
pub type Entry = (Packed, u64);

/// Parts of a layer that are filled independently.
const SHARDS: usize = 256;
/// Positions whose successors are gathered before they are put in their places: what is in flight
/// is some 50 times as much.
const BATCH: usize = 1 << 16;

type Shard = std::collections::HashMap<Packed, u64, BuildHasherDefault<Prehashed>>;

/// Keys are mixed well already.
#[derive(Default)]
struct Prehashed(u64);

impl Hasher for Prehashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("positions are hashed as one number");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl std::hash::Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mixed());
    }
}

impl Layer {
    /// The layer of one position.
    pub fn start(position: &Chess) -> Layer {
        let mut shards = vec![Vec::new(); SHARDS];
        let packed = Packed::new(position);
        shards[shard(packed)].push((packed, 1));
        Layer { turn: position.turn(), ply: 0, shards }
    }

    /// The positions one ply later that are worth keeping.
    pub fn next(&self, keep: impl Fn(&Chess) -> bool + Sync) -> Layer {
        let mut filling: Vec<Shard> = (0..SHARDS).map(|_| Shard::default()).collect();
        let entries: Vec<&[Entry]> =
            self.shards.iter().flat_map(|shard| shard.chunks(BATCH / SHARDS)).collect();
        for batch in entries.chunks(SHARDS) {
            let found: Vec<Vec<Vec<Entry>>> = batch
                .par_iter()
                .map(|entries| {
                    let mut found = vec![Vec::new(); SHARDS];
                    for &(packed, games) in *entries {
                        let position = packed.unpack(self.turn);
                        for mv in position.legal_moves() {
                            let mut after = position.clone();
                            after.play_unchecked(mv);
                            if keep(&after) {
                                let packed = Packed::new(&after);
                                found[shard(packed)].push((packed, games));
                            }
                        }
                    }
                    found
                })
                .collect();
            filling.par_iter_mut().enumerate().for_each(|(shard, filling)| {
                for &(packed, games) in found.iter().flat_map(|found| &found[shard]) {
                    *filling.entry(packed).or_insert(0) += games;
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

    /// How many games lead to them.
    pub fn games(&self) -> u64 {
        self.shards.iter().flatten().map(|&(_, games)| games).sum()
    }

    /// The positions in parts of about the same size.
    pub fn shards(&self) -> &[Vec<Entry>] {
        &self.shards
    }
}

fn shard(packed: Packed) -> usize {
    // other bits than those that place it in its shard
    (packed.mixed() >> 40) as usize % SHARDS
}
