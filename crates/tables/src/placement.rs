//! Men of an ending on their squares, and the rules of chess played with them by plain bitboards.
//!
//! There is no castling and, because tables do not hold the right to it, no en passant except right
//! after a double step: [`Placement::en_passant`].

use std::ops::ControlFlow;

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Piece, PositionError, Role, Setup,
    Square, attacks,
};

use crate::{
    ending::{Man, index},
    layout::Squares,
};

/// A move of one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// Who moves, in the order of the men.
    pub(crate) man: usize,
    /// Where to.
    pub(crate) to: u8,
    /// Who is captured.
    pub(crate) victim: Option<usize>,
    /// What a pawn becomes.
    pub(crate) promotion: Option<Role>,
}

/// Every man on a square of his own, the kings apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement<'a> {
    pub(crate) men: &'a [Man],
    pub(crate) squares: Squares,
    /// Where White's men stand, and Black's.
    sides: [Bitboard; 2],
}

fn square(number: u8) -> Square {
    Square::new(u32::from(number & 63))
}

/// What becomes of a man that moves.
const UNCHANGED: [Option<Role>; 1] = [None];
const PROMOTED: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];

/// What a man attacks.
#[inline]
pub(crate) fn attacked_by(man: Man, from: Square, occupied: Bitboard) -> Bitboard {
    match man.role {
        Role::Pawn => attacks::pawn_attacks(man.colour, from),
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
    }
}

/// Who hinders the moves of a side: where a man must go against a check, and which men are pinned.
struct Checks {
    /// Where a man other than the king may go: anywhere, or between king and checker, or nowhere.
    remedies: Bitboard,
    /// Men that may only move on a line with their king.
    pinned: Bitboard,
}

