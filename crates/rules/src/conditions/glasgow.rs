//! Glasgow Chess: pawns are promoted a rank earlier.

use super::{Condition, Hooks};

/// Glasgow Chess: pawns are promoted on the last rank but one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glasgow;

impl Condition for Glasgow {
    fn name(&self) -> String {
        "Glasgow".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn promotes_early(&self) -> u8 {
        1
    }
}
