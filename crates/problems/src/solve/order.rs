//! The order in which moves are counted: by the man's square, `a1` first, then by direction, as
//! Popeye counts them.
//!
//! It matters only where a search is to stop at some solution, or at moves given by their numbers.

use solusrex_rules::{Attribute, Attributes, KindId, Move, Rules, Square, bearing};

const PROMOTIONS: [KindId; 4] = [KindId::QUEEN, KindId::KNIGHT, KindId::ROOK, KindId::BISHOP];

/// The place of a move among those of its position, in one number: by board, square, direction, distance,
/// where it leads and promotion. Moves that differ in their effects alone have the same place, unless it is
/// an [exact](exact_place) one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u64);

impl Place {
    fn new(board: bool, outline: &Move, direction: u8, distance: i8) -> Place {
        let (rank, kind) = outline.promotion.map_or((0, 0), |kind| {
            let known = PROMOTIONS.iter().position(|&known| known == kind);
            (known.unwrap_or(PROMOTIONS.len()) as u8 + 1, kind.index() as u8)
        });
        let (from, to) = (outline.from.0, outline.to.0);
        let distance = distance.wrapping_add(i8::MIN) as u8;
        Place(u64::from_be_bytes([u8::from(board), from, direction, distance, to, rank, kind, 0]))
    }
}

/// The place of a move among those of its position, on a board of so many files.
pub(crate) fn place<R: Rules>(position: &R, files: u8, mv: &R::Move) -> Place {
    let outline = position.outline(mv);
    let board = position.man_on(outline.from).map(|man| man.attributes);
    let on = |board: Attributes| board.iter().find(|attribute| attribute.is_board());
    match board.and_then(on) {
        None => place_of(&outline, files),
        // on two boards the second comes first, men go far before near, and two directions change
        Some(board) => {
            let (direction, distance) = towards(&outline, files);
            let direction = match direction {
                2 => 3,
                3 => 2,
                other => other,
            };
            Place::new(board == Attribute::AliceA, &outline, direction, -distance)
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
    place_of(&Move { from: turned(outline.from), to: turned(outline.to), ..outline }, files)
}

fn place_of(outline: &Move, files: u8) -> Place {
    let (direction, distance) = towards(outline, files);
    Place::new(false, outline, direction, distance)
}

fn towards(outline: &Move, files: u8) -> (u8, i8) {
    let (direction, distance) = bearing(files, outline.from, outline.to);
    (direction as u8, distance as i8)
}

/// The place of a move told apart from others that look alike: these come as they are worked out.
pub(crate) fn exact_place<R: Rules>(
    position: &mut R,
    mv: &R::Move,
    place: impl Fn(&R, &R::Move) -> Place,
) -> Place {
    let own = place(position, mv);
    // a move of the fast path has no effects
    if R::QUICK {
        return own;
    }
    let mut moves = position.legal_moves();
    if !moves.contains(mv) {
        position.heedless_moves_into(&mut moves);
    }
    let before = moves.iter().take_while(|other| *other != mv);
    let alike = before.filter(|other| place(position, other) == own).count();
    Place(own.0 + alike.min(u8::MAX.into()) as u64)
}

/// Sorts the moves of a position on a board of so many files.
pub(crate) fn sort<R: Rules>(position: &R, files: u8, moves: &mut [R::Move]) {
    moves.sort_by_cached_key(|mv| place(position, files, mv));
}
