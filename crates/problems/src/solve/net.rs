//! A bound for mates and stalemates by help: can the net round the king be closed in time?
//!
//! This is the reduction algorithm of Kotěšovec's VKSACH (1985). Round the king that is to be caught
//! lie up to eight squares; in the end each must be guarded by the hunters or blocked by a man of the
//! king's own, and for mate the king's square itself must be attacked: a mask of nine squares. For every
//! square that the king can still reach it is asked which masks the hunters can make with the moves
//! they have left, and which the king's own men can fill with theirs. If no two of them together fill
//! the whole mask, nothing can come of the position.
//!
//! A man is taken to reach whatever it could reach if the other men stood as it liked (see
//! [`Reach`](solusrex_rules::Reach)), so the bound errs on the hopeful side only, for every kind. What a
//! side can make is a set of masks, closed downwards, one bit for each of the 512 (or 256) masks:
//! a man's contribution is a few shifts (`masks.rs`). Sets are remembered by the men that make them.
//!
//! A neutral man, and one that changes sides when it moves, hunts as well as it can, and the moves that the
//! other side makes with it cost the hunters nothing. A chameleon walks as each of its kinds in turn. Whether
//! it pays to ask where there are such men is seen as the search goes on.

use std::sync::Arc;

use solusrex_rules::{
    Attribute, Colour, KindId, Man, Move, Position, Rules, Side, Square, Squares, Variant, Wing,
};

use super::{
    bound::Boards,
    freedom::Freedom,
    ledger::Ledger,
    lines::Lines,
    masks::{self, Blocks, Guards, Men, NEVER, Shot, Stands, Walks},
    picture::{Gathering, Picture},
    targets::{Change, Stage, Targets},
};

/// With more moves than this nothing is ruled out.
const MOST_MOVES: usize = 20;

/// What becomes of the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Catch {
    /// It is mated.
    Mate,
    /// It is stalemated.
    Stalemate,
    /// Either.
    Any,
}

/// So many final pictures are carried along at most; tests want to see both what is and what is not.
const MOST_TARGETS: usize = if cfg!(test) { 6 } else { 5_000 };

/// With more final pictures than these, masks are asked first.
const MANY_TARGETS: usize = if cfg!(test) { 2 } else { 64 };

/// What it costs to ask, in steps of a ledger.
const QUESTION: u32 = 4;

/// The steps that may be spent on gathering final pictures with so many half-moves left: a part of what the
/// search would take, if a few moves go on from each position.
fn patience(left: usize) -> u32 {
    4 * 6u32.pow(left.min(6) as u32)
}

/// Whether men may have an attribute: it changes nobody but themselves, and only when they move.
fn is_borne(attribute: Attribute) -> bool {
    use Attribute::{Anda, Chameleon, HalfNeutral, Kamikaze, Volage};
    matches!(attribute, Anda | Chameleon | HalfNeutral | Kamikaze | Volage)
}

/// Whether a man may be there: one that serves both sides must walk alike for both.
fn bears(variant: &Variant, boards: Boards, man: Man) -> bool {
    let turns = man.attributes.turn_the_man();
    let serves_both = turns || man.colour == Colour::Neutral;
    match serves_both {
        true => boards == Boards::One && !man.royal && !variant.kind(man.kind).is_oriented(),
        false => boards == Boards::Two || !man.royal || man.attributes.is_empty(),
    }
}

/// The net for one king.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// The side that is to be caught.
    prey: Side,
    catch: Catch,
    /// Moves beyond those of the script: what the ending plays itself, and what castling saves.
    extra: [u8; 2],
    walks: Arc<Walks>,
    boards: Boards,
    /// Where the king may be caught because of what else is asked for.
    confines: Squares,
    /// On the ordinary board: for final pictures.
    lines: Option<&'static Lines>,
    /// The positions of the line that is played, by the number of half-moves left.
    scenes: Vec<Scene>,
    /// Room to see what remains of final pictures.
    spare: Targets,
    memory: Memories,
    /// Where men change or serve both sides, whether it pays to ask at all.
    questions: Option<Ledger>,
    /// Whether it pays to look for a picture, and to gather all.
    pictures: Ledger,
    gatherings: Ledger,
}

