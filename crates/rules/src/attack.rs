//! Who attacks what.
//!
//! The routes that may capture on a square are indexed by it, so only men that stand on one of their
//! origins are looked at. Every square looked at is told, for the legality of moves rests on them.

use crate::{
    attributes::bul::Hop,
    conditions::Transforms,
    geometry::Square,
    man::{KindId, Man, Side},
    movement::{Mark, Movement, Passage, Route, Sight, Stop},
    moves::{Effect, Move},
    position::{Board, Position},
    squares::Squares,
    travel::{arrivals, pattern_holds},
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

/// Who is told on which squares an answer rests.
pub(crate) trait Witness {
    /// Whether anybody asks.
    const ASKS: bool;

    /// It rests on this square.
    fn watch(&mut self, square: Square);
    /// It rests on these squares.
    fn watch_all(&mut self, squares: Squares);
}

impl Witness for Squares {
    const ASKS: bool = true;

    #[inline]
    fn watch(&mut self, square: Square) {
        self.insert(square);
    }

    #[inline]
    fn watch_all(&mut self, squares: Squares) {
        *self |= squares;
    }
}

/// Where only the answer is asked for.
impl Witness for () {
    const ASKS: bool = false;

    #[inline]
    fn watch(&mut self, _: Square) {}

    #[inline]
    fn watch_all(&mut self, _: Squares) {}
}

/// How many men are looked at one by one for an attack.
const FEW: usize = 6;

/// The board on which an attack is asked for.
struct Scene<'a> {
    board: &'a Board,
    occupied: Squares,
    /// The men that can attack; with two boards, those on this one.
    men: Option<Squares>,
    /// What is thought of as having happened.
    step: Option<Step>,
}

/// A man that is thought of as having gone elsewhere; who stood there is gone.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The man as it arrives.
    pub(crate) man: Man,
}

impl Scene<'_> {
    /// The man on a square.
    #[inline]
    fn man(&self, square: Square) -> Option<Man> {
        match self.step {
            Some(step) if square == step.to => Some(step.man),
            Some(step) if square == step.from => None,
            _ => self.board[square.index()],
        }
    }

    /// Men after the step, which the one who made it joins if so asked.
    #[inline]
    fn stepped(&self, mut men: Squares, joins: impl FnOnce(Man) -> bool) -> Squares {
        if let Some(Step { from, to, man }) = self.step {
            men.remove(from);
            match joins(man) {
                true => men.insert(to),
                false => men.remove(to),
            }
        }
        men
    }
}

