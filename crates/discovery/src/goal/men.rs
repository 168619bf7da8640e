//! The men of a position, and what they may do with the moves that each side has left.

use std::cell::OnceCell;

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Position as _, Rank, Role, Square,
    attacks::{between, bishop_attacks, queen_attacks, rook_attacks},
};

use super::{Help, Line, Moves, Step, Table};
use crate::{
    aim::{NEVER, steps},
    geometry::{OBLIQUE, STRAIGHT, between_any, king_moves, spread, within},
    mates::pawns_attack,
    walls::Walls,
};

/// The men of a position.
#[derive(Clone, Debug)]
pub(crate) struct Men<'a> {
    pub(crate) hunters: Side<'a>,
    pub(crate) defenders: Side<'a>,
    /// Whether a pawn may be taken in passing, which opens a line at once.
    pub(super) en_passant: bool,
    /// The square on which a hunter may do so, if it is their move, and the pawn.
    pub(super) passed: Option<[Square; 2]>,
}

impl<'a> Men<'a> {
    pub(crate) fn new(position: &'a Chess, hunter: Color) -> Men<'a> {
        let over = position.pseudo_legal_ep_square();
        let behind = |over: Square| {
            Square::from_coords(over.file(), hunter.fold_wb(Rank::Fifth, Rank::Fourth))
        };
        Men {
            hunters: Side::new(position, hunter),
            defenders: Side::new(position, !hunter),
            en_passant: over.is_some(),
            passed: over.filter(|_| position.turn() == hunter).map(|over| [over, behind(over)]),
        }
    }
}

/// What the men of a position may do when each side has so many moves left.
#[derive(Clone, Debug)]
pub(crate) struct Outlook<'a> {
    pub(crate) men: &'a Men<'a>,
    pub(crate) most: Moves,
    /// Squares that the king may come to.
    kings: Bitboard,
    /// Squares from which the mating man may open a line to the king, if a rider comes behind it with
    /// no move, with one, or with more.
    openings: [OnceCell<Bitboard>; 3],
}

impl<'a> Outlook<'a> {
    pub(crate) fn new(men: &'a Men<'a>, most: Moves) -> Outlook<'a> {
        let castled = men.defenders.castlings.iter().flatten().map(|castling| {
            let before = castling.before(Help::by_all(most.hunter)) + 1;
            most.defender
                .checked_sub(before)
                .map_or(Bitboard::EMPTY, |left| within(castling.to, left))
        });
        let walked = within(men.defenders.king, most.defender);
        let kings = castled.fold(walked, |all, squares| all | squares);
        Outlook { men, most, kings, openings: Default::default() }
    }

    /// Squares that the king may come to.
    pub(crate) fn kings(&self) -> Bitboard {
        self.kings
    }

    /// The same with so many moves; by castling it may go along with another man.
    pub(crate) fn kings_within(&self, moves: u32) -> Bitboard {
        let defenders = &self.men.defenders;
        match defenders.castlings.iter().flatten().next() {
            Some(_) => self.kings,
            None => within(defenders.king, moves),
        }
    }

    /// Hunters that stay where they are unless they move, but for some that are taken, if the defender has
    /// so many moves besides those of its king. If it is busy, each of these is made by a man that leaves the
    /// king's way.
    pub(super) fn walls(&self, spare: u32, is_busy: bool) -> Walls {
        let Men { hunters, defenders, en_passant, .. } = self.men;
        let men = hunters.men & !self.kings;
        if is_busy && !en_passant {
            let king = defenders.king;
            let near = within(king, self.most.defender) | defenders.castling_ways();
            let touched = defenders.touched_by(defenders.men.without(king) & near);
            return Walls { men: men & !touched, taken: 0 };
        }
        if spare == 1 && !en_passant && !defenders.promotes_within(1) {
            return Walls { men: men & !defenders.touched(), taken: 0 };
        }
        Walls { men, taken: spare }
    }

    /// Whether the mating man may open a line from a square, with a rider that has so many moves.
    pub(super) fn may_open(&self, from: Square, moves: u32) -> bool {
        self.openings(moves).contains(from)
    }

    /// Squares from which the mating man may open a line, with a rider that has so many moves.
    pub(crate) fn openings(&self, moves: u32) -> Bitboard {
        let hunters = &self.men.hunters;
        // a pawn may become the rider, and go anywhere
        if hunters.promotes <= moves {
            return Bitboard::FULL;
        }
        let moves = moves.min(2) as usize;
        *self.openings[moves].get_or_init(|| {
            let Riders { straight, oblique } = hunters.riders();
            let riders = |reach: &[Bitboard; 3]| {
                reach[..=moves].iter().fold(Bitboard::EMPTY, |all, &some| all | some)
            };
            between_any(riders(straight), self.kings, &STRAIGHT)
                | between_any(riders(oblique), self.kings, &OBLIQUE)
        })
    }
}