/// One of the positions on the way from the diagram to the one that is looked at. A square on which the
/// king cannot be caught any more is no better after further moves. So before it is looked at in a
/// position, the position before it is asked: what is found out there holds for all that follow.
#[derive(Clone, Debug, Default)]
struct Scene {
    /// Whether it belongs to the line.
    belongs: bool,
    king: u8,
    own: Force,
    hunters: Force,
    /// The moves left to the king's side and the hunters.
    steps: usize,
    hunts: usize,
    /// Whether the hunters are orthodox men on one board, now and later: more is known of them.
    plain: bool,
    /// Whether pictures are looked for, and whether some were not found.
    pictured: bool,
    spoilt: bool,
    /// For stalemate: the men that can move.
    freedom: Freedom,
    /// The squares on which the king can and cannot be caught, as far as is known.
    fit: Squares,
    unfit: Squares,
    /// All final pictures, if they were gathered, and where: by the number of half-moves left.
    targets: Targets,
    gathered: Option<usize>,
}

/// What was found out about men and moves.
#[derive(Clone, Debug)]
struct Memories {
    /// By hunters: the blocks needed for each square of the king.
    needs: Rows,
    guards: Memory<Guards>,
    blocks: Memory<Blocks>,
    /// By hunters: their ways to give check, unless nothing can be said of them.
    shots: Memory<Option<Arc<[Shot]>>>,
    /// By hunters and the king's men: whether a check could be left unanswered.
    mates: Memory<bool>,
}

impl Net {
    /// A net for the king of `prey`, if the position has what it takes: no conditions, and an ordinary
    /// king as the one royal man. `beyond` are the moves of White and Black behind the script.
    pub(crate) fn new(
        position: &Position,
        prey: Side,
        catch: Catch,
        beyond: [u8; 2],
    ) -> Option<Net> {
        let variant = position.variant();
        let boards = match variant.attributes().iter().all(is_borne) {
            true => Boards::One,
            false => Boards::of(variant)?,
        };
        let royal = |(_, man): &(Square, Man)| man.royal && man.colour.serves(prey);
        let mut royals = position.men().filter(royal);
        let king = royals.next().is_some_and(|(_, man)| man.kind == KindId::KING);
        let neutral = position.men().any(|(_, man)| man.colour == Colour::Neutral);
        let changing = neutral || boards == Boards::One && !variant.attributes().is_empty();
        let plain = variant.conditions().is_empty()
            && position.men().all(|(_, man)| bears(variant, boards, man))
            && variant.kind(KindId::KING).is_orthodox()
            && king
            && royals.next().is_none();
        // castling is one move, but takes the king two squares and the rook elsewhere
        let castles = |side| Wing::BOTH.iter().any(|&wing| position.may_castle(side, wing));
        let extra = Side::BOTH.map(|side| beyond[side as usize] + 2 * u8::from(castles(side)));
        let pictures = variant.geometry().is_chess() && catch != Catch::Any;
        plain.then(|| Net {
            prey,
            catch,
            extra,
            walks: Walks::of(variant, boards),
            boards,
            confines: Squares::ALL,
            lines: pictures.then(Lines::all),
            scenes: Vec::new(),
            spare: Targets::default(),
            questions: changing.then(Ledger::default),
            pictures: Ledger::default(),
            gatherings: Ledger::default(),
            memory: Memories {
                needs: Rows::new(variant.geometry().size()),
                guards: Memory::new(),
                blocks: Memory::new(),
                shots: Memory::new(),
                mates: Memory::new(),
            },
        })
    }

    /// Begins another line of play.
    pub(crate) fn begin(&mut self) {
        self.scenes.iter_mut().for_each(|scene| scene.belongs = false);
    }

