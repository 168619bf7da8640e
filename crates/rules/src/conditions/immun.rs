//! Immun Chess (Wenda and others, 1970s): who could not be reborn cannot be captured.

use super::{
    Condition, ConditionError, Form, Hooks, arrived, owner,
    rebirth::{Birth, Options},
};
use crate::{geometry::Geometry, moves::Move, position::Position};

/// Immun Chess: a man can be captured only if the square of its rebirth in Circe is empty, or left
/// by the captor; it is not reborn. Kings are immune only `rex_inclusive`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Immun {
    /// Whether kings are immune too.
    pub rex_inclusive: bool,
    /// Where men would be reborn.
    pub form: Form,
}

impl Condition for Immun {
    fn name(&self) -> String {
        let Immun { rex_inclusive, form } = *self;
        Options { rex_inclusive, form, ..Options::default() }.name("Immun")
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.form.check("Immun", geometry)
    }

    fn weighs_checks(&self) -> bool {
        self.rex_inclusive
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| Some((position.man(at)?, at)));
        if let Some((man, at)) = captured
            && let Some((_, captor)) = arrived(position, &mv)
            && (self.rex_inclusive || !man.royal)
        {
            let side = position.side_to_move();
            let loser = (man.kind, owner(man, !side));
            let other = (captor.kind, side);
            let birth = Birth { position, mv: &mv, man: loser, other, at };
            let mut homes = self.form.squares(&birth).iter();
            if !homes.any(|home| home == mv.from || position.man(home).is_none()) {
                return;
            }
        }
        each(mv);
    }
}
