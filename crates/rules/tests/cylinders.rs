//! Boards with joined edges: a second, naive move generator by coordinates modulo the board's
//! sides, and a few counts by hand.

use std::{collections::BTreeSet, sync::Arc};

use proptest::{collection::vec, prelude::*, sample::select};
use solusrex_rules::{
    Colour, Geometry, Man, Position, Rules, Setting, Side, Topology, Variant, kind::catalogue,
};

/// How a naive man travels.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gait {
    Leaper,
    Rider,
    /// Over the first man to the next square.
    Hopper,
    /// Over the first man to any square beyond.
    Lion,
    /// As a rider; captures as a lion.
    Chinese,
    /// Over an enemy, which is captured, to the next square.
    Locust,
    Pawn,
}

type Steps = &'static [(i32, i32)];

const ORTHOGONAL: Steps = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: Steps = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ALL: Steps = &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: Steps = &[(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
const CAMEL: Steps = &[(1, 3), (1, -3), (-1, 3), (-1, -3), (3, 1), (3, -1), (-3, 1), (-3, -1)];
const DABBABA: Steps = &[(2, 0), (-2, 0), (0, 2), (0, -2)];

const KINDS: [(&str, Gait, Steps); 21] = [
    ("S", Gait::Leaper, KNIGHT),
    ("EK", Gait::Leaper, ALL),
    ("WE", Gait::Leaper, ORTHOGONAL),
    ("FE", Gait::Leaper, DIAGONAL),
    ("DA", Gait::Leaper, DABBABA),
    ("CA", Gait::Leaper, CAMEL),
    ("R", Gait::Rider, ORTHOGONAL),
    ("B", Gait::Rider, DIAGONAL),
    ("Q", Gait::Rider, ALL),
    ("N", Gait::Rider, KNIGHT),
    ("CR", Gait::Rider, CAMEL),
    ("G", Gait::Hopper, ALL),
    ("NH", Gait::Hopper, KNIGHT),
    ("LI", Gait::Lion, ALL),
    ("NL", Gait::Lion, KNIGHT),
    ("PA", Gait::Chinese, ORTHOGONAL),
    ("VA", Gait::Chinese, DIAGONAL),
    ("LE", Gait::Chinese, ALL),
    ("L", Gait::Locust, ALL),
    ("LN", Gait::Locust, KNIGHT),
    ("P", Gait::Pawn, &[]),
];

/// A board as rows of columns: a man is a number in [`KINDS`] and a colour.
#[derive(Clone, Debug)]
struct Naive {
    width: i32,
    height: i32,
    topology: Topology,
    men: Vec<Option<(usize, Colour)>>,
}

type Place = (i32, i32);

impl Naive {
    fn step(&self, (x, y): Place, (dx, dy): (i32, i32)) -> Option<Place> {
        let (mut x, mut y) = (x + dx, y + dy);
        if matches!(self.topology, Topology::VerticalCylinder | Topology::Torus) {
            x = (x + 16 * self.width) % self.width;
        }
        if matches!(self.topology, Topology::HorizontalCylinder | Topology::Torus) {
            y = (y + 16 * self.height) % self.height;
        }
        let inside = 0 <= x && x < self.width && 0 <= y && y < self.height;
        inside.then_some((x, y))
    }

    /// The squares of a line, up to the edge or to where it began.
    fn line(&self, from: Place, step: (i32, i32)) -> Vec<Place> {
        let mut line = Vec::new();
        let mut here = from;
        while let Some(next) = self.step(here, step) {
            if next == from {
                break;
            }
            line.push(next);
            here = next;
        }
        line
    }

    fn man(&self, (x, y): Place) -> Option<(usize, Colour)> {
        self.men[(y * self.width + x) as usize]
    }

    /// From, to, captured.
    fn moves_of(&self, from: Place, kind: usize, side: Side) -> BTreeSet<(Place, Option<Place>)> {
        let (_, gait, steps) = KINDS[kind];
        let enemy = |at: Place| self.man(at).is_some_and(|(_, colour)| colour != side.colour());
        let empty = |at: Place| self.man(at).is_none();
        let mut found = BTreeSet::new();
        for &step in steps {
            let line = self.line(from, step);
            let first_man = line.iter().position(|&at| !empty(at)).unwrap_or(line.len());
            let (free, rest) = line.split_at(first_man);
            let beyond = rest.get(1..).unwrap_or(&[]);
            let next_man = beyond.iter().position(|&at| !empty(at)).unwrap_or(beyond.len());
            match gait {
                Gait::Leaper => {
                    let at = line.first();
                    found.extend(at.filter(|&&at| empty(at)).map(|&at| (at, None)));
                    found.extend(at.filter(|&&at| enemy(at)).map(|&at| (at, Some(at))));
                }
                Gait::Rider => {
                    found.extend(free.iter().map(|&at| (at, None)));
                    found.extend(rest.first().filter(|&&at| enemy(at)).map(|&at| (at, Some(at))));
                }
                Gait::Hopper => {
                    let at = beyond.first();
                    found.extend(at.filter(|&&at| empty(at)).map(|&at| (at, None)));
                    found.extend(at.filter(|&&at| enemy(at)).map(|&at| (at, Some(at))));
                }
                Gait::Lion | Gait::Chinese => {
                    let quiet = if gait == Gait::Lion { &beyond[..next_man] } else { free };
                    found.extend(quiet.iter().map(|&at| (at, None)));
                    let prey = beyond.get(next_man).filter(|&&at| enemy(at));
                    found.extend(prey.map(|&at| (at, Some(at))));
                }
                Gait::Locust => {
                    if let [met, landing, ..] = rest
                        && enemy(*met)
                        && empty(*landing)
                    {
                        found.insert((*landing, Some(*met)));
                    }
                }
                Gait::Pawn => {}
            }
        }
        if gait == Gait::Pawn {
            let (forward, from_base) = match side {
                Side::White => (1, from.1),
                Side::Black => (-1, self.height - 1 - from.1),
            };
            let ahead = from.1 + forward;
            if from_base == 0 || ahead < 0 || ahead == self.height {
                return found;
            }
            let one = (from.0, ahead);
            let two = (from.0, ahead + forward);
            if empty(one) {
                found.insert((one, None));
                if from_base == 1 && self.height > 4 && empty(two) {
                    found.insert((two, None));
                }
            }
            for aside in [-1, 1] {
                if let Some(at) = self.step((from.0, ahead), (aside, 0))
                    && enemy(at)
                {
                    found.insert((at, Some(at)));
                }
            }
        }
        found
    }

    /// The moves of a side, written as composers do.
    fn moves(&self, side: Side) -> Vec<String> {
        let name = |(x, y): Place| format!("{}{}", (b'a' + x as u8) as char, y + 1);
        let promotions: BTreeSet<&str> = ["Q", "R", "B", "S"]
            .into_iter()
            .chain(self.men.iter().flatten().map(|&(kind, _)| KINDS[kind].0))
            .filter(|&letters| letters != "P")
            .collect();
        let last = match side {
            Side::White => self.height - 1,
            Side::Black => 0,
        };
        let mut moves = Vec::new();
        for from in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            let Some((kind, colour)) = self.man(from) else { continue };
            if !colour.serves(side) {
                continue;
            }
            let (letters, gait, _) = KINDS[kind];
            let neutral = if colour == Colour::Neutral { "n" } else { "" };
            let letters = if letters == "P" && neutral.is_empty() {
                String::new()
            } else {
                format!("{neutral}{letters}")
            };
            for (to, captured) in self.moves_of(from, kind, side) {
                let way = match captured {
                    None => format!("{letters}{}-{}", name(from), name(to)),
                    Some(at) if at == to => format!("{letters}{}*{}", name(from), name(to)),
                    Some(at) => format!("{letters}{}*{}-{}", name(from), name(at), name(to)),
                };
                if gait == Gait::Pawn && to.1 == last {
                    moves.extend(promotions.iter().map(|into| format!("{way}={neutral}{into}")));
                } else {
                    moves.push(way);
                }
            }
        }
        moves.sort();
        moves
    }

    /// The same board for the general path.
    fn position(&self, side: Side) -> Position {
        let geometry =
            Geometry::new(self.width as usize, self.height as usize, self.topology).unwrap();
        let mut fairy = Vec::new();
        for &(kind, _) in self.men.iter().flatten() {
            fairy.push(catalogue::find(KINDS[kind].0).unwrap().clone());
        }
        let variant = Arc::new(Variant::new(geometry, fairy, Vec::new()).unwrap());
        let men: Vec<_> = geometry
            .squares()
            .zip(&self.men)
            .filter_map(|(square, &man)| {
                let (kind, colour) = man?;
                let kind = variant.kind_id(KINDS[kind].0)?;
                Some((square, Man::plain(kind, colour, false)))
            })
            .collect();
        Position::new(variant, men, side)
    }
}

fn topology() -> impl Strategy<Value = Topology> {
    select(vec![
        Topology::Plane,
        Topology::VerticalCylinder,
        Topology::HorizontalCylinder,
        Topology::Torus,
    ])
}

fn naive() -> impl Strategy<Value = Naive> {
    let sides = prop_oneof![3 => (1..=8i32, 1..=8i32), 1 => (1..=16i32, 1..=16i32)];
    let colour =
        prop_oneof![4 => Just(Colour::White), 4 => Just(Colour::Black), 1 => Just(Colour::Neutral)];
    let man = (any::<usize>(), any::<usize>(), colour);
    let kinds = vec(0..KINDS.len(), 1..5);
    (sides, topology(), kinds, vec(man, 1..20)).prop_map(
        |((width, height), topology, mut kinds, recruits)| {
            let mut men = vec![None; (width * height) as usize];
            let squares = men.len();
            kinds.push(KINDS.len() - 1);
            for (square, kind, colour) in recruits {
                men[square % squares] = Some((kinds[kind % kinds.len()], colour));
            }
            Naive { width, height, topology, men }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn the_naive_generator_finds_the_same_moves(board in naive()) {
        for side in Side::BOTH {
            let mut position = board.position(side);
            let moves = position.legal_moves();
            let mut names: Vec<String> = moves.iter().map(|mv| position.long(mv)).collect();
            names.sort();
            prop_assert_eq!(names, board.moves(side), "{}", position.fen());
        }
    }
}

/// The moves of a list of pieces on a board.
fn moves(size: &str, topology: Topology, pieces: &str) -> Vec<String> {
    let geometry = Geometry::from_size(size, topology).unwrap();
    let setting = Setting { geometry, ..Setting::default() };
    let mut position = Position::from_pieces(pieces, &setting).unwrap();
    let mut names: Vec<String> =
        position.legal_moves().iter().map(|mv| position.long(mv)).collect();
    names.sort();
    names
}

fn count(size: &str, topology: Topology, pieces: &str) -> usize {
    moves(size, topology, pieces).len()
}

use Topology::{HorizontalCylinder, Plane, Torus, VerticalCylinder};

#[test]
fn line_pieces_on_an_empty_torus() {
    assert_eq!(count("8x8", Torus, "White Ra1"), 14);
    // two diagonals of seven squares that meet again four squares away
    assert_eq!(count("8x8", Torus, "White Ba1"), 13);
    assert_eq!(count("8x8", Torus, "White Qd4"), 27);
    // where the sides have no common factor, a diagonal covers the board
    assert_eq!(count("7x8", Torus, "White Bc3"), 55);
    assert_eq!(count("5x5", Torus, "White Bc3"), 8);
}

#[test]
fn line_pieces_on_an_empty_cylinder() {
    for square in ["a1", "d4", "h8"] {
        let of = |kind: &str| format!("White {kind}{square}");
        assert_eq!(count("8x8", VerticalCylinder, &of("R")), 14);
        assert_eq!(count("8x8", HorizontalCylinder, &of("R")), 14);
    }
    // from a1 the two diagonals meet on e5
    assert_eq!(count("8x8", Plane, "White Ba1"), 7);
    assert_eq!(count("8x8", VerticalCylinder, "White Ba1"), 13);
    assert_eq!(count("8x8", HorizontalCylinder, "White Ba1"), 13);
    // from d4 both ways up end on h8
    assert_eq!(count("8x8", VerticalCylinder, "White Bd4"), 13);
}

#[test]
fn a_board_of_one_square_leaves_nothing_to_do() {
    for topology in [Plane, VerticalCylinder, HorizontalCylinder, Torus] {
        for kind in catalogue::all() {
            let pieces = format!("White {}a1", kind.letters());
            assert_eq!(count("1x1", topology, &pieces), 0, "{kind} {topology}");
        }
    }
}

#[test]
fn leapers_on_small_rings_do_not_stay_where_they_are() {
    // every knight's move on a torus of three is a diagonal step
    assert_eq!(moves("3x3", Torus, "White Sb2"), ["Sb2-a1", "Sb2-a3", "Sb2-c1", "Sb2-c3"]);
    assert_eq!(count("2x2", Torus, "White DAa1"), 0);
    assert_eq!(moves("4x1", VerticalCylinder, "White DAa1"), ["DAa1-c1"]);
    assert_eq!(count("2x2", Torus, "White Ka1"), 3);
    assert_eq!(count("3x3", Torus, "White Ka1"), 8);
}

#[test]
fn a_line_round_the_board_counts_once_and_ends_at_its_beginning() {
    // the enemy can be reached from both sides, by one capture
    assert_eq!(
        moves("8x1", VerticalCylinder, "White Ra1 Black Pd1"),
        ["Ra1*d1", "Ra1-b1", "Ra1-c1", "Ra1-e1", "Ra1-f1", "Ra1-g1", "Ra1-h1"]
    );
    // coming round, the grasshopper would land on its own square
    assert_eq!(moves("8x1", VerticalCylinder, "White Ga1 Black Pb1"), ["Ga1-c1"]);
    assert_eq!(count("8x1", VerticalCylinder, "White Ga1"), 0);
    assert_eq!(moves("8x1", VerticalCylinder, "White La1 Black Pb1"), ["La1*b1-c1"]);
}

#[test]
fn a_line_may_be_longer_than_the_board_has_squares() {
    // a diagonal of this torus passes every square
    assert_eq!(count("15x16", Torus, "White Ba1"), 239);
    // all of them lie beyond the pawn, which has two moves itself
    assert_eq!(count("15x16", Torus, "White BLa1 Pb2"), 238 + 2);
    // a moarider-lion's way is twice as long as the squares it can reach
    assert!(count("13x15", Torus, "White MMa1 Pb3") > 180);
}

#[test]
fn pawns_cross_the_joint_of_the_files_but_not_of_the_ranks() {
    let pawns = "White Pa4 Black Ph5b5";
    assert_eq!(moves("8x8", VerticalCylinder, pawns), ["a4*b5", "a4*h5", "a4-a5"]);
    assert_eq!(moves("8x8", HorizontalCylinder, pawns), ["a4*b5", "a4-a5"]);
    let promoting = "White Pa7 Black Rh8 Sh1";
    for topology in [VerticalCylinder, Torus] {
        assert_eq!(count("8x8", topology, promoting), 8, "{topology}");
    }
    assert_eq!(count("8x8", HorizontalCylinder, promoting), 4);
    // no pawn steps from the last rank to the first, nor captures there
    assert_eq!(count("8x8", Torus, "White Pa8 Black Sb1h1"), 0);
}

#[test]
fn the_double_step_wants_more_than_four_ranks() {
    for topology in [Plane, VerticalCylinder, HorizontalCylinder, Torus] {
        assert_eq!(moves("4x5", topology, "White Pa2"), ["a2-a3", "a2-a4"], "{topology}");
        assert_eq!(moves("4x4", topology, "White Pa2"), ["a2-a3"], "{topology}");
    }
}

#[test]
fn a_pawn_passed_round_the_joint_can_be_captured_in_passing() {
    let geometry = Geometry::from_size("8x8", VerticalCylinder).unwrap();
    let setting = Setting { geometry, ..Setting::default() };
    let mut position =
        Position::from_pieces_for("White Pa5 Black Ph7", &setting, Side::Black).unwrap();
    let double_step = position.parse_long("h7-h5").unwrap();
    position.play(&double_step);
    assert!(position.parse_long("a5*h6 ep.").is_ok());
}

#[test]
fn check_comes_round_the_joint() {
    let pieces = "White Ka1 Black Rh1 Kd8";
    assert_eq!(moves("8x8", VerticalCylinder, pieces), ["Ka1*h1", "Ka1-a2", "Ka1-b2"]);
    // off the cylinder the king may not go along the first rank
    assert_eq!(moves("8x8", Plane, pieces), ["Ka1-a2", "Ka1-b2"]);
}
