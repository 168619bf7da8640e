//! Ströhlein's theorems on random games: the solver, the theory word for word, and the kernels.

use proptest::prelude::*;
use solusrex_game::kernel::is_kernel;
use solusrex_game::{
    FreeGame, Game, GameBuilder, Moves, Node, NodeSet, Plies, Side, Value, reference,
};

/// Which endings a random game may have besides losses on the spot.
#[derive(Debug, Clone, Copy)]
enum Endings {
    Losses,
    Stalemates,
    Given,
}

fn ending(kind: Endings) -> BoxedStrategy<Option<Value>> {
    let given = (0_u32..9).prop_map(Plies);
    match kind {
        Endings::Losses => Just(None).boxed(),
        Endings::Stalemates => prop_oneof![2 => Just(None), 1 => Just(Some(Value::Drawn))].boxed(),
        Endings::Given => prop_oneof![
            2 => Just(None),
            1 => Just(Some(Value::Drawn)),
            1 => given.clone().prop_map(|plies| Some(Value::Won(plies))),
            1 => given.prop_map(|plies| Some(Value::Lost(plies))),
        ]
        .boxed(),
    }
}

/// Positions with side and ending, and moves; a position with an ending loses its moves.
fn random(kind: Endings, nodes: u32, alternating: bool) -> impl Strategy<Value = GameBuilder> {
    let position = (any::<bool>(), ending(kind));
    let positions = prop::collection::vec(position, 1..nodes as usize);
    let moves = prop::collection::vec((0..nodes, 0..nodes), 0..4 * nodes as usize);
    (positions, moves).prop_map(move |(positions, moves)| {
        let count = positions.len() as u32;
        let mut builder = GameBuilder::new();
        for &(black, _) in &positions {
            builder.position(if black { Side::Black } else { Side::White });
        }
        let mut dead = vec![true; positions.len()];
        for (from, to) in moves.into_iter().map(|(from, to)| (from % count, to % count)) {
            let (mover, next) = (positions[from as usize], positions[to as usize]);
            if (mover.0 != next.0 || !alternating) && mover.1.is_none() {
                builder.moves(Node(from), Node(to));
                dead[from as usize] = false;
            }
        }
        for (at, &(_, ending)) in positions.iter().enumerate() {
            if let (Some(value), true) = (ending, dead[at]) {
                builder.ends(Node(at as u32), value);
            }
        }
        builder
    })
}

fn random_game(kind: Endings, nodes: u32) -> impl Strategy<Value = Game> {
    random(kind, nodes, true).prop_map(|builder| builder.finish().unwrap())
}

fn any_free(nodes: u32) -> impl Strategy<Value = FreeGame> {
    random(Endings::Given, nodes, false).prop_map(|builder| builder.finish_free().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn s5_3_the_levels_are_those_of_the_boolean_iteration(
        game in random_game(Endings::Stalemates, 14)
    ) {
        let expected = reference::move_numbers(&game).unwrap();
        let solution = game.solve();
        for node in solution.game().positions() {
            let winner = solution.value(node).winner(solution.game().side(node));
            let level = winner.zip(solution.move_number(node));
            prop_assert_eq!(level, expected[node.index()]);
        }
    }

    #[test]
    fn given_values_enter_at_their_distance(game in random_game(Endings::Given, 14)) {
        let expected = reference::values(&game);
        let solution = game.solve();
        prop_assert_eq!(solution.values().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn s4_2_best_moves_exist_and_no_move_is_better(game in any_free(14)) {
        let solution = game.solve();
        let game = solution.game();
        for node in game.positions().filter(|&node| game.ending(node).is_none()) {
            prop_assert!(!solution.best_moves(node).is_empty());
            for &to in game.moves(node) {
                let after = solution.value_after(node, to);
                let allowed = match (solution.value(node), after) {
                    (Value::Won(plies), Value::Won(rest)) => rest.0 + 1 >= plies.0,
                    (Value::Won(_), _) => true,
                    (Value::Drawn, _) => !after.is_won(),
                    (Value::Lost(plies), Value::Lost(rest)) => rest.0 < plies.0,
                    (Value::Lost(_), _) => false,
                };
                prop_assert!(allowed);
            }
        }
    }

    #[test]
    fn s4_5_a_line_of_best_moves_takes_exactly_the_distance(game in any_free(14)) {
        let solution = game.solve();
        for node in solution.game().positions() {
            let line = solution.line(node);
            let last = *line.positions.last().unwrap();
            match solution.value(node).plies() {
                Some(plies) => {
                    let rest = solution.game().ending(last).unwrap().plies().unwrap();
                    prop_assert_eq!(line.positions.len() as u32 - 1 + rest.0, plies.0);
                    prop_assert_eq!(line.repeats, None);
                }
                None => prop_assert!(line.repeats.is_some() != solution.game().ending(last).is_some()),
            }
        }
    }

    #[test]
    fn s6_3_without_other_endings_both_are_kernels_of_the_bare_graph(
        game in random_game(Endings::Losses, 14)
    ) {
        let solution = game.solve();
        let (k1, k2) = solution.kernels();
        let graph = solution.game().graph();
        prop_assert!(is_kernel(graph, &k1) && is_kernel(graph, &k2));
    }

    #[test]
    fn s6_3_and_s6_4_every_kernel_lies_between_the_two(game in random_game(Endings::Given, 12)) {
        let all = game.all_kernels(100_000).unwrap();
        let solution = game.solve();
        let game = solution.game();
        let (k1, k2) = solution.kernels();
        prop_assert!(all.contains(&k1) && all.contains(&k2));
        let (meet, join) = (k1.intersection(&k2), k1.union(&k2));
        for kernel in &all {
            prop_assert!(meet.is_subset(kernel) && kernel.is_subset(&join));
        }
        let lost = NodeSet::filled(game.len(), |node| solution.value(node).is_lost());
        let drawn = |side| NodeSet::filled(game.len(), |node| {
            solution.value(node).is_drawn() && game.side(node) == side
        });
        prop_assert_eq!(meet, lost);
        prop_assert_eq!(k1.difference(&k2), drawn(Side::White));
        prop_assert_eq!(k2.difference(&k1), drawn(Side::Black));
    }

    #[test]
    fn section_2a_the_alternating_form_keeps_every_result(game in any_free(12)) {
        let turns = game.alternating(100_000).unwrap().solve();
        let single = game.solve();
        for node in single.game().positions() {
            let side = single.game().side(node);
            prop_assert_eq!(turns.game().side(node), side);
            let (in_turns, in_moves) = (turns.value(node), single.value(node));
            prop_assert_eq!(in_turns.winner(side), in_moves.winner(side));
            // A turn has at least one move, so turns never outnumber moves ...
            if single.game().given_endings().is_empty() {
                prop_assert!(in_turns.plies() <= in_moves.plies());
            }
        }
        // ... and when the game alternates already, the two count the same.
        if single.game().repeated_turn().is_none() {
            for node in single.game().positions() {
                prop_assert_eq!(turns.value(node), single.value(node));
            }
        }
    }
}

#[test]
fn an_endless_game_has_no_length_and_a_game_of_one_dead_end_has_length_zero() {
    let mut builder = GameBuilder::new();
    let [a, b] = Side::BOTH.map(|side| builder.position(side));
    builder.moves(a, b).moves(b, a);
    assert_eq!(builder.finish().unwrap().solve().length(), None);

    let mut builder = GameBuilder::new();
    builder.position(Side::White);
    assert_eq!(builder.finish().unwrap().solve().length(), Some(Moves(0)));
}
