//! Positions in which the side to move cannot be mated by the next move, whatever it plays.
//!
//! Seed of the test is the mask of squares round the king (Kotěšovec 1985): each must be guarded or
//! blocked. It is asked two plies before the end only, where it is sharp, together with the questions
//! whether any wanted move could give check at all, and whether that check could be parried.

use shakmaty::{
    Bitboard, Chess, Color, Position as _, Rank, Role, Square,
    attacks::{
        between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
    },
};

use crate::{
    class::Classes,
    mates::{attacks, pawns_attack},
};

/// Whether, after some move of the side to move other than by its king, the opponent might mate by a
/// wanted move. Never wrong when it says no.
///
/// A move of a man that is not the king can open lines by leaving one square, and shut lines or
/// block a flight on another. So riders see through one man of the defender on each line, and one
/// flight more than the hunters guard is forgiven.
pub(crate) fn may_be_mated(position: &Chess, wanted: &Classes) -> bool {
    // a capture in passing takes a hunter from the line it stood on
    position.legal_ep_square().is_some() || Danger::new(position, wanted).exists()
}

/// What threatens the king of the side to move.
struct Danger<'a> {
    position: &'a Chess,
    wanted: &'a Classes,
    hunter: Color,
    hunters: Bitboard,
    defenders: Bitboard,
    king: Square,
    /// All men but that king.
    others: Bitboard,
    /// Squares from which the king would be seen along ranks and files, and along diagonals.
    straight: Bitboard,
    oblique: Bitboard,
    /// Hunters' riders on a line with the king.
    aligned: Bitboard,
    /// Squares on which a defender stands or may come to stand.
    takeable: Bitboard,
}

