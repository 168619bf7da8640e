//! Tempo budgets: which wanted final moves can still be reached with the moves left.

use std::cell::OnceCell;

use shakmaty::{Bitboard, Chess, Color, File, Move, Position as _, Rank, Role, Square};

use crate::{
    class::{Class, Classes},
    geometry::spread,
    goal::{Effect, Goal, Helpers, Men, Moves, Outlook, Ways},
};

/// Wanted final moves, prepared for the question whether any is within reach.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    hunter: Color,
    /// Whether so much is wanted that the question is idle.
    anything: bool,
    goals: Vec<Goals>,
    /// Many promotions are judged by the pawns' ways alone, at least while they are far away.
    promotions: Option<Promotions>,
}

/// Promotions that are judged by the pawns' ways.
#[derive(Clone, Debug)]
struct Promotions {
    /// The moves that a pawn needs to become, on its last, what is wanted, by its square.
    moves: [u32; 64],
    /// With no more half-moves left they are judged one by one.
    close: u32,
}

/// Goals of men of a kind, by the square of the last move.
#[derive(Clone, Debug)]
struct Goals {
    role: Role,
    /// Men that may be taken, if one is.
    victims: Vec<Role>,
    goals: Vec<(Square, Goal)>,
    /// Whether the last move checks.
    checks: bool,
}

impl Promotions {
    /// The pawns that may be in time.
    fn promoters(&self, men: &Men<'_>, left: Moves) -> Bitboard {
        let in_time = |from: &Square| self.moves[usize::from(*from)] <= left.hunter;
        men.hunters.of_role(Role::Pawn).into_iter().filter(in_time).collect()
    }
}

impl Goals {
    /// Goals that are not too far away at a glance, as most are, with their numbers.
    fn near<'a>(&'a self, outlook: &Outlook<'_>) -> impl Iterator<Item = (usize, &'a Goal)> + 'a {
        let reach = self.in_reach(outlook);
        let near = self.goals.iter().enumerate().filter(move |(_, (to, _))| reach.contains(*to));
        near.map(|(nth, (_, goal))| (nth, goal))
    }

    /// Squares of last moves that are not too far away at a glance, and more.
    fn in_reach(&self, outlook: &Outlook<'_>) -> Bitboard {
        let Outlook { men, most, .. } = outlook;
        let mut reach = men.hunters.reach(self.role, most.hunter);
        if !self.victims.is_empty() {
            reach &= self.victims_within(men, most.defender);
        }
        if self.checks && !matches!(self.role, Role::King | Role::Pawn) && reach.any() {
            reach &= self.checking(outlook);
        }
        reach
    }
}

impl Goals {
    /// Where men that may be taken stand, or come with so many moves.
    fn victims_within(&self, men: &Men<'_>, moves: u32) -> Bitboard {
        let come = |&role: &Role| men.defenders.of_role(role) | men.defenders.reach(role, moves);
        self.victims.iter().map(come).fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// Squares on which a last move of a piece might check: from where it sees the king, which comes
    /// there when nobody else moves, or by opening a line.
    fn checking(&self, outlook: &Outlook<'_>) -> Bitboard {
        let Outlook { men, most, .. } = outlook;
        if men.hunters.promotes_within(most.hunter) {
            return Bitboard::FULL;
        }
        let sees = |squares: Bitboard| spread(self.role, squares);
        let direct = match self.victims.is_empty() {
            true => sees(outlook.kings()),
            false => (0..=most.defender).fold(Bitboard::EMPTY, |all, victim| {
                let kings = outlook.kings_within(most.defender - victim);
                all | self.victims_within(men, victim) & sees(kings)
            }),
        };
        let men = men.hunters.of_role(self.role);
        let from = (0..most.hunter).fold(Bitboard::EMPTY, |all, moves| {
            let reached = match moves {
                0 => men,
                _ => men | outlook.men.hunters.reach(self.role, moves),
            };
            all | reached & outlook.openings(most.hunter - 1 - moves)
        });
        direct | sees(from)
    }
}

/// A goal, by kind and number, and the ways to it that are open.
#[derive(Clone, Copy, Debug)]
struct Open {
    kind: usize,
    nth: usize,
    ways: Ways,
}

/// What remains to be asked of the goals after any move, and what is known of the moves themselves. It
/// counts the goals of one aim, and so cannot outlive it.
#[derive(Debug)]
pub(crate) struct Sight<'a> {
    aim: &'a Aim,
    pub(crate) screen: Screen,
    left: Moves,
    /// The goals that can still be reached, in order of their kinds: no move brings the others back.
    within: OnceCell<Vec<Open>>,
}

/// More moves than any game has left.
pub(crate) const NEVER: u32 = 99;
/// With no more goals of a kind than these, ways to them are told apart: it takes longer to find them all
/// than to find one.
const FEW: usize = 4;
/// With more goals than these, the question would take longer than it saves.
const GOALS: usize = 128;
/// The same of promotions.
const PROMOTIONS: usize = 4;
/// The same when the end is near.
const CLOSE_PROMOTIONS: usize = 16;
/// So many half-moves before it.
const CLOSE: u32 = 5;
/// The same of promotions.
const CLOSE_FOR_PAWNS: u32 = 7;

