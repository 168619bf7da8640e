//! Un-moves of orthodox chess: what may have been played last.
//!
//! ```
//! use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
//! use solusrex_rules::retro::{Uncaptures, unmoves};
//!
//! // The bishop checks from its corner, where it cannot just have arrived: whichever way it
//! // came, it was checking before. So the king has stepped off the line.
//! let position: Chess = "k7/2K5/8/8/8/8/8/7B b - -"
//!     .parse::<Fen>()?
//!     .into_position(CastlingMode::Standard)?;
//! let list = unmoves(&position, Uncaptures::None);
//! assert_eq!(list.len(), 1);
//! assert_eq!(list[0].to_string(), "Kc6-c7");
//!
//! let before = list[0].predecessor(&position)?;
//! assert_eq!(before.play(list[0].to_move())?, position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an un-move is
//!
//! A position with S to move has just been made by the other side, the *mover*. An [`Unmove`] is
//! a legal move of the mover, in some earlier position, that leads to these men on these squares
//! with S to move. The earlier position has a king on each side, no pawn on the first or eighth
//! rank, and S is not in check in it. Nothing more is asked: the mover may stand there in a check
//! that no move can give, in which case the earlier position has no un-moves of its own.
//!
//! # What a position says and leaves unsaid
//!
//! Men and the side to move do not determine castling rights and en passant. A castling right or
//! an en-passant square *in* a position is a statement about its past; their absence states
//! nothing.
//!
//! * A castling right says that king and rook have never moved: neither has an un-move.
//! * An en-passant square says that the double step was the last move: it is the only un-move, if
//!   it is one at all.
//! * Without an en-passant square the last move may still have been a double step.
//! * The move counters are not consulted.
//!
//! Castling is that of orthodox chess, whatever the [`shakmaty::CastlingMode`] of the position.
//!
//! [`Unmove::predecessor`] makes the least statement under which the move is legal:
//!
//! | un-move | castling rights before | en-passant square before |
//! |---|---|---|
//! | castling | those of the position, and the one used | none |
//! | capture en passant | those of the position | the square of the capture |
//! | any other | those of the position | none |
//!
//! So the position before may have had more rights than its predecessor states, never fewer, and
//! un-moves can be chained without losing a history. Playing the move gives the position back,
//! with the same rights; only a double step leaves its en-passant square where the position was
//! silent. [`agrees`] compares a position with what another one states.
//!
//! A capture en passant implies one ply more: it is an un-move only if the double step that allowed
//! it was legal too.
//!
//! # How they are found
//!
//! The move leaves its own king safe, since the position is legal. What remains is that S was not
//! in check before. Two sets of squares settle this for all origins of a man at once: the squares
//! from which the man itself would check, and the *shelter*, the squares on which it would block
//! every check by the others. No predecessor is built on the way.

use std::fmt;

use shakmaty::{
    Bitboard, Board, ByColor, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position,
    PositionError, Rank, Role, Setup, Square, attacks,
};

/// Roles that can be captured.
const CAPTURABLE: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A move to be taken back.
///
/// It carries the squares and men of the forward move, and is written like it, in long algebraic
/// notation with S for a knight and an uncaptured man in brackets.
///
/// ```
/// use shakmaty::{Move, Role, Square};
/// use solusrex_rules::retro::Unmove;
///
/// let unmove = Unmove::of(Move::Normal {
///     role: Role::Pawn,
///     from: Square::E7,
///     capture: Some(Role::Knight),
///     to: Square::D8,
///     promotion: Some(Role::Queen),
/// })
/// .unwrap();
/// assert_eq!(unmove.to_string(), "e7*d8=Q[S]");
/// assert_eq!(unmove.man(), Role::Queen);
/// assert_eq!(unmove.uncaptured(), Some((Square::D8, Role::Knight)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmove(Move);

impl Unmove {
    /// The un-move that takes back the move, or none if the move is a drop.
    ///
    /// Whether it is an un-move of a position is for [`Unmove::is_unmove_of`] to say.
    pub const fn of(played: Move) -> Option<Unmove> {
        if played.is_put() { None } else { Some(Unmove(played)) }
    }

    /// The forward move, legal in the predecessor.
    pub const fn to_move(self) -> Move {
        self.0
    }

    /// The man as it stands now: the promoted one for an un-promotion, the king for castling.
    pub fn man(self) -> Role {
        self.0.promotion().unwrap_or(self.0.role())
    }

