//! What the rules forget: where each man stood in the diagram, and castlings that rule each other
//! out. Asked for by few problems, so positions carry it only there.

use solusrex_rules::{Effect, Geometry, Man, Move, Position, Rules, Side, Special, Square, Wing};

/// A position with its past.
#[derive(Clone, Debug)]
pub(crate) struct Chronicle {
    now: Position,
    origins: Origins,
    /// Pairs of rooks of which only one may castle.
    exclusive: Vec<(Square, Square)>,
}

impl Chronicle {
    pub(crate) fn new(now: Position, exclusive: &[(Square, Square)]) -> Chronicle {
        let origins = Origins::of(now.geometry(), &now);
        Chronicle { now, origins, exclusive: exclusive.to_vec() }
    }

    fn rule_out(&mut self, rook: Square) {
        for (one, other) in self.exclusive.clone() {
            if one == rook {
                self.now.revoke_castling(other);
            } else if other == rook {
                self.now.revoke_castling(one);
            }
        }
    }
}

/// By square: where the man on it stood in the diagram.
#[derive(Clone, Debug)]
pub(crate) struct Origins(Vec<Option<Square>>);

impl Origins {
    /// All men stand where they stood.
    pub(crate) fn of(board: &Geometry, position: &impl Rules) -> Origins {
        let mut origins = vec![None; board.size()];
        position.each_man(|square, _| origins[square.index()] = Some(square));
        Origins(origins)
    }

    /// Where the man on a square stood.
    pub(crate) fn of_man_on(&self, square: Square) -> Option<Square> {
        self.0[square.index()]
    }

    /// Takes the men along with a move.
    pub(crate) fn carry(&mut self, mv: &Move, mover: Side) {
        let captured = mv.captured.and_then(|square| self.0[square.index()].take());
        self.shift(mv.from, mv.to);
        if let Special::Castling(wing) = mv.special {
            let (from, to) = rook(mover, wing);
            self.shift(from, to);
        }
        for effect in mv.effects.iter() {
            match effect {
                Effect::Appears(_, square) => self.0[square.index()] = captured,
                Effect::Vanishes(square) => self.0[square.index()] = None,
                Effect::Transfers(from, to) => self.shift(from, to),
                Effect::Becomes(..) | Effect::Turns(_) => {}
            }
        }
    }

    fn shift(&mut self, from: Square, to: Square) {
        if from != to {
            self.0[to.index()] = self.0[from.index()].take();
        }
    }
}

impl Rules for Chronicle {
    type Move = Move;
    type Undo = (<Position as Rules>::Undo, Origins);

    fn side_to_move(&self) -> Side {
        self.now.side_to_move()
    }

    fn legal_moves_into(&mut self, moves: &mut Vec<Move>) {
        self.now.legal_moves_into(moves);
    }

    fn play(&mut self, mv: &Move) -> Self::Undo {
        let before = self.origins.clone();
        let mover = self.now.side_to_move();
        let undo = self.now.play(mv);
        self.origins.carry(mv, mover);
        if let Special::Castling(wing) = mv.special {
            self.rule_out(rook(mover, wing).0);
        }
        (undo, before)
    }

    fn undo(&mut self, (undo, before): Self::Undo) {
        self.now.undo(undo);
        self.origins = before;
    }

    fn pass(&mut self) -> Self::Undo {
        (self.now.pass(), self.origins.clone())
    }

    fn in_check(&self, side: Side) -> bool {
        self.now.in_check(side)
    }

    fn heedless_moves_into(&mut self, moves: &mut Vec<Move>) {
        self.now.heedless_moves_into(moves);
    }

    fn outline(&self, mv: &Move) -> Move {
        *mv
    }

    fn man_on(&self, square: Square) -> Option<Man> {
        self.now.man(square)
    }

    fn each_man(&self, each: impl FnMut(Square, Man)) {
        self.now.each_man(each);
    }

    fn has_rights(&self) -> bool {
        self.now.has_rights()
    }

    fn is_capture(&self, mv: &Move) -> bool {
        mv.captured.is_some()
    }

    fn key(&self) -> u128 {
        // men of one kind are told apart by where they come from
        let mut key = self.now.key();
        for (square, origin) in self.origins.0.iter().enumerate() {
            if let Some(origin) = origin {
                key ^= mixed((square as u64) << 8 | u64::from(origin.0) | 1 << 20);
            }
        }
        key
    }

    fn long(&self, mv: &Move) -> String {
        self.now.long(mv)
    }

    fn origin(&self, square: Square) -> Option<Square> {
        self.origins.of_man_on(square)
    }

    fn has_legal_move(&mut self) -> bool {
        self.now.has_legal_move()
    }
}

/// From where to where the rook goes in castling, which there is only on a board of 8 x 8.
fn rook(side: Side, wing: Wing) -> (Square, Square) {
    let home = if side == Side::White { 0 } else { 56 };
    let (from, to) = match wing {
        Wing::King => (7, 5),
        Wing::Queen => (0, 3),
    };
    (Square(home + from), Square(home + to))
}

/// A number with its bits spread over 128.
fn mixed(number: u64) -> u128 {
    let half = |seed: u64| {
        let mut x = number.wrapping_add(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    u128::from(half(1)) << 64 | u128::from(half(0x5bd1_e995))
}
