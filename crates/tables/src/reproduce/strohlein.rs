//! Ströhlein's longest wins, 1970.

use std::collections::HashMap;

use shakmaty::{Chess, Color, Position};
use solusrex_game::{Plies, Value};

use super::{
    Finding, Found, ReproduceError, Watch, replay, rows,
    solved::{self, Solved},
};
use crate::Metric;

const PRINTED: &str = include_str!("../../data/strohlein_1970.tsv");
const LINE: &str = include_str!("../../data/strohlein_line.tsv");

pub(super) fn reproduce(watch: Watch) -> Found {
    let printed = rows::<6>(PRINTED).collect::<Result<Vec<_>, _>>()?;
    let mut findings = Vec::new();
    for rows in printed.chunk_by(|row, next| row[0] == next[0]) {
        let [ending, moves, placements, classes, ..] = rows[0];
        let metric = if ending.len() == 3 { Metric::Dtm } else { Metric::Dtc };
        let solved = Solved::new(ending, metric, watch)?;
        let mut count = HisCount { solved: &solved, mates: HashMap::new() };
        let longest = count.longest()?;
        findings.push(Finding::new(format!("{ending}, moves"), moves, longest.plies.moves().0));
        let found = Finding::new(format!("{ending}, positions"), placements, longest.placements());
        findings.push(found);
        let found = Finding::new(format!("{ending}, classes"), classes, longest.slots.len());
        let found = found.remark(longest.beside_the_table());
        findings.push(found.if_it_differs(|| longest.on_the_diagonals()));
        for [_, moves, _, _, white, black] in rows {
            let pieces = format!("White {white} Black {black}");
            let example = solved::position(&pieces, Color::White)?;
            let plies = count.plies(&example)?;
            let found = Finding::new(format!("{ending}, {pieces}"), moves, plies.moves().0);
            findings.push(found);
            if ending == "KRKN" {
                findings.push(replay::line("KRKN, the line from there", &solved, &example, LINE)?);
            }
        }
    }
    let notes = vec![
        "With three men moves to mate. With four, White's moves until the black piece is won or the \
         black king captured: a mate counts one move more than a capture."
            .to_owned(),
        "In the line 9...Kd1 is read as 9...Ka4, the only best move.".to_owned(),
    ];
    Ok((notes, findings))
}

/// His count of moves, from a table that counts to mate or to the win of the piece.
///
/// It is the table's, unless White has to give mate: then it is one move more, because he counts to
/// the capture of the king. So no position needs a table of its own: it is enough to follow best
/// play. With three men he counts to mate as the table does.
struct HisCount<'a> {
    solved: &'a Solved,
    /// Positions that have been looked at, and whether White has to give mate.
    mates: HashMap<Chess, bool>,
}

/// The longest wins with White to move.
struct Longest<'a> {
    solved: &'a Solved,
    plies: Plies,
    /// One of each symmetry class.
    slots: Vec<u64>,
}

impl<'a> HisCount<'a> {
    fn longest(&mut self) -> Result<Longest<'a>, ReproduceError> {
        let solved = self.solved;
        let table = Longest::by_table(solved);
        let (mates, mut slots) = self.split(table.slots.iter().copied())?;
        if !mates.is_empty() {
            return Ok(Longest { solved, plies: Plies(table.plies.0 + 2), slots: mates });
        }
        let next = solved.wins(Color::White, Plies(table.plies.0.saturating_sub(2)));
        slots.extend(self.split(next)?.0);
        Ok(Longest { slots, ..table })
    }

    /// Positions in which White has to give mate, and the others.
    fn split(
        &mut self,
        slots: impl Iterator<Item = u64>,
    ) -> Result<(Vec<u64>, Vec<u64>), ReproduceError> {
        let mut both = (Vec::new(), Vec::new());
        for slot in slots {
            let mate = self.has_to_mate(&self.solved.position(slot, Color::White)?)?;
            if mate { &mut both.0 } else { &mut both.1 }.push(slot);
        }
        Ok(both)
    }

    /// How far it is from a position to the end as he counts.
    fn plies(&mut self, position: &Chess) -> Result<Plies, ReproduceError> {
        let Value::Won(Plies(plies)) = self.solved.probe(position)? else {
            return Err(ReproduceError::Data("an example that is not won".to_owned()));
        };
        Ok(Plies(if self.has_to_mate(position)? { plies + 2 } else { plies }))
    }

    /// Whether best play leads to mate: for White, if all his best moves do, for Black, if one does.
    fn has_to_mate(&mut self, position: &Chess) -> Result<bool, ReproduceError> {
        if self.solved.table.metric == Metric::Dtm {
            return Ok(false);
        }
        if let Some(&known) = self.mates.get(position) {
            return Ok(known);
        }
        let white = position.turn().is_white();
        let mut mate = white || position.is_checkmate();
        for mv in replay::best(self.solved, position)? {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let leads_to_mate = !mv.is_capture() && self.has_to_mate(&after)?;
            if leads_to_mate != white {
                mate = leads_to_mate;
                break;
            }
        }
        self.mates.insert(position.clone(), mate);
        Ok(mate)
    }
}

impl<'a> Longest<'a> {
    fn by_table(solved: &'a Solved) -> Longest<'a> {
        let plies = solved.longest_win(Color::White);
        Longest { solved, plies, slots: solved.wins(Color::White, plies).collect() }
    }

    fn placements(&self) -> u32 {
        let layout = &self.solved.table.layout;
        self.slots.iter().map(|&slot| layout.placements_of_class(slot)).sum()
    }

    /// What plain DTC has instead.
    fn beside_the_table(&self) -> String {
        let table = Longest::by_table(self.solved);
        if self.slots.len() == table.slots.len() {
            return String::new();
        }
        let (moves, classes) = (table.plies.moves(), table.slots.len());
        format!("by plain DTC {moves} in {classes} classes, {} positions", table.placements())
    }

    /// Which classes a reader may miss: those with the white king on a long diagonal.
    fn on_the_diagonals(&self) -> String {
        let table = &self.solved.table;
        let on_diagonal = |slot: &&u64| {
            let king = table.layout.squares(**slot)[0];
            king % 8 == king / 8 || king % 8 + king / 8 == 7
        };
        let found = self.slots.iter().filter(on_diagonal);
        let fens: Vec<String> = found.map(|&slot| self.solved.fen(slot, Color::White)).collect();
        format!(
            "each of them ends with the win of the piece, so that plain DTC has the same; in {} the \
             white king stands off the long diagonals, the rest is {}",
            self.slots.len() - fens.len(),
            fens.join(" and ")
        )
    }
}
