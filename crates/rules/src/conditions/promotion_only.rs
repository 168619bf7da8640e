//! Promotion only into certain kinds.

use super::{Condition, Hooks};
use crate::kind::Kind;

/// PromOnly: pawns become men of these kinds alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionOnly {
    /// What pawns may become.
    pub kinds: Vec<Kind>,
}

impl Condition for PromotionOnly {
    fn name(&self) -> String {
        self.kinds.iter().fold("PromOnly".into(), |name, kind| name + " " + kind.letters())
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn promotions(&self) -> Option<Vec<Kind>> {
        Some(self.kinds.clone())
    }
}
