//! A bound for proof games: can the men still get to their places in the diagram?
//!
//! Each man of the diagram is another man now. The moves that they need at least are an assignment
//! problem (Kuhn 1955): who goes where so that the sum is least. Men too many must be captured, and
//! pawns that change files must capture them. A pawn that stands at home in the diagram never moved, so
//! it is in everybody's way.

use solusrex_rules::{
    Attribute, Colour, Geometry, KindId, Man, Position, Rules, Side, Square, Wing,
    conditions::Tampering,
};

use super::{bound::Boards, help::Ply};

/// The way to a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    men: Vec<Option<Man>>,
    /// The men of each side in the diagram.
    count: [usize; 2],
    /// What it costs to get there; none where a man may become another when it moves.
    costs: Option<Costs>,
    castling: bool,
}

/// The moves that every man needs at least to become each man of the diagram.
#[derive(Clone, Debug)]
struct Costs {
    alice: bool,
    kinds: usize,
    places: usize,
    /// The number of men of each side in the diagram.
    wanted: [usize; 2],
    /// By side, number of captures, man of the diagram, kind and place.
    moves: [Vec<u8>; 2],
    /// The greatest number of captures that is told apart.
    most_captures: [usize; 2],
}

/// The men of one side as the costs know them: kind and place.
#[derive(Clone)]
struct Crew {
    men: [u16; 256],
    count: usize,
}

/// Moves from square to square.
#[derive(Clone, Debug)]
struct Paths {
    /// On the ordinary board: of king, queen, rook, bishop and knight, round the pawns that never move.
    distances: Option<Distances>,
    /// Whether there are two boards, so that every move changes them.
    alice: bool,
}

/// No number of moves suffices.
const NEVER: u8 = 100;

impl Way {
    /// The way from a position to a diagram, if something can be said of it.
    pub(crate) fn to(diagram: &[Option<Man>], position: &Position) -> Option<Way> {
        let variant = position.variant();
        let boards = Boards::of(variant)?;
        let conditions = variant.conditions().iter();
        let tampering = conditions.map(|condition| condition.tampers()).max();
        let tampering = tampering.unwrap_or(Tampering::WithNone);
        let alice = boards == Boards::Two;
        let mut all_men =
            position.men().map(|(_, man)| man).chain(diagram.iter().copied().flatten());
        if tampering == Tampering::WithAny || all_men.any(|man| man.colour == Colour::Neutral) {
            return None;
        }
        let men = diagram.to_vec();
        let of =
            |side: Side| men.iter().flatten().filter(|man| man.colour == side.colour()).count();
        let count = Side::BOTH.map(of);
        let chess = variant.geometry().is_chess();
        let orthodox = chess && variant.kinds().iter().all(|kind| kind.is_orthodox());
        let costs = (tampering == Tampering::WithNone).then(|| {
            let paths = Paths { distances: orthodox.then(|| distances(&men, alice)), alice };
            let present = Side::BOTH
                .map(|side| position.men().filter(|(_, man)| man.colour == side.colour()).count());
            let most = Side::BOTH.map(|side| match orthodox {
                true => present[!side as usize].saturating_sub(count[!side as usize]).min(7),
                false => 0,
            });
            Costs::new(&paths, &men, &variant.kind_ids().collect::<Vec<_>>(), most)
        });
        Some(Way { count, men, costs, castling: chess })
    }

