//! Point Reflection: men on squares symmetric to each other walk as each other.

use super::{Condition, Hooks, Kinds};
use crate::{geometry::Square, man::Side, position::Position};

/// Point Reflection: a man moves and gives check only as the man, of either side, on the square that is
/// point-symmetric to its own with respect to the middle of the board, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointReflection;

impl Condition for PointReflection {
    fn name(&self) -> String {
        "PointReflection".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn walks(&self, position: &Position, square: Square, _: Side) -> Option<Kinds> {
        let last = position.geometry().size() - 1;
        let image = Square((last - square.index()) as u8);
        position.man(image).map(|man| man.kind.into())
    }
}
