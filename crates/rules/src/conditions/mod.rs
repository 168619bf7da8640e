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

mod alice;
mod andernach;
mod annan;
mod anticirce;
mod antikings;
mod central;
mod chameleon;
mod checkless;
mod circe;
mod colours;
mod degradation;
mod edge_mover;
mod eiffel;
mod einstein;
mod exclusive;
mod facing;
mod forced_square;
mod geneva;
mod glasgow;
mod grid;
mod hole;
mod hypervolage;
mod immun;
mod isardam;
mod koeko;
mod madrasi;
mod magic_squares;
mod maximummer;
mod must;
mod no_capture;
mod norsk;
mod parrain;
mod patrol;
mod point_reflection;
mod promotion_only;
mod promotion_squares;
mod protean;
pub(crate) mod rebirth;
mod sentinels;
mod supertransmuting;
mod take_and_make;
mod tibet;
mod transmuted;
mod vaulting;
mod vogtlaender;
mod volage;

use std::{fmt::Debug, sync::Arc};

pub use alice::Alice;
pub use andernach::{Andernach, AntiAndernach};
pub use annan::Annan;
pub use anticirce::Anticirce;
pub use antikings::Antikings;
pub use central::Central;
pub use chameleon::Chameleon;
pub use checkless::Checkless;
pub use circe::Circe;
pub use colours::Monochromatic;
pub use degradation::Degradation;
pub use edge_mover::EdgeMover;
pub use eiffel::Eiffel;
pub use einstein::Einstein;
pub use exclusive::Exclusive;
pub use facing::{Facing, Touch};
pub use forced_square::ForcedSquare;
pub use geneva::Geneva;
pub use glasgow::Glasgow;
pub use grid::{Cells, Grid};
pub use hole::Holes;
pub use hypervolage::Hypervolage;
pub use immun::Immun;
pub use isardam::Isardam;
use koeko::NEIGHBOURS;
pub(crate) use koeko::in_touch;
pub use koeko::{Contact, Koeko};
pub use madrasi::Madrasi;
pub use magic_squares::MagicSquares;
pub use maximummer::{Maximummer, Strictness};
pub use must::{Duty, Must};
pub use no_capture::NoCapture;
pub use norsk::Norsk;
pub use parrain::Parrain;
pub(crate) use patrol::is_observed;
pub use patrol::{Functionaries, Patrol, UltraPatrol};
pub use point_reflection::PointReflection;
pub use promotion_only::PromotionOnly;
pub use promotion_squares::PromotionSquares;
pub use protean::Protean;
use rebirth::Family;
pub use rebirth::{Change, Occupied, Place, Rebirth, Reflection};
pub use sentinels::{Guards, Sentinels};
pub use supertransmuting::SupertransmutingKings;
pub use take_and_make::TakeAndMake;
pub use tibet::Tibet;
pub use transmuted::TransmutedKings;
pub use vaulting::VaultingKings;
pub use vogtlaender::Vogtlaender;
pub use volage::Volage;

use crate::{
    attribute::Attributes,
    geometry::{Geometry, Square},
    kind::{Kind, catalogue},
    man::{Colour, KindId, Man, Side},
    moves::{Castle, Effect, Move, Special},
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
    /// None of them.
    pub const NONE: Hooks = Hooks(0);
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
    /// [`Condition::precedence`].
    pub const PREFERS: Hooks = Hooks(64);
    /// [`Condition::may_take`].
    pub const TAKES: Hooks = Hooks(128);
    /// All of them.
    pub const ALL: Hooks = Hooks(255);

    /// These and those.
    pub const fn and(self, others: Hooks) -> Hooks {
        Hooks(self.0 | others.0)
    }

    /// Whether one of those is among these.
    pub const fn has(self, others: Hooks) -> bool {
        self.0 & others.0 != 0
    }
}

