//! Tempo budgets: which wanted final moves can still be reached with the moves left.

use shakmaty::{Bitboard, Chess, Color, File, Position as _, Rank, Role, Square};

use crate::{
    class::{Class, Classes},
    goal::{Goal, Men, Moves},
};

/// Wanted final moves, prepared for the question whether any is within reach.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    hunter: Color,
    /// Whether so much is wanted that the question is idle.
    anything: bool,
    goals: Vec<Goals>,
    /// Many promotions are judged by the pawns' ways alone: the moves that a pawn needs to become,
    /// on its last, what is wanted, by its square.
    pawn_moves: Option<[u32; 64]>,
}

/// Goals of men of a kind, by the square of the last move.
#[derive(Clone, Debug)]
struct Goals {
    role: Role,
    goals: Vec<(Square, Goal)>,
}

impl Goals {
    fn is_within(&self, men: &Men<'_>, hunter: Color, left: Moves) -> bool {
        // most goals are too far away for most men, and that is told at a glance
        let reach = match men.hunters.may_promote(left.hunter) {
            true => Bitboard::FULL,
            false => men.hunters.reach(self.role, hunter, left.hunter).unwrap_or(Bitboard::FULL),
        };
        let mut near = self.goals.iter().filter(|(to, _)| reach.contains(*to));
        near.any(|(_, goal)| goal.needs(men, left).next().is_some())
    }
}

/// More moves than any game has left.
pub(crate) const NEVER: u32 = 99;
/// With more goals than these, the question would take longer than it saves.
const GOALS: usize = 128;
/// The same of promotions.
const PROMOTIONS: usize = 4;

impl Aim {
    /// The question for mates.
    pub(crate) fn mates(wanted: &Classes) -> Aim {
        Aim::new(wanted, |_, _| true, true)
    }

    /// Prepares the question: certain men may be taken by moves of a class, which check or not.
    pub(crate) fn new(
        wanted: &Classes,
        may_take: impl Fn(Class, Role) -> bool,
        checks: bool,
    ) -> Aim {
        let hunter = wanted.color();
        let of_pieces = wanted.iter().filter(|class| class.parts().0 != Role::Pawn).count();
        let anything = wanted.has_pawn_moves() || wanted.has_castling() || of_pieces > GOALS;
        let promotions: Vec<Class> = wanted.iter().filter(|class| class.is_promotion()).collect();
        let fewest = |from: Square| {
            let moves = |class: &Class| moves_to_promote(hunter, from, class.origin_file());
            promotions.iter().map(moves).min().unwrap_or(NEVER)
        };
        let pawn_moves = (promotions.len() > PROMOTIONS).then(|| Square::ALL.map(fewest));
        let goals = |role: Role, capture: bool| {
            let is_of = |class: &Class| {
                let (its_role, _, takes) = class.parts();
                (its_role, takes) == (role, capture)
            };
            let goal = |class: Class| {
                let (_, to, _) = class.parts();
                (to, Goal::new(class, |role| may_take(class, role), checks))
            };
            let goals: Vec<_> = wanted.iter().filter(is_of).map(goal).collect();
            (!goals.is_empty()).then_some(Goals { role, goals })
        };
        let kinds = Role::ALL.into_iter();
        let kinds = kinds.filter(|&role| !anything && (role != Role::Pawn || pawn_moves.is_none()));
        let groups = kinds.flat_map(|role| [false, true].map(|capture| goals(role, capture)));
        Aim { hunter, anything, goals: groups.flatten().collect(), pawn_moves }
    }

    /// Whether the answer is always yes.
    pub(crate) fn is_idle(&self) -> bool {
        self.anything
    }

    /// Whether some wanted move may be played when each side has so many moves left.
    #[inline]
    pub(crate) fn is_within(&self, position: &Chess, left: Moves) -> bool {
        if self.anything {
            return true;
        }
        if let Some(moves) = &self.pawn_moves {
            let pawns = position.board().by_color(self.hunter) & position.board().pawns();
            if pawns.into_iter().any(|from| moves[usize::from(from)] <= left.hunter) {
                return true;
            }
        }
        let men = Men::new(position, self.hunter);
        self.goals.iter().any(|goals| goals.is_within(&men, self.hunter, left))
    }
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
