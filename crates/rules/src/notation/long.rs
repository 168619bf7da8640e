//! Moves in long algebraic notation, as composers write them.
//!
//! `Sg1-f3`, `e7*d8=Q`, `e5*d6 ep.`, `0-0`; a locust's capture `La1*a4-a5`; neutral and royal men
//! with `n` and `r` in front; what conditions add in brackets: a rebirth `[+bSg8]`, a removal
//! `[-wPd5]`, a transfer `[wBd6->c1]`, a change `[d5=bQ]`.

use super::NotationError;
use crate::{
    geometry::Square,
    kind::Nature,
    man::{Colour, KindId, Man},
    moves::{Effect, Move, Special, Wing},
    position::Position,
    rules::Rules,
};

impl Position {
    /// A move of this position in long algebraic notation.
    pub fn long(&self, mv: &Move) -> String {
        let name = |square: Square| self.geometry().name(square);
        let mut text = match mv.special {
            Special::Castling(Wing::King) => "0-0".to_owned(),
            Special::Castling(Wing::Queen) => "0-0-0".to_owned(),
            _ => {
                let mover = self.man(mv.from).map(|man| self.mover(man)).unwrap_or_default();
                match mv.captured {
                    None => format!("{mover}{}-{}", name(mv.from), name(mv.to)),
                    Some(at) if at == mv.to || mv.special == Special::EnPassant => {
                        format!("{mover}{}*{}", name(mv.from), name(mv.to))
                    }
                    Some(at) => format!("{mover}{}*{}-{}", name(mv.from), name(at), name(mv.to)),
                }
            }
        };
        if mv.special == Special::EnPassant {
            text += " ep.";
        }
        if let Some(kind) = mv.promotion {
            let neutral = self.man(mv.from).is_some_and(|man| man.colour == Colour::Neutral);
            text += if neutral { "=n" } else { "=" };
            text += self.variant().kind(kind).letters();
        }
        // the man on a square may have arrived there by this very move
        let arrived = |square: Square| match square == mv.to {
            true => {
                self.man(mv.from).map(|man| Man { kind: mv.promotion.unwrap_or(man.kind), ..man })
            }
            false => self.man(square),
        };
        for effect in mv.effects.iter() {
            text += &match effect {
                Effect::Appears(man, square) => format!("[+{}{}]", self.full(man), name(square)),
                Effect::Vanishes(square) => {
                    let man = arrived(square).map(|man| self.full(man)).unwrap_or_default();
                    format!("[-{man}{}]", name(square))
                }
                Effect::Becomes(square, man) => format!("[{}={}]", name(square), self.full(man)),
                Effect::Transfers(from, to) => {
                    let man = arrived(from).map(|man| self.full(man)).unwrap_or_default();
                    format!("[{man}{}->{}]", name(from), name(to))
                }
            };
        }
        text
    }

    /// The letters before a move: nothing for an ordinary pawn.
    fn mover(&self, man: Man) -> String {
        let attributes = self.attributes(man);
        match man.kind {
            KindId::PAWN if attributes.is_empty() => String::new(),
            kind => attributes + self.variant().kind(kind).letters(),
        }
    }

    fn attributes(&self, man: Man) -> String {
        let mut attributes = String::new();
        if man.colour == Colour::Neutral {
            attributes.push('n');
        }
        if man.royal && self.variant().kind(man.kind).nature() != Nature::King {
            attributes.push('r');
        }
        attributes
    }

    /// A man with its colour: `bS`, `nG`.
    fn full(&self, man: Man) -> String {
        let royal = man.royal && self.variant().kind(man.kind).nature() != Nature::King;
        let letters = self.variant().kind(man.kind).letters();
        format!("{}{}{letters}", man.colour.letter(), if royal { "r" } else { "" })
    }

    /// The legal move written so.
    pub fn parse_long(&mut self, text: &str) -> Result<Move, NotationError> {
        let moves = self.legal_moves();
        let wanted = text.trim();
        moves.into_iter().find(|mv| self.long(mv) == wanted).ok_or_else(|| {
            NotationError::at(text, 0, "no legal move", "write it as `solusrex moves` lists it")
        })
    }
}
