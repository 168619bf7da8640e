//! The drawing of a diagram.
//!
//! A square is 100 units wide and the upper left corner of the board is the origin, so a figure on
//! file `f`, rank `r` stands at `(100 f + 50, 100 (height - 1 - r) + 50)`. Each shape in use is
//! defined once and placed by `<use>`; the ids of the definitions mean the same in every drawing,
//! so several can share a page. A neutral man is drawn twice, white and black, each cut to its half
//! of the square; the cut is not turned with the figure.

use super::figures::{self, Art};
use super::{Diagram, Figure, Shape, Tint, file_letter, printable};
use std::fmt::{self, Display, Formatter, Write};

/// How a drawing looks.
///
/// ```
/// use solusrex_rules::diagram::{Diagram, SvgOptions};
///
/// let sand = SvgOptions { square: 60, dark: "#d8c9a8".to_owned(), ..SvgOptions::default() };
/// assert!(Diagram::default().to_svg(&sand).contains("#d8c9a8"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SvgOptions {
    /// The width of a square in pixels, where the drawing is not scaled to its surroundings.
    pub square: u32,
    /// Whether the files and ranks are named along the edges.
    pub coordinates: bool,
    /// The colour of the light squares and of the ground, as in CSS.
    pub light: String,
    /// The colour of the dark squares, as in CSS.
    pub dark: String,
}

impl Default for SvgOptions {
    /// Squares of 48 pixels with coordinates, in white and a grey that prints well.
    fn default() -> Self {
        Self {
            square: 48,
            coordinates: true,
            light: "#ffffff".to_owned(),
            dark: "#d2d2d2".to_owned(),
        }
    }
}

/// Units in the side of a square.
const SIDE: usize = 100;
/// Units between the board and the edge of the drawing where nothing is written.
const MARGIN: usize = 16;
/// The size of the writing below the board.
const FOOTER: usize = 34;
/// The size of the coordinates.
const COORDINATES: usize = 26;
/// The colour of outlines, frame and writing.
const INK: &str = "#1c1c1c";
/// The fill of white men, and the inner lines of black ones.
const PAPER: &str = "#ffffff";

/// The whole `<svg>` element.
pub(super) fn draw(diagram: &Diagram, options: &SvgOptions) -> String {
    Drawing { diagram, options }.to_string()
}

/// A figure alone, in the middle of its square.
pub(super) fn draw_figure(figure: &Figure) -> String {
    let half = SIDE / 2;
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-{half} -{half} {SIDE} {SIDE}'>\n\
         {}{}</svg>\n",
        Definitions { shapes: vec![figure.shape], neutral: figure.tint == Tint::Neutral },
        Placed(figure),
    )
}

struct Drawing<'a> {
    diagram: &'a Diagram,
    options: &'a SvgOptions,
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.ground(f)?;
        self.definitions(f)?;
        self.board(f)?;
        if self.options.coordinates {
            self.coordinates(f)?;
        }
        self.men(f)?;
        self.footer(f)?;
        writeln!(f, "</svg>")
    }
}

