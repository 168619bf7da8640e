//! Checkless Chess (Ohneschach): no check but mate.

use std::cell::RefCell;

use super::{Condition, Hooks, Tampering};
use crate::{moves::Move, position::Position};

/// Checkless Chess: a move must not give check unless it mates.
///
/// Whether a check is mate depends on the answers, which may give check themselves only if they
/// mate, and so on. Where that leads in a circle, the check counts as no mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checkless;

thread_local! {
    /// The checks whose answers are being looked at, by the keys of the positions after them.
    static OPEN: RefCell<Vec<u128>> = const { RefCell::new(Vec::new()) };
}

impl Condition for Checkless {
    fn name(&self) -> String {
        "Checkless".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::PERMITS
    }

    fn minds_checks_only(&self) -> bool {
        true
    }

    fn permits(&self, after: &Position, _: &Move) -> bool {
        if !after.in_check(after.side_to_move()) {
            return true;
        }
        let key = after.key();
        let circular = OPEN.with_borrow(|open| open.contains(&key));
        if circular {
            return false;
        }
        OPEN.with_borrow_mut(|open| open.push(key));
        let mates = !after.clone().has_legal_move();
        OPEN.with_borrow_mut(|open| open.pop());
        mates
    }
}
