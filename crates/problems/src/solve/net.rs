//! A bound for mates and stalemates by help: can the net round the king be closed in time?
//!
//! This is the reduction algorithm of Kotěšovec's VKSACH (1985). Round the king that is to be caught
//! lie up to eight squares; in the end each must be guarded by the hunters or blocked by a man of the
//! king's own, and for mate the king's square itself must be attacked: a mask of nine squares. For every
//! square that the king can still reach it is asked which masks the hunters can make with the moves
//! they have left, and which the king's own men can fill with theirs. If no two of them together fill
//! the whole mask, nothing can come of the position.
//!
//! A man is taken to reach whatever it could reach if the other men stood as it liked (see
//! [`Reach`](solusrex_rules::Reach)), so the bound errs on the hopeful side only, for every kind. What a
//! side can make is a set of masks, closed downwards, one bit for each of the 512 (or 256) masks:
//! a man's contribution is a few shifts (`masks.rs`). Sets are remembered by the men that make them.

use std::sync::Arc;

use solusrex_rules::{Colour, KindId, Man, Position, Rules, Side, Square, Squares, Wing};

use super::masks::{Blocks, Guards, Walks};

/// With more moves than this nothing is ruled out.
const MOST_MOVES: usize = 12;

/// The net for one king.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// The side that is to be caught.
    prey: Side,
    /// Whether it must be in check in the end.
    mate: bool,
    /// Moves beyond those of the script: what the ending plays itself, and what castling saves.
    extra: [u8; 2],
    walks: Arc<Walks>,
    guards: Memory<Guards>,
    blocks: Memory<Blocks>,
}

impl Net {
    /// A net for the king of `prey`, if the position has what it takes: no conditions, and an ordinary
    /// king as the one royal man. `beyond` are the moves of White and Black behind the script.
    pub(crate) fn new(position: &Position, prey: Side, mate: bool, beyond: [u8; 2]) -> Option<Net> {
        let variant = position.variant();
        let royal = |(_, man): &(Square, Man)| man.royal && man.colour.serves(prey);
        let mut royals = position.men().filter(royal);
        let king = royals.next().is_some_and(|(_, man)| man.kind == KindId::KING);
        let plain = variant.conditions().is_empty()
            && position.men().all(|(_, man)| man.colour != Colour::Neutral)
            && variant.kind(KindId::KING).is_orthodox()
            && king
            && royals.next().is_none();
        // castling is one move, but takes the king two squares and the rook elsewhere
        let castles = |side| Wing::BOTH.iter().any(|&wing| position.may_castle(side, wing));
        let extra = Side::BOTH.map(|side| beyond[side as usize] + 2 * u8::from(castles(side)));
        plain.then(|| Net {
            prey,
            mate,
            extra,
            walks: Arc::new(Walks::of(variant)),
            guards: Memory::new(),
            blocks: Memory::new(),
        })
    }

    /// Whether the net cannot be closed with so many moves of White and Black.
    pub(crate) fn is_open<R: Rules>(&mut self, position: &R, moves: [usize; 2]) -> bool {
        let budget = |side: Side| moves[side as usize] + usize::from(self.extra[side as usize]);
        let (steps, hunts) = (budget(self.prey), budget(!self.prey));
        if steps > MOST_MOVES || hunts > MOST_MOVES {
            return false;
        }
        let mut king = Square(0);
        let (mut own, mut hunters) = (Force::default(), Force::default());
        position.each_man(|square, man| {
            let side = if man.colour == Colour::White { Side::White } else { Side::Black };
            match side == self.prey {
                true if man.royal => king = square,
                true => own.add(&self.walks, man, side, square),
                false => hunters.add(&self.walks, man, side, square),
            }
        });
        // pawns go aside only if there is something to capture
        own.set_prey(hunters.capturable);
        hunters.set_prey(own.capturable);
        let walks = Arc::clone(&self.walks);
        let reachable = walks.by_distance(self.prey, king).iter();
        let mut reachable = reachable.take_while(|&&(walked, _)| usize::from(walked) <= steps);
        !reachable.any(|&(walked, s)| {
            self.can_be_caught(&own, &hunters, s, steps - usize::from(walked), hunts)
        })
    }

    /// Whether the king can be caught on a square by so many further moves of its men and the hunters.
    #[inline]
    fn can_be_caught(
        &mut self,
        own: &Force,
        hunters: &Force,
        king: Square,
        steps: usize,
        hunts: usize,
    ) -> bool {
        let (walks, mate) = (&self.walks, self.mate);
        let make = || walks.guards(hunters.men(), hunters.capturable_kinds(), king, hunts, mate);
        let guards = self.guards.get(hunters.key(king, hunts), make);
        let standing = walks.ring(king) & own.squares;
        if usize::from(guards.blocks_needed()) > standing.len() + steps {
            return false;
        }
        let make = || walks.blocks(own.men(), own.capturable_kinds(), king, steps);
        let blocks = self.blocks.get(own.key(king, steps), make);
        guards.are_completed_by(blocks)
    }
}

/// The men of a side but the king that is caught: their walks and squares.
struct Force {
    men: [(u16, u8); Force::MOST],
    count: usize,
    squares: Squares,
    key: u64,
    /// How many of them may be captured.
    capturable: usize,
    /// How many men of the other side may be captured, more than two being two.
    prey: u8,
}

impl Default for Force {
    fn default() -> Force {
        let (squares, men) = (Squares::EMPTY, [(0, 0); Force::MOST]);
        Force { men, count: 0, squares, key: 0, capturable: 0, prey: 0 }
    }
}

impl Force {
    /// As many men as the largest board has squares.
    const MOST: usize = 256;

    #[inline]
    fn add(&mut self, walks: &Walks, man: Man, side: Side, square: Square) {
        let walk = walks.number(man.kind, side, man.royal);
        self.men[self.count] = (walk, square.0);
        self.count += 1;
        self.squares.insert(square);
        self.key ^= scatter(u64::from(walk) << 8 | u64::from(square.0));
        self.capturable += usize::from(!man.royal);
    }

    fn set_prey(&mut self, capturable: usize) {
        self.prey = capturable.min(2) as u8;
    }

    fn capturable_kinds(&self) -> usize {
        self.prey.into()
    }

    #[inline]
    fn men(&self) -> &[(u16, u8)] {
        &self.men[..self.count]
    }

    /// A key of what these men can do with so many moves round a square.
    #[inline]
    fn key(&self, king: Square, moves: usize) -> u64 {
        let case = u64::from(king.0) | (moves as u64) << 8 | u64::from(self.prey) << 16;
        self.key ^ scatter(case | 1 << 32)
    }
}

/// Spreads a small number over 64 bits (the finaliser of SplitMix64, Steele et al. 2014).
#[inline]
const fn scatter(n: u64) -> u64 {
    let n = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

/// What was worked out before, by its key; newer takes the place of older.
#[derive(Clone, Debug)]
struct Memory<V> {
    entries: Vec<(u64, V)>,
}

impl<V: Default + Clone> Memory<V> {
    const SIZE: usize = 1 << 14;

    fn new() -> Memory<V> {
        Memory { entries: vec![(0, V::default()); Memory::<V>::SIZE] }
    }

    #[inline]
    fn get(&mut self, key: u64, make: impl FnOnce() -> V) -> &V {
        let entry = &mut self.entries[key as usize % Memory::<V>::SIZE];
        if entry.0 != key {
            *entry = (key, make());
        }
        &entry.1
    }
}
