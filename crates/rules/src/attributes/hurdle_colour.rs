//! Hoppers that change the colour of their hurdle.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks},
    man::{Colour, Man},
    moves::Move,
    position::Position,
};

/// A hurdle-colour-changing hopper changes the colour of the man it has hopped over; royal and
/// neutral men stay as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct HurdleColourChanging;

impl Condition for HurdleColourChanging {
    fn name(&self) -> String {
        Attribute::HurdleColourChanging.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        let changes =
            position.man(mv.from).is_some_and(|man| man.has(Attribute::HurdleColourChanging));
        if let Some(square) = mv.hurdle.map(|hurdle| hurdle.square).filter(|_| changes)
            && let Some(man) = position.man(square).filter(|man| !man.royal)
        {
            let colour = match man.colour {
                Colour::White => Colour::Black,
                Colour::Black => Colour::White,
                Colour::Neutral => return each(mv),
            };
            mv.effects.change(square, Man { colour, ..man });
        }
        each(mv);
    }
}
