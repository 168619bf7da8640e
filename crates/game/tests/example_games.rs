//! The files in `examples/games` and the answers that their first lines claim.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use solusrex_game::board_game::{BoardGame, BoardSide, Meeting};
use solusrex_game::text::{self, Description};
use solusrex_game::{
    Game, Limits, Moves, NamedGame, NamedSolution, Node, Plies, Side, Value, dot, reference,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/games")
}

fn example_text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn all_examples() -> Vec<(String, String)> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.into_iter().map(|name| (example_text(&name), name)).map(|(t, n)| (n, t)).collect()
}

fn game(name: &str) -> NamedGame {
    text::read(&example_text(name), Limits::default()).unwrap()
}

fn solved(name: &str) -> NamedSolution {
    game(name).solve()
}

fn value(solution: &NamedSolution, position: &str) -> Value {
    solution.solution.value(solution.position(position).unwrap())
}

#[test]
fn section_6_the_graph_has_exactly_four_kernels() {
    let game = game("kernels-of-section-6.game");
    let kernels = game.kernels(100).unwrap().into_iter().map(|kernel| kernel.concat());
    assert_eq!(kernels.collect::<Vec<_>>(), ["1248", "1468", "2458", "4568"]);
    let solution = game.solve();
    let (k1, k2) = solution.distinguished_kernels();
    assert_eq!((k1.concat().as_str(), k2.concat().as_str()), ("1248", "4568"));
    assert_eq!(solution.solution.length(), Some(Moves(1)));
    for (names, wanted) in
        [("48", Value::LOST_NOW), ("37", Value::Won(Plies(1))), ("1256", Value::Drawn)]
    {
        for name in names.chars() {
            assert_eq!(value(&solution, &name.to_string()), wanted);
        }
    }
}

#[test]
fn section_7_on_a_wheel_the_spider_always_catches_the_fly() {
    let solution = solved("spider-and-fly-wheel.game");
    assert_eq!(value(&solution, "r1/r3/B"), Value::Lost(Plies(4)));
    assert_eq!(value(&solution, "hub/r3/W"), Value::Won(Plies(1)));
    assert_eq!(solution.solution.length(), Some(Moves(2)));
    for node in solution.solution.game().positions() {
        let side = solution.solution.game().side(node);
        assert_eq!(solution.solution.value(node).winner(side), Some(Side::White));
    }
}

#[test]
fn section_7_on_an_orb_web_the_fly_escapes() {
    let report = solved("spider-and-fly-orb.game").report();
    assert_eq!(report.start.unwrap().value, Value::Drawn);
    assert!(report.line_repeats.is_some());
    assert_eq!((report.census.white.won_total(), report.census.white.drawn), (51, 70));
    assert_eq!(report.census.white.won[&Plies(1)], 40);
}

#[test]
fn the_first_player_wins_three_mens_morris_from_the_centre_only() {
    let report = solved("three-mens-morris.game").report();
    let start = report.start.unwrap();
    assert_eq!((start.value, start.moves), (Value::Won(Plies(9)), Some(Moves(5))));
    assert_eq!(start.best, ["....o..../B"]);
    assert_eq!(report.positions, 5390);

    let not_first = example_text("three-mens-morris.game") + "first not b2\n";
    let report = text::read(&not_first, Limits::default()).unwrap().solve().report();
    assert_eq!(report.start.unwrap().value, Value::Drawn);
}

#[test]
fn in_the_knights_race_white_wins_in_three_moves() {
    let report = solved("knights-race.game").report();
    let start = report.start.unwrap();
    assert_eq!((start.value, start.best), (Value::Won(Plies(5)), vec!["c2/c4/B".to_owned()]));
    assert_eq!(report.length, Some(Moves(5)));
    assert_eq!((report.census.white.drawn, report.census.black.drawn), (0, 0));
}

