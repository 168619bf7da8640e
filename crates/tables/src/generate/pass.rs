//! One side tries to win: level by level, from the positions where it has.
//!
//! *A* attacks, *D* defends. Three sets of positions, one bit each:
//!
//! - `open`: A to move, not yet won;
//! - `held`: D to move, not yet lost;
//! - `fresh`: D to move, lost at the newest level.
//!
//! At level *n* D is lost where every move leads out of `open` as it was after level *n* - 1, and A
//! has won where a move leads into what was `fresh` at level *n* - 1 (seed of it all: Ströhlein 1970,
//! §5 and §8; G = B·V, V = not (B·not G)).
//!
//! Captures need no move of their own. A slot in which a man shares its square with an enemy says
//! that the enemy has just captured it; such slots enter `open` at the start, and leave it, or enter
//! `fresh`, at the level at which the position after the capture is decided. Positions that are not
//! legal are in none of the sets, so no check test is needed: A to move is not legal while D is in
//! check.
//!
//! Where both sides help each other to the goal, the positions where it is reached are found in the
//! same way, and [`Relay`] goes back from there.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use solusrex_game::{Plies, Value};

use crate::{
    ending::index,
    metric::Metric,
    table::{NO_MOVE, Palette},
};

use super::{
    GenerateError,
    block::{self, Block, EMPTY, FULL},
    frame::{Frame, Marks, Place, bits},
    lanes::{Instructions, Lanes, Task, run},
    log::Log,
    outcomes::Outcomes,
    pawns::PawnMoves,
    relay::Relay,
    tally::Tally,
    workspace::{Lent, Shelf},
};

/// A set of positions of a frame: one block of bits for each placement of kings and outer men.
pub(crate) type Set<'a> = Lent<'a, Block>;

/// Where the captures of one man by another lead.
pub(crate) struct Captures {
    /// Who captures: 0 White, 1 Black.
    pub(crate) mover: usize,
    /// The man whose square is not in the array of outcomes.
    pub(crate) absent: usize,
    /// Where that man can stand in the slots that say "just captured".
    pub(crate) stands: Vec<Stand>,
    /// By pair of kings and the squares of the men present; seen by the mover.
    pub(crate) outcomes: Outcomes,
}

/// A place relative to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// With the king of a side, where pairs of kings come first.
    King(usize),
    /// With a man of the frame.
    Man(usize),
    /// On a square.
    Square(u8),
}

/// All that a frame's positions are decided by.
pub(crate) struct Question<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) captures: &'a [Captures],
    /// Where the best pawn move of White and of Black leads, slot by slot.
    pub(crate) pawn_moves: [Option<&'a PawnMoves<'a>>; 2],
    pub(crate) metric: Metric,
    pub(crate) instructions: Instructions,
    /// Whether groups are worked on in parallel.
    pub(crate) parallel: bool,
    /// Where sets come from.
    pub(crate) sets: &'a Shelf<Block>,
}

/// Positions that are legal with White to move, and with Black to move.
pub(crate) fn legal<'a>(question: &Question<'a>) -> [Set<'a>; 2] {
    let frame = question.frame;
    [0, 1].map(|side| {
        // The side not to move must not be in check: no man of the side to move may reach its king.
        let king = 1 - side;
        let mut taken = question.empty_set();
        let groups = taken.chunks_mut(frame.blocks_per_group()).enumerate();
        for_each(question.parallel, groups.collect(), |(group, blocks)| {
            for (i, block) in blocks.iter_mut().enumerate() {
                frame.king_taken(group * frame.blocks_per_group() + i, king, block);
            }
        });
        let mut legal = question.empty_set();
        let mut groups: Vec<_> =
            legal.chunks_mut(frame.blocks_per_group()).enumerate().map(Some).collect();
        let ordered =
            frame.order(side).iter().filter_map(|&group| groups[usize::from(group)].take());
        for_each(question.parallel, ordered.collect(), |(group, blocks)| {
            let first = group * frame.blocks_per_group();
            for (number, legal) in (first..).zip(blocks) {
                if let Some(place) = frame.place(number) {
                    let mut all = FULL;
                    let step = Step {
                        frame,
                        side,
                        sees: Sees::NoneOf(&taken),
                        place,
                        beyond: None,
                        set: &mut all,
                        found: legal,
                    };
                    step.run(question);
                    frame.clear_pawn_checks(number, side, legal);
                }
            }
        });
        legal
    })
}

