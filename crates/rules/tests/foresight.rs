//! What is foreseen of a move is what comes of it: every move that is left out as vain is made here, on
//! random boards with random kinds, attributes and conditions, and seen to do nothing of what was asked
//! for.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_rules::{
    Attribute, Attributes, Colour, Geometry, Man, Position, Quest, Rules, Side, Square, Swift,
    Topology, Variant,
    conditions::{self, Condition},
    kind::{Kind, catalogue},
};

const QUESTS: [Quest; 5] =
    [Quest::Check, Quest::Mate, Quest::Stalemate, Quest::Standstill, Quest::ChecksOnly];

const CONDITIONS: [&str; 45] = [
    "Antikings",
    "BlackForcedSquare e5d3",
    "Central",
    "Circe Diagram",
    "Degradierung",
    "Exclusive",
    "FaceToFace",
    "Functionary",
    "Geneva",
    "Glasgow",
    "Hole d5f4",
    "Lortap",
    "MagicSquares d5e4",
    "MustCapture",
    "NorskSjakk",
    "Sentinelles",
    "SuperTransmutingKings",
    "Tibet",
    "Volage",
    "WhiteChecks",
    "AntiCirce Relaxed",
    "Checkless",
    "Circe Strict",
    "WhiteMaximummer",
    "WhiteMaximummer Exact",
    "WhiteEdgeMover",
    "Take&Make",
    "Circe",
    "Circe Turncoats",
    "PWC",
    "Circe Clone",
    "Circe Frischauf",
    "AntiCirce",
    "Andernach",
    "AntiAndernach",
    "Chameleon",
    "Grid",
    "Monochromatic",
    "NoCapture",
    "Patrol",
    "Madrasi",
    "Annan",
    "BlackMaximummer",
    "Vogtlaender",
    "Circe Assassin",
];

const ATTRIBUTES: [Attribute; 17] = [
    Attribute::AliceB,
    Attribute::AliceB,
    Attribute::AliceB,
    Attribute::Bul,
    Attribute::Dob,
    Attribute::HurdleColourChanging,
    Attribute::Chameleon,
    Attribute::Anda,
    Attribute::AndaInverse,
    Attribute::Magic,
    Attribute::Volage,
    Attribute::HalfNeutral,
    Attribute::Kamikaze,
    Attribute::Protean,
    Attribute::Uncapturable,
    Attribute::Paralysing,
    Attribute::Jigger,
];

/// A man to be put on the board: where, which of the kinds in use, whose, with which attribute.
type Recruit = (usize, usize, Colour, Option<Attribute>);

#[derive(Clone, Debug)]
struct Scene {
    board: (usize, usize, Topology),
    kinds: Vec<&'static str>,
    conditions: Vec<&'static str>,
    men: Vec<Recruit>,
    kings: [usize; 2],
    side: Side,
}

fn scene() -> impl Strategy<Value = Scene> {
    let letters: Vec<&str> = catalogue::all().iter().map(Kind::letters).collect();
    let board = prop_oneof![
        3 => Just((8, 8, Topology::Plane)),
        1 => Just((8, 8, Topology::VerticalCylinder)),
        4 => (3..=5usize, 3..=5usize, Just(Topology::Plane)),
    ];
    let hoppers = vec!["G", "LE", "LI", "LO", "PA", "EQ", "N", "Z"];
    let kinds = prop_oneof![vec(select(hoppers), 0..=2), vec(select(letters), 0..=2)];
    let conditions = prop_oneof![
        3 => Just(Vec::new()),
        2 => vec(select(&CONDITIONS[..]), 1..=2),
    ];
    let colour =
        prop_oneof![4 => Just(Colour::White), 4 => Just(Colour::Black), 1 => Just(Colour::Neutral)];
    let attribute = prop_oneof![
        5 => Just(None),
        1 => select(&ATTRIBUTES[..]).prop_map(Some),
    ];
    let man = (any::<usize>(), any::<usize>(), colour, attribute);
    let men = prop_oneof![vec(man.clone(), 1..5), vec(man, 4..12)];
    let rest = (any::<[usize; 2]>(), select(&Side::BOTH[..]));
    (board, kinds, conditions, men, rest).prop_map(
        |(board, kinds, conditions, men, (kings, side))| Scene {
            board,
            kinds,
            conditions,
            men,
            kings,
            side,
        },
    )
}

