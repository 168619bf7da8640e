//! Positions in which the side to move cannot be mated by the next move, whatever it plays.
//!
//! Seed of the test is the mask of squares round the king (Kotěšovec 1985): each must be guarded or
//! blocked. It is asked two plies before the end only, where it is sharp, together with the question
//! whether any wanted move could give check at all.

use shakmaty::{
    Bitboard, Chess, Position as _, Rank, Role, Square,
    attacks::{between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks},
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
    let (board, defender) = (position.board(), position.turn());
    let hunter = !defender;
    let (defenders, hunters) = (board.by_color(defender), board.by_color(hunter));
    let occupied = board.occupied();
    let king = board.king_of(defender).expect("there are two kings");
    let others = occupied.without(king);

    // a capture in passing takes a hunter from the line it stood on
    if position.legal_ep_square().is_some() {
        return true;
    }

    // along lines on which one defender may step aside
    let through = |role: Role, from: Square, men: Bitboard| -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        if role != Role::Bishop {
            let near = rook_attacks(from, men);
            seen |= near | rook_attacks(from, men & !(near & defenders));
        }
        if role != Role::Rook {
            let near = bishop_attacks(from, men);
            seen |= near | bishop_attacks(from, men & !(near & defenders));
        }
        seen
    };

    let straight = through(Role::Rook, king, others);
    let oblique = through(Role::Bishop, king, others);
    let mut guarded = Bitboard::EMPTY;
    // squares from which a wanted move of a piece might check
    let mut checks: [(Role, Bitboard); 4] = [(Role::Knight, Bitboard::EMPTY); 4];
    let mut screened = false;

    let wanted_targets = |role: Role| {
        // a hunter may be taken there and avenged
        wanted.targets(role, false) & !hunters | wanted.targets(role, true)
    };
    for (slot, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate() {
        let lines = match role {
            Role::Knight => knight_attacks(king),
            Role::Bishop => oblique,
            Role::Rook => straight,
            _ => straight | oblique,
        };
        let targets = wanted_targets(role) & lines;
        let mut reach = Bitboard::EMPTY;
        for from in hunters & board.by_role(role) {
            reach |= if role == Role::Knight { knight_attacks(from) } else { through(role, from, others) };
        }
        guarded |= reach;
        checks[slot] = (role, targets & reach);
    }
    let their_king = board.king_of(hunter).expect("there are two kings");
    guarded |= king_attacks(their_king) | pawns_attack(hunters & board.pawns(), hunter);

    // a hunter that stands between a rider of its own and the king may open the line
    let rooks = rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let bishops = bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    for rider in hunters & (rooks | bishops) {
        let blockers = between(king, rider) & others;
        let own = blockers & hunters;
        if own.count() == 1 && blockers.count() <= 2 {
            let from = own.first().expect("one man");
            let role = board.role_at(from).expect("a man");
            screened |= match role {
                Role::Pawn => wanted.has_pawn_moves() || wanted.has_promotions(),
                Role::King => {
                    (king_attacks(from) & wanted_targets(role)).any() || wanted.has_castling()
                }
                Role::Knight => (knight_attacks(from) & wanted_targets(role)).any(),
                _ => (through(role, from, others) & wanted_targets(role)).any(),
            };
        }
    }

    if screened {
        return true;
    }

    // a line is opened by a defender's leaving it, by the mating man's, or by both
    let mut flights = king_attacks(king) & !defenders & !guarded;
    if flights.count() > 1 {
        let riders = hunters & board.sliders();
        flights = flights
            .into_iter()
            .filter(|&flight| {
                !riders.into_iter().any(|rider| {
                    let role = board.role_at(rider).expect("a man");
                    let blockers = between(flight, rider) & others;
                    attacks(role, hunter, rider, Bitboard::EMPTY).contains(flight)
                        && (blockers & hunters).count() <= 1
                        && (blockers & defenders).count() <= 1
                })
            })
            .collect();
    }
    let closes = |role: Role, to: Square, blockers: Bitboard| {
        (flights & !attacks(role, hunter, to, blockers)).count() <= 1
    };
    for (role, targets) in checks {
        let blockers = hunters & !board.by_role(role);
        if targets.into_iter().any(|to| closes(role, to, blockers)) {
            return true;
        }
    }

    let pawns = hunters & board.pawns();
    if wanted.has_promotions() {
        let before_last = hunter.fold_wb(Rank::Seventh, Rank::Second);
        for from in pawns & Bitboard::from(before_last) {
            let blockers = hunters.without(from);
            for (role, targets) in wanted.promotions(from.file()) {
                let checking = match role {
                    Role::Knight => knight_attacks(king),
                    _ => through(role, king, others.without(from)),
                };
                if (targets & checking).into_iter().any(|to| closes(role, to, blockers)) {
                    return true;
                }
            }
        }
    }
    if wanted.has_pawn_moves() {
        let near = pawn_attacks(defender, king);
        let steps = Bitboard(hunter.fold_wb(pawns.0 << 8, pawns.0 >> 8));
        let doubles = Bitboard(hunter.fold_wb(pawns.0 << 16, pawns.0 >> 16));
        if ((steps | doubles | pawns_attack(pawns, hunter)) & near).any() && flights.count() <= 3 {
            return true;
        }
        // after a double step, a capture in passing may open two lines at once
        let (fifth, start) =
            hunter.fold_wb((Rank::Fifth, Rank::Seventh), (Rank::Fourth, Rank::Second));
        let abreast = pawns & Bitboard::from(fifth);
        let beside = Bitboard(pawns_attack(abreast, hunter).0);
        let from = Bitboard(hunter.fold_wb(beside.0 << 8, beside.0 >> 8)) & Bitboard::from(start);
        if (from & defenders & board.pawns()).any() {
            return true;
        }
    }
    wanted.has_castling()
        && (position.castles().castling_rights() & hunters).any()
        && (straight & Bitboard::from(hunter.fold_wb(Rank::First, Rank::Eighth))).any()
}
