//! Hoppers that move their hurdle: Bul and Dob.
//!
//! A bul hopper lets the man it has hopped over make a move without capture as the hopper makes them,
//! a dob hopper a move of its own. Where there is no such move, it cannot hop, nor give check.

use crate::{
    attribute::Attribute,
    bearing::bearing,
    conditions::{Condition, Hooks, owner, rebirth::settled},
    geometry::Square,
    man::{KindId, Man, Side},
    moves::{Effect, Hurdle, Move},
    position::Position,
    squares::Squares,
    travel::{Arrival, quiet_arrivals},
};

/// Bul or Dob.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hurdles(pub(super) Attribute);

impl Condition for Hurdles {
    fn name(&self) -> String {
        self.0.name().into()
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let side = position.side_to_move();
        let both = |man: &Man| self.0 == Attribute::Dob && man.has(Attribute::Bul);
        let hopper = position.man(mv.from).filter(|man| man.has(self.0) && !both(man));
        let (Some(_), Some(Hurdle { square: hurdle, .. })) = (hopper, mv.hurdle) else {
            return each(mv);
        };
        let Some(man) = position.man(hurdle) else { return each(mv) };
        let mut places = Vec::new();
        each_place(position, &Hop::of(&mv, hurdle), side, |to| {
            if !places.contains(&to) {
                places.push(to);
            }
        });
        let files = position.geometry().width();
        places.sort_by_cached_key(|&to| bearing(files, hurdle, to));
        for (nth, to) in (0..).zip(places) {
            for settled in settled(position, man, owner(man, side), to) {
                let mut put = Move { hurdle: Some(Hurdle { square: hurdle, nth }), ..mv };
                put.effects.push(Effect::Transfers(hurdle, to));
                if settled != man {
                    put.effects.push(Effect::Becomes(to, settled));
                }
                each(put);
            }
        }
    }
}

/// A hop from one square to another.
pub(crate) struct Hop {
    from: Square,
    to: Square,
    captured: Option<Square>,
    hurdle: Square,
}

impl Hop {
    fn of(mv: &Move, hurdle: Square) -> Hop {
        Hop { from: mv.from, to: mv.to, captured: mv.captured, hurdle }
    }

    /// What a route leads to, if it is a hop.
    pub(crate) fn along(from: Square, arrival: &Arrival) -> Option<Hop> {
        let Arrival { to, captured, hurdle, .. } = *arrival;
        hurdle.map(|hurdle| Hop { from, to, captured, hurdle })
    }

    /// Whether the man that hops for `side` moves its hurdle, and can.
    pub(crate) fn is_possible(&self, position: &Position, side: Side) -> bool {
        let moves_hurdles = position
            .man(self.from)
            .is_some_and(|man| man.has(Attribute::Bul) || man.has(Attribute::Dob));
        let mut possible = !moves_hurdles;
        if !possible {
            each_place(position, self, side, |_| possible = true);
        }
        possible
    }
}

/// Tells where the man hopped over may go after the hop, some squares more than once.
fn each_place(position: &Position, hop: &Hop, side: Side, mut each: impl FnMut(Square)) {
    let (Some(hopper), Some(man)) = (position.man(hop.from), position.man(hop.hurdle)) else {
        return;
    };
    let kind = if hopper.has(Attribute::Bul) { hopper.kind } else { man.kind };
    let side = owner(man, side);
    let movement = position.variant().movement(kind, side);
    if !movement.specials.is_empty() {
        return places_worked_out(position, hop, kind, side).iter().for_each(each);
    }
    let board = position.board_of(hop.from);
    let look = |square: Square| match square {
        _ if square == hop.to => Some(hopper),
        _ if square == hop.from || hop.captured == Some(square) => None,
        _ => board[square.index()],
    };
    for route in movement.routes(hop.hurdle) {
        quiet_arrivals(movement.stops(route), route, side, look, &mut each);
    }
}

/// The same for a kind whose movement is worked out at play.
fn places_worked_out(position: &Position, hop: &Hop, kind: KindId, side: Side) -> Squares {
    let mut after = position.clone();
    let hopper = after.man(hop.from);
    if let Some(at) = hop.captured {
        after.put(at, None);
    }
    after.put(hop.from, None);
    after.put(hop.to, hopper);
    after.quiet_squares(hop.hurdle, kind, side)
}