impl Captures {
    /// The slots that say "just captured" for 64 outcomes, as (block, row, lane, word).
    pub(super) fn place(
        &self,
        frame: &Frame,
        row: usize,
        word: u64,
        mut each: impl FnMut(usize, usize, usize, u64),
    ) {
        let (lane_man, bit_man) = (frame.outer, frame.outer + 1);
        // the squares of the men present, but for the last of them, which the bits tell
        let mut squares = [0usize; 8];
        let last = if self.absent == bit_man { lane_man } else { bit_man };
        let mut rest = row;
        for man in (0..last).rev().filter(|&man| man != self.absent) {
            squares[man] = rest & 63;
            rest >>= 6;
        }
        let head = rest;
        for &stand in &self.stands {
            let fixed = match stand {
                Stand::Square(square) => Some(usize::from(square)),
                Stand::King(side) => Some(usize::from(frame.king_square(head, side))),
                Stand::Man(man) if man != last => Some(squares[man]),
                Stand::Man(_) => None,
            };
            if let Some(square) = fixed {
                squares[self.absent] = square;
            }
            let mut put = |squares: &[usize; 8], word: u64| {
                let block = squares[..lane_man].iter().fold(head, |block, &s| block << 6 | s);
                if !frame.is_home(block) {
                    return;
                }
                each(block, squares[lane_man] / 8, squares[lane_man] % 8, word);
            };
            if fixed.is_some() && last == bit_man {
                put(&squares, word);
            } else {
                for square in bits(word) {
                    squares[last] = square;
                    if fixed.is_none() {
                        squares[self.absent] = square;
                    }
                    put(&squares, 1 << squares[bit_man]);
                }
            }
        }
    }
}

/// How a pass is watched: told the level and the positions found so far, it may end the work.
pub(crate) type Watch<'a> = &'a (dyn Fn(u32, u64) -> Result<(), GenerateError> + Sync);

/// What a step of a pass has found: positions with a side to move and of one value.
pub(crate) struct Found {
    pub(crate) side: usize,
    pub(crate) value: Value,
    pub(crate) tally: Tally,
}

/// Finds everything that a side wins, with one log for each group. Tells what each step has found if
/// the logs only count.
pub(crate) fn solve<'a>(
    question: &'a Question<'a>,
    attacker: usize,
    legal: [Set<'a>; 2],
    palettes: &mut [Palette; 2],
    logs: &mut [Log],
    watch: Watch,
) -> Result<Vec<Found>, GenerateError> {
    let mut pass = Pass::new(question, attacker, legal);
    let (metric, defender) = (question.metric, pass.defender);
    let mut book =
        Book { keeps: logs.iter().all(Log::keeps), palettes, logs, found: 0, steps: Vec::new() };
    pass.place_captures();
    let goal = if metric.helped().is_some() { Value::Won } else { Value::Lost };
    book.step(defender, goal(Plies(0)), &mut |code, logs| pass.ended(code, logs))?;
    if let Some(by) = metric.helped() {
        // of the other side only the positions without a move are of interest
        if attacker == index(by) {
            Relay::new(pass).run(&mut book, watch)?;
        }
        return Ok(book.steps);
    }
    let last_event = pass.last_event();
    for level in 1.. {
        pass.begin(level);
        if pass.is_quiet() && level > last_event {
            break;
        }
        let lost = Value::Lost(Plies(level));
        book.step(defender, lost, &mut |code, logs| pass.defend(code, logs))?;
        let won = Value::Won(Plies(level));
        book.step(attacker, won, &mut |code, logs| pass.attack(code, logs))?;
        pass.turn();
        watch(level, book.found)?;
    }
    Ok(book.steps)
}

/// Where the steps of a pass write what they have found.
pub(super) struct Book<'a, 'l> {
    palettes: &'a mut [Palette; 2],
    logs: &'a mut [Log<'l>],
    /// Whether the logs keep positions, and do not only count them.
    keeps: bool,
    /// How many positions were found.
    pub(super) found: u64,
    steps: Vec<Found>,
}

