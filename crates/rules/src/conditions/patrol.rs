//! Patrol Chess (Whyatt, 1975), Ultra-patrol, Lortap and Functionary Chess: who observes a
//! man says whether it may capture, or move at all.

use super::{Condition, Hooks, Tampering, Transforms};
use crate::{
    geometry::Square,
    man::{KindId, Side},
    moves::Move,
    position::Position,
};

/// Whether a man can capture, and give check, is up to the men of its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patrol {
    /// Patrol: only if one of them observes it.
    Observed,
    /// Lortap, Patrol turned round: only if none of them observes it.
    Unobserved,
}

impl Condition for Patrol {
    fn name(&self) -> String {
        match self {
            Patrol::Observed => "Patrol".into(),
            Patrol::Unobserved => "Lortap".into(),
        }
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let wanted = *self == Patrol::Observed;
        if mv.captured.is_none()
            || is_observed(position, mv.from, position.side_to_move()) == wanted
        {
            each(mv);
        }
    }
}

/// Functionary Chess (Beamtenschach): a man can move, capture and give check only if an enemy observes
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Functionaries;

impl Condition for Functionaries {
    fn name(&self) -> String {
        "Functionary".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        is_observed(position, square, !side)
    }
}

/// Ultra-patrol: a man can move, capture and give check only if it is observed by a man of its own
/// side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UltraPatrol;

impl Condition for UltraPatrol {
    fn name(&self) -> String {
        "UltraPatrol".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        is_observed(position, square, side)
    }
}

/// Whether a man of `side` observes a square.
pub(crate) fn is_observed(position: &Position, square: Square, side: Side) -> bool {
    if position.variant().transforms == Some(Transforms::ByOwnMen) {
        return position.reaches_as_it_walks(side, square, &mut ());
    }
    let kinds = position.variant().kinds().len();
    (0..kinds).any(|kind| position.observes(side, KindId(kind as u8), square))
}
