//! How promising a position is on the way to a mate.
//!
//! Nothing that is proved depends on it: a heuristic only decides which positions are tried first.

use std::{fmt, str::FromStr};

use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role, Square, attacks::king_attacks};

use crate::{
    aim::moves_to_promote,
    class::{Class, Classes},
    geometry::moves,
    goal::{Effect, Goal, Men, Moves, Outlook, Ways},
    mates::{attacks, flights_of},
};

/// A way to tell promising positions from others.
///
/// ```
/// use solusrex_discovery::heuristic::Heuristic;
///
/// assert_eq!("cover".parse(), Ok(Heuristic::Cover));
/// assert_eq!(Heuristic::default().to_string(), "goal");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// How much the wanted last move still needs: the man's way to its square, the king's way to
    /// where it is checked from there, flights that are open then; against the moves that are left.
    #[default]
    Goal,
    /// Flights of the king that no hunter guards (Rizvič 2016, §2.4).
    Cover,
    /// The Manhattan distance of the hunters' pieces to the king (the same).
    Manhattan,
    /// Cover and Manhattan distance together.
    Both,
    /// All positions are alike.
    None,
}

/// A name that is not a heuristic's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no heuristic (goal, cover, manhattan, both or none)")]
pub struct HeuristicError(String);

impl Heuristic {
    /// All of them, the best first.
    pub const ALL: [Heuristic; 5] =
        [Heuristic::Goal, Heuristic::Cover, Heuristic::Manhattan, Heuristic::Both, Heuristic::None];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Heuristic::Goal => "goal",
            Heuristic::Cover => "cover",
            Heuristic::Manhattan => "manhattan",
            Heuristic::Both => "both",
            Heuristic::None => "none",
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Heuristic {
    type Err = HeuristicError;

    fn from_str(text: &str) -> Result<Heuristic, HeuristicError> {
        let named = Heuristic::ALL.into_iter().find(|heuristic| heuristic.name() == text);
        named.ok_or_else(|| HeuristicError(text.to_owned()))
    }
}

/// More goals than these are judged like any mate: each of them costs time.
const GOALS: usize = 128;

/// Judges how far positions are from mates of wanted classes.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    heuristic: Heuristic,
    hunter: Color,
    goals: Vec<(Class, Goal)>,
}

impl Judge {
    /// By a heuristic, for classes whose moves may take certain men.
    pub(crate) fn new(
        heuristic: Heuristic,
        wanted: &Classes,
        may_take: impl Fn(Class, Role) -> bool,
    ) -> Judge {
        let too_many = heuristic == Heuristic::Goal && wanted.len() > GOALS;
        let heuristic = if too_many { Heuristic::Both } else { heuristic };
        let goal = |class| (class, Goal::new(class, |role| may_take(class, role), Effect::Mate));
        let goals = if heuristic == Heuristic::Goal {
            wanted.iter().map(goal).collect()
        } else {
            Vec::new()
        };
        Judge { heuristic, hunter: wanted.color(), goals }
    }

    /// How far a position is from the goal with so many plies left: the less, the nearer.
    pub(crate) fn distance(&self, position: &Chess, left: u32) -> u32 {
        let siege = || Siege::new(position.board(), self.hunter);
        match self.heuristic {
            Heuristic::Goal => {
                let siege = siege();
                let (ours, theirs) = (left.div_ceil(2), left / 2);
                let men = Men::new(position, self.hunter);
                let outlook = Outlook::new(&men, Moves { hunter: ours, defender: theirs });
                let distances = self.goals.iter().map(|(class, goal)| {
                    let mut needs = siege.needs(*class);
                    if let Some(moves) = goal.victim_moves(&men) {
                        needs.square = moves;
                    }
                    if class.parts().0 == Role::King {
                        // it mates by opening a line
                        let ways = goal.ways(&outlook, Ways::MAX).map(|way| way.needs);
                        let nearest = ways.min_by_key(|needs| needs.hunter + 2 * needs.defender);
                        (needs.way, needs.king) =
                            nearest.map_or((9, 9), |moves| (moves.hunter, moves.defender));
                    }
                    needs.over(ours, theirs)
                });
                distances.min().unwrap_or(0)
            }
            Heuristic::Cover => siege().cover(),
            Heuristic::Manhattan => siege().manhattan(),
            // a piece two squares nearer is worth a flight
            Heuristic::Both => {
                let siege = siege();
                siege.manhattan() + 2 * siege.cover()
            }
            Heuristic::None => 0,
        }
    }
}

