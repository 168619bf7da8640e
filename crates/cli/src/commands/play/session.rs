//! A session: games one after the other, and every command in them.

use std::{fmt::Write as _, io::Write, path::Path};

use shakmaty::{Chess, Color, EnPassantMode, Position as _, fen::Fen};
use solusrex_game::{Moves, Value};
use solusrex_tables::{
    Ending, Metric, Tablebase,
    annotate::annotate,
    trainer::{
        Choice, End, Game, Goal, HELD, Judgement, LessonError, Level, Ply, Score, Wish, lesson,
    },
};

use super::{
    board::{self, Look},
    input,
    words::{self, Typed, Word},
};
use crate::{commands::probe::name, error::Error, output};

/// What new games begin with.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// Positions of an ending.
    Ending(Ending),
    /// This position.
    Position(Box<Chess>),
}

/// What a session begins with.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) start: Start,
    pub(super) side: Color,
    pub(super) goal: Option<Goal>,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) strict: bool,
    pub(super) look: Look,
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Line,
    Exit,
}

/// A session in progress.
pub(super) struct Session<'t, W: Write> {
    tables: &'t Tablebase,
    setting: Setting,
    game: Game<'t>,
    score: Score,
    flipped: bool,
    out: W,
}

/// A refusal that leaves everything as it was: told, and the session goes on.
type Refused = String;

