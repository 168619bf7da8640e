//! Hunters: away from home as one kind, homewards as another.

use super::{Facing, Kind, Manner, Nature, Term, catalogue};

impl Kind {
    /// A hunter, which moves up the board (seen by its side) as one kind and down as another, and
    /// never along the rank. There is none of kinds whose moves depend on more than a line, such as
    /// the orphan's.
    ///
    /// ```
    /// use solusrex_rules::kind::{Kind, catalogue};
    ///
    /// let (rook, grasshopper) = (catalogue::find("R").unwrap(), catalogue::find("G").unwrap());
    /// assert_eq!(Kind::hunter(rook, grasshopper).unwrap().letters(), "R/G");
    /// assert!(Kind::hunter(rook, catalogue::find("O").unwrap()).is_none());
    /// ```
    pub fn hunter(away: &Kind, home: &Kind) -> Option<Kind> {
        let letters = format!("{}/{}", away.letters, home.letters);
        let name = format!("{}/{}-hunter", away.name, home.name);
        let mut terms = facing(away, Facing::Forward)?;
        terms.extend(facing(home, Facing::Back)?);
        Some(Kind::new(&letters, &name, Nature::Piece, terms))
    }

    /// A hunter by the letters of both kinds: `R/G`.
    pub fn named_hunter(letters: &str) -> Option<Kind> {
        let (away, home) = letters.split_once('/')?;
        Kind::hunter(catalogue::find(away)?, catalogue::find(home)?)
    }
}

/// The terms of a kind that lead in one direction.
fn facing(kind: &Kind, direction: Facing) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    for term in &kind.terms {
        let own = match (term.manner, term.limits.facing) {
            (Manner::Wander | Manner::Carom | Manner::HopTwice | Manner::Borrow(_), _) => {
                return None;
            }
            // a pawn marches forward though nothing is said
            (Manner::Advance, Facing::Any) => Facing::Forward,
            (_, own) => own,
        };
        if own == Facing::Any || own == direction {
            let mut term = term.clone();
            term.limits.facing = direction;
            terms.push(term);
        }
    }
    Some(terms)
}
