//! A folder of tables: opened when first asked for, probed without a lock.

use std::{
    fs, io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use arc_swap::ArcSwap;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role};
use solusrex_game::{Plies, Value};

use crate::{
    blank::{Positions, restore},
    ending::{Ending, MOST_MEN, Man, index},
    file::{self, File, FileError, Meta},
    layout::{Layout, Squares},
    metric::{Metric, Step, preference},
    placement::Placement,
    syzygy::Syzygy,
    table::{NO_POSITION, Palette, Table},
};

/// What the names of table files end in.
const EXTENSION: &str = ".srx";

/// One table of a folder.
pub type TableName = (Ending, Metric);

/// The tables of a folder, or of memory alone.
///
/// Tables are opened when they are first asked for; from then on a probe takes no lock and no
/// memory. A table that is saved or deleted meanwhile is seen by the next probe.
///
/// ```no_run
/// use solusrex_rules::Orthodox;
/// use solusrex_tables::{Metric, Tablebase};
///
/// let tables = Tablebase::open("tables");
/// let position = Orthodox::from_fen("8/8/8/8/8/2k5/1R6/K7 w - -")?;
/// println!("{}", tables.probe(position.as_chess(), Metric::Dtm)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    folder: Option<PathBuf>,
    open: ArcSwap<FxHashMap<TableName, Arc<OpenTable>>>,
    /// Held while the set of open tables is changed.
    changing: Mutex<()>,
    syzygy: Option<Syzygy>,
}

/// What a table is like, its values aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// The size of its file, or of its slots in memory.
    pub bytes: u64,
    /// The longest win; none if nobody wins.
    pub longest: Option<Plies>,
}

/// Why a position cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// Tables hold no castling rights.
    #[error("tables hold no positions with castling rights (leave them out of the FEN)")]
    Castling,
    /// No table has so many men.
    #[error("{0} men (tables have at most {MOST_MEN})")]
    Men(usize),
    /// The table has not been built.
    #[error("no {1} table of {0} (run `solusrex build {0} --metric {1}`)")]
    Missing(Ending, Metric),
    /// The table cannot be read.
    #[error(transparent)]
    Broken(#[from] TableError),
}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file holds something else.
    #[error("{0} is not the table that its name says (delete it and build it again)")]
    Foreign(String),
    /// A legal position has no value.
    #[error("{0} has no value for a legal position (delete it and build it again)")]
    Hole(String),
    /// A Syzygy table cannot be read.
    #[error("{0} (download it again)")]
    Syzygy(String),
    /// The folder cannot be read or written.
    #[error("{0}: {1} (name another folder with --tables)")]
    Folder(String, io::Error),
}

/// A table ready to be probed.
#[derive(Debug)]
enum OpenTable {
    Memory(Arc<Table>),
    File(Box<TableFile>),
}

/// A table in its file.
#[derive(Debug)]
struct TableFile {
    layout: Layout,
    palettes: [Palette; 2],
    file: File,
}

impl OpenTable {
    fn layout(&self) -> &Layout {
        match self {
            OpenTable::Memory(table) => &table.layout,
            OpenTable::File(table) => &table.layout,
        }
    }

    /// The value of a slot; none when it is no position.
    fn value(&self, side: Color, slot: u64) -> Result<Option<Value>, TableError> {
        match self {
            OpenTable::Memory(table) => Ok(table.value(side, slot)),
            OpenTable::File(table) => {
                let code = table.file.code(index(side), slot)?;
                Ok(table.palettes[index(side)].value(code))
            }
        }
    }
}

impl Tablebase {
    /// The tables of a folder. It need not exist before a table is saved.
    pub fn open(folder: impl Into<PathBuf>) -> Tablebase {
        Tablebase { folder: Some(folder.into()), ..Tablebase::in_memory() }
    }

    /// No folder: only the tables that are put in.
    pub fn in_memory() -> Tablebase {
        Tablebase {
            folder: None,
            open: ArcSwap::default(),
            changing: Mutex::default(),
            syzygy: None,
        }
    }

    /// With Syzygy tables to ask where these are missing.
    #[must_use]
    pub fn with_syzygy(self, syzygy: Syzygy) -> Tablebase {
        Tablebase { syzygy: Some(syzygy), ..self }
    }

    /// The Syzygy tables to ask where these are missing.
    pub fn syzygy(&self) -> Option<&Syzygy> {
        self.syzygy.as_ref()
    }

