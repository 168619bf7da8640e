//! What tables of endings tell: with few orthodox men, the answer to any length is known.
//!
//! An [`Oracle`] asks tables that are there. For help play they can be made on the spot: [`Distance`]
//! does so as soon as a search has gone into more positions in vain than making them is worth.

use std::{
    collections::HashSet,
    ops::ControlFlow,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use shakmaty::{Board, Color, Piece, Role};
use solusrex_game::{Plies, Value};
use solusrex_rules::{Colour, KindId, Man, Position, Rules, Side, Square, Swift};
use solusrex_tables::{
    Ending, Metric, TableName, Tablebase,
    build::{Plan, build},
};

use super::limits::{Limits, Watch};

/// Tables that may be asked about positions of orthodox chess.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    tables: Arc<Tablebase>,
    metric: Metric,
    /// The tables that are there; none where all are that can be asked for.
    known: Option<Arc<HashSet<TableName>>>,
    /// No table has more men.
    most_men: usize,
}

impl Oracle {
    /// The tables of a metric; none if there are none, or if the position is not of orthodox chess.
    pub(crate) fn new(
        tables: &Arc<Tablebase>,
        metric: Metric,
        position: &Position,
    ) -> Option<Oracle> {
        Swift::try_from(position).ok()?;
        let fits = |name: &TableName| name.1 == metric || name.1 == metric.exchanged();
        let known: HashSet<TableName> = tables.list().ok()?.into_iter().filter(fits).collect();
        let most_men = known.iter().map(|(ending, _)| ending.men()).max()?;
        Some(Oracle { tables: tables.clone(), metric, known: Some(Arc::new(known)), most_men })
    }

    /// The tables of a metric, of which none is missing for what can come of an ending.
    fn complete(tables: Arc<Tablebase>, metric: Metric, ending: Ending) -> Oracle {
        Oracle { tables, metric, known: None, most_men: ending.men() }
    }

    /// The value of a position for the side to move; none where no table tells.
    pub(crate) fn value<R: Rules>(&self, position: &R) -> Option<Value> {
        if position.has_rights() {
            return None;
        }
        let board = board(position, self.most_men)?;
        if let Some(known) = &self.known {
            let ending = Ending::of_board(&board)?;
            let (canonical, exchanged) = ending.canonical();
            let metric = if exchanged { self.metric.exchanged() } else { self.metric };
            if ending != Ending::KINGS && !known.contains(&(canonical, metric)) {
                return None;
            }
        }
        self.tables.probe_board(&board, color(position.side_to_move()), self.metric).ok()
    }

    /// With how many moves the side to move mates, if it does; nothing where no table tells.
    pub(crate) fn mates<R: Rules>(&self, position: &R) -> Option<Option<u32>> {
        self.value(position).map(|value| match value {
            Value::Won(plies) => Some(plies.moves().0),
            Value::Drawn | Value::Lost(_) => None,
        })
    }
}

/// The board of a position of orthodox chess with at most so many men.
fn board<R: Rules>(position: &R, most: usize) -> Option<Board> {
    let mut board = Board::empty();
    let mut men = 0;
    position.each_man(|square, man| {
        men += 1;
        if let (true, Some(piece)) = (men <= most, piece(man)) {
            board.set_piece_at(theirs(square), piece);
        }
    });
    (men <= most && board.occupied().count() == men).then_some(board)
}

fn piece(man: Man) -> Option<Piece> {
    let role = match man.kind {
        KindId::KING => Role::King,
        KindId::QUEEN => Role::Queen,
        KindId::ROOK => Role::Rook,
        KindId::BISHOP => Role::Bishop,
        KindId::KNIGHT => Role::Knight,
        KindId::PAWN => Role::Pawn,
        _ => return None,
    };
    match man.colour {
        Colour::White => Some(role.of(Color::White)),
        Colour::Black => Some(role.of(Color::Black)),
        Colour::Neutral => None,
    }
}

fn theirs(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(u32::from(square.0))
}

