//! Which men an ending has: `KQKR`, `KRPKR`.

use std::fmt;

use shakmaty::{Board, Color, Role};

/// How many men a table may have, kings included.
pub const MOST_MEN: usize = 6;

/// The five kinds of men beside the king, strongest first: the order in which an ending is written.
pub const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// What a pawn may become.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

fn rank_of(role: Role) -> usize {
    ROLES.iter().position(|&r| r == role).unwrap_or(ROLES.len())
}

/// 0 for White, 1 for Black: the place of a side in a pair.
pub(crate) const fn index(colour: Color) -> usize {
    match colour {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// One man of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose man.
    pub colour: Color,
    /// Which kind.
    pub role: Role,
}

/// An orthodox ending: a king for each side and up to four more men.
///
/// There is one table for an ending and its mirror image with colours exchanged; it is named with
/// the stronger side White: more men, then the stronger men.
///
/// ```
/// use solusrex_tables::Ending;
///
/// let ending: Ending = "KRvKQ".parse()?;
/// assert_eq!(ending.to_string(), "KRKQ");
/// assert_eq!(ending.canonical(), ("KQKR".parse()?, true));
/// assert_eq!(Ending::all(3).count() + Ending::all(4).count() + Ending::all(5).count(), 145);
/// # Ok::<(), solusrex_tables::EndingNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    /// Queens, rooks, bishops, knights, pawns of White and of Black.
    counts: [[u8; 5]; 2],
}

/// Why a text names no ending that tables can hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingNameError {
    /// A letter that is no man.
    #[error("{0:?} in ending {1:?} (letters KQRBNP with one K for each side, such as KRPKR)")]
    Letter(char, String),
    /// Not two kings, White's first.
    #[error("ending {0:?} (it needs one king for each side, each before its men, such as KRPKR)")]
    Kings(String),
    /// Too many men.
    #[error("ending {0:?} has {1} men (tables have at most {MOST_MEN})")]
    Men(String, usize),
}

impl Ending {
    /// The two bare kings.
    pub const KINGS: Ending = Ending { counts: [[0; 5]; 2] };

    /// The ending on a board, if it has one king a side and no more men than tables can have.
    pub fn of_board(board: &Board) -> Option<Ending> {
        let mut counts = [[0; 5]; 2];
        let kings = Color::ALL.iter().all(|&colour| board.king_of(colour).is_some());
        if !kings || board.occupied().count() > MOST_MEN {
            return None;
        }
        for colour in Color::ALL {
            for (count, role) in counts[index(colour)].iter_mut().zip(ROLES) {
                *count = (board.by_color(colour) & board.by_role(role)).count() as u8;
            }
        }
        Some(Ending { counts })
    }

    /// All endings of so many men, each once under its canonical name.
    pub fn all(men: usize) -> impl Iterator<Item = Ending> {
        fn groups(men: usize, strongest: usize) -> Vec<[u8; 5]> {
            if men == 0 {
                return vec![[0; 5]];
            }
            (strongest..5)
                .flat_map(|role| {
                    groups(men - 1, role).into_iter().map(move |mut group| {
                        group[role] += 1;
                        group
                    })
                })
                .collect()
        }
        let others = men.saturating_sub(2);
        (0..=others / 2).flat_map(move |black| {
            groups(others - black, 0).into_iter().flat_map(move |white_men| {
                groups(black, 0)
                    .into_iter()
                    .map(move |black_men| Ending { counts: [white_men, black_men] })
                    .filter(|ending| !ending.canonical().1)
            })
        })
    }

