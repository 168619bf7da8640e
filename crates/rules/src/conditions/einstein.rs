//! Einstein Chess: men lose by moving and gain by capturing, or the reverse.

use super::{Change, Condition, Hooks, Stage, arrived, castled_rook, owner, rebirth::settled};
use crate::{
    man::Man,
    moves::{Effect, Move},
    position::Position,
};

/// Einstein Chess: a man that moves without capture becomes the next lower of queen, rook, bishop,
/// knight and pawn, a captor the next higher; reversed, the other way round.
///
/// Kings and fairy men stay as they are. Men change before they are promoted: a knight that becomes a pawn
/// on its last rank is promoted at once, a pawn that becomes a knight there is not. A pawn on its first
/// rank may go up to three squares. The rook of a castling has moved too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Einstein {
    /// Whether moving gains and capturing loses.
    pub reversed: bool,
}

impl Condition for Einstein {
    fn name(&self) -> String {
        if self.reversed { "ReversalEinstein".into() } else { "Einstein".into() }
    }

    fn families(&self) -> Vec<String> {
        vec!["Einstein".into()]
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn first_rank_steps(&self) -> u8 {
        3
    }

    fn stage(&self) -> Stage {
        Stage::Kind
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let change = match mv.captured.is_some() == self.reversed {
            true => Change::Einstein,
            false => Change::ReversalEinstein,
        };
        let variant = position.variant();
        if let Some((square, rook)) = castled_rook(position, &mv) {
            let mut castled = mv;
            castled.effects.change(square, Man { kind: change.of(variant, rook.kind), ..rook });
            return each(castled);
        }
        let Some(mover) = position.man(mv.from).filter(|man| !man.royal) else { return each(mv) };
        let kind = change.of(variant, mover.kind);
        let unpromoted = Move { promotion: None, ..mv };
        let arrived = arrived(position, &unpromoted).filter(|(_, man)| man.kind == mover.kind);
        // other conditions may have made something of it already
        let settled_before = mv.promotion.is_some() && !mv.effects.is_empty();
        let Some((square, man)) = arrived.filter(|_| kind != mover.kind && !settled_before) else {
            return each(mv);
        };
        // of the moves that promote a pawn the first stands for all
        if mv.promotion.is_some_and(|kind| variant.promotions_of(man.kind).first() != Some(&kind)) {
            return;
        }
        let mv = unpromoted;
        let side = owner(man, position.side_to_move());
        let lowered = Man { kind, ..man };
        for man in settled(position, lowered, side, square) {
            let mut changed = mv;
            changed.effects.change(square, lowered);
            // promotion is a change of its own
            if man != lowered {
                changed.effects.push(Effect::Becomes(square, man));
            }
            each(changed);
        }
    }
}
