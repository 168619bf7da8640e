//! Lessons are as hard as asked for, the opponent plays best, and every game is told right.

use std::{ops::ControlFlow, sync::LazyLock};

use shakmaty::{Chess, Color, Position, san::San};
use solusrex_game::{Moves, Value};
use solusrex_rules::Orthodox;
use solusrex_tables::{
    Ending, Metric, Tablebase,
    build::{Plan, build},
    trainer::{End, Game, Goal, LessonError, Level, Score, Wish, judge, lesson, usual_goal},
};

/// Černo's ending, a pawn, and bishop with knight.
static TABLES: LazyLock<Tablebase> = LazyLock::new(|| {
    let tables = Tablebase::in_memory();
    let plan = Plan::new(["KQKR", "KPK", "KBNK"].map(ending), &[Metric::Dtm], &tables);
    build(&plan, &tables, 1 << 30, &|_| ControlFlow::Continue(())).expect("tables");
    tables
});

fn ending(name: &str) -> Ending {
    name.parse().expect("an ending")
}

fn position(fen: &str) -> Chess {
    Orthodox::from_fen(fen).expect("a position").as_chess().clone()
}

fn wish(name: &str, side: Color, level: Level, seed: u64) -> Wish {
    Wish { ending: ending(name), side, goal: None, level, seed }
}

fn play(game: &mut Game<'_>, san: &str) -> Option<Moves> {
    let mv = san.parse::<San>().unwrap().to_move(game.position()).unwrap();
    game.play(mv).unwrap().cost
}

#[test]
fn lessons_are_of_the_level_asked_for() {
    // the longest win of each ending, White to move, and the longest loss, Black to move
    for (name, win, loss) in
        [("KQKR", 35u32, 35), ("KRK", 16, 16), ("KBNK", 33, 33), ("KPK", 28, 28)]
    {
        for level in Level::ALL {
            for seed in 0..20 {
                let lesson = lesson(&TABLES, &wish(name, Color::White, level, seed)).unwrap();
                assert_eq!((lesson.goal, lesson.position.turn()), (Goal::Win, Color::White));
                assert_eq!(TABLES.probe(&lesson.position, Metric::Dtm).unwrap(), lesson.value);
                let moves = lesson.moves.unwrap().0;
                let range = match level {
                    Level::Easy => 2..=win / 2,
                    Level::Medium => win / 2 + 1..=(9 * win).div_ceil(10) - 1,
                    Level::Hard => (9 * win).div_ceil(10)..=win,
                    Level::Longest => win..=win,
                };
                assert!(range.contains(&moves), "{name} {level}: {}", lesson.fen);
            }
        }
        let goal = Some(Goal::Last);
        let wish = Wish { goal, ..wish(name, Color::Black, Level::Longest, 3) };
        let lesson = lesson(&TABLES, &wish).unwrap();
        assert_eq!(lesson.moves, Some(Moves(loss)), "{name}");
    }
}

#[test]
fn a_seed_is_a_position_and_another_one_another() {
    let fen = |seed| lesson(&TABLES, &wish("KQKR", Color::White, Level::Hard, seed)).unwrap().fen;
    assert_eq!(fen(7), fen(7));
    assert_ne!(fen(7), fen(8));
}

/// A table in its file is read through without being loaded: the positions are those of the table in
/// memory, also where mirror images and like men share a class.
#[test]
fn files_give_the_same_lessons_as_tables_in_memory() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trainer-lessons");
    let _ = std::fs::remove_dir_all(&folder);
    let files = Tablebase::open(&folder);
    let memory = Tablebase::in_memory();
    let names = ["KQKR", "KPK", "KBBK", "KRKN"];
    for tables in [&files, &memory] {
        let plan = Plan::new(names.map(ending), &[Metric::Dtm], tables);
        build(&plan, tables, 1 << 30, &|_| ControlFlow::Continue(())).expect("tables");
    }
    for name in names {
        for (side, goal) in [(Color::White, Goal::Win), (Color::Black, Goal::Last)] {
            for seed in 0..10 {
                let wish = Wish { goal: Some(goal), ..wish(name, side, Level::Longest, seed) };
                let [file, memory] =
                    [&files, &memory].map(|tables| lesson(tables, &wish).unwrap().fen);
                assert_eq!(file, memory, "{name} {goal} {seed}");
            }
        }
    }
}

