//! Solutions played again, so that every move has the position after it.
//!
//! A solver does not write positions down: most of what it visits nobody sees. Who shows a solution on a
//! board has them worked out from the moves afterwards.

use std::sync::Arc;

use solusrex_rules::{Position, Rules, Side};

use super::{
    first,
    help::{Ending, Script},
    series::script,
    set_up, start,
};
use crate::{
    problem::{Options, Problem, Setup},
    solution::{Aftermath, Attack, Found, Idea, Line, Part, Played, Solution},
};

/// Works out the position after every move of a solution.
///
/// ```
/// use solusrex_problems::{Limits, Problem, replay, solution::Found, solve};
///
/// let text = "BeginProblem Pieces White Ka6 Se8 Pa7 Black Ka8 Stipulation #1 EndProblem";
/// let problem = &Problem::parse(text)?[0];
/// let mut solution = solve(problem, &Limits::default(), &mut |_| {});
/// replay(problem, &mut solution);
/// let Found::Attacks(keys) = &solution.twins[0].phases[0].found else { panic!() };
/// assert_eq!(keys[0].played.fen.as_deref(), Some("k7/P1N5/K7/8/8/8/8/8 b - - 1 1"));
/// # Ok::<(), solusrex_problems::LanguageError>(())
/// ```
pub fn replay(problem: &Problem, solution: &mut Solution) {
    for (task, twin) in problem.tasks().iter().zip(&mut solution.twins) {
        for phase in &mut twin.phases {
            let stage = Stage::new(&problem.options, &task.setup, phase.white, phase.part);
            let Some(stage) = stage else { continue };
            phase.fen = Some(stage.fen());
            match &mut phase.found {
                Found::Lines(lines) => lines.iter_mut().for_each(|line| stage.line(line)),
                Found::Attacks(attacks) => {
                    attacks.iter_mut().for_each(|attack| stage.attack(attack));
                }
                Found::Aftermath(after) => aftermath(&stage.position, after),
            }
        }
    }
}

/// A part of the play, ready to be played again.
#[derive(Clone, Debug)]
pub struct Stage {
    position: Position,
    scripts: Vec<Script>,
}

impl Stage {
    /// The part in which `white` plays White's part; none if there is no such part, or no such position.
    pub fn new(options: &Options, setup: &Setup, white: Side, part: Part) -> Option<Stage> {
        let position = set_up(options, setup, first(options, setup, white, part)?).ok()?;
        let stipulation = &setup.stipulation;
        let scripts = match stipulation.play {
            play if play.is_adversary() => Vec::new(),
            _ => (0..=stipulation.length.moves.into())
                .filter_map(|moves| script(stipulation, moves, white, part, start(options, setup)))
                .collect(),
        };
        Some(Stage { position, scripts })
    }

    /// The position that the part begins with.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// Works out the positions of a row of moves.
    pub fn line(&self, line: &mut Line) {
        let mut position = self.position.clone();
        let sides = self.sides(line.moves.len());
        for (nth, step) in line.moves.iter_mut().enumerate() {
            if let Some(&side) = sides.get(nth)
                && side != position.side_to_move()
            {
                position.pass();
            }
            if !make(&mut position, Arc::make_mut(&mut step.played)) {
                // a parried series tells only by its moves who makes them
                position.pass();
                if !make(&mut position, Arc::make_mut(&mut step.played)) {
                    return;
                }
            }
        }
    }

    /// Who makes each of so many moves, as far as that is written.
    fn sides(&self, moves: usize) -> Vec<Side> {
        let fits = |script: &&Script| script.plies.len() + beyond(script) == moves;
        let script = self.scripts.iter().find(fits);
        script.map(|script| script.plies.iter().map(|ply| ply.side).collect()).unwrap_or_default()
    }

    /// Works out the positions of a first move and of all that follows it.
    pub fn attack(&self, attack: &mut Attack) {
        self::attack(&self.position, attack);
    }
}

/// How many moves the ending of a script adds to it.
fn beyond(script: &Script) -> usize {
    match script.ending {
        Ending::Goal => 0,
        Ending::Forced | Ending::Obliged => 1,
        Ending::Reciprocal { .. } => 2,
    }
}

fn attack(position: &Position, attack: &mut Attack) {
    let mut position = position.clone();
    if make(&mut position, &mut attack.played) {
        aftermath(&position, &mut attack.after);
    }
}

/// What follows a move of the attacker, the defence being to move.
fn aftermath(position: &Position, after: &mut Aftermath) {
    if let Idea::Threats(threats) = &mut after.idea {
        let mut position = position.clone();
        position.pass();
        threats.iter_mut().for_each(|threat| attack(&position, threat));
    }
    for defence in &mut after.defences {
        let mut position = position.clone();
        if make(&mut position, &mut defence.played) {
            defence.answers.iter_mut().for_each(|answer| attack(&position, answer));
        }
    }
    for refutation in &mut after.refutations {
        make(&mut position.clone(), refutation);
    }
}

/// Makes a move by what is written; whether the side to move has it.
fn make(position: &mut Position, played: &mut Played) -> bool {
    let mut moves = position.legal_moves();
    if !moves.iter().any(|mv| position.long(mv) == played.text) {
        // some goals are reached by moves that leave the own king to be taken
        position.heedless_moves_into(&mut moves);
    }
    let Some(mv) = moves.into_iter().find(|mv| position.long(mv) == played.text) else {
        return false;
    };
    position.play(&mv);
    played.fen = Some(position.fen());
    true
}
