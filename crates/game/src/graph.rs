//! Directed graphs in compressed rows.
//!
//! A [`Graph`] of *n* nodes is two arrays: the successors of node *v* are
//! `targets[starts[v] .. starts[v + 1]]`.
//!
//! ```text
//!  0 -> 1 2      starts   0   2 3 3
//!  1 -> 2                 |   | |/
//!  2             targets  1 2 2
//! ```
//!
//! Four bytes a node and four bytes an edge; a graph and its reversal with 200 million edges take
//! 1.7 GB together.
//!
//! ```
//! use solusrex_game::{Graph, Node};
//!
//! let graph = Graph::from_edges(3, &[(0, 1), (0, 2), (1, 2)]).unwrap();
//! assert_eq!(graph.successors(Node(0)), [Node(1), Node(2)]);
//! assert_eq!(graph.reversed().successors(Node(2)), [Node(0), Node(1)]);
//! ```

use std::fmt;

use serde::Serialize;
use thiserror::Error;

/// A node of a graph, a position of a game: its number, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Node(pub u32);

impl Node {
    /// As an index into an array with one entry per node.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a graph could not be built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GraphError {
    /// More nodes than can be numbered.
    #[error(
        "more than {} positions (split the game into sub-games joined by exits)",
        Graph::MAX_NODES
    )]
    TooManyNodes,
    /// More edges than offsets can count.
    #[error("more than {} moves (split the game into sub-games joined by exits)", Graph::MAX_EDGES)]
    TooManyEdges,
    /// An edge leads to a node that does not exist.
    #[error("a move leads from position {from} to {to}, but there are only {nodes} positions")]
    UnknownTarget {
        /// Where the edge begins.
        from: Node,
        /// The node that is not there.
        to: Node,
        /// How many nodes there are.
        nodes: usize,
    },
}

/// A directed graph, fixed once built. Parallel edges and loops are allowed.
#[derive(Clone, PartialEq, Eq)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<Node>,
}

impl Graph {
    /// The largest number of nodes, 2^29.
    pub const MAX_NODES: usize = 1 << 29;
    /// The largest number of edges, 2^32 - 1.
    pub const MAX_EDGES: usize = u32::MAX as usize;

    /// Builds a graph from a list of edges, which keep their order at each node.
    ///
    /// # Errors
    /// When an edge names a node outside `0..nodes`, or there are too many of either.
    pub fn from_edges(nodes: usize, edges: &[(u32, u32)]) -> Result<Graph, GraphError> {
        if nodes > Graph::MAX_NODES {
            return Err(GraphError::TooManyNodes);
        }
        if edges.len() > Graph::MAX_EDGES {
            return Err(GraphError::TooManyEdges);
        }
        let mut starts = vec![0_u32; nodes + 1];
        for &(from, to) in edges {
            if from as usize >= nodes || to as usize >= nodes {
                return Err(GraphError::UnknownTarget { from: Node(from), to: Node(to), nodes });
            }
            starts[from as usize + 1] += 1;
        }
        add_up(&mut starts);
        let mut free = starts.clone();
        let mut targets = vec![Node(0); edges.len()];
        for &(from, to) in edges {
            let slot = &mut free[from as usize];
            targets[*slot as usize] = Node(to);
            *slot += 1;
        }
        Ok(Graph { starts, targets })
    }

    /// Takes over finished rows; the caller has checked them.
    pub(crate) fn from_rows(starts: Vec<u32>, targets: Vec<Node>) -> Graph {
        debug_assert_eq!(starts.last().map(|&end| end as usize), Some(targets.len()));
        Graph { starts, targets }
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Is there no node at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        (0..self.len() as u32).map(Node)
    }

    /// Where the edges of `node` lead, Γ of the node.
    ///
    /// # Panics
    /// When the graph has no such node.
    #[must_use]
    pub fn successors(&self, node: Node) -> &[Node] {
        let row = &self.starts[node.index()..node.index() + 2];
        &self.targets[row[0] as usize..row[1] as usize]
    }

    /// The number of edges that leave `node`.
    #[must_use]
    pub fn out_degree(&self, node: Node) -> u32 {
        self.starts[node.index() + 1] - self.starts[node.index()]
    }

    /// The graph with every edge turned round; predecessors come in ascending order.
    ///
    /// A counting sort by target would scatter its writes over hundreds of megabytes, and nearly
    /// each of them would miss the cache and the TLB. So the edges are first dealt into buckets of
    /// 2^16 neighbouring targets, with one writing place per bucket, and then each bucket, which
    /// fits into the cache, is sorted by itself. A bucket's edges stand where its rows will stand,
    /// so besides the result only the low half of each target is needed: two bytes an edge.
    #[must_use]
    pub fn reversed(&self) -> Graph {
        const BITS: u32 = 16;
        const WIDTH: usize = 1 << BITS;
        let nodes = self.len();
        let mut bucket_starts = vec![0_u32; nodes.div_ceil(WIDTH) + 1];
        for target in &self.targets {
            bucket_starts[(target.0 >> BITS) as usize + 1] += 1;
        }
        add_up(&mut bucket_starts);

        let mut sources = vec![Node(0); self.targets.len()];
        let mut lows = vec![0_u16; self.targets.len()];
        let mut free = bucket_starts.clone();
        for node in self.nodes() {
            for target in self.successors(node) {
                let slot = &mut free[(target.0 >> BITS) as usize];
                sources[*slot as usize] = node;
                lows[*slot as usize] = target.0 as u16;
                *slot += 1;
            }
        }

        let mut starts = Vec::with_capacity(nodes + 1);
        let mut unsorted = Vec::new();
        let mut row_starts = vec![0_u32; WIDTH.min(nodes)];
        for (bucket, ends) in bucket_starts.windows(2).enumerate() {
            let range = ends[0] as usize..ends[1] as usize;
            let lows = &lows[range.clone()];
            let sources = &mut sources[range];
            unsorted.clear();
            unsorted.extend_from_slice(sources);
            row_starts.fill(0);
            for &low in lows {
                row_starts[low as usize] += 1;
            }
            let mut sum = 0;
            for count in &mut row_starts {
                sum += std::mem::replace(count, sum);
            }
            let rows = WIDTH.min(nodes - bucket * WIDTH);
            starts.extend(row_starts[..rows].iter().map(|start| ends[0] + start));
            for (&low, &source) in lows.iter().zip(&unsorted) {
                let slot = &mut row_starts[low as usize];
                sources[*slot as usize] = source;
                *slot += 1;
            }
        }
        starts.push(self.targets.len() as u32);
        Graph { starts, targets: sources }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(
                self.nodes()
                    .map(|v| (v.0, self.successors(v).iter().map(|t| t.0).collect::<Vec<_>>())),
            )
            .finish()
    }
}

