//! Games of random moves: any men on any board, some of them under conditions.
#![no_main]

use libfuzzer_sys::{
    arbitrary::{Result, Unstructured},
    fuzz_target,
};
use solusrex_fuzz::{check_error, check_moves, check_position};
use solusrex_rules::{
    Geometry, Position, Rules, Setting, Side, Topology, conditions, kind::catalogue,
};

fuzz_target!(|bytes: &[u8]| {
    // what runs out of bytes ends early, that is all
    let _ = play(&mut Unstructured::new(bytes));
});

fn play(choices: &mut Unstructured<'_>) -> Result<()> {
    let topologies = Topology::NAMES.map(|(topology, _)| topology);
    let (width, height) = match choices.ratio(1, 2)? {
        true => (8, 8),
        false => (choices.int_in_range(1..=16)?, choices.int_in_range(1..=16)?),
    };
    let geometry = Geometry::new(width, height, *choices.choose(&topologies)?);
    let geometry = geometry.expect("sizes up to sixteen");
    let names: &[&str] = match choices.int_in_range(0..=5)? {
        0 => &["Circe"],
        1 => &["Circe RexInclusive"],
        2 => &["Madrasi"],
        3 => &["Circe", "Madrasi RexInclusive"],
        _ => &[],
    };
    let conditions = names.iter().map(|name| conditions::parse(name).expect("a condition"));
    let setting = Setting { geometry, kinds: Vec::new(), conditions: conditions.collect() };
    let side = *choices.choose(&Side::BOTH)?;
    let list = men(choices, &geometry)?;
    let mut position = match Position::from_pieces_for(&list, &setting, side) {
        Ok(position) => position,
        Err(error) => {
            check_error(&error);
            return Ok(());
        }
    };
    for _ in 0..choices.int_in_range(0..=12)? {
        check_position(&position, &setting);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = *choices.choose(&moves)?;
        let name = position.long(&mv);
        assert!(position.parse_long(&name).is_ok(), "{name}");
        position.play(&mv);
    }
    check_moves(&mut position);
    Ok(())
}

/// A list of pieces: as many as sixteen men of the catalogue, on squares of their own.
fn men(choices: &mut Unstructured<'_>, geometry: &Geometry) -> Result<String> {
    const ORTHODOX: [&str; 6] = ["K", "Q", "R", "B", "S", "P"];
    let mut list = String::new();
    let mut squares: Vec<_> = geometry.squares().collect();
    for _ in 0..choices.int_in_range(1..=16)? {
        if squares.is_empty() {
            break;
        }
        let colour = *choices.choose(&["White", "White", "Black", "Black", "Neutral"])?;
        let royal = if choices.ratio(1, 12)? { "Royal " } else { "" };
        let letters = match choices.ratio(1, 2)? {
            true => *choices.choose(&ORTHODOX)?,
            false => choices.choose(catalogue::all())?.letters(),
        };
        let square = squares.swap_remove(choices.choose_index(squares.len())?);
        list += &format!("{colour} {royal}{letters} {} ", geometry.name(square));
    }
    Ok(list)
}
