//! Mating moves, found without trying every move.
//!
//! Nearly all positions of a search have no mating move. [`mates`] looks at the squares from which
//! the king can be checked, and at the squares it could flee to, before it makes a move; what is
//! left is confirmed by the rules themselves.

use shakmaty::{
    Bitboard, Board, Chess, Color, Move, Position as _, Rank, Role, Square,
    attacks::{
        between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
        rook_attacks,
    },
};

use crate::{
    class::{Class, Classes},
    layers::played,
};

/// The squares a man attacks.
#[inline]
pub(crate) fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, from),
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => queen_attacks(from, occupied),
        Role::King => king_attacks(from),
    }
}

/// All squares that pawns attack.
#[inline]
pub(crate) fn pawns_attack(pawns: Bitboard, color: Color) -> Bitboard {
    let Bitboard(pawns) = pawns;
    let (west, east) = (
        pawns & !Bitboard::from(shakmaty::File::A).0,
        pawns & !Bitboard::from(shakmaty::File::H).0,
    );
    Bitboard(color.fold_wb(west << 7 | east << 9, west >> 9 | east >> 7))
}

/// What the hunters' long-range men see, with the king that they hunt out of their way.
#[inline]
fn seen_by_riders(board: &Board, hunter: Color, king: Square) -> Bitboard {
    let hunters = board.by_color(hunter);
    let others = board.occupied().without(king);
    let mut seen = Bitboard::EMPTY;
    for from in hunters & board.rooks_and_queens() {
        seen |= rook_attacks(from, others);
    }
    for from in hunters & board.bishops_and_queens() {
        seen |= bishop_attacks(from, others);
    }
    seen
}

/// Of the squares next to a king those where no man of its own stands and no hunter guards.
#[inline]
fn flights(board: &Board, hunter: Color, king: Square, seen_by_riders: Bitboard) -> Bitboard {
    let hunters = board.by_color(hunter);
    let mut flights = king_attacks(king) & !board.by_color(!hunter) & !seen_by_riders;
    if flights.any() {
        flights &= !pawns_attack(hunters & board.pawns(), hunter);
        for from in hunters & board.knights() {
            flights &= !knight_attacks(from);
        }
        flights &= !king_attacks(board.king_of(hunter).expect("there are two kings"));
    }
    flights
}

/// The squares that a king could flee to.
pub(crate) fn flights_of(board: &Board, hunter: Color, king: Square) -> Bitboard {
    flights(board, hunter, king, seen_by_riders(board, hunter, king))
}

/// The siege of a king: what the side to move, the hunters, could do to it.
struct Siege<'a> {
    board: &'a Board,
    hunter: Color,
    hunters: Bitboard,
    king: Square,
    /// Men other than the king.
    others: Bitboard,
    /// Hunters that alone stand between the king and a rider of their own.
    screens: Bitboard,
}

/// What the hunters guard.
#[derive(Clone, Copy)]
struct Guard {
    /// Squares next to the king where no man of its own stands and no hunter guards.
    flights: Bitboard,
    /// What the hunters' long-range men see.
    seen_by_riders: Bitboard,
}

impl<'a> Siege<'a> {
    fn new(board: &'a Board, hunter: Color) -> Siege<'a> {
        let king = board.king_of(!hunter).expect("there are two kings");
        let hunters = board.by_color(hunter);
        let others = board.occupied().without(king);
        let mut screens = Bitboard::EMPTY;
        let rooks = rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        let bishops = bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        for rider in hunters & (rooks | bishops) {
            let blockers = between(king, rider) & others;
            if blockers.count() == 1 {
                screens |= blockers & hunters;
            }
        }
        Siege { board, hunter, hunters, king, others, screens }
    }

    fn guard(&self) -> Guard {
        let seen_by_riders = seen_by_riders(self.board, self.hunter, self.king);
        let flights = flights(self.board, self.hunter, self.king, seen_by_riders);
        Guard { flights, seen_by_riders }
    }

    /// Calls with each move that might mate and has a wanted class. Castling and taking in passing
    /// are left out.
    fn candidates(&self, wanted: &Classes, mut call: impl FnMut(Role, Square, Square)) {
        let board = self.board;
        let occupied = board.occupied();
        let straight = rook_attacks(self.king, occupied);
        let oblique = bishop_attacks(self.king, occupied);
        // mostly nobody can give check, and it need not be known
        let mut guard = None;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let targets = wanted.targets(role, false) & !occupied
                | wanted.targets(role, true) & occupied & !self.hunters;
            if targets.is_empty() {
                continue;
            }
            let checks = match role {
                Role::Knight => knight_attacks(self.king),
                Role::Bishop => oblique,
                Role::Rook => straight,
                Role::Queen => straight | oblique,
                _ => Bitboard::EMPTY,
            };
            for from in self.hunters & board.by_role(role) {
                let goals = if self.screens.contains(from) { targets } else { targets & checks };
                if goals.is_empty() {
                    continue;
                }
                for to in goals & attacks(role, self.hunter, from, occupied) {
                    let guard = guard.get_or_insert_with(|| self.guard());
                    if self.is_stifling(guard, role, from, to) {
                        call(role, from, to);
                    }
                }
            }
        }
    }

