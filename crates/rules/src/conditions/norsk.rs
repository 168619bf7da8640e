//! Norsk Sjakk: queens and knights, rooks and bishops change into each other by moving.

use super::{Condition, Hooks, Stage, is_promoted, moved};
use crate::{
    man::{KindId, Man},
    moves::Move,
    position::Position,
};

/// Norsk Sjakk: a queen that moves becomes a knight and a knight a queen, a rook a bishop and a bishop
/// a rook. Kings, pawns, fairy men and men just promoted stay as they are. The rook of a castling has moved too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Norsk;

impl Condition for Norsk {
    fn name(&self) -> String {
        "NorskSjakk".into()
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
            if let Some(kind) = other(man.kind) {
                mv.effects.change(square, Man { kind, ..man });
            }
        }
        each(mv);
    }
}

fn other(kind: KindId) -> Option<KindId> {
    match kind {
        KindId::QUEEN => Some(KindId::KNIGHT),
        KindId::KNIGHT => Some(KindId::QUEEN),
        KindId::ROOK => Some(KindId::BISHOP),
        KindId::BISHOP => Some(KindId::ROOK),
        _ => None,
    }
}
