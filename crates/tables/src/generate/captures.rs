//! Captures by the men that wander: what each leads to.

use shakmaty::Role;
use solusrex_game::{Plies, Value};

use crate::{
    ending::{Man, index},
    metric::{Metric, Step},
};

use super::{
    GenerateError,
    frame::Frame,
    outcomes::{Outcomes, Scale},
    pass::{Captures, Stand},
    source::{Solved, Source, men_of},
};

/// The value of a capture, from that of the position after it.
pub(crate) fn capture(metric: Metric, victim: Man, after: Value) -> Value {
    match metric {
        Metric::Take(man) if man == victim => Value::Won(Plies(1)),
        _ => metric.before(Step::Conversion, after),
    }
}

/// All captures of and by the men of a frame, but for those by pawns.
pub(crate) fn captures(
    frame: &Frame,
    metric: Metric,
    solved: &Solved,
) -> Result<Vec<Captures>, GenerateError> {
    let mut all = Vec::new();
    let pawns = |without: Option<usize>| {
        let standing = frame.pawns.iter().enumerate().filter(move |&(i, _)| Some(i) != without);
        standing.map(|(_, &(pawn, square))| (pawn, Stand::Square(square)))
    };
    // a man is captured: it stands where its captor does
    for (victim, &man) in frame.men.iter().enumerate().filter(|(_, man)| man.role != Role::King) {
        let mover = 1 - index(man.colour);
        let mut men = men_of(frame, Some(victim));
        let captors = men.iter().filter(|(man, _)| index(man.colour) == mover);
        let stands = captors.map(|&(_, stand)| stand).collect();
        men.extend(pawns(None));
        let source = solved.source(&men)?;
        let outcomes = outcomes(frame, &source, victim, mover, metric, man)?;
        all.push(Captures { mover, absent: victim, stands, outcomes });
    }
    // a pawn is captured: its captor stands on its square
    for (i, &(pawn, square)) in frame.pawns.iter().enumerate() {
        for (captor, &man) in frame.men.iter().enumerate() {
            if man.colour == pawn.colour {
                continue;
            }
            let mut men = men_of(frame, Some(captor));
            men.push((man, Stand::Square(square)));
            men.extend(pawns(Some(i)));
            let source = solved.source(&men)?;
            let mover = index(man.colour);
            let outcomes = outcomes(frame, &source, captor, mover, metric, pawn)?;
            let stands = vec![Stand::Square(square)];
            all.push(Captures { mover, absent: captor, stands, outcomes });
        }
    }
    Ok(all)
}

fn outcomes(
    frame: &Frame,
    source: &Source,
    absent: usize,
    mover: usize,
    metric: Metric,
    victim: Man,
) -> Result<Outcomes, GenerateError> {
    let to_move = 1 - mover;
    let outcome = |after| capture(metric, victim, after);
    let scale = Scale::of(source.values(to_move).map(outcome)).ok_or(GenerateError::Palette)?;
    let ranks_of_codes = source.ranks(to_move, &scale, outcome);
    let free: Vec<usize> = (0..frame.men.len()).filter(|&man| man != absent).collect();
    let mut ranks = Vec::with_capacity(frame.heads() << (6 * free.len()));
    source.read(frame, &free, to_move, |_, codes| {
        ranks.extend(codes.iter().map(|&code| ranks_of_codes[usize::from(code)]));
    });
    Ok(Outcomes::new(ranks, scale))
}
