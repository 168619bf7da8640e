//! Moves that did well in positions met before.
//!
//! Unlike [`Table`](super::table::Table) it keeps whole moves, whatever they are made of, for one
//! thread. A newer position takes the place of an older one.

/// A move for each of the positions remembered, found by its key.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    /// A power of two of places, or none at first.
    places: Vec<Option<(u128, M)>>,
    used: usize,
    most: usize,
}

/// The number of places with which a memory begins, and that which it never exceeds.
const FIRST: usize = 1 << 8;
const MOST: usize = 1 << 16;

impl<M: Copy> Memory<M> {
    /// A memory that takes at most a part of so many bytes.
    pub(crate) fn new(bytes: usize) -> Memory<M> {
        let places = bytes / 8 / size_of::<Option<(u128, M)>>();
        Memory { places: Vec::new(), used: 0, most: places.min(MOST) }
    }

    #[inline]
    fn place(&self, key: u128) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// The move that was remembered for a position.
    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<M> {
        if self.places.is_empty() {
            return None;
        }
        self.places[self.place(key)].filter(|&(known, _)| known == key).map(|(_, mv)| mv)
    }

    /// Remembers a move for a position.
    pub(crate) fn set(&mut self, key: u128, mv: M) {
        if self.used * 2 >= self.places.len() {
            self.grow();
        }
        if self.places.is_empty() {
            return;
        }
        let place = self.place(key);
        self.used += usize::from(self.places[place].is_none());
        self.places[place] = Some((key, mv));
    }

    fn grow(&mut self) {
        let size = (self.places.len() * 4).max(FIRST);
        if size > self.most {
            return;
        }
        let old = std::mem::replace(&mut self.places, vec![None; size]);
        self.used = 0;
        for (key, mv) in old.into_iter().flatten() {
            let place = self.place(key);
            self.used += usize::from(self.places[place].is_none());
            self.places[place] = Some((key, mv));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u32) -> u128 {
        u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[test]
    fn a_memory_never_tells_of_another_position() {
        let mut memory = Memory::new(1 << 20);
        for n in 0..10_000 {
            memory.set(key(n), n);
        }
        let known = (0..10_000).filter(|&n| memory.get(key(n)).is_some()).count();
        assert!(known > 1_000, "{known}");
        assert!((0..10_000).all(|n| memory.get(key(n)).is_none_or(|mv| mv == n)));
    }

    #[test]
    fn without_space_nothing_is_remembered() {
        let mut memory = Memory::new(0);
        memory.set(key(1), 1);
        assert_eq!(memory.get(key(1)), None);
    }
}
