//! Where a man is reborn and as what: the vocabulary of Circe, Anticirce and Immun Chess.
//!
//! A rebirth is put together from independent parts, as composers combine them: whose home square is
//! meant (its own or, by [`Rebirth::couscous`], that of the other man in the capture; by
//! [`Rebirth::mirrored`] that of the other side), how the square follows from it ([`Place`]), whether it is
//! then reflected ([`Reflection`]), as what the man comes back ([`Change`]), and what happens if somebody
//! stands there ([`Occupied`]).

use super::{
    ConditionError, arrived, arrived_after, is_promoted, leading_kinds, take_and_make::makes,
    unknown_option,
};
use crate::{
    attribute::Attribute,
    geometry::{Geometry, Square},
    kind::Kind,
    man::{KindId, Man, Side},
    moves::Move,
    position::Position,
    squares::Squares,
    variant::Variant,
};

/// How the square of rebirth is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The square in the game array.
    #[default]
    Home,
    /// Where the captor came from (Platzwechselcirce).
    Pwc,
    /// On the file of the home square and the rank of the square of capture.
    Rank,
    /// On the file of the square of capture and the rank of the home square.
    File,
    /// On the square point-symmetric to that of capture.
    Symmetry,
    /// On the square that faces that of capture across the middle between d- and e-file.
    VerticalSymmetry,
    /// On the square that faces that of capture across the middle between the sides.
    HorizontalSymmetry,
    /// Four files and four ranks away from the square of capture.
    Antipodes,
    /// As far beyond the square of capture as the captor came from before it.
    Equipollents,
    /// On any empty square.
    Super,
    /// Where it could go without capture from the square of capture as its captor (victim) walks.
    Make,
    /// On the square of capture itself, which is empty only after a capture elsewhere.
    CaptureSquare,
    /// Where it stood in the diagram; a man that was not there is not reborn.
    Diagram,
}

/// What is done with the square found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reflection {
    /// Nothing.
    #[default]
    None,
    /// The square point-symmetric to it is meant.
    Diametral,
    /// The square that faces it across the middle between d- and e-file is meant.
    VerticalMirror,
}

/// What happens if the square of rebirth is occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupied {
    /// There is no rebirth.
    Relaxed,
    /// There is no capture.
    Strict,
    /// The man that stands there vanishes. A king there is in check when an enemy could make such a
    /// capture.
    Assassin,
}

/// A man to be reborn because of a capture, with what its place may depend on.
pub(super) struct Birth<'a> {
    pub(super) position: &'a Position,
    pub(super) mv: &'a Move,
    /// The man as what it is reborn, and whose it is.
    pub(super) man: (KindId, Side),
    /// Its captor, or its victim in Anticirce.
    pub(super) other: (KindId, Side),
    /// The square of capture.
    pub(super) at: Square,
    /// Its place in the diagram, as [`Man::origin`].
    pub(super) origin: u8,
    /// Whether its home is that of a fairy man, because it is a promoted one.
    pub(super) promoted: bool,
}

const PLACES: [(&str, Place); 12] = [
    ("PWC", Place::Pwc),
    ("Rank", Place::Rank),
    ("File", Place::File),
    ("Symmetry", Place::Symmetry),
    ("VerticalSymmetry", Place::VerticalSymmetry),
    ("HorizontalSymmetry", Place::HorizontalSymmetry),
    ("Antipodes", Place::Antipodes),
    ("Equipollents", Place::Equipollents),
    ("Super", Place::Super),
    ("Take&Make", Place::Make),
    ("CaptureSquare", Place::CaptureSquare),
    ("Diagram", Place::Diagram),
];

const REFLECTIONS: [(&str, Reflection); 2] =
    [("Diametral", Reflection::Diametral), ("VerticalMirror", Reflection::VerticalMirror)];

const OCCUPIED: [(&str, Occupied); 3] = [
    ("Relaxed", Occupied::Relaxed),
    ("Strict", Occupied::Strict),
    ("Assassin", Occupied::Assassin),
];

/// As what a man is reborn, or becomes by moving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// As it was.
    #[default]
    Same,
    /// Knight, bishop, rook, queen and knight again.
    Chameleon,
    /// These kinds in turn, the first again behind the last.
    Cycle(Vec<Kind>),
    /// Queen, rook, bishop, knight, pawn: one step down.
    Einstein,
    /// Pawn, knight, bishop, rook, queen: one step up.
    ReversalEinstein,
    /// As what its captor is, unless that is a king; pawns stay pawns.
    Clone,
}

impl Change {
    const WORDS: [(&str, Change); 4] = [
        ("Chameleon", Change::Chameleon),
        ("Einstein", Change::Einstein),
        ("ReversalEinstein", Change::ReversalEinstein),
        ("Clone", Change::Clone),
    ];

