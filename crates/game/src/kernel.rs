//! Kernels: sets of nodes that one can always enter from outside and must leave from inside.
//!
//! A kernel of a directed graph is a set K such that a node is in K exactly when none of its
//! successors is (Ströhlein 1970, D1.4). As a Boolean equation, with X the nodes outside: X = T·X̄
//! (S1.6). A game's graph always has the two of [`Solution::kernels`](crate::Solution::kernels);
//! every other kernel K lies between them, K1 ∩ K2 ⊆ K ⊆ K1 ∪ K2 (S6.4).
//!
//! # Endings that are not losses
//!
//! By the definition a node without successors is in every kernel: a dead end is a loss. For other
//! endings [`Game::kernel_graph`] adds what the rules mean. A drawn dead end gets one move into an
//! endless cycle of two new positions, as in Ströhlein's §2 c; a dead end that is given as won gets
//! a move to a new lost one. The kernels of *that* graph, cut down to the game's own positions, are
//! the game's kernels, and S6.3 and S6.4 hold for them. Distances play no part.
//!
//! ```
//! use solusrex_game::Graph;
//! use solusrex_game::kernel::kernels;
//!
//! // A cycle of length four has two kernels, a cycle of length three none.
//! let four = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
//! let found = kernels(&four, 1000).unwrap();
//! assert_eq!(format!("{found:?}"), "[{0, 2}, {1, 3}]");
//! let three = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)]).unwrap();
//! assert!(kernels(&three, 1000).unwrap().is_empty());
//! ```

use thiserror::Error;

use crate::game::Game;
use crate::graph::{Graph, Node, NodeSet};
use crate::value::{Side, Value};

/// Why the kernels were not found.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KernelError {
    /// The search had to guess too often.
    #[error(
        "the search for all kernels stopped after {limit} guesses \
         (raise the limit, or ask only for the two distinguished kernels)"
    )]
    TooManyGuesses {
        /// The largest number allowed.
        limit: u64,
    },
}

/// Is `set` a kernel of `graph`?
#[must_use]
pub fn is_kernel(graph: &Graph, set: &NodeSet) -> bool {
    graph.nodes().all(|node| {
        set.contains(node) != graph.successors(node).iter().any(|&next| set.contains(next))
    })
}

/// All kernels of `graph`, sorted by their nodes.
///
/// Backtracking: one node is guessed in or out, and what follows is followed up before the next
/// guess. There can be exponentially many kernels, and none can take exponentially long to prove.
///
/// # Errors
/// When more than `limit` guesses are needed; a graph with k kernels needs at least k - 1.
pub fn kernels(graph: &Graph, limit: u64) -> Result<Vec<NodeSet>, KernelError> {
    let mut search = Search::new(graph);
    let mut found = Vec::new();
    let mut guesses = 0;
    let mut consistent = search.begin();
    // The guessed nodes: how long the trail was before, and whether "in" is still to be refuted.
    let mut stack: Vec<(usize, Node)> = Vec::new();
    loop {
        if consistent && let Some(node) = search.first_unknown() {
            guesses += 1;
            if guesses > limit {
                return Err(KernelError::TooManyGuesses { limit });
            }
            stack.push((search.trail.len(), node));
            consistent = search.put(node, Place::In);
            continue;
        }
        if consistent {
            found.push(NodeSet::filled(graph.len(), |v| search.places[v.index()] == Place::In));
        }
        let Some((length, node)) = stack.pop() else { break };
        search.undo(length);
        consistent = search.put(node, Place::Out);
    }
    found.sort_by_cached_key(|kernel| kernel.iter().collect::<Vec<_>>());
    Ok(found)
}

impl Game {
    /// The graph whose kernels are the game's, see the [module page](crate::kernel): the game's own
    /// graph, and at most three more nodes after it when there are dead ends that are not lost.
    #[must_use]
    pub fn kernel_graph(&self) -> Graph {
        let nodes = self.len() as u32;
        let (draw_white, draw_black, lost) = (nodes, nodes + 1, nodes + 2);
        let endings = self.given_endings();
        if endings.iter().all(|(_, value)| value.is_lost()) {
            return self.graph().clone();
        }
        let mut edges = vec![(draw_white, draw_black), (draw_black, draw_white)];
        for from in self.positions() {
            edges.extend(self.moves(from).iter().map(|to| (from.0, to.0)));
        }
        for &(node, value) in endings {
            match (value, self.side(node)) {
                (Value::Drawn, Side::White) => edges.push((node.0, draw_black)),
                (Value::Drawn, Side::Black) => edges.push((node.0, draw_white)),
                (Value::Won(_), _) => edges.push((node.0, lost)),
                (Value::Lost(_), _) => {}
            }
        }
        Graph::from_edges(self.len() + 3, &edges).expect("a few more nodes than a game may have")
    }

