//! The atlas of quickmates: for every class of final moves the shortest game that ends with it, and
//! how far it is proved that there is no shorter one.
//!
//! A class belongs to one side, so its games have a fixed parity: a game of n plies is minimal once
//! those of n - 2 plies are exhausted. To exhaust a length, the positions after seven plies, each
//! once, are continued to the end; the set of classes still sought shrinks on the way and sharpens
//! the tests that tell hopeless positions.

use std::{
    fmt, mem,
    ops::{ControlFlow, Range},
    str::FromStr,
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, zobrist::Zobrist128};

use crate::{
    aim::Aim,
    beam::Beam,
    class::{Class, ClassError, Classes},
    exchange::{exchanged, turned},
    guide::Free,
    heuristic::{Heuristic, Judge},
    layers::{Layer, Sieve as _, Stack, played, standing},
    packed::Packed,
    pattern::MovePattern,
    quickmate::{self, Answer},
    routes::routes,
    score::{numbered, read, san},
    tail::Tail,
    terms::Terms,
};

pub use crate::layers::SHARDS;

/// The header of the atlas as text.
pub const HEADER: &str = "side\tmove\tplies\tproved\tsearched\tgame";

/// No game of an atlas has more plies: more than any search will come to, and no number of plies
/// outgrows its type.
const LONGEST: u32 = 1_000;
/// Shards that are searched with one set of classes; what they find is put in order afterwards.
const BATCH: usize = 4;
/// Parts of a shard that go to threads.
const CHUNKS: usize = 16;
/// Classes of which games are looked for before the one who is told is asked.
const LOOKS: usize = 8;
/// The parts of the patience with which classes are tried, one after the other.
const PATIENCE: [u32; 3] = [16, 4, 1];
/// How often the one who is told is asked while games of one class are searched.
const TICK: Duration = Duration::from_millis(250);
/// Successors remembered while positions with the same men of the side not to move are searched.
const MEMORY: usize = 1 << 17;
/// Moves of a position, on the average.
const MOVES: usize = 32;
/// To make fewer parts of a layer at a time would take longer than it saves: the moves of all positions
/// before are worked out for each time.
const FEWEST_SHARDS: usize = 8;

/// The atlas that is kept with the project.
static KEPT: LazyLock<Atlas> = LazyLock::new(|| {
    let text = include_str!("../../../data/quickmates.tsv");
    text.parse().expect("the atlas kept with the project is one: a test reads it")
});

/// What is known of one class. As JSON it has `side`, `move`, `plies`, `proved`, `searched` and `game`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Told")]
pub struct Row {
    /// The class.
    pub class: Class,
    /// The shortest game known, in SAN.
    pub game: Option<Vec<String>>,
    /// No shorter game has at most so many plies.
    pub searched: u32,
}

impl Row {
    /// Plies of the shortest game known.
    pub fn plies(&self) -> Option<u32> {
        self.game.as_ref().map(|game| game.len() as u32)
    }

    /// Whether no shorter game exists.
    pub fn is_proved(&self) -> bool {
        self.plies().is_some_and(|plies| plies <= self.searched + 2)
    }
}

/// A row as it is told.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AtlasRow))]
pub struct Told {
    /// white or black
    side: &'static str,
    /// The mating move without its origin.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "openapi", schema(example = "Nxf7"))]
    class: String,
    /// Half-moves of the shortest game known.
    plies: Option<u32>,
    /// Whether no shorter game exists.
    proved: bool,
    /// Through so many half-moves there is no shorter game.
    searched: u32,
    /// The game, in SAN.
    game: Option<Vec<String>>,
}

impl From<Row> for Told {
    fn from(row: Row) -> Told {
        Told {
            side: row.class.color().fold_wb("white", "black"),
            class: row.class.to_string(),
            plies: row.plies(),
            proved: row.is_proved(),
            searched: row.searched,
            game: row.game,
        }
    }
}

/// All classes of both sides.
///
/// ```
/// use solusrex_discovery::atlas::{Atlas, Search};
///
/// let mut atlas = Atlas::new();
/// atlas.search(&Search { plies: 5, ..Search::default() }, |_| true);
/// assert_eq!(atlas.rows().filter(|row| row.is_proved()).count(), 6);
/// assert_eq!(atlas.to_string().parse::<Atlas>()?, atlas);
/// # Ok::<(), solusrex_discovery::atlas::AtlasError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas {
    white: Vec<Row>,
    black: Vec<Row>,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Search {
    /// Through how many plies.
    pub plies: u32,
    /// Promotions only.
    pub promotions: bool,
    /// In which way.
    pub manner: Manner,
    /// Bytes that layers may take.
    pub memory: u64,
    /// Where a search was broken off.
    pub resume: Option<Mark>,
}

