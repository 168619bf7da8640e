//! What every solver asks of the rules, whichever path answers.

use std::fmt::Debug;

use crate::{
    foresight::Quest,
    geometry::Square,
    man::{Man, Side},
    moves::Move,
    position::{Position, Undo},
};

/// A position that can be played on: the general path ([`Position`]) and the orthodox fast path
/// ([`Orthodox`](crate::Orthodox)).
///
/// ```
/// use solusrex_rules::{Orthodox, Position, Rules, Side};
///
/// /// Whether the side to move can mate at once.
/// fn mates_in_one<R: Rules>(position: &mut R) -> bool {
///     let moves = position.legal_moves();
///     moves.iter().any(|mv| {
///         let undo = position.play(mv);
///         let mated = position.is_checkmate();
///         position.undo(undo);
///         mated
///     })
/// }
///
/// let fen = "7k/8/6K1/8/8/8/8/R7 w - -";
/// assert!(mates_in_one(&mut Position::from_fen(fen, &Default::default())?));
/// assert!(mates_in_one(&mut Orthodox::from_fen(fen)?));
/// # Ok::<(), solusrex_rules::notation::NotationError>(())
/// ```
pub trait Rules: Clone {
    /// A move; it means something only in the position it was made for.
    type Move: Copy + Eq + Debug;
    /// What takes a move back.
    type Undo: Send;

    /// Whether moves are worked out faster than something is found in a large table.
    const QUICK: bool = false;

    /// Who is to move.
    fn side_to_move(&self) -> Side;

    /// The legal moves, in place of what `moves` held.
    fn legal_moves_into(&mut self, moves: &mut Vec<Self::Move>);

    /// The legal moves, in place of what `moves` held, but for some that surely do not do what is
    /// asked for.
    fn legal_moves_toward(&mut self, quest: Quest, moves: &mut Vec<Self::Move>) {
        let _ = quest;
        self.legal_moves_into(moves);
    }

    /// The legal moves, in place of what `moves` held, but for some after which the other side surely
    /// cannot do to the mover what is asked for by its next move.
    fn legal_moves_before(&mut self, quest: Quest, moves: &mut Vec<Self::Move>) {
        let _ = quest;
        self.legal_moves_into(moves);
    }

    /// Makes a legal move.
    fn play(&mut self, mv: &Self::Move) -> Self::Undo;

    /// Makes a legal move only to see what comes of it: until it is taken back [`Rules::key`] means
    /// nothing.
    fn try_out(&mut self, mv: &Self::Move) -> Self::Undo {
        self.play(mv)
    }

    /// Takes back the last move made.
    fn undo(&mut self, undo: Self::Undo);

    /// Gives the move to the other side, as if the side to move had passed: what would it do now?
    /// A double step just made is forgotten. The side that passes must not be in check.
    fn pass(&mut self) -> Self::Undo;

    /// Whether a royal man of `side` is attacked.
    fn in_check(&self, side: Side) -> bool;

    /// The moves of the side to move, also those that leave its own royal men to capture; none of
    /// them captures a royal man. Only the general path knows such moves: the fast path has the
    /// legal ones.
    fn heedless_moves_into(&mut self, moves: &mut Vec<Self::Move>);

    /// The moves that get a number where moves are asked for by number, as Popeye numbers them: the
    /// legal ones, and on two boards also those that are only unsafe before the man changes boards.
    fn counted_moves_into(&mut self, moves: &mut Vec<Self::Move>) {
        self.legal_moves_into(moves);
    }

    /// What a move of this position does: from where to where, what it captures, what it becomes.
    fn outline(&self, mv: &Self::Move) -> Move;

    /// The man on a square.
    fn man_on(&self, square: Square) -> Option<Man>;

    /// Tells every man with its square, in any order.
    fn each_man(&self, each: impl FnMut(Square, Man));

    /// Whether more is to be known of the position than its men and who is to move: somebody has kept a
    /// right to castle, or a double step can be answered en passant.
    fn has_rights(&self) -> bool;

    /// Whether a man is captured.
    fn is_capture(&self, mv: &Self::Move) -> bool;

    /// A key of the position for transposition tables.
    fn key(&self) -> u128;

    /// The key after a move, if it is seen without making it; `again` if the mover moves again then, the
    /// other side passing.
    fn key_after(&self, mv: &Self::Move, again: bool) -> Option<u128> {
        let _ = (mv, again);
        None
    }

    /// The move as composers write it: `Sg1-f3`, `e7*d8=Q`.
    fn long(&self, mv: &Self::Move) -> String;

    /// Where the man on a square stood when play began, if that is kept.
    fn origin(&self, square: Square) -> Option<Square> {
        let _ = square;
        None
    }

