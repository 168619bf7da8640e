//! Köko (Kölner Kontaktschach) and Anti-Köko: men in touch, or out of it.

use super::{Condition, Hooks, arrived_after};
use crate::{moves::Move, position::Position};

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

    fn hooks(&self) -> Hooks {
        Hooks::PERMITS
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let neighbours = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let here = arrived_after(mv);
        let touches = neighbours
            .into_iter()
            .filter_map(|step| after.geometry().step(here, step))
            .any(|square| square != here && after.man(square).is_some());
        touches != self.anti
    }
}
