//! Monochromatic and Bichromatic Chess: squares of one colour, or of the other.

use super::{Condition, Hooks, Tampering};
use crate::{
    geometry::{Geometry, Square},
    moves::{Castle, Move, Special},
    position::Position,
};

/// Monochromatic Chess: men stay on squares of one colour. Bichromatic: every move changes it. Both
/// hold for checks too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Monochromatic {
    /// Whether every move must change the colour instead.
    pub bichromatic: bool,
}

impl Condition for Monochromatic {
    fn name(&self) -> String {
        if self.bichromatic { "Bichromatic".into() } else { "Monochromatic".into() }
    }

    fn families(&self) -> Vec<String> {
        vec!["Monochromatic".into()]
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::GOES.and(Hooks::QUIET)
    }

    fn may_go(&self, geometry: &Geometry, from: Square, to: Square) -> bool {
        (geometry.is_dark(from) != geometry.is_dark(to)) == self.bichromatic
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        if let Special::Castling(wing) = mv.special {
            let castle = Castle::of(position.side_to_move(), wing);
            if !self.may_go(position.geometry(), castle.rook_from, castle.rook_to) {
                return;
            }
        }
        each(mv);
    }
}
