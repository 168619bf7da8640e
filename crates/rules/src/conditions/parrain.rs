//! Circe Parrain and Contra-Parrain: the next move says where a captured man is reborn.

use super::{Condition, Hooks, Stage, arrived_after, owner, rebirth::settled};
use crate::{
    geometry::{Geometry, Square},
    moves::{Effect, Move, Special, Wing},
    position::Position,
};

/// Circe Parrain: a captured man is reborn after the move that follows the capture, as far and in
/// the direction from its square of capture as that move went; in Contra-Parrain in the opposite
/// direction. If that square is not on the board, or occupied, the man is lost.
///
/// Castling goes as far as king and rook together: nowhere on the king's wing, one square to the
/// right on the queen's. Pawns may go one square from their first rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parrain {
    /// Whether it is Contra-Parrain.
    pub contra: bool,
}

impl Condition for Parrain {
    fn name(&self) -> String {
        if self.contra { "Circe ContraParrain".into() } else { "Circe Parrain".into() }
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn remembers_captures(&self) -> bool {
        true
    }

    fn first_rank_steps(&self) -> u8 {
        1
    }

    fn stage(&self) -> Stage {
        Stage::Victim
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let reborn = position.captive().filter(|(_, man)| !man.royal).and_then(|(at, man)| {
            let (files, ranks) = way(position.geometry(), &mv);
            let (files, ranks) = if self.contra { (-files, -ranks) } else { (files, ranks) };
            let geometry = position.geometry();
            let (file, rank) = (i32::from(geometry.file(at)), i32::from(geometry.rank(at)));
            let home = geometry.at(file + files, rank + ranks)?;
            is_free_after(position, &mv, home).then_some((home, man))
        });
        let Some((home, man)) = reborn else { return each(mv) };
        // it was captured by the side that now waits
        let loser = owner(man, position.side_to_move());
        for man in settled(position, man, loser, home) {
            let mut reborn = mv;
            reborn.effects.push(Effect::Appears(man, home));
            each(reborn);
        }
    }
}

/// How far a move goes.
fn way(geometry: &Geometry, mv: &Move) -> (i32, i32) {
    match mv.special {
        Special::Castling(Wing::King) => (0, 0),
        Special::Castling(Wing::Queen) => (1, 0),
        _ => {
            let apart = |of: fn(&Geometry, Square) -> u8| {
                i32::from(of(geometry, mv.to)) - i32::from(of(geometry, mv.from))
            };
            (apart(Geometry::file), apart(Geometry::rank))
        }
    }
}

/// Whether a square is empty after a move.
pub(super) fn is_free_after(position: &Position, mv: &Move, square: Square) -> bool {
    let appears = |effect| match effect {
        Effect::Appears(_, at) | Effect::Transfers(_, at) => at == square,
        Effect::Vanishes(_) | Effect::Becomes(..) | Effect::Turns(_) => false,
    };
    let left = square == mv.from || Some(square) == mv.captured;
    let castled = matches!(mv.special, Special::Castling(_))
        && square.0.abs_diff(mv.to.0) == 1
        && square.0.abs_diff(mv.from.0) == 1;
    arrived_after(mv) != square
        && !castled
        && !mv.effects.iter().any(appears)
        && (left || position.man(square).is_none())
}
