//! What a move will not do, seen before it is made.
//!
//! A solver that looks for mates or stalemates makes many moves only to see that they were in vain. Most of
//! that can be told beforehand, for every kind, by the squares on which an answer rests:
//!
//! * A move gives check only if it changes a square on which it rests that the king is not attacked
//!   now, or if a man comes to stand where its kind may capture the king from on some board.
//! * A *reply* is a move of the enemy without capture and the squares on which it rests that it can be
//!   made. A move that changes none of them leaves it as it is. It is legal then, unless it opens an
//!   attack on the enemy's king; so it must keep away from all squares of the ways on which that could be
//!   attacked. A *flight* is such a move of the king to a square that nobody attacks on any board.
//!
//! ```text
//! White Ka1 Pg6, Black Kd8 Sb4     Is g6-g7 stalemate? Sb4-c2 rests on b4 and c2 and keeps away from
//!                                  all ways to d8: no. And Kd8-d7 rests on d8 and d7, which neither
//!                                  king nor pawn attack.
//! ```
//!
//! What a move will not do after any move of the other side is told by [`Prospect`].
//!
//! Nothing is told under conditions that decide by other squares who may act, as what, and what comes
//! of it.

mod changes;
mod prospect;

use changes::{Changes, Newcomers};
use prospect::Prospect;

use crate::{
    attribute::Attribute,
    conditions::Change,
    generate::Sieve,
    geometry::Square,
    kind::Purpose,
    man::{Colour, KindId, Man, Side},
    movement::{Mark, Movement, Passage, Route, Via},
    moves::{Move, Special},
    position::Position,
    squares::Squares,
    travel::quiet_arrivals,
};

/// What a move is to do to the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quest {
    /// Give check.
    Check,
    /// Leave no legal move, and give check.
    Mate,
    /// Leave no legal move, and give no check.
    Stalemate,
    /// Leave no legal move, be it by check or not.
    Standstill,
    /// Leave no legal move but such as give check.
    ChecksOnly,
}

/// How many replies are kept, and how many of one man.
const REPLIES: usize = 12;
const REPLIES_OF_ONE: usize = 2;

/// A set of squares of a board of up to 64.
type Bits = u64;

const fn bit(square: Square) -> Bits {
    1 << square.0
}

/// A royal man, and from where it might be attacked.
#[derive(Clone, Copy)]
struct Throne {
    /// Where it stands; a side without one cannot be checked.
    square: Option<Square>,
    /// The squares of all ways on which men that stand where they do could attack it.
    ways: Bits,
}

impl Throne {
    /// The throne of a side with one royal man at most.
    fn of(position: &Position, side: Side) -> Option<Throne> {
        let royals = position.royals(side);
        let Some(square) = royals.first() else { return Some(Throne { square: None, ways: 0 }) };
        let neutral = position.royals[Colour::Neutral as usize];
        if royals.single().is_none() || !neutral.is_empty() {
            return None;
        }
        Some(Throne::on(position, side, square))
    }

    /// The throne of a side whose royal man stands on a square, or will.
    fn on(position: &Position, side: Side, square: Square) -> Throne {
        let enemies = position.serving(!side) & position.variant().attackers(!side, square);
        let mut ways = 0;
        for from in enemies {
            let Some(man) = position.man(from) else { continue };
            let vias = position.variant().movement(man.kind, !side).vias(square, from);
            let moves_hurdle = man.has(Attribute::Bul) || man.has(Attribute::Dob);
            if moves_hurdle && !vias.is_empty() {
                // what its hurdle can do may rest on any square
                ways = !0;
            }
            ways |= vias.iter().fold(0, |ways, via| ways | via.path.low());
        }
        Throne { square: Some(square), ways }
    }

    /// Whether a man of `side` standing there could attack it on some board.
    fn may_be_attacked(&self, position: &Position, side: Side, man: Man, from: Square) -> bool {
        self.square.is_some_and(|square| looks_at(position, side, man, from, square))
    }
}

/// Whether a man, moved by `side`, could capture on a square on some board.
fn looks_at(position: &Position, side: Side, man: Man, from: Square, target: Square) -> bool {
    man.colour.serves(side)
        && position.variant().movement(man.kind, side).attackers(target).contains(from)
}

/// What can be told of all moves of a position.
pub(crate) struct Foresight {
    quest: Quest,
    side: Side,
    /// The enemy's throne, and the squares on which it rests that it is not attacked, as long as
    /// no more than one man leaves its square.
    prey: Throne,
    watched: Bits,
    /// The mover's own throne.
    own: Throne,
    /// With two boards, the squares of the men on that of the enemy's king.
    beside_prey: Option<Bits>,
    replies: Replies,
    flights: Replies,
}

