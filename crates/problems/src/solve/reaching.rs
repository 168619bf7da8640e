//! Which squares of the ordinary board a man reaches with so many moves, as sets of bits.

use super::masks::{NEVER, Walks};

/// Moves of one man that are told apart; with more it gets no farther.
const MOST: usize = 15;

/// The squares that a man reaches, by what it is in the end and the number of moves.
#[derive(Clone, Debug)]
pub(crate) struct Reaching {
    /// For each future its walk.
    pub(crate) futures: Vec<u16>,
    within: Vec<[u64; MOST + 1]>,
    /// The same whatever it becomes.
    anyhow: [u64; MOST + 1],
}

impl Reaching {
    pub(crate) fn new(walks: &Walks, walk: u16, captures: usize, at: usize) -> Reaching {
        let futures: Vec<u16> = walks.futures(walk).collect();
        let within = |moves: &[u8]| {
            let row = &moves[64 * at..][..64];
            std::array::from_fn(|most| {
                let near =
                    |&(_, &moves): &(usize, &u8)| moves != NEVER && usize::from(moves) <= most;
                row.iter().enumerate().filter(near).fold(0, |set, (to, _)| set | 1 << to)
            })
        };
        Reaching {
            within: futures.iter().map(|&last| within(walks.moves(walk, last, captures))).collect(),
            anyhow: within(walks.any_moves(walk, captures)),
            futures,
        }
    }

    /// With how many moves it gets to a square as the `nth` of its futures.
    pub(crate) fn moves(&self, nth: usize, to: usize) -> u8 {
        self.within[nth].iter().take_while(|&set| set >> to & 1 == 0).count() as u8
    }

    /// The squares reached as the `nth` of its futures.
    #[inline]
    pub(crate) fn within(&self, nth: usize, moves: u8) -> u64 {
        self.within[nth][usize::from(moves).min(MOST)]
    }

    /// With how many moves it gets to one of some squares as anything.
    pub(crate) fn nearest(&self, squares: u64) -> u8 {
        let moves = self.anyhow.iter().position(|set| set & squares != 0);
        moves.map_or(NEVER, |moves| moves as u8)
    }

    /// With how many moves it gets to one of some squares as the `nth` of its futures and from there to
    /// where another stands, which comes as far with as many moves as this one then goes. No way there
    /// takes fewer than `least`.
    pub(crate) fn moves_by(&self, nth: usize, other: &Reaching, squares: u64, least: u8) -> u8 {
        let (mine, its) = (&self.within[nth], &other.within[0]);
        let met = |there: usize, back: usize| mine[there] & its[back] & squares != 0;
        if !met(MOST, MOST) {
            return NEVER;
        }
        let sum = (least.into()..=2 * MOST).find(|&sum| {
            (sum.saturating_sub(MOST)..=sum.min(MOST)).any(|there| met(there, sum - there))
        });
        sum.map_or(NEVER, |sum| sum as u8)
    }

    /// Whether the man never moves.
    #[inline]
    pub(crate) fn is_fixed(&self) -> bool {
        self.anyhow[MOST] == self.anyhow[0]
    }

    /// The squares reached as anything.
    #[inline]
    pub(crate) fn anyhow(&self, moves: u8) -> u64 {
        self.anyhow[usize::from(moves).min(MOST)]
    }
}
