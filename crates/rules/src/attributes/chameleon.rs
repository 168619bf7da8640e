//! Men that become others by moving.

use crate::{
    attribute::Attribute,
    conditions::{Change, Condition, Hooks, arrived, is_promoted},
    man::Man,
    moves::Move,
    position::Position,
};

/// A chameleon that has moved becomes the next of knight, bishop, rook, queen and knight again.
/// Other kinds, and men just promoted, stay as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chameleon;

impl Condition for Chameleon {
    fn name(&self) -> String {
        // not that of the condition
        "Chameleon men".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::Chameleon)
            && !is_promoted(position, &mv)
        {
            let kind = Change::Chameleon.of(position.variant(), man.kind);
            if kind != man.kind {
                mv.effects.change(square, Man { kind, ..man });
            }
        }
        each(mv);
    }
}
