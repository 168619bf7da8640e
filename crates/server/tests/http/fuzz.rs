//! Requests of all sorts, most of them wrong: none of them may be the server's fault.

use solusrex_server::Config;
use solusrex_tables::Tablebase;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

use crate::client::{start_with, three_men};

const PATHS: [&str; 26] = [
    "/standard",
    "/standard/mainline",
    "/api/v1/tables",
    "/api/v1/stats/KRK",
    "/api/v1/stats/",
    "/api/v1/mine/KPK",
    "/api/v1/line",
    "/api/v1/lesson",
    "/api/v1/moves",
    "/api/v1/diagram",
    "/api/v1/figures/white/G.svg",
    "/api/v1/pieces",
    "/api/v1/words",
    "/api/v1/problem",
    "/api/v1/solve",
    "/api/v1/discover",
    "/api/v1/discover/atlas",
    "/api/v1/openapi.json",
    "/api/v1/docs",
    "/",
    "/explore",
    "/healthz",
    "/metrics",
    "/assets/x.js",
    "/api/v1/",
    "/%2e%2e/%00",
];

const NAMES: [&str; 19] = [
    "fen", "pieces", "board", "topology", "cond", "kind", "side", "metric", "filter", "limit",
    "level", "seed", "material", "distance", "piece", "caption", "square", "royal", "move",
];

const VALUES: [&str; 44] = [
    "8/8/8/8/8/2k5/1R6/K7_w_-_-",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    "8/8/8/8/8/2k5/1R6/K7_w_-_-_99_9",
    "8/8/8/8/8/2k5/1R6/K7_w_-_-_4294967295_4294967295",
    "QQQQQQQQ/QQQQQQQQ/8/8/8/8/qqqqqqqq/kqqqqqqK_w_-_-",
    "8/8/8/3pP3/8/8/8/K6k_w_-_d6",
    "16x16t_16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K14k_w_-_-",
    "8x8_.NH7/8/8/8/8/8/8/=s7_w",
    "0x0_w",
    "99x99_w",
    "5x5_kkkkk/KKKKK/5/5/5_w",
    "White+Ke1+Gd4+Black+Ke8+Neutral+Sf5",
    "White+Royal+Bul+Ga1b2c3d4e5f6g7h8+Black+Ke8",
    "White",
    "White+Ka1a1a1a1",
    "White+Pa1b1c1d1e1f1g1h1a8b8+Black+Ke8",
    "8x8",
    "16x16",
    "1x1",
    "-1x8",
    "torus",
    "plane",
    "Circe",
    "Circe+Mirror+Clone",
    "Madrasi",
    "AntiCirce+Calvet",
    "Imitator",
    "XY+%3D+leap+0,3",
    "X+%3D+ride+0,0",
    "X+%3D+hop+1,1+over+999999999999",
    "white",
    "black",
    "dtm",
    "dtz",
    "take-bn",
    "zugzwang",
    "stalemate-trap",
    "18446744073709551616",
    "-1",
    "1e9",
    "hard",
    "longest",
    "KRK",
    "%F0%9F%99%82",
];

