//! What moves out of a frame lead to, and at which level each begins to count.
//!
//! Captures and pawn moves lead to positions that are solved already. For the side that makes such a
//! move its outcome is a value; [`Outcomes`] holds these values as *ranks*, better ones greater, and
//! hands them out level by level.

use std::ops::Deref;

use solusrex_game::{Plies, Value};

use crate::metric::preference;

/// A rank for each slot of an array; 0 where there is no such move.
pub(crate) struct Outcomes<Ranks = Vec<u8>> {
    ranks: Ranks,
    scale: Scale,
    /// For each level, the rows of 64 slots that hold a win or a loss of so many plies.
    levels: Vec<Vec<u32>>,
}

/// Values in order, so that the better of two is the greater rank.
#[derive(Clone, Default)]
pub(crate) struct Scale {
    values: Vec<Value>,
}

pub(crate) const NONE: u8 = 0;

impl Scale {
    /// The scale of all values that may occur; none if there are too many for a byte.
    pub(crate) fn of(values: impl IntoIterator<Item = Value>) -> Option<Scale> {
        let mut values: Vec<Value> = values.into_iter().collect();
        values.sort_by_key(preference);
        values.dedup();
        (values.len() < 256).then_some(Scale { values })
    }

    pub(crate) fn rank(&self, value: Value) -> u8 {
        let sought = preference(&value);
        let place = self.values.binary_search_by(|known| preference(known).cmp(&sought));
        place.map_or(NONE, |place| place as u8 + 1)
    }

    fn value(&self, rank: u8) -> Option<Value> {
        self.values.get(usize::from(rank).checked_sub(1)?).copied()
    }

    fn plies(&self, rank: u8) -> Option<u32> {
        match self.value(rank)? {
            Value::Won(Plies(plies)) | Value::Lost(Plies(plies)) => Some(plies),
            Value::Drawn => None,
        }
    }
}

impl<Ranks: Deref<Target = [u8]>> Outcomes<Ranks> {
    pub(crate) fn new(ranks: Ranks, scale: Scale) -> Outcomes<Ranks> {
        let plies: Vec<u32> = (0..=255).map(|rank| scale.plies(rank).unwrap_or(u32::MAX)).collect();
        let most = plies.iter().filter(|&&plies| plies != u32::MAX).max();
        let mut levels = vec![Vec::new(); most.map_or(0, |&most| most as usize + 1)];
        for (row, ranks) in ranks.as_chunks::<64>().0.iter().enumerate() {
            let mut seen = [0u64; 4];
            let mut last = NONE;
            for eight in ranks.as_chunks::<8>().0 {
                if *eight == [last; 8] {
                    continue;
                }
                for &rank in eight {
                    seen[usize::from(rank / 64)] |= 1 << (rank % 64);
                }
                last = eight[7];
            }
            for (quarter, seen) in seen.into_iter().enumerate() {
                for bit in super::frame::bits(seen) {
                    let plies = plies[64 * quarter + bit];
                    // several ranks of a row may begin at one level
                    if let Some(level) = levels.get_mut(plies as usize)
                        && level.last() != Some(&(row as u32))
                    {
                        level.push(row as u32);
                    }
                }
            }
        }
        Outcomes { ranks, scale, levels }
    }

    /// The last level at which something begins to count.
    pub(crate) fn last_level(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// The slots in which the move wins at this level, or loses, as words of 64 slots each.
    pub(crate) fn at(&self, value: Value) -> impl Iterator<Item = (usize, u64)> {
        let (Value::Won(Plies(level)) | Value::Lost(Plies(level))) = value else { unreachable!() };
        let rank = self.scale.rank(value);
        let rows = self.levels.get(level as usize).filter(|_| rank != NONE);
        rows.into_iter()
            .flatten()
            .map(move |&row| (row as usize, equal(&self.ranks[64 * row as usize..], rank)))
            .filter(|&(_, word)| word != 0)
    }

    /// The slots in which there is such a move at all.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (usize, u64)> {
        let rows = self.ranks.as_chunks::<64>().0.iter().enumerate();
        rows.map(|(row, ranks)| (row, !equal(ranks, NONE))).filter(|&(_, word)| word != 0)
    }
}

/// Which of the first 64 bytes equal a byte.
#[inline(always)]
fn equal(bytes: &[u8], byte: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let splat = u64::from_ne_bytes([byte; 8]);
    let mut word = 0;
    for (i, eight) in bytes[..64].as_chunks::<8>().0.iter().enumerate() {
        let different = u64::from_le_bytes(*eight) ^ splat;
        // the top bit of each byte that is zero, then the eight of them side by side
        let zero = !((different & LOW).wrapping_add(LOW) | different | LOW);
        word |= ((zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes() {
        let bytes: [u8; 64] = std::array::from_fn(|i| (i * i % 7) as u8 * 50);
        for byte in [0, 50, 100, 200, 255] {
            let expected =
                (0..64).filter(|&i| bytes[i] == byte).fold(0u64, |word, i| word | 1 << i);
            assert_eq!(equal(&bytes, byte), expected);
        }
    }

    #[test]
    fn levels_hand_out_every_slot_once() {
        let values = [Value::Lost(Plies(2)), Value::Drawn, Value::Won(Plies(3))];
        let scale = Scale::of(values).unwrap();
        let ranks: Vec<u8> = (0..256).map(|i| (i % 5 % 4) as u8).collect();
        let outcomes = Outcomes::new(ranks.clone(), scale.clone());
        for value in [Value::Lost(Plies(2)), Value::Won(Plies(3))] {
            let found: u32 = outcomes.at(value).map(|(_, word)| word.count_ones()).sum();
            let expected = ranks.iter().filter(|&&rank| rank == scale.rank(value)).count();
            assert_eq!(found as usize, expected);
        }
        assert_eq!(outcomes.at(Value::Won(Plies(1))).count(), 0);
        assert_eq!(outcomes.last_level(), 3);
    }
}
