//! Published numbers, recomputed.
//!
//! Each module is one document: what it printed, what the tables say, and where the two differ, who
//! is right and how one can see it. The printed numbers are small tables in the folder `data`.
//!
//! ```
//! use solusrex_tables::reproduce::{Document, Verdict};
//!
//! let found = Document::Cerno.reproduce(&|_, _| ())?;
//! assert_eq!(found.findings[0].about, "positions indexed");
//! assert_eq!(found.findings[0].verdict, Verdict::Exact);
//! # Ok::<(), solusrex_tables::reproduce::ReproduceError>(())
//! ```

mod browne;
mod cerno;
mod krkn;
mod pawns;
mod replay;
mod solved;
mod stiller;
mod strohlein;
mod thompson;

use std::{fmt, str::FromStr};

use serde::Serialize;

use crate::{
    Ending, EndingNameError, Metric, ProbeError, generate::GenerateError, stats::CountError,
};

/// Something that has been published, with numbers that can be computed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// Ströhlein 1970: the longest wins of five endings.
    Strohlein,
    /// The strategy of rook against knight, 1978.
    Krkn,
    /// Černo's program for queen against rook, 2006.
    Cerno,
    /// Browne against Thompson's database.
    Browne,
    /// Thompson's table of endings with five men.
    Thompson,
    /// Thompson's endings with a pawn.
    Pawns,
    /// Stiller's ending with six men.
    Stiller,
}

impl Document {
    /// All of them, those with few men first.
    pub const ALL: [Document; 7] = [
        Document::Strohlein,
        Document::Krkn,
        Document::Cerno,
        Document::Browne,
        Document::Thompson,
        Document::Pawns,
        Document::Stiller,
    ];

    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Document::Strohlein => "strohlein",
            Document::Krkn => "krkn",
            Document::Cerno => "cerno",
            Document::Browne => "browne",
            Document::Thompson => "thompson",
            Document::Pawns => "pawns",
            Document::Stiller => "stiller",
        }
    }

    /// What was published.
    pub fn title(self) -> &'static str {
        match self {
            Document::Strohlein => "Ströhlein 1970, §9: the longest wins, White to move",
            Document::Krkn => "Complete strategies, 1978: KRKN by plies to the goal",
            Document::Cerno => "Černo 2006: the index of KQK and KQKR together, plies to mate",
            Document::Browne => "Browne against Thompson's database: KQKR, moves to the goal",
            Document::Thompson => "Thompson's endings with five men: longest wins and shares",
            Document::Pawns => "Thompson's pawns by square, and single positions",
            Document::Stiller => "Stiller 1991: KRBKNN",
        }
    }

    /// How many men its largest ending has: three or four take seconds, five a minute or two, six
    /// some minutes and 5 GB of memory.
    pub fn men(self) -> usize {
        match self {
            Document::Strohlein | Document::Krkn | Document::Cerno | Document::Browne => 4,
            Document::Thompson | Document::Pawns => 5,
            Document::Stiller => 6,
        }
    }

    /// Computes its numbers again; the tables are made in memory and given back.
    ///
    /// # Errors
    ///
    /// A table could not be made.
    pub fn reproduce(self, watch: Watch) -> Result<Reproduction, ReproduceError> {
        let (notes, findings) = match self {
            Document::Strohlein => strohlein::reproduce(watch)?,
            Document::Krkn => krkn::reproduce(watch)?,
            Document::Cerno => cerno::reproduce(watch)?,
            Document::Browne => browne::reproduce(watch)?,
            Document::Thompson => thompson::reproduce(watch)?,
            Document::Pawns => pawns::reproduce(watch)?,
            Document::Stiller => stiller::reproduce(watch)?,
        };
        Ok(Reproduction { document: self, title: self.title(), notes, findings })
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Document {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for Document {
    type Err = DocumentNameError;

    fn from_str(text: &str) -> Result<Document, DocumentNameError> {
        let named = Document::ALL.into_iter().find(|document| document.name() == text);
        named.ok_or_else(|| DocumentNameError(text.to_owned()))
    }
}

/// A text that names no document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("document {0:?} (strohlein, krkn, cerno, browne, thompson, pawns or stiller)")]
pub struct DocumentNameError(String);

/// Told before each table is made.
pub type Watch<'a> = &'a (dyn Fn(Ending, Metric) + Sync);

/// A document with every number computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reproduction {
    /// Which document.
    pub document: Document,
    /// What was published.
    pub title: &'static str,
    /// How it counts, and what cannot be told from it.
    pub notes: Vec<String>,
    /// Number by number.
    pub findings: Vec<Finding>,
}

impl Reproduction {
    /// How many numbers were found as printed.
    pub fn exact(&self) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == Verdict::Exact).count()
    }
}

/// A printed number and the computed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it is the number of.
    pub about: String,
    /// As it is printed.
    pub claim: String,
    /// As the tables have it.
    pub computed: String,
    /// Whether the two are equal.
    pub verdict: Verdict,
    /// Where they differ, who is right; elsewhere what is worth knowing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

/// How a printed number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is right to the last digit.
    Exact,
    /// The tables have another one.
    Differs,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Exact => "exact",
            Verdict::Differs => "differs",
        })
    }
}

impl Finding {
    fn new(
        about: impl Into<String>,
        claim: impl fmt::Display,
        computed: impl fmt::Display,
    ) -> Finding {
        let (claim, computed) = (claim.to_string(), computed.to_string());
        let verdict = if claim == computed { Verdict::Exact } else { Verdict::Differs };
        Finding { about: about.into(), claim, computed, verdict, remark: String::new() }
    }

    fn remark(mut self, remark: impl Into<String>) -> Finding {
        self.remark = remark.into();
        self
    }

    /// A remark for the case that the numbers differ.
    fn if_it_differs(self, remark: impl FnOnce() -> String) -> Finding {
        if self.verdict == Verdict::Differs { self.remark(remark()) } else { self }
    }
}

/// Notes and findings of a document.
type Found = Result<(Vec<String>, Vec<Finding>), ReproduceError>;

/// Why numbers could not be computed again.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// A table could not be made.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// An ending could not be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A position could not be looked up.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// What the program has of the document cannot be read.
    #[error("{0} in the printed numbers (the program is damaged: build it again)")]
    Data(String),
}

impl From<EndingNameError> for ReproduceError {
    fn from(error: EndingNameError) -> ReproduceError {
        ReproduceError::Data(error.to_string())
    }
}

/// The rows of a printed table: lines of words between tabs, after comments and the heads of the
/// columns.
fn rows<const N: usize>(
    text: &'static str,
) -> impl Iterator<Item = Result<[&'static str; N], ReproduceError>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.skip(1).map(|line| {
        let words: Vec<&str> = line.split('\t').collect();
        words.try_into().map_err(|_| ReproduceError::Data(format!("{line:?}")))
    })
}
