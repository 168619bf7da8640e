//! Central Chess: men act only in contact with their king.

use super::{Condition, Hooks, Tampering};
use crate::{geometry::Square, man::Side, position::Position, squares::Squares};

/// Central Chess: a man other than a king can move, capture and give check only if its king observes
/// it, or a man of its side that is so supported itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Central;

impl Condition for Central {
    fn name(&self) -> String {
        "Central".into()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::ACTS
    }

    fn may_act(&self, position: &Position, square: Square, side: Side) -> bool {
        let mut reached = position.royals(side);
        let mut supporters: Vec<Square> = reached.iter().collect();
        while let Some(supporter) = supporters.pop() {
            if reached.contains(square) {
                return true;
            }
            let Some(man) = position.man(supporter) else { continue };
            let others: Squares = position.serving(side) & !reached;
            for other in others {
                if position.captures(supporter, man.kind, side, other, &mut |_, _| true) {
                    reached.insert(other);
                    supporters.push(other);
                }
            }
        }
        reached.contains(square)
    }
}
