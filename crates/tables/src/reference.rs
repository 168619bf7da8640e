//! Endings by the explicit game graph: from rules to [`solusrex_game`].
//!
//! Every placement of the men with either side to move, one of each symmetry class, becomes a node;
//! captures and promotions lead on into the positions of the sub-endings, which are nodes of the
//! same graph. Mate is a loss, stalemate a draw, and the distances that come out are half-moves to
//! mate. Nothing here depends on what the men are.
//!
//! ```
//! use solusrex_rules::Setting;
//! use solusrex_tables::{Material, reference::ExplicitEnding};
//!
//! let setting = Setting::default();
//! let ending = ExplicitEnding::solve(&Material::parse("KQK", &setting)?, &setting, 1 << 20)?;
//! let white = &ending.census().white_to_move;
//! assert_eq!(white.longest_win.as_ref().unwrap().plies.0, 19);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use solusrex_game::{
    ExploreError, Explored, Limits, Node, Options, Plies, Solution, Value, explore,
};
use solusrex_rules::{
    Colour, Kind, KindId, Man, Move, Position, Rules, Setting, Side, Square, Variant,
    conditions::ConditionError,
    kind::{Nature, catalogue},
};

use crate::{material::Material, symmetry};

/// Why an ending cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum EndingError {
    /// More positions than allowed, to judge by the placements of the men alone.
    #[error("{material} has about {placements} placements for each side, more than {limit}")]
    Large {
        /// The ending.
        material: String,
        /// Placements up to symmetry.
        placements: u128,
        /// What was allowed.
        limit: usize,
    },
    /// More positions than allowed, sub-endings included.
    #[error(transparent)]
    Size(#[from] ExploreError),
    /// The setting does not fit.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// A position that does not belong to the ending.
    #[error("{0} is no position of {1} (its men, board and conditions must be the ending's)")]
    Foreign(String, String),
}

/// A solved ending.
#[derive(Debug)]
pub struct ExplicitEnding {
    material: Material,
    coder: Coder,
    explored: Explored<Code, ()>,
    solution: Solution,
}

/// A position as a number: 16 bits a man in descending order, the square passed over by a double
/// step, the side to move. Of each symmetry class, the least number stands for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Code(u128);

impl Code {
    const SIDE: u32 = 127;
    const EN_PASSANT: u32 = 112;

    fn side(self) -> Side {
        if self.0 >> Code::SIDE == 0 { Side::White } else { Side::Black }
    }

    fn en_passant(self) -> Option<Square> {
        (self.0 >> Code::EN_PASSANT & 0x1ff).checked_sub(1).map(|over| Square(over as u8))
    }

    fn men(self) -> impl Iterator<Item = u16> {
        (0..7).map(move |i| (self.0 >> (16 * i)) as u16).take_while(|&man| man != 0)
    }
}

/// Turns positions of one variant into codes and back.
#[derive(Debug)]
struct Coder {
    variant: Arc<Variant>,
    ids: Vec<KindId>,
    symmetries: Vec<Vec<Square>>,
}

impl Coder {
    /// A man without its square, in the upper half of 16 bits; never 0.
    fn shape(&self, man: Man) -> u16 {
        1 << 15 | (man.colour as u16) << 12 | (man.kind.index() as u16) << 8
    }

    fn man(&self, bits: u16) -> (Square, Man) {
        let kind = self.ids[(bits >> 8 & 15) as usize];
        let colour = if bits >> 12 & 1 == 0 { Colour::White } else { Colour::Black };
        let royal = self.variant.kind(kind).nature() == Nature::King;
        (Square(bits as u8), Man::plain(kind, colour, royal))
    }

    /// The least code of a position's symmetry class.
    fn code(&self, position: &Position) -> Code {
        let mut men = [0; 7];
        let mut count = 0;
        for (square, man) in position.men() {
            men[count] = self.shape(man) | square.0 as u16;
            count += 1;
        }
        let over = position.en_passant().map(|ep| ep.over);
        self.least(&men[..count], over, position.side_to_move())
    }

