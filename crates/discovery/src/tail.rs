//! The last plies before a mate, searched depth-first.

use shakmaty::{Chess, Move, Position as _, Role};

use crate::{
    bound::may_be_mated,
    class::{Class, Classes},
    mates::mates,
};

/// Calls with each continuation of exactly so many plies that ends with a mating move of a wanted
/// class. `wanted` is asked for anew in each position, so that it may shrink meanwhile.
///
/// ```
/// use shakmaty::{Chess, Color};
/// use solusrex_discovery::{class::Classes, tail::tail};
///
/// let wanted = Classes::all(Color::Black);
/// let mut games = 0;
/// tail(&Chess::default(), 4, &wanted, &mut Vec::new(), &mut |_, _| games += 1);
/// assert_eq!(games, 8);
/// ```
pub fn tail(
    position: &Chess,
    plies: u32,
    wanted: &Classes,
    line: &mut Vec<Move>,
    call: &mut impl FnMut(&[Move], Class),
) {
    match plies {
        0 => {}
        1 => mates(position, wanted, |mv, class| {
            line.push(mv);
            call(line, class);
            line.pop();
        }),
        _ => {
            let by_king_only = plies == 2 && !may_be_mated(position, wanted);
            for mv in position.legal_moves() {
                if by_king_only && !(mv.role() == Role::King) {
                    continue;
                }
                let mut after = position.clone();
                after.play_unchecked(mv);
                line.push(mv);
                tail(&after, plies - 1, wanted, line, call);
                line.pop();
            }
        }
    }
}
