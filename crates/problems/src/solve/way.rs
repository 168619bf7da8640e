//! A bound for proof games: can the men still get to their places in the diagram?
//!
//! Each man of the diagram is another man now. The moves that they need at least are an assignment
//! problem (Kuhn 1955): who goes where so that the sum is least. Men too many must be captured, and
//! pawns that change files must capture them. A pawn that stands at home in the diagram never moved, so
//! it is in everybody's way.

use solusrex_rules::{
    Attribute, Colour, KindId, Man, Move, Position, Rules, Side, Special, Square, Squares, Wing,
    conditions::Tampering,
};

use super::{bound::Boards, help::Ply};
use crate::paths::{NEVER, Paths, assign_by, is_at_home};

/// The way to a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    men: Vec<Option<Man>>,
    /// The men of each side in the diagram.
    count: [usize; 2],
    /// What it costs to get there; none where a man may become another when it moves.
    costs: Option<Costs>,
    castling: bool,
    /// The pawns that never moved.
    at_home: Squares,
    /// Without costs: for the positions of the line that is played, by the number of half-moves left, how
    /// many of these are not needed to bring a man to its place.
    spare: Vec<usize>,
}

/// The moves that every man needs at least to become each man of the diagram.
#[derive(Clone, Debug)]
struct Costs {
    alice: bool,
    kinds: usize,
    places: usize,
    /// The number of men of each side in the diagram.
    wanted: [usize; 2],
    /// By side: number of captures, kind, place, and man of the diagram, padded with zeros.
    moves: [Vec<u8>; 2],
    /// The greatest number of captures that is told apart.
    most_captures: [usize; 2],
}

/// The men of one side as the costs know them: kind and place.
#[derive(Clone)]
struct Crew {
    men: [u16; MOST_MEN],
    count: usize,
}

impl Way {
    /// The way from a position to a diagram, if something can be said of it.
    pub(crate) fn to(diagram: &[Option<Man>], position: &Position) -> Option<Way> {
        let variant = position.variant();
        let boards = Boards::of(variant)?;
        let conditions = variant.conditions().iter();
        let tampering = conditions.map(|condition| condition.tampers()).max();
        let tampering = tampering.unwrap_or(Tampering::WithNone);
        let alice = boards == Boards::Two;
        let mut all_men =
            position.men().map(|(_, man)| man).chain(diagram.iter().copied().flatten());
        if tampering == Tampering::WithAny || all_men.any(|man| man.colour == Colour::Neutral) {
            return None;
        }
        let men = diagram.to_vec();
        let of =
            |side: Side| men.iter().flatten().filter(|man| man.colour == side.colour()).count();
        let count = Side::BOTH.map(of);
        let chess = variant.geometry().is_chess();
        let orthodox = chess && variant.kinds().iter().all(|kind| kind.is_orthodox());
        let mut at_home = Squares::EMPTY;
        if orthodox && tampering == Tampering::WithNone {
            men.iter()
                .enumerate()
                .filter(|&(square, man)| is_at_home(square, *man))
                .for_each(|(square, _)| at_home.insert(Square(square as u8)));
        }
        let costs = (tampering == Tampering::WithNone).then(|| {
            let paths = Paths::new(&men, orthodox, alice);
            let present = Side::BOTH
                .map(|side| position.men().filter(|(_, man)| man.colour == side.colour()).count());
            let most = Side::BOTH.map(|side| match orthodox {
                true => present[!side as usize].saturating_sub(count[!side as usize]).min(7),
                false => 0,
            });
            Costs::new(&paths, &men, &variant.kind_ids().collect::<Vec<_>>(), most)
        });
        Some(Way { count, men, costs, castling: chess, at_home, spare: Vec::new() })
    }

    /// Whether a move leads nowhere, with so many half-moves left before it.
    pub(crate) fn is_vain<R: Rules>(&self, position: &R, mv: &Move, left: usize) -> bool {
        let disturbed = |square| self.at_home.contains(square);
        disturbed(mv.from)
            || mv.captured.is_some_and(disturbed)
            || self.costs.is_none() && self.wastes_time(position, mv, left)
    }