    /// Whether the flights might be gone after a move: those that the man does not guard from its
    /// new square must be guarded along a line that it opens.
    fn is_stifling(&self, guard: &Guard, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.others.without(from).with(to);
        let flights = guard.flights & !attacks(role, self.hunter, to, occupied);
        flights.is_empty() || guard.seen_by_riders.contains(from)
    }

    /// Whether a check by a man on a square can be parried by a man other than the king, whatever
    /// else the move did. Not told: everything that needs a closer look.
    fn is_parried(&self, role: Role, from: Square, to: Square) -> bool {
        let board = self.board;
        let occupied = board.occupied().without(from).with(to);
        if self.screens.contains(from) {
            return false;
        }
        let defender = !self.hunter;
        let hunters = self.hunters.without(from).with(to);
        let pinned = |man: Square| {
            // only a man on a line with the king can be pinned
            let line = ray(self.king, man);
            line.any()
                && (hunters & board.sliders() | Bitboard::from(to))
                    .into_iter()
                    .any(|rider| line.contains(rider) && between(self.king, rider).contains(man))
        };
        let free = |men: Bitboard| men.into_iter().any(|man| !pinned(man));
        let men = (board.by_color(defender) & occupied).without(self.king).without(to);
        let onto = |square: Square| {
            board.knights() & knight_attacks(square)
                | board.rooks_and_queens() & rook_attacks(square, occupied)
                | board.bishops_and_queens() & bishop_attacks(square, occupied)
        };
        if free(men & (onto(to) | board.pawns() & pawn_attacks(self.hunter, to))) {
            return true;
        }
        if matches!(role, Role::Pawn | Role::Knight) {
            return false;
        }
        let line = between(self.king, to);
        let steps = pawn_push(self.hunter, line);
        let start = Bitboard::from(defender.fold_wb(Rank::Second, Rank::Seventh));
        let double_steps = pawn_push(self.hunter, steps & !occupied) & start;
        free(men & board.pawns() & (steps | double_steps))
            || line.into_iter().any(|square| free(men & onto(square)))
    }

    /// Whether a pawn or a castling might check the king, directly or by opening a line. Pawns that take
    /// in passing are left out.
    fn has_special_moves(&self, wanted: &Classes, castles: bool) -> bool {
        let Siege { board, hunter, .. } = *self;
        let occupied = board.occupied();
        let pawns = self.hunters & board.pawns();
        let seventh = hunter.fold_wb(Rank::Seventh, Rank::Second);
        let near_promotion = pawns & Bitboard::from(seventh);
        if wanted.has_promotions() && near_promotion.any() {
            // a promoted pawn checks along the lines to the king, or opens one by leaving
            let checks =
                queen_attacks(self.king, occupied & !near_promotion) | knight_attacks(self.king);
            let checks = near_promotion.into_iter().any(|from| {
                let ahead = pawn_attacks(hunter, from) & occupied & !self.hunters
                    | pawn_push(hunter, Bitboard::from(from)) & !occupied;
                (ahead & checks).any() || ahead.any() && self.screens.contains(from)
            });
            if checks {
                return true;
            }
        }
        if wanted.has_pawn_moves() {
            let checks = pawn_attacks(!hunter, self.king);
            let movers = pawns & !near_promotion;
            let steps = pawn_push(hunter, movers) & !occupied;
            let third = Bitboard::from(hunter.fold_wb(Rank::Third, Rank::Sixth));
            let doubles = pawn_push(hunter, steps & third) & !occupied;
            let captures = pawns_attack(movers, hunter) & occupied & !self.hunters;
            if ((steps | doubles | captures) & checks).any() || (movers & self.screens).any() {
                return true;
            }
        }
        wanted.has_castling() && castles && self.castling_checks()
    }

    /// Whether a move might check the king. Castling and what takes in passing are not looked at.
    fn may_check(&self, mv: Move) -> bool {
        let Move::Normal { role, from, to, promotion, .. } = mv else { return true };
        let occupied = self.board.occupied().without(from);
        let sees = attacks(promotion.unwrap_or(role), self.hunter, to, occupied);
        sees.contains(self.king) || self.screens.contains(from)
    }

