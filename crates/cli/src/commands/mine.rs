//! `solusrex mine`: positions worth a look.

use std::{io::Write, ops::ControlFlow, sync::Arc};

use clap::{Args, ValueEnum};
use shakmaty::Color;
use solusrex_game::{Moves, Plies, Value};
use solusrex_tables::{
    Ending, Metric, ProbeError, Table,
    mine::{Distance, Filter, Found, Query, Standing, mine},
    plain,
};

use super::{
    line::read_metric,
    stats::{choose, read_ending},
};
use crate::{
    args::{Format, Global},
    error::Error,
    output,
    tables::open,
};

/// Find positions of an ending: longest wins, zugzwangs, only moves, traps
#[derive(Args, Debug)]
#[command(after_help = "\
One position of each symmetry class, as FEN, one per line; with --format json one object per line.
An ending is looked at with its stronger side White: KRKQ is KQKR.

Examples:
  solusrex mine KRK longest
  solusrex mine KPK zugzwang --half --values
  solusrex mine KPK only-move --distance 20 --values
  solusrex mine KPK underpromotion --piece Pf7 --values
  solusrex mine KPK stalemate-trap --limit 5 --format json
  solusrex mine KQK --distance 10 --side white --piece Qd4")]
pub(crate) struct Mine {
    /// The ending: KQKR, KRPvKR, ..
    #[arg(value_name = "MATERIAL", value_parser = read_ending)]
    ending: Ending,

    /// What makes a position worth a look [default: nothing special]
    #[arg(value_enum, value_name = "FILTER")]
    filter: Option<Kind>,

    /// Zugzwangs worth half a point too: one side draws instead of winning, the other loses
    #[arg(long)]
    half: bool,

    /// Who is to move
    #[arg(long, value_enum)]
    side: Option<Side>,

    /// Won or lost in so many moves
    #[arg(long, value_name = "MOVES", conflicts_with = "plies")]
    distance: Option<u32>,

    /// Won or lost in so many plies
    #[arg(long, value_name = "PLIES")]
    plies: Option<u32>,

    /// A man on a square: Qd4 White's queen, qd4 Black's; may be given more than once
    #[arg(long, value_name = "MAN", value_parser = read_standing)]
    piece: Vec<Standing>,

    /// What is counted: dtm, dtc, dtz, stalemate, take-bn .. [default: what there is a table for]
    #[arg(long, value_name = "METRIC", value_parser = read_metric)]
    metric: Option<Metric>,

    /// No more positions than this
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// After each FEN a tab, the value and the moves in question
    #[arg(long)]
    values: bool,
}

/// The filters by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The side to move wins, and no other win takes longer
    Longest,
    /// Either side loses if it is to move
    Zugzwang,
    /// One move wins, and other legal moves do not
    OnlyMove,
    /// A promotion to rook, bishop or knight wins where one to queen would not
    Underpromotion,
    /// The side to move wins, but a capture or a new queen would be stalemate
    StalemateTrap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

fn read_standing(text: &str) -> Result<Standing, String> {
    text.parse().map_err(|error| format!("{error}"))
}

impl Mine {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let query = self.query()?;
        let tables = open(global)?;
        let metric = choose(self.metric, &tables, self.ending);
        let table = tables.load(self.ending, metric)?;
        let mut smaller = Vec::new();
        if query.filter.needs_moves() {
            let needed = plain::needed(table.ending(), table.metric);
            let loaded = needed.iter().map(|smaller| tables.load(smaller.ending, smaller.metric));
            smaller = loaded.collect::<Result<Vec<Arc<Table>>, ProbeError>>()?;
        }
        let mut out = output::stdout();
        let mut left = self.limit.unwrap_or(u64::MAX);
        let mut written = Ok(());
        let show = |found: Found| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            written = self.write(&mut out, &found, global);
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        mine(&table, &smaller, &query, show)
            .map_err(|missing| ProbeError::Missing(missing.ending, missing.metric))?;
        written?;
        Ok(out.flush()?)
    }

    fn query(&self) -> Result<Query, Error> {
        if self.half && self.filter != Some(Kind::Zugzwang) {
            return Err(Error::input("--half is about zugzwangs (ask for the filter zugzwang)"));
        }
        if self.filter == Some(Kind::Longest) && (self.distance.is_some() || self.plies.is_some()) {
            return Err(Error::input(
                "the longest wins have a distance already (leave out --distance and --plies)",
            ));
        }
        Ok(Query {
            filter: match self.filter {
                None => Filter::Any,
                Some(Kind::Longest) => Filter::Longest,
                Some(Kind::Zugzwang) => Filter::Zugzwang { half: self.half },
                Some(Kind::OnlyMove) => Filter::OnlyMove,
                Some(Kind::Underpromotion) => Filter::Underpromotion,
                Some(Kind::StalemateTrap) => Filter::StalemateTrap,
            },
            side: self.side.map(|side| Color::from_white(side == Side::White)),
            distance: (self.distance.map(|moves| Distance::Moves(Moves(moves))))
                .or(self.plies.map(|plies| Distance::Plies(Plies(plies)))),
            standing: self.piece.clone(),
        })
    }

    fn write(&self, out: &mut impl Write, found: &Found, global: &Global) -> Result<(), Error> {
        match global.format {
            Format::Json => output::json_line(out, found)?,
            Format::Text if self.values => {
                writeln!(out, "{}\t{}", found.fen, self.in_words(found))?
            }
            Format::Text => writeln!(out, "{}", found.fen)?,
        }
        Ok(())
    }

    /// The value in moves, and what there is to see.
    fn in_words(&self, found: &Found) -> String {
        let mut words = in_moves(found.value);
        if let Some(other) = found.other_to_move {
            words += &format!("; with the other side to move {}", in_moves(other));
        }
        if !found.keys.is_empty() {
            let what = match self.filter {
                Some(Kind::OnlyMove) => "only",
                Some(Kind::StalemateTrap) => "stalemate after",
                _ => "by",
            };
            words += &format!("; {what} {}", found.keys.join(", "));
        }
        words
    }
}

fn in_moves(value: Value) -> String {
    match (value, value.moves()) {
        (Value::Won(_), Some(moves)) => format!("won in {moves}"),
        (Value::Lost(_), Some(moves)) => format!("lost in {moves}"),
        _ => "drawn".to_owned(),
    }
}
