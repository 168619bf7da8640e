//! Take & Make (Luce, 2008): who takes must at once make a move of the man taken.

use super::{Condition, Hooks, Stage, arrived, owner};
use crate::{
    geometry::Square,
    kind::Nature,
    man::{KindId, Side},
    moves::{Move, Special},
    position::Position,
    squares::Squares,
    travel::{Arrival, arrivals, quiet_arrivals},
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

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn stage(&self) -> Stage {
        Stage::Arrival
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
        let side = position.side_to_move();
        let forward = variant.nature(mover.kind) == Nature::Pawn;
        let first = if (side == Side::White) == forward { 0 } else { geometry.height() - 1 };
        let walks = (victim.kind, owner(victim, !side));
        for to in makes(position, &mv, walks) {
            let made = Move { to, ..mv };
            if !variant.kind(mover.kind).is_pawn() {
                each(made);
            } else if position.promotes(mover.kind, side, to) {
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

/// Where a man could go on without capture from the square of capture, walking as a man of this
/// kind and side.
pub(super) fn makes(position: &Position, mv: &Move, (kind, side): (KindId, Side)) -> Squares {
    let Some(at) = mv.captured else { return Squares::EMPTY };
    let stands = arrived(position, mv).map_or(mv.to, |(square, _)| square);
    let movement = position.variant().movement(kind, side);
    let mut found = Squares::EMPTY;
    if !movement.specials.is_empty() {
        // these look at the whole board
        let mut scene = position.clone();
        let mover = scene.man(mv.from);
        scene.put(at, None);
        scene.put(mv.from, None);
        scene.put(stands, mover);
        let mut add = |arrival: Arrival| {
            if arrival.captured.is_none() {
                found.insert(arrival.to);
            }
        };
        for special in &movement.specials {
            scene.dynamic_arrivals(stands, side, special, None, &mut add);
        }
    }
    let board = position.board_of(mv.from);
    let look = |square: Square| match square {
        _ if square == stands => position.man(mv.from),
        _ if square == mv.from || square == at => None,
        _ => board[square.index()],
    };
    for route in movement.routes(stands) {
        quiet_arrivals(movement.stops(route), route, side, look, |to| found.insert(to));
    }
    found
}

impl Position {
    /// Where a man of a kind and side would go from a square without capture.
    pub(crate) fn quiet_squares(&self, from: Square, kind: KindId, side: Side) -> Squares {
        let movement = self.variant().movement(kind, side);
        let mut found = Squares::EMPTY;
        let mut add = |arrival: Arrival| {
            let step = matches!(arrival.special, Special::None | Special::DoubleStep(_));
            if arrival.captured.is_none() && step {
                found.insert(arrival.to);
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