impl Default for Search {
    fn default() -> Search {
        let manner = Manner::default();
        Search { plies: 8, promotions: false, manner, memory: 6 << 30, resume: None }
    }
}

/// How games are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// All games, for all classes at once.
    #[default]
    Together,
    /// All games, for one class after the other: the tests that tell hopeless positions know what is
    /// asked for and are far sharper, so single classes are settled at lengths at which all together
    /// never would be. A class that takes longer than this is left for another time.
    OneByOne(Duration),
    /// Games among so many promising positions of each ply, for one class after the other: nothing is
    /// proved.
    Looking(usize),
}

/// How far the games of a length have been searched.
///
/// ```
/// use solusrex_discovery::atlas::Mark;
///
/// let mark: Mark = "10 7 124".parse()?;
/// assert_eq!(mark, Mark { plies: 10, base: 7, done: 124 });
/// assert_eq!(mark.to_string(), "10 7 124");
/// # Ok::<(), solusrex_discovery::atlas::MarkError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The length of the games.
    pub plies: u32,
    /// The ply of the layer whose parts are searched.
    pub base: u32,
    /// Parts that are done, of [`SHARDS`].
    pub done: usize,
}

impl Mark {
    /// Who makes the last move of the games.
    pub fn mover(self) -> Color {
        mover(self.plies)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.plies, self.base, self.done)
    }
}

impl FromStr for Mark {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Mark, MarkError> {
        let mut numbers = text.split_whitespace().map(str::parse);
        let mut next = || numbers.next().and_then(Result::ok).ok_or(MarkError);
        let (plies, base, done): (u32, u32, u32) = (next()?, next()?, next()?);
        Ok(Mark { plies, base, done: done as usize })
    }
}

/// A text that is no mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not three numbers such as `10 7 124`")]
pub struct MarkError;

/// What happens in a search. The one who is told answers whether to go on.
#[derive(Debug)]
pub enum Event<'a> {
    /// A layer has been made, or as much of it as memory has room for.
    Layer {
        /// Its ply.
        ply: u32,
        /// Its positions.
        positions: u64,
    },
    /// Part of the games of a length have been searched; the atlas may be written down.
    Part {
        /// The atlas so far.
        atlas: &'a Atlas,
        /// How far it has come; all parts are [`SHARDS`].
        mark: Mark,
        /// Classes still sought.
        left: usize,
        /// Positions that this search has come to so far.
        positions: u64,
    },
    /// Games of some classes have been searched or looked for, or still are: this is told several times
    /// a second. The atlas may be written down.
    Classes {
        /// The atlas so far.
        atlas: &'a Atlas,
        /// The length of the games.
        plies: u32,
        /// Classes that are done.
        done: usize,
        /// All of them.
        of: usize,
    },
}

/// A game that was found: where, in which order, and how it ends.
struct Find {
    class: Class,
    base: Packed,
    line: Vec<Move>,
}

impl Default for Atlas {
    fn default() -> Atlas {
        Atlas::new()
    }
}

impl Atlas {
    /// Nothing known.
    pub fn new() -> Atlas {
        let rows =
            |color| Class::all(color).map(|class| Row { class, game: None, searched: 0 }).collect();
        Atlas { white: rows(Color::White), black: rows(Color::Black) }
    }