    /// Whether the net cannot be closed with so many moves of White and Black.
    pub(crate) fn is_open<R: Rules>(&mut self, position: &R, moves: [usize; 2]) -> bool {
        let budget = |side: Side| moves[side as usize] + usize::from(self.extra[side as usize]);
        let (steps, hunts) = (budget(self.prey), budget(!self.prey));
        if steps > MOST_MOVES || hunts > MOST_MOVES {
            return false;
        }
        let left = moves[0] + moves[1];
        if self.scenes.len() <= left {
            self.scenes.resize_with(left + 1, Scene::default);
        }
        let Some(questions) = &mut self.questions else {
            return self.is_open_now(position, left, steps, hunts);
        };
        if !questions.visit(left) {
            self.scenes[left].belongs = false;
            return false;
        }
        questions.spend(left, QUESTION);
        let open = self.is_open_now(position, left, steps, hunts);
        if let Some(questions) = &mut self.questions {
            match open {
                true => questions.save(left, left),
                false => questions.search(left),
            }
        }
        open
    }

    fn is_open_now<R: Rules>(
        &mut self,
        position: &R,
        left: usize,
        steps: usize,
        hunts: usize,
    ) -> bool {
        let (scenes, before) = self.scenes.split_at_mut(left + 1);
        let scene = &mut scenes[left];
        let before = before.first().filter(|scene| scene.belongs);
        scene.set(position, &self.walks, self.prey, [steps, hunts]);
        scene.unfit = before.map_or(Squares::EMPTY, |scene| scene.unfit);
        (scene.steps, scene.hunts) = (steps, hunts);
        scene.plain = self.boards == Boards::One && !scene.hunters.fairy;
        let (pictured, gathers) = (self.pictures.visit(left), self.gatherings.visit(left));
        if let Some(before) = before
            && let Some(gathered) = before.gathered
        {
            let many = before.targets.len() > MANY_TARGETS;
            return self.is_passed_by(left, gathered, many);
        }
        if self.catch == Catch::Stalemate && scene.plain {
            scene.look_for_freedom(&self.walks);
        }
        let lines = self.lines.filter(|_| scene.plain);
        scene.pictured = pictured && lines.is_some();
        scene.spoilt = false;
        if let Some(lines) = lines.filter(|_| gathers)
            && self.gathers_all(left, lines)
        {
            let none = self.scenes[left].targets.is_empty();
            match none {
                true => self.gatherings.save(left, left),
                false => self.gatherings.search(left),
            }
            return none;
        }
        let open = !self.reachable(left).any(|square| self.is_fit(left, square));
        let spoilt = |left: usize| self.scenes.get(left).is_some_and(|scene| scene.spoilt);
        match open {
            false => self.pictures.search(left),
            true if spoilt(left) => self.pictures.save(left, left),
            true if spoilt(left + 1) => self.pictures.save(left, left + 1),
            true => {}
        }
        open
    }

    /// Confines the king to where it may be in this position if another net is closed as well, in which it
    /// hunts itself: near to where the final pictures of that net have it, all being known.
    pub(crate) fn confine_by(&mut self, other: Option<&Net>, left: usize) {
        let confines = other.and_then(|other| {
            let hunts = other.prey != self.prey;
            let scene = other.scenes.get(left).filter(|scene| hunts && scene.gathered.is_some())?;
            let posts = masks::squares(scene.targets.posts_of_king()?);
            // each net may be closed by some more moves
            let apart = [&*self, other].map(|net| net.extra[self.prey as usize]);
            let posts: Squares = posts.map(|at| Square(at as u8)).collect();
            let near = |squares: Squares| {
                squares.iter().fold(squares, |all, at| all | self.walks.ring(at))
            };
            Some((0..apart.iter().sum()).fold(posts, |squares, _| near(squares)))
        });
        self.confines = confines.unwrap_or(Squares::ALL);
    }

    /// The number of final pictures with so many half-moves left, as far as they are known to be few.
    pub(crate) fn ways_to_close(&self, left: usize) -> usize {
        let gathered = self.scenes.get(left).filter(|scene| scene.gathered.is_some());
        gathered.map_or(usize::MAX, |scene| scene.targets.len())
    }

