//! Orthodox chess for searches: shakmaty's attack tables, moves made by copying a small board, the
//! key carried along.
//!
//! A search asks less than a game: whether there is a legal move at all, what would happen if a side
//! passed, what if a king is missing. Keys are those of the general path.

use shakmaty::{
    Bitboard, Color,
    attacks::{
        between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
    },
};

use crate::{
    foresight::Quest,
    geometry::Square,
    kind::Nature,
    man::{Colour, KindId, Man, Side},
    moves::{Castle, Move, Special, Wing},
    notation::NotationError,
    position::{Position, Unmoved, man_key, position_key},
    rules::Rules,
};

/// A position of orthodox chess. A king may be missing.
///
/// ```
/// use solusrex_rules::{Position, Rules, Swift};
///
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// let position = Position::from_fen(start, &Default::default())?;
/// let mut swift = Swift::try_from(&position)?;
/// assert_eq!(swift.perft(3), 8_902);
/// assert_eq!(swift.key(), position.key());
/// # Ok::<(), solusrex_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Swift {
    by_kind: [Bitboard; 6],
    by_side: [Bitboard; 2],
    key: u128,
    side: Side,
    unmoved: Unmoved,
    /// The square passed over by a double step that can be answered.
    over: Option<shakmaty::Square>,
}

/// A move of a [`Swift`] position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwiftMove {
    from: shakmaty::Square,
    to: shakmaty::Square,
    kind: KindId,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Plain,
    DoubleStep,
    EnPassant,
    Castling(Wing),
    Promotion(KindId),
}

const PROMOTIONS: [KindId; 4] = [KindId::QUEEN, KindId::ROOK, KindId::BISHOP, KindId::KNIGHT];

static KEYS: [[[u128; 64]; 6]; 2] = keys();

