//! The square board as tables: its eight symmetries and the 462 pairs of kings they leave.
//!
//! Squares are numbers 0 to 63, a1 = 0, b1 = 1, h8 = 63.

use shakmaty::{Bitboard, Role, Square, attacks};

/// Pairs of kings that do not touch, one of each symmetry class. When both kings stand on the long
/// diagonal, a position and its mirror image in that diagonal keep two different slots.
pub(crate) const KING_PAIRS: usize = 462;

/// A symmetry of the board: bit 0 mirrors the files, bit 1 the ranks, bit 2 then exchanges the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symmetry(pub(crate) u8);

impl Symmetry {
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    pub(crate) const MIRROR_FILES: Symmetry = Symmetry(1);

    pub(crate) const fn image(self, square: u8) -> u8 {
        IMAGES[self.0 as usize][square as usize & 63]
    }

    /// The image of every square.
    pub(crate) const fn images(self) -> &'static [u8; 64] {
        &IMAGES[self.0 as usize]
    }

    /// The set whose bit `b` is the bit `image(b)` of `set`.
    pub(crate) fn pull(self, set: u64) -> u64 {
        let mut set = Bitboard(set);
        if self.0 & 4 != 0 {
            set = set.flip_diagonal();
        }
        if self.0 & 1 != 0 {
            set = set.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            set = set.flip_vertical();
        }
        set.0
    }
}

static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut square = 0;
        while square < 64 {
            let (mut file, mut rank) = (square % 8, square / 8);
            if symmetry & 1 != 0 {
                file = 7 - file;
            }
            if symmetry & 2 != 0 {
                rank = 7 - rank;
            }
            images[symmetry][square] =
                if symmetry & 4 != 0 { file * 8 + rank } else { rank * 8 + file } as u8;
            square += 1;
        }
        symmetry += 1;
    }
    images
};

/// The kings' places in the order of pairs, and for any two kings their pair and the symmetry that
/// brings them there.
struct KingPairs {
    squares: [[u8; 2]; KING_PAIRS],
    pair: [[u16; 64]; 64],
    symmetry: [[u8; 64]; 64],
}

const NO_PAIR: u16 = u16::MAX;

static KINGS: KingPairs = {
    let mut kings = KingPairs {
        squares: [[0; 2]; KING_PAIRS],
        pair: [[NO_PAIR; 64]; 64],
        symmetry: [[0; 64]; 64],
    };
    let mut pairs = 0;
    let mut white = 0;
    while white < 64 {
        let (file, rank) = (white % 8, white / 8);
        let mut black = 0;
        while black < 64 {
            let home = file < 4 && rank <= file && (rank != file || black / 8 <= black % 8);
            if home && !touch(white, black) {
                kings.squares[pairs] = [white as u8, black as u8];
                kings.pair[white][black] = pairs as u16;
                pairs += 1;
            }
            black += 1;
        }
        white += 1;
    }
    assert!(pairs == KING_PAIRS);
    let mut white = 0;
    while white < 64 {
        let mut black = 0;
        while black < 64 {
            if kings.pair[white][black] == NO_PAIR && !touch(white, black) {
                let mut symmetry = 1;
                loop {
                    let image = &IMAGES[symmetry];
                    let (w, b) = (image[white] as usize, image[black] as usize);
                    let home = w % 8 < 4 && w / 8 <= w % 8 && (w / 8 != w % 8 || b / 8 <= b % 8);
                    if home {
                        kings.pair[white][black] = kings.pair[w][b];
                        kings.symmetry[white][black] = symmetry as u8;
                        break;
                    }
                    symmetry += 1;
                }
            }
            black += 1;
        }
        white += 1;
    }
    kings
};

const fn touch(a: usize, b: usize) -> bool {
    (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
}

/// The squares of the white and the black king of a pair.
pub(crate) fn kings_of_pair(pair: usize) -> [u8; 2] {
    KINGS.squares[pair]
}

/// The pair of two kings and the symmetry that brings them there; none if they touch.
pub(crate) fn king_pair(white: u8, black: u8) -> Option<(usize, Symmetry)> {
    let (white, black) = (usize::from(white & 63), usize::from(black & 63));
    let pair = KINGS.pair[white][black];
    (pair != NO_PAIR).then(|| (usize::from(pair), Symmetry(KINGS.symmetry[white][black])))
}

/// Whether both kings of a pair stand on the diagonal a1-h8, so that mirror images in it have two
/// slots.
pub(crate) fn on_diagonal(pair: usize) -> bool {
    kings_of_pair(pair).iter().all(|king| king % 8 == king / 8)
}

/// Reflection in the diagonal a1-h8.
pub(crate) const DIAGONAL: Symmetry = Symmetry(4);

/// Where a man goes on the empty board; a pawn nowhere.
pub(crate) fn reach(role: Role, square: u8) -> u64 {
    let square = Square::new(u32::from(square));
    match role {
        Role::Pawn => 0,
        Role::Knight => attacks::knight_attacks(square).0,
        Role::Bishop => attacks::bishop_attacks(square, Bitboard::EMPTY).0,
        Role::Rook => attacks::rook_attacks(square, Bitboard::EMPTY).0,
        Role::Queen => attacks::queen_attacks(square, Bitboard::EMPTY).0,
        Role::King => attacks::king_attacks(square).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pulling_a_set_is_taking_images_of_its_bits() {
        for symmetry in (0..8).map(Symmetry) {
            for square in 0..64 {
                let pulled = symmetry.pull(1 << symmetry.image(square));
                assert_eq!(pulled, 1 << square);
            }
        }
    }

    #[test]
    fn every_two_kings_have_a_pair() {
        let mut seen = [0; KING_PAIRS];
        for white in 0..64 {
            for black in 0..64 {
                let Some((pair, symmetry)) = king_pair(white, black) else {
                    assert!(touch(white.into(), black.into()));
                    continue;
                };
                seen[pair] += 1;
                let home = [symmetry.image(white), symmetry.image(black)];
                assert_eq!(kings_of_pair(pair), home);
            }
        }
        // pairs on the diagonal have half the images
        for (pair, seen) in seen.into_iter().enumerate() {
            assert_eq!(seen, if on_diagonal(pair) { 4 } else { 8 });
        }
    }
}