/// Turns counts at `i + 1` into starting offsets.
fn add_up(starts: &mut [u32]) {
    let mut sum = 0;
    for start in starts {
        sum += *start;
        *start = sum;
    }
}

/// A set of nodes of one graph, one bit each.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NodeSet {
    words: Vec<u64>,
    nodes: usize,
}

impl NodeSet {
    /// The empty set among `nodes` nodes.
    #[must_use]
    pub fn empty(nodes: usize) -> NodeSet {
        NodeSet { words: vec![0; nodes.div_ceil(64)], nodes }
    }

    /// The nodes for which `belongs` holds.
    pub fn filled(nodes: usize, mut belongs: impl FnMut(Node) -> bool) -> NodeSet {
        let mut set = NodeSet::empty(nodes);
        for node in (0..nodes as u32).map(Node) {
            if belongs(node) {
                set.insert(node);
            }
        }
        set
    }

    /// Takes over finished words; bits beyond the last node are clear.
    pub(crate) fn from_words(words: Vec<u64>, nodes: usize) -> NodeSet {
        debug_assert_eq!(words.len(), nodes.div_ceil(64));
        NodeSet { words, nodes }
    }

    /// Is `node` in the set?
    #[must_use]
    pub fn contains(&self, node: Node) -> bool {
        self.words.get(node.index() / 64).is_some_and(|word| word >> (node.0 % 64) & 1 == 1)
    }

    /// Adds `node`.
    ///
    /// # Panics
    /// When the node is not one of the graph's.
    pub fn insert(&mut self, node: Node) {
        assert!(node.index() < self.nodes, "node {node} of {}", self.nodes);
        self.words[node.index() / 64] |= 1 << (node.0 % 64);
    }

    /// How many nodes the set has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Has the set no node?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The nodes of the set in order.
    pub fn iter(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.nodes as u32).map(Node).filter(|&node| self.contains(node))
    }

    /// The nodes in both sets.
    #[must_use]
    pub fn intersection(&self, other: &NodeSet) -> NodeSet {
        self.zip(other, |a, b| a & b)
    }

    /// The nodes in at least one of the sets.
    #[must_use]
    pub fn union(&self, other: &NodeSet) -> NodeSet {
        self.zip(other, |a, b| a | b)
    }

    /// The nodes of this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &NodeSet) -> NodeSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Is every node of this set in the other?
    #[must_use]
    pub fn is_subset(&self, other: &NodeSet) -> bool {
        self.difference(other).is_empty()
    }

    /// The set among the first `nodes` nodes only.
    #[must_use]
    pub fn restricted(&self, nodes: usize) -> NodeSet {
        NodeSet::filled(nodes, |node| self.contains(node))
    }

    fn zip(&self, other: &NodeSet, combine: impl Fn(u64, u64) -> u64) -> NodeSet {
        debug_assert_eq!(self.nodes, other.nodes);
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| combine(a, b)).collect();
        NodeSet { words, nodes: self.nodes }
    }
}

impl fmt::Debug for NodeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|node| node.0)).finish()
    }
}

/// As the list of its nodes.
impl Serialize for NodeSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_edge_out_of_the_graph_is_refused() {
        assert_eq!(
            Graph::from_edges(2, &[(0, 2)]).unwrap_err().to_string(),
            "a move leads from position 0 to 2, but there are only 2 positions"
        );
    }

    #[test]
    fn the_empty_graph_is_a_graph() {
        let graph = Graph::from_edges(0, &[]).unwrap();
        assert!(graph.is_empty());
        assert_eq!(graph.reversed(), graph);
    }

    proptest! {
        #[test]
        fn reversing_a_graph_turns_each_edge_round(
            edges in prop::collection::vec((0_u32..9, 0_u32..9), 0..60)
        ) {
            let mut edges = edges;
            let turned: Vec<_> = edges.iter().map(|&(a, b)| (b, a)).collect();
            let graph = Graph::from_edges(9, &edges).unwrap();
            let reversed = Graph::from_edges(9, &turned).unwrap();
            edges.sort_unstable();
            let sorted = |graph: &Graph| {
                let mut rows: Vec<Vec<Node>> =
                    graph.nodes().map(|v| graph.successors(v).to_vec()).collect();
                rows.iter_mut().for_each(|row| row.sort_unstable());
                rows
            };
            prop_assert_eq!(sorted(&graph.reversed()), sorted(&reversed));
        }
    }
}
