//! The last plies before a mate, searched depth-first.

use shakmaty::{CastlingSide, Chess, Move, MoveList, Position as _, Role};

use crate::{
    aim::{Aim, Sight},
    bound::may_be_mated,
    class::{Class, Classes},
    goal::Moves,
    guide::Guide,
    layers::{Sieve, played},
    mates::{flights_of, mates, may_mate_after},
};

/// A search of the last plies of games.
pub(crate) struct Tail<'a, G> {
    /// What the games may do.
    pub(crate) guide: &'a G,
    /// The length of the games.
    pub(crate) plies: u32,
    /// Classes of the last move.
    pub(crate) wanted: &'a Classes,
    /// The same, for the budget of moves.
    pub(crate) aim: &'a Aim,
    /// Whether the last move mates.
    pub(crate) mating: bool,
}

impl<G: Guide> Tail<'_, G> {
    /// The last layer of positions from which games are searched to their ends: two plies before,
    /// positions are looked at closely, so they had better be few.
    pub(crate) fn last_layer(&self) -> u32 {
        self.plies.saturating_sub(2)
    }

    /// Calls with each continuation of a game of so many plies that ends, at the full length, with a
    /// move of a wanted class. Counts the positions it comes to.
    pub(crate) fn search(
        &self,
        position: &Chess,
        ply: u32,
        state: G::State,
        line: &mut Vec<Move>,
        visited: &mut u64,
        call: &mut impl FnMut(&[Move], Class),
    ) {
        *visited += 1;
        if ply + 1 == self.plies {
            let mut end = |mv, class| {
                let may_be_played = self.guide.step(self.plies, position, mv, state).is_some();
                if may_be_played && self.guide.ends(position, mv) {
                    line.push(mv);
                    call(line, class);
                    line.pop();
                }
            };
            if self.mating {
                mates(position, self.wanted, end);
            } else {
                for mv in position.legal_moves() {
                    let class = Class::of(position.turn(), mv);
                    if self.wanted.contains(class) {
                        end(mv, class);
                    }
                }
            }
            return;
        }
        let at_last = ply + 2 == self.plies;
        let by_king_only = self.mating && at_last && !may_be_mated(position, self.wanted);
        let known = (!at_last).then(|| self.look(position, ply));
        let moves = if by_king_only { king_moves(position) } else { position.legal_moves() };
        for &mv in &moves {
            let Some(state) = self.guide.step(ply + 1, position, mv, state) else { continue };
            if self.mating && at_last && !may_mate_after(position, mv, self.wanted) {
                *visited += 1;
                continue;
            }
            let after = match &known {
                Some(known) => self.pass(known, position, mv),
                // the mates themselves are looked for in no more time
                None => Some(played(position, mv)),
            };
            if let Some(after) = after {
                line.push(mv);
                self.search(&after, ply + 1, state, line, visited, call);
                line.pop();
            }
        }
    }
}

/// The legal moves of the king.
fn king_moves(position: &Chess) -> MoveList {
    let board = position.board();
    let side = position.turn();
    let king = board.king_of(side).expect("there are two kings");
    let mut moves = MoveList::new();
    for to in flights_of(board, !side, king) {
        let capture = board.role_at(to);
        moves.push(Move::Normal { role: Role::King, from: king, capture, to, promotion: None });
    }
    if (position.castles().castling_rights() & position.us()).any() {
        for wing in CastlingSide::ALL {
            position.castling_moves(wing).iter().for_each(|&mv| moves.push(mv));
        }
    }
    moves
}

impl<'a, G: Guide> Sieve for Tail<'a, G> {
    type Known = Sight<'a>;

    fn look(&self, position: &Chess, ply: u32) -> Sight<'a> {
        let left = self.plies - ply - 1;
        self.aim.sight(position, Moves { hunter: left.div_ceil(2), defender: left / 2 })
    }

    fn pass(&self, sight: &Sight<'a>, position: &Chess, mv: Move) -> Option<Chess> {
        let passes = sight.screen.passes(mv);
        if passes == Some(false) {
            return None;
        }
        let after = played(position, mv);
        let fine = passes.is_some() || sight.is_within_after(position, &after);
        fine.then_some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::tests::thrown_positions;

    #[test]
    fn a_king_moves_as_the_rules_have_it() {
        let castling = "r3k2r/8/8/8/8/4q3/8/R3K2R w KQkq - 0 1";
        let castling: shakmaty::fen::Fen = castling.parse().expect("a position");
        let castling =
            castling.into_position(shakmaty::CastlingMode::Standard).expect("a legal one");
        let mut castles = 0;
        for position in thrown_positions(2_000, 21).chain([castling, Chess::default()]) {
            let of_king = |mv: &Move| mv.role() == Role::King;
            let mut expected: Vec<Move> =
                position.legal_moves().into_iter().filter(of_king).collect();
            let mut moves: Vec<Move> = king_moves(&position).into_iter().collect();
            castles += moves.iter().filter(|mv| mv.is_castle()).count();
            expected.sort_by_key(|mv| format!("{mv:?}"));
            moves.sort_by_key(|mv| format!("{mv:?}"));
            assert_eq!(moves, expected, "{position:?}");
        }
        assert!(castles > 0);
    }
}