impl<'a> Danger<'a> {
    fn new(position: &'a Chess, wanted: &'a Classes) -> Danger<'a> {
        let (board, defender) = (position.board(), position.turn());
        let hunter = !defender;
        let hunters = board.by_color(hunter);
        let king = board.king_of(defender).expect("there are two kings");
        let rooks = rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        let bishops = bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        let mut danger = Danger {
            position,
            wanted,
            hunter,
            hunters,
            defenders: board.by_color(defender),
            king,
            others: board.occupied().without(king),
            straight: Bitboard::EMPTY,
            oblique: Bitboard::EMPTY,
            aligned: hunters & (rooks | bishops),
            takeable: Bitboard::EMPTY,
        };
        danger.takeable = danger.takeable();
        danger.straight = danger.through(Role::Rook, king, danger.others);
        danger.oblique = danger.through(Role::Bishop, king, danger.others);
        danger
    }

    /// What a rider sees along lines on which one defender may step aside.
    fn through(&self, role: Role, from: Square, men: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        if role != Role::Bishop {
            let near = rook_attacks(from, men);
            seen |= near | rook_attacks(from, men & !(near & self.defenders));
        }
        if role != Role::Rook {
            let near = bishop_attacks(from, men);
            seen |= near | bishop_attacks(from, men & !(near & self.defenders));
        }
        seen
    }

    fn takeable(&self) -> Bitboard {
        let board = self.position.board();
        let pawns = self.defenders & board.pawns();
        let defender = !self.hunter;
        let mut squares = self.defenders | pawns_attack(pawns, defender) & self.hunters;
        let steps = forward(defender, pawns) & !board.occupied();
        squares |= steps | forward(defender, steps) & !board.occupied();
        for from in self.defenders & board.knights() {
            squares |= knight_attacks(from);
        }
        for from in self.defenders & board.rooks_and_queens() {
            squares |= rook_attacks(from, board.occupied());
        }
        for from in self.defenders & board.bishops_and_queens() {
            squares |= bishop_attacks(from, board.occupied());
        }
        squares
    }

    /// Where a piece may be wanted to go. A hunter may be taken there and avenged.
    fn targets(&self, role: Role) -> Bitboard {
        self.wanted.targets(role, false) & !self.hunters
            | self.wanted.targets(role, true) & self.takeable
    }

    /// Squares from which a piece checks the king.
    fn checking(&self, role: Role) -> Bitboard {
        match role {
            Role::Knight => knight_attacks(self.king),
            Role::Bishop => self.oblique,
            Role::Rook => self.straight,
            Role::Queen => self.straight | self.oblique,
            Role::Pawn => pawn_attacks(!self.hunter, self.king),
            Role::King => Bitboard::EMPTY,
        }
    }

    fn exists(&self) -> bool {
        let board = self.position.board();
        let mut guarded = Bitboard::EMPTY;
        let mut checks = [(Role::Knight, Bitboard::EMPTY); 4];
        for (slot, role) in
            [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate()
        {
            let reach = (self.hunters & board.by_role(role)).into_iter().fold(
                Bitboard::EMPTY,
                |reach, from| match role {
                    Role::Knight => reach | knight_attacks(from),
                    _ => reach | self.through(role, from, self.others),
                },
            );
            guarded |= reach;
            checks[slot] = (role, reach & self.targets(role) & self.checking(role));
        }
        if self.opens_a_line() {
            return true;
        }
        let pawns = self.hunters & board.pawns();
        let their_king = board.king_of(self.hunter).expect("there are two kings");
        guarded |= king_attacks(their_king) | pawns_attack(pawns, self.hunter);
        let flights = self.flights(guarded);

        let closes = |role: Role, to: Square, blockers: Bitboard, takes: bool| {
            let leaves = if takes { Bitboard::EMPTY } else { self.defenders & Bitboard::from(to) };
            (flights & !attacks(role, self.hunter, to, blockers)).count() <= 1
                && !self.is_parried(to, leaves, 0)
        };
        checks.into_iter().any(|(role, targets)| {
            let blockers = self.hunters & !board.by_role(role);
            let taking = self.wanted.targets(role, true);
            targets.into_iter().any(|to| closes(role, to, blockers, taking.contains(to)))
        }) || self.wanted.has_promotions() && self.promotes(pawns, closes)
            || self.wanted.has_pawn_moves() && self.advances(pawns, flights)
            || self.wanted.has_castling() && self.castles()
    }

    /// Squares next to the king that no defender blocks and no hunter can come to guard along a
    /// line that is opened: by a defender's leaving it, by the mating man's, or by both.
    fn flights(&self, guarded: Bitboard) -> Bitboard {
        let board = self.position.board();
        let flights = king_attacks(self.king) & !self.defenders & !guarded;
        if flights.count() <= 1 {
            return flights;
        }
        let riders = self.hunters & board.sliders();
        let is_seen = |flight: Square, rider: Square| {
            let role = board.role_at(rider).expect("a man");
            let blockers = between(flight, rider) & self.others;
            attacks(role, self.hunter, rider, Bitboard::EMPTY).contains(flight)
                && (blockers & self.hunters).count() <= 1
                && (blockers & self.defenders).count() <= 1
        };
        flights
            .into_iter()
            .filter(|&flight| !riders.into_iter().any(|rider| is_seen(flight, rider)))
            .collect()
    }

    /// Whether a check from a square can be parried whatever the defender has just played.
    ///
    /// Counted are men that only their own moving away keeps from parrying: knights, pawns that
    /// take or make a single step, riders that have no square to cross; none of them may be
    /// pinned, now or by a line that is opened. One of them may have moved away, unless another man
    /// had to: one that stood in the way of the check, or where the check comes from. So many more
    /// may have been taken.
    fn is_parried(&self, from: Square, leaves: Bitboard, taken: u32) -> bool {
        let board = self.position.board();
        let line = between(self.king, from);
        let in_the_way = line & self.defenders | leaves;
        if in_the_way.count() > 1 {
            return true;
        }
        let men = self.defenders & !in_the_way & !Bitboard::from(from);
        let steps = line.with(from);
        let behind = forward(self.hunter, line);
        let pawns = board.pawns() & (behind | pawn_attacks(self.hunter, from));
        let mut near = Bitboard::EMPTY;
        for square in steps {
            near |= knight_attacks(square) & board.knights();
            near |= rook_attacks(square, Bitboard::FULL) & board.rooks_and_queens();
            near |= bishop_attacks(square, Bitboard::FULL) & board.bishops_and_queens();
        }
        let mut spare = taken + u32::from(in_the_way.is_empty());
        for man in men & (near | pawns) {
            if !self.may_be_pinned(man) {
                if spare == 0 {
                    return true;
                }
                spare -= 1;
            }
        }
        false
    }

    /// Whether a defender stands between its king and some rider, whatever else stands there.
    fn may_be_pinned(&self, man: Square) -> bool {
        (ray(self.king, man) & self.aligned)
            .into_iter()
            .any(|rider| between(self.king, rider).contains(man))
    }

    /// Whether a hunter that stands between a rider of its own and the king may check by leaving.
    fn opens_a_line(&self) -> bool {
        let board = self.position.board();
        self.aligned.into_iter().any(|rider| {
            let blockers = between(self.king, rider) & self.others;
            let own = blockers & self.hunters;
            if own.count() != 1 || blockers.count() > 2 {
                return false;
            }
            let from = own.first().expect("one man");
            let role = board.role_at(from).expect("a man");
            // one of those who could parry may be taken
            let unparried = || !self.is_parried(rider, Bitboard::EMPTY, 1);
            let reach = match role {
                Role::Pawn if self.is_about_to_promote(from) => {
                    return self.wanted.has_promotions();
                }
                Role::Pawn => {
                    let steps = self.pawn_reach(own) & self.checking(role);
                    return self.wanted.has_pawn_moves() && (steps.any() || unparried());
                }
                Role::King if self.wanted.has_castling() => return true,
                Role::King => king_attacks(from),
                Role::Knight => knight_attacks(from),
                _ => self.through(role, from, self.others),
            };
            let targets = reach & self.targets(role);
            // a double check is not parried
            targets.any() && ((targets & self.checking(role)).any() || unparried())
        })
    }

    fn is_about_to_promote(&self, pawn: Square) -> bool {
        pawn.rank() == self.hunter.fold_wb(Rank::Seventh, Rank::Second)
    }

    /// Where pawns may go, if nothing is in their way.
    fn pawn_reach(&self, pawns: Bitboard) -> Bitboard {
        let steps = forward(self.hunter, pawns);
        steps | forward(self.hunter, steps) | pawns_attack(pawns, self.hunter)
    }

    /// Whether a pawn may check by promoting, now that its square is left.
    fn promotes(
        &self,
        pawns: Bitboard,
        closes: impl Fn(Role, Square, Bitboard, bool) -> bool,
    ) -> bool {
        pawns.into_iter().filter(|&from| self.is_about_to_promote(from)).any(|from| {
            let blockers = self.hunters.without(from);
            self.wanted.promotions(from.file()).any(|(role, targets)| {
                let checking = match role {
                    Role::Knight => knight_attacks(self.king),
                    _ => self.through(role, self.king, self.others.without(from)),
                };
                let takes = |to: Square| to.file() != from.file();
                (targets & checking).into_iter().any(|to| closes(role, to, blockers, takes(to)))
            })
        })
    }

    /// Whether a pawn may check without promoting.
    fn advances(&self, pawns: Bitboard, flights: Bitboard) -> bool {
        let targets = self.pawn_reach(pawns) & self.checking(Role::Pawn);
        let unparried = |to| !self.is_parried(to, Bitboard::EMPTY, 0);
        if flights.count() <= 3 && targets.into_iter().any(unparried) {
            return true;
        }
        // after a double step, a capture in passing may open two lines at once
        let (fifth, start) =
            self.hunter.fold_wb((Rank::Fifth, Rank::Seventh), (Rank::Fourth, Rank::Second));
        let beside = pawns_attack(pawns & Bitboard::from(fifth), self.hunter);
        let from = forward(self.hunter, beside);
        let board = self.position.board();
        (from & Bitboard::from(start) & self.defenders & board.pawns()).any()
    }

    fn castles(&self) -> bool {
        let home = self.hunter.fold_wb(Rank::First, Rank::Eighth);
        (self.position.castles().castling_rights() & self.hunters).any()
            && (self.straight & Bitboard::from(home)).any()
    }
}

