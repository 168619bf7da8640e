//! The outline of each shape, as SVG.
//!
//! A figure is drawn around the centre of a square of 100×100 units, with y pointing down, and no
//! point of it is farther than 48 units from the centre: so it can be turned by any angle and stays
//! on its square. It names no colours. The fill and the stroke of its outline come from the element
//! that uses it, and its inner lines are in `currentColor`:
//!
//! ```text
//!          fill    stroke  color
//! white    light   dark    dark
//! black    dark    dark    light
//! ```

use super::Shape;

/// How a shape is drawn.
pub(super) struct Art {
    /// The id of the element that defines it.
    pub(super) id: &'static str,
    /// Closed paths, filled and stroked.
    pub(super) outline: &'static str,
    /// Open paths on top of them.
    pub(super) lines: &'static str,
}

/// How a shape is drawn.
pub(super) const fn art(shape: Shape) -> Art {
    match shape {
        Shape::King => Art {
            id: "sr-king",
            outline: "\
                <path d='M-3 -18V-27H-9V-33H-3V-39H3V-33H9V-27H3V-18Z'/>\
                <path d='M-22 36V17C-44 3 -41 -21 -22 -21C-13 -21 -7 -16 0 -7\
                C7 -16 13 -21 22 -21C41 -21 44 3 22 17V36Z'/>\
                <path d='M0 2C-9 -9 -8 -15 0 -22C8 -15 9 -9 0 2Z'/>",
            lines: "\
                <path d='M-19 13C-36 2 -33 -15 -22 -15C-13 -15 -4 -6 0 6\
                C4 -6 13 -15 22 -15C33 -15 36 2 19 13M0 2V15'/>\
                <path d='M-22 19C-8 14 8 14 22 19M-22 29C-8 24 8 24 22 29'/>",
        },
        Shape::Queen => Art {
            id: "sr-queen",
            outline: "\
                <path d='M-23 36V20L-35 -16L-17 4L-19 -27L-6 2L0 -31\
                L6 2L19 -27L17 4L35 -16L23 20V36Z'/>\
                <circle cx='-35' cy='-19' r='5'/>\
                <circle cx='-19' cy='-30' r='5'/>\
                <circle cx='0' cy='-34' r='5'/>\
                <circle cx='19' cy='-30' r='5'/>\
                <circle cx='35' cy='-19' r='5'/>",
            lines: "<path d='M-22 19C-8 14 8 14 22 19M-22 29C-8 24 8 24 22 29'/>",
        },
        Shape::Rook => Art {
            id: "sr-rook",
            outline: "\
                <path d='M-29 36V26H-21L-17 -9L-26 -17V-36H-15V-28H-6V-36\
                H6V-28H15V-36H26V-17L17 -9L21 26H29V36Z'/>",
            lines: "<path d='M-21 26H21M-17 -9H17M-26 -17H26'/>",
        },
        Shape::Bishop => Art {
            id: "sr-bishop",
            outline: "\
                <path d='M-31 36C-31 28 -22 27 -12 24L-14 15C-28 4 -22 -15 0 -29\
                C22 -15 28 4 14 15L12 24C22 27 31 28 31 36Z'/>\
                <circle cx='0' cy='-33' r='5.5'/>",
            lines: "\
                <path d='M0 -16V5M-9 -6H9'/>\
                <path d='M-14 15C-6 12 6 12 14 15M-12 24C-6 21 6 21 12 24'/>",
        },
        Shape::Knight => Art {
            id: "sr-knight",
            outline: "\
                <path d='M-23 36C-22 21 0 18 1 1C-5 6 -11 7 -16 9C-19 16 -25 19 -30 15\
                C-37 11 -36 4 -32 -2C-28 -9 -25 -14 -21 -20C-18 -26 -14 -28 -12 -29\
                L-13 -39L-3 -31L3 -38L7 -29C24 -23 32 -2 31 36Z'/>",
            lines: "\
                <path d='M7 -22C19 -16 25 0 24 29M-30 11L-23 7'/>\
                <circle cx='-14' cy='-15' r='2.5' fill='currentColor'/>",
        },
        Shape::Pawn => Art {
            id: "sr-pawn",
            outline: "\
                <path d='M-26 35V29C-26 17 -10 13 -8 -1H-14C-14 -6 -12 -8 -8 -9\
                A14 14 0 1 1 8 -9C12 -8 14 -6 14 -1H8C10 13 26 17 26 29V35Z'/>",
            lines: "<path d='M-8 -1H8M-25 27H25'/>",
        },
        Shape::Equihopper => Art {
            id: "sr-equihopper",
            outline: "<circle cx='0' cy='0' r='36'/>",
            lines: "\
                <path d='M-26 -25C-13 -10 -13 10 -26 25M26 -25C13 -10 13 10 26 25'/>\
                <circle cx='0' cy='0' r='6' fill='currentColor'/>",
        },
        Shape::Disc => Art { id: "sr-disc", outline: "<circle cx='0' cy='0' r='36'/>", lines: "" },
    }
}

/// The crown that marks a royal man, drawn around its own centre.
pub(super) const CROWN: &str = "<path d='M-9 7L-12 -6L-5 0L0 -9L5 0L12 -6L9 7Z'/>";

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 8] = [
        Shape::King,
        Shape::Queen,
        Shape::Rook,
        Shape::Bishop,
        Shape::Knight,
        Shape::Pawn,
        Shape::Equihopper,
        Shape::Disc,
    ];

    /// The values of an attribute in a piece of markup.
    fn values<'a>(markup: &'a str, name: &str) -> Vec<&'a str> {
        let start = format!(" {name}='");
        markup.split(&start).skip(1).filter_map(|rest| rest.split('\'').next()).collect()
    }

    /// The distance from the centre of each end and control point of a path.
    fn distances(path: &str) -> Vec<f64> {
        let (mut x, mut y, mut found) = (0.0, 0.0, Vec::new());
        let mut rest = path;
        while let Some(command) = rest.chars().next() {
            let end = rest[1..].find(char::is_alphabetic).map_or(rest.len(), |end| end + 1);
            let numbers: Vec<f64> =
                rest[1..end].split_whitespace().map(|number| number.parse().unwrap()).collect();
            let points = match command {
                'M' | 'L' | 'C' => numbers.as_slice(),
                'H' => &[numbers[0], y],
                'V' => &[x, numbers[0]],
                'A' => &numbers[5..],
                'Z' => &[],
                other => panic!("{other} in {path}"),
            };
            for point in points.chunks_exact(2) {
                (x, y) = (point[0], point[1]);
                found.push(x.hypot(y));
            }
            rest = &rest[end..];
        }
        found
    }

    #[test]
    fn every_figure_stays_on_its_square_however_it_is_turned() {
        for shape in SHAPES {
            let Art { id, outline, lines } = art(shape);
            let markup = format!("{outline}{lines}");
            for path in values(&markup, "d") {
                assert!(distances(path).into_iter().all(|distance| distance <= 48.0), "{id}");
            }
            let circle =
                |name| values(&markup, name).into_iter().map(|v| v.parse::<f64>().unwrap());
            for ((x, y), r) in circle("cx").zip(circle("cy")).zip(circle("r")) {
                assert!(x.hypot(y) + r <= 48.0, "{id}");
            }
        }
    }

    #[test]
    fn every_shape_has_an_id_of_its_own() {
        let mut ids = SHAPES.map(|shape| art(shape).id);
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
