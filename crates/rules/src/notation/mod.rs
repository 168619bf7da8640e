//! Positions and moves as text.
//!
//! * [FEN](fen) for orthodox positions, through shakmaty, and an extended FEN for other boards,
//!   kinds and neutral men;
//! * [lists of pieces](pieces) as Popeye writes them: `White Ke1 Qd1 Black Ke8`;
//! * [long algebraic](long) as composers write moves: `Sg1-f3`, `e7*d8=Q`, `Bd3*b5[+bBc8]`.

pub mod fen;
pub mod long;
pub mod pieces;

use std::sync::Arc;

use crate::{
    attribute::Attributes,
    attributes,
    conditions::{Condition, ConditionError},
    geometry::{Geometry, GeometryError, Square},
    kind::{Kind, Nature, catalogue},
    man::{Colour, Man, Side},
    position::Position,
    variant::Variant,
};

/// What a text leaves unsaid: the board, the user's own kinds, the conditions.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The board; an extended FEN names its own.
    pub geometry: Geometry,
    /// Kinds besides the catalogue's; they go before it.
    pub kinds: Vec<Kind>,
    /// The conditions in force.
    pub conditions: Vec<Arc<dyn Condition>>,
}

impl Setting {
    /// A kind by its letters; those of two kinds, such as `R/G`, are a hunter.
    pub fn kind(&self, letters: &str) -> Option<Kind> {
        let find = |letters: &str| {
            let own = self.kinds.iter().find(|kind| kind.letters().eq_ignore_ascii_case(letters));
            own.or_else(|| catalogue::find(letters))
        };
        match letters.split_once('/') {
            Some((away, home)) => Kind::hunter(find(away)?, find(home)?),
            None => find(letters).cloned(),
        }
    }
}

/// Why a text is no position: the text, the place in it, what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Something in the text cannot be read.
    #[error("{what} at column {column} of {text:?} ({remedy})")]
    At {
        /// The text.
        text: String,
        /// Where, counted in characters from 1.
        column: usize,
        /// What is wrong.
        what: String,
        /// What to write.
        remedy: String,
    },
    /// The text can be read, but the position cannot be played on.
    #[error("{what} in {text:?} (give a position that can be played)")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong.
        what: String,
    },
    /// The setting does not fit.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] GeometryError),
}

/// How much of a text an error message repeats, counted as the message writes it.
const SHOWN: usize = 160;

/// The text, or its beginning if it is long.
pub(crate) fn shown(text: &str) -> String {
    let mut width = 0;
    let mut beyond = text.char_indices().filter(|(_, c)| {
        width += c.escape_debug().count();
        width > SHOWN
    });
    match beyond.next() {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl NotationError {
    pub(crate) fn at(
        text: &str,
        byte: usize,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let column = text.char_indices().take_while(|&(i, _)| i < byte).count() + 1;
        NotationError::At { text: shown(text), column, what: what.into(), remedy: remedy.into() }
    }

    pub(crate) fn illegal(text: &str, what: &str) -> Self {
        NotationError::Illegal { text: shown(text), what: what.to_owned() }
    }
}

/// A man as a text names it, before kinds have numbers.
#[derive(Clone, Debug)]
struct Named {
    square: Square,
    colour: Colour,
    royal: bool,
    attributes: Attributes,
    kind: Kind,
}

/// Gives the kinds numbers and sets the men up.
fn set_up(
    geometry: Geometry,
    setting: &Setting,
    named: Vec<Named>,
    side: Side,
) -> Result<Position, NotationError> {
    let mut kinds: Vec<Kind> = Vec::new();
    for man in &named {
        if !kinds.contains(&man.kind) && !man.kind.is_orthodox() {
            kinds.push(man.kind.clone());
        }
    }
    let attributes = named.iter().fold(Attributes::NONE, |all, man| all.and(man.attributes));
    for kind in attributes::kinds(attributes) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let plain = attributes.is_empty();
    if kinds.is_empty() && setting.conditions.is_empty() && geometry.is_chess() && plain {
        return Ok(place(Variant::chess(), named, side));
    }
    let mut variant = Variant::new(geometry, kinds, setting.conditions.clone())?;
    if !plain {
        let men = named.iter();
        let men: Vec<_> = men
            .filter_map(|man| Some((variant.kind_id(man.kind.letters())?, man.attributes)))
            .collect();
        variant = variant.with_attributes(men);
    }
    Ok(place(Arc::new(variant), named, side))
}

fn place(variant: Arc<Variant>, named: Vec<Named>, side: Side) -> Position {
    let men: Vec<(Square, Man)> = named
        .iter()
        .filter_map(|man| {
            let royal = man.royal || man.kind.nature() == Nature::King;
            let kind = variant.kind_id(man.kind.letters())?;
            let plain = Man::plain(kind, man.colour, royal);
            let set_up = Man { attributes: man.attributes, ..plain };
            Some((man.square, variant.at_the_start(man.square, set_up)))
        })
        .collect();
    Position::new(variant, men, side)
}

/// Refuses a position in which the side to move could capture a king.
pub(crate) fn playable(position: Position, text: &str) -> Result<Position, NotationError> {
    let waiting = !position.side_to_move();
    if position.in_check(waiting) {
        let what = format!("{} is in check, but it is not {waiting}'s move", waiting);
        return Err(NotationError::illegal(text, &what));
    }
    Ok(position)
}
