//! Solving: each twin of a problem, each part of its play.
//!
//! * [`direct`](self) (direct, self, reflex and semi-reflex play): a boolean search and a writer
//!   that walks proved positions;
//! * help, series and proof games: a walk through all lines of a script.

mod bound;
mod chronicle;
mod crew;
mod direct;
mod endings;
mod freedom;
mod goal;
mod help;
mod keep;
mod ledger;
mod limits;
mod lines;
mod masks;
mod memory;
mod net;
mod order;
mod picture;
mod reaching;
mod replay;
mod series;
mod table;
mod targets;
mod under_way;
mod way;

use solusrex_rules::{Position, Rules, Side, Swift, conditions::ConditionError};
use solusrex_tables::Metric;

pub use limits::Limits;
pub use replay::{Stage, replay};

use self::{
    bound::Bound,
    chronicle::Chronicle,
    direct::{Battle, Before},
    endings::{Distance, Oracle, REST, color},
    goal::{Aim, needs_general_path},
    help::{Lines, Query, Window},
    keep::Quota,
    limits::Watch,
    series::{Parry, ParryCase, Start},
};
use crate::{
    problem::{Constraints, Options, Problem, Setup, Task},
    solution::{
        Attack, Found, Line, Merit, Notice, Part, Phase, Played, Solution, State, Statistics,
        TwinSolution,
    },
    stipulation::{Ending, Goal, Play, Stipulation},
    verdict::Verdict,
};

