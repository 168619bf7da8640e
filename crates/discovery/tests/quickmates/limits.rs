//! Searches that are held by a number of games, by memory, or called off.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use shakmaty::Chess;
use solusrex_discovery::{
    Length, Question, Terms,
    question::{Sought, pool},
    quickmate::{Asked, Event, Search, search, search_until},
};

fn terms(pattern: &str) -> Terms {
    Terms::from(Chess::default()).ending_with(pattern.parse().expect("a pattern")).expect("terms")
}

/// The first games are the same, however many are asked for, and all are counted.
#[test]
fn games_beyond_the_number_asked_for_are_counted() {
    let ask = |asked| search(&Search { asked, ..Search::from(terms("2...Q??#")) }, |_| true);
    let all = ask(Asked::All);
    assert_eq!((all.games.len(), all.number), (8, Some(8)));
    for number in [0, 1, 3, 8, 9] {
        let some = ask(Asked::UpTo(number));
        assert_eq!(some.number, Some(8));
        assert_eq!(some.games, all.games[..number.min(8)]);
        assert_eq!(some.exhausted, all.exhausted);
    }
}

/// Without games to show, a search ends with the first length that has some.
#[test]
fn the_shortest_are_counted_though_none_is_shown() {
    let answer = search(&Search { asked: Asked::UpTo(0), ..Search::from(terms("Qh4#")) }, |_| true);
    assert_eq!((answer.games.len(), answer.number), (0, Some(8)));
    assert_eq!(answer.exhausted.last().map(|length| length.plies), Some(4));
}

/// Between two events may lie hours: the flag is minded at every move, on stacks that are deep enough,
/// and nothing is said to be proved that was not searched.
#[test]
fn a_search_that_never_ends_is_called_off_in_the_midst() {
    let question = Question { quickmate: Some("1000...Qh4#".to_owned()), ..Question::default() };
    let Ok(Sought::Quickmate(terms)) = question.sought() else { panic!("a quickmate") };
    assert_eq!(terms.length(), Length::Exactly(2000));
    let cancelled = AtomicBool::new(false);
    let search = Search { asked: Asked::Number, memory: 1 << 20, ..Search::from(terms) };
    let (answer, took) = std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let pool = pool(2).expect("threads");
            pool.install(|| search_until(&search, &cancelled, |_| true))
        });
        std::thread::sleep(Duration::from_millis(500));
        cancelled.store(true, Ordering::Relaxed);
        let called = Instant::now();
        (searching.join().expect("an answer"), called.elapsed())
    });
    assert!(answer.interrupted && answer.exhausted.is_empty() && answer.games.is_empty());
    assert!(took < Duration::from_secs(10), "{took:?}");
}

/// Two kings go to and fro in more ways than can be counted.
#[test]
fn numbers_that_are_too_large_stay_at_their_largest() {
    let question = Question {
        quickmate: Some("25.K??+".to_owned()),
        from: Some("7k/8/8/8/8/8/8/KR6 w - - 0 1".to_owned()),
        active: Some("a1,h8".to_owned()),
        ..Question::default()
    };
    let Ok(Sought::Quickmate(terms)) = question.sought() else { panic!("a quickmate") };
    let answer = search(&Search { asked: Asked::Number, ..Search::from(terms) }, |_| true);
    assert_eq!((answer.number, answer.games.len()), (Some(u64::MAX), 1));
}

/// No more positions are continued than there is memory for.
#[test]
fn memory_binds_what_is_looked_for() {
    let question = Question { quickmate: Some("5.Re5#".to_owned()), ..Question::default() };
    let Ok(Sought::Quickmate(terms)) = question.sought() else { panic!("a quickmate") };
    let looked = Mutex::new(Vec::new());
    let asked = Search { memory: 1 << 20, proof: false, ..Search::from(terms) };
    search(&asked, |event| {
        if let Event::Look { width, .. } = event {
            looked.lock().expect("widths").push(width);
        }
        true
    });
    let looked = looked.into_inner().expect("widths");
    assert!(looked.iter().all(|&width| (1..256).contains(&width)), "{looked:?}");
    assert!(!looked.is_empty());
}
