//! In which direction a square lies: the order in which Popeye counts the moves of a man.

use crate::geometry::Square;

/// Queen's directions, then the knight's.
const DIRECTIONS: [(i16, i16); 16] = [
    (1, -1),
    (-1, -1),
    (-1, 1),
    (1, 1),
    (0, -1),
    (-1, 0),
    (0, 1),
    (1, 0),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
];

/// The place of a direction in the order of directions, and the distance in it.
///
/// ```
/// use solusrex_rules::{Square, bearing};
///
/// let (a1, b2, c1) = (Square(0), Square(9), Square(2));
/// assert!(bearing(8, a1, b2) < bearing(8, a1, c1));
/// ```
pub fn bearing(files: u8, from: Square, to: Square) -> (usize, i16) {
    let (step, distance) = direction(files, from, to);
    let direction = DIRECTIONS.iter().position(|&known| known == step);
    (direction.unwrap_or(DIRECTIONS.len()), distance)
}

/// The step of a rider that goes on from one square to the other, and the distance.
pub(crate) fn direction(files: u8, from: Square, to: Square) -> ((i16, i16), i16) {
    let at = |square: Square| (i16::from(square.0 % files), i16::from(square.0 / files));
    let ((x, y), (to_x, to_y)) = (at(from), at(to));
    let (x, y) = (to_x - x, to_y - y);
    let distance = x.abs().max(y.abs());
    let divides = |steps: &i16| x % steps == 0 && y % steps == 0;
    let steps = (1..=distance.max(1)).rev().find(divides).unwrap_or(1);
    ((x / steps, y / steps), distance)
}
