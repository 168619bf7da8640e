//! A kind compiled for a board: from each square, the routes a man can take.
//!
//! A term of a kind becomes a list of *routes* per square. A route is a row of squares in the order
//! in which they are passed, and a [`Passage`] that says what may stand on them:
//!
//! ```text
//! rook d4, one of four routes     d5 d6 d7 d8                        Ride
//! grasshopper d4                  d5 d6 d7 d8                        Hop over 1, beyond 1
//! mao d4, towards c6              d5(leg) c6                         Ride, no landing on a leg
//! eagle d4, one of many           d5(empty) d6(man) e6(landing)      Pattern
//! ```
//!
//! Geometry, topology and limits are settled here, once; what is left at play is to look at the
//! men on a route. The same routes, found by the square they end on, tell who attacks it.

use crate::{
    geometry::{Geometry, Square, Step, images, symmetries},
    kind::{Facing, Kind, Lender, Limits, Lines, Manner, Nature, Onward, Purpose, Term, Turn},
    man::Side,
    squares::Squares,
};

/// What a square of a route is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// A landing square.
    Land,
    /// Passed over, never landed on.
    Leg,
    /// In a pattern: must be empty.
    Empty,
    /// In a pattern: must be occupied.
    Man,
    /// In a pattern: must be occupied by an enemy.
    Enemy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stop {
    pub(crate) square: Square,
    pub(crate) mark: Mark,
}

/// How a route is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Passage {
    Ride,
    /// A ride of a pawn's march: its second square is a double step.
    March,
    Hop {
        over: u8,
        beyond: Option<u8>,
        near: bool,
    },
    Locust,
    Rebound,
    /// Every stop but the last is as marked; the last is the landing.
    Pattern,
}

#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(crate) passage: Passage,
    pub(crate) purpose: Purpose,
    start: u32,
    end: u32,
}

/// A movement that depends on more than one route: worked out at play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Wander(Vec<Step>),
    /// Steps, and whether they are ridden along.
    Carom(Vec<Step>, bool),
    HopTwice(Vec<Step>),
    Borrow(Lender),
}

/// A kind's routes on one board, for one side.
#[derive(Clone, Debug)]
pub(crate) struct Movement {
    routes: Vec<Route>,
    stops: Vec<Stop>,
    /// Routes from square s: `from[s] .. from[s + 1]`.
    from: Vec<u32>,
    /// For each square, from where it may be captured.
    attackers: Vec<Squares>,
    /// The ways to capture on square t from square s: `onto[t * size + s] .. onto[t * size + s + 1]`.
    onto: Vec<u32>,
    vias: Vec<Via>,
    size: usize,
    /// For each square, what a man there may pass or land on by a move, on any board.
    reach: Vec<Squares>,
    /// For each square, where a man there may capture on some board.
    targets: Vec<Squares>,
    /// The same for a man that may have made a move first.
    guard: Vec<Squares>,
    /// For each square, the squares of all ways to capture on it.
    screen: Vec<Squares>,
    pub(crate) specials: Vec<Special>,
    /// Whether two routes from one square may end on the same square.
    pub(crate) may_repeat: bool,
    /// Whether a man may capture elsewhere than where it arrives, en passant apart.
    pub(crate) captures_aside: bool,
}

/// A way to capture on a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Via {
    route: u32,
    /// The squares on which it rests that the way is open, besides those of the captor and its prey.
    pub(crate) path: Squares,
    /// How many men must stand on them, if no more is asked but for the post: none for a ride.
    men: Option<u8>,
    /// Where one of these must stand.
    post: Option<Square>,
}

/// What is seen of a way to capture by the squares of its path alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// It is open.
    Open,
    /// It is not.
    Barred,
    /// The men must be looked at one by one.
    Unclear,
}

impl Via {
    /// What is seen of it with men on these squares.
    #[inline]
    pub(crate) fn sight(&self, occupied: Squares) -> Sight {
        let between = occupied & self.path;
        let open = match self.men {
            None => return Sight::Unclear,
            Some(0) => between.is_empty(),
            Some(men) => between.are(men.into()) && self.is_posted(between),
        };
        if open { Sight::Open } else { Sight::Barred }
    }

    #[inline]
    fn is_posted(&self, between: Squares) -> bool {
        self.post.is_none_or(|post| between.contains(post))
    }

