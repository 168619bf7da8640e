//! The file of a table: two arrays of byte codes, small on the disk, each code at hand at any time.
//!
//! Nothing here knows chess; what a code means is the caller's [`Meta::palettes`]. The format is
//! described in `docs/table-format.md`.
//!
//! ```
//! use std::ops::ControlFlow;
//! use solusrex_tables::file::{self, Everywhere, File, Meta};
//!
//! // 462 king pairs, a third man anywhere; code 0 where there is no position
//! let white: Vec<u8> = (0..462 * 64u32).map(|slot| (slot % 64 % 7) as u8).collect();
//! let black = vec![1; 462 * 64];
//! let meta = Meta {
//!     name: "KRK".into(),
//!     metric: "dtm".into(),
//!     dims: vec![462, 64],
//!     palettes: [vec![0, 0, 1, 3, 5, 7, 9], vec![0, 0]],
//!     extra: Vec::new(),
//! };
//! let path = std::env::temp_dir().join(format!("example-{}.table", std::process::id()));
//! file::write(&path, &meta, [&white, &black], &Everywhere, &|_slots| ControlFlow::Continue(()))?;
//!
//! let table = File::open(&path, Everywhere)?;
//! assert_eq!(table.meta().name, "KRK");
//! assert_eq!(table.code(0, 64 + 5)?, 5);
//! assert_eq!(table.code(1, 64 + 5)?, 1);
//! # std::fs::remove_file(&path).unwrap();
//! # Ok::<(), file::FileError>(())
//! ```

mod aside;
mod bits;
mod error;
mod header;
mod layout;
mod map;
mod model;
mod page;
mod prefix;
mod read;
mod token;
mod write;

pub(crate) use aside::remove_leftovers;
pub use error::FileError;
pub use read::File;
pub use write::write;

/// Knows which slots hold positions, so that nothing need be said about the others.
///
/// A *row* is what remains of a side's array when all dimensions but one, of size 64, are held fast.
pub trait Presence: Send + Sync {
    /// The slots of a row that hold positions, the first in the lowest bit: the row of `slot` that goes
    /// along dimension `dim`, for a side.
    fn present(&self, side: usize, slot: u64, dim: usize) -> u64;

    /// The slots of a row that anybody asks for, as in [`Presence::present`]; the others are written as
    /// if they held no position.
    fn asked(&self, _slot: u64, _dim: usize) -> u64 {
        u64::MAX
    }

    /// Whether all slots are asked for.
    fn asks_everywhere(&self) -> bool {
        true
    }
}

/// All slots hold positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Everywhere;

impl Presence for Everywhere {
    fn present(&self, _side: usize, _slot: u64, _dim: usize) -> u64 {
        u64::MAX
    }
}

/// What a file says about its table besides the codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// The ending, such as `KBBKN`.
    pub name: String,
    /// What is counted, such as `dtm`.
    pub metric: String,
    /// The sizes of the dimensions of each array, the innermost last. The first stays outermost in the
    /// file; the others may change places there, unseen.
    pub dims: Vec<u32>,
    /// What each code means, for White and for Black to move; at most 256 entries each.
    pub palettes: [Vec<i16>; 2],
    /// Anything else the caller wants to keep.
    pub extra: Vec<u8>,
}
