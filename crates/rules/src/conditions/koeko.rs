//! Köko (Kölner Kontaktschach), Anti-Köko and New Köko: men in touch, or out of it.

use super::{Condition, Hooks, Stage, Tampering, arrived_after};
use crate::{
    geometry::{Square, Step},
    moves::Move,
    position::Position,
};

/// Köko: a man may only go where it then stands next to another man, of either colour, a king's step
/// away, or the step of another leaper; Anti-Köko: only where it does not; New Köko: only where it does
/// if it stood so before, and only where it does not if it did not. All hold for the capture of a king,
/// and so for checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Koeko {
    /// What is asked of a man that moves.
    pub contact: Contact,
    /// The leaper whose steps make contact: its letters and steps.
    pub neighbour: (&'static str, &'static [Step]),
}

/// What is asked of a man that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It must stand next to another man.
    Made,
    /// It must not.
    Avoided,
    /// It must, if it did before, and must not, if it did not.
    Kept,
}

/// The leapers by which men may be neighbours, the king first.
pub(super) const NEIGHBOURS: [(&str, &[Step]); 10] = [
    ("K", &[(0, 1), (1, 1)]),
    ("S", &[(1, 2)]),
    ("WE", &[(0, 1)]),
    ("FE", &[(1, 1)]),
    ("DA", &[(0, 2)]),
    ("AL", &[(2, 2)]),
    ("CA", &[(1, 3)]),
    ("Z", &[(2, 3)]),
    ("GI", &[(1, 4)]),
    ("AN", &[(3, 4)]),
];

impl Condition for Koeko {
    fn name(&self) -> String {
        let name = match self.contact {
            Contact::Made => "Köko",
            Contact::Avoided => "AntiKöko",
            Contact::Kept => "NewKöko",
        };
        match self.neighbour.0 {
            "K" => name.into(),
            letters => format!("{name} Neighbour {letters}"),
        }
    }

    fn families(&self) -> Vec<String> {
        vec!["Köko".into()]
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        match self.contact {
            Contact::Made | Contact::Avoided => Hooks::PERMITS,
            Contact::Kept => Hooks::MOVES,
        }
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn permits(&self, after: &Position, mv: &Move) -> bool {
        let touches = || touches(after, arrived_after(mv), self.neighbour.1);
        match self.contact {
            Contact::Made => touches(),
            Contact::Avoided => !touches(),
            // that was asked before the move
            Contact::Kept => true,
        }
    }

    fn stage(&self) -> Stage {
        Stage::Verdict
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let steps = self.neighbour.1;
        let mut after = position.clone();
        after.play(&mv);
        if touches(position, mv.from, steps) == touches(&after, arrived_after(&mv), steps) {
            each(mv);
        }
    }
}

/// Whether some man stands next to a square.
pub(crate) fn in_touch(position: &Position, here: Square) -> bool {
    touches(position, here, NEIGHBOURS[0].1)
}

/// Whether some man stands such a step away from a square, in any direction.
fn touches(position: &Position, here: Square, steps: &[Step]) -> bool {
    let turned =
        |&(x, y): &Step| [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)];
    let mut squares =
        steps.iter().flat_map(turned).filter_map(|step| position.geometry().step(here, step));
    squares.any(|square| square != here && position.man(square).is_some())
}
