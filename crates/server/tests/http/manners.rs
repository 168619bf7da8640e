//! Methods, headers, the page, the end.

use std::time::Duration;

use solusrex_server::{Config, ServeError, Server};
use solusrex_tables::Tablebase;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::{start, start_with, three_men};

const ROOK: &str = "/standard?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-";

#[tokio::test(flavor = "multi_thread")]
async fn methods() {
    let server = start().await;
    let get = server.get(ROOK).await;
    let head = server.request("HEAD", ROOK, &[], b"").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(get.body.len().to_string().as_str()));
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"] {
        for path in [ROOK, "/standard/mainline", "/api/v1/tables", "/healthz", "/metrics", "/"] {
            let answer = server.request(method, path, &[], b"").await;
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.header("allow"), Some("GET,HEAD"), "{method} {path}");
        }
    }
    let answer = server.get("/api/v1/solve").await;
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_may_read_but_not_set_to_work() {
    let server = start().await;
    let foreign = [("origin", "https://example.org")];
    for path in [ROOK, "/standard?fen=x", "/api/v1/pieces"] {
        let answer = server.request("GET", path, &foreign, b"").await;
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{path}");
    }
    let asks = [foreign[0], ("access-control-request-method", "GET")];
    let answer = server.request("OPTIONS", ROOK, &asks, b"").await;
    assert_eq!(
        (answer.status, answer.header("access-control-allow-methods")),
        (204, Some("GET, HEAD"))
    );
    let answer = server.request("POST", "/api/v1/problem", &foreign, b"x").await;
    assert_eq!(answer.status, 403);
    let own = format!("http://{}", server.address);
    let answer = server.request("POST", "/api/v1/problem", &[("origin", &own)], b"x").await;
    assert_eq!(answer.status, 400, "read, and no problem");
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_are_kept_from_other_sites() {
    let server = start().await;
    for path in ["/", ROOK, "/api/v1/docs"] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_what_is_no_page() {
    let server = start().await;
    for path in ["/", "/explore", "/train/KQKR", "/solve"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.header("content-type").unwrap().starts_with("text/html"), "{path}");
        assert!(answer.text().contains("Solus Rex"), "{path}");
    }
    for path in [
        "/favicon.nothing",
        "/explorer",
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/assets/",
        "/standard/",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
    let answer = server.get("/api/v1/nothing").await;
    assert_eq!(
        (answer.status, answer.error().as_str()),
        (404, "no path \"/nothing\" (see /api/v1/docs)")
    );
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_answers_are_packed_for_those_who_can_unpack() {
    let server = start().await;
    let packed = server.request("GET", "/api/v1/pieces", &[("accept-encoding", "gzip")], b"").await;
    let plain = server.get("/api/v1/pieces").await;
    assert_eq!(
        (packed.header("content-encoding"), plain.header("content-encoding")),
        (Some("gzip"), None)
    );
    assert!(packed.body.len() < plain.body.len() / 2);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_numbers() {
    let server = start().await;
    assert_eq!(server.get("/healthz").await.text(), "ok\n");
    server.get(ROOK).await;
    server.get("/standard?fen=x").await;
    let text = server.get("/metrics").await.text();
    for line in [
        "solusrex_requests_total{path=\"/standard\",status=\"200\"} 1",
        "solusrex_requests_total{path=\"/standard\",status=\"400\"} 1",
        "solusrex_request_seconds_count{path=\"/standard\"} 2",
        "solusrex_solving 0",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_long_is_refused() {
    let server = start().await;
    let long = |n: usize| format!("/standard?fen={}", "8".repeat(n));
    assert_eq!(server.get(&long(1001)).await.status, 400);
    assert_eq!(server.get(&long(20_000)).await.status, 414);
    assert_eq!(server.get(&long(200_000)).await.status, 414);
    let body = vec![b'a'; (64 << 10) + 1];
    assert_eq!(server.post("/api/v1/problem", "text/plain", &body).await.status, 413);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_port_is_an_error_with_a_remedy() {
    let server = start().await;
    let again = Server::bind(server.address, Tablebase::in_memory(), Config::default()).await;
    let Err(error @ ServeError::Listen(..)) = again else { panic!("two servers on one port") };
    assert!(error.to_string().contains("choose another port with --bind"), "{error}");
    server.end().await;
}

/// Who is being answered when the server ends gets the answer; streams end; idle connections are closed.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_is_graceful() {
    let config = Config { auto_build: 0, ..Config::default() };
    let server = start_with(Tablebase::open(three_men()), config).await;
    let address = server.address;
    let mut stream = server.open("GET", "/api/v1/builds", "text/plain", b"").await;
    let mut idle = tokio::net::TcpStream::connect(address).await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut some = [0; 12];
    idle.read_exact(&mut some).await.unwrap();
    assert_eq!(&some, b"HTTP/1.1 200");
    stream.read_exact(&mut some).await.unwrap();
    let mut solving = server
        .open(
            "POST",
            "/api/v1/solve",
            "text/plain",
            b"BeginProblem Pieces White Ka1 Pa2b2c2 Black Kh8 Pa7b7c7 Stipulation h#9 EndProblem",
        )
        .await;
    solving.read_exact(&mut some).await.unwrap();
    let ended = std::time::Instant::now();
    server.end().await;
    assert!(ended.elapsed() < Duration::from_secs(8), "{:?}", ended.elapsed());
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.unwrap();
    idle.read_to_end(&mut rest).await.unwrap();
    let _ = solving.read_to_end(&mut rest).await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}
