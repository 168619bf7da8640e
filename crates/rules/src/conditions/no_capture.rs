//! No Capture: men are not captured.

use super::{Condition, Hooks, Tampering};
use crate::{man::Side, moves::Move, position::Position};

/// No Capture: a side, or both, must not capture. Kings are threatened as ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoCapture {
    /// The side that is bound; both if none is named.
    pub side: Option<Side>,
}

impl Condition for NoCapture {
    fn name(&self) -> String {
        self.side.map_or("NoCapture".into(), |side| format!("{side}NoCapture"))
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let bound = self.side.is_none_or(|side| side == position.side_to_move());
        let captured = mv.captured.and_then(|at| position.man(at));
        if !bound || captured.is_none_or(|man| man.royal) {
            each(mv);
        }
    }
}
