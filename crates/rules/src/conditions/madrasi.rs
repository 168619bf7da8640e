//! Madrasi (Karwatkar, 1979): a man observed by an enemy of its own kind is paralysed.

use super::Condition;
use crate::{geometry::Square, man::Side, position::Position};

/// Madrasi: a man that an enemy of its own kind attacks can neither move, nor capture, nor give
/// check; it still paralyses. Kings only `rex_inclusive`.
///
/// Castling counts as a move of the king alone, and a possible capture en passant does not
/// paralyse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Madrasi {
    /// Whether kings paralyse each other too.
    pub rex_inclusive: bool,
}

impl Condition for Madrasi {
    fn name(&self) -> String {
        if self.rex_inclusive { "Madrasi RexInclusive".into() } else { "Madrasi".into() }
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        position.man(square).is_none_or(|man| {
            man.royal && !self.rex_inclusive || !position.observes(!side, man.kind, square)
        })
    }
}
