//! Commands become problems.

use std::sync::Arc;

use solusrex_rules::{
    Colour, Geometry, Kind, Side, Square, Topology,
    conditions::{self, Condition},
    kind::catalogue,
};

use super::{
    conditions::{CONDITIONS, Takes, WITH_A_WORD, WITH_SQUARES, WITH_WALKS},
    error::LanguageError,
    lex::{Lexer, Word},
    men::{self, ADJECTIVES, Adjective, Manner},
    options::{Choice, OPTIONS},
    structured::structured,
    words::{COMMANDS, Command, Found, TWINNINGS, Twinning, look_up, nearest},
};
use crate::{
    problem::{Change, Duplex, Figure, Heading, Men, Options, Problem, Setup, Twin, array},
    stipulation::{Goal, Stipulation},
};

/// The problems of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Problem>, LanguageError> {
    let mut reader = Reader::new(text, Geometry::CHESS);
    reader.file()
}

/// Adds options to a problem.
pub(crate) fn read_options(text: &str, problem: &mut Problem) -> Result<(), LanguageError> {
    let mut reader = Reader::new(text, problem.diagram.board);
    reader.board_in_use = true;
    let mut draft = Draft {
        options: problem.options.clone(),
        twins: problem.twins.clone(),
        ..Draft::default()
    };
    reader.options(&mut draft)?;
    if let Some(word) = reader.next()? {
        reader.known(&OPTIONS, word, "option")?;
    }
    draft.check_moves(problem.diagram.stipulation)?;
    problem.options = draft.options;
    Ok(())
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    /// A word looked at but not taken.
    waiting: Option<Word<'a>>,
    board: Geometry,
    /// Whether squares of the board have been named, so that it cannot be another any more.
    board_in_use: bool,
}

type Read<T> = Result<T, LanguageError>;

/// Where a word begins, and its length.
type Place = (usize, usize);

/// What is collected of a problem before it is complete.
#[derive(Default)]
struct Draft {
    heading: Vec<Heading>,
    men: Men,
    origin: Option<Men>,
    stipulation: Option<Stipulation>,
    conditions: Vec<Arc<dyn Condition>>,
    options: Options,
    twins: Vec<Twin>,
    /// The words that begin the changes of the twins.
    twin_words: Vec<Vec<Place>>,
    zero_position: bool,
    /// Why a move that was asked for is too late against a defence.
    later_move: Option<LanguageError>,
}

impl Draft {
    /// Against a defence only the first move can be given.
    fn check_moves(&self, stipulation: Stipulation) -> Read<()> {
        let changes = self.twins.iter().flat_map(|twin| &twin.changes);
        let mut stipulations = changes.filter_map(|change| match change {
            Change::Stipulation(stipulation) => Some(*stipulation),
            _ => None,
        });
        let adversary = stipulation.play.is_adversary()
            || stipulations.any(|stipulation| stipulation.play.is_adversary());
        match &self.later_move {
            Some(error) if adversary => Err(error.clone()),
            _ => Ok(()),
        }
    }
}

