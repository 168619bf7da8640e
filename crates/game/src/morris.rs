//! Small morris: men are placed on points, then moved along edges; three in a row wins.
//!
//! The rules here are those of the small games of the morris family (three men's morris, tapatan,
//! achi, and the like), on any points, edges and lines. White begins on the empty board. As long as
//! both have men in hand they take turns putting one on a free point; then they take turns moving
//! one of their own along an edge to a free point, or, with [`Morris::jump`], to any free point. Who
//! completes a line of his own men, in either phase, has won. Ströhlein (1970, §9) sizes up the game
//! on 3x3 points at 2^19.

use crate::board_game::Stuck;
use crate::explore::{Options, explore};
use crate::graph::Node;
use crate::graph_game::letter;
use crate::limits::Limits;
use crate::named::NamedGame;
use crate::text::BuildError;
use crate::value::{Side, Value};

/// A game of the morris family without captures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Morris {
    /// What the game is called.
    pub title: String,
    /// The names of the points, at most [`Morris::MAX_POINTS`].
    pub points: Vec<String>,
    /// For each point the points that a man can move to.
    pub edges: Vec<Vec<usize>>,
    /// The winning rows.
    pub lines: Vec<Vec<usize>>,
    /// The men of each side.
    pub men: u32,
    /// May men move to any free point?
    pub jump: bool,
    /// The points on which the first man may not be put.
    pub not_first: Vec<usize>,
    /// What happens when the side to move cannot.
    pub stuck: Stuck,
}

/// The men of both sides, one bit a point, and who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Setup {
    men: [u32; 2],
    to_move: Side,
}

impl Setup {
    /// The opponent's turn, after the points in `changed` have been entered or left.
    fn after(self, changed: u32) -> Setup {
        let mut next = self;
        next.men[self.to_move.index()] ^= changed;
        next.to_move = self.to_move.other();
        next
    }
}

impl Morris {
    /// The largest number of points.
    pub const MAX_POINTS: usize = 32;

    /// The game from the empty board; only positions that can arise.
    ///
    /// A position is named by its points in order, `o` White's, `x` Black's, `.` free, and the side
    /// to move: `o.x....../W`.
    ///
    /// # Errors
    /// When it is larger than `limits` allow.
    ///
    /// # Panics
    /// When an index is not that of a point; a description that was [read](crate::text::parse)
    /// has no such index.
    pub fn build(&self, limits: Limits) -> Result<NamedGame, BuildError> {
        limits.check(self.points.len(), 0)?;
        if self.points.len() > Morris::MAX_POINTS {
            return Err(BuildError::TooManyPoints { limit: Morris::MAX_POINTS });
        }
        let bits = |points: &[usize]| points.iter().fold(0_u32, |set, point| set | 1 << point);
        let lines: Vec<u32> = self.lines.iter().map(|line| bits(line)).collect();
        let edges: Vec<u32> = self.edges.iter().map(|to| bits(to)).collect();
        let not_first = bits(&self.not_first);
        let board = bits(&(0..self.points.len()).collect::<Vec<_>>());

        let root = Setup { men: [0; 2], to_move: Side::White };
        let expand = |setup: &Setup| {
            let [own, other] = [setup.to_move, setup.to_move.other()].map(|s| setup.men[s.index()]);
            if lines.iter().any(|line| line & !other == 0) {
                return Options::Ended(Value::LOST_NOW);
            }
            let free = board & !(own | other);
            let mut moves = Vec::new();
            if own.count_ones() < self.men {
                let barred = if own | other == 0 { not_first } else { 0 };
                moves.extend(each(free & !barred).map(|to| setup.after(1 << to)));
            } else {
                for from in each(own) {
                    let reach = if self.jump { board } else { edges[from as usize] };
                    let to = each(reach & free);
                    moves.extend(to.map(|to| setup.after(1 << from | 1 << to)));
                }
            }
            if moves.is_empty() {
                Options::Ended(self.stuck.value())
            } else {
                Options::Moves(moves)
            }
        };
        let found = explore([root], limits, |setup| setup.to_move, expand)?;
        let name = |setup: &Setup| {
            let point = |at: usize| match (setup.men[0] >> at & 1, setup.men[1] >> at & 1) {
                (1, _) => 'o',
                (_, 1) => 'x',
                _ => '.',
            };
            let points: String = (0..self.points.len()).map(point).collect();
            format!("{points}/{}", letter(setup.to_move))
        };
        Ok(NamedGame {
            title: self.title.clone(),
            names: found.positions.iter().map(name).collect(),
            start: Some(Node(0)),
            game: found.game,
            free: None,
            plain: None,
        })
    }
}

/// The set bits of a word.
fn each(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(lowest)
    })
}
