//! Tibet: captors of men of another kind change sides.

use super::{Condition, Hooks, Stage, Tampering, andernach::change_sides};
use crate::{man::Side, moves::Move, position::Position};

/// Tibet: a black man other than a king that captures a man of another kind becomes White's. Double
/// Tibet: a white one becomes Black's too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tibet {
    /// Whether it holds for both sides.
    pub double: bool,
}

impl Condition for Tibet {
    fn name(&self) -> String {
        if self.double { "DoubleTibet".into() } else { "Tibet".into() }
    }

    fn families(&self) -> Vec<String> {
        vec!["Tibet".into()]
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithMover
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn stage(&self) -> Stage {
        Stage::Side
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        let bound = self.double || position.side_to_move() == Side::Black;
        let kind = |square| position.man(square).map(|man| man.kind);
        if bound && mv.captured.is_some_and(|at| kind(at) != kind(mv.from)) {
            change_sides(position, &mut mv);
        }
        each(mv);
    }
}
