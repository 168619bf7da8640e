//! What a mating move of a piece or by promotion needs at least, counted in moves of both sides.
//!
//! The mating man has its way to the square of the last move, the man that is taken there has its own;
//! and the king has to come where it is checked: by the mating man, or along a line that the mating
//! man opens, with a rider behind. Men in the way are not counted, so nothing is asked too much.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Position as _, Rank, Role, Square,
    attacks::{between, king_attacks, knight_attacks, ray, rook_attacks},
};

use crate::{
    aim::{NEVER, moves_to_promote, steps},
    class::Class,
    mates::attacks,
};

/// For every square, how many moves a man needs from there.
type Table = [u8; 64];

/// A mating move of a piece, or by promotion.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    role: Role,
    /// Moves of the mating man, the last one included.
    mover: Table,
    /// Who may be taken, and its moves to the square where that happens; nobody without a capture.
    victims: Option<Vec<(Role, Table)>>,
    /// Moves of the king to where the mating man checks it.
    king: Table,
    origins: Vec<Origin>,
}

/// A square from which the mating man comes.
#[derive(Clone, Debug)]
struct Origin {
    /// Moves of the mating man, the last one included.
    mover: Table,
    lines: Vec<Line>,
}

/// A line that the mating man opens with the last move.
#[derive(Clone, Debug)]
struct Line {
    /// Whether it is a rank or a file.
    straight: bool,
    /// Moves of a queen, and of a rook or a bishop, to a square behind the mating man.
    queen: Table,
    rider: Table,
    /// Moves of the king to a square ahead.
    king: Table,
}

/// Moves that both sides need, or have: the hunters, the last move included, and the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) hunter: u32,
    pub(crate) defender: u32,
}

impl Goal {
    /// The goal of a class of moves, of a piece or promoting, which may take certain men, and
    /// checks or not.
    pub(crate) fn new(class: Class, may_take: impl Fn(Role) -> bool, checks: bool) -> Goal {
        let (role, to, capture) = class.parts();
        let hunter = class.color();
        let there = Bitboard::from(to);
        let seen = attacks(class.promotion().unwrap_or(role), hunter, to, Bitboard::EMPTY);
        let victims = Role::ALL.into_iter().filter(|&role| role != Role::King && may_take(role));
        let mover = |from: Square| match class.promotion() {
            Some(_) => moves_to_promote(hunter, from, class.origin_file()),
            // a man that stands there goes away and comes back
            None if from == to => 2,
            None => moves(role, hunter, from, there),
        };
        let before = hunter.fold_wb(Rank::Seventh, Rank::Second);
        let comes_from = match class.origin_file() {
            Some(file) => Bitboard::from(Square::from_coords(file, before)),
            None => seen,
        };
        let origins = comes_from.into_iter().map(|from| {
            let next = king_attacks(from).into_iter();
            let onto = |square| 1 + moves(role, hunter, square, Bitboard::from(from));
            Origin {
                mover: if class.is_promotion() { table(mover) } else { table(onto) },
                lines: next.filter_map(|next| Line::new(role, from, next, to)).collect(),
            }
        });
        Goal {
            role,
            mover: table(mover),
            victims: capture.then(|| {
                victims
                    .map(|role| (role, table(|from| moves(role, !hunter, from, there))))
                    .collect()
            }),
            king: match role {
                _ if !checks => [0; 64],
                Role::King => [NEVER as u8; 64],
                _ => table(|from| moves(Role::King, !hunter, from, seen)),
            },
            origins: origins.collect(),
        }
    }

