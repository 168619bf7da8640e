//! Where a man is reborn and as what: the vocabulary of Circe, Anticirce and Immun Chess.

use super::{ConditionError, arrived_after, take_and_make::makes, unknown_option};
use crate::{
    geometry::{Geometry, Square},
    kind::catalogue,
    man::{KindId, Man, Side},
    moves::Move,
    position::Position,
    squares::Squares,
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
    /// On the home square of its captor (victim), were that of the other side.
    MirrorCouscous,
    /// Where the captor came from (Platzwechselcirce).
    Pwc,
    /// On the file of its home square and the rank of the square of capture.
    Rank,
    /// On the file of the square of capture and the rank of its home square.
    File,
    /// On the file of the square of capture and the rank of its counterpart's home square.
    MirrorFile,
    /// On the square point-symmetric to that of capture.
    Symmetry,
    /// On the square that faces that of capture across the middle between d- and e-file.
    VerticalSymmetry,
    /// On the square that faces that of capture across the middle between the sides.
    HorizontalSymmetry,
    /// On the square point-symmetric to its home square.
    Diametral,
    /// On the square that faces its home square across the middle between d- and e-file.
    VerticalMirror,
    /// Four files and four ranks away from the square of capture.
    Antipodes,
    /// As far beyond the square of capture as the captor came from before it.
    Equipollents,
    /// On any empty square.
    Super,
    /// Where it could go without capture from the square of capture as its captor (victim) walks.
    Make,
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
}

impl Form {
    const WORDS: [(&str, Form); 16] = [
        ("Mirror", Form::Mirror),
        ("Couscous", Form::Couscous),
        ("MirrorCouscous", Form::MirrorCouscous),
        ("PWC", Form::Pwc),
        ("Rank", Form::Rank),
        ("File", Form::File),
        ("MirrorFile", Form::MirrorFile),
        ("Symmetry", Form::Symmetry),
        ("VerticalSymmetry", Form::VerticalSymmetry),
        ("HorizontalSymmetry", Form::HorizontalSymmetry),
        ("Diametral", Form::Diametral),
        ("VerticalMirror", Form::VerticalMirror),
        ("Antipodes", Form::Antipodes),
        ("Equipollents", Form::Equipollents),
        ("Super", Form::Super),
        ("Take&Make", Form::Make),
    ];

    /// `Mirror` joined with another form.
    fn mirrored(self) -> Option<Form> {
        match self {
            Form::Home => Some(Form::Mirror),
            Form::Couscous => Some(Form::MirrorCouscous),
            Form::File => Some(Form::MirrorFile),
            _ => None,
        }
    }

    /// The squares where a man may be reborn; whether they are empty is not asked, but for those
    /// that are so by definition.
    pub(super) fn squares(self, birth: &Birth) -> Squares {
        let &Birth { position, mv, man, other, at } = birth;
        let geometry = position.geometry();
        let (width, height) = (geometry.width(), geometry.height());
        let square = |file: u8, rank: u8| Square(rank * width + file);
        let (file, rank) = (|of| geometry.file(of), |of| geometry.rank(of));
        let across = |of: Square| square(width - 1 - file(of), rank(of));
        let upside_down = |of: Square| square(file(of), height - 1 - rank(of));
        let home = |(kind, side)| home(position, (kind, side), at);
        let swapped = |(kind, side): (KindId, Side)| (kind, !side);
        let reborn = match self {
            Form::Home => home(man),
            Form::Mirror => home(swapped(man)),
            Form::Couscous => home(other),
            Form::MirrorCouscous => home(swapped(other)),
            Form::Pwc => mv.from,
            Form::Rank => square(file(home(man)), rank(at)),
            Form::File => square(file(at), rank(home(man))),
            Form::MirrorFile => square(file(at), rank(home(swapped(man)))),
            Form::Symmetry => across(upside_down(at)),
            Form::VerticalSymmetry => across(at),
            Form::HorizontalSymmetry => upside_down(at),
            Form::Diametral => across(upside_down(home(man))),
            Form::VerticalMirror => across(home(man)),
            Form::Antipodes => {
                let beyond = |of: u8, size: u8| (of + size / 2) % size;
                square(beyond(file(at), width), beyond(rank(at), height))
            }
            Form::Equipollents => {
                let beyond = |of: fn(&Geometry, Square) -> u8| {
                    2 * i32::from(of(geometry, at)) - i32::from(of(geometry, mv.from))
                };
                let landing = geometry.at(beyond(Geometry::file), beyond(Geometry::rank));
                return landing.into_iter().collect();
            }
            Form::Super => {
                let left = |of: Square| of == mv.from || Some(of) == mv.captured;
                let empty = |of: &Square| left(*of) || position.man(*of).is_none();
                let stands = arrived_after(mv);
                return geometry.squares().filter(|of| empty(of) && *of != stands).collect();
            }
            Form::Make => return makes(position, mv, other),
        };
        [reborn].into_iter().collect()
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
    /// As what its captor is, unless that is a king.
    Clone,
}

impl Change {
    const WORDS: [(&str, Change); 4] = [
        ("Chameleon", Change::Chameleon),
        ("Einstein", Change::Einstein),
        ("ReversalEinstein", Change::ReversalEinstein),
        ("Clone", Change::Clone),
    ];

