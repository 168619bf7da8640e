//! Conditions: rules laid over the ordinary ones.
//!
//! A condition is a value with named hooks. Each has a default that changes nothing, so a condition
//! is one file with the hooks it needs and a line in [`parse`].
//!
//! ```
//! use solusrex_rules::conditions;
//!
//! let circe = conditions::parse("Circe RexInclusive")?;
//! assert_eq!(circe.name(), "Circe RexInclusive");
//! assert!(conditions::parse("Cierce").unwrap_err().to_string().contains("Circe"));
//! # Ok::<(), solusrex_rules::conditions::ConditionError>(())
//! ```

mod andernach;
mod annan;
mod anticirce;
mod chameleon;
mod checkless;
mod circe;
mod colours;
mod einstein;
mod grid;
mod immun;
mod isardam;
mod koeko;
mod madrasi;
mod maximummer;
mod no_capture;
mod patrol;
mod rebirth;
mod take_and_make;
mod transmuted;

use std::{fmt::Debug, sync::Arc};

pub use andernach::{Andernach, AntiAndernach};
pub use annan::Annan;
pub use anticirce::Anticirce;
pub use chameleon::Chameleon;
pub use checkless::Checkless;
pub use circe::Circe;
pub use colours::Monochromatic;
pub use einstein::Einstein;
pub use grid::Grid;
pub use immun::Immun;
pub use isardam::Isardam;
pub use koeko::Koeko;
pub use madrasi::Madrasi;
pub use maximummer::Maximummer;
pub use no_capture::NoCapture;
pub use patrol::{Patrol, UltraPatrol};
pub use rebirth::{Change, Form};
use rebirth::{Family, Options};
pub use take_and_make::TakeAndMake;
pub use transmuted::TransmutedKings;

use crate::{
    geometry::{Geometry, Square},
    man::{Colour, KindId, Man, Side},
    moves::{Effect, Move},
    notation::shown,
    position::Position,
    squares::Squares,
};

/// Which hooks of a condition are called: none but these.
///
/// ```
/// use solusrex_rules::conditions::Hooks;
///
/// let hooks = Hooks::CAPTURES.and(Hooks::PERMITS);
/// assert!(hooks.has(Hooks::PERMITS) && !hooks.has(Hooks::ACTS));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hooks(u8);

impl Hooks {
    /// [`Condition::may_act`].
    pub const ACTS: Hooks = Hooks(1);
    /// [`Condition::may_go`].
    pub const GOES: Hooks = Hooks(2);
    /// [`Condition::walks`].
    pub const WALKS: Hooks = Hooks(4);
    /// [`Condition::consequences`] of captures.
    pub const CAPTURES: Hooks = Hooks(8);
    /// [`Condition::consequences`] of moves without capture.
    pub const QUIET: Hooks = Hooks(16);
    /// [`Condition::consequences`] of all moves.
    pub const MOVES: Hooks = Hooks::CAPTURES.and(Hooks::QUIET);
    /// [`Condition::permits`].
    pub const PERMITS: Hooks = Hooks(32);
    /// [`Condition::select`].
    pub const SELECTS: Hooks = Hooks(64);
    /// All of them.
    pub const ALL: Hooks = Hooks(127);

    /// These and those.
    pub const fn and(self, others: Hooks) -> Hooks {
        Hooks(self.0 | others.0)
    }

    /// Whether one of those is among these.
    pub const fn has(self, others: Hooks) -> bool {
        self.0 & others.0 != 0
    }
}

/// A set of kinds as which a man walks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(Squares);

impl Kinds {
    /// Adds a kind.
    pub fn insert(&mut self, kind: KindId) {
        self.0.insert(Square(kind.0));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the kind is one of them.
    pub fn contains(&self, kind: KindId) -> bool {
        self.0.contains(Square(kind.0))
    }

    /// The only kind, if there is just one.
    pub fn single(&self) -> Option<KindId> {
        self.0.single().map(|number| KindId(number.0))
    }

    /// The kinds by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = KindId> + use<> {
        self.0.iter().map(|number| KindId(number.0))
    }
}

