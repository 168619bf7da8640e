//! Lines and words with their places, so that every complaint can say where.

use std::collections::HashMap;

use super::TextError;

/// A word and the column, counted in characters from 1, in which it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Word<'_> {
    /// Complains that something else was expected here.
    pub(super) fn expected(&self, what: &str) -> TextError {
        self.error(format!("expected {what}, found {}", quoted(self.text)))
    }

    pub(super) fn error(&self, message: String) -> TextError {
        TextError { line: self.line, column: self.column, message }
    }

    pub(super) fn number(&self, what: &str) -> Result<u32, TextError> {
        self.text.parse().map_err(|_| self.expected(what))
    }
}

/// A word in quotation marks, short and on one line whatever it contains.
pub(super) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(30).flat_map(char::escape_debug).collect();
    let dots = if text.chars().nth(30).is_some() { "..." } else { "" };
    format!("'{short}{dots}'")
}

/// The words of one line, taken from the left.
#[derive(Debug, Clone)]
pub(super) struct Line<'t> {
    rest: &'t str,
    number: usize,
    column: usize,
}

impl<'t> Line<'t> {
    /// The lines of a text that have a word, comments cut off.
    pub(super) fn all(text: &'t str) -> impl Iterator<Item = Line<'t>> {
        text.lines().enumerate().filter_map(|(at, line)| {
            let content = line.split('#').next().unwrap_or_default();
            let line = Line { rest: content, number: at + 1, column: 1 };
            (!content.trim().is_empty()).then_some(line)
        })
    }

    fn skip(&mut self, bytes: usize) -> &'t str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.column += skipped.chars().count();
        self.rest = rest;
        skipped
    }

    fn skip_blanks(&mut self) {
        self.skip(self.rest.len() - self.rest.trim_start().len());
    }

    /// The next word, if there is one.
    pub(super) fn word(&mut self) -> Option<Word<'t>> {
        self.skip_blanks();
        let (line, column) = (self.number, self.column);
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let text = self.skip(end);
        (!text.is_empty()).then_some(Word { text, line, column })
    }

    /// The next word, which has to be there.
    pub(super) fn expect(&mut self, what: &str) -> Result<Word<'t>, TextError> {
        self.word().ok_or_else(|| self.ended(what))
    }

    /// Complains that the line is too short.
    pub(super) fn ended(&self, what: &str) -> TextError {
        TextError {
            line: self.number,
            column: self.column,
            message: format!("expected {what}, found the end of the line"),
        }
    }

    /// All remaining words, of which there has to be one.
    pub(super) fn words(&mut self, what: &str) -> Result<Vec<Word<'t>>, TextError> {
        let first = self.expect(what)?;
        Ok(std::iter::once(first).chain(std::iter::from_fn(|| self.word())).collect())
    }

    /// What is left of the line, as a title.
    pub(super) fn title(&mut self) -> String {
        self.rest.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Nothing may follow.
    pub(super) fn end(&mut self) -> Result<(), TextError> {
        self.word().map_or(Ok(()), |word| Err(word.expected("the end of the line")))
    }
}

/// Names in the order of their first appearance.
#[derive(Debug, Default)]
pub(super) struct Names {
    index: HashMap<String, usize>,
    pub(super) list: Vec<String>,
}

impl Names {
    /// The number of a name, new or old.
    pub(super) fn add(&mut self, name: &str) -> usize {
        if let Some(&at) = self.index.get(name) {
            return at;
        }
        self.index.insert(name.to_owned(), self.list.len());
        self.list.push(name.to_owned());
        self.list.len() - 1
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }
}

/// The arcs of a chain such as `a-b-c` (both ways) or `a>b>c` (one way), the names as they stand.
pub(super) fn chain<'t>(word: Word<'t>) -> Result<Vec<(&'t str, &'t str)>, TextError> {
    let what = "a path such as a-b-c, or a>b for one way";
    let mut arcs = Vec::new();
    let mut rest = word.text;
    let mut last: Option<(&str, char)> = None;
    loop {
        let end = rest.find(['-', '>']).unwrap_or(rest.len());
        let (name, tail) = rest.split_at(end);
        if name.is_empty() {
            return Err(word.expected(what));
        }
        if let Some((from, arrow)) = last {
            arcs.push((from, name));
            if arrow == '-' {
                arcs.push((name, from));
            }
        }
        let Some(arrow) = tail.chars().next() else { break };
        last = Some((name, arrow));
        rest = &tail[1..];
    }
    if arcs.is_empty() { Err(word.expected(what)) } else { Ok(arcs) }
}
