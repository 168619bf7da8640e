//! How far a kind reaches at most: what a man could do if the other men stood as it liked.
//!
//! Bounds of searches rest on it: what is out of reach here is out of reach on every board.

use crate::{
    geometry::Square,
    kind::Purpose,
    man::{KindId, Side},
    movement::{Mark, Movement, Passage},
    squares::Squares,
    variant::Variant,
};

/// What the men of a kind could do from each square, were the other men placed at will. Castling is
/// left out.
///
/// ```
/// use solusrex_rules::{KindId, Side, Square, Variant};
///
/// let pawn = Variant::chess().reach(KindId::PAWN, Side::White);
/// let (e2, e4, d3) = (Square(12), Square(28), Square(19));
/// assert!(pawn.strides(e2).contains(e4) && !pawn.strides(e2).contains(d3));
/// assert!(pawn.captures(e2).contains(d3) && pawn.attacks(e2).contains(d3));
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    strides: Vec<Squares>,
    captures: Vec<Squares>,
    attacks: Vec<Squares>,
}

impl Reach {
    /// Where a man may arrive without a capture.
    pub fn strides(&self, from: Square) -> Squares {
        self.strides[from.index()]
    }

    /// Where a man may arrive by a capture.
    pub fn captures(&self, from: Square) -> Squares {
        self.captures[from.index()]
    }

    /// Where a man may be captured.
    pub fn attacks(&self, from: Square) -> Squares {
        self.attacks[from.index()]
    }
}

impl Variant {
    /// What men of a kind could do at most when `side` moves them.
    pub fn reach(&self, kind: KindId, side: Side) -> Reach {
        let squares: Squares = self.geometry().squares().collect();
        let movement = self.movement(kind, side);
        let mut reach = Reach { strides: Vec::new(), captures: Vec::new(), attacks: Vec::new() };
        // what is worked out at play may lead anywhere
        let anywhere = !movement.specials.is_empty();
        for from in self.geometry().squares() {
            let (strides, captures) = match anywhere {
                true => (squares, squares),
                false => arrivals(movement, from),
            };
            reach.strides.push(strides);
            reach.captures.push(captures);
            reach.attacks.push(if anywhere { squares } else { movement.targets(from) });
        }
        reach
    }
}

/// Where the routes from a square end, without a capture and with one.
fn arrivals(movement: &Movement, from: Square) -> (Squares, Squares) {
    let (mut strides, mut captures) = (Squares::EMPTY, Squares::EMPTY);
    for route in movement.routes(from) {
        let landings = movement.stops(route).iter().filter(|stop| stop.mark == Mark::Land);
        for stop in landings {
            // a locust takes on the way, others where they arrive
            if route.purpose != Purpose::Capture && route.passage != Passage::Locust {
                strides.insert(stop.square);
            }
            if route.purpose != Purpose::Move {
                captures.insert(stop.square);
            }
        }
    }
    (strides, captures)
}