fn names<T>(table: &[(&'static str, T)]) -> impl Iterator<Item = &'static str> {
    table.iter().map(|&(name, _)| name)
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, board: Geometry) -> Reader<'a> {
        Reader { lexer: Lexer::new(text), waiting: None, board, board_in_use: false }
    }

    fn next(&mut self) -> Read<Option<Word<'a>>> {
        match self.waiting.take() {
            Some(word) => Ok(Some(word)),
            None => self.lexer.next(),
        }
    }

    fn peek(&mut self) -> Read<Option<Word<'a>>> {
        self.waiting = self.next()?;
        Ok(self.waiting)
    }

    fn wrong(&self, word: Option<Word<'a>>, what: &str, expected: &str) -> LanguageError {
        let text = self.lexer.text();
        match word {
            Some(word) => {
                let shown: String = word.text.chars().take(40).collect();
                let what = format!("{what} {shown:?}");
                LanguageError::at(text, word.start, word.text.len(), what, expected)
            }
            None => {
                let place = self.lexer.place().min(text.trim_end().len());
                let what = format!("{what} the end of the text");
                LanguageError::at(text, place, 1, what, expected)
            }
        }
    }

    /// Looks a word up, or says which one may have been meant.
    fn known<T: Copy>(
        &self,
        table: &[(&'static str, T)],
        word: Word<'a>,
        what: &str,
    ) -> Read<(&'static str, T)> {
        match look_up(table, word.text) {
            Found::One(name, meaning) => Ok((name, meaning)),
            Found::Several(several) => {
                let expected = format!("one of {}", several.join(", "));
                Err(self.wrong(Some(word), &format!("ambiguous {what}"), &expected))
            }
            Found::None => {
                let mut list: Vec<&str> = names(table).take(12).collect();
                if table.len() > list.len() {
                    list.push("...");
                }
                let expected = list.join(", ");
                let error = self.wrong(Some(word), &format!("unknown {what}"), &expected);
                Err(error.or_nearest(nearest(names(table), word.text)))
            }
        }
    }

    fn file(&mut self) -> Read<Vec<Problem>> {
        let begin = self.next()?;
        match begin.map(|word| look_up(&COMMANDS, word.text)) {
            Some(Found::One(_, Command::Begin)) => {}
            _ => {
                let what = "the text does not begin with BeginProblem but";
                return Err(self.wrong(begin, what, "BeginProblem"));
            }
        }
        let mut problems = Vec::new();
        loop {
            (self.board, self.board_in_use) = (Geometry::CHESS, false);
            let mut draft = Draft::default();
            let last = self.problem(&mut draft)?;
            problems.push(self.finish(draft)?);
            if last {
                return Ok(problems);
            }
        }
    }

    fn finish(&self, draft: Draft) -> Read<Problem> {
        let first_twin = draft.twins.first();
        let twinned = first_twin.and_then(|twin| {
            twin.changes.iter().find_map(|change| match change {
                Change::Stipulation(stipulation) => Some(*stipulation),
                _ => None,
            })
        });
        let Some(stipulation) = draft.stipulation.or(twinned.filter(|_| draft.zero_position))
        else {
            return Err(self.wrong(
                None,
                "no stipulation before",
                "Stipulation, such as #2 or h#3",
            ));
        };
        draft.check_moves(stipulation)?;
        let setup = Setup {
            board: self.board,
            men: draft.men,
            origin: draft.origin,
            stipulation,
            conditions: draft.conditions,
        };
        self.check_twins(&setup, &draft.twins, &draft.twin_words)?;
        Ok(Problem {
            heading: draft.heading,
            diagram: setup,
            options: draft.options,
            twins: draft.twins,
            zero_position: draft.zero_position,
        })
    }

    /// Twins change men that are there.
    fn check_twins(&self, diagram: &Setup, twins: &[Twin], places: &[Vec<Place>]) -> Read<()> {
        let mut setup = diagram.clone();
        for (twin, places) in twins.iter().zip(places) {
            if !twin.continued {
                setup = diagram.clone();
            }
            for (change, &(start, length)) in twin.changes.iter().zip(places) {
                if let Some(square) = setup.missing(change) {
                    let what = format!("no man stands on {}", self.board.name(square));
                    let text = self.lexer.text();
                    return Err(LanguageError::at(
                        text,
                        start,
                        length,
                        what,
                        "the square of a man",
                    ));
                }
                setup.apply(change);
            }
        }
        Ok(())
    }

    /// Reads commands up to `NextProblem` or `EndProblem`; says whether it was the last problem.
    fn problem(&mut self, draft: &mut Draft) -> Read<bool> {
        loop {
            let Some(word) = self.next()? else {
                return Err(self.wrong(
                    None,
                    "the problem does not end before",
                    "EndProblem or NextProblem",
                ));
            };
            let (name, command) = self.known(&COMMANDS, word, "command")?;
            match command {
                Command::Begin => {
                    return Err(self.wrong(Some(word), "a second", "NextProblem or EndProblem"));
                }
                Command::Next => return Ok(false),
                Command::End => return Ok(true),
                Command::Heading => {
                    let text = self.lexer.rest_of_line().to_owned();
                    draft.heading.push(Heading { word: name, text });
                }
                Command::Skipped => drop(self.lexer.rest_of_line()),
                Command::StructuredStipulation => draft.stipulation = Some(self.structured()?),
                Command::Stipulation => {
                    let from_a = self
                        .peek()?
                        .is_some_and(|word| word.text.to_ascii_lowercase().contains("a=>b"));
                    let stipulation = self.stipulation()?;
                    if from_a && stipulation.goal == Goal::Position {
                        draft.origin = Some(std::mem::take(&mut draft.men));
                    } else if stipulation.goal == Goal::Position {
                        self.needs_chess_board(word)?;
                    }
                    draft.stipulation = Some(stipulation);
                    self.board_in_use |= stipulation.goal.names_a_square();
                }
                Command::Pieces => {
                    for (square, figure) in self.men()? {
                        draft.men.entry(square).or_insert(figure);
                    }
                }
                Command::Forsyth => {
                    let Some(word) = self.next()? else {
                        return Err(self.wrong(None, "no position before", "ranks such as 8/3k4"));
                    };
                    self.board_in_use = true;
                    let expected = "ranks from the top such as 4k3/8/.NH7";
                    draft.men = men::forsyth(word.text, &self.board)
                        .map_err(|what| self.wrong(Some(word), &format!("{what} in"), expected))?;
                }
                Command::Array => {
                    self.needs_chess_board(word)?;
                    draft.men = array();
                }
                Command::Condition => draft.conditions.extend(self.conditions()?),
                Command::Option => self.options(draft)?,
                Command::Twin => self.twin(draft)?,
                Command::ZeroPosition => {
                    draft.zero_position = true;
                    self.twin(draft)?;
                }
            }
        }
    }

    /// What begins with the game array needs the board of the game.
    fn needs_chess_board(&mut self, word: Word<'a>) -> Read<()> {
        self.board_in_use = true;
        match (self.board.width(), self.board.height()) {
            (8, 8) => Ok(()),
            _ => Err(self.wrong(
                Some(word),
                "there is no game array on this board for",
                "a board of 8x8",
            )),
        }
    }

    /// A structured stipulation: a side and an expression.
    fn structured(&mut self) -> Read<Stipulation> {
        let side = self.next()?;
        let beginner = match side.map(|word| look_up(&ADJECTIVES, word.text)) {
            Some(Found::One(_, Adjective::Colour(Colour::White))) => Side::White,
            Some(Found::One(_, Adjective::Colour(Colour::Black))) => Side::Black,
            _ => return Err(self.wrong(side, "no side begins:", "White or Black")),
        };
        let word = self.next()?;
        let found = word.and_then(|word| structured(beginner, word.text, &self.board));
        found.ok_or_else(|| {
            let expected = "one like white 3a[#]d, white 4ad[#], black 4hh[#], white 5s[#] or \
                            white 3a[1a[#]d]d{!1a[#]d}";
            self.wrong(word, "this structured stipulation cannot be solved yet:", expected)
        })
    }

    fn stipulation(&mut self) -> Read<Stipulation> {
        let expected = "a stipulation such as #2, s#3, h#2.5, ser-h=4, dia4";
        let Some(word) = self.next()? else {
            return Err(self.wrong(None, "no stipulation before", expected));
        };
        let wrong = |error: crate::StipulationError| {
            let text = self.lexer.text();
            LanguageError::at(text, word.start, word.text.len(), error.what(), error.remedy())
        };
        let (stipulation, complete) =
            Stipulation::parse_parts(word.text, &self.board).map_err(wrong)?;
        if complete {
            return Ok(stipulation);
        }
        match self.next()? {
            Some(length) => stipulation.with_length(length.text).map_err(|error| {
                let text = self.lexer.text();
                let (what, expected) = (error.what(), error.remedy());
                LanguageError::at(text, length.start, length.text.len(), what, expected)
            }),
            None => Err(self.wrong(None, "no length before", "a number of moves")),
        }
    }

    /// A list of men, up to a word that belongs to none.
    fn men(&mut self) -> Read<Men> {
        let mut men = Men::new();
        let mut colour: Option<Colour> = None;
        let mut manner = Manner::default();
        while let Some(word) = self.peek()? {
            let placed = match men::man(word.text, &self.board) {
                men::Man::Placed(kind, squares) => Some((kind, squares)),
                men::Man::Alone(kind) => {
                    // a kind alone if squares follow, else perhaps the beginning of a colour
                    self.waiting = None;
                    let after = self.lexer.clone();
                    let next = self.lexer.next()?;
                    match next.and_then(|next| men::squares(next.text, &self.board)) {
                        Some(squares) => {
                            self.place(&mut men, word, colour, &mut manner, kind, squares)?;
                            continue;
                        }
                        None => {
                            self.lexer = after;
                            self.waiting = Some(word);
                            None
                        }
                    }
                }
                men::Man::Unknown(letters) => {
                    let what = format!("unknown kind {letters:?} in");
                    return Err(self.wrong(
                        Some(word),
                        &what,
                        "letters as `solusrex pieces` lists them",
                    ));
                }
                men::Man::Nothing => None,
            };
            if let Some((kind, squares)) = placed {
                self.waiting = None;
                self.place(&mut men, word, colour, &mut manner, kind, squares)?;
                continue;
            }
            match look_up(&ADJECTIVES, word.text) {
                Found::One(_, Adjective::Colour(found)) => {
                    colour = Some(found);
                    manner = Manner::default();
                }
                Found::One(_, Adjective::Royal) => manner.royal = true,
                Found::One(_, Adjective::Attribute(attribute)) => manner.add(attribute),
                Found::One(name, Adjective::NotYet) => {
                    let what = format!("the attribute {name} cannot be played yet:");
                    return Err(self.wrong(Some(word), &what, "men without it"));
                }
                Found::Several(_) | Found::None => {
                    return match look_up(&COMMANDS, word.text) {
                        Found::None if !self.ends_a_list(word) => {
                            let known = names(&COMMANDS).chain(names(&ADJECTIVES));
                            let expected = format!(
                                "men such as Ke1 or Pa2b2 on a board of {}, a colour, or a command",
                                self.board
                            );
                            let what = match men::square_off_board(word.text, &self.board) {
                                Some(square) => {
                                    let end = format!("the board has no square {square}:");
                                    let expected = format!("squares of a board of {}", self.board);
                                    return Err(self.wrong(Some(word), &end, &expected));
                                }
                                None => "no man:",
                            };
                            let error = self.wrong(Some(word), what, &expected);
                            Err(error.or_nearest(nearest(known, word.text)))
                        }
                        _ => Ok(men),
                    };
                }
            }
            self.waiting = None;
        }
        Ok(men)
    }

    /// Whether a word may follow a list of men in a twin.
    fn ends_a_list(&self, word: Word<'a>) -> bool {
        !matches!(look_up(&TWINNINGS, word.text), Found::None)
    }

    fn place(
        &mut self,
        men: &mut Men,
        word: Word<'a>,
        colour: Option<Colour>,
        manner: &mut Manner,
        kind: Kind,
        squares: Vec<Square>,
    ) -> Read<()> {
        let Some(colour) = colour else {
            return Err(self.wrong(Some(word), "no colour before", "White, Black or Neutral"));
        };
        self.board_in_use = true;
        manner.used = true;
        for square in squares {
            let royal = std::mem::take(&mut manner.royal);
            let attributes = manner.attributes;
            let figure = Figure { kind: kind.clone(), colour, royal, attributes };
            men.entry(square).or_insert(figure);
        }
        Ok(())
    }

    fn squares(&mut self, what: &str) -> Read<Vec<Square>> {
        self.board_in_use = true;
        let word = self.next()?;
        let squares = word.and_then(|word| men::squares(word.text, &self.board));
        squares.ok_or_else(|| {
            let expected = format!("squares of a board of {}, such as a1b2", self.board);
            self.wrong(word, &format!("no squares for {what} but"), &expected)
        })
    }

    fn square(&mut self, what: &str) -> Read<Square> {
        let word = self.peek()?;
        match self.squares(what)?[..] {
            [square] => Ok(square),
            _ => Err(self.wrong(word, &format!("{what} takes one square, not"), "a square")),
        }
    }

    fn number(&mut self, what: &str) -> Read<u32> {
        let word = self.next()?;
        let number = word.and_then(|word| word.text.parse().ok());
        number.ok_or_else(|| {
            let expected = format!("a number from 0 to {}", u32::MAX);
            self.wrong(word, &format!("no number for {what} but"), &expected)
        })
    }

    fn kind(&mut self) -> Read<Kind> {
        let word = self.next()?;
        let kind = word.and_then(|word| men::kind(word.text));
        kind.ok_or_else(|| {
            self.wrong(word, "unknown kind", "letters as `solusrex pieces` lists them")
        })
    }

    fn conditions(&mut self) -> Read<Vec<Arc<dyn Condition>>> {
        let mut found: Vec<Arc<dyn Condition>> = Vec::new();
        while let Some(word) = self.peek()? {
            let (name, takes) = match look_up(CONDITIONS, word.text) {
                Found::One(name, takes) => (name, takes),
                _ if !matches!(look_up(&COMMANDS, word.text), Found::None) && !found.is_empty() => {
                    break;
                }
                _ if self.ends_a_list(word) && !found.is_empty() => break,
                _ => self.known(CONDITIONS, word, "condition")?,
            };
            self.waiting = None;
            let mut text = name.to_owned();
            self.condition_arguments(takes, &mut text)?;
            let condition = conditions::parse(&text).map_err(|error| {
                let what = format!("the condition {text} cannot be played: {error};");
                let list = self.lexer.text();
                LanguageError::at(
                    list,
                    word.start,
                    word.text.len(),
                    what,
                    "a condition of the rules",
                )
            })?;
            found.push(condition);
        }
        if found.is_empty() {
            let word = self.peek()?;
            return Err(self.wrong(
                word,
                "no condition but",
                "a condition such as Circe or Madrasi",
            ));
        }
        Ok(found)
    }

    /// Adds to a condition's name what follows it.
    fn condition_arguments(&mut self, takes: Takes, text: &mut String) -> Read<()> {
        let mut walks = matches!(takes, Takes::Walks | Takes::WalksAndWords(_));
        let mut squares = false;
        let mut any = false;
        while let Some(word) = self.peek()? {
            let argument = match takes {
                Takes::Nothing => None,
                _ if std::mem::take(&mut any) => Some(word.text.to_lowercase()),
                Takes::Words(words) | Takes::WalksAndWords(words) => {
                    match look_up(words, word.text) {
                        Found::One(name, ()) => {
                            walks = WITH_WALKS.contains(&name);
                            squares = WITH_SQUARES.contains(&name);
                            any = WITH_A_WORD.contains(&name);
                            Some(name.to_owned())
                        }
                        _ if squares => {
                            let named = men::squares(word.text, &self.board);
                            named.map(|_| word.text.to_lowercase())
                        }
                        _ => None,
                    }
                }
                Takes::Squares => {
                    let squares = men::squares(word.text, &self.board);
                    self.board_in_use |= squares.is_some();
                    squares.map(|_| word.text.to_lowercase())
                }
                Takes::Numbers => word.text.parse::<u32>().ok().map(|number| number.to_string()),
                Takes::Walks => None,
            };
            let walk = || {
                let is_walk = walks && catalogue::find(word.text).is_some();
                is_walk.then(|| word.text.to_ascii_uppercase())
            };
            let Some(argument) = argument.or_else(walk) else { break };
            self.waiting = None;
            text.push(' ');
            text.push_str(&argument);
        }
        Ok(())
    }

    fn twin(&mut self, draft: &mut Draft) -> Read<()> {
        self.board_in_use = true;
        let mut twin = Twin { continued: false, changes: Vec::new() };
        let mut places = Vec::new();
        while let Some(word) = self.peek()? {
            let twinning = match look_up(&TWINNINGS, word.text) {
                Found::One(_, twinning) => twinning,
                Found::None if !matches!(look_up(&COMMANDS, word.text), Found::None) => break,
                _ => self.known(&TWINNINGS, word, "twinning")?.1,
            };
            self.waiting = None;
            let change = match twinning {
                Twinning::Continued => {
                    twin.continued = true;
                    continue;
                }
                Twinning::Move => Change::Move(self.square("Move")?, self.square("Move")?),
                Twinning::Exchange => {
                    Change::Exchange(self.square("Exchange")?, self.square("Exchange")?)
                }
                Twinning::Remove => Change::Remove(self.squares("Remove")?),
                Twinning::Add => Change::Add(self.men()?),
                Twinning::Substitute => Change::Substitute(self.kind()?, self.kind()?),
                Twinning::Rotate => self.rotate()?,
                Twinning::Mirror => self.mirror()?,
                Twinning::Shift => {
                    let (from, to) = (self.square("Shift")?, self.square("Shift")?);
                    let board = self.board;
                    let by = |of: fn(&Geometry, Square) -> u8| {
                        i32::from(of(&board, to)) - i32::from(of(&board, from))
                    };
                    let (files, ranks) = (by(Geometry::file), by(Geometry::rank));
                    let text = format!("shift {} ==> {}", board.name(from), board.name(to));
                    self.rearrange(text, |file, rank| (file + files, rank + ranks))
                }
                Twinning::PolishType => Change::Colours,
                Twinning::Stipulation => {
                    let stipulation = self.stipulation()?;
                    if stipulation.goal == Goal::Position {
                        self.needs_chess_board(word)?;
                    }
                    Change::Stipulation(stipulation)
                }
                Twinning::StructuredStipulation => Change::Stipulation(self.structured()?),
                Twinning::Condition => Change::Conditions(self.conditions()?),
            };
            twin.changes.push(change);
            places.push((word.start, word.text.len()));
        }
        draft.twins.push(twin);
        draft.twin_words.push(places);
        Ok(())
    }

    fn rearrange(&self, text: String, place: impl Fn(i32, i32) -> (i32, i32)) -> Change {
        let board = &self.board;
        let places = board.squares().map(|square| {
            let (file, rank) = place(board.file(square).into(), board.rank(square).into());
            board.at(file, rank)
        });
        Change::Rearrange(text, places.collect())
    }

    /// What turns a board over its diagonals needs a square one.
    fn needs_square_board(&self, word: Option<Word<'a>>) -> Read<i32> {
        match self.board.width() == self.board.height() {
            true => Ok(i32::from(self.board.width()) - 1),
            false => Err(self.wrong(word, "the board is not square for", "another twinning")),
        }
    }

    fn rotate(&mut self) -> Read<Change> {
        let word = self.peek()?;
        let degrees = self.number("Rotate")?;
        let text = format!("rotate {degrees}");
        let (right, top) = self.corners();
        Ok(match degrees {
            180 => self.rearrange(text, |file, rank| (right - file, top - rank)),
            90 | 270 => {
                let last = self.needs_square_board(word)?;
                match degrees {
                    90 => self.rearrange(text, |file, rank| (last - rank, file)),
                    _ => self.rearrange(text, |file, rank| (rank, last - file)),
                }
            }
            _ => return Err(self.wrong(word, "the board is not turned by", "90, 180 or 270")),
        })
    }

    fn corners(&self) -> (i32, i32) {
        (i32::from(self.board.width()) - 1, i32::from(self.board.height()) - 1)
    }

    fn mirror(&mut self) -> Read<Change> {
        let word = self.next()?;
        let text = word.map(|word| word.text.to_ascii_lowercase()).unwrap_or_default();
        let (right, top) = self.corners();
        let name = format!("mirror {text}");
        Ok(match text.as_str() {
            "a1<-->h1" => self.rearrange(name, |file, rank| (right - file, rank)),
            "a1<-->a8" => self.rearrange(name, |file, rank| (file, top - rank)),
            "a1<-->h8" => {
                let last = self.needs_square_board(word)?;
                self.rearrange(name, |file, rank| (last - rank, last - file))
            }
            "a8<-->h1" => {
                self.needs_square_board(word)?;
                self.rearrange(name, |file, rank| (rank, file))
            }
            _ => {
                let expected = "a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1";
                return Err(self.wrong(word, "no such mirror:", expected));
            }
        })
    }

    /// Options, up to a word that is none.
    fn options(&mut self, draft: &mut Draft) -> Read<()> {
        let mut first = true;
        while let Some(word) = self.peek()? {
            let found = look_up(&OPTIONS, word.text);
            let (name, choice) = match found {
                Found::One(name, choice) => (name, choice),
                _ if !first && matches!(look_up(&COMMANDS, word.text), Found::One(..)) => break,
                _ => self.known(&OPTIONS, word, "option")?,
            };
            first = false;
            self.waiting = None;
            self.option(name, choice, word, draft)?;
        }
        match first {
            true => Err(self.wrong(None, "no option before", "an option such as Variations")),
            false => Ok(()),
        }
    }

    fn option(
        &mut self,
        name: &'static str,
        choice: Choice,
        word: Word<'a>,
        draft: &mut Draft,
    ) -> Read<()> {
        let options = &mut draft.options;
        match choice {
            Choice::SetPlay => options.set_play = true,
            Choice::Try => options.tries = options.tries.max(1),
            Choice::Defence => options.tries = self.number(name)?,
            Choice::NoTrivialTries => options.no_trivial_tries = true,
            Choice::Variations => options.variations = true,
            Choice::Threat => options.longest_threat = Some(self.number(name)?),
            Choice::NoThreat => options.no_threats = true,
            Choice::MaxFlights => options.most_flights = Some(self.number(name)?),
            Choice::NonTrivial => {
                options.non_trivial = Some((self.number(name)?, self.number(name)?));
            }
            Choice::NoShortVariations => options.no_short_variations = true,
            Choice::PostKeyPlay => {
                options.post_key = true;
                options.variations = true;
            }
            Choice::WhiteToPlay => options.white_to_play = true,
            Choice::Duplex => options.duplex = Duplex::Both,
            Choice::HalfDuplex => options.duplex = Duplex::Exchanged,
            Choice::NoWhiteKing => options.no_white_king = true,
            Choice::NoBlackKing => options.no_black_king = true,
            Choice::EnPassant => {
                let squares = self.squares(name)?;
                // one square is the one passed over; of three it is the middle one
                let over = if squares.len() >= 3 { squares[1] } else { squares[0] };
                options.en_passant.push(over);
            }
            Choice::NoCastling => options.no_castling.extend(self.squares(name)?),
            Choice::MaxSolutions => options.most_solutions = Some(self.number(name)?),
            Choice::StopOnShort => options.stop_on_short = true,
            Choice::MaxTime => options.most_seconds = Some(self.number(name)?),
            Choice::FromMove => options.from_move = Some(self.numbers(name)?),
            Choice::ToMove => options.to_move = Some(self.numbers(name)?),
            Choice::NoBoard => options.no_board = true,
            Choice::ExclusiveCastling => {
                let squares = self.squares(name)?;
                let [one, other] = squares[..] else {
                    let expected = "the squares of two rooks, such as a1h8";
                    return Err(self.wrong(Some(word), "two rooks belong behind", expected));
                };
                options.exclusive_castling.push((one, other));
            }
            Choice::Quodlibet => options.quodlibet = true,
            Choice::GoalIsEnd => options.goal_is_end = true,
            Choice::Intelligent => {
                options.intelligent = true;
                options.most_per_position = self.perhaps_number()?;
            }
            Choice::Idle => {}
            Choice::IdleNumber => drop(self.perhaps_number()?),
            Choice::NotYet => {
                let what = format!("the option {name} is not there yet:");
                return Err(self.wrong(Some(word), &what, "the problem without it"));
            }
            Choice::Board | Choice::Topology => {
                if self.board_in_use {
                    let what = "squares of the board have been named before";
                    let expected = format!("{name} before men and squares");
                    return Err(self.wrong(Some(word), what, &expected));
                }
                let argument = self.next()?;
                let text = argument.map_or("", |argument| argument.text);
                let board = match choice {
                    Choice::Board => Geometry::from_size(text, self.board.topology()),
                    _ => text.parse().and_then(|topology: Topology| {
                        let (width, height) = (self.board.width(), self.board.height());
                        Geometry::new(width.into(), height.into(), topology)
                    }),
                };
                self.board = board.map_err(|error| {
                    self.wrong(argument, &format!("{error};"), "a board such as 10x10, or torus")
                })?;
            }
            Choice::MatingPiece => {
                options.constraints.mating_piece = Some(self.kind()?.letters().to_owned());
            }
            Choice::MateOn => options.constraints.mate_on = self.squares(name)?,
            Choice::Still => options.constraints.still = self.squares(name)?,
            Choice::Move => {
                let count = self.peek()?;
                let half_move = self.number(name)?;
                if half_move == 0 {
                    return Err(self.wrong(count, "no half-move has the number", "1 or more"));
                }
                let Some(mv) = self.next()? else {
                    return Err(self.wrong(None, "no move before", "a move such as Ka1-b1"));
                };
                options.constraints.moves.push((half_move, mv.text.to_owned()));
                if half_move > 1 {
                    let what = "against a defence only the first move can be given, not";
                    draft.later_move = Some(self.wrong(Some(mv), what, "Move 1 and a move"));
                }
            }
        }
        Ok(())
    }

    /// A number, if the next word is one.
    fn perhaps_number(&mut self) -> Read<Option<u32>> {
        let number = self.peek()?.and_then(|word| word.text.parse().ok());
        if number.is_some() {
            self.waiting = None;
        }
        Ok(number)
    }

    /// Numbers joined by colons.
    fn numbers(&mut self, name: &str) -> Read<Vec<u32>> {
        let word = self.next()?;
        let numbers: Option<Vec<u32>> =
            word.and_then(|word| word.text.split(':').map(|number| number.parse().ok()).collect());
        numbers.ok_or_else(|| {
            let expected = "numbers joined by colons, such as 3:12";
            self.wrong(word, &format!("no number for {name} but"), expected)
        })
    }
}