    fn least(&self, men: &[u16], over: Option<Square>, side: Side) -> Code {
        let code = |images: &Vec<Square>| {
            let mut moved = [0; 7];
            for (moved, man) in moved.iter_mut().zip(men) {
                *moved = man & 0xff00 | images[(man & 0xff) as usize].0 as u16;
            }
            moved.sort_unstable();
            let men = moved.iter().fold(0, |code, &man| code << 16 | man as u128);
            let over = over.map_or(0, |over| images[over.index()].0 as u128 + 1);
            Code(men | over << Code::EN_PASSANT | (side as u128) << Code::SIDE)
        };
        self.symmetries.iter().map(code).min().expect("the identity is a symmetry")
    }

    /// Sets up the position of a code.
    fn set_up(&self, code: Code, position: &mut Position) {
        position.rearrange(code.men().map(|man| self.man(man)), code.side(), code.en_passant());
    }
}

impl ExplicitEnding {
    /// Solves an ending that has at most `limit` positions, sub-endings included.
    pub fn solve(
        material: &Material,
        setting: &Setting,
        limit: usize,
    ) -> Result<ExplicitEnding, EndingError> {
        ExplicitEnding::solve_watched(material, setting, limit, |_, _| {})
    }

    /// As [`ExplicitEnding::solve`], telling from time to time how many positions have been looked at, and
    /// how many the ending has without its sub-endings.
    pub fn solve_watched(
        material: &Material,
        setting: &Setting,
        limit: usize,
        mut watch: impl FnMut(u64, u64),
    ) -> Result<ExplicitEnding, EndingError> {
        let coder = Coder::new(material, setting)?;
        let squares = coder.squares(material);
        let placements = squares.iter().map(|squares| squares.len() as u128).product::<u128>();
        let placements = placements / coder.symmetries.len() as u128;
        if placements > limit as u128 {
            return Err(EndingError::Large { material: material.to_string(), placements, limit });
        }
        let mut position = Position::new(coder.variant.clone(), [], Side::White);
        let roots = coder.placements(material, &squares, &mut position);
        let mut moves = Vec::new();
        let (mut looked_at, own) = (0, roots.len() as u64);
        let explored = explore(
            roots,
            Limits::positions(limit),
            |code| game_side(code.side()),
            |&code| {
                looked_at += 1;
                if looked_at % 4096 == 0 {
                    watch(looked_at, own);
                }
                coder.set_up(code, &mut position);
                position.legal_moves_into(&mut moves);
                if moves.is_empty() && !position.in_check(code.side()) {
                    return Options::Ended(Value::Drawn);
                }
                let mut reached: Vec<Code> = moves
                    .iter()
                    .map(|mv| {
                        let undo = position.play(mv);
                        let code = coder.code(&position);
                        position.undo(undo);
                        code
                    })
                    .collect();
                reached.sort_unstable();
                reached.dedup();
                Options::Moves(reached)
            },
        )?;
        let (game, explored) = explored.split();
        Ok(ExplicitEnding { material: material.clone(), coder, explored, solution: game.solve() })
    }

    /// The men.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The number of positions in the graph, sub-endings included, one of each symmetry class.
    pub fn positions(&self) -> usize {
        self.explored.positions.len()
    }

    /// The value of a position of the ending or of one of its sub-endings.
    pub fn value(&self, position: &Position) -> Result<Value, EndingError> {
        let foreign = || EndingError::Foreign(position.fen(), self.material.to_string());
        let same = position.geometry() == self.coder.variant.geometry()
            && position.men().count() <= self.material.men().len()
            && position.men().all(|(_, man)| {
                let kind = position.variant().kind(man.kind);
                man.colour != Colour::Neutral
                    && self.coder.variant.kinds().get(man.kind.index()) == Some(kind)
            });
        if !same {
            return Err(foreign());
        }
        let node = self.explored.node(&self.coder.code(position)).ok_or_else(foreign)?;
        Ok(self.solution.value(node))
    }

