//! On orthodox positions the general path and the fast path agree move for move.

mod common;

use std::collections::{BTreeSet, HashMap};

use proptest::{collection::vec, prelude::*, sample::select};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Piece, Position as _,
    PositionError, Rank, Role, Setup, Square, fen::Fen,
};
use solusrex_rules::{Move, Orthodox, Position, Rules, Side, Swift};

use common::{STARTS, setup};

/// Men that are on the board before others are added at random.
const SKELETONS: [&str; 14] = [
    "8/8/8/8/8/8/8/8 w - -",
    "8/8/8/8/8/8/8/8 b - -",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
    "8/8/8/8/8/8/8/4K2R w K -",
    "r3k3/8/8/8/8/8/8/8 b q -",
    "8/1P3P2/8/8/8/8/1p3p2/8 w - -",
    "8/1P3P2/8/8/8/8/1p3p2/8 b - -",
    "8/8/8/8/2pPp3/8/8/8 b - -",
    "8/8/8/2PpP3/8/8/8/8 w - -",
    "8/8/8/K1Pp3r/8/8/8/8 w - -",
    "8/8/8/8/R1pP3k/8/8/8 b - -",
    "8/8/8/3k4/3r4/8/3Q4/3K4 w - -",
    "3R4/8/3b4/3k4/8/8/8/8 b - -",
];

fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .ok()
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::PseudoLegal).to_string()
}

