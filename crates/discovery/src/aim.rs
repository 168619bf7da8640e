//! Tempo budgets: which wanted final moves can still be reached with the moves left.

use shakmaty::{
    Bitboard, Chess, Color, File, Position as _, Rank, Role, Square, attacks::knight_attacks,
};

use crate::{
    class::Classes,
    opening::{Moves, Opening},
};

/// Wanted final moves, prepared for the question whether any is within reach.
///
/// Counted are a knight's own steps, a pawn's way to promotion, and what a king needs to open a
/// line. Riders are taken to reach everything in two moves.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    hunter: Color,
    /// Whether a man that needs at most two moves is wanted, so that the question is idle.
    anything: bool,
    /// A king's goals: one opening each.
    kings: Vec<Opening>,
    knights: Bitboard,
    promotes: bool,
    /// Moves that a pawn needs to become, on its last, what is wanted: by its square.
    pawn_moves: [u32; 64],
}

/// More moves than any game has left.
pub(crate) const NEVER: u32 = 99;

impl Aim {
    /// Prepares the question.
    pub(crate) fn new(wanted: &Classes) -> Aim {
        let hunter = wanted.color();
        let targets = |role| wanted.targets(role, false) | wanted.targets(role, true);
        let riders = [Role::Queen, Role::Rook, Role::Bishop];
        let anything = riders.iter().any(|&role| targets(role).any())
            || wanted.has_pawn_moves()
            || wanted.has_castling();
        let mut pawn_moves = [NEVER; 64];
        let promotions = wanted.iter().filter(|class| class.is_promotion());
        for class in promotions {
            for from in Square::ALL {
                let moves = moves_to_promote(hunter, from, class.origin_file());
                let best = &mut pawn_moves[usize::from(from)];
                *best = moves.min(*best);
            }
        }
        let kings = wanted
            .iter()
            .filter(|class| !anything && class.parts().0 == Role::King)
            .map(Opening::new);
        Aim {
            hunter,
            anything,
            kings: kings.collect(),
            knights: targets(Role::Knight),
            promotes: wanted.has_promotions(),
            pawn_moves,
        }
    }

    /// Whether the answer is always yes.
    pub(crate) fn is_idle(&self) -> bool {
        self.anything
    }

    /// Whether some wanted move may be played with the last of so many moves of the hunters, after
    /// so many of the other side.
    #[inline]
    pub(crate) fn is_within(&self, position: &Chess, moves: u32, theirs: u32) -> bool {
        if self.anything {
            return true;
        }
        let board = position.board();
        let hunters = board.by_color(self.hunter);
        let pawns = hunters & board.pawns();
        if self.promotes
            && pawns.into_iter().any(|from| self.pawn_moves[usize::from(from)] <= moves)
        {
            return true;
        }
        let most = Moves { hunter: moves, defender: theirs };
        if self.kings.iter().any(|opening| opening.needs(board, most).next().is_some()) {
            return true;
        }
        if self.knights.any() {
            if (leaps(hunters & board.knights(), moves) & self.knights).any() {
                return true;
            }
            // a pawn may become a knight on its way
            let last = self.hunter.fold_wb(Rank::Eighth, Rank::First);
            let nearest = pawns.into_iter().map(|pawn| steps(self.hunter, pawn, last)).min();
            return nearest.is_some_and(|steps| steps < moves);
        }
        false
    }
}

/// Where knights can get to in so many moves on an empty board.
fn leaps(from: Bitboard, moves: u32) -> Bitboard {
    let mut reached = from;
    for _ in 0..moves {
        for square in reached {
            reached |= knight_attacks(square);
        }
    }
    reached
}

/// Moves of a pawn to a rank.
pub(crate) fn steps(color: Color, pawn: Square, rank: Rank) -> u32 {
    let far = (i32::from(rank) - i32::from(pawn.rank())) * color.fold_wb(1, -1);
    let start = pawn.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
    if far < 0 { NEVER } else { far as u32 - u32::from(start && far > 1) }
}

/// Moves of a pawn until it promotes, leaving the rank before the last on a given file: enough to go forward and, by captures, aside.
pub(crate) fn moves_to_promote(color: Color, from: Square, leaves: Option<File>) -> u32 {
    let before = color.fold_wb(Rank::Seventh, Rank::Second);
    let Some(leaves) = leaves else { return NEVER };
    let aside = (i32::from(from.file()) - i32::from(leaves)).unsigned_abs();
    let far = ((i32::from(before) - i32::from(from.rank())) * color.fold_wb(1, -1)).max(-1);
    if far < 0 || from.rank() == color.fold_wb(Rank::First, Rank::Eighth) || aside > far as u32 {
        return NEVER;
    }
    // a double step goes straight
    let start = from.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
    let saved = u32::from(start && far >= 2 && aside + 2 <= far as u32);
    far as u32 - saved + 1
}
