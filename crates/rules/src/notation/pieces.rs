//! Lists of pieces as Popeye's input has them.
//!
//! ```text
//! list   := { colour { { attribute } man } }
//! colour := White | Black | Neutral
//! attribute := Royal | Kamikaze | Bul | ..
//! man    := KIND square { square }             Ke1  Pa2b2c2  NHa6  15d4  S b1g1  grasshopper d4
//!         | KIND/KIND square { square }        R/Bd4: a hunter, up as a rook, down as a bishop
//! ```
//!
//! Knights are `S`, nightriders `N`. Men are separated by blanks, commas or semicolons; words in
//! either case. `Royal` makes the next man royal; other [attributes](crate::Attribute) hold for the
//! men behind them up to the next attribute or colour. White is to move, and kings and rooks that
//! stand at home may castle.
//!
//! ```
//! use solusrex_rules::Position;
//!
//! let text = "White Ke1 Rh1 Ga4 Black Royal Bd8 Neutral Sf6";
//! let position = Position::from_pieces(text, &Default::default())?;
//! assert_eq!(position.pieces(), "White Ke1 Rh1 Ga4 Black Royal Bd8 Neutral Sf6");
//! # Ok::<(), solusrex_rules::notation::NotationError>(())
//! ```

use super::{Named, NotationError, Setting, playable, set_up, shown};
use crate::{
    attribute::{Attribute, Attributes},
    geometry::Square,
    kind::{Kind, Nature, catalogue},
    man::{Colour, KindId, Side},
    position::Position,
    squares::Squares,
};

/// Whether a text begins as a list of pieces does.
pub fn looks_like_pieces(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or("");
    colour(word).is_some()
}

fn colour(word: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| colour.to_string().eq_ignore_ascii_case(word))
}

impl Position {
    /// A position from a list of pieces, White to move.
    pub fn from_pieces(text: &str, setting: &Setting) -> Result<Position, NotationError> {
        Position::from_pieces_for(text, setting, Side::White)
    }

    /// A position from a list of pieces with the given side to move.
    pub fn from_pieces_for(
        text: &str,
        setting: &Setting,
        side: Side,
    ) -> Result<Position, NotationError> {
        let named = Reader { text, setting, occupied: Squares::EMPTY }.read()?;
        let mut position = set_up(setting.geometry, setting, named, side)?;
        position.grant_all_castling();
        playable(position, text)
    }

    /// The men as a list: by colour, kings first.
    pub fn pieces(&self) -> String {
        let mut text = String::new();
        for colour in Colour::ALL {
            let mut men: Vec<_> = self.men().filter(|(_, man)| man.colour == colour).collect();
            men.sort_by_key(|&(square, man)| (man.attributes, !man.royal, man.kind, square));
            if men.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text += &colour.to_string();
            let mut attributes = Attributes::NONE;
            let mut last: Option<(KindId, bool)> = None;
            for (square, man) in men {
                let kind = self.variant().kind(man.kind);
                let royal = man.royal && kind.nature() != Nature::King;
                if man.attributes != attributes {
                    attributes = man.attributes;
                    text += &format!(" {attributes}");
                    last = None;
                }
                if last != Some((man.kind, man.royal)) || royal {
                    text += if royal { " Royal " } else { " " };
                    text += kind.letters();
                }
                text += &self.geometry().name(square).to_string();
                last = Some((man.kind, man.royal));
            }
        }
        text
    }
}

struct Reader<'a> {
    text: &'a str,
    setting: &'a Setting,
    occupied: Squares,
}

impl<'a> Reader<'a> {
    fn wrong<T>(&self, word: &'a str, what: &str, remedy: &str) -> Result<T, NotationError> {
        let byte = word.as_ptr() as usize - self.text.as_ptr() as usize;
        Err(NotationError::at(self.text, byte, format!("{what} {:?}", shown(word)), remedy))
    }

    fn read(mut self) -> Result<Vec<Named>, NotationError> {
        let mut words =
            self.text.split([' ', '\t', '\r', '\n', ',', ';']).filter(|w| !w.is_empty());
        let mut men = Vec::new();
        let mut current = None;
        let mut royal = false;
        let mut attributes = Attributes::NONE;
        // whether the next attribute comes on top of those before
        let mut open = false;
        while let Some(word) = words.next() {
            if let Some(colour) = colour(word) {
                current = Some(colour);
                (attributes, open) = (Attributes::NONE, true);
                continue;
            }
            let Some(colour) = current else {
                return self.wrong(word, "no colour before", "begin with White, Black or Neutral");
            };
            if word.eq_ignore_ascii_case("royal") {
                royal = true;
                continue;
            }
            let known = |attribute: &Attribute| attribute.name().eq_ignore_ascii_case(word);
            if let Some(attribute) = Attribute::ALL.into_iter().find(known) {
                let before = if open { attributes } else { Attributes::NONE };
                (attributes, open) = (before.with(attribute), true);
                continue;
            }
            open = false;
            let (kind, squares) = match self.man(word)? {
                (kind, Some(squares)) => (kind, squares),
                (kind, None) => {
                    let next = words.next().unwrap_or(&self.text[self.text.len()..]);
                    (
                        kind,
                        self.squares(next).map_or_else(
                            || self.wrong(next, "no squares", "squares of the board such as a1h1"),
                            Ok,
                        )?,
                    )
                }
            };
            for square in squares {
                if self.occupied.contains(square) {
                    return self.wrong(
                        word,
                        "a second man on the same square:",
                        "one man a square",
                    );
                }
                self.occupied.insert(square);
                men.push(Named {
                    square,
                    colour,
                    royal: std::mem::take(&mut royal),
                    attributes,
                    kind: kind.clone(),
                });
            }
        }
        match men.is_empty() {
            true => {
                Err(NotationError::at(self.text, 0, "no men", "such as White Ke1 Qd1 Black Ke8"))
            }
            false => Ok(men),
        }
    }

    /// A kind with its squares, or a kind alone.
    fn man(&self, word: &'a str) -> Result<(Kind, Option<Vec<Square>>), NotationError> {
        // a kind has one or two letters; of a hunter those behind the stroke are counted
        let stroke = word.find('/').map_or(0, |stroke| stroke + 1);
        let split = |n| word.split_at_checked(stroke + n);
        for (letters, squares) in (1..=2).filter_map(split) {
            if let Some(kind) = self.setting.kind(letters)
                && let Some(squares) = self.squares(squares)
            {
                return Ok((kind, Some(squares)));
            }
        }
        let by_name = || catalogue::find_by_name(word).cloned();
        if let Some(kind) = self.setting.kind(word).or_else(by_name) {
            return Ok((kind, None));
        }
        // say which half of the word is at fault
        if let Some((letters, _)) =
            (1..=2).filter_map(split).find(|(_, rest)| self.squares(rest).is_some())
        {
            let remedy = "letters as in `solusrex pieces`, or define it with --kind";
            return self.wrong(word, &format!("unknown kind {letters:?} in"), remedy);
        }
        let remedy = format!(
            "a kind and its squares on a board of {}, such as Ka1 or Pa2b2",
            self.setting.geometry
        );
        self.wrong(word, "no man", &remedy)
    }

    /// One or more squares and nothing else.
    fn squares(&self, mut text: &str) -> Option<Vec<Square>> {
        let mut squares = Vec::new();
        while !text.is_empty() {
            let (square, rest) = self.setting.geometry.square_prefix(text)?;
            squares.push(square);
            text = rest;
        }
        (!squares.is_empty()).then_some(squares)
    }
}
