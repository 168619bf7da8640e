//! What the hunters will not do by their next move, whatever the hunted side moves now.
//!
//! Of the hunters one asks only which squares they may change by one move and which they may attack after
//! it, on any board. A flight or reply of the hunted that keeps away from all these will still be there,
//! unless its own move now changes the squares on which it rests. And of two replies that rest on different
//! squares, no hunter among them, a move spoils one at most: the one that rests on where it ends. So most
//! moves of the hunted need not even be made.

use super::{Bits, Changes, Quest, bit, each_reply};
use crate::{
    conditions::Kinds,
    geometry::Square,
    man::{Colour, Man, Side},
    moves::{Move, Special, Wing},
    position::Position,
};

/// How many replies are kept, and how many flights.
const REPLIES: usize = 24;
const FLIGHTS: usize = 16;

/// What is known of the hunters and of what they cannot prevent.
pub(super) struct Prospect {
    quest: Quest,
    hunted: Side,
    royal: Option<Square>,
    /// The squares of men that the hunters might capture.
    quarry: Bits,
    /// The squares that a move of the hunters may change.
    reach: Bits,
    /// The squares that they may attack after it.
    guard: Bits,
    /// The kinds that their men may be of after it.
    kinds: Kinds,
    /// Whether they capture nowhere but where they arrive, en passant apart.
    changes_two: bool,
    /// The squares of all ways to the king that one of them might have after it.
    screen: Bits,
    /// Where a pawn of theirs may be promoted to a man whose checks rest on squares far away.
    births: Bits,
    /// Whether a capture does no more than take a man off.
    captures_plainly: bool,
    /// Where the hunters stand.
    hunters: Bits,
    replies: [Reply; REPLIES],
    replies_known: usize,
    /// The squares on which flights of the king rest.
    flights: [Bits; FLIGHTS],
    flights_known: usize,
}

/// A move without capture of a man that is not royal.
#[derive(Clone, Copy, Default)]
struct Reply {
    /// The squares on which it rests that it can be made.
    rests_on: Bits,
    /// Where it begins and ends.
    ends: Bits,
    /// Whether no move of the hunters can change any of them.
    lasts: bool,
}

impl Prospect {
    /// What is known before a move of the hunted side.
    pub(super) fn of(position: &Position, quest: Quest) -> Option<Prospect> {
        let variant = position.variant();
        let hunted = position.side_to_move();
        let hunters = !hunted;
        let royals = position.royals(hunted);
        let neutral_royals = position.royals[Colour::Neutral as usize];
        let castles = Wing::BOTH.iter().any(|&wing| position.may_castle(hunters, wing));
        if !variant.foresees_replies
            || matches!(quest, Quest::Check | Quest::ChecksOnly)
            || castles
            || royals.len() > 1
            || !neutral_royals.is_empty()
        {
            return None;
        }
        let neutral = position.by_colour[Colour::Neutral as usize].low();
        let mut prospect = Prospect {
            quest,
            hunted,
            royal: royals.single(),
            quarry: (position.by_colour[hunted.colour() as usize].low() | neutral) & !royals.low(),
            reach: 0,
            guard: 0,
            kinds: Kinds::default(),
            changes_two: false,
            screen: 0,
            births: 0,
            captures_plainly: variant.captures_plainly,
            hunters: position.serving(hunters).low(),
            replies: [Reply::default(); REPLIES],
            replies_known: 0,
            flights: [0; FLIGHTS],
            flights_known: 0,
        };
        for from in position.serving(hunters) {
            let man = position.man(from)?;
            if !man.attributes.is_empty() {
                return None;
            }
            prospect.add_hunter(position, from, man);
        }
        let aside = |kind| variant.movement(kind, hunters).captures_aside;
        prospect.changes_two = !prospect.kinds.iter().any(aside);
        prospect.screen = prospect.royal.map_or(0, |royal| prospect.screen_of(position, royal));
        for from in position.by_colour[hunted.colour() as usize] {
            if let Some(man) = position.man(from).filter(|man| man.attributes.is_empty()) {
                prospect.add_replies(position, from, man);
            }
        }
        Some(prospect)
    }

    fn add_hunter(&mut self, position: &Position, from: Square, man: Man) {
        let variant = position.variant();
        let hunters = !self.hunted;
        let movement = variant.movement(man.kind, hunters);
        let reach = movement.reach(from).low();
        self.reach |= reach | bit(from);
        self.guard |= movement.guard(from).low();
        self.kinds.insert(man.kind);
        if !variant.nature(man.kind).is_pawn() {
            return;
        }
        for to in movement.reach(from) {
            if position.promotes(man.kind, hunters, to) {
                for &kind in variant.promotions_of(man.kind) {
                    self.kinds.insert(kind);
                    self.guard |= variant.movement(kind, hunters).targets(to).low();
                }
                self.births |= if variant.moves_hurdles { bit(to) } else { 0 };
            }
        }
    }