impl From<KindId> for Kinds {
    fn from(kind: KindId) -> Kinds {
        [kind].into_iter().collect()
    }
}

impl FromIterator<KindId> for Kinds {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> Kinds {
        Kinds(kinds.into_iter().map(|kind| Square(kind.0)).collect())
    }
}

/// A rule laid over the ordinary ones.
pub trait Condition: Debug + Send + Sync {
    /// The name as composers write it.
    fn name(&self) -> String;

    /// Which of the hooks below are to be called. The fewer, the faster are moves made.
    fn hooks(&self) -> Hooks {
        Hooks::ALL
    }

    /// Whether the condition means something on this board.
    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        let _ = geometry;
        Ok(())
    }

    /// Whether the man on `square` may move, capture and give check for `side`.
    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        let _ = (position, square, side);
        true
    }

    /// Whether a man may go from one square to the other, be it to move, to capture or to give
    /// check. Men on the board do not matter: it is asked once for each pair of squares.
    fn may_go(&self, geometry: &Geometry, from: Square, to: Square) -> bool {
        let _ = (geometry, from, to);
        true
    }

    /// As what kinds the man on `square` moves and gives check for `side`, instead of its own.
    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let _ = (position, square, side);
        None
    }

    /// Whether an attack is check only if the capture could be played to its end: if
    /// [`Condition::consequences`] allow it and do not bring the royal man back, and
    /// [`Condition::permits`] does not object.
    fn weighs_checks(&self) -> bool {
        false
    }

    /// Whether [`Condition::consequences`] say where the man arrives, so that those of other
    /// conditions must wait for them.
    fn takes_first(&self) -> bool {
        false
    }

    /// What comes of a move: itself with effects added, several moves, or none.
    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let _ = position;
        each(mv);
    }

    /// Whether a move may have been played, seen from the position after it.
    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let _ = (after, mv);
        true
    }

    /// Keeps those of the legal moves that may be chosen: at least one, if there are any.
    fn select(&self, position: &Position, moves: &mut Vec<Move>) {
        let _ = (position, moves);
    }
}

/// Why a condition cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// No such name.
    #[error("condition {name:?} (known: {}; did you mean {nearest}?)", NAMES.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The known name most like it.
        nearest: &'static str,
    },
    /// No such sub-option of a known condition.
    #[error("{condition}: {word:?} (it takes {takes})")]
    Variant {
        /// The condition.
        condition: &'static str,
        /// What was found.
        word: String,
        /// What it takes.
        takes: String,
    },
    /// The board does not suit the condition.
    #[error("{condition} on a board of {board} ({remedy})")]
    Board {
        /// The condition.
        condition: &'static str,
        /// The board.
        board: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The same condition twice, perhaps in two forms.
    #[error("condition {0} twice (give each condition once)")]
    Twice(String),
    /// More kinds than a variant can hold.
    #[error("too many kinds in one position (at most {})", crate::variant::MAX_KINDS)]
    TooManyKinds,
}

const NAMES: [&str; 33] = [
    "Andernach",
    "Annan",
    "AntiAndernach",
    "AntiCirce",
    "AntiKoeko",
    "Bichromatic",
    "BlackMaximummer",
    "BlackMinimummer",
    "BlackNoCapture",
    "BlackTransmutedKing",
    "Chameleon",
    "Checkless",
    "Circe",
    "Einstein",
    "Grid",
    "Immun",
    "Isardam",
    "Koeko",
    "Madrasi",
    "Maximummer",
    "Minimummer",
    "Monochromatic",
    "NoCapture",
    "PWC",
    "Patrol",
    "ReversalEinstein",
    "Take&Make",
    "TransmutedKings",
    "UltraPatrol",
    "WhiteMaximummer",
    "WhiteMinimummer",
    "WhiteNoCapture",
    "WhiteTransmutedKing",
];

