//! Černo's program for queen against rook, 2006.

use super::{Finding, Found, ReproduceError, Watch, rows, solved::Solved};
use crate::{
    Metric,
    stats::{Census, Counting, SideCensus, thousands},
};

const PRINTED: &str = include_str!("../../data/cerno_kqkr.tsv");

pub(super) fn reproduce(watch: Watch) -> Found {
    let rook = Solved::new("KQKR", Metric::Dtm, watch)?.census(Counting::Classes);
    let queen = Solved::new("KQK", Metric::Dtm, watch)?.census(Counting::Classes);
    let counts = Counts { index: Index::count(), endings: [queen, rook] };
    let findings = rows::<2>(PRINTED).map(|row| {
        let [fact, printed] = row?;
        let claim: u64 = printed.parse().map_err(|_| ReproduceError::Data(printed.to_owned()))?;
        let unknown = || ReproduceError::Data(fact.to_owned());
        let computed = counts.of(fact).ok_or_else(unknown)?;
        Ok(Finding::new(fact, thousands(claim), thousands(computed)))
    });
    let findings = findings.collect::<Result<_, ReproduceError>>()?;
    let notes = vec![
        "The white king in the triangle a1-d1-d4; when he stands on the diagonal, the first of black \
         king, queen, rook that does not stands below it. Men may share a square in the index; \
         pseudo-legal positions are those in which none do, though the kings may touch."
            .to_owned(),
        "Legal positions are symmetry classes of KQK and KQKR together. A state is a position with \
         a side to move; it is without a win when it is drawn, lost or illegal."
            .to_owned(),
    ];
    Ok((notes, findings))
}

struct Counts {
    index: Index,
    endings: [Census; 2],
}

impl Counts {
    /// The number of a printed fact.
    fn of(&self, fact: &str) -> Option<u64> {
        let white = |count: fn(&SideCensus) -> u64| -> u64 {
            self.endings.iter().map(|census| count(&census.white_to_move)).sum()
        };
        let black = |count: fn(&SideCensus) -> u64| -> u64 {
            self.endings.iter().map(|census| count(&census.black_to_move)).sum()
        };
        let indexed = self.index.queen + self.index.rook;
        let won = white(|side| side.win);
        let lost = black(|side| side.loss);
        Some(match fact {
            "positions indexed" => indexed,
            "KQK part of the index" => self.index.queen,
            "pseudo-legal positions" => self.index.pseudo_legal,
            "legal, White to move" => white(|side| side.legal),
            "legal, Black to move" => black(|side| side.legal),
            "White is mated" => white(|side| side.mates),
            "White is stalemated" => white(|side| side.stalemates),
            "Black is mated" => black(|side| side.mates),
            "Black is stalemated" => black(|side| side.stalemates),
            "states in both colours" => 2 * indexed,
            "White states without a win" => indexed - won,
            "of those legal for White" => white(|side| side.legal) - won,
            "Black states without a loss" => indexed - lost,
            "of those legal for Black" => black(|side| side.legal) - lost,
            _ => self.at_distance(fact.strip_prefix("states with distance ")?.parse().ok()?),
        })
    }

    /// White's wins and Black's losses at a distance.
    fn at_distance(&self, plies: u32) -> u64 {
        let of = |census: &Census| {
            let won = census.white_to_move.win_by_plies.get(&plies);
            let lost = census.black_to_move.loss_by_plies.get(&plies);
            won.unwrap_or(&0) + lost.unwrap_or(&0)
        };
        self.endings.iter().map(of).sum()
    }
}

/// How many places his array has.
#[derive(Default)]
struct Index {
    queen: u64,
    rook: u64,
    pseudo_legal: u64,
}

impl Index {
    fn count() -> Index {
        let mut index = Index::default();
        for squares in 0..1u32 << 24 {
            let [white_king, black_king, queen, rook] = [18, 12, 6, 0].map(|n| squares >> n & 63);
            if !in_triangle(white_king) {
                continue;
            }
            let with_rook = [white_king, black_king, queen, rook];
            index.rook += u64::from(is_basic(&with_rook));
            index.pseudo_legal += u64::from(is_basic(&with_rook) && all_differ(&with_rook));
            // the queen alone once
            if rook == 0 {
                let alone = [white_king, black_king, queen];
                index.queen += u64::from(is_basic(&alone));
                index.pseudo_legal += u64::from(is_basic(&alone) && all_differ(&alone));
            }
        }
        index
    }
}

fn in_triangle(square: u32) -> bool {
    square % 8 < 4 && square / 8 <= square % 8
}

/// Of a position and its mirror image in the diagonal, the one that is kept.
fn is_basic(men: &[u32]) -> bool {
    let off_diagonal = men.iter().find(|&square| square % 8 != square / 8);
    off_diagonal.is_none_or(|square| square / 8 < square % 8)
}

fn all_differ(men: &[u32]) -> bool {
    (1..men.len()).all(|i| !men[..i].contains(&men[i]))
}
