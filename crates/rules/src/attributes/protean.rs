//! Men that become what they capture.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    man::Man,
    moves::Move,
    position::Position,
};

/// A protean man becomes of the kind that it captures; royal men stay as they are. A pawn keeps the
/// direction of the man captured: it becomes a reverse pawn, as far as the variant knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Protean;

impl Condition for Protean {
    fn name(&self) -> String {
        Attribute::Protean.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some(victim) = mv.captured.and_then(|at| position.man(at))
            && let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::Protean)
            && !man.royal
            && !victim.royal
        {
            mv.effects.change(square, Man { kind: victim.kind, ..man });
        }
        each(mv);
    }
}
