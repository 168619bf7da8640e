//! The moves of the general path, and which of them are legal.
//!
//! Whether a move leaves a royal man to capture is asked once per position, not once per move: the
//! question is answered by looking at certain squares (those between enemy line pieces and the
//! royal man, and those of the men found there). A move that changes none of the squares looked at
//! leaves the answer as it was. Only moves that do change one, moves of the royal man itself or of a
//! neutral man, and moves with further effects are made and looked at again. Nothing here depends
//! on what the kinds are, so it holds for every fairy kind.

use crate::{
    conditions::arrived_after,
    geometry::Square,
    kind::{Nature, Purpose},
    man::{Colour, KindId, Man, Side},
    moves::{Castle, Effect, Hurdle, Move, Special, Wing},
    position::Position,
    squares::Squares,
    travel::{Arrival, arrivals},
};

/// What is known of the royal men's safety before a move.
struct Safety {
    /// Whether one is attacked as things stand.
    attacked: bool,
    /// The squares on which that answer rests, and those of royal and neutral men.
    watched: Squares,
    /// The royal man, if there is just one and its attackers can be told by routes alone.
    royal: Option<Square>,
}

impl Position {
    pub(crate) fn may_act(&self, square: Square, side: Side) -> bool {
        self.variant().laws().iter().all(|condition| condition.may_act(self, square, side))
    }

    pub(crate) fn may_go(&self, from: Square, to: Square) -> bool {
        self.variant().laws().iter().all(|condition| condition.may_go(self, from, to))
    }

    pub(crate) fn may_take(&self, from: Square, at: Square) -> bool {
        self.variant().laws().iter().all(|law| law.may_take(self, from, at))
    }

    /// The kinds as which a man moves.
    pub(crate) fn walks(&self, square: Square, side: Side) -> Vec<KindId> {
        let mut conditions = self.variant().laws().iter();
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
        self.moves_of_all(None, moves);
    }

    /// Adds the pseudo-legal captures of the man on a square.
    pub(crate) fn captures_of(&self, prey: Square, moves: &mut Vec<Move>) {
        self.moves_of_all(Some(prey), moves);
    }

    fn moves_of_all(&self, prey: Option<Square>, moves: &mut Vec<Move>) {
        let side = self.side_to_move();
        for from in self.serving(side) {
            if let Some(man) = self.man(from)
                && self.may_act(from, side)
            {
                self.moves_of(from, man, prey, moves);
            }
        }
    }

