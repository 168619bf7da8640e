//! Play in which the order of moves is fixed: help play, series play, proof games.
//!
//! A [`Script`] says who moves at each half-move and what must hold at the end. The search goes
//! through all lines; positions from which the rest of the script is known to fail are not gone
//! into again. Lines that succeed are all told, also by transposition.
//!
//! Scripts are searched from short to long. As long as none has succeeded, a position of a series that
//! was met after fewer half-moves leads nowhere when it is met later: what follows would have made a
//! shorter script succeed. So a series goes through each position once a script, not once a half-move.
//! (Where the sides take turns positions rarely come again so.)

use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use solusrex_rules::{Rules, Side};

use super::{
    Event,
    bound::Bound,
    crew::{self, Chief, Help},
    goal::Aim,
    keep::Quota,
    limits::Watch,
    order::{self, Place},
    played,
    table::{Table, key_with},
};
use crate::solution::{Line, Opening, Played, Step};

/// Who moves when, and what must come of it.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) plies: Vec<Ply>,
    pub(crate) ending: Ending,
    pub(crate) opening: Opening,
}

/// One half-move of a script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) side: Side,
    /// Whether the move may not give check.
    pub(crate) silent: bool,
    /// The number written before the move.
    pub(crate) number: Option<u32>,
}

/// What must hold at the end of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The last move reaches the goal.
    Goal,
    /// After the last move every reply reaches the goal.
    Forced,
    /// After the last move some reply reaches the goal; the last move could not do so itself.
    Obliged,
    /// The side to move can reach its own goal, and helps the other to reach its.
    Reciprocal {
        /// The side to move.
        side: Side,
        /// The number of the next move.
        number: u32,
    },
}

impl Script {
    /// Whether the side that makes half-move `at` also makes the next.
    fn moves_again(&self, at: usize) -> bool {
        let next = match (self.plies.get(at + 1), self.ending) {
            (Some(ply), _) => ply.side,
            (None, Ending::Reciprocal { side, .. }) => side,
            (None, _) => return false,
        };
        self.plies.get(at).is_some_and(|ply| ply.side == next)
    }

    /// Whether the other side passes before half-move `at`.
    fn passes_before(&self, at: usize) -> bool {
        at > 0 && self.moves_again(at - 1)
    }
}

/// Which moves by number are looked at: those between two rows of numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    pub(crate) from: Option<Vec<u32>>,
    pub(crate) to: Option<Vec<u32>>,
}

impl Window {
    /// Whether the search may go on with the moves so numbered.
    pub(crate) fn admits(&self, path: &[u32]) -> bool {
        let below = |bound: &Vec<u32>| path < &bound[..bound.len().min(path.len())];
        let above = |bound: &Vec<u32>| path > bound.as_slice() && !path.starts_with(bound);
        !self.from.as_ref().is_some_and(below) && !self.to.as_ref().is_some_and(above)
    }

    /// Whether the search may go on in any way behind the moves so numbered.
    fn is_open_behind(&self, path: &[u32]) -> bool {
        let past = |bound: &Vec<u32>| path > &bound[..bound.len().min(path.len())];
        let before = |bound: &Vec<u32>| path < &bound[..bound.len().min(path.len())];
        self.from.as_ref().is_none_or(past) && self.to.as_ref().is_none_or(before)
    }
}

/// The search through a script.
pub(crate) struct Lines<'a, R: Rules> {
    /// Where lines begin.
    root: R,
    position: R,
    aim: Aim,
    /// The goal of the other side in reciprocal play.
    own_aim: Option<Aim>,
    /// Moves that must be made at given half-moves.
    fixed: &'a [(u32, String)],
    window: Window,
    bound: Bound,
    watch: Watch,
    /// Positions from which the rest of the script fails; in a series what is known of each
    /// ([`Met`]).
    known: Table<u32>,
    /// How often moves lead where somebody was before.
    repeats: Repeats,
    /// Whether this is a series of which all shorter ones have failed.
    shortest: bool,
    spare: Vec<Vec<R::Move>>,
    /// The moves made, and their numbers.
    trail: Vec<R::Move>,
    path: Vec<u32>,
    /// The first of these, given as the beginning of a task.
    entered: Vec<(R::Move, Entered<R::Undo>)>,
    /// The lines with the places of their moves.
    found: Vec<(Vec<Place>, Line)>,
    /// The lines of a script among which a choice is made before they are told.
    trails: Vec<Trail<R::Move>>,
    quota: Option<Quota>,
    /// Whether lines were left out.
    chosen: bool,
    /// The moves of the line that was told last: the next may begin like it.
    told: Vec<Told<R::Move>>,
    /// The moves of all lines that were told.
    texts: Texts,
    most: usize,
    threads: usize,
    begun: Instant,
    /// The number of files of the board.
    files: u8,
    /// In which order it looks at moves.
    nth: usize,
}

