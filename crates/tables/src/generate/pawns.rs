//! Pawn moves: what the best of them leads to, slot by slot.
//!
//! Every pawn move leaves its frame: to a placement further advanced, or to another ending. These
//! are solved already, so that for each position the best outcome of a pawn move is known before the
//! frame is solved.

use shakmaty::{Role, Square, attacks};
use solusrex_game::{Plies, Value};

use crate::{
    ending::{Man, PROMOTIONS, index},
    metric::{Metric, Step},
    table::{NO_MOVE, NO_POSITION},
};

use super::{
    GenerateError,
    captures::capture,
    frame::{Frame, bits},
    outcomes::{NONE, Outcomes, Scale},
    pass::Stand,
    source::{Solved, Source, men_of},
    workspace::{Lent, Workspace},
};

/// One pawn move with its positions.
struct PawnMove<'a> {
    source: Source<'a>,
    step: Step,
    /// The captured man; where it is a man of the frame, which one and on which square.
    victim: Option<Man>,
    taken: Option<(usize, u8)>,
    /// Squares that must be empty.
    path: u64,
    /// Where the opponent may answer en passant.
    en_passant: Vec<Source<'a>>,
}

/// What the best pawn move of a side leads to.
pub(crate) type PawnMoves<'a> = Outcomes<Lent<'a, u8>>;

/// The best pawn move of a side, as the side sees it; none if it has no pawns.
pub(crate) fn pawn_moves<'a>(
    workspace: &'a Workspace,
    frame: &Frame,
    metric: Metric,
    mover: usize,
    solved: &Solved,
) -> Result<Option<PawnMoves<'a>>, GenerateError> {
    let moves = moves(frame, mover, solved)?;
    if moves.is_empty() && !frame.pawns.iter().any(|(pawn, _)| index(pawn.colour) == mover) {
        return Ok(None);
    }
    let to_move = 1 - mover;
    let outcome = |mv: &PawnMove, after: Value| match mv.victim {
        Some(victim) => capture(metric, victim, after),
        None => metric.before(mv.step, after),
    };
    // the opponent takes en passant: his outcome, then mine of letting him
    let pushed = Man { colour: super::colour(mover), role: Role::Pawn };
    let answered = |after: Value| metric.before(Step::PawnMove, capture(metric, pushed, after));
    let values = moves.iter().flat_map(|mv| {
        let after = mv.source.values(to_move).map(move |after| outcome(mv, after));
        let answers = mv.en_passant.iter().flat_map(|source| source.values(mover).map(answered));
        after.chain(answers)
    });
    let scale = Scale::of(values).ok_or(GenerateError::Palette)?;
    // the opponent chooses what is worst for me, or best if he helps
    let helps = metric.helped().is_some();
    let chosen = |a: u8, b: u8| if helps { a.max(b) } else { a.min(b) };
    let at_once = scale.rank(Value::Won(Plies(1)));
    let mut best = workspace.ranks.lend(frame.slots());
    for mv in &moves {
        let ranks = mv.source.ranks(to_move, &scale, |after| outcome(mv, after));
        let mut answers = Vec::new();
        for source in &mv.en_passant {
            let ranks = source.ranks(mover, &scale, answered);
            add_answers(frame, source, mover, &ranks, chosen, &mut answers);
        }
        mv.play(frame, to_move, |slots, codes| {
            let mut found = codes.map(|code| ranks[usize::from(code)]);
            if !answers.is_empty() {
                for ((rank, &code), slot) in found.iter_mut().zip(codes).zip(slots.iter()) {
                    let answer = answers[slot];
                    if answer != NONE && code != NO_POSITION {
                        // Who has no other move must take en passant.
                        let stuck = code == NO_MOVE || helps && *rank == at_once;
                        *rank = if stuck { answer } else { chosen(answer, *rank) };
                    }
                }
            }
            match best[slots.start..].first_chunk_mut::<64>() {
                Some(best) if slots.step == 1 => {
                    best.iter_mut().zip(found).for_each(|(best, rank)| *best = rank.max(*best));
                }
                _ => {
                    for (slot, rank) in slots.iter().zip(found) {
                        best[slot] = rank.max(best[slot]);
                    }
                }
            }
        });
    }
    Ok(Some(Outcomes::new(best, scale)))
}

/// What the opponent's best answer en passant leads to, slot by slot; none where there is no such
/// answer.
fn add_answers(
    frame: &Frame,
    source: &Source,
    mover: usize,
    ranks: &[u8; 256],
    chosen: impl Fn(u8, u8) -> u8,
    answers: &mut Vec<u8>,
) {
    answers.resize(frame.slots(), NONE);
    let free: Vec<usize> = (0..frame.men.len()).collect();
    source.read(frame, &free, mover, |row, codes| {
        for (answer, &code) in answers[64 * row..64 * row + 64].iter_mut().zip(codes) {
            let rank = ranks[usize::from(code)];
            if rank != NONE {
                *answer = if *answer == NONE { rank } else { chosen(rank, *answer) };
            }
        }
    });
}

/// Sixty-four slots, equally far apart.
struct Slots {
    start: usize,
    step: usize,
}

impl Slots {
    fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        (self.start..).step_by(self.step).take(64)
    }
}