pub(crate) fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// Tables are made for so many men at most, or for one more where there is memory in plenty.
const FEW_MEN: usize = 4;
const PLENTY: usize = 1 << 30;

/// To go into a position in vain, the moves from it included, takes about as long as so many slots of a
/// table take to be filled.
const SLOTS: u64 = 256;

/// So many positions of a thread are counted at once.
const SAMPLE: u32 = 64;

/// The part of the memory that is left for positions met before where tables may be made.
pub(crate) const REST: usize = 8;

/// How many half-moves the goal is away if both sides help. Nothing is known at first; once the search
/// has spent as much time in vain as it takes to make the tables, they are made. (Where it finds something
/// all the time, they would not help.)
#[derive(Clone, Debug)]
pub(crate) struct Distance {
    shared: Arc<Shared>,
    /// Once the tables are there.
    oracle: Option<Oracle>,
    /// Positions that this thread has gone into in vain and that are not counted yet.
    vain: u32,
    /// Half-moves behind the script.
    beyond: usize,
}

/// What all threads of a search know.
#[derive(Debug)]
struct Shared {
    ending: Ending,
    metric: Metric,
    memory: usize,
    threads: usize,
    watch: Watch,
    /// Positions gone into in vain.
    vain: AtomicU64,
    /// After how many of them the tables are made; none if they take too much memory.
    price: OnceLock<Option<u64>>,
    made: OnceLock<Option<Oracle>>,
}

impl Distance {
    /// The distance to the goal of a metric from the positions that come of one; none if there are too
    /// many men, or others than those of chess. `beyond` half-moves follow behind the script.
    pub(crate) fn new(
        position: &Position,
        metric: Metric,
        beyond: usize,
        limits: &Limits,
        watch: Watch,
    ) -> Option<Distance> {
        Swift::try_from(position).ok()?;
        let ending = Ending::of_board(&board(position, solusrex_tables::MOST_MEN)?)?;
        let oracle = limits.endings.as_ref().filter(|tables| {
            tables.has(ending, metric) && Plan::new([ending], &[metric], tables).tasks().is_empty()
        });
        let oracle = oracle.map(|tables| Oracle::complete(tables.clone(), metric, ending));
        let most_men = FEW_MEN + usize::from(limits.memory >= PLENTY);
        if oracle.is_none() && ending.men() > most_men {
            return None;
        }
        let shared = Shared {
            ending,
            metric,
            memory: limits.memory - limits.memory / REST,
            threads: limits.threads,
            watch,
            vain: AtomicU64::new(0),
            price: OnceLock::new(),
            made: OnceLock::new(),
        };
        Some(Distance { shared: Arc::new(shared), oracle, vain: 0, beyond })
    }

    /// Whether the tables are there.
    pub(crate) fn is_known(&self) -> bool {
        self.oracle.is_some()
    }

    /// Whether the goal is further away than the half-moves left in a script and behind it. None as long
    /// as there are no tables.
    #[inline]
    pub(crate) fn exceeds<R: Rules>(&self, position: &R, left: usize) -> Option<bool> {
        let value = self.oracle.as_ref()?.value(position);
        Some(match value {
            Some(Value::Won(Plies(plies))) => plies as usize > left + self.beyond,
            Some(Value::Drawn | Value::Lost(_)) => true,
            None => false,
        })
    }

    /// Notes that nothing came of a position.
    #[inline]
    pub(crate) fn note_failure(&mut self) {
        self.vain += 1;
        if self.vain >= SAMPLE && self.oracle.is_none() {
            self.oracle = self.shared.count(self.vain);
            self.vain = 0;
        }
    }
}

impl Shared {
    /// Counts positions gone into in vain, and has the tables made when it is time.
    #[cold]
    fn count(&self, vain: u32) -> Option<Oracle> {
        let vain = self.vain.fetch_add(vain.into(), Ordering::Relaxed) + u64::from(vain);
        let price = (*self.price.get_or_init(|| self.price()))?;
        if vain < price {
            return None;
        }
        self.made.get_or_init(|| self.make()).clone()
    }

