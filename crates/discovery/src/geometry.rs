//! Squares and ways on an empty board.

use shakmaty::{
    Bitboard, Color, Role, Square,
    attacks::{king_attacks, knight_attacks},
};

use crate::{
    aim::{NEVER, steps},
    mates::attacks,
};

/// A way of riders up the board: how far its squares are apart, and the files to which one, two and
/// four steps of it do not lead.
pub(crate) struct Path {
    apart: u32,
    edges: [u64; 3],
}

const FROM_A: [u64; 3] = [0x0101_0101_0101_0101, 0x0303_0303_0303_0303, 0x0f0f_0f0f_0f0f_0f0f];
const FROM_H: [u64; 3] = [0x8080_8080_8080_8080, 0xc0c0_c0c0_c0c0_c0c0, 0xf0f0_f0f0_f0f0_f0f0];
pub(crate) const STRAIGHT: [Path; 2] =
    [Path { apart: 8, edges: [0; 3] }, Path { apart: 1, edges: FROM_A }];
pub(crate) const OBLIQUE: [Path; 2] =
    [Path { apart: 9, edges: FROM_A }, Path { apart: 7, edges: FROM_H }];

impl Path {
    /// All squares beyond some, up the board; each pass doubles how far it goes.
    fn up(&self, Bitboard(squares): Bitboard) -> Bitboard {
        let [one, two, four] = self.edges;
        let step = |squares: u64| squares << self.apart & !one;
        let squares = squares | step(squares);
        let squares = squares | squares << (2 * self.apart) & !two;
        let squares = squares | squares << (4 * self.apart) & !four;
        Bitboard(step(squares))
    }

    /// The same down the board.
    fn down(&self, Bitboard(squares): Bitboard) -> Bitboard {
        let [one, two, four] = self.edges;
        let step = |squares: u64| (squares & !one) >> self.apart;
        let squares = squares | step(squares);
        let squares = squares | (squares & !two) >> (2 * self.apart);
        let squares = squares | (squares & !four) >> (4 * self.apart);
        Bitboard(step(squares))
    }
}

/// Squares that have one of some squares on one side, and one of others on the other.
pub(crate) fn between_any(some: Bitboard, others: Bitboard, paths: &[Path]) -> Bitboard {
    paths.iter().fold(Bitboard::EMPTY, |between, path| {
        let (up, down) = (path.up(some), path.down(some));
        between | up & path.down(others) | down & path.up(others)
    })
}

/// Squares one step ahead of some.
pub(crate) fn ahead(color: Color, Bitboard(squares): Bitboard) -> Bitboard {
    Bitboard(color.fold_wb(squares << 8, squares >> 8))
}

/// Moves of a king to the nearest of some squares.
#[inline]
pub(crate) fn king_moves(from: Square, goals: Bitboard) -> u32 {
    let rings = &RINGS[usize::from(from)];
    rings.iter().position(|ring| ring & goals.0 != 0).map_or(NEVER, |moves| moves as u32)
}

/// Squares that a king comes to with so many moves, or fewer.
pub(crate) fn within(from: Square, moves: u32) -> Bitboard {
    Bitboard(RINGS[usize::from(from)][moves.min(7) as usize])
}

/// For every square, those that a king comes to with a number of moves, or fewer.
static RINGS: [[u64; 8]; 64] = rings();

const fn rings() -> [[u64; 8]; 64] {
    let mut rings = [[0; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (file, rank) = ((from % 8_usize).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
            let mut moves = if file > rank { file } else { rank };
            while moves < 8 {
                rings[from][moves] |= 1 << to;
                moves += 1;
            }
            to += 1;
        }
        from += 1;
    }
    rings
}

/// What pieces of a kind attack together, with nothing in their way.
pub(crate) fn spread(role: Role, from: Bitboard) -> Bitboard {
    if role == Role::Knight {
        let Bitboard(men) = from;
        let [a, ab, _] = FROM_A;
        let [h, gh, _] = FROM_H;
        let (near, far) = (men << 1 & !a | men >> 1 & !h, men << 2 & !ab | men >> 2 & !gh);
        return Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8);
    }
    from.into_iter().fold(Bitboard::EMPTY, |all, square| {
        all | attacks(role, Color::White, square, Bitboard::EMPTY)
    })
}

/// Moves of a man to the nearest of some squares, if nothing is in its way.
pub(crate) fn moves(role: Role, color: Color, from: Square, goals: Bitboard) -> u32 {
    if goals.contains(from) {
        return 0;
    }
    let leaps = |leaps: fn(Square) -> Bitboard| {
        let mut reached = Bitboard::from(from);
        let mut moves = 0;
        while (reached & goals).is_empty() && moves < 8 {
            reached = reached.into_iter().fold(reached, |reached, square| reached | leaps(square));
            moves += 1;
        }
        if (reached & goals).any() { moves } else { NEVER }
    };
    match role {
        Role::King => leaps(king_attacks),
        Role::Knight => leaps(knight_attacks),
        Role::Pawn => {
            let to = |goal: Square| {
                let far = steps(color, from, goal.rank());
                let aside = (i32::from(from.file()) - i32::from(goal.file())).unsigned_abs();
                // each step aside takes a move, and a double step goes straight
                if far == NEVER || aside > far + 1 { NEVER } else { far.max(aside) }
            };
            goals.into_iter().map(to).min().unwrap_or(NEVER)
        }
        _ if (attacks(role, color, from, Bitboard::EMPTY) & goals).any() => 1,
        Role::Bishop => {
            let light = from.is_light();
            let colour = if light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            if (goals & colour).any() { 2 } else { NEVER }
        }
        Role::Rook | Role::Queen => 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::attacks::between;

    use super::*;

    proptest! {
        #[test]
        fn knights_spread_square_by_square(men: u64) {
            let each = Bitboard(men).into_iter().map(knight_attacks);
            let plainly = each.fold(Bitboard::EMPTY, |all, squares| all | squares);
            prop_assert_eq!(spread(Role::Knight, Bitboard(men)), plainly);
        }

        #[test]
        fn squares_between_are_on_a_line_with_both(some: u64, others: u64) {
            let (some, others) = (Bitboard(some & others.rotate_left(13)), Bitboard(others));
            for (paths, rider) in [(&STRAIGHT, Role::Rook), (&OBLIQUE, Role::Bishop)] {
                let plainly = Square::ALL.into_iter().filter(|&square| {
                    let sees = attacks(rider, Color::White, square, Bitboard::EMPTY);
                    let mut pairs = (some & sees).into_iter();
                    pairs.any(|one| (others & sees).into_iter().any(|other| between(one, other).contains(square)))
                });
                prop_assert_eq!(between_any(some, others, paths), plainly.collect::<Bitboard>());
            }
        }
    }
}