    /// If it is barred with men on these squares: where something must change to open it, if no more
    /// than one man leaves his square.
    #[inline]
    pub(crate) fn openers(&self, occupied: Squares) -> Squares {
        let between = occupied & self.path;
        match self.men {
            None => self.path,
            // two men in the way cannot both leave at once
            Some(0) => between.single().map_or(Squares::EMPTY, Squares::from),
            Some(men) => self.openers_of_hop(between, men.into()),
        }
    }

    fn openers_of_hop(&self, between: Squares, men: usize) -> Squares {
        match self.post {
            // somebody must come there, and nobody too many must stay
            Some(post) if !between.contains(post) => match between.has_more_than(men) {
                true => Squares::EMPTY,
                false => post.into(),
            },
            // one too many: who leaves must not be he who is needed
            Some(post) if between.are(men + 1) => between & !Squares::from(post),
            None if between.are(men + 1) => between,
            _ if !between.has_more_than(men) => self.path,
            _ => Squares::EMPTY,
        }
    }

    /// Whether nobody must stand on its path, and no more is asked.
    #[inline]
    pub(crate) fn is_ride(&self) -> bool {
        self.men == Some(0)
    }

    /// Whether it is barred by men that stand on these squares, whoever else may come or go.
    #[inline]
    pub(crate) fn is_barred_by(&self, standing: Squares) -> bool {
        self.men.is_some_and(|men| (standing & self.path).has_more_than(men.into()))
    }
}

impl Movement {
    /// The routes of `kind` moved by `side`; pawns may go so many squares from their first rank.
    pub(crate) fn compile(
        kind: &Kind,
        geometry: &Geometry,
        side: Side,
        first_rank_steps: u8,
    ) -> Movement {
        let mut movement = Movement {
            routes: Vec::new(),
            stops: Vec::new(),
            from: vec![0],
            attackers: vec![Squares::EMPTY; geometry.size()],
            onto: Vec::new(),
            vias: Vec::new(),
            size: geometry.size(),
            reach: Vec::new(),
            targets: vec![Squares::EMPTY; geometry.size()],
            guard: Vec::new(),
            screen: Vec::new(),
            specials: Vec::new(),
            may_repeat: false,
            captures_aside: false,
        };
        let purpose = |term: &Term| match term.manner {
            Manner::Advance => Purpose::Move,
            _ => term.limits.purpose,
        };
        for term in kind.terms() {
            match (&term.manner, &term.lines) {
                (Manner::Wander, Lines::Straight(steps)) => {
                    movement.specials.push(Special::Wander(all_images(steps)));
                }
                (Manner::Carom, Lines::Straight(steps)) => {
                    let rides = term.limits.range != Some(1);
                    movement.specials.push(Special::Carom(all_images(steps), rides));
                }
                (Manner::HopTwice, Lines::Straight(steps)) => {
                    movement.specials.push(Special::HopTwice(all_images(steps)));
                }
                (Manner::Borrow(lender), _) => movement.specials.push(Special::Borrow(*lender)),
                _ => {}
            }
        }
        let straight: Vec<Vec<Step>> = kind.terms().iter().map(straight).collect();
        for origin in geometry.squares() {
            let reversed = kind.nature() == Nature::ReversePawn;
            let first = movement.routes.len();
            for (term, straight) in kind.terms().iter().zip(&straight) {
                let tracer =
                    Tracer { geometry, side, origin, reversed, first_rank_steps, straight };
                for (passage, stops) in tracer.routes(term) {
                    movement.add(passage, purpose(term), stops);
                }
            }
            movement.may_repeat |= !movement.specials.is_empty() || movement.repeats(first);
            movement.from.push(movement.routes.len() as u32);
        }
        movement.index_by_target(geometry);
        movement
    }

    fn add(&mut self, passage: Passage, purpose: Purpose, stops: Vec<Stop>) {
        self.captures_aside |= passage == Passage::Locust;
        let start = self.stops.len() as u32;
        self.stops.extend(stops);
        let end = self.stops.len() as u32;
        self.routes.push(Route { passage, purpose, start, end });
    }

    /// Whether two routes from `first` on lead to one square for a common purpose.
    fn repeats(&self, first: usize) -> bool {
        let (mut moves, mut captures) = (Squares::EMPTY, Squares::EMPTY);
        let mut repeats = false;
        for route in &self.routes[first..] {
            for stop in self.stops(route).iter().filter(|stop| stop.mark == Mark::Land) {
                if route.purpose != Purpose::Capture {
                    repeats |= moves.contains(stop.square);
                    moves.insert(stop.square);
                }
                if route.purpose != Purpose::Move {
                    repeats |= captures.contains(stop.square);
                    captures.insert(stop.square);
                }
            }
        }
        repeats
    }

