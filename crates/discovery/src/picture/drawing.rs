//! The atlas as SVG.
//!
//! Boards look as in diagrams ([`solusrex_rules::diagram`]). A class whose game is proved is a full
//! square in the colour of its length, one whose game is only found is a frame, one without a game
//! shows the board. Colours are classes of CSS, each rule once for light and once for dark
//! surroundings; they begin with the drawing's own class, so that a page may hold the drawing.

use std::fmt::{self, Display, Formatter};

use shakmaty::{CastlingSide, Color, File, Rank, Role};
use solusrex_rules::diagram::{Escaped, Figure, Shape, SvgOptions, Tint};

use super::{
    census::{Census, by_length, in_words},
    colours::Scale,
    place::{BOARD, COLUMNS, HEIGHT, LEFT, PROMOTIONS, Place, SIDE, WIDTH},
};
use crate::{
    atlas::{Atlas, Row},
    score::numbered,
};

/// The upper edge of the line of colours.
const LEGEND: i32 = 172;

/// What stands above the drawing.
pub(super) const HEADING: &str = "Quickmates: the shortest game to every mating move";

/// The atlas as a drawing: every class has its square, with the length of its game and, as a
/// tooltip, the game.
pub fn svg(atlas: &Atlas) -> String {
    let counts = by_length(atlas);
    let ends = counts.first_key_value().zip(counts.last_key_value());
    let scale = ends.map(|((&least, _), (&most, _))| Scale::new(least..=most));
    Drawing { atlas, scale }.to_string()
}

struct Drawing<'a> {
    atlas: &'a Atlas,
    /// None while no game is known.
    scale: Option<Scale>,
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<svg xmlns='http://www.w3.org/2000/svg' class='sr-atlas' role='img' \
             width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}'>"
        )?;
        writeln!(f, "<title>{HEADING}</title>")?;
        writeln!(f, "<desc>{}</desc>", Escaped(&in_words(self.atlas)))?;
        self.style(f)?;
        writeln!(f, "<defs>{Board}</defs>")?;
        writeln!(f, "<rect class='ground' width='{WIDTH}' height='{HEIGHT}'/>")?;
        self.heading(f)?;
        self.legend(f)?;
        for color in [Color::White, Color::Black] {
            self.heads(f, color)?;
            for (role, capture) in boards() {
                let Place { x, y, .. } = Place::of_board(color, role, capture);
                writeln!(f, "<use href='#sr-atlas-board' x='{x}' y='{y}'/>")?;
            }
            self.strip(f, color)?;
        }
        self.cells(f)?;
        self.numbers(f)?;
        writeln!(f, "</svg>")
    }
}

