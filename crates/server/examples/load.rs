//! A load for a server: random positions of its tables at `/standard`, over many connections.
//!
//! ```console
//! cargo run --release -p solusrex-server --example load -- 127.0.0.1:7340 60 64
//! ```
//!
//! Another server may be asked for the same positions: those of a seed and of a list of endings are always the
//! same, `load ADDRESS SECONDS CONNECTIONS KQKR,KRPKR`.

#![allow(clippy::print_stdout)]

use std::{
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use http_body_util::{BodyExt, Empty};
use hyper::{Request, body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role,
    Setup, Square, fen::Fen,
};
use solusrex_tables::Ending;
use tokio::net::TcpStream;

/// How many different positions are asked for, in turn.
const POSITIONS: usize = 50_000;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let address = args.next().unwrap_or_else(|| "127.0.0.1:7340".to_owned());
    let seconds: u64 = args.next().map_or(Ok(60), |text| text.parse())?;
    let connections: usize = args.next().map_or(Ok(64), |text| text.parse())?;
    let endings = match args.next() {
        Some(names) => names.split(',').map(str::parse).collect::<Result<Vec<Ending>, _>>()?,
        None => endings(&address).await?,
    };
    let requests = Arc::new(requests(&endings));
    // the first of them bring the tables into memory
    let warm = Duration::from_secs(seconds.min(3));
    run(&address, warm, connections, &requests).await?;
    let begun = Instant::now();
    let (mut took, errors) =
        run(&address, Duration::from_secs(seconds), connections, &requests).await?;
    let wall = begun.elapsed().as_secs_f64();
    took.sort_unstable();
    let at = |share: f64| f64::from(took[((took.len() - 1) as f64 * share) as usize]) / 1000.0;
    if took.is_empty() {
        return Err("no request was answered (is the server there?)".into());
    }
    println!("endings       {}", endings.len());
    println!("requests      {}", took.len());
    println!("errors        {errors}");
    println!("requests/s    {:.0}", took.len() as f64 / wall);
    println!("p50           {:.2} ms", at(0.5));
    println!("p99           {:.2} ms", at(0.99));
    println!("longest       {:.2} ms", at(1.0));
    if errors > 0 { Err(format!("{errors} errors (see the server's log)").into()) } else { Ok(()) }
}

/// Asks over so many connections for so long: microseconds of the answers, and the number of errors.
async fn run(
    address: &str,
    time: Duration,
    connections: usize,
    requests: &Arc<Vec<String>>,
) -> Result<(Vec<u32>, u64), Failure> {
    let end = Instant::now() + time;
    let mut clients = Vec::new();
    for nth in 0..connections {
        let mut sender = connect(address).await?;
        let (address, requests) = (address.to_owned(), requests.clone());
        clients.push(tokio::spawn(async move {
            let mut took = Vec::new();
            let mut errors = 0;
            let mut next = nth * requests.len() / connections;
            while Instant::now() < end {
                let begun = Instant::now();
                match ask(&mut sender, &address, &requests[next]).await {
                    Ok((200, _)) => took.push(begun.elapsed().as_micros() as u32),
                    _ => errors += 1,
                }
                next = (next + 1) % requests.len();
            }
            (took, errors)
        }));
    }
    let mut all = (Vec::new(), 0);
    for client in clients {
        let (took, errors) = client.await?;
        all.0.extend(took);
        all.1 += errors;
    }
    Ok(all)
}

type Sender = http1::SendRequest<Empty<Bytes>>;

async fn connect(address: &str) -> Result<Sender, Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

async fn ask(sender: &mut Sender, address: &str, path: &str) -> Result<(u16, Bytes), Failure> {
    sender.ready().await?;
    let request = Request::get(path).header("host", address).body(Empty::new())?;
    let response = sender.send_request(request).await?;
    let status = response.status().as_u16();
    Ok((status, response.into_body().collect().await?.to_bytes()))
}

/// The endings of four and five men that the server has in all metrics.
async fn endings(address: &str) -> Result<Vec<Ending>, Failure> {
    let (_, body) = ask(&mut connect(address).await?, address, "/api/v1/tables").await?;
    let listed: serde_json::Value = serde_json::from_slice(&body)?;
    let mut endings: Vec<Ending> = Vec::new();
    for table in listed["tables"].as_array().into_iter().flatten() {
        let men = table["men"].as_u64().unwrap_or(0);
        if table["metric"] == "dtz" && men >= 4 {
            endings.push(table["ending"].as_str().unwrap_or_default().parse()?);
        }
    }
    if endings.is_empty() {
        return Err("the server has no dtz table of four men (run `solusrex build --men 4 --metric dtm,dtc,dtz`)".into());
    }
    Ok(endings)
}

/// Random positions of endings, each ending as often as the others.
fn requests(endings: &[Ending]) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(1970);
    let mut requests = Vec::new();
    while requests.len() < POSITIONS {
        let ending = &endings[random.usize(..endings.len())];
        if let Some(position) = position(ending, &mut random) {
            let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
            requests.push(format!("/standard?fen={}", fen.replace(' ', "_")));
        }
    }
    requests
}

fn position(ending: &Ending, random: &mut fastrand::Rng) -> Option<Chess> {
    let mut board = Board::empty();
    let kings = Color::ALL.map(|color| Piece { color, role: Role::King });
    let others = ending.all_but_kings().map(|man| Piece { color: man.colour, role: man.role });
    for piece in kings.into_iter().chain(others) {
        let free: Bitboard = !board.occupied();
        let squares: Vec<Square> = free.into_iter().collect();
        board.set_piece_at(squares[random.usize(..squares.len())], piece);
    }
    let turn = Color::from_white(random.bool());
    let setup = Setup { board, turn, ..Setup::empty() };
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    (!position.legal_moves().is_empty()).then_some(position)
}
