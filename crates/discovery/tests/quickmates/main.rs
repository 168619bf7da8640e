//! Quickmates against published numbers.

mod kept;
mod limits;

use std::time::Duration;

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};
use solusrex_discovery::{
    MovePattern, Terms,
    atlas::{Atlas, Event, Manner, Row, Search as AtlasSearch},
    class::{Class, Classes},
    guide::Free,
    heuristic::Heuristic,
    layers::{Every, Layer},
    mates::mates,
    quickmate::{Answer, Asked, Search, search},
};

/// Games from the array that end in mate with a given ply (OEIS A079485).
#[test]
fn games_that_end_in_mate_are_counted() {
    let expected = [(4, 8), (5, 347), (6, 10_828)];
    let mut layer = Layer::start(&Chess::default(), &Free);
    for (plies, expected) in expected {
        while layer.ply() + 1 < plies {
            layer = layer.next(&Free, &Every);
        }
        let wanted = Classes::all(layer.turn());
        let games: u64 = layer
            .shards()
            .iter()
            .flatten()
            .map(|&((packed, ()), games)| {
                let mut number = 0;
                mates(&packed.unpack(layer.turn()), &wanted, |_, _| number += games);
                number
            })
            .sum();
        assert_eq!(games, expected, "mates with ply {plies}");
    }
}

fn settled(atlas: &Atlas, plies: u32, counts: impl Fn(&Row) -> bool) -> usize {
    let is_settled = |row: &&Row| row.plies().is_some_and(|length| length <= plies) && counts(row);
    atlas.rows().filter(is_settled).count()
}

/// Replays a game and gives the class of its mating move.
fn replay(game: &[String]) -> Class {
    let mut position = Chess::default();
    let mut class = None;
    for text in game {
        let san: SanPlus = text.parse().expect("SAN");
        let mv = san.san.to_move(&position).expect("a legal move");
        class = Some(Class::of(position.turn(), mv));
        position.play_unchecked(mv);
    }
    assert!(position.is_checkmate(), "{game:?}");
    class.expect("a game has a move")
}

#[test]
fn classes_are_settled_as_published() {
    let mut atlas = Atlas::new();
    assert!(atlas.search(&AtlasSearch { plies: 7, ..AtlasSearch::default() }, |_| true));
    for (plies, expected) in [(4, 1), (5, 6), (6, 22), (7, 47)] {
        assert_eq!(settled(&atlas, plies, |row| row.class.is_of_1456()), expected, "ply {plies}");
    }
    for row in atlas.rows() {
        match &row.game {
            Some(game) => {
                assert_eq!(replay(game), row.class);
                assert!(row.is_proved(), "{row:?}");
            }
            None => assert_eq!(row.searched, 7, "{row:?}"),
        }
    }
    let read: Atlas = atlas.to_string().parse().expect("an atlas");
    assert_eq!(read, atlas);
}

#[test]
fn the_atlas_is_the_same_whatever_the_threads() {
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut atlas = Atlas::new();
            atlas.search(&AtlasSearch { plies: 6, ..AtlasSearch::default() }, |_| true);
            atlas
        })
    };
    assert_eq!(with_threads(1), with_threads(3));
}

/// Where memory does not suffice for a layer, it is made in parts, and the search goes on in the midst of them.
#[test]
fn the_atlas_is_the_same_with_little_memory() {
    let search = AtlasSearch { plies: 7, memory: 1 << 20, ..AtlasSearch::default() };
    let (mut atlas, mut parts, mut broken_off) = (Atlas::new(), Vec::new(), None);
    let finished = atlas.search(&search, |event| match event {
        Event::Layer { ply: 4, positions } => {
            parts.push(positions);
            true
        }
        Event::Part { mark, .. } if mark.plies == 7 && mark.done >= 100 => {
            assert_eq!(mark.base, 4);
            broken_off = Some(mark);
            false
        }
        _ => true,
    });
    assert!(!finished && parts.len() == 2 && parts.iter().sum::<u64>() < 71_852, "{parts:?}");
    assert!(atlas.search(&AtlasSearch { resume: broken_off, ..search }, |_| true));
    let mut whole = Atlas::new();
    whole.search(&AtlasSearch { plies: 7, ..AtlasSearch::default() }, |_| true);
    assert_eq!(atlas, whole);
}

