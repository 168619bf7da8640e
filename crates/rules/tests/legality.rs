//! What the general path does cleverly, done again plainly, on random boards with random kinds.
//!
//! * A legal move is a pseudo-legal one after which no royal man of the mover is attacked, however
//!   few squares the generator looks at.
//! * A man is attacked if it can be captured.
//! * A move taken back leaves no trace; a position built anew has the same key.
//! * What is written as FEN or as a list of pieces is read again.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_rules::{
    Colour, Geometry, Man, Move, Position, Rules, Setting, Side, Special, Square, Topology,
    Variant,
    conditions::{Circe, Condition, Madrasi},
    kind::{Kind, Manner, catalogue},
};

const TOPOLOGIES: [Topology; 4] =
    [Topology::Plane, Topology::VerticalCylinder, Topology::HorizontalCylinder, Topology::Torus];

fn board() -> impl Strategy<Value = (usize, usize, Topology)> {
    prop_oneof![
        4 => select(&TOPOLOGIES[..]).prop_map(|topology| (8, 8, topology)),
        4 => (1..=8usize, 1..=8usize, select(&TOPOLOGIES[..])),
        1 => (1..=16usize, 1..=16usize, select(&TOPOLOGIES[..])),
    ]
}

/// Sets of conditions; Circe falls away where the board has no home squares.
fn conditions() -> impl Strategy<Value = Vec<Arc<dyn Condition>>> {
    let circe = |kings: bool| {
        let mut circe = Circe::default();
        circe.rebirth.kings = kings;
        Arc::new(circe) as Arc<dyn Condition>
    };
    let madrasi = |rex_inclusive| Arc::new(Madrasi { rex_inclusive }) as Arc<dyn Condition>;
    prop_oneof![
        6 => Just(Vec::new()),
        1 => any::<bool>().prop_map(move |rex| vec![circe(rex)]),
        1 => any::<bool>().prop_map(move |rex| vec![madrasi(rex)]),
        1 => any::<[bool; 2]>().prop_map(move |[a, b]| vec![circe(a), madrasi(b)]),
    ]
}

/// A man to be put on the board: where, which of the kinds in use, whose, royal or not.
#[derive(Clone, Debug)]
struct Recruit {
    square: usize,
    kind: usize,
    colour: Colour,
    royal: bool,
}

fn recruit() -> impl Strategy<Value = Recruit> {
    let colour =
        prop_oneof![4 => Just(Colour::White), 4 => Just(Colour::Black), 1 => Just(Colour::Neutral)];
    (any::<usize>(), any::<usize>(), colour, prop::bool::weighted(0.1))
        .prop_map(|(square, kind, colour, royal)| Recruit { square, kind, colour, royal })
}

/// A position and moves to play from it.
#[derive(Clone, Debug)]
struct Scene {
    board: (usize, usize, Topology),
    conditions: Vec<Arc<dyn Condition>>,
    kinds: Vec<&'static str>,
    men: Vec<Recruit>,
    side: Side,
    picks: Vec<u16>,
}

/// Scenes with up to four kinds of the catalogue beside the orthodox ones.
fn scene() -> impl Strategy<Value = Scene> {
    let letters: Vec<&str> = catalogue::all().iter().map(Kind::letters).collect();
    let side = select(&Side::BOTH[..]);
    let men = prop_oneof![vec(recruit(), 1..7), vec(recruit(), 6..24)];
    let picks = vec(any::<u16>(), 0..4);
    (board(), conditions(), vec(select(letters), 0..=4), men, side, picks).prop_map(
        |(board, mut conditions, kinds, men, side, picks)| {
            if board.0 != 8 || board.1 < 4 {
                conditions.retain(|condition| !condition.name().starts_with("Circe"));
            }
            Scene { board, conditions, kinds, men, side, picks }
        },
    )
}

