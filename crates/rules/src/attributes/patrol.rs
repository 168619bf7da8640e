//! Men that capture only under the eyes of a friend.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, is_observed, owner},
    geometry::Square,
    position::Position,
};

/// A patrol man can capture, and give check, only when a man of its own side observes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patrol;

impl Condition for Patrol {
    fn name(&self) -> String {
        Attribute::Patrol.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::TAKES
    }

    fn may_take(&self, position: &Position, from: Square, at: Square) -> bool {
        let Some(man) = position.man(from).filter(|man| man.has(Attribute::Patrol)) else {
            return true;
        };
        // a neutral man serves whom the other one does not
        let side = match position.man(at) {
            Some(victim) => owner(man, !owner(victim, !position.side_to_move())),
            None => owner(man, position.side_to_move()),
        };
        is_observed(position, from, side)
    }
}