    /// Knight, bishop, rook, queen, unless other kinds are named.
    pub(super) fn chameleon(kinds: Vec<Kind>) -> Change {
        if kinds.is_empty() { Change::Chameleon } else { Change::Cycle(kinds) }
    }

    /// What a man of this kind becomes.
    pub(crate) fn of(&self, variant: &Variant, kind: KindId) -> KindId {
        const LADDER: [KindId; 5] =
            [KindId::PAWN, KindId::KNIGHT, KindId::BISHOP, KindId::ROOK, KindId::QUEEN];
        if let Change::Cycle(kinds) = self {
            let letters = variant.kind(kind).letters();
            let place = kinds.iter().position(|known| known.letters() == letters);
            let next =
                place.and_then(|place| variant.kind_id(kinds[(place + 1) % kinds.len()].letters()));
            return next.unwrap_or(kind);
        }
        let Some(step) = LADDER.iter().position(|&known| known == kind) else { return kind };
        match self {
            Change::Same | Change::Clone | Change::Cycle(_) => kind,
            Change::Chameleon if step == 0 => kind,
            Change::Chameleon => LADDER[step % 4 + 1],
            Change::Einstein => LADDER[step.saturating_sub(1)],
            Change::ReversalEinstein => LADDER[(step + 1).min(4)],
        }
    }

    /// What a man becomes, because of the other man in the capture.
    fn of_man(&self, variant: &Variant, man: Man, other: Man) -> KindId {
        match self {
            _ if man.royal => man.kind,
            Change::Clone if !other.royal && !variant.kind(man.kind).is_pawn() => other.kind,
            _ => self.of(variant, man.kind),
        }
    }

    /// The kinds it needs.
    pub(crate) fn kinds(&self) -> &[Kind] {
        match self {
            Change::Cycle(kinds) => kinds,
            _ => &[],
        }
    }

    /// The words that say so.
    pub(super) fn words(&self) -> Vec<&str> {
        match self {
            Change::Cycle(kinds) => {
                let letters = kinds.iter().map(Kind::letters);
                std::iter::once("Chameleon").chain(letters).collect()
            }
            _ => word(&Change::WORDS, self).into_iter().collect(),
        }
    }
}

/// How men are reborn.
///
/// ```
/// use solusrex_rules::conditions;
///
/// let circe = conditions::parse("circe mirror file strict")?;
/// assert_eq!(circe.name(), "Circe Mirror File Strict");
/// # Ok::<(), solusrex_rules::conditions::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebirth {
    /// Whether kings are reborn too.
    pub kings: bool,
    /// Whether the home square is that of the other man in the capture.
    pub couscous: bool,
    /// Whether the home square is that of the other side.
    pub mirrored: bool,
    /// How the square follows.
    pub place: Place,
    /// What is done with the square.
    pub reflection: Reflection,
    /// As what men are reborn.
    pub change: Change,
    /// Whether men other than kings change sides.
    pub turncoats: bool,
    /// Whether promoted men are marked, and reborn as fairy men are.
    pub frischauf: bool,
    /// What if the square is occupied.
    pub occupied: Occupied,
    /// The letters of the only kinds that are reborn, if some are named.
    pub april: Vec<String>,
}

/// The conditions that speak of rebirth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Circe,
    Anticirce,
    Immun,
}

impl Family {
    /// What holds if nothing is said.
    pub(super) const fn usual(self) -> Rebirth {
        let anticirce = matches!(self, Family::Anticirce);
        Rebirth {
            kings: anticirce,
            couscous: false,
            mirrored: false,
            place: Place::Home,
            reflection: Reflection::None,
            change: Change::Same,
            turncoats: false,
            frischauf: false,
            occupied: if anticirce { Occupied::Strict } else { Occupied::Relaxed },
            april: Vec::new(),
        }
    }

    fn takes(self) -> String {
        let immun = self == Family::Immun;
        let changes = Change::WORDS.iter().filter(|_| !immun).map(|(word, _)| *word);
        let occupied = OCCUPIED.iter().filter(|_| !immun).map(|(word, _)| *word);
        let others: &[&str] =
            if immun { &[] } else { &["Turncoats", "Frischauf", "April <kinds>"] };
        let words: Vec<&str> = ["RexInclusive", "RexExclusive", "Mirror", "Couscous"]
            .into_iter()
            .chain(PLACES.iter().map(|(word, _)| *word))
            .chain(REFLECTIONS.iter().map(|(word, _)| *word))
            .chain(changes)
            .chain(occupied)
            .chain(others.iter().copied())
            .collect();
        words.join(", ")
    }
}

