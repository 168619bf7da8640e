//! How many positions of an ending are won, drawn and lost, and how far from the end they are.

mod counted;

use std::{collections::BTreeMap, ops::Range};

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Color, Square};
use solusrex_game::{Plies, Value};
use solusrex_rules::role_name;

use crate::{
    ending::{Ending, Man, index},
    generate::{Count, Numbers},
    layout::Layout,
    metric::{FIFTY_MOVES, Metric},
    placement::{self, Placement},
    reference::Longest,
    table::{NO_MOVE, NO_POSITION, Palette, Table},
};

pub use self::counted::{CountError, CountPlan, WatchCount};

/// What is counted as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Counting {
    /// One position of each symmetry class: of the eight images of a position without pawns, of the
    /// two of one with pawns.
    #[default]
    Classes,
    /// Every placement of the men on the board; like men are not told apart.
    Placements,
}

/// The positions of an ending by result and distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Census {
    /// The men.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "KQKR"))]
    pub material: Ending,
    /// What distances count.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "dtm"))]
    pub metric: Metric,
    /// What was counted.
    pub counting: Counting,
    /// With White to move.
    pub white_to_move: SideCensus,
    /// With Black to move.
    pub black_to_move: SideCensus,
}

/// The positions with one side to move; `win` and `loss` are that side's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SideCensus {
    /// Legal positions.
    pub legal: u64,
    /// Won positions, cursed wins among them.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions, blessed losses among them.
    pub loss: u64,
    /// Wins that the fifty-move rule makes draws; only counted by DTZ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursed_win: Option<u64>,
    /// Losses that the fifty-move rule makes draws; only counted by DTZ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blessed_loss: Option<u64>,
    /// Won positions by plies to the end of the count.
    pub win_by_plies: BTreeMap<u32, u64>,
    /// Lost positions by plies to the end of the count.
    pub loss_by_plies: BTreeMap<u32, u64>,
    /// Positions in which the side is mated.
    pub mates: u64,
    /// Positions in which the side is stalemated.
    pub stalemates: u64,
    /// The longest win.
    pub longest_win: Option<Longest>,
    /// The longest loss.
    pub longest_loss: Option<Longest>,
}

impl Census {
    /// Counts the positions of a table.
    ///
    /// ```
    /// use solusrex_tables::{Metric, plain, stats::{Census, Counting}};
    ///
    /// let table = plain::solve("KQK".parse()?, Metric::Dtm, &[])?;
    /// let census = Census::of(&table, Counting::Classes);
    /// let longest = census.white_to_move.longest_win.expect("the queen wins");
    /// assert_eq!((longest.moves, longest.plies.0), (10, 19));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &Table, counting: Counting) -> Census {
        let slots = 0..table.layout.slots() as usize;
        let [white_to_move, black_to_move] = side_censuses(table, counting, slots);
        let (material, metric) = (table.ending(), table.metric);
        Census { material, metric, counting, white_to_move, black_to_move }
    }

    /// The census of an ending that was counted without its table.
    pub fn of_count(count: &Count, counting: Counting) -> Census {
        let [white_to_move, black_to_move] =
            [Color::White, Color::Black].map(|side| counted_side(count, counting, side));
        let (material, metric) = (count.ending, count.metric);
        Census { material, metric, counting, white_to_move, black_to_move }
    }

    /// The counts with a side to move.
    pub fn side(&self, to_move: Color) -> &SideCensus {
        match to_move {
            Color::White => &self.white_to_move,
            Color::Black => &self.black_to_move,
        }
    }
}

/// What becomes of an ending with one pawn, by the pawn's square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PawnSquare {
    /// Where the pawn stands; the files e to h are the mirror of d to a.
    pub square: String,
    /// With the pawn's side to move.
    pub own_move: PawnCensus,
    /// With the other side to move.
    pub other_move: PawnCensus,
}

