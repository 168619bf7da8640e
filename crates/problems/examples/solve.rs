//! Solves the problems of a file: `cargo run -p solusrex-problems --example solve -- solve [--threads N] FILE`.

use std::io::Write;

use solusrex_problems::{Limits, Problem, solve, write};

/// As in the program, so that times are the same.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let path = arguments.last().ok_or("give a file of problems behind the word solve")?;
    let mut limits = Limits::default();
    if let Some(at) = arguments.iter().position(|argument| argument == "--threads") {
        limits.threads = arguments.get(at + 1).ok_or("how many threads?")?.parse()?;
    }
    rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build_global()?;
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    for problem in Problem::parse(&text)? {
        let solution = solve(&problem, &limits, &mut |_| {});
        let parts = write::text_in_parts(&problem, &solution);
        parts.iter().try_for_each(|part| std::io::stdout().write_all(part.as_bytes()))?;
        // as in the program, which is about to end
        std::mem::forget(parts);
        std::mem::forget(solution);
    }
    Ok(())
}
