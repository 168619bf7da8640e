//! Immun Chess (Wenda and others, 1970s): who could not be reborn cannot be captured.

use super::{
    Condition, ConditionError, Hooks, Place, Rebirth, arrived, owner,
    rebirth::{Birth, Family},
};
use crate::{geometry::Geometry, moves::Move, position::Position};

/// Immun Chess: a man can be captured only if the square of its rebirth in Circe is empty, or left
/// by the captor; it is not reborn. Kings are immune only if that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immun {
    /// How men would be reborn.
    pub rebirth: Rebirth,
}

impl Default for Immun {
    fn default() -> Immun {
        Immun { rebirth: Family::Immun.usual() }
    }
}

impl Condition for Immun {
    fn name(&self) -> String {
        self.rebirth.name("Immun", Family::Immun)
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.rebirth.check("Immun", geometry)
    }

    fn remembers_origins(&self) -> bool {
        self.rebirth.place == Place::Diagram
    }

    fn weighs_checks(&self) -> bool {
        self.rebirth.kings
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| Some((position.man(at)?, at)));
        if let Some((man, at)) = captured
            && let Some((_, captor)) = arrived(position, &mv)
            && !self.rebirth.bars(position.variant(), man)
        {
            let side = position.side_to_move();
            let loser = (man.kind, owner(man, !side));
            let other = (captor.kind, side);
            let origin = man.origin;
            let birth = Birth { position, mv: &mv, man: loser, other, at, origin, promoted: false };
            let mut homes = self.rebirth.squares(&birth).iter();
            if !homes.any(|home| home == mv.from || position.man(home).is_none()) {
                return;
            }
        }
        each(mv);
    }
}
