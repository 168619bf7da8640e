//! What a mating move of a piece or by promotion needs at least, counted in moves of both sides.
//!
//! The mating man has its way to the square of the last move, the man that is taken there has its own;
//! and the king has to come where it is checked: by the mating man, or along a line that the mating
//! man opens, with a rider behind. Men in the way are not counted, so nothing is asked too much.

mod men;

use shakmaty::{
    Bitboard, Color, Rank, Role, Square,
    attacks::{between, king_attacks, ray, rook_attacks},
};

use crate::{
    aim::{NEVER, moves_to_promote},
    class::Class,
    flights::{Blow, Defence, may_be_gone},
    geometry::{ahead, king_moves, moves, spread, within},
    mates::{attacks, pawns_attack},
    walls::Walls,
};

pub(crate) use men::{Castling, Men, Outlook, Side};

/// How many moves a man needs, by the square it comes from: for each number the squares from which so
/// many suffice.
#[derive(Clone, Debug)]
struct Table([Bitboard; 10]);

impl Table {
    fn new(moves: impl Fn(Square) -> u32) -> Table {
        let all = Square::ALL.map(moves);
        let within = |most: usize| {
            let near = |from: &Square| all[usize::from(*from)] <= most as u32;
            Square::ALL.into_iter().filter(near).collect()
        };
        Table(std::array::from_fn(within))
    }

    /// The squares from which so many moves suffice.
    fn within(&self, most: u32) -> Bitboard {
        self.0[most.min(9) as usize]
    }

    /// The moves of the nearest of some men.
    #[inline]
    fn nearest(&self, men: Bitboard) -> u32 {
        let moves = self.0.iter().position(|&near| (near & men).any());
        moves.map_or(NEVER, |moves| moves as u32)
    }
}

/// A mating move of a piece, or by promotion.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    role: Role,
    to: Square,
    /// What the mating man is on its last square, if there is a mate at all.
    mates_as: Option<Role>,
    /// Moves of the mating man, the last one included.
    mover: Table,
    /// Who may be taken, and its moves to the square where that happens; nobody without a capture.
    victims: Option<Vec<(Role, Table)>>,
    /// Squares on which the mating man checks the king.
    checked: Bitboard,
    origins: Vec<Origin>,
}

/// A square from which the mating man comes.
#[derive(Clone, Debug)]
struct Origin {
    from: Square,
    /// Moves of the mating man, the last one included.
    mover: Table,
    lines: Vec<Line>,
    /// The ways by all its lines.
    ways: Ways,
}

/// A line that the mating man opens with the last move.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The bit of the ways by it.
    bit: u32,
    /// Whether it is a rank or a file.
    straight: bool,
    /// Squares of the rider, behind the mating man.
    behind: Bitboard,
    /// Squares of the king, ahead.
    ahead: Bitboard,
}

/// What the last move of a goal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing that would be known.
    Any,
    /// It checks.
    Check,
    /// It mates.
    Mate,
}

/// Moves that both sides need, or have: the hunters, the last move included, and the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) hunter: u32,
    pub(crate) defender: u32,
}

/// A way to a mate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<'a> {
    pub(crate) needs: Moves,
    /// Moves that are left besides those of the men who come: whoever is in their way may need them to
    /// leave, and take somebody by that.
    spare: Moves,
    by: By<'a>,
}

/// A choice of ways: a bit for a mating man that is a pawn yet, one for a check of its own, and one for each line, of which
/// the last share theirs.
pub(crate) type Ways = u128;

const PROMOTED: u32 = 0;
const ITSELF: u32 = 1;
const OPENING: u32 = 2;

/// How the king is checked.
#[derive(Clone, Copy, Debug)]
enum By<'a> {
    /// By a mating man that is a pawn yet.
    Promoted,
    /// By the mating man.
    Itself,
    /// Along a line that it opens.
    Opening(&'a Origin, &'a Line),
}

impl By<'_> {
    /// Where the king is checked, if that is known.
    fn checked(&self, goal: &Goal) -> Option<Bitboard> {
        match self {
            By::Promoted => None,
            By::Itself => Some(goal.checked),
            By::Opening(_, line) => Some(line.ahead),
        }
    }
}

impl Way<'_> {
    /// The choice of this way, and of those that it may become.
    pub(crate) fn and_its_kin(&self) -> Ways {
        match self.by {
            // what comes then may check as it likes
            By::Promoted => Ways::MAX,
            By::Itself => 1 << ITSELF,
            By::Opening(_, line) => 1 << line.bit,
        }
    }
}

impl Goal {
    /// The goal of a class of moves, of a piece or promoting, which may take certain men, and has
    /// an effect.
    pub(crate) fn new(class: Class, may_take: impl Fn(Role) -> bool, effect: Effect) -> Goal {
        let (role, to, capture) = class.parts();
        let hunter = class.color();
        let there = Bitboard::from(to);
        let becomes = class.promotion().unwrap_or(role);
        let seen = attacks(becomes, hunter, to, Bitboard::EMPTY);
        let victims = Role::ALL.into_iter().filter(|&role| role != Role::King && may_take(role));
        let mover = |from: Square| match class.promotion() {
            Some(_) => moves_to_promote(hunter, from, class.origin_file()),
            // a man that stands there goes away and comes back
            None if from == to => 2,
            None => moves(role, hunter, from, there),
        };
        let before = hunter.fold_wb(Rank::Seventh, Rank::Second);
        let comes_from = match class.origin_file() {
            Some(file) => Bitboard::from(Square::from_coords(file, before)),
            None => seen,
        };
        let mut bits = (OPENING..Ways::BITS).chain(std::iter::repeat(Ways::BITS - 1));
        let origins = comes_from.into_iter().map(|from| {
            let next = king_attacks(from).into_iter();
            let lines = next.filter_map(|next| Line::new(role, from, next, to));
            let lines: Vec<Line> =
                lines.zip(&mut bits).map(|(line, bit)| Line { bit, ..line }).collect();
            let onto = |square| 1 + moves(role, hunter, square, Bitboard::from(from));
            Origin {
                from,
                mover: if class.is_promotion() { Table::new(mover) } else { Table::new(onto) },
                ways: lines.iter().fold(0, |ways, line| ways | 1 << line.bit),
                lines,
            }
        });
        Goal {
            role,
            to,
            mates_as: (effect == Effect::Mate).then_some(becomes),
            mover: Table::new(mover),
            victims: capture.then(|| {
                victims
                    .map(|role| (role, Table::new(|from| moves(role, !hunter, from, there))))
                    .collect()
            }),
            checked: match role {
                _ if effect == Effect::Any => Bitboard::FULL,
                Role::King => Bitboard::EMPTY,
                _ => seen,
            },
            origins: origins.collect(),
        }
    }