const fn keys() -> [[[u128; 64]; 6]; 2] {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < 6 {
            let mut square = 0;
            while square < 64 {
                let colour = if side == 0 { Colour::White } else { Colour::Black };
                let man = Man::plain(KindId(kind), colour, kind == KindId::KING.0);
                keys[side][kind as usize][square as usize] = man_key(Square(square), man);
                square += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    keys
}

#[inline]
fn ours(square: shakmaty::Square) -> Square {
    Square(u32::from(square) as u8)
}

#[inline]
fn theirs(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(u32::from(square.0))
}

#[inline]
fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// Where a king stands, who gives check, who is pinned.
struct Danger {
    king: Option<shakmaty::Square>,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Where a man other than the king may go because of check.
    targets: Bitboard,
}

/// From where the enemy's king is checked.
struct Checks {
    /// By kind, the squares from which a man that goes there checks.
    direct: [Bitboard; 6],
    /// Men that uncover a check by leaving their line.
    uncovering: Bitboard,
}

impl Checks {
    /// None if there is no king to check.
    fn of(swift: &Swift) -> Option<Checks> {
        let (own, enemy) = (swift.side, !swift.side);
        let king = swift.king(enemy)?;
        let occupied = swift.occupied();
        let (rook, bishop) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        // a pawn may also become something else on the last rank
        let last = Bitboard(0xff00_0000_0000_00ff);
        let pawn = pawn_attacks(color(enemy), king) | last;
        let uncovering = swift.lone_blockers(king, own) & swift.by_side[own as usize];
        let direct = [Bitboard::EMPTY, rook | bishop, rook, bishop, knight_attacks(king), pawn];
        Some(Checks { direct, uncovering })
    }
}

impl Swift {
    /// The men that stand alone between a king and line pieces of a side.
    #[inline]
    fn lone_blockers(&self, king: shakmaty::Square, side: Side) -> Bitboard {
        let queens = self.of(side, KindId::QUEEN);
        let snipers = (rook_attacks(king, Bitboard::EMPTY)
            & (self.of(side, KindId::ROOK) | queens))
            | (bishop_attacks(king, Bitboard::EMPTY) & (self.of(side, KindId::BISHOP) | queens));
        let occupied = self.occupied();
        let mut alone = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if !blockers.more_than_one() {
                alone |= blockers;
            }
        }
        alone
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.by_side[0] | self.by_side[1]
    }

    #[inline]
    fn of(&self, side: Side, kind: KindId) -> Bitboard {
        self.by_side[side as usize] & self.by_kind[kind.index()]
    }

    #[inline]
    fn kind_on(&self, square: shakmaty::Square) -> Option<KindId> {
        (0..6).map(KindId).find(|kind| self.by_kind[kind.index()].contains(square))
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: KindId, square: shakmaty::Square) {
        self.by_kind[kind.index()].toggle(square);
        self.by_side[side as usize].toggle(square);
        self.key ^= KEYS[side as usize][kind.index()][square as usize];
    }

    /// The men of `side` that attack a square, with the board occupied as told.
    #[inline]
    fn attackers(&self, side: Side, square: shakmaty::Square, occupied: Bitboard) -> Bitboard {
        let [kings, queens, rooks, bishops, knights, pawns] = self.by_kind;
        self.by_side[side as usize]
            & ((king_attacks(square) & kings)
                | (knight_attacks(square) & knights)
                | (pawn_attacks(color(!side), square) & pawns)
                | (rook_attacks(square, occupied) & (rooks | queens))
                | (bishop_attacks(square, occupied) & (bishops | queens)))
    }

    #[inline]
    fn king(&self, side: Side) -> Option<shakmaty::Square> {
        self.of(side, KindId::KING).first()
    }

    fn danger(&self) -> Danger {
        let (own, enemy) = (self.side, !self.side);
        let free = !self.by_side[own as usize];
        let Some(king) = self.king(own) else {
            let none = Bitboard::EMPTY;
            return Danger { king: None, checkers: none, pinned: none, targets: free };
        };
        let occupied = self.occupied();
        let checkers = self.attackers(enemy, king, occupied);
        let pinned = self.lone_blockers(king, enemy) & self.by_side[own as usize];
        let targets = match checkers.single_square() {
            Some(checker) => free & (between(king, checker) | checkers),
            None if checkers.any() => Bitboard::EMPTY,
            None => free,
        };
        Danger { king: Some(king), checkers, pinned, targets }
    }

    /// Where the king may go.
    #[inline]
    fn flights(&self, king: shakmaty::Square) -> impl Iterator<Item = shakmaty::Square> + '_ {
        let occupied = self.occupied() ^ Bitboard::from_square(king);
        let free = king_attacks(king) & !self.by_side[self.side as usize];
        free.into_iter().filter(move |&to| self.attackers(!self.side, to, occupied).is_empty())
    }

    /// Hands on the moves of all men but the king and of pawns en passant, one set of squares a man;
    /// until `each` says that it is enough.
    #[inline]
    fn men(
        &self,
        danger: &Danger,
        mut each: impl FnMut(KindId, shakmaty::Square, Bitboard) -> bool,
    ) -> bool {
        let occupied = self.occupied();
        let own = self.by_side[self.side as usize];
        for kind in [KindId::KNIGHT, KindId::BISHOP, KindId::ROOK, KindId::QUEEN, KindId::PAWN] {
            for from in own & self.by_kind[kind.index()] {
                let reach = match kind {
                    KindId::KNIGHT => knight_attacks(from),
                    KindId::BISHOP => bishop_attacks(from, occupied),
                    KindId::ROOK => rook_attacks(from, occupied),
                    KindId::QUEEN => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
                    _ => self.pawn_reach(from, occupied),
                };
                let mut reach = reach & danger.targets;
                if let Some(king) = danger.king
                    && danger.pinned.contains(from)
                {
                    reach &= ray(king, from);
                }
                if reach.any() && each(kind, from, reach) {
                    return true;
                }
            }
        }
        false
    }

    /// Where a pawn goes and captures, en passant apart.
    #[inline]
    fn pawn_reach(&self, from: shakmaty::Square, occupied: Bitboard) -> Bitboard {
        let (step, base) = match self.side {
            Side::White => (8, 1),
            Side::Black => (-8, 6),
        };
        let captures = pawn_attacks(color(self.side), from) & self.by_side[!self.side as usize];
        let once = Bitboard::from_square(from).shift(step) & !occupied;
        let twice = match u32::from(from) / 8 == base {
            true => once.shift(step) & !occupied,
            false => Bitboard::EMPTY,
        };
        captures | once | twice
    }

    /// The pawns that may capture en passant.
    fn en_passant_captors(&self, danger: &Danger) -> Bitboard {
        let Some(over) = self.over else { return Bitboard::EMPTY };
        let mut captors = Bitboard::EMPTY;
        for from in pawn_attacks(color(!self.side), over) & self.of(self.side, KindId::PAWN) {
            let taken = self.taken_en_passant(over);
            let squares = Bitboard::from_square(from) | taken;
            let occupied = (self.occupied() & !squares) | over;
            let safe = danger.king.is_none_or(|king| {
                let mut left = *self;
                left.by_side[!self.side as usize].discard(taken);
                left.attackers(!self.side, king, occupied).is_empty()
            });
            if safe {
                captors |= from;
            }
        }
        captors
    }

    /// Where the pawn stands that passed over a square.
    #[inline]
    fn taken_en_passant(&self, over: shakmaty::Square) -> shakmaty::Square {
        let over = ours(over).0;
        theirs(Square(if over < 32 { over + 8 } else { over - 8 }))
    }

    /// The legal moves, in place of what `moves` held; with `checks`, but for some that give none.
    fn moves_within(&self, checks: Option<&Checks>, moves: &mut Vec<SwiftMove>) {
        moves.clear();
        self.any_move_within(checks, |mv| {
            moves.push(mv);
            false
        });
    }

    /// Whether something holds of a legal move; with `checks`, some that give none are left out.
    #[inline]
    fn any_move_within(
        &self,
        checks: Option<&Checks>,
        mut holds: impl FnMut(SwiftMove) -> bool,
    ) -> bool {
        let danger = self.danger();
        let plain = |kind, from, to| SwiftMove { from, to, kind, what: What::Plain };
        let uncovers = |from| checks.is_none_or(|checks| checks.uncovering.contains(from));
        if let Some(king) = danger.king.filter(|&king| uncovers(king)) {
            for to in self.flights(king) {
                if holds(plain(KindId::KING, king, to)) {
                    return true;
                }
            }
        }
        let found = self.men(&danger, |kind, from, reach| {
            let reach = match checks {
                Some(checks) if !uncovers(from) => reach & checks.direct[kind.index()],
                _ => reach,
            };
            reach.into_iter().any(|to| {
                let mv = plain(kind, from, to);
                if kind != KindId::PAWN {
                    holds(mv)
                } else if matches!(ours(to).0, 0..8 | 56..) {
                    let promoted = |kind| SwiftMove { what: What::Promotion(kind), ..mv };
                    PROMOTIONS.iter().any(|&kind| holds(promoted(kind)))
                } else {
                    let double = ours(from).0.abs_diff(ours(to).0) == 16;
                    let what = if double { What::DoubleStep } else { What::Plain };
                    holds(SwiftMove { what, ..mv })
                }
            })
        });
        if found {
            return true;
        }
        if let Some(to) = self.over {
            let what = What::EnPassant;
            for from in self.en_passant_captors(&danger) {
                if holds(SwiftMove { what, ..plain(KindId::PAWN, from, to) }) {
                    return true;
                }
            }
        }
        !self.unmoved.is_empty()
            && self.castlings(&danger).any(|(wing, castle)| {
                let (from, to) = (theirs(castle.king_from), theirs(castle.king_to));
                holds(SwiftMove { what: What::Castling(wing), ..plain(KindId::KING, from, to) })
            })
    }

    fn castlings(&self, danger: &Danger) -> impl Iterator<Item = (Wing, Castle)> + '_ {
        let possible = danger.checkers.is_empty() && danger.king.is_some();
        let wings = Wing::BOTH.into_iter().filter(move |_| possible);
        wings.map(|wing| (wing, Castle::of(self.side, wing))).filter(|(_, castle)| {
            self.unmoved.contains(castle.king_from)
                && self.unmoved.contains(castle.rook_from)
                && castle.path().all(|square| !self.occupied().contains(theirs(square)))
                && [castle.king_over, castle.king_to].iter().all(|&square| {
                    self.attackers(!self.side, theirs(square), self.occupied()).is_empty()
                })
        })
    }
}

