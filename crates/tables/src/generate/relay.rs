//! Both sides want the same: level by level, back from where it is reached.
//!
//! At level *n* the goal is *n* half-moves away: a move leads into a position of level *n* - 1, and none
//! into an earlier one. Whoever moves at a level is told by its number, for the goal is always reached
//! by the same side; so one set of newest positions goes to and fro between the two, and each step is
//! an "or" over moves, as an attacker's is in a [pass](super::pass).

use solusrex_game::{Plies, Value};

use super::{
    GenerateError,
    log::Log,
    pass::{Book, Into, Pass, Question, Set, Watch, clear_marked, groups},
};

/// The positions from which the goal is not yet known to be within reach, and the newest of the others.
pub(super) struct Relay<'a> {
    question: &'a Question<'a>,
    /// Who reaches the goal.
    by: usize,
    /// The last level at which a capture or a pawn move begins to count.
    last_event: u32,
    /// With White and with Black to move, and the blocks of these sets that are not empty.
    open: [Set<'a>; 2],
    left: [Vec<u64>; 2],
    /// The newest level, and room for the next.
    fresh: Set<'a>,
    next: Set<'a>,
    fresh_marks: Vec<u64>,
    next_marks: Vec<u64>,
    /// Positions from which a pawn move leads to the newest level.
    pushes: Option<Set<'a>>,
    push_marks: Vec<u64>,
}

impl<'a> Relay<'a> {
    /// Goes on from a pass whose side to move has been found where it has no move.
    pub(super) fn new(pass: Pass<'a>) -> Relay<'a> {
        let (question, by) = (pass.question, pass.attacker);
        let last_event = pass.last_event();
        let mut open = [pass.open, pass.held];
        let mut left = [pass.open_left, pass.held_left];
        if by == 1 {
            open.reverse();
            left.reverse();
        }
        let pawns = question.pawn_moves.iter().any(Option::is_some);
        Relay {
            question,
            by,
            last_event,
            open,
            left,
            fresh: pass.fresh,
            next: pass.next,
            fresh_marks: pass.fresh_marks,
            next_marks: pass.next_marks,
            pushes: pawns.then(|| question.empty_set()),
            push_marks: vec![0; question.frame.rows()],
        }
    }

    /// Finds every position from which the goal can be reached.
    pub(super) fn run(mut self, book: &mut Book, watch: Watch) -> Result<(), GenerateError> {
        for level in 1.. {
            if level > self.last_event && self.fresh_marks.iter().all(|&row| row == 0) {
                break;
            }
            let mover = if level % 2 == 1 { self.by } else { 1 - self.by };
            let value = Value::Won(Plies(level));
            self.begin(mover, value);
            book.step(mover, value, &mut |code, logs| self.step(mover, code, logs))?;
            watch(level, book.found)?;
        }
        Ok(())
    }

    /// What comes in from beyond the frame: captures and pawn moves with which the goal is so far away.
    fn begin(&mut self, mover: usize, value: Value) {
        let Question { frame, captures, pawn_moves, .. } = *self.question;
        for captures in captures.iter().filter(|captures| captures.mover == mover) {
            for (row, word) in captures.outcomes.at(value) {
                captures.place(frame, row, word, |block, r, lane, word| {
                    self.fresh[block][r].0[lane] |= word;
                    frame.mark(&mut self.fresh_marks, block);
                });
            }
        }
        if let (Some(pushes), Some(moves)) = (&mut self.pushes, pawn_moves[mover]) {
            for (row, word) in moves.at(value) {
                pushes[row / 64][row / 8 % 8].0[row % 8] = word;
                frame.mark(&mut self.push_marks, row / 64);
            }
        }
    }

    /// One level: the positions from which a side moves into the newest become the newest.
    fn step(&mut self, mover: usize, code: u8, logs: &mut [Log]) -> u64 {
        let question = self.question;
        let into = Into {
            fresh: &self.fresh,
            fresh_marks: &self.fresh_marks,
            pushes: self.pushes.as_deref(),
            push_marks: &self.push_marks,
        };
        let (open, left) = (&mut self.open[mover], &mut self.left[mover]);
        let next = Some(&mut *self.next);
        let groups = groups(question.frame, mover, open, next, &mut self.next_marks, left, logs);
        let found = question.reach(mover, into, code, groups);
        clear_marked(question, &mut self.fresh, &mut self.fresh_marks);
        if let Some(pushes) = &mut self.pushes {
            clear_marked(question, pushes, &mut self.push_marks);
        }
        std::mem::swap(&mut self.fresh, &mut self.next);
        std::mem::swap(&mut self.fresh_marks, &mut self.next_marks);
        found
    }
}
