//! `solusrex completions`: for the shell.

use clap::Args;
use clap_complete::Shell;

use crate::{args, error::Error, output};

/// Write completions for your shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solusrex completions bash > ~/.local/share/bash-completion/completions/solusrex
  solusrex completions fish > ~/.config/fish/completions/solusrex.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<(), Error> {
        // written to memory first: the generator panics when its reader goes away
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut args::definition(), "solusrex", &mut script);
        output::write_text(&script)
    }
}