    fn index_by_target(&mut self, geometry: &Geometry) {
        let mut ways: Vec<(usize, u32)> = Vec::with_capacity(self.stops.len());
        let mut onto = vec![0; self.size * self.size + 1];
        let mut prey = Vec::new();
        for origin in geometry.squares() {
            for route in self.from[origin.index()]..self.from[origin.index() + 1] {
                let first = ways.len();
                self.prey_of(&self.routes[route as usize], &mut prey);
                for &target in &prey {
                    let place = self.place(target, origin);
                    if ways[first..].contains(&(place, route)) {
                        continue;
                    }
                    ways.push((place, route));
                    onto[place + 1] += 1;
                    self.attackers[target.index()].insert(origin);
                    self.targets[origin.index()].insert(target);
                }
            }
        }
        for place in 1..onto.len() {
            onto[place] += onto[place - 1];
        }
        let mut routes = vec![0; ways.len()];
        let mut free = onto.clone();
        for (place, route) in ways {
            routes[free[place] as usize] = route;
            free[place] += 1;
        }
        self.vias.reserve_exact(routes.len());
        for target in geometry.squares() {
            let first = self.vias.len();
            let [begin, end] =
                [0, self.size].map(|origin| onto[target.index() * self.size + origin] as usize);
            for &route in &routes[begin..end] {
                let via = self.via(route, target);
                self.vias.push(via);
            }
            let paths = self.vias[first..].iter().map(|via| via.path);
            self.screen.push(paths.fold(Squares::EMPTY, |all, path| all | path));
        }
        self.onto = onto;
        for origin in geometry.squares() {
            let stops = self.routes(origin).iter().flat_map(|route| self.stops(route));
            self.reach.push(stops.map(|stop| stop.square).collect());
        }
        for origin in geometry.squares() {
            let after = self.reach[origin.index()].iter().map(|to| self.targets[to.index()]);
            self.guard.push(after.fold(self.targets[origin.index()], |all, some| all | some));
        }
    }

    /// Where it is told which ways lead from a square to capture on another.
    #[inline]
    fn place(&self, target: Square, origin: Square) -> usize {
        target.index() * self.size + origin.index()
    }

    /// The way to capture on a target by a route.
    fn via(&self, route: u32, target: Square) -> Via {
        let passage = self.routes[route as usize].passage;
        let stops = self.stops(&self.routes[route as usize]);
        let all = || stops.iter().map(|stop| stop.square);
        let met = all().take_while(|&square| square != target).count();
        let before: Squares = all().take(met).collect();
        // each square but once, so that men on them can be counted
        let countable = before.len() == met && all().skip(met + 1).all(|square| square != target);
        let (men, post) = match passage {
            Passage::Ride | Passage::March => (Some(0), None),
            Passage::Hop { over: over @ 1.., beyond, near: false } if countable => match beyond {
                None => (Some(over), None),
                Some(1) if met > 0 => (Some(over), Some(stops[met - 1].square)),
                Some(_) => (None, None),
            },
            _ => (None, None),
        };
        let path = match men {
            Some(_) => before,
            None => all().filter(|&square| square != target).collect(),
        };
        Via { route, path, men, post }
    }

    /// The squares where a route might capture.
    fn prey_of(&self, route: &Route, prey: &mut Vec<Square>) {
        prey.clear();
        let stops = self.stops(route);
        if route.purpose == Purpose::Move {
            return;
        }
        let lands = |stop: &&Stop| stop.mark == Mark::Land;
        match route.passage {
            Passage::Rebound => {}
            Passage::Locust => {
                let pairs = stops.windows(2).filter(|pair| pair[1].mark == Mark::Land);
                prey.extend(pairs.map(|pair| pair[0].square));
            }
            Passage::Pattern => prey.extend(stops.last().map(|stop| stop.square)),
            // a man on a square that is first met as a leg stands in the way
            Passage::Ride | Passage::March => {
                let met_before =
                    |nth: usize| stops[..nth].iter().any(|met| met.square == stops[nth].square);
                let first = stops.iter().enumerate().filter(|&(nth, _)| !met_before(nth));
                prey.extend(first.map(|(_, stop)| stop).filter(lands).map(|stop| stop.square));
            }
            Passage::Hop { .. } => prey.extend(stops.iter().filter(lands).map(|stop| stop.square)),
        }
    }

