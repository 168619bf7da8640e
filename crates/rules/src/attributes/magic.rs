//! Men that change the colour of those they come to observe.

use crate::{
    attribute::Attribute,
    bearing::direction,
    conditions::{Condition, Hooks, owner},
    geometry::Square,
    man::Colour,
    moves::{Castle, Effect, Move, Special},
    position::Position,
};

/// A man changes its colour when magic men come to observe it, from a direction from which the same
/// magic man did not before; two of them at once leave it as it was. Royal, neutral and other magic
/// men stay as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magic;

impl Condition for Magic {
    fn name(&self) -> String {
        Attribute::Magic.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if mv.captured.and_then(|at| position.man(at)).is_some_and(|victim| victim.royal) {
            return each(mv);
        }
        let mut after = position.clone();
        after.play(&mv);
        let before: Vec<View> = views(position)
            .into_iter()
            .map(|view| View {
                magic: follow(position, &mv, view.magic),
                observed: follow(position, &mv, view.observed),
                direction: view.direction,
            })
            .collect();
        let mut news = views(&after);
        news.retain(|view| !before.contains(view));
        for square in position.geometry().squares() {
            if news.iter().filter(|view| view.observed == square).count() % 2 == 1 {
                mv.effects.turn(square);
            }
        }
        each(mv);
    }
}

/// A magic man observes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    magic: Square,
    observed: Square,
    direction: (i16, i16),
}

/// Whom magic men observe that can be changed.
fn views(position: &Position) -> Vec<View> {
    let side = position.side_to_move();
    let mut admits = |from, to| position.variant().admits(from, to);
    let mut views = Vec::new();
    for (magic, man) in position.men().filter(|(_, man)| man.has(Attribute::Magic)) {
        for (observed, other) in position.men() {
            let changes = !other.royal
                && !other.has(Attribute::Magic)
                && other.colour != Colour::Neutral
                && observed != magic;
            if changes
                && position.captures(magic, man.kind, owner(man, side), observed, &mut admits)
            {
                let (direction, _) = direction(position.geometry().width(), magic, observed);
                views.push(View { magic, observed, direction });
            }
        }
    }
    views
}

/// Where a man stands after a move.
fn follow(position: &Position, mv: &Move, square: Square) -> Square {
    let moved = match mv.special {
        _ if square == mv.from => mv.to,
        Special::Castling(wing) => {
            let castle = Castle::of(position.side_to_move(), wing);
            if square == castle.rook_from { castle.rook_to } else { square }
        }
        _ => square,
    };
    mv.effects.iter().fold(moved, |at, effect| match effect {
        Effect::Transfers(from, to) if from == at => to,
        _ => at,
    })
}
