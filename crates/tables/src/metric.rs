//! What a table counts, and what it counts towards.

use std::fmt;

use shakmaty::{Color, Role};
use solusrex_game::{Plies, Value};

use crate::ending::Man;

/// The plies after which fifty moves without capture or pawn move have been made by each side.
pub const FIFTY_MOVES: u32 = 100;

/// What the distances of a table count: the goal of the side that wins, and where counting stops.
///
/// ```
/// use solusrex_tables::Metric;
/// for name in ["dtm", "dtc", "dtz", "stalemate", "take-bn", "helpmate-w", "helpstalemate-b"] {
///     assert_eq!(name.parse::<Metric>()?.to_string(), name);
/// }
/// # Ok::<(), solusrex_tables::MetricNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Plies to mate.
    Dtm,
    /// Plies to mate, or to a capture or promotion after which the win is kept.
    Dtc,
    /// Plies to mate, capture or pawn move that keeps the win. More than a hundred: the win is
    /// *cursed*, the loss *blessed*, because a draw can be claimed first.
    Dtz,
    /// Plies until the opponent is stalemated; mate is no success.
    Stalemate,
    /// Plies until the opponent's man of this kind is captured, whatever follows; mate is no
    /// success. Where there are several such men, any of them.
    Take(Man),
    /// Plies until this side has mated the other, if both help. A position is won for whoever is to
    /// move if that can be, and drawn if not; it is lost for nobody.
    Helpmate(Color),
    /// Plies until this side has stalemated the other, if both help; as for [`Metric::Helpmate`].
    HelpStalemate(Color),
}

impl Metric {
    /// The metrics whose goal is mate.
    pub const TO_MATE: [Metric; 3] = [Metric::Dtm, Metric::Dtc, Metric::Dtz];

    /// The metric with the colours exchanged.
    pub fn exchanged(self) -> Metric {
        match self {
            Metric::Take(man) => Metric::Take(Man { colour: !man.colour, ..man }),
            Metric::Helpmate(by) => Metric::Helpmate(!by),
            Metric::HelpStalemate(by) => Metric::HelpStalemate(!by),
            other => other,
        }
    }

    /// The side that reaches the goal with the other's help; none where it is hindered.
    pub fn helped(self) -> Option<Color> {
        match self {
            Metric::Helpmate(by) | Metric::HelpStalemate(by) => Some(by),
            _ => None,
        }
    }

    /// The value of a position without a move for the side that is to move, in check or not: the goal
    /// is reached, or else it is a draw.
    pub(crate) fn without_move(self, to_move: Color, in_check: bool) -> Value {
        let reached = match self {
            Metric::Dtm | Metric::Dtc | Metric::Dtz => in_check,
            Metric::Stalemate => !in_check,
            Metric::Take(_) => false,
            Metric::Helpmate(by) => in_check && by != to_move,
            Metric::HelpStalemate(by) => !in_check && by != to_move,
        };
        match self.helped() {
            _ if !reached => Value::Drawn,
            Some(_) => Value::Won(Plies(0)),
            None => Value::LOST_NOW,
        }
    }

    /// How far a value found after a move is from the end as this metric counts it: the whole way
    /// if the move does not end the count, nothing if it does, and for a cursed win the hundred
    /// plies that a win through it cannot be under.
    pub(crate) fn after(self, plies: u32, step: Step) -> u32 {
        match (self, step) {
            (Metric::Dtc, Step::Conversion) => 0,
            (Metric::Dtz, Step::PawnMove | Step::Conversion) => {
                if plies > FIFTY_MOVES {
                    FIFTY_MOVES
                } else {
                    0
                }
            }
            _ => plies,
        }
    }

    /// The value of a position from the best values after its moves, each seen by the opponent.
    /// None if there is no move.
    ///
    /// ```
    /// use solusrex_tables::{Metric, Step};
    /// use solusrex_game::{Plies, Value::*};
    /// let moves = [(Step::Quiet, Won(Plies(8))), (Step::Conversion, Won(Plies(30)))];
    /// assert_eq!(Metric::Dtm.best(moves), Some(Lost(Plies(31))));
    /// assert_eq!(Metric::Dtc.best(moves), Some(Lost(Plies(9))));
    /// ```
    pub fn best(self, moves: impl IntoIterator<Item = (Step, Value)>) -> Option<Value> {
        moves.into_iter().map(|(step, value)| self.before(step, value)).max_by_key(preference)
    }

    /// The value of playing a move into a position of the given value for the opponent.
    pub fn before(self, step: Step, value: Value) -> Value {
        match value {
            Value::Drawn => Value::Drawn,
            Value::Won(Plies(plies)) if self.helped().is_some() => Value::Won(Plies(plies + 1)),
            Value::Lost(Plies(plies)) => Value::Won(Plies(self.after(plies, step) + 1)),
            Value::Won(Plies(plies)) => Value::Lost(Plies(self.after(plies, step) + 1)),
        }
    }
}

/// Better values are greater: the quickest win, a draw, the slowest loss.
pub fn preference(value: &Value) -> impl Ord + use<> {
    match *value {
        Value::Won(Plies(plies)) => i64::from(u32::MAX) - i64::from(plies),
        Value::Drawn => 0,
        Value::Lost(Plies(plies)) => i64::from(plies) - i64::from(u32::MAX),
    }
}

/// What a move does to a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Neither of the others.
    Quiet,
    /// A pawn moves without capture or promotion: DTZ begins anew.
    PawnMove,
    /// A capture or a promotion: DTC and DTZ begin anew.
    Conversion,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::Dtm => f.write_str("dtm"),
            Metric::Dtc => f.write_str("dtc"),
            Metric::Dtz => f.write_str("dtz"),
            Metric::Stalemate => f.write_str("stalemate"),
            Metric::Take(Man { colour, role }) => {
                write!(f, "take-{}{}", colour.char(), role.char())
            }
            Metric::Helpmate(by) => write!(f, "helpmate-{}", by.char()),
            Metric::HelpStalemate(by) => write!(f, "helpstalemate-{}", by.char()),
        }
    }
}

impl serde::Serialize for Metric {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::str::FromStr for Metric {
    type Err = MetricNameError;

    fn from_str(text: &str) -> Result<Metric, MetricNameError> {
        let unknown = || MetricNameError(text.to_owned());
        Ok(match text.to_ascii_lowercase().as_str() {
            "dtm" => Metric::Dtm,
            "dtc" => Metric::Dtc,
            "dtz" => Metric::Dtz,
            "stalemate" => Metric::Stalemate,
            "helpmate-w" => Metric::Helpmate(Color::White),
            "helpmate-b" => Metric::Helpmate(Color::Black),
            "helpstalemate-w" => Metric::HelpStalemate(Color::White),
            "helpstalemate-b" => Metric::HelpStalemate(Color::Black),
            other => {
                let mut letters = other.strip_prefix("take-").ok_or_else(unknown)?.chars();
                let colour = letters.next().and_then(Color::from_char).ok_or_else(unknown)?;
                let role = letters.next().and_then(Role::from_char).ok_or_else(unknown)?;
                if role == Role::King || letters.next().is_some() {
                    return Err(unknown());
                }
                Metric::Take(Man { colour, role })
            }
        })
    }
}

/// A text that names no metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "metric {0:?} (dtm, dtc, dtz, stalemate, helpmate-w or -b, helpstalemate-w or -b, or take- and a man such as take-bn)"
)]
pub struct MetricNameError(String);
