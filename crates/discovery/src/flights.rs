//! Whether the king's flights can all be gone when a mating man comes in time and the other hunters
//! have one move to spare, or none.
//!
//! This is the mask of the nine squares of Kotěšovec's reduction (1985), for the cases in which it says
//! most: all hunters but one, or but two, stay where they are. What they guard, with every man of the
//! defender out of their way, and what the mating man guards from where it mates, is guarded at best;
//! so is what one other man guards from where a move takes it. The rest has to be filled by the
//! defender's own men, one square a move: where it has no more than two for that, by men that come there
//! with one, among others that stay, or with both.

use std::cell::OnceCell;

use shakmaty::{
    Bitboard, Color, Rank, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use crate::{
    geometry::{ahead, spread, within},
    goal::{Castling, Men, Moves, Side},
    mates::{attacks, pawns_attack},
    walls::Walls,
};

/// The last move: who comes from where, and what it is then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub(crate) mover: Square,
    pub(crate) to: Square,
    pub(crate) role: Role,
    /// Squares on which it, or the rider, may take somebody before, and which they leave again.
    pub(crate) way: Bitboard,
    /// Men of whom one may be the rider that comes behind it, and what that guards then.
    pub(crate) riders: Bitboard,
    pub(crate) from_behind: Bitboard,
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
    /// Men who stay where they are unless they move, or are taken by others than the mating man and the rider.
    pub(crate) standing: Bitboard,
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
    if others > 1 || others == 1 && men.hunters.promotes_besides(blow.mover.into()) <= 1 {
        return true;
    }
    let helped = others > 0;
    let Some(spare) = most.defender.checked_sub(defence.victim) else { return false };
    let staying = men.hunters.men.without(blow.mover);
    // what they guard when some of them are gone and nobody stands in their place
    let among = |gone: Bitboard| staying & !(gone | blow.riders);
    let guarded = |by: Bitboard, gone: Bitboard| {
        let among = among(gone).with(blow.to);
        attacked(&men.hunters, by, blow, among, helped) | blow.from_behind
    };
    let all_there = guarded(staying, Bitboard::EMPTY);
    // where a man of the defender comes with one move when none of its side has left its way, or one has
    let fillers = [OnceCell::new(), OnceCell::new()];
    let fillable = |leaving: u32| match fillers.get(leaving as usize) {
        Some(squares) => *squares.get_or_init(|| fillable(men, blow, defence, leaving > 0, helped)),
        None => Bitboard::FULL,
    };
    let king = men.defenders.king;
    let stands = |at: Square, walked: u32, besides: u32, others: Bitboard| {
        let Some(fills) = (spare + besides).checked_sub(walked) else { return false };
        // who fills a flight comes by one of these moves, and who leaves its way takes others
        let leaving = (fills + defence.walls.taken).saturating_sub(1);
        let are_filled = |empty: Bitboard, fills: u32| {
            let number = empty.count() as u32;
            number <= fills
                && (number == 0 || besides > 0 || {
                    // others come with two moves
                    number + (empty & !fillable(leaving)).count() as u32 <= fills
                })
        };
        let zone = king_attacks(at);
        let is_stifled = |gone: Bitboard, fills: u32| {
            // the king may have taken who stood there
            let gone = gone.with(at) & staying;
            let guarded = match gone.is_empty() {
                true => all_there,
                false => guarded(staying.without(at), gone),
            };
            let flights = zone & !guarded;
            let empty = flights & !others;
            // who took the man that stood there was taken by the king
            let is_alone = fills == 0 && besides == 0 && defence.standing.contains(at);
            match helped && !is_alone {
                true => {
                    let by = if gone.is_empty() { staying } else { staying.without(at) };
                    let among = among(gone);
                    let siege = Siege { hunters: &men.hunters, by, among, blow, zone, others };
                    let more = (empty.count() as u32).saturating_sub(fills);
                    siege.may_be_closed(staying, more, fills, are_filled)
                }
                // the mating man cannot be replaced
                false => !flights.contains(blow.to) && are_filled(empty, fills),
            }
        };
        // lines open when a hunter is taken and the square is left again: by the king on its way, by the
        // man that is taken in the end, by the mating man, which takes in turn who took it; or by
        // anybody else, for a move more
        let by_king = |walked: u32| match walked + besides.min(1) {
            0 | 1 => Bitboard::EMPTY,
            moves => within(king, moves - 1),
        };
        let by_victim = |moves: u32| if moves >= 2 { Bitboard::FULL } else { Bitboard::EMPTY };
        let freely = by_king(walked) | by_victim(defence.victim);
        let for_a_move = || by_king(walked + 1) | by_victim(2 * defence.victim) | blow.way;
        is_stifled(freely, fills)
            || fills > 0 && is_stifled(for_a_move(), fills - 1)
            || fills > 1 && is_stifled(Bitboard::FULL, fills - 2)
    };
    // the mating man may take those in the way, before its last move
    let clears = most.hunter - 1 + u32::from(defence.victim > 0);
    let others = men.defenders.men.without(king);
    let castles = |castling: &Castling| {
        let leaving = castling.in_the_way.saturating_sub(clears);
        let Some(most) = spare.checked_sub(leaving) else { return false };
        // who stood in the way may have gone to fill a flight; the rook moves along
        let gone = castling.between.with(castling.rook);
        let others = (others & !gone).with(castling.rook_to);
        let mut near = (within(castling.to, most) & defence.checked).into_iter();
        let walked = |at: Square| leaving + 1 + castling.to.distance(at);
        near.any(|at| stands(at, walked(at), 1 + leaving, others))
    };
    let mut walked = (defence.walls.within(king, spare) & defence.checked).into_iter();
    walked.any(|at| stands(at, king.distance(at), 0, others))
        || men.defenders.castlings.iter().flatten().any(castles)
}

