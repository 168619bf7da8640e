//! The moves of the general path, and which of them are legal.
//!
//! Whether a move leaves a royal man to capture is asked once per position, not once per move: the
//! question is answered by looking at certain squares (those between enemy line pieces and the
//! royal man, and those of the men found there). A move that changes none of the squares looked at
//! leaves the answer as it was. Only moves that do change one, moves of the royal man itself or of a
//! neutral man, and moves with further effects are made and looked at again. Nothing here depends
//! on what the kinds are, so it holds for every fairy kind.

use std::{cell::RefCell, sync::Arc};

use crate::{
    attack::Step,
    conditions::{Condition, Kinds, Transforms, arrived_after},
    geometry::Square,
    kind::{Nature, Purpose},
    man::{Colour, KindId, Man, Side},
    movement::{Mark, Passage, Stop},
    moves::{Castle, Effect, Hurdle, Move, Special, Wing},
    position::Position,
    squares::Squares,
    travel::{Arrival, arrivals},
    variant::Hooked,
};

thread_local! {
    /// Lists of moves to be used again.
    static SPARE: RefCell<Vec<Vec<Move>>> = const { RefCell::new(Vec::new()) };
}

/// Lends an empty list, also while others are lent.
fn with_spare<T>(work: impl FnOnce(&mut Vec<Move>) -> T) -> T {
    let mut moves = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let done = work(&mut moves);
    moves.clear();
    SPARE.with_borrow_mut(|spare| spare.push(moves));
    done
}

/// What is known of the royal men's safety before a move.
struct Safety {
    /// Whether one is attacked as things stand.
    attacked: bool,
    /// Whether an attack is check, whatever conditions say.
    certain: bool,
    /// The squares on which that answer rests, and those of royal and neutral men.
    watched: Squares,
    /// The same without those neutral men that do not matter where they stand.
    looked_at: Squares,
    /// The royal man, if there is just one and its attackers can be told by routes alone.
    royal: Option<Square>,
    /// The enemy's royal man, and the squares on which it rests that it is not attacked: asked for
    /// where moves are forbidden because they give check.
    prey: Option<(Square, Squares)>,
}

/// What is left out of the moves of a man.
pub(crate) trait Sieve {
    /// Whether it is told of moves by their squares alone, where they do no more than go there.
    fn knows_squares(&self) -> bool {
        true
    }

    /// Whether a move to a square need not be told that does no more than go there, and perhaps capture
    /// there and make another man of the mover.
    fn drops(&self, to: Square) -> bool;

    /// Whether a move need not be told that may do more.
    fn drops_move(&self, position: &Position, mv: &Move) -> bool;
}

/// Leaves nothing out.
impl Sieve for () {
    #[inline]
    fn drops(&self, _: Square) -> bool {
        false
    }

    #[inline]
    fn drops_move(&self, _: &Position, _: &Move) -> bool {
        false
    }
}

impl Safety {
    /// Where a man may arrive, to move or to capture there, so that a royal man stays attacked.
    fn useless_arrivals(&self, position: &Position, from: Square) -> Squares {
        let variant = position.variant();
        let told = self.attacked && self.certain && !variant.alice && variant.transforms.is_none();
        match told && !self.watched.contains(from) {
            true => !self.watched,
            false => Squares::EMPTY,
        }
    }
}

/// Leaves out what arrives on these squares.
impl Sieve for Squares {
    #[inline]
    fn drops(&self, to: Square) -> bool {
        self.contains(to)
    }

    #[inline]
    fn drops_move(&self, _: &Position, _: &Move) -> bool {
        false
    }
}

/// The arrivals of one man so far, where two ways may lead to one.
#[derive(Default)]
struct Seen {
    quiet: Squares,
    captures: Squares,
    /// Captures elsewhere than on the square of arrival, and hops whose hurdle matters.
    others: Vec<Arrived>,
}