    /// What the ways to this mate need that may suffice with so many moves.
    pub(crate) fn needs<'a>(
        &'a self,
        men: &'a Men<'a>,
        most: Moves,
    ) -> impl Iterator<Item = Moves> + 'a {
        let victim = self.victim(men);
        let direct = move || {
            let mover = men.hunters.nearest(self.role, &self.mover, most.defender);
            let spare = most.hunter.saturating_sub(mover);
            let king = men.defenders.king(&self.king, spare);
            Moves { hunter: mover, defender: men.defenders.together(king, victim, spare) }
        };
        let opened = move |origin: &'a Origin, line: &'a Line| {
            if men.defenders.king(&line.king, most.hunter) > most.defender {
                return None;
            }
            let hunter = self.openers(origin, line, men, most.defender);
            let spare = most.hunter.checked_sub(hunter)?;
            let king = men.defenders.king(&line.king, spare);
            let defender = men.defenders.together(king, victim, spare);
            // now that it is known what the defender is busy with
            let spare = most.defender.checked_sub(defender)?;
            Some(Moves { hunter: self.openers(origin, line, men, spare), defender })
        };
        let fits =
            move |needs: &Moves| needs.hunter <= most.hunter && needs.defender <= most.defender;
        // a pawn may become the mating man
        let promoted = Moves { hunter: men.hunters.promotes + 1, defender: 0 };
        let in_time = victim.moves <= most.defender;
        let is_near = move |origin: &&Origin| {
            in_time && men.hunters.nearest(self.role, &origin.mover, most.defender) <= most.hunter
        };
        let near = self.origins.iter().filter(is_near);
        let lines = near.flat_map(|origin| origin.lines.iter().map(move |line| (origin, line)));
        (!matches!(self.role, Role::King | Role::Pawn))
            .then_some(promoted)
            .into_iter()
            .chain(in_time.then(direct))
            .chain(lines.filter_map(move |(origin, line)| opened(origin, line)))
            .filter(fits)
    }

    /// Moves of the mating man and of the rider, against so many spare moves of the other side.
    fn openers(&self, origin: &Origin, line: &Line, men: &Men<'_>, spare: u32) -> u32 {
        let mover = men.hunters.nearest(self.role, &origin.mover, spare);
        let straight = if line.straight { Role::Rook } else { Role::Bishop };
        let rider = Step {
            moves: men.hunters.nearest(straight, &line.rider, spare),
            castles: self.role == Role::King && line.straight,
        };
        // a pawn may become the rider
        let queen = men.hunters.nearest(Role::Queen, &line.queen, spare);
        men.hunters.together(mover, rider, spare).min(mover + queen.min(men.hunters.promotes))
    }

    /// Moves of the man that is taken, if one is.
    pub(crate) fn victim_moves(&self, men: &Men<'_>) -> Option<u32> {
        self.victims.as_ref().map(|_| self.victim(men).moves)
    }

    /// The man that is taken.
    fn victim(&self, men: &Men<'_>) -> Step {
        let Some(victims) = &self.victims else { return Step { moves: 0, castles: false } };
        let moves = victims.iter().map(|(role, moves)| men.defenders.nearest(*role, moves, 0));
        Step {
            moves: moves.fold(men.defenders.promotes, u32::min),
            castles: victims.iter().any(|&(role, _)| role == Role::Rook),
        }
    }
}

/// Moves of a man, and whether it may be a rook that castles.
#[derive(Clone, Copy)]
struct Step {
    moves: u32,
    castles: bool,
}

impl Line {
    /// The line through two neighbouring squares, of which the first is left for the goal.
    fn new(role: Role, from: Square, next: Square, to: Square) -> Option<Line> {
        let whole = ray(from, next);
        // who stays on the line opens nothing
        if whole.contains(to) {
            return None;
        }
        let half: Bitboard = whole
            .into_iter()
            .filter(|&square| square.distance(next) + 1 == square.distance(from))
            .collect();
        let ahead = match role {
            // kings do not stand side by side
            Role::King => half & !king_attacks(from) & !king_attacks(to),
            _ => half,
        };
        let behind = whole.without(from) & !half;
        let straight = rook_attacks(from, Bitboard::EMPTY).contains(next);
        let rider = if straight { Role::Rook } else { Role::Bishop };
        // the colour matters to pawns only
        let onto = |role, goals| table(|square| moves(role, Color::White, square, goals));
        (ahead.any() && behind.any()).then(|| Line {
            straight,
            queen: onto(Role::Queen, behind),
            rider: onto(rider, behind),
            king: onto(Role::King, ahead),
        })
    }
}