    /// Whether the rest of a script is too short.
    pub(crate) fn is_too_long<R: Rules>(&self, position: &R, rest: &[Ply]) -> bool {
        let left = |side: Side| rest.iter().filter(|ply| ply.side == side).count();
        let Some(costs) = &self.costs else {
            // a move brings one man to its place, castling two
            let castlings = Side::BOTH.iter().filter(|&&side| self.may_castle(position, side));
            let mut wrong = self.men.iter().flatten().count();
            position.each_man(|square, man| {
                wrong -= usize::from(self.men[square.index()] == Some(man));
            });
            return wrong > rest.len() + castlings.count();
        };
        let mut crews = [Crew { men: [0; 256], count: 0 }, Crew { men: [0; 256], count: 0 }];
        position.each_man(|square, man| {
            let side = if man.colour == Colour::White { Side::White } else { Side::Black };
            let crew = &mut crews[side as usize];
            crew.men[crew.count] = costs.index(man, square);
            crew.count += 1;
        });
        let too_many =
            |side: Side| crews[side as usize].count.checked_sub(self.count[side as usize]);
        let (Some(white), Some(black)) = (too_many(Side::White), too_many(Side::Black)) else {
            return true;
        };
        Side::BOTH.into_iter().any(|side| {
            let (own, enemies) = if side == Side::White { (white, black) } else { (black, white) };
            let crew = &mut crews[side as usize];
            let most = left(side);
            let is_too_long = |men: &[u16], most| costs.are_above(most, side, men, enemies);
            own > left(!side)
                || is_too_long(&crew.men[..crew.count], most)
                    && Wing::BOTH.iter().all(|&wing| {
                        // castling moves two men at once
                        let castled = most > 0 && self.castle(position, costs, crew, side, wing);
                        !castled || is_too_long(&crew.men[..crew.count], most - 1)
                    })
        })
    }

    /// Puts king and rook in a crew where castling would put them, if they stand at home; the crew
    /// before may have castled to the other wing.
    fn castle<R: Rules>(
        &self,
        position: &R,
        costs: &Costs,
        crew: &mut Crew,
        side: Side,
        wing: Wing,
    ) -> bool {
        if !self.castling {
            return false;
        }
        let rank = if side == Side::White { 0 } else { 56 };
        let (rook_from, king_to, rook_to) = match wing {
            Wing::King => (7, 6, 5),
            Wing::Queen => (0, 2, 3),
        };
        let at_home = |file: u8, kind| {
            let man = position.man_on(Square(rank + file));
            man.filter(|man| man.kind == kind && man.colour == side.colour())
        };
        let (Some(king), Some(rook)) = (at_home(4, KindId::KING), at_home(rook_from, KindId::ROOK))
        else {
            return false;
        };
        *crew = Crew { men: [0; 256], count: 0 };
        position.each_man(|square, man| {
            if man.colour != side.colour() {
                return;
            }
            let file = square.0.wrapping_sub(rank);
            crew.men[crew.count] = match file {
                4 => costs.index_after(king, Square(rank + king_to)),
                _ if file == rook_from => costs.index_after(rook, Square(rank + rook_to)),
                _ => costs.index(man, square),
            };
            crew.count += 1;
        });
        true
    }

    /// Whether the king and a rook of a side stand at home, but are to stand elsewhere.
    fn may_castle<R: Rules>(&self, position: &R, side: Side) -> bool {
        self.castling && {
            let home = if side == Side::White { 0 } else { 56 };
            let man = |square: u8| position.man_on(Square(home + square));
            let own = |square: u8, kind| {
                man(square).is_some_and(|man| man.kind == kind && man.colour == side.colour())
            };
            own(4, KindId::KING)
                && self.men[usize::from(home) + 4] != man(4)
                && (own(0, KindId::ROOK) || own(7, KindId::ROOK))
        }
    }
}

impl Costs {
    fn new(
        paths: &Paths,
        diagram: &[Option<Man>],
        kinds: &[KindId],
        most_captures: [usize; 2],
    ) -> Costs {
        let places = if paths.alice { 2 * diagram.len() } else { diagram.len() };
        let wanted = |side: Side| {
            let men = diagram.iter().enumerate();
            men.filter_map(move |(to, man)| {
                man.filter(|man| man.colour == side.colour()).map(|man| (to, man))
            })
        };
        let moves = Side::BOTH.map(|side| {
            let mut moves = Vec::new();
            for captures in 0..=most_captures[side as usize] {
                for (to, target) in wanted(side) {
                    for &kind in kinds {
                        moves.extend((0..places).map(|place| {
                            let second = place >= diagram.len();
                            let attributes = match (paths.alice, second) {
                                (false, _) => target.attributes,
                                (_, false) => Attribute::AliceA.into(),
                                (_, true) => Attribute::AliceB.into(),
                            };
                            let man = Man { kind, attributes, ..target };
                            let from = place % diagram.len();
                            paths.moves_between(man, from, target, to, side, captures)
                        }));
                    }
                }
            }
            moves
        });
        let wanted = Side::BOTH.map(|side| wanted(side).count());
        let (alice, kinds) = (paths.alice, kinds.len());
        Costs { alice, kinds, places, wanted, moves, most_captures }
    }

