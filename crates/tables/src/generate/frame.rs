//! The positions that are solved together, as blocks.
//!
//! A *frame* fixes the pawns and lets the other men wander. Its last two men are the inner men of a
//! [block](super::block); the others, the *outer men*, choose the block. Without pawns the board's
//! symmetry leaves 462 pairs of kings, and these come before the outer men:
//!
//! ```text
//! KBBKN:  pair of kings (462) x N (64) x block [B, B]
//! KRPKR:  for each placement of the pawn: White's king (64) x Black's king (64) x block [R, R]
//! KPPKP:  for each placement of the pawns: block [White's king, Black's king]
//! ```
//!
//! Blocks stand in *rows* of 64, the squares of the last outer man, so that one word can say which
//! blocks of a row need attention; and in *groups*, the unit of parallel work.

use shakmaty::{Role, Square, attacks};

use crate::{
    board::{self, KING_PAIRS, Symmetry},
    ending::{Man, index},
};

use super::block::{self, Block, EMPTY, Where};
use super::lanes::Lanes;

/// The most outer men a frame may have.
const MOST_OUTER: usize = 4;

pub(crate) struct Frame {
    /// The men that wander, the inner two last.
    pub(crate) men: Vec<Man>,
    /// Whether pairs of kings come before the men.
    pub(crate) pairs: bool,
    /// The men that do not move.
    pub(crate) pawns: Vec<(Man, u8)>,
    pawn_squares: u64,
    /// How many of the men are outer.
    pub(crate) outer: usize,
    /// The two outer men are alike, and only the blocks are in use in which they stand in the order
    /// of their squares.
    folded: bool,
    /// For White's and for Black's king, from each pair: the pair it can move to, and the symmetry
    /// that brings it there.
    king_moves: [Vec<Vec<(u16, Symmetry)>>; 2],
    orders: [Vec<u16>; 2],
    /// For each man, where it goes from each square of the empty board.
    reach: Vec<[u64; 64]>,
}

/// One block's place in its frame.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    head: usize,
    /// The squares of the outer men as digits of 64.
    outers: usize,
    /// Squares of kings in the head, outer men and pawns.
    pub(crate) occupied: u64,
}

/// Rows of blocks: which of them need attention.
pub(crate) type Marks = [u64];

impl Frame {
    pub(crate) fn new(men: Vec<Man>, pairs: bool, pawns: Vec<(Man, u8)>) -> Frame {
        let outer = men.len() - 2;
        assert!(outer <= MOST_OUTER, "a frame of {} men", men.len());
        let king_moves = if pairs { [0, 1].map(king_moves) } else { Default::default() };
        let reach = men
            .iter()
            .map(|man| std::array::from_fn(|square| board::reach(man.role, square as u8)))
            .collect();
        let pawn_squares = pawns.iter().fold(0, |set, (_, square)| set | 1 << square);
        let mut frame = Frame {
            men,
            pairs,
            pawns,
            pawn_squares,
            outer,
            folded: false,
            king_moves,
            orders: Default::default(),
            reach,
        };
        frame.orders = [0, 1].map(|side| {
            let mut order: Vec<u16> = (0..frame.groups() as u16).collect();
            if pairs {
                order.sort_by_key(|&pair| board::kings_of_pair(pair.into())[1 - side]);
            }
            order
        });
        frame
    }

    /// The same with only one of two equal blocks in use, if there are such: half the work where both
    /// outer men are alike.
    pub(crate) fn folded(mut self) -> Frame {
        self.folded = self.pairs && self.outer == 2 && self.men[0] == self.men[1];
        self
    }

    /// Whether a block is in use.
    #[inline(always)]
    pub(crate) fn is_home(&self, block: usize) -> bool {
        self.home(block) == block
    }

    /// The block in use that is equal to a block.
    #[inline(always)]
    fn home(&self, block: usize) -> usize {
        let (first, second) = (block >> 6 & 63, block & 63);
        if self.folded && first > second { block & !0xfff | second << 6 | first } else { block }
    }

    /// Marks the equals of a group's marked blocks too, so that marks need not be looked for under
    /// another number.
    pub(crate) fn mark_equals(&self, marks: &mut Marks) {
        if self.folded {
            for row in 0..marks.len() {
                for bit in bits(marks[row]) {
                    marks[bit] |= 1 << row;
                }
            }
        }
    }

    /// How many pairs of kings come before the men; 1 for none.
    pub(crate) fn heads(&self) -> usize {
        if self.pairs { KING_PAIRS } else { 1 }
    }

    fn blocks_per_head(&self) -> usize {
        1 << (6 * self.outer)
    }

    pub(crate) fn blocks(&self) -> usize {
        self.heads() * self.blocks_per_head()
    }

