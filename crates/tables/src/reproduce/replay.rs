//! Printed games and lines, played over against a table.

use shakmaty::{
    Chess, Move, Position,
    san::{San, SanPlus},
};

use super::{Finding, ReproduceError, rows, solved::Solved};
use crate::best_moves;

/// A printed move in its position; a check need not be marked.
pub(super) fn read(position: &Chess, written: &str) -> Result<Move, ReproduceError> {
    let unreadable = || ReproduceError::Data(format!("move {written:?}"));
    let san: San = written.trim_end_matches(['+', '#']).parse().map_err(|_| unreadable())?;
    san.to_move(position).map_err(|_| unreadable())
}

/// The position after a printed move.
pub(super) fn after(position: &Chess, written: &str) -> Result<Chess, ReproduceError> {
    let mut after = position.clone();
    after.play_unchecked(read(position, written)?);
    Ok(after)
}

/// A move as it is written.
pub(super) fn written(position: &Chess, mv: Move) -> String {
    SanPlus::from_move(position.clone(), mv).to_string()
}

/// The best moves, as the table counts.
pub(super) fn best(solved: &Solved, position: &Chess) -> Result<Vec<Move>, ReproduceError> {
    let best = best_moves(&solved.tables, position, solved.table.metric)?;
    Ok(best.into_iter().map(|(mv, _)| mv).collect())
}

/// The best moves as they are written.
pub(super) fn best_written(solved: &Solved, position: &Chess) -> Result<String, ReproduceError> {
    let moves = best(solved, position)?;
    let moves: Vec<String> = moves.into_iter().map(|mv| written(position, mv)).collect();
    Ok(moves.join(" or "))
}

/// A line in which both sides are said to play their best: how many moves are.
pub(super) fn line(
    about: &str,
    solved: &Solved,
    start: &Chess,
    printed: &'static str,
) -> Result<Finding, ReproduceError> {
    let mut position = start.clone();
    let (mut moves, mut slips) = (0, Vec::new());
    for row in rows::<3>(printed) {
        let [number, white, black] = row?;
        for (dots, mv) in [(".", white), ("...", black)] {
            if mv == "-" {
                continue;
            }
            moves += 1;
            if !best(solved, &position)?.contains(&read(&position, mv)?) {
                let better = best_written(solved, &position)?;
                slips.push(format!("{number}{dots}{mv}, where {better} is best"));
            }
            position = after(&position, mv)?;
        }
    }
    let good = moves - slips.len();
    let finding = Finding::new(format!("{about}, best moves"), moves, good);
    Ok(finding.remark(slips.join("; ")))
}
