//! Thompson's pawns by square, and single positions.

use std::collections::BTreeMap;

use rayon::prelude::*;
use shakmaty::{Chess, Color, Position, Role, Square};
use solusrex_game::{Plies, Value};

use super::{
    Finding, Found, ReproduceError, Watch, replay, rows,
    solved::{self, Solved},
};
use crate::{
    FIFTY_MOVES, Layout, Metric,
    stats::{percent, thousands},
};

const PRINTED: &str = include_str!("../../data/thompson_more.tsv");

pub(super) fn reproduce(watch: Watch) -> Found {
    let printed = rows::<5>(PRINTED).collect::<Result<Vec<_>, _>>()?;
    let mut findings = Vec::new();
    for rows in printed.chunk_by(|row, next| row[0] == next[0]) {
        let ending = rows[0][0];
        // the size of an index needs no table
        let needed = rows.iter().any(|row| row[1] != "index");
        let solved = needed.then(|| Solved::new(ending, Metric::Dtz, watch)).transpose()?;
        let squares = solved.as_ref().map(PawnSquares::count).unwrap_or_default();
        for &[_, claim, about, printed, remark] in rows {
            let finding = match (claim, &solved) {
                ("index", _) => index(ending, printed)?,
                ("percent", _) => squares.share(ending, about, printed),
                ("longest", Some(solved)) => squares.longest(solved, ending, about, printed)?,
                (_, Some(solved)) => single(solved, ending, claim, about, printed)?,
                _ => return Err(ReproduceError::Data(claim.to_owned())),
            };
            findings.push(if remark == "-" { finding } else { finding.remark(remark) });
        }
    }
    let notes = vec![
        "Until the pawn moves: White's moves to the next pawn move or capture that keeps the win, or \
         to mate, by DTZ. Where only the fifty-move rule lengthens the count, because the pawn moves \
         into a win that the rule takes away, a position is left out."
            .to_owned(),
        "Shares: legal positions with White to move; like those of `thompson`, the printed ones are \
         a little lower."
            .to_owned(),
        "335 million positions of KQPKQ are 20 squares of the pawn times 64 for each other man, \
         335,544,320; with all 24 squares 402,653,184."
            .to_owned(),
    ];
    Ok((notes, findings))
}

/// The size of an index of pairs of kings and 64 squares for each other man, in millions.
fn index(ending: &str, claim: &str) -> Result<Finding, ReproduceError> {
    let size = Layout::new(ending.parse()?).slots();
    let computed = as_precise(size as f64 / 1e6, claim);
    let finding = Finding::new(format!("{ending}, millions of positions"), claim, computed);
    Ok(finding.remark(format!("{}: 462 pairs of kings, 64 squares for each man", thousands(size))))
}

/// A number with as many decimals as the printed one has.
fn as_precise(number: f64, printed: &str) -> String {
    let decimals = printed.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("{number:.decimals$}")
}

/// A claim about one position.
fn single(
    solved: &Solved,
    ending: &str,
    claim: &str,
    pieces: &str,
    printed: &str,
) -> Result<Finding, ReproduceError> {
    let odd = printed.parse().is_ok_and(|number: u32| number % 2 == 1);
    let white_to_move = match claim {
        "plies" => odd,
        _ => claim != "result b",
    };
    let to_move = if white_to_move { Color::White } else { Color::Black };
    let value = solved.probe(&solved::position(pieces, to_move)?)?;
    let computed = match (claim, value) {
        (_, Value::Drawn) => "drawn".to_owned(),
        ("moves", Value::Won(plies) | Value::Lost(plies)) => plies.moves().0.to_string(),
        ("plies", Value::Won(plies) | Value::Lost(plies)) => plies.0.to_string(),
        (_, value) => {
            let white_wins = value.is_won() == white_to_move;
            if white_wins { "White wins" } else { "Black wins" }.to_owned()
        }
    };
    let unit = if matches!(claim, "moves" | "plies") { claim } else { "result" };
    let (_, pieces) = pieces.split_once(' ').unwrap_or_default();
    let pieces = pieces.replace("Black", "/");
    let to_move = if white_to_move { "White" } else { "Black" };
    Ok(Finding::new(format!("{ending} {pieces}, {to_move} to move, {unit}"), printed, computed))
}

/// The positions with White to move by the square of his pawn.
#[derive(Default)]
struct PawnSquares(Vec<PawnSquare>);

