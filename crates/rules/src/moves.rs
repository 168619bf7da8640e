//! Moves, and what they do besides moving a man.

use std::fmt;

use crate::{
    attribute::Attributes,
    geometry::Square,
    man::{Colour, KindId, Man, Side},
};

/// A move: one man from a square to a square, and what comes of it.
///
/// A move belongs to the position it was made for; [`Position::long`](crate::Position::long) writes
/// it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the man leaves.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
    /// Where a man is captured: the arrival square, or another one (en passant, locusts).
    pub captured: Option<Square>,
    /// The man that is hopped over, where somebody asks for it: a man with an attribute such as
    /// [`Bul`](crate::Attribute::Bul).
    pub hurdle: Option<Hurdle>,
    /// What a pawn becomes.
    pub promotion: Option<KindId>,
    /// The special moves of orthodox chess.
    pub special: Special,
    /// What conditions add, in order.
    pub effects: Effects,
}

impl Move {
    /// A plain move or capture.
    #[inline]
    pub(crate) const fn plain(from: Square, to: Square, captured: Option<Square>) -> Move {
        Move {
            from,
            to,
            captured,
            hurdle: None,
            promotion: None,
            special: Special::None,
            effects: Effects::NONE,
        }
    }
}

/// A man that is hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hurdle {
    /// Where it stands.
    pub square: Square,
    /// If it moves too: which of the moves open to it that is, in the order of their directions.
    pub nth: u8,
}

/// The special moves of orthodox chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// An ordinary move.
    None,
    /// A pawn's double step over this square.
    DoubleStep(Square),
    /// A capture en passant.
    EnPassant,
    /// Castling.
    Castling(Wing),
}

/// The two ways to castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// `0-0`
    King,
    /// `0-0-0`
    Queen,
}

impl Wing {
    /// King's wing, queen's wing.
    pub const BOTH: [Wing; 2] = [Wing::King, Wing::Queen];
}

/// Something that happens to the board after the move itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A man appears on an empty square: a rebirth.
    Appears(Man, Square),
    /// The man on a square leaves the board.
    Vanishes(Square),
    /// The man on a square becomes another.
    Becomes(Square, Man),
    /// The man on a square goes on to an empty square.
    Transfers(Square, Square),
    /// The man on a square, not a neutral one, changes sides.
    Turns(Square),
}

impl Effect {
    /// As a word; 0 stands for no effect.
    const fn packed(self) -> u64 {
        const fn man(man: Man) -> u64 {
            let Man { kind, colour, royal, attributes, origin } = man;
            (colour as u64) << 3
                | (royal as u64) << 5
                | (kind.0 as u64) << 16
                | (origin as u64) << 24
                | (attributes.bits() as u64) << 32
        }
        match self {
            Effect::Appears(who, at) => 1 | (at.0 as u64) << 8 | man(who),
            Effect::Vanishes(at) => 2 | (at.0 as u64) << 8,
            Effect::Becomes(at, who) => 3 | (at.0 as u64) << 8 | man(who),
            Effect::Transfers(from, to) => 4 | (from.0 as u64) << 8 | (to.0 as u64) << 16,
            Effect::Turns(at) => TURNS | 1 << 3 | (at.0 as u64) << 8,
        }
    }

    /// The effect that a word tells; of several men that turn, the nth.
    #[inline]
    fn unpacked(word: u64, nth: u64) -> Option<Effect> {
        let at = Square((word >> (8 + 8 * nth)) as u8);
        let man = || Man {
            kind: KindId((word >> 16) as u8),
            colour: Colour::ALL[(word >> 3 & 3) as usize],
            royal: word >> 5 & 1 != 0,
            attributes: Attributes::from_bits((word >> 32) as u32),
            origin: (word >> 24) as u8,
        };
        match word & 7 {
            1 => Some(Effect::Appears(man(), at)),
            2 => Some(Effect::Vanishes(at)),
            3 => Some(Effect::Becomes(at, man())),
            4 => Some(Effect::Transfers(at, Square((word >> 16) as u8))),
            TURNS => Some(Effect::Turns(at)),
            _ => None,
        }
    }
}

/// The tag of a word that tells of men who turn: their number stands behind it, then their squares.
const TURNS: u64 = 5;
/// How many men one word can turn.
const TURNS_MOST: u64 = 7;

