//! Kinds of one's own, put on boards of several shapes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solusrex_fuzz::{check_error, check_position};
use solusrex_rules::{Geometry, Kind, Position, Setting, Topology};

fuzz_target!(|text: &str| {
    let kind = match text.parse::<Kind>() {
        Ok(kind) if kind.terms().len() <= 8 => kind,
        Ok(_) => return,
        Err(error) => return check_error(&error),
    };
    for (size, topology) in [
        ("8x8", Topology::Plane),
        ("5x4", Topology::VerticalCylinder),
        ("4x7", Topology::HorizontalCylinder),
        ("6x6", Topology::Torus),
        ("1x1", Topology::Torus),
    ] {
        let geometry = Geometry::from_size(size, topology).expect("a size as it should be");
        let setting = Setting { geometry, kinds: vec![kind.clone()], conditions: Vec::new() };
        let letters = kind.letters();
        let list = match geometry.size() {
            1 => format!("White {letters}a1"),
            _ => format!("White {letters}b2 Sc2 Black {letters}b4 Pc3 Neutral {letters}d1"),
        };
        // letters and squares may run into each other: `B1` and `b2` are `B`, `1b2` no square
        match Position::from_pieces(&list, &setting) {
            Ok(position) => check_position(&position, &setting),
            Err(error) => check_error(&error),
        }
    }
});
