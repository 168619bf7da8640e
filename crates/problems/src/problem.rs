//! A problem: men, stipulation, conditions, options and twins, and the tasks that come of them.

use std::{collections::BTreeMap, fmt, sync::Arc};

use solusrex_rules::{
    Attributes, Colour, Geometry, Kind, Man, Position, Side, Square, Variant, attributes,
    conditions::{Condition, ConditionError},
    kind::Nature,
};

use crate::{
    language::{self, LanguageError},
    stipulation::{Goal, Stipulation},
};

/// A problem as given.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Authors, source, title and the like, line by line.
    pub heading: Vec<Heading>,
    /// The position, the stipulation and the conditions before twins change them.
    pub diagram: Setup,
    /// How it is to be solved and shown.
    pub options: Options,
    /// The twins, in order.
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is no twin.
    pub zero_position: bool,
}

/// A line of the heading.
///
/// ```
/// use solusrex_problems::Problem;
///
/// let text = "BeginProblem\nAuth Sam Loyd\nPieces White Kb6 Rc1 Black Ka8 Stipulation #1 EndProblem";
/// assert_eq!(Problem::parse(text)?[0].heading[0].to_string(), "Author Sam Loyd");
/// # Ok::<(), solusrex_problems::LanguageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// `Author`, `Title`, ..
    pub word: &'static str,
    /// What stands behind it.
    pub text: String,
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.text)
    }
}

impl Problem {
    /// Reads problems in Popeye's language.
    ///
    /// ```
    /// use solusrex_problems::Problem;
    ///
    /// let text = "BeginProblem Pieces White Kb6 Rc1 Black Ka8 Stipulation #1 EndProblem";
    /// let problems = Problem::parse(text)?;
    /// assert_eq!(problems.len(), 1);
    /// # Ok::<(), solusrex_problems::LanguageError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Vec<Problem>, LanguageError> {
        language::read(text)
    }

    /// Adds options written as behind `Option` in a file.
    ///
    /// ```
    /// use solusrex_problems::Problem;
    ///
    /// let text = "BeginProblem Pieces White Kb6 Rc1 Black Ka8 Stipulation #1 EndProblem";
    /// let mut problem = Problem::parse(text)?.remove(0);
    /// problem.add_options("Variations MatingPiece R")?;
    /// assert!(problem.options.variations);
    /// # Ok::<(), solusrex_problems::LanguageError>(())
    /// ```
    pub fn add_options(&mut self, text: &str) -> Result<(), LanguageError> {
        language::read_options(text, self)
    }

    /// The positions to be solved: the diagram and its twins.
    pub fn tasks(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        let alone = self.twins.is_empty();
        if !self.zero_position {
            let label = if alone { String::new() } else { "a".to_owned() };
            let changes = Vec::new();
            tasks.push(Task { label, continued: false, changes, setup: self.diagram.clone() });
        }
        for twin in &self.twins {
            let previous = tasks.last().filter(|_| twin.continued).map(|task| &task.setup);
            let mut setup = previous.unwrap_or(&self.diagram).clone();
            let changes = twin.changes.iter().map(|change| setup.apply(change)).collect();
            let label = label(tasks.len());
            tasks.push(Task { label, continued: twin.continued, changes, setup });
        }
        tasks
    }
}

/// `a` to `y`, then `z1`, `z2`, ...
fn label(nth: usize) -> String {
    match nth {
        0..25 => char::from(b'a' + nth as u8).to_string(),
        _ => format!("z{}", nth - 24),
    }
}

/// One position to be solved.
#[derive(Clone, Debug)]
pub struct Task {
    /// `a`, `b`, ...; empty where there are no twins.
    pub label: String,
    /// Whether the changes come on top of those of the twin before.
    pub continued: bool,
    /// What makes the twin, as written behind its label.
    pub changes: Vec<String>,
    /// What is to be solved.
    pub setup: Setup,
}

