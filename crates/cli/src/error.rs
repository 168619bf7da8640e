//! What is told to the user when something does not work: one line, and the exit code.

use std::{
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
};

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Error {
    /// The input is wrong: exit code 2.
    Input(String),
    /// The input is right, but the work could not be done: exit code 1.
    Failure(String),
    /// Already told, line by line; the exit code says it again.
    Told,
    /// Text asked for by `--help` or `--version`.
    Help(String),
    /// Nobody reads the output any more: nothing to tell.
    ClosedPipe,
}

impl Error {
    /// Wrong input, and what to do about it.
    pub(crate) fn input(what: impl Display) -> Error {
        Error::Input(what.to_string())
    }

    /// Tells the user and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (text, code) = match self {
            Error::Input(text) => (text, 2),
            Error::Failure(text) => (text, 1),
            Error::Told => return ExitCode::from(2),
            Error::ClosedPipe => return ExitCode::SUCCESS,
            Error::Help(text) => {
                let mut out = anstream::stdout();
                return match write!(out, "{text}").and_then(|()| out.flush()) {
                    Ok(()) => ExitCode::SUCCESS,
                    Err(error) => Error::from(error).report(),
                };
            }
        };
        tell(&text);
        ExitCode::from(code)
    }
}

/// How long a line on standard error may become; of a longer one the middle is left out.
const LONGEST: usize = 800;

/// One line on standard error.
pub(crate) fn tell(text: &str) {
    let mut line: Vec<char> = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.len() > LONGEST {
        line.splice(LONGEST / 2..line.len() - LONGEST / 2, " ... ".chars());
    }
    let _ = writeln!(io::stderr(), "error: {}", line.into_iter().collect::<String>());
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Error::ClosedPipe,
            _ => Error::Failure(format!("cannot write the output: {error} (is the disk full?)")),
        }
    }
}

impl From<solusrex_rules::notation::NotationError> for Error {
    fn from(error: solusrex_rules::notation::NotationError) -> Error {
        Error::input(error)
    }
}
