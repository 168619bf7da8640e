//! `solusrex tables`: what is in the folder of tables.

use std::io::Write;

use clap::{Args, Subcommand};
use serde::Serialize;
use solusrex_game::Plies;
use solusrex_tables::{Ending, Metric, TableName, Tablebase};

use super::line::read_metric;
use crate::{
    args::{Format, Global},
    error::Error,
    output,
    tables::open,
};

/// List, check or delete the tables that have been built
#[derive(Args, Debug)]
#[command(after_help = "\
A name is an ending, KRK, or one table of it, KRK.dtm. `longest` is the longest win.

Examples:
  solusrex tables
  solusrex tables list KRK KQK
  solusrex tables check KRK
  solusrex tables delete KPK.dtm")]
pub(crate) struct Tables {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// List tables with their size and their longest win
    List(Names),
    /// Compare tables with their checksums (`solusrex verify` proves them)
    Check(Names),
    /// Delete tables
    Delete {
        /// Endings, or tables such as KRK.dtm
        #[arg(value_name = "NAME", required = true, value_parser = read_name)]
        names: Vec<Name>,
    },
}

#[derive(Args, Debug, Default)]
struct Names {
    /// Endings, or tables such as KRK.dtm [default: all]
    #[arg(value_name = "NAME", value_parser = read_name)]
    names: Vec<Name>,
}

/// An ending, or one table of it.
#[derive(Clone, Debug)]
struct Name {
    written: String,
    ending: Ending,
    metric: Option<Metric>,
}

fn read_name(text: &str) -> Result<Name, String> {
    let (ending, metric) = match text.split_once('.') {
        Some((ending, metric)) => (ending, Some(read_metric(metric)?)),
        None => (text, None),
    };
    let ending: Ending = ending.parse().map_err(|error| format!("{error}"))?;
    let (canonical, exchanged) = ending.canonical();
    let metric = metric.map(|metric| if exchanged { metric.exchanged() } else { metric });
    Ok(Name { written: text.to_owned(), ending: canonical, metric })
}

impl Name {
    fn means(&self, &(ending, metric): &TableName) -> bool {
        ending == self.ending && self.metric.is_none_or(|wanted| wanted == metric)
    }
}

#[derive(Serialize)]
struct Listed {
    ending: Ending,
    metric: Metric,
    bytes: u64,
    longest: Option<Plies>,
}

#[derive(Serialize)]
struct Checked {
    ending: Ending,
    metric: Metric,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Deleted {
    ending: Ending,
    metric: Metric,
}

impl Tables {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let tables = open(global)?;
        match &self.task {
            None => list(&tables, &[], global),
            Some(Task::List(chosen)) => list(&tables, &chosen.names, global),
            Some(Task::Check(chosen)) => check(&tables, &chosen.names, global),
            Some(Task::Delete { names }) => delete(&tables, names, global),
        }
    }
}

/// The tables with these names, all if there are none; each name must mean some.
fn find(tables: &Tablebase, names: &[Name]) -> Result<Vec<TableName>, Error> {
    let mut found = tables.list()?;
    for name in names {
        if !found.iter().any(|table| name.means(table)) {
            let ending = name.ending;
            return Err(Error::Failure(format!(
                "no table {} (see `solusrex tables`, or run `solusrex build {ending}`)",
                name.written
            )));
        }
    }
    found.retain(|table| names.is_empty() || names.iter().any(|name| name.means(table)));
    Ok(found)
}

fn list(tables: &Tablebase, names: &[Name], global: &Global) -> Result<(), Error> {
    let mut listed = Vec::new();
    let mut broken = Vec::new();
    for (ending, metric) in find(tables, names)? {
        match tables.info(ending, metric) {
            Ok(info) => {
                listed.push(Listed { ending, metric, bytes: info.bytes, longest: info.longest });
            }
            Err(error) => broken.push(error),
        }
    }
    write_list(tables, &listed, broken.is_empty(), global)?;
    match broken.into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

fn write_list(
    tables: &Tablebase,
    listed: &[Listed],
    all: bool,
    global: &Global,
) -> Result<(), Error> {
    let mut out = output::stdout();
    if global.format == Format::Json {
        output::json_line(&mut out, &listed)?;
        return Ok(out.flush()?);
    }
    let folder = tables.folder().map(|folder| folder.display().to_string()).unwrap_or_default();
    if listed.is_empty() {
        if all {
            writeln!(out, "no tables in {folder} (run `solusrex build KRK`)")?;
        }
        return Ok(out.flush()?);
    }
    writeln!(out, "{:8} {:9} {:>10}  longest", "ending", "metric", "size")?;
    for Listed { ending, metric, bytes, longest } in listed {
        let (ending, metric) = (ending.to_string(), metric.to_string());
        let longest =
            longest.map_or("-".to_owned(), |plies| format!("{} ({plies})", plies.moves()));
        writeln!(out, "{ending:8} {metric:9} {:>10}  {longest}", size(*bytes))?;
    }
    let total = listed.iter().map(|table| table.bytes).sum();
    let count = listed.len();
    let noun = if count == 1 { "table" } else { "tables" };
    writeln!(out, "{count} {noun} in {folder}, {}", size(total))?;
    Ok(out.flush()?)
}

fn check(tables: &Tablebase, names: &[Name], global: &Global) -> Result<(), Error> {
    let chosen = find(tables, names)?;
    let bar = output::progress(chosen.len() as u64, "tables", global);
    let mut out = output::stdout();
    let mut broken = 0;
    for &(ending, metric) in &chosen {
        let error = tables.check(ending, metric).err().map(|error| error.to_string());
        bar.inc(1);
        broken += u32::from(error.is_some());
        match (global.format, error) {
            (Format::Json, error) => {
                let checked = Checked { ending, metric, ok: error.is_none(), error };
                output::json_line(&mut out, &checked)?;
            }
            (Format::Text, None) => writeln!(out, "{ending}.{metric} ok")?,
            (Format::Text, Some(error)) => writeln!(out, "{ending}.{metric} broken: {error}")?,
        }
    }
    bar.finish_and_clear();
    out.flush()?;
    if broken == 0 {
        return Ok(());
    }
    let count = chosen.len();
    let remedy = "delete them with `solusrex tables delete` and build them again";
    Err(Error::Failure(format!("{broken} of {count} tables are broken ({remedy})")))
}

fn delete(tables: &Tablebase, names: &[Name], global: &Global) -> Result<(), Error> {
    let mut out = output::stdout();
    for (ending, metric) in find(tables, names)? {
        tables.delete(ending, metric)?;
        match global.format {
            Format::Json => output::json_line(&mut out, &Deleted { ending, metric })?,
            Format::Text => writeln!(out, "deleted {ending}.{metric}")?,
        }
    }
    Ok(out.flush()?)
}

/// Bytes as people say them.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1000.0;
    let mut unit = 0;
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    if amount < 9.95 {
        format!("{amount:.1} {}", UNITS[unit])
    } else {
        format!("{amount:.0} {}", UNITS[unit])
    }
}
