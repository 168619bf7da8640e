//! From a position to a move: tables where they reach, proved mates elsewhere.

use std::{
    collections::{BTreeSet, HashSet},
    fmt::Write as _,
    time::Instant,
};

use rayon::prelude::*;
use shakmaty::{CastlingMode, Chess, Move, Position as _, uci::UciMove};
use solusrex_game::Value;
use solusrex_tables::{Category, Ending, Metric, MoveReport, Tablebase, best_move, report};

use super::{
    control::{Control, Stopped},
    mate::{Mates, Memory},
    protocol::Go,
};
use crate::commands::probe::no_tables;

/// What a search is given.
pub(super) struct Thought<'a> {
    pub(super) tables: &'a Tablebase,
    pub(super) memory: &'a Memory,
    pub(super) control: &'a Control,
    pub(super) position: &'a Chess,
    pub(super) go: &'a Go,
    pub(super) multi_pv: usize,
    pub(super) show_wdl: bool,
    pub(super) began: Instant,
    /// Where lines go.
    pub(super) say: &'a (dyn Fn(&str) + Sync),
}

/// A root move and what is known of it.
struct Candidate {
    mv: Move,
    report: MoveReport,
    /// The opponent is proved to mate after it, in so many moves.
    loses_in: Option<u32>,
}

impl Candidate {
    fn new(mv: Move, report: MoveReport) -> Candidate {
        let loses_in = match report.after.value(Metric::Dtm) {
            Some(Value::Won(plies)) => Some(plies.moves().0),
            _ => None,
        };
        Candidate { mv, report, loses_in }
    }

    fn is_known(&self) -> bool {
        self.report.after.category != Category::Unknown
    }
}

/// Centipawns that mean won, but not how soon.
const WON: i64 = 20_000;

/// The most men of a table that one is told to build.
const MOST_MEN_TO_BUILD: usize = 5;

/// A value as UCI has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Points {
    Mate(i64),
    Centipawns(i64),
}

