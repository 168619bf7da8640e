//! Words of the language with their places.

use super::error::LanguageError;

/// A word and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

/// Reads words from a text.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

fn separates(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | ';' | ',')
}

fn belongs(c: char) -> bool {
    c.is_ascii_alphanumeric() || "#=+-%>!.<()~/&|:[]{}?*".contains(c)
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Where the next word is looked for.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// The next word; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Word<'a>>, LanguageError> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches(separates).len());
        let rest = &self.text[start..];
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at = start + length;
        match (length, rest.chars().next()) {
            (_, None) => Ok(None),
            (0, Some(wrong)) => {
                // a byte-order mark and other signs are skipped once they have been told
                self.at = start + wrong.len_utf8();
                if wrong == '\u{feff}' {
                    return self.next();
                }
                let what = format!("the character {wrong:?} belongs to no word");
                let expected = "letters, digits and # = + - % > ! . < ( ) ~ / & | : [ ] { } ? *";
                Err(LanguageError::at(self.text, start, wrong.len_utf8(), what, expected))
            }
            _ => Ok(Some(Word { text: &rest[..length], start })),
        }
    }

    /// The rest of the line, without the blanks around it.
    pub(super) fn rest_of_line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim_start_matches([' ', '\t', ';', '.', ',']).trim_end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let mut lexer = Lexer::new("Pieces White\n Ka1,Qb2; h#2.5");
        let mut words = Vec::new();
        while let Some(word) = lexer.next().unwrap() {
            words.push((word.text, word.start));
        }
        let expected = [("Pieces", 0), ("White", 7), ("Ka1", 14), ("Qb2", 18), ("h#2.5", 23)];
        assert_eq!(words, expected);
    }

    #[test]
    fn a_wrong_character_is_shown_in_its_line() {
        let mut lexer = Lexer::new("Pieces\n White \"Ka1");
        lexer.next().unwrap();
        lexer.next().unwrap();
        let error = lexer.next().unwrap_err();
        assert_eq!((error.line, error.column), (2, 8));
        assert_eq!(error.snippet(), "2 |  White \"Ka1\n  |        ^\n");
    }

    #[test]
    fn headings_take_the_rest_of_the_line() {
        let mut lexer = Lexer::new("Author  Dawson, T. R.\nTitle x");
        lexer.next().unwrap();
        assert_eq!(lexer.rest_of_line(), "Dawson, T. R.");
        assert_eq!(lexer.next().unwrap().unwrap().text, "Title");
    }
}
