//! `solusrex probe`: what the tables say about a position.

use std::{collections::BTreeSet, io::Write};

use clap::Args;
use shakmaty::{Chess, Color, Position as _};
use solusrex_game::{Plies, Value};
use solusrex_rules::{Orthodox, diagram::Diagram};
use solusrex_tables::{
    Category, Ending, Facts, Metric, MoveReport, ProbeError, Report, Tablebase, position_facts,
    report,
};

use crate::{
    args::{Format, Global},
    error::Error,
    lines::answer_each,
    output,
    tables::{SyzygyArgs, read_position},
};

/// Look a position up: its value, and every move, best first
#[derive(Args, Debug)]
#[command(after_help = "\
Counts are moves of the winner: +n the side to move wins with its nth move from here, -n it loses to
the opponent's nth, = is a draw. They are given in each metric that has a table:
  dtm  to mate
  dtc  to mate, or to a capture or promotion that keeps the win
  dtz  to mate, or to a capture or pawn move that keeps the win, as the fifty-move rule counts
JSON is the table servers' object; its distances are plies, the clock in the FEN is regarded.

Examples:
  solusrex probe '8/8/8/8/8/2k5/1R6/K7 w - -'
  solusrex probe White Ke6 Pe5 Black Ke8
  solusrex probe '7k/8/8/8/8/8/8/KQ6 b - -' --format json
  solusrex probe - --no-moves < positions.txt      one position per line")]
pub(crate) struct Probe {
    /// A position as FEN or list of pieces; `-` reads one per line
    #[arg(value_name = "POSITION", required = true)]
    position: Vec<String>,

    /// Only the value of the position
    #[arg(long)]
    no_moves: bool,

    #[command(flatten)]
    syzygy: SyzygyArgs,
}

impl Probe {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let tables = self.syzygy.open(global)?;
        let mut out = output::stdout();
        let answered = if self.position == ["-"] {
            answer_each(global, &mut out, |line, out| self.answer_line(&tables, line, global, out))
        } else {
            let position = read_position(&self.position.join(" "))?;
            match global.format {
                Format::Json => self.answer_json(&tables, &position, &mut out),
                Format::Text => self.answer_text(&tables, &position, &mut out),
            }
        };
        out.flush()?;
        answered
    }

    /// An answer on one line.
    fn answer_line(
        &self,
        tables: &Tablebase,
        line: &str,
        global: &Global,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let position = read_position(line)?;
        match global.format {
            Format::Json => self.answer_json(tables, &position, out),
            Format::Text => {
                let (facts, best) = if self.no_moves {
                    (position_facts(tables, &position)?, None)
                } else {
                    let report = report(tables, &position)?;
                    (report.position, report.moves.into_iter().next())
                };
                let mut words = vec![result(&facts, position.turn())];
                if facts.category == Category::Unknown {
                    words.push(why_unknown(tables, &position));
                } else {
                    let at_hand = Metric::TO_MATE.iter();
                    words.extend(at_hand.filter_map(|&metric| short(&facts, metric)));
                    words.extend(best.map(|best| format!("best {}", best.san)));
                }
                Ok(writeln!(out, "{}", words.join(", "))?)
            }
        }
    }

    fn answer_json(
        &self,
        tables: &Tablebase,
        position: &Chess,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        if self.no_moves {
            output::json_line(out, &position_facts(tables, position)?)
        } else {
            output::json_line(out, &report(tables, position)?)
        }
    }

    fn answer_text(
        &self,
        tables: &Tablebase,
        position: &Chess,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let report = report(tables, position)?;
        let mut diagram = Diagram::from(&Orthodox::new(position.clone()).to_general());
        diagram.set_caption(format!("{} to move", name(position.turn())));
        writeln!(out, "{diagram}")?;
        let unknown = report.position.category == Category::Unknown;
        if !unknown {
            write_value(out, tables, position, &report.position)?;
        }
        let settled = report.moves.iter().any(|mv| mv.after.category != Category::Unknown);
        if !self.no_moves && settled {
            writeln!(out)?;
            write_moves(out, &report)?;
        }
        if unknown {
            return Err(match tables.probe(position, Metric::Dtm) {
                Err(error @ (ProbeError::Castling | ProbeError::Men(_))) => error.into(),
                _ => Error::Failure(no_tables(&report.missing)),
            });
        }
        if !self.no_moves && !report.missing.is_empty() {
            writeln!(out, "\n{}", no_tables(&report.missing))?;
        }
        Ok(())
    }
}

