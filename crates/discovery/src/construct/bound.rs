//! Which positions are too far from the diagram, or from the start, to lie on a game of the length
//! asked for.
//!
//! Each man of the later position was a man of the earlier one. The moves that they need at least
//! are an assignment problem; men too many must be captured, and who changes files as a pawn must
//! capture them ([`solusrex_problems::paths`]). One of the two positions is fixed, so a man's costs
//! to or from each of the fixed men are a row of 16 bytes.

use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, File, Position as _, Role, Square};
use solusrex_problems::paths::{NEVER, Paths, assign_by};
use solusrex_rules::{Colour, KindId, Man, Side};

/// The costs of one side's men, to the men of the diagram or from those of the start.
type Row = [u8; 16];

/// Distances to the diagram and from the start.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    goal: [Fixed; 2],
    /// The start as it stands, and as it would stand after castling to either wing.
    start: [Vec<Fixed>; 2],
    start_rights: Bitboard,
    goal_rights: Bitboard,
}

/// The men of one side that are fixed.
#[derive(Clone, Debug)]
struct Fixed {
    count: usize,
    /// The greatest number of captures that is told apart.
    most_captures: usize,
    /// By number of captures, role and square of the other man.
    rows: Vec<Row>,
    /// The least cost of each row.
    least: Vec<u8>,
}

/// No pawn can make use of more captures.
const MOST_CAPTURES: usize = 6;

/// The men of one side: role and square of each.
struct Crew {
    men: [u16; 16],
    count: usize,
}

impl Crew {
    fn of(board: &Board, side: Color) -> Crew {
        let mut crew = Crew { men: [0; 16], count: 0 };
        let own = board.by_color(side);
        for role in Role::ALL {
            for square in own & board.by_role(role) {
                crew.men[crew.count % 16] = index(role, square);
                crew.count += 1;
            }
        }
        crew
    }

    fn men(&self) -> &[u16] {
        &self.men[..self.count.min(16)]
    }

    /// With king and rook as they stand after castling.
    fn castled(mut self, side: Color, wing: CastlingSide, rook: Square) -> Crew {
        let king = Square::from_coords(File::E, side.backrank());
        for (role, from, to) in
            [(Role::King, king, wing.king_to(side)), (Role::Rook, rook, wing.rook_to(side))]
        {
            if let Some(man) = self.men.iter_mut().find(|man| **man == index(role, from)) {
                *man = index(role, to);
            }
        }
        self
    }
}

fn index(role: Role, square: Square) -> u16 {
    (role as u16 - 1) * 64 + square as u16
}

/// The rook with which a side may castle to a wing.
fn castling_rook(rights: Bitboard, side: Color, wing: CastlingSide) -> Option<Square> {
    let file = if wing.is_king_side() { File::H } else { File::A };
    let rook = Square::from_coords(file, side.backrank());
    rights.contains(rook).then_some(rook)
}

impl Bound {
    pub(super) fn new(start: &Chess, goal: &Chess) -> Bound {
        let mut diagram = [None; 64];
        for (square, piece) in goal.board().iter() {
            diagram[usize::from(square)] = Some(man(piece.role, piece.color));
        }
        let paths = Paths::round(&diagram);
        let start_rights = start.castles().castling_rights();
        let captures = |side: Color| {
            let count = |position: &Chess| position.board().by_color(!side).count();
            count(start).saturating_sub(count(goal))
        };
        let fixed_goal = |side| {
            let crew = Crew::of(goal.board(), side);
            // a place that nobody is to take costs nothing
            Fixed::new(&crew, 0, captures(side), |other, fixed, captures| {
                moves_between(&paths, side, other, fixed, captures)
            })
        };
        let fixed_start = |side| {
            let castled = |wing| {
                let rook = castling_rook(start_rights, side, wing)?;
                Some(Crew::of(start.board(), side).castled(side, wing, rook))
            };
            let crews = [Some(Crew::of(start.board(), side))];
            let crews = crews.into_iter().chain(CastlingSide::ALL.map(castled)).flatten();
            let fixed = crews.map(|crew| {
                Fixed::new(&crew, NEVER, captures(side), |other, fixed, captures| {
                    moves_between(&paths, side, fixed, other, captures)
                })
            });
            fixed.collect()
        };
        Bound {
            goal: [Color::White, Color::Black].map(fixed_goal),
            start: [Color::White, Color::Black].map(fixed_start),
            start_rights,
            goal_rights: goal.castles().castling_rights(),
        }
    }

    /// Whether the diagram is out of reach of some sides with so many moves of White and Black.
    pub(super) fn is_goal_too_far(
        &self,
        position: &Chess,
        left: [u32; 2],
        sides: &[Color],
    ) -> bool {
        let rights = position.castles().castling_rights();
        let board = position.board();
        if !self.goal_rights.is_subset(rights) {
            return true;
        }
        let excess = [Color::White, Color::Black]
            .map(|side| board.by_color(side).count().checked_sub(self.goal[nth(side)].count));
        let [Some(white), Some(black)] = excess else { return true };
        let excess = [white, black];
        sides.iter().any(|&side| {
            let (moves, captures) = (left[nth(side)], excess[nth(!side)]);
            let fixed = &self.goal[nth(side)];
            if captures > moves as usize {
                return true;
            }
            fixed.are_too_far(&Crew::of(board, side), moves, captures)
                && CastlingSide::ALL.into_iter().all(|wing| {
                    let Some(rook) = castling_rook(rights, side, wing) else { return true };
                    let crew = Crew::of(board, side).castled(side, wing, rook);
                    moves == 0 || fixed.are_too_far(&crew, moves - 1, captures)
                })
        })
    }