    /// Where the tables are.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The file of a table, whether it exists or not.
    pub fn path(&self, ending: Ending, metric: Metric) -> Option<PathBuf> {
        let (ending, metric) = canonical(ending, metric);
        Some(self.folder.as_ref()?.join(file_name(ending, metric)))
    }

    /// Whether a table is there.
    pub fn has(&self, ending: Ending, metric: Metric) -> bool {
        let name = canonical(ending, metric);
        self.open.load().contains_key(&name)
            || self.path(name.0, name.1).is_some_and(|path| path.is_file())
    }

    /// The tables that are there, in building order.
    pub fn list(&self) -> Result<Vec<TableName>, TableError> {
        let mut names: Vec<TableName> = self.open.load().keys().copied().collect();
        if let Some(folder) = &self.folder {
            let failed = |error| TableError::Folder(folder.display().to_string(), error);
            let entries = match fs::read_dir(folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
                Err(error) => return Err(failed(error)),
            };
            for entry in entries {
                let name = entry.map_err(failed)?.file_name();
                names.extend(name.to_str().and_then(read_file_name));
            }
        }
        names.sort_by_cached_key(|(ending, metric)| (ending.building_order(), metric.to_string()));
        names.dedup();
        Ok(names)
    }

    /// The value of a position for the side to move.
    ///
    /// Tables hold no en-passant rights: where there is such a capture, the better of the table's
    /// value and the capture's counts, or the capture's alone if nothing else can be played.
    ///
    /// # Errors
    ///
    /// The position is not in any table, or its table is missing or broken.
    pub fn probe(&self, position: &Chess, metric: Metric) -> Result<Value, ProbeError> {
        if position.castles().any() {
            return Err(ProbeError::Castling);
        }
        let value = match position.legal_ep_square() {
            None => self.probe_board(position.board(), position.turn(), metric),
            Some(_) => self.probe_en_passant(position, metric),
        };
        match value {
            // no need of a table where no mate can be
            Err(ProbeError::Missing(..))
                if Metric::TO_MATE.contains(&metric) && position.is_insufficient_material() =>
            {
                Ok(Value::Drawn)
            }
            value => value,
        }
    }

    fn probe_en_passant(&self, position: &Chess, metric: Metric) -> Result<Value, ProbeError> {
        let moves = position.legal_moves();
        let mut best = None;
        if !moves.iter().all(|mv| mv.is_en_passant()) {
            best = Some(self.probe_board(position.board(), position.turn(), metric)?);
        }
        for &capture in moves.iter().filter(|mv| mv.is_en_passant()) {
            let value = self.probe_move(position, capture, metric)?;
            best = best.into_iter().chain([value]).max_by_key(preference);
        }
        // a square of an en-passant capture comes with a capture
        Ok(best.unwrap_or(Value::Drawn))
    }

    /// The value of a legal move for the side that plays it.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::probe`], of the position after the move.
    pub fn probe_move(
        &self,
        position: &Chess,
        mv: Move,
        metric: Metric,
    ) -> Result<Value, ProbeError> {
        if let (Metric::Take(Man { colour, role }), Some(taken)) = (metric, mv.capture())
            && colour != position.turn()
            && role == taken
        {
            return Ok(Value::Won(Plies(1)));
        }
        let mut after = position.clone();
        after.play_unchecked(mv);
        Ok(metric.before(step(mv), self.probe(&after, metric)?))
    }

