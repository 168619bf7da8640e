//! Positions worth a look, found in a table: the longest wins, mutual zugzwangs, only moves,
//! underpromotions, stalemate traps.

use std::{ops::ControlFlow, str::FromStr, sync::Arc};

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Color, Position, Role, Square, san::SanPlus};
use solusrex_game::{Moves, Plies, Value};

use crate::{
    board::Symmetry,
    ending::{Man, index},
    layout::{Layout, Squares},
    metric::Metric,
    placement::{self, Move, Placement},
    plain::{MissingTable, Neighbours},
    table::Table,
};

/// What makes a position worth a look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Nothing special: all positions that the rest of the query admits.
    #[default]
    Any,
    /// The side to move wins, and no other win takes longer.
    Longest,
    /// Mutual zugzwang: whoever is to move would rather not be.
    Zugzwang {
        /// Not only where either side loses when it is to move (the full point), but also where one
        /// of them then draws instead of winning and the other loses instead of drawing.
        half: bool,
    },
    /// One move wins; others are legal, and none of them does.
    OnlyMove,
    /// A promotion to rook, bishop or knight wins where one to queen would not.
    Underpromotion,
    /// The side to move wins, but one of its captures or new queens stalemates the opponent.
    StalemateTrap,
}

impl Filter {
    /// Whether moves, and so the smaller tables, must be looked at.
    pub fn needs_moves(self) -> bool {
        matches!(self, Filter::OnlyMove | Filter::Underpromotion | Filter::StalemateTrap)
    }
}

/// A distance that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// In half-moves.
    Plies(Plies),
    /// In moves of the side to move.
    Moves(Moves),
}

/// A man on a square that is asked for: `Qd4` White's queen, `qd4` Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub man: Man,
    /// Where.
    pub square: Square,
}

/// A text that puts no man on a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no man on a square (write Qd4 for White's queen, qd4 for Black's)")]
pub struct StandingError(String);

impl FromStr for Standing {
    type Err = StandingError;

    fn from_str(text: &str) -> Result<Standing, StandingError> {
        let wrong = || StandingError(text.to_owned());
        let mut letters = text.chars();
        let letter = letters.next().ok_or_else(wrong)?;
        let role = Role::from_char(letter).ok_or_else(wrong)?;
        let colour = Color::from_white(letter.is_ascii_uppercase());
        let square = letters.as_str().parse().map_err(|_| wrong())?;
        Ok(Standing { man: Man { colour, role }, square })
    }
}

/// Which positions are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// What makes them worth a look.
    pub filter: Filter,
    /// Who is to move.
    pub side: Option<Color>,
    /// How far from the end they are.
    pub distance: Option<Distance>,
    /// Who stands where, in one of the images of the position.
    pub standing: Vec<Standing>,
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Found {
    /// The position.
    pub fen: String,
    /// What the distance counts.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "dtm"))]
    pub metric: Metric,
    /// What it is worth to the side to move.
    #[serde(flatten)]
    pub value: Value,
    /// The same in moves.
    pub moves: Option<Moves>,
    /// What it would be worth to the other side if that were to move, for a zugzwang.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_to_move: Option<Value>,
    /// The only move, the underpromotions that win, or the moves that stalemate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
}

