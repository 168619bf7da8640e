//! One question.
#![allow(clippy::print_stdout)]
use shakmaty::{Bitboard, Chess, Square};
use solusrex_discovery::{
    Terms,
    quickmate::{Asked, Event, Search, search},
};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let pattern: solusrex_discovery::MovePattern = args[1].parse().unwrap();
    let mut terms = Terms::from(Chess::default()).ending_with(pattern.or_mate()).unwrap();
    if let Some(active) = args.get(3) {
        terms = terms.moving_only(
            active.split(',').map(|s| s.parse::<Square>().unwrap()).collect::<Bitboard>(),
        );
    }
    let asked = match args[2].as_str() {
        "one" => Asked::One,
        "all" => Asked::All,
        _ => Asked::Number,
    };
    let begun = std::time::Instant::now();
    let answer = search(&Search { terms, asked, memory: 6 << 30 }, |event| {
        if matches!(event, Event::Layer { .. }) {
            eprintln!("{event:?} {:.1?}", begun.elapsed());
        }
        true
    });
    println!(
        "{} games, number {:?}, {:?} {:.2?}",
        answer.games.len(),
        answer.number,
        answer.exhausted,
        begun.elapsed()
    );
    for game in answer.games.iter().take(10) {
        println!("{}", game.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" "));
    }
}
