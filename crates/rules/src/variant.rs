//! What is fixed during play: the board, the kinds in use, the conditions.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

use crate::{
    attribute::{Attribute, Attributes},
    attributes,
    conditions::{Condition, ConditionError, Hooks, Stage, Transforms},
    geometry::{Geometry, Square},
    kind::{Kind, Nature, catalogue},
    man::{KindId, Man, Side},
    movement::Movement,
    moves::Move,
    squares::Squares,
};

/// The most kinds that one variant can hold.
pub(crate) const MAX_KINDS: usize = 200;

const MARINE_PAWN: &str = "MP";
const MARINE: [&str; 4] = ["SI", "TR", "ND", "MS"];

/// A board with its kinds and conditions, ready to play on.
///
/// ```
/// use solusrex_rules::{Geometry, Variant, kind::catalogue};
///
/// let grasshopper = catalogue::find("G").unwrap();
/// let variant = Variant::new(Geometry::CHESS, vec![grasshopper.clone()], vec![])?;
/// // promotion is into the orthodox pieces and the fairy kinds in use
/// assert_eq!(variant.promotions().len(), 5);
/// # Ok::<(), solusrex_rules::conditions::ConditionError>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    geometry: Geometry,
    kinds: Vec<Kind>,
    movements: Vec<[Arc<Movement>; 2]>,
    /// For each side and square, from where it may be captured by some kind.
    attackers: [Vec<Squares>; 2],
    /// Whether a kind is orthodox, by its number.
    orthodox: Vec<bool>,
    /// What kinds are besides their way of moving, by their numbers.
    natures: Vec<Nature>,
    promotions: Vec<KindId>,
    /// The marine pawn, and what it may become.
    marine_pawn: Option<KindId>,
    marine_promotions: Vec<KindId>,
    /// Kinds that may capture en passant.
    en_passant: Vec<KindId>,
    conditions: Vec<Arc<dyn Condition>>,
    /// The attributes that men may have.
    attributes: Attributes,
    /// Whether there are two boards.
    pub(crate) alice: bool,
    /// Whether a law asks which man is hopped over.
    pub(crate) hurdles: bool,
    /// Whether some hop is possible only if the man hopped over can move.
    pub(crate) moves_hurdles: bool,
    /// The laws: the conditions, and what the attributes of men do, by the hooks they have.
    pub(crate) hooked: Hooked,
    /// Whether there are none.
    lawless: bool,
    /// For each square, where conditions let a man go from there; `None` is everywhere.
    admitted: Option<Vec<Squares>>,
    /// Whether a man may walk otherwise than its kind does, and on what that depends.
    pub(crate) transforms: Option<Transforms>,
    /// Whether conditions forbid moves only because they give check.
    pub(crate) minds_checks_only: bool,
    /// Whether some kind's movement is worked out at play.
    pub(crate) works_out: bool,
    /// Whether an attack may be no check because of what would come of the capture.
    pub(crate) weighs_checks: bool,
    /// Whether the royal man on another square may vanish by a capture.
    pub(crate) kills: bool,
    /// Whether a side is in check when the other side's royal man is attacked.
    pub(crate) swaps_checks: bool,
    /// Whether a side is in check when its royal man is not attacked.
    pub(crate) inverts_checks: bool,
    /// Whether all legal moves together may forbid some of them.
    pub(crate) excludes: bool,
    /// What conditions make of all men from the start.
    pub(crate) endowed: Attributes,
    /// Whether men remember where they stood in the diagram.
    remembers_origins: bool,
    /// How many ranks before the last one pawns are promoted.
    pub(crate) promotes_early: u8,
    /// Where the pawns of each side are promoted, if not on a rank.
    pub(crate) promotion_squares: [Option<Squares>; 2],
    /// Whether the man captured by the last move is remembered.
    pub(crate) remembers_captures: bool,
    /// Whether the squares that a move changes tell that it gives no check.
    pub(crate) foresees_checks: bool,
    /// Whether they also tell that a reply without capture is left to a man without attributes.
    pub(crate) foresees_replies: bool,
    /// Whether a capture by a man without attributes does no more than take a man off, promotions
    /// apart.
    pub(crate) captures_plainly: bool,
    /// Whether nothing comes of a move without capture by such a man.
    pub(crate) steps_plainly: bool,
}

