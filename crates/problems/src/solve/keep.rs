//! The first few solutions of each mating position, which `Intelligent n` asks for.
//!
//! Popeye's intelligent search goes from one possible mating position to the next and leaves each
//! after n solutions. A mating position are the men that it takes, told apart by where they come
//! from; the others may stand anywhere. Solutions of another length count anew. For Black's part in
//! duplex the board is turned over first, and so is the order of moves.

use std::{collections::HashMap, sync::Arc};

use solusrex_rules::{Man, Position, Rules, Side, Square, Variant};

use super::{
    chronicle::Origins,
    help::Trail,
    order::{self, Place},
};
use crate::stipulation::Goal;

/// How many lines of each length and mating position are wanted.
#[derive(Clone, Debug)]
pub(super) struct Quota {
    most: u32,
    goal: Goal,
    white: Side,
    variant: Arc<Variant>,
}

/// A man of a mating position: its square, its kind, and where it comes from.
type Part = (Square, usize, Option<Square>);

impl Quota {
    /// So many lines for each position; none where positions are not told apart.
    pub(super) fn new(most: u32, goal: Goal, white: Side, root: &Position) -> Option<Quota> {
        let variant = root.variant().clone();
        let ends = matches!(goal, Goal::Mate | Goal::Stalemate);
        ends.then_some(Quota { most, goal, white, variant })
    }

    /// Keeps the first lines of each position; whether any had to go. Before some moves, by their
    /// places in a line, the other side passes.
    pub(super) fn choose<R: Rules>(
        &self,
        root: &R,
        passes: impl Fn(usize) -> bool,
        trails: &mut Vec<Trail<R::Move>>,
    ) -> bool {
        // lines often end in the same position
        let mut taken: HashMap<u128, Vec<(Square, usize)>> = HashMap::new();
        let mut order: Vec<(Vec<Place>, Vec<Part>, usize)> = Vec::new();
        let diagram = Origins::of(self.variant.geometry(), root);
        for (nth, trail) in trails.iter().enumerate() {
            let (mut position, mut origins) = (root.clone(), diagram.clone());
            let mut places = Vec::with_capacity(trail.moves.len());
            for (at, (mv, _)) in trail.moves.iter().enumerate() {
                if passes(at) {
                    position.pass();
                }
                let place = |position: &R, mv: &R::Move| self.place(position, mv);
                places.push(order::exact_place(&mut position, mv, place));
                origins.carry(&position.outline(mv), position.side_to_move());
                position.play(mv);
            }
            let men = taken.entry(position.key()).or_insert_with(|| self.men_of(&position));
            let part = |&(square, kind): &_| (square, kind, origins.of_man_on(square));
            order.push((places, men.iter().map(part).collect(), nth));
        }
        order.sort();
        let mut counts: HashMap<(usize, Vec<Part>), u32> = HashMap::new();
        let mut kept = vec![true; trails.len()];
        for (places, parts, nth) in order {
            let count = counts.entry((places.len(), parts)).or_default();
            *count += 1;
            kept[nth] = *count <= self.most;
        }
        let before = trails.len();
        let mut kept = kept.into_iter();
        trails.retain(|_| kept.next().unwrap_or(true));
        trails.len() < before
    }

    fn place<R: Rules>(&self, position: &R, mv: &R::Move) -> Place {
        let board = self.variant.geometry();
        let (files, ranks) = (board.width(), board.height());
        match self.white {
            Side::White => order::place(position, files, mv),
            Side::Black => order::place_upside_down(position, files, ranks, mv),
        }
    }

    /// The men that a mating position takes: their squares and kinds.
    fn men_of<R: Rules>(&self, position: &R) -> Vec<(Square, usize)> {
        let prey = position.side_to_move();
        let mut all: Vec<(Square, Man)> = Vec::new();
        position.each_man(|square, man| all.push((square, man)));
        let taken = |square: Square| {
            let men = all.iter().copied().filter(|&(at, _)| at != square);
            let mut without = Position::new(self.variant.clone(), men, prey);
            !match self.goal {
                Goal::Mate => without.is_checkmate(),
                _ => without.is_stalemate(),
            }
        };
        let belongs = |&(square, man): &(Square, Man)| {
            let own = man.colour.serves(prey);
            own && (man.royal || self.goal == Goal::Stalemate) || taken(square)
        };
        let kind = |&(square, man): &(Square, Man)| (square, man.kind.index());
        let mut men: Vec<(Square, usize)> =
            all.iter().filter(|one| belongs(one)).map(kind).collect();
        men.sort();
        men
    }
}