impl<'t, W: Write> Session<'t, W> {
    /// Begins the first game.
    pub(super) fn begin(
        tables: &'t Tablebase,
        setting: Setting,
        out: W,
    ) -> Result<Session<'t, W>, Error> {
        let game = new_game(tables, &setting).map_err(|error| match error {
            LessonError::Probe(error) => Error::from(error),
            error => Error::input(error),
        })?;
        let score = Score::default();
        let mut session = Session { tables, setting, game, score, flipped: false, out };
        session.introduce()?;
        Ok(session)
    }

    /// What stands before the trainee's line: the number of the move.
    pub(super) fn prompt(&self) -> String {
        match self.game.end() {
            Some(_) => "> ".to_owned(),
            None => format!("{} ", number(self.game.position())),
        }
    }

    /// The moves that can be completed.
    pub(super) fn completions(&self) -> Vec<String> {
        match self.game.choices() {
            Ok(choices) if self.game.end().is_none() => {
                let mut moves: Vec<String> = choices.into_iter().map(|choice| choice.san).collect();
                // in their own order they would be a hint
                moves.sort();
                moves
            }
            _ => Vec::new(),
        }
    }

    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str) -> Result<Next, Error> {
        let done = match words::read(line) {
            Typed::Nothing => Ok(()),
            Typed::Word(Word::Exit, _) => return Ok(Next::Exit),
            Typed::Word(word, rest) => self.command(word, &rest)?,
            Typed::Other(text) => self.trainee_moves(&text)?,
        };
        if let Err(refused) = done {
            writeln!(self.out, "{}", plain(&refused))?;
        }
        self.out.flush()?;
        Ok(Next::Line)
    }

    fn command(&mut self, word: Word, rest: &str) -> Result<Result<(), Refused>, Error> {
        let helps = matches!(word, Word::Back | Word::Hint | Word::Todo | Word::Moves);
        if helps && self.setting.strict {
            return Ok(Err("There is no help in strict play.".to_owned()));
        }
        match word {
            Word::New => return self.new_game(rest),
            Word::Back => return self.back(),
            Word::Hint => return self.hint(),
            Word::Todo => return self.todo(),
            Word::Moves => return self.moves(),
            Word::Board => self.show()?,
            Word::Flip => {
                self.flipped = !self.flipped;
                self.show()?;
            }
            Word::Side => return self.change_sides(rest),
            Word::Level => return self.level(rest),
            Word::Goal => return self.goal(rest),
            Word::Fen => writeln!(self.out, "{}", fen(self.game.position()))?,
            Word::Save => return self.save(rest),
            Word::Score => writeln!(self.out, "{}", told(&self.score))?,
            Word::Help => write!(self.out, "{}", words::help())?,
            Word::Exit => {}
        }
        Ok(Ok(()))
    }

    /// The end of the session.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        if self.score.moves > 0 {
            writeln!(self.out, "{}", told(&self.score))?;
        }
        Ok(self.out.flush()?)
    }

    fn new_game(&mut self, rest: &str) -> Result<Result<(), Refused>, Error> {
        let mut setting = self.setting.clone();
        setting.seed += 1;
        if !rest.is_empty() {
            match rest.parse() {
                Ok(ending) => setting.start = Start::Ending(ending),
                Err(error) => return Ok(Err(format!("{error}."))),
            }
            // what was to be done in the last ending may not fit this one
            setting.goal = None;
        }
        match new_game(self.tables, &setting) {
            Ok(game) => {
                (self.setting, self.game) = (setting, game);
                self.introduce()?;
                Ok(Ok(()))
            }
            Err(refused) => Ok(Err(format!("{refused}."))),
        }
    }

    /// What the game is about, and the board.
    fn introduce(&mut self) -> Result<(), Error> {
        let setting = &self.setting;
        let (what, where_from) = match &setting.start {
            Start::Ending(ending) => {
                (ending.to_string(), format!(" ({}, --seed {})", setting.level, setting.seed))
            }
            Start::Position(_) => ("Your position".to_owned(), String::new()),
        };
        let task = task(self.game.goal());
        writeln!(self.out, "{what}{where_from}: you are {}, {task}.", name(self.game.side()))?;
        if self.game.goal() == Goal::Hold {
            writeln!(
                self.out,
                "It is held when {HELD} moves have been made, or nothing can be won."
            )?;
        }
        if !self.game.regards_fifty_moves() {
            writeln!(
                self.out,
                "The way to mate may be longer than the fifty-move rule allows: it is not applied."
            )?;
        }
        if self.game.is_trainees_turn() {
            self.show()?;
            self.out.flush()?;
            Ok(())
        } else {
            self.program_moves(String::new())
        }
    }

    fn show(&mut self) -> Result<(), Error> {
        let side = self.game.side();
        let seen_from = if self.flipped { !side } else { side };
        let last = self.game.plies().last().map(|ply| ply.judgement.choice.mv);
        let drawn = board::draw(self.game.position().board(), seen_from, last, self.setting.look);
        writeln!(self.out, "\n{drawn}")?;
        Ok(())
    }

    fn trainee_moves(&mut self, text: &str) -> Result<Result<(), Refused>, Error> {
        if !input::is_move(text) {
            let offer = match words::nearest(text) {
                Some(word) => format!("did you mean `{word}`?"),
                None => "a move is written Qd6, a3d6 or e8=N; `help` lists the commands".to_owned(),
            };
            return Ok(Err(format!("{}: {offer}", short(text))));
        }
        if self.game.end().is_some() {
            return Ok(Err(self.what_next()));
        }
        let mv = match input::read_move(self.game.position(), text) {
            Ok(mv) => mv,
            Err(why) => return Ok(Err(why)),
        };
        let before = self.game.position().clone();
        let judgement = match self.game.play(mv) {
            Ok(judgement) => judgement.clone(),
            Err(error) => return Ok(Err(error.to_string())),
        };
        self.score.add_move(&judgement);
        let told = format!("{} {}", number(&before), judgement.choice.san);
        if let Some(end) = self.game.end() {
            writeln!(self.out, "{told}")?;
            self.show()?;
            self.tell_end(end)?;
            return Ok(Ok(()));
        }
        let remark =
            if self.setting.strict { String::new() } else { remark(&judgement, self.game.goal()) };
        self.program_moves(format!("{told}{remark}"))?;
        Ok(Ok(()))
    }

    /// The program answers; what was told of the trainee's move comes first.
    fn program_moves(&mut self, told: String) -> Result<(), Error> {
        let before = number(self.game.position());
        let answer = self.game.answer()?.map(|judgement| judgement.choice.san.clone());
        if !told.is_empty() {
            writeln!(self.out, "{told}")?;
        }
        if let Some(san) = answer {
            writeln!(self.out, "{before} {san}")?;
        }
        self.show()?;
        if let Some(end) = self.game.end() {
            self.tell_end(end)?;
        }
        Ok(self.out.flush()?)
    }

    /// What can be done when the game is over.
    fn what_next(&self) -> String {
        let back = if self.setting.strict { "" } else { "`back` takes your move back, " };
        format!("The game is over: {back}`new` begins another one.")
    }

    fn tell_end(&mut self, end: End) -> Result<(), Error> {
        self.score.add_end(&self.game, end);
        let game = &self.game;
        let own = || game.plies().iter().filter(|ply| ply.before.turn() == game.side());
        let made = own().count() as u32;
        let cost: u32 = own().filter_map(|ply| ply.judgement.cost).map(|moves| moves.0).sum();
        let mut text = String::new();
        match (game.goal(), end) {
            (_, End::Mate(side)) if side == game.side() => {
                let _ = write!(text, "Mate in {}: ", Moves(made));
                text += &match cost {
                    0 => "nobody could have done it faster.".to_owned(),
                    _ => format!("{} more than needed.", cost),
                };
            }
            (Goal::Last, End::Mate(_)) => {
                let _ = write!(text, "Mated after {}: ", Moves(made));
                text += &match cost {
                    0 => "nobody could have lasted longer.".to_owned(),
                    _ => format!("{} more could have been had.", Moves(cost)),
                };
            }
            (goal, end) => {
                let done = game.is_done(end);
                let what = match goal {
                    Goal::Win => "the win",
                    Goal::Hold | Goal::Last => "the draw",
                };
                let (end, told) = match end {
                    End::Thrown => ("Game over".to_owned(), "is thrown away"),
                    end => (format!("Game over, {end}"), if done { "is held" } else { "is gone" }),
                };
                let _ = write!(text, "{end}: {what} {told}.");
                text += &game
                    .plies()
                    .iter()
                    .rev()
                    .find(|ply| ply.before.turn() == game.side())
                    .filter(|ply| !ply.judgement.keeps())
                    .map(reason)
                    .unwrap_or_default();
            }
        }
        writeln!(self.out, "{text}")?;
        writeln!(self.out, "{}", self.what_next())?;
        Ok(())
    }

    fn back(&mut self) -> Result<Result<(), Refused>, Error> {
        let before = self.score;
        self.score.add_back(&self.game);
        if !self.game.back() {
            self.score = before;
            return Ok(Err("There is no move of yours to take back.".to_owned()));
        }
        self.show()?;
        Ok(Ok(()))
    }

    fn hint(&mut self) -> Result<Result<(), Refused>, Error> {
        const MOST: usize = 5;
        let mut best = self.choices()?;
        let Some(first) = best.first().cloned() else { return Ok(Err(self.what_next())) };
        best.retain(|choice| choice.value == first.value);
        let names: Vec<&str> = best.iter().take(MOST).map(|choice| choice.san.as_str()).collect();
        let more = match best.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(self.out, "Best: {}{more} ({}).", names.join(", "), worth(first.value))?;
        self.score.helped += 1;
        Ok(Ok(()))
    }

    fn todo(&mut self) -> Result<Result<(), Refused>, Error> {
        if self.game.end().is_some() {
            return Ok(Err(self.what_next()));
        }
        let value = self.game.value()?;
        match value {
            Value::Won(_) => writeln!(self.out, "You can {}.", worth(value))?,
            Value::Lost(_) => writeln!(self.out, "With best play you are {}.", worth(value))?,
            Value::Drawn => {
                let own = |ply: &&Ply| ply.before.turn() == self.game.side();
                let made = self.game.plies().iter().filter(own).count() as u32;
                writeln!(
                    self.out,
                    "It is a draw: hold it for {}.",
                    Moves(HELD.saturating_sub(made))
                )?;
            }
        }
        self.score.helped += 1;
        Ok(Ok(()))
    }

    /// The moves of a game that goes on, best first.
    fn choices(&self) -> Result<Vec<Choice>, Error> {
        if self.game.end().is_some() { Ok(Vec::new()) } else { Ok(self.game.choices()?) }
    }

    fn moves(&mut self) -> Result<Result<(), Refused>, Error> {
        let choices = self.choices()?;
        if choices.is_empty() {
            return Ok(Err(self.what_next()));
        }
        for equals in choices.chunk_by(|a, b| a.value == b.value) {
            let names: Vec<&str> = equals.iter().map(|choice| choice.san.as_str()).collect();
            writeln!(self.out, "{:>4}  {}", count(equals[0].value), names.join(" "))?;
        }
        self.score.helped += 1;
        Ok(Ok(()))
    }

    fn change_sides(&mut self, rest: &str) -> Result<Result<(), Refused>, Error> {
        let wanted = match rest.to_ascii_lowercase().as_str() {
            "" => !self.game.side(),
            "white" | "w" => Color::White,
            "black" | "b" => Color::Black,
            other => return Ok(Err(format!("side {other:?} (white or black)."))),
        };
        if wanted == self.game.side() {
            return Ok(Err(format!("You are {} already.", name(wanted))));
        }
        self.setting.side = wanted;
        // what was to be done is not what the other side has to do
        self.setting.goal = None;
        self.game.change_sides()?;
        let task = task(self.game.goal());
        writeln!(self.out, "You are {}, {task}.", name(wanted))?;
        if self.game.is_trainees_turn() || self.game.end().is_some() {
            self.show()?;
        } else {
            self.program_moves(String::new())?;
        }
        Ok(Ok(()))
    }

    fn level(&mut self, rest: &str) -> Result<Result<(), Refused>, Error> {
        if !rest.is_empty() {
            match rest.parse() {
                Ok(level) => self.setting.level = level,
                Err(error) => return Ok(Err(format!("{error}."))),
            }
        }
        writeln!(self.out, "New positions are {}.", self.setting.level)?;
        Ok(Ok(()))
    }

    fn goal(&mut self, rest: &str) -> Result<Result<(), Refused>, Error> {
        if !rest.is_empty() {
            match rest.parse() {
                Ok(goal) => self.setting.goal = Some(goal),
                Err(error) => return Ok(Err(format!("{error}."))),
            }
        }
        match self.setting.goal {
            Some(goal) => writeln!(self.out, "In new positions you are to {goal}.")?,
            None => writeln!(self.out, "In new positions you do what your side usually has to.")?,
        }
        Ok(Ok(()))
    }

    fn save(&mut self, rest: &str) -> Result<Result<(), Refused>, Error> {
        let path = Path::new(rest);
        if rest.is_empty() {
            return Ok(Err("Save where? Write `save game.pgn`.".to_owned()));
        }
        if path.exists() {
            return Ok(Err(format!("{rest} is there already (choose another name).")));
        }
        let pgn = self.pgn();
        let Some(Ok(game)) = annotate(self.tables, pgn.as_bytes(), Some(Metric::Dtm)).next() else {
            return Ok(Err("There is no game to save.".to_owned()));
        };
        match output::write_file(path, &game.to_string()) {
            Ok(()) => writeln!(self.out, "Saved to {rest}.")?,
            Err(Error::Failure(why) | Error::Input(why)) => return Ok(Err(format!("{why}."))),
            Err(error) => return Err(error),
        }
        Ok(Ok(()))
    }

    /// The moves of the game, without values.
    fn pgn(&self) -> String {
        let game = &self.game;
        let side = game.side();
        let player = |colour| if colour == side { "Trainee" } else { "Solus Rex" };
        let result = match game.end() {
            Some(End::Mate(Color::White)) => "1-0",
            Some(End::Mate(Color::Black)) => "0-1",
            Some(End::Thrown) | None => "*",
            Some(_) => "1/2-1/2",
        };
        let mut text = String::new();
        for (tag, value) in [
            ("Event", "Training"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", player(Color::White)),
            ("Black", player(Color::Black)),
            ("Result", result),
            ("SetUp", "1"),
            ("FEN", &fen(game.start())),
        ] {
            let _ = writeln!(text, "[{tag} \"{value}\"]");
        }
        text.push('\n');
        for ply in game.plies() {
            let _ = write!(text, "{} {} ", number(&ply.before), ply.judgement.choice.san);
        }
        text + result + "\n"
    }
}