const BODIES: [&str; 20] = [
    "",
    "BeginProblem EndProblem",
    "BeginProblem Pieces White Ka1 Rb1 Black Kc3 Stipulation h#2 EndProblem",
    "BeginProblem Pieces White Ka1 Black Kc3 Stipulation #999 EndProblem",
    "BeginProblem Stipulation dia4 EndProblem",
    "BeginProblem Pieces White Ka1 Black Kh8 Pa7b7c7d7e7f7g7h7 Stipulation ser-h=999 EndProblem",
    "BeginProblem Option Board 16x16 Topology torus Pieces White Ka1 Qb2 Gc3 Black Kp16 Stipulation s#7 EndProblem",
    "BeginProblem Pieces White Ka1 Black Kh8 Stipulation h#3 Condition Circe Madrasi AntiCirce EndProblem",
    "BeginProblem Pieces White Ka1 Black Kh8 Stipulation h#3 Twin rotate 90 Twin shift a1 h8 Twin polish EndProblem",
    "BeginProblem Pieces Neutral Ka1 Stipulation #3 Option Duplex Variations Try SetPlay EndProblem",
    "{\"fen\":\"8/8/8/8/8/2k5/1R6/K7 w - -\",\"stip\":\"#2\"}",
    "{\"fen\":\"8/8/8/8/8/2k5/1R6/K7 w - -\",\"stip\":[]}",
    "{\"quickmate\":\"Qh4#\",\"count\":true}",
    "{\"quickmate\":\"999...?x??[QR]=x+\",\"never\":[\"castles\"],\"active\":\"e2e7\",\"limit\":9}",
    "{\"quickmate\":\"*=\",\"from\":\"8/8/8/8/8/2k5/8/K7 w - - 0 4294967295\",\"winner\":\"black\"}",
    "{\"quickmate\":\"7.{KQ}(x)?3 e.p.\",\"moves\":[\"1.e4\",\"1...e5\"],\"still\":\"\"}",
    "{\"game\":{\"to\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -\",\"moves\":\"4\",\"exactly\":true}}",
    "{\"game\":{\"to\":\"QQQQQQQQ/QQQQQQQQ/8/8/8/8/qqqqqqqq/kqqqqqqK\",\"moves\":\"1000.5\",\"last\":\"*\"},\"all\":true}",
    "[[[[[[[[",
    "{\"pieces\":\"White Ka1\",\"stip\":\"\\u0000\"}",
];

/// A value: known, cut, mixed or made of any bytes.
fn value(random: &mut fastrand::Rng) -> String {
    let known = VALUES[random.usize(..VALUES.len())];
    match random.u8(..10) {
        0..5 => known.to_owned(),
        5 => known.chars().take(random.usize(..40)).collect(),
        6 => {
            let mut bytes = known.as_bytes().to_vec();
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(b'!'..=b'~');
            String::from_utf8_lossy(&bytes).replace('#', "%23")
        }
        7 => (0..random.usize(..60)).map(|_| format!("%{:02X}", random.u8(..))).collect(),
        8 => known.repeat(random.usize(1..40)),
        _ => "%".repeat(random.usize(..5)) + known,
    }
}

fn request(random: &mut fastrand::Rng) -> Vec<u8> {
    let method = match random.u8(..20) {
        0..12 => "GET",
        12 => "HEAD",
        13..17 => "POST",
        17 => "OPTIONS",
        18 => "DELETE",
        _ => "PROPFIND",
    };
    let mut path = PATHS[random.usize(..PATHS.len())].to_owned();
    if random.u8(..12) == 0 {
        path += &format!("/{}", value(random));
    }
    let mut sign = '?';
    for _ in 0..random.u8(..4) {
        path += &format!("{sign}{}={}", NAMES[random.usize(..NAMES.len())], value(random));
        sign = '&';
    }
    let body = match random.u8(..6) {
        0 if method == "POST" => (0..random.usize(..400)).map(|_| random.u8(..)).collect(),
        1 if method == "POST" => {
            let mut body = BODIES[random.usize(..BODIES.len())].as_bytes().to_vec();
            if !body.is_empty() {
                let at = random.usize(..body.len());
                body[at] = random.u8(..);
            }
            body
        }
        _ if method == "POST" => BODIES[random.usize(..BODIES.len())].as_bytes().to_vec(),
        _ => Vec::new(),
    };
    let kind = if random.bool() { "text/plain" } else { "application/json" };
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\n");
    if random.u8(..10) == 0 {
        request += "accept-encoding: gzip\r\nif-none-match: \"x\", *\r\norigin: null\r\n";
    }
    request += &format!("content-length: {}\r\n\r\n", body.len());
    let mut bytes = request.into_bytes();
    bytes.extend_from_slice(&body);
    bytes
}

