//! The page: its packages, its bundle, its checks, and the browser that tries it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{cargo, root, succeed};

/// The oldest Node that can build the page.
const NODE: (u32, u32) = (20, 19);

/// `cargo xtask workbench`: builds the page and the program, and starts the server.
pub(crate) fn workbench(arguments: &[String]) -> Result<(), String> {
    build()?;
    let run = ["run", "--release", "--quiet", "--package", "solusrex", "--", "serve"];
    succeed(cargo(&run).args(arguments))
}

/// Builds the page into `web/dist`.
pub(crate) fn build() -> Result<(), String> {
    install()?;
    succeed(&mut npm(&["run", "--silent", "build"]))
}

/// An npm command in the folder of the page.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("web")).args(arguments);
    command
}

/// Fetches the packages of the page, unless they are there.
pub(crate) fn install() -> Result<(), String> {
    check_node()?;
    let web = root().join("web");
    let stamp = |file: PathBuf| fs::metadata(file).and_then(|data| data.modified()).ok();
    let wanted = stamp(web.join("package-lock.json"));
    if stamp(web.join("node_modules/.package-lock.json")) >= wanted && wanted.is_some() {
        return Ok(());
    }
    succeed(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}

fn check_node() -> Result<(), String> {
    let (major, minor) = NODE;
    let remedy = format!("install Node {major}.{minor} or later with npm, from https://nodejs.org");
    let answer = |command: &mut Command| {
        let output = command.arg("--version").stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(node) = answer(&mut Command::new("node")) else {
        return Err(format!("Node is missing, which builds the page ({remedy})"));
    };
    if answer(&mut npm(&[])).is_none() {
        return Err(format!("npm is missing, which builds the page ({remedy})"));
    }
    match version(&node) {
        Some(found) if found >= NODE => Ok(()),
        _ => Err(format!("Node {node} is too old to build the page ({remedy})")),
    }
}

/// The first two numbers of `v20.19.2`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim_start_matches('v').split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Chromium: the one that `CHROMIUM` names, one on the path, or Debian's, installed if we may.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let find = || names.into_iter().find_map(on_path);
    if let Some(found) = find() {
        return Ok(found);
    }
    if !(is_root() && Path::new("/usr/bin/apt-get").exists()) {
        let remedy = "install it, on Debian with `sudo apt-get install chromium`, or name one in \
                      the variable CHROMIUM";
        return Err(format!("no Chromium to try the page in ({remedy})"));
    }
    succeed(Command::new("apt-get").args(["update", "--quiet"]))?;
    let install = ["install", "--yes", "--quiet", "--no-install-recommends", "chromium"];
    succeed(Command::new("apt-get").args(install).env("DEBIAN_FRONTEND", "noninteractive"))?;
    find().ok_or_else(|| "apt-get installed no chromium (install it by hand)".to_owned())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_as_numbers() {
        assert_eq!(version("v20.19.2"), Some((20, 19)));
        assert!(version("v9.11.1") < Some(NODE));
        assert!(version("v24.0.0") > Some(NODE));
        assert_eq!(version("not a version"), None);
    }
}