/// A move of the enemy without capture.
#[derive(Clone, Copy)]
struct Reply {
    /// The squares on which it rests that it can be made.
    rests_on: Bits,
    from: Square,
    to: Square,
    /// What arrives.
    man: Man,
}

/// The first so many replies that were found.
struct Replies {
    known: [Reply; REPLIES],
    count: usize,
}

impl Replies {
    fn new() -> Replies {
        let man = Man::plain(KindId::KING, Colour::Neutral, false);
        let none = Reply { rests_on: 0, from: Square(0), to: Square(0), man };
        Replies { known: [none; REPLIES], count: 0 }
    }

    fn add(&mut self, reply: Reply) {
        if self.count < REPLIES {
            self.known[self.count] = reply;
            self.count += 1;
        }
    }

    /// The squares that spoil each reply that does not rest on `squares`: those on which it rests, and
    /// `more`. All, if there is no such reply.
    #[inline]
    fn shared_beside(&self, squares: Bits, more: impl Fn(&Reply) -> Bits) -> Bits {
        let known = self.known[..self.count].iter().filter(|reply| reply.rests_on & squares == 0);
        known.fold(!0, |shared, reply| shared & (reply.rests_on | more(reply)))
    }

    /// Whether one of which something holds rests on none of these squares.
    #[inline]
    fn any_beside(&self, squares: Bits, mut holds: impl FnMut(&Reply) -> bool) -> bool {
        self.known[..self.count].iter().any(|reply| reply.rests_on & squares == 0 && holds(reply))
    }
}

impl Foresight {
    /// What can be told of the moves of a position, if anything.
    pub(crate) fn of(position: &Position, quest: Quest) -> Option<Foresight> {
        let variant = position.variant();
        let told = match quest {
            Quest::Check | Quest::Mate => variant.foresees_checks,
            Quest::Stalemate | Quest::Standstill | Quest::ChecksOnly => variant.foresees_replies,
        };
        if !told {
            return None;
        }
        let side = position.side_to_move();
        // a reply that is there may not be chosen
        if quest == Quest::ChecksOnly && variant.prefers(!side) {
            return None;
        }
        let prey = Throne::of(position, !side)?;
        let mut watched = Squares::EMPTY;
        if let Some(square) = prey.square
            && position.reaches_watching(side, square, &mut watched)
        {
            return None;
        }
        let own = match quest {
            Quest::ChecksOnly => Throne::of(position, side)?,
            _ => Throne { square: None, ways: 0 },
        };
        let mut foresight = Foresight {
            quest,
            side,
            prey,
            watched: watched.low(),
            own,
            beside_prey: prey.square.and_then(|at| position.half_of(at)).map(|half| half.men.low()),
            replies: Replies::new(),
            flights: Replies::new(),
        };
        match quest {
            Quest::Check => {}
            // in check no reply counts but flights
            Quest::Mate => {
                if let Some(royal) = prey.square.filter(|_| variant.foresees_replies) {
                    foresight.look_for_replies(position, [royal].into_iter().collect());
                }
            }
            Quest::Stalemate | Quest::Standstill | Quest::ChecksOnly => {
                let enemies = position.by_colour[(!side).colour() as usize];
                foresight.look_for_replies(position, enemies);
            }
        }
        Some(foresight)
    }

    fn look_for_replies(&mut self, position: &Position, men: Squares) {
        let enemy = !self.side;
        for from in men {
            let Some(man) = position.man(from).filter(|man| man.attributes.is_empty()) else {
                continue;
            };
            // it might open an attack on its own king, or give check itself
            let open = self.own.ways | if man.royal { 0 } else { self.prey.ways };
            if bit(from) & open != 0 || !man.royal && self.replies.count == REPLIES {
                continue;
            }
            let mut found = 0;
            each_reply(position, from, man, enemy, |rests_on, to, man| {
                if bit(to) & open != 0 || self.own.may_be_attacked(position, enemy, man, to) {
                    return true;
                }
                let reply = Reply { rests_on, from, to, man };
                if man.royal {
                    self.add_flight(position, reply);
                    return true;
                }
                self.replies.add(reply);
                found += 1;
                found < REPLIES_OF_ONE
            });
        }
    }