impl Variant {
    /// A board with the six orthodox kinds and the given ones.
    pub fn new(
        geometry: Geometry,
        fairy: Vec<Kind>,
        mut conditions: Vec<Arc<dyn Condition>>,
    ) -> Result<Variant, ConditionError> {
        let orthodox = catalogue::ORTHODOX.iter().filter_map(|letters| catalogue::find(letters));
        let mut kinds: Vec<Kind> = orthodox.cloned().collect();
        for kind in fairy {
            match kinds.iter().position(|known| known.letters() == kind.letters()) {
                Some(known) => kinds[known] = kind,
                None if kinds.len() < MAX_KINDS => kinds.push(kind),
                None => return Err(ConditionError::TooManyKinds),
            }
        }
        let geometry = conditions.iter().fold(geometry, |board, law| law.board(board));
        let only: Option<Vec<Kind>> =
            conditions.iter().find_map(|condition| condition.promotions());
        // marine pawns become marine pieces, and no others do
        let mut brought: Vec<Kind> = match kinds.iter().any(|kind| kind.letters() == MARINE_PAWN) {
            true => MARINE.iter().filter_map(|letters| catalogue::find(letters)).cloned().collect(),
            false => Vec::new(),
        };
        brought.extend(conditions.iter().flat_map(|condition| condition.kinds()));
        brought.extend(only.iter().flatten().cloned());
        brought.sort_by(|a, b| a.letters().cmp(b.letters()));
        brought.dedup();
        brought.retain(|kind| kinds.iter().all(|known| known.letters() != kind.letters()));
        if kinds.len() + brought.len() > MAX_KINDS {
            return Err(ConditionError::TooManyKinds);
        }
        kinds.extend(brought.iter().cloned());
        // kinds have the same numbers however they were named
        kinds[catalogue::ORTHODOX.len()..].sort_by(|a, b| a.letters().cmp(b.letters()));
        for (i, condition) in conditions.iter().enumerate() {
            condition.check(&geometry)?;
            let families = condition.families();
            let alike = |earlier: &&Arc<dyn Condition>| {
                earlier.families().iter().any(|family| families.contains(family))
            };
            if let Some(earlier) = conditions[..i].iter().find(alike) {
                return Err(ConditionError::Together(earlier.name(), condition.name()));
            }
        }
        conditions.sort_by_cached_key(|condition| (condition.stage(), condition.name()));
        let ids = |wanted: &dyn Fn(&Kind) -> bool| -> Vec<KindId> {
            let numbered = kinds.iter().enumerate();
            numbered.filter(|(_, kind)| wanted(kind)).map(|(id, _)| KindId(id as u8)).collect()
        };
        let steps = conditions.iter().map(|condition| condition.first_rank_steps()).max();
        let steps = steps.unwrap_or_default();
        let compiled = |kind| Side::BOTH.map(|side| compiled(kind, &geometry, side, steps));
        let movements: Vec<[Arc<Movement>; 2]> = kinds.iter().map(compiled).collect();
        let variant = Variant {
            works_out: movements.iter().any(|sides| !sides[0].specials.is_empty()),
            attackers: Side::BOTH.map(|side| {
                let kinds = || movements.iter().map(|sides| &sides[side as usize]);
                let onto =
                    |target| kinds().fold(Squares::EMPTY, |all, kind| all | kind.attackers(target));
                geometry.squares().map(onto).collect()
            }),
            movements,
            orthodox: kinds.iter().map(Kind::is_orthodox).collect(),
            natures: kinds.iter().map(Kind::nature).collect(),
            promotions: match &only {
                Some(only) => ids(&|kind| only.contains(kind)),
                None => ids(&|kind| kind.is_promotion() && !brought.contains(kind)),
            },
            marine_pawn: ids(&|kind| kind.letters() == MARINE_PAWN).first().copied(),
            marine_promotions: ids(&|kind| MARINE.contains(&kind.letters())),
            en_passant: ids(&|kind| ["P", "BP"].contains(&kind.letters())),
            admitted: None,
            hooked: Hooked::new(&[]),
            lawless: true,
            attributes: Attributes::NONE,
            alice: false,
            hurdles: false,
            moves_hurdles: false,
            transforms: None,
            minds_checks_only: true,
            weighs_checks: false,
            kills: false,
            swaps_checks: false,
            inverts_checks: false,
            excludes: conditions.iter().any(|law| law.excludes()),
            endowed: conditions.iter().fold(Attributes::NONE, |all, law| all.and(law.endows())),
            remembers_origins: conditions.iter().any(|law| law.remembers_origins()),
            promotes_early: conditions.iter().map(|law| law.promotes_early()).max().unwrap_or(0),
            promotion_squares: Side::BOTH
                .map(|side| conditions.iter().find_map(|law| law.promotion_squares(side))),
            remembers_captures: false,
            foresees_checks: false,
            foresees_replies: false,
            captures_plainly: true,
            steps_plainly: true,
            geometry,
            kinds,
            conditions,
        };
        Ok(variant.with_attributes([]))
    }