    /// The ways to this mate, of some, that may suffice.
    pub(crate) fn ways<'a>(
        &'a self,
        outlook: &'a Outlook<'a>,
        among: Ways,
    ) -> impl Iterator<Item = Way<'a>> + 'a {
        let Outlook { men, most, .. } = outlook;
        let soonest = men.hunters.nearest(self.role, &self.mover, Help::by_all(most.defender));
        let comes = soonest <= most.hunter;
        let victim = if comes { self.victim(men) } else { Step::default() };
        let in_time = comes && victim.moves <= most.defender;
        // moves of the defender that are left besides those of the king, if nobody of its own were in its way,
        // and of the man that is taken
        let others = move |goals: Bitboard, spare: u32| {
            let king = men.defenders.king(goals, victim.with(spare));
            let others = most.defender.checked_sub(men.defenders.together(king, victim, spare));
            // who leaves the way to a castling may go to where a pawn takes it
            let castlings = men.defenders.castlings.iter().flatten();
            let leave = castlings.map(|castling| castling.in_the_way).max().unwrap_or(0);
            let comes =
                |&others: &u32| self.role != Role::Pawn || self.pawn_comes(outlook, others + leave);
            others.filter(comes)
        };
        let defender = move |goals: Bitboard, spare: u32, others: u32, rider| {
            let standing = || self.standing(outlook, spare, rider);
            let on_time = others > 0 || victim.moves == 0;
            if !on_time
                && !self.victim_comes(standing(), victim, victim.with(spare), &men.defenders)
            {
                return None;
            }
            let walls = || self.defending_walls(standing(), victim, &men.defenders);
            let king = men.defenders.king_among(walls, goals, victim.with(spare), most.defender)?;
            let moves = men.defenders.together(king, victim, spare);
            (moves <= most.defender).then_some(moves)
        };
        let direct = move || {
            let hunter = men.hunters.nearest(self.role, &self.mover, Help::moves(most.defender));
            let spare = most.hunter.checked_sub(hunter)?;
            let others = others(self.checked, spare)?;
            let needs = Moves { hunter, defender: defender(self.checked, spare, others, None)? };
            Some(Way { needs, spare: Moves { hunter: spare, defender: others }, by: By::Itself })
        };
        let opened = move |origin: &'a Origin, line: &'a Line| {
            if (line.ahead & outlook.kings()).is_empty() {
                return None;
            }
            let freely = self.openers_freely(origin, line, outlook);
            let spare = most.hunter.checked_sub(freely)?;
            let others = others(line.ahead, spare)?;
            let rider = Some((line, self.rider_freely(line, outlook)));
            let defender = defender(line.ahead, spare, others, rider)?;
            // now that it is known what the defender is busy with
            let is_busy = defender == most.defender && self.victims.is_none();
            let hunter = self.openers(origin, line, outlook, others, is_busy);
            most.hunter.checked_sub(hunter)?;
            let needs = Moves { hunter, defender };
            let spare = Moves { hunter: spare, defender: others };
            Some(Way { needs, spare, by: By::Opening(origin, line) })
        };
        let is_chosen = move |bit: u32| among >> bit & 1 != 0;
        // a pawn may become the mating man
        let promoted = move || {
            let needs = Moves { hunter: men.hunters.promotes + 1, defender: 0 };
            let promoted = Way { needs, spare: *most, by: By::Promoted };
            (needs.hunter <= most.hunter).then_some(promoted)
        };
        let is_near = move |origin: &&Origin| {
            if !in_time || among & origin.ways == 0 || !outlook.may_open(origin.from, most.hunter) {
                return false;
            }
            let mover = men.hunters.nearest(self.role, &origin.mover, Help::by_all(most.defender));
            // king and rook may castle together
            let spare = most.hunter + u32::from(self.role == Role::King);
            spare.checked_sub(mover).is_some_and(|moves| outlook.may_open(origin.from, moves))
        };
        let near = self.origins.iter().filter(is_near);
        let lines = near.flat_map(|origin| origin.lines.iter().map(move |line| (origin, line)));
        let lines = lines.filter(move |(_, line)| is_chosen(line.bit));
        let is_seen = in_time && is_chosen(ITSELF) && (self.checked & outlook.kings()).any();
        let may_promote = is_chosen(PROMOTED) && !matches!(self.role, Role::King | Role::Pawn);
        let promoted = may_promote.then(promoted).flatten();
        promoted
            .into_iter()
            .chain(is_seen.then(direct).flatten())
            .chain(lines.filter_map(move |(origin, line)| opened(origin, line)))
    }

    /// Whether a way may end in mate, as far as the flights of the king tell.
    pub(crate) fn may_mate(&self, way: Way<'_>, outlook: &Outlook<'_>) -> bool {
        let Outlook { men, most, .. } = *outlook;
        // who is taken in passing opens a line at once; what a hunter takes so is in nobody's way
        let is_known = !men.en_passant || men.passed.is_some();
        let Some(role) = self.mates_as.filter(|_| is_known) else { return true };
        let (moves, checked) = match way.by {
            By::Promoted => return true,
            By::Itself => (&self.mover, self.checked),
            By::Opening(origin, line) => (&origin.mover, line.ahead),
        };
        // who castles is two men
        if matches!(self.role, Role::King | Role::Rook)
            && men.hunters.castlers(most.hunter, Help::by_all(most.defender)).any()
        {
            return true;
        }
        let victim = self.victim(men);
        let line = match way.by {
            By::Opening(_, line) if self.promotes(outlook) > most.hunter => Some(line),
            _ => None,
        };
        let rider = line
            .map(|line| (line, self.rider_freely(line, outlook)))
            .filter(|&(_, moves)| moves > 0);
        let riding = rider.map_or(0, |(_, moves)| moves);
        let mut movers = men.hunters.within(self.role, moves, most.hunter).into_iter();
        movers.any(|mover| {
            let others = most.hunter - moves.nearest(mover.into());
            let Some(others) = others.checked_sub(riding) else { return false };
            let leaves = u32::from(men.hunters.castling_ways().contains(mover));
            let help = Help { moves: most.defender, leaves: [leaves; 2] };
            if others > 1 || others == 1 && men.hunters.castlers(1, help).any() {
                return true;
            }
            let all = self.standing(outlook, 0, rider);
            let standing = self.standing(outlook, others, rider);
            let walls = self.defending_walls(standing, victim, &men.defenders);
            let standing = match all.taken {
                0 => self.defending_walls(all, victim, &men.defenders).men,
                _ => Bitboard::EMPTY,
            };
            let defence = Defence { checked, victim: victim.moves, walls, standing };
            let way = match riding {
                0 | 1 => self.on_its_way(outlook, most.hunter - 1),
                _ => Bitboard::FULL,
            };
            let [riders, from_behind] =
                rider.map_or([Bitboard::EMPTY; 2], |(line, _)| men.hunters.behind(line));
            let blow = Blow { mover, to: self.to, role, way, riders, from_behind };
            may_be_gone(men, blow, defence, most, others)
        })
    }

    /// Notes the moves of the hunters that may be part of a way, if they have so many left behind the next.
    pub(crate) fn add_movers(
        &self,
        way: Way<'_>,
        outlook: &Outlook<'_>,
        left: u32,
        helpers: &mut Helpers,
    ) {
        let Outlook { men: Men { hunters, defenders, .. }, most, .. } = outlook;
        let may_castle = match way.by {
            By::Promoted => false,
            By::Itself => {
                helpers.add(self.role, hunters, &self.mover, most.hunter, left);
                matches!(self.role, Role::King | Role::Rook)
            }
            By::Opening(origin, line) => {
                helpers.add(self.role, hunters, &origin.mover, most.hunter, left);
                let rides = hunters.rider(line) > 0;
                if rides {
                    helpers.men |= hunters.riders_on(line);
                }
                helpers.men |= self.in_the_way(line, outlook);
                if self.is_king_hindered(origin, line, hunters) {
                    helpers.men |= hunters.men
                        & self
                            .on_its_way(outlook, outlook.most.hunter.saturating_sub(2))
                            .with(self.to);
                }
                matches!(self.role, Role::King | Role::Rook) || rides && line.straight
            }
        };
        // somebody may take who stands in the way of the other king, at once or, if there is time, later
        let hindering = way.by.checked(self).map(|checked| {
            let victims = if self.victims.is_some() { defenders.men } else { Bitboard::EMPTY };
            victims | defenders.in_the_way_to(checked, most.defender)
        });
        if let Some(hindering) = hindering.filter(|men| men.any()) {
            match way.spare.hunter {
                0 | 1 => helpers.add_all(hunters.men, hindering),
                _ => helpers.men |= hunters.men,
            }
        }
        if !matches!(way.by, By::Itself) {
            helpers.men |= hunters.promoters(most.hunter);
        }
        if may_castle {
            helpers.men |= hunters.castlers(most.hunter, Help::by_all(most.defender));
        }
    }

    /// The same of the defender.
    pub(crate) fn add_helpers(
        &self,
        way: Way<'_>,
        outlook: &Outlook<'_>,
        left: u32,
        helpers: &mut Helpers,
    ) {
        let Outlook { men: men @ Men { defenders, .. }, most, .. } = outlook;
        let Some(checked) = way.by.checked(self) else { return };
        if let By::Opening(origin, line) = way.by {
            // somebody may take who stands in the way, at once or, if there is time, later
            let mut in_the_way = self.in_the_way(line, outlook);
            if self.is_king_hindered(origin, line, &men.hunters) {
                in_the_way |= men.hunters.men
                    & self.on_its_way(outlook, outlook.most.hunter.saturating_sub(2)).with(self.to);
            }
            if in_the_way.any() {
                match way.spare.defender {
                    0 | 1 => helpers.add_all(defenders.men, in_the_way),
                    _ => helpers.men |= defenders.men,
                }
                helpers.men |= Bitboard::from(defenders.king);
            }
        }
        helpers.men |= defenders.in_the_way_to(checked, most.defender);
        if self.role == Role::Pawn {
            // somebody may go to be taken, or make a double step
            helpers.add_all(defenders.men, self.pawn_ways(&men.hunters));
            helpers.men |= defenders.of_role(Role::Pawn);
        }
        if self.victims.is_some() && way.spare.defender > 0 {
            // anybody may be in the way of the man that is taken
            helpers.men |= defenders.men;
        }
        for (role, moves) in self.victims.iter().flatten() {
            helpers.add(*role, defenders, moves, most.defender, left);
        }
        if self.victims.is_some() {
            helpers.men |= defenders.promoters(most.defender);
        }
        if !checked.contains(defenders.king) {
            helpers.men |= Bitboard::from(defenders.king);
        }
        let help = self.victim(men).with(way.spare.hunter);
        helpers.men |= defenders.castlers(most.defender, help);
    }

    /// All men of the kinds that a way may ask for.
    pub(crate) fn of_its_kinds(&self, hunters: &Side<'_>, defenders: &Side<'_>) -> [Bitboard; 2] {
        let mating = hunters.of_role(self.role);
        let victims = self.victims.iter().flatten().map(|&(role, _)| defenders.of_role(role));
        let pawns = defenders.of_role(Role::Pawn);
        let others = if self.victims.is_some() { pawns } else { Bitboard::EMPTY };
        [
            mating | hunters.of_role(Role::Pawn) | hunters.men & hunters.board.sliders(),
            victims.fold(others.with(defenders.king), |men, victims| men | victims),
        ]
    }

    /// Moves of the mating man and of the rider, if no man of their own stands in their way.
    fn openers_freely(&self, origin: &Origin, line: &Line, outlook: &Outlook<'_>) -> u32 {
        let Outlook { men, most, .. } = outlook;
        let rider = self.rider_step(line, men, self.rider_freely(line, outlook));
        let mover = men.hunters.nearest(self.role, &origin.mover, rider.with(most.defender));
        men.hunters.together(mover, rider, most.defender)
    }

    /// Moves of a rider to the squares behind a line, if no man of its own stands in its way.
    fn rider_freely(&self, line: &Line, outlook: &Outlook<'_>) -> u32 {
        outlook.men.hunters.rider_or(line, self.promotes(outlook))
    }

    /// The fewest moves of a pawn to the last rank that is not the mating man.
    fn promotes(&self, outlook: &Outlook<'_>) -> u32 {
        let Outlook { men: Men { hunters, .. }, most, .. } = outlook;
        match self.role {
            Role::Pawn => {
                let mut movers = hunters.within(Role::Pawn, &self.mover, most.hunter);
                // of several any may be the one that mates
                if movers.more_than_one() {
                    movers = Bitboard::EMPTY;
                }
                hunters.promotes_besides(movers)
            }
            _ => hunters.promotes,
        }
    }

    /// The same as they stand.
    fn openers(
        &self,
        origin: &Origin,
        line: &Line,
        outlook: &Outlook<'_>,
        spare: u32,
        is_busy: bool,
    ) -> u32 {
        let Outlook { men: men @ Men { hunters, .. }, most, .. } = outlook;
        let rider = self.rider_step(line, men, self.rider(line, outlook, spare, is_busy));
        let mover = match self.role {
            Role::King => {
                let walls = self.hunting_walls(line, outlook, spare, is_busy, rider.moves);
                let besides = u32::from(walls.men.contains(self.to));
                let comes = |walls: Walls, from: Square| {
                    let moves = walls.moves(from, origin.from.into(), besides, most.hunter);
                    moves.map_or(NEVER, |moves| moves + 1)
                };
                let castled = hunters
                    .castled(rider.with(spare), |from| comes(hunters.after_castling(walls), from));
                castled.fold(comes(walls, hunters.king), u32::min)
            }
            _ => hunters.nearest(self.role, &origin.mover, rider.with(spare)),
        };
        hunters.together(mover, rider, spare)
    }

    /// The rider may leave the way to a castling by the same move, or castle: with one move it does not
    /// come where the way has to be free, or the rook still stands.
    fn rider_step(&self, line: &Line, men: &Men<'_>, moves: u32) -> Step {
        let riders = men.hunters.riders_on(line);
        let leaves = |castling: &Castling| {
            let kept = castling.between.with(castling.rook).with(men.hunters.king);
            (riders & castling.between).any() && (moves > 1 || (line.behind & !kept).any())
        };
        Step {
            moves,
            castles: self.role == Role::King && line.straight,
            in_the_way: men
                .hunters
                .castlings
                .map(|castling| castling.is_some_and(|way| leaves(&way))),
        }
    }

    /// Men in the way of a king that opens a line, against so many spare moves of the other side, with a
    /// rider that needs so many. A move of the rider is counted already.
    fn hunting_walls(
        &self,
        line: &Line,
        outlook: &Outlook<'_>,
        spare: u32,
        is_busy: bool,
        rider: u32,
    ) -> Walls {
        let hunters = &outlook.men.hunters;
        let Walls { mut men, mut taken } = outlook.walls(spare, is_busy);
        men &= !hunters.riders_on(line).with(hunters.king);
        if rider >= hunters.promotes {
            men &= !hunters.of_role(Role::Pawn);
        }
        // who leaves the rider's way may leave the king's; who is taken may take
        taken += u32::from(rider > hunters.rider(line)) + self.victim(outlook.men).moves;
        Walls { men, taken }
    }

    /// Men of the defender who stay where they are unless they move, but for some that are taken, if other
    /// hunters than the mating one and the rider have so many moves.
    fn standing(&self, outlook: &Outlook<'_>, spare: u32, rider: Option<(&Line, u32)>) -> Walls {
        let Men { hunters, defenders, en_passant, passed } = outlook.men;
        let mut men = defenders.men.without(defenders.king)
            & !self.on_its_way(outlook, outlook.most.hunter.saturating_sub(2));
        if let Some([_, pawn]) = *passed {
            men.discard(pawn);
        }
        let mut taken = spare;
        if let Some((line, moves)) = rider.filter(|&(_, moves)| moves > 0) {
            // its last move leads there
            men &= !line.behind;
            taken += moves - 1;
        }
        if taken == 1 && !en_passant && self.promotes(outlook) > 1 {
            return Walls { men: men & !hunters.touched(), taken: 0 };
        }
        Walls { men, taken }
    }

    /// Those of them who may be in the way of the king that is to be mated: moves of the man that is taken
    /// are counted already.
    fn defending_walls(&self, standing: Walls, victim: Step, defenders: &Side<'_>) -> Walls {
        let Walls { mut men, taken } = standing;
        for (role, _) in self.victims.iter().flatten() {
            men &= !defenders.of_role(*role);
        }
        if self.victims.is_some() && victim.moves >= defenders.promotes {
            men &= !defenders.of_role(Role::Pawn);
        }
        Walls { men, taken }
    }

    /// Whether a man that is taken comes in time, if the defender has no other moves than its and those
    /// of the king: nobody leaves its way.
    fn victim_comes(
        &self,
        standing: Walls,
        victim: Step,
        help: Help,
        defenders: &Side<'_>,
    ) -> bool {
        let castles = defenders.castlings.iter().flatten().any(|way| way.before(help) == 0);
        let may_castle = victim.castles && castles;
        if standing.taken > 0 || may_castle || victim.moves >= defenders.promotes {
            return true;
        }
        // the king may castle
        let rooks = if castles { defenders.of_role(Role::Rook) } else { Bitboard::EMPTY };
        let walls = standing.men & !rooks;
        self.victims.iter().flatten().any(|(role, moves)| {
            let near = defenders.within(*role, moves, victim.moves);
            let mut reached = near;
            for _ in 0..victim.moves {
                reached = reached.into_iter().fold(reached, |reached, from| {
                    reached | attacks(*role, defenders.color, from, walls) & !walls
                });
            }
            // pawns go where they do not attack
            reached.contains(self.to) || *role == Role::Pawn && near.any()
        })
    }

    /// Whether a pawn comes to where it promotes from, if the defender has so many moves for men that it
    /// takes on its way aside: one for each that does not stand there yet. Who castles does not come there.
    fn pawn_comes(&self, outlook: &Outlook<'_>, moves: u32) -> bool {
        let Outlook { men: Men { hunters, defenders, en_passant, passed }, most, .. } = *outlook;
        let is_known = !en_passant || passed.is_some();
        let Some(origin) = self.origins.first().filter(|_| is_known) else { return true };
        let missing = moves as usize;
        if missing >= MOST_MISSING {
            return true;
        }
        let color = hunters.color;
        let mut pawns = hunters.within(Role::Pawn, &self.mover, most.hunter);
        if (pawns & Bitboard::from(origin.from.file())).any() {
            return true;
        }
        let mut taken = defenders.men.without(defenders.king);
        if let Some([over, _]) = *passed {
            taken.add(over);
        }
        let start = Bitboard::from(color.fold_wb(Rank::Second, Rank::Seventh));
        if most.hunter < 6 {
            // at the start it has no time but for a double step
            let double = pawns & start;
            pawns = pawns & !start | ahead(color, ahead(color, double));
        }
        // by number of men that are missing, where pawns may be; a rank later with each round
        let mut reached = [Bitboard::EMPTY; MOST_MISSING + 1];
        reached[0] = pawns;
        for _ in 0..5 {
            let before = reached;
            for nth in 0..=missing {
                let aside = pawns_attack(before[nth], color);
                reached[nth] |= ahead(color, before[nth]) | aside & taken;
                reached[nth + 1] |= aside;
            }
        }
        reached[..=missing].iter().any(|squares| squares.contains(origin.from))
    }

    /// Squares that a pawn may pass or take on to where it promotes from.
    fn pawn_ways(&self, hunters: &Side<'_>) -> Bitboard {
        let spread = |color: Color, from: Bitboard| {
            (0..5).fold(from, |all, _| all | ahead(color, all) | pawns_attack(all, color))
        };
        let Some(origin) = self.origins.first() else { return Bitboard::EMPTY };
        let pawns = hunters.of_role(Role::Pawn);
        spread(hunters.color, pawns) & spread(!hunters.color, origin.from.into())
    }

    /// Squares on which the mating man may take somebody with the first moves of its way: those that it leaves
    /// before its last move are all but two.
    fn on_its_way(&self, outlook: &Outlook<'_>, moves: u32) -> Bitboard {
        let Outlook { men: Men { hunters, .. }, most, .. } = outlook;
        let mut reached = hunters.of_role(self.role);
        (1..=moves).fold(Bitboard::EMPTY, |all, moves| {
            reached = match self.role {
                Role::King => {
                    let castles = hunters.castlings.iter().flatten().next().is_some();
                    within(hunters.king, moves + u32::from(castles))
                }
                Role::Knight => reached | spread(Role::Knight, reached),
                Role::Pawn => Bitboard::FULL,
                _ if moves > 1 => Bitboard::FULL,
                role => spread(role, reached),
            };
            all | reached & self.mover.within(most.hunter - moves)
        })
    }

    /// Whether a king that opens a line has men of its own in its way.
    fn is_king_hindered(&self, origin: &Origin, line: &Line, hunters: &Side<'_>) -> bool {
        if hunters.castlings.iter().flatten().next().is_some() {
            return self.role == Role::King;
        }
        let men = hunters.men & !hunters.riders_on(line).with(hunters.king);
        let freely = king_moves(hunters.king, origin.from.into());
        let walls = Walls { men, taken: 0 };
        let besides = u32::from(men.contains(self.to));
        self.role == Role::King
            && walls.moves(hunters.king, origin.from.into(), besides, freely).is_none()
    }

    /// Moves of a rider to the squares behind a line, against so many spare moves of the other side: a
    /// rider that has no way of one move there needs another, or a man of its own has to leave the way.
    fn rider(&self, line: &Line, outlook: &Outlook<'_>, spare: u32, is_busy: bool) -> u32 {
        let hunters = &outlook.men.hunters;
        let moves = self.rider_freely(line, outlook);
        // king and rook may castle; who is taken may take on its way
        let castles = self.role == Role::King && line.straight && hunters.castling_ways().any();
        if moves == 0 || self.promotes(outlook) <= moves || castles || self.victims.is_some() {
            return moves;
        }
        let Walls { men, taken } = outlook.walls(spare, is_busy);
        let mut walls = men & !hunters.of_role(self.role);
        if self.role == Role::King && hunters.castlings.iter().flatten().next().is_some() {
            // the rook leaves with the king
            walls &= !hunters.of_role(Role::Rook);
        }
        let is_free = |way: Bitboard| (way & walls).count() as u32 <= taken;
        if moves > 1 {
            // whoever stands on its last square leaves too
            let open = line.behind.into_iter().any(|to| is_free(to.into()));
            return moves + u32::from(!open);
        }
        let comes = |from: Square| {
            let role = hunters.board.role_at(from).expect("a man");
            let mut to =
                (attacks(role, hunters.color, from, Bitboard::EMPTY) & line.behind).into_iter();
            to.any(|to| is_free(between(from, to).with(to)))
        };
        if hunters.riders_on(line).into_iter().any(comes) { 1 } else { 2 }
    }

    /// Men on the ways of one move that riders would have behind a line, if it has none.
    fn in_the_way(&self, line: &Line, outlook: &Outlook<'_>) -> Bitboard {
        let hunters = &outlook.men.hunters;
        if self.rider(line, outlook, 0, false) == self.rider_freely(line, outlook) {
            return Bitboard::EMPTY;
        }
        let riders = hunters.riders_on(line);
        let ways = riders.into_iter().flat_map(|from| {
            let role = hunters.board.role_at(from).expect("a man");
            let to = attacks(role, hunters.color, from, Bitboard::EMPTY) & line.behind;
            to.into_iter().map(move |to| between(from, to).with(to))
        });
        ways.fold(line.behind, |all, way| all | way) & hunters.men
    }

    /// Moves of the man that is taken, if one is.
    pub(crate) fn victim_moves(&self, men: &Men<'_>) -> Option<u32> {
        self.victims.as_ref().map(|_| self.victim(men).moves)
    }

    /// The man that is taken.
    fn victim(&self, men: &Men<'_>) -> Step {
        let Some(victims) = &self.victims else { return Step::default() };
        let moves =
            victims.iter().map(|(role, moves)| men.defenders.nearest(*role, moves, Help::moves(0)));
        Step {
            moves: moves.fold(men.defenders.promotes, u32::min),
            castles: victims.iter().any(|&(role, _)| role == Role::Rook),
            in_the_way: men.defenders.castlings.map(|castling| {
                let way = castling.map_or(Bitboard::EMPTY, |castling| castling.between);
                victims.iter().any(|&(role, _)| (men.defenders.of_role(role) & way).any())
            }),
        }
    }
}

