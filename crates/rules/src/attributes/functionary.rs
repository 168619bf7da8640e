//! Men that act only under attack.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, is_observed},
    geometry::Square,
    man::Side,
    position::Position,
};

/// A functionary can move, capture and give check only when an enemy attacks it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Functionary;

impl Condition for Functionary {
    fn name(&self) -> String {
        Attribute::Functionary.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        !position.man(square).is_some_and(|man| man.has(Attribute::Functionary))
            || is_observed(position, square, !side)
    }
}
