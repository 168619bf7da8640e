//! `/standard` and `/standard/mainline`.

use serde_json::{Value, json};
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};
use solusrex_rules::Orthodox;
use solusrex_tables::{Tablebase, mine, report};

use crate::client::{Running, start, three_men};

async fn standard(server: &Running, fen: &str) -> Value {
    let answer = server.get(&format!("/standard?fen={}", fen.replace(' ', "_"))).await;
    assert_eq!(answer.status, 200, "{fen}: {}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/json"));
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rook_ending_is_told_field_by_field() {
    let server = start().await;
    let answer = standard(&server, "8/8/8/8/8/2k5/1R6/K7 w - -").await;
    let own: serde_json::Map<String, Value> = answer
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| *name != "moves")
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect();
    assert_eq!(
        Value::from(own),
        json!({"checkmate": false, "stalemate": false, "variant_win": false, "variant_loss": false,
            "insufficient_material": false, "dtz": 31, "precise_dtz": 31, "dtm": 31, "dtw": null, "dtc": 31,
            "category": "win"})
    );
    let worst = answer["moves"].as_array().unwrap().last().unwrap();
    assert_eq!(answer["moves"].as_array().unwrap().len(), 16);
    assert_eq!(
        (&worst["category"], &worst["dtm"], &worst["conversion"]),
        (&json!("draw"), &json!(0), &json!(false))
    );
    server.end().await;
}

