//! The order in which moves are counted: by the man's square, `a1` first, then by direction, as
//! Popeye counts them.
//!
//! It matters only where a search is to stop at some solution, or at moves given by their numbers.

use solusrex_rules::{Attribute, Attributes, KindId, Move, Rules, Square, bearing};

const PROMOTIONS: [KindId; 4] = [KindId::QUEEN, KindId::KNIGHT, KindId::ROOK, KindId::BISHOP];

/// The place of a move among those of its position.
pub(crate) type Place = (bool, Square, u8, i16, Square, Option<(u8, KindId)>);

/// The place of a move among those of its position, on a board of so many files.
pub(crate) fn place<R: Rules>(position: &R, files: u8, mv: &R::Move) -> Place {
    let outline = position.outline(mv);
    let board = position.man_on(outline.from).map(|man| man.attributes);
    let on = |board: Attributes| board.iter().find(|attribute| attribute.is_board());
    let place = place_of(outline, files);
    match board.and_then(on) {
        None => place,
        // on two boards the second comes first, men go far before near, and two directions change
        Some(board) => {
            let (_, from, direction, steps, to, promotion) = place;
            let direction = match direction {
                2 => 3,
                3 => 2,
                other => other,
            };
            (board == Attribute::AliceA, from, direction, -steps, to, promotion)
        }
    }
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
        (place.unwrap_or(PROMOTIONS.len()) as u8, kind)
    });
    (false, outline.from, direction as u8, steps, outline.to, promotion)
}

/// Sorts the moves of a position on a board of so many files.
pub(crate) fn sort<R: Rules>(position: &R, files: u8, moves: &mut [R::Move]) {
    moves.sort_by_cached_key(|mv| place(position, files, mv));
}
