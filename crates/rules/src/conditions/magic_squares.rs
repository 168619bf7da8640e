//! Magic squares: who arrives there changes sides.

use super::{Condition, Hooks, Stage, andernach::change_sides, arrived_after};
use crate::{
    geometry::{Geometry, Square},
    moves::Move,
    position::Position,
};

/// Magic squares: a man other than a king that moves to one of them changes its colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MagicSquares {
    /// The squares.
    pub squares: Vec<Square>,
}

impl Condition for MagicSquares {
    fn name(&self) -> String {
        named("MagicSquares", &self.squares)
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn stage(&self) -> Stage {
        Stage::Side
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        if self.squares.contains(&arrived_after(&mv)) {
            change_sides(position, &mut mv);
        }
        each(mv);
    }
}

/// A name with squares behind it.
pub(super) fn named(name: &str, squares: &[Square]) -> String {
    let names = squares.iter().map(|&square| Geometry::CHESS.name(square).to_string());
    format!("{name} {}", names.collect::<String>())
}