/// A position with what is asked of it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The board.
    pub board: Geometry,
    /// The men.
    pub men: Men,
    /// Where a game from one position to another begins.
    pub origin: Option<Men>,
    /// What is asked.
    pub stipulation: Stipulation,
    /// The conditions in force.
    pub conditions: Vec<Arc<dyn Condition>>,
}

/// Men on their squares.
pub type Men = BTreeMap<Square, Figure>;

/// A man before kinds have numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub colour: Colour,
    /// Whether it was made royal.
    pub royal: bool,
    /// Its other attributes.
    pub attributes: Attributes,
}

impl Figure {
    /// A man without attributes.
    pub fn plain(kind: Kind, colour: Colour) -> Figure {
        Figure { kind, colour, royal: false, attributes: Attributes::NONE }
    }

    /// Whether it must not be left to capture.
    pub fn is_royal(&self) -> bool {
        self.royal || self.kind.nature() == Nature::King
    }

    /// Colour and letters: `bS`.
    fn text(&self) -> String {
        let royal = if self.royal && self.kind.nature() != Nature::King { "r" } else { "" };
        let attributes = self.attributes.letters();
        format!("{}{royal}{attributes}{}", self.colour.letter(), self.kind.letters())
    }
}

impl Setup {
    /// The position with a side to move, with all castling rights that the men allow.
    pub fn position(&self, side: Side) -> Result<Position, ConditionError> {
        self.set_up(&self.men, side)
    }

    /// Where play begins: the diagram, the game array of a proof game, or the first position.
    pub fn start(&self, side: Side) -> Result<Position, ConditionError> {
        match (self.stipulation.goal, &self.origin) {
            (Goal::Position, Some(origin)) => self.set_up(origin, side),
            (Goal::Position, None) => self.set_up(&array(), side),
            _ => self.position(side),
        }
    }

    fn set_up(&self, men: &Men, side: Side) -> Result<Position, ConditionError> {
        let mut kinds: Vec<Kind> = Vec::new();
        let figures = || self.men.values().chain(self.origin.iter().flat_map(|men| men.values()));
        for figure in figures() {
            if !figure.kind.is_orthodox() && !kinds.contains(&figure.kind) {
                kinds.push(figure.kind.clone());
            }
        }
        let all = figures().fold(Attributes::NONE, |all, figure| all.and(figure.attributes));
        for kind in attributes::kinds(all) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let plain = kinds.is_empty() && self.conditions.is_empty() && all.is_empty();
        let variant = match plain && self.board.is_chess() {
            true => Variant::chess(),
            false => {
                let variant = Variant::new(self.board, kinds, self.conditions.clone())?;
                let kind = |figure: &Figure| variant.kind_id(figure.kind.letters());
                let men: Vec<_> = figures()
                    .filter_map(|figure| Some((kind(figure)?, figure.attributes)))
                    .collect();
                Arc::new(if !all.is_empty() { variant.with_attributes(men) } else { variant })
            }
        };
        let men: Vec<(Square, Man)> = men
            .iter()
            .filter_map(|(&square, figure)| {
                let kind = variant.kind_id(figure.kind.letters())?;
                let Figure { colour, attributes, .. } = *figure;
                let plain = Man::plain(kind, colour, figure.is_royal());
                Some((square, variant.at_the_start(square, Man { attributes, ..plain })))
            })
            .collect();
        let mut position = Position::new(variant, men, side);
        position.grant_all_castling();
        Ok(position)
    }

    /// What is asked, as composers write it.
    pub fn asked(&self) -> String {
        let text = self.stipulation.text(&self.board);
        match (self.stipulation.goal, &self.origin) {
            (Goal::Position, Some(_)) => text.replace("dia", "a=>b"),
            _ => text,
        }
    }

    /// Whether a side has a man that must not be captured.
    pub fn has_royal(&self, side: Side) -> bool {
        self.men.values().any(|figure| figure.is_royal() && figure.colour.serves(side))
    }

