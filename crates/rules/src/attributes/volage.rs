//! Men that change sides once.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    man::Man,
    moves::Move,
    position::Position,
};

/// A volage man changes its colour by its first move; afterwards it is as others are. A neutral
/// one stays neutral.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volage;

impl Condition for Volage {
    fn name(&self) -> String {
        Attribute::Volage.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::Volage)
        {
            let attributes = man.attributes.without(Attribute::Volage);
            mv.effects.change(square, Man { attributes, ..man.turncoat() });
        }
        each(mv);
    }
}