impl TryFrom<&Position> for Swift {
    type Error = NotationError;

    /// Fails for other boards, kinds or conditions, neutral or royal men, several kings of a side,
    /// and pawns on the first or last rank.
    fn try_from(position: &Position) -> Result<Swift, NotationError> {
        let orthodox = position.variant().is_chess()
            && position.men().all(|(square, man)| {
                let king = position.variant().kind(man.kind).nature() == Nature::King;
                let edge = man.kind == KindId::PAWN && matches!(square.0, 0..8 | 56..);
                man.colour != Colour::Neutral
                    && man.royal == king
                    && man.attributes.is_empty()
                    && !edge
            })
            && Side::BOTH.iter().all(|&side| position.royals(side).len() <= 1);
        if !orthodox {
            let what = "not a position of orthodox chess";
            return Err(NotationError::illegal(&position.fen(), what));
        }
        let mut swift = Swift {
            by_kind: [Bitboard::EMPTY; 6],
            by_side: [Bitboard::EMPTY; 2],
            key: 0,
            side: position.side_to_move(),
            unmoved: position.unmoved(),
            over: position.en_passant().map(|passed| theirs(passed.over)),
        };
        for (square, man) in position.men() {
            let side = if man.colour == Colour::White { Side::White } else { Side::Black };
            swift.toggle(side, man.kind, theirs(square));
        }
        Ok(swift)
    }
}