/// What becomes of the pawn's side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PawnCensus {
    /// Legal positions.
    pub legal: u64,
    /// Positions that the pawn's side wins.
    pub win: u64,
    /// The longest of them.
    pub longest: Option<Longest>,
}

impl PawnCensus {
    /// The share that the pawn's side wins, in percent.
    pub fn percent(&self) -> f64 {
        percent(self.win, self.legal)
    }
}

/// A share in percent; of nothing, nothing.
pub fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Counts by plies as counts by moves of the side to move.
pub fn by_moves(by_plies: &BTreeMap<u32, u64>) -> BTreeMap<u32, u64> {
    let mut by_moves = BTreeMap::new();
    for (&plies, &count) in by_plies {
        *by_moves.entry(Plies(plies).moves().0).or_default() += count;
    }
    by_moves
}

/// A number with its thousands apart: 1,347,906.
pub fn thousands(number: u64) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", thousands(number / 1000), number % 1000)
}

/// What a metric counts, in words.
pub fn described(metric: Metric) -> String {
    match metric {
        Metric::Dtm => "distance to mate".to_owned(),
        Metric::Dtc => "distance to mate or conversion".to_owned(),
        Metric::Dtz => "distance to mate, capture or pawn move".to_owned(),
        Metric::Stalemate => "distance to stalemate".to_owned(),
        Metric::Take(man) => {
            let owner = side_name(man.colour);
            format!("distance to the capture of {owner}'s {}", role_name(man.role))
        }
        Metric::Helpmate(by) => format!("distance to mate by {} if both help", side_name(by)),
        Metric::HelpStalemate(by) => {
            format!("distance to stalemate by {} if both help", side_name(by))
        }
    }
}

fn side_name(colour: Color) -> &'static str {
    if colour.is_white() { "White" } else { "Black" }
}

/// The counts of a table by the square of its one pawn, from the second rank up; none when the
/// ending has not one pawn. By DTZ the longest win tells how long the pawn may have to wait.
pub fn by_pawn(table: &Table, counting: Counting) -> Option<Vec<PawnSquare>> {
    let pawns: Vec<Man> = table.ending().pawns().collect();
    let &[pawn] = pawns.as_slice() else { return None };
    let size = table.layout.slots_of_slice();
    let pawn_of = |slice: usize| {
        let squares = table.layout.squares((slice * size) as u64);
        Square::new(squares[table.layout.men().len() - 1].into())
    };
    let mut slices: Vec<usize> = (0..table.layout.slots() as usize / size).collect();
    slices.sort_by_key(|&slice| {
        let square = pawn_of(slice);
        (pawn.colour.relative_rank(square.rank()), square.file())
    });
    let squares = slices
        .into_iter()
        .map(|slice| {
            let slots = slice * size..(slice + 1) * size;
            let sides = side_censuses(table, counting, slots);
            let own = &sides[index(pawn.colour)];
            let other = &sides[index(!pawn.colour)];
            PawnSquare {
                square: pawn_of(slice).to_string(),
                own_move: PawnCensus {
                    legal: own.legal,
                    win: own.win,
                    longest: own.longest_win.clone(),
                },
                other_move: PawnCensus {
                    legal: other.legal,
                    win: other.loss,
                    longest: other.longest_loss.clone(),
                },
            }
        })
        .collect();
    Some(squares)
}

/// How often each code occurs, and what the codes do not tell.
#[derive(Clone)]
struct Tally {
    codes: [u64; 256],
    drawn_mates: u64,
    stalemates: u64,
}

impl Tally {
    const NOTHING: Tally = Tally { codes: [0; 256], drawn_mates: 0, stalemates: 0 };

    fn and(mut self, other: &Tally) -> Tally {
        self.codes.iter_mut().zip(other.codes).for_each(|(count, more)| *count += more);
        self.drawn_mates += other.drawn_mates;
        self.stalemates += other.stalemates;
        self
    }
}

