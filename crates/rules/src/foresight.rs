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
//! Nothing is told under conditions that decide by other squares who may act, as what, and what comes
//! of it.

use crate::{
    attribute::Attribute,
    geometry::Square,
    kind::Purpose,
    man::{Colour, Man, Side},
    movement::{Mark, Movement, Passage, Route},
    moves::{Castle, Effect, Move, Special},
    position::Position,
    squares::Squares,
    travel::quiet_arrivals,
};

/// What a move is to do to the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quest {
    /// Give check.
    Check,
    /// Leave no legal move, and give no check.
    Stalemate,
    /// Leave no legal move, be it by check or not.
    Standstill,
    /// Leave no legal move but such as give check.
    ChecksOnly,
}

/// How many replies are kept, and how many of one man.
const REPLIES: usize = 16;
const REPLIES_OF_ONE: usize = 3;

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
        let enemies = position.serving(!side) & position.variant().attackers(!side, square);
        let mut ways = 0;
        for from in enemies {
            let Some(man) = position.man(from) else { continue };
            let vias = position.variant().movement(man.kind, !side).vias(square, from);
            let moves_hurdle = man.has(Attribute::Bul) || man.has(Attribute::Dob);
            if moves_hurdle && !vias.is_empty() {
                // what its hurdle can do may rest on any square
                return Some(Throne { square: Some(square), ways: !0 });
            }
            ways |= vias.iter().fold(0, |ways, via| ways | via.path.low());
        }
        Some(Throne { square: Some(square), ways })
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
    /// The squares on which replies rest.
    replies: [Bits; REPLIES],
    replies_known: usize,
    /// The squares on which flights rest, with their ends.
    flights: [(Bits, Square); REPLIES],
    flights_known: usize,
}

