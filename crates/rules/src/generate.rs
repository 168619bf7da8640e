//! Moves and attacks of the general path.
//!
//! Whether a move leaves a royal man to capture is asked once per position, not once per move: the
//! question is answered by looking at certain squares (those between enemy line pieces and the
//! royal man, and those of the men found there). A move that changes none of the squares looked at
//! leaves the answer as it was. Only moves that do change one, moves of the royal man itself or of a
//! neutral man, and moves with further effects are made and looked at again. Nothing here depends
//! on what the kinds are, so it holds for every fairy kind.

use crate::{
    geometry::Square,
    kind::{Lender, Nature, Purpose},
    man::{Colour, KindId, Man, Side},
    movement::{Mark, Movement, Passage, Route, Special as Dynamic, Stop, line_squares},
    moves::{Castle, Effect, Effects, Move, Special, Wing},
    position::Position,
    squares::Squares,
};

/// Where a man of `side` that captures on `target` along a route lands, if it can; `look` is asked
/// for every square that matters.
fn captures_on(
    stops: &[Stop],
    passage: Passage,
    side: Side,
    target: Square,
    mut look: impl FnMut(Square) -> Option<Man>,
) -> Option<Square> {
    let mut occupied = |square: Square| look(square).is_some();
    match passage {
        Passage::Ride | Passage::March => {
            for stop in stops {
                if stop.square == target {
                    return (stop.mark == Mark::Land).then_some(target);
                }
                if occupied(stop.square) {
                    return None;
                }
            }
            None
        }
        Passage::Hop { over, beyond, near } => {
            let beyond = beyond.map(usize::from);
            let mut hurdles = 0;
            let mut past = 0;
            for (i, stop) in stops.iter().enumerate() {
                if hurdles < over {
                    let hurdle = occupied(stop.square);
                    if near && i == 0 && !hurdle {
                        return None;
                    }
                    hurdles += u8::from(hurdle);
                    continue;
                }
                past += 1;
                if stop.square == target {
                    let lands = stop.mark == Mark::Land && beyond.is_none_or(|n| n == past);
                    return lands.then_some(target);
                }
                if occupied(stop.square) || beyond == Some(past) {
                    return None;
                }
            }
            None
        }
        Passage::Locust => {
            let [prey, landing] = stops.windows(2).find(|pair| occupied(pair[0].square))? else {
                return None;
            };
            let captures =
                prey.square == target && landing.mark == Mark::Land && !occupied(landing.square);
            captures.then_some(landing.square)
        }
        Passage::Rebound => None,
        Passage::Pattern => pattern_holds(stops, side, look).filter(|&landing| landing == target),
    }
}

