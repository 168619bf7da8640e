//! Solutions in the layout that composers know from Popeye.

use std::{fmt::Write, mem, panic::resume_unwind, thread};

use solusrex_rules::{Side, diagram::Diagram};

use crate::{
    problem::Problem,
    solution::{
        Aftermath, Attack, Found, Idea, Line, Merit, Opening, Part, Phase, Played, Solution, State,
        TwinSolution,
    },
};

/// About as long is a move with its number.
const LENGTH_OF_MOVE: usize = 11;

/// More lines than these are written by several threads.
const MANY: usize = 4096;

/// A problem with its solution: heading, diagram, twins, how the search ended.
pub fn text(problem: &Problem, solution: &Solution) -> String {
    text_in_parts(problem, solution).concat()
}

/// The same in parts, one after the other: where there are lines by the ten thousand, they need not be put
/// together before they are written down.
///
/// ```
/// use solusrex_problems::{Limits, Problem, solve, write};
///
/// let text = "BeginProblem Pieces White Kb6 Rc1 Black Ka8 Stipulation #1 EndProblem";
/// let problem = &Problem::parse(text)?[0];
/// let solution = solve(problem, &Limits::default(), &mut |_| {});
/// assert_eq!(write::text_in_parts(problem, &solution).concat(), write::text(problem, &solution));
/// # Ok::<(), solusrex_problems::LanguageError>(())
/// ```
pub fn text_in_parts(problem: &Problem, solution: &Solution) -> Vec<String> {
    let mut parts = Vec::new();
    let mut out = String::new();
    for line in &problem.heading {
        let _ = writeln!(out, "{}", line.text);
    }
    if !problem.options.no_board {
        out += &diagram(problem);
    }
    for twin in &solution.twins {
        write_twin(&mut parts, &mut out, problem, twin);
    }
    let end = match solution.state {
        State::Finished => "solution finished.",
        State::Partial => "Partial solution",
        State::Interrupted => "solving interrupted.",
    };
    let _ = writeln!(out, "{end}");
    for twin in &solution.twins {
        let label = if twin.label.is_empty() { String::new() } else { format!("{}) ", twin.label) };
        let _ = writeln!(out, "Verdict: {label}{}", twin.verdict);
    }
    out.push('\n');
    parts.push(out);
    parts
}

/// The diagram with the stipulation and the conditions below.
pub fn diagram(problem: &Problem) -> String {
    let setup = &problem.diagram;
    let mut out = match drawn(problem) {
        Some(diagram) => diagram.to_string(),
        None => format!("{}\n", setup.asked()),
    };
    for condition in &setup.conditions {
        let _ = writeln!(out, "{:>37}", condition.name());
    }
    if !setup.board.is_chess() {
        let _ = writeln!(out, "{:>37}", format!("Board {}", setup.board));
    }
    out
}

/// The diagram with the stipulation below, to be written as text or drawn as SVG.
///
/// ```
/// use solusrex_problems::{Problem, write};
///
/// let text = "BeginProblem Pieces White Kb6 Rc1 Black Ka8 Stipulation #1 EndProblem";
/// let diagram = write::drawn(&Problem::parse(text)?[0]).expect("men that go together");
/// assert!(diagram.to_svg(&Default::default()).starts_with("<svg"));
/// # Ok::<(), solusrex_problems::LanguageError>(())
/// ```
pub fn drawn(problem: &Problem) -> Option<Diagram> {
    let setup = &problem.diagram;
    let position = setup.position(Side::White).ok()?;
    let mut diagram = Diagram::from(&position);
    diagram.set_caption(setup.asked());
    Some(diagram)
}

/// What is written to `out` comes behind the parts that are done.
fn write_twin(parts: &mut Vec<String>, out: &mut String, problem: &Problem, twin: &TwinSolution) {
    out.push('\n');
    if !twin.label.is_empty() {
        let sign = if twin.continued { "+" } else { "" };
        let _ = writeln!(out, "{sign}{}) {}\n", twin.label, twin.changes.join("  "));
    }
    for notice in &twin.notices {
        let _ = writeln!(out, "{notice}");
    }
    for phase in &twin.phases {
        write_phase(parts, out, problem, phase);
    }
}

