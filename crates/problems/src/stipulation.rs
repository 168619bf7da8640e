//! What is asked: a way of playing, a goal, a length.
//!
//! ```
//! use solusrex_problems::{Goal, Play, Stipulation};
//! use solusrex_rules::Geometry;
//!
//! let asked = Stipulation::parse("h#2.5", &Geometry::CHESS)?;
//! assert_eq!((asked.play, asked.goal), (Play::Help, Goal::Mate));
//! assert_eq!(asked.length.half_moves(), 5);
//! # Ok::<(), solusrex_problems::StipulationError>(())
//! ```

use std::fmt;

use solusrex_rules::{Geometry, Side, Square};

/// A stipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// Who wants what, and who helps.
    pub play: Play,
    /// What the last move must reach.
    pub goal: Goal,
    /// In how many moves.
    pub length: Length,
    /// Whether shorter solutions are no solutions.
    pub exact: bool,
    /// How many moves the other side plays in a row beforehand.
    pub introduction: u16,
}

/// How the sides play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// White reaches the goal against any defence.
    Direct,
    /// White forces Black to reach the goal.
    Self_,
    /// As [`Play::Self_`], but each side must reach the goal when it can do so at once.
    Reflex,
    /// As [`Play::Reflex`], but only Black must.
    SemiReflex,
    /// Both help White to reach the goal.
    Help,
    /// Both help until White's last move, which forces Black.
    HelpSelf,
    /// Both help until White's last move, after which Black can and so must reach the goal.
    HelpReflex,
    /// Both help until Black can reach one goal, or White, with Black's help, the other.
    ReciprocalHelp {
        /// Black's goal.
        own: Goal,
    },
    /// One side moves alone.
    Series(Ending),
    /// One side moves alone, but the other must parry a check.
    Parry {
        /// What ends the series.
        ending: Ending,
        /// Whether the other side parries helpfully.
        helpful: bool,
    },
    /// A game from the array, or from one position to another.
    Proof,
}

/// What ends a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The last move of the series reaches the goal.
    Direct,
    /// One move of the other side reaches the goal.
    Help,
    /// One move of the other side forces the side of the series to reach the goal.
    HelpSelf,
    /// The other side is forced to reach the goal.
    Self_,
    /// The other side can reach the goal and so must.
    Reflex,
    /// The last move of the series can reach one goal, or one move of the other side, with the
    /// help of the last move, the other.
    ReciprocalHelp {
        /// The goal of the side of the series.
        own: Goal,
    },
}

impl Play {
    /// Whether the solution is a tree of moves against all defences.
    pub fn is_adversary(self) -> bool {
        matches!(self, Play::Direct | Play::Self_ | Play::Reflex | Play::SemiReflex)
    }

    /// Whether it is settled beforehand who moves when.
    pub(crate) fn has_script(self) -> bool {
        !self.is_adversary() && !matches!(self, Play::Parry { .. })
    }

    /// Whether half a move more may be asked for.
    fn takes_halves(self) -> bool {
        matches!(
            self,
            Play::Help
                | Play::HelpSelf
                | Play::HelpReflex
                | Play::ReciprocalHelp { .. }
                | Play::Proof
        )
    }

    /// The goal of the side that helps, where it has one too.
    pub fn own_goal(self) -> Option<Goal> {
        match self {
            Play::ReciprocalHelp { own } | Play::Series(Ending::ReciprocalHelp { own }) => {
                Some(own)
            }
            _ => None,
        }
    }

    /// The same play with another goal of the side that helps.
    fn with_own_goal(self, goal: Goal) -> Play {
        match self {
            Play::ReciprocalHelp { .. } => Play::ReciprocalHelp { own: goal },
            Play::Series(Ending::ReciprocalHelp { .. }) => {
                Play::Series(Ending::ReciprocalHelp { own: goal })
            }
            other => other,
        }
    }

    /// The side that reaches the goal, if White's part is played by `white`.
    pub fn goal_side(self, white: Side) -> Side {
        match self {
            Play::Self_ | Play::Reflex | Play::SemiReflex | Play::HelpSelf | Play::HelpReflex => {
                !white
            }
            Play::Series(Ending::Self_ | Ending::Reflex | Ending::HelpSelf)
            | Play::Parry { ending: Ending::Self_ | Ending::Reflex, .. } => !white,
            _ => white,
        }
    }
}

