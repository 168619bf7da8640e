//! Subtraction games: one heap, from which the players take turns in taking.

use crate::game::GameStream;
use crate::graph::Node;
use crate::graph_game::letter;
use crate::limits::Limits;
use crate::named::NamedGame;
use crate::text::BuildError;
use crate::value::{Plies, Side, Value};

/// A heap and the numbers that may be taken from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heap {
    /// What the game is called.
    pub title: String,
    /// The heap at the start; White begins.
    pub size: u32,
    /// The numbers that may be taken.
    pub take: Vec<u32>,
    /// Has the player who cannot take won instead of lost (misère play)?
    pub last_loses: bool,
}

impl Heap {
    /// The game with every heap up to the size: `7/W` is a heap of seven with White to move.
    ///
    /// # Errors
    /// When it is larger than `limits` allow.
    pub fn build(&self, limits: Limits) -> Result<NamedGame, BuildError> {
        let heaps = self.size as usize + 1;
        limits.check(heaps.saturating_mul(2), heaps.saturating_mul(2 * self.take.len()))?;
        let mut take = self.take.clone();
        take.sort_unstable();
        take.dedup();
        let node = |heap: u32, side: Side| Node(2 * heap + side as u32);
        let mut stream = GameStream::new();
        let mut names = Vec::new();
        for heap in 0..=self.size {
            for side in Side::BOTH {
                names.push(format!("{heap}/{}", letter(side)));
                stream.position(side);
                let before = stream.move_count();
                let taken = take.iter().take_while(|&&taken| taken <= heap);
                stream.moves_to(taken.map(|taken| node(heap - taken, side.other())));
                if self.last_loses && stream.move_count() == before {
                    stream.ends(Value::Won(Plies(0)));
                }
            }
        }
        Ok(NamedGame {
            title: self.title.clone(),
            names,
            start: Some(node(self.size, Side::White)),
            game: stream.finish()?,
            free: None,
            plain: None,
        })
    }
}
