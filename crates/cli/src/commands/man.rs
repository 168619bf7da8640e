//! `solusrex man`: the manual page.

use clap::Args;

use crate::{args, error::Error, output};

/// Write the manual page, or a command's
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solusrex man | man -l -
  solusrex man moves > solusrex-moves.1")]
pub(crate) struct Man {
    /// The command whose page is wanted
    command: Option<String>,
}

impl Man {
    pub(crate) fn run(&self) -> Result<(), Error> {
        let mut definition = args::definition();
        definition.build();
        let page = match &self.command {
            None => definition,
            Some(name) => definition.find_subcommand(name).cloned().ok_or_else(|| {
                Error::input(format!("no command {name:?} (see `solusrex help`)"))
            })?,
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        output::write_text(&text)
    }
}