#[test]
fn taking_1_3_or_4_the_losing_heaps_are_0_and_2_modulo_7() {
    let solution = solved("take-1-3-4.game");
    for heap in 0..=100 {
        for side in ["W", "B"] {
            let lost = value(&solution, &format!("{heap}/{side}")).is_lost();
            assert_eq!(lost, [0, 2].contains(&(heap % 7)), "heap {heap}");
        }
    }
}

#[test]
fn misere_play_shifts_the_losing_heaps() {
    // Taking one or two: normal play loses at multiples of 3, misère play at one more (Winning
    // Ways, chapter 13).
    let text = "heap Misere\nsize 30\ntake 1 2\nlast loses";
    let solution = text::read(text, Limits::default()).unwrap().solve();
    for heap in 0..=30 {
        assert_eq!(value(&solution, &format!("{heap}/W")).is_lost(), heap % 3 == 1, "heap {heap}");
    }
}

#[test]
fn two_steps_to_one_takes_two_turns_or_five_single_moves() {
    let game = game("two-steps.game");
    assert!(game.free.is_some());
    let solution = game.solve();
    assert_eq!(value(&solution, "w0").moves(), Some(Moves(2)));
    let report = solution.report();
    assert_eq!(report.line, ["w0", "b0", "w2", "b2"]);
    assert_eq!(report.start_in_single_moves, Some(Value::Won(Plies(5))));
    let single = solution.free.as_ref().unwrap();
    let start = solution.start.unwrap();
    assert_eq!(single.value(start), Value::Won(Plies(5)));
    let names = |node: &Node| solution.name(*node).into_owned();
    let line: Vec<String> = single.line(start).positions.iter().map(names).collect();
    assert_eq!(line, ["w0", "w1", "b0", "w2", "w3", "b2"]);
}

#[test]
fn every_example_agrees_with_the_theory_word_for_word() {
    for (name, text) in all_examples() {
        let NamedGame { game, .. } = text::read(&text, Limits::default()).unwrap();
        if game.len() > 1000 {
            continue;
        }
        let expected = reference::values(&game);
        let values: Vec<Value> = Game::solve(game).values().collect();
        assert_eq!(values, expected, "{name}");
    }
}

#[test]
fn every_example_begins_with_what_it_is_its_source_and_its_answer_and_is_small() {
    let examples = all_examples();
    assert!(examples.len() >= 7);
    for (name, text) in &examples {
        assert!(text.starts_with("# "), "{name}");
        for word in ["\n# Source: ", "\n# Answer: "] {
            assert!(text.contains(word), "{name} has no {word:?}");
        }
        assert!(!text.contains("ANSWER"), "{name}");
    }
    assert!(examples.iter().map(|(_, text)| text.len()).sum::<usize>() < 300_000);
}

#[test]
fn every_example_is_the_same_when_written_and_read_again() {
    for (name, text) in all_examples() {
        let description = text::parse(&text).unwrap();
        assert_eq!(text::parse(&description.to_string()).as_ref(), Ok(&description), "{name}");
    }
}

#[test]
fn every_file_on_the_module_page_can_be_read() {
    let page = include_str!("../src/text/mod.rs");
    let page: Vec<&str> =
        page.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let page = page.join("\n");
    let files: Vec<&str> =
        page.split("```text").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(files.len(), 4);
    for file in files {
        text::read(file, Limits::default()).unwrap_or_else(|error| panic!("{error} in {file}"));
    }
}

#[test]
fn a_graph_without_sides_lets_either_side_move_and_has_its_own_kernels() {
    let text = "game Square\nstart a B\nnode a -> b\nnode b -> c\nnode c -> d\nnode d -> a";
    let game = text::read(text, Limits::default()).unwrap();
    assert_eq!(game.name(game.start.unwrap()), "a/B");
    assert_eq!(game.kernels(10).unwrap(), [["a", "c"], ["b", "d"]]);
    assert!(game.solve().solution.values().all(Value::is_drawn));

    let stalemate = text::read("game S\nnode a -> b\nnode b draw", Limits::default()).unwrap();
    assert!(stalemate.kernels(10).unwrap_err().to_string().contains("dead ends that are lost"));
}

