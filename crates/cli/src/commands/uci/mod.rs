//! `solusrex uci`: an engine for chess programs, perfect where tables reach.

mod control;
mod mate;
mod protocol;
mod thought;

use std::{
    io::{self, BufRead, Read, Write},
    path::PathBuf,
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use clap::Args;
use shakmaty::{Chess, Position as _};
use solusrex_tables::{Syzygy, Tablebase};

use self::{
    control::Control,
    mate::Memory,
    protocol::{Go, Said},
    thought::Thought,
};
use super::build::free_memory;
use crate::{
    args::Global,
    error::Error,
    tables::{self, SyzygyArgs},
};

/// Serve a chess program as a UCI engine, perfect where tables reach
#[derive(Args, Debug)]
#[command(after_help = "\
Where a position is in the tables (or in Syzygy's, option SyzygyPath), the move is the best there is,
at once. Elsewhere only forced mates are looked for, shortest first: this is no general engine.

Examples:
  solusrex uci
  solusrex uci --tables tables")]
pub(crate) struct Uci {
    #[command(flatten)]
    syzygy: SyzygyArgs,
}

/// The time for a `go` that gives no limit.
const UNLIMITED: Duration = Duration::from_secs(5);

/// A game of thousands of moves is shorter.
const LONGEST_LINE: u64 = 1 << 20;

/// How far the options go.
const MOST_LINES: usize = 256;
const MOST_THREADS: usize = 1024;
const MOST_MEBIBYTES: usize = 1 << 16;
const USUAL_MEBIBYTES: usize = 64;

impl Uci {
    pub(crate) fn run(&self, global: &Global) -> Result<(), Error> {
        let folder = tables::folder(global)?;
        let mut engine = Engine {
            tables: Arc::new(self.syzygy.open(global)?),
            folder,
            syzygy: String::new(),
            memory: Arc::new(Memory::new(USUAL_MEBIBYTES)),
            threads: rayon::current_num_threads(),
            multi_pv: 1,
            show_wdl: false,
            position: Chess::default(),
            search: None,
        };
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let unreadable = |error: io::Error| {
                Error::Failure(format!("cannot read standard input: {error} (is it a file?)"))
            };
            let mut start = input.by_ref().take(LONGEST_LINE);
            if start.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                break;
            }
            if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
                input.skip_until(b'\n').map_err(unreadable)?;
                tell("a line of more than a mebibyte (ignored)")?;
                continue;
            }
            match protocol::read(&String::from_utf8_lossy(&line)) {
                Ok(Said::Quit) => {
                    engine.stop();
                    break;
                }
                Ok(said) => engine.hear(said)?,
                Err(why) => tell(&why)?,
            }
        }
        engine.finish();
        Ok(())
    }
}

/// The engine between two lines.
struct Engine {
    tables: Arc<Tablebase>,
    folder: PathBuf,
    syzygy: String,
    memory: Arc<Memory>,
    threads: usize,
    multi_pv: usize,
    show_wdl: bool,
    position: Chess,
    search: Option<(Arc<Control>, JoinHandle<()>)>,
}

/// One line to the other program.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// A remark.
fn tell(what: &str) -> Result<(), Error> {
    let what: String = what.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Ok(say(&format!("info string {what}"))?)
}

impl Engine {
    fn hear(&mut self, said: Said) -> Result<(), Error> {
        match said {
            Said::Uci => self.introduce()?,
            Said::IsReady => say("readyok")?,
            Said::NewGame => {
                self.stop();
                self.finish();
                self.memory.clear();
            }
            Said::SetOption { name, value } => {
                if self.is_searching() {
                    return tell("options are set between searches (ignored)");
                }
                if let Err(why) = self.set(&name, &value) {
                    return tell(&why);
                }
            }
            Said::Position(position) => self.position = *position,
            Said::Go(go) => {
                if self.is_searching() {
                    return tell("a search is under way (go ignored; say stop first)");
                }
                self.go(*go)?;
            }
            Said::Stop => self.stop(),
            Said::PonderHit => {
                if let Some((control, _)) = &self.search {
                    control.ponder_hit();
                }
            }
            Said::Quit | Said::Nothing => {}
        }
        Ok(())
    }