/// A condition from its name and sub-options, in either case: `Circe`, `madrasi RexInclusive`. The
/// names of the problem language, such as `AndernachChess` and `MirrorCirce`, will do too.
pub fn parse(text: &str) -> Result<Arc<dyn Condition>, ConditionError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or("");
    let words: Vec<&str> = words.collect();
    let lower = name.to_ascii_lowercase();
    let short = lower.strip_suffix("chess").unwrap_or(&lower);
    let side = match short {
        _ if short.starts_with("white") => Some(Side::White),
        _ if short.starts_with("black") => Some(Side::Black),
        _ => None,
    };
    let bound = side.unwrap_or(Side::Black);
    let circe = |form: Form| {
        let options = Options::read("Circe", Family::Circe, &words)?;
        let form = if options.form == Form::Home { form } else { options.form };
        let Options { rex_inclusive, change, .. } = options;
        Ok(Circe { rex_inclusive, form, change })
    };
    Ok(match short {
        "andernach" => bare("Andernach", &words, Andernach)?,
        "antiandernach" => bare("AntiAndernach", &words, AntiAndernach)?,
        "annan" => bare("Annan", &words, Annan)?,
        "anticirce" => {
            let options = Options::read("AntiCirce", Family::Anticirce, &words)?;
            let Options { form, change, cheylan, make, .. } = options;
            Arc::new(Anticirce { form, change, cheylan, make })
        }
        "chameleon" => bare("Chameleon", &words, Chameleon)?,
        "checkless" | "ohneschach" => bare("Checkless", &words, Checkless)?,
        "circe" => Arc::new(circe(Form::Home)?),
        "mirrorcirce" => Arc::new(circe(Form::Mirror)?),
        "couscouscirce" => Arc::new(circe(Form::Couscous)?),
        "pwc" => Arc::new(circe(Form::Pwc)?),
        "rankcirce" => Arc::new(circe(Form::Rank)?),
        "filecirce" => Arc::new(circe(Form::File)?),
        "symmetrycirce" => Arc::new(circe(Form::Symmetry)?),
        "diametralcirce" => Arc::new(circe(Form::Diametral)?),
        "antipodeancirce" => Arc::new(circe(Form::Antipodes)?),
        "chameleoncirce" => Arc::new(Circe { change: Change::Chameleon, ..circe(Form::Home)? }),
        "einstein" => bare("Einstein", &words, Einstein { reversed: false })?,
        "reversaleinstein" => bare("ReversalEinstein", &words, Einstein { reversed: true })?,
        "grid" => bare("Grid", &words, Grid)?,
        "immun" => {
            let options = Options::read("Immun", Family::Immun, &words)?;
            Arc::new(Immun { rex_inclusive: options.rex_inclusive, form: options.form })
        }
        "isardam" => {
            let [rex_inclusive, exclusive, type_b] =
                flags("Isardam", &words, ["RexInclusive", "RexExclusive", "TypeB"])?;
            Arc::new(Isardam { rex_inclusive: rex_inclusive && !exclusive, type_b })
        }
        "koeko" | "köko" => bare("Koeko", &words, Koeko { anti: false })?,
        "antikoeko" | "antiköko" => bare("AntiKoeko", &words, Koeko { anti: true })?,
        "madrasi" => {
            let [rex_inclusive, exclusive] =
                flags("Madrasi", &words, ["RexInclusive", "RexExclusive"])?;
            Arc::new(Madrasi { rex_inclusive: rex_inclusive && !exclusive })
        }
        "maximummer" | "whitemaximummer" | "blackmaximummer" => {
            bare("Maximummer", &words, Maximummer { side: bound, shortest: false })?
        }
        "minimummer" | "whiteminimummer" | "blackminimummer" => {
            bare("Minimummer", &words, Maximummer { side: bound, shortest: true })?
        }
        "monochrom" | "monochromatic" => {
            bare("Monochromatic", &words, Monochromatic { bichromatic: false })?
        }
        "bichrom" | "bichromatic" => {
            bare("Bichromatic", &words, Monochromatic { bichromatic: true })?
        }
        "nocapture" | "whitenocapture" | "blacknocapture" => {
            bare("NoCapture", &words, NoCapture { side })?
        }
        "patrol" | "patrouille" => bare("Patrol", &words, Patrol)?,
        "ultrapatrol" | "ultrapatrouille" => bare("UltraPatrol", &words, UltraPatrol)?,
        "take&make" => {
            let [absolute] = flags("Take&Make", &words, ["Absolute"])?;
            Arc::new(TakeAndMake { absolute })
        }
        "transmutedkings" | "whitetransmutedking" | "blacktransmutedking" => {
            bare("TransmutedKings", &words, TransmutedKings { side })?
        }
        _ => {
            let nearest = NAMES.into_iter().min_by_key(|known| distance(known, name));
            let nearest = nearest.unwrap_or("");
            return Err(ConditionError::Unknown { name: shown(text), nearest });
        }
    })
}

