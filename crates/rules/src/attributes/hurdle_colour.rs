//! Hoppers that change the colour of their hurdle.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks},
    geometry::Square,
    man::{Colour, Man},
    moves::{Effect, Move},
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
        let hurdle = mv.hurdle.filter(|_| changes).map(|hurdle| hurdle.square);
        if let Some(square) = hurdle
            && let Some(man) = position.man(square)
            // it may have gone on
            && let (square, man) = after(&mv, square, man)
            && !man.royal
            && man.colour != Colour::Neutral
        {
            mv.effects.change(square, man.turncoat());
        }
        each(mv);
    }
}

/// Where a man stands after the effects so far, and as what.
fn after(mv: &Move, square: Square, man: Man) -> (Square, Man) {
    mv.effects.iter().fold((square, man), |(at, man), effect| match effect {
        Effect::Transfers(from, to) if from == at => (to, man),
        Effect::Becomes(square, other) if square == at => (at, other),
        _ => (at, man),
    })
}
