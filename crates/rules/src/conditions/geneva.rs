//! Geneva Chess: who could not be reborn cannot capture.

use super::{
    Condition, ConditionError, Hooks, Place, Rebirth, owner,
    rebirth::{Birth, Family},
};
use crate::{geometry::Geometry, moves::Move, position::Position};

/// Geneva Chess: a man can capture, and give check, only if the square of its own rebirth in Circe, as if
/// it were captured where it stands, is empty or its own. Kings only if that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geneva {
    /// How men would be reborn.
    pub rebirth: Rebirth,
}

impl Condition for Geneva {
    fn name(&self) -> String {
        self.rebirth.name("Geneva", Family::Immun)
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.rebirth.check("Geneva", geometry)
    }

    fn remembers_origins(&self) -> bool {
        self.rebirth.place == Place::Diagram
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let victim = mv.captured.and_then(|at| position.man(at));
        if let Some((captor, victim)) = position.man(mv.from).zip(victim)
            && !self.rebirth.bars(position.variant(), captor)
        {
            let side = position.side_to_move();
            let man = (captor.kind, owner(captor, side));
            let other = (victim.kind, owner(victim, !side));
            let (at, origin) = (mv.from, captor.origin);
            let birth = Birth { position, mv: &mv, man, other, at, origin, promoted: false };
            let mut homes = self.rebirth.squares(&birth).iter();
            if !homes.any(|home| home == mv.from || position.man(home).is_none()) {
                return;
            }
        }
        each(mv);
    }
}
