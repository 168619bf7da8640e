//! Adversary play: one side wants, the other does not.
//!
//! A boolean search decides who gets his way in how many moves; the writer then walks the proved
//! positions only. What is known of a position is two numbers: with how many moves of the attacker it
//! is known to fail, and with how many to succeed. At every node lengths are tried from short to long,
//! so that the length found is the shortest. Of a position with the defender to move the same is known,
//! and a defence that held: it is asked first, before all others are worked out.
//!
//! | play | the attacker's move is good if |
//! |---|---|
//! | direct | it reaches the goal, or every defence leads to success with one move less |
//! | self | every defence reaches the goal or leads to success with one move less |
//! | semi-reflex | some defence reaches the goal, or every one leads to success with one move less |
//! | reflex | as semi-reflex, and the attacker cannot reach the goal now |
//!
//! Where tables of endings tell how far a mate is, they are asked instead.

use solusrex_rules::{Quest, Rules};

use super::{
    Event,
    crew::{self, Chief, Help},
    endings::Oracle,
    goal::Aim,
    help::reaches,
    limits::Watch,
    memory::Memory,
    order, played,
    table::{Table, Value, key_with},
    under_way::{Turns, UnderWay},
};
use crate::{
    problem::Options,
    solution::{Aftermath, Attack, Defence, Idea, Merit, Played},
    stipulation::Play,
};

/// A number of moves of the attacker.
type Moves = u16;

/// With so many moves left it is worth knowing whether another thread is at a position.
const LONG: Moves = 2;

/// Goes with a position, in place of moves left, where it is asked what comes of defences at once.
const AT_ONCE: u64 = u64::MAX;

/// What is known of a position, by the moves that the attacker has still to make.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// It fails with so many moves and fewer.
    fails: Moves,
    /// It succeeds with so many moves and more.
    succeeds: Moves,
}

impl Bounds {
    /// It never succeeds.
    const HOPELESS: Bounds = Bounds { fails: Moves::MAX - 1, succeeds: Moves::MAX };

    fn are_hopeless(self) -> bool {
        self.fails == Bounds::HOPELESS.fails
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { fails: 0, succeeds: Moves::MAX }
    }
}

/// What the attacker has played before the defences that are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// A move that solves.
    Key,
    /// A move that some defences refute.
    Try,
    /// Nothing: it is set play, in which nothing is threatened.
    Nothing,
}

/// The search of one position.
pub(crate) struct Battle<'a, R: Rules> {
    position: R,
    play: Play,
    aim: Aim,
    options: &'a Options,
    /// The number of files of the board.
    files: u8,
    watch: Watch,
    known: Table<Bounds>,
    under_way: UnderWay,
    oracle: Option<Oracle>,
    /// Defences that held.
    held: Memory<R::Move>,
    /// Lists of moves not in use.
    spare: Vec<Vec<R::Move>>,
    /// The last defences that refuted something, by the number of moves left.
    refuters: Vec<[Option<R::Move>; 2]>,
    /// The last attacks that succeeded, by the number of moves left.
    solvers: Vec<[Option<R::Move>; 2]>,
    /// How many defences more than one may still last, where the options ask for few.
    leeway: u32,
    /// In which order it looks at moves.
    nth: usize,
}

impl Value for Bounds {
    fn pack(self) -> u32 {
        u32::from(self.fails) << 16 | u32::from(self.succeeds)
    }

    fn unpack(word: u32) -> Bounds {
        Bounds { fails: (word >> 16) as Moves, succeeds: word as Moves }
    }

    fn weight(self) -> u32 {
        // with no number of moves is known at a glance
        match self.succeeds {
            Moves::MAX => u32::from(self.fails % (Moves::MAX - 1)),
            succeeds => u32::from(succeeds),
        }
    }
}