    /// The square on which a change misses a man.
    pub(crate) fn missing(&self, change: &Change) -> Option<Square> {
        let empty = |square: &&Square| !self.men.contains_key(square);
        match change {
            Change::Move(from, _) => [from].into_iter().find(empty).copied(),
            Change::Exchange(one, other) => [one, other].into_iter().find(empty).copied(),
            Change::Remove(squares) => squares.iter().find(empty).copied(),
            _ => None,
        }
    }

    /// Makes a change and tells it.
    pub(crate) fn apply(&mut self, change: &Change) -> String {
        let name = |square: &Square| self.board.name(*square).to_string();
        let man = |men: &Men, square: &Square| {
            format!("{}{}", men.get(square).map(Figure::text).unwrap_or_default(), name(square))
        };
        match change {
            Change::Move(from, to) => {
                let text = format!("{}-->{}", man(&self.men, from), name(to));
                if let Some(figure) = self.men.remove(from) {
                    self.men.insert(*to, figure);
                }
                text
            }
            Change::Exchange(one, other) => {
                let text = format!("{}<-->{}", man(&self.men, one), man(&self.men, other));
                let (first, second) = (self.men.remove(one), self.men.remove(other));
                self.men.extend(first.map(|figure| (*other, figure)));
                self.men.extend(second.map(|figure| (*one, figure)));
                text
            }
            Change::Remove(squares) => {
                let texts: Vec<String> =
                    squares.iter().map(|square| format!("-{}", man(&self.men, square))).collect();
                squares.iter().for_each(|square| drop(self.men.remove(square)));
                texts.join(" ")
            }
            Change::Add(men) => {
                self.men.extend(men.clone());
                let texts: Vec<String> =
                    men.keys().map(|square| format!("+{}", man(men, square))).collect();
                texts.join(" ")
            }
            Change::Substitute(old, new) => {
                for figure in self.men.values_mut().filter(|figure| figure.kind == *old) {
                    figure.kind = new.clone();
                }
                format!("{} ==> {}", old.letters(), new.letters())
            }
            Change::Rearrange(text, places) => {
                let men = std::mem::take(&mut self.men);
                let moved = men
                    .into_iter()
                    .filter_map(|(from, figure)| places[from.index()].map(|to| (to, figure)));
                self.men = moved.collect();
                text.clone()
            }
            Change::Colours => {
                for figure in self.men.values_mut() {
                    figure.colour = figure.colour.other();
                }
                "PolishType".to_owned()
            }
            Change::Stipulation(stipulation) => {
                self.stipulation = *stipulation;
                stipulation.text(&self.board)
            }
            Change::Conditions(conditions) => {
                self.conditions = conditions.clone();
                let names: Vec<String> =
                    conditions.iter().map(|condition| condition.name()).collect();
                names.join(" ")
            }
        }
    }
}

/// The men of the game array.
pub(crate) fn array() -> Men {
    use solusrex_rules::kind::catalogue;
    let mut men = Men::new();
    for (rank, colour, letters) in [
        (0, Colour::White, "RSBQKBSR"),
        (1, Colour::White, "PPPPPPPP"),
        (6, Colour::Black, "PPPPPPPP"),
        (7, Colour::Black, "RSBQKBSR"),
    ] {
        for (file, letter) in letters.chars().enumerate() {
            let square = Geometry::CHESS.at(file as i32, rank);
            let kind = catalogue::find(&letter.to_string());
            if let (Some(square), Some(kind)) = (square, kind) {
                men.insert(square, Figure::plain(kind.clone(), colour));
            }
        }
    }
    men
}

/// A twin: what is changed.
#[derive(Clone, Debug)]
pub struct Twin {
    /// Whether the changes come on top of those of the twin before.
    pub continued: bool,
    /// The changes.
    pub changes: Vec<Change>,
}

