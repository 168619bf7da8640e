//! Maximummer (Dawson, 1913) and Minimummer: a side must make its longest, or shortest, moves.

use super::{Condition, Hooks, Tampering};
use crate::{
    man::Side,
    moves::{Move, Special, Wing},
    position::Position,
};

/// Maximummer: of its legal moves a side may choose only the geometrically longest; Minimummer: only
/// the shortest.
///
/// Lengths are those between the centres of the squares of departure and arrival, as drawn. Castling
/// is as long as the ways of king and rook together. Check and mate are not touched: a king may be
/// captured by any move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maximummer {
    /// The side that is bound; if none is named, Black, who defends, and White cannot be bound too.
    pub side: Option<Side>,
    /// Whether it must make the shortest moves instead.
    pub shortest: bool,
}

impl Condition for Maximummer {
    fn name(&self) -> String {
        let name = if self.shortest { "Minimummer" } else { "Maximummer" };
        self.side.map_or(name.into(), |side| format!("{side}{name}"))
    }

    fn families(&self) -> Vec<String> {
        let sides = Side::BOTH.into_iter().filter(|&side| self.side.is_none_or(|own| own == side));
        sides.map(|side| format!("{side}mummer")).collect()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        Hooks::SELECTS
    }

    fn select(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.side_to_move() != self.side.unwrap_or(Side::Black) {
            return;
        }
        let length = |mv: &Move| length(position, mv);
        let lengths = moves.iter().map(length);
        let wanted = if self.shortest { lengths.min() } else { lengths.max() };
        moves.retain(|mv| Some(length(mv)) == wanted);
    }
}

/// The square of a move's length.
fn length(position: &Position, mv: &Move) -> u32 {
    match mv.special {
        Special::Castling(Wing::King) => 4 * 4,
        Special::Castling(Wing::Queen) => 5 * 5,
        _ => {
            let geometry = position.geometry();
            let files = u32::from(geometry.file(mv.from).abs_diff(geometry.file(mv.to)));
            let ranks = u32::from(geometry.rank(mv.from).abs_diff(geometry.rank(mv.to)));
            files * files + ranks * ranks
        }
    }
}
