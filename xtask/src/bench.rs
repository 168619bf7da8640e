//! `cargo xtask bench`: whole commands, in CPU seconds.
//!
//! CPU seconds of the finished child processes come from the operating system's own books
//! (`/proc/self/stat` on Linux); where there are none, wall-clock seconds stand instead.

use std::{fs, process::Stdio, time::Instant};

use crate::{cargo, succeed, target};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

/// What is timed: a name and the arguments of `solusrex`.
const COMMANDS: &[(&str, &[&str])] = &[
    ("perft array 5, general path", &["moves", ARRAY, "--depth", "5", "--path", "general"]),
    ("perft array 5, fast path", &["moves", ARRAY, "--depth", "5", "--path", "fast"]),
    ("perft kiwipete 4, general path", &["moves", KIWIPETE, "--depth", "4", "--path", "general"]),
    ("perft kiwipete 4, fast path", &["moves", KIWIPETE, "--depth", "4", "--path", "fast"]),
    ("game KRK", &["game", "--ending", "KRK"]),
    ("game KPK", &["game", "--ending", "KPK"]),
    ("game KRKN", &["game", "--ending", "KRKN"]),
    ("problems: #9, king and rook", &problem("White Ke3 Rh1 Black Ke5", "#9")),
    ("problems: h#6, four men", &problem("White Kg4 Pe4 Black Kb8 Ra8", "h#6")),
    ("problems: s#6", &problem("White Kc1 Qd3 Rh2 Black Ka1 Pa2", "s#6")),
    ("problems: h=8", &problem("White Ka8 Black Kh8 Pb6 Pg6", "h=8")),
    ("problems: ser-h=12", &problem("White Kc1 Black Kg7 Pa7", "ser-h=12")),
    (
        "problems: h#3, grasshoppers",
        &problem("White Ka1 Gc3 Gf2 Gh5 Black Kd5 Gb6 Ge7 Pg5 Sa3", "h#3"),
    ),
    (
        "problems: #4, grasshoppers and nightriders",
        &problem("White Kb3 Gd2 Gf6 Na5 Qh7 Bg1 Black Kd5 Ge6 Pc5 Pf4 Sa8 Nh2", "#4"),
    ),
    (
        "problems: h#2.5, neutral men",
        &problem("White Kf3 Black Kd5 Pa6 Neutral Rc2 Bg7 Sh1", "h#2.5"),
    ),
    ("problems: h#3, Circe", &fairy("White Kc2 Rf3 Sg6 Black Ke5 Bb7 Ph4", "h#3", "Circe")),
    (
        "problems: h#2.5, Take&Make",
        &fairy("White Kf2 Rb3 Sg8 Black Ke5 Bc7 Pd4 Rh6", "h#2.5", "Take&Make"),
    ),
    (
        "problems: h#2.5, Madrasi",
        &fairy("White Kg2 Qb3 Rd1 Black Ke5 Qh8 Rb7 Pf6", "h#2.5", "Madrasi"),
    ),
    (
        "problems: s#4, Maximummer",
        &fairy("White Kc2 Qa3 Rb4 Sg1 Black Kh6 Ra8 Pa4", "s#4", "BlackMaximummer"),
    ),
];

/// A problem solved by one thread.
const fn problem(men: &'static str, stipulation: &'static str) -> [&'static str; 7] {
    ["solve", "--threads", "1", "--pieces", men, "--stip", stipulation]
}

/// The same under a condition.
const fn fairy(
    men: &'static str,
    stipulation: &'static str,
    condition: &'static str,
) -> [&'static str; 9] {
    let [solve, threads, one, pieces, men, stip, stipulation] = problem(men, stipulation);
    [solve, threads, one, pieces, men, stip, stipulation, "--cond", condition]
}

/// Examples that are timed: a name, the package, the example, its arguments.
const EXAMPLES: &[(&str, &str, &str, &[&str])] = &[
    ("graph of 10 million positions", "solusrex-game", "ten_million", &[]),
    ("tables: KQKR.dtm in memory", "solusrex-tables", "generate", &["dtm", "KQKR"]),
    (
        "tables: 80 pawnless, dtm in memory",
        "solusrex-tables",
        "generate",
        &["dtm", "--pawnless", "4", "--pawnless", "5"],
    ),
    ("tables: KRBKNN.dtc counted", "solusrex-tables", "generate", &["dtc", "KRBKNN"]),
];

/// Tables that are built into files from nothing.
const BUILDS: &[(&str, &[&str])] = &[
    ("tables: all of 4 men, dtm", &["build", "--men", "4"]),
    ("tables: KBBKN.dtm", &["build", "KBBKN"]),
    ("tables: KRPKR.dtm", &["build", "KRPKR"]),
];

pub(crate) fn run(filter: Option<&str>) -> Result<(), String> {
    let wanted = |name: &str| filter.is_none_or(|filter| name.contains(filter));
    succeed(&mut cargo(&["build", "--release", "--quiet", "--package", "solusrex"]))?;
    let binary = target().join("release/solusrex");
    println!("{:<36} {:>10}", "command", clock().1);
    for (name, args) in COMMANDS.iter().filter(|(name, _)| wanted(name)) {
        let mut command = std::process::Command::new(&binary);
        timed(name, command.args(*args))?;
    }
    for (name, package, example, args) in EXAMPLES.iter().filter(|(name, ..)| wanted(name)) {
        let example = ["--release", "--quiet", "--package", package, "--example", example];
        succeed(cargo(&["build"]).args(example))?;
        timed(name, cargo(&["run"]).args(example).arg("--").args(*args))?;
    }
    for (name, args) in BUILDS.iter().filter(|(name, _)| wanted(name)) {
        // from nothing, everything the table is made from included
        let folder = target().join("bench-tables");
        let _ = fs::remove_dir_all(&folder);
        let mut command = std::process::Command::new(&binary);
        timed(name, command.args(["--quiet", "--tables"]).arg(&folder).args(*args))?;
        let size = |entry: fs::DirEntry| entry.metadata().map_or(0, |data| data.len());
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        println!("{:<36} {:>10.2} MB", "", files.map(size).sum::<u64>() as f64 / 1e6);
        let _ = fs::remove_dir_all(&folder);
    }
    Ok(())
}

fn timed(name: &str, command: &mut std::process::Command) -> Result<(), String> {
    let (begun, wall) = (clock().0, Instant::now());
    succeed(command.stdout(Stdio::null()))?;
    let seconds = match (begun, clock().0) {
        (Some(begun), Some(ended)) => ended - begun,
        _ => wall.elapsed().as_secs_f64(),
    };
    println!("{name:<36} {seconds:>10.2}");
    Ok(())
}

/// CPU seconds of all finished children, and what the figures are.
fn clock() -> (Option<f64>, &'static str) {
    // fields 16 and 17, counted behind the command name in parentheses; 100 ticks a second
    let ticks = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        let (_, fields) = stat.rsplit_once(')')?;
        let field = |n: usize| fields.split_whitespace().nth(n - 3)?.parse::<f64>().ok();
        Some(field(16)? + field(17)?)
    });
    (ticks.map(|ticks| ticks / 100.0), if ticks.is_some() { "CPU s" } else { "s" })
}
