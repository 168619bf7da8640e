//! Transmuted and Reflective Kings: a king in check moves as the men that give it.

use super::{Condition, Hooks, Kinds, Transforms};
use crate::{
    geometry::Square,
    man::{KindId, Side},
    position::Position,
};

/// Transmuted Kings: a king that is attacked moves, and gives check, only as the men that attack
/// it. Reflective Kings keep their own moves besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransmutedKings {
    /// The side whose king is meant; both if none is named.
    pub side: Option<Side>,
    /// Whether kings keep their own moves.
    pub reflective: bool,
}

impl Condition for TransmutedKings {
    fn name(&self) -> String {
        let kind = if self.reflective { "Reflective" } else { "Transmuted" };
        self.side.map_or(format!("{kind}Kings"), |side| format!("{side}{kind}King"))
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn transforms(&self) -> Transforms {
        Transforms::Kings
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let king = position.man(square)?;
        if !king.royal || self.side.is_some_and(|bound| bound != side) {
            return None;
        }
        let mut kinds = attackers(position, square, side);
        if kinds.is_empty() {
            return None;
        }
        if self.reflective {
            kinds.insert(king.kind);
        }
        Some(kinds)
    }
}

/// The kinds of the enemies that attack the man of `side` on a square.
pub(super) fn attackers(position: &Position, square: Square, side: Side) -> Kinds {
    let kinds = (0..position.variant().kinds().len()).map(|kind| KindId(kind as u8));
    kinds.filter(|&kind| position.observes(!side, kind, square)).collect()
}
