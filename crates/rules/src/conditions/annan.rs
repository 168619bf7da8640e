//! Annan Chess: men walk as the men behind them.

use super::{Condition, Hooks, Kinds};
use crate::{geometry::Square, man::Side, position::Position};

/// Annan Chess: a man moves and gives check only as the man of its own side that stands straight
/// behind it, if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annan;

impl Condition for Annan {
    fn name(&self) -> String {
        "Annan".into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let back = if side == Side::White { -1 } else { 1 };
        let behind = position.man(position.geometry().step(square, (0, back))?)?;
        behind.colour.serves(side).then(|| Kinds::from(behind.kind))
    }
}
