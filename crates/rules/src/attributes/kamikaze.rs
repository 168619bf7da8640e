//! Men that vanish with their victim.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    moves::{Effect, Move},
    position::Position,
};

/// A kamikaze that captures vanishes too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kamikaze;

impl Condition for Kamikaze {
    fn name(&self) -> String {
        Attribute::Kamikaze.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if mv.captured.is_some()
            && let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::Kamikaze)
        {
            mv.effects.push(Effect::Vanishes(square));
        }
        each(mv);
    }
}
