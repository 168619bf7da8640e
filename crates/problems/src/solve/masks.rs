//! Masks of the squares round a king, sets of such masks, and which of them men can make.
//!
//! The squares round the king have numbers 0 to 7; bit 8 of a mask is the king's own square, set if
//! it is attacked. A set of masks has a bit for each; it holds with a mask every part of it.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use solusrex_rules::{Attribute, Geometry, KindId, Man, Reach, Side, Square, Squares, Variant};

use super::{bound::Boards, reaching::Reaching};

/// The squares a king steps to; those off the board are empty.
type Ring = [Option<Square>; 8];

/// The bit of the king's own square.
const CHECK: u16 = 1 << 8;

/// With more ways to give check they are not looked at one by one.
const MOST_SHOTS: usize = 16;

/// A number of moves that no budget allows.
pub(crate) const NEVER: u8 = u8::MAX;

/// Masks that the hunters can make, for the question which blocks would complete one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Guards {
    /// What is missing in each of the masks.
    missing: [u64; 4],
    fewest: u8,
}

/// Masks that a king's own men can fill.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blocks([u64; 4]);

impl Guards {
    /// How many squares the king's own men must block at least.
    #[inline]
    pub(crate) fn blocks_needed(&self) -> u8 {
        self.fewest
    }

    /// Whether some mask of the hunters lacks just what the blocks fill.
    #[inline]
    pub(crate) fn are_completed_by(&self, blocks: &Blocks) -> bool {
        self.missing.iter().zip(&blocks.0).any(|(missing, filled)| missing & filled != 0)
    }

    fn new(masks: [u64; 4]) -> Guards {
        // the complement of mask m is 255 - m
        let [a, b, c, d] = masks.map(u64::reverse_bits);
        let missing = [d, c, b, a];
        let has = |blocks: &u8| {
            let counts = COUNTS[usize::from(*blocks)];
            missing.iter().zip(counts).any(|(missing, count)| missing & count != 0)
        };
        let fewest = (0..=8).find(has).unwrap_or(NEVER);
        Guards { missing, fewest }
    }
}

/// For each number, the set of the masks with so many squares.
static COUNTS: [[u64; 4]; 9] = counts();

const fn counts() -> [[u64; 4]; 9] {
    let mut counts = [[0; 4]; 9];
    let mut mask = 0u32;
    while mask < 256 {
        counts[mask.count_ones() as usize][mask as usize / 64] |= 1 << (mask % 64);
        mask += 1;
    }
    counts
}

/// Masks with the lower squares' bits clear, word by word.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Adds to a set of `64 * N` masks those that have one more square.
#[inline]
fn with_square<const N: usize>(set: &mut [u64; N], square: u32) {
    match square {
        0..6 => {
            for word in set {
                *word |= (*word & WITHOUT[square as usize]) << (1 << square);
            }
        }
        _ => {
            let apart = 1 << (square - 6);
            for i in 0..N {
                if i & apart == 0 && i + apart < N {
                    set[i + apart] |= set[i];
                }
            }
        }
    }
}

/// The same for every square of a mask.
#[inline]
fn with_mask<const N: usize>(set: &[u64; N], mask: u16) -> [u64; N] {
    let mut set = *set;
    let mut left = mask;
    while left != 0 {
        with_square(&mut set, left.trailing_zeros());
        left &= left - 1;
    }
    set
}

fn join<const N: usize>(set: &mut [u64; N], other: &[u64; N]) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// A mask that a man can make, and with how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    moves: u8,
    mask: u16,
}

/// Men of one side: their walks and squares, and how many men they may capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men<'a> {
    pub(crate) men: &'a [(u16, u8)],
    /// More than two being two.
    pub(crate) captures: usize,
    /// The first so many of them are moved by the other side too, that often.
    pub(crate) shared: usize,
    pub(crate) gifts: usize,
}

impl Men<'_> {
    /// The moves that its own side has to make with one of the men so that it makes so many.
    #[inline]
    fn cost(&self, nth: usize, moves: u8) -> usize {
        let moves = usize::from(moves);
        if nth < self.shared && moves < NEVER.into() {
            moves.saturating_sub(self.gifts)
        } else {
            moves
        }
    }
}

/// A way to give check.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    /// Which man, and with how many moves.
    pub(crate) man: usize,
    pub(crate) moves: u8,
    mask: u16,
    path: Path,
}

/// How men may stand in the end that block squares round their king.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stands<'a> {
    /// In any way.
    Anyhow,
    /// So that they cannot answer a check.
    Facing(&'a Shot),
    /// At rest, with so many other men of their side to block them.
    AtRest(usize),
}

impl Shot {
    /// A number that tells the ways to give check apart.
    pub(crate) fn number(&self) -> u64 {
        let mask = u64::from(self.mask) << 16;
        self.man as u64 | u64::from(self.path.from.0) << 8 | mask | u64::from(self.moves) << 25
    }
}

/// Where a check comes from and what it passes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    from: Square,
    between: Squares,
}

