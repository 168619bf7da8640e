//! The theory word for word: Boolean matrices and vectors, for small games only.
//!
//! This is what the fast [solver](crate::solve) is tested against. Everything is dense and nothing
//! is clever; the memory grows with the square of the number of positions.

use crate::game::Game;
use crate::graph::{Graph, Node};
use crate::value::{Moves, Plies, Side, Value};

/// A Boolean matrix by rows.
struct Matrix(Vec<Vec<bool>>);

impl Matrix {
    /// The rows are the positions of one side, the columns those of the other.
    fn of_moves(graph: &Graph, from: &[Node], to: &[Node]) -> Matrix {
        let row = |&p: &Node| to.iter().map(|q| graph.successors(p).contains(q)).collect();
        Matrix(from.iter().map(row).collect())
    }

    /// The product of D1.2 with a column vector.
    fn times(&self, vector: &[bool]) -> Vec<bool> {
        let entry = |row: &Vec<bool>| row.iter().zip(vector).any(|(&a, &b)| a && b);
        self.0.iter().map(entry).collect()
    }
}

fn not(vector: &[bool]) -> Vec<bool> {
    vector.iter().map(|&entry| !entry).collect()
}

/// Who wins each position in how many moves, by the iteration of Ströhlein (1970, S5.3)
///
/// ```text
///   G_w[n] = B_w V_s[n-1]          V_s[n] = not (B_s not G_w[n])          V_s[0] = dead ends
/// ```
///
/// and the same with w and s exchanged. Drawn dead ends are made endless as in §2 c. None for a
/// game with other given endings, which S5.3 does not know; none inside for a draw.
///
/// ```
/// use solusrex_game::{GameBuilder, Moves, Side, reference};
///
/// let mut builder = GameBuilder::new();
/// let [a, b] = Side::BOTH.map(|side| builder.position(side));
/// builder.moves(a, b);
/// let levels = reference::move_numbers(&builder.finish().unwrap()).unwrap();
/// assert_eq!(levels, [Some((Side::White, Moves(1))), Some((Side::White, Moves(0)))]);
/// ```
#[must_use]
pub fn move_numbers(game: &Game) -> Option<Vec<Option<(Side, Moves)>>> {
    if !game.given_endings().iter().all(|(_, value)| value.is_drawn()) {
        return None;
    }
    // The kernel graph is the game's graph with p*_w and p*_s of §2 c after the game's positions,
    // and one more node that nothing leads to.
    let graph = game.kernel_graph();
    let extra = graph.len() > game.len();
    let mut positions = Side::BOTH
        .map(|side| game.positions().filter(|&p| game.side(p) == side).collect::<Vec<_>>());
    if extra {
        positions[0].push(Node(game.len() as u32));
        positions[1].push(Node(game.len() as u32 + 1));
    }
    let mut levels = vec![None; graph.len()];
    for winner in Side::BOTH {
        let own = &positions[winner.index()];
        let other = &positions[winner.other().index()];
        let b_own = Matrix::of_moves(&graph, own, other);
        let b_other = Matrix::of_moves(&graph, other, own);
        let mut lost: Vec<bool> = other.iter().map(|&p| graph.out_degree(p) == 0).collect();
        let mut mark = |nodes: &[Node], vector: &[bool], n: u32| {
            let mut new = false;
            for (node, _) in nodes.iter().zip(vector).filter(|&(_, &entry)| entry) {
                new |= levels[node.index()].is_none();
                levels[node.index()].get_or_insert((winner, Moves(n)));
            }
            new
        };
        mark(other, &lost, 0);
        for n in 1.. {
            let won = b_own.times(&lost);
            lost = not(&b_other.times(&not(&won)));
            let new_wins = mark(own, &won, n);
            if !mark(other, &lost, n) && !new_wins {
                break;
            }
        }
    }
    levels.truncate(game.len());
    Some(levels)
}

/// The value of each position, by the same iteration ply by ply, so that given values of any
/// distance can join:
///
/// ```text
///   G[d] = B V[d-1] or given as won in at most d
///   V[d] = (has a move and not (B not G[d-1])) or given as lost in at most d
/// ```
///
/// It takes as many rounds as the largest distance has plies.
#[must_use]
pub fn values(game: &Game) -> Vec<Value> {
    let all: Vec<Node> = game.positions().collect();
    let moves = Matrix::of_moves(game.graph(), &all, &all);
    let endings: Vec<Option<Value>> = all.iter().map(|&p| game.ending(p)).collect();
    let furthest = endings.iter().flatten().filter_map(|ending| ending.plies()).max();
    let rounds = furthest.map_or(0, |plies| plies.0 as usize + game.len());
    let mut values = vec![Value::Drawn; game.len()];
    let mut won = vec![false; game.len()];
    let mut lost = won.clone();
    for plies in (0..=rounds as u32).map(Plies) {
        let reaches_loss = moves.times(&lost);
        let reaches_other = moves.times(&not(&won));
        for (at, ending) in endings.iter().enumerate() {
            let (now_won, now_lost) = match *ending {
                None => (reaches_loss[at], !reaches_other[at]),
                Some(Value::Won(given)) => (given <= plies, false),
                Some(Value::Drawn) => (false, false),
                Some(Value::Lost(given)) => (false, given <= plies),
            };
            if now_won && !won[at] {
                values[at] = Value::Won(plies);
            }
            if now_lost && !lost[at] {
                values[at] = Value::Lost(plies);
            }
            (won[at], lost[at]) = (now_won, now_lost);
        }
    }
    values
}
