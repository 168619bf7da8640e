//! The moves of every kind against what Popeye 4.104 was observed to play.

use std::collections::BTreeSet;

use solusrex_rules::{Geometry, Kind, Position, Rules, Side, kind::catalogue};

/// The moves of the side to move, sorted, as `solusrex moves` prints them.
fn moves(position: &mut Position) -> String {
    let mut moves: Vec<String> =
        position.legal_moves().iter().map(|mv| position.long(mv)).collect();
    moves.sort();
    moves.join("; ")
}

#[test]
fn every_known_kind_moves_as_observed() {
    let mut wrong = Vec::new();
    let mut positions = 0;
    for line in include_str!("data/fairy_moves.tsv").lines().skip(2) {
        let [walk, name, pieces, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {line}");
        };
        assert!(catalogue::find(walk).is_some(), "{walk}");
        let mut position = Position::from_pieces(pieces, &Default::default()).unwrap();
        let found = moves(&mut position);
        positions += 1;
        if found != expected {
            wrong.push(format!(
                "{walk} {name}: {pieces}\n  expected {expected}\n  found    {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {positions}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(positions, 324);
}

/// Where the man on d4 arrives and captures, as one of some letters.
fn arrivals(letters: &str, side: Side) -> BTreeSet<(u8, Option<u8>)> {
    let others = "White Sb2 Pf5 Bd7 Re1 Black Pd6 Sf2 Pb5 Rg7 Qc3 Neutral Sg4";
    let text = format!("{side} {letters}d4 {others}");
    let mut position = Position::from_pieces_for(&text, &Default::default(), side).unwrap();
    let d4 = Geometry::CHESS.square("d4").unwrap();
    // a hunter made of a king is not royal
    let mut moves = Vec::new();
    position.pseudo_legal_moves(&mut moves);
    let from_d4 = moves.iter().filter(|mv| mv.from == d4);
    from_d4.map(|mv| (mv.to.0, mv.captured.map(|at| at.0))).collect()
}

#[test]
fn a_hunter_goes_up_as_one_kind_and_down_as_another() {
    let kinds: Vec<&str> = catalogue::all().iter().map(|kind| kind.letters()).collect();
    let mut hunters = 0;
    for side in Side::BOTH {
        let forward = |to: u8| (to / 8 > 3) == (side == Side::White);
        for (i, away) in kinds.iter().enumerate() {
            let home = kinds[(i * 7 + 3) % kinds.len()];
            let hunter = format!("{away}/{home}");
            if Kind::named_hunter(&hunter).is_none() {
                continue;
            }
            hunters += 1;
            let going = |letters: &str, up: bool| {
                let mut moves = arrivals(letters, side);
                moves.retain(|&(to, _)| to / 8 != 3 && forward(to) == up);
                moves
            };
            let expected = &going(away, true) | &going(home, false);
            assert_eq!(arrivals(&hunter, side), expected, "{side} {hunter}");
        }
    }
    assert!(hunters > 280, "{hunters}");
}