/// With so many men that a pawn has to take and who are not there yet, it is not asked who they are.
const MOST_MISSING: usize = 4;

/// Moves that may bring a goal nearer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Helpers {
    /// Men of whom any move may.
    pub(crate) men: Bitboard,
    /// By kind, men of whom moves to some squares may.
    by_role: [(Bitboard, Bitboard); 6],
}

impl Helpers {
    /// Men of a kind that get somewhere in so many moves, and then in so many.
    fn add(&mut self, role: Role, side: &Side<'_>, moves: &Table, most: u32, left: u32) {
        let (men, to) = &mut self.by_role[role as usize - 1];
        *men |= side.within(role, moves, most) & !side.within(role, moves, 0);
        *to |= moves.within(left);
    }

    /// Men of every kind that get to some squares.
    fn add_all(&mut self, from: Bitboard, squares: Bitboard) {
        for (men, to) in &mut self.by_role {
            *men |= from;
            *to |= squares;
        }
    }

    /// Whether a move is one of them.
    pub(crate) fn may_make(&self, role: Role, from: Square, to: Square) -> bool {
        let (men, squares) = self.by_role[role as usize - 1];
        self.men.contains(from) || men.contains(from) && squares.contains(to)
    }
}

/// Moves of a man, whether it may be a rook that castles, and whether it may stand in the way to a castling,
/// by wing.
#[derive(Clone, Copy, Default)]
struct Step {
    moves: u32,
    castles: bool,
    in_the_way: [bool; 2],
}