/// On what it depends as what a man walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transforms {
    /// None but royal men change, when they are attacked.
    Kings,
    /// On the men of the man's own side.
    ByOwnMen,
    /// On anything.
    Anyhow,
}

/// When the consequences of a move come about: what a condition makes of it may rest on what those of
/// earlier stages have made, in whatever order the conditions are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Where the man arrives that moves.
    Arrival,
    /// Whether it may go there at all.
    Leave,
    /// What it becomes.
    Kind,
    /// Whose it becomes.
    Side,
    /// What else appears on the board: its victim, reborn, for one.
    Victim,
    /// Where it is reborn itself.
    Captor,
    /// Whether all that may come about.
    Verdict,
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

    /// What conditions cannot be had together with this one: those of a family of it.
    fn families(&self) -> Vec<String> {
        vec![self.name().split(' ').next().unwrap_or_default().to_owned()]
    }

    /// What the condition may do besides forbidding moves.
    fn tampers(&self) -> Tampering {
        Tampering::WithAny
    }

    /// Which of the hooks below are to be called. The fewer, the faster are moves made.
    fn hooks(&self) -> Hooks {
        Hooks::ALL
    }

    /// Whether the condition means something on this board.
    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        let _ = geometry;
        Ok(())
    }

    /// The board on which is played instead of this one.
    fn board(&self, geometry: Geometry) -> Geometry {
        geometry
    }

    /// What all men are from the start; of what is not a board of Alice, royal men are exempt.
    fn endows(&self) -> Attributes {
        Attributes::NONE
    }

    /// How many ranks before the last one pawns are promoted.
    fn promotes_early(&self) -> u8 {
        0
    }

    /// The only squares on which pawns of a side are promoted, if the condition names them.
    fn promotion_squares(&self, side: Side) -> Option<Squares> {
        let _ = side;
        None
    }

    /// Kinds that men may walk as or become though none stands on the board. Pawns are not promoted
    /// to them.
    fn kinds(&self) -> Vec<Kind> {
        Vec::new()
    }

    /// What pawns may become, if the condition says so.
    fn promotions(&self) -> Option<Vec<Kind>> {
        None
    }

    /// How many squares a pawn may go from its first rank.
    fn first_rank_steps(&self) -> u8 {
        0
    }

    /// Whether the man captured by the last move is to be remembered: [`Position::captive`].
    fn remembers_captures(&self) -> bool {
        false
    }

    /// Whether men remember where they stood in the diagram: [`Man::origin`].
    fn remembers_origins(&self) -> bool {
        false
    }

    /// Whether a side is in check when the other side's royal man is attacked.
    fn swaps_checks(&self) -> bool {
        false
    }

    /// Whether a side is in check when its royal man is not attacked.
    fn inverts_checks(&self) -> bool {
        false
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

    /// Whether the man on `from` may capture the man on `at`, and so give it check.
    fn may_take(&self, position: &Position, from: Square, at: Square) -> bool {
        let _ = (position, from, at);
        true
    }

    /// As what kinds the man on `square` moves and gives check for `side`, instead of its own.
    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let _ = (position, square, side);
        None
    }

    /// On what [`Condition::walks`] depends.
    fn transforms(&self) -> Transforms {
        Transforms::Anyhow
    }

    /// Whether an attack is check only if the capture could be played to its end: if
    /// [`Condition::consequences`] allow it and do not bring the royal man back, and
    /// [`Condition::permits`] does not object.
    fn weighs_checks(&self) -> bool {
        false
    }

    /// Whether [`Condition::consequences`] may make the royal man on another square vanish: it is
    /// then in check.
    fn kills(&self) -> bool {
        false
    }

    /// When [`Condition::consequences`] are asked for among those of other conditions.
    fn stage(&self) -> Stage {
        Stage::Leave
    }

    /// What comes of a move: itself with effects added, several moves, or none.
    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let _ = position;
        each(mv);
    }

    /// Whether [`Condition::permits`] objects only to moves that give check.
    fn minds_checks_only(&self) -> bool {
        false
    }

    /// Whether a move may have been played, seen from the position after it.
    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let _ = (after, mv);
        true
    }

    /// How far a move of the side to move goes before others: of the legal moves only those with the
    /// highest number may be chosen.
    fn precedence(&self, position: &Position, mv: &Move) -> u32 {
        let _ = (position, mv);
        0
    }

    /// Whether [`Condition::exclude`] may take legal moves away.
    fn excludes(&self) -> bool {
        false
    }

    /// Takes away legal moves because of the others.
    fn exclude(&self, position: &mut Position, legal: &mut Vec<Move>) {
        let _ = (position, legal);
    }

    /// Whether [`Condition::precedence`] tells moves of this side apart.
    fn prefers(&self, side: Side) -> bool {
        let _ = side;
        true
    }
}

