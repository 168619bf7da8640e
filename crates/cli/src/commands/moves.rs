//! `solusrex moves`: legal moves and leaf counts.

use std::io::Write;

use clap::{Args, ValueEnum};
use indicatif::ParallelProgressIterator;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{san::San, uci::UciMove};
use solusrex_rules::{Orthodox, Position, Rules, Side};

use crate::{
    args::{Format, Global},
    error::Error,
    lines::answer_each,
    output,
    position::{PositionArgs, Source},
};

/// List the legal moves of a position, or count the leaves of its game tree
#[derive(Args, Debug)]
#[command(after_help = "\
Moves are written as composers write them, sorted: Sg1-f3; e7*d8=Q; e5*d6 ep.; 0-0; Circe
rebirths in brackets. Knights are S, nightriders N; `solusrex pieces` lists all kinds.

Extended FEN for other boards, kinds and neutral men begins with the board:
  8x8 4k3/8/3g4/8/2.NH5/5=s2/8/4K3 w - -      8x8v, 8x8h, 10x10t: cylinders and torus

Examples:
  solusrex moves 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' --depth 5
  solusrex moves --pieces 'White Gd4 Pd5 Black Se5'
  solusrex moves --pieces 'White Bd3 Black Rb5' --cond Circe
  solusrex moves --pieces 'White Na1' --topology torus
  solusrex moves --kind 'XY = leap 0,3 + ride 1,1' --pieces 'White XYd4'
  solusrex moves - < positions.txt                 one position per line")]
pub(crate) struct Moves {
    #[command(flatten)]
    position: PositionArgs,

    /// Count the leaves after this many half-moves instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: Option<u32>,

    /// With --depth: the count after each first move too
    #[arg(long, requires = "depth")]
    divide: bool,

    /// How moves are written; san and uci only for orthodox positions
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,

    /// Which of the two implementations of the rules answers; they agree
    #[arg(long, value_enum, default_value_t)]
    path: Path,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Notation {
    #[default]
    Long,
    San,
    Uci,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Path {
    /// The fast one where it can.
    #[default]
    Auto,
    /// Any kinds, boards and conditions.
    General,
    /// Orthodox chess.
    Fast,
}

#[derive(Serialize)]
struct Listing {
    fen: String,
    side_to_move: Side,
    check: bool,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Count {
    fen: String,
    depth: u32,
    leaves: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<(String, u64)>,
}

impl Moves {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let setting = self.position.setting_args().setting()?;
        let mut out = output::stdout();
        let answered = match self.position.source(&setting)? {
            Source::One(position) => self.answer(*position, global, &mut out),
            Source::Lines => answer_each(global, &mut out, |line, out| {
                self.answer(self.position.setting_args().read(line, &setting)?, global, out)
            }),
        };
        out.flush()?;
        answered
    }

    fn answer(
        &self,
        mut position: Position,
        global: &Global,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let fast = match self.path {
            Path::General => None,
            Path::Auto => Orthodox::try_from(&position).ok(),
            Path::Fast => Some(Orthodox::try_from(&position)?),
        };
        if let Some(depth) = self.depth {
            let fen = position.fen();
            let (leaves, divide) = match fast {
                Some(mut fast) => self.count(&mut fast, depth, global),
                None => self.count(&mut position, depth, global),
            };
            return match global.format {
                Format::Json => output::json_line(out, &Count { fen, depth, leaves, divide }),
                Format::Text => {
                    for (mv, leaves) in divide {
                        writeln!(out, "{mv} {leaves}")?;
                    }
                    Ok(writeln!(out, "{leaves}")?)
                }
            };
        }
        let moves = self.written(&mut position, fast)?;
        match global.format {
            Format::Text => Ok(writeln!(out, "{}", moves.join("; "))?),
            Format::Json => {
                let check = position.in_check(position.side_to_move());
                let listing = Listing {
                    fen: position.fen(),
                    side_to_move: position.side_to_move(),
                    check,
                    checkmate: check && moves.is_empty(),
                    stalemate: !check && moves.is_empty(),
                    insufficient_material: position.is_insufficient_material(),
                    moves,
                };
                output::json_line(out, &listing)
            }
        }
    }

    /// The moves in the notation asked for, sorted.
    fn written(
        &self,
        position: &mut Position,
        fast: Option<Orthodox>,
    ) -> Result<Vec<String>, Error> {
        let mut moves: Vec<String> = match (self.notation, fast) {
            (Notation::Long, Some(mut fast)) => {
                fast.legal_moves().iter().map(|mv| fast.long(mv)).collect()
            }
            (Notation::Long, None) => {
                position.legal_moves().iter().map(|mv| position.long(mv)).collect()
            }
            (notation, fast) => {
                // only shakmaty's moves have these names
                let orthodox = fast.or_else(|| Orthodox::try_from(&*position).ok());
                let mut chess = orthodox.ok_or_else(|| {
                    let what = "SAN and UCI are for orthodox positions that can be played";
                    Error::input(format!("{what}, not {:?} (use --notation long)", position.fen()))
                })?;
                let legal = chess.legal_moves();
                let chess = chess.as_chess();
                let name = |mv: &shakmaty::Move| match notation {
                    Notation::Uci => UciMove::from_standard(*mv).to_string(),
                    _ => San::from_move(chess, *mv).to_string(),
                };
                legal.iter().map(name).collect()
            }
        };
        moves.sort();
        Ok(moves)
    }

    /// Leaves in all and after each first move, the first moves shared out over the threads.
    fn count<R>(&self, position: &mut R, depth: u32, global: &Global) -> (u64, Vec<(String, u64)>)
    where
        R: Rules + Send + Sync,
        R::Move: Send + Sync,
    {
        if depth == 0 {
            return (1, Vec::new());
        }
        let moves = position.legal_moves();
        let position = &*position;
        let bar = output::progress(moves.len() as u64, "first moves", global);
        let counts: Vec<u64> = moves
            .par_iter()
            .progress_with(bar)
            .map(|mv| {
                let mut after = position.clone();
                after.play(mv);
                after.perft(depth - 1)
            })
            .collect();
        let leaves = counts.iter().sum();
        let mut divide = Vec::new();
        if self.divide {
            divide = moves.iter().map(|mv| position.long(mv)).zip(counts).collect();
            divide.sort();
        }
        (leaves, divide)
    }
}
