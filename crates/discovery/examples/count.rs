//! Searches the atlas and tells what is settled at each ply.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use solusrex_discovery::atlas::{Atlas, Event, Row, Search};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).cloned()
    };
    let plies: u32 = args[0].parse().expect("a number of plies");
    let promotions = args.iter().any(|arg| arg == "promotions");
    let sample = value("sample").map(|value| value.parse().expect("a number"));
    let file = value("file");
    let most: usize = value("parts").map_or(256, |value| value.parse().expect("a number"));
    let from: usize = value("from").map_or(0, |value| value.parse().expect("a number"));
    let begun = Instant::now();
    let mut atlas = match file.as_ref().and_then(|file| std::fs::read_to_string(file).ok()) {
        Some(text) => text.parse().expect("an atlas"),
        None => Atlas::new(),
    };
    let search =
        Search { plies, promotions, sample, resume: Some((plies, from)), ..Search::default() };
    let save = |atlas: &Atlas| {
        if let Some(file) = &file {
            std::fs::write(file, atlas.to_string()).expect("the file is written");
        }
    };
    atlas.search(&search, |event| match event {
        Event::Layer { ply, positions } => {
            println!("layer {ply}: {positions}, {:.1?}", begun.elapsed());
            true
        }
        Event::Part { atlas, plies: length, done, parts, left, positions } => {
            if length + 2 > plies {
                println!(
                    "ply {length}: {done}/{parts}, {left} left, {positions} positions {:.1?}",
                    begun.elapsed()
                );
                save(atlas);
            }
            length < plies || done < most
        }
    });
    save(&atlas);
    for ply in 1..=plies + 2 {
        let settled = |row: &&Row| row.plies().is_some_and(|plies| plies <= ply);
        let of_1456 = |row: &&Row| row.class.is_of_1456();
        let number = atlas.rows().filter(settled).count();
        println!(
            "{ply}: {number} of 1680, {} of 1456",
            atlas.rows().filter(settled).filter(of_1456).count()
        );
    }
    println!(
        "proved: {} of 1456",
        atlas.rows().filter(|row| row.is_proved() && row.class.is_of_1456()).count()
    );
}