    /// The stops of a route.
    #[inline]
    pub(crate) fn stops(&self, route: &Route) -> &[Stop] {
        &self.stops[route.start as usize..route.end as usize]
    }

    /// The routes from a square.
    #[inline]
    pub(crate) fn routes(&self, origin: Square) -> &[Route] {
        let (start, end) = (self.from[origin.index()], self.from[origin.index() + 1]);
        &self.routes[start as usize..end as usize]
    }

    /// The squares from which a man may, on some board, capture on `target`.
    #[inline]
    pub(crate) fn attackers(&self, target: Square) -> Squares {
        self.attackers[target.index()]
    }

    /// The squares that a man on `origin` may pass or land on by a move, on any board.
    #[inline]
    pub(crate) fn reach(&self, origin: Square) -> Squares {
        self.reach[origin.index()]
    }

    /// The squares on which a man on `origin` may capture on some board.
    #[inline]
    pub(crate) fn targets(&self, origin: Square) -> Squares {
        self.targets[origin.index()]
    }

    /// The same for a man on `origin` that may have made a move first.
    #[inline]
    pub(crate) fn guard(&self, origin: Square) -> Squares {
        self.guard[origin.index()]
    }

    /// The squares of all ways to capture on `target`, besides those of the captor and its prey.
    #[inline]
    pub(crate) fn screen(&self, target: Square) -> Squares {
        self.screen[target.index()]
    }

    /// The ways from `origin` to capture on `target`.
    #[inline]
    pub(crate) fn vias(&self, target: Square, origin: Square) -> &[Via] {
        let at = self.place(target, origin);
        &self.vias[self.onto[at] as usize..self.onto[at + 1] as usize]
    }

    /// The route of a way to capture.
    pub(crate) fn route(&self, via: &Via) -> &Route {
        &self.routes[via.route as usize]
    }
}

/// Whether a man that sets out in a direction also arrives there.
fn goes_straight(term: &Term) -> bool {
    let turns = matches!(
        term.manner,
        Manner::TurnedHop(_) | Manner::Equihop { .. } | Manner::Equistop { .. } | Manner::Echo
    );
    matches!(term.lines, Lines::Straight(_)) && !turns
}

/// The directions of a term that goes along straight lines.
fn straight(term: &Term) -> Vec<Step> {
    match &term.lines {
        Lines::Straight(steps) => all_images(steps),
        _ => Vec::new(),
    }
}

/// Every symmetric image of the steps.
fn all_images(steps: &[Step]) -> Vec<Step> {
    steps.iter().flat_map(|&step| images(step)).collect()
}

const fn times((x, y): Step, n: i8) -> Step {
    (x * n, y * n)
}

/// A step turned left by 90 degrees.
const fn left((x, y): Step) -> Step {
    (-y, x)
}

/// The eight directions of the queen in order of their angle.
const COMPASS: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The eight moves of the knight in order of their angle.
const KNIGHT: [Step; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Most lines are no longer than this.
const SHORT: usize = 7;

/// The routes of one man standing on one square.
struct Tracer<'a> {
    geometry: &'a Geometry,
    side: Side,
    origin: Square,
    reversed: bool,
    first_rank_steps: u8,
    /// The directions of the term, if it goes straight.
    straight: &'a [Step],
}

/// A line as it is walked: each leg or landing with the direction of its first step.
struct Line {
    direction: Step,
    stops: Vec<Stop>,
}

