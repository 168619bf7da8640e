//! Layers of positions from the start and of statements from the diagram, until they meet.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Move, Position as _};
use solusrex_rules::retro::{Material, Uncaptures, agrees, unmoves};

use super::{
    ConstructError, Construction, Effort, Progress,
    bound::{Bound, nth},
};
use crate::{guide::Guide, layers::played, packed::Packed, terms::Terms};

/// What a search found.
pub(super) struct Found {
    pub(super) count: u128,
    pub(super) games: Vec<Vec<Move>>,
    pub(super) positions: u64,
}

/// A position and what the terms remember of the way to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    position: Packed,
    /// The squares of the men that may move on.
    active: u64,
}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.position.mixed() ^ self.active);
    }
}

impl State {
    fn of(position: &Chess, active: Bitboard) -> State {
        State { position: Packed::new(position), active: active.0 }
    }
}

/// A statement behind its men alone, by which it is looked up.
type Stated = (Packed, Packed);

/// Un-moves take so many times as long as moves: whatever was captured may come back.
const UNMOVES: usize = 6;
/// Work between two looks at the clock and the memory.
const CHUNK: usize = 1 << 14;

struct Search<'a> {
    terms: &'a Terms,
    construction: &'a Construction,
    effort: &'a Effort,
    told: &'a (dyn Fn(Progress) + Sync),
    plies: u32,
    goal: &'a Chess,
    bound: Bound,
    material: Uncaptures,
    /// Positions by half-moves played; after the meeting those that lie on games.
    forward: Vec<Vec<State>>,
    /// Statements by half-moves taken back, beginning with the first.
    backward: Vec<Vec<Stated>>,
}

/// All games of so many half-moves, at least one, to what is stated.
pub(super) fn search(
    construction: &Construction,
    plies: u32,
    goal: &Chess,
    effort: &Effort,
    told: &(dyn Fn(Progress) + Sync),
) -> Result<Found, ConstructError> {
    let terms = construction.terms();
    let start = terms.start();
    let of = |side| Material::of(start.board(), side);
    let limits = shakmaty::ByColor { black: of(Color::Black), white: of(Color::White) };
    let mut search = Search {
        terms,
        construction,
        effort,
        told,
        plies,
        goal,
        bound: Bound::new(start, goal),
        material: Uncaptures::Within(limits),
        forward: vec![vec![State::of(start, Guide::start(terms))]],
        backward: Vec::new(),
    };
    let none = |search: &Search<'_>| {
        let positions = search.positions();
        Ok(Found { count: 0, games: Vec::new(), positions })
    };
    if search.bound.is_goal_too_far(start, search.moves_left(0), &[Color::White, Color::Black]) {
        return none(&search);
    }
    while search.forward.len() + search.backward.len() < plies as usize + 1 {
        let (positions, statements) = (search.forward.last(), search.backward.last());
        let positions = positions.map_or(0, Vec::len);
        // the diagram itself may state what layers do not keep, so its un-moves come first
        let smaller = statements.is_none_or(|statements| UNMOVES * statements.len() < positions);
        let size = if smaller { search.step_back()? } else { search.step_ahead()? };
        if size == 0 {
            return none(&search);
        }
    }
    let positions = search.positions();
    search.join();
    if search.forward.iter().any(Vec::is_empty) {
        return none(&search);
    }
    let mut counts = vec![FxHashMap::default(); plies as usize];
    let count = search.count(start, Guide::start(terms), 0, &mut counts)?;
    let mut games = Vec::new();
    search.write(start, Guide::start(terms), &counts, &mut Vec::new(), &mut games);
    Ok(Found { count, games, positions })
}

