//! What is told when a text cannot be read.

use std::fmt;

/// Why a text is no problem: where, what is wrong, what was expected, what may have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageError {
    /// What is wrong.
    pub what: String,
    /// What could stand there.
    pub expected: String,
    /// The known word most like the one found.
    pub nearest: Option<String>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The text of the line.
    pub source: String,
    /// The width of the word in characters.
    pub width: usize,
}

/// How much of a line is shown.
const SHOWN: usize = 120;

impl LanguageError {
    /// An error at some bytes of a text.
    pub(super) fn at(
        text: &str,
        start: usize,
        length: usize,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> LanguageError {
        // places come from words, but the end of a text may lie within a character
        let start = text.floor_char_boundary(start);
        let before = &text[..start];
        let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let word = &text[start..text.floor_char_boundary((start + length).min(end)).max(start)];
        LanguageError {
            what: what.into(),
            expected: expected.into(),
            nearest: None,
            line: before.matches('\n').count() + 1,
            column: text[begin..start].chars().count() + 1,
            source: text[begin..end].trim_end().to_owned(),
            width: word.chars().count().max(1),
        }
    }

    /// With the word that may have been meant.
    pub(super) fn or_nearest(mut self, nearest: Option<&str>) -> LanguageError {
        self.nearest = nearest.map(str::to_owned);
        self
    }

    /// The line with a caret below the place.
    pub fn snippet(&self) -> String {
        // a long line is cut so that the place can be seen
        let first = self.column.saturating_sub(SHOWN / 2).saturating_sub(1);
        let shown: String = (self.source.chars().skip(first).take(SHOWN))
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(self.column - 1 - first);
        let room = (SHOWN + first + 1).saturating_sub(self.column).max(1);
        let caret = "^".repeat(self.width.min(room));
        format!("{number} | {shown}\n{margin} | {indent}{caret}\n")
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)?;
        match &self.nearest {
            Some(nearest) => write!(f, " (expected {}; did you mean {nearest}?)", self.expected),
            None => write!(f, " (expected {})", self.expected),
        }
    }
}

impl std::error::Error for LanguageError {}
