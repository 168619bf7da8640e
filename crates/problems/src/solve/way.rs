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
    /// With costs: the positions of the line that is played, by the number of half-moves left.
    scenes: Vec<Scene>,
    /// Without: how many of the half-moves left are not needed to bring a man to its place.
    spare: Vec<usize>,
}

/// A position of the line that is played.
#[derive(Clone, Debug, Default)]
struct Scene {
    crews: [Crew; 2],
    /// Whether all may get to their places in time.
    is_in_time: bool,
    /// How the side to move may go on, if anybody asks for its moves.
    prospects: Option<Vec<Prospect>>,
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

/// A side as the costs know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Crew {
    /// Its men: kind and place.
    men: Vec<u16>,
    /// The moves that it has left.
    moves: usize,
    /// The men that it has to capture.
    captures: usize,
}

/// One way to go on for a side, without castling or to one of the wings: what its moves may come to is
/// told before they are made.
#[derive(Clone, Debug)]
struct Prospect {
    /// The moves left behind the next one, castling apart.
    most: usize,
    captures: usize,
    /// King and rook that will castle, by their numbers in the crew.
    castlers: Option<[usize; 2]>,
    nearest: Nearest,
}

/// Who is nearest to each place: the moves of that man, its number in the crew, and the least of all others.
#[derive(Clone, Debug)]
struct Nearest {
    least: [u8; MANY],
    who: [u8; MANY],
    second: [u8; MANY],
}