impl Step {
    /// What helps a castling, if the other side has so many spare moves.
    fn with(self, spare: u32) -> Help {
        let leaves = self.in_the_way.map(|in_the_way| u32::from(self.moves > 0 && in_the_way));
        Help { moves: spare, leaves }
    }
}

/// What helps to castle: spare moves of the other side, which may take men in the way and leave, and
/// men that leave the way by moves which are counted anyhow, by wing.
#[derive(Clone, Copy, Debug)]
struct Help {
    moves: u32,
    leaves: [u32; 2],
}

impl Help {
    /// Moves of the other side alone.
    fn moves(moves: u32) -> Help {
        Help { moves, leaves: [0; 2] }
    }

    /// The most that may help, when the other side has so many moves left.
    fn by_all(moves: u32) -> Help {
        Help { moves, leaves: [1; 2] }
    }
}

impl Line {
    /// The rider that it takes, besides a queen.
    fn role(&self) -> Role {
        if self.straight { Role::Rook } else { Role::Bishop }
    }

    /// The line through two neighbouring squares, of which the first is left for the goal.
    fn new(role: Role, from: Square, next: Square, to: Square) -> Option<Line> {
        let whole = ray(from, next);
        // who stays on the line opens nothing
        if whole.contains(to) {
            return None;
        }
        let half: Bitboard = whole
            .into_iter()
            .filter(|&square| square.distance(next) + 1 == square.distance(from))
            .collect();
        let ahead = match role {
            // kings do not stand side by side
            Role::King => half & !king_attacks(from) & !king_attacks(to),
            _ => half,
        };
        let behind = whole.without(from) & !half;
        let straight = rook_attacks(from, Bitboard::EMPTY).contains(next);
        (ahead.any() && behind.any()).then_some(Line { bit: 0, straight, behind, ahead })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{CastlingMode, Chess, Color, Move, Position as _, san::SanPlus};

    use super::*;
    use crate::{aim::Aim, bound::tests::thrown_positions, class::Classes, layers, mates::mates};

    /// Whether a move is of a piece, or a promotion.
    fn is_a_goal(mv: Move) -> bool {
        !(mv.role() == Role::Pawn && mv.promotion().is_none() || mv.is_castle())
    }

    /// The last move of a game, which checks or mates, was within reach at every ply before: whatever
    /// mate it was, needs were not above what was there.
    fn was_within_reach(
        positions: &[Chess],
        mv: Move,
        effect: Effect,
    ) -> Result<(), TestCaseError> {
        let hunter = positions[positions.len() - 1].turn();
        let class = Class::of(hunter, mv);
        let goal = Goal::new(class, |role| mv.capture() == Some(role), effect);
        let aim = Aim::new(&[class].into_iter().collect(), |_, _| true, effect);
        for (ply, before) in positions.iter().enumerate() {
            let left = (positions.len() - ply) as u32;
            let most = Moves { hunter: left.div_ceil(2), defender: left / 2 };
            let men = Men::new(before, hunter);
            let outlook = Outlook::new(&men, most);
            prop_assert!(
                goal.ways(&outlook, Ways::MAX).any(|way| goal.may_mate(way, &outlook)),
                "{mv} with {left} plies left: {before:?}"
            );
            if let Some(after) = positions.get(ply + 1) {
                let left = left - 1;
                let left = Moves { hunter: left.div_ceil(2), defender: left / 2 };
                let sight = aim.sight(before, left);
                let mut moves = before.legal_moves().into_iter();
                let played =
                    moves.find(|&mv| layers::played(before, mv) == *after).expect("it was played");
                prop_assert!(
                    sight.screen.passes(played) != Some(false)
                        && sight.is_within_after(before, after),
                    "{mv} is not near after {played}: {before:?}"
                );
            }
        }
        Ok(())
    }

    /// Plays a game of random moves, and looks at every check and at every mate that could be given.
    fn is_reached(choices: &[u8]) -> Result<(), TestCaseError> {
        let mut positions = vec![Chess::default()];
        for &choice in choices {
            let position = positions[positions.len() - 1].clone();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut found = Vec::new();
            mates(&position, &Classes::all(position.turn()), |mv, _| found.push(mv));
            for &mv in found.iter().filter(|&&mv| is_a_goal(mv)) {
                // what is far away is no question
                let recent = &positions[positions.len().saturating_sub(10)..];
                was_within_reach(recent, mv, Effect::Mate)?;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            let after = layers::played(&position, mv);
            if after.is_check() && is_a_goal(mv) {
                was_within_reach(&positions, mv, Effect::Check)?;
            }
            positions.push(after);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000 * longer() as u32))]
        #[test]
        fn whatever_came_was_within_reach(choices in prop::collection::vec(any::<u8>(), 1..160)) {
            is_reached(&choices)?;
        }
    }