    /// The square the man stands on now.
    pub fn to(self) -> Square {
        match self.castling() {
            Some(side) => Square::from_coords(side.king_to_file(), self.0.to().rank()),
            None => self.0.to(),
        }
    }

    /// The square the man came from.
    pub fn from(self) -> Square {
        self.0.from().unwrap_or(self.0.to())
    }

    /// Whether the man becomes a pawn again.
    pub const fn is_unpromotion(self) -> bool {
        self.0.is_promotion()
    }

    /// Whether a pawn captured en passant reappears.
    pub const fn is_en_passant(self) -> bool {
        self.0.is_en_passant()
    }

    /// The man that reappears and its square, which en passant is not the square of the capture.
    pub fn uncaptured(self) -> Option<(Square, Role)> {
        match self.0 {
            Move::EnPassant { from, to } => {
                Some((Square::from_coords(to.file(), from.rank()), Role::Pawn))
            }
            played => played.capture().map(|role| (played.to(), role)),
        }
    }

    /// The side on which the king castled.
    pub fn castling(self) -> Option<CastlingSide> {
        self.0.castling_side()
    }

    /// Whether this is among the [`unmoves`] of the position, with any uncapture allowed.
    pub fn is_unmove_of(self, position: &Chess) -> bool {
        let mut found = Vec::new();
        if let Some(last) = LastMove::new(position, Uncaptures::Any) {
            last.of_man(self.to(), &mut found);
        }
        found.contains(&self)
    }

    /// The position before the move, stating no more than [necessary](self).
    ///
    /// In the result, [`Unmove::to_move`] is legal, and playing it leads to the men, the side to
    /// move and the castling rights of `position`.
    ///
    /// The result may hold more men than a game of chess can bring about, and the mover may be in
    /// an impossible check. Who minds either passes [`Unmove::setup`] through the gate of
    /// [`shakmaty::FromSetup`].
    ///
    /// # Errors
    ///
    /// [`NotAnUnmove`] if this is not an un-move of the position.
    pub fn predecessor(self, position: &Chess) -> Result<Chess, NotAnUnmove> {
        let known = self.is_unmove_of(position).then(|| self.legal(position));
        known.flatten().ok_or(NotAnUnmove(self))
    }

    /// As [`Unmove::predecessor`], for an un-move known to be one of the position.
    ///
    /// # Panics
    ///
    /// May panic, or return a position in which the move is not legal, if this is not an un-move
    /// of the position.
    pub fn predecessor_unchecked(self, position: &Chess) -> Chess {
        self.legal(position).expect("an un-move of the position")
    }

    fn legal(self, position: &Chess) -> Option<Chess> {
        self.setup(position)
            .position(position.castles().mode())
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }

    /// The men and statements of the predecessor, not validated.
    ///
    /// The move number goes back by one before a move of Black's. The halfmove clock goes back by
    /// one, or restarts at zero where the move had reset it.
    pub fn setup(self, position: &Chess) -> Setup {
        let mut setup = position.to_setup(EnPassantMode::Always);
        let (mover, victim) = (!setup.turn, setup.turn);
        setup.turn = mover;
        setup.ep_square = None;
        setup.halfmoves = if self.0.is_zeroing() { 0 } else { setup.halfmoves.saturating_sub(1) };
        if mover.is_black() {
            let number = setup.fullmoves.get() - 1;
            setup.fullmoves = number.try_into().unwrap_or(setup.fullmoves);
        }
        setup.board.discard_piece_at(self.to());
        if let (Move::Castle { rook, .. }, Some(side)) = (self.0, self.castling()) {
            setup.board.discard_piece_at(side.rook_to(mover));
            setup.board.set_piece_at(rook, mover.rook());
            setup.castling_rights.add(rook);
        }
        setup.board.set_piece_at(self.from(), self.0.role().of(mover));
        if let Some((square, role)) = self.uncaptured() {
            setup.board.set_piece_at(square, role.of(victim));
        }
        if self.is_en_passant() {
            setup.ep_square = Some(self.to());
        }
        setup
    }
}

impl From<Unmove> for Move {
    fn from(unmove: Unmove) -> Move {
        unmove.to_move()
    }
}