impl Aim {
    /// The question for mates.
    pub(crate) fn mates(wanted: &Classes) -> Aim {
        Aim::new(wanted, |_, _| true, Effect::Mate)
    }

    /// Prepares the question: certain men may be taken by moves of a class, which
    /// have an effect.
    pub(crate) fn new(
        wanted: &Classes,
        may_take: impl Fn(Class, Role) -> bool,
        effect: Effect,
    ) -> Aim {
        let hunter = wanted.color();
        let of_pieces = wanted.iter().filter(|class| class.parts().0 != Role::Pawn).count();
        let anything = wanted.has_pawn_moves() || wanted.has_castling() || of_pieces > GOALS;
        let promotions: Vec<Class> = wanted.iter().filter(|class| class.is_promotion()).collect();
        let fewest = |from: Square| {
            let moves = |class: &Class| moves_to_promote(hunter, from, class.origin_file());
            promotions.iter().map(moves).min().unwrap_or(NEVER)
        };
        let close = if promotions.len() > CLOSE_PROMOTIONS { 0 } else { CLOSE_FOR_PAWNS };
        let by_pawns = (promotions.len() > PROMOTIONS)
            .then(|| Promotions { moves: Square::ALL.map(fewest), close });
        let goals = |role: Role, capture: bool| {
            let is_of = |class: &Class| {
                let (its_role, _, takes) = class.parts();
                (its_role, takes) == (role, capture)
            };
            let goal = |class: Class| {
                let (_, to, _) = class.parts();
                (to, Goal::new(class, |role| may_take(class, role), effect))
            };
            let goals: Vec<_> = wanted.iter().filter(is_of).map(goal).collect();
            let is_taken = |&victim: &Role| {
                capture && wanted.iter().filter(is_of).any(|class| may_take(class, victim))
            };
            let victims = Role::ALL.into_iter().filter(is_taken).collect();
            let checks = effect != Effect::Any;
            (!goals.is_empty()).then_some(Goals { role, victims, goals, checks })
        };
        let kinds = Role::ALL.into_iter();
        let all_by_pawns = by_pawns.as_ref().is_some_and(|promotions| promotions.close == 0);
        let kinds = kinds.filter(|&role| !(anything || role == Role::Pawn && all_by_pawns));
        let groups = kinds.flat_map(|role| [false, true].map(|capture| goals(role, capture)));
        Aim { hunter, anything, goals: groups.flatten().collect(), promotions: by_pawns }
    }

    /// Whether the answer is always yes.
    pub(crate) fn is_idle(&self) -> bool {
        self.anything
    }

    /// The goals that may be reached from a position, if each side has so many moves left behind the next
    /// one.
    fn within(&self, position: &Chess, left: Moves) -> Vec<Open> {
        let men = Men::new(position, self.hunter);
        let outlook = Outlook::new(&men, self.before(position, left));
        let mut all = Vec::new();
        for (kind, goals) in self.in_question(left).1 {
            let few = goals.goals.len() <= FEW;
            for (nth, goal) in goals.near(&outlook) {
                let ways = goal.ways(&outlook, Ways::MAX);
                let mut open = ways.filter(|&way| goal.may_mate(way, &outlook));
                let ways = match few {
                    true => open.fold(0, |ways, way| ways | way.and_its_kin()),
                    false => open.next().map_or(0, |_| Ways::MAX),
                };
                if ways != 0 {
                    all.push(Open { kind, nth, ways });
                }
            }
        }
        all
    }

    /// Whether some pawn may be in time, where promotions are judged by that.
    fn has_promoters(&self, men: &Men<'_>, left: Moves) -> bool {
        let (promotions, _) = self.in_question(left);
        promotions.is_some_and(|promotions| promotions.promoters(men, left).any())
    }

    /// The moves that each side has, if it has so many behind the next one.
    fn before(&self, position: &Chess, left: Moves) -> Moves {
        match position.turn() == self.hunter {
            true => Moves { hunter: left.hunter + 1, ..left },
            false => Moves { defender: left.defender + 1, ..left },
        }
    }

    /// Whether some wanted move may be in time.
    fn has_a_way(&self, men: &Men<'_>, left: Moves) -> bool {
        if self.has_promoters(men, left) {
            return true;
        }
        let outlook = Outlook::new(men, left);
        let mut near = self.in_question(left).1.flat_map(|(_, goals)| goals.near(&outlook));
        near.any(|(_, goal)| goal.ways(&outlook, Ways::MAX).next().is_some())
    }

    /// What is judged by the pawns' ways with so many moves left, and what is judged one by one.
    fn in_question(
        &self,
        left: Moves,
    ) -> (Option<&Promotions>, impl Iterator<Item = (usize, &Goals)>) {
        let half_moves = left.hunter + left.defender;
        let far = self.promotions.as_ref().filter(|promotions| half_moves > promotions.close);
        let goals = self.goals.iter().enumerate();
        (far, goals.filter(move |(_, goals)| goals.role != Role::Pawn || far.is_none()))
    }

