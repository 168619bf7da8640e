//! Un-moves against forward play: every un-move leads back and forth again, and none is missing.

mod common;

use std::collections::HashSet;

use proptest::{collection::vec, prelude::*, sample::select};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Move, Piece,
    Position, PositionError, PositionErrorKinds, Rank, Role, Setup, Square, fen::Fen,
};
use solusrex_rules::retro::{NotAnUnmove, Uncaptures, Unmove, agrees, unmoves};

use common::{STARTS, setup};

/// Men that are on the board before others are added at random.
const SKELETONS: [&str; 20] = [
    "8/8/8/8/8/8/8/8 w - -",
    "8/8/8/8/8/8/8/5RK1 b - -",
    "8/8/8/8/8/8/8/2KR4 b - -",
    "5rk1/8/8/8/8/8/8/8 w - -",
    "2kr4/8/8/8/8/8/8/8 w - -",
    "8/8/8/8/8/8/8/4K2R b K -",
    "8/8/8/8/8/8/8/R3K3 w Q -",
    "r3k3/8/8/8/8/8/8/8 w q -",
    "8/8/3P4/8/8/8/8/8 b - -",
    "8/8/8/8/8/6p1/8/8 w - -",
    "8/8/3P1k2/8/8/8/8/8 b - -",
    "8/8/3PK3/8/8/8/8/8 b - -",
    "8/8/K2P3r/8/8/8/8/8 b - -",
    "B3R3/8/3P4/8/4k3/8/8/8 b - -",
    "4k3/8/8/8/4N3/8/8/4R3 b - -",
    "7k/8/8/8/3Q4/8/1B6/8 b - -",
    "8/8/8/8/3Pp3/8/8/8 b - -",
    "8/8/8/2pP4/8/8/8/8 w - -",
    "3Q4/8/8/8/8/8/8/8 b - -",
    "8/8/8/8/8/8/8/r7 w - -",
];

fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

fn unmove_of(played: Move) -> Unmove {
    Unmove::of(played).expect("not a drop")
}

/// Plays moves picked by numbers, as long as there are moves.
fn random_game(start: &str, picks: &[u16]) -> Vec<(Chess, Move, Chess)> {
    let mut position = legal(setup(start)).expect("a position");
    let mut game = Vec::new();
    for &pick in picks {
        let moves = position.legal_moves();
        let Some(&played) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
        let after = position.clone().play(played).expect("a legal move");
        game.push((std::mem::replace(&mut position, after.clone()), played, after));
    }
    game
}

fn game() -> impl Strategy<Value = Vec<(Chess, Move, Chess)>> {
    (select(&STARTS[..]), vec(any::<u16>(), 1..100))
        .prop_map(|(start, picks)| random_game(start, &picks))
}

fn square() -> impl Strategy<Value = Square> {
    (0..64u32).prop_map(Square::new)
}

