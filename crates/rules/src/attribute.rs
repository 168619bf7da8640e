//! Attributes: what a man can be besides its kind, its colour and royal.
//!
//! ```
//! use solusrex_rules::{Attribute, Attributes};
//!
//! let both = Attributes::from(Attribute::Chameleon).with(Attribute::Anda);
//! assert!(both.has(Attribute::Anda) && !both.has(Attribute::Bul));
//! assert_eq!(both.letters(), "ca");
//! ```

use std::fmt;

/// A property that a single man may have. What each one does is told by the rules in
/// [`attributes`](crate::attributes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// Vanishes when it captures.
    Kamikaze,
    /// Does not capture, but enemies that it attacks cannot act.
    Paralysing,
    /// Becomes the next of knight, bishop, rook and queen when it moves.
    Chameleon,
    /// May only go where it stands next to another man.
    Jigger,
    /// Changes its colour by its first move.
    Volage,
    /// Can act only when an enemy attacks it.
    Functionary,
    /// Neutral and coloured by turns when it moves.
    HalfNeutral,
    /// Changes the colour of the men it hops over.
    HurdleColourChanging,
    /// Becomes what it captures.
    Protean,
    /// Changes the colour of men that it comes to observe.
    Magic,
    /// Cannot be captured.
    Uncapturable,
    /// Captures only when a man of its own side observes it.
    Patrol,
    /// Puts the man it hops over on any empty square.
    Bul,
    /// Lets the man it hops over make a move.
    Dob,
    /// Neutral and coloured by turns when it gives check.
    Anda,
    /// Neutral and coloured by turns when it moves without giving check.
    AndaInverse,
    /// Reborn as a fairy man is, where rebirth asks for it: the mark of a promoted man.
    Frischauf,
    /// On the first of two boards.
    AliceA,
    /// On the second of two boards.
    AliceB,
}

impl Attribute {
    /// All attributes, in the order in which they are written.
    pub const ALL: [Attribute; 19] = [
        Attribute::Kamikaze,
        Attribute::Paralysing,
        Attribute::Chameleon,
        Attribute::Jigger,
        Attribute::Volage,
        Attribute::Functionary,
        Attribute::HalfNeutral,
        Attribute::HurdleColourChanging,
        Attribute::Protean,
        Attribute::Magic,
        Attribute::Uncapturable,
        Attribute::Patrol,
        Attribute::Bul,
        Attribute::Dob,
        Attribute::Anda,
        Attribute::AndaInverse,
        Attribute::Frischauf,
        Attribute::AliceA,
        Attribute::AliceB,
    ];

