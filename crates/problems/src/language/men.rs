//! Men as the language writes them: `White Ka1 Pa2b2 Royal Gd4`, and Forsyth's notation.

use solusrex_rules::{Attribute, Attributes, Colour, Geometry, Kind, Square, kind::catalogue};

use crate::problem::{Figure, Men};

/// A word of a list of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Adjective {
    Colour(Colour),
    Royal,
    Attribute(Attribute),
    /// An attribute that the rules do not have.
    NotYet,
}

pub(super) const ADJECTIVES: [(&str, Adjective); 24] = [
    ("White", Adjective::Colour(Colour::White)),
    ("Black", Adjective::Colour(Colour::Black)),
    ("Neutral", Adjective::Colour(Colour::Neutral)),
    ("Royal", Adjective::Royal),
    ("Kamikaze", Adjective::Attribute(Attribute::Kamikaze)),
    ("Paralysing", Adjective::Attribute(Attribute::Paralysing)),
    ("Chameleon", Adjective::Attribute(Attribute::Chameleon)),
    ("Jigger", Adjective::Attribute(Attribute::Jigger)),
    ("Volage", Adjective::Attribute(Attribute::Volage)),
    ("Functionary", Adjective::Attribute(Attribute::Functionary)),
    ("HalfNeutral", Adjective::Attribute(Attribute::HalfNeutral)),
    ("HurdleColourChanging", Adjective::Attribute(Attribute::HurdleColourChanging)),
    ("Protean", Adjective::Attribute(Attribute::Protean)),
    ("Magic", Adjective::Attribute(Attribute::Magic)),
    ("Uncapturable", Adjective::Attribute(Attribute::Uncapturable)),
    ("Patrol", Adjective::Attribute(Attribute::Patrol)),
    ("Frischauf", Adjective::Attribute(Attribute::Frischauf)),
    ("Bul", Adjective::Attribute(Attribute::Bul)),
    ("Dob", Adjective::Attribute(Attribute::Dob)),
    ("Anda", Adjective::Attribute(Attribute::Anda)),
    ("AndaInverse", Adjective::Attribute(Attribute::AndaInverse)),
    ("AliceA", Adjective::Attribute(Attribute::AliceA)),
    ("AliceB", Adjective::Attribute(Attribute::AliceB)),
    ("TotalInvisible", Adjective::NotYet),
];

/// What the men to come are besides their colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Whether the next man is royal; only the next.
    pub(super) royal: bool,
    pub(super) attributes: Attributes,
    /// Whether men have been placed so: other attributes come in place of these.
    pub(super) used: bool,
}

impl Manner {
    pub(super) fn add(&mut self, attribute: Attribute) {
        if std::mem::take(&mut self.used) {
            self.attributes = Attributes::NONE;
        }
        self.attributes = self.attributes.with(attribute);
    }
}

/// What a word of a list of men can be.
pub(super) enum Man {
    /// A kind with its squares.
    Placed(Kind, Vec<Square>),
    /// A kind whose squares come next.
    Alone(Kind),
    /// Squares of an unknown kind: its letters.
    Unknown(String),
    /// Nothing of the sort.
    Nothing,
}

/// One or more squares and nothing else.
pub(super) fn squares(mut text: &str, board: &Geometry) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    while !text.is_empty() {
        let (square, rest) = board.square_prefix(text)?;
        squares.push(square);
        text = rest;
    }
    (!squares.is_empty()).then_some(squares)
}

/// The first square behind the letters of a known kind that is not on the board.
pub(super) fn square_off_board<'a>(word: &'a str, board: &Geometry) -> Option<&'a str> {
    (1..=2).find_map(|letters| {
        let (letters, mut rest) = word.split_at_checked(letters)?;
        catalogue::find(letters)?;
        while let Some((_, behind)) = board.square_prefix(rest) {
            rest = behind;
        }
        let digits = rest.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        (1..=3).contains(&length).then_some(&rest[..1 + length])
    })
}

