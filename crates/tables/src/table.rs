//! A table in memory: the value of every position of an ending.

use shakmaty::Color;
use solusrex_game::{Plies, Value};

use crate::{
    ending::{Ending, index},
    layout::Layout,
    metric::Metric,
};

/// What the codes of one side to move stand for.
///
/// Code 0 is no position, codes 1 and 2 are draws; the others are the values that occur, in the order in which
/// they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    values: Vec<Value>,
}

/// The code of a slot that is no position: men share a square, or the side not to move is in check.
pub const NO_POSITION: u8 = 0;
/// The code of a draw.
pub const DRAW: u8 = 1;

/// The code of a draw in which the side to move has no move: stalemate, or for another goal mate.
pub const NO_MOVE: u8 = 2;

impl Default for Palette {
    fn default() -> Palette {
        Palette { values: vec![Value::Drawn; 3] }
    }
}

impl Palette {
    /// The value of a code, unless it stands for no position.
    pub fn value(&self, code: u8) -> Option<Value> {
        if code == NO_POSITION { None } else { self.values.get(usize::from(code)).copied() }
    }

    /// The codes in use with their values.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Value)> {
        self.values.iter().enumerate().skip(1).map(|(code, &value)| (code as u8, value))
    }

    /// The code of a value, made if there is none yet; none when all 256 are taken.
    pub(crate) fn code(&mut self, value: Value) -> Option<u8> {
        let code = self.next_code(value)?;
        if usize::from(code) == self.values.len() {
            self.values.push(value);
        }
        Some(code)
    }

    /// The code that [`Palette::code`] would give.
    pub(crate) fn next_code(&self, value: Value) -> Option<u8> {
        let known = self.values[1..].iter().position(|&known| known == value);
        u8::try_from(known.map_or(self.values.len(), |known| known + 1)).ok()
    }

    /// As numbers for a file: 0 a draw, `1 + plies` a win, `-1 - plies` a loss.
    pub(crate) fn to_numbers(&self) -> Vec<i16> {
        let number = |value: &Value| match *value {
            Value::Drawn => 0,
            Value::Won(Plies(plies)) => 1 + plies as i16,
            Value::Lost(Plies(plies)) => -1 - plies as i16,
        };
        self.values.iter().map(number).collect()
    }

    /// The inverse of [`Palette::to_numbers`]; none when the numbers are no palette.
    pub(crate) fn from_numbers(numbers: &[i16]) -> Option<Palette> {
        if !(3..=256).contains(&numbers.len()) || numbers[..3] != [0; 3] {
            return None;
        }
        let value = |&number: &i16| match number {
            0 => Value::Drawn,
            1.. => Value::Won(Plies(u32::from(number.unsigned_abs()) - 1)),
            _ => Value::Lost(Plies(u32::from(number.unsigned_abs()) - 1)),
        };
        Some(Palette { values: numbers.iter().map(value).collect() })
    }
}

/// Every position of an ending with its value, in memory.
#[derive(Clone, Debug)]
pub struct Table {
    /// Where positions stand.
    pub layout: Layout,
    /// What the values count.
    pub metric: Metric,
    /// For White and for Black to move, a code for each slot.
    pub(crate) codes: [Vec<u8>; 2],
    /// For White and for Black to move, what the codes stand for.
    pub(crate) palettes: [Palette; 2],
}

impl Table {
    /// Whose table it is.
    pub fn ending(&self) -> Ending {
        self.layout.ending()
    }

    /// The codes of all slots with a side to move.
    pub fn codes(&self, side: Color) -> &[u8] {
        &self.codes[index(side)]
    }

    /// What the codes with a side to move stand for.
    pub fn palette(&self, side: Color) -> &Palette {
        &self.palettes[index(side)]
    }

    /// The value of a slot for the side to move; none when it is no position.
    pub fn value(&self, side: Color, slot: u64) -> Option<Value> {
        let code = *self.codes(side).get(usize::try_from(slot).ok()?)?;
        self.palette(side).value(code)
    }
}
