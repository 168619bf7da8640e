//! Thompson's table of endings with five men.

use rayon::prelude::*;
use shakmaty::Role;

use super::{Finding, Found, Watch, rows, solved::Solved};
use crate::{
    Layout, Metric,
    stats::{percent, thousands},
};

const PRINTED: &str = include_str!("../../data/thompson_five_men.tsv");

pub(super) fn reproduce(watch: Watch) -> Found {
    let mut findings = Vec::new();
    for row in rows::<4>(PRINTED) {
        let [ending, to, moves, share] = row?;
        let metric = if to == "mate" { Metric::Dtm } else { Metric::Dtc };
        let solved = Solved::new(ending, metric, watch)?;
        findings.push(longest(&solved, ending, to, moves));
        findings.push(won(&solved, ending, share));
        drop(solved);
        // a number that is wrong to mate may be one to conversion
        if let Some(finding) = findings.iter_mut().nth_back(1)
            && finding.claim != finding.computed
            && metric == Metric::Dtm
        {
            let moves = longest_moves(&Solved::new(ending, Metric::Dtc, watch)?);
            finding.remark += &format!("; to conversion {moves} moves");
        }
    }
    let notes = vec![
        "Shares are those of all legal placements with White to move, bishops of one side on squares \
         of both colours."
            .to_owned(),
        "How the printed shares were counted could not be found out: all are lower, by 0.7 to \
         6 points. Symmetry classes instead of placements change a few hundredths; with Black to move, \
         or both sides together, the shares are far away; to add the positions of the smaller \
         endings, which were kept in the same files, comes near in some rows and not in others. No \
         variant tried gives all twelve."
            .to_owned(),
    ];
    Ok((notes, findings))
}

fn longest_moves(solved: &Solved) -> u32 {
    solved.longest_win(solved.white()).moves().0
}

fn longest(solved: &Solved, ending: &str, to: &str, claim: &str) -> Finding {
    let plies = solved.longest_win(solved.white());
    let finding = Finding::new(format!("{ending}, moves to {to}"), claim, plies.moves().0);
    finding.if_it_differs(|| {
        let example = solved.wins(solved.white(), plies).next();
        let fen = example.map(|slot| solved.fen(slot, solved.white())).unwrap_or_default();
        format!("longest is {fen}")
    })
}

fn won(solved: &Solved, ending: &str, claim: &str) -> Finding {
    let (won, legal) = placements(solved);
    let computed = format!("{:.1}", percent(won, legal));
    let finding = Finding::new(format!("{ending}, percent won"), claim, computed);
    finding.remark(format!("{} of {}", thousands(won), thousands(legal)))
}

/// The placements that White wins and all of them, White to move.
fn placements(solved: &Solved) -> (u64, u64) {
    let (table, white) = (&solved.table, solved.white());
    let values: Vec<_> = (0..=u8::MAX).map(|code| table.palette(white).value(code)).collect();
    let pair = bishop_pair(&table.layout);
    // the slots of one pair of kings
    let size = 1 << (6 * (table.layout.men().len() - 2));
    let count = |(kings, codes): (usize, &[u8])| {
        let [white_king, black_king, ..] = table.layout.squares((kings * size) as u64);
        let on_diagonal = |king: u8| king % 8 == king / 8;
        // mirror images in the diagonal have two slots
        let weight = if on_diagonal(white_king) && on_diagonal(black_king) { 4 } else { 8 };
        let (mut won, mut legal) = (0, 0);
        for (slot, &code) in (kings * size..).zip(codes) {
            let Some(value) = values[usize::from(code)] else { continue };
            if pair.is_none_or(|pair| on_both_colours(&table.layout, slot as u64, pair)) {
                legal += weight;
                won += if value.is_won() { weight } else { 0 };
            }
        }
        (won, legal)
    };
    let counts = table.codes(white).par_chunks(size).enumerate().map(count);
    let (won, legal) = counts.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    // like men stand in two slots
    let men = table.layout.men();
    let twice = if men[2..].windows(2).any(|men| men[0] == men[1]) { 2 } else { 1 };
    (won / twice, legal / twice)
}

/// Two bishops of one side, by their places among the men.
fn bishop_pair(layout: &Layout) -> Option<[usize; 2]> {
    let men = layout.men();
    let first = men.iter().position(|man| man.role == Role::Bishop)?;
    let second = (first + 1..men.len()).find(|&man| men[man] == men[first])?;
    Some([first, second])
}

fn on_both_colours(layout: &Layout, slot: u64, pair: [usize; 2]) -> bool {
    let squares = layout.squares(slot);
    let [first, second] = pair.map(|man| (squares[man] % 8 + squares[man] / 8) % 2);
    first != second
}
