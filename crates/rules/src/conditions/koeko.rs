//! Köko (Kölner Kontaktschach) and Anti-Köko: men in touch, or out of it.

use super::{Condition, Tampering, arrived_after};
use crate::{geometry::Square, moves::Move, position::Position};

/// Köko: a man may only go where it then stands next to another man, of either colour, a king's step
/// away; Anti-Köko: only where it does not. Both hold for the capture of a king, and so for checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Koeko {
    /// Whether contact is forbidden instead.
    pub anti: bool,
}

impl Condition for Koeko {
    fn name(&self) -> String {
        if self.anti { "AntiKöko".into() } else { "Köko".into() }
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn permits(&self, after: &Position, mv: &Move) -> bool {
        in_touch(after, arrived_after(mv)) != self.anti
    }
}

/// Whether some man stands next to a square.
pub(crate) fn in_touch(position: &Position, here: Square) -> bool {
    let neighbours = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut squares =
        neighbours.into_iter().filter_map(|step| position.geometry().step(here, step));
    squares.any(|square| square != here && position.man(square).is_some())
}
