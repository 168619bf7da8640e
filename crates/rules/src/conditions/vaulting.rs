//! Vaulting Kings: a king in check hops out of it.

use super::{Condition, Hooks, Kinds, Transforms, transmuted::attackers};
use crate::{
    geometry::Square,
    kind::Kind,
    man::{KindId, Side},
    position::Position,
};

/// Vaulting Kings: a king that is attacked moves also as an equihopper, or as men of other kinds;
/// `transmuting`, only so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaultingKings {
    /// The side whose king is meant; both if none is named.
    pub side: Option<Side>,
    /// As what kings vault.
    pub kinds: Vec<Kind>,
    /// Whether an attacked king loses its own moves.
    pub transmuting: bool,
}

impl Condition for VaultingKings {
    fn name(&self) -> String {
        let mut name = match self.side {
            Some(side) => format!("{side}VaultingKing"),
            None => "VaultingKings".into(),
        };
        for kind in &self.kinds {
            name += &format!(" {}", kind.letters());
        }
        if self.transmuting { name + " Transmuting" } else { name }
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn kinds(&self) -> Vec<Kind> {
        self.kinds.clone()
    }

    fn transforms(&self) -> Transforms {
        Transforms::Kings
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let king = position.man(square).filter(|man| man.royal)?;
        if self.side.is_some_and(|bound| bound != side)
            || attackers(position, square, side).is_empty()
        {
            return None;
        }
        let letters =
            self.kinds.iter().filter_map(|kind| position.variant().kind_id(kind.letters()));
        let own: Option<KindId> = (!self.transmuting).then_some(king.kind);
        Some(letters.chain(own).collect())
    }
}
