//! Men that change the colour of those they come to observe.

use crate::{
    attribute::Attribute,
    conditions::{Condition, Hooks, owner},
    geometry::{Geometry, Square},
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
        let geometry = position.geometry();
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
        for square in geometry.squares() {
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
                let direction = direction(position.geometry(), magic, observed);
                views.push(View { magic, observed, direction });
            }
        }
    }
    views
}

/// The step of a rider that goes from one square to the other.
fn direction(geometry: &Geometry, from: Square, to: Square) -> (i16, i16) {
    let apart = |of: fn(&Geometry, Square) -> u8| {
        i16::from(of(geometry, to)) - i16::from(of(geometry, from))
    };
    let (files, ranks) = (apart(Geometry::file), apart(Geometry::rank));
    let most = files.abs().max(ranks.abs()).max(1);
    let steps = (1..=most).rev().find(|steps| files % steps == 0 && ranks % steps == 0);
    let steps = steps.unwrap_or(1);
    (files / steps, ranks / steps)
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
