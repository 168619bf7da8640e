//! Sides that must capture, or give check, if they can.

use super::{Condition, Hooks, Tampering};
use crate::{man::Side, moves::Move, position::Position};

/// Must Capture, and checks: of its legal moves a side may choose only the captures, or those that give
/// check, if there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Must {
    /// What it must do.
    pub duty: Duty,
    /// The side that is bound; both if none is named.
    pub side: Option<Side>,
}

/// What a side must do if it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Capture.
    Capture,
    /// Give check.
    Check,
}

impl Condition for Must {
    fn name(&self) -> String {
        let side = self.side.map_or(String::new(), |side| side.to_string());
        match self.duty {
            Duty::Capture => format!("{side}MustCapture"),
            Duty::Check => format!("{side}Checks"),
        }
    }

    fn families(&self) -> Vec<String> {
        let sides = Side::BOTH.into_iter().filter(|&side| self.side.is_none_or(|own| own == side));
        sides.map(|side| format!("{side}{:?}", self.duty)).collect()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::PREFERS
    }

    fn prefers(&self, side: Side) -> bool {
        self.side.is_none_or(|bound| bound == side)
    }

    fn precedence(&self, position: &Position, mv: &Move) -> u32 {
        u32::from(match self.duty {
            Duty::Capture => mv.captured.is_some(),
            Duty::Check => {
                let mut after = position.clone();
                after.play(mv);
                after.in_check(after.side_to_move())
            }
        })
    }
}
