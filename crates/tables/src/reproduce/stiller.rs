//! Stiller's ending with six men, 1991.

use shakmaty::Color;
use solusrex_game::Value;

use super::{
    Finding, Found, ReproduceError, Watch,
    solved::{self, Solved},
};
use crate::Metric;

const ENDING: &str = "KRBKNN";
const LONGEST: u32 = 223;
const EXAMPLE: &str = "White Ka7 Rb2 Bb3 Black Kd3 Nc6 Nd6";

pub(super) fn reproduce(watch: Watch) -> Found {
    let solved = Solved::new(ENDING, Metric::Dtc, watch)?;
    let longest = solved.longest_win(solved.white()).moves().0;
    let Value::Won(example) = solved.probe(&solved::position(EXAMPLE, Color::White)?)? else {
        return Err(ReproduceError::Data(EXAMPLE.to_owned()));
    };
    let findings = vec![
        Finding::new(format!("{ENDING}, moves to conversion"), LONGEST, longest),
        Finding::new(format!("{ENDING}, {EXAMPLE}"), LONGEST, example.moves().0),
    ];
    Ok((vec!["White's moves to the win of a knight, or to mate.".to_owned()], findings))
}
