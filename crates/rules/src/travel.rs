//! Where men go from where they stand: routes as they are passed now, and the movements that are
//! worked out at play.

use crate::{
    geometry::Square,
    kind::{Lender, Purpose},
    man::{KindId, Man, Side},
    movement::{Mark, Movement, Passage, Route, Special as Dynamic, Stop, line_squares},
    moves::Special,
    position::{Board, Position},
    squares::Squares,
};

/// The landing of a pattern whose other squares are as marked.
pub(crate) fn pattern_holds(
    stops: &[Stop],
    side: Side,
    mut look: impl FnMut(Square) -> Option<Man>,
) -> Option<Square> {
    let (landing, rest) = stops.split_last()?;
    let holds = rest.iter().all(|stop| match (stop.mark, look(stop.square)) {
        (Mark::Enemy, man) => man.is_some_and(|man| man.colour != side.colour()),
        (mark, man) => man.is_some() == (mark == Mark::Man),
    });
    (holds && landing.mark == Mark::Land).then_some(landing.square)
}

/// The squares to which a route leads without capture, on a board as `look` shows it.
pub(crate) fn quiet_arrivals(
    stops: &[Stop],
    route: &Route,
    side: Side,
    look: impl Fn(Square) -> Option<Man>,
    mut each: impl FnMut(Square),
) {
    let empty = |square: Square| look(square).is_none();
    if route.purpose == Purpose::Capture {
        return;
    }
    match route.passage {
        Passage::Ride | Passage::March => {
            let free = stops.iter().take_while(|stop| empty(stop.square));
            free.filter(|stop| stop.mark == Mark::Land).for_each(|stop| each(stop.square));
        }
        Passage::Hop { over, beyond, near } => {
            let mut hurdles = 0;
            let mut past = 0;
            for (i, stop) in stops.iter().enumerate() {
                if hurdles < over {
                    let hurdle = !empty(stop.square);
                    if near && i == 0 && !hurdle {
                        return;
                    }
                    hurdles += u8::from(hurdle);
                    continue;
                }
                past += 1;
                if !empty(stop.square) {
                    return;
                }
                if stop.mark == Mark::Land && beyond.is_none_or(|n| n == past) {
                    each(stop.square);
                }
                if beyond == Some(past) {
                    return;
                }
            }
        }
        Passage::Locust => {}
        Passage::Rebound => {
            let met = stops.iter().position(|stop| !empty(stop.square));
            if let Some(before) = met.and_then(|i| stops.get(i.checked_sub(1)?)) {
                each(before.square);
            }
        }
        Passage::Pattern => {
            if let Some(to) = pattern_holds(stops, side, &look).filter(|&to| empty(to)) {
                each(to);
            }
        }
    }
}

/// Where a man of the moving side goes, and what it captures.
#[derive(Clone, Copy)]
pub(crate) struct Arrival {
    pub(crate) to: Square,
    pub(crate) captured: Option<Square>,
    pub(crate) special: Special,
    /// The man last hopped over.
    pub(crate) hurdle: Option<Square>,
}

impl Arrival {
    pub(crate) fn quiet(to: Square) -> Arrival {
        Arrival { to, captured: None, special: Special::None, hurdle: None }
    }

    pub(crate) fn capture(to: Square, captured: Square) -> Arrival {
        Arrival { to, captured: Some(captured), special: Special::None, hurdle: None }
    }
}

impl Position {
    /// The arrivals of movements that are worked out at play. A man on `prey` may be captured even
    /// if it is the mover's own.
    pub(crate) fn dynamic_arrivals(
        &self,
        from: Square,
        side: Side,
        special: &Dynamic,
        prey: Option<Square>,
        each: &mut dyn FnMut(Arrival),
    ) {
        let board = self.board_of(from);
        let man_on = |square: Square| board[square.index()];
        let is_enemy = |square| man_on(square).is_some_and(|man| man.colour != side.colour());
        let capturable = |square: Square| prey == Some(square) || is_enemy(square);
        match special {
            Dynamic::Wander(steps) => {
                let mut reached: Squares = [from].into_iter().collect();
                let mut frontier = vec![from];
                while let Some(here) = frontier.pop() {
                    for square in steps.iter().filter_map(|&step| self.geometry().step(here, step))
                    {
                        if reached.contains(square) {
                            continue;
                        }
                        reached.insert(square);
                        if man_on(square).is_none() {
                            frontier.push(square);
                            each(Arrival::quiet(square));
                        } else if capturable(square) {
                            each(Arrival::capture(square, square));
                        }
                    }
                }
            }
            Dynamic::Carom(steps, rides) => {
                let mut turned: Squares = [from].into_iter().collect();
                let mut corners = vec![from];
                while let Some(corner) = corners.pop() {
                    for &step in steps {
                        let line = line_squares(self.geometry(), corner, step);
                        for square in line.take(if *rides { usize::MAX } else { 1 }) {
                            if square == from {
                                break;
                            } else if man_on(square).is_some() {
                                if capturable(square) {
                                    each(Arrival::capture(square, square));
                                }
                                break;
                            }
                            each(Arrival::quiet(square));
                            if self.geometry().is_edge(square) && !turned.contains(square) {
                                turned.insert(square);
                                corners.push(square);
                            }
                        }
                    }
                }
            }
            Dynamic::HopTwice(steps) => {
                let hop = |here: Square, step| {
                    let mut line = line_squares(self.geometry(), here, step);
                    line.find(|&square| man_on(square).is_some())?;
                    line.next()
                };
                for middle in steps.iter().filter_map(|&step| hop(from, step)) {
                    if man_on(middle).is_some() {
                        continue;
                    }
                    for to in steps.iter().filter_map(|&step| hop(middle, step)) {
                        if man_on(to).is_none() {
                            each(Arrival::quiet(to));
                        } else if to != from && capturable(to) {
                            each(Arrival::capture(to, to));
                        }
                    }
                }
            }
            Dynamic::Borrow(lender) => {
                let mut lent = Vec::new();
                self.lent_kinds(from, side, *lender, &mut Squares::default(), &mut lent);
                for kind in lent {
                    let movement = self.variant().movement(kind, side);
                    for route in movement.routes(from) {
                        arrivals(board, movement, route, side, prey, &mut *each);
                    }
                    for special in &movement.specials {
                        self.dynamic_arrivals(from, side, special, prey, &mut *each);
                    }
                }
            }
        }
    }

