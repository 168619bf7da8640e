//! Buffers that go from one ending to the next.
//!
//! The sets, logs and codes of an ending with five men are hundreds of megabytes. To give them back to
//! the system and to fetch them again, page by page, for the next ending costs a fifth of the time in
//! which these endings are solved; a [`Workspace`] keeps them on shelves instead.
//!
//! A workspace only holds buffers of the size of the ending it was used for last, and of each kind no
//! more than were in use at once. So it takes no more memory than solving such an ending does.

use std::{
    ops::{Deref, DerefMut},
    sync::{Mutex, PoisonError},
};

use crate::{ending::Ending, metric::Metric, table::Table};

use super::{GenerateError, Progress, Tables, block::Block};

/// Solves endings one after the other with the same buffers.
///
/// ```
/// use solusrex_tables::{Metric, generate::{Tables, Workspace}};
///
/// let mut workspace = Workspace::new();
/// let mut tables = Tables::new();
/// for ending in ["KK", "KNK", "KBK", "KRK", "KRKN", "KRKB"] {
///     let table = workspace.solve(ending.parse()?, Metric::Dtm, &tables, &|_| Ok(()))?;
///     // tables of three men are needed again, those of four are not
///     if ending.len() <= 3 {
///         tables.insert(table);
///     } else {
///         workspace.recycle(table);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    /// The slots of the ending for which the buffers are made.
    slots: u64,
    pub(crate) sets: Shelf<Block>,
    /// Codes of one side to move.
    pub(crate) codes: Shelf<u8>,
    /// A byte for each slot of a frame: where pawn moves lead.
    pub(crate) ranks: Shelf<u8>,
    /// Parts of logs.
    pub(crate) logs: Shelf<u64>,
}

impl Workspace {
    /// Without buffers as yet.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Solves an ending as [`solve`](super::solve) does.
    ///
    /// # Errors
    ///
    /// As for [`solve`](super::solve).
    pub fn solve(
        &mut self,
        ending: Ending,
        metric: Metric,
        tables: &Tables,
        progress: Progress,
    ) -> Result<Table, GenerateError> {
        super::solve_in(self, ending, metric, tables, progress)
    }

    /// Takes the memory of a table that nobody needs any more.
    pub fn recycle(&mut self, table: Table) {
        if table.layout.slots() == self.slots {
            let spare = self.codes.spare();
            let room = table.codes.len().saturating_sub(spare);
            table.codes.into_iter().take(room).for_each(|codes| self.codes.put(codes));
        }
    }

    /// Lets go of the buffers if those for an ending with so many slots are of another size.
    pub(crate) fn fit(&mut self, slots: u64) {
        if self.slots != slots {
            *self = Workspace { slots, ..Workspace::default() };
        }
    }
}

/// Buffers of one length that are not in use.
#[derive(Debug)]
pub(crate) struct Shelf<T>(Mutex<Vec<Vec<T>>>);

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf(Mutex::default())
    }
}

impl<T> Shelf<T> {
    fn take(&self) -> Option<Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put(&self, buffer: Vec<T>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }

    fn spare(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// A buffer without elements and with room for so many, at least if all ask for the same.
    pub(crate) fn lend_empty(&self, room: usize) -> Lent<'_, T> {
        let mut buffer = self.take().unwrap_or_else(|| Vec::with_capacity(room));
        buffer.clear();
        Lent { buffer, shelf: self }
    }
}

impl<T: Copy + Default> Shelf<T> {
    /// A buffer that holds anything.
    pub(crate) fn lend_used(&self, length: usize) -> Lent<'_, T> {
        let mut buffer = self.take().unwrap_or_default();
        if buffer.len() != length {
            buffer = vec![T::default(); length];
        }
        Lent { buffer, shelf: self }
    }

    /// A buffer that holds nothing but zeros.
    pub(crate) fn lend(&self, length: usize) -> Lent<'_, T> {
        let buffer = match self.take() {
            Some(mut buffer) if buffer.len() == length => {
                buffer.fill(T::default());
                buffer
            }
            _ => vec![T::default(); length],
        };
        Lent { buffer, shelf: self }
    }

    /// A buffer with the same contents.
    pub(crate) fn lend_copy(&self, contents: &[T]) -> Lent<'_, T> {
        let mut lent = self.lend_empty(contents.len());
        lent.buffer.extend_from_slice(contents);
        lent
    }
}

/// A buffer that goes back to its shelf.
#[derive(Debug)]
pub(crate) struct Lent<'a, T> {
    buffer: Vec<T>,
    shelf: &'a Shelf<T>,
}

impl<T> Lent<'_, T> {
    /// The buffer, which does not come back by itself.
    pub(crate) fn into_inner(mut self) -> Vec<T> {
        std::mem::take(&mut self.buffer)
    }

    /// Appends elements; there must be room for them, lest the buffer be moved.
    #[inline(always)]
    pub(crate) fn extend(&mut self, more: &[T])
    where
        T: Copy,
    {
        self.buffer.extend_from_slice(more);
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        if self.buffer.capacity() > 0 {
            self.shelf.put(std::mem::take(&mut self.buffer));
        }
    }
}

impl<T> Deref for Lent<'_, T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.buffer
    }
}

impl<T> DerefMut for Lent<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.buffer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_come_back_and_are_cleared() {
        let shelf = Shelf::default();
        let mut first = shelf.lend(5);
        first.fill(7u8);
        let place = first.as_ptr();
        drop(first);
        let second = shelf.lend(5);
        assert_eq!((&*second, second.as_ptr()), (&[0; 5][..], place));
        assert_eq!(shelf.spare(), 0);
        assert_eq!(&*shelf.lend_copy(&second), [0; 5]);
        assert_eq!(shelf.spare(), 1);
        assert_eq!(second.into_inner(), [0; 5]);
        assert_eq!(shelf.spare(), 1);
    }

    /// Tables of another size are let go, and more than one table's codes are not kept.
    #[test]
    fn a_workspace_fits_its_ending() {
        let solve = |workspace: &mut Workspace, name: &str, tables: &Tables| {
            workspace.solve(name.parse().unwrap(), Metric::Dtm, tables, &|_| Ok(())).unwrap()
        };
        let mut workspace = Workspace::new();
        let mut tables = Tables::new();
        let mut spare = Vec::new();
        for name in ["KK", "KNK", "KRK", "KQK"] {
            spare.push(solve(&mut workspace, name, &tables));
            tables.insert(solve(&mut workspace, name, &tables));
        }
        spare.into_iter().for_each(|table| workspace.recycle(table));
        assert_eq!(workspace.codes.spare(), 2);
        let fresh = solve(&mut Workspace::new(), "KRKN", &tables);
        assert_eq!(solve(&mut workspace, "KQKR", &tables).ending().to_string(), "KQKR");
        let again = solve(&mut workspace, "KRKN", &tables);
        assert!(again.codes == fresh.codes && again.palettes == fresh.palettes);
    }
}