/// Where a man arrived, what it captured and hopped over.
type Arrived = (Square, Option<Square>, Option<Square>);

impl Seen {
    /// Whether the arrival is new.
    fn insert(&mut self, to: Square, captured: Option<Square>, hurdle: Option<Square>) -> bool {
        let squares = match (captured, hurdle) {
            (None, None) => &mut self.quiet,
            (Some(at), None) if at == to => &mut self.captures,
            _ => {
                let arrived = (to, captured, hurdle);
                let new = !self.others.contains(&arrived);
                if new {
                    self.others.push(arrived);
                }
                return new;
            }
        };
        let new = !squares.contains(to);
        squares.insert(to);
        new
    }
}

impl Position {
    #[inline]
    pub(crate) fn may_act(&self, square: Square, side: Side) -> bool {
        self.variant().hooked.acts.iter().all(|condition| condition.may_act(self, square, side))
    }

    #[inline]
    pub(crate) fn may_take(&self, from: Square, at: Square) -> bool {
        self.variant().hooked.takes.iter().all(|law| law.may_take(self, from, at))
    }

    /// The kinds as which a man moves.
    pub(crate) fn walks(&self, square: Square, side: Side) -> Kinds {
        let mut conditions = self.variant().hooked.walks.iter();
        let walks = conditions.find_map(|condition| condition.walks(self, square, side));
        walks.unwrap_or_else(|| self.man(square).map(|man| man.kind).into_iter().collect())
    }

    /// Adds the moves of the side to move that may still leave a royal man to capture.
    pub fn pseudo_legal_moves(&mut self, moves: &mut Vec<Move>) {
        self.moves_of_men(moves);
        self.castlings(moves);
    }

    /// Adds the pseudo-legal moves but castlings.
    pub(crate) fn moves_of_men(&self, moves: &mut Vec<Move>) {
        let side = self.side_to_move();
        for from in self.serving(side) {
            if let Some(man) = self.man(from)
                && self.may_act(from, side)
            {
                self.moves_of(from, man, moves);
            }
        }
    }

    /// Adds the pseudo-legal moves, but for some that are seen to leave a royal man attacked.
    fn moves_in_need(&mut self, safety: &Safety, moves: &mut Vec<Move>) {
        if !safety.attacked || !safety.certain {
            return self.pseudo_legal_moves(moves);
        }
        let side = self.side_to_move();
        for from in self.serving(side) {
            if let Some(man) = self.man(from)
                && self.may_act(from, side)
            {
                self.moves_of_in_need(safety, from, man, moves);
            }
        }
        self.castlings(moves);
    }

    /// Adds the pseudo-legal moves of a man but castlings, and but for some that are seen to leave a
    /// royal man attacked.
    fn moves_of_in_need(&self, safety: &Safety, from: Square, man: Man, moves: &mut Vec<Move>) {
        let useless = safety.useless_arrivals(self, from);
        let movement = self.variant().movement(man.kind, self.side_to_move());
        let helps = || !(movement.reach(from) & !useless).is_empty();
        if useless == Squares::EMPTY || helps() || !self.has_plain_moves_only(from, man) {
            self.moves_through(&useless, from, man, moves);
        }
    }

    /// Whether a man surely does no more than go somewhere by its routes, and perhaps capture there and
    /// become another.
    pub(crate) fn has_plain_moves_only(&self, from: Square, man: Man) -> bool {
        let variant = self.variant();
        let side = self.side_to_move();
        let movement = variant.movement(man.kind, side);
        let last_rank = self.promotion_rank(man.kind, side);
        let promotes = |to| self.promotes(man.kind, side, to);
        let captures = || !(movement.reach(from) & self.serving(!side)).is_empty();
        (variant.moves_plainly()
            || man.attributes.concern_the_man()
                && variant.steps_plainly
                && (variant.captures_plainly || !captures()))
            && variant.transforms.is_none()
            && movement.specials.is_empty()
            && !movement.captures_aside
            && self.en_passant().is_none()
            && (last_rank.is_none() || !movement.reach(from).iter().any(promotes))
    }

