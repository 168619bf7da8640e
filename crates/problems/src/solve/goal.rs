//! Whether a move reaches the goal.
//!
//! Some goals are seen in the move (a capture, an arrival), others in the position after it (mate);
//! so one asks before the move whether it may, and after it whether it does.

use solusrex_rules::{
    Attributes, Effect, Geometry, KindId, Man, Move, Position, Quest, Rules, Side, Special, Square,
};

use crate::{problem::Options, stipulation::Goal};

/// A goal with what solutions must be like.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    pub(crate) goal: Goal,
    /// What is written behind the move that reaches it.
    pub(crate) mark: &'static str,
    /// Whether no move but the last may reach it.
    pub(crate) ends_play: bool,
    /// Whether moves that surely do not reach it are passed over.
    foresees: bool,
    mating_piece: Option<KindId>,
    mate_on: Vec<Square>,
    /// The men that may not leave their squares.
    still: Vec<(Square, Man)>,
    /// The men of the diagram to be reached.
    diagram: Vec<Option<Man>>,
    /// What conditions give to all men at first: no diagram shows it.
    given: Attributes,
    /// The board, for what is next to what.
    board: Geometry,
}

impl Aim {
    /// The goal; `diagram` is the position to be reached, or the one that is solved.
    pub(crate) fn new(
        goal: Goal,
        options: &Options,
        diagram: &Position,
        from_position: bool,
        foresees: bool,
    ) -> Aim {
        let constraints = &options.constraints;
        let board = diagram.geometry();
        let letters = constraints.mating_piece.as_deref();
        let still = constraints.still.iter();
        let given = diagram.variant().conditions().iter().flat_map(|law| law.endows().iter());
        let given = given.filter(|attribute| !attribute.is_board()).collect();
        Aim {
            goal,
            mark: if from_position { "a=>b" } else { goal.mark() },
            ends_play: options.goal_is_end,
            foresees,
            // a kind that is not there mates nobody
            mating_piece: letters
                .map(|letters| diagram.variant().kind_id(letters).unwrap_or(KindId::KING)),
            mate_on: constraints.mate_on.clone(),
            still: still.filter_map(|&square| Some((square, diagram.man(square)?))).collect(),
            diagram: match goal {
                Goal::Position => {
                    let men = board.squares().map(|square| diagram.man(square));
                    men.map(|man| man.map(|man| as_drawn(man, given))).collect()
                }
                _ => Vec::new(),
            },
            given,
            board: *board,
        }
    }

    /// The men of the diagram to be reached, square by square.
    pub(crate) fn diagram(&self) -> &[Option<Man>] {
        &self.diagram
    }

    /// What a move must do to the enemy to reach the goal, as far as that helps to find it.
    pub(crate) fn quest(&self) -> Option<Quest> {
        match self.goal {
            _ if !self.foresees => None,
            Goal::Mate => Some(Quest::Mate),
            Goal::Check => Some(Quest::Check),
            Goal::Stalemate | Goal::DoubleStalemate => Some(Quest::Stalemate),
            Goal::MateOrStalemate => Some(Quest::Standstill),
            _ => None,
        }
    }

    /// What a move must do to the enemy so that every reply reaches the goal.
    pub(crate) fn quest_of_force(&self) -> Option<Quest> {
        let by_check = matches!(self.goal, Goal::Mate | Goal::Check);
        (by_check && self.foresees).then_some(Quest::ChecksOnly)
    }

    /// Whether no move without check reaches the goal, and all may be made.
    pub(crate) fn is_failed_quietly(&self) -> bool {
        self.quest_of_force().is_some() && self.still.is_empty()
    }

    /// Whether a move may be made at all.
    #[inline]
    pub(crate) fn permits<R: Rules>(&self, position: &R, mv: &R::Move) -> bool {
        self.still.is_empty() || {
            let from = position.outline(mv).from;
            !self
                .still
                .iter()
                .any(|&(square, man)| square == from && position.man_on(square) == Some(man))
        }
    }

    /// Whether a move may reach the goal, seen before it is made.
    #[inline]
    pub(crate) fn may_reach<R: Rules>(&self, position: &R, mv: &R::Move) -> bool {
        let in_the_move = match self.goal {
            Goal::Capture => position.is_capture(mv),
            Goal::Win => {
                let returns = |effect| matches!(effect, Effect::Appears(..));
                position.is_capture(mv) && !position.outline(mv).effects.iter().any(returns)
            }
            Goal::Arrival(square) => position.outline(mv).to == square,
            Goal::EnPassant => position.outline(mv).special == Special::EnPassant,
            Goal::Castling => matches!(position.outline(mv).special, Special::Castling(_)),
            Goal::Circuit { by_rebirth } => {
                let outline = position.outline(mv);
                arrivals(position, &outline, by_rebirth)
                    .iter()
                    .any(|arrival| arrival.origin == Some(arrival.to))
            }
            Goal::Exchange { by_rebirth } => {
                let outline = position.outline(mv);
                arrivals(position, &outline, by_rebirth)
                    .iter()
                    .any(|arrival| has_exchanged(position, &outline, arrival))
            }
            Goal::Kiss(of) => {
                let outline = position.outline(mv);
                let near = |square: Square| position.origin(square) == Some(of);
                self.around(outline.to).any(|square| {
                    near(square) && square != outline.from && outline.captured != Some(square)
                })
            }
            Goal::CounterMate => {
                position.in_check(position.side_to_move()) && position.clone().is_checkmate()
            }
            Goal::Position if self.foresees => self.may_be_completed(&position.outline(mv)),
            _ => true,
        };
        in_the_move
            && self.mating_piece.is_none_or(|kind| {
                let outline = position.outline(mv);
                let mover = || position.man_on(outline.from).map(|man| man.kind);
                outline.promotion.or_else(mover) == Some(kind)
            })
    }