impl Scene {
    fn setting(&self) -> Setting {
        let (width, height, topology) = self.board;
        Setting {
            geometry: Geometry::new(width, height, topology).unwrap(),
            kinds: Vec::new(),
            conditions: self.conditions.clone(),
        }
    }

    fn position(&self) -> Position {
        let Setting { geometry, conditions, .. } = self.setting();
        let fairy = self.kinds.iter().map(|letters| catalogue::find(letters).unwrap().clone());
        let variant = Arc::new(Variant::new(geometry, fairy.collect(), conditions).unwrap());
        // every other man is of a fairy kind
        let kinds = variant.kinds();
        let fairy = if kinds.len() > 6 { &kinds[6..] } else { kinds };
        let men: Vec<(Square, Man)> = self
            .men
            .iter()
            .map(|man| {
                let known = if man.kind % 2 == 0 { kinds } else { fairy };
                let kind = &known[man.kind / 2 % known.len()];
                let royal = man.royal || ["K", "PO", "ST"].contains(&kind.letters());
                let kind = variant.kind_id(kind.letters()).unwrap();
                (Square((man.square % geometry.size()) as u8), Man::plain(kind, man.colour, royal))
            })
            .collect();
        let mut position = Position::new(variant.clone(), men, self.side);
        position.grant_all_castling();
        position
    }

    /// The position and those after each of the moves.
    fn positions(&self) -> Vec<Position> {
        let mut position = self.position();
        let mut all = vec![position.clone()];
        for &pick in &self.picks {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
            position.play(mv);
            all.push(position.clone());
        }
        all
    }
}

fn pseudo_legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.clone().pseudo_legal_moves(&mut moves);
    moves
}

fn named(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| position.long(mv)).collect()
}

/// The legal moves but promotions: a kind that has left the board is nothing to promote into.
fn without_promotions(position: &mut Position) -> Vec<String> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.promotion.is_none());
    let mut names = named(position, &moves);
    names.sort();
    names
}

/// The men with the letters of their kinds.
fn roll(position: &Position) -> Vec<(Square, String, Colour, bool)> {
    let letters = |man: Man| position.variant().kind(man.kind).letters().to_owned();
    position.men().map(|(square, man)| (square, letters(man), man.colour, man.royal)).collect()
}

fn borrows(position: &Position) -> bool {
    let terms = position.variant().kinds().iter().flat_map(Kind::terms);
    terms.into_iter().any(|term| matches!(term.manner, Manner::Borrow(_)))
}