impl Rebirth {
    /// What the words behind a name say; those that are not about rebirth are left to `others`.
    pub(super) fn read(
        condition: &'static str,
        family: Family,
        words: &[&str],
        mut others: impl FnMut(&str) -> bool,
    ) -> Result<Rebirth, ConditionError> {
        let mut rebirth = family.usual();
        let mut rest = words;
        while let [word, behind @ ..] = rest {
            rest = behind;
            let is = |known: &str| known.eq_ignore_ascii_case(word);
            if let Some(place) = meant(&PLACES, word) {
                rebirth.place = place;
            } else if let Some(reflection) = meant(&REFLECTIONS, word) {
                rebirth.reflection = reflection;
            } else if is("Mirror") {
                rebirth.mirrored = true;
            } else if is("Couscous") {
                rebirth.couscous = true;
            } else if is("RexInclusive") || is("RexExclusive") {
                rebirth.kings = is("RexInclusive");
            } else if others(word) {
            } else if family == Family::Immun {
                return Err(unknown_option(condition, word, &family.takes()));
            } else if is("Chameleon") {
                let (kinds, behind) = leading_kinds(rest);
                rebirth.change = Change::chameleon(kinds);
                rest = behind;
            } else if let Some(change) = meant(&Change::WORDS, word) {
                rebirth.change = change;
            } else if let Some(occupied) = meant(&OCCUPIED, word) {
                rebirth.occupied = occupied;
            } else if is("Turncoats") {
                rebirth.turncoats = true;
            } else if is("Frischauf") {
                rebirth.frischauf = true;
            } else if is("April") {
                let (kinds, behind) = leading_kinds(rest);
                rebirth.april = kinds.iter().map(|kind| kind.letters().to_owned()).collect();
                rest = behind;
            } else {
                return Err(unknown_option(condition, word, &family.takes()));
            }
        }
        Ok(rebirth)
    }

    /// The name of a condition with this rebirth.
    pub(super) fn name(&self, condition: &str, family: Family) -> String {
        let usual = family.usual();
        let mut words = vec![condition];
        words.extend(self.mirrored.then_some("Mirror"));
        words.extend(self.couscous.then_some("Couscous"));
        words.extend(word(&PLACES, &self.place));
        words.extend(word(&REFLECTIONS, &self.reflection));
        words.extend(self.change.words());
        words.extend(self.turncoats.then_some("Turncoats"));
        words.extend(self.frischauf.then_some("Frischauf"));
        words.extend(word(&OCCUPIED, &self.occupied).filter(|_| self.occupied != usual.occupied));
        if self.kings != usual.kings {
            words.push(if self.kings { "RexInclusive" } else { "RexExclusive" });
        }
        words.extend((!self.april.is_empty()).then_some("April"));
        words.extend(self.april.iter().map(String::as_str));
        words.join(" ")
    }

    /// Whether a man is not reborn.
    pub(super) fn bars(&self, variant: &Variant, man: Man) -> bool {
        let letters = variant.kind(man.kind).letters();
        let named = self.april.is_empty() || self.april.iter().any(|known| known == letters);
        !named || man.royal && !self.kings
    }

    /// A move with the mark that its promoted man bears, if it counts.
    pub(super) fn marked(&self, position: &Position, mut mv: Move) -> Move {
        if self.frischauf
            && is_promoted(position, &mv)
            && let Some((square, man)) = arrived(position, &mv)
        {
            let attributes = man.attributes.with(Attribute::Frischauf);
            mv.effects.change(square, Man { attributes, ..man });
        }
        mv
    }

    /// Whether a man is reborn as fairy men are, because of its promotion.
    pub(super) fn is_promoted(&self, man: Man) -> bool {
        self.frischauf && man.has(Attribute::Frischauf)
    }

    /// A man as it is reborn because of a capture by, or of, another.
    pub(super) fn reborn(&self, position: &Position, man: Man, other: Man) -> Man {
        let kind = self.change.of_man(position.variant(), man, other);
        let turns = self.turncoats && !man.royal;
        let colour = if turns { man.colour.other() } else { man.colour };
        Man { kind, colour, ..man }
    }

