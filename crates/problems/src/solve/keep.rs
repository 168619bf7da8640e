//! The first few solutions of each mating position, which `Intelligent n` asks for.
//!
//! Popeye's intelligent search goes from one possible mating position to the next and leaves each
//! after n solutions. A mating position are the men that it takes, told apart by where they come
//! from; the others may stand anywhere. Solutions of another length count anew. For Black's part in
//! duplex the board is turned over first, and so is the order of moves.

use std::collections::HashMap;

use solusrex_rules::{Position, Rules, Side, Special, Square};

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
        let Some(step) = retracer.steps.last() else { continue };
        let men = taken.entry(step.position.key()).or_insert_with(|| men_of(&step.position, goal));
        let origin = |square| step.chronicle.origin(square);
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
struct Retracer<'a> {
    root: &'a Position,
    white: Side,
    /// The names of the squares.
    names: Vec<String>,
    steps: Vec<Retraced>,
}

/// A move played again, and what it led to.
struct Retraced {
    text: String,
    place: Place,
    position: Position,
    chronicle: Chronicle,
}

impl<'a> Retracer<'a> {
    fn new(root: &'a Position, white: Side) -> Retracer<'a> {
        let board = root.geometry();
        let names = board.squares().map(|square| board.name(square).to_string()).collect();
        Retracer { root, white, names, steps: Vec::new() }
    }

    /// The places of a line's moves.
    fn retrace(&mut self, line: &Line) -> Option<Vec<Place>> {
        let texts = || line.moves.iter().map(|step| &step.played.text);
        let common = self.steps.iter().zip(texts()).take_while(|(step, text)| step.text == **text);
        self.steps.truncate(common.count());
        for text in texts().skip(self.steps.len()) {
            let step = self.step(text)?;
            self.steps.push(step);
        }
        Some(self.steps.iter().map(|step| step.place).collect())
    }

    fn step(&self, text: &str) -> Option<Retraced> {
        let (mut position, mut chronicle) = match self.steps.last() {
            Some(last) => (last.position.clone(), last.chronicle.clone()),
            None => (self.root.clone(), Chronicle::new(self.root.clone(), &[])),
        };
        let board = *position.geometry();
        let named = |position: &mut Position| {
            let mut moves = position.legal_moves();
            // every move but castling is written with the squares that it leaves and goes to
            let writes = |square: Square| text.contains(&self.names[square.index()]);
            moves.retain(|mv| {
                matches!(mv.special, Special::Castling(_)) || writes(mv.from) && writes(mv.to)
            });
            moves.into_iter().find(|mv| position.long(mv) == text)
        };
        let mut found = named(&mut position);
        if found.is_none() {
            // in a series the other side does not move
            position.pass();
            chronicle.pass();
            found = named(&mut position);
        }
        let mv = found?;
        let (files, ranks) = (board.width(), board.height());
        let place = match self.white {
            Side::White => order::place(&position, files, &mv),
            Side::Black => order::place_upside_down(&position, files, ranks, &mv),
        };
        position.play(&mv);
        chronicle.play(&mv);
        Some(Retraced { text: text.to_owned(), place, position, chronicle })
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
