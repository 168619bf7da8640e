//! Whether the king's flights can all be gone when a mating man comes in time and the other hunters
//! have one move to spare, or none.
//!
//! This is the mask of the nine squares of Kotěšovec's reduction (1985), for the cases in which it says
//! most: all hunters but one, or but two, stay where they are. What they guard, with every man of the
//! defender out of their way, and what the mating man guards from where it mates, is guarded at best;
//! so is what one other man guards from where a move takes it. The rest has to be filled by the
//! defender's own men, one square a move.

use shakmaty::{
    Bitboard, Color, Rank, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use crate::{
    goal::{Men, Moves, Side, within},
    mates::{attacks, pawns_attack},
    walls::Walls,
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
    /// Men in the way of the king.
    pub(crate) walls: Walls,
}

/// Whether the king may be without a flight after a blow for which the hunters need all their moves, or
/// all but one, if other men than the mating one have `others` moves.
pub(crate) fn may_be_gone(
    men: &Men<'_>,
    blow: Blow,
    defence: Defence,
    most: Moves,
    others: u32,
) -> bool {
    if others > 1 || others == 1 && men.hunters.promotes_within(1) {
        return true;
    }
    let helped = others > 0;
    let Some(spare) = most.defender.checked_sub(defence.victim) else { return false };
    let staying = men.hunters.men.without(blow.mover);
    let among = |staying: Bitboard| attacked(&men.hunters, staying, blow, staying.with(blow.to));
    let guarded = if helped { Bitboard::EMPTY } else { among(staying) };
    // lines open when a hunter is taken and the square is left again: by who took it, or by the mating
    // man, which takes it in turn on its way
    let opened = attacked(&men.hunters, staying, blow, Bitboard::EMPTY);
    let opening = if most.hunter >= 2 { 1 } else { 2 };
    let king = men.defenders.king;
    let others = men.defenders.men.without(king);
    let stands = |at: Square, walked: u32, rooks: u32| {
        let Some(fills) = (spare + rooks).checked_sub(walked) else { return false };
        let zone = king_attacks(at);
        if helped {
            // who moves may open any line
            let open = zone & !opened;
            return may_be_closed(&men.hunters, staying, open, open & !others, blow.to, fills);
        }
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
        castlings.map(|castling| (castling.to, castling.in_the_way.saturating_sub(clears) + 1));
    let mut castled =
        castled.filter_map(|(from, before)| Some((from, before, (spare + 1).checked_sub(before)?)));
    let mut walked = (defence.walls.within(king, spare) & defence.checked).into_iter();
    walked.any(|at| stands(at, king.distance(at), 0))
        || castled.any(|(from, before, most)| {
            let mut near = (within(from, most) & defence.checked).into_iter();
            near.any(|at| stands(at, before + from.distance(at), 1))
        })
}

/// Whether flights are few enough to be filled when one of some hunters has made a move.
fn may_be_closed(
    hunters: &Side<'_>,
    staying: Bitboard,
    open: Bitboard,
    empty: Bitboard,
    to: Square,
    fills: u32,
) -> bool {
    let more = (empty.count() as u32).saturating_sub(fills);
    if more == 0 && !open.contains(to) {
        return true;
    }
    let closes = |guarded: Bitboard| {
        !(open & !guarded).contains(to) && (empty & !guarded).count() as u32 <= fills
    };
    Role::ALL.into_iter().filter(|&role| MOST_GUARDED[role as usize - 1] >= more).any(|role| {
        (staying & hunters.board.by_role(role)).into_iter().any(|from| {
            let mut reached = reach(role, hunters.color, from).into_iter();
            reached.any(|to| closes(attacks(role, hunters.color, to, Bitboard::EMPTY)))
        })
    })
}

/// The most squares round a king that a man guards, by kind: pawn, knight, bishop, rook, queen, king.
const MOST_GUARDED: [u32; 6] = [2, 2, 2, 4, 5, 3];

/// Squares that a man may move to, with nothing in its way and a man to take wherever it could.
fn reach(role: Role, color: Color, from: Square) -> Bitboard {
    let reach = attacks(role, color, from, Bitboard::EMPTY);
    match role {
        Role::Pawn => {
            let ahead = |pawns: Bitboard| Bitboard(color.fold_wb(pawns.0 << 8, pawns.0 >> 8));
            let step = ahead(from.into());
            let start = from.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
            reach | step | if start { ahead(step) } else { Bitboard::EMPTY }
        }
        _ => reach,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_man_guards_more_squares_round_a_king() {
        for (role, most) in Role::ALL.into_iter().zip(MOST_GUARDED) {
            let guarded = |king: Square, from: Square| {
                let guarded = attacks(role, Color::White, from, Bitboard::EMPTY);
                (guarded & king_attacks(king)).count() as u32
            };
            // the kings do not stand side by side, whatever else does
            let apart = |king: Square, from: Square| {
                king.distance(from) >= if role == Role::King { 2 } else { 1 }
            };
            let pairs = Square::ALL.into_iter().flat_map(|king| {
                Square::ALL
                    .into_iter()
                    .filter(move |&from| apart(king, from))
                    .map(move |from| (king, from))
            });
            let found = pairs.map(|(king, from)| guarded(king, from)).max();
            assert_eq!(found, Some(most), "{role:?}");
        }
    }
}
