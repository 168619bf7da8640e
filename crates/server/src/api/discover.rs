//! `/api/v1/discover`: games to a mating move or to a position, found while the client looks on.

use std::{
    convert::Infallible,
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use axum::{
    body::Bytes,
    extract::State,
    response::{
        Response,
        sse::{self, Sse},
    },
};
use futures_util::Stream;
use serde::Serialize;
use shakmaty::{CastlingMode, Color, EnPassantMode, Move, fen::Fen};
use solusrex_discovery::{
    Length, Question, Terms,
    atlas::{Atlas, Row, Told},
    class::Class,
    construct::{self, ConstructError, Construction, Effort},
    question::{LONGEST, Sought, Wanted, pool},
    quickmate::{self, Asked, Event, Exhausted, Search},
    score::{san, score},
};

use super::{
    aside,
    catalogue::lasting,
    stream::{self, Teller},
};
use crate::{app::Shared, config::Config, params::Params, refusal::Refusal};

/// How many games to a position are told unless another number is asked for.
const USUAL: usize = 20;

/// Find games to a mating move or to a position
///
/// The questions of `solusrex discover quickmate` and `solusrex discover game`. The answer is a stream of server-sent
/// events: `accepted`, then `progress` as it goes, `game` for each game, `done` with what is proved, at last `end`. Closing the
/// connection calls the search off.
#[utoipa::path(
    post,
    path = "/api/v1/discover",
    tag = "games",
    request_body = Question,
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, body = crate::refusal::Told, description = "No question; `column` and `snippet` tell where a move cannot be read"),
        (status = 429, body = crate::refusal::Told, description = "Other searches are running; `retry-after` says when to ask again"),
    ),
)]
pub(crate) async fn discover(
    State(app): State<Shared>,
    body: Bytes,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Refusal> {
    let config = app.config.clone();
    let asked = aside(&app, move || read(&body, &config)).await?;
    stream::search(app, move |teller| asked.answer(teller)).await
}

/// The shortest game known to each mating move, and how far it is proved
///
/// The JSON of `solusrex discover atlas`: the atlas that is kept with the project.
#[utoipa::path(
    get,
    path = "/api/v1/discover/atlas",
    tag = "games",
    params(
        ("side" = Option<String>, Query, example = "white", description = "who mates: white or black; else both"),
        ("move" = Option<String>, Query, example = "Nf7", description = "one move, without its origin: Nf7, Nxf7, c8=Q, O-O"),
    ),
    responses((status = 200, body = Vec<Told>), (status = 400, body = crate::refusal::Told)),
)]
pub(crate) async fn atlas(params: Params) -> Result<Response, Refusal> {
    let side = params.choice("side", &[("white", Color::White), ("black", Color::Black)])?;
    let is_asked = |color: Color| side.is_none_or(|side| side == color);
    let rows: Vec<&Row> = match params.get("move") {
        None => Atlas::kept().rows().filter(|row| is_asked(row.class.color())).collect(),
        Some(text) => {
            let sides = Color::ALL.into_iter().filter(|&color| is_asked(color));
            let classes: Vec<Result<Class, _>> =
                sides.map(|color| Class::parse(color, text)).collect();
            // a promotion is a move of one side only
            match (classes.iter().any(Result::is_ok), classes.first()) {
                (false, Some(Err(error))) => {
                    return Err(Refusal::input(format!("parameter move: {error}")));
                }
                _ => classes.iter().flatten().map(|&class| Atlas::kept().row(class)).collect(),
            }
        }
    };
    Ok(lasting(&rows))
}

/// The question of a body.
fn read(body: &[u8], config: &Config) -> Result<Asking, Refusal> {
    let question: Question = serde_json::from_slice(body).map_err(|error| {
        Refusal::input(format!("{error} (send quickmate or game as JSON, see /api/v1/docs)"))
    })?;
    let wanted = question.wanted()?;
    let most = config.solve_solutions;
    match wanted {
        Wanted::UpTo(games) if games > most => Err(Refusal::input(format!(
            "limit {games} is more than the {most} games that are told (ask for fewer, or start the server with \
             a larger --solve-solutions)"
        ))),
        _ => Ok(Asking { sought: question.sought()?, wanted }),
    }
}

/// A question that was understood.
struct Asking {
    sought: Sought,
    wanted: Wanted,
}

#[derive(Serialize)]
struct Accepted {
    /// What is sought.
    sought: &'static str,
    /// What is asked of the games, in one line.
    terms: String,
    /// Where they start.
    from: String,
    limits: stream::Limits,
}

#[derive(Serialize)]
struct Progress {
    /// The length of the games that are sought.
    plies: u32,
    /// So many half-moves of them are searched from the start, or from both ends.
    ply: u32,
    positions: u64,
    /// Where the positions are the last to be looked at: how many there are.
    of: Option<u64>,
}

#[derive(Serialize)]
struct Game {
    san: Vec<String>,
    uci: Vec<String>,
    text: String,
}

/// What is known at the end.
#[derive(Default, Serialize)]
struct Done {
    /// The length of the games that were found.
    plies: Option<u32>,
    /// How many there are, if that was asked for.
    count: Option<u128>,
    unique: Option<bool>,
    /// How many were told.
    told: usize,
    /// The lengths of which there are no other games.
    exhausted: Vec<Exhausted>,
    interrupted: bool,
    /// Which limit of the server has kept something back.
    limit: Option<String>,
    seconds: f64,
}