#[test]
fn a_search_that_was_broken_off_goes_on() {
    let whole = {
        let mut atlas = Atlas::new();
        atlas.search(&AtlasSearch { plies: 6, ..AtlasSearch::default() }, |_| true);
        atlas
    };
    let mut atlas = Atlas::new();
    let mut broken_off = None;
    let finished =
        atlas.search(&AtlasSearch { plies: 6, ..AtlasSearch::default() }, |event| match event {
            Event::Part { mark, .. } if mark.plies == 6 && mark.done >= 100 => {
                broken_off = Some(mark);
                false
            }
            _ => true,
        });
    assert!(!finished);
    assert_ne!(atlas, whole);
    let search = AtlasSearch { plies: 6, resume: broken_off, ..AtlasSearch::default() };
    assert!(atlas.search(&search, |_| true));
    assert_eq!(atlas, whole);
}

/// Games that are looked for are no shorter than the shortest; if every position is promising
/// enough, all are found.
#[test]
fn games_are_found_by_looking() {
    let mut whole = Atlas::new();
    assert!(whole.search(&AtlasSearch { plies: 7, ..AtlasSearch::default() }, |_| true));
    let looked = |plies, width| {
        let mut atlas = Atlas::new();
        let search =
            AtlasSearch { plies, manner: Manner::Looking(width), ..AtlasSearch::default() };
        assert!(atlas.search(&search, |_| true));
        atlas
    };
    let narrow = looked(7, 100);
    let mut found = 0;
    for (known, looked) in whole.rows().zip(narrow.rows()) {
        assert_eq!(looked.searched, 0, "nothing is proved");
        if let Some(game) = &looked.game {
            assert_eq!(replay(game), looked.class);
            assert!(known.plies().is_some_and(|plies| plies <= game.len() as u32), "{looked:?}");
            found += 1;
        }
    }
    assert!(found > 30, "only {found} games found");
    let wide = looked(5, usize::MAX);
    for (known, looked) in whole.rows().zip(wide.rows()) {
        assert_eq!(looked.plies(), known.plies().filter(|&plies| plies <= 5), "{looked:?}");
    }
}

/// One by one the same classes are settled as together.
#[test]
fn classes_are_settled_one_by_one() {
    let settled = |plies, manner| {
        let mut atlas = Atlas::new();
        assert!(atlas.search(&AtlasSearch { plies, manner, ..AtlasSearch::default() }, |_| true));
        atlas
    };
    let together = settled(5, Manner::Together);
    let alone = settled(5, Manner::OneByOne(Duration::MAX));
    for (together, alone) in together.rows().zip(alone.rows()) {
        assert_eq!(alone.plies(), together.plies(), "{alone:?}");
        assert_eq!(alone.is_proved(), together.is_proved(), "{alone:?}");
        // the other side's half-moves are not told
        assert!(together.searched - alone.searched <= 1, "{alone:?}");
    }
    // who has no patience learns nothing wrong
    for row in settled(5, Manner::OneByOne(Duration::ZERO)).rows() {
        let known = together.row(row.class);
        assert!(row.plies().is_none() || row.plies() == known.plies(), "{row:?}");
        assert!(row.searched <= known.searched, "{row:?}");
    }
}

/// Whatever is tried first, the answer is a shortest game.
#[test]
fn heuristics_do_not_change_the_length() {
    for heuristic in Heuristic::ALL {
        for (pattern, plies) in [("Qxf7#", 7), ("Nf3#", 6)] {
            let pattern: MovePattern = pattern.parse().expect("a pattern");
            let terms = Terms::from(Chess::default()).ending_with(pattern).expect("terms");
            let sought = Search { heuristic: Some(heuristic), known: false, ..Search::from(terms) };
            let answer = search(&sought, |_| true);
            assert_eq!(answer.games[0].len(), plies, "{heuristic}");
            assert_eq!(answer.exhausted.len(), plies - 1, "{heuristic}");
        }
    }
}

/// A game of the atlas is an answer only if it is as it is asked for.
#[test]
fn a_known_game_is_told_where_it_fits() {
    let asked = |others: Option<&str>| {
        let terms = Terms::from(Chess::default()).ending_with("4.Qxf7#".parse().unwrap()).unwrap();
        let terms = others.into_iter().fold(terms, |terms, mv| terms.without(mv.parse().unwrap()));
        let answer = search(&Search::from(terms), |_| true);
        solusrex_discovery::score::san(&Chess::default(), &answer.games[0])
    };
    let class = Class::parse(Color::White, "Qxf7").unwrap();
    let known = Atlas::kept().row(class).game.clone().unwrap();
    assert_eq!(asked(None), known);
    let first = known[0].as_str();
    let other = asked(Some(first));
    assert_eq!(replay(&other), class);
    assert!(!other.iter().step_by(2).any(|mv| mv == first), "{other:?}");
}

#[test]
fn a_first_game_comes_without_proof() {
    let pattern: MovePattern = "7.Nd5#".parse().expect("a pattern");
    let terms = Terms::from(Chess::default()).ending_with(pattern).expect("terms");
    let answer = search(&Search { proof: false, known: false, ..Search::from(terms) }, |_| true);
    let game = solusrex_discovery::score::san(&Chess::default(), &answer.games[0]);
    assert_eq!((game.len(), replay(&game).to_string()), (13, "Nd5".to_owned()));
    assert!(answer.exhausted.is_empty());
}

