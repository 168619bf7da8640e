//! The final pictures that a line of play may still reach.
//!
//! Where [`Picture`](super::picture::Picture) can put only a few final positions together, they are gathered
//! once. From then on a move of the line need not be met with new pictures: it is enough to see which
//! of the old ones remain, by the moves that their men still need (so the intelligent mode of Popeye
//! goes after each of its targets, though it takes them one by one and from the diagram only).

use solusrex_rules::{Move, Side, Special};

use super::masks::{Men, NEVER, Walks};

/// Final pictures, each with what is settled in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    targets: Vec<Target>,
    /// Those of all targets, one after the other.
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug)]
struct Target {
    /// Where the king is caught.
    king: u8,
    /// Where its parts end.
    end: u32,
    /// The squares of the men of its parts.
    men: u64,
    /// Whether all of these are to stand somewhere.
    settled: bool,
    /// The moves that the king's side, the king apart, and the hunters need.
    needs: Needs,
}

#[derive(Clone, Copy, Debug)]
struct Needs {
    steps: u8,
    hunts: u8,
}

/// What is settled about a man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    hunts: bool,
    /// What it is and where it stands before the end.
    walk: u16,
    at: u8,
    duty: Duty,
    /// The moves that its side needs for that.
    moves: u8,
}

/// What becomes of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    /// It stands on a square.
    Stands { walk: u16, at: u8 },
    /// It is captured by the hunter that is now on a square.
    Captured { by: u8 },
    /// It is anywhere but where it was.
    Away,
    /// It captures, and is anywhere.
    Hunts,
}

/// What a half-move changed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change {
    /// Men that moved; two when castling.
    moved: [Option<Step>; 2],
    /// The man that was captured, by its side and square.
    gone: Option<(bool, u8)>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    hunts: bool,
    from: u8,
    to: u8,
    /// What the man is now.
    walk: u16,
}

/// The men of a position and the moves that are left.
#[derive(Clone, Copy)]
pub(crate) struct Stage<'a> {
    pub(crate) walks: &'a Walks,
    pub(crate) prey: Side,
    /// The moves of the king to each square.
    pub(crate) king_walks: &'a [u8],
    pub(crate) own: Men<'a>,
    pub(crate) hunters: Men<'a>,
    pub(crate) steps: usize,
    pub(crate) hunts: usize,
}

impl Part {
    pub(crate) fn new(hunts: bool, walk: u16, at: usize, duty: Duty, moves: u8) -> Part {
        Part { hunts, walk, at: at as u8, duty, moves }
    }

    /// What the change makes of it; nothing if it is impossible now, or else whether it is done with.
    fn after(&mut self, change: &Change, stage: &Stage<'_>) -> Option<bool> {
        if change.gone == Some((self.hunts, self.at)) {
            let taken_by =
                |by: u8| change.moved.iter().flatten().any(|step| step.hunts && step.from == by);
            return matches!(self.duty, Duty::Captured { by } if taken_by(by)).then_some(true);
        }
        for step in change.moved.iter().flatten() {
            if step.hunts && self.duty == (Duty::Captured { by: step.from }) {
                self.duty = Duty::Captured { by: step.to };
                self.moves = 0;
                return Some(false);
            }
            if step.hunts == self.hunts && step.from == self.at {
                (self.at, self.walk) = (step.to, step.walk);
                return self.goes_on(stage).then_some(self.duty == Duty::Away);
            }
        }
        Some(false)
    }

    /// Counts the moves of a man that moved; whether it can do its duty.
    fn goes_on(&mut self, stage: &Stage<'_>) -> bool {
        self.moves = match self.duty {
            Duty::Stands { walk, at } => {
                let men = if self.hunts { stage.hunters } else { stage.own };
                let moves = stage.walks.moves_as(self.walk, walk, men.captures);
                moves.map_or(NEVER, |moves| moves[64 * usize::from(self.at) + usize::from(at)])
            }
            // to be counted anew, with the hunter
            Duty::Captured { .. } | Duty::Away | Duty::Hunts => 0,
        };
        self.moves != NEVER
    }
}

impl Change {
    /// What happened between two positions: the men of the king's side and the hunters, before and
    /// after.
    pub(crate) fn between(before: [Men<'_>; 2], after: [Men<'_>; 2]) -> Change {
        let mut change = Change::default();
        let mut steps = 0;
        for (hunts, (before, after)) in [false, true].into_iter().zip(before.into_iter().zip(after))
        {
            let set = |men: Men<'_>| men.men.iter().fold(0u64, |set, (_, at)| set | 1 << at);
            let (old, new) = (set(before), set(after));
            let mut left: u64 = old & !new;
            let came = |man: &&(u16, u8)| new & !old & 1 << man.1 != 0;
            for &(walk, to) in after.men.iter().filter(came) {
                let gone = |man: &&(u16, u8)| left >> man.1 & 1 != 0;
                let mut from = before.men.iter().filter(gone);
                // when castling two men come, neither of which is promoted
                let first = from.next();
                let same = first.into_iter().chain(from).find(|man| man.0 == walk).or(first);
                let Some(&(_, from)) = same else { continue };
                left &= !(1 << from);
                if let Some(step) = change.moved.get_mut(steps) {
                    *step = Some(Step { hunts, from, to, walk });
                }
                steps += 1;
            }
            if left != 0 {
                change.gone = Some((hunts, left.trailing_zeros() as u8));
            }
        }
        change
    }
}