/// A rank ahead, as a side sees it.
fn forward(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(color.fold_wb(squares.0 << 8, squares.0 >> 8))
}

#[cfg(test)]
pub(crate) mod tests {
    use shakmaty::{CastlingMode, Color, FromSetup as _, Piece, Setup};

    use super::*;
    use crate::{
        class::Class,
        mates::{mates, mates_plainly, may_mate_after},
    };

    /// Positions with all sorts of men on all sorts of squares, of which many can be mated: the
    /// same ones each time.
    pub(crate) fn thrown_positions(number: usize, seed: u64) -> impl Iterator<Item = Chess> {
        let mut state = seed;
        let mut dice = move |sides: u64| {
            // splitmix64 (Steele, Lea, Flood 2014)
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            (mixed ^ mixed >> 31) % sides
        };
        std::iter::from_fn(move || {
            loop {
                let mut setup = Setup::empty();
                setup.turn = Color::from_white(dice(2) == 0);
                for color in Color::ALL {
                    // often at home, with the right to castle
                    let home = Square::from_coords(shakmaty::File::E, color.backrank());
                    let king = if dice(2) == 0 { home } else { Square::new(dice(64) as u32) };
                    setup.board.set_piece_at(king, Piece { color, role: Role::King });
                    if king == home && dice(2) == 0 {
                        let rook = Square::from_coords(shakmaty::File::H, color.backrank());
                        setup.board.set_piece_at(rook, Piece { color, role: Role::Rook });
                        setup.castling_rights.add(rook);
                    }
                }
                for _ in 0..4 + dice(16) {
                    let square = Square::new(dice(64) as u32);
                    let piece = Piece {
                        color: Color::from_white(dice(2) == 0),
                        role: Role::ALL[dice(8).min(5) as usize % 5],
                    };
                    let back = matches!(square.rank(), Rank::First | Rank::Eighth);
                    let free = setup.board.piece_at(square).is_none();
                    if free && !(back && piece.role == Role::Pawn) {
                        setup.board.set_piece_at(square, piece);
                    }
                }
                if dice(4) == 0 {
                    let rank = setup.turn.fold_wb(Rank::Sixth, Rank::Third);
                    setup.ep_square =
                        Some(Square::from_coords(shakmaty::File::new(dice(8) as u32), rank));
                }
                let position = Chess::from_setup(setup, CastlingMode::Standard)
                    .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
                    .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
                    .or_else(shakmaty::PositionError::ignore_too_much_material)
                    .or_else(shakmaty::PositionError::ignore_impossible_check);
                if let Ok(position) = position {
                    return Some(position);
                }
            }
        })
        .take(number)
    }

