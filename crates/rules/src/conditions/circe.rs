//! Circe (Monréal and Boyer, 1967/68): a captured man is reborn on its square in the game array.

use super::{
    Condition, ConditionError, Hooks, Kind, Occupied, Place, Rebirth, Stage, arrived, owner,
    rebirth::{Birth, Family, settled},
};
use crate::{
    geometry::{Geometry, Square},
    man::Man,
    moves::{Effect, Move},
    position::Position,
};

/// Circe: a captured man is reborn on its square in the game array, if that is empty; otherwise it
/// is lost.
///
/// Rook, bishop and knight go to the home square of the colour of the square of capture; a pawn to
/// the second rank of its file; a fairy man to the promotion square of the file; kings only if that
/// is said, and then an attack on a king is check only if it could not be reborn. A neutral
/// man is reborn as one of the side that did not capture it. A pawn reborn on its last rank is
/// promoted at once, as its captor likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circe {
    /// How men are reborn.
    pub rebirth: Rebirth,
}

impl Default for Circe {
    fn default() -> Circe {
        Circe { rebirth: Family::Circe.usual() }
    }
}

impl Condition for Circe {
    fn name(&self) -> String {
        self.rebirth.name("Circe", Family::Circe)
    }

    fn hooks(&self) -> Hooks {
        // all promotions are marked
        if self.rebirth.frischauf { Hooks::MOVES } else { Hooks::CAPTURES }
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.rebirth.check("Circe", geometry)
    }

    fn kinds(&self) -> Vec<Kind> {
        self.rebirth.change.kinds().to_vec()
    }

    fn remembers_origins(&self) -> bool {
        self.rebirth.place == Place::Diagram
    }

    fn weighs_checks(&self) -> bool {
        self.rebirth.kings
    }

    fn kills(&self) -> bool {
        self.rebirth.occupied == Occupied::Assassin
    }

    fn stage(&self) -> Stage {
        Stage::Victim
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let rebirth = &self.rebirth;
        let mv = rebirth.marked(position, mv);
        let captured = mv.captured.and_then(|at| Some((position.man(at)?, at)));
        let Some(((man, at), (stands, captor))) = captured.zip(arrived(position, &mv)) else {
            return each(mv);
        };
        if rebirth.bars(position.variant(), man) {
            return each(mv);
        }
        let side = position.side_to_move();
        let loser = owner(man, !side);
        let promoted = rebirth.is_promoted(man);
        let man = rebirth.reborn(position, man, captor);
        let other = (captor.kind, side);
        let origin = man.origin;
        let birth =
            Birth { position, mv: &mv, man: (man.kind, loser), other, at, origin, promoted };
        let mut lost = true;
        for home in rebirth.squares(&birth) {
            let vacated = [mv.from, at, mv.to].contains(&home);
            let free = home != stands && (vacated || position.man(home).is_none());
            if !free && rebirth.occupied != Occupied::Assassin {
                continue;
            }
            lost = false;
            for man in settled(position, man, owner(man, loser), home) {
                each(reborn(mv, man, home, free));
            }
        }
        // on any square also means on none
        if lost && rebirth.occupied != Occupied::Strict || rebirth.place == Place::Super {
            each(mv);
        }
    }
}

fn reborn(mut mv: Move, man: Man, home: Square, free: bool) -> Move {
    if !free {
        mv.effects.push(Effect::Vanishes(home));
    }
    mv.effects.push(Effect::Appears(man, home));
    mv
}
