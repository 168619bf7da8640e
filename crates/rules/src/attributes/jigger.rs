//! Men that keep in touch.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived_after, in_touch},
    moves::Move,
    position::Position,
};

/// A jigger may only go where it then stands next to another man, as all men in Köko.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jigger;

impl Condition for Jigger {
    fn name(&self) -> String {
        Attribute::Jigger.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::PERMITS
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let here = arrived_after(mv);
        !after.man(here).is_some_and(|man| man.has(Attribute::Jigger)) || in_touch(after, here)
    }
}
