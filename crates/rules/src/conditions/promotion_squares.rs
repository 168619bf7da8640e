//! Squares of promotion in place of the last rank.

use super::{Condition, Hooks, magic_squares::named};
use crate::{geometry::Square, man::Side, squares::Squares};

/// PromSquares: pawns are promoted where they arrive on one of these squares, and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionSquares {
    /// The side whose pawns are meant; both if none is named.
    pub side: Option<Side>,
    /// The squares.
    pub squares: Vec<Square>,
}

impl Condition for PromotionSquares {
    fn name(&self) -> String {
        let side = self.side.map_or(String::new(), |side| side.to_string());
        named(&format!("{side}PromSquares"), &self.squares)
    }

    fn families(&self) -> Vec<String> {
        let sides = Side::BOTH.into_iter().filter(|&side| self.side.is_none_or(|own| own == side));
        sides.map(|side| format!("{side}PromSquares")).collect()
    }

    fn hooks(&self) -> Hooks {
        Hooks::NONE
    }

    fn promotion_squares(&self, side: Side) -> Option<Squares> {
        let bound = self.side.is_none_or(|bound| bound == side);
        bound.then(|| self.squares.iter().copied().collect())
    }
}