    /// How many times as long tests are to run, by hand.
    fn longer() -> usize {
        std::env::var("LONGER").map_or(1, |text| text.parse().expect("a number"))
    }

    /// Plays from thrown positions, as one is told to choose, and asks of every check and mate that could be given
    /// for which it is of interest whether it was within reach all along. Counts them.
    fn plays_from_thrown_positions(
        number: usize,
        seed: u64,
        choose: impl Fn(&Chess, &[Move], usize) -> Move,
        is_of_interest: impl Fn(&[Chess], Move) -> bool,
    ) -> usize {
        let mut looked_at = 0;
        for (nth, start) in thrown_positions(number * longer(), seed).enumerate() {
            let mut positions = vec![start];
            for ply in 0..10 {
                let position = positions[positions.len() - 1].clone();
                let moves = position.legal_moves();
                for &mv in moves.iter().filter(|mv| is_a_goal(**mv)) {
                    let after = layers::played(&position, mv);
                    if !after.is_check() || !is_of_interest(&positions, mv) {
                        continue;
                    }
                    looked_at += 1;
                    let effects = [Effect::Check, Effect::Mate];
                    for effect in effects.into_iter().take(1 + usize::from(after.is_checkmate())) {
                        // what is known of the last plies is sharpest
                        for begin in 0..positions.len() {
                            was_within_reach(&positions[begin..], mv, effect)
                                .unwrap_or_else(|error| panic!("{error}"));
                        }
                    }
                }
                if moves.is_empty() {
                    break;
                }
                let dice = ((nth * 2_654_435_761) >> 7).wrapping_add(ply * 40_503);
                positions.push(layers::played(&position, choose(&position, &moves, dice)));
            }
        }
        looked_at
    }