/// Looks for positions in a table, one of each symmetry class, and shows them one by one until the
/// viewer has seen enough.
///
/// The smaller tables are only needed where the filter [needs moves](Filter::needs_moves).
///
/// ```
/// use solusrex_tables::{Metric, mine::{Filter, Query, mine}, plain};
/// use std::ops::ControlFlow;
///
/// let table = plain::solve("KRK".parse()?, Metric::Dtm, &[])?;
/// let mut longest = Vec::new();
/// let query = Query { filter: Filter::Longest, ..Query::default() };
/// mine(&table, &[], &query, |found| {
///     longest.push(found);
///     ControlFlow::Continue(())
/// })?;
/// assert!(longest.iter().all(|found| found.moves.is_some_and(|moves| moves.0 == 16)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mine(
    table: &Table,
    subtables: &[Arc<Table>],
    query: &Query,
    mut show: impl FnMut(Found) -> ControlFlow<()>,
) -> Result<(), MissingTable> {
    let neighbours =
        query.filter.needs_moves().then(|| Neighbours::new(table, subtables)).transpose()?;
    let search = Search { table, query, neighbours };
    if query.filter != Filter::Longest {
        let _ = search.run(&search.wanted(), &mut show);
        return Ok(());
    }
    for plies in search.wins_longest_first() {
        let mut any = false;
        let wanted = search.codes(|_, value| value == Value::Won(plies));
        let shown = search.run(&wanted, &mut |found| {
            any = true;
            show(found)
        });
        if any || shown.is_break() {
            break;
        }
    }
    Ok(())
}

/// For each side to move, whether a code is worth looking at.
type Wanted = [[bool; 256]; 2];

/// Slots that one thread looks through at a time, and how many such runs are made before what was
/// found is shown.
const CHUNK: usize = 1 << 12;
const BATCH: usize = 16;

struct Search<'a> {
    table: &'a Table,
    query: &'a Query,
    neighbours: Option<Neighbours<'a>>,
}

