//! `solusrex reproduce`: published numbers, computed again.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use indicatif::ProgressBar;
use solusrex_tables::reproduce::{
    Document, DocumentNameError, Finding, ReproduceError, Reproduction,
};

use crate::{
    args::{Format, Global},
    error::Error,
    output,
};

/// Compute published numbers again and compare
#[derive(Args, Debug)]
#[command(after_help = "\
Documents, with the men of their endings:
  strohlein   3-4  the longest wins of KRK, KQK, KRKB, KRKN and KQKR (1970)
  krkn          4  KRKN by plies to the goal (1978)
  cerno       3-4  Černo's index of KQKR (2006)
  browne        4  Browne against Thompson's database, KQKR
  thompson      5  twelve endings: longest wins and shares
  pawns       4-5  KQPKQ and KRPKR by the pawn's square, single positions
  stiller       6  KRBKNN (1991), only with --six-men: minutes and 5 GB of memory

Without a name those of up to four men, in seconds; five men take minutes and 2 GB of memory. Where a
number differs, the remark says how one can see who is right.

Examples:
  solusrex reproduce
  solusrex reproduce strohlein
  solusrex reproduce krkn cerno --format json")]
pub(crate) struct Reproduce {
    /// Documents [default: those of up to four men]
    #[arg(value_name = "NAME", value_parser = read_document)]
    documents: Vec<Document>,

    /// The documents of five men too
    #[arg(long, conflicts_with = "documents")]
    all: bool,

    /// Allow the document of six men
    #[arg(long)]
    six_men: bool,
}

fn read_document(text: &str) -> Result<Document, String> {
    text.parse().map_err(|error: DocumentNameError| error.to_string())
}

impl Reproduce {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let documents = self.chosen()?;
        let spinner = spinner(global);
        let watch = |ending, metric| spinner.set_message(format!("{ending}, {metric}"));
        for (i, document) in documents.iter().enumerate() {
            let found = document.reproduce(&watch)?;
            spinner.suspend(|| write(&found, i == 0, global))?;
        }
        spinner.finish_and_clear();
        if global.format == Format::Text && self.documents.is_empty() {
            output::write_text(self.left_out().as_bytes())?;
        }
        Ok(())
    }

    /// What to do, in order.
    fn chosen(&self) -> Result<Vec<Document>, Error> {
        if self.documents.contains(&Document::Stiller) && !self.six_men {
            let what = "stiller has six men, which take some minutes and 5 GB of memory";
            return Err(Error::input(format!("{what} (add --six-men)")));
        }
        if !self.documents.is_empty() {
            return Ok(self.documents.clone());
        }
        let most = if self.six_men {
            6
        } else if self.all {
            5
        } else {
            4
        };
        Ok(Document::ALL.into_iter().filter(|document| document.men() <= most).collect())
    }

    /// The documents that were not asked for.
    fn left_out(&self) -> String {
        let five =
            "five men: `solusrex reproduce --all`, or thompson and pawns by name (minutes, 2 GB)";
        let six = "six men: `solusrex reproduce stiller --six-men` (minutes, 5 GB)";
        match (self.six_men, self.all) {
            (true, _) => String::new(),
            (false, true) => format!("\n{six}\n"),
            (false, false) => format!("\n{five}\n{six}\n"),
        }
    }
}

impl From<ReproduceError> for Error {
    fn from(error: ReproduceError) -> Error {
        Error::Failure(error.to_string())
    }
}

/// Shows on the terminal which table is being made.
fn spinner(global: &Global) -> ProgressBar {
    if global.quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new_spinner()
}

fn write(found: &Reproduction, first: bool, global: &Global) -> Result<(), Error> {
    let mut out = output::stdout();
    match global.format {
        Format::Json => output::json_line(&mut out, found)?,
        Format::Text => {
            if !first {
                writeln!(out)?;
            }
            write_document(&mut out, found)?;
        }
    }
    Ok(out.flush()?)
}

/// How wide a line of prose may become.
const WIDTH: usize = 100;

fn write_document(out: &mut impl Write, found: &Reproduction) -> io::Result<()> {
    writeln!(out, "{}: {}", found.document, found.title)?;
    for note in &found.notes {
        write_prose(out, note, 2)?;
    }
    writeln!(out)?;
    let widest = |part: fn(&Finding) -> &str, head: &str| {
        let parts = found.findings.iter().map(part).chain([head]);
        parts.map(|part| part.chars().count()).max().unwrap_or(0)
    };
    let about = widest(|finding| &finding.about, "");
    let claim = widest(|finding| &finding.claim, "printed");
    let computed = widest(|finding| &finding.computed, "computed");
    writeln!(out, "  {:about$}  {:>claim$}  {:>computed$}", "", "printed", "computed")?;
    for finding in &found.findings {
        let Finding { verdict, remark, .. } = finding;
        writeln!(
            out,
            "  {:about$}  {:>claim$}  {:>computed$}  {verdict}",
            finding.about, finding.claim, finding.computed
        )?;
        write_prose(out, remark, 6)?;
    }
    let exact = found.exact();
    match found.findings.len() - exact {
        0 => writeln!(out, "  all {exact} exact"),
        1 => writeln!(out, "  {exact} exact, 1 differs"),
        differ => writeln!(out, "  {exact} exact, {differ} differ"),
    }
}

/// Text in lines of words, set in by some blanks.
fn write_prose(out: &mut impl Write, text: &str, indent: usize) -> io::Result<()> {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{:indent$}{line}", "")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if line.is_empty() { Ok(()) } else { writeln!(out, "{:indent$}{line}", "") }
}
