//! Take & Make (Luce, 2008): who takes must at once make a move of the man taken.

use super::Condition;
use crate::{
    geometry::Square,
    man::{KindId, Man, Side},
    moves::{Move, Special},
    position::Position,
    travel::{Arrival, arrivals},
};

/// Take & Make: after a capture the captor must go on from there by a move without capture as its
/// victim makes them; if there is none, there is no capture.
///
/// A king may be threatened without that: an attack is check though the captor could not go on,
/// unless `absolute`. A pawn is promoted where it ends, and must not end on its first rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakeAndMake {
    /// Whether an attack is check only if the captor could go on.
    pub absolute: bool,
}

impl Condition for TakeAndMake {
    fn name(&self) -> String {
        if self.absolute { "Take&Make Absolute".into() } else { "Take&Make".into() }
    }

    fn takes_first(&self) -> bool {
        true
    }

    fn weighs_checks(&self) -> bool {
        self.absolute
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| position.man(at));
        let (Some(victim), Some(mover)) = (captured, position.man(mv.from)) else {
            return each(mv);
        };
        if victim.royal && !self.absolute {
            return each(mv);
        }
        let variant = position.variant();
        let geometry = position.geometry();
        let promotions = variant.promotions_of(mover.kind);
        let (first, last) = match position.side_to_move() {
            Side::White => (0, geometry.height() - 1),
            Side::Black => (geometry.height() - 1, 0),
        };
        for to in makes(position, &mv) {
            let made = Move { to, ..mv };
            if !variant.kind(mover.kind).is_pawn() {
                each(made);
            } else if geometry.rank(to) == last {
                // a capture on the last rank comes once for each promotion
                match mv.promotion {
                    Some(_) => each(made),
                    None => promotions
                        .iter()
                        .for_each(|&kind| each(Move { promotion: Some(kind), ..made })),
                }
            } else if geometry.rank(to) != first
                && mv.promotion.is_none_or(|kind| promotions.first() == Some(&kind))
            {
                each(Move { promotion: None, ..made });
            }
        }
    }
}

/// Where the captor could go on without capture as the man it has taken.
pub(super) fn makes(position: &Position, mv: &Move) -> Vec<Square> {
    let victim = mv.captured.and_then(|at| position.man(at));
    let (Some(victim), Some(mover)) = (victim, position.man(mv.from)) else { return Vec::new() };
    let side = super::owner(victim, !position.side_to_move());
    let mut scene = position.clone();
    if let Some(at) = mv.captured {
        scene.put(at, None);
    }
    scene.put(mv.from, None);
    let stands = super::arrived(position, mv).map_or(mv.to, |(square, _)| square);
    scene.put(stands, Some(Man { kind: mover.kind, ..mover }));
    scene.quiet_squares(stands, victim.kind, side)
}

impl Position {
    /// Where a man of a kind and side would go from a square without capture.
    pub(crate) fn quiet_squares(&self, from: Square, kind: KindId, side: Side) -> Vec<Square> {
        let movement = self.variant().movement(kind, side);
        let mut found = Vec::new();
        let mut add = |arrival: Arrival| {
            let quiet = arrival.captured.is_none();
            let step = matches!(arrival.special, Special::None | Special::DoubleStep(_));
            if quiet && step && !found.contains(&arrival.to) {
                found.push(arrival.to);
            }
        };
        let board = self.board_of(from);
        for route in movement.routes(from) {
            arrivals(board, movement, route, side, None, &mut add);
        }
        for special in &movement.specials {
            self.dynamic_arrivals(from, side, special, None, &mut add);
        }
        found
    }
}