fn man() -> impl Strategy<Value = Piece> {
    let roles = vec![Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    (select(roles), any::<bool>()).prop_map(|(role, white)| role.of(Color::from_white(white)))
}

/// Positions of three to five men, also with checks that no move can give.
fn few_men() -> impl Strategy<Value = Chess> {
    (select(&SKELETONS[..]), vec(square(), 2), vec((square(), man()), 1..=3), any::<u8>())
        .prop_filter_map("not a position", |(skeleton, kings, men, pick)| {
            let mut setup = setup(skeleton);
            for (color, &square) in Color::ALL.into_iter().zip(&kings) {
                if setup.board.king_of(color).is_none() && setup.board.piece_at(square).is_none() {
                    setup.board.set_piece_at(square, color.king());
                }
            }
            for (square, man) in men {
                if setup.board.occupied().count() < 5 && setup.board.piece_at(square).is_none() {
                    setup.board.set_piece_at(square, man);
                }
            }
            let passed = passed_squares(&setup.board, setup.turn);
            setup.ep_square = passed.get(usize::from(pick) % 4).copied();
            legal(setup)
        })
}

/// Squares that can be stated as en-passant squares.
fn passed_squares(board: &Board, turn: Color) -> Vec<Square> {
    File::ALL
        .into_iter()
        .map(|file| Square::from_coords(file, turn.relative_rank(Rank::Sixth)))
        .filter(|&square| {
            let setup = Setup { turn, ep_square: Some(square), ..placed(board) };
            match Chess::from_setup(setup, CastlingMode::Standard) {
                Ok(_) => true,
                Err(error) => !error.kinds().contains(PositionErrorKinds::INVALID_EP_SQUARE),
            }
        })
        .collect()
}

fn placed(board: &Board) -> Setup {
    Setup { board: board.clone(), ..Setup::empty() }
}

/// All un-moves by trial: the last mover's men are put anywhere, promoted men also as pawns, a man
/// of the other side is added anywhere or not at all, and every legal move is played.
fn by_trial(position: &Chess) -> HashSet<Unmove> {
    let board = position.board();
    let (mover, victim) = (!position.turn(), position.turn());
    let mut found = HashSet::new();
    for to in board.by_color(mover) {
        let piece = board.piece_at(to).expect("a man");
        let mut lifted = board.clone();
        lifted.discard_piece_at(to);
        let mut roles = vec![piece.role];
        if !matches!(piece.role, Role::Pawn | Role::King) {
            roles.push(Role::Pawn);
        }
        for from in !lifted.occupied() {
            for role in &roles {
                let mut before = lifted.clone();
                before.set_piece_at(from, role.of(mover));
                try_moves(&before, from, position, &mut found);
                for square in !before.occupied() {
                    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                        let mut before = before.clone();
                        before.set_piece_at(square, role.of(victim));
                        try_moves(&before, from, position, &mut found);
                    }
                }
            }
        }
    }
    // Castling moves two men.
    let king = board.king_of(mover).expect("a king");
    for rook in board.by_piece(mover.rook()) {
        let mut lifted = board.clone();
        lifted.discard_piece_at(king);
        lifted.discard_piece_at(rook);
        for king in !lifted.occupied() {
            for rook in !lifted.occupied().with(king) {
                let mut before = lifted.clone();
                before.set_piece_at(king, mover.king());
                before.set_piece_at(rook, mover.rook());
                try_moves(&before, king, position, &mut found);
            }
        }
    }
    found
}

/// Notes the moves of the man on `from` that lead to the position, granting every castling right
/// and every en-passant square that the men before the move allow.
fn try_moves(before: &Board, from: Square, position: &Chess, found: &mut HashSet<Unmove>) {
    let mover = !position.turn();
    let mut setup = Setup { turn: mover, ..placed(before) };
    for color in Color::ALL {
        if before.king_of(color) == Some(Square::from_coords(File::E, color.backrank())) {
            setup.castling_rights |= before.by_piece(color.rook())
                & Bitboard::CORNERS
                & Bitboard::from_rank(color.backrank());
        }
    }
    let Some(silent) = legal(setup.clone()) else { return };
    note_moves(&silent, from, position, found);
    if before.role_at(from) == Some(Role::Pawn) {
        for passed in passed_squares(before, mover) {
            if has_double_step(&setup, passed)
                && let Some(stated) = legal(Setup { ep_square: Some(passed), ..setup.clone() })
            {
                note_moves(&stated, from, position, found);
            }
        }
    }
}

fn note_moves(before: &Chess, from: Square, position: &Chess, found: &mut HashSet<Unmove>) {
    for played in before.legal_moves() {
        if played.from() == Some(from) {
            let after = before.clone().play(played).expect("a legal move");
            if agrees(&after, position) {
                found.insert(unmove_of(played));
            }
        }
    }
}

