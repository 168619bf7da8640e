//! Searches: what they tell, and how they end.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use solusrex_server::Config;
use solusrex_tables::Tablebase;
use tokio::io::AsyncReadExt;

use crate::client::{Answer, Running, events, named, start, start_with, until};

/// No search of this ends before all tests do.
const ENDLESS: &str =
    "BeginProblem Pieces White Ka1 Qd1 Rh1 Pa2b2c2f2g2h2 Black Kh8 Qd8 Ra8 Pa7b7c7f7g7h7
    Stipulation h#9 EndProblem";

async fn solve(server: &Running, text: &str) -> Answer {
    let answer = server.post("/api/v1/solve", "text/plain", text.as_bytes()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_helpmate_with_twin_and_set_play() {
    let server = start().await;
    let text = "BeginProblem Pieces White Kc3 Rb1 Black Ka3 Stipulation h#2 Option SetPlay Twin move a3 a4 EndProblem";
    let events = events(&solve(&server, text).await);
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names[0], names[1], names[names.len() - 1]), ("accepted", "twin", "end"));
    let accepted = named(&events, "accepted")[0];
    assert_eq!(accepted["problems"][0]["fen"], "8/8/8/8/8/k1K5/8/1R6 w - - 0 1");
    assert_eq!(accepted["limits"]["seconds"], 60);
    assert_eq!(named(&events, "twin").len(), 2);
    let result = named(&events, "result")[0];
    assert_eq!((&result["state"], &result["limit"]), (&json!("finished"), &Value::Null));
    assert!(result["text"].as_str().unwrap().contains("solution finished."));
    assert_eq!(result["verdicts"].as_array().unwrap().len(), 2);
    // every line of the result was told before, and each of its moves has its position
    let solutions = named(&events, "solution");
    let mut lines = 0;
    for (nth, twin) in result["solution"]["twins"].as_array().unwrap().iter().enumerate() {
        for phase in twin["phases"].as_array().unwrap() {
            assert!(phase["fen"].is_string());
            for line in phase["found"]["lines"].as_array().unwrap() {
                lines += 1;
                assert!(
                    line["moves"].as_array().unwrap().iter().all(|mv| mv["fen"].is_string()),
                    "{line}"
                );
                let told = |told: &&&Value| {
                    told["line"] == *line && told["twin"] == nth && told["part"] == phase["part"]
                };
                assert_eq!(solutions.iter().filter(told).count(), 1, "{line}");
            }
        }
    }
    assert_eq!((lines, lines > 0), (solutions.len(), true));
    server.end().await;
}

/// Keys, threats, defences, answers and refutations: all lead from one legal position to the next.
#[tokio::test(flavor = "multi_thread")]
async fn positions_follow_from_moves() {
    let server = start().await;
    let text = "BeginProblem Pieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7b7 Stipulation #2 Option Try Variations EndProblem";
    let events = events(&solve(&server, text).await);
    let result = named(&events, "result")[0];
    let phase = &result["solution"]["twins"][0]["phases"][0];
    let mut checked = 0;
    for attack in phase["found"]["attacks"].as_array().unwrap() {
        let before = phase["fen"].as_str().unwrap().to_owned();
        follow(&server, &before, attack, &mut checked).await;
    }
    assert!(checked > 12, "{checked}");
    server.end().await;
}

