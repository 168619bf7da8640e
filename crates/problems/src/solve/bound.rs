//! Bounds that never lose a solution: positions from which a script cannot succeed any more.

use solusrex_rules::{Attribute, Position, Rules, Side, Variant};

use super::{
    endings::Distance,
    goal::Aim,
    help::Ply,
    net::{Catch, Net},
    way::Way,
};
use crate::stipulation::Goal;

/// A bound for one kind of script.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// Nothing is known.
    None,
    /// The way to a diagram.
    Diagram(Way),
    /// The nets round one king or both: each must be closed.
    Nets {
        /// One for each king.
        nets: Vec<Net>,
        /// With few men, how far the goal is. Where that is known, the nets are not asked.
        distance: Option<Distance>,
    },
}

impl Bound {
    /// The bound that suits a goal under the rules of a position. The goal is reached by `goal_side`;
    /// `beyond` are the moves of White and Black behind the script.
    pub(crate) fn of(aim: &Aim, position: &Position, goal_side: Side, beyond: [u8; 2]) -> Bound {
        let net = |catch| {
            let net = Net::new(position, !goal_side, catch, beyond);
            net.map_or(Bound::None, |net| Bound::Nets { nets: vec![net], distance: None })
        };
        match aim.goal {
            Goal::Position => Way::to(aim.diagram(), position).map_or(Bound::None, Bound::Diagram),
            Goal::Mate => net(Catch::Mate),
            Goal::Stalemate | Goal::DoubleStalemate => net(Catch::Stalemate),
            Goal::MateOrStalemate => net(Catch::Any),
            _ => Bound::None,
        }
    }

    /// Both bounds together.
    pub(crate) fn and(self, other: Bound) -> Bound {
        match (self, other) {
            (Bound::Nets { mut nets, .. }, Bound::Nets { nets: others, .. }) => {
                nets.extend(others);
                Bound::Nets { nets, distance: None }
            }
            (Bound::None, other) => other,
            (bound, _) => bound,
        }
    }

    /// The same with the distance to the goal, which is that of the nets.
    pub(crate) fn with(self, distance: Option<Distance>) -> Bound {
        match self {
            Bound::Nets { nets, .. } => Bound::Nets { nets, distance },
            bound => bound,
        }
    }

    /// Whether it may come to tables, which take memory.
    pub(crate) fn may_take_memory(&self) -> bool {
        matches!(self, Bound::Nets { distance: Some(distance), .. } if !distance.is_known())
    }

    /// Whether it tells sooner than a table does.
    pub(crate) fn is_quick(&self) -> bool {
        match self {
            Bound::None => true,
            Bound::Diagram(way) => way.is_quick(),
            Bound::Nets { .. } => false,
        }
    }

    /// Begins another line of play.
    pub(crate) fn begin(&mut self) {
        if let Bound::Nets { nets, .. } = self {
            nets.iter_mut().for_each(Net::begin);
        }
    }

    /// Whether the rest of a script is bound to fail.
    #[inline]
    pub(crate) fn is_hopeless<R: Rules>(&mut self, position: &R, rest: &[Ply]) -> bool {
        match self {
            Bound::None => false,
            Bound::Diagram(way) => way.is_too_long(position, rest),
            Bound::Nets { nets, distance } => {
                let exceeds = |distance: &Distance| distance.exceeds(position, rest.len());
                if let Some(exceeds) = distance.as_ref().and_then(exceeds) {
                    return exceeds;
                }
                let left = |side: Side| rest.iter().filter(|ply| ply.side == side).count();
                let left = Side::BOTH.map(left);
                let open = (0..nets.len()).any(|nth| {
                    let (asked, others) = nets.split_at_mut(nth);
                    let net = &mut others[0];
                    net.confine_by(asked.last(), rest.len());
                    net.is_open(position, left)
                });
                // behind this position, the net that is more likely to be open is asked first
                if !open && nets.len() > 1 {
                    nets.sort_by_key(|net| net.ways_to_close(rest.len()));
                }
                open
            }
        }
    }

    /// Notes that a position was not hopeless and nothing came of it.
    #[inline]
    pub(crate) fn note_failure(&mut self) {
        if let Bound::Nets { distance: Some(distance), .. } = self {
            distance.note_failure();
        }
    }

    /// Whether moves can be told to be vain before they are made, with so many half-moves left.
    pub(crate) fn tells_moves(&self, left: usize) -> bool {
        match self {
            Bound::None => false,
            Bound::Diagram(_) => true,
            Bound::Nets { distance: Some(distance), .. } if distance.is_known() => false,
            Bound::Nets { nets, .. } => nets.iter().any(|net| net.tells_moves(left)),
        }
    }

    /// Whether the rest of a script is bound to fail after a move, with so many half-moves left before
    /// it.
    pub(crate) fn is_vain<R: Rules>(&mut self, position: &R, mv: &R::Move, left: usize) -> bool {
        let mv = position.outline(mv);
        match self {
            Bound::None => false,
            Bound::Diagram(way) => way.is_vain(position, &mv, left),
            Bound::Nets { nets, .. } => {
                let Some(man) = position.man_on(mv.from) else { return false };
                nets.iter_mut().any(|net| net.tells_moves(left) && net.is_vain(&mv, man, left))
            }
        }
    }
}

/// On how many boards the men stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boards {
    One,
    /// Alice's: a man goes over to the other board by each move.
    Two,
}

impl Boards {
    /// The boards of a variant whose men have no other attributes.
    pub(crate) fn of(variant: &Variant) -> Option<Boards> {
        let attributes = variant.attributes();
        let boards = if attributes.is_empty() { Boards::One } else { Boards::Two };
        attributes.iter().all(Attribute::is_board).then_some(boards)
    }
}
