//! The board on the terminal: coloured squares with figures, or plain letters.

use std::{env, fmt::Write as _, io};

use anstyle::{Ansi256Color, Style};
use shakmaty::{Board, Color, File, Move, Piece, Rank, Role, Square};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Letters, Black's small, the last move between brackets: for pipes and `NO_COLOR`.
    Plain,
    /// Coloured squares with letters.
    Letters,
    /// Coloured squares with chess figures.
    Figures,
}

impl Look {
    /// What standard output can show.
    pub(super) fn detect() -> Look {
        if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
            return Look::Plain;
        }
        // the first of these that is set says how text is encoded
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os);
        let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") {
            Look::Figures
        } else {
            Look::Letters
        }
    }
}

/// The colours of a light and a dark square, plain and touched by the last move: men of both sides can be
/// told from each.
const SQUARES: [[u8; 2]; 2] = [[67, 60], [137, 94]];
const WHITE_MEN: u8 = 231;
const BLACK_MEN: u8 = 16;

/// A board seen from one side, the last move marked.
pub(super) fn draw(board: &Board, seen_from: Color, last: Option<Move>, look: Look) -> String {
    let mut files = File::ALL;
    let mut ranks = Rank::ALL;
    match seen_from {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = String::new();
    for rank in ranks {
        let _ = write!(text, " {} ", rank.char());
        for file in files {
            let square = Square::from_coords(file, rank);
            let touched = last.is_some_and(|mv| mv.from() == Some(square) || mv.to() == square);
            text += &cell(board.piece_at(square), square, touched, look);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text += "   ";
    for file in files {
        let _ = write!(text, " {} ", file.char());
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn cell(piece: Option<Piece>, square: Square, touched: bool, look: Look) -> String {
    if look == Look::Plain {
        let letter = piece.map_or('.', Piece::char);
        return if touched { format!("({letter})") } else { format!(" {letter} ") };
    }
    let man = match piece {
        None => ' ',
        Some(piece) if look == Look::Letters => piece.char(),
        Some(piece) => figure(piece.role),
    };
    let ink = if piece.is_some_and(|piece| piece.color.is_white()) { WHITE_MEN } else { BLACK_MEN };
    let ground = SQUARES[usize::from(touched)][usize::from(square.is_dark())];
    let style = Style::new()
        .fg_color(Some(Ansi256Color(ink).into()))
        .bg_color(Some(Ansi256Color(ground).into()))
        .bold();
    format!("{style} {man} {style:#}")
}

/// The full figure: its ink says whose man it is.
fn figure(role: Role) -> char {
    match role {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position, san::San};

    use super::*;

    #[test]
    fn a_plain_board_marks_the_last_move() {
        let mut position = Chess::default();
        let mv = "e4".parse::<San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(mv);
        let drawn = draw(position.board(), Color::White, Some(mv), Look::Plain);
        let expected = [
            " 8  r  n  b  q  k  b  n  r",
            " 7  p  p  p  p  p  p  p  p",
            " 6  .  .  .  .  .  .  .  .",
            " 5  .  .  .  .  .  .  .  .",
            " 4  .  .  .  . (P) .  .  .",
            " 3  .  .  .  .  .  .  .  .",
            " 2  P  P  P  P (.) P  P  P",
            " 1  R  N  B  Q  K  B  N  R",
            "    a  b  c  d  e  f  g  h",
            "",
        ];
        assert_eq!(drawn, expected.join("\n"));
        let turned = draw(position.board(), Color::Black, None, Look::Plain);
        assert!(turned.starts_with(" 1  R  N  B  K  Q "), "{turned}");
        assert!(turned.ends_with("    h  g  f  e  d  c  b  a\n"), "{turned}");
    }

    #[test]
    fn figures_stand_on_coloured_squares() {
        let drawn = draw(Chess::default().board(), Color::White, None, Look::Figures);
        assert!(drawn.contains('♛') && drawn.contains('\x1b'));
        assert!(!draw(Chess::default().board(), Color::White, None, Look::Plain).contains('\x1b'));
    }
}