    /// Whether the move just made reached the goal.
    #[inline]
    pub(crate) fn is_reached<R: Rules>(&self, position: &mut R) -> bool {
        let waiting = position.side_to_move();
        let reached = match self.goal {
            Goal::Mate => position.is_checkmate(),
            Goal::Stalemate => position.is_stalemate(),
            Goal::MateOrStalemate => !position.has_legal_move(),
            Goal::DoubleStalemate => position.is_stalemate() && would_be_stalemate(position),
            Goal::AutoStalemate => would_be_stalemate(position),
            Goal::DoubleMate => {
                position.in_check(!waiting) && position.is_checkmate() && {
                    let undo = position.pass();
                    let mated = !position.has_legal_move();
                    position.undo(undo);
                    mated
                }
            }
            Goal::CounterMate => position.is_checkmate(),
            Goal::AutoMate => {
                position.in_check(!waiting) && {
                    let undo = position.pass();
                    let mated = !position.has_legal_move();
                    position.undo(undo);
                    mated
                }
            }
            Goal::Check => position.in_check(waiting),
            Goal::Position => self.is_diagram(position),
            Goal::Capture
            | Goal::Win
            | Goal::Arrival(_)
            | Goal::EnPassant
            | Goal::Castling
            | Goal::Circuit { .. }
            | Goal::Exchange { .. }
            | Goal::Kiss(_)
            | Goal::Any => true,
        };
        reached && (self.mate_on.is_empty() || self.stands_where_asked(position, waiting))
    }

    /// The squares next to a square.
    fn around(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
        steps.filter(|&step| step != (0, 0)).filter_map(move |step| self.board.step(square, step))
    }

    fn stands_where_asked<R: Rules>(&self, position: &R, side: Side) -> bool {
        let royal = |man: Man| man.royal && man.colour.serves(side);
        self.mate_on.iter().any(|&square| position.man_on(square).is_some_and(royal))
    }

    /// Whether a move leaves a square that is empty in the diagram for one that is not, or does more than
    /// that.
    fn may_be_completed(&self, mv: &Move) -> bool {
        let stands = |square: Square| self.diagram[square.index()].is_some();
        !mv.effects.is_empty() || mv.from == mv.to || !stands(mv.from) && stands(mv.to)
    }

    fn is_diagram<R: Rules>(&self, position: &R) -> bool {
        let men = self.diagram.iter().enumerate();
        men.into_iter().all(|(square, &man)| {
            position.man_on(Square(square as u8)).map(|man| as_drawn(man, self.given)) == man
        })
    }
}

/// A man as a diagram shows it: without what all men are given, or remember.
fn as_drawn(man: Man, given: Attributes) -> Man {
    let attributes = match man.attributes.is_empty() {
        true => man.attributes,
        false => man.attributes.iter().filter(|&own| !given.has(own)).collect(),
    };
    Man { attributes, origin: 0, ..man }
}

/// Whether the side that just moved would be stalemated if it were to move again.
fn would_be_stalemate<R: Rules>(position: &mut R) -> bool {
    let mover = !position.side_to_move();
    !position.in_check(mover) && {
        let undo = position.pass();
        let stalemate = !position.has_legal_move();
        position.undo(undo);
        stalemate
    }
}

/// A man that comes to a square: the man that moves, or one that is reborn.
struct Arrival {
    man: Man,
    /// Where it stood in the diagram.
    origin: Option<Square>,
    to: Square,
}

/// The men that come to a square by a move, or by the rebirths that it brings about.
fn arrivals<R: Rules>(position: &R, outline: &Move, by_rebirth: bool) -> Vec<Arrival> {
    let arrival = |man, origin, to| Arrival { man, origin, to };
    if !by_rebirth {
        let man = position.man_on(outline.from);
        let moved = man.map(|man| arrival(man, position.origin(outline.from), outline.to));
        return moved.into_iter().collect();
    }
    let rebirth = |effect| match effect {
        Effect::Appears(man, to) => {
            let captured = outline.captured.filter(|&square| square != to)?;
            Some(arrival(man, position.origin(captured), to))
        }
        Effect::Transfers(from, to) => {
            // the man that moves is not on its square of arrival yet
            let from = if from == outline.to { outline.from } else { from };
            Some(arrival(position.man_on(from)?, position.origin(from), to))
        }
        Effect::Vanishes(_) | Effect::Becomes(..) | Effect::Turns(_) => None,
    };
    outline.effects.iter().filter_map(rebirth).collect()
}

/// Whether a man comes to where another one of its side stood, which stands where it stood.
fn has_exchanged<R: Rules>(position: &R, outline: &Move, arrival: &Arrival) -> bool {
    arrival.origin.is_some_and(|home| {
        home != arrival.to
            && home != outline.from
            && outline.captured != Some(home)
            && position.origin(home) == Some(arrival.to)
            && position.man_on(home).is_some_and(|man| man.colour == arrival.man.colour)
    })
}

/// Whether a goal can only be told by the general path.
pub(crate) fn needs_general_path(goal: Goal) -> bool {
    goal.is_heedless() || goal.needs_origins() || goal == Goal::AutoStalemate
}