struct PawnSquare {
    square: Square,
    legal: u64,
    /// By plies until the pawn moves.
    won: BTreeMap<Plies, u64>,
}

impl PawnSquares {
    fn count(solved: &Solved) -> PawnSquares {
        let table = &solved.table;
        let layout = &table.layout;
        let pawn = layout.men().len() - 1;
        if layout.men()[pawn].role != Role::Pawn {
            return PawnSquares::default();
        }
        let slices = layout.dimensions()[0] as usize;
        let size = layout.slots() as usize / slices;
        let count = |(slice, codes): (usize, &[u8])| {
            let mut counts = [0u64; 256];
            codes.iter().for_each(|&code| counts[usize::from(code)] += 1);
            let square = layout.squares((slice * size) as u64)[pawn];
            let mut found =
                PawnSquare { square: Square::new(square.into()), legal: 0, won: BTreeMap::new() };
            for (code, value) in table.palette(Color::White).iter() {
                let count = counts[usize::from(code)];
                found.legal += count;
                if let Value::Won(plies) = value
                    && count > 0
                {
                    found.won.insert(plies, count);
                }
            }
            found
        };
        PawnSquares(table.codes(Color::White).par_chunks(size).enumerate().map(count).collect())
    }

    /// The squares that a claim is about: one, a rank, or all.
    fn named<'a>(&'a self, about: &'a str) -> impl Iterator<Item = &'a PawnSquare> {
        let is_meant =
            move |pawn: &&PawnSquare| about == "-" || pawn.square.to_string().ends_with(about);
        self.0.iter().filter(is_meant)
    }

    fn share(&self, ending: &str, about: &str, claim: &str) -> Finding {
        let won = self.named(about).flat_map(|pawn| pawn.won.values()).sum();
        let legal = self.named(about).map(|pawn| pawn.legal).sum();
        let computed = as_precise(percent(won, legal), claim);
        let about = if about.len() == 1 { format!("rank {about}") } else { about.to_owned() };
        let finding = Finding::new(format!("{ending} pawn {about}, percent won"), claim, computed);
        finding.remark(format!("{} of {}", thousands(won), thousands(legal)))
    }

    fn longest(
        &self,
        solved: &Solved,
        ending: &str,
        about: &str,
        claim: &str,
    ) -> Result<Finding, ReproduceError> {
        let mut levels: BTreeMap<Plies, Vec<Square>> = BTreeMap::new();
        for pawn in self.named(about) {
            for &plies in pawn.won.keys() {
                levels.entry(plies).or_default().push(pawn.square);
            }
        }
        let mut longest = None;
        for (plies, squares) in levels.into_iter().rev() {
            longest = in_one_go(solved, plies, &squares)?;
            if longest.is_some() {
                break;
            }
        }
        let (moves, fen) =
            longest.map_or((0, String::new()), |(plies, fen)| (plies.moves().0, fen));
        let about = if about == "-" { String::new() } else { format!(" {about}") };
        let about = format!("{ending} pawn{about}, moves until it moves");
        Ok(Finding::new(about, claim, moves).remark(format!("for example {fen}")))
    }
}

/// A win in so many plies to the first move of the pawn, if there is one.
///
/// A table with the fifty-move rule counts a hundred plies more when the pawn moves into a win that
/// the rule takes away; such positions are not meant.
fn in_one_go(
    solved: &Solved,
    plies: Plies,
    squares: &[Square],
) -> Result<Option<(Plies, String)>, ReproduceError> {
    for slot in solved.wins(Color::White, plies) {
        let position = solved.position(slot, Color::White)?;
        let pawn = position.board().pawns().first();
        let meant = pawn.is_some_and(|square| squares.contains(&square));
        if meant && (plies.0 <= FIFTY_MOVES || until_the_pawn_moves(solved, &position)? == plies) {
            return Ok(Some((plies, solved.fen(slot, Color::White))));
        }
    }
    Ok(None)
}

/// How long best play goes on before a capture, a pawn move or mate.
fn until_the_pawn_moves(solved: &Solved, position: &Chess) -> Result<Plies, ReproduceError> {
    let mut position = position.clone();
    let mut plies = 0;
    while let Some(&mv) = replay::best(solved, &position)?.first() {
        plies += 1;
        if mv.is_zeroing() {
            break;
        }
        position.play_unchecked(mv);
    }
    Ok(Plies(plies))
}
