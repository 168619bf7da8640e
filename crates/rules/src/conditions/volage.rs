//! Volage: every man changes sides once.

use super::{Condition, Hooks};
use crate::attribute::{Attribute, Attributes};

/// Volage: a man other than a king changes its colour by its first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volage;

impl Condition for Volage {
    fn name(&self) -> String {
        "Volage".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn endows(&self) -> Attributes {
        Attribute::Volage.into()
    }
}