#[test]
fn promotions_are_settled_as_published() {
    let mut atlas = Atlas::new();
    let search = AtlasSearch { plies: 10, promotions: true, ..AtlasSearch::default() };
    assert!(atlas.search(&search, |_| true));
    assert_eq!(settled(&atlas, 9, |_| true), 11);
    assert_eq!(settled(&atlas, 10, |_| true), 36);
}

fn ask(pattern: &str, asked: Asked) -> Answer {
    let pattern: MovePattern = pattern.parse().expect("a pattern");
    let terms = Terms::from(Chess::default()).ending_with(pattern.or_mate()).expect("terms");
    search(&Search { asked, ..Search::from(terms) }, |_| true)
}

/// Rizvič 2016, §4.2.2: problems published in Šahovska misel.
#[test]
fn published_problems_have_as_many_games_as_they_should() {
    let knight = ask("?xd1=N#", Asked::All);
    assert_eq!((knight.games.len(), knight.number), (7, Some(7)));
    assert!(knight.games.iter().all(|game| game.len() == 10));
    // every shorter length was searched to the end
    assert!(knight.exhausted.iter().map(|length| length.plies).eq([2, 4, 6, 8, 10]));
    let bishop = ask("5...d1=B#", Asked::Number);
    assert_eq!(bishop.number, Some(8));
}

/// All games that end with a pattern, by trying every move.
fn plainly(
    position: &Chess,
    plies: u32,
    pattern: &MovePattern,
    line: &mut Vec<Move>,
    games: &mut Vec<Vec<Move>>,
) {
    for mv in position.legal_moves() {
        line.push(mv);
        if plies == 1 {
            if pattern.matches(position, mv) {
                games.push(line.clone());
            }
        } else {
            let mut after = position.clone();
            after.play_unchecked(mv);
            plainly(&after, plies - 1, pattern, line, games);
        }
        line.pop();
    }
}

#[test]
fn games_are_those_that_a_plain_search_finds() {
    for (pattern, plies) in [("Q??#", 4), ("B??+", 3), ("N??", 2), ("e?", 1), ("Qh5+", 5)] {
        let pattern: MovePattern = pattern.parse().expect("a pattern");
        let terms = Terms::from(Chess::default())
            .of_length(solusrex_discovery::Length::Exactly(plies))
            .and_then(|terms| terms.ending_with(pattern.clone()))
            .expect("terms");
        let answer = search(&Search { asked: Asked::All, ..Search::from(terms) }, |_| true);
        let mut plain = Vec::new();
        plainly(&Chess::default(), plies, &pattern, &mut Vec::new(), &mut plain);
        let text = |game: &Vec<Move>| game.iter().map(Move::to_string).collect::<Vec<_>>();
        let mut found: Vec<_> = answer.games.iter().map(text).collect();
        let mut plain: Vec<_> = plain.iter().map(text).collect();
        found.sort();
        plain.sort();
        assert_eq!(found, plain, "{pattern}");
        assert_eq!(answer.number, Some(plain.len() as u64));
    }
}

/// The games of the thesis's table (Rizvič 2016, appendix A): they mate as they say.
#[test]
fn games_of_the_thesis_replay() {
    let table = include_str!("../../data/thesis.tsv");
    let mut number = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let color = if fields[0] == "W" { Color::White } else { Color::Black };
        let mut position = Chess::default();
        let mut last = None;
        for word in fields[3].split(' ').filter(|word| !word.ends_with('.')) {
            let from: shakmaty::Square = word[..2].parse().expect("a square");
            let to = word[2..].trim_start_matches('x');
            let (to, promotion) = to.split_at(2);
            let to: shakmaty::Square = to.parse().expect("a square");
            let role = promotion.chars().next().and_then(shakmaty::Role::from_char);
            let moves = position.legal_moves();
            let mv = moves.into_iter().find(|mv| {
                let target = if mv.is_castle() {
                    mv.castling_side().map(|side| side.king_to(position.turn()))
                } else {
                    Some(mv.to())
                };
                mv.from() == Some(from) && target == Some(to) && mv.promotion() == role
            });
            let mv = mv.unwrap_or_else(|| panic!("{word} in {line}"));
            last = Some(Class::of(position.turn(), mv));
            position.play_unchecked(mv);
        }
        assert!(position.is_checkmate(), "{line}");
        assert_eq!(last.map(Class::color), Some(color), "{line}");
        number += 1;
    }
    assert_eq!(number, 91);
}
