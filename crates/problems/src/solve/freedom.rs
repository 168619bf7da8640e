//! A bound for stalemates by help: can the men beside the king be brought to rest in time?
//!
//! In a stalemate every man of the caught side is at rest. An officer rests if men of its own stand on
//! all squares next to it (for a knight: a leap away), or if it is pinned; a pawn if something stands
//! before it, or if it is pinned. One that is free now must be seen to: it moves itself, men of its own
//! come to stand around it, it is captured, blocked or pinned. Each of these takes a move, and few moves
//! do two of them at once; those are counted on the hopeful side. Kinds other than the orthodox ones
//! are taken to be at rest.

use solusrex_rules::{KindId, Square, Squares};

use super::masks::{Men, NEVER, Walks};

/// Men of the caught side that can move freely now, and what would stop them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Freedom {
    officers: Vec<Free>,
    pawns: Vec<Free>,
    /// Hunters that could pin, from where they stand.
    pinners: Squares,
    /// With how many moves each of the hunters might be a man that pins.
    candidates: Vec<u8>,
}

/// A man that can move.
#[derive(Clone, Copy, Debug)]
struct Free {
    /// How many squares round it must be filled.
    gaps: u8,
    /// The moves of a hunter to capture or to block it.
    capture: u8,
    /// Whether a pin brings it to rest: a queen takes the man that pins it.
    can_be_pinned: bool,
    /// Whether its side has too few men to block it anywhere.
    lost: bool,
}

impl Freedom {
    /// Looks at the men. `own` are all squares of the caught side, `all` those of both.
    pub(crate) fn look(
        &mut self,
        walks: &Walks,
        men: Men<'_>,
        hunters: Men<'_>,
        own: Squares,
        all: Squares,
    ) {
        self.officers.clear();
        self.pawns.clear();
        self.pinners = Squares::EMPTY;
        self.candidates.clear();
        for &(walk, at) in hunters.men {
            if walks.may_pin(walk) {
                self.candidates.push(0);
                self.pinners.insert(Square(at));
            } else {
                self.candidates.push(walks.promotes(hunters, walk, Square(at)));
            }
        }
        let nearest = |square: Square| walks.nearest(hunters, square);
        for &(walk, at) in men.men {
            let at = Square(at);
            let Some(kind) = walks.orthodox_kind(walk) else { continue };
            if kind == KindId::PAWN {
                let ahead = walks.exits(walk, at);
                if (ahead & all).is_empty() && !ahead.is_empty() {
                    let block = ahead.iter().map(nearest).min().unwrap_or(NEVER);
                    let capture = nearest(at).min(block);
                    self.pawns.push(Free { gaps: 1, capture, can_be_pinned: true, lost: false });
                }
            } else {
                let gaps = (walks.exits(walk, at) & !own).len() as u8;
                if gaps > 0 {
                    let can_be_pinned = kind != KindId::QUEEN;
                    let lost = own.len() <= corners(kind);
                    let capture = nearest(at);
                    self.officers.push(Free { gaps, capture, can_be_pinned, lost });
                }
            }
        }
    }

    /// Whether all may come to rest with so many moves of the men and of the hunters, if the king
    /// stands where `aligned` of the hunters look at it. If it `walked` there, it may have stopped before
    /// a pawn, and beside officers.
    pub(crate) fn may_end(&self, steps: usize, hunts: usize, aligned: usize, walked: bool) -> bool {
        let candidates = self.candidates.iter().filter(|&&moves| usize::from(moves) <= hunts);
        let pins = candidates.count().min(aligned + hunts);
        let fills = steps + usize::from(walked);
        let loose = || self.officers.iter().filter(|man| usize::from(man.gaps) > fills);
        let queens = loose().filter(|man| !man.can_be_pinned).count();
        // a move of the king's side sees to an officer, which moves, and a pawn, before which it stops
        let officers = loose().count().saturating_sub(steps);
        let pawns = self.pawns.len().saturating_sub(fills);
        let lost = self.officers.iter().filter(|man| man.lost).count();
        if officers + pawns > hunts + pins || queens > steps + hunts || lost > hunts + pins {
            return false;
        }
        // without pins, one that stays free is captured, however far the hunters are
        pins > 0 || {
            let far = |man: &&Free| usize::from(man.capture) > hunts;
            loose().filter(far).count() <= steps && self.pawns.iter().filter(far).count() <= fills
        }
    }

    /// Whether the hunters may pin with so many moves.
    pub(crate) fn may_be_pinned(&self, hunts: usize) -> bool {
        self.candidates.iter().any(|&moves| usize::from(moves) <= hunts)
    }

    /// The hunters that could pin from where they stand.
    pub(crate) fn pinners(&self) -> Squares {
        self.pinners
    }
}

/// How many squares lie before an officer at least: in a corner.
fn corners(kind: KindId) -> usize {
    match kind {
        KindId::QUEEN => 3,
        KindId::ROOK | KindId::KNIGHT => 2,
        KindId::BISHOP => 1,
        _ => 0,
    }
}
