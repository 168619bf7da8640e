//! Tells cargo when the page has been built, so that it is taken in.

use std::path::Path;

fn main() {
    // a path that is not there would count as changed at every build
    let watched = ["../../web/dist", "../../web", "build.rs"];
    let there = watched.into_iter().find(|path| Path::new(path).exists());
    println!("cargo:rerun-if-changed={}", there.unwrap_or("build.rs"));
}
