//! Men that paralyse instead of capturing.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks},
    geometry::Square,
    man::Side,
    position::Position,
};

/// A paralysing man does not capture and gives no check; enemies that it attacks can neither move,
/// nor capture, nor give check. It paralyses even if it is paralysed itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paralysing;

impl Condition for Paralysing {
    fn name(&self) -> String {
        Attribute::Paralysing.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS.and(Hooks::TAKES)
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        !position.men().any(|(from, man)| {
            man.has(Attribute::Paralysing)
                && man.colour.serves(!side)
                && from != square
                && position.captures(from, man.kind, !side, square, &mut |_, _| true)
        })
    }

    fn may_take(&self, position: &Position, from: Square, _: Square) -> bool {
        !position.man(from).is_some_and(|man| man.has(Attribute::Paralysing))
    }
}
