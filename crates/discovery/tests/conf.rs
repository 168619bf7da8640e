//! The files of Rizvič's program.

use proptest::{prelude::*, sample::select};
use shakmaty::Color;
use solusrex_discovery::{Length, conf::Conf};

fn read(text: &str) -> Conf {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The king of the thesis's introduction, mating on a3 (its section 3.3).
const KING: &str = "PROBLEM=1\nH=3\nMOVES=7\nWINCOLOR=W\nENDMOVE=b4a3\nENDPIECE=K\n\
    TRANSP_TABLE=104858300\nACTIVE=d2,f7,e1,e8,c2,d1,h7\n";

#[test]
fn the_example_of_the_thesis() {
    let conf = read(KING);
    assert_eq!(conf.terms.length(), Length::Exactly(13));
    assert_eq!(conf.terms.last_side(), Some(Color::White));
    assert_eq!(conf.terms.to_string(), "Kb4(x)a3#; only d1 e1 c2 d2 f7 h7 e8");
    assert!(conf.goal.is_none() && !conf.all);
}

#[test]
fn every_key_is_read() {
    let conf = read(
        "# all of them\n\nPROBLEM = 2\nMOVES=6\nWINCOLOR=B\nSTARTMOVE=b2b4\nFMOVENUMBER=6\n\
        FMOVE=a8--\nFMOVEPIECE=R\nENDMOVE=--b1\nENDPIECE=P\nPROMOTIONPIECE=N\nCAPTURE=1\n\
        CAPTURED=N\nSEARCHALL=1\nH=1\n",
    );
    assert!(conf.all);
    assert_eq!(conf.terms.length(), Length::AtMost(12));
    let terms = conf.terms.to_string();
    assert_eq!(terms, "xb1=N[N]#; half-move 1 ?b2(x)b4; half-move 6 Ra8(x)??");
}

#[test]
fn a_position_is_a_goal_too() {
    let conf = read("MOVES=4\nEND=rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w - -\n");
    assert_eq!(conf.terms.length(), Length::Exactly(8));
    assert!(conf.goal.is_some());
    assert_eq!(conf.terms.to_string(), "*");
}

#[test]
fn from_a_position_with_black_to_move() {
    let start = "START=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let conf = read(&format!("{start}\nMOVES=3\nWINCOLOR=B\n"));
    assert_eq!(conf.terms.length(), Length::Exactly(5));
}

#[test]
fn castling_by_squares() {
    let conf = read("PROBLEM=2\nMOVES=8\nENDMOVE=e1g1\nENDPIECE=K\n");
    assert_eq!(conf.terms.to_string(), "O-O#");
}

#[test]
fn mistakes_are_shown_in_their_lines() {
    for (text, line, what) in [
        ("", 1, "MOVES is missing"),
        ("MOVES=5\n", 1, "WINCOLOR is missing"),
        ("MOVES=five\n", 1, "\"five\" is no number for MOVES"),
        ("WINCOLOR=W\nMOVES=5\nENDMOVE=b4\n", 3, "\"b4\" is no move for ENDMOVE"),
        ("WINCOLOR=W\nMOVES=5\nENDMOVE=éé\n", 3, "\"éé\" is no move for ENDMOVE"),
        ("MOVES=5\nWINCOLOR=X\n", 2, "\"X\" is no side"),
        ("MOVES=5\nCOLOR=W\n", 2, "\"COLOR\" is no key"),
        ("MOVES=5\nMOVES=6\n", 2, "MOVES was given in line 1 already"),
        ("MOVES=5\nWINCOLOR=W\nACTIVE=e2,z9\n", 3, "\"z9\" is no square"),
        ("MOVES=5\nWINCOLOR=W\nFMOVE=e2e4\n", 3, "FMOVE does not say which half-move it is"),
        (
            "MOVES=5\nWINCOLOR=W\nCAPTURE=0\nCAPTURED=N\n",
            4,
            "a captured man in a move that is no capture",
        ),
        ("MOVES=5\nWINCOLOR=W\nENDPIECE=K\nPROMOTIONPIECE=Q\n", 4, "only pawns promote"),
        ("MOVES=5\nWINCOLOR=W\nEND=8/8\n", 3, "no diagram"),
        ("MOVES=5\nWINCOLOR=W\nSTART=8/8\n", 3, "no FEN"),
        (
            "MOVES=1\nWINCOLOR=W\nFMOVENUMBER=9\nFMOVE=e2e4\n",
            3,
            "?e2(x)e4 comes after the end of a game of 1 half-moves",
        ),
    ] {
        let error = text.parse::<Conf>().expect_err(text);
        assert_eq!(error.line, line, "{error}");
        assert!(error.what.starts_with(what), "{error}");
        assert!(error.snippet().contains('^'), "{}", error.snippet());
    }
}

#[test]
fn the_caret_is_below_the_value() {
    let error = "MOVES=5\nWINCOLOR = X\n".parse::<Conf>().unwrap_err();
    assert_eq!(error.snippet(), "2 | WINCOLOR = X\n  |            ^\n");
}

/// What a question says, to be compared.
fn said(conf: &Conf) -> String {
    format!("{:?} {} {:?} {}", conf.terms.length(), conf.terms, conf.goal, conf.all)
}

/// Lines as one would write them: each key at most once, with a value that is right or nearly so.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let values: [(&str, &[&str]); 15] = [
        ("PROBLEM", &["1", "2", "3"]),
        ("MOVES", &["4", "7", "0", "99999999999"]),
        ("WINCOLOR", &["W", "B", "w"]),
        ("H", &["3", ""]),
        ("END", &["8/8/8/8/8/2k5/8/K1q5 w - -", "8/8"]),
        ("STARTMOVE", &["e2e4", "--e4", "e2--", "é2e4"]),
        ("FMOVENUMBER", &["3", "0", "4294967296"]),
        ("FMOVE", &["a8--", "----"]),
        ("FMOVEPIECE", &["R", "Z"]),
        ("ENDMOVE", &["--d1", "b4a3", "e1g1"]),
        ("ENDPIECE", &["K", "P"]),
        ("PROMOTIONPIECE", &["N", "K"]),
        ("CAPTURE", &["1", "0"]),
        ("ACTIVE", &["d2,f7", "d2,,f7", ""]),
        ("SEARCHALL", &["1", "0"]),
    ];
    let line = |(key, values): (&'static str, &'static [&'static str])| {
        prop::option::weighted(0.5, select(values).prop_map(move |value| format!("{key}={value}")))
    };
    values
        .map(line)
        .into_iter()
        .collect::<Vec<_>>()
        .prop_map(|lines| lines.into_iter().flatten().collect())
}