/// What happens while a problem is solved.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A twin is begun.
    Twin(&'a Task),
    /// A part of its play is begun, in which this side plays White's part.
    Phase(Part, Side),
    /// A solution in a row of moves was found.
    Line(&'a Line),
    /// A key or try was found.
    Attack(&'a Attack),
    /// So many of the first moves were looked at: pairs of them where the order of moves is fixed.
    Progress {
        /// Those done.
        done: usize,
        /// All of them.
        of: usize,
    },
}

/// Finds all solutions of a problem, as far as its options and the limits allow.
pub fn solve(problem: &Problem, limits: &Limits, each: &mut dyn FnMut(Event<'_>)) -> Solution {
    let mut twins = Vec::new();
    let mut state = State::Finished;
    let mut statistics = Statistics::default();
    for task in problem.tasks() {
        each(Event::Twin(&task));
        let options = &problem.options;
        let mut solver =
            Solver { options, limits, state: State::Finished, taken: Statistics::default(), each };
        let (notices, phases) = solver.twin(&task.setup);
        statistics.nodes += solver.taken.nodes;
        statistics.hopeless += solver.taken.hopeless;
        let ended = solver.state;
        state = state.max(ended);
        let stipulation = &task.setup.stipulation;
        // first moves left out by their numbers leave the verdict open
        let all = options.from_move.is_none() && options.to_move.is_none();
        let judged = if all { ended } else { ended.max(State::Partial) };
        twins.push(TwinSolution {
            label: task.label,
            continued: task.continued,
            changes: task.changes,
            stipulation: task.setup.asked(),
            notices,
            verdict: Verdict::of(&phases, stipulation, judged),
            phases,
        });
        if state == State::Interrupted {
            break;
        }
    }
    Solution { twins, state, statistics }
}

struct Solver<'a> {
    options: &'a Options,
    limits: &'a Limits,
    state: State,
    taken: Statistics,
    each: &'a mut dyn FnMut(Event<'_>),
}

impl Solver<'_> {
    fn twin(&mut self, setup: &Setup) -> (Vec<Notice>, Vec<Phase>) {
        let mut notices = Vec::new();
        let missing = |side: Side, excused: bool| !excused && !setup.has_royal(side);
        if missing(Side::White, self.options.no_white_king)
            || missing(Side::Black, self.options.no_black_king)
        {
            notices.push(Notice::KingMissing);
        }
        let mut phases = Vec::new();
        for &white in self.options.parts() {
            let parts: &[Part] = match (self.options.post_key, self.options.set_play) {
                (true, _) => &[Part::PostKey],
                (false, true) => &[Part::Set, Part::Actual],
                (false, false) => &[Part::Actual],
            };
            for &part in parts {
                match self.phase(setup, white, part) {
                    Ok(phase) => phases.extend(phase),
                    Err(notice) if notices.contains(&notice) => {}
                    Err(notice) => notices.push(notice),
                }
            }
        }
        (notices, phases)
    }

    fn phase(&mut self, setup: &Setup, white: Side, part: Part) -> Result<Option<Phase>, Notice> {
        let stipulation = &setup.stipulation;
        let Some(first) = first(self.options, setup, white, part) else { return Ok(None) };
        (self.each)(Event::Phase(part, white));
        let impossible = |error: ConditionError| Notice::Impossible(error.to_string());
        let position = set_up(self.options, setup, first).map_err(impossible)?;
        let diagram = setup.position(first).map_err(impossible)?;
        let adversary = stipulation.play.is_adversary();
        let mut phase = Phase {
            part,
            white,
            king_capturable: position.in_check(!first),
            fen: None,
            found: match (adversary, part) {
                (true, Part::Actual) => Found::Attacks(Vec::new()),
                (true, _) => Found::Aftermath(Default::default()),
                (false, _) => Found::Lines(Vec::new()),
            },
        };
        if phase.king_capturable {
            return Ok(Some(phase));
        }
        let from_position = setup.origin.is_some();
        let foresees = self.limits.bounds;
        let aim = |goal| Aim::new(goal, self.options, &diagram, from_position, foresees);
        let own_aim = stipulation.play.own_goal().map(aim);
        let case = Case {
            stipulation,
            start: start(self.options, setup),
            white,
            part,
            bound: match self.limits.bounds && stipulation.play.has_script() {
                true => {
                    let aim = aim(stipulation.goal);
                    self.bound(stipulation, &aim, own_aim.as_ref(), &position, white)
                }
                false => Bound::None,
            },
            aim: aim(stipulation.goal),
            own_aim,
            oracle: self.oracle(stipulation, &position),
            files: setup.board.width(),
            quota: self
                .options
                .most_per_position
                .and_then(|most| Quota::new(most, stipulation.goal, white, &position)),
            numbered: !(self.options.intelligent && counts_positions(stipulation, &position)),
        };
        let fast = self.limits.fast && !needs_general_path(stipulation.goal);
        let exclusive = &self.options.exclusive_castling;
        phase.found = match Swift::try_from(&position) {
            _ if stipulation.goal.needs_origins() || !exclusive.is_empty() => {
                self.found(Chronicle::new(position, exclusive), case)
            }
            Ok(swift) if fast => self.found(swift, case),
            _ => self.found(position, case),
        };
        Ok(Some(phase))
    }

    fn bound(
        &self,
        stipulation: &Stipulation,
        aim: &Aim,
        own_aim: Option<&Aim>,
        position: &Position,
        white: Side,
    ) -> Bound {
        let goal_side = stipulation.play.goal_side(white);
        // what the ending of a script plays itself
        let mut beyond = [0; 2];
        match (stipulation.play, own_aim) {
            (_, Some(own_aim)) => {
                let mut own_beyond = [0; 2];
                own_beyond[!goal_side as usize] = 1;
                let own = Bound::of(own_aim, position, !goal_side, own_beyond);
                return Bound::of(aim, position, goal_side, [1, 1]).and(own);
            }
            _ if goal_side != white => {
                beyond[goal_side as usize] = 1;
            }
            _ => {}
        }
        let bound = Bound::of(aim, position, goal_side, beyond);
        bound.with(self.distance(stipulation, aim.goal, position, goal_side, beyond))
    }

    /// How far the goal is if both sides help, where they take turns and tables can tell.
    fn distance(
        &self,
        stipulation: &Stipulation,
        goal: Goal,
        position: &Position,
        goal_side: Side,
        beyond: [u8; 2],
    ) -> Option<Distance> {
        let metric = match goal {
            Goal::Mate => Metric::Helpmate(color(goal_side)),
            Goal::Stalemate | Goal::DoubleStalemate => Metric::HelpStalemate(color(goal_side)),
            _ => return None,
        };
        match stipulation.play {
            Play::Help | Play::HelpSelf | Play::HelpReflex => {
                let beyond = beyond.iter().map(|&moves| usize::from(moves)).sum();
                Distance::new(position, metric, beyond, self.limits, self.watch())
            }
            _ => None,
        }
    }

    /// Tables that settle a direct mate, if nothing but the mate is asked for.
    fn oracle(&self, stipulation: &Stipulation, position: &Position) -> Option<Oracle> {
        let Options { longest_threat, most_flights, non_trivial, constraints, .. } = self.options;
        // a move that is asked for is the first, of which the tables are not asked
        let Constraints { mating_piece, mate_on, still, moves: _ } = constraints;
        let free = longest_threat.is_none()
            && most_flights.is_none()
            && non_trivial.is_none()
            && mating_piece.is_none()
            && mate_on.is_empty()
            && still.is_empty();
        let to_mate = stipulation.play == Play::Direct && stipulation.goal == Goal::Mate;
        let tables =
            self.limits.endings.as_ref().filter(|_| self.limits.bounds && to_mate && free)?;
        Oracle::new(tables, Metric::Dtm, position)
    }

    fn found<R: Rules<Move: Send + Sync> + Send>(&mut self, position: R, case: Case<'_>) -> Found {
        match case.stipulation.play {
            play if play.is_adversary() => self.battle(position, case),
            Play::Parry { ending, helpful } => {
                let asked = ParryCase {
                    series: if ending == Ending::Help { !case.white } else { case.white },
                    ending,
                    helpful,
                    aim: case.aim,
                    most: self.options.most_solutions,
                    threads: self.limits.threads,
                    files: case.files,
                };
                let mut parry = Parry::new(position, asked, self.watch(), self.bytes());
                for moves in shortest(case.stipulation)..=case.stipulation.length.moves.into() {
                    let each = &mut self.each;
                    parry.search(moves, &mut |line| each(Event::Line(line)));
                    if parry.watch().called_off || self.options.stop_on_short && parry.any() {
                        break;
                    }
                }
                self.close(parry.watch().clone(), parry.is_full(), parry.any());
                Found::Lines(parry.found())
            }
            _ => Found::Lines(self.lines(position, case)),
        }
    }

    fn watch(&self) -> Watch {
        Watch::new(self.limits, self.options.most_seconds)
    }

    fn bytes(&self) -> usize {
        if self.limits.tables { self.limits.memory } else { 0 }
    }

    /// Notes how a search ended.
    fn close(&mut self, watch: Watch, full: bool, any: bool) {
        let ended = match () {
            () if watch.late => State::Partial,
            () if watch.called_off => State::Interrupted,
            () if full || self.options.stop_on_short && any => State::Partial,
            () => State::Finished,
        };
        self.state = self.state.max(ended);
        self.taken.nodes += watch.nodes;
        self.taken.hopeless += watch.hopeless;
    }

    fn lines<R: Rules<Move: Send + Sync> + Send>(
        &mut self,
        position: R,
        case: Case<'_>,
    ) -> Vec<Line> {
        let options = self.options;
        let query = Query {
            aim: case.aim,
            own_aim: case.own_aim,
            fixed: &options.constraints.moves,
            window: match case.numbered {
                true => Window { from: options.from_move.clone(), to: options.to_move.clone() },
                false => Window::default(),
            },
            watch: self.watch(),
            bytes: if case.bound.may_take_memory() { self.bytes() / REST } else { self.bytes() },
            most: options.most_solutions,
            quota: case.quota,
            threads: self.limits.threads,
            files: case.files,
            bound: case.bound,
        };
        let mut search = Lines::new(position, query);
        let longest: u32 = case.stipulation.length.moves.into();
        // moves of the other side before a series belong to no shorter one
        let after_shorter = !case.stipulation.exact && case.stipulation.introduction == 0;
        // the set play of a series is its last move, however long it is
        let shortest = match (case.part, case.stipulation.play) {
            (Part::Set, Play::Series(_)) => longest,
            _ => shortest(case.stipulation),
        };
        for moves in shortest..=longest {
            let (white, part) = (case.white, case.part);
            let script = series::script(case.stipulation, moves, white, part, case.start);
            let Some(script) = script else { continue };
            let each = &mut self.each;
            search.search(&script, after_shorter, &mut |event| each(event));
            if search.watch().called_off || search.is_full() {
                break;
            }
            if options.stop_on_short && search.any() && moves < longest {
                break;
            }
        }
        self.close(search.watch().clone(), search.is_full() || search.has_chosen(), search.any());
        search.found()
    }

    fn battle<R: Rules<Move: Send + Sync> + Send>(&mut self, position: R, case: Case<'_>) -> Found {
        let options = self.options;
        let length = case.stipulation.length.moves;
        let (play, exact) = (case.stipulation.play, case.stipulation.exact);
        let bytes = self.bytes();
        let watch = self.watch();
        let threads = if options.most_solutions.is_some() { 1 } else { self.limits.threads };
        let mut battle = Battle::new(position, play, case.aim, options, case.files, watch, bytes)
            .with_oracle(case.oracle);
        if case.part != Part::Actual {
            // set play has no idea; what follows the key has
            let before = if case.part == Part::Set { Before::Nothing } else { Before::Key };
            let mut after = battle.aftermath_of_root(before, length.saturating_sub(1), threads);
            if case.part == Part::Set {
                after.refutations.clear();
            }
            self.close(battle.watch().clone(), false, false);
            return Found::Aftermath(after);
        }
        let window = Window { from: options.from_move.clone(), to: options.to_move.clone() };
        let fixed = options.constraints.moves.iter().find(|(half_move, _)| *half_move == 1);
        let chosen = |position: &R, nth: usize, mv: &R::Move| {
            let text = || position.long(mv);
            window.admits(&[nth as u32 + 1])
                && fixed.is_none_or(|(_, wanted)| text().eq_ignore_ascii_case(wanted))
        };
        let mut keys = 0;
        let most = options.most_solutions.unwrap_or(u32::MAX);
        let each = &mut self.each;
        let attacks = battle.keys(length, exact, threads, chosen, &mut |event| {
            each(event);
            let found = |attack: &Attack| u32::from(attack.merit == Merit::Key);
            keys += if let Event::Attack(attack) = event { found(attack) } else { 0 };
            keys < most
        });
        self.close(battle.watch().clone(), keys >= most, false);
        Found::Attacks(attacks)
    }
}

