//! `solusrex show`: a position as a diagram.

use std::{io::Write, path::PathBuf};

use clap::Args;
use serde::Serialize;
use solusrex_rules::diagram::{Diagram, SvgOptions};

use crate::{
    args::{Format, Global},
    error::Error,
    output,
    position::PositionArgs,
};

/// Draw a position as text or SVG
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solusrex show '8/8/8/8/8/2k5/8/K1q5 w - -'
  solusrex show --pieces 'White Ke1 Gd4 Black Ke8 NHd6 Neutral Sf5' --caption 'h#3'
  solusrex show --pieces 'White Kf3 Black Kf1' --svg diagram.svg
  solusrex show --pieces 'White Kf3 Black Kf1' --svg - > diagram.svg")]
pub(crate) struct Show {
    #[command(flatten)]
    position: PositionArgs,

    /// A line below the diagram, such as the stipulation
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,

    /// Write an SVG drawing to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Leave out the letters and numbers at the edge of the drawing
    #[arg(long, requires = "svg")]
    no_coordinates: bool,
}

#[derive(Serialize)]
struct Shown {
    fen: String,
    pieces: String,
    diagram: String,
}

impl Show {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let position = self.position.one()?;
        let mut diagram = Diagram::from(&position);
        if let Some(caption) = &self.caption {
            diagram.set_caption(caption);
        }
        if let Some(path) = &self.svg {
            let options = SvgOptions { coordinates: !self.no_coordinates, ..SvgOptions::default() };
            return output::write_file(path, &diagram.to_svg(&options));
        }
        let mut out = output::stdout();
        match global.format {
            Format::Text => write!(out, "{diagram}")?,
            Format::Json => {
                let (fen, pieces) = (position.fen(), position.pieces());
                output::json_line(&mut out, &Shown { fen, pieces, diagram: diagram.to_string() })?;
            }
        }
        Ok(out.flush()?)
    }
}
