//! Circe (Monréal and Boyer, 1967/68): a captured man is reborn on its square in the game array.

use super::{
    Change, Condition, ConditionError, Form, Hooks, arrived, owner,
    rebirth::{Options, settled},
};
use crate::{
    geometry::Geometry,
    man::Man,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circe {
    /// Whether kings are reborn too.
    pub rex_inclusive: bool,
    /// Where men are reborn.
    pub form: Form,
    /// As what men are reborn.
    pub change: Change,
}

impl Condition for Circe {
    fn name(&self) -> String {
        let Circe { rex_inclusive, form, change } = *self;
        Options { rex_inclusive, form, change, ..Options::default() }.name("Circe")
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

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| Some((position.man(at)?, at)));
        if let Some((man, at)) = captured
            && let Some((stands, captor)) = arrived(position, &mv)
            && (self.rex_inclusive || !man.royal)
        {
            let side = position.side_to_move();
            let kind = if man.royal { man.kind } else { self.change.of(man.kind) };
            let man = Man { kind, ..man };
            let loser = owner(man, !side);
            let other = (captor.kind, side);
            let home = self.form.square(position, (kind, loser), other, mv.from, at);
            let vacated = home == mv.from || home == at || home == mv.to;
            if home != stands && (vacated || position.man(home).is_none()) {
                for man in settled(position, man, loser, home) {
                    let mut reborn = mv;
                    reborn.effects.push(Effect::Appears(man, home));
                    each(reborn);
                }
                return;
            }
        }
        each(mv);
    }
}
