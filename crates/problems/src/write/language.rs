//! Problems in the language they are read from.

use std::fmt::Write;

use solusrex_rules::{Colour, Geometry, Square, kind::Nature};

use crate::problem::{Change, Duplex, Figure, Men, Options, Problem, Twin};

/// A problem in Popeye's language: reading it gives the same problem again.
///
/// ```
/// use solusrex_problems::{Problem, write};
///
/// let text = "begin pieces black Ka8 white kb6 rc1 stip #1 opt vari try end";
/// let problem = &Problem::parse(text)?[0];
/// assert_eq!(
///     write::language(problem),
///     "BeginProblem\nPieces White Rc1 Kb6 Black Ka8\nStipulation #1\nOption Try Variations\nEndProblem\n"
/// );
/// # Ok::<(), solusrex_problems::LanguageError>(())
/// ```
pub fn language(problem: &Problem) -> String {
    let setup = &problem.diagram;
    let board = &setup.board;
    let mut out = String::from("BeginProblem\n");
    for line in &problem.heading {
        let _ = writeln!(out, "{line}");
    }
    if !board.is_chess() {
        let (width, height, topology) = (board.width(), board.height(), board.topology());
        let _ = writeln!(out, "Option Board {width}x{height} Topology {topology}");
    }
    if let Some(origin) = &setup.origin {
        let _ = writeln!(out, "Pieces {}", men(origin, board));
    }
    let stipulation = format!("Stipulation {}\n", setup.asked());
    if setup.origin.is_some() {
        out += &stipulation;
    }
    if !setup.men.is_empty() {
        let _ = writeln!(out, "Pieces {}", men(&setup.men, board));
    }
    if setup.origin.is_none() {
        out += &stipulation;
    }
    for condition in &setup.conditions {
        let _ = writeln!(out, "Condition {}", plain(&condition.name()));
    }
    let options = options(&problem.options, board);
    if !options.is_empty() {
        let _ = writeln!(out, "Option {}", options.join(" "));
    }
    for (nth, twin) in problem.twins.iter().enumerate() {
        let word = if nth == 0 && problem.zero_position { "ZeroPosition" } else { "Twin" };
        let _ = writeln!(out, "{word} {}", self::twin(twin, board));
    }
    out + "EndProblem\n"
}

/// Men as behind `Pieces`: by colour, those with attributes each by itself.
pub fn men(men: &Men, board: &Geometry) -> String {
    let mut words = Vec::new();
    for colour in Colour::ALL {
        let of_colour = || men.iter().filter(move |(_, figure)| figure.colour == colour);
        let plain = |figure: &Figure| figure.attributes.is_empty();
        let placed = |square: Square, figure: &Figure| {
            let royal = figure.royal && figure.kind.nature() != Nature::King;
            let royal = if royal { "Royal " } else { "" };
            format!("{royal}{}{}", figure.kind.letters(), board.name(square))
        };
        if of_colour().any(|(_, figure)| plain(figure)) {
            words.push(colour.to_string());
        }
        for (&square, figure) in of_colour().filter(|(_, figure)| plain(figure)) {
            words.push(placed(square, figure));
        }
        for (&square, figure) in of_colour().filter(|(_, figure)| !plain(figure)) {
            words.push(colour.to_string());
            words.extend(figure.attributes.iter().map(|attribute| attribute.name().to_owned()));
            words.push(placed(square, figure));
        }
    }
    words.join(" ")
}