/// What a condition may change beyond the moves of its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tampering {
    /// Nothing: it only forbids moves.
    WithNone,
    /// The man that moves becomes another where it arrives.
    WithMover,
    /// Anything.
    WithAny,
}

/// Why a condition cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// No such name.
    #[error("condition {name:?} (did you mean {nearest}? docs/notation.md describes all {})", NAMES.len())]
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
    /// The same condition twice, perhaps in two forms, or a condition and its reverse.
    #[error("conditions {0} and {1} together (give one of them)")]
    Together(String, String),
    /// More kinds than a variant can hold.
    #[error("too many kinds in one position (at most {})", crate::variant::MAX_KINDS)]
    TooManyKinds,
}

const NAMES: [&str; 80] = [
    "Alice",
    "Andernach",
    "Annan",
    "AntiAndernach",
    "AntiCirce",
    "AntiKoeko",
    "Antikings",
    "BackToBack",
    "Bichromatic",
    "BlackChecks",
    "BlackEdgeMover",
    "BlackForcedSquare",
    "BlackMaximummer",
    "BlackMinimummer",
    "BlackMustCapture",
    "BlackNoCapture",
    "BlackPromSquares",
    "BlackReflectiveKing",
    "BlackSuperTransmutingKing",
    "BlackTransmutedKing",
    "BlackVaultingKing",
    "Central",
    "Chameleon",
    "Checkless",
    "CheekToCheek",
    "Circe",
    "Degradierung",
    "DoubleTibet",
    "Eiffel",
    "Einstein",
    "Exclusive",
    "FaceToFace",
    "Functionary",
    "Geneva",
    "Glasgow",
    "Grid",
    "Hole",
    "Hypervolage",
    "Immun",
    "Isardam",
    "Koeko",
    "Lortap",
    "Madrasi",
    "MagicSquares",
    "Maximummer",
    "Minimummer",
    "Monochromatic",
    "MustCapture",
    "NewKoeko",
    "NoCapture",
    "NorskSjakk",
    "PWC",
    "Patrol",
    "PointReflection",
    "PromOnly",
    "PromSquares",
    "Protean",
    "ReflectiveKings",
    "ReversalEinstein",
    "Sentinelles",
    "SuperTransmutingKings",
    "Take&Make",
    "Tibet",
    "TransmutedKings",
    "UltraPatrol",
    "VaultingKings",
    "Vogtlaender",
    "Volage",
    "WhiteChecks",
    "WhiteEdgeMover",
    "WhiteForcedSquare",
    "WhiteMaximummer",
    "WhiteMinimummer",
    "WhiteMustCapture",
    "WhiteNoCapture",
    "WhitePromSquares",
    "WhiteReflectiveKing",
    "WhiteSuperTransmutingKing",
    "WhiteTransmutedKing",
    "WhiteVaultingKing",
];