/// Sides with more men than on an ordinary board are judged by assignments alone.
const MANY: usize = 16;

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
        Some(Way {
            count,
            men,
            costs,
            castling: chess,
            at_home,
            scenes: Vec::new(),
            spare: Vec::new(),
        })
    }

    /// Whether a move leads nowhere, with so many half-moves left before it.
    pub(crate) fn is_vain<R: Rules>(&mut self, position: &R, mv: &Move, left: usize) -> bool {
        let disturbed = |square| self.at_home.contains(square);
        disturbed(mv.from)
            || mv.captured.is_some_and(disturbed)
            || match &self.costs {
                Some(_) => self.comes_to_nothing(position, mv, left),
                None => self.wastes_time(position, mv, left),
            }
    }

    /// Whether not all get to their places in time after a move, as far as is seen place by place.
    fn comes_to_nothing<R: Rules>(&mut self, position: &R, mv: &Move, left: usize) -> bool {
        let scene = self.scenes.get_mut(left).filter(|scene| scene.is_in_time);
        let (Some(costs), Some(scene)) = (&self.costs, scene) else { return false };
        let plain = mv.effects.is_empty() && !matches!(mv.special, Special::Castling(_));
        let Some(man) = position.man_on(mv.from).filter(|_| plain) else { return false };
        // nothing is said of who might come to where it castles from
        let castles = matches!(man.kind, KindId::KING | KindId::ROOK);
        if self.castling && castles && matches!(mv.to.0 / 8, 0 | 7) {
            return false;
        }
        let side = if man.colour == Colour::White { Side::White } else { Side::Black };
        let crew = &scene.crews[side as usize];
        // each of the men too many takes a move
        let captures = crew.captures.checked_sub(usize::from(mv.captured.is_some()));
        if captures.is_none_or(|captures| captures >= crew.moves) {
            return true;
        }
        if crew.men.len() > MANY {
            return false;
        }
        let leaves = costs.index(man, mv.from);
        let Some(nth) = crew.men.iter().position(|&man| man == leaves) else { return false };
        let arrives = Man { kind: mv.promotion.unwrap_or(man.kind), ..man };
        let arrives = costs.index_after(arrives, mv.to);
        let Scene { prospects, crews, .. } = scene;
        let prospects = prospects.get_or_insert_with(|| {
            prospects_of(costs, self.castling, position, &crews[side as usize], side)
        });
        !prospects.iter().any(|prospect| prospect.remains(costs, side, nth, arrives))
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
        if self.scenes.len() <= rest.len() {
            self.scenes.resize_with(rest.len() + 1, Scene::default);
        }
        let (scenes, before) = self.scenes.split_at_mut(rest.len() + 1);
        let scene = &mut scenes[rest.len()];
        let before = before.first().filter(|before| before.is_in_time);
        scene.crews.iter_mut().for_each(|crew| crew.men.clear());
        (scene.is_in_time, scene.prospects) = (false, None);
        position.each_man(|square, man| {
            let side = if man.colour == Colour::White { Side::White } else { Side::Black };
            scene.crews[side as usize].men.push(costs.index(man, square));
        });
        for side in Side::BOTH {
            let crew = &mut scene.crews[side as usize];
            let Some(too_many) = crew.men.len().checked_sub(self.count[side as usize]) else {
                return true;
            };
            crew.moves = left(side);
            scene.crews[!side as usize].captures = too_many;
        }
        // whoever has just moved is the likelier to have wasted time
        let next = rest.first().map_or(Side::White, |ply| ply.side);
        let is_late = [!next, next].into_iter().any(|side| {
            let crew = &scene.crews[side as usize];
            // who stands as before is in time as before
            let is_known = before.is_some_and(|before| before.crews[side as usize] == *crew);
            !is_known
                && (crew.captures > crew.moves
                    || costs.are_above(crew.moves, side, &crew.men, crew.captures)
                        && Wing::BOTH.iter().all(|&wing| {
                            let castled = castled(costs, self.castling, position, crew, side, wing);
                            castled.is_none_or(|(crew, _)| {
                                costs.are_above(crew.moves, side, &crew.men, crew.captures)
                            })
                        }))
        });
        scene.is_in_time = !is_late;
        is_late
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

/// A crew after castling, which moves two men at once, and the numbers of king and rook, if these stand at
/// home and there is `castling` at all.
fn castled<R: Rules>(
    costs: &Costs,
    castling: bool,
    position: &R,
    crew: &Crew,
    side: Side,
    wing: Wing,
) -> Option<(Crew, [usize; 2])> {
    let home = if side == Side::White { 0 } else { 56 };
    let (rook_from, king_to, rook_to) = match wing {
        Wing::King => (7, 6, 5),
        Wing::Queen => (0, 2, 3),
    };
    let moves = crew.moves.checked_sub(1).filter(|_| castling)?;
    let goes = |kind: KindId, from: u8, to: u8| {
        let (from, to) = (Square(home + from), Square(home + to));
        let man = position.man_on(from);
        let man = man.filter(|man| man.kind == kind && man.colour == side.colour())?;
        let leaves = costs.index(man, from);
        let nth = crew.men.iter().position(|&man| man == leaves)?;
        Some((nth, costs.index_after(man, to)))
    };
    let (king, rook) = (goes(KindId::KING, 4, king_to)?, goes(KindId::ROOK, rook_from, rook_to)?);
    let mut castled = Crew { moves, ..crew.clone() };
    for (nth, man) in [king, rook] {
        castled.men[nth] = man;
    }
    Some((castled, [king.0, rook.0]))
}

/// The ways to go on for a side that is to move: those that are not seen to take too long.
fn prospects_of<R: Rules>(
    costs: &Costs,
    castling: bool,
    position: &R,
    crew: &Crew,
    side: Side,
) -> Vec<Prospect> {
    let wings = Wing::BOTH.into_iter();
    let castled = wings.filter_map(|wing| castled(costs, castling, position, crew, side, wing));
    let castled = castled.map(|(crew, castlers)| (crew, Some(castlers)));
    let castled =
        castled.filter_map(|(crew, castlers)| Prospect::new(costs, &crew, castlers, side));
    castled.chain(Prospect::new(costs, crew, None, side)).collect()
}

impl Prospect {
    /// None if there are not enough moves left.
    fn new(
        costs: &Costs,
        crew: &Crew,
        castlers: Option<[usize; 2]>,
        side: Side,
    ) -> Option<Prospect> {
        let most = crew.moves.checked_sub(1)?;
        let nearest = Nearest::new(costs, side, &crew.men, crew.captures);
        let in_time = nearest.sum() <= crew.moves;
        in_time.then_some(Prospect { most, captures: crew.captures, castlers, nearest })
    }

    /// Whether it may remain when one man of the crew has become another by a move.
    fn remains(&self, costs: &Costs, side: Side, nth: usize, arrives: u16) -> bool {
        let sum = self.nearest.sum_after(nth, costs.of(side, arrives, self.captures));
        sum <= self.most && !self.castlers.is_some_and(|castlers| castlers.contains(&nth))
    }
}

impl Nearest {
    fn new(costs: &Costs, side: Side, men: &[u16], captures: usize) -> Nearest {
        let mut nearest = Nearest { least: [NEVER; MANY], who: [0; MANY], second: [NEVER; MANY] };
        let Nearest { least, who, second } = &mut nearest;
        for (nth, &man) in men.iter().enumerate() {
            let moves = costs.of(side, man, captures).first_chunk().unwrap_or(&[0; MANY]);
            for place in 0..MANY {
                let (moves, best) = (moves[place], least[place]);
                second[place] = moves.max(best).min(second[place]);
                who[place] = if moves < best { nth as u8 } else { who[place] };
                least[place] = moves.min(best);
            }
        }
        nearest
    }

    /// The moves to all places, if one man may go to several.
    fn sum(&self) -> usize {
        self.least.iter().map(|&moves| u32::from(moves)).sum::<u32>() as usize
    }

    /// The same when one man has become another that needs so many moves to each place.
    fn sum_after(&self, nth: usize, moves: &[u8]) -> usize {
        let moves = moves.first_chunk().unwrap_or(&[0; MANY]);
        let mut sum = 0;
        for (place, &moves) in moves.iter().enumerate() {
            let others = match usize::from(self.who[place]) == nth {
                true => self.second[place],
                false => self.least[place],
            };
            sum += u32::from(moves.min(others));
        }
        sum as usize
    }

    /// What it takes besides, since a man that is nearest to several places goes to one of them only; none if
    /// each of so many places has another man that is nearest.
    fn besides(&self, places: usize) -> Option<usize> {
        // by man: what the others of its places take, and what the one does that it had better go to
        let (mut besides, mut gains, mut engaged) = (0, [0; MANY], [false; MANY]);
        let mut apart = true;
        for place in 0..places {
            let who = usize::from(self.who[place]);
            let gain = self.second[place] - self.least[place];
            if std::mem::replace(&mut engaged[who], true) {
                apart = false;
                besides += usize::from(gain.min(gains[who]));
            }
            gains[who] = gain.max(gains[who]);
        }
        (!apart).then_some(besides)
    }
}

/// A number of men rounded up, so that they are compared sixteen at a time.
fn padded(men: usize) -> usize {
    men.next_multiple_of(MANY)
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
            let mut moves: Vec<u8> = Vec::new();
            for captures in 0..=most_captures[side as usize] {
                for (nth, &kind) in kinds.iter().enumerate() {
                    // captures help pawns only
                    if captures > 0 && kind != KindId::PAWN {
                        let row = nth * places * width;
                        moves.extend_from_within(row..row + places * width);
                        continue;
                    }
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

    /// The moves that a man of a side needs to each place, if its side captures so many men.
    fn of(&self, side: Side, man: u16, captures: usize) -> &[u8] {
        let width = padded(self.wanted[side as usize]);
        let captures = captures.min(self.most_captures[side as usize]);
        let row = captures * self.kinds * self.places + usize::from(man);
        &self.moves[side as usize][row * width..][..width]
    }

    /// Whether a side needs more moves than so many, castling apart, if it captures so many men.
    fn are_above(&self, most: usize, side: Side, men: &[u16], captures: usize) -> bool {
        let wanted = self.wanted[side as usize];
        if wanted == 0 {
            return false;
        }
        if men.len() > MANY {
            let moves = |place: usize, nth: usize| self.of(side, men[nth], captures)[place];
            return assign_by(wanted, men.len(), most, moves) > most;
        }
        let nearest = Nearest::new(self, side, men, captures);
        let sum = nearest.sum();
        if sum > most {
            return true;
        }
        let Some(besides) = nearest.besides(wanted) else { return false };
        if sum + besides > most {
            return true;
        }
        let mut rows = [&[][..]; MANY];
        for (row, &man) in rows.iter_mut().zip(men) {
            *row = self.of(side, man, captures);
        }
        let moves = |place: usize, nth: usize| rows[nth][place];
        // whoever stands in its place stays; if the others find men that are as near as can be, that is the
        // best assignment
        let mut engaged = [false; MANY];
        let least = || nearest.least[..wanted].iter().enumerate();
        least()
            .filter(|&(_, &least)| least == 0)
            .for_each(|(place, _)| engaged[usize::from(nearest.who[place])] = true);
        let apart = least().filter(|&(_, &least)| least > 0).all(|(place, &least)| {
            let fits = |&nth: &usize| !engaged[nth] && moves(place, nth) == least;
            let man = (0..men.len()).find(fits);
            man.is_some_and(|nth| !std::mem::replace(&mut engaged[nth], true))
        });
        !apart && assign_by(wanted, men.len(), most, moves) > most
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solusrex_rules::{Setting, Swift};

    use super::*;

    /// How the games of a test begin: the initial array, castling at hand, pawns about to promote, two boards.
    const STARTS: [&str; 4] = [
        "White Ke1 Qd1 Ra1h1 Bc1f1 Sb1g1 Pa2b2c2d2e2f2g2h2 \
         Black Ke8 Qd8 Ra8h8 Bc8f8 Sb8g8 Pa7b7c7d7e7f7g7h7",
        "White Ke1 Ra1h1 Bd3 Sf3 Pa2d4e5f2h2 Black Ke8 Ra8h8 Be6 Sc6 Pb7d5f7g4h7",
        "White Kd3 Ra1 Sb5 Pb7d7g4 Black Kf6 Rh8 Bg2 Pa2e2h5",
        "White Ke1 Qd1 Rh1 Sc3 Pe2g2 White AliceB Bd6 Pa4d4 Black Ke8 Ra8 Pd7g7 Black AliceB Sh6 Pf5",
    ];

    /// Plays a game of chosen moves, captures and castling before others, and asks at each of its positions
    /// for the way to the last.
    fn holds_along_a_game(start: &str, choices: &[u8]) -> Result<(), TestCaseError> {
        let mut position = Position::from_pieces(start, &Setting::default()).expect("a position");
        let mut game = Vec::new();
        for &choice in choices {
            let moves = position.legal_moves();
            let special =
                |mv: &&Move| mv.captured.is_some() || matches!(mv.special, Special::Castling(_));
            let preferred: Vec<Move> = moves.iter().filter(special).copied().collect();
            let among = match choice % 2 == 0 && !preferred.is_empty() {
                true => &preferred,
                false => &moves,
            };
            let Some(&mv) = among.get(usize::from(choice / 2) % among.len().max(1)) else { break };
            game.push((position.clone(), mv));
            position.play(&mv);
        }
        let diagram: Vec<_> =
            position.geometry().squares().map(|square| position.man(square)).collect();
        let ply = |(before, _): &(Position, Move)| Ply {
            side: before.side_to_move(),
            silent: false,
            number: None,
        };
        let plies: Vec<Ply> = game.iter().map(ply).collect();
        for begin in 0..game.len() {
            let mut way = Way::to(&diagram, &game[begin].0).expect("nothing tampers with men");
            for (at, (before, mv)) in game.iter().enumerate().skip(begin) {
                prop_assert!(!way.is_too_long(before, &plies[at..]), "{}", before.pieces());
                let vain = way.is_vain(before, mv, plies.len() - at);
                prop_assert!(!vain, "{} in {}", before.long(mv), before.pieces());
                if let Ok(swift) = Swift::try_from(before) {
                    prop_assert!(!way.is_too_long(&swift, &plies[at..]), "{}", before.pieces());
                }
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn a_game_leads_to_its_end(
            start in 0..STARTS.len(), choices in prop::collection::vec(any::<u8>(), 1..14),
        ) {
            holds_along_a_game(STARTS[start], &choices)?;
        }
    }
}