pub(crate) fn name(colour: Color) -> &'static str {
    match colour {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Which tables are missing, and the remedy.
pub(crate) fn no_tables(missing: &BTreeSet<Ending>) -> String {
    let mut endings: Vec<Ending> = missing.iter().copied().collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.building_order()));
    let names: Vec<String> = endings.iter().map(|ending| ending.to_string()).collect();
    // a table is built with all that it leads to
    let build: Vec<&str> = endings
        .iter()
        .zip(&names)
        .filter(|(ending, _)| {
            !endings.iter().any(|other| other != *ending && other.closure().contains(ending))
        })
        .map(|(_, name)| name.as_str())
        .collect();
    format!("no tables of {} (run `solusrex build {}`)", names.join(", "), build.join(" "))
}

fn why_unknown(tables: &Tablebase, position: &Chess) -> String {
    match tables.probe(position, Metric::Dtm) {
        Err(ProbeError::Missing(ending, _)) => {
            format!("no tables of {ending} (run `solusrex build {ending}`)")
        }
        Err(error) => error.to_string(),
        Ok(value) => value.to_string(),
    }
}

/// Who wins, in words.
fn result(facts: &Facts, turn: Color) -> String {
    if facts.checkmate {
        return format!("{} is mated", name(turn));
    }
    if facts.stalemate {
        return format!("drawn: {} is stalemated", name(turn));
    }
    if facts.insufficient_material {
        return "drawn: there are no men to mate with".to_owned();
    }
    let (winner, loser) = if facts.category.is_won() { (turn, !turn) } else { (!turn, turn) };
    let (winner, loser) = (name(winner), name(loser));
    match facts.category {
        Category::Unknown => "unknown".to_owned(),
        Category::Draw => "drawn".to_owned(),
        Category::Win | Category::Loss => format!("{winner} wins"),
        Category::CursedWin | Category::BlessedLoss => {
            format!("{winner} would win but for the fifty-move rule")
        }
        Category::MaybeWin | Category::MaybeLoss => {
            format!("{winner} wins unless the fifty-move rule saves {loser}")
        }
        Category::SyzygyWin | Category::SyzygyLoss => {
            format!("{winner} wins if the clock of the fifty-move rule permits")
        }
    }
}

/// `dtm +15`: a distance in moves.
fn short(facts: &Facts, metric: Metric) -> Option<String> {
    match facts.value(metric).filter(|_| !facts.checkmate)? {
        Value::Won(plies) => Some(format!("{metric} +{}", plies.moves().0)),
        Value::Drawn => None,
        Value::Lost(plies) => Some(format!("{metric} -{}", plies.moves().0)),
    }
}

/// Who wins and how soon, in every metric at hand.
fn write_value(
    out: &mut impl Write,
    tables: &Tablebase,
    position: &Chess,
    facts: &Facts,
) -> Result<(), Error> {
    let mut result = result(facts, position.turn());
    result[..1].make_ascii_uppercase();
    writeln!(out, "{result}.")?;
    for metric in Metric::TO_MATE {
        if let Some(value) = facts.value(metric).filter(|_| !facts.checkmate) {
            write_distance(out, towards(metric), value)?;
        }
    }
    if let (Some(dtz), None) = (facts.dtz, facts.precise_dtz) {
        writeln!(out, "  {} in {} plies or one more", towards(Metric::Dtz), dtz.unsigned_abs())?;
    }
    if position.halfmoves() > 0 {
        let plies = Plies(position.halfmoves());
        writeln!(out, "  {plies} since the last capture or pawn move")?;
    }
    write_goals(out, tables, position)
}

