//! How well a session went.

use serde::Serialize;
use solusrex_game::Moves;

use super::{
    game::{End, Game},
    judge::Judgement,
};

/// The sum of a session: games, moves, and what they cost against best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games that came to an end.
    pub games: u32,
    /// Those in which the trainee did what was to be done.
    pub done: u32,
    /// The trainee's moves, those taken back too.
    pub moves: u32,
    /// Moves than which there was no better one.
    pub best: u32,
    /// By how many moves wins were made longer and losses shorter.
    pub lost: Moves,
    /// Moves that gave away a win or a draw.
    pub thrown: u32,
    /// Moves taken back.
    pub taken_back: u32,
    /// How often help was asked for.
    pub helped: u32,
}

impl Score {
    /// Adds a move of the trainee.
    pub fn add_move(&mut self, judgement: &Judgement) {
        self.moves += 1;
        self.best += u32::from(judgement.is_best());
        match judgement.cost {
            Some(cost) => self.lost = Moves(self.lost.0 + cost.0),
            None => self.thrown += 1,
        }
    }

    /// Adds a move that is about to be taken back; a game that was over goes on.
    pub fn add_back(&mut self, game: &Game<'_>) {
        self.taken_back += 1;
        if let Some(end) = game.end() {
            self.games = self.games.saturating_sub(1);
            self.done = self.done.saturating_sub(u32::from(game.is_done(end)));
        }
    }

    /// Adds a game that has ended.
    pub fn add_end(&mut self, game: &Game<'_>, end: End) {
        self.games += 1;
        self.done += u32::from(game.is_done(end));
    }
}
