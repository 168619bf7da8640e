//! The diagram of a position: which figure problemists draw for which kind.

use super::{Diagram, Figure, Shape, Tint, Turn};
use crate::{
    kind::Kind,
    man::{Colour, Man},
    position::Position,
};

/// The figures of the kinds: rotated pieces, the problemists' convention. Kinds that are not here
/// are drawn as discs with their letters.
fn shape(kind: &Kind) -> (Shape, Turn) {
    use Shape::{Bishop, Equihopper, King, Knight, Pawn, Queen, Rook};
    use Turn::{Left90, Left135, Right45, Right90, Right135, Upright, UpsideDown};
    match kind.letters() {
        "K" => (King, Upright),
        "Q" => (Queen, Upright),
        "R" => (Rook, Upright),
        "B" => (Bishop, Upright),
        "S" => (Knight, Upright),
        "P" => (Pawn, Upright),
        "EK" => (King, UpsideDown),
        "KH" => (King, Right90),
        "PO" => (King, Left90),
        "SO" => (King, Right45),
        "ST" => (King, Right135),
        "G" => (Queen, UpsideDown),
        "LE" => (Queen, Right90),
        "LI" => (Queen, Left90),
        "AM" => (Queen, Right45),
        "SI" => (Queen, Right135),
        "L" => (Queen, Left135),
        "RH" => (Rook, UpsideDown),
        "PA" => (Rook, Right90),
        "RL" => (Rook, Left90),
        "EM" => (Rook, Right45),
        "TR" => (Rook, Right135),
        "LR" => (Rook, Left135),
        "BH" => (Bishop, UpsideDown),
        "VA" => (Bishop, Right90),
        "BL" => (Bishop, Left90),
        "PR" => (Bishop, Right45),
        "ND" => (Bishop, Right135),
        "LB" => (Bishop, Left135),
        "N" => (Knight, UpsideDown),
        "CA" => (Knight, Right90),
        "MA" => (Knight, Left90),
        "Z" => (Knight, Right45),
        "NH" => (Knight, Right135),
        "RO" => (Knight, Left135),
        "BP" => (Pawn, UpsideDown),
        "SP" => (Pawn, Right90),
        "BS" => (Pawn, Left90),
        "EQ" => (Equihopper, Upright),
        "NE" => (Equihopper, Right90),
        _ => (Shape::Disc, Upright),
    }
}

impl From<&Position> for Diagram {
    fn from(position: &Position) -> Diagram {
        let geometry = position.geometry();
        let (width, height) = (geometry.width() as usize, geometry.height() as usize);
        let mut diagram = Diagram::new(width, height).unwrap_or_default();
        for (square, man) in position.men() {
            let (file, rank) = (geometry.file(square) as usize, geometry.rank(square) as usize);
            let figure = drawn(position.variant().kind(man.kind), man);
            diagram.set(file, rank, figure).expect("a man stands on the board");
        }
        diagram
    }
}

impl Figure {
    /// How a kind is drawn.
    ///
    /// ```
    /// use solusrex_rules::{diagram::{Figure, Shape, Tint}, kind::catalogue};
    ///
    /// let grasshopper = Figure::of(catalogue::find("G").unwrap(), Tint::White);
    /// assert_eq!((grasshopper.shape, grasshopper.turn.degrees()), (Shape::Queen, 180));
    /// assert!(grasshopper.to_svg().contains("rotate(180)"));
    /// ```
    pub fn of(kind: &Kind, tint: Tint) -> Figure {
        let (shape, turn) = shape(kind);
        Figure::new(shape, tint, kind.letters()).turned(turn)
    }
}

fn drawn(kind: &Kind, man: Man) -> Figure {
    let tint = match man.colour {
        Colour::White => Tint::White,
        Colour::Black => Tint::Black,
        Colour::Neutral => Tint::Neutral,
    };
    let figure = Figure::of(kind, tint);
    if man.royal { figure.made_royal() } else { figure }
}
