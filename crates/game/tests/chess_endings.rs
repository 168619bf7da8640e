//! Three-man chess endings poured into the solver, with the numbers of Ströhlein (1970, §9).
//!
//! The rules are written out plainly: king and one piece against king, dead ends that are mate or
//! stalemate, and moves that leave the ending (a captured piece, a promoted pawn) as exits.

use solusrex_game::{GameStream, Moves, Node, Plies, Side, Solution, Value};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Queen,
    Rook,
    Pawn,
}

/// White's king and piece, Black's king; squares are 0 (a1) to 63 (h8).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Men {
    king: u8,
    piece: u8,
    lone: u8,
}

const KING_STEPS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

fn step(square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    let (file, rank) = (square as i8 % 8 + files, square as i8 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

fn king_steps(square: u8) -> impl Iterator<Item = u8> {
    KING_STEPS.into_iter().filter_map(move |direction| step(square, direction))
}

/// Squares that a queen or rook reaches, up to and including the first blocker.
fn rays(kind: Piece, from: u8, blockers: [u8; 2]) -> Vec<u8> {
    let stride = if kind == Piece::Rook { 2 } else { 1 };
    let mut reached = Vec::new();
    for direction in KING_STEPS.into_iter().step_by(stride) {
        let mut square = from;
        while let Some(next) = step(square, direction) {
            reached.push(next);
            if blockers.contains(&next) {
                break;
            }
            square = next;
        }
    }
    reached
}

fn attacks(kind: Piece, men: Men, target: u8) -> bool {
    match kind {
        Piece::Pawn => [(-1, 1), (1, 1)].iter().any(|&to| step(men.piece, to) == Some(target)),
        // The lone king does not shield squares behind it from a slider: it would stand there.
        _ => rays(kind, men.piece, [men.king, target]).contains(&target),
    }
}

fn is_legal(kind: Piece, men: Men, to_move: Side) -> bool {
    let Men { king, piece, lone } = men;
    king != piece
        && king != lone
        && piece != lone
        && !king_steps(king).any(|square| square == lone)
        && (kind != Piece::Pawn || (8..56).contains(&piece))
        && (to_move == Side::Black || !attacks(kind, men, lone))
}

/// A solved ending and the numbers of its positions.
struct Ending {
    solution: Solution,
    numbers: Vec<Option<Node>>,
    positions: Vec<(Men, Side)>,
}

fn slot(men: Men, to_move: Side) -> usize {
    ((men.king as usize * 64 + men.piece as usize) * 64 + men.lone as usize) * 2 + to_move.index()
}

impl Ending {
    fn solve(kind: Piece, promotions: &[&Ending]) -> Ending {
        let mut numbers = vec![None; 64 * 64 * 64 * 2];
        let mut positions = Vec::new();
        for index in 0..64_u32.pow(3) {
            let [king, piece, lone] = [index >> 12, index >> 6 & 63, index & 63].map(|s| s as u8);
            let men = Men { king, piece, lone };
            for to_move in Side::BOTH {
                if is_legal(kind, men, to_move) {
                    numbers[slot(men, to_move)] = Some(Node(positions.len() as u32));
                    positions.push((men, to_move));
                }
            }
        }
        let mut stream = GameStream::with_capacity(positions.len(), 0);
        for &(men, to_move) in &positions {
            stream.position(to_move);
            match to_move {
                Side::White => white_moves(kind, men, &numbers, promotions, &mut stream),
                Side::Black => black_moves(kind, men, &numbers, &mut stream),
            }
        }
        Ending { solution: stream.finish().unwrap().solve(), numbers, positions }
    }

    /// The value of a position such as `"Ka1 Rb2 Kc3"`.
    fn value(&self, men: &str, to_move: Side) -> Value {
        let squares: Vec<u8> = men
            .split(' ')
            .map(|man| man.as_bytes()[1] - b'a' + 8 * (man.as_bytes()[2] - b'1'))
            .collect();
        let men = Men { king: squares[0], piece: squares[1], lone: squares[2] };
        self.solution.value(self.numbers[slot(men, to_move)].unwrap())
    }

    fn count(&self, wanted: impl Fn(Side, Value) -> bool) -> usize {
        let values = self.solution.values().zip(&self.positions);
        values.filter(|&(value, &(_, to_move))| wanted(to_move, value)).count()
    }
}

fn white_moves(
    kind: Piece,
    men: Men,
    numbers: &[Option<Node>],
    promotions: &[&Ending],
    stream: &mut GameStream,
) {
    let before = stream.move_count();
    let kings = king_steps(men.king).map(|king| Men { king, ..men });
    let pieces = match kind {
        Piece::Pawn => pawn_steps(men),
        _ => rays(kind, men.piece, [men.king, men.lone]),
    };
    for next in kings.chain(pieces.into_iter().map(|piece| Men { piece, ..men })) {
        if let Some(node) = numbers[slot(next, Side::Black)] {
            stream.move_to(node);
        } else if kind == Piece::Pawn && next.piece >= 56 {
            for ending in promotions {
                if let Some(node) = ending.numbers[slot(next, Side::Black)] {
                    stream.exit(ending.solution.value(node));
                }
            }
        }
    }
    if stream.move_count() == before {
        stream.ends(Value::Drawn);
    }
}

fn pawn_steps(men: Men) -> Vec<u8> {
    let blocked = |square: u8| square == men.king || square == men.lone;
    let one = men.piece + 8;
    match (blocked(one), men.piece < 16 && !blocked(men.piece + 16)) {
        (true, _) => vec![],
        (false, true) => vec![one, one + 8],
        (false, false) => vec![one],
    }
}

fn black_moves(kind: Piece, men: Men, numbers: &[Option<Node>], stream: &mut GameStream) {
    let before = stream.move_count();
    for lone in king_steps(men.lone) {
        let next = Men { lone, ..men };
        if lone == men.piece {
            // A bare king each: drawn, if the piece is not guarded.
            if !king_steps(men.king).any(|square| square == lone) {
                stream.exit(Value::Drawn);
            }
        } else if let Some(node) = numbers[slot(next, Side::White)] {
            stream.move_to(node);
        }
    }
    if stream.move_count() == before && !attacks(kind, men, men.lone) {
        stream.ends(Value::Drawn);
    }
}

fn white_wins_in(moves: u32) -> impl Fn(Side, Value) -> bool {
    move |to_move, value| {
        to_move == Side::White && value.is_won() && value.moves() == Some(Moves(moves))
    }
}

#[test]
fn strohlein_1970_the_rook_mates_in_16_moves_at_most_and_916_positions_take_so_long() {
    let ending = Ending::solve(Piece::Rook, &[]);
    assert_eq!(ending.solution.length(), Some(Moves(16)));
    assert_eq!(ending.count(white_wins_in(16)), 916);
    assert_eq!(ending.value("Ka1 Rb2 Kc3", Side::White), Value::Won(Plies(31)));
    assert_eq!(ending.value("Ka1 Rh8 Kd5", Side::White), Value::Won(Plies(31)));
    // With White to move the rook always wins; Black draws only when he takes it or is stalemated.
    assert_eq!(ending.count(|to_move, value| to_move == Side::White && !value.is_won()), 0);
}

#[test]
fn strohlein_1970_the_queen_mates_in_10_moves_at_most_and_8_positions_take_so_long() {
    let ending = Ending::solve(Piece::Queen, &[]);
    assert_eq!(ending.solution.length(), Some(Moves(10)));
    assert_eq!(ending.count(white_wins_in(10)), 8);
    assert_eq!(ending.value("Ka1 Qb2 Ke6", Side::White), Value::Won(Plies(19)));
}

#[test]
fn a_pawn_that_promotes_into_the_solved_endings_mates_in_28_moves_at_most() {
    let [queen, rook] = [Piece::Queen, Piece::Rook].map(|kind| Ending::solve(kind, &[]));
    let ending = Ending::solve(Piece::Pawn, &[&queen, &rook]);
    assert_eq!(ending.solution.length(), Some(Moves(28)));
    assert!(ending.count(white_wins_in(28)) > 0);
    // 1k6/6P1/8/8/2K5/8/8/8 b, and the mirror image of 1k1K4/4p3/8/8/8/8/8/8 b.
    assert_eq!(ending.value("Kc4 Pg7 Kb8", Side::Black), Value::Lost(Plies(12)));
    assert_eq!(ending.value("Kb1 Pe2 Kd1", Side::White), Value::Won(Plies(23)));
    // The opposition: whoever is to move spoils it.
    assert_eq!(ending.value("Ke5 Pe4 Ke7", Side::White), Value::Drawn);
    assert!(ending.value("Ke5 Pe4 Ke7", Side::Black).is_lost());
}
