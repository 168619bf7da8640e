//! What a move changes.

use super::{Bits, bit};
use crate::{
    geometry::Square,
    man::{Man, Side},
    moves::{Castle, Effect, Move, Special},
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
                    Effect::Appears(_, at) | Effect::Becomes(at, _) | Effect::Turns(at) => bit(at),
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
#[derive(Clone, Copy)]
pub(super) struct Newcomers<'a> {
    position: &'a Position,
    mv: &'a Move,
    /// What arrives with the move.
    mover: Man,
    /// A castling rook.
    rook: Option<(Square, Man)>,
}

impl<'a> Newcomers<'a> {
    /// The newcomers of a move of `side`; none if nobody moves.
    #[inline]
    pub(super) fn of(position: &'a Position, mv: &'a Move, side: Side) -> Option<Newcomers<'a>> {
        let mut mover = position.variant().arriving(position.man(mv.from)?, mv);
        let rook = match mv.special {
            Special::Castling(wing) => {
                let castle = Castle::of(side, wing);
                Some((castle.rook_to, position.man(castle.rook_from)?))
            }
            _ => None,
        };
        if !mv.effects.is_empty() {
            for effect in mv.effects.iter() {
                match effect {
                    // what it was before does not matter
                    Effect::Becomes(at, man) if at == mv.to => mover = man,
                    Effect::Turns(at) if at == mv.to => mover = mover.turncoat(),
                    _ => {}
                }
            }
        }
        Some(Newcomers { position, mv, mover, rook })
    }

    #[inline]
    pub(super) fn any(&self, mut holds: impl FnMut(Square, Man) -> bool) -> bool {
        holds(self.mv.to, self.mover)
            || self.rook.is_some_and(|(at, man)| holds(at, man))
            || !self.mv.effects.is_empty() && self.any_by_effect(holds)
    }

    fn any_by_effect(&self, mut holds: impl FnMut(Square, Man) -> bool) -> bool {
        self.mv.effects.iter().any(|effect| match effect {
            Effect::Appears(man, at) | Effect::Becomes(at, man) => holds(at, man),
            Effect::Vanishes(_) => false,
            Effect::Turns(at) => self.stood(at).is_some_and(|man| holds(at, man.turncoat())),
            Effect::Transfers(from, to) if from == self.mv.to => holds(to, self.mover),
            Effect::Transfers(from, to) => {
                self.position.man(from).is_some_and(|man| holds(to, man))
            }
        })
    }

    /// Who stands on a square before anybody turns; the mover is told with all that it has become.
    fn stood(&self, at: Square) -> Option<Man> {
        let stands = if at == self.mv.to { None } else { self.position.man(at) };
        self.mv.effects.iter().fold(stands, |stands, effect| match effect {
            Effect::Appears(man, square) | Effect::Becomes(square, man) if square == at => {
                Some(man)
            }
            Effect::Transfers(from, to) if to == at => match from == self.mv.to {
                true => Some(self.mover),
                false => self.position.man(from),
            },
            _ => stands,
        })
    }
}
