//! A server to ask, and a client that sends what it is told, right or wrong.

use std::{
    path::PathBuf,
    sync::{LazyLock, atomic::AtomicU32, atomic::Ordering},
    time::Duration,
};

use serde_json::Value;
use solusrex_server::{Config, Server};
use solusrex_tables::{Ending, Metric, Tablebase, build};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
};

/// A running server.
pub(crate) struct Running {
    pub(crate) address: std::net::SocketAddr,
    ending: Option<oneshot::Sender<()>>,
    server: JoinHandle<()>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// What an error says.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

/// The folder with all tables of three men, built once for all tests.
pub(crate) fn three_men() -> PathBuf {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = new_folder("three-men");
        let tables = Tablebase::open(&folder);
        let plan = build::Plan::new(Ending::all(3), &Metric::TO_MATE, &tables);
        build::build(&plan, &tables, 1 << 30, &|_| std::ops::ControlFlow::Continue(())).unwrap();
        folder
    });
    FOLDER.clone()
}

/// An empty folder of its own.
pub(crate) fn new_folder(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let nth = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("http-{name}-{nth}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A server with the tables of three men that builds none.
pub(crate) async fn start() -> Running {
    start_with(Tablebase::open(three_men()), Config { auto_build: 0, ..Config::default() }).await
}

pub(crate) async fn start_with(tables: Tablebase, config: Config) -> Running {
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), tables, config).await.unwrap();
    let address = server.address();
    let (ending, ended) = oneshot::channel();
    let server = tokio::spawn(server.run(async move {
        let _ = ended.await;
    }));
    Running { address, ending: Some(ending), server }
}

impl Running {
    /// Asks it to end and waits until it has.
    pub(crate) async fn end(mut self) {
        let _ = self.ending.take().unwrap().send(());
        tokio::time::timeout(Duration::from_secs(30), self.server).await.unwrap().unwrap();
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"").await
    }

    pub(crate) async fn post(&self, path: &str, kind: &str, body: &[u8]) -> Answer {
        self.request("POST", path, &[("content-type", kind)], body).await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("connection: close\r\ncontent-length: {}\r\n\r\n", body.len());
        let mut request = head.into_bytes();
        request.extend_from_slice(body);
        self.raw(&request).await.unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    /// Sends bytes and reads the answer to the end of the connection; none if there is no answer.
    pub(crate) async fn raw(&self, request: &[u8]) -> Option<Answer> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // a server that has seen enough may answer and close before everything is sent
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes));
        let _ = read.await.expect("an answer within a minute");
        parse(&bytes)
    }

    /// Opens a connection, sends a request and leaves the rest to the caller.
    pub(crate) async fn open(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body).await.unwrap();
        stream
    }

    /// A number of `/metrics`.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").await.text();
        let line = text.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0.0)
    }
}

/// Waits until something is so, or fails. Builds have a low priority, and the machine may be busy.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..6000 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what}: not within five minutes");
}

/// The events of a stream that has ended: name and data.
pub(crate) fn events(answer: &Answer) -> Vec<(String, Value)> {
    let text = answer.text();
    let blocks = text.split("\n\n").filter(|block| block.contains("event:"));
    let event = |block: &str| {
        let part = |name: &str| {
            block
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        (part("event:"), serde_json::from_str(&part("data:")).unwrap())
    };
    blocks.map(event).collect()
}

/// The data of the events of a name.
pub(crate) fn named<'a>(events: &'a [(String, Value)], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|(known, _)| known == name).map(|(_, data)| data).collect()
}

fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked =
        headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let rest = &bytes[end + 4..];
    let body = if chunked { dechunked(rest) } else { rest.to_vec() };
    Some(Answer { status, headers, body })
}

fn dechunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size.trim(), 16).ok()).unwrap_or(0);
        let Some(chunk) = bytes.get(end + 2..end + 2 + size) else { break };
        body.extend_from_slice(chunk);
        bytes = bytes.get(end + 4 + size..).unwrap_or_default();
        if size == 0 {
            break;
        }
    }
    body
}