/// How the men of a variant walk.
#[derive(Debug)]
pub(crate) struct Walks {
    boards: Boards,
    rings: Vec<Ring>,
    ring_squares: Vec<Squares>,
    /// The same on the ordinary board.
    ring_bits: Vec<u64>,
    /// For each kind, moved by White and by Black.
    walks: Vec<Walk>,
    /// For each side and square, the squares by their distance for the king.
    by_distance: [Vec<Vec<(u8, Square)>>; 2],
}

/// How men of one kind and side walk. With pawns it matters how many men they may capture: none, one,
/// or more.
#[derive(Debug)]
struct Walk {
    /// The number of squares of the board.
    squares: usize,
    attacks: Vec<Squares>,
    kind: KindId,
    /// Whether it is an orthodox man on the ordinary board.
    orthodox: bool,
    /// Whether it is and remains one, or never moves.
    plain: bool,
    /// Where it certainly captures, and goes without a capture, if nothing stands there or a man to be
    /// captured: the squares to which nothing can be in the way.
    takes: Vec<Squares>,
    steps: Vec<Squares>,
    /// The same for the ordinary board.
    bits: Bits,
    /// Where it gets on the ordinary board, by captures and square.
    reaching: Vec<OnceLock<Reaching>>,
    /// The moves from square to square as the kind itself.
    distance: [Arc<[u8]>; 3],
    /// The same, promotion included.
    arrival: [Arc<[u8]>; 3],
    /// The walks that it may promote into, with the moves from square to square, promotion included.
    promotions: Vec<(usize, [Arc<[u8]>; 3])>,
    /// The parts of masks that it can make, by captures, square and king's square.
    parts: Vec<OnceLock<Row>>,
    /// The same for a royal king.
    royal_parts: Vec<OnceLock<Row>>,
}

/// What a man attacks, from where it is attacked, and where it goes nearby, in bits of the ordinary board.
#[derive(Debug, Default)]
struct Bits {
    attacks: Vec<u64>,
    attackers: Vec<u64>,
    exits: Vec<u64>,
    /// Where it has so many exits at most.
    snug: [u64; 9],
}

impl Bits {
    fn new(attacks: &[Squares], steps: &[Squares]) -> Bits {
        let attackers = |square: usize| {
            let square = Square(square as u8);
            let from = (0..64u8).filter(|&from| attacks[usize::from(from)].contains(square));
            from.fold(0, |set, from| set | 1 << from)
        };
        Bits {
            attackers: (0..64).map(attackers).collect(),
            attacks: attacks.iter().map(bits).collect(),
            exits: steps.iter().map(bits).collect(),
            snug: std::array::from_fn(|most| {
                let few = |&at: &usize| steps[at].len() <= most;
                (0..64).filter(few).fold(0, |set, at| set | 1 << at)
            }),
        }
    }
}

/// Parts by the square of the king, worked out when they are asked for.
type Row = Box<[OnceLock<Box<[Part]>>]>;

/// So many squares are sooner looked at one by one than as a set.
const FEW: u32 = 8;

/// What a chameleon becomes in turn.
const CHAMELEONS: [KindId; 4] = [KindId::KNIGHT, KindId::BISHOP, KindId::ROOK, KindId::QUEEN];

/// The bit of a walk's number that tells royal men.
const ROYAL: u16 = 1 << 15;

impl Walks {
    /// The walks of a variant. Those of chess are worked out once.
    pub(crate) fn of(variant: &Variant, boards: Boards) -> Arc<Walks> {
        static CHESS: OnceLock<Arc<Walks>> = OnceLock::new();
        let walks = || Arc::new(Walks::new(variant, boards));
        if variant.is_chess() { CHESS.get_or_init(walks).clone() } else { walks() }
    }

    fn new(variant: &Variant, boards: Boards) -> Walks {
        let geometry = variant.geometry();
        let mut walks: Vec<Walk> = Vec::new();
        for kind in variant.kind_ids() {
            for side in Side::BOTH {
                let twin = walks.last().filter(|_| side == Side::Black);
                let twin = twin.filter(|_| !variant.kind(kind).is_oriented());
                walks.push(Walk::new(variant, kind, side, twin));
            }
        }
        let mut distances: Vec<_> = walks.iter().map(|walk| walk.distance.clone()).collect();
        let chameleons = match variant.attributes().has(Attribute::Chameleon) {
            true => Walk::chameleons(variant, walks.len()),
            false => Vec::new(),
        };
        for walk in walks.iter_mut().filter(|walk| !walk.promotions.is_empty()) {
            // a pawn may become any of them
            let numbers = (0..chameleons.len()).map(|nth| distances.len() + nth);
            walk.promotions.extend(numbers.map(|number| (number, walk.distance.clone())));
        }
        for nth in 0..chameleons.len() {
            let become_it = chameleons.iter().map(|(_, moves)| &moves[nth]);
            let soonest =
                become_it.fold(Vec::new(), |soonest: Vec<u8>, moves| match soonest.is_empty() {
                    true => moves.to_vec(),
                    false => soonest.iter().zip(&moves[..]).map(|(a, b)| *a.min(b)).collect(),
                });
            let soonest: Arc<[u8]> = soonest.into();
            distances.push([soonest.clone(), soonest.clone(), soonest]);
        }
        let plain: Vec<bool> = walks.iter().map(|walk| walk.plain).collect();
        for walk in &mut walks {
            let is_plain = |promoted: usize| plain.get(promoted).is_some_and(|plain| *plain);
            walk.plain &= walk.promotions.iter().all(|(promoted, _)| is_plain(*promoted));
        }
        let is_last =
            |square: &Square| [0, geometry.height() - 1].contains(&geometry.rank(*square));
        let last = geometry.squares().filter(is_last).collect();
        walks.iter_mut().for_each(|walk| walk.promote(&distances, last));
        walks.extend(chameleons.into_iter().map(|(walk, _)| walk));
        let king = |side: Side| &walks[2 * KindId::KING.index() + side as usize];
        let by_distance = Side::BOTH.map(|side| {
            let distance = &king(side).distance[2];
            let row = |from: Square| {
                let apart = |to: Square| distance[from.index() * geometry.size() + to.index()];
                let mut row: Vec<_> = geometry.squares().map(|to| (apart(to), to)).collect();
                row.retain(|&(moves, _)| moves < NEVER);
                row.sort();
                row
            };
            geometry.squares().map(row).collect()
        });
        let rings: Vec<Ring> = geometry.squares().map(|king| ring(geometry, king)).collect();
        let squares = |ring: &Ring| ring.iter().copied().flatten().collect();
        let ring_squares: Vec<Squares> = rings.iter().map(squares).collect();
        let ring_bits = ring_squares.iter().map(bits).collect();
        Walks { boards, ring_squares, ring_bits, rings, walks, by_distance }
    }

