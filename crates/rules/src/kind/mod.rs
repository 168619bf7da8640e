//! Piece kinds as data: a kind is a sum of movement terms.
//!
//! A term says *how* a man travels ([`Manner`]: leap, ride, hop, ..), *along what*
//! ([`Lines`]: straight steps, roses, zigzags, ..), and under which [`Limits`]. Kotěšovec's VKSACH
//! (1985) described its fairy pieces in the same way, by a characteristic and a step (x,y), freely
//! combined. The text form of a kind is described in [`text`]; the named kinds are lines of one
//! table in [`catalogue`].
//!
//! ```
//! use solusrex_rules::kind::{Kind, catalogue};
//!
//! let grasshopper = catalogue::find("g").unwrap();
//! assert_eq!(grasshopper.name(), "grasshopper");
//!
//! let own: Kind = "XY frog = leap 0,3 + leap 1,1".parse()?;
//! assert_eq!(own.letters(), "XY");
//! # Ok::<(), solusrex_rules::kind::KindError>(())
//! ```

pub mod catalogue;
mod hunter;
pub mod text;

use std::fmt;

pub use text::KindError;

use crate::geometry::Step;

/// What a kind is besides its way of moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nature {
    /// A piece.
    #[default]
    Piece,
    /// Promotes on reaching the last rank, and is nothing to promote into.
    Pawn,
    /// Promotes on the first rank: it walks backwards.
    ReversePawn,
    /// Royal wherever it stands, and nothing to promote into.
    King,
    /// Cannot move: nothing to promote into.
    Dummy,
}

impl Nature {
    /// Whether it promotes, forwards or backwards.
    #[inline]
    pub const fn is_pawn(self) -> bool {
        matches!(self, Nature::Pawn | Nature::ReversePawn)
    }

    /// The English name.
    ///
    /// ```
    /// use solusrex_rules::kind::Nature;
    ///
    /// assert_eq!(Nature::ReversePawn.name(), "reverse pawn");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Nature::Piece => "piece",
            Nature::Pawn => "pawn",
            Nature::ReversePawn => "reverse pawn",
            Nature::King => "king",
            Nature::Dummy => "dummy",
        }
    }
}

/// A piece kind: letters, name, nature and movement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    letters: String,
    name: String,
    nature: Nature,
    terms: Vec<Term>,
}

impl Kind {
    /// A kind of one or two letters (Popeye's way of writing men).
    pub(crate) fn new(letters: &str, name: &str, nature: Nature, terms: Vec<Term>) -> Kind {
        Kind { letters: letters.to_ascii_uppercase(), name: name.to_owned(), nature, terms }
    }

    /// One or two letters or digits, upper case: `S`, `NH`, `37`; of a hunter both kinds': `R/NH`.
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// The English name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Piece, pawn, king or dummy.
    pub fn nature(&self) -> Nature {
        self.nature
    }

    /// The sum of its ways to move.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether its moves depend on which side moves it.
    pub fn is_oriented(&self) -> bool {
        self.terms.iter().any(|term| {
            let limits = &term.limits;
            limits.facing != Facing::Any
                || limits.off_base
                || limits.beyond_river
                || term.manner == Manner::Advance
        })
    }

    /// Whether it promotes, forwards or backwards.
    pub fn is_pawn(&self) -> bool {
        self.nature.is_pawn()
    }

    /// Whether a pawn may promote into this kind.
    pub fn is_promotion(&self) -> bool {
        self.nature == Nature::Piece
    }

    /// Whether this is one of the six orthodox kinds.
    pub fn is_orthodox(&self) -> bool {
        catalogue::ORTHODOX.contains(&self.letters.as_str())
            && catalogue::find(&self.letters).is_some_and(|kind| kind == self)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters)
    }
}

/// One way in which a kind moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// How it travels.
    pub manner: Manner,
    /// Along what.
    pub lines: Lines,
    /// Where and for what the term holds.
    pub limits: Limits,
}

