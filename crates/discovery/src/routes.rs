//! Games that lead from one position to another in a given number of plies.
//!
//! This is for the few plies before a search's base. Games to a diagram (`construct`) have layers and
//! a sharper test of distance, which pays for long ways only: its tables alone take as long to make
//! as it takes here to find all ways of six plies.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role};

use crate::{guide::Guide, layers::played, packed::Packed};

/// Calls with each game of exactly so many plies from a position to another, until told to stop.
pub(crate) fn routes<G: Guide>(
    start: &Chess,
    goal: (Packed, G::State),
    plies: u32,
    guide: &G,
    call: &mut impl FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let turn = if plies.is_multiple_of(2) { start.turn() } else { !start.turn() };
    let board = goal.0.unpack(turn).board().clone();
    let dead = vec![FxHashSet::default(); plies as usize];
    let mut search = Routes { goal, board, plies, guide, dead };
    search.go_on(start, 0, guide.start(), &mut Vec::new(), call).map_continue(|_| ())
}

struct Routes<'a, G: Guide> {
    goal: (Packed, G::State),
    board: Board,
    plies: u32,
    guide: &'a G,
    /// By ply, what does not lead to the goal: long ways come by the same positions again and again.
    dead: Vec<FxHashSet<(Packed, G::State)>>,
}

impl<G: Guide> Routes<'_, G> {
    fn go_on(
        &mut self,
        position: &Chess,
        ply: u32,
        state: G::State,
        line: &mut Vec<Move>,
        call: &mut impl FnMut(&[Move]) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let here = (Packed::new(position), state);
        if ply == self.plies {
            return match here == self.goal {
                true => call(line).map_continue(|()| true),
                false => ControlFlow::Continue(false),
            };
        }
        if self.dead[ply as usize].contains(&here) {
            return ControlFlow::Continue(false);
        }
        let mut leads_there = false;
        for mv in position.legal_moves() {
            let Some(state) = self.guide.step(ply + 1, position, mv, state) else { continue };
            let after = played(position, mv);
            if self.is_near(&after, self.plies - ply - 1) {
                line.push(mv);
                leads_there |= self.go_on(&after, ply + 1, state, line, call)?;
                line.pop();
            }
        }
        if !leads_there {
            self.dead[ply as usize].insert(here);
        }
        ControlFlow::Continue(leads_there)
    }

    /// Whether each side has moves enough to fill the squares on which its men are still missing:
    /// a move fills one, castling two.
    fn is_near(&self, position: &Chess, plies: u32) -> bool {
        Color::ALL.into_iter().all(|color| {
            let moves = if position.turn() == color { plies.div_ceil(2) } else { plies / 2 };
            let rights = position.castles().castling_rights() & position.board().by_color(color);
            let missing = missing(position.board(), &self.board, color).count() as u32;
            missing <= moves + u32::from(rights.any())
        })
    }
}

/// Squares on which a side's men stand in the goal and do not stand now.
fn missing(now: &Board, goal: &Board, color: Color) -> Bitboard {
    let men = goal.by_color(color);
    Role::ALL.into_iter().fold(Bitboard::EMPTY, |missing, role| {
        missing | men & goal.by_role(role) & !(now.by_role(role) & now.by_color(color))
    })
}
