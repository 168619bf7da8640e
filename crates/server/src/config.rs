//! What the server may do.

/// What the server may do, and how much of it.
///
/// ```
/// use solusrex_server::Config;
///
/// let config = Config { solve_seconds: 5, ..Config::default() };
/// assert_eq!(config.auto_build, 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Missing tables of up to so many men are built on demand; 0 builds none.
    pub auto_build: usize,
    /// After so many seconds a search is ended.
    pub solve_seconds: u32,
    /// How many MiB the tables of a search may take.
    pub solve_memory: usize,
    /// How many threads a search may use.
    pub solve_threads: usize,
    /// How many searches may run at once.
    pub solves: usize,
    /// How many solutions of a problem are kept and told.
    pub solve_solutions: usize,
    /// The largest table, in MiB, that is loaded as a whole for statistics and the like.
    pub memory: u64,
    /// How many connections may be open at once.
    pub connections: usize,
}

impl Default for Config {
    fn default() -> Config {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            auto_build: 4,
            solve_seconds: 60,
            solve_memory: 256,
            solve_threads: threads,
            solves: 2,
            solve_solutions: 10_000,
            memory: 1024,
            connections: 1024,
        }
    }
}
