//! Anticirce (Leithold and others, 1976): the captor is reborn.

use super::{
    Change, Condition, ConditionError, Form, Hooks, arrived, owner,
    rebirth::{Birth, Options, settled},
};
use crate::{
    geometry::{Geometry, Square},
    man::Man,
    moves::{Effect, Move},
    position::Position,
};

/// Anticirce: after a capture the captor, a king too, is reborn on its square in the game array; if
/// that is occupied, there is no capture, and so no check.
///
/// By default (Calvet) a man may capture on its own square of rebirth; by `cheylan` it may not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anticirce {
    /// Where captors are reborn; [`Form::Make`] is where their victims could have gone.
    pub form: Form,
    /// As what captors are reborn.
    pub change: Change,
    /// Whether a man must not capture on its own square of rebirth.
    pub cheylan: bool,
    /// Whether kings capture as ever.
    pub rex_exclusive: bool,
}

impl Condition for Anticirce {
    fn name(&self) -> String {
        let Anticirce { form, change, cheylan, rex_exclusive } = *self;
        let options = Options::default();
        Options { form, change, cheylan, rex_exclusive, ..options }.name("AntiCirce")
    }

    fn hooks(&self) -> Hooks {
        Hooks::CAPTURES
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        self.form.check("AntiCirce", geometry)
    }

    fn weighs_checks(&self) -> bool {
        true
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| position.man(at));
        let Some((victim, (stands, captor))) = captured.zip(arrived(position, &mv)) else {
            return each(mv);
        };
        if captor.royal && self.rex_exclusive {
            return each(mv);
        }
        let side = position.side_to_move();
        let kind = self.change.of_man(captor, victim);
        let captor_side = owner(captor, side);
        let other = (victim.kind, owner(victim, !side));
        let birth = Birth { position, mv: &mv, man: (kind, captor_side), other, at: stands };
        for home in self.form.squares(&birth) {
            if home == stands {
                if self.cheylan {
                    continue;
                }
            } else if is_taken(position, &mv, home) {
                continue;
            }
            for man in settled(position, Man { kind, ..captor }, captor_side, home) {
                let mut reborn = mv;
                if home != stands {
                    reborn.effects.push(Effect::Transfers(stands, home));
                }
                if man != captor {
                    reborn.effects.change(home, man);
                }
                each(reborn);
            }
        }
    }
}

/// Whether the captor finds a man on a square.
fn is_taken(position: &Position, mv: &Move, square: Square) -> bool {
    let appears = |effect| matches!(effect, Effect::Appears(_, at) if at == square);
    let left = square == mv.from || Some(square) == mv.captured;
    mv.effects.iter().any(appears) || !left && position.man(square).is_some()
}
