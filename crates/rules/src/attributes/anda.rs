//! Men that change by giving check, or by giving none.

use super::turned;
use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    moves::Move,
    position::Position,
};

/// An anda man whose move gives check becomes neutral, and of the mover's colour if it was neutral;
/// an inverse one when its move gives none.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anda {
    /// By giving check.
    Checking,
    /// By giving none.
    Inverse,
}

impl Anda {
    const fn attribute(self) -> Attribute {
        match self {
            Anda::Checking => Attribute::Anda,
            Anda::Inverse => Attribute::AndaInverse,
        }
    }
}

impl Condition for Anda {
    fn name(&self) -> String {
        self.attribute().name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((square, man)) = arrived(position, &mv)
            && man.has(self.attribute())
            && !mv.captured.and_then(|at| position.man(at)).is_some_and(|victim| victim.royal)
            && gives_check(position, &mv) == matches!(self, Anda::Checking)
        {
            mv.effects.change(square, turned(man, position.side_to_move()));
        }
        each(mv);
    }
}

fn gives_check(position: &Position, mv: &Move) -> bool {
    if position.surely_gives_no_check(mv) {
        return false;
    }
    let mut after = position.clone();
    after.play(mv);
    after.has_been_checked(after.side_to_move())
}
