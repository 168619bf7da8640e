//! The men of an ending.

use std::fmt;

use solusrex_rules::{
    Colour, Kind, Setting,
    kind::{Nature, catalogue},
};

/// The men of an ending, White's first.
///
/// ```
/// use solusrex_tables::Material;
///
/// let setting = Default::default();
/// let material = Material::parse("KRKN", &setting)?;
/// assert_eq!(material.to_string(), "White K R Black K S");
/// assert_eq!(Material::parse("krvkn", &setting)?, material);
/// // fairy kinds, as lists of pieces have them: G is the grasshopper, S the knight
/// assert_eq!(Material::parse("White K G Black K", &setting)?.men().len(), 3);
/// # Ok::<(), solusrex_tables::MaterialError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    men: Vec<(Colour, Kind)>,
}

/// How many men a reference ending may have.
pub const MOST_MEN: usize = 6;

/// Why a text names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// A letter that is no man.
    #[error(
        "{0:?} in ending {1:?} (letters KQRBNP with two K, such as KRKN, or White K G Black K)"
    )]
    Letter(String, String),
    /// Not two kings.
    #[error("ending {0:?} (it needs one king for each side, such as KRK)")]
    Kings(String),
    /// Too many men for the explicit graph.
    #[error("ending {0:?} has {1} men (at most {MOST_MEN} can be tried here)")]
    Men(String, usize),
}

impl Material {
    /// `KRKN`, `KRvKN`, `krkn`, or `White K G Black K` with the letters of lists of pieces.
    pub fn parse(text: &str, setting: &Setting) -> Result<Material, MaterialError> {
        let list = text.split_whitespace().count() > 1;
        let men = if list { Self::from_list(text, setting)? } else { Self::from_word(text)? };
        let kings = |colour| {
            let is_king = |man: &&(Colour, Kind)| man.0 == colour && man.1.nature() == Nature::King;
            men.iter().filter(is_king).count()
        };
        if kings(Colour::White) != 1 || kings(Colour::Black) != 1 {
            return Err(MaterialError::Kings(text.to_owned()));
        }
        if men.len() > MOST_MEN {
            return Err(MaterialError::Men(text.to_owned(), men.len()));
        }
        Ok(Material { men })
    }

    fn from_word(text: &str) -> Result<Vec<(Colour, Kind)>, MaterialError> {
        let mut men = Vec::new();
        let mut kings = 0;
        for c in text.to_ascii_uppercase().chars().filter(|&c| c != 'V') {
            kings += usize::from(c == 'K');
            let colour = if kings > 1 { Colour::Black } else { Colour::White };
            let letters = match c {
                'N' => "S",
                'K' => "K",
                'Q' => "Q",
                'R' => "R",
                'B' => "B",
                'P' => "P",
                _ => return Err(MaterialError::Letter(c.to_string(), text.to_owned())),
            };
            men.extend(catalogue::find(letters).map(|kind| (colour, kind.clone())));
        }
        Ok(men)
    }

    fn from_list(text: &str, setting: &Setting) -> Result<Vec<(Colour, Kind)>, MaterialError> {
        let mut men = Vec::new();
        let mut colour = Colour::White;
        for word in text.split_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "white" => colour = Colour::White,
                "black" => colour = Colour::Black,
                _ => {
                    let unknown = || MaterialError::Letter(word.to_owned(), text.to_owned());
                    men.push((colour, setting.kind(word).ok_or_else(unknown)?.clone()));
                }
            }
        }
        men.sort_by_key(|&(colour, _)| colour);
        Ok(men)
    }

    /// The men with their colours.
    pub fn men(&self) -> &[(Colour, Kind)] {
        &self.men
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for (colour, kind) in &self.men {
            if last != Some(colour) {
                write!(f, "{}{colour}", if last.is_none() { "" } else { " " })?;
            }
            write!(f, " {kind}")?;
            last = Some(colour);
        }
        Ok(())
    }
}
