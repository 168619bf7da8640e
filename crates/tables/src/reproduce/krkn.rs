//! Complete strategies for chess endings, 1978: rook against knight.

use std::collections::BTreeMap;

use shakmaty::Color;
use solusrex_game::{Plies, Value};

use super::{
    Finding, Found, ReproduceError, Watch, replay, rows,
    solved::{self, Solved},
};
use crate::{
    Metric, Table,
    stats::{Census, Counting, thousands},
};

const PRINTED: &str = include_str!("../../data/krkn_1978.tsv");
const LINE: &str = include_str!("../../data/krkn_line.tsv");
const START: &str = "White Ka3 Rh6 Black Kc1 Na7";

pub(super) fn reproduce(watch: Watch) -> Found {
    let rook_and_knight = Solved::new("KRKN", Metric::Dtc, watch)?;
    let rook = Solved::new("KRK", Metric::Dtc, watch)?;
    let census = rook_and_knight.census(Counting::Classes);
    let lost_in_krk = rook.census(Counting::Classes).black_to_move.loss;
    let mut findings = Vec::new();
    for row in rows::<3>(PRINTED) {
        let [side, what, printed] = row?;
        let claim = read(printed)?;
        let own = census.side(if side == "white" { Color::White } else { Color::Black });
        findings.push(match (side, what) {
            (_, "legal") => number("legal positions", side, claim, own.legal),
            ("white", "total") => number("won positions", side, claim, own.win),
            (_, "total") => black_total(claim, own.loss, lost_in_krk)?,
            ("black", "0") => level_0(claim, own.mates, &rook_and_knight.table, &rook.table),
            ("black", plies) => black_level(read(plies)? as u32, claim, &census),
            (_, plies) => {
                let found = level(&own.win_by_plies, read(plies)? as u32);
                number(&Plies(read(plies)? as u32).to_string(), side, claim, found)
            }
        });
    }
    let start = solved::position(START, Color::Black)?;
    findings.push(replay::line("the line of 27 moves", &rook_and_knight, &start, LINE)?);
    let notes = vec![
        "Plies to mate, or to the capture of the knight that keeps a won KRK; one position of each \
         symmetry class."
            .to_owned(),
        "From Black's two positions of 54 plies best play leads into the two of 53 that Ströhlein \
         counts as well. The printed line starts from the first, so that it seems to be the second \
         that is missing. In the line the scan's 8...Na2 and 13...KbS are read as 8...Ng2+ and \
         13...Kb3."
            .to_owned(),
        "The diagram of Fine's position that the rook wins in 15 moves beginning with Kc6 is lost \
         in the scan."
            .to_owned(),
    ];
    Ok((notes, findings))
}

fn read(number: &str) -> Result<u64, ReproduceError> {
    number.parse().map_err(|_| ReproduceError::Data(format!("{number:?}")))
}

fn level(by_plies: &BTreeMap<u32, u64>, plies: u32) -> u64 {
    by_plies.get(&plies).copied().unwrap_or(0)
}

fn number(what: &str, side: &str, claim: u64, computed: u64) -> Finding {
    let side = if side == "white" { "White" } else { "Black" };
    Finding::new(format!("{side} to move, {what}"), thousands(claim), thousands(computed))
}

fn black_level(plies: u32, claim: u64, census: &Census) -> Finding {
    let black = &census.black_to_move;
    let computed = level(&black.loss_by_plies, plies);
    let finding = number(&Plies(plies).to_string(), "black", claim, computed);
    finding.if_it_differs(|| {
        let difference = claim as i64 - computed as i64;
        let longest = black.longest_loss.as_ref().filter(|longest| longest.plies.0 == plies);
        match longest {
            Some(longest) => format!("{difference:+}: both are {}", longest.examples.join(" and ")),
            None => format!("{difference:+}"),
        }
    })
}

/// The positions that are lost by definition are counted with the black king in the triangle a1-d1-d4,
/// mirror images in the diagonal twice, and with the knight captured already among them.
fn level_0(claim: u64, classes: u64, rook_and_knight: &Table, rook: &Table) -> Finding {
    let mated = |value| value == Value::LOST_NOW;
    let mates = in_triangle(rook_and_knight, mated);
    let captured = in_triangle(rook, Value::is_lost);
    number("0 plies", "black", claim, mates + captured).remark(format!(
        "{} mates and {} lost positions of KRK, black king in the triangle a1-d1-d4, mirror images \
         in the diagonal counted twice; mates in classes: {}",
        thousands(mates),
        thousands(captured),
        thousands(classes)
    ))
}

/// Positions with Black to move and his king in the triangle a1-d1-d4.
fn in_triangle(table: &Table, counts: impl Fn(Value) -> bool) -> u64 {
    let pieces = table.layout.men().len() - 2;
    let mut found = 0;
    for black_king in (0..64).filter(|king| king % 8 < 4 && king / 8 <= king % 8) {
        for others in 0..1u32 << (6 * (pieces + 1)) {
            let mut squares = [0; crate::MOST_MEN];
            squares[0] = (others & 63) as u8;
            squares[1] = black_king;
            for (i, square) in squares[2..2 + pieces].iter_mut().enumerate() {
                *square = (others >> (6 * (i + 1)) & 63) as u8;
            }
            let value =
                table.layout.slot(&squares).and_then(|slot| table.value(Color::Black, slot));
            found += u64::from(value.is_some_and(&counts));
        }
    }
    found
}

/// The printed total is that of the classes, with the knight captured by king and by rook.
fn black_total(claim: u64, lost: u64, lost_in_krk: u64) -> Result<Finding, ReproduceError> {
    let mut sum = 0;
    for row in rows::<3>(PRINTED) {
        let [side, what, printed] = row?;
        if side == "black" && what.parse::<u32>().is_ok() {
            sum += read(printed)?;
        }
    }
    let finding = number("total", "black", claim, lost + 2 * lost_in_krk);
    Ok(finding.remark(format!(
        "not the sum of the printed rows, {}, but {} lost positions and twice {} of KRK, the knight \
         just captured by king or rook, all in classes; one short, like the row of 54 plies",
        thousands(sum),
        thousands(lost),
        thousands(lost_in_krk)
    )))
}
