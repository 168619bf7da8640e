//! Reading a table file.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use rayon::prelude::*;

use super::{
    FileError, Meta, Presence,
    header::{CONSTANT, Header, MAGIC, SideHeader, VERSION},
    layout::Layout,
    map::Map,
    model::Reader,
    page::{PAGE, Page, is_sound},
    token::ROW,
};

/// Pages that the index keeps together.
const TOGETHER: usize = 16;

/// A table file, open for reading; threads may share it.
///
/// What is said once for the whole file (codes, the index of pages) is checked and kept in memory when
/// the file is opened. Pages stay in the file; each is checked when it is first read.
pub struct File {
    path: PathBuf,
    map: Map,
    meta: Meta,
    slots: u64,
    sides: [Side; 2],
    presence: Box<dyn Presence>,
}

struct Side {
    layout: Layout,
    model: Reader,
    index: Vec<Pages>,
    /// One bit for each page: whether its checksum has been found right.
    sound: Vec<AtomicU64>,
}

/// Some pages one after the other: where the first one starts, and an entry for each.
#[derive(Clone, Copy)]
struct Pages {
    start: u64,
    entries: [u16; TOGETHER],
}

/// A page as the index has it.
enum Entry<'a> {
    Constant(u8),
    Bytes(&'a [u8]),
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("path", &self.path).field("meta", &self.meta).finish()
    }
}

fn length(entry: u16) -> u64 {
    if entry >= CONSTANT { 0 } else { u64::from(entry) }
}

impl Side {
    /// From the header; pages start at `start`, and the place after them comes back too.
    fn new(dims: &[u32], header: SideHeader, start: u64) -> Option<(Side, u64)> {
        let layout = Layout::new(dims, header.order)?;
        let model = Reader::from_bytes(&header.model)?;
        if header.index.len() as u64 != layout.slots().div_ceil(PAGE as u64) {
            return None;
        }
        let mut end = start;
        let index = header.index.chunks(TOGETHER).map(|pages| {
            let mut entries = [CONSTANT; TOGETHER];
            entries[..pages.len()].copy_from_slice(pages);
            let start = end;
            end += pages.iter().map(|&entry| length(entry)).sum::<u64>();
            Pages { start, entries }
        });
        let index = index.collect();
        let sound = (0..header.index.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Some((Side { layout, model, index, sound }, end))
    }
}

impl File {
    /// Opens a table file and checks its header. `presence` is what it was written with.
    pub fn open(path: &Path, presence: impl Presence + 'static) -> Result<File, FileError> {
        let failed = FileError::read(path);
        let file = fs::File::open(path).map_err(&failed)?;
        let length = file.metadata().map_err(&failed)?.len();
        let foreign = || FileError::Foreign { path: path.to_owned() };
        if length < MAGIC.len() as u64 + 4 {
            return Err(foreign());
        }
        let map = Map::new(&file).map_err(&failed)?;
        let version = map.strip_prefix(&MAGIC).and_then(|rest| rest.first_chunk::<4>());
        match version.map(|version| u32::from_le_bytes(*version)) {
            None => return Err(foreign()),
            Some(VERSION) => {}
            Some(found) => {
                return Err(FileError::Version { path: path.to_owned(), found, known: VERSION });
            }
        }
        let damaged = |what| FileError::damaged(path, what);
        let (header, start) = Header::from_bytes(&map).map_err(damaged)?;
        let Header { meta, sides: [white, black] } = header;
        const NONSENSE: &str = "its header makes no sense";
        let (white, middle) =
            Side::new(&meta.dims, white, start as u64).ok_or_else(|| damaged(NONSENSE))?;
        let (black, end) = Side::new(&meta.dims, black, middle).ok_or_else(|| damaged(NONSENSE))?;
        if end != map.len() as u64 {
            return Err(damaged("its length is not what its index says"));
        }
        let slots = white.layout.slots();
        let sides = [white, black];
        Ok(File { path: path.to_owned(), map, meta, slots, sides, presence: Box::new(presence) })
    }

    /// What the writer said about the table.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// How many slots each side has.
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.map.len() as u64
    }

    /// The code in one slot: exact where there was a position, anything where there was none.
    #[inline]
    pub fn code(&self, side: usize, slot: u64) -> Result<u8, FileError> {
        if side > 1 || slot >= self.slots {
            return Err(FileError::Slot { side, slot, slots: self.slots });
        }
        let part = &self.sides[side];
        let place = part.layout.physical(slot);
        let number = place / PAGE as u64;
        match self.entry(part, number)? {
            Entry::Constant(code) => Ok(code),
            Entry::Bytes(bytes) => {
                self.check_page(side, number, bytes)?;
                Page::new(bytes)
                    .and_then(|page| {
                        let present = |row| self.present(side, number, row);
                        page.code(&part.model, place as usize % PAGE, present)
                    })
                    .map_err(|_| self.damaged_page())
            }
        }
    }

