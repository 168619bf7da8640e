//! Where a class stands in the drawing.
//!
//! ```text
//!              king   queen  rook   bishop knight pawn
//! White moves  board  board  board  board  board  board
//!       takes  board  board  board  board  board  board     a pawn comes from the left or the
//! Black moves  ...                                          right: the halves of its square
//!       takes  ...
//! promotions and castling: White's          Black's
//! ```

use shakmaty::{CastlingSide, Color, File, Role, Square};

use crate::class::Class;

/// The side of a square.
pub(super) const SIDE: i32 = 30;
/// The side of a board.
pub(super) const BOARD: i32 = 8 * SIDE;
/// The width of the drawing.
pub(super) const WIDTH: i32 = LEFT + 6 * COLUMN + 10;
/// The height of the drawing.
pub(super) const HEIGHT: i32 = STRIPS + 4 * SIDE + 62;
/// The left edge of what is written and drawn.
pub(super) const LEFT: i32 = 92;

/// From board to board.
const COLUMN: i32 = BOARD + 36;
const ROW: i32 = BOARD + 40;
/// The first of White's boards.
const TOP: i32 = 308;
/// From White's boards to Black's.
const SIDES: i32 = 2 * ROW + 70;
/// The promotions.
const STRIPS: i32 = TOP + 2 * SIDES + 24;
/// From White's promotions to Black's.
const STRIP: i32 = 3 * COLUMN;
/// The three ways to a promotion square, and the space to the next.
const WAY: i32 = 24;
const WAYS: i32 = 3 * WAY + 8;

/// The pieces in the order of their boards.
pub(super) const COLUMNS: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// What pawns become in the order of their rows.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A rectangle of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Place {
    /// The place of a class.
    pub(super) fn of(class: Class) -> Place {
        let (role, to, capture) = class.parts();
        let color = class.color();
        let from = class.origin_file().unwrap_or(to.file());
        if let Some(promotion) = class.promotion() {
            return Place::of_promotion(color, from, to.file(), promotion);
        }
        if class.is_castling() {
            return Place::of_castling(color, CastlingSide::from_king_side(to.file() == File::G));
        }
        let square = Place::of_square(Place::of_board(color, role, capture), to);
        match i32::from(from) - i32::from(to.file()) {
            0 => square,
            beside => {
                let width = SIDE / 2;
                Place { x: square.x + if beside < 0 { 0 } else { width }, width, ..square }
            }
        }
    }

    /// A board.
    pub(super) fn of_board(color: Color, role: Role, capture: bool) -> Place {
        Place {
            x: LEFT + COLUMN * nth(&COLUMNS, role),
            y: TOP + color.fold_wb(0, SIDES) + if capture { ROW } else { 0 },
            width: BOARD,
            height: BOARD,
        }
    }

    fn of_square(board: Place, square: Square) -> Place {
        Place {
            x: board.x + SIDE * i32::from(square.file()),
            y: board.y + SIDE * (7 - i32::from(square.rank())),
            width: SIDE,
            height: SIDE,
        }
    }

    /// The cell of a promotion.
    pub(super) fn of_promotion(color: Color, from: File, to: File, role: Role) -> Place {
        let way = 1 + i32::from(from) - i32::from(to);
        let strip = Place::of_strip(color);
        Place {
            x: strip.x + WAYS * i32::from(to) + WAY * way,
            y: strip.y + SIDE * nth(&PROMOTIONS, role),
            width: WAY,
            height: SIDE,
        }
    }

    /// The cell of a castling.
    pub(super) fn of_castling(color: Color, side: CastlingSide) -> Place {
        let strip = Place::of_strip(color);
        let y = strip.y + if side.is_king_side() { 0 } else { 2 * SIDE };
        Place { x: strip.x + strip.width + 22, y, width: 2 * SIDE, height: SIDE }
    }

    /// All promotions of a side.
    pub(super) fn of_strip(color: Color) -> Place {
        let x = LEFT + color.fold_wb(0, STRIP);
        Place { x, y: STRIPS, width: 8 * WAYS - 8, height: 4 * SIDE }
    }

    /// The middle.
    pub(super) fn middle(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// The least rectangle round two.
    pub(super) fn around(self, other: Place) -> Place {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let width = (self.x + self.width).max(other.x + other.width) - x;
        let height = (self.y + self.height).max(other.y + other.height) - y;
        Place { x, y, width, height }
    }

    /// Whether two have more than an edge in common.
    #[cfg(test)]
    fn overlaps(self, other: Place) -> bool {
        let apart = |a: i32, width: i32, b: i32, other: i32| a + width <= b || b + other <= a;
        !apart(self.x, self.width, other.x, other.width)
            && !apart(self.y, self.height, other.y, other.height)
    }
}

fn nth(roles: &[Role], role: Role) -> i32 {
    roles.iter().position(|&other| other == role).map_or(0, |nth| nth as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_a_place_of_its_own() {
        let places: Vec<(Class, Place)> = Color::ALL
            .into_iter()
            .flat_map(Class::all)
            .map(|class| (class, Place::of(class)))
            .collect();
        for (nth, &(class, place)) in places.iter().enumerate() {
            assert!(place.x >= LEFT && place.x + place.width <= WIDTH, "{class}");
            assert!(place.y >= TOP && place.y + place.height <= HEIGHT, "{class}");
            for &(other, taken) in &places[..nth] {
                assert!(!place.overlaps(taken), "{class} on {other}");
            }
        }
    }
}
