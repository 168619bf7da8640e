//! Annan Chess: men walk as the men behind them.

use super::{Condition, Hooks, Kinds, Transforms};
use crate::{geometry::Square, man::Side, position::Position};

/// Annan Chess: a man moves and gives check only as the man of its own side that stands straight
/// behind it, if there is one.
///
/// In the types A to D kings lend and borrow walks, only borrow (B), only lend (C), or neither (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annan {
    /// Whether a man walks as the king behind it.
    pub kings_lend: bool,
    /// Whether a king walks as the man behind it.
    pub kings_borrow: bool,
}

impl Annan {
    /// The type by its letter, `A` to `D`.
    pub(super) const fn of_type(letter: u8) -> Annan {
        Annan {
            kings_lend: matches!(letter, b'A' | b'C'),
            kings_borrow: matches!(letter, b'A' | b'B'),
        }
    }
}

impl Default for Annan {
    fn default() -> Annan {
        Annan::of_type(b'A')
    }
}

impl Condition for Annan {
    fn name(&self) -> String {
        match (self.kings_lend, self.kings_borrow) {
            (true, true) => "Annan",
            (false, true) => "Annan TypeB",
            (true, false) => "Annan TypeC",
            (false, false) => "Annan TypeD",
        }
        .into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn transforms(&self) -> Transforms {
        Transforms::ByOwnMen
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let back = if side == Side::White { -1 } else { 1 };
        let behind = position.man(position.geometry().step(square, (0, back))?)?;
        let lends = self.kings_lend || !behind.royal;
        let borrows = self.kings_borrow || !position.man(square)?.royal;
        (lends && borrows && behind.colour.serves(side)).then(|| behind.kind.into())
    }
}