    /// The values in several metrics at once: what the men are and where they stand is worked out once.
    ///
    /// ```
    /// use solusrex_rules::Orthodox;
    /// use solusrex_tables::{Metric, ProbeError, Tablebase};
    ///
    /// let position = Orthodox::from_fen("8/8/8/8/8/2k5/1R6/K7 w - -")?;
    /// let [dtm, dtz] = Tablebase::in_memory().probe_each(position.as_chess(), [Metric::Dtm, Metric::Dtz]);
    /// assert!(matches!(dtm, Err(ProbeError::Missing(_, Metric::Dtm))));
    /// assert!(matches!(dtz, Err(ProbeError::Missing(_, Metric::Dtz))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_each<const N: usize>(
        &self,
        position: &Chess,
        metrics: [Metric; N],
    ) -> [Result<Value, ProbeError>; N] {
        let plain = position.castles().is_empty() && position.maybe_ep_square().is_none();
        match Standing::of(position.board(), position.turn()).filter(|_| plain) {
            Some(mut standing) => {
                metrics.map(|metric| match self.probe_standing(&mut standing, metric) {
                    Err(ProbeError::Missing(..)) => self.probe(position, metric),
                    value => value,
                })
            }
            // en passant asks for the value after the capture too
            None => metrics.map(|metric| self.probe(position, metric)),
        }
    }

    /// The value of the men on a board for the side to move, where nobody may castle and nothing be
    /// captured en passant. The side that is not to move must not be in check.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::probe`].
    pub fn probe_board(
        &self,
        board: &Board,
        side: Color,
        metric: Metric,
    ) -> Result<Value, ProbeError> {
        let mut standing =
            Standing::of(board, side).ok_or_else(|| ProbeError::Men(board.occupied().count()))?;
        self.probe_standing(&mut standing, metric)
    }

    fn probe_standing(
        &self,
        standing: &mut Standing<'_>,
        metric: Metric,
    ) -> Result<Value, ProbeError> {
        let ending = standing.ending;
        if ending == Ending::KINGS {
            return Ok(Value::Drawn);
        }
        let metric = if standing.exchanged { metric.exchanged() } else { metric };
        let open = self.open.load();
        let value = match open.get(&(ending, metric)) {
            Some(table) => probe_table(table, standing),
            None => {
                drop(open);
                let table = self.open_table((ending, metric))?;
                probe_table(&table, standing)
            }
        };
        value?.ok_or_else(|| TableError::Hole(file_name(ending, metric)).into())
    }

    /// The table of a canonical name, opened if it is not yet.
    fn open_table(&self, name: TableName) -> Result<Arc<OpenTable>, ProbeError> {
        let missing = || ProbeError::Missing(name.0, name.1);
        if let Some(table) = self.open.load().get(&name) {
            return Ok(table.clone());
        }
        let path = self.path(name.0, name.1).filter(|path| path.is_file()).ok_or_else(missing)?;
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        // another thread may have come first
        if let Some(table) = self.open.load().get(&name) {
            return Ok(table.clone());
        }
        let table = Arc::new(open_file(&path, name)?);
        self.with_open(|open| open.insert(name, table.clone()));
        Ok(table)
    }

    /// Changes the set of open tables; whoever calls it holds the lock `changing`.
    fn with_open<T>(
        &self,
        change: impl FnOnce(&mut FxHashMap<TableName, Arc<OpenTable>>) -> T,
    ) -> T {
        let mut open = FxHashMap::clone(&self.open.load());
        let changed = change(&mut open);
        self.open.store(Arc::new(open));
        changed
    }

    /// Puts in a table that stays in memory.
    pub fn insert(&self, table: Arc<Table>) {
        let name = (table.ending(), table.metric);
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.with_open(|open| open.insert(name, Arc::new(OpenTable::Memory(table))));
    }

    /// A whole table in memory.
    ///
    /// # Errors
    ///
    /// [`ProbeError::Missing`] or [`ProbeError::Broken`].
    pub fn load(&self, ending: Ending, metric: Metric) -> Result<Arc<Table>, ProbeError> {
        let (ending, metric) = canonical(ending, metric);
        match &*self.open_table((ending, metric))? {
            OpenTable::Memory(table) => Ok(table.clone()),
            OpenTable::File(table) => {
                let TableFile { layout, palettes, file } = &**table;
                let mut codes = [(); 2].map(|()| vec![NO_POSITION; layout.slots() as usize]);
                for side in [Color::White, Color::Black] {
                    let codes = &mut codes[index(side)];
                    file.read_all(index(side), codes).map_err(TableError::File)?;
                    restore(layout, side, codes);
                }
                let (layout, palettes) = (layout.clone(), palettes.clone());
                Ok(Arc::new(Table { layout, metric, codes, palettes }))
            }
        }
    }

    /// Writes a table into the folder. Nothing is told of slots that no probe asks for, because another
    /// stands for their symmetry class, which makes the file smaller.
    ///
    /// Every now and then `progress` hears how many slots are done, of both sides together, and says
    /// whether to go on.
    ///
    /// # Errors
    ///
    /// The file cannot be written; nothing half-written is left.
    pub fn save(
        &self,
        table: &Table,
        progress: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Result<(), TableError> {
        let name = (table.ending(), table.metric);
        let Some((folder, path)) = self.folder().zip(self.path(name.0, name.1)) else {
            self.insert(Arc::new(table.clone()));
            return Ok(());
        };
        fs::create_dir_all(folder)
            .map_err(|error| TableError::Folder(folder.display().to_string(), error))?;
        let sides = [Color::White, Color::Black];
        let codes = sides.map(|side| table.codes(side));
        let meta = Meta {
            name: name.0.to_string(),
            metric: name.1.to_string(),
            dims: table.layout.dimensions(),
            palettes: sides.map(|side| table.palette(side).to_numbers()),
            extra: Vec::new(),
        };
        let positions = Positions::of(&table.layout);
        file::write(&path, &meta, codes, &positions, progress)?;
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.with_open(|open| open.remove(&name));
        Ok(())
    }

    /// Removes the unfinished files that killed builds have left in the folder.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or a file not removed.
    pub fn tidy(&self) -> Result<(), TableError> {
        let Some(folder) = self.folder().filter(|folder| folder.exists()) else { return Ok(()) };
        file::remove_leftovers(folder, EXTENSION)
            .map_err(|error| TableError::Folder(folder.display().to_string(), error))
    }

    /// The size and the longest win of a table.
    ///
    /// # Errors
    ///
    /// [`ProbeError::Missing`] or [`ProbeError::Broken`].
    pub fn info(&self, ending: Ending, metric: Metric) -> Result<TableInfo, ProbeError> {
        let (ending, metric) = canonical(ending, metric);
        let (bytes, palettes) = match &*self.open_table((ending, metric))? {
            OpenTable::Memory(table) => (2 * table.layout.slots(), table.palettes.clone()),
            OpenTable::File(table) => (table.file.bytes(), table.palettes.clone()),
        };
        let wins = palettes.iter().flat_map(Palette::iter).filter(|(_, value)| value.is_won());
        Ok(TableInfo { bytes, longest: wins.filter_map(|(_, value)| value.plies()).max() })
    }

    /// The values that occur in a table with a side to move, a draw always among them; the ending's
    /// colours are as they are given.
    ///
    /// # Errors
    ///
    /// [`ProbeError::Missing`] or [`ProbeError::Broken`].
    pub fn values(
        &self,
        ending: Ending,
        metric: Metric,
        side: Color,
    ) -> Result<Vec<Value>, ProbeError> {
        let exchanged = ending.canonical().1;
        let side = if exchanged { !side } else { side };
        let table = self.open_table(canonical(ending, metric))?;
        let palette = match &*table {
            OpenTable::Memory(table) => table.palette(side),
            OpenTable::File(table) => &table.palettes[index(side)],
        };
        Ok(palette.iter().map(|(_, value)| value).collect())
    }

    /// The layout of a table, and the slots in it of all positions with a wanted value for the side to
    /// move, one of each symmetry class; both side and ending are as the table has them. The file is read
    /// through, and nothing else of it kept.
    pub(crate) fn find(
        &self,
        name: TableName,
        side: Color,
        wanted: impl Fn(Value) -> bool,
    ) -> Result<(Layout, Vec<u64>), ProbeError> {
        let table = self.open_table(name)?;
        let palette = match &*table {
            OpenTable::Memory(table) => table.palette(side),
            OpenTable::File(table) => &table.palettes[index(side)],
        };
        let mut codes = [false; 256];
        for (code, value) in palette.iter() {
            codes[usize::from(code)] = wanted(value);
        }
        let layout = table.layout();
        let mut slots: Vec<u64> = match &*table {
            OpenTable::Memory(table) => {
                let slots = table.codes(side).iter().zip(0u64..);
                let slots = slots.filter(|&(&code, _)| codes[usize::from(code)]);
                slots.map(|(_, slot)| slot).collect()
            }
            OpenTable::File(table) => {
                table.file.find(index(side), &codes).map_err(TableError::File)?
            }
        };
        slots.retain(|&slot| {
            layout.is_representative(slot)
                && Placement::new(layout.men(), layout.squares(slot))
                    .is_some_and(|placement| placement.is_position(side))
        });
        Ok((layout.clone(), slots))
    }

    /// Compares a table with its checksums.
    ///
    /// # Errors
    ///
    /// [`ProbeError::Missing`] or [`ProbeError::Broken`].
    pub fn check(&self, ending: Ending, metric: Metric) -> Result<(), ProbeError> {
        match &*self.open_table(canonical(ending, metric))? {
            OpenTable::Memory(_) => Ok(()),
            OpenTable::File(table) => Ok(table.file.check().map_err(TableError::File)?),
        }
    }

    /// Removes a table; whether it was there.
    ///
    /// # Errors
    ///
    /// The file cannot be removed.
    pub fn delete(&self, ending: Ending, metric: Metric) -> Result<bool, TableError> {
        let name = canonical(ending, metric);
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let was_open = self.with_open(|open| open.remove(&name)).is_some();
        let Some(path) = self.path(name.0, name.1) else { return Ok(was_open) };
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(was_open),
            Err(error) => Err(TableError::Folder(path.display().to_string(), error)),
        }
    }
}

