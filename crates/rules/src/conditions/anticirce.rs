//! Anticirce (Leithold and others, 1976): the captor is reborn.

use super::{
    Condition, ConditionError, Hooks, Kind, Occupied, Place, Rebirth, Stage, arrived, owner,
    rebirth::{Birth, Family, settled},
};
use crate::{
    geometry::{Geometry, Square},
    moves::{Effect, Move},
    position::Position,
};

/// Anticirce: after a capture the captor, a king too, is reborn on its square in the game array; if
/// that is occupied, there is no capture, and so no check.
///
/// By default (Calvet) a man may capture on its own square of rebirth; by `cheylan` it may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anticirce {
    /// How captors are reborn; [`Place::Make`](super::Place::Make) is where their victims could have gone.
    pub rebirth: Rebirth,
    /// Whether a man must not capture on its own square of rebirth.
    pub cheylan: bool,
}

impl Default for Anticirce {
    fn default() -> Anticirce {
        Anticirce { rebirth: Family::Anticirce.usual(), cheylan: false }
    }
}

impl Condition for Anticirce {
    fn name(&self) -> String {
        let name = self.rebirth.name("AntiCirce", Family::Anticirce);
        if self.cheylan { name + " Cheylan" } else { name }
    }

    fn hooks(&self) -> Hooks {
        // all promotions are marked
        if self.rebirth.frischauf { Hooks::MOVES } else { Hooks::CAPTURES }
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.rebirth.check("AntiCirce", geometry)
    }

    fn kinds(&self) -> Vec<Kind> {
        self.rebirth.change.kinds().to_vec()
    }

    fn remembers_origins(&self) -> bool {
        self.rebirth.place == Place::Diagram
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn kills(&self) -> bool {
        self.rebirth.occupied == Occupied::Assassin
    }

    fn stage(&self) -> Stage {
        Stage::Captor
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let rebirth = &self.rebirth;
        let mv = rebirth.marked(position, mv);
        let captured = mv.captured.and_then(|at| Some((position.man(at)?, at)));
        let Some(((victim, at), (stands, captor))) = captured.zip(arrived(position, &mv)) else {
            return each(mv);
        };
        if rebirth.bars(position.variant(), captor) {
            return each(mv);
        }
        let side = position.side_to_move();
        let owned = owner(captor, side);
        let reborn = rebirth.reborn(position, captor, victim);
        let other = (victim.kind, owner(victim, !side));
        let man = (reborn.kind, owned);
        let (origin, promoted) = (captor.origin, rebirth.is_promoted(captor));
        let birth = Birth { position, mv: &mv, man, other, at, origin, promoted };
        let mut barred = false;
        for home in rebirth.squares(&birth) {
            let taken = home != stands && is_taken(position, &mv, home);
            if home == stands && self.cheylan {
                continue;
            }
            if taken && rebirth.occupied != Occupied::Assassin {
                barred = true;
                continue;
            }
            for man in settled(position, reborn, owner(reborn, side), home) {
                let mut mv = mv;
                if taken {
                    mv.effects.push(Effect::Vanishes(home));
                }
                if home != stands {
                    mv.effects.push(Effect::Transfers(stands, home));
                }
                if man != captor {
                    mv.effects.change(home, man);
                }
                each(mv);
            }
        }
        if barred && rebirth.occupied == Occupied::Relaxed {
            each(mv);
        }
    }
}

/// Whether the captor finds a man on a square.
fn is_taken(position: &Position, mv: &Move, square: Square) -> bool {
    let appears = |effect| matches!(effect, Effect::Appears(_, at) if at == square);
    let left = square == mv.from || Some(square) == mv.captured;
    mv.effects.iter().any(appears) || !left && position.man(square).is_some()
}