    /// All kernels of the game, the two distinguished ones among them.
    ///
    /// # Errors
    /// When the search needs more than `limit` guesses.
    pub fn all_kernels(&self, limit: u64) -> Result<Vec<NodeSet>, KernelError> {
        let mut kernels: Vec<NodeSet> = kernels(&self.kernel_graph(), limit)?
            .iter()
            .map(|kernel| kernel.restricted(self.len()))
            .collect();
        // Without a drawn dead end the endless cycle stands alone and only doubles the number.
        kernels.dedup();
        Ok(kernels)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Unknown,
    In,
    Out,
}

struct Search<'g> {
    forwards: &'g Graph,
    backwards: Graph,
    places: Vec<Place>,
    /// The nodes whose place is known, in the order in which it became so.
    trail: Vec<Node>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph) -> Search<'g> {
        Search {
            forwards: graph,
            backwards: graph.reversed(),
            places: vec![Place::Unknown; graph.len()],
            trail: Vec::new(),
        }
    }

    /// Dead ends are in, loops are out, and so on; false if that is impossible.
    fn begin(&mut self) -> bool {
        self.forwards.nodes().all(|node| {
            let successors = self.forwards.successors(node);
            if successors.is_empty() {
                self.put(node, Place::In)
            } else {
                !successors.contains(&node) || self.put(node, Place::Out)
            }
        })
    }

    fn first_unknown(&self) -> Option<Node> {
        self.places.iter().position(|&place| place == Place::Unknown).map(|at| Node(at as u32))
    }

    /// Places a node and all that follows; false if that is impossible.
    fn put(&mut self, node: Node, place: Place) -> bool {
        let mut followed = self.trail.len();
        if !self.set(node, place) {
            return false;
        }
        while followed < self.trail.len() {
            let node = self.trail[followed];
            followed += 1;
            if !self.follow(node) {
                return false;
            }
        }
        true
    }

    fn set(&mut self, node: Node, place: Place) -> bool {
        let old = &mut self.places[node.index()];
        if *old == Place::Unknown {
            *old = place;
            self.trail.push(node);
        }
        *old == place
    }

    /// Draws the consequences of one placed node; false if they contradict.
    fn follow(&mut self, node: Node) -> bool {
        let forwards = self.forwards;
        if self.places[node.index()] == Place::In {
            forwards.successors(node).iter().all(|&next| self.set(next, Place::Out))
                && (0..self.backwards.successors(node).len())
                    .all(|at| self.set(self.backwards.successors(node)[at], Place::Out))
        } else {
            self.needs_entry(node)
                && (0..self.backwards.successors(node).len())
                    .all(|at| self.needs_entry(self.backwards.successors(node)[at]))
        }
    }

    /// A node is in when all its successors are out; a node that is out needs a successor in.
    fn needs_entry(&mut self, node: Node) -> bool {
        let mut candidate = None;
        for &next in self.forwards.successors(node) {
            match self.places[next.index()] {
                Place::In => return self.set(node, Place::Out),
                Place::Out => {}
                Place::Unknown if candidate.is_none_or(|other| other == next) => {
                    candidate = Some(next);
                }
                Place::Unknown => return true,
            }
        }
        match candidate {
            None => self.set(node, Place::In),
            Some(last) if self.places[node.index()] == Place::Out => self.set(last, Place::In),
            Some(_) => true,
        }
    }

    fn undo(&mut self, length: usize) {
        for node in self.trail.drain(length..) {
            self.places[node.index()] = Place::Unknown;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn separate_pairs_have_a_choice_each_and_the_limit_is_an_error() {
        let edges: Vec<_> =
            (0..10).flat_map(|i| [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i)]).collect();
        let graph = Graph::from_edges(20, &edges).unwrap();
        assert_eq!(kernels(&graph, 1023).unwrap().len(), 1024);
        assert_eq!(kernels(&graph, 1022), Err(KernelError::TooManyGuesses { limit: 1022 }));
    }

    #[test]
    fn a_loop_has_no_kernel_and_the_empty_graph_has_one() {
        assert!(kernels(&Graph::from_edges(1, &[(0, 0)]).unwrap(), 9).unwrap().is_empty());
        assert_eq!(kernels(&Graph::from_edges(0, &[]).unwrap(), 9).unwrap().len(), 1);
    }

    #[test]
    fn a_long_path_is_followed_without_a_guess() {
        let edges: Vec<_> = (1..50_000).map(|i| (i, i - 1)).collect();
        let graph = Graph::from_edges(50_000, &edges).unwrap();
        let found = kernels(&graph, 0).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), 25_000);
    }

    proptest! {
        #[test]
        fn the_search_finds_exactly_the_sets_that_are_kernels(
            nodes in 1_u32..8,
            edges in prop::collection::vec((0_u32..8, 0_u32..8), 0..24),
        ) {
            let edges: Vec<_> = edges.into_iter().map(|(a, b)| (a % nodes, b % nodes)).collect();
            let graph = Graph::from_edges(nodes as usize, &edges).unwrap();
            let mut all: Vec<NodeSet> = (0..1_u32 << nodes)
                .map(|bits| NodeSet::filled(nodes as usize, |v| bits >> v.0 & 1 == 1))
                .filter(|set| is_kernel(&graph, set))
                .collect();
            all.sort_by_cached_key(|kernel| kernel.iter().collect::<Vec<_>>());
            prop_assert_eq!(kernels(&graph, 1000).unwrap(), all);
        }
    }
}
