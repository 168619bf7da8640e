//! FEN, and an extended FEN for other boards, kinds and neutral men.
//!
//! Orthodox FEN goes through shakmaty. The extended form begins with the board:
//!
//! ```text
//! fen   := board placement [side [castling [en-passant [clock [number]]]]]
//! board := WIDTHxHEIGHT[v|h|t]          v, h: vertical, horizontal cylinder; t: torus
//! ```
//!
//! The placement is as in FEN, ranks from the top, `/` between them, numbers (of one or two digits)
//! for empty squares, with these differences:
//!
//! * letters are the composers': `S` is the knight, `N` the nightrider, `G` the grasshopper;
//! * a kind of two letters stands behind a dot: `.NH` is White's, `.nh` Black's; a hunter in
//!   parentheses: `(R/NH)`;
//! * `=` before a man makes it neutral, `+` White's, `-` Black's (for kinds named by digits), and
//!   `!` makes it royal, names in braces such as `{Bul+Chameleon}` give it attributes.
//!
//! ```
//! use solusrex_rules::Position;
//!
//! for fen in [
//!     "8x8 4k3/8/4g3/8/2.NH5/5=s2/8/4K3 w - - 0 1",
//!     "10x10t 10/10/4k5/10/10/10/10/10/3R6/4K5 w - - 0 1",
//!     "8x8 4k3/8/4{Bul}g3/8/8/5={Chameleon+Anda}s2/8/4K3 w - - 0 1",
//!     "8x8v 3!b4/8/8/8/+.157/8/8/3K4 b - - 0 1",
//!     "8x8 4k3/8/4(g/nh)3/8/2(R/B)5/8/8/4K3 w - - 0 1",
//! ] {
//!     assert_eq!(Position::from_fen(fen, &Default::default())?.fen(), fen);
//! }
//! # Ok::<(), solusrex_rules::notation::NotationError>(())
//! ```

use shakmaty::fen::{Fen, ParseFenError};

use super::{Named, NotationError, Setting, playable, set_up};
use crate::{
    attribute::Attribute,
    geometry::{Geometry, Topology},
    kind::{Kind, Nature, catalogue},
    man::{Colour, Man, Side},
    moves::Wing,
    orthodox::general,
    position::Position,
    variant::Variant,
};

/// Orthodox FEN; underscores may stand for blanks, and trailing fields may be missing.
pub(crate) fn parse(text: &str) -> Result<Fen, NotationError> {
    let wrong = |field, what, remedy| {
        let byte = fields(text).nth(field).map_or(text.len(), |(byte, _)| byte);
        let byte = if field == 0 { byte + bad_placement(&text[byte..]) } else { byte };
        NotationError::at(text, byte, what, remedy)
    };
    let fen = Fen::from_ascii(text.trim().as_bytes()).map_err(|error| {
        let (field, what, remedy) = match error {
            ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
                (0, "bad placement", "eight ranks of eight squares: KQRBNP kqrbnp and digits")
            }
            ParseFenError::InvalidTurn => (1, "bad side to move", "w or b"),
            ParseFenError::InvalidCastling => (2, "bad castling rights", "- or some of KQkq"),
            ParseFenError::InvalidEpSquare => (3, "bad en-passant square", "- or a square"),
            ParseFenError::InvalidHalfmoveClock => (4, "bad half-move clock", "a number"),
            ParseFenError::InvalidFullmoves => (5, "bad move number", "a number"),
            _ => (0, "bad FEN", "placement, side, castling, en passant, clock, number"),
        };
        wrong(field, what, remedy)
    })?;
    let setup = fen.as_setup();
    if setup.halfmoves >= COUNTED || setup.fullmoves.get() >= COUNTED {
        let field = if setup.halfmoves >= COUNTED { 4 } else { 5 };
        return Err(wrong(field, "a count too large", "below a million"));
    }
    Ok(fen)
}

/// Half-move clocks and move numbers stay below this.
const COUNTED: u32 = 1_000_000;

/// The fields of a FEN with their places.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split([' ', '_', '\t'])
        .filter(|field| !field.is_empty())
        .map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
}

