//! The symmetries of a board that leave the men of an ending as they are.

use solusrex_rules::{
    Geometry, Kind, Square, Topology,
    kind::{Limits, Manner},
};

/// Each symmetry as the image of every square; the identity is among them.
pub(crate) fn of<'a>(
    geometry: &Geometry,
    kinds: impl Iterator<Item = &'a Kind> + Clone,
) -> Vec<Vec<Square>> {
    let limits = |wanted: fn(&Limits) -> bool| {
        kinds.clone().any(|kind| kind.terms().iter().any(|term| wanted(&term.limits)))
    };
    let oriented = kinds.clone().any(|kind| kind.is_oriented() || kind.is_pawn());
    let bound_to_files = limits(|limits| limits.files != 0);
    let bound_to_edges = limits(|limits| limits.edge_change)
        || kinds.clone().any(|kind| kind.terms().iter().any(|term| term.manner == Manner::Carom));
    let (width, height) = (geometry.width() as i32, geometry.height() as i32);
    let joined_files = matches!(geometry.topology(), Topology::VerticalCylinder | Topology::Torus)
        && !bound_to_edges;
    let joined_ranks =
        matches!(geometry.topology(), Topology::HorizontalCylinder | Topology::Torus)
            && !bound_to_edges
            && !oriented;
    let square_like = width == height
        && !oriented
        && matches!(geometry.topology(), Topology::Plane | Topology::Torus);
    let mut all = Vec::new();
    for exchange in [false, true].into_iter().take(if square_like { 2 } else { 1 }) {
        for mirror in [false, true] {
            for flip in [false, true].into_iter().take(if oriented { 1 } else { 2 }) {
                for right in 0..if joined_files { width } else { 1 } {
                    for up in 0..if joined_ranks { height } else { 1 } {
                        let image = |square: Square| {
                            let (file, rank) =
                                (geometry.file(square) as i32, geometry.rank(square) as i32);
                            let (file, rank) = if exchange { (rank, file) } else { (file, rank) };
                            let file = if mirror { width - 1 - file } else { file };
                            let rank = if flip { height - 1 - rank } else { rank };
                            Square(((rank + up) % height * width + (file + right) % width) as u8)
                        };
                        all.push(geometry.squares().map(image).collect());
                    }
                }
            }
        }
    }
    if bound_to_files {
        all.truncate(1);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use solusrex_rules::kind::catalogue;

    fn count(board: &str, topology: Topology, kinds: &[&str]) -> usize {
        let geometry = Geometry::from_size(board, topology).unwrap();
        let kinds: Vec<&Kind> =
            kinds.iter().filter_map(|letters| catalogue::find(letters)).collect();
        of(&geometry, kinds.iter().copied()).len()
    }

    #[test]
    fn pawns_and_shapes_break_symmetries() {
        assert_eq!(count("8x8", Topology::Plane, &["K", "R"]), 8);
        assert_eq!(count("8x8", Topology::Plane, &["K", "P"]), 2);
        assert_eq!(count("8x6", Topology::Plane, &["K", "R"]), 4);
        assert_eq!(count("8x8", Topology::VerticalCylinder, &["K", "R"]), 32);
        assert_eq!(count("8x8", Topology::VerticalCylinder, &["K", "P"]), 16);
        assert_eq!(count("8x8", Topology::Torus, &["K", "R"]), 512);
        assert_eq!(count("8x8", Topology::Plane, &["K", "QQ"]), 1);
    }
}