    fn add_replies(&mut self, position: &Position, from: Square, man: Man) {
        each_reply(position, from, man, self.hunted, |rests_on, to, _| {
            let lasts = rests_on & self.reach == 0;
            if man.royal {
                if lasts && self.guard & bit(to) == 0 && self.flights_known < FLIGHTS {
                    self.flights[self.flights_known] = rests_on;
                    self.flights_known += 1;
                }
            } else if rests_on & self.hunters == 0 && self.replies_known < REPLIES {
                let ends = bit(from) | bit(to);
                self.replies[self.replies_known] = Reply { rests_on, ends, lasts };
                self.replies_known += 1;
            }
            man.royal || self.replies_known < REPLIES
        });
    }

    /// Whether no move of the hunters can do what is asked for after this legal move.
    pub(super) fn is_hopeless(&self, position: &Position, mv: &Move) -> bool {
        let Some(mover) = position.man(mv.from) else { return false };
        let castling = matches!(mv.special, Special::Castling(_));
        if mover.colour != self.hunted.colour() || !mv.effects.is_empty() || castling {
            return false;
        }
        let squares = Changes::of(mv, self.hunted).squares;
        let quarry = self.quarry & !squares | if mover.royal { 0 } else { bit(mv.to) };
        if !self.captures_plainly && quarry & self.reach != 0 {
            return false;
        }
        let royal = if mover.royal { Some(mv.to) } else { self.royal };
        if self.flees(position, mover, mv.to, squares) {
            return true;
        }
        let no_check = royal.is_none_or(|royal| self.guard & bit(royal) == 0);
        match self.quest {
            Quest::Mate => no_check,
            Quest::Stalemate => self.replies(position, royal, mv, squares),
            Quest::Standstill => no_check && self.replies(position, royal, mv, squares),
            Quest::Check | Quest::ChecksOnly => false,
        }
    }

    /// Whether the king can step to where nobody can get at it.
    fn flees(&self, position: &Position, mover: Man, to: Square, squares: Bits) -> bool {
        if !mover.royal {
            return self.flights[..self.flights_known].iter().any(|on| on & squares == 0);
        }
        let mut flees = false;
        if mover.attributes.is_empty() {
            // the squares that its step changes are seen as they were
            let others = self.reach | squares & !bit(to);
            each_reply(position, to, mover, self.hunted, |rests_on, end, _| {
                flees = rests_on & others == 0 && self.guard & bit(end) == 0;
                !flees
            });
        }
        flees
    }

    /// Whether a reply stays that opens no attack on the king.
    fn replies(
        &self,
        position: &Position,
        royal: Option<Square>,
        mv: &Move,
        squares: Bits,
    ) -> bool {
        let screen = match royal {
            None => 0,
            Some(royal) if self.is_far_sighted(position, royal, mv) => return false,
            Some(royal) if self.royal == Some(royal) => self.screen,
            Some(royal) => self.screen_of(position, royal),
        };
        let known = self.replies[..self.replies_known].iter();
        let stay = |reply: &&Reply| reply.rests_on & squares == 0 && reply.ends & screen == 0;
        let mut first: Option<&Reply> = None;
        known.filter(stay).any(|reply| {
            let apart = |first: &Reply| first.rests_on & reply.rests_on == 0;
            reply.lasts || self.changes_two && apart(first.get_or_insert(reply))
        })
    }

    /// The squares of all ways to a king that a man of the hunters might have after their move.
    fn screen_of(&self, position: &Position, royal: Square) -> Bits {
        let movement = |kind| position.variant().movement(kind, !self.hunted);
        self.kinds.iter().fold(0, |screen, kind| screen | movement(kind).screen(royal).low())
    }

    /// Whether a man just promoted might hop at the king over a man that it must move: whether that is
    /// check may rest on any square.
    fn is_far_sighted(&self, position: &Position, royal: Square, mv: &Move) -> bool {
        let occupied = position.occupied().low() & !bit(mv.from) | bit(mv.to);
        let variant = position.variant();
        let mut births = self.births;
        while births != 0 {
            let at = Square(births.trailing_zeros() as u8);
            births &= births - 1;
            let hops = self.kinds.iter().any(|kind| {
                let vias = variant.movement(kind, !self.hunted).vias(royal, at);
                vias.iter().any(|via| via.path.low() & occupied != 0)
            });
            if hops {
                return true;
            }
        }
        false
    }
}