/// Where a placement of 8 x 8 goes wrong.
fn bad_placement(placement: &str) -> usize {
    let (mut file, mut rank) = (0, 0);
    for (byte, c) in placement.char_indices() {
        match c {
            '1'..='8' => file += c as usize - '0' as usize,
            '/' if file == 8 && rank < 7 => (file, rank) = (0, rank + 1),
            'k' | 'q' | 'r' | 'b' | 'n' | 'p' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' => file += 1,
            _ => return byte,
        }
        if file > 8 {
            return byte;
        }
    }
    placement.len()
}

/// A board as an extended FEN names it: `10x10t`.
fn board_name(geometry: &Geometry) -> String {
    let topology = match geometry.topology() {
        Topology::Plane => "",
        Topology::VerticalCylinder => "v",
        Topology::HorizontalCylinder => "h",
        Topology::Torus => "t",
    };
    format!("{}x{}{topology}", geometry.width(), geometry.height())
}

impl Position {
    /// A position from FEN or extended FEN, which may leave its board to the setting. Castling rights
    /// and en-passant squares that cannot be are ignored; kings may be missing.
    pub fn from_fen(text: &str, setting: &Setting) -> Result<Position, NotationError> {
        let first = fields(text).next().map_or("", |(_, field)| field);
        let extended = first.bytes().next().is_some_and(|b| b.is_ascii_digit())
            && first.contains('x')
            && !first.contains('/');
        let is_usual = (setting.geometry.width(), setting.geometry.height()) == (8, 8);
        let position = match (extended, is_usual) {
            (true, _) => extended_fen(text, setting),
            (false, true) => orthodox_fen(text, setting),
            // another board is read as if it were named
            (false, false) => {
                extended_fen(&format!("{} {text}", board_name(&setting.geometry)), setting)
            }
        }?;
        playable(position, text)
    }

