//! `cargo xtask test uci`: the engine and the trainer as other programs see them, driven by
//! python-chess and by a pseudo-terminal (`crates/cli/tests/uci.py`).

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{
    root, succeed, target,
    test::{Tally, program},
};

/// What to do by hand where nothing helps.
const REMEDY: &str =
    "install Python 3 with its module chess: apt-get install python3-venv, or pip install chess";

pub(crate) fn run(tally: &mut Tally) -> Result<(), String> {
    let python = python()?;
    let solusrex = program()?;
    let tables = target().join("uci-tables");
    let mut build = Command::new(&solusrex);
    succeed(build.arg("--tables").arg(&tables).args(["build", "KQKR", "KBNK", "KPK"]))?;
    let mut script = Command::new(python);
    script.arg(root().join("crates/cli/tests/uci.py")).arg(solusrex).arg(tables);
    let output = script.stdout(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{script:?}: {error} ({REMEDY})"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    print!("{told}");
    let lines = |end: &str| told.lines().filter(|line| line.ends_with(end)).count() as u64;
    tally.passed += lines("... ok");
    tally.failed += lines("... FAIL") + lines("... ERROR");
    if output.status.success() { Ok(()) } else { Err("tests failed (see above)".to_owned()) }
}

/// A Python that knows python-chess: one that is there, else Debian's package where we may install
/// it, else one in a folder of our own.
fn python() -> Result<PathBuf, String> {
    let own = target().join("uci-python");
    let own_python = own.join("bin/python");
    let known = || {
        let pythons = [own_python.clone(), "python3".into(), "/usr/bin/python3".into()];
        pythons.into_iter().find(knows_chess)
    };
    if let Some(python) = known() {
        return Ok(python);
    }
    if is_root() {
        let apt = |args: &[&str]| {
            let mut apt = Command::new("apt-get");
            apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-qq", "-y"]).args(args);
            // where it fails there is another way
            let _ = apt.stdout(Stdio::null()).stderr(Stdio::null()).status();
        };
        apt(&["update"]);
        apt(&["install", "python3-chess"]);
        if let Some(python) = known() {
            return Ok(python);
        }
        apt(&["install", "python3", "python3-venv"]);
    }
    for python in ["python3", "/usr/bin/python3"] {
        let mut venv = Command::new(python);
        if succeed(venv.args(["-m", "venv", "--clear"]).arg(&own)).is_ok() {
            break;
        }
    }
    let mut pip = Command::new(&own_python);
    let _ = pip.args(["-m", "pip", "install", "--quiet", "chess"]).status();
    known().ok_or_else(|| format!("no Python that knows python-chess ({REMEDY})"))
}

fn knows_chess(python: &PathBuf) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import chess.engine"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}