#[test]
fn colours_are_as_the_ending_is_written() {
    for level in [Level::Hard, Level::Longest] {
        let lesson = lesson(&TABLES, &wish("KRKQ", Color::Black, level, 1)).unwrap();
        assert_eq!(lesson.position.turn(), Color::Black);
        assert!(lesson.fen.contains('q') && lesson.fen.contains('R'), "{}", lesson.fen);
        assert!(lesson.moves.is_some_and(|moves| moves.0 >= 32));
    }
    let pawn = lesson(&TABLES, &wish("KKP", Color::Black, Level::Longest, 1)).unwrap();
    assert!(pawn.fen.contains('p') && pawn.moves == Some(Moves(28)), "{}", pawn.fen);
}

#[test]
fn what_a_side_usually_trains() {
    let goal = |name, side| usual_goal(&TABLES, ending(name), side);
    assert_eq!(goal("KQKR", Color::White).unwrap(), Goal::Win);
    assert_eq!(goal("KQKR", Color::Black).unwrap(), Goal::Last);
    assert_eq!(goal("KRKQ", Color::Black).unwrap(), Goal::Win);
    assert_eq!(goal("KPK", Color::White).unwrap(), Goal::Win);
    let told = goal("KNK", Color::White).unwrap_err().to_string();
    assert_eq!(told, "KNK: nobody wins (choose another ending, such as KQKR)");
    let missing = goal("KQKN", Color::White).unwrap_err();
    assert!(missing.to_string().contains("solusrex build KQKN"), "{missing}");
}

#[test]
fn draws_to_hold_hang_on_few_moves() {
    for (level, most) in [(Level::Medium, 3), (Level::Hard, 1)] {
        for seed in 0..10 {
            let goal = Some(Goal::Hold);
            let wish = Wish { goal, ..wish("KPK", Color::Black, level, seed) };
            let lesson = lesson(&TABLES, &wish).unwrap();
            assert_eq!(lesson.value, Value::Drawn);
            let game = Game::new(&TABLES, lesson.position, Color::Black, seed).unwrap();
            let choices = game.choices().unwrap();
            let holding = choices.iter().filter(|choice| choice.value.is_drawn()).count();
            assert!(holding <= most && holding < choices.len(), "{level}: {}", lesson.fen);
        }
    }
    let goal = Some(Goal::Hold);
    let endless = Wish { goal, ..wish("KPK", Color::Black, Level::Longest, 1) };
    assert!(matches!(lesson(&TABLES, &endless), Err(LessonError::EndlessDraw)));
    let nothing = Wish { goal: Some(Goal::Win), ..wish("KPK", Color::Black, Level::Easy, 1) };
    assert!(matches!(lesson(&TABLES, &nothing), Err(LessonError::None { .. })));
}

#[test]
fn best_play_mates_in_the_count_of_the_table() {
    for seed in 0..5 {
        let lesson = lesson(&TABLES, &wish("KBNK", Color::White, Level::Longest, seed)).unwrap();
        let mut game = Game::new(&TABLES, lesson.position, Color::White, seed).unwrap();
        let mut score = Score::default();
        while game.end().is_none() {
            let best = game.choices().unwrap()[0].mv;
            score.add_move(game.play(best).unwrap());
            game.answer().unwrap();
        }
        let end = game.end().unwrap();
        assert_eq!(end, End::Mate(Color::White));
        score.add_end(&game, end);
        assert_eq!((score.moves, score.best, score.lost), (33, 33, Moves(0)));
        assert_eq!((score.games, score.done, score.thrown), (1, 1, 0));
    }
}

/// From Černo's session: the queen is put where the rook gives stalemate or takes it.
#[test]
fn a_win_that_is_thrown_away_ends_the_game_and_can_be_taken_back() {
    let start = position("8/8/8/8/8/1K6/3Q4/k6r w - -");
    let mut game = Game::new(&TABLES, start.clone(), Color::White, 1).unwrap();
    assert_eq!(game.goal(), Goal::Win);
    assert!(!game.back(), "nothing to take back");
    assert_eq!(play(&mut game, "Qe1+"), None);
    assert_eq!(game.end(), Some(End::Thrown));
    assert!(!game.is_done(End::Thrown));
    let thrown = &game.plies()[0].judgement;
    assert!(!thrown.keeps() && thrown.keepers().next().is_some());
    assert!(thrown.keepers().all(|choice| choice.value.is_won()));
    assert!(game.answer().unwrap().is_none(), "the program does not go on");
    assert!(game.back());
    assert_eq!((game.position(), game.end()), (&start, None));
}