    /// Whether moves can be told to be vain before they are made, with so many half-moves left.
    pub(crate) fn tells_moves(&self, left: usize) -> bool {
        let scene = self.scenes.get(left);
        scene.is_some_and(|scene| scene.belongs && scene.gathered.is_some())
    }

    /// Whether no final picture remains after a move of a man, with so many half-moves left before it.
    pub(crate) fn is_vain(&mut self, mv: &Move, man: Man, left: usize) -> bool {
        let side = if man.colour == Colour::White { Side::White } else { Side::Black };
        let hunts = side != self.prey;
        let royal = !hunts && man.royal;
        let kind = mv.promotion.unwrap_or(man.kind);
        let walk = self.walks.number(kind, side, man.royal);
        let Some(change) = Change::by(mv, walk, hunts, royal) else { return false };
        let scene = &self.scenes[left];
        let mut stage = scene.stage(&self.walks, self.prey);
        match hunts {
            true => stage.hunts = stage.hunts.saturating_sub(1),
            false => stage.steps = stage.steps.saturating_sub(1),
        }
        if royal {
            stage.king_walks = self.walks.king_walks(self.prey, mv.to);
        }
        !scene.targets.remain(&change, &stage, &mut self.spare)
    }

    /// Whether no final picture remains of those that were gathered before.
    fn is_passed_by(&mut self, left: usize, gathered: usize, many: bool) -> bool {
        self.scenes[left].pictured = false;
        let open = many && {
            if self.catch == Catch::Stalemate {
                self.scenes[left].look_for_freedom(&self.walks);
            }
            !self.reachable(left).any(|square| self.is_fit(left, square))
        };
        let (scenes, before) = self.scenes.split_at_mut(left + 1);
        let scene = &mut scenes[left];
        if open || !scene.takes_over(&before[0], &self.walks, self.prey) {
            self.gatherings.save(left, gathered);
            return true;
        }
        self.gatherings.search(left);
        false
    }

    /// The squares on which the king might be caught, nearer ones first.
    fn reachable(&self, left: usize) -> impl Iterator<Item = Square> + use<> {
        let Scene { king, steps, unfit, .. } = self.scenes[left];
        let (walks, prey) = (Arc::clone(&self.walks), self.prey);
        let walk = move |nth: usize| walks.by_distance(prey, Square(king)).get(nth).copied();
        let squares = (0..).map_while(walk);
        let squares = squares.take_while(move |&(walked, _)| usize::from(walked) <= steps);
        let open = self.confines & !unfit;
        squares.map(|(_, square)| square).filter(move |&square| open.contains(square))
    }

    /// Gathers all final pictures, unless there are many.
    fn gathers_all(&mut self, left: usize, lines: &Lines) -> bool {
        let mut targets = std::mem::take(&mut self.scenes[left].targets);
        targets.clear();
        let patience = patience(left);
        let mut spent = 0;
        let mut reachable = self.reachable(left);
        let all = reachable.all(|square| {
            let case = Case::new(&self.scenes[left], &self.walks, self.prey, self.catch, square);
            !case.may_end(&mut self.memory) || {
                let gathering = Gathering {
                    targets: &mut targets,
                    most: MOST_TARGETS,
                    patience: patience - spent,
                };
                let (more, steps) = case.gathers(lines, self.prey, gathering);
                spent += steps;
                !more
            }
        });
        self.gatherings.spend(left, spent);
        let scene = &mut self.scenes[left];
        scene.targets = targets;
        scene.gathered = all.then_some(left);
        all
    }

