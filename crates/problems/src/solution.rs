//! What was found: plain types, ready to be written as text or JSON.

use std::sync::Arc;

use serde::Serialize;
use solusrex_rules::Side;

use crate::verdict::Verdict;

/// The solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// One for the diagram and each twin.
    pub twins: Vec<TwinSolution>,
    /// Whether everything was looked at.
    pub state: State,
    /// What the search took.
    #[serde(skip)]
    pub statistics: Statistics,
}

impl Solution {
    /// How many moves it tells, all variations included.
    pub fn moves(&self) -> usize {
        let found = |phase: &Phase| match &phase.found {
            Found::Lines(lines) => lines.iter().map(|line| line.moves.len()).sum(),
            Found::Attacks(attacks) => attacks.iter().map(Attack::moves).sum(),
            Found::Aftermath(after) => after.moves(),
        };
        self.twins.iter().flat_map(|twin| &twin.phases).map(found).sum()
    }
}

/// What a search took; it differs from one way of searching to the next, so two solutions that are
/// equal in it need not be found alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// The number of positions visited.
    pub nodes: u64,
    /// How many of them were given up at once, because no solution can come of them.
    pub hopeless: u64,
}

/// Whether everything was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// All solutions are there.
    Finished,
    /// An option ended the search before.
    Partial,
    /// The search was called off.
    Interrupted,
}

/// The solution of a diagram or twin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TwinSolution {
    /// `a`, `b`, ...; empty where there are no twins.
    pub label: String,
    /// Whether the changes come on top of those of the twin before.
    pub continued: bool,
    /// What makes the twin.
    pub changes: Vec<String>,
    /// What was asked.
    pub stipulation: String,
    /// What is odd about the position.
    pub notices: Vec<Notice>,
    /// Set play, actual play, and both with the sides exchanged.
    pub phases: Vec<Phase>,
    /// What a composer makes of it.
    pub verdict: Verdict,
}

/// Something odd about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// A king is missing, and no option says that it should.
    KingMissing,
    /// The conditions, board and men do not go together.
    Impossible(String),
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Notice::KingMissing => f.write_str("both sides need a king"),
            Notice::Impossible(why) => f.write_str(why),
        }
    }
}

/// One part of the play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// Which part.
    pub part: Part,
    /// The side that plays White's part.
    pub white: Side,
    /// Whether there is nothing to solve because a king stands to be captured.
    pub king_capturable: bool,
    /// The position it begins with, if it was [worked out](crate::replay()).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// What was found.
    pub found: Found,
}

/// A part of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// As if the other side were to move.
    Set,
    /// What is asked.
    Actual,
    /// What follows the key, the diagram being the position after it.
    PostKey,
}

/// What was found in a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// Solutions in a row of moves: help and series play, proof games.
    Lines(Vec<Line>),
    /// First moves with what follows: keys and tries.
    Attacks(Vec<Attack>),
    /// What the defence's moves would lead to.
    Aftermath(Aftermath),
}

/// A move made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Played {
    /// The move as composers write it.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it gives check.
    pub check: bool,
    /// The sign of the goal if it reaches it; empty for goals without a sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<&'static str>,
    /// The position after it, if it was [worked out](crate::replay()).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// A row of moves that reaches the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How the numbering begins.
    pub opening: Opening,
    /// The moves.
    pub moves: Vec<Step>,
}

/// How the numbering of a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// `1.`
    Full,
    /// `1...`: the first half of move 1 is not there.
    Half,
    /// `1...  ...  2.`: all of move 1 is not there.
    Skipped,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The number written before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The move; many lines may share it.
    #[serde(flatten)]
    pub played: Arc<Played>,
}

/// A move of the attacker and what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attack {
    /// The move.
    #[serde(flatten)]
    pub played: Played,
    /// What it is worth.
    pub merit: Merit,
    /// What follows.
    pub after: Aftermath,
}

impl Attack {
    /// How many moves it tells, itself and all that follows.
    pub fn moves(&self) -> usize {
        1 + self.after.moves()
    }
}

impl Aftermath {
    /// How many moves it tells.
    pub fn moves(&self) -> usize {
        let attacks = |attacks: &[Attack]| attacks.iter().map(Attack::moves).sum::<usize>();
        let threats = match &self.idea {
            Idea::Threats(threats) => attacks(threats),
            Idea::None | Idea::Zugzwang => 0,
        };
        let defences = self.defences.iter().map(|defence| 1 + attacks(&defence.answers));
        threats + defences.sum::<usize>() + self.refutations.len()
    }
}

/// What a move of the attacker is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Merit {
    /// A first move that solves.
    Key,
    /// A first move that solves but for a few refutations.
    Try,
    /// A first move that reflex play prescribes and that spoils the solution.
    Forced,
    /// A later move.
    Continuation,
}

/// What follows a move of the attacker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Aftermath {
    /// What it does if the defence does nothing.
    pub idea: Idea,
    /// The defences worth showing.
    pub defences: Vec<Defence>,
    /// The defences that refute it.
    pub refutations: Vec<Played>,
}

/// What a move of the attacker threatens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Idea {
    /// Nothing that is told: it gives check, reaches the goal, or threats are not asked for.
    #[default]
    None,
    /// Nothing, but every move of the defence loses.
    Zugzwang,
    /// These continuations.
    Threats(Vec<Attack>),
}

/// A move of the defence and the attacker's shortest answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defence {
    /// The move.
    #[serde(flatten)]
    pub played: Played,
    /// The answers, all of the same length.
    pub answers: Vec<Attack>,
}