/// What a search has found, before it is told.
struct Answer {
    games: Vec<Vec<Move>>,
    done: Done,
}

impl Asking {
    fn answer(&self, teller: &Teller) {
        let config = teller.config();
        let terms = self.sought.terms();
        let sought = match self.sought {
            Sought::Quickmate(_) => "quickmate",
            Sought::Game(_) => "game",
        };
        let from = Fen::from_position(terms.start(), EnPassantMode::Legal).to_string();
        let limits = config.into();
        teller.send("accepted", &Accepted { sought, terms: terms.to_string(), from, limits });
        let begun = Instant::now();
        let pool = match pool(config.solve_threads) {
            Ok(pool) => pool,
            Err(error) => return teller.fail(&format!("{error} (ask again in a moment)")),
        };
        let answer = pool.install(|| match &self.sought {
            Sought::Quickmate(terms) => self.quickmate(terms, teller),
            Sought::Game(construction) => self.game(construction, teller),
        });
        if teller.is_alone() {
            return;
        }
        for game in &answer.games {
            let start = terms.start();
            let uci = game.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string());
            let (san, uci, text) = (san(start, game), uci.collect(), score(start, game));
            teller.send("game", &Game { san, uci, text });
        }
        let mut done = answer.done;
        done.unique = done.count.map(|count| count == 1);
        done.told = answer.games.len();
        done.seconds = begun.elapsed().as_secs_f64();
        let kept_back = done.count.is_some_and(|count| count > done.told as u128);
        if self.wanted == Wanted::All && kept_back && done.limit.is_none() {
            done.limit = Some(format!(
                "{} games are told (ask the solusrex command, or start the server with a larger \
                 --solve-solutions)",
                done.told
            ));
        }
        if done.interrupted {
            teller.count_cut();
        }
        teller.send("done", &done);
    }

    /// The shortest games that end with a move.
    fn quickmate(&self, terms: &Terms, teller: &Teller) -> Answer {
        let asked = match self.wanted {
            Wanted::Usual => Asked::One,
            Wanted::Number => Asked::Number,
            Wanted::UpTo(games) => Asked::UpTo(games),
            Wanted::All => Asked::UpTo(teller.config().solve_solutions),
        };
        let terms = match terms.length() {
            // a search without end would end here at the latest
            Length::Shortest => terms.clone().of_length(Length::AtMost(LONGEST)),
            _ => Ok(terms.clone()),
        };
        let memory = (teller.config().solve_memory as u64) << 20;
        let search = match terms {
            Ok(terms) => Search { asked, memory, ..Search::from(terms) },
            Err(error) => {
                teller.fail(&error.to_string());
                return Answer { games: Vec::new(), done: Done::default() };
            }
        };
        let deepest = AtomicU32::new(0);
        let answer = quickmate::search_until(&search, teller.cancelled(), |event| {
            let progress = match event {
                Event::Look { plies, width } => {
                    Progress { plies, ply: 0, positions: width as u64, of: None }
                }
                Event::Layer { plies, ply, positions } => {
                    deepest.store(ply, Ordering::Relaxed);
                    Progress { plies, ply, positions, of: None }
                }
                Event::Part { plies, done, of } => {
                    let ply = deepest.load(Ordering::Relaxed);
                    Progress { plies, ply, positions: done, of: Some(of) }
                }
            };
            teller.progress(&progress);
            true
        });
        let found = answer.games.first().map(|game| game.len() as u32);
        let counted = answer.number.filter(|&number| number > 0).and(answer.exhausted.last());
        let many = answer.number == Some(u64::MAX);
        let limit = match (answer.interrupted, many) {
            (true, _) => Some(teller.why()),
            (false, true) => Some("the games are too many to be counted (ask for less)".to_owned()),
            (false, false) => None,
        };
        let done = Done {
            plies: found.or(counted.map(|length| length.plies)),
            count: answer.number.filter(|_| !many).map(u128::from),
            interrupted: answer.interrupted,
            limit,
            exhausted: answer.exhausted,
            ..Done::default()
        };
        Answer { games: answer.games, done }
    }

    /// The games to a position.
    fn game(&self, construction: &Construction, teller: &Teller) -> Answer {
        let games = match self.wanted {
            Wanted::Usual => USUAL.min(teller.config().solve_solutions),
            Wanted::Number => 0,
            Wanted::UpTo(games) => games,
            Wanted::All => teller.config().solve_solutions,
        };
        let effort = Effort {
            games,
            memory: teller.config().solve_memory << 20,
            cancelled: teller.cancelled().clone(),
        };
        let mut answer = construct::Answer::default();
        let told = |progress: construct::Progress| {
            let ply = progress.forward + progress.backward;
            let construct::Progress { plies, positions, .. } = progress;
            teller.progress(&Progress { plies, ply, positions, of: None });
        };
        let searched = construction.search(&effort, &told, &mut answer);
        let limit = searched.err().map(|error| match error {
            ConstructError::Memory { positions, mib } => format!(
                "{positions} positions are more than {mib} MiB hold (ask the solusrex command, or start the server \
                 with a larger --solve-memory)"
            ),
            ConstructError::Cancelled => teller.why(),
            error => error.to_string(),
        });
        let done = Done {
            plies: (answer.count > 0).then_some(answer.plies),
            count: limit.is_none().then_some(answer.count),
            exhausted: answer.exhausted,
            interrupted: limit.is_some(),
            limit,
            ..Done::default()
        };
        Answer { games: answer.games, done }
    }
}
