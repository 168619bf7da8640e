//! Circe (Monréal and Boyer, 1967/68): a captured man is reborn on its square in the game array.

use super::{Condition, ConditionError};
use crate::{
    geometry::{Geometry, Square},
    man::{Colour, KindId, Man, Side},
    moves::{Effect, Move},
    position::Position,
};

/// Circe: a captured man is reborn on its square in the game array, if that is empty; otherwise it
/// is lost.
///
/// Rook, bishop and knight go to the home square of the colour of the square of capture; a pawn to
/// the second rank of its file; a fairy man to the promotion square of the file; kings only
/// `rex_inclusive`, and then an attack on a king is check only if it could not be reborn. A neutral man is reborn as one of the side that did not capture it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circe {
    /// Whether kings are reborn too.
    pub rex_inclusive: bool,
}

impl Condition for Circe {
    fn name(&self) -> String {
        if self.rex_inclusive { "Circe RexInclusive".into() } else { "Circe".into() }
    }

    fn check(&self, geometry: &Geometry) -> Result<(), ConditionError> {
        match (geometry.width(), geometry.height()) {
            (8, 4..) => Ok(()),
            _ => Err(ConditionError::Board {
                condition: "Circe",
                board: geometry.to_string(),
                remedy: "the home squares need 8 files and at least 4 ranks",
            }),
        }
    }

    fn revives(&self) -> bool {
        self.rex_inclusive
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if let Some((man, at)) = mv.captured.and_then(|at| Some((position.man(at)?, at)))
            && (self.rex_inclusive || !man.royal)
        {
            let home = home(position, man, at);
            let vacated = home == mv.from || Some(home) == mv.captured;
            if home != mv.to && (vacated || position.man(home).is_none()) {
                mv.effects.push(Effect::Appears(man, home));
            }
        }
        each(mv);
    }
}

/// The square on which a man captured on `at` is reborn.
fn home(position: &Position, man: Man, at: Square) -> Square {
    let geometry = position.geometry();
    let side = match man.colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
        Colour::Neutral => !position.side_to_move(),
    };
    let kind = position.variant().kind(man.kind);
    let officers = |low: u8, high: u8| {
        // the two home squares of an officer differ in colour
        let rank = base(geometry, side);
        let files = [low, high].map(|file| Square(rank * geometry.width() + file));
        if geometry.is_dark(files[0]) == geometry.is_dark(at) { files[0] } else { files[1] }
    };
    let (file, rank) = match man.kind {
        _ if !kind.is_orthodox() && !kind.is_pawn() => (geometry.file(at), base(geometry, !side)),
        KindId::ROOK => return officers(0, 7),
        KindId::KNIGHT => return officers(1, 6),
        KindId::BISHOP => return officers(2, 5),
        KindId::QUEEN => (3, base(geometry, side)),
        KindId::KING => (4, base(geometry, side)),
        _ => match side {
            Side::White => (geometry.file(at), 1),
            Side::Black => (geometry.file(at), geometry.height() - 2),
        },
    };
    Square(rank * geometry.width() + file)
}

/// The first rank of a side.
fn base(geometry: &Geometry, side: Side) -> u8 {
    match side {
        Side::White => 0,
        Side::Black => geometry.height() - 1,
    }
}
