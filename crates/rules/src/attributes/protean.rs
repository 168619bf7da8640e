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
pub(super) fn pawn() -> Option<&'static Kind> {
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

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some(victim) = mv.captured.and_then(|at| position.man(at))
            && let Some((square, man)) = arrived(position, &mv)
            && man.has(Attribute::Protean)
            && !man.royal
            && !victim.royal
        {
            let variant = position.variant();
            let turned = variant.kind_id(PROTEAN_PAWN);
            let kind = match victim.kind {
                KindId::PAWN => turned.unwrap_or(KindId::PAWN),
                kind if Some(kind) == turned => KindId::PAWN,
                kind => kind,
            };
            mv.effects.change(square, Man { kind, ..man });
        }
        each(mv);
    }
}
