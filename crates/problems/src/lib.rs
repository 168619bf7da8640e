//! Chess problems, solved exactly.
//!
//! A [`Problem`] is read from [Popeye's language](language) or made of its parts; [`solve()`] finds
//! all its solutions, twin by twin, and [`write`](mod@write) sets them down as composers read them.
//!
//! ```
//! use solusrex_problems::{Limits, Problem, solve, write};
//!
//! let text = "BeginProblem Pieces White Ka6 Se8 Pa7 Black Ka8 Stipulation #1 EndProblem";
//! let problem = &Problem::parse(text)?[0];
//! let solution = solve(problem, &Limits::default(), &mut |_| {});
//! assert!(write::text(problem, &solution).contains("1.Se8-c7 # !"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compose;
pub mod language;
pub mod paths;
pub mod problem;
pub mod solution;
pub mod solve;
pub mod verdict;
pub mod write;

mod stipulation;

pub use compose::Parts;
pub use language::LanguageError;
pub use problem::{Heading, Options, Problem, Setup, Task};
pub use solution::Solution;
pub use solve::{Event, Limits, Stage, replay, solve};
pub use stipulation::{Ending, Goal, Length, Play, Stipulation, StipulationError};
pub use verdict::Verdict;
