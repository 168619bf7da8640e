//! Isardam: Madrasi turned round, no move may paralyse.

use super::{Condition, Hooks, Tampering, madrasi::is_observed_by_its_kind};
use crate::{man::Side, moves::Move, position::Position};

/// Isardam: a move is illegal if after it some man is attacked by an enemy of its own kind. Kings
/// only `rex_inclusive`.
///
/// The capture of a king must be legal in this sense for an attack to be check; of `type_b` it need
/// not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Isardam {
    /// Whether kings count too.
    pub rex_inclusive: bool,
    /// Whether a king may be captured regardless.
    pub type_b: bool,
}

impl Condition for Isardam {
    fn name(&self) -> String {
        let type_b = if self.type_b { " TypeB" } else { "" };
        let rex = if self.rex_inclusive { " RexInclusive" } else { "" };
        format!("Isardam{type_b}{rex}")
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::PERMITS
    }

    fn weighs_checks(&self) -> bool {
        !self.type_b
    }

    fn permits(&self, after: &Position, _: &Move) -> bool {
        !after.men().any(|(square, man)| {
            (self.rex_inclusive || !man.royal)
                && Side::BOTH.into_iter().any(|side| {
                    man.colour.serves(side) && is_observed_by_its_kind(after, square, side)
                })
        })
    }
}