/// What the last move must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The other side is mated.
    Mate,
    /// The other side is stalemated.
    Stalemate,
    /// Either.
    MateOrStalemate,
    /// Both sides are stalemated.
    DoubleStalemate,
    /// The side that moved is stalemated.
    AutoStalemate,
    /// Both sides are mated.
    DoubleMate,
    /// A side that is mated mates in reply, its own king left in check.
    CounterMate,
    /// The side that moved has mated itself.
    AutoMate,
    /// The man that moves comes back to the square on which it stood in the diagram.
    Circuit {
        /// Whether it comes back by rebirth instead.
        by_rebirth: bool,
    },
    /// Two men of a side stand where the other stood in the diagram.
    Exchange {
        /// Whether the last of them comes there by rebirth.
        by_rebirth: bool,
    },
    /// The man that moves comes next to the one that stood on this square in the diagram.
    Kiss(Square),
    /// The other side is in check.
    Check,
    /// A man is captured.
    Capture,
    /// A man is captured and not reborn.
    Win,
    /// A man arrives on a square.
    Arrival(Square),
    /// A pawn is captured en passant.
    EnPassant,
    /// The move is castling.
    Castling,
    /// Any move.
    Any,
    /// The diagram is reached.
    Position,
}

/// What of the position decides on a goal, so that a search may look at less.
impl Goal {
    /// Whether only a move that gives check can reach it.
    pub fn needs_check(self) -> bool {
        matches!(self, Goal::Mate | Goal::DoubleMate | Goal::CounterMate | Goal::Check)
    }

    /// Whether the moving side may leave its own king to capture for it.
    pub fn is_heedless(self) -> bool {
        matches!(self, Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate)
    }

    /// Whether a square of the board is part of it.
    pub(crate) fn names_a_square(self) -> bool {
        matches!(self, Goal::Arrival(_) | Goal::Kiss(_))
    }

    /// Whether it takes knowing where men stood in the diagram.
    pub fn needs_origins(self) -> bool {
        matches!(self, Goal::Circuit { .. } | Goal::Exchange { .. } | Goal::Kiss(_))
    }

    /// What is written behind the move that reaches it.
    pub fn mark(self) -> &'static str {
        match self {
            Goal::Mate => "#",
            Goal::Stalemate => "=",
            Goal::MateOrStalemate => "#=",
            Goal::DoubleStalemate => "==",
            Goal::AutoStalemate => "!=",
            Goal::DoubleMate => "##",
            Goal::CounterMate => "##!",
            Goal::AutoMate => "!#",
            Goal::Circuit { by_rebirth: false } => "ct",
            Goal::Circuit { by_rebirth: true } => "ctr",
            Goal::Exchange { by_rebirth: false } => "<>",
            Goal::Exchange { by_rebirth: true } => "<>r",
            Goal::Kiss(_) => "k",
            Goal::Check => "+",
            Goal::Capture => "x",
            Goal::Win => "%",
            Goal::Arrival(_) => "z",
            Goal::EnPassant | Goal::Castling | Goal::Any => "",
            Goal::Position => "dia",
        }
    }
}

/// A number of moves, perhaps and a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Length {
    /// Whole moves.
    pub moves: u16,
    /// Whether half a move comes on top.
    pub and_half: bool,
}

impl Length {
    /// The number of half-moves, two to the move.
    pub fn half_moves(self) -> u32 {
        2 * u32::from(self.moves) + u32::from(self.and_half)
    }
}

/// The most moves that can be asked for.
const MOST_MOVES: u16 = 500;

/// Why a text is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StipulationError {
    /// The goal is not one of those known.
    Goal(String),
    /// The goal or the play is known to composers but not solved here.
    NotYet {
        /// The text.
        text: String,
        /// The goal or the way of playing in it.
        part: &'static str,
    },
    /// The length is missing or too large.
    Length(String),
    /// Half a move where only whole moves are played.
    Half(String),
    /// A goal that does not go with the play.
    Nonsense(String),
    /// Moves beforehand where there is no series.
    Introduction(String),
}