impl<'l> Book<'_, 'l> {
    /// Takes a step that finds positions with a side to move and of one value.
    pub(super) fn step(
        &mut self,
        side: usize,
        value: Value,
        work: &mut dyn FnMut(u8, &mut [Log<'l>]) -> u64,
    ) -> Result<(), GenerateError> {
        // only codes that are kept must fit into a byte
        let code = self.palettes[side].next_code(value).or((!self.keeps).then_some(NO_MOVE));
        let count = work(code.ok_or(GenerateError::Palette)?, self.logs);
        if count > 0 {
            self.palettes[side].code(value);
        }
        if let Some(tally) = self.logs.iter_mut().filter_map(Log::take_tally).reduce(Tally::and) {
            self.steps.push(Found { side, value, tally });
        }
        self.found += count;
        Ok(())
    }
}

/// One pass: everything that `attacker` wins.
pub(super) struct Pass<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) attacker: usize,
    defender: usize,
    pub(super) open: Set<'a>,
    pub(super) held: Set<'a>,
    /// Lost at the newest level, and room for the next.
    pub(super) fresh: Set<'a>,
    pub(super) next: Set<'a>,
    /// D to move, and a pawn move that is not yet known to lose.
    guarded: Option<Set<'a>>,
    /// A to move, and a pawn move that wins at the current level.
    pushes: Option<Set<'a>>,
    /// Blocks in which `open` has changed, has positions left, and so on.
    open_changed: Vec<u64>,
    pub(super) open_left: Vec<u64>,
    pub(super) held_left: Vec<u64>,
    pub(super) fresh_marks: Vec<u64>,
    pub(super) next_marks: Vec<u64>,
    /// Blocks in which pawn moves begin to count.
    guarded_changed: Vec<u64>,
    push_marks: Vec<u64>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(
        question: &'a Question<'a>,
        attacker: usize,
        legal: [Set<'a>; 2],
    ) -> Pass<'a> {
        let frame = question.frame;
        let defender = 1 - attacker;
        let marks = || vec![0; frame.rows()];
        let left = |set: &[Block]| {
            let mut marks = marks();
            for (number, block) in set.iter().enumerate() {
                if *block != EMPTY {
                    frame.mark(&mut marks, number);
                }
            }
            marks
        };
        let guarded = question.pawn_moves[defender].map(|moves| {
            let mut guarded = question.empty_set();
            for (row, word) in moves.moves() {
                guarded[row / 64][row / 8 % 8].0[row % 8] = word;
            }
            guarded
        });
        let [white, black] = legal;
        let (open, held) = if attacker == 0 { (white, black) } else { (black, white) };
        Pass {
            question,
            attacker,
            defender,
            open_left: left(&open),
            held_left: left(&held),
            open,
            held,
            fresh: question.empty_set(),
            next: question.empty_set(),
            guarded,
            pushes: question.pawn_moves[attacker].map(|_| question.empty_set()),
            open_changed: marks(),
            fresh_marks: marks(),
            next_marks: marks(),
            guarded_changed: marks(),
            push_marks: marks(),
        }
    }

    /// The positions after captures by D, as long as A has not won them.
    pub(super) fn place_captures(&mut self) {
        let Question { frame, captures, .. } = *self.question;
        for captures in captures.iter().filter(|captures| captures.mover == self.defender) {
            for (row, word) in captures.outcomes.moves() {
                captures.place(frame, row, word, |block, r, lane, word| {
                    self.open[block][r].0[lane] |= word;
                });
            }
        }
    }

    /// The last level at which a capture or a pawn move begins to count.
    pub(super) fn last_event(&self) -> u32 {
        let captures = self.question.captures.iter();
        let captures = captures.map(|captures| captures.outcomes.last_level());
        let pawn_moves = self.question.pawn_moves.iter().flatten();
        captures.chain(pawn_moves.map(|moves| moves.last_level())).max().unwrap_or(0)
    }

    /// Whether nothing has changed that a step could follow.
    fn is_quiet(&self) -> bool {
        let changes =
            [&self.fresh_marks, &self.open_changed, &self.guarded_changed, &self.push_marks];
        changes.iter().all(|marks| marks.iter().all(|&row| row == 0))
    }

    /// What begins to count at a level: captures and pawn moves whose outcome is of this length.
    fn begin(&mut self, level: u32) {
        let Question { frame, captures, pawn_moves, .. } = *self.question;
        let (won, lost) = (Value::Won(Plies(level)), Value::Lost(Plies(level)));
        for captures in captures {
            let wins = captures.mover == self.attacker;
            for (row, word) in captures.outcomes.at(if wins { won } else { lost }) {
                captures.place(frame, row, word, |block, r, lane, word| {
                    if wins {
                        self.fresh[block][r].0[lane] |= word;
                        frame.mark(&mut self.fresh_marks, block);
                    } else {
                        self.open[block][r].0[lane] &= !word;
                        frame.mark(&mut self.open_changed, block);
                    }
                });
            }
        }
        if let (Some(guarded), Some(moves)) = (&mut self.guarded, pawn_moves[self.defender]) {
            for (row, word) in moves.at(lost) {
                guarded[row / 64][row / 8 % 8].0[row % 8] &= !word;
                frame.mark(&mut self.guarded_changed, row / 64);
            }
        }
        if let (Some(pushes), Some(moves)) = (&mut self.pushes, pawn_moves[self.attacker]) {
            for (row, word) in moves.at(won) {
                pushes[row / 64][row / 8 % 8].0[row % 8] = word;
                frame.mark(&mut self.push_marks, row / 64);
            }
        }
    }

    /// D to move and no move: the mates, or what else the goal is, become `fresh`.
    pub(super) fn ended(&mut self, code: u8, logs: &mut [Log]) -> u64 {
        let question = self.question;
        let frame = question.frame;
        let (defender, open, guarded) = (self.defender, &self.open, self.guarded.as_deref());
        let (marks, left) = (&mut self.next_marks, &mut self.held_left);
        let next = Some(&mut *self.next);
        let groups = groups(frame, defender, &mut self.held, next, marks, left, logs);
        let found = question.sum(groups, |group| {
            let mut count = 0;
            for row in 0..group.marks.len() {
                for bit in bits(group.left[row]) {
                    let (within, number) = frame.numbers(group.number, row, bit);
                    let Some(place) = frame.place(number) else { continue };
                    let mut stuck = EMPTY;
                    let step = Step {
                        frame,
                        side: defender,
                        sees: Sees::NoneOf(open),
                        place,
                        beyond: guarded.map(|set| &set[number]),
                        set: &mut group.set[within],
                        found: &mut stuck,
                    };
                    if step.run(question).is_none() {
                        continue;
                    }
                    // A to move is legal unless D is in check, and nothing is won yet
                    let mates = block::without(&stuck, &open[number]);
                    let stalemates = block::without(&stuck, &mates);
                    let is_goal = |in_check| {
                        let value = question.metric.without_move(super::colour(defender), in_check);
                        value != Value::Drawn
                    };
                    let (goal, drawn) = match (is_goal(true), is_goal(false)) {
                        (true, _) => (mates, [&EMPTY, &stalemates]),
                        (_, true) => (stalemates, [&mates, &EMPTY]),
                        _ => (EMPTY, [&mates, &stalemates]),
                    };
                    group.log.add_stuck(defender, (within, number), drawn);
                    if goal != EMPTY {
                        count += group.log.add(code, defender, (within, number), &goal);
                        group.next[within] = goal;
                        group.marks[row] |= 1 << bit;
                    }
                }
            }
            frame.mark_equals(group.marks);
            count
        });
        std::mem::swap(&mut self.fresh, &mut self.next);
        std::mem::swap(&mut self.fresh_marks, &mut self.next_marks);
        found
    }

    /// D is lost where no move leads into `open` any more.
    fn defend(&mut self, code: u8, logs: &mut [Log]) -> u64 {
        let question = self.question;
        let frame = question.frame;
        let (defender, open, guarded) = (self.defender, &self.open, self.guarded.as_deref());
        let (open_changed, guarded_changed) = (&self.open_changed, &self.guarded_changed);
        let (marks, left) = (&mut self.next_marks, &mut self.held_left);
        let next = Some(&mut *self.next);
        let groups = groups(frame, defender, &mut self.held, next, marks, left, logs);
        let found = question.sum(groups, |group| {
            let mut count = 0;
            let first_row = group.number * frame.rows_per_group();
            for row in 0..group.marks.len() {
                if group.left[row] == 0 {
                    continue;
                }
                let near = frame.near(defender, open_changed, first_row + row);
                for bit in bits(group.left[row] & (near | guarded_changed[first_row + row])) {
                    let (within, number) = frame.numbers(group.number, row, bit);
                    let Some(place) = frame.place(number) else { continue };
                    let lost = &mut group.next[within];
                    let step = Step {
                        frame,
                        side: defender,
                        sees: Sees::NoneOf(open),
                        place,
                        beyond: guarded.map(|set| &set[number]),
                        set: &mut group.set[within],
                        found: lost,
                    };
                    let Some(rest) = step.run(question) else { continue };
                    if rest == Rest::Nothing {
                        group.left[row] &= !(1 << bit);
                    }
                    count += group.log.add(code, defender, (within, number), lost);
                    group.marks[row] |= 1 << bit;
                }
            }
            frame.mark_equals(group.marks);
            count
        });
        self.guarded_changed.fill(0);
        found
    }

    /// A has won where a move leads into `fresh`.
    fn attack(&mut self, code: u8, logs: &mut [Log]) -> u64 {
        let question = self.question;
        let frame = question.frame;
        let (attacker, fresh, pushes) = (self.attacker, &self.fresh, self.pushes.as_deref());
        let (fresh_marks, push_marks) = (&self.fresh_marks, &self.push_marks);
        let (marks, left) = (&mut self.open_changed, &mut self.open_left);
        let groups = groups(frame, attacker, &mut self.open, None, marks, left, logs);
        let into = Into { fresh, fresh_marks, pushes, push_marks };
        let found = question.reach(attacker, into, code, groups);
        if let Some(pushes) = &mut self.pushes {
            clear_marked(question, pushes, &mut self.push_marks);
        }
        found
    }

    /// The next level's losses are the newest now.
    fn turn(&mut self) {
        clear_marked(self.question, &mut self.fresh, &mut self.fresh_marks);
        std::mem::swap(&mut self.fresh, &mut self.next);
        std::mem::swap(&mut self.fresh_marks, &mut self.next_marks);
    }
}

