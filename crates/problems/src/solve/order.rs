//! The order in which moves are counted: by the man's square, `a1` first, then by direction, as
//! Popeye counts them.
//!
//! It matters only where a search is to stop at some solution, or at moves given by their numbers.

use solusrex_rules::{KindId, Move, Rules, Square, bearing};

const PROMOTIONS: [KindId; 4] = [KindId::QUEEN, KindId::KNIGHT, KindId::ROOK, KindId::BISHOP];

/// The place of a move among those of its position.
pub(crate) type Place = (Square, usize, i16, Square, Option<(usize, KindId)>);

/// The place of a move among those of its position, on a board of so many files.
pub(crate) fn place<R: Rules>(position: &R, files: u8, mv: &R::Move) -> Place {
    place_of(position.outline(mv), files)
}

/// The same when the board is turned over first, `a1` becoming `a8`.
pub(crate) fn place_upside_down<R: Rules>(
    position: &R,
    files: u8,
    ranks: u8,
    mv: &R::Move,
) -> Place {
    let turned = |square: Square| Square(square.0 % files + files * (ranks - 1 - square.0 / files));
    let outline = position.outline(mv);
    place_of(Move { from: turned(outline.from), to: turned(outline.to), ..outline }, files)
}

fn place_of(outline: Move, files: u8) -> Place {
    let (direction, steps) = bearing(files, outline.from, outline.to);
    let promotion = outline.promotion.map(|kind| {
        let place = PROMOTIONS.iter().position(|&known| known == kind);
        (place.unwrap_or(PROMOTIONS.len()), kind)
    });
    (outline.from, direction, steps, outline.to, promotion)
}

/// Sorts the moves of a position on a board of so many files.
pub(crate) fn sort<R: Rules>(position: &R, files: u8, moves: &mut [R::Move]) {
    moves.sort_by_cached_key(|mv| place(position, files, mv));
}