    /// The number of a man's walk.
    #[inline]
    pub(crate) fn number(&self, kind: KindId, side: Side, royal: bool) -> u16 {
        let royal = royal && kind == KindId::KING;
        (2 * kind.index() + side as usize) as u16 | if royal { ROYAL } else { 0 }
    }

    /// The number of the walk of a man that a side moves, attributes included.
    #[inline]
    pub(crate) fn number_of(&self, man: Man, side: Side) -> u16 {
        let nth = CHAMELEONS.iter().position(|&kind| kind == man.kind);
        match nth.filter(|_| man.attributes.has(Attribute::Chameleon)) {
            Some(nth) => (self.walks.len() - CHAMELEONS.len() + nth) as u16,
            None => self.number(man.kind, side, man.royal),
        }
    }

    /// The squares round a king.
    #[inline]
    pub(crate) fn ring(&self, king: Square) -> Squares {
        self.ring_squares[king.index()]
    }

    /// The squares that a king on `from` can reach, the nearest first, with the moves it takes.
    #[inline]
    pub(crate) fn by_distance(&self, side: Side, from: Square) -> &[(u8, Square)] {
        &self.by_distance[side as usize][from.index()]
    }

    /// With how many moves a king gets from a square to each.
    #[inline]
    pub(crate) fn king_walks(&self, side: Side, from: Square) -> &[u8] {
        let walk = &self.walks[2 * KindId::KING.index() + side as usize];
        &walk.distance[2][from.index() * walk.squares..][..walk.squares]
    }

    /// With how many moves a king gets from square to square.
    pub(crate) fn king_walk(&self, side: Side, from: Square, to: Square) -> usize {
        self.king_walks(side, from)[to.index()].into()
    }

    /// The masks round `king` that men make with so many moves together.
    pub(crate) fn guards(&self, men: Men<'_>, king: Square, moves: usize, mate: bool) -> Guards {
        let [a, b, c, d, e, f, g, h] = self.made_by(men, king, moves, None, self.off_board(king));
        Guards::new(if mate { [e, f, g, h] } else { [a, b, c, d] })
    }

    /// The same if one of the men gives check in a given way.
    pub(crate) fn guards_with(
        &self,
        men: Men<'_>,
        king: Square,
        moves: usize,
        shot: &Shot,
    ) -> Guards {
        let left = moves - usize::from(shot.moves);
        let first = self.off_board(king) | shot.mask & !CHECK;
        let [a, b, c, d, ..] = self.made_by(men, king, left, Some(shot.man), first);
        Guards::new([a, b, c, d])
    }

    /// Whether a man is an orthodox one and cannot become another, on the ordinary board. Only of such
    /// men it is known that each pins one man at most, and that a man which it does not look at may go
    /// where it likes.
    pub(crate) fn is_plain(&self, walk: u16) -> bool {
        self.walks[usize::from(walk & !ROYAL)].plain
    }

    /// Which of the orthodox kinds a man is, on the ordinary board.
    pub(crate) fn orthodox_kind(&self, walk: u16) -> Option<KindId> {
        let walk = &self.walks[usize::from(walk & !ROYAL)];
        walk.orthodox.then_some(walk.kind)
    }

    /// Whether a man may pin another: lines of any kind will do.
    pub(crate) fn may_pin(&self, walk: u16) -> bool {
        const STEADY: [KindId; 3] = [KindId::KING, KindId::KNIGHT, KindId::PAWN];
        !self.orthodox_kind(walk).is_some_and(|kind| STEADY.contains(&kind))
    }

