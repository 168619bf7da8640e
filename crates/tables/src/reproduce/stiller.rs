//! Stiller's ending with six men, 1991.

use shakmaty::{Chess, Color, Position};
use solusrex_game::Moves;

use super::{Finding, Found, ReproduceError, Watch, solved::position};
use crate::{
    Ending, Layout, Metric, Squares, Tablebase,
    generate::{Count, Decided},
    stats::{Census, CountPlan, Counting, thousands},
};

const ENDING: &str = "KRBKNN";
const LONGEST: u32 = 223;
const EXAMPLE: &str = "White Ka7 Rb2 Bb3 Black Kd3 Nc6 Nd6";

pub(super) fn reproduce(watch: Watch) -> Found {
    let ending: Ending = ENDING.parse()?;
    let tables = Tablebase::in_memory();
    let plan = CountPlan::new(ending, Metric::Dtc, &tables)?;
    let count = plan.run(&tables, &|task, _| {
        watch(task.ending, task.metric);
        Ok(())
    })?;
    let note = "White's moves to the win of a knight, or to mate. The ending is counted, not kept: of a \
                position it can be told whether it is among the longest.";
    Ok((vec![note.to_owned()], findings(&count)?))
}

fn findings(count: &Count) -> Result<Vec<Finding>, ReproduceError> {
    let wrong = || ReproduceError::Data(ENDING.to_owned());
    let longest = count.decided(Color::White).filter(|found| found.value.is_won()).last();
    let longest = longest.ok_or_else(wrong)?;
    let Moves(moves) = longest.value.plies().ok_or_else(wrong)?.moves();
    let white = Census::of_count(count, Counting::Classes).white_to_move;
    let remark = format!(
        "{} of {} positions are won with White to move, {} of them in so many moves",
        thousands(white.win),
        thousands(white.legal),
        thousands(longest.numbers.classes),
    );
    let example = is_among(&position(EXAMPLE, Color::White)?, count.ending, longest);
    let computed = if example { moves.to_string() } else { format!("not {moves}") };
    Ok(vec![
        Finding::new(format!("{ENDING}, moves to conversion"), LONGEST, moves).remark(remark),
        Finding::new(format!("{ENDING}, {EXAMPLE}"), LONGEST, computed),
    ])
}

/// Whether a position is one of the examples of a value.
fn is_among(position: &Chess, ending: Ending, found: &Decided) -> bool {
    let layout = Layout::new(ending);
    let mut left = position.board().clone();
    let mut squares = Squares::default();
    for (square, man) in squares.iter_mut().zip(layout.men()) {
        let piece = man.role.of(man.colour);
        let Some(at) = left.by_piece(piece).first() else { return false };
        left.discard_piece_at(at);
        *square = u8::try_from(u32::from(at)).unwrap_or_default();
    }
    layout.slot(&squares).is_some_and(|slot| found.examples.contains(&slot))
}