/// Squares to which a man of the defender may come with one move, among those of its side who stay, of whom one
/// may have left before.
fn fillable(men: &Men<'_>, blow: Blow, defence: Defence, aside: bool, helped: bool) -> Bitboard {
    let Side { board, color, .. } = men.defenders;
    let others = men.defenders.men.without(men.defenders.king);
    let walls = defence.walls.men;
    let ride = |attacks: fn(Square, Bitboard) -> Bitboard, from: Square| {
        let near = attacks(from, walls);
        if aside { near | attacks(from, walls & !near) } else { near }
    };
    let straight = (others & board.rooks_and_queens()).into_iter();
    let oblique = (others & board.bishops_and_queens()).into_iter();
    let riders = straight
        .map(|from| ride(rook_attacks, from))
        .chain(oblique.map(|from| ride(bishop_attacks, from)))
        .fold(spread(Role::Knight, others & board.knights()), |all, squares| all | squares);
    let pawns = others & board.pawns();
    // they take whoever stays, or has come with another move than those of the mating man
    let taken = match helped || blow.riders.any() {
        true => Bitboard::FULL,
        false => men.hunters.men,
    };
    let passable = if aside { Bitboard::FULL } else { !walls };
    let start = Bitboard::from(color.fold_wb(Rank::Second, Rank::Seventh));
    let step = |pawns: Bitboard| ahead(color, pawns) & passable;
    riders | step(pawns) | step(step(pawns & start)) | pawns_attack(pawns, color) & taken
}

/// The squares round a king that is to be mated, and the men round it.
struct Siege<'a> {
    hunters: &'a Side<'a>,
    /// Hunters who guard, and those in whose way they stand.
    by: Bitboard,
    among: Bitboard,
    blow: Blow,
    zone: Bitboard,
    /// The king's own men.
    others: Bitboard,
}

impl Siege<'_> {
    /// Whether flights are few enough to be filled when one of some hunters has made a move, and `more` at
    /// least have to be guarded by that.
    fn may_be_closed(
        &self,
        helpers: Bitboard,
        more: u32,
        fills: u32,
        are_filled: impl Fn(Bitboard, u32) -> bool,
    ) -> bool {
        let Siege { hunters, by, among, blow, zone, others } = *self;
        let guarded = |by: Bitboard, among: Bitboard| {
            attacked(hunters, by, blow, among.with(blow.to), false) | blow.from_behind
        };
        let closes = |guarded: Bitboard, fills: u32| {
            let flights = zone & !guarded;
            !flights.contains(blow.to) && are_filled(flights & !others, fills)
        };
        let all_there = guarded(by, among);
        if closes(all_there, fills) {
            return true;
        }
        Role::ALL.into_iter().filter(|&role| MOST_GUARDED[role as usize - 1] >= more).any(|role| {
            (helpers & hunters.board.by_role(role)).into_iter().any(|from| {
                let staying = among.without(from);
                // lines open where somebody stood who is seen by others
                let guarded = match (all_there & among).contains(from) {
                    true => guarded(by.without(from), staying),
                    false => all_there,
                };
                let empty = (zone & !guarded & !others).count() as u32;
                if empty > fills + MOST_GUARDED[role as usize - 1] {
                    return false;
                }
                let guards = |to: Square| guarded | attacks(role, hunters.color, to, staying);
                let mut reached = reach(role, hunters.color, from, among).into_iter();
                // or it takes who has taken one of its side
                let seen = attacks(role, hunters.color, from, among) & among;
                reached.any(|to| closes(guards(to), fills))
                    || fills > 0 && seen.into_iter().any(|to| closes(guards(to), fills - 1))
            })
        })
    }
}

/// The most squares round a king that a man guards, by kind: pawn, knight, bishop, rook, queen, king.
const MOST_GUARDED: [u32; 6] = [2, 2, 2, 4, 5, 3];

/// Squares that a man may move to, with nobody in its way but these men of its side, and a man to take wherever it
/// could.
fn reach(role: Role, color: Color, from: Square, among: Bitboard) -> Bitboard {
    let reach = attacks(role, color, from, among) & !among;
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

/// What the hunters attack among these men, of whom one may have stepped aside.
fn attacked(
    hunters: &Side<'_>,
    staying: Bitboard,
    blow: Blow,
    occupied: Bitboard,
    aside: bool,
) -> Bitboard {
    let board = hunters.board;
    let pawns = pawns_attack(staying & board.pawns(), hunters.color);
    let ride = |attacks: fn(Square, Bitboard) -> Bitboard, from: Square| {
        let near = attacks(from, occupied);
        if aside { near | attacks(from, occupied & !near) } else { near }
    };
    let straight = (staying & board.rooks_and_queens()).into_iter();
    let oblique = (staying & board.bishops_and_queens()).into_iter();
    let becomes = match aside {
        true => Bitboard::EMPTY,
        false => occupied,
    };
    let others = straight
        .map(|from| ride(rook_attacks, from))
        .chain(oblique.map(|from| ride(bishop_attacks, from)))
        .chain((staying & board.knights()).into_iter().map(knight_attacks))
        .chain((staying & board.kings()).into_iter().map(king_attacks))
        .chain([attacks(blow.role, hunters.color, blow.to, becomes)]);
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