impl<'a> Placement<'a> {
    /// The men on these squares; none when two share one or the kings touch.
    pub(crate) fn new(men: &'a [Man], squares: Squares) -> Option<Placement<'a>> {
        Placement::without(men, squares, 0)?.with(0, squares[0])
    }

    /// All men but one, who is still to come.
    pub(crate) fn without(men: &'a [Man], squares: Squares, one: usize) -> Option<Placement<'a>> {
        let mut sides = [Bitboard::EMPTY; 2];
        for man in (0..men.len()).filter(|&man| man != one) {
            let at = square(squares[man]);
            if (sides[0] | sides[1]).contains(at) {
                return None;
            }
            sides[index(men[man].colour)].add(at);
        }
        let placement = Placement { men, squares, sides };
        (one < 2 || placement.kings_apart()).then_some(placement)
    }

    /// The one man put on a square; none when it is taken, or touches the other king's.
    #[inline]
    pub(crate) fn with(&self, one: usize, at: u8) -> Option<Placement<'a>> {
        let mut placement = *self;
        placement.squares[one] = at;
        placement.sides[index(self.men[one].colour)].add(square(at));
        let free = !self.occupied().contains(square(at));
        (free && (one >= 2 || placement.kings_apart())).then_some(placement)
    }

    #[inline]
    fn kings_apart(&self) -> bool {
        !attacks::king_attacks(self.at(0)).contains(self.at(1))
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    fn at(&self, man: usize) -> Square {
        square(self.squares[man])
    }

    /// The men of a side, by their numbers.
    #[inline]
    fn side(&self, colour: Color) -> impl Iterator<Item = usize> + use<'a> {
        let men = self.men;
        (0..men.len()).filter(move |&man| men[man].colour == colour)
    }

    /// Whether the king of a side is attacked.
    #[inline]
    pub(crate) fn in_check(&self, colour: Color) -> bool {
        self.attacks_to(self.at(index(colour)), !colour, self.occupied(), None)
    }

    /// Whether this is a position with a side to move: the other one is not in check.
    #[inline]
    pub(crate) fn is_position(&self, to_move: Color) -> bool {
        !self.in_check(!to_move)
    }

    /// Whether a side attacks a square, when the board is occupied so and one man is gone.
    #[inline]
    fn attacks_to(
        &self,
        target: Square,
        by: Color,
        occupied: Bitboard,
        gone: Option<usize>,
    ) -> bool {
        self.side(by).any(|man| {
            Some(man) != gone && attacked_by(self.men[man], self.at(man), occupied).contains(target)
        })
    }

    #[inline]
    fn checks(&self, to_move: Color) -> Checks {
        let king = self.at(index(to_move));
        let occupied = self.occupied();
        let mut remedies = Bitboard::FULL;
        let mut pinned = Bitboard::EMPTY;
        for man in self.side(!to_move) {
            let from = self.at(man);
            if !attacked_by(self.men[man], from, Bitboard::EMPTY).contains(king) {
                continue;
            }
            let between = attacks::between(king, from) & occupied;
            if between.is_empty() {
                remedies &= attacks::between(king, from).with(from);
            } else if !between.more_than_one() {
                pinned |= between & self.sides[index(to_move)];
            }
        }
        Checks { remedies, pinned }
    }

    /// Visits every man of a side that has a legal move, with the squares he may go to, until the
    /// visitor breaks off.
    #[inline]
    pub(crate) fn targets<B>(
        &self,
        to_move: Color,
        mut visit: impl FnMut(usize, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupied = self.occupied();
        let own = self.sides[index(to_move)];
        let king = index(to_move);

        // the king must not hide from a line in his own shadow
        let without_king = occupied.without(self.at(king));
        let mut flights = attacks::king_attacks(self.at(king)) & !own;
        for foe in self.side(!to_move) {
            flights &= !attacked_by(self.men[foe], self.at(foe), without_king);
        }
        visit(king, flights)?;

        let checks = self.checks(to_move);
        for man in self.side(to_move).filter(|&man| man != king) {
            let from = self.at(man);
            let targets = match self.men[man].role {
                Role::Pawn => self.pawn_targets(man),
                _ => attacked_by(self.men[man], from, occupied) & !own,
            };
            let mut allowed = checks.remedies;
            if checks.pinned.contains(from) {
                allowed &= attacks::ray(self.at(king), from);
            }
            visit(man, targets & allowed)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every legal move of a side, until the visitor breaks off.
    pub(crate) fn moves<B>(
        &self,
        to_move: Color,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.targets(to_move, |man, targets| self.moves_of(man, targets, &mut visit))
    }

    /// Visits the moves of a man to some squares.
    pub(crate) fn moves_of<B>(
        &self,
        man: usize,
        targets: Bitboard,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let promotes = self.men[man].role == Role::Pawn && targets.intersects(Bitboard::BACKRANKS);
        let promotions: &[Option<Role>] = if promotes { &PROMOTED } else { &UNCHANGED };
        for to in targets {
            let victim = if self.occupied().contains(to) { self.man_on(to) } else { None };
            for &promotion in promotions {
                visit(Move { man, to: to as u8, victim, promotion })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn pawn_targets(&self, man: usize) -> Bitboard {
        let (from, colour) = (self.at(man), self.men[man].colour);
        let occupied = self.occupied();
        let foes = self.sides[index(!colour)];
        let (ahead, third) = match colour {
            Color::White => (8, Bitboard::from_rank(shakmaty::Rank::Third)),
            Color::Black => (-8, Bitboard::from_rank(shakmaty::Rank::Sixth)),
        };
        let step = Bitboard::from_square(from).shift(ahead) & !occupied;
        let double = (step & third).shift(ahead) & !occupied;
        step | double | (attacks::pawn_attacks(colour, from) & foes)
    }

    /// Whose square it is.
    pub(crate) fn man_on(&self, square: Square) -> Option<usize> {
        (0..self.men.len()).find(|&man| self.at(man) == square)
    }

    /// Whether a side has a legal move.
    #[inline]
    pub(crate) fn has_move(&self, to_move: Color) -> bool {
        let can_go = |_, targets: Bitboard| match targets.any() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.targets(to_move, can_go).is_break()
    }

    /// Whether a move is a pawn's double step.
    pub(crate) fn is_double_step(&self, mv: &Move) -> bool {
        self.men[mv.man].role == Role::Pawn && self.squares[mv.man].abs_diff(mv.to) == 16
    }

    /// The legal en-passant captures of a pawn that has just made a double step: who captures, and
    /// where he goes.
    pub(crate) fn en_passant(&self, stepped: usize) -> impl Iterator<Item = Move> + '_ {
        let colour = self.men[stepped].colour;
        let at = self.at(stepped);
        let back = if colour == Color::White { -8 } else { 8 };
        let passed = at.offset(back);
        let king = self.at(index(!colour));
        self.side(!colour).filter_map(move |man| {
            let (from, to) = (self.at(man), passed?);
            let captures = self.men[man].role == Role::Pawn
                && attacks::pawn_attacks(!colour, from).contains(to);
            let occupied = self.occupied().without(from).without(at).with(to);
            let legal = captures && !self.attacks_to(king, colour, occupied, Some(stepped));
            let mv = Move { man, to: to as u8, victim: Some(stepped), promotion: None };
            legal.then_some(mv)
        })
    }

    /// The placement after a move without capture or promotion.
    pub(crate) fn after_quiet(&self, mv: &Move) -> Placement<'a> {
        let mut after = *self;
        let side = &mut after.sides[index(self.men[mv.man].colour)];
        side.toggle(self.at(mv.man));
        side.toggle(square(mv.to));
        after.squares[mv.man] = mv.to;
        after
    }

    /// The position as shakmaty has it; none when it is no position.
    pub(crate) fn chess(&self, to_move: Color) -> Option<Chess> {
        let mut board = Board::empty();
        for (man, &at) in self.men.iter().zip(&self.squares) {
            board.set_piece_at(square(at), Piece { color: man.colour, role: man.role });
        }
        let setup = Setup { board, turn: to_move, ..Setup::empty() };
        // a check that no last move can have given is fine: tables hold it too
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }
}

/// The men on their squares in Forsyth's notation, whether it is a position or not.
pub(crate) fn fen(men: &[Man], squares: &Squares, to_move: Color) -> String {
    let mut board = Board::empty();
    for (man, &at) in men.iter().zip(squares) {
        board.set_piece_at(square(at), Piece { color: man.colour, role: man.role });
    }
    format!("{} {} - - 0 1", board.board_fen(), to_move.char())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::{EnPassantMode, Position};

    use super::*;
    use crate::{Ending, Layout};

    type Written = (u8, u8, Option<Role>);

    fn written(chess: &Chess) -> BTreeSet<Written> {
        let moves = chess.legal_moves();
        moves.iter().map(|mv| (mv.from().unwrap() as u8, mv.to() as u8, mv.promotion())).collect()
    }

    /// Random placements of every ending of up to five men and some of six.
    fn random_placements(mut look: impl FnMut(&Layout, Squares)) {
        let six = ["KQRBKN", "KPPKPP", "KQPKRP", "KBNPKR"].map(|name| name.parse().unwrap());
        for ending in (2..=5).flat_map(Ending::all).chain(six) {
            let layout = Layout::new(ending);
            let both_have_pawns =
                Color::ALL.iter().all(|&colour| ending.count(Man { colour, role: Role::Pawn }) > 0);
            for i in 1..=if both_have_pawns { 4000 } else { 400 } {
                let slot = u64::wrapping_mul(i, 0x9e37_79b9_7f4a_7c15) % layout.slots();
                look(&layout, layout.squares(slot));
            }
        }
    }

    #[test]
    fn legal_moves_are_shakmatys() {
        let mut positions = 0;
        random_placements(|layout, squares| {
            let Some(placement) = Placement::new(layout.men(), squares) else { return };
            for side in Color::ALL {
                let chess = placement.chess(side);
                assert_eq!(placement.is_position(side), chess.is_some());
                let Some(chess) = chess else { continue };
                let mut found = BTreeSet::new();
                let _: ControlFlow<()> = placement.moves(side, |mv| {
                    assert!(found.insert((squares[mv.man], mv.to, mv.promotion)));
                    let victim = chess.board().piece_at(square(mv.to));
                    let seen = mv.victim.map(|man| layout.men()[man]);
                    assert_eq!(
                        seen.map(|man| (man.colour, man.role)),
                        victim.map(|p| (p.color, p.role))
                    );
                    ControlFlow::Continue(())
                });
                assert_eq!(found, written(&chess), "{}", fen(layout.men(), &squares, side));
                assert_eq!(placement.has_move(side), !found.is_empty());
                assert_eq!(placement.in_check(side), chess.is_check());
                positions += 1;
            }
        });
        assert!(positions > 50_000, "{positions}");
    }

    #[test]
    fn en_passant_is_shakmatys() {
        let mut captures = 0;
        random_placements(|layout, squares| {
            let Some(placement) = Placement::new(layout.men(), squares) else { return };
            for side in Color::ALL {
                let Some(chess) = placement.chess(side) else { continue };
                let _: ControlFlow<()> = placement.moves(side, |mv| {
                    if placement.is_double_step(&mv) {
                        let after = placement.after_quiet(&mv);
                        let found: BTreeSet<Written> = after
                            .en_passant(mv.man)
                            .map(|mv| (squares[mv.man], mv.to, None))
                            .collect();
                        let played = chess.legal_moves().into_iter().find(|m| {
                            m.from() == Some(square(squares[mv.man])) && m.to() == square(mv.to)
                        });
                        let next = chess.clone().play(played.unwrap()).unwrap();
                        let with = written(&next);
                        assert_eq!(
                            next.ep_square(EnPassantMode::Legal).is_some(),
                            !found.is_empty()
                        );
                        let without = written(&after.chess(!side).unwrap());
                        assert_eq!(
                            with.difference(&without).copied().collect::<BTreeSet<_>>(),
                            found
                        );
                        captures += found.len();
                    }
                    ControlFlow::Continue(())
                });
            }
        });
        assert!(captures > 100, "{captures}");
    }
}
