//! The distances of an ending as a chart.

use std::{collections::BTreeMap, error::Error};

use plotters::{prelude::*, style::Color as _};
use shakmaty::Color;

use crate::{
    metric::Metric,
    stats::{Census, Counting, SideCensus, by_moves, described, thousands},
};

/// What could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chart cannot be drawn: {0}")]
pub struct PlotError(String);

const SIZE: (u32, u32) = (960, 540);
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// White's wins in blues, Black's in reds; the darker one for the winner's own move.
const WHITE_WINS: [RGBColor; 2] = [RGBColor(0x08, 0x45, 0x94), RGBColor(0x6b, 0xae, 0xd6)];
const BLACK_WINS: [RGBColor; 2] = [RGBColor(0x99, 0x00, 0x0d), RGBColor(0xfb, 0x6a, 0x4a)];

/// One line of the chart: how many positions a side wins in how many moves.
struct Series {
    label: String,
    colour: RGBColor,
    points: Vec<(f64, f64)>,
}

/// Positions by distance in moves, as SVG; the number of positions on a logarithmic scale, because
/// the longest wins, which one wants to see, are the rarest.
pub fn svg(census: &Census) -> Result<String, PlotError> {
    let mut drawing = String::new();
    draw(census, &mut drawing).map_err(|error| PlotError(error.to_string()))?;
    Ok(drawing)
}

fn draw(census: &Census, drawing: &mut String) -> Result<(), Box<dyn Error>> {
    let series = series(census);
    let points = || series.iter().flat_map(|series| &series.points);
    let farthest = points().map(|point| point.0).fold(1.0, f64::max);
    let most = points().map(|point| point.1).fold(10.0, f64::max);

    let root = SVGBackend::with_string(drawing, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(caption(census), ("sans-serif", 20).into_font().color(&INK))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(84)
        .build_cartesian_2d(0.0..farthest + 1.0, (0.8..most * 1.5).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style(("sans-serif", 14).into_font().color(&INK))
        .axis_desc_style(("sans-serif", 15).into_font().color(&INK))
        .x_desc(towards(census.metric))
        .y_desc(match census.counting {
            Counting::Classes => "positions, one of each symmetry class",
            Counting::Placements => "positions, every placement",
        })
        .x_label_formatter(&|moves| format!("{moves:.0}"))
        .y_label_formatter(&|count| thousands(*count as u64))
        .draw()?;
    for Series { label, colour, points } in series {
        let dots = points.iter().map(|&point| Circle::new(point, 2, colour.filled()));
        chart.draw_series(dots)?;
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(GRID)
        .label_font(("sans-serif", 14).into_font().color(&INK))
        .draw()?;
    root.present()?;
    Ok(())
}

fn caption(census: &Census) -> String {
    format!("{}, {}", census.material, described(census.metric))
}

fn towards(metric: Metric) -> &'static str {
    match metric {
        Metric::Dtm => "moves to mate",
        Metric::Dtc => "moves to mate or conversion",
        Metric::Dtz => "moves to mate, capture or pawn move",
        Metric::Stalemate => "moves to stalemate",
        Metric::Take(_) => "moves to the capture",
        Metric::Helpmate(_) => "moves to mate",
        Metric::HelpStalemate(_) => "moves to stalemate",
    }
}

/// What there is to draw, White's wins first.
fn series(census: &Census) -> Vec<Series> {
    let wins = |winner: Color, colours: [RGBColor; 2]| {
        let who = if winner.is_white() { "White" } else { "Black" };
        let other = if winner.is_white() { "Black" } else { "White" };
        let line = |to_move: &str, colour, by_plies: &BTreeMap<u32, u64>| Series {
            label: match census.metric.helped() {
                Some(_) => format!("{to_move} to move"),
                None => format!("{who} wins, {to_move} to move"),
            },
            colour,
            points: by_moves(by_plies)
                .into_iter()
                .map(|(moves, count)| (f64::from(moves), count as f64))
                .collect(),
        };
        let (own, reply): (&SideCensus, &SideCensus) = (census.side(winner), census.side(!winner));
        [line(who, colours[0], &own.win_by_plies), line(other, colours[1], &reply.loss_by_plies)]
    };
    let all = [wins(Color::White, WHITE_WINS), wins(Color::Black, BLACK_WINS)];
    all.into_iter().flatten().filter(|series| !series.points.is_empty()).collect()
}
