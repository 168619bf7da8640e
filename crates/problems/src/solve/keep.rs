//! The first few solutions of each mating position, which `Intelligent n` asks for.
//!
//! Popeye's intelligent search goes from one possible mating position to the next and leaves each
//! after n solutions. A mating position are the men that it takes, told apart by where they come
//! from; the others may stand anywhere. Solutions of another length count anew. For Black's part in
//! duplex the board is turned over first, and so is the order of moves.

use std::collections::HashMap;

use solusrex_rules::{Move, Position, Rules, Side, Special, Square, Squares};

use super::{
    chronicle::Chronicle,
    order::{self, Place},
};
use crate::{solution::Line, stipulation::Goal};

/// Keeps at most so many lines of each length and mating position; whether any had to go.
pub(super) fn first_of_each(
    lines: &mut Vec<Line>,
    root: &Position,
    goal: Goal,
    white: Side,
    most: u32,
) -> bool {
    if !matches!(goal, Goal::Mate | Goal::Stalemate) {
        return false;
    }
    let mut retracer = Retracer::new(root, white);
    // lines often end in the same position
    let mut taken: HashMap<u128, Vec<(Square, usize)>> = HashMap::new();
    let mut order: Vec<(Vec<Place>, Vec<Part>, usize)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // a line that cannot be played again is kept
        let Some(places) = retracer.retrace(line) else { continue };
        let position = retracer.past.now();
        let men = taken.entry(position.key()).or_insert_with(|| men_of(position, goal));
        let origin = |square| retracer.past.origin(square);
        let parts = men.iter().map(|&(square, kind)| (square, kind, origin(square))).collect();
        order.push((places, parts, at));
    }
    order.sort();
    let mut counts: HashMap<(usize, Vec<Part>), u32> = HashMap::new();
    let mut kept = vec![true; lines.len()];
    for (places, parts, at) in order {
        let count = counts.entry((places.len(), parts)).or_default();
        *count += 1;
        kept[at] = *count <= most;
    }
    let before = lines.len();
    let mut kept = kept.into_iter();
    lines.retain(|_| kept.next().unwrap_or(true));
    lines.len() < before
}

/// A man of a mating position: its square, its kind, and where it comes from.
type Part = (Square, usize, Option<Square>);

/// Plays lines again. What a line has in common with the one before is not played anew.
struct Retracer {
    past: Chronicle,
    white: Side,
    steps: Vec<Retraced>,
    /// A list of moves not in use.
    spare: Vec<Move>,
}

/// A move played again, and what takes it back.
struct Retraced {
    text: String,
    place: Place,
    passed: Option<<Chronicle as Rules>::Undo>,
    undo: <Chronicle as Rules>::Undo,
}

impl Retracer {
    fn new(root: &Position, white: Side) -> Retracer {
        let past = Chronicle::new(root.clone(), &[]);
        Retracer { past, white, steps: Vec::new(), spare: Vec::new() }
    }

    /// The places of a line's moves.
    fn retrace(&mut self, line: &Line) -> Option<Vec<Place>> {
        let texts = || line.moves.iter().map(|step| &step.played.text);
        let common = self.steps.iter().zip(texts()).take_while(|(step, text)| step.text == **text);
        let common = common.count();
        for Retraced { passed, undo, .. } in self.steps.drain(common..).rev() {
            self.past.undo(undo);
            if let Some(passed) = passed {
                self.past.undo(passed);
            }
        }
        for text in texts().skip(common) {
            let step = self.step(text)?;
            self.steps.push(step);
        }
        Some(self.steps.iter().map(|step| step.place).collect())
    }

    fn step(&mut self, text: &str) -> Option<Retraced> {
        let mut passed = None;
        let mut found = self.named(text);
        if found.is_none() {
            // in a series the other side does not move
            passed = Some(self.past.pass());
            found = self.named(text);
        }
        let Some(mv) = found else {
            passed.into_iter().for_each(|passed| self.past.undo(passed));
            return None;
        };
        let board = self.past.now().geometry();
        let (files, ranks) = (board.width(), board.height());
        let place = match self.white {
            Side::White => order::place(&self.past, files, &mv),
            Side::Black => order::place_upside_down(&self.past, files, ranks, &mv),
        };
        Some(Retraced { text: text.to_owned(), place, passed, undo: self.past.play(&mv) })
    }

    /// The legal move that is so written.
    fn named(&mut self, text: &str) -> Option<Move> {
        let Retracer { past, spare: moves, .. } = self;
        let board = past.now().geometry();
        let tails = text.char_indices().map(|(at, _)| &text[at..]);
        let named = tails.filter_map(|tail| board.square_prefix(tail).map(|(square, _)| square));
        let squares: Squares = named.collect();
        // every move but castling is written with the squares that it leaves and goes to
        let written = |mv: &Move| squares.contains(mv.from) && squares.contains(mv.to);
        past.legal_moves_into(moves);
        moves.retain(|mv| matches!(mv.special, Special::Castling(_)) || written(mv));
        moves.iter().find(|mv| past.long(mv) == text).copied()
    }
}

/// The men that a mating position takes: their squares and kinds.
fn men_of(position: &Position, goal: Goal) -> Vec<(Square, usize)> {
    let prey = position.side_to_move();
    let taken = |square: Square| {
        let men = position.men().filter(|&(at, _)| at != square);
        let mut without = Position::new(position.variant().clone(), men, prey);
        !match goal {
            Goal::Mate => without.is_checkmate(),
            _ => without.is_stalemate(),
        }
    };
    let mut men: Vec<(Square, usize)> = position
        .men()
        .filter(|&(square, man)| {
            let own = man.colour.serves(prey);
            own && (man.royal || goal == Goal::Stalemate) || taken(square)
        })
        .map(|(square, man)| (square, man.kind.index()))
        .collect();
    men.sort();
    men
}