fn side_censuses(table: &Table, counting: Counting, slots: Range<usize>) -> [SideCensus; 2] {
    let tallies = tallies(table, counting, slots.clone());
    Color::ALL.map(|side| side_census(table, side, &tallies[index(side)], slots.clone()))
}

/// Slots that one thread counts at a time, if the table's slices are not smaller.
const CHUNK: usize = 1 << 15;

fn tallies(table: &Table, counting: Counting, slots: Range<usize>) -> [Tally; 2] {
    let chunk = table.layout.slots_of_slice().min(CHUNK);
    let chunks = (slots.start / chunk..slots.end / chunk).into_par_iter().with_min_len(16);
    chunks
        .fold(
            || [Tally::NOTHING; 2],
            |mut tallies, number| {
                let slots = number * chunk..(number + 1) * chunk;
                tally_chunk(table, counting, slots, &mut tallies);
                tallies
            },
        )
        .reduce(
            || [Tally::NOTHING; 2],
            |[white, black], [more_white, more_black]| {
                [white.and(&more_white), black.and(&more_black)]
            },
        )
}

fn tally_chunk(table: &Table, counting: Counting, slots: Range<usize>, tallies: &mut [Tally; 2]) {
    let layout = &table.layout;
    let weights = Weights::of(layout, counting, slots.start);
    for slot in slots {
        let codes = [table.codes[0][slot], table.codes[1][slot]];
        if codes == [NO_POSITION; 2] {
            continue;
        }
        let weight = weights.weight(slot as u64);
        if weight == 0 {
            continue;
        }
        for (side, tally) in Color::ALL.into_iter().zip(&mut *tallies) {
            let code = codes[index(side)];
            tally.codes[usize::from(code)] += weight;
            if code == NO_MOVE {
                let placement = Placement::new(layout.men(), layout.squares(slot as u64));
                match placement.is_some_and(|placement| placement.in_check(side)) {
                    true => tally.drawn_mates += weight,
                    false => tally.stalemates += weight,
                }
            }
        }
    }
}

/// How often a slot counts.
enum Weights<'a> {
    /// All slots of the slice alike: each is a class of its own.
    Same(u64),
    /// Some slots are images of others.
    Each(&'a Layout, Counting),
}

impl Weights<'_> {
    /// For the slice in which a slot is.
    fn of(layout: &Layout, counting: Counting, slot: usize) -> Weights<'_> {
        let slot = slot as u64;
        match (counting, layout.is_one_to_one(slot)) {
            (_, false) => Weights::Each(layout, counting),
            (Counting::Classes, true) => Weights::Same(1),
            (Counting::Placements, true) => Weights::Same(layout.placements_of_class(slot).into()),
        }
    }

    fn weight(&self, slot: u64) -> u64 {
        match self {
            Weights::Same(weight) => *weight,
            Weights::Each(layout, _) if !layout.is_representative(slot) => 0,
            Weights::Each(_, Counting::Classes) => 1,
            Weights::Each(layout, Counting::Placements) => layout.placements_of_class(slot).into(),
        }
    }
}

fn side_census(table: &Table, side: Color, tally: &Tally, slots: Range<usize>) -> SideCensus {
    let palette = table.palette(side);
    let counts = palette.iter().map(|(code, value)| (value, tally.codes[usize::from(code)]));
    let drawn = Stuck { mates: tally.drawn_mates, stalemates: tally.stalemates };
    SideCensus::new(table.metric, counts, drawn, |value| {
        let code = code_of(palette, value);
        code.map_or_else(Vec::new, |code| examples(table, side, code, slots.clone()))
    })
}

/// Positions without a move that are draws.
struct Stuck {
    mates: u64,
    stalemates: u64,
}

