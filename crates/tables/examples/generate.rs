//! Solves endings in memory and prints the longest wins and the processor time.
//!
//! ```text
//! cargo run --release -p solusrex-tables --example generate -- dtm KQKR KBBKN
//! ```
#![allow(clippy::print_stdout)]

use std::{collections::HashSet, time::Instant};

use shakmaty::Color;
use solusrex_game::Value;
use solusrex_tables::{
    Ending, Metric,
    generate::{self, Tables},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let metric: Metric = args.next().unwrap_or_else(|| "dtm".into()).parse()?;
    let endings: Vec<Ending> = args.map(|name| name.parse()).collect::<Result<_, _>>()?;
    let mut wanted: Vec<Ending> = endings.iter().flat_map(Ending::closure).collect();
    let mut seen = HashSet::new();
    wanted.retain(|ending| seen.insert(*ending));
    wanted.sort_by_key(Ending::building_order);
    let mut tables = Tables::new();
    for ending in wanted {
        let start = Instant::now();
        let table = generate::solve(ending, metric, &tables, &|_| Ok(()))?;
        let longest = |side| {
            let won = table.palette(side).iter().filter_map(|(_, value)| match value {
                Value::Won(plies) => Some(plies.0),
                _ => None,
            });
            won.max().unwrap_or(0)
        };
        println!(
            "{ending}: White wins in up to {} plies, Black in {}; {:.3} s",
            longest(Color::White),
            longest(Color::Black),
            start.elapsed().as_secs_f64()
        );
        tables.insert(table);
    }
    Ok(())
}