    fn add_flight(&mut self, position: &Position, reply: Reply) {
        let (side, to) = (self.side, reply.to);
        let near = position.serving(side) & position.variant().attackers(side, to);
        let looks = |from: Square| {
            position.man(from).is_some_and(|man| looks_at(position, side, man, from, to))
        };
        if !near.iter().any(looks) {
            self.flights.add(reply);
        }
    }

    /// Whether a move surely does not do what is asked for; it may also be illegal.
    pub(crate) fn is_vain(&self, position: &Position, mv: &Move) -> bool {
        let Changes { squares, leaves_one } = Changes::of(mv, self.side);
        let touches = |square: Option<Square>| square.is_some_and(|at| bit(at) & squares != 0);
        let Some(newcomers) = Newcomers::of(position, mv, self.side) else { return false };
        let crowns = |at, man: Man| man.royal && at != mv.to;
        if let Some(beside_prey) = self.beside_prey {
            return self.is_vain_on_two_boards(position, mv, beside_prey);
        }
        if touches(self.prey.square) || !mv.effects.is_empty() && newcomers.any(crowns) {
            return false;
        }
        // a king that moves is looked at from elsewhere
        let moved = self.own.square == Some(mv.from) && mv.effects.is_empty();
        let own = match self.own.square {
            Some(_) if moved => Throne::on(position, self.side, mv.to),
            Some(own) if bit(own) & squares != 0 => return false,
            _ => self.own,
        };
        let spares_own = |reply: &Reply| {
            !moved
                || (bit(reply.from) | bit(reply.to)) & own.ways == 0
                    && !own.may_be_attacked(position, !self.side, reply.man, reply.to)
        };
        let deed = Deed {
            squares,
            leaves_one,
            looks_at: |to| newcomers.any(|at, man| looks_at(position, self.side, man, at, to)),
            spares: spares_own,
        };
        self.is_in_vain(&deed) && {
            let checks = |at, man| own.may_be_attacked(position, !self.side, man, at);
            self.quest != Quest::ChecksOnly || !newcomers.any(checks)
        }
    }

    /// The same with two boards: on that of the enemy's king a man arrives, or it leaves, perhaps with
    /// a man that it captures.
    fn is_vain_on_two_boards(&self, position: &Position, mv: &Move, beside_prey: Bits) -> bool {
        let Some(mover) = position.man(mv.from) else { return false };
        if !mv.effects.is_empty() || matches!(mv.special, Special::Castling(_)) {
            return false;
        }
        if beside_prey & bit(mv.from) != 0 {
            return match mv.captured {
                None => self.watched & bit(mv.from) == 0,
                Some(at) => self.prey.ways & (bit(mv.from) | bit(at)) == 0,
            };
        }
        let man = position.variant().arriving(mover, mv);
        self.watched & bit(mv.to) == 0
            && !self.prey.may_be_attacked(position, self.side, man, mv.to)
    }

    /// The same for all moves of a man to a square, to capture there or not.
    fn vain_arrivals_on_two_boards(&self, from: Square, looks: Bits, beside_prey: Bits) -> Bits {
        if beside_prey & bit(from) == 0 {
            return !(self.watched | looks);
        }
        let quiet = if self.watched & bit(from) == 0 { !beside_prey } else { 0 };
        let captures =
            if self.prey.ways & bit(from) == 0 { beside_prey & !self.prey.ways } else { 0 };
        quiet | captures
    }