/// Names of the problem language that say in one word what others say in several.
const ONE_WORD: [(&str, &str); 56] = [
    ("antipodeanimmun", "Immun Antipodes"),
    ("antipodeananticirce", "AntiCirce Antipodes"),
    ("antipodeancirce", "Circe Antipodes"),
    ("april", "Circe April"),
    ("chameleoncirce", "Circe Chameleon"),
    ("circeassassin", "Circe Assassin"),
    ("circeclone", "Circe Clone"),
    ("circedoubleagents", "Circe Mirror Turncoats"),
    ("circetake&make", "Circe Take&Make"),
    ("circeturncoats", "Circe Turncoats"),
    ("cloneanticirce", "AntiCirce Clone"),
    ("contraparrain", "Circe ContraParrain"),
    ("couscousanticirce", "AntiCirce Couscous"),
    ("couscouscirce", "Circe Couscous"),
    ("diametralcirce", "Circe Diametral"),
    ("equipollentsanticirce", "AntiCirce Equipollents"),
    ("equipollentscirce", "Circe Equipollents"),
    ("equipollentsimmun", "Immun Equipollents"),
    ("fileanticirce", "AntiCirce File"),
    ("frischaufcirce", "Circe Frischauf"),
    ("filecirce", "Circe File"),
    ("fileimmun", "Immun File"),
    ("madrasirexinclusive", "Madrasi RexInclusive"),
    ("mirroranticirce", "AntiCirce Mirror"),
    ("mirrorcirce", "Circe Mirror"),
    ("mirrorcirceclone", "Circe Mirror Clone"),
    ("mirrorcouscouscirce", "Circe Mirror Couscous"),
    ("mirrorfileanticirce", "AntiCirce Mirror File"),
    ("mirrorfilecirce", "Circe Mirror File"),
    ("mirrorfileimmun", "Immun Mirror File"),
    ("mirrorimmun", "Immun Mirror"),
    ("ohneschach", "Checkless"),
    ("parraincirce", "Circe Parrain"),
    ("patrouille", "Patrol"),
    ("pwc", "Circe PWC"),
    ("rankcirce", "Circe Rank"),
    ("superanticirce", "AntiCirce Super"),
    ("supercirce", "Circe Super"),
    ("symmetryanticirce", "AntiCirce Symmetry"),
    ("symmetrycirce", "Circe Symmetry"),
    ("symmetryimmun", "Immun Symmetry"),
    ("blackultramaximummer", "BlackMaximummer Ultra"),
    ("blackultraminimummer", "BlackMinimummer Ultra"),
    ("ultrapatrouille", "UltraPatrol"),
    ("whiteultramaximummer", "WhiteMaximummer Ultra"),
    ("whiteultraminimummer", "WhiteMinimummer Ultra"),
    ("verticalmirrorcirce", "Circe VerticalMirror"),
    ("vogtländer", "Vogtlaender"),
    ("köko", "Koeko"),
    ("antiköko", "AntiKoeko"),
    ("newköko", "NewKoeko"),
    ("beamtenschach", "Functionary"),
    ("holes", "Hole"),
    ("diagramanticirce", "AntiCirce Diagram"),
    ("diagramcirce", "Circe Diagram"),
    ("diagramimmun", "Immun Diagram"),
];