/// What a search for lines needs besides the position.
pub(crate) struct Query<'a> {
    pub(crate) aim: Aim,
    pub(crate) own_aim: Option<Aim>,
    pub(crate) fixed: &'a [(u32, String)],
    pub(crate) window: Window,
    pub(crate) bound: Bound,
    pub(crate) watch: Watch,
    pub(crate) bytes: usize,
    pub(crate) most: Option<u32>,
    pub(crate) quota: Option<Quota>,
    pub(crate) threads: usize,
    /// The number of files of the board.
    pub(crate) files: u8,
}

impl<'a, R: Rules<Move: Send + Sync> + Send> Lines<'a, R> {
    pub(crate) fn new(position: R, query: Query<'a>) -> Lines<'a, R> {
        Lines {
            root: position.clone(),
            position,
            aim: query.aim,
            own_aim: query.own_aim,
            fixed: query.fixed,
            window: query.window,
            bound: query.bound,
            watch: query.watch,
            known: Table::new(query.bytes),
            repeats: Repeats::default(),
            shortest: false,
            spare: Vec::new(),
            trail: Vec::new(),
            path: Vec::new(),
            entered: Vec::new(),
            found: Vec::new(),
            trails: Vec::new(),
            quota: query.quota,
            chosen: false,
            told: Vec::new(),
            texts: Texts::default(),
            most: query.most.map_or(usize::MAX, |most| most as usize),
            threads: query.threads,
            begun: Instant::now(),
            files: query.files,
            nth: 0,
        }
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Whether as many solutions were found as may be.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() + self.trails.len() >= self.most
    }

    /// Whether lines were left out because there are others with the same end.
    pub(crate) fn has_chosen(&self) -> bool {
        self.chosen
    }

    /// The lines, shorter ones first, in the order of their moves.
    pub(crate) fn found(mut self) -> Vec<Line> {
        put_in_order(&mut self.found);
        self.found.into_iter().map(|(_, line)| line).collect()
    }

    /// Whether there are solutions.
    pub(crate) fn any(&self) -> bool {
        !self.found.is_empty()
    }

    /// Tells every line of the script that succeeds. `after_shorter` says that all shorter scripts of
    /// the same play were searched before.
    pub(crate) fn search(
        &mut self,
        script: &Script,
        after_shorter: bool,
        each: &mut dyn FnMut(Event<'_>),
    ) {
        let series = script.plies.windows(2).any(|pair| pair[0].side == pair[1].side);
        self.shortest = series && after_shorter && self.found.is_empty();
        // what counts moves, or solutions, goes through them one after the other
        let shared = script.plies.len() > PREFIX + 1 && self.remembers() && self.most == usize::MAX;
        if !shared {
            self.bound.begin();
            self.go(script, 0, &mut |line| each(Event::Line(line)));
            self.choose(script, each);
            return;
        }
        // what the bound finds out about the first position serves all lines
        self.bound.begin();
        if self.bound.is_hopeless(&self.position, &script.plies) {
            self.watch.hopeless += 1;
            return;
        }
        let beginnings = self.beginnings(script);
        let threads = self.threads;
        let work = |lines: &mut Lines<'a, R>, task: usize| lines.go_on(script, &beginnings[task]);
        let mut found = std::mem::take(&mut self.found);
        let mut runs = Vec::new();
        let mut done = 0;
        let mut trails = Vec::new();
        crew::share(self, beginnings.len(), threads, work, |_, (lines, more): Yield<R::Move>| {
            lines.iter().for_each(|(_, line)| each(Event::Line(line)));
            runs.push(lines);
            trails.extend(more);
            done += 1;
            each(Event::Progress { done, of: beginnings.len() });
            true
        });
        self.leave_all_behind(0);
        // lines with one beginning stand together: once these are in order, little is left to sort
        runs.sort_by(|a: &Vec<_>, b| a.first().map(key).cmp(&b.first().map(key)));
        found.reserve(runs.iter().map(Vec::len).sum());
        found.extend(runs.into_iter().flatten());
        (self.found, self.trails) = (found, trails);
        self.choose(script, each);
    }

    /// Tells those of the lines of a script that the quota leaves.
    fn choose(&mut self, script: &Script, each: &mut dyn FnMut(Event<'_>)) {
        let Some(quota) = &self.quota else { return };
        let mut trails = std::mem::take(&mut self.trails);
        let passes = |at| script.passes_before(at);
        self.chosen |= quota.choose(&self.root, passes, &mut trails);
        for trail in trails {
            self.write(script, trail, &mut |line| each(Event::Line(line)));
        }
    }

    /// The first moves of a script, from which the work is shared out: two, or more where only few lines
    /// go on. Who works alone needs one, and what is told of progress.
    fn beginnings(&mut self, script: &Script) -> Vec<Vec<R::Move>> {
        let mut beginnings = vec![Vec::new()];
        for at in 0..script.plies.len() - 2 {
            let enough = match self.threads {
                0 | 1 => at > 0,
                _ => at >= PREFIX && (beginnings.len() >= TASKS || beginnings.is_empty()),
            };
            if enough {
                break;
            }
            let mut longer = Vec::new();
            for beginning in &beginnings {
                self.extend(script, beginning, &mut longer);
            }
            beginnings = longer;
        }
        beginnings
    }

    /// Adds what goes on behind a beginning.
    fn extend(&mut self, script: &Script, beginning: &[R::Move], longer: &mut Vec<Vec<R::Move>>) {
        let at = beginning.len();
        // the first position was looked at before
        let hopeless = !self.enter_all(script, beginning)
            || at > 0 && self.bound.is_hopeless(&self.position, &script.plies[at..]);
        if !hopeless {
            let goes_on = self.moves_that_go_on(at).into_iter();
            longer.extend(goes_on.map(|mv| [beginning, &[mv]].concat()));
        }
    }

    fn moves_that_go_on(&mut self, at: usize) -> Vec<R::Move> {
        let moves = self.position.legal_moves();
        let mut fine = Vec::new();
        for (nth, mv) in moves.iter().enumerate() {
            let ends = |lines: &mut Self| {
                lines.aim.ends_play && reaches(&mut lines.position, &lines.aim, mv)
            };
            if self.may_be_made(at, nth, mv) && !ends(self) {
                fine.push(*mv);
            }
        }
        fine
    }

    /// The lines that begin with given moves.
    fn go_on(&mut self, script: &Script, beginning: &[R::Move]) -> Yield<R::Move> {
        if self.enter_all(script, beginning) {
            self.go(script, beginning.len(), &mut |_| {});
        }
        // each thread sorts its own, so that what comes in the end is soon sorted
        put_in_order(&mut self.found);
        (std::mem::take(&mut self.found), std::mem::take(&mut self.trails))
    }

    /// Goes through the moves of a beginning; whether there is any hope behind them. What they have in
    /// common with the last ones is not gone through again.
    fn enter_all(&mut self, script: &Script, beginning: &[R::Move]) -> bool {
        let common = self.entered.iter().zip(beginning).take_while(|((mv, _), next)| mv == *next);
        let common = common.count();
        self.leave_all_behind(common);
        for (at, mv) in beginning.iter().enumerate().skip(common) {
            if at > 0 && self.bound.is_hopeless(&self.position, &script.plies[at..]) {
                self.watch.hopeless += 1;
                return false;
            }
            let Some(entered) = self.enter(script, at, script.plies[at], mv) else { return false };
            self.entered.push((*mv, entered));
        }
        true
    }

    /// Takes back all moves of the last beginning but the first few.
    fn leave_all_behind(&mut self, few: usize) {
        while self.entered.len() > few
            && let Some((_, entered)) = self.entered.pop()
        {
            self.leave(entered);
        }
    }

    fn over(&self) -> bool {
        self.watch.called_off || self.is_full()
    }

    /// Goes on from half-move `at`; whether anything was found.
    fn go(&mut self, script: &Script, at: usize, each: &mut dyn FnMut(&Line)) -> bool {
        let Some(&ply) = script.plies.get(at) else { return self.end(script, each) };
        if self.watch.must_end() {
            return false;
        }
        let left = script.plies.len() - at;
        let remembers = self.remembers();
        // what is seen sooner than the table is looked up
        let quick = self.bound.is_quick();
        if quick && self.is_hopeless(script, at)
            || remembers && self.leads_nowhere(self.position.key(), at, left)
        {
            return false;
        }
        if !quick && self.is_hopeless(script, at) {
            if remembers {
                self.note_failure(at, left);
            }
            return false;
        }
        if remembers && self.shortest && left > 1 {
            self.known.set(self.position.key(), Met { at, failed: 0 }.pack());
        }
        let last = left == 1 && script.ending == Ending::Goal;
        let mut moves = self.spare.pop().unwrap_or_default();
        // moves by number are counted among all
        let open = self.window.is_open_behind(&self.path);
        let goal_in = |plies: usize| open && left == plies && script.ending == Ending::Goal;
        let helped = || script.plies[at + 1].side != ply.side;
        match self.aim.quest() {
            Some(quest) if goal_in(1) => self.position.legal_moves_toward(quest, &mut moves),
            Some(quest) if goal_in(2) && helped() => {
                self.position.legal_moves_before(quest, &mut moves);
            }
            _ if last && self.aim.goal.is_heedless() => {
                self.position.heedless_moves_into(&mut moves);
            }
            _ => match self.aim.quest_of_force() {
                Some(quest) if open && left == 1 && script.ending == Ending::Forced => {
                    self.position.legal_moves_toward(quest, &mut moves);
                }
                _ => self.position.legal_moves_into(&mut moves),
            },
        }
        let mut legal = None;
        if !self.window.is_open_behind(&self.path) {
            legal = Some(moves.clone());
            if !(last && self.aim.goal.is_heedless()) {
                self.position.counted_moves_into(&mut moves);
            }
        }
        if self.most < usize::MAX || !self.window.is_open_behind(&self.path) {
            order::sort(&self.position, self.files, &mut moves);
        }
        crew::rearrange(&mut moves, self.nth);
        let tells = (quick || !last) && self.bound.tells_moves(left);
        if remembers && !tells {
            self.drop_known_failures(script, at, &mut moves);
        }
        let mut any = false;
        if left == 1
            && script.ending == Ending::Obliged
            && moves.iter().any(|mv| reaches(&mut self.position, &self.aim, mv))
        {
            moves.clear();
        }
        for (nth, mv) in moves.iter().enumerate() {
            if self.over() {
                break;
            }
            if tells && self.bound.is_vain(&self.position, mv, left) {
                continue;
            }
            if legal.as_ref().is_some_and(|legal| !legal.contains(mv)) {
                continue;
            }
            if !self.may_be_made(at, nth, mv) {
                continue;
            }
            if self.aim.ends_play && !last && reaches(&mut self.position, &self.aim, mv) {
                continue;
            }
            self.path.push(nth as u32 + 1);
            any |= match last {
                true => self.finish(script, mv, each),
                false => self.step(script, at, ply, mv, each),
            };
            self.path.pop();
        }
        self.spare.push(moves);
        if !any && !self.over() {
            self.bound.note_failure();
            if remembers {
                self.note_failure(at, left);
            }
        }
        any
    }

    fn is_hopeless(&mut self, script: &Script, at: usize) -> bool {
        let hopeless = self.bound.is_hopeless(&self.position, &script.plies[at..]);
        self.watch.hopeless += u64::from(hopeless);
        hopeless
    }

    /// Whether it is known that the rest of the script fails from the position with a key.
    #[inline]
    fn leads_nowhere(&self, key: u128, at: usize, left: usize) -> bool {
        match self.shortest {
            true => {
                let met = self.known.get(key).map(Met::unpack);
                met.is_some_and(|met| met.at < at || met.at == at && met.failed == left)
            }
            false => self.known.get(key_with(key, left as u64)).is_some(),
        }
    }

    /// Drops the moves after which the rest of the script is known to fail, where that is often so. It is
    /// asked of all before any is made: what is not at hand in memory comes while others are asked for.
    fn drop_known_failures(&mut self, script: &Script, at: usize, moves: &mut Vec<R::Move>) {
        let (again, left) = (script.moves_again(at), script.plies.len() - at - 1);
        if left == 0 || !self.repeats.are_frequent(left) {
            return;
        }
        let before = moves.len();
        moves.retain(|mv| {
            let key = self.position.key_after(mv, again);
            !key.is_some_and(|key| self.leads_nowhere(key, at + 1, left))
        });
        let dropped = before - moves.len();
        self.repeats.note(left, before, dropped);
        // they count as those do that are reached before they are known to fail
        self.watch.pass_over(dropped as u32);
    }

    /// Notes that the rest of the script fails from the position.
    fn note_failure(&self, at: usize, left: usize) {
        match self.shortest {
            true => self.known.set(self.position.key(), Met { at, failed: left }.pack()),
            false => self.known.set(key_with(self.position.key(), left as u64), FAILED),
        }
    }

    /// Whether a position is the same whatever led to it: not on the way through a window.
    fn remembers(&self) -> bool {
        self.fixed.is_empty() && self.window.is_open_behind(&self.path)
    }

    fn may_be_made(&self, at: usize, nth: usize, mv: &R::Move) -> bool {
        if !self.window.is_open_behind(&self.path) {
            let mut path = self.path.clone();
            path.push(nth as u32 + 1);
            if !self.window.admits(&path) {
                return false;
            }
        }
        let mut fixed = self.fixed.iter().filter(|(half_move, _)| *half_move == at as u32 + 1);
        fixed.all(|(_, text)| self.position.long(mv).eq_ignore_ascii_case(text))
            && self.aim.permits(&self.position, mv)
    }

    fn step(
        &mut self,
        script: &Script,
        at: usize,
        ply: Ply,
        mv: &R::Move,
        each: &mut dyn FnMut(&Line),
    ) -> bool {
        let Some(entered) = self.enter(script, at, ply, mv) else { return false };
        let any = self.go(script, at + 1, each);
        self.leave(entered);
        any
    }

    /// Makes a move of the script, if it may be made, so that the next may follow.
    fn enter(
        &mut self,
        script: &Script,
        at: usize,
        ply: Ply,
        mv: &R::Move,
    ) -> Option<Entered<R::Undo>> {
        let undo = self.position.play(mv);
        if ply.silent && self.position.in_check(!ply.side) {
            self.position.undo(undo);
            return None;
        }
        self.trail.push(*mv);
        let again = script.moves_again(at);
        Some(Entered { passed: again.then(|| self.position.pass()), undo })
    }

    fn leave(&mut self, entered: Entered<R::Undo>) {
        self.trail.pop();
        if let Some(passed) = entered.passed {
            self.position.undo(passed);
        }
        self.position.undo(entered.undo);
    }

    /// Whether the last move of a script reaches the goal.
    fn finish(&mut self, script: &Script, mv: &R::Move, each: &mut dyn FnMut(&Line)) -> bool {
        let reaches = reaches(&mut self.position, &self.aim, mv);
        if reaches {
            self.trail.push(*mv);
            self.tell(script, Some(self.aim.mark), None, each);
            self.trail.pop();
        }
        reaches
    }

    /// What comes after the last move of a script that ends otherwise than in a goal.
    fn end(&mut self, script: &Script, each: &mut dyn FnMut(&Line)) -> bool {
        match script.ending {
            Ending::Goal => false,
            Ending::Forced | Ending::Obliged => {
                let replies = self.replies_that_reach(script.ending == Ending::Forced);
                let any = !replies.is_empty();
                for reply in replies {
                    self.tell(script, None, Some((None, reply)), each);
                    if self.over() {
                        break;
                    }
                }
                any
            }
            Ending::Reciprocal { number, .. } => self.end_reciprocally(script, number, each),
        }
    }

    /// The replies that reach the goal; none if all must and one does not.
    fn replies_that_reach(&mut self, all: bool) -> Vec<R::Move> {
        if all && self.aim.is_failed_quietly() && self.position.has_quiet_move() {
            return Vec::new();
        }
        let aim = &self.aim;
        let mut any = false;
        let mut refutes = |position: &mut R, mv: &R::Move| {
            any = true;
            !reaches(position, aim, mv)
        };
        if all && (self.position.has_legal_move_such(&mut refutes) || !any) {
            return Vec::new();
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        self.position.legal_moves_into(&mut moves);
        let mut good = Vec::new();
        for mv in &moves {
            if reaches(&mut self.position, &self.aim, mv) {
                good.push(*mv);
            } else if all {
                good.clear();
                break;
            }
        }
        self.spare.push(moves);
        good
    }

    fn end_reciprocally(
        &mut self,
        script: &Script,
        number: u32,
        each: &mut dyn FnMut(&Line),
    ) -> bool {
        let Some(own) = self.own_aim.clone() else { return false };
        let moves = self.position.legal_moves();
        let own_moves: Vec<R::Move> =
            moves.iter().copied().filter(|mv| reaches(&mut self.position, &own, mv)).collect();
        if own_moves.is_empty() {
            return false;
        }
        let mut pairs = Vec::new();
        for mv in &moves {
            let undo = self.position.play(mv);
            let replies = self.replies_that_reach(false);
            self.position.undo(undo);
            pairs.extend(replies.into_iter().map(|reply| (*mv, reply)));
        }
        if pairs.is_empty() {
            return false;
        }
        for mv in own_moves {
            self.tell(script, Some(own.mark), Some((Some(number), mv)), each);
        }
        for (mv, reply) in pairs {
            if self.over() {
                break;
            }
            let ply =
                Ply { side: self.position.side_to_move(), silent: false, number: Some(number) };
            let mut longer = Script { ending: Ending::Goal, ..script.clone() };
            longer.plies.push(ply);
            self.trail.push(mv);
            let undo = self.position.play(&mv);
            self.tell(&longer, None, Some((None, reply)), each);
            self.position.undo(undo);
            self.trail.pop();
        }
        true
    }

    /// Tells the line on the trail, with a last move that may have a number. The very last move
    /// reaches the goal, whose sign is `mark` or else that of the aim.
    fn tell(
        &mut self,
        script: &Script,
        mark: Option<&'static str>,
        last: Option<(Option<u32>, R::Move)>,
        each: &mut dyn FnMut(&Line),
    ) {
        let numbers = script.plies.iter().map(|ply| ply.number);
        let moves = self.trail.iter().copied().zip(numbers);
        let last = last.map(|(number, mv)| (mv, number));
        let moves = moves.chain(last).collect();
        let trail = Trail { moves, mark: mark.unwrap_or(self.aim.mark) };
        match self.quota {
            Some(_) => self.trails.push(trail),
            None => self.write(script, trail, each),
        }
    }

    fn write(&mut self, script: &Script, trail: Trail<R::Move>, each: &mut dyn FnMut(&Line)) {
        let mut position = self.root.clone();
        let length = trail.moves.len();
        for (at, (mv, number)) in trail.moves.into_iter().enumerate() {
            if script.passes_before(at) {
                position.pass();
            }
            let side = position.side_to_move();
            let again =
                |told: &Told<R::Move>| (told.mv, told.side, told.step.number) == (mv, side, number);
            if self.told.get(at).is_some_and(again) {
                position.play(&mv);
            } else {
                self.told.truncate(at);
                let place = |position: &R, mv: &R::Move| order::place(position, self.files, mv);
                let place = order::exact_place(&mut position, &mv, place);
                let played = played(&mut position, &mv).0;
                let step = Step { number, played: self.texts.shared(played) };
                self.told.push(Told { mv, side, place, step });
            }
        }
        self.told.truncate(length);
        let places = self.told.iter().map(|told| told.place).collect();
        let mut steps: Vec<Step> = self.told.iter().map(|told| told.step.clone()).collect();
        if let Some(last) = steps.last_mut() {
            let goal = Some(trail.mark);
            last.played = self.texts.shared(Played { goal, ..Played::clone(&last.played) });
        }
        let line = Line { opening: script.opening, moves: steps };
        each(&line);
        self.found.push((places, line));
    }
}

/// A line that succeeds: its moves with their numbers, and the sign of the goal.
#[derive(Clone, Debug)]
pub(super) struct Trail<M> {
    pub(super) moves: Vec<(M, Option<u32>)>,
    mark: &'static str,
}

/// Puts lines in order, shorter ones first.
fn put_in_order(lines: &mut [(Vec<Place>, Line)]) {
    lines.sort_by(|a, b| key(a).cmp(&key(b)));
}

/// By what lines are put in order.
fn key((places, _): &(Vec<Place>, Line)) -> (usize, &[Place]) {
    (places.len(), places)
}

/// What a task brings: lines that are told, and those among which a choice is made.
type Yield<M> = (Vec<(Vec<Place>, Line)>, Vec<Trail<M>>);

/// A move of a line that was told.
struct Told<M> {
    mv: M,
    side: Side,
    place: Place,
    step: Step,
}

/// The moves that were told, each once: lines by the ten thousand consist of a few hundred.
#[derive(Clone, Debug, Default)]
struct Texts(HashSet<Arc<Played>>);

impl Texts {
    fn shared(&mut self, played: Played) -> Arc<Played> {
        if let Some(known) = self.0.get(&played) {
            return known.clone();
        }
        let played = Arc::new(played);
        self.0.insert(played.clone());
        played
    }
}

/// How many moves were seen, and how many of them lead to known positions, by the half-moves left.
#[derive(Clone, Debug, Default)]
struct Repeats(Vec<[u32; 2]>);

impl Repeats {
    /// So many moves are looked at before anything is known.
    const TRIAL: u32 = 4_096;

    /// Whether at least one move in eight leads to a known position.
    fn are_frequent(&mut self, left: usize) -> bool {
        if self.0.len() <= left {
            self.0.resize(left + 1, [0; 2]);
        }
        let [seen, known] = self.0[left];
        seen < Repeats::TRIAL || known >= seen / 8
    }

    fn note(&mut self, left: usize, seen: usize, known: usize) {
        let counts = &mut self.0[left];
        if counts[0] > u32::MAX / 2 {
            *counts = counts.map(|count| count / 2);
        }
        *counts = [counts[0] + seen as u32, counts[1] + known as u32];
    }
}

/// How many moves are given to each task of a shared search, or more if there are few tasks.
const PREFIX: usize = 2;

/// With so many tasks there is work for all.
const TASKS: usize = 64;

/// A search that has taken so long is worth sharing; tests want to see it shared.
const LONG: Duration = Duration::from_millis(if cfg!(test) { 0 } else { 1 });

/// What takes back a move of a script.
struct Entered<U> {
    undo: U,
    passed: Option<U>,
}

impl<R: Rules<Move: Send + Sync> + Send> Chief for Lines<'_, R> {
    fn helper(&self) -> Self {
        Lines {
            root: self.root.clone(),
            position: self.root.clone(),
            aim: self.aim.clone(),
            own_aim: self.own_aim.clone(),
            fixed: self.fixed,
            window: self.window.clone(),
            bound: self.bound.clone(),
            watch: self.watch.another(),
            known: self.known.clone(),
            repeats: self.repeats.clone(),
            shortest: self.shortest,
            spare: Vec::new(),
            trail: Vec::new(),
            path: Vec::new(),
            entered: Vec::new(),
            found: Vec::new(),
            trails: Vec::new(),
            quota: self.quota.clone(),
            chosen: false,
            told: Vec::new(),
            texts: Texts::default(),
            most: self.most,
            threads: 1,
            begun: self.begun,
            files: self.files,
            nth: crew::OTHER_END,
        }
    }

    fn wants_help(&self) -> Help {
        if self.begun.elapsed() >= LONG { Help::Now } else { Help::Later }
    }

    fn at_work(&mut self) -> (&mut Watch, &mut usize) {
        (&mut self.watch, &mut self.nth)
    }
}

/// Whether a move of the side to move reaches a goal.
pub(super) fn reaches<R: Rules>(position: &mut R, aim: &Aim, mv: &R::Move) -> bool {
    aim.may_reach(position, mv) && {
        let undo = position.try_out(mv);
        let reached = aim.is_reached(position);
        position.undo(undo);
        reached
    }
}

/// Says that a script fails from a position.
const FAILED: u32 = 0;

/// What is known of a position of a series.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// After how many half-moves it was met first.
    at: usize,
    /// With how many half-moves left the script failed from there last; 0 if that is not known.
    failed: usize,
}

impl Met {
    fn pack(self) -> u32 {
        (self.at as u32) << 16 | self.failed as u32
    }

    fn unpack(word: u32) -> Met {
        Met { at: (word >> 16) as usize, failed: (word & 0xffff) as usize }
    }
}