    pub(crate) fn slots(&self) -> usize {
        self.blocks() * 4096
    }

    fn rows_per_head(&self) -> usize {
        1 << (6 * self.outer.saturating_sub(1))
    }

    pub(crate) fn rows(&self) -> usize {
        self.heads() * self.rows_per_head()
    }

    /// Blocks in a row: 64, or one when there is no outer man.
    pub(crate) fn blocks_per_row(&self) -> usize {
        if self.outer == 0 { 1 } else { 64 }
    }

    pub(crate) fn rows_per_group(&self) -> usize {
        if self.pairs { self.rows_per_head() } else { 1 }
    }

    pub(crate) fn groups(&self) -> usize {
        self.rows() / self.rows_per_group()
    }

    pub(crate) fn blocks_per_group(&self) -> usize {
        self.rows_per_group() * self.blocks_per_row()
    }

    /// The order of groups in which a side's king moves stay close together in memory.
    pub(crate) fn order(&self, side: usize) -> &[u16] {
        &self.orders[side]
    }

    /// Marks a block.
    #[inline(always)]
    pub(crate) fn mark(&self, marks: &mut Marks, block: usize) {
        if self.outer == 0 {
            marks[block] = 1;
        } else {
            marks[block / 64] |= 1 << (block % 64);
        }
        if self.folded {
            let equal = block & !0xfff | (block & 63) << 6 | block >> 6 & 63;
            marks[equal / 64] |= 1 << (equal % 64);
        }
    }

    /// The square of a king in a pair.
    pub(crate) fn king_square(&self, head: usize, side: usize) -> u8 {
        board::kings_of_pair(head)[side]
    }

    /// Where a man of the frame stands in a block.
    fn place_of(&self, block: usize, man: usize) -> Where {
        if man == self.outer {
            Where::Lane
        } else if man > self.outer {
            Where::Bit
        } else {
            Where::At(self.outer_square(block, man))
        }
    }

    fn place_of_king(&self, block: usize, side: usize) -> Where {
        if self.pairs {
            Where::At(self.king_square(block >> (6 * self.outer), side))
        } else {
            self.place_of(block, side)
        }
    }

    /// The slots of a block in which an enemy man stands where the king of a side does: the king has
    /// been taken. (Ströhlein 1970, §8: check is what leads there.)
    pub(crate) fn king_taken(&self, number: usize, side: usize, block: &mut Block) {
        let king = self.place_of_king(number, side);
        for (man, _) in self.men.iter().enumerate().filter(|(_, m)| index(m.colour) != side) {
            block::add_shared(king, self.place_of(number, man), block);
        }
    }

    /// Takes out the positions in which a pawn of `side` attacks the enemy king.
    pub(crate) fn clear_pawn_checks(&self, number: usize, side: usize, block: &mut Block) {
        let attacked = self.pawns.iter().filter(|(pawn, _)| index(pawn.colour) == side).fold(
            0,
            |set, &(pawn, square)| {
                set | attacks::pawn_attacks(pawn.colour, Square::new(square.into())).0
            },
        );
        if attacked != 0 {
            let mut checks = EMPTY;
            block::add_standing(self.place_of_king(number, 1 - side), attacked, &mut checks);
            for (row, checks) in block.iter_mut().zip(checks) {
                for (word, checks) in row.0.iter_mut().zip(checks.0) {
                    *word &= !checks;
                }
            }
        }
    }

    /// The number of a group's block, within the group and in the frame.
    pub(crate) fn numbers(&self, group: usize, row: usize, bit: usize) -> (usize, usize) {
        let within = row * self.blocks_per_row() + bit;
        (within, group * self.blocks_per_group() + within)
    }

    /// The square of an outer man.
    #[inline(always)]
    fn outer_square(&self, outers: usize, man: usize) -> u8 {
        (outers >> (6 * (self.outer - 1 - man)) & 63) as u8
    }

    /// Where a block stands; none if it is not in use, or if two of its fixed men share a square.
    #[inline(always)]
    pub(crate) fn place(&self, block: usize) -> Option<Place> {
        if !self.is_home(block) {
            return None;
        }
        let head = block >> (6 * self.outer);
        let outers = block & (self.blocks_per_head() - 1);
        let mut occupied = self.pawn_squares;
        if self.pairs {
            let [white, black] = board::kings_of_pair(head);
            occupied |= 1 << white | 1 << black;
        }
        for man in 0..self.outer {
            let bit = 1 << self.outer_square(outers, man);
            if occupied & bit != 0 {
                return None;
            }
            occupied |= bit;
        }
        Some(Place { head, outers, occupied })
    }