    /// The squares where a man may be reborn; whether they are empty is not asked, but for those
    /// that are so by definition.
    pub(super) fn squares(&self, birth: &Birth) -> Squares {
        let &Birth { position, mv, man, other, at, origin, promoted } = birth;
        let geometry = position.geometry();
        let (width, height) = (geometry.width(), geometry.height());
        let square = |file: u8, rank: u8| Square(rank * width + file);
        let (file, rank) = (|of| geometry.file(of), |of| geometry.rank(of));
        let across = |of: Square| square(width - 1 - file(of), rank(of));
        let upside_down = |of: Square| square(file(of), height - 1 - rank(of));
        let home = || {
            let (kind, side) = if self.couscous { other } else { man };
            let side = if self.mirrored { !side } else { side };
            home(position, (kind, side), at, promoted && !self.couscous)
        };
        let reborn = match self.place {
            Place::Home => home(),
            Place::Pwc => mv.from,
            Place::Rank => square(file(home()), rank(at)),
            Place::File => square(file(at), rank(home())),
            Place::Symmetry => across(upside_down(at)),
            Place::VerticalSymmetry => across(at),
            Place::HorizontalSymmetry => upside_down(at),
            Place::Antipodes => {
                let beyond = |of: u8, size: u8| (of + size / 2) % size;
                square(beyond(file(at), width), beyond(rank(at), height))
            }
            Place::Equipollents => {
                let beyond = |of: fn(&Geometry, Square) -> u8| {
                    2 * i32::from(of(geometry, at)) - i32::from(of(geometry, mv.from))
                };
                let landing = geometry.at(beyond(Geometry::file), beyond(Geometry::rank));
                let Some(landing) = landing else { return Squares::EMPTY };
                landing
            }
            Place::Super => {
                let left = |of: Square| of == mv.from || Some(of) == mv.captured;
                let empty = |of: &Square| left(*of) || position.man(*of).is_none();
                let stands = arrived_after(mv);
                let free = |of: &Square| empty(of) && *of != stands && geometry.has(*of);
                return geometry.squares().filter(free).collect();
            }
            Place::Make => return makes(position, mv, other),
            Place::CaptureSquare => at,
            Place::Diagram => match origin.checked_sub(1) {
                Some(square) => Square(square),
                None => return Squares::EMPTY,
            },
        };
        let reborn = match self.reflection {
            Reflection::None => reborn,
            Reflection::Diametral => across(upside_down(reborn)),
            Reflection::VerticalMirror => across(reborn),
        };
        [reborn].into_iter().filter(|&square| geometry.has(square)).collect()
    }

    /// Whether the board has the squares that are asked for.
    pub(super) fn check(
        &self,
        condition: &'static str,
        geometry: &Geometry,
    ) -> Result<(), ConditionError> {
        match (geometry.width(), geometry.height()) {
            (8, 4..) => Ok(()),
            _ => Err(ConditionError::Board {
                condition,
                board: geometry.to_string(),
                remedy: "the home squares need 8 files and at least 4 ranks",
            }),
        }
    }
}

/// What a word of a table means.
fn meant<T: Clone>(table: &[(&str, T)], word: &str) -> Option<T> {
    let found = table.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    found.map(|(_, meaning)| meaning.clone())
}

/// The word of a table that means this.
fn word<T: PartialEq>(table: &[(&'static str, T)], meaning: &T) -> Option<&'static str> {
    table.iter().find(|(_, known)| known == meaning).map(|&(word, _)| word)
}

/// A man on a square, or what it may be promoted to if it is a pawn on its last rank.
pub(crate) fn settled(
    position: &Position,
    man: Man,
    side: Side,
    square: Square,
) -> impl Iterator<Item = Man> {
    let promoted = position.promotes(man.kind, side, square) && !man.royal;
    let kinds = if promoted { position.variant().promotions_of(man.kind) } else { &[] };
    let promotions = kinds.iter().map(move |&kind| Man { kind, ..man });
    promotions.chain((!promoted).then_some(man))
}

/// The square of a man in the game array that is reborn because of a capture on `at`; a fairy man, or
/// one to be treated so, has none, but the promotion square of the file.
fn home(position: &Position, (kind, side): (KindId, Side), at: Square, fairy: bool) -> Square {
    let geometry = position.geometry();
    let walk = position.variant().kind(kind);
    let officers = |low: u8, high: u8| {
        // the two home squares of an officer differ in colour
        let rank = base(geometry, side);
        let files = [low, high].map(|file| Square(rank * geometry.width() + file));
        if geometry.is_dark(files[0]) == geometry.is_dark(at) { files[0] } else { files[1] }
    };
    let (file, rank) = match kind {
        _ if fairy || !position.variant().is_orthodox(kind) && !walk.is_pawn() => {
            (geometry.file(at), base(geometry, !side))
        }
        KindId::ROOK => return officers(0, 7),
        KindId::KNIGHT => return officers(1, 6),
        KindId::BISHOP => return officers(2, 5),
        KindId::QUEEN => (3, base(geometry, side)),
        KindId::KING => (4, base(geometry, side)),
        _ => match side {
            Side::White => (geometry.file(at), 1),
            Side::Black => (geometry.file(at), geometry.height() - 2),
        },
    };
    Square(rank * geometry.width() + file)
}

/// The first rank of a side.
fn base(geometry: &Geometry, side: Side) -> u8 {
    match side {
        Side::White => 0,
        Side::Black => geometry.height() - 1,
    }
}