impl Drawing<'_> {
    /// The opening tag, what screen readers say, and the ground of the drawing.
    fn ground(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let left = if self.options.coordinates { 50 } else { MARGIN };
        let width = left + self.inner_width() + MARGIN;
        let height = MARGIN + self.footer_line() + MARGIN;
        let pixels = |units| units as u64 * u64::from(self.options.square.max(1)) / SIDE as u64;
        writeln!(
            f,
            "<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{}' height='{}' \
             viewBox='-{left} -{MARGIN} {width} {height}'>",
            pixels(width),
            pixels(height),
        )?;
        let (caption, count) = (self.caption(), self.diagram.count());
        let comma = if caption.is_empty() { "" } else { ", " };
        writeln!(f, "<title>Diagram: {}{comma}{count}</title>", Escaped(caption))?;
        writeln!(f, "<desc>{}</desc>", Escaped(&self.diagram.in_words()))?;
        let light = Escaped(&self.options.light);
        writeln!(
            f,
            "<rect x='-{left}' y='-{MARGIN}' width='{width}' height='{height}' fill='{light}'/>"
        )
    }

    /// What the men are drawn with.
    fn definitions(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut shapes: Vec<Shape> = self.diagram.men().map(|(_, _, man)| man.shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        write!(f, "{}", Definitions { shapes, neutral: self.diagram.count().neutral > 0 })
    }

    /// The dark squares, as one path, and the frame.
    fn board(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let dark = Escaped(&self.options.dark);
        write!(f, "<path shape-rendering='crispEdges' fill='{dark}' d='")?;
        for rank in 0..self.diagram.height {
            for file in (rank % 2..self.diagram.width).step_by(2) {
                let (x, y) = self.corner(file, rank);
                write!(f, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
            }
        }
        writeln!(f, "'/>")?;
        writeln!(
            f,
            "<path fill='none' stroke='{INK}' stroke-width='3' d='M-1.5 -1.5H{0}.5V{1}.5H-1.5Z'/>",
            SIDE * self.diagram.width + 1,
            SIDE * self.diagram.height + 1,
        )
    }

    /// The letters of the files below the board and the numbers of the ranks on its left.
    fn coordinates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g {Lettering} font-size='{COORDINATES}' text-anchor='middle'>")?;
        for file in 0..self.diagram.width {
            let (x, y) = self.corner(file, 0);
            let (x, y) = (x + SIDE / 2, y + SIDE + 32);
            writeln!(f, "<text x='{x}' y='{y}'>{}</text>", file_letter(file))?;
        }
        for rank in 0..self.diagram.height {
            let y = self.corner(0, rank).1 + SIDE / 2 + 9;
            writeln!(f, "<text x='-26' y='{y}'>{}</text>", rank + 1)?;
        }
        writeln!(f, "</g>")
    }

    fn men(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (file, rank, man) in self.diagram.men() {
            let (x, y) = self.corner(file, rank);
            write!(f, "<g transform='translate({} {})'>", x + SIDE / 2, y + SIDE / 2)?;
            writeln!(f, "{}</g>", Placed(man))?;
        }
        Ok(())
    }

    /// The caption on the left and the count of men on the right.
    fn footer(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (caption, count) = (self.caption(), self.diagram.count());
        let (x, y) = (self.inner_width(), self.footer_line());
        writeln!(f, "<g {Lettering} font-size='{FOOTER}' xml:space='preserve'>")?;
        if !caption.is_empty() {
            writeln!(f, "<text x='0' y='{y}'>{}</text>", Escaped(caption))?;
        }
        writeln!(f, "<text x='{x}' y='{y}' text-anchor='end'>{count}</text>")?;
        writeln!(f, "</g>")
    }

    /// The upper left corner of a square.
    fn corner(&self, file: usize, rank: usize) -> (usize, usize) {
        (SIDE * file, SIDE * (self.diagram.height - 1 - rank))
    }

    /// The width of the board, or of the writing below it if that is wider.
    fn inner_width(&self) -> usize {
        let count = self.diagram.count().to_string();
        let writing = width_of(self.caption()) + FOOTER + width_of(&count);
        writing.max(SIDE * self.diagram.width)
    }

    /// The base line of the writing below the board.
    fn footer_line(&self) -> usize {
        SIDE * self.diagram.height + if self.options.coordinates { 78 } else { 46 }
    }

    /// The caption; empty if there is none.
    fn caption(&self) -> &str {
        self.diagram.caption().unwrap_or_default()
    }
}

/// The shapes in use, each once, and the halves of a square if there are neutral men.
struct Definitions {
    shapes: Vec<Shape>,
    neutral: bool,
}

impl Display for Definitions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<defs>")?;
        for Art { id, outline, lines } in self.shapes.iter().copied().map(figures::art) {
            writeln!(
                f,
                "<g id='{id}' stroke-width='3' stroke-linejoin='round' stroke-linecap='round'>\
                 {outline}<g fill='none' stroke='currentColor'>{lines}</g></g>"
            )?;
        }
        if self.neutral {
            writeln!(f, "<clipPath id='sr-left'><path d='M-50 -50H0V50H-50Z'/></clipPath>")?;
            writeln!(f, "<clipPath id='sr-right'><path d='M0 -50H50V50H0Z'/></clipPath>")?;
        }
        writeln!(f, "</defs>")
    }
}

/// A man around the origin.
struct Placed<'a>(&'a Figure);