    /// Whether the king may be caught on a square in the position with so many half-moves left.
    fn is_fit(&mut self, left: usize, square: Square) -> bool {
        let Some(scene) = self.scenes.get(left).filter(|scene| scene.belongs) else { return true };
        if scene.unfit.contains(square) {
            return false;
        }
        if scene.fit.contains(square) {
            return true;
        }
        let mut spoilt = false;
        let fit = self.is_fit(left + 1, square) && {
            let scene = &self.scenes[left];
            let case = Case::new(scene, &self.walks, self.prey, self.catch, square);
            case.walked <= scene.steps && {
                case.may_end(&mut self.memory) && {
                    let lines = self.lines.filter(|_| scene.pictured);
                    lines.is_none_or(|lines| {
                        let (made, steps) = case.makes_a_picture(lines, self.prey);
                        self.pictures.spend(left, steps);
                        spoilt = !made;
                        made
                    })
                }
            }
        };
        let scene = &mut self.scenes[left];
        scene.spoilt |= spoilt;
        if fit {
            scene.fit.insert(square)
        } else {
            scene.unfit.insert(square)
        }
        fit
    }
}

impl Scene {
    /// Takes the men of a position.
    fn set<R: Rules>(
        &mut self,
        position: &R,
        walks: &Walks,
        prey: Side,
        [steps, hunts]: [usize; 2],
    ) {
        let Scene { king, own, hunters, .. } = self;
        own.clear(hunts);
        hunters.clear(steps);
        position.each_man(|square, man| {
            // with two boards nothing is plain anyway
            hunters.fairy |= !man.attributes.is_empty();
            let turns = man.attributes.turn_the_man();
            if turns || man.colour == Colour::Neutral {
                // it may come to serve either side, and be moved by either
                hunters.share(walks, man, !prey, square);
                if turns {
                    own.share(walks, man, prey, square);
                }
                return;
            }
            match man.colour.serves(prey) {
                true if man.royal => *king = square.0,
                true => own.add(walks, man, prey, square),
                false => hunters.add(walks, man, !prey, square),
            }
        });
        // pawns go aside only if there is something to capture
        own.captures = hunters.capturable.min(2);
        hunters.captures = (own.capturable + hunters.shared).min(2);
        self.belongs = true;
        self.gathered = None;
        (self.fit, self.unfit) = (Squares::EMPTY, Squares::EMPTY);
    }

    fn stage<'a>(&'a self, walks: &'a Walks, prey: Side) -> Stage<'a> {
        let king_walks = walks.king_walks(prey, Square(self.king));
        let (own, hunters) = (self.own.men(), self.hunters.men());
        Stage { walks, prey, king_walks, own, hunters, steps: self.steps, hunts: self.hunts }
    }

    /// Takes over the final pictures of the position before that remain; whether there are any.
    fn takes_over(&mut self, before: &Scene, walks: &Walks, prey: Side) -> bool {
        let (own, hunters) = (self.own.men(), self.hunters.men());
        let change = Change::between([before.own.men(), before.hunters.men()], [own, hunters]);
        let mut targets = std::mem::take(&mut self.targets);
        targets.take_over(&before.targets, &change, &self.stage(walks, prey));
        self.targets = targets;
        self.gathered = before.gathered;
        !self.targets.is_empty()
    }

    fn look_for_freedom(&mut self, walks: &Walks) {
        let mut own = self.own.squares;
        own.insert(Square(self.king));
        let all = own | self.hunters.squares;
        self.freedom.look(walks, self.own.men(), self.hunters.men(), own, all);
    }
}

/// A square for the king in a position.
#[derive(Clone, Copy)]
struct Case<'a> {
    scene: &'a Scene,
    walks: &'a Walks,
    catch: Catch,
    king: Square,
    /// The moves that the king takes there.
    walked: usize,
}