    /// The same with men of these kinds and attributes.
    ///
    /// ```
    /// use solusrex_rules::{Attribute, Geometry, KindId, Variant};
    ///
    /// let chess = Variant::new(Geometry::CHESS, vec![], vec![])?;
    /// assert!(chess.is_chess());
    /// let kamikaze = chess.with_attributes([(KindId::QUEEN, Attribute::Kamikaze.into())]);
    /// assert!(!kamikaze.is_chess());
    /// # Ok::<(), solusrex_rules::conditions::ConditionError>(())
    /// ```
    #[must_use]
    pub fn with_attributes(
        mut self,
        men: impl IntoIterator<Item = (KindId, Attributes)>,
    ) -> Variant {
        let mut men: Vec<(KindId, Attributes)> = men.into_iter().collect();
        if !self.endowed.is_empty() {
            men.push((KindId::PAWN, self.endowed));
        }
        let all = men.iter().fold(self.attributes, |all, (_, some)| all.and(*some));
        self.attributes = all;
        self.alice = all.has(Attribute::AliceA) || all.has(Attribute::AliceB);
        self.hurdles = attributes::HURDLES.into_iter().any(|attribute| all.has(attribute));
        self.moves_hurdles = all.has(Attribute::Bul) || all.has(Attribute::Dob);
        self.ruled_by(attributes::laws(&men))
    }

    /// Takes the conditions and more as laws.
    fn ruled_by(mut self, more: Vec<Arc<dyn Condition>>) -> Variant {
        let mut laws: Vec<Arc<dyn Condition>> =
            self.conditions.iter().cloned().chain(more).collect();
        // what men make of a move is judged with the rest
        laws.sort_by_key(|law| law.stage() == Stage::Verdict);
        let any = |holds: fn(&dyn Condition) -> bool| laws.iter().any(|law| holds(law.as_ref()));
        self.admitted = admitted(&laws, &self.geometry);
        self.hooked = Hooked::new(&laws);
        let walks = self.hooked.walks.iter().map(|law| law.transforms());
        let same = |some, others| if some == others { some } else { Transforms::Anyhow };
        self.transforms = walks.reduce(same);
        self.minds_checks_only = self.hooked.permits.iter().all(|law| law.minds_checks_only());
        self.weighs_checks = any(|law| law.weighs_checks());
        self.kills = any(|law| law.kills());
        self.swaps_checks = any(|law| law.swaps_checks());
        self.inverts_checks = any(|law| law.inverts_checks());
        self.remembers_captures = any(|law| law.remembers_captures());
        self.lawless = laws.is_empty();
        self.foresees_checks = self.geometry.size() <= 64
            && !(self.works_out || self.kills)
            && !(self.swaps_checks || self.inverts_checks)
            && self.transforms.is_none();
        // the laws of attributes leave men alone that have none, but for those whom magic men observe
        let magic = self.attributes.has(Attribute::Magic);
        let hooks = |hooks| self.conditions.iter().any(|condition| condition.hooks().has(hooks));
        self.captures_plainly = !(magic || hooks(Hooks::CAPTURES));
        self.steps_plainly = !(magic || hooks(Hooks::QUIET));
        self.foresees_replies = self.foresees_checks
            && !self.alice
            && !(self.weighs_checks || self.remembers_captures || self.excludes)
            && self.hooked.acts.is_empty()
            && self.hooked.permits.is_empty()
            && self.steps_plainly;
        self
    }