/// How many men such a word turns.
const fn turned(word: u64) -> u64 {
    word >> 3 & 7
}

/// Up to [`Effects::MOST`] effects of one move, a word each (men that turn share one): moves are made and copied by the million,
/// and most have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Effects([u64; Effects::MOST]);

impl Effects {
    /// How many effects a move can have.
    pub const MOST: usize = 6;
    /// No effect.
    pub const NONE: Effects = Effects([0; Effects::MOST]);

    /// Adds an effect after the others.
    ///
    /// # Panics
    ///
    /// When there are [`Effects::MOST`] already: no combination of conditions reaches that.
    pub fn push(&mut self, effect: Effect) {
        let free = self.0.iter_mut().find(|word| **word == 0);
        *free.expect("a move has few effects") = effect.packed();
    }

    /// Adds that the man on a square becomes another. Two changes on one square are one.
    pub(crate) fn change(&mut self, square: Square, man: Man) {
        let becomes = |word: u64| match Effect::unpacked(word, 0) {
            Some(Effect::Becomes(at, _)) => at == square,
            _ => false,
        };
        match self.0.iter_mut().rev().find(|word| becomes(**word)) {
            Some(word) => *word = Effect::Becomes(square, man).packed(),
            None => self.push(Effect::Becomes(square, man)),
        }
    }

    /// Adds that the man on a square changes sides. Many can do so at once.
    pub(crate) fn turn(&mut self, square: Square) {
        let last = self.0.iter_mut().rev().find(|word| **word != 0);
        match last {
            Some(word) if *word & 7 == TURNS && turned(*word) < TURNS_MOST => {
                *word |= u64::from(square.0) << (8 + 8 * turned(*word));
                *word += 1 << 3;
            }
            _ => self.push(Effect::Turns(square)),
        }
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] == 0
    }

    /// The effects in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Effect> {
        let (words, mut place, mut nth) = (self.0, 0, 0);
        std::iter::from_fn(move || {
            let &word = words.get(place)?;
            let effect = Effect::unpacked(word, nth)?;
            nth += 1;
            if !matches!(effect, Effect::Turns(_)) || nth == turned(word) {
                (place, nth) = (place + 1, 0);
            }
            Some(effect)
        })
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The rook's and the king's squares in castling, on a board of 8 x 8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castle {
    pub(crate) king_from: Square,
    pub(crate) king_over: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
}

impl Castle {
    pub(crate) const fn of(side: Side, wing: Wing) -> Castle {
        let home = match side {
            Side::White => 0,
            Side::Black => 56,
        };
        let (over, to, rook) = match wing {
            Wing::King => (5, 6, 7),
            Wing::Queen => (3, 2, 0),
        };
        Castle {
            king_from: Square(home + 4),
            king_over: Square(home + over),
            king_to: Square(home + to),
            rook_from: Square(home + rook),
            rook_to: Square(home + over),
        }
    }

    /// The squares that must be empty.
    pub(crate) fn path(self) -> impl Iterator<Item = Square> {
        let (low, high) =
            (self.king_from.0.min(self.rook_from.0), self.king_from.0.max(self.rook_from.0));
        (low + 1..high).map(Square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::Attribute;

    #[test]
    fn effects_come_back_as_they_were_put_in() {
        let attributes = Attributes::from_iter([Attribute::Kamikaze, Attribute::AliceB]);
        let man =
            Man { kind: KindId(199), colour: Colour::Neutral, royal: true, attributes, origin: 64 };
        let all = [
            Effect::Appears(man, Square(255)),
            Effect::Vanishes(Square(0)),
            Effect::Becomes(Square(17), Man::plain(KindId::KING, Colour::White, false)),
            Effect::Transfers(Square(254), Square(1)),
        ];
        let mut effects = Effects::NONE;
        all.into_iter().for_each(|effect| effects.push(effect));
        assert!(effects.iter().eq(all));
        effects.change(Square(17), man);
        assert_eq!(effects.iter().nth(2), Some(Effect::Becomes(Square(17), man)));
        assert_eq!(effects.iter().count(), all.len());
        // many men turn
        (10..22).for_each(|square| effects.turn(Square(square)));
        let turned = (10..22).map(|square| Effect::Turns(Square(square)));
        assert!(effects.iter().skip(all.len()).eq(turned));
    }
}
