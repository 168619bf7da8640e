//! The scripts of help and series play, and parry series.

use std::sync::Arc;

use solusrex_rules::{Rules, Side};

use super::{
    crew::{self, Chief, Help},
    goal::Aim,
    help::{Ending, Ply, Script, reaches},
    limits::Watch,
    order, played,
    table::{Table, key_with},
};
use crate::{
    solution::{Line, Opening, Part, Step},
    stipulation::{self, Play, Stipulation},
};

/// Who moves at each half-move of a stipulation with `moves` whole moves, White's part being played
/// by `white`. `None` where there is no such part.
pub(crate) fn script(
    stipulation: &Stipulation,
    moves: u32,
    white: Side,
    part: Part,
    start: Start,
) -> Option<Script> {
    match stipulation.play {
        Play::Series(ending) => series(ending, stipulation.introduction, moves, white, part),
        _ => in_turn(stipulation, moves, white, part, start),
    }
}

/// Who begins where that is a matter of choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// The usual side.
    Usual,
    /// The other side: half a move less is played.
    Later,
    /// A game from a position begins with White, or with Black.
    Game(Side),
}

/// The script of play in which the sides alternate. Half-moves have places: 0 and 1 are move 1, 2
/// and 3 move 2; what is left out at the beginning keeps its place.
fn in_turn(
    stipulation: &Stipulation,
    moves: u32,
    white: Side,
    part: Part,
    start: Start,
) -> Option<Script> {
    let half = u32::from(stipulation.length.and_half);
    let (first_of_pair, mut from, to) = match (stipulation.play, start) {
        (Play::Proof, Start::Game(side)) => (side, 0, 2 * moves + half),
        (Play::Proof, _) => (white, 0, 2 * moves + half),
        (Play::HelpSelf | Play::HelpReflex, _) => (white, half, 2 * (moves + half)),
        _ => (!white, half, 2 * (moves + half)),
    };
    from += u32::from(part != Part::Actual) + u32::from(start == Start::Later);
    let mut plies: Vec<Ply> = (from..to)
        .map(|place| Ply {
            side: if place.is_multiple_of(2) { first_of_pair } else { !first_of_pair },
            silent: false,
            number: place.is_multiple_of(2).then_some(place / 2 + 1),
        })
        .collect();
    let opening = match from {
        0 => Opening::Full,
        1 => Opening::Half,
        _ => Opening::Skipped,
    };
    let ending = match stipulation.play {
        Play::HelpSelf => Ending::Forced,
        Play::HelpReflex => Ending::Obliged,
        Play::ReciprocalHelp { .. } => Ending::Reciprocal { side: !white, number: to / 2 },
        _ => Ending::Goal,
    };
    // the moves that the ending looks for itself
    let own = match ending {
        Ending::Goal => 0,
        Ending::Forced | Ending::Obliged => 1,
        Ending::Reciprocal { .. } => 2,
    };
    let left = plies.len().checked_sub(own)?;
    plies.truncate(left);
    let nothing = plies.is_empty() && own < 2;
    (!nothing).then_some(Script { plies, ending, opening })
}

/// The script of a series, after an introduction by the other side.
fn series(
    ending: stipulation::Ending,
    introduction: u16,
    moves: u32,
    white: Side,
    part: Part,
) -> Option<Script> {
    // the other side moves once at the end, and in self play must be answered: that is move n
    let by_force = ending == stipulation::Ending::HelpSelf;
    let reciprocal = matches!(ending, stipulation::Ending::ReciprocalHelp { .. });
    let help = by_force || ending == stipulation::Ending::Help;
    let mover = if help || reciprocal { !white } else { white };
    let last = moves;
    let moves = if by_force || reciprocal { moves.checked_sub(1)? } else { moves };
    let row = |side: Side, moves: u32| {
        // only the last move of a row may give check
        let is_silent = move |number| number < moves || reciprocal && side == mover;
        let ply = move |number| Ply { side, silent: is_silent(number), number: Some(number) };
        (1..=moves).map(ply)
    };
    let mut plies: Vec<Ply> = Vec::new();
    let opening = match part {
        Part::Actual => {
            plies.extend(row(!mover, introduction.into()));
            plies.extend(row(mover, moves));
            Opening::Full
        }
        Part::Set | Part::PostKey if help => Opening::Half,
        Part::Set | Part::PostKey => return None,
    };
    if help {
        let number = by_force.then_some(moves + 1);
        plies.push(Ply { side: white, silent: false, number });
    }
    let ending = match ending {
        stipulation::Ending::Direct | stipulation::Ending::Help => Ending::Goal,
        stipulation::Ending::Self_ | stipulation::Ending::HelpSelf => Ending::Forced,
        stipulation::Ending::Reflex => Ending::Obliged,
        stipulation::Ending::ReciprocalHelp { .. } => {
            Ending::Reciprocal { side: mover, number: last }
        }
    };
    (!plies.is_empty() || reciprocal).then_some(Script { plies, ending, opening })
}

