//! Degradierung: men that come to the pawns' rank become pawns.

use super::{Condition, Hooks, Stage, arrived};
use crate::{
    man::{KindId, Man, Side},
    moves::{Move, Special},
    position::Position,
};

/// Degradierung: a man other than a king that moves to the second rank of its own side becomes a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Degradation;

impl Condition for Degradation {
    fn name(&self) -> String {
        "Degradierung".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn stage(&self) -> Stage {
        Stage::Kind
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        let second = match position.side_to_move() {
            Side::White => 1,
            Side::Black => position.geometry().height().saturating_sub(2),
        };
        if let Some((square, man)) = arrived(position, &mv)
            && position.geometry().rank(square) == second
            && !man.royal
            && !position.variant().kind(man.kind).is_pawn()
            && !matches!(mv.special, Special::Castling(_))
        {
            mv.effects.change(square, Man { kind: KindId::PAWN, ..man });
        }
        each(mv);
    }
}