    /// Men go to where they are taken, around others that stay: every move to a square on which a hunter takes is
    /// tried, whatever else was played before.
    #[test]
    fn men_that_are_taken_have_come_in_time() {
        let goes_to_be_taken = |position: &Chess, mv: &Move| {
            let after = layers::played(position, *mv);
            let answers = after.legal_moves();
            let takes = |answer: &Move| answer.is_capture() && answer.to() == mv.to();
            answers.iter().any(|answer| takes(answer) && layers::played(&after, *answer).is_check())
        };
        let choose = |position: &Chess, moves: &[Move], dice: usize| {
            let offered: Vec<Move> =
                moves.iter().copied().filter(|mv| goes_to_be_taken(position, mv)).collect();
            let among = if offered.is_empty() { moves } else { &offered };
            among[dice % among.len()]
        };
        let has_just_come = |positions: &[Chess], mv: Move| {
            let before = positions.len().checked_sub(2).map(|nth| &positions[nth]);
            let stood = |before: &Chess| before.board().piece_at(mv.to()).is_some();
            mv.is_capture() && before.is_some_and(|before| !stood(before))
        };
        let looked_at = plays_from_thrown_positions(600, 11, choose, has_just_come);
        assert!(looked_at > 400, "{looked_at} men that came to be taken are too few to tell");
    }