/// The position with the man on a square in other colours.
fn recoloured(position: &Position, at: Square, colour: Colour) -> Position {
    let men = position.men().map(|(square, man)| {
        let colour = if square == at { colour } else { man.colour };
        (square, Man { colour, ..man })
    });
    Position::new(position.variant().clone(), men, position.side_to_move())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_legal_move_leaves_no_royal_man_of_the_mover_attacked(scene in scene()) {
        for mut position in scene.positions() {
            let side = position.side_to_move();
            let mut plain = pseudo_legal(&position);
            plain.retain(|mv| {
                let undo = position.play(mv);
                let safe = !position.in_check(side);
                position.undo(undo);
                safe
            });
            let legal = position.legal_moves();
            prop_assert_eq!(
                named(&position, &legal),
                named(&position, &plain),
                "{}",
                position.fen()
            );
            prop_assert!(legal == plain);
        }
    }

    #[test]
    fn no_move_is_listed_twice_and_none_leads_nowhere(scene in scene()) {
        for position in scene.positions() {
            let moves = pseudo_legal(&position);
            for (i, mv) in moves.iter().enumerate() {
                prop_assert!(mv.from != mv.to, "{} {}", position.fen(), position.long(mv));
                let twice = moves[..i].contains(mv);
                prop_assert!(!twice, "{} {}", position.fen(), position.long(mv));
                let captured = mv.captured.map(|at| position.man(at));
                let own = Some(Some(position.side_to_move().colour()));
                prop_assert!(captured != Some(None), "{} {}", position.fen(), position.long(mv));
                prop_assert!(
                    captured.map(|man| man.map(|man| man.colour)) != own,
                    "{} {}",
                    position.fen(),
                    position.long(mv)
                );
            }
        }
    }

    #[test]
    fn a_man_is_attacked_if_it_can_be_captured(scene in scene()) {
        for position in scene.positions() {
            for side in Side::BOTH {
                let mut attacker = position.clone();
                attacker.set_side_to_move(side);
                let captures = pseudo_legal(&attacker);
                for (square, man) in position.men() {
                    let captured = if man.colour != side.colour() {
                        captures.iter().any(|mv| mv.captured == Some(square))
                    } else if borrows(&position) || !scene.conditions.is_empty() {
                        // there the man's colour matters for what the others can do
                        continue;
                    } else {
                        let mut enemy = recoloured(&position, square, (!side).colour());
                        enemy.set_side_to_move(side);
                        pseudo_legal(&enemy).iter().any(|mv| mv.captured == Some(square))
                    };
                    prop_assert_eq!(
                        position.attacks(side, square),
                        captured,
                        "{}: {:?} on {}",
                        position.fen(),
                        side,
                        position.geometry().name(square)
                    );
                }
            }
            for side in Side::BOTH {
                let attacked = position.royals(side).iter().any(|at| position.attacks(!side, at));
                // a king that would be reborn is attacked, but not in check
                let weighs = scene.conditions.iter().any(|condition| condition.weighs_checks());
                prop_assert!(position.in_check(side) == attacked || weighs && attacked);
            }
        }
    }

    #[test]
    fn a_move_taken_back_leaves_no_trace(scene in scene()) {
        for mut position in scene.positions() {
            let before = position.clone();
            let side = position.side_to_move();
            for mv in pseudo_legal(&position) {
                let name = position.long(&mv);
                let undo = position.play(&mv);
                prop_assert!(position != before, "{} {}", before.fen(), name);
                prop_assert_eq!(position.side_to_move(), !side);
                position.undo(undo);
                prop_assert!(position == before, "{} {}", before.fen(), name);
                prop_assert_eq!(position.key(), before.key(), "{} {}", before.fen(), name);
                prop_assert_eq!(position.fen(), before.fen(), "{}", name);
                prop_assert_eq!(position.occupied(), before.occupied());
                for side in Side::BOTH {
                    prop_assert_eq!(position.royals(side), before.royals(side));
                }
            }
            prop_assert!(pseudo_legal(&position) == pseudo_legal(&before), "{}", before.fen());
        }
    }

    #[test]
    fn a_position_built_anew_has_the_same_key(scene in scene()) {
        // conditions may remember a king or rook at home that no right to castle tells of
        let scene = Scene { conditions: Vec::new(), ..scene };
        for mut position in scene.positions() {
            for mv in position.legal_moves() {
                let undo = position.play(&mv);
                let rights = position.fen().split(' ').rev().nth(3) != Some("-");
                if !rights && position.en_passant().is_none() {
                    let side = position.side_to_move();
                    let anew = Position::new(position.variant().clone(), position.men(), side);
                    prop_assert_eq!(anew.key(), position.key(), "{}", position.fen());
                    prop_assert!(anew == position, "{}", position.fen());
                }
                position.undo(undo);
            }
        }
    }

    #[test]
    fn what_is_written_can_be_read(scene in scene()) {
        for mut position in scene.positions() {
            let setting = scene.setting();
            let side = position.side_to_move();
            let fen = position.fen();
            let by_fen = Position::from_fen(&fen, &setting);
            let pieces = position.pieces();
            let by_pieces = Position::from_pieces_for(&pieces, &setting, side);
            if position.in_check(!side) {
                prop_assert!(by_fen.is_err() && by_pieces.is_err(), "{}", fen);
                continue;
            }
            let mut by_fen = by_fen.unwrap();
            prop_assert_eq!(by_fen.fen(), fen.clone());
            prop_assert_eq!(by_fen.side_to_move(), side);
            prop_assert_eq!(roll(&by_fen), roll(&position));
            prop_assert_eq!(roll(&by_pieces.unwrap()), roll(&position), "{}", pieces);
            prop_assert_eq!(
                without_promotions(&mut by_fen),
                without_promotions(&mut position),
                "{}",
                fen
            );
        }
    }
}