/// Whether the double step over a square leads to the setup.
fn has_double_step(setup: &Setup, passed: Square) -> bool {
    let stepped = !setup.turn;
    let on = |rank| Square::from_coords(passed.file(), stepped.relative_rank(rank));
    let (from, to) = (on(Rank::Second), on(Rank::Fourth));
    let mut earlier = Setup { turn: stepped, ..placed(&setup.board) };
    earlier.board.discard_piece_at(to);
    earlier.board.set_piece_at(from, stepped.pawn());
    let step = Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: None };
    legal(earlier).is_some_and(|earlier| earlier.is_legal(step))
}

/// Every guarantee of an un-move.
fn check_soundness(position: &Chess, unmove: Unmove) -> Result<(), TestCaseError> {
    let context = || format!("{unmove} in {}", fen(position));
    let before = unmove.predecessor(position).map_err(|e| TestCaseError::fail(e.to_string()))?;
    let after = before.clone().play(unmove.to_move());
    prop_assert!(after.is_ok(), "not legal before: {}", context());
    let after = after.expect("a legal move");
    prop_assert!(agrees(&after, position), "leads elsewhere: {}", context());

    let rights = position.castles().castling_rights();
    prop_assert_eq!(after.castles().castling_rights(), rights, "rights: {}", context());
    let used = match unmove.to_move() {
        Move::Castle { rook, .. } => rights.with(rook),
        _ => rights,
    };
    prop_assert_eq!(before.castles().castling_rights(), used, "more rights: {}", context());
    let passed = unmove.is_en_passant().then_some(unmove.to());
    prop_assert_eq!(before.maybe_ep_square(), passed, "en passant: {}", context());
    if unmove.is_en_passant() {
        let earlier = unmoves(&before, Uncaptures::Any);
        prop_assert_eq!(earlier.len(), 1, "no double step: {}", context());
    }

    prop_assert_eq!(
        unmove.predecessor_unchecked(position).to_setup(EnPassantMode::Always),
        before.to_setup(EnPassantMode::Always)
    );
    let man = position.board().piece_at(unmove.to());
    prop_assert_eq!(man, Some(unmove.man().of(!position.turn())));
    let role = if unmove.is_unpromotion() { Role::Pawn } else { unmove.man() };
    prop_assert_eq!(before.board().piece_at(unmove.from()), Some(role.of(!position.turn())));
    if let Some((square, role)) = unmove.uncaptured() {
        prop_assert_eq!(before.board().piece_at(square), Some(role.of(position.turn())));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_move_played_is_among_the_unmoves(game in game()) {
        for (before, played, after) in game {
            let list = unmoves(&after, Uncaptures::Any);
            let unmove = unmove_of(played);
            prop_assert!(list.contains(&unmove), "{unmove} after {}", fen(&before));
            // The position may also keep silent about what has been.
            let silent = legal(Setup { turn: after.turn(), ..placed(after.board()) });
            let list = unmoves(&silent.expect("a position"), Uncaptures::Any);
            prop_assert!(list.contains(&unmove), "{unmove} silently after {}", fen(&before));
        }
    }

    #[test]
    fn games_from_the_array_stay_within_its_material(picks in vec(any::<u16>(), 1..200)) {
        for (_, played, after) in random_game(STARTS[0], &picks) {
            prop_assert!(unmoves(&after, Uncaptures::GAME).contains(&unmove_of(played)));
        }
    }

    #[test]
    fn unmoves_lead_back_and_forth(game in game(), pick in any::<usize>()) {
        let (_, _, after) = &game[pick % game.len()];
        let list = unmoves(after, Uncaptures::Any);
        let distinct: HashSet<_> = list.iter().collect();
        prop_assert_eq!(distinct.len(), list.len());
        for &unmove in &list {
            check_soundness(after, unmove)?;
        }
    }

    #[test]
    fn options_select_from_all_unmoves(game in game(), pick in any::<usize>()) {
        let (_, _, after) = &game[pick % game.len()];
        let all = unmoves(after, Uncaptures::Any);
        let quiet: HashSet<_> =
            all.iter().copied().filter(|unmove| unmove.uncaptured().is_none()).collect();
        prop_assert_eq!(quiet, HashSet::from_iter(unmoves(after, Uncaptures::None)));

        let possible: HashSet<_> = all
            .into_iter()
            .filter(|unmove| {
                match Chess::from_setup(unmove.setup(after), CastlingMode::Standard) {
                    Ok(_) => true,
                    Err(error) => !error.kinds().contains(PositionErrorKinds::TOO_MUCH_MATERIAL),
                }
            })
            .collect();
        prop_assert_eq!(possible, HashSet::from_iter(unmoves(after, Uncaptures::GAME)));
    }

    #[test]
    fn impossible_checks_have_no_unmoves(game in game(), pick in any::<usize>()) {
        let (_, _, after) = &game[pick % game.len()];
        for unmove in unmoves(after, Uncaptures::Any) {
            let checked = Chess::from_setup(unmove.setup(after), CastlingMode::Standard);
            if let Err(error) = checked
                && error.kinds().contains(PositionErrorKinds::IMPOSSIBLE_CHECK)
            {
                let before = unmove.predecessor_unchecked(after);
                prop_assert!(unmoves(&before, Uncaptures::Any).is_empty(), "{}", fen(&before));
            }
        }
    }

    #[test]
    fn a_chain_of_unmoves_can_be_played(game in game(), picks in vec(any::<u16>(), 1..40)) {
        let mut position = game[game.len() - 1].2.clone();
        let last = position.clone();
        let mut chain = Vec::new();
        for pick in picks {
            let list = unmoves(&position, Uncaptures::GAME);
            let Some(&unmove) = list.get(usize::from(pick) % list.len().max(1)) else { break };
            position = unmove.predecessor_unchecked(&position);
            chain.push(unmove);
        }
        while let Some(unmove) = chain.pop() {
            let after = position.play(unmove.to_move());
            prop_assert!(after.is_ok(), "{unmove} on the way to {}", fen(&last));
            position = after.expect("a legal move");
        }
        prop_assert!(agrees(&position, &last), "the way to {}", fen(&last));
    }

    #[test]
    fn both_sides_are_alike(game in game(), pick in any::<usize>()) {
        let (_, _, after) = &game[pick % game.len()];
        let mirrored = after.to_setup(EnPassantMode::Always).into_mirrored();
        let mirrored = legal(mirrored).expect("a position");
        let list: HashSet<_> = unmoves(after, Uncaptures::Any)
            .into_iter()
            .map(|unmove| unmove_of(unmove.to_move().to_mirrored()))
            .collect();
        prop_assert_eq!(list, HashSet::from_iter(unmoves(&mirrored, Uncaptures::Any)));
    }

    #[test]
    fn what_is_not_listed_is_refused(game in game(), pick in any::<usize>()) {
        let (before, played, after) = &game[pick % game.len()];
        let list = unmoves(after, Uncaptures::Any);
        for other in before.legal_moves() {
            let unmove = unmove_of(other);
            prop_assert_eq!(unmove.is_unmove_of(after), list.contains(&unmove));
            if other != *played {
                prop_assert_eq!(unmove.predecessor(after).err(), Some(NotAnUnmove(unmove)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn few_men_have_the_unmoves_found_by_trial(position in few_men()) {
        let listed: HashSet<_> = unmoves(&position, Uncaptures::Any).into_iter().collect();
        let tried = by_trial(&position);
        let describe = |set: &HashSet<Unmove>, other: &HashSet<Unmove>| {
            set.difference(other).map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        prop_assert!(
            listed == tried,
            "{}: too many [{}], missing [{}]",
            fen(&position),
            describe(&listed, &tried),
            describe(&tried, &listed)
        );
        for unmove in listed {
            check_soundness(&position, unmove)?;
        }
    }
}
