//! Malformed game files: thousands of them, made from good ones by a few slips of the pen.
//!
//! None may panic. Each is either still a game or refused in one short line that says where.

use solusrex_game::{Limits, text};

const FILES: &[&str] = &[
    include_str!("../../../examples/games/kernels-of-section-6.game"),
    include_str!("../../../examples/games/knights-race.game"),
    include_str!("../../../examples/games/spider-and-fly-wheel.game"),
    include_str!("../../../examples/games/take-1-3-4.game"),
    include_str!("../../../examples/games/three-mens-morris.game"),
    include_str!("../../../examples/games/two-steps.game"),
    "game Ends\nstart a\na W -> b c d\nb B draw\nc B lost 4\nd B won 3\n",
    "game Nodes\nstart a B\nnode a -> b\nnode b -> a\nnode c\n",
    "board Both\nsquares a b c\nboth a-b-c\npass white\nstuck both draws\nonto both never\n",
];

/// What a slip may put in: other scripts, bytes that are no text, controls, numbers, long words.
const SLIPS: &[&[u8]] = &[
    "é".as_bytes(),
    "漢".as_bytes(),
    "\u{2028}".as_bytes(),
    b"\xff",
    b"\xe2\x82",
    b"\0",
    b"\n",
    b"\r",
    b"\x1b[31m",
    b"\t",
    b"#",
    b"-",
    b">",
    b"->",
    b" ",
    b"0",
    b"-1",
    b"4294967295",
    b"99999999999999999999999",
    b" W ",
    b" draw",
    b" lost 5",
    b"start ",
    b"node ",
];

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    fn slip(&mut self) -> &'static [u8] {
        SLIPS[self.below(SLIPS.len())]
    }

    /// The file with one to four slips, none in a comment.
    fn malform(&mut self, file: &str) -> Vec<u8> {
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let mut bytes = lines.collect::<Vec<_>>().join("\n").into_bytes();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(5)).min(bytes.len());
            match self.below(6) {
                0 => drop(bytes.drain(at..end)),
                1 if self.below(4) == 0 => bytes.truncate(at),
                2 if end > at => bytes.swap(at, end - 1),
                3 if self.below(20) == 0 => {
                    let long = self.slip().repeat(20_000);
                    bytes.splice(at..at, long);
                }
                4 => drop(bytes.splice(at..end, self.slip().iter().copied())),
                _ => drop(bytes.splice(at..at, self.slip().iter().copied())),
            }
        }
        bytes
    }
}

#[test]
fn malformed_files_are_refused_in_one_line_that_says_where() {
    let mut dice = Dice(1970);
    let mut refused = 0;
    for round in 0..4_000 {
        let bytes = dice.malform(FILES[round % FILES.len()]);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]);
        let error = match text::parse_bytes(&bytes) {
            Ok(described) => {
                assert_eq!(text::parse(&described.to_string()), Ok(described.clone()), "{shown}");
                continue;
            }
            Err(error) => error,
        };
        refused += 1;
        let line = error.to_string();
        assert!(line.starts_with("line "), "{shown}: {line}");
        assert!(!line.contains(char::is_control), "{shown}: {line:?}");
        assert!(line.chars().count() < 500, "{shown}: {} bytes", line.len());
        assert!(line.contains("expected"), "{shown}: no remedy in {line}");
        // the place is inside the file: at most one line and one column beyond its end
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        let end = lines.get(error.line - 1).map_or(0, |line| line.len());
        assert!((1..=end + 1).contains(&error.column), "{shown}: {line}");
    }
    assert!(refused > 1_000, "only {refused}");
}

#[test]
fn malformed_files_that_can_be_read_can_be_solved_or_are_too_large() {
    let mut dice = Dice(9);
    let limits = Limits { positions: 3_000, moves: 30_000 };
    let mut solved = 0;
    for round in 0..1_500 {
        let bytes = dice.malform(FILES[round % FILES.len()]);
        match text::read_bytes(&bytes, limits) {
            Ok(game) => {
                solved += 1;
                let _ = game.solve().report();
            }
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains(char::is_control) && line.len() < 2_000, "{line:?}");
            }
        }
    }
    assert!(solved > 100, "only {solved}");
}
