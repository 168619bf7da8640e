//! Vogtländer Chess: the own king's danger is the other side's check.

use super::{Condition, Hooks};

/// Vogtländer Chess: a side is in check when the other side's king is attacked. So no move may
/// attack the enemy king, and a side is mated by the other's king going where it is attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vogtlaender;

impl Condition for Vogtlaender {
    fn name(&self) -> String {
        "Vogtländer".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn swaps_checks(&self) -> bool {
        true
    }
}
