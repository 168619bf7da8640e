//! Bounds that never lose a solution: positions from which a script cannot succeed any more.

use solusrex_rules::{Colour, KindId, Man, Position, Rules, Side, Square};

use super::{
    goal::Aim,
    help::Ply,
    net::{Catch, Net},
};
use crate::stipulation::Goal;

/// A bound for one kind of script.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// Nothing is known.
    None,
    /// The way to a diagram.
    Diagram(Way),
    /// The nets round one king or both: each must be closed.
    Nets(Vec<Net>),
}

impl Bound {
    /// The bound that suits a goal under the rules of a position. The goal is reached by `goal_side`;
    /// `beyond` are the moves of White and Black behind the script.
    pub(crate) fn of(aim: &Aim, position: &Position, goal_side: Side, beyond: [u8; 2]) -> Bound {
        let plain = position.variant().conditions().is_empty()
            && position.men().all(|(_, man)| man.colour != Colour::Neutral);
        let net = |catch| {
            let net = Net::new(position, !goal_side, catch, beyond);
            net.map_or(Bound::None, |net| Bound::Nets(vec![net]))
        };
        match aim.goal {
            Goal::Position if plain => Bound::Diagram(Way::to(aim.diagram(), position)),
            Goal::Mate => net(Catch::Mate),
            Goal::Stalemate | Goal::DoubleStalemate => net(Catch::Stalemate),
            Goal::MateOrStalemate => net(Catch::Any),
            _ => Bound::None,
        }
    }

    /// Both bounds together.
    pub(crate) fn and(self, other: Bound) -> Bound {
        match (self, other) {
            (Bound::Nets(mut nets), Bound::Nets(others)) => {
                nets.extend(others);
                Bound::Nets(nets)
            }
            (Bound::None, other) => other,
            (bound, _) => bound,
        }
    }

    /// Whether the rest of a script is bound to fail.
    #[inline]
    pub(crate) fn is_hopeless<R: Rules>(&mut self, position: &R, rest: &[Ply]) -> bool {
        match self {
            Bound::None => false,
            Bound::Diagram(way) => way.is_too_long(position, rest),
            Bound::Nets(nets) => {
                let left = |side: Side| rest.iter().filter(|ply| ply.side == side).count();
                let left = Side::BOTH.map(left);
                nets.iter_mut().any(|net| net.is_open(position, left))
            }
        }
    }
}

/// The way to a diagram. Each man of the diagram is another man now, so the moves that they need at
/// least, each by itself, add up; and men too many must be captured.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    men: Vec<Option<Man>>,
    /// The men of each side in the diagram.
    count: [usize; 2],
    /// Moves from square to square on an empty board of 8 x 8, for king, queen, rook, bishop and
    /// knight; none on other boards.
    distances: Option<Vec<[[u8; 64]; 64]>>,
}

/// No number of moves suffices.
const NEVER: u8 = 100;

impl Way {
    fn to(diagram: &[Option<Man>], position: &Position) -> Way {
        let men = diagram.to_vec();
        let of =
            |side: Side| men.iter().flatten().filter(|man| man.colour == side.colour()).count();
        let orthodox = position.variant().is_chess();
        Way { count: Side::BOTH.map(of), men, distances: orthodox.then(distances) }
    }

    fn is_too_long<R: Rules>(&self, position: &R, rest: &[Ply]) -> bool {
        let board: Vec<Option<Man>> =
            (0..self.men.len()).map(|square| position.man_on(Square(square as u8))).collect();
        Side::BOTH.into_iter().any(|side| {
            let left = |side: Side| rest.iter().filter(|ply| ply.side == side).count();
            let own = |man: &&Man| man.colour == side.colour();
            let present = board.iter().flatten().filter(own).count();
            let Some(too_many) = present.checked_sub(self.count[side as usize]) else {
                return true;
            };
            // castling moves two men at once
            too_many > left(!side) || self.moves_needed(&board, side) > left(side) + 1
        })
    }

    /// How many moves a side needs at least, castling counted as two.
    fn moves_needed(&self, board: &[Option<Man>], side: Side) -> usize {
        let mut needed = 0;
        for (to, wanted) in self.men.iter().enumerate() {
            let Some(wanted) = wanted.filter(|man| man.colour == side.colour()) else { continue };
            if board[to] == Some(wanted) {
                continue;
            }
            let from_here = |(from, man): (usize, &Option<Man>)| {
                man.filter(|man| man.colour == wanted.colour)
                    .map(|man| self.moves_between(man, from, wanted, to, side))
            };
            let nearest = board.iter().enumerate().filter_map(from_here).min();
            needed += usize::from(nearest.unwrap_or(NEVER));
        }
        needed
    }

    fn moves_between(&self, man: Man, from: usize, wanted: Man, to: usize, side: Side) -> u8 {
        let Some(distances) = &self.distances else {
            // kinds may change only by promotion, and one move is the least
            return 1;
        };
        let rank = |square: usize| match side {
            Side::White => (square / 8) as u8,
            Side::Black => 7 - (square / 8) as u8,
        };
        let pawn_moves = |up: u8| if rank(from) == 1 && up >= 2 { up - 1 } else { up };
        match (man.kind, wanted.kind) {
            (KindId::PAWN, KindId::PAWN) => {
                let sideways = (from % 8).abs_diff(to % 8) as u8;
                match rank(to).checked_sub(rank(from)) {
                    Some(up) if up >= sideways && up > 0 => pawn_moves(up).max(sideways),
                    _ => NEVER,
                }
            }
            (KindId::PAWN, KindId::KING) => NEVER,
            (KindId::PAWN, _) => pawn_moves(7 - rank(from)),
            (kind, wanted) if kind == wanted => distances[kind.index()][from][to],
            _ => NEVER,
        }
    }
}

/// Moves from square to square on an empty board.
fn distances() -> Vec<[[u8; 64]; 64]> {
    type Walk = (&'static [(i32, i32)], bool);
    const QUEEN: &[(i32, i32)] =
        &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    const KNIGHT: &[(i32, i32)] =
        &[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let walks: [Walk; 5] =
        [(QUEEN, false), (QUEEN, true), (&QUEEN[..4], true), (&QUEEN[4..], true), (KNIGHT, false)];
    walks.map(|(steps, rides)| from_everywhere(steps, rides)).to_vec()
}

fn from_everywhere(steps: &[(i32, i32)], rides: bool) -> [[u8; 64]; 64] {
    let mut all = [[NEVER; 64]; 64];
    for (from, distance) in all.iter_mut().enumerate() {
        distance[from] = 0;
        let mut frontier = vec![from];
        for moves in 1.. {
            let mut next = Vec::new();
            for here in frontier {
                for &(x, y) in steps {
                    let (mut file, mut rank) = (here as i32 % 8 + x, here as i32 / 8 + y);
                    while (0..8).contains(&file) && (0..8).contains(&rank) {
                        let square = (rank * 8 + file) as usize;
                        if distance[square] == NEVER {
                            distance[square] = moves;
                            next.push(square);
                        }
                        if !rides {
                            break;
                        }
                        (file, rank) = (file + x, rank + y);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_empty_board() {
        let all = distances();
        let (a1, b1, h8) = (0, 1, 63);
        assert_eq!(all[KindId::KING.index()][a1][h8], 7);
        assert_eq!(all[KindId::QUEEN.index()][a1][h8], 1);
        assert_eq!(all[KindId::ROOK.index()][a1][h8], 2);
        assert_eq!(all[KindId::BISHOP.index()][a1][b1], NEVER);
        assert_eq!(all[KindId::KNIGHT.index()][a1][h8], 6);
    }
}