    #[test]
    fn every_mating_move_is_found() {
        let mut found = 0;
        for position in thrown_positions(100_000, 1) {
            let wanted = Classes::all(position.turn());
            let (mut fast, mut plain) = (Vec::new(), Vec::new());
            mates(&position, &wanted, |mv, class| fast.push((mv, class)));
            mates_plainly(&position, &wanted, |mv, class| plain.push((mv, class)));
            let key = |(mv, _): &(shakmaty::Move, _)| mv.to_string();
            fast.sort_by_key(key);
            plain.sort_by_key(key);
            assert_eq!(fast, plain, "{position:?}");
            found += plain.len();
        }
        assert!(found > 5_000, "{found} mates are too few to tell");
    }

    #[test]
    fn no_mate_two_plies_ahead_is_denied() {
        let mut found = 0;
        for position in thrown_positions(100_000, 2) {
            let everything = Classes::all(!position.turn());
            let mut classes = Classes::none(!position.turn());
            for mv in position.legal_moves() {
                if mv.role() != Role::King {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    mates(&after, &everything, |_, class| classes.insert(class));
                }
            }
            // each class by itself: nothing else can be the reason for a yes
            for class in classes.iter() {
                let wanted: Classes = [class].into_iter().collect();
                assert!(may_be_mated(&position, &wanted), "{class}: {position:?}");
                found += 1;
            }
        }
        assert!(found > 10_000, "{found} mates are too few to tell");
    }

    #[test]
    fn no_mate_is_denied_before_the_move_that_allows_it() {
        let (mut found, mut denied) = (0, 0);
        for position in thrown_positions(100_000, 4) {
            let everything = Classes::all(!position.turn());
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(mv);
                mates(&after, &everything, |_, class| {
                    let wanted: Classes = [class].into_iter().collect();
                    assert!(may_mate_after(&position, mv, &wanted), "{class} {mv}: {position:?}");
                    found += 1;
                });
                denied += u32::from(!may_mate_after(&position, mv, &everything));
            }
        }
        assert!(found > 50_000, "{found} mates are too few to tell");
        assert!(denied > 100_000, "of only {denied} moves it is told that they allow none");
    }

    #[test]
    fn many_positions_are_told_to_be_hopeless() {
        let hopeless = thrown_positions(2000, 3)
            .filter(|position| {
                let rooks = Class::all(!position.turn())
                    .filter(|class| class.parts().0 == Role::Rook && class.parts().2);
                !may_be_mated(position, &rooks.collect())
            })
            .count();
        assert!(hopeless > 1000, "only {hopeless} of 2000");
    }
}