    /// How many men, kings included.
    pub fn men(&self) -> usize {
        2 + self.counts.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// How many men of one kind.
    pub fn count(&self, man: Man) -> u8 {
        self.counts[index(man.colour)].get(rank_of(man.role)).copied().unwrap_or(1)
    }

    /// Whether there are pawns.
    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[4] > 0)
    }

    /// Men other than kings and pawns, White's first, strongest first.
    pub fn pieces(&self) -> impl Iterator<Item = Man> + use<> {
        self.all_but_kings().filter(|man| man.role != Role::Pawn)
    }

    /// The pawns' colours, White's first.
    pub fn pawns(&self) -> impl Iterator<Item = Man> + use<> {
        self.all_but_kings().filter(|man| man.role == Role::Pawn)
    }

    /// All men but the kings, White's first, strongest first.
    pub fn all_but_kings(&self) -> impl Iterator<Item = Man> + use<> {
        let counts = self.counts;
        Color::ALL.into_iter().flat_map(move |colour| {
            ROLES.into_iter().enumerate().flat_map(move |(i, role)| {
                std::iter::repeat_n(Man { colour, role }, usize::from(counts[index(colour)][i]))
            })
        })
    }

    /// The ending under which the table is kept, and whether the colours are exchanged in it.
    pub fn canonical(&self) -> (Ending, bool) {
        let strength = |side: usize| (self.counts[side].iter().sum::<u8>(), self.counts[side]);
        let exchanged = strength(1) > strength(0);
        (if exchanged { self.exchanged() } else { *self }, exchanged)
    }

    /// The colours exchanged.
    pub fn exchanged(&self) -> Ending {
        Ending { counts: [self.counts[1], self.counts[0]] }
    }

    /// Without a man.
    pub fn without(&self, man: Man) -> Ending {
        let mut ending = *self;
        let count = &mut ending.counts[index(man.colour)][rank_of(man.role)];
        *count = count.saturating_sub(1);
        ending
    }

    /// With one man more.
    pub fn with(&self, man: Man) -> Ending {
        let mut ending = *self;
        ending.counts[index(man.colour)][rank_of(man.role)] += 1;
        ending
    }

    /// The endings that one capture, promotion or capturing promotion leads to, under their
    /// canonical names, each once; the bare kings among them when they are.
    pub fn successors(&self) -> Vec<Ending> {
        let mut found: Vec<Ending> = Vec::new();
        for ending in self.after_one_move() {
            let ending = ending.canonical().0;
            if !found.contains(&ending) {
                found.push(ending);
            }
        }
        found
    }

    /// As [`Ending::successors`], with the colours as they are.
    pub(crate) fn after_one_move(&self) -> impl Iterator<Item = Ending> + use<> {
        let ending = *self;
        let captured = ending.all_but_kings().map(move |man| ending.without(man));
        let promoted = ending.pawns().flat_map(move |pawn| {
            PROMOTIONS.into_iter().flat_map(move |role| {
                let promoted = ending.without(pawn).with(Man { role, ..pawn });
                let victims = promoted.pieces().filter(move |man| man.colour != pawn.colour);
                std::iter::once(promoted).chain(victims.map(move |man| promoted.without(man)))
            })
        });
        captured.chain(promoted)
    }

    /// Everything the table of this ending is built from, itself included, in building order.
    ///
    /// ```
    /// use solusrex_tables::Ending;
    /// let names: Vec<String> =
    ///     "KPK".parse::<Ending>()?.closure().iter().map(|e| e.to_string()).collect();
    /// assert_eq!(names, ["KK", "KNK", "KBK", "KRK", "KQK", "KPK"]);
    /// # Ok::<(), solusrex_tables::EndingNameError>(())
    /// ```
    pub fn closure(&self) -> Vec<Ending> {
        let mut found = vec![self.canonical().0];
        let mut next = 0;
        while next < found.len() {
            for successor in found[next].successors() {
                if !found.contains(&successor) {
                    found.push(successor);
                }
            }
            next += 1;
        }
        found.sort_by_key(|ending| ending.building_order());
        found
    }

    /// A key that puts every ending after those it can become: fewer men first, then fewer pawns.
    pub fn building_order(&self) -> impl Ord + use<> {
        (self.men(), self.pawns().count(), *self)
    }
}

impl std::str::FromStr for Ending {
    type Err = EndingNameError;

    fn from_str(text: &str) -> Result<Ending, EndingNameError> {
        let mut counts = [[0u8; 5]; 2];
        let mut kings = 0;
        let mut men = 0;
        for c in text.chars().filter(|c| !matches!(c, 'v' | 'V')) {
            let role =
                Role::from_char(c).ok_or_else(|| EndingNameError::Letter(c, text.to_owned()))?;
            men += 1;
            if role == Role::King {
                kings += 1;
                continue;
            }
            if !(1..=2).contains(&kings) {
                return Err(EndingNameError::Kings(text.to_owned()));
            }
            let count: &mut u8 = &mut counts[kings - 1][rank_of(role)];
            *count = count.saturating_add(1);
        }
        if kings != 2 {
            return Err(EndingNameError::Kings(text.to_owned()));
        }
        if men > MOST_MEN {
            return Err(EndingNameError::Men(text.to_owned(), men));
        }
        Ok(Ending { counts })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for colour in Color::ALL {
            write!(f, "K")?;
            for man in self.all_but_kings().filter(|man| man.colour == colour) {
                write!(f, "{}", man.role.upper_char())?;
            }
        }
        Ok(())
    }
}

impl serde::Serialize for Ending {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (text, name) in [("KQKR", "KQKR"), ("krvkn", "KRKN"), ("KPRKR", "KRPKR"), ("KK", "KK")]
        {
            assert_eq!(text.parse::<Ending>().unwrap().to_string(), name);
        }
        for text in ["", "K", "KQ", "QKK", "KKK", "KXK", "KQQQQQK"] {
            assert!(text.parse::<Ending>().is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_endings() {
        let counts: Vec<usize> = (2..=6).map(|men| Ending::all(men).count()).collect();
        assert_eq!(counts, [1, 5, 30, 110, 365]);
    }

    #[test]
    fn successors_come_first() {
        for ending in Ending::all(5) {
            for successor in ending.successors() {
                assert!(successor.building_order() < ending.building_order());
            }
        }
    }
}