impl Position {
    /// The board of the man on `target`.
    fn scene(&self, target: Square) -> Scene<'_> {
        let board = self.board_of(target);
        match self.half_of(target) {
            None => Scene { board, occupied: self.occupied(), men: None, step: None },
            Some(half) => Scene { board, occupied: half.men, men: Some(half.men), step: None },
        }
    }

    /// Whether a man of `kind` serving `side` attacks `target`, whether or not it may act.
    pub fn observes(&self, side: Side, kind: KindId, target: Square) -> bool {
        let mut admits = |from, to| self.variant().admits(from, to);
        self.attack_by_kind(side, kind, target, &self.scene(target), &mut admits, &mut ())
    }

    /// Whether `side` attacks the man on `target`: whether one of its men could capture it there,
    /// were it an enemy. What would happen to a man on an empty square is not asked here.
    pub fn attacks(&self, side: Side, target: Square) -> bool {
        let variant = self.variant();
        if variant.attack_is_reach() {
            return self.reaches_watching(side, target, &mut ());
        }
        let mut admits = |from: Square, to: Square| {
            variant.admits(from, to) && self.may_act(from, side) && self.may_take(from, target)
        };
        let mut others = self.serving(side);
        if variant.transforms.is_none() {
            return self.attack_by_any(side, target, &self.scene(target), &mut admits, &mut ());
        }
        if variant.transforms == Some(Transforms::Kings) {
            let kings = self.royals(side);
            let mut admits = |from, to| !kings.contains(from) && admits(from, to);
            if self.attack_by_any(side, target, &self.scene(target), &mut admits, &mut ()) {
                return true;
            }
            others = kings;
        }
        (others & self.distant_captors(side, target)).iter().any(|from| {
            let walks = self.walks(from, side);
            walks.iter().any(|kind| self.captures(from, kind, side, target, &mut admits))
        })
    }

    /// Whether a royal man of `side` is attacked, and would be lost by capture.
    pub fn in_check(&self, side: Side) -> bool {
        let side = if self.variant().swaps_checks { !side } else { side };
        let unsafe_if = !self.variant().inverts_checks;
        self.royals(side).iter().any(|royal| self.checks(!side, royal) == unsafe_if)
    }

    /// Whether a move gave check, for a man that turns by it. Where captures elsewhere kill a royal man,
    /// what they are depends on who turns: then attacks alone are looked at.
    pub(crate) fn has_been_checked(&self, side: Side) -> bool {
        match self.variant().kills {
            true => self.royals(side).iter().any(|royal| self.attacks(!side, royal)),
            false => self.in_check(side),
        }
    }

    /// Whether `side` could capture the royal man on `royal` for good.
    pub(crate) fn checks(&self, side: Side, royal: Square) -> bool {
        self.attacks(side, royal)
            && (!self.variant().weighs_checks || self.takes_for_good(side, royal))
            || self.variant().kills && self.may_kill(side, royal)
    }

    /// Whether the royal man on a square would vanish by a capture of `side` elsewhere.
    fn may_kill(&self, side: Side, royal: Square) -> bool {
        if self.side_to_move() != side {
            let mut turned = self.clone();
            turned.set_side_to_move(side);
            return turned.may_kill(side, royal);
        }
        let mut moves = Vec::new();
        self.moves_of_men(&mut moves);
        let vanishes = |effect| effect == Effect::Vanishes(royal);
        moves.iter().any(|mv| mv.effects.iter().any(vanishes))
    }

    /// Whether conditions let `side` capture the royal man on a square, and it stays captured.
    fn takes_for_good(&self, side: Side, royal: Square) -> bool {
        if self.side_to_move() != side {
            let mut turned = self.clone();
            turned.set_side_to_move(side);
            return turned.takes_for_good(side, royal);
        }
        let others = self.serving(side).iter().filter(|&from| from != royal);
        others.into_iter().any(|from| self.takes_from(from, royal))
    }

    /// Whether the man on `from` can capture the royal man for good.
    fn takes_from(&self, from: Square, royal: Square) -> bool {
        let side = self.side_to_move();
        let Some(man) = self.man(from) else { return false };
        let kinds = match self.variant().transforms {
            Some(_) => self.walks(from, side),
            None => man.kind.into(),
        };
        let returns = |effect| matches!(effect, Effect::Appears(man, _) if man.royal);
        let succeeds = |from, to| {
            let mut found = false;
            self.each_promotion(Move::plain(from, to, Some(royal)), man, |mv| {
                self.outcomes(mv, &mut |mv| {
                    found = found || !mv.effects.iter().any(returns) && self.is_played_out(&mv);
                });
            });
            found
        };
        let mut admits = |from, to| {
            self.variant().admits(from, to)
                && self.may_act(from, side)
                && self.may_take(from, royal)
                && succeeds(from, to)
        };
        kinds.iter().any(|kind| self.captures(from, kind, side, royal, &mut admits))
    }

    /// A move once, or once for each promotion.
    fn each_promotion(&self, mv: Move, man: Man, mut each: impl FnMut(Move)) {
        if self.promotes(man.kind, self.side_to_move(), mv.to) {
            for &kind in self.variant().promotions_of(man.kind) {
                each(Move { promotion: Some(kind), ..mv });
            }
        } else {
            each(mv);
        }
    }

    /// Whether the conditions that weigh checks permit the capture of a royal man.
    fn is_played_out(&self, mv: &Move) -> bool {
        let permits = &self.variant().hooked.permits;
        let mut weighing = permits.iter().filter(|condition| condition.weighs_checks()).peekable();
        weighing.peek().is_none() || {
            let mut after = self.clone();
            after.play(mv);
            weighing.all(|condition| condition.permits(&after, mv))
        }
    }

    /// Whether men of `side` reach `target` to capture there, whether or not they may act. Adds to
    /// `watched` the squares on which the answer rests as long as no more than one man leaves its
    /// square, and none but for the square where another arrives.
    #[inline]
    pub(crate) fn reaches_watching(
        &self,
        side: Side,
        target: Square,
        watched: &mut impl Witness,
    ) -> bool {
        let mut admits = |from, to| self.variant().admits(from, to);
        self.attack_by_any(side, target, &self.scene(target), &mut admits, watched)
    }

    /// The squares from which a man, as whatever it walks, may capture on `target`.
    fn distant_captors(&self, side: Side, target: Square) -> Squares {
        let others = !Squares::from(target);
        match self.variant().works_out {
            true => others,
            false => self.variant().attackers(side, target) & others,
        }
    }

    /// As [`Position::reaches_watching`], each man walking as conditions say.
    pub(crate) fn reaches_as_it_walks(
        &self,
        side: Side,
        target: Square,
        watched: &mut impl Witness,
    ) -> bool {
        let mut admits = |from, to| self.variant().admits(from, to);
        let scene = self.scene(target);
        (self.serving(side) & self.distant_captors(side, target)).iter().any(|from| {
            let walks = self.walks(from, side);
            walks.iter().any(|kind| {
                if !self.variant().movement(kind, side).specials.is_empty() {
                    watched.watch_all(Squares::ALL);
                    return self.captures(from, kind, side, target, &mut admits);
                }
                self.attack_from(from, kind, side, target, &scene, &mut admits, watched)
            })
        })
    }

    /// Whether `side` would attack the man on `target` after a step, conditions, movements worked out at
    /// play and hurdles that must move apart.
    pub(crate) fn attacks_after_step(&self, side: Side, target: Square, step: Step) -> bool {
        let scene = self.scene_after(step);
        let mut admits = |from, to| self.variant().admits(from, to);
        self.attack_by_any(side, target, &scene, &mut admits, &mut ())
    }

    /// As [`Position::attacks_after_step`], but only whether the man that made the step attacks.
    pub(crate) fn attacks_from_step(&self, side: Side, target: Square, step: Step) -> bool {
        let Step { to, man, .. } = step;
        man.colour.serves(side)
            && self.variant().movement(man.kind, side).attackers(target).contains(to)
            && {
                let scene = self.scene_after(step);
                let mut admits = |from, to| self.variant().admits(from, to);
                self.attack_from(to, man.kind, side, target, &scene, &mut admits, &mut ())
            }
    }

    /// The board after a step.
    fn scene_after(&self, step: Step) -> Scene<'_> {
        let mut scene = self.scene(step.from);
        scene.occupied.remove(step.from);
        scene.occupied.insert(step.to);
        scene.step = Some(step);
        scene
    }

    fn attack_by_any(
        &self,
        side: Side,
        target: Square,
        scene: &Scene<'_>,
        admits: &mut impl FnMut(Square, Square) -> bool,
        watched: &mut impl Witness,
    ) -> bool {
        let men = scene.stepped(self.serving(side), |man| man.colour.serves(side));
        let men = men & self.variant().attackers(side, target);
        // where few men matter, one by one is faster than kind by kind
        if men.has_more_than(FEW) || self.variant().works_out || scene.men.is_some() {
            return (0..self.by_kind.len()).any(|kind| {
                self.attack_by_kind(side, KindId(kind as u8), target, scene, admits, watched)
            });
        }
        for from in men {
            if from == target {
                continue;
            }
            if let Some(man) = scene.man(from)
                && self.attack_from(from, man.kind, side, target, scene, admits, watched)
            {
                return true;
            }
        }
        false
    }

    /// Whether a man of a kind captures on `target` by a way that `admits` from one square to
    /// another. Adds to `watched` as [`Position::reaches_watching`].
    #[inline]
    fn attack_by_kind(
        &self,
        side: Side,
        kind: KindId,
        target: Square,
        scene: &Scene<'_>,
        admits: &mut impl FnMut(Square, Square) -> bool,
        watched: &mut impl Witness,
    ) -> bool {
        let joins = |man: Man| man.kind == kind && man.colour.serves(side);
        let mut men = scene.stepped(self.serving_of(kind, side), joins);
        if let Some(here) = scene.men {
            men = men & here;
        }
        if men.is_empty() {
            return false;
        }
        let movement = self.variant().movement(kind, side);
        if !movement.specials.is_empty() {
            // anything on the board may matter to these
            watched.watch_all(Squares::ALL);
            let others = men.iter().filter(|&from| from != target);
            return others.into_iter().any(|from| self.captures(from, kind, side, target, admits));
        }
        for from in men & movement.attackers(target) {
            if from == target {
                continue;
            }
            if self.attack_from(from, kind, side, target, scene, admits, watched) {
                return true;
            }
        }
        false
    }

    /// Whether the man on `from`, walking as `kind`, captures on `target` by a route that `admits`.
    #[inline]
    #[expect(clippy::too_many_arguments)]
    fn attack_from<W: Witness>(
        &self,
        from: Square,
        kind: KindId,
        side: Side,
        target: Square,
        scene: &Scene<'_>,
        admits: &mut impl FnMut(Square, Square) -> bool,
        watched: &mut W,
    ) -> bool {
        let movement = self.variant().movement(kind, side);
        for via in movement.vias(target, from) {
            let opens = match via.sight(scene.occupied) {
                Sight::Open => {
                    admits(from, target) && {
                        watched.watch(from);
                        watched.watch_all(via.path);
                        true
                    }
                }
                Sight::Barred => {
                    if W::ASKS {
                        watched.watch_all(via.openers(scene.occupied));
                    }
                    false
                }
                Sight::Unclear => {
                    watched.watch(from);
                    let look = |square: Square| {
                        watched.watch(square);
                        scene.man(square)
                    };
                    let route = movement.route(via);
                    captures_on(movement.stops(route), route.passage, side, target, look)
                        .is_some_and(|to| admits(from, to))
                }
            };
            if opens {
                if via.is_ride() || !self.variant().moves_hurdles {
                    return true;
                }
                // what the hurdle can do rests on squares further away
                watched.watch_all(Squares::ALL);
                if self.hops(scene.board, movement, movement.route(via), side, from, target) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the man on `from` can make the capture on `target` that its route leads to: if it
    /// must move its hurdle, that must be able to.
    fn hops(
        &self,
        board: &Board,
        movement: &Movement,
        route: &Route,
        side: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let mut possible = false;
        arrivals(board, movement, route, side, Some(target), |arrival| {
            if arrival.captured == Some(target) {
                let hop = Hop::along(from, &arrival);
                possible |= hop.is_none_or(|hop| hop.is_possible(self, side));
            }
        });
        possible
    }

    /// Whether the man on `from`, moving as `kind`, captures on `target`: any man there counts as
    /// an enemy.
    pub(crate) fn captures(
        &self,
        from: Square,
        kind: KindId,
        side: Side,
        target: Square,
        admits: &mut impl FnMut(Square, Square) -> bool,
    ) -> bool {
        let movement = self.variant().movement(kind, side);
        let board = self.board_of(from);
        let occupied = self.half_of(from).map_or(self.occupied(), |half| half.men);
        let by_route = movement.vias(target, from).iter().any(|via| {
            let look = |square: Square| board[square.index()];
            let route = movement.route(via);
            let landing = match via.sight(occupied) {
                Sight::Open => Some(target),
                Sight::Barred => None,
                Sight::Unclear => {
                    captures_on(movement.stops(route), route.passage, side, target, look)
                }
            };
            landing.is_some_and(|to| admits(from, to))
                && (!self.variant().moves_hurdles
                    || self.hops(board, movement, route, side, from, target))
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
}