impl<'a> Case<'a> {
    fn new(scene: &'a Scene, walks: &'a Walks, prey: Side, catch: Catch, king: Square) -> Case<'a> {
        let walked = walks.king_walk(prey, Square(scene.king), king);
        Case { scene, walks, catch, king, walked }
    }

    /// Whether the king can be caught there, as far as masks tell.
    fn may_end(&self, memory: &mut Memories) -> bool {
        let Case { scene, walks, king, .. } = *self;
        let Scene { own, hunters, hunts, .. } = scene;
        let (steps, hunts) = (scene.steps - self.walked, *hunts);
        let mate = self.catch == Catch::Mate;
        if self.catch == Catch::Stalemate && scene.plain {
            let aligned = walks.aligned(hunters.men(), scene.freedom.pinners(), king);
            if !scene.freedom.may_end(steps, hunts, aligned, self.walked > 0) {
                return false;
            }
        }
        let standing = || (walks.ring(king) & own.squares).len() + own.shared;
        let row = memory.needs.row(hunters.key(0, hunts));
        let need = memory.needs.get(row, king);
        if need != UNKNOWN && usize::from(need) > standing() + steps {
            return false;
        }
        let make = || walks.guards(hunters.men(), king, hunts, mate);
        let guards = memory.guards.get(hunters.key(king.0.into(), hunts), make);
        if need == UNKNOWN {
            memory.needs.set(row, king, guards.blocks_needed());
            if usize::from(guards.blocks_needed()) > standing() + steps {
                return false;
            }
        }
        // whoever is not pinned in a stalemate is blocked by its own men
        let rests =
            self.catch == Catch::Stalemate && scene.plain && !scene.freedom.may_be_pinned(hunts);
        let (stands, way) = match rests {
            true => (Stands::AtRest(own.men.len()), scatter(3 << 32)),
            false => (Stands::Anyhow, 0),
        };
        let make = || walks.blocks(own.men(), king, steps, stands);
        let blocks = memory.blocks.get(own.key(king.0.into(), steps) ^ way, make);
        if !guards.are_completed_by(blocks) {
            return false;
        }
        // on two boards, or before hoppers, a man may be unable to answer
        if !mate || !scene.plain {
            return true;
        }
        let key = own.key(king.0.into(), steps) ^ hunters.key(king.0.into(), hunts).rotate_left(1);
        if let Some(&known) = memory.mates.known(key) {
            return known;
        }
        let is_final = self.is_final(memory);
        *memory.mates.get(key, || is_final)
    }

    /// Whether some check can be left unanswered by the men that must block. A man that blocks a
    /// square which no hunter attacks is not pinned, so it must not be able to take the one man that
    /// gives check, nor to step between.
    fn is_final(&self, memory: &mut Memories) -> bool {
        let Case { scene, walks, king, .. } = *self;
        let Scene { own, hunters, hunts, .. } = scene;
        let (steps, hunts) = (scene.steps - self.walked, *hunts);
        let own_key = own.key(king.0.into(), steps);
        let hunters_key = hunters.key(king.0.into(), hunts);
        let shots = memory.shots.get(hunters_key, || walks.shots(hunters.men(), king, hunts));
        let Some(shots) = shots else { return true };
        shots.iter().any(|shot: &Shot| {
            let way = scatter(shot.number() | 2 << 32);
            let make = || walks.guards_with(hunters.men(), king, hunts, shot);
            let guards = memory.guards.get(hunters_key ^ way, make);
            guards.blocks_needed() != NEVER && {
                let make = || walks.blocks(own.men(), king, steps, Stands::Facing(shot));
                guards.are_completed_by(memory.blocks.get(own_key ^ way, make))
            }
        })
    }

    /// Gathers all final pictures; whether there are too many, and the steps taken.
    fn gathers(&self, lines: &Lines, prey: Side, gathering: Gathering<'_>) -> (bool, u32) {
        let Scene { own, hunters, .. } = self.scene;
        let mate = self.catch == Catch::Mate;
        let picture = Picture::new(self.walks, lines, prey, mate, own.men(), hunters.men());
        let mut picture = picture.gathering(gathering);
        let more = picture.can_be_made(self.king, self.scene.steps - self.walked, self.scene.hunts);
        (more, picture.steps_taken())
    }

    /// Whether a final picture can be put together, and the steps to find that out.
    fn makes_a_picture(&self, lines: &Lines, prey: Side) -> (bool, u32) {
        let Scene { own, hunters, .. } = self.scene;
        let mate = self.catch == Catch::Mate;
        let mut picture = Picture::new(self.walks, lines, prey, mate, own.men(), hunters.men());
        let made = picture.can_be_made(self.king, self.scene.steps - self.walked, self.scene.hunts);
        (made, picture.steps_taken())
    }
}

