//! A position of any variant, with moves made and taken back in place: the general path.
//!
//! ```
//! use solusrex_rules::{Position, Rules};
//!
//! let mut position = Position::from_pieces("White Kd6 Gd1 Black Kd8", &Default::default())?;
//! assert_eq!(position.legal_moves().len(), 6);
//! # Ok::<(), solusrex_rules::notation::NotationError>(())
//! ```

use std::{fmt, sync::Arc};

use crate::{
    attribute::Attribute,
    geometry::{Geometry, Square},
    man::{Colour, KindId, Man, Side},
    movement::Passage,
    moves::{Castle, Effect, Move, Special, Wing},
    squares::Squares,
    variant::Variant,
};

/// What stands where, indexed by [`Square`]; squares beyond the board stay empty.
pub(crate) type Board = [Option<Man>; 256];

/// The men, who is to move, and what castling and en passant are still possible.
#[derive(Clone)]
pub struct Position {
    variant: Arc<Variant>,
    cells: Board,
    /// With two boards, what stands on each of them.
    boards: Option<Box<[HalfBoard; 2]>>,
    occupied: Squares,
    pub(crate) by_colour: [Squares; 3],
    pub(crate) by_kind: Vec<[Squares; 3]>,
    pub(crate) royals: [Squares; 3],
    /// The men with attributes.
    pub(crate) endowed: Squares,
    side: Side,
    unmoved: Unmoved,
    en_passant: Option<EnPassant>,
    /// The man captured by the last move, and where.
    captive: Option<(Square, Man)>,
    halfmove_clock: u32,
    move_number: u32,
    key: u128,
}

/// One of the two boards of Alice.
#[derive(Clone)]
pub(crate) struct HalfBoard {
    pub(crate) board: Board,
    pub(crate) men: Squares,
}

impl HalfBoard {
    const EMPTY: HalfBoard = HalfBoard { board: [None; 256], men: Squares::EMPTY };

    fn put(&mut self, square: Square, man: Option<Man>) {
        self.board[square.index()] = man;
        match man {
            Some(_) => self.men.insert(square),
            None => self.men.remove(square),
        }
    }
}

/// A double step just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnPassant {
    /// The square passed over.
    pub over: Square,
    /// Where the pawn stands now.
    pub man: Square,
}

/// Which kings and rooks on their home squares have not moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Unmoved(u8);

impl Unmoved {
    /// The bit of a home square: a1 e1 h1 a8 e8 h8.
    fn bit(square: Square) -> u8 {
        match square.0 {
            0 => 1,
            4 => 2,
            7 => 4,
            56 => 8,
            60 => 16,
            63 => 32,
            _ => 0,
        }
    }

    pub(crate) fn contains(self, square: Square) -> bool {
        self.0 & Unmoved::bit(square) != 0
    }

    pub(crate) fn insert(&mut self, square: Square) {
        self.0 |= Unmoved::bit(square);
    }

    pub(crate) fn remove(&mut self, square: Square) {
        self.0 &= !Unmoved::bit(square);
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Without kings that have no rook left to castle with, and rooks that have no king.
    pub(crate) fn paired(self) -> Unmoved {
        let pairs = |bits: u8| if bits & 0b010 != 0 && bits & 0b101 != 0 { bits } else { 0 };
        Unmoved(pairs(self.0 & 0b111) | pairs(self.0 >> 3) << 3)
    }
}

/// What is needed to take a move back.
#[derive(Clone, Debug)]
pub struct Undo {
    /// What stood where before: the first changes in order, and those few moves have.
    changes: [(Square, Option<Man>); Undo::FEW],
    count: u8,
    more: Vec<(Square, Option<Man>)>,
    unmoved: Unmoved,
    en_passant: Option<EnPassant>,
    captive: Option<(Square, Man)>,
    halfmove_clock: u32,
    key: u128,
}

impl Undo {
    /// Departure, arrival, and what a capture, castling or two effects change.
    const FEW: usize = 5;

