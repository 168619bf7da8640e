//! A file as a slice of bytes: the one place of the module with unsafe code.

use std::{fs, io, ops::Deref};

/// The bytes of a file, mapped into memory.
pub(super) struct Map(memmap2::Mmap);

impl Map {
    /// Maps the whole file.
    pub(super) fn new(file: &fs::File) -> io::Result<Map> {
        // SAFETY: the map is only ever read, as bytes, through bounds-checked slices. Tables are replaced
        // by renaming, which leaves a mapped file as it is. Should somebody change the file in place
        // meanwhile, a read gives old or new bytes; decoding makes some code of any bytes, and pages
        // read for the first time are told by their checksum. (Should somebody cut it short in place,
        // the system ends the program: no answer rather than a wrong one.)
        #[allow(unsafe_code)]
        let map = unsafe { memmap2::Mmap::map(file) }?;
        Ok(Map(map))
    }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