    /// Adds the pseudo-legal moves of a man, castlings apart.
    pub(crate) fn moves_of(&self, from: Square, man: Man, moves: &mut Vec<Move>) {
        self.moves_through(&(), from, man, moves);
    }

    /// Adds the pseudo-legal moves of a man but those that a sieve drops, castlings apart.
    pub(crate) fn moves_through(
        &self,
        sieve: &impl Sieve,
        from: Square,
        man: Man,
        moves: &mut Vec<Move>,
    ) {
        let variant = self.variant();
        let all_plain = variant.moves_plainly();
        // what nothing comes of need not be handed to every law
        let bare = man.attributes.are_boards();
        let captures_plainly = all_plain || bare && variant.captures_plainly;
        let steps_plainly = all_plain || bare && variant.steps_plainly;
        let by_square = sieve.knows_squares();
        let changes_itself = all_plain || man.attributes.concern_the_man();
        self.plain_moves(from, man, |Arrival { to, captured, special, hurdle }, promotion| {
            let plain = match captured {
                Some(_) => captures_plainly,
                None => steps_plainly,
            };
            let contained = match captured {
                Some(_) => variant.captures_plainly,
                None => variant.steps_plainly,
            };
            let by_square = by_square && promotion.is_none() && captured.is_none_or(|at| at == to);
            if by_square && (plain || changes_itself && contained) && sieve.drops(to) {
                return;
            }
            let simple = by_square && plain;
            let hurdle = hurdle.map(|square| Hurdle { square, nth: 0 });
            let mv = Move { special, hurdle, promotion, ..Move::plain(from, to, captured) };
            let mut add = |mv: Move| {
                if simple || !sieve.drops_move(self, &mv) {
                    moves.push(mv);
                }
            };
            if all_plain {
                return add(mv);
            }
            // with two boards the square must be empty on the other one too
            let passes = !variant.alice || captured == Some(to) || self.man(to).is_none();
            if passes
                && variant.admits(from, to)
                && captured.is_none_or(|at| self.may_take(from, at))
            {
                match plain && promotion.is_none() {
                    true => add(mv),
                    false => self.outcomes(mv, &mut add),
                }
            }
        });
    }

    /// The moves of a man before conditions say what comes of them, with what a pawn becomes.
    #[inline]
    fn plain_moves(&self, from: Square, man: Man, mut each: impl FnMut(Arrival, Option<KindId>)) {
        if self.variant().transforms.is_none() {
            return self.moves_as(man.kind, from, man, None, &mut each);
        }
        let kinds = self.walks(from, self.side_to_move());
        match kinds.single() {
            Some(kind) => self.moves_as(kind, from, man, None, &mut each),
            None => {
                let mut seen = Seen::default();
                for kind in kinds.iter() {
                    self.moves_as(kind, from, man, Some(&mut seen), &mut each);
                }
            }
        }
    }

