//! Board games in which each side moves one piece on its own graph (Ströhlein 1970, §7).
//!
//! A position is a square for White's piece, a square for Black's, and who is to move; all of them
//! are solved, not only those that the start can reach. Besides "who cannot move" §7 has a set M of
//! positions in which the game is over; here M comes from two rules, what it means to move onto the
//! other piece ([`Meeting`]) and which squares are goals.
//!
//! "Spider against fly" (§7, after a program by van Wijngaarden) is such a game: one web for both,
//! the spider wins by moving onto the fly, and a fly that runs into the spider is lost.

use crate::game::GameStream;
use crate::graph::Node;
use crate::graph_game::letter;
use crate::limits::Limits;
use crate::named::NamedGame;
use crate::text::BuildError;
use crate::value::{Plies, Side, Value};

/// What it means to move onto the square of the other piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// It is a capture and wins.
    Wins,
    /// It is suicide and loses.
    Loses,
    /// It ends the game with a draw.
    Draws,
    /// It is not allowed.
    Never,
}

/// What it means that the side to move cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// It has lost, as in Ströhlein's games.
    Loses,
    /// It is stalemate, a draw.
    Draws,
}

impl Stuck {
    pub(crate) fn value(self) -> Value {
        match self {
            Stuck::Loses => Value::LOST_NOW,
            Stuck::Draws => Value::Drawn,
        }
    }
}

/// What one side may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardSide {
    /// Where its piece can go, by square: indices into the list of squares.
    pub steps: Vec<Vec<usize>>,
    /// May it leave its piece where it is?
    pub may_pass: bool,
    /// What happens when it moves onto the other piece.
    pub onto: Meeting,
    /// The squares on which its piece has won on arrival.
    pub goals: Vec<usize>,
    /// What happens when it cannot move.
    pub stuck: Stuck,
}

impl BoardSide {
    /// A side without any step, that may not pass, and may not move onto the other piece.
    #[must_use]
    pub fn new(squares: usize) -> BoardSide {
        BoardSide {
            steps: vec![Vec::new(); squares],
            may_pass: false,
            onto: Meeting::Never,
            goals: Vec::new(),
            stuck: Stuck::Loses,
        }
    }
}

/// A board game with one piece each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardGame {
    /// What the game is called.
    pub title: String,
    /// The names of the squares.
    pub squares: Vec<String>,
    /// White's piece and rules.
    pub white: BoardSide,
    /// Black's piece and rules.
    pub black: BoardSide,
    /// White's square, Black's square, and who begins.
    pub start: Option<(usize, usize, Side)>,
}

impl BoardGame {
    /// The rules of one side.
    #[must_use]
    pub fn side(&self, side: Side) -> &BoardSide {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The game. Position `a/b/W` has White's piece on a, Black's on b, and White to move.
    ///
    /// # Errors
    /// When it is larger than `limits` allow.
    ///
    /// # Panics
    /// When an index is not that of a square; a description that was [read](crate::text::parse)
    /// has no such index.
    pub fn build(&self, limits: Limits) -> Result<NamedGame, BuildError> {
        let squares = self.squares.len();
        let positions = squares.saturating_mul(squares).saturating_mul(2);
        let steps: usize =
            Side::BOTH.iter().flat_map(|&side| &self.side(side).steps).map(|to| to.len() + 1).sum();
        limits.check(positions, steps.saturating_mul(squares))?;

        // Positions that cannot arise, both pieces on one square where that is not allowed, get no
        // number.
        let places = || {
            (0..squares).flat_map(move |white| {
                (0..squares)
                    .flat_map(move |black| Side::BOTH.map(|side| [white, black, side.index()]))
            })
        };
        let slot = |[white, black, side]: [usize; 3]| (white * squares + black) * 2 + side;
        let mut numbers = vec![None; positions];
        let mut names = Vec::new();
        for place @ [white, black, side] in places() {
            let to_move = Side::BOTH[side];
            if white != black || self.side(to_move.other()).onto != Meeting::Never {
                numbers[slot(place)] = Some(Node(names.len() as u32));
                let (white, black) = (&self.squares[white], &self.squares[black]);
                names.push(format!("{white}/{black}/{}", letter(to_move)));
            }
        }

        let mut stream = GameStream::new();
        for place in places().filter(|&place| numbers[slot(place)].is_some()) {
            let to_move = Side::BOTH[place[2]];
            let rules = self.side(to_move);
            stream.position(to_move);
            if let Some(over) = self.over(place) {
                stream.ends(over);
                continue;
            }
            let own = place[to_move.index()];
            let pass = rules.may_pass.then_some(&own);
            let mut targets: Vec<usize> = rules.steps[own].iter().chain(pass).copied().collect();
            targets.sort_unstable();
            targets.dedup();
            let mut after = place;
            after[2] = to_move.other().index();
            let moves = targets.into_iter().filter_map(|target| {
                after[to_move.index()] = target;
                numbers[slot(after)]
            });
            let before = stream.move_count();
            if stream.moves_to(moves).move_count() == before {
                stream.ends(rules.stuck.value());
            }
        }
        let start = self.start.and_then(|(white, black, side)| {
            numbers.get(slot([white, black, side.index()])).copied().flatten()
        });
        let (title, game) = (self.title.clone(), stream.finish()?);
        Ok(NamedGame { title, names, start, game, free: None, plain: None })
    }

    /// The value of a position for the side to move, if the other side's last move ended the game.
    fn over(&self, [white, black, side]: [usize; 3]) -> Option<Value> {
        let moved = Side::BOTH[side].other();
        let rules = self.side(moved);
        if white == black {
            return match rules.onto {
                Meeting::Wins => Some(Value::LOST_NOW),
                // The only win in no plies: Ströhlein's G_1[0] := E for the fly's suicide (§7).
                Meeting::Loses => Some(Value::Won(Plies(0))),
                Meeting::Draws => Some(Value::Drawn),
                Meeting::Never => None,
            };
        }
        rules.goals.contains(&[white, black][moved.index()]).then_some(Value::LOST_NOW)
    }
}
