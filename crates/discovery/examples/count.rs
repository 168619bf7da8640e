//! Proves the atlas through some plies and tells what is settled at each.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use solusrex_discovery::atlas::{Atlas, Event, Search};

fn main() {
    let mut args = std::env::args().skip(1);
    let plies = args.next().map_or(8, |arg| arg.parse().expect("a number of plies"));
    let promotions = args.next().is_some_and(|arg| arg == "promotions");
    let begun = Instant::now();
    let mut atlas = Atlas::new();
    atlas.search(&Search { plies, promotions, ..Search::default() }, |event| {
        match event {
            Event::Layer { ply, positions } => println!("layer {ply}: {positions}, {:.1?}", begun.elapsed()),
            Event::Part { plies, done, parts, left, positions, .. } => println!("ply {plies}: {done}/{parts}, {left} left, {positions} positions {:.1?}", begun.elapsed()),
        }
        true
    });
    for ply in 1..=plies {
        let settled = |row: &&solusrex_discovery::atlas::Row| row.plies().is_some_and(|plies| plies <= ply);
        println!("{ply}: {} of 1680, {} of 1456", atlas.rows().filter(settled).count(), atlas.rows().filter(settled).filter(|row| row.class.is_of_1456()).count());
    }
}