impl StipulationError {
    /// What is wrong.
    pub fn what(&self) -> String {
        // a text may be of any length
        let shown = |text: &str| format!("{:?}", text.chars().take(40).collect::<String>());
        match self {
            StipulationError::Goal(text) => {
                format!("unknown goal in stipulation {}", shown(text))
            }
            StipulationError::NotYet { text, part } => {
                format!("{part} in stipulation {} cannot be solved yet", shown(text))
            }
            StipulationError::Length(text) => {
                format!("no length of a solution in {}", shown(text))
            }
            StipulationError::Half(text) => {
                format!("half a move where only whole ones are played in {}", shown(text))
            }
            StipulationError::Nonsense(text) => {
                format!("goal and play of {} do not go together", shown(text))
            }
            StipulationError::Introduction(text) => {
                format!("moves beforehand, but no series in {}", shown(text))
            }
        }
    }

    /// What could stand there instead.
    pub fn remedy(&self) -> String {
        match self {
            StipulationError::Goal(_) | StipulationError::NotYet { .. } => {
                "a stipulation such as #2, s#3, h#2.5, ser-h=4, dia4 with one of the goals # = #= == \
                 != ## ##! !# + x % zSQUARE kSQUARE ct ctr <> <>r ep 00 ~ dia a=>b"
                    .to_owned()
            }
            StipulationError::Length(_) => {
                format!("a number of moves from 0 to {MOST_MOVES}, such as 3 or 2.5")
            }
            StipulationError::Half(_) => {
                "whole moves, or help play, which may take half a move more".to_owned()
            }
            StipulationError::Nonsense(_) => {
                "proof games as dia or a=>b, alone or after ser-".to_owned()
            }
            StipulationError::Introduction(_) => "a series behind them: 2->ser-#3".to_owned(),
        }
    }
}

impl fmt::Display for StipulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (expected {})", self.what(), self.remedy())
    }
}

impl std::error::Error for StipulationError {}

const PLAYS: [(&str, Play); 24] = [
    ("ser-reci-h", Play::Series(Ending::ReciprocalHelp { own: Goal::Mate })),
    ("reci-h", Play::ReciprocalHelp { own: Goal::Mate }),
    ("semi-r", Play::SemiReflex),
    ("phser-s", Play::Parry { ending: Ending::Self_, helpful: true }),
    ("phser-r", Play::Parry { ending: Ending::Reflex, helpful: true }),
    ("phser-", Play::Parry { ending: Ending::Direct, helpful: true }),
    // who is helped to the goal parries for the series
    ("pser-h", Play::Parry { ending: Ending::Help, helpful: true }),
    ("phser-h", Play::Parry { ending: Ending::Help, helpful: true }),
    ("pser-s", Play::Parry { ending: Ending::Self_, helpful: false }),
    ("pser-r", Play::Parry { ending: Ending::Reflex, helpful: false }),
    ("pser-", Play::Parry { ending: Ending::Direct, helpful: false }),
    ("ser-hs", Play::Series(Ending::HelpSelf)),
    ("ser-h", Play::Series(Ending::Help)),
    ("ser-s", Play::Series(Ending::Self_)),
    ("ser-r", Play::Series(Ending::Reflex)),
    ("ser-", Play::Series(Ending::Direct)),
    ("hs", Play::HelpSelf),
    ("hr", Play::HelpReflex),
    ("h", Play::Help),
    ("s", Play::Self_),
    ("r", Play::Reflex),
    ("dia", Play::Proof),
    ("a=>b", Play::Proof),
    ("", Play::Direct),
];

/// Goals without a square, longer words first.
const GOALS: [(&str, Goal); 20] = [
    ("##!", Goal::CounterMate),
    ("##", Goal::DoubleMate),
    ("#=", Goal::MateOrStalemate),
    ("#", Goal::Mate),
    ("==", Goal::DoubleStalemate),
    ("!=", Goal::AutoStalemate),
    ("!#", Goal::AutoMate),
    ("ctr", Goal::Circuit { by_rebirth: true }),
    ("ct", Goal::Circuit { by_rebirth: false }),
    ("<>r", Goal::Exchange { by_rebirth: true }),
    ("<>", Goal::Exchange { by_rebirth: false }),
    ("=", Goal::Stalemate),
    ("+", Goal::Check),
    ("x", Goal::Capture),
    ("%", Goal::Win),
    ("ep", Goal::EnPassant),
    ("00", Goal::Castling),
    ("~", Goal::Any),
    ("dia", Goal::Position),
    ("a=>b", Goal::Position),
];

