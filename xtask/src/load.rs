//! `cargo xtask bench server`: the server under load.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use crate::{cargo, root, succeed, target};

/// How many connections ask at once.
const CONNECTIONS: &str = "64";

/// Starts a server on a port of its own, asks it for random positions of four and five men, and tells requests
/// a second, how long answers take, and the server's memory before and after.
pub(crate) fn run(seconds: u64, tables: Option<PathBuf>) -> Result<(), String> {
    succeed(&mut cargo(&["build", "--release", "--quiet", "--package", "solusrex"]))?;
    let example = ["--release", "--quiet", "--package", "solusrex-server", "--example", "load"];
    succeed(cargo(&["build"]).args(example))?;
    let solusrex = || Command::new(target().join("release/solusrex"));
    let folder = match tables {
        Some(folder) => folder,
        None => {
            let folder = root().join("target/bench-server");
            for endings in [&["--men", "4"][..], &["KQRKQ", "KRPKR"]] {
                let mut build = solusrex();
                build.arg("--tables").arg(&folder).arg("build").args(endings);
                succeed(build.args(["--metric", "dtm,dtc,dtz"]).stdout(Stdio::null()))?;
            }
            folder
        }
    };
    let mut serve = solusrex();
    serve.arg("--tables").arg(folder);
    serve.args(["serve", "--bind", "127.0.0.1:0", "--auto-build", "0"]).stdout(Stdio::piped());
    let child = serve.spawn().map_err(|error| format!("{serve:?}: {error} (is it built?)"))?;
    let mut server = Server(child);
    let mut url = String::new();
    if let Some(out) = server.0.stdout.take() {
        BufReader::new(out).read_line(&mut url).map_err(|error| format!("{serve:?}: {error}"))?;
    }
    let address =
        url.trim().strip_prefix("http://").ok_or("the server did not start (see above)")?;
    let mut load = Command::new(target().join("release/examples/load"));
    let seconds = seconds.to_string();
    // once over all tables, so that what stays in memory is there
    succeed(load.args([address, "5", CONNECTIONS]).stdout(Stdio::null()))?;
    let before = server.memory();
    let mut load = Command::new(target().join("release/examples/load"));
    succeed(load.args([address, &seconds, CONNECTIONS]))?;
    println!("memory before {before}");
    println!("memory after  {}", server.memory());
    Ok(())
}

/// A server that ends with the bench, however that ends.
struct Server(Child);

impl Server {
    /// Memory of its own, and pages of table files.
    fn memory(&self) -> String {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let of = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.map_or("unknown", str::trim).to_owned()
        };
        format!("{} (and {} of files)", of("RssAnon:"), of("RssFile:"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