/// Positions of three men, random ones and the longest wins, and their successors: the answer is `report`'s.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_those_of_the_library() {
    let server = start().await;
    let tables = Tablebase::open(three_men());
    let mut random = fastrand::Rng::with_seed(5);
    let mut positions: Vec<Chess> = Vec::new();
    for ending in ["KQK", "KRK", "KPK", "KBK"] {
        let table = tables.load(ending.parse().unwrap(), solusrex_tables::Metric::Dtm).unwrap();
        let mut nth = 0;
        mine::mine(&table, &[], &mine::Query::default(), |found| {
            nth += 1;
            if nth % 97 == 0 && random.u8(..8) == 0 {
                let position = Orthodox::from_fen(&found.fen).unwrap().as_chess().clone();
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    let mut after = position.clone();
                    after.play_unchecked(moves[random.usize(..moves.len())]);
                    positions.push(after);
                }
                positions.push(position);
            }
            if nth > 40_000 {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        })
        .unwrap();
    }
    assert!(positions.len() > 200, "{}", positions.len());
    for position in positions.iter().take(400) {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let expected = serde_json::to_value(report(&tables, position).unwrap()).unwrap();
        assert_eq!(standard(&server, &fen).await, expected, "{fen}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_of_games() {
    let server = start().await;
    let mate = standard(&server, "7k/6Q1/5K2/8/8/8/8/8 b - -").await;
    assert_eq!(
        (&mate["checkmate"], &mate["dtz"], &mate["dtm"], &mate["category"]),
        (&json!(true), &json!(-1), &Value::Null, &json!("loss"))
    );
    assert_eq!(mate["moves"], json!([]));
    let stalemate = standard(&server, "7k/5Q2/6K1/8/8/8/8/8 b - -").await;
    assert_eq!(
        (&stalemate["stalemate"], &stalemate["dtz"], &stalemate["dtm"], &stalemate["category"]),
        (&json!(true), &json!(0), &json!(0), &json!("draw"))
    );
    let bare = standard(&server, "7k/8/6K1/8/8/8/8/8 b - -").await;
    assert_eq!(
        (&bare["insufficient_material"], &bare["category"], &bare["dtz"]),
        (&json!(true), &json!("draw"), &json!(0))
    );
    server.end().await;
}

/// With the clock at 80, a win in 31 plies comes too late.
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_counts() {
    let server = start().await;
    let late = standard(&server, "8/8/8/8/8/2k5/1R6/K7 w - - 80 100").await;
    assert_eq!(late["category"], "cursed-win");
    assert_eq!(late["dtz"], 31);
    assert_eq!(late["moves"][0]["category"], "blessed-loss");
    let line = server.get("/standard/mainline?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_80_100").await.json();
    assert_eq!((line["mainline"].as_array().unwrap().len(), &line["winner"]), (20, &Value::Null));
    let huge = standard(&server, "8/8/8/8/8/2k5/1R6/K7 w - - 4294967295 4294967295").await;
    assert_eq!(huge["category"], "cursed-win");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fens_are_read_leniently() {
    let server = start().await;
    let plain = standard(&server, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1").await;
    for fen in [
        "8/8/8/8/8/2k5/1R6/K7",
        "8/8/8/8/8/2k5/1R6/K7_w",
        "8/8/8/8/8/2k5/1R6/K7%20w%20-",
        "8/8/8/8/8/2k5/1R6/K7+w+-+-",
        "8/8/8/8/8/2k5/1R6/K7_w_KQkq_-",
        "8/8/8/8/8/2k5/1R6/K7_w_-_e6_0",
        "8/8/8/8/8/2k5/1R6/K7[]_w_-_-_0_1",
        "%38/8/8/8/8/2k5/1R6/K7 w - - 0 1&more=1",
    ] {
        assert_eq!(standard(&server, fen).await, plain, "{fen}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_position_is_told_in_one_line() {
    let server = start().await;
    for (query, says) in [
        ("", "parameter fen is missing"),
        ("?fen=", "parameter fen is missing"),
        ("?FEN=8/8/8/8/8/2k5/1R6/K7_w", "parameter fen is missing"),
        ("?fen=nonsense", "placement"),
        ("?fen=8/8/8/8/8/2k5/1R6/K7_x", "side to move"),
        ("?fen=8/8/8/8/8/2k5/1R6/K7_w_-_z9", "en-passant"),
        ("?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_x", "clock"),
        ("?fen=8/8/8/8/8/8/1R6/K7_w_-_-", "missing king"),
        ("?fen=8/8/8/8/8/2k5/2R5/K7_w_-_-", "opposite check"),
        ("?fen=8/8/8/8/8/2k5/8/K6P_w_-_-", "pawns on backrank"),
        ("?fen=8/8/8/8/8/2k4k/8/K7_w_-_-", "too many kings"),
        ("?fen=%FF%00%zz", "placement"),
    ] {
        for path in ["/standard", "/standard/mainline"] {
            let answer = server.get(&format!("{path}{query}")).await;
            assert_eq!(answer.status, 400, "{path}{query}: {}", answer.text());
            assert!(answer.header("content-type").unwrap().starts_with("text/plain"));
            assert!(answer.text().contains(says), "{query}: {}", answer.text());
            assert_eq!(answer.text().trim_end().lines().count(), 1, "{}", answer.text());
        }
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_beyond_the_tables() {
    let server = start().await;
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-",
        "8/8/8/2k5/8/8/1RN5/K7_w_-_-",
        "4k3/8/8/8/8/8/8/4K2R_b_K_-",
    ] {
        let answer = standard(&server, fen).await;
        assert_eq!(
            (&answer["category"], &answer["dtz"], &answer["dtm"]),
            (&json!("unknown"), &Value::Null, &Value::Null),
            "{fen}"
        );
        assert!(!answer["moves"].as_array().unwrap().is_empty());
    }
    // after White's move the rights are gone: the result is known
    let castling = standard(&server, "4k3/8/8/8/8/8/8/4K2R_w_K_-").await;
    assert_eq!((&castling["category"], &castling["dtz"]), (&json!("win"), &Value::Null));
    assert!(
        castling["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|mv| mv["uci"] == "e1g1" && mv["san"] == "O-O")
    );
    for (fen, says) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_-_-", "too many pieces"),
        ("4k3/8/8/8/8/8/8/4K2R_w_K_-", "castling"),
        ("8/8/8/2k5/8/8/1RN5/K7_w_-_-", "KRNK"),
    ] {
        let answer = server.get(&format!("/standard/mainline?fen={fen}")).await;
        assert_eq!(answer.status, 404, "{fen}");
        assert!(answer.text().contains(says), "{fen}: {}", answer.text());
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_main_line_leads_to_mate() {
    let server = start().await;
    let line = server.get("/standard/mainline?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-").await.json();
    let moves = line["mainline"].as_array().unwrap();
    assert_eq!(
        (moves.len(), &line["winner"], &line["dtz"], &line["precise_dtz"]),
        (31, &json!("w"), &json!(31), &json!(31))
    );
    assert_eq!((&moves[0]["dtz"], &moves[30]["dtz"]), (&json!(-30), &json!(-1)));
    let mut position: Chess =
        Orthodox::from_fen("8/8/8/8/8/2k5/1R6/K7 w - -").unwrap().as_chess().clone();
    for mv in moves {
        let uci: shakmaty::uci::UciMove = mv["uci"].as_str().unwrap().parse().unwrap();
        position = position.clone().play(uci.to_move(&position).unwrap()).unwrap();
    }
    assert!(position.is_checkmate());
    let drawn = server.get("/standard/mainline?fen=8/8/8/8/2k5/8/1B6/K7_w_-_-").await.json();
    assert_eq!(drawn, json!({"mainline": [], "winner": null, "dtz": 0, "precise_dtz": 0}));
    let mated = server.get("/standard/mainline?fen=7k/6Q1/5K2/8/8/8/8/8_b_-_-").await.json();
    assert_eq!(mated, json!({"mainline": [], "winner": "w", "dtz": -1, "precise_dtz": -1}));
    server.end().await;
}
