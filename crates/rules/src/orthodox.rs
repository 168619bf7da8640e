//! The fast path: orthodox chess by shakmaty's bitboards.

use std::sync::Arc;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Position as _, PositionError, Role, Setup,
    fen::Fen, zobrist::Zobrist128,
};

use crate::{
    geometry::Square,
    man::{Colour, KindId, Man, Side},
    moves::{Castle, Move, Special, Wing},
    notation::NotationError,
    position::Position,
    rules::Rules,
    variant::Variant,
};

/// A position of orthodox chess.
///
/// ```
/// use solusrex_rules::{Orthodox, Rules};
///
/// let mut start = Orthodox::default();
/// assert_eq!(start.perft(3), 8_902);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Orthodox(Chess);

impl Orthodox {
    /// A position from shakmaty.
    pub fn new(position: Chess) -> Orthodox {
        Orthodox(position)
    }

    /// A position from FEN; castling rights and en-passant squares that cannot be are ignored.
    pub fn from_fen(text: &str) -> Result<Orthodox, NotationError> {
        let fen: Fen = crate::notation::fen::parse(text)?;
        fen.into_position::<Chess>(CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .map(Orthodox)
            .map_err(|error| NotationError::illegal(text, &error.to_string()))
    }

    /// The position as shakmaty has it.
    pub fn as_chess(&self) -> &Chess {
        &self.0
    }

    /// The same position for the general path.
    pub fn to_general(&self) -> Position {
        general(Variant::chess(), &self.0.to_setup(EnPassantMode::PseudoLegal))
    }
}

/// The English name of a man of orthodox chess.
///
/// ```
/// assert_eq!(solusrex_rules::role_name(shakmaty::Role::Knight), "knight");
/// ```
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// A position of the general path from shakmaty's men, rights, en-passant square and counters.
pub(crate) fn general(variant: Arc<Variant>, setup: &Setup) -> Position {
    let square = |square: shakmaty::Square| Square(u32::from(square) as u8);
    let men = setup.board.clone().into_iter().map(|(at, piece)| (square(at), man(piece)));
    let mut position = Position::new(variant, men, side(setup.turn));
    for side in Side::BOTH {
        for wing in Wing::BOTH {
            let rook = shakmaty::Square::new(Castle::of(side, wing).rook_from.0 as u32);
            if setup.castling_rights.contains(rook) {
                position.grant_castling(side, wing);
            }
        }
    }
    if let Some(over) = setup.ep_square {
        position.set_en_passant(square(over));
    }
    position.set_counters(setup.halfmoves, setup.fullmoves.get());
    position
}

impl TryFrom<&Position> for Orthodox {
    type Error = NotationError;

    /// Fails where shakmaty has no such position: other boards, kinds or conditions, missing kings,
    /// pawns on the first or last rank, the side not to move in check.
    fn try_from(position: &Position) -> Result<Orthodox, NotationError> {
        let fen = position.fen();
        if position.variant().is_chess() {
            Orthodox::from_fen(&fen)
        } else {
            Err(NotationError::illegal(&fen, "not a position of orthodox chess"))
        }
    }
}

/// The kind that a shakmaty role is.
fn kind(role: Role) -> KindId {
    match role {
        Role::King => KindId::KING,
        Role::Queen => KindId::QUEEN,
        Role::Rook => KindId::ROOK,
        Role::Bishop => KindId::BISHOP,
        Role::Knight => KindId::KNIGHT,
        Role::Pawn => KindId::PAWN,
    }
}

/// The man that a shakmaty piece is.
fn man(piece: shakmaty::Piece) -> Man {
    let colour = match piece.color {
        Color::White => Colour::White,
        Color::Black => Colour::Black,
    };
    Man::plain(kind(piece.role), colour, piece.role == Role::King)
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// The letter of a role as problemists write it.
fn letter(role: Role) -> &'static str {
    match role {
        Role::Pawn => "",
        Role::Knight => "S",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::King => "K",
    }
}

impl Rules for Orthodox {
    type Move = shakmaty::Move;
    type Undo = Chess;

    fn side_to_move(&self) -> Side {
        side(self.0.turn())
    }

