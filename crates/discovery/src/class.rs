//! Classes of final moves: what algebraic notation says of a mating move when the man's origin is
//! left out.
//!
//! There are 840 for each side: 640 moves of pieces (five kinds, 64 squares, capture or not), 88
//! promotions, 110 other pawn moves and two castlings. Rizvič (2016, §1.1) counts the first two
//! kinds, 1456 for both sides together.

use std::{fmt, str::FromStr};

use shakmaty::{Bitboard, CastlingSide, Color, File, Move, Rank, Role, Square};

/// Pieces whose moves are classes, in the order of their numbers.
const PIECES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
/// What a pawn may become, in the order of their numbers.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

const FIRST_PROMOTION: usize = 640;
const FIRST_PAWN: usize = FIRST_PROMOTION + 4 * WAYS;
const FIRST_CASTLING: usize = FIRST_PAWN + 5 * WAYS;
/// Ways to go a rank forward, by file left and file arrived at: 8 straight, 14 by capture.
const WAYS: usize = 22;

/// The class of a final move.
///
/// ```
/// use shakmaty::Color;
/// use solusrex_discovery::class::Class;
///
/// let class = Class::parse(Color::Black, "exd1=N")?;
/// assert_eq!(class.to_string(), "exd1=N");
/// assert!(class.is_promotion());
/// assert_eq!(Class::all(Color::Black).count(), 840);
/// # Ok::<(), solusrex_discovery::class::ClassError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    color: Color,
    number: u16,
}

/// A text that names no class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no class of final moves (write Nf7, Nxf7, c8=Q, axb8=N, e4, exd5, O-O)")]
pub struct ClassError(pub String);

/// What a class says of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Piece { role: Role, capture: bool, to: Square },
    Promotion { from: File, to: File, role: Role },
    Pawn { from: File, to: Square },
    Castling(CastlingSide),
}

impl Class {
    /// How many classes a side has.
    pub const NUMBER: usize = FIRST_CASTLING + 2;

    /// All classes of a side, by number.
    pub fn all(color: Color) -> impl Iterator<Item = Class> {
        (0..Class::NUMBER as u16).map(move |number| Class { color, number })
    }

    /// The class of a move.
    pub fn of(color: Color, mv: Move) -> Class {
        let kind = match mv {
            Move::Normal { role: Role::Pawn, from, to, promotion: Some(role), .. } => {
                Kind::Promotion { from: from.file(), to: to.file(), role }
            }
            Move::Normal { role: Role::Pawn, from, to, .. } | Move::EnPassant { from, to } => {
                Kind::Pawn { from: from.file(), to }
            }
            Move::Normal { role, capture, to, .. } => {
                Kind::Piece { role, capture: capture.is_some(), to }
            }
            Move::Castle { king, rook } => {
                Kind::Castling(CastlingSide::from_king_side(king < rook))
            }
            Move::Put { .. } => unreachable!("men are not dropped in chess"),
        };
        Class { color, number: kind.number(color) as u16 }
    }

    /// Reads a class such as `Nxf7`; marks of check and mate may follow.
    ///
    /// # Errors
    ///
    /// The text names no class.
    pub fn parse(color: Color, text: &str) -> Result<Class, ClassError> {
        let error = || ClassError(text.to_owned());
        let kind = Kind::parse(color, text.trim_end_matches(['#', '+'])).ok_or_else(error)?;
        Ok(Class { color, number: kind.number(color) as u16 })
    }

    /// Who mates.
    pub fn color(self) -> Color {
        self.color
    }

    /// A number below [`Class::NUMBER`], for one side.
    pub fn number(self) -> usize {
        self.number.into()
    }

    /// Whether a pawn promotes.
    pub fn is_promotion(self) -> bool {
        (FIRST_PROMOTION..FIRST_PAWN).contains(&self.number())
    }

    /// Whether it is castling.
    pub fn is_castling(self) -> bool {
        self.number() >= FIRST_CASTLING
    }

    /// Whether it is one of Rizvič's 1456: a move of a piece or a promotion.
    pub fn is_of_1456(self) -> bool {
        self.number() < FIRST_PAWN
    }