/// Reads an answer; its status, and whether another request may follow on the connection. Streams are left.
async fn answer(stream: &mut BufReader<TcpStream>, is_head: bool) -> Option<(u16, bool)> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8_lossy(&head).to_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: Option<usize> = length.and_then(|length| length.trim().parse().ok());
    let Some(length) = length.filter(|_| !head.contains("connection: close")) else {
        return Some((status, false));
    };
    if !is_head && status != 304 && status != 204 {
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok()?;
    }
    Some((status, true))
}

/// 10,000 requests, 8 connections at a time. The seed is fixed, so that a failure can be seen again.
#[tokio::test(flavor = "multi_thread")]
async fn no_request_is_the_servers_fault() {
    let config =
        Config { auto_build: 0, solve_seconds: 1, solves: 4, solve_memory: 1, ..Config::default() };
    let server = start_with(Tablebase::open(three_men()), config).await;
    let address = server.address;
    let mut clients = Vec::new();
    for client in 0..8 {
        clients.push(tokio::spawn(async move {
            let mut random = fastrand::Rng::with_seed(client);
            let mut statuses = std::collections::BTreeMap::<u16, u32>::new();
            let mut connection: Option<BufReader<TcpStream>> = None;
            for _ in 0..1250 {
                let request = request(&mut random);
                let mut stream = match connection.take() {
                    Some(stream) => stream,
                    None => BufReader::new(TcpStream::connect(address).await.unwrap()),
                };
                stream.get_mut().write_all(&request).await.unwrap();
                let limit = std::time::Duration::from_secs(60);
                let answer =
                    tokio::time::timeout(limit, answer(&mut stream, request.starts_with(b"HEAD")));
                let answer = answer
                    .await
                    .unwrap_or_else(|_| panic!("no answer: {}", String::from_utf8_lossy(&request)));
                let (status, goes_on) = answer
                    .unwrap_or_else(|| panic!("broken off: {}", String::from_utf8_lossy(&request)));
                assert!(
                    (200..500).contains(&status),
                    "{status}: {}",
                    String::from_utf8_lossy(&request)
                );
                *statuses.entry(status).or_default() += 1;
                connection = goes_on.then_some(stream);
            }
            statuses
        }));
    }
    let mut statuses = std::collections::BTreeMap::<u16, u32>::new();
    for client in clients {
        for (status, count) in client.await.unwrap() {
            *statuses.entry(status).or_default() += count;
        }
    }
    // all kinds of answers were met, so the requests were not all alike
    for status in [200, 400, 404, 405] {
        assert!(statuses.get(&status).is_some_and(|&count| count > 100), "{statuses:?}");
    }
    assert_eq!(server.get("/healthz").await.status, 200);
    server.end().await;
}

/// What is no HTTP at all.
#[tokio::test(flavor = "multi_thread")]
async fn noise() {
    let server =
        start_with(Tablebase::in_memory(), Config { auto_build: 0, ..Config::default() }).await;
    let mut random = fastrand::Rng::with_seed(1);
    for length in 0..200 {
        let mut noise: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        noise.extend_from_slice(b"\r\n\r\n");
        if let Some(answer) = server.raw(&noise).await {
            assert!((400..500).contains(&answer.status), "{}", answer.status);
        }
    }
    for request in [
        "GET /standard HTTP/9.9\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n",
        "GET /standard HTTP/1.1\r\ncontent-length: x\r\n\r\n",
        "POST /api/v1/solve HTTP/1.1\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\nzz\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        if let Some(answer) = server.raw(request.as_bytes()).await {
            assert!(
                (400..506).contains(&answer.status) && answer.status != 500,
                "{request}: {}",
                answer.status
            );
        }
    }
    assert_eq!(server.get("/healthz").await.status, 200);
    server.end().await;
}