    /// With how many moves a man promotes.
    pub(crate) fn promotes(&self, men: Men<'_>, walk: u16, at: Square) -> u8 {
        let walk = &self.walks[usize::from(walk & !ROYAL)];
        let rows = walk.promotions.iter();
        let rows = rows.map(|(_, moves)| &moves[men.captures][at.index() * walk.squares..]);
        rows.flat_map(|row| &row[..walk.squares]).copied().min().unwrap_or(NEVER)
    }

    /// The bits of the ordinary board.
    #[inline]
    fn bits(&self, walk: u16) -> &Bits {
        &self.walks[usize::from(walk & !ROYAL)].bits
    }

    /// From where a man attacks a square of the ordinary board if nothing stands between.
    #[inline]
    pub(crate) fn attackers(&self, walk: u16, square: usize) -> u64 {
        self.bits(walk).attackers[square]
    }

    /// What a man attacks from a square of the ordinary board.
    #[inline]
    pub(crate) fn attacked(&self, walk: u16, from: usize) -> u64 {
        self.bits(walk).attacks[from]
    }

    /// [`exits`](Walks::exits) on the ordinary board.
    #[inline]
    pub(crate) fn exit_bits(&self, walk: u16, at: usize) -> u64 {
        self.bits(walk).exits[at]
    }

    /// The squares of the ordinary board on which a man has so many exits at most.
    #[inline]
    pub(crate) fn snug(&self, walk: u16, exits: usize) -> u64 {
        self.bits(walk).snug[exits.min(8)]
    }

    /// [`ring`](Walks::ring) on the ordinary board.
    #[inline]
    pub(crate) fn ring_bits(&self, king: usize) -> u64 {
        self.ring_bits[king]
    }

    /// Whether a walk is that of a royal king.
    pub(crate) fn is_royal(walk: u16) -> bool {
        walk & ROYAL != 0
    }

    /// What a man may be in the end.
    #[inline]
    pub(crate) fn futures(&self, walk: u16) -> impl Iterator<Item = u16> {
        let own = &self.walks[usize::from(walk & !ROYAL)];
        [walk].into_iter().chain(own.promotions.iter().map(|(other, _)| *other as u16))
    }

    /// The moves from each square of the ordinary board to each for a man that ends as another, or as
    /// what it is: by the square it comes from, then the one it goes to. None if it never is that.
    #[inline]
    pub(crate) fn moves_as(&self, walk: u16, last: u16, captures: usize) -> Option<&[u8]> {
        let own = &self.walks[usize::from(walk & !ROYAL)];
        if walk == last {
            return Some(&own.distance[captures]);
        }
        let becomes = own.promotions.iter().find(|(other, _)| *other as u16 == last);
        becomes.map(|(_, moves)| &moves[captures][..])
    }

    /// The same for what it may become.
    #[inline]
    pub(crate) fn moves(&self, walk: u16, last: u16, captures: usize) -> &[u8] {
        let own = &self.walks[usize::from(walk & !ROYAL)];
        self.moves_as(walk, last, captures).unwrap_or(&own.distance[captures])
    }

    /// Where a man gets on the ordinary board.
    #[inline]
    pub(crate) fn reaching(&self, walk: u16, captures: usize, at: usize) -> &Reaching {
        let number = walk & !ROYAL;
        let known = &self.walks[usize::from(number)].reaching[captures * 64 + at];
        known.get_or_init(|| Reaching::new(self, number, captures, at))
    }

    /// The moves that a man on the ordinary board needs at least over one of some squares and then, if
    /// it must stand somewhere in the end, to there.
    pub(crate) fn moves_over(
        &self,
        captures: usize,
        (walk, at): (u16, u8),
        stands: Option<(u16, u8)>,
        met: u64,
    ) -> u8 {
        let from = self.reaching(walk, captures, at.into());
        let Some((last, to)) = stands else { return from.nearest(met) };
        let goes_back = || self.orthodox_kind(last).is_some_and(|kind| kind != KindId::PAWN);
        let as_last = || from.futures.iter().position(|&future| future == last & !ROYAL);
        let by_sets = met.count_ones() > FEW && goes_back();
        let Some(nth) = by_sets.then(as_last).flatten() else {
            return self.moves_over_each(captures, (walk, at), (last, to), met);
        };
        // an officer comes back the way it goes
        let back = self.reaching(last, captures, to.into());
        let least = self.moves(walk, last, captures)[64 * usize::from(at) + usize::from(to)];
        let promoted = from.moves_by(nth, back, met, least);
        let unchanged = met & from.within(0, NEVER);
        match nth {
            0 => promoted,
            _ => promoted.min(self.moves_over_each(captures, (walk, at), (last, to), unchanged)),
        }
    }

    /// The same, square by square.
    fn moves_over_each(
        &self,
        captures: usize,
        (walk, at): (u16, u8),
        (last, to): (u16, u8),
        met: u64,
    ) -> u8 {
        let (at, to) = (usize::from(at), usize::from(to));
        let whole = self.moves(walk, last, captures);
        let before = self.moves(walk, walk, captures);
        let after = self.moves(last, last, captures);
        let over = |square: usize| {
            let promoted = whole[64 * at + square].saturating_add(after[64 * square + to]);
            let promotes = before[64 * at + square].saturating_add(whole[64 * square + to]);
            promoted.min(promotes)
        };
        squares(met).map(over).min().unwrap_or(NEVER)
    }

