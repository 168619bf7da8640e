//! The named kinds: letters as Popeye writes them, the composers' English names, and the movement
//! in the language of [`text`]. A new piece is a line here.
//!
//! Where a name is used for more than one movement, the table follows what composers' solvers do.
//! All 162 kinds of Popeye 4.104 are here.

use std::{collections::HashMap, sync::LazyLock};

use super::{Kind, Nature, text};

/// The letters of the orthodox kinds, the knight being S.
pub const ORTHODOX: [&str; 6] = ["K", "Q", "R", "B", "S", "P"];

use Nature::{Dummy, King, Pawn, Piece, ReversePawn};

/// letters, name, nature, movement
const TABLE: &[(&str, &str, Nature, &str)] = &[
    // orthodox
    ("K", "king", King, "leap 0,1 1,1"),
    ("Q", "queen", Piece, "ride 0,1 1,1"),
    ("R", "rook", Piece, "ride 0,1"),
    ("B", "bishop", Piece, "ride 1,1"),
    ("S", "knight", Piece, "leap 1,2"),
    ("P", "pawn", Pawn, "advance 0,1 + leap 1,1 forward capture off-base"),
    // leapers
    ("EK", "erlking", Piece, "leap 0,1 1,1"),
    ("WE", "wazir", Piece, "leap 0,1"),
    ("FE", "fers", Piece, "leap 1,1"),
    ("DA", "dabbaba", Piece, "leap 0,2"),
    ("AL", "alfil", Piece, "leap 2,2"),
    ("CA", "camel", Piece, "leap 1,3"),
    ("Z", "zebra", Piece, "leap 2,3"),
    ("GI", "giraffe", Piece, "leap 1,4"),
    ("AN", "antelope", Piece, "leap 3,4"),
    ("BU", "root-25-leaper", Piece, "leap 0,5 3,4"),
    ("RF", "root-50-leaper", Piece, "leap 1,7 5,5"),
    ("15", "1:5-leaper", Piece, "leap 1,5"),
    ("16", "1:6-leaper", Piece, "leap 1,6"),
    ("24", "2:4-leaper", Piece, "leap 2,4"),
    ("25", "2:5-leaper", Piece, "leap 2,5"),
    ("35", "3:5-leaper", Piece, "leap 3,5"),
    ("36", "3:6-leaper", Piece, "leap 3,6"),
    ("37", "3:7-leaper", Piece, "leap 3,7"),
    ("GN", "gnu", Piece, "leap 1,2 1,3"),
    ("OK", "okapi", Piece, "leap 1,2 2,3"),
    ("BI", "bison", Piece, "leap 1,3 2,3"),
    ("ZE", "zebu", Piece, "leap 1,3 1,4"),
    ("SQ", "squirrel", Piece, "leap 0,2 1,2 2,2"),
    // riders
    ("N", "nightrider", Piece, "ride 1,2"),
    ("CR", "camelrider", Piece, "ride 1,3"),
    ("ZR", "zebrarider", Piece, "ride 2,3"),
    ("GR", "gnurider", Piece, "ride 1,2 1,3"),
    ("WR", "wazirrider", Piece, "ride 0,1"),
    ("FR", "fersrider", Piece, "ride 1,1"),
    ("AM", "amazon", Piece, "ride 0,1 1,1 + leap 1,2"),
    ("EM", "empress", Piece, "ride 0,1 + leap 1,2"),
    ("PR", "princess", Piece, "ride 1,1 + leap 1,2"),
    ("WA", "waran", Piece, "ride 0,1 1,2"),
    ("ET", "elephant", Piece, "ride 0,1 1,1 1,2"),
    ("EH", "edgehog", Piece, "ride 0,1 1,1 edge"),
    ("RR", "rook/bishop-hunter", Piece, "ride 0,1 forward + ride 1,1 back"),
    ("BR", "bishop/rook-hunter", Piece, "ride 1,1 forward + ride 0,1 back"),
    (
        "QQ",
        "querquisite",
        Piece,
        "ride 0,1 files ah + leap 1,2 files bg + ride 1,1 files cf \
         + ride 0,1 1,1 files d + leap 0,1 1,1 files e",
    ),
    // riders on bent lines
    ("RO", "rose", Piece, "ride rose"),
    ("BT", "boyscout", Piece, "ride zigzag 1,1 1,-1"),
    ("GT", "girlscout", Piece, "ride zigzag 0,1 1,0"),
    ("SS", "spiralspringer", Piece, "ride zigzag 1,2 1,-2 + ride zigzag 1,2 -1,2"),
    ("DS", "diagonal spiralspringer", Piece, "ride zigzag 1,2 -2,-1 + ride zigzag 1,2 2,1"),
    ("S1", "diagonal spiralspringer (1,1)", Piece, "ride zigzag 1,2 -2,-1"),
    ("S2", "spiralspringer (2,0)", Piece, "ride zigzag 1,2 1,-2"),
    ("S3", "diagonal spiralspringer (3,3)", Piece, "ride zigzag 1,2 2,1"),
    ("S4", "spiralspringer (4,0)", Piece, "ride zigzag 1,2 -1,2"),
    ("QN", "quintessence", Piece, "ride zigzag 1,2 2,-1 + ride zigzag 1,2 -2,1"),
    ("CT", "CAT", Piece, "ride bent 1,2 0,2"),
    ("AR", "archbishop", Piece, "ride once-reflected 1,1"),
    ("RB", "reflecting bishop", Piece, "ride reflected 1,1"),
    ("C", "cardinal", Piece, "ride cushioned 1,1"),
    ("BK", "bouncy knight", Piece, "carom 1,2 range 1"),
    ("BN", "bouncy nightrider", Piece, "carom 1,2"),
    ("UU", "ubi-ubi", Piece, "wander 1,2"),
    // lame leapers and their riders
    ("MA", "mao", Piece, "leap mao"),
    ("MO", "moa", Piece, "leap moa"),
    ("AO", "maorider", Piece, "ride mao"),
    ("OA", "moarider", Piece, "ride moa"),
    ("ML", "maorider-lion", Piece, "lion mao"),
    ("MM", "moarider-lion", Piece, "lion moa"),
    ("AH", "maohopper", Piece, "hop mao range 1"),
    ("OH", "moahopper", Piece, "hop moa range 1"),
    // hoppers
    ("G", "grasshopper", Piece, "hop 0,1 1,1"),
    ("G2", "grasshopper-2", Piece, "hop 0,1 1,1 beyond 2"),
    ("G3", "grasshopper-3", Piece, "hop 0,1 1,1 beyond 3"),
    ("RH", "rook-hopper", Piece, "hop 0,1"),
    ("BH", "bishop-hopper", Piece, "hop 1,1"),
    ("NH", "nightrider-hopper", Piece, "hop 1,2"),
    ("CH", "camelrider-hopper", Piece, "hop 1,3"),
    ("ZH", "zebrarider-hopper", Piece, "hop 2,3"),
    ("GH", "gnurider-hopper", Piece, "hop 1,2 1,3"),
    ("RP", "rose-hopper", Piece, "hop rose"),
    ("KH", "king-hopper", Piece, "hop 0,1 1,1 near"),
    ("KP", "knight-hopper", Piece, "hop 1,2 near"),
    ("KA", "kangaroo", Piece, "hop 0,1 1,1 over 2"),
    ("DO", "dolphin", Piece, "hop 0,1 1,1 + hop 0,1 1,1 over 2"),
    ("CG", "contra-grasshopper", Piece, "hop 0,1 1,1 near beyond any"),
    ("SO", "scorpion", Piece, "leap 0,1 1,1 + hop 0,1 1,1"),
    ("ST", "sting", King, "leap 0,1 1,1 + hop 0,1 1,1"),
    ("GL", "gral", Piece, "leap 2,2 + hop 0,1"),
    ("DG", "double grasshopper", Piece, "hop-twice 0,1 1,1"),
    ("DK", "double rook-hopper", Piece, "hop-twice 0,1"),
    ("DB", "double bishop-hopper", Piece, "hop-twice 1,1"),
    ("HA", "hamster", Piece, "rebound 0,1 1,1"),
    ("HC", "contra-hamster", Piece, "recoil 0,1 1,1"),
    ("M", "moose", Piece, "hop 0,1 1,1 turn 45"),
    ("EA", "eagle", Piece, "hop 0,1 1,1 turn 90"),
    ("SW", "sparrow", Piece, "hop 0,1 1,1 turn 135"),
    ("RM", "rook-moose", Piece, "hop 0,1 turn 45"),
    ("RE", "rook-eagle", Piece, "hop 0,1 turn 90"),
    ("RW", "rook-sparrow", Piece, "hop 0,1 turn 135"),
    ("BM", "bishop-moose", Piece, "hop 1,1 turn 45"),
    ("BE", "bishop-eagle", Piece, "hop 1,1 turn 90"),
    ("BW", "bishop-sparrow", Piece, "hop 1,1 turn 135"),
    (
        "MG",
        "marguerite",
        Piece,
        "hop 0,1 1,1 + hop 0,1 1,1 turn 45 + hop 0,1 1,1 turn 90 + hop 0,1 1,1 turn 135 \
         + rebound 0,1 1,1",
    ),
    ("SC", "scarabeus", Piece, "hop 0,1 1,1 turn knight"),
    ("EQ", "equihopper", Piece, "equihop"),
    ("NE", "non-stop equihopper", Piece, "equihop-free"),
    ("OR", "orix", Piece, "equihop 0,1 1,1"),
    ("NO", "non-stop orix", Piece, "equihop-free 0,1 1,1"),
    ("EE", "eagle-equihopper", Piece, "equihop turn 90 range 3"),
    ("EN", "non-stop eagle-equihopper", Piece, "equihop-free turn 90 range 3"),
    ("TH", "treehopper", Piece, "equihop-free 0,1 1,1 turn any"),
    ("GE", "greater treehopper", Piece, "equihop-free turn any"),
    ("RK", "radial knight", Piece, "equihop-free turn any enemy"),
    ("LH", "leafhopper", Piece, "echo 0,1 1,1"),
    ("GF", "greater leafhopper", Piece, "echo"),
    // on the queen's lines the English one is stopped by a man half-way
    (
        "QE",
        "English equistopper",
        Piece,
        "equistop 0,1 1,1 move + equistop 1,2 1,3 2,3 1,4 3,4 1,5 2,5 3,5 4,5 1,6 5,6 \
         1,7 2,7 3,7 4,7 5,7 6,7",
    ),
    ("QF", "French equistopper", Piece, "equistop-free"),
    ("B1", "bouncer", Piece, "bounce 0,1 1,1"),
    ("B2", "rook-bouncer", Piece, "bounce 0,1"),
    ("B3", "bishop-bouncer", Piece, "bounce 1,1"),
    // lions
    ("LI", "lion", Piece, "lion 0,1 1,1"),
    ("RL", "rook-lion", Piece, "lion 0,1"),
    ("BL", "bishop-lion", Piece, "lion 1,1"),
    ("NL", "nightrider-lion", Piece, "lion 1,2"),
    ("RN", "rose-lion", Piece, "lion rose"),
    ("KL", "kangaroo-lion", Piece, "lion 0,1 1,1 over 2"),
    ("RT", "rabbit", Piece, "lion 0,1 1,1 over 2"),
    ("BO", "bob", Piece, "lion 0,1 1,1 over 4"),
    // Chinese and Argentine pieces
    ("LE", "leo", Piece, "chinese 0,1 1,1"),
    ("PA", "pao", Piece, "chinese 0,1"),
    ("VA", "vao", Piece, "chinese 1,1"),
    ("NA", "nao", Piece, "chinese 1,2"),
    ("RA", "rao", Piece, "chinese rose"),
    ("KO", "kao", Piece, "leap 1,2 move + hop 1,2 near capture"),
    ("CP", "Chinese pawn", Piece, "leap 0,1 forward + leap 0,1 sideways river"),
    ("SE", "señora", Piece, "argentine 0,1 1,1"),
    ("FA", "faro", Piece, "argentine 0,1"),
    ("LO", "loco", Piece, "argentine 1,1"),
    (
        "SA",
        "saltador",
        Piece,
        "hop mao range 1 move + hop moa range 1 move + leap mao capture + leap moa capture",
    ),
    // locusts and marine pieces
    ("L", "locust", Piece, "locust 0,1 1,1"),
    ("LR", "rook-locust", Piece, "locust 0,1"),
    ("LB", "bishop-locust", Piece, "locust 1,1"),
    ("LN", "nightlocust", Piece, "locust 1,2"),
    ("LS", "rose-locust", Piece, "locust rose"),
    ("SI", "siren", Piece, "marine 0,1 1,1"),
    ("TR", "triton", Piece, "marine 0,1"),
    ("ND", "nereid", Piece, "marine 1,1"),
    ("MS", "marine knight", Piece, "leap 1,2 move + locust 1,2 range 2"),
    ("PO", "poseidon", King, "leap 0,1 1,1 move + locust 0,1 1,1 range 2"),
    ("MP", "marine pawn", Pawn, "advance 0,1 + locust 1,1 forward range 2 off-base"),
    ("MH", "marine ship", Piece, "marine 0,1 + locust 1,1 forward range 2"),
    ("SK", "Skylla", Piece, "leap mao move + locust mao range 1"),
    ("CY", "Charybdis", Piece, "leap moa move + locust moa range 1"),
    // pawns and pieces made with them
    ("BP", "berolina pawn", Pawn, "advance 1,1 + leap 0,1 forward capture off-base"),
    ("SP", "superpawn", Pawn, "ride 0,1 forward move + ride 1,1 forward capture"),
    ("BS", "berolina superpawn", Pawn, "ride 1,1 forward move + ride 0,1 forward capture"),
    ("PP", "protean pawn", ReversePawn, "advance 0,1 back + leap 1,1 back capture off-base"),
    ("DR", "dragon", Piece, "leap 1,2 + advance 0,1 + leap 1,1 forward capture off-base"),
    ("GY", "gryphon", Piece, "ride 1,1 + advance 0,1"),
    ("SH", "ship", Piece, "ride 0,1 + leap 1,1 forward capture"),
    // the rest
    ("F", "friend", Piece, "borrow-own"),
    ("O", "orphan", Piece, "borrow-enemy"),
    ("DU", "dummy", Dummy, ""),
];

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let terms = |letters: &str, movement: &str| match movement {
        "" => Vec::new(),
        _ => text::terms_of(letters, movement).expect("the catalogue is well-formed"),
    };
    TABLE
        .iter()
        .map(|&(letters, name, nature, movement)| {
            Kind::new(letters, name, nature, terms(letters, movement))
        })
        .collect()
});

static BY_LETTERS: LazyLock<HashMap<&'static str, &'static Kind>> =
    LazyLock::new(|| KINDS.iter().map(|kind| (kind.letters(), kind)).collect());

/// Every named kind.
pub fn all() -> &'static [Kind] {
    &KINDS
}

/// The text of a kind's movement as it stands in the table.
pub fn movement(letters: &str) -> Option<&'static str> {
    let letters = letters.to_ascii_uppercase();
    TABLE.iter().find(|row| row.0 == letters).map(|row| row.3)
}

/// The kind with these letters, in either case.
pub fn find(letters: &str) -> Option<&'static Kind> {
    BY_LETTERS.get(letters.to_ascii_uppercase().as_str()).copied()
}

/// The kind with this English name, in either case.
pub fn find_by_name(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_names_are_unique() {
        for (i, kind) in all().iter().enumerate() {
            for other in &all()[..i] {
                assert_ne!(kind.letters(), other.letters());
                assert_ne!(kind.name(), other.name());
            }
        }
    }

    #[test]
    fn there_are_162_of_them() {
        assert_eq!(all().len(), 162);
    }
}