/// The forward move: `Sg1-f3`, `Ra1*a8[S]`, `e7*d8=Q[R]`, `e5*d6 ep.`, `0-0-0`.
impl fmt::Display for Unmove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.castling() {
            Some(CastlingSide::KingSide) => return f.write_str("0-0"),
            Some(CastlingSide::QueenSide) => return f.write_str("0-0-0"),
            None => {}
        }
        if self.0.role() != Role::Pawn {
            write!(f, "{}", letter(self.0.role()))?;
        }
        let stroke = if self.0.is_capture() { '*' } else { '-' };
        write!(f, "{}{stroke}{}", self.from(), self.to())?;
        if let Some(promotion) = self.0.promotion() {
            write!(f, "={}", letter(promotion))?;
        }
        match self.uncaptured() {
            Some(_) if self.is_en_passant() => f.write_str(" ep."),
            Some((_, role)) => write!(f, "[{}]", letter(role)),
            None => Ok(()),
        }
    }
}

/// The letter problemists use: S, Springer, leaves N to the nightrider.
const fn letter(role: Role) -> char {
    match role {
        Role::Knight => 'S',
        _ => role.upper_char(),
    }
}

/// The un-move does not lead back from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} cannot have been the last move in this position")]
pub struct NotAnUnmove(pub Unmove);

/// Which men may reappear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uncaptures {
    /// No man: the last move was not a capture.
    None,
    /// Any man but a king, however many there are.
    Any,
    /// Any man that the predecessor can hold.
    ///
    /// The limits apply to un-promotions too, which add a pawn to the mover's side. Material
    /// beyond the limits stays beyond them in every predecessor, so such a position has no
    /// un-moves.
    Within(ByColor<Material>),
}

impl Uncaptures {
    /// As many men as games from the initial array can hold.
    pub const GAME: Uncaptures =
        Uncaptures::Within(ByColor { black: Material::ARRAY, white: Material::ARRAY });
}

/// The men of one side without the king, bishops told apart by the colour of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// Pawns.
    pub pawns: u8,
    /// Knights.
    pub knights: u8,
    /// Bishops on light squares.
    pub light_bishops: u8,
    /// Bishops on dark squares.
    pub dark_bishops: u8,
    /// Rooks.
    pub rooks: u8,
    /// Queens.
    pub queens: u8,
}

impl Material {
    /// The men with which a side starts the game.
    pub const ARRAY: Material =
        Material { pawns: 8, knights: 2, light_bishops: 1, dark_bishops: 1, rooks: 2, queens: 1 };

    /// The men of one side on the board.
    pub fn of(board: &Board, color: Color) -> Material {
        let count = |role: Role, squares: Bitboard| {
            (board.by_piece(role.of(color)) & squares).count() as u8
        };
        Material {
            pawns: count(Role::Pawn, Bitboard::FULL),
            knights: count(Role::Knight, Bitboard::FULL),
            light_bishops: count(Role::Bishop, Bitboard::LIGHT_SQUARES),
            dark_bishops: count(Role::Bishop, Bitboard::DARK_SQUARES),
            rooks: count(Role::Rook, Bitboard::FULL),
            queens: count(Role::Queen, Bitboard::FULL),
        }
    }

    /// Whether captures and promotions can turn these men into `men`.
    ///
    /// Each man in excess must be a promoted pawn, so pawns and promoted men together are no more
    /// than the pawns there were.
    ///
    /// ```
    /// use solusrex_rules::retro::Material;
    ///
    /// let two_queens = Material { queens: 2, ..Material::ARRAY };
    /// assert!(!Material::ARRAY.admits(two_queens));
    /// assert!(Material::ARRAY.admits(Material { pawns: 7, ..two_queens }));
    /// ```
    pub const fn admits(self, men: Material) -> bool {
        let promoted = men.knights.saturating_sub(self.knights) as u32
            + men.light_bishops.saturating_sub(self.light_bishops) as u32
            + men.dark_bishops.saturating_sub(self.dark_bishops) as u32
            + men.rooks.saturating_sub(self.rooks) as u32
            + men.queens.saturating_sub(self.queens) as u32;
        men.pawns as u32 + promoted <= self.pawns as u32
    }

    /// The count that a man on a square belongs to; kings are not counted.
    fn count_mut(&mut self, role: Role, square: Square) -> Option<&mut u8> {
        match role {
            Role::Pawn => Some(&mut self.pawns),
            Role::Knight => Some(&mut self.knights),
            Role::Bishop if square.is_light() => Some(&mut self.light_bishops),
            Role::Bishop => Some(&mut self.dark_bishops),
            Role::Rook => Some(&mut self.rooks),
            Role::Queen => Some(&mut self.queens),
            Role::King => None,
        }
    }

    /// With one man more.
    fn with(mut self, role: Role, square: Square) -> Material {
        if let Some(count) = self.count_mut(role, square) {
            *count += 1;
        }
        self
    }