    /// The moves of a man that walks as `kind`, but those `seen` before.
    fn moves_as(
        &self,
        kind: KindId,
        from: Square,
        man: Man,
        seen: Option<&mut Seen>,
        each: &mut impl FnMut(Arrival, Option<KindId>),
    ) {
        let side = self.side_to_move();
        let variant = self.variant();
        let movement = variant.movement(kind, side);
        let promotion_rank = self.promotion_rank(man.kind, side);
        let en_passant = self.en_passant().filter(|_| variant.en_passant_kinds().contains(&kind));
        let board = self.board_of(from);
        let hurdles = variant.hurdles;
        let distinct = seen.is_none() && !movement.may_repeat;
        if distinct && promotion_rank.is_none() && en_passant.is_none() {
            for route in movement.routes(from) {
                arrivals(board, movement, route, side, None, |arrival| {
                    each(Arrival { hurdle: arrival.hurdle.filter(|_| hurdles), ..arrival }, None);
                });
            }
            return;
        }
        let mut own = Seen::default();
        let mut seen = seen.or(movement.may_repeat.then_some(&mut own));
        let mut add = |arrival: Arrival| {
            let Arrival { to, captured, hurdle, .. } = arrival;
            let hurdle = hurdle.filter(|_| hurdles);
            if seen.as_mut().is_some_and(|seen| !seen.insert(to, captured, hurdle)) {
                return;
            }
            let arrival = Arrival { hurdle, ..arrival };
            if promotion_rank.is_some() && self.promotes(man.kind, side, to) {
                for &kind in variant.promotions_of(man.kind) {
                    each(arrival, Some(kind));
                }
            } else {
                each(arrival, None);
            }
        };
        for route in movement.routes(from) {
            arrivals(board, movement, route, side, None, &mut add);
            if let Some(ep) = en_passant
                && route.purpose == Purpose::Capture
                && movement.stops(route).first().is_some_and(|stop| stop.square == ep.over)
            {
                let capture = Arrival::capture(ep.over, ep.man);
                add(Arrival { special: Special::EnPassant, ..capture });
            }
        }
        for special in &movement.specials {
            self.dynamic_arrivals(from, side, special, None, &mut add);
        }
    }

    /// Whether a man of a kind is promoted where it arrives.
    #[inline]
    pub(crate) fn promotes(&self, kind: KindId, side: Side, to: Square) -> bool {
        let rank = self.promotion_rank(kind, side);
        match &self.variant().promotion_squares[side as usize] {
            None => rank == Some(self.geometry().rank(to)),
            Some(squares) => rank.is_some() && squares.contains(to),
        }
    }

    /// The rank on which a man of a kind is promoted, unless a condition names other squares.
    fn promotion_rank(&self, kind: KindId, side: Side) -> Option<u8> {
        let early = self.variant().promotes_early;
        match (self.variant().nature(kind), side) {
            (Nature::Pawn, Side::White) | (Nature::ReversePawn, Side::Black) => {
                Some((self.geometry().height() - 1).saturating_sub(early))
            }
            (Nature::Pawn, Side::Black) | (Nature::ReversePawn, Side::White) => Some(early),
            _ => None,
        }
    }

    /// What comes of a move.
    #[inline]
    pub(crate) fn outcomes(&self, mv: Move, each: &mut dyn FnMut(Move)) {
        let hooked = &self.variant().hooked;
        match mv.captured {
            Some(_) => self.consequences(&hooked.captures, mv, each),
            None => self.consequences(&hooked.quiet, mv, each),
        }
    }

    /// Hands a move to conditions, one after the other.
    fn consequences(
        &self,
        conditions: &[Arc<dyn Condition>],
        mv: Move,
        each: &mut dyn FnMut(Move),
    ) {
        match conditions.split_first() {
            None => each(mv),
            Some((condition, others)) => {
                condition.consequences(self, mv, &mut |mv| self.consequences(others, mv, each));
            }
        }
    }

    pub(crate) fn castlings(&mut self, moves: &mut Vec<Move>) {
        let side = self.side_to_move();
        let mut checked = None;
        for wing in Wing::BOTH {
            let castle = Castle::of(side, wing);
            let board = self.board_of(castle.king_from);
            if self.may_castle(side, wing)
                && castle
                    .path()
                    .all(|square| board[square.index()].is_none() && self.geometry().has(square))
                && (!self.variant().alice || self.may_castle_together(&castle))
                && self.may_act(castle.king_from, side)
                && self.variant().admits(castle.king_from, castle.king_to)
                && !*checked.get_or_insert_with(|| self.checks(!side, castle.king_from))
                && !self.checked_on_the_way(side, &castle)
            {
                let mv = Move::plain(castle.king_from, castle.king_to, None);
                let mv = Move { special: Special::Castling(wing), ..mv };
                self.outcomes(mv, &mut |mv| moves.push(mv));
            }
        }
    }