/// The name under which a table is kept.
pub(crate) fn canonical(ending: Ending, metric: Metric) -> TableName {
    let (ending, exchanged) = ending.canonical();
    (ending, if exchanged { metric.exchanged() } else { metric })
}

/// `KQKR.dtm.srx`
fn file_name(ending: Ending, metric: Metric) -> String {
    format!("{ending}.{metric}{EXTENSION}")
}

/// The table of a file name; none for other files.
fn read_file_name(name: &str) -> Option<TableName> {
    let (ending, metric) = name.strip_suffix(EXTENSION)?.split_once('.')?;
    let table = (ending.parse().ok()?, metric.parse().ok()?);
    // other spellings are not what a probe would look for
    (file_name(table.0, table.1) == name && canonical(table.0, table.1) == table).then_some(table)
}

/// What a move does to a count.
pub(crate) fn step(mv: Move) -> Step {
    if mv.is_capture() || mv.is_promotion() {
        Step::Conversion
    } else if mv.role() == Role::Pawn {
        Step::PawnMove
    } else {
        Step::Quiet
    }
}

/// The men of a position as the tables of their ending have them.
struct Standing<'a> {
    board: &'a Board,
    /// Under its canonical name.
    ending: Ending,
    /// Whether the colours are exchanged in it.
    exchanged: bool,
    /// The side to move there.
    side: Color,
    /// The slot, once a table has told it: all tables of an ending have the same layout.
    slot: Option<Option<u64>>,
}