    /// With one man less.
    fn without(mut self, role: Role, square: Square) -> Material {
        if let Some(count) = self.count_mut(role, square) {
            *count -= 1;
        }
        self
    }
}

/// Every un-move of the position, each once, in a fixed order.
///
/// ```
/// use shakmaty::Chess;
/// use solusrex_rules::retro::{Uncaptures, unmoves};
///
/// // With the rights to castle, only Black's knights can have moved to the initial array.
/// let list = unmoves(&Chess::default(), Uncaptures::GAME);
/// let mut list: Vec<String> = list.iter().map(ToString::to_string).collect();
/// list.sort();
/// assert_eq!(list, ["Sa6-b8", "Sc6-b8", "Sf6-g8", "Sh6-g8"]);
/// ```
pub fn unmoves(position: &Chess, uncaptures: Uncaptures) -> Vec<Unmove> {
    let mut list = Vec::new();
    if let Some(last) = LastMove::new(position, uncaptures) {
        for to in last.board.by_color(last.mover) {
            last.of_man(to, &mut list);
        }
    }
    list
}

/// Whether all that `stated` says holds of `position`: the men, the side to move, each castling
/// right, and the en-passant square if there is one.
///
/// This is how a position reached by moves meets one reached by un-moves.
///
/// ```
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
/// use solusrex_rules::retro::agrees;
///
/// let silent: Chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -"
///     .parse::<Fen>()?
///     .into_position(CastlingMode::Standard)?;
/// assert!(agrees(&Chess::default(), &silent));
/// assert!(!agrees(&silent, &Chess::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn agrees(position: &Chess, stated: &Chess) -> bool {
    position.board() == stated.board()
        && position.turn() == stated.turn()
        && stated.castles().castling_rights().is_subset(position.castles().castling_rights())
        && (stated.maybe_ep_square().is_none()
            || stated.maybe_ep_square() == position.maybe_ep_square())
}

/// What is common to all un-moves of a position.
struct LastMove<'a> {
    board: &'a Board,
    occupied: Bitboard,
    mover: Color,
    victim: Color,
    /// The mover's king.
    own_king: Square,
    /// The king that must not have been in check.
    enemy_king: Square,
    /// Kings and rooks that have never moved.
    unmoved: Bitboard,
    /// The square a pawn has just passed over.
    passed: Option<Square>,
    men: ByColor<Material>,
    uncaptures: Uncaptures,
}

