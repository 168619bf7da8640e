//! The words that the trainer understands beside moves.

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// An empty line.
    Nothing,
    /// A word of [`WORDS`] and what follows it.
    Word(Word, String),
    /// A move, or something else.
    Other(String),
}

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    New,
    Back,
    Hint,
    Todo,
    Moves,
    Board,
    Flip,
    Side,
    Level,
    Goal,
    Fen,
    Save,
    Score,
    Help,
    Exit,
}

/// A command with its name, what may follow, and what it does.
pub(super) struct Entry {
    pub(super) word: Word,
    pub(super) name: &'static str,
    argument: &'static str,
    explained: &'static str,
}

const fn entry(
    word: Word,
    name: &'static str,
    argument: &'static str,
    explained: &'static str,
) -> Entry {
    Entry { word, name, argument, explained }
}

pub(super) const WORDS: &[Entry] = &[
    entry(Word::New, "new", "[ENDING]", "another position, of this ending or of another one"),
    entry(Word::Back, "back", "", "take your last move back"),
    entry(Word::Hint, "hint", "", "up to five best moves"),
    entry(Word::Todo, "todo", "", "how many moves are left"),
    entry(Word::Moves, "moves", "", "all moves with their values"),
    entry(Word::Board, "board", "", "show the board again"),
    entry(Word::Flip, "flip", "", "look from the other side"),
    entry(Word::Side, "side", "[white|black]", "change sides: the program goes on with yours"),
    entry(Word::Level, "level", "[easy|medium|hard|longest]", "how hard new positions are"),
    entry(Word::Goal, "goal", "[win|hold|last]", "what to do in new positions"),
    entry(Word::Fen, "fen", "", "the position as FEN"),
    entry(Word::Save, "save", "FILE", "write the game to a file, as PGN with values"),
    entry(Word::Score, "score", "", "how the session goes"),
    entry(Word::Help, "help", "", "this list"),
    entry(Word::Exit, "exit", "", "leave"),
];

/// Other ways to say it.
const SYNONYMS: &[(&str, Word)] = &[
    ("?", Word::Help),
    ("quit", Word::Exit),
    ("bye", Word::Exit),
    ("undo", Word::Back),
    ("takeback", Word::Back),
    ("show", Word::Board),
];

/// Reads a line.
pub(super) fn read(line: &str) -> Typed {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if first.is_empty() {
        return Typed::Nothing;
    }
    let names = WORDS.iter().map(|entry| (entry.name, entry.word));
    let known = names.chain(SYNONYMS.iter().copied());
    let found = known.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(first));
    match found {
        Some((_, word)) => Typed::Word(word, rest.trim().to_owned()),
        None => Typed::Other(line.to_owned()),
    }
}

/// The word that a mistyped one begins like, if there is one.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let begins = |entry: &&Entry| {
        entry.name.starts_with(&text) || text.starts_with(entry.name) || swapped(entry.name, &text)
    };
    WORDS.iter().find(begins).map(|entry| entry.name)
}

/// Whether two words have the same letters.
fn swapped(a: &str, b: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(a) == sorted(b)
}

/// What can be typed.
pub(super) fn help() -> String {
    let mut text = "A move: Qd6, qd6, a3d6, e8=N. Or:\n".to_owned();
    for Entry { name, argument, explained, .. } in WORDS {
        let call = format!("{name} {argument}");
        text += &format!("  {call:33} {explained}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert_eq!(read("  "), Typed::Nothing);
        assert_eq!(read(" Save my game.pgn "), Typed::Word(Word::Save, "my game.pgn".to_owned()));
        assert_eq!(read("quit"), Typed::Word(Word::Exit, String::new()));
        assert_eq!(read("Qd6"), Typed::Other("Qd6".to_owned()));
        assert_eq!(
            (nearest("hnit"), nearest("mov"), nearest("xyz")),
            (Some("hint"), Some("moves"), None)
        );
    }

    #[test]
    fn no_word_could_be_a_move() {
        for Entry { name, .. } in WORDS {
            assert!(!super::super::input::is_move(name), "{name}");
        }
    }
}
