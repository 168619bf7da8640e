//! Games to a goal: what is told of them, and how their searches end.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use solusrex_server::Config;
use solusrex_tables::Tablebase;
use tokio::io::AsyncReadExt;

use crate::client::{Answer, Running, events, named, start, start_with, until};

const PATH: &str = "/api/v1/discover";
const JSON: &str = "application/json";

/// Orban's proof game.
const ORBAN: &str = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR";

async fn post(server: &Running, question: &Value) -> Answer {
    server.post(PATH, JSON, question.to_string().as_bytes()).await
}

async fn ask(server: &Running, question: Value) -> Vec<(String, Value)> {
    let answer = post(server, &question).await;
    assert_eq!(answer.status, 200, "{question}: {}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let events = events(&answer);
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    let (first, last) = (names[0], &names[names.len() - 2..]);
    assert_eq!((first, last), ("accepted", ["done", "end"].as_slice()), "{question}");
    events
}

fn done(events: &[(String, Value)]) -> Value {
    named(events, "done")[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fools_mate() {
    let server = start().await;
    let events = ask(&server, json!({"quickmate": "Qh4#", "count": true})).await;
    let accepted = named(&events, "accepted")[0];
    assert_eq!((&accepted["sought"], &accepted["terms"]), (&json!("quickmate"), &json!("Qh4#")));
    assert_eq!(accepted["limits"]["seconds"], 60);
    let progress = named(&events, "progress")[0];
    assert!(progress["plies"].is_number() && progress["positions"].is_number(), "{progress}");
    let games = named(&events, "game");
    assert_eq!(games.len(), 1);
    let (san, uci) = (games[0]["san"].as_array().unwrap(), games[0]["uci"].as_array().unwrap());
    assert_eq!((san.len(), uci.len()), (4, 4));
    assert_eq!((&san[3], &uci[3]), (&json!("Qh4#"), &json!("d8h4")));
    let told = done(&events);
    assert_eq!((&told["plies"], &told["count"]), (&json!(4), &json!(8)));
    assert_eq!((&told["unique"], &told["told"]), (&json!(false), &json!(1)));
    assert_eq!((&told["interrupted"], &told["limit"]), (&json!(false), &Value::Null));
    let lengths: Vec<&Value> =
        told["exhausted"].as_array().unwrap().iter().map(|length| &length["plies"]).collect();
    assert_eq!(lengths, [1, 2, 3, 4]);
    // one game alone proves that there is no shorter one, and nothing of others
    let told = done(&ask(&server, json!({"quickmate": "Qh4"})).await);
    assert_eq!((&told["count"], &told["unique"]), (&Value::Null, &Value::Null));
    assert_eq!(told["exhausted"].as_array().unwrap().len(), 3);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn constraints_and_numbers_of_games() {
    let server = start().await;
    let all = ask(&server, json!({"quickmate": "Qh4#", "all": true})).await;
    assert_eq!(named(&all, "game").len(), 8);
    let two = ask(&server, json!({"quickmate": "Qh4#", "limit": 2})).await;
    assert_eq!(named(&two, "game"), named(&all, "game")[..2]);
    assert_eq!(done(&two)["count"], 8);
    let question =
        json!({"quickmate": "2...Qh4#", "first_move": "f3", "moves": ["1...e6"], "all": true});
    let first = ask(&server, question).await;
    assert_eq!(named(&first, "game").len(), 1, "{first:?}");
    assert_eq!(done(&first)["unique"], true);
    assert_eq!(named(&first, "game")[0]["text"], "1. f3 e6 2. g4 Qh4#");
    for constraint in [
        json!({"never": ["g4"]}),
        json!({"still": "g2"}),
        json!({"active": "f2 e7 d8"}),
        json!({"first_move": "a3"}),
        json!({"from": "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}),
    ] {
        let mut question = json!({"quickmate": "Qh4#", "at_most": "2"});
        question.as_object_mut().unwrap().extend(constraint.as_object().unwrap().clone());
        let none = done(&ask(&server, question.clone()).await);
        assert_eq!((&none["plies"], &none["told"]), (&Value::Null, &json!(0)), "{question}");
        assert_eq!(none["interrupted"], false);
    }
    let black = json!({"quickmate": "*", "winner": "black", "at_most": "2", "count": true});
    assert_eq!(done(&ask(&server, black).await)["count"], 8);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_game() {
    let server = start().await;
    let events = ask(&server, json!({"game": {"to": ORBAN, "moves": "4"}})).await;
    let games = named(&events, "game");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["text"], "1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8");
    let told = done(&events);
    assert_eq!((&told["count"], &told["unique"]), (&json!(1), &json!(true)));
    assert_eq!(told["exhausted"][0]["plies"], 8);
    assert!(told["exhausted"][0]["positions"].as_u64().unwrap() > 100);
    let shortest = json!({"game": {"to": ORBAN, "moves": "5", "shortest": true, "last": "Kxe8"}, "count": true});
    let told = done(&ask(&server, shortest).await);
    assert_eq!((&told["plies"], &told["count"], &told["told"]), (&json!(8), &json!(1), &json!(0)));
    assert_eq!(told["exhausted"].as_array().unwrap().len(), 8);
    let never = json!({"game": {"to": ORBAN, "moves": "4"}, "never": ["?xe8"]});
    assert_eq!(done(&ask(&server, never).await)["count"], 0);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn castling_is_told_as_engines_write_it() {
    let server = start().await;
    let castles = json!({"game": {"to": "4k3/8/8/8/8/8/8/5RK1", "moves": "0.5"},
        "from": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"});
    let events = ask(&server, castles).await;
    assert_eq!(named(&events, "game")[0]["uci"], json!(["e1g1"]));
    assert_eq!(named(&events, "game")[0]["san"], json!(["O-O"]));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_question_is_refused() {
    let server = start().await;
    let wrong = post(&server, &json!({"quickmate": "5...exd9=N#"})).await;
    assert_eq!((wrong.status, &wrong.json()["column"]), (400, &json!(8)));
    assert_eq!(wrong.json()["snippet"], "5...exd9=N#\n       ^\n");
    assert!(wrong.error().contains("\"5...exd9=N#\""), "{}", wrong.error());
    let list = |n: usize| vec!["1.e4"; n];
    for (question, told) in [
        (json!({}), "nothing is sought"),
        (json!([]), "nothing is sought"),
        (json!("Qh4#"), "send quickmate or game as JSON"),
        (json!({"quickmate": 4}), "expected a string"),
        (json!({"quickmate": ""}), "("),
        (json!({"quickmate": "Qh4#", "first": "e4"}), "unknown field `first`"),
        (json!({"quickmate": "Qh4#", "game": {"to": ORBAN, "moves": "4"}}), "two questions"),
        (json!({"quickmate": "Qh4#", "winner": "nobody"}), "white or black"),
        (
            json!({"quickmate": "Qh4#", "winner": "white", "moves": ["2...Qh4#"], "at_most": "1"}),
            "after the end",
        ),
        (json!({"quickmate": "4000000000.Qh4#"}), "too many"),
        (json!({"quickmate": "Qh4#", "moves": ["4000000000.a3"]}), "too many"),
        (json!({"quickmate": "Qh4#", "moves": ["Qh5"]}), "does not say when"),
        (json!({"quickmate": "Qh4#", "still": "e9"}), "no square"),
        (json!({"quickmate": "Qh4#", "from": "8/8"}), "no position to start from"),
        (json!({"quickmate": "Qh4#", "all": true, "limit": 3}), "give one of them"),
        (json!({"quickmate": "Qh4#", "limit": 10_001}), "--solve-solutions"),
        (json!({"quickmate": "Qh4#", "limit": -1}), "invalid value"),
        (json!({"game": {"to": ORBAN, "moves": "9999"}}), "no number of moves"),
        (json!({"game": {"to": ORBAN}}), "no number of moves"),
        (json!({"game": {"to": "x", "moves": "4"}}), "no diagram"),
        (json!({"game": {"to": "8/8/8/8/8/8/8/8", "moves": "4"}}), "no diagram"),
        (json!({"game": {"moves": "4", "to": ORBAN}, "at_most": "4"}), "at_most is for quickmates"),
        (json!({"quickmate": "Q".repeat(9000)}), "9000 characters"),
        (
            json!({"quickmate": "Qh4#", "never": list(3), "active": "\u{1f642}\u{1f642}"}),
            "no square",
        ),
    ] {
        let answer = post(&server, &question).await;
        assert_eq!(answer.status, 400, "{question}");
        assert!(answer.error().contains(told), "{question}: {}", answer.error());
        assert!(answer.error().len() < 500, "{question}: {}", answer.error());
    }
    for body in ["", "{", "\u{0}", "{\"quickmate\":\"\\ud800\"}", "[[[[[["] {
        assert_eq!(server.post(PATH, JSON, body.as_bytes()).await.status, 400, "{body:?}");
    }
    let get = server.get(PATH).await;
    assert_eq!((get.status, get.header("allow")), (405, Some("POST")));
    server.end().await;
}

/// No search of these ends before all tests do: in breadth and in depth, forwards and from both ends.
fn endless() -> [Value; 5] {
    [
        json!({"quickmate": "1000...Qh4#", "count": true}),
        json!({"quickmate": "9...Ka3#", "count": true}),
        json!({"quickmate": "1000...Qh4#"}),
        json!({"quickmate": "20.*+", "all": true}),
        json!({"game": {"to": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "moves": "999"}}),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_searches_are_cut_and_leave_their_places() {
    let config = Config {
        auto_build: 0,
        solve_seconds: 1,
        solves: 1,
        solve_memory: 64,
        ..Config::default()
    };
    let server = start_with(Tablebase::in_memory(), config).await;
    for question in endless() {
        let begun = Instant::now();
        let told = done(&ask(&server, question.clone()).await);
        assert!(begun.elapsed() < Duration::from_secs(20), "{question}: {:?}", begun.elapsed());
        assert_eq!((&told["interrupted"], &told["told"]), (&json!(true), &json!(0)), "{question}");
        assert!(
            told["limit"].as_str().unwrap().contains("(ask the solusrex command, or"),
            "{told}"
        );
        until("the place is free", async || server.metric("solusrex_solving").await == 0.0).await;
    }
    assert_eq!(server.metric("solusrex_solves_cut_total").await, 5.0);
    assert_eq!(done(&ask(&server, json!({"quickmate": "Qh4#"})).await)["plies"], 4);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_little_memory_is_told_with_what_was_proved() {
    let config = Config { auto_build: 0, solve_memory: 1, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    let to = "r1bqkb1r/pppppppp/5n2/8/3n4/2N2N2/PPPPPPPP/R1BQKB1R";
    let question = json!({"game": {"to": to, "moves": "9", "shortest": true, "last": "K??"}});
    let told = done(&ask(&server, question).await);
    assert_eq!((&told["interrupted"], &told["count"]), (&json!(true), &Value::Null));
    assert!(told["limit"].as_str().unwrap().contains("--solve-memory"), "{told}");
    let exhausted = told["exhausted"].as_array().unwrap();
    assert!(exhausted.len() > 4 && exhausted.len() < 18, "{told}");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_games_than_are_told_are_counted() {
    let config = Config { auto_build: 0, solve_solutions: 5, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    for question in [
        json!({"quickmate": "Qh4#", "all": true}),
        json!({"game": {"to": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR", "moves": "2"}, "all": true}),
    ] {
        let events = ask(&server, question).await;
        let told = done(&events);
        let count = told["count"].as_u64().unwrap();
        assert_eq!(named(&events, "game").len() as u64, count.min(5));
        assert_eq!(told["limit"].is_string(), count > 5, "{told}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_takes_its_search_along() {
    let config = Config { auto_build: 0, solve_seconds: 600, solves: 1, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    for (nth, question) in endless().into_iter().take(3).enumerate() {
        let body = question.to_string();
        let mut stream = server.open("POST", PATH, JSON, body.as_bytes()).await;
        let mut some = [0; 1000];
        assert!(stream.read(&mut some).await.unwrap() > 0);
        until("it runs", async || server.metric("solusrex_solving").await == 1.0).await;
        let second = post(&server, &question).await;
        assert_eq!((second.status, second.header("retry-after")), (429, Some("1")));
        drop(stream);
        until("it has ended", async || server.metric("solusrex_solving").await == 0.0).await;
        let gone = server.metric("solusrex_solves_abandoned_total").await;
        assert_eq!(gone, nth as f64 + 1.0);
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_atlas() {
    let server = start().await;
    let get = async |query: &str| server.get(&format!("/api/v1/discover/atlas{query}")).await;
    let all = get("").await.json();
    assert_eq!(all.as_array().unwrap().len(), 1680);
    let mate = get("?side=black&move=Qh4%23").await.json();
    assert_eq!(mate.as_array().unwrap().len(), 1);
    assert_eq!((&mate[0]["side"], &mate[0]["move"]), (&json!("black"), &json!("Qh4")));
    assert_eq!((&mate[0]["plies"], &mate[0]["proved"]), (&json!(4), &json!(true)));
    assert_eq!(mate[0]["game"].as_array().unwrap().len(), 4);
    assert_eq!(get("?side=white").await.json().as_array().unwrap().len(), 840);
    assert_eq!(get("?move=Qxf7").await.json().as_array().unwrap().len(), 2);
    assert_eq!(get("?move=c8=Q").await.json().as_array().unwrap().len(), 1);
    for (query, told) in [
        ("?side=grey", "one of white, black"),
        ("?move=Zz9", "names no class"),
        ("?side=black&move=c8=Q", "names no class"),
        ("?move=%F0%9F%99%82", "names no class"),
    ] {
        let answer = get(query).await;
        assert_eq!(answer.status, 400, "{query}");
        assert!(answer.error().contains(told), "{query}: {}", answer.error());
    }
    server.end().await;
}
