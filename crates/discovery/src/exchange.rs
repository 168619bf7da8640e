//! Games with colours exchanged.
//!
//! White begins, so in the exchanged game White has a move more to make. If some move at some time
//! disturbs nothing, the other side mates in the same way, one half-move later.

use shakmaty::{Chess, Move, Position as _};

/// A game from the array that ends with the same mate for the other side, a half-move longer.
pub(crate) fn exchanged(game: &[Move]) -> Option<Vec<Move>> {
    let turned: Vec<Move> = game.iter().map(|&mv| turned(mv)).collect();
    let black: Vec<Move> = turned.iter().copied().step_by(2).collect();
    let white: Vec<Move> = turned.iter().copied().skip(1).step_by(2).collect();
    (0..=white.len()).find_map(|at| {
        let before = play(&Chess::default(), &in_turn(&white[..at], &black[..at]))?;
        before.legal_moves().into_iter().find_map(|wait| {
            let white: Vec<Move> = [&white[..at], &[wait], &white[at..]].concat();
            let line = in_turn(&white, &black);
            let mates = play(&before, &line[2 * at..])?.is_checkmate();
            (mates && line.last() == turned.last()).then_some(line)
        })
    })
}

/// White's and Black's moves in turn.
fn in_turn(white: &[Move], black: &[Move]) -> Vec<Move> {
    let answers = black.iter().map(Some).chain(std::iter::repeat(None));
    white
        .iter()
        .zip(answers)
        .flat_map(|(&mv, answer)| [Some(mv), answer.copied()])
        .flatten()
        .collect()
}

/// The position after moves, if they are legal.
fn play(start: &Chess, line: &[Move]) -> Option<Chess> {
    line.iter().try_fold(start.clone(), |position, &mv| position.play(mv).ok())
}

/// A move as seen from the other side of the board.
pub(crate) fn turned(mv: Move) -> Move {
    match mv {
        Move::Normal { role, from, capture, to, promotion } => Move::Normal {
            role,
            from: from.flip_vertical(),
            capture,
            to: to.flip_vertical(),
            promotion,
        },
        Move::EnPassant { from, to } => {
            Move::EnPassant { from: from.flip_vertical(), to: to.flip_vertical() }
        }
        Move::Castle { king, rook } => {
            Move::Castle { king: king.flip_vertical(), rook: rook.flip_vertical() }
        }
        Move::Put { role, to } => Move::Put { role, to: to.flip_vertical() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{read, san};

    #[test]
    fn a_mate_is_turned_round() {
        for game in ["f3 e5 g4 Qh4#", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"] {
            let moves = read(&Chess::default(), game.split(' ')).expect("a game");
            let other = exchanged(&moves).expect("the other side mates too");
            assert_eq!(other.len(), moves.len() + 1);
            let last = san(&Chess::default(), &other).pop().expect("a move");
            assert!(["Qh5#", "Qxf2#"].contains(&last.as_str()), "{last}");
        }
    }
}
