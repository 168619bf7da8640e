//! A bound for mates and stalemates of orthodox chess by help: can the net be closed in time?
//!
//! The idea is the reduction of Kotěšovec's VKSACH (1985): round the king that is to be caught lie up to
//! eight squares, and each must in the end be attacked by the catching side or occupied by a man of the
//! king's own. For every square that the king can still reach it is asked
//!
//! * how many of its neighbours the catching men can attack at most, sharing the moves that are left,
//!   each man counted by itself on an empty board that hides nothing;
//! * how many the king's own men can occupy with the moves left beside the king's own;
//! * for mate, whether some man can attack the square itself in time.
//!
//! All three err on the hopeful side only, so no solution is lost. The tables hold rows of 64 squares,
//! one for each square of the king, and rows are treated at once.

use std::sync::LazyLock;

use solusrex_rules::{Colour, KindId, Man, Position, Rules, Side, Square, Wing};

/// A number for each square of the king.
type Row = [u8; 64];

/// The most moves of one man that are told apart; more help no more.
const MOVES: usize = 9;

/// No number of moves suffices.
const NEVER: u8 = 100;

/// King, queen, rook, bishop, knight, white pawn, black pawn.
const WALKS: usize = 7;

struct Tables {
    /// By walk, number of moves and square: how many neighbours of the king's square can be attacked.
    attacked: Vec<[[Row; 64]; MOVES + 1]>,
    /// By walk and square: with how many moves the king's square can be attacked.
    check: Vec<[Row; 64]>,
    /// By walk and square: with how many moves a neighbour of the king's square can be occupied.
    block: Vec<[Row; 64]>,
    /// By walk and square: which neighbours of the king's square are attacked, a bit each.
    seen: Vec<[Row; 64]>,
    /// By square: which neighbour of the king's square it is.
    place: [Row; 64],
    /// The number of neighbours.
    neighbours: Row,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The net for one king.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// The side that is to be caught.
    prey: Side,
    /// Whether it must be in check in the end.
    mate: bool,
    /// Moves beyond those of the script: what the ending plays itself, and what castling saves.
    extra: [u8; 2],
}

impl Net {
    /// A net for the king of `prey`, if the position has what it takes: orthodox chess with one king
    /// a side. `beyond` are the moves of White and Black behind the script.
    pub(crate) fn new(position: &Position, prey: Side, mate: bool, beyond: [u8; 2]) -> Option<Net> {
        let kings = |side| {
            let king = |man: Man| man.kind == KindId::KING && man.colour.serves(side);
            position.men().filter(|&(_, man)| king(man)).count()
        };
        let plain = position.variant().is_chess()
            && position.men().all(|(_, man)| man.colour != Colour::Neutral)
            && position.men().all(|(_, man)| man.royal == (man.kind == KindId::KING))
            && kings(prey) == 1;
        // castling is one move, but takes the king two squares and the rook elsewhere
        let castles = |side| Wing::BOTH.iter().any(|&wing| position.may_castle(side, wing));
        let extra = Side::BOTH.map(|side| beyond[side as usize] + 2 * u8::from(castles(side)));
        plain.then_some(Net { prey, mate, extra })
    }

    /// Whether the net cannot be closed with so many moves of White and Black.
    pub(crate) fn is_open<R: Rules>(&self, position: &R, moves: [usize; 2]) -> bool {
        let budget = |side: Side| moves[side as usize] + usize::from(self.extra[side as usize]);
        let (steps, hunts) = (budget(self.prey).min(MOVES), budget(!self.prey).min(MOVES));
        match (steps, hunts) {
            (0 | 1, 0 | 1) => self.is_open_soon(position, steps, hunts),
            _ => self.is_open_later(position, steps, hunts),
        }
    }

    /// Whether the net cannot be closed with one move of each side at most: square by square.
    fn is_open_soon<R: Rules>(&self, position: &R, steps: usize, hunts: usize) -> bool {
        let tables = &*TABLES;
        let mut king = 0;
        let (mut own, mut hunters) = (Force::default(), Force::default());
        position.each_man(|square, man| match man.colour.serves(self.prey) {
            true if man.kind == KindId::KING => king = square.index(),
            true => own.add(walk(man), square),
            false => hunters.add(walk(man), square),
        });
        let can_be_caught = |s: usize| {
            let left = steps - usize::from(s != king);
            let (mut covered, mut standing, mut coming, mut comers) = (0u8, 0, 0, 0);
            for (walk, at) in own.men() {
                let block = usize::from(tables.block[walk][at][s]);
                covered |= tables.place[at][s];
                standing += usize::from(block == 0);
                coming += usize::from(block != 0 && block <= left);
                comers += usize::from(block <= left);
            }
            let (mut sum, mut gain, mut most, mut check) = (0, 0, 0, false);
            for (walk, at) in hunters.men() {
                let now = usize::from(tables.attacked[walk][0][at][s]);
                let then = usize::from(tables.attacked[walk][hunts][at][s]);
                covered |= tables.seen[walk][at][s];
                sum += now;
                gain = gain.max(then - now);
                most = most.max(then);
                check |= usize::from(tables.check[walk][at][s]) <= hunts;
            }
            let needed = usize::from(tables.neighbours[s]);
            let added = if hunts == 0 { 0 } else { most };
            (check || !self.mate)
                && sum + gain + standing + coming.min(left) >= needed
                && covered.count_ones() as usize + added + comers.min(left) >= needed
        };
        !(can_be_caught(king) || steps > 0 && neighbours(king).any(can_be_caught))
    }

