//! Checkless Chess (Ohneschach): no check but mate.

use std::cell::Cell;

use super::{Condition, Hooks};
use crate::{moves::Move, position::Position};

/// Checkless Chess: a move must not give check unless it mates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checkless;

/// Whether a check is mate depends on the answers that give check themselves, and so on. Beyond this
/// many checks in a row a check counts as no mate.
const CHECKS_IN_A_ROW: u32 = 6;

thread_local! {
    static CHECKS: Cell<u32> = const { Cell::new(0) };
}

impl Condition for Checkless {
    fn name(&self) -> String {
        "Checkless".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::PERMITS
    }

    fn permits(&self, after: &Position, _: &Move) -> bool {
        if !after.in_check(after.side_to_move()) {
            return true;
        }
        let checks = CHECKS.get();
        if checks == CHECKS_IN_A_ROW {
            return false;
        }
        CHECKS.set(checks + 1);
        let mates = !after.clone().has_legal_move();
        CHECKS.set(checks);
        mates
    }
}