impl Thought<'_> {
    /// Thinks, and says the move.
    pub(super) fn think(&self) {
        let line = self.best_line();
        self.control.wait();
        let uci = |mv: &Move| mv.to_uci(CastlingMode::Standard);
        let mut text = format!("bestmove {}", line.first().map_or(UciMove::Null, uci));
        if let Some(reply) = line.get(1) {
            let _ = write!(text, " ponder {}", uci(reply));
        }
        self.control.answer();
        (self.say)(&text);
    }

    /// The best line; empty when there is no move.
    fn best_line(&self) -> Vec<Move> {
        let legal = self.position.legal_moves();
        if legal.is_empty() {
            let score = if self.position.is_check() { "mate 0" } else { "cp 0" };
            (self.say)(&format!("info depth 0 score {score}"));
            return Vec::new();
        }
        let report = match report(self.tables, self.position) {
            Ok(report) => report,
            Err(error) => {
                (self.say)(&format!("info string {error}"));
                return vec![legal[0]];
            }
        };
        let mut candidates: Vec<Candidate> = Vec::new();
        for report in report.moves {
            let mv =
                report.uci.parse::<UciMove>().ok().and_then(|uci| uci.to_move(self.position).ok());
            candidates.extend(mv.map(|mv| Candidate::new(mv, report)));
        }
        let wanted = |mv: Move| self.go.search_moves.contains(&mv.to_uci(CastlingMode::Standard));
        if candidates.iter().any(|candidate| wanted(candidate.mv)) {
            candidates.retain(|candidate| wanted(candidate.mv));
        } else if !self.go.search_moves.is_empty() {
            (self.say)("info string none of searchmoves is legal (all moves are looked at)");
        }
        // a move that is known to win is enough, and comes first
        if candidates.first().is_some_and(Candidate::is_known) {
            candidates.retain(Candidate::is_known);
            return self.table_lines(&candidates);
        }
        // larger ones are not built in passing
        let small = report.missing.into_iter().filter(|ending| ending.men() <= MOST_MEN_TO_BUILD);
        let small: BTreeSet<Ending> = small.collect();
        if !small.is_empty() {
            (self.say)(&format!("info string {}", no_tables(&small)));
        }
        self.say_no_engine();
        self.search(candidates)
    }

    fn say_no_engine(&self) {
        (self.say)(
            "info string not in the tables: only forced mates are looked for here, this is no general engine",
        );
    }

    /// Lines from the tables, best first.
    fn table_lines(&self, candidates: &[Candidate]) -> Vec<Move> {
        let mut best = Vec::new();
        let looked_up = |candidate: &&Candidate| {
            let after = &candidate.report.after;
            !after.checkmate && !after.stalemate
        };
        let hits = candidates.iter().filter(looked_up).count();
        for (rank, candidate) in candidates.iter().take(self.multi_pv).enumerate() {
            let line = self.table_line(candidate.mv);
            let points = points(&candidate.report);
            // where a mate is counted the depth is its distance
            let depth = match points {
                Points::Mate(_) => line.len(),
                Points::Centipawns(_) => line.len().min(1),
            };
            self.say_line(depth, rank + 1, points, self.wdl(&candidate.report), hits, &line);
            if rank == 0 {
                best = line;
            }
        }
        best
    }

    /// Best play after a move as far as the tables know it, in the first metric that they have.
    fn table_line(&self, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = self.position.clone();
        position.play_unchecked(first);
        let metric = [Metric::Dtm, Metric::Dtz, Metric::Dtc];
        let metric = metric.into_iter().find(|&metric| {
            self.tables.probe(&position, metric).is_ok_and(|value| !value.is_drawn())
        });
        let Some(metric) = metric else { return line };
        while let Ok(Some((mv, _))) = best_move(self.tables, &position, metric) {
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// Won, drawn and lost games of a thousand.
    fn wdl(&self, report: &MoveReport) -> &'static str {
        let category = -report.after.category;
        match category {
            _ if !self.show_wdl => "",
            Category::Win | Category::MaybeWin | Category::SyzygyWin => " wdl 1000 0 0",
            Category::Loss | Category::MaybeLoss | Category::SyzygyLoss => " wdl 0 0 1000",
            _ => " wdl 0 1000 0",
        }
    }

    fn say_line(
        &self,
        depth: usize,
        rank: usize,
        points: Points,
        wdl: &str,
        hits: usize,
        line: &[Move],
    ) {
        let score = match points {
            Points::Mate(moves) => format!("mate {moves}"),
            Points::Centipawns(points) => format!("cp {points}"),
        };
        let mut text =
            format!("info depth {depth} seldepth {depth} multipv {rank} score {score}{wdl}");
        text += &self.counters();
        if hits > 0 {
            let _ = write!(text, " tbhits {hits}");
        }
        text += " pv";
        for mv in line {
            let _ = write!(text, " {}", mv.to_uci(CastlingMode::Standard));
        }
        (self.say)(&text);
    }

    fn counters(&self) -> String {
        let (nodes, time) = (self.control.nodes(), self.began.elapsed());
        let per_second = (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64;
        format!(" nodes {nodes} nps {per_second} time {}", time.as_millis())
    }

    /// Looks for the shortest forced mate, ours or the opponent's, move by move.
    fn search(&self, mut candidates: Vec<Candidate>) -> Vec<Move> {
        let most_by_depth = self.go.depth.map_or(u32::MAX, |depth| depth.div_ceil(2).max(1));
        let most = most_by_depth.min(self.go.mate.unwrap_or(u32::MAX));
        // a folder that cannot be listed has been told of already
        let names = self.tables.list().unwrap_or_default();
        let at_hand = names.into_iter().filter(|(_, metric)| *metric == Metric::Dtm);
        let at_hand: HashSet<Ending> = at_hand.map(|(ending, _)| ending).collect();
        for moves in 1..=most {
            let mates = Mates {
                tables: self.tables,
                at_hand: &at_hand,
                memory: self.memory,
                control: self.control,
                clock_matters: self.position.halfmoves() + 2 * moves > solusrex_tables::FIFTY_MOVES,
            };
            match self.mates_in(&mates, &mut candidates, moves) {
                Err(Stopped) => break,
                Ok(Some(line)) => return line,
                Ok(None) => {
                    let depth = 2 * moves - 1;
                    (self.say)(&format!("info depth {depth}{}", self.counters()));
                }
            }
            // nothing but lost moves: the longest has been found
            if candidates.iter().all(|candidate| candidate.loses_in.is_some()) {
                return self.lost_line(&mates, &candidates);
            }
        }
        let sound = candidates.iter().find(|candidate| candidate.loses_in.is_none());
        let chosen = sound.or_else(|| candidates.iter().max_by_key(|candidate| candidate.loses_in));
        (self.say)("info string no forced mate found: any legal move");
        chosen.map(|candidate| vec![candidate.mv]).unwrap_or_default()
    }

    /// The line of the best mate in so many moves, if there is one; otherwise the moves are marked that
    /// allow the opponent to mate in so many.
    fn mates_in(
        &self,
        mates: &Mates<'_>,
        candidates: &mut [Candidate],
        moves: u32,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        let after = |candidate: &Candidate| {
            let mut after = self.position.clone();
            after.play_unchecked(candidate.mv);
            after
        };
        let wins: Result<Vec<bool>, Stopped> = candidates
            .par_iter()
            .map(|candidate| mates.is_lost(&after(candidate), moves - 1))
            .collect();
        let wins = wins?;
        let mut best = None;
        let winning = candidates.iter().zip(&wins).filter(|(_, wins)| **wins);
        for (rank, (candidate, _)) in winning.take(self.multi_pv).enumerate() {
            let line = mates.line(self.position, candidate.mv, moves);
            let wdl = if self.show_wdl { " wdl 1000 0 0" } else { "" };
            let depth = 2 * moves as usize - 1;
            self.say_line(depth, rank + 1, Points::Mate(moves.into()), wdl, 0, &line);
            best.get_or_insert(line);
        }
        if best.is_some() {
            return Ok(best);
        }
        let open = candidates.par_iter_mut().filter(|candidate| candidate.loses_in.is_none());
        open.try_for_each(|candidate| {
            if mates.mates(&after(candidate), moves)? {
                candidate.loses_in = Some(moves);
            }
            Ok(())
        })?;
        Ok(None)
    }

    /// The line after the move that lasts longest.
    fn lost_line(&self, mates: &Mates<'_>, candidates: &[Candidate]) -> Vec<Move> {
        let Some(longest) = candidates.iter().max_by_key(|candidate| candidate.loses_in) else {
            return Vec::new();
        };
        let moves = longest.loses_in.unwrap_or(0);
        let mut after = self.position.clone();
        after.play_unchecked(longest.mv);
        let mut line = vec![longest.mv];
        if let Ok(Some(attack)) = mates.attack(&after, moves) {
            line.extend(mates.line(&after, attack, moves));
        }
        let wdl = if self.show_wdl { " wdl 0 0 1000" } else { "" };
        self.say_line(2 * moves as usize, 1, Points::Mate(-i64::from(moves)), wdl, 0, &line);
        line
    }
}

/// The value of a move.
fn points(report: &MoveReport) -> Points {
    let category = -report.after.category;
    match category {
        Category::Draw => return Points::Centipawns(0),
        // drawn, but for the fifty-move rule
        Category::CursedWin => return Points::Centipawns(1),
        Category::BlessedLoss => return Points::Centipawns(-1),
        _ => {}
    }
    match report.value(Metric::Dtm) {
        Some(Value::Won(plies)) => Points::Mate(plies.moves().0.into()),
        Some(Value::Lost(plies)) => Points::Mate(-i64::from(plies.moves().0)),
        _ => {
            let plies = report.after.dtz.or(report.after.dtc).map_or(0, i32::abs);
            let sure = WON - i64::from(plies);
            Points::Centipawns(if category.is_won() { sure } else { -sure })
        }
    }
}