    /// Pawns take whom they can on their way to the last rank.
    #[test]
    fn pawns_that_promote_have_taken_who_was_there() {
        let choose = |_: &Chess, moves: &[Move], dice: usize| {
            let of_pawns = |takes: bool| -> Vec<Move> {
                let fits = |mv: &&Move| mv.role() == Role::Pawn && (!takes || mv.is_capture());
                moves.iter().filter(fits).copied().collect()
            };
            let preferred = [of_pawns(true), of_pawns(false), moves.to_vec()];
            let among = preferred.iter().find(|moves| !moves.is_empty()).expect("a move");
            if dice.is_multiple_of(3) {
                moves[dice / 3 % moves.len()]
            } else {
                among[dice / 3 % among.len()]
            }
        };
        let promotes = |_: &[Chess], mv: Move| mv.is_promotion();
        let looked_at = plays_from_thrown_positions(1500, 12, choose, promotes);
        assert!(looked_at > 1000, "{looked_at} promotions are too few to tell");
    }

    /// Men are taken and retaken, pawns make double steps and are taken in passing, whenever that can be.
    #[test]
    fn who_is_taken_or_taken_in_passing_makes_room() {
        let choose = |_: &Chess, moves: &[Move], dice: usize| {
            let such = |fits: &dyn Fn(&Move) -> bool| -> Vec<Move> {
                moves.iter().filter(|mv| fits(mv)).copied().collect()
            };
            let is_double = |mv: &Move| {
                mv.role() == Role::Pawn && mv.from().is_some_and(|from| from.distance(mv.to()) == 2)
            };
            let mut preferred = vec![such(&|mv| mv.is_en_passant())];
            match dice % 3 {
                0 => preferred.push(such(&is_double)),
                1 => preferred.push(such(&|mv| mv.is_capture())),
                _ => {}
            }
            let among =
                preferred.iter().find(|moves| !moves.is_empty()).map_or(moves, Vec::as_slice);
            among[dice / 3 % among.len()]
        };
        let looked_at = plays_from_thrown_positions(200, 13, choose, |_, _| true);
        assert!(looked_at > 1000, "{looked_at} checks are too few to tell");
    }