/// The least number of moves to look at.
fn shortest(stipulation: &Stipulation) -> u32 {
    match stipulation.exact {
        true => stipulation.length.moves.into(),
        false => u32::from(!stipulation.length.and_half),
    }
}

/// Who begins where that is a matter of choice.
fn start(options: &Options, setup: &Setup) -> Start {
    let other = options.white_to_play;
    match setup.stipulation.play {
        Play::Proof if setup.origin.is_none() => Start::Game(Side::White),
        Play::Proof if other => Start::Game(Side::White),
        Play::Proof => Start::Game(Side::Black),
        Play::Help | Play::ReciprocalHelp { .. } if other => Start::Later,
        _ => Start::Usual,
    }
}

/// Who moves first in a part; none where there is no such part.
fn first(options: &Options, setup: &Setup, white: Side, part: Part) -> Option<Side> {
    let stipulation = &setup.stipulation;
    match stipulation.play {
        play if play.is_adversary() => Some(if part == Part::Actual { white } else { !white }),
        Play::Parry { ending, .. } => {
            let first = if ending == Ending::Help { !white } else { white };
            (part == Part::Actual).then_some(first)
        }
        _ => {
            let longest = stipulation.length.moves.into();
            let script = series::script(stipulation, longest, white, part, start(options, setup))?;
            Some(script.plies.first().map_or(!white, |ply| ply.side))
        }
    }
}