    /// With two boards: whether king and rook stand on one, and can pass to the other.
    fn may_castle_together(&self, castle: &Castle) -> bool {
        let free = |square: Square| self.man(square).is_none();
        self.board_of(castle.king_from)[castle.rook_from.index()].is_some()
            && free(castle.king_to)
            && free(castle.rook_to)
    }

    /// Whether a castling king would pass through check.
    fn checked_on_the_way(&mut self, side: Side, castle: &Castle) -> bool {
        let variant = self.variant();
        let simple = !variant.works_out && !variant.moves_hurdles && !variant.alice;
        let by_routes = variant.attack_is_reach() && !variant.weighs_checks && !variant.kills;
        if by_routes && simple {
            let king = self.man(castle.king_from).map(|man| Step {
                from: castle.king_from,
                to: castle.king_over,
                man,
            });
            return king.is_some_and(|step| self.attacks_after_step(!side, step.to, step));
        }
        self.shift(castle.king_from, castle.king_over);
        let checked = self.checks(!side, castle.king_over);
        self.shift(castle.king_over, castle.king_from);
        checked
    }

    /// The legal moves of the side to move, in place of what `moves` held.
    pub fn legal_moves_into(&mut self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.variant().hooked.prefers.is_empty() {
            let royals = self.royals_at_stake(self.side_to_move());
            if royals.is_empty() && self.variant().hooked.permits.is_empty() {
                return self.pseudo_legal_moves(moves);
            }
            let safety = self.safety(royals);
            self.moves_in_need(&safety, moves);
            return moves.retain(|mv| self.is_legal(mv, &safety));
        }
        self.pseudo_legal_moves(moves);
        let side = self.side_to_move();
        let variant = self.variant().clone();
        let mut preferring = variant.hooked.prefers.iter().filter(|law| law.prefers(side));
        match preferring.next() {
            None => self.retain_legal(moves),
            Some(first) => {
                self.retain_foremost(moves, first.as_ref());
                for law in preferring {
                    let foremost = moves.iter().map(|mv| law.precedence(self, mv)).max();
                    moves.retain(|mv| Some(law.precedence(self, mv)) == foremost);
                }
            }
        }
        for law in variant.hooked.prefers.iter().filter(|law| law.excludes()) {
            law.exclude(self, moves);
        }
    }

    /// Keeps those of pseudo-legal moves that no legal one goes before, and that are legal themselves.
    /// Only of these, and of those that go before them, is it asked whether they are.
    fn retain_foremost(&mut self, moves: &mut Vec<Move>, law: &dyn Condition) {
        let safety = self.safety(self.royals_at_stake(self.side_to_move()));
        let ranks: Vec<u32> = moves.iter().map(|mv| law.precedence(self, mv)).collect();
        let mut beyond = None;
        loop {
            let ahead = |rank: &&u32| beyond.is_none_or(|beyond| **rank < beyond);
            let Some(&foremost) = ranks.iter().filter(ahead).max() else {
                return moves.clear();
            };
            let first = ranks
                .iter()
                .zip(moves.iter())
                .position(|(&rank, mv)| rank == foremost && self.is_legal(mv, &safety));
            if let Some(first) = first {
                moves.drain(..first);
                let mut ranks = ranks[first..].iter();
                let mut known = true;
                return moves.retain(|mv| {
                    ranks.next() == Some(&foremost)
                        && (std::mem::take(&mut known) || self.is_legal(mv, &safety))
                });
            }
            beyond = Some(foremost);
        }
    }