    /// All codes of one side into `out`, in parallel on the current rayon pool.
    pub fn read_all(&self, side: usize, out: &mut [u8]) -> Result<(), FileError> {
        if side > 1 || out.len() as u64 != self.slots {
            return Err(FileError::Slot { side, slot: out.len() as u64, slots: self.slots });
        }
        let part = &self.sides[side];
        // pieces of the array that are whole pages in the file
        let inner = part.layout.inner();
        let together = PAGE as u64 >> inner.trailing_zeros().min(PAGE.trailing_zeros());
        let piece = usize::try_from(inner * together).unwrap_or(usize::MAX);
        out.par_chunks_mut(piece).enumerate().try_for_each(|(index, out)| {
            let base = (index * piece) as u64;
            for number in (base..base + out.len() as u64).step_by(PAGE).map(|at| at / PAGE as u64) {
                let mut slots = [0; PAGE];
                self.read_page(side, number, &mut slots)?;
                let place = number * PAGE as u64;
                let count = (PAGE as u64).min(base + out.len() as u64 - place) as usize;
                part.layout.scatter(&slots[..count], place, out, base);
            }
            Ok(())
        })
    }

    /// The slots of one side with wanted codes, in ascending order, found in parallel on the current rayon
    /// pool; nothing else is kept of the table. Slots in which there was no position may be among them.
    pub fn find(&self, side: usize, wanted: &[bool; 256]) -> Result<Vec<u64>, FileError> {
        if side > 1 {
            return Err(FileError::Slot { side, slot: 0, slots: self.slots });
        }
        let pages = (0..self.slots.div_ceil(PAGE as u64)).into_par_iter();
        let found: Result<Vec<Vec<u64>>, FileError> =
            pages.map(|number| self.find_in_page(side, number, wanted)).collect();
        let mut found = found?.concat();
        found.par_sort_unstable();
        Ok(found)
    }

    fn find_in_page(
        &self,
        side: usize,
        number: u64,
        wanted: &[bool; 256],
    ) -> Result<Vec<u64>, FileError> {
        let part = &self.sides[side];
        if let Entry::Constant(code) = self.entry(part, number)?
            && !wanted[usize::from(code)]
        {
            return Ok(Vec::new());
        }
        let mut slots = [0; PAGE];
        self.read_page(side, number, &mut slots)?;
        let mut found = Vec::new();
        let (rows, _) = slots.as_chunks::<ROW>();
        for (index, row) in rows.iter().enumerate() {
            let columns = row.iter().zip(0u64..).filter(|&(&code, _)| wanted[usize::from(code)]);
            let columns = columns.fold(0, |columns, (_, column)| columns | 1 << column);
            let mut columns: u64 =
                if columns == 0 { 0 } else { columns & self.present(side, number, index) };
            while columns != 0 {
                let column = u64::from(columns.trailing_zeros());
                columns &= columns - 1;
                let place = number * PAGE as u64 + (index * ROW) as u64 + column;
                if place < self.slots {
                    found.push(part.layout.logical(place));
                }
            }
        }
        Ok(found)
    }

    /// All slots of a page.
    fn read_page(&self, side: usize, number: u64, out: &mut [u8; PAGE]) -> Result<(), FileError> {
        let part = &self.sides[side];
        match self.entry(part, number)? {
            Entry::Constant(code) => {
                out.fill(code);
                Ok(())
            }
            Entry::Bytes(bytes) => {
                self.check_page(side, number, bytes)?;
                let present = |row| self.present(side, number, row);
                Page::new(bytes)
                    .and_then(|page| page.all(&part.model, out, present))
                    .map_err(|_| self.damaged_page())
            }
        }
    }

    /// Checks every page.
    pub fn check(&self) -> Result<(), FileError> {
        for (side, part) in self.sides.iter().enumerate() {
            (0..self.slots.div_ceil(PAGE as u64)).into_par_iter().try_for_each(
                |number| match self.entry(part, number)? {
                    Entry::Constant(_) => Ok(()),
                    Entry::Bytes(bytes) if is_sound(side, number, bytes) => Ok(()),
                    Entry::Bytes(_) => Err(self.damaged_page()),
                },
            )?;
        }
        Ok(())
    }

    /// Compares a page with its checksum, once.
    #[inline]
    fn check_page(&self, side: usize, number: u64, bytes: &[u8]) -> Result<(), FileError> {
        let sound = &self.sides[side].sound[number as usize / 64];
        let bit = 1 << (number % 64);
        if sound.load(Ordering::Relaxed) & bit == 0 {
            if !is_sound(side, number, bytes) {
                return Err(self.damaged_page());
            }
            sound.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Which slots of a row of a page hold positions.
    #[inline]
    fn present(&self, side: usize, number: u64, row: usize) -> u64 {
        let place = number * PAGE as u64 + (row * ROW) as u64;
        self.sides[side].layout.present(&*self.presence, side, place)
    }

    /// Where a page is.
    #[inline]
    fn entry<'a>(&'a self, part: &Side, number: u64) -> Result<Entry<'a>, FileError> {
        let (pages, place) = (number as usize / TOGETHER, number as usize % TOGETHER);
        let pages = part.index.get(pages).ok_or_else(|| self.damaged_page())?;
        let entry = pages.entries[place];
        if entry >= CONSTANT {
            return Ok(Entry::Constant(entry as u8));
        }
        let before: u64 = pages.entries[..place].iter().map(|&entry| length(entry)).sum();
        let start = (pages.start + before) as usize;
        let bytes = self.map.get(start..start + usize::from(entry));
        bytes.map(Entry::Bytes).ok_or_else(|| self.damaged_page())
    }

    #[cold]
    fn damaged_page(&self) -> FileError {
        FileError::damaged(&self.path, "the checksum of a page is wrong")
    }
}