/// A series in which the other side moves only to parry a check.
pub(crate) struct Parry<R: Rules> {
    position: R,
    series: Side,
    ending: stipulation::Ending,
    helpful: bool,
    aim: Aim,
    files: u8,
    watch: Watch,
    /// Positions from which a series of so many moves is known to succeed or to fail.
    known: Table<bool>,
    /// A list of moves not in use.
    spare: Vec<R::Move>,
    trail: Vec<Step>,
    found: Vec<Line>,
    most: usize,
    threads: usize,
    /// In which order it looks at moves.
    nth: usize,
}

/// What is asked of a parry series.
pub(crate) struct ParryCase {
    /// The side that plays the series.
    pub(crate) series: Side,
    pub(crate) ending: stipulation::Ending,
    pub(crate) helpful: bool,
    pub(crate) aim: Aim,
    pub(crate) most: Option<u32>,
    pub(crate) threads: usize,
    /// The number of files of the board.
    pub(crate) files: u8,
}

impl<R: Rules<Move: Send + Sync> + Send> Parry<R> {
    pub(crate) fn new(position: R, case: ParryCase, watch: Watch, bytes: usize) -> Parry<R> {
        let ParryCase { series, ending, helpful, aim, most, threads, files } = case;
        let most = most.map_or(usize::MAX, |most| most as usize);
        Parry {
            position,
            series,
            ending,
            helpful,
            aim,
            files,
            watch,
            known: Table::new(bytes),
            spare: Vec::new(),
            trail: Vec::new(),
            found: Vec::new(),
            most,
            threads,
            nth: 0,
        }
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }

    pub(crate) fn any(&self) -> bool {
        !self.found.is_empty()
    }

    pub(crate) fn found(self) -> Vec<Line> {
        self.found
    }

    /// Tells the solutions of exactly `moves` moves of the series.
    pub(crate) fn search(&mut self, moves: u32, each: &mut dyn FnMut(&Line)) {
        if self.threads > 1 && moves > 1 {
            // who fills the table finds out what there is to tell
            let first = self.position.legal_moves();
            let work = |parry: &mut Parry<R>, task: usize| parry.move_succeeds(&first[task], moves);
            let mut succeeds = false;
            crew::share(self, first.len(), self.threads, work, |_, found| {
                succeeds |= found;
                true
            });
            if !succeeds {
                return;
            }
        }
        self.walk(1, moves, each);
    }

    /// Whether a series of exactly `left` moves succeeds; with a parry against it, of up to that many
    /// after the parry.
    fn succeeds(&mut self, left: u32) -> bool {
        if left == 0 || self.watch.must_end() {
            return false;
        }
        let key = key_with(self.position.key(), left.into());
        if let Some(known) = self.known.get(key) {
            return known;
        }
        let succeeds = match left == 1 && self.ending == stipulation::Ending::Direct {
            true => self.can_end(),
            false => {
                let mut moves = self.position.legal_moves();
                crew::rearrange(&mut moves, self.nth);
                moves.retain(|mv| !self.leads_nowhere(mv, left - 1));
                moves.iter().any(|mv| self.move_succeeds(mv, left))
            }
        };
        if !self.watch.called_off {
            self.known.set(key, succeeds);
        }
        succeeds
    }

    /// Whether a series of so many moves is known to fail after a move that is not parried. It is asked of
    /// all before any is made: what is not at hand in memory comes while others are asked for. Behind a
    /// check nothing is known so, since the other side does not pass there.
    fn leads_nowhere(&self, mv: &R::Move, left: u32) -> bool {
        let key = self.position.key_after(mv, true);
        key.is_some_and(|key| self.known.get(key_with(key, left.into())) == Some(false))
    }

    /// Whether a move reaches the goal.
    fn can_end(&mut self) -> bool {
        let mut moves = std::mem::take(&mut self.spare);
        match self.aim.quest() {
            Some(quest) => self.position.legal_moves_toward(quest, &mut moves),
            None => self.position.legal_moves_into(&mut moves),
        }
        let can = moves.iter().any(|mv| reaches(&mut self.position, &self.aim, mv));
        self.spare = moves;
        can
    }

    fn move_succeeds(&mut self, mv: &R::Move, left: u32) -> bool {
        if left == 1 {
            return !self.last_moves(mv).is_empty();
        }
        let undo = self.position.play(mv);
        let succeeds = match self.position.in_check(!self.series) {
            false => {
                let passed = self.position.pass();
                let succeeds = self.succeeds(left - 1);
                self.position.undo(passed);
                succeeds
            }
            true if self.helpful => {
                let parries = self.position.legal_moves();
                parries.iter().any(|parry| self.succeeds_after(parry, left - 1))
            }
            true => {
                let parries = self.position.legal_moves();
                // exactly as long as asked: the shorter ones have been told before
                let mut longest = None;
                for parry in &parries {
                    let length = self.shortest_after(parry, left - 1);
                    if length.is_none() {
                        longest = None;
                        break;
                    }
                    longest = longest.max(length);
                }
                longest == Some(left - 1)
            }
        };
        self.position.undo(undo);
        succeeds
    }