    /// Keeps the legal ones of pseudo-legal moves, before conditions choose among them.
    pub(crate) fn retain_legal(&mut self, moves: &mut Vec<Move>) {
        let royals = self.royals_at_stake(self.side_to_move());
        if !royals.is_empty() || !self.variant().hooked.permits.is_empty() {
            let safety = self.safety(royals);
            moves.retain(|mv| self.is_legal(mv, &safety));
        }
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&mut self) -> bool {
        if self.variant().excludes {
            return self.has_legal_move_such(|_, _| true);
        }
        let safety = self.safety(self.royals_at_stake(self.side_to_move()));
        self.has_safe_step(&safety)
            || with_spare(|moves| self.some_legal_move_in(&safety, moves, &mut |_, _| true))
    }

    /// Whether a step of a man is seen at a glance to be a legal move.
    fn has_safe_step(&self, safety: &Safety) -> bool {
        let variant = self.variant();
        let side = self.side_to_move();
        let told = !safety.attacked
            && variant.steps_plainly
            && variant.transforms.is_none()
            && !variant.alice
            && variant.hooked.acts.is_empty()
            && variant.hooked.permits.is_empty();
        let free = |square: Square| self.man(square).is_none() && !safety.watched.contains(square);
        told && (self.serving(side) & !(safety.watched | self.endowed)).iter().any(|from| {
            let Some(man) = self.man(from) else { return false };
            let movement = variant.movement(man.kind, side);
            movement.routes(from).iter().any(|route| {
                matches!(route.passage, Passage::Ride | Passage::March)
                    && route.purpose != Purpose::Capture
                    && movement.stops(route).first().is_some_and(|&Stop { square, mark }| {
                        mark == Mark::Land
                            && free(square)
                            && variant.admits(from, square)
                            && !self.promotes(man.kind, side, square)
                    })
            })
        })
    }

    /// Whether the side to move has a legal move of which something holds, man by man.
    pub(crate) fn has_legal_move_such(
        &mut self,
        mut holds: impl FnMut(&mut Position, &Move) -> bool,
    ) -> bool {
        if !self.variant().prefers(self.side_to_move()) && !self.variant().excludes {
            return self.some_legal_move(holds);
        }
        // a condition chooses among all of them
        with_spare(|moves| {
            self.legal_moves_into(moves);
            moves.iter().any(|mv| holds(self, mv))
        })
    }

    /// Whether something holds of a legal move, before conditions choose among them.
    fn some_legal_move(&mut self, mut holds: impl FnMut(&mut Position, &Move) -> bool) -> bool {
        let safety = self.safety(self.royals_at_stake(self.side_to_move()));
        with_spare(|moves| self.some_legal_move_in(&safety, moves, &mut holds))
    }

    fn some_legal_move_in(
        &mut self,
        safety: &Safety,
        moves: &mut Vec<Move>,
        holds: &mut impl FnMut(&mut Position, &Move) -> bool,
    ) -> bool {
        let side = self.side_to_move();
        let royals = self.royals_at_stake(side);
        let free = royals.is_empty() && self.variant().hooked.permits.is_empty();
        for from in self.seekers(side, safety.attacked).into_iter().flatten() {
            let Some(man) = self.man(from).filter(|_| self.may_act(from, side)) else { continue };
            moves.clear();
            self.moves_of_in_need(safety, from, man, moves);
            if moves.iter().any(|mv| (free || self.is_legal(mv, safety)) && holds(self, mv)) {
                return true;
            }
        }
        moves.clear();
        self.castlings(moves);
        moves.iter().any(|mv| self.is_legal(mv, safety) && holds(self, mv))
    }

    /// The men in the order in which one is looked for that has a legal move: first the royal ones, if
    /// one is attacked, and last those whose moves take long to work out.
    fn seekers(&self, side: Side, attacked: bool) -> [Squares; 3] {
        let all = self.serving(side);
        let first = if attacked { all & self.royals(side) } else { Squares::EMPTY };
        let slow = all & self.endowed & !first;
        [first, all & !(first | slow), slow]
    }

    /// The royal men that a move of `side` must not leave attacked.
    fn royals_at_stake(&self, side: Side) -> Squares {
        self.royals(if self.variant().swaps_checks { !side } else { side })
    }