#[test]
fn a_friend_moves_as_any_man_that_protects_it() {
    for (pieces, reached, beyond) in
        [("White Fa1 Sb3", "Fa1-c2", "Fa1-a3"), ("White Fa1 Bd4", "Fa1-b2", "Fa1-b1")]
    {
        let mut position = Position::from_pieces(pieces, &Default::default()).unwrap();
        assert!(position.parse_long(reached).is_ok(), "{pieces}");
        assert!(position.parse_long(beyond).is_err(), "{pieces}");
    }
    // the ubi-ubi leaps on and on
    let mut position = Position::from_pieces("White Fa1 UUb3", &Default::default()).unwrap();
    for name in ["Fa1-c2", "Fa1-a3", "Fa1-h8"] {
        assert!(position.parse_long(name).is_ok(), "{name}");
    }
}

/// Pawns of all sorts, ready for double steps and for captures en passant.
fn pawns() -> impl Strategy<Value = Scene> {
    let board = (1..=9usize, 5..=9usize, select(&TOPOLOGIES[..]));
    let kind = select(vec!["BP", "MP", "PP", "DR", "GY", "GL"]);
    (board, kind, vec(recruit(), 6..30), select(&Side::BOTH[..])).prop_map(
        |((width, height, topology), kind, mut men, side)| {
            let board = (width, height, topology);
            for man in &mut men {
                // a pawn (the sixth of the kinds), or one of the other kind
                man.kind = if man.kind % 3 == 0 { 1 } else { 10 };
                man.square = man.square % (width * (height - 2)) + width;
            }
            Scene { board, conditions: vec![], kinds: vec![kind], men, side, picks: vec![] }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_double_step_is_remembered_in_fen(scene in pawns()) {
        let mut position = scene.position();
        for mv in position.legal_moves() {
            if matches!(mv.special, Special::DoubleStep(_)) {
                let name = position.long(&mv);
                let undo = position.play(&mv);
                if let Ok(mut anew) = Position::from_fen(&position.fen(), &scene.setting()) {
                    prop_assert_eq!(anew.fen(), position.fen(), "{}", name);
                    // two berolina pawns may have passed the same square from either side
                    if scene.kinds != ["BP"] {
                        prop_assert_eq!(anew.en_passant(), position.en_passant(), "{}", name);
                    }
                    if anew.en_passant() == position.en_passant() {
                        let found = without_promotions(&mut anew);
                        let expected = without_promotions(&mut position);
                        prop_assert_eq!(found, expected, "{}", position.fen());
                    }
                }
                position.undo(undo);
            }
        }
    }

    /// With one fairy kind at most, kinds have the same numbers however the position came about.
    #[test]
    fn a_position_read_from_fen_has_the_same_key(
        scene in scene(),
        number in 0..catalogue::all().len(),
    ) {
        let kind = &catalogue::all()[number];
        let scene = Scene { conditions: Vec::new(), kinds: vec![kind.letters()], ..scene };
        for position in scene.positions() {
            let in_use = position.men().any(|(_, man)| man.kind.index() == 6) || kind.is_orthodox();
            if in_use && !position.in_check(!position.side_to_move()) {
                let anew = Position::from_fen(&position.fen(), &scene.setting()).unwrap();
                prop_assert_eq!(anew.key(), position.key(), "{}", position.fen());
                prop_assert!(anew == position, "{}", position.fen());
            }
        }
    }
}