/// Where riders may come to.
#[derive(Clone, Copy, Debug)]
struct Riders {
    /// Squares on which rooks and queens stand, those they come to with one move, and with more.
    straight: [Bitboard; 3],
    /// The same of bishops and queens.
    oblique: [Bitboard; 3],
}

impl Riders {
    fn new(board: &Board, men: Bitboard) -> Riders {
        let queens = men & board.queens();
        let from = |men: Bitboard, attacks: fn(Square, Bitboard) -> Bitboard| {
            men.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(from, Bitboard::EMPTY))
        };
        let straight = from(men & board.rooks_and_queens(), rook_attacks);
        let oblique = from(men & board.bishops_and_queens(), bishop_attacks);
        let of_queens = from(queens, queen_attacks);
        let everywhere = |any: bool| if any { Bitboard::FULL } else { Bitboard::EMPTY };
        let colours = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
        let colours =
            colours.into_iter().filter(|&squares| (men & board.bishops() & squares).any());
        let of_bishops = colours.fold(Bitboard::EMPTY, |all, squares| all | squares);
        Riders {
            straight: [
                men & board.rooks_and_queens(),
                straight | of_queens,
                everywhere((men & board.rooks_and_queens()).any()),
            ],
            oblique: [
                men & board.bishops_and_queens(),
                oblique | of_queens,
                of_bishops | everywhere(queens.any()),
            ],
        }
    }
}

/// The men of a side.
#[derive(Clone, Debug)]
pub(crate) struct Side<'a> {
    pub(crate) board: &'a Board,
    pub(crate) color: Color,
    pub(crate) men: Bitboard,
    pub(crate) king: Square,
    pub(crate) castlings: [Option<Castling>; 2],
    riders: OnceCell<Riders>,
    touched: OnceCell<Bitboard>,
    /// The fewest moves of a pawn to the last rank.
    pub(super) promotes: u32,
}