    /// Few men on an open board: lines are opened by kings, and shut by men that stand in the way.
    #[test]
    fn what_comes_from_thrown_positions_was_within_reach() {
        let mut opened = 0;
        for (nth, start) in thrown_positions(400, 4).enumerate() {
            let mut positions = vec![start];
            for ply in 0..9 {
                let position = positions[positions.len() - 1].clone();
                let moves = position.legal_moves();
                let checks =
                    |mv: &Move| is_a_goal(*mv) && layers::played(&position, *mv).is_check();
                for &mv in moves.iter().filter(|mv| checks(mv)) {
                    opened += usize::from(mv.role() == Role::King && ply > 1);
                    was_within_reach(&positions, mv, Effect::Check)
                        .unwrap_or_else(|error| panic!("{error}"));
                    if layers::played(&position, mv).is_checkmate() {
                        was_within_reach(&positions, mv, Effect::Mate)
                            .unwrap_or_else(|error| panic!("{error}"));
                    }
                }
                if moves.is_empty() {
                    break;
                }
                let choice = ((nth * 2_654_435_761) >> 7).wrapping_add(ply * 40_503) % moves.len();
                positions.push(layers::played(&position, moves[choice]));
            }
        }
        assert!(opened > 30, "{opened} lines opened by kings are too few to tell");
    }

    /// Plays moves, of which the last is a mate, and looks at each position before.
    fn holds_for(start: &str, game: &str) -> Result<(), TestCaseError> {
        let start: shakmaty::fen::Fen = start.parse().expect("a position");
        let start: Chess = start.into_position(CastlingMode::Standard).expect("a legal position");
        let mut positions = vec![start];
        let mut played = Vec::new();
        for san in game.split(' ').map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()))
        {
            let Ok(san) = san.trim_start_matches('.').parse::<SanPlus>() else { continue };
            let position = &positions[positions.len() - 1];
            let mv = san.san.to_move(position).expect("a legal move");
            positions.push(layers::played(position, mv));
            played.push(mv);
        }
        assert!(positions.pop().is_some_and(|end| end.is_checkmate()), "{game}");
        let last = played.pop().filter(|mv| is_a_goal(*mv));
        last.map_or(Ok(()), |mv| was_within_reach(&positions, mv, Effect::Mate))
    }

    #[test]
    fn every_game_of_the_atlas_was_within_reach_from_the_start() {
        let atlas = include_str!("../../../data/quickmates.tsv");
        let games = atlas.lines().skip(1).filter_map(|row| row.split('\t').nth(5));
        let mut checked = 0;
        for game in games.filter(|game| !game.is_empty()) {
            holds_for("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", game)
                .unwrap_or_else(|error| panic!("{game}: {error}"));
            checked += 1;
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn who_is_taken_may_leave_the_way_to_a_castling() {
        // the knight goes to be taken, and the king castles by the same way
        holds_for("1k4r1/8/8/4n3/7q/8/5PP1/4K1NR w K - 0 1", "Nf3 Ka8 O-O Nxf3#")
            .expect("all is in reach");
    }

    #[test]
    fn a_pawn_that_is_taken_in_passing_opens_a_line() {
        holds_for("3N4/2K5/8/k7/3pP2R/8/8/5B2 b - e3 0 1", "dxe3 Nb7#").expect("all is in reach");
    }

    #[test]
    fn it_is_known_who_may_take_in_passing() {
        let start = "6rk/7p/8/8/5pP1/5Q1K/2p4P/1N5B b - g3 0 1";
        let position: shakmaty::fen::Fen = start.parse().expect("a position");
        let position: Chess =
            position.into_position(CastlingMode::Standard).expect("a legal position");
        let men = Men::new(&position, Color::Black);
        assert_eq!(men.passed, Some([Square::G3, Square::G4]));
        assert_eq!(Men::new(&position, Color::White).passed, None);
    }

    #[test]
    fn the_pawn_that_mates_is_no_rider() {
        let class = Class::parse(Color::Black, "cxb1=N").expect("a class");
        let goal = Goal::new(class, |role| role == Role::Knight, Effect::Mate);
        let promotes = |pawns: &str, hunter: u32| {
            let fen = format!("4k3/8/8/8/8/{pawns}/1N2K3 b - - 0 1");
            let fen: shakmaty::fen::Fen = fen.parse().expect("a position");
            let position: Chess = fen.into_position(CastlingMode::Standard).expect("a legal one");
            let men = Men::new(&position, Color::Black);
            let outlook = Outlook::new(&men, Moves { hunter, defender: 1 });
            goal.promotes(&outlook)
        };
        // if another pawn can be the one that mates, either may become a rider
        assert_eq!(promotes("8/2p5", 2), NEVER);
        assert_eq!(promotes("7p/2p5", 2), 2);
        assert_eq!(promotes("3p4/2p5", 1), 2);
        assert_eq!(promotes("3p4/2p5", 2), 1);
    }

    #[test]
    fn a_king_needs_a_rider_behind_it() {
        let class = Class::parse(Color::White, "Ka3").expect("a class");
        let goal = Goal::new(class, |_| false, Effect::Mate);
        let array = Chess::default();
        let within = |hunter, defender| {
            let men = Men::new(&array, Color::White);
            let outlook = Outlook::new(&men, Moves { hunter, defender });
            goal.ways(&outlook, Ways::MAX).next().is_some()
        };
        // king to b4 and a3, queen to a4; the other king to the fourth rank
        assert!(within(5, 4));
        assert!(!within(4, 4));
        assert!(!within(5, 1));
    }
}