    /// Before anything is changed.
    #[inline]
    fn of(position: &Position) -> Undo {
        Undo {
            changes: [(Square(0), None); Undo::FEW],
            count: 0,
            more: Vec::new(),
            unmoved: position.unmoved,
            en_passant: position.en_passant,
            captive: position.captive,
            halfmove_clock: position.halfmove_clock,
            key: position.key,
        }
    }

    #[inline]
    fn note(&mut self, square: Square, man: Option<Man>) {
        match self.changes.get_mut(usize::from(self.count)) {
            Some(change) => {
                *change = (square, man);
                self.count += 1;
            }
            None => self.more.push((square, man)),
        }
    }
}

impl Position {
    /// A position without castling rights or en passant.
    pub fn new(
        variant: Arc<Variant>,
        men: impl IntoIterator<Item = (Square, Man)>,
        side: Side,
    ) -> Position {
        let kinds = variant.kinds().len();
        let mut position = Position {
            boards: variant.alice.then(|| Box::new([HalfBoard::EMPTY; 2])),
            variant,
            cells: [None; 256],
            occupied: Squares::EMPTY,
            by_colour: [Squares::EMPTY; 3],
            by_kind: vec![[Squares::EMPTY; 3]; kinds],
            royals: [Squares::EMPTY; 3],
            endowed: Squares::EMPTY,
            side,
            unmoved: Unmoved::default(),
            en_passant: None,
            captive: None,
            halfmove_clock: 0,
            move_number: 1,
            key: 0,
        };
        for (square, man) in men {
            let man = position.at_home(man);
            position.put(square, Some(man));
        }
        position
    }

    /// Clears the board and sets other men up, without castling rights. A capture en passant over
    /// `over` is possible if a double step can just have been made there.
    pub fn rearrange(
        &mut self,
        men: impl IntoIterator<Item = (Square, Man)>,
        side: Side,
        over: Option<Square>,
    ) {
        for square in self.occupied() {
            self.put(square, None);
        }
        for (square, man) in men {
            let man = self.at_home(man);
            self.put(square, Some(man));
        }
        self.side = side;
        self.unmoved = Unmoved::default();
        self.en_passant = None;
        self.captive = None;
        self.set_counters(0, 1);
        if let Some(over) = over {
            self.set_en_passant(over);
        }
    }

    /// What is fixed during play.
    #[inline]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        self.variant.geometry()
    }

    /// Who is to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Gives the move to a side; a double step just made is forgotten.
    pub fn set_side_to_move(&mut self, side: Side) {
        self.side = side;
        self.en_passant = None;
    }

    /// The man on a square.
    #[inline]
    pub fn man(&self, square: Square) -> Option<Man> {
        self.cells[square.index()]
    }

    /// The men as the man on `square` sees them: with two boards, only those of its own.
    #[inline]
    pub(crate) fn board_of(&self, square: Square) -> &Board {
        self.half_of(square).map_or(&self.cells, |half| &half.board)
    }

    /// With two boards, that of the man on `square`.
    #[inline]
    pub(crate) fn half_of(&self, square: Square) -> Option<&HalfBoard> {
        let boards = self.boards.as_ref()?;
        let second = self.man(square).is_some_and(|man| man.has(Attribute::AliceB));
        Some(&boards[usize::from(second)])
    }

    /// A man as it is set up: with two boards, on the first if nothing is said.
    fn at_home(&self, man: Man) -> Man {
        match self.variant.alice && !man.has(Attribute::AliceB) {
            true => Man { attributes: man.attributes.with(Attribute::AliceA), ..man },
            false => man,
        }
    }

