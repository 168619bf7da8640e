//! Supertransmuting Kings: a king in check becomes what checks it.

use super::{Condition, Hooks, Kinds, Stage, Transforms, arrived, transmuted::attackers};
use crate::{
    geometry::Square,
    man::{KindId, Man, Side},
    moves::Move,
    position::Position,
};

/// Supertransmuting Kings: a king that is attacked moves only as the men that attack it, and becomes,
/// still royal, of the kind as which it moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SupertransmutingKings {
    /// The side whose king is meant; both if none is named.
    pub side: Option<Side>,
}

impl Condition for SupertransmutingKings {
    fn name(&self) -> String {
        let name = "SuperTransmutingKing";
        self.side.map_or(format!("{name}s"), |side| format!("{side}{name}"))
    }

    fn hooks(&self) -> Hooks {
        Hooks::WALKS.and(Hooks::MOVES)
    }

    fn transforms(&self) -> Transforms {
        Transforms::Kings
    }

    fn walks(&self, position: &Position, square: Square, side: Side) -> Option<Kinds> {
        let bound = self.side.is_none_or(|bound| bound == side);
        position.man(square).filter(|man| man.royal && bound)?;
        Some(attackers(position, square, side)).filter(|kinds| !kinds.is_empty())
    }

    fn stage(&self) -> Stage {
        Stage::Kind
    }

    fn consequences(&self, position: &Position, mv: Move, each: &mut dyn FnMut(Move)) {
        let side = position.side_to_move();
        let kinds = self.walks(position, mv.from, side);
        let (Some(kinds), Some((square, king))) = (kinds, arrived(position, &mv)) else {
            return each(mv);
        };
        for kind in kinds.iter().filter(|&kind| goes(position, &mv, kind, side)) {
            let mut become_one = mv;
            if kind != king.kind {
                become_one.effects.change(square, Man { kind, ..king });
            }
            each(become_one);
        }
    }
}

/// Whether a man of a kind makes this move.
fn goes(position: &Position, mv: &Move, kind: KindId, side: Side) -> bool {
    match mv.captured {
        Some(at) => position.captures(mv.from, kind, side, at, &mut |_, to| to == mv.to),
        None => position.quiet_squares(mv.from, kind, side).contains(mv.to),
    }
}
