//! A position in 24 bytes, exactly.

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, Position as _, Rank, Setup,
    Square,
};

/// A position: men, castling rights, legal en passant. Whose move it is, and the clocks, are not
/// kept: all positions of a layer have the same side to move.
///
/// Squares that are occupied, and four bits for each of them: the man, where a rook that may castle and a
/// pawn that may be taken in passing are men of their own. The first bits of all men stand together, in
/// the order of the squares, then the second, and so on, 32 each.
///
/// ```
/// use shakmaty::{Chess, Position};
/// use solusrex_discovery::packed::Packed;
///
/// let array = Chess::new();
/// assert_eq!(Packed::new(&array).unpack(array.turn()), array);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packed([u64; 3]);

impl Packed {
    /// Packs a position.
    pub fn new(position: &Chess) -> Packed {
        let board = position.board();
        let castling = position.castles().castling_rights();
        let passing = position.legal_ep_square().map(|to| {
            let from = if to.rank() == Rank::Third { 8 } else { -8 };
            to.offset(from).expect("a pawn stands before the square it passed")
        });
        let castling = castling & board.rooks();
        let passing = passing.map_or(Bitboard::EMPTY, Bitboard::from);
        // the codes bit by bit, for all squares at once
        let bits = [
            board.white() & !passing,
            board.knights() | board.rooks() & !castling | board.kings() | passing,
            board.bishops() | board.rooks() | passing,
            board.queens() | board.kings() | castling | passing,
        ];
        let squeeze = Squeeze::new(board.occupied().0);
        let [white, one, two, four] = bits.map(|Bitboard(bits)| squeeze.together(bits));
        Packed([board.occupied().0, white | one << 32, two | four << 32])
    }

    /// Squares on which men stand.
    pub(crate) fn occupied(self) -> Bitboard {
        Bitboard(self.0[0])
    }

    /// The codes of the men in order, bit by bit.
    fn codes(self) -> [u64; 4] {
        let low = |word: u64| word & u64::from(u32::MAX);
        [low(self.0[1]), self.0[1] >> 32, low(self.0[2]), self.0[2] >> 32]
    }

    /// The men alone, without rights to castle and en passant.
    pub(crate) fn men(self, turn: Color) -> Packed {
        let [white, one, two, four] = self.codes();
        let [castling, passing] = [two & four & !one, two & four & one];
        // rooks, and pawns of the side that has moved
        let white = white | turn.fold_wb(0, passing);
        let [one, two, four] =
            [(one | castling) & !passing, two & !passing, four & !(castling | passing)];
        Packed([self.0[0], white | one << 32, two | four << 32])
    }

    /// The position again, with clocks at the start.
    pub fn unpack(self, turn: Color) -> Chess {
        let occupied = self.0[0];
        let squeeze = Squeeze::new(occupied);
        let [white, one, two, four] = self.codes().map(|bits| Bitboard(squeeze.apart(bits)));
        let [castling, passing] = [two & four & !one, two & four & one];
        let white = white | turn.fold_wb(Bitboard::EMPTY, passing);
        let roles = ByRole {
            pawn: Bitboard(occupied) & !(one | two | four) | passing,
            knight: one & !(two | four),
            bishop: two & !(one | four),
            rook: one & two & !four | castling,
            queen: four & !(one | two),
            king: four & one & !two,
        };
        let colors = ByColor { white, black: Bitboard(occupied) & !white };
        let board = Board::try_from_bitboards(roles, colors).expect("each square has one man");
        let passed = passing
            .first()
            .map(|pawn| Square::from_coords(pawn.file(), turn.fold_wb(Rank::Sixth, Rank::Third)));
        let setup =
            Setup { board, turn, castling_rights: castling, ep_square: passed, ..Setup::empty() };
        setup.position(CastlingMode::Standard).expect("a position was packed")
    }

    /// For tables of positions.
    pub(crate) fn mixed(self) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let [a, b, c] = self.0;
        let mix = |word: u64, next: u64| {
            let product = u128::from(word ^ next) * u128::from(ODD);
            (product >> 64) as u64 ^ product as u64
        };
        mix(mix(mix(0, a).wrapping_add(b), b.rotate_left(32)).wrapping_add(c), c.rotate_left(17))
    }
}

/// Brings the bits of some squares together, and apart again: all squares at once, in six steps of doubling
/// width (Warren, Hacker's Delight, 7-4).
struct Squeeze {
    squares: u64,
    /// Of each step, the bits that move by its width.
    moving: [u64; 6],
}

impl Squeeze {
    fn new(squares: u64) -> Squeeze {
        let mut moving = [0; 6];
        let (mut bits, mut gaps) = (squares, !squares << 1);
        for (step, moving) in moving.iter_mut().enumerate() {
            // bits with an odd number of gaps below
            let odd = [1, 2, 4, 8, 16, 32].into_iter().fold(gaps, |odd, by| odd ^ odd << by);
            *moving = odd & bits;
            bits = bits ^ *moving | *moving >> (1 << step);
            gaps &= !odd;
        }
        Squeeze { squares, moving }
    }

    fn together(&self, bits: u64) -> u64 {
        self.moving.iter().enumerate().fold(bits & self.squares, |bits, (step, moving)| {
            let moves = bits & moving;
            bits ^ moves | moves >> (1 << step)
        })
    }

    fn apart(&self, bits: u64) -> u64 {
        let steps = self.moving.iter().enumerate().rev();
        self.squares
            & steps.fold(bits, |bits, (step, moving)| bits & !moving | bits << (1 << step) & moving)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::EnPassantMode;

    use super::*;

    proptest! {
        #[test]
        fn bits_come_together_in_order(squares: u64, bits: u64) {
            let squeeze = Squeeze::new(squares);
            let together = squeeze.together(bits);
            let in_order = Bitboard(squares).into_iter().enumerate();
            let plainly = in_order.fold(0, |all, (place, square)| {
                all | u64::from(Bitboard(bits).contains(square)) << place
            });
            prop_assert_eq!(together, plainly);
            prop_assert_eq!(squeeze.apart(together), bits & squares);
        }

        /// Whatever comes in a game is packed and unpacked, with and without what its men may do besides.
        #[test]
        fn positions_come_back(choices in prop::collection::vec(any::<u8>(), 0..120)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
                let setup = Setup {
                    halfmoves: 0,
                    fullmoves: Setup::empty().fullmoves,
                    ..position.to_setup(EnPassantMode::Legal)
                };
                let silent = Setup {
                    castling_rights: Bitboard::EMPTY, ep_square: None, ..setup.clone()
                };
                let packed = Packed::new(&position);
                let turn = position.turn();
                let of = |setup: Setup| -> Option<Chess> {
                    setup.position(CastlingMode::Standard).ok()
                };
                prop_assert_eq!(packed.unpack(turn), of(setup).expect("a position"));
                let silent = of(silent).expect("men of a position");
                prop_assert_eq!(packed.men(turn).unpack(turn), silent);
                prop_assert_eq!(packed.occupied(), position.board().occupied());
            }
        }
    }
}