/// The position from which a part is played.
fn set_up(options: &Options, setup: &Setup, first: Side) -> Result<Position, ConditionError> {
    let mut position = setup.start(first)?;
    for &square in &options.no_castling {
        position.revoke_castling(square);
    }
    for &over in &options.en_passant {
        position.set_en_passant(over);
    }
    Ok(position)
}

/// One part of the play with what is asked in it.
struct Case<'a> {
    stipulation: &'a Stipulation,
    start: Start,
    white: Side,
    part: Part,
    aim: Aim,
    own_aim: Option<Aim>,
    bound: Bound,
    /// Tables that tell how far a mate is.
    oracle: Option<Oracle>,
    /// The number of files of the board.
    files: u8,
    quota: Option<Quota>,
    /// Whether first moves can be chosen by their numbers.
    numbered: bool,
}

/// Whether a search that makes mating positions up first numbers these, and not moves: we have no such
/// numbers, and look at all moves.
fn counts_positions(stipulation: &Stipulation, position: &Position) -> bool {
    let ends = matches!(stipulation.goal, Goal::Mate | Goal::Stalemate);
    let by_help = match stipulation.play {
        Play::Help => true,
        Play::Series(ending) => matches!(ending, Ending::Direct | Ending::Help),
        _ => false,
    };
    ends && by_help && position.variant().is_chess()
}

