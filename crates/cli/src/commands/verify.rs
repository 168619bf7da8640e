//! `solusrex verify`: proves tables again.

use std::{
    io::Write,
    sync::{Arc, atomic::AtomicBool},
};

use clap::Args;
use serde::Serialize;
use solusrex_game::Value;
use solusrex_tables::{
    Ending, Metric, Mismatch, ProbeError, Table, TableName, Tablebase, Verification, VerifyError,
    plain, stats::thousands, verify,
};

use super::{line::read_metric, stats::read_ending};
use crate::{
    args::{Format, Global},
    error::Error,
    output,
    tables::open,
};

/// Prove tables again, position by position, from their smaller tables
#[derive(Args, Debug)]
#[command(after_help = "\
Every file is compared with its checksum. Then the value of every position is compared with the one
that follows from its moves, made one by one on the board; nothing is taken from the way the table
was built. If all agree, and the smaller tables are right, the table is proved.

Examples:
  solusrex verify KRK
  solusrex verify KQK KPK --metric dtm
  solusrex verify --men 3 --format json")]
pub(crate) struct Verify {
    /// The endings: KQKR, KRPvKR, .. [default: all tables that are there]
    #[arg(value_name = "MATERIAL", value_parser = read_ending)]
    endings: Vec<Ending>,

    /// Only tables of these metrics: dtm, dtc, ..
    #[arg(long, value_name = "METRIC", value_parser = read_metric, value_delimiter = ',')]
    metric: Vec<Metric>,

    /// Only tables of up to so many men
    #[arg(long, value_name = "N")]
    men: Option<usize>,
}

#[derive(Serialize)]
struct Answer<'a> {
    proved: bool,
    #[serde(flatten)]
    verification: &'a Verification,
}

impl Verify {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let tables = open(global)?;
        let mut out = output::stdout();
        let mut wrong = Vec::new();
        for name in self.names(&tables)? {
            let verification = prove(&tables, name, global)?;
            match global.format {
                Format::Json => {
                    let proved = verification.is_proved();
                    let answer = Answer { proved, verification: &verification };
                    output::json_line(&mut out, &answer)?;
                }
                Format::Text => write_verification(&mut out, &verification)?,
            }
            // a long list is read as it grows
            out.flush()?;
            if !verification.is_proved() {
                wrong.push(verification);
            }
        }
        let Some(first) = wrong.first() else { return Ok(()) };
        let table = format!("{}.{}", first.material, first.metric);
        let example = first.mismatches.first().map(|mismatch| format!(": {}", told(mismatch)));
        Err(Error::Failure(format!(
            "{table} is wrong in {} places{} (run `solusrex tables delete {table}` and build it again)",
            thousands(first.wrong),
            example.unwrap_or_default()
        )))
    }

    /// The tables to prove, smaller ones first.
    fn names(&self, tables: &Tablebase) -> Result<Vec<TableName>, Error> {
        let mut names = tables.list()?;
        let wanted =
            |(_, metric): &TableName| self.metric.is_empty() || self.metric.contains(metric);
        let small = |(ending, _): &TableName| self.men.is_none_or(|men| ending.men() <= men);
        names.retain(|name| wanted(name) && small(name));
        for ending in &self.endings {
            let (canonical, _) = ending.canonical();
            if !names.iter().any(|(there, _)| *there == canonical) {
                let metric = self.metric.first().copied().unwrap_or(Metric::Dtm);
                return Err(ProbeError::Missing(canonical, metric).into());
            }
        }
        let asked = |(ending, _): &TableName| {
            self.endings.is_empty()
                || self.endings.iter().any(|asked| asked.canonical().0 == *ending)
        };
        names.retain(asked);
        if names.is_empty() {
            let example = "run `solusrex build KRK`, or name another folder with --tables";
            return Err(Error::Failure(format!("there are no such tables to prove ({example})")));
        }
        Ok(names)
    }
}

/// Checks the file of a table and proves what is in it.
fn prove(
    tables: &Tablebase,
    (ending, metric): TableName,
    global: &Global,
) -> Result<Verification, Error> {
    tables.check(ending, metric)?;
    let table = tables.load(ending, metric)?;
    let needed = plain::needed(ending, metric);
    let smaller = needed.iter().map(|smaller| tables.load(smaller.ending, smaller.metric));
    let smaller = smaller.collect::<Result<Vec<Arc<Table>>, ProbeError>>()?;
    let bar =
        output::progress(table.layout.slots(), &format!("slots of {ending}.{metric}"), global);
    let proved = verify(&table, &smaller, &|done| bar.inc(done), &AtomicBool::new(false));
    bar.finish_and_clear();
    proved.map_err(|error| match error {
        VerifyError::Missing(missing) => ProbeError::Missing(missing.ending, missing.metric).into(),
        VerifyError::Cancelled => Error::Failure(format!("{error} (run it again)")),
    })
}

fn write_verification(out: &mut impl Write, verification: &Verification) -> Result<(), Error> {
    let Verification { material, metric, positions, wrong, mismatches } = verification;
    let positions = thousands(*positions);
    if verification.is_proved() {
        writeln!(out, "{material}.{metric} proved, {positions} positions")?;
        return Ok(());
    }
    writeln!(out, "{material}.{metric} wrong in {} of {positions} positions", thousands(*wrong))?;
    for mismatch in mismatches {
        writeln!(out, "  {}", told(mismatch))?;
    }
    Ok(())
}

fn told(Mismatch { fen, found, expected, no_move }: &Mismatch) -> String {
    let said = |value: &Option<Value>| value.map_or("no position".to_owned(), |v| v.to_string());
    let moves = if *no_move { ", without a move" } else { "" };
    format!("{fen} is {}{moves}; the table says {}", said(expected), said(found))
}