impl<'a> Question<'a> {
    pub(super) fn empty_set(&self) -> Set<'a> {
        self.sets.lend(self.frame.blocks())
    }

    /// Finds the positions of a set from which a side can move into others. They leave the set, and go
    /// to the groups' `next` where there is such a set.
    pub(super) fn reach(
        &self,
        side: usize,
        into: Into<'_>,
        code: u8,
        groups: Vec<Group<'_, '_>>,
    ) -> u64 {
        let frame = self.frame;
        let Into { fresh, fresh_marks, pushes, push_marks } = into;
        self.sum(groups, |group| {
            let mut count = 0;
            let first_row = group.number * frame.rows_per_group();
            group.marks.fill(0);
            for row in 0..group.marks.len() {
                if group.left[row] == 0 {
                    continue;
                }
                let near = frame.near(side, fresh_marks, first_row + row);
                let pushed = push_marks[first_row + row];
                for bit in bits(group.left[row] & (near | pushed)) {
                    let (within, number) = frame.numbers(group.number, row, bit);
                    let Some(place) = frame.place(number) else { continue };
                    let mut found = EMPTY;
                    let step = Step {
                        frame,
                        side,
                        sees: Sees::SomeOf(fresh, fresh_marks),
                        place,
                        beyond: pushes.filter(|_| pushed >> bit & 1 != 0).map(|set| &set[number]),
                        set: &mut group.set[within],
                        found: &mut found,
                    };
                    let Some(rest) = step.run(self) else { continue };
                    if rest == Rest::Nothing {
                        group.left[row] &= !(1 << bit);
                    }
                    group.marks[row] |= 1 << bit;
                    count += group.log.add(code, side, (within, number), &found);
                    if let Some(next) = group.next.get_mut(within) {
                        *next = found;
                    }
                }
            }
            frame.mark_equals(group.marks);
            count
        })
    }

    /// Does some work for every group and adds up what was found.
    fn sum<'g>(
        &self,
        groups: Vec<Group<'g, '_>>,
        work: impl Fn(Group<'g, '_>) -> u64 + Sync + Send,
    ) -> u64 {
        let found = AtomicU64::new(0);
        for_each(self.parallel, groups, |group| {
            found.fetch_add(work(group), Ordering::Relaxed);
        });
        found.into_inner()
    }
}