    /// The number of a man on its square.
    fn index(&self, man: Man, square: Square) -> u16 {
        let second = self.alice && man.has(Attribute::AliceB);
        let place = square.index() + if second { self.places / 2 } else { 0 };
        (man.kind.index() * self.places + place) as u16
    }

    /// The number of a man that has gone to a square by one move.
    fn index_after(&self, man: Man, square: Square) -> u16 {
        let board = match man.has(Attribute::AliceB) {
            true => Attribute::AliceA,
            false => Attribute::AliceB,
        };
        match self.alice {
            true => self.index(Man { attributes: board.into(), ..man }, square),
            false => self.index(man, square),
        }
    }

    /// Whether a side needs more moves than so many, castling apart, if it captures so many men.
    fn are_above(&self, most: usize, side: Side, men: &[u16], captures: usize) -> bool {
        let wanted = self.wanted[side as usize];
        let row = self.kinds * self.places;
        let captures = captures.min(self.most_captures[side as usize]);
        let table = &self.moves[side as usize][captures * wanted * row..];
        let rows = || table.chunks_exact(row).take(wanted);
        let mut least = 0;
        // as long as each takes another man, the sum of the least is the best assignment
        let (mut engaged, mut apart) = (0u128, men.len() <= 128);
        for moves in rows() {
            let mut nearest = (NEVER, false, 0);
            for (nth, &man) in men.iter().enumerate() {
                let cost = moves[usize::from(man)];
                if cost <= nearest.0 {
                    let taken = engaged >> (nth % 128) & 1 != 0;
                    nearest = nearest.min((cost, taken, nth));
                }
            }
            let (cost, taken, nth) = nearest;
            apart &= !taken;
            engaged |= 1 << (nth % 128);
            least += usize::from(cost);
            if least > most {
                return true;
            }
        }
        if apart {
            return false;
        }
        let costs: Vec<u8> =
            rows().flat_map(|moves| men.iter().map(move |&man| moves[usize::from(man)])).collect();
        assign(&costs, wanted, men.len()) > most
    }
}

impl Paths {
    fn moves_between(
        &self,
        man: Man,
        from: usize,
        wanted: Man,
        to: usize,
        side: Side,
        captures: usize,
    ) -> u8 {
        if from == to && man == wanted {
            return 0;
        }
        let Some(distances) = &self.distances else {
            // kinds may change only by promotion, and one move is the least
            return 1;
        };
        let rank = |square: usize| match side {
            Side::White => (square / 8) as u8,
            Side::Black => 7 - (square / 8) as u8,
        };
        // with or without a double step, and how many captures that leaves room for
        let marches = |up: u8| {
            let double = (rank(from) == 1 && up >= 2).then(|| (up - 1, up - 2));
            double.into_iter().chain([(up, up)])
        };
        let changes = self.alice && man.has(Attribute::AliceB) != wanted.has(Attribute::AliceB);
        match (man.kind, wanted.kind) {
            (KindId::PAWN, KindId::PAWN) => {
                let sideways = (from % 8).abs_diff(to % 8) as u8;
                let up = rank(to).checked_sub(rank(from)).filter(|&up| up > 0);
                let Some(up) = up.filter(|_| usize::from(sideways) <= captures) else {
                    return NEVER;
                };
                let fits = |&(moves, room): &(u8, u8)| {
                    sideways <= room && (!self.alice || (moves % 2 == 1) == changes)
                };
                marches(up).filter(fits).map(|(moves, _)| moves).min().unwrap_or(NEVER)
            }
            (KindId::PAWN, KindId::KING) => NEVER,
            (KindId::PAWN, kind) => {
                // to the last rank, and on as the new man
                let file = (from % 8) as u8;
                let last = if side == Side::White { 56 } else { 0 };
                let total = |(moves, room): (u8, u8)| {
                    let reach = room.min(captures.min(7) as u8);
                    let files = file.saturating_sub(reach)..=(file + reach).min(7);
                    let changes = self.alice && (moves % 2 == 1) != changes;
                    let on =
                        |f: u8| distances.between(kind, last + usize::from(f), to, changes, wanted);
                    moves.saturating_add(files.map(on).min().unwrap_or(NEVER)).min(NEVER)
                };
                marches(7 - rank(from)).map(total).min().unwrap_or(NEVER)
            }
            (kind, same) if kind == same => distances.between(kind, from, to, changes, wanted),
            _ => NEVER,
        }
    }
}