    /// All classes, White's first.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.white.iter().chain(&self.black)
    }

    /// The atlas kept with the project, `data/quickmates.tsv`.
    ///
    /// ```
    /// use solusrex_discovery::{atlas::Atlas, class::Class};
    /// use shakmaty::Color;
    ///
    /// let fools_mate = Atlas::kept().row(Class::parse(Color::Black, "Qh4")?);
    /// assert_eq!((fools_mate.plies(), fools_mate.is_proved()), (Some(4), true));
    /// # Ok::<(), solusrex_discovery::class::ClassError>(())
    /// ```
    pub fn kept() -> &'static Atlas {
        &KEPT
    }

    /// What is known of a class.
    pub fn row(&self, class: Class) -> &Row {
        &class.color().fold_wb(&self.white, &self.black)[class.number()]
    }

    fn row_mut(&mut self, class: Class) -> &mut Row {
        &mut self.rows_of(class.color())[class.number()]
    }

    fn rows_of(&mut self, color: Color) -> &mut Vec<Row> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Takes over what another atlas knows better.
    pub fn merge(&mut self, other: &Atlas) {
        for row in other.rows() {
            let mine = self.row_mut(row.class);
            mine.searched = mine.searched.max(row.searched);
            if row.plies().is_some_and(|plies| mine.plies().is_none_or(|mine| plies < mine)) {
                mine.game = row.game.clone();
            }
        }
    }

    /// Classes of which it is not known whether a game of so many plies ends with them.
    fn open(&self, plies: u32, promotions: bool) -> Classes {
        let color = mover(plies);
        let rows = color.fold_wb(&self.white, &self.black);
        let open = rows.iter().filter(|row| {
            row.searched < plies
                && row.plies().is_none_or(|known| known > plies)
                && (!promotions || row.class.is_promotion())
        });
        open.fold(Classes::none(color), |mut set, row| {
            set.insert(row.class);
            set
        })
    }

    /// Searches game lengths one after the other. Returns whether it came to the end.
    pub fn search(&mut self, search: &Search, mut tell: impl FnMut(Event<'_>) -> bool) -> bool {
        match search.manner {
            Manner::Together => {}
            Manner::OneByOne(patience) => return self.settle(search, patience, &mut tell),
            Manner::Looking(width) => return self.look(search, width, &mut tell),
        }
        let mut layers = Stack::new(&Chess::default(), &Free);
        for plies in 1..=search.plies {
            let wanted = self.open(plies, search.promotions);
            // nobody mates with the first move
            let go_on = plies == 1
                || wanted.is_empty()
                || self.pass(plies, wanted, search, &mut layers, &mut tell).is_continue();
            if !go_on {
                return false;
            }
            self.note_searched(plies, search.promotions);
        }
        true
    }

    /// Looks for games of classes that are not settled, the shortest first. Returns whether it came
    /// to the end.
    fn look(
        &mut self,
        search: &Search,
        width: usize,
        tell: &mut impl FnMut(Event<'_>) -> bool,
    ) -> bool {
        for plies in 1..=search.plies {
            self.exchange(plies, search.promotions);
            let classes: Vec<Class> = self.open(plies, search.promotions).iter().collect();
            let of = classes.len();
            for (batch, classes) in classes.chunks(LOOKS).enumerate() {
                let games: Vec<Option<Vec<Move>>> =
                    classes.par_iter().map(|&class| promising_game(class, plies, width)).collect();
                for (&class, game) in classes.iter().zip(games) {
                    if let Some(game) = game {
                        self.row_mut(class).game = Some(san(&Chess::default(), &game));
                    }
                }
                let done = (batch * LOOKS + LOOKS).min(of);
                if !tell(Event::Classes { atlas: self, plies, done, of }) {
                    return false;
                }
            }
        }
        true
    }

    /// Searches all games of one class after the other, the shortest first; each class is tried with
    /// little patience before any is with more. Returns whether it came to the end.
    fn settle(
        &mut self,
        search: &Search,
        patience: Duration,
        tell: &mut impl FnMut(Event<'_>) -> bool,
    ) -> bool {
        let mut rounds = (1..=search.plies).flat_map(|plies| PATIENCE.map(|part| (plies, part)));
        rounds.all(|(plies, part)| self.settle_some(search, plies, patience / part, tell))
    }

    /// Searches all games of a length for one class after the other, first for those that have a longer
    /// game, which is then proved. Returns whether it came to the end.
    fn settle_some(
        &mut self,
        search: &Search,
        plies: u32,
        patience: Duration,
        tell: &mut impl FnMut(Event<'_>) -> bool,
    ) -> bool {
        let open = self.open(plies, search.promotions);
        // who was left at a shorter length has to wait
        let mut classes: Vec<Class> =
            open.iter().filter(|&class| self.row(class).searched + 2 >= plies).collect();
        classes.sort_by_key(|&class| self.row(class).game.is_none());
        let of = classes.len();
        for (done, class) in classes.into_iter().enumerate() {
            let (mut calls_off, begun) = (false, Instant::now());
            let answer = games_of(class, plies, search.memory, || {
                calls_off |= !tell(Event::Classes { atlas: self, plies, done, of });
                !calls_off && begun.elapsed() < patience
            });
            let row = self.row_mut(class);
            if let Some(game) = answer.games.first() {
                row.game = Some(san(&Chess::default(), game));
            } else if !answer.interrupted {
                row.searched = plies;
            }
            if calls_off || !tell(Event::Classes { atlas: self, plies, done: done + 1, of }) {
                return false;
            }
        }
        true
    }

    /// Takes games of the other side, a ply shorter, with colours exchanged.
    fn exchange(&mut self, plies: u32, promotions: bool) {
        let open = self.open(plies, promotions);
        let others = mover(plies).fold_wb(&self.black, &self.white);
        let exchanged: Vec<(Class, Vec<Move>)> = others
            .par_iter()
            .filter(|row| row.plies().is_some_and(|length| length + 1 == plies))
            .filter_map(|row| {
                let words = row.game.iter().flatten().map(String::as_str);
                let game = read(&Chess::default(), words).ok()?;
                let class = Class::of(mover(plies), turned(*game.last()?));
                Some((class, open.contains(class).then(|| exchanged(&game))??))
            })
            .collect();
        for (class, game) in exchanged {
            self.row_mut(class).game = Some(san(&Chess::default(), &game));
        }
    }

    /// Writes down that games of so many plies are exhausted.
    fn note_searched(&mut self, plies: u32, promotions: bool) {
        let color = mover(plies);
        let counts = |row: &Row| {
            (!promotions || row.class.is_promotion())
                && row.plies().is_none_or(|known| known > plies)
        };
        for row in self.rows_of(color).iter_mut().filter(|row| counts(row)) {
            row.searched = row.searched.max(plies);
        }
        // the other side cannot mate with this ply
        for row in self.rows_of(!color).iter_mut().filter(|row| counts(row)) {
            if row.searched + 1 == plies {
                row.searched = plies;
            }
        }
    }

    /// One game length.
    fn pass(
        &mut self,
        plies: u32,
        wanted: Classes,
        search: &Search,
        layers: &mut Stack<()>,
        tell: &mut impl FnMut(Event<'_>) -> bool,
    ) -> ControlFlow<()> {
        let aim = Aim::mates(&wanted);
        if !aim.is_idle() {
            // these layers are for this pass
            layers.clear();
        }
        let tail = Tail { guide: &Free, plies, wanted: &wanted, aim: &aim, mating: true };
        let room = (search.memory, u64::MAX);
        layers.extend(base_ply(plies), &Free, &tail, room, |ply, positions| {
            tell(Event::Layer { ply, positions })
        })?;
        let last = layers.at_most(base_ply(plies));
        // where memory does not suffice for one layer more, that is made part by part, unless its positions
        // are looked at closely
        let at_a_time = match last.ply() < base_ply(plies) && aim.is_idle() {
            true => layers.shards_of_next(search.memory),
            false => 0,
        };
        let in_parts = at_a_time >= FEWEST_SHARDS;
        let base = last.ply() + u32::from(in_parts);
        // parts of another layer are other parts
        let resume = search.resume.filter(|mark| (mark.plies, mark.base) == (plies, base));
        let done = resume.map_or(0, |mark| mark.done);
        let mut pass = Pass { plies, wanted: wanted.clone(), positions: 0 };
        if in_parts {
            for begin in (done..SHARDS).step_by(at_a_time) {
                if pass.wanted.is_empty() {
                    break;
                }
                let shards = begin..(begin + at_a_time).min(SHARDS);
                let part = last.next_within(shards.clone(), &Free, &tail);
                if !tell(Event::Layer { ply: base, positions: part.positions() }) {
                    return ControlFlow::Break(());
                }
                self.search_shards(&mut pass, &part, shards, tell)?;
            }
        } else {
            self.search_shards(&mut pass, last, done..SHARDS, tell)?;
        }
        if !aim.is_idle() {
            layers.clear();
        }
        ControlFlow::Continue(())
    }

    /// Searches some parts of a layer to the end.
    fn search_shards(
        &mut self,
        pass: &mut Pass,
        base: &Layer<()>,
        shards: Range<usize>,
        tell: &mut impl FnMut(Event<'_>) -> bool,
    ) -> ControlFlow<()> {
        let last = shards.end;
        for begin in shards.step_by(BATCH) {
            if pass.wanted.is_empty() {
                break;
            }
            let end = (begin + BATCH).min(last);
            let (finds, visited) = pass.search(base, begin..end);
            pass.positions += visited;
            for find in finds {
                if pass.wanted.contains(find.class) {
                    pass.wanted.remove(find.class);
                    let row = self.row_mut(find.class);
                    row.game = Some(game(&find, base.ply()));
                    row.searched = row.searched.max(pass.plies - 1);
                }
            }
            let mark = Mark { plies: pass.plies, base: base.ply(), done: end };
            let (left, positions) = (pass.wanted.len(), pass.positions);
            if !tell(Event::Part { atlas: self, mark, left, positions }) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Who plays a ply.
fn mover(ply: u32) -> Color {
    if ply % 2 == 1 { Color::White } else { Color::Black }
}

/// The ply after which the search goes on depth-first: three plies before the end at the latest, so
/// that the last test of positions, two plies before the end, is made once for each position.
fn base_ply(plies: u32) -> u32 {
    plies.saturating_sub(3)
}

/// The games of one length, as far as they have been searched.
struct Pass {
    plies: u32,
    /// Classes still sought.
    wanted: Classes,
    /// Positions that were visited.
    positions: u64,
}

impl Pass {
    /// What is found in some shards of a layer with the classes sought before, in the order of the layer,
    /// whatever the threads; and the positions visited.
    fn search(&self, layer: &Layer<()>, shards: Range<usize>) -> (Vec<Find>, u64) {
        let chunks: Vec<Vec<(u64, Packed)>> = layer.shards()[shards]
            .par_iter()
            .flat_map_iter(|shard| {
                let mut entries: Vec<(u64, Packed)> = shard
                    .iter()
                    .map(|&((packed, ()), _)| (standing(&packed.unpack(layer.turn())), packed))
                    .collect();
                entries.sort_unstable();
                let size = entries.len().div_ceil(CHUNKS).max(1);
                entries.chunks(size).map(<[_]>::to_vec).collect::<Vec<_>>()
            })
            .collect();
        let found: Vec<(Vec<Find>, u64)> =
            chunks.par_iter().map(|chunk| self.search_chunk(layer, chunk)).collect();
        let visited = found.iter().map(|(_, visited)| visited).sum();
        (found.into_iter().flat_map(|(finds, _)| finds).collect(), visited)
    }

    fn tail<'a>(&self, wanted: &'a Classes, aim: &'a Aim) -> Tail<'a, Free> {
        Tail { guide: &Free, plies: self.plies, wanted, aim, mating: true }
    }

    /// Continues positions that lie close together. Many have successors in common: those met
    /// lately are remembered.
    fn search_chunk(&self, layer: &Layer<()>, chunk: &[(u64, Packed)]) -> (Vec<Find>, u64) {
        let mut wanted = self.wanted.clone();
        let mut aim = Aim::mates(&wanted);
        let mut finds = Vec::new();
        let mut visited = 0;
        let mut met = vec![0u128; (MOVES * chunk.len()).min(MEMORY)];
        let places = met.len();
        let ply = layer.ply();
        for &(_, base) in chunk {
            let position = base.unpack(layer.turn());
            let tail = self.tail(&wanted, &aim);
            let known = tail.look(&position, ply);
            let before = finds.len();
            let mut moves = position.legal_moves();
            let key: Zobrist128 = position.zobrist_hash(EnPassantMode::Legal);
            // asked of all at once: what is not at hand in memory comes while others are asked for
            moves.retain(|mv| {
                let key = position.update_zobrist_hash(key, *mv, EnPassantMode::Legal);
                let Zobrist128(key) = key
                    .unwrap_or_else(|| played(&position, *mv).zobrist_hash(EnPassantMode::Legal));
                mem::replace(&mut met[key as usize % places], key) != key
            });
            for &mv in &moves {
                let Some(after) = tail.pass(&known, &position, mv) else { continue };
                let mut line = vec![mv];
                tail.search(&after, ply + 1, (), &mut line, &mut visited, &mut |line, class| {
                    // one game of a class is enough
                    if finds[before..].iter().all(|find: &Find| find.class != class) {
                        finds.push(Find { class, base, line: line.to_vec() });
                    }
                });
            }
            if finds.len() > before {
                finds[before..].iter().for_each(|find| wanted.remove(find.class));
                aim = Aim::mates(&wanted);
            }
            if wanted.is_empty() {
                break;
            }
        }
        (finds, visited)
    }
}

/// All games of a length that end with a move of a class are searched until there is one, or until the
/// one who is asked now and then does not want to go on.
fn games_of(class: Class, plies: u32, memory: u64, mut go_on: impl FnMut() -> bool) -> Answer {
    let dots = class.color().fold_wb(".", "...");
    let last: MovePattern = format!("{}{dots}{class}#", plies.div_ceil(2))
        .parse()
        .expect("a class is written as a move is");
    let terms = Terms::from(Chess::default()).ending_with(last).expect("a move of who is to move");
    let search = quickmate::Search { memory, heuristic: None, ..quickmate::Search::from(terms) };
    let cancelled = AtomicBool::new(false);
    thread::scope(|scope| {
        let (over, end) = mpsc::channel::<()>();
        let (search, cancelled) = (&search, &cancelled);
        let searcher = scope.spawn(move || {
            let answer = quickmate::search_until(search, cancelled, |_| true);
            drop(over);
            answer
        });
        while end.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
            if !go_on() {
                cancelled.store(true, Relaxed);
            }
        }
        searcher.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A game of a length that ends with a move of a class, if one is found.
fn promising_game(class: Class, plies: u32, width: usize) -> Option<Vec<Move>> {
    let wanted: Classes = [class].into_iter().collect();
    let aim = Aim::mates(&wanted);
    let tail = Tail { guide: &Free, plies, wanted: &wanted, aim: &aim, mating: true };
    let judge = Judge::new(Heuristic::Goal, &wanted, |_, _| true);
    match (Beam { tail: &tail, judge: &judge, width }).find(&Chess::default(), || true) {
        ControlFlow::Continue(game) => game,
        ControlFlow::Break(()) => None,
    }
}

/// The whole game of a find, in SAN.
fn game(find: &Find, base: u32) -> Vec<String> {
    let start = Chess::default();
    let mut moves = Vec::new();
    let _ = routes(&start, (find.base, ()), base, &Free, &mut |line| {
        moves = line.to_vec();
        ControlFlow::Break(())
    });
    moves.extend_from_slice(&find.line);
    san(&start, &moves)
}

impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for row in self.rows() {
            let side = row.class.color().fold_wb('W', 'B');
            let plies = row.plies().map_or_else(String::new, |plies| plies.to_string());
            let proved = if row.is_proved() { "yes" } else { "no" };
            let game = row.game.as_deref().map_or_else(String::new, numbered);
            writeln!(f, "{side}\t{}\t{plies}\t{proved}\t{}\t{game}", row.class, row.searched)?;
        }
        Ok(())
    }
}

/// A text that is no atlas.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AtlasError {
    /// The first line is not the header.
    #[error("no atlas: the first line is not {HEADER:?} (was the file cut off or edited?)")]
    Header,
    /// A line with a wrong number of fields, or a field that is no number.
    #[error("line {0} of the atlas cannot be read (write W, Nf7, 9, yes, 8, 1. e4 ... with tabs)")]
    Line(usize),
    /// A line that names no class.
    #[error("line {0} of the atlas: {1}")]
    Class(usize, ClassError),
}

impl FromStr for Atlas {
    type Err = AtlasError;

    fn from_str(text: &str) -> Result<Atlas, AtlasError> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, header)| header) != Some(HEADER) {
            return Err(AtlasError::Header);
        }
        let mut atlas = Atlas::new();
        for (index, line) in lines {
            let number = index + 1;
            let fields: Vec<&str> = line.split('\t').collect();
            let &[side, class, plies, _, searched, game] = fields.as_slice() else {
                return Err(AtlasError::Line(number));
            };
            let class: Class = format!("{side} {class}")
                .parse()
                .map_err(|error| AtlasError::Class(number, error))?;
            let words = game.split(' ').filter(|word| !word.ends_with('.') && !word.is_empty());
            let game: Vec<String> = words.map(str::to_owned).collect();
            let row = atlas.row_mut(class);
            let wrong = || AtlasError::Line(number);
            let searched = searched.parse().ok().filter(|&plies| plies <= LONGEST);
            row.searched = searched.ok_or_else(wrong)?;
            let told = game.first().map_or_else(String::new, |_| game.len().to_string());
            if plies != told || game.len() > LONGEST as usize {
                return Err(wrong());
            }
            row.game = (!game.is_empty()).then_some(game);
        }
        Ok(atlas)
    }
}