#[test]
fn a_report_is_json_with_plain_words() {
    let report = solved("kernels-of-section-6.game").report();
    let json = serde_json::to_value(report).unwrap();
    assert_eq!(json["length"], 1);
    assert_eq!(json["start"]["result"], "drawn");
    assert_eq!(json["longest"][0]["plies"], 1);
    assert_eq!(json["census"]["white"]["won"]["1"], 1);
}

#[test]
fn a_drawing_shows_values_and_best_moves() {
    let drawing = dot::drawing(&solved("kernels-of-section-6.game"));
    assert!(drawing.contains("2 [label=\"3 +1\" shape=box fillcolor=palegreen]"), "{drawing}");
    assert!(drawing.contains("0 [label=\"1 =\" shape=box fillcolor=lightgrey peripheries=2]"));
    assert!(drawing.contains("2 -> 7 [style=bold]") && drawing.contains("2 -> 5\n"));
}

#[test]
fn a_mistake_is_told_on_one_line_with_its_place() {
    for (text, wanted) in [
        (
            "",
            "line 1, column 1: expected 'game', 'board', 'morris' or 'heap' and a title, found the end of the file",
        ),
        (
            "# hello\nchess Mate",
            "line 2, column 1: expected 'game', 'board', 'morris' or 'heap' and a title, found 'chess'",
        ),
        (
            "game A\na W -> b",
            "line 2, column 8: expected the name of a position, found 'b', which has no line",
        ),
        ("game A\na X", "line 2, column 3: expected W or B, who is to move, found 'X'"),
        (
            "game A\na W ->  # none",
            "line 2, column 9: expected the name of a position, found the end of the line",
        ),
        ("game A\na W -> a a", "line 2, column 10: expected each move once, found 'a' again"),
        ("game A\na W\na B", "line 3, column 1: expected a new position, found 'a' a second time"),
        (
            "game A\na W\nnode b",
            "line 3, column 1: expected lines of one kind, found 'node' lines and lines with W or B",
        ),
        ("game A\na W lost soon", "line 2, column 10: expected a number of plies, found 'soon'"),
        (
            "board A\nboth a-",
            "line 2, column 6: expected a path such as a-b-c, or a>b for one way, found 'a-'",
        ),
        (
            "board A\nboth ä-b\nonto ä wins",
            "line 3, column 6: expected 'white', 'black' or 'both', found 'ä'",
        ),
        (
            "board A\nboth a-b\nstart a a",
            "line 3, column 9: expected another square than White's, found 'a'",
        ),
        (
            "board A\nboth a-b\ngoal white c",
            "line 3, column 12: expected a square, found 'c', which has no path",
        ),
        ("morris A\npoints a b", "line 1, column 1: expected a line 'men N', found none"),
        (
            "morris A\npoints a b\nmen 0",
            "line 3, column 5: expected a number of men from 1 to 32, found '0'",
        ),
        ("heap A\nsize 3 4", "line 2, column 8: expected the end of the line, found '4'"),
        ("heap A\nsize 3\ntake 0", "line 3, column 6: expected a number from 1, found '0'"),
    ] {
        assert_eq!(text::parse(text).unwrap_err().to_string(), wanted);
    }
    assert_eq!(
        text::parse_bytes(b"game A\n\xc3\xa4 \xff").unwrap_err().to_string(),
        "line 2, column 3: expected UTF-8 text, found the byte 0xff"
    );
}