/// Men of which every other one changes by moving, or stands on another board.
fn changing() -> impl Strategy<Value = Scene> {
    let changes = prop_oneof![
        Just(vec![Attribute::AliceB]),
        Just(vec![
            Attribute::Chameleon,
            Attribute::Anda,
            Attribute::Volage,
            Attribute::HalfNeutral,
        ]),
    ];
    (scene(), changes, any::<u32>()).prop_map(|(scene, changes, which)| {
        let men = scene.men.into_iter().enumerate();
        let men = men.map(|(nth, (square, kind, colour, _))| {
            let attribute = changes[(which as usize / 7 + nth) % changes.len()];
            (square, kind, colour, (which >> nth & 1 != 0).then_some(attribute))
        });
        Scene { men: men.collect(), conditions: Vec::new(), ..scene }
    })
}

/// Few men on small boards: stalemates are many there, also by pins.
fn cornered() -> impl Strategy<Value = Scene> {
    let board =
        (3..=5usize, 3..=5usize).prop_map(|(width, height)| (width, height, Topology::Plane));
    let colour = select(vec![Colour::White, Colour::White, Colour::Black]);
    // queens, rooks, bishops, knights, and a kind that hops
    let man = (any::<usize>(), select(vec![0, 1, 1, 2, 2, 3, 5]), colour, Just(None));
    let rest = (any::<[usize; 2]>(), select(&Side::BOTH[..]));
    (board, select(vec!["G", "LE", "PA"]), vec(man, 2..5), rest).prop_map(
        |(board, kind, men, (kings, side))| Scene {
            board,
            kinds: vec![kind],
            conditions: Vec::new(),
            men,
            kings,
            side,
        },
    )
}

impl Scene {
    /// The position, if the conditions go together and nobody's king can be captured.
    fn position(&self) -> Option<Position> {
        let (width, height, topology) = self.board;
        let geometry = Geometry::new(width, height, topology).unwrap();
        let fairy = self.kinds.iter().map(|letters| catalogue::find(letters).unwrap().clone());
        let conditions: Vec<Arc<dyn Condition>> =
            self.conditions.iter().map(|name| conditions::parse(name).unwrap()).collect();
        let variant = Variant::new(geometry, fairy.collect(), conditions).ok()?;
        let kinds: Vec<&Kind> = variant.kinds().iter().skip(1).collect();
        let at = |number: usize| Square((number % geometry.size()) as u8);
        let mut men: Vec<(Square, Man)> = Vec::new();
        for &(square, kind, colour, attribute) in &self.men {
            let kind = variant.kind_id(kinds[kind % kinds.len()].letters())?;
            let attributes = attribute.map_or(Attributes::NONE, Attributes::from);
            men.push((at(square), Man { attributes, ..Man::plain(kind, colour, false) }));
        }
        let king = variant.kind_id("K")?;
        for (side, square) in Side::BOTH.into_iter().zip(self.kings) {
            // now and then there is none
            if square % 16 > 0 {
                men.push((at(square / 16), Man::plain(king, side.colour(), true)));
            }
        }
        let variant =
            variant.with_attributes(men.iter().map(|(_, man)| (man.kind, man.attributes)));
        let men = men.into_iter().map(|(square, man)| (square, variant.at_the_start(square, man)));
        let men: Vec<(Square, Man)> = men.collect();
        let mut position = Position::new(Arc::new(variant), men, self.side);
        position.grant_all_castling();
        (!position.in_check(!self.side)).then_some(position)
    }
}

/// Whether the move just made did what was asked for, told by making all replies.
fn is_done<R: Rules>(position: &mut R, quest: Quest) -> bool {
    let side = position.side_to_move();
    let replies = position.legal_moves();
    match quest {
        Quest::Check => position.in_check(side),
        Quest::Mate => position.in_check(side) && replies.is_empty(),
        Quest::Stalemate => !position.in_check(side) && replies.is_empty(),
        Quest::Standstill => replies.is_empty(),
        Quest::ChecksOnly => replies.iter().all(|reply| {
            let undo = position.play(reply);
            let check = position.in_check(!side);
            position.undo(undo);
            check
        }),
    }
}

/// Whether some move of the side to move does what is asked for.
fn can_be_done<R: Rules>(position: &mut R, quest: Quest) -> bool {
    position.legal_moves().iter().any(|mv| {
        let undo = position.play(mv);
        let done = is_done(position, quest);
        position.undo(undo);
        done
    })
}

/// How many scenes are tried: `SOLUSREX_CASES`, or some.
fn cases(some: u32) -> ProptestConfig {
    let asked = std::env::var("SOLUSREX_CASES").ok().and_then(|number| number.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(some))
}

/// That the moves kept are legal, and that of the others none does what is asked for.
fn toward<R: Rules>(position: &mut R, quest: Quest, fen: &str) -> Result<(), TestCaseError> {
    let mut kept = Vec::new();
    position.legal_moves_toward(quest, &mut kept);
    let legal = position.legal_moves();
    prop_assert!(kept.iter().all(|mv| legal.contains(mv)), "{fen}");
    for mv in legal.iter().filter(|mv| !kept.contains(mv)) {
        let name = position.long(mv);
        let undo = position.play(mv);
        let done = is_done(position, quest);
        position.undo(undo);
        prop_assert!(!done, "{quest:?} {fen} {name}");
    }
    Ok(())
}