    /// Whether the net cannot be closed with more moves: all squares at once.
    fn is_open_later<R: Rules>(&self, position: &R, steps: usize, hunts: usize) -> bool {
        let tables = &*TABLES;
        let mut king = Square(0);
        let mut attacked = [[0u8; 64]; MOVES + 1];
        let mut check = [NEVER; 64];
        let mut standing = [0u8; 64];
        let mut coming = [[0u8; 64]; MOVES + 1];
        // the same once more: squares that are covered now, each counted once, and what moves add
        let mut covered = [0u8; 64];
        let mut added = [[0u8; 64]; MOVES + 1];
        let mut comers = [[0u8; 64]; MOVES + 1];
        position.each_man(|square, man| {
            let walk = walk(man);
            let at = square.index();
            if man.colour.serves(self.prey) {
                if man.kind == KindId::KING {
                    king = square;
                    return;
                }
                let block = &tables.block[walk][at];
                for s in 0..64 {
                    standing[s] += u8::from(block[s] == 0);
                    covered[s] |= tables.place[at][s];
                }
                for budget in 1..=steps {
                    for s in 0..64 {
                        let near = usize::from(block[s]) <= budget;
                        coming[budget][s] += u8::from(block[s] != 0 && near);
                        comers[budget][s] += u8::from(near);
                    }
                }
                return;
            }
            for s in 0..64 {
                check[s] = check[s].min(tables.check[walk][at][s]);
                covered[s] |= tables.seen[walk][at][s];
            }
            // share the moves: as many as are left for the men before, the rest for this one
            for total in (0..=hunts).rev() {
                let mut best = [0u8; 64];
                let mut most = added[total];
                for own in 0..=total {
                    let (before, less) = (&attacked[total - own], &added[total - own]);
                    let gain = &tables.attacked[walk][own][at];
                    for s in 0..64 {
                        best[s] = best[s].max(before[s].saturating_add(gain[s]));
                    }
                    if own > 0 {
                        for s in 0..64 {
                            most[s] = most[s].max(less[s].saturating_add(gain[s]));
                        }
                    }
                }
                attacked[total] = best;
                added[total] = most;
            }
        });
        let (best, most) = (&attacked[hunts], &added[hunts]);
        let distance = &distances(king);
        !(0..64).any(|s| {
            let walked = usize::from(distance[s]);
            walked <= steps && {
                let left = steps - walked;
                let coming = coming[left][s].min(left as u8);
                let comers = comers[left][s].min(left as u8);
                let covered = covered[s].count_ones() as u8;
                best[s].saturating_add(standing[s] + coming) >= tables.neighbours[s]
                    && most[s].saturating_add(covered + comers) >= tables.neighbours[s]
                    && (!self.mate || usize::from(check[s]) <= hunts)
            }
        })
    }
}

/// The men of a side: walks and squares.
struct Force {
    men: [(u8, u8); 64],
    count: usize,
}

impl Default for Force {
    fn default() -> Force {
        Force { men: [(0, 0); 64], count: 0 }
    }
}

impl Force {
    #[inline]
    fn add(&mut self, walk: usize, square: Square) {
        self.men[self.count] = (walk as u8, square.0);
        self.count += 1;
    }

    #[inline]
    fn men(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.men[..self.count].iter().map(|&(walk, at)| (walk.into(), at.into()))
    }
}

fn walk(man: Man) -> usize {
    match (man.kind, man.colour) {
        (KindId::PAWN, Colour::Black) => 6,
        (kind, _) => kind.index(),
    }
}

