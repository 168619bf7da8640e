//! Tempo budgets: which wanted final moves can still be reached with the moves left.

use shakmaty::{Bitboard, Chess, Color, File, Move, Position as _, Rank, Role, Square};

use crate::{
    class::{Class, Classes},
    goal::{Effect, Goal, Men, Moves, Outlook, Way},
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
}

impl Promotions {
    /// The pawns that may be in time.
    fn promoters(&self, men: &Men<'_>, left: Moves) -> Bitboard {
        let in_time = |from: &Square| self.moves[usize::from(*from)] <= left.hunter;
        men.hunters.of_role(Role::Pawn).into_iter().filter(in_time).collect()
    }
}

impl Goals {
    /// Goals that are not too far away at a glance, as most are.
    fn near<'a>(&'a self, outlook: &Outlook<'_>) -> impl Iterator<Item = &'a Goal> + 'a {
        let Outlook { men: Men { hunters, defenders, .. }, most, .. } = outlook;
        let mut reach = hunters.reach(self.role, most.hunter);
        if !self.victims.is_empty() {
            // who is taken stands there, or comes
            let come =
                |&role: &Role| defenders.of_role(role) | defenders.reach(role, most.defender);
            let come = self.victims.iter().map(come);
            reach &= come.fold(Bitboard::EMPTY, |reached, squares| reached | squares);
        }
        let near = self.goals.iter().filter(move |(to, _)| reach.contains(*to));
        near.map(|(_, goal)| goal)
    }
}

/// More moves than any game has left.
pub(crate) const NEVER: u32 = 99;
/// With more goals than these, the question would take longer than it saves.
const GOALS: usize = 128;
/// The same of promotions.
const PROMOTIONS: usize = 4;
/// The same when the end is near.
const CLOSE_PROMOTIONS: usize = 16;
/// So many half-moves before it.
const CLOSE: u32 = 5;

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
        let close = if promotions.len() > CLOSE_PROMOTIONS { 0 } else { CLOSE };
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
            (!goals.is_empty()).then_some(Goals { role, victims, goals })
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

    /// Whether some wanted move may be played when each side has so many moves left.
    #[inline]
    pub(crate) fn is_within(&self, position: &Chess, left: Moves) -> bool {
        if self.anything {
            return true;
        }
        self.has_a_way(&Men::new(position, self.hunter), left, Goal::may_mate)
    }

    /// Whether some wanted move has a way that suffices, of which more is asked than to be in time.
    fn has_a_way(
        &self,
        men: &Men<'_>,
        left: Moves,
        suffices: impl Fn(&Goal, Way<'_>, &Outlook<'_>) -> bool,
    ) -> bool {
        let (promotions, goals) = self.in_question(left);
        if promotions.is_some_and(|promotions| promotions.promoters(men, left).any()) {
            return true;
        }
        let outlook = Outlook::new(men, left);
        let mut near = goals.flat_map(|goals| goals.near(&outlook));
        near.any(|goal| goal.ways(&outlook).any(|way| suffices(goal, way, &outlook)))
    }

    /// What is judged by the pawns' ways with so many moves left, and what is judged one by one.
    fn in_question(&self, left: Moves) -> (Option<&Promotions>, impl Iterator<Item = &Goals>) {
        let half_moves = left.hunter + left.defender;
        let far = self.promotions.as_ref().filter(|promotions| half_moves > promotions.close);
        let goals = self.goals.iter();
        (far, goals.filter(move |goals| goals.role != Role::Pawn || far.is_none()))
    }

    /// Men of both sides, the hunters first, of whom a move may bring one that is wanted nearer, if
    /// each side has so many left now, and then so many.
    fn helpers(&self, men: &Men<'_>, now: Moves, then: Moves) -> [Bitboard; 2] {
        let (promotions, goals) = self.in_question(then);
        let promoters = promotions.map(|promotions| promotions.promoters(men, now));
        let mut hunters = promoters.unwrap_or(Bitboard::EMPTY);
        let mut defenders = Bitboard::EMPTY;
        let outlook = Outlook::new(men, now);
        for goal in goals.flat_map(|goals| goals.near(&outlook)) {
            for way in goal.ways(&outlook) {
                hunters |= goal.movers(way, &outlook);
                defenders |= goal.helpers(way, &outlook);
            }
        }
        [hunters, defenders]
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
        if self.has_a_way(&men, left, |_, _, _| true) {
            let concerned = match left.hunter + left.defender > CLOSE {
                true => self.of_its_kinds(&men)[usize::from(!hunts)] | own.may_castle(),
                // any man may have to do with the flights
                false => Bitboard::FULL,
            };
            return Screen::Spare { concerned, ways: own.castling_ways() };
        }
        let before = match hunts {
            true => Moves { hunter: left.hunter + 1, ..left },
            false => Moves { defender: left.defender + 1, ..left },
        };
        let helpers = self.helpers(&men, before, left)[usize::from(!hunts)];
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
        /// Men whose moves might bring a wanted move nearer.
        helpers: Bitboard,
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
                let helps = helpers.contains(from) || mv.is_capture() && doors.contains(mv.to());
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