/// The men of a side but the king that is caught: their walks and squares.
#[derive(Clone, Debug, Default)]
struct Force {
    men: Vec<(u16, u8)>,
    squares: Squares,
    key: u64,
    /// How many of them may be captured.
    capturable: usize,
    /// How many men they may capture, more than two being two.
    captures: usize,
    /// Whether there are others than orthodox men among them.
    fairy: bool,
    /// The first so many men are moved by the other side too, that often.
    shared: usize,
    gifts: usize,
}

impl Force {
    /// Begins anew, the other side having so many moves.
    fn clear(&mut self, gifts: usize) {
        self.men.clear();
        (self.squares, self.key, self.capturable) = (Squares::EMPTY, 0, 0);
        (self.shared, self.gifts) = (0, gifts);
        self.fairy = false;
    }

    #[inline]
    fn add(&mut self, walks: &Walks, man: Man, side: Side, square: Square) {
        let walk = walks.number_of(man, side);
        self.men.push((walk, square.0));
        self.squares.insert(square);
        self.key ^= scatter(u64::from(walk) << 8 | u64::from(square.0));
        self.capturable += usize::from(!man.royal);
        self.fairy |= !walks.is_plain(walk);
    }

    /// Adds a man that the other side moves too.
    fn share(&mut self, walks: &Walks, man: Man, side: Side, square: Square) {
        self.add(walks, man, side, square);
        let last = self.men.len() - 1;
        self.men.swap(self.shared, last);
        self.shared += 1;
        self.fairy = true;
        // what it does depends on the moves of both
        let walk = walks.number_of(man, side);
        self.key ^= scatter(u64::from(walk) << 8 | u64::from(square.0) | 4 << 32);
    }

    #[inline]
    fn men(&self) -> Men<'_> {
        let Force { captures, shared, gifts, .. } = *self;
        Men { men: &self.men, captures, shared, gifts }
    }

    /// A key of what these men can do with so many moves round a square.
    #[inline]
    fn key(&self, king: u64, moves: usize) -> u64 {
        let gifts = if self.shared == 0 { 0 } else { self.gifts as u64 };
        let case = king | (moves as u64) << 8 | (self.captures as u64) << 16 | gifts << 20;
        self.key ^ scatter(case | 1 << 32)
    }
}

