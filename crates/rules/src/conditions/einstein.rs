//! Einstein Chess: men lose by moving and gain by capturing, or the reverse.

use super::{Change, Condition, Hooks, arrived, is_promoted, owner, rebirth::settled};
use crate::{man::Man, moves::Move, position::Position};

/// Einstein Chess: a man that moves without capture becomes the next lower of queen, rook, bishop,
/// knight and pawn, a captor the next higher; reversed, the other way round.
///
/// Kings, fairy men and men just promoted stay as they are. A knight that becomes a pawn on its last
/// rank is promoted at once; a pawn on its first rank may go up to three squares.
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

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let change = match mv.captured.is_some() == self.reversed {
            true => Change::Einstein,
            false => Change::ReversalEinstein,
        };
        let Some((square, man)) = arrived(position, &mv).filter(|(_, man)| !man.royal) else {
            return each(mv);
        };
        let kind = change.of(position.variant(), man.kind);
        if is_promoted(position, &mv) || kind == man.kind {
            return each(mv);
        }
        let side = owner(man, position.side_to_move());
        for man in settled(position, Man { kind, ..man }, side, square) {
            let mut changed = mv;
            changed.effects.change(square, man);
            each(changed);
        }
    }
}
