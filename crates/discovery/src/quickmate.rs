//! The shortest game that ends with a given move, and the proof that there is no shorter one.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use rayon::prelude::*;
use shakmaty::{
    Bitboard, Chess, Color, Move, Position as _, Role, Square,
    attacks::{king_attacks, knight_attacks, queen_attacks},
};

use crate::{
    aim::Aim,
    atlas::Atlas,
    beam::Beam,
    class::{Class, Classes},
    goal::Effect,
    guide::{ByItsEnd, Guide, Until},
    heuristic::{Heuristic, Judge},
    layers::{Entry, Layer, Stack},
    pattern::Outcome,
    routes::routes,
    score::read,
    tail::Tail,
    terms::Terms,
};

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// One game.
    #[default]
    One,
    /// One game, and how many there are.
    Number,
    /// So many games, and how many there are.
    UpTo(usize),
    /// Every game.
    All,
}

impl Asked {
    /// How many games are written down.
    fn games(self) -> usize {
        match self {
            Asked::One | Asked::Number => 1,
            Asked::UpTo(games) => games,
            Asked::All => usize::MAX,
        }
    }
}

/// A search for games that end with a move.
#[derive(Clone, Debug)]
pub struct Search {
    /// What is asked of the games.
    pub terms: Terms,
    /// How much of the answer is wanted.
    pub asked: Asked,
    /// Bytes that positions may take: layers of them, and the promising ones of a ply.
    pub memory: u64,
    /// Which positions are promising, when one game is looked for; without, all games are searched at
    /// once.
    pub heuristic: Option<Heuristic>,
    /// Whether one game is looked for among those of the atlas that is kept with the project, too.
    pub known: bool,
    /// Whether all games are searched where none is found: without, a game is found or not, and
    /// nothing is proved.
    pub proof: bool,
}

impl From<Terms> for Search {
    /// One game, with proof, in a GiB.
    fn from(terms: Terms) -> Search {
        let (asked, heuristic) = (Asked::One, Some(Heuristic::default()));
        Search { terms, asked, memory: 1 << 30, heuristic, known: true, proof: true }
    }
}

/// A length that was searched to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Exhausted {
    /// The half-moves of the games.
    pub plies: u32,
    /// The positions that were searched.
    pub positions: u64,
}

/// What was found, and what was proved.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Games, in a fixed order.
    pub games: Vec<Vec<Move>>,
    /// How many games there are of that length, if that was asked; [`u64::MAX`] if there are as many
    /// or more.
    pub number: Option<u64>,
    /// Lengths of which there is no game, or no other than those counted.
    pub exhausted: Vec<Exhausted>,
    /// Whether the search was broken off.
    pub interrupted: bool,
}

/// What happens in a search. The one who is told answers whether to go on.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A game is looked for among the most promising positions.
    Look {
        /// The length of the game.
        plies: u32,
        /// So many positions of a ply.
        width: usize,
    },
    /// A layer has been made.
    Layer {
        /// The length of the games sought.
        plies: u32,
        /// Its ply.
        ply: u32,
        /// Its positions.
        positions: u64,
    },
    /// Part of the games of a length have been searched.
    Part {
        /// The length of the games sought.
        plies: u32,
        /// Positions of the last layer that are done.
        done: u64,
        /// All of them.
        of: u64,
    },
}

/// Games of fewer plies are searched all: that takes no time.
const SHORT: u32 = 7;
/// How many positions of a ply are continued when a game is looked for: the last of them only if
/// it would take longer to search all games, or if that is not going to be done.
const WIDTHS: [usize; 5] = [32, 256, 2048, 16384, 131_072];
/// Each of them is so many times the one before.
const WIDER: u64 = 8;
/// To go on from a position takes so many times as long if what follows is judged.
const JUDGING: u64 = 6;
/// Games of fewer plies are searched all in no more time than the last width takes.
const MIDDLING: u32 = 9;

/// To look for a game among so many promising positions of a ply takes about as long as to go on from so many
/// times as many of a layer.
const FEW: u64 = 4;

/// Positions of the last layer after which the one who is told is asked.
const PART: usize = 4096;