impl Tables {
    fn new() -> Tables {
        let mut tables = Tables {
            attacked: Vec::new(),
            check: Vec::new(),
            block: Vec::new(),
            seen: Vec::new(),
            place: std::array::from_fn(|at| std::array::from_fn(|s| bits(s, &[at]))),
            neighbours: std::array::from_fn(|s| neighbours(s).count() as u8),
        };
        for walk in 0..WALKS {
            let promoted = |square: usize| match walk {
                5 => square >= 56,
                6 => square < 8,
                _ => false,
            };
            // what a man does from where it stands
            let mut attacked = vec![[[0u8; 64]; 64]];
            let mut seen_from = [[0u8; 64]; 64];
            let mut check = [[NEVER; 64]; 64];
            let mut block = [[NEVER; 64]; 64];
            for at in 0..64 {
                let seen = attacks(walk, at);
                for s in 0..64 {
                    // a king does not come next to the other
                    let touching = s == at || neighbours(s).any(|square| square == at);
                    if s != at && touching {
                        block[at][s] = 0;
                    }
                    if walk == 0 && touching {
                        continue;
                    }
                    seen_from[at][s] = bits(s, &seen);
                    attacked[0][at][s] = seen_from[at][s].count_ones() as u8;
                    if walk != 0 && seen.contains(&s) {
                        check[at][s] = 0;
                    }
                }
            }
            if walk >= 5 {
                for at in (0..64).filter(|&at| promoted(at)) {
                    promote(&tables, &mut attacked[0][at], &mut check[at], &mut block[at], at, 0);
                }
            }
            // and with more and more moves
            for moves in 1..=MOVES {
                let before = attacked[moves - 1];
                let (check_before, block_before) = (check, block);
                let mut now = before;
                for at in 0..64 {
                    for to in steps(walk, at) {
                        for s in 0..64 {
                            now[at][s] = now[at][s].max(before[to][s]);
                            check[at][s] = check[at][s].min(check_before[to][s].saturating_add(1));
                            block[at][s] = block[at][s].min(block_before[to][s].saturating_add(1));
                        }
                    }
                    if promoted(at) {
                        promote(&tables, &mut now[at], &mut check[at], &mut block[at], at, moves);
                    }
                }
                attacked.push(now);
            }
            let attacked: [[Row; 64]; MOVES + 1] = std::array::from_fn(|moves| attacked[moves]);
            tables.attacked.push(attacked);
            tables.seen.push(seen_from);
            tables.check.push(check);
            tables.block.push(block);
        }
        tables
    }
}

/// The king's distance to each square.
fn distances(king: Square) -> Row {
    let (file, rank) = (king.0 % 8, king.0 / 8);
    std::array::from_fn(|s| {
        let (f, r) = (s as u8 % 8, s as u8 / 8);
        f.abs_diff(file).max(r.abs_diff(rank))
    })
}

/// A pawn on its last rank is a queen or a knight, and these do all that rooks and bishops do.
fn promote(
    tables: &Tables,
    attacked: &mut Row,
    check: &mut Row,
    block: &mut Row,
    at: usize,
    moves: usize,
) {
    for kind in [KindId::QUEEN, KindId::KNIGHT] {
        for s in 0..64 {
            attacked[s] = attacked[s].max(tables.attacked[kind.index()][moves][at][s]);
            check[s] = check[s].min(tables.check[kind.index()][at][s]);
            block[s] = block[s].min(tables.block[kind.index()][at][s]);
        }
    }
}

fn offset(square: usize, (x, y): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + x, square as i32 / 8 + y);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let around = ORTHOGONAL.into_iter().chain(DIAGONAL);
    around.filter_map(move |step| offset(square, step))
}

/// Which of the neighbours of a square are among others, a bit each.
fn bits(square: usize, among: &[usize]) -> u8 {
    let around = ORTHOGONAL.into_iter().chain(DIAGONAL).enumerate();
    let found = around.filter(|&(_, step)| {
        offset(square, step).is_some_and(|neighbour| among.contains(&neighbour))
    });
    found.map(|(bit, _)| 1 << bit).sum()
}

/// The squares that a man attacks on an empty board.
fn attacks(walk: usize, at: usize) -> Vec<usize> {
    let ride = |steps: &[(i32, i32)]| {
        let mut squares = Vec::new();
        for &step in steps {
            let mut here = at;
            while let Some(next) = offset(here, step) {
                squares.push(next);
                here = next;
            }
        }
        squares
    };
    let leap = |steps: &[(i32, i32)]| steps.iter().filter_map(|&step| offset(at, step)).collect();
    match walk {
        0 => neighbours(at).collect(),
        1 => [ride(&ORTHOGONAL), ride(&DIAGONAL)].concat(),
        2 => ride(&ORTHOGONAL),
        3 => ride(&DIAGONAL),
        4 => leap(&KNIGHT),
        5 => leap(&[(1, 1), (-1, 1)]),
        _ => leap(&[(1, -1), (-1, -1)]),
    }
}

/// Where a man may go in one move; pawns also by capture.
fn steps(walk: usize, at: usize) -> Vec<usize> {
    let mut squares = attacks(walk, at);
    let (forward, base) = match walk {
        5 => (1, 1),
        6 => (-1, 6),
        _ => return squares,
    };
    squares.extend(offset(at, (0, forward)));
    if at / 8 == base {
        squares.extend(offset(at, (0, 2 * forward)));
    }
    squares
}