    /// The position as FEN, extended where FEN cannot say it.
    pub fn fen(&self) -> String {
        let geometry = self.geometry();
        let orthodox = geometry.is_chess()
            && self.men().all(|(_, man)| {
                let kind = self.variant().kind(man.kind);
                kind.is_orthodox()
                    && man.colour != Colour::Neutral
                    && man.royal == (kind.nature() == Nature::King)
                    && man.attributes.is_empty()
            });
        let mut text = String::new();
        if !orthodox {
            text += &board_name(geometry);
            text.push(' ');
        }
        for rank in (0..geometry.height()).rev() {
            let mut empty = 0;
            for file in 0..geometry.width() {
                let square = geometry.at(file as i32, rank as i32);
                match square.and_then(|square| self.man(square)) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text +=
                            &if orthodox { self.letter(man) } else { self.extended_letters(man) };
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text += match self.side_to_move() {
            Side::White => " w ",
            Side::Black => " b ",
        };
        let rights: String = [
            ('K', Side::White, Wing::King),
            ('Q', Side::White, Wing::Queen),
            ('k', Side::Black, Wing::King),
            ('q', Side::Black, Wing::Queen),
        ]
        .into_iter()
        .filter(|&(_, side, wing)| self.may_castle(side, wing))
        .map(|(letter, ..)| letter)
        .collect();
        text += if rights.is_empty() { "-" } else { &rights };
        match self.en_passant() {
            Some(ep) => text += &format!(" {}", geometry.name(ep.over)),
            None => text += " -",
        }
        text + &format!(" {} {}", self.halfmove_clock(), self.move_number())
    }

    fn letter(&self, man: Man) -> String {
        let letters = match self.variant().kind(man.kind).letters() {
            "S" => "N",
            other => other,
        };
        match man.colour {
            Colour::Black => letters.to_ascii_lowercase(),
            _ => letters.to_owned(),
        }
    }

    fn extended_letters(&self, man: Man) -> String {
        let kind = self.variant().kind(man.kind);
        let cased = kind.letters().bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
        let colour = match man.colour {
            Colour::Neutral => "=",
            _ if cased => "",
            Colour::White => "+",
            Colour::Black => "-",
        };
        let royal = if man.royal && kind.nature() != Nature::King { "!" } else { "" };
        let (open, close) = match kind.letters() {
            hunter if hunter.contains('/') => ("(", ")"),
            one if one.len() == 1 => ("", ""),
            _ => (".", ""),
        };
        let letters = match man.colour {
            Colour::White => kind.letters().to_owned(),
            _ => kind.letters().to_ascii_lowercase(),
        };
        let names: Vec<&str> = man.attributes.iter().map(Attribute::name).collect();
        let attributes = match names.is_empty() {
            true => String::new(),
            false => format!("{{{}}}", names.join("+")),
        };
        format!("{colour}{royal}{attributes}{open}{letters}{close}")
    }
}

fn orthodox_fen(text: &str, setting: &Setting) -> Result<Position, NotationError> {
    let setup = parse(text)?.into_setup();
    let geometry = setting.geometry;
    if geometry.width() != 8 || geometry.height() != 8 {
        let remedy = "begin the FEN with the board, such as 10x10, or give a list of pieces";
        return Err(NotationError::at(
            text,
            0,
            format!("a FEN of 8x8 for a board of {geometry}"),
            remedy,
        ));
    }
    // the user's own kinds count where they take the place of orthodox ones
    let own = |kind: &&Kind| catalogue::ORTHODOX.contains(&kind.letters());
    let own: Vec<Kind> = setting.kinds.iter().filter(own).cloned().collect();
    let variant = if own.is_empty() && setting.conditions.is_empty() && geometry.is_chess() {
        Variant::chess()
    } else {
        Variant::new(geometry, own, setting.conditions.clone())?.into()
    };
    Ok(general(variant, &setup))
}

fn extended_fen(text: &str, setting: &Setting) -> Result<Position, NotationError> {
    let mut fields = fields(text);
    let mut next = || fields.next();
    let (board_at, board) = next().unwrap_or((0, ""));
    let geometry = board_of(board).map_err(|error| {
        NotationError::at(text, board_at, error.to_string(), "such as 8x8 or 10x10t")
    })?;
    let (at, placement) = next().unwrap_or((text.len(), ""));
    let named = Placement { text, at, placement, geometry, setting }.read()?;
    let side = match next() {
        None | Some((_, "w" | "W")) => Side::White,
        Some((_, "b" | "B")) => Side::Black,
        Some((at, _)) => return Err(NotationError::at(text, at, "bad side to move", "w or b")),
    };
    let mut position = set_up(geometry, setting, named, side)?;
    if let Some((at, rights)) = next().filter(|&(_, rights)| rights != "-") {
        for letter in rights.chars() {
            let (side, wing) = match letter {
                'K' => (Side::White, Wing::King),
                'Q' => (Side::White, Wing::Queen),
                'k' => (Side::Black, Wing::King),
                'q' => (Side::Black, Wing::Queen),
                _ => {
                    let remedy = "- or some of KQkq";
                    return Err(NotationError::at(text, at, "bad castling rights", remedy));
                }
            };
            position.grant_castling(side, wing);
        }
    }
    if let Some((at, square)) = next().filter(|&(_, square)| square != "-") {
        let bad = || NotationError::at(text, at, "bad en-passant square", "- or a square");
        let over = geometry.square(square).ok_or_else(bad)?;
        position.set_en_passant(over);
    }
    let mut number = |what, least| match next() {
        None => Ok(least),
        Some((at, field)) => match field.parse::<u32>() {
            Ok(n) if n < COUNTED => Ok(n.max(least)),
            _ => Err(NotationError::at(text, at, what, "a number below a million")),
        },
    };
    let (clock, move_number) = (number("bad half-move clock", 0)?, number("bad move number", 1)?);
    position.set_counters(clock, move_number);
    if let Some((at, _)) = next() {
        return Err(NotationError::at(
            text,
            at,
            "more than a FEN holds",
            "end after the move number",
        ));
    }
    Ok(position)
}

fn board_of(field: &str) -> Result<Geometry, crate::GeometryError> {
    let (size, topology) = match field.as_bytes().last() {
        Some(b'v') => (&field[..field.len() - 1], Topology::VerticalCylinder),
        Some(b'h') => (&field[..field.len() - 1], Topology::HorizontalCylinder),
        Some(b't') => (&field[..field.len() - 1], Topology::Torus),
        _ => (field, Topology::Plane),
    };
    Geometry::from_size(size, topology)
}

/// The placement field of an extended FEN.
struct Placement<'a> {
    text: &'a str,
    at: usize,
    placement: &'a str,
    geometry: Geometry,
    setting: &'a Setting,
}

impl Placement<'_> {
    fn wrong(&self, byte: usize, what: impl Into<String>, remedy: &str) -> NotationError {
        NotationError::at(self.text, self.at + byte, what, remedy)
    }

