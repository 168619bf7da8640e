//! Solutions as text and as JSON.

mod json;
mod text;

pub use json::json;
pub use text::{diagram, drawn, text};