impl<'a> Side<'a> {
    fn new(position: &'a Chess, color: Color) -> Side<'a> {
        let board = position.board();
        let men = board.by_color(color);
        let king = board.king_of(color).expect("there are two kings");
        let castlings = CastlingSide::ALL.map(|side| {
            let rook = position.castles().rook(color, side)?;
            let between = between(king, rook);
            let in_the_way = (between & men).count() as u32;
            let [to, rook_to] = [side.king_to(color), side.rook_to(color)];
            Some(Castling { wing: side, to, rook, rook_to, between, in_the_way })
        });
        Side {
            riders: OnceCell::new(),
            touched: OnceCell::new(),
            board,
            color,
            men,
            king,
            castlings,
            promotes: to_last_rank(color, men & board.pawns()),
        }
    }

    /// The fewest moves of a pawn to the last rank, but for some.
    pub(crate) fn promotes_besides(&self, some: Bitboard) -> u32 {
        to_last_rank(self.color, self.of_role(Role::Pawn) & !some)
    }

    /// Squares between the king and the rooks with which it may castle.
    pub(crate) fn castling_ways(&self) -> Bitboard {
        let castlings = self.castlings.iter().flatten();
        castlings.fold(Bitboard::EMPTY, |squares, castling| squares | castling.between)
    }

    /// King and rooks, and who stands between them, if it may castle in so many moves, with some
    /// help.
    pub(super) fn castlers(&self, most: u32, help: Help) -> Bitboard {
        let in_time = |castling: &Castling| castling.before(help) < most;
        match self.castlings.iter().flatten().any(in_time) {
            true => self.may_castle(),
            false => Bitboard::EMPTY,
        }
    }

    /// King and rooks, and who stands between them, if it may castle ever.
    pub(crate) fn may_castle(&self) -> Bitboard {
        match self.castlings.iter().flatten().next() {
            Some(_) => self.of_role(Role::Rook).with(self.king) | self.men & self.castling_ways(),
            None => Bitboard::EMPTY,
        }
    }

    /// Men of a kind that get somewhere in so many moves.
    pub(super) fn within(&self, role: Role, moves: &Table, most: u32) -> Bitboard {
        self.of_role(role) & moves.within(most)
    }

    /// The pawns, if one may promote in so many moves.
    pub(super) fn promoters(&self, most: u32) -> Bitboard {
        if self.promotes <= most { self.of_role(Role::Pawn) } else { Bitboard::EMPTY }
    }

    /// Men of a kind.
    pub(crate) fn of_role(&self, role: Role) -> Bitboard {
        self.men & self.board.by_role(role)
    }

    /// Squares that men of a kind, also born on the way, may come to in so many moves, and more where
    /// it is not worth knowing.
    pub(crate) fn reach(&self, role: Role, moves: u32) -> Bitboard {
        let men = self.of_role(role);
        match (role, moves) {
            (Role::King | Role::Pawn, _) => Bitboard::FULL,
            _ if self.promotes <= moves => Bitboard::FULL,
            (_, 0) => Bitboard::EMPTY,
            (_, 1) => spread(role, men),
            (Role::Knight, 2) => spread(role, men) | spread(role, spread(role, men)),
            _ => Bitboard::FULL,
        }
    }

    /// Whether a pawn may promote with so many moves.
    pub(crate) fn promotes_within(&self, moves: u32) -> bool {
        self.promotes <= moves
    }

    /// The fewest moves that a man of a kind needs, with some help to castle.
    #[inline]
    pub(super) fn nearest(&self, role: Role, moves: &Table, help: Help) -> u32 {
        let walks = moves.nearest(self.of_role(role));
        match role {
            Role::King => {
                let castled = self.castled(help, |to| moves.nearest(to.into()));
                castled.fold(walks, u32::min)
            }
            _ => walks,
        }
    }

    /// Moves of the king to one of some squares; it may castle first.
    #[inline]
    pub(super) fn king(&self, goals: Bitboard, help: Help) -> u32 {
        let castled = self.castled(help, |from| king_moves(from, goals));
        castled.fold(king_moves(self.king, goals), u32::min)
    }

    /// The same among men of its own, if it is no more than these.
    pub(super) fn king_among(
        &self,
        walls_of: impl Fn() -> Walls,
        goals: Bitboard,
        help: Help,
        most: u32,
    ) -> Option<u32> {
        let walls = OnceCell::new();
        let walls = || *walls.get_or_init(&walls_of);
        let freely = king_moves(self.king, goals);
        let walks = match (self.men & within(self.king, freely)).without(self.king).is_empty() {
            true => Some(freely).filter(|&moves| moves <= most),
            false if freely > most => None,
            false => walls().moves(self.king, goals, 0, most),
        };
        let castled = self.castled(help, |from| match king_moves(from, goals) {
            moves if moves >= most => NEVER,
            _ => self.after_castling(walls()).moves(from, goals, 0, most).unwrap_or(NEVER),
        });
        castled.filter(|&moves| moves <= most).chain(walks).min()
    }

    /// Men in the way of the king when it has castled: who was in the way of that, and the rook, are gone.
    pub(super) fn after_castling(&self, walls: Walls) -> Walls {
        let gone = self.castling_ways() | self.of_role(Role::Rook);
        Walls { men: walls.men & !gone, ..walls }
    }

    /// Men that may be in the way of the king to some squares, if they are.
    pub(super) fn in_the_way_to(&self, goals: Bitboard, most: u32) -> Bitboard {
        let men = self.men.without(self.king);
        let freely = king_moves(self.king, goals);
        let walls = Walls { men, taken: 0 };
        if freely == 0 {
            return Bitboard::EMPTY;
        }
        let walks = walls.moves(self.king, goals, 0, freely).is_some();
        let corridor = if walks { Bitboard::EMPTY } else { within(self.king, most) };
        let castled = self.castlings.iter().flatten().map(|castling| within(castling.to, most));
        men & castled.fold(corridor, |all, squares| all | squares)
    }

    /// Squares that its men touch with one move, if nothing is in their way.
    pub(super) fn touched(&self) -> Bitboard {
        *self.touched.get_or_init(|| self.touched_by(self.men))
    }

    /// The same of some of its men.
    fn touched_by(&self, men: Bitboard) -> Bitboard {
        Role::ALL.into_iter().fold(Bitboard::EMPTY, |touched, role| match role {
            Role::Pawn => touched | pawns_attack(men & self.of_role(role), self.color),
            _ => touched | spread(role, men & self.of_role(role)),
        })
    }

    /// Men that may be behind a line.
    pub(super) fn riders_on(&self, line: &Line) -> Bitboard {
        self.of_role(line.role()) | self.of_role(Role::Queen)
    }

    /// Men of whom one may come behind a line, and what they would guard from there with nothing in their way.
    pub(super) fn behind(&self, line: &Line) -> [Bitboard; 2] {
        let riders = self.riders_on(line);
        let kinds = [line.role(), Role::Queen].into_iter();
        let kinds = kinds.filter(|&role| (riders & self.board.by_role(role)).any());
        let guarded = kinds.map(|role| spread(role, line.behind));
        [riders, guarded.fold(Bitboard::EMPTY, |all, squares| all | squares)]
    }

    /// Moves of the king if it castles, and those that come then.
    pub(super) fn castled(
        &self,
        help: Help,
        then: impl Fn(Square) -> u32,
    ) -> impl Iterator<Item = u32> {
        let castlings = self.castlings.iter().flatten();
        castlings.map(move |castling| castling.before(help) + 1 + then(castling.to))
    }

    fn riders(&self) -> &Riders {
        self.riders.get_or_init(|| Riders::new(self.board, self.men))
    }

    /// Moves of a rider to the squares behind a line; a pawn may become one.
    #[inline]
    pub(super) fn rider(&self, line: &Line) -> u32 {
        self.rider_or(line, self.promotes)
    }

    /// The same if a pawn becomes one with so many moves.
    #[inline]
    pub(super) fn rider_or(&self, line: &Line, promotes: u32) -> u32 {
        let riders = self.riders();
        let [now, next, ever] = if line.straight { riders.straight } else { riders.oblique };
        let moves = match line.behind {
            behind if (behind & now).any() => 0,
            behind if (behind & next).any() => 1,
            behind if (behind & ever).any() => 2,
            _ => NEVER,
        };
        moves.min(promotes)
    }

    /// Moves of two men: castling is a move of both, if they are king and rook.
    pub(super) fn together(&self, one: u32, other: Step, spare: u32) -> u32 {
        let Step { moves, castles, .. } = other;
        let at_once = |castling: &Castling| castling.before(Help::moves(spare)) == 0;
        let saved = castles && one > 0 && moves > 0 && self.castlings.iter().flatten().any(at_once);
        one + moves - u32::from(saved)
    }
}

/// The fewest moves of one of some pawns to the last rank.
fn to_last_rank(color: Color, pawns: Bitboard) -> u32 {
    let most_advanced = color.fold_wb(pawns.last(), pawns.first());
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    most_advanced.map_or(NEVER, |pawn| steps(color, pawn, last))
}

/// A castling that may come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling {
    wing: CastlingSide,
    /// Where the king goes.
    pub(crate) to: Square,
    pub(crate) rook: Square,
    /// Where the rook goes.
    pub(crate) rook_to: Square,
    /// The squares between king and rook.
    pub(crate) between: Bitboard,
    /// Men of the same side that stand there.
    pub(crate) in_the_way: u32,
}

impl Castling {
    /// Moves that are needed before: the men in the way have to leave, unless the other side takes
    /// them and leaves, which costs it two moves for each. On the long wing a rook or a queen may take
    /// two in a row; next to the king it would check.
    pub(super) fn before(&self, help: Help) -> u32 {
        let in_a_row = self.between.count() > 2 && help.moves >= 3;
        let taken = (help.moves + u32::from(in_a_row)) / 2;
        self.in_the_way.saturating_sub(taken + help.leaves[self.wing as usize])
    }
}