    fn read(&self) -> Result<Vec<Named>, NotationError> {
        let (width, height) = (self.geometry.width() as usize, self.geometry.height() as usize);
        let mut men = Vec::new();
        let mut within = false;
        let between_ranks = |c: char| {
            within = c == '(' || within && c != ')';
            c == '/' && !within
        };
        let ranks: Vec<&str> = self.placement.split(between_ranks).collect();
        if ranks.len() != height {
            let what = format!("{} ranks for a board of {}", ranks.len(), self.geometry);
            return Err(self.wrong(0, what, "as many ranks as the board has, / between them"));
        }
        for (row, rank_text) in ranks.into_iter().enumerate() {
            let base = rank_text.as_ptr() as usize - self.placement.as_ptr() as usize;
            let mut file = 0;
            let mut rest = rank_text;
            while let Some(c) = rest.chars().next() {
                let byte = base + rank_text.len() - rest.len();
                if c.is_ascii_digit() {
                    let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
                    file += rest[..digits].parse::<usize>().unwrap_or(0);
                    rest = &rest[digits..];
                } else {
                    let square = self.geometry.at(file as i32, (height - 1 - row) as i32);
                    let square = square
                        .ok_or_else(|| self.wrong(byte, "a rank too long", "fewer squares"))?;
                    let Prefix { colour, royal, names, letters, after } = man_prefix(rest);
                    let known =
                        |name: &&str| Attribute::ALL.into_iter().any(|known| known.name() == *name);
                    let mut unknown = names.split('+').filter(|name| !name.is_empty());
                    if let Some(name) = unknown.find(|name| !known(name)) {
                        let what = format!("unknown attribute {name:?}");
                        return Err(self.wrong(byte, what, "names such as {Bul+Chameleon}"));
                    }
                    let named = |attribute: &Attribute| {
                        names.split('+').any(|name| name == attribute.name())
                    };
                    let attributes = Attribute::ALL.into_iter().filter(named).collect();
                    let kind = self.setting.kind(letters).ok_or_else(|| {
                        let what = format!("unknown kind {letters:?}");
                        self.wrong(
                            byte,
                            what,
                            "one letter, or two behind a dot, as in `solusrex pieces`",
                        )
                    })?;
                    men.push(Named { square, colour, royal, attributes, kind });
                    file += 1;
                    rest = after;
                }
            }
            if file != width {
                let what = format!("a rank of {file} squares for a board of {}", self.geometry);
                return Err(self.wrong(base, what, "as many squares as the board has files"));
            }
        }
        Ok(men)
    }
}

/// The man at the start of a text, and what follows.
struct Prefix<'a> {
    colour: Colour,
    royal: bool,
    /// The names of its attributes.
    names: &'a str,
    letters: &'a str,
    after: &'a str,
}

fn man_prefix(text: &str) -> Prefix<'_> {
    let mut rest = text;
    let mut colour = None;
    let mut royal = false;
    let mut names = "";
    while let Some(c) = rest.chars().next() {
        match c {
            '=' => colour = Some(Colour::Neutral),
            '+' => colour = Some(Colour::White),
            '-' => colour = Some(Colour::Black),
            '!' => royal = true,
            '{' => match rest[1..].split_once('}') {
                Some((inner, after)) => {
                    (names, rest) = (inner, after);
                    continue;
                }
                None => break,
            },
            _ => break,
        }
        rest = &rest[1..];
    }
    let first = |text: &'_ str, length: usize| {
        text.char_indices().nth(length).map_or(text.len(), |(end, _)| end)
    };
    let hunter = rest.strip_prefix('(').and_then(|inside| inside.split_once(')'));
    let (letters, after) = match (hunter, rest.strip_prefix('.')) {
        (Some(hunter), _) => hunter,
        (None, Some(dotted)) => dotted.split_at(first(dotted, 2)),
        (None, None) => rest.split_at(first(rest, 1)),
    };
    let by_case = match letters.chars().find(char::is_ascii_alphabetic) {
        Some(c) if c.is_ascii_lowercase() => Colour::Black,
        _ => Colour::White,
    };
    Prefix { colour: colour.unwrap_or(by_case), royal, names, letters, after }
}
