//! Maximummer (Dawson, 1913) and Minimummer: a side must make its longest, or shortest, moves.

use std::cell::Cell;

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
/// is as long as the ways of king and rook together. Whether a king may be captured by any move, so
/// that every attack is check, [`Strictness`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maximummer {
    /// The side that is bound; if none is named, Black, who defends, and White cannot be bound too.
    pub side: Option<Side>,
    /// Whether it must make the shortest moves instead.
    pub shortest: bool,
    /// What holds for the capture of a king.
    pub strictness: Strictness,
}

/// By which moves a side that must make its longest moves captures a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// By any.
    #[default]
    Regular,
    /// By one that is as long as its longest legal move.
    Exact,
    /// By one that is as long as its longest move, legal or not.
    Ultra,
}

thread_local! {
    /// The sides whose moves are being measured to see whether they give check: meanwhile any of
    /// their moves may capture a king, or two sides so bound would never come to an end.
    static MEASURED: Cell<[bool; 2]> = const { Cell::new([false; 2]) };
}

impl Condition for Maximummer {
    fn name(&self) -> String {
        let name = if self.shortest { "Minimummer" } else { "Maximummer" };
        let side = self.side.map_or(String::new(), |side| side.to_string());
        let strictness = match self.strictness {
            Strictness::Regular => "",
            Strictness::Exact => " Exact",
            Strictness::Ultra => " Ultra",
        };
        format!("{side}{name}{strictness}")
    }

    fn families(&self) -> Vec<String> {
        let sides = Side::BOTH.into_iter().filter(|&side| self.side.is_none_or(|own| own == side));
        sides.map(|side| format!("{side}mummer")).collect()
    }

    fn tampers(&self) -> Tampering {
        Tampering::WithNone
    }

    fn hooks(&self) -> Hooks {
        match self.strictness {
            Strictness::Regular => Hooks::PREFERS,
            Strictness::Exact | Strictness::Ultra => Hooks::PREFERS.and(Hooks::CAPTURES),
        }
    }

    fn weighs_checks(&self) -> bool {
        self.strictness != Strictness::Regular
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let captured = mv.captured.and_then(|at| position.man(at));
        if captured.is_none_or(|man| !man.royal) || self.may_capture_king(position, &mv) {
            each(mv);
        }
    }

    fn prefers(&self, side: Side) -> bool {
        side == self.bound()
    }

    fn precedence(&self, position: &Position, mv: &Move) -> u32 {
        let length = length(position, mv);
        if self.shortest { u32::MAX - length } else { length }
    }
}

impl Maximummer {
    fn bound(&self) -> Side {
        self.side.unwrap_or(Side::Black)
    }

    /// Whether no other move goes before this capture of a king.
    fn may_capture_king(&self, position: &Position, mv: &Move) -> bool {
        let side = position.side_to_move();
        let mut measured = MEASURED.get();
        if side != self.bound() || measured[side as usize] {
            return true;
        }
        measured[side as usize] = true;
        let before = MEASURED.replace(measured);
        let mut position = position.clone();
        let mut others = Vec::new();
        position.pseudo_legal_moves(&mut others);
        let own = self.precedence(&position, mv);
        others.retain(|other| self.precedence(&position, other) > own);
        if self.strictness == Strictness::Exact {
            position.retain_legal(&mut others);
        }
        MEASURED.set(before);
        others.is_empty()
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
