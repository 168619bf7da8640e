//! A bound for mates and stalemates by help: can the final picture still be put together?
//!
//! The nets of [`Net`](super::net::Net) ask for each side apart what its men can do round the king. Here
//! one final position is put together for both, as the intelligent mode of Popeye does before its search,
//! but anew for each position that is looked at, and only until one is found. The king stands on
//! its square; everything else is open at first. Then the picture is searched for a fault: a square to
//! which the king could go, a check that is missing or too much, a man that could move in a
//! stalemate. For each fault there are a few ways to mend it, each of which settles where one more man
//! stands in the end (or that it was captured), and takes moves of its side. If no way through all the
//! faults keeps within the moves of White and of Black, no such position can arise.
//!
//! Men walk as if nothing was in their way, and men that are not settled yet are in nobody's way; so the
//! bound errs on the hopeful side only. It knows orthodox men on the ordinary board, and men that never
//! move; of other men of the king's side it is only known where they may stand.

use solusrex_rules::{KindId, Side, Square};

use super::{
    lines::Lines,
    masks::{Men, Walks, squares},
    reaching::Reaching,
    targets::{self, Targets},
};

/// After so many settled men nothing is ruled out.
const PATIENCE: u32 = 5_000;

/// A set of squares of the ordinary board.
type Set = u64;

/// A final position in the making.
#[derive(Debug)]
pub(crate) struct Picture<'a> {
    walks: &'a Walks,
    lines: &'a Lines,
    mate: bool,
    prey: Side,
    /// Where the king stands in the end.
    king: usize,
    own: Vec<Actor<'a>>,
    hunters: Vec<Actor<'a>>,
    /// How many men the hunters may capture, more than two being two.
    captures: usize,
    /// The squares of the men that are settled, the king's among them.
    own_on: Set,
    hunters_on: Set,
    /// The moves that the king's side and the hunters have left for what is not settled.
    steps: u8,
    hunts: u8,
    /// What they had at first.
    budgets: [u8; 2],
    /// Whether a hunter might pin.
    may_pin: bool,
    /// How many men of the king's side might stand round another one of them.
    company: usize,
    /// What was tried in vain and need not be tried again.
    barred: Vec<Bar>,
    patience: u32,
    /// The steps of the last picture.
    taken: u32,
    /// Where all pictures are to be gathered rather than one found.
    gathered: Option<Gathering<'a>>,
}

/// How pictures are gathered.
#[derive(Debug)]
pub(crate) struct Gathering<'a> {
    pub(crate) targets: &'a mut Targets,
    /// How many they may be, and after how many settled men there are too many.
    pub(crate) most: usize,
    pub(crate) patience: u32,
}

/// A man that takes part.
#[derive(Debug)]
struct Actor<'a> {
    walk: u16,
    at: usize,
    reaching: &'a Reaching,
    fate: Fate,
    /// The moves that it needs for what is settled.
    moves: u8,
    /// Where it cannot stand, for each of its futures.
    barred: [Set; FUTURES],
}

/// What becomes of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    /// Captured by a hunter after so many moves of its own.
    Captured {
        by: usize,
        moves: u8,
    },
    /// It stands somewhere else than now; a move of it is paid for.
    Away,
    /// It stands on a square, which takes so many moves.
    Stands {
        walk: u16,
        at: usize,
        moves: u8,
    },
}

/// What is wrong with a picture.
#[derive(Clone, Copy, Debug)]
enum Fault {
    None,
    /// The king may go to a square.
    Flight(usize),
    /// It is not settled what becomes of a man of the king's side.
    Open(usize),
}

/// What a hunter is needed for.
#[derive(Clone, Copy, Debug)]
enum Duty {
    /// To attack a square.
    Guard(usize),
    /// To pin the man on a square from one of the squares behind it.
    Pin { man: usize, ray: Set },
    /// To stand on one of some squares.
    Fill(Set),
}

/// A place where a man cannot stand.
#[derive(Clone, Copy, Debug)]
struct Bar {
    hunts: bool,
    man: usize,
    future: usize,
    square: usize,
}