/// A condition from its name and sub-options, in either case: `Circe`, `madrasi RexInclusive`. The
/// names of the problem language, such as `AndernachChess` and `MirrorCirce`, will do too.
pub fn parse(text: &str) -> Result<Arc<dyn Condition>, ConditionError> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or("");
    let lower = name.to_lowercase();
    let short = lower.strip_suffix("chess").unwrap_or(&lower);
    let long = ONE_WORD.into_iter().find(|&(one, _)| one == short).map(|(_, long)| long);
    let mut own = long.unwrap_or(short).split_whitespace();
    let short = own.next().unwrap_or("").to_lowercase();
    let words: Vec<&str> = own.chain(words).collect();
    let side = match short.as_str() {
        white if white.starts_with("white") => Some(Side::White),
        black if black.starts_with("black") => Some(Side::Black),
        _ => None,
    };
    let bound = side.unwrap_or(Side::Black);
    let bare_name = short.trim_start_matches("white").trim_start_matches("black");
    Ok(match bare_name {
        // a condition for both sides alike has no form for one
        _ if side.is_some() && !ONE_SIDED.contains(&bare_name) => return Err(unknown(text, name)),
        "alice" => bare("Alice", &words, Alice)?,
        "andernach" => bare("Andernach", &words, Andernach)?,
        "antiandernach" => bare("AntiAndernach", &words, AntiAndernach)?,
        "annan" => {
            let types = flags("Annan", &words, ["TypeA", "TypeB", "TypeC", "TypeD"])?;
            let chosen = types.iter().rposition(|&given| given).unwrap_or(0);
            Arc::new(Annan::of_type(b"ABCD"[chosen]))
        }
        "anticirce" => {
            let mut cheylan = false;
            let others = |word: &str| {
                let chosen = ["Calvet", "Cheylan"].map(|known| known.eq_ignore_ascii_case(word));
                cheylan = chosen[1] || cheylan && !chosen[0];
                chosen.contains(&true)
            };
            let rebirth = Rebirth::read("AntiCirce", Family::Anticirce, &words, others)?;
            Arc::new(Anticirce { rebirth, cheylan })
        }
        "antikings" => bare("Antikings", &words, Antikings)?,
        "backtoback" => facing("BackToBack", Touch::Back, &words)?,
        "central" => bare("Central", &words, Central)?,
        "cheektocheek" => facing("CheekToCheek", Touch::Cheek, &words)?,
        "facetoface" => facing("FaceToFace", Touch::Face, &words)?,
        "chameleon" => {
            let (kinds, rest) = leading_kinds(&words);
            flags("Chameleon", rest, []).map(|[]| ())?;
            Arc::new(Chameleon { change: Change::chameleon(kinds) })
        }
        "checkless" => bare("Checkless", &words, Checkless)?,
        "circe" if has(&words, "Parrain") => {
            let [..] = flags("Circe Parrain", &words, ["Parrain", "RexExclusive"])?;
            Arc::new(Parrain { contra: false })
        }
        "circe" if has(&words, "ContraParrain") => {
            let [..] = flags("Circe ContraParrain", &words, ["ContraParrain", "RexExclusive"])?;
            Arc::new(Parrain { contra: true })
        }
        "circe" => {
            let rebirth = Rebirth::read("Circe", Family::Circe, &words, |_| false)?;
            Arc::new(Circe { rebirth })
        }
        "degradierung" => bare("Degradierung", &words, Degradation)?,
        "edgemover" => bare("EdgeMover", &words, EdgeMover { side: bound })?,
        "eiffel" => bare("Eiffel", &words, Eiffel)?,
        "einstein" => bare("Einstein", &words, Einstein { reversed: false })?,
        "reversaleinstein" => bare("ReversalEinstein", &words, Einstein { reversed: true })?,
        "exclusive" => bare("Exclusive", &words, Exclusive)?,
        "forcedsquare" if side.is_some() => {
            Arc::new(ForcedSquare { side: bound, squares: all_squares("ForcedSquare", &words)? })
        }
        "functionary" => bare("Functionary", &words, Functionaries)?,
        "geneva" => {
            let rebirth = Rebirth::read("Geneva", Family::Immun, &words, |_| false)?;
            Arc::new(Geneva { rebirth })
        }
        "glasgow" => bare("Glasgow", &words, Glasgow)?,
        "grid" => Arc::new(Grid { cells: cells(&words)? }),
        "hole" => Arc::new(Holes { squares: all_squares("Hole", &words)? }),
        "hypervolage" => bare("Hypervolage", &words, Hypervolage)?,
        "immun" => {
            let rebirth = Rebirth::read("Immun", Family::Immun, &words, |_| false)?;
            Arc::new(Immun { rebirth })
        }
        "isardam" => {
            let [rex_inclusive, exclusive, type_b] =
                flags("Isardam", &words, ["RexInclusive", "RexExclusive", "TypeB"])?;
            Arc::new(Isardam { rex_inclusive: rex_inclusive && !exclusive, type_b })
        }
        "koeko" => koeko("Koeko", Contact::Made, &words)?,
        "antikoeko" => koeko("AntiKoeko", Contact::Avoided, &words)?,
        "newkoeko" => koeko("NewKoeko", Contact::Kept, &words)?,
        "lortap" => bare("Lortap", &words, Patrol::Unobserved)?,
        "madrasi" => {
            let [rex_inclusive, exclusive] =
                flags("Madrasi", &words, ["RexInclusive", "RexExclusive"])?;
            Arc::new(Madrasi { rex_inclusive: rex_inclusive && !exclusive })
        }
        "magicsquares" => Arc::new(MagicSquares { squares: all_squares("MagicSquares", &words)? }),
        "maximummer" | "minimummer" => {
            let strictness = match flags("Maximummer", &words, ["Exact", "Ultra"])? {
                [_, true] => Strictness::Ultra,
                [true, _] => Strictness::Exact,
                _ => Strictness::Regular,
            };
            Arc::new(Maximummer { side, shortest: bare_name == "minimummer", strictness })
        }
        "monochrom" | "monochromatic" => {
            bare("Monochromatic", &words, Monochromatic { bichromatic: false })?
        }
        "bichrom" | "bichromatic" => {
            bare("Bichromatic", &words, Monochromatic { bichromatic: true })?
        }
        "checks" if side.is_some() => bare("Checks", &words, Must { duty: Duty::Check, side })?,
        "mustcapture" => bare("MustCapture", &words, Must { duty: Duty::Capture, side })?,
        "nocapture" => bare("NoCapture", &words, NoCapture { side })?,
        "norsksjakk" => bare("NorskSjakk", &words, Norsk)?,
        "patrol" => bare("Patrol", &words, Patrol::Observed)?,
        "pointreflection" => bare("PointReflection", &words, PointReflection)?,
        "promonly" => {
            let (kinds, rest) = leading_kinds(&words);
            flags("PromOnly", rest, []).map(|[]| ())?;
            Arc::new(PromotionOnly { kinds })
        }
        "promsquares" => {
            Arc::new(PromotionSquares { side, squares: all_squares("PromSquares", &words)? })
        }
        "protean" => bare("Protean", &words, Protean)?,
        "sentinelles" => Arc::new(sentinels(&words)?),
        "ultrapatrol" => bare("UltraPatrol", &words, UltraPatrol)?,
        "take&make" => {
            let [absolute] = flags("Take&Make", &words, ["Absolute"])?;
            Arc::new(TakeAndMake { absolute })
        }
        "tibet" => bare("Tibet", &words, Tibet { double: false })?,
        "doubletibet" => bare("DoubleTibet", &words, Tibet { double: true })?,
        "transmutedkings" | "transmutedking" => {
            let kings = TransmutedKings { side, reflective: false };
            bare("TransmutedKings", &words, kings)?
        }
        "supertransmutingkings" | "supertransmutingking" => {
            bare("SuperTransmutingKings", &words, SupertransmutingKings { side })?
        }
        "reflectivekings" | "reflectiveking" => {
            let kings = TransmutedKings { side, reflective: true };
            bare("ReflectiveKings", &words, kings)?
        }
        "vaultingkings" | "vaultingking" => {
            let (mut kinds, rest) = leading_kinds(&words);
            let [transmuting] = flags("VaultingKings", rest, ["Transmuting"])?;
            if kinds.is_empty() {
                kinds.extend(catalogue::find("EQ").cloned());
            }
            Arc::new(VaultingKings { side, kinds, transmuting })
        }
        "vogtlaender" => bare("Vogtlaender", &words, Vogtlaender)?,
        "volage" => bare("Volage", &words, Volage)?,
        _ => return Err(unknown(text, name)),
    })
}