    /// Moves of whoever is to move that may bring one that is wanted nearer, if each side has so many left
    /// now, and then so many.
    fn helpers(&self, men: &Men<'_>, hunts: bool, now: Moves, then: Moves) -> Helpers {
        let (promotions, goals) = self.in_question(then);
        let mut helpers = Helpers::default();
        if let Some(promotions) = promotions.filter(|_| hunts) {
            helpers.men |= promotions.promoters(men, now);
        }
        let outlook = Outlook::new(men, now);
        for (_, goal) in goals.flat_map(|(_, goals)| goals.near(&outlook)) {
            for way in goal.ways(&outlook, Ways::MAX) {
                match hunts {
                    true => goal.add_movers(way, &outlook, then.hunter, &mut helpers),
                    false => goal.add_helpers(way, &outlook, then.defender, &mut helpers),
                }
            }
        }
        helpers
    }

    /// Looks at a position, if each side has so many moves left behind the next one.
    pub(crate) fn sight(&self, position: &Chess, left: Moves) -> Sight<'_> {
        let screen = self.screen(position, left);
        Sight { aim: self, screen, left, within: OnceCell::new() }
    }

    /// What can be said of the moves of a position before they are made, if each side has so many
    /// left behind them.
    pub(crate) fn screen(&self, position: &Chess, left: Moves) -> Screen {
        if self.anything {
            return Screen::Open;
        }
        let men = Men::new(position, self.hunter);
        let hunts = position.turn() == self.hunter;
        let (own, other) =
            if hunts { (&men.hunters, &men.defenders) } else { (&men.defenders, &men.hunters) };
        if self.has_a_way(&men, left) {
            let concerned = match left.hunter + left.defender > CLOSE {
                true => self.of_its_kinds(&men)[usize::from(!hunts)] | own.may_castle(),
                // any man may have to do with the flights
                false => Bitboard::FULL,
            };
            return Screen::Spare { concerned, ways: own.castling_ways() };
        }
        let helpers = self.helpers(&men, hunts, self.before(position, left), left);
        Screen::Tight { helpers, doors: other.castling_ways() }
    }

    /// Men of both sides, the hunters first, of the kinds that any of the goals asks for.
    fn of_its_kinds(&self, men: &Men<'_>) -> [Bitboard; 2] {
        let goals = self.goals.iter().flat_map(|goals| &goals.goals);
        let pawns = men.hunters.of_role(Role::Pawn);
        goals.fold([pawns, Bitboard::EMPTY], |[hunters, defenders], (_, goal)| {
            let [mating, helping] = goal.of_its_kinds(&men.hunters, &men.defenders);
            [hunters | mating, defenders | helping]
        })
    }
}

impl Sight<'_> {
    /// Whether some wanted move may be played after a move in the position that was seen.
    pub(crate) fn is_within_after(&self, before: &Chess, after: &Chess) -> bool {
        let &Sight { aim, left, ref within, .. } = self;
        let men = Men::new(after, aim.hunter);
        if aim.has_promoters(&men, left) {
            return true;
        }
        let outlook = Outlook::new(&men, left);
        let within = within.get_or_init(|| aim.within(before, left));
        within.chunk_by(|one, other| one.kind == other.kind).any(|open| {
            let goals = &aim.goals[open[0].kind];
            let reach = goals.in_reach(&outlook);
            open.iter().any(|open| {
                let (to, goal) = &goals.goals[open.nth];
                let mut ways = goal.ways(&outlook, open.ways);
                reach.contains(*to) && ways.any(|way| goal.may_mate(way, &outlook))
            })
        })
    }
}

/// What can be said of moves before they are made: most of them change nothing, or waste a move that
/// is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Screen {
    /// All are fine.
    Open,
    /// A wanted move would be within reach after a move that changes nothing.
    Spare {
        /// Men whose moves might change something.
        concerned: Bitboard,
        /// Squares on which they would stand in the way of a castling.
        ways: Bitboard,
    },
    /// There is no move to waste.
    Tight {
        /// Moves that might bring a wanted one nearer.
        helpers: Helpers,
        /// Squares on which a capture opens the way to a castling of the other side.
        doors: Bitboard,
    },
}

impl Screen {
    /// Whether a move is fine, if that can be said.
    #[inline]
    pub(crate) fn passes(&self, mv: Move) -> Option<bool> {
        let from = mv.from()?;
        match *self {
            Screen::Open => Some(true),
            Screen::Spare { concerned, ways } => {
                let changes = concerned.contains(from) || mv.is_capture() || ways.contains(mv.to());
                (!changes).then_some(true)
            }
            Screen::Tight { helpers, doors } => {
                let helps = helpers.may_make(mv.role(), from, mv.to())
                    || mv.is_capture() && doors.contains(mv.to());
                (!helps).then_some(false)
            }
        }
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