#[test]
fn a_slow_move_costs_moves() {
    let start = position("7k/8/5K2/8/8/8/8/6Q1 w - -");
    let mut game = Game::new(&TABLES, start, Color::White, 1).unwrap();
    assert_eq!(play(&mut game, "Kf7"), Some(Moves(1)));
    assert_eq!(game.plies()[0].judgement.better[0].san, "Qg7#");
    assert_eq!(game.answer().unwrap().unwrap().choice.san, "Kh7");
    assert_eq!(play(&mut game, "Qg7#"), Some(Moves(0)));
    assert_eq!(game.end(), Some(End::Mate(Color::White)));
}

#[test]
fn a_stalemate_is_told_as_one() {
    let start = position("7k/8/5K2/8/8/8/8/6Q1 w - -");
    let mut game = Game::new(&TABLES, start, Color::White, 1).unwrap();
    assert_eq!(play(&mut game, "Qg6"), None);
    assert_eq!(game.end(), Some(End::Stalemate));
    assert!(!game.is_done(End::Stalemate));
}

#[test]
fn a_draw_is_held_to_the_end() {
    let start = position("4k3/8/3KP3/8/8/8/8/8 b - -");
    let mut game = Game::new(&TABLES, start.clone(), Color::Black, 5).unwrap();
    assert_eq!(game.goal(), Goal::Hold);
    while game.end().is_none() {
        let best = game.choices().unwrap()[0].mv;
        game.play(best).unwrap();
        game.answer().unwrap();
    }
    assert!(game.is_done(game.end().unwrap()), "{:?}", game.end());
    let mut game = Game::new(&TABLES, start, Color::Black, 5).unwrap();
    assert_eq!(play(&mut game, "Kf8"), None);
    assert_eq!(game.end(), Some(End::Thrown));
}

#[test]
fn repetition_ends_the_game() {
    let start = position("8/8/8/4k3/8/8/8/KQ6 w - -");
    let mut game = Game::new(&TABLES, start, Color::White, 1).unwrap();
    for moves in [["Qb2+", "Ke6"], ["Qb1", "Ke5"], ["Qb2+", "Ke6"], ["Qb1", "Ke5"]] {
        assert_eq!(game.end(), None);
        for san in moves {
            play(&mut game, san);
        }
    }
    assert_eq!(game.end(), Some(End::Repetition));
}

#[test]
fn fifty_moves_end_the_game() {
    let start = position("8/8/8/4k3/8/8/8/KQ6 w - - 80 100");
    let mut game = Game::new(&TABLES, start, Color::White, 1).unwrap();
    assert!(game.regards_fifty_moves());
    let start = position("8/8/8/4k3/8/8/8/KQ6 w - - 99 100");
    assert!(!Game::new(&TABLES, start, Color::White, 1).unwrap().regards_fifty_moves());
    let kings = ["Ka2", "Ka3", "Ka4", "Kb3", "Kb2", "Ka1"];
    for san in kings.into_iter().cycle().take(10) {
        if game.end().is_none() {
            play(&mut game, san);
            game.answer().unwrap();
        }
    }
    assert_eq!(game.end(), Some(End::FiftyMoves));
}

#[test]
fn the_trainee_may_change_sides() {
    let start = position("8/8/8/4k3/8/8/8/KQ6 w - -");
    let mut game = Game::new(&TABLES, start, Color::White, 1).unwrap();
    game.change_sides().unwrap();
    assert_eq!((game.side(), game.goal()), (Color::Black, Goal::Last));
    assert!(game.answer().unwrap().is_some_and(|judged| judged.is_best()));
    assert!(game.is_trainees_turn());
}

/// The program as defender lasts, as winner hurries, whatever the seed.
#[test]
fn answers_are_best_and_vary_with_the_seed() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let start = position("8/8/8/8/8/2k5/1R6/K7 w - -");
        let mut game = Game::new(&TABLES, start, Color::Black, seed).unwrap();
        let answer = game.answer().unwrap().unwrap();
        assert!(answer.is_best());
        seen.insert(answer.choice.san.clone());
    }
    assert!(seen.len() > 3, "{seen:?}");
}

#[test]
fn a_judgement_is_written_as_json() {
    let start = position("7k/8/5K2/8/8/8/8/6Q1 w - -");
    let mv = "Kf7".parse::<San>().unwrap().to_move(&start).unwrap();
    let json = serde_json::to_value(judge(&TABLES, &start, mv).unwrap()).unwrap();
    assert_eq!(
        (&json["san"], &json["result"], &json["cost"]),
        (&"Kf7".into(), &"won".into(), &1.into())
    );
    assert_eq!(json["better"][0]["uci"], "g1g7");
}
