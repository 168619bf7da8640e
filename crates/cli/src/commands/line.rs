//! `solusrex line`: best play to the end.

use std::io::Write;

use clap::Args;
use shakmaty::{Chess, Color, Position as _};
use solusrex_game::Value;
use solusrex_tables::{self as tables, LineEnd, LineMove, Metric, Tablebase};

use super::probe::name;
use crate::{
    args::{Format, Global},
    error::Error,
    output,
    tables::{open, read_position},
};

/// Show best play from a position to the end
#[derive(Args, Debug)]
#[command(after_help = "\
The number before each pair of moves counts the winner's moves to the end of the count: mate, or with
dtc a capture or promotion, with dtz a capture or pawn move that keeps the win; a new count follows.

Examples:
  solusrex line '8/8/8/8/8/2k5/1R6/K7 w - -'
  solusrex line '8/8/8/8/8/2k5/1R6/K7 w - -' --equals
  solusrex line White Ke6 Pe5 Black Ke8 --metric dtm --format json")]
pub(crate) struct Line {
    /// A position as FEN or list of pieces
    #[arg(value_name = "POSITION", required = true)]
    position: Vec<String>,

    /// What is counted: dtm, dtc, dtz, stalemate, take-bn .. [default: what there is a table for]
    #[arg(long, value_name = "METRIC", value_parser = read_metric)]
    metric: Option<Metric>,

    /// Every move of equal value too, in brackets
    #[arg(long)]
    equals: bool,
}

/// A metric by its name.
pub(crate) fn read_metric(text: &str) -> Result<Metric, String> {
    text.parse().map_err(|error: tables::MetricNameError| error.to_string())
}

/// The metric asked for, else the first of dtm, dtz and dtc that the position has a table for.
fn choose(asked: Option<Metric>, tables: &Tablebase, position: &Chess) -> Metric {
    let choices = [Metric::Dtm, Metric::Dtz, Metric::Dtc];
    let at_hand = |metric: &Metric| tables.probe(position, *metric).is_ok();
    asked.or_else(|| choices.into_iter().find(at_hand)).unwrap_or(Metric::Dtm)
}

impl Line {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let position = read_position(&self.position.join(" "))?;
        let tables = open(global)?;
        let metric = choose(self.metric, &tables, &position);
        let mut line = tables::line(&tables, &position, metric)?;
        if !self.equals {
            line.moves.iter_mut().for_each(|mv| mv.equals.clear());
        }
        let mut out = output::stdout();
        match global.format {
            Format::Json => output::json_line(&mut out, &line)?,
            Format::Text => write_line(&mut out, &line, position.turn())?,
        }
        Ok(out.flush()?)
    }
}

fn write_line(out: &mut impl Write, line: &tables::Line, turn: Color) -> Result<(), Error> {
    let metric = line.metric;
    let winner = line.winner(turn).map(|winner| metric.helped().unwrap_or(winner));
    match (winner, line.value.moves(), line.value.plies()) {
        (Some(winner), Some(moves), Some(plies)) => {
            writeln!(out, "{} wins in {moves} ({plies}), {metric}", name(winner))?;
        }
        _ => return Ok(writeln!(out, "drawn")?),
    }
    let mut moves = line.moves.iter();
    let mut pairs = Vec::new();
    if turn.is_black() {
        pairs.push((None, moves.next()));
    }
    while let Some(white) = moves.next() {
        pairs.push((Some(white), moves.next()));
    }
    let wins = |mv: &&LineMove| matches!(mv.value, Value::Won(_));
    let width = pairs.iter().filter_map(|(white, _)| white.map(written)).map(|w| w.len()).max();
    let width = width.unwrap_or(0).max("...".len());
    for (number, (white, black)) in (1..).zip(&pairs) {
        let winner = white.filter(wins).or_else(|| black.filter(wins));
        let count = winner.and_then(|mv| mv.value.moves()).map(|moves| moves.0.to_string());
        let white = white.map_or_else(|| "...".to_owned(), written);
        let black = black.map(written).unwrap_or_default();
        let row = format!("{:>4} {number:>4}. {white:width$}  {black}", count.unwrap_or_default());
        writeln!(out, "{}", row.trim_end())?;
    }
    if line.end == LineEnd::Table {
        writeln!(out, "then no {metric} table (build all with `solusrex build`)")?;
    }
    Ok(())
}

/// A move, and in brackets those that are as good.
fn written(mv: &LineMove) -> String {
    if mv.equals.is_empty() {
        mv.san.clone()
    } else {
        format!("{} ({})", mv.san, mv.equals.join(" "))
    }
}
