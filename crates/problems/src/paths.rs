//! How many moves men need at least to get to their places, and who goes where at least cost.
//!
//! ```
//! use solusrex_problems::paths::{NEVER, Paths, assign};
//! use solusrex_rules::{Colour, KindId, Man, Side};
//!
//! let paths = Paths::round(&[None; 64]);
//! let [pawn, knight] = [KindId::PAWN, KindId::KNIGHT].map(|kind| Man::plain(kind, Colour::White, false));
//! let (a2, g1, f3, a8) = (8, 6, 21, 56);
//! assert_eq!(paths.moves_between(knight, g1, knight, f3, Side::White, 0), 1);
//! assert_eq!(paths.moves_between(pawn, a2, knight, a8, Side::White, 0), 5);
//! assert_eq!(paths.moves_between(knight, g1, pawn, f3, Side::White, 0), NEVER);
//!
//! // two men, two places: the first man is near to both, the other only to the first place
//! assert_eq!(assign(&[1, 1, 1, 5], 2, 2), 2);
//! ```

use shakmaty::{
    Bitboard, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks},
};
use solusrex_rules::{Attribute, Colour, KindId, Man, Side};

/// The moves that men need at least from square to square.
#[derive(Clone, Debug)]
pub struct Paths {
    /// On the ordinary board: of king, queen, rook, bishop and knight, round the pawns that never move.
    distances: Option<Distances>,
    /// Whether there are two boards, so that every move changes them.
    alice: bool,
}

/// No number of moves suffices.
pub const NEVER: u8 = 100;

impl Paths {
    /// Of orthodox men on the ordinary board, round the pawns that stand at home in a diagram of 64
    /// squares: these never move.
    ///
    /// # Panics
    ///
    /// If the diagram is of another size.
    pub fn round(diagram: &[Option<Man>]) -> Paths {
        assert_eq!(diagram.len(), 64, "a diagram of the ordinary board");
        Paths::new(diagram, true, false)
    }

    /// Of `orthodox` men, about whom something is known, or any others; on two boards if `alice`.
    pub(crate) fn new(diagram: &[Option<Man>], orthodox: bool, alice: bool) -> Paths {
        Paths { distances: orthodox.then(|| distances(diagram, alice)), alice }
    }

    /// Whether there are two boards, so that every move changes them.
    pub(crate) fn are_on_two_boards(&self) -> bool {
        self.alice
    }

    /// The moves that a man needs at least to become another man on another square, if so many
    /// captures are left for its side; castling apart.
    pub fn moves_between(
        &self,
        man: Man,
        from: usize,
        wanted: Man,
        to: usize,
        side: Side,
        captures: usize,
    ) -> u8 {
        if from == to && man == wanted {
            return 0;
        }
        let Some(distances) = &self.distances else {
            // kinds may change only by promotion, and one move is the least
            return 1;
        };
        let rank = |square: usize| match side {
            Side::White => (square / 8) as u8,
            Side::Black => 7 - (square / 8) as u8,
        };
        // with or without a double step, and how many captures that leaves room for
        let marches = |up: u8| {
            let double = (rank(from) == 1 && up >= 2).then(|| (up - 1, up - 2));
            double.into_iter().chain([(up, up)])
        };
        let changes = self.alice && man.has(Attribute::AliceB) != wanted.has(Attribute::AliceB);
        match (man.kind, wanted.kind) {
            (KindId::PAWN, KindId::PAWN) => {
                let sideways = (from % 8).abs_diff(to % 8) as u8;
                let up = rank(to).checked_sub(rank(from)).filter(|&up| up > 0);
                let Some(up) = up.filter(|_| usize::from(sideways) <= captures) else {
                    return NEVER;
                };
                let fits = |&(moves, room): &(u8, u8)| {
                    sideways <= room && (!self.alice || (moves % 2 == 1) == changes)
                };
                marches(up).filter(fits).map(|(moves, _)| moves).min().unwrap_or(NEVER)
            }
            (KindId::PAWN, KindId::KING) => NEVER,
            (KindId::PAWN, kind) => {
                // to the last rank, and on as the new man
                let file = (from % 8) as u8;
                let last = if side == Side::White { 56 } else { 0 };
                let total = |(moves, room): (u8, u8)| {
                    let reach = room.min(captures.min(7) as u8);
                    let files = file.saturating_sub(reach)..=(file + reach).min(7);
                    let changes = self.alice && (moves % 2 == 1) != changes;
                    let on =
                        |f: u8| distances.between(kind, last + usize::from(f), to, changes, wanted);
                    moves.saturating_add(files.map(on).min().unwrap_or(NEVER)).min(NEVER)
                };
                marches(7 - rank(from)).map(total).min().unwrap_or(NEVER)
            }
            (kind, same) if kind == same => distances.between(kind, from, to, changes, wanted),
            _ => NEVER,
        }
    }
}