/// One change that makes a twin.
#[derive(Clone, Debug)]
pub enum Change {
    /// A man goes to another square.
    Move(Square, Square),
    /// Two men change places.
    Exchange(Square, Square),
    /// Men are taken off.
    Remove(Vec<Square>),
    /// Men are added.
    Add(Men),
    /// All men of a kind become another.
    Substitute(Kind, Kind),
    /// Every man goes where its square goes (nowhere: it is taken off): its name and the squares.
    Rearrange(String, Vec<Option<Square>>),
    /// White and Black change colours.
    Colours,
    /// Something else is asked.
    Stipulation(Stipulation),
    /// Other conditions hold.
    Conditions(Vec<Arc<dyn Condition>>),
}

/// How a problem is to be solved and shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Also what would happen if the other side were to move.
    pub set_play: bool,
    /// Also first moves that at most this many defences refute.
    pub tries: u32,
    /// Only such tries that are not refuted at random: at least one defence must fail.
    pub no_trivial_tries: bool,
    /// Also what follows the first moves.
    pub variations: bool,
    /// A quiet move of the attacker must threaten something in at most this many moves.
    pub longest_threat: Option<u32>,
    /// Without threats: every defence is shown.
    pub no_threats: bool,
    /// The position is that after the key.
    pub post_key: bool,
    /// The king may have at most this many flights after a move of the attacker.
    pub most_flights: Option<u32>,
    /// After a move of the attacker, at most `1 + .0` defences may last longer than `.1` moves.
    pub non_trivial: Option<(u32, u32)>,
    /// Without variations shorter than the stipulation asks.
    pub no_short_variations: bool,
    /// With the sides' parts exchanged.
    pub duplex: Duplex,
    /// The other side than usual begins.
    pub white_to_play: bool,
    /// No white king is missed.
    pub no_white_king: bool,
    /// No black king is missed.
    pub no_black_king: bool,
    /// The squares passed over by a double step just made.
    pub en_passant: Vec<Square>,
    /// Kings and rooks that have moved.
    pub no_castling: Vec<Square>,
    /// Pairs of rooks of which only one may castle.
    pub exclusive_castling: Vec<(Square, Square)>,
    /// In self and reflex play the attacker may also reach the goal himself.
    pub quodlibet: bool,
    /// Play ends where the goal is reached: no move but the last may reach it.
    pub goal_is_end: bool,
    /// Mating positions are made up first: moves have no numbers then.
    pub intelligent: bool,
    /// At most so many solutions are kept for each mating position.
    pub most_per_position: Option<u32>,
    /// Solving ends with this many solutions.
    pub most_solutions: Option<u32>,
    /// Solving ends when there are solutions shorter than asked.
    pub stop_on_short: bool,
    /// Solving ends after this many seconds.
    pub most_seconds: Option<u32>,
    /// First move by number, and further moves after it.
    pub from_move: Option<Vec<u32>>,
    /// Last move by number, and further moves after it.
    pub to_move: Option<Vec<u32>>,
    /// Without the diagram.
    pub no_board: bool,
    /// What solutions must be like.
    pub constraints: Constraints,
}

/// Whether the sides' parts are exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplex {
    /// No.
    #[default]
    No,
    /// As given, and exchanged.
    Both,
    /// Exchanged only.
    Exchanged,
}

/// What solutions must be like besides reaching their goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// The letters of the man that makes the last move.
    pub mating_piece: Option<String>,
    /// Where the royal man of the other side stands at the end.
    pub mate_on: Vec<Square>,
    /// Moves at given half-moves, counted from 1, as they are written.
    pub moves: Vec<(u32, String)>,
    /// Men that may not leave these squares.
    pub still: Vec<Square>,
}

impl Constraints {
    /// Whether anything goes.
    pub fn is_empty(&self) -> bool {
        *self == Constraints::default()
    }
}

impl Options {
    /// Which sides play White's part, in order.
    pub fn parts(&self) -> &'static [Side] {
        match self.duplex {
            Duplex::No => &[Side::White],
            Duplex::Both => &[Side::White, Side::Black],
            Duplex::Exchanged => &[Side::Black],
        }
    }
}