    fn legal_moves_into(&mut self, moves: &mut Vec<shakmaty::Move>) {
        moves.clear();
        moves.extend_from_slice(&self.0.legal_moves());
    }

    fn play(&mut self, mv: &shakmaty::Move) -> Chess {
        let before = self.0.clone();
        self.0.play_unchecked(*mv);
        before
    }

    fn undo(&mut self, before: Chess) {
        self.0 = before;
    }

    fn pass(&mut self) -> Chess {
        let before = self.0.clone();
        let passed = (before.clone().swap_turn())
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material);
        if let Ok(passed) = passed {
            self.0 = passed;
        }
        before
    }

    fn heedless_moves_into(&mut self, moves: &mut Vec<shakmaty::Move>) {
        self.legal_moves_into(moves);
    }

    fn outline(&self, mv: &shakmaty::Move) -> Move {
        let square = |square: shakmaty::Square| Square(u32::from(square) as u8);
        match *mv {
            shakmaty::Move::Normal { role, from, capture, to, promotion } => {
                let steps = u32::from(from).abs_diff(u32::from(to));
                let special = match role == Role::Pawn && steps == 16 {
                    true => Special::DoubleStep(Square((square(from).0 + square(to).0) / 2)),
                    false => Special::None,
                };
                Move {
                    promotion: promotion.map(kind),
                    special,
                    ..Move::plain(square(from), square(to), capture.map(|_| square(to)))
                }
            }
            shakmaty::Move::EnPassant { from, to } => {
                let captured = Square(square(from).0 / 8 * 8 + square(to).0 % 8);
                let plain = Move::plain(square(from), square(to), Some(captured));
                Move { special: Special::EnPassant, ..plain }
            }
            shakmaty::Move::Castle { king, rook } => {
                let wing = if king < rook { Wing::King } else { Wing::Queen };
                let castle = Castle::of(self.side_to_move(), wing);
                let plain = Move::plain(castle.king_from, castle.king_to, None);
                Move { special: Special::Castling(wing), ..plain }
            }
            shakmaty::Move::Put { role, to } => {
                Move { promotion: Some(kind(role)), ..Move::plain(square(to), square(to), None) }
            }
        }
    }

    fn man_on(&self, square: Square) -> Option<Man> {
        let square = shakmaty::Square::try_from(u32::from(square.0)).ok()?;
        self.0.board().piece_at(square).map(man)
    }

    fn each_man(&self, mut each: impl FnMut(Square, Man)) {
        for (square, piece) in self.0.board().iter() {
            each(Square(u32::from(square) as u8), man(piece));
        }
    }

    fn has_legal_move(&mut self) -> bool {
        !self.0.legal_moves().is_empty()
    }

    fn in_check(&self, of: Side) -> bool {
        let board = self.0.board();
        let color = match of {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        board.king_of(color).is_some_and(|king| {
            self.0.king_attackers(king, !color, board.occupied()) != Bitboard::EMPTY
        })
    }

    fn has_rights(&self) -> bool {
        self.0.castles().any() || self.0.pseudo_legal_ep_square().is_some()
    }

    fn is_capture(&self, mv: &shakmaty::Move) -> bool {
        mv.is_capture()
    }

    fn key(&self) -> u128 {
        self.0.zobrist_hash::<Zobrist128>(EnPassantMode::PseudoLegal).0
    }

    fn long(&self, mv: &shakmaty::Move) -> String {
        match *mv {
            shakmaty::Move::Normal { role, from, capture, to, promotion } => {
                let sign = if capture.is_some() { '*' } else { '-' };
                let promotion =
                    promotion.map(|role| format!("={}", letter(role))).unwrap_or_default();
                format!("{}{from}{sign}{to}{promotion}", letter(role))
            }
            shakmaty::Move::EnPassant { from, to } => format!("{from}*{to} ep."),
            shakmaty::Move::Castle { king, rook } if king < rook => "0-0".to_owned(),
            shakmaty::Move::Castle { .. } => "0-0-0".to_owned(),
            shakmaty::Move::Put { role, to } => format!("{}@{to}", letter(role)),
        }
    }

    fn perft(&mut self, depth: u32) -> u64 {
        shakmaty::perft(&self.0, depth)
    }
}
