//! `solusrex pieces`: the kinds that are known.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use solusrex_rules::kind::{Kind, catalogue};

use crate::{
    args::{Format, Global},
    error::Error,
    output,
};

/// List the piece kinds: letters, name, movement
#[derive(Args, Debug)]
#[command(after_help = "\
A kind of your own is written in the same language and given to other commands with --kind:

  LETTERS [name] = term { + term }     such as  XY frog = leap 0,3 + leap 1,1
  term: manner, steps x,y (every symmetric image is meant), limits

  manners  leap ride hop lion chinese argentine locust marine rebound recoil bounce
           equihop equihop-free equistop equistop-free echo advance wander carom hop-twice
           borrow-own borrow-enemy
  lines    rose mao moa; zigzag x,y x,y; bent x,y x,y; reflected, once-reflected, cushioned x,y
  limits   move capture forward back sideways range N off-base river edge files abc;
           for hops: over N, beyond N|any, near, turn 45|90|135|knight;
           for equihops: turn 90|any, enemy

Examples:
  solusrex pieces
  solusrex pieces grass
  solusrex moves --kind 'XY = ride 1,2 + hop 0,1' --pieces 'White XYd4 Pd6'")]
pub(crate) struct Pieces {
    /// The kind with these letters, or all with this text in their name
    filter: Option<String>,
}

#[derive(Serialize)]
struct Row<'a> {
    letters: &'a str,
    name: &'a str,
    nature: &'a str,
    movement: &'a str,
}

impl Pieces {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let all = catalogue::all().iter();
        let kinds: Vec<&Kind> = match &self.filter {
            None => all.collect(),
            Some(filter) => match catalogue::find(filter) {
                Some(kind) => vec![kind],
                None => {
                    let text = filter.to_lowercase();
                    all.filter(|kind| kind.name().to_lowercase().contains(&text)).collect()
                }
            },
        };
        if kinds.is_empty() {
            let filter = self.filter.as_deref().unwrap_or("");
            return Err(Error::input(format!(
                "no kind {filter:?} (`solusrex pieces` lists all; define your own with --kind)"
            )));
        }
        let mut out = output::stdout();
        for kind in kinds {
            let row = Row {
                letters: kind.letters(),
                name: kind.name(),
                nature: kind.nature().name(),
                movement: catalogue::movement(kind.letters()).unwrap_or(""),
            };
            match global.format {
                Format::Json => output::json_line(&mut out, &row)?,
                Format::Text => {
                    writeln!(out, "{:<3} {:<30} {}", row.letters, row.name, row.movement)?
                }
            }
        }
        Ok(out.flush()?)
    }
}