    /// Whether conditions let a man go from one square to another.
    #[inline]
    pub(crate) fn admits(&self, from: Square, to: Square) -> bool {
        self.admitted.as_ref().is_none_or(|squares| squares[from.index()].contains(to))
    }

    /// Whether conditions choose among the legal moves of a side.
    #[inline]
    pub(crate) fn prefers(&self, side: Side) -> bool {
        self.hooked.prefers.iter().any(|law| law.prefers(side))
    }

    /// Whether there is no law: nothing but what kinds do.
    #[inline]
    pub(crate) fn is_lawless(&self) -> bool {
        self.lawless
    }

    /// The attributes that men may have.
    pub fn attributes(&self) -> Attributes {
        self.attributes
    }

    /// A man of the diagram as play begins: with what conditions give to all men, and its square if
    /// that will be asked for.
    #[must_use]
    pub fn at_the_start(&self, square: Square, man: Man) -> Man {
        // on which board it stands is another question
        let given = match man.royal {
            true => Attributes::NONE,
            false => self.endowed.without(Attribute::AliceA),
        };
        let origin = if self.remembers_origins { square.0.saturating_add(1) } else { 0 };
        Man { attributes: man.attributes.and(given), origin, ..man }
    }

    /// A man on the arrival square of its move, before anything else comes of it.
    #[inline]
    pub(crate) fn arriving(&self, man: Man, mv: &Move) -> Man {
        self.passing(Man { kind: mv.promotion.unwrap_or(man.kind), ..man })
    }

    /// A man that has moved: with two boards it passes to the other.
    #[inline]
    pub(crate) fn passing(&self, man: Man) -> Man {
        match self.alice {
            true => Man { attributes: man.attributes.through_the_looking_glass(), ..man },
            false => man,
        }
    }

    /// Whether every man that reaches an enemy attacks it.
    #[inline]
    pub(crate) fn attack_is_reach(&self) -> bool {
        let Hooked { acts, takes, .. } = &self.hooked;
        self.transforms.is_none() && acts.is_empty() && takes.is_empty()
    }

    /// Whether moves are what kinds make them, and nothing comes of them.
    #[inline]
    pub(crate) fn moves_plainly(&self) -> bool {
        let Hooked { captures, quiet, takes, .. } = &self.hooked;
        let all_go = self.admitted.is_none() && !self.alice;
        all_go && captures.is_empty() && quiet.is_empty() && takes.is_empty()
    }

    /// Orthodox chess.
    pub fn chess() -> Arc<Variant> {
        static CHESS: LazyLock<Arc<Variant>> = LazyLock::new(|| {
            let chess = Variant::new(Geometry::CHESS, Vec::new(), Vec::new());
            Arc::new(chess.expect("orthodox chess has no condition to fail"))
        });
        CHESS.clone()
    }

    /// The board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The kinds, the six orthodox ones first.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// A kind by its number.
    #[inline]
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The numbers of the kinds.
    pub fn kind_ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len() as u8).map(KindId)
    }

    /// Whether a kind is one of the six orthodox ones.
    #[inline]
    pub(crate) fn is_orthodox(&self, id: KindId) -> bool {
        self.orthodox[id.index()]
    }

    /// What a kind is besides its way of moving.
    #[inline]
    pub(crate) fn nature(&self, id: KindId) -> Nature {
        self.natures[id.index()]
    }

    /// From where some man of `side` may, on some board, capture on `target` by a route.
    #[inline]
    pub(crate) fn attackers(&self, side: Side, target: Square) -> Squares {
        self.attackers[side as usize][target.index()]
    }

    /// The number of a kind by its letters.
    pub fn kind_id(&self, letters: &str) -> Option<KindId> {
        let found = self.kinds.iter().position(|kind| kind.letters().eq_ignore_ascii_case(letters));
        found.map(|id| KindId(id as u8))
    }

    /// What a pawn may become.
    pub fn promotions(&self) -> &[KindId] {
        &self.promotions
    }

    /// What a pawn of a kind may become: marine pawns become marine pieces.
    pub fn promotions_of(&self, kind: KindId) -> &[KindId] {
        match self.marine_pawn == Some(kind) {
            true => &self.marine_promotions,
            false => &self.promotions,
        }
    }

    pub(crate) fn en_passant_kinds(&self) -> &[KindId] {
        &self.en_passant
    }

    /// The conditions in force.
    pub fn conditions(&self) -> &[Arc<dyn Condition>] {
        &self.conditions
    }

    /// Whether this is orthodox chess: a position of it can be given to the fast path.
    pub fn is_chess(&self) -> bool {
        self.geometry.is_chess()
            && self.conditions.is_empty()
            && self.attributes.is_empty()
            && self.kinds.iter().all(Kind::is_orthodox)
    }

    #[inline]
    pub(crate) fn movement(&self, kind: KindId, side: Side) -> &Movement {
        &self.movements[kind.index()][side as usize]
    }
}

