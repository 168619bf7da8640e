//! The first few solutions of each mating position, which `Intelligent n` asks for.
//!
//! Popeye's intelligent search goes from one possible mating position to the next and leaves each
//! after n solutions. A mating position are the men that it takes, told apart by where they come
//! from; the others may stand anywhere. Solutions of another length count anew. For Black's part in
//! duplex the board is turned over first, and so is the order of moves.

use std::collections::HashMap;

use solusrex_rules::{Position, Rules, Side, Square};

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
    let mut order: Vec<(Vec<Place>, Vec<Part>, usize)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // a line that cannot be played again is kept
        let Some((places, parts)) = retraced(line, root, goal, white) else { continue };
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

/// The places of a line's moves, and the mating position.
fn retraced(
    line: &Line,
    root: &Position,
    goal: Goal,
    white: Side,
) -> Option<(Vec<Place>, Vec<Part>)> {
    let board = *root.geometry();
    let mut position = root.clone();
    let mut chronicle = Chronicle::new(root.clone(), &[]);
    let mut places = Vec::new();
    for step in &line.moves {
        let named = |position: &mut Position| {
            let moves = position.legal_moves();
            moves.into_iter().find(|mv| position.long(mv) == step.played.text)
        };
        let mut found = named(&mut position);
        if found.is_none() {
            // in a series the other side does not move
            position.pass();
            chronicle.pass();
            found = named(&mut position);
        }
        let mv = found?;
        places.push(match white {
            Side::White => order::place(&position, board.width(), &mv),
            Side::Black => order::place_upside_down(&position, board.width(), board.height(), &mv),
        });
        position.play(&mv);
        chronicle.play(&mv);
    }
    let prey = position.side_to_move();
    let taken = |square: Square| {
        let men = position.men().filter(|&(at, _)| at != square);
        let mut without = Position::new(position.variant().clone(), men, prey);
        !match goal {
            Goal::Mate => without.is_checkmate(),
            _ => without.is_stalemate(),
        }
    };
    let mut parts: Vec<Part> = position
        .men()
        .filter(|&(square, man)| {
            let own = man.colour.serves(prey);
            own && (man.royal || goal == Goal::Stalemate) || taken(square)
        })
        .map(|(square, man)| (square, man.kind.index(), chronicle.origin(square)))
        .collect();
    parts.sort();
    Some((places, parts))
}