impl Foresight {
    /// What can be told of the moves of a position, if anything.
    pub(crate) fn of(position: &Position, quest: Quest) -> Option<Foresight> {
        let variant = position.variant();
        let told = match quest {
            Quest::Check => variant.foresees_checks,
            Quest::Stalemate | Quest::Standstill | Quest::ChecksOnly => variant.foresees_replies,
        };
        if !told {
            return None;
        }
        let side = position.side_to_move();
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
            replies: [0; REPLIES],
            replies_known: 0,
            flights: [(0, Square(0)); REPLIES],
            flights_known: 0,
        };
        if quest != Quest::Check {
            foresight.look_for_replies(position);
        }
        Some(foresight)
    }

    fn look_for_replies(&mut self, position: &Position) {
        let enemy = !self.side;
        for from in position.by_colour[enemy.colour() as usize] {
            let Some(man) = position.man(from).filter(|man| man.attributes.is_empty()) else {
                continue;
            };
            let unsafe_squares = self.own.ways | if man.royal { 0 } else { self.prey.ways };
            if bit(from) & unsafe_squares != 0 {
                continue;
            }
            let last_rank = position.promotion_rank(man.kind, enemy);
            let movement = position.variant().movement(man.kind, enemy);
            let mut found = 0;
            for route in movement.routes(from) {
                let Some((rests_on, to)) = first_arrival(position, movement, route, enemy) else {
                    continue;
                };
                if bit(to) & unsafe_squares != 0
                    || last_rank == Some(position.geometry().rank(to))
                    || !position.variant().admits(from, to)
                    || self.own.may_be_attacked(position, enemy, man, to)
                {
                    continue;
                }
                let rests_on = rests_on | bit(from);
                if man.royal {
                    self.add_flight(position, rests_on, to);
                } else if self.replies_known < REPLIES && found < REPLIES_OF_ONE {
                    self.replies[self.replies_known] = rests_on;
                    self.replies_known += 1;
                    found += 1;
                }
            }
        }
    }

    fn add_flight(&mut self, position: &Position, rests_on: Bits, to: Square) {
        let mut near =
            (position.serving(self.side) & position.variant().attackers(self.side, to)).iter();
        let looks = |from: Square| {
            position.man(from).is_some_and(|man| looks_at(position, self.side, man, from, to))
        };
        if self.flights_known < REPLIES && !near.any(looks) {
            self.flights[self.flights_known] = (rests_on, to);
            self.flights_known += 1;
        }
    }

    /// Whether a move surely does not do what is asked for; it may also be illegal.
    pub(crate) fn is_vain(&self, position: &Position, mv: &Move) -> bool {
        let Changes { squares, leaves_one } = Changes::of(mv, self.side);
        let touches = |square: Option<Square>| square.is_some_and(|at| bit(at) & squares != 0);
        let crowns = mv.effects.iter().any(
            |effect| matches!(effect, Effect::Appears(man, _) | Effect::Becomes(_, man) if man.royal),
        );
        if touches(self.prey.square)
            || crowns
            || newcomers(position, mv, self.side)
                .any(|(at, man)| self.prey.may_be_attacked(position, self.side, man, at))
        {
            return false;
        }
        let no_check = || match leaves_one {
            true => squares & self.watched == 0,
            false => squares & (self.watched | self.prey.ways) == 0,
        };
        match self.quest {
            Quest::Check => no_check(),
            // if it is check, it is no stalemate
            Quest::Stalemate => self.leaves_reply(position, mv, squares),
            Quest::Standstill => no_check() && self.leaves_reply(position, mv, squares),
            Quest::ChecksOnly => {
                let enemy = !self.side;
                !touches(self.own.square)
                    && no_check()
                    && !newcomers(position, mv, self.side)
                        .any(|(at, man)| self.own.may_be_attacked(position, enemy, man, at))
                    && self.leaves_reply(position, mv, squares)
            }
        }
    }

    /// Whether one of the replies known is still there after a move that changes these squares.
    fn leaves_reply(&self, position: &Position, mv: &Move, squares: Bits) -> bool {
        let guards = |to: Square| {
            newcomers(position, mv, self.side)
                .any(|(at, man)| looks_at(position, self.side, man, at, to))
        };
        self.replies[..self.replies_known].iter().any(|rests_on| rests_on & squares == 0)
            || self.flights[..self.flights_known]
                .iter()
                .any(|&(rests_on, to)| rests_on & squares == 0 && !guards(to))
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

/// The squares that a move changes.
struct Changes {
    squares: Bits,
    /// Whether no more than one man leaves its square for good.
    leaves_one: bool,
}

impl Changes {
    fn of(mv: &Move, side: Side) -> Changes {
        let mut squares = bit(mv.from) | bit(mv.to);
        let mut leaves_one = true;
        if let Some(at) = mv.captured {
            squares |= bit(at);
            leaves_one = at == mv.to;
        }
        if let Special::Castling(wing) = mv.special {
            let castle = Castle::of(side, wing);
            squares |= bit(castle.rook_from) | bit(castle.rook_to);
            leaves_one = false;
        }
        for effect in mv.effects.iter() {
            match effect {
                Effect::Appears(_, at) | Effect::Becomes(at, _) => squares |= bit(at),
                Effect::Vanishes(at) => {
                    squares |= bit(at);
                    leaves_one = false;
                }
                Effect::Transfers(from, to) => {
                    squares |= bit(from) | bit(to);
                    leaves_one = false;
                }
            }
        }
        Changes { squares, leaves_one }
    }
}

/// The men that may stand on squares that the move changes: some that stand there only for a while
/// are told too.
fn newcomers(position: &Position, mv: &Move, side: Side) -> impl Iterator<Item = (Square, Man)> {
    let variant = position.variant();
    let mover = position.man(mv.from).map(|man| variant.arriving(man, mv));
    let becomes = |effect| matches!(effect, Effect::Becomes(at, _) if at == mv.to);
    let stays = mv.effects.is_empty() || !mv.effects.iter().any(becomes);
    let arrived = mover.filter(|_| stays).map(|man| (mv.to, man));
    let rook = match mv.special {
        Special::Castling(wing) => {
            let castle = Castle::of(side, wing);
            position.man(castle.rook_from).map(|rook| (castle.rook_to, rook))
        }
        _ => None,
    };
    let (to, from) = (mv.to, mv.from);
    let effects = mv.effects.iter().filter_map(move |effect| match effect {
        Effect::Appears(man, at) | Effect::Becomes(at, man) => Some((at, man)),
        Effect::Vanishes(_) => None,
        Effect::Transfers(left, at) => {
            let man = match () {
                () if left == to => mover,
                () if left == from => None,
                () => position.man(left),
            };
            man.map(|man| (at, man))
        }
    });
    arrived.into_iter().chain(rook).chain(effects)
}

impl Position {
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
        moves.clear();
        self.pseudo_legal_moves(moves);
        moves.retain(|mv| !foresight.is_vain(self, mv));
        if !moves.is_empty() {
            self.retain_legal(moves);
        }
    }
}