    /// Where a man on a square of the ordinary board may be captured in passing: behind it, as a pawn.
    pub(crate) fn en_passant(&self, walk: u16, at: usize, side: Side) -> u64 {
        match (self.orthodox_kind(walk), side) {
            (Some(KindId::PAWN), Side::White) => 1u64 << at >> 8,
            (Some(KindId::PAWN), Side::Black) => 1u64 << at << 8,
            _ => 0,
        }
    }

    /// The moves from each square of the ordinary board to each, whatever the man becomes.
    #[inline]
    pub(crate) fn any_moves(&self, walk: u16, captures: usize) -> &[u8] {
        &self.walks[usize::from(walk & !ROYAL)].arrival[captures]
    }

    /// The squares next to an orthodox man where it goes: a pawn straight ahead, the others all
    /// around.
    pub(crate) fn exits(&self, walk: u16, at: Square) -> Squares {
        self.walks[usize::from(walk & !ROYAL)].steps[at.index()]
    }

    /// With how many moves one of the men gets to a square.
    pub(crate) fn nearest(&self, men: Men<'_>, square: Square) -> u8 {
        let moves = |&(walk, at): &(u16, u8)| {
            let walk = &self.walks[usize::from(walk & !ROYAL)];
            walk.arrival[men.captures][usize::from(at) * walk.squares + square.index()]
        };
        men.men.iter().map(moves).min().unwrap_or(NEVER)
    }

    /// How many of the men on some squares might attack another if nothing stood between.
    pub(crate) fn aligned(&self, men: Men<'_>, on: Squares, square: Square) -> usize {
        let attacks = |&&(walk, at): &&(u16, u8)| {
            on.contains(Square(at))
                && self.walks[usize::from(walk & !ROYAL)].attacks[usize::from(at)].contains(square)
        };
        men.men.iter().filter(attacks).count()
    }

    /// The squares round a king that are not there.
    fn off_board(&self, king: Square) -> u16 {
        let ring = self.rings[king.index()].iter().enumerate();
        ring.filter(|(_, square)| square.is_none()).map(|(bit, _)| 1 << bit).sum()
    }

    /// The masks that men make together, but one of them, with the squares of `first` done.
    fn made_by(
        &self,
        men: Men<'_>,
        king: Square,
        moves: usize,
        but: Option<usize>,
        first: u16,
    ) -> [u64; 8] {
        let mut sets = vec![with_mask(&[1, 0, 0, 0, 0, 0, 0, 0], first); moves + 1];
        let men_but = men.men.iter().enumerate().filter(|&(man, _)| Some(man) != but);
        let mut left = men_but.clone().count();
        for (nth, &(walk, at)) in men_but {
            let parts = self.parts(walk, men.captures, Square(at), king);
            // of the last man only what it does with all the moves is asked for
            left -= 1;
            let least = if left == 0 { moves } else { 0 };
            // the highest budgets first, so that each man is used once
            for budget in (least..=moves).rev() {
                let mut sum = sets[budget];
                let costs = parts.iter().map(|part| (part, men.cost(nth, part.moves)));
                for (part, cost) in costs.take_while(|&(_, cost)| cost <= budget) {
                    let before = &sets[budget - cost];
                    join(&mut sum, &with_mask(before, part.mask));
                }
                sets[budget] = sum;
            }
        }
        sets[moves]
    }

    /// The ways to give check to a king on a square with so many moves. None if two men may do so at
    /// once, against which nothing helps, or if there are too many ways to go through them.
    pub(crate) fn shots(&self, men: Men<'_>, king: Square, moves: usize) -> Option<Arc<[Shot]>> {
        let mut shots: Vec<Shot> = Vec::new();
        let mut soonest = Vec::new();
        for (man, &(walk, at)) in men.men.iter().enumerate() {
            if walk & ROYAL != 0 {
                continue;
            }
            let first = shots.len();
            let ways = self.ways(usize::from(walk), men.captures, Square(at));
            let arrivals = ways.flat_map(|(walk, row)| {
                row.iter().enumerate().map(move |(to, &cost)| (walk, to, cost))
            });
            for (walk, to, cost) in arrivals {
                let checks = usize::from(cost) <= moves && walk.attacks[to].contains(king);
                if !checks || to == king.index() {
                    continue;
                }
                let mask = self.mask(walk, to, king);
                let path = self.path(walk, Square(to as u8), king);
                // a queen does what a rook or a bishop would
                let better = |other: &Shot| {
                    other.path == path && other.moves <= cost && other.mask & mask == mask
                };
                if !shots[first..].iter().any(better) {
                    if shots.len() == MOST_SHOTS {
                        return None;
                    }
                    shots.push(Shot { man, moves: cost, mask, path });
                }
            }
            soonest.extend(shots[first..].iter().map(|shot| usize::from(shot.moves)).min());
            soonest.sort_unstable();
            if soonest.len() > 1 && soonest[0] + soonest[1] <= moves {
                return None;
            }
        }
        Some(shots.into())
    }