/// A game as the setting wants it.
fn new_game<'t>(tables: &'t Tablebase, setting: &Setting) -> Result<Game<'t>, LessonError> {
    let (side, seed) = (setting.side, setting.seed);
    let position = match &setting.start {
        Start::Position(position) => Chess::clone(position),
        &Start::Ending(ending) => {
            let Setting { goal, level, .. } = *setting;
            let wish = Wish { ending, side, goal, level, seed };
            lesson(tables, &wish)?.position
        }
    };
    Ok(Game::new(tables, position, side, seed)?)
}

/// What is to be done.
fn task(goal: Goal) -> &'static str {
    match goal {
        Goal::Win => "win",
        Goal::Hold => "hold the draw",
        Goal::Last => "last as long as you can",
    }
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// `12.` or `12...`
fn number(position: &Chess) -> String {
    format!("{}{}", position.fullmoves(), position.turn().fold_wb(".", "..."))
}

/// `mate in 12 moves`, seen by the side to move.
fn worth(value: Value) -> String {
    match (value, value.moves()) {
        (Value::Won(_), Some(moves)) => format!("mate in {moves}"),
        (Value::Lost(_), Some(moves)) => format!("mated in {moves}"),
        _ => "draw".to_owned(),
    }
}

/// `+12`, `=` or `-12`, as in the other commands.
fn count(value: Value) -> String {
    match value {
        Value::Won(plies) => format!("+{}", plies.moves().0),
        Value::Drawn => "=".to_owned(),
        Value::Lost(plies) => format!("-{}", plies.moves().0),
    }
}

