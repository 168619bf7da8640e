//! Where a man is reborn and as what: the vocabulary of Circe, Anticirce and Immun Chess.

use super::{ConditionError, unknown_option};
use crate::{
    geometry::{Geometry, Square},
    man::{KindId, Man, Side},
    position::Position,
};

/// Where a man is reborn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// On its square in the game array.
    #[default]
    Home,
    /// On the square of its counterpart in the other side's array.
    Mirror,
    /// On the home square of its captor (of its victim in Anticirce).
    Couscous,
    /// Where the captor came from (Platzwechselcirce).
    Pwc,
    /// On the file of its home square and the rank of the square of capture.
    Rank,
    /// On the file of the square of capture and the rank of its home square.
    File,
    /// On the square point-symmetric to that of capture.
    Symmetry,
    /// On the square point-symmetric to its home square.
    Diametral,
    /// Four files and four ranks away from the square of capture.
    Antipodes,
}

impl Form {
    const WORDS: [(&str, Form); 8] = [
        ("Mirror", Form::Mirror),
        ("Couscous", Form::Couscous),
        ("PWC", Form::Pwc),
        ("Rank", Form::Rank),
        ("File", Form::File),
        ("Symmetry", Form::Symmetry),
        ("Diametral", Form::Diametral),
        ("Antipodes", Form::Antipodes),
    ];

    /// Where a man captured (or capturing) on `at` is reborn; `other` is its captor (or victim),
    /// `from` where the captor came from.
    pub(super) fn square(
        self,
        position: &Position,
        man: (KindId, Side),
        other: (KindId, Side),
        from: Square,
        at: Square,
    ) -> Square {
        let geometry = position.geometry();
        let (width, height) = (geometry.width(), geometry.height());
        let square = |file: u8, rank: u8| Square(rank * width + file);
        let opposite =
            |of: Square| square(width - 1 - geometry.file(of), height - 1 - geometry.rank(of));
        let home = home(position, man, at);
        match self {
            Form::Home => home,
            Form::Mirror => self::home(position, (man.0, !man.1), at),
            Form::Couscous => self::home(position, other, at),
            Form::Pwc => from,
            Form::Rank => square(geometry.file(home), geometry.rank(at)),
            Form::File => square(geometry.file(at), geometry.rank(home)),
            Form::Symmetry => opposite(at),
            Form::Diametral => opposite(home),
            Form::Antipodes => {
                let beyond = |of: u8, size: u8| (of + size / 2) % size;
                square(beyond(geometry.file(at), width), beyond(geometry.rank(at), height))
            }
        }
    }

    /// Whether the board has the squares that are asked for.
    pub(super) fn check(
        self,
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

/// As what a man is reborn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// As it was.
    #[default]
    Same,
    /// Knight, bishop, rook, queen and knight again.
    Chameleon,
    /// Queen, rook, bishop, knight, pawn: one step down.
    Einstein,
    /// Pawn, knight, bishop, rook, queen: one step up.
    ReversalEinstein,
}

impl Change {
    const WORDS: [(&str, Change); 3] = [
        ("Chameleon", Change::Chameleon),
        ("Einstein", Change::Einstein),
        ("ReversalEinstein", Change::ReversalEinstein),
    ];

    /// What a man of this kind becomes.
    pub(crate) fn of(self, kind: KindId) -> KindId {
        const LADDER: [KindId; 5] =
            [KindId::PAWN, KindId::KNIGHT, KindId::BISHOP, KindId::ROOK, KindId::QUEEN];
        let Some(step) = LADDER.iter().position(|&known| known == kind) else { return kind };
        match self {
            Change::Same => kind,
            Change::Chameleon if step == 0 => kind,
            Change::Chameleon => LADDER[step % 4 + 1],
            Change::Einstein => LADDER[step.saturating_sub(1)],
            Change::ReversalEinstein => LADDER[(step + 1).min(4)],
        }
    }
}

/// What may follow the name of a condition of this family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) rex_inclusive: bool,
    pub(super) form: Form,
    pub(super) change: Change,
    pub(super) cheylan: bool,
    pub(super) make: bool,
}

