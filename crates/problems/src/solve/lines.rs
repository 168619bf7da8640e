//! The straight lines of the ordinary board.

use std::sync::LazyLock;

/// For each two squares of a line, what lies between them and what lies beyond.
#[derive(Debug)]
pub(crate) struct Lines {
    between: Vec<u64>,
    beyond: Vec<u64>,
    /// For each square, those in a straight or diagonal line with it that have something beyond.
    straight: Vec<u64>,
    diagonal: Vec<u64>,
}

impl Lines {
    /// All lines.
    pub(crate) fn all() -> &'static Lines {
        static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);
        &LINES
    }

    fn new() -> Lines {
        let mut lines = Lines {
            between: vec![0; 64 * 64],
            beyond: vec![0; 64 * 64],
            straight: vec![0; 64],
            diagonal: vec![0; 64],
        };
        let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        for from in 0..64 {
            for (x, y) in directions {
                let on = |n: i32| {
                    let (file, rank) = (from % 8 + n * x, from / 8 + n * y);
                    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
                    inside.then_some(8 * rank + file)
                };
                let ray: Vec<i32> = (1..8).map_while(on).collect();
                for (nth, to) in ray.iter().enumerate() {
                    let place = (64 * from + to) as usize;
                    let set = |squares: &[i32]| squares.iter().map(|s| 1 << s).sum::<u64>();
                    lines.between[place] = set(&ray[..nth]);
                    lines.beyond[place] = set(&ray[nth + 1..]);
                }
                let inner = ray.iter().rev().skip(1).map(|s| 1u64 << s).sum::<u64>();
                let sets = if x * y == 0 { &mut lines.straight } else { &mut lines.diagonal };
                sets[from as usize] |= inner;
            }
        }
        lines
    }

    /// The squares between two squares of one line; none for others.
    #[inline]
    pub(crate) fn between(&self, a: usize, b: usize) -> u64 {
        self.between[64 * a + b]
    }

    /// The squares in a straight line with a square that do not end it.
    #[inline]
    pub(crate) fn straight(&self, from: usize) -> u64 {
        self.straight[from]
    }

    /// The squares in a diagonal with a square that do not end it.
    #[inline]
    pub(crate) fn diagonal(&self, from: usize) -> u64 {
        self.diagonal[from]
    }

    /// The squares behind `b` as seen from `a`; none if they are not on one line.
    #[inline]
    pub(crate) fn beyond(&self, a: usize, b: usize) -> u64 {
        self.beyond[64 * a + b]
    }
}