    /// The name as composers write it.
    pub const fn name(self) -> &'static str {
        match self {
            Attribute::Kamikaze => "Kamikaze",
            Attribute::Paralysing => "Paralysing",
            Attribute::Chameleon => "Chameleon",
            Attribute::Jigger => "Jigger",
            Attribute::Volage => "Volage",
            Attribute::Functionary => "Functionary",
            Attribute::HalfNeutral => "HalfNeutral",
            Attribute::HurdleColourChanging => "HurdleColourChanging",
            Attribute::Protean => "Protean",
            Attribute::Magic => "Magic",
            Attribute::Uncapturable => "Uncapturable",
            Attribute::Patrol => "Patrol",
            Attribute::Bul => "Bul",
            Attribute::Dob => "Dob",
            Attribute::Anda => "Anda",
            Attribute::AndaInverse => "AndaInverse",
            Attribute::Frischauf => "Frischauf",
            Attribute::AliceA => "AliceA",
            Attribute::AliceB => "AliceB",
        }
    }

    /// Whether it only says on which of two boards a man stands.
    pub const fn is_board(self) -> bool {
        matches!(self, Attribute::AliceA | Attribute::AliceB)
    }

    /// The letters before a man that has it. The boards of Alice are written behind a move.
    const fn letters(self) -> &'static str {
        match self {
            Attribute::Kamikaze => "k",
            Attribute::Paralysing | Attribute::Protean | Attribute::Patrol => "p",
            Attribute::Chameleon => "c",
            Attribute::Jigger => "j",
            Attribute::Volage => "v",
            Attribute::Functionary | Attribute::Frischauf => "f",
            Attribute::HalfNeutral => "hn",
            Attribute::HurdleColourChanging => "hcc",
            Attribute::Magic => "m",
            Attribute::Uncapturable => "u",
            Attribute::Bul => "b",
            Attribute::Dob => "d",
            Attribute::Anda => "a",
            Attribute::AndaInverse => "ai",
            Attribute::AliceA | Attribute::AliceB => "",
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Attributes(u32);

impl Attributes {
    /// No attribute.
    pub const NONE: Attributes = Attributes(0);

    const fn bit(attribute: Attribute) -> u32 {
        1 << attribute as u32
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether an attribute is among them.
    #[inline]
    pub const fn has(self, attribute: Attribute) -> bool {
        self.0 & Attributes::bit(attribute) != 0
    }

    /// These and another one.
    #[must_use]
    pub const fn with(self, attribute: Attribute) -> Attributes {
        Attributes(self.0 | Attributes::bit(attribute))
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, attribute: Attribute) -> Attributes {
        Attributes(self.0 & !Attributes::bit(attribute))
    }

    /// These and others.
    #[must_use]
    pub const fn and(self, others: Attributes) -> Attributes {
        Attributes(self.0 | others.0)
    }

    /// The attributes in order.
    pub fn iter(self) -> impl Iterator<Item = Attribute> {
        Attribute::ALL.into_iter().filter(move |&attribute| self.has(attribute))
    }

    /// The letters before a man that has them: `c` for a chameleon.
    pub fn letters(self) -> String {
        self.iter().map(Attribute::letters).collect()
    }

    /// Whether they say no more than on which of two boards a man stands.
    #[inline]
    pub(crate) const fn are_boards(self) -> bool {
        self.without(Attribute::AliceA).without(Attribute::AliceB).is_empty()
    }

    /// Whether they change no more than the man itself when it moves, and never take it away.
    #[inline]
    pub(crate) const fn concern_the_man(self) -> bool {
        self.without(Attribute::Chameleon)
            .without(Attribute::Volage)
            .without(Attribute::HalfNeutral)
            .without(Attribute::Anda)
            .are_boards()
    }

    /// Whether the man may change sides when it moves.
    ///
    /// ```
    /// use solusrex_rules::{Attribute, Attributes};
    ///
    /// assert!(Attributes::from(Attribute::Volage).turn_the_man());
    /// assert!(!Attributes::from(Attribute::Chameleon).turn_the_man());
    /// ```
    #[inline]
    pub const fn turn_the_man(self) -> bool {
        self.has(Attribute::Volage)
            || self.has(Attribute::HalfNeutral)
            || self.has(Attribute::Anda)
            || self.has(Attribute::AndaInverse)
    }

    /// The same on the other board of Alice.
    #[inline]
    pub(crate) const fn through_the_looking_glass(self) -> Attributes {
        Attributes(self.0 ^ Attributes::bit(Attribute::AliceA) ^ Attributes::bit(Attribute::AliceB))
    }

    /// As a number, for keys.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// From such a number.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Attributes {
        Attributes(bits)
    }
}

impl From<Attribute> for Attributes {
    fn from(attribute: Attribute) -> Attributes {
        Attributes::NONE.with(attribute)
    }
}

impl FromIterator<Attribute> for Attributes {
    fn from_iter<T: IntoIterator<Item = Attribute>>(attributes: T) -> Attributes {
        attributes.into_iter().fold(Attributes::NONE, Attributes::with)
    }
}

impl fmt::Display for Attributes {
    /// The names with blanks between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Attribute::name).collect();
        f.write_str(&names.join(" "))
    }
}