/// The least sum of costs if each of `rows` takes another of `columns`: the Hungarian method by
/// shortest augmenting paths (Jonker and Volgenant 1987, without their preparations).
fn assign(costs: &[u8], rows: usize, columns: usize) -> usize {
    if rows > columns {
        return usize::MAX;
    }
    let cost = |row: usize, column: usize| i32::from(costs[(row - 1) * columns + column - 1]);
    let (mut row_price, mut price) = (vec![0; rows + 1], vec![0; columns + 1]);
    // who has a column; row and column 0 are nobody's
    let mut taken = vec![0; columns + 1];
    for row in 1..=rows {
        taken[0] = row;
        let mut here = 0;
        let mut slack = vec![i32::MAX; columns + 1];
        let mut from = vec![0; columns + 1];
        let mut done = vec![false; columns + 1];
        while taken[here] != 0 {
            done[here] = true;
            let owner = taken[here];
            let (mut step, mut next) = (i32::MAX, 0);
            for column in (1..=columns).filter(|&column| !done[column]) {
                let reduced = cost(owner, column) - row_price[owner] - price[column];
                if reduced < slack[column] {
                    (slack[column], from[column]) = (reduced, here);
                }
                if slack[column] < step {
                    (step, next) = (slack[column], column);
                }
            }
            for column in 0..=columns {
                if done[column] {
                    row_price[taken[column]] += step;
                    price[column] -= step;
                } else if slack[column] < i32::MAX {
                    slack[column] -= step;
                }
            }
            here = next;
        }
        while here != 0 {
            taken[here] = taken[from[here]];
            here = from[here];
        }
    }
    (1..=columns).filter(|&column| taken[column] != 0).map(|c| cost(taken[c], c) as usize).sum()
}

/// Moves from place to place: a square, or with two boards a square of one of them.
#[derive(Clone, Debug)]
struct Distances {
    places: usize,
    by_kind: Vec<Vec<u8>>,
}

impl Distances {
    /// From a square to another, from the other board if it `changes`, to become that man.
    fn between(&self, kind: KindId, from: usize, to: usize, changes: bool, wanted: Man) -> u8 {
        let second = self.places > 64 && wanted.has(Attribute::AliceB);
        let (from, to) =
            (from + 64 * usize::from(second != changes), to + 64 * usize::from(second));
        self.by_kind[kind.index()][from * self.places + to]
    }
}