/// That the legal moves are those after which no king can be captured. With two boards there is more to it.
fn made(position: &mut Position) -> Result<(), TestCaseError> {
    if position.variant().attributes().has(Attribute::AliceB) {
        return Ok(());
    }
    let side = position.side_to_move();
    let mut moves = Vec::new();
    position.pseudo_legal_moves(&mut moves);
    moves.retain(|mv| {
        let undo = position.play(mv);
        let safe = !position.in_check(side);
        position.undo(undo);
        safe
    });
    prop_assert_eq!(position.legal_moves(), moves, "{}", position.fen());
    Ok(())
}

/// That the moves kept are legal, and that after none of the others what is asked for can be done.
fn before(position: &mut Position, quest: Quest) -> Result<(), TestCaseError> {
    let mut kept = Vec::new();
    position.legal_moves_before(quest, &mut kept);
    let legal = position.legal_moves();
    prop_assert!(kept.iter().all(|mv| legal.contains(mv)), "{}", position.fen());
    for mv in legal.iter().filter(|mv| !kept.contains(mv)) {
        let name = position.long(mv);
        let undo = position.play(mv);
        let done = can_be_done(position, quest);
        position.undo(undo);
        prop_assert!(!done, "{quest:?} {} {name}", position.fen());
    }
    Ok(())
}

/// That the key foreseen of each move is the one after it.
fn keys<R: Rules>(position: &mut R, fen: &str) -> Result<(), TestCaseError> {
    for mv in position.legal_moves() {
        let foreseen = [false, true].map(|again| position.key_after(&mv, again));
        let name = position.long(&mv);
        let undo = position.play(&mv);
        prop_assert!(foreseen[0].is_none_or(|key| key == position.key()), "{fen} {name}");
        let passed = position.pass();
        prop_assert!(foreseen[1].is_none_or(|key| key == position.key()), "{fen} {name}");
        position.undo(passed);
        position.undo(undo);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(8_000))]

    #[test]
    fn what_is_left_out_does_not_do_it(scene in scene()) {
        let Some(mut position) = scene.position() else { return Ok(()) };
        let fen = position.fen();
        keys(&mut position, &fen)?;
        for quest in QUESTS {
            toward(&mut position, quest, &fen)?;
        }
    }

    #[test]
    fn what_is_left_out_of_men_that_change_does_not_do_it(scene in changing()) {
        let Some(mut position) = scene.position() else { return Ok(()) };
        let fen = position.fen();
        keys(&mut position, &fen)?;
        made(&mut position)?;
        for quest in QUESTS {
            toward(&mut position, quest, &fen)?;
        }
    }

    #[test]
    fn what_the_fast_path_leaves_out_does_not_do_it(scene in scene()) {
        let orthodox = Scene {
            board: (8, 8, Topology::Plane),
            kinds: Vec::new(),
            conditions: Vec::new(),
            men: scene.men.into_iter().map(|(square, kind, colour, _)| {
                // no pawns on the first and last ranks
                let square = square % 48 + 8;
                let black = colour == Colour::Black;
                (square, kind, if black { colour } else { Colour::White }, None)
            }).collect(),
            ..scene
        };
        let Some(position) = orthodox.position() else { return Ok(()) };
        let mut swift = Swift::try_from(&position).unwrap();
        keys(&mut swift, &position.fen())?;
        for quest in QUESTS {
            toward(&mut swift, quest, &position.fen())?;
        }
    }

    #[test]
    fn after_what_is_left_out_nobody_does_it(scene in scene()) {
        let Some(mut position) = scene.position() else { return Ok(()) };
        for quest in QUESTS {
            before(&mut position, quest)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(40_000))]

    #[test]
    fn nobody_does_it_in_corners_either(scene in cornered()) {
        let Some(mut position) = scene.position() else { return Ok(()) };
        for quest in [Quest::Mate, Quest::Stalemate] {
            before(&mut position, quest)?;
        }
    }
}

#[test]
fn most_vain_moves_are_foreseen() {
    let pieces = "White Kc3 Gb1 Na8 Black Ke7 Sg2 Rh8 Pa5";
    let mut position = Position::from_pieces(pieces, &Default::default()).unwrap();
    let legal = position.legal_moves().len();
    for quest in QUESTS {
        let mut kept = Vec::new();
        position.legal_moves_toward(quest, &mut kept);
        assert!(kept.len() * 2 < legal, "{quest:?}: {} of {legal}", kept.len());
    }
}