impl Search<'_> {
    fn layout(&self) -> &Layout {
        &self.table.layout
    }

    /// The codes whose values a test admits, for the sides that may be to move.
    fn codes(&self, test: impl Fn(Color, Value) -> bool) -> Wanted {
        let mut wanted = [[false; 256]; 2];
        for side in Color::ALL {
            if self.query.side.is_none_or(|asked| asked == side) {
                for (code, value) in self.table.palette(side).iter() {
                    wanted[index(side)][usize::from(code)] = test(side, value);
                }
            }
        }
        wanted
    }

    fn wanted(&self) -> Wanted {
        let far_enough = |value: Value| match self.query.distance {
            None => true,
            Some(Distance::Plies(plies)) => value.plies() == Some(plies),
            Some(Distance::Moves(moves)) => value.moves() == Some(moves),
        };
        let right = |value: Value| match self.query.filter {
            Filter::Any => true,
            Filter::Zugzwang { .. } => value.is_lost(),
            _ => value.is_won(),
        };
        self.codes(|_, value| far_enough(value) && right(value))
    }

    /// The distances of the wins that are there.
    fn wins_longest_first(&self) -> Vec<Plies> {
        let sides =
            Color::ALL.into_iter().filter(|side| self.query.side.is_none_or(|s| s == *side));
        let mut plies: Vec<Plies> = sides
            .flat_map(|side| self.table.palette(side).iter())
            .filter_map(|(_, value)| value.plies().filter(|_| value.is_won()))
            .collect();
        plies.sort_unstable();
        plies.dedup();
        plies.reverse();
        plies
    }

    fn run(
        &self,
        wanted: &Wanted,
        show: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let slots = self.layout().slots() as usize;
        for batch in (0..slots).step_by(CHUNK * BATCH) {
            let end = slots.min(batch + CHUNK * BATCH);
            let chunks: Vec<usize> = (batch..end).step_by(CHUNK).collect();
            let found: Vec<Vec<Found>> = chunks
                .into_par_iter()
                .map(|start| {
                    let slots = start..end.min(start + CHUNK);
                    slots.flat_map(|slot| self.look(slot, wanted)).collect()
                })
                .collect();
            for found in found.into_iter().flatten() {
                show(found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a slot has to show.
    fn look(&self, slot: usize, wanted: &Wanted) -> impl Iterator<Item = Found> {
        let is_wanted =
            |side: Color| wanted[index(side)][usize::from(self.table.codes(side)[slot])];
        let found = Color::ALL.map(|side| is_wanted(side).then(|| self.find(slot, side)).flatten());
        found.into_iter().flatten()
    }

    fn find(&self, slot: usize, side: Color) -> Option<Found> {
        let layout = self.layout();
        let value = self.table.value(side, slot as u64)?;
        if !layout.is_representative(slot as u64) {
            return None;
        }
        let squares = self.image(&layout.squares(slot as u64))?;
        let mut other_to_move = None;
        let mut keys = Vec::new();
        match self.query.filter {
            Filter::Any | Filter::Longest => (),
            Filter::Zugzwang { half } => {
                let other = self.table.value(!side, slot as u64)?;
                // both sides lose: one of them is enough to show it
                let full = other.is_lost() && side == self.query.side.unwrap_or(Color::White);
                let half = half && other.is_drawn();
                if !full && !half {
                    return None;
                }
                other_to_move = Some(other);
            }
            Filter::OnlyMove | Filter::Underpromotion | Filter::StalemateTrap => {
                let placement = Placement::new(layout.men(), squares)?;
                keys = self.keys(&placement, side);
                if keys.is_empty() {
                    return None;
                }
            }
        }
        Some(Found {
            fen: placement::fen(layout.men(), &squares, side),
            metric: self.table.metric,
            value,
            moves: value.moves(),
            other_to_move,
            keys,
        })
    }

    /// The first image of a position in which the men stand where they should.
    fn image(&self, squares: &Squares) -> Option<Squares> {
        let men = self.layout().men();
        let symmetries = if self.table.ending().has_pawns() { 2 } else { 8 };
        let stands = |image: &Squares, standing: &Standing| {
            let mut placed = men.iter().zip(image);
            placed.any(|(&man, &at)| man == standing.man && at == standing.square as u8)
        };
        (0..symmetries)
            .map(|symmetry| squares.map(|square| Symmetry(symmetry).image(square)))
            .find(|image| self.query.standing.iter().all(|standing| stands(image, standing)))
    }

    /// The moves that make a won position worth a look; none when it is not.
    fn keys(&self, placement: &Placement<'_>, side: Color) -> Vec<String> {
        let Some(neighbours) = &self.neighbours else { return Vec::new() };
        let mut moves = 0;
        let mut winning = Vec::new();
        let mut tempting = Vec::new();
        let _: ControlFlow<()> = placement.moves(side, |mv| {
            moves += 1;
            let value = neighbours.score(placement, side, &mv).value();
            if value.is_some_and(Value::is_won) {
                winning.push(mv);
            } else if mv.victim.is_some() || mv.promotion == Some(Role::Queen) {
                tempting.push(mv);
            }
            ControlFlow::Continue(())
        });
        let chosen = match self.query.filter {
            Filter::OnlyMove if moves > 1 && winning.len() == 1 => winning,
            Filter::Underpromotion => {
                let queen = |mv: &Move| Move { promotion: Some(Role::Queen), ..*mv };
                winning.retain(|mv| mv.promotion.is_some());
                let queens = winning.clone();
                winning.retain(|mv| !queens.contains(&queen(mv)));
                winning
            }
            Filter::StalemateTrap if !tempting.is_empty() => tempting,
            _ => return Vec::new(),
        };
        let Some(chess) = placement.chess(side) else { return Vec::new() };
        let stalemates =
            |mv: &shakmaty::Move| chess.clone().play(*mv).is_ok_and(|after| after.is_stalemate());
        chosen
            .iter()
            .filter_map(|mv| legal_move(&chess, placement, mv))
            .filter(|mv| self.query.filter != Filter::StalemateTrap || stalemates(mv))
            .map(|mv| SanPlus::from_move(chess.clone(), mv).to_string())
            .collect()
    }
}

/// The same move as shakmaty has it.
fn legal_move(chess: &Chess, placement: &Placement<'_>, mv: &Move) -> Option<shakmaty::Move> {
    let from = Square::new(placement.squares[mv.man].into());
    chess.legal_moves().into_iter().find(|legal| {
        legal.from() == Some(from) && legal.to() as u8 == mv.to && legal.promotion() == mv.promotion
    })
}