    /// All men with their squares, `a1` first.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> {
        self.occupied().iter().filter_map(|square| Some((square, self.man(square)?)))
    }

    /// The squares of all men.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.occupied
    }

    /// The squares of the men that `side` may move.
    #[inline]
    pub(crate) fn serving(&self, side: Side) -> Squares {
        self.by_colour[side as usize] | self.by_colour[Colour::Neutral as usize]
    }

    /// The squares of the men of a kind that `side` may move.
    #[inline]
    pub(crate) fn serving_of(&self, kind: KindId, side: Side) -> Squares {
        let sets = &self.by_kind[kind.index()];
        sets[side as usize] | sets[Colour::Neutral as usize]
    }

    /// The squares of the royal men that `side` must keep from capture.
    pub fn royals(&self, side: Side) -> Squares {
        self.royals[side as usize] | self.royals[Colour::Neutral as usize]
    }

    /// The double step just made, if it can be answered by a capture en passant.
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.en_passant
    }

    /// The man captured by the last move and its square, where a condition asks for it.
    pub fn captive(&self) -> Option<(Square, Man)> {
        self.captive
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move to be made, from 1.
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    pub(crate) fn set_counters(&mut self, halfmove_clock: u32, move_number: u32) {
        self.halfmove_clock = halfmove_clock;
        self.move_number = move_number;
    }

    /// A key of men, side, castling rights and en passant, for transposition tables.
    #[inline]
    pub fn key(&self) -> u128 {
        let over = self.en_passant.map(|passed| passed.over);
        let key = position_key(self.key, self.side, self.unmoved, over);
        match self.captive {
            Some((square, man)) => key ^ man_key(square, man).rotate_left(1),
            None => key,
        }
    }

    /// The key after a move, if it is seen without making it; `again` if the mover moves again then.
    pub(crate) fn key_after(&self, mv: &Move, again: bool) -> Option<u128> {
        let plain = matches!(mv.special, Special::None | Special::EnPassant)
            && self.unmoved.is_empty()
            && !self.variant.remembers_captures;
        let mover = self.man(mv.from).filter(|_| plain)?;
        let mut key = self.key ^ man_key(mv.from, mover);
        if let Some(at) = mv.captured {
            key ^= man_key(at, self.man(at)?);
        }
        let mut arrived = self.variant.arriving(mover, mv);
        let mut at = mv.to;
        let mut effects = mv.effects.iter();
        match (effects.next(), effects.next()) {
            (None, _) => {}
            // who comes home may castle again
            (Some(Effect::Becomes(square, man)), None) if square == at && !is_home(square) => {
                arrived = man;
            }
            (Some(Effect::Appears(man, square)), None) if !is_home(square) => {
                key ^= man_key(square, man);
            }
            (Some(Effect::Transfers(from, to)), None) if from == at && !is_home(to) => at = to,
            _ => return None,
        }
        // on two boards a man may drive off one of the other
        let free = || at == mv.from || mv.captured == Some(at) || self.man(at).is_none();
        if self.variant.alice && !free() {
            return None;
        }
        let side = if again { self.side } else { !self.side };
        Some(position_key(key ^ man_key(at, arrived), side, self.unmoved, None))
    }

    pub(crate) fn unmoved(&self) -> Unmoved {
        self.unmoved
    }

    /// Whether a king and a rook have kept the right to castle; the way may still be barred.
    pub fn may_castle(&self, side: Side, wing: Wing) -> bool {
        let castle = Castle::of(side, wing);
        self.unmoved.contains(castle.king_from) && self.unmoved.contains(castle.rook_from)
    }

    /// Grants the right to castle, if king and rook stand at home on a board of 8 x 8.
    pub(crate) fn grant_castling(&mut self, side: Side, wing: Wing) {
        let castle = Castle::of(side, wing);
        if self.is_home(castle.king_from) && self.is_home(castle.rook_from) {
            self.unmoved.insert(castle.king_from);
            self.unmoved.insert(castle.rook_from);
        }
    }

    /// Grants every right to castle that the places of kings and rooks allow, as problemists do.
    /// Under conditions, a king or rook alone may still find a partner reborn.
    pub fn grant_all_castling(&mut self) {
        for square in self.occupied() {
            if self.is_home(square) {
                self.unmoved.insert(square);
            }
        }
        self.drop_idle_rights();
    }

    /// Takes the right to castle from the king or rook on a square: it has moved before.
    pub fn revoke_castling(&mut self, square: Square) {
        self.unmoved.remove(square);
        self.drop_idle_rights();
    }

    /// Whether a king or a rook stands on its home square here.
    fn is_home(&self, square: Square) -> bool {
        let castles =
            || Side::BOTH.map(|side| Wing::BOTH.map(|wing| (side, Castle::of(side, wing))));
        is_home(square)
            && self.geometry().width() == 8
            && self.geometry().height() == 8
            && castles().into_iter().flatten().any(|(side, castle)| {
                let stands = |home, kind| {
                    square == home
                        && self.variant.is_orthodox(kind)
                        && self
                            .man(square)
                            .is_some_and(|man| man.kind == kind && man.colour == side.colour())
                };
                stands(castle.king_from, KindId::KING) || stands(castle.rook_from, KindId::ROOK)
            })
    }

    /// Forgets kings and rooks left without a partner, where no condition can bring one back.
    fn drop_idle_rights(&mut self) {
        if !self.unmoved.is_empty() && self.variant.is_lawless() {
            self.unmoved = self.unmoved.paired();
        }
    }

    /// Allows a capture en passant over `over` if a double step there is possible and an enemy pawn
    /// stands ready.
    pub fn set_en_passant(&mut self, over: Square) {
        self.en_passant = None;
        if self.man(over).is_none() && self.stands_ready(self.side, over) {
            let mut steppers = self.serving(!self.side).iter();
            let stepped = steppers.find(|&man| self.may_have_stepped(over, man));
            self.en_passant = stepped.map(|man| EnPassant { over, man });
        }
    }

    /// Whether the man on `square` can just have come there by a double step over `over`.
    fn may_have_stepped(&self, over: Square, square: Square) -> bool {
        let Some(man) = self.man(square) else { return false };
        let movement = self.variant.movement(man.kind, !self.side);
        self.geometry().squares().filter(|&from| self.man(from).is_none()).any(|from| {
            movement.routes(from).iter().any(|route| {
                route.passage == Passage::March
                    && movement.stops(route).iter().map(|stop| stop.square).eq([over, square])
            })
        })
    }

    /// Whether a pawn of `side` could capture en passant on `over`.
    fn stands_ready(&self, side: Side, over: Square) -> bool {
        self.variant.en_passant_kinds().iter().any(|&kind| {
            let near = self.variant.movement(kind, side).attackers(over);
            !(self.serving_of(kind, side) & near).is_empty()
        })
    }

    /// Puts a man on a square, or takes it off.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, man: Option<Man>) {
        if let Some(old) = self.man(square) {
            self.key ^= man_key(square, old);
        }
        if let Some(new) = man {
            self.key ^= man_key(square, new);
        }
        self.put_keeping_key(square, man);
    }

    // where it is known whether somebody leaves or comes, half of it is left
    #[inline(always)]
    pub(crate) fn put_keeping_key(&mut self, square: Square, man: Option<Man>) {
        if let Some(boards) = &mut self.boards {
            let second = man.is_some_and(|man| man.has(Attribute::AliceB));
            boards[0].put(square, man.filter(|_| !second));
            boards[1].put(square, man.filter(|_| second));
        }
        let cell = &mut self.cells[square.index()];
        if let Some(old) = std::mem::replace(cell, man) {
            let colour = old.colour as usize;
            self.occupied.remove(square);
            self.by_colour[colour].remove(square);
            self.by_kind[old.kind.index()][colour].remove(square);
            if old.royal {
                self.royals[colour].remove(square);
            }
            if !old.attributes.is_empty() {
                self.endowed.remove(square);
            }
        }
        if let Some(new) = man {
            let colour = new.colour as usize;
            self.occupied.insert(square);
            self.by_colour[colour].insert(square);
            self.by_kind[new.kind.index()][colour].insert(square);
            if new.royal {
                self.royals[colour].insert(square);
            }
            if !new.attributes.is_empty() {
                self.endowed.insert(square);
            }
        }
    }

    #[inline]
    fn change<const KEYED: bool>(&mut self, undo: &mut Undo, square: Square, man: Option<Man>) {
        undo.note(square, self.man(square));
        match KEYED {
            true => self.put(square, man),
            false => self.put_keeping_key(square, man),
        }
    }

    /// Makes a move of this position; [`Position::undo`] takes it back.
    pub fn play(&mut self, mv: &Move) -> Undo {
        self.make::<true>(mv)
    }

    /// Makes a move only to see what comes of it: the key means nothing before it is taken back.
    pub(crate) fn try_out(&mut self, mv: &Move) -> Undo {
        self.make::<false>(mv)
    }

    fn make<const KEYED: bool>(&mut self, mv: &Move) -> Undo {
        let mut undo = Undo::of(self);
        if self.variant.remembers_captures {
            self.captive = mv.captured.and_then(|at| Some((at, self.man(at)?)));
        }
        let mover = self.man(mv.from);
        if let Some(at) = mv.captured {
            self.unmoved.remove(at);
            // where it arrives, the captor takes its victim's place
            if at != mv.to {
                self.change::<KEYED>(&mut undo, at, None);
            }
        }
        self.unmoved.remove(mv.from);
        let pawn = mover.is_some_and(|man| self.variant.nature(man.kind).is_pawn());
        let arrived = mover.map(|man| self.variant.arriving(man, mv));
        self.change::<KEYED>(&mut undo, mv.from, None);
        self.change::<KEYED>(&mut undo, mv.to, arrived);
        if let Special::Castling(wing) = mv.special {
            let castle = Castle::of(self.side, wing);
            let rook = self.man(castle.rook_from);
            self.unmoved.remove(castle.rook_from);
            self.change::<KEYED>(&mut undo, castle.rook_from, None);
            let rook = rook.map(|rook| self.variant.passing(rook));
            self.change::<KEYED>(&mut undo, castle.rook_to, rook);
        }
        self.drop_idle_rights();
        if !mv.effects.is_empty() {
            for effect in mv.effects.iter() {
                self.apply::<KEYED>(&mut undo, effect);
            }
        }
        self.halfmove_clock =
            if pawn || mv.captured.is_some() { 0 } else { self.halfmove_clock + 1 };
        if self.side == Side::Black {
            self.move_number += 1;
        }
        self.side = !self.side;
        let enemy = |man: Man| man.colour != self.side.colour();
        self.en_passant = match mv.special {
            Special::DoubleStep(over)
                if self.man(mv.to).is_some_and(enemy) && self.stands_ready(self.side, over) =>
            {
                Some(EnPassant { over, man: mv.to })
            }
            _ => None,
        };
        undo
    }

    /// Gives the move to the other side without a move; [`Position::undo`] takes it back.
    pub fn pass(&mut self) -> Undo {
        let undo = Undo::of(self);
        if self.side == Side::Black {
            self.move_number += 1;
        }
        self.side = !self.side;
        self.en_passant = None;
        undo
    }

    fn apply<const KEYED: bool>(&mut self, undo: &mut Undo, effect: Effect) {
        match effect {
            Effect::Appears(man, square) => {
                self.change::<KEYED>(undo, square, Some(man));
                // a king or rook reborn at home may castle again
                if self.is_home(square) {
                    self.unmoved.insert(square);
                }
            }
            Effect::Vanishes(square) => {
                self.unmoved.remove(square);
                self.change::<KEYED>(undo, square, None);
            }
            Effect::Becomes(square, man) => {
                self.unmoved.remove(square);
                self.change::<KEYED>(undo, square, Some(man));
                // who becomes a king or rook at home has not moved as such
                if self.is_home(square) {
                    self.unmoved.insert(square);
                }
            }
            Effect::Turns(square) => {
                if let Some(man) = self.man(square) {
                    self.apply::<KEYED>(undo, Effect::Becomes(square, man.turncoat()));
                }
            }
            Effect::Transfers(from, to) => {
                let man = self.man(from);
                self.unmoved.remove(from);
                self.change::<KEYED>(undo, from, None);
                self.change::<KEYED>(undo, to, man);
                if self.is_home(to) {
                    self.unmoved.insert(to);
                }
            }
        }
    }

    /// Takes back the last move made.
    pub fn undo(&mut self, undo: Undo) {
        for &(square, man) in undo.more.iter().rev() {
            self.put_keeping_key(square, man);
        }
        for &(square, man) in undo.changes[..usize::from(undo.count)].iter().rev() {
            self.put_keeping_key(square, man);
        }
        self.side = !self.side;
        if self.side == Side::Black {
            self.move_number -= 1;
        }
        self.unmoved = undo.unmoved;
        self.en_passant = undo.en_passant;
        self.captive = undo.captive;
        self.halfmove_clock = undo.halfmove_clock;
        self.key = undo.key;
    }

    /// Moves a man aside for a question, without touching anything else.
    pub(crate) fn shift(&mut self, from: Square, to: Square) {
        let man = self.man(from);
        self.put_keeping_key(from, None);
        self.put_keeping_key(to, man);
    }

    /// Whether neither side can mate by any sequence of moves: bare kings, one minor piece, or
    /// bishops of one colour only. Known for orthodox chess; elsewhere only bare kings count.
    pub fn is_insufficient_material(&self) -> bool {
        let count =
            |kind: KindId| self.by_kind[kind.index()].iter().map(Squares::len).sum::<usize>();
        let men = self.occupied().len();
        let (kings, knights, bishops) =
            (count(KindId::KING), count(KindId::KNIGHT), count(KindId::BISHOP));
        if men == kings {
            return true;
        }
        if !self.variant.is_chess() || men != kings + knights + bishops {
            return false;
        }
        let one_colour = || {
            let squares = self.by_kind[KindId::BISHOP.index()];
            let dark = (squares[0] | squares[1] | squares[2])
                .iter()
                .filter(|&square| self.geometry().is_dark(square))
                .count();
            dark == 0 || dark == bishops
        };
        (knights == 1 && bishops == 0) || (knights == 0 && one_colour())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

impl PartialEq for Position {
    /// The same men, side, rights and en passant on the same board; counters do not matter.
    fn eq(&self, other: &Position) -> bool {
        self.cells == other.cells
            && self.geometry() == other.geometry()
            && self.variant.kinds() == other.variant.kinds()
            && self.side == other.side
            && self.unmoved == other.unmoved
            && self.en_passant == other.en_passant
            && self.captive == other.captive
    }
}

impl Eq for Position {}

/// Whether a king or rook may be at home on a square.
fn is_home(square: Square) -> bool {
    Unmoved::bit(square) != 0
}

/// The key of a position from that of its men.
#[inline]
pub(crate) fn position_key(men: u128, side: Side, unmoved: Unmoved, over: Option<Square>) -> u128 {
    let side = if side == Side::Black { const { mix(1 << 32) } } else { 0 };
    let castling = match unmoved.0 {
        0 => const { mix(2 << 32) },
        bits => mix(2 << 32 | bits as u64),
    };
    let en_passant = over.map_or(0, |over| mix(3 << 32 | over.0 as u64));
    men ^ side ^ castling ^ en_passant
}

#[inline]
pub(crate) const fn man_key(square: Square, man: Man) -> u128 {
    let bits = (man.kind.0 as u64) << 16 | (man.colour as u64) << 9 | (man.royal as u64) << 8;
    let attributes = man.attributes.bits() as u64;
    // bit 24 keeps clear of the keys of sides and rights
    let bits = if attributes == 0 { bits } else { bits | attributes << 32 | 1 << 24 };
    let key = mix(bits | square.0 as u64);
    match man.origin {
        0 => key,
        origin => key ^ mix(1 << 25 | (origin as u64) << 8 | square.0 as u64),
    }
}

/// Two rounds of SplitMix64 (Steele, Lea and Flood, 2014), as one 128-bit number.
#[inline]
const fn mix(bits: u64) -> u128 {
    const fn round(mut z: u64) -> u64 {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let low = round(bits.wrapping_add(1).wrapping_mul(GOLDEN));
    let high = round(low.wrapping_add(GOLDEN));
    (high as u128) << 64 | low as u128
}