    /// Whether men of some sides cannot have come from the start by so many moves of White and Black.
    pub(super) fn is_start_too_far(
        &self,
        board: &Board,
        rights: Bitboard,
        made: [u32; 2],
        sides: &[Color],
    ) -> bool {
        if !rights.is_subset(self.start_rights) {
            return true;
        }
        let captured = [Color::White, Color::Black]
            .map(|side| self.start[nth(side)][0].count.checked_sub(board.by_color(side).count()));
        let [Some(white), Some(black)] = captured else { return true };
        let captured = [white, black];
        sides.iter().any(|&side| {
            let (moves, captures) = (made[nth(side)], captured[nth(!side)]);
            let crew = Crew::of(board, side);
            captures > moves as usize
                || self.start[nth(side)].iter().enumerate().all(|(castled, fixed)| {
                    let moves = moves.checked_sub(u32::from(castled > 0));
                    moves.is_none_or(|moves| fixed.are_too_early(&crew, moves, captures))
                })
        })
    }
}

impl Fixed {
    /// Men whose costs against any other man are asked for by that man, the fixed one and the
    /// number of captures.
    fn new(crew: &Crew, empty: u8, captures: usize, cost: impl Fn(u16, u16, usize) -> u8) -> Fixed {
        let most_captures = captures.min(MOST_CAPTURES);
        let mut rows = Vec::with_capacity((most_captures + 1) * 384);
        for captures in 0..=most_captures {
            for other in 0..384 {
                let mut row = [empty; 16];
                for (cell, &fixed) in row.iter_mut().zip(crew.men()) {
                    *cell = cost(other, fixed, captures);
                }
                rows.push(row);
            }
        }
        let least = rows.iter().map(|row| row.iter().copied().min().unwrap_or(empty)).collect();
        Fixed { count: crew.count, most_captures, rows, least }
    }

    fn row(&self, captures: usize, man: u16) -> &Row {
        &self.rows[captures.min(self.most_captures) * 384 + usize::from(man)]
    }

    /// The least costs of men, by their numbers.
    fn least(&self, captures: usize) -> &[u8] {
        let first = captures.min(self.most_captures) * 384;
        &self.least[first..first + 384]
    }

    /// Whether a crew needs more moves than these to take the fixed places.
    fn are_too_far(&self, crew: &Crew, moves: u32, captures: usize) -> bool {
        let men = crew.men();
        // the places of men that have none to take stay free of charge
        let mut least: Row = [u8::MAX; 16];
        for &man in men {
            let row = self.row(captures, man);
            for (least, &cost) in least.iter_mut().zip(row) {
                *least = cost.min(*least);
            }
        }
        let sum: u32 = least[..self.count].iter().copied().map(u32::from).sum();
        if sum > moves {
            return true;
        }
        // as long as each place takes another man, the sum of the least is the best assignment
        let mut taken = 0u16;
        let at_home = |row: &Row| row[..self.count].contains(&0);
        for (place, &cost) in least[..self.count].iter().enumerate().filter(|&(_, &cost)| cost > 0)
        {
            let nearest = (0..men.len()).find(|&nth| {
                let row = self.row(captures, men[nth]);
                row[place] == cost && taken >> nth & 1 == 0 && !at_home(row)
            });
            let Some(nearest) = nearest else {
                let cost = |place: usize, nth: usize| self.row(captures, men[nth])[place];
                return assign_by(self.count, men.len(), moves as usize, cost) > moves as usize;
            };
            taken |= 1 << nearest;
        }
        false
    }

    /// Whether a crew needs more moves than these to come from the fixed places.
    fn are_too_early(&self, crew: &Crew, moves: u32, captures: usize) -> bool {
        let men = crew.men();
        let row = |man: u16| self.row(captures, man);
        let all = self.least(captures);
        let least = |man: u16| all[usize::from(man)];
        let sum: u32 = men.iter().map(|&man| u32::from(least(man))).sum();
        if sum > moves {
            return true;
        }
        // who never moved keeps its place; then as above
        let mut taken = 0u16;
        let mut has_a_place = |man: u16| {
            let least = least(man);
            let free = (0..16).find(|&place| row(man)[place] == least && taken >> place & 1 == 0);
            taken |= free.map_or(0, |place| 1 << place);
            free.is_some()
        };
        let stays = |man: &&u16| least(**man) == 0;
        let apart = men.iter().filter(stays).all(|&man| has_a_place(man))
            && men.iter().filter(|man| !stays(man)).all(|&man| has_a_place(man));
        if apart {
            return false;
        }
        let cost = |nth: usize, place: usize| row(men[nth])[place];
        assign_by(men.len(), self.count, moves as usize, cost) > moves as usize
    }
}

/// The moves of a man to become another, both by number.
fn moves_between(paths: &Paths, side: Color, man: u16, wanted: u16, captures: usize) -> u8 {
    let of = |number: u16| {
        let role = Role::ALL[usize::from(number / 64)];
        (self::man(role, side), usize::from(number % 64))
    };
    let ((man, from), (wanted, to)) = (of(man), of(wanted));
    let side = side.fold_wb(Side::White, Side::Black);
    paths.moves_between(man, from, wanted, to, side, captures)
}

fn man(role: Role, side: Color) -> Man {
    let kind = match role {
        Role::King => KindId::KING,
        Role::Queen => KindId::QUEEN,
        Role::Rook => KindId::ROOK,
        Role::Bishop => KindId::BISHOP,
        Role::Knight => KindId::KNIGHT,
        Role::Pawn => KindId::PAWN,
    };
    Man::plain(kind, side.fold_wb(Colour::White, Colour::Black), role == Role::King)
}

/// White first.
pub(super) fn nth(side: Color) -> usize {
    side.fold_wb(0, 1)
}
