//! Chameleon Chess: men become others by moving.

use super::{Change, Condition, Hooks, Kind, Stage, is_promoted, moved};
use crate::{man::Man, moves::Move, position::Position};

/// Chameleon Chess: a man that has moved becomes the next of knight, bishop, rook, queen and knight
/// again, or the next of other kinds. Kings, men of no such kind and men just promoted stay as they are.
/// The rook of a castling has moved too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chameleon {
    /// What men become.
    pub change: Change,
}

impl Condition for Chameleon {
    fn name(&self) -> String {
        self.change.words().join(" ")
    }

    fn kinds(&self) -> Vec<Kind> {
        self.change.kinds().to_vec()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn stage(&self) -> Stage {
        Stage::Kind
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if is_promoted(position, &mv) {
            return each(mv);
        }
        for (square, man) in moved(position, &mv).filter(|(_, man)| !man.royal) {
            let kind = self.change.of(position.variant(), man.kind);
            if kind != man.kind {
                mv.effects.change(square, Man { kind, ..man });
            }
        }
        each(mv);
    }
}