/// Which words a condition of this family takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Circe,
    Anticirce,
    Immun,
}

impl Options {
    pub(super) fn read(
        condition: &'static str,
        family: Family,
        words: &[&str],
    ) -> Result<Options, ConditionError> {
        let mut options = Options::default();
        for &word in words {
            let is = |known: &str| known.eq_ignore_ascii_case(word);
            let form = Form::WORDS
                .into_iter()
                .find(|(known, form)| is(known) && (family == Family::Circe || *form != Form::Pwc));
            let change = Change::WORDS.into_iter().find(|(known, _)| is(known));
            match (form, change) {
                (Some((_, form)), _) => options.form = form,
                (_, Some((_, change))) if family != Family::Immun => options.change = change,
                _ if family != Family::Anticirce && is("RexInclusive") => {
                    options.rex_inclusive = true;
                }
                _ if family != Family::Anticirce && is("RexExclusive") => {
                    options.rex_inclusive = false;
                }
                _ if family == Family::Anticirce && is("Calvet") => options.cheylan = false,
                _ if family == Family::Anticirce && is("Cheylan") => options.cheylan = true,
                _ if family == Family::Anticirce && is("Take&Make") => options.make = true,
                _ => return Err(unknown_option(condition, word, family.takes())),
            }
        }
        Ok(options)
    }

    /// The name of a condition with these options.
    pub(super) fn name(self, condition: &str) -> String {
        let form = Form::WORDS.into_iter().find(|&(_, form)| form == self.form);
        let change = Change::WORDS.into_iter().find(|&(_, change)| change == self.change);
        let mut name = condition.to_owned();
        let words = [
            form.map(|(word, _)| word),
            self.make.then_some("Take&Make"),
            change.map(|(word, _)| word),
            self.cheylan.then_some("Cheylan"),
            self.rex_inclusive.then_some("RexInclusive"),
        ];
        for word in words.into_iter().flatten() {
            name.push(' ');
            name += word;
        }
        name
    }
}

impl Family {
    fn takes(self) -> &'static str {
        match self {
            Family::Circe => {
                "RexInclusive, RexExclusive, Mirror, Couscous, PWC, Rank, File, Symmetry, Diametral, \
                 Antipodes, Chameleon, Einstein, ReversalEinstein"
            }
            Family::Anticirce => {
                "Calvet, Cheylan, Take&Make, Mirror, Couscous, Rank, File, Symmetry, Diametral, \
                 Antipodes, Chameleon, Einstein, ReversalEinstein"
            }
            Family::Immun => {
                "RexInclusive, RexExclusive, Mirror, Couscous, Rank, File, Symmetry, Diametral, \
                 Antipodes"
            }
        }
    }
}

/// A man on a square, or what it may be promoted to if it is a pawn on its last rank.
pub(crate) fn settled(position: &Position, man: Man, side: Side, square: Square) -> Vec<Man> {
    let geometry = position.geometry();
    let last = geometry.rank(square) == base(geometry, !side);
    if man.kind == KindId::PAWN && last && !man.royal {
        let kinds = position.variant().promotions_of(man.kind).iter();
        kinds.map(|&kind| Man { kind, ..man }).collect()
    } else {
        vec![man]
    }
}

/// The square of a man in the game array that is reborn because of a capture on `at`.
fn home(position: &Position, (kind, side): (KindId, Side), at: Square) -> Square {
    let geometry = position.geometry();
    let walk = position.variant().kind(kind);
    let officers = |low: u8, high: u8| {
        // the two home squares of an officer differ in colour
        let rank = base(geometry, side);
        let files = [low, high].map(|file| Square(rank * geometry.width() + file));
        if geometry.is_dark(files[0]) == geometry.is_dark(at) { files[0] } else { files[1] }
    };
    let (file, rank) = match kind {
        _ if !walk.is_orthodox() && !walk.is_pawn() => (geometry.file(at), base(geometry, !side)),
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
