//! What was found, in the order in which it was found.
//!
//! Storing a distance for each position as it is found would touch memory at random. New positions
//! go to a log instead, one log for each group of blocks; at the end a group's log is replayed into
//! its values while these are in the cache.

use crate::table::{DRAW, NO_MOVE, NO_POSITION};

use super::{
    block::Block,
    lanes::{Instructions, Lanes, Task, run},
    tally::{Counter, Tally},
    workspace::{Lent, Shelf},
};

/// Words in a part of a log: few enough for small endings, and many enough that parts are seldom
/// asked for.
const PART: usize = 2048;
/// Words that a block takes at most: for each row a heading and eight words.
const MOST: usize = 8 * 9;

pub(crate) struct Log<'a> {
    instructions: Instructions,
    /// For each row of a block with something new: a heading, then its words that are not zero. In
    /// parts, so that nothing is moved when the log grows, and the parts serve any other log later.
    parts: Vec<Lent<'a, u64>>,
    shelf: &'a Shelf<u64>,
    /// When nothing is kept, what is counted instead.
    counter: Option<Counter>,
}

/// What a heading says: code, side to move, row within the group, which words follow.
struct Heading {
    code: u8,
    side: usize,
    row: usize,
    lanes: u8,
}

impl Heading {
    fn pack(&self) -> u64 {
        u64::from(self.code) << 56
            | (self.side as u64) << 55
            | (self.row as u64) << 8
            | u64::from(self.lanes)
    }

    fn unpack(word: u64) -> Heading {
        Heading {
            code: (word >> 56) as u8,
            side: (word >> 55 & 1) as usize,
            row: (word >> 8 & ((1 << 47) - 1)) as usize,
            lanes: word as u8,
        }
    }
}

impl<'a> Log<'a> {
    pub(crate) fn new(shelf: &'a Shelf<u64>, instructions: Instructions) -> Log<'a> {
        Log { instructions, parts: Vec::new(), shelf, counter: None }
    }

    /// A log that keeps nothing but counts.
    pub(crate) fn counting(self, counter: Counter) -> Log<'a> {
        Log { counter: Some(counter), ..self }
    }

    /// Whether codes are kept.
    pub(crate) fn keeps(&self) -> bool {
        self.counter.is_none()
    }

    /// What was counted since this was last asked.
    pub(crate) fn take_tally(&mut self) -> Option<Tally> {
        self.counter.as_mut().map(Counter::take)
    }

    /// Positions of a block that have a code; tells how many. The block is known by its number in
    /// the group and in the frame.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        code: u8,
        side: usize,
        (block, number): (usize, usize),
        found: &Block,
    ) -> u64 {
        if let Some(counter) = &mut self.counter {
            return counter.add(number, found);
        }
        match self.parts.last_mut() {
            Some(part) if part.len() + MOST <= PART => {}
            _ => self.parts.push(self.shelf.lend_empty(PART)),
        }
        let Some(part) = self.parts.last_mut() else { return 0 };
        run(self.instructions, Entry { code, side, block, found, part })
    }

    /// Positions of a block in which the side to move has no move and yet has not lost: mates and
    /// stalemates.
    pub(crate) fn add_stuck(
        &mut self,
        side: usize,
        (block, number): (usize, usize),
        [mates, stalemates]: [&Block; 2],
    ) {
        if let Some(counter) = &mut self.counter {
            counter.add_stuck(number, [mates, stalemates]);
        } else {
            self.add(NO_MOVE, side, (block, number), mates);
            self.add(NO_MOVE, side, (block, number), stalemates);
        }
    }

    /// Writes the codes of a group's positions and forgets them: every position of `legal` is a draw,
    /// unless something else was found.
    pub(crate) fn replay(&mut self, legal: [&[Block]; 2], codes: [&mut [u8]; 2]) {
        run(self.instructions, Replay { parts: &self.parts, legal, codes });
        self.parts.clear();
    }
}

/// What was found in a block is added to a part of a log.
struct Entry<'a, 'b> {
    code: u8,
    side: usize,
    block: usize,
    found: &'a Block,
    part: &'a mut Lent<'b, u64>,
}

