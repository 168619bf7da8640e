//! Men that change by giving check.

use super::turned;
use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    moves::Move,
    position::Position,
};

/// An anda man whose move gives check becomes neutral, and of the mover's colour if it was neutral.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anda;

impl Condition for Anda {
    fn name(&self) -> String {
        Attribute::Anda.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::Anda)
            && !mv.captured.and_then(|at| position.man(at)).is_some_and(|victim| victim.royal)
            && !position.surely_gives_no_check(&mv)
        {
            let mut after = position.clone();
            after.play(&mv);
            if after.in_check(after.side_to_move()) {
                mv.effects.change(square, turned(man, position.side_to_move()));
            }
        }
        each(mv);
    }
}