impl Display for Placed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let man = self.0;
        let [white, black] = [WHITE, BLACK].map(|paint| Painted { man, paint });
        match man.tint {
            Tint::White => write!(f, "{white}")?,
            Tint::Black => write!(f, "{black}")?,
            Tint::Neutral => {
                write!(f, "<g clip-path='url(#sr-left)'>{white}</g>")?;
                write!(f, "<g clip-path='url(#sr-right)'>{black}</g>")?;
            }
        }
        if man.is_crowned() {
            let crown = figures::CROWN;
            write!(f, "<g transform='translate(35 -38)' stroke-linejoin='round'>")?;
            write!(f, "<g stroke='{PAPER}' stroke-width='7'>{crown}</g>")?;
            write!(f, "<g fill='{PAPER}' stroke='{INK}' stroke-width='3'>{crown}</g></g>")?;
        }
        Ok(())
    }
}

/// The attributes of all writing around the board.
struct Lettering;

impl Display for Lettering {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "font-family='Georgia, DejaVu Serif, serif' fill='{INK}'")
    }
}

/// The colours of a man: the fill of its outline, and its inner lines.
#[derive(Clone, Copy)]
struct Paint {
    fill: &'static str,
    lines: &'static str,
}

const WHITE: Paint = Paint { fill: PAPER, lines: INK };
const BLACK: Paint = Paint { fill: INK, lines: PAPER };

/// A man in one colour, drawn around the centre of its square.
struct Painted<'a> {
    man: &'a Figure,
    paint: Paint,
}

impl Display for Painted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { man, paint: Paint { fill, lines } } = self;
        let id = figures::art(man.shape).id;
        write!(f, "<use href='#{id}' fill='{fill}' stroke='{INK}' color='{lines}'")?;
        if man.shape == Shape::Disc {
            let size = letter_size(man.label.chars().count());
            write!(
                f,
                "/><text y='{}' font-family='Helvetica, Arial, DejaVu Sans, sans-serif' \
                 font-weight='bold' font-size='{size}' text-anchor='middle' fill='{lines}'>\
                 {}</text>",
                size * 36 / 100,
                Escaped(&man.label),
            )
        } else {
            write!(f, " transform='rotate({})'/>", man.turn.degrees())
        }
    }
}

/// The size at which so many letters fit into a disc.
fn letter_size(letters: usize) -> usize {
    match letters {
        0 | 1 => 46,
        2 => 36,
        3 => 27,
        more => (84 / more).max(2),
    }
}

/// The width of a text below the board, estimated for wide letters since no font is at hand.
fn width_of(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { FOOTER * 13 / 20 } else { FOOTER }).sum()
}