/// The least sum of costs if each of `rows` takes another of `columns`: the Hungarian method by
/// shortest augmenting paths from a greedy beginning (Jonker and Volgenant 1987).
pub fn assign(costs: &[u8], rows: usize, columns: usize) -> usize {
    assign_by(rows, columns, usize::MAX, |row, column| costs[row * columns + column])
}

/// The same with costs that are told when they are asked for. If the sum is above `most`, it is
/// enough to know so: what is given then is above `most`, but may be less than the least sum.
///
/// ```
/// use solusrex_problems::paths::assign_by;
///
/// let cost = |row: usize, column: usize| (row + 1) as u8 * column as u8;
/// assert_eq!(assign_by(2, 3, 10, cost), 1);
/// assert!(assign_by(2, 3, 0, cost) > 0);
/// ```
pub fn assign_by(
    rows: usize,
    columns: usize,
    most: usize,
    cost: impl Fn(usize, usize) -> u8,
) -> usize {
    // men of one side are seldom more than on an ordinary board
    match columns {
        0..=16 => assign_within::<17>(rows, columns, most, cost),
        17..=64 => assign_within::<65>(rows, columns, most, cost),
        _ => assign_within::<257>(rows, columns, most, cost),
    }
}

/// With fewer than `N` columns. Row and column 0 are nobody's.
fn assign_within<const N: usize>(
    rows: usize,
    columns: usize,
    most: usize,
    cost: impl Fn(usize, usize) -> u8,
) -> usize {
    if rows > columns {
        return usize::MAX;
    }
    let cost = |row: usize, column: usize| i32::from(cost(row - 1, column - 1));
    let (mut row_price, mut price) = ([0; N], [0; N]);
    // who has a column, and which rows have none yet
    let (mut taken, mut waiting) = ([0; N], [0; N]);
    let mut left = 0;
    // what the prices come to is never more than the least sum, and in the end just that
    let mut sum = 0;
    for (row, price) in row_price.iter_mut().enumerate().take(rows + 1).skip(1) {
        let least = (1..=columns).map(|column| cost(row, column)).min().unwrap_or(0);
        *price = least;
        sum += least as usize;
        let free = |&column: &usize| taken[column] == 0 && cost(row, column) == least;
        match (1..=columns).find(free) {
            Some(column) => taken[column] = row,
            None => {
                waiting[left] = row;
                left += 1;
            }
        }
    }
    let mut from = [0; N];
    for &row in &waiting[..left] {
        if sum > most {
            break;
        }
        taken[0] = row;
        let mut here = 0;
        let (mut slack, mut done) = ([i32::MAX; N], [false; N]);
        while taken[here] != 0 {
            done[here] = true;
            let owner = taken[here];
            let (mut step, mut next) = (i32::MAX, 0);
            for column in (1..=columns).filter(|&column| !done[column]) {
                let reduced = cost(owner, column) - row_price[owner] - price[column];
                if reduced < slack[column] {
                    (slack[column], from[column]) = (reduced, here);
                }
                if slack[column] < step {
                    (step, next) = (slack[column], column);
                }
            }
            for column in 0..=columns {
                if done[column] {
                    row_price[taken[column]] += step;
                    price[column] -= step;
                } else if slack[column] < i32::MAX {
                    slack[column] -= step;
                }
            }
            sum += step as usize;
            here = next;
        }
        while here != 0 {
            taken[here] = taken[from[here]];
            here = from[here];
        }
    }
    sum
}

/// Moves from place to place: a square, or with two boards a square of one of them.
#[derive(Clone, Debug)]
struct Distances {
    places: usize,
    by_kind: Vec<Vec<u8>>,
}

impl Distances {
    /// From a square to another, from the other board if it `changes`, to become that man.
    fn between(&self, kind: KindId, from: usize, to: usize, changes: bool, wanted: Man) -> u8 {
        let second = self.places > 64 && wanted.has(Attribute::AliceB);
        let (from, to) =
            (from + 64 * usize::from(second != changes), to + 64 * usize::from(second));
        self.by_kind[kind.index()][from * self.places + to]
    }
}

/// Whether a man on a square of the ordinary board is a pawn that never moved.
pub(crate) fn is_at_home(square: usize, man: Option<Man>) -> bool {
    let home = match square / 8 {
        1 => Colour::White,
        6 => Colour::Black,
        _ => return false,
    };
    man.is_some_and(|man| man.kind == KindId::PAWN && man.colour == home)
}

/// Where a man goes with one move among men that stand in its way.
type Attacks = fn(Square, Bitboard) -> Bitboard;

/// Moves from place to place of king, queen, rook, bishop and knight, round the pawns that stand at
/// home in the diagram.
fn distances(diagram: &[Option<Man>], alice: bool) -> Distances {
    let attacks: [Attacks; 5] = [
        |from, _| king_attacks(from),
        queen_attacks,
        rook_attacks,
        bishop_attacks,
        |from, _| knight_attacks(from),
    ];
    // the pawns by board: all are on the first if there is one only
    let mut pawns = [Bitboard::EMPTY; 2];
    for square in Square::ALL {
        let man = diagram[usize::from(square)];
        if let Some(man) = man.filter(|_| is_at_home(square.into(), man)) {
            pawns[usize::from(alice && man.has(Attribute::AliceB))].add(square);
        }
    }
    let by_kind = attacks.map(|attacks| from_everywhere(attacks, alice, pawns));
    Distances { places: if alice { 128 } else { 64 }, by_kind: by_kind.to_vec() }
}