    /// The man that moves, the square it goes to (the king's in castling), and whether it takes.
    pub fn parts(self) -> (Role, Square, bool) {
        let (_, last) = ranks(self.color);
        match Kind::of(self) {
            Kind::Piece { role, capture, to } => (role, to, capture),
            Kind::Promotion { from, to, .. } => {
                (Role::Pawn, Square::from_coords(to, last), from != to)
            }
            Kind::Pawn { from, to } => (Role::Pawn, to, from != to.file()),
            Kind::Castling(side) => (Role::King, side.king_to(self.color), false),
        }
    }

    /// The file that a pawn leaves.
    pub fn origin_file(self) -> Option<File> {
        match Kind::of(self) {
            Kind::Promotion { from, .. } | Kind::Pawn { from, .. } => Some(from),
            Kind::Piece { .. } | Kind::Castling(_) => None,
        }
    }

    /// What the pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        match Kind::of(self) {
            Kind::Promotion { role, .. } => Some(role),
            _ => None,
        }
    }
}

/// The first rank that a pawn can come to by a single step, and the last.
fn ranks(color: Color) -> (Rank, Rank) {
    color.fold_wb((Rank::Third, Rank::Eighth), (Rank::Sixth, Rank::First))
}

/// The number of a way a rank forward, from a file to the same or a neighbouring one.
fn way(from: File, to: File) -> usize {
    // e3: 4, exd3: 8 + 2 * 4 - 1, exf3: 8 + 2 * 4
    match i32::from(to) - i32::from(from) {
        0 => usize::from(from),
        step => 8 + 2 * usize::from(from) - usize::from(step < 0),
    }
}

fn way_files(way: usize) -> (File, File) {
    if way < 8 {
        let file = File::new(way as u32);
        (file, file)
    } else {
        let from = (way - 7) / 2;
        let to = if (way - 8) % 2 == 1 { from - 1 } else { from + 1 };
        (File::new(from as u32), File::new(to as u32))
    }
}

impl Kind {
    fn number(self, color: Color) -> usize {
        let position = |roles: &[Role], role| {
            roles.iter().position(|&other| other == role).expect("a role that has classes")
        };
        match self {
            Kind::Piece { role, capture, to } => {
                position(&PIECES, role) * 128 + usize::from(capture) * 64 + usize::from(to)
            }
            Kind::Promotion { from, to, role } => {
                FIRST_PROMOTION + position(&PROMOTIONS, role) * WAYS + way(from, to)
            }
            Kind::Pawn { from, to } => {
                let (first, _) = ranks(color);
                let advance = (i32::from(to.rank()) - i32::from(first)).unsigned_abs() as usize;
                FIRST_PAWN + advance * WAYS + way(from, to.file())
            }
            Kind::Castling(side) => FIRST_CASTLING + usize::from(side.is_queen_side()),
        }
    }

    fn of(class: Class) -> Kind {
        match class.number() {
            number @ ..FIRST_PROMOTION => Kind::Piece {
                role: PIECES[number / 128],
                capture: number / 64 % 2 == 1,
                to: Square::new((number % 64) as u32),
            },
            number @ FIRST_PROMOTION..FIRST_PAWN => {
                let number = number - FIRST_PROMOTION;
                let (from, to) = way_files(number % WAYS);
                Kind::Promotion { from, to, role: PROMOTIONS[number / WAYS] }
            }
            number @ FIRST_PAWN..FIRST_CASTLING => {
                let number = number - FIRST_PAWN;
                let (from, to) = way_files(number % WAYS);
                let advance = (number / WAYS) as u32;
                let rank = class.color.fold_wb(2 + advance, 5 - advance.min(5));
                Kind::Pawn { from, to: Square::from_coords(to, Rank::new(rank)) }
            }
            number => Kind::Castling(CastlingSide::from_king_side(number == FIRST_CASTLING)),
        }
    }

