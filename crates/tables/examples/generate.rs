//! Solves endings in memory and prints the longest wins and the processor time.
//!
//! ```text
//! cargo run --release -p solusrex-tables --example generate -- dtm KQKR KBBKN
//! cargo run --release -p solusrex-tables --example generate -- dtc KRBKNN
//! cargo run --release -p solusrex-tables --example generate -- dtm --pawnless 5
//! ```
//!
//! Six men are counted, not kept; of a list of endings only those are kept that others need.
#![allow(clippy::print_stdout)]

use std::{collections::HashSet, time::Instant};

use shakmaty::Color;
use solusrex_game::Value;
use solusrex_tables::{
    Ending, Metric,
    generate::{self, Tables, Workspace},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let metric: Metric = args.next().unwrap_or_else(|| "dtm".into()).parse()?;
    let mut endings: Vec<Ending> = Vec::new();
    while let Some(arg) = args.next() {
        if arg == "--pawnless" {
            let men = args.next().unwrap_or_default().parse()?;
            endings.extend(Ending::all(men).filter(|ending| !ending.has_pawns()));
        } else {
            endings.push(arg.parse()?);
        }
    }
    let mut wanted: Vec<Ending> = endings.iter().flat_map(Ending::closure).collect();
    let mut seen = HashSet::new();
    wanted.retain(|ending| seen.insert(*ending));
    wanted.sort_by_key(Ending::building_order);
    let mut tables = Tables::new();
    let mut workspace = Workspace::new();
    for (i, &ending) in wanted.iter().enumerate() {
        let start = Instant::now();
        let longest = if ending.men() > 5 {
            workspace = Workspace::new();
            let count = generate::count(ending, metric, tables.clone(), &|_| Ok(()))?;
            [Color::White, Color::Black].map(|side| {
                let won = count.decided(side).filter(|found| found.value.is_won());
                won.filter_map(|found| found.value.plies()).max()
            })
        } else {
            let table = workspace.solve(ending, metric, &tables, &|_| Ok(()))?;
            let longest = [Color::White, Color::Black].map(|side| {
                let values = table.palette(side).iter().map(|(_, value)| value);
                values.filter(|value| value.is_won()).filter_map(Value::plies).max()
            });
            let needed = |later: &Ending| later.successors().contains(&ending);
            if wanted[i + 1..].iter().any(needed) {
                tables.insert(table);
            } else {
                workspace.recycle(table);
            }
            longest
        };
        let [white, black] = longest.map(|plies| plies.map_or(0, |plies| plies.0));
        let seconds = start.elapsed().as_secs_f64();
        println!("{ending}: White wins in up to {white} plies, Black in {black}; {seconds:.3} s");
    }
    Ok(())
}