fn from_everywhere(attacks: Attacks, alice: bool, pawns: [Bitboard; 2]) -> Vec<u8> {
    let boards = if alice { 2 } else { 1 };
    let places = 64 * boards;
    // one cannot pass a pawn of one's own board, and not stop where one stands at all
    let steps: Vec<Bitboard> = pawns[..boards]
        .iter()
        .flat_map(|&bars| Square::ALL.map(|from| attacks(from, bars)))
        .map(|squares| squares & !(pawns[0] | pawns[1]))
        .collect();
    let mut all = vec![NEVER; places * places];
    for (from, distance) in all.chunks_mut(places).enumerate() {
        distance[from] = 0;
        let mut fresh = [Bitboard::EMPTY; 2];
        fresh[from / 64].add(Square::new(from as u32 % 64));
        let mut reached = fresh;
        for moves in 1.. {
            let mut next = [Bitboard::EMPTY; 2];
            for board in 0..boards {
                for square in fresh[board] {
                    // every move leads to the other board
                    next[boards - 1 - board] |= steps[64 * board + usize::from(square)];
                }
            }
            for board in 0..boards {
                next[board] &= !reached[board];
                reached[board] |= next[board];
                next[board].into_iter().for_each(|square| {
                    distance[64 * board + usize::from(square)] = moves;
                });
            }
            fresh = next;
            if fresh.iter().all(|squares| squares.is_empty()) {
                break;
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_empty_board() {
        let all = distances(&[None; 64], false);
        let man = Man::plain(KindId::KING, Colour::White, true);
        let moves = |kind, from, to| all.between(kind, from, to, false, man);
        let (a1, b1, h8) = (0, 1, 63);
        assert_eq!(moves(KindId::KING, a1, h8), 7);
        assert_eq!(moves(KindId::QUEEN, a1, h8), 1);
        assert_eq!(moves(KindId::ROOK, a1, h8), 2);
        assert_eq!(moves(KindId::BISHOP, a1, b1), NEVER);
        assert_eq!(moves(KindId::KNIGHT, a1, h8), 6);
    }

    #[test]
    fn with_two_boards_the_number_of_moves_is_odd_or_even() {
        let all = distances(&[None; 64], true);
        let man = Man::plain(KindId::KING, Colour::White, true);
        let moves = |kind, from, to, changes| all.between(kind, from, to, changes, man);
        let (a1, b2, h8) = (0, 9, 63);
        assert_eq!(moves(KindId::QUEEN, a1, h8, true), 1);
        assert_eq!(moves(KindId::QUEEN, a1, h8, false), 2);
        assert_eq!(moves(KindId::KNIGHT, a1, b2, true), NEVER);
        assert_eq!(moves(KindId::KING, a1, a1, true), 3);
    }

    #[test]
    fn pawns_at_home_shut_a_bishop_in() {
        let mut diagram = [None; 64];
        let pawn = Man::plain(KindId::PAWN, Colour::White, false);
        (diagram[9], diagram[11]) = (Some(pawn), Some(pawn));
        let all = distances(&diagram, false);
        let moves = |to| all.between(KindId::BISHOP, 2, to, false, pawn);
        assert!((0..64).all(|to| to == 2 || moves(to) == NEVER));
    }

    #[test]
    fn pawns_of_one_board_are_passed_on_the_other() {
        let mut diagram = [None; 64];
        let pawn = Man::plain(KindId::PAWN, Colour::White, false);
        diagram[9] = Some(Man { attributes: Attribute::AliceB.into(), ..pawn });
        let all = distances(&diagram, true);
        let moves = |second: bool, to| {
            let board = if second { Attribute::AliceB } else { Attribute::AliceA };
            let man = Man { attributes: board.into(), ..pawn };
            all.between(KindId::BISHOP, 0, to, true, man)
        };
        let (b2, c3) = (9, 18);
        // from the board without the pawn it goes to the other, not to where the pawn stands
        assert_eq!((moves(true, c3), moves(false, c3)), (1, NEVER));
        assert_eq!(moves(true, b2), NEVER);
    }

    #[test]
    fn an_assignment_costs_as_little_as_the_best_of_all() {
        let costs = [4, 1, 3, 9, 2, 0, 5, 9, 3, 2, 2, 9];
        let mut best = usize::MAX;
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                for c in (0..4).filter(|&c| c != a && c != b) {
                    best = best.min(usize::from(costs[a] + costs[4 + b] + costs[8 + c]));
                }
            }
        }
        assert_eq!(assign(&costs, 3, 4), best);
    }
}
