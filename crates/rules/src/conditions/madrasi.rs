//! Madrasi (Karwatkar, 1979): a man observed by an enemy of its own kind is paralysed.

use super::{Condition, Hooks, Tampering};
use crate::{geometry::Square, man::Side, position::Position};

/// Madrasi: a man that an enemy of its own kind attacks can neither move, nor capture, nor give
/// check; it still paralyses. Kings only `rex_inclusive`.
///
/// Castling counts as a move of the king alone, and a possible capture en passant does not
/// paralyse. Where a condition lends men another walk, that walk counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Madrasi {
    /// Whether kings paralyse each other too.
    pub rex_inclusive: bool,
}

impl Condition for Madrasi {
    fn name(&self) -> String {
        if self.rex_inclusive { "Madrasi RexInclusive".into() } else { "Madrasi".into() }
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        position.man(square).is_none_or(|man| {
            man.royal && !self.rex_inclusive || !is_observed_by_its_kind(position, square, side)
        })
    }
}

/// Whether the man of `side` on a square is attacked by an enemy that walks as it does.
pub(super) fn is_observed_by_its_kind(position: &Position, square: Square, side: Side) -> bool {
    let Some(man) = position.man(square) else { return false };
    if position.variant().transforms.is_none() {
        return position.observes(!side, man.kind, square);
    }
    let kinds = position.walks(square, side);
    position.serving(!side).iter().filter(|&from| from != square).any(|from| {
        let walks = position.walks(from, !side);
        walks.iter().any(|kind| {
            let mut admits = |from, to| position.variant().admits(from, to);
            kinds.contains(kind) && position.captures(from, kind, !side, square, &mut admits)
        })
    })
}
