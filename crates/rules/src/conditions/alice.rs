//! Alice Chess (Parton, 1953): two boards, and every move leads to the other.

use super::{Condition, Hooks};
use crate::attribute::{Attribute, Attributes};

/// Alice Chess: all men stand on the first of two boards at first. A man moves on its own board and then
/// passes to the same square of the other, which must be empty there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alice;

impl Condition for Alice {
    fn name(&self) -> String {
        "Alice".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn endows(&self) -> Attributes {
        Attribute::AliceA.into()
    }
}