/// Reads a word as men.
pub(super) fn man(word: &str, board: &Geometry) -> Man {
    let mut unknown = None;
    // of a hunter, `X/Ya1`, the letters behind the stroke are counted
    let stroke = word.find('/').map_or(0, |stroke| stroke + 1);
    for letters in 1..=2 {
        let Some((letters, rest)) = word.split_at_checked(stroke + letters) else { continue };
        let Some(squares) = squares(rest, board) else { continue };
        match kind(letters) {
            Some(kind) => return Man::Placed(kind, squares),
            None => unknown = Some(letters.to_owned()),
        }
    }
    match (kind(word), unknown) {
        (Some(kind), _) => Man::Alone(kind),
        (None, Some(letters)) => Man::Unknown(letters),
        (None, None) => Man::Nothing,
    }
}

/// A kind by its letters, those of a hunter too.
pub(super) fn kind(letters: &str) -> Option<Kind> {
    catalogue::find(letters).cloned().or_else(|| Kind::named_hunter(letters))
}

/// Reads Forsyth's notation: ranks from the top, digits for empty squares, `.NH` for two letters,
/// `+`, `-` and `=` before a man for White, Black and neutral. Says what is wrong otherwise.
pub(super) fn forsyth(word: &str, board: &Geometry) -> Result<Men, String> {
    let mut men = Men::new();
    let (mut file, mut rank) = (0, i32::from(board.height()) - 1);
    let width = i32::from(board.width());
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        if c == '/' {
            if file > 0 {
                (file, rank) = (0, rank - 1);
            }
            rest = &rest[1..];
            continue;
        }
        if file >= width {
            (file, rank) = (0, rank - 1);
        }
        if c.is_ascii_digit() {
            let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
            let empty: i32 = rest[..digits].parse().unwrap_or(0);
            // two digits may go on into the next ranks
            file += empty;
            while file > width {
                (file, rank) = (file - width, rank - 1);
            }
            rest = &rest[digits..];
            continue;
        }
        let (forced, tail) = match c {
            '+' => (Some(Colour::White), &rest[1..]),
            '-' => (Some(Colour::Black), &rest[1..]),
            '=' => (Some(Colour::Neutral), &rest[1..]),
            _ => (None, rest),
        };
        let (letters, tail) = match tail.strip_prefix('.') {
            Some(two) => two.split_at_checked(2),
            None => tail.split_at_checked(1),
        }
        .ok_or_else(|| format!("{rest:?} is no man"))?;
        let kind = catalogue::find(letters).ok_or_else(|| format!("unknown kind {letters:?}"))?;
        let upper = letters.starts_with(|c: char| c.is_ascii_uppercase());
        let colour = forced.unwrap_or(if upper { Colour::White } else { Colour::Black });
        let square = board.at(file, rank).ok_or("more men than squares")?;
        men.insert(square, Figure::plain(kind.clone(), colour));
        file += 1;
        rest = tail;
    }
    Ok(men)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_letters_tells_the_kind() {
        let board = Geometry::CHESS;
        assert!(matches!(man("sa1", &board), Man::Placed(kind, _) if kind.letters() == "S"));
        assert!(matches!(man("saa1", &board), Man::Placed(kind, _) if kind.letters() == "SA"));
        assert!(matches!(man("Pa2b2c2", &board), Man::Placed(_, squares) if squares.len() == 3));
        assert!(matches!(man("R", &board), Man::Alone(_)));
        assert!(matches!(man("XXa1", &board), Man::Unknown(_)));
        assert!(matches!(man("N/Ga1", &board), Man::Placed(kind, _) if kind.letters() == "N/G"));
        assert!(
            matches!(man("NH/SAa1", &board), Man::Placed(kind, _) if kind.letters() == "NH/SA")
        );
        assert!(matches!(man("stip", &board), Man::Nothing));
    }

    #[test]
    fn forsyth_fills_the_ranks_from_the_top() {
        let men = forsyth("k7/8/1.nh5=S/16/8/8/7K", &Geometry::CHESS).unwrap();
        let names: Vec<String> = men
            .iter()
            .map(|(&square, figure)| {
                format!("{}{}", figure.kind.letters(), Geometry::CHESS.name(square))
            })
            .collect();
        assert_eq!(names, ["Kh1", "NHb6", "Sh6", "Ka8"]);
        assert!(forsyth("kkkkkkkkkk/8/8/8/8/8/8/8/8k", &Geometry::CHESS).is_err());
    }
}
