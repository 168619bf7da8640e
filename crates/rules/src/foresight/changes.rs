//! What a move changes.

use super::{Bits, bit};
use crate::{
    geometry::Square,
    man::{Man, Side},
    moves::{Castle, Effect, Effects, Move, Special},
    position::Position,
};

/// The squares that a move changes.
#[derive(Clone, Copy)]
pub(super) struct Changes {
    pub(super) squares: Bits,
    /// Whether no more than one man leaves its square.
    pub(super) leaves_one: bool,
}

impl Changes {
    /// What a move of `side` changes.
    #[inline]
    pub(super) fn of(mv: &Move, side: Side) -> Changes {
        let mut squares = bit(mv.from) | bit(mv.to);
        let mut leaves_one = true;
        if let Some(at) = mv.captured {
            squares |= bit(at);
            leaves_one = at == mv.to;
        }
        if let Special::Castling(wing) = mv.special {
            let castle = Castle::of(side, wing);
            squares |= bit(castle.rook_from) | bit(castle.rook_to);
            leaves_one = false;
        }
        if !mv.effects.is_empty() {
            for effect in mv.effects.iter() {
                squares |= match effect {
                    Effect::Appears(_, at) | Effect::Becomes(at, _) => bit(at),
                    Effect::Vanishes(at) => {
                        leaves_one = false;
                        bit(at)
                    }
                    Effect::Transfers(from, to) => {
                        leaves_one = false;
                        bit(from) | bit(to)
                    }
                };
            }
        }
        Changes { squares, leaves_one }
    }
}

/// The men that come to stand on a square by a move. Some that stand there only for a while are told
/// too.
pub(super) struct Newcomers {
    men: [(Square, Man); Newcomers::MOST],
    count: usize,
}

impl Newcomers {
    /// The mover, a castling rook, and one for each effect.
    const MOST: usize = 2 + Effects::MOST;

    /// The newcomers of a move of `side`; none if nobody moves.
    #[inline]
    pub(super) fn of(position: &Position, mv: &Move, side: Side) -> Option<Newcomers> {
        let mover = position.variant().arriving(position.man(mv.from)?, mv);
        let mut newcomers = Newcomers { men: [(mv.to, mover); Newcomers::MOST], count: 1 };
        if let Special::Castling(wing) = mv.special {
            let castle = Castle::of(side, wing);
            newcomers.add(castle.rook_to, position.man(castle.rook_from)?);
        }
        if !mv.effects.is_empty() {
            for effect in mv.effects.iter() {
                match effect {
                    // what it was before does not matter
                    Effect::Becomes(at, man) if at == mv.to => newcomers.men[0].1 = man,
                    Effect::Appears(man, at) | Effect::Becomes(at, man) => newcomers.add(at, man),
                    Effect::Vanishes(_) => {}
                    Effect::Transfers(from, to) if from == mv.to => {
                        newcomers.add(to, newcomers.men[0].1);
                    }
                    Effect::Transfers(from, to) => {
                        if let Some(man) = position.man(from) {
                            newcomers.add(to, man);
                        }
                    }
                }
            }
        }
        Some(newcomers)
    }

    fn add(&mut self, at: Square, man: Man) {
        self.men[self.count] = (at, man);
        self.count += 1;
    }

    #[inline]
    pub(super) fn any(&self, mut holds: impl FnMut(Square, Man) -> bool) -> bool {
        self.men[..self.count].iter().any(|&(at, man)| holds(at, man))
    }
}
