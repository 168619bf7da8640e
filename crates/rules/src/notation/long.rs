//! Moves in long algebraic notation, as composers write them.
//!
//! `Sg1-f3`, `e7*d8=Q`, `e5*d6 ep.`, `0-0`; a locust's capture `La1*a4-a5`; neutral and royal men
//! with `n` and `r` in front; what conditions add in brackets: a rebirth `[+bSg8]`, a removal
//! `[-wPd5]`, a transfer `[wBd6->c1]`, a change `[d5=Q]`, `[d5=b]` or `[d5=bQ]`, without brackets if it
//! is the mover's own.

use super::NotationError;
use crate::{
    attribute::{Attribute, Attributes},
    conditions::castled_rook,
    geometry::Square,
    kind::Nature,
    man::{Colour, KindId, Man, Side},
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
                    Some(_) if mv.special == Special::EnPassant => {
                        let over = self.en_passant().map_or(mv.to, |passed| passed.over);
                        let took = format!("{mover}{}*{} ep.", name(mv.from), name(over));
                        match over == mv.to {
                            true => took,
                            false => format!("{took}-{}", name(mv.to)),
                        }
                    }
                    Some(at) if at == mv.to => {
                        format!("{mover}{}*{}", name(mv.from), name(mv.to))
                    }
                    Some(at) => format!("{mover}{}*{}-{}", name(mv.from), name(at), name(mv.to)),
                }
            }
        };
        if let Some(kind) = mv.promotion {
            let attributes = self.man(mv.from).map(|man| self.attributes(man));
            text += &format!("={}", attributes.unwrap_or_default());
            text += self.variant().kind(kind).letters();
        }
        if self.variant().alice {
            let mover = self.man(mv.from).map(|man| self.variant().arriving(man, mv));
            let second = mover.is_some_and(|man| man.has(Attribute::AliceB));
            text.push(if second { 'B' } else { 'A' });
        }
        // the man on a square may have arrived there by this very move, and have changed since
        let mut mover = self.man(mv.from).map(|man| self.variant().arriving(man, mv));
        let rook = castled_rook(self, mv);
        let mut effects = mv.effects.iter().peekable();
        while let Some(effect) = effects.next() {
            let arrived = |square: Square| match rook {
                _ if square == mv.to => mover,
                Some((at, rook)) if at == square => Some(rook),
                _ => self.man(square),
            };
            text += &match effect {
                Effect::Appears(man, square) if self.was_pawn(mv, man, square) => {
                    let pawn = self.full(Man { kind: KindId::PAWN, ..man });
                    let letters = self.variant().kind(man.kind).letters();
                    format!("[+{pawn}{}={letters}]", name(square))
                }
                Effect::Appears(man, square) => format!("[+{}{}]", self.full(man), name(square)),
                Effect::Vanishes(square) => {
                    let man = arrived(square).map(|man| self.full(man)).unwrap_or_default();
                    format!("[-{man}{}]", name(square))
                }
                Effect::Becomes(square, man) => {
                    if square == mv.to {
                        self.metamorphosis(mover.replace(man), man)
                    } else {
                        format!("[{}={}]", name(square), self.news(arrived(square), man))
                    }
                }
                Effect::Turns(square) => {
                    let man = arrived(square);
                    let turned = man.map(Man::turncoat);
                    if square == mv.to {
                        mover = turned;
                    }
                    let news = turned.map(|turned| self.news(man, turned));
                    format!("[{}={}]", name(square), news.unwrap_or_default())
                }
                Effect::Transfers(from, to) => {
                    let goes = arrived(from);
                    // it may arrive as another
                    let becomes = effects.next_if(
                        |next| matches!(next, Effect::Becomes(square, _) if *square == to),
                    );
                    let news = match becomes {
                        Some(Effect::Becomes(_, man)) => self.news(goes, man),
                        _ => String::new(),
                    };
                    let man = goes.map(|man| self.full(man)).unwrap_or_default();
                    match from == mv.to || news.is_empty() {
                        true => format!("[{man}{}->{news}{}]", name(from), name(to)),
                        false => format!("[{man}{}->{}={news}]", name(from), name(to)),
                    }
                }
            };
        }
        text
    }

    /// What the mover has become: its kind, its colour, its attributes.
    fn metamorphosis(&self, old: Option<Man>, new: Man) -> String {
        let Some(old) = old.filter(|old| old.royal == new.royal) else {
            return format!("={}", self.full(new));
        };
        let mut text = String::new();
        if old.kind != new.kind {
            let attributes = self.attributes(Man { kind: new.kind, ..old });
            text += &format!("={attributes}{}", self.variant().kind(new.kind).letters());
        }
        let lost = |attribute| old.has(attribute) && !new.has(attribute);
        let flighty = lost(Attribute::Volage);
        if old.attributes != new.attributes && !flighty {
            text += &format!("={}", self.attributes(Man { colour: old.colour, ..new }));
        }
        if old.colour != new.colour {
            let colour = new.colour.letter();
            let neutral = [old.colour, new.colour].contains(&Colour::Neutral);
            let anda = new.has(Attribute::Anda) || new.has(Attribute::AndaInverse);
            text += &match () {
                () if neutral && anda => {
                    format!("[={colour}{}]", self.letters(new))
                }
                () if neutral && new.has(Attribute::HalfNeutral) => format!("={colour}h"),
                () => format!("={colour}"),
            };
        }
        text
    }

    /// Whether a man that appears on a square was captured as a pawn and is promoted there.
    fn was_pawn(&self, mv: &Move, man: Man, square: Square) -> bool {
        let captured = mv.captured.and_then(|at| self.man(at));
        let captured = captured.or(self.captive().map(|(_, man)| man));
        let side = match man.colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
            Colour::Neutral => !self.side_to_move(),
        };
        man.kind != KindId::PAWN
            && captured.is_some_and(|old| old.kind == KindId::PAWN && old.colour == man.colour)
            && self.promotes(KindId::PAWN, side, square)
    }

    /// What is new about a man: its colour, its kind, or both.
    fn news(&self, old: Option<Man>, new: Man) -> String {
        let letters = self.variant().kind(new.kind).letters();
        match old {
            Some(old) if old.kind == new.kind && old.royal == new.royal => {
                new.colour.letter().to_string()
            }
            Some(old) if old.colour == new.colour && old.royal == new.royal => letters.to_owned(),
            _ => self.full(new),
        }
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
        attributes + &self.letters(man)
    }

    /// The letters of what a man is and others are not.
    fn letters(&self, man: Man) -> String {
        let given = self.variant().endowed;
        man.attributes.iter().filter(|&own| !given.has(own)).collect::<Attributes>().letters()
    }

    /// A man with its colour: `bS`, `nG`.
    fn full(&self, man: Man) -> String {
        let royal = man.royal && self.variant().kind(man.kind).nature() != Nature::King;
        let letters = self.variant().kind(man.kind).letters();
        let attributes = self.letters(man);
        format!("{}{}{attributes}{letters}", man.colour.letter(), if royal { "r" } else { "" })
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
