//! Solves a random game of ten million positions and 200 million moves, and says what it took.
//!
//! ```text
//! cargo run --release -p solusrex-game --example ten_million [POSITIONS [MOVES_PER_POSITION]]
//! ```
//!
//! Positions are White's and Black's in turn; each has between none and twice the given number of
//! moves, uniformly, to random positions of the other side. CPU seconds are the process's own, user
//! and system, from `/proc/self/stat`; the peak is `VmHWM` from `/proc/self/status`.

use std::error::Error;
use std::fs;

use solusrex_game::{GameStream, Node, Side, Value};

/// Steele, Lea and Flood's SplitMix64 (2014): good enough and needs no dependency.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((z ^ z >> 31) >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// User and system time of this process. A clock tick is 1/100 s on Linux.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |line| line.trim().to_owned())
}

#[allow(clippy::print_stdout, reason = "a program that reports")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse::<u32>());
    let positions = number(10_000_000)?.max(2);
    let mean = number(20)?;

    let mut random = SplitMix(1970);
    let mut stream = GameStream::with_capacity(
        positions as usize,
        (f64::from(positions) * f64::from(mean) * 1.01) as usize,
    );
    for position in 0..positions {
        stream.position(Side::BOTH[position as usize % 2]);
        for _ in 0..random.below(2 * mean + 1) {
            let target = random.below(positions / 2) * 2 + 1 - position % 2;
            stream.move_to(Node(target));
        }
    }
    let game = stream.finish()?;
    println!("positions      {}", game.len());
    println!("moves          {}", game.graph().edge_count());
    let generated = cpu_seconds();
    println!("generate       {generated:.2} CPU s");

    let solution = game.solve();
    let solved = cpu_seconds();
    println!("solve          {:.2} CPU s", solved - generated);
    println!("peak memory    {}", peak_memory());

    let count = |wanted: fn(Value) -> bool| solution.values().filter(|&v| wanted(v)).count();
    println!(
        "won {} drawn {} lost {}",
        count(Value::is_won),
        count(Value::is_drawn),
        count(Value::is_lost)
    );
    if let Some(length) = solution.length() {
        println!("longest        {length}");
    }
    Ok(())
}