    /// What can be told of all moves of a man at once.
    pub(crate) fn of_man(&self, position: &Position, from: Square, man: Man) -> Foreseen<'_> {
        Foreseen { foresight: self, vain: self.vain_arrivals(position, from, man) }
    }

    /// Where a man may arrive, to move or to capture there, and surely does not do what is asked for.
    /// What holds of one arrival after the other in [`Foresight::is_in_vain`] is told here for all.
    /// None where that depends on where it comes to stand towards its own king.
    fn vain_arrivals(&self, position: &Position, from: Square, man: Man) -> Option<Bits> {
        if self.own.square == Some(from) {
            return None;
        }
        let variant = position.variant();
        let next = match man.has(Attribute::Chameleon) {
            true => Change::Chameleon.of(variant, man.kind),
            false => man.kind,
        };
        let looks = |kind: KindId, side: Side, target: Square| {
            variant.movement(kind, side).attackers(target).low()
        };
        // an anda man is asked about as it was, too
        let looks_of = |side: Side, target: Square| {
            looks(man.kind, side, target)
                | if next == man.kind { 0 } else { looks(next, side, target) }
        };
        let looks_at = |target: Square| looks_of(self.side, target);
        // one that serves both sides may give check to its own king, or let others do so
        let two_sided = man.colour == Colour::Neutral || man.attributes.turn_the_man();
        let unsafe_to = match self.own.square.filter(|_| two_sided) {
            Some(own) => looks_of(!self.side, own),
            None => 0,
        };
        let looks = self.prey.square.map_or(0, looks_at);
        if let Some(beside_prey) = self.beside_prey {
            return Some(self.vain_arrivals_on_two_boards(from, looks, beside_prey));
        }
        let no_check = if self.watched & bit(from) == 0 { !(self.watched | looks) } else { 0 };
        // a reply stays wherever one does that does not rest on the squares of the move
        let replies = || !self.replies.shared_beside(bit(from), |_| 0);
        let flees = || !self.flights.shared_beside(bit(from), |flight| looks_at(flight.to));
        let vain = match self.quest {
            Quest::Check => no_check,
            Quest::Mate => no_check | flees(),
            Quest::Stalemate => replies() & !looks | flees(),
            Quest::Standstill | Quest::ChecksOnly => replies() & no_check | flees(),
        };
        Some(vain & !(self.prey.square.map_or(0, bit) | unsafe_to))
    }

    /// Whether a deed surely does not do what is asked for.
    #[inline]
    fn is_in_vain(&self, deed: &Deed<impl Fn(Square) -> bool, impl Fn(&Reply) -> bool>) -> bool {
        let squares = deed.squares;
        let flees = || {
            let safe = |flight: &Reply| (deed.spares)(flight) && !(deed.looks_at)(flight.to);
            self.flights.any_beside(squares, safe)
        };
        // a man that now looks at the king may check it, or pin whoever would reply
        let looks = || self.prey.square.is_some_and(&deed.looks_at);
        let no_check = || {
            let opening =
                if deed.leaves_one { self.watched } else { self.watched | self.prey.ways };
            squares & opening == 0 && !looks()
        };
        let replies = || self.replies.any_beside(squares, &deed.spares);
        match self.quest {
            Quest::Check => no_check(),
            Quest::Mate => no_check() || flees(),
            // if it is check, it is no stalemate
            Quest::Stalemate => replies() && !looks() || flees(),
            Quest::Standstill | Quest::ChecksOnly => replies() && no_check() || flees(),
        }
    }
}

/// What is foreseen of the moves of a man.
pub(crate) struct Foreseen<'a> {
    foresight: &'a Foresight,
    /// Where it arrives in vain, if that is known.
    vain: Option<Bits>,
}

impl Foreseen<'_> {
    /// Whether all of these arrivals are in vain.
    fn drops_all(&self, arrivals: Bits) -> bool {
        arrivals & !self.vain.unwrap_or(0) == 0
    }
}

impl Sieve for Foreseen<'_> {
    fn knows_squares(&self) -> bool {
        self.vain.is_some()
    }

    #[inline]
    fn drops(&self, to: Square) -> bool {
        self.vain.is_some_and(|vain| vain & bit(to) != 0)
    }

    fn drops_move(&self, position: &Position, mv: &Move) -> bool {
        self.foresight.is_vain(position, mv)
    }
}

/// What a move does.
struct Deed<L, S> {
    /// The squares that change.
    squares: Bits,
    /// Whether no more than one man leaves its square.
    leaves_one: bool,
    /// Whether a man that moved may look at a square.
    looks_at: L,
    /// Whether a reply still keeps clear of the mover's own king.
    spares: S,
}

/// The moves without capture of a man, one for each route, as long as more are asked for: the squares
/// on which they rest, where they end, and as what. Of promotions one is told.
fn each_reply(
    position: &Position,
    from: Square,
    man: Man,
    side: Side,
    mut each: impl FnMut(Bits, Square, Man) -> bool,
) {
    let variant = position.variant();
    let movement = variant.movement(man.kind, side);
    for route in movement.routes(from) {
        let arrival = first_arrival(position, movement, route, side);
        let Some((rests_on, to)) = arrival.filter(|&(_, to)| variant.admits(from, to)) else {
            continue;
        };
        let promoted = match position.promotes(man.kind, side, to) {
            true => variant.promotions_of(man.kind).last().map(|&kind| Man { kind, ..man }),
            false => Some(man),
        };
        if promoted.is_some_and(|man| !each(rests_on | bit(from), to, man)) {
            return;
        }
    }
}

