//! Eiffel Chess: the lesser man paralyses the greater.

use super::{Condition, Hooks, Tampering};
use crate::{
    geometry::Square,
    man::{KindId, Side},
    position::Position,
};

/// Eiffel Chess: pawns paralyse the knights they attack, knights bishops, bishops rooks, rooks
/// queens, and queens pawns: a man so attacked can neither move, nor capture, nor give check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eiffel;

impl Condition for Eiffel {
    fn name(&self) -> String {
        "Eiffel".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        let paralyser = match position.man(square).filter(|man| !man.royal).map(|man| man.kind) {
            Some(KindId::KNIGHT) => KindId::PAWN,
            Some(KindId::BISHOP) => KindId::KNIGHT,
            Some(KindId::ROOK) => KindId::BISHOP,
            Some(KindId::QUEEN) => KindId::ROOK,
            Some(KindId::PAWN) => KindId::QUEEN,
            _ => return true,
        };
        !position.observes(!side, paralyser, square)
    }
}
