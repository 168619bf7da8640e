//! Tables of words: found by any unambiguous beginning, or else the nearest one named.

/// What a word is found to be.
pub(super) enum Found<T> {
    /// A word of the table.
    One(&'static str, T),
    /// The beginning of several.
    Several(Vec<&'static str>),
    /// Nothing of the table.
    None,
}

/// Looks a word up in a table, in either case.
pub(super) fn look_up<T: Copy>(table: &[(&'static str, T)], word: &str) -> Found<T> {
    let begins =
        |known: &str| known.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let mut several = Vec::new();
    let mut last = None;
    for &(known, meaning) in table {
        if !word.is_empty() && begins(known) {
            if known.len() == word.len() {
                return Found::One(known, meaning);
            }
            several.push(known);
            last = Some((known, meaning));
        }
    }
    match (several.len(), last) {
        (1, Some((known, meaning))) => Found::One(known, meaning),
        (0, _) => Found::None,
        _ => Found::Several(several),
    }
}

/// The known word most like another, if it is like it at all.
pub(super) fn nearest<'a>(known: impl IntoIterator<Item = &'a str>, word: &str) -> Option<&'a str> {
    let word: Vec<u8> = word.bytes().take(40).map(|byte| byte.to_ascii_lowercase()).collect();
    let ranked = known.into_iter().map(|known| (distance(known, &word), known));
    let (distance, known) = ranked.min_by_key(|&(distance, _)| distance)?;
    (distance <= word.len().max(3) / 2).then_some(known)
}

/// How many letters must be changed, added or dropped to make one word of the other.
fn distance(known: &str, word: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (i, x) in known.bytes().map(|byte| byte.to_ascii_lowercase()).enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &y) in word.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[word.len()]
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Begin,
    Next,
    End,
    Heading,
    Skipped,
    Stipulation,
    StructuredStipulation,
    Pieces,
    Condition,
    Option,
    Forsyth,
    Array,
    Twin,
    ZeroPosition,
}

pub(super) const COMMANDS: [(&str, Command); 20] = [
    ("BeginProblem", Command::Begin),
    ("NextProblem", Command::Next),
    ("EndProblem", Command::End),
    ("Remark", Command::Heading),
    ("Author", Command::Heading),
    ("Origin", Command::Heading),
    ("Title", Command::Heading),
    ("Award", Command::Heading),
    ("Protocol", Command::Skipped),
    ("LaTeX", Command::Skipped),
    ("LaTeXPieces", Command::Skipped),
    ("Stipulation", Command::Stipulation),
    ("SStipulation", Command::StructuredStipulation),
    ("Pieces", Command::Pieces),
    ("Condition", Command::Condition),
    ("Option", Command::Option),
    ("Forsyth", Command::Forsyth),
    ("InitialGameArray", Command::Array),
    ("Twin", Command::Twin),
    ("ZeroPosition", Command::ZeroPosition),
];

/// A way to make a twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Twinning {
    Continued,
    Move,
    Exchange,
    Remove,
    Add,
    Substitute,
    Rotate,
    Mirror,
    Shift,
    PolishType,
    Stipulation,
    StructuredStipulation,
    Condition,
}

pub(super) const TWINNINGS: [(&str, Twinning); 13] = [
    ("Continued", Twinning::Continued),
    ("Move", Twinning::Move),
    ("Exchange", Twinning::Exchange),
    ("Remove", Twinning::Remove),
    ("Add", Twinning::Add),
    ("Substitute", Twinning::Substitute),
    ("Rotate", Twinning::Rotate),
    ("Mirror", Twinning::Mirror),
    ("Shift", Twinning::Shift),
    ("PolishType", Twinning::PolishType),
    ("Stipulation", Twinning::Stipulation),
    ("SStipulation", Twinning::StructuredStipulation),
    ("Condition", Twinning::Condition),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_enough_if_it_is_unique() {
        assert!(matches!(look_up(&COMMANDS, "stip"), Found::One("Stipulation", _)));
        assert!(matches!(look_up(&COMMANDS, "LATEX"), Found::One("LaTeX", _)));
        assert!(matches!(look_up(&COMMANDS, "p"), Found::Several(_)));
        assert!(matches!(look_up(&COMMANDS, "piezes"), Found::None));
        assert!(matches!(look_up(&COMMANDS, "é"), Found::None));
    }

    #[test]
    fn the_nearest_word_is_named_if_there_is_one() {
        let words = || COMMANDS.iter().map(|&(word, _)| word);
        assert_eq!(nearest(words(), "piezes"), Some("Pieces"));
        assert_eq!(nearest(words(), "xxxxxxxxxx"), None);
    }
}