impl<'a> LastMove<'a> {
    /// None if the material is already beyond the limits.
    fn new(position: &'a Chess, uncaptures: Uncaptures) -> Option<LastMove<'a>> {
        let board = position.board();
        let mover = !position.turn();
        let men = ByColor::new_with(|color| Material::of(board, color));
        if let Uncaptures::Within(limits) = uncaptures
            && !limits.zip(men).into_iter().all(|(limit, men)| limit.admits(men))
        {
            return None;
        }
        let own_king = board.king_of(mover)?;
        let mut unmoved = position.castles().castling_rights();
        if position.castles().has_color(mover) {
            unmoved.add(own_king);
        }
        Some(LastMove {
            board,
            occupied: board.occupied(),
            mover,
            victim: position.turn(),
            own_king,
            enemy_king: board.king_of(position.turn())?,
            unmoved,
            passed: position.maybe_ep_square(),
            men,
            uncaptures,
        })
    }

    /// Adds the un-moves of the man on a square.
    fn of_man(&self, to: Square, list: &mut Vec<Unmove>) {
        let Some(piece) = self.board.piece_at(to).filter(|piece| piece.color == self.mover) else {
            return;
        };
        if let Some(passed) = self.passed {
            let double = Move::Normal {
                role: Role::Pawn,
                from: Square::from_coords(passed.file(), self.mover.relative_rank(Rank::Second)),
                capture: None,
                to: Square::from_coords(passed.file(), self.mover.relative_rank(Rank::Fourth)),
                promotion: None,
            };
            if to == double.to() {
                let mut free = Vec::new();
                self.of_pawn(to, None, &mut free);
                list.extend(free.into_iter().filter(|unmove| unmove.0 == double));
            }
            return;
        }
        if self.unmoved.contains(to) {
            return;
        }
        match piece.role {
            Role::Pawn => {
                self.of_pawn(to, None, list);
                self.en_passant(to, list);
            }
            role => {
                let reach = attacks::attacks(to, piece, self.occupied);
                let checking = |occupied| attacks::attacks(self.enemy_king, piece, occupied);
                let quiet = reach & self.shelter(to, false) & !checking(self.occupied.without(to));
                let capture = reach & self.shelter(to, true) & !checking(self.occupied);
                self.push(role, to, None, quiet, capture, list);
            }
        }
        if piece.role == Role::King {
            self.castling(list);
        } else if to.rank() == self.mover.relative_rank(Rank::Eighth)
            && self.pawn_may_return(piece.role, to)
        {
            self.of_pawn(to, Some(piece.role), list);
        }
    }

    /// Adds the un-moves by which a pawn came, and perhaps promoted.
    fn of_pawn(&self, to: Square, promotion: Option<Role>, list: &mut Vec<Unmove>) {
        let back = self.mover.fold_wb(-8, 8);
        let allowed = !self.occupied & !Bitboard::BACKRANKS & !self.pawn_checking();
        let step = Bitboard::from(to).shift(back) & !self.occupied;
        let double = step.shift(back) & Bitboard::from(self.mover.relative_rank(Rank::Second));
        let quiet = (step | double) & allowed & self.shelter(to, false);
        let capture = self.pawn_origins(to) & allowed & self.shelter(to, true);
        self.push(Role::Pawn, to, promotion, quiet, capture, list);
    }

    /// Squares from which a pawn of the mover captures on a square.
    fn pawn_origins(&self, to: Square) -> Bitboard {
        attacks::pawn_attacks(self.victim, to)
    }

    /// Squares on which a pawn of the mover gives check.
    fn pawn_checking(&self) -> Bitboard {
        self.pawn_origins(self.enemy_king)
    }

    /// Free squares on which the man that is now on `to` blocks all checks by other men.
    ///
    /// If the move was a capture, `to` was occupied before it.
    fn shelter(&self, to: Square, capture: bool) -> Bitboard {
        let occupied = if capture { self.occupied } else { self.occupied.without(to) };
        self.board
            .attacks_to(self.enemy_king, self.mover, occupied)
            .without(to)
            .into_iter()
            .map(|checker| attacks::between(self.enemy_king, checker))
            .fold(!self.occupied, |shelter, line| shelter & line)
    }

    /// Whether a promoted man can become a pawn again.
    fn pawn_may_return(&self, role: Role, to: Square) -> bool {
        match self.uncaptures {
            Uncaptures::None | Uncaptures::Any => true,
            Uncaptures::Within(limits) => {
                let men = self.men.get(self.mover).without(role, to).with(Role::Pawn, to);
                limits.get(self.mover).admits(men)
            }
        }
    }

    /// Whether a man of the victim can reappear on a square.
    fn may_reappear(&self, role: Role, square: Square) -> bool {
        if role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
            return false;
        }
        match self.uncaptures {
            Uncaptures::None => false,
            Uncaptures::Any => true,
            Uncaptures::Within(limits) => {
                limits.get(self.victim).admits(self.men.get(self.victim).with(role, square))
            }
        }
    }

    /// Adds un-moves from the origins of quiet moves and of captures.
    fn push(
        &self,
        role: Role,
        to: Square,
        promotion: Option<Role>,
        quiet: Bitboard,
        capture: Bitboard,
        list: &mut Vec<Unmove>,
    ) {
        let mut add = |origins: Bitboard, capture: Option<Role>| {
            list.extend(
                origins
                    .into_iter()
                    .map(|from| Unmove(Move::Normal { role, from, capture, to, promotion })),
            );
        };
        add(quiet, None);
        if capture.any() {
            for victim in CAPTURABLE {
                if self.may_reappear(victim, to) {
                    add(capture, Some(victim));
                }
            }
        }
    }

    /// Adds the captures en passant by which a pawn came to a square.
    fn en_passant(&self, to: Square, list: &mut Vec<Unmove>) {
        if to.rank() != self.mover.relative_rank(Rank::Sixth) {
            return;
        }
        // The captured pawn went from `home` over `to` to `stop`.
        let square = |rank| Square::from_coords(to.file(), self.mover.relative_rank(rank));
        let (home, stop) = (square(Rank::Seventh), square(Rank::Fifth));
        if self.occupied.contains(home)
            || self.occupied.contains(stop)
            || !self.may_reappear(Role::Pawn, stop)
        {
            return;
        }
        for from in self.pawn_origins(to) & !self.occupied & !self.pawn_checking() {
            let others = self.occupied.without(to).with(from);
            let enemy_checked = self
                .board
                .attacks_to(self.enemy_king, self.mover, others.with(stop))
                .without(to)
                .any();
            // Before the double step, it was the victim's turn.
            let own_checked = attacks::pawn_attacks(self.victim, home).contains(self.own_king)
                || self.board.attacks_to(self.own_king, self.victim, others.with(home)).any();
            if !enemy_checked && !own_checked {
                list.push(Unmove(Move::EnPassant { from, to }));
            }
        }
    }