    /// The blocks of a row from which the men of a side reach a marked block in one move.
    #[inline(always)]
    pub(crate) fn near(&self, side: usize, marks: &Marks, row: usize) -> u64 {
        let own = marks[row];
        let mut near = own;
        let rows = self.rows_per_head();
        let (head, outers) = (row / rows, row % rows);
        if self.pairs {
            for &(pair, symmetry) in &self.king_moves[side][head] {
                let from = usize::from(pair) * rows;
                near |= match self.outer {
                    0 => marks[from],
                    1 => symmetry.pull(marks[from]),
                    _ => symmetry.pull(marks[from + self.turned(outers, self.outer - 1, symmetry)]),
                };
            }
        }
        if self.outer == 0 {
            return near;
        }
        let last = self.outer - 1;
        if index(self.men[last].colour) == side {
            for square in bits(own) {
                near |= self.reach[last][square];
            }
        }
        for man in (0..last).filter(|&man| index(self.men[man].colour) == side) {
            let shift = 6 * (last - 1 - man);
            let others = row & !(63 << shift);
            for square in bits(self.reach[man][outers >> shift & 63]) {
                near |= marks[others | square << shift];
            }
        }
        near
    }

    /// The digits of `count` outer squares, each replaced by its image.
    #[inline(always)]
    fn turned(&self, outers: usize, count: usize, symmetry: Symmetry) -> usize {
        (0..count).fold(0, |turned, man| {
            let shift = 6 * man;
            turned | usize::from(symmetry.image((outers >> shift & 63) as u8)) << shift
        })
    }

    /// The positions of a block from which `side` has a move into `from`.
    ///
    /// Blocks of `from` that are not marked are known to be empty; without marks all are looked at.
    /// Once everything in `enough` is found, the search may stop.
    #[inline(always)]
    pub(crate) fn moves<L: Lanes>(
        &self,
        side: usize,
        from: &[Block],
        marks: Option<&Marks>,
        place: Place,
        enough: &[L; 8],
    ) -> [L; 8] {
        let mut acc = block::zero::<L>();
        let head = place.head << (6 * self.outer);
        let marked = |block: usize| match marks {
            None => true,
            Some(marks) if self.outer == 0 => marks[block] != 0,
            Some(marks) => marks[block >> 6] >> (block & 63) & 1 != 0,
        };
        let own = head | place.outers;
        // where all blocks are looked at, most positions are soon done with: what is cheap comes first
        let done = |acc: &[L; 8]| marks.is_none() && block::is_complete(enough, acc);
        if self.pairs {
            let moves = &self.king_moves[side][place.head];
            let straight = moves.iter().take_while(|(_, symmetry)| *symmetry == Symmetry::IDENTITY);
            for &(pair, _) in straight.clone() {
                let block = usize::from(pair) << (6 * self.outer) | place.outers;
                if marked(block) {
                    block::or_into(&mut acc, block::load(&from[block]));
                }
            }
            for &(pair, symmetry) in &moves[straight.count()..] {
                let there = usize::from(pair) << (6 * self.outer);
                let block = self.home(there | self.turned(place.outers, self.outer, symmetry));
                if marked(block) {
                    let there = block::load(&from[block]);
                    block::or_into(&mut acc, block::turned::<L>(there, symmetry));
                }
            }
            if done(&acc) {
                return acc;
            }
        }
        if marked(own) {
            let [lane, bit] = [self.men[self.outer], self.men[self.outer + 1]];
            if index(lane.colour) == side {
                block::lane_moves(lane.role, &block::load(&from[own]), place.occupied, &mut acc);
            }
            if index(bit.colour) == side && !done(&acc) {
                block::bit_moves(bit.role, &block::load(&from[own]), place.occupied, &mut acc);
            }
        }
        if self.outer > 0 && !block::is_complete(enough, &acc) {
            for man in (0..self.outer).filter(|&man| index(self.men[man].colour) == side) {
                self.outer_moves(man, from, marked, place, own, &mut acc);
            }
        }
        acc
    }

    #[inline(always)]
    fn outer_moves<L: Lanes>(
        &self,
        man: usize,
        from: &[Block],
        marked: impl Fn(usize) -> bool,
        place: Place,
        own: usize,
        acc: &mut [L; 8],
    ) {
        let shift = 6 * (self.outer - 1 - man);
        let others = own & !(63 << shift);
        let square = usize::from(self.outer_square(place.outers, man));
        let directions = match self.men[man].role {
            Role::Queen => 0..8,
            Role::Rook => 0..4,
            Role::Bishop => 4..8,
            _ => {
                for to in bits(self.reach[man][square]) {
                    let block = self.home(others | to << shift);
                    if marked(block) {
                        block::or_into(acc, block::load(&from[block]));
                    }
                }
                return;
            }
        };
        for direction in directions {
            let ray = &RAYS[direction][square];
            let mut length = 0;
            while length < ray.length {
                length += 1;
                if place.occupied >> ray.squares[length - 1] & 1 != 0 {
                    break;
                }
            }
            // from the far end inwards: what lies beyond a square is seen where no inner man
            // stands on it
            let mut run = block::zero::<L>();
            let mut any = false;
            for &to in ray.squares[..length].iter().rev() {
                if any {
                    block::clear_square(&mut run, to);
                }
                let block = self.home(others | usize::from(to) << shift);
                if marked(block) {
                    any = true;
                    block::or_into(&mut run, block::load(&from[block]));
                }
            }
            if any {
                block::or_into(acc, run);
            }
        }
    }
}