    /// Whether it succeeds with exactly so many further moves after a parry.
    fn succeeds_after(&mut self, parry: &R::Move, left: u32) -> bool {
        let undo = self.position.play(parry);
        let succeeds = self.succeeds(left);
        self.position.undo(undo);
        succeeds
    }

    /// With how many further moves of the series it succeeds after a parry, up to `most`.
    fn shortest_after(&mut self, parry: &R::Move, most: u32) -> Option<u32> {
        let undo = self.position.play(parry);
        let shortest = (1..=most).find(|&left| self.succeeds(left));
        self.position.undo(undo);
        shortest
    }

    /// How the last move of the series ends it: by itself, or with these replies.
    fn last_moves(&mut self, mv: &R::Move) -> Vec<Option<R::Move>> {
        if self.ending == stipulation::Ending::Direct {
            return match reaches(&mut self.position, &self.aim, mv) {
                true => vec![None],
                false => Vec::new(),
            };
        }
        let undo = self.position.play(mv);
        let replies = self.moves_in_order();
        let good: Vec<Option<R::Move>> = replies
            .iter()
            .filter(|reply| reaches(&mut self.position, &self.aim, reply))
            .map(|reply| Some(*reply))
            .collect();
        self.position.undo(undo);
        match self.ending == stipulation::Ending::Self_ && good.len() < replies.len() {
            true => Vec::new(),
            false => good,
        }
    }

    /// The moves in the order in which they are told.
    fn moves_in_order(&mut self) -> Vec<R::Move> {
        let mut moves = self.position.legal_moves();
        order::sort(&self.position, self.files, &mut moves);
        moves
    }

    fn walk(&mut self, number: u32, left: u32, each: &mut dyn FnMut(&Line)) {
        let moves = self.moves_in_order();
        for mv in &moves {
            if self.is_full() || !self.move_succeeds(mv, left) {
                continue;
            }
            if left == 1 {
                self.tell(number, mv, each);
                continue;
            }
            let (text, undo) = played(&mut self.position, mv);
            self.trail.push(Step { number: Some(number), played: text.into() });
            if self.position.in_check(!self.series) {
                for parry in self.moves_in_order() {
                    let length = match self.helpful {
                        true => Some(left - 1).filter(|&left| self.succeeds_after(&parry, left)),
                        false => self.shortest_after(&parry, left - 1),
                    };
                    let Some(length) = length else { continue };
                    let (text, undo) = played(&mut self.position, &parry);
                    self.trail.push(Step { number: None, played: text.into() });
                    self.walk(number + 1, length, each);
                    self.trail.pop();
                    self.position.undo(undo);
                }
            } else {
                let passed = self.position.pass();
                self.walk(number + 1, left - 1, each);
                self.position.undo(passed);
            }
            self.trail.pop();
            self.position.undo(undo);
        }
    }

    fn tell(&mut self, number: u32, mv: &R::Move, each: &mut dyn FnMut(&Line)) {
        for reply in self.last_moves(mv) {
            let mut moves = self.trail.clone();
            let (text, undo) = played(&mut self.position, mv);
            moves.push(Step { number: Some(number), played: text.into() });
            if let Some(reply) = reply {
                let (text, undo) = played(&mut self.position, &reply);
                moves.push(Step { number: None, played: text.into() });
                self.position.undo(undo);
            }
            self.position.undo(undo);
            if let Some(last) = moves.last_mut() {
                Arc::make_mut(&mut last.played).goal = Some(self.aim.mark);
            }
            let line = Line { opening: Opening::Full, moves };
            each(&line);
            self.found.push(line);
        }
    }
}

impl<R: Rules<Move: Send + Sync> + Send> Chief for Parry<R> {
    fn helper(&self) -> Self {
        Parry {
            position: self.position.clone(),
            series: self.series,
            ending: self.ending,
            helpful: self.helpful,
            aim: self.aim.clone(),
            files: self.files,
            watch: self.watch.another(),
            known: self.known.clone(),
            spare: Vec::new(),
            trail: Vec::new(),
            found: Vec::new(),
            most: self.most,
            threads: 1,
            nth: crew::OTHER_END,
        }
    }

    fn wants_help(&self) -> Help {
        Help::Soon
    }

    fn at_work(&mut self) -> (&mut Watch, &mut usize) {
        (&mut self.watch, &mut self.nth)
    }
}
