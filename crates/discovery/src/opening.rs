//! Kings mate by opening lines: what has to stand where before they do.

use shakmaty::{
    Bitboard, Board, Color, Rank, Role, Square,
    attacks::{bishop_attacks, king_attacks, queen_attacks, ray, rook_attacks},
};

use crate::{
    aim::{NEVER, steps},
    class::Class,
};

/// A line that a king opens when it leaves a square for the goal.
#[derive(Clone, Debug)]
struct Line {
    /// Where the king comes from.
    from: Square,
    /// Whether it is a rank or a file.
    straight: bool,
    /// Moves of a queen, and of a rook or a bishop, to a square of the line behind the king.
    queen: [u8; 64],
    rider: [u8; 64],
    /// Moves of the other king to a square of the line ahead.
    king: [u8; 64],
}

impl Line {
    /// The line through two neighbouring squares, left for the goal.
    fn new(from: Square, next: Square, to: Square) -> Option<Line> {
        let whole = ray(from, next);
        // a king that stays on the line opens nothing
        if whole.contains(to) {
            return None;
        }
        let half: Bitboard = whole
            .into_iter()
            .filter(|&square| square.distance(next) + 1 == square.distance(from))
            .collect();
        // kings do not stand side by side
        let ahead = half & !king_attacks(from) & !king_attacks(to);
        let behind = whole.without(from) & !half;
        let straight = rook_attacks(from, Bitboard::EMPTY).contains(next);
        let role = if straight { Role::Rook } else { Role::Bishop };
        let table = |moves: &dyn Fn(Square) -> u32| Square::ALL.map(|square| moves(square) as u8);
        let steps = |square: Square| ahead.into_iter().map(|goal| goal.distance(square)).min();
        (ahead.any() && behind.any()).then(|| Line {
            from,
            straight,
            queen: table(&|square| moves_onto(Role::Queen, square, behind)),
            rider: table(&|square| moves_onto(role, square, behind)),
            king: table(&|square| steps(square).unwrap_or(NEVER)),
        })
    }
}

/// The lines that a king opens by a move to a square.
///
/// Both budgets of moves count: the hunters' for the king's way and the rider's, the defender's for
/// the way of its own king onto the line.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    hunter: Color,
    lines: Vec<Line>,
}

/// Moves that both sides need at least: the hunters, the last move included, and the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) hunter: u32,
    pub(crate) defender: u32,
}

impl Opening {
    /// For a king's moves of a class.
    pub(crate) fn new(class: Class) -> Opening {
        let (_, to, _) = class.parts();
        let lines = king_attacks(to).into_iter().flat_map(|from| {
            king_attacks(from).into_iter().filter_map(move |next| Line::new(from, next, to))
        });
        Opening { hunter: class.color(), lines: lines.collect() }
    }

    /// What the mates need that are within reach of so many moves, one for each line.
    pub(crate) fn needs<'a>(
        &'a self,
        board: &'a Board,
        most: Moves,
    ) -> impl Iterator<Item = Moves> + 'a {
        let hunters = board.by_color(self.hunter);
        let king = board.king_of(self.hunter).expect("there are two kings");
        let their_king = board.king_of(!self.hunter).expect("there are two kings");
        self.lines.iter().filter_map(move |line| {
            let defender = u32::from(line.king[usize::from(their_king)]);
            let way = king.distance(line.from) + 1;
            if defender > most.defender || way > most.hunter {
                return None;
            }
            let nearest = |men: Bitboard, moves: &[u8; 64]| {
                men.into_iter().map(|man| u32::from(moves[usize::from(man)])).min()
            };
            let riders = if line.straight { board.rooks() } else { board.bishops() };
            let rider = nearest(hunters & riders, &line.rider);
            let queen = nearest(hunters & board.queens(), &line.queen);
            // a pawn may become a rider on its way
            let last = self.hunter.fold_wb(Rank::Eighth, Rank::First);
            let pawns = (hunters & board.pawns()).into_iter();
            let pawn = pawns.map(|pawn| steps(self.hunter, pawn, last)).min();
            let behind = [rider, queen, pawn].into_iter().flatten().min()?;
            let needs = Moves { hunter: way + behind, defender };
            (needs.hunter <= most.hunter).then_some(needs)
        })
    }
}

/// Moves of a rider to one of some squares, if nothing is in its way.
fn moves_onto(role: Role, from: Square, goals: Bitboard) -> u32 {
    let reach = match role {
        Role::Bishop => bishop_attacks(from, Bitboard::EMPTY),
        Role::Rook => rook_attacks(from, Bitboard::EMPTY),
        _ => queen_attacks(from, Bitboard::EMPTY),
    };
    let colour = if from.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    if goals.contains(from) {
        0
    } else if (reach & goals).any() {
        1
    } else if role != Role::Bishop || (goals & colour).any() {
        2
    } else {
        NEVER
    }
}
