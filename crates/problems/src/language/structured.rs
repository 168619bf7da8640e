//! Structured stipulations: those that say the same as a plain one.
//!
//! | structured | plain |
//! |---|---|
//! | `white 3a[#]d` | `#2` |
//! | `white 4ad[#]` | `s#2` |
//! | `white 3a[1a[#]d]d{!1a[#]d}` | `r#2` |
//! | `black 4hh[#]`, `white 3hh[#]` | `h#2`, `h#1.5` |
//! | `white 5s[#]` | `ser-#5` |

use solusrex_rules::{Geometry, Side};

use crate::stipulation::{Ending, Length, Play, Stipulation, goal_alone};

/// The stipulation that a side and an expression stand for, if there is one.
pub(super) fn structured(side: Side, text: &str, board: &Geometry) -> Option<Stipulation> {
    let text = text.to_ascii_lowercase();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let half_moves: u16 = text[..digits].parse().ok().filter(|&n| (1..=1000).contains(&n))?;
    let rest = &text[digits..];
    let between = |before: &str, behind: &str| {
        let goal = rest.strip_prefix(before)?.strip_suffix(behind)?;
        goal_alone(goal, board)
    };
    let odd = half_moves % 2 == 1;
    let (moves_up, moves_down) = (half_moves.div_ceil(2), half_moves / 2);
    let found = |play, goal, moves, and_half| {
        let length = Length { moves, and_half };
        Some(Stipulation { play, goal, length, exact: false, introduction: 0 })
    };
    let white = side == Side::White;
    if let Some(goal) = between("a[", "]d").filter(|_| odd && white) {
        return found(Play::Direct, goal, moves_up, false);
    }
    if let Some(goal) = between("ad[", "]").filter(|_| !odd && white) {
        return found(Play::Self_, goal, moves_down, false);
    }
    // whoever begins, White makes the last move
    if let Some(goal) = between("hh[", "]").filter(|_| odd == white) {
        return found(Play::Help, goal, moves_down, odd);
    }
    if let Some(goal) = between("s[", "]").filter(|_| white) {
        return found(Play::Series(Ending::Direct), goal, half_moves, false);
    }
    // both must reach the goal when they can
    let (own, other) = rest.strip_prefix("a[1a[")?.split_once("]d]d{!1a[")?;
    let goals = (goal_alone(own, board)?, goal_alone(other.strip_suffix("]d}")?, board)?);
    match goals.0 == goals.1 && odd && white {
        true => found(Play::Reflex, goals.0, moves_up, false),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_forms_are_known_by_their_plain_names() {
        let plain = |side, text: &str| {
            structured(side, text, &Geometry::CHESS).map(|found| found.text(&Geometry::CHESS))
        };
        let white = |text: &str| plain(Side::White, text);
        assert_eq!(white("3a[#]d").as_deref(), Some("#2"));
        assert_eq!(white("1a[zd4]d").as_deref(), Some("zd41"));
        assert_eq!(white("4ad[=]").as_deref(), Some("s=2"));
        assert_eq!(white("3a[1a[#]d]d{!1a[#]d}").as_deref(), Some("r#2"));
        assert_eq!(plain(Side::Black, "4hh[#]").as_deref(), Some("h#2"));
        assert_eq!(white("3hh[#]").as_deref(), Some("h#1.5"));
        assert_eq!(white("5s[#]").as_deref(), Some("ser-#5"));
        for other in
            ["", "3", "a[#]d", "2a[#]d", "3ad[#]", "4hh[#]", "3a[#]", "1:3a[#]d", "3a[1a[#]d]d"]
        {
            assert_eq!(white(other), None, "{other}");
        }
    }
}