/// A condition that takes no sub-option.
fn bare(
    name: &'static str,
    words: &[&str],
    condition: impl Condition + 'static,
) -> Result<Arc<dyn Condition>, ConditionError> {
    flags(name, words, []).map(|[]| Arc::new(condition) as Arc<dyn Condition>)
}

/// Which of the sub-options that a condition takes are there.
fn flags<const N: usize>(
    condition: &'static str,
    words: &[&str],
    takes: [&'static str; N],
) -> Result<[bool; N], ConditionError> {
    let known = |word: &&&str| takes.iter().any(|known| known.eq_ignore_ascii_case(word));
    match words.iter().find(|word| !known(word)) {
        Some(word) if N == 0 => Err(unknown_option(condition, word, "nothing more")),
        Some(word) => Err(unknown_option(condition, word, &takes.join(" or "))),
        None => Ok(takes.map(|known| words.iter().any(|word| known.eq_ignore_ascii_case(word)))),
    }
}

fn unknown_option(condition: &'static str, word: &str, takes: &str) -> ConditionError {
    ConditionError::Variant { condition, word: shown(word), takes: takes.to_owned() }
}

/// Whose a man is; a neutral one is that of `side`.
fn owner(man: Man, side: Side) -> Side {
    match man.colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Neutral => side,
    }
}

/// Where the man that moves stands after the effects so far, and as what.
fn arrived(position: &Position, mv: &Move) -> Option<(Square, Man)> {
    let man = position.man(mv.from)?;
    let man = Man { kind: mv.promotion.unwrap_or(man.kind), ..man };
    Some(mv.effects.iter().fold((mv.to, man), |(at, man), effect| match effect {
        Effect::Transfers(from, to) if from == at => (to, man),
        Effect::Becomes(square, other) if square == at => (at, other),
        _ => (at, man),
    }))
}

/// Whether the man that moves was a pawn and has become another.
fn is_promoted(position: &Position, mv: &Move) -> bool {
    let is_pawn = |man: Man| position.variant().kind(man.kind).is_pawn();
    position.man(mv.from).is_some_and(is_pawn)
        && arrived(position, mv).is_some_and(|(_, man)| !is_pawn(man))
}

/// Where the man that moved stands at last.
fn arrived_after(mv: &Move) -> Square {
    mv.effects.iter().fold(mv.to, |at, effect| match effect {
        Effect::Transfers(from, to) if from == at => to,
        _ => at,
    })
}

/// How many letters must be changed, added or dropped to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<u8> = b.to_ascii_lowercase().into_bytes();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_ascii_lowercase().bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
