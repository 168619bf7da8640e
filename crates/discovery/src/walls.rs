//! The ways of a king among men of its own, who have to leave first.
//!
//! A man that stands where its king has to go moves away, which is a move of its side, or is taken,
//! which is one of the other side. So a way costs its steps and a move more for each such man, but for
//! as many as the other side has moves to take.

use shakmaty::{Bitboard, Square};

use crate::geometry::{king_moves, within};

/// Men in the way of their king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walls {
    pub(crate) men: Bitboard,
    /// So many of them may be taken.
    pub(crate) taken: u32,
}

/// A king has no more men of its own to come by than 15; for each number of those who are taken a place.
const MOST: usize = 16;

impl Walls {
    /// The moves that bring a king to one of some squares, if they are no more than these. It may have
    /// to come by so many men besides.
    pub(crate) fn moves(
        &self,
        from: Square,
        goals: Bitboard,
        besides: u32,
        most: u32,
    ) -> Option<u32> {
        let freely = king_moves(from, goals);
        // on its way it comes by no more men than it makes steps
        let all_are_taken = freely <= most && besides + freely <= self.taken;
        if freely > most
            || all_are_taken
            || besides == 0 && (self.men & within(from, freely)).is_empty()
        {
            return (freely <= most).then_some(freely);
        }
        let most = most as usize + 1;
        let is_there = |reached: Bitboard| (reached & goals).any();
        let moves = match self.taken {
            0 => self.rings::<1>(from, besides).take(most).position(is_there),
            1..4 => self.rings::<4>(from, besides).take(most).position(is_there),
            _ => self.rings::<MOST>(from, besides).take(most).position(is_there),
        };
        moves.map(|moves| moves as u32)
    }

    /// The squares to which so many moves bring a king.
    pub(crate) fn within(&self, from: Square, most: u32) -> Bitboard {
        match (within(from, most) & self.men).is_empty() {
            true => within(from, most),
            false => self
                .rings::<MOST>(from, 0)
                .take(most as usize + 1)
                .fold(Bitboard::EMPTY, |a, b| a | b),
        }
    }

    /// By number of moves, the squares to which they bring a king that has come by so many men before.
    fn rings<const N: usize>(
        &self,
        from: Square,
        before: u32,
    ) -> impl Iterator<Item = Bitboard> + use<N> {
        let Walls { men, taken } = *self;
        let taken = (taken as usize).min(N - 1);
        // by number of men who were taken, fewer than `N`, where the king is, and where it is with the next move
        let mut now = [Bitboard::EMPTY; N];
        let mut next = now;
        // who is not taken has to leave first
        let mut waits = (before as usize).saturating_sub(taken);
        now[(before as usize).min(taken)] = from.into();
        std::iter::from_fn(move || {
            if waits > 0 {
                waits -= 1;
                return Some(Bitboard::EMPTY);
            }
            let reached = now[..=taken].iter().fold(Bitboard::EMPTY, |all, &some| all | some);
            let mut after = [Bitboard::EMPTY; N];
            for nth in 0..=taken {
                let near = around(now[nth]);
                next[nth] |= near & !men;
                match nth < taken {
                    true => next[nth + 1] |= near & men,
                    false => after[nth] |= near & men,
                }
            }
            now = next;
            next = after;
            Some(reached)
        })
    }
}

/// Some squares, and those next to them.
fn around(Bitboard(squares): Bitboard) -> Bitboard {
    const A: u64 = 0x0101_0101_0101_0101;
    let row = squares | squares << 1 & !A | squares >> 1 & !(A << 7);
    Bitboard(row | row << 8 | row >> 8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::attacks::king_attacks;

    use super::*;

    /// The cost of the cheapest way by all ways of so many steps.
    fn plainly(walls: Walls, from: Square, goal: Square, met: u32, steps: u32, most: u32) -> u32 {
        let cost = steps + met.saturating_sub(walls.taken);
        if cost > most {
            return u32::MAX;
        }
        let here = if from == goal { cost } else { u32::MAX };
        let on = king_attacks(from).into_iter().map(|to| {
            plainly(walls, to, goal, met + u32::from(walls.men.contains(to)), steps + 1, most)
        });
        on.fold(here, u32::min)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn ways_are_as_long_as_the_best_of_all(
            men: u64, more: u64, taken in 0..3_u32, besides in 0..2_u32, from in 0..64_u32, goal in 0..64_u32,
        ) {
            let walls = Walls { men: Bitboard(men | more), taken };
            let (from, goal) = (Square::new(from), Square::new(goal));
            let most = 4;
            let plain = plainly(walls, from, goal, besides, 0, most);
            let found = walls.moves(from, goal.into(), besides, most);
            prop_assert_eq!(found.unwrap_or(u32::MAX), plain);
            let near = plainly(walls, from, goal, 0, 0, most) <= most;
            prop_assert_eq!(walls.within(from, most).contains(goal), near);
        }
    }
}