/// How a man travels along its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// Along the line until something stands in the way; a leaper is a rider of range 1.
    Ride,
    /// Over a given number of hurdles, the men first met on the line.
    Hop {
        /// How many men are hopped over.
        over: u8,
        /// How far beyond the last of them the landing is: `None` is any distance.
        beyond: Option<u8>,
        /// Whether the first hurdle must be a neighbour.
        near: bool,
    },
    /// Over the first man met, then at an angle to the next square.
    TurnedHop(Turn),
    /// Over an enemy, which is captured, to the square behind it, which must be empty.
    Locust,
    /// To the square before the first man met (hamster).
    Rebound,
    /// Away from a neighbouring man, any distance (contra-hamster).
    Recoil,
    /// Away from a man or the edge by as much as it is distant (bouncer).
    Bounce,
    /// Over a man to the square as far behind it; `free`: whatever stands between.
    Equihop {
        /// Whether men standing between do not matter.
        free: bool,
        /// In which direction the second half goes.
        onward: Onward,
        /// Whether only an enemy serves as hurdle.
        enemy: bool,
    },
    /// Half-way to a man; `free`: whatever stands between.
    Equistop {
        /// Whether men standing between do not matter.
        free: bool,
    },
    /// As far as some man stands, in another direction along the same lines (leafhopper).
    Echo,
    /// A pawn's march: one step forward, two from the second rank, none from the first.
    Advance,
    /// Any number of leaps over empty squares (ubi-ubi).
    Wander,
    /// Along the line; from an empty square of the edge on, along any of its lines (bouncy pieces).
    Carom,
    /// Two hops in succession.
    HopTwice,
    /// As the men do that protect it (friend) or attack it (orphan).
    Borrow(Lender),
}

/// By how much a hop turns at the hurdle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// 45 degrees: moose.
    Eighth,
    /// 90 degrees: eagle.
    Quarter,
    /// 135 degrees: sparrow.
    ThreeEighths,
    /// To the nearest knight's moves: scarabeus.
    Knight,
}

/// In which direction an equihopper goes on from its hurdle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Onward {
    /// Straight on.
    Straight,
    /// At a right angle.
    Quarter,
    /// To any square as far from the hurdle, along the same lines.
    Any,
}

/// Whose men lend their movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lender {
    /// Men of the same side that protect it.
    Own,
    /// Men of the other side that attack it.
    Enemy,
}

/// The lines along which a term goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// The same step again and again; every symmetric image of each step.
    Straight(Vec<Step>),
    /// Every displacement (equihoppers only).
    All,
    /// A circle of knight-like steps, each turned by 45 degrees.
    Rose,
    /// Two steps in turn, in all symmetric images.
    Zigzag(Step, Step),
    /// One step, then another again and again, in all symmetric images.
    Bent(Step, Step),
    /// A knight's move by way of the orthogonal neighbour.
    Mao,
    /// A knight's move by way of the diagonal neighbour.
    Moa,
    /// A straight line, turned back by the edge at most once (`once`) or always.
    Reflected {
        /// The step.
        step: Step,
        /// Whether only the first edge turns it back.
        once: bool,
    },
    /// A straight line, pushed over to the neighbouring line by the first edge (cardinal).
    Cushioned(Step),
}

/// Where and for what a term holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// For moves, for captures, or for both.
    pub purpose: Purpose,
    /// The directions, seen by the moving side.
    pub facing: Facing,
    /// The number of steps at most.
    pub range: Option<u8>,
    /// Not from the first rank.
    pub off_base: bool,
    /// Only from beyond the middle of the board.
    pub beyond_river: bool,
    /// Only from the edge to the inside or from the inside to the edge.
    pub edge_change: bool,
    /// Only from these files (bits, a = 1); 0 means all.
    pub files: u16,
}

/// Whether a term captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Both.
    #[default]
    Any,
    /// Moves only.
    Move,
    /// Captures only.
    Capture,
}

/// The directions of a term, seen by the moving side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// All.
    #[default]
    Any,
    /// Towards the enemy's ranks.
    Forward,
    /// Towards its own first rank.
    Back,
    /// Along the rank.
    Sideways,
}
