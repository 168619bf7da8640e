//! Finding a game without proof: the most promising positions of every ply, and of those the best
//! are continued.
//!
//! Rizvič (2016, §3.2) opens the most promising position first, wherever it is, and judges positions
//! by *cover* (flights of the king that are still open) and by the *Manhattan distance* of the men
//! to the king. Lengths are fixed here, so positions compete within their ply only: a best-first
//! search of a fixed width that cannot lose itself in one part of the tree.

use std::ops::ControlFlow;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, Move, Position as _};

use crate::{guide::Guide, heuristic::Judge, layers::Sieve as _, packed::Packed, tail::Tail};

/// A position of a ply, and how it came about.
#[derive(Clone, Copy)]
struct Node<S> {
    position: Packed,
    state: S,
    parent: u32,
    mv: Move,
}

/// A candidate for the next ply: the less, the more promising. A mixed number decides between
/// equals, so that what is kept is not all of one kind, and is the same in every run.
type Candidate<S> = ((u32, u64), Node<S>);

/// A search of a fixed width.
pub(crate) struct Beam<'a, G: Guide> {
    /// The last plies, searched to the end.
    pub(crate) tail: &'a Tail<'a, G>,
    /// Which positions are promising.
    pub(crate) judge: &'a Judge,
    /// How many positions of a ply are continued.
    pub(crate) width: usize,
}

/// Plies before the end of which all continuations are tried.
const FINISH: u32 = 3;
/// Positions whose judgements differ by less may change places: what is kept is more varied.
const BLUR: u32 = 3;
/// Positions that a thread takes at a time.
const CHUNK: usize = 256;
/// Moves of a position, on the average of many, at most.
const MOVES: u64 = 40;

impl<G: Guide> Beam<'_, G> {
    /// How many positions of a ply can be continued in so many bytes.
    pub(crate) fn widest(memory: u64) -> usize {
        // what is found is gathered in one list from many
        let of_one = 2 * MOVES * size_of::<Candidate<G::State>>() as u64;
        usize::try_from(memory / of_one).unwrap_or(usize::MAX).max(1)
    }

    /// Looks for a game from a position. That there is none is not proved, unless the width was
    /// enough for every ply.
    pub(crate) fn find(
        &self,
        start: &Chess,
        go_on: impl Fn() -> bool,
    ) -> ControlFlow<(), Option<Vec<Move>>> {
        let base = self.tail.plies.saturating_sub(FINISH);
        let mut layers: Vec<Vec<Node<G::State>>> = Vec::new();
        let mut turn = start.turn();
        let mut current = vec![(Packed::new(start), self.tail.guide.start())];
        for ply in 1..=base {
            if !go_on() {
                return ControlFlow::Break(());
            }
            let layer = self.next(&current, turn, ply);
            current = layer.iter().map(|node| (node.position, node.state)).collect();
            layers.push(layer);
            turn = !turn;
        }
        ControlFlow::Continue(self.finish(&current, turn, base, &layers))
    }

    /// The most promising positions of a ply.
    fn next(&self, current: &[(Packed, G::State)], turn: Color, ply: u32) -> Vec<Node<G::State>> {
        let left = self.tail.plies - ply;
        // near the end each position costs more
        let width = if left == FINISH { self.width.div_ceil(4) } else { self.width };
        let found: Vec<Vec<Candidate<G::State>>> = current
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(chunk, positions)| {
                let mut found = Vec::new();
                for (index, &(packed, state)) in positions.iter().enumerate() {
                    let position = packed.unpack(turn);
                    let known = self.tail.look(&position, ply - 1);
                    for mv in position.legal_moves() {
                        let Some(state) = self.tail.guide.step(ply, &position, mv, state) else {
                            continue;
                        };
                        let Some(after) = self.tail.pass(&known, &position, mv) else { continue };
                        let packed = Packed::new(&after);
                        let mixed = packed.mixed();
                        let distance = self.judge.distance(&after, left);
                        let order = (distance + (mixed >> 40) as u32 % BLUR, mixed);
                        let parent = (chunk * CHUNK + index) as u32;
                        found.push((order, Node { position: packed, state, parent, mv }));
                    }
                }
                found
            })
            .collect();
        let mut candidates: Vec<Candidate<G::State>> = found.into_iter().flatten().collect();
        candidates.sort_unstable_by_key(|&(order, node)| (order, node.parent));
        let mut met = FxHashSet::default();
        let nodes = candidates.into_iter().map(|(_, node)| node);
        nodes.filter(|node| met.insert((node.position, node.state))).take(width).collect()
    }

    /// Tries all ends, the most promising first.
    fn finish(
        &self,
        current: &[(Packed, G::State)],
        turn: Color,
        ply: u32,
        layers: &[Vec<Node<G::State>>],
    ) -> Option<Vec<Move>> {
        for (part, positions) in current.chunks(CHUNK).enumerate() {
            let found =
                positions.par_iter().enumerate().find_map_first(|(index, &(packed, state))| {
                    let mut found = None;
                    let mut visited = 0;
                    let position = packed.unpack(turn);
                    self.tail.search(
                        &position,
                        ply,
                        state,
                        &mut Vec::new(),
                        &mut visited,
                        &mut |line, _| {
                            found.get_or_insert_with(|| line.to_vec());
                        },
                    );
                    found.map(|line| (part * CHUNK + index, line))
                });
            if let Some((mut index, line)) = found {
                let mut moves = Vec::new();
                for layer in layers.iter().rev() {
                    moves.push(layer[index].mv);
                    index = layer[index].parent as usize;
                }
                moves.reverse();
                moves.extend(line);
                return Some(moves);
            }
        }
        None
    }
}
