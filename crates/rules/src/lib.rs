//! The rules of chess and of fairy chess: boards, piece kinds, conditions, positions, moves.
//!
//! One trait, [`Rules`], has three implementations: [`Position`] plays any kinds on any board under
//! any conditions; [`Orthodox`] plays orthodox chess by shakmaty's bitboards, [`Swift`] does so for
//! searches. On orthodox positions they agree move for move.
//!
//! ```
//! use solusrex_rules::{Position, Rules};
//!
//! // a grasshopper hops over the next man to the square behind it
//! let mut position = Position::from_pieces("White Ga1 Pa3 Black Pc3", &Default::default())?;
//! let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| position.long(mv)).collect();
//! moves.sort();
//! assert_eq!(moves, ["Ga1-a4", "Ga1-d4", "a3-a4"]);
//! # Ok::<(), solusrex_rules::notation::NotationError>(())
//! ```

pub mod attributes;
pub mod conditions;
pub mod diagram;
pub mod geometry;
pub mod kind;
pub mod notation;

mod attack;
mod attribute;
mod bearing;
mod foresight;
mod generate;
mod man;
mod movement;
mod moves;
mod orthodox;
mod position;
mod reach;
pub mod retro;
mod rules;
mod squares;
mod swift;
mod travel;
mod variant;

pub use attribute::{Attribute, Attributes};
pub use bearing::bearing;
pub use foresight::Quest;
pub use geometry::{Geometry, GeometryError, Square, Step, Topology};
pub use kind::Kind;
pub use man::{Colour, KindId, Man, Side};
pub use moves::{Effect, Effects, Hurdle, Move, Special, Wing};
pub use notation::Setting;
pub use orthodox::{Orthodox, role_name};
pub use position::{EnPassant, Position, Undo};
pub use reach::Reach;
pub use rules::Rules;
pub use squares::Squares;
pub use swift::{Swift, SwiftMove};
pub use variant::Variant;