/// Moves from place to place of king, queen, rook, bishop and knight, round the pawns that stand at
/// home in the diagram.
fn distances(diagram: &[Option<Man>], alice: bool) -> Distances {
    type Walk = (&'static [(i8, i8)], bool);
    const QUEEN: &[(i8, i8)] =
        &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    const KNIGHT: &[(i8, i8)] =
        &[(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let walks: [Walk; 5] =
        [(QUEEN, false), (QUEEN, true), (&QUEEN[..4], true), (&QUEEN[4..], true), (KNIGHT, false)];
    let at_home = |square: Square| {
        let home = match square.0 / 8 {
            1 => Colour::White,
            6 => Colour::Black,
            _ => return None,
        };
        let man = diagram[square.index()];
        man.filter(|man| man.kind == KindId::PAWN && man.colour == home)
    };
    let by_kind = walks.map(|(steps, rides)| from_everywhere(steps, rides, alice, &at_home));
    Distances { places: if alice { 128 } else { 64 }, by_kind: by_kind.to_vec() }
}

fn from_everywhere(
    steps: &[(i8, i8)],
    rides: bool,
    alice: bool,
    at_home: &dyn Fn(Square) -> Option<Man>,
) -> Vec<u8> {
    let places = if alice { 128 } else { 64 };
    let mut all = vec![NEVER; places * places];
    for (from, distance) in all.chunks_mut(places).enumerate() {
        distance[from] = 0;
        let mut frontier = vec![from];
        for moves in 1.. {
            let mut next = Vec::new();
            for here in frontier {
                let (board, here) = (here / 64, Square((here % 64) as u8));
                let other = if alice { 1 - board } else { 0 };
                // one cannot pass a pawn of one's own board, and not stop where one stands at all
                let bars = |man: Man| !alice || (board == 1) == man.has(Attribute::AliceB);
                for &step in steps {
                    let mut square = Geometry::CHESS.step(here, step);
                    while let Some(to) = square.filter(|&to| !at_home(to).is_some_and(bars)) {
                        let place = to.index() + 64 * other;
                        if distance[place] == NEVER && at_home(to).is_none() {
                            distance[place] = moves;
                            next.push(place);
                        }
                        square = if rides { Geometry::CHESS.step(to, step) } else { None };
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_empty_board() {
        let all = distances(&[None; 64], false);
        let man = Man::plain(KindId::KING, Colour::White, true);
        let moves = |kind, from, to| all.between(kind, from, to, false, man);
        let (a1, b1, h8) = (0, 1, 63);
        assert_eq!(moves(KindId::KING, a1, h8), 7);
        assert_eq!(moves(KindId::QUEEN, a1, h8), 1);
        assert_eq!(moves(KindId::ROOK, a1, h8), 2);
        assert_eq!(moves(KindId::BISHOP, a1, b1), NEVER);
        assert_eq!(moves(KindId::KNIGHT, a1, h8), 6);
    }

    #[test]
    fn with_two_boards_the_number_of_moves_is_odd_or_even() {
        let all = distances(&[None; 64], true);
        let man = Man::plain(KindId::KING, Colour::White, true);
        let moves = |kind, from, to, changes| all.between(kind, from, to, changes, man);
        let (a1, b2, h8) = (0, 9, 63);
        assert_eq!(moves(KindId::QUEEN, a1, h8, true), 1);
        assert_eq!(moves(KindId::QUEEN, a1, h8, false), 2);
        assert_eq!(moves(KindId::KNIGHT, a1, b2, true), NEVER);
        assert_eq!(moves(KindId::KING, a1, a1, true), 3);
    }

    #[test]
    fn pawns_at_home_shut_a_bishop_in() {
        let mut diagram = [None; 64];
        let pawn = Man::plain(KindId::PAWN, Colour::White, false);
        (diagram[9], diagram[11]) = (Some(pawn), Some(pawn));
        let all = distances(&diagram, false);
        let moves = |to| all.between(KindId::BISHOP, 2, to, false, pawn);
        assert!((0..64).all(|to| to == 2 || moves(to) == NEVER));
    }

    #[test]
    fn an_assignment_costs_as_little_as_the_best_of_all() {
        let costs = [4, 1, 3, 9, 2, 0, 5, 9, 3, 2, 2, 9];
        let mut best = usize::MAX;
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                for c in (0..4).filter(|&c| c != a && c != b) {
                    best = best.min(usize::from(costs[a] + costs[4 + b] + costs[8 + c]));
                }
            }
        }
        assert_eq!(assign(&costs, 3, 4), best);
    }
}