fn write_phase(parts: &mut Vec<String>, out: &mut String, problem: &Problem, phase: &Phase) {
    if phase.king_capturable {
        out.push_str("the side to play can capture the king\n");
    }
    match &phase.found {
        Found::Lines(lines) => write_lines(parts, out, lines),
        Found::Attacks(attacks) => {
            for attack in attacks {
                write_attack(out, attack, 1, 0);
                if attack.merit == Merit::Try {
                    out.push_str("    but\n");
                    for refutation in &attack.after.refutations {
                        out.push_str("      1...");
                        write_move(out, refutation);
                        out.push_str(" !\n");
                    }
                }
                if problem.options.variations || attack.merit == Merit::Try {
                    out.push('\n');
                }
            }
        }
        Found::Aftermath(after) => {
            if phase.part == Part::PostKey {
                let header = idea(&after.idea);
                if !header.is_empty() {
                    let _ = writeln!(out, "{header}");
                }
            }
            write_aftermath(out, after, 1, 0);
        }
    }
    out.push('\n');
}

/// A move with check and goal behind it.
fn write_move(out: &mut String, played: &Played) {
    out.push_str(&played.text);
    let goal = played.goal.unwrap_or("");
    // a mate is a check anyway
    if played.check && !matches!(goal, "#" | "+" | "##" | "##!" | "#=") {
        out.push_str(" +");
    }
    if !goal.is_empty() {
        out.push(' ');
        out.push_str(goal);
    }
}

fn idea(idea: &Idea) -> &'static str {
    match idea {
        Idea::None => "",
        Idea::Zugzwang => " zugzwang.",
        Idea::Threats(_) => " threat:",
    }
}

fn indent(out: &mut String, depth: usize, number: u32) {
    let _ = write!(out, "{:width$}{number:>3}", "", width = (4 * depth).max(1));
}

/// A move of the attacker at a depth, and what follows.
fn write_attack(out: &mut String, attack: &Attack, number: u32, depth: usize) {
    let merit = match attack.merit {
        Merit::Key => " !",
        Merit::Try => " ?",
        Merit::Forced => " ?!?",
        Merit::Continuation => "",
    };
    indent(out, depth, number);
    out.push('.');
    write_move(out, &attack.played);
    let _ = writeln!(out, "{merit}{}", idea(&attack.after.idea));
    write_aftermath(out, &attack.after, number, depth);
}

/// What follows a move of the attacker at a depth: threats two steps further in, defences one.
fn write_aftermath(out: &mut String, after: &Aftermath, number: u32, depth: usize) {
    if let Idea::Threats(threats) = &after.idea {
        for threat in threats {
            write_attack(out, threat, number + 1, depth + 2);
        }
    }
    for defence in &after.defences {
        indent(out, depth + 1, number);
        out.push_str("...");
        write_move(out, &defence.played);
        out.push('\n');
        for answer in &defence.answers {
            write_attack(out, answer, number + 1, depth + 2);
        }
    }
}

/// Solutions in lines; many are written by several threads, a part each.
fn write_lines(parts: &mut Vec<String>, out: &mut String, lines: &[Line]) {
    if lines.len() <= MANY {
        lines.iter().for_each(|line| write_line(out, line));
        return;
    }
    parts.push(mem::take(out));
    let mut shares = lines.chunks(lines.len().div_ceil(rayon::current_num_threads()));
    let first = shares.next().unwrap_or_default();
    thread::scope(|scope| {
        let others: Vec<_> = shares.map(|share| scope.spawn(move || written(share))).collect();
        parts.push(written(first));
        let others = others.into_iter();
        parts.extend(others.map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
    });
}

fn written(lines: &[Line]) -> String {
    let moves: usize = lines.iter().map(|line| line.moves.len()).sum();
    let mut out = String::with_capacity(LENGTH_OF_MOVE * moves);
    lines.iter().for_each(|line| write_line(&mut out, line));
    out
}

/// A solution in one line.
fn write_line(out: &mut String, line: &Line) {
    out.push_str("  ");
    let mut first = true;
    match line.opening {
        Opening::Full => {}
        Opening::Half => out.push_str("1..."),
        Opening::Skipped => out.push_str("1...  ..."),
    }
    for step in &line.moves {
        match step.number {
            Some(number) => {
                let gap = if first && line.opening == Opening::Full { "" } else { "   " };
                out.push_str(gap);
                write_number(out, number);
                out.push('.');
            }
            None if first => {}
            None => out.push(' '),
        }
        write_move(out, &step.played);
        first = false;
    }
    out.push('\n');
}

/// A number, without the ado of a format: there may be one for every other move of a million.
fn write_number(out: &mut String, number: u32) {
    if number > 9 {
        write_number(out, number / 10);
    }
    out.extend(char::from_digit(number % 10, 10));
}