/// The conditions that may hold for one side alone.
const ONE_SIDED: [&str; 12] = [
    "checks",
    "edgemover",
    "forcedsquare",
    "maximummer",
    "minimummer",
    "mustcapture",
    "nocapture",
    "promsquares",
    "reflectiveking",
    "supertransmutingking",
    "transmutedking",
    "vaultingking",
];

fn unknown(text: &str, name: &str) -> ConditionError {
    let nearest = NAMES.into_iter().min_by_key(|known| distance(known, name)).unwrap_or("");
    ConditionError::Unknown { name: shown(text), nearest }
}

fn has(words: &[&str], wanted: &str) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(wanted))
}

/// The kinds named first, and the words behind them.
fn leading_kinds<'a>(words: &'a [&'a str]) -> (Vec<Kind>, &'a [&'a str]) {
    let kinds: Vec<Kind> = words.iter().map_while(|word| catalogue::find(word)).cloned().collect();
    let rest = &words[kinds.len()..];
    (kinds, rest)
}

/// Men that lend each other their walks, in one of the types A to D.
fn facing(
    name: &'static str,
    touch: Touch,
    words: &[&str],
) -> Result<Arc<dyn Condition>, ConditionError> {
    let types = flags(name, words, ["TypeA", "TypeB", "TypeC", "TypeD"])?;
    let chosen = types.iter().rposition(|&given| given).unwrap_or(0);
    let (kings_lend, kings_borrow) = (matches!(chosen, 0 | 2), matches!(chosen, 0 | 1));
    Ok(Arc::new(Facing { touch, kings_lend, kings_borrow }))
}

/// Who leaves which pawns behind.
fn sentinels(words: &[&str]) -> Result<Sentinels, ConditionError> {
    let takes = "PionAdvers, PionNeutre, MaximumWhite, MaximumBlack or MaximumTotal and a number, or \
                 Berolina";
    let mut sentinels = Sentinels::default();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut number = || {
            let number = rest.next().and_then(|number| number.parse().ok());
            number.ok_or_else(|| unknown_option("Sentinelles", word, takes))
        };
        match word.to_ascii_lowercase().as_str() {
            "pionadvers" => sentinels.pawns = Guards::Enemy,
            "pionneutre" => sentinels.pawns = Guards::Neutral,
            "maximumwhite" => sentinels.most[0] = number()?,
            "maximumblack" => sentinels.most[1] = number()?,
            "maximumtotal" => sentinels.most_together = number()?,
            "berolina" => sentinels.berolina = true,
            _ => return Err(unknown_option("Sentinelles", word, takes)),
        }
    }
    Ok(sentinels)
}

