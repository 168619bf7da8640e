//! Exclusive Chess: mate only if there is no other.

use std::cell::Cell;

use super::{Condition, Hooks, Tampering};
use crate::{man::Side, moves::Move, position::Position};

/// Exclusive Chess: a side that can mate by more than one move must not play any of them.
///
/// Whether a move mates is judged by answers that are not so bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exclusive;

thread_local! {
    /// Whether a mate is being looked for: meanwhile nothing is excluded.
    static LOOKING: Cell<bool> = const { Cell::new(false) };
}

impl Condition for Exclusive {
    fn name(&self) -> String {
        "Exclusive".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::PREFERS
    }

    fn prefers(&self, _: Side) -> bool {
        true
    }

    fn excludes(&self) -> bool {
        true
    }

    fn exclude(&self, position: &mut Position, legal: &mut Vec<Move>) {
        if LOOKING.replace(true) {
            return;
        }
        let mut mates = |mv: &Move| {
            let undo = position.play(mv);
            let mate = position.in_check(position.side_to_move()) && !position.has_legal_move();
            position.undo(undo);
            mate
        };
        let mating: Vec<bool> = legal.iter().map(&mut mates).collect();
        LOOKING.set(false);
        if mating.iter().filter(|&&mate| mate).count() > 1 {
            let mut mating = mating.into_iter();
            legal.retain(|_| mating.next() == Some(false));
        }
    }
}
