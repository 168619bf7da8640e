//! The moves of every kind against what Popeye 4.104 was observed to play.

use solusrex_rules::{Position, Rules, kind::catalogue};

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