/// Holds a move and what follows it against the legal moves of the position before it.
async fn follow(server: &Running, before: &str, attack: &Value, checked: &mut usize) {
    let mut open = vec![(before.to_owned(), attack.clone(), false)];
    while let Some((before, played, is_threat)) = open.pop() {
        let (before, text) = (before.replace(' ', "_"), played["move"].as_str().unwrap());
        // a threat is made as if the defence had passed
        let before = if is_threat { before.replacen("_b_", "_w_", 1) } else { before };
        let listed = server.get(&format!("/api/v1/moves?fen={before}")).await.json();
        let legal = listed["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == text);
        let legal = legal.unwrap_or_else(|| panic!("{text} in {before}"));
        let place = |fen: &Value| fen.as_str().unwrap().split(' ').next().unwrap().to_owned();
        assert_eq!(place(&legal["fen"]), place(&played["fen"]), "{text} in {before}");
        *checked += 1;
        let after = played["fen"].as_str().unwrap().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        open.extend(
            list(&played["after"]["idea"]["threats"])
                .into_iter()
                .map(|next| (after.clone(), next, true)),
        );
        for part in ["defences", "refutations"] {
            open.extend(
                list(&played["after"][part]).into_iter().map(|next| (after.clone(), next, false)),
            );
        }
        open.extend(list(&played["answers"]).into_iter().map(|next| (after.clone(), next, false)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn series_conditions_and_other_boards_have_positions_too() {
    let server = start().await;
    for problem in [
        "Pieces White Kc1 Black Kg7 Pa7 Stipulation ser-h=12 Option MaxSolutions 4",
        "Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 Condition Circe",
        "Option Board 5x5 Pieces White Kc3 Re1 Black Ka3 Stipulation h#2",
        "Option Topology vertical-cylinder Pieces White Kg5 Bh3 Sg6 Black Ke8 Stipulation h#2",
        "Pieces White Ka1 Rh3 Black Ka3 Pa2b4 Stipulation ser-hs#2",
        "Pieces White Ka1 Black Kh8 Pe6 Neutral Sd4 Stipulation x1",
        "Pieces White Kb3 Qh7 Black Ka1 Stipulation pser-#2",
    ] {
        let events = events(&solve(&server, &format!("BeginProblem {problem} EndProblem")).await);
        let result = named(&events, "result")[0].to_string();
        let (moves, placed) =
            (result.matches(r#""move":"#).count(), result.matches(r#""fen":"#).count());
        let phases = result.matches(r#""part":"#).count();
        assert!(moves > 0, "{problem}: {result}");
        assert_eq!(moves + phases, placed, "{problem}: {result}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_will_do() {
    let server = start().await;
    let fields =
        json!({"fen": "8/8/8/8/8/k1K5/8/1R6 w - -", "stip": "h#1", "options": ["SetPlay"]});
    let answer =
        server.post("/api/v1/solve", "application/json", fields.to_string().as_bytes()).await;
    assert!(named(&events(&answer), "result").len() == 1, "{}", answer.text());
    let wrong = server
        .post("/api/v1/solve", "text/plain", b"BeginProblem Pieces White Xx1 EndProblem")
        .await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.json()["column"].is_number());
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_search_is_cut_and_leaves_its_place() {
    let config = Config { auto_build: 0, solve_seconds: 1, solves: 1, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    let begun = Instant::now();
    let events = events(&solve(&server, ENDLESS).await);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let result = named(&events, "result")[0];
    assert_eq!(result["state"], "interrupted");
    assert!(result["limit"].as_str().unwrap().contains("--solve-seconds"), "{result}");
    assert!(result["verdicts"][0].as_str().unwrap().starts_with("not decided"));
    assert_eq!(events.last().unwrap().0, "end");
    until("the place is free", async || server.metric("solusrex_solving").await == 0.0).await;
    assert_eq!(server.metric("solusrex_solves_cut_total").await, 1.0);
    let next =
        solve(&server, "BeginProblem Pieces White Kc7 Rh1 Black Ka7 Stipulation h#1 EndProblem")
            .await;
    assert!(next.text().contains("event: end"));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_searches_are_sent_away() {
    let config = Config { auto_build: 0, solves: 1, solve_seconds: 600, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    let first = server.open("POST", "/api/v1/solve", "text/plain", ENDLESS.as_bytes()).await;
    until("it runs", async || server.metric("solusrex_solving").await == 1.0).await;
    let second = server.post("/api/v1/solve", "text/plain", ENDLESS.as_bytes()).await;
    assert_eq!((second.status, second.header("retry-after")), (429, Some("1")));
    assert!(second.error().contains("ask again"), "{}", second.error());
    // meanwhile everything else is answered
    assert_eq!(server.get("/healthz").await.status, 200);
    drop(first);
    until("the place is free", async || server.metric("solusrex_solving").await == 0.0).await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_takes_its_search_along() {
    let config = Config { auto_build: 0, solve_seconds: 600, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    let mut stream = server.open("POST", "/api/v1/solve", "text/plain", ENDLESS.as_bytes()).await;
    let mut some = [0; 1000];
    assert!(stream.read(&mut some).await.unwrap() > 0);
    until("it runs", async || server.metric("solusrex_solving").await == 1.0).await;
    drop(stream);
    until("it has ended", async || server.metric("solusrex_solving").await == 0.0).await;
    assert_eq!(server.metric("solusrex_solves_abandoned_total").await, 1.0);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_solutions_than_are_told_end_the_search() {
    let config = Config { auto_build: 0, solve_solutions: 10, ..Config::default() };
    let server = start_with(Tablebase::in_memory(), config).await;
    let text = "BeginProblem Pieces White Kc1 Black Kg7 Pa7 Stipulation ser-h=12 EndProblem";
    let events = events(&solve(&server, text).await);
    let result = named(&events, "result")[0];
    assert_eq!(result["state"], "interrupted");
    assert!(result["limit"].as_str().unwrap().contains("MaxSolutions"), "{result}");
    server.end().await;
}
