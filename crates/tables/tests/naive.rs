//! The adapter from rules to games against a solver written out by hand: three men, moves by plain
//! arithmetic on files and ranks, every placement by itself, no symmetry, level by level until
//! nothing changes.

use std::array;

use solusrex_game::{Plies, Value};
use solusrex_rules::{
    Colour, Geometry, Man, Position, Setting, Side, Square, Topology, Variant, kind::catalogue,
};
use solusrex_tables::{Material, reference::ExplicitEnding};

/// White's king and third man, Black's king, and whether White is to move.
#[derive(Clone, Copy, PartialEq)]
struct Placement {
    king: usize,
    third: usize,
    bare: usize,
    white: bool,
}

struct Naive {
    joined_files: bool,
    hops: bool,
}

const SIZE: usize = 8;

impl Naive {
    fn step(&self, from: usize, (x, y): (i32, i32)) -> Option<usize> {
        let (mut file, rank) = ((from % SIZE) as i32 + x, (from / SIZE) as i32 + y);
        if self.joined_files {
            file = file.rem_euclid(SIZE as i32);
        }
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| rank as usize * SIZE + file as usize)
    }

    fn directions() -> [(i32, i32); 8] {
        [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    }

    fn neighbours(&self, square: usize) -> Vec<usize> {
        let steps = Self::directions().into_iter().filter_map(|step| self.step(square, step));
        steps.filter(|&to| to != square).collect()
    }

    /// Where the third man can go or capture, its own king's square included.
    fn reach(&self, p: Placement) -> Vec<usize> {
        let occupied = |square| square == p.king || square == p.bare;
        let directions = if self.hops { 8 } else { 4 };
        let mut reached = Vec::new();
        for direction in &Self::directions()[..directions] {
            let mut hurdle = false;
            let mut here = p.third;
            while let Some(next) = self.step(here, *direction).filter(|&next| next != p.third) {
                here = next;
                if self.hops {
                    if hurdle {
                        reached.push(here);
                        break;
                    }
                    hurdle = occupied(here);
                } else {
                    reached.push(here);
                    if occupied(here) {
                        break;
                    }
                }
            }
        }
        reached
    }

    fn is_legal(&self, p: Placement) -> bool {
        let apart = p.king != p.bare && p.king != p.third && p.third != p.bare;
        apart
            && !self.neighbours(p.king).contains(&p.bare)
            && !(p.white && self.reach(p).contains(&p.bare))
    }

    /// The positions after each legal move; a capture of the third man is a draw and left out, but
    /// told.
    fn moves(&self, p: Placement) -> (Vec<Placement>, bool) {
        let mut captures = false;
        let mut after = Vec::new();
        if p.white {
            after.extend(self.neighbours(p.king).into_iter().map(|king| Placement { king, ..p }));
            after.extend(self.reach(p).into_iter().map(|third| Placement { third, ..p }));
        } else {
            for bare in self.neighbours(p.bare) {
                if bare == p.third {
                    captures |= !self.neighbours(p.king).contains(&bare);
                } else {
                    after.push(Placement { bare, ..p });
                }
            }
        }
        let after = after.into_iter().map(|q| Placement { white: !p.white, ..q });
        (after.filter(|&q| self.is_legal(q)).collect(), captures)
    }

    fn index(p: Placement) -> usize {
        (p.king * 64 + p.third) * 64 + p.bare + if p.white { 0 } else { 64 * 64 * 64 }
    }

    /// The value of every legal placement: plies to mate, for the side to move.
    fn solve(&self) -> Vec<(Placement, Value)> {
        let squares = || 0..64;
        let mut all = Vec::new();
        for white in [true, false] {
            for (king, third, bare) in squares()
                .flat_map(|k| squares().map(move |t| (k, t)))
                .flat_map(|(k, t)| squares().map(move |b| (k, t, b)))
            {
                let p = Placement { king, third, bare, white };
                if self.is_legal(p) {
                    all.push((p, self.moves(p)));
                }
            }
        }
        let mut won_by_white: Vec<Option<u32>> = vec![None; 2 * 64 * 64 * 64];
        for level in 0.. {
            let mut newest = Vec::new();
            for (p, (after, captures)) in &all {
                if won_by_white[Self::index(*p)].is_some() {
                    continue;
                }
                let known = |q: &Placement| won_by_white[Self::index(*q)].is_some();
                let now = match p.white {
                    true => after.iter().any(known),
                    false if after.is_empty() => {
                        !captures && self.reach(*p).contains(&p.bare) && level == 0
                    }
                    false => !captures && after.iter().all(known),
                };
                if now {
                    newest.push(Self::index(*p));
                }
            }
            if newest.is_empty() && level > 0 {
                break;
            }
            for index in newest {
                won_by_white[index] = Some(level);
            }
        }
        let value = |p: Placement| match won_by_white[Self::index(p)] {
            None => Value::Drawn,
            Some(plies) if p.white => Value::Won(Plies(plies)),
            Some(plies) => Value::Lost(Plies(plies)),
        };
        all.into_iter().map(|(p, _)| (p, value(p))).collect()
    }
}

fn compare(third: &str, topology: Topology) {
    let setting =
        Setting { geometry: Geometry::new(8, 8, topology).unwrap(), ..Setting::default() };
    let material = Material::parse(&format!("White K {third} Black K"), &setting).unwrap();
    let ending = ExplicitEnding::solve(&material, &setting, 1 << 20).unwrap();
    let naive = Naive { joined_files: topology == Topology::VerticalCylinder, hops: third == "G" };

    let kind = catalogue::find(third).unwrap().clone();
    let fairy = if kind.is_orthodox() { vec![] } else { vec![kind] };
    let variant = std::sync::Arc::new(Variant::new(setting.geometry, fairy, vec![]).unwrap());
    let ids = ["K", third, "K"].map(|letters| variant.kind_id(letters).unwrap());
    let mut position = Position::new(variant, [], Side::White);
    let mut placements = 0;
    for (p, expected) in naive.solve() {
        let squares = [p.king, p.third, p.bare].map(|square| Square(square as u8));
        let men: [(Square, Man); 3] = array::from_fn(|i| {
            let colour = if i == 2 { Colour::Black } else { Colour::White };
            (squares[i], Man::plain(ids[i], colour, i != 1))
        });
        position.rearrange(men, if p.white { Side::White } else { Side::Black }, None);
        assert_eq!(ending.value(&position).unwrap(), expected, "{}", position.fen());
        placements += 1;
    }
    assert!(placements > 200_000);
}

#[test]
fn a_rook_on_the_plane_board() {
    compare("R", Topology::Plane);
}

#[test]
fn a_rook_on_a_cylinder_no_longer_wins_by_force() {
    compare("R", Topology::VerticalCylinder);
}

#[test]
fn a_grasshopper_instead_of_a_queen() {
    compare("G", Topology::Plane);
}
