//! Solutions as text and as JSON, problems in their own language.

mod json;
mod language;
mod text;

pub use json::json;
pub use language::{language, men, options, twin};
pub use text::{diagram, drawn, text, text_in_parts};