    /// Where a defence against a check from a square would go: to the man itself, or between if it
    /// rides.
    fn path(&self, walk: &Walk, from: Square, king: Square) -> Path {
        let (file, rank) = (|square: Square| square.0 % 8, |square: Square| square.0 / 8);
        let mut squares = Squares::EMPTY;
        if walk.orthodox {
            let x = (file(king) as i8 - file(from) as i8).signum();
            let y = (rank(king) as i8 - rank(from) as i8).signum();
            let apart = file(king).abs_diff(file(from)).max(rank(king).abs_diff(rank(from)));
            let straight = file(king) == file(from)
                || rank(king) == rank(from)
                || file(king).abs_diff(file(from)) == rank(king).abs_diff(rank(from));
            let between = if straight { 1..apart as i8 } else { 0..0 };
            for n in between {
                let (f, r) = (file(from) as i8 + n * x, rank(from) as i8 + n * y);
                squares.insert(Square((r * 8 + f) as u8));
            }
        }
        Path { from, between: squares }
    }

    /// What a man may be, with the moves that it takes to each square.
    fn ways(
        &self,
        walk: usize,
        captures: usize,
        at: Square,
    ) -> impl Iterator<Item = (&Walk, &[u8])> {
        let walk = &self.walks[walk];
        let own = (walk, &walk.distance);
        let promoted = walk.promotions.iter().map(|(other, moves)| (&self.walks[*other], moves));
        [own].into_iter().chain(promoted).map(move |(other, moves)| {
            (other, &moves[captures][at.index() * other.squares..][..other.squares])
        })
    }

    /// The masks round `king` that men of its own fill with so many moves together, as far as they may
    /// stand there.
    pub(crate) fn blocks(
        &self,
        men: Men<'_>,
        king: Square,
        moves: usize,
        stands: Stands<'_>,
    ) -> Blocks {
        let ring = &self.rings[king.index()];
        let mut sets = vec![[1u64, 0, 0, 0]; moves + 1];
        for (nth, &(walk, at)) in men.men.iter().enumerate() {
            let number = usize::from(walk & !ROYAL);
            let walk = &self.walks[number];
            let arrival = &walk.arrival[men.captures][usize::from(at) * walk.squares..];
            let mut costs =
                ring.map(|square| square.map_or(NEVER, |square| arrival[square.index()]));
            if costs.iter().all(|&cost| men.cost(nth, cost) > moves) {
                continue;
            }
            if !matches!(stands, Stands::Anyhow) {
                costs = [NEVER; 8];
                for (walk, row) in self.ways(number, men.captures, Square(at)) {
                    for (cost, square) in costs.iter_mut().zip(ring) {
                        if let Some(square) = *square
                            && row[square.index()] < *cost
                            && walk.may_stand(square, stands)
                        {
                            *cost = row[square.index()];
                        }
                    }
                }
            }
            for budget in (0..=moves).rev() {
                let mut sum = sets[budget];
                for (bit, &cost) in costs.iter().enumerate() {
                    let cost = men.cost(nth, cost);
                    if cost <= budget {
                        let before = &sets[budget - cost];
                        join(&mut sum, &with_mask(before, 1 << bit));
                    }
                }
                sets[budget] = sum;
            }
        }
        Blocks(sets[moves])
    }

    /// What a man can contribute to a mask, in the order of the moves it takes.
    fn parts(&self, walk: u16, captures: usize, at: Square, king: Square) -> &[Part] {
        let number = usize::from(walk & !ROYAL);
        let royal = walk & ROYAL != 0;
        let walk = &self.walks[number];
        let parts = if royal { &walk.royal_parts } else { &walk.parts };
        let row = &parts[captures * walk.squares + at.index()];
        let row = row.get_or_init(|| (0..walk.squares).map(|_| OnceLock::new()).collect());
        row[king.index()].get_or_init(|| {
            let mut made = BTreeSet::new();
            for (walk, row) in self.ways(number, captures, at) {
                for (to, &moves) in row.iter().enumerate() {
                    let beside = self.ring(king).contains(Square(to as u8));
                    let touches = royal && beside && self.boards == Boards::One;
                    if moves == NEVER || to == king.index() || touches {
                        continue;
                    }
                    let mask = self.mask(walk, to, king);
                    let mask = if royal { mask & !CHECK } else { mask };
                    if mask != 0 {
                        made.insert(Part { moves, mask });
                    }
                }
            }
            // what another part does as well and as soon is not needed
            let mut best: Vec<Part> = Vec::new();
            for part in made {
                best.retain(|other| {
                    other.moves < part.moves || part.mask & other.mask != other.mask
                });
                if best.iter().all(|other| part.mask & other.mask != part.mask) {
                    best.push(part);
                }
            }
            best.into_boxed_slice()
        })
    }