/// Searches lengths one after the other, the least first, until there is a game.
///
/// ```
/// use shakmaty::Chess;
/// use solusrex_discovery::{Terms, quickmate::{Asked, Search, search}};
///
/// let terms = Terms::from(Chess::default()).ending_with("Qh4#".parse()?)?;
/// let answer = search(&Search { asked: Asked::Number, ..Search::from(terms) }, |_| true);
/// assert_eq!(answer.games[0].len(), 4);
/// assert_eq!(answer.number, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(search: &Search, tell: impl Fn(Event) -> bool + Sync) -> Answer {
    search_until(search, &AtomicBool::new(false), tell)
}

/// The same until it is called off, which it minds at every move: parts of a long search may take
/// hours between one event and the next.
pub fn search_until(
    search: &Search,
    cancelled: &AtomicBool,
    tell: impl Fn(Event) -> bool + Sync,
) -> Answer {
    // what was called off half-way is told nobody as done
    let tell = |event| tell(event) && !cancelled.load(Relaxed);
    let mut answer = if search.terms.are_free() {
        let guide = &Until { guide: &ByItsEnd(&search.terms), cancelled };
        Hunt { guide, search, tell: &tell }.run()
    } else {
        Hunt { guide: &Until { guide: &search.terms, cancelled }, search, tell: &tell }.run()
    };
    answer.interrupted |= cancelled.load(Relaxed);
    answer
}

struct Hunt<'a, G, T> {
    guide: &'a G,
    search: &'a Search,
    tell: &'a T,
}

/// How games end, in the order of the layer, and how many positions were searched for it.
type Found<S> = (Vec<Ends<S>>, u64);

/// How games end that have come to a position.
struct Ends<S> {
    base: Entry<S>,
    number: u64,
    lines: Vec<Vec<Move>>,
}

