//! Circe (Monréal and Boyer, 1967/68): a captured man is reborn on its square in the game array.

use super::{
    Change, Condition, ConditionError, Form, Hooks, arrived, owner,
    rebirth::{Birth, Options, settled},
};
use crate::{
    geometry::{Geometry, Square},
    man::{Colour, Man},
    moves::{Effect, Move},
    position::Position,
};

/// Circe: a captured man is reborn on its square in the game array, if that is empty; otherwise it
/// is lost.
///
/// Rook, bishop and knight go to the home square of the colour of the square of capture; a pawn to
/// the second rank of its file; a fairy man to the promotion square of the file; kings only
/// `rex_inclusive`, and then an attack on a king is check only if it could not be reborn. A neutral
/// man is reborn as one of the side that did not capture it. A pawn reborn on its last rank is
/// promoted at once, as its captor likes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circe {
    /// Whether kings are reborn too.
    pub rex_inclusive: bool,
    /// Where men are reborn.
    pub form: Form,
    /// As what men are reborn.
    pub change: Change,
    /// Whether men other than kings are reborn as the captor's.
    pub turncoats: bool,
    /// Whether a man is reborn on an occupied square too, whose man vanishes. A king that stands
    /// there when an enemy could make such a capture is in check.
    pub assassin: bool,
    /// The letters of the only kinds that are reborn, if some are named.
    pub april: Vec<String>,
}

impl Condition for Circe {
    fn name(&self) -> String {
        let Circe { rex_inclusive, form, change, turncoats, assassin, april } = self.clone();
        let options = Options::default();
        Options { rex_inclusive, form, change, turncoats, assassin, april, ..options }.name("Circe")
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.form.check("Circe", geometry)
    }

    fn weighs_checks(&self) -> bool {
        self.rex_inclusive
    }

    fn kills(&self) -> bool {
        self.assassin
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| Some((position.man(at)?, at)));
        let Some(((man, at), (stands, captor))) = captured.zip(arrived(position, &mv)) else {
            return each(mv);
        };
        let letters = position.variant().kind(man.kind).letters();
        let barred = !self.april.is_empty() && self.april.iter().all(|known| known != letters);
        if barred || man.royal && !self.rex_inclusive {
            return each(mv);
        }
        let side = position.side_to_move();
        let loser = owner(man, !side);
        let kind = self.change.of_man(man, captor);
        let colour = match man.colour {
            Colour::White | Colour::Black if self.turncoats && !man.royal => side.colour(),
            colour => colour,
        };
        let man = Man { kind, colour, ..man };
        let birth = Birth { position, mv: &mv, man: (kind, loser), other: (captor.kind, side), at };
        let mut lost = true;
        for home in self.form.squares(&birth) {
            let vacated = [mv.from, at, mv.to].contains(&home);
            let free = home != stands && (vacated || position.man(home).is_none());
            if !free && !self.assassin {
                continue;
            }
            lost = false;
            for man in settled(position, man, owner(man, loser), home) {
                each(self.reborn(mv, man, home, free));
            }
        }
        if lost || self.form == Form::Super {
            each(mv);
        }
    }
}

impl Circe {
    fn reborn(&self, mut mv: Move, man: Man, home: Square, free: bool) -> Move {
        if !free {
            mv.effects.push(Effect::Vanishes(home));
        }
        mv.effects.push(Effect::Appears(man, home));
        mv
    }
}