/// Where moves are to lead.
#[derive(Clone, Copy)]
pub(super) struct Into<'a> {
    /// Positions of the frame, and the blocks that hold some.
    pub(super) fresh: &'a [Block],
    pub(super) fresh_marks: &'a Marks,
    /// Positions from which a pawn move leads there, and the blocks that hold some.
    pub(super) pushes: Option<&'a [Block]>,
    pub(super) push_marks: &'a Marks,
}

/// What a side is to see with its moves.
#[derive(Clone, Copy)]
enum Sees<'a> {
    /// No position of a set.
    NoneOf(&'a [Block]),
    /// Some position of a set, of which only the marked blocks are not empty.
    SomeOf(&'a [Block], &'a Marks),
}

/// What is left of a set when something was found in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Something,
    Nothing,
}

/// In one block, the positions of a set from which a side sees what it is to see. They leave the
/// set; if there are none, nothing is written.
struct Step<'a> {
    frame: &'a Frame,
    side: usize,
    sees: Sees<'a>,
    place: Place,
    /// Positions from which pawn moves lead there.
    beyond: Option<&'a Block>,
    set: &'a mut Block,
    found: &'a mut Block,
}

impl Step<'_> {
    fn run(self, question: &Question) -> Option<Rest> {
        run(question.instructions, self)
    }
}