impl Change {
    /// What a move would do; nothing is known about castling and what fairy conditions add.
    pub(crate) fn by(mv: &Move, walk: u16, hunts: bool, royal: bool) -> Option<Change> {
        let plain = !matches!(mv.special, Special::Castling(_)) && mv.effects.is_empty();
        let (from, to) = (mv.from.0, mv.to.0);
        plain.then(|| Change {
            moved: [(!royal).then_some(Step { hunts, from, to, walk }), None],
            gone: mv.captured.map(|square| (!hunts, square.0)),
        })
    }

    /// The squares of the men that it concerns.
    fn men(&self) -> u64 {
        let moved = self.moved.iter().flatten().map(|step| step.from);
        moved.chain(self.gone.map(|(_, at)| at)).fold(0, |set, at| set | 1 << at)
    }
}

impl Stage<'_> {
    /// The moves that a hunter needs at least to meet a man on its way, which is on one of some squares,
    /// and then to stand where it must, if so.
    fn moves_over(&self, hunter: (u16, u8), stands: Option<(u16, u8)>, met: u64) -> u8 {
        self.walks.moves_over(self.hunters.captures, hunter, stands, met)
    }

    /// Where a man of the king's side may be captured when it makes so many moves before.
    fn met(&self, walk: u16, at: u8, moves: usize) -> u64 {
        let reaching = self.walks.reaching(walk, self.own.captures, at.into());
        let met = reaching.anyhow(moves.min(usize::from(u8::MAX)) as u8);
        met | self.walks.en_passant(walk, at.into(), self.prey)
    }

    /// The moves that are needed for what is settled.
    fn needs(&self, king: u8, parts: &mut [Part]) -> Option<Needs> {
        let stays = |part: &&Part| !part.hunts && !matches!(part.duty, Duty::Captured { .. });
        let steps: usize = parts.iter().filter(stays).map(|part| usize::from(part.moves)).sum();
        let slack = self.steps.checked_sub(steps + self.walked(king))?;
        let mut hunts = 0;
        for nth in 0..parts.len() {
            let Part { walk, at, duty, moves, hunts: true } = parts[nth] else { continue };
            let (mut needed, stands) = match duty {
                Duty::Stands { walk, at } => (moves, Some((walk, at))),
                _ => (0, None),
            };
            let mut victims = 0;
            for victim in parts.iter_mut().filter(|part| part.duty == Duty::Captured { by: at }) {
                victims += 1;
                if victim.moves == 0 {
                    let met = self.met(victim.walk, victim.at, slack);
                    victim.moves = self.moves_over((walk, at), stands, met).max(1);
                }
                needed = needed.max(victim.moves);
            }
            hunts += usize::from(needed.max(victims));
        }
        // more than there are in a byte are too many
        Some(Needs { steps: steps.try_into().ok()?, hunts: hunts.try_into().ok()? })
    }

    #[inline]
    fn walked(&self, king: u8) -> usize {
        self.king_walks[usize::from(king)].into()
    }

    #[inline]
    fn suffices(&self, king: u8, needs: Needs) -> bool {
        usize::from(needs.hunts) <= self.hunts
            && usize::from(needs.steps) + self.walked(king) <= self.steps
    }
}

