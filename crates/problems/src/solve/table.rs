//! What is known of positions met before: a table of bounded size.
//!
//! A position is known by the 128 bits of its key: some of them tell the place, all but a few of the
//! others are kept. A newer position takes the place of an older one.

/// Knowledge of positions by their keys.
#[derive(Debug)]
pub(crate) struct Table<V> {
    entries: Vec<(u64, V)>,
    /// One less than the number of entries, a power of two; the table grows up to `most`.
    mask: usize,
    most: usize,
    used: usize,
}

const FIRST_SIZE: usize = 1 << 12;

impl<V: Copy + Default> Table<V> {
    /// A table of at most so many bytes; 0 remembers nothing.
    pub(crate) fn new(bytes: usize) -> Table<V> {
        let most = bytes / size_of::<(u64, V)>();
        let most = if most == 0 { 0 } else { 1 << most.ilog2() };
        let size = most.min(FIRST_SIZE);
        let entries = vec![(0, V::default()); size];
        Table { entries, mask: size.saturating_sub(1), most, used: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<V> {
        let (check, value) = *self.entries.get(key as usize & self.mask)?;
        (check == (key >> 64) as u64).then_some(value)
    }

    #[inline]
    pub(crate) fn set(&mut self, key: u128, value: V) {
        let check = (key >> 64) as u64;
        let place = key as usize & self.mask;
        if let Some(entry) = self.entries.get_mut(place) {
            self.used += usize::from(entry.0 == 0);
            *entry = (check, value);
            if self.used > self.entries.len() / 2 && self.entries.len() < self.most {
                self.grow();
            }
        }
    }

    /// Starts again with a larger table. The entries do not hold all of their keys, so they are lost.
    #[cold]
    fn grow(&mut self) {
        let size = (self.entries.len() * 8).min(self.most);
        self.entries = vec![(0, V::default()); size];
        self.mask = size - 1;
        self.used = 0;
    }
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
        let mut table: Table<u32> = Table::new(1 << 20);
        for n in 0..100_000 {
            table.set(key(n), n as u32);
        }
        let known = (0..100_000).filter(|&n| table.get(key(n)).is_some()).count();
        assert!(known > 10_000);
        assert!((0..100_000).all(|n| table.get(key(n)).is_none_or(|value| value == n as u32)));
    }

    #[test]
    fn no_memory_no_knowledge() {
        let mut table: Table<u32> = Table::new(0);
        table.set(key(1), 1);
        assert_eq!(table.get(key(1)), None);
    }
}