    fn parse(color: Color, text: &str) -> Option<Kind> {
        let (first, last) = ranks(color);
        if let Ok(side) = CastlingSide::from_str_strict(text) {
            return Some(Kind::Castling(side));
        }
        if let Some(role) = PIECES.into_iter().find(|role| text.starts_with(role.upper_char())) {
            let rest = &text[1..];
            let (capture, to) = match rest.strip_prefix('x') {
                Some(to) => (true, to),
                None => (false, rest),
            };
            return Some(Kind::Piece { role, capture, to: to.parse().ok()? });
        }
        let (ahead, promotion) = match text.split_once('=') {
            Some((ahead, role)) => {
                let mut letters = role.chars();
                let role = letters.next().and_then(Role::from_char)?;
                let known = PROMOTIONS.contains(&role) && letters.next().is_none();
                (ahead, known.then_some(role).map(Some)?)
            }
            None => (text, None),
        };
        let (from, to) = match ahead.split_once('x') {
            Some((from, to)) => {
                let mut letters = from.chars();
                let file = File::from_char(letters.next()?)?;
                let to: Square = to.parse().ok()?;
                let beside = (i32::from(file) - i32::from(to.file())).abs() == 1;
                (letters.next().is_none() && beside).then_some((file, to))?
            }
            None => {
                let to: Square = ahead.parse().ok()?;
                (to.file(), to)
            }
        };
        let advance = |rank: Rank| (i32::from(rank) - i32::from(first)) * color.fold_wb(1, -1);
        match promotion {
            Some(role) if to.rank() == last => Some(Kind::Promotion { from, to: to.file(), role }),
            None if (0..5).contains(&advance(to.rank())) => Some(Kind::Pawn { from, to }),
            _ => None,
        }
    }
}

/// `O-O` and `O-O-O` only.
trait Strict: Sized {
    fn from_str_strict(text: &str) -> Result<Self, ()>;
}

impl Strict for CastlingSide {
    fn from_str_strict(text: &str) -> Result<CastlingSide, ()> {
        match text {
            "O-O" => Ok(CastlingSide::KingSide),
            "O-O-O" => Ok(CastlingSide::QueenSide),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pawn = |f: &mut fmt::Formatter<'_>, from: File, to: Square| {
            if from == to.file() { write!(f, "{to}") } else { write!(f, "{from}x{to}") }
        };
        match Kind::of(*self) {
            Kind::Piece { role, capture, to } => {
                write!(f, "{}{}{to}", role.upper_char(), if capture { "x" } else { "" })
            }
            Kind::Promotion { from, to, role } => {
                let (_, last) = ranks(self.color);
                pawn(f, from, Square::from_coords(to, last))?;
                write!(f, "={}", role.upper_char())
            }
            Kind::Pawn { from, to } => pawn(f, from, to),
            Kind::Castling(CastlingSide::KingSide) => f.write_str("O-O"),
            Kind::Castling(CastlingSide::QueenSide) => f.write_str("O-O-O"),
        }
    }
}

/// A set of classes of one side.
///
/// Moves of pieces are kept as boards of target squares, so that a whole set of moves is asked for
/// at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    color: Color,
    words: [u64; Class::NUMBER.div_ceil(64)],
}

impl Classes {
    /// No class.
    pub fn none(color: Color) -> Classes {
        Classes { color, words: [0; _] }
    }

    /// Every class of a side.
    pub fn all(color: Color) -> Classes {
        Class::all(color).fold(Classes::none(color), |mut set, class| {
            set.insert(class);
            set
        })
    }

    /// The side whose moves these are.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Whether a class is in the set.
    pub fn contains(&self, class: Class) -> bool {
        self.words[class.number() / 64] >> (class.number() % 64) & 1 == 1
    }

    /// Puts a class in.
    pub fn insert(&mut self, class: Class) {
        self.words[class.number() / 64] |= 1 << (class.number() % 64);
    }

    /// Takes a class out.
    pub fn remove(&mut self, class: Class) {
        self.words[class.number() / 64] &= !(1 << (class.number() % 64));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words == [0; _]
    }

    /// The classes, by number.
    pub fn iter(&self) -> impl Iterator<Item = Class> {
        Class::all(self.color).filter(|&class| self.contains(class))
    }

