//! Chameleon Chess: men become others by moving.

use super::{Change, Condition, Hooks, arrived, is_promoted};
use crate::{man::Man, moves::Move, position::Position};

/// Chameleon Chess: a man that has moved becomes the next of knight, bishop, rook, queen and knight
/// again. Kings, pawns, fairy men and men just promoted stay as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chameleon;

impl Condition for Chameleon {
    fn name(&self) -> String {
        "Chameleon".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((square, man)) = arrived(position, &mv)
            && !is_promoted(position, &mv)
            && !man.royal
        {
            let kind = Change::Chameleon.of(man.kind);
            if kind != man.kind {
                mv.effects.change(square, Man { kind, ..man });
            }
        }
        each(mv);
    }
}