impl<'a, R: Rules<Move: Send + Sync> + Send> Battle<'a, R> {
    pub(crate) fn new(
        position: R,
        play: Play,
        aim: Aim,
        options: &'a Options,
        files: u8,
        watch: Watch,
        bytes: usize,
    ) -> Battle<'a, R> {
        Battle {
            position,
            play,
            aim,
            options,
            files,
            watch,
            known: Table::new(bytes),
            under_way: UnderWay::default(),
            oracle: None,
            // where moves are worked out quickly, those that refuted elsewhere do better
            held: Memory::new(if R::QUICK { 0 } else { bytes }),
            spare: Vec::new(),
            refuters: Vec::new(),
            solvers: Vec::new(),
            leeway: options.non_trivial.map_or(0, |(most, _)| most),
            nth: 0,
        }
    }

    /// With tables that tell in how many moves the side to move mates, for a mate by direct play of which
    /// nothing else is asked.
    pub(crate) fn with_oracle(self, oracle: Option<Oracle>) -> Battle<'a, R> {
        Battle { oracle, ..self }
    }

    /// How the search ended.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    fn moves(&mut self) -> Vec<R::Move> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.position.legal_moves_into(&mut moves);
        let (position, aim) = (&self.position, &self.aim);
        moves.retain(|mv| aim.permits(position, mv));
        crew::rearrange(&mut moves, self.nth);
        moves
    }

    /// The moves but for some that surely do not do what is asked for.
    fn moves_toward(&mut self, quest: Quest) -> Vec<R::Move> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.position.legal_moves_toward(quest, &mut moves);
        let (position, aim) = (&self.position, &self.aim);
        moves.retain(|mv| aim.permits(position, mv));
        moves
    }

    /// The moves in the order in which they are told.
    fn moves_in_order(&mut self) -> Vec<R::Move> {
        let mut moves = self.moves();
        order::sort(&self.position, self.files, &mut moves);
        crew::rearrange(&mut moves, self.nth);
        moves
    }

    /// The moves among which one that reaches the goal is looked for.
    fn final_moves(&mut self) -> Vec<R::Move> {
        if !self.aim.goal.is_heedless() {
            return self.moves();
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        self.position.heedless_moves_into(&mut moves);
        moves
    }

    /// Whether the attacker may reach the goal himself.
    fn aims_itself(&self) -> bool {
        self.play == Play::Direct || self.options.quodlibet
    }

    /// Whether the side to move reaches the goal by a move.
    fn reaches(&mut self, mv: &R::Move) -> bool {
        if !self.aim.may_reach(&self.position, mv) {
            return false;
        }
        let undo = self.position.try_out(mv);
        let reached = self.aim.is_reached(&mut self.position);
        self.position.undo(undo);
        reached
    }

    /// Whether the side to move can reach the goal at once.
    fn can_reach(&mut self) -> bool {
        let moves = match self.aim.quest() {
            Some(quest) => self.moves_toward(quest),
            None => self.final_moves(),
        };
        let can = moves.iter().any(|mv| self.reaches(mv));
        self.spare.push(moves);
        can
    }

    /// The least number of moves, up to `most`, with which the attacker succeeds.
    fn shortest(&mut self, most: Moves) -> Option<Moves> {
        if most == 0 || self.watch.must_end() {
            return None;
        }
        let key = self.place(self.position.key());
        let mut bounds = self.known.get(key).unwrap_or_default();
        if bounds.fails >= most {
            return None;
        }
        if bounds.succeeds <= bounds.fails + 1 {
            return Some(bounds.succeeds).filter(|&moves| moves <= most);
        }
        if let Some(moves) = self.oracle.as_ref().and_then(|oracle| oracle.mates(&self.position)) {
            bounds = match moves.map(|moves| moves as Moves) {
                Some(moves) => Bounds { fails: moves - 1, succeeds: moves },
                None => Bounds::HOPELESS,
            };
            self.note(key, bounds);
            return Some(bounds.succeeds).filter(|&moves| moves <= most);
        }
        let spoils = self.play == Play::Reflex && !self.options.quodlibet;
        if spoils && bounds.fails == 0 && self.can_reach() {
            self.note(key, Bounds::HOPELESS);
            return None;
        }
        let mut moves = None;
        let mut found = None;
        for length in bounds.fails + 1..=most {
            if self.attack(&mut moves, length) {
                found = Some(length);
                break;
            }
            if self.watch.called_off {
                return None;
            }
        }
        self.spare.extend(moves);
        match found {
            Some(length) => bounds = Bounds { fails: length - 1, succeeds: length },
            None => bounds.fails = most,
        }
        self.note(key, bounds);
        found
    }

    /// Whether a move succeeds with exactly `length` moves, fewer having failed. All `moves` are kept
    /// for the next length once they are needed.
    fn attack(&mut self, moves: &mut Option<Vec<R::Move>>, length: Moves) -> bool {
        if length == 1 && self.aims_itself() {
            let reaches = self.can_reach();
            if reaches || self.play == Play::Direct {
                return reaches;
            }
        }
        let force = match self.play {
            Play::Self_ if length == 1 => self.aim.quest_of_force(),
            _ => None,
        };
        if let Some(quest) = force {
            let mut forcing = self.moves_toward(quest);
            let succeeds = self.some_succeeds(&mut forcing, length);
            self.spare.push(forcing);
            return succeeds;
        }
        let mut all = match moves.take() {
            Some(moves) => moves,
            None => self.moves(),
        };
        let succeeds = self.some_succeeds(&mut all, length);
        *moves = Some(all);
        succeeds
    }

    /// Whether one of the moves succeeds with exactly `length` moves.
    fn some_succeeds(&mut self, moves: &mut Vec<R::Move>, length: Moves) -> bool {
        let slot = usize::from(length);
        if self.solvers.len() <= slot {
            self.solvers.resize(slot + 1, [None; 2]);
        }
        let good = bring_forward(moves, &self.solvers[slot]);
        let mut turns = Turns::of(moves);
        while let Some(mv) = turns.next(|nth, mv| nth >= good && self.is_attack_taken(mv, length)) {
            if self.succeeds(&mv, length) {
                remember(&mut self.solvers[slot], mv);
                return true;
            }
            if self.watch.called_off {
                return false;
            }
        }
        false
    }

    /// Whether another thread is about to find out if a move of the attacker, the first of `length`,
    /// succeeds.
    fn is_attack_taken(&self, mv: &R::Move, length: Moves) -> bool {
        length > LONG
            && self.under_way.tells_of(|| {
                let place = self.place(self.position.key_after(mv, false)?);
                Some(self.place_of_defence(place, length - 1))
            })
    }

    /// Whether a move of the attacker, the first of `length`, succeeds without reaching the goal.
    fn succeeds(&mut self, mv: &R::Move, length: Moves) -> bool {
        let undo = self.position.play(mv);
        let succeeds = self.defends_in_vain(length - 1);
        self.position.undo(undo);
        succeeds
    }

    /// Whether every defence fails against `rest` further moves of the attacker.
    fn defends_in_vain(&mut self, rest: Moves) -> bool {
        if rest == 0 {
            return self.play != Play::Direct && self.ends_in_vain();
        }
        if rest == 1 && self.is_soon_seen() {
            return self.threatens_enough(rest) && !self.is_surely_wide() && {
                self.seeks_in_vain(rest, None)
            };
        }
        let key = self.place(self.position.key());
        // too many defences are too many at any length
        let counts_all = self.counts_all_lasting();
        if counts_all && self.known.get(key).is_some_and(Bounds::are_hopeless) {
            return false;
        }
        let place = self.place_of_defence(key, rest);
        let mut bounds = self.known.get(place).unwrap_or_default();
        if bounds.fails >= rest || bounds.succeeds <= rest {
            return bounds.succeeds <= rest;
        }
        if counts_all && self.is_surely_wide() {
            self.known.set(key, Bounds::HOPELESS);
            return false;
        }
        self.under_way.begin(place);
        let in_vain = self.threatens_enough(rest) && {
            // who refuted with fewer moves often does so with more
            let held = self.held.get(self.position.key());
            let holds = held.is_some_and(|mv| self.fails(&mv, rest).is_none());
            !holds && self.seeks_in_vain(rest, held)
        };
        self.under_way.end(place);
        match in_vain {
            true => bounds.succeeds = rest,
            false => bounds.fails = rest,
        }
        if !self.watch.called_off {
            self.note(place, bounds);
        }
        in_vain
    }

    /// Whether the defence fails at once, as it does if it must reach the goal. What takes long to see is
    /// kept: many moves of the attacker lead to the same position.
    fn ends_in_vain(&mut self) -> bool {
        let place = (!R::QUICK).then(|| key_with(self.place(self.position.key()), AT_ONCE));
        if let Some(known) = place.and_then(|place| self.known.get(place)) {
            return known.succeeds == 0;
        }
        let in_vain = match self.play {
            Play::Self_ if self.options.most_flights.is_none() => self.must_reach(),
            _ => self.seeks_in_vain(0, None),
        };
        if let Some(place) = place.filter(|_| !self.watch.called_off) {
            let succeeds = if in_vain { 0 } else { Moves::MAX };
            self.known.set(place, Bounds { fails: 0, succeeds });
        }
        in_vain
    }

    /// Notes what has come out, beside what others have found out since.
    fn note(&self, place: u128, mut bounds: Bounds) {
        if self.under_way.is_used()
            && let Some(known) = self.known.get(place)
        {
            bounds.fails = bounds.fails.max(known.fails);
            bounds.succeeds = bounds.succeeds.min(known.succeeds);
        }
        self.known.set(place, bounds);
    }

    /// Whether the last move of the attacker is found faster than anything in the table.
    fn is_soon_seen(&self) -> bool {
        R::QUICK && self.play == Play::Direct
    }

    /// Under which key it is known what comes of the position with a key.
    fn place(&self, key: u128) -> u128 {
        match self.leeway {
            0 => key,
            leeway => key_with(key, u64::from(leeway) << 32),
        }
    }

    /// Under which key it is known what comes of defences. Options that ask more of long play than of
    /// short play make each length a question of its own.
    fn place_of_defence(&self, key: u128, rest: Moves) -> u128 {
        let apart = self.options.non_trivial.is_some() || self.options.longest_threat.is_some();
        if apart { key_with(key, rest.into()) } else { key }
    }

    /// Whether no defence is found to hold; one that held against fewer moves no longer does.
    fn seeks_in_vain(&mut self, rest: Moves, broken: Option<R::Move>) -> bool {
        // a defence that held once could not have been made to reach the goal
        let reflex = matches!(self.play, Play::Reflex | Play::SemiReflex);
        if reflex && broken.is_none() && self.can_reach() {
            return true;
        }
        if reflex && rest == 0 {
            return false;
        }
        let mut moves = self.moves();
        let in_vain = !moves.is_empty() && self.all_fail(&mut moves, rest);
        self.spare.push(moves);
        in_vain
    }

    /// Whether there are defences, and each reaches the goal.
    fn must_reach(&mut self) -> bool {
        if self.aim.is_failed_quietly() && self.position.has_quiet_move() {
            return false;
        }
        let aim = &self.aim;
        let mut any = false;
        let escapes = |position: &mut R, mv: &R::Move| {
            let permitted = aim.permits(position, mv);
            any |= permitted;
            permitted && !reaches(position, aim, mv)
        };
        !self.position.has_legal_move_such(escapes) && any
    }

    /// Whether the options ask of all defences that do not reach the goal at once that they be few.
    fn counts_all_lasting(&self) -> bool {
        matches!(self.options.non_trivial, Some((_, 0)))
    }

    /// Whether more defences than the options allow do not reach the goal at once.
    fn is_surely_wide(&mut self) -> bool {
        if !self.counts_all_lasting() {
            return false;
        }
        let most = self.leeway.saturating_add(1);
        let aim = &self.aim;
        let by_defence = self.play == Play::Self_;
        let mut lasting = 0;
        self.position.has_legal_move_such(|position, mv| {
            let ends = |position: &mut R| by_defence && reaches(position, aim, mv);
            lasting += u32::from(aim.permits(position, mv) && !ends(position));
            lasting > most
        })
    }

    /// Whether the attacker's move just made is a check or threatens as much as is asked for.
    fn threatens_enough(&mut self, rest: Moves) -> bool {
        let Some(longest) = self.options.longest_threat.filter(|&n| n < u32::from(rest)) else {
            return true;
        };
        let defender = self.position.side_to_move();
        if self.position.in_check(defender) {
            return true;
        }
        let undo = self.position.pass();
        let threatens = self.shortest(longest as Moves).is_some();
        self.position.undo(undo);
        threatens
    }

    /// Whether each of the defences fails.
    fn all_fail(&mut self, moves: &mut [R::Move], rest: Moves) -> bool {
        let Some(leeway) = self.leeway_after(moves, rest) else { return false };
        let before = std::mem::replace(&mut self.leeway, leeway);
        let fail = self.each_fails(moves, rest);
        self.leeway = before;
        fail
    }

    fn each_fails(&mut self, moves: &mut [R::Move], rest: Moves) -> bool {
        let slot = usize::from(rest);
        if self.refuters.len() <= slot {
            self.refuters.resize(slot + 1, [None; 2]);
        }
        bring_forward(moves, &self.refuters[slot]);
        for &mv in moves.iter() {
            if self.fails(&mv, rest).is_none() {
                if !self.watch.called_off {
                    remember(&mut self.refuters[slot], mv);
                    self.held.set(self.position.key(), mv);
                }
                return false;
            }
        }
        true
    }

    /// Whether a defence fails: with how many moves of the attacker, 0 if it reaches the goal itself.
    fn fails(&mut self, mv: &R::Move, rest: Moves) -> Option<Moves> {
        let may_reach = self.play == Play::Self_ && self.aim.may_reach(&self.position, mv);
        let undo = self.position.play(mv);
        let length = match may_reach && self.aim.is_reached(&mut self.position) {
            true => Some(0),
            false => self.shortest(rest),
        };
        self.position.undo(undo);
        length
    }

    /// What leeway is left behind these defences; none if they are more than the options ask for.
    /// Those that last beyond the first are taken from it for the rest of the line.
    fn leeway_after(&mut self, moves: &[R::Move], rest: Moves) -> Option<u32> {
        if let Some(most) = self.options.most_flights {
            let defender = self.position.side_to_move();
            let flights = moves.iter().filter(|mv| {
                let man = self.position.man_on(self.position.outline(mv).from);
                man.is_some_and(|man| man.royal && man.colour.serves(defender))
            });
            if flights.count() > most as usize {
                return None;
            }
        }
        let mut leeway = self.leeway;
        if let Some((_, short)) = self.options.non_trivial
            && u32::from(rest) > short
        {
            let mut lasting = moves.iter();
            // one may always last
            lasting.find(|mv| self.fails(mv, short as Moves).is_none());
            for mv in lasting {
                if self.fails(mv, short as Moves).is_none() {
                    leeway = leeway.checked_sub(1)?;
                }
            }
        }
        Some(leeway)
    }

    // ---- what is written --------------------------------------------------------------------

    /// The keys and tries of the position, the attacker being to move.
    pub(crate) fn keys(
        &mut self,
        length: Moves,
        exact: bool,
        threads: usize,
        chosen: impl Fn(&R, usize, &R::Move) -> bool,
        each: &mut dyn FnMut(Event<'_>) -> bool,
    ) -> Vec<Attack> {
        let mut keys = Vec::new();
        if length == 0 {
            return keys;
        }
        let forced: Vec<Attack> = match self.play {
            Play::Reflex if !self.options.quodlibet => {
                self.goal_moves().into_iter().map(forced).collect()
            }
            _ => Vec::new(),
        };
        if !forced.is_empty() {
            return forced;
        }
        if self.aims_itself() {
            // also moves that only the goal makes legal
            let mut moves = self.final_moves();
            order::sort(&self.position, self.files, &mut moves);
            for (nth, mv) in moves.iter().enumerate() {
                if !exact && chosen(&self.position, nth, mv) && self.reaches(mv) {
                    let attack = self.leaf(mv);
                    let attack = Attack { merit: Merit::Key, ..attack };
                    let more = each(Event::Attack(&attack));
                    keys.push(attack);
                    if !more {
                        return keys;
                    }
                }
            }
            self.spare.push(moves);
        }
        let mut moves = self.moves_in_order();
        let mut nth = 0;
        moves.retain(|mv| {
            nth += 1;
            chosen(&self.position, nth - 1, mv)
        });
        if self.aims_itself() {
            moves.retain(|mv| !self.reaches(mv));
        }
        // told in the order of the moves, whoever was the first to settle his
        let mut waiting: Vec<Option<Option<Attack>>> = vec![None; moves.len()];
        let mut next = 0;
        let mut more = true;
        let work = |battle: &mut Battle<'a, R>, task: usize| {
            let attack = match battle.watch.called_off {
                true => None,
                false => battle.key_or_try(&moves[task], length, exact),
            };
            attack.filter(|_| !battle.watch.called_off)
        };
        let mut done = 0;
        let tell = |task: usize, attack: Option<Attack>| {
            done += 1;
            each(Event::Progress { done, of: moves.len() });
            waiting[task] = Some(attack);
            while let Some(attack) = waiting.get_mut(next).and_then(Option::take) {
                next += 1;
                if let Some(attack) = attack.filter(|_| more) {
                    more = each(Event::Attack(&attack));
                    keys.push(attack);
                }
            }
            more
        };
        self.under_way.is_shared_by(threads);
        crew::share(self, moves.len(), threads, work, tell);
        keys
    }

    fn key_or_try(&mut self, mv: &R::Move, length: Moves, exact: bool) -> Option<Attack> {
        let (played, undo) = played(&mut self.position, mv);
        let is_key = self.defends_in_vain(length - 1)
            && !(exact && length > 1 && self.defends_in_vain(length - 2));
        let merit = match is_key {
            true => Some(Merit::Key),
            false if self.options.tries > 0 && self.is_try(length - 1) => Some(Merit::Try),
            false => None,
        };
        let before = if merit == Some(Merit::Try) { Before::Try } else { Before::Key };
        let attack =
            merit.map(|merit| Attack { played, merit, after: self.aftermath(before, length - 1) });
        self.position.undo(undo);
        attack
    }

    /// Whether the attacker's move just made fails, but against few defences.
    fn is_try(&mut self, rest: Moves) -> bool {
        if rest == 0 && self.play == Play::Direct {
            return false;
        }
        let reflex = matches!(self.play, Play::Reflex | Play::SemiReflex);
        if reflex && self.can_reach() {
            return false;
        }
        let mut moves = self.moves();
        let leeway = match self.threatens_enough(rest) {
            true => self.leeway_after(&moves, rest),
            false => None,
        };
        let Some(leeway) = leeway else {
            self.spare.push(moves);
            return false;
        };
        let before = std::mem::replace(&mut self.leeway, leeway);
        let slot = usize::from(rest);
        if let Some(refuters) = self.refuters.get(slot) {
            bring_forward(&mut moves, refuters);
        }
        let (mut refutations, mut failures) = (0, 0);
        for mv in &moves {
            match self.fails(mv, rest) {
                Some(_) => failures += 1,
                None => refutations += 1,
            }
            if refutations > self.options.tries {
                break;
            }
        }
        self.leeway = before;
        self.spare.push(moves);
        let trivial = self.options.no_trivial_tries && failures == 0;
        (1..=self.options.tries).contains(&refutations) && !trivial
    }

    /// The moves of the side to move that reach the goal.
    fn goal_moves(&mut self) -> Vec<Played> {
        let mut moves = self.final_moves();
        order::sort(&self.position, self.files, &mut moves);
        let mut reaching = Vec::new();
        for mv in &moves {
            if self.reaches(mv) {
                reaching.push(self.leaf(mv).played);
            }
        }
        self.spare.push(moves);
        reaching
    }

    /// A move that reaches the goal.
    fn leaf(&mut self, mv: &R::Move) -> Attack {
        let (mut played, undo) = played(&mut self.position, mv);
        self.position.undo(undo);
        played.goal = Some(self.aim.mark);
        Attack { played, merit: Merit::Continuation, after: Aftermath::default() }
    }

    /// What follows the attacker's last move, if any, which was made before the search began.
    pub(crate) fn aftermath_of_root(
        &mut self,
        before: Before,
        rest: Moves,
        threads: usize,
    ) -> Aftermath {
        let mut after = Aftermath::default();
        let work = |battle: &mut Battle<'a, R>, _| battle.aftermath(before, rest);
        self.under_way.is_shared_by(threads);
        crew::share(self, 1, threads, work, |_, found| {
            after = found;
            true
        });
        after
    }

    /// What follows the attacker's move just made, `rest` moves of the attacker being left.
    fn aftermath(&mut self, before: Before, rest: Moves) -> Aftermath {
        let mut after = Aftermath::default();
        if !self.options.variations && before != Before::Try {
            return after;
        }
        let reflex = matches!(self.play, Play::Reflex | Play::SemiReflex);
        if reflex {
            let goals = self.goal_moves();
            if !goals.is_empty() {
                let defence = |played| Defence { played, answers: Vec::new() };
                after.defences = goals.into_iter().map(defence).collect();
                return after;
            }
        }
        let defender = self.position.side_to_move();
        let moves = self.moves_in_order();
        // in set play there may be more defences than the options ask for
        let leeway = self.leeway_after(&moves, rest).unwrap_or(self.leeway);
        let leeway_before = std::mem::replace(&mut self.leeway, leeway);
        let has_idea = self.options.variations
            && before != Before::Nothing
            && !reflex
            && !self.position.in_check(defender);
        let threats = if has_idea { self.threats(rest) } else { Vec::new() };
        for mv in &moves {
            let may_reach = self.play == Play::Self_ && self.aim.may_reach(&self.position, mv);
            let (mut played, undo) = played(&mut self.position, mv);
            if may_reach && self.aim.is_reached(&mut self.position) {
                played.goal = Some(self.aim.mark);
                if self.options.variations {
                    after.defences.push(Defence { played, answers: Vec::new() });
                }
            } else {
                match self.shortest(rest) {
                    None if !self.watch.called_off => after.refutations.push(played),
                    Some(length) if self.options.variations => {
                        let shown = self.is_worth_showing(&threats, length, rest);
                        if shown {
                            let answers = self.answers(length);
                            after.defences.push(Defence { played, answers });
                        }
                    }
                    _ => {}
                }
            }
            self.position.undo(undo);
        }
        self.leeway = leeway_before;
        // a defence that reaches the goal before it must is only told where there is no other
        let reached = after.defences.iter().filter(|defence| defence.played.goal.is_some()).count();
        if self.play == Play::Self_ && rest > 0 && reached < moves.len() {
            after.defences.retain(|defence| defence.played.goal.is_none());
        }
        self.spare.push(moves);
        if has_idea && rest > 0 {
            after.idea = match threats.is_empty() {
                true => Idea::Zugzwang,
                false => Idea::Threats(threats.into_iter().map(|threat| threat.attack).collect()),
            };
        }
        after
    }

    /// What the attacker would do if the defence passed: all moves of the shortest length.
    fn threats(&mut self, rest: Moves) -> Vec<Threat<R::Move>> {
        if rest == 0 || self.options.no_threats {
            return Vec::new();
        }
        let undo = self.position.pass();
        let mut threats = Vec::new();
        if let Some(length) = self.shortest(rest) {
            for mv in self.good_moves(length) {
                let attack = self.answer(&mv, length);
                threats.push(Threat { mv, attack, length });
            }
        }
        self.position.undo(undo);
        threats
    }

    /// Whether a defence that lasts `length` moves is worth showing: whether it does away with one
    /// of the threats, and does not lose faster than by them.
    fn is_worth_showing(
        &mut self,
        threats: &[Threat<R::Move>],
        length: Moves,
        rest: Moves,
    ) -> bool {
        if self.options.no_short_variations && length < rest {
            return false;
        }
        let Some(threatened) = threats.first().map(|threat| threat.length) else { return true };
        if length != threatened {
            return length > threatened;
        }
        let good: Vec<_> = self.good_moves(length);
        let same = |threat: &R::Move, mv: &R::Move, position: &R| {
            let (a, b) = (position.outline(threat), position.outline(mv));
            (a.from, a.to, a.promotion, a.hurdle) == (b.from, b.to, b.promotion, b.hurdle)
        };
        !threats.iter().all(|threat| good.iter().any(|mv| same(&threat.mv, mv, &self.position)))
    }

    /// All moves of the attacker that succeed with `length` moves, fewer having failed.
    fn good_moves(&mut self, length: Moves) -> Vec<R::Move> {
        let last = self.play == Play::Direct && length == 1;
        let mut moves = if last { self.final_moves() } else { self.moves() };
        order::sort(&self.position, self.files, &mut moves);
        crew::rearrange(&mut moves, self.nth);
        let mut good = Vec::new();
        for mv in &moves {
            let reaches = (last || length == 1 && self.aims_itself()) && self.reaches(mv);
            if reaches || !last && self.succeeds(mv, length) {
                good.push(*mv);
            }
        }
        self.spare.push(moves);
        good
    }

    fn answers(&mut self, length: Moves) -> Vec<Attack> {
        self.good_moves(length).iter().map(|mv| self.answer(mv, length)).collect()
    }

    fn answer(&mut self, mv: &R::Move, length: Moves) -> Attack {
        if length == 1 && self.aims_itself() && self.reaches(mv) {
            return self.leaf(mv);
        }
        let (played, undo) = played(&mut self.position, mv);
        let after = self.aftermath(Before::Key, length - 1);
        self.position.undo(undo);
        Attack { played, merit: Merit::Continuation, after }
    }
}