    /// An optimal line from a position to the end: each move and the value after it.
    pub fn line(&self, position: &Position) -> Result<Vec<(String, Value)>, EndingError> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut value = self.value(&position)?;
        while let Value::Won(plies) | Value::Lost(plies) = value
            && plies > Plies(0)
        {
            let mut best: Option<(Move, Value)> = None;
            for mv in position.legal_moves() {
                let undo = position.play(&mv);
                let after = self.value(&position);
                position.undo(undo);
                let after = after?;
                // one ply nearer to the end, for the other side
                let continues = match (value, after) {
                    (Value::Won(here), Value::Lost(there))
                    | (Value::Lost(here), Value::Won(there)) => there.0 + 1 == here.0,
                    _ => false,
                };
                if continues {
                    best = Some((mv, after));
                    break;
                }
            }
            let Some((mv, after)) = best else { break };
            line.push((position.long(&mv), after));
            position.play(&mv);
            value = after;
        }
        Ok(line)
    }

    /// The counts of the ending itself, without its sub-endings.
    pub fn census(&self) -> Census {
        // in the order of a code's men: by shape, the greatest first
        let mut own: Vec<u16> = self.coder.shapes(&self.material).collect();
        own.sort_unstable_by(|a, b| b.cmp(a));
        let positions = || {
            let numbered = self.explored.positions.iter().zip(0..);
            numbered
                .filter(|(code, _)| code.men().map(|man| man & 0xff00).eq(own.iter().copied()))
                .map(|(&code, node)| (code, Node(node)))
        };
        let mut sides = [SideCensus::default(), SideCensus::default()];
        for (code, node) in positions() {
            let stuck = self.solution.game().moves(node).is_empty();
            sides[code.side() as usize].add(self.solution.value(node), stuck);
        }
        let mut position = Position::new(self.coder.variant.clone(), [], Side::White);
        for (code, node) in positions() {
            if let Some(longest) = &mut sides[code.side() as usize].longest_win
                && longest.examples.len() < SHOWN
                && self.solution.value(node) == Value::Won(longest.plies)
            {
                self.coder.set_up(code, &mut position);
                longest.examples.push(position.fen());
            }
        }
        let [white_to_move, black_to_move] = sides;
        Census { material: self.material.to_string(), white_to_move, black_to_move }
    }
}

/// How many examples of the longest wins are written out.
const SHOWN: usize = 4;

impl Coder {
    fn new(material: &Material, setting: &Setting) -> Result<Coder, ConditionError> {
        let kinds = material.men().iter().map(|(_, kind)| kind);
        let fairy: Vec<Kind> = kinds.clone().filter(|kind| !kind.is_orthodox()).cloned().collect();
        let variant = Arc::new(Variant::new(setting.geometry, fairy, setting.conditions.clone())?);
        let ids =
            variant.kinds().iter().filter_map(|kind| variant.kind_id(kind.letters())).collect();
        let promoted = catalogue::ORTHODOX.iter().filter_map(|letters| catalogue::find(letters));
        let kinds = kinds.chain(promoted.filter(|kind| kind.is_promotion()));
        let mut symmetries = symmetry::of(&setting.geometry, kinds);
        if !setting.conditions.is_empty() {
            // a condition may tell one corner from another
            symmetries.truncate(1);
        }
        Ok(Coder { variant, ids, symmetries })
    }

    /// The men of a material without their squares.
    fn shapes(&self, material: &Material) -> impl Iterator<Item = u16> {
        material.men().iter().filter_map(|(colour, kind)| {
            let kind = self.variant.kind_id(kind.letters())?;
            Some(self.shape(Man::plain(kind, *colour, false)))
        })
    }