impl Standing<'_> {
    fn of(board: &Board, side: Color) -> Option<Standing<'_>> {
        let (ending, exchanged) = Ending::of_board(board)?.canonical();
        let side = if exchanged { !side } else { side };
        Some(Standing { board, ending, exchanged, side, slot: None })
    }

    fn slot(&mut self, layout: &Layout) -> Option<u64> {
        let (board, exchanged) = (self.board, self.exchanged);
        *self.slot.get_or_insert_with(|| layout.slot(&squares(layout, board, exchanged)))
    }
}

/// The value of the men on a board; none when the table has none for them.
fn probe_table(
    table: &OpenTable,
    standing: &mut Standing<'_>,
) -> Result<Option<Value>, TableError> {
    match standing.slot(table.layout()) {
        Some(slot) => table.value(standing.side, slot),
        None => Ok(None),
    }
}

/// The squares of the men in the table's order, the board turned when colours are exchanged.
fn squares(layout: &Layout, board: &Board, exchanged: bool) -> Squares {
    let mut squares = [0; MOST_MEN];
    let mut left = Bitboard::EMPTY;
    let turn = if exchanged { 56 } else { 0 };
    for (square, &Man { colour, role }) in squares.iter_mut().zip(layout.men()) {
        // like men follow each other: the next one is what the last one left
        if left.is_empty() {
            left = board.by_role(role) & board.by_color(if exchanged { !colour } else { colour });
        }
        *square = left.pop_front().map_or(0, |found| found as u8 ^ turn);
    }
    squares
}

/// Opens a file and makes sure that it is the table of that name.
fn open_file(path: &Path, (ending, metric): TableName) -> Result<OpenTable, TableError> {
    let layout = Layout::new(ending);
    let file = File::open(path, Positions::of(&layout))?;
    let Meta { name: written, metric: counted, dims, palettes, .. } = file.meta();
    let fits = *written == ending.to_string()
        && *counted == metric.to_string()
        && *dims == layout.dimensions();
    let [white, black] = palettes;
    match (fits, Palette::from_numbers(white), Palette::from_numbers(black)) {
        (true, Some(white), Some(black)) => {
            Ok(OpenTable::File(Box::new(TableFile { layout, palettes: [white, black], file })))
        }
        _ => Err(TableError::Foreign(path.display().to_string())),
    }
}
