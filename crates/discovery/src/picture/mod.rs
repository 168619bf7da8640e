//! The atlas to look at: a drawing in which each class has its square, and a page with the drawing
//! and a table of the games.
//!
//! ```
//! use solusrex_discovery::{atlas::{Atlas, Search}, picture};
//!
//! let mut atlas = Atlas::new();
//! atlas.search(&Search { plies: 4, ..Search::default() }, |_| true);
//! let drawing = picture::svg(&atlas);
//! assert!(drawing.contains("Black Qh4: 4 half-moves, proved\n1. f"));
//! assert!(picture::html(&atlas).contains(&drawing));
//! ```

mod census;
mod colours;
mod drawing;
mod page;
mod place;

pub use drawing::svg;
pub use page::html;