fn man() -> impl Strategy<Value = Piece> {
    let roles = vec![Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    (select(roles), any::<bool>()).prop_map(|(role, white)| role.of(Color::from_white(white)))
}

fn square() -> impl Strategy<Value = Square> {
    (0..64u32).prop_map(Square::new)
}

/// Random men around a skeleton, with castling rights and a double step just made where possible.
fn placement() -> impl Strategy<Value = String> {
    let men = prop_oneof![vec((square(), man()), 0..4), vec((square(), man()), 4..24)];
    (select(&SKELETONS[..]), [square(), square()], men, 0..8u32).prop_filter_map(
        "not a position",
        |(skeleton, kings, men, file)| {
            let mut setup = setup(skeleton);
            for (color, square) in Color::ALL.into_iter().zip(kings) {
                if setup.board.king_of(color).is_none() && setup.board.piece_at(square).is_none() {
                    setup.board.set_piece_at(square, color.king());
                }
            }
            for (square, man) in men {
                let backrank = matches!(square.rank(), Rank::First | Rank::Eighth);
                if setup.board.piece_at(square).is_none() && !(backrank && man.role == Role::Pawn) {
                    setup.board.set_piece_at(square, man);
                }
            }
            let passed = setup.turn.relative_rank(Rank::Sixth);
            setup.ep_square = Some(Square::from_coords(File::new(file), passed));
            legal(setup).map(|position| fen(&position))
        },
    )
}

fn game() -> impl Strategy<Value = (&'static str, Vec<u16>)> {
    (select(&STARTS[..]), vec(any::<u16>(), 1..80))
}

/// The moves by name; a name stands for one move only.
fn moves<R: Rules>(position: &mut R) -> Result<BTreeSet<(String, bool)>, TestCaseError> {
    let moves = position.legal_moves();
    let named: BTreeSet<_> =
        moves.iter().map(|mv| (position.long(mv), position.is_capture(mv))).collect();
    prop_assert_eq!(named.len(), moves.len());
    Ok(named)
}

/// Both paths say the same of a position and of every position a move later.
fn agree(chess: &Chess) -> Result<(), TestCaseError> {
    let text = fen(chess);
    let mut fast = Orthodox::new(chess.clone());
    let mut general = Position::from_fen(&text, &Default::default()).unwrap();
    prop_assert_eq!(general.fen(), text.clone());
    prop_assert!(fast.to_general() == general, "{}", text);
    prop_assert_eq!(fast.to_general().key(), general.key(), "{}", text);
    let back = Orthodox::try_from(&general).unwrap();
    prop_assert!(back.as_chess() == chess, "{}", text);

    prop_assert_eq!(moves(&mut general)?, moves(&mut fast)?, "{}", text);
    prop_assert_eq!(general.side_to_move(), fast.side_to_move(), "{}", text);
    prop_assert_eq!(general.has_rights(), fast.has_rights(), "{}", text);
    for side in Side::BOTH {
        prop_assert_eq!(general.in_check(side), fast.in_check(side), "{}", text);
    }
    prop_assert_eq!(general.is_checkmate(), chess.is_checkmate(), "{}", text);
    prop_assert_eq!(fast.is_checkmate(), chess.is_checkmate(), "{}", text);
    prop_assert_eq!(general.is_stalemate(), chess.is_stalemate(), "{}", text);
    prop_assert_eq!(fast.is_stalemate(), chess.is_stalemate(), "{}", text);
    prop_assert_eq!(
        general.is_insufficient_material(),
        chess.is_insufficient_material(),
        "{}",
        text
    );

    let before = general.clone();
    let by_name: HashMap<String, Move> =
        general.legal_moves().into_iter().map(|mv| (general.long(&mv), mv)).collect();
    for mv in fast.legal_moves() {
        let name = fast.long(&mv);
        let (fast_undo, undo) = (fast.play(&mv), general.play(&by_name[&name]));
        let after = fen(fast.as_chess());
        prop_assert_eq!(general.fen(), after.clone(), "{} {}", text, name);
        let fresh = Position::from_fen(&after, &Default::default()).unwrap();
        prop_assert_eq!(general.key(), fresh.key(), "{} {}", text, name);
        prop_assert!(general == fresh, "{} {}", text, name);
        fast.undo(fast_undo);
        general.undo(undo);
        prop_assert!(general == before, "{} {}", text, name);
        prop_assert_eq!(general.fen(), text.clone(), "{} {}", text, name);
        prop_assert_eq!(general.key(), before.key(), "{} {}", text, name);
    }
    Ok(())
}

proptest! {
    // about 40 positions a game
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn both_paths_agree_in_games((start, picks) in game()) {
        let mut position = legal(setup(start)).expect("a position");
        agree(&position)?;
        for pick in picks {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
            position.play_unchecked(mv);
            agree(&position)?;
        }
    }

    /// A game played on without looking back: what castling and en passant are still possible is
    /// carried along by each path on its own.
    #[test]
    fn both_paths_agree_along_a_whole_game((start, picks) in game()) {
        let mut fast = Orthodox::from_fen(start).unwrap();
        let mut general = Position::from_fen(start, &Default::default()).unwrap();
        let mut undos = Vec::new();
        for pick in picks {
            let moves = fast.legal_moves();
            let Some(mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
            let same = general.parse_long(&fast.long(mv)).unwrap();
            fast.play(mv);
            undos.push((general.fen(), general.key(), general.play(&same)));
            prop_assert_eq!(general.fen(), fen(fast.as_chess()));
            prop_assert!(general == fast.to_general(), "{}", general.fen());
            prop_assert_eq!(general.key(), fast.to_general().key());
        }
        while let Some((fen, key, undo)) = undos.pop() {
            general.undo(undo);
            prop_assert_eq!((general.fen(), general.key()), (fen, key));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30_000))]

    /// Moves, outlines, keys, checks and the men, before and after every move.
    #[test]
    fn searches_see_the_same_as_the_general_path(fen in placement()) {
        let mut general = Position::from_fen(&fen, &Default::default()).unwrap();
        let mut swift = Swift::try_from(&general).unwrap();
        prop_assert_eq!(swift.key(), general.key());
        let written = |moves: Vec<(String, Move)>| {
            let sorted: std::collections::BTreeMap<String, Move> = moves.into_iter().collect();
            sorted
        };
        let ours = swift.legal_moves();
        let ours = written(ours.iter().map(|mv| (swift.long(mv), swift.outline(mv))).collect());
        let theirs = general.legal_moves();
        let theirs = written(theirs.iter().map(|mv| (general.long(mv), *mv)).collect());
        prop_assert_eq!(&ours, &theirs);
        prop_assert_eq!(swift.has_legal_move(), !ours.is_empty());
        let mut seen = Vec::new();
        let found = swift.has_legal_move_such(|_, mv| {
            seen.push(*mv);
            false
        });
        prop_assert!(!found && seen == swift.legal_moves());
        if !swift.in_check(!swift.side_to_move()) && swift.has_quiet_move() {
            let any = swift.has_legal_move_such(|swift, mv| {
                let undo = swift.play(mv);
                let quiet = !swift.in_check(swift.side_to_move());
                swift.undo(undo);
                quiet
            });
            prop_assert!(any);
        }
        for mv in swift.legal_moves() {
            let same = theirs[&swift.long(&mv)];
            let (undo, general_undo) = (swift.play(&mv), general.play(&same));
            prop_assert_eq!(swift.key(), general.key());
            for side in Side::BOTH {
                prop_assert_eq!(swift.in_check(side), general.in_check(side));
            }
            prop_assert_eq!(swift.has_legal_move(), general.has_legal_move());
            let board = general.geometry().squares();
            prop_assert!(board.into_iter().all(|at| swift.man_on(at) == general.man(at)));
            swift.undo(undo);
            general.undo(general_undo);
        }
        if !swift.in_check(swift.side_to_move()) {
            let (undo, general_undo) = (swift.pass(), general.pass());
            prop_assert_eq!(swift.key(), general.key());
            prop_assert_eq!(swift.legal_moves().len(), general.legal_moves().len());
            swift.undo(undo);
            general.undo(general_undo);
        }
    }

    #[test]
    fn both_paths_agree_on_random_placements(fen in placement()) {
        agree(&legal(setup(&fen)).expect("a position"))?;
    }
}
