//! Transmuted Kings: a king in check moves as the men that give it.

use super::{Condition, Hooks, Kinds};
use crate::{
    geometry::Square,
    man::{KindId, Side},
    position::Position,
};

/// Transmuted Kings: a king that is attacked moves, and gives check, only as the men that attack it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransmutedKings {
    /// The side whose king is meant; both if none is named.
    pub side: Option<Side>,
}

impl Condition for TransmutedKings {
    fn name(&self) -> String {
        self.side.map_or("TransmutedKings".into(), |side| format!("{side}TransmutedKing"))
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let king = position.man(square)?;
        if !king.royal || self.side.is_some_and(|bound| bound != side) {
            return None;
        }
        let kinds = (0..position.variant().kinds().len()).map(|kind| KindId(kind as u8));
        let attackers: Kinds =
            kinds.filter(|&kind| position.observes(!side, kind, square)).collect();
        (!attackers.is_empty()).then_some(attackers)
    }
}
