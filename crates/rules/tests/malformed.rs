//! Malformed texts: thousands of them, made from good ones by a few slips of the pen.
//!
//! None may panic. Each either still means something or is refused in one line of sensible length
//! that names the place and, in parentheses, a remedy.

use solusrex_rules::{Geometry, Kind, Orthodox, Position, Rules, Setting, Topology, conditions};

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - e3 12 34",
    "8/8/8/8/8/2k5/1R6/K7 w - -",
];

const EXTENDED: &[&str] = &[
    "8x8 4k3/8/3g4/8/2.NH5/5=s2/8/4K3 w - - 0 1",
    "10x10t 10/10/4k5/10/10/10/10/10/4R5/4K5 w - - 0 1",
    "8x8v 3!b4/8/8/8/+.157/8/8/3K4 b - - 7 20",
    "3x4h k2/3/=p2/2K w - -",
];

const LISTS: &[&str] = &[
    "White Ke1 Qd1 Black Ke8 Neutral Sd5",
    "White Ka1 Gb2 Nd4 Pa2b2c3 Black Royal Bd8, NHf6; 15h7",
    "white grasshopper d4 king a1 black rook h8",
];

const KINDS: &[&str] = &[
    "XY frog = leap 0,3 + leap 1,1",
    "G2 = hop 0,1 1,1 over 2 beyond any near + ride rose range 4",
    "QQ long name = chinese 0,1 files abc + equihop turn 90 enemy + leap -1,2 forward capture",
];

const CONDITIONS: &[&str] = &["Circe", "Madrasi RexInclusive", "circe rexexclusive"];

const SIZES: &[&str] = &["8x8", "10x10", "1X16"];

/// What a slip may put in: other scripts, controls, line ends, signs, large numbers, long words.
const SLIPS: &[&str] = &[
    "é",
    "漢",
    "\u{1f451}",
    "\u{202e}",
    "\0",
    "\n",
    "\r\n",
    "\u{2028}",
    "\x1b[31m",
    "\t",
    "\"",
    "\\",
    "(",
    ")",
    "-",
    "+",
    "=",
    "!",
    ".",
    ",",
    "/",
    "x",
    "0",
    "9",
    "-1",
    "65536",
    "4294967296",
    "99999999999999999999999",
    " ",
    "  ",
    "_",
    "K",
    "z",
];

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    /// The text with one to four slips.
    fn malform(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(4) {
            let at = self.below(chars.len() + 1);
            let end = (at + 1 + self.below(3)).min(chars.len());
            match self.below(7) {
                0 => drop(chars.drain(at..end)),
                1 => chars.truncate(at),
                2 if end > at => chars.swap(at, end - 1),
                3 => {
                    let again: Vec<char> = chars[at..].to_vec();
                    chars.extend(again);
                }
                4 if self.below(20) == 0 => {
                    let long = self.slip().repeat(20_000);
                    chars.splice(at..at, long.chars());
                }
                5 => drop(chars.splice(at..end, self.slip().chars())),
                _ => drop(chars.splice(at..at, self.slip().chars())),
            }
        }
        chars.into_iter().collect()
    }

    fn slip(&mut self) -> &'static str {
        SLIPS[self.below(SLIPS.len())]
    }
}

/// Malforms each text many times; says how many were refused.
fn refused(texts: &[&str], read: impl Fn(&str) -> Result<(), String>) -> usize {
    let mut dice = Dice(texts.len() as u64);
    let mut refused = 0;
    for round in 0..1_500 {
        let text = dice.malform(texts[round % texts.len()]);
        let Err(error) = read(&text) else { continue };
        refused += 1;
        let input: String = text.chars().take(200).collect();
        assert!(!error.contains(char::is_control), "{input:?} gives lines: {error:?}");
        assert!(error.chars().count() < 700, "{input:?} gives {} bytes", error.len());
        assert!(error.contains('"') || error.contains("column"), "{input:?}: no place in {error}");
        assert!(error.ends_with(')') && error.contains(" ("), "{input:?}: no remedy in {error}");
    }
    refused
}

/// Reads a position and, where one comes of it, looks at its moves.
fn played(position: Result<Position, impl ToString>) -> Result<(), String> {
    let mut position = position.map_err(|error| error.to_string())?;
    for mv in position.legal_moves() {
        let undo = position.play(&mv);
        position.undo(undo);
    }
    Ok(())
}

#[test]
fn malformed_fens_are_refused_in_one_line() {
    let setting = Setting::default();
    assert!(refused(FENS, |text| played(Position::from_fen(text, &setting))) > 1_000);
    let fast = |text: &str| Orthodox::from_fen(text).map(|_| ()).map_err(|e| e.to_string());
    assert!(refused(FENS, fast) > 1_000);
}

#[test]
fn malformed_extended_fens_are_refused_in_one_line() {
    let setting = Setting::default();
    assert!(refused(EXTENDED, |text| played(Position::from_fen(text, &setting))) > 1_000);
}

#[test]
fn malformed_lists_of_pieces_are_refused_in_one_line() {
    let setting = Setting::default();
    assert!(refused(LISTS, |text| played(Position::from_pieces(text, &setting))) > 1_000);
}

#[test]
fn malformed_kinds_are_refused_in_one_line() {
    let read = |text: &str| {
        let kind: Kind = text.parse().map_err(|error| format!("{error}"))?;
        // what is accepted can be put on a board
        let list = format!("White {} a1", kind.letters());
        let setting = Setting { kinds: vec![kind], ..Setting::default() };
        played(Position::from_pieces(&list, &setting))
    };
    assert!(refused(KINDS, read) > 700);
}

#[test]
fn malformed_conditions_are_refused_in_one_line() {
    let read = |text: &str| conditions::parse(text).map(|_| ()).map_err(|error| error.to_string());
    assert!(refused(CONDITIONS, read) > 1_000);
}

#[test]
fn malformed_boards_are_refused_in_one_line() {
    let read = |text: &str| match Geometry::from_size(text, Topology::Plane) {
        Ok(_) => Ok(()),
        // a size is its own place
        Err(error) => Err(error.to_string().replace("board ", "board \"")),
    };
    assert!(refused(SIZES, read) > 1_000);
    let named = |text: &str| text.parse::<Topology>().map(|_| ()).map_err(|e| e.to_string());
    assert!(refused(&["torus", "vertical-cylinder"], named) > 1_000);
}

#[test]
fn malformed_moves_are_refused_in_one_line() {
    let start = Position::from_fen("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6", &Setting::default());
    let start = start.unwrap();
    let read = |text: &str| {
        let mut position = start.clone();
        position.parse_long(text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(refused(&["Ra1-b1", "e5*d6 ep.", "0-0-0", "b7*a8=Q"], read) > 1_000);
}

#[test]
fn a_count_that_would_overflow_is_refused() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295",
        "8x8v 4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295",
    ] {
        let error = Position::from_fen(fen, &Setting::default()).unwrap_err().to_string();
        assert!(error.contains("below a million"), "{error}");
    }
}