    fn plan(&self) -> Plan {
        Plan::new([self.ending], &[self.metric], &Tablebase::in_memory())
    }

    fn price(&self) -> Option<u64> {
        let plan = self.plan();
        let fits = plan.memory(self.threads) <= self.memory as u64;
        fits.then(|| plan.slots() / SLOTS)
    }

    fn make(&self) -> Option<Oracle> {
        let tables = Arc::new(Tablebase::in_memory());
        let go_on = |_| match self.watch.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().ok()?;
        threads.install(|| build(&self.plan(), &tables, u64::MAX, &go_on)).ok()?;
        Some(Oracle::complete(tables, self.metric, self.ending))
    }
}

#[cfg(test)]
mod tests {
    use solusrex_rules::Orthodox;

    use super::*;

    fn position(fen: &str) -> Position {
        Orthodox::from_fen(fen).unwrap().to_general()
    }

    fn distance(fen: &str, limits: &Limits) -> Option<Distance> {
        let metric = Metric::Helpmate(Color::White);
        Distance::new(&position(fen), metric, 0, limits, Watch::new(limits, None))
    }

    /// Nothing is known of a position before the tables are worth making, and all of it afterwards.
    #[test]
    fn tables_are_made_when_the_search_is_long() {
        let limits = Limits { threads: 1, ..Limits::default() };
        let fen = "8/8/8/8/8/8/8/K1k1R3 b - -";
        let mut near = distance(fen, &limits).unwrap();
        let position = position(fen);
        let price = near.shared.price().unwrap();
        let mut vain = 0;
        while near.exceeds(&position, 2).is_none() {
            near.note_failure();
            vain += 1;
        }
        assert!((price..=price + u64::from(SAMPLE)).contains(&vain), "{vain}, {price}");
        let away = near.oracle.as_ref().and_then(|oracle| oracle.value(&position));
        let Some(Value::Won(Plies(plies))) = away else { panic!("{away:?}") };
        for left in 0..20 {
            assert_eq!(near.exceeds(&position, left), Some(plies as usize > left), "{left}");
        }
        // another thread has only to count once more
        let mut other = Distance { oracle: None, vain: SAMPLE - 1, ..near.clone() };
        assert_eq!(other.exceeds(&position, 20), None);
        other.note_failure();
        assert_eq!(other.exceeds(&position, 20), Some(false));
    }

    #[test]
    fn rights_are_in_no_table() {
        let limits = Limits { threads: 1, ..Limits::default() };
        let castling = "8/8/8/8/8/5k2/8/4K2R b K -";
        let mut distance = distance(castling, &limits).unwrap();
        let with_rights = position(castling);
        while !distance.is_known() {
            distance.note_failure();
        }
        assert_eq!(distance.exceeds(&with_rights, 0), Some(false));
        let without = position("8/8/8/8/8/5k2/8/4K2R b - -");
        assert_eq!(distance.exceeds(&without, 0), Some(true));
        // nobody mates with a king
        let bare = position("8/8/8/8/8/5k2/8/4K3 b - -");
        assert_eq!(distance.exceeds(&bare, 100), Some(true));
    }

    #[test]
    fn tables_keep_within_the_memory() {
        let few = "8/8/8/8/8/5k2/7p/4K2R b - -";
        let many = "8/8/8/8/8/5k2/7p/3NK2R b - -";
        let roomy = Limits { threads: 1, memory: PLENTY, ..Limits::default() };
        let tight = Limits { threads: 1, memory: 1 << 20, ..Limits::default() };
        assert!(distance(few, &roomy).unwrap().shared.price().is_some());
        assert!(distance(few, &tight).unwrap().shared.price().is_none());
        assert!(distance(many, &roomy).unwrap().shared.price().is_none());
        assert!(distance(many, &Limits::default()).is_none());
    }
}