/// The landing of a pattern whose other squares are as marked.
fn pattern_holds(
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

/// Where a man of the moving side goes, and what it captures.
#[derive(Clone, Copy)]
struct Arrival {
    to: Square,
    captured: Option<Square>,
    special: Special,
}

impl Arrival {
    fn quiet(to: Square) -> Arrival {
        Arrival { to, captured: None, special: Special::None }
    }

    fn capture(to: Square, captured: Square) -> Arrival {
        Arrival { to, captured: Some(captured), special: Special::None }
    }
}

/// What is known of the royal men's safety before a move.
struct Safety {
    /// Whether one is attacked as things stand.
    attacked: bool,
    /// The squares on which that answer rests, and those of royal and neutral men.
    watched: Squares,
}

impl Position {
    /// Whether a man of `kind` serving `side` attacks `target`, conditions apart.
    pub fn observes(&self, side: Side, kind: KindId, target: Square) -> bool {
        self.attack_by_kind(side, kind, target, &mut |_, _| true, &mut Squares::default())
    }

    /// Whether `side` attacks the man on `target`: whether one of its men could capture it there,
    /// were it an enemy. What would happen to a man on an empty square is not asked here.
    pub fn attacks(&self, side: Side, target: Square) -> bool {
        self.attacks_watching(side, target, &mut Squares::default())
    }

    /// Whether a royal man of `side` is attacked, and would be lost by capture.
    pub fn in_check(&self, side: Side) -> bool {
        self.royals(side).iter().any(|royal| self.checks(!side, royal))
    }

    /// Whether `side` could capture the royal man on `royal` for good.
    fn checks(&self, side: Side, royal: Square) -> bool {
        self.attacks(side, royal)
            && (!self.variant().revives || {
                let mut captor = self.clone();
                captor.set_side_to_move(side);
                let mut moves = Vec::new();
                captor.moves_of_men(&mut moves);
                let returns = |effect| matches!(effect, Effect::Appears(man, _) if man.royal);
                moves.iter().any(|mv| mv.captured == Some(royal) && !mv.effects.iter().any(returns))
            })
    }

    fn attacks_watching(&self, side: Side, target: Square, watched: &mut Squares) -> bool {
        let mut admits =
            |from: Square, to: Square| self.may_act(from, side) && self.may_go(from, to);
        if self.variant().transforms {
            *watched = Squares::ALL;
            return self.serving(side).iter().filter(|&from| from != target).any(|from| {
                let walks = self.walks(from, side);
                walks.into_iter().any(|kind| self.captures(from, kind, side, target, &mut admits))
            });
        }
        (0..self.by_kind.len())
            .any(|kind| self.attack_by_kind(side, KindId(kind as u8), target, &mut admits, watched))
    }

    /// Whether a man of a kind captures on `target` by a way that `admits` from one square to
    /// another. Adds to `watched` the squares looked at.
    #[inline]
    fn attack_by_kind(
        &self,
        side: Side,
        kind: KindId,
        target: Square,
        admits: &mut dyn FnMut(Square, Square) -> bool,
        watched: &mut Squares,
    ) -> bool {
        let men = self.serving_of(kind, side);
        if men.is_empty() {
            return false;
        }
        let movement = self.variant().movement(kind, side);
        if !movement.specials.is_empty() {
            // anything on the board may matter to these
            *watched = Squares::ALL;
            let others = men.iter().filter(|&from| from != target);
            return others.into_iter().any(|from| self.captures(from, kind, side, target, admits));
        }
        for from in men & movement.attackers(target) {
            if from == target {
                continue;
            }
            for route in movement.routes_onto(target, from) {
                watched.insert(from);
                let look = |square: Square| {
                    watched.insert(square);
                    self.man(square)
                };
                let landing = captures_on(movement.stops(route), route.passage, side, target, look);
                if landing.is_some_and(|to| admits(from, to)) {
                    return true;
                }
            }
        }
        false
    }

    fn may_act(&self, square: Square, side: Side) -> bool {
        self.variant().conditions().iter().all(|condition| condition.may_act(self, square, side))
    }

    fn may_go(&self, from: Square, to: Square) -> bool {
        self.variant().conditions().iter().all(|condition| condition.may_go(self, from, to))
    }

    /// The kinds as which a man moves.
    fn walks(&self, square: Square, side: Side) -> Vec<KindId> {
        let mut conditions = self.variant().conditions().iter();
        let walks = conditions.find_map(|condition| condition.walks(self, square, side));
        walks.unwrap_or_else(|| self.man(square).map(|man| man.kind).into_iter().collect())
    }

    /// Whether the man on `from`, moving as `kind`, captures on `target`: any man there counts as
    /// an enemy.
    fn captures(
        &self,
        from: Square,
        kind: KindId,
        side: Side,
        target: Square,
        admits: &mut dyn FnMut(Square, Square) -> bool,
    ) -> bool {
        let movement = self.variant().movement(kind, side);
        let by_route = movement.routes_onto(target, from).any(|route| {
            let look = |square| self.man(square);
            captures_on(movement.stops(route), route.passage, side, target, look)
                .is_some_and(|to| admits(from, to))
        });
        by_route || {
            let mut found = false;
            for special in &movement.specials {
                self.dynamic_arrivals(from, side, special, Some(target), &mut |arrival| {
                    found |= arrival.captured == Some(target) && admits(from, arrival.to);
                });
            }
            found
        }
    }

    fn is_enemy(&self, square: Square, side: Side) -> bool {
        self.man(square).is_some_and(|man| man.colour != side.colour())
    }

    /// The arrivals of movements that are worked out at play. A man on `prey` may be captured even
    /// if it is the mover's own.
    fn dynamic_arrivals(
        &self,
        from: Square,
        side: Side,
        special: &Dynamic,
        prey: Option<Square>,
        each: &mut dyn FnMut(Arrival),
    ) {
        let capturable = |square: Square| prey == Some(square) || self.is_enemy(square, side);
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
                        if self.man(square).is_none() {
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
                            } else if self.man(square).is_some() {
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
                    line.find(|&square| self.man(square).is_some())?;
                    line.next()
                };
                for middle in steps.iter().filter_map(|&step| hop(from, step)) {
                    if self.man(middle).is_some() {
                        continue;
                    }
                    for to in steps.iter().filter_map(|&step| hop(middle, step)) {
                        if self.man(to).is_none() {
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
                        self.arrivals(movement, route, side, prey, &mut *each);
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

    /// Where a route leads now.
    #[inline]
    fn arrivals(
        &self,
        movement: &Movement,
        route: &Route,
        side: Side,
        prey: Option<Square>,
        mut each: impl FnMut(Arrival),
    ) {
        let stops = movement.stops(route);
        let (moves, captures) = (route.purpose != Purpose::Capture, route.purpose != Purpose::Move);
        let capturable =
            |square: Square, man: Man| man.colour != side.colour() || prey == Some(square);
        match route.passage {
            Passage::Ride => {
                for stop in stops {
                    match self.man(stop.square) {
                        None if moves && stop.mark == Mark::Land => {
                            each(Arrival::quiet(stop.square))
                        }
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
                    if self.man(stop.square).is_some() {
                        break;
                    }
                    let special =
                        if i == 0 { Special::None } else { Special::DoubleStep(stops[0].square) };
                    each(Arrival { to: stop.square, captured: None, special });
                }
            }
            Passage::Hop { over, beyond, near } => {
                let beyond = beyond.map(usize::from);
                let mut hurdles = 0;
                let mut past = 0;
                for (i, stop) in stops.iter().enumerate() {
                    let man = self.man(stop.square);
                    if hurdles < over {
                        if near && i == 0 && man.is_none() {
                            break;
                        }
                        hurdles += u8::from(man.is_some());
                        continue;
                    }
                    past += 1;
                    let lands = stop.mark == Mark::Land && beyond.is_none_or(|n| n == past);
                    match man {
                        None if lands && moves => each(Arrival::quiet(stop.square)),
                        None => {}
                        Some(man) => {
                            if lands && captures && capturable(stop.square, man) {
                                each(Arrival::capture(stop.square, stop.square));
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
                let met = stops.windows(2).find_map(|pair| Some((pair, self.man(pair[0].square)?)));
                if let Some((pair, man)) = met
                    && captures
                    && capturable(pair[0].square, man)
                    && pair[1].mark == Mark::Land
                    && self.man(pair[1].square).is_none()
                {
                    each(Arrival::capture(pair[1].square, pair[0].square));
                }
            }
            Passage::Rebound => {
                let met = stops.iter().position(|stop| self.man(stop.square).is_some());
                if let Some(before) = met.and_then(|i| stops.get(i.checked_sub(1)?))
                    && moves
                {
                    each(Arrival::quiet(before.square));
                }
            }
            Passage::Pattern => {
                let landing = pattern_holds(stops, side, |square| self.man(square));
                match landing.map(|square| (square, self.man(square))) {
                    Some((to, None)) if moves => each(Arrival::quiet(to)),
                    Some((to, Some(man))) if captures && capturable(to, man) => {
                        each(Arrival::capture(to, to));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Adds the moves of the side to move that may still leave a royal man to capture.
    pub fn pseudo_legal_moves(&mut self, moves: &mut Vec<Move>) {
        self.moves_of_men(moves);
        self.castlings(moves);
    }

    /// Adds the pseudo-legal moves but castlings.
    fn moves_of_men(&self, moves: &mut Vec<Move>) {
        let side = self.side_to_move();
        for from in self.serving(side) {
            if let Some(man) = self.man(from)
                && self.may_act(from, side)
            {
                self.moves_of(from, man, moves);
            }
        }
    }

    fn moves_of(&self, from: Square, man: Man, moves: &mut Vec<Move>) {
        let variant = self.variant();
        let first = moves.len();
        if !variant.transforms {
            self.moves_as(man.kind, false, from, man, first, moves);
        } else {
            for kind in self.walks(from, self.side_to_move()) {
                self.moves_as(kind, true, from, man, first, moves);
            }
        }
        if !variant.conditions().is_empty() {
            let plain = moves.split_off(first);
            for mv in plain.into_iter().filter(|mv| self.may_go(mv.from, mv.to)) {
                self.consequences(0, mv, moves);
            }
        }
    }

    /// Adds the moves of a man that walks as `kind`; those behind `first` may hold them already if
    /// it `repeats`.
    fn moves_as(
        &self,
        kind: KindId,
        repeats: bool,
        from: Square,
        man: Man,
        first: usize,
        moves: &mut Vec<Move>,
    ) {
        let side = self.side_to_move();
        let variant = self.variant();
        let movement = variant.movement(kind, side);
        let repeats = repeats || movement.may_repeat;
        let promotion_rank = match (variant.kind(man.kind).nature(), side) {
            (Nature::Pawn, Side::White) | (Nature::ReversePawn, Side::Black) => {
                Some(self.geometry().height() - 1)
            }
            (Nature::Pawn, Side::Black) | (Nature::ReversePawn, Side::White) => Some(0),
            _ => None,
        };
        let en_passant = self.en_passant().filter(|_| variant.en_passant_kinds().contains(&kind));
        if !repeats && promotion_rank.is_none() && en_passant.is_none() {
            for route in movement.routes(from) {
                self.arrivals(movement, route, side, None, |Arrival { to, captured, special }| {
                    moves.push(Move { special, ..Move::plain(from, to, captured) });
                });
            }
            return;
        }
        let mut add = |arrival: Arrival| {
            let Arrival { to, captured, special } = arrival;
            let mv = Move { from, to, captured, promotion: None, special, effects: Effects::NONE };
            if repeats && moves[first..].iter().any(|m| m.to == to && m.captured == captured) {
                return;
            }
            if promotion_rank.is_some_and(|rank| self.geometry().rank(to) == rank) {
                for &kind in variant.promotions() {
                    moves.push(Move { promotion: Some(kind), ..mv });
                }
            } else {
                moves.push(mv);
            }
        };
        for route in movement.routes(from) {
            self.arrivals(movement, route, side, None, &mut add);
            if let Some(ep) = en_passant
                && route.purpose == Purpose::Capture
                && movement.stops(route).first().is_some_and(|stop| stop.square == ep.over)
            {
                add(Arrival { to: ep.over, captured: Some(ep.man), special: Special::EnPassant });
            }
        }
        for special in &movement.specials {
            self.dynamic_arrivals(from, side, special, None, &mut add);
        }
    }

    /// Hands a move to the conditions, one after the other.
    fn consequences(&self, nth: usize, mv: Move, moves: &mut Vec<Move>) {
        match self.variant().conditions().get(nth) {
            None => moves.push(mv),
            Some(condition) => {
                condition.consequences(self, mv, &mut |mv| self.consequences(nth + 1, mv, moves));
            }
        }
    }

    fn castlings(&mut self, moves: &mut Vec<Move>) {
        let side = self.side_to_move();
        for wing in Wing::BOTH {
            let castle = Castle::of(side, wing);
            if self.may_castle(side, wing)
                && castle.path().all(|square| self.man(square).is_none())
                && self.may_act(castle.king_from, side)
                && !self.checks(!side, castle.king_from)
            {
                self.shift(castle.king_from, castle.king_over);
                let passes = !self.checks(!side, castle.king_over);
                self.shift(castle.king_over, castle.king_from);
                if passes {
                    let mv = Move::plain(castle.king_from, castle.king_to, None);
                    let mv = Move { special: Special::Castling(wing), ..mv };
                    self.consequences(0, mv, moves);
                }
            }
        }
    }

    /// The legal moves of the side to move, in place of what `moves` held.
    pub fn legal_moves_into(&mut self, moves: &mut Vec<Move>) {
        moves.clear();
        self.pseudo_legal_moves(moves);
        let side = self.side_to_move();
        let royals = self.royals(side);
        if !royals.is_empty() || !self.variant().conditions().is_empty() {
            let safety = self.safety(royals);
            moves.retain(|mv| self.is_legal(mv, &safety));
        }
        if !self.variant().conditions().is_empty() {
            let variant = self.variant().clone();
            for condition in variant.conditions() {
                condition.select(self, moves);
            }
        }
    }

    fn safety(&self, royals: Squares) -> Safety {
        if !self.variant().conditions().is_empty() {
            return Safety { attacked: false, watched: Squares::ALL };
        }
        let enemy = !self.side_to_move();
        // a neutral man may attack from where it arrives
        let restless = royals | self.by_colour[Colour::Neutral as usize];
        let mut watched = restless;
        for royal in royals {
            let mut looked_at = restless;
            if self.attacks_watching(enemy, royal, &mut looked_at) {
                return Safety { attacked: true, watched: looked_at };
            }
            watched |= looked_at;
        }
        Safety { attacked: false, watched }
    }

    #[inline]
    fn is_legal(&mut self, mv: &Move, safety: &Safety) -> bool {
        let plain = matches!(mv.special, Special::None | Special::DoubleStep(_));
        let watched = &safety.watched;
        if plain
            && !watched.contains(mv.from)
            && !watched.contains(mv.to)
            && mv.captured.is_none_or(|at| !watched.contains(at))
        {
            return !safety.attacked;
        }
        self.is_safe_after(mv)
    }

    #[inline(never)]
    fn is_safe_after(&mut self, mv: &Move) -> bool {
        let side = self.side_to_move();
        let undo = self.play(mv);
        let legal = !self.in_check(side)
            && self.variant().conditions().iter().all(|condition| condition.permits(self, mv));
        self.undo(undo);
        legal
    }
}