impl Rules for Swift {
    type Move = SwiftMove;
    type Undo = Swift;

    const QUICK: bool = true;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn legal_moves_into(&mut self, moves: &mut Vec<SwiftMove>) {
        self.moves_within(None, moves);
    }

    fn legal_moves_toward(&mut self, quest: Quest, moves: &mut Vec<SwiftMove>) {
        match quest {
            Quest::Check | Quest::Mate => match Checks::of(self) {
                Some(checks) => self.moves_within(Some(&checks), moves),
                None => moves.clear(),
            },
            Quest::Stalemate | Quest::Standstill | Quest::ChecksOnly => {
                self.legal_moves_into(moves)
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: &SwiftMove) -> Swift {
        let before = *self;
        let (own, enemy) = (self.side, !self.side);
        let SwiftMove { from, to, kind, what } = *mv;
        self.toggle(own, kind, from);
        if self.by_side[enemy as usize].contains(to)
            && let Some(captured) = self.kind_on(to)
        {
            self.toggle(enemy, captured, to);
        }
        self.over = None;
        match what {
            What::Plain => self.toggle(own, kind, to),
            What::Promotion(promoted) => self.toggle(own, promoted, to),
            What::EnPassant => {
                self.toggle(own, kind, to);
                self.toggle(enemy, KindId::PAWN, self.taken_en_passant(to));
            }
            What::DoubleStep => {
                self.toggle(own, kind, to);
                let over = theirs(Square((ours(from).0 + ours(to).0) / 2));
                let ready = pawn_attacks(color(own), over) & self.of(enemy, KindId::PAWN);
                self.over = ready.any().then_some(over);
            }
            What::Castling(wing) => {
                self.toggle(own, kind, to);
                let castle = Castle::of(own, wing);
                self.toggle(own, KindId::ROOK, theirs(castle.rook_from));
                self.toggle(own, KindId::ROOK, theirs(castle.rook_to));
            }
        }
        if !self.unmoved.is_empty() {
            self.unmoved.remove(ours(from));
            self.unmoved.remove(ours(to));
            self.unmoved = self.unmoved.paired();
        }
        self.side = enemy;
        before
    }

    #[inline]
    fn undo(&mut self, before: Swift) {
        *self = before;
    }

    fn pass(&mut self) -> Swift {
        let before = *self;
        self.side = !self.side;
        self.over = None;
        before
    }

    #[inline]
    fn in_check(&self, side: Side) -> bool {
        let attacked = |king| self.attackers(!side, king, self.occupied()).any();
        self.king(side).is_some_and(attacked)
    }

    fn heedless_moves_into(&mut self, moves: &mut Vec<SwiftMove>) {
        self.legal_moves_into(moves);
    }

    fn outline(&self, mv: &SwiftMove) -> Move {
        let (from, to) = (ours(mv.from), ours(mv.to));
        let special = match mv.what {
            What::Plain | What::Promotion(_) => Special::None,
            What::DoubleStep => Special::DoubleStep(Square((from.0 + to.0) / 2)),
            What::EnPassant => Special::EnPassant,
            What::Castling(wing) => Special::Castling(wing),
        };
        let captured = match mv.what {
            What::EnPassant => Some(ours(self.taken_en_passant(mv.to))),
            _ => self.is_capture(mv).then_some(to),
        };
        let promotion = match mv.what {
            What::Promotion(kind) => Some(kind),
            _ => None,
        };
        Move { promotion, special, ..Move::plain(from, to, captured) }
    }

    fn man_on(&self, square: Square) -> Option<Man> {
        let square = theirs(square);
        let kind = self.kind_on(square)?;
        let white = self.by_side[Side::White as usize].contains(square);
        let colour = if white { Colour::White } else { Colour::Black };
        Some(Man::plain(kind, colour, kind == KindId::KING))
    }

    #[inline]
    fn each_man(&self, mut each: impl FnMut(Square, Man)) {
        for side in Side::BOTH {
            for kind in (0..6).map(KindId) {
                let man = Man::plain(kind, side.colour(), kind == KindId::KING);
                self.of(side, kind).into_iter().for_each(|square| each(ours(square), man));
            }
        }
    }

    #[inline]
    fn has_rights(&self) -> bool {
        !self.unmoved.is_empty() || self.over.is_some()
    }

    #[inline]
    fn is_capture(&self, mv: &SwiftMove) -> bool {
        mv.what == What::EnPassant || self.by_side[!self.side as usize].contains(mv.to)
    }

    #[inline]
    fn key(&self) -> u128 {
        position_key(self.key, self.side, self.unmoved, self.over.map(ours))
    }

    #[inline]
    fn key_after(&self, mv: &SwiftMove, again: bool) -> Option<u128> {
        let (own, enemy) = (self.side as usize, !self.side as usize);
        let arrived = match mv.what {
            What::Plain | What::EnPassant => mv.kind,
            What::Promotion(kind) => kind,
            What::DoubleStep | What::Castling(_) => return None,
        };
        if !self.unmoved.is_empty() {
            return None;
        }
        let man =
            |side: usize, kind: KindId, at: shakmaty::Square| KEYS[side][kind.index()][at as usize];
        let mut key = self.key ^ man(own, mv.kind, mv.from) ^ man(own, arrived, mv.to);
        if mv.what == What::EnPassant {
            key ^= man(enemy, KindId::PAWN, self.taken_en_passant(mv.to));
        } else if self.by_side[enemy].contains(mv.to) {
            key ^= man(enemy, self.kind_on(mv.to)?, mv.to);
        }
        let side = if again { self.side } else { !self.side };
        Some(position_key(key, side, self.unmoved, None))
    }

    fn long(&self, mv: &SwiftMove) -> String {
        let letter = |kind: KindId| crate::kind::catalogue::ORTHODOX[kind.index()];
        match mv.what {
            What::Castling(Wing::King) => return "0-0".to_owned(),
            What::Castling(Wing::Queen) => return "0-0-0".to_owned(),
            _ => {}
        }
        let mover = if mv.kind == KindId::PAWN { "" } else { letter(mv.kind) };
        let sign = if self.is_capture(mv) { '*' } else { '-' };
        let behind = match mv.what {
            What::EnPassant => " ep.".to_owned(),
            What::Promotion(kind) => format!("={}", letter(kind)),
            _ => String::new(),
        };
        format!("{mover}{}{sign}{}{behind}", mv.from, mv.to)
    }

    fn has_legal_move(&mut self) -> bool {
        let danger = self.danger();
        danger.king.is_some_and(|king| self.flights(king).next().is_some())
            || self.men(&danger, |_, _, _| true)
            || self.en_passant_captors(&danger).any()
            || self.castlings(&danger).next().is_some()
    }

    fn has_legal_move_such(
        &mut self,
        mut holds: impl FnMut(&mut Swift, &SwiftMove) -> bool,
    ) -> bool {
        let mut after = *self;
        self.any_move_within(None, |mv| holds(&mut after, &mv))
    }

    fn has_quiet_move(&mut self) -> bool {
        let Some(checks) = Checks::of(self) else { return self.has_legal_move() };
        let danger = self.danger();
        let uncovers = |from| checks.uncovering.contains(from);
        let mut king = danger.king.filter(|&king| !uncovers(king)).into_iter();
        king.any(|king| self.flights(king).next().is_some())
            || self.men(&danger, |kind, from, reach| {
                !uncovers(from) && (reach & !checks.direct[kind.index()]).any()
            })
    }
}