    fn has_pawns_on_the_fifth(&self) -> bool {
        let fifth = self.hunter.fold_wb(Rank::Fifth, Rank::Fourth);
        (self.hunters & self.board.pawns() & Bitboard::from(fifth)).any()
    }

    /// Whether a rook, or a line opened by the king, could check after castling.
    fn castling_checks(&self) -> bool {
        let home = self.hunter.fold_wb(Rank::First, Rank::Eighth);
        let rooks = Bitboard::from(Square::from_coords(shakmaty::File::D, home))
            .with(Square::from_coords(shakmaty::File::F, home));
        let king = self.board.king_of(self.hunter).expect("there are two kings");
        let occupied = self.board.occupied().without(king);
        (rook_attacks(self.king, occupied) & rooks).any() || self.screens.contains(king)
    }
}

/// Calls with each mating move of a wanted class.
///
/// ```
/// use shakmaty::{CastlingMode, Chess, Color, fen::Fen};
/// use solusrex_discovery::{class::{Class, Classes}, mates::mates};
///
/// let scholar = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
/// let position: Chess = scholar.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// let mut found = Vec::new();
/// mates(&position, &Classes::all(Color::White), |mv, class| found.push((mv, class)));
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].1, Class::parse(Color::White, "Qxf7")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mates(position: &Chess, wanted: &Classes, mut call: impl FnMut(Move, Class)) {
    let board = position.board();
    let siege = Siege::new(board, position.turn());
    let mut check = |mv: Move| {
        let class = Class::of(siege.hunter, mv);
        if wanted.contains(class) && is_mate(position, mv) {
            call(mv, class);
        }
    };
    siege.candidates(wanted, |role, from, to| {
        if !siege.is_parried(role, from, to) && is_safe(position, role, from, to) {
            check(Move::Normal { role, from, capture: board.role_at(to), to, promotion: None });
        }
    });
    let takes_in_passing =
        || siege.has_pawns_on_the_fifth() && position.legal_ep_square().is_some();
    let castles = !position.castles().is_empty()
        && !(position.castles().castling_rights() & siege.hunters).is_empty();
    if siege.has_special_moves(wanted, castles) || wanted.has_pawn_moves() && takes_in_passing() {
        let is_special = |mv: Move| mv.role() == Role::Pawn || mv.is_castle();
        for &mv in &position.legal_moves() {
            if is_special(mv) && siege.may_check(mv) {
                check(mv);
            }
        }
    }
}

/// Whether the other side might have a mating move of a wanted class after a legal move, seen before
/// it is made. Never wrong when it says no.
pub(crate) fn may_mate_after(position: &Chess, mv: Move, wanted: &Classes) -> bool {
    let Move::Normal { role, from, to, promotion: None, .. } = mv else { return true };
    // whoever takes in passing is told by the position after the move
    if role == Role::Pawn && from.distance(to) > 1 {
        return true;
    }
    let mut board = position.board().clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, role.of(position.turn()));
    let siege = Siege::new(&board, !position.turn());
    let mut may = siege.has_special_moves(wanted, !position.castles().is_empty());
    if !may {
        siege.candidates(wanted, |_, _, _| may = true);
    }
    may
}

#[inline]
fn pawn_push(color: Color, pawns: Bitboard) -> Bitboard {
    Bitboard(color.fold_wb(pawns.0 << 8, pawns.0 >> 8))
}

/// Whether the mover's own king is safe after an ordinary move.
fn is_safe(position: &Chess, role: Role, from: Square, to: Square) -> bool {
    let (board, hunter) = (position.board(), position.turn());
    let king =
        if role == Role::King { to } else { position.our(Role::King).first().expect("a king") };
    let occupied = board.occupied().without(from).with(to);
    (board.attacks_to(king, !hunter, occupied).without(to)).is_empty()
}

/// Whether a legal move mates.
fn is_mate(position: &Chess, mv: Move) -> bool {
    played(position, mv).is_checkmate()
}

/// The obvious way: tries every legal move.
///
/// ```
/// use shakmaty::{Chess, Color};
/// use solusrex_discovery::{class::Classes, mates::mates_plainly};
///
/// mates_plainly(&Chess::default(), &Classes::all(Color::White), |_, _| panic!("nobody mates at once"));
/// ```
pub fn mates_plainly(position: &Chess, wanted: &Classes, mut call: impl FnMut(Move, Class)) {
    for mv in position.legal_moves() {
        let class = Class::of(position.turn(), mv);
        if wanted.contains(class) && is_mate(position, mv) {
            call(mv, class);
        }
    }
}
