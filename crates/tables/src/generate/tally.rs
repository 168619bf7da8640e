//! Positions counted as they are found, for endings whose codes would not fit into memory.
//!
//! A frame holds a class of positions more than once where the board or the men are alike: like men
//! may exchange their squares, and when both kings stand on the diagonal a1-h8 a position and its
//! mirror image have a slot each. Counted are the slots in which like men stand in the order of
//! their squares; off the diagonal each of them is one class, seen in eight placements, and on it one
//! of two that share such a class, or a class of its own that is seen in four.

use std::{iter::Sum, ops::AddAssign, sync::Arc};

use crate::{board, layout::Layout};

use super::{block::Block, frame::bits};

/// How many slots are kept as examples: as many as a census of a table gives.
pub(crate) const EXAMPLES: usize = crate::stats::EXAMPLES;

/// A number of positions, counted in both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// One position of each symmetry class.
    pub classes: u64,
    /// Every placement of the men on the board.
    pub placements: u64,
}

impl AddAssign for Numbers {
    fn add_assign(&mut self, more: Numbers) {
        self.classes += more.classes;
        self.placements += more.placements;
    }
}

impl Sum for Numbers {
    fn sum<I: Iterator<Item = Numbers>>(numbers: I) -> Numbers {
        numbers.fold(Numbers::default(), |mut sum, more| {
            sum += more;
            sum
        })
    }
}

/// What one step of a pass has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) found: Numbers,
    /// The first slots of them, one of each class.
    pub(crate) examples: Vec<u64>,
    /// Mates and stalemates that are not the goal.
    pub(crate) stuck: [Numbers; 2],
}

impl Tally {
    /// Both together.
    pub(crate) fn and(mut self, other: Tally) -> Tally {
        self.found += other.found;
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(EXAMPLES);
        for (stuck, more) in self.stuck.iter_mut().zip(other.stuck) {
            *stuck += more;
        }
        self
    }
}

/// Counts the positions of one ending without pawns.
pub(crate) struct Counter {
    layout: Arc<Layout>,
    tally: Tally,
}

impl Counter {
    pub(crate) fn new(layout: Arc<Layout>) -> Counter {
        Counter { layout, tally: Tally::default() }
    }

    /// What was counted since this was last asked.
    pub(crate) fn take(&mut self) -> Tally {
        std::mem::take(&mut self.tally)
    }

    /// Counts positions of a block; tells how many classes they are.
    pub(crate) fn add(&mut self, number: usize, found: &Block) -> u64 {
        let numbers = count(&self.layout, number, found);
        self.tally.found += numbers;
        let wanted = EXAMPLES.saturating_sub(self.tally.examples.len());
        if wanted > 0 && numbers.classes > 0 {
            let slots = slots(number, found);
            let classes = slots.filter(|&slot| self.layout.is_representative(slot));
            self.tally.examples.extend(classes.take(wanted));
        }
        numbers.classes
    }

    /// Counts mates and stalemates of a block that are not the goal.
    pub(crate) fn add_stuck(&mut self, number: usize, stuck: [&Block; 2]) {
        for (count_so_far, stuck) in self.tally.stuck.iter_mut().zip(stuck) {
            *count_so_far += count(&self.layout, number, stuck);
        }
    }
}

/// How many positions those of a block stand for.
pub(crate) fn count(layout: &Layout, number: usize, found: &Block) -> Numbers {
    let ones = |block: &Block| -> u64 {
        block.iter().flat_map(|row| row.0).map(|word| u64::from(word.count_ones())).sum()
    };
    match layout.block_counts(number) {
        Some(false) => Numbers::default(),
        Some(true) => {
            let classes = ones(found);
            Numbers { classes, placements: 8 * classes }
        }
        None => {
            let Some(sorted) = like_men_sorted(layout, number, found) else {
                return Numbers::default();
            };
            if !board::on_diagonal(number >> (6 * (layout.pieces() - 2))) {
                let classes = ones(&sorted);
                return Numbers { classes, placements: 8 * classes };
            }
            let classes = slots(number, &sorted).filter(|&slot| layout.is_representative(slot));
            Numbers { classes: classes.count() as u64, placements: 4 * ones(&sorted) }
        }
    }
}

/// The slots of the positions of a block.
fn slots(number: usize, block: &Block) -> impl Iterator<Item = u64> {
    let words = block.iter().flat_map(|row| row.0).enumerate();
    words
        .flat_map(move |(i, word)| bits(word).map(move |bit| (number * 4096 + i * 64 + bit) as u64))
}

/// The positions of a block in which like men stand in the order of their squares; none if its outer
/// men do not.
fn like_men_sorted(layout: &Layout, number: usize, block: &Block) -> Option<Block> {
    let men = &layout.men()[2..];
    let outer = men.len() - 2;
    let alike = |man: usize| men[man] == men[man + 1];
    let square = |man: usize| number >> (6 * (outer - 1 - man)) & 63;
    if (1..outer).any(|man| alike(man - 1) && square(man - 1) > square(man)) {
        return None;
    }
    let first_lane = if outer > 0 && alike(outer - 1) { square(outer - 1) } else { 0 };
    let mut sorted = *block;
    for (lane, word) in sorted.iter_mut().flat_map(|row| &mut row.0).enumerate() {
        if lane < first_lane {
            *word = 0;
        } else if alike(outer) {
            *word &= !0 << lane;
        }
    }
    Some(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::lanes::Row;

    /// Counting by whole words agrees with asking each slot, wherever like men stand in the layout.
    #[test]
    fn classes_are_counted_as_slot_by_slot() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for name in ["KRKN", "KNNK", "KBBBK", "KRBKNN", "KBBKNN", "KQQKQQ", "KBBBKN", "KRRRRK"] {
            let layout = Layout::new(name.parse().unwrap());
            let blocks = layout.slots() / 4096;
            for _ in 0..20 {
                let number = (random() % blocks) as usize;
                let block: Block = std::array::from_fn(|_| Row(std::array::from_fn(|_| random())));
                let representatives =
                    || slots(number, &block).filter(|&slot| layout.is_representative(slot));
                let numbers = count(&layout, number, &block);
                assert_eq!(numbers.classes, representatives().count() as u64, "{name} {number}");
                // on the diagonal the other half of a class is in another block
                if !board::on_diagonal(number >> (6 * (layout.pieces() - 2))) {
                    let placements = |slot| u64::from(layout.placements_of_class(slot));
                    let expected: u64 = representatives().map(placements).sum();
                    assert_eq!(numbers.placements, expected, "{name} {number}");
                }
            }
        }
    }

    #[test]
    fn examples_are_the_first_slots() {
        let tally = |examples: &[u64]| Tally { examples: examples.to_vec(), ..Tally::default() };
        let both = tally(&[5, 9, 30]).and(tally(&[1, 7, 8]));
        assert_eq!(both.examples, [1, 5, 7, 8]);
    }
}
