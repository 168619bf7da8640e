//! Pawns that are promoted to men with attributes.

use crate::{
    attribute::{Attribute, Attributes},
    conditions::{Condition, Hooks, arrived},
    man::{KindId, Man},
    moves::Move,
    position::Position,
};

/// A pawn may be promoted to a bul, dob or chameleon man of a kind if there is such a man in the
/// diagram.
#[derive(Clone, Debug)]
pub(super) struct Promotion {
    into: Vec<(KindId, Attributes)>,
}

impl Promotion {
    const LENT: [Attribute; 3] = [Attribute::Bul, Attribute::Dob, Attribute::Chameleon];

    /// The law for men of these kinds and attributes, if they need it.
    pub(super) fn of(men: &[(KindId, Attributes)]) -> Option<Promotion> {
        let lent = |attributes: Attributes| -> Attributes {
            attributes.iter().filter(|attribute| Promotion::LENT.contains(attribute)).collect()
        };
        let mut into: Vec<(KindId, Attributes)> =
            men.iter().map(|&(kind, attributes)| (kind, lent(attributes))).collect();
        into.retain(|(_, attributes)| !attributes.is_empty());
        into.sort_unstable();
        into.dedup();
        (!into.is_empty()).then_some(Promotion { into })
    }
}

impl Condition for Promotion {
    fn name(&self) -> String {
        "promotion with attributes".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        each(mv);
        let Some((square, man)) = mv.promotion.and_then(|_| arrived(position, &mv)) else { return };
        for (_, attributes) in self.into.iter().filter(|(kind, _)| *kind == man.kind) {
            let mut promoted = mv;
            let attributes = man.attributes.and(*attributes);
            promoted.effects.change(square, Man { attributes, ..man });
            each(promoted);
        }
    }
}