/// Makes a move and writes it down.
fn played<R: Rules>(position: &mut R, mv: &R::Move) -> (Played, R::Undo) {
    let text = position.long(mv);
    let undo = position.play(mv);
    let check = position.in_check(position.side_to_move());
    (Played { text, check, goal: None, fen: None }, undo)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one thread tells and what several tell, with tables and without.
    fn tells_alike(text: &str) {
        let told = |limits: Limits| {
            let problems = Problem::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
            let solution = solve(&problems[0], &limits, &mut |_| {});
            crate::write::text(&problems[0], &solution)
        };
        let plain = Limits { threads: 1, tables: false, bounds: false, ..Limits::default() };
        let expected = told(plain.clone());
        for threads in 1..=3 {
            let clever = Limits { threads, ..Limits::default() };
            assert_eq!(told(clever), expected, "{threads} threads: {text}");
        }
    }

    #[test]
    fn threads_that_help_each_other_tell_the_same() {
        let men = [
            "White Kc1 Rh2 Qf3 Black Ka1 Pa2b4",
            "White Kd3 Gd1 Nb4 Rg2 Black Kd5 Pd6 Ge7",
            "White Ka1 Qc3 Sd4 Pb2 Black Ke5 Rb8 Pa2",
        ];
        let asked = [
            "#3 Option Try Variations SetPlay",
            "#3 Option Variations NonTrivial 0 0",
            "#3 Option Variations Threat 1",
            "#3 Option PostKeyPlay Variations",
            "s#2 Option Try Variations SetPlay",
            "s#3 Option Variations NonTrivial 1 0",
            "r#2 Option Variations",
            "semi-r#3 Option Variations",
            "h#2 Option SetPlay",
            "hs#2",
            "ser-#3",
            "ser-s#3",
            "ser-h=3",
            "pser-#3",
            "phser-#3",
        ];
        for men in men {
            for asked in asked {
                tells_alike(&format!("BeginProblem Pieces {men} Stipulation {asked} EndProblem"));
            }
        }
    }
}