/// Options as behind `Option`, one by one.
pub fn options(options: &Options, board: &Geometry) -> Vec<String> {
    let squares = |squares: &[Square]| -> String {
        squares.iter().map(|&square| board.name(square).to_string()).collect()
    };
    let mut words = Vec::new();
    let mut flag = |is_set: bool, word: &str| {
        if is_set {
            words.push(word.to_owned());
        }
    };
    flag(options.set_play, "SetPlay");
    flag(options.tries == 1, "Try");
    flag(options.tries > 1, &format!("Defence {}", options.tries));
    flag(options.no_trivial_tries, "TrivialTriesAvoid");
    flag(options.variations && !options.post_key, "Variations");
    flag(options.no_threats, "NoThreat");
    flag(options.no_short_variations, "NoShortVariations");
    flag(options.post_key, "PostKeyPlay");
    flag(options.quodlibet, "Quodlibet");
    flag(options.goal_is_end, "GoalIsEnd");
    flag(options.white_to_play, "WhiteToPlay");
    flag(options.duplex == Duplex::Both, "Duplex");
    flag(options.duplex == Duplex::Exchanged, "HalfDuplex");
    flag(options.no_white_king, "NoWk");
    flag(options.no_black_king, "NoBk");
    flag(options.stop_on_short, "StopOnShortSolutions");
    flag(options.no_board, "NoBoard");
    flag(options.intelligent && options.most_per_position.is_none(), "Intelligent");
    let mut number = |word: &str, number: Option<u32>| {
        words.extend(number.map(|number| format!("{word} {number}")));
    };
    number("Threat", options.longest_threat);
    number("MaxFlightsquares", options.most_flights);
    number("Intelligent", options.most_per_position);
    number("MaxSolutions", options.most_solutions);
    number("MaxTime", options.most_seconds);
    if let Some((most, length)) = options.non_trivial {
        words.push(format!("NonTrivial {most} {length}"));
    }
    for &over in &options.en_passant {
        words.push(format!("EnPassant {}", board.name(over)));
    }
    for &(one, other) in &options.exclusive_castling {
        words.push(format!("CastlingMutuallyExclusive {}", squares(&[one, other])));
    }
    for (word, moves) in
        [("StartMoveNumber", &options.from_move), ("UpToMoveNumber", &options.to_move)]
    {
        let numbers = |moves: &Vec<u32>| moves.iter().map(u32::to_string).collect::<Vec<_>>();
        words.extend(moves.as_ref().map(|moves| format!("{word} {}", numbers(moves).join(":"))));
    }
    let constraints = &options.constraints;
    for (word, at) in [
        ("NoCastling", &options.no_castling),
        ("MateOn", &constraints.mate_on),
        ("Still", &constraints.still),
    ] {
        if !at.is_empty() {
            words.push(format!("{word} {}", squares(at)));
        }
    }
    words.extend(constraints.mating_piece.as_ref().map(|letters| format!("MatingPiece {letters}")));
    for (half_move, mv) in &constraints.moves {
        words.push(format!("Move {half_move} {mv}"));
    }
    words
}

/// A twin as behind `Twin`.
pub fn twin(twin: &Twin, board: &Geometry) -> String {
    let name = |square: &Square| board.name(*square).to_string();
    let mut words: Vec<String> = Vec::new();
    if twin.continued {
        words.push("Continued".to_owned());
    }
    words.extend(twin.changes.iter().map(|change| match change {
        Change::Move(from, to) => format!("Move {} {}", name(from), name(to)),
        Change::Exchange(one, other) => format!("Exchange {} {}", name(one), name(other)),
        Change::Remove(squares) => {
            format!("Remove {}", squares.iter().map(name).collect::<String>())
        }
        Change::Add(added) => format!("Add {}", men(added, board)),
        Change::Substitute(old, new) => format!("Substitute {} {}", old.letters(), new.letters()),
        Change::Rearrange(text, _) => text.replace(" ==> ", " "),
        Change::Colours => "PolishType".to_owned(),
        Change::Stipulation(stipulation) => format!("Stipulation {}", stipulation.text(board)),
        Change::Conditions(conditions) => {
            let names: Vec<String> =
                conditions.iter().map(|condition| plain(&condition.name())).collect();
            format!("Condition {}", names.join(" "))
        }
    }));
    words.join(" ")
}

/// A condition as the language writes it: `Köko` is `Koeko`, and `Grid`, which others begin with too, is
/// `GridChess`.
fn plain(name: &str) -> String {
    let name = name.replace('ö', "oe").replace('ä', "ae");
    let (first, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    let longer = format!("{first}Chess");
    match crate::language::is_condition(&longer) {
        true => longer + rest,
        false => name,
    }
}