impl<R: Rules<Move: Send + Sync> + Send> Chief for Battle<'_, R> {
    fn helper(&self) -> Self {
        Battle {
            position: self.position.clone(),
            play: self.play,
            aim: self.aim.clone(),
            options: self.options,
            files: self.files,
            watch: self.watch.another(),
            known: self.known.clone(),
            under_way: self.under_way.clone(),
            oracle: self.oracle.clone(),
            held: self.held.clone(),
            spare: Vec::new(),
            refuters: self.refuters.clone(),
            solvers: self.solvers.clone(),
            leeway: self.leeway,
            nth: 0,
        }
    }

    fn wants_help(&self) -> Help {
        // one move may be all the work
        Help::Soon
    }

    fn keeps_together(&self) -> bool {
        // what forces the defence after one first move often does so after the next
        self.play != Play::Direct
    }

    fn at_work(&mut self) -> (&mut Watch, &mut usize) {
        (&mut self.watch, &mut self.nth)
    }
}

/// A move that the defence must do something about.
struct Threat<M> {
    mv: M,
    attack: Attack,
    length: Moves,
}

fn forced(played: Played) -> Attack {
    Attack { played, merit: Merit::Forced, after: Aftermath::default() }
}

/// Moves that did well before are looked at first; how many there are.
fn bring_forward<M: Copy + Eq>(moves: &mut [M], first: &[Option<M>; 2]) -> usize {
    let mut good = 0;
    for mv in first.iter().rev().flatten() {
        if let Some(at) = moves.iter().position(|other| other == mv) {
            moves[..=at].rotate_right(1);
            good += 1;
        }
    }
    good
}

fn remember<M: Copy + Eq>(slots: &mut [Option<M>; 2], mv: M) {
    if slots[0] != Some(mv) {
        *slots = [Some(mv), slots[0]];
    }
}