impl PawnMove<'_> {
    /// Rows of slots with the codes of the positions after the move; where it cannot be played there
    /// is no position after it.
    fn play(&self, frame: &Frame, to_move: usize, mut each: impl FnMut(Slots, &[u8; 64])) {
        let men = frame.men.len();
        let taken = self.taken.map(|(man, _)| man);
        let free: Vec<usize> = (0..men).filter(|&man| Some(man) != taken).collect();
        // where a captured man comes back among the digits of a slot
        let insert = |row: usize| match self.taken {
            None => Slots { start: row << 6, step: 1 },
            Some((man, square)) if man == men - 1 => {
                Slots { start: row << 12 | usize::from(square), step: 64 }
            }
            Some((man, square)) => {
                let below = 6 * (men - 2 - man);
                let (high, low) = (row >> below, row & ((1 << below) - 1));
                Slots { start: ((high << 6 | usize::from(square)) << below | low) << 6, step: 1 }
            }
        };
        self.source.read(frame, &free, to_move, |row, codes| {
            if self.path == 0 {
                return each(insert(row), codes);
            }
            let on_path = |i: usize| self.path >> (row >> (6 * i) & 63) & 1 != 0;
            if !(0..free.len() - 1).any(on_path) {
                let mut codes = *codes;
                bits(self.path).for_each(|square| codes[square] = NO_POSITION);
                each(insert(row), &codes);
            }
        });
    }
}

/// All pawn moves of a side in a frame.
fn moves<'a>(
    frame: &Frame,
    mover: usize,
    solved: &Solved<'a>,
) -> Result<Vec<PawnMove<'a>>, GenerateError> {
    let mut all = Vec::new();
    let standing = frame.pawns.iter().fold(0u64, |set, (_, square)| set | 1 << square);
    for (i, &(pawn, from)) in frame.pawns.iter().enumerate() {
        if index(pawn.colour) != mover {
            continue;
        }
        let mut add = |to: u8, victim: Victim, path: u64, en_passant: Vec<Source<'a>>| {
            let promotes = to / 8 == 0 || to / 8 == 7;
            let roles: &[Role] = if promotes { &PROMOTIONS } else { &[Role::Pawn] };
            let mut en_passant = Some(en_passant);
            for &role in roles {
                let mut men = after(frame, i, Some((Man { role, ..pawn }, to)), &victim);
                let step = if promotes || !matches!(victim, Victim::None) {
                    Step::Conversion
                } else {
                    Step::PawnMove
                };
                let source = solved.source(&men)?;
                men.clear();
                all.push(PawnMove {
                    source,
                    step,
                    victim: victim.man(frame),
                    taken: match victim {
                        Victim::Man(man) => Some((man, to)),
                        _ => None,
                    },
                    path,
                    en_passant: en_passant.take().unwrap_or_default(),
                });
            }
            Ok::<(), GenerateError>(())
        };
        let forward = |square: u8| if mover == 0 { square + 8 } else { square - 8 };
        let one = forward(from);
        if standing >> one & 1 == 0 {
            add(one, Victim::None, 1 << one, Vec::new())?;
            let two = if from / 8 == if mover == 0 { 1 } else { 6 } { forward(one) } else { one };
            if two != one && standing >> two & 1 == 0 {
                let mut answers = Vec::new();
                for (j, &(enemy, square)) in frame.pawns.iter().enumerate() {
                    let beside = square / 8 == two / 8 && (square % 8).abs_diff(two % 8) == 1;
                    if enemy.colour != pawn.colour && beside {
                        // the enemy pawn goes behind mine, which is gone
                        let men = after(frame, j, Some((enemy, one)), &Victim::Pawn(i));
                        answers.push(solved.source(&men)?);
                    }
                }
                add(two, Victim::None, 1 << one | 1 << two, answers)?;
            }
        }
        let targets = attacks::pawn_attacks(pawn.colour, Square::new(from.into())).0;
        for to in bits(targets) {
            let to = to as u8;
            let enemy_pawn = frame
                .pawns
                .iter()
                .position(|&(enemy, square)| square == to && enemy.colour != pawn.colour);
            if let Some(enemy) = enemy_pawn {
                add(to, Victim::Pawn(enemy), 0, Vec::new())?;
            } else if standing >> to & 1 == 0 {
                for (victim, man) in frame.men.iter().enumerate() {
                    if man.colour != pawn.colour && man.role != Role::King {
                        add(to, Victim::Man(victim), 0, Vec::new())?;
                    }
                }
            }
        }
    }
    Ok(all)
}

enum Victim {
    None,
    /// A man of the frame.
    Man(usize),
    /// A pawn of the frame.
    Pawn(usize),
}

impl Victim {
    fn man(&self, frame: &Frame) -> Option<Man> {
        match *self {
            Victim::None => None,
            Victim::Man(man) => Some(frame.men[man]),
            Victim::Pawn(pawn) => Some(frame.pawns[pawn].0),
        }
    }
}

/// The men after a pawn has become another man on another square.
fn after(
    frame: &Frame,
    pawn: usize,
    moved: Option<(Man, u8)>,
    victim: &Victim,
) -> Vec<(Man, Stand)> {
    let (gone_man, gone_pawn) = match *victim {
        Victim::None => (None, None),
        Victim::Man(man) => (Some(man), None),
        Victim::Pawn(pawn) => (None, Some(pawn)),
    };
    let mut men = men_of(frame, gone_man);
    let standing = frame.pawns.iter().enumerate();
    men.extend(
        standing
            .filter(|&(i, _)| i != pawn && Some(i) != gone_pawn)
            .map(|(_, &(pawn, square))| (pawn, Stand::Square(square))),
    );
    men.extend(moved.map(|(man, square)| (man, Stand::Square(square))));
    men
}