    fn introduce(&self) -> Result<(), Error> {
        say(&format!("id name Solus Rex {}", env!("CARGO_PKG_VERSION")))?;
        say("id author the Solus Rex authors")?;
        for option in [
            format!("Hash type spin default {USUAL_MEBIBYTES} min 1 max {MOST_MEBIBYTES}"),
            format!("Threads type spin default {} min 1 max {MOST_THREADS}", self.threads),
            format!("MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "Ponder type check default false".to_owned(),
            "UCI_ShowWDL type check default false".to_owned(),
            format!("TablesPath type string default {}", self.folder.display()),
            "SyzygyPath type string default <empty>".to_owned(),
        ] {
            say(&format!("option name {option}"))?;
        }
        Ok(say("uciok")?)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name} {value} (a number from 1 to {most}; ignored)"))
        };
        let check = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} {value} (true or false; ignored)")),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let mebibytes = number(MOST_MEBIBYTES)?;
                let free = (free_memory() >> 20) as usize;
                if mebibytes > free {
                    return Err(format!("Hash {mebibytes} (only {free} MiB are free; ignored)"));
                }
                self.memory = Arc::new(Memory::new(mebibytes));
            }
            "threads" => self.threads = number(MOST_THREADS)?,
            "multipv" => self.multi_pv = number(MOST_LINES)?,
            "ponder" => {
                check()?;
            }
            "uci_showwdl" => self.show_wdl = check()?,
            "tablespath" => self.open(PathBuf::from(value), self.syzygy.clone())?,
            "syzygypath" => {
                let path = if value == "<empty>" { "" } else { value };
                self.open(self.folder.clone(), path.to_owned())?;
            }
            _ => return Err(format!("no option {name} (ignored)")),
        }
        Ok(())
    }

    /// Opens other folders of tables.
    fn open(&mut self, folder: PathBuf, syzygy: String) -> Result<(), String> {
        let mut tables = Tablebase::open(&folder);
        if !syzygy.is_empty() {
            let opened = Syzygy::open(&syzygy).map_err(|error| error.to_string())?;
            if opened.files() == 0 {
                return Err(format!(
                    "no Syzygy tables in {syzygy} (.rtbw and .rtbz files; ignored)"
                ));
            }
            tables = tables.with_syzygy(opened);
        }
        (self.tables, self.folder, self.syzygy) = (Arc::new(tables), folder, syzygy);
        // what was proved with other tables stays proved
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), Error> {
        self.finish();
        let mut time = go.time(self.position.turn());
        if go.is_unlimited() {
            time = Some(UNLIMITED);
            if !go.ponder {
                tell(&format!("go without a limit: at most {} seconds", UNLIMITED.as_secs()))?;
            }
        }
        let control = Arc::new(Control::new(go.infinite, go.ponder, time, go.nodes));
        let thinking = {
            let control = control.clone();
            let (tables, memory) = (self.tables.clone(), self.memory.clone());
            let position = self.position.clone();
            let (multi_pv, show_wdl) = (self.multi_pv, self.show_wdl);
            let threads = self.threads;
            move || {
                // who has gone needs no answer
                let say = |line: &str| drop(say(line));
                let thought = Thought {
                    tables: &tables,
                    memory: &memory,
                    control: &control,
                    position: &position,
                    go: &go,
                    multi_pv,
                    show_wdl,
                    began: Instant::now(),
                    say: &say,
                };
                match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                    Ok(pool) => pool.install(|| thought.think()),
                    Err(_) => thought.think(),
                }
            }
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(thinking);
        let thread = thread.map_err(|error| {
            Error::Failure(format!("cannot start a search: {error} (end other programs)"))
        })?;
        self.search = Some((control, thread));
        Ok(())
    }

    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|(control, _)| !control.is_answered())
    }

    fn stop(&self) {
        if let Some((control, _)) = &self.search {
            control.stop();
        }
    }

    /// Lets a search that ends by itself come to its end, and ends another one.
    fn finish(&mut self) {
        if let Some((control, thread)) = self.search.take() {
            if !control.is_finite() {
                control.stop();
            }
            let _ = thread.join();
        }
    }
}
