//! Browne against Thompson's database, and the database's own line.

use shakmaty::{Chess, Color, Position};
use solusrex_game::Value;

use super::{
    Finding, Found, ReproduceError, Watch, replay, rows,
    solved::{self, Solved},
};
use crate::Metric;

const GAME: &str = include_str!("../../data/browne_game.tsv");
const LINE: &str = include_str!("../../data/thompson_line.tsv");
const START: &str = "White Ka8 Qa5 Black Kf6 Re8";

pub(super) fn reproduce(watch: Watch) -> Found {
    let solved = Solved::new("KQKR", Metric::Dtc, watch)?;
    let start = solved::position(START, Color::White)?;
    let mut findings = game(&solved, &start)?;
    findings.push(replay::line("the database's own line of 31 moves", &solved, &start, LINE)?);
    let notes = vec![
        format!(
            "{START}, White to move. The count is that of White's moves to mate or to the win of the \
             rook, the move just played among them: one more than the table needs after it."
        ),
        "The scan confuses c and e; the moves are read so that they are legal, and then every answer \
         of the database is one of the table's best. So the moves are right and the printed counts \
         are not; no reading of the scan was found that brings them about. In the database's line \
         13.Qe2+ is read as 13.Qc2+, since 13...Kg4 is illegal after the former."
            .to_owned(),
    ];
    Ok((notes, findings))
}

/// The counts of the game, and how many answers of the database were best.
fn game(solved: &Solved, start: &Chess) -> Result<Vec<Finding>, ReproduceError> {
    let mut position = start.clone();
    let mut findings = Vec::new();
    let (mut answers, mut best) = (0, 0);
    for row in rows::<4>(GAME) {
        let [number, white, claim, black] = row?;
        let moved = replay::after(&position, white)?;
        let told = needed(solved, &moved)? + 1;
        if claim != "-" {
            let finding = Finding::new(format!("{number}.{white}"), claim, told);
            findings.push(finding.remark(slip(solved, &position, told)?));
        }
        answers += 1;
        best += usize::from(replay::best(solved, &moved)?.contains(&replay::read(&moved, black)?));
        position = replay::after(&moved, black)?;
    }
    let left = needed(solved, &position)?;
    let whole = Finding::new("the database's answers, best moves", answers, best);
    findings.push(whole.remark(format!("when the game was broken off, {left} moves were needed")));
    Ok(findings)
}

/// What would have been better than a move after which so many moves are told.
fn slip(solved: &Solved, position: &Chess, told: u32) -> Result<String, ReproduceError> {
    let needed = needed(solved, position)?;
    Ok(if told > needed {
        format!("loses {}: best was {}", told - needed, replay::best_written(solved, position)?)
    } else {
        String::new()
    })
}

/// The moves that White still needs.
fn needed(solved: &Solved, position: &Chess) -> Result<u32, ReproduceError> {
    let value = solved.probe(position)?;
    match (position.turn().is_white(), value) {
        (true, Value::Won(plies)) | (false, Value::Lost(plies)) => Ok(plies.moves().0),
        _ => Err(ReproduceError::Data("a move that does not win".to_owned())),
    }
}