impl Drawing<'_> {
    /// The colours, of which those of games are the same on any ground.
    fn style(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SvgOptions { light, dark, .. } = SvgOptions::default();
        let (light, dark) = (Escaped(&light), Escaped(&dark));
        writeln!(f, "<style>")?;
        writeln!(
            f,
            ".sr-atlas text{{font-family:Georgia,'DejaVu Serif',serif;text-anchor:middle;\
             fill:#1c1c1c}}\n\
             .sr-atlas .numbers text{{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;\
             pointer-events:none}}\n\
             .sr-atlas .cells{{stroke:{light}}}\n\
             .sr-atlas .begin{{text-anchor:start}}\n\
             .sr-atlas .end{{text-anchor:end}}\n\
             .sr-atlas .faint{{fill:#666}}\n\
             .sr-atlas .ground,.sr-atlas .light{{fill:{light}}}\n\
             .sr-atlas .dark{{fill:{dark}}}\n\
             .sr-atlas .tile{{fill:none}}\n\
             .sr-atlas .edge{{fill:none;stroke:#1c1c1c}}\n\
             .sr-atlas .open{{fill:transparent;stroke:none}}\n\
             .sr-atlas .found{{fill:{light};stroke-width:3}}\n\
             .sr-atlas .thin{{stroke-width:2}}"
        )?;
        if let Some(scale) = self.scale {
            for plies in scale.lengths() {
                let colour = scale.colour(plies);
                let ink = if scale.is_dark(plies) { "#fff" } else { "#000" };
                writeln!(f, ".sr-atlas .p{plies}{{fill:#{colour:x}}}")?;
                writeln!(f, ".sr-atlas .f{plies}{{stroke:#{colour:x}}}")?;
                writeln!(f, ".sr-atlas .n{plies}{{fill:{ink}}}")?;
            }
        }
        writeln!(
            f,
            "@media screen and (prefers-color-scheme:dark){{\n\
             .sr-atlas text{{fill:#e8e6e3}}\n\
             .sr-atlas .faint{{fill:#a8a49e}}\n\
             .sr-atlas .ground{{fill:#1b1b1d}}\n\
             .sr-atlas .light{{fill:#37373b}}\n\
             .sr-atlas .dark{{fill:#29292c}}\n\
             .sr-atlas .tile{{fill:#c9c7c2}}\n\
             .sr-atlas .edge{{stroke:#8a8780}}\n\
             .sr-atlas .cells{{stroke:#1b1b1d}}\n\
             .sr-atlas .found{{fill:#1b1b1d}}"
        )?;
        // the rule for all writing comes later than those for numbers, so these come again
        if let Some(scale) = self.scale {
            for plies in scale.lengths().filter(|&plies| !scale.is_dark(plies)) {
                writeln!(f, ".sr-atlas .n{plies}{{fill:#000}}")?;
            }
        }
        writeln!(f, "}}\n</style>")
    }

    /// What this is, and how much is known.
    fn heading(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<text class='begin' x='{LEFT}' y='62' font-size='38'>{HEADING}</text>")?;
        for (line, words) in in_words(self.atlas).split_inclusive('.').enumerate() {
            let y = 96 + 25 * line;
            let words = words.trim();
            writeln!(
                f,
                "<text class='begin faint' x='{LEFT}' y='{y}' font-size='20'>{}</text>",
                Escaped(words)
            )?;
        }
        Ok(())
    }

    /// The colours with their lengths and how many classes have them, and the kinds of squares.
    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(scale) = self.scale else { return Ok(()) };
        let counts = by_length(self.atlas);
        let (least, most) = (*scale.lengths().start(), *scale.lengths().end());
        let chip = (820 / (most - least + 1) as i32).clamp(20, 44);
        let first = LEFT + 116;
        writeln!(f, "<g class='numbers'>")?;
        for (plies, x) in scale.lengths().zip((first..).step_by(chip as usize)) {
            let place = Place { x, y: LEGEND, width: chip, height: SIDE };
            let (x, y) = (place.middle().0, LEGEND + 21);
            let count = counts.get(&plies).copied().unwrap_or(0);
            writeln!(
                f,
                "{}<text class='n{plies}' x='{x}' y='{y}' font-size='16'>{plies}</text>\
                 <text class='faint' x='{x}' y='{}' font-size='13'>{count}</text>",
                Solid { place, plies, title: "" },
                y + 27,
            )?;
        }
        writeln!(f, "</g>\n<g font-size='16'>")?;
        for (y, words) in [(21, "half-moves"), (48, "mating moves")] {
            let y = LEGEND + y;
            writeln!(f, "<text class='begin faint' x='{LEFT}' y='{y}'>{words}</text>")?;
        }
        let plies = (least + most) / 2;
        let place = |back| Place { x: WIDTH - 46 - back, y: LEGEND, width: SIDE, height: SIDE };
        let proved = Solid { place: place(640), plies, title: "" };
        let found = Framed { place: place(370), plies, title: "" };
        let open = Painted("dark", place(142));
        writeln!(f, "{proved}{found}{open}")?;
        for (back, words) in
            [(640, "proved to be the shortest"), (370, "the shortest known"), (142, "none known")]
        {
            let (x, y) = (place(back).x + SIDE + 10, LEGEND + 21);
            writeln!(f, "<text class='begin' x='{x}' y='{y}'>{words}</text>")?;
        }
        writeln!(f, "</g>")
    }

    /// The figures above a side's boards, and what its rows are.
    fn heads(&self, f: &mut Formatter<'_>, color: Color) -> fmt::Result {
        for role in COLUMNS {
            let board = Place::of_board(color, role, false);
            let place = Place { x: board.x, y: board.y - 52, width: 44, height: 44 };
            writeln!(f, "{}", Man { place, color, role })?;
            let census: Census = self
                .atlas
                .rows()
                .filter(|row| {
                    let class = row.class;
                    let of_boards = !class.is_promotion() && !class.is_castling();
                    of_boards && class.color() == color && class.parts().0 == role
                })
                .collect();
            writeln!(
                f,
                "<text class='end faint' x='{}' y='{}' font-size='16'>{census}</text>",
                board.x + BOARD,
                board.y - 12,
            )?;
        }
        let side = color.fold_wb("White", "Black");
        for (capture, what) in [(false, "moves"), (true, "captures")] {
            let board = Place::of_board(color, Role::King, capture);
            let (x, y) = (38, board.middle().1);
            writeln!(
                f,
                "<text x='{x}' y='{y}' font-size='24' transform='rotate(-90 {x} {y})'>\
                 {side} {what}</text>"
            )?;
        }
        Ok(())
    }

    /// What stands round a side's promotions and castlings.
    fn strip(&self, f: &mut Formatter<'_>, color: Color) -> fmt::Result {
        let strip = Place::of_strip(color);
        let side = color.fold_wb("White", "Black");
        let census: Census = self
            .atlas
            .rows()
            .filter(|row| row.class.color() == color && row.class.is_promotion())
            .collect();
        writeln!(
            f,
            "<text class='begin' x='{}' y='{}' font-size='24'>{side} promotes</text>\
             <text class='end faint' x='{}' y='{1}' font-size='16'>{census}</text>",
            strip.x,
            strip.y - 16,
            strip.x + strip.width,
        )?;
        for role in PROMOTIONS {
            let first = Place::of_promotion(color, File::A, File::A, role);
            let place = Place { x: strip.x - 34, y: first.y + 2, width: 26, height: 26 };
            writeln!(f, "{}", Man { place, color, role })?;
        }
        writeln!(f, "<g font-size='13'>")?;
        for to in File::ALL {
            self.ways(f, color, to)?;
        }
        for (side, name) in [(CastlingSide::KingSide, "O-O"), (CastlingSide::QueenSide, "O-O-O")] {
            let place = Place::of_castling(color, side);
            let (x, y) = (place.middle().0, place.y + place.height + 17);
            writeln!(f, "{}{}", Painted("dark", place), Edge(place))?;
            writeln!(f, "<text class='faint' x='{x}' y='{y}'>{name}</text>")?;
        }
        writeln!(f, "</g>")
    }

    /// The empty cells of the ways to a promotion square.
    fn ways(&self, f: &mut Formatter<'_>, color: Color, to: File) -> fmt::Result {
        let arrows = color.fold_wb(['↗', '↑', '↖'], ['↘', '↓', '↙']);
        let ways = (-1..=1).zip(arrows);
        let ways = ways.filter_map(|(step, arrow)| Some((to.offset(step)?, arrow)));
        let mut edge: Option<Place> = None;
        for (from, arrow) in ways {
            for (role, ground) in PROMOTIONS.into_iter().zip(["dark", "light"].into_iter().cycle())
            {
                let place = Place::of_promotion(color, from, to, role);
                writeln!(f, "{}", Painted(ground, place))?;
                edge = Some(edge.map_or(place, |edge| edge.around(place)));
            }
            let lowest = Place::of_promotion(color, from, to, Role::Knight);
            let (x, y) = (lowest.middle().0, lowest.y + SIDE + 17);
            writeln!(f, "<text class='faint' x='{x}' y='{y}'>{arrow}</text>")?;
        }
        let straight = Place::of_promotion(color, to, to, Role::Knight);
        let (x, y) = (straight.middle().0, straight.y + SIDE + 36);
        let rank = color.fold_wb(Rank::Eighth, Rank::First);
        writeln!(f, "<text x='{x}' y='{y}'>{to}{rank}</text>")?;
        edge.map_or(Ok(()), |edge| writeln!(f, "{}", Edge(edge)))
    }

    /// The squares of all classes, with what is known as their tooltips.
    fn cells(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g class='cells' shape-rendering='crispEdges'>")?;
        for row in self.atlas.rows() {
            let place = Place::of(row.class);
            let title = &described(row);
            match row.plies() {
                Some(plies) if row.is_proved() => {
                    writeln!(f, "{}", Solid { place, plies, title })?;
                }
                Some(plies) => writeln!(f, "{}", Framed { place, plies, title })?,
                None => {
                    writeln!(f, "<path class='open' {}>{}</path>", Outline(place), Titled(title))?
                }
            }
        }
        writeln!(f, "</g>")
    }

    /// The lengths in the squares.
    fn numbers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g class='numbers' font-size='16'>")?;
        for row in self.atlas.rows() {
            let Some(plies) = row.plies() else { continue };
            let place = Place::of(row.class);
            let (x, y) = place.middle();
            let (drop, size) = match (place.width <= SIDE / 2, row.is_proved()) {
                (true, true) => (4, " font-size='11'"),
                (true, false) => (4, " font-size='10'"),
                (false, true) => (6, ""),
                (false, false) => (5, " font-size='14'"),
            };
            // in a frame it stands on the ground
            let class = if row.is_proved() { format!(" class='n{plies}'") } else { String::new() };
            writeln!(f, "<text{class} x='{x}' y='{}'{size}>{plies}</text>", y + drop)?;
        }
        writeln!(f, "</g>")
    }
}