/// Spreads a small number over 64 bits (the finaliser of SplitMix64, Steele et al. 2014).
#[inline]
const fn scatter(n: u64) -> u64 {
    let n = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

/// What was worked out before, by its key; newer takes the place of older. It grows with what it holds.
#[derive(Clone, Debug)]
struct Memory<V> {
    entries: Vec<(u64, V)>,
    used: usize,
}

impl<V: Default + Clone> Memory<V> {
    const FIRST: usize = 1 << 8;
    const MOST: usize = 1 << 14;

    fn new() -> Memory<V> {
        Memory { entries: vec![(0, V::default()); Memory::<V>::FIRST], used: 0 }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    fn known(&self, key: u64) -> Option<&V> {
        let entry = &self.entries[self.place(key)];
        (entry.0 == key).then_some(&entry.1)
    }

    #[inline]
    fn get(&mut self, key: u64, make: impl FnOnce() -> V) -> &V {
        let mut place = self.place(key);
        if self.entries[place].0 != key {
            if self.entries[place].0 == 0 {
                self.used += 1;
            }
            if self.used * 2 > self.entries.len() && self.entries.len() < Memory::<V>::MOST {
                self.grow();
                place = self.place(key);
            }
            self.entries[place] = (key, make());
        }
        &self.entries[place].1
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(0, V::default()); self.entries.len() * 4];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old.into_iter().filter(|entry| entry.0 != 0) {
            let place = self.place(entry.0);
            self.entries[place] = entry;
        }
        self.used = self.entries.iter().filter(|entry| entry.0 != 0).count();
    }
}

/// A number that was not worked out yet.
const UNKNOWN: u8 = NEVER - 1;

/// Rows with a number for each square, by their keys; newer take the place of older.
#[derive(Clone, Debug)]
struct Rows {
    keys: Vec<u64>,
    /// Written so that those not worked out are 0: memory that is not needed is not touched.
    numbers: Vec<u8>,
    squares: usize,
}

impl Rows {
    const SIZE: usize = 1 << 12;

    fn new(squares: usize) -> Rows {
        let numbers = vec![0; Rows::SIZE * squares];
        Rows { keys: vec![0; Rows::SIZE], numbers, squares }
    }

    /// The place of a row.
    #[inline]
    fn row(&mut self, key: u64) -> usize {
        let place = key as usize % Rows::SIZE;
        let row = place * self.squares;
        if self.keys[place] != key {
            self.keys[place] = key;
            self.numbers[row..][..self.squares].fill(0);
        }
        row
    }

    #[inline]
    fn get(&self, row: usize, square: Square) -> u8 {
        self.numbers[row + square.index()] ^ UNKNOWN
    }

    fn set(&mut self, row: usize, square: Square, number: u8) {
        self.numbers[row + square.index()] = number ^ UNKNOWN;
    }
}

#[cfg(test)]
#[path = "../../tests/positions/mod.rs"]
mod positions;

/// Here final pictures are looked for in every position, whether that pays or not.
#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample};

    use super::positions::{BOARDS, cases, changing, crowded, sparse};
    use crate::{Limits, Problem, solve, write};

    fn agree(text: &str) -> Result<(), TestCaseError> {
        let problems = Problem::parse(text).unwrap();
        let answer = |bounds| {
            let limits = Limits { threads: 1, bounds, ..Limits::default() };
            write::text(&problems[0], &solve(&problems[0], &limits, &mut |_| {}))
        };
        let plain = answer(false);
        prop_assume!(plain.len() < 1 << 20);
        prop_assert_eq!(answer(true), plain, "{}", text);
        Ok(())
    }

    proptest! {
        #![proptest_config(cases(30))]

        #[test]
        fn nothing_is_lost_where_men_are_few(text in sparse()) {
            agree(&text)?;
        }
    }

    proptest! {
        #![proptest_config(cases(400))]

        #[test]
        fn nothing_is_lost_in_a_crowd(
            text in crowded(vec!["Q", "R", "B", "S", "P", "P", "DU", "G"], &BOARDS[..1])
        ) {
            agree(&text)?;
        }
    }

    proptest! {
        #![proptest_config(cases(300))]

        #[test]
        fn nothing_is_lost_where_men_change(text in changing()) {
            agree(&text)?;
        }
    }

    /// Both kings on the edge, where they are soon mated.
    fn cornered_kings() -> impl Strategy<Value = String> {
        let edge = (0..8u8, 0..4u8).prop_map(|(along, side)| match side {
            0 => (along, 0),
            1 => (along, 7),
            2 => (0, along),
            _ => (7, along),
        });
        let man = (sample::select(vec!["Q", "R", "R", "B", "S"]), (0..8u8, 0..8u8));
        let forces = proptest::collection::vec(man, 4);
        let apart = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) > 1;
        let kings = (edge.clone(), edge).prop_filter("apart", move |&(a, b)| apart(a, b));
        (kings, forces).prop_filter_map("two on a square", |((white, black), men)| {
            let mut taken = vec![white, black];
            for &(_, at) in &men {
                if taken.contains(&at) {
                    return None;
                }
                taken.push(at);
            }
            let name = |(file, rank): (u8, u8)| format!("{}{}", (b'a' + file) as char, rank + 1);
            let man = |(kind, at): &(&str, (u8, u8))| format!("{kind}{}", name(*at));
            Some(format!(
                "BeginProblem Pieces White K{} {} {} Black K{} {} {} Stipulation reci-h#2 EndProblem",
                name(white), man(&men[0]), man(&men[1]),
                name(black), man(&men[2]), man(&men[3]),
            ))
        })
    }

    proptest! {
        #![proptest_config(cases(3_000))]

        #[test]
        fn nothing_is_lost_where_both_kings_are_mated(text in cornered_kings()) {
            agree(&text)?;
        }
    }
}