    /// Adds the castlings by which the king came to its square.
    fn castling(&self, list: &mut Vec<Unmove>) {
        let square = |file| Square::from_coords(file, self.mover.backrank());
        let king = square(File::E);
        for (side, corner) in
            [(CastlingSide::KingSide, File::H), (CastlingSide::QueenSide, File::A)]
        {
            let rook = square(corner);
            let (king_to, rook_to) = (side.king_to(self.mover), side.rook_to(self.mover));
            if self.own_king != king_to
                || !self.board.by_piece(self.mover.rook()).contains(rook_to)
                || self.occupied.contains(king)
                || self.occupied.contains(rook)
            {
                continue;
            }
            let others = self.occupied.without(king_to).without(rook_to);
            let before = others.with(king).with(rook);
            let attacked =
                |square| self.board.attacks_to(square, self.victim, others.with(rook)).any();
            let enemy_checked = attacks::rook_attacks(self.enemy_king, before).contains(rook)
                || self
                    .board
                    .attacks_to(self.enemy_king, self.mover, before)
                    .without(king_to)
                    .without(rook_to)
                    .any();
            if attacks::between(king, rook).is_disjoint(others)
                && !attacks::between(king, king_to).with(king).into_iter().any(attacked)
                && !enemy_checked
            {
                list.push(Unmove(Move::Castle { king, rook }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Chess {
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        setup
            .position(CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .expect("a position")
    }

    /// The un-moves as text, in alphabetical order.
    fn texts(position: &Chess, uncaptures: Uncaptures) -> Vec<String> {
        let mut texts: Vec<String> =
            unmoves(position, uncaptures).iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    fn quiet(fen: &str) -> Vec<String> {
        texts(&position(fen), Uncaptures::None)
    }

    fn any(fen: &str) -> Vec<String> {
        texts(&position(fen), Uncaptures::Any)
    }

    #[test]
    fn a_pawn_on_its_second_rank_has_not_moved() {
        assert!(any("4k3/8/8/8/8/8/P7/4K3 b - -").iter().all(|text| text.starts_with('K')));
        assert!(any("4k3/p7/8/8/8/8/8/4K3 w - -").iter().all(|text| text.starts_with('K')));
    }

    #[test]
    fn castling_rights_forbid_unmoves_of_king_and_rook() {
        assert!(any("4k3/8/8/8/8/8/8/R3K2R b KQ -").is_empty());
        let one_right = any("4k3/8/8/8/8/8/8/R3K2R b K -");
        assert!(one_right.iter().all(|text| text.starts_with("Ra") || text.contains("a1")));
        assert!(!one_right.contains(&"Ra8*a1[Q]".into()), "on a8 the rook gave check");
        assert!(one_right.contains(&"Ra7*a1[Q]".into()));
        // The rights of the side to move bind nothing but its own men.
        assert_eq!(quiet("r3k2r/8/8/8/8/8/8/4K3 b kq -"), quiet("r3k2r/8/8/8/8/8/8/4K3 b - -"));
    }

    #[test]
    fn a_double_check_names_the_man_that_opened_the_line() {
        assert_eq!(quiet("4k3/8/5N2/8/8/8/8/4R1K1 b - -"), ["Se4-f6"]);
        assert_eq!(
            any("4k3/8/5N2/8/8/8/8/4R1K1 b - -"),
            ["Se4*f6[B]", "Se4*f6[P]", "Se4*f6[Q]", "Se4*f6[R]", "Se4*f6[S]", "Se4-f6"]
        );
    }

    #[test]
    fn who_closes_a_line_came_along_it_or_captured() {
        let knight = any("4k3/8/8/8/4N3/8/8/4R1K1 b - -");
        assert!(!knight.contains(&"Sc3-e4".into()), "the rook gave check");
        assert!(knight.contains(&"Sc3*e4[P]".into()));
        assert!(!knight.contains(&"Sd6*e4[P]".into()), "the knight gave check");
        let bishop = quiet("7k/8/8/8/3B4/8/8/B5K1 b - -");
        assert!(bishop.iter().all(|text| !text.ends_with("d4")), "one of the bishops gave check");
        assert!(quiet("7k/8/8/8/3P4/2P5/8/B5K1 b - -").contains(&"d3-d4".into()));
    }

    #[test]
    fn some_checks_cannot_be_given() {
        assert!(any("4k3/8/3N1N2/8/8/8/8/6K1 b - -").is_empty(), "by two knights");
        assert!(any("R3k2R/8/8/8/8/8/8/6K1 b - -").is_empty(), "by rooks on either side");
        assert!(any("4k3/8/3N4/7B/8/8/8/4R1K1 b - -").is_empty(), "by three men");
        assert!(any("B3R3/8/8/8/4k3/8/8/6K1 b - -").is_empty(), "by two lines with no one between");
    }

    #[test]
    fn two_lines_opened_at_once_are_a_capture_en_passant() {
        let after = position("B3R3/8/3P4/8/4k3/8/8/6K1 b - -");
        assert_eq!(texts(&after, Uncaptures::Any), ["e5*d6 ep."]);
        let unmove = unmoves(&after, Uncaptures::GAME)[0];
        assert_eq!(unmove.uncaptured(), Some((Square::D5, Role::Pawn)));

        let before = unmove.predecessor(&after).unwrap();
        assert_eq!(before.legal_ep_square(), Some(Square::D6));
        assert_eq!(texts(&before, Uncaptures::Any), ["d7-d5"], "the double step and nothing else");
    }

    #[test]
    fn a_capture_en_passant_needs_the_double_step() {
        let by_en_passant =
            |fen: &str| any(fen).into_iter().filter(|text| text.ends_with("ep.")).count();
        assert_eq!(by_en_passant("k7/8/3P4/8/8/8/8/7K b - -"), 2);
        assert_eq!(by_en_passant("k7/8/P7/8/8/8/8/7K b - -"), 1);
        assert_eq!(by_en_passant("7k/8/8/8/8/3p4/8/K7 w - -"), 2);
        assert_eq!(by_en_passant("k7/3n4/3P4/8/8/8/8/7K b - -"), 0, "d7 was occupied");
        assert_eq!(by_en_passant("k7/8/3P4/3n4/8/8/8/7K b - -"), 0, "d5 was occupied");
        assert_eq!(by_en_passant("k7/8/3PK3/8/8/8/8/8 b - -"), 0, "the pawn on d7 gave check");
        assert_eq!(by_en_passant("k7/8/K2P3r/8/8/8/8/8 b - -"), 0, "the rook gave check");
        assert_eq!(by_en_passant("8/8/3P1k2/8/8/8/8/7K b - -"), 1, "the pawn on e5 gave check");
    }

    #[test]
    fn an_en_passant_square_names_the_last_move() {
        assert_eq!(any("4k3/8/8/8/3Pp3/8/8/4K3 b - d3"), ["d2-d4"]);
        assert!(any("4k3/8/8/8/3Pp3/8/8/4K3 b - -").len() > 1);
        assert!(any("4k3/8/8/8/3Pp3/8/8/4K3 b - -").contains(&"d2-d4".into()));
        assert_eq!(any("8/8/8/6B1/3Pp3/8/8/K1k5 b - d3"), ["d2-d4"], "the step opened the line");
        assert!(any("8/8/8/8/3Pp2B/8/8/K3k3 b - d3").is_empty(), "the step opened no line");
    }

    #[test]
    fn castling_needs_the_right_and_a_safe_path() {
        let castled = |fen: &str| any(fen).into_iter().filter(|text| text.starts_with('0')).count();
        assert_eq!(castled("k7/8/8/8/8/8/8/5RK1 b - -"), 1);
        assert_eq!(castled("7k/8/8/8/8/8/8/2KR4 b - -"), 1);
        assert_eq!(castled("2kr4/8/8/8/8/8/8/7K w - -"), 1);
        assert_eq!(castled("k3r3/8/8/8/8/8/8/5RK1 b - -"), 0, "the king was in check");
        assert_eq!(castled("k7/8/8/8/8/8/7n/5RK1 b - -"), 0, "f1 was attacked");
        assert_eq!(castled("7k/8/8/8/8/8/8/1NKR4 b - -"), 0, "b1 was occupied");
        assert_eq!(castled("7k/8/8/8/8/8/1n6/2KR4 b - -"), 0, "d1 was attacked");
        assert_eq!(castled("7k/8/8/8/8/n7/8/2KR4 b - -"), 1, "the rook may cross b1");
        assert_eq!(castled("7k/8/8/8/8/8/8/5RK1 b - -"), 0, "the rook on h1 gave check");
        assert_eq!(castled("k7/8/8/8/8/8/8/5RKR b - -"), 0, "h1 was occupied");

        let after = position("k7/8/8/8/8/8/8/5RK1 b - -");
        let castling = Unmove::of(Move::Castle { king: Square::E1, rook: Square::H1 }).unwrap();
        assert_eq!((castling.from(), castling.to()), (Square::E1, Square::G1));
        let before = castling.predecessor(&after).unwrap();
        let stated = Fen::from_position(&before, EnPassantMode::Always).to_string();
        assert_eq!(stated, "k7/8/8/8/8/8/8/4K2R w K - 0 1");
        assert!(texts(&before, Uncaptures::Any).iter().all(|text| text.starts_with('K')));
    }

    #[test]
    fn promoted_men_become_pawns() {
        let list = any("3Q4/8/8/8/8/k7/8/6K1 b - -");
        let promotions: Vec<_> = list.into_iter().filter(|text| text.contains('=')).collect();
        assert_eq!(promotions.len(), 1 + 2 * 4, "from d7, or from c7 and e7 with a capture");
        assert!(promotions.contains(&"d7-d8=Q".into()));
        assert!(promotions.contains(&"e7*d8=Q[S]".into()));
        assert!(!promotions.contains(&"e7*d8=Q[P]".into()));
        assert!(any("3q4/8/8/8/8/k7/8/6K1 w - -").iter().all(|text| !text.contains('=')));
    }

    #[test]
    fn limits_count_promoted_men_as_pawns() {
        let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
        assert!(texts(&position(full), Uncaptures::GAME).iter().all(|text| !text.contains('*')));

        // White has all his pawns: a rook or nothing else can have been captured on b8.
        let rookless = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - -";
        assert!(texts(&position(rookless), Uncaptures::GAME).contains(&"Sc6*b8[R]".into()));
        assert!(!texts(&position(rookless), Uncaptures::GAME).contains(&"Sc6*b8[Q]".into()));

        // With all pawns on the board the queen on d8 is the original one.
        let queen = "3Q4/8/8/8/7k/8/PPPPPPPP/6K1 b - -";
        assert!(any(queen).contains(&"d7-d8=Q".into()));
        assert!(!texts(&position(queen), Uncaptures::GAME).contains(&"d7-d8=Q".into()));

        let nine_pawns = "4k3/8/8/8/P7/PPPPPPPP/8/4K3 b - -";
        assert!(any(nine_pawns).contains(&"Kd1-e1".into()));
        assert!(texts(&position(nine_pawns), Uncaptures::GAME).is_empty());

        // Both bishops on dark squares: one of them is a pawn's.
        let bishops = "4k3/8/8/2B1B3/8/8/PPPPPPP1/4K3 b - -";
        assert!(unmoves(&position(bishops), Uncaptures::GAME).len() > 1);
        let bishops = "4k3/8/8/2B1B3/8/8/PPPPPPPP/4K3 b - -";
        assert!(unmoves(&position(bishops), Uncaptures::GAME).is_empty());
    }

    #[test]
    fn what_is_not_an_unmove_is_refused() {
        let after = position("k7/2K5/8/8/8/8/8/7B b - -");
        let unmove = |from| {
            let role = Role::King;
            let to = Square::C7;
            Unmove::of(Move::Normal { role, from, capture: None, to, promotion: None }).unwrap()
        };
        assert!(unmove(Square::C6).predecessor(&after).is_ok());
        let refused = unmove(Square::D7).predecessor(&after).unwrap_err();
        assert_eq!(refused.to_string(), "Kd7-c7 cannot have been the last move in this position");
        assert_eq!(Unmove::of(Move::Put { role: Role::Queen, to: Square::A1 }), None);
    }

    #[test]
    fn counters_go_back() {
        let after = position("k7/8/8/8/8/8/8/5RK1 w - - 7 30");
        let quiet = unmoves(&after, Uncaptures::None)[0].setup(&after);
        assert_eq!((quiet.halfmoves, quiet.fullmoves.get()), (6, 29));
        let capture = *unmoves(&after, Uncaptures::Any).last().unwrap();
        assert_eq!(capture.setup(&after).halfmoves, 0);
        let first = position("k7/8/8/8/8/8/8/5RK1 w - - 0 1");
        assert_eq!(unmoves(&first, Uncaptures::None)[0].setup(&first).fullmoves.get(), 1);
    }
}
