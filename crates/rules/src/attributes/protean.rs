//! Men that become what they capture.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, arrived},
    kind::{Kind, catalogue},
    man::{KindId, Man},
    moves::Move,
    position::Position,
};

/// The letters of the pawn that goes backwards.
const PROTEAN_PAWN: &str = "PP";

/// What a protean man may become besides the kinds that are there.
pub(crate) fn pawn() -> Option<&'static Kind> {
    catalogue::find(PROTEAN_PAWN)
}

/// A protean man becomes of the kind that it captures; royal men stay as they are. Who captures a
/// pawn goes on in the pawn's direction: as a protean pawn, and for a protean pawn as a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Protean;

impl Condition for Protean {
    fn name(&self) -> String {
        Attribute::Protean.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let protean = arrived(position, &mv).is_some_and(|(_, man)| man.has(Attribute::Protean));
        each(if protean { as_its_victim(position, mv) } else { mv });
    }
}

/// A move whose captor becomes of the kind that it captures, royal men apart.
pub(crate) fn as_its_victim(position: &Position, mut mv: Move) -> Move {
    if let Some(victim) = mv.captured.and_then(|at| position.man(at))
        && let Some((square, man)) = arrived(position, &mv)
        && !man.royal
        && !victim.royal
    {
        let turned = position.variant().kind_id(PROTEAN_PAWN);
        let kind = match victim.kind {
            KindId::PAWN => turned.unwrap_or(KindId::PAWN),
            kind if Some(kind) == turned => KindId::PAWN,
            kind => kind,
        };
        mv.effects.change(square, Man { kind, ..man });
    }
    mv
}