/// What is said of a move that keeps the result.
fn remark(judgement: &Judgement, goal: Goal) -> String {
    let better = |choice: &Choice| format!(", {} was better", choice.san);
    match (goal, judgement.cost) {
        (Goal::Hold, _) => "  holds".to_owned(),
        (_, Some(Moves(0))) => "  best".to_owned(),
        (_, Some(cost)) => {
            let better = judgement.better.first().map(better).unwrap_or_default();
            format!("  costs {cost}{better}")
        }
        (_, None) => String::new(),
    }
}

/// What a move gave away, and which moves would not have.
fn reason(ply: &Ply) -> String {
    const MOST: usize = 3;
    let judgement = &ply.judgement;
    let keepers: Vec<String> = judgement.keepers().map(|choice| choice.san.clone()).collect();
    let (one, many) = match judgement.best {
        Value::Won(_) => ("wins", "win"),
        Value::Drawn | Value::Lost(_) => ("holds", "hold"),
    };
    let becomes = match judgement.choice.value {
        Value::Lost(_) => "loses",
        Value::Won(_) | Value::Drawn => "only draws",
    };
    let held = match &keepers[..] {
        [only] => format!("only {only} {one}"),
        some if some.len() <= MOST => format!("{} {one}", input::either(some)),
        some => format!("{} and {} more {many}", some[..MOST].join(", "), some.len() - MOST),
    };
    let distance = match judgement.best.moves() {
        Some(moves) => format!(" (at best mate in {moves})"),
        None => String::new(),
    };
    format!("\n{} {} {becomes}; {held}{distance}.", number(&ply.before), judgement.choice.san)
}

/// The session in a line.
fn told(score: &Score) -> String {
    if score.moves == 0 {
        return "No move has been made yet.".to_owned();
    }
    let of = |n: u32, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts = vec![format!("{}, {} best", Moves(score.moves), score.best)];
    parts.push(format!("{} lost against best play", Moves(score.lost.0)));
    if score.thrown > 0 {
        parts.push(format!("{} thrown away", of(score.thrown, "result", "results")));
    }
    if score.taken_back > 0 {
        parts.push(format!("{} taken back", Moves(score.taken_back)));
    }
    if score.helped > 0 {
        parts.push(format!("help asked for {}", of(score.helped, "time", "times")));
    }
    let games = match score.games {
        0 => String::new(),
        games => format!("Goal reached in {} of {}. ", score.done, of(games, "game", "games")),
    };
    format!("{games}{}.", parts.join("; "))
}

/// Of a long text the beginning.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

/// Without anything that a terminal could take for an order.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