    /// Which squares of the nine a man attacks from a square.
    fn mask(&self, walk: &Walk, from: usize, king: Square) -> u16 {
        let attacks = walk.attacks[from];
        let ring = self.rings[king.index()].iter().enumerate();
        let check = if attacks.contains(king) { CHECK } else { 0 };
        // on two boards a man is in the way of the king where it stands on the other
        let stands = |(_, square): &(usize, &Option<Square>)| {
            self.boards == Boards::Two && square.is_some_and(|square| square.index() == from)
        };
        let attacked = ring.filter(|place| {
            stands(place) || place.1.is_some_and(|square| attacks.contains(square))
        });
        attacked.map(|(bit, _)| 1 << bit).sum::<u16>() | check
    }
}

impl Walk {
    /// The walk of a kind, without its promotions. If `twin` is there it walks alike.
    fn new(variant: &Variant, kind: KindId, side: Side, twin: Option<&Walk>) -> Walk {
        let geometry = variant.geometry();
        let squares = geometry.size();
        let is_pawn = variant.kind(kind).is_pawn();
        let reach = variant.reach(kind, side);
        let (attacks, distance) = match twin {
            Some(twin) => (twin.attacks.clone(), twin.distance.clone()),
            None => {
                let attacks = geometry.squares().map(|from| reach.attacks(from)).collect();
                let free = distances(&reach, squares, None);
                let distance = match is_pawn {
                    true => [
                        distances(&reach, squares, Some(0)),
                        distances(&reach, squares, Some(1)),
                        free,
                    ],
                    false => [free.clone(), free.clone(), free],
                };
                (attacks, distance)
            }
        };
        let orthodox = variant.kind(kind).is_orthodox() && geometry.is_chess();
        let near = |from: Square, squares: Squares| -> Squares {
            let leaps = kind == KindId::KNIGHT;
            let touches = |to: Square| {
                let apart = |a: u8, b: u8| a.abs_diff(b) <= 1;
                apart(geometry.file(from), geometry.file(to))
                    && apart(geometry.rank(from), geometry.rank(to))
            };
            squares.iter().filter(|&to| orthodox && (leaps || touches(to))).collect()
        };
        let takes = geometry.squares().map(|from| near(from, reach.captures(from))).collect();
        let steps: Vec<Squares> =
            geometry.squares().map(|from| near(from, reach.strides(from))).collect();
        let bits = match geometry.is_chess() {
            true => Bits::new(&attacks, &steps),
            false => Bits::default(),
        };
        let promoted = |&kind: &KindId| (2 * kind.index() + side as usize, distance.clone());
        let promotions = match is_pawn {
            true => variant.promotions_of(kind).iter().map(promoted).collect(),
            false => Vec::new(),
        };
        let parts = || (0..3 * squares).map(|_| OnceLock::new()).collect();
        Walk {
            squares,
            kind,
            orthodox,
            plain: orthodox || attacks.iter().all(Squares::is_empty),
            takes,
            steps,
            bits,
            reaching: (0..3 * 64).map(|_| OnceLock::new()).collect(),
            attacks,
            arrival: distance.clone(),
            distance,
            promotions,
            parts: parts(),
            royal_parts: if kind == KindId::KING { parts() } else { Vec::new() },
        }
    }

    /// The walks of chameleons, with the moves from square to square until each is what another is. Their
    /// numbers begin with `first`.
    fn chameleons(variant: &Variant, first: usize) -> Vec<(Walk, Vec<Arc<[u8]>>)> {
        let squares = variant.geometry().size();
        let reaches = CHAMELEONS.map(|kind| variant.reach(kind, Side::White));
        let number = |nth: usize| first + nth;
        let walk = |nth: usize| {
            let mut moves = vec![vec![NEVER; squares * squares]; CHAMELEONS.len()];
            for from in 0..squares {
                let mut newest: Squares = [Square(from as u8)].into_iter().collect();
                // it may pass a square as this and that
                let mut reached = [Squares::EMPTY; CHAMELEONS.len()];
                for made in 0.. {
                    let guise = (nth + made) % CHAMELEONS.len();
                    newest = newest & !reached[guise];
                    if newest.is_empty() {
                        break;
                    }
                    reached[guise] |= newest;
                    for to in newest {
                        moves[guise][from * squares + to.index()] = made as u8;
                    }
                    let reach =
                        |at: Square| reaches[guise].strides(at) | reaches[guise].captures(at);
                    newest = newest.iter().fold(Squares::EMPTY, |all, at| all | reach(at));
                }
            }
            let moves: Vec<Arc<[u8]>> = moves.into_iter().map(Arc::from).collect();
            let same = |moves: &Arc<[u8]>| [moves.clone(), moves.clone(), moves.clone()];
            let mut walk = Walk::new(variant, CHAMELEONS[nth], Side::White, None);
            (walk.orthodox, walk.plain) = (false, false);
            walk.takes.fill(Squares::EMPTY);
            walk.steps.fill(Squares::EMPTY);
            walk.distance = same(&moves[nth]);
            let others = (0..CHAMELEONS.len()).filter(|&other| other != nth);
            walk.promotions = others.map(|other| (number(other), same(&moves[other]))).collect();
            let soonest = |place: usize| moves.iter().map(|moves| moves[place]).min();
            let arrival = (0..squares * squares).map(|place| soonest(place).unwrap_or(NEVER));
            walk.arrival = same(&arrival.collect());
            (walk, moves)
        };
        (0..CHAMELEONS.len()).map(walk).collect()
    }

