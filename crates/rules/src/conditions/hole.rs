//! Holes: squares that are not there.

use super::{Condition, Hooks, Tampering, magic_squares::named};
use crate::geometry::{Geometry, Square};

/// Holes: these squares are no part of the board. Nobody stands there, passes them or hops over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holes {
    /// The squares.
    pub squares: Vec<Square>,
}

impl Condition for Holes {
    fn name(&self) -> String {
        named("Hole", &self.squares)
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn board(&self, geometry: Geometry) -> Geometry {
        geometry.without(&self.squares)
    }
}