/// A king and those who hunt it.
struct Siege<'a> {
    board: &'a Board,
    hunter: Color,
    hunters: Bitboard,
    king: Square,
    /// All men but that king.
    others: Bitboard,
    /// Squares next to the king that neither a man of its own blocks nor a hunter guards.
    flights: Bitboard,
}

/// What a mate still needs, about.
struct Needs {
    /// Moves of the mating man.
    way: u32,
    /// Moves of the king to where it would be checked.
    king: u32,
    /// Moves to fill or to empty the square of the mating move.
    square: u32,
    /// Flights to guard or to block.
    flights: u32,
    /// Men that could take the mating man.
    takers: u32,
}

impl Needs {
    /// Weighs the needs, and more heavily what is more than the moves that each side has left. The
    /// weights were found by trying: with them, most of the known quickmates were found again.
    fn over(&self, ours: u32, theirs: u32) -> u32 {
        let Needs { way, king, square, flights, takers } = *self;
        let late = way.saturating_sub(ours);
        let far = (king + square).saturating_sub(theirs);
        let open = flights.saturating_sub(ours + theirs);
        let needs = 5 * way + 9 * square + 16 * king + 4 * flights + 4 * takers;
        needs + 7 * late + 2 * far + 47 * open
    }
}

impl Siege<'_> {
    fn new(board: &Board, hunter: Color) -> Siege<'_> {
        let king = board.king_of(!hunter).expect("there are two kings");
        let hunters = board.by_color(hunter);
        let others = board.occupied().without(king);
        let flights = flights_of(board, hunter, king);
        Siege { board, hunter, hunters, king, others, flights }
    }

    fn cover(&self) -> u32 {
        self.flights.count() as u32
    }

    /// Steps along ranks and files from the hunters' pieces to the king.
    fn manhattan(&self) -> u32 {
        let steps = |from: Square| {
            let files = i32::from(from.file()) - i32::from(self.king.file());
            let ranks = i32::from(from.rank()) - i32::from(self.king.rank());
            files.unsigned_abs() + ranks.unsigned_abs()
        };
        (self.hunters & !self.board.pawns()).into_iter().map(steps).sum()
    }

    fn needs(&self, goal: Class) -> Needs {
        let (role, to, capture) = goal.parts();
        let movers = self.hunters & self.board.by_role(role);
        let way = movers.into_iter().map(|from| self.way(goal, role, from)).min().unwrap_or(4);
        let seen = attacks(goal.promotion().unwrap_or(role), self.hunter, to, self.others);
        let mut flights = (self.flights & !seen).without(to).count() as u32;
        if king_attacks(self.king).contains(to) {
            // somebody other than the mating man has to guard its square
            let guards = self.board.attacks_to(to, self.hunter, self.others).count() as u32;
            flights += u32::from(guards < 1 + u32::from(way <= 1));
        }
        let takers = self.board.attacks_to(to, !self.hunter, self.board.occupied());
        Needs {
            way,
            king: moves(Role::King, !self.hunter, self.king, seen).min(5),
            square: u32::from(self.board.occupied().contains(to) != capture),
            flights,
            takers: takers.without(self.king).count() as u32,
        }
    }

    /// Moves of a man to the goal, about.
    fn way(&self, goal: Class, role: Role, from: Square) -> u32 {
        let (_, to, _) = goal.parts();
        match role {
            Role::King => from.distance(to),
            // or away and back
            Role::Knight if from == to => 2,
            Role::Knight => moves(role, self.hunter, from, Bitboard::from(to)).min(4),
            Role::Pawn if goal.is_promotion() => {
                moves_to_promote(self.hunter, from, goal.origin_file()).min(9)
            }
            Role::Pawn => {
                let aside = (i32::from(from.file()) - i32::from(to.file())).unsigned_abs();
                aside + from.distance(to)
            }
            Role::Bishop | Role::Rook | Role::Queen => {
                let ahead = attacks(role, self.hunter, from, self.board.occupied());
                let back = attacks(role, self.hunter, to, self.board.occupied());
                match (ahead.contains(to), (ahead & back).any(), ahead.any()) {
                    (true, ..) => 1,
                    (_, true, _) => 2,
                    (.., true) => 3,
                    _ => 4,
                }
            }
        }
    }
}
