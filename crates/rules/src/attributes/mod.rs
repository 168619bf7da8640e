//! What the attributes of men do.
//!
//! An attribute is a condition for the men that have it, so it uses the hooks of
//! [`Condition`]; a [`Variant`](crate::Variant) knows only those laws that its men need. The two
//! boards of Alice are no law but part of the [`Position`](crate::Position): every man sees the men
//! of its own board only, and passes to the other one by moving.

mod anda;
pub(crate) mod bul;
mod chameleon;
mod functionary;
mod half_neutral;
mod hurdle_colour;
mod jigger;
mod kamikaze;
mod magic;
mod paralysing;
mod patrol;
mod promotion;
pub(crate) mod protean;
mod uncapturable;
mod volage;

use std::sync::Arc;

use crate::{
    attribute::{Attribute, Attributes},
    conditions::Condition,
    kind::Kind,
    man::{Colour, KindId, Man, Side},
};

/// The attributes that ask which man is hopped over.
pub(crate) const HURDLES: [Attribute; 3] =
    [Attribute::Bul, Attribute::Dob, Attribute::HurdleColourChanging];

/// The kinds that men with these attributes may become, besides those that are there.
pub fn kinds(attributes: Attributes) -> Vec<Kind> {
    let pawn = protean::pawn().filter(|_| attributes.has(Attribute::Protean));
    pawn.into_iter().cloned().collect()
}

/// The laws that men of these kinds and attributes bring along, in the order in which their
/// consequences follow each other.
pub(crate) fn laws(men: &[(KindId, Attributes)]) -> Vec<Arc<dyn Condition>> {
    let some = |attribute: Attribute| men.iter().any(|(_, attributes)| attributes.has(attribute));
    let mut laws: Vec<Arc<dyn Condition>> = Vec::new();
    laws.extend(promotion::Promotion::of(men).map(|law| Arc::new(law) as Arc<dyn Condition>));
    let all: [(Attribute, Arc<dyn Condition>); 16] = [
        (Attribute::Uncapturable, Arc::new(uncapturable::Uncapturable)),
        (Attribute::Paralysing, Arc::new(paralysing::Paralysing)),
        (Attribute::Functionary, Arc::new(functionary::Functionary)),
        (Attribute::Patrol, Arc::new(patrol::Patrol)),
        (Attribute::Jigger, Arc::new(jigger::Jigger)),
        (Attribute::Bul, Arc::new(bul::Hurdles(Attribute::Bul))),
        (Attribute::Dob, Arc::new(bul::Hurdles(Attribute::Dob))),
        (Attribute::HurdleColourChanging, Arc::new(hurdle_colour::HurdleColourChanging)),
        (Attribute::Protean, Arc::new(protean::Protean)),
        (Attribute::Chameleon, Arc::new(chameleon::Chameleon)),
        (Attribute::Kamikaze, Arc::new(kamikaze::Kamikaze)),
        (Attribute::Volage, Arc::new(volage::Volage)),
        (Attribute::HalfNeutral, Arc::new(half_neutral::HalfNeutral)),
        (Attribute::Anda, Arc::new(anda::Anda::Checking)),
        (Attribute::AndaInverse, Arc::new(anda::Anda::Inverse)),
        (Attribute::Magic, Arc::new(magic::Magic)),
    ];
    laws.extend(all.into_iter().filter(|(attribute, _)| some(*attribute)).map(|(_, law)| law));
    laws
}

/// A man that becomes neutral, or of the mover's colour if it was neutral.
fn turned(man: Man, side: Side) -> Man {
    let colour = match man.colour {
        Colour::Neutral => side.colour(),
        _ => Colour::Neutral,
    };
    Man { colour, ..man }
}