    /// What a man of this kind becomes.
    pub(crate) fn of(self, kind: KindId) -> KindId {
        const LADDER: [KindId; 5] =
            [KindId::PAWN, KindId::KNIGHT, KindId::BISHOP, KindId::ROOK, KindId::QUEEN];
        let Some(step) = LADDER.iter().position(|&known| known == kind) else { return kind };
        match self {
            Change::Same | Change::Clone => kind,
            Change::Chameleon if step == 0 => kind,
            Change::Chameleon => LADDER[step % 4 + 1],
            Change::Einstein => LADDER[step.saturating_sub(1)],
            Change::ReversalEinstein => LADDER[(step + 1).min(4)],
        }
    }

    /// What a man becomes, because of the other man in the capture.
    pub(super) fn of_man(self, man: Man, other: Man) -> KindId {
        match self {
            _ if man.royal => man.kind,
            Change::Clone if !other.royal => other.kind,
            _ => self.of(man.kind),
        }
    }
}

/// What may follow the name of a condition of this family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) rex_inclusive: bool,
    pub(super) rex_exclusive: bool,
    pub(super) form: Form,
    pub(super) change: Change,
    pub(super) cheylan: bool,
    pub(super) turncoats: bool,
    pub(super) assassin: bool,
    /// The only kinds that are reborn, if some are named.
    pub(super) april: Vec<String>,
}

/// Which words a condition of this family takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Circe,
    Anticirce,
    Immun,
}

impl Options {
    /// The options that follow a name; the name itself may hold a form.
    pub(super) fn read(
        condition: &'static str,
        family: Family,
        words: &[&str],
        mut options: Options,
    ) -> Result<Options, ConditionError> {
        let mut mirror = false;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let is = |known: &str| known.eq_ignore_ascii_case(word);
            let form = Form::WORDS
                .into_iter()
                .find(|(known, form)| is(known) && (family == Family::Circe || *form != Form::Pwc));
            let change = Change::WORDS.into_iter().find(|(known, _)| is(known));
            match (form, change) {
                (Some((_, Form::Mirror)), _) => mirror = true,
                (Some((_, form)), _) => options.form = form,
                (_, Some((_, change))) if family != Family::Immun => options.change = change,
                _ if family != Family::Anticirce && is("RexInclusive") => {
                    options.rex_inclusive = true;
                }
                _ if family == Family::Anticirce && is("RexInclusive") => {}
                _ if family == Family::Anticirce && is("RexExclusive") => {
                    options.rex_exclusive = true;
                }
                _ if is("RexExclusive") => options.rex_inclusive = false,
                _ if family == Family::Anticirce && is("Calvet") => options.cheylan = false,
                _ if family == Family::Anticirce && is("Cheylan") => options.cheylan = true,
                _ if family == Family::Circe && is("Turncoats") => options.turncoats = true,
                _ if family == Family::Circe && is("Assassin") => options.assassin = true,
                _ if family == Family::Circe && is("April") => {
                    while let Some(kind) = words.next_if(|next| catalogue::find(next).is_some()) {
                        options.april.push(kind.to_ascii_uppercase());
                    }
                }
                _ => return Err(unknown_option(condition, word, &family.takes())),
            }
        }
        if mirror {
            let form = options.form.mirrored();
            options.form =
                form.ok_or_else(|| unknown_option(condition, "Mirror", "one form of rebirth"))?;
        }
        Ok(options)
    }

    /// The name of a condition with these options.
    pub(super) fn name(&self, condition: &str) -> String {
        let form = Form::WORDS.into_iter().find(|&(_, form)| form == self.form);
        let change = Change::WORDS.into_iter().find(|&(_, change)| change == self.change);
        let mut name = condition.to_owned();
        let words = [
            form.map(|(word, _)| word),
            change.map(|(word, _)| word),
            self.turncoats.then_some("Turncoats"),
            self.assassin.then_some("Assassin"),
            self.cheylan.then_some("Cheylan"),
            self.rex_inclusive.then_some("RexInclusive"),
            self.rex_exclusive.then_some("RexExclusive"),
            (!self.april.is_empty()).then_some("April"),
        ];
        for word in words.into_iter().flatten().chain(self.april.iter().map(String::as_str)) {
            name.push(' ');
            name += word;
        }
        name
    }
}

impl Family {
    fn takes(self) -> String {
        let forms = Form::WORDS.into_iter();
        let forms = forms.filter(|(_, form)| self == Family::Circe || *form != Form::Pwc);
        let changes = Change::WORDS.into_iter().filter(|_| self != Family::Immun);
        let others: &[&str] = match self {
            Family::Circe => &["Turncoats", "Assassin", "April <kinds>"],
            Family::Anticirce => &["Calvet", "Cheylan"],
            Family::Immun => &[],
        };
        let words: Vec<&str> = ["RexInclusive", "RexExclusive"]
            .into_iter()
            .chain(forms.map(|(word, _)| word))
            .chain(changes.map(|(word, _)| word))
            .chain(others.iter().copied())
            .collect();
        words.join(", ")
    }
}

/// A man on a square, or what it may be promoted to if it is a pawn on its last rank.
pub(crate) fn settled(
    position: &Position,
    man: Man,
    side: Side,
    square: Square,
) -> impl Iterator<Item = Man> {
    let geometry = position.geometry();
    let last = geometry.rank(square) == base(geometry, !side);
    let promoted = man.kind == KindId::PAWN && last && !man.royal;
    let kinds = if promoted { position.variant().promotions_of(man.kind) } else { &[] };
    let promotions = kinds.iter().map(move |&kind| Man { kind, ..man });
    promotions.chain((!promoted).then_some(man))
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
        _ if !position.variant().is_orthodox(kind) && !walk.is_pawn() => {
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