impl Search<'_> {
    fn positions(&self) -> u64 {
        let forward: usize = self.forward.iter().map(Vec::len).sum();
        let backward: usize = self.backward.iter().map(Vec::len).sum();
        (forward + backward) as u64
    }

    /// The moves of White and Black behind so many half-moves.
    fn moves_left(&self, ply: u32) -> [u32; 2] {
        let left = self.plies - ply;
        let mut moves = [left / 2; 2];
        moves[nth(self.terms.side_at(ply + 1))] += left % 2;
        moves
    }

    /// The moves of White and Black in the first half-moves.
    fn moves_made(&self, ply: u32) -> [u32; 2] {
        let mut moves = [ply / 2; 2];
        moves[nth(self.terms.start().turn())] += ply % 2;
        moves
    }

    /// Grows a layer chunk by chunk, each member once.
    fn layer<T: Copy + Ord + Send + Sync, U: Copy + Ord + Send>(
        &self,
        from: &[T],
        next: impl Fn(T) -> Vec<U> + Sync,
    ) -> Result<Vec<U>, ConstructError> {
        let mut layer: Vec<U> = Vec::new();
        let mut sorted = 0;
        let cancelled = &self.effort.cancelled;
        for chunk in from.chunks(CHUNK) {
            if cancelled.load(Ordering::Relaxed) {
                return Err(ConstructError::Cancelled);
            }
            let found: Vec<Vec<U>> = chunk.par_iter().map(|&member| next(member)).collect();
            let more = found.iter().map(Vec::len).sum();
            let room = sorted + sorted / 2 + (1 << 20);
            if layer.len() + more > layer.capacity().max(room.min(self.room::<U>())) {
                layer.par_sort_unstable();
                layer.dedup();
                sorted = layer.len();
                if sorted + more > self.room::<U>() {
                    return Err(self.outgrown(sorted + more));
                }
            }
            // no more than is needed: what is half empty takes memory too
            layer.reserve_exact(more);
            layer.extend(found.into_iter().flatten());
        }
        layer.par_sort_unstable();
        layer.dedup();
        layer.shrink_to_fit();
        Ok(layer)
    }

    /// How many members a layer may have beside the others.
    fn room<U>(&self) -> usize {
        let forward: usize = self.forward.iter().map(Vec::len).sum();
        let backward: usize = self.backward.iter().map(Vec::len).sum();
        let held = forward * size_of::<State>() + backward * size_of::<Stated>();
        self.effort.memory.saturating_sub(held) / size_of::<U>()
    }

    fn outgrown(&self, more: usize) -> ConstructError {
        let positions = self.positions() + more as u64;
        ConstructError::Memory { positions, mib: self.effort.memory >> 20 }
    }

    fn tell(&self) {
        (self.told)(Progress {
            plies: self.plies,
            forward: self.forward.len() as u32 - 1,
            backward: self.backward.len() as u32,
            positions: self.positions(),
        });
    }

    /// The positions one half-move further from the start.
    fn step_ahead(&mut self) -> Result<usize, ConstructError> {
        let ply = self.forward.len() as u32;
        let turn = self.terms.side_at(ply);
        let left = self.moves_left(ply);
        let layer = self.layer(&self.forward[ply as usize - 1], |state: State| {
            let before = state.position.unpack(turn);
            let mut found = Vec::new();
            self.each_move(&before, Bitboard(state.active), ply, |mv, after, active| {
                // the other side stands as before, unless a man of it is taken
                let sides = &[turn, !turn][..1 + usize::from(mv.is_capture())];
                if !self.bound.is_goal_too_far(after, left, sides) {
                    found.push(State::of(after, active));
                }
            });
            found
        })?;
        self.forward.push(layer);
        self.tell();
        Ok(self.forward[ply as usize].len())
    }

    /// The statements one half-move further back from the diagram.
    fn step_back(&mut self) -> Result<usize, ConstructError> {
        let ply = self.plies - self.backward.len() as u32 - 1;
        let turn = self.terms.side_at(ply + 2);
        let made = self.moves_made(ply);
        let layer = match self.backward.last() {
            None => self.layer(&[()], |()| self.before(self.goal, made))?,
            Some(last) => {
                self.layer(last, |(_, stated): Stated| self.before(&stated.unpack(turn), made))?
            }
        };
        self.backward.push(layer);
        self.tell();
        Ok(self.backward.last().map_or(0, Vec::len))
    }

    /// What may have been before.
    fn before(&self, stated: &Chess, made: [u32; 2]) -> Vec<Stated> {
        let mut found = Vec::new();
        let turn = stated.turn();
        let standing = stated.board().by_color(turn);
        for unmove in unmoves(stated, self.material) {
            let setup = unmove.setup(stated);
            // who is to move stands as before, unless a man of it comes back
            let comes_back = setup.board.by_color(turn) != standing;
            let sides = &[!turn, turn][..1 + usize::from(comes_back)];
            if self.bound.is_start_too_far(&setup.board, setup.castling_rights, made, sides) {
                continue;
            }
            // a check that no move gives has no past
            if let Ok(before) = setup.position::<Chess>(CastlingMode::Standard) {
                let packed = Packed::new(&before);
                found.push((packed.men(before.turn()), packed));
            }
        }
        found
    }

    /// The moves that the terms allow at a half-move, with what comes of them.
    fn each_move(
        &self,
        before: &Chess,
        active: Bitboard,
        ply: u32,
        mut visit: impl FnMut(Move, &Chess, Bitboard),
    ) {
        for mv in before.legal_moves() {
            let Some(active) = self.terms.step(ply, before, mv, active) else { continue };
            visit(mv, &played(before, mv), active);
        }
    }

    /// Keeps of the positions those that lie on games, as far as the meeting tells.
    fn join(&mut self) {
        let meeting = self.forward.len() - 1;
        for ply in (0..=meeting).rev() {
            let turn = self.terms.side_at(ply as u32 + 1);
            let layer = &self.forward[ply];
            let kept: Vec<State> = match self.forward.get(ply + 1) {
                None => {
                    let is_stated =
                        |state: &State| self.is_stated(state.position, turn, ply as u32);
                    layer.par_iter().copied().filter(is_stated).collect()
                }
                Some(later) => {
                    // most moves lead to squares on which nobody stands then
                    let squares: FxHashSet<u64> =
                        later.iter().map(|state| state.position.occupied().0).collect();
                    let leads_on = |state: &State| self.leads_into(state, turn, ply, &squares);
                    layer.par_iter().copied().filter(leads_on).collect()
                }
            };
            self.forward[ply] = kept;
        }
    }

    /// Whether some move leads to a position that was kept, of which the squares with men are known.
    fn leads_into(&self, state: &State, turn: Color, ply: usize, squares: &FxHashSet<u64>) -> bool {
        let before = state.position.unpack(turn);
        before.legal_moves().into_iter().any(|mv| {
            let plain = matches!(mv, Move::Normal { .. });
            let Some(from) = mv.from() else { return false };
            let after = before.board().occupied().without(from).with(mv.to());
            if plain && !squares.contains(&after.0) {
                return false;
            }
            let active = self.terms.step(ply as u32 + 1, &before, mv, Bitboard(state.active));
            active.is_some_and(|active| self.is_kept(&played(&before, mv), active, ply + 1))
        })
    }

    fn is_kept(&self, position: &Chess, active: Bitboard, ply: usize) -> bool {
        self.forward[ply].binary_search(&State::of(position, active)).is_ok()
    }

    /// Whether some statement of a half-move before the last agrees with a position.
    fn is_stated(&self, position: Packed, turn: Color, ply: u32) -> bool {
        let layer = &self.backward[(self.plies - 1 - ply) as usize];
        let men = position.men(turn);
        let first = layer.partition_point(|&(other, _)| other < men);
        let same = layer[first..].iter().take_while(|&&(other, _)| other == men);
        same.into_iter().any(|(_, stated)| agrees(&position.unpack(turn), &stated.unpack(turn)))
    }

    /// Whether a move leads on to the diagram.
    fn leads_on(
        &self,
        before: &Chess,
        mv: Move,
        after: &Chess,
        active: Bitboard,
        ply: u32,
    ) -> bool {
        if ply == self.plies {
            return agrees(after, self.goal)
                && self.construction.diagram.is_exact(after, self.goal)
                && self.terms.ends(before, mv);
        }
        match (ply as usize) < self.forward.len() {
            true => self.is_kept(after, active, ply as usize),
            false => self.is_stated(Packed::new(after), after.turn(), ply),
        }
    }

    /// How many games lead on from a position after so many half-moves.
    fn count(
        &self,
        position: &Chess,
        active: Bitboard,
        ply: u32,
        known: &mut [FxHashMap<State, u128>],
    ) -> Result<u128, ConstructError> {
        if ply == self.plies {
            return Ok(1);
        }
        let state = State::of(position, active);
        if let Some(&count) = known[ply as usize].get(&state) {
            return Ok(count);
        }
        if self.effort.cancelled.load(Ordering::Relaxed) {
            return Err(ConstructError::Cancelled);
        }
        let mut sum: u128 = 0;
        for (_, after, active) in self.continuations(position, active, ply) {
            let count = self.count(&after, active, ply + 1, known)?;
            sum = sum.checked_add(count).ok_or(ConstructError::TooMany)?;
        }
        known[ply as usize].insert(state, sum);
        Ok(sum)
    }

    fn continuations(
        &self,
        position: &Chess,
        active: Bitboard,
        ply: u32,
    ) -> Vec<(Move, Chess, Bitboard)> {
        let mut found = Vec::new();
        self.each_move(position, active, ply + 1, |mv, after, active| {
            if self.leads_on(position, mv, after, active, ply + 1) {
                found.push((mv, after.clone(), active));
            }
        });
        found
    }

    /// Writes down as many games as are wanted.
    fn write(
        &self,
        position: &Chess,
        active: Bitboard,
        counts: &[FxHashMap<State, u128>],
        played: &mut Vec<Move>,
        games: &mut Vec<Vec<Move>>,
    ) {
        let ply = played.len() as u32;
        if games.len() >= self.effort.games {
            return;
        }
        let Some(counts_here) = counts.get(ply as usize) else {
            games.push(played.clone());
            return;
        };
        // statements know nothing of the terms, so there may be no way on
        if counts_here.get(&State::of(position, active)).is_none_or(|&count| count == 0) {
            return;
        }
        for (mv, after, active) in self.continuations(position, active, ply) {
            played.push(mv);
            self.write(&after, active, counts, played, games);
            played.pop();
        }
    }
}