/// An error is one line with a remedy, and shows its place.
fn check(error: &solusrex_discovery::conf::ConfError) -> Result<(), TestCaseError> {
    let told = error.to_string();
    prop_assert!(!told.contains(char::is_control) && told.len() < 1_000, "{told:?}");
    prop_assert!(told.contains('(') && told.ends_with(')'), "{told}");
    prop_assert!(error.snippet().contains('^'), "{told}");
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "([A-Z]{1,8}[= ]{0,2}\\PC{0,12}\r?\n|\\PC{0,20}\n?){0,6}") {
        if let Err(error) = text.parse::<Conf>() {
            check(&error)?;
        }
    }

    /// The order of lines, comments and blanks say nothing.
    #[test]
    fn a_question_is_the_same_in_any_order(
        (lines, shuffled) in lines().prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle()))
    ) {
        let loose: String =
            shuffled.iter().map(|line| format!("# {line}\n\n  {} \n", line.replace('=', " = "))).collect();
        match (lines.join("\n").parse::<Conf>(), loose.parse::<Conf>()) {
            (Ok(conf), Ok(again)) => prop_assert_eq!(said(&conf), said(&again)),
            (Err(error), Err(other)) => {
                check(&error)?;
                check(&other)?;
            }
            (one, other) => prop_assert!(false, "{one:?} and {other:?}"),
        }
    }
}