impl Targets {
    pub(crate) fn clear(&mut self) {
        self.targets.clear();
        self.parts.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The squares on which the hunters' king stands in one of them, unless it may stand anywhere in
    /// some.
    pub(crate) fn posts_of_king(&self) -> Option<u64> {
        let mut begin = 0;
        let post = |target: &Target| {
            let parts = &self.parts[begin..target.end as usize];
            begin = target.end as usize;
            parts.iter().find_map(|part| match part.duty {
                Duty::Stands { walk, at } if part.hunts && Walks::is_royal(walk) => Some(1 << at),
                _ => None,
            })
        };
        self.targets.iter().map(post).try_fold(0, |posts, post| Some(posts | post?))
    }

    /// One more, with the king on a square, and the moves of both sides that it takes, the king's apart.
    pub(crate) fn add(
        &mut self,
        king: usize,
        parts: impl IntoIterator<Item = Part>,
        [steps, hunts]: [u8; 2],
    ) {
        let first = self.parts.len();
        self.parts.extend(parts);
        self.push(king as u8, first, Needs { steps, hunts });
    }

    fn push(&mut self, king: u8, first: usize, needs: Needs) {
        let parts = &self.parts[first..];
        let men = parts.iter().fold(0, |set, part| set | 1 << part.at);
        let settled = parts.iter().all(|part| matches!(part.duty, Duty::Stands { .. }));
        self.targets.push(Target { king, end: self.parts.len() as u32, men, settled, needs });
    }

    /// Takes over those of others that remain after a change.
    pub(crate) fn take_over(&mut self, others: &Targets, change: &Change, stage: &Stage<'_>) {
        self.clear();
        let changed = change.men();
        let mut begin = 0;
        for target in &others.targets {
            let parts = &others.parts[begin..target.end as usize];
            begin = target.end as usize;
            let first = self.parts.len();
            let needs = match target.outlook(parts, changed, change, stage) {
                Outlook::Lost => continue,
                Outlook::Good { part, needs } => {
                    self.parts.extend_from_slice(parts);
                    if let Some((nth, part)) = part {
                        self.parts[first + nth] = part;
                    }
                    Some(needs)
                }
                Outlook::Unclear => self.takes(target.king, parts, change, stage),
            };
            match needs {
                Some(needs) => self.push(target.king, first, needs),
                None => self.parts.truncate(first),
            }
        }
    }

    /// Whether some of them remain after a change; `spare` is room to find out.
    pub(crate) fn remain(&self, change: &Change, stage: &Stage<'_>, spare: &mut Targets) -> bool {
        let changed = change.men();
        // those that the change does not concern are seen at once
        let untouched = |target: &Target| target.men & changed == 0;
        let remains = |target: &Target| stage.suffices(target.king, target.needs);
        if self.targets.iter().any(|target| untouched(target) && remains(target)) {
            return true;
        }
        spare.clear();
        let mut begin = 0;
        self.targets.iter().any(|target| {
            let parts = begin..target.end as usize;
            begin = target.end as usize;
            !untouched(target) && {
                let parts = &self.parts[parts];
                match target.outlook(parts, changed, change, stage) {
                    Outlook::Lost => false,
                    Outlook::Good { .. } => true,
                    Outlook::Unclear => spare.takes(target.king, parts, change, stage).is_some(),
                }
            }
        })
    }

    /// Takes the parts of a target over and tells what it needs, if it is still possible.
    fn takes(
        &mut self,
        king: u8,
        parts: &[Part],
        change: &Change,
        stage: &Stage<'_>,
    ) -> Option<Needs> {
        let first = self.parts.len();
        let mut captured = false;
        for part in parts {
            let mut part = *part;
            match part.after(change, stage)? {
                true => captured |= matches!(part.duty, Duty::Captured { .. }),
                false => self.parts.push(part),
            }
        }
        if captured {
            // who has captured all that it had to may be captured itself
            let parts = &self.parts[first..];
            let is_idle = |part: &Part| {
                part.duty == Duty::Hunts
                    && parts.iter().all(|other| other.duty != Duty::Captured { by: part.at })
            };
            if let Some(idle) = parts.iter().position(is_idle) {
                self.parts.swap_remove(first + idle);
            }
        }
        let needs = stage.needs(king, &mut self.parts[first..])?;
        stage.suffices(king, needs).then_some(needs)
    }
}

/// What a change makes of a target, as far as is seen at once.
enum Outlook {
    Lost,
    /// It remains, with another part in place of one.
    Good {
        part: Option<(usize, Part)>,
        needs: Needs,
    },
    /// Captures, or men that only have to be elsewhere, have to be looked at.
    Unclear,
}

impl Target {
    #[inline]
    fn outlook(&self, parts: &[Part], changed: u64, change: &Change, stage: &Stage<'_>) -> Outlook {
        let &Target { king, men, settled, mut needs, .. } = self;
        let concerned = men & changed;
        let mut moved = None;
        if concerned != 0 {
            let ([Some(step), None], true) = (change.moved, settled) else {
                return Outlook::Unclear;
            };
            let Some(nth) = parts.iter().position(|part| part.at == step.from) else {
                return Outlook::Unclear;
            };
            if concerned & (concerned - 1) != 0 {
                return Outlook::Lost;
            }
            let mut part = parts[nth];
            let before = part.moves;
            (part.at, part.walk) = (step.to, step.walk);
            if !part.goes_on(stage) {
                return Outlook::Lost;
            }
            let side = if step.hunts { &mut needs.hunts } else { &mut needs.steps };
            *side = (*side - before).saturating_add(part.moves);
            moved = Some((nth, part));
        }
        match stage.suffices(king, needs) {
            true => Outlook::Good { part: moved, needs },
            false => Outlook::Lost,
        }
    }
}