/// The men of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men<'a> {
    pub(crate) hunters: Side<'a>,
    pub(crate) defenders: Side<'a>,
}

impl<'a> Men<'a> {
    pub(crate) fn new(position: &'a Chess, hunter: Color) -> Men<'a> {
        Men { hunters: Side::new(position, hunter), defenders: Side::new(position, !hunter) }
    }
}

/// The men of a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    board: &'a Board,
    men: Bitboard,
    king: Square,
    castlings: [Option<Castling>; 2],
    /// The fewest moves of a pawn to the last rank.
    promotes: u32,
}

impl<'a> Side<'a> {
    fn new(position: &'a Chess, color: Color) -> Side<'a> {
        let board = position.board();
        let men = board.by_color(color);
        let king = board.king_of(color).expect("there are two kings");
        let castlings = CastlingSide::ALL.map(|side| {
            let rook = position.castles().rook(color, side)?;
            let in_the_way = (between(king, rook) & men).count() as u32;
            Some(Castling { to: side.king_to(color), in_the_way })
        });
        let last = color.fold_wb(Rank::Eighth, Rank::First);
        let pawns = (men & board.pawns()).into_iter();
        Side {
            board,
            men,
            king,
            castlings,
            promotes: pawns.map(|pawn| steps(color, pawn, last)).min().unwrap_or(NEVER),
        }
    }

    /// Whether a pawn may promote before the last of so many moves.
    pub(crate) fn may_promote(&self, moves: u32) -> bool {
        self.promotes < moves
    }

    /// Squares that men of a kind may come to in so many moves, or none if it is not worth knowing.
    pub(crate) fn reach(&self, role: Role, color: Color, moves: u32) -> Option<Bitboard> {
        let men = self.men & self.board.by_role(role);
        let spread = |from: Bitboard| {
            from.into_iter().fold(Bitboard::EMPTY, |reached, square| {
                reached | attacks(role, color, square, Bitboard::EMPTY)
            })
        };
        match (role, moves) {
            (Role::King | Role::Pawn, _) => None,
            (_, 0) => Some(Bitboard::EMPTY),
            (_, 1) => Some(spread(men)),
            (Role::Knight, 2) => Some(spread(men) | spread(spread(men))),
            _ => None,
        }
    }

    /// The fewest moves that a man of a kind needs, against so many spare moves of the other side.
    #[inline]
    fn nearest(&self, role: Role, moves: &Table, spare: u32) -> u32 {
        if role == Role::King {
            return self.king(moves, spare);
        }
        let men = self.men & self.board.by_role(role);
        men.into_iter().map(|man| u32::from(moves[usize::from(man)])).min().unwrap_or(NEVER)
    }

    /// Moves of the king, which may castle first.
    #[inline]
    fn king(&self, moves: &Table, spare: u32) -> u32 {
        let from = |square: Square| u32::from(moves[usize::from(square)]);
        let castlings = self.castlings.iter().flatten();
        let castled = castlings.map(|castling| castling.before(spare) + 1 + from(castling.to));
        castled.fold(from(self.king), u32::min)
    }

    /// Moves of two men: castling is a move of both, if they are king and rook.
    fn together(&self, one: u32, other: Step, spare: u32) -> u32 {
        let Step { moves, castles } = other;
        let at_once = |castling: &Castling| castling.before(spare) == 0;
        let saved = castles && one > 0 && moves > 0 && self.castlings.iter().flatten().any(at_once);
        one + moves - u32::from(saved)
    }
}

/// A castling that may come.
#[derive(Clone, Copy, Debug)]
struct Castling {
    /// Where the king goes.
    to: Square,
    /// Men of the same side between king and rook.
    in_the_way: u32,
}

impl Castling {
    /// Moves that are needed before: the men in the way have to leave, unless the other side takes
    /// them and leaves, which costs it two moves for each.
    fn before(&self, spare: u32) -> u32 {
        self.in_the_way.saturating_sub(spare / 2)
    }
}

fn table(moves: impl Fn(Square) -> u32) -> Table {
    Square::ALL.map(|square| moves(square) as u8)
}

/// Moves of a man to the nearest of some squares, if nothing is in its way.
pub(crate) fn moves(role: Role, color: Color, from: Square, goals: Bitboard) -> u32 {
    if goals.contains(from) {
        return 0;
    }
    let leaps = |leaps: fn(Square) -> Bitboard| {
        let mut reached = Bitboard::from(from);
        let mut moves = 0;
        while (reached & goals).is_empty() && moves < 8 {
            reached = reached.into_iter().fold(reached, |reached, square| reached | leaps(square));
            moves += 1;
        }
        if (reached & goals).any() { moves } else { NEVER }
    };
    match role {
        Role::King => leaps(king_attacks),
        Role::Knight => leaps(knight_attacks),
        Role::Pawn => {
            let to = |goal: Square| {
                let far = steps(color, from, goal.rank());
                let aside = (i32::from(from.file()) - i32::from(goal.file())).unsigned_abs();
                // each step aside takes a move, and a double step goes straight
                if far == NEVER || aside > far + 1 { NEVER } else { far.max(aside) }
            };
            goals.into_iter().map(to).min().unwrap_or(NEVER)
        }
        _ if (attacks(role, color, from, Bitboard::EMPTY) & goals).any() => 1,
        Role::Bishop => {
            let light = from.is_light();
            let colour = if light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            if (goals & colour).any() { 2 } else { NEVER }
        }
        Role::Rook | Role::Queen => 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Color, Move};

    use super::*;

    /// Plays a game of random moves backwards: whatever mate or not comes at its end, the last move
    /// of a piece was within reach at every ply before.
    fn is_reached(choices: &[u8]) -> Result<(), TestCaseError> {
        let mut positions = vec![Chess::default()];
        let mut played: Vec<Move> = Vec::new();
        for &choice in choices {
            let mut position = positions[positions.len() - 1].clone();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            position.play_unchecked(mv);
            positions.push(position);
            played.push(mv);
            // any check by a piece is as good as a mate: needs do not ask for flights
            let end = &positions[positions.len() - 1];
            let hunter = !end.turn();
            let advances = mv.role() == Role::Pawn && mv.promotion().is_none();
            if !end.is_check() || advances || mv.is_castle() {
                continue;
            }
            let goal = Goal::new(Class::of(hunter, mv), |role| mv.capture() == Some(role), true);
            for (ply, before) in positions[..played.len()].iter().enumerate() {
                let left = (played.len() - ply) as u32;
                let most = Moves { hunter: left.div_ceil(2), defender: left / 2 };
                prop_assert!(
                    goal.needs(&Men::new(before, hunter), most).next().is_some(),
                    "{mv} with {left} plies left: {before:?}"
                );
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn whatever_came_was_within_reach(choices in prop::collection::vec(any::<u8>(), 1..60)) {
            is_reached(&choices)?;
        }
    }

    #[test]
    fn a_king_needs_a_rider_behind_it() {
        let class = Class::parse(Color::White, "Ka3").expect("a class");
        let goal = Goal::new(class, |_| false, true);
        let array = Chess::default();
        let within = |hunter, defender| {
            goal.needs(&Men::new(&array, Color::White), Moves { hunter, defender }).next().is_some()
        };
        // king to b4 and a3, queen to a4; the other king to the fourth rank
        assert!(within(5, 4));
        assert!(!within(4, 4));
        assert!(!within(5, 1));
    }
}