    /// The legal moves.
    fn legal_moves(&mut self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Whether the side to move has a legal move.
    fn has_legal_move(&mut self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Whether the side to move has a legal move of which something holds; moves are looked for only
    /// until one is found.
    fn has_legal_move_such(
        &mut self,
        mut holds: impl FnMut(&mut Self, &Self::Move) -> bool,
    ) -> bool {
        let moves = self.legal_moves();
        moves.iter().any(|mv| holds(self, mv))
    }

    /// Whether the side to move is seen at a glance to have a legal move that does not give check.
    fn has_quiet_move(&mut self) -> bool {
        false
    }

    /// Whether the side to move is attacked and has no legal move.
    fn is_checkmate(&mut self) -> bool {
        self.in_check(self.side_to_move()) && !self.has_legal_move()
    }

    /// Whether the side to move is not attacked and has no legal move.
    fn is_stalemate(&mut self) -> bool {
        !self.in_check(self.side_to_move()) && !self.has_legal_move()
    }

    /// The number of lines of `depth` half-moves.
    fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        count(self, depth, &mut Vec::new())
    }
}

/// Counts with lists of moves that are used again and again; `spare` are those not in use.
fn count<R: Rules>(position: &mut R, depth: u32, spare: &mut Vec<Vec<R::Move>>) -> u64 {
    let mut moves = spare.pop().unwrap_or_default();
    position.legal_moves_into(&mut moves);
    let mut leaves = 0;
    if depth == 1 {
        leaves = moves.len() as u64;
    } else {
        for mv in &moves {
            let undo = position.play(mv);
            leaves += count(position, depth - 1, spare);
            position.undo(undo);
        }
    }
    spare.push(moves);
    leaves
}

impl Rules for Position {
    type Move = Move;
    type Undo = Undo;

    fn side_to_move(&self) -> Side {
        Position::side_to_move(self)
    }

    fn legal_moves_into(&mut self, moves: &mut Vec<Move>) {
        Position::legal_moves_into(self, moves);
    }

    fn legal_moves_toward(&mut self, quest: Quest, moves: &mut Vec<Move>) {
        Position::legal_moves_toward(self, quest, moves);
    }

    fn legal_moves_before(&mut self, quest: Quest, moves: &mut Vec<Move>) {
        Position::legal_moves_before(self, quest, moves);
    }

    fn play(&mut self, mv: &Move) -> Undo {
        Position::play(self, mv)
    }

    fn try_out(&mut self, mv: &Move) -> Undo {
        Position::try_out(self, mv)
    }

    fn undo(&mut self, undo: Undo) {
        Position::undo(self, undo);
    }

    fn pass(&mut self) -> Undo {
        Position::pass(self)
    }

    fn in_check(&self, side: Side) -> bool {
        Position::in_check(self, side)
    }

    fn heedless_moves_into(&mut self, moves: &mut Vec<Move>) {
        moves.clear();
        self.pseudo_legal_moves(moves);
        let royal = |at| self.man(at).is_some_and(|man| man.royal);
        moves.retain(|mv| !mv.captured.is_some_and(royal));
    }

    fn counted_moves_into(&mut self, moves: &mut Vec<Move>) {
        if !self.variant().alice {
            return self.legal_moves_into(moves);
        }
        moves.clear();
        self.pseudo_legal_moves(moves);
        let side = self.side_to_move();
        moves.retain(|mv| {
            let undo = Position::try_out(self, mv);
            let safe = !Position::in_check(self, side);
            Position::undo(self, undo);
            safe
        });
    }

    fn outline(&self, mv: &Move) -> Move {
        *mv
    }

    fn man_on(&self, square: Square) -> Option<Man> {
        self.man(square)
    }

    fn each_man(&self, mut each: impl FnMut(Square, Man)) {
        self.men().for_each(|(square, man)| each(square, man));
    }

    fn has_rights(&self) -> bool {
        !self.unmoved().is_empty() || self.en_passant().is_some()
    }

    fn has_legal_move(&mut self) -> bool {
        Position::has_legal_move(self)
    }

    fn has_legal_move_such(&mut self, holds: impl FnMut(&mut Position, &Move) -> bool) -> bool {
        Position::has_legal_move_such(self, holds)
    }

    fn is_capture(&self, mv: &Move) -> bool {
        mv.captured.is_some()
    }

    fn key(&self) -> u128 {
        Position::key(self)
    }

    fn key_after(&self, mv: &Move, again: bool) -> Option<u128> {
        Position::key_after(self, mv, again)
    }

    fn long(&self, mv: &Move) -> String {
        Position::long(self, mv)
    }
}
