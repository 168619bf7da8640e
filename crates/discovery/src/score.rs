//! Games as people write them.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};

/// The moves of a game in algebraic notation.
///
/// ```
/// use shakmaty::Chess;
/// use solusrex_discovery::score::{read, san, score};
///
/// let start = Chess::default();
/// let game = read(&start, ["f3", "e5", "g4", "Qh4#"])?;
/// assert_eq!(san(&start, &game), ["f3", "e5", "g4", "Qh4#"]);
/// assert_eq!(score(&start, &game), "1. f3 e5 2. g4 Qh4#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If a move cannot be played.
pub fn san(start: &Chess, game: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    game.iter()
        .map(|&mv| {
            assert!(position.is_legal(mv), "a game of legal moves");
            SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string()
        })
        .collect()
}

/// The same with move numbers, in one line.
///
/// # Panics
///
/// If a move cannot be played.
pub fn score(start: &Chess, game: &[Move]) -> String {
    in_line(start.fullmoves().get(), start.turn(), &san(start, game))
}

/// Moves from the initial array, written already, in one line with their numbers.
///
/// ```
/// use solusrex_discovery::score::numbered;
///
/// assert_eq!(numbered(&["f3".into(), "e5".into(), "g4".into()]), "1. f3 e5 2. g4");
/// ```
pub fn numbered(game: &[String]) -> String {
    in_line(1, Color::White, game)
}

fn in_line(mut number: u32, mut turn: Color, game: &[String]) -> String {
    let mut text = String::new();
    for (nth, san) in game.iter().enumerate() {
        let blank = if nth == 0 { "" } else { " " };
        // writing to a string cannot fail
        let _ = match turn {
            Color::White => write!(text, "{blank}{number}. {san}"),
            Color::Black if nth == 0 => write!(text, "{number}... {san}"),
            Color::Black => write!(text, "{blank}{san}"),
        };
        number += u32::from(turn.is_black());
        turn = !turn;
    }
    text
}

/// The moves again.
///
/// # Errors
///
/// If a text is no move, or a move cannot be played.
pub fn read<'a>(
    start: &Chess,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Move>, NoMove> {
    let mut position = start.clone();
    let read = |text: &str| {
        let san: SanPlus = text.parse().map_err(|_| NoMove(text.to_owned()))?;
        let mv = san.san.to_move(&position).map_err(|_| NoMove(text.to_owned()))?;
        position.play_unchecked(mv);
        Ok(mv)
    };
    moves.into_iter().map(read).collect()
}

/// A text that is no move of its game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} cannot be played there (give legal moves in algebraic notation)")]
pub struct NoMove(pub String);
