//! Solves the problems of a file: `cargo run -p solusrex-problems --example solve -- solve FILE`.

use std::io::Write;

use solusrex_problems::{Limits, Problem, solve, write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(2).ok_or("give a file of problems behind the word solve")?;
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    for problem in Problem::parse(&text)? {
        let solution = solve(&problem, &Limits::default(), &mut |_| {});
        std::io::stdout().write_all(write::text(&problem, &solution).as_bytes())?;
    }
    Ok(())
}
