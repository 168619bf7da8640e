//! Counts the games that end in mate at each ply, and times the parts of the search.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use rayon::prelude::*;
use shakmaty::Chess;
use solusrex_discovery::{class::Classes, layers::Layer, tail::tail};

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u32>().expect("a number"));
    let (plies, ahead) = (args.next().unwrap_or(6), args.next().unwrap_or(2));
    let begun = Instant::now();
    let mut layer = Layer::start(&Chess::default());
    for _ in ahead..plies {
        layer = layer.next(|_| true);
        println!("ply {}: {} positions, {} games, {:.1?}", layer.ply(), layer.positions(), layer.games(), begun.elapsed());
    }
    let color = if plies % 2 == 0 { shakmaty::Color::Black } else { shakmaty::Color::White };
    let wanted = Classes::all(color);
    let games: u64 = layer
        .shards()
        .par_iter()
        .flatten()
        .map(|&(packed, games)| {
            let mut mates = 0;
            tail(&packed.unpack(layer.turn()), ahead, &wanted, &mut Vec::new(), &mut |_, _| mates += 1);
            mates * games
        })
        .sum();
    println!("ply {plies}: {games} mates, {:.1?}", begun.elapsed());
}
