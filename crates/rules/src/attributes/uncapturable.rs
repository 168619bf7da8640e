//! Men that cannot be captured.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks},
    geometry::Square,
    position::Position,
};

/// An uncapturable man cannot be captured, and if it is royal not be checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uncapturable;

impl Condition for Uncapturable {
    fn name(&self) -> String {
        Attribute::Uncapturable.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::TAKES
    }

    fn may_take(&self, position: &Position, _: Square, at: Square) -> bool {
        !position.man(at).is_some_and(|man| man.has(Attribute::Uncapturable))
    }
}