/// Goals and ways of playing that composers know but that are not solved here.
const NOT_YET: [&str; 1] = ["c81"];
const PLAYS_NOT_YET: [&str; 3] = ["pser-hs", "phser-hs", "pser-reci-h"];

impl Stipulation {
    /// Reads a stipulation whose length is in the same word.
    pub fn parse(text: &str, board: &Geometry) -> Result<Stipulation, StipulationError> {
        match Stipulation::parse_parts(text, board)? {
            (stipulation, true) => Ok(stipulation),
            (_, false) => Err(StipulationError::Length(text.to_owned())),
        }
    }

    /// Reads a stipulation; the flag says whether its length was there too. If not, it is 0.
    pub(crate) fn parse_parts(
        text: &str,
        board: &Geometry,
    ) -> Result<(Stipulation, bool), StipulationError> {
        let lower = text.to_ascii_lowercase();
        let (exact, rest) = match lower.strip_prefix("exact-") {
            Some(rest) => (true, rest),
            None => (false, lower.as_str()),
        };
        let (introduction, rest) = match rest.split_once("->") {
            Some((number, rest)) => (moves(number, text)?, rest),
            None => (0, rest),
        };
        if let Some(part) = PLAYS_NOT_YET.into_iter().find(|play| rest.starts_with(play)) {
            return Err(StipulationError::NotYet { text: text.to_owned(), part });
        }
        // the longest beginning that is followed by a goal
        for (word, play) in PLAYS {
            let Some(mut after) = rest.strip_prefix(word) else { continue };
            let mut own = None;
            if play.own_goal().is_some()
                && let Some((inside, behind)) =
                    after.strip_prefix('(').and_then(|inner| inner.split_once(')'))
            {
                own = goal(inside, text, board)?;
                own.ok_or_else(|| StipulationError::Goal(text.into()))?;
                after = behind;
            }
            let found = match play {
                Play::Proof => Some((Goal::Position, after)),
                _ => goal(after, text, board)?,
            };
            let Some((goal, length)) = found else { continue };
            let play = play.with_own_goal(own.map_or(goal, |(own, _)| own));
            let is_proof = play == Play::Proof || play == Play::Series(Ending::Direct);
            if goal == Goal::Position && !is_proof {
                return Err(StipulationError::Nonsense(text.to_owned()));
            }
            if introduction > 0 && !is_series(play) {
                return Err(StipulationError::Introduction(text.to_owned()));
            }
            let stipulation = Stipulation { play, goal, length: NO_LENGTH, exact, introduction };
            if length.is_empty() {
                return Ok((stipulation, false));
            }
            return Ok((stipulation.with_length(length)?, true));
        }
        Err(StipulationError::Goal(text.to_owned()))
    }

    /// The same with a length.
    pub(crate) fn with_length(self, text: &str) -> Result<Stipulation, StipulationError> {
        let (whole, and_half) = match text.split_once('.') {
            None | Some((_, "0")) => (text.split('.').next().unwrap_or(text), false),
            Some((whole, "5")) => (whole, true),
            Some(_) => return Err(StipulationError::Length(text.to_owned())),
        };
        if and_half && !self.play.takes_halves() {
            return Err(StipulationError::Half(text.to_owned()));
        }
        Ok(Stipulation { length: Length { moves: moves(whole, text)?, and_half }, ..self })
    }
}

const NO_LENGTH: Length = Length { moves: 0, and_half: false };

fn is_series(play: Play) -> bool {
    matches!(play, Play::Series(_))
}

fn moves(number: &str, text: &str) -> Result<u16, StipulationError> {
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<u16> = number.parse().ok().filter(|&n| digits && n <= MOST_MOVES);
    number.ok_or_else(|| StipulationError::Length(text.to_owned()))
}

