//! Sentinels: men leave pawns behind.

use super::{Condition, Hooks, Stage, parrain::is_free_after};
use crate::{
    kind::{Kind, catalogue},
    man::{Colour, KindId, Man, Side},
    moves::{Effect, Move},
    position::Position,
};

/// Sentinels: a man other than a pawn that leaves a square between the first and the last rank leaves a
/// pawn of its side there, if there are not too many pawns already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentinels {
    /// Whose the pawns are.
    pub pawns: Guards,
    /// How many pawns White and Black have at most.
    pub most: [usize; 2],
    /// How many there are at most together.
    pub most_together: usize,
    /// Whether they are berolina pawns.
    pub berolina: bool,
}

/// Whose pawn is left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guards {
    /// The mover's.
    Own,
    /// The other side's.
    Enemy,
    /// A neutral one.
    Neutral,
}

impl Default for Sentinels {
    fn default() -> Sentinels {
        Sentinels { pawns: Guards::Own, most: [8; 2], most_together: 16, berolina: false }
    }
}

impl Condition for Sentinels {
    fn name(&self) -> String {
        let usual = Sentinels::default();
        let mut name = String::from("Sentinelles");
        match self.pawns {
            Guards::Own => {}
            Guards::Enemy => name += " PionAdvers",
            Guards::Neutral => name += " PionNeutre",
        }
        for (side, most) in Side::BOTH.into_iter().zip(self.most) {
            if most != 8 {
                name += &format!(" Maximum{side} {most}");
            }
        }
        if self.most_together != usual.most_together {
            name += &format!(" MaximumTotal {}", self.most_together);
        }
        if self.berolina { name + " Berolina" } else { name }
    }

    fn hooks(&self) -> Hooks {
        Hooks::MOVES
    }

    fn kinds(&self) -> Vec<Kind> {
        catalogue::find(BEROLINA).into_iter().filter(|_| self.berolina).cloned().collect()
    }

    fn stage(&self) -> Stage {
        Stage::Victim
    }

    fn consequences(&self, position: &Position, mut mv: Move, each: &mut dyn FnMut(Move)) {
        let geometry = position.geometry();
        let rank = geometry.rank(mv.from);
        let variant = position.variant();
        let is_pawn = |man: Man| variant.kind(man.kind).is_pawn();
        let between = rank != 0 && rank + 1 != geometry.height();
        if between
            && !position.man(mv.from).is_some_and(is_pawn)
            && is_free_after(position, &mv, mv.from)
            && let Some(kind) = self.kind(position)
        {
            let side = position.side_to_move();
            let colour = match self.pawns {
                Guards::Own => side.colour(),
                Guards::Enemy => (!side).colour(),
                Guards::Neutral => Colour::Neutral,
            };
            if self.has_room(position, &mv, kind, colour) {
                mv.effects.push(Effect::Appears(Man::plain(kind, colour, false), mv.from));
            }
        }
        each(mv);
    }
}

/// The letters of the pawn that goes diagonally.
const BEROLINA: &str = "BP";

impl Sentinels {
    fn kind(&self, position: &Position) -> Option<KindId> {
        if self.berolina { position.variant().kind_id(BEROLINA) } else { Some(KindId::PAWN) }
    }

    /// Whether there are few enough pawns after a move for one more.
    fn has_room(&self, position: &Position, mv: &Move, kind: KindId, colour: Colour) -> bool {
        let captured = mv.captured.and_then(|at| position.man(at)).filter(|man| man.kind == kind);
        let count = |side: Side| {
            let lost = captured.is_some_and(|man| man.colour.serves(side));
            position.serving_of(kind, side).len() - usize::from(lost)
        };
        let counts = Side::BOTH.map(count);
        let fits =
            |side: Side| !colour.serves(side) || counts[side as usize] < self.most[side as usize];
        Side::BOTH.into_iter().all(fits) && counts[0] + counts[1] < self.most_together
    }
}
