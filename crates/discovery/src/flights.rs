//! Whether the king's flights can all be gone when a mating man comes in time and no other hunter has
//! a move to spare.
//!
//! This is the mask of the nine squares of Kotěšovec's reduction (1985), for the case in which it says
//! most: all hunters but one stay where they are. What they guard, with every man of the defender out
//! of their way, and what the mating man guards from where it mates, is guarded at best; the rest has
//! to be filled by the defender's own men, one square a move.

use shakmaty::{
    Bitboard, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use crate::{
    goal::{Men, Moves, Side, within},
    mates::{attacks, pawns_attack},
};

/// The last move: who comes from where, and what it is then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub(crate) mover: Square,
    pub(crate) to: Square,
    pub(crate) role: Role,
}

/// The moves of the defender that are spoken for, and where its king must stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defence {
    /// Squares on which the king is checked.
    pub(crate) checked: Bitboard,
    /// Moves of the man that is taken.
    pub(crate) victim: u32,
}

/// Whether the king may be without a flight after a blow for which the hunters need all their moves.
pub(crate) fn may_be_gone(men: &Men<'_>, blow: Blow, defence: Defence, most: Moves) -> bool {
    let Some(spare) = most.defender.checked_sub(defence.victim) else { return false };
    let staying = men.hunters.men.without(blow.mover);
    let among = |staying: Bitboard| attacked(&men.hunters, staying, blow, staying.with(blow.to));
    let guarded = among(staying);
    // lines open when a hunter is taken and the square is left again: by who took it, or by the mating
    // man, which takes it in turn on its way
    let opened = attacked(&men.hunters, staying, blow, Bitboard::EMPTY);
    let opening = if most.hunter >= 2 { 1 } else { 2 };
    let king = men.defenders.king;
    let others = men.defenders.men.without(king);
    let stands = |at: Square, walked: u32, rooks: u32| {
        let Some(fills) = (spare + rooks).checked_sub(walked) else { return false };
        let zone = king_attacks(at);
        // the king may have taken who stood there
        let guarded = if staying.contains(at) { among(staying.without(at)) } else { guarded };
        let is_stifled = |guarded: Bitboard, fills: u32| {
            let flights = zone & !guarded;
            // the mating man cannot be replaced
            !flights.contains(blow.to) && (flights & !others).count() as u32 <= fills
        };
        let opening = if walked >= 2 || defence.victim >= 2 { 0 } else { opening };
        is_stifled(guarded, fills) || fills >= opening && is_stifled(opened, fills - opening)
    };
    // the mating man may take those in the way, before its last move
    let clears = most.hunter - 1 + u32::from(defence.victim > 0);
    let castlings = men.defenders.castlings.iter().flatten();
    let castled =
        castlings.map(|castling| (castling.to, castling.in_the_way.saturating_sub(clears) + 1, 1));
    let mut from = castled.chain([(king, 0, 0)]);
    from.any(|(from, before, rooks)| {
        let Some(most) = (spare + rooks).checked_sub(before) else { return false };
        let mut near = (within(from, most) & defence.checked).into_iter();
        near.any(|at| stands(at, before + from.distance(at), rooks))
    })
}

/// What the hunters attack among these men.
fn attacked(hunters: &Side<'_>, staying: Bitboard, blow: Blow, occupied: Bitboard) -> Bitboard {
    let board = hunters.board;
    let pawns = pawns_attack(staying & board.pawns(), hunters.color);
    let straight = (staying & board.rooks_and_queens()).into_iter();
    let oblique = (staying & board.bishops_and_queens()).into_iter();
    let others = straight
        .map(|from| rook_attacks(from, occupied))
        .chain(oblique.map(|from| bishop_attacks(from, occupied)))
        .chain((staying & board.knights()).into_iter().map(knight_attacks))
        .chain((staying & board.kings()).into_iter().map(king_attacks))
        .chain([attacks(blow.role, hunters.color, blow.to, occupied)]);
    others.fold(pawns, |guarded, squares| guarded | squares)
}