    /// Whether a move that does not bring a man to its place comes too late. Nothing is said of moves that
    /// might bring a king or a rook to where it castles from.
    fn wastes_time<R: Rules>(&self, position: &R, mv: &Move, left: usize) -> bool {
        let is_right = |square: Square| {
            let man = self.men[square.index()];
            man.is_some() && position.man_on(square) == man
        };
        let on_last_rank = |square: Square| matches!(square.0 / 8, 0 | 7);
        let plain = mv.effects.is_empty() && !matches!(mv.special, Special::Castling(_));
        plain && !(self.castling && on_last_rank(mv.to)) && {
            let may_gain = self.men[mv.to.index()].is_some() && !is_right(mv.to);
            let lost = 1 + usize::from(is_right(mv.from)) - usize::from(may_gain);
            self.spare.get(left).is_some_and(|&spare| spare < lost)
        }
    }

    /// Whether men only have to be counted.
    pub(crate) fn is_quick(&self) -> bool {
        self.costs.is_none()
    }

    /// Whether some moves can be told to be vain.
    pub(crate) fn tells_moves(&self) -> bool {
        self.costs.is_none() || !self.at_home.is_empty()
    }

    /// Whether the rest of a script is too short.
    pub(crate) fn is_too_long<R: Rules>(&mut self, position: &R, rest: &[Ply]) -> bool {
        let left = |side: Side| rest.iter().filter(|ply| ply.side == side).count();
        let Some(costs) = &self.costs else {
            // a move brings one man to its place, castling two
            let castlings = Side::BOTH.iter().filter(|&&side| self.may_castle(position, side));
            let places = self.men.iter().flatten().count();
            let mut right = 0;
            position.each_man(|square, man| {
                right += usize::from(self.men[square.index()] == Some(man));
            });
            let spare = (rest.len() + castlings.count() + right).checked_sub(places);
            if self.spare.len() <= rest.len() {
                self.spare.resize(rest.len() + 1, usize::MAX);
            }
            self.spare[rest.len()] = spare.unwrap_or(0);
            return spare.is_none();
        };
        let mut crews =
            [Crew { men: [0; MOST_MEN], count: 0 }, Crew { men: [0; MOST_MEN], count: 0 }];
        position.each_man(|square, man| {
            let side = if man.colour == Colour::White { Side::White } else { Side::Black };
            let crew = &mut crews[side as usize];
            crew.men[crew.count] = costs.index(man, square);
            crew.count += 1;
        });
        let too_many =
            |side: Side| crews[side as usize].count.checked_sub(self.count[side as usize]);
        let (Some(white), Some(black)) = (too_many(Side::White), too_many(Side::Black)) else {
            return true;
        };
        // whoever has just moved is the likelier to have wasted time
        let next = rest.first().map_or(Side::White, |ply| ply.side);
        [!next, next].into_iter().any(|side| {
            let (own, enemies) = if side == Side::White { (white, black) } else { (black, white) };
            let crew = &mut crews[side as usize];
            let most = left(side);
            let is_too_long = |men: &[u16], most| costs.are_above(most, side, men, enemies);
            own > left(!side)
                || is_too_long(&crew.men[..crew.count], most)
                    && Wing::BOTH.iter().all(|&wing| {
                        // castling moves two men at once
                        let castled = most > 0 && self.castle(position, costs, crew, side, wing);
                        !castled || is_too_long(&crew.men[..crew.count], most - 1)
                    })
        })
    }

    /// Puts king and rook in a crew where castling would put them, if they stand at home; the crew
    /// before may have castled to the other wing.
    fn castle<R: Rules>(
        &self,
        position: &R,
        costs: &Costs,
        crew: &mut Crew,
        side: Side,
        wing: Wing,
    ) -> bool {
        if !self.castling {
            return false;
        }
        let rank = if side == Side::White { 0 } else { 56 };
        let (rook_from, king_to, rook_to) = match wing {
            Wing::King => (7, 6, 5),
            Wing::Queen => (0, 2, 3),
        };
        let at_home = |file: u8, kind| {
            let man = position.man_on(Square(rank + file));
            man.filter(|man| man.kind == kind && man.colour == side.colour())
        };
        let (Some(king), Some(rook)) = (at_home(4, KindId::KING), at_home(rook_from, KindId::ROOK))
        else {
            return false;
        };
        *crew = Crew { men: [0; MOST_MEN], count: 0 };
        position.each_man(|square, man| {
            if man.colour != side.colour() {
                return;
            }
            let file = square.0.wrapping_sub(rank);
            crew.men[crew.count] = match file {
                4 => costs.index_after(king, Square(rank + king_to)),
                _ if file == rook_from => costs.index_after(rook, Square(rank + rook_to)),
                _ => costs.index(man, square),
            };
            crew.count += 1;
        });
        true
    }