/// The goal at the start of a text and what is behind it.
fn goal<'a>(
    rest: &'a str,
    text: &str,
    board: &Geometry,
) -> Result<Option<(Goal, &'a str)>, StipulationError> {
    if let Some(part) = NOT_YET.into_iter().find(|goal| rest.starts_with(goal)) {
        return Err(StipulationError::NotYet { text: text.to_owned(), part });
    }
    if let Some(arrival) = rest.strip_prefix(['z', 'k']) {
        // on boards of ten ranks "za101" is a10 in 1 or a1 in 01: the length takes one digit or two
        let one_digit = arrival
            .get(..2)
            .and_then(|name| Some((board.square(name)?, &arrival[2..])))
            .filter(|(_, length)| length.is_empty() || length.len() <= 2);
        let longest = board.square_prefix(arrival);
        let found = if board.height() < 10 { one_digit.or(longest) } else { longest };
        let goal = if rest.starts_with('z') { Goal::Arrival } else { Goal::Kiss };
        return Ok(found.map(|(square, behind)| (goal(square), behind)));
    }
    let found = GOALS.into_iter().find(|(word, _)| rest.starts_with(word));
    Ok(found.map(|(word, goal)| (goal, &rest[word.len()..])))
}

/// The goal that a text is, if it is one and nothing else.
pub(crate) fn goal_alone(text: &str, board: &Geometry) -> Option<Goal> {
    let (goal, behind) = goal(text, text, board).ok()??;
    behind.is_empty().then_some(goal).filter(|&goal| goal != Goal::Position)
}

impl Stipulation {
    /// The stipulation as composers write it.
    pub fn text(&self, board: &Geometry) -> String {
        let mut text = String::new();
        if self.exact {
            text += "exact-";
        }
        if self.introduction > 0 {
            text += &format!("{}->", self.introduction);
        }
        let play = PLAYS.into_iter().find(|&(_, play)| match play {
            Play::Proof => false,
            known => known == self.play.with_own_goal(Goal::Mate),
        });
        text += play.map_or("", |(word, _)| word);
        if let Some(own) = self.play.own_goal()
            && own != self.goal
        {
            text += &format!("({})", own.text(board));
        }
        text + &format!("{}{}", self.goal.text(board), self.length)
    }
}

impl Goal {
    /// The goal as it stands in a stipulation.
    pub fn text(self, board: &Geometry) -> String {
        match self {
            Goal::Arrival(square) => format!("z{}", board.name(square)),
            Goal::Kiss(square) => format!("k{}", board.name(square)),
            other => GOALS.into_iter().find(|&(_, goal)| goal == other).map_or("", |g| g.0).into(),
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.moves, if self.and_half { ".5" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, StipulationError> {
        Stipulation::parse(text, &Geometry::CHESS).map(|found| found.text(&Geometry::CHESS))
    }

    #[test]
    fn stipulations_are_written_as_they_were_read() {
        let all = [
            "#2",
            "s#3",
            "r=4",
            "semi-r#2",
            "h#2.5",
            "hs#3",
            "hr#1",
            "reci-h#7",
            "reci-h(=)#3",
            "ser-reci-h#4",
            "ser-reci-h(=)#2",
            "ser-#5",
            "ser-h=14",
            "ser-s#3",
            "ser-r#2",
            "pser-#6",
            "phser-#3",
            "3->ser-#2",
            "exact-#3",
            "zb21",
            "001",
            "ep2",
            "~1",
            "==2",
            "!=1",
            "##2",
            "##!2",
            "!#2",
            "ct3",
            "ctr3",
            "<>3",
            "<>r2",
            "kb21",
            "ser-hs#3",
            "#=2",
            "%3",
            "x1",
            "+1",
            "dia8.5",
            "ser-dia4",
        ];
        for text in all {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
        assert_eq!(read("H#2").as_deref(), Ok("h#2"));
        assert_eq!(read("dia3.0").as_deref(), Ok("dia3"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(matches!(read("#"), Err(StipulationError::Length(_))));
        assert!(matches!(read("#2.5"), Err(StipulationError::Half(_))));
        assert!(matches!(read("q#2"), Err(StipulationError::Goal(_))));
        assert!(matches!(read("c811"), Err(StipulationError::NotYet { .. })));
        assert!(matches!(read("pser-hs#2"), Err(StipulationError::NotYet { .. })));
        assert!(matches!(read("2->#2"), Err(StipulationError::Introduction(_))));
        assert!(matches!(read("phser-#2.5"), Err(StipulationError::Half(_))));
        assert!(matches!(read("hdia2"), Err(StipulationError::Nonsense(_))));
        assert!(matches!(read("#99999"), Err(StipulationError::Length(_))));
    }
}
