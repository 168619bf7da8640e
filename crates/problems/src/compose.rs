//! Problems put together from their parts, as command lines and forms have them.

use solusrex_rules::{Geometry, Position, Setting, Topology, notation::NotationError};

/// The parts of a problem, each as it is written in Popeye's language. What is empty is left out.
///
/// ```
/// use solusrex_problems::{Parts, Problem};
///
/// let parts = Parts {
///     fen: Some("8/8/8/8/8/k1K5/8/1R6 w - -".to_owned()),
///     stipulation: "h#2".to_owned(),
///     options: vec!["SetPlay".to_owned()],
///     ..Parts::default()
/// };
/// let problems = Problem::parse(&parts.text()?)?;
/// assert!(problems[0].options.set_play);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Authors, title and the like, each with its word, `Author Sam Loyd`; without one it is a remark.
    pub heading: Vec<String>,
    /// A position as FEN or extended FEN; else `pieces` has the men.
    pub fen: Option<String>,
    /// A list of pieces.
    pub pieces: String,
    /// The board: `10x10`.
    pub board: Option<String>,
    /// Which edges are joined: `torus`.
    pub topology: Option<String>,
    /// What is asked.
    pub stipulation: String,
    /// The conditions.
    pub conditions: Vec<String>,
    /// The options.
    pub options: Vec<String>,
    /// The twins.
    pub twins: Vec<String>,
}

impl Parts {
    /// The problem as text.
    ///
    /// # Errors
    ///
    /// The FEN or the board cannot be read.
    pub fn text(&self) -> Result<String, NotationError> {
        let mut text = String::from("BeginProblem\n");
        for line in &self.heading {
            text += &heading(line);
        }
        match &self.fen {
            Some(fen) => text += &self.men_of(fen)?,
            None => {
                for (name, value) in [("Board", &self.board), ("Topology", &self.topology)] {
                    if let Some(value) = value {
                        text += &format!("Option {name} {value}\n");
                    }
                }
                text += &format!("Pieces {}\n", self.pieces);
            }
        }
        text += &format!("Stipulation {}\n", self.stipulation);
        for (word, lines) in
            [("Condition", &self.conditions), ("Option", &self.options), ("Twin", &self.twins)]
        {
            for line in lines {
                text += &format!("{word} {line}\n");
            }
        }
        Ok(text + "EndProblem\n")
    }

    /// The board and the men of a FEN, which may begin with its board or leave that to the other parts.
    fn men_of(&self, fen: &str) -> Result<String, NotationError> {
        let topology: Topology = self.topology.as_deref().unwrap_or("plane").parse()?;
        let geometry = Geometry::from_size(self.board.as_deref().unwrap_or("8x8"), topology)?;
        let position = Position::from_fen(fen, &Setting { geometry, ..Setting::default() })?;
        let board = position.geometry();
        let (width, height, topology) = (board.width(), board.height(), board.topology());
        let mut text = format!("Option Board {width}x{height} Topology {topology}\n");
        text += &format!("Pieces {}\n", position.pieces());
        if let Some(passed) = position.en_passant() {
            text += &format!("Option EnPassant {}\n", board.name(passed.over));
        }
        Ok(text)
    }
}

/// A heading, which ends with its line.
fn heading(text: &str) -> String {
    let line = text.split(['\r', '\n']).collect::<Vec<_>>().join(" ");
    let first = line.split_whitespace().next().unwrap_or_default();
    let words = ["Author", "Origin", "Title", "Award", "Remark"];
    let has_word = words.iter().any(|word| word.eq_ignore_ascii_case(first));
    format!("{}{line}\n", if has_word { "" } else { "Remark " })
}