/// The boards of a side.
fn boards() -> impl Iterator<Item = (Role, bool)> {
    [false, true].into_iter().flat_map(|capture| COLUMNS.map(|role| (role, capture)))
}

/// What is known of a class, and below it the game.
fn described(row: &Row) -> String {
    let side = row.class.color().fold_wb("White", "Black");
    let Row { class, searched, .. } = row;
    let proved = match (row.is_proved(), searched) {
        (true, _) => ", proved".to_owned(),
        (false, 0) => String::new(),
        (false, searched) => format!(", none of up to {searched}"),
    };
    match &row.game {
        Some(game) => {
            format!("{side} {class}: {} half-moves{proved}\n{}", game.len(), numbered(game))
        }
        None if *searched == 0 => format!("{side} {class}: no game known"),
        None => format!("{side} {class}: none of up to {searched} half-moves"),
    }
}

/// An empty board with its coordinates, the upper left corner at the origin. It is placed by
/// `<use>`, where no rule sees what it stands in: so it has the drawing's class itself.
struct Board;

impl Display for Board {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let board = Place { x: 0, y: 0, width: BOARD, height: BOARD };
        writeln!(
            f,
            "<g id='sr-atlas-board' class='sr-atlas' font-size='13'>{}",
            Painted("light", board)
        )?;
        write!(f, "<path class='dark' shape-rendering='crispEdges' d='")?;
        for rank in 0..8 {
            for file in (1 - rank % 2..8).step_by(2) {
                write!(f, "M{} {}h{SIDE}v{SIDE}h-{SIDE}z", SIDE * file, SIDE * rank)?;
            }
        }
        writeln!(f, "'/>\n{}", Edge(board))?;
        for (nth, file) in (0..).zip(File::ALL) {
            let (x, y) = (SIDE * nth + SIDE / 2, BOARD + 17);
            writeln!(f, "<text class='faint' x='{x}' y='{y}'>{file}</text>")?;
        }
        for (nth, rank) in (0..).zip(Rank::ALL.into_iter().rev()) {
            let y = SIDE * nth + SIDE / 2 + 5;
            writeln!(f, "<text class='faint' x='-11' y='{y}'>{rank}</text>")?;
        }
        write!(f, "</g>")
    }
}