    /// The kinds whose movement is lent to the man on `square`, also by way of other borrowers.
    fn lent_kinds(
        &self,
        square: Square,
        side: Side,
        lender: Lender,
        asked: &mut Squares,
        lent: &mut Vec<KindId>,
    ) {
        asked.insert(square);
        let from_side = match lender {
            Lender::Own => side,
            Lender::Enemy => !side,
        };
        for (origin, man) in self.men() {
            if origin == square || !man.colour.serves(from_side) {
                continue;
            }
            let kinds = match self.variant().movement(man.kind, from_side).specials.first() {
                Some(Dynamic::Borrow(other)) if !asked.contains(origin) => {
                    let mut kinds = Vec::new();
                    self.lent_kinds(origin, from_side, *other, asked, &mut kinds);
                    kinds
                }
                Some(Dynamic::Borrow(_)) => Vec::new(),
                _ => vec![man.kind],
            };
            for kind in kinds {
                if !lent.contains(&kind)
                    && self.captures(origin, kind, from_side, square, &mut |_, _| true)
                {
                    lent.push(kind);
                }
            }
        }
    }
}

/// Where a route leads now, as a man sees it that sees this board.
#[inline]
pub(crate) fn arrivals(
    board: &Board,
    movement: &Movement,
    route: &Route,
    side: Side,
    prey: Option<Square>,
    mut each: impl FnMut(Arrival),
) {
    let stops = movement.stops(route);
    let man_on = |square: Square| board[square.index()];
    let (moves, captures) = (route.purpose != Purpose::Capture, route.purpose != Purpose::Move);
    let capturable = |square: Square, man: Man| man.colour != side.colour() || prey == Some(square);
    match route.passage {
        Passage::Ride => {
            for stop in stops {
                match man_on(stop.square) {
                    None if moves && stop.mark == Mark::Land => each(Arrival::quiet(stop.square)),
                    None => {}
                    Some(man) => {
                        if captures && stop.mark == Mark::Land && capturable(stop.square, man) {
                            each(Arrival::capture(stop.square, stop.square));
                        }
                        break;
                    }
                }
            }
        }
        Passage::March => {
            for (i, stop) in stops.iter().enumerate() {
                if man_on(stop.square).is_some() {
                    break;
                }
                // of a triple step, what it passed over last
                let special = match i.checked_sub(1) {
                    Some(before) => Special::DoubleStep(stops[before].square),
                    None => Special::None,
                };
                each(Arrival { special, ..Arrival::quiet(stop.square) });
            }
        }
        Passage::Hop { over, beyond, near } => {
            let beyond = beyond.map(usize::from);
            let mut hurdles = 0;
            let mut past = 0;
            let mut hurdle = None;
            for (i, stop) in stops.iter().enumerate() {
                let man = man_on(stop.square);
                if hurdles < over {
                    if near && i == 0 && man.is_none() {
                        break;
                    }
                    if man.is_some() {
                        hurdles += 1;
                        hurdle = Some(stop.square);
                    }
                    continue;
                }
                past += 1;
                let lands = stop.mark == Mark::Land && beyond.is_none_or(|n| n == past);
                match man {
                    None if lands && moves => {
                        each(Arrival { hurdle, ..Arrival::quiet(stop.square) });
                    }
                    None => {}
                    Some(man) => {
                        if lands && captures && capturable(stop.square, man) {
                            let capture = Arrival::capture(stop.square, stop.square);
                            each(Arrival { hurdle, ..capture });
                        }
                        break;
                    }
                }
                if beyond == Some(past) {
                    break;
                }
            }
        }
        Passage::Locust => {
            let met = stops.windows(2).find_map(|pair| Some((pair, man_on(pair[0].square)?)));
            if let Some((pair, man)) = met
                && captures
                && capturable(pair[0].square, man)
                && pair[1].mark == Mark::Land
                && man_on(pair[1].square).is_none()
            {
                each(Arrival::capture(pair[1].square, pair[0].square));
            }
        }
        Passage::Rebound => {
            let met = stops.iter().position(|stop| man_on(stop.square).is_some());
            if let Some(before) = met.and_then(|i| stops.get(i.checked_sub(1)?))
                && moves
            {
                each(Arrival::quiet(before.square));
            }
        }
        Passage::Pattern => {
            let landing = pattern_holds(stops, side, man_on);
            let hurdle = || {
                let met = |stop: &&Stop| matches!(stop.mark, Mark::Man | Mark::Enemy);
                stops.iter().rfind(met).map(|stop| stop.square)
            };
            match landing.map(|square| (square, man_on(square))) {
                Some((to, None)) if moves => {
                    each(Arrival { hurdle: hurdle(), ..Arrival::quiet(to) });
                }
                Some((to, Some(man))) if captures && capturable(to, man) => {
                    each(Arrival { hurdle: hurdle(), ..Arrival::capture(to, to) });
                }
                _ => {}
            }
        }
    }
}
