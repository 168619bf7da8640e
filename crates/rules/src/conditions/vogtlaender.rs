//! Vogtländer Chess: the own king's danger is the other side's check.

use super::{Condition, Hooks};
use crate::{moves::Move, position::Position};

/// Vogtländer Chess: a side is in check when the other side's king is attacked. So no move may
/// attack the enemy king, and a side is mated by the other's king going where it is attacked. Kings are not
/// captured: that would end every check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vogtlaender;

impl Condition for Vogtlaender {
    fn name(&self) -> String {
        "Vogtländer".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let victim = mv.captured.and_then(|at| position.man(at));
        if !victim.is_some_and(|victim| victim.royal) {
            each(mv);
        }
    }

    fn swaps_checks(&self) -> bool {
        true
    }
}
