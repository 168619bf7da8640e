//! Forced mates, proved: does the side to move mate in n moves, whatever the opponent does?
//!
//! The search tries every move of both sides; shorter mates are looked for first, so the first found is
//! the shortest. A table remembers of a position with how many moves it is known to fail and to
//! succeed. Where few men are left, endgame tables answer.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicU64, Ordering},
};

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use solusrex_game::Value;
use solusrex_tables::{Ending, FIFTY_MOVES, MOST_MEN, Metric, Tablebase};

use super::control::{Control, Stopped};

/// What is known of positions, shared by threads without locks.
///
/// A word holds the upper 48 bits of the position's key, and with how many moves of the attacker it
/// fails (0 if not known) and succeeds (0 if not known). A word of another position is overwritten.
pub(super) struct Memory {
    words: Vec<AtomicU64>,
}

/// The most moves that a word can hold.
const LONGEST: u32 = 255;

impl Memory {
    pub(super) fn new(mebibytes: usize) -> Memory {
        let words = (mebibytes.max(1) << 20) / size_of::<AtomicU64>();
        Memory { words: (0..words).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    fn word(&self, key: u64) -> &AtomicU64 {
        &self.words[(key % self.words.len() as u64) as usize]
    }

    /// With how many moves a position fails and succeeds, as far as is known.
    fn known(&self, key: u64) -> (u32, Option<u32>) {
        let word = self.word(key).load(Ordering::Relaxed);
        if word >> 16 != key >> 16 {
            return (0, None);
        }
        let succeeds = (word & 0xff) as u32;
        ((word >> 8 & 0xff) as u32, (succeeds > 0).then_some(succeeds))
    }

    fn learn(&self, key: u64, moves: u32, success: bool) {
        let (mut fails, mut succeeds) = self.known(key);
        if moves > LONGEST {
            return;
        }
        if success {
            succeeds = Some(succeeds.map_or(moves, |known| known.min(moves)));
        } else {
            fails = fails.max(moves);
        }
        let word = key >> 16 << 16 | u64::from(fails) << 8 | u64::from(succeeds.unwrap_or(0));
        self.word(key).store(word, Ordering::Relaxed);
    }
}

/// A search for mates.
pub(super) struct Mates<'a> {
    pub(super) tables: &'a Tablebase,
    /// The endings that have a table to mate, so that no folder is searched for others.
    pub(super) at_hand: &'a HashSet<Ending>,
    pub(super) memory: &'a Memory,
    pub(super) control: &'a Control,
    /// Whether the fifty-move rule may come first, so that equal positions differ by their clocks.
    pub(super) clock_matters: bool,
}

impl Mates<'_> {
    fn key(&self, position: &Chess) -> u64 {
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        if self.clock_matters {
            key ^ u64::from(position.halfmoves() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            key
        }
    }

    /// The shortest mate that the tables know, in moves; outer none if they do not know.
    fn known_by_tables(&self, position: &Chess) -> Option<Option<u32>> {
        if position.board().occupied().count() > MOST_MEN || self.clock_matters {
            return None;
        }
        let ending = Ending::of_board(position.board())?.canonical().0;
        if !self.at_hand.contains(&ending) {
            return None;
        }
        match self.tables.probe(position, Metric::Dtm).ok()? {
            Value::Won(plies) => Some(Some(plies.moves().0)),
            Value::Drawn | Value::Lost(_) => Some(None),
        }
    }

    /// Whether the side to move mates in at most so many moves.
    pub(super) fn mates(&self, position: &Chess, moves: u32) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(false);
        }
        self.control.visit()?;
        let key = self.key(position);
        let (fails, succeeds) = self.memory.known(key);
        if fails >= moves {
            return Ok(false);
        }
        if succeeds.is_some_and(|succeeds| succeeds <= moves) {
            return Ok(true);
        }
        if let Some(known) = self.known_by_tables(position) {
            return Ok(known.is_some_and(|shortest| shortest <= moves));
        }
        // shorter mates are mostly found sooner, and their table words help the longer search
        let shortest = fails + 1;
        for moves in shortest..=moves {
            let found = self.tries(position, moves)?;
            self.memory.learn(key, moves, found);
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some move mates in so many.
    fn tries(&self, position: &Chess, moves: u32) -> Result<bool, Stopped> {
        let mut attacks = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let check = after.is_check();
            if moves == 1 {
                // only a check can be mate
                if check && after.legal_moves().is_empty() {
                    return Ok(true);
                }
                continue;
            }
            let replies = after.legal_moves().len();
            match (replies, check) {
                (0, true) => return Ok(true),
                (0, false) => {}
                _ => attacks.push(((!check, replies), after)),
            }
        }
        attacks.sort_by_key(|(rank, _)| *rank);
        for (_, after) in attacks {
            if self.is_lost(&after, moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move is mated, or is so in at most so many moves of the opponent.
    pub(super) fn is_lost(&self, position: &Chess, moves: u32) -> Result<bool, Stopped> {
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        if moves == 0 || self.clock_matters && position.halfmoves() >= FIFTY_MOVES {
            return Ok(false);
        }
        self.control.visit()?;
        // who takes something refutes more often
        replies.sort_by_key(|mv| std::cmp::Reverse(mv.capture()));
        for reply in replies {
            let mut after = position.clone();
            after.play_unchecked(reply);
            if self.clock_matters && after.halfmoves() >= FIFTY_MOVES && !after.is_checkmate() {
                return Ok(false);
            }
            if !self.mates(&after, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The line of a proved mate in so many moves: the shortest win against the longest defence. It ends
    /// early if the search is stopped.
    pub(super) fn line(&self, position: &Chess, first: Move, moves: u32) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = position.clone();
        position.play_unchecked(first);
        // what is left to the attacker
        let _ = self.follow(&mut position, moves.saturating_sub(1), &mut line);
        line
    }

    fn follow(
        &self,
        position: &mut Chess,
        moves: u32,
        line: &mut Vec<Move>,
    ) -> Result<(), Stopped> {
        for _ in 0..moves {
            let mut longest: Option<(u32, Move, Chess)> = None;
            for reply in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(reply);
                let Some(needs) = self.shortest(&after, moves)? else { continue };
                if longest.as_ref().is_none_or(|(most, ..)| needs > *most) {
                    longest = Some((needs, reply, after));
                }
            }
            let Some((needs, reply, after)) = longest else { return Ok(()) };
            *position = after;
            line.push(reply);
            let Some(attack) = self.attack(position, needs)? else { return Ok(()) };
            position.play_unchecked(attack);
            line.push(attack);
        }
        Ok(())
    }

    /// The moves that the shortest mate takes, if it takes no more than so many.
    fn shortest(&self, position: &Chess, most: u32) -> Result<Option<u32>, Stopped> {
        for moves in 1..=most {
            if self.mates(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// A move that mates in so many.
    pub(super) fn attack(&self, position: &Chess, moves: u32) -> Result<Option<Move>, Stopped> {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if self.is_lost(&after, moves - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use solusrex_rules::Orthodox;

    use super::*;

    /// Asks a search without tables.
    fn with_mates<T>(
        clock_matters: bool,
        nodes: Option<u64>,
        ask: impl FnOnce(&Mates<'_>) -> T,
    ) -> T {
        let (tables, memory) = (&Tablebase::in_memory(), &Memory::new(1));
        let (control, at_hand) = (&Control::new(false, false, None, nodes), &HashSet::new());
        ask(&Mates { tables, at_hand, memory, control, clock_matters })
    }

    fn position(fen: &str) -> Chess {
        Orthodox::from_fen(fen).unwrap().as_chess().clone()
    }

    /// The shortest mate of the side to move and the plies of its line.
    fn shortest(fen: &str, most: u32) -> Option<(u32, usize)> {
        with_mates(false, None, |mates| {
            let position = position(fen);
            let moves = mates.shortest(&position, most).unwrap()?;
            let first = mates.attack(&position, moves).unwrap().unwrap();
            Some((moves, mates.line(&position, first, moves).len()))
        })
    }

    #[test]
    fn known_problems() {
        // Morphy's problem
        assert_eq!(shortest("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 4), Some((2, 3)));
        assert_eq!(shortest("6k1/5ppp/8/8/8/8/8/K2R4 w - -", 3), Some((1, 1)));
        assert_eq!(shortest("8/8/8/8/8/2k5/1R6/K7 w - -", 3), None);
        // two rooks drive the king to the edge
        assert_eq!(shortest("8/8/7k/8/R7/1R6/8/K7 w - -", 4).map(|(moves, _)| moves), Some(3));
    }

    #[test]
    fn the_clock_may_come_first() {
        let problem = |clock: u32| position(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 80"));
        with_mates(true, None, |mates| {
            let found = |clock| mates.mates(&problem(clock), 3).unwrap();
            assert!(found(0) && found(90));
            assert!(!found(98), "a draw is claimed before");
        });
    }

    #[test]
    fn nodes_are_a_limit() {
        with_mates(false, Some(100), |mates| {
            assert_eq!(mates.mates(&Chess::default(), 9), Err(Stopped));
        });
    }
}
