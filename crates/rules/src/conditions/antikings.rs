//! Antikings: a king is in check when nobody attacks it.

use super::{Condition, Hooks};

/// Antikings: a king that is not attacked is in check, and one that is attacked is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Antikings;

impl Condition for Antikings {
    fn name(&self) -> String {
        "Antikings".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn inverts_checks(&self) -> bool {
        true
    }
}