/// Text as it may stand between tags or in quotes of SVG and HTML, whatever it contains.
///
/// ```
/// use solusrex_rules::diagram::Escaped;
///
/// assert_eq!(Escaped("Q & <b>").to_string(), "Q &amp; &lt;b&gt;");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in printable(self.0).chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{MAX_SIDE, Turn};

    fn alone(figure: Figure) -> String {
        let mut diagram = Diagram::new(1, 1).unwrap();
        diagram.set(0, 0, figure).unwrap();
        diagram.to_svg(&SvgOptions::default())
    }

    /// Panics unless every tag is closed in its turn, every attribute is quoted, and `&` only
    /// starts one of the five entities in use.
    fn assert_well_formed(svg: &str) {
        for after in svg.split('&').skip(1) {
            let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
            assert!(known.iter().any(|entity| after.starts_with(entity)), "&{after}");
        }
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("a tag ends");
            assert!(!text.contains('>'), "{text}");
            assert_eq!(tag.matches('\'').count() % 2, 0, "{tag}");
            assert_eq!(tag.matches('\'').count(), 2 * tag.matches("='").count(), "{tag}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(svg.chars().all(|c| c == '\n' || !c.is_control()));
    }

    #[test]
    fn the_drawing_is_well_formed_whatever_its_texts_contain() {
        let hostile = "</text><script>alert('&amp;\")]]>\0\x1b\n\u{ffff}";
        for coordinates in [true, false] {
            for (width, height) in [(1, 1), (8, 8), (3, 12), (MAX_SIDE, MAX_SIDE)] {
                let mut diagram = Diagram::new(width, height).unwrap();
                for (file, tint) in
                    [Tint::White, Tint::Black, Tint::Neutral].into_iter().enumerate().take(width)
                {
                    let disc = Figure::new(Shape::Disc, tint, hostile).made_royal();
                    diagram.set(file, height - 1, disc).unwrap();
                }
                diagram.set_caption(hostile);
                let (light, dark, square) = (hostile.to_owned(), hostile.to_owned(), u32::MAX);
                let svg = diagram.to_svg(&SvgOptions { square, coordinates, light, dark });
                assert_well_formed(&svg);
                assert!(!svg.contains("<script"));
            }
        }
    }

    #[test]
    fn captions_are_escaped() {
        let mut diagram = Diagram::default();
        diagram.set_caption("h#2 & \"<b>\"");
        let svg = diagram.to_svg(&SvgOptions::default());
        assert!(svg.contains("<title>Diagram: h#2 &amp; &quot;&lt;b&gt;&quot;, 0+0</title>"));
        assert!(svg.contains(">h#2 &amp; &quot;&lt;b&gt;&quot;</text>"));
    }

    #[test]
    fn a_screen_reader_hears_the_position() {
        let mut diagram = Diagram::default();
        diagram
            .set(4, 0, Figure::new(Shape::King, Tint::White, "K"))
            .and_then(|d| d.set(3, 0, Figure::new(Shape::Queen, Tint::White, "Q")))
            .and_then(|d| d.set(4, 7, Figure::new(Shape::King, Tint::Black, "K")))
            .unwrap();
        let svg = diagram.to_svg(&SvgOptions::default());
        assert!(svg.contains("role='img'"));
        assert!(svg.contains("<title>Diagram: 2+1</title>"));
        assert!(svg.contains("<desc>White: Ke1, Qd1. Black: Ke8.</desc>"));
    }

    #[test]
    fn each_shape_in_use_is_defined_once_and_no_other() {
        let mut diagram = Diagram::default();
        for file in 0..8 {
            diagram.set(file, 1, Figure::new(Shape::Pawn, Tint::White, "P")).unwrap();
        }
        let svg = diagram.to_svg(&SvgOptions::default());
        assert_eq!(svg.matches("<g id='").count(), 1);
        assert_eq!(svg.matches("id='sr-pawn'").count(), 1);
        assert_eq!(svg.matches("href='#sr-pawn'").count(), 8);
        assert!(!svg.contains("clipPath"));
    }

    #[test]
    fn a_figure_stands_on_its_square_and_is_turned_about_its_centre() {
        let mut diagram = Diagram::default();
        let grasshopper = Figure::new(Shape::Queen, Tint::Black, "G").turned(Turn::UpsideDown);
        diagram.set(3, 6, grasshopper).unwrap();
        let svg = diagram.to_svg(&SvgOptions::default());
        let d7 = "<g transform='translate(350 150)'><use href='#sr-queen' fill='#1c1c1c' \
                  stroke='#1c1c1c' color='#ffffff' transform='rotate(180)'/></g>";
        assert!(svg.contains(d7));
    }

    #[test]
    fn a_neutral_man_is_white_on_the_left_however_it_is_turned() {
        for turn in [Turn::Upright, Turn::UpsideDown, Turn::Left90] {
            let svg = alone(Figure::new(Shape::Knight, Tint::Neutral, "S").turned(turn));
            let use_ = "<use href='#sr-knight'";
            assert!(svg.contains(&format!("<g clip-path='url(#sr-left)'>{use_} fill='#ffffff'")));
            assert!(svg.contains(&format!("<g clip-path='url(#sr-right)'>{use_} fill='#1c1c1c'")));
        }
    }

    #[test]
    fn the_letters_of_a_disc_stay_upright() {
        let svg = alone(Figure::new(Shape::Disc, Tint::White, "ZE").turned(Turn::UpsideDown));
        assert!(svg.contains(">ZE</text>") && !svg.contains("rotate"));
    }

    #[test]
    fn a_crown_marks_royal_men_other_than_kings() {
        let crowned = |shape, label: &str| {
            alone(Figure::new(shape, Tint::White, label).made_royal()).contains(figures::CROWN)
        };
        assert!(crowned(Shape::Knight, "S") && !crowned(Shape::King, "K"));
        assert!(!alone(Figure::new(Shape::Knight, Tint::White, "S")).contains(figures::CROWN));
    }

    #[test]
    fn coordinates_can_be_left_out() {
        let texts = |coordinates| {
            let options = SvgOptions { coordinates, ..SvgOptions::default() };
            Diagram::default().to_svg(&options).matches("<text").count()
        };
        assert_eq!((texts(true), texts(false)), (8 + 8 + 1, 1));
    }

    #[test]
    fn a1_is_dark_and_half_of_the_squares_are() {
        let svg = Diagram::default().to_svg(&SvgOptions::default());
        assert!(svg.contains("d='M0 700h100v100h-100z"));
        assert_eq!(svg.matches("h100v100h-100z").count(), 32);
    }
}
