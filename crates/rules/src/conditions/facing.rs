//! Face to face, back to back, cheek to cheek: men lend each other their walks.

use super::{Condition, Hooks, Kinds};
use crate::{geometry::Square, man::Side, position::Position};

/// A man moves and gives check only as the enemy that it touches so, if there is one; cheek to cheek, as
/// either of two.
///
/// In the types A to D kings lend and borrow walks, only borrow (B), only lend (C), or neither (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facing {
    /// How men stand to each other.
    pub touch: Touch,
    /// Whether a man walks as the king it touches.
    pub kings_lend: bool,
    /// Whether a king walks as the man it touches.
    pub kings_borrow: bool,
}

/// How two men of different sides stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Each straight in front of the other.
    Face,
    /// Each straight behind the other.
    Back,
    /// Beside each other.
    Cheek,
}

impl Touch {
    const fn name(self) -> &'static str {
        match self {
            Touch::Face => "FaceToFace",
            Touch::Back => "BackToBack",
            Touch::Cheek => "CheekToCheek",
        }
    }
}

impl Condition for Facing {
    fn name(&self) -> String {
        let letter = match (self.kings_lend, self.kings_borrow) {
            (true, true) => return self.touch.name().into(),
            (false, true) => 'B',
            (true, false) => 'C',
            (false, false) => 'D',
        };
        format!("{} Type{letter}", self.touch.name())
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let ahead = if side == Side::White { 1 } else { -1 };
        let steps: &[_] = match self.touch {
            Touch::Face => &[(0, ahead)],
            Touch::Back => &[(0, -ahead)],
            Touch::Cheek => &[(-1, 0), (1, 0)],
        };
        if position.man(square)?.royal && !self.kings_borrow {
            return None;
        }
        let touched = steps.iter().filter_map(|&step| position.geometry().step(square, step));
        let lenders = touched
            .filter_map(|at| position.man(at))
            .filter(|man| man.colour.serves(!side) && (self.kings_lend || !man.royal));
        let kinds: Kinds = lenders.map(|man| man.kind).collect();
        (!kinds.is_empty()).then_some(kinds)
    }
}