impl Tracer<'_> {
    fn routes(&self, term: &Term) -> Vec<(Passage, Vec<Stop>)> {
        if !self.holds_here(&term.limits) {
            return Vec::new();
        }
        let mut routes = match term.manner {
            Manner::Ride => self.along(term, Passage::Ride),
            Manner::Hop { over, beyond, near } => {
                self.along(term, Passage::Hop { over, beyond, near })
            }
            Manner::Locust => self.along(term, Passage::Locust),
            Manner::Rebound => self.along(term, Passage::Rebound),
            Manner::Advance => self.advance(term),
            Manner::TurnedHop(turn) => self.turned_hops(term, turn),
            Manner::Recoil => self.recoils(term),
            Manner::Bounce => self.bounces(term),
            Manner::Equihop { free, onward, enemy } => self.equihops(term, free, onward, enemy),
            Manner::Equistop { free } => self.equistops(term, free),
            Manner::Echo => self.echoes(term),
            Manner::Wander | Manner::Carom | Manner::HopTwice | Manner::Borrow(_) => Vec::new(),
        };
        if term.limits.edge_change {
            let from_edge = self.geometry.is_edge(self.origin);
            for (_, stops) in &mut routes {
                for stop in stops {
                    if self.geometry.is_edge(stop.square) == from_edge {
                        stop.mark = Mark::Leg;
                    }
                }
            }
        }
        if term.limits.facing != Facing::Any && !goes_straight(term) {
            for (_, stops) in &mut routes {
                for stop in stops.iter_mut().filter(|stop| stop.mark == Mark::Land) {
                    let ranks = |square| self.geometry.rank(square) as i8;
                    let across = ranks(stop.square) - ranks(self.origin);
                    if !self.faces(&term.limits, (0, across)) {
                        stop.mark = Mark::Leg;
                    }
                }
            }
        }
        routes.retain(|(_, stops)| stops.iter().any(|stop| stop.mark == Mark::Land));
        routes
    }

    /// The origin's rank as its side sees it, counted from 0.
    fn own_rank(&self) -> u8 {
        let rank = self.geometry.rank(self.origin);
        let from_below = (self.side == Side::White) != self.reversed;
        if from_below { rank } else { self.geometry.height() - 1 - rank }
    }

    fn holds_here(&self, limits: &Limits) -> bool {
        let file = self.geometry.file(self.origin);
        (limits.files == 0 || limits.files >> file & 1 != 0)
            && !(limits.off_base && self.own_rank() == 0 && self.first_rank_steps == 0)
            && !(limits.beyond_river && self.own_rank() < self.geometry.height().div_ceil(2))
    }

    fn faces(&self, limits: &Limits, (_, y): Step) -> bool {
        let forward = match self.side {
            Side::White => y,
            Side::Black => -y,
        };
        match limits.facing {
            Facing::Any => true,
            Facing::Forward => forward > 0,
            Facing::Back => forward < 0,
            Facing::Sideways => forward == 0,
        }
    }

    fn along(&self, term: &Term, passage: Passage) -> Vec<(Passage, Vec<Stop>)> {
        self.lines(term).into_iter().map(|line| (passage, line.stops)).collect()
    }

    /// A pawn's march. A double step never reaches the last rank.
    fn advance(&self, term: &Term) -> Vec<(Passage, Vec<Stop>)> {
        let facing = match term.limits.facing {
            Facing::Any => Facing::Forward,
            other => other,
        };
        let range = match self.own_rank() {
            0 if self.first_rank_steps == 0 => return Vec::new(),
            0 => self.first_rank_steps.min(self.geometry.height() - 2),
            1 if self.geometry.height() > 4 => 2,
            _ => 1,
        };
        let limits =
            Limits { facing, range: Some(range), purpose: Purpose::Move, ..term.limits.clone() };
        let march = Term { manner: Manner::Ride, lines: term.lines.clone(), limits };
        self.along(&march, Passage::March)
    }

    /// The lines of a term from the origin, within its limits of direction and range.
    fn lines(&self, term: &Term) -> Vec<Line> {
        let range = term.limits.range;
        let mut lines = match &term.lines {
            Lines::Straight(_) => {
                let walk = |&step: &Step| self.walk(step, range, |_, _| step);
                self.straight.iter().map(walk).collect()
            }
            Lines::All => Vec::new(),
            Lines::Rose => (0..8)
                .flat_map(|first: usize| [1, 7].map(|turn| (first, turn)))
                .map(|(first, turn)| {
                    self.walk(KNIGHT[first], range, |n, _| KNIGHT[(first + n * turn) % 8])
                })
                .collect(),
            &Lines::Zigzag(a, b) => symmetries()
                .map(|s| [s.apply(a), s.apply(b)])
                .map(|pair| self.walk(pair[0], range, |n, _| pair[n % 2]))
                .collect(),
            &Lines::Bent(a, b) => symmetries()
                .map(|s| (s.apply(a), s.apply(b)))
                .map(|(a, b)| self.walk(a, range, |n, _| if n == 0 { a } else { b }))
                .collect(),
            Lines::Mao => self.lame(range, |(x, y)| (x / 2, y / 2)),
            Lines::Moa => self.lame(range, |(x, y)| (x.signum(), y.signum())),
            &Lines::Reflected { step, once } => {
                images(step).into_iter().map(|step| self.reflected(step, once)).collect()
            }
            &Lines::Cushioned(step) => {
                images(step).into_iter().map(|step| self.cushioned(step)).collect()
            }
        };
        if term.limits.facing != Facing::Any && goes_straight(term) {
            lines.retain(|line| self.faces(&term.limits, line.direction));
            lines.iter_mut().for_each(|line| self.stop_at_rank_seam(line));
        }
        lines
    }

    /// Men that know forward from backward do not cross from the last rank to the first.
    fn stop_at_rank_seam(&self, line: &mut Line) {
        let mut rank = self.geometry.rank(self.origin);
        let end = line.stops.iter().position(|stop| {
            let next = self.geometry.rank(stop.square);
            let crossed =
                (next as i32 - rank as i32).signum() != (line.direction.1 as i32).signum();
            rank = next;
            crossed
        });
        line.stops.truncate(end.unwrap_or(line.stops.len()));
    }

    /// Walks by the steps that `step(number, square)` gives, until the edge, the range, the origin
    /// itself or a place already passed in the same phase.
    fn walk(
        &self,
        direction: Step,
        range: Option<u8>,
        step: impl Fn(usize, Square) -> Step,
    ) -> Line {
        // lines are short: to look through them is quicker than to keep a set
        let mut stops = Vec::with_capacity(SHORT);
        let mut passed: Vec<(Square, Step)> = Vec::with_capacity(SHORT);
        let mut here = self.origin;
        for n in 0..range.map_or(usize::MAX, usize::from) {
            let next_step = step(n, here);
            match self.geometry.step(here, next_step) {
                Some(next) if next != self.origin && !passed.contains(&(next, next_step)) => {
                    here = next
                }
                _ => break,
            }
            passed.push((here, next_step));
            stops.push(Stop { square: here, mark: Mark::Land });
        }
        Line { direction, stops }
    }

    /// Knight's moves in a row, each by way of a neighbouring square.
    fn lame(&self, range: Option<u8>, leg: impl Fn(Step) -> Step) -> Vec<Line> {
        let mut lines = Vec::new();
        for step in KNIGHT {
            let mut here = self.origin;
            let mut stops = Vec::new();
            for landing in self.walk(step, range, |_, _| step).stops {
                let Some(square) = self.geometry.step(here, leg(step)) else { break };
                if square == self.origin {
                    break;
                }
                stops.push(Stop { square, mark: Mark::Leg });
                stops.push(landing);
                here = landing.square;
            }
            lines.push(Line { direction: step, stops });
        }
        lines
    }

    /// The line of a reflecting bishop: the edge square is part of both halves of the line.
    fn reflected(&self, direction: Step, once: bool) -> Line {
        let mut step = direction;
        let mut reflections = 0;
        let mut stops: Vec<Stop> = Vec::new();
        let mut passed: Vec<(Square, Step)> = Vec::new();
        let mut here = self.origin;
        loop {
            if self.geometry.step(here, step).is_none() {
                let off_file = self.geometry.step(here, (step.0, 0)).is_none();
                let off_rank = self.geometry.step(here, (0, step.1)).is_none();
                reflections += 1;
                if off_file == off_rank || once && reflections > 1 {
                    break;
                }
                step = if off_file { (-step.0, step.1) } else { (step.0, -step.1) };
            }
            match self.geometry.step(here, step) {
                Some(next) if next != self.origin && !passed.contains(&(next, step)) => here = next,
                _ => break,
            }
            passed.push((here, step));
            stops.push(Stop { square: here, mark: Mark::Land });
        }
        Line { direction, stops }
    }

    /// The line of a cardinal: at the edge it goes over to the neighbouring diagonal.
    fn cushioned(&self, direction: Step) -> Line {
        let mut line = self.walk(direction, None, |_, _| direction);
        let edge = line.stops.last().map_or(self.origin, |stop| stop.square);
        let off_file = self.geometry.step(edge, (direction.0, 0)).is_none();
        let off_rank = self.geometry.step(edge, (0, direction.1)).is_none();
        if off_file == off_rank {
            return line;
        }
        let (aside, back) = if off_file {
            ((0, direction.1), (-direction.0, direction.1))
        } else {
            ((direction.0, 0), (direction.0, -direction.1))
        };
        let mut next = self.geometry.step(edge, aside);
        while let Some(square) = next.filter(|&square| square != self.origin) {
            line.stops.push(Stop { square, mark: Mark::Land });
            next = self.geometry.step(square, back);
        }
        line
    }

    fn go(&self, step: Step) -> Option<Square> {
        self.geometry.step(self.origin, step).filter(|&square| square != self.origin)
    }

    /// Hops that turn: one pattern for each distance of the hurdle.
    fn turned_hops(&self, term: &Term, turn: Turn) -> Vec<(Passage, Vec<Stop>)> {
        let mut routes = Vec::new();
        for line in self.lines(term) {
            let Some(heading) = COMPASS.iter().position(|&step| step == line.direction) else {
                continue;
            };
            let landings: [Step; 2] = match turn {
                Turn::Knight => {
                    let near = |a: Step| {
                        let straight = line.direction;
                        // the two knight's moves that are nearest in angle share both signs
                        a.0 * straight.0 + a.1 * straight.1 > 1
                            && (straight.0 * straight.1 == 0
                                || a.0 * straight.0 > 0 && a.1 * straight.1 > 0)
                    };
                    let mut nearest = KNIGHT.into_iter().filter(|&a| near(a));
                    [nearest.next().unwrap_or((0, 0)), nearest.next().unwrap_or((0, 0))]
                }
                _ => {
                    let by = match turn {
                        Turn::Eighth => 1,
                        Turn::Quarter => 2,
                        _ => 3,
                    };
                    [COMPASS[(heading + by) % 8], COMPASS[(heading + 8 - by) % 8]]
                }
            };
            for (n, hurdle) in line.stops.iter().enumerate() {
                let ahead = line.stops[..n].iter().map(|s| Stop { mark: Mark::Empty, ..*s });
                for landing in landings {
                    let Some(square) = self.geometry.step(hurdle.square, landing) else { continue };
                    if square != self.origin {
                        let mut stops: Vec<Stop> = ahead.clone().collect();
                        stops.push(Stop { square: hurdle.square, mark: Mark::Man });
                        stops.push(Stop { square, mark: Mark::Land });
                        routes.push((Passage::Pattern, stops));
                    }
                }
            }
        }
        routes
    }

    /// Away from a neighbouring man: one pattern for each distance.
    fn recoils(&self, term: &Term) -> Vec<(Passage, Vec<Stop>)> {
        let mut routes = Vec::new();
        for line in self.lines(term) {
            let (x, y) = line.direction;
            if let Some(hurdle) = self.go((-x, -y)) {
                routes.extend((1..=line.stops.len()).map(|n| {
                    let mut stops = vec![Stop { square: hurdle, mark: Mark::Man }];
                    stops.extend(clear_way(&line.stops[..n]));
                    (Passage::Pattern, stops)
                }));
            }
        }
        routes
    }

    /// Away from a man or from the edge, by its distance.
    fn bounces(&self, term: &Term) -> Vec<(Passage, Vec<Stop>)> {
        let mut routes = Vec::new();
        for line in self.lines(term) {
            let back = self.walk(times(line.direction, -1), None, |_, _| times(line.direction, -1));
            for n in 1..=line.stops.len() {
                // the hurdle is n steps away, or the edge begins there
                let mut stops: Vec<Stop> = match back.stops.get(n - 1) {
                    Some(hurdle) => back.stops[..n - 1]
                        .iter()
                        .map(|s| Stop { mark: Mark::Empty, ..*s })
                        .chain([Stop { square: hurdle.square, mark: Mark::Man }])
                        .collect(),
                    None if back.stops.len() == n - 1 => {
                        back.stops.iter().map(|s| Stop { mark: Mark::Empty, ..*s }).collect()
                    }
                    None => break,
                };
                stops.extend(clear_way(&line.stops[..n]));
                routes.push((Passage::Pattern, stops));
            }
        }
        routes
    }

    /// All displacements a term allows: of the given steps, or any.
    fn vectors(&self, lines: &Lines) -> Vec<Step> {
        let reach = self.geometry.width().max(self.geometry.height()) as i8 - 1;
        match lines {
            Lines::Straight(steps) => all_images(steps)
                .into_iter()
                .flat_map(|(x, y)| {
                    let most = reach / x.abs().max(y.abs());
                    (1..=most).map(move |n| times((x, y), n))
                })
                .collect(),
            _ => (-reach..=reach)
                .flat_map(|x| (-reach..=reach).map(move |y| (x, y)))
                .filter(|&v| v != (0, 0))
                .collect(),
        }
    }

    /// The squares strictly between two ends of a displacement that begins at `from`.
    fn between(&self, from: Square, (x, y): Step) -> Vec<Stop> {
        let parts = gcd(x.unsigned_abs(), y.unsigned_abs()) as i8;
        (1..parts)
            .filter_map(|n| self.geometry.step(from, (x / parts * n, y / parts * n)))
            .map(|square| Stop { square, mark: Mark::Empty })
            .collect()
    }

    fn equihops(
        &self,
        term: &Term,
        free: bool,
        onward: Onward,
        enemy: bool,
    ) -> Vec<(Passage, Vec<Stop>)> {
        let mut routes = Vec::new();
        let range = term.limits.range.map_or(i8::MAX, |range| range as i8);
        let vectors = self.vectors(&term.lines);
        for &vector in vectors.iter().filter(|(x, y)| x.abs().max(y.abs()) <= range) {
            let Some(hurdle) = self.go(vector) else { continue };
            let seconds = match onward {
                Onward::Straight => vec![vector],
                Onward::Quarter => vec![left(vector), times(left(vector), -1)],
                Onward::Any => equally_long(&vectors, vector).collect(),
            };
            for second in seconds {
                let Some(landing) = self.geometry.step(hurdle, second) else { continue };
                if landing == self.origin || landing == hurdle {
                    continue;
                }
                let mut stops = Vec::new();
                if !free {
                    stops.extend(self.between(self.origin, vector));
                }
                let mark = if enemy { Mark::Enemy } else { Mark::Man };
                stops.push(Stop { square: hurdle, mark });
                if !free {
                    stops.extend(self.between(hurdle, second));
                }
                if stops.iter().all(|stop| stop.square != self.origin && stop.square != landing) {
                    stops.push(Stop { square: landing, mark: Mark::Land });
                    routes.push((Passage::Pattern, stops));
                }
            }
        }
        routes
    }

    fn equistops(&self, term: &Term, free: bool) -> Vec<(Passage, Vec<Stop>)> {
        let mut routes = Vec::new();
        for (x, y) in self.vectors(&term.lines) {
            if x % 2 != 0 || y % 2 != 0 {
                continue;
            }
            let half = (x / 2, y / 2);
            let (Some(far), Some(landing)) = (self.go((x, y)), self.go(half)) else { continue };
            let mut stops = Vec::new();
            if !free {
                stops.extend(self.between(self.origin, half));
                stops.extend(self.between(landing, half));
            }
            stops.push(Stop { square: far, mark: Mark::Man });
            if far != landing && stops.iter().all(|stop| stop.square != landing) {
                stops.push(Stop { square: landing, mark: Mark::Land });
                routes.push((Passage::Pattern, stops));
            }
        }
        routes
    }

    fn echoes(&self, term: &Term) -> Vec<(Passage, Vec<Stop>)> {
        let mut routes = Vec::new();
        let vectors = self.vectors(&term.lines);
        for &vector in &vectors {
            let Some(man) = self.go(vector) else { continue };
            let echoes = equally_long(&vectors, vector).filter_map(|echo| self.go(echo));
            for landing in echoes {
                if landing != man {
                    let stops = vec![
                        Stop { square: man, mark: Mark::Man },
                        Stop { square: landing, mark: Mark::Land },
                    ];
                    routes.push((Passage::Pattern, stops));
                }
            }
        }
        routes
    }
}

/// The squares of a line as a pattern: empty up to the landing.
fn clear_way(stops: &[Stop]) -> impl Iterator<Item = Stop> {
    let last = stops.len() - 1;
    stops.iter().enumerate().map(move |(i, stop)| Stop {
        mark: if i == last { Mark::Land } else { Mark::Empty },
        ..*stop
    })
}

/// The displacements of the same length as `vector`.
fn equally_long(vectors: &[Step], vector: Step) -> impl Iterator<Item = Step> {
    let length = |(x, y): Step| x as i32 * x as i32 + y as i32 * y as i32;
    vectors.iter().copied().filter(move |&other| length(other) == length(vector))
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Walks `first` and then any second step, for movements worked out at play.
pub(crate) fn line_squares(
    geometry: &Geometry,
    from: Square,
    step: Step,
) -> impl Iterator<Item = Square> {
    let mut here = from;
    std::iter::from_fn(move || {
        here = geometry.step(here, step)?;
        Some(here)
    })
    .take_while(move |&square| square != from)
}
