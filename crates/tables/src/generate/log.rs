//! What was found, in the order in which it was found.
//!
//! Storing a distance for each position as it is found would touch memory at random. New positions
//! go to a log instead, one log for each group of blocks; at the end a group's log is replayed into
//! its values while these are in the cache.

use crate::table::NO_MOVE;

use super::{
    block::Block,
    tally::{Counter, Tally},
};

#[derive(Default)]
pub(crate) struct Log {
    /// For each row of a block with something new: a heading, then its words that are not zero.
    words: Vec<u64>,
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

impl Log {
    /// A log that keeps nothing but counts.
    pub(crate) fn counting(counter: Counter) -> Log {
        Log { counter: Some(counter), ..Log::default() }
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
        let mut count = 0;
        for (r, row) in found.iter().enumerate() {
            let mut lanes = 0u8;
            let heading = self.words.len();
            for (lane, &word) in row.0.iter().enumerate() {
                if word != 0 {
                    if lanes == 0 {
                        self.words.push(0);
                    }
                    lanes |= 1 << lane;
                    self.words.push(word);
                    count += u64::from(word.count_ones());
                }
            }
            if lanes != 0 {
                self.words[heading] = Heading { code, side, row: 8 * block + r, lanes }.pack();
            }
        }
        count
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

    /// Writes the codes of a group's positions and forgets them.
    pub(crate) fn replay(&mut self, codes: [&mut [u8]; 2]) {
        let [white, black] = codes;
        let mut words = self.words.iter();
        while let Some(&heading) = words.next() {
            let Heading { code, side, row, lanes } = Heading::unpack(heading);
            let codes = if side == 0 { &mut *white } else { &mut *black };
            for lane in super::frame::bits(lanes.into()) {
                let Some(&word) = words.next() else { return };
                let slot = (8 * row + lane) * 64;
                paint(&mut codes[slot..slot + 64], word, code);
            }
        }
        self.words.clear();
    }
}

/// Sets the bytes whose bits are set.
#[inline(always)]
fn paint(codes: &mut [u8], word: u64, code: u8) {
    if word.count_ones() < 12 {
        for slot in super::frame::bits(word) {
            codes[slot] = code;
        }
    } else {
        let fill = u64::from_ne_bytes([code; 8]);
        for (i, bytes) in codes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mask = spread((word >> (8 * i)) as u8);
            *bytes = (u64::from_le_bytes(*bytes) & !mask | fill & mask).to_le_bytes();
        }
    }
}

/// Bit `i` of a byte becomes byte `i` of a word, all ones or zero.
#[inline(always)]
pub(crate) fn spread(byte: u8) -> u64 {
    static SPREAD: [u64; 256] = {
        let mut spread = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                if byte >> bit & 1 != 0 {
                    spread[byte] |= 0xff << (8 * bit);
                }
                bit += 1;
            }
            byte += 1;
        }
        spread
    };
    SPREAD[usize::from(byte)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{block::EMPTY, lanes::Row};

    #[test]
    fn replayed_codes_stand_where_they_were_found() {
        let mut log = Log::default();
        let mut few = EMPTY;
        few[3].0[5] = 0b101;
        let many = [Row([!0 << 4; 8]); 8];
        assert_eq!(log.add(7, 0, (1, 1), &few), 2);
        assert_eq!(log.add(9, 1, (0, 0), &many), 64 * 60);
        let (mut white, mut black) = (vec![1; 2 * 4096], vec![1; 2 * 4096]);
        log.replay([&mut white, &mut black]);
        let sevens: Vec<usize> = (0..white.len()).filter(|&slot| white[slot] == 7).collect();
        assert_eq!(sevens, [4096 + 29 * 64, 4096 + 29 * 64 + 2]);
        assert!((0..4096).all(|slot| black[slot] == if slot % 64 < 4 { 1 } else { 9 }));
    }
}