/// The first square to which a route leads without capture, and the squares of the route on which
/// that rests.
fn first_arrival(
    position: &Position,
    movement: &Movement,
    route: &Route,
    side: Side,
) -> Option<(Bits, Square)> {
    if route.purpose == Purpose::Capture {
        return None;
    }
    let stops = movement.stops(route);
    let look = |square: Square| position.man(square);
    let mut rests_on = 0;
    match route.passage {
        Passage::Ride | Passage::March => {
            for stop in stops {
                if look(stop.square).is_some() {
                    return None;
                }
                rests_on |= bit(stop.square);
                if stop.mark == Mark::Land {
                    return Some((rests_on, stop.square));
                }
            }
            None
        }
        Passage::Hop { .. } | Passage::Pattern => {
            let mut first = None;
            quiet_arrivals(stops, route, side, look, |to| first = first.or(Some(to)));
            let to = first?;
            Some((stops.iter().fold(0, |bits, stop| bits | bit(stop.square)), to))
        }
        Passage::Locust | Passage::Rebound => None,
    }
}

impl Position {
    /// Whether a move is seen at a glance to give no check, before it is made.
    pub(crate) fn surely_gives_no_check(&self, mv: &Move) -> bool {
        let side = self.side_to_move();
        let variant = self.variant();
        let told = variant.foresees_checks && !variant.alice;
        let (Some(royal), true) = (self.royals(!side).single(), told) else {
            return false;
        };
        let squares = Changes::of(mv, side).squares;
        let looks = |at, man| looks_at(self, side, man, at, royal);
        if squares & bit(royal) != 0
            || Newcomers::of(self, mv, side).is_none_or(|newcomers| newcomers.any(looks))
        {
            return false;
        }
        // too many stay in every way
        let standing = self.occupied() & !Squares::from_low(squares);
        (self.serving(side) & variant.attackers(side, royal)).iter().all(|from| {
            let vias = |man: Man| variant.movement(man.kind, side).vias(royal, from);
            let barred = |via: &Via| via.is_barred_by(standing);
            bit(from) & squares != 0
                || self.man(from).is_none_or(|man| vias(man).iter().all(barred))
        })
    }

    /// The legal moves, in place of what `moves` held, but for some that surely do not do what is
    /// asked for.
    ///
    /// ```
    /// use solusrex_rules::{Position, Quest, Rules};
    ///
    /// let mut position = Position::from_pieces("White Kb6 Gd1 Black Ka8", &Default::default())?;
    /// let mut moves = Vec::new();
    /// position.legal_moves_toward(Quest::Check, &mut moves);
    /// assert!(moves.len() < position.legal_moves().len());
    /// # Ok::<(), solusrex_rules::notation::NotationError>(())
    /// ```
    pub fn legal_moves_toward(&mut self, quest: Quest, moves: &mut Vec<Move>) {
        let Some(foresight) = Foresight::of(self, quest) else {
            return self.legal_moves_into(moves);
        };
        let side = self.side_to_move();
        if self.variant().prefers(side) {
            // which moves may be chosen is told by all of them
            self.legal_moves_into(moves);
            return moves.retain(|mv| !foresight.is_vain(self, mv));
        }
        moves.clear();
        let own = self.by_colour[side.colour() as usize].low();
        for from in self.serving(side) {
            let Some(man) = self.man(from) else { continue };
            let foreseen = foresight.of_man(self, from, man);
            // it never ends on a square of its own side
            let reach = self.variant().movement(man.kind, side).reach(from).low() & !own;
            let idle = foreseen.drops_all(reach) && self.has_plain_moves_only(from, man);
            if !idle && self.may_act(from, side) {
                self.moves_through(&foreseen, from, man, moves);
            }
        }
        let by_men = moves.len();
        self.castlings(moves);
        if moves.len() > by_men {
            let mut nth = 0..;
            moves.retain(|mv| {
                nth.next().is_some_and(|nth| nth < by_men) || !foresight.is_vain(self, mv)
            });
        }
        if !moves.is_empty() {
            self.retain_legal(moves);
        }
    }

    /// The legal moves, in place of what `moves` held, but for some after which the other side surely
    /// cannot do to the mover what is asked for by its next move.
    pub fn legal_moves_before(&mut self, quest: Quest, moves: &mut Vec<Move>) {
        self.legal_moves_into(moves);
        if let Some(prospect) = Prospect::of(self, quest) {
            moves.retain(|mv| !prospect.is_hopeless(self, mv));
        }
    }
}