    /// Adds the moves of a man, or only those that capture the man on `prey`.
    fn moves_of(&self, from: Square, man: Man, prey: Option<Square>, moves: &mut Vec<Move>) {
        let variant = self.variant();
        let first = moves.len();
        if !variant.transforms {
            self.moves_as(man.kind, false, from, man, first, moves);
        } else {
            for kind in self.walks(from, self.side_to_move()) {
                self.moves_as(kind, true, from, man, first, moves);
            }
        }
        if prey.is_some() {
            let mut nth = 0;
            moves.retain(|mv| {
                nth += 1;
                nth <= first || mv.captured == prey
            });
        }
        if variant.alice {
            // the square must be empty on the other board too
            let mut nth = 0;
            moves.retain(|mv| {
                nth += 1;
                nth <= first || mv.captured == Some(mv.to) || self.man(mv.to).is_none()
            });
        }
        if !variant.laws().is_empty() && (!variant.plain || !variant.is_free(man)) {
            let admitted = |mv: &Move| {
                variant.plain
                    || self.may_go(mv.from, mv.to)
                        && mv.captured.is_none_or(|at| self.may_take(mv.from, at))
            };
            let plain = moves.split_off(first);
            for mv in plain.into_iter().filter(admitted) {
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
        let board = self.board_of(from);
        let hurdles = variant.hurdles;
        let en_passant = self.en_passant().filter(|_| variant.en_passant_kinds().contains(&kind));
        if !repeats && !hurdles && promotion_rank.is_none() && en_passant.is_none() {
            for route in movement.routes(from) {
                arrivals(board, movement, route, side, None, |arrival| {
                    let Arrival { to, captured, special, .. } = arrival;
                    moves.push(Move { special, ..Move::plain(from, to, captured) });
                });
            }
            return;
        }
        let mut add = |arrival: Arrival| {
            let Arrival { to, captured, special, hurdle } = arrival;
            let hurdle = hurdle.filter(|_| hurdles).map(|square| Hurdle { square, nth: 0 });
            let mv = Move { special, hurdle, ..Move::plain(from, to, captured) };
            let same = |m: &Move| m.to == to && m.captured == captured && m.hurdle == hurdle;
            if repeats && moves[first..].iter().any(same) {
                return;
            }
            if promotion_rank.is_some_and(|rank| self.geometry().rank(to) == rank) {
                for &kind in variant.promotions_of(man.kind) {
                    moves.push(Move { promotion: Some(kind), ..mv });
                }
            } else {
                moves.push(mv);
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

    /// Hands a move to the conditions, one after the other.
    fn consequences(&self, nth: usize, mv: Move, moves: &mut Vec<Move>) {
        match self.variant().laws().get(nth) {
            None => moves.push(mv),
            Some(condition) => {
                condition.consequences(self, mv, &mut |mv| self.consequences(nth + 1, mv, moves));
            }
        }
    }

    fn castlings(&mut self, moves: &mut Vec<Move>) {
        let side = self.side_to_move();
        let mut checked = None;
        for wing in Wing::BOTH {
            let castle = Castle::of(side, wing);
            let board = self.board_of(castle.king_from);
            if self.may_castle(side, wing)
                && castle.path().all(|square| board[square.index()].is_none())
                && (!self.variant().alice || self.may_castle_together(&castle))
                && self.may_act(castle.king_from, side)
                && self.may_go(castle.king_from, castle.king_to)
                && !*checked.get_or_insert_with(|| self.checks(!side, castle.king_from))
                && !self.checked_on_the_way(side, &castle)
            {
                let mv = Move::plain(castle.king_from, castle.king_to, None);
                let mv = Move { special: Special::Castling(wing), ..mv };
                self.consequences(0, mv, moves);
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
        if variant.plain && !variant.works_out && !variant.moves_hurdles {
            return self.attacks_after_step(!side, castle.king_from, castle.king_over);
        }
        self.shift(castle.king_from, castle.king_over);
        let checked = self.checks(!side, castle.king_over);
        self.shift(castle.king_over, castle.king_from);
        checked
    }

    /// The legal moves of the side to move, in place of what `moves` held.
    pub fn legal_moves_into(&mut self, moves: &mut Vec<Move>) {
        moves.clear();
        self.pseudo_legal_moves(moves);
        let side = self.side_to_move();
        let royals = self.royals(side);
        if !royals.is_empty() || !self.variant().laws().is_empty() {
            let safety = self.safety(royals);
            moves.retain(|mv| self.is_legal(mv, &safety));
        }
        if !self.variant().laws().is_empty() {
            let variant = self.variant().clone();
            for condition in variant.laws() {
                condition.select(self, moves);
            }
        }
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&mut self) -> bool {
        self.has_legal_move_such(|_, _| true)
    }

    /// Whether the side to move has a legal move of which something holds, man by man.
    pub(crate) fn has_legal_move_such(
        &mut self,
        mut holds: impl FnMut(&mut Position, &Move) -> bool,
    ) -> bool {
        let mut moves = Vec::new();
        if !self.variant().plain {
            // a condition may choose among all of them
            self.legal_moves_into(&mut moves);
            return moves.iter().any(|mv| holds(self, mv));
        }
        let side = self.side_to_move();
        let royals = self.royals(side);
        let safety = self.safety(royals);
        for from in self.serving(side) {
            let Some(man) = self.man(from) else { continue };
            moves.clear();
            self.moves_of(from, man, None, &mut moves);
            let safe =
                |position: &mut Position, mv| royals.is_empty() || position.is_legal(mv, &safety);
            if moves.iter().any(|mv| safe(self, mv) && holds(self, mv)) {
                return true;
            }
        }
        moves.clear();
        self.castlings(&mut moves);
        moves.iter().any(|mv| self.is_legal(mv, &safety) && holds(self, mv))
    }

    fn safety(&self, royals: Squares) -> Safety {
        if !self.variant().plain {
            return Safety { attacked: false, watched: Squares::ALL, royal: None };
        }
        let enemy = !self.side_to_move();
        // a neutral man may attack from where it arrives
        let restless = royals | self.by_colour[Colour::Neutral as usize];
        let mut watched = restless;
        let variant = self.variant();
        let simple = !variant.works_out && !variant.alice && !variant.moves_hurdles;
        let royal = royals.single().filter(|_| simple);
        for square in royals {
            let mut looked_at = restless;
            if self.attacks_watching(enemy, square, &mut looked_at) {
                return Safety { attacked: true, watched: looked_at, royal };
            }
            watched |= looked_at;
        }
        Safety { attacked: false, watched, royal }
    }

    #[inline]
    fn is_legal(&mut self, mv: &Move, safety: &Safety) -> bool {
        // with two boards, a captor and its victim leave the same one
        let plain = matches!(mv.special, Special::None | Special::DoubleStep(_))
            && mv.captured.is_none_or(|at| at == mv.to && !self.variant().alice)
            && mv.effects.iter().all(|effect| self.is_harmless(mv, effect));
        if plain && !safety.watched.contains(mv.from) && !safety.watched.contains(mv.to) {
            return !safety.attacked;
        }
        if plain && safety.royal == Some(mv.from) {
            return !self.attacks_after_step(!self.side_to_move(), mv.from, mv.to);
        }
        self.is_safe_after(mv)
    }

    /// Whether an effect leaves all squares but the arrival square as they are, and the man there on
    /// the mover's side.
    fn is_harmless(&self, mv: &Move, effect: Effect) -> bool {
        let own = self.side_to_move().colour();
        matches!(effect, Effect::Becomes(at, man) if at == mv.to && man.colour == own)
    }

    #[inline(never)]
    fn is_safe_after(&mut self, mv: &Move) -> bool {
        let side = self.side_to_move();
        let undo = self.play(mv);
        let legal = !self.in_check(side)
            && (!self.variant().alice || self.was_safe_before_passing(mv, side))
            && self.variant().laws().iter().all(|condition| condition.permits(self, mv));
        self.undo(undo);
        legal
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
