//! How much an atlas knows.

use std::{collections::BTreeMap, fmt};

use crate::atlas::{Atlas, Row};

/// Classes, those with a game, and those whose game is proved to be the shortest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Census {
    all: usize,
    known: usize,
    proved: usize,
}

impl<'a> FromIterator<&'a Row> for Census {
    fn from_iter<I: IntoIterator<Item = &'a Row>>(rows: I) -> Census {
        rows.into_iter().fold(Census::default(), |census, row| Census {
            all: census.all + 1,
            known: census.known + usize::from(row.game.is_some()),
            proved: census.proved + usize::from(row.is_proved()),
        })
    }
}

/// `515 of 1680, 510 proved`
impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.known, self.all)?;
        match self.known {
            0 => Ok(()),
            known if known == self.proved => write!(f, ", proved"),
            _ => write!(f, ", {} proved", self.proved),
        }
    }
}

/// How many classes have games of each length.
pub(super) fn by_length(atlas: &Atlas) -> BTreeMap<u32, usize> {
    atlas.rows().filter_map(Row::plies).fold(BTreeMap::new(), |mut counts, plies| {
        *counts.entry(plies).or_default() += 1;
        counts
    })
}

/// What the whole atlas says, in sentences.
pub(super) fn in_words(atlas: &Atlas) -> String {
    let all: Census = atlas.rows().collect();
    let narrow: Census = atlas.rows().filter(|row| row.class.is_of_1456()).collect();
    let open = atlas.rows().filter(|row| !row.is_proved());
    let searched = match open.map(|row| row.searched).min() {
        None => "Each is proved to be the shortest.".to_owned(),
        Some(0) => "No length has been searched for all of them.".to_owned(),
        Some(plies) => format!("All games of up to {plies} half-moves have been searched."),
    };
    format!(
        "{} of {} mating moves have a game; {} of these games are proved to be the shortest. \
         Of the {} moves of pieces and promotions, {} have a game, {} proved. {searched}",
        all.known, all.all, all.proved, narrow.all, narrow.known, narrow.proved,
    )
}