/// A man of a place's size; its tile shows on dark ground only.
struct Man {
    place: Place,
    color: Color,
    role: Role,
}

impl Display for Man {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Place { x, y, width, height } = self.place;
        let shape = match self.role {
            Role::King => Shape::King,
            Role::Queen => Shape::Queen,
            Role::Rook => Shape::Rook,
            Role::Bishop => Shape::Bishop,
            Role::Knight => Shape::Knight,
            Role::Pawn => Shape::Pawn,
        };
        let tint = self.color.fold_wb(Tint::White, Tint::Black);
        let figure = Figure::new(shape, tint, self.role.upper_char());
        write!(
            f,
            "<rect class='tile' x='{x}' y='{y}' width='{width}' height='{height}' rx='5'/>\
             <svg x='{x}' y='{y}' width='{width}' height='{height}'>{}</svg>",
            figure.to_svg().trim_end(),
        )
    }
}

/// A full square.
struct Solid<'a> {
    place: Place,
    plies: u32,
    title: &'a str,
}

impl Display for Solid<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Solid { place, plies, title } = *self;
        write!(f, "<path class='p{plies}' {}>{}</path>", Outline(place), Titled(title))
    }
}

/// A frame.
struct Framed<'a> {
    place: Place,
    plies: u32,
    title: &'a str,
}

impl Display for Framed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Framed { place: Place { x, y, width, height }, plies, title } = *self;
        // the line lies within the square
        let thin = if width <= SIDE / 2 { " thin" } else { "" };
        let inner = Place { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
        write!(f, "<path class='found{thin} f{plies}' {}>{}</path>", Outline(inner), Titled(title))
    }
}

/// A rectangle in the colour of a class of CSS.
struct Painted(&'static str, Place);

impl Display for Painted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "<path class='{}' {}/>", self.0, Outline(self.1))
    }
}

/// The line round a rectangle.
struct Edge(Place);

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Place { x, y, width, height } = self.0;
        write!(
            f,
            "<path class='edge' d='M{}.5 {}.5h{width}v{height}h-{width}z'/>",
            x - 1,
            y - 1,
            width = width + 1,
            height = height + 1,
        )
    }
}

/// A rectangle as the data of a path.
struct Outline(Place);

impl Display for Outline {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Place { x, y, width, height } = self.0;
        write!(f, "d='M{x} {y}h{width}v{height}h-{width}z'")
    }
}

/// A tooltip, line by line; none without words.
struct Titled<'a>(&'a str);

impl Display for Titled<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, "<title>")?;
        for (nth, line) in self.0.lines().enumerate() {
            if nth > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", Escaped(line))?;
        }
        write!(f, "</title>")
    }
}