impl Task for Entry<'_, '_> {
    /// How many positions it was.
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self) -> u64 {
        let mut words = [0; MOST];
        let mut length = 0;
        let mut count = 0;
        for (r, row) in self.found.iter().enumerate() {
            if L::load(row).is_zero() {
                continue;
            }
            let heading = length;
            length += 1;
            let mut lanes = 0;
            for (lane, &word) in row.0.iter().enumerate() {
                words[length] = word;
                length += usize::from(word != 0);
                lanes |= u8::from(word != 0) << lane;
                count += word.count_ones();
            }
            let row = 8 * self.block + r;
            words[heading] = Heading { code: self.code, side: self.side, row, lanes }.pack();
        }
        self.part.extend(&words[..length]);
        count.into()
    }
}

/// A log is turned into codes.
struct Replay<'a, 'b> {
    parts: &'a [Lent<'b, u64>],
    legal: [&'a [Block]; 2],
    codes: [&'a mut [u8]; 2],
}

impl Task for Replay<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let [white, black] = self.codes.map(|codes| codes.as_chunks_mut::<64>().0);
        for (codes, legal) in [&mut *white, &mut *black].into_iter().zip(self.legal) {
            let words = legal.iter().flatten().flat_map(|row| row.0);
            for (codes, word) in codes.iter_mut().zip(words) {
                *codes = [NO_POSITION; 64];
                L::paint(codes, word, DRAW);
            }
        }
        for part in self.parts {
            let mut words = part.iter();
            while let Some(&heading) = words.next() {
                let Heading { code, side, row, lanes } = Heading::unpack(heading);
                let codes = if side == 0 { &mut *white } else { &mut *black };
                let Some(codes) = codes.get_mut(8 * row..8 * row + 8) else { return };
                for lane in super::frame::bits(lanes.into()) {
                    let Some(&word) = words.next() else { return };
                    L::paint(&mut codes[lane], word, code);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{block::EMPTY, lanes::Row};

    #[test]
    fn replayed_codes_stand_where_they_were_found() {
        let shelf = Shelf::default();
        for instructions in Instructions::available() {
            let mut log = Log::new(&shelf, instructions);
            let mut few = EMPTY;
            few[3].0[5] = 0b101;
            let many = [Row([!0 << 4; 8]); 8];
            assert_eq!(log.add(7, 0, (1, 1), &few), 2);
            assert_eq!(log.add(9, 1, (0, 0), &many), 64 * 60);
            let legal = [[Row([!0; 8]); 8], EMPTY];
            let (mut white, mut black) = (vec![5; 2 * 4096], vec![5; 2 * 4096]);
            log.replay([&legal, &legal], [&mut white, &mut black]);
            let sevens: Vec<usize> = (0..white.len()).filter(|&slot| white[slot] == 7).collect();
            assert_eq!(sevens, [4096 + 29 * 64, 4096 + 29 * 64 + 2]);
            assert!(white[..4096].iter().all(|&code| code == DRAW));
            let nowhere = white[4096..].iter().filter(|&&code| code == NO_POSITION);
            assert_eq!(nowhere.count(), 4096 - 2);
            assert!((0..4096).all(|slot| black[slot] == if slot % 64 < 4 { DRAW } else { 9 }));
        }
    }

    /// More than one part holds.
    #[test]
    fn logs_grow_by_parts() {
        let shelf = Shelf::default();
        let mut log = Log::new(&shelf, Instructions::best());
        for level in 0..200u8 {
            let block = [Row([1 << (level % 64); 8]); 8];
            assert_eq!(log.add(level, 0, (0, 0), &block), 64);
        }
        assert!(log.parts.len() > 1 && log.parts.iter().all(|part| part.len() <= PART));
        let (mut white, mut black) = (vec![0; 4096], vec![0; 4096]);
        log.replay([&[EMPTY], &[EMPTY]], [&mut white, &mut black]);
        let last = |bit: usize| (0..200u8).rev().find(|level| usize::from(level % 64) == bit);
        assert!((0..4096).all(|slot| Some(white[slot]) == last(slot % 64)));
    }
}
