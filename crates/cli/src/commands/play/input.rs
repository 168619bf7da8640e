//! Moves as people type them: `Qd6`, `qd6`, `a3d6`, `e8=N`, `O-O`.
//!
//! A text may be read in more than one way: `bxc3` is a pawn's move or a bishop's. The readings are
//! tried in order, and the first under which a legal move exists counts. If there is none, the message
//! says what stands in the way.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square, attacks,
    san::SanPlus,
};
use solusrex_rules::role_name as name;

/// One way to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Castling(CastlingSide),
    Man(ManMoves),
}

/// A man goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ManMoves {
    /// None where only squares are given.
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl ManMoves {
    /// Whether a man on a square may be meant.
    fn may_come_from(&self, square: Square, role: Role) -> bool {
        self.role.is_none_or(|wanted| wanted == role)
            && self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl Reading {
    fn fits(&self, mv: Move) -> bool {
        match (self, mv) {
            (Reading::Castling(side), Move::Castle { .. }) => mv.castling_side() == Some(*side),
            (Reading::Castling(_), _) | (_, Move::Put { .. }) => false,
            (Reading::Man(man), Move::Castle { king, rook }) => {
                // the king's two steps, or king takes rook
                let side = mv.castling_side().map(|side| side.king_to(Color::White).file());
                let aim = side.map(|file| Square::from_coords(file, king.rank()));
                man.may_come_from(king, Role::King)
                    && man.file.is_some()
                    && (Some(man.to) == aim || man.to == rook)
            }
            (Reading::Man(man), Move::Normal { .. } | Move::EnPassant { .. }) => {
                mv.to() == man.to
                    && mv.from().is_some_and(|from| man.may_come_from(from, mv.role()))
                    && (man.promotion.is_none() || man.promotion == mv.promotion())
            }
        }
    }
}

/// The ways to read a text, likeliest first; none if it is no move at all.
fn readings(text: &str) -> Vec<Reading> {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let castling = text.replace('0', "O").to_ascii_uppercase();
    match castling.as_str() {
        "O-O" | "OO" => return vec![Reading::Castling(CastlingSide::KingSide)],
        "O-O-O" | "OOO" => return vec![Reading::Castling(CastlingSide::QueenSide)],
        _ => {}
    }
    let text: String = text.chars().filter(|c| !matches!(c, '-' | 'x' | 'X' | ':' | '*')).collect();
    let mut letters = text.chars();
    let first = letters.next();
    let named = first.and_then(Role::from_char).and_then(|role| man(Some(role), letters.as_str()));
    let unnamed = man(None, &text);
    // small letters are files first, so that b4 and bxc3 are the pawn's
    let pawn_first = first.is_some_and(|c| c.is_ascii_lowercase());
    let found = if pawn_first { [unnamed, named] } else { [named, unnamed] };
    found.into_iter().flatten().map(Reading::Man).collect()
}

/// `d6`, `ad6`, `3d6`, `a3d6`, with `q` or `=Q` behind it.
fn man(role: Option<Role>, text: &str) -> Option<ManMoves> {
    let text = text.to_ascii_lowercase();
    let (squares, promotion) = match text.char_indices().next_back()? {
        (at, last) if last.is_ascii_alphabetic() => {
            let role = Role::from_char(last).filter(|role| *role != Role::Pawn)?;
            (text[..at].trim_end_matches(['=', '/']), Some(role))
        }
        _ => (text.as_str(), None),
    };
    let (from, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
    let to = to.parse().ok()?;
    let mut letters = from.chars().peekable();
    let file = letters.next_if(char::is_ascii_lowercase).map(File::from_char);
    let rank = letters.next_if(char::is_ascii_digit).map(Rank::from_char);
    if letters.next().is_some() || file == Some(None) || rank == Some(None) {
        return None;
    }
    let (file, rank) = (file.flatten(), rank.flatten());
    // `d6` and `cxd6` are a pawn's, `a3d6` anybody's
    let role = role.or(if rank.is_some() { None } else { Some(Role::Pawn) });
    Some(ManMoves { role, file, rank, to, promotion })
}

/// Whether a text looks like a move, legal or not.
pub(super) fn is_move(text: &str) -> bool {
    !readings(text).is_empty()
}

/// The legal move that a text means, or a message that says why there is none.
pub(super) fn read_move(position: &Chess, text: &str) -> Result<Move, String> {
    let legal = position.legal_moves();
    let readings = readings(text);
    for reading in &readings {
        let fitting: Vec<Move> = legal.iter().copied().filter(|mv| reading.fits(*mv)).collect();
        match fitting[..] {
            [] => {}
            [mv] => return Ok(mv),
            _ => return Err(ambiguous(position, text, &fitting)),
        }
    }
    let why = readings.first().map(|reading| match reading {
        Reading::Castling(_) => "you cannot castle here".to_owned(),
        Reading::Man(_) => {
            let men = readings.iter().filter_map(|reading| match reading {
                Reading::Man(man) => Some(*man),
                Reading::Castling(_) => None,
            });
            why_illegal(position, &men.collect::<Vec<_>>())
        }
    });
    Err(match why {
        Some(why) => format!("{text}: {why}."),
        None => format!("{text}: that is no move (write Qd6, a3d6, e8=N or O-O)."),
    })
}

fn san(position: &Chess, mv: Move) -> String {
    SanPlus::from_move(position.clone(), mv).to_string()
}

/// `a or b`, `a, b or c`.
pub(super) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}

fn ambiguous(position: &Chess, text: &str, fitting: &[Move]) -> String {
    let moves: Vec<String> = fitting.iter().map(|&mv| san(position, mv)).collect();
    let promotes = fitting.iter().all(|mv| mv.is_promotion() && mv.from() == fitting[0].from());
    if promotes {
        format!("{text}: promote to what? {}.", either(&moves))
    } else {
        format!("{text}: which one? {}.", either(&moves))
    }
}

/// What stands in the way of a move.
fn why_illegal(position: &Chess, readings: &[ManMoves]) -> String {
    let own = position.us();
    let board = position.board();
    // a reading under which there is somebody to move says most
    let candidates = |man: &ManMoves| -> Vec<(Square, Role)> {
        let men = own.into_iter().filter_map(|square| Some((square, board.role_at(square)?)));
        men.filter(|&(square, role)| man.may_come_from(square, role)).collect()
    };
    let reaching = |man: &&ManMoves| {
        candidates(man).iter().any(|&(from, role)| reaches(position, from, role, man.to))
    };
    let told = readings.iter().find(reaching);
    let told = told.or_else(|| readings.iter().find(|man| !candidates(man).is_empty()));
    let Some(man) = told.or(readings.first()) else { return "that is no move".to_owned() };
    let candidates = candidates(man);
    let to = man.to;
    let own_man = board.role_at(to).filter(|_| own.contains(to) && !candidates.is_empty());
    if let Some(role) = own_man {
        return format!("your own {} stands on {to}", name(role));
    }
    let Some(&(from, role)) =
        candidates.iter().find(|(from, role)| reaches(position, *from, *role, to))
    else {
        return match (candidates[..].first(), man.role) {
            (None, Some(role)) if (board.by_role(role) & own).is_empty() => {
                format!("you have no {}", name(role))
            }
            (None, Some(role)) => format!("no {} of yours stands there", name(role)),
            (None, None) => "no man of yours stands there".to_owned(),
            (Some(&(from, role)), _) if candidates.len() == 1 => {
                format!("your {} on {from} cannot go to {to}", name(role))
            }
            (Some(&(_, role)), _) => format!("no {} of yours can go to {to}", name(role)),
        };
    };
    if man.promotion.is_some() && role != Role::Pawn {
        return "only pawns promote".to_owned();
    }
    if role == Role::King {
        let beside = position.board().king_of(!position.turn());
        return match beside {
            Some(king) if attacks::king_attacks(king).contains(to) => {
                format!("{to} is next to the other king")
            }
            _ => format!("{to} is attacked, your king would be in check"),
        };
    }
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .filter_map(|square| Some(format!("{} on {square}", name(board.role_at(square)?))))
        .collect();
    if checkers.is_empty() {
        format!("the {} on {from} is pinned, your king would be in check", name(role))
    } else {
        format!(
            "you are in check from the {}, and that leaves your king in check",
            checkers.join(" and ")
        )
    }
}

/// Whether a man could go to a square if no king were to be minded.
fn reaches(position: &Chess, from: Square, role: Role, to: Square) -> bool {
    let (board, side) = (position.board(), position.turn());
    let Some(piece) = board.piece_at(from) else { return false };
    let attacked = attacks::attacks(from, piece, board.occupied());
    if position.us().contains(to) {
        return false;
    }
    if role != Role::Pawn {
        return attacked.contains(to);
    }
    let forward = side.fold_wb(8, -8);
    let empty = !board.occupied();
    let mut steps = Bitboard::EMPTY;
    if let Some(one) = from.offset(forward).filter(|&one| empty.contains(one)) {
        steps.add(one);
        let home = side.fold_wb(Rank::Second, Rank::Seventh);
        let two = one.offset(forward).filter(|&two| from.rank() == home && empty.contains(two));
        steps |= Bitboard::from_iter(two);
    }
    steps.contains(to) || attacked.contains(to) && position.them().contains(to)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    /// What texts mean in a position: the move, or what is told instead.
    fn told(fen: &str, text: &str) -> String {
        let position = position(fen);
        read_move(&position, text).map_or_else(|told| told, |mv| san(&position, mv))
    }

    #[test]
    fn every_way_to_write_a_move() {
        let fen = "4k3/2P5/8/8/8/Q7/8/4K3 w - -";
        for text in
            ["Qd6", "qd6", "a3d6", "A3D6", "Qa3d6", "qa3-d6", "Qa3-d6", "Qd6!", "qad6", "Q3d6"]
        {
            assert_eq!(told(fen, text), "Qd6", "{text}");
        }
        for text in ["c8=N", "c8N", "c7c8n", "c7-c8=N", "c8=n", "pc8=N"] {
            assert_eq!(told(fen, text), "c8=N", "{text}");
        }
        assert_eq!(told(fen, "c8"), "c8: promote to what? c8=Q+, c8=R+, c8=B or c8=N.");
        let castle = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
        for text in ["O-O", "0-0", "o-o", "oo", "e1g1", "Ke1g1"] {
            assert_eq!(told(castle, text), "O-O", "{text}");
        }
        for text in ["O-O-O", "0-0-0", "e1c1"] {
            assert_eq!(told(castle, text), "O-O-O", "{text}");
        }
    }

    #[test]
    fn a_b_is_a_pawn_or_a_bishop() {
        let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - -";
        assert_eq!(told(both, "bxc3"), "bxc3");
        assert_eq!(told(both, "Bxc3"), "Bxc3");
        assert_eq!(told(both, "bc3"), "bxc3");
        let bishop = "4k3/8/8/8/8/2p5/3B4/4K3 w - -";
        assert_eq!(told(bishop, "bxc3"), "Bxc3");
        assert_eq!(told(bishop, "bc1"), "Bc1");
        let pawn = "4k3/8/8/8/8/2p5/1P6/4K3 w - -";
        assert_eq!(told(pawn, "Bxc3"), "bxc3");
        assert_eq!(told(pawn, "b4"), "b4");
    }

    #[test]
    fn en_passant() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
        for text in ["exd6", "ed6", "e5d6", "exd6 "] {
            assert_eq!(told(fen, text), "exd6", "{text}");
        }
    }

    #[test]
    fn what_stands_in_the_way_is_told() {
        let rooks = "4k3/8/8/8/3R4/8/8/R3K3 w - -";
        assert_eq!(told(rooks, "Rd1"), "Rd1: which one? Rad1 or Rdd1.");
        assert_eq!(told(rooks, "Rb2"), "Rb2: no rook of yours can go to b2.");
        assert_eq!(told(rooks, "Rad4"), "Rad4: your own rook stands on d4.");
        assert_eq!(told(rooks, "Qd4"), "Qd4: you have no queen.");
        assert_eq!(told(rooks, "h4h5"), "h4h5: no man of yours stands there.");
        assert_eq!(told(rooks, "e8e7"), "e8e7: no man of yours stands there.");
        assert_eq!(told(rooks, "O-O"), "O-O: you cannot castle here.");
        let pinned = "4k3/4r3/8/8/8/8/4Q3/4K3 w - -";
        let why = "Qd3: the queen on e2 is pinned, your king would be in check.";
        assert_eq!(told(pinned, "Qd3"), why);
        let check = "4k3/4r3/8/8/8/8/3Q4/4K3 w - -";
        let why = "qd6: you are in check from the rook on e7, and that leaves your king in check.";
        assert_eq!(told(check, "qd6"), why);
        assert_eq!(told(check, "Ke2"), "Ke2: e2 is attacked, your king would be in check.");
        assert_eq!(told("8/8/8/8/3k4/8/3K4/8 w - -", "Kd3"), "Kd3: d3 is next to the other king.");
        assert_eq!(told(check, "Qd6=N"), "Qd6=N: only pawns promote.");
        assert_eq!(told(check, "Qh1"), "Qh1: your queen on d2 cannot go to h1.");
    }

    #[test]
    fn other_words_are_no_moves() {
        for text in
            ["", "new", "back", "hint", "help", "i9", "Qi9", "é", "Qé6", "a", "88", "e9", "=N"]
        {
            assert!(!is_move(text), "{text}");
        }
    }
}