    fn safety(&self, royals: Squares) -> Safety {
        let variant = self.variant();
        let anyhow = variant.transforms == Some(Transforms::Anyhow);
        if anyhow || variant.kills || variant.swaps_checks || variant.inverts_checks {
            return Safety {
                attacked: true,
                certain: false,
                watched: Squares::ALL,
                looked_at: Squares::ALL,
                royal: None,
                prey: None,
            };
        }
        let Hooked { acts, takes, .. } = &variant.hooked;
        let certain = !variant.weighs_checks && acts.is_empty() && takes.is_empty();
        let enemy = !self.side_to_move();
        // a neutral man may attack from where it arrives
        let restless = self.by_colour[Colour::Neutral as usize];
        let mut looked_at = royals;
        let prey = self.prey();
        let by_own_men = variant.transforms == Some(Transforms::ByOwnMen);
        let simple = !variant.works_out && !variant.alice && !variant.moves_hurdles;
        let royal = royals.single().filter(|_| simple && !by_own_men);
        for square in royals {
            let mut rests_on = royals;
            let attacked = match by_own_men {
                true => self.reaches_as_it_walks(enemy, square, &mut rests_on),
                false => self.reaches_watching(enemy, square, &mut rests_on),
            };
            if attacked {
                let watched = rests_on | restless;
                return Safety { attacked, certain, watched, looked_at: rests_on, royal, prey };
            }
            looked_at |= rests_on;
        }
        let watched = looked_at | restless;
        Safety { attacked: false, certain, watched, looked_at, royal, prey }
    }

    /// The enemy's only royal man, if it is not attacked, and the squares on which that rests.
    fn prey(&self) -> Option<(Square, Squares)> {
        let side = self.side_to_move();
        let variant = self.variant();
        let minds_checks =
            variant.minds_checks_only && !variant.alice && !variant.hooked.permits.is_empty();
        let asked = match variant.transforms {
            None => minds_checks,
            // an attacked king would attack otherwise
            Some(Transforms::Kings) => true,
            Some(_) => false,
        };
        if !asked {
            return None;
        }
        let royal = self.royals(!side).single()?;
        let mut watched = self.by_colour[Colour::Neutral as usize];
        watched.insert(royal);
        (!self.reaches_watching(side, royal, &mut watched)).then_some((royal, watched))
    }

    /// Whether a plain move is seen not to give check.
    fn gives_no_check(&self, mv: &Move, safety: &Safety) -> bool {
        mv.effects.is_empty()
            && safety.prey.is_some_and(|(royal, watched)| {
                let kind = mv.promotion.or_else(|| self.man(mv.from).map(|man| man.kind));
                !watched.contains(mv.from)
                    && !watched.contains(mv.to)
                    && kind.is_some_and(|kind| {
                        let movement = self.variant().movement(kind, self.side_to_move());
                        movement.specials.is_empty() && !movement.attackers(royal).contains(mv.to)
                    })
            })
    }

    #[inline]
    fn is_legal(&mut self, mv: &Move, safety: &Safety) -> bool {
        let plain = matches!(mv.special, Special::None | Special::DoubleStep(_))
            // with two boards, a captor and its victim leave the same one
            && mv.captured.is_none_or(|at| at == mv.to && !self.variant().alice)
            && (mv.effects.is_empty() || self.changes_itself(mv))
            && match self.variant().transforms {
                None => true,
                Some(Transforms::Kings) => self.gives_no_check(mv, safety),
                // a man captured may have lent its walk
                Some(Transforms::ByOwnMen) => mv.captured.is_none(),
                Some(Transforms::Anyhow) => false,
            };
        let attacked = if !plain {
            None
        } else if !safety.watched.contains(mv.from) && !safety.watched.contains(mv.to) {
            Some(safety.attacked)
        } else {
            safety.royal.and_then(|royal| self.is_attacked_after(mv, royal, safety))
        };
        match attacked {
            Some(true) if safety.certain => false,
            Some(false) => {
                self.variant().hooked.permits.is_empty()
                    || self.variant().minds_checks_only && self.gives_no_check(mv, safety)
                    || self.permitted(mv)
            }
            _ => self.is_safe_after(mv),
        }
    }