impl Task for Step<'_> {
    /// None if nothing was found.
    type Output = Option<Rest>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Option<Rest> {
        let Step { frame, side, sees, place, .. } = self;
        let (from, marks) = match sees {
            Sees::NoneOf(from) => (from, None),
            Sees::SomeOf(from, marks) => (from, Some(marks)),
        };
        let set = block::load::<L>(self.set);
        // without the slots that say "just captured"
        let wanted = block::only_apart(set, place.occupied);
        let mut moves = frame.moves(side, from, marks, place, &wanted);
        if let Some(beyond) = self.beyond {
            block::or_into(&mut moves, block::load(beyond));
        }
        let (missing, met) = (block::minus(&wanted, &moves), block::common(&wanted, &moves));
        let (found, rest) = if marks.is_some() { (met, missing) } else { (missing, met) };
        if block::is_empty(&found) {
            return None;
        }
        *self.set = block::stored(block::minus(&set, &found));
        *self.found = block::stored(found);
        Some(if block::is_empty(&rest) { Rest::Nothing } else { Rest::Something })
    }
}

/// Empties the marked blocks, and the marks.
pub(super) fn clear_marked(question: &Question, set: &mut [Block], marks: &mut [u64]) {
    let per_row = question.frame.blocks_per_row();
    let clear = |(blocks, marks): (&mut [Block], &mut u64)| {
        bits(std::mem::take(marks)).for_each(|block| blocks[block] = EMPTY);
    };
    if question.parallel {
        let rows = set.par_chunks_mut(per_row).zip(marks);
        rows.with_min_len(64).for_each(clear);
    } else {
        set.chunks_mut(per_row).zip(marks).for_each(clear);
    }
}

/// What one worker changes at a time.
pub(super) struct Group<'a, 'l> {
    number: usize,
    set: &'a mut [Block],
    next: &'a mut [Block],
    /// Blocks that this step changes.
    marks: &'a mut [u64],
    /// Blocks that have positions left.
    left: &'a mut [u64],
    log: &'a mut Log<'l>,
}

pub(super) fn groups<'a, 'l>(
    frame: &Frame,
    side: usize,
    set: &'a mut [Block],
    next: Option<&'a mut [Block]>,
    marks: &'a mut [u64],
    left: &'a mut [u64],
    logs: &'a mut [Log<'l>],
) -> Vec<Group<'a, 'l>> {
    let (blocks, rows) = (frame.blocks_per_group(), frame.rows_per_group());
    let mut nexts = next.map(|next| next.chunks_mut(blocks));
    let mut groups: Vec<Option<Group>> = set
        .chunks_mut(blocks)
        .zip(marks.chunks_mut(rows).zip(left.chunks_mut(rows)))
        .zip(logs)
        .enumerate()
        .map(|(number, ((set, (marks, left)), log))| {
            let next = nexts.as_mut().and_then(Iterator::next).unwrap_or_default();
            Some(Group { number, set, next, marks, left, log })
        })
        .collect();
    frame.order(side).iter().filter_map(|&group| groups[usize::from(group)].take()).collect()
}

/// Does some work for all items, in parallel or one after the other.
pub(crate) fn for_each<T: Send>(parallel: bool, items: Vec<T>, work: impl Fn(T) + Sync + Send) {
    if parallel {
        items.into_par_iter().for_each(work);
    } else {
        items.into_iter().for_each(work);
    }
}