/// For so many futures it is noted what was tried in vain.
const FUTURES: usize = 5;

impl<'a> Actor<'a> {
    fn new(walks: &'a Walks, captures: usize, (walk, at): (u16, u8)) -> Actor<'a> {
        Actor {
            walk,
            at: at.into(),
            reaching: walks.reaching(walk, captures, at.into()),
            fate: Fate::Open,
            moves: 0,
            barred: [0; FUTURES],
        }
    }

    fn is_open(&self) -> bool {
        self.fate == Fate::Open
    }

    /// Whether it may still be put somewhere, and how many moves are paid for.
    fn is_free(&self) -> Option<u8> {
        match self.fate {
            Fate::Open => Some(0),
            Fate::Away => Some(1),
            _ => None,
        }
    }

    /// What it may be in the end.
    fn future(&self, nth: usize) -> u16 {
        if nth == 0 { self.walk } else { self.reaching.futures[nth] }
    }

    /// Where it may stand as one of its futures with so many moves.
    #[inline]
    fn within(&self, nth: usize, moves: u8) -> Set {
        self.reaching.within(nth, moves) & !self.barred.get(nth).copied().unwrap_or(0)
    }
}

impl<'a> Picture<'a> {
    /// Takes the men of a position.
    pub(crate) fn new(
        walks: &'a Walks,
        lines: &'a Lines,
        prey: Side,
        mate: bool,
        own: Men<'_>,
        hunters: Men<'_>,
    ) -> Picture<'a> {
        let actors = |men: Men<'_>| {
            men.men.iter().map(|&man| Actor::new(walks, men.captures, man)).collect()
        };
        Picture {
            walks,
            lines,
            mate,
            prey,
            king: 0,
            own: actors(own),
            hunters: actors(hunters),
            captures: hunters.captures,
            own_on: 0,
            hunters_on: 0,
            steps: 0,
            hunts: 0,
            budgets: [0; 2],
            may_pin: false,
            company: 0,
            barred: Vec::new(),
            patience: 0,
            taken: 0,
            gathered: None,
        }
    }

    /// Has all pictures gathered rather than one found: then none
    /// [can be made](Picture::can_be_made) unless there are too many.
    pub(crate) fn gathering(self, gathering: Gathering<'a>) -> Picture<'a> {
        Picture { gathered: Some(gathering), ..self }
    }

    /// Whether the king may be caught on a square with so many further moves of its men and of the
    /// hunters.
    pub(crate) fn can_be_made(&mut self, king: Square, steps: usize, hunts: usize) -> bool {
        self.king = king.index();
        self.own_on = 1 << self.king;
        self.hunters_on = 0;
        (self.steps, self.hunts) = (steps as u8, hunts as u8);
        self.budgets = [self.steps, self.hunts];
        self.may_pin = self.hunters.iter().any(|man| {
            let mut futures = 0..man.reaching.futures.len();
            futures
                .any(|nth| self.walks.may_pin(man.future(nth)) && man.within(nth, self.hunts) != 0)
        });
        self.company = self.own.len();
        let patience = self.gathered.as_ref().map_or(PATIENCE, |gathering| gathering.patience);
        self.patience = patience;
        let made = self.can_be_completed();
        self.taken = patience - self.patience;
        made
    }

    /// How many steps the last picture took.
    pub(crate) fn steps_taken(&self) -> u32 {
        self.taken
    }

    fn filled(&self) -> Set {
        self.own_on | self.hunters_on
    }

    /// Finds a fault and mends it in every way.
    fn can_be_completed(&mut self) -> bool {
        if self.patience == 0 {
            return true;
        }
        self.patience -= 1;
        let before = self.barred.len();
        let done = self.can_be_mended();
        for bar in self.barred.drain(before..) {
            let men = if bar.hunts { &mut self.hunters } else { &mut self.own };
            men[bar.man].barred[bar.future] &= !(1 << bar.square);
        }
        done
    }

    fn can_be_mended(&mut self) -> bool {
        if !self.mate {
            let restless = self.own.iter().find_map(|man| match man.fate {
                Fate::Stands { walk, at, .. } if !self.rests(walk, at) => Some((walk, at)),
                _ => None,
            });
            if let Some((walk, at)) = restless {
                return self.put_to_rest(walk, at);
            }
        }
        match self.check() {
            None if self.mate => return self.post(Duty::Guard(self.king)),
            Some(from) if !self.mate => {
                return self.fill_any(self.lines.between(from, self.king));
            }
            _ => {}
        }
        // men that never move: everything else depends on whether they stand in the way
        let fixed = |man: &Actor<'_>| man.is_open() && man.reaching.is_fixed();
        if !self.mate
            && let Some(man) = self.own.iter().position(fixed)
        {
            return self.settle(man);
        }
        let mut worst = (u32::MAX, Fault::None);
        let mut to_block = 0;
        for flight in squares(self.walks.ring_bits(self.king) & !self.own_on) {
            if !self.is_guarded(flight) {
                let blocks = self.ways_to_block(flight, worst.0);
                let guards = self.ways_to_guard(flight, worst.0.saturating_sub(blocks));
                let ways = blocks + guards;
                if ways == 0 {
                    return false;
                }
                if guards == 0 {
                    to_block |= 1 << flight;
                }
                if ways < worst.0 {
                    worst = (ways, Fault::Flight(flight));
                }
            }
        }
        if self.is_too_much_to_block(to_block) {
            return false;
        }
        if self.mate && worst.0 == u32::MAX {
            return self.is_mate();
        }
        if !self.mate && worst.0 == u32::MAX {
            for man in (0..self.own.len()).filter(|&man| self.own[man].is_open()) {
                let ways = self.ways_to_settle(man);
                if ways == 0 {
                    return false;
                }
                if ways < worst.0 {
                    worst = (ways, Fault::Open(man));
                }
            }
        }
        match worst.1 {
            Fault::None => self.is_enough(),
            Fault::Flight(flight) => self.block(flight) || self.post(Duty::Guard(flight)),
            Fault::Open(man) => self.settle(man),
        }
    }

    /// Looks for faults of a mate in which every square round the king is seen to.
    fn is_mate(&mut self) -> bool {
        // men on their squares, as long as nothing else is settled about them
        let still = |men: &[Actor<'_>]| -> Set {
            men.iter().filter(|man| man.is_open()).fold(0, |set, man| set | 1 << man.at)
        };
        let own_still = still(&self.own);
        let mut checks = self.hunters.iter().filter_map(|man| match man.fate {
            Fate::Stands { walk, at, .. } => (self.walks.attackers(walk, self.king) >> at & 1 != 0
                && self.lines.between(at, self.king) & self.filled() == 0)
                .then_some(at),
            _ => None,
        });
        if let (Some(from), None) = (checks.next(), checks.next()) {
            let line = self.lines.between(from, self.king);
            if let Some(man) = self.standing_on(line) {
                return self.settle(man);
            }
            let answers = |man: &Actor<'_>| match man.fate {
                Fate::Stands { walk, at, .. } => {
                    self.answer(walk, at, from, line, self.filled()).map(|to| (at, to))
                }
                _ => None,
            };
            if let Some((at, to)) = self.own.iter().find_map(answers) {
                return self.prevent(at, to, line);
            }
            let filled = self.filled() | own_still | still(&self.hunters);
            let answers = |man: &Actor<'_>| {
                man.is_open() && self.answer(man.walk, man.at, from, line, filled).is_some()
            };
            if let Some(man) = self.own.iter().position(answers) {
                return self.settle(man);
            }
        }
        // a man that stands on the line of a guard must go, or another guard come
        for flight in squares(self.walks.ring_bits(self.king) & !self.own_on) {
            let filled = self.filled() & !(1 << self.king);
            let lines = self.hunters.iter().filter_map(|man| match man.fate {
                Fate::Stands { walk, at, .. } => {
                    let line = self.lines.between(at, flight);
                    let guards =
                        self.walks.attackers(walk, flight) >> at & 1 != 0 && line & filled == 0;
                    guards.then_some(line)
                }
                _ => None,
            });
            let in_the_way = lines.map(|line| line & own_still).min().unwrap_or(0);
            if let Some(man) = self.standing_on(in_the_way) {
                return self.settle(man);
            }
        }
        self.is_enough()
    }

    /// Whether a picture without faults ends the search.
    fn is_enough(&mut self) -> bool {
        let Some(Gathering { targets, most, .. }) = &mut self.gathered else { return true };
        let part = |hunts: bool, man: &Actor<'_>| {
            let (duty, moves) = match man.fate {
                Fate::Stands { walk, at, moves } => {
                    (targets::Duty::Stands { walk, at: at as u8 }, moves)
                }
                Fate::Captured { by, .. } => {
                    (targets::Duty::Captured { by: self.hunters[by].at as u8 }, 0)
                }
                Fate::Away => (targets::Duty::Away, 1),
                Fate::Open if man.moves > 0 => (targets::Duty::Hunts, 0),
                Fate::Open => return None,
            };
            Some(targets::Part::new(hunts, man.walk, man.at, duty, moves))
        };
        let own = self.own.iter().filter_map(|man| part(false, man));
        let hunters = self.hunters.iter().filter_map(|man| part(true, man));
        let [steps, hunts] = self.budgets;
        let needs = [steps - self.steps, hunts - self.hunts];
        targets.add(self.king, own.chain(hunters), needs);
        targets.len() > *most
    }

    /// A man of the king's side of which nothing is settled and that stands on one of some squares.
    fn standing_on(&self, squares: Set) -> Option<usize> {
        self.own.iter().position(|man| man.is_open() && squares >> man.at & 1 != 0)
    }

    /// Where a man of the king's side would go against a check from a square over a line, if it is
    /// not pinned.
    fn answer(&self, walk: u16, at: usize, from: usize, line: Set, filled: Set) -> Option<usize> {
        let kind = self.walks.orthodox_kind(walk)?;
        let to = match kind {
            KindId::PAWN => {
                self.walks.attacked(walk, at) & 1 << from | self.walks.exit_bits(walk, at) & line
            }
            _ => self.walks.attacked(walk, at) & (1 << from | line),
        };
        let to = squares(to).find(|&to| self.lines.between(at, to) & filled == 0)?;
        (!self.is_held(at)).then_some(to)
    }

    /// Whether a settled hunter pins a man.
    fn is_held(&self, at: usize) -> bool {
        let (ray, filled) = (self.lines.beyond(self.king, at), self.filled());
        ray != 0
            && self.lines.between(self.king, at) & filled == 0
            && self.hunters.iter().any(|man| match man.fate {
                Fate::Stands { walk, at: from, .. } => {
                    ray >> from & 1 != 0
                        && self.walks.attackers(walk, self.king) >> from & 1 != 0
                        && self.lines.between(at, from) & filled == 0
                }
                _ => false,
            })
    }

    /// Prevents an answer to a check: by a pin, something in the way, or another check.
    fn prevent(&mut self, at: usize, to: usize, line: Set) -> bool {
        let ray = self.lines.beyond(self.king, at);
        let clear = self.lines.between(self.king, at) & self.filled() == 0;
        ray != 0 && clear && self.post(Duty::Pin { man: at, ray })
            || self.fill_any(self.lines.between(at, to) | line)
            || self.post(Duty::Guard(self.king))
    }

    /// How many ways there are at most to settle an open man of the king's side in a stalemate.
    fn ways_to_settle(&self, man: usize) -> u32 {
        let captures = self.hunters.iter().filter(|hunter| self.hunts + hunter.moves > 0).count();
        let futures = 0..self.own[man].reaching.futures.len();
        let places = |nth| self.places(man, nth).count_ones();
        captures as u32 + futures.map(places).sum::<u32>()
    }

    /// Where an open man of the king's side may stand in the end as one of its futures.
    #[inline]
    fn places(&self, man: usize, nth: usize) -> Set {
        let man = &self.own[man];
        let steps = self.steps + man.is_free().unwrap_or(0);
        let on = man.within(nth, steps) & !self.filled();
        if on == 0 || self.mate {
            return on;
        }
        let walk = man.future(nth);
        let pins = match self.walks.orthodox_kind(walk) {
            None | Some(KindId::PAWN) => return on,
            _ if !self.may_pin => 0,
            Some(KindId::ROOK) => self.lines.diagonal(self.king),
            Some(KindId::BISHOP) => self.lines.straight(self.king),
            Some(KindId::KNIGHT) => self.lines.diagonal(self.king) | self.lines.straight(self.king),
            _ => 0,
        };
        on & (pins | self.walks.snug(walk, self.company))
    }

    /// Whether a hunter that is settled attacks a square, the king being out of the way.
    fn is_guarded(&self, square: usize) -> bool {
        let filled = self.filled() & !(1 << self.king);
        self.hunters.iter().any(|man| match man.fate {
            Fate::Stands { walk, at, .. } => {
                self.walks.attackers(walk, square) >> at & 1 != 0
                    && self.lines.between(at, square) & filled == 0
            }
            _ => false,
        })
    }

    /// How many ways there are at most to block a square with one more man; counted until they are
    /// `enough`.
    fn ways_to_block(&self, square: usize, enough: u32) -> u32 {
        if self.filled() >> square & 1 != 0 {
            return 0;
        }
        let mut ways = 0;
        for man in &self.own {
            if ways >= enough {
                break;
            }
            let Some(paid) = man.is_free() else { continue };
            let most = self.steps + paid;
            if man.reaching.anyhow(most) >> square & 1 != 0 {
                let futures = 0..man.reaching.futures.len();
                let comes = |nth: &usize| man.within(*nth, most) >> square & 1 != 0;
                ways += futures.filter(comes).count() as u32;
            }
        }
        ways
    }

    /// How many ways there are at most to guard a square with one more man; counted until there is
    /// one and they are `enough`.
    fn ways_to_guard(&self, square: usize, enough: u32) -> u32 {
        let filled = self.filled();
        let mut ways = 0;
        for man in self.hunters.iter().filter(|man| man.is_open()) {
            if ways >= enough.max(1) {
                break;
            }
            for nth in 0..man.reaching.futures.len() {
                let on = man.within(nth, self.hunts + man.moves)
                    & self.walks.attackers(man.future(nth), square);
                ways += (on & !filled).count_ones();
            }
        }
        ways
    }

    /// Whether the men of the king's side cannot come to all of these squares with the moves that are
    /// left, each square being taken by the man that is nearest to it.
    fn is_too_much_to_block(&self, to_block: Set) -> bool {
        if to_block & to_block.wrapping_sub(1) == 0 {
            return false;
        }
        let mut far = 0;
        for steps in 0..self.steps {
            let free = self.own.iter().filter_map(|man| man.is_free().map(|paid| (man, paid)));
            let near = free.fold(0, |set, (man, paid)| set | man.reaching.anyhow(steps + paid));
            let farther = (to_block & !near).count_ones();
            if farther == 0 {
                break;
            }
            far += farther;
        }
        far > u32::from(self.steps)
    }

    /// A settled hunter that gives check.
    fn check(&self) -> Option<usize> {
        self.hunters.iter().find_map(|man| match man.fate {
            Fate::Stands { walk, at, .. } => (self.walks.attackers(walk, self.king) >> at & 1 != 0
                && self.lines.between(at, self.king) & self.filled() == 0)
                .then_some(at),
            _ => None,
        })
    }

    /// Whether a settled man of the king's side has no move.
    fn rests(&self, walk: u16, at: usize) -> bool {
        let Some(kind) = self.walks.orthodox_kind(walk) else { return true };
        let exits = self.walks.exit_bits(walk, at);
        let shut = match kind {
            KindId::PAWN => {
                exits & !self.filled() == 0 && self.walks.attacked(walk, at) & self.hunters_on == 0
            }
            _ => exits & !self.own_on == 0,
        };
        shut || self.is_pinned(kind, walk, at)
    }

    fn is_pinned(&self, kind: KindId, walk: u16, at: usize) -> bool {
        let ray = self.pinning_ray(kind, walk, at);
        ray != 0 && {
            let filled = self.filled();
            self.hunters.iter().any(|man| match man.fate {
                Fate::Stands { walk, at: from, .. } => {
                    ray >> from & 1 != 0
                        && self.walks.attackers(walk, self.king) >> from & 1 != 0
                        && self.lines.between(at, from) & filled == 0
                }
                _ => false,
            })
        }
    }

    /// From where a hunter would bring a man to rest by a pin.
    fn pinning_ray(&self, kind: KindId, walk: u16, at: usize) -> Set {
        let ray = self.lines.beyond(self.king, at);
        if ray == 0 || self.lines.between(self.king, at) & self.filled() != 0 {
            return 0;
        }
        let straight = self.king / 8 == at / 8 || self.king % 8 == at % 8;
        let holds = match kind {
            KindId::QUEEN => false,
            KindId::ROOK => !straight,
            KindId::BISHOP => straight,
            // along its file it goes on unless it is blocked
            KindId::PAWN => {
                self.king % 8 != at % 8 || self.walks.exit_bits(walk, at) & !self.filled() == 0
            }
            _ => true,
        };
        match kind {
            _ if !holds => 0,
            // it takes the man that pins it
            KindId::PAWN => ray & !self.walks.attacked(walk, at),
            _ => ray,
        }
    }

    /// Brings a settled man to rest in every way.
    fn put_to_rest(&mut self, walk: u16, at: usize) -> bool {
        let Some(kind) = self.walks.orthodox_kind(walk) else { return true };
        let exits = self.walks.exit_bits(walk, at);
        let ray = self.pinning_ray(kind, walk, at);
        if kind == KindId::PAWN {
            let gap = exits & !self.filled();
            // pinned along its file it must be blocked as well
            let takes = self.walks.attacked(walk, at) & self.hunters_on != 0;
            let may_be_blocked = gap != 0 && (!takes || self.king % 8 == at % 8);
            may_be_blocked && self.fill_any(gap)
                || ray != 0 && self.post(Duty::Pin { man: at, ray })
        } else {
            let gaps = exits & !self.own_on;
            let open = self.own.iter().filter(|man| man.is_open()).count();
            let may_be_blocked = gaps & self.hunters_on == 0 && gaps.count_ones() as usize <= open;
            may_be_blocked && self.block(gaps.trailing_zeros() as usize)
                || ray != 0 && self.post(Duty::Pin { man: at, ray })
        }
    }

    /// Puts a man of either side on one of some squares.
    fn fill_any(&mut self, on: Set) -> bool {
        squares(on).any(|square| self.block(square)) || on != 0 && self.post(Duty::Fill(on))
    }

    /// Puts an open hunter where it does its duty.
    fn post(&mut self, duty: Duty) -> bool {
        let filled = self.filled();
        for man in 0..self.hunters.len() {
            let Actor { reaching, moves, .. } = self.hunters[man];
            if !self.hunters[man].is_open() {
                continue;
            }
            let most = self.hunts + moves;
            for nth in 0..reaching.futures.len() {
                let hunter = &self.hunters[man];
                let walk = hunter.future(nth);
                let suits = match duty {
                    Duty::Guard(square) => self.walks.attackers(walk, square),
                    Duty::Pin { ray, .. } => self.walks.attackers(walk, self.king) & ray,
                    Duty::Fill(on) => on,
                };
                let mut on = hunter.within(nth, most) & suits & !filled;
                if Walks::is_royal(walk) {
                    on &= !self.walks.ring_bits(self.king);
                }
                let mut moves = 0;
                while on != 0 {
                    let now = on & reaching.within(nth, moves);
                    on &= !now;
                    for to in squares(now) {
                        let way = match duty {
                            Duty::Guard(square) => {
                                self.lines.between(square, to) & !(1 << self.king)
                            }
                            Duty::Pin { man, .. } => self.lines.between(man, to),
                            Duty::Fill(_) => 0,
                        };
                        if way & filled != 0 {
                            continue;
                        }
                        self.hunters[man].fate = Fate::Stands { walk, at: to, moves };
                        self.hunters_on |= 1 << to;
                        let done = self.meets_victims(man, 0);
                        self.hunters_on &= !(1 << to);
                        self.hunters[man].fate = Fate::Open;
                        if done {
                            return true;
                        }
                        self.bar(Bar { hunts: true, man, future: nth, square: to });
                    }
                    moves += 1;
                }
            }
        }
        false
    }

    /// Notes what was tried in vain.
    fn bar(&mut self, bar: Bar) {
        let men = if bar.hunts { &mut self.hunters } else { &mut self.own };
        if let Some(barred) = men[bar.man].barred.get_mut(bar.future) {
            *barred |= 1 << bar.square;
            self.barred.push(bar);
        }
    }

    /// Puts an open man of the king's side on a square.
    fn block(&mut self, square: usize) -> bool {
        if self.filled() >> square & 1 != 0 {
            return false;
        }
        for man in 0..self.own.len() {
            let Actor { reaching, at, .. } = self.own[man];
            let Some(paid) = self.own[man].is_free() else { continue };
            if reaching.anyhow(self.steps + paid) >> square & 1 == 0 || paid > 0 && at == square {
                continue;
            }
            for nth in 0..reaching.futures.len() {
                if self.places(man, nth) >> square & 1 != 0 {
                    if self.stands(man, nth, square) {
                        return true;
                    }
                    self.bar(Bar { hunts: false, man, future: nth, square });
                }
            }
        }
        false
    }

    /// Settles a man of the king's side on a square and goes on.
    fn stands(&mut self, man: usize, nth: usize, at: usize) -> bool {
        let Actor { reaching, .. } = self.own[man];
        let walk = self.own[man].future(nth);
        if !self.mate && !self.may_rest(walk, at) {
            return false;
        }
        let moves = reaching.moves(nth, at);
        let (before, paid) = (self.own[man].fate, self.own[man].is_free().unwrap_or(0));
        self.steps = self.steps + paid - moves;
        self.own[man].fate = Fate::Stands { walk, at, moves };
        self.own_on |= 1 << at;
        let done = self.can_be_completed();
        self.own_on &= !(1 << at);
        self.own[man].fate = before;
        self.steps = self.steps + moves - paid;
        done
    }

    /// Whether a man has any chance to come to rest on a square.
    fn may_rest(&self, walk: u16, at: usize) -> bool {
        let Some(kind) = self.walks.orthodox_kind(walk) else { return true };
        if kind == KindId::PAWN {
            return true;
        }
        let gaps = self.walks.exit_bits(walk, at) & !self.own_on;
        let open = self.own.iter().filter(|man| man.is_open()).count();
        gaps & self.hunters_on == 0 && (gaps.count_ones() as usize) < open
            || self.pinning_ray(kind, walk, at) != 0
    }

    /// Settles an open man of the king's side in every way.
    fn settle(&mut self, man: usize) -> bool {
        let Actor { at, reaching, .. } = self.own[man];
        let stays = self.places(man, 0) >> at & 1 != 0;
        if stays && self.stands(man, 0, at) {
            return true;
        }
        if self.capture(man) {
            return true;
        }
        if self.mate {
            return self.goes_away(man);
        }
        for nth in 0..reaching.futures.len() {
            for to in squares(self.places(man, nth)) {
                if !(nth == 0 && to == at) && self.stands(man, nth, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Has an open man of the king's side go elsewhere.
    fn goes_away(&mut self, man: usize) -> bool {
        let Actor { at, reaching, .. } = self.own[man];
        self.steps > 0 && reaching.anyhow(1) & !(1 << at) != 0 && {
            self.steps -= 1;
            self.own[man].fate = Fate::Away;
            let done = self.can_be_completed();
            self.own[man].fate = Fate::Open;
            self.steps += 1;
            done
        }
    }

    /// Has an open man of the king's side captured by every hunter: where it stands, or where it went
    /// to meet the hunter.
    fn capture(&mut self, man: usize) -> bool {
        self.company -= 1;
        let done = self.is_captured(man);
        self.company += 1;
        done
    }

    fn is_captured(&mut self, man: usize) -> bool {
        for by in 0..self.hunters.len() {
            let mut fewest = self.hunts + self.hunters[by].moves + 1;
            for moves in 0..=self.steps {
                self.own[man].fate = Fate::Captured { by, moves };
                let needed = self.moves_of(by);
                let better = needed < fewest;
                fewest = needed.min(fewest);
                self.steps -= moves;
                let done = better && self.goes_on_with(by);
                self.steps += moves;
                self.own[man].fate = Fate::Open;
                if done {
                    return true;
                }
                if fewest <= self.hunters[by].moves.max(1) {
                    break;
                }
            }
        }
        false
    }

    /// Goes on after a hunter was settled. What it captured before, it may have captured elsewhere, to
    /// where its victims (from the `nth` man on) made more moves.
    fn meets_victims(&mut self, hunter: usize, nth: usize) -> bool {
        let captured = |man: &Actor<'_>| match man.fate {
            Fate::Captured { by, moves } if by == hunter => Some(moves),
            _ => None,
        };
        let victims = self.own.iter().enumerate().skip(nth);
        let Some((man, before)) =
            victims.filter_map(|(nth, man)| Some((nth, captured(man)?))).next()
        else {
            return self.goes_on_with(hunter);
        };
        // more than the hunter has is too much, less than it needs anyhow is of no use
        let most = self.hunts + self.hunters[hunter].moves;
        let least = self.moves_to_stand(hunter);
        let mut fewest = most + 1;
        let mut done = false;
        for more in 0..=self.steps {
            self.own[man].fate = Fate::Captured { by: hunter, moves: before + more };
            let needed = self.moves_over(hunter, man);
            if needed < fewest {
                fewest = needed;
                self.steps -= more;
                done = self.meets_victims(hunter, man + 1);
                self.steps += more;
                if done || needed <= least {
                    break;
                }
            }
        }
        self.own[man].fate = Fate::Captured { by: hunter, moves: before };
        done
    }

    /// Goes on after something new was settled for a hunter.
    fn goes_on_with(&mut self, man: usize) -> bool {
        let needed = self.moves_of(man);
        let before = self.hunters[man].moves;
        let more = needed.saturating_sub(before);
        if more > self.hunts {
            return false;
        }
        self.hunts -= more;
        self.hunters[man].moves = before + more;
        let done = self.can_be_completed();
        self.hunters[man].moves = before;
        self.hunts += more;
        done
    }

    /// The moves that a hunter needs at least for what it must do.
    fn moves_of(&self, hunter: usize) -> u8 {
        let mut needed = self.moves_to_stand(hunter);
        let mut count = 0;
        for (man, victim) in self.own.iter().enumerate() {
            if matches!(victim.fate, Fate::Captured { by, .. } if by == hunter) {
                count += 1;
                needed = needed.max(self.moves_over(hunter, man));
            }
        }
        needed.max(count)
    }

    /// The moves that a hunter needs at least to stand where it must.
    fn moves_to_stand(&self, hunter: usize) -> u8 {
        match self.hunters[hunter].fate {
            Fate::Stands { moves, .. } => moves,
            _ => 0,
        }
    }

    /// The moves that a hunter needs at least to capture a man on its way.
    fn moves_over(&self, hunter: usize, man: usize) -> u8 {
        let victim = &self.own[man];
        let Fate::Captured { moves, .. } = victim.fate else { return 0 };
        let met = victim.reaching.anyhow(moves)
            | self.walks.en_passant(victim.walk, victim.at, self.prey);
        let Actor { walk, at, fate, .. } = self.hunters[hunter];
        let stands = match fate {
            Fate::Stands { walk, at, .. } => Some((walk, at as u8)),
            _ => None,
        };
        self.walks.moves_over(self.captures, (walk, at as u8), stands, met)
    }
}