/// The squares of a set.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        if set == 0 {
            return None;
        }
        set &= set - 1;
        Some(square)
    })
}

/// From each pair of kings, where a side's king can go.
fn king_moves(side: usize) -> Vec<Vec<(u16, Symmetry)>> {
    let moves = |pair| {
        let kings = board::kings_of_pair(pair);
        let mut moves: Vec<(u16, Symmetry)> = bits(board::reach(Role::King, kings[side]))
            .filter_map(|to| {
                let mut after = kings;
                after[side] = to as u8;
                board::king_pair(after[0], after[1])
            })
            .map(|(pair, symmetry)| (pair as u16, symmetry))
            .collect();
        moves.sort_by_key(|&(pair, symmetry)| (symmetry, pair));
        moves
    };
    (0..KING_PAIRS).map(moves).collect()
}

/// The squares from a square to the edge.
#[derive(Clone, Copy)]
struct Ray {
    squares: [u8; 7],
    length: usize,
}

/// By direction (four of the rook, four of the bishop) and square.
static RAYS: [[Ray; 64]; 8] = {
    const STEPS: [(i8, i8); 8] =
        [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mut rays = [[Ray { squares: [0; 7], length: 0 }; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (right, up) = STEPS[direction];
        let mut square = 0;
        while square < 64 {
            let ray = &mut rays[direction][square];
            let (mut file, mut rank) = (square as i8 % 8 + right, square as i8 / 8 + up);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                ray.squares[ray.length] = (rank * 8 + file) as u8;
                ray.length += 1;
                file += right;
                rank += up;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;

    fn frame(name: &str) -> Frame {
        let layout = Layout::new(name.parse().unwrap());
        Frame::new(layout.men()[2..].to_vec(), true, Vec::new()).folded()
    }

    /// Two knights on 64 squares: of each two blocks with the same knights one is in use.
    #[test]
    fn equal_blocks_have_one_home() {
        let knights = frame("KRBKNN");
        let head = 17 << 12;
        let used = (head..head + 4096).filter(|&block| knights.place(block).is_some()).count();
        assert_eq!(used, 62 * 61 / 2);
        assert_eq!(knights.home(head | 9 << 6 | 5), head | 5 << 6 | 9);
        assert_eq!(knights.home(head | 5 << 6 | 9), head | 5 << 6 | 9);
        let different = frame("KRBKBN");
        assert!((head..head + 4096).all(|block| different.is_home(block)));
    }

    /// A mark is found from every block in use whose knights, or king, can move there, whichever of
    /// the knights has the lower square afterwards.
    #[test]
    fn marks_are_found_across_the_fold() {
        let frame = frame("KRBKNN");
        let black = index(shakmaty::Color::Black);
        for target in (0..frame.blocks()).step_by(40_009).map(|block| frame.home(block)) {
            let mut marks = vec![0; frame.rows()];
            frame.mark(&mut marks, target);
            let mut again = vec![0; frame.rows()];
            again[target / 64] |= 1 << (target % 64);
            let group = target >> 12;
            frame.mark_equals(&mut again[64 * group..64 * (group + 1)]);
            assert_eq!(marks, again);
            let near =
                |block: usize| frame.near(black, &marks, block / 64) >> (block % 64) & 1 != 0;
            for man in [0, 1] {
                let shift = 6 * (1 - man);
                for from in bits(frame.reach[man][target >> shift & 63]) {
                    let block = frame.home(target & !(63 << shift) | from << shift);
                    assert!(near(block), "{target} from {block}");
                }
            }
            for (head, moves) in frame.king_moves[black].iter().enumerate() {
                for &(_, symmetry) in moves.iter().filter(|&&(to, _)| usize::from(to) == group) {
                    let back = (0..4096).map(|outers| head << 12 | outers);
                    let leads_there = |block: &usize| {
                        let outers = frame.turned(block & 0xfff, 2, symmetry);
                        frame.home(group << 12 | outers) == target
                    };
                    assert!(back.filter(leads_there).all(near), "{target} from pair {head}");
                }
            }
        }
    }
}