/// The squares that words name, at least one.
fn all_squares(condition: &'static str, words: &[&str]) -> Result<Vec<Square>, ConditionError> {
    let read = |word: &&str| {
        squares_of(word).ok_or_else(|| unknown_option(condition, word, "squares: d4e5"))
    };
    let squares: Vec<Vec<Square>> = words.iter().map(read).collect::<Result<_, _>>()?;
    match squares.is_empty() {
        true => Err(unknown_option(condition, "", "squares: d4e5")),
        false => Ok(squares.concat()),
    }
}

/// Köko in one of its forms, with the leaper whose steps make men neighbours.
fn koeko(
    condition: &'static str,
    contact: Contact,
    words: &[&str],
) -> Result<Arc<dyn Condition>, ConditionError> {
    let find = |letters: &str| {
        NEIGHBOURS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(letters))
    };
    let takes = || NEIGHBOURS.map(|(letters, _)| letters).join(", ");
    let neighbour = match words {
        [] => NEIGHBOURS[0],
        [word, letters] if word.eq_ignore_ascii_case("Neighbour") => {
            find(letters).ok_or_else(|| unknown_option(condition, letters, &takes()))?
        }
        [word, ..] => {
            let takes = format!("Neighbour and one of {}", takes());
            return Err(unknown_option(condition, word, &takes));
        }
    };
    Ok(Arc::new(Koeko { contact, neighbour }))
}