fn towards(metric: Metric) -> &'static str {
    match metric {
        Metric::Dtm => "mate",
        Metric::Dtc => "mate, capture or promotion",
        Metric::Dtz => "mate, capture or pawn move",
        Metric::Stalemate => "stalemate",
        Metric::Take(_) => "capture",
        Metric::Helpmate(_) => "mate with help",
        Metric::HelpStalemate(_) => "stalemate with help",
    }
}

fn write_distance(out: &mut impl Write, towards: &str, value: Value) -> Result<(), Error> {
    if let (Some(moves), Some(plies)) = (value.moves(), value.plies()) {
        writeln!(out, "  {towards} in {moves} ({plies})")?;
    }
    Ok(())
}

/// Goals other than mate, where there are tables of them.
fn write_goals(out: &mut impl Write, tables: &Tablebase, position: &Chess) -> Result<(), Error> {
    let Some(ending) = Ending::of_board(position.board()) else { return Ok(()) };
    let mut goals = vec![Metric::Stalemate];
    goals.extend(Color::ALL.map(Metric::Helpmate));
    goals.extend(Color::ALL.map(Metric::HelpStalemate));
    goals.extend(ending.all_but_kings().map(Metric::Take));
    goals.dedup();
    for goal in goals.into_iter().filter(|&goal| tables.has(ending, goal)) {
        write!(out, "  {goal}: ")?;
        match tables.probe(position, goal) {
            Ok(Value::Drawn) if goal.helped().is_some() => writeln!(out, "cannot be reached")?,
            Ok(Value::Drawn) => writeln!(out, "cannot be forced")?,
            Ok(value) if goal.helped().is_some() => {
                writeln!(out, "{}", value.plies().unwrap_or_default())?;
            }
            Ok(value) => writeln!(out, "{value}")?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// The moves, best first, with their counts in every metric at hand.
fn write_moves(out: &mut impl Write, report: &Report) -> Result<(), Error> {
    let known = |&metric: &Metric| {
        report.moves.iter().any(|mv| !mv.after.checkmate && count(mv, metric).is_some())
    };
    let mut metrics: Vec<Metric> = Metric::TO_MATE.into_iter().filter(known).collect();
    if metrics.is_empty() {
        metrics.push(Metric::Dtm);
    }
    let width = report.moves.iter().map(|mv| mv.san.len()).max().unwrap_or(0);
    let heads: String = metrics.iter().map(|metric| format!("{:>6}", metric.to_string())).collect();
    writeln!(out, "{:width$}{heads}", "")?;
    for mv in &report.moves {
        write!(out, "{:width$}", mv.san)?;
        for &metric in &metrics {
            write!(out, "{:>6}", count(mv, metric).unwrap_or_else(|| "?".to_owned()))?;
        }
        writeln!(out, "{}", remark(&mv.after))?;
    }
    Ok(())
}

/// `+15`, `=` or `-15`; `~` where Syzygy's rounding may be off.
fn count(mv: &MoveReport, metric: Metric) -> Option<String> {
    let (value, about) = match mv.value(metric) {
        Some(value) => (value, ""),
        None if metric == Metric::Dtz => {
            let precise_dtz = Some(mv.after.dtz?);
            let after = Facts { precise_dtz, ..mv.after.clone() };
            (MoveReport { after, ..mv.clone() }.value(metric)?, "~")
        }
        None => return None,
    };
    Some(match value {
        Value::Won(plies) => format!("{about}+{}", plies.moves().0),
        Value::Drawn => "=".to_owned(),
        Value::Lost(plies) => format!("{about}-{}", plies.moves().0),
    })
}

/// What a count does not say.
fn remark(after: &Facts) -> &'static str {
    match after.category {
        _ if after.stalemate => "  stalemate",
        Category::BlessedLoss => "  cursed win",
        Category::CursedWin => "  blessed loss",
        Category::MaybeLoss | Category::SyzygyLoss => "  perhaps cursed",
        Category::MaybeWin | Category::SyzygyWin => "  perhaps blessed",
        Category::Loss | Category::Draw | Category::Win | Category::Unknown => "",
    }
}