#[test]
fn a_small_file_does_not_make_a_huge_game() {
    for (text, wanted) in [
        ("heap A\nsize 4000000000\ntake 1", "more than 1000000 positions"),
        (
            "heap A\nsize 400000\ntake 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22",
            "more than 16000000 moves",
        ),
        (
            "morris A\npoints a b c d e f g h i j k l m n o p q r s t u v w x y z\nmen 9\njump",
            "positions",
        ),
    ] {
        let error = text::read(text, Limits::default()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
        assert!(error.ends_with("(raise the limit or make the game smaller)"), "{error}");
    }
    let far = text::read("game A\na W lost 4294967295", Limits::default()).unwrap_err();
    assert!(far.to_string().contains("the limit is"), "{far}");
}

/// Can all nodes but one be taken away, each when its closed neighbourhood lies in another's?
fn is_dismantlable(neighbours: &[Vec<usize>]) -> bool {
    let mut left: BTreeSet<usize> = (0..neighbours.len()).collect();
    let near = |node: usize, left: &BTreeSet<usize>| -> BTreeSet<usize> {
        neighbours[node].iter().copied().chain([node]).filter(|n| left.contains(n)).collect()
    };
    while left.len() > 1 {
        let corner = left.iter().copied().find(|&node| {
            let own = near(node, &left);
            left.iter().any(|&other| other != node && own.is_subset(&near(other, &left)))
        });
        match corner {
            Some(node) => left.remove(&node),
            None => return false,
        };
    }
    true
}

/// A piece of text that the parsers may or may not like.
fn scribble() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "game", "board", "morris", "heap", "start", "node", "a", "b", "c", "W", "B", "->", "a-b",
        "b>c", "draw", "lost", "won", "0", "1", "3", "99", "both", "white", "black", "onto",
        "wins", "loses", "draws", "never", "goal", "pass", "stuck", "squares", "points", "edges",
        "line", "men", "jump", "first", "not", "size", "take", "last", "#", "ß", "-", "\t",
    ]);
    let line = prop::collection::vec(word, 0..6).prop_map(|words| words.join(" "));
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

/// Reads, and if that goes well solves and shows everything; never panics.
fn survive(bytes: &[u8]) -> Result<(), TestCaseError> {
    let limits = Limits { positions: 6000, moves: 30_000 };
    let description = match text::parse_bytes(bytes) {
        Ok(description) => description,
        Err(error) => {
            prop_assert!(error.line >= 1 && error.column >= 1);
            prop_assert_eq!(error.to_string().lines().count(), 1);
            return Ok(());
        }
    };
    let again = text::parse(&description.to_string());
    prop_assert_eq!(again.as_ref(), Ok(&description));
    if let Ok(game) = description.build(limits) {
        let _ = game.kernels(20);
        let solution = game.solve();
        let _ = (solution.report(), dot::drawing(&solution));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_spider_that_may_wait_wins_exactly_on_dismantlable_webs(
        edges in prop::collection::vec((0_usize..7, 0_usize..7), 0..18)
    ) {
        // Nowakowski and Winkler (1983), Quilliot (1978): one cop wins on these graphs only.
        let mut neighbours = vec![Vec::new(); 7];
        for (a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let side = |onto| BoardSide {
            steps: neighbours.clone(),
            may_pass: true,
            onto,
            ..BoardSide::new(7)
        };
        let web = BoardGame {
            title: String::new(),
            squares: (0..7).map(|square| square.to_string()).collect(),
            white: side(Meeting::Wins),
            black: side(Meeting::Loses),
            start: None,
        };
        let solution = web.build(Limits::default()).unwrap().solve().solution;
        let game = solution.game();
        let always = game.positions().all(|node| {
            solution.value(node).winner(game.side(node)) == Some(Side::White)
        });
        prop_assert_eq!(always, is_dismantlable(&neighbours));
    }

    #[test]
    fn no_scribble_makes_the_reader_panic(text in scribble()) {
        survive(text.as_bytes())?;
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(&bytes)?;
    }

    #[test]
    fn no_damaged_example_makes_the_reader_panic(
        which in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4, any::<u8>()), 1..6),
    ) {
        let examples = all_examples();
        let mut bytes = which.get(&examples).1.clone().into_bytes();
        for (place, kind, byte) in damage {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        survive(&bytes)?;
    }
}

#[test]
fn a_description_can_be_made_in_code_and_written() {
    let heap = solusrex_game::heap::Heap {
        title: "Tiny".to_owned(),
        size: 4,
        take: vec![1, 2],
        last_loses: false,
    };
    assert_eq!(Description::Heap(heap).to_string(), "heap Tiny\nsize 4\ntake 1 2\nlast wins\n");
}