/// How a grid parts the board of 8 x 8.
fn cells(words: &[&str]) -> Result<Cells, ConditionError> {
    let takes =
        "VerticalShift, HorizontalShift, DiagonalShift, Orthogonal bdf246 or Irregular a1a2";
    let (first, rest) = match words {
        [] => return Ok(Cells::default()),
        [first, rest @ ..] => (first.to_ascii_lowercase(), rest),
    };
    match (first.as_str(), rest) {
        ("verticalshift", []) => Ok(Cells::Regular(0, 1)),
        ("horizontalshift", []) => Ok(Cells::Regular(1, 0)),
        ("diagonalshift", []) => Ok(Cells::Regular(1, 1)),
        ("orthogonal", [lines]) => {
            let lines = lines.to_ascii_lowercase();
            let known = |line: char| matches!(line, 'a'..='g' | '1'..='7');
            if !lines.chars().all(known) {
                return Err(unknown_option("Grid Orthogonal", &lines, "a to g and 1 to 7"));
            }
            let (files, ranks): (Vec<u8>, Vec<u8>) =
                lines.bytes().partition(u8::is_ascii_lowercase);
            let counted = |lines: Vec<u8>, first| lines.iter().map(|line| line - first).collect();
            Ok(Cells::Lines(counted(files, b'a'), counted(ranks, b'1')))
        }
        ("irregular", [_, ..]) => {
            let cells = rest.iter().map(|cell| {
                let squares = squares_of(cell);
                squares.ok_or_else(|| unknown_option("Grid Irregular", cell, "squares: a1a2b1"))
            });
            Ok(Cells::Irregular(cells.collect::<Result<_, _>>()?))
        }
        _ => Err(unknown_option("Grid", words[0], takes)),
    }
}

/// Squares written without blanks.
fn squares_of(mut text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    while !text.is_empty() {
        let (square, rest) = Geometry::CHESS.square_prefix(text)?;
        squares.push(square);
        text = rest;
    }
    Some(squares)
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
pub(crate) fn owner(man: Man, side: Side) -> Side {
    match man.colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Neutral => side,
    }
}

/// Where the man that moves stands after the effects so far, and as what.
pub(crate) fn arrived(position: &Position, mv: &Move) -> Option<(Square, Man)> {
    let man = position.man(mv.from)?;
    let man = position.variant().arriving(man, mv);
    Some(mv.effects.iter().fold((mv.to, man), |(at, man), effect| match effect {
        Effect::Transfers(from, to) if from == at => (to, man),
        Effect::Becomes(square, other) if square == at => (at, other),
        Effect::Turns(square) if square == at => (at, man.turncoat()),
        _ => (at, man),
    }))
}

/// The rook of a castling, and where it comes to stand.
pub(crate) fn castled_rook(position: &Position, mv: &Move) -> Option<(Square, Man)> {
    let Special::Castling(wing) = mv.special else { return None };
    let castle = Castle::of(position.side_to_move(), wing);
    Some((castle.rook_to, position.man(castle.rook_from)?))
}

/// The men that have moved, with where they stand at last: the mover, and the rook of a castling.
pub(crate) fn moved(position: &Position, mv: &Move) -> impl Iterator<Item = (Square, Man)> + use<> {
    [arrived(position, mv), castled_rook(position, mv)].into_iter().flatten()
}

/// Whether the man that moves was a pawn and has become another.
pub(crate) fn is_promoted(position: &Position, mv: &Move) -> bool {
    let is_pawn = |man: Man| position.variant().kind(man.kind).is_pawn();
    position.man(mv.from).is_some_and(is_pawn)
        && arrived(position, mv).is_some_and(|(_, man)| !is_pawn(man))
}

/// Where the man that moved stands at last.
pub(crate) fn arrived_after(mv: &Move) -> Square {
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
