//! A position in 24 bytes, exactly.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, Piece, Position as _, Rank, Role, Setup, Square,
};

/// A position: men, castling rights, legal en passant. Whose move it is, and the clocks, are not
/// kept: all positions of a layer have the same side to move.
///
/// Squares that are occupied, and for each of them, in order, four bits: the man, where a rook that
/// may castle and a pawn that may be taken in passing are men of their own.
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

// otherwise twice the kind, pawns first, and one more for White
const CASTLING_ROOK: u64 = 12;
const PASSING_PAWN: u64 = 14;

impl Packed {
    /// No position: for places of a table that are still empty.
    pub(crate) const NOWHERE: Packed = Packed([0; 3]);

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
        let mut men = [0; 2];
        for (place, square) in board.occupied().into_iter().enumerate() {
            let bit = |nth: usize| (bits[nth].0 >> square as u32 & 1) << nth;
            let code = bit(0) | bit(1) | bit(2) | bit(3);
            men[place / 16] |= code << (place % 16 * 4);
        }
        Packed([board.occupied().0, men[0], men[1]])
    }

    /// The position again, with clocks at the start.
    pub fn unpack(self, turn: Color) -> Chess {
        let mut setup = Setup { turn, ..Setup::empty() };
        for (place, square) in Bitboard(self.0[0]).into_iter().enumerate() {
            let code = self.0[1 + place / 16] >> (place % 16 * 4) & 15;
            let color = if code & 1 == 1 { Color::White } else { Color::Black };
            let piece = match code {
                PASSING_PAWN => {
                    setup.ep_square = Some(turn.fold_wb(Rank::Sixth, Rank::Third))
                        .map(|rank| Square::from_coords(square.file(), rank));
                    Piece { color: !turn, role: Role::Pawn }
                }
                CASTLING_ROOK.. => {
                    setup.castling_rights.add(square);
                    Piece { color, role: Role::Rook }
                }
                code => Piece { color, role: Role::ALL[(code / 2) as usize] },
            };
            setup.board.set_piece_at(square, piece);
        }
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