    /// Whether a move does no more besides than make another man of the mover, of its own side or neutral
    /// as it was.
    fn changes_itself(&self, mv: &Move) -> bool {
        let own = self.side_to_move().colour();
        let before = || self.man(mv.from).map(|man| man.colour);
        let stays = |colour| colour == own || Some(colour) == before() && colour == Colour::Neutral;
        let itself = |effect| {
            matches!(effect, Effect::Becomes(at, man)
                if at == mv.to && stays(man.colour) && !man.royal)
        };
        mv.effects.iter().all(itself)
    }

    /// Whether the one royal man is attacked after a move that at most makes another man of the mover.
    fn is_attacked_after(&self, mv: &Move, royal: Square, safety: &Safety) -> Option<bool> {
        // a neutral king may be captured by either side
        if mv.to == royal {
            return None;
        }
        let step = Step { from: mv.from, to: mv.to, man: self.arriving(mv)? };
        let enemy = !self.side_to_move();
        let rests = |square| safety.looked_at.contains(square);
        Some(match rests(mv.from) || rests(mv.to) || safety.attacked {
            true => {
                let target = if royal == mv.from { mv.to } else { royal };
                self.attacks_after_step(enemy, target, step)
            }
            // the others do not attack it, wherever the neutral mover is
            false => self.attacks_from_step(enemy, royal, step),
        })
    }

    /// The mover as it is after a move that at most makes another man of it.
    fn arriving(&self, mv: &Move) -> Option<Man> {
        match mv.effects.iter().last() {
            Some(Effect::Becomes(_, man)) => Some(man),
            _ => self.man(mv.from).map(|man| self.variant().arriving(man, mv)),
        }
    }

    #[inline(never)]
    fn is_safe_after(&mut self, mv: &Move) -> bool {
        let side = self.side_to_move();
        let royals = self.royals(side).len();
        let undo = self.try_out(mv);
        let survived = !self.variant().kills || self.royals(side).len() >= royals;
        let legal = survived
            && !self.in_check(side)
            && (!self.variant().alice || self.was_safe_before_passing(mv, side))
            && self.is_permitted_after(mv);
        self.undo(undo);
        legal
    }

    #[inline(never)]
    fn permitted(&mut self, mv: &Move) -> bool {
        let undo = self.try_out(mv);
        let permitted = self.is_permitted_after(mv);
        self.undo(undo);
        permitted
    }

    /// Whether conditions let the move that led here have been played.
    fn is_permitted_after(&self, mv: &Move) -> bool {
        self.variant().hooked.permits.iter().all(|condition| condition.permits(self, mv))
    }

    /// With two boards: whether the move just made was legal on its own board already, before the
    /// man passed to the other. Royal men of the other board do not matter then.
    fn was_safe_before_passing(&mut self, mv: &Move, side: Side) -> bool {
        let rook = match mv.special {
            Special::Castling(wing) => Some(Castle::of(side, wing).rook_to),
            _ => None,
        };
        let passed = [Some(arrived_after(mv)), rook].map(|square| {
            let square = square?;
            Some((square, self.man(square)?))
        });
        for &(square, man) in passed.iter().flatten() {
            // passing is its own inverse
            let before = self.variant().passing(man);
            self.put_keeping_key(square, Some(before));
        }
        let here = self.half_of(arrived_after(mv)).map_or(Squares::EMPTY, |half| half.men);
        let safe = (self.royals(side) & here).iter().all(|royal| !self.checks(!side, royal));
        for &(square, man) in passed.iter().flatten() {
            self.put_keeping_key(square, Some(man));
        }
        safe
    }
}