    fn may_stand(&self, at: Square, stands: Stands<'_>) -> bool {
        match stands {
            Stands::Anyhow => true,
            Stands::Facing(shot) => !self.answers(at, &shot.path),
            Stands::AtRest(others) => {
                let is_officer = self.orthodox && self.kind != KindId::PAWN;
                !is_officer || self.steps[at.index()].len() <= others
            }
        }
    }

    /// Whether a man on a square can certainly take the man that gives check, or step between.
    fn answers(&self, at: Square, path: &Path) -> bool {
        self.takes[at.index()].contains(path.from)
            || !(self.steps[at.index()] & path.between).is_empty()
    }

    /// Takes promotions into account, given the distances of the other walks. Pawns promote on the
    /// first and the last rank, as the case may be.
    fn promote(&mut self, others: &[[Arc<[u8]>; 3]], last: Squares) {
        let squares = self.squares;
        for (promoted, moves) in &mut self.promotions {
            let other = &others[*promoted][2];
            for (captures, moves) in moves.iter_mut().enumerate() {
                let own = &self.distance[captures];
                let mut row = vec![NEVER; squares * squares];
                for from in 0..squares {
                    let row = &mut row[from * squares..][..squares];
                    for over in last.iter().map(Square::index) {
                        let before = own[from * squares + over];
                        if before == NEVER {
                            continue;
                        }
                        let after = &other[over * squares..][..squares];
                        for (known, &after) in row.iter_mut().zip(after) {
                            *known = before.saturating_add(after).min(*known);
                        }
                    }
                }
                let soonest = self.arrival[captures].iter().zip(&row).map(|(a, b)| *a.min(b));
                self.arrival[captures] = soonest.collect();
                *moves = row.into();
            }
        }
        // a pawn that comes to the last rank is none any more
        if !self.promotions.is_empty() {
            for moves in &mut self.distance {
                let mut kept = moves.to_vec();
                for (place, moves) in kept.iter_mut().enumerate() {
                    let (from, to) = (place / squares, place % squares);
                    if from != to && last.contains(Square(to as u8)) {
                        *moves = NEVER;
                    }
                }
                *moves = kept.into();
            }
        }
    }
}

/// The moves from square to square with so many captures at most.
fn distances(reach: &Reach, squares: usize, captures: Option<usize>) -> Arc<[u8]> {
    let mut all = vec![NEVER; squares * squares];
    let rounds = captures.unwrap_or(0);
    for from in 0..squares {
        let row = &mut all[from * squares..][..squares];
        // the squares reached with each number of captures, and those reached by the last move
        let mut reached = vec![Squares::EMPTY; rounds + 1];
        reached[0].insert(Square(from as u8));
        let mut newest = reached.clone();
        row[from] = 0;
        for moves in 1..NEVER {
            let mut next = vec![Squares::EMPTY; rounds + 1];
            for (used, squares) in newest.iter().enumerate() {
                for here in squares.iter() {
                    next[used] |= reach.strides(here);
                    match captures {
                        None => next[used] |= reach.captures(here),
                        Some(most) if used < most => next[used + 1] |= reach.captures(here),
                        Some(_) => {}
                    }
                }
            }
            for (next, reached) in next.iter_mut().zip(&mut reached) {
                *next = *next & !*reached;
                *reached |= *next;
            }
            if next.iter().all(Squares::is_empty) {
                break;
            }
            for square in next.iter().flat_map(Squares::iter) {
                row[square.index()] = row[square.index()].min(moves);
            }
            newest = next;
        }
    }
    all.into()
}

/// Squares of the ordinary board.
fn bits(squares: &Squares) -> u64 {
    squares.iter().filter(|square| square.0 < 64).fold(0, |set, square| set | 1 << square.0)
}

fn ring(geometry: &Geometry, king: Square) -> Ring {
    const STEPS: [(i8, i8); 8] =
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut ring = STEPS.map(|step| geometry.step(king, step).filter(|&square| square != king));
    // on a narrow cylinder two steps lead to one square
    for i in 1..ring.len() {
        if ring[..i].contains(&ring[i]) {
            ring[i] = None;
        }
    }
    ring
}

/// The squares of a set of the ordinary board.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ways_over_squares_are_as_long_as_over_each(
            captures in 0..3usize,
            hunter in (0..12usize, 0..64u8),
            future in 0..5usize,
            to in 0..64u8,
            met in (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c),
        ) {
            let walks = Walks::of(&Variant::chess(), Boards::One);
            let (walk, at) = (hunter.0 as u16, hunter.1);
            let last = walks.futures(walk).nth(future % walks.futures(walk).count()).expect("one");
            let row = &walks.any_moves(walk, captures)[64 * usize::from(at)..][..64];
            let nearest = squares(met).map(|square| row[square]).min().unwrap_or(NEVER);
            prop_assert_eq!(walks.moves_over(captures, (walk, at), None, met), nearest);
            let each = walks.moves_over_each(captures, (walk, at), (last, to), met);
            prop_assert_eq!(walks.moves_over(captures, (walk, at), Some((last, to)), met), each);
        }
    }
}