impl SideCensus {
    /// From the number of positions of each value; `examples` shows some of a value.
    fn new(
        metric: Metric,
        counts: impl Iterator<Item = (Value, u64)>,
        drawn: Stuck,
        examples: impl Fn(Value) -> Vec<String>,
    ) -> SideCensus {
        let dtz = metric == Metric::Dtz;
        let mut census = SideCensus {
            cursed_win: dtz.then_some(0),
            blessed_loss: dtz.then_some(0),
            mates: drawn.mates,
            stalemates: drawn.stalemates,
            ..SideCensus::default()
        };
        for (value, count) in counts.filter(|&(_, count)| count > 0) {
            census.add(value, count);
        }
        let ends = [&census.win_by_plies, &census.loss_by_plies];
        let at_the_end: u64 = ends.iter().filter_map(|by_plies| by_plies.get(&0)).sum();
        match metric {
            Metric::Stalemate | Metric::HelpStalemate(_) => census.stalemates += at_the_end,
            _ => census.mates += at_the_end,
        }
        let longest = |by_plies: &BTreeMap<u32, u64>, value: fn(Plies) -> Value| {
            let (&plies, &positions) = by_plies.last_key_value()?;
            let plies = Plies(plies);
            let examples = examples(value(plies));
            Some(Longest { plies, moves: plies.moves().0, positions, examples })
        };
        census.longest_win = longest(&census.win_by_plies, Value::Won);
        census.longest_loss = longest(&census.loss_by_plies, Value::Lost);
        census
    }

    fn add(&mut self, value: Value, count: u64) {
        self.legal += count;
        let beyond_fifty = |plies: u32| if plies > FIFTY_MOVES { count } else { 0 };
        match value {
            Value::Drawn => self.draw += count,
            Value::Won(Plies(plies)) => {
                self.win += count;
                *self.win_by_plies.entry(plies).or_default() += count;
                self.cursed_win = self.cursed_win.map(|cursed| cursed + beyond_fifty(plies));
            }
            Value::Lost(Plies(plies)) => {
                self.loss += count;
                *self.loss_by_plies.entry(plies).or_default() += count;
                self.blessed_loss = self.blessed_loss.map(|blessed| blessed + beyond_fifty(plies));
            }
        }
    }
}

/// The census of a side of an ending that was counted without its table.
fn counted_side(count: &Count, counting: Counting, side: Color) -> SideCensus {
    let number = |numbers: Numbers| match counting {
        Counting::Classes => numbers.classes,
        Counting::Placements => numbers.placements,
    };
    let decided = count.decided(side).map(|decided| (decided.value, number(decided.numbers)));
    let decided: Vec<(Value, u64)> = decided.collect();
    let undecided = number(count.legal[index(side)]) - decided.iter().map(|(_, n)| n).sum::<u64>();
    let drawn = Stuck {
        mates: number(count.drawn_mates[index(side)]),
        stalemates: number(count.drawn_stalemates[index(side)]),
    };
    let layout = Layout::new(count.ending);
    let counts = decided.into_iter().chain([(Value::Drawn, undecided)]);
    SideCensus::new(count.metric, counts, drawn, |value| {
        let decided = count.decided(side).find(|decided| decided.value == value);
        let slots = decided.map_or(&[][..], |decided| &decided.examples);
        let fen = |&slot| placement::fen(layout.men(), &layout.squares(slot), side);
        slots.iter().map(fen).collect()
    })
}

fn code_of(palette: &Palette, wanted: Value) -> Option<u8> {
    palette.iter().find(|&(_, value)| value == wanted).map(|(code, _)| code)
}

/// How many examples of the longest are given.
pub(crate) const EXAMPLES: usize = 4;

fn examples(table: &Table, side: Color, code: u8, slots: Range<usize>) -> Vec<String> {
    let layout = &table.layout;
    slots
        .filter(|&slot| table.codes(side)[slot] == code)
        .map(|slot| slot as u64)
        .filter(|&slot| layout.is_representative(slot))
        .take(EXAMPLES)
        .map(|slot| placement::fen(layout.men(), &layout.squares(slot), side))
        .collect()
}
