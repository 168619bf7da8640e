//! What a composer makes of a solution.

use std::fmt;

use serde::Serialize;

use crate::{
    solution::{Attack, Defence, Found, Idea, Line, Merit, Part, Phase, State},
    stipulation::Stipulation,
};

/// What a composer makes of a solution, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The worst that was found.
    pub finding: Finding,
    /// How many solutions there are.
    pub solutions: usize,
}

/// The worst that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// One key and no dual, or the solutions of help play, all of full length.
    Sound,
    /// The main play has a dual.
    Dual,
    /// More than one key.
    Cooked,
    /// Solutions shorter than asked.
    ShortSolution,
    /// No solution.
    NoSolution,
    /// The search did not end.
    Unknown,
}

impl Verdict {
    /// Judges the actual play of a twin, or what follows its key.
    pub(crate) fn of(phases: &[Phase], stipulation: &Stipulation, state: State) -> Verdict {
        let actual = || phases.iter().filter(|phase| phase.part != Part::Set);
        let mut solutions = 0;
        let (mut short, mut cooked, mut dual) = (false, false, false);
        for phase in actual() {
            match &phase.found {
                Found::Lines(lines) => {
                    solutions += lines.len();
                    let longest = lines.iter().map(|line| line.moves.len()).max();
                    short |= lines.iter().any(|line| Some(line.moves.len()) < longest)
                        || lines.iter().any(|line| is_short(line, stipulation));
                }
                Found::Attacks(attacks) => {
                    let keys: Vec<&Attack> =
                        attacks.iter().filter(|attack| attack.merit == Merit::Key).collect();
                    solutions += keys.len();
                    cooked |= keys.len() > 1;
                    short |= stipulation.length.moves > 1
                        && keys.iter().any(|key| key.played.goal.is_some());
                    dual |= keys.iter().any(|key| key.after.defences.iter().any(has_dual));
                }
                Found::Aftermath(after) => {
                    // the key has been made; nothing refutes it, and something comes of it
                    let idle = after.idea == Idea::None && after.defences.is_empty();
                    solutions += usize::from(after.refutations.is_empty() && !idle);
                    dual |= after.defences.iter().any(has_dual);
                }
            }
        }
        let finding = match () {
            () if state == State::Interrupted => Finding::Unknown,
            () if solutions == 0 && state == State::Finished => Finding::NoSolution,
            () if short => Finding::ShortSolution,
            () if cooked => Finding::Cooked,
            () if state == State::Partial => Finding::Unknown,
            () if dual => Finding::Dual,
            () => Finding::Sound,
        };
        Verdict { finding, solutions }
    }
}

fn is_short(line: &Line, stipulation: &Stipulation) -> bool {
    let numbered = line.moves.iter().rev().find_map(|step| step.number).unwrap_or(0);
    numbered < u32::from(stipulation.length.moves)
}

/// Whether a defence has two answers, there or further on.
fn has_dual(defence: &Defence) -> bool {
    let further = |attack: &Attack| {
        let threats = match &attack.after.idea {
            Idea::Threats(threats) => threats.len() > 1,
            _ => false,
        };
        threats || attack.after.defences.iter().any(has_dual)
    };
    defence.answers.len() > 1 || defence.answers.iter().any(further)
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solutions = match self.solutions {
            1 => "1 solution".to_owned(),
            n => format!("{n} solutions"),
        };
        match self.finding {
            Finding::Sound => write!(f, "C+, {solutions}"),
            Finding::Dual => write!(f, "dual, {solutions}"),
            Finding::Cooked => write!(f, "cooked, {solutions}"),
            Finding::ShortSolution => write!(f, "short solution, {solutions}"),
            Finding::NoSolution => write!(f, "no solution"),
            Finding::Unknown => write!(f, "not decided, {solutions} so far"),
        }
    }
}
