//! What is known of positions met before: a table of bounded size that threads share without locks.
//!
//! A position is known by the 128 bits of its key: some of them tell the place, 64 of the others are
//! kept. Two entries share a place: one for the position of which more is known, one for the newest. An entry is two words, the value and the
//! key's bits mixed with it: two threads that write at once leave a pair that fits neither (Hyatt and
//! Mann 2002). The table grows with what it holds; entries know the bits
//! that tell their place, so that they move to the new ones.

use std::{
    marker::PhantomData,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

/// Knowledge of positions by their keys. A clone is the same table.
#[derive(Clone, Debug)]
pub(crate) struct Table<V> {
    shared: Arc<Shared>,
    value: PhantomData<V>,
}

/// The key of a position with which a number goes, such as that of the moves left.
#[inline]
pub(crate) fn key_with(key: u128, number: u64) -> u128 {
    const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    key ^ u128::from(number).wrapping_mul(SPREAD)
}

/// What can be kept of a position.
pub(crate) trait Value: Copy {
    fn pack(self) -> u32;
    fn unpack(word: u32) -> Self;

    /// How much work it took to find out.
    fn weight(self) -> u32 {
        0
    }
}

impl Value for u32 {
    fn pack(self) -> u32 {
        self
    }

    fn unpack(word: u32) -> u32 {
        word
    }
}

impl Value for bool {
    fn pack(self) -> u32 {
        self.into()
    }

    fn unpack(word: u32) -> bool {
        word != 0
    }
}

#[derive(Debug)]
struct Shared {
    /// Parts of the table, made when they are first needed.
    parts: Vec<OnceLock<Box<[Entry]>>>,
    /// One less than the number of entries in use, a power of two.
    mask: AtomicUsize,
    most: usize,
    /// About how many entries were written, counted by samples.
    used: AtomicUsize,
}

#[derive(Debug, Default)]
struct Entry {
    mixed: AtomicU64,
    value: AtomicU64,
}

impl Entry {
    /// The value, if it belongs to a position with these bits.
    #[inline]
    fn value_of(&self, check: u64) -> Option<u64> {
        let value = self.value.load(Relaxed);
        (value & FULL != 0 && self.mixed.load(Relaxed) ^ value == check).then_some(value)
    }

    #[inline]
    fn put(&self, check: u64, value: u64) {
        self.value.store(value, Relaxed);
        self.mixed.store(check ^ value, Relaxed);
    }
}

/// The number of entries in a part.
const PART: usize = 1 << 14;

/// A table of fewer entries is none.
const LEAST: usize = 1 << 12;

/// One write of so many is counted.
const SAMPLE: usize = 16;

/// Tells a value from an empty entry.
const FULL: u64 = 1 << 32;

/// Above it stand the bits of the key that tell the place.
const PLACE: u32 = 33;

/// The largest number of entries.
const MOST: usize = 1 << (u64::BITS - PLACE);

impl<V: Value> Table<V> {
    /// A table of at most so many bytes; less than 64 KiB remembers nothing.
    pub(crate) fn new(bytes: usize) -> Table<V> {
        let most = (bytes / size_of::<Entry>()).min(MOST);
        let most: usize = if most < LEAST { 0 } else { 1 << most.ilog2() };
        let shared = Shared {
            parts: (0..most.div_ceil(PART)).map(|_| OnceLock::new()).collect(),
            mask: AtomicUsize::new(most.clamp(1, PART) - 1),
            most,
            used: AtomicUsize::new(0),
        };
        Table { shared: Arc::new(shared), value: PhantomData }
    }

    /// The entries where a position may be kept.
    #[inline]
    fn pair(&self, key: u128) -> Option<&[Entry]> {
        let place = key as usize & self.shared.mask.load(Relaxed) & !1;
        let part = self.shared.parts.get(place / PART)?;
        let size = PART.min(self.shared.most);
        let part = part.get_or_init(|| (0..size).map(|_| Entry::default()).collect());
        part.get(place % PART..place % PART + 2)
    }

    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<V> {
        let check = (key >> 64) as u64;
        let known = |entry: &Entry| entry.value_of(check).filter(|v| v >> PLACE == place_bits(key));
        let value = self.pair(key)?.iter().find_map(known)?;
        Some(V::unpack(value as u32))
    }

    #[inline]
    pub(crate) fn set(&self, key: u128, value: V) {
        let word = u64::from(value.pack()) | FULL | place_bits(key) << PLACE;
        let check = (key >> 64) as u64;
        let new = self.put(key, check, word);
        if new && (check >> 32).is_multiple_of(SAMPLE as u64) {
            self.count();
        }
    }

    /// Puts a word in its place; whether that was free.
    #[inline]
    fn put(&self, key: u128, check: u64, word: u64) -> bool {
        let Some([first, second]) = self.pair(key) else { return false };
        let (kept, mixed) = (first.value.load(Relaxed), first.mixed.load(Relaxed));
        let empty = |value: u64| value & FULL == 0;
        if empty(kept) || mixed ^ kept == check {
            first.put(check, word);
            return empty(kept);
        }
        let new = empty(second.value.load(Relaxed));
        let weight = |word: u64| V::unpack(word as u32).weight();
        if weight(word) >= weight(kept) {
            second.put(mixed ^ kept, kept);
            first.put(check, word);
        } else {
            second.put(check, word);
        }
        new
    }

    #[cold]
    fn count(&self) {
        let Shared { mask, most, used, .. } = &*self.shared;
        let size = mask.load(Relaxed) + 1;
        if used.fetch_add(SAMPLE, Relaxed) > size / 2 && size < *most {
            let larger = (size * 8).min(*most);
            if mask.compare_exchange(size - 1, larger - 1, Relaxed, Relaxed).is_ok() {
                self.move_entries(size);
            }
        }
    }

    /// Brings what the first so many entries hold to its new places.
    fn move_entries(&self, size: usize) {
        for place in 0..size {
            let Some(part) = self.shared.parts[place / PART].get() else { continue };
            let entry = &part[place % PART];
            let (value, mixed) = (entry.value.load(Relaxed), entry.mixed.load(Relaxed));
            let key = u128::from(value >> PLACE);
            let to = key as usize & self.shared.mask.load(Relaxed) & !1;
            if value & FULL != 0 && to != place & !1 {
                entry.value.store(0, Relaxed);
                self.put(key, mixed ^ value, value);
            }
        }
    }
}

/// The bits of a key that tell its place.
#[inline]
fn place_bits(key: u128) -> u64 {
    key as u64 & (MOST as u64 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> u128 {
        let high = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        u128::from(high) << 64 | u128::from(n.wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }

    #[test]
    fn a_table_never_tells_of_another_position() {
        let table: Table<u32> = Table::new(4 << 20);
        for n in 0..100_000 {
            table.set(key(n), n as u32);
        }
        let known = (0..100_000).filter(|&n| table.get(key(n)).is_some()).count();
        // the table has grown, and lost little by that
        assert!(known > 80_000, "{known}");
        assert!((0..100_000).all(|n| table.get(key(n)).is_none_or(|value| value == n as u32)));
    }

    #[test]
    fn threads_share_what_they_know() {
        let table: Table<u32> = Table::new(1 << 20);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = table.clone();
                scope.spawn(move || {
                    for n in (thread..40_000).step_by(3) {
                        table.set(key(n), n as u32);
                        let at = n.wrapping_mul(7) % 40_000;
                        assert!(table.get(key(at)).is_none_or(|value| value == at as u32));
                    }
                });
            }
        });
    }

    #[test]
    fn no_memory_no_knowledge() {
        let table: Table<u32> = Table::new(0);
        table.set(key(1), 1);
        assert_eq!(table.get(key(1)), None);
    }
}
