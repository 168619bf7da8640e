//! Tables made for a document.

use std::sync::Arc;

use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square};
use solusrex_game::{Plies, Value};

use super::{ReproduceError, Watch};
use crate::{
    Ending, Metric, Table, Tablebase,
    generate::{GenerateError, Tables, Workspace},
    placement::{self, Placement},
    stats::{Census, Counting},
};

/// The tables of an ending and of everything it can become, made in memory.
fn tables_for(ending: Ending, metric: Metric, watch: Watch) -> Result<Tables, GenerateError> {
    let mut tables = Tables::new();
    let mut workspace = Workspace::new();
    for ending in ending.closure() {
        watch(ending, metric);
        let table = workspace.solve(ending, metric, &tables, &|_| Ok(()))?;
        tables.insert(table);
    }
    Ok(tables)
}

/// An ending solved for a metric.
pub(super) struct Solved {
    pub(super) table: Arc<Table>,
    pub(super) tables: Tablebase,
    /// Whether the table has the colours exchanged.
    exchanged: bool,
}

impl Solved {
    /// Solves the ending of this name.
    pub(super) fn new(name: &str, metric: Metric, watch: Watch) -> Result<Solved, ReproduceError> {
        let (ending, exchanged) = name.parse::<Ending>()?.canonical();
        let solved = tables_for(ending, metric, watch)?;
        let table = solved.get(ending, metric).ok_or(GenerateError::Missing(ending))?.clone();
        let tables = Tablebase::in_memory();
        solved.into_values().for_each(|table| tables.insert(table));
        Ok(Solved { table, tables, exchanged })
    }

    /// The side in the table that is White in the ending as it was named.
    pub(super) fn white(&self) -> Color {
        if self.exchanged { Color::Black } else { Color::White }
    }

    pub(super) fn census(&self, counting: Counting) -> Census {
        Census::of(&self.table, counting)
    }

    /// The value of a position for the side to move.
    pub(super) fn probe(&self, position: &Chess) -> Result<Value, ReproduceError> {
        Ok(self.tables.probe(position, self.table.metric)?)
    }

    /// The longest win of a side of the table that is to move.
    pub(super) fn longest_win(&self, side: Color) -> Plies {
        let won = |(_, value)| if let Value::Won(plies) = value { Some(plies) } else { None };
        self.table.palette(side).iter().filter_map(won).max().unwrap_or_default()
    }

    /// Positions that a side of the table wins in so many plies, one of each symmetry class.
    pub(super) fn wins(&self, side: Color, plies: Plies) -> impl Iterator<Item = u64> {
        let mut values = self.table.palette(side).iter();
        let code = values.find(|&(_, value)| value == Value::Won(plies)).map(|(code, _)| code);
        let slots = self.table.codes(side).iter().zip(0u64..);
        let found = slots.filter(move |&(&found, _)| Some(found) == code).map(|(_, slot)| slot);
        found.filter(|&slot| self.table.layout.is_representative(slot))
    }

    /// The position of a slot; none is an error.
    pub(super) fn position(&self, slot: u64, to_move: Color) -> Result<Chess, ReproduceError> {
        let layout = &self.table.layout;
        let placement = Placement::new(layout.men(), layout.squares(slot));
        let position = placement.and_then(|placement| placement.chess(to_move));
        position.ok_or_else(|| ReproduceError::Data(format!("slot {slot}")))
    }

    /// A slot in Forsyth's notation, the colours as the ending was named.
    pub(super) fn fen(&self, slot: u64, to_move: Color) -> String {
        let mut men = self.table.layout.men().to_vec();
        let mut squares = self.table.layout.squares(slot);
        let mut to_move = to_move;
        if self.exchanged {
            men.iter_mut().for_each(|man| man.colour = !man.colour);
            squares.iter_mut().for_each(|square| *square ^= 56);
            to_move = !to_move;
        }
        placement::fen(&men, &squares, to_move)
    }
}

/// A position from a list such as `White Ka1 Qb2 Black Ke6`, with the letters that books in English
/// have.
pub(super) fn position(pieces: &str, to_move: Color) -> Result<Chess, ReproduceError> {
    let wrong = || ReproduceError::Data(format!("position {pieces:?}"));
    let mut board = Board::empty();
    let mut color = Color::White;
    for word in pieces.split_whitespace() {
        match word {
            "White" => color = Color::White,
            "Black" => color = Color::Black,
            man => {
                let (letter, square) = man.split_at_checked(1).ok_or_else(wrong)?;
                let role = letter.chars().next().and_then(Role::from_char).ok_or_else(wrong)?;
                let square: Square = square.parse().map_err(|_| wrong())?;
                board.set_piece_at(square, Piece { color, role });
            }
        }
    }
    let setup = Setup { board, turn: to_move, ..Setup::empty() };
    Chess::from_setup(setup, CastlingMode::Standard).map_err(|_| wrong())
}
