//! The arguments that give a position, shared by all commands that take one.

use std::sync::Arc;

use clap::Args;
use solusrex_rules::{
    Geometry, Kind, Position, Setting, Side, Topology, conditions, notation::pieces,
};

use crate::error::Error;

/// A position: FEN, or a list of pieces.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// A position as FEN, extended FEN or list of pieces; `-` reads one per line
    #[arg(value_name = "POSITION", required_unless_present = "pieces")]
    position: Vec<String>,

    /// A list of pieces as composers write it: 'White Ke1 Qd1 Black Ke8 Neutral Sd5'
    #[arg(long, value_name = "LIST", conflicts_with = "position")]
    pieces: Option<String>,

    #[command(flatten)]
    setting: SettingArgs,
}

/// What a position's text leaves unsaid.
#[derive(Args, Debug)]
pub(crate) struct SettingArgs {
    /// Board size, width x height, from 1x1 to 16x16
    #[arg(long, value_name = "WxH", default_value = "8x8")]
    board: String,

    /// plane, vertical-cylinder (the a- and h-file are neighbours), horizontal-cylinder or torus
    #[arg(long, value_name = "NAME", default_value = "plane")]
    topology: String,

    /// A condition: 'Circe', 'Madrasi RexInclusive'; may be given again
    #[arg(long = "cond", value_name = "CONDITION")]
    conditions: Vec<String>,

    /// A kind of your own: 'XY frog = leap 0,3 + leap 1,1' (see `solusrex help pieces`)
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<String>,

    /// Who is to move in a list of pieces
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = ["white", "black"])]
    side: String,
}

impl SettingArgs {
    /// Board, kinds and conditions.
    pub(crate) fn setting(&self) -> Result<Setting, Error> {
        let topology: Topology = self.topology.parse().map_err(Error::input)?;
        let kinds: Result<Vec<Kind>, _> = self.kinds.iter().map(|text| text.parse()).collect();
        let conditions: Result<Vec<Arc<_>>, _> =
            self.conditions.iter().map(|text| conditions::parse(text)).collect();
        Ok(Setting {
            geometry: Geometry::from_size(&self.board, topology).map_err(Error::input)?,
            kinds: kinds.map_err(Error::input)?,
            conditions: conditions.map_err(Error::input)?,
        })
    }

    fn side(&self) -> Side {
        if self.side == "black" { Side::Black } else { Side::White }
    }

    /// A position from any of its texts.
    pub(crate) fn read(&self, text: &str, setting: &Setting) -> Result<Position, Error> {
        let text = text.trim();
        if pieces::looks_like_pieces(text) {
            Ok(Position::from_pieces_for(text, setting, self.side())?)
        } else {
            Ok(Position::from_fen(text, setting)?)
        }
    }
}

/// Where positions come from.
pub(crate) enum Source {
    /// One position.
    One(Box<Position>),
    /// One position per line of standard input.
    Lines,
}

impl PositionArgs {
    pub(crate) fn setting_args(&self) -> &SettingArgs {
        &self.setting
    }

    /// The position, or the word that it is read from standard input.
    pub(crate) fn source(&self, setting: &Setting) -> Result<Source, Error> {
        let one = |position| Ok(Source::One(Box::new(position)));
        match &self.pieces {
            Some(list) => {
                one(Position::from_pieces_for(list.trim(), setting, self.setting.side())?)
            }
            None if self.position == ["-"] => Ok(Source::Lines),
            None => one(self.setting.read(&self.position.join(" "), setting)?),
        }
    }

    /// The one position that a command can work on.
    pub(crate) fn one(&self) -> Result<Position, Error> {
        match self.source(&self.setting.setting()?)? {
            Source::One(position) => Ok(*position),
            Source::Lines => {
                Err(Error::input("this command takes one position, not - (give it as argument)"))
            }
        }
    }
}