    /// Whether the king and a rook of a side stand at home, but are to stand elsewhere.
    fn may_castle<R: Rules>(&self, position: &R, side: Side) -> bool {
        self.castling && {
            let home = if side == Side::White { 0 } else { 56 };
            let man = |square: u8| position.man_on(Square(home + square));
            let own = |square: u8, kind| {
                man(square).is_some_and(|man| man.kind == kind && man.colour == side.colour())
            };
            own(4, KindId::KING)
                && self.men[usize::from(home) + 4] != man(4)
                && (own(0, KindId::ROOK) || own(7, KindId::ROOK))
        }
    }
}

/// Men of a side on the greatest board.
const MOST_MEN: usize = 256;

/// A number of men rounded up, so that they are compared sixteen at a time.
fn padded(men: usize) -> usize {
    men.next_multiple_of(16)
}

impl Costs {
    fn new(
        paths: &Paths,
        diagram: &[Option<Man>],
        kinds: &[KindId],
        most_captures: [usize; 2],
    ) -> Costs {
        let places = if paths.are_on_two_boards() { 2 * diagram.len() } else { diagram.len() };
        let wanted = |side: Side| {
            let men = diagram.iter().enumerate();
            men.filter_map(move |(to, man)| {
                man.filter(|man| man.colour == side.colour()).map(|man| (to, man))
            })
        };
        let moves = Side::BOTH.map(|side| {
            let width = padded(wanted(side).count());
            let mut moves = Vec::new();
            for captures in 0..=most_captures[side as usize] {
                for &kind in kinds {
                    for place in 0..places {
                        let second = place >= diagram.len();
                        let from = place % diagram.len();
                        let begin = moves.len();
                        moves.extend(wanted(side).map(|(to, target)| {
                            let attributes = match (paths.are_on_two_boards(), second) {
                                (false, _) => target.attributes,
                                (_, false) => Attribute::AliceA.into(),
                                (_, true) => Attribute::AliceB.into(),
                            };
                            let man = Man { kind, attributes, ..target };
                            paths.moves_between(man, from, target, to, side, captures)
                        }));
                        moves.resize(begin + width, 0);
                    }
                }
            }
            moves
        });
        let wanted = Side::BOTH.map(|side| wanted(side).count());
        let (alice, kinds) = (paths.are_on_two_boards(), kinds.len());
        Costs { alice, kinds, places, wanted, moves, most_captures }
    }

    /// The number of a man on its square.
    fn index(&self, man: Man, square: Square) -> u16 {
        let second = self.alice && man.has(Attribute::AliceB);
        let place = square.index() + if second { self.places / 2 } else { 0 };
        (man.kind.index() * self.places + place) as u16
    }

    /// The number of a man that has gone to a square by one move.
    fn index_after(&self, man: Man, square: Square) -> u16 {
        let board = match man.has(Attribute::AliceB) {
            true => Attribute::AliceA,
            false => Attribute::AliceB,
        };
        match self.alice {
            true => self.index(Man { attributes: board.into(), ..man }, square),
            false => self.index(man, square),
        }
    }

    /// Whether a side needs more moves than so many, castling apart, if it captures so many men.
    fn are_above(&self, most: usize, side: Side, men: &[u16], captures: usize) -> bool {
        let wanted = self.wanted[side as usize];
        let width = padded(wanted);
        let captures = captures.min(self.most_captures[side as usize]);
        let table = &self.moves[side as usize][captures * self.kinds * self.places * width..];
        let moves = |man: u16| &table[usize::from(man) * width..][..width];
        // the least for each place by itself, sixteen places at a time
        let mut least = [0; MOST_MEN];
        for (block, least) in least[..width].chunks_exact_mut(16).enumerate() {
            least.fill(NEVER);
            for &man in men {
                for (least, &cost) in least.iter_mut().zip(&moves(man)[16 * block..][..16]) {
                    *least = cost.min(*least);
                }
            }
        }
        let least = &least[..wanted];
        if least.iter().map(|&cost| usize::from(cost)).sum::<usize>() > most {
            return true;
        }
        // if each can take another man, that is the best assignment
        let mut engaged = [false; MOST_MEN];
        let apart = least.iter().enumerate().all(|(place, &cost)| {
            let fits = |&nth: &usize| !engaged[nth] && moves(men[nth])[place] == cost;
            let man = (0..men.len()).find(fits);
            man.is_some_and(|nth| !std::mem::replace(&mut engaged[nth], true))
        });
        if apart {
            return false;
        }
        assign_by(wanted, men.len(), most, |place, nth| moves(men[nth])[place]) > most
    }
}
