//! Lines from the keyboard, with editing, history and completion, or from a pipe.

use std::io::{self, BufRead, IsTerminal};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::MemHistory, validate::Validator,
};

use super::words::WORDS;
use crate::error::Error;

/// Where lines come from.
pub(super) enum Reader {
    /// A person at a terminal.
    Terminal(Box<Editor<Completions, MemHistory>>),
    /// A pipe or file.
    Pipe(io::StdinLock<'static>),
}

/// What can be completed: commands and the legal moves.
#[derive(Default)]
pub(super) struct Completions {
    moves: Vec<String>,
}

impl Helper for Completions {}

impl Highlighter for Completions {}

impl Hinter for Completions {
    type Hint = String;
}

impl Validator for Completions {}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let names = WORDS.iter().map(|entry| entry.name.to_owned());
        let all = self.moves.iter().cloned().chain(names);
        let fits = |word: &String| {
            word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
        };
        Ok((0, all.filter(fits).collect()))
    }
}

/// A line longer than this is nobody's move.
const LONGEST: u64 = 4096;

impl Reader {
    pub(super) fn new() -> Result<Reader, Error> {
        if !is_terminal() {
            return Ok(Reader::Pipe(io::stdin().lock()));
        }
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(unusable)?;
        editor.set_helper(Some(Completions::default()));
        Ok(Reader::Terminal(Box::new(editor)))
    }

    /// The next line; none at the end of the input, or when Ctrl-C or Ctrl-D is pressed.
    pub(super) fn line(
        &mut self,
        prompt: &str,
        moves: Vec<String>,
    ) -> Result<Option<String>, Error> {
        match self {
            Reader::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.moves = moves;
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(unusable(error)),
                }
            }
            Reader::Pipe(input) => {
                let mut line = Vec::new();
                let unreadable = |error: io::Error| {
                    Error::Failure(format!("cannot read standard input: {error} (is it a file?)"))
                };
                let mut start = io::Read::take(&mut *input, LONGEST);
                if start.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                    return Ok(None);
                }
                if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
                    input.skip_until(b'\n').map_err(unreadable)?;
                }
                Ok(Some(String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

/// Whether a person is there to answer.
pub(super) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn unusable(error: ReadlineError) -> Error {
    Error::Failure(format!("cannot use the terminal: {error} (give the moves through a pipe)"))
}