    /// The squares on which each man can stand: a pawn on neither its first nor its last rank.
    fn squares(&self, material: &Material) -> Vec<Vec<Square>> {
        let geometry = *self.variant.geometry();
        let inner = |square: &Square| (1..geometry.height() - 1).contains(&geometry.rank(*square));
        let squares = |kind: &Kind| {
            geometry.squares().filter(|square| !kind.is_pawn() || inner(square)).collect()
        };
        material.men().iter().map(|(_, kind)| squares(kind)).collect()
    }

    /// The legal placements of the men with either side to move.
    fn placements(
        &self,
        material: &Material,
        squares: &[Vec<Square>],
        position: &mut Position,
    ) -> Vec<Code> {
        let shapes: Vec<u16> = self.shapes(material).collect();
        let mut codes = Vec::new();
        self.place(&shapes, squares, &mut Vec::new(), position, &mut codes);
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    fn place(
        &self,
        shapes: &[u16],
        squares: &[Vec<Square>],
        men: &mut Vec<u16>,
        position: &mut Position,
        codes: &mut Vec<Code>,
    ) {
        let Some(&shape) = shapes.get(men.len()) else {
            for side in Side::BOTH {
                position.rearrange(men.iter().map(|&man| self.man(man)), side, None);
                if !position.in_check(!side) {
                    codes.push(self.least(men, None, side));
                }
            }
            return;
        };
        for &square in &squares[men.len()] {
            let first_of_orbit =
                || self.symmetries.iter().all(|images| images[square.index()] >= square);
            let taken = men.iter().any(|man| man & 0xff == square.0 as u16);
            if !taken && (!men.is_empty() || first_of_orbit()) {
                men.push(shape | square.0 as u16);
                self.place(shapes, squares, men, position, codes);
                men.pop();
            }
        }
    }
}

fn game_side(side: Side) -> solusrex_game::Side {
    match side {
        Side::White => solusrex_game::Side::White,
        Side::Black => solusrex_game::Side::Black,
    }
}

impl SideCensus {
    fn add(&mut self, value: Value, stuck: bool) {
        self.legal += 1;
        match value {
            Value::Drawn => {
                self.draw += 1;
                self.stalemates += u64::from(stuck);
            }
            Value::Lost(plies) => {
                self.loss += 1;
                self.mates += u64::from(stuck);
                *self.loss_by_plies.entry(plies.0).or_default() += 1;
            }
            Value::Won(plies) => {
                self.win += 1;
                *self.win_by_plies.entry(plies.0).or_default() += 1;
                let moves = plies.moves().0;
                match &mut self.longest_win {
                    Some(longest) if longest.plies == plies => longest.positions += 1,
                    Some(longest) if longest.plies > plies => {}
                    longest => {
                        *longest =
                            Some(Longest { plies, moves, positions: 1, examples: Vec::new() });
                    }
                }
            }
        }
    }
}

/// The counts of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Census {
    /// The men.
    pub material: String,
    /// With White to move.
    pub white_to_move: SideCensus,
    /// With Black to move.
    pub black_to_move: SideCensus,
}

/// The counts for one side to move, one of each symmetry class; `win` and `loss` are that side's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideCensus {
    /// Legal positions.
    pub legal: u64,
    /// Won positions.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
    /// Won positions by half-moves to mate.
    pub win_by_plies: BTreeMap<u32, u64>,
    /// Lost positions by half-moves to mate.
    pub loss_by_plies: BTreeMap<u32, u64>,
    /// Positions in which the side is mated.
    pub mates: u64,
    /// Positions in which the side is stalemated.
    pub stalemates: u64,
    /// The longest win.
    pub longest_win: Option<Longest>,
}

/// The longest win of a side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Longest {
    /// Half-moves to mate.
    pub plies: Plies,
    /// Moves to mate.
    pub moves: u32,
    /// How many symmetry classes.
    pub positions: u64,
    /// One position of each of the first classes.
    pub examples: Vec<String>,
}