impl<G: Guide, T: Fn(Event) -> bool + Sync> Hunt<'_, G, T> {
    fn run(&self) -> Answer {
        let mut answer = Answer::default();
        let mut layers = Stack::new(self.search.terms.start(), self.guide);
        for plies in self.search.terms.lengths() {
            let gone_through = self.length(plies, &mut layers, &mut answer);
            answer.interrupted = gone_through.is_break();
            let found = !answer.games.is_empty() || answer.number.is_some_and(|number| number > 0);
            if answer.interrupted || found {
                break;
            }
        }
        answer
    }

    /// Games of one length.
    fn length(
        &self,
        plies: u32,
        layers: &mut Stack<G::State>,
        answer: &mut Answer,
    ) -> ControlFlow<()> {
        let terms = &self.search.terms;
        let wanted = classes(terms, terms.side_at(plies));
        let outcome = terms.last().outcome;
        let effect = match outcome {
            Some(Outcome::Mate) => Effect::Mate,
            Some(Outcome::Check) => Effect::Check,
            _ => Effect::Any,
        };
        let aim = Aim::new(&wanted, |class, role| self.may_take(class, role), effect);
        let mating = outcome == Some(Outcome::Mate);
        let tail = Tail { guide: self.guide, plies, wanted: &wanted, aim: &aim, mating };
        if !aim.is_idle() {
            // what is kept depends on the length
            layers.clear();
        }
        let heuristic = self.search.heuristic.filter(|_| self.search.asked == Asked::One);
        if let Some(heuristic) = heuristic.filter(|_| plies >= SHORT) {
            answer.games.extend(self.look(heuristic, &tail, layers)?);
        }
        if !answer.games.is_empty() || !self.search.proof && plies >= SHORT {
            return ControlFlow::Continue(());
        }
        self.extend(layers, &tail, u64::MAX)?;
        let base = layers.at_most(tail.last_layer());
        let (ends, visited) = self.ends(base, &tail)?;
        let all = self.search.asked != Asked::One;
        if ends.is_empty() || all {
            let positions = layers.positions(base.ply() - base.ply().min(1)) + visited;
            answer.exhausted.push(Exhausted { plies, positions });
        }
        if all {
            let numbers = ends.iter().map(|end| end.base.1.saturating_mul(end.number));
            answer.number = Some(numbers.fold(0, u64::saturating_add));
        }
        self.write_games(base.ply(), &ends, answer);
        ControlFlow::Continue(())
    }

    /// Whether a last move of a class may take a man of a kind.
    fn may_take(&self, class: Class, role: Role) -> bool {
        is_last(&self.search.terms, class, &[Some(role)])
    }

    /// Makes the layers from which games are searched to their ends, as long as they have no more than so
    /// many positions.
    fn extend(
        &self,
        layers: &mut Stack<G::State>,
        tail: &Tail<'_, G>,
        positions: u64,
    ) -> ControlFlow<()> {
        let room = (self.search.memory, positions);
        layers.extend(tail.last_layer(), self.guide, tail, room, |ply, positions| {
            (self.tell)(Event::Layer { plies: tail.plies, ply, positions })
        })
    }

    /// A game of the length from the atlas, if one there is as it is asked for.
    fn known_game(&self, tail: &Tail<'_, G>) -> Option<Vec<Move>> {
        let start = self.search.terms.start();
        if !self.search.known || !tail.mating || *start != Chess::default() {
            return None;
        }
        let rows = tail.wanted.iter().map(|class| Atlas::kept().row(class));
        let of_the_length = rows.filter(|row| row.plies() == Some(tail.plies));
        let words = of_the_length.filter_map(|row| row.game.as_ref());
        let mut games = words.filter_map(|game| read(start, game.iter().map(String::as_str)).ok());
        games.find(|game| self.is_answer(game))
    }

    /// Whether a game that ends with mate is as it is asked for.
    fn is_answer(&self, game: &[Move]) -> bool {
        let mut position = self.search.terms.start().clone();
        let mut state = self.guide.start();
        (1..).zip(game).all(|(ply, &mv)| {
            let Some(next) = self.guide.step(ply, &position, mv, state) else { return false };
            state = next;
            let is_last = ply as usize == game.len();
            let ends = !is_last || self.guide.ends(&position, mv);
            position.play_unchecked(mv);
            ends && (!is_last || position.is_checkmate())
        })
    }

    /// Looks for a game among those that are known, and then among the most promising positions, more and
    /// more of them. In between layers are made as long as that takes no longer: where there are few games, all
    /// are soon gone through, and nothing more is looked for once that seems nearer than a wider look.
    fn look(
        &self,
        heuristic: Heuristic,
        tail: &Tail<'_, G>,
        layers: &mut Stack<G::State>,
    ) -> ControlFlow<(), Option<Vec<Move>>> {
        if let Some(known) = self.known_game(tail) {
            return ControlFlow::Continue(Some(known));
        }
        let may_take = |class, role| self.may_take(class, role);
        let judge = Judge::new(heuristic, tail.wanted, may_take);
        let all = tail.plies >= MIDDLING || !self.search.proof;
        let widest = if all { WIDTHS.len() } else { WIDTHS.len() - 1 };
        let most = Beam::<G>::widest(self.search.memory);
        let mut before = 0;
        for width in WIDTHS[..widest].iter().map(|&width| width.min(most)) {
            // memory may not suffice for more
            if width == before {
                break;
            }
            before = width;
            let beam = Beam { tail, judge: &judge, width };
            let go_on = || (self.tell)(Event::Look { plies: tail.plies, width });
            let found = beam.find(self.search.terms.start(), go_on)?;
            if found.is_some() {
                return ControlFlow::Continue(found);
            }
            if self.search.proof {
                self.extend(layers, tail, FEW * width as u64)?;
                let wider = WIDER * width as u64 * u64::from(tail.plies);
                if layers.expected_positions(tail.last_layer()) <= JUDGING * wider {
                    break;
                }
            }
        }
        ControlFlow::Continue(None)
    }

    /// How games end, in the order of the layer, and how many positions were searched for it.
    fn ends(&self, base: &Layer<G::State>, tail: &Tail<'_, G>) -> ControlFlow<(), Found<G::State>> {
        let parts: Vec<&[Entry<G::State>]> =
            base.shards().iter().flat_map(|shard| shard.chunks(PART)).collect();
        let (of, visited) = (base.positions(), AtomicU64::new(0));
        let mut ends: Vec<Ends<G::State>> = Vec::new();
        let mut written = 0;
        let mut done = 0;
        // more at a time as the search goes on: a game may be near
        let (mut begin, mut size) = (0, 1);
        while begin < parts.len() {
            let batch = &parts[begin..(begin + size).min(parts.len())];
            let stopped = AtomicBool::new(false);
            let found: Vec<Vec<Ends<G::State>>> = batch
                .par_iter()
                .map(|part| {
                    if stopped.load(Relaxed) {
                        return Vec::new();
                    }
                    let found = self.ends_of_part(base, part, tail, &visited);
                    if !(self.tell)(Event::Part { plies: tail.plies, done, of }) {
                        stopped.store(true, Relaxed);
                    }
                    found
                })
                .collect();
            if stopped.load(Relaxed) {
                return ControlFlow::Break(());
            }
            for mut end in found.into_iter().flatten() {
                // beyond those asked for, games are counted and not kept
                end.lines.truncate(self.search.asked.games() - written);
                written += end.lines.len();
                ends.push(end);
            }
            if self.search.asked == Asked::One && !ends.is_empty() {
                break;
            }
            done += batch.iter().map(|part| part.len() as u64).sum::<u64>();
            begin += size;
            size = (2 * size).min(256);
        }
        ControlFlow::Continue((ends, visited.into_inner()))
    }

    fn ends_of_part(
        &self,
        base: &Layer<G::State>,
        part: &[Entry<G::State>],
        tail: &Tail<'_, G>,
        visited: &AtomicU64,
    ) -> Vec<Ends<G::State>> {
        let mut found = Vec::new();
        let mut searched = 0;
        let mut left = self.search.asked.games();
        for &entry in part {
            let ((packed, state), _) = entry;
            let position = packed.unpack(base.turn());
            let mut ends = Ends { base: entry, number: 0, lines: Vec::new() };
            let call = &mut |line: &[Move], _| {
                ends.number += 1;
                if left > 0 {
                    left -= 1;
                    ends.lines.push(line.to_vec());
                }
            };
            tail.search(&position, base.ply(), state, &mut Vec::new(), &mut searched, call);
            if ends.number > 0 {
                found.push(ends);
                if self.search.asked == Asked::One {
                    break;
                }
            }
        }
        visited.fetch_add(searched, Relaxed);
        found
    }

    /// Games from the start to their ends, as many as are asked for.
    fn write_games(&self, ply: u32, ends: &[Ends<G::State>], answer: &mut Answer) {
        let most = self.search.asked.games();
        for end in ends {
            if answer.games.len() >= most {
                break;
            }
            let start = self.search.terms.start();
            let _ = routes(start, end.base.0, ply, self.guide, &mut |way| {
                let games = end.lines.iter().map(|line| [way, line].concat());
                answer.games.extend(games.take(most - answer.games.len()));
                match answer.games.len() < most {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        }
    }
}

/// Classes of which the last move may be, as far as its pattern says.
fn classes(terms: &Terms, color: Color) -> Classes {
    let could_be = |class: &Class| {
        let (_, to, capture) = class.parts();
        if class.is_castling() {
            return Square::ALL.into_iter().any(|rook| {
                let king = Square::from_coords(shakmaty::File::E, to.rank());
                let castles = to.rank() == rook.rank() && (king < rook) == (king < to);
                castles && terms.last().fits(color, Move::Castle { king, rook })
            });
        }
        is_last(terms, *class, if capture { &CAPTURES } else { &[None] })
    };
    Class::all(color).filter(could_be).fold(Classes::none(color), |mut set, class| {
        set.insert(class);
        set
    })
}

/// Whether some move of a class that takes one of these may be the last.
fn is_last(terms: &Terms, class: Class, captures: &[Option<Role>]) -> bool {
    let (role, to, takes) = class.parts();
    let color = class.color();
    origins(class, color).into_iter().any(|from| {
        let en_passant = Move::EnPassant { from, to };
        captures.iter().any(|&capture| {
            let promotion = class.promotion();
            let mv = Move::Normal { role, from, capture, to, promotion };
            terms.last().fits(color, mv)
        }) || role == Role::Pawn && takes && terms.last().fits(color, en_passant)
    })
}

const CAPTURES: [Option<Role>; 5] =
    [Some(Role::Pawn), Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

/// Squares from which a move of a class may come.
fn origins(class: Class, color: Color) -> Bitboard {
    let (role, to, _) = class.parts();
    match role {
        Role::Knight => knight_attacks(to),
        Role::King => king_attacks(to),
        Role::Pawn => {
            let file = Bitboard::from(class.origin_file().expect("pawns leave a file"));
            let back = color.fold_wb(-1, 1);
            let ranks = [back, 2 * back].into_iter().filter_map(|step| {
                u32::try_from(i32::from(to.rank()) + step).ok().filter(|&rank| rank < 8)
            });
            file & ranks.fold(Bitboard::EMPTY, |ranks, rank| {
                ranks | Bitboard::from(shakmaty::Rank::new(rank))
            })
        }
        _ => queen_attacks(to, Bitboard::EMPTY),
    }
}
