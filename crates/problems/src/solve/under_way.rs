//! Which positions somebody is at: threads that meet there would do the same work twice.
//!
//! A thread that finds another at a position looks at the other moves first and comes back to it
//! (Weill 1996, "The ABDADA distributed minimax search algorithm"; here as Kerrigan simplified it in 2017,
//! with a small table beside that of results). What is told is a hint: where it is wrong, moves are only
//! looked at in another order.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

/// The positions that threads are at. A clone tells of the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnderWay {
    /// None as long as there is one thread.
    places: Option<Arc<[AtomicU64]>>,
}

/// How many positions can be told apart at a time.
const PLACES: usize = 1 << 12;

impl UnderWay {
    /// From now on so many threads are at work.
    pub(crate) fn is_shared_by(&mut self, threads: usize) {
        if threads > 1 && self.places.is_none() {
            self.places = Some((0..PLACES).map(|_| AtomicU64::new(0)).collect());
        }
    }

    /// Whether several threads are at work.
    pub(crate) fn is_used(&self) -> bool {
        self.places.is_some()
    }

    /// Whether somebody is at the position with a key, if that is known.
    #[inline]
    pub(crate) fn tells_of(&self, key: impl FnOnce() -> Option<u128>) -> bool {
        let Some(places) = &self.places else { return false };
        key().is_some_and(|key| places[place(key)].load(Relaxed) == mark(key))
    }

    /// Notes that somebody is at a position.
    #[inline]
    pub(crate) fn begin(&self, key: u128) {
        if let Some(places) = &self.places {
            places[place(key)].store(mark(key), Relaxed);
        }
    }

    /// Notes that he has done with it.
    #[inline]
    pub(crate) fn end(&self, key: u128) {
        if let Some(places) = &self.places {
            places[place(key)].store(0, Relaxed);
        }
    }
}

/// Moves in turn; those that lead where somebody is come once more behind the others.
pub(crate) struct Turns<'a, M> {
    moves: &'a mut Vec<M>,
    /// How many moves there are.
    all: usize,
    next: usize,
}

impl<'a, M: Copy> Turns<'a, M> {
    pub(crate) fn of(moves: &'a mut Vec<M>) -> Turns<'a, M> {
        Turns { all: moves.len(), moves, next: 0 }
    }

    /// The next move. Whether it leads where somebody is may depend on its place.
    #[inline]
    pub(crate) fn next(&mut self, is_taken: impl Fn(usize, &M) -> bool) -> Option<M> {
        loop {
            let (at, mv) = (self.next, *self.moves.get(self.next)?);
            self.next += 1;
            if at >= self.all || !is_taken(at, &mv) {
                return Some(mv);
            }
            self.moves.push(mv);
        }
    }
}

impl<M> Drop for Turns<'_, M> {
    fn drop(&mut self) {
        self.moves.truncate(self.all);
    }
}

fn place(key: u128) -> usize {
    key as usize % PLACES
}

fn mark(key: u128) -> u64 {
    (key >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_works_alone_meets_nobody() {
        let mut under_way = UnderWay::default();
        let key = 7 << 64 | 3;
        under_way.begin(key);
        assert!(!under_way.tells_of(|| Some(key)));
        under_way.is_shared_by(2);
        let other = under_way.clone();
        other.begin(key);
        assert!(under_way.tells_of(|| Some(key)) && !under_way.tells_of(|| Some(key + 1)));
        assert!(!under_way.tells_of(|| None));
        other.end(key);
        assert!(!under_way.tells_of(|| Some(key)));
    }

    #[test]
    fn what_is_taken_comes_last() {
        let mut moves = vec![1, 2, 3, 4];
        let mut turns = Turns::of(&mut moves);
        let order: Vec<i32> = std::iter::from_fn(|| turns.next(|_, mv| mv % 2 == 1)).collect();
        drop(turns);
        assert_eq!(order, [2, 4, 1, 3]);
        assert_eq!(moves, [1, 2, 3, 4]);
    }
}