    /// Squares to which a piece may go, with or without a capture.
    #[inline]
    pub fn targets(&self, role: Role, capture: bool) -> Bitboard {
        let piece = match role {
            Role::King => 0,
            Role::Queen => 1,
            Role::Rook => 2,
            Role::Bishop => 3,
            Role::Knight => 4,
            Role::Pawn => return Bitboard::EMPTY,
        };
        Bitboard(self.words[2 * piece + usize::from(capture)])
    }

    /// Whether some promotion is wanted.
    #[inline]
    pub fn has_promotions(&self) -> bool {
        self.words[10] | self.words[11] & low(FIRST_PAWN % 64) != 0
    }

    /// Wanted promotions of a pawn on a file: what it becomes, and where.
    pub(crate) fn promotions(&self, from: File) -> impl Iterator<Item = (Role, Bitboard)> {
        let (_, last) = ranks(self.color);
        PROMOTIONS.into_iter().enumerate().filter_map(move |(index, role)| {
            let beside = [from.offset(-1), Some(from), from.offset(1)].into_iter().flatten();
            let targets: Bitboard = beside
                .filter(|&to| {
                    let number = FIRST_PROMOTION + index * WAYS + way(from, to);
                    self.words[number / 64] >> (number % 64) & 1 == 1
                })
                .map(|to| Square::from_coords(to, last))
                .collect();
            targets.any().then_some((role, targets))
        })
    }

    /// Whether some move of a pawn is wanted that is no promotion.
    #[inline]
    pub fn has_pawn_moves(&self) -> bool {
        self.words[11] & !low(FIRST_PAWN % 64)
            | self.words[12]
            | self.words[13] & low(FIRST_CASTLING % 64)
            != 0
    }

    /// Whether some castling is wanted.
    #[inline]
    pub fn has_castling(&self) -> bool {
        self.words[13] & !low(FIRST_CASTLING % 64) != 0
    }
}

/// The lowest bits.
const fn low(bits: usize) -> u64 {
    (1 << bits) - 1
}

impl FromIterator<Class> for Classes {
    /// # Panics
    ///
    /// No class at all, or classes of both sides.
    fn from_iter<I: IntoIterator<Item = Class>>(classes: I) -> Classes {
        let mut classes = classes.into_iter().peekable();
        let color = classes.peek().expect("a class").color;
        classes.fold(Classes::none(color), |mut set, class| {
            assert_eq!(class.color, color, "classes of one side");
            set.insert(class);
            set
        })
    }
}

/// `W Nf7`: side and class.
impl FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Class, ClassError> {
        let error = || ClassError(text.to_owned());
        let (side, class) = text.split_once(' ').ok_or_else(error)?;
        let color = match side {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return Err(error()),
        };
        Class::parse(color, class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_numbered_and_named() {
        for color in Color::ALL {
            for class in Class::all(color) {
                let kind = Kind::of(class);
                assert_eq!(kind.number(color), class.number(), "{class}");
                assert_eq!(Class::parse(color, &class.to_string()), Ok(class));
            }
            let counted = Class::all(color).filter(|class| class.is_of_1456()).count();
            assert_eq!(2 * counted, 1456);
            assert_eq!(Class::all(color).filter(|class| class.is_promotion()).count(), 88);
            assert_eq!(Classes::all(color).len(), Class::NUMBER);
        }
    }

    #[test]
    fn groups_of_classes_are_told_apart() {
        for class in Class::all(Color::White) {
            let set: Classes = [class].into_iter().collect();
            assert_eq!(set.has_promotions(), class.is_promotion(), "{class}");
            assert_eq!(set.has_castling(), class.to_string().starts_with('O'), "{class}");
            let pawn = class.parts().0 == Role::Pawn && !class.is_promotion();
            assert_eq!(set.has_pawn_moves(), pawn, "{class}");
        }
    }

    #[test]
    fn other_texts_name_no_class() {
        for text in
            ["", "N", "Nf9", "exd1", "e8=K", "e8=Qq", "axc3", "aaxb3", "e2", "e8", "o-o", "Pe4"]
        {
            assert!(Class::parse(Color::White, text).is_err(), "{text}");
        }
    }
}