/// Conditions by the hooks they have.
#[derive(Debug)]
pub(crate) struct Hooked {
    pub(crate) acts: Vec<Arc<dyn Condition>>,
    pub(crate) walks: Vec<Arc<dyn Condition>>,
    pub(crate) takes: Vec<Arc<dyn Condition>>,
    pub(crate) captures: Vec<Arc<dyn Condition>>,
    pub(crate) quiet: Vec<Arc<dyn Condition>>,
    pub(crate) permits: Vec<Arc<dyn Condition>>,
    pub(crate) prefers: Vec<Arc<dyn Condition>>,
}

impl Hooked {
    fn new(conditions: &[Arc<dyn Condition>]) -> Hooked {
        let with = |hook| -> Vec<Arc<dyn Condition>> {
            conditions.iter().filter(|condition| condition.hooks().has(hook)).cloned().collect()
        };
        Hooked {
            acts: with(Hooks::ACTS),
            walks: with(Hooks::WALKS),
            takes: with(Hooks::TAKES),
            captures: with(Hooks::CAPTURES),
            quiet: with(Hooks::QUIET),
            permits: with(Hooks::PERMITS),
            prefers: with(Hooks::PREFERS),
        }
    }
}

/// For each square, where all conditions let a man go from there.
fn admitted(conditions: &[Arc<dyn Condition>], geometry: &Geometry) -> Option<Vec<Squares>> {
    let going: Vec<_> =
        conditions.iter().filter(|condition| condition.hooks().has(Hooks::GOES)).collect();
    let admits = |from, to| going.iter().all(|condition| condition.may_go(geometry, from, to));
    let from = |from| geometry.squares().filter(|&to| admits(from, to)).collect();
    (!going.is_empty()).then(|| geometry.squares().map(from).collect())
}

type CompiledKey = (Kind, Geometry, Option<Side>, u8);

/// How many compiled kinds are kept for the next position.
const KEPT: usize = 1024;

/// The movement of a kind on a board, where pawns may go so many squares from their first rank, kept for the next position that needs it.
fn compiled(kind: &Kind, geometry: &Geometry, side: Side, first_rank_steps: u8) -> Arc<Movement> {
    static CACHE: LazyLock<Mutex<HashMap<CompiledKey, Arc<Movement>>>> =
        LazyLock::new(Mutex::default);
    let cache = || CACHE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let key = (kind.clone(), *geometry, kind.is_oriented().then_some(side), first_rank_steps);
    let kept = cache().get(&key).cloned();
    kept.unwrap_or_else(|| {
        // not under the lock: other threads compile other kinds meanwhile
        let movement = Arc::new(Movement::compile(kind, geometry, side, first_rank_steps));
        let mut cache = cache();
        if cache.len() >= KEPT {
            cache.clear();
        }
        cache.entry(key).or_insert(movement).clone()
    })
}

#[cfg(test)]
mod tests {
    use crate::{Position, Rules};

    #[test]
    fn marine_pawns_become_marine_pieces_and_others_do_not() {
        let text = "White MPb7 Pg7";
        let mut position = Position::from_pieces(text, &Default::default()).unwrap();
        let moves = position.legal_moves();
        let mut written: Vec<String> = moves.iter().map(|mv| position.long(mv)).collect();
        written.sort();
        let expected = [
            "MPb7-b8=MS",
            "MPb7-b8=ND",
            "MPb7-b8=SI",
            "MPb7-b8=TR",
            "g7-g8=B",
            "g7-g8=Q",
            "g7-g8=R",
            "g7-g8=S",
        ];
        assert_eq!(written, expected);
    }
}
